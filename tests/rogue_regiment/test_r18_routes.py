"""Chapter 18, Axis vehicles on their routes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.state import ACTIVE, ADVANCE, BARREL, OFF, V_GUARD, V_PATROL, changed
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, patrolled, run, through, unit
from tests.rogue_regiment.positions import FOOTBRIDGE, convoy, convoy_on, prices, routed, set_up, stand


@pytest.mark.clause("RR-18.9", "RR-18.10", "RR-18.11")
def test_one_forest_square_of_the_two_entered_costs_two() -> None:  # TV-49
    s = field(plain(20, 20, F="9,8 9,9"))
    costs = prices(s, 3, 9, 9, N)
    assert costs[9, 8, N] == 2
    assert costs[10, 8, N] == 1, "the squares entered are clear, though the vehicle leaves forest"
    assert max(costs.values()) == 2


@pytest.mark.clause("RR-18.9", "RR-18.30")
def test_a_turn_of_a_route_into_a_wood_costs_two() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(E, 0, 0), 10, 10, forest="6,4")
    way = routes.route_of(s, u)
    assert next(cost for state, cost in way if state & 3 == E) == 2


@pytest.mark.clause("RR-18.30", "RR-18.20")
def test_an_alert_patrol_vehicle_off_the_board_keeps_its_route_in_stealth_whoever_is_spotted() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
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


@pytest.mark.clause("RR-18.30", "RR-18.31", "RR-18.32", "RR-18.1")
def test_a_patrol_vehicle_drives_its_route_and_turns_round_off_the_board() -> None:  # TV-53
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(E, 0, 0))
    s.token = BLACK
    assert not s.here(u)
    run(s, patrol.PatrolPhase())
    assert sorted({s.grid.xs[v] for v in s.footprint(u)}) == [9, 10]
    assert sorted({s.grid.ys[v] for v in s.footprint(u)}) == [4, 5]
    assert s.u_face[u] == E
    run(s, patrol.PatrolPhase())
    assert s.u_at[u] == OFF, "wholly off, turned round"
    assert not sight.has_sight(s, u)
    run(s, patrol.PatrolPhase())
    assert s.u_face[u] in (W, S)
    assert s.here(u)
    s.token = WHITE
    before = s.u_at[u]
    run(s, patrol.PatrolPhase())
    assert s.u_at[u] == before, "white turns are not its own"


@pytest.mark.clause("RR-18.30", "RR-18.36", "RR-18.47", "RR-18.48")
def test_vehicles_are_swapped_but_never_those_that_are_objectives() -> None:
    names = {m.id: [o.name for o in GAME.scenario(m.id).options if "vehicle" in o.name] for m in data.MISSIONS.values()}
    assert names["m6-stone-teeth"] == ["patrol_vehicle", "vehicle_guns_one_noise"], "its half-track is an objective"
    s = set_up("m6-stone-teeth", patrol_vehicle="half-track")
    patrol = next(u for u in range(len(s.u_kind)) if s.u_role[u] == V_PATROL)
    assert data.UNITS[s.u_kind[patrol]] == "half-track"
    victory.score_kill(s, patrol)
    assert sum(s.scored) == 0, "only the mission's own half-track counts"
    victory.score_kill(s, next(u for u in range(len(s.u_kind)) if s.u_role[u] == V_GUARD))
    assert sum(s.scored) == 1
    s = set_up("m4-sunken-lane", convoy_escort="half-track")
    assert s.stage.mission.convoy == ("half-track scout", "truck", "truck", "kubelwagen")
    s = set_up("m7-saint-aubert-gaol", guard_vehicle="motorbike", assault_vehicle="half-track")
    assert [vehicle.unit for vehicle in s.stage.mission.vehicles] == ["half-track", "motorbike"]
    longest = GAME.scenario("m7-saint-aubert-gaol").options
    assert "truck" not in next(o for o in longest if o.name == "guard_vehicle").values, "its place is too short"


@pytest.mark.clause("RR-18.35")
def test_a_patrol_vehicle_stops_at_whom_it_sees() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 1), Side(N, 0, 0), 10, 20)
    m = man(s, "jock", 4, 8)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.m_spotted[m]
    assert s.u_alert[u]
    assert s.grid.ys[s.u_at[u]] == 16, "the first square from which he is within 8"


@pytest.mark.clause("RR-18.35", "RR-18.8")
def test_a_patrol_vehicle_that_sees_somebody_while_it_passes_another_stops_before_him() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 1), Side(N, 0, 0), 10, 20)
    m = man(s, "jock", 4, 8)
    post = unit(s, "smg", 4, 17, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.m_spotted[m]
    assert s.u_at[post] not in s.footprint(u)


@pytest.mark.clause("RR-18.36", "RR-18.37", "RR-18.38", "RR-18.39", "RR-18.44", "RR-3.14")
def test_a_convoy_moves_at_the_slowest_speed_and_keeps_two_squares_apart() -> None:  # TV-54
    s = convoy_on()
    assert s.u_place == [0, -4, -10, -16]
    run(s, advance.AdvancePhase())
    assert s.u_place == [8, 4, -2, -8]
    run(s, advance.AdvancePhase())
    assert s.u_place == [16, 12, 6, 0]
    for u, place in ((0, 24), (1, 19)):  # the first truck was held up at a corner
        s.u_place[u] = place
        vehicles.put(s, u, routes.route_of(s, u)[place][0])
    s.u_done = [1, 1, 0, 0]
    run(s, routes.ConvoyMoves())
    assert s.u_place[2] == 13, "two empty squares behind the first truck"


@pytest.mark.clause("RR-18.36")
def test_a_convoy_does_not_move_in_the_turn_of_its_card() -> None:
    s = convoy_on()
    s.turn -= 1
    run(s, advance.AdvancePhase())
    assert s.u_place == [0, -4, -10, -16]


@pytest.mark.clause("RR-18.38", "RR-18.3")
def test_a_convoy_keeps_its_distance_round_a_corner() -> None:
    s = field(plain(20, 20))
    s.stage = Stage(
        replace(
            s.stage.mission,
            window=(12, 8),
            convoy=("kubelwagen", "kubelwagen"),
            convoy_ends=(Side(S, 0, 1), Side(E, 1, 0)),
        ),
        s.layout,
    )
    man(s, "jock", 0, 0, low=True)
    routes.special(s)
    s.turn += 1
    first, second = routes.convoy(s)
    for _ in range(8):
        for u in (first, second):
            s.u_done[u] = 0
        run(s, routes.ConvoyMoves())
        if s.u_at[first] >= 0 and s.u_at[second] >= 0:
            gap = min(s.grid.distance(v, w) for v in s.footprint(first) for w in s.footprint(second))
            assert gap > routes.GAP


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


@pytest.mark.clause("RR-18.40", "RR-18.45", "RR-18.51")
def test_a_convoy_runs_men_over_and_sees_without_stopping() -> None:
    s = convoy_on()
    run_over, seen = man(s, "jock", 4, 5), man(s, "paddy", 8, 12)
    run(s, advance.AdvancePhase())
    assert s.m_health[run_over] == 0
    assert s.m_spotted[seen]
    assert s.u_alert[0]
    assert s.u_place[0] == 8


@pytest.mark.clause("RR-18.45", "RR-18.8", "RR-20.10")
@pytest.mark.parametrize(("row", "front", "lives"), [(7, 6, True), (3, 7, False)])
def test_a_convoy_vehicle_does_not_end_on_the_barrel_of_a_man_it_runs_over(row: int, front: int, lives: bool) -> None:
    s = field(plain(10, 30))
    m = man(s, "jock", 4, row)
    s.barrels, s.m_object = (OFF,), changed(s.m_object, m, BARREL)
    man(s, "paddy", 0, 25)
    u = convoy(s, "truck")[0]
    run(s, routes.ConvoyMoves())
    assert (at(s, s.u_at[u]), s.m_state[m] == ACTIVE) == ((5, front), lives)
    assert not any(v in s.footprint(u) for v in s.barrels)


@pytest.mark.clause("RR-18.43")
def test_a_truck_waits_at_a_corner_with_one_point_and_turns_with_two() -> None:  # TV-56
    s = field(plain(20, 20))
    ends = (Side(S, 0, 1), Side(E, 1, 0))
    s.stage = Stage(replace(s.stage.mission, window=(12, 8), convoy=("truck",), convoy_ends=ends), s.layout)
    routes.special(s)
    u = routes.convoy(s)[0]
    way = routes.route_of(s, u)
    corner = next(n for n, (state, _) in enumerate(way) if state & 3 == E) - 1
    for points, heading in ((1, N), (2, E)):
        s.u_place[u] = corner
        vehicles.put(s, u, way[corner][0])
        run(s, routes.Roll(u, points))
        assert s.u_face[u] == heading


@pytest.mark.clause("RR-18.43", "RR-18.3")
def test_a_truck_pays_two_for_a_turn() -> None:  # TV-56
    s = field(plain(20, 20))
    costs = prices(s, 4, 9, 9, N)
    assert costs[12, 8, E] == costs[7, 9, W] == 2


@pytest.mark.clause("RR-18.45", "RR-20.41")
def test_a_convoy_on_a_bridge_does_not_run_a_swimmer_under_it_over() -> None:
    s = field(board(FOOTBRIDGE))
    m = man(s, "wick", 4, 4)
    s.swim(m, 1)
    u = convoy(s, "motorbike")[0]
    run(s, routes.ConvoyMoves())
    assert s.grid.ys[s.u_at[u]] > 4
    assert s.m_state[m] == ACTIVE


@pytest.mark.clause("RR-18.53", "RR-18.30")
def test_a_patrol_vehicle_that_has_left_its_route_stands_still() -> None:
    s = field(plain(20, 10))
    patrolled(s, "motorbike", Side(W, 0, 0), Side(E, 1, 0))
    man(s, "jock", 0, 9, low=True)
    u = setup.add_unit(s, data.MOTORBIKE, s.grid.at(12, 7), N, V_PATROL, link=0)
    s.u_place[u], s.u_way[u], s.u_alert[u] = 3, 1, 1
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (12, 7)


@pytest.mark.clause("RR-18.53", "RR-13.3")
@pytest.mark.parametrize(("row", "facing", "there"), [(19, N, 9), (18, S, 28)])
def test_a_patrol_vehicle_brought_to_another_place_of_its_route_goes_on_from_there(
    row: int, facing: int, there: int
) -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
    stand(s, u, 3)
    s.u_alert[u], s.token = 1, BLACK
    s.u_at[u], s.u_face[u] = s.grid.at(4 if facing == N else 5, row), facing  # it has advanced on who is gone now
    s.forget()
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u])[1] == there
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u])[1] == -1 or s.u_at[u] == OFF, "on to the end it heads for"


@pytest.mark.clause("RR-18.53", "RR-13.3")
def test_a_patrol_vehicle_that_has_left_its_route_stands() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 2), Side(N, 0, 0), 10, 30)
    stand(s, u, 3)
    s.u_alert[u], s.token = 1, BLACK
    s.move(u, s.grid.at(5, 19))
    s.forget()
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (5, 19)


@pytest.mark.clause("RR-18.53")
def test_an_alert_patrol_vehicle_with_nobody_spotted_keeps_its_route() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0))
    s.rouse(u)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.here(u)


@pytest.mark.clause("RR-18.54", "RR-20.19")
def test_a_mine_goes_off_under_any_square_of_a_vehicle_and_a_trap_does_not() -> None:
    s = field(plain(20, 20), dice=[6, 6, 6, 6])
    m = man(s, "jock", 0, 0)
    u = unit(s, "motorbike", 9, 8, N)
    s.lay(traps=((s.grid.at(9, 8), m, 0),))
    s.lay(mines=((s.grid.at(10, 9), m),))
    placed.tread(s, u, s.footprint(u))
    run(s)
    through(s)
    assert s.traps[0][2] == 0
    assert list(s.mines) == []
    assert not s.alive(u)


@pytest.mark.clause("RR-18.54", "RR-18.35", "RR-9.20")
def test_a_patrol_vehicle_that_a_mine_destroys_sees_nobody_from_there() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 1), Side(N, 0, 0), 10, 20, dice=[6] * 4)
    m = man(s, "jock", 4, 8)
    s.lay(mines=((s.grid.at(4, 16), m),))
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    through(s)
    assert not s.alive(u)
    assert not s.m_spotted[m]
