# not compiled: a board is drawn once, and what draws it is no rule
"""The map of Night Drop as SVG, drawn once from the data.

    svg = draw(standalone=True)        # a file that looks right on its own; standalone=False for the page

Every hex is an element whose id is the word that actions use. Classes alone, no style attributes; night and day are two
sets of colours chosen by `data-look` on the drawing.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, sin, sqrt

from sandtable.games.night_drop.box import land
from sandtable.games.night_drop.table import look
from sandtable.games.night_drop.table.glyphs import SYMBOLS, parachute, star
from sandtable.games.night_drop.table.style import css
from sandtable.kernel.board import board_id as id_of
from sandtable.kernel.scene import Board, Place
from sandtable.kernel.svg import Box, Label, Name, Obstacles, Point, curve, escape, num, place, tag, text

R = 32.0  # from the centre of a hex to a corner
HALF = R * sqrt(3) / 2  # from the centre to a side
MARGIN = 58.0
TOP = 96.0
BOTTOM = 74.0
SIZE = (round(2 * MARGIN + (land.COLUMNS - 1) * 1.5 * R + 2 * R), round(TOP + BOTTOM + (2 * land.ROWS + 1) * HALF))
COUNTER = 34.0
HELMET = "M-6 2.5c0 -9 12 -9 12 0l1.5 1.5h-15z"


def centre(cell: int) -> Point:
    """The middle of a hex."""
    column, row = land.GRID.offset(cell)
    return MARGIN + R + column * 1.5 * R, TOP + HALF * (1 + 2 * row + (column & 1))


def corner(cell: int, number: int) -> Point:
    """A corner of a hex, clockwise from the upper left one, so that side n lies between corners n and n + 1."""
    x, y = centre(cell)
    angle = (number - 2) * pi / 3
    return x + R * cos(angle), y + R * sin(angle)


def _key(p: Point) -> tuple[int, int]:
    return round(p[0] * 10), round(p[1] * 10)


def outlines(cells: set[int]) -> list[list[Point]]:
    """The closed boundaries of a set of hexes, as corners in order; neighbours of the set are merged."""
    after: dict[tuple[int, int], list[Point]] = {}
    for cell in sorted(cells):
        for side in range(6):
            if land.GRID.beside[cell][side] not in cells:
                after.setdefault(_key(corner(cell, side)), []).append(corner(cell, side + 1))
    found: list[list[Point]] = []
    while after:
        start = next(iter(after))
        here = start
        loop: list[Point] = []
        while here in after:
            there = after[here].pop()
            if not after[here]:
                del after[here]
            loop.append(there)
            here = _key(there)
        found.append(loop)
    return found


def rounded(loop: list[Point]) -> str:
    """Path data that follows a boundary from the middle of each side to the next, so that corners become curves."""
    count = len(loop)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
    parts = [f"M{num(middles[-1][0])} {num(middles[-1][1])}"]
    for i in range(count):
        (cx, cy), (x, y) = loop[i], middles[i]
        parts.append(f"Q{num(cx)} {num(cy)} {num(x)} {num(y)}")
    return "".join(parts) + "Z"


def straight(loop: list[Point]) -> str:
    """Path data along the sides."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in loop) + "Z"


def of_terrain(*kinds: int) -> set[int]:
    """Every hex of these kinds of ground."""
    return {cell for cell in range(land.HEXES) if land.TERRAIN[cell] in kinds}


def spread(cell: int, number: int, reach: float) -> list[Point]:
    """Points strewn over a hex, the same each time."""
    x, y = centre(cell)
    found: list[Point] = []
    for i in range(number):
        turn = ((cell * 0.7548776662 + i * 0.6180339887) % 1) * 2 * pi
        far = sqrt((i + 0.5) / number) * reach
        found.append((x + far * cos(turn), y + far * sin(turn)))
    return found


# --- ground -----------------------------------------------------------------------------------------------------------


def ground() -> str:
    """Sheet, fields, water with lines along its shore, marsh, woods and built-up ground."""
    every = set(range(land.HEXES))
    shore = "".join(straight(loop) for loop in outlines(every))
    water = "".join(rounded(loop) for loop in outlines(of_terrain(land.WATER, land.BOTH_BRIDGES)))
    marsh = "".join(rounded(loop) for loop in outlines(of_terrain(land.MARSH, land.STREAM, land.BRIDGE)))
    woods = "".join(rounded(loop) for loop in outlines(of_terrain(land.WOODS)))
    parts = [
        tag("path", cls="nd-field", d=shore),
        tag("path", cls="nd-marsh", d=marsh),
        tag("path", cls="nd-woods", d=woods),
        tag("path", cls="nd-water", d=water),
    ]
    inside = [tag("path", cls=f"nd-shore-{ring}", d=water) for ring in (3, 2, 1)]
    parts.append(tag("g", *inside, clip_path="url(#nd-wet)"))
    parts.append(tag("path", cls="nd-bank", d=water))
    parts.append(
        tag("path", cls="nd-tuft", d="".join(tuft(p) for c in sorted(of_terrain(land.MARSH)) for p in tufts(c)))
    )
    parts.append(
        tag("path", cls="nd-crown", d="".join(crown(p) for c in sorted(of_terrain(land.WOODS)) for p in crowns(c)))
    )
    sheet = tag("rect", cls="nd-sheet", x=0, y=0, width=SIZE[0], height=SIZE[1])
    return sheet + tag("g", *parts, clip_path="url(#nd-map)") + clips(shore, water)


def clips(shore: str, water: str) -> str:
    """Where ground and shore lines are cut off."""
    return tag(
        "defs",
        tag("clipPath", tag("path", d=water), id="nd-wet"),
        tag("clipPath", tag("path", d=shore), id="nd-map"),
    )


def tufts(cell: int) -> list[Point]:
    """Where grass stands in a marsh hex: clear of its middle, where counters and lines are."""
    return [p for i, p in enumerate(spread(cell, 6, R * 0.86)) if i >= 3]


def tuft(p: Point) -> str:
    """Three blades and the water under them."""
    x, y = p
    return (
        f"M{num(x - 5)} {num(y + 3)}h10M{num(x)} {num(y + 2)}v-6"
        f"M{num(x - 2.5)} {num(y + 2)}l-2 -4.5M{num(x + 2.5)} {num(y + 2)}l2 -4.5"
    )


def crowns(cell: int) -> list[Point]:
    """Where trees stand in a hex of woods."""
    return spread(cell, 7, R * 0.8)


def crown(p: Point) -> str:
    """A tree from above."""
    x, y = p
    return f"M{num(x - 5)} {num(y)}a5 5 0 1 1 10 0a5 5 0 1 1 -10 0M{num(x - 2.5)} {num(y - 1)}a3 3 0 0 1 3 -2"


def villages() -> str:
    """Built-up ground with a few houses each, in rows that turn from village to village."""
    parts: list[str] = []
    for cell in sorted(of_terrain(land.VILLAGE)):
        x, y = centre(cell)
        parts.append(tag("circle", cls="nd-town", cx=x, cy=y, r=R * 0.72))
        turn = (cell * 47) % 60 - 30
        houses = "".join(
            f"M{num(dx)} {num(dy)}h{num(w)}v{num(h)}h{num(-w)}z"
            for dx, dy, w, h in (
                (-18, -13, 9, 6), (-6, -16, 7, 8), (6, -13, 11, 6), (-19, 6, 7, 9), (-8, 9, 10, 6), (7, 7, 8, 8),
                (13, -3, 6, 6), (-21, -3, 6, 5),
            )
        )  # fmt: skip
        parts.append(tag("path", cls="nd-house", d=houses, transform=f"translate({num(x)} {num(y)}) rotate({turn})"))
    x, y = centre(land.BATTERY)
    parts.append(tag("path", cls="nd-battery", d=straight(outlines({land.BATTERY})[0])))
    casemate = "M-17 12a17 17 0 0 1 34 0zM-5 -2l10 -14"
    parts.append(tag("path", cls="nd-casemate", d=casemate, transform=f"translate({num(x)} {num(y)})"))
    return "".join(parts)


# --- lines ------------------------------------------------------------------------------------------------------------


@cache
def lines_of(kind: str) -> tuple[tuple[Point, ...], ...]:
    """Every line of a kind through the middles of its hexes, drawn out to the edge of the map where it meets it."""
    found: list[tuple[Point, ...]] = []
    for _, of_kind, _, path in land.LINES:
        if of_kind == kind:
            points = smoothed(path, kind)
            for end, here in ((0, path[0]), (-1, path[-1])):
                if land.ON_EDGE[here]:
                    points.insert(
                        0 if end == 0 else len(points), beyond(here, points[end], points[1 if end == 0 else -2])
                    )
            found.append(tuple(points))
    return tuple(found)


def smoothed(path: tuple[int, ...], kind: str) -> list[Point]:
    """The middles of a line's hexes with the zigzag of the grid taken out; ends, crossings and bridges stay put."""
    points = [centre(cell) for cell in path]
    if kind == "railway":
        # Beside a road that runs through the same hex, not under it.
        points = [(x, y - 9) if cell in ROAD_HEXES else (x, y) for (x, y), cell in zip(points, path, strict=True)]
    fixed = {path[0], path[-1], land.H1, *BRIDGE_ENDS}
    before = points[:]
    for i in range(1, len(points) - 1):
        cell = path[i]
        ways = sum(1 for other in land.AROUND[cell] if (cell, other) in land.FOLLOWED)
        if cell in fixed or (ways > 2 and kind == "road") or land.TERRAIN[cell] == land.BRIDGE:
            continue
        (ax, ay), (x, y), (bx, by) = before[i - 1], before[i], before[i + 1]
        points[i] = (x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4)
    return points


ROAD_HEXES = frozenset(cell for _, kind, _, path in land.LINES if kind == "road" for cell in path)
BRIDGE_ENDS = frozenset(
    other
    for cell in (*(c for c in range(land.HEXES) if land.TERRAIN[c] == land.BRIDGE), land.H1)
    for other in land.AROUND[cell]
    if (cell, other) in land.FOLLOWED
)


def beyond(cell: int, here: Point, before: Point) -> Point:
    """Where a line that ends in an edge hex goes on to: straight off the map."""
    column, row = land.GRID.offset(cell)
    dx = -1 if column == 0 else 1 if column == land.COLUMNS - 1 else 0
    dy = 0 if dx else -1 if row == 0 else 1
    reach = R if dx else HALF
    if dx == 0 and dy == 0:
        dx = 1 if here[0] > before[0] else -1
    return here[0] + dx * reach, here[1] + dy * reach


def waterways() -> str:
    """The Dives and the Divette, and the two waters under H1."""
    parts: list[str] = []
    for points in lines_of("stream"):
        parts.append(tag("path", cls="nd-stream-casing", d=curve(points)))
    for points in lines_of("stream"):
        parts.append(tag("path", cls="nd-stream", d=curve(points)))
    return "".join(parts)


def roads() -> str:
    """Railway with ties, then roads: all casings first, so that crossings join."""
    rails = [curve(points) for points in lines_of("railway")]
    ways = [curve(points) for points in lines_of("road")]
    parts = [tag("path", cls="nd-rail", d=way) for way in rails]
    parts += [tag("path", cls="nd-ties", d=way) for way in rails]
    parts += [tag("path", cls="nd-road-casing", d=way) for way in ways]
    parts += [tag("path", cls="nd-road", d=way) for way in ways]
    return "".join(parts)


def bridges() -> str:
    """A pair of parapets along the road or railway in every bridge hex, and two in H1."""
    parts: list[str] = []
    for cell in [*sorted(of_terrain(land.BRIDGE)), land.H1]:
        near = [other for other in land.AROUND[cell] if (cell, other) in land.FOLLOWED]
        a, b = centre(near[0]), centre(near[-1])
        angle = atan2(b[1] - a[1], b[0] - a[0]) * 180 / pi
        x, y = centre(cell)
        spans = (-9.0, 9.0) if cell == land.H1 else (0.0,)
        for shift in spans:
            at = f"translate({num(x)} {num(y)}) rotate({num(angle)}) translate({num(shift)} 0)"
            if cell == land.H1:
                parts.append(tag("path", cls="nd-parapet", d="M-7 -6l2 2h10l2 -2M-7 6l2 -2h10l2 2", transform=at))
            else:
                parts.append(tag("path", cls="nd-parapet", d="M-12 -8l3 3h18l3 -3M-12 8l3 -3h18l3 3", transform=at))
    return "".join(parts)


# --- hexes and what is marked on them ---------------------------------------------------------------------------------


SHAPE = f"l{num(R / 2)} {num(-HALF)}h{num(R)}l{num(R / 2)} {num(HALF)}l{num(-R / 2)} {num(HALF)}h-{num(R)}z"
"""The sides of a hex from its left corner on."""


def hexes() -> str:
    """The grid: one element a hex, with its id and its name if it has one."""
    parts: list[str] = []
    for cell in range(land.HEXES):
        x, y = centre(cell)
        title = title_of(cell)
        inside = f"><title>{escape(title)}</title></path>" if title else "/>"
        parts.append(f'<path id="{land.HEX_NAME[cell]}" class="nd-hex" d="M{num(x - R)} {num(y)}{SHAPE}"{inside}')
    return tag("g", *parts, cls="nd-grid")


def title_of(cell: int) -> str:
    """A hex with a name, in words."""
    return f"{land.PLACE_NAME[cell]} {land.HEX_NAME[cell]}" if cell in land.PLACE_NAME else ""


def numbers() -> str:
    """Hex numbers, which the style shows only from near by."""
    parts: list[str] = []
    for cell in range(land.HEXES):
        x, y = centre(cell)
        parts.append(f'<text x="{num(x)}" y="{num(y - HALF + 8.5)}">{land.HEX_NAME[cell]}</text>')
    return tag("g", *parts, cls="nd-number")


def drop_zones() -> str:
    """Drop zone hexes: a parachute in the colour of the brigade; one circled, one black on red."""
    parts: list[str] = []
    for colour, cells in enumerate(land.DROP):
        area = "".join(rounded(loop) for loop in outlines(set(cells)))
        parts.append(tag("path", cls=f"nd-zone nd-{land.COLOURS[colour]}", d=area))
        for cell in cells:
            x, y = centre(cell)
            cls = f"nd-chute nd-{land.COLOURS[colour]}"
            if cell == land.CIRCLED:
                parts.append(tag("circle", cls="nd-circled", cx=x, cy=y, r=16))
            if cell == land.DIVISION_HEX:
                parts.append(tag("circle", cls="nd-division", cx=x, cy=y, r=16))
                cls = "nd-chute nd-on-red"
            parts.append(tag("path", cls=cls, d=parachute(), transform=f"translate({num(x)} {num(y)})"))
    return "".join(parts)


def objectives() -> str:
    """Stars, with the printed value where there is one, in the upper part of their hexes."""
    parts: list[str] = []
    for number, cell in enumerate(land.OBJECTIVES):
        x, y = star_at(cell)
        cls = "nd-star-black" if land.STAR[number] == land.BLACK_STAR else "nd-star-red"
        parts.append(tag("path", cls=cls, d=star(11), transform=f"translate({num(x)} {num(y)})"))
        if land.PRINTED[number] >= 0:
            parts.append(text(str(land.PRINTED[number]), x, y + 4, "nd-printed"))
    return "".join(parts)


def star_at(cell: int) -> Point:
    """Where the star of an objective stands."""
    x, y = centre(cell)
    return x + R * 0.56, y - HALF * 0.56


def marks() -> str:
    """Helmets, Lovat's hexes, entry letters, H1 and H2, and the hexsides that nobody crosses."""
    parts: list[str] = []
    for cell in land.HELMETS:
        x, y = centre(cell)
        parts.append(tag("circle", cls="nd-helmet-disc", cx=x - R * 0.56, cy=y - HALF * 0.56, r=9))
        parts.append(
            tag("path", cls="nd-helmet", d=HELMET, transform=f"translate({num(x - R * 0.56)} {num(y - HALF * 0.56)})")
        )
    for cell in land.LOVAT_HEXES:
        x, y = centre(cell)
        parts.append(text("L", x + R * 0.5, y + HALF * 0.66, "nd-lovat"))
    for cell, words in ((land.H1, "H1"), (land.H2, "H2")):
        x, y = centre(cell)
        parts.append(text(words, x, y + HALF * 0.86, "nd-howard"))
    for letter, cell in zip(land.LETTERS, land.ENTRY, strict=True):
        parts.append(entry(letter, cell))
    for a, b in sorted(land.DASHED):
        if a == land.H1:
            side = land.GRID.direction(a, b)
            (x1, y1), (x2, y2) = corner(a, side), corner(a, side + 1)
            parts.append(tag("path", cls="nd-dashed", d=f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"))
    return "".join(parts)


def entry(letter: str, cell: int) -> str:
    """A letter outside the map with an arrow into its hex."""
    x, y = centre(cell)
    column, row = land.GRID.offset(cell)
    dx = -1 if column == 0 else 1 if column == land.COLUMNS - 1 else 0
    dy = 0 if dx else -1 if row == 0 else 1
    ex, ey = x + dx * (R + 16), y + dy * (HALF + 18)
    turn = {(-1, 0): 0, (1, 0): 180, (0, -1): 90, (0, 1): 270}[dx, dy]
    arrow = tag(
        "path", cls="nd-arrow", d="M10 -5l9 5l-9 5z", transform=f"translate({num(ex)} {num(ey)}) rotate({turn})"
    )
    return tag("circle", cls="nd-entry", cx=ex, cy=ey, r=13) + text(letter, ex, ey + 5.5, "nd-letter") + arrow


# --- lettering --------------------------------------------------------------------------------------------------------


def name_of(cell: int, words: str, weight: int, kind: str) -> Name:
    """How a name is set: size by weight, water and woods in their own hands."""
    if kind == "water":
        return Name(words, centre(cell), 2, 17, 2.5, False, "nd-label nd-label-water")
    if kind == "wood":
        return Name(words.upper(), centre(cell), 2, 15 if weight == 1 else 12.5, 2.5, False, "nd-label nd-label-wood")
    if kind == "dz":
        return Name(words, centre(cell), R * 0.9, 19, 1.5, True, "nd-label nd-label-zone")
    size = {1: 16.5, 2: 14.5, 3: 12.5}[weight]
    return Name(words, centre(cell), R * 0.62, size, 0.3, weight == 1, f"nd-label nd-label-{weight}")


@cache
def placed_names() -> tuple[Label, ...]:
    """Every name where it meets least: not on stars, symbols, houses or one another, and seldom on a road."""
    names = [name_of(*label) for label in land.LABELS]
    blocks = [Box(x - 11, y - 11, x + 11, y + 11) for x, y in (star_at(cell) for cell in land.OBJECTIVES)]
    for cell in (
        *land.HELMETS,
        *(cell for cells in land.DROP for cell in cells),
        *of_terrain(land.VILLAGE),
        land.BATTERY,
        land.H1,
    ):
        x, y = centre(cell)
        blocks.append(Box(x - 15, y - 14, x + 15, y + 14))
    ways = [list(points) for kind in ("road", "railway", "stream") for points in lines_of(kind)]
    page = Box(MARGIN, TOP - 4, SIZE[0] - MARGIN, SIZE[1] - BOTTOM + 4)
    return tuple(place(names, page, Obstacles(blocks, ways, [])))


def frame() -> str:
    """Title, scale bar and an arrow to the north."""
    left, bottom = MARGIN, SIZE[1] - 26
    hex_width = 2 * HALF  # 400 m between the middles of neighbours
    parts = [
        text("PEGASUS BRIDGE", MARGIN, 46, "nd-title", "start"),
        text("6th Airborne Division, night of 5 to 6 June 1944", MARGIN + 2, 70, "nd-subtitle", "start"),
    ]
    for i in range(5):
        cls = "nd-bar-solid" if i % 2 == 0 else "nd-bar-open"
        parts.append(tag("rect", cls=cls, x=left + i * hex_width, y=bottom - 7, width=hex_width, height=7))
    parts.append(text("0", left, bottom + 13, "nd-small"))
    parts.append(text("1 km", left + 2.5 * hex_width, bottom + 13, "nd-small"))
    parts.append(text("2 km, 5 hexes", left + 5 * hex_width, bottom + 13, "nd-small"))
    x, y = SIZE[0] - MARGIN - 14, 50
    parts.append(tag("path", cls="nd-north", d=f"M{num(x)} {num(y - 24)}l9 26l-9 -6l-9 6z"))
    parts.append(text("N", x, y + 18, "nd-small"))
    return "".join(parts) + key()


def key() -> str:
    """What the signs mean, along the lower edge."""
    y = SIZE[1] - 30.0
    x = MARGIN + 460.0
    parts: list[str] = []
    items: list[tuple[str, str]] = [
        (tag("path", cls="nd-star-red", d=star(10)), "objective"),
        (tag("path", cls="nd-star-black", d=star(10)), "bridge to destroy"),
        (tag("path", cls="nd-chute nd-red", d=parachute()), "drop zone"),
        (tag("circle", cls="nd-helmet-disc", r=9) + tag("path", cls="nd-helmet", d=HELMET), "German at the start"),
        (tag("path", cls="nd-dashed", d="M-14 0h28"), "no crossing, no attack"),
    ]  # fmt: skip
    for sign, words in items:
        parts.append(tag("g", sign, transform=f"translate({num(x)} {num(y)})"))
        parts.append(text(words, x + 20, y + 4.5, "nd-small", "start"))
        x += 62 + 7.6 * len(words)
    return "".join(parts)


@cache
def board() -> Board:
    """Where the hexes are, and how sides and marks are painted."""
    middles = [centre(cell) for cell in range(land.HEXES)]
    places = [
        Place(
            id=land.HEX_NAME[cell], x=round(x, 1), y=round(y, 1), width=2 * R, height=round(2 * HALF, 1),
            outline=f"m{num(-R)} 0{SHAPE}", title=title_of(cell),
        )
        for cell, (x, y) in enumerate(middles)
    ]  # fmt: skip
    return Board(size=SIZE, counter=COUNTER, places=places, sides=look.SIDES, forms=look.FORMS, strips=look.STRIPS)


@cache
def board_id() -> str:
    """The id of the map."""
    return id_of("normandy", draw(False), board())


@cache
def draw(standalone: bool, light: str = "day") -> str:
    """The whole map. A file on its own brings its colours; in a page the page's own tokens are used."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}"'
        + (f' width="{SIZE[0]}" height="{SIZE[1]}"' if standalone else "")
        + f' data-look="{light}" class="nd-board{" nd-alone" if standalone else ""}">'
    )
    body = [
        tag("style", css(standalone)),
        tag("defs", *SYMBOLS),
        ground(),
        waterways(),
        villages(),
        drop_zones(),
        roads(),
        bridges(),
        hexes(),
        marks(),
        objectives(),
        numbers(),
        *(label.draw() for label in placed_names()),
        frame(),
    ]
    return head + "\n".join(body) + "</svg>"
