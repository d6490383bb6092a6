"""Chapter 27, vehicles that bring men: the Kettenkrad and the Sturmboot, whoever plays the Axis."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.layout import MARCH
from sandtable.games.rogue_regiment.ground.rings import Rings
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r25_unload as unload
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.state import TROOPER, Regiment, changed
from sandtable.geometry.squares import bits

DROP: Final = 8  # RR-27.29 squares from a spotted Operator at which the Kettenkrad stops
EMPTY: Final = {data.KETTENKRAD: data.EMPTY_KETTENKRAD, data.STURMBOOT: data.EMPTY_STURMBOOT}
"""RR-27.30, RR-27.34 What is left of each once its men are out: it neither sees, moves nor fires."""


def away(s: Regiment, u: int) -> int:
    """RR-27.29, RR-27.42 Squares from a vehicle to the nearest spotted man; 99 with nobody spotted."""
    rolling, state = vehicles.wheels_of(s, u), vehicles.state_of(s, u)
    return min([rolling.nearest(state, sight.man_squares(s, m))[0] for m in s.ours.targets], default=99)


def drops(s: Regiment, u: int) -> bool:
    """RR-27.29, RR-27.33, RR-27.41, RR-27.42 Whether a loaded vehicle is where its men get out: a Kettenkrad wholly on
    the board within 8 squares of a spotted Operator, a Sturmboot as near to the closest one as water takes it.
    """
    if s.u_kind[u] not in EMPTY or s.u_at[u] < 0 or not s.ours.targets:
        return False
    if s.u_kind[u] == data.KETTENKRAD:
        return not s.cover(u) & ~s.grid.board and away(s, u) <= DROP
    return s.here(u) and closest(s, u).ring(0) & vehicles.wheels_of(s, u).bit(vehicles.state_of(s, u)) != 0


def closest(s: Regiment, u: int) -> Rings:
    """RR-27.33 The states of a Sturmboot by the cost of the way that is left to where it is nearest to the closest
    spotted Operator.
    """
    squares = sight.man_squares(s, vehicle_advance.quarry(s, u)[0][2])
    start = vehicles.entry_state(s, u)
    return vehicles.wheels_of(s, u).tracks(s.things.shut).rest(start, *squares)


def let_out(s: Regiment, u: int) -> None:
    """RR-27.26, RR-27.29, RR-27.30, RR-27.33, RR-27.34, RR-27.41, A53 The men get out, alert, and the empty vehicle
    does nothing more: two behind a Kettenkrad, six on land beside a Sturmboot, where that is taken on the nearest free
    squares. They advance in this phase; those of a vehicle that the Jäger moves are his too.
    """
    kind, (passenger, number) = s.u_kind[u], data.CARRIES[s.u_kind[u]]
    clause = "RR-27.29" if kind == data.KETTENKRAD else "RR-27.33"
    s.say(clause, "the men of {} get out", s.unit(u), facts=(("removed", s.unit(u)),))
    ground, facing, his = landing(s, u), s.u_face[u], hunters.hunts(s, u)
    emptied(s, u)
    for _ in range(number):
        taken = obstacles.occupied(s)
        free = [v for v in ground if not taken >> v & 1]
        if not free:
            s.say(clause, "there is no room for more of them")
            return
        man = setup.add_unit(s, passenger, free[0], facing, TROOPER)
        s.rouse(man)
        if his:
            s.u_hunt = changed(s.u_hunt, man, 1)
        s.say(
            clause,
            "{} gets out on {}",
            s.unit(man),
            s.place(free[0]),
            facts=(("placed", s.unit(man), s.place(free[0])),),
        )


def emptied(s: Regiment, u: int) -> None:
    """RR-27.30, RR-27.34 The empty side of the token: no sight, no weapon, no movement."""
    kind = EMPTY[s.u_kind[u]]
    health = s.u_health[u]
    number = s.next_number(kind)
    s.recast(u, kind, number)
    s.u_health = changed(s.u_health, u, health)
    s.u_hunt = changed(s.u_hunt, u, 0)
    place = s.place(s.u_at[u]) or "off"
    s.say("RR-27.30", "{} does nothing more", s.unit(u), facts=(("placed", s.unit(u), place),))


def landing(s: Regiment, u: int) -> list[int]:
    """RR-27.29, RR-27.33, A53 Where its men may stand, the best first: for a Kettenkrad the two squares right behind
    it, for a Sturmboot land beside it nearest to the closest spotted Operator; then other land, by the steps to it.
    """
    on_land = s.u_kind[u] == data.KETTENKRAD
    behind = s.grid.step((s.u_face[u] + 2) % 4)
    tail = [v + behind for v in s.footprint(u)[-2:]] if on_land else []
    enemies = [v for m in s.ours.targets for v in sight.man_squares(s, m)]
    found = []
    for steps, ring in enumerate(unload.steps_out(s, u, 0 if on_land else s.layout.water)):
        for v in bits(ring & s.grid.board):
            if s.layout.enterable(v, MARCH):
                near = min([s.grid.distance(v, w) for w in enemies], default=0)
                found.append((steps > 0 or v not in tail, steps, near, v))
    return [v for _, _, _, v in sorted(found)]
