"""Chapter 2, with what chapters 1, 9, 18, 20 and 21 say of it: what stands in the way of lines and of men."""

from __future__ import annotations

from bisect import insort
from itertools import compress

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.ground.rings import Ground
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, OFF, Regiment
from sandtable.geometry.squares import bits


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


# --- where nobody may end


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
