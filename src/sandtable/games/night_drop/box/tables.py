"""Tables and numbers of the rules."""

from typing import Final

from sandtable.games.night_drop.box.files import FILES
from sandtable.geometry.hexes import DIRECTIONS
from sandtable.kernel.tables import Page

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
        for never_short in ("destroyed", "control", "unknown"):
            markers.number(never_short, 0, 99)
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
VP_MARKERS: Final = _tables.vp
VP_VALUES: Final = tuple(str(value) for value in range(len(VP_MARKERS)))
