"""Bounded cheapest reach: where one can get for so many points, at what cost, and by which way.

Points are integers; a game with half points counts in halves. Places are small integers. Rings of equal cost make it a
search without a heap: each step's cost is small, so that the queue is a list of lists.
"""

from __future__ import annotations

from typing import Final

CLOSED: Final = 255  # a toll that says: nobody may enter
FAR: Final = 10_000  # more than anybody's points

Steps = list[tuple[tuple[int, int], ...]]
"""Of each place its (neighbour, cost) in the order that breaks ties; every cost is at least 1."""


class Net:
    """The steps of a map, and for each small rest of points those that it can still pay: most places of a search lie
    at its rim, where few steps are left to look at."""

    def __init__(self, steps: Steps) -> None:
        self.steps: Final = steps
        dearest = max((cost for row in steps for _, cost in row), default=0)
        self.within: Final[list[Steps]] = [
            [tuple((b, cost) for b, cost in row if cost <= rest) for row in steps] for rest in range(dearest)
        ]
        """within[rest] for a rest below the dearest step; with more, all steps can be paid."""
        self.spare: Final[list[list[int]]] = []
        """Columns of FAR that searches take and give back: making one for each would take as long as many a search."""


class Reach:
    """What a search found: before[place], the place one comes from, for every place but the start; rings[cost] are the
    places that were found for that much, of which each counts in its first ring."""

    def __init__(self, start: int, rings: list[list[int]], before: dict[int, int]) -> None:
        self.start: Final = start
        self.rings: Final = rings
        self.before: Final = before

    @property
    def cost(self) -> dict[int, int]:
        """What each place costs that can be reached."""
        found: dict[int, int] = {}
        for spent, ring in enumerate(self.rings):
            for place in ring:
                found.setdefault(place, spent)
        return {place: found[place] for place in self.before}

    def cost_of(self, place: int) -> int:
        """What one place costs that can be reached."""
        for spent, ring in enumerate(self.rings):
            if place in ring:
                return spent
        raise KeyError(place)

    def way(self, place: int) -> list[int]:
        """The cheapest way from the start to a place, both included."""
        back = [place]
        while place != self.start:
            place = self.before[place]
            back.append(place)
        back.reverse()
        return back


def reach(start: int, points: int, net: Net, toll: list[int], halt: list[int], apart: bool = False) -> Reach:
    """Everything within so many points of the start.

    ``toll[b]`` is paid to enter b and again to leave it; CLOSED bars it. One may enter but not go on from a place where
    ``halt`` is set; the start is free of that. With ``apart`` no step leads from a place with a toll straight to
    another with one. Columns are lists, which Python indexes quicker than bytes.
    """
    best = net.spare.pop() if net.spare else [FAR] * len(toll)
    best[start] = 0
    before: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    steps = net.steps
    within = net.within
    enough = len(within)
    for spent in range(points):
        for a in rings[spent]:
            if best[a] != spent or (halt[a] and a != start):
                continue
            here = spent
            barred = False
            leaving = toll[a]
            if leaving and leaving != CLOSED:  # only a start can be closed: one may always walk out of it
                here += leaving
                barred = apart
                if here >= points:
                    continue  # every step costs something
            rest = points - here
            for b, price in within[rest][a] if rest < enough else steps[a]:
                total = here + price
                if total < best[b]:
                    entering = toll[b]
                    if entering:
                        if entering == CLOSED or barred:
                            continue
                        total += entering
                        if total > points or total >= best[b]:
                            continue
                    best[b] = total
                    before[b] = a
                    rings[total].append(b)
    best[start] = FAR
    for place in before:
        best[place] = FAR
    net.spare.append(best)
    return Reach(start, rings, before)
