"""Chapter 7, the tactical map: contact and reserve, stacks, who stands opposite whom, in the first and later turns.

A stack is (unit,) or (unit, its HQ). `c_rows` says for each stack what it faces: row 0 is the target with everybody on
it, row n the nth Axis counter of the line, NOBODY no opponent.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import COUNTERS, Desert, DesertChoice, DesertStep
from sandtable.kernel.flow import Action, Refusal, act

Stack = tuple[int, ...]

TARGET_ROW = 0
NOBODY = -1
ROWS = ("target", *(f"line-{n}" for n in range(1, COUNTERS + 1)))
"""The word of each row of the tactical map."""


# --- questions -------------------------------------------------------------------------------------------------------


def fighters(s: Desert) -> list[int]:
    """LRDG units in the combat that are still there, contact and reserve, in the order of the data."""
    return s.units_in(s.c_zone) if s.c_zone >= 0 else []


def target_stands(s: Desert) -> bool:
    """Whether the target rules hold and the target is not yet destroyed."""
    return bool(s.c_target and s.target[s.c_zone])


def strength(s: Desert, stack: Stack) -> int:
    """WDW-733.2 A stack counts its best attack value."""
    return max(s.av(unit) for unit in stack)


def axis_rank(s: Desert, counter: int) -> tuple[int, bool]:
    """WDW-733.2 Axis units stand by falling attack value, a veteran first among equals."""
    kind = s.axis_type[counter]
    return axis.AV[kind], axis.VETERAN[kind]


def row_of(s: Desert, unit: int) -> int:
    """The row that a unit in contact faces."""
    for stack, row in zip(s.c_stacks, s.c_rows, strict=True):
        if unit in stack:
            return row
    return NOBODY


def axis_row(s: Desert, counter: int) -> int:
    """WDW-72.12 The row in which an Axis counter stands; every protector of a target is in the target's row."""
    return TARGET_ROW if counter in s.c_protectors else s.c_line.index(counter) + 1


def opposite(s: Desert, counter: int) -> Stack:
    """The stack opposite an Axis counter, or none."""
    row = axis_row(s, counter)
    return s.c_stacks[s.c_rows.index(row)] if row in s.c_rows else ()


def is_tied_at_random(s: Desert) -> bool:
    """Whether a die decides what is equal for the Axis, rather than the player."""
    return s.options["axis_ties"] == "random"


def is_like(s: Desert, counters: list[int]) -> bool:
    """Whether it makes no difference which of the counters is taken."""
    return len({s.axis_type[c] for c in counters}) == 1


def put_in_row(s: Desert, stack: Stack, row: int) -> None:
    """Place a stack opposite a row."""
    at = s.c_stacks.index(stack)
    s.c_rows = (*s.c_rows[:at], row, *s.c_rows[at + 1 :])


def stack_led_by(s: Desert, unit: int) -> Stack:
    """The stack whose first unit this is."""
    return next(stack for stack in s.c_stacks if stack[0] == unit)


# --- contact and reserve ---------------------------------------------------------------------------------------------


def assemble(s: Desert) -> None:
    """Put every LRDG unit of the zone in reserve, from where contact is chosen."""
    s.c_reserve = tuple(fighters(s))
    s.c_contact = ()
    s.c_stacks = ()
    s.c_rows = ()


def may_go_into_contact(s: Desert, unit: int) -> Refusal | None:
    """WDW-72.1, WDW-733.11 Units of the zone are put in contact one by one in the order of the counter list."""
    if unit not in s.c_reserve:
        return Refusal("WDW-72.1", f"{{{lrdg.UNITS[unit]}}} is not in this combat")
    if unit in s.named:
        return Refusal("WDW-72.1", f"{{{lrdg.UNITS[unit]}}} is in contact already")
    if s.named and unit < s.named[-1]:
        return Refusal("WDW-72.1", "units are named in the order of the list; undo to change the contact line")
    return None


@dataclass(frozen=True)
class Commit(DesertChoice):
    """WDW-72.1, WDW-332.1, WDW-733.10, WDW-733.11 The player divides his units between contact and reserve, at least
    one in contact. Until he has done so all are in reserve, and whom he has put in contact so far is in `named`."""

    clause = "WDW-72.1"

    def offer(self, s: Desert) -> list[Action]:
        last = s.named[-1] if s.named else -1
        options = [act("contact", lrdg.UNITS[u]) for u in s.c_reserve if u > last]
        if s.named:
            options.append(act("done"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        if action == ("done",):
            begin_contact(s)
            s.then(FormStacks())
            return
        s.named = (*s.named, lrdg.UNIT[action[1]])
        s.then(Commit())

    def price(self, s: Desert, action: Action) -> str:
        if action[0] != "contact":
            return ""
        unit = lrdg.UNIT[action[1]]
        return f"AV {s.av(unit)}" + ("; breaks off its observation" if s.watch_end[unit] else "")

    def label(self, s: Desert, action: Action) -> str:
        if action != ("done",):
            return ""
        left = len(s.c_reserve) - len(s.named)
        return "Begin the combat" + (f", {left} in reserve" if left else "")

    def ask(self, s: Desert) -> str:
        zone = land.ZONES[s.c_zone]
        if not s.named:
            return f"Combat at {{{zone}}}: put at least one unit in contact; the others stay in reserve and are safe"
        left = len(s.c_reserve) - len(s.named)
        stays = f"{left or 'nobody'} stay{'s' if left < 2 else ''} in reserve"
        more = "put another unit in contact, or begin" if left else "begin"
        return f"Combat at {{{zone}}}: {more}; {stays}"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[u] for u in s.named)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("contact", word) if word in lrdg.UNIT:
                refusal = may_go_into_contact(s, lrdg.UNIT[word])
                if refusal is not None:
                    return refusal
            case ("done",):
                return Refusal("WDW-733.10", "at least one unit stands in contact")
        return Refusal("WDW-72.1", "units are put in contact with “contact”, and the rest is the reserve")


def begin_contact(s: Desert) -> None:
    """WDW-72.1, WDW-613.13 The units named stand in contact. A unit placed in contact loses its observation; one in
    reserve keeps it."""
    s.c_contact, s.named = s.named, ()
    s.c_reserve = tuple(u for u in s.c_reserve if u not in s.c_contact)
    rest = terms.listed(s.c_reserve) if s.c_reserve else "nobody"
    s.say("WDW-72.1", f"In contact: {terms.listed(s.c_contact)}; in reserve: {rest}")
    for unit in s.c_contact:
        movement.stop_watching(s, unit, "stands in contact")


# --- stacks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FormStacks(DesertStep):
    """WDW-732.1 Each HQ in contact may stack with a combat unit; everybody else stands alone."""

    def do(self, s: Desert) -> None:
        s.c_stacks = ()
        leaders = [unit for unit in s.c_contact if lrdg.KIND[unit] == lrdg.HQ]
        s.then(*(Pair(hq) for hq in leaders), StacksFormed())


def hosts(s: Desert) -> list[int]:
    """WDW-732.1 Combat units in contact that have no HQ with them yet: half teams, SAS and Det, one HQ a stack."""
    taken = [stack[0] for stack in s.c_stacks]
    return [unit for unit in s.c_contact if lrdg.IS_COMBAT[unit] and unit not in taken]


@dataclass(frozen=True)
class Pair(DesertChoice):
    """WDW-732.1 An HQ may stack with a combat unit and gives it DRM -1."""

    hq: int
    clause = "WDW-732.1"

    def offer(self, s: Desert) -> list[Action]:
        word = lrdg.UNITS[self.hq]
        return [*(act("stack", word, lrdg.UNITS[u]) for u in hosts(s)), act("alone", word)]

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("stack", _, unit):
                s.c_stacks = (*s.c_stacks, (lrdg.UNIT[unit], self.hq))
                s.c_rows = (NOBODY,) * len(s.c_stacks)
                s.say("WDW-732.1", "{} stacks with {}, which attacks at -1", lrdg.UNITS[self.hq], unit)

    def ask(self, s: Desert) -> str:
        return (
            f"Stack {{{lrdg.UNITS[self.hq]}}} with a combat unit: that unit attacks at -1, "
            "and of a hit on the stack 1-3 strikes the HQ"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return (lrdg.UNITS[self.hq],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("stack", hq, word) if hq == lrdg.UNITS[self.hq] and word in lrdg.UNIT:
                unit = lrdg.UNIT[word]
                if unit not in s.c_contact:
                    return Refusal("WDW-732.1", f"{{{word}}} is not in contact")
                if not lrdg.IS_COMBAT[unit]:
                    return Refusal("WDW-732.1", "an HQ stacks with a half team, an SAS unit or a Det")
                return Refusal("WDW-732.1", f"{{{word}}} has an HQ with it; there is one to a stack")
        return Refusal("WDW-732.1", f"{{{lrdg.UNITS[self.hq]}}} stacks with a combat unit or stands alone")


@dataclass(frozen=True)
class StacksFormed(DesertStep):
    """WDW-72.4 A unit alone is a stack of one."""

    def do(self, s: Desert) -> None:
        paired = [unit for stack in s.c_stacks for unit in stack]
        s.c_stacks = tuple(sorted([*s.c_stacks, *((unit,) for unit in s.c_contact if unit not in paired)]))
        s.c_rows = (NOBODY,) * len(s.c_stacks)


# --- the first combat turn -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LineUp(DesertStep):
    """WDW-72.4 Stacks are lined up one against one with Axis units and the target until either side is used up.

    The counters of the line lie face down in random order, so one place in it is as good as another: the player
    chooses who faces the target, and who stands without an opponent when there are too many stacks.
    """

    def do(self, s: Desert) -> None:
        if target_stands(s):
            s.then(FaceTarget(len(s.c_line) < len(s.c_stacks)))
        s.then(FillLine())


@dataclass(frozen=True)
class FaceTarget(DesertChoice):
    """WDW-72.4, WDW-72.12 One stack faces the target with all its protectors.

    In the first turn it may be left aside while there are Axis units in line for every stack.
    """

    obliged: bool
    clause = "WDW-72.12"

    def offer(self, s: Desert) -> list[Action]:
        options = [act("face", lrdg.UNITS[stack[0]], ROWS[TARGET_ROW]) for stack in s.c_stacks]
        if not self.obliged:
            options.append(act("leave", ROWS[TARGET_ROW]))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("face", unit, _):
                put_in_row(s, stack_led_by(s, lrdg.UNIT[unit]), TARGET_ROW)
                s.say("WDW-72.12", "{} faces the target at {} and all who protect it", unit, land.ZONES[s.c_zone])
            case _:
                s.say("WDW-72.4", "Nobody faces the target at {}", land.ZONES[s.c_zone])

    def ask(self, s: Desert) -> str:
        guards = len(s.c_protectors)
        return (
            f"Which stack faces the target at {{{land.ZONES[s.c_zone]}}} (value {s.target[s.c_zone]}), "
            f"with {guards} Axis unit{'' if guards == 1 else 's'} on it?"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[stack[0]] for stack in s.c_stacks)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if action == ("leave", ROWS[TARGET_ROW]):
            return Refusal("WDW-72.4", "there are not enough Axis units in line for every stack; one faces the target")
        return Refusal("WDW-72.4", "name the first unit of a stack in contact to face the target")


@dataclass(frozen=True)
class FillLine(DesertStep):
    """WDW-72.4 The other stacks stand opposite the Axis line; if they are more than it, the player says which."""

    def do(self, s: Desert) -> None:
        free = [stack for stack, row in zip(s.c_stacks, s.c_rows, strict=True) if row == NOBODY]
        if len(free) > len(s.c_line):
            if s.c_line:
                s.then(FaceLine(1))
            return
        for row, stack in enumerate(free, 1):
            put_in_row(s, stack, row)
            s.say("WDW-72.4", "{} stands opposite {}", lrdg.UNITS[stack[0]], ROWS[row])


@dataclass(frozen=True)
class FaceLine(DesertChoice):
    """WDW-72.4 With more stacks than Axis units the player says which of them have an opponent."""

    row: int
    last: int = -1
    clause = "WDW-72.4"

    def offer(self, s: Desert) -> list[Action]:
        free = [x[0] for x, row in zip(s.c_stacks, s.c_rows, strict=True) if row == NOBODY and x[0] > self.last]
        spare = len(free) - (len(s.c_line) - self.row)
        return [act("face", lrdg.UNITS[unit], ROWS[self.row]) for unit in free[:spare]]

    def chosen(self, s: Desert, action: Action) -> None:
        unit = lrdg.UNIT[action[1]]
        put_in_row(s, stack_led_by(s, unit), self.row)
        s.say("WDW-72.4", "{} stands opposite {}", action[1], action[2])
        if self.row < len(s.c_line):
            s.then(FaceLine(self.row + 1, unit))

    def ask(self, s: Desert) -> str:
        return (
            f"More stacks than Axis units: which stack stands opposite {{{ROWS[self.row]}}}? "
            "Those left over attack at AV -1"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[stack[0]] for stack in s.c_stacks)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-72.4", "stacks are named in the order of the counters, enough of them for the whole line")


@dataclass(frozen=True)
class TurnUp(DesertStep):
    """WDW-733.1, WDW-72.2 All Axis units are revealed; the line, laid face down at random, is seen to stand as
    drawn."""

    def do(self, s: Desert) -> None:
        left = list(s.c_line)
        line: list[int] = []
        while left:
            drawn = s.draw(left, axis.UNITS)
            left.remove(drawn)
            line.append(drawn)
        s.c_line = tuple(line)
        s.c_shown = 1
        everybody = [*s.c_protectors, *line]
        if everybody:
            s.reveal("the Axis units of the combat")
        for counter in everybody:
            s.axis_up[counter] = 1
            word, row = axis.UNITS[counter], ROWS[axis_row(s, counter)]
            s.say("WDW-733.1", "At {} stands {}", row, word, facts=(("shown", word), ("flipped", word, "up")))
