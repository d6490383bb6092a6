"""How long sight on a nine-tile board takes to build, and to ask with twenty moving blockers.

python -m benchmarks.sight
"""

from __future__ import annotations

import random
import time

from sandtable.geometry.sight import FIELD, REACH, Eyes, cone
from sandtable.geometry.squares import NORTH, Grid, moved
from tests.kernel.test_sight import drawn_board


def main() -> None:
    """Print both figures."""
    drawn = random.Random(1)
    grid, levels, dim = drawn_board(drawn, 30, 30)
    for corner in (False, True):
        Eyes(Grid(30, 30), bytearray(grid.size), 0, corner=corner)  # the lines, which all boards of a width share
    began = time.process_time()
    men = Eyes(grid, levels, dim, corner=False)
    Eyes(grid, levels, dim, corner=True)
    built = time.process_time() - began
    low = sum(1 << v for v in drawn.sample(grid.squares, 20))
    field = cone(grid.stride, NORTH, FIELD)
    base = REACH * grid.stride + REACH
    fields = [(v, moved(field, v - base)) for v in grid.squares]
    began = time.process_time()
    for v, within in fields:
        men.partly(v, within, low)
    asked = (time.process_time() - began) / len(fields)
    print(f"built in {built * 1000:.0f} ms, what a unit sees in {asked * 1e6:.2f} µs")


if __name__ == "__main__":
    main()
