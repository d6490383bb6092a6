"""Chapter 5, movement actions, where they meet what other chapters say."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import LEFT
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, S, act_with, at, do, field, man, offered, sq, unit
from tests.rogue_regiment.test_third_audit_e import willys


@pytest.mark.clause("RR-21.15", "RR-1.22", "RR-5.3")
def test_no_sprint_leaves_the_board_over_a_vehicle_that_would_be_boarded() -> None:
    rocks = "0,9 1,9 2,9 3,9 7,9 8,9 9,9 2,8 3,8 7,8 8,8"
    s = field(plain(10, 10, R=rocks))
    c = willys(s, 6, 9, E)
    assert {at(s, v) for v in obstacles.car_squares(s, c)} >= {(x, 9) for x in (4, 5, 6)}, (
        "all that touches the entry tile"
    )
    m = man(s, "paddy", 5, 7)
    act_with(s, m)
    assert f"sprint paddy {sq(5, 9)}" in offered(s, "sprint"), "he runs to it and boards"
    assert not offered(s, "leave")
    s = field(plain(10, 10, R=rocks))
    m = man(s, "paddy", 5, 7)
    act_with(s, m)
    do(s, offered(s, "leave")[0])
    assert (s.m_state[m], s.m_ap[m]) == (LEFT, 2), "nothing stands there"


@pytest.mark.clause("RR-9.25", "RR-9.16", "RR-21.29", "RR-21.15")
def test_who_is_seen_boarding_gives_away_nobody_who_sits_there_already() -> None:
    s = field(plain(12, 12))
    aboard = man(s, "jock", 9, 9)
    c = willys(s, 4, 6, E, aboard)
    u = unit(s, "rifle", 8, 1, S)
    m = man(s, "paddy", 5, 8)
    act_with(s, m)
    do(s, f"move paddy {sq(4, 7)}")
    do(s, "seat paddy rear")
    assert (s.m_car[m], s.u_alert[u]) == (c, 1)
    assert (s.m_spotted[m], s.m_spotted[aboard]) == (1, 0), "the other did nothing, nor did the vehicle"
