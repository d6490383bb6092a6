"""The wheels in dist/: a pure one, and one for this machine whose geometry, kernel and games are compiled.

The compiled wheel is the pure one with libraries beside the sources from which they were made. Python prefers a
library to a source, so the installed wheel runs compiled. The sources are there for people to read, and for
`sandtable bench`, which measures both forms.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"

TAG = """
import sys, sysconfig
version = f"cp{sys.version_info[0]}{sys.version_info[1]}"
print(version, version, sysconfig.get_platform().replace("-", "_").replace(".", "_"), sep="-")
"""


def pure_wheel() -> Path:
    """The wheel for every machine, with the client if it is built."""
    env = os.environ | {"HATCH_BUILD_NO_HOOKS": "true"}
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(DIST)]
    subprocess.run(command, cwd=ROOT, check=True, env=env, stdout=subprocess.DEVNULL)
    return max(DIST.glob("*-py3-none-any.whl"), key=lambda path: path.stat().st_mtime)


def compiled_wheel(pure: Path, libraries: Path, tag: str) -> Path:
    """A pure wheel with the libraries that were built from its sources, for machines with that tag."""
    made = pure.with_name(pure.name.replace("py3-none-any", tag))
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        parts = {name: old.read(name) for name in old.namelist() if name != record}
        about = record.replace("RECORD", "WHEEL")
        parts[about] = (
            parts[about]
            .replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())
            .replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
        )
        for library in sorted((libraries / "sandtable").rglob("*" + sysconfig.get_config_var("EXT_SUFFIX"))):
            parts[library.relative_to(libraries).as_posix()] = library.read_bytes()
        for name, content in parts.items():
            new.writestr(name, content)
        new.writestr(record, "".join(line_of(name, content) for name, content in parts.items()) + f"{record},,\n")
    return made


def line_of(name: str, content: bytes) -> str:
    """A file's line in the list of a wheel."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def wheels(python: str, libraries: Path) -> tuple[Path, Path]:
    """The pure wheel, and the compiled one from libraries that were built with that Python."""
    tag = subprocess.run([python, "-c", TAG], capture_output=True, text=True, check=True).stdout.strip()
    pure = pure_wheel()
    return pure, compiled_wheel(pure, libraries, tag)


def install(python: str, wheel: Path) -> None:
    """Put a wheel into an environment that has what it needs."""
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--force-reinstall", str(wheel)], check=True)
