"""Cheapest ways: where one can get for so many points, at what cost and by which way; and from everywhere to a goal.

Points are integers; a game with half points counts in halves. Places are small integers. Rings of equal cost make it a
search without a heap: each step's cost is small, so that the queue is a list of lists.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

CLOSED: Final = 255  # a toll that says: nobody may enter
FAR: Final = 10_000  # more than anybody's points
PLACE: Final = 8  # bits below the place in a packed step, which hold its cost
COST: Final = (1 << PLACE) - 1

Steps = list[tuple[tuple[int, int], ...]]
"""Of each place its (neighbour, cost) in the order that breaks ties; every cost is at least 1."""


class Net:
    """The steps of a map, and for each small rest of points those that it can still pay: most places of a search lie
    at its rim, where few steps are left to look at."""

    def __init__(self, steps: Steps) -> None:
        self.steps: Final = steps
        dearest = max((cost for row in steps for _, cost in row), default=0)
        assert dearest <= COST, "the cost of a step fits into its bits"
        self.within: Final[list[list[list[int]]]] = [
            [[b << PLACE | cost for b, cost in row if cost <= rest] for row in steps] for rest in range(dearest + 1)
        ]
        """The steps that a rest of points can pay, each packed into one number, which a search takes apart in less time
        than a pair; the last for every rest that can pay them all."""
        self.places: Final[list[Any]] = list(range(len(steps)))
        """Each place as Python's number, which a search hands on instead of making it anew for each that it finds."""
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
    another with one. Columns are lists, which Python indexes quicker than bytes; sums are numbers of the machine where
    this is compiled.
    """
    spent: i64
    here: i64
    total: i64
    entering: i64
    leaving: i64
    a: i64
    b: i64
    step: i64
    most: i64 = points
    first: i64 = start
    best = net.spare.pop() if net.spare else [FAR] * len(toll)
    best[start] = 0
    before: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    within, places = net.within, net.places
    every = within[-1]
    enough: i64 = len(within) - 1
    for spent in range(most):
        for a in rings[spent]:
            if best[a] != spent or (halt[a] and a != first):
                continue
            here = spent
            barred = False
            leaving = toll[a]
            if leaving and leaving != CLOSED:  # only a start can be closed: one may always walk out of it
                here += leaving
                barred = apart
                if here >= most:
                    continue  # every step costs something
            rest = most - here
            for step in within[rest][a] if rest < enough else every[a]:
                b = step >> PLACE
                total = here + (step & COST)
                if total < best[b]:
                    entering = toll[b]
                    if entering:
                        if entering == CLOSED or barred:
                            continue
                        total += entering
                        if total > most or total >= best[b]:
                            continue
                    best[b] = total
                    place = places[b]
                    before[place] = places[a]
                    rings[total].append(place)
    best[start] = FAR
    for a in before:
        best[a] = FAR
    net.spare.append(best)
    return Reach(start, rings, before)


def spread(goals: dict[int, int], toll: list[int], back: list[list[int]], far: int) -> list[int]:
    """From every place the least cost of a way to one of the goals, each of which adds something; `far` where there is
    none.

    ``toll[b]`` is paid to come through b, ``back[b]`` are the steps that lead there, packed as in a net: from where and
    at what cost.
    """
    total: i64
    here: i64
    spent: i64 = 0
    a: i64
    b: i64
    step: i64
    cost = [far] * len(toll)
    rings: list[list[int]] = []  # places by what it costs from there, as far as has been found
    for place, more in goals.items():
        if more < far:
            cost[place] = more
            while len(rings) <= more:
                rings.append([])
            rings[more].append(place)
    while spent < len(rings):
        for b in rings[spent]:
            if cost[b] == spent:
                here = spent + toll[b]
                for step in back[b]:
                    a = step >> PLACE
                    total = here + (step & COST)
                    if total < cost[a]:
                        cost[a] = total
                        while len(rings) <= total:
                            rings.append([])
                        rings[total].append(a)
        spent += 1
    return cost
