"""The player that thinks ahead: what it thinks about, how far, and what it holds a position to be worth."""

from __future__ import annotations

import pytest

from sandtable import legal, play
from sandtable.games.night_drop.bot.search import FEATURES, Search, features
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.state import NightDrop, changed
from tests.kit import by_bots
from tests.night_drop.table import at, attacking, german, match, moving, put, stick, table


def thinker() -> Search:
    found = GAME.bot("search:4")
    assert isinstance(found, Search)
    return found


def thought_about(s: NightDrop) -> list[str]:
    """What it would think about here, in the order of the options."""
    assert s.seat is not None
    options = legal(s)
    seen = GAME.seen_in(GAME.view(s, s.seat), options)
    return [" ".join(line.action) for line in thinker().lines(seen, options, options[0])]


def feature(s: NightDrop, name: str) -> float:
    return features(s)[FEATURES.index(name)]


def test_it_thinks_about_activations_and_attacks_and_leaves_moves_to_the_quick_player() -> None:
    games = by_bots(GAME, match(1, "night-only"), 1, "greedy")
    s = next(s for s in games if s.turn == 2 and "activate" in legal(s)[0])
    assert thought_about(s) == [" ".join(option) for option in legal(s)]
    s = table(turn=9)
    put(s, "7a", "1010")
    assert thought_about(moving(s, "b1")) == []


@pytest.mark.parametrize(
    ("scenario", "turn", "thought"),
    [
        ("night-only", 2, ["attack 1011", "done"]),
        ("pegasus-bridge", 8, []),
        ("pegasus-bridge", 9, ["attack 1011", "done"]),
    ],
)
def test_of_the_whole_game_it_thinks_about_the_last_turns(scenario: str, turn: int, thought: list[str]) -> None:
    s = table(turn=turn, scenario=scenario)
    put(s, "7a", "1010")
    german(s, "g01", "1011")
    assert thought_about(attacking(s, "b1")) == thought


def test_a_moment_passes_with_every_activation() -> None:
    bot = thinker()
    moments: list[int] = []
    for s in by_bots(GAME, match(2, "night-only"), 2, "greedy"):
        if s.turn and (not moments or bot.moment(s) != moments[-1]):
            moments.append(bot.moment(s))
    assert moments == [turn * 8 + number for turn in range(1, 5) for number in range(4)]


def test_stages_are_two_turns_each_and_by_night_alone_one() -> None:
    bot = thinker()
    assert [bot.stage(table(turn=turn)) for turn in range(1, 12)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]
    assert [bot.stage(table(turn=turn, scenario="night-only")) for turn in range(1, 5)] == [5, 6, 7, 8]


def test_features_say_what_is_in_a_position() -> None:
    s = table(turn=2)
    for cell in ("1010", "1011"):
        stick(s, "red", "p", cell)
    put(s, "7a", "1016")
    put(s, "7b", "1214", reduced=True)
    german(s, "g16", "0714")
    s.control = changed(s.control, land.OBJECTIVE_AT[at("0514")], 1)
    s.adjustment = -1
    assert len(features(s)) == len(FEATURES)
    assert feature(s, "points") == 2 - 1
    assert feature(s, "points in reach of Germans") > 0
    assert (feature(s, "full Companies"), feature(s, "reduced Companies")) == (1, 1)
    assert (feature(s, "Sticks"), feature(s, "Sticks about to meet")) == (2, 4)
    assert (feature(s, "Germans on the map"), feature(s, "Germans near the bridges")) == (1, 4)
    assert feature(s, "Germans in the cup") == counters.CUP - 1
    assert (feature(s, "objectives with a Company"), feature(s, "objectives with a German")) == (1, 0)


@pytest.mark.parametrize("scenario", ["pegasus-bridge", "night-only"])
def test_points_are_worth_something_to_the_british_and_cost_the_german(scenario: str) -> None:
    bot, before = thinker(), table(turn=4, scenario=scenario)
    after = before.clone()
    after.adjustment = after.assembled = 3
    assert bot.value(after, "british") > bot.value(before, "british")
    assert bot.value(after, "german") < bot.value(before, "german")


def test_what_is_thought_about_is_told_with_what_is_expected_of_it() -> None:
    s = match(5, "night-only")
    for s in by_bots(GAME, match(5, "night-only"), 5, "greedy"):
        if s.turn == 2 and s.seat == "german" and len(legal(s)) == 3 and legal(s)[0][0] == "activate":
            break
    told = GAME.bot("search:6").candidates(GAME.view(s, "german"), legal(s))
    assert told[0].action == GAME.bot("search:6").pick(GAME.view(s, "german"), legal(s))
    assert {one.action for one in told} == set(legal(s))
    assert all(one.value is not None and -1 <= one.value <= 1 for one in told)
    play(s, told[0].action)
