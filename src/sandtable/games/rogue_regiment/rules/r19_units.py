"""Chapter 19, Axis units: what mortar teams do. The values of all units are in data/units.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.rings import FAR
from sandtable.games.rogue_regiment.rules import order, ties
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r25_howitzers as howitzers
from sandtable.games.rogue_regiment.rules import r28_launchers as launchers
from sandtable.games.rogue_regiment.state import ATTACKED, OFF, SEAT, TROOPER, Regiment, changed
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.telling import plural

SAFE: Final = 7  # RR-19.11
IN_BUILDING: Final = -3  # RR-19.17


def mortar_points(s: Regiment, u: int) -> list[int]:
    """RR-19.5, RR-19.24 The sentry points out of doors to which a team may go: no other team is there, and no blast."""
    others = [s.u_at[o] for o, kind in enumerate(s.u_kind) if kind == data.MORTAR and o != u]
    found = []
    for _, v in s.layout.points:
        burning = s.things.closed >> v & 1 and v != s.u_at[u]
        if not s.layout.room[v] and v not in others and not burning:
            found.append(v)
    return found


def mortar_advances(s: Regiment, u: int, left: int) -> None:
    """RR-19.5, RR-19.24, RR-19.25 In move mode a team goes to the closest free sentry point out of doors that it can
    enter; set up, it only turns to the closest spotted man.
    """
    if s.u_set[u]:
        advance.come_to_rest(s, u, OFF, left)
        return
    at, costs = s.u_at[u], {v: position.way_cost(s, u, v) for v in mortar_points(s, u)}
    least = min(costs.values(), default=FAR)
    if least >= FAR:
        if s.grid.on_board(at):
            s.then(walking.Walk(u, at, left, OFF, ()), SetUpMortar(u, at))
            return
        ends = s.grid.board & ~obstacles.occupied(s)
        points = bits(position.reachable(s, u).touching(ends)[1])  # the first free squares of the board
        if not points:
            return
        least, costs = 0, dict.fromkeys(points, 0)
    s.then(MortarGoal(u, left, tuple(v for v, cost in costs.items() if cost == least)))


@dataclass(frozen=True)
class MortarGoal(ties.Tie):
    """RR-19.5 Of sentry points equally near the players choose one."""

    unit: int
    left: int
    points: tuple[int, ...]

    clause = "RR-19.5"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("go", s.unit(self.unit), s.place(v)) for v in self.points]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, goal = self.unit, s.stage.by_name[action[2]]
        if position.way_cost(s, u, goal) <= self.left:
            # RR-19.6 Who stands on the point leaves it and advances first.
            for other in range(len(s.u_kind)):
                if other != u and s.u_at[other] == goal and not s.vehicle(other):
                    moved = s.u_done[other] and not advance.at_point(s, other)  # a sentry has only turned
                    s.assign(other, TROOPER)
                    s.say("RR-19.6", "{} makes room for {}", s.unit(other), s.unit(u))
                    if not moved:
                        s.u_done[other] = position.LEAVES
                        s.then(advance.Advance(other, data.MOVE[s.u_kind[other]]))
        s.then(MortarWalk(u, self.left, goal))

    def ask(self, s: Regiment) -> str:
        return f"To which point does {{{s.unit(self.unit)}}} go?"


@dataclass(frozen=True)
class MortarWalk(Step):
    """RR-19.5 The team comes as near to its point as it can."""

    unit: int
    left: int
    goal: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0 or not s.ours.targets:
            return
        reach = position.reachable(s, u)
        here = s.grid.bit[s.u_at[u]]
        ends = reach.within(self.left) & s.grid.board & ~obstacles.occupied(s, but_unit=u) | here
        _, nearest = s.things.ground.ways_to(self.goal).touching(ends)
        squares = bits(reach.touching(nearest or here)[1])
        s.then(MortarStop(u, self.left, self.goal, tuple(squares)), SetUpMortar(u, self.goal))


@dataclass(frozen=True)
class MortarStop(ties.Tie):
    """RR-13.13 Of equally good squares on the way to its point the players choose one."""

    unit: int
    left: int
    goal: int
    squares: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("go", s.unit(self.unit), s.place(v)) for v in self.squares]

    def chosen(self, s: Regiment, action: Action) -> None:
        s.then(walking.Walk(self.unit, s.stage.by_name[action[2]], self.left, OFF, ()))

    def ask(self, s: Regiment) -> str:
        return f"Where does {{{s.unit(self.unit)}}} go, on its way to {{{s.place(self.goal)}}}?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


@dataclass(frozen=True)
class SetUpMortar(Step):
    """RR-19.7 On its point the team flips to attack mode for good."""

    unit: int
    goal: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] == self.goal and s.u_kind[u] == data.MORTAR and not s.u_set[u] and s.grid.on_board(s.u_at[u]):
            s.deploy(u, 1)
            s.say("RR-19.7", "{} sets up its mortar", s.unit(u), facts=(("flipped", s.unit(u), "attack"),))


# --- fire


def crowded(s: Regiment, m: int, squares: int, but_unit: int = OFF) -> bool:
    """RR-19.11, RR-24.58, RR-28.4 Whether an Axis unit, but one, is within so many squares of a man; AA guns do not
    count for mortars and howitzers.
    """
    for v in sight.man_squares(s, m):
        near = s.grid.disc(v, squares)
        for u in obstacles.standing_on(s, near):
            if u != but_unit and not (squares == SAFE and s.u_kind[u] == data.AA_GUN):
                return True
    return False


def viable(s: Regiment, u: int) -> list[int]:
    """RR-19.10, RR-19.11, RR-19.12, RR-25.12 The closest men whom a mortar or howitzer may fire at: spotted, with no
    Axis unit within 7 squares of them, and in the front arc of a howitzer that has one; by squares, then by the cost of
    the way. RR-28.16 of a launcher by its own rule.
    """
    if data.SECOND[s.u_kind[u]] == data.LAUNCHER:
        found = launchers.targets(s, u)
    else:
        found = [m for m in s.ours.targets if not crowded(s, m, SAFE) and howitzers.bears(s, u, m)]
    if not found:
        return []
    if s.vehicle(u):
        return howitzers.closest(s, u, found)
    return position.by_nearness(s, u, found)[0]


def aim_squares(s: Regiment, u: int, m: int) -> list[int]:
    """RR-19.15, RR-25.11, RR-28.16 The squares of a target at which an explosive weapon may be aimed."""
    squares = sight.man_squares(s, m)
    if data.SECOND[s.u_kind[u]] == data.LAUNCHER:
        return [v for v in squares if s.grid.distance(s.u_at[u], v) <= arms.REACH[s.u_kind[u]]]
    return [v for v in squares if howitzers.in_arc(s, u, v)]


def explosives(s: Regiment) -> list[int]:
    """RR-16.2, RR-19.9, RR-28.3 The units whose explosive weapon has not fired and could."""
    ready = [u for u, up in enumerate(s.u_set) if up and s.u_kind[u] == data.MORTAR and not s.u_done[u]]
    for u in s.roster.seconds:
        if arms.SHELLS[s.u_kind[u]][0] and not s.u_done[u] & (arms.SHELLED | arms.FRONT_FIRED):
            ready.append(u)
    return [u for u in ready if s.here(u) and s.u_alert[u] and viable(s, u)]


@dataclass(frozen=True)
class ExplosivesFire(Step):
    """RR-16.2, RR-19.9, RR-24.42, RR-24.44, RR-25.12, RR-28.3 Mortars that are set up, howitzers and launchers attack
    before all others.
    """

    def do(self, s: Regiment) -> None:
        ready = explosives(s)
        if ready:
            s.then(order.WhoFirst("shells", tuple(ready)), ExplosivesFire())


@dataclass(frozen=True)
class MortarAims(ties.Tie):
    """RR-19.12, RR-19.15 The square aimed at: the closest target's, or any square of a vehicle."""

    unit: int

    clause = "RR-19.15"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        u = self.unit
        return [act("at", s.place(v)) for m in viable(s, u) for v in aim_squares(s, u, m)]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, v = self.unit, s.stage.by_name[action[1]]
        launcher = data.SECOND[s.u_kind[u]] == data.LAUNCHER
        s.u_done[u] |= arms.SHELLED if s.vehicle(u) else arms.FRONT_FIRED
        s.say("RR-28.3" if launcher else "RR-19.9", "{} fires at {}", s.unit(u), action[1])
        v = launchers.small_scatter(s, v, s.u_face[u]) if launcher else large_scatter(s, v, s.u_face[u])
        if v >= 0:
            s.then(Shell(u, v))
        if launcher:
            s.then(launchers.Spent(u))

    def ask(self, s: Regiment) -> str:
        return f"At which square does {{{s.unit(self.unit)}}} aim?"

    def actor(self, s: Regiment, action: Action) -> int:
        return self.unit


def large_scatter(s: Regiment, v: int, facing: int) -> int:
    """RR-19.13, RR-19.14 Two dice give the drift of a shell, 7 none; a third how many squares. OFF if it leaves the
    board.
    """
    return scatter(s, v, facing, "RR-19.13", False)


def scatter(s: Regiment, v: int, facing: int, clause: str, small: bool) -> int:
    """RR-19.13, RR-19.14, RR-28.3 Where something drifts that the Axis fire: two dice give the direction, a third how
    far, or for a small scatter half of it.
    """
    two = s.rolls(2)
    dx, dy = grenades.drift(sum(two), facing)
    if (dx, dy) == (0, 0):
        s.say(clause, f"scatter {two[0]} {two[1]}: on target", facts=(("rolled", "scatter", *map(str, two)),))
        return v
    rolled = s.roll()
    far = (rolled + 1) // 2 if small else rolled
    x, y = s.grid.xs[v] + dx * far, s.grid.ys[v] + dy * far
    s.say(
        clause,
        f"scatter {two[0]} {two[1]}, {rolled}: {plural(far, 'square')} off",
        facts=(("rolled", "scatter", *map(str, two), str(rolled)),),
    )
    return s.grid.at(x, y) if s.grid.inside(x, y) else OFF


@dataclass(frozen=True)
class Shell(Step):
    """RR-19.16, RR-19.17, RR-19.23, RR-19.26, RR-28.17 The dice of the weapon, given by the players to those under the
    template; Axis units are not hurt.
    """

    unit: int
    centre: int

    def do(self, s: Regiment) -> None:
        if not struck(s, self.centre):
            s.say("RR-19.16", "the shell on {} hits nobody", s.place(self.centre))
            return
        dice, needs = arms.SHELLS[s.u_kind[self.unit]]
        s.faces = tuple(s.rolls(dice))
        s.say(
            "RR-19.16",
            f"the shell on {{}}: {' '.join(map(str, s.faces))}, needs {needs}",
            s.place(self.centre),
            facts=(("rolled", s.unit(self.unit), *map(str, s.faces)),),
        )
        s.then(GiveShell(self.unit, self.centre), turn.EndAction())


def struck(s: Regiment, centre: int) -> list[int]:
    """RR-19.16, RR-21.20 The men under a template, on foot or in a vehicle; one stands for all in it, since it is hit
    and not they.
    """
    under = s.layout.blast(centre)
    found: list[int] = []
    for m, c in enumerate(s.m_car):
        if s.on_board(m) and any(under >> v & 1 for v in sight.man_squares(s, m)):
            if c < 0 or c not in [s.m_car[other] for other in found]:
                found.append(m)
    return found


def shell_hits(s: Regiment, u: int, face: int, m: int) -> bool:
    """RR-19.17, RR-28.17 Whether a die of a weapon hits a man: three less in a building, but not for a launcher's."""
    kind = s.u_kind[u]
    inside = s.m_car[m] < 0 and s.layout.room[s.m_at[m]] and data.SECOND[kind] != data.LAUNCHER
    return face + (IN_BUILDING if inside else 0) >= arms.SHELLS[kind][1]


@dataclass(frozen=True)
class GiveShell(Choice):
    """RR-19.16 Each die that can hit somebody is given by the players to one it hits."""

    unit: int
    centre: int

    clause = "RR-19.16"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        for face in s.faces:
            ours = [m for m in struck(s, self.centre) if shell_hits(s, self.unit, face, m)]
            if ours:
                return [act("hit", s.man(m)) for m in ours]
        return [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            s.faces = ()
            return
        m = s.man_of(action[1])
        for n, face in enumerate(s.faces):
            if any(shell_hits(s, self.unit, face, other) for other in struck(s, self.centre)):
                s.faces = s.faces[n + 1 :]
                break
        turn.wound(s, m, 1)
        s.then(self)

    def ask(self, s: Regiment) -> str:
        return "Who takes this hit of the shell?"


def break_mortar(s: Regiment, u: int) -> None:
    """RR-19.19 One hit turns a mortar team into one alert SMG Infantry on its square."""
    s.say("RR-19.19", "{} loses its mortar and fights on as SMG Infantry", s.unit(u), facts=(("removed", s.unit(u)),))
    s.recast(u, data.SMG, s.next_number(data.SMG))
    s.u_health = changed(s.u_health, u, data.HEALTH[data.SMG])
    s.deploy(u, 0)
    s.assign(u, TROOPER)
    s.u_mark[u] |= ATTACKED
    s.say("RR-19.19", "{} is there", s.unit(u), facts=(("placed", s.unit(u), s.place(s.u_at[u])),))
