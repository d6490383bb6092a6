"""A second reading of chapters 13 to 19 and 21 and of the missions: positions where two rules meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_position as position
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment.missions import Objective, Side
from sandtable.games.rogue_regiment.stage import Stage
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    DEAD,
    LEFT,
    OFF,
    TROOPER,
    V_GUARD,
    V_PATROL,
    WAITING,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.tiles import BLACK, Point
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, patrolled, run, sq, through, unit
from tests.rogue_regiment.test_axis import line, sentry, walker


def routed(
    unit_name: str, start: Side, end: Side, width: int, height: int, forest: str = "", dice: list[int] | None = None
) -> tuple[Regiment, int]:
    """A patrol vehicle that waits off the board."""
    s = field(plain(width, height, F=forest), dice=dice)
    patrolled(s, unit_name, start, end)
    u = setup.add_unit(s, data.UNITS.index(unit_name), OFF, 0, V_PATROL, OFF, 0)
    s.u_place[u], s.u_way[u] = 0, 1
    return s, u


# --- advancing on foot


@pytest.mark.clause("RR-7.19", "RR-13.19", "RR-1.3")
def test_a_unit_shot_at_while_it_passes_another_does_not_stop_on_his_square() -> None:
    s = field(plain(20, 12), dice=[1])
    s.section = BATTLE
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 12, 8)
    passed = unit(s, "officer", 15, 2, E, alert=True)
    u = unit(s, "smg", 13, 2, E, alert=True, role=TROOPER)
    s.u_done = [1, 0]
    s.m_mark[shooter] = u
    run(s, advance.AdvancePhase())
    while s.u_at[u] != s.u_at[passed]:
        way = (
            offered(s, "go", "smg-1", sq(16, 2)) or offered(s, "step", "smg-1", sq(15, 2)) or offered(s, "hold", "jock")
        )
        do(s, (way or offered(s, "hold", "jock") or offered(s, "step"))[0])
    do(s, "fire jock pistol")
    through(s)
    assert s.u_at[u] != s.u_at[passed]


@pytest.mark.clause("RR-7.19", "RR-18.7", "RR-18.8")
def test_a_vehicle_shot_at_while_it_passes_another_does_not_stop_on_him() -> None:
    s = field(plain(20, 10))
    s.section = BATTLE
    man(s, "paddy", 14, 4, spotted=True)
    unit(s, "officer", 10, 4, E, alert=True)
    u = unit(s, "motorbike", 10, 4, E, alert=True, role=V_GUARD)
    goals = vehicle_advance.vehicle_goals(s, u, 5)[0]
    assert goals
    assert vehicles.state_of(s, u) not in goals


@pytest.mark.clause("RR-13.16", "RR-20.55")
def test_a_unit_whose_way_a_blast_closes_goes_round_it_with_the_points_it_has() -> None:
    s = field(plain(20, 11), dice=[6] * 9)
    man(s, "paddy", 9, 5, spotted=True)
    thrower = man(s, "jock", 4, 9, side="B")
    s.barrels = (s.grid.at(4, 5),)
    u = unit(s, "smg", 1, 5, E, alert=True)
    s.m_mark_at = changed(s.m_mark_at, thrower, s.grid.at(4, 5))
    run(s, advance.AdvancePhase())
    steps = 0
    while offered(s):
        before = s.u_at[u]
        if at(s, before)[0] == 2 and offered(s, "fire"):
            do(s, "fire jock grenade")
        else:
            do(s, (offered(s, "hold", "jock") or offered(s, "go", "smg-1", sq(5, 5)) or offered(s))[0])
        steps += s.grid.distance(before, s.u_at[u])
    assert s.blasts
    assert at(s, s.u_at[u])[0] == 5, "another optimal position that it can still reach"
    assert steps == 4


# --- vehicles on their routes


@pytest.mark.clause("RR-18.54", "RR-18.35", "RR-9.20")
def test_a_patrol_vehicle_that_a_mine_destroys_sees_nobody_from_there() -> None:
    s, u = routed("motorbike", Side(S, 0, 1), Side(N, 0, 0), 10, 20, dice=[6] * 4)
    m = man(s, "jock", 4, 8)
    s.mines = ((s.grid.at(4, 16), m),)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    through(s)
    assert not s.alive(u)
    assert not s.m_spotted[m]


def convoy(s: Regiment, *members: str) -> list[int]:
    """A convoy that is on its way from north to south."""
    rows = s.grid.height // 10 - 1
    s.stage = Stage(replace(s.stage.mission, convoy=members, convoy_ends=(Side(N, 0, 0), Side(S, 0, rows))), s.layout)
    routes.special(s)
    s.turn += 1
    return routes.convoy(s)


def stand(s: Regiment, u: int, place: int) -> None:
    """A vehicle of a convoy is at a place of its route."""
    s.u_place[u] = place
    vehicles.put(s, u, routes.route_of(s, u)[place][0])


@pytest.mark.clause("RR-18.7", "RR-18.8", "RR-18.38")
def test_a_convoy_vehicle_held_back_by_the_one_ahead_does_not_stop_on_a_man() -> None:
    s = field(plain(10, 30))
    man(s, "jock", 0, 29, low=True)
    lead, u = convoy(s, "kubelwagen", "kubelwagen")
    stand(s, lead, 14)
    stand(s, u, 5)
    s.u_done[lead] = 1
    post = unit(s, "officer", 4, 6, E)
    run(s, routes.ConvoyMoves())
    assert s.u_at[post] not in s.footprint(u)
    assert s.u_place[u] == 6


BRIDGE = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""


@pytest.mark.clause("RR-18.45", "RR-20.41")
def test_a_convoy_on_a_bridge_does_not_run_a_swimmer_under_it_over() -> None:
    s = field(board(BRIDGE))
    m = man(s, "wick", 4, 4)
    s.m_swim = changed(s.m_swim, m, 1)
    u = convoy(s, "motorbike")[0]
    run(s, routes.ConvoyMoves())
    assert s.grid.ys[s.u_at[u]] > 4
    assert s.m_state[m] == ACTIVE


@pytest.mark.clause("RR-20.41", "RR-21.2")
def test_a_vehicle_may_stop_on_a_bridge_with_a_swimmer_under_it() -> None:
    s = field(board(BRIDGE))
    c = setup.add_car(s, data.WILLYS, s.grid.at(5, 2), S)
    driver, swimmer = man(s, "jock", 5, 2), man(s, "wick", 4, 4)
    s.m_car = changed(s.m_car, driver, c)
    s.m_seat = changed(s.m_seat, driver, 0)
    s.m_swim = changed(s.m_swim, swimmer, 1)
    assert s.grid.at(5, 4) * 4 + S in driving.drives(s, c)


@pytest.mark.clause("RR-12.10", "RR-18.45")
def test_when_a_convoy_runs_the_last_spotted_operator_over_another_is_nominated_at_once() -> None:
    s = field(plain(20, 30))
    s.section = BATTLE
    man(s, "jock", 4, 5, spotted=True)
    other = man(s, "paddy", 18, 25)
    u = unit(s, "smg", 18, 2, S, alert=True, role=TROOPER)
    convoy(s, "motorbike", "truck")
    run(s, advance.AdvancePhase())
    through(s)
    assert s.m_state[0] == DEAD
    assert s.m_spotted[other]
    assert at(s, s.u_at[u]) != (18, 2), "the rest of the phase is against him"


@pytest.mark.clause("RR-18.9", "RR-18.30")
def test_a_turn_of_a_route_into_a_wood_costs_two() -> None:
    s, u = routed("motorbike", Side(S, 0, 0), Side(E, 0, 0), 10, 10, forest="6,4")
    way = routes.route_of(s, u)
    assert next(cost for state, cost in way if state & 3 == E) == 2


@pytest.mark.clause("RR-18.35", "RR-18.8")
def test_a_patrol_vehicle_that_sees_somebody_while_it_passes_another_stops_before_him() -> None:
    s, u = routed("motorbike", Side(S, 0, 1), Side(N, 0, 0), 10, 20)
    m = man(s, "jock", 4, 8)
    post = unit(s, "smg", 4, 17, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.m_spotted[m]
    assert s.u_at[post] not in s.footprint(u)


# --- mortars


@pytest.mark.clause("RR-19.6", "RR-19.7")
@pytest.mark.parametrize("y", [18, 11])
def test_a_sentry_that_has_turned_or_stands_well_makes_room_for_a_mortar_all_the_same(y: int) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 5, y, spotted=True)
    u = unit(s, "mortar", 5, 5, N, alert=True, role=TROOPER)
    post = sentry(s, 5, 8, S, (S,))
    s.u_alert[post] = 1
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 8)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[post]) != (5, 8)


@pytest.mark.clause("RR-19.25")
def test_a_mortar_that_sets_up_between_two_men_turns_to_whom_the_players_say() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 1, 8, spotted=True)
    man(s, "paddy", 9, 8, spotted=True)
    u = unit(s, "mortar", 5, 6, N, alert=True, role=TROOPER)
    s.layout.points.append((Point("s", BLACK, 5, 8, (S,), S), s.grid.at(5, 8)))
    run(s, advance.AdvancePhase())
    while not offered(s, "turn-to"):
        play(s, legal(s)[0])
    assert offered(s) == ["turn-to mortar-1 jock", "turn-to mortar-1 paddy"]
    do(s, "turn-to mortar-1 paddy")
    assert (s.u_face[u], s.u_set[u]) == (E, 1)


@pytest.mark.clause("RR-19.19")
def test_no_two_mortar_teams_have_one_name() -> None:
    s = field(plain(20, 20))
    first = unit(s, "mortar", 5, 5, N, alert=True, role=TROOPER)
    second = unit(s, "mortar", 9, 5, N, alert=True, role=TROOPER)
    attack.hit_unit(s, first)
    third = unit(s, "mortar", 15, 5, N, alert=True, role=TROOPER)
    assert s.unit(second) != s.unit(third)
    assert s.unit_of(s.unit(third)) == third


@pytest.mark.clause("RR-19.24", "RR-13.22")
def test_without_a_free_point_a_team_on_the_spawn_tile_comes_onto_the_board_and_sets_up() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 5, 18, spotted=True)
    u = setup.add_unit(s, data.MORTAR, s.stage.spawns[BLACK][5], S, TROOPER, BLACK)
    s.u_alert[u] = 1
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.on_board(s.u_at[u])
    assert s.u_set[u] == 1


# --- patrolmen


@pytest.mark.clause("RR-13.3", "RR-15.2", "RR-14.8")
def test_a_patrolman_who_has_advanced_along_his_own_line_walks_on_from_there() -> None:
    layout = plain(20, 9)
    link = line(layout, BLACK, *((x, 4) for x in range(20)))
    s = field(layout)
    m = man(s, "jock", 16, 4, spotted=True)
    man(s, "paddy", 0, 8, low=True)
    u = walker(s, link, 2, E, alert=True)
    run(s, advance.AdvancePhase())
    while offered(s):
        ahead = sq(at(s, s.u_at[u])[0] + 1, 4)
        do(s, (offered(s, "go", "rifle-1", sq(6, 4)) or offered(s, "step", "rifle-1", ahead) or offered(s))[0])
    assert at(s, s.u_at[u]) == (6, 4)
    turn.kill(s, m)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (10, 4)


# --- the players' vehicles


def willys(s: Regiment, x: int, y: int, facing: int, *names: str) -> int:
    """A Willys with these men in its seats, in their order."""
    c = setup.add_car(s, data.WILLYS, s.grid.at(x, y), facing)
    for seat, name in enumerate(names):
        m = man(s, name, x, y)
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)
    s.c_ap = changed(s.c_ap, c, 2)
    return c


HALL = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ +#+#+#+#+#+ + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ +#+#+D+#+#+ + + + +
"""


@pytest.mark.clause("RR-21.10", "RR-6.4")
def test_an_alert_man_in_the_line_stops_a_willys_gun_s_shot_through_a_wall() -> None:
    for alert in (True, False):
        s = field(board(HALL))
        willys(s, 4, 1, S, "jock", "paddy")
        inside = unit(s, "rifle", 3, 6, N)
        assert guns.gun_range(s, 0, 1, inside) == 5
        unit(s, "smg", 3, 3, N, alert=alert)
        assert guns.gun_range(s, 0, 1, inside) == 0


@pytest.mark.clause("RR-21.12")
def test_two_men_in_a_full_vehicle_change_places() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 10, N, "jock", "paddy", "hawke", "wick")
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, "seat jock rear")
    do(s, "done")
    assert s.m_seat == (2, 1, 0, 3)
    do(s, "deploy willys")
    do(s, "seat jock driver")
    assert not offered(s, "seat", "jock"), "once in an action"
    do(s, "done")
    assert s.m_seat == (0, 1, 2, 3)


@pytest.mark.clause("RR-21.29", "RR-21.12")
def test_who_stays_in_a_vehicle_that_is_seen_acting_is_spotted_whoever_gets_out() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 10, N, "jock", "paddy")
    unit(s, "rifle", 9, 4, S)
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out jock {sq(8, 11)}")
    do(s, "done")
    assert s.m_spotted == [1, 1]


@pytest.mark.clause("RR-21.3", "RR-21.25")
def test_a_willys_may_floor_it_onto_the_board() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = setup.add_car(s, data.WILLYS, s.stage.entry[0], N)
    m = setup.add_man(s, 0, 0, s.stage.entry[0], WAITING)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    assert "floor willys 5" in offered(s)
    do(s, "floor willys 5")
    assert at(s, s.c_at[c]) == (3, 15)
    assert s.m_state[m] == ACTIVE


# --- missions


@pytest.mark.clause("RR-1.1")
def test_who_lives_and_is_still_on_the_board_has_not_left_by_boat() -> None:
    s = field(plain(20, 20))
    s.stage = Stage(replace(s.stage.mission, objectives=(Objective("boat-exit", 2, side=Side(W, 0, 0)),)), s.layout)
    s.scored = (0,)
    man(s, "jock", 3, 3)
    man(s, "paddy", 5, 5)
    turn.remove(s, 0, LEFT)
    s.m_seat = changed(s.m_seat, 0, -2)
    assert setup.points(s) == 1, "all who live must row away"
    turn.remove(s, 1, DEAD)
    assert setup.points(s) == 2, "one away, one lost, and the boat"


@pytest.mark.clause("RR-14.3")
def test_the_time_is_up_when_the_second_pass_through_the_deck_is_over() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 1)
    s.passes, s.deck, s.turn = 1, (), 72
    run(s, turn.BeginTurn())
    assert s.ended == "time"
    assert s.turn == 72


# --- advancing vehicles


def reached(s: Regiment, u: int) -> list[int]:
    """Where a vehicle can be with all its points, if only the ground counts."""
    rolling, start = vehicles.wheels_of(s, u), vehicles.state_of(s, u)
    return rolling.states(rolling.tracks(0).ways_from(start).within(data.MOVE[s.u_kind[u]]))


@pytest.mark.clause("RR-18.18", "RR-13.11")
@pytest.mark.parametrize("heading", [N, E, S, W])
def test_where_a_vehicle_stands_does_not_hide_anybody_from_where_it_will_be(heading: int) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    m = man(s, "jock", 9, 6, spotted=True)
    u = unit(s, "motorbike", 10, 13, heading, alert=True, role=V_GUARD)
    obstacles.veil(s)
    able = {state for state in reached(s, u) if vehicle_advance.best_shot(s, u, state, m) > -9}
    really = set()
    for state in reached(s, u):
        twin = s.clone()
        vehicles.put(twin, u, state)
        if sight.sees(twin, u, m) and reactions.reaction_distance(twin, u, m) <= 8:
            really.add(state)
    assert able == really


@pytest.mark.clause("RR-13.12", "RR-18.20")
@pytest.mark.parametrize("kind", ["motorbike", "half-track"])
def test_a_vehicle_is_offered_every_optimal_position_that_a_shortest_way_reaches_first(kind: str) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    m = man(s, "jock", 13, 7, spotted=True)
    u = unit(s, kind, 5, 12, E, alert=True, role=V_GUARD)
    obstacles.veil(s)
    rolling, start = vehicles.wheels_of(s, u), vehicles.state_of(s, u)
    tracks = rolling.tracks(0)
    rest = tracks.rest(start, s.m_at[m])

    def left(state: int) -> int:
        return rest.touching(rolling.bit(state))[0]

    firsts, edge = set(), {start}
    while edge:  # one step after another along all shortest ways, each until it comes to an optimal position
        after = {to for state in edge for to, price in tracks.moves(state) if left(to) == left(state) - price}
        after = {to for to in after if left(start) - left(to) <= data.MOVE[s.u_kind[u]]}
        best = {to for to in after if vehicle_advance.best_shot(s, u, to, m) == 1}
        firsts |= best
        edge = after - best
    assert set(vehicle_advance.vehicle_goals(s, u, data.MOVE[s.u_kind[u]])[0]) == firsts


# --- vehicles of ours as targets


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
    s.m_spotted[0] = 1
    u = unit(s, "rifle", 7, 2, S, alert=True)
    assert reactions.reaction_distance(s, u, 0) == 4
    assert reactions.firing_range(s, u, 0) == 5
    assert reactions.expected(s, u, 0)[2] == 0, "no short range"
    assert [plus for _, plus, _ in attacks.options(s, u, attacks.prey(s))] == [0]
    able, optimal = position.worths(s, u, 0, s.grid.bit[s.u_at[u]])
    assert (bool(able), bool(optimal)) == (True, False)


@pytest.mark.clause("RR-13.27", "RR-21.21")
def test_a_unit_turns_to_what_it_sees_of_a_vehicle() -> None:
    s = field(plain(20, 20, F="14,8"))
    s.section = BATTLE
    willys(s, 10, 13, W, "jock")
    s.m_spotted[0] = 1
    u = sentry(s, 18, 4, N, (N,))
    s.u_alert[u] = 1
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.u_face[u] == S
    assert reactions.firing_range(s, u, 0) == 8


@pytest.mark.clause("RR-13.31", "RR-18.6")
def test_a_vehicle_shut_in_on_all_sides_stays_where_it_is() -> None:
    fence = [(x, y) for x in range(14, 18) for y in range(14, 18) if not (15 <= x <= 16 and 15 <= y <= 16)]
    s = field(plain(20, 20, C=" ".join(f"{x},{y}" for x, y in fence)))
    s.section = BATTLE
    man(s, "jock", 2, 1, spotted=True)
    u = unit(s, "motorbike", 15, 15, N, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (15, 15)


@pytest.mark.clause("RR-14.16", "RR-14.17", "RR-21.1")
def test_the_cigarette_is_given_while_a_vehicle_acts_too() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 12, N, "jock")
    u = unit(s, "rifle", 9, 6, S)
    s.cigarette = 1
    s.give(0, data.I_CIGARETTE, 1)
    run(s, cars.CarAct(c))
    do(s, "cigarette jock rifle-1")
    assert s.c_ap[c] == 2, "it is no action"
    do(s, "deploy willys")
    do(s, "done")
    assert s.m_spotted == [0]
    assert s.u_cig[u] == 1
