"""Cheapest ways: where one can get for so many points, at what cost and by which way; and from everywhere to a goal.

Points are integers; a game with half points counts in halves. Places are small integers. Rings of equal cost make it a
search without a heap: each step's cost is small, so that the queue is a list of lists.
"""

from __future__ import annotations

from typing import Final

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
        self.spare: Final[list[list[int]]] = []
        """Columns of FAR that searches take and give back: making one for each would take as long as many a search."""


class Reach:
    """What a search found, in its order: before[place], the place one comes from, for every place but the start, and
    what each of them costs."""

    def __init__(self, start: int, before: dict[int, int], spent: list[int]) -> None:
        self.start: Final = start
        self.before: Final = before
        self.spent: Final = spent

    @property
    def cost(self) -> dict[int, int]:
        """What each place costs that can be reached."""
        return {place: self.spent[n] for n, place in enumerate(self.before)}

    def cost_of(self, place: int) -> int:
        """What one place costs that can be reached."""
        for n, each in enumerate(self.before):
            if each == place:
                return self.spent[n]
        raise KeyError(place)

    def way(self, place: int) -> list[int]:
        """The cheapest way from the start to a place, both included."""
        back = [place]
        while place != self.start:
            place = self.before[place]
            back.append(place)
        back.reverse()
        return back


def reach(start: int, points: int, net: Net, toll: bytearray, halt: bytearray, apart: bool = False) -> Reach:
    """Everything within so many points of the start.

    ``toll[b]`` is paid to enter b and again to leave it; CLOSED bars it. One may enter but not go on from a place where
    ``halt`` is set; the start is free of that. With ``apart`` no step leads from a place with a toll straight to
    another with one.
    """
    before: dict[int, int] = {}
    spent = search(before, start, points, net.within, net.spare, toll, halt, apart)
    return Reach(start, before, spent)


def search(
    before: dict[int, int],
    start: int,
    points: int,
    within: list[list[list[int]]],
    spare: list[list[int]],
    toll: bytearray,
    halt: bytearray,
    apart: bool,
) -> list[int]:
    """Writes down where one comes from, for each place in the order in which it is found, and gives what they cost.

    Compiled, this is a C function (scripts/reach.c) that does the same. Nobody changes `within`, of which it keeps a
    copy.
    """
    best = spare.pop() if spare else [FAR] * len(toll)
    best[start] = 0
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    every, enough = within[-1], len(within) - 1
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
            for step in within[rest][a] if rest < enough else every[a]:
                b = step >> PLACE
                total = here + (step & COST)
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
    found = [best[b] for b in before]
    best[start] = FAR
    for b in before:
        best[b] = FAR
    spare.append(best)
    return found


def spread(goals: dict[int, int], toll: list[int], back: list[list[int]], far: int) -> list[int]:
    """From every place the least cost of a way to one of the goals, each of which adds something; `far` where there is
    none.

    ``toll[b]`` is paid to come through b, ``back[b]`` are the steps that lead there, packed as in a net: from where and
    at what cost.
    """
    return least_costs(goals, toll, back, far)


def least_costs(goals: dict[int, int], toll: list[int], back: list[list[int]], far: int) -> list[int]:
    """The sums of `spread`. Compiled, this is a C function too (scripts/reach.c), and nobody changes `back`."""
    spent = 0
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
