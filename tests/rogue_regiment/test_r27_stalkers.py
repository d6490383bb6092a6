"""Chapter 27, the Stalkers."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.state import GUARD, JAEGER, OFF, STEALTH, Regiment
from tests.kit import said
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, at, do, man, offered, run, sq, unit
from tests.rogue_regiment.positions import HOUSE, hunted, plays


def sent(s: Regiment, x: int, y: int) -> None:
    """The waypoint of Stalker 1 lies there, and it is the Advance Phase."""
    plays(s, "waypoint 1")
    do(s, f"waypoint {sq(x, y)}")
    run(s, advance.AdvancePhase())


@pytest.mark.clause("RR-27.10", "RR-27.11", "RR-27.12", "RR-27.14")
def test_a_stalker_goes_his_allowance_each_advance_phase_and_looks_where_the_jaeger_says() -> None:
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, N)
    sent(s, 8, 2)
    assert at(s, s.u_at[u]) == (6, 2) and s.j_ways[0] == s.grid.at(8, 2)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (8, 2) and s.seat == JAEGER
    assert offered(s) == [f"watch stalker-1 {word}" for word in "nesw"]
    do(s, "watch stalker-1 w")
    assert s.u_face[u] == W and s.j_ways[0] == OFF
    assert s.u_role[u] == GUARD
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (8, 2), "in position he stands like a guard"


@pytest.mark.clause("RR-27.13")
def test_a_second_card_moves_his_waypoint() -> None:
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, N)
    sent(s, 12, 2)
    assert at(s, s.u_at[u]) == (6, 2)
    s.agenda.clear()
    plays(s, "waypoint 1")
    told = do(s, f"waypoint {sq(6, 12)}")
    assert said(told, "RR-27.13")
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (6, 6)


@pytest.mark.clause("RR-27.11")
def test_he_comes_from_the_spawn_tile_before_the_alarm_and_passes_others() -> None:
    s = hunted(plain(10, 20))
    u = s.enlist(data.STALKER, 1, s.stage.spawns[0][5], S, GUARD, OFF, OFF)
    unit(s, "smg", 4, 1, S)
    sent(s, 4, 8)
    assert s.section == STEALTH and at(s, s.u_at[u]) == (4, 2), "one point to the front row, three onto the board"


@pytest.mark.clause("RR-27.39")
def test_on_his_way_he_sees_like_a_patrolman_and_stops() -> None:
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, N)
    other = unit(s, "smg", 5, 4, S)
    m = man(s, "paddy", 12, 2)
    sent(s, 10, 2)
    assert at(s, s.u_at[u]) == (4, 2), "eight squares from him he has him in sight"
    assert s.u_alert[u] and s.m_spotted[m] and s.u_alert[other], "he shouts"


@pytest.mark.clause("RR-27.11", "RR-27.14")
def test_alert_with_a_spotted_operator_he_advances_instead() -> None:  # A33
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, S, alert=True)
    man(s, "paddy", 2, 14, spotted=True)
    sent(s, 12, 2)
    assert at(s, s.u_at[u])[1] == 6, "towards the man and not to the waypoint"
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, S, alert=True)
    sent(s, 12, 2)
    assert at(s, s.u_at[u]) == (6, 2), "with nobody spotted he goes where he was sent"


@pytest.mark.clause("RR-27.10", "RR-27.11")
def test_where_nobody_can_stand_he_goes_as_near_as_he_can() -> None:
    s = hunted(plain(20, 20, R="6,2"))
    u = unit(s, "stalker", 2, 2, N)
    sent(s, 6, 2)
    assert at(s, s.u_at[u])[0] == 5 and s.seat == JAEGER, "beside the rock he has arrived"
    do(s, "watch stalker-1 e")
    assert s.u_face[u] == E


@pytest.mark.clause("RR-27.12")
def test_in_a_house_he_comes_by_the_door_and_the_window() -> None:
    s = hunted(board(HOUSE))
    u = unit(s, "stalker", 3, 3, S)
    sent(s, 3, 6)
    assert at(s, s.u_at[u]) == (3, 6), "two points for the window"


@pytest.mark.clause("RR-27.10")
def test_a_dead_stalkers_card_does_nothing() -> None:
    s = hunted(plain(10, 10))
    plays(s, "waypoint 2")
    assert s.j_ways == (OFF,) * 4 and said(s.events, "RR-27.9")
