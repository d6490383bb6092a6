"""What is remembered to be quick is the same as what is worked out anew."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

import sandtable
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.layout import MARCH, Layout, passable
from sandtable.games.rogue_regiment.ground.rings import FAR, Rings
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.ground.wheels import Wheels, wheels
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    IN_RANGE,
    NOISE,
    OFF,
    PATROLMAN,
    SEEN,
    SENTRY,
    STEALTH,
    WAS_ALERT,
    WITNESS,
    Regiment,
    changed,
)
from sandtable.geometry.sight import FIELD
from sandtable.geometry.squares import DX, DY, bits
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play
from sandtable.kernel.snapshot import snapshot

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(mission.id for mission in data.MISSIONS.values() if not mission.packs)  # the models know the base game


def positions(mission: str, seed: int, most: int, options: dict[str, str] | None = None) -> list[Regiment]:
    """Positions of a random game, as they were met, with what had been remembered of them."""
    s = GAME.start(mission, seed=seed, options={"ties": "ask", **(options or {})})
    assert isinstance(s, Regiment)
    rng = Rng(seed)
    found: list[Regiment] = []
    while (offered := [one for one in legal(s) if one != ("ready",)]) and len(found) < most:
        found.append(s.clone())
        action = offered[rng.below(len(offered))]
        if action[0] in ("end", "leave"):  # random men give up too soon
            action = offered[rng.below(len(offered))]
        play(s, action)
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_units_found_by_their_squares_are_those_that_stand_there(mission: str) -> None:
    found, rng = 0, Rng(9)
    for s in positions(mission, 3, 120)[::3]:
        assert list(s.axis.present) == [u for u in range(len(s.u_kind)) if s.here(u)]
        for _ in range(4):
            squares = s.grid.disc(s.grid.squares[rng.below(len(s.grid.squares))], 6)
            slow = [u for u in range(len(s.u_kind)) if any(squares >> v & 1 for v in s.footprint(u))]
            assert obstacles.standing_on(s, squares) == slow
            found += len(slow)
    assert found > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_remembered_of_a_view_is_what_is_seen(mission: str) -> None:
    for s in positions(mission, 4, 120)[::6]:
        for u in range(len(s.u_kind)):
            if not s.here(u):
                continue
            low, high = obstacles.axis_veil(s, u)
            stand = lie = 0
            for corner, point, facing in sight.looks(s, u):
                eyes = s.layout.crew if corner else s.layout.eyes
                field = (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
                stand |= eyes.partly(point, field, high)
                lie |= eyes.fully(point, field, low)
            assert sight.view_of(s, u, False) == stand
            assert sight.view_of(s, u, True) == lie
            assert stand & ~sight.may_view(s, u) == 0


def slow_costs(layout: Layout, start: int, shut: int, closed: int, back: bool) -> dict[int, int]:
    """The cost of the way from a square to every other, or from every other to it, step by step."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for a, leading in enumerate(layout.steps(MARCH)):
        for b, price, s1, s2 in leading:
            if passable(b, s1, s2, shut) and not (closed >> b & 1 and (b != start or not back)):
                steps.setdefault(b if back else a, []).append((a if back else b, price))
    found: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, at = heappop(heap)
        if at not in found:
            found[at] = spent
            for to, price in steps.get(at, []):
                heappush(heap, (spent + price, to))
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_squares_found_ring_by_ring_have_the_cost_of_their_way(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    layout, rng = s.layout, Rng(5)
    places = [*s.grid.squares, *s.stage.spawn_squares]
    for n in range(6):
        shut = closed = 0
        if n:
            shut = s.layout.dump(places[rng.below(len(s.grid.squares))]) & s.grid.board
            closed = s.layout.blast(places[rng.below(len(s.grid.squares))])
        start = places[rng.below(len(places))]
        for back, rings in (
            (False, layout.ground(shut, closed).ways_from(start)),
            (True, layout.ground(shut, closed).ways_to(start)),
        ):
            costs = slow_costs(layout, start, shut, closed, back)
            assert {v: rings.cost(v) for v in places} == {v: costs.get(v, FAR) for v in places}
            few = sum(1 << v for v in places if costs.get(v, FAR) <= 4)
            assert rings.within(4) & sum(1 << v for v in places) == few
            assert rings.ring(3) & few == sum(1 << v for v in places if costs.get(v) == 3)


def slow_moves(w: Wheels, state: int, shut: int) -> list[tuple[int, int]]:
    """Every step of a vehicle from a state with its cost, square by square."""
    at, heading, stride = state >> 2, state & 3, w.grid.stride
    ahead, side = DX[heading] + DY[heading] * stride, -DY[heading] + DX[heading] * stride
    turn = 2 if w.length == 4 else 1
    old = w.cover(state)
    tried: list[tuple[int, list[int], int]] = []
    for to in (at + ahead, at + ahead - side, at + ahead + side):
        tried.append((4 * to + heading, list(w.squares(4 * to + heading)[:2]), 1))
    for right in (False, True):
        place, faced = w.turned(at, heading, right)
        tried.append((4 * place + faced, [v for v in w.squares(4 * place + faced) if not old >> v & 1], turn))
    tried += [(4 * to + heading, [], 2) for to in (at - ahead, at - ahead - side, at - ahead + side)]
    for right in (False, True):
        place, faced = w.reversed(*w.turned(*w.reversed(at, heading), right))
        tried.append((4 * place + faced, [], 2 * turn))
    found = []
    for new, leading, cost in tried:
        x, y = w.grid.xs[new >> 2], w.grid.ys[new >> 2]
        if not (-5 <= x <= w.grid.width + 5 and -5 <= y <= w.grid.height + 4 and w.cover(new) & w.grid.board):
            continue
        both = w.cover(new) | old
        walled = both & both >> 1 & w.walls[0] or both & both >> stride & w.walls[1]
        if not (walled or w.cover(new) & ~old & (w.stopped | shut)):
            found.append((new, 2 if cost == 1 and any(w.rough >> v & 1 for v in leading) else cost))
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_steps_and_ways_of_vehicles_found_for_all_places_at_once_are_those_of_each(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    rng = Rng(6)
    for length, boat in ((2, False), (3, False), (4, False), (3, True)):
        w = wheels(s.layout, length, boat)
        shut = s.layout.dump(s.grid.squares[rng.below(len(s.grid.squares))]) & s.grid.board
        tracks = w.tracks(shut)
        blocked = w.stopped | shut | ~s.grid.board
        every = [4 * v + heading for v in s.grid.squares for heading in range(4)]
        free = [state for state in every if not w.cover(state) & blocked and tracks.moves(state)]
        if not free:
            assert boat, "there is room for vehicles on every board, for boats only where there is water"
            continue
        start = free[rng.below(len(free))]
        cost = {start: 0}
        heap = [(0, start)]
        back: dict[int, list[tuple[int, int]]] = {}
        while heap:
            spent, state = heappop(heap)
            if cost[state] == spent:
                moves = slow_moves(w, state, shut)
                assert tracks.moves(state) == moves
                for to, price in moves:
                    back.setdefault(to, []).append((state, price))
                    if spent + price < cost.get(to, FAR):
                        cost[to] = spent + price
                        heappush(heap, (spent + price, to))
        reach = tracks.ways_from(start)
        assert w.states(reach.everything()) == sorted(cost)
        few = {state for state in cost if cost[state] <= 8}
        assert set(w.states(reach.within(8))) == few
        target = s.grid.squares[rng.below(len(s.grid.squares))]
        far = {state: max(1, min(s.grid.distance(v, target) for v in w.squares(state))) for state in cost}
        assert all(max(1, w.distance(state, target)) == far[state] for state in few)
        least = min(far.values())
        left = {state: 0 for state in cost if far[state] == least}
        heap = [(0, state) for state in left]
        while heap:
            spent, state = heappop(heap)
            if left[state] == spent:
                for before, price in back.get(state, []):
                    if spent + price < left.get(before, FAR):
                        left[before] = spent + price
                        heappush(heap, (spent + price, before))
        rest = tracks.rest(start, target)
        assert {state: rest.touching(w.bit(state))[0] for state in few} == {
            state: left.get(state, FAR) for state in few
        }
        goal = sorted(few)[rng.below(len(few))]
        useful = {state for state in few if cost[state] + tracks.ways_to(goal).touching(w.bit(state))[0] <= 8}
        assert set(w.states(tracks.between(start, goal, 8))) == useful
        taken = sum(s.grid.bit[s.grid.squares[rng.below(len(s.grid.squares))]] for _ in range(40))
        assert set(w.states(reach.within(8) & w.over(taken))) == {state for state in few if w.cover(state) & taken}


@pytest.mark.parametrize("mission", MISSIONS)
def test_squares_to_attack_from_found_as_sets_have_their_quality_one_by_one(mission: str) -> None:
    compared = 0
    for seed in range(4):
        for s in positions(mission, seed, 150)[::8]:
            for m in range(len(s.m_kind)):
                if s.on_board(m):
                    s.spot(m, 1)
                    s.m_low[m] = int(s.on_foot(m) and (m + seed) % 2 == 0)
            kinds = {s.u_kind[u]: u for u in range(len(s.u_kind)) if s.here(u) and not s.vehicle(u)}
            for kind, u in kinds.items():
                for m in s.ours.targets if data.LONG[kind] else ():
                    able, optimal = position.worths(s, u, m, s.grid.board)
                    for q in bits(s.grid.disc(sight.man_squares(s, m)[0], data.LONG[kind] + 4))[:: 3 + seed]:
                        worth = position.quality(s, u, q, m)
                        assert (able >> q & 1, optimal >> q & 1) == (worth > -9, worth == 1)
                        compared += 1
    assert compared > 500


@pytest.mark.parametrize("mission", MISSIONS)
def test_nothing_covers_a_man_on_a_bare_square(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    s.forget()
    bare = bits(s.layout.bare)
    assert 0 < len(bare) < len(s.grid.squares)
    for v in bare[::5]:
        for viewer in bits(s.grid.disc(v, 8))[::3]:
            if s.grid.distance(viewer, v) > 1:
                assert shelter._cover(s, viewer, False, v, 0) == shelter._cover(s, viewer, True, v, 0) == 0


@pytest.mark.parametrize("mission", MISSIONS)
def test_nothing_covers_a_man_from_where_no_line_meets_a_screen(mission: str) -> None:
    free = covered = 0
    for s in positions(mission, 16, 60)[::20]:
        s.forget()
        for v in bits(s.grid.board & ~s.layout.bare)[::7]:
            screened = s.layout.covered_from(v)
            for viewer in bits(s.grid.disc(v, 12)):
                if s.grid.distance(viewer, v) > 1:
                    worth = shelter._cover(s, viewer, False, v, s.veil.high)
                    assert worth == 0 or screened >> viewer & 1
                    assert shelter.cover(s, viewer, False, (viewer,), v) == worth
                    free += not screened >> viewer & 1
                    covered += worth != 0
    assert free > 1000 and covered > 1000


def can_attack(s: Regiment, m: int, weapon: int, target: int, origin: int) -> bool:
    """Whether a weapon is for such a target, which is in sight and in its range."""
    if not targeting.suits(s, m, weapon, target, origin, False):
        return False
    seen = targeting.in_sight(s, m, origin, target, False)
    return weapon == data.KNIFE or any(0 < s.grid.distance(origin, v) <= data.W_LONG[weapon] for v in seen)


@pytest.mark.parametrize("mission", MISSIONS)
def test_targets_found_among_what_is_near_are_all_that_can_be_attacked(mission: str) -> None:
    compared = 0
    for s in positions(mission, 5, 200)[::5]:
        for m in range(len(s.m_kind)):
            if not s.on_foot(m):
                continue
            for origin in [s.m_at[m], *movement.next_steps(s, m, s.m_at[m], False)][::3]:
                found = targeting.targets(s, m, origin)
                slow = [
                    (weapon, target)
                    for weapon in targeting.weapons(s, m)
                    for target in targeting.everything(s)
                    if can_attack(s, m, weapon, target, origin)
                ]
                assert found == slow
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_nobody_who_sees_a_body_is_passed_over(mission: str) -> None:
    found = 0
    rng = Rng(8)
    for s in positions(mission, 6, 150)[::3] + positions(mission, 7, 150)[::3]:
        if s.section == STEALTH:
            s.lay(corpses=tuple(s.grid.squares[rng.below(len(s.grid.squares))] for _ in range(4)))
            calm = [u for u in range(len(s.u_kind)) if s.here(u) and not s.u_alert[u]]
            seeing = [u for u in calm if sight.corpses_seen(s, u)]
            notice.find_bodies(s)
            assert all(s.u_alert[u] for u in seeing)
            assert not any(sight.corpses_seen(s, u) for u in calm if not s.u_alert[u])
            found += len(seeing)
    assert found > 10


def roused(mission: str, seed: int, every: int) -> list[Regiment]:
    """Positions of a random game in which everybody on the board is spotted and some of the Axis are alert."""
    rng = Rng(seed)
    found = positions(mission, seed, 150)[::every]
    for s in found:
        for m in range(len(s.m_kind)):
            s.spot(m, int(s.on_board(m)))
        for u in range(len(s.u_kind)):
            s.u_alert[u] = int(rng.below(3) > 0)
            s.u_done[u] = rng.below(2)
        s.forget()
    return found


def aims(s: Regiment, u: int) -> list[tuple[int, int]]:
    """RR-16.6, RR-16.7 Whom an infantry unit may attack and with what modifier, asked man by man."""
    kind, at = s.u_kind[u], s.u_at[u]
    if not s.u_alert[u] or s.u_done[u] or kind == data.MORTAR or not s.here(u) or s.u_cig[u]:
        return []
    found = []
    for m in s.ours.targets:
        car = s.m_car[m]
        seen = bits(sight.view_of_car(s, u, car)) if car >= 0 else sight.man_squares(s, m)
        far = min((s.grid.distance(at, v) for v in seen), default=99)  # of a vehicle what is seen of it counts
        if sight.sees(s, u, m) and far <= data.LONG[kind]:
            covered = 0 if s.m_car[m] >= 0 else shelter.cover(s, at, False, (at,), s.m_at[m])
            found.append((-covered, far, m, covered + (far <= data.SHORT[kind])))
    return [(m, plus) for covered, far, m, plus in found if (covered, far) == min(found)[:2]]


def test_who_can_attack_is_found_among_those_who_would_see_a_man() -> None:
    able = 0
    for mission in MISSIONS:
        for s in roused(mission, 5, 4):
            ours = attacks.prey(s)
            watching = attacks.onlookers(s, ours)
            for u in range(len(s.u_kind)):
                if not s.vehicle(u):
                    found = [(m, plus) for m, plus, _ in attacks.options(s, u, ours)]
                    assert found == aims(s, u)
                    assert not found or u in watching
                    able += len(found)
                elif attacks.options(s, u, ours):
                    assert u in watching
    assert able > 100


def slow_first_on_way(s: Regiment, u: int, reach: Rings, left: int, rest: Rings, whole: int, optimal: int) -> set[int]:
    """RR-13.12 The first optimal square of every shortest way, found by walking all of them."""
    found: set[int] = set()
    todo, known = [(s.u_at[u], 0)], set()
    while todo:
        at, spent = todo.pop()
        for to, price, s1, s2 in s.layout.steps(MARCH)[at]:
            cost = spent + price
            if cost <= left and reach.cost(to) == cost and rest.cost(to) == whole - cost and (to, cost) not in known:
                if passable(to, s1, s2, s.things.shut):
                    known.add((to, cost))
                    if optimal >> to & 1:
                        found.add(to)
                    else:
                        todo.append((to, cost))
    return found


def test_the_first_good_square_of_a_shortest_way_is_where_all_ways_meet_one() -> None:
    found, rng = 0, Rng(11)
    for mission in MISSIONS:
        for s in roused(mission, 8, 10):
            for u in advance.waiting(s):
                for m in s.ours.targets if s.here(u) else ():
                    reach = position.reachable(s, u)
                    rest, whole = position.remaining(s, u, m)
                    good = sum(s.grid.bit[v] for v in s.grid.squares if not rng.below(5)) & ~s.grid.bit[s.u_at[u]]
                    first, nearer = position.first_on_way(s, u, reach, 6, rest, whole, good)
                    assert set(bits(first)) == slow_first_on_way(s, u, reach, 6, rest, whole, good)
                    costs = {q: reach.cost(q) for q in bits(first)}
                    assert set(bits(nearer)) == {q for q in costs if costs[q] < max(costs.values())}
                    found += len(bits(first))
    assert found > 100


HEARD = 1 << 500


def slow_watchers(s: Regiment, m: int, start: int) -> dict[int, int]:
    """The squares within a sprint where a man would be seen, or heard running, with the units as bits, those that hear
    from HEARD on: square by square and unit by unit.
    """
    found: dict[int, int] = {}
    for v in bits(s.grid.disc(start, sprinting.SPRINT)):
        for u in range(len(s.u_kind)):
            if s.here(u):
                if sight.has_sight(s, u) and sight.sees_man(s, u, m, v):
                    found[v] = found.get(v, 0) | 1 << u
                if notice.range_to(s, u, v) <= 1:
                    found[v] = found.get(v, 0) | HEARD << u
    return found


def slow_ways(s: Regiment, m: int, boarding: int, watched: dict[int, int]) -> dict[int, dict[int, tuple[int, ...]]]:
    """RR-5.3 Every square a sprint reaches, with one way for each different set of who notices it, step by step."""
    start = s.m_at[m]
    paths: dict[int, dict[int, tuple[int, ...]]] = {}
    begun = watched.get(start, 0) % (HEARD << 500 if s.stage.switches.sprint_noise_from_start else HEARD)
    layer: list[tuple[int, int, tuple[int, ...]]] = [(start, begun, ())]
    for _ in range(sprinting.SPRINT):
        after: list[tuple[int, int, tuple[int, ...]]] = []
        for at, before, way in layer:
            for to in [*movement.next_steps(s, m, at, True), *movement.boat_steps(s, m, at, boarding)]:
                mark = before | watched.get(to, 0)
                if mark not in paths.setdefault(to, {}):
                    paths[to][mark] = way
                    if not boarding >> to & 1:
                        after.append((to, mark, (*way, to)))
        layer = after
    return paths


@pytest.mark.parametrize("mission", MISSIONS)
def test_ways_of_a_sprint_differ_where_somebody_else_notices_them(mission: str) -> None:
    several = 0
    for seed in (11, 12, 13):
        for s in positions(mission, seed, 150)[::3]:
            for m in range(len(s.m_kind)):
                if s.m_at[m] < 0 or s.m_car[m] >= 0 or s.m_low[m] or s.m_swim[m]:
                    continue
                boarding = cars.open_squares(s, m)
                assert movement.boards_near(s, m) in (0, boarding)
                quick = sprinting.ways(s, m, boarding, sprinting.watched_squares(s, m))
                slow = slow_ways(s, m, boarding, slow_watchers(s, m, s.m_at[m]))
                assert {to: [way for _, way in ways] for to, ways in quick.items()} == {
                    to: list(ways.values()) for to, ways in slow.items() if ways
                }
                for to, ways in quick.items():
                    assert sprinting.first_way(s, m, to) == (*ways[0][1], to)
                    several += len(ways) > 1
    assert several > 100


@pytest.mark.parametrize("mission", MISSIONS)
def test_only_men_in_play_are_spotted(mission: str) -> None:
    spotted = 0
    for s in positions(mission, 5, 200) + positions(mission, 6, 200):
        assert all(s.on_board(m) for m, there in enumerate(s.m_spotted) if there)
        spotted += sum(s.m_spotted)
    assert spotted > 20


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_vehicle_is_open_to_board_while_a_seat_is_free(mission: str) -> None:
    for s in positions(mission, 17, 150)[::5]:
        for c in range(len(s.c_kind)):
            room = len(data.SEATS[s.c_kind[c]]) - s.m_car.count(c)
            assert len(cars.free_seats(s, c)) == room, "whoever sits in a vehicle is in play"


def facts(s: Regiment) -> list[object]:
    """All that a position consists of."""
    return [getattr(s, name) for name in s.FIELDS]


def on_a_new_board(s: Regiment) -> Regiment:
    """The same position, with nothing remembered of it or of its board."""
    twin = GAME.restore(snapshot(s))
    assert isinstance(twin, Regiment)
    stage = s.stage
    twin.stage = Stage(stage.mission, Layout(stage.layout.rows), stage.switches, stage.support)
    twin.layout, twin.grid = twin.stage.layout, twin.stage.grid
    return twin


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_game_goes_on_where_others_were_played_as_on_a_new_board(mission: str) -> None:
    others = {"sprint_noise_from_start": "off", "vehicle_guns_one_noise": "on", "alert_blocks_operator_los": "off"}
    rng = Rng(26)
    for options in (others, {}):
        for s in positions(mission, 27, 240, options)[rng.below(40) :: 40]:
            new, offered = on_a_new_board(s), legal(s)
            assert legal(new) == offered
            action = offered[rng.below(len(offered))]
            assert [event.text for event in play(new, action)] == [event.text for event in play(s, action)]
            assert (facts(new), new.agenda, legal(new)) == (facts(s), s.agenda, legal(s))


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_shows_as_lying_on_which_squares_is_what_each_square_says(mission: str) -> None:
    rng, shown = Rng(9), set()
    for s in positions(mission, 14, 120)[::7]:
        for m in range(len(s.m_kind)):
            s.m_swim, s.m_low[m], s.m_spotted[m] = changed(s.m_swim, m, 0), rng.below(2), rng.below(2)
            s.give(m, data.I_CAMO, rng.below(2))
            squares = sight.lying_on(s, m)
            shown.add((squares == 0, squares == s.grid.board))
            for v in s.grid.squares:
                assert sight.shows(s, m, v) == (sight.LYING if squares >> v & 1 else sight.STANDING)
    assert len(shown) > 1


@pytest.mark.parametrize("mission", MISSIONS)
def test_squares_in_sight_past_others_are_those_of_each_line(mission: str) -> None:
    hidden = 0
    for s in positions(mission, 15, 80)[::8]:
        eyes, blockers = s.layout.eyes, obstacles.our_veil(s)
        for viewer in s.grid.squares[:: len(s.grid.squares) // 12]:
            others = blockers & ~(1 << viewer)
            asked = s.grid.disc(viewer, 18) & ~(1 << viewer)
            seen = eyes.in_sight(viewer, asked, others)
            assert seen == sum(1 << v for v in bits(asked) if eyes.level(viewer, v, others, others) < 2)
            hidden += eyes.in_sight(viewer, asked, 0) != seen
    assert hidden > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_sees_a_square_past_the_terrain_is_seen_from_it(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    eyes = s.layout.eyes
    for v in s.grid.squares[::9]:
        seeing = sum(1 << w for w in bits(s.grid.disc(v, 8)) if not eyes.hidden[2][v - w] >> w & 1)
        assert eyes.onlookers(v, 8) == seeing
        assert eyes.onlookers(v, 5) == seeing & s.grid.disc(v, 5)


def slow_men_seen(s: Regiment, u: int) -> int:
    """The men whom a unit sees, each asked by himself and on each square of his vehicle."""
    found = 0
    for m in range(len(s.m_kind)):
        if s.m_state[m] == ACTIVE and s.here(u) and not s.u_cig[u]:
            how = sight.shows(s, m, s.m_at[m]) if s.m_car[m] < 0 else sight.STANDING
            view = sight.view_of(s, u, how == sight.LYING) if how != sight.UNSEEN else 0
            if s.m_car[m] >= 0:  # which does not hide itself
                high = obstacles.axis_veil(s, u)[1] & ~sight.bulk(s, s.m_car[m])
                for corner, point, facing in sight.looks(s, u):
                    eyes = s.layout.crew if corner else s.layout.eyes
                    field = (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
                    view |= eyes.partly(point, field, high)
            if any(view >> v & 1 for v in sight.man_squares(s, m)):
                found |= 1 << m
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_is_seen_is_found_by_sets_as_by_asking_for_each(mission: str) -> None:
    seen = 0
    rng = Rng(10)
    for s in positions(mission, 6, 200)[::4] + positions(mission, 8, 200)[::4]:
        s.lay(corpses=tuple(s.grid.squares[rng.below(len(s.grid.squares))] for _ in range(4)))
        for u in range(len(s.u_kind)):
            here = s.here(u) and not s.u_cig[u]
            lying = sight.view_of(s, u, True) if here and s.section == STEALTH else 0
            assert sight.men_seen(s, u) == slow_men_seen(s, u)
            assert sight.corpses_seen(s, u) == sum({1 << v for v in s.corpses if lying >> v & 1})
            seen += sight.men_seen(s, u) != 0
    assert seen > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_has_nothing_near_sees_nothing_however_he_turns_and_walks(mission: str) -> None:
    left_out = 0
    rng = Rng(11)
    for s in positions(mission, 6, 200)[::8]:
        s.lay(corpses=(s.grid.squares[rng.below(len(s.grid.squares))],))
        for u in [*s.in_role(SENTRY), *s.in_role(PATROLMAN)]:
            start = s.u_at[u]
            if not s.here(u):
                continue
            turns = not events.may_see(s, u)
            walks = not s.grid.disc(start, FIELD + patrol.STEPS) & sight.worth_a_look(s)
            for m in range(len(s.m_kind)):
                assert not s.on_board(m) or all(sight.worth_a_look(s) >> v & 1 for v in sight.man_squares(s, m))
            for v in bits(s.grid.disc(start, patrol.STEPS))[::5] if walks else ():
                s.u_at[u] = v
                assert not slow_men_seen(s, u) and not sight.corpses_seen(s, u)
            s.move(u, start)
            for s.u_face[u] in range(4) if turns else ():
                assert not slow_men_seen(s, u) and not sight.corpses_seen(s, u)
            left_out += turns + walks
    assert left_out > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_nobody_who_sees_or_hears_a_man_is_passed_over(mission: str) -> None:
    noticed = 0
    for s in positions(mission, 6, 200)[::5] + positions(mission, 9, 200)[::5]:
        for m in range(len(s.m_kind)):
            if not s.on_foot(m):
                continue
            before_vehicles = [v for u in s.axis.motors if s.here(u) for v in bits(sight.view_of(s, u, False))[::9]]
            for v in [s.m_at[m], *before_vehicles]:
                noticed += notice_slowly(s, m, v, m % 2 == 0)
    assert noticed > 10


def notice_slowly(s: Regiment, m: int, v: int, sprinting: bool) -> int:
    """How many units notice a man on a square, asked one by one; those are marked who are found by sets."""
    notice.begin(s, m)
    notice.notice(s, m, v, sprinting)
    notice.witness(s, OFF, v)
    how = sight.shows(s, m, v)
    noticed = 0
    for u in range(len(s.u_kind)):
        slow = 0
        if s.here(u):
            far = min(s.grid.distance(v, w) for w in s.footprint(u))
            assert notice.range_to(s, u, v) == far
            assert (u in notice.within(s, v, 4)) == (far <= 4)
            if sprinting and far <= 1:
                slow |= NOISE
            if how != sight.UNSEEN and not s.u_cig[u] and sight.view_of(s, u, how == sight.LYING) >> v & 1:
                slow |= SEEN | (IN_RANGE if far <= notice.reaction_range(s, u) else 0)
            if sight.watches(s, u, v):
                slow |= WITNESS
        assert s.u_mark[u] & ~WAS_ALERT == slow
        noticed += slow != 0
    return noticed


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_square_asked_by_itself_is_occupied_as_among_all(mission: str) -> None:
    taken = 0
    for s in [*positions(mission, 4, 160), *positions(mission, 5, 160)][::8]:
        for u in [OFF, *s.axis.present][::4]:
            every = obstacles.occupied(s, but_unit=u)
            for v in s.grid.squares:
                assert obstacles.is_occupied(s, v, u) == bool(every >> v & 1)
            taken += every != 0
    assert taken > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_places_of_a_line_know_what_is_next_and_where_it_lies(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    assert s.layout.lines
    for line in s.layout.lines:
        for at, v in enumerate(line.squares):
            towards: dict[int, int] = {}
            for way in (1, 0):
                to = line.neighbour(at, way == 1)
                back = line.neighbour(at, way == 0)
                assert line.onward[2 * at + way] == ((to, way) if to >= 0 else (back, 1 - way))
                for f in range(4) if to >= 0 else ():
                    if v + s.grid.step(f) == line.squares[to]:
                        towards.setdefault(f, way)
            assert set(line.facings[at]) == set(towards)
            assert line.ways[4 * at : 4 * at + 4] == [towards.get(f, -1) for f in range(4)]
