"""Chapter 2, with what chapters 1, 9, 18, 20 and 21 say of it: what stands in the way of lines and of men."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, OFF, Regiment
from sandtable.geometry.squares import found_on


def standing_on(s: Regiment, squares: int) -> list[int]:
    """The Axis units that stand on one of these squares, at least in part, by their numbers."""
    axis = s.axis
    if axis.twice & squares:
        return [u for u in range(len(s.u_at)) if s.cover(u) & squares]
    found = men_on(s, squares)
    if axis.wheels & squares:
        found += [u for u, tread in zip(axis.motors, axis.treads, strict=True) if tread & squares]
        found.sort()
    return found


def men_on(s: Regiment, squares: int) -> list[int]:
    """The Axis infantry on some squares of the board, by their numbers."""
    axis = s.axis
    if axis.twice & squares:
        return [u for u in axis.present if not s.vehicle(u) and s.grid.bit[s.u_at[u]] & squares]
    return found_on(s.u_at, axis.everywhere & squares & ~axis.wheels)


def car_squares(s: Regiment, c: int) -> tuple[int, ...]:
    """The squares that one of the players' vehicles covers."""
    at = s.c_at[c]
    return s.layout.squares_under(4 * at + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]]) if at >= 0 else ()


def axis_veil(s: Regiment, u: int) -> tuple[int, int]:
    """RR-18.18 The moving blockers for one Axis viewer: level 1 or more, and level 2; its own squares do not count."""
    if s.vehicle(u):
        own = s.cover(u)
        return s.veil.low & ~own, s.veil.high & ~own
    return s.veil.low, s.veil.high


def our_veil(s: Regiment) -> int:
    """RR-6.4 What blocks an Operator's line beside the terrain: any Axis unit, blasts, dumps and vehicles; alert men
    do not by an option.
    """
    return s.veil.high | s.axis.keen if s.stage.switches.alert_blocks_operator_los else s.veil.high


# --- where nobody may end


def under_bridge(s: Regiment, m: int) -> bool:
    """RR-20.41 Whether a man swims under a bridge: he and those on it do not meet."""
    return bool(s.m_swim[m]) and s.layout.kind[s.m_at[m]] == BRIDGE


def occupied(s: Regiment, but_man: int = OFF, but_unit: int = OFF) -> int:
    """RR-1.3, RR-20.4, RR-20.10 The squares on which nobody else may end: men, units, vehicles, barrels and radio
    sets; for a boat of the Axis nobody who is on a bridge (A59).
    """
    found = s.axis.barring
    if but_unit >= 0:
        found = found & ~s.cover(but_unit) | s.axis.crowded
        if data.AFLOAT[s.u_kind[but_unit]]:
            return (found | s.cars.barring | s.things.bars | s.ours.bar) & ~s.layout.bridges | afloat(s, OFF, but_unit)
    found |= s.cars.barring | s.things.bars
    if but_man < 0 or not s.ours.bar & s.grid.bit[s.m_at[but_man]]:
        return found | s.ours.bar
    if s.m_at.count(s.m_at[but_man]) == 1:
        return found | s.ours.bar & ~s.grid.bit[s.m_at[but_man]]
    for m, v in enumerate(s.m_at):
        if m != but_man and bars(s, m):
            found |= s.grid.bit[v]
    return found


def afloat(s: Regiment, but_man: int = OFF, but_unit: int = OFF) -> int:
    """RR-1.3, A59 The squares where no swimmer or boat may end, also under bridges: those of boats and swimmers."""
    found = 0
    for c, kind in enumerate(s.c_kind):
        if kind == data.BOAT:
            found |= s.cars.covers[c]
    for u, cover in zip(s.axis.motors, s.axis.treads, strict=True):
        if data.AFLOAT[s.u_kind[u]] and u != but_unit:
            found |= cover
    for m, v in enumerate(s.m_at):
        if m != but_man and s.m_swim[m] and s.on_foot(m):
            found |= s.grid.bit[v]
    return found


def bars(s: Regiment, m: int) -> bool:
    """RR-1.3, RR-20.41 Whether nobody else may end where a man is: he is on foot, or bound, and not under a bridge."""
    if s.m_state[m] != ACTIVE and s.m_state[m] != BOUND:
        return False
    return s.m_at[m] >= 0 > s.m_car[m] and not (s.m_swim[m] and under_bridge(s, m))


def is_occupied(s: Regiment, v: int, but_unit: int = OFF) -> bool:
    """RR-1.3 Whether a square is one of them, for an Axis unit."""
    if s.axis.everywhere >> v & 1 or s.cars.barring >> v & 1 or s.things.bars >> v & 1 or v in s.m_at:
        return bool(occupied(s, but_unit=but_unit) >> v & 1)
    return False


def lay_corpse(s: Regiment, v: int) -> None:
    """RR-6.8 A corpse on a square; RR-20.3 water takes it away at once."""
    if s.layout.kind[v] == WATER:
        s.say("RR-20.3", "the water takes the body")
        return
    s.lay(corpses=(*s.corpses, v))
    s.say("RR-6.8", "a body lies on {}", s.place(v), facts=(("placed", f"corpse-{len(s.corpses)}", s.place(v)),))
