"""Who sees whom, and past what, in drawn positions: the rules against a line walked square by square."""

from __future__ import annotations

import random

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment.layout import Layout
from sandtable.games.rogue_regiment.state import ACTIVE, GUARD, V_GUARD, Regiment, changed
from sandtable.games.rogue_regiment.tiles import BRIDGE, CRATES, FOREST, HEDGE, REGULAR, ROCK, ROOM, WATER
from sandtable.kernel.squares import DOOR, GRAPPLE, HIGH, LOW, OPEN, WALL, WINDOW, bits
from tests.rogue_regiment.boards import faces
from tests.rogue_regiment.field import field
from tests.rogue_regiment.slow_sight import Slow

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
                row[n] = rng.choice((LOW, LOW, LOW, HIGH, GRAPPLE, WALL, OPEN))
    flats[0] = flats[side] = [OPEN] * side
    for row in uprights:
        row[0] = row[side] = OPEN
    return Layout(faces(kinds, rooms, uprights, flats))


def clear(s: Regiment, squares: list[int], kinds: tuple[int, ...], taken: set[int]) -> bool:
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
    s.blasts = tuple(rng.sample(grid.squares, rng.choice((0, 0, 1))))
    corners = [v for v in free if all(v + by in free for by in (1, grid.stride, grid.stride + 1))]
    s.dumps = tuple((v, 1) for v in rng.sample(corners, min(len(corners), rng.choice((0, 0, 1)))))
    s.changed()
    return s


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
                assert {slow.spot(v) for v in attack.in_sight(s, m, s.m_at[m], u, False)} == wanted_squares
                lines += len(wanted_squares)
    assert min(men, covered, lines) > 100
    assert seated > 20
