"""Chapter 7, later combat turns: the Axis is re-lined, the strongest opposite the strongest."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, lrdg
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import ties
from sandtable.games.who_dares_wins.state import Desert, DesertStep
from sandtable.kernel.flow import Action, Refusal, act


@dataclass(frozen=True)
class Reline(DesertStep):
    """WDW-733.2, WDW-732.12 The Axis is re-lined: protectors stay; if they are gone the strongest unit takes the
    target; the others stand in falling attack value opposite the other stacks in falling attack value.

    With the target destroyed its protectors are ordinary units.
    """

    def do(self, s: Desert) -> None:
        everybody = s.axis_in(s.c_zone)
        on_target = [c for c in everybody if s.guards >> c & 1] if lineup.target_stands(s) else []
        s.c_protectors = tuple(on_target)
        s.c_line = ()
        if lineup.target_stands(s) and not on_target and everybody:
            s.then(TakeTarget())
        s.then(NextInLine())


def strongest_axis(s: Desert, counters: list[int]) -> list[int]:
    """The counters that are equal first by attack value, a veteran before others."""
    best = max(lineup.axis_rank(s, c) for c in counters)
    return [c for c in counters if lineup.axis_rank(s, c) == best]


def waiting_axis(s: Desert) -> list[int]:
    """Axis counters of the combat that have no place yet."""
    return [c for c in s.axis_in(s.c_zone) if c not in s.c_protectors and c not in s.c_line]


def waiting_stacks(s: Desert) -> list[lineup.Stack]:
    """Stacks that have no opponent yet."""
    return [stack for stack, row in zip(s.c_stacks, s.c_rows, strict=True) if row == lineup.NOBODY]


@dataclass(frozen=True)
class TakeTarget(DesertStep):
    """WDW-733.2 The strongest Axis unit takes the target whose protectors are gone."""

    def do(self, s: Desert) -> None:
        equal = strongest_axis(s, s.axis_in(s.c_zone))
        if len(equal) == 1 or lineup.is_like(s, equal):
            stand_on_target(s, equal[0], equal)
        elif lineup.is_tied_at_random(s):
            stand_on_target(s, s.draw(equal, axis.UNITS), equal)
        else:
            s.then(ChooseProtector())


def among_equals(counter: int, equal: list[int]) -> str:
    """An Axis counter as a log line names it, which says its attack value, and those that were its equals."""
    others = ", ".join(f"{{{axis.UNITS[c]}}}" for c in equal if c != counter)
    return f"{{{axis.UNITS[counter]}}}{f' (like {others})' if others else ''}"


def stand_on_target(s: Desert, counter: int, equal: list[int]) -> None:
    """Put an Axis counter on the target, the strongest or one of those."""
    s.guards |= 1 << counter
    s.c_protectors = (counter,)
    s.say("WDW-733.2", f"{among_equals(counter, equal)} takes the place on the target")


@dataclass(frozen=True)
class ChooseProtector(ties.Tie):
    """WDW-733.2 Between Axis units of equal value the player chooses the one that takes the target."""

    clause = "WDW-733.2"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        return [act("protect", axis.UNITS[c]) for c in strongest_axis(s, s.axis_in(s.c_zone))]

    def chosen(self, s: Desert, action: Action) -> None:
        stand_on_target(s, axis.UNIT[action[1]], strongest_axis(s, s.axis_in(s.c_zone)))

    def ask(self, s: Desert) -> str:
        return "Which of the equally strong Axis units takes the place on the target?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-733.2", "the strongest Axis unit takes the place on the target")


@dataclass(frozen=True)
class NextInLine(DesertStep):
    """WDW-733.2 The strongest Axis unit without a place stands opposite the strongest stack without an opponent; those
    left over stand without one."""

    def do(self, s: Desert) -> None:
        left = waiting_axis(s)
        if not left:
            return
        if not waiting_stacks(s):
            left.sort(key=lambda counter: (lineup.axis_rank(s, counter), -counter), reverse=True)
            s.c_line += tuple(left)
            names = ", ".join(among_equals(counter, []) for counter in left)
            s.say("WDW-733.2", f"Without an opponent: {names}")
            return
        equal = strongest_axis(s, left)
        if len(equal) == 1 or lineup.is_like(s, equal):
            stand_in_line(s, equal[0], equal)
        elif lineup.is_tied_at_random(s):
            stand_in_line(s, s.draw(equal, axis.UNITS), equal)
        else:
            s.then(ChooseNextAxis())
        s.then(Oppose(), NextInLine())


def stand_in_line(s: Desert, counter: int, equal: list[int]) -> None:
    """Put an Axis counter next in the line, the strongest without a place or one of those."""
    s.c_line += (counter,)
    s.say("WDW-733.2", f"{among_equals(counter, equal)} stands in {{}}", lineup.ROWS[len(s.c_line)])


@dataclass(frozen=True)
class ChooseNextAxis(ties.Tie):
    """WDW-733.2 Between Axis units of equal value the player chooses the one that stands next."""

    clause = "WDW-733.2"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        return [act("place", axis.UNITS[c]) for c in strongest_axis(s, waiting_axis(s))]

    def chosen(self, s: Desert, action: Action) -> None:
        stand_in_line(s, axis.UNIT[action[1]], strongest_axis(s, waiting_axis(s)))

    def ask(self, s: Desert) -> str:
        row = lineup.ROWS[len(s.c_line) + 1]
        return f"Which of the equally strong Axis units stands in {{{row}}}, before the next stack?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-733.2", "Axis units stand by falling attack value, veterans first")


def strongest_stacks(s: Desert) -> list[lineup.Stack]:
    """Stacks without an opponent that are equal first by their best attack value."""
    free = waiting_stacks(s)
    best = max(lineup.strength(s, stack) for stack in free)
    return [stack for stack in free if lineup.strength(s, stack) == best]


@dataclass(frozen=True)
class Oppose(DesertStep):
    """WDW-733.2 The strongest stack without an opponent stands opposite the Axis unit placed last."""

    def do(self, s: Desert) -> None:
        equal = strongest_stacks(s)
        coming = [s.c_line[-1], *sorted(waiting_axis(s), key=lambda c: lineup.axis_rank(s, c), reverse=True)][
            : len(equal)
        ]
        if len(equal) == 1 or (len(coming) == len(equal) and lineup.is_like(s, coming)):
            stand_opposite(s, equal[0], equal)
        elif lineup.is_tied_at_random(s):
            leader = s.draw([stack[0] for stack in equal], lrdg.UNITS)
            stand_opposite(s, lineup.stack_led_by(s, leader), equal)
        else:
            s.then(ChooseOpponent())


def stand_opposite(s: Desert, stack: lineup.Stack, equal: list[lineup.Stack]) -> None:
    """Place a stack opposite the Axis unit placed last, the strongest without an opponent or one of those."""
    lineup.put_in_row(s, stack, len(s.c_line))
    others = ", ".join(f"{{{lrdg.UNITS[other[0]]}}}" for other in equal if other != stack)
    why = f" (AV {lineup.strength(s, stack)}{f', like {others}' if others else ''})"
    s.say("WDW-733.2", f"{{}} stands opposite {{}}{why}", axis.UNITS[s.c_line[-1]], lrdg.UNITS[stack[0]])


@dataclass(frozen=True)
class ChooseOpponent(ties.Tie):
    """WDW-733.2 Between stacks of equal value the player chooses the one that the Axis unit stands opposite."""

    clause = "WDW-733.2"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        row = lineup.ROWS[len(s.c_line)]
        return [act("face", lrdg.UNITS[stack[0]], row) for stack in strongest_stacks(s)]

    def chosen(self, s: Desert, action: Action) -> None:
        stand_opposite(s, lineup.stack_led_by(s, lrdg.UNIT[action[1]]), strongest_stacks(s))

    def ask(self, s: Desert) -> str:
        return f"Which of the equally strong stacks does {{{axis.UNITS[s.c_line[-1]]}}} stand opposite?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-733.2", "the strongest stack without an opponent comes next")
