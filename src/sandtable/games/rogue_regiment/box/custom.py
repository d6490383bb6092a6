"""Chapter 23, custom missions: how many Operators and what meter a map of so many tiles gets, and how one is cut down
or grows.
"""

from __future__ import annotations

from dataclasses import replace

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import PACKS, Mission, Objective, Place, Side, Vehicle, known_vehicles

# Columns and rows of the maps that a larger one can be cut to.
SIZES = {"9": (3, 3), "8": (4, 2), "6": (3, 2), "4": (2, 2)}
LARGEST = 9  # tiles of a map that has grown, as many as are in the box
# Open country, through which vehicles can drive in both directions: what is laid where a map grows.
COUNTRY = ("T9B", "T1B", "T4B", "T4A", "T1A")


def measure(tiles: int) -> tuple[int, int]:
    """RR-23.1, RR-23.2, RR-23.3 Operators and normal meter for a number of tiles: 4, 6, or 8 and more."""
    return (2, 6) if tiles < 6 else (3, 7) if tiles < 8 else (4, 8)


def tiles_of(mission: Mission) -> int:
    """How many tiles its map has."""
    return len(mission.map) * len(mission.map[0])


def rescaled(mission: Mission, tiles: int) -> Mission:
    """RR-23.4, RR-23.5, RR-23.6, RR-23.7 Operators and meter change by the same measure as the map; below 8 tiles no
    Willys, and RR-23.3 one where a map has grown to 8 or more.
    """
    before = tiles_of(mission)
    old, new = measure(before), measure(tiles)
    meter = tuple(max(1, value + new[1] - old[1]) for value in mission.meter)
    return replace(
        mission,
        operators=max(1, min(4, mission.operators + new[0] - old[0])),
        meter=(meter[0], meter[1], meter[2]),
        willys="no" if tiles < 8 else "yes" if before < 8 else mission.willys,
    )


def sizes_of(mission: Mission) -> tuple[str, ...]:
    """RR-23.4, RR-23.5, RR-23.7 The sizes a mission can be played in, its own first; tutorials with fixed Operators
    keep theirs.
    """
    width, height = len(mission.map[0]), len(mission.map)
    if mission.fixed:
        return ()
    own = str(width * height)
    smaller = [name for name, (w, h) in SIZES.items() if w <= width and h <= height and w * h < width * height]
    smaller = [name for name in smaller if _worth(resized(mission, name).objectives)]
    columns, rows = grown(mission)
    larger = [str(columns * rows)] if _may_grow(mission) else []
    return (own, *smaller, *larger) if smaller or larger else ()


def _may_grow(mission: Mission) -> bool:
    """RR-23.7 Whether there is room for a larger map, and no boat has to leave where it would grow."""
    columns, rows = grown(mission)
    if columns > 5 or rows > 4 or columns * rows > LARGEST:
        return False
    return all(o.side is None or o.side.side != mission.entry.side for o in mission.objectives)


def grown(mission: Mission) -> tuple[int, int]:
    """RR-23.7 Columns and rows of a map that has grown: by one row of tiles at the side of the entry, so that the
    Operators must cross it.
    """
    across = mission.entry.side in (1, 3)
    return len(mission.map[0]) + across, len(mission.map) + (not across)


def country(mission: Mission, count: int) -> list[tuple[str, int]]:
    """RR-23.7 Tiles to let a map grow with, those first that are not on it."""
    there = {name for row in mission.map for name, _ in row}
    faces = [face for face in COUNTRY if face not in there]
    return [(face, 0) for face in (*faces, *COUNTRY)[:count]]


class Part:
    """RR-23.4, RR-23.5, RR-23.7 A part of a mission's map round the entry, or a larger map with the old one in it."""

    def __init__(self, mission: Mission, size: str) -> None:
        width, height, entry = len(mission.map[0]), len(mission.map), mission.entry
        if int(size) > width * height:
            self.columns, self.rows = grown(mission)
            self.left, self.top = -1 if entry.side == 3 else 0, -1 if entry.side == 0 else 0
        else:
            self.columns, self.rows = SIZES[size]
            self.left = _offset(entry.column, width, self.columns, entry.side == 1, entry.side == 3)
            self.top = _offset(entry.row, height, self.rows, entry.side == 2, entry.side == 0)

    def holds(self, place: Place | None) -> bool:
        """Whether a place lies on it."""
        if place is None:
            return False
        across, down = place.column - self.left, place.row - self.top
        return 0 <= across < self.columns and 0 <= down < self.rows

    def moved(self, place: Place) -> Place:
        """A place as it is named there."""
        return replace(place, column=place.column - self.left, row=place.row - self.top)

    def kept(self, place: Place | None) -> Place | None:
        """A place as it is named there; None if it does not lie on it."""
        return self.moved(place) if place is not None and self.holds(place) else None

    def all_kept(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """Those of some places that lie on it."""
        return tuple(self.moved(place) for place in places if self.holds(place))

    def group(self, group: tuple[Place, int] | None) -> tuple[Place, int] | None:
        """Men at a place that lies on it."""
        if group is None or not self.holds(group[0]):
            return None
        return self.moved(group[0]), group[1]

    def side(self, one: Side) -> Side:
        """The same side of the smaller or larger map, as near as can be."""
        column = min(max(one.column - self.left, 0), self.columns - 1)
        row = min(max(one.row - self.top, 0), self.rows - 1)
        if one.side in (1, 3):
            column = self.columns - 1 if one.side == 1 else 0
        else:
            row = self.rows - 1 if one.side == 2 else 0
        return Side(one.side, column, row)

    def on_lane(self, one: Side) -> bool:
        """Whether the tiles behind a side are still there."""
        if one.side in (0, 2):
            return self.left <= one.column < self.left + self.columns
        return self.top <= one.row < self.top + self.rows

    def vehicles(self, mission: Mission) -> tuple[Vehicle, ...]:
        """The vehicles whose place, or whose whole route, lies on it."""
        found = []
        for one in mission.vehicles:
            ends = [end for end in (one.start, one.end) if end is not None]
            if one.place is not None:
                if self.holds(one.place):
                    found.append(replace(one, place=self.moved(one.place)))
            elif all(self.on_lane(end) for end in ends):
                start = None if one.start is None else self.side(one.start)
                end = None if one.end is None else self.side(one.end)
                found.append(replace(one, start=start, end=end))
        return tuple(found)

    def convoy(self, mission: Mission) -> tuple[tuple[str, ...], tuple[Side, Side] | None]:
        """The convoy with where it enters and leaves, if its lane is still there."""
        ends = mission.convoy_ends
        if ends is None or not all(self.on_lane(end) for end in ends):
            return (), None
        return mission.convoy, (self.side(ends[0]), self.side(ends[1]))

    def spawns(self, mission: Mission, used: list[Side]) -> tuple[tuple[int, Side], ...]:
        """The spawn tiles beside it, clear of all that enters or leaves elsewhere."""
        found = []
        for colour, one in mission.spawns:
            free = _free_side(self.side(one), used, self.columns, self.rows)
            found.append((colour, free))
            used.append(free)
        return tuple(found)

    def objectives(self, mission: Mission, convoy: bool, units: set[str], jailed: bool) -> tuple[Objective, ...]:
        """The objectives that can still be met."""
        found = []
        for o in mission.objectives:
            if o.side is not None:
                where = Side(o.side.side, o.side.column - self.left, o.side.row - self.top)
                if where == self.side(o.side) and self.holds(mission.boat):
                    found.append(replace(o, side=where))
            elif _stands(o, self.holds(o.place) and (o.other is None or self.holds(o.other)), convoy, units, jailed):
                kept = replace(o, place=self.moved(o.place)) if o.place is not None else o
                found.append(replace(kept, other=self.moved(o.other)) if o.other is not None else kept)
        return tuple(found)


def resized(mission: Mission, size: str) -> Mission:
    """RR-23.4, RR-23.5 A mission on the part of its map round the entry; what lies elsewhere is left out. RR-23.7 Or
    on a larger map, with more to cross before anything lies there.
    """
    if size == str(len(mission.map[0]) * len(mission.map)):
        return mission
    part = Part(mission, size)
    vehicles = part.vehicles(mission)
    convoy, ends = part.convoy(mission)
    used = [part.side(mission.entry), *(ends or ())]
    for vehicle in vehicles:
        used += [end for end in (vehicle.start, vehicle.end) if end is not None]
    prisoners = part.group(mission.prisoners)
    units = {vehicle.unit for vehicle in vehicles} | ({"aa-gun"} if part.all_kept(mission.aa) else set())
    objectives = part.objectives(mission, bool(convoy), units, prisoners is not None)
    major, minor = _grades(mission, objectives)
    return replace(
        rescaled(mission, part.columns * part.rows),
        map=_map(mission, part.left, part.top, part.columns, part.rows),
        entry=part.side(mission.entry),
        spawns=part.spawns(mission, used),
        guards=part.all_kept(mission.guards),
        dogs=tuple((part.moved(place), count) for place, count in mission.dogs if part.holds(place)),
        officers=part.all_kept(mission.officers),
        stalkers=part.all_kept(mission.stalkers),
        vehicles=vehicles,
        convoy=convoy,
        convoy_ends=ends,
        window=mission.window if convoy else (0, 0),
        boat=part.kept(mission.boat),
        truck=part.kept(mission.truck),
        resistance=part.group(mission.resistance) if part.columns * part.rows >= 8 else None,
        prisoners=prisoners,
        sas=part.group(mission.sas) if part.columns * part.rows >= 8 else None,
        support=part.side(mission.support) if mission.support and part.columns * part.rows >= 8 else None,
        aa=part.all_kept(mission.aa),
        objectives=objectives,
        major=major,
        minor=minor,
    )


def _grades(mission: Mission, objectives: tuple[Objective, ...]) -> tuple[int, int]:
    """The points of a major and of a minor victory, in proportion to the objectives that are left."""
    worth, left_over = _worth(mission.objectives), _worth(objectives)
    if not worth:
        return mission.major, mission.minor
    minor = max(1, round(mission.minor * left_over / worth))
    return max(minor + 1, round(mission.major * left_over / worth)), minor


def with_settings(mission: Mission, *, deck: str, meter: str, operators: str, guards: str) -> Mission:
    """RR-3.11, RR-3.12 Another deck, meter or number of Operators, who are then of the players' choice, and more
    guards.
    """
    if deck != "mission":
        mission = replace(mission, deck=deck)
    if meter != "difficulty":
        mission = replace(mission, meter=(int(meter), int(meter), int(meter)))
    if operators != "mission":
        fixed = () if len(mission.fixed) == mission.operators else mission.fixed
        mission = replace(mission, operators=int(operators), fixed=fixed)
    return replace(mission, more_guards=int(guards))


def with_packs(mission: Mission, packs: str) -> Mission:
    """RR-3.5 A mission with further expansions beside its own, whose cards go into the deck."""
    more = packs.split("+")
    return replace(mission, packs=tuple(pack for pack in PACKS if pack in mission.packs or pack in more))


def swaps_of(mission: Mission, role: str) -> tuple[str, ...]:
    """RR-3.4 The vehicles that may take the place of a mission's own of that role; objectives are never swapped.

    A guard stands where the page puts it, so its place is large enough only for vehicles that are no longer.
    """
    goals = _goals(mission, role)
    known = [unit for unit in known_vehicles(mission.packs) if not data.AFLOAT[data.UNITS.index(unit)]]
    if role == "convoy":
        own = {member.split()[0] for member in mission.convoy} - goals
        return tuple(unit for unit in known if unit not in goals and own - {unit})
    own = {vehicle.unit for vehicle in mission.vehicles if vehicle.role == role} - goals
    if not own:
        return ()
    longest = min(length(unit) for unit in own) if role == "guard" else 9
    return tuple(unit for unit in known if own - {unit} and length(unit) <= longest)


def _goals(mission: Mission, role: str) -> set[str]:
    """The kinds of vehicles that are objectives, in the convoy or elsewhere."""
    return {
        o.unit for o in mission.objectives if o.kind in (("convoy",) if role == "convoy" else ("vehicle", "loaded"))
    }


def length(unit: str) -> int:
    """Squares from bumper to bumper."""
    return data.LENGTH[data.UNITS.index(unit)]


def swapped(mission: Mission, role: str, unit: str) -> Mission:
    """RR-18.30, RR-18.36, RR-18.47, RR-18.48 Another vehicle in the place of those of a role that are no objectives."""
    goals = _goals(mission, role)
    if role == "convoy":
        members = [member.split() for member in mission.convoy]
        return replace(mission, convoy=tuple(" ".join([m[0] if m[0] in goals else unit, *m[1:]]) for m in members))
    return replace(
        mission,
        vehicles=tuple(
            replace(vehicle, unit=unit, swapped=True) if vehicle.role == role and vehicle.unit not in goals else vehicle
            for vehicle in mission.vehicles
        ),
    )


def _offset(at: int, whole: int, part: int, far: bool, near: bool) -> int:
    """Where a stretch of the map begins so that the entry stays on its edge and within it."""
    if far:
        return whole - part
    if near:
        return 0
    return min(max(0, at - part + 1), whole - part)


def _free_side(wanted: Side, used: list[Side], columns: int, rows: int) -> Side:
    """RR-1.21 Where a spawn tile lies that was wanted there: at the nearest side that nothing else needs, of the same
    edge if there is one.
    """
    edges = [Side(side, column, row) for side, row in ((0, 0), (2, rows - 1)) for column in range(columns)]
    edges += [Side(side, column, row) for side, column in ((3, 0), (1, columns - 1)) for row in range(rows)]

    def far(one: Side) -> tuple[bool, bool, int]:
        away = abs(one.column - wanted.column) + abs(one.row - wanted.row)
        return one in used, one.side != wanted.side, away

    return min(edges, key=far)


def _stands(objective: Objective, kept: bool, convoy: bool, units: set[str], jailed: bool) -> bool:
    """Whether an objective can still be met."""
    if objective.place is not None:
        return kept
    if objective.kind in ("convoy", "convoy-leaves"):
        return convoy
    if objective.kind in ("vehicle", "loaded", "aa-gun"):
        return (objective.unit or objective.kind) in units
    return jailed if objective.kind == "prisoner" else True


def _map(mission: Mission, left: int, top: int, columns: int, rows: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    """RR-23.4, RR-23.7 So many columns and rows of a map from one of its tiles on, with open country where it ends."""
    new = iter(country(mission, max(columns, rows)))
    return tuple(
        tuple(
            mission.map[y][x] if 0 <= y < len(mission.map) and 0 <= x < len(mission.map[0]) else next(new)
            for x in range(left, left + columns)
        )
        for y in range(top, top + rows)
    )


def _worth(objectives: tuple[Objective, ...]) -> int:
    return sum(max(0, objective.points) for objective in objectives)
