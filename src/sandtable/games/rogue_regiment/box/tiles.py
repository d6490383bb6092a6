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

from sandtable.geometry.squares import DOOR, DX, DY, EAST, HIGH, LOW, NORTH, OPEN, SCALABLE, SOUTH, WALL, WEST, WINDOW
from sandtable.kernel.tables import Fault, note

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
EDGES: Final = {" ": OPEN, "l": LOW, "h": HIGH, "g": SCALABLE, "#": WALL, "W": WINDOW, "D": DOOR}
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


LINES: Final = 2 * SIDE + 1  # of a picture, and characters of each
TILE_ID = re.compile(r"[A-Za-z0-9_-]+$")
SENTRY = re.compile(r"sentry (\S+) (\S+) (\d{1,3}),(\d{1,3}) (\S+)$")
PATROL = re.compile(
    r"patrol (\S+) (\S+) (\S+) ((?:\d{1,3},\d{1,3}>)+\d{1,3},\d{1,3})((?:\s+start \d{1,3},\d{1,3},[NESW])*)$"
)
START = re.compile(r"start (\d{1,3}),(\d{1,3}),([NESW])")
ANCHOR = re.compile(r"anchor (\S+) (\d{1,3}),(\d{1,3})$")
ANCHOR_NAME = re.compile(r"[a-z0-9_]+$")
BARREL = re.compile(r"barrel (\d{1,3}),(\d{1,3})$")
BELOW = re.compile(r"\s*(sentry|patrol|anchor|barrel|#|$)")  # how a line below the picture begins
DRAWN = re.compile(r"[+ .=~FRHCB1-9lhg#WD\t]*$")  # a line of the picture
KNOWN = (
    "sentry NAME COLOUR X,Y ARROWS, patrol NAME COLOUR loop|open CORNERS start X,Y,F start X,Y,F, anchor NAME X,Y "
    "or barrel X,Y"
)


class _Reader:
    """A face while it is read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.broken = False  # whether the picture is too wrong to say more about what stands on it
        self.kinds: list[list[int]] = [[REGULAR] * SIDE for _ in range(SIDE)]
        self.rooms: list[list[int]] = [[0] * SIDE for _ in range(SIDE)]
        self.uprights: list[list[int]] = [[OPEN] * (SIDE + 1) for _ in range(SIDE)]
        self.flats: list[list[int]] = [[OPEN] * SIDE for _ in range(SIDE + 1)]
        self.points: list[Point] = []
        self.routes: list[Route] = []
        self.anchors: list[tuple[str, int, int]] = []
        self.barrels: list[tuple[int, int]] = []
        self.names: set[str] = set()
        self.held: dict[tuple[int, int], str] = {}  # who stands where, and where a patrol may begin
        self.lines: list[int] = []  # of the patrol lines

    def fault(self, line: int, text: str) -> None:
        note(self.faults, line, text)

    def grid(self, start: int, lines: list[str]) -> None:
        """The lines of the picture, of which `start` is the first's number; none is read where they are mixed up."""
        if len(lines) != LINES:
            self.broken = True
            self.fault(start, f"the picture has {len(lines)} lines; it should have {LINES}")
        for j, text in enumerate(lines[:LINES]):
            if text.startswith("+") == bool(j % 2):
                self.broken = True
                wanted = (
                    "a row of squares, which begins with an edge" if j % 2 else "a line of edges, which begins with +"
                )
                self.fault(start + j, f"this should be {wanted}; is a line missing or twice above?")
                break
        for j, text in enumerate(lines if not self.broken else ()):
            if j % 2 and text[:1] in SQUARES:
                self.fault(start + j, "the edge before the first square is missing, a blank at least")
                self.broken = True
            elif "\t" in text:
                self.fault(start + j, "there is a tab in this line; the picture is made of blanks")
                self.broken = True
            else:
                self.row(start + j, j, text)

    def row(self, where: int, j: int, text: str) -> None:
        """One line of the picture: edges and corners, or squares and the edges between them."""
        if len(text) > LINES:
            self.fault(where, f"this line has {len(text)} characters; a tile has {LINES}")
        wrong: list[str] = []
        for i, char in enumerate(text[:LINES].ljust(LINES)):
            place = f"character {i + 1} is “{char}”"
            if i % 2 and j % 2:
                if char not in SQUARES:
                    wrong.append(f"{place}; a square is one of {' '.join(SQUARES)}")
                self.kinds[j // 2][i // 2] = SQUARES.get(char, REGULAR)
                self.rooms[j // 2][i // 2] = int(char) if SQUARES.get(char) == ROOM else 0
            elif i % 2 == 0 and j % 2 == 0:
                if char != "+":
                    wrong.append(f"{place}; squares meet at a “+”")
            else:
                if char not in EDGES:
                    wrong.append(f"{place}; an edge is blank or one of {' '.join(EDGES).strip()}")
                (self.uprights if j % 2 else self.flats)[j // 2][i // 2] = EDGES.get(char, OPEN)
        for sentence in wrong[:3]:
            self.fault(where, sentence)
        if len(wrong) > 3:
            self.fault(where, f"and so on; {len(wrong)} characters of this line are wrong")

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

    def hold(self, line: int, what: str, x: int, y: int) -> None:
        """RR-1.3 Nobody else stands there, nor begins his round."""
        if (x, y) in self.held:
            self.fault(line, f"{what} is at {x},{y}, where {self.held[x, y]} is")
        else:
            self.held[x, y] = what

    def sentry(self, line: int, found: re.Match[str]) -> None:
        name, colour, xs, ys, arrows = found.groups()
        self.named(line, name)
        facings: list[int] = []
        default = -1
        for arrow in arrows.split(","):
            letter = arrow.removesuffix("*")
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
            self.hold(line, f"sentry {name}", x, y)
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
        squares = self.walked(line, name, [*places, places[0]] if loop else places)
        if not squares:
            return
        if loop:
            squares.pop()
        if len(set(squares)) != len(squares):
            self.fault(line, f"patrol {name} comes to a square twice")
            if len(squares) > 2 * SIDE * SIDE:
                return  # too long to be a line that somebody meant
        elif loop and len(squares) < 4:
            self.fault(line, f"patrol {name} is a loop of {len(squares)} squares; a loop goes round at least 4")
        begun = self.begun(line, name, starts, squares, loop)
        self.lines.append(line)
        self.routes.append(Route(name, self.coloured(line, colour), loop, tuple(squares), begun))

    def walked(self, line: int, name: str, corners: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The squares of a patrol line from corner to corner; none where they are not in line with one another."""
        squares = [corners[0]]
        self.free(line, f"patrol {name}", *corners[0])
        for (x, y), (tx, ty) in pairwise(corners):
            if (x == tx) == (y == ty):
                self.fault(line, f"{x},{y} to {tx},{ty} is not a straight stretch north, east, south or west")
                return []
            while (x, y) != (tx, ty):
                f = EAST if tx > x else WEST if tx < x else SOUTH if ty > y else NORTH
                kind = self.edge_between(x, y, f)
                x, y = x + DX[f], y + DY[f]
                if kind in (HIGH, SCALABLE, WALL, WINDOW):
                    self.fault(line, f"patrol {name} walks through a {EDGE_NAMES[kind]} beside {x},{y}")
                if (x, y) != corners[0]:
                    self.free(line, f"patrol {name}", x, y)
                squares.append((x, y))
        return squares

    def begun(
        self, line: int, name: str, starts: str, squares: list[tuple[int, int]], loop: bool
    ) -> tuple[tuple[int, int], ...]:
        """The start points of a patrol line: two places on it, each facing along it."""
        found: list[tuple[int, int]] = []
        for x, y, letter in START.findall(starts):
            place = (int(x), int(y))
            facing = FACING_LETTERS[letter]
            if place not in squares:
                self.fault(line, f"the start {x},{y} is not on the line")
                continue
            at = squares.index(place)
            ahead = (place[0] + DX[facing], place[1] + DY[facing])
            beside = [squares[(at + step) % len(squares)] for step in (1, -1) if loop or 0 <= at + step < len(squares)]
            if ahead not in beside:
                self.fault(line, f"the start {x},{y},{letter} does not face along the line")
            self.hold(line, f"a start of patrol {name}", *place)
            found.append((at, facing))
        if len(found) != 2:
            self.fault(line, f"patrol {name} has {len(found)} start points; it should have 2")
        return tuple(found)

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
            if not ANCHOR_NAME.match(found[1]):
                self.fault(line, f"the anchor is {found[1]}; it should be named in small letters, digits and _")
            if self.inside(line, x, y):
                self.anchors.append((found[1], x, y))
        elif found := BARREL.match(text):
            x, y = int(found[1]), int(found[2])
            if self.inside(line, x, y):
                self.free(line, "a barrel", x, y)
                self.hold(line, "a barrel", x, y)
                self.barrels.append((x, y))
        else:
            self.fault(line, f"“{text}” is not understood; it should be {KNOWN}")

    def rooms_closed(self, start: int) -> None:
        """RR-2.15 A room is shut in by walls, windows and doors; nothing else parts it from what is not that room, nor
        from the next tile.
        """
        for y in range(SIDE):
            for x in range(SIDE):
                for f in range(4):
                    nx, ny = x + DX[f], y + DY[f]
                    inside = 0 <= nx < SIDE and 0 <= ny < SIDE
                    if inside and (f in (NORTH, WEST) or self.rooms[y][x] == self.rooms[ny][nx]):
                        continue
                    if (inside or self.rooms[y][x]) and self.edge_between(x, y, f) not in (WALL, WINDOW, DOOR):
                        beyond = f"{nx},{ny}" if inside else "the next tile"
                        self.fault(start + 2 * y + 1, f"between {x},{y} and {beyond} a room has no wall")

    def lines_clear(self) -> None:
        """RR-1.3, RR-20.10 No patrol line runs over a sentry or a barrel, on which nobody may end."""
        standing = {(p.x, p.y): "the sentry point" for p in self.points}
        standing |= dict.fromkeys(self.barrels, "the barrel")
        for line, route in zip(self.lines, self.routes, strict=True):
            begun = [route.squares[at] for at, _ in route.starts]
            for x, y in route.squares:
                if (x, y) in standing and (x, y) not in begun:
                    self.fault(line, f"patrol {route.name} runs over {standing[x, y]} at {x},{y}")


def text_lines(text: str) -> list[str]:
    """The lines of a text as an editor counts them, whatever ends them, without the mark that some put before it."""
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    return lines if lines[-1] else lines[:-1]


def read_face(text: str, first: int = 1) -> tuple[Face, list[Fault]]:
    """A face from its text, with every mistake in it; `first` is the number of the text's first line."""
    reader = _Reader()
    lines = text_lines(text)
    at, name, title = _header(reader, first, lines)
    start = at
    while at < len(lines) and not BELOW.match(lines[at]) and (at - start < LINES or DRAWN.match(lines[at])):
        at += 1
    _picture(reader, first + start, lines[start:at], last=max(first, first + len(lines) - 1))
    for number in range(at, len(lines)):
        line = " ".join(lines[number].split())
        if line and not line.startswith("#"):
            reader.meta(first + number, line)
    reader.lines_clear()
    if not reader.broken:
        reader.rooms_closed(first + start)
    face = Face(
        name, title, _frozen(reader.kinds), _frozen(reader.rooms), _frozen(reader.uprights), _frozen(reader.flats),
        tuple(reader.points), tuple(reader.routes), tuple(reader.anchors), tuple(reader.barrels),
    )  # fmt: skip
    reader.faults.sort(key=lambda fault: fault.line)
    return face, reader.faults


def _header(reader: _Reader, first: int, lines: list[str]) -> tuple[int, str, str]:
    """Where the picture should begin, and the id and name of the tile, from the lines above it."""
    at = 0
    name, title = "", ""
    while at < len(lines) and not lines[at].lstrip().startswith("+") and not (name and BELOW.match(lines[at] or "x")):
        line = lines[at].strip()
        if line and not line.startswith("#"):
            found = _named(line)
            if found is None or name:
                reader.fault(first + at, f"“{line}” is not understood; the first line should be tile: ID  name: TITLE")
                name = name or "?"
            else:
                name, title = found
                if not TILE_ID.match(name):
                    reader.fault(first + at, f"the tile is {name}; it should be named in letters, digits, - and _")
        at += 1
    if not name:
        reader.fault(first, "the first line should be tile: ID  name: TITLE")
    return at, name, title


def _named(line: str) -> tuple[str, str] | None:
    """The id and the name in the first line of a tile, read in one go whatever stands there."""
    if not line.startswith("tile:"):
        return None
    words = line.removeprefix("tile:").split(maxsplit=1)
    if len(words) < 2 or not words[1].startswith("name:"):
        return None
    title = words[1].removeprefix("name:").strip()
    return (words[0], title) if title else None


def _picture(reader: _Reader, start: int, picture: list[str], last: int) -> None:
    """The picture, after what is wrong with it as a whole."""
    if not picture:
        reader.broken = True
        reader.fault(min(start, last), f"the picture is missing; it has {LINES} lines, of which the first is + + + …")
        return
    margin = len(picture[0]) - len(picture[0].lstrip())
    if margin:
        reader.fault(start, "the picture is indented; it should begin at the left edge of the line")
        picture = [text[margin:] for text in picture]
    reader.grid(start, picture)


def _frozen(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _turn(x: int, y: int) -> tuple[int, int]:
    return SIDE - 1 - y, x


def _turned_point(point: Point) -> Point:
    x, y = _turn(point.x, point.y)
    arrows = tuple((facing + 1) % 4 for facing in point.arrows)
    return Point(point.name, point.colour, x, y, arrows, (point.default + 1) % 4)


def _turned_route(route: Route) -> Route:
    squares = tuple(_turn(x, y) for x, y in route.squares)
    starts = tuple((at, (facing + 1) % 4) for at, facing in route.starts)
    return Route(route.name, route.colour, route.loop, squares, starts)


def turned(face: Face, quarters: int) -> Face:
    """A face turned clockwise by so many quarters."""
    for _ in range(quarters % 4):
        kinds = [[face.kinds[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE)]
        rooms = [[face.rooms[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE)]
        uprights = [[face.flats[SIDE - x][y] for x in range(SIDE + 1)] for y in range(SIDE)]
        flats = [[face.uprights[SIDE - 1 - x][y] for x in range(SIDE)] for y in range(SIDE + 1)]
        points = tuple(_turned_point(point) for point in face.points)
        routes = tuple(_turned_route(route) for route in face.routes)
        anchors = tuple((name, *_turn(x, y)) for name, x, y in face.anchors)
        barrels = tuple(_turn(x, y) for x, y in face.barrels)
        face = Face(
            face.id, face.name, _frozen(kinds), _frozen(rooms), _frozen(uprights), _frozen(flats), points,
            routes, anchors, barrels,
        )  # fmt: skip
    return face
