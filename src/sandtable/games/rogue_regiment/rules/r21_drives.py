"""Chapter 21, driving the players' vehicles: where to, which way, who notices it, leaving the board, flooring it."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.wheels import Tracks, Wheels, wheels
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    CREWMAN,
    IN_RANGE,
    LEFT,
    NOISE,
    OFF,
    SEAT,
    SEEN,
    WAITING,
    Regiment,
    changed,
)
from sandtable.geometry.sight import FIELD, Eyes
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action, Choice, Refusal, act

# --- where to


def wheels_of(s: Regiment, c: int) -> Wheels:
    """RR-21.2, RR-21.26 The steps a vehicle may make; the boat goes on water."""
    return wheels(s.layout, data.CAR_LENGTH[s.c_kind[c]], s.c_kind[c] == data.BOAT)


def state_of(s: Regiment, c: int) -> int:
    """Where a vehicle is and heads."""
    return s.c_at[c] * 4 + s.c_face[c]


def blockers(s: Regiment, c: int) -> int:
    """RR-21.11, RR-18.7, RR-21.26 Where a vehicle may not end: on men of ours, vehicles, barrels; Axis infantry is run
    over. A boat meets nobody but swimmers and boats: who is on a bridge is above it.
    """
    if s.c_kind[c] == data.BOAT:
        return obstacles.afloat(s) & ~s.cars.covers[c]
    found = obstacles.occupied(s) & ~infantry(s)
    for m, v in enumerate(s.m_at):
        if s.on_foot(m) and not obstacles.under_bridge(s, m):
            found |= s.grid.bit[v]
    return found & ~s.cars.covers[c]


def infantry(s: Regiment) -> int:
    """The squares with Axis infantry."""
    if not s.axis.twice:
        return s.axis.everywhere & ~s.axis.wheels
    found = 0
    for u, at in enumerate(s.u_at):
        if at >= 0 and not s.vehicle(u):
            found |= s.grid.bit[at]
    return found


def states(s: Regiment, c: int) -> int:
    """RR-21.2 What a vehicle reaches with the points of one action, as a set."""
    tracks = wheels_of(s, c).tracks(s.things.shut)
    return tracks.ways_from(state_of(s, c)).within(data.CAR_MOVE[s.c_kind[c]])


def ends(s: Regiment, c: int) -> int:
    """RR-21.2 Where a vehicle may end a drive, as a set."""
    tracks = wheels_of(s, c).tracks(s.things.shut)
    return tracks.ends(state_of(s, c), data.CAR_MOVE[s.c_kind[c]], blockers(s, c))


def drives(s: Regiment, c: int) -> list[int]:
    """RR-21.2 The same as states: front left square and heading."""
    return wheels_of(s, c).states(ends(s, c))


def state_words(s: Regiment, state: int) -> tuple[str, str]:
    """The words for where a vehicle is and heads."""
    return s.stage.names[state >> 2] or f"beside-{state >> 2}", FACINGS[state & 3]


def drive_to(s: Regiment, state: int) -> Action:
    """What is chosen for a drive to a place and heading."""
    found: Action | None = s.stage.drives.get(state)
    if found is None:
        found = ("to", *state_words(s, state))
        s.stage.drives.put(state, found)
    return found


def state_named(s: Regiment, place: str, facing: str) -> int:
    """The inverse."""
    v = s.stage.by_name[place] if place in s.stage.by_name else int(place.removeprefix("beside-"))
    return v * 4 + FACINGS.index(facing)


@dataclass(frozen=True)
class DriveTo(Choice):
    """RR-21.2, RR-21.8 Where a vehicle drives, as a link of a chain: nothing has happened yet if the drive comes
    first. After the guns it must drive, as a man on foot must after his attack (RR-6.10), unless it cannot.
    """

    car: int
    first: bool

    clause = "RR-21.2"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        if s.c_at[self.car] < 0:
            return [act("stay")]
        return [drive_to(s, state) for state in drives(s, self.car)] or [act("stay")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "to":
            goal = state_named(s, action[1], action[2])
            s.then(PlanWay(self.car, goal, True) if self.first else DriveBy(self.car, goal, False))

    def ask(self, s: Regiment) -> str:
        return f"Where does {{{s.car(self.car)}}} drive? Its front left square and its heading there"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.car(self.car),)

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        c = self.car
        if len(action) != 3 or action[0] != "to" or action[1] not in s.stage.by_name or action[2] not in FACINGS:
            return Refusal("RR-21.2", "say where to and heading where, as in “to k12 n”")
        state = s.stage.by_name[action[1]] * 4 + FACINGS.index(action[2])
        if not states(s, c) & wheels_of(s, c).bit(state):
            return Refusal("RR-21.2", f"that is not within {data.CAR_MOVE[s.c_kind[c]]} points of movement")
        if state == state_of(s, c):
            return Refusal("RR-21.2", f"{{{s.car(c)}}} is there already")
        return Refusal("RR-18.7", "it would end on squares that are taken")


@dataclass(frozen=True)
class PlanDrive(DriveTo):
    """RR-21.2 Where a vehicle drives, as the first thing it does."""

    link = True


# --- which way


def ways(s: Regiment, c: int, goal: int) -> list[tuple[int, ...]]:
    """RR-21.2, RR-21.11, RR-21.18, RR-21.29 One way to a place for each set of units that see, hear or go under the
    vehicle on it; the cheapest first.
    """
    rolling = wheels_of(s, c)
    tracks = rolling.tracks(s.things.shut)
    start, points = state_of(s, c), data.CAR_MOVE[s.c_kind[c]]
    useful = set(rolling.states(tracks.between(start, goal, points)))
    only = only_way(tracks, start, goal, points, useful)
    return [only] if only else ways_apart(s, c, tracks, {goal}, useful)


def only_way(tracks: Tracks, start: int, goal: int, points: int, useful: set[int]) -> tuple[int, ...]:
    """RR-21.2 The way to a place if there is no other, whoever would notice it; else nothing. `useful` is what lies on
    ways there.
    """
    way: tuple[int, ...] = ()
    at, left = start, points
    while at != goal:
        onward, spent = OFF, 0
        for to, price in tracks.moves(at):
            if to in useful and price <= left and to != start and to not in way:
                if onward >= 0:
                    return ()
                onward, spent = to, price
        if onward < 0:
            return ()
        at, left, way = onward, left - spent, (*way, onward)
    return way


def ways_apart(s: Regiment, c: int, tracks: Tracks, goals: set[int], useful: set[int]) -> list[tuple[int, ...]]:
    """RR-21.2, RR-21.11, RR-21.18, RR-21.29 The same where there are several, to the first of some places on each: they
    are told apart by who notices them, as the vehicle is put on each place in turn.
    """
    start, points = state_of(s, c), data.CAR_MOVE[s.c_kind[c]]
    known: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    here = effects(s, c, start, 0)
    best: dict[tuple[int, tuple[int, int, int, int]], int] = {}
    found: dict[tuple[int, int, int, int], tuple[int, ...]] = {here: (start,)} if start in goals else {}
    layers: list[list[tuple[int, tuple[int, int, int, int], tuple[int, ...]]]] = [[] for _ in range(points + 1)]
    layers[0].append((start, here, ()))
    kept = 4 * s.c_at[c] + s.c_face[c]
    for spent in range(points + 1):
        for state, mark, way in layers[spent]:
            for to, price in tracks.moves(state):
                if to not in useful or spent + price > points or to == start or to in way:
                    continue
                if (to, mark[3]) not in known:
                    known[to, mark[3]] = effects(s, c, to, mark[3])
                more = known[to, mark[3]]
                dead = mark[3] | more[3]
                both = ((mark[0] | more[0]) & ~dead, (mark[1] | more[1]) & ~dead, (mark[2] | more[2]) & ~dead, dead)
                if best.get((to, both), points + 1) <= spent + price:
                    continue
                best[to, both] = spent + price
                if to in goals:
                    found.setdefault(both, (*way, to))
                else:
                    layers[spent + price].append((to, both, (*way, to)))
    s.park(c, kept >> 2, kept & 3)
    return list(found.values())


def effects(s: Regiment, c: int, state: int, dead: int) -> tuple[int, int, int, int]:
    """RR-21.11, RR-21.18, RR-21.29 Which units would hear a vehicle in a state, see it, see it within their range, and
    be run over, as bits; whom it has run over, so far or there, hides nobody. The vehicle is left there.
    """
    s.park(c, state >> 2, state & 3)
    under = as_bits(run_over(s, c))
    heard, seen, near = noticing(without(s, dead | under) if dead | under else s, c)
    return as_bits(heard), as_bits(seen), as_bits(near), under


def without(s: Regiment, dead: int) -> Regiment:
    """The position without some units."""
    twin = s.clone()
    for u in bits(dead):
        twin.move(u, OFF)
    return twin


def as_bits(units: list[int]) -> int:
    """Some units as bits."""
    found = 0
    for u in units:
        found |= 1 << u
    return found


def run_over(s: Regiment, c: int) -> list[int]:
    """RR-21.11, RR-21.26 The Axis infantry under a vehicle where it is now; a boat passes under the bridges."""
    if s.c_kind[c] == data.BOAT or not s.cars.covers[c] & s.axis.everywhere:
        return []
    under = s.cars.covers[c] & s.grid.board & infantry(s)
    if not under:
        return []
    return [u for u, at in enumerate(s.u_at) if at >= 0 and under & s.grid.bit[at] and not s.vehicle(u)]


def way_words(s: Regiment, way: tuple[int, ...]) -> Action:
    """The words for a way."""
    return act("by", *(word for state in way for word in state_words(s, state)))


def way_named(s: Regiment, action: Action) -> tuple[int, ...]:
    """The inverse."""
    return tuple(state_named(s, action[n], action[n + 1]) for n in range(1, len(action), 2))


@dataclass(frozen=True)
class DriveBy(Choice):
    """RR-21.2, RR-21.8 Which way a vehicle takes, where that makes a difference to somebody; then it drives, and if the
    drive comes first its gunners may attack or mark.
    """

    car: int
    goal: int
    first: bool

    clause = "RR-21.2"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [way_words(s, way) for way in ways(s, self.car, self.goal)]

    def chosen(self, s: Regiment, action: Action) -> None:
        c, way = self.car, way_named(s, action)
        crew = cars.begin(s, c, 1) if self.first else OFF
        drive(s, c, way)
        if self.first:
            s.then(guns.MoreGuns(c, (), True))
            turn.finish_action(s, crew)

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.car(self.car)}}} take? They differ in who sees or hears it, or is run over"


@dataclass(frozen=True)
class PlanWay(DriveBy):
    """RR-21.2 Which way it takes, when it has done nothing before."""

    link = True


# --- the drive


def drive(s: Regiment, c: int, way: tuple[int, ...]) -> None:
    """RR-21.2, RR-21.11, RR-21.18, RR-21.28 A vehicle drives, heard at every step."""
    notice_car(s, c, True)
    place, facing = state_words(s, way[-1])
    s.say(
        "RR-21.2", "{} drives to {}", s.car(c), place, facts=(("placed", s.car(c), place), ("turned", s.car(c), facing))
    )
    for state in way:
        step(s, c, state)


def step(s: Regiment, c: int, state: int) -> None:
    """RR-21.11, RR-21.25 One step: Axis infantry on the squares is run over; the first onto the board brings its crew
    there.
    """
    s.park(c, state >> 2, state & 3)
    for m in cars.aboard(s, c):
        s.put(m, cars.seat_square(s, c))
        if s.m_state[m] == WAITING and cars.on_board(s, c):
            movement.enter(s, m)
            if s.m_kind[m] == CREWMAN:
                notice.spot_one(s, m, "RR-24.37", "the Support Willys always is")
            if s.section == BATTLE and s.c_kind[c] in data.JEEPS:
                notice.spot(s, m, "RR-21.17", "aboard the Willys")
    for u in run_over(s, c):
        s.say("RR-21.11", "{} runs {} over", s.car(c), s.unit(u))
        attack.slay(s, u)
    if s.cats:
        tokens.passes_cat(s, obstacles.car_squares(s, c))
    notice_car(s, c, True)


def noticing(s: Regiment, c: int) -> tuple[list[int], list[int], list[int]]:
    """RR-21.18, RR-21.21, RR-21.29 The units that hear a vehicle's engine, that see it, and that see it within the
    range of their reaction. What is found when ways are looked for is there for the drive.
    """
    cover = s.cars.covers[c] & s.grid.board
    if not cover:
        return [], [], []
    rolling, state = wheels_of(s, c), state_of(s, c)
    key = (state, s.c_kind[c], s.veil.high)
    found = s.watch.noticing(key)
    if found is None:
        found = noticing_anew(s, c, rolling, state, cover)
        s.watch.keep(key, found)
    return found


def noticing_anew(
    s: Regiment, c: int, rolling: Wheels, state: int, cover: int
) -> tuple[list[int], list[int], list[int]]:
    """The same worked out: it depends on where the vehicle is, where the units are and look, and what hides whom."""
    engine = data.ENGINE[s.c_kind[c]]
    heard = obstacles.men_on(s, rolling.squares_within(state, engine)) if engine else []
    seen, near = men_noticing(s, c, rolling, state, cover)
    for u in obstacles.men_on(s, s.axis.scopes):
        if not s.u_cig[u] and u not in seen and sight.view_of_car(s, u, c):
            seen.append(u)  # RR-28.8 they see it from afar, but do not react
    for u in s.axis.motors:
        if s.here(u):
            far = rolling.apart(rolling.stand(state).shown_box, s.footprint(u))
            if far <= engine and engine:
                heard.append(u)
            squares = sight.view_of_car(s, u, c) if far <= FIELD + 1 and sight.has_sight(s, u) else 0
            if squares:
                seen.append(u)
                if in_reaction_range(s, u, squares):
                    near.append(u)
    return heard, seen, near


def men_noticing(s: Regiment, c: int, rolling: Wheels, state: int, cover: int) -> tuple[list[int], list[int]]:
    """RR-21.21, RR-18.18 The Axis infantry that has a vehicle in its field and sees it there, and those of it near
    enough to react.
    """
    gaze, at, face = s.layout.gaze, s.u_at, s.u_face
    high, wooded = s.veil.high & ~sight.bulk(s, c), cover & s.layout.forest
    if wooded:
        high = sight.in_the_way(s, high, s.cars.covers[c])
    seen, near = [], []
    for u in obstacles.men_on(s, rolling.squares_within(state, FIELD)):
        field = 4 * at[u] + face[u]
        may = (s.layout.fields[field] if wooded else gaze.may(2, field)) & cover
        if may and not s.u_cig[u] and spies(s.layout.walls if wooded else s.layout.eyes, at[u], may, high):
            seen.append(u)
            if rolling.distance_on_board(state, at[u]) <= notice.reaction_range(s, u):
                if not s.roster.dogs or notice.borne(s, u, may):
                    near.append(u)
    return seen, near


def in_reaction_range(s: Regiment, u: int, squares: int) -> bool:
    """RR-10.15, RR-21.21 Whether a vehicle of the Axis reacts to one of ours of which it sees some squares."""
    shown = bits(notice.borne(s, u, squares))
    return min([notice.range_to(s, u, v) for v in shown], default=99) <= notice.reaction_range(s, u)


def spies(eyes: Eyes, at: int, squares: int, high: int) -> bool:
    """RR-21.21, RR-2.29, RR-18.18 Whether a man on a square sees one of those of a vehicle that he might past what is
    in the way.
    """
    return eyes.in_sight(at, squares, high) != 0


def notice_car(s: Regiment, c: int, driving: bool) -> None:
    """RR-21.18, RR-21.28, RR-21.29 Who sees a vehicle at this step, and who hears its engine."""
    heard, seen, near = noticing(s, c)
    if driving:
        for u in heard:
            s.u_mark[u] |= NOISE
    for u in seen:
        s.u_mark[u] |= SEEN
    for u in near:
        s.u_mark[u] |= IN_RANGE


# --- leaving the board


def leaves(s: Regiment, c: int) -> list[int]:
    """RR-1.23 The states in which a vehicle has driven its front row over the edge at the entry tile, or a boat off the
    board where boats leave.
    """
    if not cars.on_board(s, c):
        return []
    rolling = wheels_of(s, c)
    reached = states(s, c)
    found = rolling.states(reached & rolling.heading_for(s.stage.entry_set))
    if s.c_kind[c] == data.BOAT:
        found += [state for state in rolling.states(reached) if boat_exit(s, rolling.squares(state)[:2])]
    return found


def boat_exit(s: Regiment, front: tuple[int, ...]) -> bool:
    """Whether a boat's front row is over the edge that the mission names for it."""
    for objective in s.stage.mission.objectives:
        if objective.kind == "boat-exit" and objective.side is not None:
            where = objective.side
            depth = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[where.side]
            for v in front:
                x, y = s.grid.xs[v] - depth[0], s.grid.ys[v] - depth[1]
                if s.grid.on_board(v) or not s.grid.inside(x, y):
                    return False
                if (x // 10, y // 10) != (where.column, where.row):
                    return False
            return True
    return False


def ways_off(s: Regiment, c: int) -> list[tuple[int, ...]]:
    """RR-1.23, RR-21.11, RR-21.18, RR-21.29 One way off the board for each set of units that see, hear or go under the
    vehicle on it; the cheapest first. Where its front row is over the edge already it need not go any farther.
    """
    rolling = wheels_of(s, c)
    tracks = rolling.tracks(s.things.shut)
    start, points = state_of(s, c), data.CAR_MOVE[s.c_kind[c]]
    goals, useful = set(leaves(s, c)), 0
    for goal in goals:
        useful |= tracks.between(start, goal, points)
    return ways_apart(s, c, tracks, goals, set(rolling.states(useful)))


@dataclass(frozen=True)
class LeaveBy(Choice):
    """RR-1.22, RR-1.23, RR-21.2 Which way a vehicle takes off the board, where that makes a difference to somebody."""

    car: int

    clause = "RR-1.23"
    owner = SEAT
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        return [way_words(s, way) for way in ways_off(s, self.car)]

    def chosen(self, s: Regiment, action: Action) -> None:
        way = way_named(s, action)
        crew = cars.begin(s, self.car, 1)
        depart(s, self.car, way)
        turn.finish_action(s, crew)

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.car(self.car)}}} leave? They differ in who sees or hears it, or is run over"


def depart(s: Regiment, c: int, way: tuple[int, ...]) -> None:
    """RR-1.22, RR-12.9, RR-9.21 A vehicle leaves with all aboard, seen and heard on its way."""
    by_boat = s.c_kind[c] == data.BOAT and boat_exit(s, wheels_of(s, c).squares(way[-1])[:2])
    notice_car(s, c, True)
    for state in way:
        step(s, c, state)
    for m in cars.aboard(s, c):
        s.say("RR-1.22", "{} leaves the board in {}", s.man(m), s.car(c), facts=(("removed", s.man(m)),))
        turn.remove(s, m, LEFT)
        if by_boat:
            s.sit(m, OFF, -2)  # left by boat
    s.park(c, OFF, s.c_face[c])
    s.c_done = changed(s.c_done, c, 1)


# --- flooring it


def floors(s: Regiment, c: int) -> list[int]:
    """RR-21.3, RR-21.32 How many squares straight on over regular ground a Willys may floor it, stopping before the
    fifth as it likes.
    """
    rolling = wheels_of(s, c)
    ahead = rolling.tracks(s.things.shut).straight(state_of(s, c), data.FLOOR_IT[s.c_kind[c]])
    taken = blockers(s, c) if ahead else 0
    found = []
    for n, state in enumerate(ahead, 1):
        if any(s.grid.on_board(v) for v in rolling.squares(state)[:2]) and not rolling.cover(state) & taken:
            found.append(n)
    return found


def floor_it(s: Regiment, c: int, squares: int) -> None:
    """RR-21.3 Straight on at full speed."""
    notice_car(s, c, True)
    for _ in range(squares):
        step(s, c, (s.c_at[c] + s.grid.step(s.c_face[c])) * 4 + s.c_face[c])
    place, _ = state_words(s, state_of(s, c))
    s.say("RR-21.3", "{} floors it to {}", s.car(c), place, facts=(("placed", s.car(c), place),))
