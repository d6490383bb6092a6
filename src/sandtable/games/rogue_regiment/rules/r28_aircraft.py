"""Chapter 28, the Anti Aircraft Truck: where it drives once it is alert."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.state import V_PATROL, Regiment
from sandtable.kernel.flow import Step


def rolls_on(s: Regiment, u: int) -> bool:
    """RR-28.10, RR-28.11 Whether a unit is an alert Anti Aircraft Truck on patrol: it keeps its route and moves in the
    Advance Phase, not in the Patrol Phase. One that guards never moves.
    """
    return s.u_kind[u] == data.AA_TRUCK and s.u_role[u] == V_PATROL and s.u_alert[u] == 1 and s.alive(u)


@dataclass(frozen=True)
class TrucksRoll(Step):
    """RR-28.10 In every Advance Phase alert Anti Aircraft Trucks on patrol follow their route."""

    def do(self, s: Regiment) -> None:
        for u in s.roster.vehicles:
            if rolls_on(s, u) and not s.u_done[u] and not s.u_stall[u] and routes.takes_up_route(s, u):
                s.u_done[u] = 1
                marks.begin_unit(s)
                drive = routes.Drive(u, data.MOVE[s.u_kind[u]], s.u_place[u])
                s.then(*marks.instants(s, u), drive, TrucksRoll())
                return
