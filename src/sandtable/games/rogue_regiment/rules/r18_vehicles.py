"""Chapter 18, Axis vehicles: what one is, where it comes onto the board, and HMG fire through walls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import SIDE
from sandtable.games.rogue_regiment.ground.wheels import Wheels, wheels
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r24_guns as team
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import V_ASSAULT, V_SCOUT, V_SPAWN, Regiment, facing_word
from sandtable.kernel.flow import Action, Step

WALL_SHOT: Final = -3  # RR-18.24


def wheels_of(s: Regiment, u: int) -> Wheels:
    """The steps a vehicle may make."""
    return wheels_for(s, s.u_kind[u])


def wheels_for(s: Regiment, kind: int) -> Wheels:
    """RR-24.41 The steps that vehicles of a kind may make."""
    return wheels(s.layout, data.LENGTH[kind], data.AFLOAT[kind], data.TRACKED[kind])


def state_of(s: Regiment, u: int) -> int:
    """Where a vehicle is and heads, as one number."""
    return s.u_at[u] * 4 + s.u_face[u]


def armed(s: Regiment, u: int) -> bool:
    """RR-19.22 Whether a vehicle can attack."""
    return arms.ARMED[s.u_kind[u]]


def point_off(s: Regiment, point: int) -> bool:
    """Whether a looking point is off the board."""
    return not s.layout.corners & s.grid.bit[point]


def put(s: Regiment, u: int, state: int) -> None:
    """RR-18.12 A vehicle is in that state; one wholly off the board is nowhere."""
    s.move(u, state >> 2)
    s.face(u, state & 3)


def told(s: Regiment, u: int, clause: str) -> None:
    """The log line of a vehicle's step."""
    where = s.place(s.u_at[u]) or "off"
    facing = facing_word(s.u_face[u])
    facts = (("placed", s.unit(u), where), ("turned", s.unit(u), facing))
    if s.u_at[u] >= 0 and s.grid.on_board(s.u_at[u]):
        s.say(clause, "{} drives to {}, heading {}", s.unit(u), where, facing, facts=facts)
    else:
        s.say(clause, "{} drives over the edge of the board", s.unit(u), facts=facts)


def drive(s: Regiment, u: int, state: int, clause: str) -> None:
    """RR-18.12, RR-18.54 A vehicle makes a step, and comes onto the squares that are new to it."""
    laid = bool(s.traps or s.mines)
    old = wheels_of(s, u).cover(entry_state(s, u)) if laid else 0
    put(s, u, state)
    told(s, u, clause)
    if s.cats:
        tokens.passes_cat(s, s.footprint(u))
    if laid:
        placed.tread(s, u, [v for v in s.footprint(u) if not old >> v & 1])


# --- coming onto the board


def outside(s: Regiment, side: Side, length: int) -> int:
    """RR-18.30, RR-18.36, RR-18.48 Where a vehicle waits: in the two lanes of a side, its front row touching the edge
    of the board.
    """
    grid = s.grid
    left, top = SIDE * side.column, SIDE * side.row
    heading = (side.side + 2) % 4
    # The front left square as the driver sees it.
    x, y = {0: (left + 5, top - 1), 1: (left + SIDE, top + 5), 2: (left + 4, top + SIDE), 3: (left - 1, top + 4)}[
        side.side
    ]
    assert length, "only vehicles wait outside"
    return grid.at(x, y) * 4 + heading


def entry_state(s: Regiment, u: int) -> int:
    """RR-18.46, RR-18.48, RR-18.42 From where a vehicle that is off the board enters it."""
    if s.u_at[u] >= 0:
        return state_of(s, u)
    role = s.u_role[u]
    mission = s.stage.mission
    if role == V_SCOUT:
        assert mission.convoy_ends is not None
        return outside(s, mission.convoy_ends[0], data.LENGTH[s.u_kind[u]])
    vehicle = mission.vehicles[s.u_link[u]]
    side = vehicle.start if role == V_ASSAULT or s.u_way[u] else vehicle.end
    assert side is not None
    return outside(s, side, data.LENGTH[s.u_kind[u]])


def spawn(s: Regiment, kind: int, where: int, colour: int) -> None:
    """RR-18.46, RR-14.12 A vehicle takes two columns of a spawn tile, its tail hanging out; without room it does not
    come.
    """
    places = s.stage.spawns[where]
    heading = (s.stage.spawn_sides[where].side + 2) % 4
    rolling = wheels_for(s, kind)
    taken = obstacles.occupied(s)
    for v in places[:4]:
        state = v * 4 + heading
        front = rolling.squares(state)[:2]
        if all(w in places[:4] for w in front) and not rolling.cover(state) & taken:
            u = setup.add_unit(s, kind, v, heading, V_SPAWN, colour)
            s.rouse(u)
            s.say("RR-18.46", "{} comes to {}", s.unit(u), s.place(v), facts=(("placed", s.unit(u), s.place(v)),))
            return
    s.say("RR-14.12", "the spawn tile is full")


# --- fire through walls


def wall_shots(s: Regiment, u: int) -> list[tuple[int, int, int]]:
    """RR-18.21, RR-18.23, RR-18.24, RR-18.26, RR-18.27, RR-18.52 For each gun of a vehicle that has not fired the
    nearest spotted men in a building whom it reaches through one wall: man, modifier, gun.
    """
    if not (s.u_alert[u] and s.here(u)):
        return []
    chosen: list[tuple[int, int, int]] = []
    for gun in arms.GUNS[s.u_kind[u]]:
        if not gun.hmg or s.u_done[u] & gun.fired:
            continue
        if not s.vehicle(u):
            chosen += team_shots(s, u, gun)
            continue
        point, facing = sight.crew_looks(s, u)[gun.rear]
        if point_off(s, point):
            continue
        found = []
        for m in sheltered(s):
            v = s.m_at[m]
            far = notice.range_to(s, u, v)
            if far <= gun.long and s.layout.crew_fields[4 * point + facing] >> v & 1:
                if not sight.sees(s, u, m) and shelter.walls_between(s, point, v, obstacles.axis_veil(s, u)[1]) == 1:
                    found.append((far, m))
        chosen += nearest_of(found, gun)
    return chosen


def nearest_of(found: list[tuple[int, int]], gun: arms.Gun) -> list[tuple[int, int, int]]:
    """RR-18.24, RR-18.52 Of men behind a wall, each with how far he is, the nearest: man, modifier, gun."""
    nearest = min(found, default=(0, 0))[0]
    plus = WALL_SHOT + (1 if nearest <= gun.short else 0)
    return [(m, plus, gun.fired) for far, m in found if far == nearest]


def team_shots(s: Regiment, u: int, gun: arms.Gun) -> list[tuple[int, int, int]]:
    """RR-24.46, RR-24.59 The same for an HMG team."""
    if s.u_cig[u] or not s.grid.on[s.u_at[u]]:
        return []
    found = [(notice.range_to(s, u, s.m_at[m]), m) for m in sheltered(s) if team.hits_through_wall(s, u, m)]
    return nearest_of([one for one in found if one[0] <= gun.long], gun)


def sheltered(s: Regiment) -> list[int]:
    """RR-18.23 The spotted men in buildings."""
    return [m for m, spotted in enumerate(s.m_spotted) if spotted and s.on_foot(m) and s.layout.room[s.m_at[m]]]


@dataclass(frozen=True)
class ThroughWalls(Step):
    """RR-18.23, RR-18.25 In the Attack Phase guns without a target in sight fire through one building wall, after all
    others.
    """

    def do(self, s: Regiment) -> None:
        if not sheltered(s):
            return
        pairs = [(u, m) for u in (*s.roster.vehicles, *s.roster.teams) for m, _, _ in wall_shots(s, u)]
        if pairs:
            s.then(WallShot(tuple(pairs)), ThroughWalls())


@dataclass(frozen=True)
class WallShot(ties.Attacker):
    """RR-16.8, RR-16.12, RR-18.24 The players choose which gun fires next, and among equal targets at whom."""

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = s.unit_of(action[1]), s.man_of(action[2])
        kind = s.u_kind[u]
        plus, gun = next((plus, gun) for other, plus, gun in wall_shots(s, u) if other == m)
        s.u_done[u] |= gun
        reactions.attack(s, u, m, data.DICE[kind], data.NEEDS[kind], plus, "RR-18.24", "fires through the wall at")
        s.then(turn.EndAction())

    def ask(self, s: Regiment) -> str:
        return "Which gun fires through the wall next, and at whom?"
