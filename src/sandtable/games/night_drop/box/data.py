"""What is printed in the box, read once and laid out in flat columns.

Hexes, pieces and objectives are small integers inside: their place in these columns. HEX_NAME, PIECE_NAME and the
like give the words. Movement points are counted in halves.
"""

import itertools
from typing import Final

from sandtable.geometry.hexes import DIRECTIONS, HexGrid
from sandtable.geometry.reach import Net
from sandtable.kernel.game import Option
from sandtable.kernel.tables import Files, Page, Row, Sheet

FILES: Final = Files("sandtable.games.night_drop.box")


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
FROM_H1: Final[tuple[int, ...]] = tuple(GRID.distance(cell, H1) for cell in range(HEXES))
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
H2_OBJECTIVE: Final = OBJECTIVE_AT[H2]
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

# --- steps ----------------------------------------------------------------------------------------------------------


def step_cost(a: int, b: int) -> int:
    """Half points from a hex to its neighbour, zones of control aside; -1 where no step leads."""
    if not PASSABLE[b] or (a, b) in DASHED:
        return -1
    if (a, b) in FOLLOWED:
        return LINE_MP
    if BOTH_BRIDGES in (TERRAIN[a], TERRAIN[b]):
        return -1  # only the road leads into H1 and out of it
    return ENTER_MP[TERRAIN[b]]


def _steps(a: int) -> tuple[tuple[int, int], ...]:
    return tuple((b, cost) for b in AROUND[a] if (cost := step_cost(a, b)) >= 0)


STEPS: Final[list[tuple[tuple[int, int], ...]]] = [_steps(cell) for cell in range(HEXES)]
NET: Final = Net(STEPS)


def broken_steps(broken: frozenset[int]) -> list[tuple[tuple[int, int], ...]]:
    """The steps of the map when these bridge hexes are marshy stream, without road or railway."""
    steps = list(STEPS)
    for bridge in broken:
        steps[bridge] = tuple((b, ENTER_MP[TERRAIN[b]]) for b, _ in STEPS[bridge])
        for near in AROUND[bridge]:
            if PASSABLE[near] and near not in broken:
                steps[near] = tuple((b, ENTER_MP[STREAM] if b == bridge else cost) for b, cost in steps[near])
    for bridge in broken:
        steps[bridge] = tuple((b, ENTER_MP[STREAM] if b in broken else cost) for b, cost in steps[bridge])
    return steps


# --- counters -------------------------------------------------------------------------------------------------------

KINDS: Final = ("p", "l", "hq", "adv")
P: Final = 0
L: Final = 1
HQ: Final = 2
ADV: Final = 3


class _Kinds:
    """The fronts of Sticks."""

    def __init__(self, page: Page) -> None:
        rows = [page.row(key) for key in KINDS]
        self.name = [row.text("name") for row in rows]
        self.forms = [row.flag("forms", False) for row in rows]
        self.leads = [row.flag("leads", False) for row in rows]


_kinds = FILES.read("kinds.toml", _Kinds)
KIND_NAME: Final = _kinds.name
FORMS: Final = _kinds.forms
LEADS: Final = _kinds.leads

# Pieces in their order: Sticks by colour, the division's headquarters, Companies by colour, Howard, Lovat, the German
# units as they appear, the garrison, the Patrols. A German unit's identity is a column of the state, not its piece.
NO_SIDE: Final = -2
BRIGADES: Final = ("b1", "b2")
BRIGADE_TITLE: Final = ("5th Brigade", "3rd Brigade")


class _Pieces:
    """Counters in their order, column by column."""

    def __init__(self) -> None:
        self.name: list[str] = []
        self.title: list[str] = []
        self.colour: list[int] = []
        self.av: list[int] = []
        self.dv: list[int] = []
        self.reduced_av: list[int] = []
        self.reduced_dv: list[int] = []

    def add(self, name: str, title: str, colour: int, av: int, dv: int, reduced_av: int, reduced_dv: int) -> None:
        """One more counter."""
        self.name.append(name)
        self.title.append(title)
        self.colour.append(colour)
        self.av.append(av)
        self.dv.append(dv)
        self.reduced_av.append(reduced_av)
        self.reduced_dv.append(reduced_dv)


def _values(row: Row) -> tuple[int, int, int, int]:
    av, dv = row.numbers("full", -1, 9, 2)
    if not row.has("reduced"):
        return av, dv, NO_SIDE, NO_SIDE
    low_av, low_dv = row.numbers("reduced", -1, 9, 2)
    return av, dv, low_av, low_dv


class _Colours:
    """What each colour of the drop has: its zone, its Sticks by kind, and its Companies."""

    def __init__(self, page: Page) -> None:
        self.dz: list[str] = []
        self.formation: list[str] = []
        self.brigade: list[int] = []
        self.kinds: list[tuple[int, ...]] = []
        self.companies: list[tuple[int, str, str]] = []
        for colour, name in enumerate(COLOURS):
            row = page.row(name)
            self.dz.append(row.text("dz"))
            self.formation.append(row.text("formation"))
            self.brigade.append(row.word("brigade", BRIGADES))
            numbers = tuple(row.number(kind, 0, 99) for kind in KINDS)
            self.kinds.append(numbers)
            room = DROP_STACK[colour] * len(DROP[colour]) + (CIRCLED in DROP[colour])
            if sum(numbers) != room:
                row.fault("p", f"{sum(numbers)} Sticks do not fill the {room} places of the {name} drop zone hexes")
            ids, titles = row.texts("companies"), row.texts("names")
            if len(ids) != len(titles):
                row.fault("names", "names should have one for each of companies")
            self.companies += [(colour, word, title) for word, title in zip(ids, titles, strict=False)]


_colours = FILES.read("colours.toml", _Colours)
COLOUR_KINDS: Final = _colours.kinds  # of each colour: how many p, l, hq, adv
BRIGADE_OF_COLOUR: Final = _colours.brigade
FORMATION: Final = _colours.formation
DZ_NAME: Final = _colours.dz


class _British(_Pieces):
    """Sticks, the division's headquarters, Companies, Howard and Lovat."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.short: dict[int, str] = {}
        for colour, name in enumerate(COLOURS):
            for _ in range(sum(COLOUR_KINDS[colour])):
                number = len(self.name) + 1
                self.add(f"s{number}", f"{name.capitalize()} Stick {number}", colour, -1, -1, NO_SIDE, NO_SIDE)
        self.sticks = len(self.name)
        self.add("hq6", page.row("hq6").text("name"), -1, -1, -1, NO_SIDE, NO_SIDE)
        av, dv, low_av, low_dv = _values(page.row("company"))
        for colour, word, title in _colours.companies:
            letter, _, battalion = title.partition(", ")
            self.short[len(self.name)] = f"{letter} {battalion}"
            self.add(word, f"{letter} Company, {battalion}", colour, av, dv, low_av, low_dv)
        self.howard = len(self.name)
        for key in ("howard-1", "howard-2", "lovat-1", "lovat-2"):
            row = page.row(key)
            row.text("colour")
            self.add(key, row.text("name"), -1, *_values(row))


_british = FILES.read("british.toml", _British)
SHORT: Final = _british.short  # what fits on the counter of a Company
STICKS: Final = _british.sticks
FIRST_COMPANY: Final = STICKS + 1
HOWARD_1: Final = _british.howard
FIRST_GERMAN: Final = len(_british.name)
DIVISION: Final = STICKS
HOWARD_2: Final = HOWARD_1 + 1
LOVAT_1: Final = HOWARD_1 + 2
LOVAT_2: Final = HOWARD_1 + 3
BRITISH_PIECES: Final = FIRST_GERMAN


class _Germans(_Pieces):
    """The units as they appear, the garrison and the Patrols; and what the cup holds, of which a covered unit on the
    map shows nothing."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.cup = _Pieces()
        self.letter: list[int] = []
        self.armour: list[bool] = []
        for row in page.rows("garrison", "patrol"):
            self.cup.add(row.key, row.text("name"), -1, *_values(row))
            self.letter.append(row.word("letter", LETTERS))
            self.armour.append(row.flag("armour", False))
            number = len(self.letter)
            self.add(f"u{number}", f"German unit {number}", -1, 0, 0, 0, 0)
        row = page.row("garrison")
        self.add("garrison", row.text("name"), -1, *_values(row))
        row = page.row("patrol")
        for number in range(1, row.number("number", 1, 9) + 1):
            self.add(f"patrol-{number}", f"Patrol {number}", -1, *_values(row))


_germans = FILES.read("germans.toml", _Germans)
PIECE_NAME: Final = _british.name + _germans.name
TITLE: Final = _british.title + _germans.title
COLOUR: Final = _british.colour + _germans.colour  # RED, GREEN, BLUE or -1
AV: Final = _british.av + _germans.av  # full strength; -1 none. German units from the cup: see IDENTITY columns
DV: Final = _british.dv + _germans.dv
REDUCED_AV: Final = _british.reduced_av + _germans.reduced_av  # -2: no reduced side
REDUCED_DV: Final = _british.reduced_dv + _germans.reduced_dv
IDENTITY: Final = _germans.cup.name
IDENTITY_NAME: Final = _germans.cup.title
IDENTITY_AV: Final = _germans.cup.av
IDENTITY_DV: Final = _germans.cup.dv
IDENTITY_REDUCED_AV: Final = _germans.cup.reduced_av
IDENTITY_REDUCED_DV: Final = _germans.cup.reduced_dv
IDENTITY_LETTER: Final = _germans.letter
IDENTITY_ARMOUR: Final = _germans.armour
CUP: Final = len(IDENTITY)
GARRISON: Final = FIRST_GERMAN + CUP
FIRST_PATROL: Final = GARRISON + 1
PIECES: Final = len(PIECE_NAME)
PIECE_OF: Final[dict[str, int]] = {name: piece for piece, name in enumerate(PIECE_NAME)}
PATROLS: Final = PIECES - FIRST_PATROL
BRIGADE: Final[tuple[int, ...]] = tuple(BRIGADE_OF_COLOUR[c] if c >= 0 else -1 for c in COLOUR)
STICKS_OF: Final[tuple[range, ...]] = (
    range(sum(COLOUR_KINDS[RED])),
    range(sum(COLOUR_KINDS[RED]), sum(COLOUR_KINDS[RED]) + sum(COLOUR_KINDS[GREEN])),
    range(sum(COLOUR_KINDS[RED]) + sum(COLOUR_KINDS[GREEN]), STICKS),
)
COMPANIES_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(piece for piece in range(FIRST_COMPANY, HOWARD_1) if COLOUR[piece] == colour) for colour in range(3)
)

# --- tables ---------------------------------------------------------------------------------------------------------

VICTORY_NAMES: Final = (
    "strategic British victory", "operational British victory", "tactical British victory",
    "tactical German victory", "operational German victory", "strategic German victory",
)  # fmt: skip


class _Tables:
    """The tables and limits of the rule book."""

    def __init__(self, page: Page) -> None:
        self.scatter = page.row("scatter").words("directions", DIRECTIONS)
        landing = page.row("landing")
        self.landing = {total: landing.numbers(str(total), -9, 9, 4) for total in range(2, 13)}
        victory = page.row("victory")
        self.victory = tuple(victory.number(name, -99, 99) for name in VICTORY_NAMES)
        capacity = page.row("capacity")
        self.night_topographic = capacity.halves("night_topographic")
        self.night_elsewhere = capacity.halves("night_elsewhere")
        self.day_german = capacity.halves("day_german")
        self.day_company = capacity.halves("day_company")
        self.day_stick = capacity.halves("day_stick")
        turns = page.row("turns")
        self.night_turns = turns.number("night", 1, 99)
        self.last_turn = turns.number("last", 1, 99)
        self.division_turn = turns.number("division", 1, 99)
        self.division_lost = turns.number("division_lost", 1, 99)
        stops, lovat = turns.row("stops"), turns.row("lovat")
        self.stops = {turn: stops.number(str(turn), 1, 7) for turn in (9, 10)}
        self.lovat = {turn: lovat.number(str(turn), 1, 7) for turn in (10, 11)}
        self.shelled = turns.number("shelled", 1, 7)
        self.returns = turns.number("returns", 1, 7)
        limits = page.row("limits")
        self.stack = limits.number("stack", 1, 9)
        self.battery_stack = limits.number("battery", 1, 9)
        self.pushes = limits.number("pushes", 1, 9)
        markers = page.row("markers")
        self.confusion = markers.number("confusion", 0, 99)
        self.destroyed = markers.number("destroyed", 0, 99)
        self.control = markers.number("control", 0, 99)
        self.unknown = markers.number("unknown", 0, 99)
        self.vp = markers.numbers("vp", 0, 99, 4)


_tables = FILES.read("tables.toml", _Tables, "[landing]")
SCATTER: Final = _tables.scatter
LANDING: Final[dict[int, tuple[int, ...]]] = _tables.landing
VICTORY: Final[tuple[int, ...]] = _tables.victory
NIGHT_TOPOGRAPHIC: Final = _tables.night_topographic
NIGHT_ELSEWHERE: Final = _tables.night_elsewhere
DAY_GERMAN: Final = _tables.day_german
DAY_COMPANY: Final = _tables.day_company
DAY_STICK: Final = _tables.day_stick
NIGHT_TURNS: Final = _tables.night_turns
LAST_TURN: Final = _tables.last_turn
DIVISION_TURN: Final = _tables.division_turn
DIVISION_LOST: Final = _tables.division_lost
STOPS: Final[dict[int, int]] = _tables.stops
LOVAT: Final[dict[int, int]] = _tables.lovat
SHELLED: Final = _tables.shelled
RETURNS: Final = _tables.returns
STACK: Final = _tables.stack
BATTERY_STACK: Final = _tables.battery_stack
PUSHES: Final = _tables.pushes
CONFUSION_MARKERS: Final = _tables.confusion
DESTROYED_MARKERS: Final = _tables.destroyed
CONTROL_MARKERS: Final = _tables.control
UNKNOWN_MARKERS: Final = _tables.unknown
VP_MARKERS: Final = _tables.vp
VP_VALUES: Final = tuple(str(value) for value in range(len(VP_MARKERS)))

# --- sets of data ---------------------------------------------------------------------------------------------------


class Box:
    """Counters and VP markers as one set of data has them: values by piece, and of the cup by identity."""

    def __init__(self) -> None:
        self.av = AV.copy()
        self.dv = DV.copy()
        self.reduced_av = REDUCED_AV.copy()
        self.reduced_dv = REDUCED_DV.copy()
        self.identity_av = IDENTITY_AV.copy()
        self.identity_dv = IDENTITY_DV.copy()
        self.identity_reduced_av = IDENTITY_REDUCED_AV.copy()
        self.identity_reduced_dv = IDENTITY_REDUCED_DV.copy()
        self.vp_markers = VP_MARKERS

    def values(self, piece: int, who: int, reduced: bool) -> tuple[int, int]:
        """AV and DV of a piece; `who` is the identity of a unit from the cup."""
        if FIRST_GERMAN <= piece < GARRISON:
            if reduced:
                return self.identity_reduced_av[who], self.identity_reduced_dv[who]
            return self.identity_av[who], self.identity_dv[who]
        return (self.reduced_av[piece], self.reduced_dv[piece]) if reduced else (self.av[piece], self.dv[piece])


class _Tuned:
    """The ledger's counters and markers with every change of the tuned set: what is changed, and why."""

    def __init__(self, page: Page) -> None:
        self.changes: list[tuple[str, str]] = []
        self.box = box = Box()
        counters: dict[str, tuple[int, ...]] = {name: (piece,) for name, piece in PIECE_OF.items() if piece >= HOWARD_1}
        counters["company"] = tuple(range(FIRST_COMPANY, HOWARD_1))
        for row in page.rows():
            if row.has("markers"):
                box.vp_markers = row.numbers("markers", 0, 99, len(VP_MARKERS))
                if sum(box.vp_markers) != sum(VP_MARKERS):
                    row.fault("markers", f"{sum(VP_MARKERS)} markers should be in the box")
                self.changes.append(("markers", row.text("reason")))
                continue
            word = row.text("counter")
            av, dv, low_av, low_dv = _values(row)
            self.changes.append((word, row.text("reason")))
            if word in IDENTITY:
                who = IDENTITY.index(word)
                sides = (box.identity_av[who], box.identity_reduced_av[who])
                box.identity_av[who], box.identity_dv[who] = av, dv
                box.identity_reduced_av[who], box.identity_reduced_dv[who] = low_av, low_dv
            elif word in counters:
                sides = (box.av[counters[word][0]], box.reduced_av[counters[word][0]])
                for piece in counters[word]:
                    box.av[piece], box.dv[piece], box.reduced_av[piece], box.reduced_dv[piece] = av, dv, low_av, low_dv
            else:
                row.fault("counter", f"{word} is no counter with values")
                continue
            if (sides[0] < 0) != (av < 0) or (sides[1] == NO_SIDE) != (low_av == NO_SIDE):
                row.fault("full", "steps, and whether a unit attacks at all, are the rule book's and stay")


_tuned = FILES.read("tuned.toml", _Tuned, "counter")
CHANGES: Final = _tuned.changes
LEDGER: Final = Box()
BOXES: Final[dict[str, Box]] = {"ledger": LEDGER, "tuned": _tuned.box}

# --- options and scenarios ------------------------------------------------------------------------------------------


def _read_options(page: Page) -> tuple[Option, ...]:
    found: list[Option] = []
    for row in page.rows():
        values = row.texts("values")
        if len(values) < 2:
            row.fault("values", "values should be at least two words, the default first")
            values = ("", "")
        found.append(Option(row.key, values, values[0], row.text("text")))
    return tuple(found)


OPTIONS: Final = FILES.read("options.toml", _read_options, "[vp6]")

SCENARIOS: Final = ("pegasus-bridge", "night-only", "historical-drop")
NIGHT_VICTORY_NAMES: Final = ("decisive British night", "British night", "German night", "decisive German night")


class _Scenarios:
    """What can be played, the levels of victory by night, and where the Sticks of the historical drop came down."""

    def __init__(self, page: Page) -> None:
        rows = {name: page.row(name) for name in SCENARIOS}
        self.title = {name: row.text("title") for name, row in rows.items()}
        self.brief = {name: row.text("brief") for name, row in rows.items()}
        self.turns = {name: row.number("turns", 1, LAST_TURN) for name, row in rows.items()}
        levels = rows["night-only"].row("victory")
        self.night_victory = tuple(levels.number(level, -99, 99) for level in NIGHT_VICTORY_NAMES)
        landing = rows["historical-drop"].row("landing")
        self.historical_row = landing.number("row", 2, 12)
        drop: list[tuple[int, ...]] = []
        for colour, word in enumerate(COLOURS):
            places = landing.texts(word)
            if len(places) != len(STICKS_OF[colour]) or any(place not in HEX_OF for place in places):
                landing.fault(word, f"{word} should be {len(STICKS_OF[colour])} hexes")
                places = ("0101",) * len(STICKS_OF[colour])
            drop.append(tuple(HEX_OF[place] for place in places))
        flat = [cell for places_of in drop for cell in places_of]
        for cell in flat:
            if flat.count(cell) > STACK or not PASSABLE[cell]:
                landing.fault("red", f"{HEX_NAME[cell]} holds more than {STACK} Sticks or is water")
        self.historical_drop = tuple(drop)


_scenarios = FILES.read("scenarios.toml", _Scenarios, "[pegasus-bridge]")
SCENARIO_TITLE: Final = _scenarios.title
SCENARIO_BRIEF: Final = _scenarios.brief
SCENARIO_TURNS: Final = _scenarios.turns
NIGHT_VICTORY: Final = _scenarios.night_victory
HISTORICAL_ROW: Final = _scenarios.historical_row
HISTORICAL_DROP: Final = _scenarios.historical_drop
