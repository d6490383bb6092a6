"""A private PostgreSQL server: on a free port, in a temporary folder, gone afterwards.

The system's own server is left alone. Tests ask for this one with the fixture `postgres` of tests/conftest.py. By
hand, give a command, which gets the server's address in its environment:

    python scripts/postgres.py sh -c 'psql "$SANDTABLE_POSTGRES" -c "select version()"'
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OLDEST = 15
START_SECONDS = 60


def programs() -> Path | None:
    """The folder of the newest PostgreSQL here that is new enough, or None."""
    found = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin") if (folder / "initdb").exists()]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    return max((f for f in found if _version(f) >= OLDEST), key=_version, default=None)


def _version(folder: Path) -> int:
    said = subprocess.run([folder / "initdb", "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.split(") ")[1].split(".")[0])  # initdb (PostgreSQL) 15.18 (Debian ...)


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _as_another_user() -> dict[str, Any]:
    """How to start the programs: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    owner = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


@contextmanager
def running() -> Iterator[str]:
    """The address of a server that lives as long as this block."""
    folder = programs()
    if folder is None:
        raise RuntimeError(f"PostgreSQL {OLDEST} or newer is not installed: apt-get install postgresql-{OLDEST}")
    who = _as_another_user()
    home = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    data, log, port = home / "data", home / "log", _free_port()
    server: subprocess.Popen[bytes] | None = None
    try:
        if who:
            os.chown(home, who["user"], who["group"])
        make = f"{folder}/initdb -D {data} --username=sandtable --auth=trust --encoding=UTF8 --no-sync"
        subprocess.run(make.split(), check=True, stdout=subprocess.DEVNULL, cwd=home, **who)
        with log.open("wb") as out:
            start = f"{folder}/postgres -D {data} -p {port} -h 127.0.0.1 -k {home}"
            server = subprocess.Popen(start.split(), stdout=out, stderr=out, cwd=home, **who)
        _wait(server, folder, port, log)
        yield f"postgresql://sandtable@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            # Whoever is still connected is not waited for, and it may have been restarted meanwhile.
            stop = f"{folder}/pg_ctl -D {data} stop -m immediate"
            subprocess.run(
                stop.split(), check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home, **who
            )
            server.kill()
            server.wait()
        shutil.rmtree(home, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], folder: Path, port: int, log: Path) -> None:
    """Returns when the server answers."""
    ask = f"{folder}/pg_isready -q -h 127.0.0.1 -p {port}".split()
    until = time.monotonic() + START_SECONDS
    while subprocess.run(ask, check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    with running() as address:
        return subprocess.run(sys.argv[1:], check=False, env=os.environ | {"SANDTABLE_POSTGRES": address}).returncode


if __name__ == "__main__":
    sys.exit(main())
