"""Who is next: of Axis units that may go at the same moment the players choose one."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import SEAT, Regiment
from sandtable.kernel.flow import Action, act, constants

QUESTIONS = {
    "advance": "Equally near: which unit advances first?",
    "patrol": "Equally near: which patrol walks first?",
    "shells": "Which explosive weapon fires first?",
}


def first(s: Regiment, verb: str, units: tuple[int, ...]) -> None:
    """The next of some units goes, or the players are asked which."""
    if len(units) == 1:
        go(s, verb, units[0])
    elif verb == "advance":
        s.then(AdvanceFirst(verb, units))
    elif verb == "patrol":
        s.then(PatrolFirst(verb, units))
    else:
        s.then(WhoFirst(verb, units))


def go(s: Regiment, verb: str, u: int) -> None:
    """A unit has its turn, by its own chapter."""
    if verb == "shells":
        s.then(units.MortarAims(u))
        return
    s.u_done[u] = 1
    marks.begin_unit(s)
    marks.pause(s, u)
    if verb == "patrol":
        patrol.set_out(s, u)
    elif s.vehicle(u):
        s.then(vehicle_advance.VehicleAdvance(u, data.MOVE[s.u_kind[u]]))
    else:
        s.now(advance.Advance(u, data.MOVE[s.u_kind[u]]))


@dataclass(frozen=True)
class WhoFirst(ties.Tie):
    """RR-16.12, RR-19.9 Of units whose turn it is at the same moment the players say which goes first; then its own
    chapter takes over.
    """

    verb: str
    units: tuple[int, ...]

    clause = "RR-16.12"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act(self.verb, s.unit(u)) for u in self.units]

    def chosen(self, s: Regiment, action: Action) -> None:
        go(s, self.verb, s.unit_of(action[1]))

    def ask(self, s: Regiment) -> str:
        return QUESTIONS[self.verb]

    def about(self, s: Regiment) -> tuple[str, ...]:
        return tuple(s.unit(u) for u in self.units)

    def tell_settled(self, s: Regiment, action: Action) -> None:
        ties.first(s, constants(self).clause, action)


@dataclass(frozen=True)
class AdvanceFirst(WhoFirst):
    """RR-13.10 Of units equally near to a spotted Operator, which advances first."""

    clause = "RR-13.10"


@dataclass(frozen=True)
class PatrolFirst(WhoFirst):
    """RR-15.3 Of patrolmen equally near to an Operator, which walks first."""

    clause = "RR-15.3"
