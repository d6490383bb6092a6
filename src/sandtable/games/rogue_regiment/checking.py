"""What is wrong with a mission that reads well: men and vehicles where they cannot stand, routes through walls, tiles
on top of each other. Each mistake with the line that makes it.
"""

from __future__ import annotations

from itertools import pairwise

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment.missions import Place, Side, lines_of
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.games.rogue_regiment.wheels import wheels
from sandtable.kernel.squares import bits
from sandtable.kernel.tables import Fault


class _Ground:
    """The board of a mission while it fills, with who holds which square."""

    def __init__(self, s: Regiment, text: str) -> None:
        self.s = s
        self.lines = lines_of(text)
        self.faults: list[Fault] = []
        self.held: dict[int, str] = {}
        for point, v in s.layout.points:
            self.held[v] = f"the sentry point {point.name}"
        for v in s.layout.barrels:
            self.held[v] = "a barrel"

    def line(self, key: str, n: int = 0) -> int:
        return self.lines.get(key, [1])[n]

    def hold(self, line: int, squares: list[int], who: str) -> None:
        """Whoever stands there, each square once."""
        for v in squares:
            if v in self.held:
                self.faults.append(Fault(line, f"{who} is on {self.s.place(v)}, where {self.held[v]} is"))
                return
        self.held.update(dict.fromkeys(squares, who))

    def man(self, line: int, place: Place, who: str) -> None:
        """RR-5.2 A man stands where a man can."""
        v = self.s.stage.square(place)
        if not self.s.layout.enterable(v, 0):
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
        rolling = wheels(s.layout, data.LENGTH[kind])
        try:
            way = routes.route(s, start, end, kind)
        except AssertionError:
            self.faults.append(Fault(line, f"the lanes of {unit} do not lead from one side to the other"))
            return
        for (state, _), (after, _) in pairwise(way):
            both = rolling.cover(state) | rolling.cover(after)
            walls = both & both >> 1 & rolling.walls[0] or both & both >> s.grid.stride & rolling.walls[1]
            blocked = both & s.grid.board & rolling.stopped
            if blocked or walls:
                v = bits(blocked)[0] if blocked else after >> 2
                what = s.layout.describe(v) if blocked else "a wall"
                self.faults.append(Fault(line, f"the lanes of {unit} are blocked near {s.place(v)} by {what}"))
                return


def misplaced(s: Regiment, text: str) -> list[Fault]:
    """RR-1.3, RR-1.21, RR-1.22, RR-2.14 Every mistake of place in a mission whose text has no other."""
    mission = s.stage.mission
    ground = _Ground(s, text)
    for n, guard in enumerate(mission.guards):
        ground.man(ground.line("guard", n), guard, "a guard")
    for n, officer in enumerate(mission.officers):
        ground.man(ground.line("officer", n), officer, "an officer")
    for n, vehicle in enumerate(mission.vehicles):
        line = ground.line("vehicle", n)
        if vehicle.place is not None:
            ground.vehicle(line, vehicle.place, data.LENGTH[data.UNITS.index(vehicle.unit)], f"a {vehicle.unit}")
        elif vehicle.start is not None and vehicle.end is not None:
            ground.route(line, vehicle.start, vehicle.end, vehicle.unit)
    if mission.convoy_ends is not None:
        for unit in dict.fromkeys(member.split()[0] for member in mission.convoy):
            ground.route(ground.line("convoy"), mission.convoy_ends[0], mission.convoy_ends[1], unit)
    if mission.boat is not None:
        ground.vehicle(ground.line("boat"), mission.boat, data.CAR_LENGTH[data.BOAT], "the boat", True)
    if mission.truck is not None:
        ground.vehicle(ground.line("truck"), mission.truck, data.CAR_LENGTH[data.LORRY], "the truck")
    for n, objective in enumerate(mission.objectives):
        line = ground.line("objective", n)
        if objective.place is None:
            continue
        v = s.stage.square(objective.place)
        if objective.kind == "dump":
            squares = list(bits(sight.dump_squares(s, setup.dump_corner(s, objective.place, v))))
            if any(not s.grid.on_board(w) or not s.layout.enterable(w, 0) for w in squares):
                ground.faults.append(Fault(line, "a dump needs 2 by 2 squares that can be entered"))
            else:
                ground.hold(line, squares, "a dump")
        elif objective.kind in ("documents", "radio") and not s.layout.enterable(v, 0):
            where = s.layout.describe(v)
            ground.faults.append(Fault(line, f"the {objective.kind} would lie on {where}, where nobody can get to"))
        elif objective.kind == "radio":
            ground.hold(line, [v], "a radio set")
    taken = set(s.stage.entry)
    for places in s.stage.spawns.values():
        if taken & set(places):
            ground.faults.append(Fault(ground.line("spawn"), "a spawn tile lies on the entry tile or on another one"))
        taken |= set(places)
    return sorted(ground.faults, key=lambda fault: fault.line)
