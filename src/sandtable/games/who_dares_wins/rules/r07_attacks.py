"""Chapter 7, attacks: initiative, declaring, dice and re-rolls, damage."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import ties
from sandtable.games.who_dares_wins.state import DEFEATED, PATROL, PATROLS, Desert, DesertChoice, DesertStep
from sandtable.kernel.flow import Action, Refusal, act

TARGET = -2
"""What a unit attacks, where it is the target rather than an Axis counter."""
HQ_HIT_UP_TO = 3
STACKED_DRM = -1
FORT_DRM = -1
RECON_OK_PRICE = "1 Recon OK"
"""WDW-732.3 a hit on a stack strikes the HQ on 1-3; WDW-732.1 and WDW-732.8 the DRM of a stacked unit and of a fort."""


# --- Recon OK --------------------------------------------------------------------------------------------------------


def spenders(s: Desert) -> list[int]:
    """WDW-732.6 Patrols with units in the combat that hold a Recon OK."""
    present = {s.patrol[unit] for unit in lineup.fighters(s)}
    return [patrol for patrol in sorted(present) if s.recon_held(patrol)]


@dataclass(frozen=True)
class Initiative(DesertChoice):
    """WDW-731.1, WDW-731.3 In the first combat turn a held Recon OK may be spent for the initiative: LRDG attacks take
    effect before the Axis replies. Where there is nobody to reply it is not asked for."""

    clause = "WDW-731.1"

    def offer(self, s: Desert) -> list[Action]:
        patrols = spenders(s) if s.c_line or s.c_protectors else []
        return [*(act("initiative", PATROLS[p]) for p in patrols), act("together")]

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("initiative", patrol):
                s.c_initiative = 1
                s.then(terms.Spend(PATROL[patrol], "for the initiative"))

    def ask(self, s: Desert) -> str:
        return (
            "Spend a Recon OK for the initiative: Axis units that you hit do not reply? "
            "Otherwise both sides attack together"
        )

    def price(self, s: Desert, action: Action) -> str:
        return RECON_OK_PRICE if action[0] == "initiative" else ""

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-731.1", "the initiative costs a Recon OK of a patrol that has units in the combat")


# --- LRDG attacks ----------------------------------------------------------------------------------------------------


def in_line_order(s: Desert) -> list[lineup.Stack]:
    """Stacks in the order of their attacks: the one facing the target, the line, those without opponent."""
    rows = [
        (row if row != lineup.NOBODY else len(lineup.ROWS), stack)
        for stack, row in zip(s.c_stacks, s.c_rows, strict=True)
    ]
    return [stack for _, stack in sorted(rows)]


def axis_in_line(s: Desert) -> list[int]:
    """Axis counters in the order of their attacks: protectors, the line, those without opponent."""
    return [c for c in (*s.c_protectors, *s.c_line) if s.axis_zone[c] == s.c_zone]


def attack_value(s: Desert, unit: int) -> int:
    """WDW-31.1, WDW-732.4, WDW-732.5 The AV of the unit's side; with nobody opposite one less, at least 1."""
    value = s.av(unit)
    return max(1, value - 1) if lineup.row_of(s, unit) == lineup.NOBODY else value


def attack_drm(s: Desert, unit: int, aim: int) -> int:
    """WDW-732.1, WDW-83.2 DRM -1 for the combat unit stacked with an HQ, and what the scenario gives on the target."""
    stacked = any(len(stack) == 2 and stack[0] == unit for stack in s.c_stacks)
    return (STACKED_DRM if stacked else 0) + (s.scenario.target_drm if aim == TARGET else 0)


def reasons(s: Desert, unit: int, aim: int) -> str:
    """WDW-732.1, WDW-732.4, WDW-83.2 What changes the AV or the die, and why; empty where nothing does."""
    found = []
    if s.av(unit) != attack_value(s, unit):
        found.append("AV -1 with nobody opposite")
    if attack_drm(s, unit, lineup.NOBODY):
        found.append(f"die {STACKED_DRM} beside an HQ")
    if aim == TARGET and s.scenario.target_drm:
        found.append(f"die {s.scenario.target_drm:+d} on the target")
    return ", ".join(found)


def aims_open_to(s: Desert, unit: int) -> list[int]:
    """WDW-72.3, WDW-732.7, WDW-732.4 What a unit in contact may attack: the Axis unit opposite; facing the target, the
    target or one of its protectors; with nobody opposite, anything."""
    row = lineup.row_of(s, unit)
    if row > lineup.TARGET_ROW:
        return [s.c_line[row - 1]]
    target = [TARGET] if lineup.target_stands(s) else []
    if row == lineup.TARGET_ROW:
        return [*target, *s.c_protectors]
    return [*axis_in_line(s), *target]


def aim_word(aim: int) -> str:
    """The word of what is attacked."""
    return "target" if aim == TARGET else axis.UNITS[aim]


@dataclass(frozen=True)
class DeclareAttacks(DesertStep):
    """WDW-733.8 All attacks are declared before the first die; the combat unit of a stack before its HQ."""

    def do(self, s: Desert) -> None:
        s.c_aims = ()
        attackers = [unit for stack in in_line_order(s) for unit in stack]
        s.then(*(Declare(unit) for unit in attackers), TargetAttacked(), *(LrdgAttack(unit) for unit in attackers))


@dataclass(frozen=True)
class Declare(DesertChoice):
    """WDW-732.7, WDW-732.4, WDW-732.2 The unit that faces the target attacks it or a protector, an HQ in its stack on
    its own; one with nobody opposite may attack anything, or hold."""

    unit: int
    clause = "WDW-732.7"

    def offer(self, s: Desert) -> list[Action]:
        word = lrdg.UNITS[self.unit]
        options = [act("attack", word, aim_word(aim)) for aim in aims_open_to(s, self.unit)]
        if lineup.row_of(s, self.unit) == lineup.NOBODY:
            options.append(act("hold", word))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("attack", _, "target"):
                s.c_aims = (*s.c_aims, (self.unit, TARGET))
            case ("attack", _, counter):
                s.c_aims = (*s.c_aims, (self.unit, axis.UNIT[counter]))

    def price(self, s: Desert, action: Action) -> str:
        if action[0] == "hold":
            return ""
        aim = TARGET if action[2] == "target" else axis.UNIT[action[2]]
        hits = f"hits on {min(6, attack_value(s, self.unit) - attack_drm(s, self.unit, aim))} or less"
        return f"{hits}, Alarm 4" if aim == TARGET and s.alarm < tables.HIGHEST_ALARM else hits

    def ask(self, s: Desert) -> str:
        value = attack_value(s, self.unit)
        on_axis = min(6, value - attack_drm(s, self.unit, lineup.NOBODY))
        text = f"What does {{{lrdg.UNITS[self.unit]}}} attack? It hits on {on_axis} or less"
        on_target = min(6, value - attack_drm(s, self.unit, TARGET))
        if on_target != on_axis:
            text += f", the target on {on_target} or less"
        if lineup.target_stands(s) and s.alarm < tables.HIGHEST_ALARM:
            text += f"; an attack on the target sets the Alarm to {tables.HIGHEST_ALARM}"
        return text

    def about(self, s: Desert) -> tuple[str, ...]:
        return (lrdg.UNITS[self.unit],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("attack", word, _) if word == lrdg.UNITS[self.unit]:
                if lineup.row_of(s, self.unit) == lineup.TARGET_ROW:
                    return Refusal("WDW-732.7", "a unit that faces the target attacks it or one of its protectors")
                return Refusal("WDW-72.3", "that is not in the combat")
            case ("hold", _):
                return Refusal("WDW-72.4", "a unit with an opponent attacks it")
        return Refusal("WDW-733.8", f"attacks are declared in line order; {{{lrdg.UNITS[self.unit]}}} is next")


@dataclass(frozen=True)
class TargetAttacked(DesertStep):
    """WDW-72.10 The Alarm moves to 4 as soon as a target is attacked; the force in the combat raised it."""

    def do(self, s: Desert) -> None:
        if any(aim == TARGET for _, aim in s.c_aims):
            s.raisers = tuple(lineup.fighters(s))
            if s.alarm < tables.HIGHEST_ALARM:
                terms.set_alarm(s, s.raisers, tables.HIGHEST_ALARM, "WDW-72.10")


@dataclass(frozen=True)
class LrdgAttack(DesertStep):
    """WDW-733.3, WDW-732.2 One die for each LRDG unit in contact, an HQ in a stack included."""

    unit: int

    def do(self, s: Desert) -> None:
        if any(unit == self.unit for unit, _ in s.c_aims):
            s.then(LrdgResult(self.unit, s.roll(), False))


def aim_of(s: Desert, unit: int) -> int:
    """What a unit declared to attack."""
    return next(aim for attacker, aim in s.c_aims if attacker == unit)


def is_gone(s: Desert, aim: int) -> bool:
    """WDW-733.8 Whether a hit would be lost: the target is destroyed, or the Axis unit is hit already."""
    if aim == TARGET:
        return not lineup.target_stands(s)
    return s.axis_zone[aim] != s.c_zone or aim in s.c_hits


def lrdg_hits(s: Desert, unit: int, die: int) -> bool:
    """WDW-733.3 A unit hits when die + DRM is not above its AV."""
    return die + attack_drm(s, unit, aim_of(s, unit)) <= attack_value(s, unit)


@dataclass(frozen=True)
class LrdgResult(DesertStep):
    """WDW-733.3, WDW-733.5, WDW-733.8, WDW-72.8 A hit defeats the Axis unit or lowers the target's value by one."""

    unit: int
    die: int
    rerolled: bool

    def do(self, s: Desert) -> None:
        aim = aim_of(s, self.unit)
        hits = lrdg_hits(s, self.unit, self.die)
        tell_attack(s, lrdg.UNITS[self.unit], aim_word(aim), self.die, attack_drm(s, self.unit, aim),
                    attack_value(s, self.unit), hits, reasons(s, self.unit, aim))  # fmt: skip
        if hits:
            strike(s, aim)
        elif not self.rerolled and not is_gone(s, aim) and spenders(s):
            s.then(RerollLrdg(self.unit, self.die))


def tell_attack(s: Desert, who: str, whom: str, die: int, drm: int, value: int, hits: bool, why: str = "") -> None:
    """The log line of an attack: die, DRM, attack value, what they are made of and what came of it."""
    parts, result = f" ({why})" if why else "", "hit" if hits else "no effect"
    sum_of_it = f"{die}{drm:+d} = {die + drm}" if drm else str(die)
    whom = "the target" if whom == "target" else f"{{{whom}}}"
    s.say(
        "WDW-733.3", f"{{}} attacks {whom}: die {sum_of_it} against AV {value}{parts}, {result}", who,
        facts=(("rolled", who, str(die)),),
    )  # fmt: skip


def strike(s: Desert, aim: int) -> None:
    """WDW-733.5, WDW-72.8, WDW-32.2, WDW-733.8, WDW-731.1, WDW-731.2 Damage to the Axis: a target loses one of the hits
    that it can take; an Axis unit goes at once with the initiative, otherwise at the end of the combat turn; what is
    gone already cannot be hit again."""
    if is_gone(s, aim) and aim == TARGET:
        s.say("WDW-733.8", "The hit is lost: the target is destroyed already")
    elif is_gone(s, aim):
        s.say("WDW-733.8", "The hit is lost: {} is hit already", axis.UNITS[aim])
    elif aim == TARGET:
        s.target[s.c_zone] -= 1
        left = s.target[s.c_zone]
        zone = land.ZONES[s.c_zone]
        what = f"lowered to {left}" if left else "destroyed"
        s.say("WDW-72.8", f"The target at {{}} is {what}", zone, facts=(("counted", f"target-{zone}", str(left)),))
    elif s.c_initiative:
        defeat(s, aim)
    else:
        s.c_hits = (*s.c_hits, aim)


def defeat(s: Desert, counter: int) -> None:
    """WDW-733.5, WDW-332.2, WDW-733.12 A defeated Axis unit is set aside, scores at the end and never returns to the
    pool in this mission."""
    s.axis_zone[counter] = DEFEATED
    s.guards &= ~(1 << counter)
    word = axis.UNITS[counter]
    s.say("WDW-733.5", "{} is defeated", word, facts=(("removed", word),))


def clear_hits(s: Desert) -> None:
    """WDW-731.2 Axis units that were hit leave at the end of the combat turn."""
    hits, s.c_hits = s.c_hits, ()
    for counter in hits:
        defeat(s, counter)


# --- re-rolls --------------------------------------------------------------------------------------------------------


class Reroll(DesertChoice):
    """A die that a Recon OK may roll again; asked only where the second roll could be the better one."""

    clause = "WDW-732.6"

    def offer(self, s: Desert) -> list[Action]:
        return [*(act("reroll", PATROLS[p]) for p in spenders(s)), act("accept")]

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("reroll", patrol):
                s.then(terms.Spend(PATROL[patrol], "to roll the die again"), self.again())
            case _:
                self.stands(s)

    def again(self) -> DesertStep:
        """The die is rolled again."""
        raise NotImplementedError(type(self).__name__)

    def stands(self, s: Desert) -> None:
        """What follows from the die as it was rolled."""

    def price(self, s: Desert, action: Action) -> str:
        return RECON_OK_PRICE if action[0] == "reroll" else ""

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-732.6", "a re-roll costs a Recon OK of a patrol that has units in the combat")


@dataclass(frozen=True)
class RerollLrdg(Reroll):
    """WDW-732.6 A held Recon OK re-rolls a die of an LRDG attack, once."""

    unit: int
    die: int

    def again(self) -> DesertStep:
        return RollLrdg(self.unit)

    def ask(self, s: Desert) -> str:
        need = attack_value(s, self.unit) - attack_drm(s, self.unit, aim_of(s, self.unit))
        return f"{{{lrdg.UNITS[self.unit]}}} rolled {self.die} and misses; spend a Recon OK to try for {need} or less?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (lrdg.UNITS[self.unit],)


@dataclass(frozen=True)
class RollLrdg(DesertStep):
    """WDW-732.6 The die of an LRDG attack is rolled again."""

    unit: int

    def do(self, s: Desert) -> None:
        s.then(LrdgResult(self.unit, s.roll(), True))


def may_reroll_axis(s: Desert) -> bool:
    """WDW-732.6 Whether a Recon OK may re-roll dice of the Axis as well (option recon_reroll)."""
    return s.options["recon_reroll"] == "any" and bool(spenders(s))


# --- Axis attacks ----------------------------------------------------------------------------------------------------


def axis_value(s: Desert, counter: int) -> int:
    """WDW-732.4, WDW-732.5 The AV of an Axis unit; with nobody opposite one less, at least 1."""
    value = axis.AV[s.axis_type[counter]]
    return value if lineup.opposite(s, counter) else max(1, value - 1)


def axis_drm(s: Desert, counter: int) -> int:
    """WDW-732.8, WDW-82.2 DRM -1 for every Axis unit in a fort zone, but for a nation that the scenario leaves out."""
    if not s.board.fort_drm[s.c_zone] or axis.NATION[s.axis_type[counter]] == s.scenario.no_fort_for:
        return 0
    return FORT_DRM


@dataclass(frozen=True)
class AxisReply(DesertStep):
    """WDW-731.2, WDW-733.8, WDW-732.10 Every Axis unit attacks once, all attacks fixed before the first Axis die.

    A force that pulls back is attacked only by units with a stack opposite (option pullback_attackers).
    """

    parting: bool = False

    def do(self, s: Desert) -> None:
        s.c_axis_aims = ()
        s.c_rerolled = ()
        attackers = axis_in_line(s)
        if self.parting and s.options["pullback_attackers"] == "opposite":
            attackers = [c for c in attackers if lineup.opposite(s, c)]
        if s.c_stacks:
            s.then(*(AxisAim(c) for c in attackers), *(AxisAttack(c) for c in attackers))


def stacks_open_to(s: Desert, counter: int) -> list[lineup.Stack]:
    """WDW-72.3, WDW-733.7, WDW-732.4 The stack opposite; with nobody opposite the strongest stack in contact, or any
    (option loose_axis_target). Units in reserve are never attacked."""
    facing = lineup.opposite(s, counter)
    if facing:
        return [facing]
    if s.options["loose_axis_target"] == "player":
        return list(s.c_stacks)
    best = max(lineup.strength(s, stack) for stack in s.c_stacks)
    return [stack for stack in s.c_stacks if lineup.strength(s, stack) == best]


@dataclass(frozen=True)
class AxisAim(DesertStep):
    """WDW-732.4 An Axis unit with nobody opposite attacks another stack in contact at AV -1."""

    counter: int

    def do(self, s: Desert) -> None:
        open_to = stacks_open_to(s, self.counter)
        if len(open_to) == 1:
            take_aim(s, self.counter, open_to[0][0])
        elif lineup.is_tied_at_random(s) and s.options["loose_axis_target"] == "strongest":
            take_aim(s, self.counter, s.draw([stack[0] for stack in open_to], lrdg.UNITS))
        else:
            s.then(ChooseAim(self.counter))


def take_aim(s: Desert, counter: int, leader: int) -> None:
    """Fix the attack of an Axis unit."""
    s.c_axis_aims = (*s.c_axis_aims, (counter, leader))
    if not lineup.opposite(s, counter):
        equal = [stack[0] for stack in stacks_open_to(s, counter)]
        out_of = f" (of {terms.listed(equal)})" if len(equal) > 1 else ""
        s.say(
            "WDW-732.4", f"{{}} has nobody opposite and turns on {{}} at AV {axis_value(s, counter)}{out_of}",
            axis.UNITS[counter], lrdg.UNITS[leader],
        )  # fmt: skip


@dataclass(frozen=True)
class ChooseAim(ties.Tie):
    """WDW-732.4 Between stacks of equal strength the player says which one is attacked."""

    counter: int
    clause = "WDW-732.4"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        word = axis.UNITS[self.counter]
        return [act("aim", word, lrdg.UNITS[stack[0]]) for stack in stacks_open_to(s, self.counter)]

    def chosen(self, s: Desert, action: Action) -> None:
        take_aim(s, self.counter, lrdg.UNIT[action[2]])

    def ask(self, s: Desert) -> str:
        need = min(6, axis_value(s, self.counter) - axis_drm(s, self.counter))
        word = axis.UNITS[self.counter]
        return f"{{{word}}} has nobody opposite: which stack does it attack, hitting on {need} or less?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (axis.UNITS[self.counter],)


@dataclass(frozen=True)
class AxisAttack(DesertStep):
    """WDW-733.3 One die for each Axis unit, while any LRDG unit is left in the combat."""

    counter: int

    def do(self, s: Desert) -> None:
        if lineup.fighters(s):
            s.then(AxisResult(self.counter, s.roll(), False))


def stack_aimed_at(s: Desert, counter: int) -> lineup.Stack:
    """The units left of the stack that an Axis unit attacks."""
    leader = next(first for attacker, first in s.c_axis_aims if attacker == counter)
    return tuple(unit for unit in lineup.stack_led_by(s, leader) if s.zone[unit] == s.c_zone)


@dataclass(frozen=True)
class AxisResult(DesertStep):
    """WDW-733.3, WDW-732.9 A veteran re-rolls a miss once a combat turn; then a Recon OK may re-roll the die; a hit
    damages the stack."""

    counter: int
    die: int
    rerolled: bool

    def do(self, s: Desert) -> None:
        stack = stack_aimed_at(s, self.counter)
        value, drm = axis_value(s, self.counter), axis_drm(s, self.counter)
        hits = self.die + drm <= value
        leader = next(first for attacker, first in s.c_axis_aims if attacker == self.counter)
        why = ", ".join(
            ["AV -1 with nobody opposite"] * (value != axis.AV[s.axis_type[self.counter]])
            + [f"die {FORT_DRM} in a fort"] * (drm != 0)
        )
        tell_attack(s, axis.UNITS[self.counter], lrdg.UNITS[leader], self.die, drm, value, hits, why)
        if hits and stack and not self.rerolled and may_reroll_axis(s):
            s.then(RerollAxis(self.counter, self.die))
        elif hits:
            s.then(Damage(stack))
        elif axis.VETERAN[s.axis_type[self.counter]] and self.counter not in s.c_rerolled and stack:
            s.c_rerolled = (*s.c_rerolled, self.counter)
            s.say("WDW-732.9", "{} is a veteran and rolls again", axis.UNITS[self.counter])
            s.then(AxisResult(self.counter, s.roll(), self.rerolled))


@dataclass(frozen=True)
class RerollAxis(Reroll):
    """WDW-732.6 A held Recon OK re-rolls a die of an Axis attack, once."""

    counter: int
    die: int

    def again(self) -> DesertStep:
        return RollAxis(self.counter)

    def stands(self, s: Desert) -> None:
        s.then(Damage(stack_aimed_at(s, self.counter)))

    def ask(self, s: Desert) -> str:
        need = min(6, axis_value(s, self.counter) - axis_drm(s, self.counter))
        word = axis.UNITS[self.counter]
        return f"{{{word}}} rolled {self.die} and hits (on {need} or less); spend a Recon OK to have it roll again?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (axis.UNITS[self.counter],)


@dataclass(frozen=True)
class RollAxis(DesertStep):
    """WDW-732.6 The die of an Axis attack is rolled again."""

    counter: int

    def do(self, s: Desert) -> None:
        s.then(AxisResult(self.counter, s.roll(), True))


# --- damage to the LRDG ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Damage(DesertStep):
    """WDW-733.4, WDW-733.9, WDW-732.3 The unit hit is reduced or, if reduced already, destroyed; in a stack of two a
    die says which; once one is gone the other takes every hit."""

    stack: tuple[int, ...]

    def do(self, s: Desert) -> None:
        if len(self.stack) == 2:
            s.then(HqDie(self.stack, s.roll(), False))
        elif self.stack:
            terms.hit(s, self.stack[0], "WDW-733.4")
        else:
            s.say("WDW-733.8", "The hit is lost: nobody is left of the stack")


@dataclass(frozen=True)
class HqDie(DesertStep):
    """WDW-732.3 A hit on the stack strikes the HQ on 1-3, the other unit on 4-6."""

    stack: tuple[int, ...]
    die: int
    rerolled: bool

    def do(self, s: Desert) -> None:
        struck = struck_of(self.stack, self.die)
        word = lrdg.UNITS[struck]
        s.say("WDW-732.3", f"Of the stack {{}} is struck, die {self.die}", word,
              facts=(("rolled", word, str(self.die)),))  # fmt: skip
        if not self.rerolled and may_reroll_axis(s):
            s.then(RerollHqDie(self.stack, self.die))
        else:
            terms.hit(s, struck, "WDW-733.4")


def struck_of(stack: lineup.Stack, die: int) -> int:
    """WDW-732.3 The unit of a stack of two that the die names."""
    return stack[1] if die <= HQ_HIT_UP_TO else stack[0]


@dataclass(frozen=True)
class RerollHqDie(Reroll):
    """WDW-732.6 A held Recon OK re-rolls the die that says who of a stack is struck, once."""

    stack: tuple[int, ...]
    die: int

    def again(self) -> DesertStep:
        return RollHqDie(self.stack)

    def stands(self, s: Desert) -> None:
        terms.hit(s, struck_of(self.stack, self.die), "WDW-733.4")

    def ask(self, s: Desert) -> str:
        struck = struck_of(self.stack, self.die)
        return f"Die {self.die}: {{{lrdg.UNITS[struck]}}} is struck (1-3 the HQ); spend a Recon OK to roll again?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[unit] for unit in self.stack)


@dataclass(frozen=True)
class RollHqDie(DesertStep):
    """WDW-732.6 The die that says who of a stack is struck is rolled again."""

    stack: tuple[int, ...]

    def do(self, s: Desert) -> None:
        s.then(HqDie(self.stack, s.roll(), True))
