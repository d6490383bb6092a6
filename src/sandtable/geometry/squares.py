"""A square grid whose edges may carry walls, doors and windows.

A square is one integer, `row * stride + column`, in a table with a margin of empty squares all round, so that a step
off the board lands on a margin square and never on another row. An edge is one integer too: `2 * square` is the edge
between a square and its eastern neighbour, `2 * square + 1` the one between it and its southern neighbour. Sets of
squares are integers used as bit sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
FACINGS: Final = ("n", "e", "s", "w")
DX: Final = (0, 1, 0, -1)
DY: Final = (-1, 0, 1, 0)

# The eight neighbours, clockwise from north.
AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

# What may stand on an edge.
OPEN: Final = 0
LOW: Final = 1  # a low wall: seen over from beside its line
HIGH: Final = 2
SCALABLE: Final = 3  # a high wall, at a place where one can get over it with help
WALL: Final = 4  # of a building
WINDOW: Final = 5
DOOR: Final = 6

MARGIN: Final = 6  # rows above and below the board
RADII: Final = 1 << 10  # more than any radius: what is kept by square and radius has one number for both
GAP: Final = 16  # columns to the right; also the margin to the left of the row below


QUARTER: Final = 1 << 20


def clockwise(dx: int, dy: int) -> int:
    """How far round from north a direction lies, as a number to sort by; y grows to the south. Nowhere comes first."""
    if dx == 0 and dy == 0:
        return -1
    quarter = 0
    ahead, aside = -dy, dx
    while ahead <= 0 or aside < 0:
        quarter += 1
        ahead, aside = aside, -ahead
    return quarter * QUARTER + aside * QUARTER // (ahead + aside)


def bits(mask: int) -> list[int]:
    """The members of a bit set in rising order."""
    found: list[int] = []
    while mask:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    found.reverse()
    return found


def found_on(places: list[int], squares: int) -> list[int]:
    """Who is on some squares, on each of which there is one alone, by their numbers in a list of places."""
    return sorted([places.index(v) for v in bits(squares)])


def moved(mask: int, by: int) -> int:
    """A bit set with every member raised by `by`, which may be negative."""
    return mask << by if by >= 0 else mask >> -by


def ringed(mask: int, stride: int) -> int:
    """A set of squares with all that touch one of them, at a corner too."""
    mask |= mask << 1 | mask >> 1
    return mask | mask << stride | mask >> stride


def letters(column: int) -> str:
    """The name of a column: a to z, then aa, ab and so on."""
    return chr(97 + column) if column < 26 else letters(column // 26 - 1) + chr(97 + column % 26)


class Grid:
    """A board of width x height squares with its margin, and what stands on its edges."""

    def __init__(self, width: int, height: int) -> None:
        assert min(width, height) > 0, "a board has squares"
        self.width = width
        self.height = height
        self.stride = width + GAP
        self.size = (height + 2 * MARGIN) * self.stride
        self.steps = tuple([DX[facing] + DY[facing] * self.stride for facing in range(4)])
        # For each facing the steps to the square in front and to those beside it.
        self.ahead = tuple([(by, by + self.steps[f - 3], by + self.steps[f - 1]) for f, by in enumerate(self.steps)])
        self.edges = [0] * (2 * self.size)
        self.xs = [0] * self.size
        self.ys = [0] * self.size
        for v in range(self.size):
            # The right half of a gap is the left margin of the next row.
            row, column = divmod(v, self.stride)
            if column >= width + GAP // 2:
                row, column = row + 1, column - self.stride
            self.xs[v], self.ys[v] = column, row - MARGIN
        self.bit = [1 << v for v in range(self.size)]  # the set of one square
        self.on = [0] * self.size  # 1 for the squares of the board
        self._far: list[bytes] = [b""] * self.size
        self._bands: list[bytes] = []
        self._discs: list[list[int]] = []  # by radius and square; below 0 until it is asked for
        self.board = 0
        self.squares: list[int] = []
        for y in range(height):
            for x in range(width):
                v = self.at(x, y)
                self.squares.append(v)
                self.on[v] = 1
                self.board |= 1 << v

    def forget(self) -> None:
        """Forget distances, which are found again when they are asked for."""
        self._far = [b""] * self.size
        self._discs.clear()

    def at(self, x: int, y: int) -> int:
        """The square in that column and row; a few squares off the board are allowed."""
        return (y + MARGIN) * self.stride + x

    def on_board(self, v: int) -> bool:
        """Whether a square is on the board and not in its margin."""
        return self.on[v] == 1

    def inside(self, x: int, y: int) -> bool:
        """Whether column and row are on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def name(self, v: int) -> str:
        """The short name of a square: column letters and row from 1, as in `c12`."""
        return f"{letters(self.xs[v])}{self.ys[v] + 1}"

    def distance(self, a: int, b: int) -> int:
        """Squares from one to the other, diagonal steps counting one."""
        return max(abs(self.xs[a] - self.xs[b]), abs(self.ys[a] - self.ys[b]))

    def far(self, a: int) -> bytes:
        """The distances from one square to all others, made when they are first asked for."""
        found = self._far[a]
        if not found:
            stride, left = self.stride, GAP // 2
            if not self._bands:
                # For each number of rows, how far that is with so many columns from -stride to stride.
                for down in range(self.height + 2 * MARGIN + 1):
                    self._bands.append(bytes([max(abs(column), down) for column in range(-stride, stride + 1)]))
            first, y = stride - left - self.xs[a], self.ys[a]
            rows = range(-MARGIN, self.height + MARGIN + 1)
            found = b"".join([self._bands[abs(row - y)][first : first + stride] for row in rows])
            found = found[left : left + self.size]
            self._far[a] = found
        return found

    def union(self, squares: Iterable[int]) -> int:
        """These squares as a set."""
        found = 0
        for v in squares:
            found |= self.bit[v]
        return found

    def disc(self, v: int, radius: int) -> int:
        """The squares of the board within so many squares of one, itself included."""
        while len(self._discs) <= radius:
            self._discs.append([-1] * self.size)
        found = self._discs[radius][v]
        if found < 0:
            row = (1 << 2 * radius + 1) - 1
            found = 0
            for down in range(-radius, radius + 1):
                found |= moved(row, v - radius + down * self.stride)
            found &= self.board
            self._discs[radius][v] = found
        return found

    def step(self, facing: int) -> int:
        """What a square's number changes by on a step in that direction."""
        return self.steps[facing]

    def edge(self, a: int, b: int) -> int:
        """The edge between two squares that share one."""
        d = b - a
        if d == 1:
            return 2 * a
        if d == -1:
            return 2 * b
        if d == self.stride:
            return 2 * a + 1
        assert d == -self.stride, "these squares share no edge"
        return 2 * b + 1

    def between(self, a: int, b: int) -> int:
        """What stands between two squares that share an edge."""
        return self.edges[self.edge(a, b)]

    def sides(self, edge: int) -> tuple[int, int]:
        """The two squares that an edge separates, the western or northern one first."""
        v = edge >> 1
        return v, v + (self.stride if edge & 1 else 1)

    def along(self, edge: int) -> int:
        """The step from an edge's squares to those beside them along the line of the wall."""
        return 1 if edge & 1 else self.stride

    def six(self, edge: int) -> tuple[int, ...]:
        """The squares at an edge: the two it separates, and their neighbours along it that no wall or door cuts off."""
        p = self.along(edge)
        found = list(self.sides(edge))
        for middle in self.sides(edge):
            found += [side for side in (middle - p, middle + p) if self.between(middle, side) <= LOW]
        return tuple(sorted(found))

    def span(self, window: int) -> tuple[int, ...]:
        """The edges through which a window is looked through: its own and the building wall on either side of it.

        A wall edge belongs to the span only if both its squares stand at the window; so neither corners nor partition
        walls nor doors are part of one.
        """
        at_window = self.six(window)
        found = [window]
        p = self.along(window)
        for edge in (window - 2 * p, window + 2 * p):
            a, b = self.sides(edge)
            if self.edges[edge] == WALL and a in at_window and b in at_window:
                found.append(edge)
        return tuple(sorted(found))
