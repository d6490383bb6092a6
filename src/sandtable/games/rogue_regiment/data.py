"""What is in the box: units, weapons, items, Operators, event cards, tiles and missions, read and checked once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from sandtable.games.rogue_regiment.layout import Layout
from sandtable.games.rogue_regiment.missions import Mission, read_mission
from sandtable.games.rogue_regiment.tiles import COLOURS, Face, read_face
from sandtable.kernel.errors import DataError
from sandtable.kernel.tables import Fault, Page, Row

_FOLDER = files("sandtable.games.rogue_regiment") / "data"


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _rows(name: str) -> Iterator[Row]:
    """The rows of a data file, which is then checked for what nobody has read."""
    page = Page(name, _text(name))
    yield from page.rows()
    page.close()


# --- Axis units (RR-19)

UNITS: Final[list[str]] = []
UNIT_TITLE: Final[list[str]] = []
HEALTH: Final[list[int]] = []
MOVE: Final[list[int]] = []
DICE: Final[list[int]] = []
NEEDS: Final[list[int]] = []
SHORT: Final[list[int]] = []
LONG: Final[list[int]] = []
LENGTH: Final[list[int]] = []  # 0: one square
FRONT: Final[list[bool]] = []
REAR: Final[list[bool]] = []
ARMOUR: Final[list[bool]] = []
HMG: Final[list[bool]] = []


def _load_units() -> None:
    for row in _rows("units.toml"):
        UNITS.append(row.key)
        UNIT_TITLE.append(row.text("title"))
        HEALTH.append(row.number("health", 1, 9))
        MOVE.append(row.number("move", 0, 12))
        DICE.append(row.number("dice", 0, 6))
        NEEDS.append(row.number("needs", 0, 6))
        SHORT.append(row.number("short", 0, 16))
        LONG.append(row.number("long", 0, 16))
        LENGTH.append(row.number("length", 0, 4, default=0))
        FRONT.append(row.flag("front", default=False))
        REAR.append(row.flag("rear", default=False))
        ARMOUR.append(row.flag("armour", default=False))
        HMG.append(row.flag("hmg", default=False))


_load_units()
RIFLE: Final = UNITS.index("rifle")
SMG: Final = UNITS.index("smg")
OFFICER: Final = UNITS.index("officer")
MORTAR: Final = UNITS.index("mortar")
MOTORBIKE: Final = UNITS.index("motorbike")
HALF_TRACK: Final = UNITS.index("half-track")
KUBELWAGEN: Final = UNITS.index("kubelwagen")
TRUCK: Final = UNITS.index("truck")

# --- weapons of the players (RR-6, RR-20)

WEAPONS: Final[list[str]] = []
WEAPON_TITLE: Final[list[str]] = []
W_DICE: Final[list[int]] = []
W_NEEDS: Final[list[int]] = []
W_SHORT: Final[list[int]] = []
W_LONG: Final[list[int]] = []
EARSHOT: Final[list[int]] = []
AMMO: Final[list[int]] = []
STRAFE: Final[list[bool]] = []
BLAST: Final[list[bool]] = []
STAYS: Final[list[bool]] = []


def _load_weapons() -> None:
    for row in _rows("weapons.toml"):
        WEAPONS.append(row.key)
        WEAPON_TITLE.append(row.text("title"))
        W_DICE.append(row.number("dice", 0, 6))
        W_NEEDS.append(row.number("needs", 1, 6))
        W_SHORT.append(row.number("short", 0, 16))
        W_LONG.append(row.number("long", 0, 16))
        EARSHOT.append(row.number("earshot", 0, 20))
        AMMO.append(row.number("ammo", 0, 9, default=0))
        STRAFE.append(row.flag("strafe", default=False))
        BLAST.append(row.flag("blast", default=False))
        STAYS.append(row.flag("stays", default=False))


_load_weapons()
PISTOL: Final = WEAPONS.index("pistol")
STEN: Final = WEAPONS.index("sten")
SNIPER: Final = WEAPONS.index("sniper")
SPEARGUN: Final = WEAPONS.index("speargun")
KNIFE: Final = WEAPONS.index("knife")
GRENADE: Final = WEAPONS.index("grenade")
RESISTANCE_GUN: Final = WEAPONS.index("resistance")
VICKERS: Final = WEAPONS.index("vickers")
MINE_BLAST: Final = WEAPONS.index("landmine")
BARREL_BLAST: Final = WEAPONS.index("barrel")
BOMB_BLAST: Final = WEAPONS.index("lewes")

# --- items and Operators (RR-3, RR-20)

ITEMS: Final[list[str]] = []
ITEM_TITLE: Final[list[str]] = []
SMALL: Final[list[bool]] = []
PLACED: Final[list[bool]] = []
ITEM_WEAPON: Final[list[int]] = []  # the weapon an item is, or -1


def _load_items() -> None:
    for row in _rows("items.toml"):
        ITEMS.append(row.key)
        ITEM_TITLE.append(row.text("title"))
        SMALL.append(row.flag("small", default=False))
        PLACED.append(row.flag("placed", default=False))
        ITEM_WEAPON.append(WEAPONS.index(row.key) if row.flag("weapon", default=False) else -1)


_load_items()
I_LEWES: Final = ITEMS.index("lewes")
I_TRAP: Final = ITEMS.index("trap")
I_MINE: Final = ITEMS.index("landmine")
I_RABBIT: Final = ITEMS.index("rabbit")
I_MEDPACK: Final = ITEMS.index("medpack")
I_CAMO: Final = ITEMS.index("camo")
I_HOOK: Final = ITEMS.index("hook")
I_SCUBA: Final = ITEMS.index("scuba")
I_CIGARETTE: Final = ITEMS.index("cigarette")
I_DOCUMENTS: Final = ITEMS.index("documents")
I_GRENADE: Final = ITEMS.index("grenade")
I_SPEARGUN: Final = ITEMS.index("speargun")

OPERATORS: Final[list[str]] = []
OPERATOR_TITLE: Final[list[str]] = []
OPERATOR_HEALTH: Final[list[int]] = []
RECOVER_TO: Final[list[int]] = []
SLOTS: Final[list[int]] = []
EQUIPMENT: Final[list[tuple[tuple[int, ...], tuple[int, ...]]]] = []  # per side: how many of each item


def _load_operators() -> None:
    for row in _rows("operators.toml"):
        OPERATORS.append(row.key)
        OPERATOR_TITLE.append(row.text("title"))
        OPERATOR_HEALTH.append(row.number("health", 1, 9))
        RECOVER_TO.append(row.number("recover", 1, 9))
        SLOTS.append(row.number("slots", 1, 9))
        sides = []
        for column in ("side_a", "side_b"):
            counts = [0] * len(ITEMS)
            for word in row.texts(column):
                name, _, number = word.partition("*")
                if name not in ITEMS or not (number or "1").isdigit():
                    row.fault(column, f"“{word}” should be an item, alone or with a number as in trap*2")
                    continue
                counts[ITEMS.index(name)] = int(number or "1")
            sides.append(tuple(counts))
        EQUIPMENT.append((sides[0], sides[1]))


_load_operators()

# --- the players' vehicles (RR-21)

CARS: Final[list[str]] = []
CAR_TITLE: Final[list[str]] = []
SEATS: Final[list[tuple[str, ...]]] = []
GUNS: Final[list[tuple[str, ...]]] = []
CAR_LENGTH: Final[list[int]] = []
CAR_MOVE: Final[list[int]] = []
CAR_HEALTH: Final[list[int]] = []
REPAIR_TO: Final[list[int]] = []
ENGINE: Final[list[int]] = []
FLOOR_IT: Final[list[int]] = []


def _load_cars() -> None:
    for row in _rows("vehicles.toml"):
        CARS.append(row.key)
        CAR_TITLE.append(row.text("title"))
        SEATS.append(row.texts("seats"))
        GUNS.append(row.texts("guns"))
        CAR_LENGTH.append(row.number("length", 2, 4))
        CAR_MOVE.append(row.number("move", 1, 9))
        CAR_HEALTH.append(row.number("health", 1, 9))
        REPAIR_TO.append(row.number("repair", 0, 9))
        ENGINE.append(row.number("earshot", 0, 20))
        FLOOR_IT.append(row.number("floor_it", 0, 9, default=0))


_load_cars()
WILLYS: Final = CARS.index("willys")
LORRY: Final = CARS.index("lorry")
BOAT: Final = CARS.index("boat")

# --- event cards (RR-14)

# A panel is a tuple: (kind, colour, direction, number or unit counts by UNITS order …).
P_ROTATE: Final = 0
P_PATROL: Final = 1
P_SPAWN: Final = 2
P_ALARM: Final = 3
P_CIGARETTE: Final = 4
P_SWEEP: Final = 5
P_SPECIAL: Final = 6
CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1
CARDS_IN_DECK: Final = 36
SPECIAL: Final = CARDS_IN_DECK  # the number of the special card in every deck

Panel = tuple[int, ...]
STEALTH: Final[dict[str, list[Panel]]] = {}
BATTLE: Final[dict[str, list[Panel]]] = {}
PANEL_TEXT: Final[dict[Panel, str]] = {(P_SPECIAL,): "the mission's special event"}


def _panel(text: str) -> Panel | None:
    words = text.split()
    colour = COLOURS.index(words[1]) if len(words) > 1 and words[1] in COLOURS else -1
    turn = {"cw": CLOCKWISE, "ccw": ANTICLOCKWISE}.get(words[2] if len(words) > 2 else "", 0)
    match words:
        case ["rotate", _, _, number] if colour >= 0 and turn and number in ("1", "2"):
            return P_ROTATE, colour, turn, int(number)
        case ["patrol", _, _] if colour >= 0 and turn:
            return P_PATROL, colour, turn
        case ["sweep", _, _] if colour >= 0 and turn:
            return P_SWEEP, colour, turn
        case ["alarm"]:
            return (P_ALARM,)
        case ["cigarette"]:
            return (P_CIGARETTE,)
        case ["spawn", _, *rest] if colour >= 0 and len(rest) >= 2 and len(rest) % 2 == 0:
            units: list[int] = []
            for name, number in zip(rest[::2], rest[1::2], strict=True):
                if name not in UNITS or not number.isdigit():
                    return None
                units += [UNITS.index(name)] * int(number)
            return (P_SPAWN, colour, *units)
    return None


def panel_words(panel: Panel) -> str:
    """A panel in the players' words."""
    if panel[0] == P_SPAWN:
        counts: dict[int, int] = {}
        for unit in panel[2:]:
            counts[unit] = counts.get(unit, 0) + 1
        arriving = ", ".join(f"{n} × {UNIT_TITLE[unit]}" for unit, n in counts.items())
        return f"{COLOURS[panel[1]]} spawn tile: {arriving}"
    if panel[0] in (P_ROTATE, P_PATROL, P_SWEEP):
        turn = "clockwise" if panel[2] == CLOCKWISE else "anti-clockwise"
        if panel[0] == P_ROTATE:
            return f"{COLOURS[panel[1]]} sentries turn {turn}, {panel[3]} arrow{'s' if panel[3] > 1 else ''}"
        return f"{COLOURS[panel[1]]} {'patrols turn' if panel[0] == P_PATROL else 'sentries sweep'} {turn}"
    return {P_ALARM: "the alarm comes nearer", P_CIGARETTE: "cigarette break", P_SPECIAL: "special event"}[panel[0]]


def _load_decks() -> None:
    page = Page("decks.toml", _text("decks.toml"))
    names = tomllib.loads(_text("decks.toml"))["decks"]
    for table, into in (("stealth", STEALTH), ("battle", BATTLE)):
        row = page.row(table)
        lists: list[list[Panel]] = [[] for _ in names]
        for text in row.columns():
            panel = _panel(text)
            counts = row.numbers(text, 0, CARDS_IN_DECK, len(names))
            if panel is None:
                row.fault(text, f"“{text}” is not a panel")
                continue
            PANEL_TEXT[panel] = panel_words(panel)
            for deck, count in enumerate(counts):
                lists[deck] += [panel] * count
        for deck, name in enumerate(names):
            if len(lists[deck]) != CARDS_IN_DECK:
                row.page.fault(row.line, f"the {name} deck has {len(lists[deck])} {table} panels; it should have 36")
            into[name] = lists[deck]
    page.close()
    for name in names:
        battle = BATTLE[name]
        BATTLE[name] = [battle[7 * card % CARDS_IN_DECK] for card in range(CARDS_IN_DECK)]


_load_decks()

# --- templates (RR-19.13, RR-20.29)

# Where a blast drifts by the sum of two dice when the shooter faces north; 7 is on target. The table is ours; 6 and 7
# are the rule text's. RR-19.14, RR-20.30 number 6 points where the shooter faces.
SCATTER: Final = {
    2: (-1, 1), 3: (-1, 1), 4: (-1, 0), 5: (-1, -1), 6: (0, -1), 7: (0, 0), 8: (0, 1), 9: (1, -1), 10: (1, 0),
    11: (1, 1), 12: (1, 1),
}  # fmt: skip

# --- tiles and missions


def _complain(name: str, faults: list[Fault]) -> None:
    if faults:
        raise DataError("\n".join(f"{name}, line {fault.line}: {fault.text}" for fault in faults))


def _load_faces() -> dict[str, Face]:
    found: dict[str, Face] = {}
    names = sorted(entry.name for entry in (_FOLDER / "tiles").iterdir() if entry.name.endswith(".tile"))
    for name in names:
        face, faults = read_face(_text(f"tiles/{name}"))
        _complain(name, faults)
        found[face.id] = face
    return found


FACES: Final = _load_faces()


def _load_missions() -> dict[str, Mission]:
    found: dict[str, Mission] = {}
    names = sorted(entry.name for entry in (_FOLDER / "missions").iterdir() if entry.name.endswith(".mission"))
    for name in names:
        mission, faults = read_mission(_text(f"missions/{name}"), FACES, tuple(OPERATORS))
        _complain(name, faults)
        assert mission is not None, f"{name} has no mistakes, so it is a mission"
        found[mission.id] = mission
    return found


MISSIONS: Final = _load_missions()
_layouts: dict[tuple[tuple[tuple[str, int], ...], ...], Layout] = {}


def layout_of(mission: Mission) -> Layout:
    """The board of a mission, made once for each map."""
    found = _layouts.get(mission.map)
    if found is None:
        found = Layout(tuple(tuple((FACES[name], quarters) for name, quarters in row) for row in mission.map))
        _layouts[mission.map] = found
    return found
