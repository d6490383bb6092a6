"""Chapter 25, the Troop Transport Truck: eight men get out when it is alerted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.state import BATTLE, OFF, SEAT, TROOPER, Regiment
from sandtable.geometry.squares import bits, clockwise, ringed
from sandtable.kernel.flow import Action, Choice, Step, act


def loaded(s: Regiment, u: int) -> bool:
    """RR-25.5 Whether a unit is a troop truck with its men still aboard."""
    return s.u_kind[u] == data.TROOP_TRUCK and not s.u_set[u] and s.alive(u)


def waits(s: Regiment, u: int) -> bool:
    """RR-25.5, RR-25.14 Whether the men of a truck should get out now: it is alert and on the board."""
    return loaded(s, u) and s.u_alert[u] == 1 and s.here(u)


@dataclass(frozen=True)
class Unload(Step):
    """RR-25.5, RR-25.8 An alert truck on the board flips to its empty side and its men get out. After an alarm the
    players first say who is spotted. On its way over somebody it waits until it stands.
    """

    unit: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not waits(s, u) or s.cover(u) & obstacles.occupied(s, but_unit=u):
            return
        there = any(s.is_operator(m) and s.on_board(m) for m in range(len(s.m_kind)))
        if s.section == BATTLE and there and not s.ours.targets:
            s.then(alarm.KeepSpotted(), self)
            return
        s.deploy(u, 1)
        s.say("RR-25.5", "the men of {} get out", s.unit(u), facts=(("flipped", s.unit(u), "empty"),))
        s.then(GetOut(u, data.CARRIES[s.u_kind[u]][1]))


def berths(s: Regiment, u: int) -> list[int]:
    """RR-25.5, RR-25.13, RR-25.14 The free squares of the board beside a truck that are nearest to a spotted Operator;
    if there is none beside it, the next nearest. With nobody spotted all are equal.
    """
    taken = obstacles.occupied(s)
    for ring in steps_out(s, u):
        free = bits(ring & s.grid.board & ~taken)
        if free:
            ours = [v for m in s.ours.targets for v in sight.man_squares(s, m)]
            far = [min([s.grid.distance(v, w) for w in ours], default=0) for v in free]
            return in_turn(s, u, [v for v, squares in zip(free, far, strict=True) if squares == min(far)])
    return []


def steps_out(s: Regiment, u: int, water: int = 0) -> Iterator[int]:
    """RR-2.13, RR-2.15, RR-26.8 The squares that men who get out of a vehicle reach by one step, by two and so on: not
    through a wall, nor into a room on fire, but over these squares of water.
    """
    strides = s.things.ground.strides
    reached = ring = s.cover(u)
    while ring:
        onward = ringed(ring & water, s.grid.stride) & water
        for price in strides.prices:
            onward |= strides.onward(price, ring)
        ring = onward & ~(reached | s.things.closed)
        reached |= ring
        yield ring


def in_turn(s: Regiment, u: int, squares: list[int]) -> list[int]:
    """RR-25.13 Squares in the order in which a tie is settled: the nearest to the truck's front, then clockwise from
    north.
    """
    at, xs, ys = s.u_at[u], s.grid.xs, s.grid.ys
    found = [(s.grid.distance(at, v), clockwise(xs[v] - xs[at], ys[v] - ys[at]), v) for v in squares]
    return [v for _, _, v in sorted(found)]


@dataclass(frozen=True)
class GetOut(Step):
    """RR-25.5, RR-25.13 So many men are still to get out: all on the nearest squares if these are not too many."""

    unit: int
    left: int

    def do(self, s: Regiment) -> None:
        squares = berths(s, self.unit)
        if not squares:
            s.say("RR-25.5", "there is no room for more of them")
        elif len(squares) > self.left:
            s.then(WhereOut(self.unit, self.left, tuple(squares)))
        else:
            for v in squares:
                get_out(s, self.unit, v)
            if self.left > len(squares):
                s.now(GetOut(self.unit, self.left - len(squares)))


def get_out(s: Regiment, u: int, v: int) -> None:
    """RR-25.5, RR-25.6 One of its men stands beside a truck, alert, and looks where it heads."""
    kind = data.CARRIES[s.u_kind[u]][0]
    man = s.enlist(kind, s.next_number(kind), v, s.u_face[u], TROOPER, OFF, OFF)
    s.rouse(man)
    s.say("RR-25.5", "{} is on {}", s.unit(man), s.place(v), facts=(("placed", s.unit(man), s.place(v)),))


@dataclass(frozen=True)
class WhereOut(Choice):
    """RR-25.13 Of equally good squares the players choose those where the men get out, one after the other."""

    unit: int
    left: int
    squares: tuple[int, ...]

    clause = "RR-25.13"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("unload", s.unit(self.unit), s.place(v)) for v in self.squares[: len(self.squares) - self.left + 1]]

    def chosen(self, s: Regiment, action: Action) -> None:
        v = s.stage.by_name[action[2]]
        get_out(s, self.unit, v)
        if self.left > 1:
            s.then(WhereOut(self.unit, self.left - 1, self.squares[self.squares.index(v) + 1 :]))

    def ask(self, s: Regiment) -> str:
        return f"Where does the next man of {{{s.unit(self.unit)}}} get out? {self.left} are left"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)
