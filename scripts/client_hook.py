"""Builds the client before a wheel is made, unless it is there already and newer than its sources.

An editable install needs no client: there `make play` builds it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # this file is loaded by its path
from scripts import node

BUILT = Path("src/sandtable/web/static/index.html")


def stale(root: Path) -> bool:
    """Whether the client must be built: it is not there, or older than a source of it."""
    built = root / BUILT
    if not built.exists():
        return True
    sources = [path for path in (root / "client").rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return any(path.stat().st_mtime > built.stat().st_mtime for path in sources)


class ClientHook(BuildHookInterface[Any]):
    """The wheel carries the built client."""

    def dependencies(self) -> list[str]:
        """Node from a wheel where the system has none, as requirements/node.in says."""
        wanted = (Path(self.root) / "requirements" / "node.in").read_text(encoding="utf-8").splitlines()
        return [] if node.of_the_system(Path(self.root)) else [line for line in wanted if not line.startswith("#")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it if need be."""
        client = Path(self.root) / "client"
        if version == "editable" or not stale(Path(self.root)):
            return
        tools = node.of_the_system(Path(self.root)) or node.of_an_installed_wheel()
        folder = Path(self.directory) / "node"
        node.put(folder, tools)
        environment = os.environ | {"PATH": f"{folder.resolve()}{os.pathsep}{os.environ.get('PATH', '')}"}
        try:
            for command in ("npm ci --no-audit --no-fund --loglevel=error", "npm run build --silent"):
                subprocess.run(command.split(), cwd=client, env=environment, check=True)
        finally:
            shutil.rmtree(folder)
