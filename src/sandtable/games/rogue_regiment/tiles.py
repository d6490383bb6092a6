"""RR-1.2 Tile faces as text: ten by ten squares, what stands on their edges, sentry points, patrol lines and anchors.

    tile: T9B  name: Heath
    + + + + (21 lines of 21 characters: squares at odd places, edges between them, + at the corners)
    sentry s1 black 7,2 N*,S,W
    patrol p1 white loop 4,1>8,1>8,4>4,4  start 4,1,E  start 8,4,W
    anchor knoll 5,5
    barrel 8,6

Columns and rows count from 0 at the north-west corner. A face that is wrong is described mistake by mistake, each with
its line. What is not printed in the rule text is our own design.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sandtable.kernel.squares import DOOR, DX, DY, EAST, GRAPPLE, HIGH, LOW, NORTH, OPEN, SOUTH, WALL, WEST, WINDOW
from sandtable.kernel.tables import Fault

SIDE: Final = 10  # squares along a tile

# What a square is.
OUTSIDE: Final = 0
REGULAR: Final = 1
ROAD: Final = 2
WATER: Final = 3
FOREST: Final = 4
ROCK: Final = 5
HEDGE: Final = 6
CRATES: Final = 7
BRIDGE: Final = 8
ROOM: Final = 9
KIND_NAMES: Final = ("outside", "open ground", "road", "water", "forest", "rock", "hedge", "crates", "bridge", "room")
SQUARES: Final = {
    ".": REGULAR, "=": ROAD, "~": WATER, "F": FOREST, "R": ROCK, "H": HEDGE, "C": CRATES, "B": BRIDGE,
    "1": ROOM, "2": ROOM, "3": ROOM, "4": ROOM, "5": ROOM, "6": ROOM, "7": ROOM, "8": ROOM, "9": ROOM,
}  # fmt: skip
EDGES: Final = {" ": OPEN, "l": LOW, "h": HIGH, "g": GRAPPLE, "#": WALL, "W": WINDOW, "D": DOOR}
EDGE_NAMES: Final = ("nothing", "low wall", "high wall", "grapple point", "building wall", "window", "door")

BLACK: Final = 0
WHITE: Final = 1
COLOURS: Final = ("black", "white")
FACING_LETTERS: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}


@dataclass(frozen=True)
class Point:
    """RR-1.18 A sentry point: its colour, the facings its arrows show, and the default one."""

    name: str
    colour: int
    x: int
    y: int
    arrows: tuple[int, ...]
    default: int


@dataclass(frozen=True)
class Route:
    """RR-1.19 A patrol line: its colour, its squares in order, and its start points (place on the line, facing)."""

    name: str
    colour: int
    loop: bool
    squares: tuple[tuple[int, int], ...]
    starts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Face:
    """One face of a tile; uprights[y][x] is the edge west of square x, y, flats[y][x] the one north of it."""

    id: str
    name: str
    kinds: tuple[tuple[int, ...], ...]
    rooms: tuple[tuple[int, ...], ...]
    uprights: tuple[tuple[int, ...], ...]
    flats: tuple[tuple[int, ...], ...]
    points: tuple[Point, ...]
    routes: tuple[Route, ...]
    anchors: tuple[tuple[str, int, int], ...]
    barrels: tuple[tuple[int, int], ...]


HEADER = re.compile(r"tile:\s*(\S+)\s+name:\s*(\S.*?)\s*$")
SENTRY = re.compile(r"sentry (\S+) (\S+) (\d+),(\d+) (\S+)$")
PATROL = re.compile(r"patrol (\S+) (\S+) (\S+) ((?:\d+,\d+>)+\d+,\d+)((?:\s+start \d+,\d+,[NESW])*)$")
START = re.compile(r"start (\d+),(\d+),([NESW])")
ANCHOR = re.compile(r"anchor (\S+) (\d+),(\d+)$")
BARREL = re.compile(r"barrel (\d+),(\d+)$")
KNOWN = (
    "sentry NAME COLOUR X,Y ARROWS, patrol NAME COLOUR loop|open CORNERS start X,Y,F start X,Y,F, anchor NAME X,Y "
    "or barrel X,Y"
)


class _Reader:
    """A face while it is read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.kinds: list[list[int]] = []
        self.rooms: list[list[int]] = []
        self.uprights: list[list[int]] = [[OPEN] * (SIDE + 1) for _ in range(SIDE)]
        self.flats: list[list[int]] = [[OPEN] * SIDE for _ in range(SIDE + 1)]
        self.points: list[Point] = []
        self.routes: list[Route] = []
        self.anchors: list[tuple[str, int, int]] = []
        self.barrels: list[tuple[int, int]] = []
        self.names: set[str] = set()

    def fault(self, line: int, text: str) -> None:
        self.faults.append(Fault(line, text))

    def grid(self, start: int, lines: list[str]) -> None:
        """The 21 lines of the picture, of which `start` is the first's number."""
        for j in range(2 * SIDE + 1):
            text = lines[j].ljust(2 * SIDE + 1) if j < len(lines) else " " * (2 * SIDE + 1)
            where = start + j
            if len(text) > 2 * SIDE + 1:
                self.fault(where, f"this line has {len(text)} characters; a tile has {2 * SIDE + 1}")
                text = text[: 2 * SIDE + 1]
            if j % 2:
                self.kinds.append([])
                self.rooms.append([])
            for i, char in enumerate(text):
                place = f"character {i + 1}"
                if i % 2 and j % 2:
                    if char not in SQUARES:
                        self.fault(where, f"{place} is “{char}”; a square is one of {' '.join(SQUARES)}")
                    self.kinds[-1].append(SQUARES.get(char, REGULAR))
                    self.rooms[-1].append(int(char) if char.isdigit() else 0)
                elif i % 2 == 0 and j % 2 == 0:
                    if char != "+":
                        self.fault(where, f"{place} is “{char}”; squares meet at a “+”")
                else:
                    if char not in EDGES:
                        self.fault(where, f"{place} is “{char}”; an edge is blank or one of {' '.join(EDGES).strip()}")
                    kind = EDGES.get(char, OPEN)
                    if j % 2:
                        self.uprights[j // 2][i // 2] = kind
                    else:
                        self.flats[j // 2][i // 2] = kind

    def inside(self, line: int, x: int, y: int) -> bool:
        if x < SIDE and y < SIDE:
            return True
        self.fault(line, f"{x},{y} is not on the tile; columns and rows run from 0 to {SIDE - 1}")
        return False

    def named(self, line: int, name: str) -> None:
        if name in self.names:
            self.fault(line, f"the name {name} comes twice")
        self.names.add(name)

    def coloured(self, line: int, colour: str) -> int:
        if colour in COLOURS:
            return COLOURS.index(colour)
        self.fault(line, f"the colour is {colour}; it should be black or white")
        return BLACK

    def free(self, line: int, what: str, x: int, y: int) -> None:
        """A man can stand there."""
        if self.kinds[y][x] in (WATER, ROCK, HEDGE, CRATES):
            self.fault(line, f"{what} at {x},{y} stands on {KIND_NAMES[self.kinds[y][x]]}")

    def sentry(self, line: int, found: re.Match[str]) -> None:
        name, colour, xs, ys, arrows = found.groups()
        self.named(line, name)
        facings: list[int] = []
        default = -1
        for arrow in arrows.split(","):
            letter = arrow.rstrip("*")
            if letter not in FACING_LETTERS or FACING_LETTERS[letter] in facings:
                self.fault(line, f"the arrow {arrow} is wrong; arrows are different letters of N, E, S, W, one with *")
                continue
            facings.append(FACING_LETTERS[letter])
            if arrow.endswith("*"):
                if default >= 0:
                    self.fault(line, "two arrows are marked *; one is the default")
                default = FACING_LETTERS[letter]
        if default < 0:
            self.fault(line, "no arrow is marked *; one is the default")
            default = facings[0] if facings else NORTH
        x, y = int(xs), int(ys)
        if self.inside(line, x, y):
            self.free(line, f"sentry {name}", x, y)
            self.points.append(Point(name, self.coloured(line, colour), x, y, tuple(facings), default))

    def patrol(self, line: int, found: re.Match[str]) -> None:
        name, colour, shape, corners, starts = found.groups()
        self.named(line, name)
        if shape not in ("loop", "open"):
            self.fault(line, f"the line is {shape}; it should be loop or open")
        loop = shape == "loop"
        places = [(int(x), int(y)) for x, y in (corner.split(",") for corner in corners.split(">"))]
        if not all(self.inside(line, x, y) for x, y in places):
            return
        if loop:
            places.append(places[0])
        squares = [places[0]]
        for (x, y), (tx, ty) in pairwise(places):
            if (x == tx) == (y == ty):
                self.fault(line, f"{x},{y} to {tx},{ty} is not a straight stretch north, east, south or west")
                return
            while (x, y) != (tx, ty):
                f = EAST if tx > x else WEST if tx < x else SOUTH if ty > y else NORTH
                kind = self.edge_between(x, y, f)
                x, y = x + DX[f], y + DY[f]
                if kind in (HIGH, GRAPPLE, WALL, WINDOW):
                    self.fault(line, f"patrol {name} walks through a {EDGE_NAMES[kind]} beside {x},{y}")
                self.free(line, f"patrol {name}", x, y)
                squares.append((x, y))
        if loop:
            squares.pop()
        if len(set(squares)) != len(squares):
            self.fault(line, f"patrol {name} comes to a square twice")
        begun: list[tuple[int, int]] = []
        for x_, y_, letter in START.findall(starts):
            place = (int(x_), int(y_))
            facing = FACING_LETTERS[letter]
            if place not in squares:
                self.fault(line, f"the start {x_},{y_} is not on the line")
                continue
            at = squares.index(place)
            ahead = (place[0] + DX[facing], place[1] + DY[facing])
            beside = [squares[(at + step) % len(squares)] for step in (1, -1) if loop or 0 <= at + step < len(squares)]
            if ahead not in beside:
                self.fault(line, f"the start {x_},{y_},{letter} does not face along the line")
            begun.append((at, facing))
        if len(begun) != 2:
            self.fault(line, f"patrol {name} has {len(begun)} start points; it should have 2")
        self.routes.append(Route(name, self.coloured(line, colour), loop, tuple(squares), tuple(begun)))

    def edge_between(self, x: int, y: int, facing: int) -> int:
        """What stands on a square's edge on that side."""
        if facing == NORTH:
            return self.flats[y][x]
        if facing == SOUTH:
            return self.flats[y + 1][x]
        return self.uprights[y][x + (1 if facing == EAST else 0)]

    def meta(self, line: int, text: str) -> None:
        """One line below the picture."""
        if found := SENTRY.match(text):
            self.sentry(line, found)
        elif found := PATROL.match(text):
            self.patrol(line, found)
        elif found := ANCHOR.match(text):
            x, y = int(found[2]), int(found[3])
            self.named(line, found[1])
            if self.inside(line, x, y):
                self.anchors.append((found[1], x, y))
        elif found := BARREL.match(text):
            x, y = int(found[1]), int(found[2])
            if self.inside(line, x, y):
                self.free(line, "a barrel", x, y)
                self.barrels.append((x, y))
        else:
            self.fault(line, f"“{text}” is not understood; it should be {KNOWN}")

    def rooms_closed(self, start: int) -> None:
        """RR-2.15 A room is shut in by walls, windows and doors; nothing else parts it from what is not that room."""
        for y in range(SIDE):
            for x in range(SIDE):
                for f in (EAST, SOUTH):
                    nx, ny = x + DX[f], y + DY[f]
                    if nx < SIDE and ny < SIDE and self.rooms[y][x] != self.rooms[ny][nx]:
                        if self.edge_between(x, y, f) not in (WALL, WINDOW, DOOR):
                            self.fault(start + 2 * y + 1, f"between {x},{y} and {nx},{ny} a room has no wall")


def read_face(text: str) -> tuple[Face, list[Fault]]:
    """A face from its text, with every mistake in it."""
    reader = _Reader()
    lines = text.splitlines()
    at = 0
    name, title = "", ""
    while at < len(lines) and not lines[at].startswith("+"):
        line = lines[at].strip()
        if line and not line.startswith("#"):
            found = HEADER.match(line)
            if found is None or name:
                reader.fault(at + 1, f"“{line}” is not understood; the first line should be tile: ID  name: TITLE")
            else:
                name, title = found[1], found[2]
        at += 1
    if not name:
        reader.fault(1, "the first line should be tile: ID  name: TITLE")
    start = at + 1
    picture = lines[at : at + 2 * SIDE + 1]
    if len(picture) < 2 * SIDE + 1:
        reader.fault(len(lines), f"the picture has {len(picture)} lines; it should have {2 * SIDE + 1}")
    reader.grid(start, picture)
    for number in range(at + 2 * SIDE + 1, len(lines)):
        line = lines[number].strip()
        if line and not line.startswith("#"):
            reader.meta(number + 1, line)
    reader.rooms_closed(start)
    standing = {(p.x, p.y) for p in reader.points}
    for route in reader.routes:
        for x, y in route.squares:
            if (x, y) in standing:
                reader.fault(len(lines), f"patrol {route.name} runs over the sentry point at {x},{y}")
    face = Face(
        name, title, _frozen(reader.kinds), _frozen(reader.rooms), _frozen(reader.uprights), _frozen(reader.flats),
        tuple(reader.points), tuple(reader.routes), tuple(reader.anchors), tuple(reader.barrels),
    )  # fmt: skip
    reader.faults.sort(key=lambda fault: fault.line)
    return face, reader.faults


def _frozen(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _turn(x: int, y: int) -> tuple[int, int]:
    return SIDE - 1 - y, x


def turned(face: Face, quarters: int) -> Face:
    """A face turned clockwise by so many quarters."""
    for _ in range(quarters % 4):
        kinds = [[face.kinds[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE)]
        rooms = [[face.rooms[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE)]
        uprights = [[face.flats[SIDE - x][y] for x in range(SIDE + 1)] for y in range(SIDE)]
        flats = [[face.uprights[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE + 1)]
        points = []
        for p in face.points:
            x, y = _turn(p.x, p.y)
            arrows = tuple((f + 1) % 4 for f in p.arrows)
            points.append(Point(p.name, p.colour, x, y, arrows, (p.default + 1) % 4))
        routes = []
        for r in face.routes:
            squares = tuple(_turn(x, y) for x, y in r.squares)
            routes.append(Route(r.name, r.colour, r.loop, squares, tuple((at, (f + 1) % 4) for at, f in r.starts)))
        anchors = tuple((name, *_turn(x, y)) for name, x, y in face.anchors)
        barrels = tuple(_turn(x, y) for x, y in face.barrels)
        face = Face(
            face.id, face.name, _frozen(kinds), _frozen(rooms), _frozen(uprights), _frozen(flats), tuple(points),
            tuple(routes), anchors, barrels,
        )  # fmt: skip
    return face
