"""Chapter 23, custom missions: how many Operators and what meter a map of so many tiles gets, and how one is cut
down.
"""

from __future__ import annotations

from dataclasses import replace

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment.missions import VEHICLE_UNITS, Mission, Objective, Place, Side, Vehicle

# Columns and rows of the maps that a larger one can be cut to.
SIZES = {"9": (3, 3), "8": (4, 2), "6": (3, 2), "4": (2, 2)}


def measure(tiles: int) -> tuple[int, int]:
    """RR-23.1, RR-23.2, RR-23.3 Operators and normal meter for a number of tiles: 4, 6, or 8 and more."""
    return (2, 6) if tiles < 6 else (3, 7) if tiles < 8 else (4, 8)


def rescaled(mission: Mission, tiles: int) -> Mission:
    """RR-23.4, RR-23.5, RR-23.6, RR-23.7 Operators and meter change by the same measure as the map; below 8 tiles no
    Willys.
    """
    old, new = measure(len(mission.map) * len(mission.map[0])), measure(tiles)
    meter = tuple(max(1, value + new[1] - old[1]) for value in mission.meter)
    return replace(
        mission,
        operators=max(1, min(4, mission.operators + new[0] - old[0])),
        meter=(meter[0], meter[1], meter[2]),
        willys=mission.willys if tiles >= 8 else "no",
    )


def sizes_of(mission: Mission) -> tuple[str, ...]:
    """The sizes a mission can be played in, its own first; tutorials with fixed Operators keep theirs."""
    width, height = len(mission.map[0]), len(mission.map)
    if mission.fixed:
        return ()
    own = str(width * height)
    smaller = [name for name, (w, h) in SIZES.items() if w <= width and h <= height and w * h < width * height]
    smaller = [name for name in smaller if _worth(resized(mission, name).objectives)]
    return (own, *smaller) if smaller else ()


def resized(mission: Mission, size: str) -> Mission:
    """RR-23.4, RR-23.5 A mission on the part of its map round the entry; what lies elsewhere is left out."""
    width, height = len(mission.map[0]), len(mission.map)
    if size == str(width * height):
        return mission
    columns, rows = SIZES[size]
    entry = mission.entry
    left = _offset(entry.column, width, columns, entry.side == 1, entry.side == 3)
    top = _offset(entry.row, height, rows, entry.side == 2, entry.side == 0)

    def kept(place: Place | None) -> bool:
        return place is not None and left <= place.column < left + columns and top <= place.row < top + rows

    def moved(place: Place) -> Place:
        return replace(place, column=place.column - left, row=place.row - top)

    def side(one: Side) -> Side:
        column = min(max(one.column - left, 0), columns - 1)
        row = min(max(one.row - top, 0), rows - 1)
        if one.side in (1, 3):
            column = columns - 1 if one.side == 1 else 0
        else:
            row = rows - 1 if one.side == 2 else 0
        return Side(one.side, column, row)

    def on_lane(one: Side) -> bool:
        return left <= one.column < left + columns if one.side in (0, 2) else top <= one.row < top + rows

    spawns = []
    used = [side(entry)]
    for colour, one in mission.spawns:
        where = side(one)
        if where not in used:
            used.append(where)
            spawns.append((colour, where))
    vehicles: list[Vehicle] = []
    for one_vehicle in mission.vehicles:
        if one_vehicle.place is not None:
            if kept(one_vehicle.place):
                vehicles.append(replace(one_vehicle, place=moved(one_vehicle.place)))
        elif all(on_lane(end) for end in (one_vehicle.start, one_vehicle.end) if end is not None):
            start = side(one_vehicle.start) if one_vehicle.start is not None else None
            end = side(one_vehicle.end) if one_vehicle.end is not None else None
            vehicles.append(replace(one_vehicle, start=start, end=end))
    ends = mission.convoy_ends
    convoy = mission.convoy if ends is not None and all(on_lane(end) for end in ends) else ()
    units = {vehicle.unit for vehicle in vehicles}
    joined = mission.resistance is not None and kept(mission.resistance[0]) and columns * rows >= 8
    jailed = mission.prisoners is not None and kept(mission.prisoners[0])
    objectives = tuple(o for o in mission.objectives if _stands(o, kept(o.place), bool(convoy), units, jailed))
    objectives = tuple(replace(o, place=moved(o.place)) if o.place is not None else o for o in objectives)
    worth, left_over = _worth(mission.objectives), _worth(objectives)
    minor = max(1, round(mission.minor * left_over / worth)) if worth else mission.minor
    major = max(minor + 1, round(mission.major * left_over / worth)) if worth else mission.major
    scaled = rescaled(mission, columns * rows)
    return replace(
        scaled,
        map=tuple(row[left : left + columns] for row in mission.map[top : top + rows]),
        entry=side(entry),
        spawns=tuple(spawns),
        guards=tuple(moved(place) for place in mission.guards if kept(place)),
        officers=tuple(moved(place) for place in mission.officers if kept(place)),
        vehicles=tuple(vehicles),
        convoy=convoy,
        convoy_ends=(side(ends[0]), side(ends[1])) if convoy and ends is not None else None,
        window=mission.window if convoy else (0, 0),
        boat=moved(mission.boat) if mission.boat is not None and kept(mission.boat) else None,
        truck=moved(mission.truck) if mission.truck is not None and kept(mission.truck) else None,
        resistance=_group(mission.resistance, left, top) if mission.resistance and joined else None,
        prisoners=_group(mission.prisoners, left, top) if mission.prisoners and jailed else None,
        objectives=objectives,
        major=major,
        minor=minor,
    )


def with_settings(mission: Mission, *, deck: str, meter: str, operators: str, guards: str) -> Mission:
    """RR-23.7, RR-3.11 Another deck, meter or number of Operators, who are then of the players' choice, and more
    guards.
    """
    if deck != "mission":
        mission = replace(mission, deck=deck)
    if meter != "difficulty":
        mission = replace(mission, meter=(int(meter), int(meter), int(meter)))
    if operators != "mission":
        mission = replace(mission, operators=int(operators), fixed=())
    return replace(mission, more_guards=int(guards))


def swaps_of(mission: Mission, role: str) -> tuple[str, ...]:
    """RR-3.4 The vehicles that may take the place of a mission's own of that role; objectives are never swapped.

    A guard stands where the page puts it, so its place is large enough only for vehicles that are no longer.
    """
    goals = {o.unit for o in mission.objectives if o.kind == ("convoy" if role == "convoy" else "vehicle")}
    if role == "convoy":
        own = {member.split()[0] for member in mission.convoy} - goals
        return tuple(unit for unit in VEHICLE_UNITS if unit not in goals and own - {unit})
    own = {vehicle.unit for vehicle in mission.vehicles if vehicle.role == role} - goals
    if not own:
        return ()
    longest = min(length(unit) for unit in own) if role == "guard" else 9
    return tuple(unit for unit in VEHICLE_UNITS if own - {unit} and length(unit) <= longest)


def length(unit: str) -> int:
    """Squares from bumper to bumper."""
    return data.LENGTH[data.UNITS.index(unit)]


def swapped(mission: Mission, role: str, unit: str) -> Mission:
    """RR-18.30, RR-18.36, RR-18.47, RR-18.48 Another vehicle in the place of those of a role that are no objectives."""
    goals = {o.unit for o in mission.objectives if o.kind == ("convoy" if role == "convoy" else "vehicle")}
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


def _stands(objective: Objective, kept: bool, convoy: bool, units: set[str], jailed: bool) -> bool:
    """Whether an objective can still be met."""
    if objective.place is not None:
        return kept
    if objective.kind in ("convoy", "convoy-leaves"):
        return convoy
    if objective.kind == "vehicle":
        return objective.unit in units
    return jailed if objective.kind == "prisoner" else objective.kind != "boat-exit"


def _worth(objectives: tuple[Objective, ...]) -> int:
    return sum(max(0, objective.points) for objective in objectives)


def _group(group: tuple[Place, int], left: int, top: int) -> tuple[Place, int]:
    place, count = group
    return replace(place, column=place.column - left, row=place.row - top), count
