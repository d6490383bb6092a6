"""What is wrong with a mission that reads well: men and vehicles where they cannot stand, routes through walls, tiles
on top of each other, things that nobody can get to. Each mistake with the line that makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Mission, Objective, Place, Side, lines_of
from sandtable.games.rogue_regiment.ground.layout import CLIMB, HOOK, SURFACE, SWIM, WALK
from sandtable.games.rogue_regiment.ground.wheels import wheels
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.squares import OPEN, bits
from sandtable.kernel.tables import Fault


class _Ground:
    """The board of a mission while it fills, with who holds which square."""

    def __init__(self, s: Regiment, text: str) -> None:
        self.s = s
        self.lines = lines_of(text)
        self.faults: list[Fault] = []
        self.held: dict[int, str] = {}
        self.set_by: dict[int, int] = {}  # the line that put it there
        self.papers: list[tuple[int, int]] = []  # documents: line and square
        for point, v in s.layout.points:
            self.held[v] = f"the sentry point {point.name}"
        for v in s.layout.barrels:
            self.held[v] = "a barrel"

    def line(self, key: str, n: int = 0) -> int:
        found = self.lines.get(key, [])
        return found[n] if n < len(found) else 1

    def hold(self, line: int, squares: Sequence[int], who: str) -> None:
        """Whoever stands there, each square once."""
        for v in squares:
            if v in self.held:
                self.faults.append(Fault(line, f"{who} is on {self.s.place(v)}, where {self.held[v]} is"))
                return
        self.held.update(dict.fromkeys(squares, who))
        self.set_by.update(dict.fromkeys(squares, line))

    def man(self, line: int, place: Place, who: str) -> None:
        """RR-5.2 A man stands where a man can."""
        v = self.s.stage.square(place)
        if not self.s.layout.enterable(v, WALK):
            self.faults.append(Fault(line, f"{who} is on {self.s.layout.describe(v)}, where nobody can stand"))
        self.hold(line, [v], who)

    def vehicle(self, line: int, place: Place, length: int, who: str, boat: bool = False) -> None:
        """RR-18.6, RR-18.49, RR-21.26 A vehicle stands where all its squares let it."""
        s = self.s
        rolling = wheels(s.layout, length, boat)
        squares = rolling.squares(s.stage.square(place) * 4 + place.facing)
        cover = sum(1 << v for v in squares)
        walls = cover & cover >> 1 & rolling.walls[0] or cover & cover >> s.grid.stride & rolling.walls[1]
        if cover & ~s.grid.board or cover & rolling.stopped or walls:
            room = f"2 by {length} squares of {'water' if boat else 'open ground'} behind its front left square"
            self.faults.append(Fault(line, f"{who} has no room there; it needs {room}"))
        else:
            self.hold(line, squares, who)

    def route(self, line: int, start: Side, end: Side, unit: str) -> None:
        """RR-18.30, RR-18.36 The lanes of a route are open from one side to the other."""
        s = self.s
        kind = data.UNITS.index(unit)
        rolling = vehicles.wheels_for(s, kind)
        last = (way := routes.route(s, start, end, kind))[-1][0]
        if last & 3 != end.side or not routes.in_lanes(s, rolling.squares(last), end):
            self.faults.append(Fault(line, f"the lanes of {unit} do not lead from one side to the other"))
            return
        for (state, _), (after, _) in pairwise(way):
            both = rolling.cover(state) | rolling.cover(after)
            walls = both & both >> 1 & rolling.walls[0] or both & both >> s.grid.stride & rolling.walls[1]
            blocked = both & s.grid.board & rolling.stopped
            if blocked or walls:
                v = bits(blocked)[0] if blocked else after >> 2
                what = s.layout.describe(v) if blocked else "a wall"
                needs = "; it needs water all the way" if data.AFLOAT[kind] else ""
                self.faults.append(Fault(line, f"the lanes of {unit} are blocked near {s.place(v)} by {what}{needs}"))
                return

    def enters(self, line: int, unit: str, length: int, state: int, boat: bool = False) -> None:
        """RR-18.48, RR-21.25, RR-27.31 A vehicle that waits beside the board can drive onto it, a boat onto water."""
        rolling = wheels(self.s.layout, length, boat)
        if not any(rolling.cover(after) & self.s.grid.board for after, _ in rolling.tracks(0).moves(state)):
            needs = "; it needs water there" if boat else ""
            self.faults.append(Fault(line, f"the {unit} cannot drive onto the board there{needs}"))

    def waits(self, line: int, side: Side, unit: str) -> None:
        """RR-18.30, RR-18.36, RR-18.48 A vehicle waits beside the board where no other tile lies."""
        stage = self.s.stage
        if side == stage.mission.entry or side in stage.spawn_sides.values():
            self.faults.append(Fault(line, f"the {unit} waits where the entry tile or a spawn tile lies"))

    def group(self, line: int, place: Place, count: int, who: str) -> None:
        """RR-22.1, RR-1.3 Several men on the square and the nearest ones, all in one room or out of doors."""
        s, layout = self.s, self.s.layout
        room = layout.room[s.stage.square(place)]
        free = [
            v for v in s.grid.squares if layout.room[v] == room and layout.enterable(v, WALK) and v not in self.held
        ]
        if len(free) < count:
            self.faults.append(Fault(line, f"there is room for {len(free)} {who} there, not for {count}"))

    def starts(self) -> None:
        """RR-3.2, RR-3.3 Every patrol has a start point that is free, and nothing stands in its way for good."""
        for line in self.s.layout.lines:
            begun = [line.squares[at] for at, _ in line.starts]
            if all(v in self.held for v in begun):
                names = " and ".join(f"{self.held[v]} on {self.s.place(v)}" for v in begun)
                line_of = max(self.set_by.get(v, 1) for v in begun)
                self.faults.append(Fault(line_of, f"a patrol has no free start: {names} are in its way"))
            for v in line.squares:
                if v in self.held and self.held[v] in LASTING:
                    where = self.s.place(v)
                    self.faults.append(Fault(self.set_by[v], f"{self.held[v]} is on {where}, on the line of a patrol"))


LASTING = ("a dump", "a radio set", "a pump")
UNDER_PAPERS = (*LASTING, "a barrel")


def reached(s: Regiment) -> set[int]:
    """RR-5.1, RR-5.6, RR-5.7, RR-20.37 All squares that Operators can get to, if they take what helps."""
    mission, layout = s.stage.mission, s.layout
    modes = [WALK, CLIMB]
    if can_have(mission, data.I_HOOK):
        modes.append(HOOK)
    wet = mission.boat is not None or can_have(mission, data.I_SCUBA)
    if wet:
        modes += [SWIM, SURFACE]
    found = set(s.stage.entry)
    left = list(found)
    while left:
        v = left.pop()
        near = [to for mode in modes for to, _, _, _ in layout.steps(mode)[v]]
        if wet:
            beside = (v + s.grid.step(f) for f in range(4))
            near += [w for w in beside if layout.water >> w & 1 and s.grid.between(v, w) == OPEN]
        for to in near:
            if to not in found:
                found.add(to)
                left.append(to)
    return found


def can_have(mission: Mission, item: int) -> bool:
    """RR-3.10, RR-3.11 Whether one of the Operators may come with an item."""
    crew = [(data.OPERATORS.index(name), "AB".index(side)) for name, side in mission.fixed]
    return not crew or any(data.EQUIPMENT[kind][side][item] for kind, side in crew)


def misplaced(s: Regiment, text: str) -> list[Fault]:
    """RR-1.3, RR-1.21, RR-1.22, RR-2.14 Every mistake of place in a mission whose text has no other."""
    mission = s.stage.mission
    ground = _Ground(s, text)
    for key, posts, who in (
        ("guard", mission.guards, "a guard"),
        ("officer", mission.officers, "an officer"),
        ("stalker", mission.stalkers, "a Stalker"),
        ("aa", mission.aa, "an AA gun"),
    ):
        for n, post in enumerate(posts):
            ground.man(ground.line(key, n), post, who)
    for n, (place, count) in enumerate(mission.dogs):
        ground.man(ground.line("dogs", n), place, "a dog")
        ground.group(ground.line("dogs", n), place, count - 1, "further dogs")
    _vehicles(ground, mission)
    there = reached(s)
    if not any(s.layout.steps(mode)[v] for v in s.stage.entry for mode in (WALK, CLIMB)):
        ground.faults.append(Fault(ground.line("entry"), "nobody can step onto the board from the entry tile"))
        there = set(s.grid.squares)
    for n, objective in enumerate(mission.objectives):
        _objective(ground, ground.line("objective", n), objective, there)
    for line, v in ground.papers:
        if ground.held.get(v) in UNDER_PAPERS:
            ground.faults.append(Fault(line, f"the documents would lie on {s.place(v)}, where {ground.held[v]} is"))
    for key, group, who in (
        ("resistance", mission.resistance, "men of the Resistance"),
        ("prisoner", mission.prisoners, "prisoners"),
        ("sas", mission.sas, "men of the SAS"),
    ):
        if group is not None:
            ground.group(ground.line(key), group[0], group[1], who)
            if s.stage.square(group[0]) not in there:
                ground.faults.append(Fault(ground.line(key), "nobody can get there from the entry tile"))
    ground.starts()
    taken = set(s.stage.entry)
    for places in s.stage.spawns.values():
        if not taken.isdisjoint(places):
            ground.faults.append(Fault(ground.line("spawn"), "a spawn tile lies on the entry tile or on another one"))
        taken |= set(places)
    return sorted(ground.faults, key=lambda fault: fault.line)


def _vehicles(ground: _Ground, mission: Mission) -> None:
    """RR-18.30, RR-18.36, RR-18.48, RR-21.25, RR-21.27 The vehicles of both sides."""
    s = ground.s
    for n, vehicle in enumerate(mission.vehicles):
        line = ground.line("vehicle", n)
        if vehicle.place is not None:
            kind = data.UNITS.index(vehicle.unit)
            ground.vehicle(line, vehicle.place, data.LENGTH[kind], f"a {vehicle.unit}", data.AFLOAT[kind])
        elif vehicle.start is not None:
            ground.waits(line, vehicle.start, vehicle.unit)
            if vehicle.end is not None:
                ground.route(line, vehicle.start, vehicle.end, vehicle.unit)
            else:
                kind = data.UNITS.index(vehicle.unit)
                length, afloat = data.LENGTH[kind], data.AFLOAT[kind]
                ground.enters(line, vehicle.unit, length, vehicles.outside(s, vehicle.start, length), afloat)
    if mission.convoy_ends is not None:
        ground.waits(ground.line("convoy"), mission.convoy_ends[0], "convoy")
        for unit in dict.fromkeys(member.split()[0] for member in mission.convoy):
            ground.route(ground.line("convoy"), mission.convoy_ends[0], mission.convoy_ends[1], unit)
    if mission.boat is not None:
        ground.vehicle(ground.line("boat"), mission.boat, data.CAR_LENGTH[data.BOAT], "the boat", True)
    if mission.truck is not None:
        ground.vehicle(ground.line("truck"), mission.truck, data.CAR_LENGTH[data.LORRY], "the truck")
    if mission.support is not None:
        length = data.CAR_LENGTH[data.SUPPORT_WILLYS]
        ground.waits(ground.line("support"), mission.support, "Support Willys")
        ground.enters(ground.line("support"), "Support Willys", length, vehicles.outside(s, mission.support, length))
    elif mission.willys != "no":
        # RR-1.23 The Willys starts on the left half of the entry tile.
        state = setup.willys_place(s) * 4 + (mission.entry.side + 2) % 4
        ground.enters(ground.line("entry"), "Willys", data.CAR_LENGTH[data.WILLYS], state)


def _objective(ground: _Ground, line: int, objective: Objective, there: set[int]) -> None:
    """RR-1.22 What an objective names can stand there, and somebody can get to it."""
    s = ground.s
    if objective.kind == "boat-exit" and not _floats_away(s):
        ground.faults.append(Fault(line, "the boat cannot get to that side of the map on water"))
    if objective.place is None:
        return
    v = s.stage.square(objective.place)
    if objective.kind == "dump":
        _dump(ground, line, setup.dump_corner(s, objective.place, v))
    elif objective.kind in ("documents", "radio", "pump") and not s.layout.enterable(v, WALK):
        where = s.layout.describe(v)
        ground.faults.append(Fault(line, f"the {objective.kind} would lie on {where}, where nobody can get to"))
    elif objective.kind == "rat-bomb" and objective.other is not None:
        ground.hold(line, [s.stage.square(objective.other)], "a radio set")
    elif objective.kind == "read" and v not in there:
        ground.faults.append(Fault(line, f"nobody can get to {s.place(v)} from the entry tile"))
    elif objective.kind == "radio" or (objective.kind == "pump" and v not in s.layout.barrels):
        ground.hold(line, [v], "a radio set" if objective.kind == "radio" else "a pump")
    elif objective.kind == "documents":
        if v not in there:
            ground.faults.append(Fault(line, f"nobody can get to {s.place(v)} from the entry tile"))
        ground.papers.append((line, v))


def _dump(ground: _Ground, line: int, corner: int) -> None:
    """RR-2.14 A dump has room."""
    s = ground.s
    squares = list(bits(s.layout.dump(corner)))
    if any(not s.grid.on_board(v) or not s.layout.enterable(v, WALK) for v in squares):
        ground.faults.append(Fault(line, "a dump needs 2 by 2 squares that can be entered"))
    else:
        ground.hold(line, squares, "a dump")


def _floats_away(s: Regiment) -> bool:
    """RR-21.26 Whether the boat can row off the board where the mission says."""
    boat = s.stage.mission.boat
    if boat is None:
        return False
    rolling = wheels(s.layout, data.CAR_LENGTH[data.BOAT], True)
    found = {s.stage.square(boat) * 4 + boat.facing}
    left = list(found)
    while left:
        state = left.pop()
        if driving.boat_exit(s, rolling.squares(state)[:2]):
            return True
        for after in [step[0] for step in rolling.tracks(0).moves(state)]:
            if after not in found:
                found.add(after)
                left.append(after)
    return False
