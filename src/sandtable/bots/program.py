"""A program that is spoken to by lines of text. It may crash, stall, flood or eat memory: whoever speaks to it is never
held up, and what it started ends with it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from typing import IO

from sandtable import BadInput

LINE = 64 * 1024
"""Bytes that a line of a bot may have."""
FLOOD = 1024 * 1024
"""Bytes that a bot may say before it has answered."""
WAITING = 256
"""Lines that are kept until they are read; a bot that says more waits."""
MEMORY = 1024 * 1024 * 1024
"""Bytes that each process of a bot may write to."""


class Fault(Exception):
    """How a bot broke the protocol: in one word, and in a sentence."""

    def __init__(self, kind: str, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.kind, self.text, self.clause = kind, text, clause


def split(command: str) -> list[str]:
    """A command as its words, if there is such a program; no shell reads it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command of a bot “{command}” cannot be read: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise BadInput(f"the command of a bot “{command}” names no program that can be started")
    return words


class Program:
    """A started program. Reading and writing are done by threads, since either may wait for ever."""

    def __init__(self, command: str, errors: int | None = subprocess.DEVNULL) -> None:
        try:
            self.process = subprocess.Popen(
                split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        except OSError as error:
            raise BadInput(f"the bot “{command}” cannot be started: {error.strerror}") from error
        limit_memory(self.process.pid)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._heard: queue.Queue[bytes] = queue.Queue(WAITING)
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._ended = threading.Event()
        reads = (self.process.stdout, self._heard, self._ended)
        threading.Thread(target=read_lines, args=reads, daemon=True).start()
        threading.Thread(target=write_lines, args=(self.process.stdin, self._said), daemon=True).start()

    def say(self, *lines: str) -> None:
        """Lines for the program; they are written as quickly as it reads them."""
        self._said.put("".join(f"{line}\n" for line in lines).encode())

    def hear(self, word: str, others: tuple[str, ...], seconds: float) -> tuple[list[str], str]:
        """The lines up to one that opens with a word, and what follows the word; a Fault if that does not come in time,
        or something that opens neither with it nor with the others."""
        end, size = time.monotonic() + seconds, 0
        before: list[str] = []
        while True:
            left = end - time.monotonic()
            try:
                line = self._heard.get(timeout=max(0.0, left))
            except queue.Empty:
                line = None
            if line is None or left < 0:
                raise Fault("stalled", f"it did not say “{word}” within {seconds:g} seconds")
            if not line:
                raise Fault("crashed", f"it ended before it said “{word}”")
            size += len(line)
            if size > FLOOD or len(line) > LINE:
                raise Fault("flooded", f"it said too much before “{word}”")
            text = line.decode("utf-8", "replace").strip()
            first, _, rest = text.partition(" ")
            if first == word:
                return before, rest.strip()
            if text and first not in others:
                raise Fault("nonsense", f"it said “{text[:60]}” instead of “{word}”")
            before.append(text)

    def said_unasked(self) -> str:
        """A line that nobody asked for; empty when there is none."""
        with contextlib.suppress(queue.Empty):
            while True:
                text = self._heard.get_nowait().decode("utf-8", "replace").strip()
                if text and not text.startswith("info"):
                    return text
        return ""

    def shut_input(self) -> None:
        """Say no more."""
        self._said.put(b"")

    def wait(self, seconds: float) -> bool:
        """Whether it ends by itself within so many seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> None:
        """End it, and all that it started."""
        self._ended.set()
        self.shut_input()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        with contextlib.suppress(queue.Empty):
            while True:  # so that a thread that waits to put a line can go
                self._heard.get_nowait()


def read_lines(stream: IO[bytes], heard: queue.Queue[bytes], ended: threading.Event) -> None:
    """Pass on lines until there are no more, then an empty one."""
    with stream, contextlib.suppress(OSError):
        while not ended.is_set():
            line = stream.readline(LINE + 1)
            heard.put(line)
            if not line:
                return


def write_lines(stream: IO[bytes], said: queue.SimpleQueue[bytes]) -> None:
    """Write what is to be said until an empty text comes or nobody reads."""
    with contextlib.suppress(OSError), stream:
        while text := said.get():
            stream.write(text)
            stream.flush()


def limit_memory(pid: int) -> None:
    """What a process, and those that it starts, may write to; what is only reserved does not count, since some
    languages reserve a great deal."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.prlimit(pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
