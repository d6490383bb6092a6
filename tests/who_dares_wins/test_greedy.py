"""The bot `greedy`: it keeps to what is on offer, needs nothing but the view, and plays better than chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import sandtable
from sandtable.games.who_dares_wins.bot import greedy
from sandtable.games.who_dares_wins.box import missions, tables
from sandtable.games.who_dares_wins.rules import r04_purchase as purchase
from sandtable.games.who_dares_wins.state import CAP, SEAT, Desert
from sandtable.kernel.flow import legal, play
from scripts import golden
from tests.kit import begun, by_bots, ended
from tests.who_dares_wins.field import match

GAME = sandtable.load("who-dares-wins")
OPTIONS = {"bonus_needs_objective": "on"}
GOLDEN = Path(__file__).parent / "golden"
MISSIONS = tuple(scenario.id for scenario in missions.SCENARIOS)


@cache
def played(scenario: str, bot: str, seed: int) -> tuple[int, ...]:
    """How a game ended that was played by a bot that is shown views only; no position is kept."""
    s = match(scenario, seed=seed, **OPTIONS)
    s.listen = False
    return ended(by_bots(GAME, s, seed, bot)).results[-1]


def points(scenario: str, bot: str, games: int) -> list[float]:
    """Victory points of several games."""
    return [played(scenario, bot, seed)[1] / 2 for seed in range(games)]


@pytest.mark.parametrize("scenario", MISSIONS)
def test_greedy_beats_random_in_every_scenario(scenario: str) -> None:
    mine, chance = points(scenario, "greedy", 6), points(scenario, "random", 6)
    assert sum(mine) / 6 > sum(chance) / 6 + 3


@pytest.mark.parametrize("scenario", [one for one in MISSIONS if one != "scenario-5-2"])
def test_greedy_succeeds_more_often_than_not(scenario: str) -> None:
    levels = [played(scenario, "greedy", seed)[2] for seed in range(8)]
    assert sum(level >= tables.MODERATE for level in levels) > 4


@pytest.mark.parametrize("scenario", ["scenario-1", "scenario-1-historical", "scenario-2", "scenario-4"])
def test_the_tuned_numbers_are_worth_their_name(scenario: str) -> None:
    tuned, first = points(scenario, "greedy", 6), points(scenario, "greedy:first", 6)
    assert sum(tuned) / 6 > sum(first) / 6 + 1


def orders(scenario: str, seed: int) -> list[str]:
    """Everything that the quick player says in a game."""
    s = match(scenario, seed=seed, **OPTIONS)
    player, said = GAME.bot("greedy", 0), []
    while options := legal(s):
        said.append(" ".join(player.pick(GAME.view(s, SEAT), options)))
        play(s, options[[" ".join(one) for one in options].index(said[-1])])
    return said


def test_the_waco_is_bought_where_it_can_see_what_counts_and_called_from_afar() -> None:
    said = orders("scenario-1", 3)
    assert "take Waco" in said and "waco 1st intelligence beda-fomm" in said
    assert not any(word.startswith("watch") and word.endswith("2") and "beda-fomm" in word for word in said)
    assert "take Waco" not in orders("scenario-3", 3), "a raid needs fighters"


def test_a_hint_says_what_the_waco_is_bought_for() -> None:
    s = match("scenario-1", "buy", seed=3, **OPTIONS)
    player = GAME.bot("greedy", 0)
    while player.pick(GAME.view(s, SEAT), legal(s)) != ("take", "Waco"):
        play(s, player.pick(GAME.view(s, SEAT), legal(s)))
    assert "not noticed where nobody is" in player.advise(GAME.view(s, SEAT), legal(s)).reason


def test_an_unbroken_watch_is_kept_by_two_who_wait_the_alarm_down() -> None:
    out: set[int] = set()
    alarms: list[int] = []
    for s in by_bots(GAME, match("scenario-1-historical", seed=3, **OPTIONS), 0, "greedy"):
        out |= {u for zone in s.outside() for u in s.units_in(zone)}
        alarms.append(s.alarm)
    assert len(out) == 2 and max(alarms) > alarms[-1] == 0
    assert "low 1st" in orders("scenario-1-historical", 3)


def test_a_raid_with_time_to_spare_goes_around_the_axis() -> None:
    said = orders("scenario-5-2", 3)
    way = list(dict.fromkeys(word for word in said if word.startswith("go ")))[:4]
    assert way == ["go siwa", "go d1", "go d2", "go d3"], "over rocks, where nobody is"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*-greedy.txt")), ids=lambda path: path.stem)
def test_with_its_first_numbers_it_plays_as_it_was_first_written_down(path: Path) -> None:
    told = golden.read(path.read_text(encoding="utf-8"))
    s = golden.begun(GAME, told)
    player = GAME.bot("greedy:first", 0)
    for _, action in told.actions:
        assert player.pick(GAME.view(s, SEAT), legal(s)) == action
        play(s, action)
    assert not legal(s)


@pytest.mark.parametrize("scenario", MISSIONS)
def test_the_plan_asks_only_for_what_is_on_offer(scenario: str) -> None:
    s = GAME.start(scenario, seed=99, options=OPTIONS)
    player = GAME.bot("greedy", 0)
    assert isinstance(player, greedy.Greedy)
    while options := legal(s):
        answer = player.answer(GAME.seen(s, SEAT), options)
        assert answer in options
        play(s, answer)


def test_a_fresh_bot_with_another_seed_picks_the_same_since_it_needs_no_memory() -> None:
    s = GAME.start("scenario-2", seed=5, options=OPTIONS)
    player = GAME.bot("greedy", 5)
    while options := legal(s):
        view = GAME.view(s, SEAT)
        picked = player.pick(view, options)
        assert GAME.bot("greedy", 77).pick(view, options) == picked
        play(s, picked)


def test_every_question_of_the_rules_that_matters_has_an_answer_of_its_own() -> None:
    asked: set[type] = set()
    for seed, scenario in enumerate((*MISSIONS, *MISSIONS)):
        asked |= {type(s.choice) for s in by_bots(GAME, match(scenario, seed=seed, **OPTIONS), seed, "greedy")}
    indifferent = {"Again", "FaceLine", "ChooseNextAxis", "ChooseProtector", "ChooseContact", "Assign", "EndOrGoOn"}
    orders = {"Act"}
    assert {cls.__name__ for cls in asked if cls not in greedy.ANSWERS} <= indifferent | orders


@pytest.mark.clause("WDW-80.5")
def test_a_unit_on_a_base_that_is_not_home_is_brought_home() -> None:
    bought = ("buy", "take SAS1", "take SAS2", "take HQ3", "done", "with HQ3", "go koufra")
    s = ended(by_bots(GAME, match("scenario-1", *bought, seed=5, **OPTIONS), 0, "greedy"))
    assert s.turn < tables.LAST_TURN and s.results[-1][5] != CAP, "a hint that leaves it there waits for ever"


def test_a_patrol_that_the_plan_would_not_have_is_bought_as_well() -> None:
    s = begun(GAME, Desert, "scenario-1", "buy", "take HQ1", "next", options=OPTIONS)
    player = GAME.bot("greedy", 0)
    while isinstance(s.choice, purchase.Buy):
        play(s, player.pick(GAME.view(s, SEAT), legal(s)))
    assert sum(patrol == 1 for patrol in s.patrol) > 1
