"""RR-23.1, RR-23.2, RR-23.3 Mission files: a map of tiles, who stands where, what is to be done, and what it is worth.

    mission: M4  name: Sunken Lane  type: ambush  tiles: 3x2
    map: T9B,T4B,T1B / T6B,T4A,T2A:180
    operators: 3 free   willys: no   deck: blue   packs: -   window: 16/8
    meter: 9 7 5   entry: W[0,1]   spawn: black N[2,0]  white E[2,1]
    guard: [1,1].culvert/N
    convoy: N[1,0] S[1,1] motorbike scout, truck, kubelwagen, truck
    objective: convoy truck 3 each
    victory: major 8 minor 4

A line holds one key or several. `[c,r].anchor/F` is a place: column and row of the tile from 0, the name of an anchor
on it, and a facing. `N[c,r]` is the north side of a tile. Below the mission may stand tiles of its own, each as in a
tile file. Every mistake is told with its line.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from sandtable.games.rogue_regiment.box.tiles import FACING_LETTERS, Face, read_face, text_lines
from sandtable.kernel.tables import Fault, note

PLACE = re.compile(r"\[(\d{1,3}),(\d{1,3})\]\.([a-z0-9_]+)(?:/([NESW]))?$")
EDGE = re.compile(r"([NESW])\[(\d{1,3}),(\d{1,3})\]$")
TILE = re.compile(r"([^:\s]+)(?::(90|180|270))?$")

DECKS: Final = ("green", "blue", "maroon")
MIXED: Final = 2
SPAWN_COLOURS: Final = ("black", "white", "mixed")  # RR-1.20 what a spawn tile is
VEHICLE_UNITS: Final = ("motorbike", "half-track", "kubelwagen", "truck")
PACKS: Final = ("twd", "hm", "hd", "ks", "jg")
"""The expansions, in their order."""
PACK_VEHICLES: Final = {
    "twd": ("panzer",),
    "hm": ("armoured-car", "heavy-car", "troop-truck"),
    "hd": ("flame-track",),
    "ks": ("aa-truck", "stummel"),
    "jg": ("kettenkrad", "hmg-kubelwagen", "sturmboot"),
}
"""The vehicles that each of them brings."""
PACK_OPERATORS: Final = {"twd": ("nancy",)}
"""The Operators that each of them brings."""
ONCE: Final = (
    "mission", "name", "type", "tiles", "map", "operators", "willys", "deck", "packs", "window", "meter", "entry",
    "spawn", "convoy", "boat", "truck", "resistance", "prisoner", "sas", "support", "typhoon", "victory", "brief",
)  # fmt: skip
MANY: Final = ("guard", "officer", "stalker", "dogs", "vehicle", "aa", "objective")
STALKERS: Final = 4  # RR-27.2
PACK_KEYS: Final = {"sas": "twd", "support": "twd", "typhoon": "twd", "aa": "twd", "dogs": "hd", "stalker": "jg"}
"""The keys that need an expansion."""
NEEDED: Final = {
    "mission": "X", "name": "X", "type": "X", "map": "", "operators": "1 free", "deck": "green", "meter": "8 6 4",
    "entry": "N[0,0]", "victory": "major 2 minor 1",
}  # fmt: skip
"""What every mission must say, and what is taken instead to look for further mistakes."""
# A key is a word of small letters before a colon and a blank; a known one is found in capitals and without the blank.
KEY = re.compile(rf"(?:^|\s)(?:((?i:{'|'.join(ONCE + MANY)})):|([a-z]+):(?=\s|$))")
MOST_TILES: Final = 40  # of a mission's own
MOST_LINES: Final = 100  # of one key that may come often
HIGHEST_METER: Final = 12
DIFFICULTIES: Final = ("easy", "normal", "hard")
LARGEST_CREW: Final = 4  # Operators, as many as the entry tile has places for
LARGEST_GROUP: Final = 8  # Resistance or prisoners


@dataclass(frozen=True)
class Place:
    """A square named by a tile and an anchor, with a facing (-1: none given)."""

    column: int
    row: int
    anchor: str
    facing: int = -1
    level: int = 0  # the difficulty from which somebody stands there


@dataclass(frozen=True)
class Side:
    """One side of a tile at the edge of the map."""

    side: int
    column: int
    row: int


@dataclass(frozen=True)
class Vehicle:
    """An Axis vehicle: patrol (with its two ends), guard (with its place) or assault (with the side it waits at)."""

    role: str
    unit: str
    place: Place | None = None
    start: Side | None = None
    end: Side | None = None
    swapped: bool = False  # not the vehicle of the mission page, so no objective


@dataclass(frozen=True)
class Objective:
    """What earns points: a kind, what or where, and how many, once or for each."""

    kind: str
    points: int
    each: bool = False
    place: Place | None = None
    side: Side | None = None
    unit: str = ""
    other: Place | None = None  # a second place that will do as well


@dataclass(frozen=True)
class Mission:
    """A mission page."""

    id: str
    number: str
    name: str
    type: str
    map: tuple[tuple[tuple[str, int], ...], ...]
    operators: int
    fixed: tuple[tuple[str, str], ...]
    willys: str
    deck: str
    packs: tuple[str, ...]
    window: tuple[int, int]
    meter: tuple[int, int, int]
    entry: Side
    spawns: tuple[tuple[int, Side], ...]
    guards: tuple[Place, ...] = ()
    officers: tuple[Place, ...] = ()
    stalkers: tuple[Place, ...] = ()  # RR-27.38
    dogs: tuple[tuple[Place, int], ...] = ()  # RR-26.11 where guard dogs are, and how many
    vehicles: tuple[Vehicle, ...] = ()
    convoy: tuple[str, ...] = ()
    convoy_ends: tuple[Side, Side] | None = None
    boat: Place | None = None
    truck: Place | None = None
    resistance: tuple[Place, int] | None = None
    prisoners: tuple[Place, int] | None = None
    sas: tuple[Place, int] | None = None
    support: Side | None = None  # where the Support Willys waits
    typhoon: bool = False
    aa: tuple[Place, ...] = ()
    objectives: tuple[Objective, ...] = ()
    major: int = 0
    minor: int = 0
    brief: str = ""
    more_guards: int = 0  # beside those of the mission page
    faces: tuple[Face, ...] = ()  # tiles that came with the mission


@dataclass
class _Reader:
    """A mission file while it is read."""

    faces: dict[str, Face]
    operators: tuple[str, ...]
    faults: list[Fault] = field(default_factory=list)
    packs: tuple[str, ...] = ()
    map: list[list[tuple[str, int]]] = field(default_factory=list)

    def fault(self, line: int, text: str) -> None:
        note(self.faults, line, text)

    def word(self, line: int, value: str, what: str, allowed: tuple[str, ...]) -> str:
        """One of a few words."""
        if value not in allowed:
            self.fault(line, f"{what} is {value}; it should be {', '.join(allowed[:-1])} or {allowed[-1]}")
        return value

    def the_packs(self, line: int, value: str) -> None:
        """The expansions that a mission uses, in their order."""
        words = [] if value == "-" else value.split("+")
        if words != [pack for pack in PACKS if pack in words]:
            self.fault(line, f"packs is {value}; it should be - or some of {'+'.join(PACKS)}, in that order")
        self.packs = tuple(pack for pack in PACKS if pack in words)

    def a_vehicle(self, line: int, unit: str) -> bool:
        """Whether a word is a vehicle that the mission can have; told if not."""
        for pack, units in PACK_VEHICLES.items():
            if unit in units and pack not in self.packs:
                self.fault(line, f"{unit} comes with the expansion {pack}; the key packs should name it")
                return True
        known = known_vehicles(self.packs)
        if unit not in known:
            self.fault(line, f"“{unit}” is no vehicle; it should be {' or '.join(known)}")
        return unit in known

    def meter(self, line: int, value: str) -> tuple[int, int, int]:
        """Where the stealth meter starts: easy, normal, hard."""
        found = [self.number(line, word, "a meter value", 1, HIGHEST_METER) for word in value.split()]
        if len(found) == 3 and found[0] >= found[1] >= found[2]:
            return found[0], found[1], found[2]
        self.fault(line, "meter should be three numbers, easy normal hard, none larger than the one before")
        return 8, 6, 4

    def window(self, line: int, value: str) -> tuple[int, int]:
        """Between which cards the special one lies; none without."""
        if value == "-":
            return 0, 0
        found = re.match(r"(\d{1,3})/(\d{1,3})$", value)
        if found is None or int(found[1]) + int(found[2]) > 36 or int(found[2]) < 1:
            self.fault(line, f"window is {value}; it should be - or like 16/8, together at most 36 cards")
            return 0, 0
        return int(found[1]), int(found[2])

    def victory(self, line: int, value: str) -> tuple[int, int]:
        """The points of a major and of a minor victory."""
        found = re.match(r"major\s+(\d{1,3})\s+minor\s+(\d{1,3})$", value)
        if found is None or not int(found[1]) > int(found[2]) > 0:
            self.fault(line, f"victory is “{value}”; it should be like major 8 minor 4, the first larger")
            return 0, 0
        return int(found[1]), int(found[2])

    def spawns(self, line: int, value: str) -> tuple[tuple[int, Side], ...]:
        """The spawn tiles by their colours."""
        words = value.split()
        if len(words) % 2:
            self.fault(line, "spawn should be pairs of a colour and a side, as in black N[1,0]  white E[2,1]")
        found: dict[int, Side] = {}
        for colour, where in zip(words[::2], words[1::2], strict=False):
            if colour not in SPAWN_COLOURS:
                self.fault(line, f"the spawn tile is {colour}; it should be black, white or mixed")
            elif SPAWN_COLOURS.index(colour) in found:
                self.fault(line, f"there are two {colour} spawn tiles")
            else:
                found[SPAWN_COLOURS.index(colour)] = self.side(line, where)
        return tuple(found.items())

    def tiles(self, line: int, value: str) -> None:
        for row in value.split("/"):
            self.map.append([])
            for word in row.split(","):
                found = TILE.match(word.strip())
                if found is None or found[1] not in self.faces:
                    known = ", ".join(sorted(self.faces))
                    self.fault(
                        line, f"the tile “{word.strip()}” is not known; a tile is one of {known}, turned as in T2A:90"
                    )
                    self.map[-1].append(("", 0))
                else:
                    self.map[-1].append((found[1], int(found[2] or 0) // 90))
        if len({len(row) for row in self.map}) != 1:
            self.fault(line, "every row of the map should have the same number of tiles")
            shortest = min(len(row) for row in self.map)
            self.map = [row[:shortest] for row in self.map]
        if len(self.map) > 4 or (self.map and len(self.map[0]) > 5):
            self.fault(line, "a map has at most 4 rows of 5 tiles")
            self.map = [row[:5] for row in self.map[:4]]

    def place(self, line: int, text: str, facing: bool = False) -> Place:
        found = PLACE.match(text)
        if found is None:
            self.fault(line, f"“{text}” is not a place; it should be like [1,0].office{'/S' if facing else ''}")
            return Place(0, 0, "")
        column, row, anchor = int(found[1]), int(found[2]), found[3]
        if not self.on_map(line, column, row):
            return Place(0, 0, "")
        face = self.faces.get(self.map[row][column][0])
        names = [name for name, _, _ in face.anchors] if face is not None else [anchor]
        if face is not None and anchor not in names:
            self.fault(line, f"tile {face.id} has no anchor {anchor}; it has {', '.join(names) or 'none'}")
        if facing and not found[4]:
            self.fault(line, f"“{text}” needs a facing, as in {text}/S")
        return Place(column, row, anchor, FACING_LETTERS[found[4]] if found[4] else -1)

    def on_map(self, line: int, column: int, row: int) -> bool:
        if row < len(self.map) and column < len(self.map[0]):
            return True
        size = f"columns 0 to {len(self.map[0]) - 1}, rows 0 to {len(self.map) - 1}" if self.map else "no tile"
        self.fault(line, f"[{column},{row}] is not on the map, which has {size}")
        return False

    def side(self, line: int, text: str) -> Side:
        found = EDGE.match(text)
        if found is None:
            self.fault(line, f"“{text}” is not a side of the map; it should be like N[1,0]")
            return Side(0, 0, 0)
        side, column, row = FACING_LETTERS[found[1]], int(found[2]), int(found[3])
        if self.on_map(line, column, row):
            dx, dy = (0, 1, 0, -1)[side], (-1, 0, 1, 0)[side]
            if 0 <= row + dy < len(self.map) and 0 <= column + dx < len(self.map[0]):
                self.fault(line, f"{text} is not at the edge of the map")
        return Side(side, column, row)

    def number(self, line: int, text: str, what: str, low: int = -99, high: int = 99) -> int:
        try:
            value = int(text)
        except ValueError:
            self.fault(line, f"{what} is “{text}”; it should be a whole number")
            return low
        if not low <= value <= high:
            self.fault(line, f"{what} is {value}; it should be {low} to {high}")
        return value

    def objective(self, line: int, value: str) -> Objective:
        words = value.split()
        each = words[-1:] == ["each"]
        if each:
            words.pop()
        points = self.number(line, words[-1], "the points of an objective") if len(words) > 1 else 0
        if len(words) < 2:
            self.fault(line, "an objective is a kind, what or where, and its points, as in documents [1,1].office 3")
            return Objective("", 0)
        kind, rest = words[0], words[1:-1]
        if kind in ("documents", "dump", "radio", "pump", "officer", "read", "no-flames") and len(rest) == 1:
            return Objective(kind, points, each, place=self.place(line, rest[0]))
        if kind == "rat-bomb" and len(rest) == 2:
            return Objective(kind, points, each, place=self.place(line, rest[0]), other=self.place(line, rest[1]))
        if kind in ("convoy", "vehicle", "loaded") and len(rest) == 1:
            self.a_vehicle(line, rest[0])
            return Objective(kind, points, each, unit=rest[0])
        if kind == "boat-exit" and len(rest) == 1:
            return Objective(kind, points, each, side=self.side(line, rest[0]))
        if kind in ("no-corpses", "convoy-leaves", "prisoner", "aa-gun", "typhoon", "quiet-bomb") and not rest:
            return Objective(kind, points, each)
        self.fault(
            line,
            f"the objective “{value}” is not understood; it should be documents, dump, radio, pump, officer, read or "
            "no-flames with a place, rat-bomb with two, convoy, vehicle or loaded with a unit, boat-exit with a side, "
            "no-corpses, convoy-leaves, prisoner, aa-gun, typhoon or quiet-bomb, then the points",
        )
        return Objective("", 0)

    def vehicle(self, line: int, value: str) -> Vehicle:
        words = value.split()
        roles = {"patrol": 4, "guard": 3, "assault": 3}
        if len(words) < 3 or words[0] not in roles or len(words) != roles[words[0]]:
            self.fault(line, "a vehicle is patrol UNIT SIDE SIDE, guard UNIT PLACE/F or assault UNIT SIDE")
            return Vehicle("guard", "truck")
        role, unit = words[0], words[1]
        if not self.a_vehicle(line, unit):
            unit = "truck"
        if role == "guard":
            return Vehicle(role, unit, place=self.place(line, words[2], facing=True))
        if role == "assault":
            return Vehicle(role, unit, start=self.side(line, words[2]))
        return Vehicle(role, unit, start=self.side(line, words[2]), end=self.side(line, words[3]))

    def post(self, line: int, value: str) -> Place:
        """RR-3.4 Where a guard stands, and from which difficulty on."""
        where, *level = value.split() or [value]
        if level and (len(level) > 1 or level[0] not in DIFFICULTIES[1:]):
            found = " ".join(level)
            self.fault(line, f"a guard stands there from {' or '.join(DIFFICULTIES[1:])} on, or always, not “{found}”")
            level = []
        return replace(self.place(line, where, facing=True), level=DIFFICULTIES.index(level[0]) if level else 0)

    def kennel(self, line: int, value: str) -> tuple[Place, int]:
        """RR-26.11 Where guard dogs are, and how many."""
        words = value.split()
        if len(words) != 2:
            self.fault(line, "dogs should be a place with a facing and how many, as in [0,0].kennel/S 2")
            return Place(0, 0, ""), 0
        return self.place(line, words[0], facing=True), self.number(line, words[1], "dogs", 1, LARGEST_GROUP)

    def crew(self, line: int, value: str) -> tuple[int, tuple[tuple[str, str], ...]]:
        """RR-3.11 So many of free choice, or names with the side of the board."""
        if found := re.match(r"(\d) free(?: with (.*))?$", value):
            count = int(found[1])
            fixed = self.named(line, found[2]) if found[2] else []
            if not max(1, len(fixed) + 1 if fixed else 1) <= count <= LARGEST_CREW:
                self.fault(line, f"{count} Operators; there are 1 to {LARGEST_CREW}, and some are of free choice")
            return count, tuple(fixed)
        fixed = self.named(line, value)
        if len(fixed) > LARGEST_CREW:
            self.fault(line, f"{len(fixed)} Operators; there are 1 to {LARGEST_CREW}")
        return max(1, len(fixed)), tuple(fixed)

    def named(self, line: int, value: str) -> list[tuple[str, str]]:
        """RR-3.11 Operators by name, each with the side of the board."""
        fixed: list[tuple[str, str]] = []
        for word in value.split(","):
            parts = word.split()
            if len(parts) != 2 or parts[0] not in self.operators or parts[1] not in ("A", "B"):
                self.fault(
                    line, f"“{word.strip()}” should be a number and free, or names and sides as in jock A, paddy B"
                )
            elif parts[0] in [name for name, _ in fixed]:
                self.fault(line, f"{parts[0]} comes twice")
            else:
                fixed.append((parts[0], parts[1]))
                for pack, names in PACK_OPERATORS.items():
                    if parts[0] in names and pack not in self.packs:
                        self.fault(line, f"{parts[0]} comes with the expansion {pack}; the key packs should name it")
        return fixed


def known_vehicles(packs: tuple[str, ...]) -> tuple[str, ...]:
    """The Axis vehicles of the base game and of some expansions."""
    return VEHICLE_UNITS + tuple(unit for pack in packs for unit in PACK_VEHICLES[pack])


def mission_id(number: str, name: str) -> str:
    """The id of a mission: its number and title in lower-case words with hyphens."""
    letters = unicodedata.normalize("NFKD", f"{number} {name}").encode("ascii", "ignore").decode()  # é is e
    plain = re.sub(r"[^a-z0-9]+", "-", letters.lower())
    return plain.strip("-")


def _parts(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    """The lines of the mission itself, and the text of each tile below it with the number of its first line."""
    lines = text_lines(text)
    starts = [n for n, line in enumerate(lines) if line.lstrip().startswith("tile:")]
    blocks = [(start + 1, "\n".join(lines[start:end])) for start, end in pairwise([*starts, len(lines)])]
    return lines[: starts[0]] if starts else lines, blocks


def _entries(reader: _Reader, lines: list[str]) -> list[tuple[int, str, str]]:
    """Every key of a mission with its line and value."""
    entries: list[tuple[int, str, str]] = []
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        keys = list(KEY.finditer(line))
        if not keys or keys[0].start():
            reader.fault(number, f"“{line}” is not understood; a line is KEY: VALUE, one or several")
            continue
        words = [(mark[1] or mark[2]).lower() for mark in keys]
        if words[0] == "brief":
            keys, words = keys[:1], words[:1]
        for at, mark in enumerate(keys):
            end = keys[at + 1].start() if at + 1 < len(keys) else len(line)
            value = line[mark.end() : end].strip()
            if value:
                entries.append((number, words[at], value))
            else:
                reader.fault(number, f"the key {words[at]} has no value")
                entries.append((number, words[at], NEEDED.get(words[at], "")))
    return entries


def lines_of(text: str) -> dict[str, list[int]]:
    """On which lines each key of a mission file stands."""
    found: dict[str, list[int]] = {}
    for line, key, _ in _entries(_Reader({}, ()), _parts(text)[0]):
        found.setdefault(key, []).append(line)
    return found


def read_mission(text: str, faces: dict[str, Face], operators: tuple[str, ...]) -> tuple[Mission | None, list[Fault]]:
    """A mission from its text, with every mistake in it; None when too much is wrong to make one."""
    lines, blocks = _parts(text)
    reader = _Reader(dict(faces), operators)
    own = _own_faces(reader, blocks)
    once: dict[str, tuple[int, str]] = {}
    many: dict[str, list[tuple[int, str]]] = {key: [] for key in MANY}
    for number, key, value in _entries(reader, lines):
        if key in MANY and len(many[key]) == MOST_LINES:
            reader.fault(number, f"the key {key} comes at most {MOST_LINES} times")
        elif key in MANY:
            many[key] += [(number, value)] if value else []
        elif key not in ONCE:
            reader.fault(number, f"the key {key} is not known; keys are {', '.join(ONCE + MANY)}")
        elif key in once:
            reader.fault(number, f"the key {key} comes twice")
        else:
            once[key] = (number, value)
    for key, instead in NEEDED.items():
        if key not in once:
            reader.fault(1, f"the key {key} is missing")
            once[key] = (1, instead)
    once = {key: entry for key, entry in once.items() if entry[1]}  # those without a value have been told
    mission = _mission(reader, once, many, own) if "map" in once else None
    return mission, sorted(reader.faults, key=lambda fault: fault.line)


def _own_faces(reader: _Reader, blocks: list[tuple[int, str]]) -> tuple[Face, ...]:
    """The tiles that stand below a mission, which its map may use like those of the box."""
    found: list[Face] = []
    for first, block in blocks:
        if len(found) == MOST_TILES:
            reader.fault(first, f"a mission brings at most {MOST_TILES} tiles of its own")
            break
        face, faults = read_face(block, first)
        for fault in faults:
            reader.fault(fault.line, fault.text)
        if face.id in reader.faces:
            reader.fault(first, f"there is a tile {face.id} already; give this one another name")
        else:
            reader.faces[face.id] = face
            found.append(face)
    return tuple(found)


def _willys(reader: _Reader, once: dict[str, tuple[int, str]], resistance: bool) -> str:
    """RR-23.6 Whether a Willys or the Resistance comes; no Willys on maps below 8 tiles."""
    line, willys = once.get("willys", (1, "no"))
    willys = reader.word(line, willys, "willys", ("no", "yes", "or-resistance", "or-sas"))
    if willys != "no" and len(reader.map) * len(reader.map[0]) < 8:
        reader.fault(line, "a map of fewer than 8 tiles has no Willys")
    if willys == "or-resistance" and not resistance:
        reader.fault(line, "the key resistance must say where the Resistance waits")
    if willys != "or-resistance" and resistance:
        reader.fault(once["resistance"][0], "the Resistance comes only where willys is or-resistance")
    for key, what in (("sas", "where the SAS wait"), ("support", "where the Support Willys waits")):
        if willys == "or-sas" and key not in once:
            reader.fault(line, f"the key {key} must say {what}")
        if willys != "or-sas" and key in once:
            reader.fault(once[key][0], "the SAS and the Support Willys come only where willys is or-sas")
    return willys


def _convoy(reader: _Reader, line: int, value: str) -> tuple[tuple[str, ...], tuple[Side, Side] | None]:
    """The vehicles of a convoy, and where it enters and leaves."""
    words = value.split(maxsplit=2)
    if len(words) < 3:
        reader.fault(line, "convoy should be where it enters, where it leaves, and its vehicles")
        return (), None
    convoy = tuple(part.strip() for part in words[2].split(","))
    for n, member in enumerate(convoy):
        parts = member.split()
        known = known_vehicles(reader.packs)
        if not parts or parts[0] not in known or parts[1:] not in ([], ["scout"]) or (parts[1:] and n):
            reader.fault(line, f"“{member}” should be {' or '.join(known)}; the first may be a scout")
    return convoy, (reader.side(line, words[0]), reader.side(line, words[1]))


def _group(reader: _Reader, key: str, once: dict[str, tuple[int, str]]) -> tuple[Place, int] | None:
    """Where some men are, and how many."""
    if key not in once:
        return None
    line, value = once[key]
    words = value.split()
    if len(words) != 2:
        reader.fault(line, f"{key} should be a place and how many, as in [0,0].track 4")
        return None
    return reader.place(line, words[0]), reader.number(line, words[1], key, 1, LARGEST_GROUP)


def _mission(
    reader: _Reader,
    once: dict[str, tuple[int, str]],
    many: dict[str, list[tuple[int, str]]],
    own: tuple[Face, ...],
) -> Mission | None:
    reader.tiles(*once["map"])
    if "tiles" in once:
        line, value = once["tiles"]
        if value != f"{len(reader.map[0])}x{len(reader.map)}":
            reader.fault(line, f"tiles is {value}, but the map is {len(reader.map[0])}x{len(reader.map)}")
    reader.the_packs(*once.get("packs", (1, "-")))
    operators, fixed = reader.crew(*once["operators"])
    deck = reader.word(*once["deck"], "the deck", DECKS)
    window = reader.window(*once.get("window", (1, "-")))
    convoy, ends = _convoy(reader, *once["convoy"]) if "convoy" in once else ((), None)
    if "convoy" in once and window == (0, 0):
        reader.fault(once["convoy"][0], "a convoy needs an event window, since the special card brings it")
    counted = {key: _group(reader, key, once) for key in ("resistance", "prisoner", "sas")}
    for key, pack in PACK_KEYS.items():
        if pack not in reader.packs:
            for line in [many[key][0][0]] if many.get(key) else [once[key][0]] if key in once else []:
                reader.fault(line, f"the key {key} comes with the expansion {pack}; the key packs should name it")
    for line, _ in many["stalker"][STALKERS:]:
        reader.fault(line, f"there are {STALKERS} Stalkers, and these lines ask for {len(many['stalker'])}")
    willys = _willys(reader, once, counted["resistance"] is not None)
    major, minor = reader.victory(*once["victory"])
    placed = {key: reader.place(*once[key], facing=True) if key in once else None for key in ("boat", "truck")}
    mission = Mission(
        id=mission_id(once["mission"][1], once["name"][1]),
        number=once["mission"][1],
        name=once["name"][1],
        type=once["type"][1],
        map=tuple(tuple(row) for row in reader.map),
        operators=operators,
        fixed=fixed,
        willys=willys,
        deck=deck,
        packs=reader.packs,
        window=window,
        meter=reader.meter(*once["meter"]),
        entry=reader.side(*once["entry"]),
        spawns=reader.spawns(*once["spawn"]) if "spawn" in once else (),
        guards=tuple(reader.post(line, value) for line, value in many["guard"]),
        officers=tuple(reader.place(line, value, facing=True) for line, value in many["officer"]),
        stalkers=tuple(reader.place(line, value, facing=True) for line, value in many["stalker"]),
        dogs=tuple(reader.kennel(line, value) for line, value in many["dogs"]),
        vehicles=tuple(reader.vehicle(line, value) for line, value in many["vehicle"]),
        convoy=convoy,
        convoy_ends=ends,
        boat=placed["boat"],
        truck=placed["truck"],
        resistance=counted["resistance"],
        prisoners=counted["prisoner"],
        sas=counted["sas"],
        support=reader.side(*once["support"]) if "support" in once else None,
        typhoon="typhoon" in once and reader.word(*once["typhoon"], "typhoon", ("no", "yes")) == "yes",
        aa=tuple(reader.place(line, value) for line, value in many["aa"]),
        objectives=tuple(reader.objective(line, value) for line, value in many["objective"]),
        major=major,
        minor=minor,
        brief=once.get("brief", (0, ""))[1],
        faces=own,
    )
    _objectives_stand(reader, mission, many)
    if not reader.faults and mission.major > most_points(mission):
        reader.fault(
            once["victory"][0],
            f"a major victory takes {mission.major} points, and no more than {most_points(mission)} can be made: "
            "those of the objectives, and one for each Operator",
        )
    return mission


def most_points(mission: Mission) -> int:
    """RR-1.1 All that can be earned: every objective as often as it can be met, and one for each Operator."""
    total = mission.operators
    for objective in mission.objectives:
        times = 1
        if objective.each:
            times = {
                "vehicle": sum(vehicle.unit == objective.unit for vehicle in mission.vehicles),
                "convoy": sum(member.split()[0] == objective.unit for member in mission.convoy),
                "convoy-leaves": len(mission.convoy),
                "prisoner": mission.prisoners[1] if mission.prisoners is not None else 0,
                "aa-gun": len(mission.aa),
            }.get(objective.kind, 1)
        total += max(0, objective.points) * times
    return total


BY_LEAVING = ("no-corpses", "no-flames", "boat-exit")
"""Objectives that whoever just leaves has met."""


def idle_points(mission: Mission) -> int:
    """RR-1.1 What somebody has who touches nothing and leaves with everybody."""
    return mission.operators + sum(one.points for one in mission.objectives if one.kind in BY_LEAVING)


def _objectives_stand(reader: _Reader, mission: Mission, many: dict[str, list[tuple[int, str]]]) -> None:
    """What an objective is about must be there; and none counts twice."""
    known: dict[tuple[object, ...], int] = {}
    for (line, _), objective in zip(many["objective"], mission.objectives, strict=True):
        what = (objective.kind, objective.unit, objective.place and _spot(objective.place))
        if objective.kind and known.setdefault(what, line) != line:
            reader.fault(line, f"this objective is there already, on line {known[what]}")
        missing = _missing(mission, objective)
        if missing:
            reader.fault(line, missing)


def _spot(place: Place) -> tuple[int, int, str]:
    """Where a place is, whichever way what stands there faces."""
    return place.column, place.row, place.anchor


def _missing(mission: Mission, objective: Objective) -> str:
    """What an objective is about and the mission has not; "" if nothing is missing."""
    match objective.kind:
        case "officer" | "rat-bomb" if objective.place is not None:
            column, row, anchor = _spot(objective.place)
            if (column, row, anchor) not in [_spot(place) for place in mission.officers]:
                return f"no officer stands at [{column},{row}].{anchor}"
        case "vehicle" if objective.unit not in [vehicle.unit for vehicle in mission.vehicles]:
            return f"the mission has no {objective.unit} of its own"
        case "loaded" if objective.unit != "troop-truck":
            return "only a troop-truck has men aboard who may not get out"
        case "loaded" if objective.unit not in [vehicle.unit for vehicle in mission.vehicles]:
            return f"the mission has no {objective.unit} of its own"
        case "no-flames" if "hd" not in mission.packs:
            return "nothing burns without the expansion hd; the key packs should name it"
        case "convoy" if not any(member.startswith(objective.unit) for member in mission.convoy):
            return f"the convoy has no {objective.unit}"
        case "convoy-leaves" if not mission.convoy:
            return "the mission has no convoy that could leave"
        case "prisoner" if mission.prisoners is None:
            return "the mission has no prisoner; the key prisoner says where they sit"
        case "boat-exit" if mission.boat is None:
            return "the mission has no boat to leave with; the key boat says where it lies"
        case "aa-gun" if not mission.aa:
            return "the mission has no AA gun; the key aa says where one stands"
        case "typhoon" if not mission.typhoon:
            return "the mission has no Typhoon; the key typhoon says that there is one"
        case "read" | "quiet-bomb" if "twd" not in mission.packs:
            return "only Nancy can do that; the key packs should name twd"
    return ""
