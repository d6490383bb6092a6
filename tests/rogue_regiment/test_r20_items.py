"""Chapter 20, items."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.state import ACTIVE, SUPPORT, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, act_with, do, field, man, offered, run, sq, unit


@pytest.mark.clause("RR-20.32")
def test_a_rabbit_s_foot_turns_one_die_to_six() -> None:
    s = field(plain(12, 12), dice=[1])
    m = man(s, "jock", 2, 2, side="B")
    u = unit(s, "rifle", 6, 2, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    do(s, "rabbit")
    assert not s.alive(u)
    assert s.has(m, data.I_RABBIT) == 0


@pytest.mark.clause("RR-20.32")
def test_a_rabbit_s_foot_turns_a_die_of_the_scatter_too() -> None:
    s = field(plain(14, 14, F="4,2"), dice=[1, 3, 1, 1, 1, 1])
    m = man(s, "jock", 2, 2, side="B")
    act_with(s, m)
    do(s, "throw jock")
    do(s, f"at {sq(7, 2)}")
    do(s, "face e")
    assert offered(s) == ["rabbit 1", "rabbit 3", "accept"]
    happened = do(s, "rabbit 3")
    assert ("marked", sq(7, 2), "blast") in [fact for event in happened for fact in event.facts], "1 and 6 are 7"
    assert s.has(m, data.I_RABBIT) == 0


@pytest.mark.clause("RR-20.32")
def test_two_rabbits_feet_turn_two_dice_and_none_that_is_no_operator_s() -> None:
    s = field(plain(9, 9), dice=[1, 1, 1])
    man(s, "jock", 0, 0, side="B")
    m = man(s, "paddy", 4, 6, side="B")
    unit(s, "rifle", 4, 3, N)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "rabbit")
    do(s, "rabbit")
    assert not offered(s, "rabbit")
    s.give(m, data.I_RABBIT, 1)
    ally = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(8, 8), ACTIVE)
    s.faces = (1, 1)
    run(s, items.Luck(ally, 5))
    assert not offered(s, "rabbit")


@pytest.mark.clause("RR-20.36")
def test_a_med_pack_heals_a_neighbour_for_nothing() -> None:
    s = field(plain(12, 12))
    m = man(s, "paddy", 2, 2, side="B")
    friend = man(s, "jock", 3, 2)
    s.m_health = changed(s.m_health, friend, 1)
    act_with(s, m)
    do(s, "heal paddy jock")
    assert s.m_health[friend] == 5
    assert s.m_ap[m] == 4


@pytest.mark.clause("RR-20.36", "RR-10.13", "RR-10.16")
def test_a_med_pack_used_in_view_is_seen_and_drawn_fire_at() -> None:
    s = field(plain(10, 10), dice=[6])
    m = man(s, "paddy", 3, 7, side="B")
    s.m_health = changed(s.m_health, m, 2)
    unit(s, "rifle", 3, 3, S, alert=True)
    act_with(s, m)
    do(s, "heal paddy paddy")
    assert s.m_spotted[m]
    assert (s.m_health[m], s.m_ap[m]) == (4, 4)
