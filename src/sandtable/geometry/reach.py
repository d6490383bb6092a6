"""Bounded cheapest reach: where one can get for so many points, at what cost, and by which way.

Points are integers; a game with half points counts in halves. Places are small integers. Buckets by cost make it a
search without a heap: each step's cost is small, so that the queue is a list of lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

CLOSED: Final = 255  # a toll that says: nobody may enter

Steps = Sequence[tuple[tuple[int, int], ...]]
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


class Reach:
    """What a search found: before[place], the place one comes from, for every place but the start; best[place] is what
    it costs."""

    def __init__(self, start: int, best: list[int], before: dict[int, int]) -> None:
        self.start: Final = start
        self.best: Final = best
        self.before: Final = before

    @property
    def cost(self) -> dict[int, int]:
        """What each place costs that can be reached."""
        return {place: self.best[place] for place in self.before}

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
    beyond = points + 1
    best = [beyond] * len(toll)
    best[start] = 0
    before: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    buckets[0].append(start)
    steps = net.steps
    within = net.within
    enough = len(within)
    for spent in range(points):
        for a in buckets[spent]:
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
                        if total >= best[b]:
                            continue
                    best[b] = total
                    before[b] = a
                    buckets[total].append(b)
    return Reach(start, best, before)
