"""Chapter 16: whom Axis units attack, and who of them does."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import BATTLE, CORPSE, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, do, field, man, offered, run, unit
from tests.rogue_regiment.test_fourth_audit_v import willys


@pytest.mark.clause("RR-16.1", "RR-18.18", "RR-21.21")
@pytest.mark.parametrize("asked", [False, True])
def test_a_unit_attacks_a_vehicle_that_it_sees_past_the_wood_under_it(asked: bool) -> None:
    s = field(plain(12, 12, F="4,2 5,3"), dice=[6, 6])
    s.section = BATTLE
    c = willys(s, 5, 3, W, man(s, "jock", 0, 0, spotted=True))
    u = unit(s, "smg", 2, 5, N, alert=True)
    if asked:
        sight.may_view(s, u)  # what the unit might see if nothing moved is kept once somebody has asked for it
    whole = s.c_health[c]
    run(s, attacks.AttackPhase())
    assert s.c_health[c] == whole - 2


@pytest.mark.clause("RR-9.24", "RR-20.2")
def test_a_body_that_a_man_drops_as_he_is_killed_is_found_at_once() -> None:
    s = field(plain(20, 20), dice=[6])
    m = man(s, "jock", 5, 5, spotted=True)
    s.m_object, s.m_health = changed(s.m_object, m, CORPSE), changed(s.m_health, m, 1)
    unit(s, "rifle", 5, 2, S, alert=True)
    watcher, beside, away = unit(s, "smg", 12, 5, W), unit(s, "rifle", 16, 6, E), unit(s, "rifle", 18, 6, E)
    run(s, attacks.AttackPhase())
    assert not s.on_board(m)
    assert [s.u_alert[u] for u in (watcher, beside, away)] == [1, 1, 0], "who sees the body shouts"


@pytest.mark.clause("RR-9.24", "RR-21.22")
def test_a_body_that_a_destroyed_vehicle_has_hidden_is_found_at_once() -> None:
    s = field(plain(20, 20), dice=[6, 6])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0, spotted=True))
    s.c_health = changed(s.c_health, c, 1)
    unit(s, "smg", 9, 5, S, alert=True)
    watcher = unit(s, "rifle", 7, 10, E)
    s.corpses = (s.grid.at(12, 10),)
    run(s, attacks.AttackPhase())
    assert s.c_at[c] < 0
    assert s.u_alert[watcher]


@pytest.mark.clause("RR-16.12", "RR-12.10")
@pytest.mark.parametrize(("first", "health"), [("smg-1", 5), ("rifle-1", 3)])
def test_the_players_choose_the_order_where_a_death_would_have_another_man_spotted(first: str, health: int) -> None:
    s = field(plain(20, 20), dice=[6, 6, 6])
    s.section = BATTLE
    m, other = man(s, "jock", 5, 5, spotted=True), man(s, "paddy", 8, 5)
    s.m_health = changed(s.m_health, m, 1)
    unit(s, "rifle", 4, 5, N, alert=True)  # jock alone is in the corner of his eye
    unit(s, "smg", 8, 8, N, alert=True)
    run(s, attacks.AttackPhase())
    do(s, f"attacks {first} jock")
    assert not s.on_board(m)
    assert s.m_spotted[other]
    assert s.m_health[other] == health, "the rifleman cannot see paddy, the smg can"


@pytest.mark.clause("RR-16.12")
@pytest.mark.parametrize("why", ["he cannot die", "nobody can attack the other", "another is spotted too"])
def test_where_nothing_follows_from_the_order_nobody_is_asked(why: str) -> None:
    s = field(plain(20, 20), dice=[1, 1, 1])
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True)
    s.m_health = changed(s.m_health, m, 4 if why == "he cannot die" else 3)
    man(s, "paddy", 8, 18 if why == "nobody can attack the other" else 5)
    if why == "another is spotted too":
        man(s, "wick", 19, 19, spotted=True)
    unit(s, "rifle", 4, 5, N, alert=True)
    unit(s, "smg", 8, 8, N, alert=True)
    run(s, attacks.AttackPhase())
    assert not offered(s)
