"""Chapter 15, the Axis Patrol Phase: men walk their lines."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.ground.layout import Line, Stroll
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
    done, lines, links, places, at = s.u_done, s.layout.lines, s.u_link, s.u_place, s.u_at
    found = []
    for u in s.patrolmen(s.token):
        if done[u] or at[u] < 0:
            continue
        line, place = lines[links[u]], places[u]
        if line.squares[place] == at[u] and s.u_face[u] in line.facings[place] and not s.u_cig[u]:
            found.append(u)
    if 1 in map(s.u_alert.__getitem__, found) and position.targets(s):
        return [u for u in found if not s.u_alert[u]]
    return found


def nearest_operators(s: Regiment, ready: list[int]) -> dict[int, int]:
    """RR-15.3 For each of these men the squares to the nearest Operator on the board."""
    places: list[int] = []
    for m, state in enumerate(s.m_state):
        if state == ACTIVE:
            if s.m_car[m] < 0:
                places.append(s.m_at[m])
            else:
                places += sight.man_squares(s, m)
    near = {}
    for u in ready:
        near[u] = min(map(s.grid.far(s.u_at[u]).__getitem__, places), default=99)
    return near


def order_matters(s: Regiment, equals: list[int]) -> bool:
    """Whether men on patrol far from everybody could still meet something, or each other, on their way."""
    if s.traps or s.mines or max(s.corpses, default=OFF) >= 0 or marks.are_out(s):
        return True
    for n, u in enumerate(equals):
        far = s.grid.far(s.u_at[u])
        if any(far[s.u_at[other]] <= 2 * STEPS for other in equals[:n]):
            return True
    return False


@dataclass(frozen=True)
class NextPatrol(Step):
    """RR-15.3, RR-12.16 The patrolman nearest to an Operator moves next; the alarm ends the phase.

    Who else walks, and how far they are from everybody, is found anew when the walk of one has shown him something.
    """

    def do(self, s: Regiment) -> None:
        if s.section != STEALTH:
            return
        ready = walkers(s)
        near = nearest_operators(s, ready) if len(ready) > 1 else {}
        before = known_of_us(s)
        while ready:
            equals = ready
            if len(ready) > 1:
                least = min(near.values())
                equals = [u for u in ready if near[u] == least]
                if len(equals) > 1 and least > 2 * STEPS + 9 and not order_matters(s, equals):
                    equals = equals[:1]  # too far from everybody for the order to matter
            order.first(s, "patrol", tuple(equals))
            if s.due or known_of_us(s) != before:
                s.then(self)
                return
            u = equals[0]
            ready.remove(u)
            near.pop(u, None)


def known_of_us(s: Regiment) -> tuple[int, int, tuple[int, ...]]:
    """What changes when a patrolman on his way finds somebody or something: how many units are alert, how many men are
    spotted, and who smokes.
    """
    return s.u_alert.count(1), s.m_spotted.count(1), s.u_cig


def set_out(s: Regiment, u: int) -> None:
    """RR-15.2 A patrolman begins his four steps in the direction he faces."""
    events.face_line(s, u)
    if s.listen:
        near = nearest_operators(s, [u])[u]
        why = (
            f"{near} squares from an Operator, and none left is nearer" if near < 99 else "no Operator is on the board"
        )
        s.say("RR-15.3", f"{{}} walks its line: {why}", s.unit(u))
    if s.due:
        s.then(Patrol(u, STEPS, s.u_place[u], s.u_way[u]))
    else:
        walk(s, u, STEPS, s.u_place[u], s.u_way[u])


def ahead(s: Regiment, u: int) -> tuple[int, int]:
    """RR-15.12, RR-15.2 The next place on the line and the direction, turning about at an open end."""
    return s.layout.lines[s.u_link[u]].onward[2 * s.u_place[u] + s.u_way[u]]


def free_steps(s: Regiment, u: int, left: int) -> int:
    """RR-15.5, RR-15.10, RR-20.55 How many of the steps left end on a free square: the most that do. He walks into no
    blast.
    """
    line = s.layout.lines[s.u_link[u]]
    taken, barred = obstacles.occupied(s, but_unit=u), obstacles.burning(s) | obstacles.shut(s)
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
    """RR-15.2, RR-7.18, RR-12.22 A patrolman goes on along his line, so many steps.

    `last` and `way` are the last place on the line where he could have ended, and his direction there.
    """

    unit: int
    left: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        if s.u_at[self.unit] >= 0:
            walk(s, self.unit, self.left, self.last, self.way)


def walk(s: Regiment, u: int, left: int, last: int, way: int) -> None:
    """RR-15.2, RR-15.4, RR-15.5, RR-15.7, RR-15.8, RR-15.9, RR-15.10, RR-15.12, RR-7.18, RR-12.22 Step by step along
    the line, with what he sees, until something stops him or somebody may interrupt him.
    """
    if s.section != STEALTH or put_off(s, u):
        rest(s, u, last, way)
        return
    gone = stroll(s, u, left)
    if gone:
        left, last, way = left - gone, s.u_place[u], s.u_way[u]
        if not left:
            end(s, u, last, way)
            return
    line, grid, known = s.layout.lines[s.u_link[u]], s.grid, gone > 0
    men = bodies = 0  # what he sees, once that is known
    onward, squares, ahead_of_him = line.onward, line.squares, grid.steps[s.u_face[u]]
    place, direction = s.u_place[u], s.u_way[u]
    while left:
        at = s.u_at[u]
        place, direction = onward[2 * place + direction]
        to = squares[place]
        if at + ahead_of_him != to:
            turn_towards(s, u, to, left, last, way)
            return
        if to in s.m_at and grid.between(at, to) == DOOR and opens_door(s, u, to):
            rest(s, u, last, way)
            return
        free = not obstacles.is_occupied(s, to, u)
        if (not free or (s.veil_burning | s.veil_shut) & grid.bit[to]) and not free_steps(s, u, left):
            rest(s, u, last, way)
            return
        if not known:
            men, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
        s.u_place[u], s.u_way[u] = place, direction
        walking.move_unit(s, u, to, "RR-15.2")
        left -= 1
        if free:
            last, way = place, direction
        if (s.traps or s.mines) and placed.is_laid(s, to):
            placed.tread(s, u, [to])
            s.then(PatrolLook(u, men, left, last, way, tuple(bits(bodies))))
            return
        notice.find_bodies(s)
        before, lying = men, bodies
        men, bodies, known = sight.men_seen(s, u), sight.corpses_seen(s, u), True
        if men & ~before or bodies & ~lying:
            events.finds(s, u, men & ~before)
            halt(s, u, last, way)
            return
        marks.pause(s, u)
        if s.due:
            s.then(Patrol(u, left, last, way) if left else PatrolEnd(u, last, way))
            return
    end(s, u, last, way)


def stroll(s: Regiment, u: int, left: int) -> int:
    """RR-15.2 A patrolman's steps as long as the next square is free, there is nothing to see from it and nobody could
    interrupt him: how many of those left that were. Without a log all of them are made at once, round corners too;
    else, or if there is something on his way, those straight ahead.
    """
    if marks.instants(s, u) or notice.bodies_in_view(s, u):
        return 0
    worth = sight.worth_a_look(s)
    line, face = s.layout.lines[s.u_link[u]], s.u_face[u]
    taken = s.veil_calm | s.veil_keen | s.veil_cars | s.veil_bars | s.veil_burning | s.veil_shut | s.ours_on
    if s.traps or s.mines:
        taken |= placed.laid(s)
    at, here = s.u_at[u], 2 * s.u_place[u] + s.u_way[u]
    if s.veil_wooded:
        onlookers = sight.onlookers(s)  # from there he may see a vehicle in a wood
        if onlookers & s.grid.bit[at]:
            return 0
        taken |= onlookers
    onward, squares = line.onward, line.squares
    if not s.listen and line.ways[2 * (here & ~1) + face] == here & 1 and squares[here >> 1] == at:
        steps, after, facing, passing, seen = line.strolls.get((here, left)) or along(s, line, here, left, face)
        if not passing & taken and not seen & worth:
            s.u_place[u], s.u_way[u], s.u_face[u] = after >> 1, after & 1, facing
            walking.move_unit(s, u, squares[after >> 1], "RR-15.2")
            return steps
    views, bit, by = s.layout.gaze.still[2], s.grid.bit, s.grid.steps[face]
    passed: list[int] = []
    while len(passed) < left:
        place, direction = onward[here]
        to = at + by
        # what may be seen from a square is -1, everything, while nobody has asked
        if squares[place] != to or taken & bit[to] or views[4 * to + face] & worth:
            break
        at, here = to, 2 * place + direction
        passed.append(at)
    if passed:
        s.u_place[u], s.u_way[u] = here >> 1, here & 1
        for to in passed if s.listen else passed[-1:]:
            walking.move_unit(s, u, to, "RR-15.2")
    return len(passed)


def along(s: Regiment, line: Line, here: int, left: int, face: int) -> Stroll:
    """RR-15.2, RR-15.4, RR-15.12 At most so many steps along a line from where one faces along it, with the quarter
    turns at its corners; he would turn about only with a choice of ways.
    """
    squares, bit, passing, seen, steps = line.squares, s.grid.bit, 0, 0, 0
    after = here
    while True:
        place, direction = line.onward[after]
        at = squares[after >> 1]
        if at + s.grid.steps[face] != squares[place]:
            corners = [f for f in (1, 3) if at + s.grid.steps[(face + f) % 4] == squares[place]]
            if not corners or line.ways[2 * (after & ~1) + (face + corners[0]) % 4] != direction:
                break
            face = (face + corners[0]) % 4
            seen |= s.layout.eyes.rows[2][at]
        if steps == left:
            break
        steps, after = steps + 1, 2 * place + direction
        passing |= bit[squares[place]]
        seen |= s.layout.gaze.may(2, 4 * squares[place] + face)
    found = (steps, after, face, passing, seen)
    line.strolls[here, left] = found
    return found


def opens_door(s: Regiment, u: int, to: int) -> bool:
    """RR-15.9 A patrolman who finds somebody behind a door is alert and shouts, and goes no farther."""
    behind = [m for m in range(len(s.m_kind)) if s.on_foot(m) and s.m_at[m] == to and not s.m_swim[m]]
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
    """RR-15.7, RR-15.8, RR-9.24, RR-7.10 After a step onto a trap or a mine: sight newly gained of a man or a body
    stops the patrolman, and who sees a body past him now is alert at once; then markers.
    """

    unit: int
    before: int
    left: int
    last: int
    way: int
    bodies: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            s.then(*marks.instants(s, u))
            return
        notice.find_bodies(s)
        if events.gains(s, u, self.before, s.grid.union(self.bodies)):
            halt(s, u, self.last, self.way)
        else:
            onward(s, u, self.left, self.last, self.way)


def onward(s: Regiment, u: int, left: int, last: int, way: int) -> None:
    """RR-7.10 Markers may be used, then the patrolman goes on."""
    marks.pause(s, u)
    if s.due:
        s.then(Patrol(u, left, last, way) if left else PatrolEnd(u, last, way))
    elif left:
        walk(s, u, left, last, way)
    else:
        end(s, u, last, way)


@dataclass(frozen=True)
class PatrolEnd(Step):
    """RR-15.4 A patrolman ends facing the next square of his line."""

    unit: int
    last: int
    way: int

    def do(self, s: Regiment) -> None:
        if s.u_at[self.unit] >= 0:
            end(s, self.unit, self.last, self.way)


def end(s: Regiment, u: int, last: int, way: int) -> None:
    """RR-15.4 The same, for one who is still there."""
    if s.section != STEALTH or put_off(s, u):
        return
    to = s.layout.lines[s.u_link[u]].squares[ahead(s, u)[0]]
    if s.u_at[u] + s.grid.step(s.u_face[u]) != to:
        turn_towards(s, u, to, 0, last, way)


def turn_towards(s: Regiment, u: int, square: int, left: int, last: int, way: int) -> None:
    """RR-15.4, RR-15.12, RR-9.6 A patrolman turns towards the next square, quarter by quarter."""
    options = notice.turns_to(s, u, square)
    if not options:
        events.face_line(s, u)
        s.then(Patrol(u, left, last, way) if left else PatrolEnd(u, last, way))
    elif len(options) > 1 and notice.way_matters(s, u, options, (sight.men_seen(s, u), sight.corpses_seen(s, u))):
        goals, ways = tuple([goal for goal, _ in options]), tuple([w for _, w in options])
        s.then(PatrolWay(u, goals, ways, square, left, last, way))
    else:
        turn_on(s, u, *options[0], left, last, way)


@dataclass(frozen=True)
class PatrolWay(notice.WhichWay):
    """RR-9.6 Which way a patrolman turns."""

    square: int
    left: int
    last: int
    way: int

    clause = "RR-9.6"
    owner = SEAT

    def chosen(self, s: Regiment, action: Action) -> None:
        turn_on(s, self.unit, *self.turn(s, action), self.left, self.last, self.way)


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
            s.then(Patrol(u, self.left, self.last, self.way) if self.left else PatrolEnd(u, self.last, self.way))
        else:
            turn_on(s, u, self.goal, self.turn, self.left, self.last, self.way)


def turn_on(s: Regiment, u: int, goal: int, turn_: int, left: int, last: int, way: int) -> None:
    """RR-15.7, RR-7.10 A patrolman's turn, quarter by quarter, until it is done, something stops him or somebody may
    interrupt him.
    """
    blind = not events.may_see(s, u)
    while True:
        if s.section != STEALTH or put_off(s, u):
            rest(s, u, last, way)
            return
        before, bodies = (0, 0) if blind else (sight.men_seen(s, u), sight.corpses_seen(s, u))
        notice.turn_unit(s, u, (s.u_face[u] + turn_) % 4, "RR-15.4")
        if not blind and events.gains(s, u, before, bodies):
            halt(s, u, last, way)
            return
        if s.u_face[u] == goal:
            events.face_line(s, u)
            onward(s, u, left, last, way)
            return
        marks.pause(s, u)
        if s.due:
            s.then(PatrolQuarter(u, goal, turn_, left, last, way))
            return


def halt(s: Regiment, u: int, last: int, way: int) -> None:
    """RR-7.10, RR-15.7 A patrolman has seen something: markers may be used where he is now, then he stops."""
    marks.pause(s, u)
    if s.due:
        s.then(Halt(u, last, way))
    else:
        rest(s, u, last, way)


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
