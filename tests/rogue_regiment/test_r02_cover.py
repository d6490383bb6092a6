"""Chapter 2, with what chapters 16 and 18 say of it."""

from __future__ import annotations

import random

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.data import FACES
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, REGULAR, ROCK, ROOM, WATER
from sandtable.games.rogue_regiment.ground.layout import CRAWL, MARCH, WALK, Layout
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules.r02_cover import cover
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, GUARD, V_GUARD, Regiment, changed
from sandtable.geometry.squares import DOOR, HIGH, LOW, NORTH, OPEN, SCALABLE, SOUTH, WALL, WINDOW, bits
from tests.rogue_regiment.boards import board, edged, faces, open_ground, plain, seen
from tests.rogue_regiment.field import E, N, S, W, field, man, unit
from tests.rogue_regiment.models.sight import Slow
from tests.rogue_regiment.positions import driven, may, volley

COTTAGE = """
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
SEED = 2026
WHEELS = (data.MOTORBIKE, data.HALF_TRACK, data.KUBELWAGEN, data.TRUCK)


def drawn_layout(rng: random.Random) -> Layout:
    """A board with woods, rocks, hedges and crates, a river with a bridge, houses and walls."""
    side = 10
    share = rng.choice((0.04, 0.1, 0.2))
    strewn = (FOREST, FOREST, HEDGE, HEDGE, CRATES, ROCK)
    kinds = [[rng.choice(strewn) if rng.random() < share else REGULAR for _ in range(side)] for _ in range(side)]
    rooms = [[0] * side for _ in range(side)]
    uprights = [[OPEN] * (side + 1) for _ in range(side)]
    flats = [[OPEN] * side for _ in range(side + 1)]
    if rng.random() < 0.5:
        top, left = rng.randrange(side - 2), rng.randrange(1, side - 2)
        for y in range(top, top + 3):
            kinds[y] = [BRIDGE if left <= x <= left + 1 else WATER for x in range(side)]
            uprights[y][left] = uprights[y][left + 2] = LOW
    walls = (WALL, WALL, WALL, WALL, WINDOW, DOOR)
    for n in range(rng.randint(0, 3)):
        width, height = rng.randint(1, 5), rng.randint(1, 4)
        left, top = rng.randint(0, side - width), rng.randint(0, side - height)
        for x in range(left, left + width):
            flats[top][x], flats[top + height][x] = rng.choice(walls), rng.choice(walls)
            for y in range(top, top + height):
                rooms[y][x], kinds[y][x] = n + 1, ROOM
        for y in range(top, top + height):
            uprights[y][left], uprights[y][left + width] = rng.choice(walls), rng.choice(walls)
    share = rng.choice((0.0, 0.05, 0.1))
    for row in (*uprights, *flats):
        for n in range(len(row)):
            if rng.random() < share:
                row[n] = rng.choice((LOW, LOW, LOW, HIGH, SCALABLE, WALL, OPEN))
    flats[0] = flats[side] = [OPEN] * side
    for row in uprights:
        row[0] = row[side] = OPEN
    return Layout(faces(kinds, rooms, uprights, flats))


def clear(s: Regiment, squares: tuple[int, ...], kinds: tuple[int, ...], taken: set[int]) -> bool:
    """Whether a vehicle could stand on these squares, all on the board or some."""
    on = [v for v in squares if s.grid.on[v]]
    return bool(on) and not taken & set(squares) and all(s.layout.kind[v] in kinds for v in on)


def drawn_position(rng: random.Random, layout: Layout) -> Regiment:
    """Axis units and vehicles, our men and vehicles, and all that lies about, on squares where they may be."""
    s = field(layout)
    grid, taken = s.grid, set[int]()
    dry = (REGULAR, FOREST, HEDGE, BRIDGE)
    for _ in range(6):
        v, facing, mine = grid.at(rng.randint(-1, 10), rng.randint(-1, 10)), rng.randrange(4), rng.random() < 0.5
        kind = rng.randrange(len(data.CARS)) if mine else rng.choice(WHEELS)
        squares = layout.squares_under(4 * v + facing, data.CAR_LENGTH[kind] if mine else data.LENGTH[kind])
        if clear(s, squares, (WATER, BRIDGE) if mine and kind == data.BOAT else dry, taken):
            taken |= set(squares)
            if mine:
                setup.add_car(s, kind, v, facing)
            else:
                s.u_alert[setup.add_unit(s, kind, v, facing, V_GUARD)] = rng.randrange(2)
    free = [v for v in grid.squares if v not in taken]
    places = rng.sample(free, 14)
    for v in places[:8]:
        kind = rng.choice((data.RIFLE, data.SMG, data.OFFICER, data.MORTAR))
        s.u_alert[setup.add_unit(s, kind, v, rng.randrange(4), GUARD)] = rng.randrange(2)
    for n, v in enumerate(places[8:12]):
        m = setup.add_man(s, n, 0, v, ACTIVE)
        s.m_spotted[m], s.m_low[m] = rng.randrange(2), rng.randrange(2)
        s.m_shot = changed(s.m_shot, m, rng.randrange(2))
        s.give(m, data.I_CAMO, rng.randrange(2) - min(1, s.has(m, data.I_CAMO)))
        if layout.kind[v] in (WATER, BRIDGE):
            s.m_swim, s.m_low[m] = changed(s.m_swim, m, 1), 0
        if s.c_kind and rng.random() < 0.4:
            c = rng.randrange(len(s.c_kind))
            s.m_car, s.m_at[m] = changed(s.m_car, m, c), s.c_at[c]
            s.m_swim, s.m_low[m] = changed(s.m_swim, m, 0), 0
    s.barrels, s.radios = (places[12],), ((places[13], 1),)
    s.lay(blasts=tuple(rng.sample(grid.squares, rng.choice((0, 0, 1)))))
    corners = [v for v in free if all(v + by in free for by in (1, grid.stride, grid.stride + 1))]
    s.lay(dumps=tuple((v, 1) for v in rng.sample(corners, min(len(corners), rng.choice((0, 0, 1))))))
    s.forget()
    return s


@pytest.mark.clause("RR-2.1", "RR-2.2", "RR-8.2")
def test_a_hedge_hides_a_crouched_man_but_not_a_standing_one() -> None:  # TV-17
    for low in (True, False):
        s = field(plain(7, 5, H="3,2"))
        m = man(s, "paddy", 3, 3, low=low)
        u = unit(s, "rifle", 3, 0, S)
        assert sight.sees(s, u, m) != low


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


@pytest.mark.clause(
    "RR-2.1", "RR-2.3", "RR-2.6", "RR-2.7", "RR-2.12", "RR-2.14", "RR-2.15", "RR-2.16", "RR-2.21", "RR-2.25", "RR-2.29",
    "RR-2.32", "RR-6.4", "RR-9.7", "RR-9.10", "RR-18.13", "RR-18.18", "RR-18.19", "RR-20.7", "RR-20.9", "RR-21.21",
)  # fmt: skip
def test_what_is_seen_in_a_position_is_what_lines_walked_square_by_square_show() -> None:
    rng = random.Random(SEED)
    print("seed", SEED)
    looked = men = seated = covered = lines = 0
    while looked < 25_000:
        s = drawn_position(rng, drawn_layout(rng))
        slow = Slow(s)
        for u in slow.units:
            full, part = sight.view_of(s, u, True), sight.view_of(s, u, False)
            for v in s.grid.squares:
                level = slow.visible(u, slow.spot(v))
                looked += level < 3
                wanted = (level == 0, level < 2)
                assert (full >> v & 1 == 1, part >> v & 1 == 1) == wanted, (s.unit(u), s.place(v))
            seen = [m for m in range(len(s.m_kind)) if slow.sees(u, m)]
            assert bits(sight.men_seen(s, u)) == seen == [m for m in range(len(s.m_kind)) if sight.sees(s, u, m)]
            men += len(seen)
            seated += sum(s.m_car[m] >= 0 for m in seen)
            s.m_car, cars = (-1,) * len(s.m_car), s.m_car
            there = s.m_at[0]
            for v in rng.sample(bits(part), min(part.bit_count(), 12)):
                s.m_at[0] = v
                assert reactions.cover_of(s, u, 0) == slow.cover(u, slow.spot(v)), (s.unit(u), s.place(v))
                covered += slow.cover(u, slow.spot(v)) < 0
            s.m_at[0], s.m_car = there, cars
        for m in [m for m in range(len(s.m_kind)) if s.m_car[m] < 0 and not s.m_swim[m]]:
            for u in slow.units:
                wanted_squares = slow.ours(slow.spot(s.m_at[m]), u)
                assert {slow.spot(v) for v in targeting.in_sight(s, m, s.m_at[m], u, False)} == wanted_squares
                lines += len(wanted_squares)
    assert min(men, covered, lines) > 100
    assert seated > 20


@pytest.mark.clause("RR-2.3", "RR-13.11", "RR-18.18")
def test_a_vehicle_that_drives_on_no_longer_closes_a_way_round_a_corner_that_passes_the_cover() -> None:
    s = field(plain(10, 10, H="5,2"))
    m = man(s, "jock", 6, 3, spotted=True)
    u = unit(s, "motorbike", 3, 4, W, alert=True)  # on d4 to e5, its back to him
    s.forget()
    # From there its line passes the corner between the hedge and where it stood.
    assert reactions.cover_of(driven(s, u, 2, 1, E), u, m) == 0
    assert vehicle_advance.best_shot(s, u, 4 * s.grid.at(2, 1) + E, m) == 1
    s.move(u, s.grid.at(0, 9))
    unit(s, "rifle", 4, 3, N)  # a man who is not alert closes it
    s.forget()
    assert reactions.cover_of(driven(s, u, 2, 1, E), u, m) == -1
    assert vehicle_advance.best_shot(s, u, 4 * s.grid.at(2, 1) + E, m) == -1


@pytest.mark.clause("RR-2.4", "RR-16.5", "RR-16.9")
def test_a_low_wall_takes_two_off_unless_the_attacker_is_beside_the_man() -> None:
    for y, health in ((0, 5), (2, 4)):  # 3 + 1 - 2 misses, 3 + 1 hits
        s = field(edged(open_ground(7, 7), *(("l", x, 2, x, 3) for x in range(7))), dice=[3])
        s.section = BATTLE
        m = man(s, "jock", 3, 3, spotted=True)
        unit(s, "rifle", 3, y, S, alert=True)
        volley(s)
        assert s.m_health[m] == health


@pytest.mark.clause("RR-2.5", "RR-8.5")
def test_low_walls_are_vaulted_standing_but_not_crouched() -> None:
    layout = board("+ + +\n .l. \n+ + +")
    assert may(layout, WALK, 0, 0, 1, 0)
    assert layout.step_cost(layout.grid.at(0, 0), layout.grid.at(1, 0), MARCH, 0) == 1
    assert not may(layout, CRAWL, 0, 0, 1, 0)


@pytest.mark.clause("RR-2.6", "RR-2.7")
def test_one_looks_along_a_low_wall_as_if_it_were_not_there() -> None:  # TV-21
    layout = edged(open_ground(8, 6), *(("l", 3, y, 4, y) for y in range(4)))
    rows = seen(layout, 3, 5, NORTH, 8, 6)
    assert all("p" not in row and "x" not in row for row in rows)
    assert seen(layout, 2, 5, NORTH, 8, 6) == ["oooopppo", "ooooppo-", "oooopo--", "ooooo---", "-ooo----", "-o@o----"]


@pytest.mark.clause("RR-2.8", "RR-2.10", "RR-2.3")
def test_a_hedge_is_soft_cover_and_crates_are_hard_for_a_man_beside_them() -> None:
    for kind, less in (("H", -1), ("C", -2), ("~", 0)):
        s = field(plain(7, 7, **{kind: "3,4"}))
        viewer, beside, away = s.grid.at(3, 0), s.grid.at(3, 5), s.grid.at(3, 6)
        assert cover(s, viewer, False, (viewer,), beside) == less
        assert cover(s, viewer, False, (viewer,), away) == 0


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


@pytest.mark.clause("RR-2.15", "RR-2.22", "RR-2.25")
def test_from_afar_only_the_squares_behind_a_window_are_seen() -> None:  # TV-3
    assert seen(board(COTTAGE), 3, 0, SOUTH, 7, 6) == ["--o@o--", "--ooo--", "-ooooo-", "ooooooo", "oxpppxo", "xxxxxxx"]


@pytest.mark.clause("RR-2.20", "RR-2.21", "RR-2.23", "RR-2.24", "RR-2.26")
def test_at_a_window_one_sees_through_it_fully() -> None:  # TV-3b
    layout = board(COTTAGE)
    assert seen(layout, 3, 3, SOUTH, 7, 6)[4:] == ["--ooo--", "-ooooo-"]
    inside = seen(layout, 3, 5, NORTH, 7, 6)
    assert inside[3] == "-xpppx-"
    assert all("o" not in row and "p" not in row for row in inside[:3])
    assert seen(layout, 2, 4, NORTH, 7, 6)[:4] == ["ooooooo", "oooooo-", "ooooo--", "-ooo---"]


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
    house = board(COTTAGE)
    grid = house.grid
    assert house.crew.level(grid.at(3, 3), grid.at(3, 4)) == 1, "at the window, yet no window square for a vehicle"
    assert house.crew.level(grid.at(3, 3), grid.at(3, 5)) == 2


def test_a_man_in_the_field_hides_what_is_behind_him() -> None:  # TV-22
    layout = plain(7, 5)
    assert seen(layout, 3, 4, NORTH, 7, 5, 1 << layout.grid.at(3, 2))[:2] == ["ooxxxoo", "oooxooo"]
    assert seen(layout, 3, 4, NORTH, 7, 5)[:2] == ["ooooooo", "ooooooo"]
