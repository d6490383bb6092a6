"""The fast sight against the slow one, square by square, on drawn boards."""

from __future__ import annotations

import random

from sandtable.geometry.sight import FIELD, REACH, Eyes, cone, corner_cone
from sandtable.geometry.squares import DOOR, EAST, HIGH, LOW, NORTH, SCALABLE, SOUTH, WALL, WINDOW, Grid, bits, moved
from tests.kernel.sight_reference import level as slow_level
from tests.kernel.sight_reference import windows_of

SEED = 20261115


def drawn_board(random_: random.Random, width: int, height: int) -> tuple[Grid, list[int], int]:
    """A board with rooms, windows, walls and obstacles strewn over it."""
    grid = Grid(width, height)
    levels = [0] * grid.size
    dim = 0
    for v in grid.squares:
        kind = random_.random()
        if kind < 0.06:
            levels[v] = 2
            if random_.random() < 0.6:
                dim |= 1 << v
        elif kind < 0.12:
            levels[v] = 1
    for _ in range(random_.randint(1, 4)):  # houses, so that windows have walls beside them
        w, h = random_.randint(1, 5), random_.randint(1, 4)
        left, top = random_.randint(0, width - w), random_.randint(0, height - h)
        for x in range(left, left + w):
            for y in (top - 1, top + h - 1):
                grid.edges[2 * grid.at(x, y) + 1] = random_.choice((WALL, WALL, WALL, WINDOW, WINDOW, DOOR))
        for y in range(top, top + h):
            for x in (left - 1, left + w - 1):
                grid.edges[2 * grid.at(x, y)] = random_.choice((WALL, WALL, WALL, WINDOW, WINDOW, DOOR))
    for v in grid.squares:
        for edge in (2 * v, 2 * v + 1):
            if random_.random() < 0.08:
                grid.edges[edge] = random_.choice((LOW, LOW, LOW, HIGH, SCALABLE, WALL, WINDOW, DOOR, 0))
    return grid, levels, dim


def drawn_blockers(random_: random.Random, grid: Grid) -> tuple[int, int]:
    low = high = 0
    for v in grid.squares:
        if random_.random() < 0.06:
            low |= 1 << v
            if random_.random() < 0.6:
                high |= 1 << v
    return low, high


def slow_squares(grid: Grid, levels: list[int], low: int, high: int) -> dict[tuple[int, int], int]:
    return {
        (grid.xs[v], grid.ys[v]): max(levels[v], 2 if high >> v & 1 else 1 if low >> v & 1 else 0) for v in grid.squares
    }


def test_the_fast_sight_agrees_with_the_slow_one_on_a_hundred_thousand_pairs() -> None:
    random_ = random.Random(SEED)
    print("seed", SEED)
    pairs = 0
    while pairs < 100_000:
        grid, levels, dim = drawn_board(random_, random_.randint(6, 12), random_.randint(6, 12))
        low, high = drawn_blockers(random_, grid) if random_.random() < 0.8 else (0, 0)
        men = Eyes(grid, levels, dim, corner=False)
        slow = slow_squares(grid, levels, low, high)
        windows = windows_of(grid)
        for viewer in random_.sample(grid.squares, 12):
            at = (grid.xs[viewer], grid.ys[viewer])
            fully = men.fully(viewer, grid.board, low)
            partly = men.partly(viewer, grid.board, high)
            for facing in range(4):
                field = moved(cone(grid.stride, facing, FIELD), viewer - men.lines.base) & grid.board
                assert men.fully(viewer, field, low) == fully & field
                assert men.partly(viewer, field, high) == partly & field
            for target in grid.squares:
                to = (grid.xs[target], grid.ys[target])
                right = slow_level(grid, windows, slow, (2 * at[0] + 1, 2 * at[1] + 1), [at], False, to)
                assert men.level(viewer, target, low, high) == right, (SEED, at, to)
                assert men.walk(viewer, target, low, high) == right, (SEED, at, to)
                distance = grid.distance(viewer, target)
                if distance <= FIELD:
                    dimmed = dim >> target & 1 and distance > 1
                    assert fully >> target & 1 == (right == 0 and not dimmed), (SEED, at, to)
                    assert partly >> target & 1 == (right <= 1), (SEED, at, to)
                pairs += 1


def test_vehicles_look_from_corners_exactly_as_the_slow_sight_does() -> None:
    random_ = random.Random(SEED + 1)
    print("seed", SEED + 1)
    pairs = 0
    while pairs < 25_000:
        grid, levels, dim = drawn_board(random_, random_.randint(6, 11), random_.randint(6, 11))
        low, high = drawn_blockers(random_, grid)
        crew = Eyes(grid, levels, dim, corner=True)
        windows = windows_of(grid)
        for _ in range(12):
            x, y = random_.randint(1, grid.width - 1), random_.randint(1, grid.height - 1)
            block = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
            corner = grid.at(x, y)
            for place in block:  # nothing else stands where the vehicle is
                low &= ~(1 << grid.at(*place))
                high &= ~(1 << grid.at(*place))
            slow = slow_squares(grid, levels, low, high)
            fully = crew.fully(corner, grid.board, low)
            partly = crew.partly(corner, grid.board, high)
            for facing in range(4):
                field = moved(corner_cone(grid.stride, facing, FIELD), corner - crew.lines.base) & grid.board
                assert crew.fully(corner, field, low) == fully & field
                assert crew.partly(corner, field, high) == partly & field
            for target in grid.squares:
                to = (grid.xs[target], grid.ys[target])
                if to in block or not (-FIELD - 1 <= to[0] - x <= FIELD and -FIELD - 1 <= to[1] - y <= FIELD):
                    continue
                right = slow_level(grid, windows, slow, (2 * x, 2 * y), block, True, to)
                distance = min(grid.distance(grid.at(*place), target) for place in block)
                assert crew.level(corner, target, low, high) == right, (SEED + 1, (x, y), to)
                assert fully >> target & 1 == (right == 0 and not (dim >> target & 1 and distance > 1))
                assert partly >> target & 1 == (right <= 1)
                pairs += 1


def test_an_unhindered_line_meets_no_edge_and_no_low_square() -> None:
    random_ = random.Random(SEED + 2)
    for _ in range(12):
        grid, levels, dim = drawn_board(random_, 9, 9)
        men = Eyes(grid, levels, dim, corner=False)
        bare = Grid(9, 9)
        for edge in range(2 * grid.size):
            bare.edges[edge] = HIGH if grid.edges[edge] else 0
        strict = Eyes(bare, [2 if n else 0 for n in levels], 0, corner=False)
        for viewer in random_.sample(grid.squares, 9):
            for target in grid.squares:
                if target != viewer:
                    assert men.unhindered(viewer, target) == (strict.level(viewer, target) == 0)


def test_nothing_is_seen_beyond_what_lines_reach() -> None:
    grid = Grid(30, 3)
    men = Eyes(grid, [0] * grid.size, 0, corner=False)
    assert men.level(grid.at(0, 1), grid.at(REACH, 1)) == 0
    assert men.level(grid.at(0, 1), grid.at(REACH + 1, 1)) == 2
    assert men.partly(grid.at(0, 1), grid.board) == sum(1 << grid.at(x, y) for x in range(FIELD + 1) for y in range(3))


def test_a_cone_is_a_quarter_of_the_field_with_its_diagonals() -> None:
    grid = Grid(9, 9)
    here = moved(cone(grid.stride, NORTH, 2), grid.at(4, 4) - REACH * grid.stride - REACH)
    assert [grid.name(v) for v in bits(here)] == ["c3", "d3", "e3", "f3", "g3", "d4", "e4", "f4"]
    there = moved(cone(grid.stride, EAST, 1), grid.at(4, 4) - REACH * grid.stride - REACH)
    assert [grid.name(v) for v in bits(there)] == ["f4", "f5", "f6"]


def test_a_cone_from_a_corner_leaves_the_front_row_out() -> None:
    grid = Grid(9, 9)
    here = moved(corner_cone(grid.stride, SOUTH, 1), grid.at(4, 4) - REACH * grid.stride - REACH)
    assert [grid.name(v) for v in bits(here)] == ["c6", "d6", "e6", "f6"]
