"""What is in the box: units, weapons, items, Operators, event cards, tiles and missions, read and checked once."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box.missions import DECKS, Mission, read_mission
from sandtable.games.rogue_regiment.box.tiles import COLOURS, Face, read_face
from sandtable.kernel.tables import Files, Page, complain

FILES: Final = Files("sandtable.games.rogue_regiment.box")


def _need(page: Page, names: list[str], wanted: tuple[str, ...]) -> None:
    """The rules speak of some things by name: they must be there."""
    for name in wanted:
        if name not in names:
            page.fault(1, f"the table [{name}] is missing; the rules speak of it")


# --- Axis units (RR-19)


class _Units:
    """The file of Axis units, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.health: list[int] = []
        self.move: list[int] = []
        self.dice: list[int] = []
        self.needs: list[int] = []
        self.short: list[int] = []
        self.long: list[int] = []
        self.length: list[int] = []
        self.front: list[bool] = []
        self.rear: list[bool] = []
        self.armour: list[bool] = []
        self.hmg: list[bool] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.health.append(row.number("health", 1, 9))
            self.move.append(row.number("move", 0, 12))
            self.dice.append(row.number("dice", 0, 6))
            self.needs.append(row.number("needs", 0, 6))
            self.short.append(row.number("short", 0, 16))
            self.long.append(row.number("long", 0, 16))
            self.length.append(row.number("length", 0, 4, default=0))
            self.front.append(row.flag("front", default=False))
            self.rear.append(row.flag("rear", default=False))
            self.armour.append(row.flag("armour", default=False))
            self.hmg.append(row.flag("hmg", default=False))
            if self.short[-1] > self.long[-1]:
                row.fault("short", f"short is {self.short[-1]}, more than long, {self.long[-1]}")
        _need(page, self.names, _UNITS_NAMED)


_UNITS_NAMED = ("rifle", "smg", "officer", "mortar", "motorbike", "half-track", "kubelwagen", "truck")
_units = FILES.read("units.toml", _Units, "needs")
UNITS: Final = _units.names
UNIT_TITLE: Final = _units.titles
HEALTH: Final = _units.health
MOVE: Final = _units.move
DICE: Final = _units.dice
NEEDS: Final = _units.needs
SHORT: Final = _units.short
LONG: Final = _units.long
LENGTH: Final = _units.length  # 0: one square
FRONT: Final = _units.front
REAR: Final = _units.rear
ARMOUR: Final = _units.armour
HMG: Final = _units.hmg
RIFLE: Final = UNITS.index("rifle")
SMG: Final = UNITS.index("smg")
OFFICER: Final = UNITS.index("officer")
MORTAR: Final = UNITS.index("mortar")
MOTORBIKE: Final = UNITS.index("motorbike")
HALF_TRACK: Final = UNITS.index("half-track")
KUBELWAGEN: Final = UNITS.index("kubelwagen")
TRUCK: Final = UNITS.index("truck")

# --- weapons of the players (RR-6, RR-20)


class _Weapons:
    """The file of weapons, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.dice: list[int] = []
        self.needs: list[int] = []
        self.short: list[int] = []
        self.long: list[int] = []
        self.earshot: list[int] = []
        self.ammo: list[int] = []
        self.strafe: list[bool] = []
        self.blast: list[bool] = []
        self.stays: list[bool] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.dice.append(row.number("dice", 0, 6))
            self.needs.append(row.number("needs", 1, 6))
            self.short.append(row.number("short", 0, 16))
            self.long.append(row.number("long", 0, 16))
            self.earshot.append(row.number("earshot", 0, 20))
            self.ammo.append(row.number("ammo", 0, 9, default=0))
            self.strafe.append(row.flag("strafe", default=False))
            self.blast.append(row.flag("blast", default=False))
            self.stays.append(row.flag("stays", default=False))
            if self.short[-1] > self.long[-1]:
                row.fault("short", f"short is {self.short[-1]}, more than long, {self.long[-1]}")
        _need(page, self.names, _WEAPONS_NAMED)


_WEAPONS_NAMED = (
    "pistol", "sten", "sniper", "speargun", "knife", "grenade", "resistance", "vickers", "landmine", "barrel", "lewes",
)  # fmt: skip
_weapons = FILES.read("weapons.toml", _Weapons)
WEAPONS: Final = _weapons.names
WEAPON_TITLE: Final = _weapons.titles
W_DICE: Final = _weapons.dice
W_NEEDS: Final = _weapons.needs
W_SHORT: Final = _weapons.short
W_LONG: Final = _weapons.long
EARSHOT: Final = _weapons.earshot
AMMO: Final = _weapons.ammo
STRAFE: Final = _weapons.strafe
BLAST: Final = _weapons.blast
STAYS: Final = _weapons.stays
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


class _Items:
    """The file of items, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.small: list[bool] = []
        self.placed: list[bool] = []
        self.weapon: list[int] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.small.append(row.flag("small", default=False))
            self.placed.append(row.flag("placed", default=False))
            armed = row.flag("weapon", default=False)
            if armed and row.key not in WEAPONS:
                row.fault("weapon", f"there is no weapon {row.key}; weapons are {', '.join(WEAPONS)}")
            self.weapon.append(WEAPONS.index(row.key) if armed and row.key in WEAPONS else -1)
        _need(page, self.names, _ITEMS_NAMED)


_ITEMS_NAMED = (
    "lewes", "trap", "landmine", "rabbit", "medpack", "camo", "hook", "scuba", "cigarette", "documents", "grenade",
    "speargun",
)  # fmt: skip
_items = FILES.read("items.toml", _Items)
ITEMS: Final = _items.names
ITEM_TITLE: Final = _items.titles
SMALL: Final = _items.small
PLACED: Final = _items.placed
ITEM_WEAPON: Final = _items.weapon  # the weapon an item is, or -1
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


class _Operators:
    """The file of Operator boards, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.health: list[int] = []
        self.recover: list[int] = []
        self.slots: list[int] = []
        self.equipment: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.health.append(row.number("health", 1, 9))
            self.recover.append(row.number("recover", 1, 9))
            self.slots.append(row.number("slots", 1, 9))
            sides = []
            for column in ("side_a", "side_b"):
                counts = [0] * len(ITEMS)
                for word in row.texts(column):
                    name, _, number = word.partition("*")
                    if name not in ITEMS or not (number or "1").isdigit():
                        row.fault(column, f"“{word}” should be an item, alone or with a number as in trap*2")
                    elif counts[ITEMS.index(name)]:
                        row.fault(column, f"{name} comes twice; several are written as in trap*2")
                    else:
                        counts[ITEMS.index(name)] = int(number or "1")
                small = sum(1 for item, count in enumerate(counts) if count and SMALL[item])
                if small > self.slots[-1]:
                    row.fault(column, f"{small} kinds of small items do not fit into {self.slots[-1]} slots")
                sides.append(tuple(counts))
            self.equipment.append((sides[0], sides[1]))
            if self.recover[-1] > self.health[-1]:
                row.fault("recover", f"recover is {self.recover[-1]}, more than health, {self.health[-1]}")
        if not self.names:
            page.fault(1, "there is no Operator")


_operators = FILES.read("operators.toml", _Operators)
OPERATORS: Final = _operators.names
OPERATOR_TITLE: Final = _operators.titles
OPERATOR_HEALTH: Final = _operators.health
RECOVER_TO: Final = _operators.recover
SLOTS: Final = _operators.slots
EQUIPMENT: Final = _operators.equipment  # per side: how many of each item

# --- the players' vehicles (RR-21)


class _Cars:
    """The file of the players' vehicles, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.seats: list[tuple[str, ...]] = []
        self.guns: list[tuple[str, ...]] = []
        self.length: list[int] = []
        self.move: list[int] = []
        self.health: list[int] = []
        self.repair: list[int] = []
        self.engine: list[int] = []
        self.floor_it: list[int] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.seats.append(row.texts("seats"))
            self.guns.append(row.texts("guns"))
            self.length.append(row.number("length", 2, 4))
            self.move.append(row.number("move", 1, 9))
            self.health.append(row.number("health", 1, 9))
            self.repair.append(row.number("repair", 0, 9))
            self.engine.append(row.number("earshot", 0, 20))
            self.floor_it.append(row.number("floor_it", 0, 9, default=0))
            seats = self.seats[-1]
            if len(set(seats)) != len(seats):
                row.fault("seats", "a seat comes twice")
            for gun in self.guns[-1]:
                if gun not in seats:
                    row.fault("guns", f"the gun “{gun}” is at no seat; seats are {', '.join(seats)}")
        _need(page, self.names, ("willys", "lorry", "boat"))


_cars = FILES.read("vehicles.toml", _Cars)
CARS: Final = _cars.names
CAR_TITLE: Final = _cars.titles
SEATS: Final = _cars.seats
GUNS: Final = _cars.guns
CAR_LENGTH: Final = _cars.length
CAR_MOVE: Final = _cars.move
CAR_HEALTH: Final = _cars.health
REPAIR_TO: Final = _cars.repair
ENGINE: Final = _cars.engine
FLOOR_IT: Final = _cars.floor_it
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
            return _spawn(colour, rest)
    return None


def _spawn(colour: int, words: list[str]) -> Panel | None:
    """A panel that brings units: pairs of a unit and how many of it."""
    units: list[int] = []
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in UNITS or not number.isdigit():
            return None
        units += [UNITS.index(name)] * int(number)
    return (P_SPAWN, colour, *units)


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


class _Decks:
    """The file of event cards: for each deck its stealth and its battle panels, card by card."""

    def __init__(self, page: Page) -> None:
        self.stealth: dict[str, list[Panel]] = {}
        self.battle: dict[str, list[Panel]] = {}
        named = page.top.get("decks")
        names = [str(name) for name in named] if isinstance(named, list) else []
        if names != list(DECKS):
            page.fault(page.find("decks", 1) or 1, f"decks is {named!r}; it should be the list {', '.join(DECKS)}")
            names = list(DECKS)
        for table, into in (("stealth", self.stealth), ("battle", self.battle)):
            row = page.row(table)
            lists: list[list[Panel]] = [[] for _ in names]
            for text in row.columns():
                panel = _panel(text)
                counts = row.numbers(text, 0, CARDS_IN_DECK, len(names))
                if panel is None:
                    row.fault(text, f"“{text}” is not a panel; one is rotate, patrol, sweep, spawn, alarm or cigarette")
                    continue
                for deck, count in enumerate(counts):
                    lists[deck] += [panel] * count
            for deck, name in enumerate(names):
                if len(lists[deck]) != CARDS_IN_DECK:
                    page.fault(
                        row.line,
                        f"the {name} deck has {len(lists[deck])} {table} panels; it should have {CARDS_IN_DECK}",
                    )
                into[name] = lists[deck]
        for name, battle in self.battle.items():
            if len(battle) == CARDS_IN_DECK:
                self.battle[name] = [battle[7 * card % CARDS_IN_DECK] for card in range(CARDS_IN_DECK)]


_decks = FILES.read("decks.toml", _Decks)
STEALTH: Final = _decks.stealth
BATTLE: Final = _decks.battle

# --- templates (RR-19.13, RR-20.29)

# Where a blast drifts by the sum of two dice when the shooter faces north; 7 is on target. The table is ours; 6 and 7
# are the rule text's. RR-19.14, RR-20.30 number 6 points where the shooter faces.
SCATTER: Final = {
    2: (-1, 1), 3: (-1, 1), 4: (-1, 0), 5: (-1, -1), 6: (0, -1), 7: (0, 0), 8: (0, 1), 9: (1, -1), 10: (1, 0),
    11: (1, 1), 12: (1, 1),
}  # fmt: skip

# --- tiles and missions


def _load_faces() -> dict[str, Face]:
    found: dict[str, Face] = {}
    for name in FILES.listed("tiles", ".tile"):
        face, faults = read_face(FILES.text(name))
        complain(name, faults)
        found[face.id] = face
    return found


FACES: Final = _load_faces()


def _load_missions() -> dict[str, Mission]:
    found: dict[str, Mission] = {}
    for name in FILES.listed("missions", ".mission"):
        mission, faults = read_mission(FILES.text(name), FACES, tuple(OPERATORS))
        complain(name, faults)
        assert mission is not None, f"{name} has no mistakes, so it is a mission"
        found[mission.id] = mission
    return found


MISSIONS: Final = _load_missions()
