"""What a fourth reading found about vehicles: the noise of their guns, and their gunners' markers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment.data import CARS, UNITS
from sandtable.games.rogue_regiment.missions import Side, Vehicle
from sandtable.games.rogue_regiment.state import ADVANCE, OFF, PATROL, V_GUARD, V_PATROL, Regiment, changed
from sandtable.games.rogue_regiment.tiles import BLACK
from sandtable.kernel.flow import parse
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, do, field, man, offered, run, sq, unit


def willys(s: Regiment, x: int, y: int, facing: int, *crew: int) -> int:
    """A Willys with its front left square there, and these men in its seats."""
    c = setup.add_car(s, CARS.index("willys"), s.grid.at(x, y), facing)
    for seat, m in enumerate(crew):
        cars.sit(s, m, c, seat)
    s.c_ap = changed(s.c_ap, c, cars.AP)
    s.changed()
    return c


# --- the noise of a mounted gun


@pytest.mark.clause("RR-9.2", "RR-21.30")
def test_a_mounted_gun_is_heard_within_earshot_of_any_square_of_its_vehicle() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    behind, beyond = unit(s, "rifle", 9, 19, S), unit(s, "rifle", 19, 19, S)
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert s.u_alert[behind] and s.u_face[behind] == N, "8 squares behind the rear of the Willys, 10 from its front"
    assert not s.u_alert[beyond]


@pytest.mark.clause("RR-9.2", "RR-9.6", "RR-21.30")
def test_who_hears_a_mounted_gun_turns_to_the_nearest_square_of_its_vehicle() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    right = unit(s, "rifle", 13, 12, S)  # its way to the front left square is 4 by 3, to the rear right one 3 by 1
    left = unit(s, "rifle", 7, 12, S)  # 2 by 3 to the front left square, 2 by 1 to the rear left one
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert (s.u_face[right], s.u_face[left]) == (W, E)


@pytest.mark.clause("RR-9.2", "RR-21.7")
def test_a_marked_shot_from_a_vehicle_is_heard_from_all_of_it() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    gunner = man(s, "paddy", 0, 0)
    willys(s, 9, 9, N, man(s, "jock", 0, 0), gunner)
    s.m_mark[gunner] = unit(s, "smg", 9, 5, N)
    behind = unit(s, "rifle", 9, 19, S)
    s.phase = ADVANCE
    run(s, marks.Instant(-1))
    do(s, "fire paddy vickers")
    assert s.u_alert[behind] and s.u_face[behind] == N


@pytest.mark.clause("RR-9.6", "RR-21.18")
def test_of_equally_near_squares_of_a_vehicle_a_unit_turns_to_the_straightest() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    left, right = unit(s, "rifle", 2, 16, N), unit(s, "rifle", 17, 16, N)  # the front square is 7 by 7, the rear 7 by 5
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert (s.u_face[left], s.u_face[right]) == (E, W)


# --- markers of gunners


@pytest.mark.clause("RR-7.5", "RR-21.7")
def test_a_gunner_may_move_his_marker_with_the_second_action() -> None:
    s = field(plain(20, 20))
    gunner = man(s, "paddy", 0, 0)
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), gunner)
    first, second = unit(s, "smg", 9, 0, N), unit(s, "smg", 19, 0, N)
    run(s, cars.CarAct(c))
    do(s, "mark willys front smg-1")
    assert s.m_mark[gunner] == first and s.c_ap[c] == 1
    assert offered(s, "mark") == ["mark willys front smg-2"]
    assert s.choice is not None
    refusal = s.choice.why_not(s, parse("mark willys front smg-1"))
    assert (refusal.clause, "on it" in refusal.text) == ("RR-21.7", True)
    do(s, "mark willys front smg-2")
    assert s.m_mark[gunner] == second and s.c_ap[c] == 0


@pytest.mark.clause("RR-21.4", "RR-21.5")
def test_a_gunner_marks_once_in_an_action() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0), man(s, "hawke", 0, 0))
    unit(s, "smg", 9, 0, N)
    unit(s, "smg", 19, 0, N)
    run(s, cars.CarAct(c))
    do(s, "mark willys front smg-1")
    assert offered(s, "mark") == ["mark rear smg-1", "mark rear smg-2"]
    assert s.choice is not None
    refusal = s.choice.why_not(s, parse("mark front smg-2"))
    assert (refusal.clause, "in this action" in refusal.text) == ("RR-21.5", True)
    do(s, "mark rear smg-2")
    assert s.c_ap[c] == 1 and offered(s, "drive")
    do(s, "drive willys")
    do(s, f"to {sq(9, 5)} n")
    do(s, offered(s, "by")[0])
    assert offered(s, "mark") == ["mark front smg-2", "mark rear smg-1"]


# --- getting out


@pytest.mark.clause("RR-9.16", "RR-10.1", "RR-21.12", "RR-21.29")
def test_who_gets_out_into_view_is_answered_himself_and_not_the_vehicle_that_nobody_sees() -> None:
    s = field(plain(20, 20, F="5,8 6,8 7,8 9,8 10,8 11,8 12,8"), dice=[6])
    driver, other = man(s, "jock", 0, 0), man(s, "hawke", 0, 0)
    c = willys(s, 9, 10, N, driver, other)
    health = s.c_health[c]
    unit(s, "rifle", 8, 4, S, alert=True)  # it looks through a gap in the wood
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out hawke {sq(8, 11)}")
    do(s, "done")
    assert [s.m_spotted[driver], s.m_spotted[other]] == [0, 1]
    assert (s.c_health[c], s.m_health[other]) == (health, 4)


@pytest.mark.clause("RR-10.4", "RR-21.12", "RR-21.19")
def test_all_who_leave_a_vehicle_in_view_are_answered() -> None:
    s = field(plain(20, 20), dice=[6, 6])
    men = [man(s, "jock", 0, 0), man(s, "hawke", 0, 0)]
    c = willys(s, 9, 10, N, *men)
    health = s.c_health[c]
    unit(s, "rifle", 9, 5, S, alert=True)
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out jock {sq(8, 11)}")
    do(s, f"out hawke {sq(11, 11)}")
    assert [s.m_health[m] for m in men] == [4, 4]
    assert s.c_health[c] == health, "nobody is left in it"


# --- ways


@pytest.mark.clause("RR-21.2", "RR-21.11", "RR-21.18")
def test_ways_are_told_apart_only_by_what_happens_on_them() -> None:
    s = field(plain(30, 20))
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0))
    unit(s, "rifle", 18, 14, S)  # it hears the engine where the Willys stands, whichever way that goes then
    run(s, driving.DriveTo(c, True))
    do(s, f"to {sq(7, 11)} n")
    assert not offered(s, "by")


# --- off the board


@pytest.mark.clause("RR-18.7", "RR-18.31")
def test_a_patrol_vehicle_leaves_past_one_that_stands_half_off_the_board() -> None:
    s = field(plain(10, 20))
    s.stage.mission = replace(
        s.stage.mission, vehicles=(Vehicle("patrol", "kubelwagen", None, Side(N, 0, 0), Side(S, 0, 1)),)
    )
    u = setup.add_unit(s, UNITS.index("kubelwagen"), OFF, 0, V_PATROL, OFF, 0)
    s.u_way[u], s.u_place[u] = 1, 17
    s.u_at[u], s.u_face[u] = s.grid.at(5, 16), S
    unit(s, "motorbike", 5, 20, S, role=V_GUARD)  # its front row is beyond the edge, where nobody ends on the board
    s.token, s.phase = BLACK, PATROL
    run(s, routes.VehiclesPatrol())
    assert s.u_at[u] == OFF


@pytest.mark.clause("RR-18.7", "RR-18.37")
def test_a_convoy_vehicle_leaves_past_one_that_stands_half_off_the_board() -> None:
    s = field(plain(10, 20))
    s.stage.mission = replace(
        s.stage.mission, convoy=("truck",), convoy_ends=(Side(N, 0, 0), Side(S, 0, 1)), objectives=()
    )
    routes.special(s)
    s.turn += 1
    s.u_place[0], s.u_at[0], s.u_face[0] = 17, s.grid.at(5, 16), S
    unit(s, "motorbike", 5, 20, S, role=V_GUARD)
    s.phase = ADVANCE
    run(s, routes.ConvoyMoves())
    assert not s.alive(0), "wholly past the far edge it is out of the game"
