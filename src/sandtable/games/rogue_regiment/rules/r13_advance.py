"""Chapter 13, the Axis Advance Phase: alert units close on spotted Operators."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import order, ties
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    BATTLE,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SEAT,
    SENTRY,
    STEALTH,
    TROOPER,
    Regiment,
)
from sandtable.kernel.flow import Action, Step, act


@dataclass(frozen=True)
class AdvancePhase(Step):
    """RR-13.1, RR-13.20, RR-7.8 Vehicles advance, then infantry, each by its nearness to spotted Operators."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, ADVANCE, "RR-13.1")
        marks.begin_phase(s)
        s.u_done[:] = [0] * len(s.u_kind)
        hunter = (stalkers.StalkersMove(),) if s.stage.jaeger else ()
        s.then(
            marks.Instant(OFF), vehicle_advance.VehiclesAdvance(), *hunter, SentriesLeave(), NextAdvance(),
            turn.EndAction(),
        )  # fmt: skip


def at_point(s: Regiment, u: int) -> bool:
    """RR-13.24 Whether a sentry still stands on its point."""
    return s.u_role[u] == SENTRY and s.layout.points[s.u_link[u]][1] == s.u_at[u]


def waiting(s: Regiment) -> list[int]:
    """RR-13.1, RR-13.2, RR-13.21, RR-13.24, RR-14.13 The men who move or turn in this phase and have not done so: those
    that are alert, and in Stealth on the board.
    """
    done, at, held, kinds = s.u_done, s.u_at, s.u_cig, s.u_kind
    ready = [u for u, alert in enumerate(s.u_alert) if alert and not done[u] and at[u] >= 0 and not held[u]]
    men = [u for u in ready if not data.LENGTH[kinds[u]]]
    return men if s.section == BATTLE else [u for u in men if s.grid.on[at[u]]]


def stays(s: Regiment, u: int) -> bool:
    """RR-13.2, RR-13.24, RR-13.26, RR-24.38 Officers never leave their place, and in Battle sentries stay on their
    points; both turn. AA guns do nothing of the kind.
    """
    if s.section == BATTLE and at_point(s, u):
        return not hunters.hunts(s, u)  # RR-27.27 an upgraded sentry may leave its point
    return s.u_role[u] == R_OFFICER or s.u_set[u] == 1 or s.u_kind[u] == data.AA_GUN


@dataclass(frozen=True)
class SentriesLeave(Step):
    """RR-13.25 In Battle, when nobody of an advancing kind is left, all sentries leave their points for good and
    advance.
    """

    def do(self, s: Regiment) -> None:
        if s.section != BATTLE:
            return
        for u in range(len(s.u_kind)):
            if s.u_at[u] < 0 or not s.alive(u):
                continue
            if s.vehicle(u):
                if vehicle_advance.advances(s, u):
                    return
            elif not stays(s, u):
                return
        for u in range(len(s.u_kind)):
            if s.u_at[u] >= 0 and at_point(s, u):
                s.assign(u, TROOPER)
                s.say("RR-13.25", "{} leaves its post", s.unit(u))


@dataclass(frozen=True)
class NextAdvance(Step):
    """RR-13.10, RR-13.3, RR-13.5, RR-13.6, RR-12.13 The nearest unit that has not advanced is next, asked of the
    board as it is now.

    With nobody spotted nothing moves and nobody turns. After an alarm in mid-phase the rest advance as in
    Battle.
    """

    def do(self, s: Regiment) -> None:
        ours = s.ours.targets
        if not ours:
            if hunters.unled(s, True) or hunters.unled(s, False):
                s.then(NextAdvance())
            return
        if vehicle_advance.waiting(s):
            s.then(vehicle_advance.NextVehicle(), NextAdvance())  # woken since the vehicles advanced
            return
        ready = waiting(s)
        if not ready:
            return
        order.first(s, "advance", position.nearest(s, ready, ours))
        s.then(NextAdvance())


@dataclass(frozen=True)
class Advance(Step):
    """RR-13.1, RR-13.2, RR-13.27, RR-19.5, RR-7.19 One unit advances with so many points, or only turns, or carries
    its mortar. Its goal is chosen now, so a shot before this is no reason to choose again.
    """

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        s.u_done[self.unit] &= ~marks.ANEW
        if hunters.hunts(s, self.unit):
            s.then(hunters.Hunt(self.unit, self.left))
        else:
            close_in(s, self.unit, self.left)


def close_in(s: Regiment, u: int, left: int) -> None:
    """RR-13.1, RR-13.2, RR-13.27, RR-19.5 To whom, and where."""
    ours = s.ours.targets if s.u_at[u] >= 0 else []
    if not ours:
        if s.u_at[u] >= 0 and s.section == STEALTH and s.u_role[u] == PATROLMAN:
            walking.regain_line(s, u)
        return
    if s.u_kind[u] == data.MORTAR:
        units.mortar_advances(s, u, left)
        return
    if stays(s, u):
        men = position.facing_targets(s, u, ours)
        if len(men) == 1 or len({bearing(s, s.u_at[u], walking.faced_square(s, u, m)) for m in men}) == 1:
            turn_to(s, u, men[0], left)
        else:
            s.then(After(u, left, tuple(men)))
        return
    choices = position.destinations(s, u, left, ours)
    if len(choices) > 1 and not alike(s, u, choices):
        s.then(After(u, left, tuple([m for m, _, _ in choices])))
        return
    m, goals, stops = choices[0]
    if len(goals) > 1:
        s.then(Destination(u, m, left, tuple(goals), tuple(stops)))
        return
    set_out(s, u, m, goals[0])
    s.now(walking.Walk(u, goals[0], left, m, tuple(stops)))


def alike(s: Regiment, u: int, choices: list[tuple[int, list[int], list[int]]]) -> bool:
    """Whether it makes no difference which of some targets a unit goes for: the same squares, and from each of them it
    faces the same way in the end.
    """
    _, goals, stops = choices[0]
    if any(other[1:] != (goals, stops) for other in choices):
        return False
    return all(len({bearing(s, q, position.target_square(s, u, m)) for m, _, _ in choices}) == 1 for q in goals)


def bearing(s: Regiment, q: int, v: int) -> tuple[int, int]:
    """RR-9.6 Where a square lies from another: the signs of the greater distances."""
    dx, dy = s.grid.xs[v] - s.grid.xs[q], s.grid.ys[v] - s.grid.ys[q]
    across = 0 if abs(dx) < abs(dy) else 1 if dx > 0 else -1
    along = 0 if abs(dy) < abs(dx) else 1 if dy > 0 else -1
    return across, along


def set_out(s: Regiment, u: int, m: int, goal: int) -> None:
    """RR-13.7 A unit begins its way to a square, against a man."""
    s.tell(lambda: explain(s, u, m, goal != s.u_at[u], position.quality(s, u, goal, m)))


@dataclass(frozen=True)
class After(ties.Tie):
    """RR-13.7, RR-13.27 Of targets equally near the players say which a unit goes for, or turns to."""

    unit: int
    left: int
    men: tuple[int, ...]

    clause = "RR-13.7"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("after", s.unit(self.unit), s.man(m)) for m in self.men]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = self.unit, s.man_of(action[2])
        if not stays(s, u):
            for n, goals, stops in position.destinations(s, u, self.left, s.ours.targets):
                if n == m:
                    s.then(Destination(u, m, self.left, tuple(goals), tuple(stops)))
        else:
            turn_to(s, u, m, self.left)

    def ask(self, s: Regiment) -> str:
        return f"Equally near: whom does {{{s.unit(self.unit)}}} go for?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


def turn_to(s: Regiment, u: int, m: int, left: int) -> None:
    """RR-13.24, RR-13.26, RR-13.27 A unit that stays turns to a man."""
    if s.u_role[u] == R_OFFICER:
        s.say("RR-13.26", "{} keeps its place as an officer and turns to {}", s.unit(u), s.man(m))
    else:
        s.say("RR-13.24", "{} keeps its place as a sentry and turns to {}", s.unit(u), s.man(m))
    come_to_rest(s, u, m, left)


def come_to_rest(s: Regiment, u: int, m: int, left: int) -> None:
    """RR-13.28, RR-7.19 The last turn of an advancing unit, to a man or, if it is after none, to the closest, and what
    follows while somebody may still fire at it. Where a unit of the Jäger's looks he says himself.
    """
    if hunters.hunts(s, u):
        s.then(hunters.Hunt(u, left))
        return
    if s.section == STEALTH and s.u_role[u] == PATROLMAN:
        walking.regain_line(s, u)
    walking.face(s, u, m)
    if marks.are_out(s):
        s.now(Resume(u, left))


@dataclass(frozen=True)
class Resume(Step):
    """RR-7.19 A unit that was shot at when it had come to where it was going, and lives, chooses its goal anew."""

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        if s.u_at[self.unit] >= 0 and s.u_done[self.unit] & marks.ANEW:
            s.then(Advance(self.unit, self.left))


@dataclass(frozen=True)
class Destination(ties.Tie):
    """RR-13.13 Of equally good squares the players choose one."""

    unit: int
    man: int
    left: int
    squares: tuple[int, ...]
    stops: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        word, names = s.unit(self.unit), s.stage.names
        return [("go", word, names[q]) for q in self.squares]

    def chosen(self, s: Regiment, action: Action) -> None:
        goal = s.stage.by_name[action[2]]
        set_out(s, self.unit, self.man, goal)
        s.now(walking.Walk(self.unit, goal, self.left, self.man, self.stops))

    def ask(self, s: Regiment) -> str:
        worth = position.quality(s, self.unit, self.squares[0], self.man)
        why = position.described(worth)[1].capitalize()
        return f"Where does {{{s.unit(self.unit)}}} go, after {{{s.man(self.man)}}}? {why}"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


def explain(s: Regiment, u: int, m: int, moves: bool, worth: int) -> None:
    """RR-13.7, RR-13.8, RR-13.9, RR-13.12 Why a unit goes where it goes, or stays: what the place is worth against the
    man it is after, and why him.
    """
    ours = s.ours.targets
    near = {n: notice.range_to(s, u, position.target_square(s, u, n)) for n in ours} if s.u_at[u] >= 0 else {m: 0}
    other = near.get(m, 0) > min(near.values())
    clause, why = position.described(worth)
    if other:
        clause, why = "RR-13.8", f"{why}; nobody nearer can be attacked"
    if moves:
        s.say(clause, f"{{}} advances on {{}}: {why}", s.unit(u), s.man(m))
    else:
        s.say("RR-13.12" if worth == 1 else clause, f"{{}} stays, against {{}}: {why}", s.unit(u), s.man(m))
