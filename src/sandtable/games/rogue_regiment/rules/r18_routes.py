"""Chapter 18, Axis vehicles on their routes: patrols, and convoys with their scout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import BLACK, SIDE
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r25_transport as transport
from sandtable.games.rogue_regiment.rules import r25_unload as unload
from sandtable.games.rogue_regiment.rules import r28_aircraft as aircraft
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    BARREL,
    BATTLE,
    OFF,
    STEALTH,
    V_CONVOY,
    V_PATROL,
    V_SCOUT,
    Regiment,
    changed,
)
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Step

GAP: Final = 2  # RR-18.38


# --- routes


def route(s: Regiment, start: Side, end: Side, kind: int) -> list[tuple[int, int]]:
    """RR-18.9, RR-18.30, RR-18.31 The states along the lanes from one side to the other with their costs, the first and
    last wholly off the board.

    It goes straight, and where the lanes of the other side cross its own it turns into them.
    """
    key = (start, end, kind)
    found: list[tuple[int, int]] | None = s.stage.routes.get(key)
    if found is None:
        found = lay_route(s, start, end, kind)
        s.stage.routes.put(key, found)
    return found


def lay_route(s: Regiment, start: Side, end: Side, kind: int) -> list[tuple[int, int]]:
    """RR-18.9, RR-18.30, RR-18.31 The same, step by step."""
    rolling = vehicles.wheels_for(s, kind)
    state = vehicles.outside(s, start, data.LENGTH[kind])
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
                step = place * 4 + faced
                rough = rolling.cover(step) & ~rolling.cover(state) & rolling.rough
                cost = 2 if rough or data.LENGTH[kind] == 4 else 1
        state = step
        found.append((state, cost))
        if not rolling.cover(state) & s.grid.board:
            return found
    raise AssertionError("a route leaves the board")


def state_after(s: Regiment, at: int, heading: int) -> int:
    """One square straight on."""
    return (at + s.grid.step(heading)) * 4 + heading


def in_lanes(s: Regiment, squares: tuple[int, ...], end: Side) -> bool:
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


def held(s: Regiment, u: int) -> int:
    """RR-18.7, RR-18.12 The squares on which a vehicle may not end; places beyond the edge are no squares of the board,
    and nobody is in the way there.
    """
    return obstacles.occupied(s, but_unit=u) & s.grid.board


def takes_up_route(s: Regiment, u: int) -> bool:
    """RR-18.53, RR-13.3 Whether a patrol vehicle is off the board or on its route; one that an advance has brought to
    another place of it goes on from there, the way it heads.
    """
    if s.u_at[u] < 0:
        return True
    state = vehicles.state_of(s, u)
    if route_of(s, u)[s.u_place[u]][0] == state:
        return True
    for _ in range(2):
        states = [at for at, _ in route_of(s, u)]
        if state in states:
            s.u_place[u] = states.index(state)
            return True
        s.u_way[u] = 1 - s.u_way[u]
    return False


def sets_out(s: Regiment, u: int) -> bool:
    """RR-18.53, RR-25.2 Whether a patrol vehicle drives on: not if it has broken down, advances, or has left its route
    for a man who is no longer spotted, and stands. From off the board it advances in Battle only.
    """
    if s.u_stall[u] or s.u_set[u] or aircraft.rolls_on(s, u):
        return False
    advances = s.u_alert[u] and s.here(u) and vehicles.armed(s, u) and s.ours.targets
    return not advances and takes_up_route(s, u)


@dataclass(frozen=True)
class VehiclesPatrol(Step):
    """RR-15.6, RR-18.1, RR-18.30, RR-18.53, RR-25.2 At the start of the Patrol Phase of a black turn the patrol
    vehicles move, those that are on their route and have not broken down. An alert one that is armed and on the board
    advances on who is spotted instead.
    """

    def do(self, s: Regiment) -> None:
        if s.section != STEALTH or s.token != BLACK:
            return
        for u in s.roster.vehicles:
            if s.u_role[u] == V_PATROL and s.alive(u) and not s.u_done[u] and sets_out(s, u):
                s.u_done[u] = 1
                marks.begin_unit(s)
                s.then(*marks.instants(s, u), Drive(u, data.MOVE[s.u_kind[u]], s.u_place[u]), VehiclesPatrol())
                return


@dataclass(frozen=True)
class Drive(Step):
    """RR-18.30, RR-18.31, RR-18.8, RR-18.35, RR-18.53, RR-12.22, RR-7.18 A patrol vehicle goes along its route, step by
    step, until it sees somebody or something else is due before its next step; off the board it turns round. `last` is
    the last place of the route where it could have ended.
    """

    unit: int
    left: int
    last: int

    def do(self, s: Regiment) -> None:
        u, left, last = self.unit, self.left, self.last
        if not s.alive(u):
            return
        if s.u_done[u] & marks.ANEW and sight.men_seen(s, u):
            left = 0  # a shot has shown it somebody
        s.u_done[u] &= ~marks.ANEW
        if s.u_set[u]:
            left = 0  # RR-25.8 its men are out
        way, taken = route_of(s, u), held(s, u)
        seen = sight.in_sight(s, u)
        while (s.section == STEALTH or s.phase == ADVANCE) and passes(s, u, way, left, len(way), taken):
            left -= step_on(s, u, way)
            if not s.u_place[u]:  # nobody looks from there, but somebody may see past where it was
                notice.find_bodies(s)
                marks.pause(s, u)
                return
            if not s.cover(u) & taken:
                last = s.u_place[u]
            if s.due:
                s.then(DriveLook(u, seen[0], left, last, tuple(bits(seen[1]))))
                return
            now = look_about(s, u, seen)
            if now is None:
                left = 0  # RR-18.35 it stops here, or where it last could
            else:
                seen = now
            if s.due:
                s.then(Drive(u, left, last))
                return
        halt(s, u, last)


@dataclass(frozen=True)
class DriveLook(Step):
    """RR-18.35, RR-18.54 The look about after a step onto a mine, if that has not destroyed the vehicle."""

    unit: int
    before: int
    left: int
    last: int
    bodies: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u):
            s.then(*marks.instants(s, u))
            return
        stops = look_about(s, u, (self.before, s.grid.union(self.bodies))) is None
        s.then(Drive(u, 0 if stops else self.left, self.last))


def look_about(s: Regiment, u: int, before: sight.Sight) -> sight.Sight | None:
    """RR-18.35, RR-9.20, RR-9.24, RR-7.10 After a step: whoever sees a body past the vehicle now is alert, and sight
    newly gained of a man or a body stops it; then markers. What it has in sight now, or None if it stops.
    """
    notice.find_bodies(s)
    seen = sight.in_sight(s, u)
    stops = events.finds(s, u, before, seen)
    marks.pause(s, u)
    return None if stops else seen


def step_on(s: Regiment, u: int, way: list[tuple[int, int]]) -> int:
    """RR-18.30, RR-18.31 One step of a patrol vehicle along its route, and what it costs; the last leads off the board,
    where the route begins anew.
    """
    s.u_place[u] += 1
    state, cost = way[s.u_place[u]]
    vehicles.drive(s, u, state, "RR-18.30")
    if s.u_place[u] + 1 == len(way):
        s.move(u, OFF)
        s.u_place[u] = 0
        s.u_way[u] = 1 - s.u_way[u]
        s.say("RR-18.31", "{} leaves the board and turns round", s.unit(u))
    return cost


def halt(s: Regiment, u: int, last: int) -> None:
    """RR-18.8, RR-12.22, RR-7.10, RR-25.5 A patrol vehicle stops where it is if the squares are free, else where it
    last could, where markers may be used again, and the men of a truck get out that has been alerted on its way.
    """
    if s.cover(u) & held(s, u):
        s.u_place[u] = last
        vehicles.put(s, u, route_of(s, u)[last][0])
        vehicles.told(s, u, "RR-18.8")
        if not s.here(u):
            s.move(u, OFF)
        elif s.section == STEALTH:
            marks.pause(s, u)
    if s.stage.hm and unload.waits(s, u):
        s.then(unload.Unload(u))


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
        if s.section == BATTLE:
            s.rouse(u)
        s.u_way[u] = s.turn
    if mission.convoy:
        s.say("RR-18.36", "a convoy is on its way", facts=tuple(("placed", s.unit(u), "off") for u in convoy(s)))


def convoy(s: Regiment) -> list[int]:
    """RR-18.39, RR-18.42 The vehicles still in the convoy, in their order; a scout leaves it at the alarm."""
    return [
        u
        for u in s.roster.vehicles
        if s.alive(u)
        and not s.u_set[u]
        and (s.u_role[u] == V_CONVOY or (s.u_role[u] == V_SCOUT and s.section == STEALTH))
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
        for u in members:
            if not s.u_done[u] and not s.u_stall[u] and s.u_way[u] != s.turn:
                s.u_done[u] = 1
                marks.begin_unit(s)
                s.then(*marks.instants(s, u), Roll(u, speed), ConvoyMoves())
                return


def room_behind(s: Regiment, u: int) -> int:
    """RR-18.38, RR-18.42 How far along its route a convoy vehicle may come now: two squares stay empty between it and
    the next one ahead that is still in the convoy, round a corner too.
    """
    members = convoy(s)
    if u not in members[1:]:
        return 10_000
    ahead = members[members.index(u) - 1]
    straight = s.u_place[ahead] - data.LENGTH[s.u_kind[ahead]] - GAP
    lead, way, rolling = s.footprint(ahead), route_of(s, u), vehicles.wheels_of(s, u)
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
    """RR-18.37, RR-18.40, RR-18.43, RR-18.51 One step of a convoy vehicle: it runs over men on foot, sees but does not
    stop, and waits before a turn for which it lacks the points.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u) or s.u_set[u]:
            return
        place, limit = s.u_place[u], room_behind(s, u)
        stops = self.left < 1 or place + 1 > limit
        if s.stage.hm and unload.waits(s, u) and (stops or transport.wholly_on(s, u, vehicles.state_of(s, u))):
            s.then(unload.Unload(u))
            return
        if stops:
            return
        if place < 0:
            s.u_place[u] = place + 1
            s.then(Roll(u, self.left - 1))
            return
        way = route_of(s, u)
        state, cost = way[place + 1]
        if cost > self.left or is_held_up(s, u, way, self.left, limit):
            return
        old = vehicles.wheels_of(s, u).cover(way[place][0])
        s.u_place[u] = place + 1
        vehicles.put(s, u, state)
        vehicles.told(s, u, "RR-18.37")
        if place + 2 == len(way):
            gets_away(s, u)
            return
        entered = [v for v in s.footprint(u) if not old >> v & 1]
        run_over(s, u, entered)
        placed.tread(s, u, entered)
        s.now(ConvoySees(u))
        marks.pause(s, u)
        s.then(Roll(u, self.left - cost))


def is_held_up(s: Regiment, u: int, way: list[tuple[int, int]], left: int, limit: int) -> bool:
    """RR-18.7, RR-18.38 Whether something stands in a convoy vehicle's way that it does not get past."""
    taken = in_a_convoys_way(s, u)
    ahead = vehicles.wheels_of(s, u).cover(way[s.u_place[u] + 1][0])
    return ahead & taken != 0 and not passes(s, u, way, left, limit, taken)


def in_a_convoys_way(s: Regiment, u: int) -> int:
    """RR-18.45, RR-20.10 The squares on which a convoy vehicle does not end: those of men on foot are not among them,
    whom it runs over, unless one would drop a barrel there.
    """
    taken = held(s, u)
    for m in range(len(s.m_kind)):
        if s.on_foot(m) and s.m_object[m] != BARREL and not obstacles.under_bridge(s, m):
            taken &= ~(1 << s.m_at[m])
    return taken


def gets_away(s: Regiment, u: int) -> None:
    """RR-18.37 A convoy vehicle leaves the board for good, and the Operators may have lost points by it."""
    s.move(u, OFF)
    s.u_health = changed(s.u_health, u, 0)
    s.say("RR-18.37", "{} gets away", s.unit(u), facts=(("removed", s.unit(u)),))
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind == "convoy-leaves":
            victory.scored(s, n)
    notice.find_bodies(s)
    marks.pause(s, u)


def run_over(s: Regiment, u: int, entered: list[int]) -> None:
    """RR-18.45 A convoy vehicle kills the men on foot on the squares it has come to."""
    for m in range(len(s.m_kind)):
        if s.on_foot(m) and s.m_at[m] in entered and not obstacles.under_bridge(s, m):
            s.say("RR-18.45", "{} runs {} over", s.unit(u), s.man(m))
            turn.kill(s, m)
            s.then(turn.EndAction())


def passes(s: Regiment, u: int, way: list[tuple[int, int]], left: int, limit: int, taken: int) -> bool:
    """RR-18.7, RR-18.8, RR-18.38 Whether a vehicle gets past what is in its way to a place where it can end, no farther
    than a limit.
    """
    rolling, place = vehicles.wheels_of(s, u), s.u_place[u]
    for state, cost in way[place + 1 : min(place + left, limit) + 1]:
        left -= cost
        if left < 0:
            return False
        if not rolling.cover(state) & taken:
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
        for m in bits(sight.men_seen(s, u)):
            notice.spot(s, m, "RR-18.51", f"seen by {{{s.unit(u)}}}")
            notice.alert(s, u, "RR-18.51", "it sees somebody")
        notice.find_bodies(s)
