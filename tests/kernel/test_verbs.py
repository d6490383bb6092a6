"""One verb, one place: whoever adds a verb touches the chapter that it stands in, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import sandtable
from sandtable import Game, Refusal, act, legal, play
from sandtable.kernel import verbs
from sandtable.kernel.verbs import Verb
from tests.kernel.toys import convoy, yard
from tests.kernel.toys.yard.game import GAME

for _game in (convoy.GAME, GAME):
    sandtable.register(_game)

THROW = '''

class Throw(Verb):
    """Y-5 A crate is thrown: it arrives on 3 or more, otherwise it is lost."""

    def refuse(self, s: Yard, at: Hour, action: Action) -> Refusal | None:
        return Refusal("Y-5", "nobody throws in the last hour") if s.hours == 1 and len(action) == 1 else None

    def price(self, s: Yard, at: Hour, action: Action) -> str:
        return "one crate"

    def do(self, s: Yard, at: Hour, action: Action) -> None:
        s.waiting -= 1
        s.aboard += s.roll() >= 3
        pass_hour(s)

    def odds(self, seen: object, at: Hour, action: Action) -> dict[str, float]:
        return {"aboard": 2 / 3, "lost": 1 / 3}


THROW = Throw("throw", "Throw", {0: "Throw a crate"})
'''


@pytest.fixture
def widened(tmp_path: Path) -> Iterator[Game]:
    """The yard with one verb more, which is written in one file: its chapter."""
    name = "wider_yard"
    for file in Path(yard.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.name == "r01_lifting.py":
            text = text.replace("return (LIFT, REST)", "return (LIFT, THROW, REST)") + THROW
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / file.name).write_text(text.replace("tests.kernel.toys.yard", name), encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    made = list(verbs.MADE)
    try:
        game: Game = import_module(f"{name}.game").GAME
        yield game
    finally:
        sys.path.remove(str(tmp_path))
        verbs.MADE[:] = made
        for module in [one for one in sys.modules if one.partition(".")[0] == name]:
            del sys.modules[module]


def test_a_verb_is_added_in_one_file(widened: Game) -> None:
    s = widened.start(dice=[4])
    seen = widened.seen(s, "crane")
    throw = act("throw")
    assert throw in seen.options and throw not in legal(GAME.start())
    assert seen.names["throw"] == "Throw"
    assert seen.phrase(throw) == "Throw a crate"
    assert seen.price(throw) == "one crate"
    assert seen.odds(throw) == [("aboard", 2 / 3), ("lost", 1 / 3)]
    play(s, throw)
    assert (widened.view(s, "crane")["waiting"], widened.view(s, "crane")["aboard"]) == (5, 1)
    for _ in range(2):
        play(s, act("rest"))
    assert widened.seen(s, "crane").why_not("throw") == Refusal("Y-5", "nobody throws in the last hour")


def test_a_choice_offers_what_its_verbs_do_not_refuse_in_their_order() -> None:
    s = GAME.start()
    assert legal(s) == [act("lift", "1"), act("lift", "2"), act("rest")]
    for _ in range(2):
        play(s, act("lift", "2"))
    play(s, act("lift", "1"))
    seen = GAME.seen(s, "crane")
    assert seen.options == [act("lift", "1"), act("rest")]
    assert seen.why_not("lift 2") == Refusal("Y-3", "only 1 crates wait")


def test_words_that_make_no_sense_are_answered_with_what_is_on_offer() -> None:
    seen = GAME.seen(GAME.start(), "crane")
    assert seen.why_not("lift") == Refusal("Y-1", "“lift” is not on offer here; try “lift 1”", typed=True)
    assert seen.why_not("dance") == Refusal("Y-1", "“dance” is not on offer here; try “lift 1” or “rest”", typed=True)


def test_titles_phrases_and_prices_come_from_the_verbs() -> None:
    s = convoy.GAME.start()
    play(s, act("with", "T1"))
    seen = convoy.GAME.seen(s, "driver")
    assert [seen.names[verb] for verb in ("with", "go", "done")] == ["Take along", "Drive", "End the turn"]
    assert [seen.phrase(action) for action in seen.options[-2:]] == ["Truck T4 comes along", "Drive to the well"]
    assert seen.prices == ["", "", "", "1 fuel"]


def test_what_a_word_is_called_does_not_depend_on_where_one_is() -> None:
    class Other(Verb):
        """Another thing with a word that is taken."""

    made = list(verbs.MADE)
    try:
        Other("heave", "Heave", {1: "Heave {1}"})
        Other("heave", "Pull", {1: "Heave {1}"})
        with pytest.raises(AssertionError, match="“heave” has two titles: Heave, Pull"):
            verbs.gather(__name__)
        verbs.MADE[-1].title, verbs.MADE[-1].phrases = "Heave", {1: "Pull {1}"}
        with pytest.raises(AssertionError, match="“heave” with 1 nouns reads in two ways"):
            verbs.gather(__name__)
    finally:
        verbs.MADE[:] = made
