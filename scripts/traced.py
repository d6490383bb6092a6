"""Finds marks on tests that never run the clause they name: python -m scripts.traced [PYTEST ARGUMENTS]

Runs the marked tests under coverage, one context for each test, and compares: a test marked with a clause must run a
line of a function or class that implements it. A clause that is a fact in a data file is read when its game is loaded,
so no line can show it and nothing is asked of its tests. All tests run in one process and in one order, since what is
worked out once and kept is run by the first test that asks for it.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

os.environ["COVERAGE_CORE"] = "ctrace"  # the newer core of Python 3.12 and later knows no contexts

import coverage
import pytest

from sandtable import rulebook

ROOT = Path(__file__).resolve().parent.parent
AT_IMPORT = ""
"""The context of what runs before any test, such as the loading of data."""


class Marks:
    """A plugin that opens a context for each test, and remembers its marks."""

    def __init__(self, cover: coverage.Coverage) -> None:
        self.cover = cover
        self.of: dict[str, tuple[str, ...]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test's fixtures are part of it: what they run, it runs."""
        ids = tuple(str(id_) for mark in item.iter_markers("clause") for id_ in mark.args)
        if ids:
            self.of[item.nodeid] = ids
        self.cover.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.cover.switch_context(AT_IMPORT)


def bodies(path: Path) -> dict[int, set[int]]:
    """For each line where a function or class begins, the lines that run when it is used, not when it is defined."""
    found: dict[int, set[int]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            functions = [n for n in ast.walk(node) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
            found[node.lineno] = {
                line for f in functions for part in f.body for line in range(part.lineno, (part.end_lineno or 0) + 1)
            }
    return found


def unshown(
    marked: Mapping[str, tuple[str, ...]],
    implemented: Mapping[str, tuple[rulebook.Place, ...]],
    ran: Mapping[str, Mapping[int, list[str]]],
    root: Path = ROOT,
) -> list[str]:
    """The marks whose test ran no line of their clause. `ran` is file to line to contexts."""
    lines: dict[str, dict[int, set[int]]] = {}
    wrong = []
    for test, ids in sorted(marked.items()):
        for id_ in ids:
            places = implemented.get(id_, ())
            if not places or any(place.kind == "data" for place in places):
                continue
            reached = False
            for place in places:
                body = lines.setdefault(place.file, bodies(root / place.file)).get(place.line, set())
                contexts = ran.get(place.file, {})
                # A class without methods has no line of its own: what it says is in its fields, as a fact of the box.
                reached |= not body or any({test, AT_IMPORT} & set(contexts.get(line, ())) for line in body)
            if not reached:
                wrong.append(f"{test} is marked {id_} and never runs {' or '.join(map(str, places))}")
    return wrong


def main() -> int:
    cover = coverage.Coverage(branch=False, config_file=str(ROOT / "pyproject.toml"))
    (ROOT / "build" / "coverage").mkdir(parents=True, exist_ok=True)
    cover.erase()
    marks = Marks(cover)
    cover.start()
    cover.switch_context(AT_IMPORT)
    code = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "clause", *sys.argv[1:]], plugins=[marks])
    cover.stop()
    cover.save()
    data = cover.get_data()
    ran = {
        str(Path(file).relative_to(ROOT)): data.contexts_by_lineno(file)
        for file in data.measured_files()
        if Path(file).is_relative_to(ROOT)
    }
    implemented = {id_: places for game in rulebook.games() for id_, places in rulebook.index(game).implemented.items()}
    wrong = unshown(marks.of, implemented, ran)
    print(*wrong, sep="\n")
    print(f"{len(marks.of)} tests carry marks; {len(wrong)} marks are on a test that never runs the clause")
    return 1 if wrong or code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else 0


if __name__ == "__main__":
    sys.exit(main())
