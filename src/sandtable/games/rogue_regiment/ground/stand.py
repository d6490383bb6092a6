"""Chapter 18, a vehicle in one place: what it covers, and from where its crew looks."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.geometry.squares import DX, DY, Grid

LENGTHS: Final = 1 + max(*data.LENGTH, *data.CAR_LENGTH)


Box = tuple[int, int, int, int]
"""The first column and the last, the first row and the last."""


class Stand:
    """RR-18.12, RR-18.13, RR-18.16 A vehicle of a length whose front left square is `state >> 2` and that heads to
    `state & 3`. None of its squares has a negative number: whoever drives is on the board at least in part.
    """

    def __init__(self, grid: Grid, state: int, length: int) -> None:
        self.grid = grid
        self.heading = state & 3
        self.squares = footprint(grid.stride, state >> 2, state & 3, length)  # row by row from the front left
        self.cover = 0  # the same as a set
        for v in self.squares:
            self.cover |= 1 << v
        self.outlooks = [-1] * 4  # by the ways it looks: what `Layout.crew_outlook` has found
        self._shown: tuple[int, ...] | None = None
        self._box: Box | None = None
        self._shown_box: Box | None = None
        self._looks: list[tuple[tuple[int, int], ...]] = []

    @property
    def shown(self) -> tuple[int, ...]:
        """RR-21.21 Its squares on the board."""
        if self._shown is None:
            self._shown = tuple([v for v in self.squares if self.grid.on[v]])
        return self._shown

    @property
    def box(self) -> Box:
        """RR-18.17 The columns and rows it covers."""
        if self._box is None:
            xs, ys, first, last = self.grid.xs, self.grid.ys, self.squares[0], self.squares[-1]
            left, right, top, bottom = xs[first], xs[last], ys[first], ys[last]
            self._box = min(left, right), max(left, right), min(top, bottom), max(top, bottom)
        return self._box

    @property
    def shown_box(self) -> Box:
        """RR-18.17 The columns and rows of the board it covers."""
        if self._shown_box is None:
            left, right, top, bottom = self.box
            right, bottom = min(right, self.grid.width - 1), min(bottom, self.grid.height - 1)
            self._shown_box = max(left, 0), right, max(top, 0), bottom
        return self._shown_box

    @property
    def looks(self) -> list[tuple[tuple[int, int], ...]]:
        """RR-18.13, RR-18.16 The corners from which its crew looks, with the facings, if it looks nowhere, to the rear,
        to the front, and both ways: the middle of its first and last four squares, named by the square to the
        south-east.
        """
        if not self._looks:
            front = self._corner(self.squares[:4]), self.heading
            rear = self._corner(self.squares[-4:]), (self.heading + 2) % 4
            self._looks = [(), (rear,), (front,), (front, rear)]
        return self._looks

    def _corner(self, block: tuple[int, ...]) -> int:
        xs, ys = self.grid.xs, self.grid.ys
        return self.grid.at(max([xs[v] for v in block]), max([ys[v] for v in block]))


def footprint(stride: int, at: int, heading: int, length: int) -> tuple[int, ...]:
    """The squares of a vehicle whose front left square is `at`, row by row."""
    back = -DX[heading] - DY[heading] * stride
    right = -DY[heading] + DX[heading] * stride
    return tuple([at + row * back + side * right for row in range(length) for side in (0, 1)])
