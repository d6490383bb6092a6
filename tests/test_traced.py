"""`make traced`: a mark on a test that never runs its clause is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.rulebook import Kind, Place, _in_python
from scripts.traced import bodies, unshown

RULES = '''
def cost(s):
    """TOY-1.1 The price."""
    return 2


class Move:
    """TOY-1.2 A move."""

    def do(self, s):
        s.left -= cost(s)


class Sentry:
    """TOY-1.3 A fact."""
'''


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_a_class_is_run_when_one_of_its_methods_is(rules: Path) -> None:
    assert bodies(rules) == {2: {3, 4}, 7: {11}, 10: {11}, 14: set()}


@pytest.mark.parametrize(
    ("line", "kind", "ran", "shown"),
    [
        (2, "code", {4: ["a"]}, True),
        (2, "code", {4: ["b"]}, False),
        (2, "code", {2: ["a"]}, False),  # the definition alone
        (2, "code", {4: [""]}, True),  # while loading
        (7, "code", {11: ["a"]}, True),
        (7, "code", {4: ["a"]}, False),
        (14, "code", {}, True),
        (2, "data", {}, True),
    ],
)
def test_a_marked_test_must_run_a_line_of_its_clause(
    rules: Path, line: int, kind: Kind, ran: dict[int, list[str]], shown: bool
) -> None:
    places = {"TOY-1.1": (Place("rules.py", line, "cost", kind),)}
    wrong = unshown({"a": ("TOY-1.1",)}, places, {"rules.py": ran}, rules.parent)
    assert wrong == ([] if shown else [f"a is marked TOY-1.1 and never runs rules.py:{line} cost"])


def test_one_of_several_places_is_enough(rules: Path) -> None:
    places = {"TOY-1.1": (Place("rules.py", 2, "cost", "code"), Place("rules.py", 7, "Move", "code"))}
    assert unshown({"a": ("TOY-1.1",)}, places, {"rules.py": {11: ["a"]}}, rules.parent) == []


def test_a_remark_within_a_function_is_about_that_function(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text("# TOY-1.1 A fact.\n\n\ndef cost():\n    # TOY-1.2 The price.\n    return 2\n", encoding="utf-8")
    places = {id_: (place.line, place.name, place.kind) for id_, place in _in_python(path)}
    assert places == {"TOY-1.1": (1, "", "data"), "TOY-1.2": (4, "cost", "code")}
