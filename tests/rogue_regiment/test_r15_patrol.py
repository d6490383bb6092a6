"""Chapter 15: patrolmen who are fired at, or hear a shot, on their way."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment.tiles import WHITE
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, through, unit
from tests.rogue_regiment.test_axis import line, walker


@pytest.mark.clause("RR-7.18", "RR-7.10")
def test_a_patrolman_turned_off_his_line_stops_whatever_else_is_fired_at_that_instant() -> None:
    layout = plain(20, 16, F="5,7 14,13")
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout, dice=[1, 1])
    first, second = man(s, "jock", 5, 7, low=True), man(s, "paddy", 14, 13, low=True)
    u, other = walker(s, link, 2, E), unit(s, "rifle", 14, 7, N)
    s.m_mark[first], s.m_mark[second] = u, other
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (4, 2):
        do(s, "hold jock")
        do(s, "hold paddy")
    do(s, "fire jock pistol")
    assert s.u_face[u] == S
    do(s, "fire paddy pistol")
    through(s)
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((4, 2), S)


@pytest.mark.clause("RR-7.18", "RR-15.12")
@pytest.mark.parametrize("way", ["clockwise", "anticlockwise"])
def test_a_patrolman_whom_a_shot_turns_about_at_the_end_of_his_line_turns_no_farther(way: str) -> None:
    layout = plain(20, 16, F="2,5")
    link = line(layout, WHITE, *((x, 5) for x in range(3, 10)))
    s = field(layout, dice=[1])
    m = man(s, "jock", 2, 5, low=True, facing=E)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while not offered(s, "turn"):
        do(s, "hold jock")
    do(s, f"turn rifle-1 w {way}")
    assert s.u_face[u] == (S if way == "clockwise" else N)
    events = do(s, "fire jock pistol")
    through(s)
    assert [fact[2] for event in events for fact in event.facts if fact[0] == "turned"] == ["w"]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((9, 5), W)
