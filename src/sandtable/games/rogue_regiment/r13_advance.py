"""Chapter 13, the Axis Advance Phase: alert units close on spotted Operators."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress, repeat
from operator import and_, gt, lt
from typing import Final

from sandtable.games.rogue_regiment import data, order
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment import r19_units as units
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment.layout import FAR, KEPT, MARCH, passable
from sandtable.games.rogue_regiment.rings import Rings
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    ADVANCE,
    BATTLE,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SEAT,
    SENTRY,
    STEALTH,
    TROOPER,
    Regiment,
    changed,
)
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.sight import FIELD
from sandtable.kernel.squares import bits

DONE: Final = 1
LEAVES: Final = 3  # RR-19.6 in u_done: a mortar team wants its point, so it may not stay there


@dataclass(frozen=True)
class AdvancePhase(Step):
    """RR-13.1, RR-13.20, RR-7.8 Vehicles advance, then infantry, each by its nearness to spotted Operators."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, ADVANCE, "RR-13.1")
        marks.begin_phase(s)
        s.u_done[:] = [0] * len(s.u_kind)
        s.then(marks.Instant(OFF), vehicle_advance.VehiclesAdvance(), SentriesLeave(), NextAdvance(), turn.EndAction())


def targets(s: Regiment) -> list[int]:
    """RR-13.1, RR-21.19, RR-22.5 Whom the Axis advance on: spotted men on the board, on foot or in a vehicle. Not to be
    changed.
    """
    if (s.m_spotted, s.m_state, s.m_car) != s.targets_read:
        s.targets = []
        for m, spotted in enumerate(s.m_spotted):
            if spotted and s.m_state[m] == ACTIVE:
                if s.m_car[m] < 0 or not any(s.m_car[n] == s.m_car[m] for n in s.targets):
                    s.targets.append(m)  # one man stands for all in a vehicle
        s.targets_read = (s.m_spotted.copy(), s.m_state.copy(), s.m_car)
    return s.targets


def target_square(s: Regiment, u: int, m: int) -> int:
    """RR-13.7 The square of a target that is nearest to a unit: a man's own, or one of his vehicle."""
    if s.m_car[m] < 0:
        return s.m_at[m]
    squares = sight.man_squares(s, m)
    if data.LENGTH[s.u_kind[u]]:
        return min([(notice.range_to(s, u, v), v) for v in squares])[1]
    far = s.grid.far(s.u_at[u])
    return min(sorted(squares), key=far.__getitem__)


def at_point(s: Regiment, u: int) -> bool:
    """RR-13.24 Whether a sentry still stands on its point."""
    return s.u_role[u] == SENTRY and s.layout.points[s.u_link[u]][1] == s.u_at[u]


def waiting(s: Regiment) -> list[int]:
    """RR-13.1, RR-13.2, RR-13.21, RR-13.24, RR-14.13 The men who move or turn in this phase and have not done so: those
    that are alert, and in Stealth on the board.
    """
    there = map(lt, repeat(OFF), s.u_at) if s.section == BATTLE else map(s.grid.on.__getitem__, s.u_at)
    due = map(gt, map(and_, s.u_alert, s.on_legs()), s.u_done)  # alert is 1, and not done is 0
    found = list(compress(range(len(s.u_kind)), map(and_, due, there)))
    return [u for u in found if not s.u_cig[u]] if 1 in s.u_cig else found


def stays(s: Regiment, u: int) -> bool:
    """RR-13.2, RR-13.24, RR-13.26 Officers never leave their place, and in Battle sentries stay on their points; both
    turn.
    """
    return s.u_role[u] == R_OFFICER or (s.section == BATTLE and at_point(s, u)) or s.u_set[u] == 1


@dataclass(frozen=True)
class SentriesLeave(Step):
    """RR-13.25 In Battle, when nobody of an advancing kind is left, all sentries leave their points for good and
    advance.
    """

    def do(self, s: Regiment) -> None:
        if s.section != BATTLE:
            return
        for u in range(len(s.u_kind)):
            if s.u_at[u] < 0 or not s.alive(u):
                continue
            if s.vehicle(u):
                if data.DICE[s.u_kind[u]] and vehicle_advance.advances(s, u):
                    return
            elif not stays(s, u):
                return
        for u in range(len(s.u_kind)):
            if s.u_at[u] >= 0 and at_point(s, u):
                s.u_role = changed(s.u_role, u, TROOPER)
                s.say("RR-13.25", "{} leaves its post", s.unit(u))


def nearest(s: Regiment, ready: list[int], ours: list[int]) -> tuple[int, ...]:
    """RR-13.10 Of men the nearest to a spotted Operator: by squares, and among equals by the cost of the way."""
    if len(ready) == 1:
        return (ready[0],)
    places = list(map(s.u_at.__getitem__, ready))
    squares = list(map(nearness(s, ours, places).__getitem__, places))
    least = min(squares)
    if squares.count(least) == 1:
        return (ready[squares.index(least)],)
    costs: dict[int, int] = {}
    n = -1
    for _ in range(squares.count(least)):
        n = squares.index(least, n + 1)
        u, at = ready[n], places[n]
        cost = FAR
        for m in ours:
            if len(ours) == 1 or away(s, at, m) == least:
                cost = min(cost, remaining(s, u, m)[1])
        costs[u] = cost
    cheapest = min(costs.values())
    return tuple([u for u, cost in costs.items() if cost == cheapest])


def nearness(s: Regiment, ours: list[int], places: list[int]) -> dict[int, int]:
    """RR-13.10 How many squares it is from each of these places to the nearest of some men; kept by where they are."""
    where = (ours, s.m_at, s.c_at, s.c_face)
    if where != s.near_read:
        shown: list[int] = []
        for m in ours:
            shown += sight.man_squares(s, m)
        s.near = s.layout.nearness(tuple(shown))
        s.near_read = (ours, s.m_at.copy(), s.c_at, s.c_face)
    near = s.near
    anew = set(places).difference(near)
    if anew:
        far = [s.grid.far(v) for m in ours for v in sight.man_squares(s, m)]
        for v in anew:
            near[v] = min([there[v] for there in far])
    return near


def way_cost(s: Regiment, u: int, v: int) -> int:
    """RR-13.10, RR-13.23 The cost of a man's way to a square, from a spawn tile too."""
    if not s.veil_known:
        sight.veil(s)
    return cost_of(s, u, s.veil_ground.ways_to(v))


def cost_of(s: Regiment, u: int, ways: Rings) -> int:
    """RR-13.22, RR-13.23 What a man pays for such a way from where he is."""
    at = s.u_at[u]
    if s.grid.on[at]:
        return ways.cost(at)
    return min([d + ways.cost(q) for q, d in starts(s, u).items()], default=FAR)


def starts(s: Regiment, u: int) -> dict[int, int]:
    """RR-13.22, RR-13.23 Where a man's move begins: his square, or from a rear place of a spawn tile those in front of
    him.
    """
    at = s.u_at[u]
    if s.grid.on_board(at):
        return {at: 0}
    for places in s.stage.spawns.values():
        if at in places[4:]:
            return {v: 1 for v in places[:4] if s.grid.distance(v, at) == 1}
    return {at: 0}


@dataclass(frozen=True)
class NextAdvance(Step):
    """RR-13.10, RR-13.3, RR-13.5, RR-13.6, RR-12.13 The nearest unit that has not advanced is next, asked of the
    board as it is now.

    With nobody spotted nothing moves and nobody turns. After an alarm in mid-phase the rest advance as in
    Battle.
    """

    def do(self, s: Regiment) -> None:
        ours = targets(s)
        if not ours:
            return
        if vehicle_advance.waiting(s):
            s.then(vehicle_advance.NextVehicle(), NextAdvance())  # woken since the vehicles advanced
            return
        ready = waiting(s)
        if not ready:
            return
        order.first(s, "advance", nearest(s, ready, ours))
        s.then(NextAdvance())


# --- where to


def in_line(s: Regiment, q: int, m: int) -> bool:
    """RR-13.7 Whether a man at a square, facing as he likes, would have clear sight of a target on foot."""
    v = s.m_at[m]
    how = sight.shows(s, m, v)
    if how == sight.UNSEEN or q == v:
        return False
    level = s.layout.eyes.level(q, v, s.veil_low, s.veil_high)
    if how == sight.STANDING:
        return level < 2
    return level == 0 and (not s.layout.forest >> v & 1 or s.grid.distance(q, v) == 1)


def away(s: Regiment, q: int, m: int) -> int:
    """RR-1.17 Squares from a square to a target."""
    far = s.grid.far(q)
    return far[s.m_at[m]] if s.m_car[m] < 0 else min(map(far.__getitem__, sight.man_squares(s, m)))


def exposed(s: Regiment, q: int, c: int) -> tuple[int, int]:
    """RR-21.21 The nearest square of a vehicle that is in sight from a square, and how far it is; 99 if none is."""
    far, bulk = s.grid.far(q), sight.bulk(s, c)
    low, high, level = s.veil_low & ~bulk, s.veil_high & ~bulk, s.layout.eyes.level
    squares = bits(sight.car_cover(s, c) & s.grid.board)
    return min([(far[v], v) for v in squares if level(q, v, low, high) < 2], default=(99, OFF))


def quality(s: Regiment, u: int, q: int, m: int) -> int:
    """RR-13.11, RR-13.32 How good a square is for attacking a target: -9 not at all, else what cover takes off; 1 is
    optimal.
    """
    kind, c = s.u_kind[u], s.m_car[m]
    if c >= 0:
        far, covered = exposed(s, q, c)[0], 0
        if far > data.LONG[kind]:
            return -9
    else:
        far = s.grid.far(q)[s.m_at[m]]
        if far > data.LONG[kind] or not in_line(s, q, m):
            return -9
        covered = sight.cover(s, q, False, [q], s.m_at[m])
    if covered == 0 and far <= (data.SHORT[kind] or data.LONG[kind]):
        return 1
    return covered


def worths(s: Regiment, u: int, m: int, squares: int) -> tuple[int, int]:
    """RR-13.11, RR-13.32 The squares of a set from which a unit can attack a man, and the optimal ones among them.

    It depends on the kind of unit, on how the man shows, and on what moves near him; what was found is kept by these.
    """
    kind, layout, v, c = s.u_kind[u], s.layout, s.m_at[m], s.m_car[m]
    radius = data.LONG[kind]
    length = 0 if c < 0 else data.CAR_LENGTH[s.c_kind[c]]
    where = v if c < 0 else 4 * s.c_at[c] + s.c_face[c]
    near, may = layout.beset(where, length, radius)
    may &= squares
    if not may:
        return 0, 0
    if not s.veil_known:
        sight.veil(s)
    if c < 0:
        how = sight.shows(s, m, v)
    else:
        how = -length
        near &= ~sight.bulk(s, c)
    key = (kind, how, s.veil_high & near, s.veil_low & near if how == sight.LYING else 0, where)
    known = layout.worths.get(key)
    if known is None:
        if len(layout.worths) > KEPT:
            layout.worths.clear()
        known = [0, 0, 0]  # asked, can attack, optimal
        layout.worths[key] = known
    anew = may & ~known[0]
    if anew:
        able, optimal = worths_anew(s, u, m, anew, near)
        known[0] |= anew
        known[1] |= able
        known[2] |= optimal
    return known[1] & may, known[2] & may


def worths_anew(s: Regiment, u: int, m: int, squares: int, near: int) -> tuple[int, int]:
    """RR-13.11, RR-13.32 The same, of squares nobody has asked about yet; `near` are those where a blocker matters."""
    kind, v, c = s.u_kind[u], s.m_at[m], s.m_car[m]
    farthest, short = data.LONG[kind], data.SHORT[kind] or data.LONG[kind]
    able = optimal = 0
    if c >= 0:
        for v in sight.man_squares(s, m):
            seen = sight.seen_from(s, v, False, farthest, squares & s.grid.disc(v, farthest) & ~optimal, near)
            able |= seen
            optimal |= seen & s.grid.disc(v, short)
        return able, optimal
    how = sight.shows(s, m, v)
    if how != sight.UNSEEN:
        able = sight.seen_from(s, v, how == sight.LYING, farthest, squares, near)
    optimal = able & s.grid.disc(v, short)
    for q in bits(optimal & s.layout.covered_from(v)):
        if sight.cover(s, q, False, [q], v):
            optimal ^= s.grid.bit[q]
    return able, optimal


def reachable(s: Regiment, u: int) -> Rings:
    """RR-13.17, RR-13.19, RR-13.22, RR-13.23 The squares a man can get to, by their cost."""
    at, ground = s.u_at[u], sight.ground(s)
    if not s.grid.on[at]:
        begins = starts(s, u)
        if at not in begins:
            return Rings(ground.strides, [s.grid.bit[at], s.grid.union(begins)], ground.closed, False)
    return ground.ways_from(at)


def remaining(s: Regiment, u: int, m: int) -> tuple[Rings, int]:
    """RR-13.9, RR-13.31 Squares by the cost of the way that is left to a target (to any square of a vehicle), or to the
    nearest one can get to it; and what that costs the unit from where it is.
    """
    ground, c = sight.ground(s), s.m_car[m]
    ways = ground.ways_to(s.m_at[m]) if c < 0 else ground.ways_to_any(sight.car_cover(s, c) & s.grid.board)
    whole = cost_of(s, u, ways)
    if whole < FAR:
        return ways, whole
    wide = 0
    for start in starts(s, u):
        wide |= ground.ways_from(start).within(60)
    squares = {q: away(s, q, m) for q in bits(wide)}
    least = min(squares.values())
    goals = s.grid.union([q for q, far in squares.items() if far == least])
    ways = ground.ways_to_any(goals)
    return ways, cost_of(s, u, ways)


def destinations(s: Regiment, u: int, left: int, every: list[int]) -> list[tuple[int, list[int], list[int]]]:
    """RR-13.7, RR-13.8, RR-13.9, RR-13.12, RR-13.14, RR-13.15, RR-13.16 For whom a unit may go, where to, and where it
    would stop on the way; several are equally near.

    First an optimal position on the closest target, on a shortest way if there is one; else any attack position on him;
    else the same for the others; else as near to the closest as it gets, keeping as many spotted men on partially
    visible squares in sight as that allows.
    """
    if not s.veil_known:
        sight.veil(s)
    ours = by_nearness(s, u, every)
    reach = reachable(s, u)
    here = s.grid.bit[s.u_at[u]]
    taken = sight.occupied(s, but_unit=u)
    ends = reach.within(left) & (s.grid.board & ~(taken | here))
    if not ends or not (taken & here or s.u_done[u] == LEAVES):
        ends |= here  # it may stay, unless it is passing somebody or has to make room
    for equals in ours:
        choices = []
        for m in equals:
            found, stops = choose(s, u, m, reach, left, ends)
            if found:
                choices.append((m, bits(found), bits(stops)))
        if choices:
            return choices
    return [(m, approach(s, u, m, left, ends, every), []) for m in ours[0]]


def approach(s: Regiment, u: int, m: int, left: int, ends: int, every: list[int]) -> list[int]:
    """RR-13.9, RR-13.14 Where a unit that can attack nobody goes: as near to a target as it gets, and of equal squares
    those from which most spotted men are glimpsed.
    """
    here = s.grid.bit[s.u_at[u]]
    rest, whole = remaining(s, u, m)
    least, found = rest.touching(ends, max(0, whole - left))
    if whole <= least and ends & here:
        found = found | here if whole == least else here
    goals = bits(found)
    if len(goals) == 1 or not found & outlooks(s, every):
        return goals
    kept = {q: len(glimpsed(s, q, every)) for q in goals}
    most = max(kept.values())
    return [q for q in goals if kept[q] == most]


def outlooks(s: Regiment, every: list[int]) -> int:
    """RR-13.14 The squares within 8 of some men from which one of them is glimpsed if nothing moves in the way."""
    found = 0
    for m in every:
        c = s.m_car[m]
        if c < 0:
            found |= s.layout.eyes.rows[2][s.m_at[m]]  # a line is the same both ways
        else:
            found |= s.layout.beset(4 * s.c_at[c] + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]], FIELD)[1]
    return found


def by_nearness(s: Regiment, u: int, ours: list[int]) -> list[list[int]]:
    """RR-13.7 The targets of a unit, the closest first: by squares, then by the cost of the way; equals together."""
    if len(ours) == 1:
        return [ours]
    far = s.grid.far(s.u_at[u])
    groups: dict[int, list[int]] = {}
    for m in ours:
        near = far[s.m_at[m]] if s.m_car[m] < 0 else min(map(far.__getitem__, sight.man_squares(s, m)))
        if near in groups:
            groups[near].append(m)
        else:
            groups[near] = [m]
    found: list[list[int]] = []
    for near in sorted(groups):
        equals = groups[near]
        if len(equals) == 1:
            found.append(equals)
            continue
        costs = {m: remaining(s, u, m)[1] for m in equals}
        found += [[m for m in equals if costs[m] == cost] for cost in sorted(set(costs.values()))]
    return found


def glimpsed(s: Regiment, q: int, every: list[int]) -> list[int]:
    """RR-13.14 The spotted men whose squares are partially visible from a square within 8."""
    found = []
    eyes, bit = s.layout.eyes, s.grid.bit
    outlook = eyes.rows[2][q] & ~bit[q]  # within 8, while nothing moves in the way
    for m in every:
        c = s.m_car[m]
        where = outlook & (bit[s.m_at[m]] if c < 0 else sight.car_cover(s, c))
        if where and eyes.past(q, where, s.veil_high):
            found.append(m)
    return found


def choose(s: Regiment, u: int, m: int, reach: Rings, left: int, ends: int) -> tuple[int, int]:
    """RR-13.7, RR-13.11, RR-13.12 The squares for attacking one target, best kind first, and those of them where a unit
    would stop on the way to another.
    """
    here = s.grid.bit[s.u_at[u]]
    able, optimal = worths(s, u, m, ends)
    if not able:
        return 0, 0
    if optimal & here:
        return here, 0
    rest, whole = remaining(s, u, m)
    if optimal:
        first = first_on_way(s, u, reach, left, rest, whole, optimal)
        if first[0]:
            return first
        detours = {}
        for q in bits(optimal):
            cost = reach.cost(q)
            detours[q] = (cost + rest.cost(q), cost)
        least = min(detours.values())
        found = 0
        for q, price in detours.items():
            if price == least:
                found |= s.grid.bit[q]
        return found, 0
    return rest.touching(able, max(0, whole - left))[1] or able, 0


def first_on_way(
    s: Regiment, u: int, reach: Rings, left: int, rest: Rings, whole: int, optimal: int
) -> tuple[int, int]:
    """RR-13.12 The optimal squares that some shortest way reaches before any other optimal one, and those of them that
    are nearer than the farthest.
    """
    strides = reach.strides
    before, last = 0, s.grid.bit[s.u_at[u]]
    begin = 1
    if not s.grid.on[s.u_at[u]] and s.u_at[u] not in starts(s, u):
        before, last, begin = last, reach.ring(1), 2  # from a rear place of a spawn tile to those in front of it
    found = nearer = 0
    for cost in range(begin, min(left, whole) + 1):
        passing = reach.ring(cost) & rest.ring(whole - cost)
        if found:
            passing &= strides.onward(1, last & ~optimal) | strides.onward(2, before & ~optimal)
        before, last = last, passing  # until the first optimal square every way is still open
        if last & optimal:
            found, nearer = found | last & optimal, found
    return found, nearer


@dataclass(frozen=True)
class Advance(Step):
    """RR-13.1, RR-13.2, RR-13.27, RR-19.5 One unit advances with so many points, or only turns, or carries its
    mortar.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        close_in(s, self.unit, self.left)


def close_in(s: Regiment, u: int, left: int) -> None:
    """RR-13.1, RR-13.2, RR-13.27, RR-19.5 The same at once."""
    ours = targets(s) if s.u_at[u] >= 0 else []
    if not ours:
        return
    if s.u_kind[u] == data.MORTAR:
        units.mortar_advances(s, u, left)
        return
    if stays(s, u):
        men = facing_targets(s, u, ours)
        if len(men) == 1:
            turn_to(s, u, men[0], left)
        else:
            s.then(After(u, left, tuple(men)))
        return
    choices = destinations(s, u, left, ours)
    if len(choices) > 1 and not alike(s, u, choices):
        s.then(After(u, left, tuple([m for m, _, _ in choices])))
        return
    m, goals, stops = choices[0]
    if len(goals) > 1:
        s.then(Destination(u, m, left, tuple(goals), tuple(stops)))
        return
    set_out(s, u, m, goals[0])
    s.then(Walk(u, goals[0], left, m, tuple(stops)))


def alike(s: Regiment, u: int, choices: list[tuple[int, list[int], list[int]]]) -> bool:
    """Whether it makes no difference which of some targets a unit goes for: the same squares, and from each of them it
    faces the same way in the end.
    """
    _, goals, stops = choices[0]
    if any(other[1:] != (goals, stops) for other in choices):
        return False
    return all(len({bearing(s, q, target_square(s, u, m)) for m, _, _ in choices}) == 1 for q in goals)


def bearing(s: Regiment, q: int, v: int) -> tuple[int, int]:
    """RR-9.6 Where a square lies from another: the signs of the greater distances."""
    dx, dy = s.grid.xs[v] - s.grid.xs[q], s.grid.ys[v] - s.grid.ys[q]
    across = 0 if abs(dx) < abs(dy) else 1 if dx > 0 else -1
    along = 0 if abs(dy) < abs(dx) else 1 if dy > 0 else -1
    return across, along


def set_out(s: Regiment, u: int, m: int, goal: int) -> None:
    """RR-13.7 A unit begins its way to a square, against a man."""
    if s.listen:
        if not s.veil_known:
            sight.veil(s)
        explain(s, u, m, goal != s.u_at[u], quality(s, u, goal, m))


def facing_targets(s: Regiment, u: int, every: list[int]) -> list[int]:
    """RR-13.27, RR-13.2, RR-19.25 Whom a unit that stays turns to: the closest it can attack, else another, else the
    closest; several are equally near.
    """
    if not s.veil_known:
        sight.veil(s)
    ours = by_nearness(s, u, every)
    if s.section == STEALTH and s.u_role[u] == R_OFFICER:
        return ours[0]
    for equals in ours:
        able = [m for m in equals if worths(s, u, m, s.grid.bit[s.u_at[u]])[0]]
        if able:
            return able
    return ours[0]


@dataclass(frozen=True)
class After(Choice):
    """RR-13.7, RR-13.27 Of targets equally near the players say which a unit goes for, or turns to."""

    unit: int
    left: int
    men: tuple[int, ...]

    clause = "RR-13.7"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("after", s.unit(self.unit), s.man(m)) for m in self.men]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = self.unit, s.man_of(action[2])
        if not stays(s, u):
            for n, goals, stops in destinations(s, u, self.left, targets(s)):
                if n == m:
                    s.then(Destination(u, m, self.left, tuple(goals), tuple(stops)))
        else:
            turn_to(s, u, m, self.left)

    def ask(self, s: Regiment) -> str:
        return f"Equally near: whom does {{{s.unit(self.unit)}}} go for?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


def turn_to(s: Regiment, u: int, m: int, left: int) -> None:
    """RR-13.24, RR-13.26, RR-13.27 A unit that stays turns to a man."""
    if s.listen:
        if s.u_role[u] == R_OFFICER:
            s.say("RR-13.26", "{} keeps its place as an officer and turns to {}", s.unit(u), s.man(m))
        elif not s.u_set[u]:
            s.say("RR-13.24", "{} keeps its place as a sentry and turns to {}", s.unit(u), s.man(m))
    come_to_rest(s, u, m, left)


def come_to_rest(s: Regiment, u: int, m: int, left: int) -> None:
    """RR-13.28, RR-7.19 The last turn of an advancing unit, and what follows while somebody may still fire at it."""
    if s.section == STEALTH and s.u_role[u] == PATROLMAN:
        regain_line(s, u)
    face(s, u, m)
    if s.due and marks.are_out(s):
        s.then(Resume(u, left))


@dataclass(frozen=True)
class Resume(Step):
    """RR-7.19 A unit that was shot at when it had come to where it was going, and lives, chooses its goal anew."""

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        if s.u_at[self.unit] >= 0 and s.u_done[self.unit] == marks.ANEW:
            s.u_done[self.unit] = DONE
            s.then(Advance(self.unit, self.left))


@dataclass(frozen=True)
class Destination(Choice):
    """RR-13.13 Of equally good squares the players choose one."""

    unit: int
    man: int
    left: int
    squares: tuple[int, ...]
    stops: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        word, names = s.unit(self.unit), s.stage.names
        return [("go", word, names[q]) for q in self.squares]

    def chosen(self, s: Regiment, action: Action) -> None:
        goal = s.stage.by_name[action[2]]
        set_out(s, self.unit, self.man, goal)
        walk(s, self.unit, goal, self.left, self.man, self.stops)

    def ask(self, s: Regiment) -> str:
        if not s.veil_known:
            sight.veil(s)
        worth = quality(s, self.unit, self.squares[0], self.man)
        return f"Where does {{{s.unit(self.unit)}}} go, after {{{s.man(self.man)}}}? {described(worth)[1].capitalize()}"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


def described(worth: int) -> tuple[str, str]:
    """RR-13.7, RR-13.9, RR-13.11 What a place is worth in words, with its clause."""
    if worth == 1:
        return "RR-13.11", "an optimal attack position: short range and no cover"
    if worth > -9:
        return "RR-13.7", f"an attack position at {worth} for cover" if worth else "an attack position at long range"
    return "RR-13.9", "no attack position can be reached, so by the shortest way"


def explain(s: Regiment, u: int, m: int, moves: bool, worth: int) -> None:
    """RR-13.7, RR-13.8, RR-13.9, RR-13.12 Why a unit goes where it goes, or stays: what the place is worth against the
    man it is after, and why him.
    """
    ours = targets(s)
    near = {n: notice.range_to(s, u, target_square(s, u, n)) for n in ours} if s.u_at[u] >= 0 else {m: 0}
    other = near.get(m, 0) > min(near.values())
    clause, why = described(worth)
    if other:
        clause, why = "RR-13.8", f"{why}; nobody nearer can be attacked"
    if moves:
        s.say(clause, f"{{}} advances on {{}}: {why}", s.unit(u), s.man(m))
    else:
        s.say("RR-13.12" if worth == 1 else clause, f"{{}} stays, against {{}}: {why}", s.unit(u), s.man(m))


@dataclass(frozen=True)
class Walk(Step):
    """RR-13.13, RR-13.29, RR-13.30, RR-7.19, RR-12.22, RR-20.55 One step of the way after another; it faces each square
    before it enters.
    """

    unit: int
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        if s.u_done[u] == marks.ANEW:
            s.u_done[u] = DONE
            s.then(Advance(u, self.left))
            return
        walk(s, u, self.goal, self.left, self.man, self.stops)


def walk(s: Regiment, u: int, goal: int, left: int, man: int, stops: tuple[int, ...]) -> None:
    """RR-13.13, RR-13.29, RR-20.55 A unit goes on until it is there, or something else is due before its next step."""
    while s.u_at[u] != goal:
        if s.blasts and way_cost(s, u, goal) > left:
            s.then(Advance(u, left))  # a blast has closed its way
            return
        nexts = next_squares(s, u, goal, stops)
        if not nexts:
            break
        if len(nexts) > 1 and (route_matters(s, nexts, left) or ends_askew(s, goal)):
            s.then(Route(u, tuple(nexts), goal, left, man, stops))
            return
        left = stride(s, u, nexts[0], goal, left, man, stops)
        if s.due:
            return
    come_to_rest(s, u, man, left)


def stride(s: Regiment, u: int, to: int, goal: int, left: int, man: int, stops: tuple[int, ...]) -> int:
    """RR-13.13, RR-13.29 A unit faces the next square and enters it; how many points it has left. Where something
    else is due before that, or after it, the rest of its way waits.
    """
    if not s.listen and unwatched(s, u):
        spent = stroll(s, u, to, goal, stops)
        if spent:
            return left - spent
    if to - s.u_at[u] not in s.grid.ahead[s.u_face[u]]:
        face_square(s, u, to)
        if s.due:
            s.then(StepTo(u, to, goal, left, man, stops))
            return left
    left -= step_to(s, u, to)
    if s.due:
        s.then(Walk(u, goal, left, man, stops))
    return left


def unwatched(s: Regiment, u: int) -> bool:
    """RR-7.10, RR-13.29 Whether nothing comes of the steps and turns of a unit by themselves: there is nobody left to
    be spotted, and no marker can be used.
    """
    if s.m_spotted.count(1) != s.m_state.count(ACTIVE):
        return False
    return (s.quiet and u not in s.m_mark) or not marks.are_out(s)


def stroll(s: Regiment, u: int, to: int, goal: int, stops: tuple[int, ...]) -> int:
    """RR-13.13, RR-13.18, RR-13.30 An unwatched unit goes to the next square, and on while only one is next, at once;
    what that costs. It stops before a trap or a mine, and before it turns about; 0 if that is where it is.
    """
    if not s.veil_known:
        sight.veil(s)
    start = at = s.u_at[u]
    laid = equipment.laid(s) if s.traps or s.mines else 0
    ahead, bit, prices, facing, spent = s.grid.ahead, s.grid.bit, s.layout.prices, s.u_face[u], 0
    nexts, ground = s.veil_ground.nexts, s.veil_ground.number
    while not laid & bit[to]:
        by = to - at
        if by not in ahead[facing]:
            if by == -ahead[facing][0]:
                break
            facing = (facing + 1 if by in ahead[facing - 3] else facing - 1) % 4
        spent += prices[at].get(to) or s.layout.march(at, to)
        s.u_at[u] = at = to
        if at == goal:
            break
        following = nexts.get((ground, at, goal)) or next_squares(s, u, goal, stops)
        if len(following) != 1:
            break
        to = following[0]
    if spent:
        s.u_face[u] = facing
        s.stepped(u, start)
    return spent


def next_squares(s: Regiment, u: int, goal: int, stops: tuple[int, ...]) -> list[int]:
    """RR-13.12, RR-13.13 The next squares of the shortest ways to the goal, of those that lead past no square where it
    would have stopped if there are such ways.
    """
    if not s.veil_known:
        sight.veil(s)
    ground = s.veil_ground
    key = (ground.number, s.u_at[u], goal)
    found = ground.nexts.get(key)
    if found is None:
        if len(ground.nexts) > 20 * KEPT:
            ground.nexts.clear()
        found = squares_ahead(s, u, ground.ways_to(goal), ground.closed)
        ground.nexts[key] = found
    if not stops or len(found) == 1:
        return found
    past = ground.closed | s.grid.union([q for q in stops if q != goal])
    clear = Rings(ground.strides, [s.grid.bit[goal]], past, True)
    return squares_ahead(s, u, clear, past) if cost_of(s, u, clear) == cost_of(s, u, ground.ways_to(goal)) else found


def squares_ahead(s: Regiment, u: int, ways: Rings, closed: int) -> list[int]:
    """RR-13.13, RR-13.23 The next squares of the shortest of some ways past what is closed."""
    at, barred = s.u_at[u], sight.shut(s)
    if not s.grid.on[at]:
        front = {v: ways.cost(v) for v in starts(s, u) if v != at}
        if front:
            least = min(front.values())
            return [v for v, cost in front.items() if cost == least]
    found, bit = [], s.grid.bit
    whole = ways.cost(at)
    after = (0, ways.ring(whole - 1) & ~closed, ways.ring(whole - 2) & ~closed)
    for b, price, s1, s2 in s.layout.steps(MARCH)[at]:
        if after[price] & bit[b] and (not barred or passable(b, s1, s2, barred)):
            found.append(b)
    return found


def route_matters(s: Regiment, nexts: list[int], left: int) -> bool:
    """Whether equal ways of so many points can differ for anybody: traps, mines, markers, or men not yet spotted whom
    somebody on the way might see.
    """
    if s.traps or s.mines or marks.are_out(s):
        return True
    if s.m_spotted.count(1) == s.m_state.count(ACTIVE):
        return False  # all who are in play are spotted
    for m in range(len(s.m_kind)):
        if s.on_board(m) and not s.m_spotted[m]:
            far = s.grid.far(s.m_at[m])
            if any(far[q] <= FIELD + left for q in nexts):
                return True
    return False


def ends_askew(s: Regiment, goal: int) -> bool:
    """RR-9.6 Whether a target lies on a diagonal of the goal: then the last step says which way the unit faces in the
    end.
    """
    xs, ys = s.grid.xs, s.grid.ys
    for m in targets(s):
        for v in sight.man_squares(s, m):
            if abs(xs[v] - xs[goal]) == abs(ys[v] - ys[goal]):
                return True
    return False


@dataclass(frozen=True)
class Route(Choice):
    """RR-13.13 Of equal ways the players choose one, step by step, where they differ."""

    unit: int
    squares: tuple[int, ...]
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        word, names = s.unit(self.unit), s.stage.names
        return [("step", word, names[q]) for q in self.squares]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, to = self.unit, s.stage.by_name[action[2]]
        left = stride(s, u, to, self.goal, self.left, self.man, self.stops)
        if not s.due:
            walk(s, u, self.goal, left, self.man, self.stops)

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} take?"


@dataclass(frozen=True)
class StepTo(Step):
    """RR-13.19, RR-13.29, RR-20.17 A step: whoever comes into clear sight is spotted, traps and mines go off, markers
    may be used.
    """

    unit: int
    square: int
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        left = self.left
        if s.u_done[u] != marks.ANEW:
            left -= step_to(s, u, self.square)
        s.then(Walk(u, self.goal, left, self.man, self.stops))


def step_to(s: Regiment, u: int, to: int) -> int:
    """RR-13.18, RR-13.19, RR-13.29, RR-20.17 The step itself, with what follows from it; what it costs."""
    price = s.layout.march(s.u_at[u], to)
    move_unit(s, u, to, "RR-13.16")
    if (s.traps or s.mines) and equipment.is_laid(s, to):
        equipment.tread(s, u, [to])
    if s.due:
        s.then(Look(u))
    else:
        look(s, u)
    marks.pause(s, u)
    return price


def regain_line(s: Regiment, u: int) -> None:
    """RR-13.3 A patrolman whose advance ends on a square of his own line is on it there, and walks on from there."""
    squares = s.layout.lines[s.u_link[u]].squares
    if s.u_at[u] in squares:
        s.u_place[u] = squares.index(s.u_at[u])


def move_unit(s: Regiment, u: int, to: int, clause: str) -> None:
    """RR-13.16 A man goes to the next square."""
    start = s.u_at[u]
    s.u_at[u] = to
    s.stepped(u, start)
    if s.listen:
        facts = (("moved", s.unit(u), s.place(start), s.place(to)),)
        s.say(clause, "{} moves to {}", s.unit(u), s.place(to), facts=facts)


@dataclass(frozen=True)
class Look(Step):
    """RR-13.29 An unspotted Operator in the clear sight of an advancing unit is spotted."""

    unit: int

    def do(self, s: Regiment) -> None:
        look(s, self.unit)


def look(s: Regiment, u: int) -> None:
    """RR-13.29 Whom a unit sees now is spotted."""
    if s.m_spotted.count(1) == s.m_state.count(ACTIVE):
        return  # all who are in play are
    seen = sight.men_seen(s, u)
    if seen:
        for m, spotted in enumerate(s.m_spotted):
            if seen >> m & 1 and not spotted:
                notice.spot(s, m, "RR-13.29", f"{{{s.unit(u)}}} sees it")


@dataclass(frozen=True)
class Face(Step):
    """RR-13.28, RR-13.27 In the end a unit faces the man it attacks; else, of the spotted men it glimpses, the nearest
    but him it closes in on, as the rule book's example has it; else him.
    """

    unit: int
    man: int

    def do(self, s: Regiment) -> None:
        face(s, self.unit, self.man)


def face(s: Regiment, u: int, m: int) -> None:
    """RR-13.28, RR-13.27 The same at once."""
    at = s.u_at[u]
    if not s.grid.on[at] or s.m_state[m] != ACTIVE:
        return
    if not s.veil_known:
        sight.veil(s)
    others = targets(s)
    if others != [m] and not stays(s, u):
        seen = glimpsed(s, at, [n for n in others if n != m])
        if seen and not worths(s, u, m, s.grid.bit[at])[0]:
            m = min([(away(s, at, n), n) for n in seen])[1]
    square = s.m_at[m]
    if s.m_car[m] >= 0:
        square = exposed(s, at, s.m_car[m])[1]
        if square < 0:
            square = target_square(s, u, m)
    face_square(s, u, square)


@dataclass(frozen=True)
class FaceSquare(Step):
    """RR-9.6, RR-13.30 A unit turns to a square, quarter by quarter, each an instant of its own."""

    unit: int
    square: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        options = turns(s, u, self.square)
        if len(options) > 1 and notice.way_matters(s, u, options, None):
            s.then(TurnWay(u, tuple(goal for goal, _ in options), tuple(way for _, way in options)))
        elif options:
            turn_on(s, u, *options[0])


def turns(s: Regiment, u: int, square: int) -> list[tuple[int, int]]:
    """RR-9.6 The shortest turns of a unit to a square: where it faces then, and which way round."""
    facing = s.u_face[u]
    return [(goal, way) for goal in notice.facings_to(s, u, square) for way in notice.ways_to(facing, goal)]


def face_square(s: Regiment, u: int, square: int) -> None:
    """RR-9.6, RR-13.30 A unit turns to a square at once, where there is but one way to."""
    if s.layout.front(s.u_at[u], s.u_face[u]) & s.grid.bit[square]:
        return  # it faces it
    options = turns(s, u, square)
    if len(options) == 1:
        turn_on(s, u, *options[0])
    elif options:
        s.then(FaceSquare(u, square))


def turn_on(s: Regiment, u: int, goal: int, way: int) -> None:
    """RR-7.10, RR-13.29 A unit turns quarter by quarter, with an instant after each, until something else is due."""
    while s.u_face[u] != goal:
        notice.turn_unit(s, u, (s.u_face[u] + way) % 4, "RR-13.30")
        look(s, u)
        marks.pause(s, u)
        if s.due:
            s.then(AxisQuarter(u, goal, way))
            return


@dataclass(frozen=True)
class TurnWay(Choice):
    """RR-9.6 Of two equally short ways to turn the players choose one."""

    unit: int
    goals: tuple[int, ...]
    ways: tuple[int, ...]

    clause = "RR-9.6"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return notice.Way(self.unit, self.goals, self.ways, False).offer(s)

    def chosen(self, s: Regiment, action: Action) -> None:
        n = self.offer(s).index(action)
        s.then(AxisQuarter(self.unit, self.goals[n], self.ways[n]))

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} turn?"


@dataclass(frozen=True)
class AxisQuarter(Step):
    """RR-7.10, RR-13.29 A quarter turn of an advancing unit, after which markers may be used."""

    unit: int
    goal: int
    way: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] >= 0 and s.u_done[u] != marks.ANEW:
            turn_on(s, u, self.goal, self.way)
