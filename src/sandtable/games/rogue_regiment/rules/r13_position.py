"""Chapter 13, where an advancing unit goes: who is nearest, optimal positions, and the ways to them."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.layout import MARCH, PAWS
from sandtable.games.rogue_regiment.ground.rings import FAR, Ground, Rings
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r24_guns as team
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import r26_flames as flames
from sandtable.games.rogue_regiment.rules import r28_launchers as launchers
from sandtable.games.rogue_regiment.state import OFF, R_OFFICER, STEALTH, Regiment
from sandtable.geometry.sight import BLOCKED, FIELD
from sandtable.geometry.squares import bits

THROUGH: Final = -3  # RR-13.33, RR-26.21 what a position is worth from which one attacks without seeing
EAGER: Final = (data.SNIPER_MAN, data.HMG_TEAM)  # RR-24.45, RR-28.7 to whom any attack is good enough
LEAVES: Final = 4  # RR-19.6 in u_done: a mortar team wants its point, so it may not stay there


def target_square(s: Regiment, u: int, m: int) -> int:
    """RR-13.7 The square of a target that is nearest to a unit: a man's own, or one of his vehicle."""
    if s.m_car[m] < 0:
        return s.m_at[m]
    squares = sight.man_squares(s, m)
    if data.LENGTH[s.u_kind[u]]:
        return min([(notice.range_to(s, u, v), v) for v in squares])[1]
    far = s.grid.far(s.u_at[u])
    return min([(far[v], v) for v in squares])[1]


def nearest(s: Regiment, ready: list[int], ours: list[int]) -> tuple[int, ...]:
    """RR-13.10 Of men the nearest to a spotted Operator: by squares, and among equals by the cost of the way."""
    if len(ready) == 1:
        return (ready[0],)
    near = nearness(s, ours, [s.u_at[u] for u in ready])
    least = min(near)
    equals = [u for n, u in enumerate(ready) if near[n] == least]
    if len(equals) == 1:
        return (equals[0],)
    costs = [min([remaining(s, u, m)[1] for m in ours if away(s, s.u_at[u], m) == least]) for u in equals]
    cheapest = min(costs)
    return tuple([u for n, u in enumerate(equals) if costs[n] == cheapest])


def nearness(s: Regiment, ours: list[int], places: list[int]) -> list[int]:
    """RR-13.10 How many squares it is from each of these places to the nearest of some men, 99 where there is none."""
    return s.layout.distances(places, tuple([v for m in ours for v in sight.man_squares(s, m)]))


def ground_of(s: Regiment, u: int) -> Ground:
    """RR-13.18, RR-26.8, RR-26.15, RR-26.17 The ways of infantry, or of dogs; whoever is in a room on fire may walk
    out of it.
    """
    dog = s.u_kind[u] == data.DOG
    if not dog and not s.flames:
        return s.things.ground
    closed, room = s.things.closed, s.layout.room[s.u_at[u]]
    if room:
        closed = closed & ~s.layout.rooms[room] | s.things.burning
    return s.layout.ground(s.things.shut, closed, PAWS if dog else MARCH)


def way_cost(s: Regiment, u: int, v: int) -> int:
    """RR-13.10, RR-13.23 The cost of a man's way to a square, from a spawn tile too."""
    return cost_of(s, u, ground_of(s, u).ways_to(v))


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


def in_line(s: Regiment, q: int, m: int) -> bool:
    """RR-13.7 Whether a man at a square, facing as he likes, would have clear sight of a target on foot."""
    v = s.m_at[m]
    how = sight.shows(s, m, v)
    if how == sight.UNSEEN or q == v:
        return False
    level = s.layout.eyes.level(q, v, s.veil.low, s.veil.high)
    if how == sight.STANDING:
        return level < 2
    return level == 0 and (not s.layout.forest >> v & 1 or s.grid.distance(q, v) == 1)


def away(s: Regiment, q: int, m: int) -> int:
    """RR-1.17 Squares from a square to a target."""
    far = s.grid.far(q)
    return min([far[v] for v in sight.man_squares(s, m)])


def exposed(s: Regiment, q: int, c: int) -> tuple[int, int]:
    """RR-21.21 The nearest square of a vehicle that is in sight from a square, and how far it is; 99 if none is."""
    far, bulk, cover = s.grid.far(q), sight.bulk(s, c), s.cars.covers[c]
    if cover & s.layout.forest:
        eyes, high = s.layout.walls, sight.in_the_way(s, s.veil.high, cover)
    else:
        eyes, high = s.layout.eyes, s.veil.high & ~bulk
    seen = [(far[v], v) for v in bits(cover & s.grid.board) if eyes.level(q, v, high, high) < BLOCKED]
    return min(seen) if seen else (99, OFF)


def quality(s: Regiment, u: int, q: int, m: int) -> int:
    """RR-13.11, RR-13.32 How good a square is for attacking a target: -9 not at all, else what cover takes off; 1 is
    optimal.
    """
    kind, c = s.u_kind[u], s.m_car[m]
    if data.SECOND[kind] == data.LAUNCHER:
        return 1 if launchers.in_range(s, u) >> q & 1 else -9
    far, v = exposed(s, q, c) if c >= 0 else (s.grid.far(q)[s.m_at[m]], s.m_at[m])
    clear = c >= 0 or in_line(s, q, m)
    if far > arms.REACH[kind] or not clear or (kind == data.DOG and not dogs.bites(s, q, v)):
        return THROUGH if beyond_walls(s, u, m, s.grid.bit[q]) else -9
    less = 0 if c >= 0 else covered(s, u, q, v)
    return 1 if (less == 0 and far <= arms.CLOSE[kind]) or kind in EAGER else less


def covered(s: Regiment, u: int, q: int, v: int) -> int:
    """RR-13.11, RR-26.2 What the cover of a man takes off the attack of infantry on a square; a flamethrower ignores
    soft cover.
    """
    found = shelter.cover(s, q, False, (q,), v)
    return 0 if found == -1 and data.SECOND[s.u_kind[u]] == data.FLAME else found


def worths(s: Regiment, u: int, m: int, squares: int) -> tuple[int, int]:
    """RR-13.11, RR-13.32 The squares of a set from which a unit can attack a man, and the optimal ones among them.

    It depends on the kind of unit, on how the man shows, and on what moves near him; what was found is kept by these.
    """
    kind, layout, v, c = s.u_kind[u], s.layout, s.m_at[m], s.m_car[m]
    if data.SECOND[kind] == data.LAUNCHER:
        squares &= launchers.in_range(s, u)
        return squares, squares
    walled = team.through_walls(s, u, m, squares) if kind == data.HMG_TEAM else 0
    radius = arms.REACH[kind]
    length = 0 if c < 0 else data.CAR_LENGTH[s.c_kind[c]]
    where = v if c < 0 else 4 * s.c_at[c] + s.c_face[c]
    near, may = layout.beset(where, length, radius)
    may &= squares
    if not may:
        return walled, walled
    if c < 0:
        how = sight.shows(s, m, v)
    else:
        how = -length
        near &= ~sight.bulk(s, c)
    key = (kind, how, s.veil.high & near, s.veil.low & near if how == sight.LYING else 0, where)
    known = layout.posts(key)
    anew = may & ~known.asked
    if anew:
        able, optimal = worths_anew(s, u, m, anew, near)
        known.add(anew, able, optimal)
    return known.able & may | walled, known.optimal & may | walled


def worths_anew(s: Regiment, u: int, m: int, squares: int, near: int) -> tuple[int, int]:
    """RR-13.11, RR-13.32 The same, of squares nobody has asked about yet; `near` are those where a blocker matters."""
    kind, v, c = s.u_kind[u], s.m_at[m], s.m_car[m]
    farthest, short = arms.REACH[kind], arms.CLOSE[kind]
    able = optimal = 0
    if kind == data.DOG:
        squares &= dogs.biting(s, sight.man_squares(s, m))
    if c >= 0 and s.cars.covers[c] & s.layout.forest:
        blockers = sight.in_the_way(s, s.veil.high & near, s.cars.covers[c])
        for v in sight.man_squares(s, m):
            asked = squares & s.grid.disc(v, farthest) & ~(optimal | s.grid.bit[v])
            seen = s.layout.walls.in_sight_of_many(v, asked, blockers)
            able |= seen
            optimal |= seen & s.grid.disc(v, short)
        return able, optimal
    if c >= 0:
        for v in sight.man_squares(s, m):
            seen = sight.seen_from(s, v, False, farthest, squares & s.grid.disc(v, farthest) & ~optimal, near)
            able |= seen
            optimal |= seen & s.grid.disc(v, short)
        return able, optimal
    how = sight.shows(s, m, v)
    if how != sight.UNSEEN:
        able = sight.seen_from(s, v, how == sight.LYING, farthest, squares, near)
    if kind in EAGER:
        return able, able
    optimal = able & s.grid.disc(v, short)
    for q in bits(optimal & s.layout.covered_from(v)):
        if covered(s, u, q, v):
            optimal ^= s.grid.bit[q]
    return able, optimal


def beyond_walls(s: Regiment, u: int, m: int, squares: int) -> int:
    """RR-13.33, RR-24.46, RR-26.21 The squares of a set from which a unit could attack where a man is without seeing
    him.
    """
    if s.u_kind[u] == data.HMG_TEAM:
        return team.through_walls(s, u, m, squares)
    return flames.room_in_reach(s, u, m) & squares if data.SECOND[s.u_kind[u]] == data.FLAME else 0


def reachable(s: Regiment, u: int) -> Rings:
    """RR-13.17, RR-13.19, RR-13.22, RR-13.23 The squares a man can get to, by their cost."""
    at, ground = s.u_at[u], ground_of(s, u)
    if not s.grid.on[at]:
        begins = starts(s, u)
        if at not in begins:
            return Rings(ground.strides, [s.grid.bit[at], s.grid.union(begins)], ground.closed, False)
    return ground.ways_from(at)


def remaining(s: Regiment, u: int, m: int) -> tuple[Rings, int]:
    """RR-13.9, RR-13.31 Squares by the cost of the way that is left to a target (to any square of a vehicle), or to the
    nearest one can get to it; and what that costs the unit from where it is.
    """
    ground, c = ground_of(s, u), s.m_car[m]
    ways = ground.ways_to(s.m_at[m]) if c < 0 else ground.ways_to_any(s.cars.covers[c] & s.grid.board)
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
    ours = by_nearness(s, u, every)
    reach = reachable(s, u)
    here = s.grid.bit[s.u_at[u]]
    taken = obstacles.occupied(s, but_unit=u)
    ends = reach.within(left) & (s.grid.board & ~(taken | here))
    if not ends or not (taken & here or makes_room(s, u)):
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


def makes_room(s: Regiment, u: int) -> bool:
    """RR-19.6 Whether a unit may not stay where it is, on the point that a mortar team wants."""
    return s.u_done[u] & LEAVES != 0 and any(v == s.u_at[u] for _, v in s.layout.points)


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
    groups: dict[int, list[int]] = {}
    for m in ours:
        groups.setdefault(away(s, s.u_at[u], m), []).append(m)
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
        if c >= 0 and s.cars.covers[c] & s.layout.forest:
            if 0 < exposed(s, q, c)[0] <= FIELD:
                found.append(m)
            continue
        where = outlook & (bit[s.m_at[m]] if c < 0 else s.cars.covers[c])
        if where and eyes.past(q, where, s.veil.high if c < 0 else s.veil.high & ~sight.bulk(s, c)):
            found.append(m)
    return found


def choose(s: Regiment, u: int, m: int, reach: Rings, left: int, ends: int) -> tuple[int, int]:
    """RR-13.7, RR-13.11, RR-13.12 The squares for attacking one target, best kind first, and those of them where a unit
    would stop on the way to another.
    """
    here = s.grid.bit[s.u_at[u]]
    able, optimal = worths(s, u, m, ends)
    if not able:
        able = beyond_walls(s, u, m, ends)
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


def facing_targets(s: Regiment, u: int, every: list[int]) -> list[int]:
    """RR-13.27, RR-13.2, RR-19.25 Whom a unit that stays turns to: the closest it can attack, else another, else the
    closest; several are equally near.
    """
    ours = by_nearness(s, u, every)
    if s.section == STEALTH and s.u_role[u] == R_OFFICER:
        return ours[0]
    for equals in ours:
        able = [m for m in equals if may_attack(s, u, m)]
        if able:
            return able
    return ours[0]


def may_attack(s: Regiment, u: int, m: int) -> bool:
    """RR-13.27, RR-13.33 Whether a unit where it is could attack a man, if it faced him."""
    here = s.grid.bit[s.u_at[u]]
    return worths(s, u, m, here)[0] != 0 or beyond_walls(s, u, m, here) != 0


def described(worth: int) -> tuple[str, str]:
    """RR-13.7, RR-13.9, RR-13.11 What a place is worth in words, with its clause."""
    if worth == 1:
        return "RR-13.11", "an optimal attack position: short range and no cover"
    if worth > -9:
        return "RR-13.7", f"an attack position at {worth} for cover" if worth else "an attack position at long range"
    return "RR-13.9", "no attack position can be reached, so by the shortest way"
