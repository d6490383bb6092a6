"""Imports go one way: geometry, kernel, games (box, ground, rules, advice, table and bot), then everything else, which
knows the kernel by the names in `sandtable` alone. Rules know no file, clock, network or `random`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "src"
OUTSIDE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
"""What a rule may not import, since a position must follow from the record alone."""
REPEATABLE = ("sandtable.geometry", "sandtable.kernel", "sandtable.games", "sandtable.bots", "sandtable.sim")
"""Where chance comes from a seed by the kernel's own dice, which are the same in every version of Python."""

ROOMS = {
    "box": ("box",),
    "ground": ("box", "ground", "state"),
    "state": ("box", "ground", "state"),
    "rules": ("box", "ground", "state", "rules"),
    "view": ("box", "ground", "state", "rules", "view"),
    "advice": ("box", "ground", "state", "rules", "advice"),
    "table": ("box", "ground", "state", "rules", "view", "advice", "table"),
    "bot": ("box", "ground", "state", "rules", "advice", "bot"),
}
"""What each room of a game may import of it: box, ground, rules, advice, then table and bot, which meet in `game`."""
EVERY_ROOM = (*ROOMS, "game")
SAME_FILES = {
    "": "game state view",
    "box": "files missions settings words",
    "ground": "",
    "rules": "",
    "advice": "forecast odds",
    "table": "about briefing debrief drawing figures goals look names overlays reference scene style tensor",
    "bot": "greedy manner plan search",
}
"""What every game has under the same name, so that whoever knows one knows all."""


def imported(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, wherever in it, as (line, full name). `module` is the file's own name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            # `from package import name` may name a module or something in one; the longer name tells more.
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def allowed(module: str) -> tuple[str, ...]:
    """The packages of ours that a module may import."""
    parts = module.split(".")
    match parts[1:]:
        case ["geometry", *_]:
            return ("sandtable.geometry",)
        case ["kernel", *_]:
            return ("sandtable.geometry", "sandtable.kernel")
        case ["games", game, *inside]:
            below = ROOMS.get(inside[0], EVERY_ROOM) if inside else ()
            rooms = [f"sandtable.games.{game}.{room}" for room in below]
            return ("sandtable.geometry", "sandtable.kernel", *rooms)
        case ["games"]:
            return ()
        case _:
            return ("sandtable",)


def hidden(module: str, name: str) -> bool:
    """Whether a layer reaches for the kernel past the public names. The modules beside `sandtable/__init__.py` are no
    layer: they are what it is made of."""
    is_layer = module.count(".") > 1 and not within(module, "sandtable.geometry", "sandtable.kernel", "sandtable.games")
    return is_layer and within(name, "sandtable.kernel")


def is_rule(module: str) -> bool:
    """A chapter of a rule book, what it stands on, or what chapters change."""
    match module.split("."):
        case ["sandtable", "games", _, "rules" | "ground" | "state", *_]:
            return True
    return False


def faults(module: str, source: str) -> list[str]:
    """What a file imports or calls against the layers."""
    tree, found = ast.parse(source), []
    for line, name in imported(tree, module):
        if within(name, "sandtable") and (hidden(module, name) or not within(name, *allowed(module))):
            found.append(f"{module}:{line} imports {name}")
        top = name.split(".")[0]
        if (is_rule(module) and top in OUTSIDE) or (top == "random" and within(module, *REPEATABLE)):
            found.append(f"{module}:{line} imports {name}")
    for node in ast.walk(tree) if is_rule(module) else ():
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"open", "input", "print"}
        ):
            found.append(f"{module}:{node.lineno} calls {node.func.id}")
    return found


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_import_points_the_wrong_way() -> None:
    paths = sorted(SOURCES.rglob("*.py"))
    assert len(paths) > 10, "the sources were not found"
    found = [fault for path in paths for fault in faults(module_of(path), path.read_text(encoding="utf-8"))]
    assert found == []


def aliases(source: str) -> Iterator[tuple[str, str]]:
    """What a file takes from games, as (full name, what it is called there)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and within(node.module or "", "sandtable.games"):
            yield from ((f"{node.module}.{alias.name}", alias.asname or alias.name) for alias in node.names)


def test_what_every_game_has_is_in_a_file_of_the_same_name() -> None:
    games = sorted(path.parent for path in (SOURCES / "sandtable" / "games").glob("*/game.py"))
    wanted = [Path(room) / f"{name}.py" for room, names in SAME_FILES.items() for name in ("__init__", *names.split())]
    assert len(games) >= 3
    assert [str(game / path) for game in games for path in wanted if not (game / path).is_file()] == []


def test_a_module_of_a_game_has_one_name_wherever_it_is_imported() -> None:
    called: dict[str, set[str]] = {}
    for path in sorted((SOURCES / "sandtable" / "games").rglob("*.py")):
        for name, alias in aliases(path.read_text(encoding="utf-8")):
            if SOURCES.joinpath(*name.split(".")).with_suffix(".py").is_file():
                called.setdefault(name, set()).add(alias)
    assert {name: sorted(names) for name, names in called.items() if len(names) > 1} == {}


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("sandtable.kernel.flow", "import sandtable.games.toy", "imports sandtable.games.toy"),
        ("sandtable.kernel.flow", "from sandtable import rulebook", "imports sandtable.rulebook"),
        ("sandtable.kernel.flow", "def f():\n    from sandtable.web import app", "imports sandtable.web.app"),
        ("sandtable.kernel.flow", "from .. import cli", "imports sandtable.cli"),
        (
            "sandtable.games.toy.rules.r01_move",
            "from sandtable.games.other import state",
            "imports sandtable.games.other.state",
        ),
        (
            "sandtable.games.toy.rules.r01_move",
            "from sandtable.games.toy.advice import why",
            "imports sandtable.games.toy.advice.why",
        ),
        (
            "sandtable.games.toy.box.data",
            "from sandtable.games.toy.state import Toy",
            "imports sandtable.games.toy.state.Toy",
        ),
        ("sandtable.games.toy.bot.greedy", "from ..table import scene", "imports sandtable.games.toy.table.scene"),
        ("sandtable.geometry.squares", "import sandtable.kernel.flow", "imports sandtable.kernel.flow"),
        ("sandtable.games.toy.view", "from sandtable.bots import search", "imports sandtable.bots.search"),
        ("sandtable.games.toy.game", "import sandtable", "imports sandtable"),
        ("sandtable.games.toy.game", "from sandtable import legal", "imports sandtable.legal"),
        ("sandtable.games", "from sandtable.games.toy import game", "imports sandtable.games.toy.game"),
        ("sandtable.games.toy.rules.r01_move", "import random", "imports random"),
        ("sandtable.games.toy.rules.r01_move", "from time import monotonic", "imports time.monotonic"),
        ("sandtable.games.toy.state", "import os.path", "imports os.path"),
        ("sandtable.games.toy.rules.r01_move", "rows = open('data.toml')", "calls open"),
        ("sandtable.kernel.chance", "from random import randrange", "imports random.randrange"),
        ("sandtable.bots.search", "import random", "imports random"),
        ("sandtable.web.table", "from sandtable.kernel.flow import may_read", "imports sandtable.kernel.flow.may_read"),
        ("sandtable.sim.bench", "from sandtable import kernel", "imports sandtable.kernel"),
    ],
)
def test_an_import_that_points_the_wrong_way_is_found(module: str, source: str, fault: str) -> None:
    assert [found.split(" ", 1)[1] for found in faults(module, source)] == [fault]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sandtable.kernel.flow", "from sandtable.kernel import chance\nfrom . import errors\nimport time"),
        (
            "sandtable.games.toy.rules.r01_move",
            "from sandtable.games.toy import state\nfrom sandtable.games.toy.rules import r02_fight",
        ),
        (
            "sandtable.games.toy.rules.r01_move",
            "from sandtable.kernel.flow import Step\nfrom dataclasses import dataclass",
        ),
        ("sandtable.games.toy.box.data", "from pathlib import Path\nrows = open('data.toml')"),
        ("sandtable.games.toy.rules.r01_move", "self.open(s)"),
        ("sandtable.web.table", "from sandtable import State, may_read"),
        ("sandtable.rulebook", "from sandtable.kernel.tables import Page"),
        ("sandtable.web.app", "import os\nfrom sandtable.games.toy import game\nimport sandtable.sim"),
    ],
)
def test_an_import_that_points_the_right_way_passes(module: str, source: str) -> None:
    assert faults(module, source) == []
