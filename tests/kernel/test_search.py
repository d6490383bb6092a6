"""A player that thinks ahead: it leaves the quick player's choice for what is clearly better, knows no more than its
seat, answers in time, and does the same again for the same seed."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandtable import Action, BadInput, Seen, act, legal, play
from sandtable.kernel.bots import EasyBot, QuickBot
from sandtable.kernel.search import Line, SearchBot, Weighed, ranked
from sandtable.kernel.styles import Styles, argument
from sandtable.kernel.tables import Page
from tests.kernel.toys import convoy


class Idle(QuickBot):
    """Ends its turn whenever it can; otherwise the first option."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        return act("done") if act("done") in options else options[-1]


class Planner(SearchBot):
    """Looks to the end of the turn, and counts how far the trucks have come."""

    slow = 0.0

    def moment(self, s: convoy.Trucks) -> int:
        return s.turn

    def value(self, s: convoy.Trucks, seat: str) -> float:
        time.sleep(self.slow)
        return sum(s.at) / 8


class WithBots(type(convoy.GAME)):  # type: ignore[misc]
    """The convoy with a quick player and one that thinks."""

    def bots(self) -> dict[str, Any]:
        return {"greedy": Idle, "easy": EasyBot, "search": Planner}


GAME = WithBots()


def asked(seed: int = 0) -> tuple[dict[str, Any], list[Action]]:
    s = GAME.start(seed=seed)
    return GAME.view(s, "driver"), legal(s)


def test_what_comes_out_better_in_the_same_worlds_is_preferred_to_what_the_quick_player_does() -> None:
    view, options = asked()
    assert GAME.bot("greedy").pick(view, options) == act("done")
    assert GAME.bot("search:32").pick(view, options)[0] == "with"


def test_a_lead_within_the_noise_is_no_reason_to_leave_the_quick_player() -> None:
    own, lucky, better = (
        Weighed(Line(act(name)), values)
        for name, values in (("own", [0.1] * 4), ("lucky", [0.9, -0.5, 0.2, 0.0]), ("better", [0.2, 0.15, 0.2, 0.2]))
    )
    assert [one.line.action[0] for one in ranked([own, lucky], 1.0)] == ["own", "lucky"]
    assert [one.line.action[0] for one in ranked([own, lucky, better], 1.0)] == ["better", "lucky", "own"]


def test_the_same_seed_and_number_of_continuations_give_the_same_thoughts() -> None:
    view, options = asked()
    first, again = (GAME.bot("search:20").weigh(view, options) for _ in range(2))
    assert [(one.line, one.values) for one in first] == [(one.line, one.values) for one in again]


def test_it_answers_in_time_with_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Planner, "slow", 0.01)
    view, options = asked()
    began = time.monotonic()
    assert GAME.bot("search:100000").pick(view, options, deadline=0.2) in options
    assert time.monotonic() - began < 1.0, "it had 0.2 seconds, and a continuation takes a hundredth"


def test_it_chooses_from_the_view_when_the_position_is_gone() -> None:
    view, options = asked()
    twin_view, twin_options = asked(seed=9)  # another secret seed: other dice would fall
    assert view == twin_view
    assert GAME.bot("search:16").pick(view, options) == GAME.bot("search:16").pick(twin_view, twin_options)


def test_what_follows_a_line_is_played_while_it_is_on_offer() -> None:
    s = GAME.start(seed=1)
    bot = Planner(GAME)
    there = bot.play_on(
        s.clone(), Line(act("with", "T1"), (act("go", "well"), act("with", "T1"), act("go", "fort"))), "driver"
    )
    assert there == 2 / 8
    moon = bot.play_on(s.clone(), Line(act("with", "T1"), (act("go", "moon"),)), "driver")
    assert moon == bot.play_on(s.clone(), Line(act("with", "T1")), "driver")


def test_a_hint_is_its_own_choice_and_up_to_two_others_with_what_is_expected_of_each() -> None:
    view, options = asked()
    told = GAME.bot("search:32").candidates(view, options)
    assert told[0].action == GAME.bot("search:32").pick(view, options)
    assert 2 <= len(told) <= 3
    assert len({one.action for one in told}) == len(told)
    assert all(one.value is not None and -1 <= one.value <= 1 for one in told)
    chains = [(one.action, *one.then) for one in told if one.action[0] == "with"]
    assert chains and all(chain[-1][0] == "go" for chain in chains), "a link is told with what follows, to its end"


def test_games_are_counted_only_where_they_were_played_on_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    view, options = asked()
    assert all((one.games, one.won) == (0, 0) for one in GAME.bot("search:8").candidates(view, options)), "a guess"
    monkeypatch.setattr(Planner, "AHEAD", 100)
    found = GAME.bot("search:8").candidates(view, options)
    assert all(one.games > 0 and 0 <= one.won <= one.games for one in found)


def test_what_is_wanted_is_weighed_in_every_world_even_where_the_quick_player_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, options = asked()
    own, worst = act("done"), act("with", "T4")
    for wanted in options:
        found = GAME.bot("search:64").weigh(view, options, wanted=wanted)
        worlds = {one.line.action: len(one.values) for one in found}
        assert worlds[wanted] == max(worlds.values()), "half of the others are dropped on the way"
    monkeypatch.setattr(Planner, "lines", lambda *_: [])
    left_alone = GAME.bot("search:8").weigh(view, options, wanted=own)
    assert [(one.line.action, one.values) for one in left_alone] == [(own, [])]
    found = GAME.bot("search:8").weigh(view, options, wanted=worst)
    assert {one.line.action: len(one.values) for one in found} == {own: 4, worst: 4}


def test_what_follows_from_a_decision_is_neither_thought_about_nor_advised_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, options = asked()
    monkeypatch.setattr(Planner, "goes_on", lambda *_: act("with", "T3"))
    bot = GAME.bot("search:32")
    assert bot.pick(view, options) == act("with", "T3")
    (told,) = bot.candidates(view, options)
    assert (told.action, told.value) == (act("with", "T3"), None)


def test_the_easy_player_errs_now_and_then() -> None:
    view, options = asked()
    picked = [GAME.bot("easy", seed).pick(view, options) for seed in range(60)]
    assert 30 < picked.count(act("done")) < 60


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:many", "search takes a number of continuations from 1 to 100000, not “many”"),
        ("random:7", "the bot “random” takes no argument, such as “7”"),
        ("clever", "has no bot “clever”"),
    ],
)
def test_an_argument_that_makes_no_sense_is_refused_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        GAME.bot(name)


STYLE = """
[risk]
first = 0.8
range = [0.0, 4.0]
says = "what a step nearer to the enemy weighs"
tuned = 1.5

[reach]
first = 4
range = [1, 9]
says = "how far it looks"
seat = "german"
"""


def test_a_style_is_tuned_or_first_and_single_numbers_can_be_changed() -> None:
    styles = Styles(Page("style.toml", STYLE))
    assert styles.style("").as_dict() == {"risk": 1.5, "reach": 4.0}
    assert styles.style("first").as_dict() == {"risk": 0.8, "reach": 4.0}
    assert styles.style("first+reach=7").as_dict() == {"risk": 0.8, "reach": 7.0}
    assert styles.style("risk=2")["risk"] == 2.0
    assert styles.style(argument({"risk": 0.25}))["risk"] == 0.25
    assert (styles.names_for("british"), styles.names_for("german")) == (["risk"], ["risk", "reach"])
    for wrong in ("bold", "reach=10", "reach=x", "risk=1+first"):
        with pytest.raises(BadInput):
            styles.style(wrong)


def test_a_number_outside_its_range_is_a_mistake_of_the_file() -> None:
    page = Page("style.toml", STYLE.replace("tuned = 1.5", "tuned = 5"))
    Styles(page)
    assert "tuned is 5; it should be a number from 0.0 to 4.0" in page.finish()[0].text


def test_thinking_changes_nothing_of_the_position_that_is_thought_about() -> None:
    s = GAME.start(seed=3)
    GAME.bot("search:16").pick(GAME.view(s, "driver"), legal(s))
    play(s, act("with", "T1"))
    assert s.number == 1
