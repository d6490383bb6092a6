"""Undirected graphs over small integers: who is next to whom, how far it is, and which step leads nearer."""

from collections.abc import Iterable, Sequence

FAR = 1_000_000
"""Distance between nodes that no way joins."""

Neighbours = tuple[tuple[int, ...], ...]
Distances = tuple[tuple[int, ...], ...]


def neighbours(size: int, links: Iterable[tuple[int, int]]) -> Neighbours:
    """For each node the nodes that a link joins to it, in the order of the numbers."""
    found: list[list[int]] = [[] for _ in range(size)]
    for a, b in links:
        found[a].append(b)
        found[b].append(a)
    return tuple(tuple(sorted(near)) for near in found)


def distances_from(start: int, near: Neighbours, closed: Sequence[int] = ()) -> tuple[int, ...]:
    """Links on a shortest way from `start` to every node; a way may end in a closed node but not pass through it."""
    distance = [FAR] * len(near)
    distance[start] = 0
    ring = [start]
    steps = 0
    while ring:
        steps += 1
        reached: list[int] = []
        for node in ring:
            if node in closed and node != start:
                continue
            for other in near[node]:
                if distance[other] == FAR:
                    distance[other] = steps
                    reached.append(other)
        ring = reached
    return tuple(distance)


def distances(near: Neighbours, closed: Sequence[int] = ()) -> Distances:
    """`distances_from` for every node."""
    return tuple(distances_from(start, near, closed) for start in range(len(near)))


def next_steps(near: Neighbours, distance: Distances, start: int, goal: int, closed: Sequence[int] = ()) -> list[int]:
    """The neighbours of `start` that begin a shortest way to `goal`; `distance` and `closed` belong together."""
    left = distance[start][goal] - 1
    return [node for node in near[start] if distance[node][goal] == left and (node == goal or node not in closed)]
