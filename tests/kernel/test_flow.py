"""Flow: what is due, who is asked, what undo may cross, and what chance is bound to."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass

import pytest

import sandtable
from sandtable import (
    BadInput,
    Event,
    IllegalAction,
    UndoRefused,
    act,
    can_undo,
    fingerprint,
    legal,
    log,
    play,
    undo,
    unmarked,
)
from sandtable.kernel.flow import DEPTH, Choice, Setup, State, Step, advance
from sandtable.kernel.odds import count, mean
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
class Here(Step):
    """Writes a word, has steps done at once if nothing else is due first, and writes its word again."""

    word: str
    inner: tuple[Step, ...]
    first: tuple[Step, ...] = ()

    def do(self, s: Notes) -> None:
        s.done.append(self.word)
        s.then(*self.first)
        for step in self.inner:
            s.now(step)
        s.done.append(self.word + " goes on")


@dataclass(frozen=True)
class Down(Step):
    """Goes down one floor after the other, each within the one before."""

    floors: int

    def do(self, s: Notes) -> None:
        s.done.append(str(self.floors))
        if self.floors:
            s.now(Down(self.floors - 1))


@dataclass(frozen=True)
class End(Step):
    def do(self, s: Notes) -> None:
        s.finish()


@dataclass(frozen=True)
class Single(Choice):
    """Has one thing to offer, so that nobody is asked."""

    owner = "nobody"

    def offer(self, s: Notes) -> list[sandtable.Action]:
        return [act("yes")]

    def chosen(self, s: Notes, action: sandtable.Action) -> None:
        s.done.append("yes")


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


def test_a_step_is_done_at_once_when_nothing_is_due_before_it() -> None:
    here = Here("a", (Note("b"), Note("c")))
    assert run(here, Note("d")) == ["a", "b", "c", "a goes on", "d"]


def test_a_step_waits_for_what_is_due_before_it() -> None:
    here = Here("a", (Note("b"), Note("c")), first=(Note("first"),))
    assert run(here, Note("d")) == ["a", "a goes on", "first", "b", "c", "d"]


def test_what_a_step_done_at_once_says_comes_before_the_next_one() -> None:
    here = Here("a", (Note("b", ("of b",)), Note("c")))
    assert run(here, Note("d")) == ["a", "b", "a goes on", "of b", "c", "d"]


def test_the_order_is_that_of_the_agenda_whether_steps_are_done_at_once_or_not() -> None:
    inner = (Note("b", ("of b",)), Note("c"), Here("e", (Note("f"),)), Note("g"))
    at_once = [word for word in run(Here("a", inner), Note("d")) if "goes on" not in word]
    assert at_once == [word for word in run(Here("a", (), first=inner), Note("d")) if "goes on" not in word]


def test_a_choice_is_never_made_at_once() -> None:
    assert run(Here("a", (Single(), Note("b")))) == ["a", "a goes on", "yes", "b"]


def test_steps_within_one_another_end_on_the_agenda_before_the_stack_is_full() -> None:
    floors = 50 * DEPTH
    assert run(Down(floors)) == [str(floor) for floor in range(floors, -1, -1)]


@pytest.mark.parametrize("inner", [Drop("mark"), End()], ids=["drops", "ends"])
def test_a_step_done_at_once_calls_nothing_off(inner: Step) -> None:
    assert "lost" not in run(Here("a", (), first=(inner, Note("lost"))), Note("mark"))
    with pytest.raises(AssertionError, match="while whoever did it goes on"):
        run(Here("a", (inner,)), Note("mark"))


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
    assert refusal.text == "somebody else has acted since"


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
    assert refusal is not None and refusal.text.startswith("the game is over and its dice are open")


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
    assert sandtable.tell(events[-1].text, convoy.GAME.seen(s, None).names) == "truck T1 drives to the well"


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
        "", f"somebody else chooses now: {cards.GAME.names(cards.GAME.view(table, None))[str(table.seat)]}"
    )


def test_odds_are_exact_where_everything_is_open() -> None:
    s = corridor.GAME.start()
    lines = corridor.GAME.odds(corridor.GAME.view(s, "raider"), act("run", "2"))
    assert lines is not None
    assert dict(lines) == pytest.approx({"alarm": 11 / 36, "quiet": 25 / 36})


def test_odds_that_take_too_many_runs_are_drawn_and_say_so() -> None:
    s, way = corridor.GAME.start(), act("run", "2")
    drawn = count(s, way, corridor.GAME.sum_up, runs=3)
    assert drawn == {"about alarm": pytest.approx(11 / 36, abs=0.07), "about quiet": pytest.approx(25 / 36, abs=0.07)}
    assert {unmarked(text)[1] for text in drawn} == count(s, way, corridor.GAME.sum_up).keys()
    assert count(s, way, lambda *_: "", runs=3) == {}


def test_odds_of_several_positions_are_their_mean() -> None:
    assert mean([{"a hit": 0.5, "a miss": 0.5}]) == {"a hit": 0.5, "a miss": 0.5}, "one position is no guess"
    assert mean([{"a hit": 1.0}, {"a miss": 1.0}]) == {"about a hit": 0.5, "about a miss": 0.5}


def test_odds_say_nothing_where_nothing_is_left_to_chance() -> None:
    s = convoy.GAME.start()
    assert convoy.GAME.odds(convoy.GAME.view(s, "driver"), act("done")) is None


# --- what nobody is asked --------------------------------------------------------------------------------------------


class Plain(State):
    """A position that remembers what was chosen, with options of a match."""

    FIELDS = ("done",)

    def __init__(self, **options: str) -> None:
        super().__init__(Setup("notes", 0, "one", options, ((0, bytes(32)),)))
        self.done: list[str] = []


@dataclass(frozen=True)
class Equals(Choice):
    """Two that are equal for the automated side; its rule takes the second."""

    owner = "a"
    tie = True

    def offer(self, s: Plain) -> list[sandtable.Action]:
        return [act("left"), act("right")]

    def rank(self, s: Plain, action: sandtable.Action) -> tuple[int, ...]:
        return (2 if action == ("left",) else 1,)

    def chosen(self, s: Plain, action: sandtable.Action) -> None:
        s.done.append(action[0])


@dataclass(frozen=True)
class Camp(Choice):
    """A choice of the set-up, for which there should be a proposal."""

    who: str
    proposal: str = ""
    sets_up = True

    def seat(self, s: Plain) -> str:
        return self.who

    def offer(self, s: Plain) -> list[sandtable.Action]:
        return [act("north"), act("south")]

    def propose(self, s: Plain) -> sandtable.Action:
        return act(self.proposal) if self.proposal else ()

    def chosen(self, s: Plain, action: sandtable.Action) -> None:
        s.done.append(self.who + " " + action[0])


def waiting(s: Plain, *steps: Step) -> Plain:
    s.then(*steps)
    advance(s)
    return s


def test_a_tie_of_the_automated_side_is_settled_by_its_rule_unless_the_players_are_asked() -> None:
    assert waiting(Plain(ties="auto"), Equals()).done == ["right"]
    s = waiting(Plain(ties="ask"), Equals())
    assert s.done == []
    play(s, act("left"))
    assert s.done == ["left"]


def test_ready_takes_what_is_proposed_until_somebody_else_chooses() -> None:
    s = waiting(Plain(), Camp("a", "south"), Camp("a", "north"), Camp("b", "north"), Camp("a", "south"))
    assert legal(s) == [act("north"), act("south"), act("ready")]
    play(s, act("ready"))
    assert s.done == ["a south", "a north"]
    assert s.number == 1, "one action, whatever it took"
    play(s, act("south"))
    assert s.done[2:] == ["b south"]
    assert s.seat == "a", "who was ready before is asked again"


def test_a_choice_of_the_set_up_must_propose_something() -> None:
    s = waiting(Plain(), Camp("a", "south"), Camp("a"), Camp("a", "south"))
    with pytest.raises(AssertionError, match="proposes nothing"):
        play(s, act("ready"))
