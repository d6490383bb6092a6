"""Chapter 7: stacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    GERMAN,
    NOBODY,
    NightDrop,
    NightStep,
    SideChoice,
    name,
)
from sandtable.kernel.flow import Action, Refusal, act


def limit(cell: int) -> int:
    """ND-7.1, ND-7.6, ND-11.8 How many units of one side a hex holds: three, and one in the battery."""
    return tables.BATTERY_STACK if cell == land.BATTERY else tables.STACK


def first_surplus(s: NightDrop, side: int) -> int:
    """ND-7.1, ND-7.4 The first hex where a side has too many; every Stick, Company, unit and Patrol counts one."""
    first, last = (0, counters.FIRST_GERMAN) if side == BRITISH else (counters.FIRST_GERMAN, counters.PIECES)
    counts: dict[int, int] = {}
    for place in s.at[first:last]:
        if place < land.HEXES:
            counts[place] = counts.get(place, 0) + 1
    over = [cell for cell, number in counts.items() if number > limit(cell)]
    return min(over) if over else NOBODY


@dataclass(frozen=True)
class CheckStacks(NightStep):
    """ND-7.2, ND-7.3, ND-7.5 After the moves and combats of an activation both sides' hexes are checked."""

    def do(self, s: NightDrop) -> None:
        for side in (BRITISH, GERMAN):
            cell = first_surplus(s, side)
            if cell != NOBODY:
                s.then(RemoveSurplus(side, cell), CheckStacks())
                return


@dataclass(frozen=True)
class RemoveSurplus(SideChoice):
    """ND-7.3 The owner eliminates a unit of a hex that holds too many. Nobody sees the front of a Stick lost so."""

    cell: int
    clause = "ND-7.3"

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("remove", name(piece)) for piece in s.pieces_at(self.cell, self.side)]

    def chosen(self, s: NightDrop, action: Action) -> None:
        s.say("ND-7.3", "{} is lost: too many units in {}", action[1], land.HEX_NAME[self.cell],
              facts=(("removed", action[1]),))  # fmt: skip
        victory.remove(s, counters.PIECE_OF[action[1]])

    def ask(self, s: NightDrop) -> str:
        number, most = len(s.pieces_at(self.cell, self.side)), limit(self.cell)
        return f"{number} units in {{{land.HEX_NAME[self.cell]}}}, and {most} may stay: which one is lost?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return s.pieces_at(self.cell, self.side)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-7.3", "a unit of the overfull hex must be removed, with “remove”")
