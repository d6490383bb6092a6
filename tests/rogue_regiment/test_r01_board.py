"""RR-1, RR-2: squares, edges and what is seen, on the little boards of the rules ledger."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment.data import FACES
from sandtable.games.rogue_regiment.layout import CLIMB, CRAWL, HOOK, MARCH, SURFACE, SWIM, WALK, Layout
from sandtable.games.rogue_regiment.r02_cover import cover
from sandtable.kernel.squares import EAST, NORTH, SOUTH, WEST, bits, moved
from tests.rogue_regiment.boards import board, edged, open_ground, plain, seen
from tests.rogue_regiment.field import field, unit

HOUSE = """
+ + + + + + + +
 . . . . . . .
+ + + + + + + +
 . . . . . . .
+ + + + + + + +
 . . . . . . .
+ + + + + + + +
 . . . . . . .
+ +#+#+W+#+#+ +
 .#1 1 1 1 1#.
+ + + + + + + +
 .#1 1 1 1 1#.
+ +#+#+D+#+#+ +
"""


def may(layout: Layout, mode: int, x: int, y: int, tx: int, ty: int) -> bool:
    return layout.step_cost(layout.grid.at(x, y), layout.grid.at(tx, ty), mode, 0) > 0


@pytest.mark.clause("RR-1.5", "RR-1.6", "RR-1.7", "RR-1.9", "RR-1.14", "RR-1.15", "RR-5.2")
def test_squares_let_men_and_lines_through_as_their_kind_says() -> None:  # TV-1
    for kind, walks, through in ((".", True, True), ("~", False, True), ("F", True, False), ("R", False, False)):
        layout = plain(5, 5, **({kind: "2,2"} if kind != "." else {}))
        grid = layout.grid
        assert may(layout, WALK, 2, 3, 2, 2) == walks
        assert may(layout, MARCH, 2, 3, 2, 2) == walks
        assert (layout.eyes.level(grid.at(2, 4), grid.at(2, 0)) == 0) == through
        assert layout.eyes.level(grid.at(2, 4), grid.at(2, 2)) == 0


@pytest.mark.clause("RR-2.1")
def test_low_walls_and_hedges_make_squares_partially_visible() -> None:  # TV-2
    layout = edged(open_ground(9, 5), ("l", 2, 1, 2, 2), ("l", 3, 1, 3, 2))
    hedge = board(
        """
        + + + + + + + + + +
         . . . . . . . . .
        + + + + + + + + + +
         . . . . . . . . .
        + + +l+l+ + + + + +
         . . . . . . H . .
        + + + + + + + + + +
         . . . . . . . . .
        + + + + + + + + + +
         . . . . . . . . .
        + + + + + + + + + +
        """
    )
    assert layout.grid.width == hedge.grid.width
    assert seen(hedge, 4, 4, NORTH, 9, 5) == ["opppooopp", "-oppoopp-", "--ooooo--", "---ooo---", "---o@o---"]


@pytest.mark.clause("RR-2.12", "RR-2.1")
def test_high_walls_block_and_crates_hide_what_is_low() -> None:  # TV-2b
    layout = board(
        """
        + + + + + + + + +
         . . . . . . . .
        + + + + + + + + +
         . . .h. . . . .
        + + + + + + + + +
         . . .h. . C . .
        + + + + + + + + +
         . . . . . . . .
        + + + + + + + + +
         . . . . . . . .
        + + + + + + + + +
        """
    )
    assert seen(layout, 4, 4, NORTH, 8, 5) == ["oxxooppp", "-oxooppo", "--ooooo-", "---ooo--", "---o@o--"]


@pytest.mark.clause("RR-2.8", "RR-2.10", "RR-2.3")
def test_a_hedge_is_soft_cover_and_crates_are_hard_for_a_man_beside_them() -> None:
    for kind, less in (("H", -1), ("C", -2), ("~", 0)):
        s = field(plain(7, 7, **{kind: "3,4"}))
        viewer, beside, away = s.grid.at(3, 0), s.grid.at(3, 5), s.grid.at(3, 6)
        assert cover(s, viewer, False, [viewer], beside) == less
        assert cover(s, viewer, False, [viewer], away) == 0


@pytest.mark.clause("RR-2.15", "RR-2.22", "RR-2.25")
def test_from_afar_only_the_squares_behind_a_window_are_seen() -> None:  # TV-3
    assert seen(board(HOUSE), 3, 0, SOUTH, 7, 6) == ["--o@o--", "--ooo--", "-ooooo-", "ooooooo", "oxpppxo", "xxxxxxx"]


@pytest.mark.clause("RR-2.20", "RR-2.21", "RR-2.23", "RR-2.24", "RR-2.26")
def test_at_a_window_one_sees_through_it_fully() -> None:  # TV-3b
    layout = board(HOUSE)
    assert seen(layout, 3, 3, SOUTH, 7, 6)[4:] == ["--ooo--", "-ooooo-"]
    inside = seen(layout, 3, 5, NORTH, 7, 6)
    assert inside[3] == "-xpppx-"
    assert all("o" not in row and "p" not in row for row in inside[:3])
    assert seen(layout, 2, 4, NORTH, 7, 6)[:4] == ["ooooooo", "oooooo-", "ooooo--", "-ooo---"]


@pytest.mark.clause("RR-2.9", "RR-2.16", "RR-2.17", "RR-2.18")
def test_hedge_wall_and_rock_stop_a_move_and_a_door_is_straight_only() -> None:  # TV-4
    layout = board(
        """
        + + + +
         . H .
        + + + +
         R .#.
        + +D+ +
         . . .
        + + + +
        """
    )
    assert may(layout, WALK, 1, 1, 1, 2)
    for x, y in ((1, 0), (2, 1), (0, 1), (0, 2), (2, 2)):
        assert not may(layout, WALK, 1, 1, x, y), (x, y)
    assert layout.eyes.level(layout.grid.at(1, 1), layout.grid.at(1, 2)) == 2, "nobody looks through the door"


@pytest.mark.clause("RR-5.6", "RR-5.7", "RR-5.8", "RR-2.11", "RR-2.13", "RR-2.28")
def test_climbing_enters_hedge_and_crates_and_windows_and_a_hook_does_more() -> None:  # TV-6
    layout = board(
        """
        + + + +
         H C R
        + + + +
         . . .
        + +W+g+
         . . .
        + + + +
        """
    )
    for to in ((0, 0), (1, 0)):
        assert not may(layout, WALK, 1, 1, *to)
        assert may(layout, CLIMB, 1, 1, *to)
        assert may(layout, HOOK, 1, 1, *to)
    assert may(layout, CLIMB, 1, 1, 1, 2)
    assert not may(layout, WALK, 1, 1, 1, 2)
    assert not may(layout, CLIMB, 1, 1, 2, 0)
    assert may(layout, HOOK, 1, 1, 2, 0)
    assert not may(layout, CLIMB, 2, 1, 2, 2)
    assert may(layout, HOOK, 2, 1, 2, 2)
    assert not may(layout, CLIMB, 1, 1, 2, 1), "stepping over open ground is no climb"


@pytest.mark.clause("RR-5.10")
def test_a_diagonal_step_needs_one_free_way_round_the_corner() -> None:  # TV-94
    free = board("+ + +\n . R \n+ + +\n . . \n+ + +")
    walled = board("+ + +\n . R \n+#+ +\n . . \n+ + +")
    assert may(free, WALK, 0, 0, 1, 1)
    assert not may(walled, WALK, 0, 0, 1, 1)


@pytest.mark.clause("RR-2.5", "RR-8.5")
def test_low_walls_are_vaulted_standing_but_not_crouched() -> None:
    layout = board("+ + +\n .l. \n+ + +")
    assert may(layout, WALK, 0, 0, 1, 0)
    assert layout.step_cost(layout.grid.at(0, 0), layout.grid.at(1, 0), MARCH, 0) == 1
    assert not may(layout, CRAWL, 0, 0, 1, 0)


@pytest.mark.clause("RR-13.18")
def test_axis_men_pay_two_for_a_hedge_or_a_window() -> None:
    layout = board("+ + + +\n . H .W. \n+ + + + +")
    cost = [layout.step_cost(layout.grid.at(x, 0), layout.grid.at(x + 1, 0), MARCH, 0) for x in range(3)]
    assert cost == [2, 1, 2]


@pytest.mark.clause("RR-20.40")
def test_a_swimmer_passes_under_a_bridge_but_not_over_its_parapet() -> None:  # TV-61
    layout = board("+ + + +\n ~lBl~ \n+ + + +")
    assert not may(layout, SURFACE, 0, 0, 1, 0)
    low = board("+ + + +\n ~ B ~ \n+ + + +")
    assert may(low, SWIM, 0, 0, 1, 0)


@pytest.mark.clause("RR-2.6", "RR-2.7")
def test_one_looks_along_a_low_wall_as_if_it_were_not_there() -> None:  # TV-21
    layout = edged(open_ground(8, 6), *(("l", 3, y, 4, y) for y in range(4)))
    rows = seen(layout, 3, 5, NORTH, 8, 6)
    assert all("p" not in row and "x" not in row for row in rows)
    assert seen(layout, 2, 5, NORTH, 8, 6) == ["oooopppo", "ooooppo-", "oooopo--", "ooooo---", "-ooo----", "-o@o----"]


@pytest.mark.clause("RR-1.8", "RR-1.10", "RR-1.11", "RR-9.8")
def test_forest_hides_what_is_behind_it_and_is_fully_visible_from_beside() -> None:  # TV-21b
    layout = plain(7, 5, F="1,1 2,3", H="5,1")
    assert seen(layout, 3, 4, NORTH, 7, 5) == ["xxooopp", "xxooooo", "-xxooo-", "--ooo--", "--o@o--"]


def test_a_man_in_the_field_hides_what_is_behind_him() -> None:  # TV-22
    layout = plain(7, 5)
    assert seen(layout, 3, 4, NORTH, 7, 5, 1 << layout.grid.at(3, 2))[:2] == ["ooxxxoo", "oooxooo"]
    assert seen(layout, 3, 4, NORTH, 7, 5)[:2] == ["ooooooo", "ooooooo"]


@pytest.mark.clause("RR-6.3")
def test_a_line_through_a_corner_is_blocked_only_if_both_ways_round_it_are() -> None:  # TV-81
    one, both = plain(3, 3, F="1,0"), plain(3, 3, F="1,0 0,1")
    for layout, level in ((one, 0), (both, 2)):
        assert layout.eyes.level(layout.grid.at(0, 0), layout.grid.at(1, 1)) == level


@pytest.mark.clause("RR-18.14")
def test_a_half_track_sees_to_front_and_rear_from_the_middle_of_four_squares() -> None:  # TV-50
    layout = plain(10, 6, H="7,1", F="6,3")
    grid = layout.grid
    token = [(x, y) for x in (3, 4, 5) for y in (2, 3)]

    def drawn(corner: int, facing: int) -> list[str]:
        field = layout.crew_fields[4 * corner + facing]
        full, part = layout.crew.fully(corner, field), layout.crew.partly(corner, field)
        rows = []
        for y in range(6):
            line = ""
            for x in range(10):
                q = grid.at(x, y)
                line += (
                    "#" if (x, y) in token else "-" if not field >> q & 1
                    else "o" if full >> q & 1 else "p" if part >> q & 1 else "x"
                )  # fmt: skip
            rows.append(line)
        return rows

    front = ["-------opp", "------oopo", "---###oooo", "---###oxxx", "------oxxx", "-------oxx"]
    rear = ["oo--------", "ooo-------", "ooo###----", "ooo###----", "ooo-------", "oo--------"]
    assert drawn(grid.at(5, 3), EAST) == front
    assert drawn(grid.at(4, 3), WEST) == rear


@pytest.mark.clause("RR-2.31")
def test_a_window_at_the_corner_of_a_room_has_fewer_squares() -> None:  # TV-89
    layout = Layout((((FACES["T5A"], 0),),))
    grid = layout.grid
    window = grid.edge(grid.at(3, 2), grid.at(3, 3))
    assert sorted((grid.xs[v], grid.ys[v]) for v in grid.six(window)) == [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3)]
    assert grid.span(window) == (window,)


@pytest.mark.clause("RR-2.32", "RR-18.15")
def test_a_vehicle_looks_over_a_low_wall_beside_it_but_not_through_a_window() -> None:
    layout = edged(open_ground(8, 8), *(("l", x, 3, x, 4) for x in range(8)))
    grid = layout.grid
    corner = grid.at(4, 3)  # the looking block is rows 2 and 3, which border the wall's line
    assert layout.crew.level(corner, grid.at(4, 6)) == 0
    assert layout.crew.level(grid.at(4, 2), grid.at(4, 6)) == 1
    house = board(HOUSE)
    grid = house.grid
    assert house.crew.level(grid.at(3, 3), grid.at(3, 4)) == 1, "at the window, yet no window square for a vehicle"
    assert house.crew.level(grid.at(3, 3), grid.at(3, 5)) == 2


@pytest.mark.clause("RR-1.2")
def test_turning_a_tile_turns_everything_on_it() -> None:
    upright, turned = Layout((((FACES["T2A"], 0),),)), Layout((((FACES["T2A"], 1),),))
    for v in upright.grid.squares:
        x, y = upright.grid.xs[v], upright.grid.ys[v]
        assert turned.kind[turned.grid.at(9 - y, x)] == upright.kind[v]
    old = {(upright.grid.xs[v], upright.grid.ys[v]): p.default for p, v in upright.points}
    new = {(turned.grid.xs[v], turned.grid.ys[v]): p.default for p, v in turned.points}
    assert new == {(9 - y, x): (f + 1) % 4 for (x, y), f in old.items()}
    assert upright.anchors[0, 0, "office"] == upright.grid.at(7, 5)
    assert turned.anchors[0, 0, "office"] == turned.grid.at(4, 7)


@pytest.mark.clause("RR-1.16", "RR-1.17")
def test_eight_squares_are_adjacent_and_distance_leaves_out_the_start() -> None:
    layout = plain(5, 5)
    grid = layout.grid
    here = grid.at(2, 2)
    s = field(layout)
    u = unit(s, "rifle", 2, 2, NORTH)
    assert sum(1 for v in grid.squares if notice.range_to(s, u, v) == 1) == 8
    assert grid.distance(here, grid.at(4, 3)) == 2
    assert len(bits(moved(layout.fields[4 * here + NORTH], 0))) == 3 + 5 + 2
