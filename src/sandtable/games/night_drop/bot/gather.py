"""Who can be gathered at once: the Sticks of a colour, divided so that most of them become Companies where they stand
after this activation. By night a Stick has one hex, so whoever stands farther away comes another time."""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.games.night_drop.bot.lookout import Lookout, room
from sandtable.games.night_drop.bot.ways import field, steps_to
from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.ground import paths

THREE: Final = 3.0
"""What three Sticks that meet are worth, in VP: all of them count."""
LED: Final = 2.0
"""Two, of whom one leads."""
UNKNOWN: Final = 1.6
"""Two of whom nobody knows: two times in three one of them leads, and if not they cannot be driven apart any more."""
JOINS: Final = 1.0
"""One that makes a reduced Company full."""
EXPOSED: Final = 0.3
"""What it takes from a meeting that Germans are beside it."""
STEP: Final = 0.01
"""And each hex that somebody goes for it."""
MOST: Final = 10
"""Sticks near to one another that are divided in every way; more of them are taken ten by ten."""

Group: TypeAlias = tuple[int, tuple[int, ...]]
"""Where a group meets, and who."""


class Gathering:
    """The Sticks of a colour and its reduced Companies, and where each can be after this activation."""

    def __init__(self, look: Lookout, colour: int, sticks: list[int], weak: list[int]) -> None:
        self.look = look
        self.sticks = sticks
        self.weak = weak
        self.reach = {p: reach_of(look, p) for p in sticks}
        self.camps = {p: camps_of(look, p) for p in weak}
        self.strangers: dict[int, int] = {}
        own = {*sticks, *weak}
        for p in look.british:
            if p not in own:
                self.strangers[look.at[p]] = self.strangers.get(look.at[p], 0) + 1
        self.known: dict[int, tuple[float, list[Group]]] = {}
        self.members: list[int] = []
        self.groups_of: dict[int, list[tuple[int, float, Group]]] = {}

    def best(self) -> tuple[float, list[Group]]:
        """The division that gathers most, and what it is worth."""
        total = 0.0
        found: list[Group] = []
        for part in self.parts():
            self.known = {}
            self.members = [*part, *self.weak]
            self.groups_of = {p: self.groups_with(place, part) for place, p in enumerate(part)}
            worth, groups = self.divide((1 << len(part)) - 1, len(part), 0)
            total += worth
            found += groups
        return total, found

    def parts(self) -> list[list[int]]:
        """Sticks that can meet somebody, by who can meet whom."""
        left = list(self.sticks)
        found: list[list[int]] = []
        while left:
            part = [left.pop(0)]
            for one in part:
                near = [p for p in left if not self.reach[p].isdisjoint(self.reach[one])]
                part += near
                left = [p for p in left if p not in near]
            for start in range(0, len(part), MOST):
                found.append(part[start : start + MOST])
        return found

    def groups_with(self, place: int, part: list[int]) -> list[tuple[int, float, Group]]:
        """The groups in which a Stick is the first: who else as bits, what it is worth, where and who."""
        one = part[place]
        found: list[tuple[int, float, Group]] = []
        for n, camp in enumerate(self.weak):
            hub, worth = self.hub((one,), self.reach[one] & self.camps[camp], camp)
            if hub >= 0:
                found.append((1 << place | 1 << (len(part) + n), worth, (hub, (one, camp))))
        for j in range(place + 1, len(part)):
            common = self.reach[one] & self.reach[part[j]]
            if not common:
                continue
            hub, worth = self.hub((one, part[j]), common, -1)
            if hub >= 0:
                found.append((1 << place | 1 << j, worth, (hub, (one, part[j]))))
            for k in range(j + 1, len(part)):
                three = common & self.reach[part[k]]
                if three:
                    hub, worth = self.hub((one, part[j], part[k]), three, -1)
                    if hub >= 0:
                        found.append((1 << place | 1 << j | 1 << k, worth, (hub, (one, part[j], part[k]))))
        return found

    def hub(self, sticks: tuple[int, ...], cells: set[int], camp: int) -> tuple[int, float]:
        """Where a group had best meet, and what that is worth; -1 where it cannot."""
        look = self.look
        value = JOINS if camp >= 0 else worth_of(look, sticks)
        best, most = -1, 0.0
        for cell in sorted(cells):
            if room(cell) - self.strangers.get(cell, 0) < len(sticks) + (camp >= 0):
                continue
            worth = value - EXPOSED * (cell in look.danger)
            worth -= STEP * sum(1 for p in sticks if look.at[p] != cell)
            if camp >= 0:
                worth -= STEP * steps_to(cell)[look.at[camp]]
            if worth > most:
                best, most = cell, worth
        return best, most

    def divide(self, left: int, size: int, used: int) -> tuple[float, list[Group]]:
        """The best division of the Sticks that are left, with Companies that are used already."""
        if not left:
            return 0.0, []
        key = left | used
        found = self.known.get(key)
        if found is not None:
            return found
        place = (left & -left).bit_length() - 1
        rest = left & ~(1 << place)
        best, groups = self.divide(rest, size, used)
        own = (1 << size) - 1
        for bits, worth, group in self.groups_of[self.members[place]]:
            if bits & own & ~left or bits & ~own & used:
                continue
            more, others = self.divide(left & ~bits, size, used | bits & ~own)
            if worth + more > best:
                best, groups = worth + more, [group, *others]
        self.known[key] = best, groups
        return best, groups


def reach_of(look: Lookout, stick: int) -> set[int]:
    """Where a Stick can be after this activation."""
    here = look.at[stick]
    found = {here}
    if not look.has_moved(stick):
        found |= {to for to, _ in paths.STEPS[here] if to not in look.german_hexes}
    return found


def camps_of(look: Lookout, company: int) -> set[int]:
    """Where a reduced Company can be after this activation, as far as a glance tells."""
    here = look.at[company]
    found = {here}
    if not look.has_moved(company) and company not in (counters.HOWARD_1, counters.HOWARD_2):
        for far in (1, 2):
            for cell in land.GRID.ring(here, far):
                if field(cell)[here] <= tables.NIGHT_ELSEWHERE and cell not in look.german_hexes:
                    found.add(cell)
    return found


def worth_of(look: Lookout, sticks: tuple[int, ...]) -> float:
    """What two or three Sticks that meet are worth."""
    if len(sticks) == 3:
        return THREE
    if any(look.front[p] and counters.LEADS[look.kind[p]] for p in sticks):
        return LED
    return UNKNOWN if any(not look.front[p] for p in sticks) else 0.0
