"""What is printed in the box, read once and laid out in flat columns.

Hexes, pieces and objectives are small integers inside: their place in these columns. HEX_NAME, PIECE_NAME and the
like give the words. Movement points are counted in halves.
"""

import itertools
from importlib.resources import files
from typing import Final

from sandtable.geometry.hexes import DIRECTIONS, HexGrid
from sandtable.geometry.reach import Net
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import Option
from sandtable.kernel.tables import Page, Row

_FOLDER = files("sandtable.games.night_drop.box")


def _read(name: str) -> str:
    """The text of a data file, or what checking.py puts in its place."""
    given: dict[str, str] = globals().get("GIVEN", {})
    return given[name] if name in given else (_FOLDER / name).read_text(encoding="utf-8")


def _page(name: str) -> Page:
    return Page(name, _read(name))


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

_letters: dict[str, int] = {}
ENTER_MP: list[int] = []
DF: list[int] = []
SOFT_TERRAIN: list[bool] = []
TOPOGRAPHIC_TERRAIN: list[bool] = []
ATTRITION_TERRAIN: list[int] = []
LINE_MP: int = 0
LETTER_MP: int = 0
LEAVING_MP: int = 0


def _load_terrain() -> tuple[int, int, int]:
    page = _page("terrain.toml")
    for name in TERRAINS:
        row = page.row(name)
        _letters[row.text("letter")] = len(ENTER_MP)
        wet = row.flag("impassable", False)
        ENTER_MP.append(0 if wet else row.halves("mp"))
        DF.append(0 if wet else row.number("df", 0, 9))
        SOFT_TERRAIN.append(row.flag("soft", False))
        TOPOGRAPHIC_TERRAIN.append(row.flag("topographic", False))
        ATTRITION_TERRAIN.append(0 if wet else row.number("attrition", 2, 4))
    costs = (page.row("line").halves("mp"), page.row("letter").halves("mp"), page.row("leaving").halves("mp"))
    page.close()
    return costs


LINE_MP, LETTER_MP, LEAVING_MP = _load_terrain()


def _load_map() -> tuple[int, ...]:
    """The terrain of every hex, from the drawing."""
    found = [-1] * HEXES
    row = 0
    for number, line in enumerate(_read("terrain.map").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"terrain.map, line {number}"
        label, _, drawn = line.partition("    ")
        if label != f"{row + 1:02d}" or len(drawn) != COLUMNS:
            raise DataError(f"{where}: row {row + 1:02d} with {COLUMNS} letters should be here, not “{line}”")
        for column, letter in enumerate(drawn):
            if letter not in _letters:
                raise DataError(f"{where}: “{letter}” is no terrain; it should be one of {' '.join(_letters)}")
            found[GRID.cell(column, row)] = _letters[letter]
        row += 1
    if row != ROWS:
        raise DataError(f"terrain.map: {row} rows instead of {ROWS}")
    return tuple(found)


TERRAIN: Final[tuple[int, ...]] = _load_map()
PASSABLE: Final[tuple[bool, ...]] = tuple(kind != WATER for kind in TERRAIN)
# "Village" and "woods" of the rules on zones of control mean these letters of the map alone.
SOFT: Final[tuple[bool, ...]] = tuple(SOFT_TERRAIN[kind] for kind in TERRAIN)


def _hex(row: Row, column: str) -> int:
    return HEX_OF[HEX_NAME[row.word(column, HEX_NAME)]]


def _hexes(row: Row, column: str) -> tuple[int, ...]:
    return row.words(column, HEX_NAME)


# --- lines ----------------------------------------------------------------------------------------------------------

LINE_KINDS: Final = ("road", "railway", "river", "stream")
LINES: list[tuple[str, str, str, tuple[int, ...]]] = []  # id, kind, name, hexes


def _load_lines() -> set[tuple[int, int]]:
    page = _page("lines.toml")
    followed: set[tuple[int, int]] = set()
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
                followed.add((a, b))
                followed.add((b, a))
        LINES.append((row.key, kind, row.text("name"), tuple(path)))
    page.close()
    return followed


FOLLOWED: Final = frozenset(_load_lines())
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

_special = _page("hexes.toml")
_drop = _special.row("drop")
DROP: Final[tuple[tuple[int, ...], ...]] = tuple(_hexes(_drop, colour) for colour in COLOURS)
DROP_STACK: Final[tuple[int, ...]] = tuple(_drop.number(f"{colour}_stack", 1, 9) for colour in COLOURS)
CIRCLED: Final = _hex(_drop, "circled")
DIVISION_HEX: Final = _hex(_drop, "division")
_setup = _special.row("setup")
HELMETS: Final = _hexes(_setup, "helmets")
H1: Final = _hex(_setup, "howard1")
H2: Final = _hex(_setup, "howard2")
FROM_H1: Final[tuple[int, ...]] = tuple(GRID.distance(cell, H1) for cell in range(HEXES))
BATTERY: Final = _hex(_setup, "battery")
LOVAT_HEXES: Final = _hexes(_setup, "lovat")
_dashed = _setup.pairs("dashed", HEX_NAME)
DASHED: Final = frozenset([*_dashed, *((b, a) for a, b in _dashed)])
_entry = _special.row("entry")
ENTRY: Final[tuple[int, ...]] = tuple(_hex(_entry, letter) for letter in LETTERS)
_track = _special.row("track")
TRACK_NAME: Final = ("track-1", "track-2", "track-3")
if _track.words("boxes", TRACK_NAME) != (0, 1, 2):
    _track.fault("boxes", f"boxes should be {', '.join(TRACK_NAME)}")
TRACK_LIMIT: Final = _track.number("limit", 1, 9)
for _cell in ENTRY:
    if not ON_EDGE[_cell] or not ON_LINE[_cell]:
        _entry.page.fault(_entry.line, f"entry hex {HEX_NAME[_cell]} is not on the edge of the map with a road")
_special.close()

STARS: Final = ("red", "black")
RED_STAR: Final = 0
BLACK_STAR: Final = 1
OBJECTIVES: list[int] = []  # hex of each objective
STAR: list[int] = []
PRINTED: list[int] = []  # -1: takes a marker


def _load_objectives() -> None:
    page = _page("objectives.toml")
    for row in page.rows():
        if row.key not in HEX_OF:
            page.fault(row.line, f"{row.key} is no hex of the map")
            continue
        OBJECTIVES.append(HEX_OF[row.key])
        STAR.append(row.word("star", STARS))
        PRINTED.append(row.number("printed", 0, 9, -1))
        if STAR[-1] == BLACK_STAR and TERRAIN[OBJECTIVES[-1]] != BRIDGE:
            page.fault(row.line, f"{row.key} has a black star and is no bridge")
    page.close()


_load_objectives()
OBJECTIVE_AT: Final[dict[int, int]] = {cell: number for number, cell in enumerate(OBJECTIVES)}
RED_STAR_AT: Final[dict[int, int]] = {cell: i for i, cell in enumerate(OBJECTIVES) if STAR[i] == RED_STAR}
BLACK_STARS: Final[tuple[int, ...]] = tuple(i for i, star in enumerate(STAR) if star == BLACK_STAR)
H1_OBJECTIVE: Final = OBJECTIVE_AT[H1]
H2_OBJECTIVE: Final = OBJECTIVE_AT[H2]
BATTERY_OBJECTIVE: Final = OBJECTIVE_AT[BATTERY]

PLACE_NAME: dict[int, str] = {}
LABELS: list[tuple[int, str, int, str]] = []  # hex, lettering, weight, kind
PLACE_KINDS: Final = ("village", "bridge", "battery", "dz", "wood", "water")


def _load_places() -> None:
    page = _page("places.toml")
    for row in page.rows():
        if row.key not in HEX_OF:
            page.fault(row.line, f"{row.key} is no hex of the map")
            continue
        name = row.text("name")
        kind = PLACE_KINDS[row.word("kind", PLACE_KINDS, 0)]
        if kind in ("village", "bridge", "battery"):
            PLACE_NAME[HEX_OF[row.key]] = name
        weight = row.number("weight", 1, 3)
        label = row.text("label", name)
        if row.flag("lettered", True):
            LABELS.append((HEX_OF[row.key], label, weight, kind))
    page.close()


_load_places()

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
KIND_NAME: list[str] = []
FORMS: list[bool] = []
LEADS: list[bool] = []


def _load_kinds() -> None:
    page = _page("kinds.toml")
    for key in KINDS:
        row = page.row(key)
        KIND_NAME.append(row.text("name"))
        FORMS.append(row.flag("forms", False))
        LEADS.append(row.flag("leads", False))
    page.close()


_load_kinds()

# Pieces in their order: Sticks by colour, the division's headquarters, Companies by colour, Howard, Lovat, the German
# units as they appear, the garrison, the Patrols. A German unit's identity is a column of the state, not its piece.
PIECE_NAME: list[str] = []
TITLE: list[str] = []
COLOUR: list[int] = []  # RED, GREEN, BLUE or -1
AV: list[int] = []  # full strength; -1 none. German units from the cup: see IDENTITY columns
DV: list[int] = []
REDUCED_AV: list[int] = []  # -2: no reduced side
REDUCED_DV: list[int] = []
COLOUR_KINDS: list[tuple[int, ...]] = []  # of each colour: how many p, l, hq, adv
BRIGADE_OF_COLOUR: list[int] = []
FORMATION: list[str] = []
SHORT: dict[int, str] = {}  # what fits on the counter of a Company
DZ_NAME: list[str] = []
NO_SIDE: Final = -2
BRIGADES: Final = ("b1", "b2")
BRIGADE_TITLE: Final = ("5th Brigade", "3rd Brigade")


def _add(name: str, title: str, colour: int, av: int, dv: int, reduced_av: int, reduced_dv: int) -> None:
    PIECE_NAME.append(name)
    TITLE.append(title)
    COLOUR.append(colour)
    AV.append(av)
    DV.append(dv)
    REDUCED_AV.append(reduced_av)
    REDUCED_DV.append(reduced_dv)


def _values(row: Row) -> tuple[int, int, int, int]:
    av, dv = row.numbers("full", -1, 9, 2)
    if not row.has("reduced"):
        return av, dv, NO_SIDE, NO_SIDE
    low_av, low_dv = row.numbers("reduced", -1, 9, 2)
    return av, dv, low_av, low_dv


def _load_british() -> tuple[int, int, int, int]:
    colours = _page("colours.toml")
    units = _page("british.toml")
    companies: list[tuple[int, str, str]] = []
    for colour, name in enumerate(COLOURS):
        row = colours.row(name)
        DZ_NAME.append(row.text("dz"))
        FORMATION.append(row.text("formation"))
        BRIGADE_OF_COLOUR.append(row.word("brigade", BRIGADES))
        numbers = tuple(row.number(kind, 0, 99) for kind in KINDS)
        COLOUR_KINDS.append(numbers)
        room = DROP_STACK[colour] * len(DROP[colour]) + (CIRCLED in DROP[colour])
        if sum(numbers) != room:
            row.fault("p", f"{sum(numbers)} Sticks do not fill the {room} places of the {name} drop zone hexes")
        for _ in range(sum(numbers)):
            number = len(PIECE_NAME) + 1
            _add(f"s{number}", f"{name.capitalize()} Stick {number}", colour, -1, -1, NO_SIDE, NO_SIDE)
        ids, titles = row.texts("companies"), row.texts("names")
        if len(ids) != len(titles):
            row.fault("names", "names should have one for each of companies")
        companies += [(colour, word, title) for word, title in zip(ids, titles, strict=False)]
    sticks = len(PIECE_NAME)
    division = units.row("hq6")
    _add("hq6", division.text("name"), -1, -1, -1, NO_SIDE, NO_SIDE)
    av, dv, low_av, low_dv = _values(units.row("company"))
    for colour, word, title in companies:
        letter, _, battalion = title.partition(", ")
        _add(word, f"{letter} Company, {battalion}", colour, av, dv, low_av, low_dv)
        SHORT[len(PIECE_NAME) - 1] = f"{letter} {battalion}"
    howard = len(PIECE_NAME)
    for key in ("howard-1", "howard-2", "lovat-1", "lovat-2"):
        row = units.row(key)
        row.text("colour")
        _add(key, row.text("name"), -1, *_values(row))
    colours.close()
    units.close()
    return sticks, sticks + 1, howard, len(PIECE_NAME)


STICKS, FIRST_COMPANY, HOWARD_1, FIRST_GERMAN = _load_british()
DIVISION: Final = STICKS
HOWARD_2: Final = HOWARD_1 + 1
LOVAT_1: Final = HOWARD_1 + 2
LOVAT_2: Final = HOWARD_1 + 3
BRITISH_PIECES: Final = FIRST_GERMAN

# What the German cup holds; a covered unit on the map shows none of this.
IDENTITY: list[str] = []
IDENTITY_NAME: list[str] = []
IDENTITY_AV: list[int] = []
IDENTITY_DV: list[int] = []
IDENTITY_REDUCED_AV: list[int] = []
IDENTITY_REDUCED_DV: list[int] = []
IDENTITY_LETTER: list[int] = []
IDENTITY_ARMOUR: list[bool] = []


def _load_germans() -> tuple[int, int]:
    page = _page("germans.toml")
    for row in page.rows("garrison", "patrol"):
        IDENTITY.append(row.key)
        IDENTITY_NAME.append(row.text("name"))
        av, dv, low_av, low_dv = _values(row)
        IDENTITY_AV.append(av)
        IDENTITY_DV.append(dv)
        IDENTITY_REDUCED_AV.append(low_av)
        IDENTITY_REDUCED_DV.append(low_dv)
        IDENTITY_LETTER.append(row.word("letter", LETTERS))
        IDENTITY_ARMOUR.append(row.flag("armour", False))
        number = len(IDENTITY)
        _add(f"u{number}", f"German unit {number}", -1, 0, 0, 0, 0)
    garrison = len(PIECE_NAME)
    row = page.row("garrison")
    _add("garrison", row.text("name"), -1, *_values(row))
    row = page.row("patrol")
    for number in range(1, row.number("number", 1, 9) + 1):
        _add(f"patrol-{number}", f"Patrol {number}", -1, *_values(row))
    page.close()
    return len(IDENTITY), garrison


CUP, GARRISON = _load_germans()
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

_tables = _page("tables.toml")
_scatter = _tables.row("scatter")
SCATTER: Final = _scatter.words("directions", DIRECTIONS)
_landing = _tables.row("landing")
LANDING: Final[dict[int, tuple[int, ...]]] = {total: _landing.numbers(str(total), -9, 9, 4) for total in range(2, 13)}
_victory = _tables.row("victory")
VICTORY_NAMES: Final = (
    "strategic British victory", "operational British victory", "tactical British victory",
    "tactical German victory", "operational German victory", "strategic German victory",
)  # fmt: skip
VICTORY: Final[tuple[int, ...]] = tuple(_victory.number(name, -99, 99) for name in VICTORY_NAMES)
_capacity = _tables.row("capacity")
NIGHT_TOPOGRAPHIC: Final = _capacity.halves("night_topographic")
NIGHT_ELSEWHERE: Final = _capacity.halves("night_elsewhere")
DAY_GERMAN: Final = _capacity.halves("day_german")
DAY_COMPANY: Final = _capacity.halves("day_company")
DAY_STICK: Final = _capacity.halves("day_stick")
_turns = _tables.row("turns")
NIGHT_TURNS: Final = _turns.number("night", 1, 99)
LAST_TURN: Final = _turns.number("last", 1, 99)
DIVISION_TURN: Final = _turns.number("division", 1, 99)
DIVISION_LOST: Final = _turns.number("division_lost", 1, 99)
_stops = _turns.row("stops")
STOPS: Final[dict[int, int]] = {turn: _stops.number(str(turn), 1, 7) for turn in (9, 10)}
_lovat = _turns.row("lovat")
LOVAT: Final[dict[int, int]] = {turn: _lovat.number(str(turn), 1, 7) for turn in (10, 11)}
SHELLED: Final = _turns.number("shelled", 1, 7)
RETURNS: Final = _turns.number("returns", 1, 7)
_limits = _tables.row("limits")
STACK: Final = _limits.number("stack", 1, 9)
BATTERY_STACK: Final = _limits.number("battery", 1, 9)
PUSHES: Final = _limits.number("pushes", 1, 9)
_markers = _tables.row("markers")
CONFUSION_MARKERS: Final = _markers.number("confusion", 0, 99)
DESTROYED_MARKERS: Final = _markers.number("destroyed", 0, 99)
CONTROL_MARKERS: Final = _markers.number("control", 0, 99)
UNKNOWN_MARKERS: Final = _markers.number("unknown", 0, 99)
VP_MARKERS: Final = _markers.numbers("vp", 0, 99, 4)
VP_VALUES: Final = tuple(str(value) for value in range(len(VP_MARKERS)))
_tables.close()

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


CHANGES: list[tuple[str, str]] = []  # of the tuned set: what is changed, and why


def _load_tuned() -> Box:
    """The ledger's counters and markers with every change of the tuned set."""
    box = Box()
    page = _page("tuned.toml")
    counters: dict[str, tuple[int, ...]] = {name: (piece,) for name, piece in PIECE_OF.items() if piece >= HOWARD_1}
    counters["company"] = tuple(range(FIRST_COMPANY, HOWARD_1))
    for row in page.rows():
        if row.has("markers"):
            box.vp_markers = row.numbers("markers", 0, 99, len(VP_MARKERS))
            if sum(box.vp_markers) != sum(VP_MARKERS):
                row.fault("markers", f"{sum(VP_MARKERS)} markers should be in the box")
            CHANGES.append(("markers", row.text("reason")))
            continue
        word = row.text("counter")
        av, dv, low_av, low_dv = _values(row)
        CHANGES.append((word, row.text("reason")))
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
    page.close()
    return box


LEDGER: Final = Box()
BOXES: Final[dict[str, Box]] = {"ledger": LEDGER, "tuned": _load_tuned()}

# --- options and scenarios ------------------------------------------------------------------------------------------


def _load_options() -> tuple[Option, ...]:
    page = _page("options.toml")
    found: list[Option] = []
    for row in page.rows():
        values = row.texts("values")
        if len(values) < 2:
            row.fault("values", "values should be at least two words, the default first")
            values = ("", "")
        found.append(Option(row.key, values, values[0], row.text("text")))
    page.close()
    return tuple(found)


OPTIONS: Final = _load_options()

SCENARIOS: Final = ("pegasus-bridge", "night-only", "historical-drop")
SCENARIO_TITLE: dict[str, str] = {}
SCENARIO_BRIEF: dict[str, str] = {}
SCENARIO_TURNS: dict[str, int] = {}
NIGHT_VICTORY_NAMES: Final = ("decisive British night", "British night", "German night", "decisive German night")


def _load_scenarios() -> tuple[tuple[int, ...], int, tuple[tuple[int, ...], ...]]:
    page = _page("scenarios.toml")
    for name in SCENARIOS:
        row = page.row(name)
        SCENARIO_TITLE[name] = row.text("title")
        SCENARIO_BRIEF[name] = row.text("brief")
        SCENARIO_TURNS[name] = row.number("turns", 1, LAST_TURN)
        if name == "night-only":
            levels = row.row("victory")
            least = tuple(levels.number(level, -99, 99) for level in NIGHT_VICTORY_NAMES)
        if name == "historical-drop":
            landing = row.row("landing")
            losses = landing.number("row", 2, 12)
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
    page.close()
    return least, losses, tuple(drop)


NIGHT_VICTORY, HISTORICAL_ROW, HISTORICAL_DROP = _load_scenarios()
