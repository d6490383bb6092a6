"""Ties of the Axis are settled by one rule, a set-up is proposed, and who ends his turn looks where it matters."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import Setup, constants, legal, play
from tests.kit import at_random, begun, said
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, run, sq, unit

GAME = sandtable.load("rogue-regiment")


def automatic(s: Regiment) -> Regiment:
    """The same position, with ties left to the rule."""
    begun = s.setup
    s.setup = Setup(begun.game, begun.rules, begun.scenario, {**begun.options, "ties": "auto"}, begun.seeds, begun.dice)
    s.options = s.setup.options
    return s


@pytest.mark.clause("RR-16.12", "RR-13.10")
def test_of_units_equally_near_the_one_with_the_lowest_number_goes_first() -> None:
    s = automatic(field(plain(12, 12)))
    man(s, "jock", 5, 5, spotted=True)
    unit(s, "smg", 5, 1, S, alert=True)
    unit(s, "rifle", 1, 5, E, alert=True)
    unit(s, "rifle", 9, 5, W, alert=True)
    choice = order.WhoFirst("patrol", (2, 1))
    assert choice.settle(s, choice.offer(s)) == ("patrol", "rifle-1")
    assert said(s.events, "RR-16.12") == ["{rifle-1} goes first: the nearest, then the lowest number"]


@pytest.mark.clause("RR-13.13")
def test_of_equal_squares_and_ways_the_first_clockwise_from_north_is_taken() -> None:
    s = automatic(field(plain(12, 12)))
    m = man(s, "jock", 8, 8, spotted=True)
    u = unit(s, "rifle", 5, 5, E, alert=True)
    names = s.stage.by_name
    north, west, far = names[sq(5, 4)], names[sq(4, 5)], names[sq(6, 3)]
    goal = advance.Destination(u, m, 4, (west, far, north), ())
    assert goal.settle(s, goal.offer(s)) == ("go", "rifle-1", sq(5, 4)), "nearer than the one beyond, before the west"
    way = walking.Route(u, (west, names[sq(6, 5)]), north, 4, m, ())
    assert way.settle(s, way.offer(s)) == ("step", "rifle-1", sq(6, 5))
    turn_ = walking.TurnWay(u, (2, 2), (-1, 1))
    assert turn_.settle(s, turn_.offer(s))[3] == "clockwise"


@pytest.mark.clause("RR-16.8", "RR-16.12")
def test_the_attack_of_the_nearest_comes_first() -> None:
    s = automatic(field(plain(14, 14), dice=[1, 1, 1, 1]))
    man(s, "jock", 5, 5, spotted=True)
    man(s, "paddy", 9, 5, spotted=True)
    unit(s, "rifle", 5, 1, S, alert=True)
    unit(s, "rifle", 9, 4, S, alert=True)
    run(s, attacks.NextAttack())
    assert [event.text.split()[0] for event in s.events if event.clause == "RR-16.1"] == ["{rifle-2}", "{rifle-1}"]


def test_with_ties_left_to_the_rule_nobody_is_asked_about_the_axis() -> None:
    for mission in ("m1-cold-ford", "m8-iron-harvest"):
        asked = [s.choice for s in at_random(begun(GAME, Regiment, mission, seed=4), 4) if s.choice]
        assert asked
        assert not [choice for choice in asked if constants(choice).tie]


@pytest.mark.clause("RR-3.3", "RR-3.10", "RR-21.25")
def test_ready_takes_the_whole_set_up_as_proposed() -> None:
    s = begun(GAME, Regiment, "m8-iron-harvest", seed=2)
    assert legal(s)[-1] == ("ready",)
    play(s, ("ready",))
    assert s.number == 1
    assert s.phase != 0
    by_hand = begun(GAME, Regiment, "m8-iron-harvest", seed=2)
    while by_hand.phase == 0:
        assert by_hand.choice is not None
        play(by_hand, by_hand.choice.propose(by_hand))
    assert (s.m_kind, s.u_at, s.m_car) == (by_hand.m_kind, by_hand.u_at, by_hand.m_car)


@pytest.mark.clause("RR-4.9", "RR-4.10", "RR-7.15")
def test_who_ends_his_turn_without_a_facing_looks_to_what_he_marked_or_to_the_nearest_enemy() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 5, facing=S)
    assert turn.look_out(s, m) == S, "nobody is there"
    unit(s, "rifle", 5, 1, S)
    far = unit(s, "rifle", 10, 5, W)
    act_with(s, m)
    do(s, "end jock")
    assert s.m_face[m] == N
    s.m_mark[m] = far
    assert turn.look_out(s, m) == E


@pytest.mark.clause("RR-4.12")
def test_who_has_nothing_left_to_do_and_no_marker_is_done() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 5, spotted=True)
    s.m_ap[m] = 1
    unit(s, "rifle", 5, 1, N)
    act_with(s, m)
    do(s, f"move jock {sq(5, 6)}")
    assert s.m_done[m]
    s.m_ap[m], s.m_mark[m], s.m_done = 0, 0, (0,)
    act_with(s, m)
    assert offered(s) == ["end jock", "end jock n", "end jock e", "end jock s", "end jock w"], "where he looks matters"
