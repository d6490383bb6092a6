"""The map: its hexes, their terrain, lines, special hexes, objectives and places.

Hexes and objectives are small integers inside: their place in these columns. Movement points are counted in halves.
"""

import itertools
from typing import Final

from sandtable.games.night_drop.box.files import FILES
from sandtable.geometry.hexes import HexGrid
from sandtable.kernel.tables import Page, Row, Sheet

# --- the grid -------------------------------------------------------------------------------------------------------

COLUMNS: Final = 40
ROWS: Final = 32
GRID: Final = HexGrid(COLUMNS, ROWS)
HEXES: Final = GRID.size
HEX_NAME: Final[tuple[str, ...]] = tuple(f"{cell // ROWS + 1:02d}{cell % ROWS + 1:02d}" for cell in range(HEXES))
HEX_OF: Final[dict[str, int]] = {name: cell for cell, name in enumerate(HEX_NAME)}
AROUND: Final = GRID.around
EDGE: Final = tuple(GRID.edge)
ON_EDGE: Final[tuple[bool, ...]] = tuple(len(near) < 6 for near in AROUND)

# --- terrain --------------------------------------------------------------------------------------------------------

TERRAINS: Final = ("clear", "village", "woods", "marsh", "stream", "bridge", "h1", "battery", "water")
CLEAR: Final = 0
VILLAGE: Final = 1
WOODS: Final = 2
MARSH: Final = 3
STREAM: Final = 4
BRIDGE: Final = 5
BOTH_BRIDGES: Final = 6
BATTERY_GROUND: Final = 7
WATER: Final = 8


class _Terrain:
    """What each kind of ground costs and gives, and the costs that go with none of them."""

    def __init__(self, page: Page) -> None:
        self.letters: dict[str, int] = {}
        self.enter_mp: list[int] = []
        self.df: list[int] = []
        self.soft: list[bool] = []
        self.topographic: list[bool] = []
        self.attrition: list[int] = []
        for name in TERRAINS:
            row = page.row(name)
            self.letters[row.text("letter")] = len(self.enter_mp)
            wet = row.flag("impassable", False)
            self.enter_mp.append(0 if wet else row.halves("mp"))
            self.df.append(0 if wet else row.number("df", 0, 9))
            self.soft.append(row.flag("soft", False))
            self.topographic.append(row.flag("topographic", False))
            self.attrition.append(0 if wet else row.number("attrition", 2, 4))
        self.line_mp = page.row("line").halves("mp")
        self.letter_mp = page.row("letter").halves("mp")
        self.leaving_mp = page.row("leaving").halves("mp")


_terrain = FILES.read("terrain.toml", _Terrain)
ENTER_MP: Final = _terrain.enter_mp
DF: Final = _terrain.df
SOFT_TERRAIN: Final = _terrain.soft
TOPOGRAPHIC_TERRAIN: Final = _terrain.topographic
ATTRITION_TERRAIN: Final = _terrain.attrition
LINE_MP: Final = _terrain.line_mp
LETTER_MP: Final = _terrain.letter_mp
LEAVING_MP: Final = _terrain.leaving_mp


def _read_map(sheet: Sheet) -> tuple[int, ...]:
    """The terrain of every hex, from the drawing."""
    letters = _terrain.letters
    found = [CLEAR] * HEXES
    row = 0
    for number, line in enumerate(sheet.lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        label, _, drawn = line.partition("    ")
        if row >= ROWS or label != f"{row + 1:02d}" or len(drawn) != COLUMNS:
            sheet.fault(number, f"row {row + 1:02d} with {COLUMNS} letters should be here, not “{line}”")
            drawn = ""
        for column, letter in enumerate(drawn):
            if letter not in letters:
                sheet.fault(number, f"“{letter}” is no terrain; it should be one of {' '.join(letters)}")
            else:
                found[GRID.cell(column, row)] = letters[letter]
        row += 1
    if row != ROWS:
        sheet.fault(len(sheet.lines), f"there are {row} rows instead of {ROWS}")
    return tuple(found)


TERRAIN: Final[tuple[int, ...]] = FILES.read_lines("terrain.map", _read_map)
PASSABLE: Final[tuple[bool, ...]] = tuple(kind != WATER for kind in TERRAIN)
# "Village" and "woods" of the rules on zones of control mean these letters of the map alone.
SOFT: Final[tuple[bool, ...]] = tuple(SOFT_TERRAIN[kind] for kind in TERRAIN)


def _hex(row: Row, column: str) -> int:
    return HEX_OF[HEX_NAME[row.word(column, HEX_NAME)]]


def _hexes(row: Row, column: str) -> tuple[int, ...]:
    return row.words(column, HEX_NAME)


# --- lines ----------------------------------------------------------------------------------------------------------

LINE_KINDS: Final = ("road", "railway", "river", "stream")


class _Lines:
    """Roads, railways, rivers and streams: id, kind, name and hexes; and the steps along roads and railways."""

    def __init__(self, page: Page) -> None:
        self.lines: list[tuple[str, str, str, tuple[int, ...]]] = []
        self.followed: set[tuple[int, int]] = set()
        for row in page.rows():
            kind = LINE_KINDS[row.word("kind", LINE_KINDS)]
            path: list[int] = []
            for word in row.text("path").split():
                if word not in HEX_OF:
                    row.fault("path", f"{word} is no hex of the map")
                else:
                    path.append(HEX_OF[word])
            for a, b in itertools.pairwise(path):
                if b not in AROUND[a]:
                    row.fault("path", f"{HEX_NAME[a]} and {HEX_NAME[b]} are not neighbours")
                elif kind in ("road", "railway"):
                    if not (PASSABLE[a] and PASSABLE[b]):
                        row.fault("path", f"the {kind} runs through water between {HEX_NAME[a]} and {HEX_NAME[b]}")
                    self.followed.add((a, b))
                    self.followed.add((b, a))
            self.lines.append((row.key, kind, row.text("name"), tuple(path)))


_lines = FILES.read("lines.toml", _Lines)
LINES: Final = _lines.lines
FOLLOWED: Final = frozenset(_lines.followed)
ON_LINE: Final[tuple[bool, ...]] = tuple(any((a, b) in FOLLOWED for b in AROUND[a]) for a in range(HEXES))
TOPOGRAPHIC: Final[tuple[bool, ...]] = tuple(
    TOPOGRAPHIC_TERRAIN[TERRAIN[cell]] or ON_LINE[cell] for cell in range(HEXES)
)

# --- special hexes --------------------------------------------------------------------------------------------------

COLOURS: Final = ("red", "green", "blue")
RED: Final = 0
GREEN: Final = 1
BLUE: Final = 2
LETTERS: Final = "ABCDEFGH"

TRACK_NAME: Final = ("track-1", "track-2", "track-3")


class _Special:
    """Hexes that the rules speak of."""

    def __init__(self, page: Page) -> None:
        drop = page.row("drop")
        self.drop = tuple(_hexes(drop, colour) for colour in COLOURS)
        self.drop_stack = tuple(drop.number(f"{colour}_stack", 1, 9) for colour in COLOURS)
        self.circled = _hex(drop, "circled")
        self.division = _hex(drop, "division")
        setup = page.row("setup")
        self.helmets = _hexes(setup, "helmets")
        self.h1 = _hex(setup, "howard1")
        self.h2 = _hex(setup, "howard2")
        self.battery = _hex(setup, "battery")
        self.lovat = _hexes(setup, "lovat")
        dashed = setup.pairs("dashed", HEX_NAME)
        self.dashed = frozenset([*dashed, *((b, a) for a, b in dashed)])
        entry = page.row("entry")
        self.entry = tuple(_hex(entry, letter) for letter in LETTERS)
        for cell in self.entry:
            if not ON_EDGE[cell] or not ON_LINE[cell]:
                page.fault(entry.line, f"entry hex {HEX_NAME[cell]} is not on the edge of the map with a road")
        track = page.row("track")
        if track.words("boxes", TRACK_NAME) != (0, 1, 2):
            track.fault("boxes", f"boxes should be {', '.join(TRACK_NAME)}")
        self.track_limit = track.number("limit", 1, 9)


_special = FILES.read("hexes.toml", _Special)
DROP: Final[tuple[tuple[int, ...], ...]] = _special.drop
DROP_STACK: Final[tuple[int, ...]] = _special.drop_stack
CIRCLED: Final = _special.circled
DIVISION_HEX: Final = _special.division
HELMETS: Final = _special.helmets
H1: Final = _special.h1
H2: Final = _special.h2
BATTERY: Final = _special.battery
LOVAT_HEXES: Final = _special.lovat
DASHED: Final = _special.dashed
ENTRY: Final[tuple[int, ...]] = _special.entry
TRACK_LIMIT: Final = _special.track_limit

STARS: Final = ("red", "black")
RED_STAR: Final = 0
BLACK_STAR: Final = 1


class _Objectives:
    """The hex of each objective, its star, and what is printed on it; -1: it takes a marker."""

    def __init__(self, page: Page) -> None:
        self.cells: list[int] = []
        self.star: list[int] = []
        self.printed: list[int] = []
        for row in page.rows():
            if row.key not in HEX_OF:
                page.fault(row.line, f"{row.key} is no hex of the map")
                continue
            self.cells.append(HEX_OF[row.key])
            self.star.append(row.word("star", STARS))
            self.printed.append(row.number("printed", 0, 9, -1))
            if self.star[-1] == BLACK_STAR and TERRAIN[self.cells[-1]] != BRIDGE:
                page.fault(row.line, f"{row.key} has a black star and is no bridge")


_objectives = FILES.read("objectives.toml", _Objectives)
OBJECTIVES: Final = _objectives.cells
STAR: Final = _objectives.star
PRINTED: Final = _objectives.printed
OBJECTIVE_AT: Final[dict[int, int]] = {cell: number for number, cell in enumerate(OBJECTIVES)}
RED_STAR_AT: Final[dict[int, int]] = {cell: i for i, cell in enumerate(OBJECTIVES) if STAR[i] == RED_STAR}
BLACK_STARS: Final[tuple[int, ...]] = tuple(i for i, star in enumerate(STAR) if star == BLACK_STAR)
H1_OBJECTIVE: Final = OBJECTIVE_AT[H1]
BATTERY_OBJECTIVE: Final = OBJECTIVE_AT[BATTERY]

PLACE_KINDS: Final = ("village", "bridge", "battery", "dz", "wood", "water")


class _Places:
    """Names of hexes, and the lettering of the map: hex, text, weight, kind."""

    def __init__(self, page: Page) -> None:
        self.name: dict[int, str] = {}
        self.labels: list[tuple[int, str, int, str]] = []
        for row in page.rows():
            if row.key not in HEX_OF:
                page.fault(row.line, f"{row.key} is no hex of the map")
                continue
            name = row.text("name")
            kind = PLACE_KINDS[row.word("kind", PLACE_KINDS, 0)]
            if kind in ("village", "bridge", "battery"):
                self.name[HEX_OF[row.key]] = name
            weight = row.number("weight", 1, 3)
            label = row.text("label", name)
            if row.flag("lettered", True):
                self.labels.append((HEX_OF[row.key], label, weight, kind))


_places = FILES.read("places.toml", _Places)
PLACE_NAME: Final = _places.name
LABELS: Final = _places.labels
