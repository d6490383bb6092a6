"""Steps from hex to hex and what they cost, with bridges that are down too; neighbours with cover or without; how far
it is to Howard's bridges. Points are counted in halves."""

from typing import Final

from sandtable.games.night_drop.box import land
from sandtable.geometry.reach import Net

FROM_H1: Final[tuple[int, ...]] = tuple(land.GRID.distance(cell, land.H1) for cell in range(land.HEXES))


def step_cost(a: int, b: int) -> int:
    """Half points from a hex to its neighbour, zones of control aside; -1 where no step leads."""
    if not land.PASSABLE[b] or (a, b) in land.DASHED:
        return -1
    if (a, b) in land.FOLLOWED:
        return land.LINE_MP
    if land.BOTH_BRIDGES in (land.TERRAIN[a], land.TERRAIN[b]):
        return -1  # only the road leads into H1 and out of it
    return land.ENTER_MP[land.TERRAIN[b]]


def _steps(a: int) -> tuple[tuple[int, int], ...]:
    return tuple((b, cost) for b in land.AROUND[a] if (cost := step_cost(a, b)) >= 0)


STEPS: Final[list[tuple[tuple[int, int], ...]]] = [_steps(cell) for cell in range(land.HEXES)]
NET: Final = Net(STEPS)


def broken_steps(broken: frozenset[int]) -> list[tuple[tuple[int, int], ...]]:
    """The steps of the map when these bridge hexes are marshy stream, without road or railway."""
    steps = list(STEPS)
    for bridge in broken:
        steps[bridge] = tuple((b, land.ENTER_MP[land.TERRAIN[b]]) for b, _ in STEPS[bridge])
        for near in land.AROUND[bridge]:
            if land.PASSABLE[near] and near not in broken:
                steps[near] = tuple((b, land.ENTER_MP[land.STREAM] if b == bridge else cost) for b, cost in steps[near])
    for bridge in broken:
        steps[bridge] = tuple((b, land.ENTER_MP[land.STREAM] if b in broken else cost) for b, cost in steps[bridge])
    return steps


_nets: dict[tuple[int, ...], Net] = {(0,) * len(land.OBJECTIVES): NET}


def net(broken: tuple[int, ...]) -> Net:
    """ND-10.10 Neighbours and costs of every hex, with broken bridges as marshy stream, without road or railway."""
    found = _nets.get(broken)
    if found is None:
        found = Net(broken_steps(frozenset(land.OBJECTIVES[i] for i, down in enumerate(broken) if down)))
        _nets[broken] = found
    return found


def leashed(cell: int, to: int) -> bool:
    """ND-2.17 Every step of Howard-2 stays within one hex of Howard-1; after a retreat beyond, it must come nearer
    (Ruling A13)."""
    return FROM_H1[to] <= 1 or FROM_H1[to] < FROM_H1[cell]


_leashed_nets: dict[tuple[int, ...], Net] = {}


def leashed_net(broken: tuple[int, ...]) -> Net:
    """The steps that Howard-2 may take."""
    found = _leashed_nets.get(broken)
    if found is None:
        steps = net(broken).steps
        found = Net([tuple((to, cost) for to, cost in row if leashed(cell, to)) for cell, row in enumerate(steps)])
        _leashed_nets[broken] = found
    return found


def _zone(soft: bool, dashed: bool) -> list[tuple[int, ...]]:
    """Of each hex the neighbours that are village or woods, or that are not; with those across a dashed side or not."""
    return [
        tuple(b for b in land.AROUND[a] if land.SOFT[b] == soft and (dashed or (a, b) not in land.DASHED))
        for a in range(land.HEXES)
    ]


OPEN, COVER = _zone(False, True), _zone(True, True)
OPEN_DRY, COVER_DRY = _zone(False, False), _zone(True, False)
