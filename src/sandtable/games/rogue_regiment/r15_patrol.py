"""Chapter 15, the Axis Patrol Phase: men walk their lines."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment import data, order
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment.state import OFF, PATROL, PATROLMAN, SEAT, STEALTH, TURNED, Regiment
from sandtable.kernel.flow import Action, Choice, Step
from sandtable.kernel.squares import DOOR

STEPS = 4  # RR-15.2


@dataclass(frozen=True)
class PatrolPhase(Step):
    """RR-15.1, RR-15.6, RR-7.8 In Stealth only: on black turns the patrol vehicles, then the patrolmen of the token's
    colour.
    """

    def do(self, s: Regiment) -> None:
        if s.section != STEALTH:
            return
        turn.phase(s, PATROL, "RR-15.1")
        marks.begin_phase(s)
        notice.begin(s)
        for u in range(len(s.u_kind)):
            s.u_done[u] = 0
        s.then(marks.Instant(OFF), routes.VehiclesPatrol(), NextPatrol(), turn.EndAction())


def walks(s: Regiment, u: int) -> bool:
    """RR-15.2, RR-15.11, RR-13.4, RR-14.17 Whether a patrolman makes his patrol move now."""
    if s.u_role[u] != PATROLMAN or s.u_colour[u] != s.token or s.u_done[u] or not s.here(u) or s.u_cig[u]:
        return False
    line = s.layout.lines[s.u_link[u]]
    if line.squares[s.u_place[u]] != s.u_at[u] or s.u_face[u] not in events.line_facings(s, u):
        return False
    return not (s.u_alert[u] and advance.targets(s))


def nearest_operators(s: Regiment, ready: list[int]) -> dict[int, int]:
    """RR-15.3 For each of these men the squares to the nearest Operator on the board."""
    rows = [s.grid.far(v) for m in range(len(s.m_kind)) if s.on_board(m) for v in sight.man_squares(s, m)]
    return {u: min([far[s.u_at[u]] for far in rows], default=99) for u in ready}


def order_matters(s: Regiment, equals: list[int]) -> bool:
    """Whether men on patrol far from everybody could still meet something, or each other, on their way."""
    if s.traps or s.mines or any(v >= 0 for v in s.corpses):
        return True
    if any(s.m_mark[m] >= 0 or s.m_mark_at[m] >= 0 for m in range(len(s.m_kind))):
        return True
    for n, u in enumerate(equals):
        far = s.grid.far(s.u_at[u])
        if any(far[s.u_at[other]] <= 2 * STEPS for other in equals[:n]):
            return True
    return False


@dataclass(frozen=True)
class NextPatrol(Step):
    """RR-15.3, RR-12.16 The patrolman nearest to an Operator moves next; the alarm ends the phase."""

    def do(self, s: Regiment) -> None:
        if s.section != STEALTH:
            return
        ready = [u for u in range(len(s.u_kind)) if walks(s, u)]
        if not ready:
            return
        near = nearest_operators(s, ready)
        least = min(near.values())
        equals = [u for u in ready if near[u] == least]
        if len(equals) > 1 and least > 2 * STEPS + 9 and not order_matters(s, equals):
            equals = equals[:1]  # too far from everybody for the order to matter
        order.first(s, "patrol", tuple(equals))
        s.then(NextPatrol())


def set_out(s: Regiment, u: int) -> None:
    """RR-15.2 A patrolman begins his four steps in the direction he faces."""
    events.face_line(s, u)
    if s.listen:
        near = nearest_operators(s, [u])[u]
        why = (
            f"{near} squares from an Operator, and none left is nearer" if near < 99 else "no Operator is on the board"
        )
        s.say("RR-15.3", f"{{}} walks its line: {why}", s.unit(u))
    s.then(Patrol(u, STEPS, s.u_place[u], s.u_way[u]))


def ahead(s: Regiment, u: int) -> tuple[int, int]:
    """RR-15.12, RR-15.2 The next place on the line and the direction, turning about at an open end."""
    line = s.layout.lines[s.u_link[u]]
    forward = bool(s.u_way[u])
    place = line.neighbour(s.u_place[u], forward)
    if place < 0:
        forward = not forward
        place = line.neighbour(s.u_place[u], forward)
    return place, 1 if forward else 0


def free_steps(s: Regiment, u: int, left: int) -> int:
    """RR-15.5, RR-15.10, RR-20.55 How many of the steps left end on a free square: the most that do. He walks into no
    blast.
    """
    line = s.layout.lines[s.u_link[u]]
    taken, barred = sight.occupied(s, but_unit=u), sight.burning(s) | sight.shut(s)
    kept = s.u_place[u], s.u_way[u]
    best = 0
    for n in range(1, left + 1):
        s.u_place[u], s.u_way[u] = ahead(s, u)
        if barred >> line.squares[s.u_place[u]] & 1:
            break
        if not taken >> line.squares[s.u_place[u]] & 1:
            best = n
    s.u_place[u], s.u_way[u] = kept
    return best


def put_off(s: Regiment, u: int) -> bool:
    """RR-7.18 Whether a shot in mid-move has turned a patrolman off his line, or shown him somebody; if not, he goes on
    in the direction he faces.
    """
    if not s.u_mark[u] & TURNED:
        return False
    if s.u_face[u] not in events.line_facings(s, u) or sight.men_seen(s, u):
        return True
    s.u_mark[u] &= ~TURNED
    events.face_line(s, u)
    return False


@dataclass(frozen=True)
class Patrol(Step):
    """RR-15.2, RR-15.4, RR-15.5, RR-15.9, RR-15.10, RR-15.12, RR-7.18, RR-12.22 One step along
    the line, with what he sees.

    `last` is the last place on the line where he could have ended.
    """

    unit: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        if s.section != STEALTH or put_off(s, u):
            rest(s, u, self.last, self.way)
            return
        place, way = ahead(s, u)
        to = s.layout.lines[s.u_link[u]].squares[place]
        if s.u_at[u] + s.grid.step(s.u_face[u]) != to:
            s.then(PatrolTurn(u, to, self.left, self.last, self.way))
            return
        if s.grid.between(s.u_at[u], to) == DOOR:
            behind = [m for m in range(len(s.m_kind)) if s.on_foot(m) and s.m_at[m] == to and not s.m_swim[m]]
            if behind:
                notice.begin(s)
                for m in behind:
                    notice.spot(s, m, "RR-15.9", f"{{{s.unit(u)}}} opens the door")
                notice.alert(s, u, "RR-15.9", "somebody is behind the door")
                notice.shout(s, u)
                rest(s, u, self.last, self.way)
                return
        taken = sight.occupied(s, but_unit=u)
        if (taken | sight.burning(s) | sight.shut(s)) >> to & 1 and not free_steps(s, u, self.left):
            rest(s, u, self.last, self.way)
            return
        before, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
        s.u_place[u], s.u_way[u] = place, way
        advance.move_unit(s, u, to, "RR-15.2")
        free = not taken >> to & 1
        last = place if free else self.last
        direction = way if free else self.way
        if s.traps or s.mines:
            equipment.tread(s, u, [to])
            s.then(PatrolLook(u, before, self.left - 1, last, direction, squares_of(bodies)))
        else:
            look(s, u, before, self.left - 1, last, direction, bodies)


def squares_of(mask: int) -> tuple[int, ...]:
    """A set of squares as numbers, for a field of a step."""
    from sandtable.kernel.squares import bits  # noqa: PLC0415

    return tuple(bits(mask))


def set_of(squares: tuple[int, ...]) -> int:
    """The inverse."""
    found = 0
    for v in squares:
        found |= 1 << v
    return found


@dataclass(frozen=True)
class PatrolLook(Step):
    """RR-15.7, RR-15.8, RR-9.24 After a step or turn: sight newly gained of a man or a body stops the patrolman, and
    who sees a body past him now is alert at once; then markers.
    """

    unit: int
    before: int
    left: int
    last: int
    way: int
    bodies: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] >= 0:
            look(s, u, self.before, self.left, self.last, self.way, set_of(self.bodies))


def look(s: Regiment, u: int, before: int, left: int, last: int, way: int, bodies: int) -> None:
    """RR-15.7, RR-15.8 What a patrolman sees from his new square, and what follows."""
    notice.find_bodies(s)
    if events.gains(s, u, before, bodies):
        rest(s, u, last, way)
        s.then(*marks.instants(s, u))
    else:
        s.then(*marks.instants(s, u), Patrol(u, left, last, way) if left else PatrolEnd(u, last, way))


@dataclass(frozen=True)
class PatrolEnd(Step):
    """RR-15.4 A patrolman ends facing the next square of his line."""

    unit: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0 or s.section != STEALTH or put_off(s, u):
            return
        place, _ = ahead(s, u)
        to = s.layout.lines[s.u_link[u]].squares[place]
        if s.u_at[u] + s.grid.step(s.u_face[u]) != to:
            s.then(PatrolTurn(u, to, 0, self.last, self.way))


@dataclass(frozen=True)
class PatrolTurn(Step):
    """RR-15.4, RR-15.12, RR-9.6 A patrolman turns towards the next square, quarter by quarter."""

    unit: int
    square: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        options = []
        for goal in notice.facings_to(s, u, self.square):
            options += [(goal, turn_) for turn_ in notice.ways_to(s.u_face[u], goal)]
        if not options:
            events.face_line(s, u)
            s.then(Patrol(u, self.left, self.last, self.way) if self.left else PatrolEnd(u, self.last, self.way))
            return
        known = (sight.men_seen(s, u), sight.corpses_seen(s, u))
        if len(options) > 1 and notice.way_matters(s, u, options, known):
            goals, ways = tuple(goal for goal, _ in options), tuple(w for _, w in options)
            s.then(PatrolWay(u, goals, ways, self.square, self.left, self.last, self.way))
        else:
            s.then(PatrolQuarter(u, *options[0], self.left, self.last, self.way))


@dataclass(frozen=True)
class PatrolWay(Choice):
    """RR-9.6 Of two equally short ways to turn the players choose one."""

    unit: int
    goals: tuple[int, ...]
    ways: tuple[int, ...]
    square: int
    left: int
    last: int
    way: int

    clause = "RR-9.6"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return notice.Way(self.unit, self.goals, self.ways, False).offer(s)

    def chosen(self, s: Regiment, action: Action) -> None:
        n = self.offer(s).index(action)
        s.then(PatrolQuarter(self.unit, self.goals[n], self.ways[n], self.left, self.last, self.way))

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} turn?"


@dataclass(frozen=True)
class PatrolQuarter(Step):
    """RR-15.7, RR-7.10 One quarter of a patrolman's turn."""

    unit: int
    goal: int
    turn: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        t = self
        u = t.unit
        if s.u_at[u] < 0:
            return
        if s.section != STEALTH or put_off(s, u):
            rest(s, u, t.last, t.way)
            return
        before, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
        notice.turn_unit(s, u, (s.u_face[u] + self.turn) % 4, "RR-15.4")
        if events.gains(s, u, before, bodies):
            rest(s, u, t.last, t.way)
            s.then(*marks.instants(s, u))
            return
        if s.u_face[u] == self.goal:
            events.face_line(s, u)
            s.then(*marks.instants(s, u), Patrol(u, t.left, t.last, t.way) if t.left else PatrolEnd(u, t.last, t.way))
        else:
            s.then(*marks.instants(s, u), self)


def rest(s: Regiment, u: int, last: int, way: int) -> None:
    """RR-15.10, RR-12.22 A patrolman stops where he is if the square is free, else on the last free one before it."""
    if s.u_at[u] < 0 or not sight.occupied(s, but_unit=u) >> s.u_at[u] & 1:
        return
    s.u_place[u], s.u_way[u] = last, way
    advance.move_unit(s, u, s.layout.lines[s.u_link[u]].squares[last], "RR-15.10")


__all__ = ["data", "setup"]
