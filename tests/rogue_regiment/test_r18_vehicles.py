"""Chapter 18: Axis vehicles, with the ledger's vectors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r12_alarm as alarm
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r20_placed as placed
from sandtable.games.rogue_regiment.missions import Side, Vehicle
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    OFF,
    STEALTH,
    V_ASSAULT,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    V_SCOUT,
    V_SPAWN,
    Regiment,
)
from sandtable.games.rogue_regiment.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.wheels import wheels
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, at, field, man, run, through, unit
from tests.rogue_regiment.test_axis import HOUSE


def prices(s: Regiment, length: int, x: int, y: int, heading: int) -> dict[tuple[int, int, int], int]:
    """Where each step leads, and its cost."""
    rolling = wheels(s.layout, length)
    found = rolling.tracks(0).moves(s.grid.at(x, y) * 4 + heading)
    return {(*at(s, state >> 2), state & 3): cost for state, cost in found}


@pytest.mark.clause("RR-18.2", "RR-18.3", "RR-18.4", "RR-18.5")
def test_a_half_track_pays_one_forward_and_for_a_turn_and_two_in_reverse() -> None:  # TV-48
    s = field(plain(20, 20))
    costs = prices(s, 3, 9, 9, N)
    assert costs[9, 8, N] == costs[8, 8, N] == costs[10, 8, N] == 1
    assert costs[11, 8, E] == costs[8, 9, W] == 1
    assert costs[9, 10, N] == costs[8, 10, N] == costs[10, 10, N] == 2
    assert sorted(costs.values()) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]


@pytest.mark.clause("RR-18.43", "RR-18.3")
def test_a_truck_pays_two_for_a_turn() -> None:  # TV-56
    s = field(plain(20, 20))
    costs = prices(s, 4, 9, 9, N)
    assert costs[12, 8, E] == costs[7, 9, W] == 2


@pytest.mark.clause("RR-18.9", "RR-18.10", "RR-18.11")
def test_one_forest_square_of_the_two_entered_costs_two() -> None:  # TV-49
    s = field(plain(20, 20, F="9,8 9,9"))
    costs = prices(s, 3, 9, 9, N)
    assert costs[9, 8, N] == 2
    assert costs[10, 8, N] == 1, "the squares entered are clear, though the vehicle leaves forest"
    assert max(costs.values()) == 2


@pytest.mark.clause("RR-18.6", "RR-18.49")
def test_walls_rock_water_crates_and_rooms_stop_a_vehicle() -> None:
    for kind in ("R", "~", "C"):
        s = field(plain(20, 20, **{kind: "10,8"}))
        assert (9, 8, N) not in prices(s, 3, 9, 9, N)
    for edge in ("l", "h", "#", "W", "D"):
        s = field(edged(open_ground(20, 20), (edge, 9, 8, 9, 9)))
        assert (9, 8, N) not in prices(s, 3, 9, 9, N)
    s = field(plain(20, 20, **{"1": "10,8"}))
    assert (9, 8, N) not in prices(s, 3, 9, 9, N), "a room, even where no wall stands"


@pytest.mark.clause("RR-18.12")
def test_a_vehicle_may_be_partly_off_the_board_but_never_wholly() -> None:
    s = field(plain(20, 20))
    assert (9, -1, N) in prices(s, 3, 9, 0, N)
    assert (9, -3, N) not in prices(s, 3, 9, -2, N)


@pytest.mark.clause("RR-18.18", "RR-18.19", "RR-18.16")
def test_vehicles_block_sight_even_when_alert_and_not_their_own() -> None:
    s = field(plain(20, 20, F="9,9"))
    m = man(s, "jock", 9, 2)
    u = unit(s, "half-track", 9, 8, N, alert=True)
    behind = unit(s, "rifle", 9, 14, N)
    assert sight.sees(s, u, m), "forest under it does not matter"
    assert not sight.sees(s, behind, m)


@pytest.mark.clause("RR-18.34", "RR-18.55")
def test_a_vehicle_that_hears_is_alert_but_does_not_turn_and_never_shouts() -> None:  # TV-55
    s = field(plain(20, 20))
    u = unit(s, "half-track", 9, 8, N, role=V_GUARD)
    near = unit(s, "rifle", 12, 8, E)
    notice.begin(s)
    s.act_loud = (((s.grid.at(9, 14),), 8, 0),)
    run(s, notice.Heard())
    assert (s.u_alert[u], s.u_face[u]) == (1, N)
    s.u_alert[near] = s.u_alert[u] = 0
    notice.begin(s)
    notice.alert(s, u, "RR-9.16", "test")
    notice.shout(s, u)
    assert s.u_alert[near] == 0


@pytest.mark.clause("RR-18.28", "RR-18.29")
def test_armour_is_hurt_by_explosives_only_and_a_vehicle_goes_at_no_health() -> None:
    s = field(plain(20, 20))
    u, soft = unit(s, "half-track", 9, 8, N), unit(s, "motorbike", 3, 3, N)
    assert not attack.hurts(s, data.PISTOL, u)
    assert attack.hurts(s, data.GRENADE, u)
    assert attack.hurts(s, data.PISTOL, soft)
    notice.begin(s)
    for _ in range(3):
        attack.hit_unit(s, soft)
    assert not s.alive(soft)
    assert s.corpses == ()


def routed(
    role: str, kind: str, start: Side, end: Side | None, width: int = 10, height: int = 10
) -> tuple[Regiment, int]:
    """A vehicle with a route on open ground."""
    s = field(plain(width, height))
    s.stage.mission = replace(s.stage.mission, vehicles=(Vehicle(role, kind, None, start, end),))
    number = V_PATROL if role == "patrol" else V_ASSAULT
    u = setup.add_unit(s, data.UNITS.index(kind), OFF, 0, number, OFF, 0)
    s.u_place[u], s.u_way[u] = 0, 1
    return s, u


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


@pytest.mark.clause("RR-18.35")
def test_a_patrol_vehicle_stops_at_whom_it_sees() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 20)
    s.stage.mission = replace(
        s.stage.mission, vehicles=(Vehicle("patrol", "motorbike", None, Side(S, 0, 1), Side(N, 0, 0)),)
    )
    m = man(s, "jock", 4, 8)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.m_spotted[m]
    assert s.u_alert[u]
    assert s.grid.ys[s.u_at[u]] == 16, "the first square from which he is within 8"


@pytest.mark.clause("RR-18.53")
def test_an_alert_patrol_vehicle_with_nobody_spotted_keeps_its_route() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0))
    s.u_alert[u] = 1
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.here(u)


def convoy_on(width: int = 10, height: int = 30) -> Regiment:
    """A convoy of bike, truck, truck, bike down a straight road."""
    s = field(plain(width, height))
    rows = height // 10 - 1
    s.stage.mission = replace(
        s.stage.mission,
        convoy=("motorbike scout", "truck", "truck", "motorbike"),
        convoy_ends=(Side(N, 0, 0), Side(S, 0, rows)),
    )
    routes.special(s)
    s.turn += 1
    return s


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


@pytest.mark.clause("RR-18.40", "RR-18.45", "RR-18.51")
def test_a_convoy_runs_men_over_and_sees_without_stopping() -> None:
    s = convoy_on()
    run_over, seen = man(s, "jock", 4, 5), man(s, "paddy", 8, 12)
    run(s, advance.AdvancePhase())
    assert s.m_health[run_over] == 0
    assert s.m_spotted[seen]
    assert s.u_alert[0]
    assert s.u_place[0] == 8


@pytest.mark.clause("RR-18.42")
def test_a_scout_leaves_the_convoy_at_the_alarm() -> None:
    s = convoy_on()
    assert routes.convoy(s) == [0, 1, 2, 3]
    s.section = BATTLE
    s.u_alert[0] = 1
    assert routes.convoy(s) == [1, 2, 3]
    assert vehicle_advance.advances(s, 0)
    assert not vehicle_advance.advances(s, 3), "an armed convoy vehicle stays on the route"
    assert s.u_role[:2] == (V_SCOUT, V_CONVOY)


@pytest.mark.clause("RR-18.41", "RR-18.21")
def test_an_armed_vehicle_attacks_to_front_and_rear() -> None:
    s = field(plain(20, 20), dice=[6, 6, 6, 6, 6, 6])
    s.section = BATTLE
    front, rear = man(s, "jock", 9, 4, spotted=True), man(s, "paddy", 9, 14, spotted=True)
    unit(s, "half-track", 9, 8, N, alert=True, role=V_CONVOY)
    run(s, attacks.AttackPhase())
    through(s)
    assert (s.m_health[front], s.m_health[rear]) == (2, 2)


@pytest.mark.clause("RR-18.48", "RR-18.20", "RR-13.20")
def test_an_assault_vehicle_waits_off_the_board_until_the_alarm() -> None:  # TV-55
    s, u = routed("assault", "motorbike", Side(N, 0, 0), None, 10, 20)
    man(s, "jock", 4, 18, spotted=True)
    run(s, advance.AdvancePhase())
    assert not s.here(u)
    notice.begin(s)
    alarm.sound(s)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.here(u)


@pytest.mark.clause("RR-18.47")
def test_a_guard_vehicle_stays_until_alert_with_somebody_spotted() -> None:
    for alert, spotted, moves in ((False, True, False), (True, False, False), (True, True, True)):
        s = field(plain(20, 20))
        man(s, "jock", 2, 2, spotted=spotted)
        u = unit(s, "half-track", 15, 15, S, alert=alert, role=V_GUARD)
        run(s, advance.AdvancePhase())
        through(s)
        assert (at(s, s.u_at[u]) != (15, 15)) == moves


@pytest.mark.clause("RR-19.22")
def test_an_unarmed_vehicle_never_advances() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 2, 2, spotted=True)
    u = unit(s, "truck", 15, 15, N, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (15, 15)


@pytest.mark.clause("RR-18.46")
def test_a_spawned_vehicle_enters_from_its_tile() -> None:
    s = field(plain(10, 20))
    s.section = BATTLE
    man(s, "jock", 4, 18, spotted=True)
    events.spawn(s, BLACK, [data.MOTORBIKE])
    assert s.u_role == (V_SPAWN,)
    assert not s.here(0)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.here(0)


@pytest.mark.clause("RR-18.7", "RR-18.8")
def test_a_vehicle_passes_others_but_ends_on_free_squares() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0))
    other = unit(s, "smg", 4, 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_at[other] not in s.footprint(u)
    assert s.grid.ys[s.u_at[u]] == 1, "stops as far along as it can end"


def test_vehicles_drive_through_blasts() -> None:
    s = field(plain(20, 20))
    s.blasts = (s.grid.at(9, 8),)
    assert (9, 8, N) in prices(s, 3, 9, 9, N)


@pytest.mark.clause("RR-18.54", "RR-20.19")
def test_a_mine_goes_off_under_any_square_of_a_vehicle_and_a_trap_does_not() -> None:
    s = field(plain(20, 20), dice=[6, 6, 6, 6])
    m = man(s, "jock", 0, 0)
    u = unit(s, "motorbike", 9, 8, N)
    s.traps = ((s.grid.at(9, 8), m, 0),)
    s.mines = ((s.grid.at(10, 9), m),)
    placed.tread(s, u, s.footprint(u))
    run(s)
    through(s)
    assert s.traps[0][2] == 0
    assert list(s.mines) == []
    assert not s.alive(u)


@pytest.mark.clause("RR-18.23", "RR-18.24", "RR-18.25", "RR-18.26", "RR-18.52")
def test_an_hmg_fires_through_one_wall_at_three_off() -> None:  # TV-51
    s = field(board(HOUSE), dice=[3, 4, 5])
    s.section = BATTLE
    m = man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "motorbike", 4, 1, S, alert=True)
    assert sorted(at(s, v) for v in s.footprint(u)) == [(3, 0), (3, 1), (4, 0), (4, 1)]
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 5
    assert s.u_done[u] & vehicles.FRONT_FIRED
    assert s.dice_used == 3


@pytest.mark.clause("RR-18.27", "RR-18.17")
def test_a_man_at_the_window_is_attacked_in_the_usual_way() -> None:  # TV-52
    s = field(board(HOUSE), dice=[4, 3, 4])
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    unit(s, "motorbike", 4, 1, S, alert=True)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3


@pytest.mark.clause("RR-13.33")
def test_a_shot_through_a_wall_is_an_attack_position_of_an_hmg() -> None:
    s = field(board(HOUSE))
    s.section = BATTLE
    man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "motorbike", 4, 1, S, alert=True)
    obstacles.veil(s)
    assert vehicle_advance.best_shot(s, u, vehicles.state_of(s, u), 0) == vehicles.WALL_SHOT
    assert s.section != STEALTH
