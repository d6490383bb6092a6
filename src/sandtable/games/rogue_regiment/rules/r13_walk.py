"""Chapter 13, how an advancing unit goes: step by step, which way, and where it looks in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.layout import MARCH, PAWS, passable
from sandtable.games.rogue_regiment.ground.rings import Rings
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import ACTIVE, SEAT, Regiment
from sandtable.geometry.sight import FIELD, REACH
from sandtable.kernel.flow import Action, Step, act


@dataclass(frozen=True)
class Walk(Step):
    """RR-13.13, RR-13.29, RR-13.30, RR-7.19, RR-12.22, RR-20.55 One step of the way after another, until something else
    is due; it faces each square before it enters.
    """

    unit: int
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u, goal, left, man, stops = self.unit, self.goal, self.left, self.man, self.stops
        while s.u_at[u] >= 0:
            if chooses_anew(s, u, man):
                s.then(advance.Advance(u, left))
                return
            if s.u_at[u] == goal:
                advance.come_to_rest(s, u, man, left)
                return
            if (s.blasts or s.flames) and position.way_cost(s, u, goal) > left:
                s.then(advance.Advance(u, left))  # a blast has closed its way
                return
            nexts = next_squares(s, u, goal, stops)
            if not nexts:
                advance.come_to_rest(s, u, man, left)
                return
            if len(nexts) > 1 and is_asked_the_way(s, u, nexts, goal, left):
                s.then(Route(u, tuple(nexts), goal, left, man, stops))
                return
            face_next(s, u, nexts[0])
            if s.due:
                s.then(StepTo(u, nexts[0], goal, left, man, stops))
                return
            left = enter(s, u, nexts[0], left)
            if s.due:
                s.then(Walk(u, goal, left, man, stops))
                return


def chooses_anew(s: Regiment, u: int, man: int) -> bool:
    """RR-13.1, RR-13.3, RR-13.16, RR-7.19 Whether a unit on its way chooses its goal anew: a shot has made it, or the
    man it was after has died, and it goes on to another, or stops if nobody else is spotted and it may stand where it
    is.
    """
    if s.u_done[u] & marks.ANEW:
        return True
    if man < 0 or s.m_state[man] == ACTIVE:
        return False
    return bool(s.ours.targets) or not obstacles.occupied(s, but_unit=u) >> s.u_at[u] & 1


def face_next(s: Regiment, u: int, to: int) -> None:
    """RR-13.13, RR-13.30 A unit faces the square beside it that it enters next."""
    if to - s.u_at[u] not in s.grid.ahead[s.u_face[u]]:
        face_square(s, u, to)


def enter(s: Regiment, u: int, to: int, left: int) -> int:
    """RR-13.18, RR-13.19, RR-13.29, RR-20.17 A unit enters the square beside it: traps and mines go off, whoever comes
    into clear sight is spotted, markers may be used. The points that are left.
    """
    left -= s.layout.march(s.u_at[u], to, s.u_kind[u] == data.DOG)
    move_unit(s, u, to, "RR-13.16")
    placed.tread(s, u, [to])
    s.now(Look(u))
    marks.pause(s, u)
    return left


def next_squares(s: Regiment, u: int, goal: int, stops: tuple[int, ...]) -> list[int]:
    """RR-13.12, RR-13.13 The next squares of the shortest ways to the goal, of those that lead past no square where it
    would have stopped if there are such ways.
    """
    ground, at = position.ground_of(s, u), s.u_at[u]
    ways = ground.ways_to(goal)
    found = ways.nexts(at)
    if found is None:
        found = squares_ahead(s, u, ways, ground.closed)
        ways.keep_nexts(at, found)
    if not stops or len(found) == 1:
        return found
    past = ground.closed | s.grid.union([q for q in stops if q != goal])
    clear = ways.past(past)
    return squares_ahead(s, u, clear, past) if position.cost_of(s, u, clear) == position.cost_of(s, u, ways) else found


def squares_ahead(s: Regiment, u: int, ways: Rings, closed: int) -> list[int]:
    """RR-13.13, RR-13.23 The next squares of the shortest of some ways past what is closed."""
    at, barred = s.u_at[u], s.things.shut
    if not s.grid.on[at]:
        front = {v: ways.cost(v) for v in position.starts(s, u) if v != at}
        if front:
            least = min(front.values())
            return [v for v, cost in front.items() if cost == least]
    found = []
    whole = ways.cost(at)
    after = (0, ways.ring(whole - 1) & ~closed, ways.ring(whole - 2) & ~closed)
    for b, price, s1, s2 in s.layout.steps(MARCH if s.u_kind[u] != data.DOG else PAWS)[at]:
        if after[price] >> b & 1 and (not barred or passable(b, s1, s2, barred)):
            found.append(b)
    return found


def is_asked_the_way(s: Regiment, u: int, nexts: Sequence[int], goal: int, left: int) -> bool:
    """RR-13.13 Whether it makes a difference which of equal ways a unit takes, and the Jäger does not move it."""
    return not hunters.hunts(s, u) and (route_matters(s, nexts, left) or ends_askew(s, goal))


def route_matters(s: Regiment, nexts: Sequence[int], left: int) -> bool:
    """Whether equal ways of so many points can differ for anybody: traps, mines, markers, or men not yet spotted whom
    somebody on the way might see.
    """
    if s.traps or s.mines or marks.are_out(s):
        return True
    if s.m_spotted.count(1) == s.m_state.count(ACTIVE):
        return False  # all who are in play are spotted
    far = REACH if s.axis.scopes else FIELD
    for m in range(len(s.m_kind)):
        if s.on_board(m) and not s.m_spotted[m]:
            if any(position.away(s, q, m) <= far + left for q in nexts):
                return True
    return False


def ends_askew(s: Regiment, goal: int) -> bool:
    """RR-9.6 Whether a target lies on a diagonal of the goal: then the last step says which way the unit faces in the
    end.
    """
    xs, ys = s.grid.xs, s.grid.ys
    for m in s.ours.targets:
        for v in sight.man_squares(s, m):
            if abs(xs[v] - xs[goal]) == abs(ys[v] - ys[goal]):
                return True
    return False


@dataclass(frozen=True)
class Route(ties.Tie):
    """RR-13.13 Of equal ways the players choose one, step by step, where they differ."""

    unit: int
    squares: tuple[int, ...]
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    clause = "RR-13.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        word, names = s.unit(self.unit), s.stage.names
        return [("step", word, names[q]) for q in self.squares]

    def chosen(self, s: Regiment, action: Action) -> None:
        to = s.stage.by_name[action[2]]
        face_next(s, self.unit, to)
        s.now(StepTo(self.unit, to, self.goal, self.left, self.man, self.stops))

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} take?"


@dataclass(frozen=True)
class StepTo(Step):
    """RR-13.13, RR-13.29 A unit that faces the next square enters it, unless it chooses its goal anew now, and goes on
    from there.
    """

    unit: int
    square: int
    goal: int
    left: int
    man: int
    stops: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u, left = self.unit, self.left
        if s.u_at[u] >= 0 and not chooses_anew(s, u, self.man):
            left = enter(s, u, self.square, left)
        s.now(Walk(u, self.goal, left, self.man, self.stops))


def regain_line(s: Regiment, u: int) -> None:
    """RR-13.3 A patrolman whose advance ends on a square of his own line is on it there, and walks on from there."""
    squares = s.layout.lines[s.u_link[u]].squares
    if s.u_at[u] in squares:
        s.u_place[u] = squares.index(s.u_at[u])


def move_unit(s: Regiment, u: int, to: int, clause: str) -> None:
    """RR-13.16 A man goes to the next square."""
    start, name, there = s.u_at[u], s.unit(u), s.place(to)
    s.move(u, to)
    s.say(clause, "{} moves to {}", name, there, facts=(("moved", name, s.place(start), there),))
    if s.locks and tokens.locked(s, start, to):
        tokens.unlock(s, start, to, "RR-27.22", "{} unlocks the door on its way", name)
    if s.cats:
        tokens.passes_cat(s, (to,))


@dataclass(frozen=True)
class Look(Step):
    """RR-13.29 An unspotted Operator in the clear sight of an advancing unit is spotted."""

    unit: int

    def do(self, s: Regiment) -> None:
        if s.m_spotted.count(1) == s.m_state.count(ACTIVE):
            return  # all who are in play are
        seen = sight.men_seen(s, self.unit)
        for m, spotted in enumerate(s.m_spotted):
            if seen >> m & 1 and not spotted:
                notice.spot(s, m, "RR-13.29", f"seen by {{{s.unit(self.unit)}}}")


def face(s: Regiment, u: int, m: int) -> None:
    """RR-13.28, RR-13.27 In the end a unit faces a man; of several who lie in different directions the players say
    which.
    """
    if not s.grid.on[s.u_at[u]] or (m >= 0 and s.m_state[m] != ACTIVE):
        return
    men = faced_men(s, u, m)
    squares = [faced_square(s, u, n) for n in men]
    if len({advance.bearing(s, s.u_at[u], v) for v in squares}) > 1:
        s.then(FaceWhom(u, tuple(men)))
    elif squares:
        face_square(s, u, squares[0])


def faced_men(s: Regiment, u: int, m: int) -> list[int]:
    """RR-13.28, RR-13.27, RR-19.25 Whom a unit faces in the end: the man it attacks; else, of the spotted men it
    glimpses, the nearest but him it closes in on, as the rule book's example has it; else him. One that is after
    nobody, a mortar team, faces the closest.
    """
    others = s.ours.targets
    if m < 0:
        return position.by_nearness(s, u, others)[0] if others else []
    if others != [m] and not advance.stays(s, u):
        seen = position.glimpsed(s, s.u_at[u], [n for n in others if n != m])
        if seen and not position.may_attack(s, u, m):
            return position.by_nearness(s, u, seen)[0]
    return [m]


def faced_square(s: Regiment, u: int, m: int) -> int:
    """RR-21.21 The square to which a unit turns that faces a man: his own, or the nearest of his vehicle, in sight if
    one is.
    """
    if s.m_car[m] < 0:
        return s.m_at[m]
    square = position.exposed(s, s.u_at[u], s.m_car[m])[1]
    return square if square >= 0 else position.target_square(s, u, m)


@dataclass(frozen=True)
class FaceWhom(ties.Tie):
    """RR-13.28, RR-19.25 Of men equally near the players say which a unit turns to."""

    unit: int
    men: tuple[int, ...]

    clause = "RR-13.28"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("turn-to", s.unit(self.unit), s.man(m)) for m in self.men]

    def chosen(self, s: Regiment, action: Action) -> None:
        face_square(s, self.unit, faced_square(s, self.unit, s.man_of(action[2])))

    def ask(self, s: Regiment) -> str:
        return f"Equally near: whom does {{{s.unit(self.unit)}}} turn to?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


@dataclass(frozen=True)
class FaceSquare(Step):
    """RR-9.6, RR-13.30 A unit turns to a square, quarter by quarter, each an instant of its own."""

    unit: int
    square: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.u_at[u] < 0:
            return
        options = turns(s, u, self.square)
        if len(options) > 1 and not hunters.hunts(s, u) and notice.way_matters(s, u, options, None):
            s.then(TurnWay(u, tuple(goal for goal, _ in options), tuple(way for _, way in options)))
        elif options:
            s.now(AxisQuarter(u, *options[0]))


def turns(s: Regiment, u: int, square: int) -> list[tuple[int, int]]:
    """RR-9.6 The shortest turns of a unit to a square: where it faces then, and which way round."""
    facing = s.u_face[u]
    return [(goal, way) for goal in notice.facings_to(s, u, square) for way in notice.ways_to(facing, goal)]


def face_square(s: Regiment, u: int, square: int) -> None:
    """RR-9.6, RR-13.30 A unit turns to a square, unless it faces it."""
    if not s.layout.front(s.u_at[u], s.u_face[u]) >> square & 1:
        s.now(FaceSquare(u, square))


@dataclass(frozen=True)
class TurnWay(notice.WhichWay):
    """RR-9.6 Which way an advancing unit turns."""

    clause = "RR-9.6"
    owner = SEAT
    tie = True

    def chosen(self, s: Regiment, action: Action) -> None:
        s.then(AxisQuarter(self.unit, *self.turn(s, action)))


@dataclass(frozen=True)
class AxisQuarter(Step):
    """RR-7.10, RR-13.29, RR-9.6 The quarter turns of an advancing unit, after each of which markers may be used, until
    something else is due; where a noise has turned it since, by what is the shorter way now.
    """

    unit: int
    goal: int
    way: int

    def do(self, s: Regiment) -> None:
        u, way = self.unit, self.way
        while s.u_face[u] != self.goal and s.u_at[u] >= 0 and not s.u_done[u] & marks.ANEW:
            ways = notice.ways_to(s.u_face[u], self.goal)
            way = way if way in ways else ways[0]
            notice.turn_unit(s, u, (s.u_face[u] + way) % 4, "RR-13.30")
            s.now(Look(u))
            marks.pause(s, u)
            if s.due:
                s.then(AxisQuarter(u, self.goal, way))
                return
