"""Chapter 20, items: the med pack, hands on ropes, the cigarette, and the rabbit's foot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BOUND,
    BY_CARD,
    HIS_OWN,
    NOTHING,
    OFF,
    SEAT,
    SUPPORT,
    WAITING,
    Regiment,
    changed,
)
from sandtable.kernel.flow import Action, Choice, Refusal, Step, act


def uses(s: Regiment, m: int, steps: tuple[int, ...]) -> list[Action]:
    """RR-20.36, RR-20.26, RR-6.9, RR-8.8 What a man may use beside his actions: a med pack, his hands on a prisoner's
    ropes, a grenade to throw, alone or with a step to one of `steps`.
    """
    if s.m_swim[m] or s.m_kind[m] >= SUPPORT:
        return []
    name = s.man(m)
    found: list[Action] = [("free", name, s.man(n)) for n in bound_beside(s, m)]
    if s.has(m, data.I_MEDPACK):
        found += [("heal", name, s.man(n)) for n in wounded_beside(s, m)]
    if grenades.held(s, m) and s.m_ap[m] >= 1 and s.m_object[m] == NOTHING:
        found.append(("throw", name))
        if s.m_low[m]:
            found.append(("pop-throw", name))
            return found
        for to in steps:
            place = s.stage.names[to]
            found += (("move-throw", name, place), ("throw-move", name, place))
    return found


def bound_beside(s: Regiment, m: int) -> list[int]:
    """RR-6.9, RR-8.8 The prisoners whose ropes a man can reach."""
    at = s.m_at[m]
    bound = [n for n, state in enumerate(s.m_state) if state == BOUND]
    return [n for n in bound if s.grid.distance(at, s.m_at[n]) == 1 and carry.arm_reaches(s, at, s.m_at[n])]


def wounded_beside(s: Regiment, m: int) -> list[int]:
    """RR-20.36 The wounded Operators on a man's square or next to it, himself included."""
    found = []
    for n in range(len(s.m_kind)):
        if s.on_foot(n) and s.is_operator(n) and s.grid.distance(s.m_at[m], s.m_at[n]) <= 1:
            if s.m_health[n] < setup.full_health(s, s.m_kind[n]):
                found.append(n)
    return found


def asides(s: Regiment) -> list[Action]:
    """RR-14.16, RR-25.2 What may be used at any point of the phase by whoever has it, wherever he is."""
    found = smokes(s) if s.cigarette or s.stage.ks else []
    return found + failure.uses(s) if s.stage.hm else found


def smokes(s: Regiment) -> list[Action]:
    """RR-14.16, RR-28.15 Whoever holds a cigarette, that of the card or his own, may give it away."""
    found: list[Action] = []
    for m in range(len(s.m_kind)):
        if (s.has(m, data.I_CIGARETTE) or s.has(m, data.I_SMOKE)) and s.m_state[m] in (WAITING, ACTIVE):
            found += [act("cigarette", s.man(m), s.unit(u)) for u in range(len(s.u_kind)) if may_smoke(s, u)]
    return found


def may_smoke(s: Regiment, u: int) -> bool:
    """RR-14.16 Whether a unit may be given a cigarette: men on the board who are not alert."""
    if not s.here(u) or s.u_alert[u] or s.u_cig[u]:
        return False
    return not s.vehicle(u) and not dogs.is_dog(s, u)


def heal(s: Regiment, m: int, action: Action) -> None:
    """RR-20.36, RR-10.13 A med pack is used up, which is a free action."""
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


def no_healing(s: Regiment, m: int, action: Action) -> Refusal:
    """RR-20.36 Why a med pack cannot be used on somebody."""
    word = action[2]
    n = man_called(s, word)
    if n < 0:
        return Refusal("RR-20.36", f"{word} is none of yours")
    if not s.has(m, data.I_MEDPACK):
        return Refusal("RR-20.36", f"{{{s.man(m)}}} has no med pack")
    if not s.is_operator(n) or not s.on_foot(n) or s.grid.distance(s.m_at[m], s.m_at[n]) > 1:
        return Refusal("RR-20.36", f"{{{word}}} is no Operator on foot here or on a square beside")
    return Refusal("RR-20.36", f"{{{word}}} is at full health, {setup.full_health(s, s.m_kind[n])}")


def man_called(s: Regiment, word: str) -> int:
    """The number of one of ours, or OFF."""
    return next((n for n in range(len(s.m_kind)) if s.man(n) == word), OFF)


def unbind(s: Regiment, m: int, action: Action) -> None:
    """RR-22.1, RR-10.13 A prisoner is freed, which is a free action."""
    n = s.man_of(action[2])
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    s.become(n, ACTIVE)
    s.m_done = changed(s.m_done, n, 1)
    s.say(
        "RR-22.1",
        "{} frees {}, who acts from the next turn on",
        s.man(m),
        action[2],
        facts=(("unmarked", action[2], "bound"),),
    )
    turn.finish_action(s, m)


def no_unbinding(s: Regiment, m: int, action: Action) -> Refusal:
    """RR-22.1 Why somebody cannot be freed."""
    word = action[2]
    n = man_called(s, word)
    if n < 0:
        return Refusal("RR-22.1", f"{word} is none of yours")
    if s.m_state[n] != BOUND:
        return Refusal("RR-22.1", f"{{{word}}} is not bound")
    return Refusal("RR-22.1", f"{{{s.man(m)}}} must stand beside {{{word}}} with no wall, window or door between")


def light(s: Regiment, _man: int, action: Action) -> None:
    """RR-14.16, RR-14.17, RR-28.15 A cigarette is given away by whoever holds it, whoever acts; no action."""
    u, giver = s.unit_of(action[2]), s.man_of(action[1])
    own = not s.has(giver, data.I_CIGARETTE)  # RR-28.15
    s.give(giver, data.I_SMOKE if own else data.I_CIGARETTE, -1)
    s.hinder(u, HIS_OWN if own else BY_CARD)
    s.say(
        "RR-14.16",
        "{} has a cigarette and sees nothing this turn",
        action[2],
        facts=(("marked", action[2], "cigarette"),),
    )


def no_smoke(s: Regiment, _man: int, action: Action) -> Refusal:
    """RR-14.16, RR-28.15 Why a man, whoever acts, cannot give a cigarette to a unit."""
    name, word = action[1], action[2]
    giver = man_called(s, name)
    if giver < 0 or not (s.has(giver, data.I_CIGARETTE) or s.has(giver, data.I_SMOKE)):
        return Refusal("RR-14.16", f"{{{name}}} has no cigarette")
    u = next((u for u in range(len(s.u_kind)) if s.unit(u) == word and s.here(u)), -1)
    if u < 0 or s.vehicle(u) or s.u_kind[u] == data.DOG:
        return Refusal("RR-14.16", f"{word} is no man of the Axis on the board")
    return Refusal("RR-14.16", f"{{{word}}} is alert, or smokes already")


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


# --- the verbs


class Throwing(acts.ManAction):
    """RR-20.26, RR-6.9, RR-8.8 A man throws a grenade, alone, with a step before or after it, or popping up."""

    def __init__(
        self,
        word: str,
        title: str,
        phrases: dict[int, str],
        states: int,
        *,
        step: int = 0,
        late: int = acts.LATER,
        first: bool = False,
        traits: int = 0,
    ) -> None:
        super().__init__(word, title, phrases, 1, states | acts.SUPPORT, traits=traits, step=step, late=late)
        self.first: bool = first
        """Whether the throw comes before the step."""

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        """RR-20.26 He is asked where to."""
        step = s.stage.by_name[action[self.step]] if self.step else OFF
        s.then(grenades.ThrowAt(m, step, self.first, self.rises))


THROW: Final = Throwing("throw", "Throw a grenade", {1: "{1} throws a grenade"}, acts.CROUCHED)
MOVE_THROW: Final = Throwing(
    "move-throw",
    "Move, then throw",
    {2: "{1} steps to {2} and throws a grenade"},
    0,
    step=2,
    late=acts.ASIDE + 3,
    traits=acts.SELDOM,
)
THROW_MOVE: Final = Throwing(
    "throw-move",
    "Throw, then move",
    {2: "{1} throws a grenade and steps to {2}"},
    0,
    step=2,
    late=acts.ASIDE + 4,
    first=True,
    traits=acts.SELDOM,
)
POP_THROW: Final = Throwing(
    "pop-throw",
    "Pop up and throw",
    {1: "{1} pops up and throws a grenade"},
    acts.CROUCHED,
    traits=acts.RISES,
)
HEAL: Final = acts.ManAction(
    "heal",
    "Use the med pack",
    {2: "{1} uses the med pack on {2}"},
    0,
    acts.CROUCHED | acts.LADEN | acts.SUPPORT,
    heal,
    no_healing,
    nouns=1,
)
CIGARETTE: Final = acts.ManAction(
    "cigarette",
    "cigarette",
    {2: "{1} gives {2} a cigarette"},
    0,
    acts.CROUCHED | acts.LADEN | acts.WET | acts.WAITING | acts.GOING_ON | acts.SUPPORT,
    light,
    no_smoke,
    traits=acts.UNSEEN | acts.SELDOM | acts.WHOEVER,
    nouns=1,
    click=0,  # any enemy wherever it stands: a click on one must not mean that
    disguised=acts.ALLOWED,
)
FREE: Final = acts.ManAction(
    "free",
    "Free",
    {2: "{1} frees {2}"},
    0,
    acts.CROUCHED | acts.LADEN,
    unbind,
    no_unbinding,
    traits=acts.SERVES,
    nouns=1,
    disguised=acts.HANDS,
    unsupported="RR-22.8",
)

ACTS: tuple[acts.ManAction, ...] = (THROW, MOVE_THROW, THROW_MOVE, POP_THROW, HEAL, CIGARETTE, FREE)
