"""A map of flat-topped hexes: offset and cube coordinates, neighbours, distance, rings, rays and lines.

A cell is one integer, ``column * rows + row``, both counted from 0. Columns stand upright; every second one, beginning
with column 1, lies half a hex further south. Directions run clockwise from north: N, NE, SE, S, SW, NW.
"""

from __future__ import annotations

from typing import Final

N: Final = 0
NE: Final = 1
SE: Final = 2
S: Final = 3
SW: Final = 4
NW: Final = 5
DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
OUTSIDE: Final = -1

# Steps in cube coordinates (x east, z south along a column, y = -x - z), clockwise from north.
_CUBE_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class HexGrid:
    """A rectangle of hexes with its neighbours worked out once."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: Final = columns
        self.rows: Final = rows
        self.size: Final = columns * rows
        # beside[cell][direction] is the neighbour there, or OUTSIDE; around[cell] holds those on the map alone.
        self.beside: Final[list[tuple[int, ...]]] = [
            tuple(self._beside(cell, direction) for direction in range(6)) for cell in range(self.size)
        ]
        self.around: Final[list[tuple[int, ...]]] = [
            tuple(other for other in row if other != OUTSIDE) for row in self.beside
        ]
        self.edge: Final[list[int]] = [cell for cell in range(self.size) if OUTSIDE in self.beside[cell]]

    def cell(self, column: int, row: int) -> int:
        """The cell of a column and a row, or OUTSIDE."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return column * self.rows + row
        return OUTSIDE

    def offset(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell."""
        return cell // self.rows, cell % self.rows

    def cube(self, cell: int) -> tuple[int, int, int]:
        """Cube coordinates of a cell; they add up to 0."""
        column, row = cell // self.rows, cell % self.rows
        z = row - (column - (column & 1)) // 2
        return column, -column - z, z

    def from_cube(self, x: int, z: int) -> int:
        """The cell of two cube coordinates, or OUTSIDE."""
        return self.cell(x, z + (x - (x & 1)) // 2)

    def _beside(self, cell: int, direction: int) -> int:
        x, _, z = self.cube(cell)
        dx, dz = _CUBE_STEPS[direction]
        return self.from_cube(x + dx, z + dz)

    def distance(self, a: int, b: int) -> int:
        """How many steps it is from one cell to another."""
        ax, ay, az = self.cube(a)
        bx, by, bz = self.cube(b)
        return max(abs(ax - bx), abs(ay - by), abs(az - bz))

    def direction(self, a: int, b: int) -> int:
        """The direction from a cell to its neighbour; ValueError when they are not neighbours."""
        return self.beside[a].index(b)

    def ray(self, cell: int, direction: int, length: int) -> list[int]:
        """The cells that one passes going straight on, without the first; it ends early at the edge of the map."""
        passed: list[int] = []
        for _ in range(length):
            cell = self.beside[cell][direction]
            if cell == OUTSIDE:
                break
            passed.append(cell)
        return passed

    def ring(self, centre: int, radius: int) -> list[int]:
        """The cells at exactly that distance, clockwise from the northernmost; those off the map are left out."""
        if radius == 0:
            return [centre]
        x, _, z = self.cube(centre)
        z -= radius
        found: list[int] = []
        for direction in (SE, S, SW, NW, N, NE):
            dx, dz = _CUBE_STEPS[direction]
            for _ in range(radius):
                cell = self.from_cube(x, z)
                if cell != OUTSIDE:
                    found.append(cell)
                x += dx
                z += dz
        return found

    def line(self, a: int, b: int) -> list[int]:
        """The cells of a straight line between two cells, both included; a tie goes to the clockwise side."""
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        ax, ay, az = self.cube(a)
        bx, by, bz = self.cube(b)
        # In units of 1 / (3 * steps), moved by (1, 0, -1) of them off every tie; all in whole numbers.
        scale = 3 * steps
        return [
            self._rounded(
                3 * (ax * (steps - i) + bx * i) + 1,
                3 * (ay * (steps - i) + by * i),
                3 * (az * (steps - i) + bz * i) - 1,
                scale,
            )
            for i in range(steps + 1)
        ]

    def _rounded(self, x: int, y: int, z: int, scale: int) -> int:
        """The cell nearest to cube coordinates given in parts of scale."""
        rx = (2 * x + scale) // (2 * scale)
        ry = (2 * y + scale) // (2 * scale)
        rz = (2 * z + scale) // (2 * scale)
        off_x, off_y, off_z = abs(rx * scale - x), abs(ry * scale - y), abs(rz * scale - z)
        if off_x > off_y and off_x > off_z:
            rx = -ry - rz
        elif off_y <= off_z:
            rz = -rx - ry
        return self.from_cube(rx, rz)
