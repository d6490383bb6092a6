"""Chapter 2, with what chapters 1, 6, 8, 9, 18, 20 and 21 say of sight: who sees whom."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, FOREST, WATER
from sandtable.games.rogue_regiment.ground import known
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import BATTLE, CIVILIAN, NOTHING, Regiment
from sandtable.geometry.sight import Gaze
from sandtable.geometry.squares import bits

# How a man shows.
STANDING: Final = 0
LYING: Final = 1  # crouched, or as if: seen on fully visible squares only
UNSEEN: Final = 2

Sight = tuple[int, int]
"""Men, as bits, and squares with bodies, as a set."""

FARTHEST: Final = known.FARTHEST
"""Nobody whose square, or whose vehicle's front left square, is farther away sees or hears anything that a man does."""


# --- what Axis units see


def has_sight(s: Regiment, u: int) -> bool:
    """RR-9.22, RR-14.17, RR-18.32, RR-24.11, RR-24.38 A unit sees when it is on the board and nothing keeps it from
    looking.
    """
    return s.u_at[u] >= 0 and not s.u_cig[u] and s.here(u)


def looks(s: Regiment, u: int) -> list[tuple[bool, int, int]]:
    """RR-9.7, RR-18.13, RR-18.16 From where and in which facings a unit looks: (from a corner, point, facing)."""
    kind = s.u_kind[u]
    if data.LENGTH[kind] == 0:
        return [(False, s.u_at[u], s.u_face[u])]
    return [(True, point, facing) for point, facing in crew_looks(s, u)]


def crew_looks(s: Regiment, u: int) -> tuple[tuple[int, int], ...]:
    """RR-18.13, RR-18.16, RR-25.8 The corners from which an Axis vehicle looks, with the facings."""
    kind = s.u_kind[u]
    if s.u_set[u]:
        return ()  # RR-25.8 an empty vehicle does nothing more
    return s.layout.looks(4 * s.u_at[u] + s.u_face[u], data.LENGTH[kind], data.FRONT[kind], data.REAR[kind])


def gaze_of(s: Regiment, u: int) -> Gaze:
    """RR-9.7, RR-28.7 How far infantry sees: 8 squares, a sniper twice as far, as far as he fires."""
    return s.layout.gaze if s.u_kind[u] != data.SNIPER_MAN else s.layout.far_gaze


def view_of(s: Regiment, u: int, lying: bool) -> int:
    """RR-2.29, RR-2.30 The squares where a unit sees a man who stands, or one who lies, as a set."""
    if data.LENGTH[s.u_kind[u]] == 0:
        field, gaze = 4 * s.u_at[u] + s.u_face[u], gaze_of(s, u)
        return gaze.seen(1, field, s.veil.low) if lying else gaze.seen(2, field, s.veil.high)
    low, high = obstacles.axis_veil(s, u)
    gaze = s.layout.crew_gaze
    found = 0
    for point, facing in crew_looks(s, u):
        field = 4 * point + facing
        found |= gaze.seen(1, field, low) if lying else gaze.seen(2, field, high)
    return found


def bulk(s: Regiment, c: int) -> int:
    """RR-18.19, RR-21.26 The squares on which one of the players' vehicles blocks lines, but none to itself; a boat
    blocks none.
    """
    return 0 if s.c_kind[c] == data.BOAT else s.cars.covers[c]


def view_of_car(s: Regiment, u: int, c: int) -> int:
    """RR-21.21 The squares of one of our vehicles that a unit sees, as a set; its own squares never hide it."""
    cover = s.cars.covers[c] & s.grid.board
    if cover & s.layout.forest:
        return car_in_wood(s, u, c)
    return car_in_view(s, u, c) & cover if may_view(s, u) & cover else 0


def car_in_wood(s: Regiment, u: int, c: int) -> int:
    """RR-18.18 The same of one that stands in a wood, which does not hide it: line by line."""
    layout, cover, found = s.layout, s.cars.covers[c] & s.grid.board, 0
    for corner, point, facing in looks(s, u):
        shown = (layout.crew_fields if corner else gaze_of(s, u).fields)[4 * point + facing] & cover
        if shown:
            eyes = layout.crew_walls if corner else layout.walls
            high = in_the_way(s, obstacles.axis_veil(s, u)[1], cover)
            for v in bits(shown):
                if eyes.level(point, v, high, high) < 2:
                    found |= s.grid.bit[v]
    return found


def in_the_way(s: Regiment, high: int, cover: int) -> int:
    """RR-18.18, RR-18.19 What blocks a line to a vehicle that covers some squares: woods and what moves, but not these
    squares.
    """
    return (s.layout.eyes.square_sets[2] | high) & ~cover


def car_in_view(s: Regiment, u: int, c: int) -> int:
    """RR-21.21 The squares on which a unit sees one of our vehicles, whose own squares never hide it, as a set."""
    high = obstacles.axis_veil(s, u)[1] & ~bulk(s, c)
    if data.LENGTH[s.u_kind[u]] == 0:
        return gaze_of(s, u).seen(2, 4 * s.u_at[u] + s.u_face[u], high)
    found = 0
    for point, facing in crew_looks(s, u):
        found |= s.layout.crew_gaze.seen(2, 4 * point + facing, high)
    return found


def may_view(s: Regiment, u: int) -> int:
    """The squares a unit could see if nothing moved: what it sees is among them."""
    kind, field = s.u_kind[u], 4 * s.u_at[u] + s.u_face[u]
    length = data.LENGTH[kind]
    if length == 0:
        return gaze_of(s, u).may(2, field)
    return s.layout.crew_outlook(field, length, data.FRONT[kind], data.REAR[kind])


def under_cover(s: Regiment, m: int) -> bool:
    """RR-24.4, RR-24.14, RR-24.15, RR-24.55 Whether Nancy's disguise deceives the Axis, to whom she is nobody then:
    until the alarm, while she is not spotted, and, as we read it, on foot, upright and with nothing in her arms.
    """
    if s.m_kind[m] != data.NANCY or s.m_side[m] != CIVILIAN or s.m_spotted[m] or s.section == BATTLE:
        return False
    return not s.m_low[m] and s.m_object[m] == NOTHING and s.m_car[m] < 0


def shows(s: Regiment, m: int, v: int) -> int:
    """RR-8.2, RR-20.34, RR-20.35, RR-20.42, RR-20.45, RR-24.4 How a man would show on a square: standing, lying or not
    at all.
    """
    if s.m_kind[m] == data.NANCY and under_cover(s, m):
        return UNSEEN
    if s.m_swim[m] and s.layout.kind[v] in (WATER, BRIDGE):
        return LYING if s.m_spotted[m] else UNSEEN
    if s.m_low[m]:
        return LYING
    if s.layout.kind[v] == FOREST and s.has(m, data.I_CAMO) and not (s.m_spotted[m] or s.m_object[m] or s.m_shot[m]):
        return LYING
    return STANDING


def lying_on(s: Regiment, m: int) -> int:
    """RR-8.2, RR-20.34, RR-20.35 The squares on which a man on foot would show as lying, as a set; on others he
    stands.
    """
    if s.m_low[m]:
        return s.grid.board
    if s.has(m, data.I_CAMO) and not (s.m_spotted[m] or s.m_object[m] or s.m_shot[m]):
        return s.layout.forest
    return 0


def seen_on(s: Regiment, u: int, squares: int, lying: int) -> int:
    """RR-9.7, RR-2.2 Those of some squares on which a unit has clear sight of a man who would show as lying on some of
    them, as a set.
    """
    if not has_sight(s, u):
        return 0
    seen = squares & ~lying
    if seen:
        seen &= view_of(s, u, False)
    lying &= squares
    return seen | lying & view_of(s, u, True) if lying else seen


def sees_man(s: Regiment, u: int, m: int, v: int) -> bool:
    """RR-9.7, RR-2.2 Whether a unit has clear sight of a man if he is on that square."""
    how = shows(s, m, v)
    if how == UNSEEN or not may_view(s, u) >> v & 1:
        return False
    return bool(view_of(s, u, how == LYING) >> v & 1)


def man_squares(s: Regiment, m: int) -> tuple[int, ...]:
    """RR-21.21 Where a man can be seen: his square, or all squares of the vehicle he sits in."""
    c = s.m_car[m]
    if c < 0:
        return (s.m_at[m],)
    at = s.c_at[c]
    return s.layout.squares_shown(4 * at + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]]) if at >= 0 else ()


def sees(s: Regiment, u: int, m: int) -> bool:
    """Whether a unit has clear sight of a man where he is now."""
    if not s.on_board(m) or not has_sight(s, u):
        return False
    if s.m_car[m] >= 0:
        return view_of_car(s, u, s.m_car[m]) != 0
    return sees_man(s, u, m, s.m_at[m])


def in_sight(s: Regiment, u: int) -> Sight:
    """RR-9.7, RR-1.10, RR-20.2 Of whom and what a unit has clear sight now; bodies count in Stealth alone."""
    if s.u_cig[u] or not s.here(u):
        return 0, 0
    may, cars, ours = may_view(s, u), s.cars, s.ours
    men = bodies = 0
    if cars.wooded or may & cars.parked:
        men = riders_seen(s, u, may | wooded_in_view(s, u))
    if may & ours.on:
        for v in bits(may & ours.on):
            for m in ours.at[v]:
                how = shows(s, m, v)
                if how != UNSEEN and view_of(s, u, how == LYING) >> v & 1:
                    men |= 1 << m
    if may & s.things.bodies and s.section != BATTLE:
        bodies = s.things.bodies & view_of(s, u, True)
    return men, bodies


def men_seen(s: Regiment, u: int) -> int:
    """RR-9.7 The men of whom a unit has clear sight now, as bits."""
    return in_sight(s, u)[0]


def corpses_seen(s: Regiment, u: int) -> int:
    """RR-1.10, RR-20.2 The squares with corpses of which a unit has clear sight, as a set."""
    bodies = s.things.bodies
    if not bodies or s.section == BATTLE or not has_sight(s, u) or not may_view(s, u) & bodies:
        return 0
    return bodies & view_of(s, u, True)


def wooded_in_view(s: Regiment, u: int) -> int:
    """RR-18.18 The squares of our vehicles in a wood, which does not hide them, where a unit may see one of them."""
    if not s.cars.wooded or s.vehicle(u):
        return s.cars.wooded
    if u in s.roster.snipers:
        return s.cars.wooded & s.layout.far_gaze.fields[4 * s.u_at[u] + s.u_face[u]]
    if not s.cars.onlookers & s.grid.bit[s.u_at[u]]:
        return 0
    return s.cars.wooded & s.layout.fields[4 * s.u_at[u] + s.u_face[u]]


def riders_seen(s: Regiment, u: int, may: int) -> int:
    """RR-21.21 The men in our vehicles of which a unit, who may see these squares, sees something, as bits."""
    found = 0
    for c, riders in enumerate(s.ours.riders):
        cover = s.cars.covers[c]
        if riders and may & cover:
            seen = car_in_wood(s, u, c) if s.cars.wooded & cover else car_in_view(s, u, c) & cover
            if seen:
                found |= riders
    return found


def worth_a_look(s: Regiment) -> int:
    """The squares with men, our vehicles or, in Stealth, bodies: who sees none of them sees nothing new, but maybe one
    of our vehicles in a wood.
    """
    found = s.ours.on | s.cars.parked
    return found if s.section == BATTLE else found | s.things.bodies


def may_see(s: Regiment, at: int, far: bool = False) -> bool:
    """Whether a man, one of our vehicles or a body is where the terrain lets one see it from a square, whichever way he
    faces; `far` for a sniper.
    """
    if (s.layout.eyes.long_rows if far else s.layout.eyes.rows[2])[at] & worth_a_look(s):
        return True
    if far and s.cars.wooded:
        return True
    return s.cars.wooded != 0 and s.cars.onlookers & s.grid.bit[at] != 0


def watches(s: Regiment, u: int, v: int) -> bool:
    """RR-9.14 Whether a unit has a square fully or partially visible."""
    return has_sight(s, u) and bool(may_view(s, u) >> v & 1) and bool(view_of(s, u, False) >> v & 1)


# --- lines both ways, and those of our men


def seen_from(s: Regiment, v: int, lying: bool, radius: int, squares: int, near: int) -> int:
    """RR-2.29, RR-2.30, RR-13.7 The squares of a set, so many squares around, from which a man who stands on a square,
    or lies there, is in clear sight of infantry, whichever way it faces. Of what moves only what is near matters.

    A line is blocked both ways, so for one who stands these are the squares that he sees. What hides one who lies
    depends on the end of the line where it is: squares behind somebody are asked one by one.
    """
    eyes = s.layout.eyes
    squares &= ~s.grid.bit[v]
    if not lying:
        return eyes.in_sight_of_many(v, squares, s.veil.high & near)
    found = eyes.onlookers(v, radius, 1) & squares
    if s.layout.forest & s.grid.bit[v]:
        found &= s.grid.disc(v, 1)
    if found:
        for q in bits(eyes.doubtful(v, s.veil.low & near) & found):
            if eyes.level(q, v, s.veil.low, s.veil.high):
                found ^= s.grid.bit[q]
    return found


def in_our_sight(s: Regiment, m: int, origin: int, target: int, low: bool) -> bool:
    """RR-6.2, RR-6.4, RR-8.3, RR-20.45 Whether a man at `origin` has a line to a square; crouched, nothing may stand
    in it.
    """
    blockers = obstacles.our_veil(s) & ~(1 << origin)
    if s.m_swim[m] and s.layout.kind[origin] in (WATER, BRIDGE):
        low = True
    if low:
        return s.layout.eyes.unhindered(origin, target, blockers | s.things.bars)
    return s.layout.eyes.level(origin, target, blockers, blockers) < 2
