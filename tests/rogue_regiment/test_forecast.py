"""What is told beside each option agrees with what the rules then do."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import percent
from sandtable.games.rogue_regiment.advice import forecast, odds
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import CIVILIAN, NOISE, SEEN, Regiment
from sandtable.kernel.flow import Action, legal
from sandtable.kernel.forecast import Offered, ordered
from tests.kit import begun, by_bots
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, sq, unit

GAME = sandtable.load("rogue-regiment")
WALKING = ("move", "sprint", "climb", "move-take", "sprint-take", "crouch", "pop-up", "swim")


def told(s: Regiment) -> dict[Action, Offered]:
    """What is told beside each option of a man, on the board of the test."""
    s.forget()
    choice = s.choice
    assert isinstance(choice, turn.Act)
    ahead = forecast.Ahead(s, choice.man)
    found = [ahead.forecast(action) for action in legal(s)]
    return {
        action: Offered(one.signs, one.text, one.at, place, choice.is_final(s, action), one.aside, one.asks)
        for action, one, place in zip(legal(s), found, ordered(found), strict=True)
    }


def noticed(s: Regiment, action: Action) -> tuple[bool, bool]:
    """Whether an action is seen and heard, by playing it on a copy; nobody fires back on it."""
    twin = s.clone()
    twin.listen = True
    odds.carry_out(twin, action)
    return any(mark & SEEN for mark in twin.u_mark), any(mark & NOISE for mark in twin.u_mark)


@pytest.mark.clause("RR-9.16", "RR-9.5", "RR-9.12", "RR-20.34")
@pytest.mark.parametrize("mission", ["m1-cold-ford", "m5-mill-race", "m8-iron-harvest"])
def test_who_is_said_to_be_seen_or_heard_is(mission: str) -> None:
    compared = 0
    for seed in (1, 2):
        for s in by_bots(GAME, begun(GAME, Regiment, mission, seed=seed), seed, "greedy"):
            if s.number > 250:
                break
            if s.number % 3 or not isinstance(s.choice, turn.Act) or s.m_spotted[s.choice.man]:
                continue
            for action, one in told(s).items():
                if action[0] in WALKING and s.m_car[s.choice.man] < 0:
                    compared += 1
                    assert ("seen" in one.signs, "heard" in one.signs) == noticed(s, action), (
                        f"{seed} {s.number} {action}"
                    )
    assert compared > 100


@pytest.mark.clause("RR-6.5", "RR-6.15")
def test_a_click_on_an_enemy_is_the_quiet_kill_before_the_loud_shot() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 6)
    unit(s, "rifle", 5, 5, N)
    act_with(s, m)
    found = {action: one for action, one in told(s).items() if one.at == "rifle-1"}
    likely = next(action for action, one in found.items() if one.likely == 1)
    assert likely == ("attack", "jock", "knife", "rifle-1")
    assert found[likely].text == "kills without dice"
    assert found[likely].signs == ()
    loud = next(
        one
        for action, one in found.items()
        if action[0] == "attack" and action[2] != "knife" and "heard" not in one.signs
    )
    assert "die" in loud.signs
    assert "meter 6 → 5" in loud.text
    assert loud.asks and not found[likely].asks, "no click gives him away in haste"


@pytest.mark.clause("RR-6.5", "RR-6.6")
def test_the_chance_beside_a_shot_is_the_one_that_its_odds_tell() -> None:
    s = field(plain(14, 14))
    m = man(s, "paddy", 5, 9)
    unit(s, "rifle", 5, 3, E)
    act_with(s, m)
    shots = [(action, one) for action, one in told(s).items() if action[0] == "attack"]
    assert shots
    for action, one in shots:
        table = odds.odds(s, action) or {}
        down = sum(chance for text, chance in table.items() if "down" in text)
        assert one.text.startswith(percent(down) + " kill")
    assert forecast.reckoning(s, ("attack", "paddy", "sten", "rifle-1")) == "3 dice, each needs 4"


def test_a_click_on_a_square_walks_there_and_the_way_that_nobody_notices_comes_first() -> None:
    s = field(plain(14, 14))
    m = man(s, "jock", 7, 7)
    unit(s, "rifle", 7, 5, W)
    act_with(s, m)
    there = {action: one for action, one in told(s).items() if one.at == sq(7, 8)}
    assert next(action for action, one in there.items() if one.likely == 1)[0] == "move"
    beyond = [(one.likely, one.signs) for one in told(s).values() if one.at == sq(8, 5)]
    assert ("sprint", "jock", sq(7, 7)) in told(s), "a run in a circle"
    assert not any(one.at == sq(7, 7) for one in told(s).values()), "a click on who acts means none of his runs"
    assert min(beyond)[1].count("seen") <= min(signs.count("seen") for _, signs in beyond)


def test_a_click_on_a_square_that_is_watched_walks_there_too_and_lays_no_bomb() -> None:
    s = field(plain(14, 14))
    m = man(s, "jock", 7, 7)
    unit(s, "rifle", 7, 2, S)
    act_with(s, m)
    found = told(s)
    both = {one.at for action, one in found.items() if action[0] == "place"}
    both &= {one.at for action, one in found.items() if action[0] == "move" and "seen" in one.signs}
    assert both
    for square in both:
        assert {action[0] for action, one in found.items() if one.at == square and one.likely == 1} == {"move"}


@pytest.mark.clause("RR-10.1", "RR-10.3", "RR-10.9")
def test_who_has_fired_at_a_man_or_is_killed_is_not_said_to_fire_and_attacks_on_the_spot_come_first() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 6, spotted=True)
    unit(s, "rifle", 5, 3, S, alert=True)
    unit(s, "rifle", 7, 4, S, alert=True)
    act_with(s, m)
    found = told(s)
    shot = found["attack", "jock", "pistol", "rifle-1"]
    assert "fire" in shot.signs
    assert "fired at by Rifleman 2, fired at unless it kills" in shot.text
    there = sorted((one.likely, action[0]) for action, one in found.items() if one.at == "rifle-1")
    assert [verb for _, verb in there][:2] == ["attack", "move-attack"]
    assert {one.at for action, one in found.items() if action[0] == "attack-move"} == {""}
    s.u_react = (1 << m, 1 << m)
    assert "fire" not in told(s)["attack", "jock", "pistol", "rifle-1"].signs, "once at each man"


def test_a_body_is_picked_up_where_it_is_clicked() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 5)
    s.lay(corpses=(s.grid.at(5, 5), s.grid.at(5, 6)))
    act_with(s, m)
    found = told(s)
    assert found["pick-up", "jock", "corpse"].at == "corpse-1"
    assert found["move-take", "jock", sq(5, 6)].at == "corpse-2"
    assert found["sprint-take", "jock", sq(5, 5)].at == "", "no click sends him round in a circle for it"


def test_who_is_unknown_is_asked_before_a_click_gives_him_away_or_picks_a_body_up() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 6)
    unit(s, "rifle", 5, 5, N)
    unit(s, "rifle", 5, 9, W)
    s.lay(corpses=(s.grid.at(4, 6),))
    s.m_low[m] = 1
    act_with(s, m)
    assert told(s)["pop-attack", "jock", "pistol", "rifle-1"].asks, "the only thing on offer there"
    s.m_low[m] = 0
    act_with(s, m)
    found = told(s)
    assert found["move-take", "jock", sq(4, 6)].asks, "he may only want to go there"
    walks = {action: one for action, one in found.items() if action[0] == "move"}
    assert {one.asks for one in walks.values() if "seen" in one.signs} == {True}
    assert {one.asks for one in walks.values() if not one.signs} == {False}
    s.m_spotted[m] = 1
    assert not any(one.asks for action, one in told(s).items() if action[0] == "move"), "everybody knows of him"


def test_what_is_seldom_wanted_is_folded_away_and_no_click_on_an_enemy_only_marks_it() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 11, facing=S)
    unit(s, "rifle", 5, 2, N)
    act_with(s, m)
    found = told(s)
    shown = list(dict.fromkeys(action[0] for action, one in found.items() if not one.aside))
    assert shown[:3] == ["move", "sprint", "move-attack"], "what a newcomer needs comes first"
    assert shown[-1] == "end"
    ends = [action for action, one in found.items() if action[0] == "end" and not one.aside]
    assert ends == [("end", "jock")], "where he looks is not asked"
    assert {"break-cover", "leave", "mark"} < {action[0] for action, one in found.items() if one.aside}
    assert found["mark", "jock", "rifle-1"].at == ""


def test_only_what_ends_the_mission_is_final() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 11, facing=S)
    act_with(s, m)
    found = told(s)
    assert [action for action, one in found.items() if one.final] == [("leave", "jock")]
    leave = found["leave", "jock"]
    assert leave.at.startswith("entry-") and leave.asks, "a click on the exit leaves, and asks while nothing is won"
    man(s, "paddy", 5, 9)
    act_with(s, m)
    assert not any(one.final for one in told(s).values()), "paddy is still there"


@pytest.mark.clause("RR-24.4", "RR-24.16")
def test_nobody_takes_notice_of_a_disguise_that_holds() -> None:
    s = field(plain(12, 12))
    m = man(s, "nancy", 5, 7)
    unit(s, "rifle", 5, 4, S)
    act_with(s, m)
    assert "seen" in told(s)["move", "nancy", sq(5, 8)].signs
    s.m_side = (CIVILIAN,)
    act_with(s, m)
    found = told(s)
    assert found["move", "nancy", sq(5, 8)].signs == ()
    assert found["move", "nancy", sq(5, 8)].at == sq(5, 8)


@pytest.mark.clause("RR-24.6", "RR-24.10")
def test_where_a_disguise_makes_them_suspicious_is_foretold() -> None:
    s = field(plain(12, 12), packs="twd")
    m = man(s, "nancy", 5, 5, side="B")
    unit(s, "rifle", 5, 4, S)
    act_with(s, m)
    cost = "in sight of Rifleman 1: a step of the meter if the turn ends so"
    assert [told(s)[words].text for words in (("end", "nancy"), ("move", "nancy", sq(5, 6)))] == [cost, cost]
    assert told(s)["move", "nancy", sq(4, 4)].text == cost, "beside him he sees her too"
    do(s, "interact nancy rifle-1")
    assert told(s)["end", "nancy"].text == ""


@pytest.mark.clause("RR-26.13")
def test_dogs_are_foretold_to_smell_who_comes_out_of_the_water_and_nobody_in_it() -> None:
    pond = {"~": " ".join(f"{x},{y}" for x in range(12) for y in (4, 5, 6))}
    s = field(plain(12, 12, **pond), packs="hd")
    m = man(s, "wick", 4, 4)
    s.swim(m, 1)
    unit(s, "dog", 4, 2, N)
    act_with(s, m)
    found = {action: one for action, one in told(s).items() if action[0] in ("move", "swim")}
    assert {"heard" in one.signs for one in found.values()} == {True, False}
    for action, one in found.items():
        assert ("heard" in one.signs) == noticed(s, action)[1], action
