"""Chapter 25, the Troop Transport Truck: how it comes onto the board after the alarm."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r25_unload as unload
from sandtable.games.rogue_regiment.state import V_CONVOY, V_SCOUT, Regiment
from sandtable.kernel.flow import Step


def wholly_on(s: Regiment, u: int, state: int) -> bool:
    """RR-25.14 Whether a vehicle in that state is on the board with all its squares."""
    return not vehicles.wheels_of(s, u).cover(state) & ~s.grid.board


@dataclass(frozen=True)
class TrucksEnter(Step):
    """RR-25.7, RR-25.14 At the start of the Advance Phase alert trucks off the board drive onto it, straight on."""

    def do(self, s: Regiment) -> None:
        for u in s.roster.vehicles:
            off = unload.loaded(s, u) and s.u_alert[u] and not s.here(u)
            if off and not s.u_done[u] and s.u_role[u] not in (V_CONVOY, V_SCOUT):
                s.u_done[u] = 1
                way = way_in(s, u)
                if way:
                    marks.begin_unit(s)
                    s.then(Enter(u, tuple(way)), TrucksEnter())
                    return


def way_in(s: Regiment, u: int) -> list[int]:
    """RR-25.14, RR-18.8 The states by which a truck comes onto the board: until it is wholly on it, or as far as its
    points and free squares take it; none if it must wait.
    """
    tracks = vehicles.wheels_of(s, u).tracks(s.things.shut)
    state, left = vehicles.entry_state(s, u), data.MOVE[s.u_kind[u]]
    taken = obstacles.occupied(s, but_unit=u)
    way: list[int] = []
    last = 0
    while not wholly_on(s, u, state):
        ahead = routes.state_after(s, state >> 2, state & 3)
        prices = [price for to, price in tracks.moves(state) if to == ahead]
        if not prices or prices[0] > left:
            break
        state, left = ahead, left - prices[0]
        way.append(state)
        if not vehicles.wheels_of(s, u).cover(state) & taken:
            last = len(way)
    return way[:last]


@dataclass(frozen=True)
class Enter(Step):
    """RR-25.7, RR-25.14 The next step of a truck onto the board; at the end of its way its men get out."""

    unit: int
    way: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        u = self.unit
        if not s.alive(u):
            return
        if not self.way:
            s.then(unload.Unload(u))
            return
        vehicle_advance.roll_to(s, u, self.way[0])
        s.now(Enter(u, self.way[1:]))
