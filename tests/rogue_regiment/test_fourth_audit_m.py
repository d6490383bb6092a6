"""Ties that are the players' to break, mortar teams on their way, and how an attacked man turns."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_position as position
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment.state import BATTLE, IN_RANGE, NOISE, SEEN, V_GUARD, Regiment, changed
from sandtable.kernel.chance import Rng
from tests.rogue_regiment.boards import level_over, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.test_axis import sentry
from tests.rogue_regiment.test_fourth_audit_v import willys
from tests.rogue_regiment.test_r19_units import battery

# --- whom a unit faces in the end


def on_an_island(*woods: tuple[str, int, int]) -> tuple[Regiment, int]:
    """A unit with water around it, paddy crouched behind a hedge in front of it, and others crouched in woods."""
    water = {"~": "7,5 8,5 9,5 7,6 9,6 7,7 8,7 9,7"}
    s = field(plain(17, 12, H="8,3", F=" ".join(f"{x},{y}" for _, x, y in woods), **water))
    s.section = BATTLE
    man(s, "paddy", 8, 2, low=True, spotted=True)
    for name, x, y in woods:
        man(s, name, x, y, low=True, spotted=True)
    return s, unit(s, "smg", 8, 6, N, alert=True)


@pytest.mark.clause("RR-13.28")
@pytest.mark.parametrize(("name", "facing"), [("jock", W), ("wick", E)])
def test_of_glimpsed_men_equally_near_the_players_say_which_a_unit_turns_to(name: str, facing: int) -> None:
    s, u = on_an_island(("jock", 2, 6), ("wick", 14, 6))
    run(s, advance.AdvancePhase())
    assert offered(s) == ["turn-to smg-1 jock", "turn-to smg-1 wick"]
    do(s, f"turn-to smg-1 {name}")
    assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.28")
def test_they_are_not_asked_where_one_is_nearer_or_it_faces_the_same_way_to_both() -> None:
    for second, x, y, facing in (("wick", 13, 6, E), ("wick", 15, 6, W), ("wick", 2, 8, W)):
        s, u = on_an_island(("jock", 2, 6), (second, x, y))
        run(s, advance.AdvancePhase())
        assert not offered(s)
        assert s.u_face[u] == facing


# --- mortar teams


@pytest.mark.clause("RR-13.13", "RR-19.5")
def test_of_equal_squares_on_the_way_of_a_mortar_team_the_players_choose() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    sentry(s, 5, 15, S, (S,))
    run(s, advance.Advance(u, 4))
    assert offered(s) == [f"go mortar-1 {sq(x, 9)}" for x in range(1, 10)], (
        "six more steps lead to it from each of them"
    )
    do(s, f"go mortar-1 {sq(8, 9)}")
    through(s)
    assert at(s, s.u_at[u]) == (8, 9)


@pytest.mark.clause("RR-19.25", "RR-13.13")
@pytest.mark.parametrize(("name", "facing"), [("jock", W), ("paddy", E)])
def test_of_men_equally_near_the_players_say_which_a_mortar_team_turns_to(name: str, facing: int) -> None:
    for up in (False, True):
        s, u = battery(9, 5)
        s.u_set = changed(s.u_set, u, int(up))
        man(s, "jock", 1, 9, spotted=True)
        man(s, "paddy", 17, 9, spotted=True)
        sentry(s, 9, 15, S, (S,))
        run(s, advance.Advance(u, 4))
        if not up:
            do(s, f"go mortar-1 {sq(9, 9)}")
        assert offered(s) == ["turn-to mortar-1 jock", "turn-to mortar-1 paddy"]
        do(s, f"turn-to mortar-1 {name}")
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-19.25", "RR-19.7")
def test_a_team_that_sets_up_on_its_point_turns_to_the_closest_man() -> None:
    s, u = battery()
    man(s, "jock", 18, 8, spotted=True)
    s.u_alert[sentry(s, 5, 8, S, (S,))] = 1
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_set[u]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((5, 8), E)


@pytest.mark.clause("RR-19.5", "RR-19.24", "RR-20.55")
def test_no_team_makes_for_a_point_under_a_blast_but_one_that_stands_there_sets_up() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    sentry(s, 8, 5, S, (S,))
    sentry(s, 5, 10, S, (S,))
    s.blasts = (s.grid.at(9, 5),)
    s.changed()
    run(s, advance.Advance(u, 4))
    do(s, f"go mortar-1 {sq(5, 9)}")
    through(s)
    assert at(s, s.u_at[u]) == (5, 9)
    s.blasts = (s.grid.at(5, 5),)
    s.u_at[u] = s.grid.at(5, 6)
    s.layout.points.append((s.layout.points[0][0], s.u_at[u]))
    s.changed()
    run(s, advance.Advance(u, 4))
    assert s.u_set[u]
    assert at(s, s.u_at[u]) == (5, 6)


# --- an attacked man


@pytest.mark.clause("RR-10.7", "RR-10.14", "RR-20.48")
@pytest.mark.parametrize("alert", [False, True])
def test_an_attacked_man_turns_all_the_way_and_spots_whom_he_sees_as_he_turns(alert: bool) -> None:
    s = field(plain(10, 10), dice=[1])
    shooter, bystander = man(s, "wick", 5, 9), man(s, "jock", 9, 4)
    u = unit(s, "rifle", 5, 4, N, alert=alert)
    act_with(s, shooter)
    do(s, "attack wick speargun rifle-1")
    assert offered(s, "turn") == ["turn rifle-1 s clockwise", "turn rifle-1 s anticlockwise"], (
        "jock is on one side only"
    )
    do(s, "turn rifle-1 s clockwise")
    assert s.u_face[u] == S, "though it has come to see jock on the way"
    assert (s.m_spotted[shooter], s.m_spotted[bystander]) == (1, 1)


@pytest.mark.clause("RR-10.7", "RR-9.6", "RR-9.24")
@pytest.mark.parametrize(("way", "shouts"), [("clockwise", 1), ("anticlockwise", 0)])
def test_an_attacked_man_who_was_not_alert_shouts_at_a_body_he_turns_past(way: str, shouts: int) -> None:
    s = field(plain(12, 10, **{"~": "5,9"}), dice=[1])
    diver = man(s, "wick", 5, 9)
    s.m_swim = changed(s.m_swim, diver, 1)
    u, other = unit(s, "rifle", 5, 4, N), unit(s, "rifle", 5, 1, N)
    s.corpses = (s.grid.at(9, 4),)
    act_with(s, diver)
    do(s, "attack wick speargun rifle-1")
    do(s, f"turn rifle-1 s {way}")
    assert (s.u_face[u], s.u_alert[other]) == (S, shouts)
    assert not s.m_spotted[diver]


# --- a vehicle in a wood


WOOD = "8,14 9,14"  # one square beside the vehicle, and one under it


@pytest.mark.clause("RR-18.18", "RR-6.2")
@pytest.mark.parametrize(("forest", "low"), [(WOOD, False), ("8,14", False), (WOOD, True)])
def test_a_wood_under_a_vehicle_does_not_hide_it_from_an_operator(forest: str, low: bool) -> None:
    s = field(plain(20, 20, F=forest))
    m = man(s, "jock", 7, 13, low=low)
    u = unit(s, "motorbike", 9, 14, N, role=V_GUARD)
    act_with(s, m)
    assert offered(s, "pop-attack" if low else "attack", "jock", "pistol") != []
    assert attack.can_attack(s, m, data.PISTOL, u, s.m_at[m]) == 3, "its nearest square is behind the tree beside it"


@pytest.mark.clause("RR-18.18", "RR-8.3")
def test_a_hedge_under_a_vehicle_does_not_hide_it_from_who_crouches() -> None:
    for hedge in ("9,14 10,14", "8,14"):
        s = field(plain(20, 20, H=hedge))
        m = man(s, "jock", 5, 14, low=True)
        u = unit(s, "motorbike", 9, 14, N, role=V_GUARD)
        far = s.grid.at(10, 14) in attack.in_sight(s, m, s.m_at[m], u, True)
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
    obstacles.veil(s)
    for q in s.grid.squares:
        if not s.grid.bit[q] & obstacles.car_cover(s, c):
            able, optimal = position.worths(s, u, m, s.grid.bit[q])
            assert position.quality(s, u, q, m) == (1 if optimal else 0 if able else -9)
    assert position.quality(s, u, s.u_at[u], m) == 1
    assert position.glimpsed(s, s.u_at[u], [m]) == [m]
    assert attacks.options(s, u, attacks.prey(s)) == [(m, 1, 1)]


def lines_open(s: Regiment, state: int, length: int, squares: list[int], clear: int) -> bool:
    """Whether a vehicle that looks ahead has one of some squares in sight, past nothing but terrain."""
    [(point, facing)] = s.layout.looks(state, length, True, False)
    there = [v for v in squares if s.layout.crew_fields[4 * point + facing] >> v & 1]
    return any(level_over(s.layout.crew, point, v, 0, 0, clear) < 2 for v in there)


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
        obstacles.veil(s)
        state, length = vehicles.entry_state(s, u), data.LENGTH[s.u_kind[u]]
        ours, cover = sight.man_squares(s, 0), obstacles.car_cover(s, c)
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


# --- the ways of a drive


def every_way(s: Regiment, c: int, goal: int) -> list[tuple[int, ...]]:
    """All ways of one of our vehicles to a place that pass no place twice."""
    tracks = driving.wheels_of(s, c).tracks(obstacles.shut(s))
    found: list[tuple[int, ...]] = []
    open_: list[tuple[int, tuple[int, ...]]] = [(data.CAR_MOVE[s.c_kind[c]], (driving.state_of(s, c),))]
    while open_:
        left, way = open_.pop()
        for to, price in tracks.moves(way[-1]):
            if price <= left and to not in way:
                if to == goal:
                    found.append((*way[1:], to))
                else:
                    open_.append((left - price, (*way, to)))
    return found


def driven(s: Regiment, c: int, way: tuple[int, ...]) -> tuple[object, ...]:
    """Who has seen and heard a vehicle, and who is dead, once it has gone that way."""
    twin = s.clone()
    notice.begin(twin, 0, c)
    driving.drive(twin, c, way)
    marks = [mark & (SEEN | NOISE | IN_RANGE) for mark in twin.u_mark]
    return tuple(mark if twin.u_at[u] >= 0 else "dead" for u, mark in enumerate(marks))


@pytest.mark.clause("RR-21.2", "RR-21.11", "RR-21.29")
@pytest.mark.parametrize(("board", "seeds"), [(60, range(84, 88)), (60, range(116, 119)), (180, range(185, 188))])
def test_ways_of_a_drive_are_told_apart_by_what_happens_when_whom_it_runs_over_hides_nobody(
    board: int, seeds: range
) -> None:
    rng = Rng(board)
    woods = {(rng.below(14), rng.below(12)) for _ in range(45)}
    layout = plain(14, 14, F=" ".join(f"{x},{y}" for x, y in woods if y < 5 or not 5 <= x <= 8))
    several = 0
    for seed in seeds:
        rng = Rng(seed)
        s = field(layout)
        c = willys(s, 6, 8, N, man(s, "jock", 0, 0))
        for x, y in dict.fromkeys([(4 + rng.below(6), 4 + rng.below(4)) for _ in range(5)]):
            unit(s, "rifle", x, y, rng.below(4))
        for left, facing in ((0, E), (10, W)):
            for x, y in dict.fromkeys([(left + rng.below(4), rng.below(12)) for _ in range(4)]):
                unit(s, "rifle", x, y, facing)
        obstacles.veil(s)
        for goal in driving.drives(s, c)[::4]:
            ways = [driven(s, c, way) for way in driving.ways(s, c, goal)]
            assert len(ways) == len(set(ways)), (seed, goal)
            assert set(ways) == {driven(s, c, way) for way in every_way(s, c, goal)}, (seed, goal)
            several += len(ways) > 1 and any("dead" in outcome for outcome in ways)
    assert several > 5
