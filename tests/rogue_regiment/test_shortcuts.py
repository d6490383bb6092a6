"""What is remembered to be quick is the same as what is worked out anew."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

import sandtable
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment.layout import FAR, MARCH, Layout, passable
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play
from sandtable.kernel.squares import Grid

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(scenario.id for scenario in GAME.scenarios())
KNOWN = tuple(
    f"veil_{name}"
    for name in ("low", "high", "ours", "calm", "keen", "wheels", "twice", "solid", "cars", "bars", "shut", "burning")
)


def positions(mission: str, seed: int, most: int) -> list[Regiment]:
    """Positions of a random game, as they were met, with what had been remembered of them."""
    s = GAME.start(mission, seed=seed)
    assert isinstance(s, Regiment)
    rng = Rng(seed)
    found: list[Regiment] = []
    while (options := legal(s)) and len(found) < most:
        found.append(s.clone())
        action = options[rng.below(len(options))]
        if action[0] in ("end", "leave"):  # random men give up too soon
            action = options[rng.below(len(options))]
        play(s, action)
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_remembered_of_the_board_is_what_stands_there(mission: str) -> None:
    checked = 0
    for s in positions(mission, 3, 120):
        if s.veil_known:
            before = [getattr(s, name) for name in KNOWN]
            sight.veil(s)
            assert [getattr(s, name) for name in KNOWN] == before
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_remembered_of_a_view_is_what_is_seen(mission: str) -> None:
    for s in positions(mission, 4, 120)[::6]:
        for u in range(len(s.u_kind)):
            if not s.here(u):
                continue
            low, high = sight.axis_veil(s, u)
            stand = lie = 0
            for corner, point, facing in sight.looks(s, u):
                eyes = s.layout.crew if corner else s.layout.eyes
                field = (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
                stand |= eyes.partly(point, field, high)
                lie |= eyes.fully(point, field, low)
            assert sight.view_of(s, u, False) == stand
            assert sight.view_of(s, u, True) == lie
            assert stand & ~sight.may_view(s, u) == 0


def test_distances_from_a_square_are_those_between_squares() -> None:
    grid = Grid(20, 10)
    for a in range(0, grid.size, 7):
        assert list(grid.far(a)) == [grid.distance(a, b) for b in range(grid.size)]


def slow_costs(layout: Layout, start: int, shut: int, closed: int, back: bool) -> dict[int, int]:
    """The cost of the way from a square to every other, or from every other to it, step by step."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for a, leading in enumerate(layout.steps(MARCH)):
        for b, price, s1, s2 in leading:
            if passable(b, s1, s2, shut) and not (closed >> b & 1 and (b != start or not back)):
                steps.setdefault(b if back else a, []).append((a if back else b, price))
    found: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, at = heappop(heap)
        if at not in found:
            found[at] = spent
            for to, price in steps.get(at, []):
                heappush(heap, (spent + price, to))
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_squares_found_ring_by_ring_have_the_cost_of_their_way(mission: str) -> None:
    s = GAME.start(mission, seed=0)
    assert isinstance(s, Regiment)
    layout, rng = s.layout, Rng(5)
    places = [*s.grid.squares, *s.stage.spawn_squares]
    for n in range(6):
        shut = closed = 0
        if n:
            shut = sight.dump_squares(s, places[rng.below(len(s.grid.squares))]) & s.grid.board
            closed = sight.blast_squares(s, places[rng.below(len(s.grid.squares))])
        start = places[rng.below(len(places))]
        for back, rings in (
            (False, layout.ways_from(start, shut, closed)),
            (True, layout.ways_to(1 << start, shut, closed)),
        ):
            costs = slow_costs(layout, start, shut, closed, back)
            assert {v: rings.cost(v) for v in places} == {v: costs.get(v, FAR) for v in places}
            few = sum(1 << v for v in places if costs.get(v, FAR) <= 4)
            assert rings.within(4) & sum(1 << v for v in places) == few
            assert rings.ring(3) & few == sum(1 << v for v in places if costs.get(v) == 3)
