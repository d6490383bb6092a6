"""Sight worked out the slow and obvious way, with fractions, for comparison with the fast one."""

from __future__ import annotations

from fractions import Fraction

from sandtable.geometry.squares import DOOR, HIGH, LOW, OPEN, SCALABLE, WALL, WINDOW, Grid


def windows_of(grid: Grid) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The span of each window, and the squares at it, by columns and rows.

    At a window are the two squares on its sides and beside each of them those that nothing parts from it but a low wall
    at most. Its span is its own edge and the building wall left and right of it where both squares are at it.
    """
    found = []
    for y in range(-1, grid.height):
        for x in range(-1, grid.width):
            for across, along in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
                here, there = (x, y), (x + across[0], y + across[1])
                if grid.between(grid.at(*here), grid.at(*there)) != WINDOW:
                    continue
                at_window = {here, there}
                span = [grid.edge(grid.at(*here), grid.at(*there))]
                for way in (1, -1):
                    beside = [(a + way * along[0], b + way * along[1]) for a, b in (here, there)]
                    parted = [
                        grid.between(grid.at(*a), grid.at(*b)) not in (OPEN, LOW)
                        for a, b in zip((here, there), beside, strict=True)
                    ]
                    at_window |= {b for b, wall in zip(beside, parted, strict=True) if not wall}
                    edge = grid.edge(grid.at(*beside[0]), grid.at(*beside[1]))
                    if not any(parted) and grid.edges[edge] == WALL:
                        span.append(edge)
                found.append((tuple(span), tuple(grid.at(*place) for place in at_window)))
    return found


def level(
    grid: Grid,
    windows: list[tuple[tuple[int, ...], tuple[int, ...]]],
    square_level: dict[tuple[int, int], int],
    eye: tuple[int, int],
    looking: list[tuple[int, int]],
    vehicle: bool,
    target: tuple[int, int],
) -> int:
    """The level of the line from `eye` (in doubled coordinates) to the centre of a square.

    `looking` are the squares the viewer stands on: one for a man, the four of the looking block for a vehicle.
    """

    def edge_level(a: tuple[int, int], b: tuple[int, int]) -> int:
        edge = grid.edge(grid.at(*a), grid.at(*b))
        kind = grid.edges[edge]
        if kind == OPEN:
            return 0
        if kind == LOW:
            if a[0] != b[0]:  # the wall lies on the vertical line between two columns
                return 0 if any(x in (a[0], b[0]) for x, _ in looking) else 1
            return 0 if any(y in (a[1], b[1]) for _, y in looking) else 1
        best = 2
        for span, at_window in windows:
            if edge in span:
                if not vehicle and grid.at(*looking[0]) in at_window:
                    best = min(best, 0)
                elif grid.at(*target) in at_window:
                    best = min(best, 1)
        assert best < 2 or kind in (HIGH, SCALABLE, WALL, DOOR, WINDOW)
        return best

    def square(at: tuple[int, int]) -> int:
        return 0 if at in looking else square_level.get(at, 0)

    ex, ey = eye
    tx, ty = 2 * target[0] + 1, 2 * target[1] + 1
    times: dict[Fraction, list[str]] = {}
    for line in range(min(ex, tx), max(ex, tx) + 1):
        if line % 2 == 0 and min(ex, tx) < line < max(ex, tx):
            times.setdefault(Fraction(line - ex, tx - ex), []).append("x")
    for line in range(min(ey, ty), max(ey, ty) + 1):
        if line % 2 == 0 and min(ey, ty) < line < max(ey, ty):
            times.setdefault(Fraction(line - ey, ty - ey), []).append("y")
    sx = (tx > ex) - (tx < ex)
    sy = (ty > ey) - (ty < ey)
    # A line from a corner sets out through the square it points into.
    here = ((ex + sx) // 2 if ex % 2 == 0 else ex // 2, (ey + sy) // 2 if ey % 2 == 0 else ey // 2)
    worst = 0
    for time in sorted(times):
        crossed = times[time]
        if crossed == ["x"]:
            there = (here[0] + sx, here[1])
            worst = max(worst, edge_level(here, there))
        elif crossed == ["y"]:
            there = (here[0], here[1] + sy)
            worst = max(worst, edge_level(here, there))
        else:
            there = (here[0] + sx, here[1] + sy)
            sides = ((here[0] + sx, here[1]), (here[0], here[1] + sy))
            ways = [max(edge_level(here, side), square(side), edge_level(side, there)) for side in sides]
            worst = max(worst, min(ways))
        here = there
        if here != target:
            worst = max(worst, square(here))
    assert here == target
    return worst
