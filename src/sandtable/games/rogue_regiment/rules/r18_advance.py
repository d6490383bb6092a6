"""Chapter 18, the advance of alert Axis vehicles: guards, assault, spawned, scouts, patrols that leave their route."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.rings import Rings, Strides
from sandtable.games.rogue_regiment.ground.wheels import Tracks, Wheels
from sandtable.games.rogue_regiment.rules import order, ties
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r25_howitzers as howitzers
from sandtable.games.rogue_regiment.rules import r25_transport as transport
from sandtable.games.rogue_regiment.rules import r27_carriers as carriers
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.rules import r28_aircraft as aircraft
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    SEAT,
    STEALTH,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    Regiment,
    facing_word,
)
from sandtable.geometry.sight import FIELD
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Step, act

# --- who advances


def advances(s: Regiment, u: int) -> bool:
    """RR-18.20, RR-18.42, RR-18.46, RR-18.47, RR-18.48, RR-19.22 Whether a vehicle leaves its post to advance: armed,
    alert, and of a kind that may.
    """
    if not s.u_alert[u] or not s.alive(u) or s.u_role[u] == V_CONVOY:
        return False
    if not vehicles.armed(s, u) and s.u_kind[u] != data.KETTENKRAD:
        return False
    if s.section == STEALTH:
        return s.u_role[u] in (V_PATROL, V_GUARD) and s.here(u)
    return True


def waiting(s: Regiment) -> list[int]:
    """RR-18.20, RR-25.2 The vehicles that may advance and have not, but for mechanical failures; men who are to get out
    where one stands do so all the same.
    """
    found = []
    for u in s.roster.vehicles:
        if s.u_alert[u] and not s.u_done[u] and advances(s, u) and (not s.u_stall[u] or carriers.drops(s, u)):
            found.append(u)
    return found


@dataclass(frozen=True)
class VehiclesAdvance(Step):
    """RR-13.20, RR-18.1, RR-18.20, RR-25.7, RR-28.10 The convoy rolls, troop trucks come onto the board, Anti Aircraft
    Trucks follow their routes, then alert vehicles advance, the nearest to a spotted Operator first.
    """

    def do(self, s: Regiment) -> None:
        s.then(routes.ConvoyMoves())
        if s.stage.hm:
            s.then(transport.TrucksEnter())
        if s.stage.ks:
            s.then(aircraft.TrucksRoll())
        s.then(NextVehicle())


@dataclass(frozen=True)
class NextVehicle(Step):
    """RR-18.20, RR-13.10 The nearest alert vehicle that has not advanced is next, by squares and among equals by the
    cost of the way; then the players choose.
    """

    def do(self, s: Regiment) -> None:
        ready = waiting(s)
        if not s.ours.targets and hunters.unled(s, True):
            s.then(NextVehicle())
            return
        if not ready or not s.ours.targets:
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
    rolling, start = vehicles.wheels_of(s, u), vehicles.entry_state(s, u)
    far = {m: rolling.nearest(start, sight.man_squares(s, m))[0] for m in s.ours.targets}
    squares = list(far.values())
    return sorted((far[m], way_cost(s, u, m) if squares.count(far[m]) > 1 else 0, m) for m in far)


def way_cost(s: Regiment, u: int, m: int) -> int:
    """RR-13.10 The cost of a vehicle's way to a target."""
    rolling, start = vehicles.wheels_of(s, u), vehicles.entry_state(s, u)
    rest = rolling.tracks(s.things.shut).rest(start, *sight.man_squares(s, m))
    return rest.touching(rolling.bit(start))[0]


# --- from where it attacks


def best_shot(s: Regiment, u: int, state: int, m: int) -> int:
    """RR-13.11, RR-13.33, RR-18.21 How good a state is for attacking a man: -9 not at all, -3 through a wall, cover,
    or 1 optimal.
    """
    return shot_from(s, u, vehicles.wheels_of(s, u), state, m, sight.man_squares(s, m), opened(s, u, m))


def shot_from(s: Regiment, u: int, rolling: Wheels, state: int, m: int, places: tuple[int, ...], gone: int) -> int:
    """RR-13.11, RR-13.33, RR-18.21 The same, of a man who can be seen on some squares, where others hide nothing."""
    if s.m_car[m] >= 0:
        return shot_at_car(s, u, rolling, state, s.m_car[m], places, gone)
    kind, layout, v = s.u_kind[u], s.layout, places[0]
    far = rolling.distance(state, v)
    if far > data.LONG[kind]:
        return -9
    most = 1 if far <= data.SHORT[kind] else 0  # there is nothing better
    open_now, how, best = gone | rolling.cover(state), sight.shows(s, m, v), -9
    low, high = s.veil.low & ~open_now, s.veil.high & ~open_now
    for point, facing in layout.looks(state, data.LENGTH[kind], data.FRONT[kind], data.REAR[kind]):
        if vehicles.point_off(s, point) or not layout.crew_fields[4 * point + facing] >> v & 1:
            continue
        level = layout.crew.level(point, v, low, high)
        clear = level < 2 if how == sight.STANDING else level == 0 and (not layout.forest >> v & 1 or far == 1)
        if how != sight.UNSEEN and clear:
            covered = shelter.cover(s, point, True, rolling.squares(state), v, gone)
            best = max(best, most if covered == 0 else covered)
        elif through_wall(s, kind, point, v, high):
            best = max(best, vehicles.WALL_SHOT)
        if best == most:
            break
    return best


def shot_at_car(s: Regiment, u: int, rolling: Wheels, state: int, c: int, places: tuple[int, ...], gone: int) -> int:
    """RR-13.11, RR-21.21, RR-21.23 The same, of one of the players' vehicles, which nothing covers: any square of it in
    sight will do.
    """
    kind, layout = s.u_kind[u], s.layout
    least = rolling.apart(rolling.stand(state).box, places)
    if least > data.LONG[kind]:
        return -9
    open_now, crew, best = gone | rolling.cover(state), layout.crew, -9
    low, high = s.veil.low & ~open_now, s.veil.high & ~open_now
    if s.cars.wooded & s.grid.bit[places[0]]:  # RR-18.18 the wood does not hide it
        low = high = sight.in_the_way(s, high, s.cars.covers[c])
        crew = layout.crew_walls
    for point, facing in layout.looks(state, data.LENGTH[kind], data.FRONT[kind], data.REAR[kind]):
        field = 0 if vehicles.point_off(s, point) else layout.crew_fields[4 * point + facing]
        for v in places:
            if not field >> v & 1 or rolling.distance(state, v) > data.LONG[kind]:
                continue
            if crew.level(point, v, low, high) < 2:
                if rolling.distance(state, v) <= data.SHORT[kind]:
                    return 1
                best = 0
            elif through_wall(s, kind, point, v, high):
                best = max(best, vehicles.WALL_SHOT)
    return best


def through_wall(s: Regiment, kind: int, point: int, v: int, high: int) -> bool:
    """RR-13.33, RR-18.21, RR-18.26 Whether a vehicle of a kind fires from a corner through one wall into a building."""
    return data.HMG[kind] and s.layout.room[v] != 0 and shelter.walls_between(s, point, v, high) == 1


def left_behind(s: Regiment, u: int) -> int:
    """RR-18.18, RR-18.50, RR-20.7 The squares that a vehicle no longer blocks once it has driven on; who else stands
    there still does, and a blast.
    """
    return s.cover(u) & ~(s.axis.twice | s.things.burning)


def opened(s: Regiment, u: int, m: int) -> int:
    """RR-18.18, RR-21.21 What hides a man from a vehicle that drives on no longer, or never did: where it stands now,
    and the vehicle he sits in.
    """
    c = s.m_car[m]
    return left_behind(s, u) | sight.bulk(s, c) if c >= 0 else left_behind(s, u)


def shots(s: Regiment, u: int, states: int, m: int) -> tuple[int, int, int]:
    """RR-13.11, RR-18.21 The states of a set from which a vehicle could attack a man, the optimal ones among them, and
    those from which it could only fire through a wall.

    What was found is kept, as for infantry.
    """
    kind, layout, rolling = s.u_kind[u], s.layout, vehicles.wheels_of(s, u)
    places = sight.man_squares(s, m)
    how = sight.STANDING if s.m_car[m] >= 0 else sight.shows(s, m, s.m_at[m])
    squares = near = 0
    for v in places:
        squares |= s.grid.bit[v]
        near |= s.grid.disc(v, FIELD + 1)
    housed = data.HMG[kind] and max([layout.room[v] for v in places]) > 0
    may = rolling.seeing(squares, data.FRONT[kind], data.REAR[kind], housed)
    doubtful = past_wood(s, places, squares & layout.forest) if s.m_car[m] >= 0 else 0
    if doubtful:
        may |= rolling.looking_from(doubtful, data.FRONT[kind], data.REAR[kind])
    may &= states
    if not may:
        return 0, 0, 0
    gone = opened(s, u, m)
    near &= ~gone
    key = (kind, how, s.m_car[m] >= 0, s.veil.low & near, s.veil.high & near, *places)
    known = layout.posts(key)
    anew = may & ~known.asked
    if anew and how == sight.STANDING:
        able, optimal, sure = shots_by_sets(s, u, rolling, anew, places, s.veil.high & near, doubtful)
        known.add(sure, able, optimal)
        anew &= ~sure
    if anew:
        able, optimal, through = shots_one_by_one(s, u, rolling, anew, m)
        known.add(anew, able, optimal, through)
    return known.able & may, known.optimal & may, known.through & may


def shots_one_by_one(s: Regiment, u: int, rolling: Wheels, states: int, m: int) -> tuple[int, int, int]:
    """RR-13.11, RR-13.33, RR-18.21 The same, state by state."""
    places, gone = sight.man_squares(s, m), opened(s, u, m)
    able = optimal = through = 0
    for state in rolling.states(states):
        worth = shot_from(s, u, rolling, state, m, places, gone)
        if worth == vehicles.WALL_SHOT:
            through |= rolling.bit(state)
        elif worth > -9:
            able |= rolling.bit(state)
        if worth == 1:
            optimal |= rolling.bit(state)
    return able, optimal, through


def past_wood(s: Regiment, places: tuple[int, ...], wood: int) -> int:
    """RR-18.18 The corners from which only the wood under one of our vehicles would hide some of its squares, which it
    does not.
    """
    found = 0
    for v in places if wood else ():
        found |= s.layout.crew_behind(v, wood)
    return found


def shots_by_sets(
    s: Regiment, u: int, rolling: Wheels, states: int, places: tuple[int, ...], high: int, doubtful: int
) -> tuple[int, int, int]:
    """RR-13.11, RR-18.21, RR-2.29 Of a set of states those from which a vehicle attacks somebody who stands or sits on
    some squares, the optimal ones among them, and those of which that is sure: nothing that moves is in the line, which
    does not begin at one of the `doubtful` corners, there is no wall to fire through, and within short range nothing
    may cover him.
    """
    kind, layout = s.u_kind[u], s.layout
    front, rear = data.FRONT[kind], data.REAR[kind]
    able = optimal = close = 0
    for v in places:
        doubtful |= layout.crew_behind(v, high)
        seeing = rolling.seeing(s.grid.bit[v], front, rear, False) & states
        able |= seeing & rolling.within(v, data.LONG[kind])
        optimal |= seeing & rolling.within(v, data.SHORT[kind])
    if len(places) == 1 and not layout.bare & s.grid.bit[places[0]]:
        close = optimal  # something may cover him there
    sure = states & ~close
    if doubtful:
        sure &= ~rolling.looking_from(doubtful, front, rear)
    if data.HMG[kind] and max([layout.room[v] for v in places]) > 0:
        sure &= able  # from elsewhere it may fire through a wall
    return able & sure, optimal & sure, sure


# --- where to


@dataclass(frozen=True)
class VehicleAdvance(Step):
    """RR-18.20, RR-18.12, RR-13.7, RR-13.8, RR-13.9 A vehicle looks for an attack position as infantry does, by its
    own steps.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if hunters.hunts(s, u) and s.alive(u):
            hunters.begin_drive(s, u, self.left)
            return
        if not s.alive(u) or not s.ours.targets:
            return
        if s.stage.jg and carriers.drops(s, u):
            carriers.let_out(s, u)
            return
        s.u_done[u] &= ~marks.ANEW  # RR-7.19 its goal is chosen now, so a shot before this is no reason to choose again
        stops: list[int] = []
        if howitzers.fixed(s.u_kind[u]):
            goals = howitzers.goals(s, u, self.left)
        else:
            goals, stops = vehicle_goals(s, u, self.left)
        if goals:
            s.then(VehicleGoal(u, self.left, tuple(goals), tuple(stops)))


def vehicle_goals(s: Regiment, u: int, left: int) -> tuple[list[int], list[int]]:
    """RR-13.7, RR-13.8, RR-13.9, RR-13.12, RR-18.8, RR-18.20 The states a vehicle may advance to, on free squares, and
    where it would stop on the way; against targets equally near those of each.
    """
    rolling = vehicles.wheels_of(s, u)
    start = vehicles.entry_state(s, u)
    tracks = rolling.tracks(s.things.shut)
    here = rolling.bit(start)
    reach = tracks.ways_from(start)
    grid = s.grid
    taken = obstacles.occupied(s, but_unit=u)
    inside = reach.within(left) & ~(rolling.over(taken) | here)
    if rolling.cover(start) & grid.board and not (inside and rolling.cover(start) & taken):
        inside |= here  # it may stay, unless it is passing somebody
    if not inside:
        return [], []
    ours = quarry(s, u)
    if s.u_kind[u] == data.STURMBOOT:  # RR-27.33 it looks for no attack position
        return rolling.states(carriers.closest(s, u).touching(inside)[1] or inside), []
    found = stops = 0
    for n, (far, cost, m) in enumerate(ours):
        good, optimal = vehicle_choose(s, u, m, left, inside)
        found, stops = found | good, stops | optimal
        if found and (n + 1 == len(ours) or ours[n + 1][:2] != (far, cost)):
            return rolling.states(found), rolling.states(stops)
    for _, _, m in [one for one in ours if one[:2] == ours[0][:2]]:
        rest = tracks.rest(start, *sight.man_squares(s, m))
        found |= glimpsing(s, u, rest.touching(inside)[1] or inside)
    return rolling.states(found), []


def glimpsing(s: Regiment, u: int, states: int) -> int:
    """RR-13.14 Of equal states those from which a vehicle sees the squares of most spotted men at least partially."""
    rolling = vehicles.wheels_of(s, u)
    counts = {state: glimpsed(s, u, rolling, state) for state in rolling.states(states)}
    most = max(counts.values())
    found = 0
    for state, count in counts.items():
        if count == most:
            found |= rolling.bit(state)
    return found


def glimpsed(s: Regiment, u: int, rolling: Wheels, state: int) -> int:
    """RR-13.14 How many spotted men there are of whom a vehicle in that state sees a square at least partially."""
    kind, layout, found = s.u_kind[u], s.layout, 0
    for m in s.ours.targets:
        shown = ~(opened(s, u, m) | rolling.cover(state))
        squares = s.grid.union(sight.man_squares(s, m))
        for point, facing in layout.looks(state, data.LENGTH[kind], data.FRONT[kind], data.REAR[kind]):
            where = layout.crew_fields[4 * point + facing] & squares
            if where and not vehicles.point_off(s, point):
                low, high = s.veil.low & shown, s.veil.high & shown
                crew = layout.crew
                if s.m_car[m] >= 0 and squares & layout.forest:
                    low = high = sight.in_the_way(s, high, s.cars.covers[s.m_car[m]])
                    crew = layout.crew_walls
                if min([crew.level(point, v, low, high) for v in bits(where)]) < 2:
                    found += 1
                    break
    return found


def vehicle_choose(s: Regiment, u: int, m: int, left: int, inside: int) -> tuple[int, int]:
    """RR-13.7, RR-13.11, RR-13.12 The states for attacking one target, best kind first, and those of them where a unit
    would stop on the way to another.
    """
    rolling, start = vehicles.wheels_of(s, u), vehicles.entry_state(s, u)
    tracks = rolling.tracks(s.things.shut)
    here, reach = rolling.bit(start), tracks.ways_from(start)
    if shots(s, u, inside & here, m)[1]:
        return here, 0
    rest = tracks.rest(start, *sight.man_squares(s, m))
    optimal = shots(s, u, inside & on_way(reach, rest, here, left), m)[1]
    if optimal:
        return first_on_way(tracks, reach, rest, here, left, optimal)
    able, optimal, through = shots(s, u, inside, m)
    if not able | through:
        return 0, 0
    if optimal:
        detours = []
        for cost in range(left + 1):
            ring = reach.ring(cost) & optimal
            if ring:
                more, nearest = rest.touching(ring)
                detours.append((cost + more, cost, nearest or ring))
        return min(detours)[2], 0
    return rest.touching(able or through)[1] or able or through, 0


def on_way(reach: Rings, rest: Rings, here: int, left: int) -> int:
    """RR-13.12 The states on some shortest way that are within so many points."""
    whole, found = rest.touching(here)[0], 0
    for cost in range(1, min(whole, left) + 1):
        found |= reach.ring(cost) & rest.ring(whole - cost)
    return found


def first_on_way(tracks: Tracks, reach: Rings, rest: Rings, here: int, left: int, optimal: int) -> tuple[int, int]:
    """RR-13.12, RR-13.16 The optimal states that some shortest way reaches before any other optimal one, and where a
    vehicle would stop on the way to the farthest of them.

    Nobody swerves round a place from where he could attack: zig-zags, which go or turn to one side and back, count only
    if no other way comes to an optimal state.
    """
    every = met_first(reach.strides, reach, rest, here, left, optimal)
    found = 0
    for strides in tracks.straight_ways():
        found |= met_first(strides, reach, rest, here, left, optimal)
    found = found or every
    farthest = max([cost for cost in range(left + 1) if reach.ring(cost) & found])
    return found, every & reach.within(farthest - 1)


def met_first(strides: Strides, reach: Rings, rest: Rings, here: int, left: int, optimal: int) -> int:
    """RR-13.12 The optimal states that some shortest way of these steps reaches before any other optimal one."""
    whole = rest.touching(here)[0]
    passing, found = [here], 0
    for cost in range(1, min(whole, left) + 1):
        after = 0
        for price in strides.prices:
            if price <= cost:
                after |= strides.onward(price, passing[cost - price] & ~optimal)
        passing.append(after & reach.ring(cost) & rest.ring(whole - cost))
        found |= passing[cost] & optimal
    return found


def headed(s: Regiment, verb: str, u: int, states: tuple[int, ...]) -> list[Action]:
    """Where a vehicle may stand, each named by its front left square and its heading."""
    found = []
    for state in states:
        place = s.place(state >> 2) or f"beside-{state >> 2}"
        found.append(act(verb, s.unit(u), place, facing_word(state & 3)))
    return found


@dataclass(frozen=True)
class VehicleGoal(ties.Tie):
    """RR-13.13 Of equally good positions the players choose one, named by the front left square and the heading."""

    unit: int
    left: int
    states: tuple[int, ...]
    stops: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return headed(s, "go", self.unit, self.states)

    def chosen(self, s: Regiment, action: Action) -> None:
        goal = self.states[self.offer(s).index(action)]
        u = self.unit
        s.tell(lambda: explain(s, u, goal))
        stops = tuple([state for state in self.stops if state != goal])
        s.then(VehicleDrive(u, goal, self.left, stops, tuple(s.ours.targets)))

    def ask(self, s: Regiment) -> str:
        worth, m = max((best_shot(s, self.unit, self.states[0], m), -m) for m in s.ours.targets)
        why = position.described(worth)[1].capitalize()
        if howitzers.fixed(s.u_kind[self.unit]):
            why = howitzers.described(s, self.unit, self.states[0])[1].capitalize()
        return f"Where does {{{s.unit(self.unit)}}} drive, after {{{s.man(-m)}}}? {why}"


def explain(s: Regiment, u: int, goal: int) -> None:
    """RR-13.7, RR-13.9 Why a vehicle drives where it drives."""
    if howitzers.fixed(s.u_kind[u]):
        clause, why = howitzers.described(s, u, goal)
        s.say(clause, f"{{}} {'stays' if goal == vehicles.entry_state(s, u) else 'advances'}: {why}", s.unit(u))
        return
    worth, m = max((best_shot(s, u, goal, m), -m) for m in s.ours.targets)
    advance.explain(s, u, -m, goal != vehicles.entry_state(s, u), worth)


# --- which way


def next_states(s: Regiment, u: int, goal: int, left: int, stops: tuple[int, ...]) -> tuple[int, ...]:
    """RR-13.12, RR-13.13 The next states of the cheapest ways to a goal, past those where it would have stopped; only
    one where the ways cannot differ for anybody.
    """
    rolling = vehicles.wheels_of(s, u)
    here, past = vehicles.entry_state(s, u), 0
    for state in stops:
        past |= rolling.bit(state)
    found = rolling.tracks(s.things.shut).nexts(here, goal, past)
    if len(found) > 1 and not walking.route_matters(s, rolling.squares(here), left + data.LENGTH[s.u_kind[u]]):
        return found[:1]
    return found


@dataclass(frozen=True)
class VehicleDrive(Step):
    """RR-18.7, RR-18.50, RR-13.29, RR-7.19 One step of an advancing vehicle after another, until it is at its goal or
    something else is due before the next.
    """

    unit: int
    goal: int
    left: int
    stops: tuple[int, ...]
    men: tuple[int, ...]  # whom it could be after

    def do(self, s: Regiment) -> None:
        u, left = self.unit, self.left
        if s.stage.jg and s.alive(u) and carriers.drops(s, u):
            s.hunt_left = 0
            carriers.let_out(s, u)
            return
        if hunters.hunts(s, u) and (s.u_done[u] & marks.ANEW or vehicles.entry_state(s, u) == self.goal):
            s.u_done[u] &= ~marks.ANEW
            s.hunt_left = left  # the Jäger is asked again
            return
        if not s.alive(u):
            return
        if chooses_anew(s, u, self.men):
            s.then(VehicleAdvance(u, left))
            return
        if vehicles.entry_state(s, u) == self.goal:
            return
        nexts = next_states(s, u, self.goal, left, self.stops)
        if len(nexts) > 1 and not hunters.hunts(s, u):
            s.then(VehicleRoute(u, nexts, self.goal, left, self.stops, self.men))
            return
        left -= roll_to(s, u, nexts[0])
        s.now(VehicleDrive(u, self.goal, left, self.stops, self.men))


def chooses_anew(s: Regiment, u: int, men: tuple[int, ...]) -> bool:
    """RR-18.20, RR-13.1, RR-13.3, RR-7.19 Whether a vehicle on its way chooses its goal anew: a shot has made it, or
    one of the men it advanced on has died, and it goes on as is best now, or stops if nobody else is spotted and it may
    stand where it is.
    """
    if s.u_done[u] & marks.ANEW:
        return True
    if all(s.m_state[m] == ACTIVE for m in men):
        return False
    return bool(s.ours.targets) or not obstacles.occupied(s, but_unit=u) & s.cover(u)


def roll_to(s: Regiment, u: int, state: int) -> int:
    """RR-18.50, RR-13.29, RR-7.10 A step of an advancing vehicle with what follows from it, and what it costs."""
    moves = vehicles.wheels_of(s, u).tracks(s.things.shut).moves(vehicles.entry_state(s, u))
    vehicles.drive(s, u, state, "RR-18.20")
    notice.find_bodies(s)
    s.now(walking.Look(u))
    marks.pause(s, u)
    return next(price for to, price in moves if to == state)


@dataclass(frozen=True)
class VehicleRoute(ties.Tie):
    """RR-13.13 Of equal ways the players choose one, step by step, where they differ."""

    unit: int
    states: tuple[int, ...]
    goal: int
    left: int
    stops: tuple[int, ...]
    men: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return headed(s, "step", self.unit, self.states)

    def chosen(self, s: Regiment, action: Action) -> None:
        u, state = self.unit, self.states[self.offer(s).index(action)]
        left = self.left - roll_to(s, u, state)
        s.then(VehicleDrive(u, self.goal, left, self.stops, self.men))

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} take?"
