"""What is in the box: units, weapons, items, Operators, event cards, tiles and missions, read and checked once."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.games.rogue_regiment.box.missions import (
    DECKS,
    PACK_OPERATORS,
    PACK_VEHICLES,
    PACKS,
    VEHICLE_UNITS,
    Mission,
    read_mission,
)
from sandtable.games.rogue_regiment.box.tiles import COLOURS, Face, read_face
from sandtable.kernel.tables import Page, Row, complain
from sandtable.kernel.telling import plural


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
        self.packs: list[tuple[int, ...]] = []
        self.air: list[bool] = []
        self.afloat: list[bool] = []
        self.tracked: list[bool] = []
        self.rear_gun: list[bool] = []
        self.second: list[int] = []
        self.second_dice: list[int] = []
        self.second_needs: list[int] = []
        self.second_long: list[int] = []
        self.second_front: list[bool] = []
        self.carries: list[tuple[int, int]] = []
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
            self._expansion(row)
        _need(page, self.names, _UNITS_NAMED)
        for pack, units in (("", VEHICLE_UNITS), *PACK_VEHICLES.items()):
            wanted = (PACKS.index(pack),) if pack else ()
            for unit in units:
                if unit not in self.names or self.packs[self.names.index(unit)] != wanted:
                    page.fault(
                        1, f"missions speak of the vehicle {unit} of {pack or 'the base game'}, which is not here"
                    )

    def _expansion(self, row: Row) -> None:
        """What only units of expansions have."""
        self.packs.append(row.words("packs", PACKS, default=()))
        self.air.append(row.flag("air", default=False))
        self.afloat.append(row.flag("afloat", default=False))
        self.tracked.append(row.flag("tracked", default=False))
        self.rear_gun.append(row.flag("rear_gun", default=False))
        self.second.append(row.word("second", SECONDS, default=-1))
        armed = self.second[-1] >= 0
        self.second_dice.append(row.number("second_dice", 1, 6, default=None if armed else 0))
        self.second_needs.append(row.number("second_needs", 1, 6, default=None if armed else 0))
        self.second_long.append(row.number("second_long", 0, 16, default=0))
        self.second_front.append(row.flag("second_front", default=False))
        name, _, number = row.text("carries", default="").partition("*")
        if name and (name not in self.names or not number.isdigit()):
            row.fault("carries", "carries should be a unit above and how many of it, as in smg*8")
            name = ""
        self.carries.append((self.names.index(name), int(number)) if name else (-1, 0))


SECONDS: Final = ("howitzer", "flame", "launcher")
HOWITZER: Final = 0  # RR-24.44, RR-25.12 shells like a mortar's
FLAME: Final = 1  # RR-26.1
LAUNCHER: Final = 2  # RR-28.1 one explosive shot
_UNITS_NAMED = (
    "rifle", "smg", "officer", "mortar", "motorbike", "half-track", "kubelwagen", "truck", "hmg-team", "aa-gun",
    "panzer", "armoured-car", "heavy-car", "troop-truck", "flamethrower", "dog", "flame-track", "sniper", "panzerfaust",
    "grenadier", "aa-truck", "stummel", "kettenkrad", "hmg-kubelwagen", "sturmboot", "stalker", "empty-kettenkrad",
    "empty-sturmboot",
)  # fmt: skip
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
UNIT_PACKS: Final = _units.packs  # by place in PACKS; none: the base game
AIR: Final = _units.air
AFLOAT: Final = _units.afloat
TRACKED: Final = _units.tracked
REAR_GUN: Final = _units.rear_gun
SECOND: Final = _units.second  # HOWITZER, FLAME, LAUNCHER, or -1
SECOND_DICE: Final = _units.second_dice
SECOND_NEEDS: Final = _units.second_needs
SECOND_LONG: Final = _units.second_long  # 0: at any distance
SECOND_FRONT: Final = _units.second_front
CARRIES: Final = _units.carries  # the unit that gets out and how many of it; (-1, 0): nobody
RIFLE: Final = UNITS.index("rifle")
SMG: Final = UNITS.index("smg")
OFFICER: Final = UNITS.index("officer")
MORTAR: Final = UNITS.index("mortar")
MOTORBIKE: Final = UNITS.index("motorbike")
HALF_TRACK: Final = UNITS.index("half-track")
KUBELWAGEN: Final = UNITS.index("kubelwagen")
TRUCK: Final = UNITS.index("truck")
HMG_TEAM: Final = UNITS.index("hmg-team")
AA_GUN: Final = UNITS.index("aa-gun")
PANZER: Final = UNITS.index("panzer")
ARMOURED_CAR: Final = UNITS.index("armoured-car")
HEAVY_CAR: Final = UNITS.index("heavy-car")
TROOP_TRUCK: Final = UNITS.index("troop-truck")
FLAMETHROWER: Final = UNITS.index("flamethrower")
DOG: Final = UNITS.index("dog")
FLAME_TRACK: Final = UNITS.index("flame-track")
SNIPER_MAN: Final = UNITS.index("sniper")
PANZERFAUST: Final = UNITS.index("panzerfaust")
GRENADIER: Final = UNITS.index("grenadier")
AA_TRUCK: Final = UNITS.index("aa-truck")
STUMMEL: Final = UNITS.index("stummel")
KETTENKRAD: Final = UNITS.index("kettenkrad")
HMG_KUBELWAGEN: Final = UNITS.index("hmg-kubelwagen")
STURMBOOT: Final = UNITS.index("sturmboot")
STALKER: Final = UNITS.index("stalker")
EMPTY_KETTENKRAD: Final = UNITS.index("empty-kettenkrad")
EMPTY_STURMBOOT: Final = UNITS.index("empty-sturmboot")

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
    "garrotte", "sas", "rat", "stick", "cannon", "rocket",
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
GARROTTE: Final = WEAPONS.index("garrotte")
SAS_GUN: Final = WEAPONS.index("sas")
RAT_BLAST: Final = WEAPONS.index("rat")
STICK: Final = WEAPONS.index("stick")
CANNON: Final = WEAPONS.index("cannon")
ROCKET: Final = WEAPONS.index("rocket")

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
    "speargun", "garrotte", "talk", "rat", "stick", "failure", "smoke",
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
I_GARROTTE: Final = ITEMS.index("garrotte")
I_INTERACT: Final = ITEMS.index("talk")
I_RAT: Final = ITEMS.index("rat")
I_STICK: Final = ITEMS.index("stick")
I_FAILURE: Final = ITEMS.index("failure")
I_SMOKE: Final = ITEMS.index("smoke")


class _Operators:
    """The file of Operator boards, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.health: list[int] = []
        self.recover: list[int] = []
        self.slots: list[int] = []
        self.packs: list[int] = []
        self.equipment: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.equipment_ks: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.health.append(row.number("health", 1, 9))
            self.recover.append(row.number("recover", 1, 9))
            self.slots.append(row.number("slots", 1, 9))
            self.packs.append(row.word("pack", PACKS, default=-1))
            side_a, side_b = self._side(row, "side_a"), self._side(row, "side_b")
            self.equipment.append((side_a, side_b))
            self.equipment_ks.append((side_a, self._side(row, "side_b_ks") if row.has("side_b_ks") else side_b))
            if self.recover[-1] > self.health[-1]:
                row.fault("recover", f"recover is {self.recover[-1]}, more than health, {self.health[-1]}")
        if not self.names:
            page.fault(1, "there is no Operator")
        _need(page, self.names, ("nancy",))
        for name, pack in zip(self.names, self.packs, strict=True):
            if pack >= 0 and name not in PACK_OPERATORS.get(PACKS[pack], ()):
                page.fault(page.line_of_table(name), f"missions do not know that {name} comes with {PACKS[pack]}")

    def _side(self, row: Row, column: str) -> tuple[int, ...]:
        """How many of each item one side of a board gives."""
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
        return tuple(counts)


_operators = FILES.read("operators.toml", _Operators)
OPERATORS: Final = _operators.names
OPERATOR_TITLE: Final = _operators.titles
OPERATOR_HEALTH: Final = _operators.health
RECOVER_TO: Final = _operators.recover
SLOTS: Final = _operators.slots
OPERATOR_PACK: Final = _operators.packs  # by place in PACKS; -1: the base game
EQUIPMENT: Final = _operators.equipment  # per side: how many of each item
EQUIPMENT_KS: Final = _operators.equipment_ks  # RR-28.14, RR-28.15 the same where the Kickstarter set is on
NANCY: Final = OPERATORS.index("nancy")

# --- support units (RR-22)


class _Support:
    """The file of support units, column by column."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.titles: list[str] = []
        self.health: list[int] = []
        self.weapon: list[int] = []
        self.packs: list[int] = []
        for row in page.rows():
            self.names.append(row.key)
            self.titles.append(row.text("title"))
            self.health.append(row.number("health", 1, 9))
            self.weapon.append(row.word("weapon", WEAPONS))
            self.packs.append(row.word("pack", PACKS, default=-1))
        _need(page, self.names, ("resistance", "sas", "crew"))


_support = FILES.read("support.toml", _Support)
SUPPORTS: Final = _support.names
SUPPORT_TITLE: Final = _support.titles
SUPPORT_HEALTH: Final = _support.health
SUPPORT_WEAPON: Final = _support.weapon
SUPPORT_PACK: Final = _support.packs
RESISTANCE: Final = SUPPORTS.index("resistance")
SAS: Final = SUPPORTS.index("sas")
JEEP_CREW: Final = SUPPORTS.index("crew")

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
        self.crew: list[tuple[int, ...]] = []
        self.packs: list[int] = []
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
            self.crew.append(row.words("crew", seats, default=()))
            self.packs.append(row.word("pack", PACKS, default=-1))
            if len(set(seats)) != len(seats):
                row.fault("seats", "a seat comes twice")
            for gun in self.guns[-1]:
                if gun not in seats:
                    row.fault("guns", f"the gun “{gun}” is at no seat; seats are {', '.join(seats)}")
        _need(page, self.names, ("willys", "lorry", "boat", "support-willys"))


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
CAR_CREW: Final = _cars.crew  # seats with men of their own
CAR_PACK: Final = _cars.packs  # by place in PACKS; -1: the base game
SUPPORT_WILLYS: Final = CARS.index("support-willys")
JEEPS: Final = (WILLYS, SUPPORT_WILLYS)  # RR-21.16, RR-21.17, RR-24.37 what is noticed for being there


class _Aircraft:
    """The file of aircraft, column by column."""

    def __init__(self, page: Page) -> None:
        row = page.row("typhoon")
        self.title = row.text("title")
        self.pack = row.word("pack", PACKS)
        self.health = row.number("health", 1, 9)
        self.actions = row.number("actions", 1, 4)
        self.rockets = row.number("rockets", 0, 4)


_aircraft = FILES.read("aircraft.toml", _Aircraft)
TYPHOON_TITLE: Final = _aircraft.title
TYPHOON_HEALTH: Final = _aircraft.health
TYPHOON_ACTIONS: Final = _aircraft.actions
TYPHOON_ROCKETS: Final = _aircraft.rockets

# --- event cards (RR-14)

# A panel is a tuple: (kind, colour, direction, number or unit counts by UNITS order …).
P_ROTATE: Final = 0
P_PATROL: Final = 1
P_SPAWN: Final = 2
P_ALARM: Final = 3
P_CIGARETTE: Final = 4
P_SWEEP: Final = 5
P_SPECIAL: Final = 6
P_FAILURE: Final = 7  # RR-25.1
P_WAYPOINT: Final = 8  # RR-27.10
P_CAT: Final = 9  # RR-27.15
P_TWIG: Final = 10  # RR-27.18
P_STAIN: Final = 11  # RR-27.20
P_LOCK: Final = 12  # RR-27.22
P_UPGRADE: Final = 13  # RR-27.27
PLAIN_PANELS: Final = {
    "alarm": P_ALARM, "cigarette": P_CIGARETTE, "failure": P_FAILURE, "cat": P_CAT, "twig": P_TWIG, "stain": P_STAIN,
    "lock": P_LOCK, "upgrade": P_UPGRADE,
}  # fmt: skip
"""Panels of one word."""
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
        case ["waypoint", number] if number in ("1", "2", "3", "4"):
            return P_WAYPOINT, int(number)
        case [word] if word in PLAIN_PANELS:
            return (PLAIN_PANELS[word],)
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


_UNIT_WORDS: Final[list[dict[int, str]]] = [{} for _ in UNITS]


def unit_word(kind: int, number: int) -> str:
    """The word for an Axis unit: always the same one, so that it is quickly compared."""
    words = _UNIT_WORDS[kind]
    return words.get(number) or words.setdefault(number, f"{UNITS[kind]}-{number}")


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
            return f"{COLOURS[panel[1]]} sentries turn {turn}, {plural(panel[3], 'arrow')}"
        return f"{COLOURS[panel[1]]} {'patrols turn' if panel[0] == P_PATROL else 'sentries sweep'} {turn}"
    if panel[0] == P_WAYPOINT:
        return f"waypoint of Stalker {panel[1]}"
    return {
        P_ALARM: "the alarm comes nearer", P_CIGARETTE: "cigarette break", P_SPECIAL: "special event",
        P_FAILURE: "mechanical failure", P_CAT: "a cat", P_TWIG: "a twig snaps", P_STAIN: "a blood stain",
        P_LOCK: "a door is locked", P_UPGRADE: "infantry upgrade",
    }[panel[0]]  # fmt: skip


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


class _Packs:
    """The file of expansions: the cards that each adds to the deck."""

    def __init__(self, page: Page) -> None:
        self.names: list[str] = []
        self.only: list[str] = []
        self.cards: list[list[tuple[Panel, Panel]]] = []
        for row in page.rows():
            self.names.append(row.key)
            row.text("title")
            deck = row.word("deck", DECKS, default=-1)
            self.only.append(DECKS[deck] if deck >= 0 else "")
            self.cards.append([])
            for text in row.texts("cards"):
                stealth, _, battle = text.partition("/")
                panels = _panel(stealth), _panel(battle)
                if panels[0] is None or panels[1] is None:
                    row.fault("cards", f"“{text}” should be a stealth panel and a battle panel, with a stroke between")
                else:
                    self.cards[-1].append((panels[0], panels[1]))
        if self.names != list(PACKS):
            page.fault(1, f"the expansions should be {', '.join(PACKS)}, in that order")


_packs = FILES.read("packs.toml", _Packs)


def pack_cards(deck: str, packs: tuple[str, ...]) -> list[tuple[Panel, Panel]]:
    """RR-3.5, RR-27.36 The cards that expansions add to a deck, each with its stealth and its battle panel."""
    found: list[tuple[Panel, Panel]] = []
    for n, pack in enumerate(PACKS):
        if pack in packs and _packs.only[n] in ("", deck):
            found += _packs.cards[n]
    return found


class _Jaeger:
    """The file of the Jäger's cards."""

    def __init__(self, page: Page) -> None:
        lists: list[list[Panel]] = []
        for table in ("stealth", "battle"):
            row = page.row(table)
            lists.append([])
            for text in row.columns():
                panel = _panel(text)
                count = row.number(text, 1, JAEGER_CARDS)
                if panel is None:
                    row.fault(text, f"“{text}” is not a panel of the Jäger")
                else:
                    lists[-1] += [panel] * count
            if len(lists[-1]) != JAEGER_CARDS:
                page.fault(row.line, f"there are {len(lists[-1])} {table} panels; there should be {JAEGER_CARDS}")
        self.stealth, battle = lists
        whole = len(battle) == JAEGER_CARDS
        self.battle = [battle[7 * card % JAEGER_CARDS] for card in range(JAEGER_CARDS)] if whole else battle


JAEGER_CARDS: Final = 40
_jaeger = FILES.read("jaeger.toml", _Jaeger)
JAEGER_STEALTH: Final = _jaeger.stealth
JAEGER_BATTLE: Final = _jaeger.battle

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
    return {one.id: one for one in sorted(found.values(), key=_number)}


def _number(mission: Mission) -> int:
    """M2 comes before M10."""
    return int(mission.number.lstrip("M"))


MISSIONS: Final = _load_missions()
