"""Chapter 25, howitzers: they fire like a mortar, those of half-tracks and armoured cars to the front alone."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.squares import DX, DY

NEAREST: Final = 8  # RR-25.15, where the 7-square rule no longer silences it


def fixed(kind: int) -> bool:
    """RR-25.11, RR-28.13 Whether a kind of vehicle has a howitzer that fires to the front alone."""
    return data.SECOND[kind] == data.HOWITZER and data.SECOND_FRONT[kind]


def in_arc(s: Regiment, u: int, v: int) -> bool:
    """RR-25.11, RR-28.13 Whether a square is in the arc of a unit's howitzer; all are for one that turns, and for a
    mortar.
    """
    return not fixed(s.u_kind[u]) or before(s, u, vehicles.state_of(s, u), v)


def before(s: Regiment, u: int, state: int, v: int) -> bool:
    """RR-25.11 Whether a square is in the quarter to the front of a vehicle in that state, at any distance."""
    point, facing = s.layout.looks(state, data.LENGTH[s.u_kind[u]], True, False)[0]
    # From the corner in the middle of the front four squares, in halves of a square.
    dx, dy = 2 * (s.grid.xs[v] - s.grid.xs[point]) + 1, 2 * (s.grid.ys[v] - s.grid.ys[point]) + 1
    ahead = dx * DX[facing] + dy * DY[facing]
    return ahead >= 3 and abs(dx * DY[facing]) + abs(dy * DX[facing]) <= ahead


def bears(s: Regiment, u: int, m: int) -> bool:
    """RR-25.11 Whether a man, or a square of his vehicle, is in the arc of a unit's howitzer."""
    return not fixed(s.u_kind[u]) or any(in_arc(s, u, v) for v in sight.man_squares(s, m))


def closest(s: Regiment, u: int, men: list[int]) -> list[int]:
    """RR-19.12 Of some men the nearest to a vehicle: by squares, then by the cost of the way."""
    far = {m: min([notice.range_to(s, u, v) for v in sight.man_squares(s, m)]) for m in men}
    least = min(far.values())
    equals = [m for m in men if far[m] == least]
    if len(equals) == 1:
        return equals
    costs = {m: vehicle_advance.way_cost(s, u, m) for m in equals}
    cheapest = min(costs.values())
    return [m for m in equals if costs[m] == cheapest]


# --- the advance of a vehicle with such a howitzer


def could_fire(s: Regiment, u: int, state: int) -> bool:
    """RR-25.15, RR-28.18 Whether a vehicle would have a viable target in its arc in that state, where it is itself no
    nearer than 8 squares to him.
    """
    rolling = vehicles.wheels_of(s, u)
    for m in s.ours.targets:
        squares = sight.man_squares(s, m)
        if rolling.nearest(state, squares)[0] >= NEAREST and any(before(s, u, state, v) for v in squares):
            if not units.crowded(s, m, units.SAFE, u):
                return True
    return False


def goals(s: Regiment, u: int, left: int) -> list[int]:
    """RR-25.15, RR-28.18 Where a vehicle whose howitzer fires to the front goes: it stays with a viable target in its
    arc; else the cheapest move that brings one there; else towards the closest target, no nearer to him than 8 squares.
    """
    rolling, start = vehicles.wheels_of(s, u), vehicles.entry_state(s, u)
    tracks = rolling.tracks(s.things.shut)
    reach, here = tracks.ways_from(start), rolling.bit(start)
    there = rolling.cover(start) & s.grid.board != 0
    if there and could_fire(s, u, start):
        return [start]
    inside = reach.within(left) & ~(rolling.over(obstacles.occupied(s, but_unit=u)) | here)
    for cost in range(1, left + 1):
        found = [state for state in rolling.states(reach.ring(cost) & inside) if could_fire(s, u, state)]
        if found:
            return found
    far = vehicle_advance.quarry(s, u)
    nearest = [m for squares, cost, m in far if (squares, cost) == far[0][:2]]
    ends: set[int] = set()
    for m in nearest:
        squares = sight.man_squares(s, m)
        states = [state for state in rolling.states(inside) if rolling.nearest(state, squares)[0] >= NEAREST]
        if there:
            states.append(start)
        wide = 0
        for state in states:
            wide |= rolling.bit(state)
        ends.update(rolling.states(tracks.rest(start, *squares).touching(wide)[1]))
    return sorted(ends)


def described(s: Regiment, u: int, state: int) -> tuple[str, str]:
    """RR-25.15, RR-28.18 Why a vehicle with such a howitzer goes to a state, with the clause."""
    clause = "RR-28.18" if s.u_kind[u] == data.STUMMEL else "RR-25.15"
    if could_fire(s, u, state):
        return clause, "a target that its howitzer may fire at is in its front arc there"
    return clause, "no target can be brought into the arc of its howitzer, so by the shortest way, up to 8 squares off"
