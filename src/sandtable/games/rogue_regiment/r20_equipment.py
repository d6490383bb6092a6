"""Chapter 20, objects and equipment: explosions, barrels, bombs, grenades, mines, traps, med pack, rabbit's foot,
scuba.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment import data, why
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.layout import SURFACE, SWIM, WALK, passable
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    ATTACKED,
    BOUND,
    NOTHING,
    OFF,
    SEAT,
    SUPPORT,
    TROOPER,
    WAITING,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.tiles import BRIDGE, WATER
from sandtable.kernel.flow import Action, Choice, Refusal, Step, act
from sandtable.kernel.squares import AROUND, DOOR, FACINGS, bits, ringed

DEEPEST = 20  # RR-20.20


# --- items used on their own


def uses(s: Regiment, m: int, steps: list[int]) -> list[Action]:
    """RR-20.36, RR-20.26, RR-6.9, RR-8.8 What a man may use beside his actions: a med pack, his hands on a prisoner's
    ropes, a grenade to throw, alone or with a step to one of `steps`.
    """
    name = s.man(m)
    found: list[Action] = []
    if s.m_swim[m] or s.m_kind[m] >= SUPPORT:
        return found
    for n in range(len(s.m_kind)) if BOUND in s.m_state else ():
        if (
            s.m_state[n] == BOUND
            and s.grid.distance(s.m_at[m], s.m_at[n]) == 1
            and carry.arm_reaches(s, s.m_at[m], s.m_at[n])
        ):
            found.append(act("free", name, s.man(n)))
    if s.has(m, data.I_MEDPACK):
        for n in range(len(s.m_kind)):
            if s.on_foot(n) and s.is_operator(n) and s.grid.distance(s.m_at[m], s.m_at[n]) <= 1:
                if s.m_health[n] < setup.full_health(s, s.m_kind[n]):
                    found.append(act("heal", name, s.man(n)))
    if s.has(m, data.I_GRENADE) and s.m_ap[m] >= 1 and s.m_object[m] == NOTHING:
        found.append(act("throw", name))
        if s.m_low[m]:
            found.append(act("pop-throw", name))
            return found
        for to in steps:
            place = s.stage.names[to]
            found += (("move-throw", name, place), ("throw-move", name, place))
    return found


def smokes(s: Regiment) -> list[Action]:
    """RR-14.16 Whoever holds the cigarette, wherever he is, may give it away at any point of the phase."""
    found: list[Action] = []
    for m in range(len(s.m_kind)) if s.cigarette else ():
        if s.has(m, data.I_CIGARETTE) and s.m_state[m] in (WAITING, ACTIVE):
            for u in range(len(s.u_kind)):
                if s.here(u) and not s.u_alert[u] and not s.vehicle(u) and not s.u_cig[u]:
                    found.append(act("cigarette", s.man(m), s.unit(u)))
    return found


def chosen(s: Regiment, m: int, action: Action) -> None:
    """RR-20.36, RR-14.16, RR-14.17, RR-20.26, RR-10.13 The item is used; med pack and cigarette are gone. A med pack
    and freeing a prisoner are free actions, the cigarette is none.
    """
    match action[0]:
        case "heal":
            n = s.man_of(action[2])
            notice.begin(s, m)
            notice.notice(s, m, s.m_at[m], False)
            s.give(m, data.I_MEDPACK, -1)
            s.m_health = changed(s.m_health, n, setup.full_health(s, s.m_kind[n]))
            s.say(
                "RR-20.36",
                "{} uses the med pack on {}",
                s.man(m),
                action[2],
                facts=(("counted", action[2], str(s.m_health[n])),),
            )
            turn.finish_action(s, m)
        case "free":
            n = s.man_of(action[2])
            notice.begin(s, m)
            notice.notice(s, m, s.m_at[m], False)
            s.m_state[n] = ACTIVE
            s.m_done = changed(s.m_done, n, 1)
            s.say(
                "RR-22.1",
                "{} frees {}, who acts from the next turn on",
                s.man(m),
                action[2],
                facts=(("unmarked", action[2], "bound"),),
            )
            turn.finish_action(s, m)
        case "cigarette":
            u = s.unit_of(action[2])
            s.give(s.man_of(action[1]), data.I_CIGARETTE, -1)
            s.u_cig = changed(s.u_cig, u, 1)
            s.say(
                "RR-14.16",
                "{} has a cigarette and sees nothing this turn",
                action[2],
                facts=(("marked", action[2], "cigarette"),),
            )
        case _:
            step = s.stage.by_name[action[2]] if len(action) == 3 else OFF
            s.then(ThrowAt(m, step, action[0] == "throw-move", action[0] == "pop-throw"))


# --- luck


def lucky(s: Regiment) -> int:
    """RR-20.32 Who has a rabbit's foot, or OFF."""
    for m in range(len(s.m_kind)):
        if s.m_state[m] in (WAITING, ACTIVE) and s.has(m, data.I_RABBIT):
            return m
    return OFF


@dataclass(frozen=True)
class Luck(Step):
    """RR-20.32 After a roll of an Operator's dice a rabbit's foot may set one die to 6, if that could help; a second
    rabbit's foot another.
    """

    man: int
    least: int

    def do(self, s: Regiment) -> None:
        if self.least > 6 or not any(face < self.least for face in s.faces):
            return
        if lucky(s) >= 0 and (self.man < 0 or s.is_operator(self.man)):
            s.then(UseLuck(self.man, self.least))


@dataclass(frozen=True)
class UseLuck(Choice):
    """RR-20.32 Use the rabbit's foot on one die, or keep it."""

    man: int
    least: int

    clause = "RR-20.32"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("rabbit"), act("accept")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("rabbit",):
            turn_die(s, next(n for n, face in enumerate(s.faces) if face < self.least))
            s.then(Luck(self.man, self.least))

    def ask(self, s: Regiment) -> str:
        return f"{' '.join(map(str, s.faces))}: use the rabbit's foot to turn one die to 6?"


@dataclass(frozen=True)
class AnyDie(Step):
    """RR-20.32 Dice that say where a grenade falls may be turned too."""

    def do(self, s: Regiment) -> None:
        if lucky(s) >= 0 and any(face != 6 for face in s.faces):
            s.then(TurnDie())


@dataclass(frozen=True)
class TurnDie(Choice):
    """RR-20.32 Which of the dice the rabbit's foot turns to 6, if any."""

    clause = "RR-20.32"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [*(act("rabbit", str(face)) for face in sorted(set(s.faces) - {6})), act("accept")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action != ("accept",):
            turn_die(s, s.faces.index(int(action[1])))
            s.then(AnyDie())

    def ask(self, s: Regiment) -> str:
        return f"Scatter {' '.join(map(str, s.faces))}: use the rabbit's foot to turn one die to 6?"


def turn_die(s: Regiment, n: int) -> None:
    """RR-20.32 The rabbit's foot is used up, and a die shows 6."""
    m = lucky(s)
    s.give(m, data.I_RABBIT, -1)
    s.faces = changed(s.faces, n, 6)
    s.say("RR-20.32", "the rabbit's foot of {} turns a die to 6", s.man(m))


# --- explosions


@dataclass(frozen=True)
class Explode(Step):
    """RR-20.6, RR-20.7, RR-20.8, RR-20.22, RR-20.31, RR-20.50, RR-20.56 A blast of three by three squares.

    The players' men under it die at once, their vehicles lose a point for each die that succeeds; hits are given to
    Axis units, barrels, dumps and radio sets under it. Bombs and barrels leave the template until the End Phase.
    """

    centre: int
    weapon: int

    def do(self, s: Regiment) -> None:
        under = sight.blast_squares(s, self.centre)
        weapon = self.weapon
        s.faces = tuple(s.rolls(data.W_DICE[weapon]))
        if s.listen:
            s.say(
                "RR-20.56",
                f"the {data.WEAPON_TITLE[weapon]} explodes on {{}}: "
                f"{' '.join(map(str, s.faces))}, needs {data.W_NEEDS[weapon]}",
                s.place(self.centre),
                facts=(("rolled", "blast", *map(str, s.faces)), ("marked", s.place(self.centre), "blast")),
            )
        s.act_loud = (*s.act_loud, ((self.centre,), data.EARSHOT[weapon], 0))
        for m in range(len(s.m_kind)):
            if (s.on_foot(m) or s.m_state[m] == BOUND) and under >> s.m_at[m] & 1:
                s.say("RR-20.8", "{} is under the blast", s.man(m))
                turn.kill(s, m)
        if data.STAYS[weapon]:
            s.blasts = (*s.blasts, self.centre)
            s.changed()
        s.then(Luck(OFF, data.W_NEEDS[weapon]), CountBlast(self.centre, weapon))


@dataclass(frozen=True)
class CountBlast(Step):
    """RR-20.6, RR-20.22 The dice that succeed are hits to be given."""

    centre: int
    weapon: int

    def do(self, s: Regiment) -> None:
        under = sight.blast_squares(s, self.centre)
        s.hits = sum(1 for face in s.faces if face >= data.W_NEEDS[self.weapon])
        s.faces = ()
        for c in range(len(s.c_kind)):
            if any(under >> v & 1 for v in sight.car_squares(s, c)):
                cars.damage(s, c, s.hits)
        s.then(SpendBlast(self.centre, self.weapon))


def under_blast(s: Regiment, centre: int) -> list[str]:
    """RR-20.50 What can take a hit of a blast: Axis units, barrels, radio sets and dumps it touches."""
    under = sight.blast_squares(s, centre)
    found = [s.unit(u) for u in sight.standing_on(s, under)]
    found += [f"barrel-{n + 1}" for n, v in enumerate(s.barrels) if v >= 0 and under >> v & 1]
    found += [f"radio-{n + 1}" for n, (v, health) in enumerate(s.radios) if health and under >> v & 1]
    found += [f"dump-{n + 1}" for n, (v, health) in enumerate(s.dumps) if health and under & sight.dump_squares(s, v)]
    return found


@dataclass(frozen=True)
class SpendBlast(Choice):
    """RR-20.50, RR-20.5 Each hit goes to something under the template; a barrel that is hit explodes next."""

    centre: int
    weapon: int

    clause = "RR-20.50"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        if not s.hits:
            return [act("done")]
        return [act("hit", word) for word in under_blast(s, self.centre)] or [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            s.hits = 0
            return
        s.hits -= 1
        kind, _, number = action[1].rpartition("-")
        if kind == "dump":
            hit_thing(s, "dump", int(number) - 1)
        else:
            attack.damage(s, attack.target_of(s, action[1]))
        s.then(self)

    def ask(self, s: Regiment) -> str:
        return f"{s.hits} hit{'s' if s.hits != 1 else ''} of the blast left: on what?"


def hit_thing(s: Regiment, kind: str, n: int) -> None:
    """RR-20.50, RR-2.14 A supply dump or a radio set loses one health; at none left it is gone."""
    v, health = s.dumps[n] if kind == "dump" else s.radios[n]
    if kind == "dump":
        s.dumps = changed(s.dumps, n, (v, health - 1))
    else:
        s.radios = changed(s.radios, n, (v, health - 1))
    word = f"{kind}-{n + 1}"
    s.say("RR-20.50", f"{{}} has {health - 1} left", word, facts=(("counted", word, str(health - 1)),))
    if health == 1:
        s.changed()
        s.say("RR-20.50", "{} is destroyed", word, facts=(("removed", word),))
        setup.score_thing(s, kind, v)


def hit_barrel(s: Regiment, n: int) -> None:
    """RR-20.5, RR-20.6 A barrel that is hit explodes; those under its blast may follow."""
    v = s.barrels[n]
    if v < 0:
        return
    s.barrels = changed(s.barrels, n, OFF)
    s.changed()
    word = f"barrel-{n + 1}"
    s.say("RR-20.5", "{} goes up", word, facts=(("removed", word),))
    if n in s.pumps:
        setup.score_thing(s, "pump", v)
    kept = s.hits
    s.then(Explode(v, data.BARREL_BLAST), Hits(kept))


@dataclass(frozen=True)
class Hits(Step):
    """RR-20.5 After a chained blast the hits of the first one that were left are given on."""

    left: int

    def do(self, s: Regiment) -> None:
        s.hits = self.left


# --- grenades


def throw_squares(s: Regiment, v: int) -> list[int]:
    """RR-20.26 The squares within the range of a grenade, row by row."""
    return bits(s.grid.disc(v, data.W_LONG[data.GRENADE]) & ~s.grid.bit[v])


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

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return why.no_throw(s, self.man, action, self.origin(s))


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

    def offer(self, s: Regiment) -> list[Action]:
        return [act("face", word) for word in FACINGS]

    def chosen(self, s: Regiment, action: Action) -> None:
        s.m_face = changed(s.m_face, self.man, FACINGS.index(action[1]))
        throw(s, ThrowAt(self.man, self.step, self.first, self.rises), self.square)

    def ask(self, s: Regiment) -> str:
        return f"The grenade will scatter: where does {{{s.man(self.man)}}} face? It drifts straight on with a 6"


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
    s.give(m, data.I_GRENADE, -1)
    s.say("RR-20.26", "{} throws a grenade at {}", s.man(m), s.place(v))
    if blind or not sight.in_our_sight(s, m, origin, v, bool(s.m_low[m])):
        s.then(Scatter(v, s.m_face[m]))
    else:
        s.then(Explode(v, data.GRENADE))


@dataclass(frozen=True)
class Scatter(Step):
    """RR-20.28, RR-20.29 Two dice give the direction in which a grenade drifts; a rabbit's foot may turn one."""

    square: int
    facing: int

    def do(self, s: Regiment) -> None:
        s.faces = tuple(s.rolls(2))
        s.say(
            "RR-20.28",
            f"scatter {s.faces[0]} {s.faces[1]}",
            facts=(("rolled", "scatter", *map(str, s.faces)),),
        )
        s.then(AnyDie(), Drift(self.square, self.facing))


@dataclass(frozen=True)
class Drift(Step):
    """RR-20.29, RR-20.30 A 7 is on target; otherwise a third die says how far it drifts."""

    square: int
    facing: int

    def do(self, s: Regiment) -> None:
        dx, dy = drift(sum(s.faces), self.facing)
        s.faces = ()
        if (dx, dy) == (0, 0):
            s.say("RR-20.29", "it falls on target")
            s.then(Explode(self.square, data.GRENADE))
            return
        s.faces = (s.roll(),)
        s.say("RR-20.29", f"it drifts: {s.faces[0]}", facts=(("rolled", "scatter", str(s.faces[0])),))
        s.then(AnyDie(), Land(self.square, dx, dy))


@dataclass(frozen=True)
class Land(Step):
    """RR-20.29 One, two or three squares off, for 1-2, 3-4 and 5-6; off the board it has no effect."""

    square: int
    dx: int
    dy: int

    def do(self, s: Regiment) -> None:
        far = (s.faces[0] + 1) // 2
        s.faces = ()
        x, y = s.grid.xs[self.square] + self.dx * far, s.grid.ys[self.square] + self.dy * far
        if s.grid.inside(x, y):
            s.say("RR-20.29", f"it falls {far} square{'s' if far > 1 else ''} off, on {{}}", s.place(s.grid.at(x, y)))
            s.then(Explode(s.grid.at(x, y), data.GRENADE))
        else:
            s.say("RR-20.29", "it falls off the board")


def drift(total: int, facing: int) -> tuple[int, int]:
    """RR-19.14, RR-20.30 The direction of a drift by the sum of two dice, number 6 being straight ahead."""
    dx, dy = data.SCATTER[total]
    for _ in range(facing):
        dx, dy = -dy, dx
    return dx, dy


def large_scatter(s: Regiment, v: int, facing: int) -> int:
    """RR-19.13, RR-19.14 Two dice give the drift of a shell, 7 none; a third how many squares. OFF if it leaves the
    board.
    """
    two = s.rolls(2)
    dx, dy = drift(sum(two), facing)
    if (dx, dy) == (0, 0):
        s.say("RR-19.13", f"scatter {two[0]} {two[1]}: on target", facts=(("rolled", "scatter", *map(str, two)),))
        return v
    far = s.roll()
    x, y = s.grid.xs[v] + dx * far, s.grid.ys[v] + dy * far
    s.say(
        "RR-19.13",
        f"scatter {two[0]} {two[1]}, {far}: {far} squares off",
        facts=(("rolled", "scatter", *map(str, two), str(far)),),
    )
    return s.grid.at(x, y) if s.grid.inside(x, y) else OFF


# --- bombs, mines, traps


@dataclass(frozen=True)
class SetBomb(Choice):
    """RR-20.20, RR-20.25 The card of a placed bomb goes 1 to 20 cards deep, at most as deep as the deck is."""

    man: int
    square: int

    clause = "RR-20.20"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("fuse", str(k)) for k in range(1, max(1, min(DEEPEST, len(s.deck))) + 1)]

    def chosen(self, s: Regiment, action: Action) -> None:
        s.bombs = (*s.bombs, (self.square, int(action[1]), self.man))
        s.say("RR-20.20", f"the bomb on {{}} goes off at the {action[1]}. card from now", s.place(self.square))

    def ask(self, s: Regiment) -> str:
        return "How many cards deep does the bomb's card go? It explodes after that many draws"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return why.no_fuse(s)


@dataclass(frozen=True)
class Bombs(Step):
    """RR-20.21, RR-20.24, RR-12.21 Bombs whose card is now on top explode, those of one depth together."""

    def do(self, s: Regiment) -> None:
        due = [v for v, k, _ in s.bombs if k <= 0]
        s.bombs = tuple(bomb for bomb in s.bombs if bomb[1] > 0)
        for v in due:
            s.then(Detonate(v))


@dataclass(frozen=True)
class Detonate(Step):
    """RR-20.21, RR-20.56 One bomb, with all that is heard and seen of it."""

    square: int

    def do(self, s: Regiment) -> None:
        notice.begin(s)
        s.then(Explode(self.square, data.BOMB_BLAST), notice.After(), turn.EndAction())


def is_laid(s: Regiment, v: int) -> bool:
    """RR-20.17, RR-20.31 Whether a trap or a mine lies on a square for whoever comes."""
    return laid(s) & s.grid.bit[v] != 0


def laid(s: Regiment) -> int:
    """RR-20.17, RR-20.31 All such squares, as a set."""
    found = 0
    for v, _, used in s.traps:
        if not used:
            found |= s.grid.bit[v]
    for v, _ in s.mines:
        found |= s.grid.bit[v]
    return found


def tread(s: Regiment, u: int, squares: list[int]) -> None:
    """RR-20.17, RR-20.19, RR-20.31, RR-18.54 A unit comes onto squares: a trap kills a man, a mine goes off under
    anybody.
    """
    if not s.traps and not s.mines:
        return
    for v in squares:
        for n, (at, owner, used) in enumerate(s.traps):
            if at == v and not used and not s.vehicle(u) and s.here(u):
                s.traps = changed(s.traps, n, (at, owner, 1))
                notice.begin(s)
                s.say("RR-20.17", "{} steps into a trap on {}", s.unit(u), s.place(v))
                attack.slay(s, u)
                s.then(notice.After(), turn.EndAction())
        if any(at == v for at, _ in s.mines):
            s.mines = tuple(mine for mine in s.mines if mine[0] != v)
            s.then(Mine(u, v))


@dataclass(frozen=True)
class Mine(Step):
    """RR-20.31, RR-18.54 A mine goes off under a unit, once what was seen of a trap or of another mine is over."""

    unit: int
    square: int

    def do(self, s: Regiment) -> None:
        notice.begin(s)
        s.say("RR-20.31", "{} sets off a landmine on {}", s.unit(self.unit), s.place(self.square))
        s.then(Explode(self.square, data.MINE_BLAST), notice.After(), turn.EndAction())


def break_mortar(s: Regiment, u: int) -> None:
    """RR-19.19 One hit turns a mortar team into one alert SMG Infantry on its square."""
    s.say("RR-19.19", "{} loses its mortar and fights on as SMG Infantry", s.unit(u), facts=(("removed", s.unit(u)),))
    number = 1 + sum(1 for kind in s.u_kind if kind == data.SMG)
    s.u_kind = changed(s.u_kind, u, data.SMG)
    s.u_no = changed(s.u_no, u, number)
    s.u_health = changed(s.u_health, u, data.HEALTH[data.SMG])
    s.u_set = changed(s.u_set, u, 0)
    s.u_role = changed(s.u_role, u, TROOPER)
    s.u_mark[u] |= ATTACKED
    s.changed()
    s.say("RR-19.19", "{} is there", s.unit(u), facts=(("placed", s.unit(u), s.place(s.u_at[u])),))


# --- scuba


def waters(s: Regiment, m: int) -> list[int]:
    """RR-20.37, RR-8.4, RR-20.55, RR-1.24 The water squares one step of a man with scuba gear leads to from land,
    upright or crouched; into a boat with a free seat he gets instead.
    """
    if s.m_swim[m] or not s.has(m, data.I_SCUBA) or not s.layout.water & s.grid.disc(s.m_at[m], 1):
        return []
    return waters_from(s, m, s.m_at[m], s.m_ap[m] - 1)


def waters_from(s: Regiment, m: int, v: int, ap: int) -> list[int]:
    """RR-20.37, RR-1.24 The same from any square on land, with so many points left in the water."""
    if not s.has(m, data.I_SCUBA):
        return []
    mode, found = movement.mode_of(s, m), []
    open_water = s.layout.water & ~(sight.burning(s) | cars.with_seats(s))
    for dx, dy in AROUND:
        to = v + dx + dy * s.grid.stride
        if open_water >> to & 1 and into_water(s, v, to, mode) and may_float(s, m, to, ap):
            found.append(to)
    return found


def afloat(s: Regiment, m: int) -> int:
    """RR-1.3 The squares where a swimmer may not end, under bridges too: those of boats and of other swimmers."""
    found = 0
    for c, kind in enumerate(s.c_kind):
        if kind == data.BOAT:
            found |= sight.car_cover(s, c)
    for n, v in enumerate(s.m_at):
        if n != m and s.m_swim[n] and s.on_foot(n):
            found |= s.grid.bit[v]
    return found


def may_float(s: Regiment, m: int, v: int, ap: int) -> bool:
    """RR-1.24, RR-20.39, RR-1.22 Whether a swimmer's step may end there with that many points left: where nobody is, or
    if he can still swim on to such a square, come ashore or leave the board.
    """
    taken = afloat(s, m)
    reached, edge = {v}, [v]
    for left in range(ap, -1, -1):
        if any(not taken >> at & 1 for at in edge):
            return True
        if left and any(s.stage.exits >> at & 1 or lands(s, m, at, left - 1) for at in edge):
            return True
        edge = [to for at in edge for to in strokes(s, at) if to not in reached]
        reached.update(edge)
    return False


def into_water(s: Regiment, v: int, to: int, mode: int, wet: bool = True) -> bool:
    """RR-20.40, RR-5.10 Into water, or into a boat on it, one may step over a low wall, unless crouched; round a corner
    by way of water only who stays `wet`.
    """
    layout = s.layout
    if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
        return layout.edge_ok(s.grid.between(v, to), mode)
    corner = v + (s.grid.xs[to] - s.grid.xs[v])
    for side in (corner, v + to - corner):
        if layout.enterable(side, WALK) or (wet and layout.kind[side] == WATER):
            edges = (s.grid.between(v, side), s.grid.between(side, to))
            if all(layout.edge_ok(edge, mode) for edge in edges) and DOOR not in edges:
                return True
    return False


def wading(s: Regiment, m: int, verb: str) -> list[Action]:
    """RR-20.37, RR-20.52 Moves and sprints into water; a sprint that enters water ends there."""
    if s.m_object[m] != NOTHING:
        return []
    if verb == "sprint":
        return wet_sprints(s, m)
    return [act(verb, s.man(m), s.place(to)) for to in waters(s, m)]


def strokes(s: Regiment, v: int) -> list[int]:
    """RR-20.38, RR-20.41, RR-20.55 The squares one stroke leads to: water, or under a bridge, but into no blast."""
    burning = sight.burning(s)
    return [to for to, _, _, _ in s.layout.steps(SWIM)[v] if not burning >> to & 1]


def swim_steps(s: Regiment, m: int) -> list[int]:
    """RR-20.38, RR-20.41 The squares a swimmer's move leads to: water, under a bridge, or out onto land."""
    found = strokes(s, s.m_at[m])
    return found + [to for to in ashore(s, s.m_at[m]) if to not in found]


def free_strokes(s: Regiment, m: int) -> list[int]:
    """RR-6.9, RR-1.3, RR-1.24, RR-20.39 The squares in the water on which a swimmer's step may end; onto land he gets
    by a move or a sprint alone.
    """
    return [to for to in strokes(s, s.m_at[m]) if may_float(s, m, to, s.m_ap[m] - 1)]


def lands(s: Regiment, m: int, v: int, ap: int) -> list[int]:
    """RR-20.39, RR-1.24 The squares onto which a swimmer may get out of the water, with so many points left there."""
    taken = sight.occupied(s, but_man=m)
    return [to for to in ashore(s, v) if movement.may_end(s, m, to, ap, taken)]


def ashore(s: Regiment, v: int) -> list[int]:
    """RR-20.39, RR-20.40 The squares onto which one gets out of the water, jetties among them."""
    barred, burning = sight.shut(s), sight.burning(s)
    steps = s.layout.steps(SURFACE)[v]
    return [to for to, _, s1, s2 in steps if passable(to, s1, s2, barred) and not burning >> to & 1]


def swimming(s: Regiment, m: int) -> list[Action]:
    """RR-20.38, RR-20.39, RR-20.43, RR-20.52, RR-1.22 A swimmer's moves, off the board too, and the sprint out of the
    water onto land. Under a bridge or jetty he swims, onto it he moves.
    """
    found: list[Action] = []
    name = s.man(m)
    if s.m_ap[m] >= 1:
        land = lands(s, m, s.m_at[m], s.m_ap[m] - 1)
        dry = [to for to in land if s.layout.kind[to] != BRIDGE]
        found += [act("swim", name, s.place(to)) for to in [*free_strokes(s, m), *dry]]
        found += [act("move", name, s.place(to)) for to in land if s.layout.kind[to] == BRIDGE]
        if s.stage.exits >> s.m_at[m] & 1:
            found.append(act("leave", name))
    if s.m_ap[m] >= 2:
        found += wet_sprints(s, m)
    return found


def wet_sprints(s: Regiment, m: int) -> list[Action]:
    """RR-20.52, RR-20.43, RR-1.24 Sprints into the water or out of it by where they end; a second way that differs in
    who sees or hears is named by the squares between.
    """
    found: list[Action] = []
    ends: set[int] = set()
    taken, ap = sight.occupied(s, but_man=m), s.m_ap[m] - 2
    for way in wet_ways(s, m):
        to = way[-1]
        if may_float(s, m, to, ap) if s.layout.water >> to & 1 else movement.may_end(s, m, to, ap, taken):
            found.append(act("sprint", s.man(m), *map(s.place, (to, *way[:-1]) if to in ends else (to,))))
            ends.add(to)
    return found


def wet_ways(s: Regiment, m: int) -> list[tuple[int, ...]]:
    """RR-20.52, RR-20.37, RR-20.43, RR-9.21, RR-9.5 The ways of sprints that enter water with their last step, or leave
    it with their first: to each square a shortest one, and one for each other set of who sees and hears it.
    """
    if not s.has(m, data.I_SCUBA) or s.m_low[m] or not s.layout.water & s.grid.disc(s.m_at[m], movement.SPRINT):
        return []
    seats, watched = cars.with_seats(s), run_watched(s, m)
    open_water = 0 if s.m_swim[m] else s.layout.water & ~(sight.burning(s) | seats)
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    reached: dict[tuple[int, int], tuple[int, ...]] = {}
    layer: list[tuple[int, int, tuple[int, ...]]] = [(s.m_at[m], 0, ())]
    for _ in range(movement.SPRINT):
        after: list[tuple[int, int, tuple[int, ...]]] = []
        for at, before, way in layer:
            out = s.m_swim[m] and not way
            for to in ashore(s, at) if out else movement.next_steps(s, m, at, True):
                if seats >> to & 1 and not out:
                    continue  # RR-21.15 he would board
                mark = before
                for n, there in enumerate(watched):
                    mark |= (there >> to & 1) << n
                if (to, mark) not in reached:
                    reached[to, mark] = (*way, to)
                    after.append((to, mark, (*way, to)))
            for dx, dy in AROUND if open_water else ():
                to = at + dx + dy * s.grid.stride
                if open_water >> to & 1 and (to, before) not in found and into_water(s, at, to, WALK):
                    found[to, before] = (*way, to)
        layer = after
    return [*(reached if s.m_swim[m] else found).values()]


def run_watched(s: Regiment, m: int) -> list[int]:
    """RR-9.21, RR-9.5 The different sets of squares on land near a man on which somebody would see him or hear him run
    who does not notice him where he starts.
    """
    start, land = s.m_at[m], s.grid.disc(s.m_at[m], movement.SPRINT) & ~s.layout.water
    there, lying = s.m_state[m] == ACTIVE, sight.lying_on(s, m)
    loud = there and s.stage.switches.sprint_noise_from_start
    found: set[int] = set()
    for u in sight.standing_on(s, s.grid.disc(start, notice.FARTHEST + movement.SPRINT)):
        if not (there and sight.has_sight(s, u) and sight.sees_man(s, u, m, start)):
            found.add(sight.seen_on(s, u, land, lying))
        if not (loud and notice.range_to(s, u, start) <= 1):
            found.add(land & ringed(s.cover(u), s.grid.stride))
    return sorted(found - {0})


def swim_step(s: Regiment, m: int, to: int, sprinting: bool = False, out: bool = False) -> None:
    """RR-20.37, RR-20.39, RR-20.41, RR-20.42, RR-9.5 One square into, through or out of the water; a bridge is swum
    under unless he gets out there.
    """
    start = s.m_at[m]
    if s.m_state[m] == WAITING:
        movement.enter(s, m)
    else:
        notice.notice(s, m, start, sprinting and s.stage.switches.sprint_noise_from_start)
    s.m_at[m] = to
    was = s.m_swim[m] and not out
    swims = 1 if s.layout.kind[to] == WATER or (was and s.layout.kind[to] == BRIDGE) else 0
    if swims != s.m_swim[m]:
        s.m_swim = changed(s.m_swim, m, swims)
    if s.m_low[m]:
        s.m_low[m] = 0
        s.say("RR-20.37", "{} is no longer crouched", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
    notice.notice(s, m, to, sprinting)
    verb = "swims" if s.m_swim[m] else "comes out of the water"
    s.say(
        "RR-20.38",
        f"{{}} {verb} to {{}}",
        s.man(m),
        s.place(to),
        facts=(("moved", s.man(m), s.place(start), s.place(to)),),
    )


def swim_to(s: Regiment, m: int, action: Action) -> None:
    """RR-20.38, RR-20.52 A move in, into or out of the water, or a sprint into it or out of it."""
    to = s.stage.by_name[action[2]]
    if action[0] != "sprint":
        s.m_ap[m] -= 1
        swim_step(s, m, to, out=action[0] == "move")
        return
    way = (*[s.stage.by_name[word] for word in action[3:]], to)
    if len(way) == 1:
        way = next(first for first in wet_ways(s, m) if first[-1] == to)
    s.m_ap[m] -= 2
    if s.m_swim[m]:
        swim_step(s, m, way[0], True, True)
        movement.walk(s, m, way[1:], True, "RR-20.52")
    else:
        movement.walk(s, m, way[:-1], True, "RR-20.52")
        swim_step(s, m, to, True)
