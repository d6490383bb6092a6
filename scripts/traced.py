"""Finds marks on tests that never run the clause they name: python -m scripts.traced [PYTEST ARGUMENTS]

It runs the marked tests. A test marked with a clause must run a function that implements the clause, or one of a
class that does. The games are compiled so that each such function reports when it is entered, which costs next to
nothing; tracing lines took several times as long.

A clause that is a fact in a data file is read when its game is loaded, so no test can be seen to run it, and none is
asked to. The tests of one game run in one process and in one order, because whatever is worked out once and kept is
worked out by the first test that asks; different games run side by side.
"""

from __future__ import annotations

import ast
import builtins
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from sandtable import rulebook

ROOT = Path(__file__).resolve().parent.parent
GAMES = "sandtable.games."
Key = tuple[str, int]
"""A place that implements something: its file, and the line where its function or class begins."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

ran: set[Key] = set()
"""What has been entered since it was last looked at."""


def functions_of(tree: ast.AST) -> dict[int, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
    """For each line where a function or class begins, the functions that are a part of it, itself included."""
    found: dict[int, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found[node.lineno] = [n for n in ast.walk(node) if isinstance(n, FUNCTIONS)]
    return found


def witnessed(source: str, keys: set[Key]) -> ast.Module:
    """A module in which every function of these places begins by saying that it was entered."""
    tree = ast.parse(source)
    functions = functions_of(tree)
    for key in sorted(keys):
        for function in functions.get(key[1], ()):
            said = ast.parse(f"__ran__({key!r})").body[0]
            place = 1 if ast.get_docstring(function, clean=False) is not None else 0
            function.body.insert(place, ast.copy_location(said, function.body[0]))
    return ast.fix_missing_locations(tree)


class Witness(SourceFileLoader):
    """Loads a module of a game with its witnesses; never from a cache, which has none."""

    keys: frozenset[Key] = frozenset()

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        here = {key for key in self.keys if ROOT / key[0] == path}
        return compile(witnessed(path.read_text(encoding="utf-8"), here), str(path), "exec", dont_inherit=True)


class Finder:
    """Finds the modules of games where they are, and has a witness load them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(GAMES):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = Witness(spec.loader.name, spec.loader.path)
        return spec


class Marks:
    """A plugin that remembers each test's marks and what it entered; its fixtures are a part of it."""

    def __init__(self) -> None:
        self.of: dict[str, tuple[str, ...]] = {}
        self.ran: dict[str, set[Key]] = {}
        self.at_import: set[Key] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.at_import |= ran
        ran.clear()
        try:
            return (yield)
        finally:
            self.of[item.nodeid] = tuple(str(id_) for mark in item.iter_markers("clause") for id_ in mark.args)
            self.ran[item.nodeid] = {*ran}
            ran.clear()


def unshown(
    marked: Mapping[str, tuple[str, ...]],
    implemented: Mapping[str, tuple[rulebook.Place, ...]],
    entered: Mapping[str, set[Key]],
    at_import: set[Key],
    root: Path = ROOT,
) -> list[str]:
    """The marks whose test entered no function of their clause."""
    known: dict[str, dict[int, Any]] = {}
    wrong = []
    for test, ids in sorted(marked.items()):
        for id_ in ids:
            places = implemented.get(id_, ())
            if not places or any(place.kind == "data" for place in places):
                continue
            reached = False
            for place in places:
                if place.file not in known:
                    known[place.file] = functions_of(ast.parse((root / place.file).read_text(encoding="utf-8")))
                # A class without methods has nothing to enter: what it says is in its fields, as a fact of the box.
                idle = not known[place.file].get(place.line)
                reached |= idle or (place.file, place.line) in entered.get(test, set()) | at_import
            if not reached:
                wrong.append(f"{test} is marked {id_} and never runs {' or '.join(map(str, places))}")
    return wrong


def each_game() -> int:
    """A process for each game, since no test of one game runs the rules of another."""
    folders = [f"tests/{game.replace('-', '_')}" for game in rulebook.games()]
    elsewhere = [str(place) for _, place in rulebook.marks(ROOT / "tests") if not place.file.startswith(tuple(folders))]
    assert not elsewhere, f"marks outside the tests of a game are not looked at: {', '.join(elsewhere)}"
    command = [sys.executable, "-m", "scripts.traced"]
    running = [
        subprocess.Popen([*command, folder], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for folder in folders
    ]
    for folder, process in zip(folders, running, strict=True):
        print(f"{folder}\n{process.communicate()[0]}", flush=True)
    return max(process.returncode for process in running)


def main() -> int:
    if not sys.argv[1:]:
        return each_game()
    implemented = {id_: places for game in rulebook.games() for id_, places in rulebook.index(game).implemented.items()}
    assert not any(name.startswith(GAMES) for name in sys.modules), "a game was loaded before its witnesses"
    Witness.keys = frozenset((p.file, p.line) for places in implemented.values() for p in places if p.kind == "code")
    vars(builtins)["__ran__"] = ran.add
    sys.meta_path.insert(0, Finder)
    marks = Marks()
    code = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "clause", *sys.argv[1:]], plugins=[marks])
    wrong = unshown(marks.of, implemented, marks.ran, marks.at_import)
    print(*wrong, sep="\n")
    print(f"{len(marks.of)} tests carry marks; {len(wrong)} marks are on a test that never runs the clause")
    return 1 if wrong or code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else 0


if __name__ == "__main__":
    sys.exit(main())
