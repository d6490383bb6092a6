# not compiled: a board is drawn once, and what draws it is no rule
"""The board of a mission drawn from its tiles: terrain merged and rounded, walls, doors, windows, points and lines.

Every square is a path whose id is the word that actions use (`c12`); the places of entry and spawn tiles have ids of
their own (`entry-1`, `black-3`). The same data give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from sandtable.games.rogue_regiment.box import custom, data
from sandtable.games.rogue_regiment.box.missions import SPAWN_COLOURS, Mission, Side
from sandtable.games.rogue_regiment.box.tiles import (
    BRIDGE,
    CRATES,
    FOREST,
    HEDGE,
    ROAD,
    ROCK,
    ROOM,
    SIDE,
    WATER,
    WHITE,
)
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.ground.stage import layout_of
from sandtable.games.rogue_regiment.table import look, style
from sandtable.geometry.squares import (
    DOOR,
    DX,
    DY,
    HIGH,
    LOW,
    OPEN,
    SCALABLE,
    WALL,
    WINDOW,
    letters,
)
from sandtable.kernel import svg
from sandtable.kernel.board import board_id as id_of
from sandtable.kernel.errors import BadInput
from sandtable.kernel.scene import Board, Place
from sandtable.kernel.svg import Point, num, tag

UNIT = 40.0
EDGE = 2.6 * UNIT
"""Round the board: places outside it, and the names of columns and rows."""
COUNTER = 32.0
RUNS = {LOW: "low", HIGH: "high", SCALABLE: "high", WALL: "wall"}
"""How the walls are drawn that are one stroke from end to end."""

Cells = set[tuple[int, int]]


def place_names(mission: Mission, layout: Layout) -> dict[int, str]:
    """RR-1.20, RR-1.21, RR-1.22 The squares of entry and spawn tiles, with the ids that actions use."""
    entry = mission.entry
    places = layout.tile_side(entry.side, entry.column, entry.row, 1)
    found = {v: f"entry-{n + 1}" for n, v in enumerate(places)}
    for colour, side in mission.spawns:
        for depth in (1, 2):
            for n, v in enumerate(layout.tile_side(side.side, side.column, side.row, depth)):
                found[v] = f"{SPAWN_COLOURS[colour]}-{4 * (depth - 1) + n + 1}"
    return found


KNOWN: Final = 256
"""Boards whose ids are known; players may write any number of them."""


@lru_cache(KNOWN)
def board_id(mission: Mission) -> str:
    """The id of a mission's board."""
    found = id_of(mission.id, _drawn(mission, False), _board(mission))
    _known[found] = mission
    for old in list(_known)[:-KNOWN]:
        _known.pop(old, None)
    return found


_known: dict[str, Mission] = {}
"""Missions by the ids of their drawings: those of the box on smaller maps, and those that players wrote."""


def _mission_of(board: str) -> Mission:
    """The mission of the box with this name, or the one that `board_id` gave this id to."""
    for mission in data.MISSIONS.values():
        if board == mission.id:
            return mission
        if board.startswith(mission.id + "-") and board not in _known:
            for size in custom.sizes_of(mission) or ("",):
                board_id(custom.resized(mission, size) if size else mission)
    if board in _known:
        return _known[board]
    raise BadInput(f"Rogue Regiment has no board {board!r}; it has {', '.join(data.MISSIONS)}")


def board_svg(board: str, standalone: bool = False) -> str:
    """The drawing of a mission."""
    return _drawn(_mission_of(board), standalone)


def board(board: str) -> Board:
    """What never changes of a mission's board."""
    return _board(_mission_of(board))


# --- shapes


def outlines(cells: Cells) -> list[list[tuple[int, int]]]:
    """The borders of a set of squares as closed loops of corners, the inside to the right; corners that touch part."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(cells):
        for (ax, ay), (bx, by), (nx, ny) in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if (nx, ny) not in cells:
                after.setdefault((ax, ay), []).append((bx, by))
    loops: list[list[tuple[int, int]]] = []
    while after:
        start = min(after)
        loop = [start]
        here, before = start, (0, 0)
        while True:
            ways = after[here]
            way = ways[0]
            if len(ways) > 1:  # two squares meet at a corner: keep to the right
                for one in ways:
                    turn = (here[0] - before[0]) * (one[1] - here[1]) - (here[1] - before[1]) * (one[0] - here[0])
                    if turn > 0:
                        way = one
            ways.remove(way)
            if not ways:
                del after[here]
            before, here = here, way
            if here == start:
                break
            loop.append(here)
        loops.append(_corners(loop))
    return loops


def _corners(loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A loop without the points at which it goes straight on."""
    kept = []
    for n, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[n - 1], loop[(n + 1) % len(loop)]
        if (x - px) * (qy - y) != (y - py) * (qx - x):
            kept.append((x, y))
    return kept


def rounded(cells: Cells, radius: float, inset: float = 0) -> str:
    """Path data of a set of squares with rounded corners, drawn in from its border a little."""
    parts: list[str] = []
    for loop in outlines(cells):
        points: list[Point] = []
        for n, (x, y) in enumerate(loop):
            (px, py), (qx, qy) = loop[n - 1], loop[(n + 1) % len(loop)]
            # The inside is to the right of both sides that meet here.
            ax, ay = _sign(x - px), _sign(y - py)
            bx, by = _sign(qx - x), _sign(qy - y)
            points.append((EDGE + x * UNIT + inset * (-ay - by), EDGE + y * UNIT + inset * (ax + bx)))
        for n, (cx, cy) in enumerate(points):
            (fx, fy), (tx, ty) = points[n - 1], points[(n + 1) % len(points)]
            ux, uy = _sign(fx - cx), _sign(fy - cy)
            vx, vy = _sign(tx - cx), _sign(ty - cy)
            r = min(radius, (abs(fx - cx) + abs(fy - cy)) / 2, (abs(tx - cx) + abs(ty - cy)) / 2)
            parts.append(
                f"{'M' if n == 0 else 'L'}{num(cx + ux * r)} {num(cy + uy * r)}"
                f"Q{num(cx)} {num(cy)} {num(cx + vx * r)} {num(cy + vy * r)}"
            )
        parts.append("Z")
    return "".join(parts)


def _sign(value: float) -> int:
    return (value > 0.01) - (value < -0.01)


def _spread(x: int, y: int, n: int, limit: int) -> int:
    """A number below the limit that looks like chance and is the same every time."""
    z = (x * 73856093 ^ y * 19349663 ^ n * 83492791) & 0xFFFFFFFF
    z = (z ^ z >> 16) * 0x45D9F3B & 0xFFFFFFFF
    z = (z ^ z >> 16) * 0x45D9F3B & 0xFFFFFFFF
    return (z >> 8) * limit >> 24


# --- one drawing


class Drawing:
    """A board while it is drawn."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.layout = layout_of(mission)
        self.grid = self.layout.grid
        self.width = self.grid.width * UNIT + 2 * EDGE
        self.height = self.grid.height * UNIT + 2 * EDGE
        self.names = place_names(mission, self.layout)

    def cells(self, wanted: Callable[[int], bool]) -> Cells:
        return {(self.grid.xs[v], self.grid.ys[v]) for v in self.grid.squares if wanted(v)}

    def kinds(self, *kinds: int) -> Cells:
        return self.cells(lambda v: self.layout.kind[v] in kinds)

    def middle(self, v: int) -> Point:
        return EDGE + (self.grid.xs[v] + 0.5) * UNIT, EDGE + (self.grid.ys[v] + 0.5) * UNIT

    def terrain(self) -> list[str]:
        found = [
            tag("path", cls="water", d=rounded(self.kinds(WATER, BRIDGE), 15)),
            *(self._wave(x, y) for x, y in sorted(self.kinds(WATER))),
            tag("path", cls="road", d=rounded(self.kinds(ROAD, BRIDGE), 12)),
            *self._ruts(),
            *(self._bridge(x, y) for x, y in sorted(self.kinds(BRIDGE))),
            tag("path", cls="forest", d=rounded(self.kinds(FOREST), 16, 1.5)),
            tag("path", cls="rock", d=rounded(self.kinds(ROCK), 9, 1.5)),
            *(self._hachures(x, y) for x, y in sorted(self.kinds(ROCK))),
            tag("path", cls="floor", d=rounded(self.kinds(ROOM), 0)),
            *self._boards(),
            tag("path", cls="hedge", d=rounded(self.kinds(HEDGE), 11, 5)),
            *(self._leaves(x, y) for x, y in sorted(self.kinds(HEDGE))),
            *(self._crates(x, y) for x, y in sorted(self.kinds(CRATES))),
        ]
        return [part for part in found if part]

    def _corner(self, x: int, y: int) -> Point:
        return EDGE + x * UNIT, EDGE + y * UNIT

    def _wave(self, x: int, y: int) -> str:
        if (x + 2 * y) % 3:
            return ""
        left, top = self._corner(x, y)
        shift = _spread(x, y, 1, 12)
        at = f"M{num(left + 6 + shift / 2)} {num(top + 14 + shift)}"
        return tag("path", cls="wave", d=at + "q4 -4 8 0t8 0")

    def _ruts(self) -> list[str]:
        """Wheel tracks along roads two squares wide, where the road goes straight."""
        roads = self.kinds(ROAD, BRIDGE)
        found = []
        for x, y in sorted(roads):
            left, top = self._corner(x, y)
            north, south = (x, y - 1) in roads, (x, y + 1) in roads
            west, east = (x - 1, y) in roads, (x + 1, y) in roads
            if north and south and not (west and east):
                found.append(f"M{num(left + UNIT / 2)} {num(top)}v{num(UNIT)}")
            elif west and east and not (north and south):
                found.append(f"M{num(left)} {num(top + UNIT / 2)}h{num(UNIT)}")
        return [tag("path", cls="rut", d="".join(found))] if found else []

    def _bridge(self, x: int, y: int) -> str:
        left, top = self._corner(x, y)
        planks = "".join(f"M{num(left)} {num(top + n * UNIT / 4)}h{num(UNIT)}" for n in (1, 2, 3))
        plate = tag("rect", cls="bridge", x=left, y=top, width=UNIT, height=UNIT)
        return plate + tag("path", cls="plank", d=planks)

    def crowns(self) -> list[str]:
        """Trees, drawn over the grid so that a wood looks like one."""
        found = []
        for x, y in sorted(self.kinds(FOREST)):
            left, top = self._corner(x, y)
            for n, (fx, fy, r) in enumerate(((0.3, 0.3, 8), (0.7, 0.34, 7.5), (0.36, 0.7, 8.5), (0.75, 0.72, 6.5))):
                dx, dy = _spread(x, y, n, 5) - 2, _spread(y, x, n + 5, 5) - 2
                found.append(tag("circle", cls="crown", cx=left + fx * UNIT + dx, cy=top + fy * UNIT + dy, r=r))
        return found

    def _hachures(self, x: int, y: int) -> str:
        left, top = self._corner(x, y)
        strokes = ""
        for n in range(3):
            sx, sy = left + 6 + _spread(x, y, n, 22), top + 8 + n * 10 + _spread(y, x, n, 4)
            strokes += f"M{num(sx)} {num(sy)}l5 -5l6 4"
        return tag("path", cls="hachure", d=strokes)

    def _boards(self) -> list[str]:
        rooms = sorted(self.kinds(ROOM))
        strokes = "".join(
            f"M{num(EDGE + x * UNIT)} {num(EDGE + y * UNIT + n * UNIT / 4)}h{num(UNIT)}"
            for x, y in rooms
            for n in (1, 2, 3)
        )
        return [tag("path", cls="board-line", d=strokes)] if strokes else []

    def _leaves(self, x: int, y: int) -> str:
        left, top = self._corner(x, y)
        dots = []
        for n in range(7):
            cx, cy = left + 9 + _spread(x, y, n, 23), top + 9 + _spread(y, x, n + 3, 23)
            dots.append(tag("circle", cls="leaf", cx=cx, cy=cy, r=1.7))
        return "".join(dots)

    def _crates(self, x: int, y: int) -> str:
        left, top = self._corner(x, y)
        found = []
        for cx, cy, side in ((5, 5, 17), (21, 9, 14), (10, 22, 14)):
            a, b = left + cx, top + cy
            found.append(tag("rect", cls="crate", x=a, y=b, width=side, height=side, rx=1.5))
            found.append(tag("path", cls="plank", d=f"M{num(a)} {num(b)}l{side} {side}m0 -{side}l-{side} {side}"))
        return "".join(found)

    def lattice(self) -> list[str]:
        w, h = self.grid.width, self.grid.height
        lines = "".join(f"M{num(EDGE + x * UNIT)} {num(EDGE)}v{num(h * UNIT)}" for x in range(1, w) if x % SIDE)
        lines += "".join(f"M{num(EDGE)} {num(EDGE + y * UNIT)}h{num(w * UNIT)}" for y in range(1, h) if y % SIDE)
        joints = "".join(f"M{num(EDGE + x * UNIT)} {num(EDGE)}v{num(h * UNIT)}" for x in range(SIDE, w, SIDE))
        joints += "".join(f"M{num(EDGE)} {num(EDGE + y * UNIT)}h{num(w * UNIT)}" for y in range(SIDE, h, SIDE))
        found = [tag("path", cls="grid-line", d=lines)]
        return [*found, tag("path", cls="joint", d=joints)] if joints else found

    def walls(self) -> list[str]:
        runs: dict[str, list[str]] = {"low": [], "high": [], "wall": []}
        details: list[str] = []
        for v in range(self.grid.size):
            for flat in (0, 1):
                kind = self.grid.edges[2 * v + flat]
                if kind == OPEN:
                    continue
                x, y = self._corner(self.grid.xs[v], self.grid.ys[v])
                sx, sy = (x, y + UNIT) if flat else (x + UNIT, y)
                if kind in RUNS:
                    runs[RUNS[kind]].append(f"M{num(sx)} {num(sy)}{'h' if flat else 'v'}{num(UNIT)}")
                if kind == SCALABLE:
                    details.append(self._grapple(sx, sy, flat))
                elif kind == WINDOW:
                    details.append(self._window(sx, sy, flat))
                elif kind == DOOR:
                    details.append(self._door(sx, sy, flat, v))
        found = []
        for name, strokes in runs.items():
            if strokes:
                found.append(tag("path", cls=name, d="".join(strokes)))
                if name != "wall":
                    found.append(tag("path", cls=f"{name}-core", d="".join(strokes)))
        return found + details

    def _window(self, sx: float, sy: float, flat: int) -> str:
        """Two lines with glass between them, and a stub of wall at each end."""
        stub = 7.0
        if flat:
            ends = f"M{num(sx)} {num(sy)}h{num(stub)}m{num(UNIT - 2 * stub)} 0h{num(stub)}"
            pane = tag("rect", cls="pane", x=sx + stub, y=sy - 3, width=UNIT - 2 * stub, height=6)
            run = num(UNIT - 2 * stub)
            lines = f"M{num(sx + stub)} {num(sy - 3)}h{run}m-{run} 6h{run}"
        else:
            ends = f"M{num(sx)} {num(sy)}v{num(stub)}m0 {num(UNIT - 2 * stub)}v{num(stub)}"
            pane = tag("rect", cls="pane", x=sx - 3, y=sy + stub, width=6, height=UNIT - 2 * stub)
            run = num(UNIT - 2 * stub)
            lines = f"M{num(sx - 3)} {num(sy + stub)}v{run}m6 -{run}v{run}"
        return tag("path", cls="wall", d=ends) + pane + tag("path", cls="window", d=lines)

    def _door(self, sx: float, sy: float, flat: int, v: int) -> str:
        """A gap in the wall, the leaf standing open into the room, and the arc of its swing."""
        stub, leaf = 6.0, UNIT - 12
        inward = 1 if self.layout.room[v + (self.grid.stride if flat else 1)] else -1
        if flat:
            ends = f"M{num(sx)} {num(sy)}h{num(stub)}m{num(leaf)} 0h{num(stub)}"
            hinge = (sx + stub, sy)
            tip = (sx + stub, sy + inward * leaf * 0.8)
            shut = (sx + stub + leaf, sy)
        else:
            ends = f"M{num(sx)} {num(sy)}v{num(stub)}m0 {num(leaf)}v{num(stub)}"
            hinge = (sx, sy + stub)
            tip = (sx + inward * leaf * 0.8, sy + stub)
            shut = (sx, sy + stub + leaf)
        turn = 1 if (inward < 0) == bool(flat) else 0
        arc = (
            f"M{num(hinge[0])} {num(hinge[1])}L{num(tip[0])} {num(tip[1])}"
            f"A{num(leaf)} {num(leaf)} 0 0 {turn} {num(shut[0])} {num(shut[1])}Z"
        )
        swing = tag("path", cls="swing", d=arc)
        opened = f"M{num(hinge[0])} {num(hinge[1])}L{num(tip[0])} {num(tip[1])}"
        return swing + tag("path", cls="wall", d=ends) + tag("path", cls="door", d=opened)

    def _grapple(self, sx: float, sy: float, flat: int) -> str:
        """A ring on the wall with a rope on either side."""
        cx, cy = (sx + UNIT / 2, sy) if flat else (sx, sy + UNIT / 2)
        rope = f"M{num(cx)} {num(cy - 12)}v24" if flat else f"M{num(cx - 12)} {num(cy)}h24"
        return tag("path", cls="grapple-line", d=rope) + tag("circle", cls="grapple", cx=cx, cy=cy, r=6)

    def patrols(self) -> list[str]:
        found = []
        for line in self.layout.lines:
            points = [self.middle(v) for v in line.squares]
            path = svg.line(_straight(points, line.loop), closed=line.loop)
            if line.colour == WHITE:
                found.append(tag("path", cls="patrol-white", d=path))
                found.append(tag("path", cls="patrol-white-core", d=path))
            else:
                found.append(tag("path", cls="patrol-casing", d=path))
                found.append(tag("path", cls="patrol", d=path))
            for at, facing in line.starts:
                x, y = self.middle(line.squares[at])
                cls = "start-white" if line.colour == WHITE else "start"
                found.append(tag("path", cls=cls, d=_triangle(x, y, facing, 9, 8)))
        return found

    def points(self) -> list[str]:
        found = []
        for point, v in self.layout.points:
            x, y = self.middle(v)
            white = "-white" if point.colour == WHITE else ""
            for facing in point.arrows:
                other = "" if facing == point.default else " arrow-other"
                ax, ay = x + DX[facing] * 13.5, y + DY[facing] * 13.5
                found.append(tag("path", cls=f"arrow{white}{other}", d=_triangle(ax, ay, facing, 6, 6.5)))
            found.append(tag("circle", cls=f"point{white}", cx=x, cy=y, r=8))
        return found

    def tiles(self) -> list[tuple[str, Side, str, list[int]]]:
        """Entry and spawn tiles beside the board: class, side, title and squares."""
        mission = self.mission
        tiles = [("entry", mission.entry, 1, "ENTRY · EXIT")]
        tiles += [(SPAWN_COLOURS[c], side, 2, f"{SPAWN_COLOURS[c].upper()} SPAWN") for c, side in mission.spawns]
        return [
            (
                cls,
                at,
                title,
                [v for d in range(depth) for v in self.layout.tile_side(at.side, at.column, at.row, d + 1)],
            )
            for cls, at, depth, title in tiles
        ]

    def outside(self) -> list[str]:
        """The tiles beside the board, with their places."""
        found = []
        for cls, side, title, squares in self.tiles():
            middles = [self.middle(v) for v in squares]
            left, right = min(x for x, _ in middles) - UNIT / 2, max(x for x, _ in middles) + UNIT / 2
            top, bottom = min(y for _, y in middles) - UNIT / 2, max(y for _, y in middles) + UNIT / 2
            body = tag(
                "rect",
                cls=f"outside-{cls}",
                x=left + 2,
                y=top + 2,
                width=right - left - 4,
                height=bottom - top - 4,
                rx=6,
            )
            slots = []
            for v, (x, y) in zip(squares, middles, strict=True):
                slot = tag("rect", cls="slot", x=x - 16, y=y - 16, width=32, height=32, rx=5)
                slots.append(slot)
                slots.append(self._cell(self.names[v], v, title.capitalize()))
            if side.side in (1, 3):
                x = left - 6 if side.side == 3 else right + 6
                y = (top + bottom) / 2
                turn = f"rotate({-90 if side.side == 3 else 90} {num(x)} {num(y)})"
                label = tag("text", title, cls="side-name", x=x, y=y, text_anchor="middle", transform=turn)
            else:
                label = svg.text(title, (left + right) / 2, top - 5 if side.side == 0 else bottom + 15, "side-name")
            found.append(body + "".join(slots) + label)
        return found

    def places(self) -> list[Place]:
        """Where the places beside the board and its squares are."""
        names = dict(enumerate(self.layout.names)) | self.names
        titles = {v: title.capitalize() for _, _, title, squares in self.tiles() for v in squares}
        titles |= {v: self._square_title(v) for v in self.grid.squares}
        middles = {v: self.middle(v) for v in titles}
        return [Place(id=names[v], x=x, y=y, width=UNIT, height=UNIT, title=titles[v]) for v, (x, y) in middles.items()]

    def _cell(self, name: str, v: int, title: str) -> str:
        x, y = self.middle(v)
        d = f"M{num(x - UNIT / 2)} {num(y - UNIT / 2)}h{num(UNIT)}v{num(UNIT)}h{num(-UNIT)}z"
        return tag("path", tag("title", svg.escape(title)), cls="cell", id=name, d=d)

    def _square_title(self, v: int) -> str:
        return f"{self.layout.names[v]}, {self.layout.describe(v)}"

    def squares(self) -> list[str]:
        return [self._cell(self.layout.names[v], v, self._square_title(v)) for v in self.grid.squares]

    def coordinates(self) -> list[str]:
        found = []
        taken = {(self.grid.xs[v], self.grid.ys[v]) for v in self.names}
        for x in range(self.grid.width):
            at = EDGE + (x + 0.5) * UNIT
            for y, base in ((-1, EDGE - 8), (self.grid.height, self.height - EDGE + 17)):
                if (x, y) not in taken:
                    found.append(svg.text(letters(x), at, base, "coordinate"))
        for y in range(self.grid.height):
            base = EDGE + (y + 0.5) * UNIT + 4.5
            for x, at, anchor in ((-1, EDGE - 9, "end"), (self.grid.width, self.width - EDGE + 9, "start")):
                if (x, y) not in taken:
                    found.append(svg.text(str(y + 1), at, base, "coordinate", anchor))
        return found

    def draw(self, standalone: bool) -> str:
        w, h = self.grid.width * UNIT, self.grid.height * UNIT
        return tag(
            "svg",
            tag("title", svg.escape(f"{self.mission.name}, a mission of Rogue Regiment")),
            tag("style", style.css(standalone)),
            tag("rect", cls="sheet", x=0, y=0, width=self.width, height=self.height),
            tag("rect", cls="ground", x=EDGE, y=EDGE, width=w, height=h),
            *self.terrain(),
            *self.lattice(),
            *self.crowns(),
            *self.patrols(),
            *self.points(),
            *self.walls(),
            tag("rect", cls="ground-edge", x=EDGE, y=EDGE, width=w, height=h),
            *self.coordinates(),
            *self.outside(),
            tag("g", *self.squares(), cls="cells"),
            xmlns="http://www.w3.org/2000/svg",
            cls="rogue-regiment",
            viewBox=f"0 0 {num(self.width)} {num(self.height)}",
        )


def _straight(points: list[Point], loop: bool) -> list[Point]:
    """The corners of a path and, unless it is a loop, its ends."""
    kept = []
    for n, (x, y) in enumerate(points):
        if not loop and n in (0, len(points) - 1):
            kept.append((x, y))
            continue
        (px, py), (qx, qy) = points[n - 1], points[(n + 1) % len(points)]
        if _sign(x - px) != _sign(qx - x) or _sign(y - py) != _sign(qy - y):
            kept.append((x, y))
    return kept


def _triangle(x: float, y: float, facing: int, half: float, length: float) -> str:
    ax, ay = DX[facing], DY[facing]
    tip = (x + ax * length, y + ay * length)
    left = (x - ax * 2 + ay * half, y - ay * 2 - ax * half)
    right = (x - ax * 2 - ay * half, y - ay * 2 + ax * half)
    return svg.line([tip, left, right], closed=True)


@lru_cache(16)
def _drawn(mission: Mission, standalone: bool) -> str:
    return Drawing(mission).draw(standalone)


@lru_cache(16)
def _board(mission: Mission) -> Board:
    made = Drawing(mission)
    return Board(
        size=(made.width, made.height),
        counter=COUNTER,
        places=made.places(),
        sides=look.SIDES,
        symbols=look.SYMBOLS,
        forms=look.FORMS,
    )
