"""Chapter 18, Axis vehicles: patrols, convoys with their scout, guards, assault and spawned vehicles, and HMG fire
through walls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment import data, order
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment.layout import KEPT
from sandtable.games.rogue_regiment.missions import Side
from sandtable.games.rogue_regiment.rings import Rings
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    OFF,
    SEAT,
    STEALTH,
    V_ASSAULT,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    V_SCOUT,
    V_SPAWN,
    Regiment,
    changed,
    facing_word,
)
from sandtable.games.rogue_regiment.tiles import BLACK, SIDE
from sandtable.games.rogue_regiment.wheels import Wheels, wheels
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.sight import FIELD

FRONT_FIRED: Final = 1
REAR_FIRED: Final = 2
WALL_SHOT: Final = -3  # RR-18.24
GAP: Final = 2  # RR-18.38


def wheels_of(s: Regiment, u: int) -> Wheels:
    """The steps a vehicle may make."""
    return wheels(s.layout, data.LENGTH[s.u_kind[u]])


def state_of(s: Regiment, u: int) -> int:
    """Where a vehicle is and heads, as one number."""
    return s.u_at[u] * 4 + s.u_face[u]


def armed(s: Regiment, u: int) -> bool:
    """RR-19.22 Whether a vehicle can attack."""
    return data.DICE[s.u_kind[u]] > 0


def put(s: Regiment, u: int, state: int) -> None:
    """RR-18.12 A vehicle is in that state; one wholly off the board is nowhere."""
    before = s.cover(u)
    s.u_at[u], s.u_face[u] = state >> 2, state & 3
    s.rolled_on(u, before)


# --- routes


def outside(s: Regiment, side: Side, length: int) -> int:
    """RR-18.30, RR-18.36, RR-18.48 Where a vehicle waits: in the two lanes of a side, its front row touching the edge
    of the board.
    """
    grid = s.grid
    left, top = SIDE * side.column, SIDE * side.row
    heading = (side.side + 2) % 4
    # The front left square as the driver sees it.
    x, y = {0: (left + 5, top - 1), 1: (left + SIDE, top + 5), 2: (left + 4, top + SIDE), 3: (left - 1, top + 4)}[
        side.side
    ]
    assert length, "only vehicles wait outside"
    return grid.at(x, y) * 4 + heading


def route(s: Regiment, start: Side, end: Side, kind: int) -> list[tuple[int, int]]:
    """RR-18.30, RR-18.31 The states along the lanes from one side to the other with their costs, the first and last
    wholly off the board.

    It goes straight, and where the lanes of the other side cross its own it turns into them.
    """
    known = s.stage.routes.get((start, end, kind))
    if known is not None:
        return known
    rolling = wheels(s.layout, data.LENGTH[kind])
    state = outside(s, start, data.LENGTH[kind])
    goal = end.side  # the heading at the far side is outwards
    found = [(state, 0)]
    for _ in range(400):
        at, heading = state >> 2, state & 3
        step = state_after(s, at, heading)
        cost = 2 if any(rolling.rough >> v & 1 for v in rolling.squares(step)[:2]) else 1
        if heading != goal:
            right = (heading + 1) % 4 == goal
            place, faced = rolling.turned(at, heading, right)
            if in_lanes(s, rolling.squares(place * 4 + faced), end):
                step, cost = place * 4 + faced, 2 if data.LENGTH[kind] == 4 else 1
        state = step
        found.append((state, cost))
        if not rolling.cover(state) & s.grid.board:
            s.stage.routes[start, end, kind] = found
            return found
    raise AssertionError("a route leaves the board")


def state_after(s: Regiment, at: int, heading: int) -> int:
    """One square straight on."""
    return (at + s.grid.step(heading)) * 4 + heading


def in_lanes(s: Regiment, squares: list[int], end: Side) -> bool:
    """Whether a footprint lies in the two lanes of a side."""
    if end.side in (0, 2):
        lanes = (SIDE * end.column + 4, SIDE * end.column + 5)
        return all(s.grid.xs[v] in lanes for v in squares)
    lanes = (SIDE * end.row + 4, SIDE * end.row + 5)
    return all(s.grid.ys[v] in lanes for v in squares)


def route_of(s: Regiment, u: int) -> list[tuple[int, int]]:
    """The route a patrol or convoy vehicle follows now."""
    mission = s.stage.mission
    if s.u_role[u] == V_PATROL:
        vehicle = mission.vehicles[s.u_link[u]]
        assert vehicle.start is not None
        assert vehicle.end is not None
        ends = (vehicle.start, vehicle.end) if s.u_way[u] else (vehicle.end, vehicle.start)
        return route(s, ends[0], ends[1], s.u_kind[u])
    assert mission.convoy_ends is not None
    return route(s, mission.convoy_ends[0], mission.convoy_ends[1], s.u_kind[u])


# --- patrol vehicles


@dataclass(frozen=True)
class VehiclesPatrol(Step):
    """RR-15.6, RR-18.1, RR-18.30, RR-18.53 At the start of the Patrol Phase of a black turn the patrol vehicles
    move, those that are on their route.
    """

    def do(self, s: Regiment) -> None:
        if s.section != STEALTH or s.token != BLACK:
            return
        for u in range(len(s.u_kind)):
            if s.u_role[u] == V_PATROL and s.alive(u) and not s.u_done[u]:
                if s.u_alert[u] and armed(s, u) and advance.targets(s):
                    continue
                if s.u_at[u] >= 0 and state_of(s, u) != route_of(s, u)[s.u_place[u]][0]:
                    continue  # it has left its route for a man who is no longer spotted, and stands
                s.u_done[u] = 1
                marks.begin_unit(s)
                s.then(*marks.instants(s, u), Drive(u, data.MOVE[s.u_kind[u]]), VehiclesPatrol())
                return


@dataclass(frozen=True)
class Drive(Step):
    """RR-18.30, RR-18.31, RR-18.8, RR-18.35, RR-18.53 One step of a patrol vehicle along its route; off the board it
    turns round.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u) or s.section != STEALTH:
            return
        way = route_of(s, u)
        place = s.u_place[u]
        if place + 1 >= len(way) or way[place + 1][1] > self.left:
            return
        if not can_end(s, u, way, self.left):
            return
        old = wheels_of(s, u).cover(way[place][0])
        s.u_place[u] = place + 1
        state, cost = way[place + 1]
        before, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
        put(s, u, state)
        told(s, u, "RR-18.30")
        if place + 2 == len(way):
            s.u_at[u] = OFF
            s.u_place[u] = 0
            s.u_way[u] = 1 - s.u_way[u]
            s.changed()
            s.say("RR-18.31", "{} leaves the board and turns round", s.unit(u))
            return
        equipment.tread(s, u, [v for v in s.footprint(u) if not old >> v & 1])
        notice.find_bodies(s)
        if events.gains(s, u, before, bodies):
            s.then(*marks.instants(s, u))
            return
        s.then(*marks.instants(s, u), Drive(u, self.left - cost))


def can_end(s: Regiment, u: int, way: list[tuple[int, int]], left: int) -> bool:
    """RR-18.7, RR-18.8 Whether some place ahead within the points left can be ended on."""
    taken = sight.occupied(s, but_unit=u)
    place = s.u_place[u]
    while place + 1 < len(way) and way[place + 1][1] <= left:
        place += 1
        left -= way[place][1]
        if not wheels_of(s, u).cover(way[place][0]) & taken:
            return True
    return False


def told(s: Regiment, u: int, clause: str) -> None:
    """The log line of a vehicle's step."""
    if s.listen:
        where = s.place(s.u_at[u]) or "off"
        s.say(
            clause,
            "{} drives on",
            s.unit(u),
            facts=(("placed", s.unit(u), where), ("turned", s.unit(u), facing_word(s.u_face[u]))),
        )


# --- the convoy


def special(s: Regiment) -> None:
    """RR-18.36, RR-14.28, RR-3.14 The special card brings the convoy to the edge of the board, each vehicle behind the
    other.
    """
    mission = s.stage.mission
    place = 0
    for n, member in enumerate(mission.convoy):
        name, *scout = member.split()
        kind = data.UNITS.index(name)
        u = setup.add_unit(s, kind, OFF, 0, V_SCOUT if scout else V_CONVOY, OFF, n)
        s.u_place[u] = place
        place -= data.LENGTH[kind] + GAP
        s.u_alert[u] = 1 if s.section == BATTLE else 0
        s.u_way[u] = s.turn
    if mission.convoy:
        s.say("RR-18.36", "a convoy is on its way", facts=tuple(("placed", s.unit(u), "off") for u in convoy(s)))


def convoy(s: Regiment) -> list[int]:
    """RR-18.39, RR-18.42 The vehicles still in the convoy, in their order; a scout leaves it at the alarm."""
    return [
        u
        for u in range(len(s.u_kind))
        if s.alive(u) and (s.u_role[u] == V_CONVOY or (s.u_role[u] == V_SCOUT and s.section == STEALTH))
    ]


@dataclass(frozen=True)
class ConvoyMoves(Step):
    """RR-18.37, RR-18.38, RR-18.39, RR-18.40, RR-18.43, RR-18.44 Each in turn moves at the speed of the slowest and
    keeps two squares apart.
    """

    def do(self, s: Regiment) -> None:
        members = convoy(s)
        if not members:
            return
        speed = min(data.MOVE[s.u_kind[u]] for u in members)
        for n, u in enumerate(members):
            if not s.u_done[u] and s.u_way[u] != s.turn:
                s.u_done[u] = 1
                limit = room_behind(s, u, members[n - 1]) if n else 10_000
                marks.begin_unit(s)
                s.then(*marks.instants(s, u), Roll(u, speed, limit), ConvoyMoves())
                return


def room_behind(s: Regiment, u: int, ahead: int) -> int:
    """RR-18.38 How far along its route a convoy vehicle may come behind another: two squares stay empty between them,
    round a corner too.
    """
    straight = s.u_place[ahead] - data.LENGTH[s.u_kind[ahead]] - GAP
    lead, way, rolling = s.footprint(ahead), route_of(s, u), wheels_of(s, u)
    place = s.u_place[u]
    while place + 1 < len(way):
        if place + 1 < 0 or not lead:
            if place + 1 > straight:
                break
        elif min(rolling.distance(way[place + 1][0], v) for v in lead) <= GAP:
            break
        place += 1
    return place


@dataclass(frozen=True)
class Roll(Step):
    """RR-18.37, RR-18.40, RR-18.43, RR-18.45, RR-18.51 One step of a convoy vehicle: it runs over men on foot, sees but
    does not stop, and waits before a turn for which it lacks the points.
    """

    unit: int
    left: int
    limit: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u):
            return
        place = s.u_place[u]
        if self.left < 1 or place + 1 > self.limit:
            return
        if place < 0:
            s.u_place[u] = place + 1
            s.then(Roll(u, self.left - 1, self.limit))
            return
        way = route_of(s, u)
        state, cost = way[place + 1]
        if cost > self.left:
            return
        rolling = wheels_of(s, u)
        old = rolling.cover(way[place][0])
        taken = sight.occupied(s, but_unit=u)
        for m in range(len(s.m_kind)):
            if s.on_foot(m):
                taken &= ~(1 << s.m_at[m])
        if rolling.cover(state) & taken and not passes(s, u, way, place, self.left, taken):
            return
        s.u_place[u] = place + 1
        put(s, u, state)
        told(s, u, "RR-18.37")
        if place + 2 == len(way):
            s.u_at[u] = OFF
            s.u_health = changed(s.u_health, u, 0)
            s.changed()
            s.say("RR-18.37", "{} gets away", s.unit(u), facts=(("removed", s.unit(u)),))
            for n, objective in enumerate(s.stage.mission.objectives):
                if objective.kind == "convoy-leaves":
                    setup.scored(s, n)
            return
        entered = [v for v in s.footprint(u) if not old >> v & 1]
        for m in range(len(s.m_kind)):
            if s.on_foot(m) and s.m_at[m] in entered:
                s.say("RR-18.45", "{} runs {} over", s.unit(u), s.man(m))
                turn.kill(s, m)
        equipment.tread(s, u, entered)
        s.then(ConvoySees(u), *marks.instants(s, u), Roll(u, self.left - cost, self.limit))


def passes(s: Regiment, u: int, way: list[tuple[int, int]], place: int, left: int, taken: int) -> bool:
    """RR-18.7, RR-18.8 Whether a vehicle gets past what is in its way to a place where it can end."""
    while place + 1 < len(way) and way[place + 1][1] <= left:
        place += 1
        left -= way[place][1]
        if not wheels_of(s, u).cover(way[place][0]) & taken:
            return True
    return False


@dataclass(frozen=True)
class ConvoySees(Step):
    """RR-18.51, RR-9.24 Whom a convoy vehicle sees is spotted, and the vehicle is alert; so it is at the sight of a
    body.
    """

    unit: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        seen = sight.men_seen(s, u)
        for m in range(len(s.m_kind)):
            if seen >> m & 1:
                notice.spot(s, m, "RR-18.51", f"{{{s.unit(u)}}} sees it")
                notice.alert(s, u, "RR-18.51", "it sees somebody")
        notice.find_bodies(s)


# --- advancing vehicles


def advances(s: Regiment, u: int) -> bool:
    """RR-18.20, RR-18.42, RR-18.46, RR-18.47, RR-18.48, RR-19.22 Whether a vehicle leaves its post to advance: armed,
    alert, and of a kind that may.
    """
    if not s.alive(u) or not armed(s, u) or not s.u_alert[u] or s.u_role[u] == V_CONVOY:
        return False
    if s.section == STEALTH:
        return s.u_role[u] in (V_PATROL, V_GUARD) and s.here(u)
    return True


@dataclass(frozen=True)
class VehiclesAdvance(Step):
    """RR-13.20, RR-18.1, RR-18.20 The convoy rolls, then alert vehicles advance, the nearest to a spotted Operator
    first.
    """

    def do(self, s: Regiment) -> None:
        s.then(ConvoyMoves(), NextVehicle())


def entry_state(s: Regiment, u: int) -> int:
    """RR-18.46, RR-18.48, RR-18.42 From where a vehicle that is off the board enters it."""
    if s.u_at[u] >= 0:
        return state_of(s, u)
    role = s.u_role[u]
    mission = s.stage.mission
    if role == V_SCOUT:
        assert mission.convoy_ends is not None
        return outside(s, mission.convoy_ends[0], data.LENGTH[s.u_kind[u]])
    vehicle = mission.vehicles[s.u_link[u]]
    side = vehicle.start if role == V_ASSAULT or s.u_way[u] else vehicle.end
    assert side is not None
    return outside(s, side, data.LENGTH[s.u_kind[u]])


def waiting(s: Regiment) -> list[int]:
    """RR-18.20 The vehicles that may advance and have not."""
    return [u for u, kind in enumerate(s.u_kind) if data.LENGTH[kind] and not s.u_done[u] and advances(s, u)]


@dataclass(frozen=True)
class NextVehicle(Step):
    """RR-18.20, RR-13.10 The nearest alert vehicle that has not advanced is next, by squares and among equals by the
    cost of the way; then the players choose.
    """

    def do(self, s: Regiment) -> None:
        if not advance.targets(s):
            return
        ready = waiting(s)
        if not ready:
            return
        first = ready
        if len(ready) > 1:
            near = {u: quarry(s, u)[0][0] for u in ready}
            first = [u for u in ready if near[u] == min(near.values())]
        if len(first) > 1:
            costs = {u: min(way_cost(s, u, m) for far, _, m in quarry(s, u) if far == near[u]) for u in first}
            first = [u for u in first if costs[u] == min(costs.values())]
        order.first(s, "advance", tuple(first))
        s.then(NextVehicle())


def quarry(s: Regiment, u: int) -> list[tuple[int, int, int]]:
    """RR-13.7, RR-18.20 The targets of a vehicle, the closest first: squares, among equals the cost of the way, man."""
    rolling, start = wheels_of(s, u), entry_state(s, u)
    far = {m: rolling.distance(start, nearest_part(s, u, m)) for m in advance.targets(s)}
    squares = list(far.values())
    return sorted((far[m], way_cost(s, u, m) if squares.count(far[m]) > 1 else 0, m) for m in far)


def way_cost(s: Regiment, u: int, m: int) -> int:
    """RR-13.10 The cost of a vehicle's way to a target."""
    rolling, start = wheels_of(s, u), entry_state(s, u)
    rest = rolling.tracks(sight.shut(s)).rest(start, nearest_part(s, u, m))
    return rest.touching(rolling.bit(start))[0]


def nearest_part(s: Regiment, u: int, m: int) -> int:
    """The square of a target that is nearest to a vehicle."""
    rolling, start = wheels_of(s, u), entry_state(s, u)
    return min(sight.man_squares(s, m), key=lambda v: rolling.distance(start, v))


def best_shot(s: Regiment, u: int, state: int, m: int) -> int:
    """RR-13.11, RR-13.33, RR-18.21 How good a state is for attacking a man: -9 not at all, -3 through a wall, cover,
    or 1 optimal.
    """
    kind = s.u_kind[u]
    rolling = wheels_of(s, u)
    places = sight.man_squares(s, m)
    best = -9
    for point, facing in s.layout.looks(state, data.LENGTH[kind], data.FRONT[kind], data.REAR[kind]):
        if point_off(s, point):
            continue
        field = s.layout.crew_fields[4 * point + facing]
        for v in places:
            if not field >> v & 1:
                continue
            far = rolling.distance(state, v)
            if far > data.LONG[kind]:
                continue
            own = rolling.cover(state)
            low, high = s.veil_low & ~own, s.veil_high & ~own
            level = s.layout.crew.level(point, v, low, high)
            how = sight.STANDING if s.m_car[m] >= 0 else sight.shows(s, m, v)
            clear = level < 2 if how == sight.STANDING else level == 0 and (not s.layout.forest >> v & 1 or far == 1)
            if how != sight.UNSEEN and clear:
                covered = 0 if s.m_car[m] >= 0 else sight.cover(s, point, True, rolling.squares(state), v)
                best = max(best, 1 if covered == 0 and far <= data.SHORT[kind] else covered)
            elif data.HMG[kind] and s.layout.room[v] and sight.walls_between(s, point, v, True) == 1:
                best = max(best, WALL_SHOT)
    return best


def shots(s: Regiment, u: int, states: int, m: int) -> tuple[int, int, int]:
    """RR-13.11, RR-18.21 The states of a set from which a vehicle could attack a man, the optimal ones among them, and
    those from which it could only fire through a wall.

    What was found is kept, as for infantry.
    """
    kind, layout, rolling = s.u_kind[u], s.layout, wheels_of(s, u)
    places = sight.man_squares(s, m)
    how = sight.STANDING if s.m_car[m] >= 0 else sight.shows(s, m, s.m_at[m])
    may = near = 0
    for v in places:
        near |= s.grid.disc(v, FIELD + 1)
        may |= rolling.seeing(v, data.FRONT[kind], data.REAR[kind], data.HMG[kind] and layout.room[v] > 0)
    may &= states
    if not may:
        return 0, 0, 0
    key = (kind, how, s.m_car[m] >= 0, s.veil_low & near, s.veil_high & near, *places)
    known = layout.worths.get(key)
    if known is None:
        if len(layout.worths) > KEPT:
            layout.worths.clear()
        known = [0, 0, 0, 0]  # asked, can attack, optimal, through a wall
        layout.worths[key] = known
    anew = may & ~known[0]
    if anew:
        known[0] |= anew
        for state in rolling.states(anew):
            worth = best_shot(s, u, state, m)
            if worth == WALL_SHOT:
                known[3] |= rolling.bit(state)
            elif worth > -9:
                known[1] |= rolling.bit(state)
                if worth == 1:
                    known[2] |= rolling.bit(state)
    return known[1] & may, known[2] & may, known[3] & may


def point_off(s: Regiment, point: int) -> bool:
    """Whether a looking point is off the board."""
    return not (0 <= s.grid.xs[point] <= s.grid.width and 0 <= s.grid.ys[point] <= s.grid.height)


@dataclass(frozen=True)
class VehicleAdvance(Step):
    """RR-18.20, RR-18.12, RR-13.7, RR-13.8, RR-13.9 A vehicle looks for an attack position as infantry does, by its
    own steps.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u) or not advance.targets(s):
            return
        if not s.veil_known:
            sight.veil(s)
        goals = vehicle_goals(s, u, self.left)
        if goals:
            s.then(VehicleGoal(u, self.left, tuple(goals)))


def vehicle_goals(s: Regiment, u: int, left: int) -> list[int]:
    """RR-13.7, RR-13.8, RR-13.9, RR-13.12, RR-18.20 The states a vehicle may advance to; against targets equally near
    those of each.
    """
    rolling = wheels_of(s, u)
    start = entry_state(s, u)
    tracks = rolling.tracks(sight.shut(s))
    here = rolling.bit(start)
    reach = tracks.ways_from(start)
    grid = s.grid
    inside = reach.within(left) & ~(rolling.over(sight.occupied(s, but_unit=u)) | here)
    if rolling.cover(start) & grid.board:
        inside |= here
    if not inside:
        return []
    ours = quarry(s, u)
    found: set[int] = set()
    for n, (far, cost, m) in enumerate(ours):
        found.update(vehicle_choose(s, u, m, left, inside))
        if found and (n + 1 == len(ours) or ours[n + 1][:2] != (far, cost)):
            return sorted(found)
    for _, _, m in [one for one in ours if one[:2] == ours[0][:2]]:
        rest = tracks.rest(start, nearest_part(s, u, m))
        found.update(rolling.states(rest.touching(inside)[1] or inside))
    return sorted(found)


def vehicle_choose(s: Regiment, u: int, m: int, left: int, inside: int) -> list[int]:
    """RR-13.7, RR-13.11, RR-13.12 The states for attacking one target, best kind first."""
    rolling, start = wheels_of(s, u), entry_state(s, u)
    tracks = rolling.tracks(sight.shut(s))
    here, reach = rolling.bit(start), tracks.ways_from(start)
    able, optimal, through = shots(s, u, inside, m)
    if optimal & here:
        return [start]
    if not able | through:
        return []
    rest = tracks.rest(start, nearest_part(s, u, m))
    if optimal:
        whole = rest.touching(here)[0]
        first = on_way(reach, rest, whole, left) & optimal
        if first:
            _, before = tracks.trails(start, left)
            better = rolling.states(optimal)
            unpassed = [q for q in rolling.states(first) if not passed(before, q, better)]
            if unpassed:
                return unpassed
        detours = {}
        for q in rolling.states(optimal):
            cost = reach.touching(rolling.bit(q))[0]
            detours[q] = (cost + rest.touching(rolling.bit(q))[0], cost)
        least = min(detours.values())
        return [q for q in detours if detours[q] == least]
    return rolling.states(rest.touching(able or through)[1] or able or through)


def on_way(reach: Rings, rest: Rings, whole: int, left: int) -> int:
    """RR-13.12 What lies on a shortest way within so many points."""
    found = 0
    for cost in range(min(whole, left) + 1):
        found |= reach.ring(cost) & rest.ring(whole - cost)
    return found


def passed(before: dict[int, int], q: int, optimal: list[int]) -> bool:
    """RR-13.12 Whether the way to a state leads through one where the vehicle would have stopped."""
    q = before[q]
    while q >= 0:
        if q in optimal:
            return True
        q = before[q]
    return False


@dataclass(frozen=True)
class VehicleGoal(Choice):
    """RR-13.13 Of equally good positions the players choose one, named by the front left square and the heading."""

    unit: int
    left: int
    states: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found = []
        for state in self.states:
            place = s.place(state >> 2) or f"beside-{state >> 2}"
            found.append(act("go", s.unit(self.unit), place, facing_word(state & 3)))
        return found

    def chosen(self, s: Regiment, action: Action) -> None:
        goal = self.states[self.offer(s).index(action)]
        u = self.unit
        if s.listen:
            if not s.veil_known:
                sight.veil(s)
            worth, m = max((best_shot(s, u, goal, m), -m) for m in advance.targets(s))
            advance.explain(s, u, -m, goal != entry_state(s, u), worth)
        s.then(VehicleDrive(u, goal, self.left))

    def ask(self, s: Regiment) -> str:
        if not s.veil_known:
            sight.veil(s)
        worth, m = max((best_shot(s, self.unit, self.states[0], m), -m) for m in advance.targets(s))
        why = advance.described(worth)[1].capitalize()
        return f"Where does {{{s.unit(self.unit)}}} drive, after {{{s.man(-m)}}}? {why}"


def next_states(s: Regiment, u: int, goal: int, left: int) -> list[int]:
    """RR-13.13 The next states of the cheapest ways to a goal; only one where the ways cannot differ for anybody."""
    rolling = wheels_of(s, u)
    tracks = rolling.tracks(sight.shut(s))
    here = entry_state(s, u)
    ways = tracks.ways_to(goal)
    whole = ways.touching(rolling.bit(here))[0]
    found = [to for to, price in tracks.moves(here) if ways.ring(whole - price) & rolling.bit(to)]
    if len(found) > 1 and not advance.route_matters(s, rolling.squares(here), left + data.LENGTH[s.u_kind[u]]):
        return found[:1]
    return found


@dataclass(frozen=True)
class VehicleDrive(Step):
    """RR-18.7, RR-18.50, RR-13.29, RR-7.19 One step of an advancing vehicle after another, until it is at its goal."""

    unit: int
    goal: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u):
            return
        if s.u_done[u] == marks.ANEW:
            s.u_done[u] = 1
            s.then(VehicleAdvance(u, self.left))
            return
        if entry_state(s, u) == self.goal:
            return
        s.then(VehicleRoute(u, tuple(next_states(s, u, self.goal, self.left)), self.goal, self.left))


@dataclass(frozen=True)
class VehicleRoute(Choice):
    """RR-13.13 Of equal ways the players choose one, step by step, where they differ."""

    unit: int
    states: tuple[int, ...]
    goal: int
    left: int

    clause = "RR-13.13"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found = []
        for state in self.states:
            place = s.place(state >> 2) or f"beside-{state >> 2}"
            found.append(act("step", s.unit(self.unit), place, facing_word(state & 3)))
        return found

    def chosen(self, s: Regiment, action: Action) -> None:
        u, state = self.unit, self.states[self.offer(s).index(action)]
        rolling = wheels_of(s, u)
        here = entry_state(s, u)
        cost = next(price for to, price in rolling.tracks(sight.shut(s)).moves(here) if to == state)
        old = rolling.cover(here)
        put(s, u, state)
        told(s, u, "RR-18.20")
        equipment.tread(s, u, [v for v in s.footprint(u) if not old >> v & 1])
        notice.find_bodies(s)
        s.then(advance.Look(u), *marks.instants(s, u), VehicleDrive(u, self.goal, self.left - cost))

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} take?"


def spawn(s: Regiment, kind: int, where: int, colour: int) -> None:
    """RR-18.46, RR-14.12 A vehicle takes two columns of a spawn tile, its tail hanging out; without room it does not
    come.
    """
    places = s.stage.spawns[where]
    heading = (s.stage.spawn_sides[where].side + 2) % 4
    rolling = wheels(s.layout, data.LENGTH[kind])
    taken = sight.occupied(s)
    for v in places[:4]:
        state = v * 4 + heading
        front = rolling.squares(state)[:2]
        if all(w in places[:4] for w in front) and not rolling.cover(state) & taken:
            u = setup.add_unit(s, kind, v, heading, V_SPAWN, colour)
            s.u_alert[u] = 1
            s.say("RR-18.46", "{} comes to {}", s.unit(u), s.place(v), facts=(("placed", s.unit(u), s.place(v)),))
            return
    s.say("RR-14.12", "the spawn tile is full")


# --- fire through walls


def wall_shots(s: Regiment, u: int) -> list[tuple[int, int, int]]:
    """RR-18.21, RR-18.23, RR-18.24, RR-18.26, RR-18.27, RR-18.52 For each gun of a vehicle that has not fired the
    nearest spotted men in a building whom it reaches through one wall: man, modifier, gun.
    """
    kind = s.u_kind[u]
    if not (data.HMG[kind] and s.u_alert[u] and s.here(u)):
        return []
    if not s.veil_known:
        sight.veil(s)
    chosen: list[tuple[int, int, int]] = []
    for n, (point, facing) in enumerate(sight.crew_looks(s, u)):
        gun = FRONT_FIRED if n == 0 else REAR_FIRED
        if s.u_done[u] & gun or point_off(s, point):
            continue
        found = []
        for m in range(len(s.m_kind)):
            v = s.m_at[m]
            if not (s.m_spotted[m] and s.on_foot(m) and s.layout.room[v]):
                continue
            far = notice.range_to(s, u, v)
            if far <= data.LONG[kind] and s.layout.crew_fields[4 * point + facing] >> v & 1:
                if not sight.sees(s, u, m) and sight.walls_between(s, point, v, True) == 1:
                    found.append((far, m))
        nearest = min(found, default=(0, 0))[0]
        plus = WALL_SHOT + (1 if nearest <= data.SHORT[kind] else 0)
        chosen += [(m, plus, gun) for far, m in found if far == nearest]
    return chosen


@dataclass(frozen=True)
class ThroughWalls(Step):
    """RR-18.23, RR-18.25 In the Attack Phase guns without a target in sight fire through one building wall, after all
    others.
    """

    def do(self, s: Regiment) -> None:
        pairs = [(u, m) for u in range(len(s.u_kind)) for m, _, _ in wall_shots(s, u)]
        if pairs:
            s.then(WallShot(tuple(pairs)), ThroughWalls())


@dataclass(frozen=True)
class WallShot(Choice):
    """RR-16.8, RR-16.12, RR-18.24 The players choose which gun fires next, and among equal targets at whom."""

    pairs: tuple[tuple[int, int], ...]

    clause = "RR-16.12"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("attacks", s.unit(u), s.man(m)) for u, m in self.pairs]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = s.unit_of(action[1]), s.man_of(action[2])
        kind = s.u_kind[u]
        plus, gun = next((plus, gun) for other, plus, gun in wall_shots(s, u) if other == m)
        s.u_done[u] |= gun
        reactions.attack(s, u, m, data.DICE[kind], data.NEEDS[kind], plus, "RR-18.24", "fires through the wall at")
        s.then(turn.EndAction())

    def ask(self, s: Regiment) -> str:
        return "Which gun fires through the wall next, and at whom?"
