"""What a command shows on a terminal while it works."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from contextlib import suppress


def shown(*words: str) -> str:
    """What `sandtable` with these words writes on a terminal for people, without colours and moves of the cursor."""
    reader, screen = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable", *words],
        stdout=subprocess.DEVNULL, stderr=screen, env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )  # fmt: skip
    os.close(screen)
    told = b""
    with suppress(OSError):  # the screen is gone with whoever wrote on it
        while more := os.read(reader, 65536):
            told += more
    os.close(reader)
    assert process.wait() == 0, told.decode()
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", told.decode())
