"""Chapter 2, with what chapters 16 and 18 say of it: what covers a man, and walls that are fired through."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box.tiles import CRATES, FOREST, HEDGE
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.sight import TARGET
from sandtable.geometry.squares import DOOR, LOW, OPEN, WALL, WINDOW, moved

NEAR: Final = 3  # nothing farther from a man covers him


def cover(s: Regiment, viewer: int, corner: bool, squares: tuple[int, ...], v: int, gone: int = 0) -> int:
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
    eyes = layout.crew if corner else layout.eyes
    beside = moved(eyes.lines.sides.get(v - viewer, 0), viewer - eyes.lines.base) & grid.disc(v, NEAR + 1)
    high = s.veil.high & beside & ~gone
    key = (2 * viewer + corner, v, high)
    less = layout.covered.get(key)
    if less < 0:
        less = -_cover(s, viewer, corner, v, high)
        layout.covered.put(key, less)
    return -less


def _cover(s: Regiment, viewer: int, corner: bool, v: int, high: int) -> int:
    """The same for an attacker who is not beside the man."""
    wooded = 1 if s.layout.kind[v] == FOREST else 0
    return -max(wooded, _screen(s, viewer, corner, v, high, 0))


def behind_low_cover(s: Regiment, v: int, target: int) -> bool:
    """RR-11.1 Whether low cover beside a man on square v lies between him and a square that he has in sight: a low wall
    or window he stands at, a hedge, crates or a fuel barrel.
    """
    barrels = s.grid.union([w for w in s.barrels if w >= 0])
    return _screen(s, target, False, v, obstacles.our_veil(s) & ~s.grid.bit[target], barrels) > 0


def _screen(s: Regiment, viewer: int, corner: bool, v: int, high: int, barrels: int) -> int:
    """How much the most that lies in the line to a man, beside him, takes off: of what moves only what is beside a
    corner of the line matters, in `high`. Fuel `barrels` are as good as a hedge.
    """
    layout, worst = s.layout, 0
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
                    _square_cover(s, side, v, barrels),
                    _edge_cover(s, eyes.slits, 2 * viewer + crossing[at + 3], v),
                )
                ways.append((worth, at))
            here = 0
            if ways != [(0, 0), (0, 5)]:  # else it does not matter which way is open
                here = min([w for w, at in ways if eyes.way_level(crossing, at, viewer, v, high, high) < 2], default=0)
        if crossing[-1] != TARGET:
            here = max(here, _square_cover(s, viewer + crossing[-1], v, barrels))
        worst = max(worst, here)
    return worst


def _edge_cover(s: Regiment, slits: dict[int, int], edge: int, v: int) -> int:
    kind = s.grid.edges[edge]
    if kind == OPEN:
        return 0
    if edge in slits:
        return 2 if slits[edge] >> v & 1 else 0
    return 2 if kind == LOW and v in s.grid.six(edge) else 0


def _square_cover(s: Regiment, square: int, v: int, barrels: int) -> int:
    if s.grid.distance(square, v) != 1:
        return 0
    kind = s.layout.kind[square]
    return 2 if kind == CRATES else 1 if kind == HEDGE or barrels >> square & 1 else 0


def walls_between(s: Regiment, viewer: int, v: int, high: int, corner: bool = True) -> int:
    """RR-18.26, RR-24.46 How many building edges the line of a crew, or of a team on a square, crosses; 99 if something
    else blocks it, such as what moves and is in `high`.
    """
    eyes = s.layout.crew if corner else s.layout.eyes
    count = 0
    for crossing in eyes.lines.steps.get(v - viewer, ((0, 0, 0),)):
        if len(crossing) == 3 and crossing == (0, 0, 0):
            return 99
        edges = [(crossing[0],)] if len(crossing) == 3 else [(crossing[0], crossing[3]), (crossing[5], crossing[8])]
        best = 99
        for n, way in enumerate(edges):
            walls = _walls_on(s, viewer, way)
            if len(way) == 2 and _hides(s, viewer + crossing[2 if n == 0 else 7], high):
                walls = 99
            best = min(best, walls)
        count += best
        if crossing[-1] != TARGET and _hides(s, viewer + crossing[-1], high):
            return 99
    return min(count, 99)


def _walls_on(s: Regiment, viewer: int, way: tuple[int, ...]) -> int:
    """RR-18.26 How many building edges are on a way past a corner; 99 or more if another wall is, which blocks."""
    walls = 0
    for relative in way:
        kind = s.grid.edges[2 * viewer + relative]
        if kind in (WALL, WINDOW, DOOR):
            walls += 1
        elif kind not in (OPEN, LOW):
            walls = 99
    return walls


def _hides(s: Regiment, square: int, high: int) -> bool:
    """Whether what a square is, or what stands on it and is in `high`, hides all that is behind it."""
    return s.layout.levels[square] >= 2 or bool(high >> square & 1)
