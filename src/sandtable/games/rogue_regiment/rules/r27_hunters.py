"""Chapter 27, the units that the Jäger moves himself in the Advance Phase: where to, square by square if he likes, and
facing where.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.state import BATTLE, JAEGER, OFF, Regiment, facing_word
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action, Choice, Refusal, act
from sandtable.kernel.telling import plural


def hunts(s: Regiment, u: int) -> bool:
    """RR-27.25, RR-27.27, RR-27.38 Whether the Jäger moves a unit; where nobody plays him every unit goes by itself."""
    return s.stage.jaeger and s.u_hunt[u] == 1


def unled(s: Regiment, driving: bool) -> bool:
    """RR-27.25 In Battle his units move though nobody is spotted on whom others would advance: the next of his
    vehicles, or of his men, does. Whether there is one.
    """
    if not s.stage.jaeger or s.section != BATTLE:
        return False
    for u, his in enumerate(s.u_hunt):
        if his and s.u_alert[u] and not s.u_done[u] and s.alive(u) and s.vehicle(u) == driving:
            if s.u_at[u] >= 0 or driving:
                order.go(s, "advance", u)
                return True
    return False


# --- men


def squares(s: Regiment, u: int, left: int) -> int:
    """RR-27.25, RR-13.17 The squares to which a man of his may go with so many points, as a set."""
    reach = position.reachable(s, u).within(left) & s.grid.board
    return reach & ~(obstacles.occupied(s, but_unit=u) | s.grid.bit[s.u_at[u]])


@dataclass(frozen=True)
class Hunt(Choice):
    """RR-27.25, RR-27.27 The Jäger says where a man of his goes, by a shortest way, with what is left of his points;
    then where he looks. On an occupied square he goes on.
    """

    unit: int
    left: int

    clause = "RR-27.25"
    owner = JAEGER

    def offer(self, s: Regiment) -> list[Action]:
        u = self.unit
        if s.u_at[u] < 0:
            return [act("done")]
        name, names = s.unit(u), s.stage.names
        found: list[Action] = [("go", name, names[v]) for v in bits(squares(s, u, self.left))]
        if found and s.grid.on[s.u_at[u]] and obstacles.occupied(s, but_unit=u) >> s.u_at[u] & 1:
            return found
        if not s.grid.on[s.u_at[u]]:
            return [*found, act("done")]
        return found + [("halt", name, word) for word in FACINGS]

    def chosen(self, s: Regiment, action: Action) -> None:
        u = self.unit
        if action[0] == "go":
            s.now(walking.Walk(u, s.stage.by_name[action[2]], self.left, OFF, ()))
        elif action[0] == "halt":
            facing = FACINGS.index(action[2])
            for way in notice.ways_to(s.u_face[u], facing)[:1]:
                s.now(walking.AxisQuarter(u, facing, way))

    def ask(self, s: Regiment) -> str:
        points = f"{plural(self.left, 'point')} left"
        return f"{{{s.unit(self.unit)}}}, {points}: where to, or facing where does he stay?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)

    def price(self, s: Regiment, action: Action) -> str:
        if action[0] != "go":
            return ""
        cost = position.way_cost(s, self.unit, s.stage.by_name[action[2]])
        return plural(cost, "point")

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        u = self.unit
        if len(action) == 3 and action[0] == "go" and action[1] == s.unit(u) and action[2] in s.stage.by_name:
            v = s.stage.by_name[action[2]]
            if not s.grid.on[v] or not position.reachable(s, u).within(self.left) >> v & 1:
                return Refusal("RR-27.25", f"{{{action[2]}}} is not within {self.left} points of movement")
            if v == s.u_at[u]:
                return Refusal("RR-27.25", f"{{{action[1]}}} is there already; “halt {action[1]} n” stays")
            return Refusal("RR-1.3", f"somebody or something is on {{{action[2]}}}")
        return Refusal("RR-27.25", f"say where to, as in “go {s.unit(u)} k12”, or “halt {s.unit(u)} n”")


# --- vehicles


def states(s: Regiment, u: int, left: int) -> list[int]:
    """RR-27.25, RR-18.8 Where a vehicle of his may stand after a drive of so many points, without where it is."""
    rolling, start = vehicles.wheels_of(s, u), vehicles.entry_state(s, u)
    reach = rolling.tracks(s.things.shut).ways_from(start).within(left)
    taken = obstacles.occupied(s, but_unit=u)
    ends = reach & ~(rolling.over(taken) | rolling.bit(start)) & rolling.over(s.grid.board)
    return rolling.states(ends)


def begin_drive(s: Regiment, u: int, left: int) -> None:
    """RR-27.25 It is the turn of a vehicle of his, with so many points."""
    s.hunt_left = left
    s.then(HuntDrive(u))


@dataclass(frozen=True)
class HuntDrive(Choice):
    """RR-27.25 The Jäger says where a vehicle of his drives: the front left square, then the heading there; and again
    while points are left.
    """

    unit: int

    clause = "RR-27.25"
    owner = JAEGER

    def offer(self, s: Regiment) -> list[Action]:
        u = self.unit
        if not s.alive(u) or not data.MOVE[s.u_kind[u]]:
            return [act("done")]
        places = dict.fromkeys([state >> 2 for state in states(s, u, s.hunt_left)])
        found = [act("drive-to", s.unit(u), word(s, v)) for v in places]
        start = vehicles.entry_state(s, u)
        if found and obstacles.occupied(s, but_unit=u) & vehicles.wheels_of(s, u).cover(start) & s.grid.board:
            return found
        return [*found, act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "drive-to":
            s.then(HuntHeading(self.unit, square(s, action[2])), self)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.unit(self.unit)}}}, {s.hunt_left} points left: where does its front left corner go?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        name = s.unit(self.unit)
        if len(action) == 3 and action[0] == "drive-to" and action[1] == name:
            return Refusal("RR-27.25", f"it cannot stand there with {s.hunt_left} points: too far, shut or taken")
        return Refusal("RR-27.25", f"say where its front left corner goes, as in “drive-to {name} k12”, or “done”")


def word(s: Regiment, v: int) -> str:
    """The word for a square, beside the board too."""
    return s.place(v) or f"beside-{v}"


def square(s: Regiment, name: str) -> int:
    """The inverse."""
    return s.stage.by_name[name] if name in s.stage.by_name else int(name.removeprefix("beside-"))


@dataclass(frozen=True)
class HuntHeading(Choice):
    """RR-27.25 The heading in which a vehicle of his stands there; then it drives."""

    unit: int
    square: int

    clause = "RR-27.25"
    owner = JAEGER
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        headings = [state & 3 for state in states(s, self.unit, s.hunt_left) if state >> 2 == self.square]
        return [act("heading", facing_word(facing)) for facing in headings]

    def chosen(self, s: Regiment, action: Action) -> None:
        goal = self.square * 4 + FACINGS.index(action[1])
        s.then(vehicle_advance.VehicleDrive(self.unit, goal, s.hunt_left, (), ()))

    def ask(self, s: Regiment) -> str:
        return f"Heading where does {{{s.unit(self.unit)}}} stand on {{{word(s, self.square)}}}?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)
