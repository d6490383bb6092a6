"""What is found quickly of vehicles is the same as what their rules say, unit by unit and state by state."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, REGULAR, ROAD
from sandtable.games.rogue_regiment.ground.layout import WALK, passable
from sandtable.games.rogue_regiment.ground.rings import FAR
from sandtable.games.rogue_regiment.ground.wheels import Tracks, wheels
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import ACTIVE, V_GUARD, Regiment, changed
from sandtable.geometry.squares import Grid, ringed
from sandtable.kernel.chance import Rng
from tests.rogue_regiment.boards import level_over
from tests.rogue_regiment.models.test_sets import MISSIONS, positions


def slow_costs(tracks: Tracks, start: int, points: int) -> dict[int, int]:
    """Every state within so many points, with its cost."""
    cost = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for spent in range(points + 1):
        for state in buckets[spent]:
            if cost[state] != spent:
                continue
            for to, price in tracks.moves(state):
                total = spent + price
                if total <= points and total < cost.get(to, FAR):
                    cost[to] = total
                    buckets[total].append(to)
    return cost


def slow_noticing(s: Regiment, c: int) -> tuple[set[int], set[int], set[int]]:
    """Who hears a vehicle, who sees it, and who sees it within its range, unit by unit and square by square."""
    squares = [v for v in obstacles.car_squares(s, c) if s.grid.on_board(v)]
    heard, seen, near = set(), set(), set()
    for u in range(len(s.u_kind)):
        if not s.here(u) or not squares:
            continue
        far = min(s.grid.distance(v, w) for v in squares for w in s.footprint(u))
        if far <= data.ENGINE[s.c_kind[c]] and data.ENGINE[s.c_kind[c]]:
            heard.add(u)
        shown = slow_shown(s, u, c, squares) if sight.has_sight(s, u) else []
        if shown:
            seen.add(u)
            if min(s.grid.distance(v, w) for v in shown for w in s.footprint(u)) <= notice.reaction_range(s, u):
                near.add(u)
    return heard, seen, near


def slow_shown(s: Regiment, u: int, c: int, squares: list[int]) -> list[int]:
    """The squares of a vehicle that a unit sees, line by line; the vehicle hides nothing of itself."""
    high, whole = obstacles.axis_veil(s, u)[1], s.grid.union(squares)
    for v in squares if s.c_kind[c] != data.BOAT else []:
        high &= ~(1 << v)
    found = []
    for corner, point, facing in sight.looks(s, u):
        eyes, fields = (s.layout.crew, s.layout.crew_fields) if corner else (s.layout.eyes, s.layout.fields)
        for v in squares:
            if fields[4 * point + facing] >> v & 1 and level_over(eyes, point, v, high, high, whole) < 2:
                found.append(v)
    return found


def slow_blockers(s: Regiment, c: int) -> set[int]:
    """Where a vehicle may not end but on those it runs over, one by one."""
    found = {v for v in range(s.grid.size) if obstacles.occupied(s) >> v & 1}
    found -= {s.u_at[u] for u in range(len(s.u_kind)) if not s.vehicle(u)}
    found |= {s.m_at[m] for m in range(len(s.m_kind)) if s.on_foot(m) and not obstacles.under_bridge(s, m)}
    return found - set(obstacles.car_squares(s, c))


def parked(mission: str, seed: int) -> list[tuple[Regiment, int]]:
    """Positions with one of the players' vehicles, put somewhere on the board or over its edge, on men as well."""
    found = []
    rng = Rng(seed)
    for s in positions(mission, seed, 160)[::2]:
        if not s.c_kind:
            s.c_kind, s.c_at, s.c_face = (data.WILLYS,), (0,), (0,)
            s.c_health, s.c_ap, s.c_done = (8,), (2,), (0,)
        for c in range(len(s.c_kind)):
            near = [v for v in s.u_at if v >= 0 and s.grid.on_board(v)] or s.grid.squares
            v = near[rng.below(len(near))] if rng.below(2) else s.grid.squares[rng.below(len(s.grid.squares))]
            s.c_at = changed(s.c_at, c, v)
            s.c_face = changed(s.c_face, c, rng.below(4))
            s.forget()
            found.append((s, c))
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_notices_a_vehicle_and_goes_under_it_is_found_among_those_near(mission: str) -> None:
    noticed = under = 0
    boats = True
    for s, c in parked(mission, 11):
        found = [set(some) for some in driving.noticing(s, c)]
        assert found == list(slow_noticing(s, c))
        covered = obstacles.car_squares(s, c) if s.c_kind[c] != data.BOAT else []
        slow = [u for u in range(len(s.u_kind)) if s.here(u) and not s.vehicle(u) and s.u_at[u] in covered]
        assert driving.run_over(s, c) == slow
        noticed += len(found[0]) + len(found[1]) + len(found[2])
        under += len(slow)
        boats = boats and s.c_kind[c] == data.BOAT
    assert noticed > 20
    assert under > 2 or boats


@pytest.mark.parametrize("mission", MISSIONS)
def test_where_a_drive_may_end_is_within_reach_and_clear_of_all_that_blocks(mission: str) -> None:
    compared = 0
    for s, c in parked(mission, 12):
        if s.c_kind[c] == data.BOAT:
            continue
        taken = slow_blockers(s, c)
        assert {v for v in range(s.grid.size) if driving.blockers(s, c) >> v & 1} == taken
        rolling, start = driving.wheels_of(s, c), driving.state_of(s, c)
        cost = slow_costs(rolling.tracks(s.things.shut), start, data.CAR_MOVE[s.c_kind[c]])
        free = [q for q in cost if not taken & set(rolling.squares(q))]
        assert driving.drives(s, c) == sorted(q for q in free if q != start)
        assert driving.drives(s, c) == sorted(q for q in free if q != start), "and so when it is asked again"
        compared += len(free)
    assert compared > 100 or all(s.c_kind[c] == data.BOAT for s, c in parked(mission, 12))


def test_a_way_without_another_is_the_one_that_is_found_by_who_notices_it() -> None:
    alone = several = 0
    for s, c in parked(MISSIONS[-1], 3):
        tracks = driving.wheels_of(s, c).tracks(s.things.shut)
        start, points = driving.state_of(s, c), data.CAR_MOVE[s.c_kind[c]]
        for goal in driving.drives(s, c)[::4]:
            useful = set(driving.wheels_of(s, c).states(tracks.between(start, goal, points)))
            only = driving.only_way(tracks, start, goal, points, useful)
            if only:
                alone += 1
                assert ways_within(tracks, start, goal, points, (start,)) == [(start, *only)]
                assert driving.ways_apart(s, c, tracks, {goal}, useful) == [only]
            else:  # there may be one alone, where others do not come back from where they begin
                several += len(ways_within(tracks, start, goal, points, (start,))) > 1
    assert alone and several


def ways_within(tracks: Tracks, start: int, goal: int, points: int, way: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every way of so many points from one state to another that passes none twice."""
    if start == goal:
        return [way]
    found = []
    for to, price in tracks.moves(start):
        if price <= points and to not in way:
            found += ways_within(tracks, to, goal, points - price, (*way, to))
    return found


def slow_gun_range(s: Regiment, c: int, seat: int, target: int) -> int:
    """The range from a gun to an Axis unit, square by square, or 0."""
    squares = [v for v in obstacles.car_squares(s, c) if s.grid.on_board(v)]
    goals = [v for v in s.footprint(target) if s.grid.on_board(v)]
    point, field = guns.gun_field(s, c, seat)
    blocks = obstacles.our_veil(s) & ~sum(1 << v for v in {*obstacles.car_squares(s, c), *goals})
    longest = max((data.W_LONG[weapon] for weapon in guns.guns_of(s, c, seat)), default=0)
    found, whole = [], s.grid.union(goals) if s.vehicle(target) else 0
    for v in goals:
        if s.c_kind[c] == data.BOAT:
            clear = any(level_over(s.layout.eyes, w, v, blocks, blocks, whole) < 2 for w in squares)
        else:
            inside = s.layout.room[v] > 0 and shelter.walls_between(s, point, v, blocks) == 1
            level = level_over(s.layout.crew, point, v, blocks, blocks, whole)
            clear = bool(field >> v & 1) and (level < 2 or inside)
        far = min((s.grid.distance(v, w) for w in squares), default=0)
        if clear and 0 < far <= longest:
            found.append(far)
    return min(found, default=0)


@pytest.mark.parametrize("mission", MISSIONS)
def test_guns_reach_what_they_reach_square_by_square(mission: str) -> None:
    reached = 0
    for s, c in parked(mission, 14):
        seats = [seat for seat, name in enumerate(data.SEATS[s.c_kind[c]]) if name in data.GUNS[s.c_kind[c]]]
        for m, seat in zip(range(len(s.m_kind)), seats, strict=False):
            s.m_car, s.m_seat = changed(s.m_car, m, c), changed(s.m_seat, m, seat)
            s.m_state[m], s.m_at[m] = ACTIVE, s.c_at[c]
        assert set(guns.gunners(s, c)) == set(seats[: len(s.m_kind)])
        for seat in guns.gunners(s, c):
            aims = [u for u in range(len(s.u_kind)) if s.here(u) and slow_gun_range(s, c, seat, u)]
            assert [guns.gun_range(s, c, seat, u) for u in aims] == [slow_gun_range(s, c, seat, u) for u in aims]
            words = [word for name, word in guns.shots(s, c) if name == data.SEATS[s.c_kind[c]][seat]]
            assert [word for word in words if word in s.roster.names] == [s.unit(u) for u in aims]
            reached += len(aims)
    assert reached > 10 or all(not data.GUNS[s.c_kind[c]] for s, c in parked(mission, 14))


@pytest.mark.parametrize("mission", MISSIONS)
def test_squares_beside_a_vehicle_and_straight_on_are_found_step_by_step(mission: str) -> None:
    beside = ahead = 0
    for s, c in parked(mission, 15):
        taken, barred = obstacles.occupied(s) | s.things.burning, s.things.shut
        steps = [step for v in obstacles.car_squares(s, c) for step in s.layout.steps(WALK)[v]]
        out = {to for to, _, s1, s2 in steps if passable(to, s1, s2, barred) and not taken >> to & 1}
        assert cars.doorsteps(s, c) == sorted(out)
        rolling, state = driving.wheels_of(s, c), driving.state_of(s, c)
        found = []
        for n in range(1, data.FLOOR_IT[s.c_kind[c]] + 1):
            after = 4 * ((state >> 2) + s.grid.step(state & 3)) + (state & 3)
            kinds = {s.layout.kind[v] for v in rolling.squares(after)[:2] if s.grid.on_board(v)}
            if kinds - {REGULAR, ROAD, BRIDGE} or after not in dict(rolling.tracks(barred).moves(state)):
                break
            state = after
            if s.grid.on_board(state >> 2) and not slow_blockers(s, c) & set(rolling.squares(state)):
                found.append(n)
        assert driving.floors(s, c) == found
        beside += len(out)
        ahead += len(found)
    assert beside > 20
    assert ahead > 5 or not any(data.FLOOR_IT[s.c_kind[c]] for s, c in parked(mission, 15))


def test_squares_that_touch_a_set_are_within_one_of_it() -> None:
    grid = Grid(12, 9)
    rng = Rng(16)
    for _ in range(20):
        some = [grid.squares[rng.below(len(grid.squares))] for _ in range(3)]
        ring = ringed(sum(1 << v for v in set(some)), grid.stride)
        assert all((ring >> v & 1) == any(grid.distance(v, w) <= 1 for w in some) for v in range(grid.size))


def slow_best_shot(s: Regiment, u: int, state: int, m: int) -> int:
    """How good a state is for attacking a man, asked of every square from which and at which it could be done."""
    kind = s.u_kind[u]
    rolling = vehicles.wheels_of(s, u)
    own = rolling.cover(state) | (s.cover(u) & ~s.axis.twice)  # where it stands now it will be gone
    if s.m_car[m] >= 0 and s.c_kind[s.m_car[m]] != data.BOAT:
        own |= s.cars.covers[s.m_car[m]]  # and what it fires at does not hide itself
    worths, whole = [-9], s.grid.union(sight.man_squares(s, m)) if s.m_car[m] >= 0 else 0
    for point, facing in s.layout.looks(state, data.LENGTH[kind], data.FRONT[kind], data.REAR[kind]):
        if vehicles.point_off(s, point):
            continue
        for v in sight.man_squares(s, m):
            far = min(s.grid.distance(v, w) for w in rolling.squares(state))
            if far > data.LONG[kind] or not s.layout.crew_fields[4 * point + facing] >> v & 1:
                continue
            level = level_over(s.layout.crew, point, v, s.veil.low & ~own, s.veil.high & ~own, whole)
            how = sight.STANDING if s.m_car[m] >= 0 else sight.shows(s, m, v)
            clear = level < 2 if how == sight.STANDING else level == 0 and (not s.layout.forest >> v & 1 or far == 1)
            if how != sight.UNSEEN and clear:
                covered = 0 if s.m_car[m] >= 0 else shelter.cover(s, point, True, rolling.squares(state), v)
                worths.append(1 if covered == 0 and far <= data.SHORT[kind] else covered)
            elif data.HMG[kind] and s.layout.room[v] and shelter.walls_between(s, point, v, s.veil.high & ~own) == 1:
                worths.append(vehicles.WALL_SHOT)
    return max(worths)


@pytest.mark.parametrize("mission", MISSIONS)
def test_states_to_attack_from_found_as_sets_have_their_worth_one_by_one(mission: str) -> None:
    found: set[int] = set()
    rng = Rng(17)
    for s, c in parked(mission, 17)[::4]:
        if not s.roster.vehicles:
            setup.add_unit(s, data.UNITS.index("half-track"), s.grid.squares[0], 0, V_GUARD)
        u = s.roster.vehicles[rng.below(len(s.roster.vehicles))]
        s.u_kind = changed(s.u_kind, u, (data.UNITS.index("half-track"), data.UNITS.index("motorbike"))[rng.below(2)])
        s.forget()
        s.forget()
        rolling = vehicles.wheels_of(s, u)
        for m in range(min(2, len(s.m_kind))):
            s.become(m, ACTIVE)
            s.m_car = changed(s.m_car, m, c if m and rng.below(2) else -1)
            inside = [v for v in s.grid.squares if s.layout.room[v]] or s.grid.squares
            s.put(m, inside[rng.below(len(inside))] if rng.below(2) else s.u_at[rng.below(len(s.u_at))])
            if not s.grid.on[s.m_at[m]]:
                continue
            near = [v for v in s.grid.squares if s.grid.distance(v, s.m_at[m]) <= 10]
            states = [4 * near[rng.below(len(near))] + rng.below(4) for _ in range(30)]
            able, optimal, through = vehicle_advance.shots(s, u, sum(rolling.bit(q) for q in set(states)), m)
            for q in states:
                worth = slow_best_shot(s, u, q, m)
                assert vehicle_advance.best_shot(s, u, q, m) == worth
                assert bool(able & rolling.bit(q)) == (worth > vehicles.WALL_SHOT)
                assert bool(optimal & rolling.bit(q)) == (worth == 1)
                assert bool(through & rolling.bit(q)) == (worth == vehicles.WALL_SHOT)
                found.add(worth)
    assert {1, 0, -9} <= found


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_first_good_state_of_a_way_is_found_among_those_on_shortest_ways(mission: str) -> None:
    rng, found = Rng(19), 0
    for s, _ in parked(mission, 19)[::4]:
        rolling = wheels(s.layout, 3)
        starts = rolling.states(rolling.over(s.grid.board) & ~rolling.over(rolling.stopped))
        start, target = starts[rng.below(len(starts))], s.grid.squares[rng.below(len(s.grid.squares))]
        tracks, here = rolling.tracks(0), rolling.bit(start)
        reach, rest = tracks.ways_from(start), tracks.rest(start, target)
        whole, left = rest.touching(here)[0], 3 + rng.below(8)
        ways = vehicle_advance.on_way(reach, rest, here, left)
        inside = rolling.states(reach.within(left) & ~here)
        for q in inside:
            rest_of_it = rest.touching(rolling.bit(q))[0]
            assert bool(ways & rolling.bit(q)) == (reach.touching(rolling.bit(q))[0] + rest_of_it == whole)
        good = sum(rolling.bit(q) for q in inside if rng.below(5) == 0)
        if not good & ways:
            continue
        first = vehicle_advance.first_on_way(tracks, reach, rest, here, left, good)
        assert first == vehicle_advance.first_on_way(tracks, reach, rest, here, left, good & ways)
        assert first[0] and not first[0] & ~(good & ways)
        found += 1
    assert found
