"""Chapter 18: patrol vehicles and convoys on their routes."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.missions import Side
from sandtable.games.rogue_regiment.state import ADVANCE, OFF, Regiment, changed
from sandtable.games.rogue_regiment.tiles import BLACK
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, W, at, do, field, man, run, through, unit
from tests.rogue_regiment.test_fourth_audit_v import willys
from tests.rogue_regiment.test_second_audit_f import convoy, routed


def stand(s: Regiment, u: int, place: int) -> None:
    """A vehicle is at a place of its route."""
    state = routes.route_of(s, u)[place][0]
    s.u_place[u], s.u_at[u], s.u_face[u] = place, state >> 2, state & 3
    s.changed()


# --- patrol vehicles


@pytest.mark.clause("RR-18.18", "RR-18.35", "RR-21.21")
def test_a_patrol_vehicle_that_comes_onto_the_board_stops_at_a_vehicle_in_a_wood() -> None:
    s, u = routed("motorbike", Side(S, 0, 2), Side(N, 0, 0), 30, 30, forest="1,20 1,21")
    m = man(s, "jock", 0, 0)
    c = willys(s, 0, 18, N, m)  # with one square of the wood under it and one behind it
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 27), "the third place of its route"
    assert not sight.may_view(s, u) & obstacles.car_cover(s, c), "the terrain alone would hide all of it"
    assert s.u_alert[u] and s.m_spotted[m]


@pytest.mark.clause("RR-18.53", "RR-13.3")
@pytest.mark.parametrize(("row", "facing", "there"), [(19, N, 9), (18, S, 28)])
def test_a_patrol_vehicle_brought_to_another_place_of_its_route_goes_on_from_there(
    row: int, facing: int, there: int
) -> None:
    s, u = routed("motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
    stand(s, u, 3)
    s.u_alert[u], s.token = 1, BLACK
    s.u_at[u], s.u_face[u] = s.grid.at(4 if facing == N else 5, row), facing  # it has advanced on who is gone now
    s.changed()
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u])[1] == there
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u])[1] == -1 or s.u_at[u] == OFF, "on to the end it heads for"


@pytest.mark.clause("RR-18.53", "RR-13.3")
def test_a_patrol_vehicle_that_has_left_its_route_stands() -> None:
    s, u = routed("motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
    stand(s, u, 3)
    s.u_alert[u], s.token = 1, BLACK
    s.u_at[u] = s.grid.at(5, 19)
    s.changed()
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (5, 19)


@pytest.mark.clause("RR-18.30", "RR-18.20")
def test_an_alert_patrol_vehicle_off_the_board_keeps_its_route_in_stealth_whoever_is_spotted() -> None:
    s, u = routed("motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
    man(s, "jock", 0, 0, spotted=True)
    s.u_alert[u], s.token = 1, BLACK
    run(s, advance.AdvancePhase())
    assert s.u_at[u] == OFF, "only in Battle does it advance from off the board"
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 20)
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 20), "on the board it advances on him instead"
    run(s, advance.AdvancePhase())
    through(s)
    assert vehicles.state_of(s, u) != routes.route_of(s, u)[10][0]


# --- the convoy


@pytest.mark.clause("RR-18.38", "RR-7.10")
def test_a_convoy_vehicle_keeps_no_distance_to_one_that_was_destroyed_while_it_rolled() -> None:
    s = field(plain(10, 30), dice=[6])
    lead, truck = convoy(s, "motorbike", "truck")
    stand(s, lead, 10)
    stand(s, truck, 4)
    s.u_health = changed(s.u_health, lead, 1)
    s.u_done[lead] = 1
    m = man(s, "jock", 9, 9, facing=W)
    s.m_mark[m], s.phase = lead, ADVANCE
    run(s, routes.ConvoyMoves())
    while s.u_place[truck] == 4:
        do(s, "hold jock")
    do(s, "fire jock pistol")
    through(s)
    assert not s.alive(lead)
    assert s.u_place[truck] == 12, "behind the other it would have stopped at 6"


@pytest.mark.clause("RR-18.7", "RR-18.8", "RR-20.41")
def test_a_convoy_vehicle_does_not_end_on_a_man_on_a_bridge_because_one_swims_below() -> None:
    s = field(plain(10, 20, **{"~": "3,9 6,9", "B": "4,9 5,9"}))
    [u] = convoy(s, "motorbike")
    stand(s, u, 1)
    m = man(s, "wick", 4, 9)
    s.m_swim = changed(s.m_swim, m, 1)
    unit(s, "rifle", 4, 9, S)
    run(s, routes.Roll(u, 9))
    assert s.u_place[u] == 9, "a row before the bridge"
    run(s, routes.Roll(u, 3))
    assert s.u_place[u] == 12, "with enough points it passes"
    assert s.m_at[m] >= 0
