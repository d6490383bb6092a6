"""How far it is: sets of squares, or of places of a vehicle, at each cost of a way, ring by ring.

All members at one cost are found at once, by shifting the sets at the costs before. Rings are found as far as somebody
asks, and kept.
"""

from __future__ import annotations

from typing import Final

FAR: Final = 1 << 20


class Strides:
    """RR-13.18 Steps as sets: for each price and each change of a number, the numbers from which such a step leads."""

    def __init__(self, sets: dict[tuple[int, int], int]) -> None:
        self.prices = sorted({price for price, _ in sets})
        self.steps: dict[int, list[tuple[int, int]]] = {price: [] for price in self.prices}
        for (price, by), members in sorted(sets.items()):
            if members:
                self.steps[price].append((by, members))

    def onward(self, price: int, members: int) -> int:
        """Where a step of that price leads from a set."""
        found = 0
        for by, starts in self.steps.get(price, ()):
            found |= (members & starts) << by if by > 0 else (members & starts) >> -by
        return found

    def backward(self, price: int, members: int) -> int:
        """From where a step of that price leads to a set."""
        found = 0
        for by, starts in self.steps.get(price, ()):
            found |= (members >> by if by > 0 else members << -by) & starts
        return found


class Rings:
    """RR-13.9, RR-13.17 What is at each cost of the way from a set, or of the way back to it; members of `closed`
    (blasts) may be left but not entered.
    """

    def __init__(self, strides: Strides, first: list[int], closed: int = 0, back: bool = False) -> None:
        self.strides = strides
        self.rings = first
        self.seen = 0
        for ring in first:
            self.seen |= ring
        self.closed = closed
        self.back = back

    def _grow(self) -> bool:
        """Find the next ring; False if there is nothing more."""
        rings, closed, strides = self.rings, self.closed, self.strides
        count = len(rings)
        found, more = 0, False
        for price in strides.prices:
            if price <= count and rings[count - price]:
                members, more = rings[count - price], True
                if self.back:
                    if closed and price < count:  # the place itself may be under a blast; nobody passes through one
                        members &= ~closed
                    found |= strides.backward(price, members)
                else:
                    found |= strides.onward(price, members)
        if not more:
            return False
        found &= ~self.seen if self.back else ~(self.seen | closed)
        rings.append(found)
        self.seen |= found
        return True

    def ring(self, cost: int) -> int:
        """What is at a cost."""
        if cost < 0:
            return 0
        while cost >= len(self.rings):
            if not self._grow():
                return 0
        return self.rings[cost]

    def within(self, points: int) -> int:
        """What is at so much or less."""
        found = self.ring(points)
        for ring in self.rings[:points]:
            found |= ring
        return found

    def everything(self) -> int:
        """What is at any cost."""
        while self._grow():
            pass
        return self.seen

    def touching(self, members: int) -> tuple[int, int]:
        """The least cost at which there is something of a set, and that; FAR and nothing if there is no way."""
        while not members & self.seen:
            if not self._grow():
                return FAR, 0
        for cost, ring in enumerate(self.rings):
            if members & ring:
                return cost, members & ring
        raise AssertionError("what is seen is in a ring")

    def cost(self, member: int) -> int:
        """The cost of one member, FAR if there is no way."""
        return self.touching(1 << member)[0]
