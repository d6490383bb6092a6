"""What can be played: the scenarios."""

from typing import Final

from sandtable.games.night_drop.box.counters import STICKS_OF
from sandtable.games.night_drop.box.files import FILES
from sandtable.games.night_drop.box.land import COLOURS, HEX_NAME, HEX_OF, PASSABLE
from sandtable.games.night_drop.box.tables import LAST_TURN, STACK
from sandtable.kernel.tables import Page

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
