"""Bounded cheapest reach: where one can get for so many points, at what cost, and by which way.

Points are integers; a game with half points counts in halves. Places are small integers. Buckets by cost make it a
search without a heap: each step's cost is small, so that the queue is a list of lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

CLOSED: Final = 255  # a toll that says: nobody may enter


class Reach:
    """What a search found: cost[place] and before[place], the place one comes from, for every place but the start."""

    def __init__(self, start: int, cost: dict[int, int], before: dict[int, int]) -> None:
        self.start: Final = start
        self.cost: Final = cost
        self.before: Final = before

    def way(self, place: int) -> list[int]:
        """The cheapest way from the start to a place, both included."""
        back = [place]
        while place != self.start:
            place = self.before[place]
            back.append(place)
        back.reverse()
        return back


def reach(
    start: int,
    points: int,
    steps: Sequence[Sequence[tuple[int, int]]],
    toll: bytearray,
    halt: bytearray,
    apart: bool = False,
) -> Reach:
    """Everything within so many points of the start.

    ``steps[a]`` lists (neighbour, cost) in the order that breaks ties; every cost is at least 1. ``toll[b]`` is paid to
    enter b and again to leave it; CLOSED bars it. One may enter but not go on from a place where ``halt`` is set; the
    start is free of that. With ``apart`` no step leads from a place with a toll straight to another with one.
    """
    beyond = points + 1
    assert beyond < CLOSED, "costs are kept in bytes"
    best = bytearray((beyond,)) * len(toll)
    best[start] = 0
    before: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    buckets[0].append(start)
    for spent in range(points):
        for a in buckets[spent]:
            if best[a] != spent or (halt[a] and a != start):
                continue
            leaving = toll[a]
            if leaving == CLOSED:
                leaving = 0  # only a start can be closed: one may always walk out of it
            here = spent + leaving
            if here >= points:
                continue  # every step costs something
            for b, price in steps[a]:
                entering = toll[b]
                total = here + price
                if entering:
                    if entering == CLOSED or (apart and leaving):
                        continue
                    total += entering
                if total < best[b]:
                    best[b] = total
                    before[b] = a
                    buckets[total].append(b)
    return Reach(start, {place: best[place] for place in before}, before)
