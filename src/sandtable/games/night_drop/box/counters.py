"""The counters: Sticks, Companies and German units, and their values in each set of data.

Pieces are small integers inside: their place in these columns.
"""

from typing import Final

from sandtable.games.night_drop.box.files import FILES
from sandtable.games.night_drop.box.land import CIRCLED, COLOURS, DROP, DROP_STACK, GREEN, LETTERS, RED
from sandtable.games.night_drop.box.tables import VP_MARKERS
from sandtable.kernel.tables import Page, Row

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
    """What each colour of the drop has: its brigade, its Sticks by kind, and its Companies."""

    def __init__(self, page: Page) -> None:
        self.brigade: list[int] = []
        self.kinds: list[tuple[int, ...]] = []
        self.companies: list[tuple[int, str, str]] = []
        for colour, name in enumerate(COLOURS):
            row = page.row(name)
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
    """The ledger's counters and markers with every change of the tuned set."""

    def __init__(self, page: Page) -> None:
        self.box = box = Box()
        counters: dict[str, tuple[int, ...]] = {name: (piece,) for name, piece in PIECE_OF.items() if piece >= HOWARD_1}
        counters["company"] = tuple(range(FIRST_COMPANY, HOWARD_1))
        for row in page.rows():
            row.text("reason")  # for whoever reads the file
            if row.has("markers"):
                box.vp_markers = row.numbers("markers", 0, 99, len(VP_MARKERS))
                if sum(box.vp_markers) != sum(VP_MARKERS):
                    row.fault("markers", f"{sum(VP_MARKERS)} markers should be in the box")
                continue
            word = row.text("counter")
            av, dv, low_av, low_dv = _values(row)
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
LEDGER: Final = Box()
BOXES: Final[dict[str, Box]] = {"ledger": LEDGER, "tuned": _tuned.box}
