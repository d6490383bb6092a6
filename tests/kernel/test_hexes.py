"""Hex geometry: neighbours, distance, rings, rays and lines."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.hexes import NE, OUTSIDE, HexGrid, N, S

GRID = HexGrid(9, 7)
cells = st.integers(0, GRID.size - 1)


def at(column: int, row: int) -> int:
    return GRID.cell(column, row)


def test_every_second_column_lies_half_a_hex_further_south() -> None:
    assert GRID.beside[at(2, 3)] == (at(2, 2), at(3, 2), at(3, 3), at(2, 4), at(1, 3), at(1, 2))
    assert GRID.beside[at(3, 3)] == (at(3, 2), at(4, 3), at(4, 4), at(3, 4), at(2, 4), at(2, 3))


def test_a_corner_has_neighbours_outside() -> None:
    assert GRID.beside[at(0, 0)] == (OUTSIDE, OUTSIDE, at(1, 0), at(0, 1), OUTSIDE, OUTSIDE)
    assert GRID.around[at(0, 0)] == (at(1, 0), at(0, 1))


def test_the_edge_is_every_cell_with_a_neighbour_outside() -> None:
    assert len(GRID.edge) == 2 * 9 + 2 * 7 - 4


@given(cells, st.integers(0, 5))
def test_the_way_back_is_the_opposite_direction(cell: int, direction: int) -> None:
    other = GRID.beside[cell][direction]
    if other != OUTSIDE:
        assert GRID.beside[other][(direction + 3) % 6] == cell
        assert GRID.direction(cell, other) == direction


@given(cells)
def test_cube_coordinates_return_to_the_cell_and_add_up_to_nothing(cell: int) -> None:
    x, y, z = GRID.cube(cell)
    assert x + y + z == 0
    assert GRID.from_cube(x, z) == cell


@given(cells, cells)
def test_distance_is_the_number_of_steps_of_a_search(a: int, b: int) -> None:
    seen, front, steps = {a}, [a], 0
    while b not in seen:
        front = [n for cell in front for n in GRID.around[cell] if n not in seen]
        seen.update(front)
        steps += 1
    assert GRID.distance(a, b) == steps


@given(cells, st.integers(0, 4))
def test_a_ring_holds_exactly_the_cells_at_its_distance(centre: int, radius: int) -> None:
    ring = GRID.ring(centre, radius)
    assert len(ring) == len(set(ring))
    assert sorted(ring) == [cell for cell in range(GRID.size) if GRID.distance(centre, cell) == radius]


def test_a_ring_begins_in_the_north_and_goes_clockwise() -> None:
    assert GRID.ring(at(4, 3), 1) == list(GRID.beside[at(4, 3)])


@given(cells, cells)
def test_a_line_steps_from_neighbour_to_neighbour_and_is_no_longer_than_the_distance(a: int, b: int) -> None:
    line = GRID.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == GRID.distance(a, b) + 1
    for here, there in itertools.pairwise(line):
        assert there == OUTSIDE or here == OUTSIDE or GRID.distance(here, there) == 1


def test_a_line_between_a_cell_and_a_corner_neighbour_takes_the_clockwise_side() -> None:
    # Two steps that differ by one direction each: N then NE, or NE then N.
    a = at(4, 4)
    b = GRID.beside[GRID.beside[a][N]][NE]
    assert GRID.line(a, b) == [a, GRID.beside[a][NE], b]


def test_a_ray_ends_at_the_edge() -> None:
    assert GRID.ray(at(2, 4), S, 5) == [at(2, 5), at(2, 6)]
    assert GRID.ray(at(2, 4), N, 2) == [at(2, 3), at(2, 2)]
