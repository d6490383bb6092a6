"""Chapter 13, how far infantry of the Axis has to go: sets of squares at each cost of a way, ring by ring.

All squares at one cost are found at once, by shifting the sets of squares at the costs before. Rings are found as far
as somebody asks, and kept.
"""

from __future__ import annotations

from typing import Final

FAR: Final = 1 << 20


class Strides:
    """RR-13.18 The steps of Axis infantry past what is shut: for each change of a square's number, the squares from
    which such a step leads, those at a cost of 1 and those at 2.
    """

    def __init__(self, steps: list[tuple[int, int, int]]) -> None:
        sets: dict[tuple[int, int], int] = {}
        for a, b, price in steps:
            sets[price, b - a] = sets.get((price, b - a), 0) | 1 << a
        self.cheap = [(by, squares) for (price, by), squares in sorted(sets.items()) if price == 1]
        self.dear = [(by, squares) for (price, by), squares in sorted(sets.items()) if price == 2]

    def onward(self, once: int, twice: int) -> int:
        """Where a step at 1 leads from the squares of one set, and a step at 2 from those of another."""
        found = 0
        if once:
            for by, squares in self.cheap:
                found |= (once & squares) << by if by > 0 else (once & squares) >> -by
        if twice:
            for by, squares in self.dear:
                found |= (twice & squares) << by if by > 0 else (twice & squares) >> -by
        return found

    def backward(self, once: int, twice: int) -> int:
        """From where a step at 1 leads to the squares of one set, and a step at 2 to those of another."""
        found = 0
        if once:
            for by, squares in self.cheap:
                found |= (once >> by if by > 0 else once << -by) & squares
        if twice:
            for by, squares in self.dear:
                found |= (twice >> by if by > 0 else twice << -by) & squares
        return found


class Rings:
    """RR-13.9, RR-13.17 The squares at each cost of the way from some squares, or of the way back to them; those of
    `closed` (blasts) may be left but not entered.
    """

    def __init__(self, strides: Strides, first: list[int], closed: int, back: bool) -> None:
        self.strides = strides
        self.rings = first
        self.seen = 0
        for ring in first:
            self.seen |= ring
        self.closed = closed
        self.back = back

    def _grow(self) -> bool:
        """Find the next ring; False if there is nothing more."""
        rings, closed = self.rings, self.closed
        count = len(rings)
        once, twice = rings[-1], rings[-2] if count > 1 else 0
        if not (once or twice):
            return False
        if self.back:
            if closed:
                # The place itself may be under a blast; nobody passes through one on the way.
                once = once & ~closed if count > 1 else once
                twice = twice & ~closed if count > 2 else twice
            found = self.strides.backward(once, twice) & ~self.seen
        else:
            found = self.strides.onward(once, twice) & ~(self.seen | closed)
        rings.append(found)
        self.seen |= found
        return True

    def ring(self, cost: int) -> int:
        """The squares at a cost."""
        if cost < 0:
            return 0
        while cost >= len(self.rings):
            if not self._grow():
                return 0
        return self.rings[cost]

    def within(self, points: int) -> int:
        """The squares at so much or less."""
        found = self.ring(points)
        for ring in self.rings[:points]:
            found |= ring
        return found

    def touching(self, squares: int) -> tuple[int, int]:
        """The least cost at which there are squares of a set, and these; FAR and none if there is no way."""
        while not squares & self.seen:
            if not self._grow():
                return FAR, 0
        for cost, ring in enumerate(self.rings):
            if squares & ring:
                return cost, squares & ring
        raise AssertionError("what is seen is in a ring")

    def cost(self, square: int) -> int:
        """The cost of one square, FAR if there is no way."""
        return self.touching(1 << square)[0]
