"""Chapter 21, driving the players' vehicles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective, Side
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import ACTIVE, LEFT, OFF, WAITING, Regiment, changed
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import drive_to, garage, willys


@pytest.mark.clause("RR-21.11", "RR-21.18", "RR-21.29")
def test_ways_to_one_place_are_offered_once_for_each_difference_to_somebody() -> None:
    s, c = garage()
    s.m_seat = changed(s.m_seat, 1, 3)
    run(s, cars.CarsAct())
    for goal in driving.drives(s, c):
        assert len(driving.ways(s, c, goal)) == 1, "nobody is there to notice a difference"
    victim = unit(s, "rifle", 9, 13, N)
    s.offered = None
    do(s, "drive willys")
    do(s, f"to {sq(9, 10)} n")
    ways = offered(s, "by")
    assert len(ways) == len(set(ways)) == 2, "over the man or round him"
    alive = []
    for way in ways:
        twin = s.clone()
        do(twin, way)
        assert at(twin, twin.c_at[c]) == (9, 10)
        alive.append(twin.alive(victim))
    assert sorted(alive) == [False, True]


@pytest.mark.clause("RR-21.11", "RR-21.18", "RR-21.29", "RR-1.23")
def test_ways_off_the_board_are_offered_once_for_each_difference_to_somebody() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = willys(s, 5, 17, S, "jock")
    man(s, "paddy", 0, 0)
    run(s, cars.CarAct(c))
    twin = s.clone()
    do(twin, "leave willys")
    assert twin.m_state[0] == LEFT, "nobody is there to notice a difference"
    victim = unit(s, "rifle", 5, 19, S)
    s.offered = None
    do(s, "leave willys")
    ways = offered(s, "by")
    assert len(ways) == len(set(ways)) == 2, "over the man or past him"
    assert s.c_ap[c] == 2, "a link of a chain"
    alive = []
    for way in ways:
        twin = s.clone()
        do(twin, way)
        assert (twin.m_state[0], twin.c_at[c]) == (LEFT, OFF)
        alive.append(twin.alive(victim))
    assert sorted(alive) == [False, True]


@pytest.mark.clause("RR-1.23", "RR-18.12")
def test_a_vehicle_that_is_half_over_the_edge_at_the_entry_tile_may_leave() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = willys(s, 5, 17, S, "jock")
    near = unit(s, "rifle", 5, 10, S)
    run(s, cars.CarAct(c))
    do(s, "drive willys")
    do(s, "to entry-3 s")
    if offered(s, "by"):
        do(s, offered(s, "by")[0])
    assert (s.m_state[0], s.u_alert[near]) == (ACTIVE, 1), "it waits there"
    do(s, "leave willys")
    if offered(s, "by"):
        do(s, offered(s, "by")[0])
    assert (s.m_state[0], s.c_at[c]) == (LEFT, OFF)


@pytest.mark.clause("RR-21.26", "RR-1.22")
def test_who_leaves_by_boat_over_the_entry_tile_has_not_left_where_boats_should() -> None:
    for heading, x, met in ((W, 2, 1), (E, 7, 0)):
        s = field(plain(10, 10, **{"~": " ".join(f"{x},{y}" for x in range(10) for y in (4, 5))}))
        away = Objective("boat-exit", 2, side=Side(W, 0, 0))
        s.stage = Stage(replace(s.stage.mission, entry=Side(E, 0, 0), objectives=(away,)), s.layout)
        s.scored = (0,)
        c = setup.add_car(s, data.BOAT, s.grid.at(x, 5 if heading == W else 4), heading)
        cars.sit(s, man(s, "wick", x, 4), c, 0)
        s.c_ap = changed(s.c_ap, c, 2)
        run(s, cars.CarAct(c))
        do(s, "leave boat")
        assert s.m_state[0] == LEFT
        assert victory.points(s) == 1 + 2 * met


@pytest.mark.clause("RR-21.18", "RR-21.28", "RR-21.30")
def test_the_engine_is_heard_within_eight_and_only_shots_move_the_meter() -> None:  # TV-95
    s, c = garage(dice=[1] * 8)
    near, far = unit(s, "rifle", 9, 4, N), unit(s, "rifle", 0, 0, N)
    s.m_seat = changed(s.m_seat, 1, 3)
    run(s, cars.CarsAct())
    drive_to(s, 9, 12, "n")
    through(s, "turn")
    assert (s.u_alert[near], s.u_alert[far]) == (1, 0)
    assert s.u_face[near] == S
    assert s.meter == 6
    s.m_seat = changed(s.m_seat, 1, 1)
    third = man(s, "hawke", 9, 14)
    s.m_car = changed(s.m_car, third, c)
    s.m_seat = changed(s.m_seat, third, 2)
    s.move(far, s.grid.at(9, 19))
    s.forget()
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, near, data.VICKERS), guns.CarFire(c, 2, far, data.VICKERS), notice.Heard())
    assert s.meter == 4, "two guns, two spaces"


@pytest.mark.clause("RR-21.21", "RR-18.19")
def test_a_vehicle_does_not_hide_itself() -> None:
    s = field(plain(10, 10, F="6,5"))
    c = willys(s, 5, 6, N, "jock")
    u = unit(s, "rifle", 8, 3, S, alert=True)
    assert obstacles.car_squares(s, c)[1] == s.grid.at(6, 6)
    assert sight.sees(s, u, 0), "past the wood, over its own front right corner"
    assert sight.men_seen(s, u) == 1
    assert driving.noticing(s, c)[1] == [u]


@pytest.mark.clause("RR-21.21", "RR-10.9", "RR-13.11")
def test_the_range_to_a_vehicle_is_that_to_the_nearest_square_in_sight() -> None:
    s = field(plain(10, 10, F="5,3 6,4"))
    willys(s, 5, 6, N, "jock")
    s.spot(0, 1)
    u = unit(s, "rifle", 7, 2, S, alert=True)
    assert reactions.reaction_distance(s, u, 0) == 4
    assert reactions.firing_range(s, u, 0) == 5
    assert reactions.expected(s, u, 0)[2] == 0, "no short range"
    assert [plus for _, plus, _ in attacks.options(s, u, attacks.prey(s))] == [0]
    able, optimal = position.worths(s, u, 0, s.grid.bit[s.u_at[u]])
    assert (bool(able), bool(optimal)) == (True, False)


@pytest.mark.clause("RR-21.25", "RR-1.23")
def test_a_willys_waits_with_its_crew_on_the_entry_tile() -> None:
    s = GAME.start("m8-iron-harvest", seed=3)
    assert isinstance(s, Regiment)
    while not offered(s, "seat"):
        play(s, legal(s)[0])
    assert offered(s, "walk") == ["walk jock"]
    do(s, "walk jock")
    do(s, "walk paddy")
    assert len(offered(s, "walk")) == 0, "room for two beside it"
    while s.phase == 0:
        play(s, legal(s)[0])
    assert any(s.m_car[m] == 0 and s.m_seat[m] == 0 for m in range(4))
    assert all(s.m_state[m] == WAITING for m in range(4))
    do(s, "drive willys")
    do(s, offered(s, "to")[0])
    aboard = [m for m in range(4) if s.m_car[m] == 0]
    assert all(s.m_state[m] == ACTIVE for m in aboard)
