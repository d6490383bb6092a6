"""Chapter 18, the advance of alert Axis vehicles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.data import UNITS
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    BATTLE,
    DEAD,
    OFF,
    PATROL,
    STEALTH,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    V_SCOUT,
    V_SPAWN,
    Regiment,
)
from sandtable.geometry.squares import EAST, WEST
from sandtable.kernel.chance import Rng
from tests.rogue_regiment.boards import board, edged, level_over, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import HOUSE, card_of, convoy, convoy_on, prices, routed, stand, willys

WOOD = "8,14 9,14"  # one square beside the vehicle, and one under it


def lines_open(s: Regiment, state: int, length: int, squares: tuple[int, ...], clear: int) -> bool:
    """Whether a vehicle that looks ahead has one of some squares in sight, past nothing but terrain."""
    [(point, facing)] = s.layout.looks(state, length, True, False)
    there = [v for v in squares if s.layout.crew_fields[4 * point + facing] >> v & 1]
    return any(level_over(s.layout.crew, point, v, 0, 0, clear) < 2 for v in there)


def reached(s: Regiment, u: int) -> list[int]:
    """Where a vehicle can be with all its points, if only the ground counts."""
    rolling, start = vehicles.wheels_of(s, u), vehicles.state_of(s, u)
    return rolling.states(rolling.tracks(0).ways_from(start).within(data.MOVE[s.u_kind[u]]))


@pytest.mark.clause("RR-18.2", "RR-18.3", "RR-18.4", "RR-18.5")
def test_a_half_track_pays_one_forward_and_for_a_turn_and_two_in_reverse() -> None:  # TV-48
    s = field(plain(20, 20))
    costs = prices(s, 3, 9, 9, N)
    assert costs[9, 8, N] == costs[8, 8, N] == costs[10, 8, N] == 1
    assert costs[11, 8, E] == costs[8, 9, W] == 1
    assert costs[9, 10, N] == costs[8, 10, N] == costs[10, 10, N] == 2
    assert sorted(costs.values()) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]


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


@pytest.mark.clause("RR-18.7", "RR-18.8", "RR-20.41")
def test_a_convoy_vehicle_does_not_end_on_a_man_on_a_bridge_because_one_swims_below() -> None:
    s = field(plain(10, 20, **{"~": "3,9 6,9", "B": "4,9 5,9"}))
    [u] = convoy(s, "motorbike")
    stand(s, u, 1)
    m = man(s, "wick", 4, 9)
    s.swim(m, 1)
    unit(s, "rifle", 4, 9, S)
    run(s, routes.Roll(u, 9))
    assert s.u_place[u] == 9, "a row before the bridge"
    run(s, routes.Roll(u, 3))
    assert s.u_place[u] == 12, "with enough points it passes"
    assert s.m_at[m] >= 0


@pytest.mark.clause("RR-18.7", "RR-18.8")
def test_a_vehicle_passes_others_but_ends_on_free_squares() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0))
    other = unit(s, "smg", 4, 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_at[other] not in s.footprint(u)
    assert s.grid.ys[s.u_at[u]] == 1, "stops as far along as it can end"


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


@pytest.mark.clause("RR-18.12")
def test_a_vehicle_may_be_partly_off_the_board_but_never_wholly() -> None:
    s = field(plain(20, 20))
    assert (9, -1, N) in prices(s, 3, 9, 0, N)
    assert (9, -3, N) not in prices(s, 3, 9, -2, N)


@pytest.mark.clause("RR-18.12", "RR-21.2")
def test_a_vehicle_may_end_with_its_left_side_off_the_board_as_with_its_right_side() -> None:
    found = []
    for x in (0, 8):
        s = field(plain(10, 20))
        c = willys(s, x, 10, N, man(s, "paddy", 5, 5))
        squares = driving.wheels_of(s, c).squares
        # The right edge is seen in a mirror.
        found.append(
            {
                frozenset((9 - s.grid.xs[v] if x else s.grid.xs[v], s.grid.ys[v]) for v in squares(q))
                for q in driving.drives(s, c)
            }
        )
    assert found[0] == found[1]
    s = field(plain(10, 20))
    c = willys(s, 0, 10, N, man(s, "paddy", 5, 5))
    run(s, driving.DriveTo(c, True))
    left = driving.state_words(s, s.grid.at(-1, 8) * 4 + N)
    do(s, " ".join(("to", *left)))
    assert at(s, s.c_at[c]) == (-1, 8)
    assert at(s, s.m_at[0]) == (0, 8), "its crew is known by the part on the board"


@pytest.mark.clause("RR-18.14")
def test_a_half_track_sees_to_front_and_rear_from_the_middle_of_four_squares() -> None:  # TV-50
    layout = plain(10, 6, H="7,1", F="6,3")
    grid = layout.grid
    token = [(x, y) for x in (3, 4, 5) for y in (2, 3)]

    def drawn(corner: int, facing: int) -> list[str]:
        field = layout.crew_fields[4 * corner + facing]
        full, part = layout.crew.fully(corner, field), layout.crew.partly(corner, field)
        rows = []
        for y in range(6):
            line = ""
            for x in range(10):
                q = grid.at(x, y)
                line += (
                    "#" if (x, y) in token else "-" if not field >> q & 1
                    else "o" if full >> q & 1 else "p" if part >> q & 1 else "x"
                )  # fmt: skip
            rows.append(line)
        return rows

    front = ["-------opp", "------oopo", "---###oooo", "---###oxxx", "------oxxx", "-------oxx"]
    rear = ["oo--------", "ooo-------", "ooo###----", "ooo###----", "ooo-------", "oo--------"]
    assert drawn(grid.at(5, 3), EAST) == front
    assert drawn(grid.at(4, 3), WEST) == rear


@pytest.mark.clause("RR-18.18", "RR-6.2")
@pytest.mark.parametrize(("forest", "low"), [(WOOD, False), ("8,14", False), (WOOD, True)])
def test_a_wood_under_a_vehicle_does_not_hide_it_from_an_operator(forest: str, low: bool) -> None:
    s = field(plain(20, 20, F=forest))
    m = man(s, "jock", 7, 13, low=low)
    u = unit(s, "motorbike", 9, 14, N, role=V_GUARD)
    act_with(s, m)
    assert offered(s, "pop-attack" if low else "attack", "jock", "pistol") != []
    far = min(s.grid.distance(s.m_at[m], v) for v in targeting.in_sight(s, m, s.m_at[m], u, False))
    assert far == 3, "its nearest square is behind the tree beside it"


@pytest.mark.clause("RR-18.18", "RR-8.3")
def test_a_hedge_under_a_vehicle_does_not_hide_it_from_who_crouches() -> None:
    for hedge in ("9,14 10,14", "8,14"):
        s = field(plain(20, 20, H=hedge))
        m = man(s, "jock", 5, 14, low=True)
        u = unit(s, "motorbike", 9, 14, N, role=V_GUARD)
        far = s.grid.at(10, 14) in targeting.in_sight(s, m, s.m_at[m], u, True)
        assert far == (hedge != "8,14")


@pytest.mark.clause("RR-18.18", "RR-21.21")
@pytest.mark.parametrize("forest", [WOOD, "8,14"])
def test_a_wood_under_our_vehicle_does_not_hide_it_from_the_axis(forest: str) -> None:
    s = field(plain(20, 20, F=forest))
    m = man(s, "jock", 0, 0)
    c = willys(s, 9, 14, N, m)
    u = unit(s, "rifle", 7, 13, E, alert=True)
    assert sight.view_of_car(s, u, c) == s.grid.bit[s.grid.at(10, 14)]
    assert sight.men_seen(s, u) == 1 << m
    assert sight.sees(s, u, m)
    assert reactions.firing_range(s, u, m) == 3
    assert driving.noticing(s, c)[1:] == ([u], [u])


@pytest.mark.clause("RR-18.18", "RR-13.11", "RR-16.1")
def test_units_advance_on_and_attack_a_vehicle_in_a_wood() -> None:
    s = field(plain(20, 20, F=WOOD))
    s.section = BATTLE
    m = man(s, "jock", 0, 0, spotted=True)
    c = willys(s, 9, 14, N, m)
    u = unit(s, "rifle", 7, 13, E, alert=True)
    s.forget()
    for q in s.grid.squares:
        if not s.grid.bit[q] & s.cars.covers[c]:
            able, optimal = position.worths(s, u, m, s.grid.bit[q])
            assert position.quality(s, u, q, m) == (1 if optimal else 0 if able else -9)
    assert position.quality(s, u, s.u_at[u], m) == 1
    assert position.glimpsed(s, s.u_at[u], [m]) == [m]
    assert attacks.options(s, u, attacks.prey(s)) == [(m, 1, 1)]


@pytest.mark.clause("RR-18.18", "RR-18.21", "RR-21.4")
def test_vehicles_in_woods_fire_at_each_other_where_nothing_but_these_is_between() -> None:
    opened = 0
    for seed in range(200):
        rng = Rng(seed)
        if seed % 50 == 0:
            woods = {(rng.below(11) + 4, rng.below(11) + 4) for _ in range(40)}
            layout = plain(20, 20, F=" ".join(f"{x},{y}" for x, y in woods))
        s = field(layout)
        s.section = BATTLE
        crew = man(s, "jock", 0, 0, spotted=True), man(s, "paddy", 1, 0, spotted=True)
        c = willys(s, 6 + rng.below(6), 11 + rng.below(3), N, *crew)
        u = unit(s, "motorbike", 6 + rng.below(8), 5 + rng.below(4), S, alert=True, role=V_GUARD)
        s.forget()
        state, length = vehicles.entry_state(s, u), data.LENGTH[s.u_kind[u]]
        ours, cover = sight.man_squares(s, 0), s.cars.covers[c]
        able, _, _ = vehicle_advance.shots(s, u, vehicles.wheels_of(s, u).bit(state), 0)
        plainly, truly = lines_open(s, state, length, ours, 0), lines_open(s, state, length, ours, cover)
        assert bool(able) == truly == (vehicle_advance.best_shot(s, u, state, 0) > -9), seed
        assert bool(attacks.options(s, u, attacks.prey(s))) == truly, seed
        assert bool(sight.men_seen(s, u)) == truly, seed
        opened += truly and not plainly
        state, length = driving.state_of(s, c), data.CAR_LENGTH[s.c_kind[c]]
        plainly = lines_open(s, state, length, s.footprint(u), 0)
        truly = lines_open(s, state, length, s.footprint(u), s.cover(u))
        assert bool(guns.gun_range(s, c, 1, u)) == truly, seed
        opened += truly and not plainly
    assert opened > 3


@pytest.mark.clause("RR-18.18", "RR-18.35", "RR-21.21")
def test_a_patrol_vehicle_that_comes_onto_the_board_stops_at_a_vehicle_in_a_wood() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 2), Side(N, 0, 0), 30, 30, forest="1,20 1,21")
    m = man(s, "jock", 0, 0)
    c = willys(s, 0, 18, N, m)  # with one square of the wood under it and one behind it
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 27), "the third place of its route"
    assert not sight.may_view(s, u) & s.cars.covers[c], "the terrain alone would hide all of it"
    assert s.u_alert[u] and s.m_spotted[m]


@pytest.mark.clause("RR-18.18", "RR-18.19", "RR-18.16")
def test_vehicles_block_sight_even_when_alert_and_not_their_own() -> None:
    s = field(plain(20, 20, F="9,9"))
    m = man(s, "jock", 9, 2)
    u = unit(s, "half-track", 9, 8, N, alert=True)
    behind = unit(s, "rifle", 9, 14, N)
    assert sight.sees(s, u, m), "forest under it does not matter"
    assert not sight.sees(s, behind, m)


@pytest.mark.clause("RR-18.18", "RR-13.11")
@pytest.mark.parametrize("heading", [N, E, S, W])
def test_where_a_vehicle_stands_does_not_hide_anybody_from_where_it_will_be(heading: int) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    m = man(s, "jock", 9, 6, spotted=True)
    u = unit(s, "motorbike", 10, 13, heading, alert=True, role=V_GUARD)
    s.forget()
    able = {state for state in reached(s, u) if vehicle_advance.best_shot(s, u, state, m) > -9}
    really = set()
    for state in reached(s, u):
        twin = s.clone()
        vehicles.put(twin, u, state)
        if sight.sees(twin, u, m) and reactions.reaction_distance(twin, u, m) <= 8:
            really.add(state)
    assert able == really


@pytest.mark.clause("RR-18.20", "RR-13.1", "RR-13.3")
@pytest.mark.parametrize(("section", "front"), [(BATTLE, 10), (STEALTH, 11)])
def test_a_vehicle_whose_target_dies_goes_on_to_who_is_spotted_now_or_stops(section: int, front: int) -> None:
    above, below = [("h", x, 4, x, 5) for x in range(20)], [("h", x, 6, x, 7) for x in range(18)]
    s = field(edged(open_ground(20, 12), *above, *below), dice=[1] * 4)
    s.section = section
    m = man(s, "jock", 12, 7, spotted=True)
    man(s, "paddy", 0, 5)
    u = unit(s, "motorbike", 4, 5, E, alert=True, role=V_GUARD)
    s.lay(mines=((s.grid.at(11, 6), m),))
    s.forget()
    run(s, advance.AdvancePhase())
    do(s, f"go motorbike-1 {sq(14, 5)} e")
    assert s.m_state[m] == DEAD, "beyond the wall from the landmine"
    assert max(at(s, v)[0] for v in s.footprint(u)) == front, "Paddy is behind it, and one square back costs two"


@pytest.mark.clause("RR-18.21", "RR-18.23", "RR-16.8")
def test_each_gun_of_a_half_track_fires_through_a_wall_by_itself_and_the_players_choose_among_equals() -> None:
    s = field(board(HOUSE), dice=[1] * 6)
    s.section = BATTLE
    man(s, "jock", 2, 7, spotted=True)
    man(s, "paddy", 4, 7, spotted=True)
    hidden = man(s, "wick", 9, 9, spotted=True)
    u = unit(s, "half-track", 3, 2, N, alert=True, role=V_GUARD)
    s.u_done[u] = arms.FRONT_FIRED
    assert hidden == 2
    assert {m for m, _, _ in vehicles.wall_shots(s, u)} == {0, 1}, "the rear gun has not fired"
    run(s, vehicles.ThroughWalls())
    assert offered(s) == ["attacks half-track-1 jock", "attacks half-track-1 paddy"]
    do(s, "attacks half-track-1 paddy")
    assert s.u_done[u] == arms.FRONT_FIRED | arms.REAR_FIRED


@pytest.mark.clause("RR-18.22", "RR-10.1")
def test_a_vehicle_reacts_only_to_whom_it_sees_and_does_not_turn() -> None:
    for facing, hurt in ((S, True), (E, False)):
        s = field(plain(20, 20), dice=[6, 6, 6])
        m = man(s, "jock", 9, 14)
        u = unit(s, "motorbike", 9 if facing == E else 10, 8, facing, alert=True)
        act_with(s, m)
        do(s, f"move jock {sq(9, 13)}")
        assert (s.m_health[m] < 5) == hurt
        assert s.u_face[u] == facing


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


@pytest.mark.clause("RR-18.33")
def test_no_card_turns_a_vehicle() -> None:
    s = field(plain(20, 20))
    u = unit(s, "half-track", 9, 9, N, role=V_PATROL, colour=BLACK)
    for name in ("rotate black cw 1", "patrol black cw"):
        assert not events.turns_by(s, u, data.STEALTH["green"][card_of(name)])


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


@pytest.mark.clause("RR-18.41", "RR-18.21")
def test_an_armed_vehicle_attacks_to_front_and_rear() -> None:
    s = field(plain(20, 20), dice=[6, 6, 6, 6, 6, 6])
    s.section = BATTLE
    front, rear = man(s, "jock", 9, 4, spotted=True), man(s, "paddy", 9, 14, spotted=True)
    unit(s, "half-track", 9, 8, N, alert=True, role=V_CONVOY)
    run(s, attacks.AttackPhase())
    through(s)
    assert (s.m_health[front], s.m_health[rear]) == (2, 2)


@pytest.mark.clause("RR-18.42")
def test_a_scout_leaves_the_convoy_at_the_alarm() -> None:
    s = convoy_on()
    assert routes.convoy(s) == [0, 1, 2, 3]
    s.section = BATTLE
    s.rouse(0)
    assert routes.convoy(s) == [1, 2, 3]
    assert vehicle_advance.advances(s, 0)
    assert not vehicle_advance.advances(s, 3), "an armed convoy vehicle stays on the route"
    assert s.u_role[:2] == (V_SCOUT, V_CONVOY)


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


@pytest.mark.clause("RR-18.47")
def test_a_guard_vehicle_stays_until_alert_with_somebody_spotted() -> None:
    for alert, spotted, moves in ((False, True, False), (True, False, False), (True, True, True)):
        s = field(plain(20, 20))
        man(s, "jock", 2, 2, spotted=spotted)
        u = unit(s, "half-track", 15, 15, S, alert=alert, role=V_GUARD)
        run(s, advance.AdvancePhase())
        through(s)
        assert (at(s, s.u_at[u]) != (15, 15)) == moves


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


@pytest.mark.clause("RR-18.50")
def test_a_vehicle_advances_through_a_blast() -> None:
    s = field(plain(10, 20))
    s.section = BATTLE
    man(s, "jock", 4, 1, spotted=True)
    u = unit(s, "half-track", 4, 15, N, alert=True, role=V_GUARD)
    s.lay(blasts=(s.grid.at(4, 11),))
    s.forget()
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.ys[s.u_at[u]] < 11


def test_vehicles_drive_through_blasts() -> None:
    s = field(plain(20, 20))
    s.lay(blasts=(s.grid.at(9, 8),))
    assert (9, 8, N) in prices(s, 3, 9, 9, N)


@pytest.mark.clause("RR-18.7", "RR-18.8")
def test_a_vehicle_shot_at_while_it_passes_another_does_not_stop_on_him() -> None:
    s = field(plain(20, 10))
    s.section = BATTLE
    man(s, "paddy", 14, 4, spotted=True)
    unit(s, "officer", 10, 4, E, alert=True)
    u = unit(s, "motorbike", 10, 4, E, alert=True, role=V_GUARD)
    goals = vehicle_advance.vehicle_goals(s, u, 5)[0]
    assert goals
    assert vehicles.state_of(s, u) not in goals


@pytest.mark.clause("RR-13.12", "RR-13.16", "RR-18.20")
@pytest.mark.parametrize(("kind", "left"), [("motorbike", 10), ("half-track", 8)])
def test_a_vehicle_does_not_swerve_round_the_places_from_where_it_could_attack(kind: str, left: int) -> None:
    s = field(plain(24, 24))
    s.section = BATTLE
    man(s, "jock", 10, 10, spotted=True)
    u = unit(s, kind, 10, 20, N, alert=True, role=V_GUARD)
    goals, stops = vehicle_advance.vehicle_goals(s, u, left)
    assert {(at(s, goal >> 2)[1], goal & 3) for goal in goals} == {(14, N)}, "no farther on, and not facing aside"
    assert stops == []


@pytest.mark.clause("RR-13.12", "RR-18.20")
def test_a_vehicle_that_has_no_straight_way_zig_zags() -> None:
    lane = " ".join(
        [*[f"{x},16" for x in range(20) if x not in (7, 8)], *[f"{x},12" for x in range(20) if x not in (10, 11)]]
    )
    s = field(plain(20, 20, C=lane))
    s.section = BATTLE
    m = man(s, "jock", 10, 6, spotted=True)
    u = unit(s, "motorbike", 10, 17, N, alert=True, role=V_GUARD)
    goals, _ = vehicle_advance.vehicle_goals(s, u, 10)
    assert goals
    assert {vehicle_advance.best_shot(s, u, goal, m) for goal in goals} == {1}
