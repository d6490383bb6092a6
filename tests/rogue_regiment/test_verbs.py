"""One verb, one place: what there is to say of an action of a man stands in its chapter, and all others ask there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.games import rogue_regiment
from sandtable.games.rogue_regiment.advice import forecast, odds
from sandtable.games.rogue_regiment.bot import search
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.state import CORPSE, Regiment
from sandtable.games.rogue_regiment.table import goals
from sandtable.kernel import verbs
from sandtable.kernel.briefing import Goal
from sandtable.kernel.flow import Action, legal
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, act_with, do, field, man, sq, unit, why

GAME = sandtable.load("rogue-regiment")
ROOT = Path(rogue_regiment.__file__).parent

VEHICLES = {
    "advice/why_vehicles.py",
    "rules/r21_cars.py",
    "rules/r21_guns.py",
}  # what a vehicle does has verbs of its own
ALSO = {
    "attack": VEHICLES | {"state.py", "rules/r19_units.py", "table/panels.py"},  # a phase, a side of mortars, a price
    "mark": VEHICLES,
    "leave": VEHICLES - {"rules/r21_guns.py"} | {"bot/plan.py", "bot/greedy.py", "table/goals.py"},  # a task, a goal
    "end": VEHICLES - {"rules/r21_guns.py"} | {"state.py", "table/drawing.py"},  # a phase, an end of a line
    "cigarette": {  # an item, a card, and the field that says whether it is out
        "box/data.py", "rules/r14_events.py", "rules/r17_end.py", "state.py", "view.py", "table/daring.py",
        "table/look.py", "table/scene.py", "table/tensor.py",
    },
    "move": {"box/data.py"},  # a column of tables
    "recover": {"box/data.py"},  # the same
    "free": {"table/reference.py"},  # what costs nothing
}  # fmt: skip
"""Files in which a verb's word stands for something else."""


def files_with(words: set[str]) -> dict[str, set[str]]:
    """The files of the game in which each of some words is written."""
    found: dict[str, set[str]] = {word: set() for word in words}
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in words:
                found[node.value].add(file.relative_to(ROOT).as_posix())
    return found


def test_the_word_of_a_verb_is_written_in_one_file() -> None:
    for word, files in files_with(set(turn.all_acts())).items():
        assert ALSO.get(word, set()) <= files, f"“{word}” is no longer written there"
        own = files - ALSO.get(word, set())
        assert len(own) == 1, f"“{word}” is written in {', '.join(sorted(own))}; ask its verb instead"


@pytest.fixture
def dash() -> Iterator[acts.ManAction]:
    """One verb more, made of nothing but its record."""
    made, known = list(verbs.MADE), turn.all_acts()
    old = movement.SPRINT_TAKE
    verb = movement.Movement(
        "dash", "Dash", {2: "{1} dashes to {2}"}, old.cost, old.states, movement.RUN, late=old.late,
        taking=True, traits=acts.SERVES | acts.SELDOM,
    )  # fmt: skip
    known["dash"] = verb
    try:
        yield verb
    finally:
        del known["dash"]
        verbs.MADE[:] = made
        verbs.gather(GAME.package)


def played(s: Regiment, *action: str) -> Regiment:
    """A copy after an action that is not on offer."""
    twin = s.clone()
    assert twin.choice is not None
    twin.choice.chosen(twin, action)
    return twin


def test_a_verb_is_added_in_one_file(dash: acts.ManAction) -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 8)
    unit(s, "rifle", 5, 3, N)
    s.lay(corpses=(s.stage.by_name[sq(5, 5)],))
    act_with(s, m)
    like: Action = ("sprint-take", "jock", sq(5, 5))
    new: Action = ("dash", "jock", sq(5, 5))
    assert like in legal(s)
    assert played(s, *new).m_object[m] == CORPSE
    assert played(s, *new).m_at == played(s, *like).m_at and played(s, *new).m_ap == played(s, *like).m_ap
    assert s.choice is not None and s.choice.price(s, new) == "2 AP"
    assert odds.odds(s, new) == odds.odds(s, like) is not None
    assert odds.expected_fire(s, new) == odds.expected_fire(s, like)
    ahead = forecast.Ahead(s, m)
    assert ahead.forecast(new) == ahead.forecast(like)
    body = [Goal(id="body", text="Take it", state="open", points="1 point", have=0, need=1, places=[sq(5, 5)])]
    assert goals.serves(s, body, new) == goals.serves(s, body, like) == ("body",)
    assert search.is_taking(new)
    far = sq(5, 1)
    assert why(s, f"dash jock {far}") == why(s, f"sprint-take jock {far}")
    do(s, "crouch jock")
    assert why(s, f"dash jock {sq(5, 5)}") == why(s, f"sprint-take jock {sq(5, 5)}")
