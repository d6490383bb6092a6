"""Chapter 27, the Stalkers: where they start, and how they go to their waypoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import STALKERS
from sandtable.games.rogue_regiment.ground.rings import FAR, Rings
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.state import GUARD, JAEGER, OFF, Regiment, changed, facing_word
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action, Choice, Step, act

WIDE: Final = 60  # points of movement that lead to every corner of a map


def set_up(s: Regiment) -> tuple[Step, ...]:
    """RR-27.1, RR-27.2 What a game with a Jäger adds to the set-up: his deck, and once all others stand those of his
    Stalkers whom the mission puts nowhere.
    """
    hand.shuffle(s)
    return tuple([PlaceStalker(n) for n in range(1 + len(s.stage.mission.stalkers), STALKERS + 1)])


@dataclass(frozen=True)
class PlaceStalker(Choice):
    """RR-27.2, RR-27.37 A Stalker stands on a free place of a spawn tile of the Jäger's choice, calm."""

    number: int

    clause = "RR-27.2"
    owner = JAEGER
    sets_up = True

    def offer(self, s: Regiment) -> list[Action]:
        taken = obstacles.occupied(s)
        free = [v for places in s.stage.spawns.values() for v in places if not taken >> v & 1]
        return [act("stalker", str(self.number), s.place(v)) for v in free] or [act("nothing")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("nothing",):
            s.say("RR-27.2", "there is no free place on a spawn tile for a Stalker")
            return
        v = s.stage.by_name[action[2]]
        colour = next(colour for colour, places in s.stage.spawns.items() if v in places)
        facing = (s.stage.spawn_sides[colour].side + 2) % 4
        u = s.enlist(data.STALKER, self.number, v, facing, GUARD, OFF, OFF)
        facts = (("placed", s.unit(u), action[2]), ("turned", s.unit(u), facing_word(facing)))
        s.say("RR-27.2", "{} waits on {}", s.unit(u), action[2], facts=facts)

    def propose(self, s: Regiment) -> Action:
        return self.offer(s)[0]

    def ask(self, s: Regiment) -> str:
        return f"On which place of a spawn tile does Stalker {self.number} start?"


def stalker(s: Regiment, number: int) -> int:
    """The Stalker with a number, or OFF if he is dead."""
    for u, kind in enumerate(s.u_kind):
        if kind == data.STALKER and s.u_no[u] == number and s.u_at[u] >= 0:
            return u
    return OFF


# --- to the waypoint


@dataclass(frozen=True)
class StalkersMove(Step):
    """RR-27.11, RR-27.14 In the Advance Phase each Stalker with a waypoint goes towards it, by their numbers. One who
    is alert while an Operator is spotted advances like any guard instead (A33).
    """

    def do(self, s: Regiment) -> None:
        for number in range(1, STALKERS + 1):
            u = stalker(s, number)
            if s.j_ways[number - 1] < 0 or u < 0 or s.u_done[u] or s.u_cig[u]:
                continue
            if s.u_alert[u] and s.ours.targets:
                continue
            s.u_done[u] = 1
            notice.begin(s)
            marks.begin_unit(s)
            marks.pause(s, u)
            s.now(Stalk(u, data.MOVE[data.STALKER]))
            s.then(StalkersMove())
            return


def goals(s: Regiment, u: int) -> int:
    """RR-27.10, RR-27.11 Where a Stalker wants to get: to his waypoint or, if nobody can ever stand there, as near to
    it as he can.
    """
    way = s.j_ways[s.u_no[u] - 1]
    if position.way_cost(s, u, way) < FAR and not s.things.bars >> way & 1:
        return s.grid.bit[way]
    reach = position.reachable(s, u).within(WIDE) & s.grid.board & ~s.things.bars
    far = s.grid.far(way)
    near = min([far[q] for q in bits(reach)], default=0)
    return s.grid.union([q for q in bits(reach) if far[q] == near])


def stop(s: Regiment, u: int, left: int, rest: Rings) -> int:
    """RR-27.11 Where a Stalker ends his move: of the free squares within his points that which is nearest to his goal
    by the cost of the way, of equals the straightest; his own if none is nearer.
    """
    here = s.grid.bit[s.u_at[u]]
    ends = position.reachable(s, u).within(left) & s.grid.board & ~(obstacles.occupied(s, but_unit=u) | here)
    least, found = rest.touching(ends) if ends else (FAR, 0)
    if s.grid.on[s.u_at[u]] and position.cost_of(s, u, rest) <= least:
        return s.u_at[u]
    return straightest(s, u, bits(found)) if found else s.u_at[u]


def straightest(s: Regiment, u: int, squares: list[int]) -> int:
    """RR-27.11 Of squares on ways of equal cost the one nearest to a Stalker's waypoint as the crow flies, then the
    first.
    """
    xs, ys, way = s.grid.xs, s.grid.ys, s.j_ways[s.u_no[u] - 1]
    return min([((xs[v] - xs[way]) ** 2 + (ys[v] - ys[way]) ** 2, v) for v in squares])[1]


@dataclass(frozen=True)
class Stalk(Step):
    """RR-27.11, RR-27.12, RR-27.39 One step of a Stalker's shortest way after another, with so many points left, until
    he is there or sees somebody.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0 or s.j_ways[s.u_no[u] - 1] < 0:
            return
        wanted = goals(s, u)
        if wanted & s.grid.bit[s.u_at[u]]:
            s.then(Arrive(u))
            return
        rest = s.things.ground.ways_to_any(wanted)
        goal = stop(s, u, self.left, rest)
        nexts = walking.next_squares(s, u, goal, ()) if goal != s.u_at[u] else []
        if not nexts or s.u_done[u] & marks.ANEW:
            return
        to = straightest(s, u, nexts)
        if not look_to(s, u, to):
            s.now(StalkTo(u, to, self.left))


def look_to(s: Regiment, u: int, square: int) -> bool:
    """RR-27.39 A Stalker turns to the next square, quarter by quarter; whether he has come to see somebody."""
    options = notice.turns_to(s, u, square)
    return bool(options) and turn_about(s, u, *options[0], "RR-27.11")


def turn_about(s: Regiment, u: int, facing: int, way: int, clause: str) -> bool:
    """RR-14.9, RR-27.16, RR-27.39 A unit turns one way round, quarter by quarter, and stops when it gains sight of a
    man or a body: it is alert and shouts. Whether it does.
    """
    while s.u_face[u] != facing:
        before = sight.in_sight(s, u)
        notice.turn_unit(s, u, (s.u_face[u] + way) % 4, clause)
        if events.gains(s, u, before):
            return True
    return False


@dataclass(frozen=True)
class StalkTo(Step):
    """RR-27.39 A Stalker's step: traps and mines go off, markers may be used, and sight newly gained stops him."""

    unit: int
    square: int
    left: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        men, bodies = sight.in_sight(s, u)
        left = self.left - s.layout.march(s.u_at[u], self.square)
        walking.move_unit(s, u, self.square, "RR-27.11")
        placed.tread(s, u, [self.square])
        s.now(StalkLook(u, left, men, tuple(bits(bodies))))


@dataclass(frozen=True)
class StalkLook(Step):
    """RR-27.39, RR-9.24 After a step: whoever sees a body past him now is alert; he himself stops when he sees
    somebody.
    """

    unit: int
    left: int
    men: int
    bodies: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not patrol.lives_on(s, u):
            return
        seen = events.gains(s, u, (self.men, s.grid.union(self.bodies)))
        marks.pause(s, u)
        if seen and not obstacles.occupied(s, but_unit=u) >> s.u_at[u] & 1:
            return
        s.now(Stalk(u, self.left))


@dataclass(frozen=True)
class Arrive(Choice):
    """RR-27.12, RR-27.14 A Stalker has come to his waypoint: the Jäger says where he looks, and he is a guard there."""

    unit: int

    clause = "RR-27.12"
    owner = JAEGER

    def offer(self, s: Regiment) -> list[Action]:
        return [act("watch", s.unit(self.unit), word) for word in FACINGS]

    def chosen(self, s: Regiment, action: Action) -> None:
        u = self.unit
        n = s.u_no[u] - 1
        s.say("RR-27.12", "{} is in position at {}", s.unit(u), s.place(s.j_ways[n]))
        s.j_ways = changed(s.j_ways, n, OFF)
        facing = FACINGS.index(action[2])
        for way in notice.ways_to(s.u_face[u], facing)[:1]:
            turn_about(s, u, facing, way, "RR-27.12")

    def ask(self, s: Regiment) -> str:
        return f"{{{s.unit(self.unit)}}} is in position: where does he look?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)
