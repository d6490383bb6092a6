"""Chapter 2, with what chapters 1, 8, 9, 18 and 20 say of sight: who sees whom, and what covers a man."""

from __future__ import annotations

from bisect import insort
from itertools import compress
from typing import Final

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment.rings import KEPT, Ground
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, BOUND, OFF, Regiment
from sandtable.games.rogue_regiment.tiles import BRIDGE, CRATES, FOREST, HEDGE, WATER
from sandtable.kernel.sight import FIELD, TARGET
from sandtable.kernel.squares import DOOR, LOW, OPEN, WALL, WINDOW, bits, moved

# How a man shows.
STANDING: Final = 0
LYING: Final = 1  # crouched, or as if: seen on fully visible squares only
UNSEEN: Final = 2

NEAR: Final = 3  # nothing farther from a man covers him
FARTHEST: Final = FIELD + max(data.LENGTH) + 1
"""Nobody whose square, or whose vehicle's front left square, is farther away sees or hears anything that a man does."""


# --- what moves and blocks


def veil(s: Regiment) -> None:
    """RR-9.10, RR-9.11, RR-10.5, RR-18.19, RR-20.7, RR-20.9, RR-2.14 What blocks the sight of Axis units beside the
    terrain.

    Vehicles, non-alert infantry, dumps and blasts block; barrels and radio sets hide what is low. Alert
    infantry, Operators and corpses hide nothing.
    """
    s.veil_burning = s.veil_shut = 0
    for centre in s.blasts:
        s.veil_burning |= blast_squares(s, centre)
    for v, health in s.dumps:
        if health:
            s.veil_shut |= dump_squares(s, v)
    s.veil_ground = s.layout.ground(s.veil_shut, s.veil_burning)
    bars = 0
    bit = s.grid.bit
    for v in s.barrels:
        if v >= 0:
            bars |= bit[v]
    for v, health in s.radios:
        if health:
            bars |= bit[v]
    s.veil_bars = bars
    s.veil_motors = tuple([u for u in s.vehicles() if s.u_at[u] >= 0])
    s.veil_treads = tuple(map(s.cover, s.veil_motors))
    on_foot = s.u_at.copy()
    for u in s.vehicles():
        on_foot[u] = OFF
    calm = keen = twice = wheels = 0
    for at, alert in zip(on_foot, s.u_alert, strict=True):
        if alert:
            keen |= bit[at]
        else:
            calm |= bit[at]
    calm, keen = calm & ~bit[OFF], keen & ~bit[OFF]  # nobody is on the square that stands for nowhere
    there = calm | keen
    if there.bit_count() + on_foot.count(OFF) < len(on_foot):
        for v in bits(there):
            if on_foot.count(v) > 1:
                twice |= bit[v]
    present = list(compress(range(len(on_foot)), map(s.grid.on.__getitem__, on_foot)))
    for u, cover in zip(s.veil_motors, s.veil_treads, strict=True):
        twice |= (there | wheels) & cover
        wheels |= cover
        if cover & s.grid.board:
            insort(present, u)
    s.veil_present = tuple(present)
    s.veil_calm, s.veil_keen, s.veil_twice, s.veil_wheels = calm | wheels, keen, twice, wheels
    s.veil_known = True
    cars_moved(s)


def cars_moved(s: Regiment) -> None:
    """The players' vehicles have moved; what is known of the rest stays."""
    if not s.veil_known:
        return
    cars = blocking = parked = wooded = 0
    covers = []
    for c, at in enumerate(s.c_at):
        kind = s.c_kind[c]
        cover = s.layout.cover(4 * at + s.c_face[c], data.CAR_LENGTH[kind]) if at >= 0 else 0
        covers.append(cover)
        parked |= cover
        if cover & s.layout.forest:
            wooded |= cover
        if kind == data.BOAT:
            cars |= cover & ~decks(s, c)
        else:
            cars |= cover
            blocking |= cover
    s.veil_covers, s.veil_parked = tuple(covers), parked
    s.veil_wooded, s.veil_onlookers = wooded, -1
    s.veil_cars = cars
    s.veil_solid = s.veil_burning | s.veil_shut | blocking
    s.combine()


def present(s: Regiment) -> tuple[int, ...]:
    """The Axis units on the board, at least in part, by their numbers."""
    if not s.veil_known:
        veil(s)
    return s.veil_present


def standing_on(s: Regiment, squares: int) -> list[int]:
    """The Axis units that stand on one of these squares, at least in part, by their numbers."""
    if not s.veil_known:
        veil(s)
    if s.veil_twice & squares:
        return [u for u in range(len(s.u_at)) if s.cover(u) & squares]
    found = men_on(s, squares)
    if s.veil_wheels & squares:
        found += [u for u, cover in zip(s.veil_motors, s.veil_treads, strict=True) if cover & squares]
    if len(found) > 1:
        found.sort()
    return found


def men_on(s: Regiment, squares: int) -> list[int]:
    """The Axis infantry on some squares of the board, in no order."""
    if not s.veil_known:
        veil(s)
    if s.veil_twice & squares:
        return [u for u in s.veil_present if not s.vehicle(u) and s.grid.bit[s.u_at[u]] & squares]
    men = (s.veil_calm | s.veil_keen) & ~s.veil_wheels & squares
    places, bit, found = s.u_at, s.grid.bit, []
    while men:
        v = men.bit_length() - 1
        found.append(places.index(v))
        men ^= bit[v]
    return found


def solid(s: Regiment) -> int:
    """RR-20.7, RR-2.14, RR-18.19 Blasts, dumps and the players' vehicles but the boat: they block every line."""
    if not s.veil_known:
        veil(s)
    return s.veil_solid


def car_squares(s: Regiment, c: int) -> list[int]:
    """The squares that one of the players' vehicles covers; not to be changed."""
    at = s.c_at[c]
    return s.layout.squares_under(4 * at + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]]) if at >= 0 else []


def car_cover(s: Regiment, c: int) -> int:
    """The same as a set."""
    if not s.veil_known:
        veil(s)
    return s.veil_covers[c]


def decks(s: Regiment, c: int) -> int:
    """RR-21.26 The bridge squares that a boat lies under: those on the deck and those below do not meet."""
    found = 0
    for v in car_squares(s, c):
        if s.layout.kind[v] == BRIDGE:
            found |= s.grid.bit[v]
    return found


def blast_squares(s: Regiment, centre: int) -> int:
    """RR-20.7 The three by three squares of a template, those on the board."""
    found = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            found |= 1 << centre + dy * s.grid.stride + dx
    return found & s.grid.board


def dump_squares(s: Regiment, corner: int) -> int:
    """RR-2.14 The four squares of a supply dump."""
    stride = s.grid.stride
    return 1 << corner | 1 << corner + 1 | 1 << corner + stride | 1 << corner + stride + 1


def axis_veil(s: Regiment, u: int) -> tuple[int, int]:
    """RR-18.18 The moving blockers for one Axis viewer: level 1 or more, and level 2; its own squares do not count."""
    if not s.veil_known:
        veil(s)
    if s.vehicle(u):
        own = ~s.cover(u)
        return s.veil_low & own, s.veil_high & own
    return s.veil_low, s.veil_high


def our_veil(s: Regiment) -> int:
    """RR-6.4 What blocks an Operator's line beside the terrain: any Axis unit, blasts, dumps and vehicles; alert men
    do not by an option.
    """
    if not s.veil_known:
        veil(s)
    return s.veil_high | s.veil_keen if s.stage.switches.alert_blocks_operator_los else s.veil_high


# --- what Axis units see


def has_sight(s: Regiment, u: int) -> bool:
    """RR-9.22, RR-14.17, RR-18.32 A unit sees when it is on the board and has no cigarette."""
    return s.u_at[u] >= 0 and not s.u_cig[u] and s.here(u)


def looks(s: Regiment, u: int) -> list[tuple[bool, int, int]]:
    """RR-9.7, RR-18.13, RR-18.16 From where and in which facings a unit looks: (from a corner, point, facing)."""
    kind = s.u_kind[u]
    if data.LENGTH[kind] == 0:
        return [(False, s.u_at[u], s.u_face[u])]
    return [(True, point, facing) for point, facing in crew_looks(s, u)]


def crew_looks(s: Regiment, u: int) -> list[tuple[int, int]]:
    """RR-18.13, RR-18.16 The corners from which an Axis vehicle looks, with the facings."""
    kind = s.u_kind[u]
    return s.layout.looks(4 * s.u_at[u] + s.u_face[u], data.LENGTH[kind], data.FRONT[kind], data.REAR[kind])


def view_of(s: Regiment, u: int, lying: bool) -> int:
    """RR-2.29, RR-2.30 The squares where a unit sees a man who stands, or one who lies, as a set."""
    if not s.veil_known:
        veil(s)
    if data.LENGTH[s.u_kind[u]] == 0:
        field = 4 * s.u_at[u] + s.u_face[u]
        return s.layout.gaze.seen(1, field, s.veil_low) if lying else s.layout.gaze.seen(2, field, s.veil_high)
    low, high = axis_veil(s, u)
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
    return 0 if s.c_kind[c] == data.BOAT else car_cover(s, c)


def view_of_car(s: Regiment, u: int, c: int) -> int:
    """RR-21.21 The squares of one of our vehicles that a unit sees, as a set; its own squares never hide it."""
    cover = car_cover(s, c) & s.grid.board
    if cover & s.layout.forest:
        return car_in_wood(s, u, c)
    return car_in_view(s, u, c) & cover if may_view(s, u) & cover else 0


def car_in_wood(s: Regiment, u: int, c: int) -> int:
    """RR-18.18 The same of one that stands in a wood, which does not hide it: line by line."""
    layout, cover, found = s.layout, car_cover(s, c) & s.grid.board, 0
    for corner, point, facing in looks(s, u):
        shown = (layout.crew_fields if corner else layout.fields)[4 * point + facing] & cover
        if shown:
            eyes = layout.crew_walls if corner else layout.walls
            high = in_the_way(s, axis_veil(s, u)[1], cover)
            for v in bits(shown):
                if eyes.level(point, v, high, high) < 2:
                    found |= s.grid.bit[v]
    return found


def in_the_way(s: Regiment, high: int, cover: int) -> int:
    """RR-18.18, RR-18.19 What blocks a line to a vehicle that covers some squares: woods and what moves, but not these
    squares.
    """
    return (s.layout.eyes.square_sets[2] | high) & ~cover


def onlookers(s: Regiment) -> int:
    """RR-18.18 From where men may see one of our vehicles that stand in a wood, while nothing moves in the way."""
    if s.veil_onlookers < 0:
        s.veil_onlookers = 0
        for c, cover in enumerate(s.veil_covers):
            if cover & s.layout.forest:
                state, length = 4 * s.c_at[c] + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]]
                s.veil_onlookers |= s.layout.beset(state, length, FIELD)[1]
    return s.veil_onlookers


def car_in_view(s: Regiment, u: int, c: int) -> int:
    """RR-21.21 The squares on which a unit sees one of our vehicles, whose own squares never hide it, as a set."""
    high = axis_veil(s, u)[1] & ~bulk(s, c)
    if data.LENGTH[s.u_kind[u]] == 0:
        return s.layout.gaze.seen(2, 4 * s.u_at[u] + s.u_face[u], high)
    found = 0
    for point, facing in crew_looks(s, u):
        found |= s.layout.crew_gaze.seen(2, 4 * point + facing, high)
    return found


def may_view(s: Regiment, u: int) -> int:
    """The squares a unit could see if nothing moved: what it sees is among them."""
    kind, field = s.u_kind[u], 4 * s.u_at[u] + s.u_face[u]
    length = data.LENGTH[kind]
    if length == 0:
        found = s.layout.gaze.still[2][field]
        return found if found >= 0 else s.layout.gaze.may(2, field)
    return s.layout.crew_outlook(field, length, data.FRONT[kind], data.REAR[kind])


def shows(s: Regiment, m: int, v: int) -> int:
    """RR-8.2, RR-20.34, RR-20.35, RR-20.42, RR-20.45 How a man would show on a square: standing, lying or not at
    all.
    """
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


def field_on(s: Regiment, field: int, squares: int, lying: int) -> int:
    """RR-9.7, RR-2.2 The same for a man on the board who can see, by his place and facing."""
    gaze = s.layout.gaze
    seen = squares & ~lying
    if seen:
        seen &= gaze.seen(2, field, s.veil_high)
    lying &= squares
    return seen | lying & gaze.seen(1, field, s.veil_low) if lying else seen


def sees_man(s: Regiment, u: int, m: int, v: int) -> bool:
    """RR-9.7, RR-2.2 Whether a unit has clear sight of a man if he is on that square."""
    how = shows(s, m, v)
    if how == UNSEEN or not may_view(s, u) >> v & 1:
        return False
    return bool(view_of(s, u, how == LYING) >> v & 1)


def man_squares(s: Regiment, m: int) -> list[int]:
    """RR-21.21 Where a man can be seen: his square, or all squares of the vehicle he sits in; not to be changed."""
    c = s.m_car[m]
    if c < 0:
        return [s.m_at[m]]
    at = s.c_at[c]
    return s.layout.squares_shown(4 * at + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]]) if at >= 0 else []


def sees(s: Regiment, u: int, m: int) -> bool:
    """Whether a unit has clear sight of a man where he is now."""
    if not s.on_board(m) or not has_sight(s, u):
        return False
    if s.m_car[m] >= 0:
        return view_of_car(s, u, s.m_car[m]) != 0
    return sees_man(s, u, m, s.m_at[m])


def men_seen(s: Regiment, u: int) -> int:
    """The men of whom a unit has clear sight now, as bits."""
    at, gaze = s.u_at[u], s.layout.gaze
    field = 4 * at + s.u_face[u]
    on_foot = data.LENGTH[s.u_kind[u]] == 0
    if on_foot:
        if not s.grid.on[at]:
            return 0
        may = gaze.still[2][field]  # -1, everything, while nobody has asked
    elif s.here(u):
        may = may_view(s, u)
    else:
        return 0
    if not s.veil_known:
        veil(s)
    if (s.m_at, s.m_car, s.m_state, s.m_swim) != s.ours_read:
        read_ours(s)
    may &= s.ours_on | s.veil_parked
    if s.veil_wooded:
        shown = s.veil_wooded & s.layout.fields[field] if on_foot else s.veil_wooded
        if shown and (not on_foot or onlookers(s) & s.grid.bit[at]):
            may |= shown
    if not may or s.u_cig[u]:
        return 0
    found = riders_seen(s, u, may) if may & s.veil_parked else 0
    may &= s.ours_on
    while may:
        v = may.bit_length() - 1
        here = s.grid.bit[v]
        may ^= here
        for m in s.ours[v]:
            how = shows(s, m, v)
            if how == UNSEEN:
                continue
            if not on_foot:
                seen = view_of(s, u, how == LYING)
            else:
                seen = gaze.seen(1, field, s.veil_low) if how == LYING else gaze.seen(2, field, s.veil_high)
            if seen & here:
                found |= 1 << m
    return found


def riders_seen(s: Regiment, u: int, may: int) -> int:
    """RR-21.21 The men in our vehicles of which a unit, who may see these squares, sees something, as bits."""
    found = 0
    for c, riders in enumerate(s.riders):
        cover = s.veil_covers[c]
        if riders and may & cover:
            seen = car_in_wood(s, u, c) if s.veil_wooded & cover else car_in_view(s, u, c) & cover
            if seen:
                found |= riders
    return found


def read_ours(s: Regiment) -> None:
    """Where men of the players are on foot now, as a set, who is on each square, where they bar it,
    and who sits in our vehicles.
    """
    bit, found, bar = s.grid.bit, 0, 0
    ours: dict[int, tuple[int, ...]] = {}
    riders = [0] * len(s.c_at)
    for m, v in enumerate(s.m_at):
        active = s.m_state[m] == ACTIVE
        if s.m_car[m] >= 0:
            riders[s.m_car[m]] |= active << m
        elif v >= 0:
            if active:
                found |= bit[v]
                ours[v] = (*ours[v], m) if v in ours else (m,)
            if (active and not s.m_swim[m]) or bars(s, m):
                bar |= bit[v]
    s.ours, s.riders = ours, riders
    s.ours_on, s.ours_bar = found, bar
    s.ours_read = (s.m_at.copy(), s.m_car, s.m_state.copy(), s.m_swim)


def read_bodies(s: Regiment) -> None:
    """Where bodies lie now, as a set, and from where they may be seen."""
    bit, eyes = s.grid.bit, s.layout.eyes
    found = onlookers = near = 0
    for v in s.corpses:
        if v >= 0:
            found |= bit[v]
            onlookers |= eyes.onlookers(v, FIELD)
            near |= s.grid.disc(v, FARTHEST)
    s.bodies_on, s.bodies_seen_from, s.bodies_near, s.bodies_read = found, onlookers, near, s.corpses


def worth_a_look(s: Regiment) -> int:
    """The squares with men, our vehicles or, in Stealth, bodies: who sees none of them sees nothing new, but maybe one
    of our vehicles in a wood.
    """
    if not s.veil_known:
        veil(s)
    if (s.m_at, s.m_car, s.m_state, s.m_swim) != s.ours_read:
        read_ours(s)
    if s.corpses is not s.bodies_read:
        read_bodies(s)
    found = s.ours_on | s.veil_parked
    return found if s.section == BATTLE else found | s.bodies_on


def may_see(s: Regiment, at: int) -> bool:
    """Whether a man, one of our vehicles or a body is where the terrain lets one see it from a square, whichever way he
    faces.
    """
    if s.layout.eyes.rows[2][at] & worth_a_look(s):
        return True
    return s.veil_wooded != 0 and onlookers(s) & s.grid.bit[at] != 0


def corpses_seen(s: Regiment, u: int) -> int:
    """RR-1.10, RR-20.2 The squares with corpses of which a unit has clear sight, as a set."""
    if s.section == BATTLE or not s.corpses:
        return 0
    if s.corpses is not s.bodies_read:
        read_bodies(s)
    if data.LENGTH[s.u_kind[u]] == 0:
        at = s.u_at[u]
        if not s.grid.on[at] or not s.bodies_on & s.layout.gaze.still[1][4 * at + s.u_face[u]]:
            return 0  # while nobody has asked what he may see it is -1, everything
    elif not s.here(u) or not s.bodies_on & may_view(s, u):
        return 0
    return 0 if s.u_cig[u] else s.bodies_on & view_of(s, u, True)


def watches(s: Regiment, u: int, v: int) -> bool:
    """RR-9.14 Whether a unit has a square fully or partially visible."""
    return has_sight(s, u) and bool(may_view(s, u) >> v & 1) and bool(view_of(s, u, False) >> v & 1)


# --- lines for attacks


def seen_from(s: Regiment, v: int, lying: bool, radius: int, squares: int, near: int) -> int:
    """RR-2.29, RR-2.30, RR-13.7 The squares of a set, so many squares around, from which a man who stands on a square,
    or lies there, is in clear sight of infantry, whichever way it faces. Of what moves only what is near matters.

    A line is blocked both ways, so for one who stands these are the squares that he sees. What hides one who lies
    depends on the end of the line where it is: squares behind somebody are asked one by one.
    """
    eyes = s.layout.eyes
    squares &= ~s.grid.bit[v]
    if not lying:
        return eyes.in_sight_of_many(v, squares, s.veil_high & near)
    found = eyes.onlookers(v, radius, 1) & squares
    if s.layout.forest & s.grid.bit[v]:
        found &= s.grid.disc(v, 1)
    if found:
        for q in bits(eyes.doubtful(v, s.veil_low & near) & found):
            if eyes.level(q, v, s.veil_low, s.veil_high):
                found ^= s.grid.bit[q]
    return found


def our_level(s: Regiment, origin: int, target: int) -> int:
    """RR-6.3 The level of an Operator's line from one square to another."""
    blockers = our_veil(s) & ~(1 << origin)
    return s.layout.eyes.level(origin, target, blockers, blockers)


def in_our_sight(s: Regiment, m: int, origin: int, target: int, low: bool) -> bool:
    """RR-6.2, RR-6.4, RR-8.3, RR-20.45 Whether a man at `origin` has a line to a square; crouched, nothing may stand
    in it.
    """
    blockers = our_veil(s) & ~(1 << origin)
    if s.m_swim[m] and s.layout.kind[origin] in (WATER, BRIDGE):
        low = True
    if low:
        return s.layout.eyes.unhindered(origin, target, blockers | s.veil_bars)
    return s.layout.eyes.level(origin, target, blockers, blockers) < 2


def cover(s: Regiment, viewer: int, corner: bool, squares: list[int], v: int, gone: int = 0) -> int:
    """RR-1.13, RR-2.3, RR-2.4, RR-2.8, RR-2.10, RR-2.27, RR-16.4, RR-16.5, RR-16.9, RR-16.10 What cover takes off
    an attack.

    The line from the attacker, who stands on `squares`, to the man on square v is walked. Forest under him
    counts 1, hedge beside him in the line 1, crates beside him or a low wall or window he stands at 2; the
    largest counts alone. At a corner the better way for the attacker is taken. Nothing counts for an attacker
    beside him. What moves blocks no way on squares that are `gone`: those an attacker will have left.
    """
    grid, layout = s.grid, s.layout
    if layout.bare & grid.bit[v] or not (corner or layout.covered_from(v) & grid.bit[viewer]):
        return 0
    far = grid.far(v)
    for w in squares:
        if far[w] <= 1:
            return 0
    if not s.veil_known:
        veil(s)
    eyes = layout.crew if corner else layout.eyes
    beside = moved(eyes.lines.sides.get(v - viewer, 0), viewer - eyes.lines.base) & grid.disc(v, NEAR + 1)
    high = s.veil_high & beside & ~gone
    key = (2 * viewer + corner, v, high)
    found = layout.covered.get(key)
    if found is None:
        if len(layout.covered) > 20 * KEPT:
            layout.covered.clear()
        found = _cover(s, viewer, corner, v, high)
        layout.covered[key] = found
    return found


def _cover(s: Regiment, viewer: int, corner: bool, v: int, high: int) -> int:
    """The same for an attacker who is not beside the man; of what moves only what is beside a corner of the line
    matters, in `high`.
    """
    layout = s.layout
    worst = 1 if layout.kind[v] == FOREST else 0
    eyes = layout.crew if corner else layout.eyes
    far = s.grid.far(v)
    for crossing in eyes.lines.steps.get(v - viewer, ()):
        if crossing[-1] != TARGET and far[viewer + crossing[-1]] > NEAR:
            continue  # nothing so far from the man covers him, not even a window that he stands at
        if len(crossing) == 3:
            here = _edge_cover(s, eyes.slits, 2 * viewer + crossing[0], v)
        else:
            ways = []
            for at in (0, 5):
                side = viewer + crossing[at + 2]
                worth = max(
                    _edge_cover(s, eyes.slits, 2 * viewer + crossing[at], v),
                    _square_cover(s, side, v),
                    _edge_cover(s, eyes.slits, 2 * viewer + crossing[at + 3], v),
                )
                ways.append((worth, at))
            here = 0
            if ways != [(0, 0), (0, 5)]:  # else it does not matter which way is open
                here = min([w for w, at in ways if eyes.way_level(crossing, at, viewer, v, high, high) < 2], default=0)
        if crossing[-1] != TARGET:
            here = max(here, _square_cover(s, viewer + crossing[-1], v))
        worst = max(worst, here)
    return -worst


def _edge_cover(s: Regiment, slits: dict[int, int], edge: int, v: int) -> int:
    kind = s.grid.edges[edge]
    if kind == OPEN:
        return 0
    if edge in slits:
        return 2 if slits[edge] >> v & 1 else 0
    return 2 if kind == LOW and v in s.grid.six(edge) else 0


def _square_cover(s: Regiment, square: int, v: int) -> int:
    if s.grid.distance(square, v) != 1:
        return 0
    kind = s.layout.kind[square]
    return 2 if kind == CRATES else 1 if kind == HEDGE else 0


def walls_between(s: Regiment, viewer: int, v: int, high: int) -> int:
    """RR-18.26 How many building edges the line of a crew crosses; 99 if something else blocks it, such as what moves
    and is in `high`.
    """
    eyes = s.layout.crew
    count = 0
    for crossing in eyes.lines.steps.get(v - viewer, ((0, 0, 0),)):
        if len(crossing) == 3 and crossing == (0, 0, 0):
            return 99
        edges = [(crossing[0],)] if len(crossing) == 3 else [(crossing[0], crossing[3]), (crossing[5], crossing[8])]
        best = 99
        for n, way in enumerate(edges):
            walls = 0
            for relative in way:
                kind = s.grid.edges[2 * viewer + relative]
                if kind in (WALL, WINDOW, DOOR):
                    walls += 1
                elif kind not in (OPEN, LOW):
                    walls = 99
            if len(way) == 2:
                side = viewer + crossing[2 if n == 0 else 7]
                if s.layout.levels[side] >= 2 or high >> side & 1:
                    walls = 99
            best = min(best, walls)
        count += best
        if crossing[-1] != TARGET:
            square = viewer + crossing[-1]
            if s.layout.levels[square] >= 2 or high >> square & 1:
                return 99
    return min(count, 99)


def under_bridge(s: Regiment, m: int) -> bool:
    """RR-20.41 Whether a man swims under a bridge: he and those on it do not meet."""
    return bool(s.m_swim[m]) and s.layout.kind[s.m_at[m]] == BRIDGE


def occupied(s: Regiment, but_man: int = OFF, but_unit: int = OFF) -> int:
    """RR-1.3, RR-20.4, RR-20.10 The squares on which nobody else may end: men, units, vehicles, barrels and radio
    sets.
    """
    if not s.veil_known:
        veil(s)
    found = s.veil_calm | s.veil_keen
    if but_unit >= 0:
        found = found & ~s.cover(but_unit) | s.veil_twice
    found |= s.veil_cars | s.veil_bars
    if (s.m_at, s.m_car, s.m_state, s.m_swim) != s.ours_read:
        read_ours(s)
    if but_man < 0 or not s.ours_bar & s.grid.bit[s.m_at[but_man]]:
        return found | s.ours_bar
    if s.m_at.count(s.m_at[but_man]) == 1:
        return found | s.ours_bar & ~s.grid.bit[s.m_at[but_man]]
    for m, v in enumerate(s.m_at):
        if m != but_man and bars(s, m):
            found |= s.grid.bit[v]
    return found


def bars(s: Regiment, m: int) -> bool:
    """RR-1.3, RR-20.41 Whether nobody else may end where a man is: he is on foot, or bound, and not under a bridge."""
    if s.m_state[m] != ACTIVE and s.m_state[m] != BOUND:
        return False
    return s.m_at[m] >= 0 > s.m_car[m] and not (s.m_swim[m] and under_bridge(s, m))


def is_occupied(s: Regiment, v: int, but_unit: int = OFF) -> bool:
    """RR-1.3 Whether a square is one of them, for an Axis unit."""
    if not s.veil_known:
        veil(s)
    if (s.veil_calm | s.veil_keen | s.veil_cars | s.veil_bars) & s.grid.bit[v] or v in s.m_at:
        return bool(occupied(s, but_unit=but_unit) & s.grid.bit[v])
    return False


def shut(s: Regiment) -> int:
    """RR-2.14 Squares that block movement of all: supply dumps."""
    if not s.veil_known:
        veil(s)
    return s.veil_shut


def burning(s: Regiment) -> int:
    """RR-20.55 Squares that infantry may not enter: under templates that stay."""
    if not s.veil_known:
        veil(s)
    return s.veil_burning


def ground(s: Regiment) -> Ground:
    """RR-2.14, RR-20.55 The ways of Axis infantry between these."""
    if not s.veil_known:
        veil(s)
    return s.veil_ground


def lay_corpse(s: Regiment, v: int) -> None:
    """RR-6.8 A corpse on a square; RR-20.3 water takes it away at once."""
    if s.layout.kind[v] == WATER:
        s.say("RR-20.3", "the water takes the body")
        return
    s.corpses = (*s.corpses, v)
    s.say("RR-6.8", "a body lies on {}", s.place(v), facts=(("placed", f"corpse-{len(s.corpses)}", s.place(v)),))
