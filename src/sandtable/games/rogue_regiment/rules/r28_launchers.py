"""Chapter 28, Panzerfaust and Grenade Infantry: one explosive shot, then they are SMG Infantry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import Step

CROWD: Final = 4  # RR-28.4


def in_range(s: Regiment, u: int) -> int:
    """RR-28.2 The squares from which a unit has a spotted man within range of its launcher, seen or not, as a set."""
    found = 0
    for m in s.ours.targets:
        for v in sight.man_squares(s, m):
            found |= s.grid.disc(v, arms.REACH[s.u_kind[u]])
    return found


def targets(s: Regiment, u: int) -> list[int]:
    """RR-28.3, RR-28.4, RR-28.16 The spotted men within range of a launcher, seen or not, who have no other Axis unit
    within 4 squares of them.
    """
    far, here = arms.REACH[s.u_kind[u]], s.u_at[u]
    return [m for m in s.ours.targets if position.away(s, here, m) <= far and not units.crowded(s, m, CROWD, u)]


def small_scatter(s: Regiment, v: int, facing: int) -> int:
    """RR-28.3 Where the shot goes: it drifts as a grenade does that is thrown blind."""
    return units.scatter(s, v, facing, "RR-28.3", True)


@dataclass(frozen=True)
class Spent(Step):
    """RR-28.5 After its shot the token shows SMG Infantry; that has attacked in this phase."""

    unit: int

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u):
            return
        before = s.unit(u)
        s.recast(u, data.SMG, s.next_number(data.SMG))
        facts = (("removed", before), ("placed", s.unit(u), s.place(s.u_at[u])))
        s.say("RR-28.5", f"{before} has fired its shot and fights on as {{}}", s.unit(u), facts=facts)
