"""Chapter 20, grenades: thrown, and drifting where nobody sees."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.state import OFF, SEAT, Regiment, changed
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.telling import plural


def held(s: Regiment, m: int) -> int:
    """RR-20.26, RR-28.14 How many grenades a man has; a stick grenade is one like any other."""
    return s.has(m, data.I_GRENADE) + s.has(m, data.I_STICK)


def throw_squares(s: Regiment, v: int) -> list[int]:
    """RR-20.26 The squares within the range of a grenade, row by row."""
    return bits(s.grid.disc(v, data.W_LONG[data.GRENADE]) & ~s.grid.bit[v])


def further(s: Regiment, m: int) -> int:
    """RR-20.27, RR-5.1, RR-5.3 How many squares at most a man can still go once he has marked a square."""
    left = s.m_ap[m] - 2  # RR-7.5 which is the price of the marker
    return left if left < 2 else sprinting.SPRINT


def mark_squares(s: Regiment, m: int) -> list[int]:
    """RR-20.27, RR-7.6 The squares on which a grenade may be marked, row by row. Like a marked unit they need be within
    its range only when it is thrown: all that are, from where he is or can still get to.
    """
    more = further(s, m)
    found = s.grid.disc(s.m_at[m], data.W_LONG[data.GRENADE] + more)
    return bits(found if more else found & ~s.grid.bit[s.m_at[m]])


@dataclass(frozen=True)
class ThrowAt(Choice):
    """RR-20.26, RR-20.28, RR-11.9, RR-6.9, RR-8.8 A grenade is thrown at a square within 6, alone, with a step before
    or after it, or popping up. Out of sight, or from a crouch, it will scatter: he first takes the facing he likes.
    """

    man: int
    step: int = OFF
    first: bool = False  # the throw comes before the step
    rises: bool = False

    clause = "RR-20.26"
    owner = SEAT
    link = True

    def origin(self, s: Regiment) -> int:
        """From where it is thrown."""
        return s.m_at[self.man] if self.step < 0 or self.first else self.step

    def offer(self, s: Regiment) -> list[Action]:
        place = s.stage.names
        return [("at", place[v]) for v in throw_squares(s, self.origin(s))]

    def chosen(self, s: Regiment, action: Action) -> None:
        v = s.stage.by_name[action[1]]
        if self.blind(s) or not sight.in_our_sight(s, self.man, self.origin(s), v, False):
            s.then(FaceThrow(self.man, v, self.step, self.first, self.rises))
        else:
            throw(s, self, v)

    def blind(self, s: Regiment) -> bool:
        """RR-11.9 Whether it is thrown from a crouch."""
        return bool(s.m_low[self.man]) and not self.rises

    def ask(self, s: Regiment) -> str:
        return f"{{{s.man(self.man)}}} throws a grenade at which square?"


@dataclass(frozen=True)
class FaceThrow(Choice):
    """RR-20.30, RR-4.10 Facing is free, and a grenade that scatters drifts by it: number 6 is straight ahead."""

    man: int
    square: int
    step: int
    first: bool
    rises: bool

    clause = "RR-20.30"
    owner = SEAT
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("face", word) for word in FACINGS]

    def chosen(self, s: Regiment, action: Action) -> None:
        s.m_face = changed(s.m_face, self.man, FACINGS.index(action[1]))
        throw(s, ThrowAt(self.man, self.step, self.first, self.rises), self.square)

    def ask(self, s: Regiment) -> str:
        at, man = s.place(self.square), s.man(self.man)
        return f"The grenade for {{{at}}} will scatter: where does {{{man}}} face? It drifts straight on with a 6"


def throw(s: Regiment, how: ThrowAt, v: int) -> None:
    """RR-20.26, RR-6.9, RR-6.10 The throw is paid for and made; a step that goes with it is taken before it."""
    m, origin, blind = how.man, how.origin(s), how.blind(s)
    notice.begin(s, m)
    s.m_ap[m] -= 1
    s.m_shot = changed(s.m_shot, m, 1)
    if how.rises:
        s.m_low[m] = 0
        s.say("RR-8.8", "{} pops up", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
    if how.step >= 0:
        movement.walk(s, m, (how.step,), False, "RR-6.9")
    else:
        notice.notice(s, m, s.m_at[m], False)
    explode_grenade(s, m, v, blind, origin)
    turn.finish_action(s, m)


def explode_grenade(s: Regiment, m: int, v: int, blind: bool, origin: int) -> None:
    """RR-20.26, RR-20.28, RR-11.9, RR-12.11 A grenade flies; without sight of its square, which for a crouched man
    low cover takes too, it drifts a little.
    """
    stick = not s.has(m, data.I_GRENADE)  # RR-28.14
    s.give(m, data.I_STICK if stick else data.I_GRENADE, -1)
    s.act_from = (origin,)
    s.say("RR-20.26", f"{{}} throws a {'stick ' if stick else ''}grenade at {{}}", s.man(m), s.place(v))
    if blind or not sight.in_our_sight(s, m, origin, v, bool(s.m_low[m])):
        s.then(Scatter(v, s.m_face[m]))
    else:
        s.then(blasts.Explode(v, data.GRENADE))


@dataclass(frozen=True)
class Scatter(Step):
    """RR-20.28, RR-20.29, RR-24.29 Two dice give the direction in which a grenade or a rocket drifts; a rabbit's foot
    may turn one of an Operator's.
    """

    square: int
    facing: int
    weapon: int = data.GRENADE

    def do(self, s: Regiment) -> None:
        s.faces = tuple(s.rolls(2))
        s.say(
            "RR-20.28",
            f"scatter {s.faces[0]} {s.faces[1]}",
            facts=(("rolled", "scatter", *map(str, s.faces)),),
        )
        s.then(*luck(self.weapon), Drift(self.square, self.facing, self.weapon))


def luck(weapon: int) -> tuple[Step, ...]:
    """RR-20.32 The dice of a rocket are no Operator's."""
    return (items.AnyDie(),) if weapon != data.ROCKET else ()


@dataclass(frozen=True)
class Drift(Step):
    """RR-20.29, RR-20.30 A 7 is on target; otherwise a third die says how far it drifts."""

    square: int
    facing: int
    weapon: int

    def do(self, s: Regiment) -> None:
        dx, dy = drift(sum(s.faces), self.facing)
        s.faces = ()
        if (dx, dy) == (0, 0):
            s.say("RR-20.29", "it falls on target")
            s.then(blasts.Explode(self.square, self.weapon))
            return
        s.faces = (s.roll(),)
        s.say("RR-20.29", f"die for the distance: {s.faces[0]}", facts=(("rolled", "scatter", str(s.faces[0])),))
        s.then(*luck(self.weapon), Land(self.square, dx, dy, self.weapon))


@dataclass(frozen=True)
class Land(Step):
    """RR-20.29 One, two or three squares off, for 1-2, 3-4 and 5-6; off the board it has no effect."""

    square: int
    dx: int
    dy: int
    weapon: int

    def do(self, s: Regiment) -> None:
        far = (s.faces[0] + 1) // 2
        s.faces = ()
        x, y = s.grid.xs[self.square] + self.dx * far, s.grid.ys[self.square] + self.dy * far
        if s.grid.inside(x, y):
            s.say("RR-20.29", f"it falls {plural(far, 'square')} off, on {{}}", s.place(s.grid.at(x, y)))
            s.then(blasts.Explode(s.grid.at(x, y), self.weapon))
        else:
            s.say("RR-20.29", "it falls off the board")


def drift(total: int, facing: int) -> tuple[int, int]:
    """RR-19.14, RR-20.30 The direction of a drift by the sum of two dice, number 6 being straight ahead."""
    dx, dy = data.SCATTER[total]
    for _ in range(facing):
        dx, dy = -dy, dx
    return dx, dy
