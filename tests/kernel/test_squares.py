"""The square grid: names, edges, and the squares at a window."""

from __future__ import annotations

from sandtable.geometry.squares import DOOR, LOW, WALL, WINDOW, Grid, bits, found_on, letters, moved


def test_columns_are_letters_and_rows_are_numbers() -> None:
    grid = Grid(30, 20)
    assert grid.name(grid.at(0, 0)) == "a1"
    assert grid.name(grid.at(2, 11)) == "c12"
    assert grid.name(grid.at(29, 19)) == "ad20"
    assert [letters(n) for n in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def test_every_square_of_board_and_margin_knows_its_column_and_row() -> None:
    grid = Grid(7, 5)
    for x in range(-6, 7 + 8):
        for y in range(-4, 5 + 4):
            v = grid.at(x, y)
            assert (grid.xs[v], grid.ys[v]) == (x, y)
            assert grid.on_board(v) == grid.inside(x, y) == bool(grid.board >> v & 1)


def test_steps_off_the_board_never_reach_another_row() -> None:
    grid = Grid(6, 4)
    for v in grid.squares:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                w = v + dx + dy * grid.stride
                assert grid.on_board(w) == grid.inside(grid.xs[v] + dx, grid.ys[v] + dy)


def test_an_edge_is_the_same_from_both_sides() -> None:
    grid = Grid(4, 4)
    v = grid.at(1, 1)
    for w in (v + 1, v - 1, v + grid.stride, v - grid.stride):
        assert grid.edge(v, w) == grid.edge(w, v)
        assert set(grid.sides(grid.edge(v, w))) == {v, w}


def test_distance_counts_diagonal_steps_as_one() -> None:
    grid = Grid(9, 9)
    assert grid.distance(grid.at(0, 0), grid.at(3, 7)) == 7


def test_bit_sets_list_their_members_in_order() -> None:
    assert bits(0b101001) == [0, 3, 5]
    assert moved(0b1000, -2) == 0b10
    assert moved(0b10, 3) == 0b10000


def house() -> Grid:
    """A room of three by two with a window in the middle of its north wall."""
    grid = Grid(7, 6)
    for x in (2, 3, 4):
        grid.edges[2 * grid.at(x, 1) + 1] = WALL
        grid.edges[2 * grid.at(x, 3) + 1] = WALL
    for y in (2, 3):
        grid.edges[2 * grid.at(1, y)] = WALL
        grid.edges[2 * grid.at(4, y)] = WALL
    grid.edges[2 * grid.at(3, 1) + 1] = WINDOW
    return grid


def test_a_window_has_three_squares_on_each_side_and_a_span_of_three_edges() -> None:
    grid = house()
    window = 2 * grid.at(3, 1) + 1
    assert sorted(grid.name(v) for v in grid.six(window)) == ["c2", "c3", "d2", "d3", "e2", "e3"]
    assert len(grid.span(window)) == 3


def test_a_corner_a_partition_or_a_door_shortens_a_span() -> None:
    grid = house()
    window = 2 * grid.at(3, 1) + 1
    grid.edges[2 * grid.at(3, 2)] = WALL  # a partition to the east of the square behind the window
    assert sorted(grid.name(v) for v in grid.six(window)) == ["c2", "c3", "d2", "d3", "e2"]
    assert grid.span(window) == (2 * grid.at(2, 1) + 1, window)
    grid.edges[2 * grid.at(2, 1) + 1] = DOOR
    assert grid.span(window) == (window,)


def test_a_low_wall_cuts_no_square_off() -> None:
    grid = house()
    window = 2 * grid.at(3, 1) + 1
    grid.edges[2 * grid.at(3, 2)] = LOW
    assert len(grid.six(window)) == 6


def test_who_is_on_some_squares_is_found_by_his_number() -> None:
    assert found_on([5, -1, 9, 2, -1], 1 << 2 | 1 << 5 | 1 << 9) == [0, 2, 3]
    assert found_on([5, -1, 9, 2, -1], 1 << 9) == [2]
    assert found_on([5], 0) == []
