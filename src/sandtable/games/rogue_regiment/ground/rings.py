"""How far it is: sets of squares, or of places of a vehicle, at each cost of a way, ring by ring.

All members at one cost are found at once, by shifting the sets at the costs before. Rings are found as far as somebody
asks, and kept.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.ground.memory import Memory

FAR: Final = 1 << 20
SQUARES: Final = 1 << 14  # more than a board has


class Strides:
    """RR-13.18 Steps as sets: for each price and each change of a number, the numbers from which such a step leads."""

    def __init__(self, sets: dict[tuple[int, int], int]) -> None:
        self.prices = sorted({price for price, _ in sets})
        # For each price the steps to higher numbers, those to lower ones, from where any of them leads, and where to.
        self.up: dict[int, list[tuple[int, int]]] = {price: [] for price in self.prices}
        self.down: dict[int, list[tuple[int, int]]] = {price: [] for price in self.prices}
        self.starts: dict[int, int] = dict.fromkeys(self.prices, 0)
        self.ends: dict[int, int] = dict.fromkeys(self.prices, 0)
        for (price, by), members in sorted(sets.items()):
            if members:
                (self.up if by > 0 else self.down)[price].append((abs(by), members))
                self.starts[price] |= members
                self.ends[price] |= members << by if by > 0 else members >> -by

    def onward(self, price: int, members: int) -> int:
        """Where a step of that price leads from a set."""
        members &= self.starts.get(price, 0)
        found = 0
        if members:
            for by, starts in self.up[price]:
                found |= (members & starts) << by
            for by, starts in self.down[price]:
                found |= (members & starts) >> by
        return found

    def backward(self, price: int, members: int) -> int:
        """From where a step of that price leads to a set."""
        members &= self.ends.get(price, 0)
        found = 0
        if members:
            for by, starts in self.up[price]:
                found |= members >> by & starts
            for by, starts in self.down[price]:
                found |= members << by & starts
        return found


class Rings:
    """RR-13.9, RR-13.17 What is at each cost of the way from a set, or of the way back to it; members of `closed`
    (blasts) may be left but not entered.
    """

    def __init__(self, strides: Strides, first: list[int], closed: int = 0, back: bool = False) -> None:
        self.strides = strides
        self.rings = first
        self.seen = 0
        self.sums: list[int] = []  # what is at each cost or less
        for ring in first:
            self.seen |= ring
            self.sums.append(self.seen)
        self.costs: dict[int, int] = {}  # of single members, as far as they were asked for
        self._nexts: dict[int, list[int]] = {}
        self.closed = closed
        self.back = back
        self._past: Rings | None = None

    def nexts(self, at: int) -> list[int] | None:
        """RR-13.13 Where such a way goes on from a square, if chapter 13 has found it."""
        return self._nexts.get(at)

    def keep_nexts(self, at: int, found: list[int]) -> None:
        """What chapter 13 has found of that."""
        self._nexts[at] = found

    def past(self, closed: int) -> Rings:
        """The same ways, entering none of some squares. The last ones are kept, since whoever walks asks again at each
        step.
        """
        found = self._past
        if found is None or found.closed != closed:
            found = self._past = Rings(self.strides, self.rings[:1], closed, self.back)
        return found

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
        found &= ~(self.seen if self.back else self.seen | closed)
        rings.append(found)
        self.seen |= found
        self.sums.append(self.seen)
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
        sums = self.sums
        while points >= len(sums):
            if not self._grow():
                return self.seen
        return sums[points]

    def everything(self) -> int:
        """What is at any cost."""
        while self._grow():
            pass
        return self.seen

    def touching(self, members: int, least: int = 0) -> tuple[int, int]:
        """The least cost at which there is something of a set, and that; FAR and nothing if there is no way. Nothing of
        it is below `least`, which it often has.
        """
        if least >= len(self.rings):
            least = 0
        found = members & self.rings[least]
        if found:
            return least, found
        if not members & self.seen:
            while not members & self.seen:
                if not self._grow():
                    return FAR, 0
            return len(self.rings) - 1, members & self.rings[-1]
        sums = self.sums
        most = len(sums) - 1
        while least < most:
            middle = (least + most) >> 1
            if members & sums[middle]:
                most = middle
            else:
                least = middle + 1
        return least, members & self.rings[least]

    def cost(self, member: int) -> int:
        """The cost of one member, FAR if there is no way."""
        found = self.costs.get(member)
        if found is None:
            found = self.touching(1 << member)[0]
            self.costs[member] = found
        return found


class Ground:
    """RR-2.14, RR-20.55 The ways of Axis infantry while some squares are shut to all (dumps), which blocks steps past
    them as well, and others are closed to men (blasts), who may only leave them.

    What was found is kept in a memory that all grounds of a board share, by the number of the ground.
    """

    def __init__(self, number: int, strides: Strides, closed: int, plain: Ground | None, kept: Memory) -> None:
        self.number = number
        self.strides = strides
        self.closed = closed
        self.plain = plain  # the ground without blasts, unless this is it
        self._kept = kept  # ways by what `_key` makes of the ground and where they begin or end
        self._arms: dict[int, tuple[tuple[int, ...], int]] = {}

    def _key(self, where: int, back: bool) -> int:
        """The number by which ways from a square are kept, or back to it; a set of squares has a negative number."""
        return (2 * self.number + back) * SQUARES + where if where >= 0 else where * SQUARES * SQUARES + self.number

    def arms(self, v: int, corpse: bool) -> tuple[tuple[int, ...], int] | None:
        """RR-8.19, RR-8.20 What is within an arm's reach of a square for a thing or a corpse, in the order of the
        compass and as a set, if chapter 8 has found it.
        """
        return self._arms.get(2 * v + corpse)

    def keep_arms(self, v: int, corpse: bool, found: tuple[tuple[int, ...], int]) -> None:
        """What chapter 8 has found of that."""
        self._arms[2 * v + corpse] = found

    def ways_from(self, start: int) -> Rings:
        """RR-13.17, RR-13.18 What is reached from a square, by its cost."""
        known: Rings | None = self._kept.get(self._key(start, False))
        return known or self._new(start, False)

    def ways_to(self, goal: int) -> Rings:
        """RR-13.9 From where a square is reached, by its cost."""
        known: Rings | None = self._kept.get(self._key(goal, True))
        return known or self._new(goal, True)

    def ways_to_any(self, goals: int) -> Rings:
        """RR-13.9 From where one of some squares is reached, by its cost; kept by the negative of the set."""
        known: Rings | None = self._kept.get(self._key(-goals, True))
        return known or self._new(-goals, True)

    def _new(self, where: int, back: bool) -> Rings:
        first = [1 << where if where >= 0 else -where]
        if self.plain is not None:
            known: Rings | None = self._kept.get(self.plain._key(where, back))
            if known is not None:
                first = self._as_far_as_open(known.rings, back)
        found = Rings(self.strides, first, self.closed, back)
        self._kept.put(self._key(where, back), found)
        return found

    def _as_far_as_open(self, rings: list[int], back: bool) -> list[int]:
        """Those of some rings of the plain ground that blasts do not change: all before the first that touches one, and
        on the way back that one as well, since a blast may be left.
        """
        count = 0
        while count < len(rings) and not rings[count] & self.closed:
            count += 1
        return rings[: max(1, count + back)]
