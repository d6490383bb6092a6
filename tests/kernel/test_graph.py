"""Graphs over small integers."""

from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry import graph

# 0 - 1 - 2 - 3
#     |       |
#     4 - 5 --+      6 stands alone
LINKS = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 3)]
NEAR = graph.neighbours(7, LINKS)


def test_neighbours_come_in_the_order_of_the_numbers_and_both_ways() -> None:
    assert NEAR == ((1,), (0, 2, 4), (1, 3), (2, 5), (1, 5), (3, 4), ())


def test_distance_is_the_number_of_links_on_a_shortest_way() -> None:
    assert graph.distances_from(0, NEAR) == (0, 1, 2, 3, 2, 3, graph.FAR)


def test_a_way_may_end_in_a_closed_node_but_not_pass_through_it() -> None:
    assert graph.distances_from(0, NEAR, closed=(2,)) == (0, 1, 2, 4, 2, 3, graph.FAR)
    assert graph.distances_from(2, NEAR, closed=(2,)) == (2, 1, 0, 1, 2, 2, graph.FAR)


def test_next_steps_are_all_that_begin_a_shortest_way() -> None:
    distance = graph.distances(NEAR)
    assert graph.next_steps(NEAR, distance, 0, 3) == [1]
    assert graph.next_steps(NEAR, distance, 1, 5) == [4]
    square = graph.neighbours(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    assert graph.next_steps(square, graph.distances(square), 0, 2) == [1, 3]
    assert graph.next_steps(square, graph.distances(square, (1,)), 0, 2, closed=(1,)) == [3]
    assert graph.next_steps(square, graph.distances(square, (1,)), 0, 1, closed=(1,)) == [1]


graphs = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda link: link[0] != link[1]), unique=True)


@given(graphs, st.sets(st.integers(0, 8), max_size=2))
def test_distances_are_symmetric_and_a_next_step_leads_nearer(links: list[tuple[int, int]], closed: set[int]) -> None:
    near = graph.neighbours(9, {(min(link), max(link)) for link in links})
    shut = tuple(closed)
    distance = graph.distances(near, shut)
    for a in range(9):
        for b in range(9):
            assert distance[a][b] == distance[b][a]
            steps = graph.next_steps(near, distance, a, b, shut)
            assert bool(steps) == (0 < distance[a][b] < graph.FAR)
            assert all(distance[step][b] == distance[a][b] - 1 and step in near[a] for step in steps)
