"""Flow: what is due, who is asked, what undo may cross, and what chance is bound to."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

import sandtable
from sandtable import BadInput, Event, IllegalAction, UndoRefused, act, can_undo, fingerprint, legal, log, play, undo
from sandtable.kernel.flow import COMPILED, Choice, Setup, State, Step, advance
from sandtable.kernel.records import QUICK, quicken
from sandtable.kernel.snapshot import encode_agenda
from tests.kernel.toys import cards, convoy, corridor

for _game in (cards.GAME, convoy.GAME, corridor.GAME):
    sandtable.register(_game)


class Notes(State):
    """A position that only remembers what was done."""

    FIELDS = ("done",)

    def __init__(self) -> None:
        super().__init__(Setup("notes", 0, "one", {}, ((0, bytes(32)),)))
        self.done: list[str] = []


@dataclass(frozen=True)
class Note(Step):
    """Writes a word, then has others write theirs."""

    word: str
    after: tuple[str, ...] = ()

    def do(self, s: Notes) -> None:
        s.done.append(self.word)
        for word in self.after:
            s.then(Note(word))


@dataclass(frozen=True)
class Drop(Step):
    """Forgets what is due before a mark."""

    mark: str

    def do(self, s: Notes) -> None:
        s.then(Note("said before"))
        s.drop_to(Note(self.mark))
        s.then(Note("said after"))


@dataclass(frozen=True)
class Endless(Step):
    def do(self, s: Notes) -> None:
        s.then(Endless())


@dataclass(frozen=True)
class Empty(Choice):
    owner = "nobody"

    def offer(self, s: Notes) -> list[sandtable.Action]:
        return []


def run(*steps: Step) -> list[str]:
    s = Notes()
    s.then(*steps)
    advance(s)
    return s.done


def test_what_follows_runs_in_reading_order_before_what_was_due() -> None:
    assert run(Note("a", ("b", "c")), Note("d")) == ["a", "b", "c", "d"]


def test_a_mark_stays_and_runs_and_only_what_is_before_it_is_dropped() -> None:
    assert run(Note("a"), Drop("mark"), Note("lost"), Note("mark"), Note("kept")) == ["a", "said after", "mark", "kept"]


def test_a_mark_that_is_not_due_is_a_broken_promise() -> None:
    with pytest.raises(AssertionError, match="is not due"):
        run(Drop("nowhere"))


def test_a_choice_that_offers_nothing_is_a_broken_promise() -> None:
    with pytest.raises(AssertionError, match="offers nothing"):
        run(Empty())


def test_rules_that_go_in_circles_are_stopped() -> None:
    with pytest.raises(AssertionError, match="go in circles"):
        run(Endless())


def test_one_option_is_no_question_and_no_action() -> None:
    s = corridor.GAME.start(options={"shots": "none"}, dice=[1] * 20)
    play(s, act("sneak"))
    assert s.number == 1, "without a shot there is nothing to ask while the guard walks"
    assert legal(s)[0] == ("sneak",)


def test_a_secret_question_is_asked_even_with_one_option() -> None:
    s = cards.GAME.start(seed=1)
    for _ in range(4):
        play(s, legal(s)[0])
    assert len(legal(s)) == 1
    assert s.seat in ("north", "south")


def test_an_alarm_in_mid_move_ends_the_move_where_it_is() -> None:
    s = corridor.GAME.start(dice=[6, 1, 1])
    play(s, act("run", "3"))
    assert isinstance(s, corridor.Corridor)
    assert s.raider == 1
    assert s.alarm == 1
    assert s.guard == corridor.END - 1, "the guard has walked one of two squares and may be shot at"
    assert legal(s) == [("fire",), ("hold",)]


def test_words_that_are_not_on_offer_change_nothing() -> None:
    s = convoy.GAME.start()
    before = fingerprint(s)
    with pytest.raises(IllegalAction, match="“go well” is not on offer to driver now"):
        play(s, act("go", "well"))
    assert fingerprint(s) == before


def test_nothing_can_be_played_after_the_end() -> None:
    s = corridor.GAME.start(dice=[1] * 50)
    while options := legal(s):
        play(s, options[-1])
    assert s.seat is None
    with pytest.raises(IllegalAction, match="after the end"):
        play(s, act("wait"))


# --- undo ------------------------------------------------------------------------------------------------------------


def test_a_chain_can_be_taken_back_link_by_link() -> None:
    s = convoy.GAME.start(seed=3)
    start = fingerprint(s)
    play(s, act("with", "T1"))
    play(s, act("with", "T3"))
    assert can_undo(s) is None
    s = undo(undo(s))
    assert fingerprint(s) == start


def test_undo_never_follows_a_roll_and_names_it() -> None:
    s = convoy.GAME.start(dice=[4, 2])
    play(s, act("with", "T1"))
    play(s, act("with", "T2"))
    play(s, act("go", "well"))
    with pytest.raises(UndoRefused, match="dice were rolled: 4 2"):
        undo(s)


def test_undo_never_crosses_another_seat() -> None:
    s = cards.GAME.start(seed=1)
    play(s, legal(s)[0])
    refusal = can_undo(s)
    assert refusal is not None
    assert refusal.text == f"the last action was not {s.seat}'s"


def test_undo_never_follows_a_reveal_and_names_it() -> None:
    for seed in range(20):
        s = cards.GAME.start(seed=seed)
        play(s, legal(s)[0])
        second = s.seat
        play(s, legal(s)[0])
        if s.seat == second:
            with pytest.raises(UndoRefused, match="something was shown: the cards of the round"):
                undo(s)
            return
    raise AssertionError("no seed lets the second player lead")


def test_nothing_is_undone_before_the_first_action_or_after_the_end() -> None:
    s = convoy.GAME.start()
    refusal = can_undo(s)
    assert refusal is not None and refusal.text == "nothing has been done yet"
    for _ in range(3):
        play(s, act("done"))
    refusal = can_undo(s)
    assert refusal is not None and refusal.text == "the game is over"


def test_a_take_back_crosses_a_roll_and_is_counted() -> None:
    s = convoy.GAME.start(seed=2)
    play(s, act("with", "T1"))
    before = fingerprint(s)
    play(s, act("go", "well"))
    back = undo(s, takeback=True)
    assert fingerprint(back) == before
    assert back.takebacks == 1
    assert "takebacks: 1" in sandtable.record(back).text()


def test_a_take_back_is_refused_between_people_on_different_sides() -> None:
    s = cards.GAME.start(seed=1)
    play(s, legal(s)[0])
    with pytest.raises(UndoRefused):
        undo(s, takeback=True)


# --- copies and given chance -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [cards.GAME, convoy.GAME, corridor.GAME], ids=lambda game: game.name)
def test_every_field_is_cloned_and_counts_in_the_fingerprint(game: sandtable.Game) -> None:
    s = game.start(seed=5)
    for name in s.FIELDS:
        twin = s.clone()
        value = getattr(twin, name)
        if isinstance(value, (list, bytearray)):
            value.append(1)
        else:
            setattr(twin, name, value + 1)
        assert fingerprint(twin) != fingerprint(s), f"{name} does not count"
        assert getattr(s, name) != getattr(twin, name), f"{name} is shared by clones"


def test_a_copy_and_a_pickle_are_clones() -> None:
    s = convoy.GAME.start(seed=5)
    play(s, act("with", "T2"))
    assert fingerprint(copy.deepcopy(s)) == fingerprint(s) == fingerprint(pickle.loads(pickle.dumps(s)))


def test_given_faces_come_first_and_must_fit_the_die() -> None:
    s = convoy.GAME.start(dice=[1, 7])
    play(s, act("with", "T1"))
    play(s, act("go", "well"))
    assert isinstance(s, convoy.Trucks)
    assert s.stuck[0] == 1
    play(s, act("with", "T2"))
    with pytest.raises(BadInput, match="given die 2 shows 7; this die has faces 1 to 6"):
        play(s, act("go", "well"))


def test_given_draws_are_named() -> None:
    s = Notes()
    s.setup = Setup("notes", 0, "one", {}, ((0, bytes(32)),), draws=("blue", "green"))
    assert s.draw([0, 1], ("red", "blue")) == 1
    with pytest.raises(BadInput, match="given draw 2 is green, which is not in the pool"):
        s.draw([0, 1], ("red", "blue"))


def test_chance_is_bound_to_the_number_of_the_action() -> None:
    early, late = convoy.GAME.start(seed=9), convoy.GAME.start(seed=9)
    for s, first in ((early, "T1"), (late, "T2")):
        play(s, act("with", first))
        play(s, act("go", "well"))
    assert early.rolled == late.rolled, "another choice does not change the dice of the same action"


# --- readers ---------------------------------------------------------------------------------------------------------


def test_log_lines_are_numbered_for_each_reader() -> None:
    s = cards.GAME.start(seed=4)
    play(s, act(*legal(s)[0]))
    leader, other = ("north", "south") if s.seat == "south" else ("south", "north")
    assert [line.number for line in log(s, leader)] == [1, 2]
    assert [line.number for line in log(s, other)] == [1] == [line.number for line in log(s, None)]
    assert all(isinstance(line.event, Event) for line in log(s, leader))


def test_ids_stand_in_braces_until_a_reader_names_them() -> None:
    s = convoy.GAME.start(dice=[5])
    play(s, act("with", "T1"))
    events = play(s, act("go", "well"))
    assert events[-1].text == "{T1} drives to {well}"
    assert sandtable.tell(events[-1].text, convoy.GAME.names({})) == "truck T1 drives to the well"


def test_nobody_is_told_anything_while_nobody_listens() -> None:
    s = convoy.GAME.start()
    s.listen = False
    play(s, act("with", "T1"))
    assert play(s, act("go", "well")) == []


def test_the_agenda_is_plain_data() -> None:
    s = convoy.GAME.start()
    play(s, act("with", "T1"))
    play(s, act("with", "T3"))
    assert encode_agenda(s) == [["convoy.Drive", [[0, 2]]]]


# --- the front door --------------------------------------------------------------------------------------------------


def test_bad_input_says_what_would_be_right() -> None:
    with pytest.raises(BadInput, match="toy-corridor has no scenario “walk”; it has run"):
        corridor.GAME.start("walk")
    with pytest.raises(BadInput, match="toy-corridor run has no option “noise”; it has shots"):
        corridor.GAME.start(options={"noise": "on"})
    with pytest.raises(BadInput, match="option shots is one or none, not “two”"):
        corridor.GAME.start(options={"shots": "two"})
    with pytest.raises(BadInput, match="has no seat “east” here; it has north, south"):
        cards.GAME.view(cards.GAME.start(), "east")
    with pytest.raises(BadInput, match="has no bot “clever”; it has random"):
        cards.GAME.bot("clever")
    with pytest.raises(BadInput, match="there is no game “chess”"):
        sandtable.load("chess")


def test_why_not_names_the_clause_to_the_chooser_alone() -> None:
    s = convoy.GAME.start(dice=[1])
    play(s, act("with", "T1"))
    play(s, act("go", "well"))
    refusal = convoy.GAME.why_not(convoy.GAME.view(s, "driver"), "with T1")
    assert refusal == sandtable.Refusal("V-2", "{T1} is stuck")
    assert convoy.GAME.why_not(convoy.GAME.view(s, "driver"), "with T2") is None
    table = cards.GAME.start()
    other = "south" if table.seat == "north" else "north"
    assert cards.GAME.why_not(cards.GAME.view(table, other), "lay c1") == sandtable.Refusal(
        "", f"it is {table.seat}'s choice"
    )


def test_odds_are_exact_where_everything_is_open() -> None:
    s = corridor.GAME.start()
    lines = corridor.GAME.odds(corridor.GAME.view(s, "raider"), act("run", "2"))
    assert lines is not None
    assert dict(lines) == pytest.approx({"alarm": 11 / 36, "quiet": 25 / 36})


def test_odds_say_nothing_where_nothing_is_left_to_chance() -> None:
    s = convoy.GAME.start()
    assert convoy.GAME.odds(convoy.GAME.view(s, "driver"), act("done")) is None


@dataclass(frozen=True)
class Told(Step):
    """A record with a default, like many steps."""

    word: str
    times: int = 2
    to: tuple[str, ...] = ()


@dataclass(frozen=True)
class ToldTwice(Told):
    """One that has its base's fields and one more."""

    again: str = "again"


def test_a_quick_constructor_makes_the_same_frozen_record() -> None:
    before = [Told("a"), Told("a", 3, ("x",)), Told(word="b", to=("y",)), ToldTwice("c", again="d")]
    parameters = [inspect.signature(cls).parameters for cls in (Told, ToldTwice)]
    quicken()
    after = [Told("a"), Told("a", 3, ("x",)), Told(word="b", to=("y",)), ToldTwice("c", again="d")]
    assert (Told in QUICK) is not COMPILED, "compiled classes are quick by themselves"
    assert before == after and [hash(one) for one in before] == [hash(one) for one in after]
    assert [repr(one) for one in before] == [repr(one) for one in after]
    assert replace(after[0], word="e") == Told("e")
    with pytest.raises(FrozenInstanceError):
        after[0].word = "other"  # type: ignore[misc]
    with pytest.raises(TypeError, match="word"):
        Told()  # type: ignore[call-arg]
    for cls, known in zip((Told, ToldTwice), parameters, strict=True):
        mine = inspect.signature(cls).parameters
        assert [(p.name, p.default) for p in mine.values()] == [(p.name, p.default) for p in known.values()]
