"""Bounded cheapest reach."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.hexes import HexGrid
from sandtable.geometry.reach import CLOSED, PLACE, Net, reach, spread

LINE = Net([((1, 2),), ((0, 2), (2, 2)), ((1, 2), (3, 2)), ((2, 2),)])


def none(size: int) -> bytearray:
    return bytearray(size)


def test_the_start_is_not_a_destination_and_points_bound_the_rest() -> None:
    assert reach(0, 4, LINE, none(4), none(4)).cost == {1: 2, 2: 4}
    assert reach(0, 1, LINE, none(4), none(4)).cost == {}


def test_the_way_leads_from_the_start_to_the_place() -> None:
    assert reach(0, 6, LINE, none(4), none(4)).way(3) == [0, 1, 2, 3]


def test_a_toll_is_paid_on_the_way_in_and_on_the_way_out() -> None:
    toll = bytearray([0, 1, 0, 0])
    assert reach(0, 6, LINE, toll, none(4)).cost == {1: 3, 2: 6}
    assert reach(1, 6, LINE, toll, none(4)).cost == {0: 3, 2: 3, 3: 5}


def test_a_closed_place_is_not_entered_but_may_be_left() -> None:
    toll = bytearray([0, 0, CLOSED, 0])
    assert reach(0, 9, LINE, toll, none(4)).cost == {1: 2}
    assert reach(2, 2, LINE, toll, none(4)).cost == {1: 2, 3: 2}


def test_a_halt_may_be_entered_and_not_passed_but_a_start_there_may_be_left() -> None:
    halt = bytearray([0, 1, 0, 0])
    assert reach(0, 9, LINE, none(4), halt).cost == {1: 2}
    assert reach(1, 4, LINE, none(4), halt).cost == {0: 2, 2: 2, 3: 4}


def test_places_with_tolls_may_be_kept_apart() -> None:
    toll = bytearray([1, 1, 0, 0])
    assert reach(0, 9, LINE, toll, none(4), apart=True).cost == {}
    assert reach(0, 9, LINE, toll, none(4), apart=False).cost == {1: 4, 2: 7, 3: 9}


def test_of_two_ways_at_one_price_the_first_in_order_is_taken() -> None:
    diamond = Net([((1, 1), (2, 1)), ((3, 1),), ((3, 1),), ()])
    assert reach(0, 2, diamond, none(4), none(4)).way(3) == [0, 1, 3]


GRID = HexGrid(6, 5)
prices = st.lists(st.integers(1, 6), min_size=GRID.size, max_size=GRID.size)
tolls = st.lists(st.sampled_from([0, 0, 0, 1, 2, CLOSED]), min_size=GRID.size, max_size=GRID.size)
halts = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=GRID.size, max_size=GRID.size)


@given(st.integers(0, GRID.size - 1), st.integers(0, 14), prices, tolls, halts, st.booleans())
def test_it_agrees_with_trying_again_until_nothing_gets_cheaper(
    start: int, points: int, price: list[int], toll: list[int], halt: list[int], apart: bool
) -> None:
    steps = [tuple((b, price[b]) for b in GRID.around[a]) for a in range(GRID.size)]
    net = Net(steps)
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for a, spent in list(best.items()):
            if halt[a] and a != start:
                continue
            leaving = 0 if toll[a] == CLOSED else toll[a]
            for b, cost in steps[a]:
                if toll[b] == CLOSED or (apart and leaving and toll[b]):
                    continue
                total = spent + leaving + cost + toll[b]
                if total <= points and total < best.get(b, 999):
                    best[b] = total
                    changed = True
    del best[start]
    found = reach(start, points, net, bytearray(toll), bytearray(halt), apart)
    assert found.cost == best
    for place, cost in found.cost.items():
        way = found.way(place)
        assert way[0] == start
        assert way[-1] == place
        paid = 0
        for a, b in itertools.pairwise(way):
            leaving = 0 if toll[a] == CLOSED else toll[a]
            paid += leaving + price[b] + toll[b]
        assert paid == cost


@given(
    st.dictionaries(st.integers(0, GRID.size - 1), st.integers(0, 60), max_size=4),
    prices,
    st.lists(st.sampled_from([0, 0, 3, 40]), min_size=GRID.size, max_size=GRID.size),
)
def test_what_is_left_to_the_goals_agrees_with_trying_again(
    goals: dict[int, int], price: list[int], toll: list[int]
) -> None:
    far = 50
    expected = [min(goals.get(place, far), far) for place in range(GRID.size)]
    for _ in range(GRID.size):
        for b in range(GRID.size):
            for a in GRID.around[b]:
                if expected[b] < far:
                    expected[a] = min(expected[a], expected[b] + toll[b] + price[b])
    back = [[a << PLACE | price[b] for a in GRID.around[b]] for b in range(GRID.size)]
    assert spread(goals, toll, back, far) == expected
