"""Chapter 15, the Axis Patrol Phase: men walk their lines."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import ACTIVE, OFF, PATROL, SEAT, STEALTH, Regiment
from sandtable.geometry.squares import DOOR, bits
from sandtable.kernel.flow import Action, Step

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
        s.u_done[:] = [0] * len(s.u_done)
        s.then(marks.Instant(OFF), routes.VehiclesPatrol(), NextPatrol(), turn.EndAction())


def walkers(s: Regiment) -> list[int]:
    """RR-15.2, RR-15.11, RR-13.4, RR-14.17 The patrolmen who make their patrol move now."""
    found = []
    for u in s.patrolmen(s.token):
        if s.u_done[u] or s.u_at[u] < 0 or s.u_cig[u] or (s.u_alert[u] and s.ours.targets):
            continue
        line, place = s.layout.lines[s.u_link[u]], s.u_place[u]
        if line.squares[place] == s.u_at[u] and (s.u_face[u] in line.facings[place] or s.u_cat[u]):
            found.append(u)
    return found


def from_operators(s: Regiment, men: list[int]) -> list[int]:
    """RR-15.3 How many squares it is from each of these men to the nearest Operator on the board."""
    ours = [m for m, state in enumerate(s.m_state) if state == ACTIVE and not sight.under_cover(s, m)]
    return position.nearness(s, ours, [s.u_at[u] for u in men])


def order_matters(s: Regiment, equals: list[int]) -> bool:
    """Whether men on patrol far from everybody could still meet something, or each other, on their way."""
    if s.traps or s.mines or s.things.bodies or marks.are_out(s):
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
        ready = walkers(s) if s.section == STEALTH else []
        if not ready:
            return
        near = from_operators(s, ready)
        least = min(near)
        equals = [u for n, u in enumerate(ready) if near[n] == least]
        if len(equals) > 1 and least > 2 * STEPS + 9 and not order_matters(s, equals):
            equals = equals[:1]  # too far from everybody for the order to matter
        order.first(s, "patrol", tuple(equals))
        s.then(self)


def set_out(s: Regiment, u: int) -> None:
    """RR-15.2, RR-27.17 A patrolman begins his four steps in the direction he faces, or did before a cat turned him."""
    if s.u_cat[u] and tokens.turn_back(s, u):
        return
    events.face_line(s, u)
    s.tell(lambda: explain(s, u))
    s.now(Patrol(u, STEPS, s.u_place[u], s.u_way[u]))


def explain(s: Regiment, u: int) -> None:
    """RR-15.3 Why a patrolman walks now."""
    near = from_operators(s, [u])[0]
    why = f"{near} squares from an Operator, and none left is nearer" if near < 99 else "no Operator is on the board"
    s.say("RR-15.3", f"{{}} walks its line: {why}", s.unit(u))


def ahead(s: Regiment, u: int) -> tuple[int, int]:
    """RR-15.12, RR-15.2 The next place on the line and the direction, turning about at an open end."""
    return s.layout.lines[s.u_link[u]].onward[2 * s.u_place[u] + s.u_way[u]]


def free_steps(s: Regiment, u: int, left: int) -> int:
    """RR-15.5, RR-15.10, RR-20.55, RR-26.8 How many of the steps left end on a free square: the most that do. He walks
    into no blast, nor into a room on fire.
    """
    line = s.layout.lines[s.u_link[u]]
    taken, barred = obstacles.occupied(s, but_unit=u), s.things.closed | s.things.shut
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
    """RR-7.18 Whether a shot in mid-move, whatever else was fired since, has turned a patrolman off his line, or shown
    him somebody; if not, he goes on in the direction he faces.
    """
    if not s.u_done[u] & marks.ANEW:
        return False
    if s.u_face[u] not in events.line_facings(s, u) or sight.men_seen(s, u):
        return True
    s.u_done[u] &= ~marks.ANEW
    events.face_line(s, u)
    return False


@dataclass(frozen=True)
class Patrol(Step):
    """RR-15.2, RR-15.4, RR-15.5, RR-15.9, RR-15.10, RR-15.12, RR-7.18, RR-12.22 A patrolman's steps along his line,
    with so many left, until something stops him or is due before the next one.

    `last` and `way` are the last place on the line where he could have ended, and his direction there.
    """

    unit: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        u, left, last, way = self.unit, self.left, self.last, self.way
        seen = sight.in_sight(s, u)
        while left:
            if s.u_at[u] < 0:
                return
            if s.section != STEALTH or put_off(s, u):
                rest(s, u, last, way)
                return
            place, direction = ahead(s, u)
            to = s.layout.lines[s.u_link[u]].squares[place]
            if s.u_at[u] + s.grid.step(s.u_face[u]) != to:
                turn_towards(s, u, to, left, last, way)
                return
            free = not obstacles.is_occupied(s, to, u)
            if opens_door(s, u, to) or (not (free and is_open(s, to)) and not free_steps(s, u, left)):
                rest(s, u, last, way)
                return
            s.u_place[u], s.u_way[u] = place, direction
            walking.move_unit(s, u, to, "RR-15.2")
            placed.tread(s, u, [to])
            left -= 1
            if free:
                last, way = place, direction
            if s.due:
                s.then(PatrolLook(u, seen[0], left, last, way, tuple(bits(seen[1]))))
                return
            now = look_about(s, u, seen, last, way)
            if now is None:
                return
            seen = now
            if s.due:
                go_on(s, u, left, last, way)
                return
        s.now(PatrolEnd(u, last, way))


def is_open(s: Regiment, v: int) -> bool:
    """RR-20.55, RR-26.8, RR-2.14 Whether nothing keeps men off a square: no blast, no fire, no dump."""
    return not (s.things.closed | s.things.shut) >> v & 1


def opens_door(s: Regiment, u: int, to: int) -> bool:
    """RR-15.9, RR-24.5 A patrolman who finds somebody behind a door is alert and shouts, and goes no farther; not for
    Nancy under cover.
    """
    if to not in s.m_at or s.grid.between(s.u_at[u], to) != DOOR:
        return False
    behind = [m for m in range(len(s.m_kind)) if s.on_foot(m) and s.m_at[m] == to and not s.m_swim[m]]
    behind = [m for m in behind if not sight.under_cover(s, m)]
    if not behind:
        return False
    notice.begin(s)
    for m in behind:
        notice.spot(s, m, "RR-15.9", f"{{{s.unit(u)}}} opens the door")
    notice.alert(s, u, "RR-15.9", "somebody is behind the door")
    notice.shout(s, u)
    notice.find_bodies(s)
    return True


@dataclass(frozen=True)
class PatrolLook(Step):
    """RR-15.7, RR-15.8 The look about after a step, where something else was due before it."""

    unit: int
    before: int
    left: int
    last: int
    way: int
    bodies: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        before = self.before, s.grid.union(self.bodies)
        if look_about(s, self.unit, before, self.last, self.way) is not None:
            go_on(s, self.unit, self.left, self.last, self.way)


def look_about(s: Regiment, u: int, before: sight.Sight, last: int, way: int) -> sight.Sight | None:
    """RR-15.7, RR-15.8, RR-7.10 After a step, if the patrolman still lives: sight newly gained of a man or a body stops
    him; then markers. What he has in sight now, or None if he goes no farther.
    """
    if not lives_on(s, u):
        return None
    seen = sight.in_sight(s, u)
    if events.finds(s, u, before, seen):
        halt(s, u, last, way)
        return None
    marks.pause(s, u)
    return seen


def lives_on(s: Regiment, u: int) -> bool:
    """RR-7.10, RR-9.24 Whether a man still lives after his step; markers are used at once if not, and if he does,
    whoever sees a body past him now is alert.
    """
    if s.u_at[u] < 0:
        s.then(*marks.instants(s, u))
        return False
    notice.find_bodies(s)
    return True


def go_on(s: Regiment, u: int, left: int, last: int, way: int) -> None:
    """RR-15.2, RR-15.4 A patrolman takes his next step, or ends if none is left."""
    s.now(Patrol(u, left, last, way) if left else PatrolEnd(u, last, way))


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
        to = s.layout.lines[s.u_link[u]].squares[ahead(s, u)[0]]
        if s.u_at[u] + s.grid.step(s.u_face[u]) != to:
            turn_towards(s, u, to, 0, self.last, self.way)


def turn_towards(s: Regiment, u: int, square: int, left: int, last: int, way: int) -> None:
    """RR-15.4, RR-15.12, RR-9.6 A patrolman turns towards the next square, quarter by quarter."""
    options = notice.turns_to(s, u, square)
    if not options:
        events.face_line(s, u)
        go_on(s, u, left, last, way)
    elif len(options) > 1 and notice.way_matters(s, u, options, sight.in_sight(s, u)):
        goals, ways = tuple([goal for goal, _ in options]), tuple([w for _, w in options])
        s.then(PatrolWay(u, goals, ways, square, left, last, way))
    else:
        s.now(PatrolQuarter(u, *options[0], left, last, way))


@dataclass(frozen=True)
class PatrolWay(notice.WhichWay):
    """RR-9.6 Which way a patrolman turns."""

    square: int
    left: int
    last: int
    way: int

    clause = "RR-9.6"
    owner = SEAT
    tie = True

    def chosen(self, s: Regiment, action: Action) -> None:
        s.now(PatrolQuarter(self.unit, *self.turn(s, action), self.left, self.last, self.way))


@dataclass(frozen=True)
class PatrolQuarter(Step):
    """RR-15.7, RR-7.10, RR-7.18 The next quarter of a patrolman's turn, unless a shot has turned him there already."""

    unit: int
    goal: int
    turn: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        if s.u_face[u] == self.goal:
            go_on(s, u, self.left, self.last, self.way)
            return
        if s.section != STEALTH or put_off(s, u):
            rest(s, u, self.last, self.way)
            return
        before = sight.in_sight(s, u)
        notice.turn_unit(s, u, (s.u_face[u] + self.turn) % 4, "RR-15.4")
        if events.gains(s, u, before):
            halt(s, u, self.last, self.way)
        elif s.u_face[u] == self.goal:
            events.face_line(s, u)
            marks.pause(s, u)
            go_on(s, u, self.left, self.last, self.way)
        else:
            marks.pause(s, u)
            s.now(self)


def halt(s: Regiment, u: int, last: int, way: int) -> None:
    """RR-7.10, RR-15.7 A patrolman has seen something: markers may be used where he is now, then he stops."""
    marks.pause(s, u)
    s.now(Halt(u, last, way))


@dataclass(frozen=True)
class Halt(Step):
    """RR-15.7 A patrolman who has seen something stops, if he still lives."""

    unit: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        rest(s, self.unit, self.last, self.way)


def rest(s: Regiment, u: int, last: int, way: int) -> None:
    """RR-15.10, RR-12.22, RR-7.10 A patrolman stops where he is if the square is free, else on the last free one before
    it, where markers may be used again.
    """
    if s.u_at[u] < 0 or not obstacles.occupied(s, but_unit=u) >> s.u_at[u] & 1:
        return
    s.u_place[u], s.u_way[u] = last, way
    walking.move_unit(s, u, s.layout.lines[s.u_link[u]].squares[last], "RR-15.10")
    if s.section == STEALTH:
        marks.pause(s, u)
