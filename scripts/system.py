"""Makes sure that the tests have what they need of the system: Chromium, PostgreSQL, a C compiler, Python's headers.

If something is missing, root on Debian gets it by apt; otherwise the command names it and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from scripts import postgres


def missing() -> list[str]:
    """The Debian packages of what is not here."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    here = {
        "chromium": shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"),
        f"postgresql-{postgres.OLDEST}": postgres.programs(),
        "gcc": shutil.which("cc") or shutil.which("gcc"),
        "libc6-dev": Path("/usr/include/stdlib.h").exists() or sys.platform != "linux",
        f"libpython3.{sys.version_info.minor}-dev": headers.exists(),
    }
    return [package for package, found in here.items() if not found]


def main() -> int:
    packages = missing()
    if not packages:
        return 0
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(f"the tests need what is not installed here: apt-get install {' '.join(packages)}", file=sys.stderr)
        return 1
    print(f"installing {' '.join(packages)}", flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
    subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages], check=True, env=quiet)
    if still := missing():
        print(f"installed, and yet not found: {' '.join(still)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
