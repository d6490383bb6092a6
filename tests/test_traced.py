"""`make traced`: a mark on a test that never runs its clause is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.rulebook import Kind, Place, _in_python
from scripts.traced import Key, unshown, witnessed

RULES = '''
def cost(s):
    """TOY-1.1 The price."""
    return 2


class Move:
    """TOY-1.2 A move."""

    def do(self, s):
        return cost(s)


class Sentry:
    """TOY-1.3 A fact."""
'''
COST, MOVE, SENTRY = ("rules.py", 2), ("rules.py", 7), ("rules.py", 14)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_a_function_says_when_it_is_entered_and_a_class_when_one_of_its_methods_is() -> None:
    entered: list[Key] = []
    names: dict[str, Any] = {"__ran__": entered.append}
    exec(compile(witnessed(RULES, {COST, MOVE, SENTRY}), "rules.py", "exec"), names)
    assert entered == [], "to define is not to enter"
    assert names["cost"](None) == 2 and names["cost"].__doc__ == "TOY-1.1 The price."
    assert entered == [COST]
    assert names["Move"]().do(None) == 2
    assert entered == [COST, MOVE, COST]


@pytest.mark.parametrize(
    ("place", "kind", "entered", "at_import", "shown"),
    [
        (COST, "code", {"a": {COST}}, set(), True),
        (COST, "code", {"b": {COST}}, set(), False),
        (COST, "code", {"a": {MOVE}}, set(), False),
        (COST, "code", {}, {COST}, True),  # while loading
        (MOVE, "code", {"a": {MOVE}}, set(), True),
        (SENTRY, "code", {}, set(), True),
        (COST, "data", {}, set(), True),
    ],
)
def test_a_marked_test_must_enter_a_function_of_its_clause(
    rules: Path, place: Key, kind: Kind, entered: dict[str, set[Key]], at_import: set[Key], shown: bool
) -> None:
    places = {"TOY-1.1": (Place(*place, "cost", kind),)}
    wrong = unshown({"a": ("TOY-1.1",)}, places, entered, at_import, rules.parent)
    assert wrong == ([] if shown else [f"a is marked TOY-1.1 and never runs rules.py:{place[1]} cost"])


def test_one_of_several_places_is_enough(rules: Path) -> None:
    places = {"TOY-1.1": (Place(*COST, "cost", "code"), Place(*MOVE, "Move", "code"))}
    assert unshown({"a": ("TOY-1.1",)}, places, {"a": {MOVE}}, set(), rules.parent) == []


def test_a_remark_within_a_function_is_about_that_function(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text("# TOY-1.1 A fact.\n\n\ndef cost():\n    # TOY-1.2 The price.\n    return 2\n", encoding="utf-8")
    places = {id_: (place.line, place.name, place.kind) for id_, place in _in_python(path)}
    assert places == {"TOY-1.1": (1, "", "data"), "TOY-1.2": (4, "cost", "code")}
