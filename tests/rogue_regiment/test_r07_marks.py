"""Chapter 7: marked attacks in the middle of what the Axis do."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment.missions import Side
from sandtable.games.rogue_regiment.state import ADVANCE, BATTLE, GUARD, OFF, V_GUARD
from sandtable.games.rogue_regiment.tiles import BLACK
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, through, unit
from tests.rogue_regiment.test_axis import line, walker
from tests.rogue_regiment.test_second_audit_f import convoy, routed


@pytest.mark.clause("RR-7.19", "RR-13.13")
@pytest.mark.parametrize(("kind", "y", "role"), [("motorbike", 17, V_GUARD), ("smg", 15, GUARD)])
def test_a_unit_shot_at_before_its_first_step_chooses_its_goal_once(kind: str, y: int, role: int) -> None:
    s = field(plain(20, 20), dice=[1] * 9)
    s.section = BATTLE
    man(s, "wick", 10, 2, spotted=True)
    shooter, other = man(s, "jock", 4, 14, facing=E, spotted=True), man(s, "paddy", 4, 15, facing=E, spotted=True)
    u = unit(s, kind, 10, y, N, alert=True, role=role)
    s.m_mark[shooter] = s.m_mark[other] = u
    run(s, advance.AdvancePhase())
    do(s, "hold jock")
    do(s, "hold paddy")
    do(s, "fire jock pistol")  # its turn has begun
    goals = 0
    while offered(s):
        goals += bool(offered(s, "go"))
        do(s, (offered(s, "hold") or offered(s))[0])
    assert goals == 1


@pytest.mark.clause("RR-7.10", "RR-18.31")
def test_a_marked_attack_may_follow_the_step_with_which_a_patrol_vehicle_leaves_the_board() -> None:
    s, u = routed("motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 10)
    s.u_place[u], s.u_at[u], s.u_face[u] = 11, s.grid.at(4, -1), N  # its rear row is between the two
    m = man(s, "jock", 2, 0, facing=E)
    s.m_mark[m] = unit(s, "rifle", 7, 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_at[u] == OFF
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-18.37")
def test_a_marked_attack_may_follow_the_step_with_which_a_convoy_vehicle_leaves_the_board() -> None:
    s = field(plain(10, 10))
    [u] = convoy(s, "motorbike")
    s.u_place[u], s.u_at[u], s.u_face[u] = 10, s.grid.at(5, 10), S
    m = man(s, "jock", 2, 9, facing=E)
    s.m_mark[m] = unit(s, "rifle", 7, 9, E)
    s.phase = ADVANCE
    run(s, routes.ConvoyMoves())
    assert not s.alive(u)
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-18.54")
def test_a_marked_attack_may_follow_the_step_in_which_a_mine_destroys_a_patrol_vehicle() -> None:
    s, u = routed("motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 10, dice=[6] * 4)
    m = man(s, "jock", 2, 0, facing=E)
    s.mines = ((s.grid.at(4, 0), m),)
    s.u_place[u], s.u_at[u], s.u_face[u] = 9, s.grid.at(4, 1), N
    s.u_health = (1,)
    s.m_mark[m] = unit(s, "rifle", 7, 1, E)  # behind the vehicle before the step and after it
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while not offered(s, "fire"):
        do(s, offered(s)[0])
    assert not s.alive(u)
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-20.17")
def test_a_marked_attack_may_follow_the_step_in_which_a_trap_kills_a_patrolman() -> None:
    s = field(plain(10, 10))
    link = line(s.layout, BLACK, (4, 5), (4, 4), (4, 3), (4, 2), (4, 1))
    u = walker(s, link, 0, N)
    m = man(s, "jock", 2, 4, facing=E)
    s.traps = ((s.grid.at(4, 4), m, 0),)
    s.m_mark[m] = unit(s, "rifle", 6, 5, E)  # behind (4, 4) and (4, 5)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while not offered(s, "fire"):
        do(s, offered(s)[0])
    assert not s.alive(u)


@pytest.mark.clause("RR-7.18", "RR-18.35", "RR-20.34")
def test_a_patrol_vehicle_that_survives_a_marked_attack_and_sees_who_made_it_stops() -> None:
    s, u = routed("kubelwagen", Side(S, 0, 1), Side(N, 0, 0), 10, 20, forest="4,8", dice=[6])
    m = man(s, "hawke", 4, 8, facing=S)  # under his camo net
    assert s.has(m, data.I_CAMO)
    s.m_mark[m], s.token = u, BLACK
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[1] > 16:
        do(s, "hold hawke")
    assert not s.m_spotted[m]
    do(s, "fire hawke pistol")
    assert s.alive(u) and s.u_alert[u] and s.m_spotted[m]
    assert not offered(s)
    assert at(s, s.u_at[u])[1] == 16


@pytest.mark.clause("RR-7.18", "RR-7.10")
def test_a_patrolman_turned_by_a_marked_attack_stops_though_another_shot_falls_at_that_instant() -> None:
    s = field(plain(20, 20), dice=[1, 1])
    link = line(s.layout, BLACK, *[(x, 2) for x in range(4, 12)])
    u = walker(s, link, 0, E)
    near, other = man(s, "hawke", 5, 10), man(s, "paddy", 19, 19, facing=W)
    s.m_mark[near], s.m_mark[other] = u, unit(s, "officer", 12, 19, W)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[0] < 5:
        do(s, (offered(s, "hold") or offered(s))[0])
    do(s, "fire hawke pistol")
    do(s, "fire paddy pistol")
    through(s)
    assert at(s, s.u_at[u])[0] == 5
    assert s.u_face[u] == S
