"""How far it is, on an empty map; each answer is worked out once and kept."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.games.night_drop.box import land
from sandtable.games.night_drop.ground import paths

FAR = 400
NEAR: Final[tuple[float, ...]] = (3.0, 2.0, 1.0)


@cache
def field(target: int) -> tuple[int, ...]:
    """How many half points it is from every hex to a target on an empty map."""
    cost = [FAR] * land.HEXES
    cost[target] = 0
    buckets: list[list[int]] = [[] for _ in range(FAR)]
    buckets[0].append(target)
    for spent in range(FAR - 8):
        for b in buckets[spent]:
            if cost[b] != spent:
                continue
            for a in land.AROUND[b]:
                price = paths.step_cost(a, b) if land.PASSABLE[a] else -1
                if price > 0 and spent + price < cost[a]:
                    cost[a] = spent + price
                    buckets[spent + price].append(a)
    return tuple(cost)


@cache
def steps_to(target: int) -> bytes:
    """How many hexes it is from every hex to a target."""
    return bytes(land.GRID.distance(cell, target) for cell in range(land.HEXES))


@cache
def ring(cell: int, radius: int) -> tuple[int, ...]:
    """The dry hexes so many steps from one."""
    return tuple(other for other in land.GRID.ring(cell, radius) if land.PASSABLE[other])


def crowding(others: list[int], cell: int, near: tuple[float, ...] = NEAR) -> float:
    """How near a hex is to the two nearest of others, each counted by how many hexes it is away."""
    ways = sorted(steps_to(other)[cell] for other in others)[:2]
    return sum(near[far] for far in ways if far < len(near))
