# not compiled: a board is drawn once, and what draws it is no rule
"""The strategic map, drawn from the data.

`board_svg(id)` is the drawing for a page, which says by `data-theme` how light it is; with `standalone` it is a file of
its own. Every zone is a group whose id is the word that actions use; a link is `data-link="a--b"`, for every id is a
cell. `board(id)` says where the zones are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, hypot, sin

from sandtable.games.who_dares_wins.box import land, scenery, tables
from sandtable.games.who_dares_wins.ground import boards
from sandtable.games.who_dares_wins.table import glyphs, look, style
from sandtable.kernel import svg
from sandtable.kernel.board import board_id as id_of
from sandtable.kernel.errors import BadInput
from sandtable.kernel.scene import Board, Place
from sandtable.kernel.svg import Box, Label, Name, Point, tag

WIDTH = 1400.0
MARGIN = 26.0
SCALE = (WIDTH - 2 * MARGIN) / 1010
HEIGHT = round(670 * SCALE + 2 * MARGIN)
MAP = Box(MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)
REACH = 21.0
"""From the middle of a zone to its edge."""

COUNTER = 38.0
"""Side of a counter that stands on a zone."""

KM = 111.2
"""Length of a degree of latitude."""

VARIANTS = {
    "cyrenaica": {},
    "cyrenaica-fort": {"maddalena_fort": "on"},
    "cyrenaica-open": {"y_junction": "off"},
    "cyrenaica-open-fort": {"y_junction": "off", "maddalena_fort": "on"},
}
"""The map under the options that change what is printed on it."""


def variant(options: Mapping[str, str]) -> str:
    """The variant of the map that the options ask for."""
    wanted = {name: options.get(name, value) for name, value in (("y_junction", "on"), ("maddalena_fort", "off"))}
    for name, changed in VARIANTS.items():
        if wanted == {"y_junction": "on", "maddalena_fort": "off"} | changed:
            return name
    raise BadInput(f"no map is drawn for {wanted}")


@cache
def board_id(name: str) -> str:
    """The id of a variant."""
    return id_of(name, _draw(name, False), _board(name))


def _name_of_board(board: str) -> str:
    """The variant with this name, or with the id that `board_id` gave it."""
    for name in VARIANTS:
        if board == name or board == board_id(name):
            return name
    raise BadInput(f"Who Dares Wins has no board {board!r}; it has {', '.join(VARIANTS)}")


def board_svg(board: str, standalone: bool = False) -> str:
    """The drawing of a variant."""
    return _draw(_name_of_board(board), standalone)


def board(board: str) -> Board:
    """What never changes of a variant."""
    return _board(_name_of_board(board))


# --- geography -----------------------------------------------------------------------------------------------------


def _at(x: float, y: float) -> Point:
    """From units of the map to the sheet."""
    return MARGIN + x * SCALE, MARGIN + y * SCALE


@dataclass(frozen=True)
class Region:
    """A name that lies over a stretch of land or water."""

    words: tuple[str, ...]
    at: Point
    cls: str

    def size(self) -> tuple[float, float]:
        """Size and letter-spacing of its type."""
        return {"sea-name": (17.0, 5.0), "region-name": (12.5, 2.2), "land-name": (18.0, 11.0)}[self.cls]

    def box(self) -> Box:
        """The box that the name fills."""
        size, spacing = self.size()
        width = max(svg.text_width(words, size, spacing) for words in self.words)
        height = size * (1 + svg.LEADING * (len(self.words) - 1))
        x, y = self.at
        return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def draw(self) -> str:
        """The text."""
        size, _ = self.size()
        top = self.box().top + size * 0.8
        return "".join(
            svg.text(words, self.at[0], top + i * size * svg.LEADING, self.cls) for i, words in enumerate(self.words)
        )


@dataclass(frozen=True)
class Geography:
    """What lies under the game: coast, relief and names of regions, on the sheet."""

    coast: tuple[Point, ...]
    land: tuple[Point, ...]
    scarps: tuple[tuple[Point, ...], ...]
    sands: tuple[tuple[Point, ...], ...]
    regions: tuple[Region, ...]
    degrees: tuple[tuple[float, float], tuple[float, float]]


@cache
def geography() -> Geography:
    """Coast and relief of the data, brought onto the sheet."""
    (ax, bx), (ay, by) = scenery.COAST.x, scenery.COAST.y

    def sheet(degrees: Point) -> Point:
        return _at(ax * degrees[0] + bx, ay * degrees[1] + by)

    coast = tuple(_at(x, y) for x, y in scenery.COAST.points)
    ground = (*coast, (WIDTH + 80, HEIGHT + 80.0), (-80.0, HEIGHT + 80.0))
    return Geography(
        coast,
        ground,
        tuple(tuple(map(sheet, row.points)) for row in scenery.RELIEF if row.kind == scenery.ESCARPMENT),
        tuple(tuple(map(sheet, row.points)) for row in scenery.RELIEF if row.kind == scenery.SAND_SEA),
        tuple(
            Region(_lines(row.words, row.lines), sheet(row.points[0]), row.style)
            for row in scenery.RELIEF
            if row.kind == scenery.REGION_NAME
        ),
        ((ax * SCALE, bx * SCALE + MARGIN), (ay * SCALE, by * SCALE + MARGIN)),
    )


def _lines(words: str, count: int) -> tuple[str, ...]:
    """A name on one line, on two of about the same length, or on one for each word."""
    parts = words.split(" ")
    if count == 2:
        halves = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
        return min(halves, key=lambda half: max(map(len, half)))
    return (words,) if count == 1 else tuple(parts)


class Clearance:
    """Where the ground may be drawn on: away from the edge, from names, symbols and boxes, and from links."""

    def __init__(self, boxes: list[Box], lines: list[list[Point]]) -> None:
        self.boxes = boxes
        self.lines = [(svg.around(line), line) for line in lines]

    def at(self, p: Point, space: float) -> bool:
        """Whether there is so much space around a point."""
        spot = Box(p[0], p[1], p[0], p[1]).grown(space)
        if not spot.within(MAP) or any(spot.meets(box) for box in self.boxes):
            return False
        return all(not spot.meets(box) or svg.distance_to_line(p, line) >= space for box, line in self.lines)


def _waves() -> str:
    """The sea: lines that follow the coast, each drawn as a broad line with a slightly narrower one over it."""
    coast = svg.curve(geography().coast)
    found = []
    for reach, weight in ((30.0, 0.8), (21.0, 0.9), (13.0, 1.0), (6.0, 1.1)):
        found.append(tag("path", cls="wave-line", d=coast, stroke_width=2 * reach + weight))
        found.append(tag("path", cls="wave-gap", d=coast, stroke_width=2 * reach - weight))
    return "".join(found)


def _scarp(line: tuple[Point, ...], clear: Clearance) -> str:
    """An escarpment: its edge and short strokes downhill, every third one longer; not under names and links."""
    runs: list[list[str]] = [[]]
    for i, (x, y, angle) in enumerate(svg.along(_smooth(line), 6.5)):
        length = 9.0 if i % 3 else 13.0
        dx, dy = cos(angle) * 3.3, sin(angle) * 3.3
        fx, fy = -sin(angle) * length, cos(angle) * length
        if clear.at((x, y), 6) and clear.at((x + fx, y + fy), 4):
            runs[-1].append(svg.line([(x - dx, y - dy), (x + dx, y + dy)]) + svg.line([(x, y), (x + fx, y + fy)]))
        else:
            runs.append([])
    return tag("path", cls="scarp", d="".join(stroke for run in runs if len(run) > 4 for stroke in run))


def _smooth(points: tuple[Point, ...]) -> list[Point]:
    """A line with its corners cut twice."""
    found = list(points)
    for _ in range(2):
        cut = [found[0]]
        for a, b in pairwise(found):
            cut.append((a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25))
            cut.append((a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75))
        found = [*cut, found[-1]]
    return found


def _sand(outline: tuple[Point, ...], clear: Clearance) -> str:
    """A sand sea: grains, and here and there a dune; not under names and links."""
    grains, dunes = [], []
    for i, (x, y) in enumerate(svg.scatter(_smooth((*outline, outline[0])), 10)):
        if i % 9 == 0 and clear.at((x, y), 15):
            dunes.append(f"M{svg.num(x - 8)} {svg.num(y + 3)}q6 -7 14 -4")
        elif clear.at((x, y), 7):
            grains.append(tag("circle", cx=x, cy=y, r=0.9))
    return tag("g", *grains, cls="grain") + tag("path", cls="dune", d="".join(dunes))


# --- the game's own map --------------------------------------------------------------------------------------------


def _place_of(zone: int) -> Point:
    return _at(*land.ZONE_XY[zone])


@cache
def _roads() -> dict[int, list[Point]]:
    """The coast road link by link, as one smooth line through its zones."""
    found = {}
    links = [link for link in range(len(land.LINKS)) if land.LINK_KIND[link] == land.ROAD]
    chain = [land.LINK_ENDS[links[0]][0], *(land.LINK_ENDS[link][1] for link in links)]
    points = [_place_of(z) for z in chain]
    for i, link in enumerate(links):
        a, b = points[i], points[i + 1]
        before, after = points[max(i - 1, 0)], points[min(i + 2, len(points) - 1)]
        c1 = (a[0] + (b[0] - before[0]) / 7, a[1] + (b[1] - before[1]) / 7)
        c2 = (b[0] - (after[0] - a[0]) / 7, b[1] - (after[1] - a[1]) / 7)
        found[link] = [_cubic(a, c1, c2, b, step / 12) for step in range(13)]
    return found


def _cubic(a: Point, c1: Point, c2: Point, b: Point, t: float) -> Point:
    u = 1 - t
    p, q, r, w = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return p * a[0] + q * c1[0] + r * c2[0] + w * b[0], p * a[1] + q * c1[1] + r * c2[1] + w * b[1]


BOWS = {"el-cuasc--jaghbub": -0.12, "d7--jaghbub": -0.1}
"""Links that make room for the name of Fort Maddalena."""


@cache
def link_points(link: int) -> list[Point]:
    """The way that a link takes on the sheet: a slight bow that keeps clear of other zones."""
    if link in _roads():
        return _roads()[link]
    a, b = land.LINK_ENDS[link]
    if land.LINKS[link] in BOWS:
        return svg.bow(_place_of(a), _place_of(b), BOWS[land.LINKS[link]])
    corridor = svg.around([_place_of(a), _place_of(b)]).grown(3 * REACH)
    others = [_place_of(z) for z in range(len(land.ZONES)) if z not in (a, b) and plate_box(z).meets(corridor)]
    best: list[Point] = []
    best_cost = float("inf")
    for bend in (0.03, -0.03, 0.07, -0.07, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25):
        points = svg.bow(_place_of(a), _place_of(b), bend)
        near = min((svg.distance_to_line(other, points) for other in others), default=WIDTH)
        cost = abs(bend) * 40 + max(0.0, REACH + 12 - near) * 10
        if cost < best_cost:
            best, best_cost = points, cost
    return best


def _shortened(points: list[Point]) -> list[Point]:
    """A link between the edges of its zones, so that no symbol lies over it."""
    start, end = points[0], points[-1]
    return [
        _edge(start, points),
        *(p for p in points if min(_far(p, start), _far(p, end)) > REACH),
        _edge(end, points[::-1]),
    ]


def _far(p: Point, q: Point) -> float:
    return hypot(p[0] - q[0], p[1] - q[1])


def _edge(centre: Point, points: list[Point]) -> Point:
    """Where a link leaves its zone."""
    for a, b in pairwise(points):
        if _far(b, centre) > REACH:
            low, high = 0.0, 1.0
            for _ in range(20):
                t = (low + high) / 2
                p = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                low, high = (t, high) if _far(p, centre) < REACH else (low, t)
            return p
    return points[-1]


def _links(board: boards.Board) -> str:
    """All links: off-path below paths below roads."""
    layers: dict[int, list[str]] = {land.OFF: [], land.PATH: [], land.ROAD: []}
    for link, (a, b) in enumerate(land.LINK_ENDS):
        if board.link[a][b] == land.NO_LINK:
            continue
        kind = land.LINK_KIND[link]
        word = land.LINK_KINDS[kind]
        d = svg.line(_shortened(link_points(link)))
        title = f"{land.ZONE_NAME[a]} to {land.ZONE_NAME[b]}: {LINK_TITLES[kind]}"
        layers[kind].append(
            tag(
                "g",
                tag("title", svg.escape(title)),
                tag("path", cls=f"{word}-casing", d=d),
                tag("path", cls=word, d=d),
                cls=f"link {word}-link",
                data_link=land.LINKS[link],
            )
        )
    return "".join(tag("g", *layers[kind], cls="links") for kind in layers)


LINK_TITLES = ("road", "path", "off-path")


def _zone(zone: int, board: boards.Board) -> str:
    """A zone: its plate with the symbols of its terrain."""
    x, y = _place_of(zone)
    symbols = [land.TERRAINS[t] for t in board.terrain[zone]]
    ground = next((word for word in ("rocky", "oasis", "sand") if word in symbols), "built")
    transit = land.ZONES[zone].startswith("x")
    shown = [word for word in symbols if word not in ("rocky", "sand")] or symbols
    if transit:
        plate = tag("rect", cls="outline", x=x - 19, y=y - 19, width=38, height=38, rx=5)
    else:
        plate = tag("circle", cls="outline", cx=x, cy=y, r=REACH)
    inside = [plate]
    if land.IS_BASE[zone]:
        inside.append(tag("circle", cls="base-ring", cx=x, cy=y, r=REACH - 3.4))
    if len(shown) == 1:
        inside.append(glyphs.draw(shown[0], x, y, 24 if land.IS_BASE[zone] else 27))
    else:
        inside.append(glyphs.draw(shown[0], x - 8.4, y + 1, 17.5))
        inside.append(glyphs.draw(shown[1], x + 8.8, y - 1, 17.5))
    return tag(
        "g",
        tag("title", svg.escape(_title_of(zone, board))),
        *inside,
        cls=f"cell {'transit ' if transit else ''}on-{ground}",
        id=land.ZONES[zone],
    )


def _title_of(zone: int, board: boards.Board) -> str:
    """A zone in words."""
    words = [land.TERRAINS[t] for t in board.terrain[zone]] + ["base of the LRDG"] * land.IS_BASE[zone]
    return ", ".join([land.ZONE_NAME[zone], *words])


ROUND = f"m{-REACH:g} 0a{REACH:g} {REACH:g} 0 1 0 {2 * REACH:g} 0a{REACH:g} {REACH:g} 0 1 0 {-2 * REACH:g} 0z"
SQUARE = "m-14 -19h28a5 5 0 0 1 5 5v28a5 5 0 0 1 -5 5h-28a5 5 0 0 1 -5 -5v-28a5 5 0 0 1 5 -5z"
"""Outlines of plates from their middle on."""


def _place(zone: int, board: boards.Board) -> Place:
    """Where a zone is, and what is next to it."""
    x, y = _place_of(zone)
    transit = land.ZONES[zone].startswith("x")
    side = 38 if transit else 2 * REACH
    name = labels()[zone].box
    return Place(
        id=land.ZONES[zone],
        x=round(x, 1),
        y=round(y, 1),
        width=side,
        height=side,
        outline=SQUARE if transit else ROUND,
        title=_title_of(zone, board),
        next=[land.ZONES[other] for other in board.neighbours[zone]],
        name=(round(name.left, 1), round(name.top, 1), round(name.right, 1), round(name.bottom, 1)),
    )


@cache
def _board(name: str) -> Board:
    """What never changes of a variant of the map."""
    board = boards.board(VARIANTS[name])
    return Board(
        size=(WIDTH, HEIGHT),
        counter=COUNTER,
        places=[_place(zone, board) for zone in range(len(land.ZONES))],
        sides=look.SIDES,
        symbols=look.SYMBOLS,
        forms=look.FORMS,
    )


def plate_box(zone: int) -> Box:
    """The box that a zone's plate fills."""
    x, y = _place_of(zone)
    return Box(x, y, x, y).grown(REACH)


def _name_of(zone: int) -> Name:
    """The name of a zone and the type it is set in: towns and forts bold, villages and oases plain, desert small."""
    terrain = land.TERRAIN[zone]
    if land.TOWN in terrain or land.FORT in terrain or land.IS_BASE[zone]:
        return Name(land.ZONE_NAME[zone], _place_of(zone), REACH, 14.5, 0.6, True, "label major")
    if land.VILLAGE in terrain or land.OASIS in terrain or land.AIRFIELD in terrain:
        return Name(land.ZONE_NAME[zone], _place_of(zone), REACH, 14.0, 0.0, False, "label minor")
    return Name(land.ZONE_NAME[zone], _place_of(zone), REACH, 12.5, 0.0, False, "label desert")


@cache
def labels() -> list[Label]:
    """The names of all zones in their places."""
    blocks = [LEGEND, TITLE, SCALE_BAR, NOTE, *(region.box() for region in geography().regions)]
    for x, y in map(_place_of, range(len(land.ZONES))):  # a round plate as three boxes
        for wide, high in ((1.0, 0.4), (0.76, 0.76), (0.4, 1.0)):
            blocks.append(Box(x - wide * REACH, y - high * REACH, x + wide * REACH, y + high * REACH))
    obstacles = svg.Obstacles(blocks, [link_points(link) for link in range(len(land.LINKS))], [geography().coast])
    return svg.place([_name_of(zone) for zone in range(len(land.ZONES))], MAP.grown(-6), obstacles)


# --- what stands around it -----------------------------------------------------------------------------------------

LEGEND = Box(1046.0, 562.0, 1362.0, 908.0)
TITLE = Box(930.0, 42.0, 1362.0, 124.0)
SCALE_BAR = Box(46.0, 846.0, 316.0, 908.0)
INSET = Box(792.0, 846.0, 960.0, 912.0)
NOTE = Box(854.0, 891.0, 956.0, 908.0)


def _legend() -> str:
    """The legend: links with their price, terrain with its dice and DRM, all taken from the data."""
    left, top = LEGEND.left, LEGEND.top
    found = [
        tag("rect", cls="panel", x=left, y=top, width=LEGEND.right - left, height=LEGEND.bottom - top, rx=4),
        svg.text("LINKS", left + 14, top + 24, "head", "start"),
        svg.text("AP a unit", LEGEND.right - 14, top + 24, "small", "end"),
    ]
    for kind, title in enumerate(("Road", "Path", "Off-path")):
        y = top + 46 + 22 * kind
        word = land.LINK_KINDS[kind]
        d = svg.line([(left + 14, y - 4), (left + 70, y - 4)])
        found.append(tag("path", cls="road-casing", d=d) if kind == land.ROAD else "")
        found.append(tag("path", cls=word, d=d))
        found.append(svg.text(title, left + 86, y, "small", "start"))
        halves = tables.MOVE_HALVES[kind]
        found.append(svg.text("½" if halves == 1 else str(halves // 2), LEGEND.right - 14, y, "small", "end"))
    y = top + 124
    found.append(tag("path", cls="tick", d=svg.line([(left + 14, y - 16), (LEGEND.right - 14, y - 16)])))
    found.append(svg.text("TERRAIN", left + 14, y + 4, "head", "start"))
    found.append(svg.text("test", LEGEND.right - 76, y + 4, "small", "end"))
    found.append(svg.text("event", LEGEND.right - 14, y + 4, "small", "end"))
    y = top + 130
    for terrain, title in enumerate(("Rocky desert", "Sand desert", "Oasis", "Village", "Town", "Fort", "Airfield")):
        y += 22
        found.append(glyphs.draw(land.TERRAINS[terrain], left + 26, y - 4, 20))
        found.append(svg.text(title, left + 50, y, "small", "start"))
        die = tables.TERRAIN_DIE_DRM[terrain]
        dice = f"{tables.TERRAIN_DICE[terrain]}d6" + (f"−{-die}" if die else "")
        found.append(svg.text(dice, LEGEND.right - 76, y, "small", "end"))
        drm = tables.TERRAIN_EVENT_DRM[terrain]
        found.append(svg.text(f"+{drm}" if drm > 0 else f"−{-drm}", LEGEND.right - 14, y, "small", "end"))
    y += 24
    found.append(tag("circle", cls="base-ring", cx=left + 26, cy=y - 4, r=8))
    found.append(svg.text("Base of the LRDG", left + 50, y, "small", "start"))
    found.append(svg.text("none", LEGEND.right - 76, y, "small", "end"))
    y += 22
    box = tag("rect", cls="outline", x=left + 17, y=y - 13, width=18, height=18, rx=3)
    found.append(tag("g", box, cls="transit on-sand"))
    found.append(svg.text("Not to scale", left + 50, y, "small", "start"))
    return tag("g", *found, cls="legend")


def _title() -> str:
    x = (TITLE.left + TITLE.right) / 2
    return tag(
        "g",
        svg.text("CYRENAICA", x, TITLE.top + 38, "title"),
        svg.text("The Long Range Desert Group, 1942", x, TITLE.top + 66, "subtitle"),
        cls="cartouche",
    )


def _scale_bar() -> str:
    """A bar of 150 km and an arrow to the north."""
    (_, _), (per_degree, _) = geography().degrees
    km = -per_degree / KM
    left, y = SCALE_BAR.left + 46, SCALE_BAR.bottom - 20
    found = []
    for i in range(3):
        found.append(
            tag(
                "rect",
                cls="bar-solid" if i % 2 == 0 else "bar-open",
                x=left + 50 * km * i,
                y=y - 6,
                width=50 * km,
                height=6,
            )
        )
    for i in range(4):
        words = f"{50 * i} km" if i == 3 else str(50 * i)
        found.append(svg.text(words, left + 50 * km * i, y - 12, "small-note"))
    x, y = SCALE_BAR.left + 14, SCALE_BAR.bottom - 14
    found.append(
        tag("path", cls="arrow", d=svg.line([(x, y - 40), (x - 7, y - 12), (x, y - 17), (x + 7, y - 12)], True))
    )
    found.append(tag("path", cls="bar-line", d=svg.line([(x, y - 18), (x, y)])))
    found.append(svg.text("N", x, y - 44, "head"))
    return tag("g", *found, cls="scale")


def _inset() -> str:
    """Koufra lies far to the south and is drawn in a box of its own."""
    return tag(
        "g",
        tag(
            "rect",
            cls="inset",
            x=INSET.left,
            y=INSET.top,
            width=INSET.right - INSET.left,
            height=INSET.bottom - INSET.top,
            rx=4,
        ),
        svg.text("not to scale", NOTE.left, NOTE.top + 12, "small-note", "start"),
        cls="inset-box",
    )


def _frame() -> str:
    """The border, with a tick and a number at every degree."""
    (ax, bx), (ay, by) = geography().degrees
    found = [
        tag("path", cls="sheet", d=_ring(Box(0, 0, WIDTH, HEIGHT), MAP), fill_rule="evenodd"),
        tag("rect", cls="frame", x=MAP.left, y=MAP.top, width=MAP.right - MAP.left, height=MAP.bottom - MAP.top),
        tag("rect", cls="frame-thick", x=3, y=3, width=WIDTH - 6, height=HEIGHT - 6),
    ]
    ticks = []
    for degree in range(15, 35):
        x = ax * degree + bx
        if MAP.left + 12 < x < MAP.right - 12:
            ticks += [svg.line([(x, MAP.top), (x, MAP.top - 5)]), svg.line([(x, MAP.bottom), (x, MAP.bottom + 5)])]
            for y in (MAP.top - 8, MAP.bottom + 16):
                found.append(svg.text(f"{degree}°", x, y, "small-note"))
        y = ay * degree + by
        if MAP.top + 12 < y < MAP.bottom - 12:
            ticks += [svg.line([(MAP.left, y), (MAP.left - 5, y)]), svg.line([(MAP.right, y), (MAP.right + 5, y)])]
            for x in (MAP.left - 13, MAP.right + 14):
                found.append(svg.text(str(degree), x, y + 4, "small-note"))
    return tag("g", *found, tag("path", cls="tick", d="".join(ticks)), cls="border")


def _ring(outer: Box, inner: Box) -> str:
    """The space between two boxes."""
    return "".join(
        svg.line([(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)], True)
        for box in (outer, inner)
    )


@cache
def _ground() -> str:
    """Everything that lies under the game."""
    ground = geography()
    boxes = [label.box for label in labels()] + [region.box() for region in ground.regions] + [LEGEND, INSET, SCALE_BAR]
    boxes += [plate_box(zone) for zone in range(len(land.ZONES))]
    clear = Clearance(boxes, [link_points(link) for link in range(len(land.LINKS))])
    coast = svg.curve(ground.coast)
    width, height = MAP.right - MAP.left, MAP.bottom - MAP.top
    return tag(
        "svg",  # a picture in the picture: what goes beyond its edge is cut
        tag("rect", cls="sea", x=0, y=0, width=WIDTH, height=HEIGHT),
        _waves(),
        tag("path", cls="land", d=f"{coast}L{svg.line(ground.land[-2:])[1:]}Z"),
        tag("path", cls="coast", d=coast),
        *(_sand(outline, clear) for outline in ground.sands),
        *(_scarp(line, clear) for line in ground.scarps),
        *(region.draw() for region in ground.regions),
        cls="countryside",
        x=MAP.left,
        y=MAP.top,
        width=width,
        height=height,
        viewBox=" ".join(map(svg.num, (MAP.left, MAP.top, width, height))),
    )


@cache
def _draw(name: str, standalone: bool) -> str:
    board = boards.board(VARIANTS[name])
    ground = geography()
    placed = labels()
    texts = []
    for label in placed:
        x, y = (label.box.left + label.box.right) / 2, (label.box.top + label.box.bottom) / 2
        sea = "" if svg.inside((x, y), ground.land) else "at-sea"
        texts.append(tag("g", label.draw(), cls=sea or "on-land"))
    return tag(
        "svg",
        tag("title", "Cyrenaica, the map of Who Dares Wins"),
        tag("style", style.css(standalone)),
        _ground(),
        _inset(),
        _links(board),
        tag("g", *(_zone(zone, board) for zone in range(len(land.ZONES))), cls="cells"),
        tag("g", *texts, cls="labels"),
        _title(),
        _legend(),
        _scale_bar(),
        _frame(),
        xmlns="http://www.w3.org/2000/svg",
        cls="cyrenaica",
        viewBox=f"0 0 {svg.num(WIDTH)} {svg.num(HEIGHT)}",
    )
