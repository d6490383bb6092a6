"""Chapter 26, flamethrowers: rooms that burn for the rest of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import SEAT, Regiment
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Step, act
from sandtable.kernel.telling import plural

BURNS: Final = 2  # RR-26.5 a die of so much or more takes a health point


def flamer(kind: int) -> arms.Gun:
    """RR-26.1 The flamethrower of a kind of unit."""
    return arms.GUNS[kind][-1]


def occupants(s: Regiment, room: int) -> list[int]:
    """RR-26.5 Our men on foot in a room, spotted or not."""
    return [m for m in range(len(s.m_kind)) if s.on_foot(m) and s.layout.room[s.m_at[m]] == room]


def spared(s: Regiment, room: int, u: int) -> bool:
    """RR-26.7 Whether another Axis unit than the attacker is in a room, so that nobody sets it on fire."""
    return any(other != u for other in obstacles.standing_on(s, s.layout.rooms[room]))


def room_in_reach(s: Regiment, u: int, m: int) -> int:
    """RR-26.6, RR-26.7, RR-26.21 The squares from which a flamethrower reaches the room that a man is in, as a set."""
    room = s.layout.room[s.m_at[m]] if s.m_car[m] < 0 else 0
    found = 0
    if room and not spared(s, room, u):
        for v in bits(s.layout.rooms[room]):
            found |= s.grid.disc(v, flamer(s.u_kind[u]).long)
    return found


def set_alight(s: Regiment, u: int, room: int, clause: str) -> None:
    """RR-26.3, RR-26.4 A flame token goes into a room and stays there for the game."""
    s.lay(flames=(*s.flames, (room, s.turn)))
    v = bits(s.layout.rooms[room])[0]
    s.say(clause, "{} sets the room at {} on fire", s.unit(u), s.place(v), facts=(("marked", s.place(v), "flame"),))


def after_attack(s: Regiment, u: int, room: int) -> None:
    """RR-26.3, RR-26.7 Whoever was attacked in a room with a flamethrower: the room burns, unless another Axis unit is
    in it.
    """
    if room and not spared(s, room, u):
        set_alight(s, u, room, "RR-26.3")


# --- room attacks


def rooms_for(s: Regiment, u: int) -> list[int]:
    """RR-26.6, RR-26.7 Of the spotted men in buildings whose room a flamethrower that has not fired reaches in its
    quarter to the front those whose room is nearest, one for each room.
    """
    kind = s.u_kind[u]
    gun = flamer(kind)
    if s.u_done[u] & gun.fired or not s.u_alert[u] or s.u_cig[u] or not s.here(u):
        return []
    field = quarter(s, u)
    found: dict[int, tuple[int, int]] = {}
    for m in s.ours.targets:
        room = s.layout.room[s.m_at[m]] if s.m_car[m] < 0 else 0
        if not room or room in found or spared(s, room, u):
            continue
        far = min([notice.range_to(s, u, v) for v in bits(s.layout.rooms[room] & field)], default=99)
        if far <= gun.long:
            found[room] = far, m
    least = min([far for far, _ in found.values()], default=0)
    return [m for far, m in found.values() if far == least]


def quarter(s: Regiment, u: int) -> int:
    """RR-26.6 The quarter to the front of a flamethrower, on foot or mounted, as a set."""
    if not s.vehicle(u):
        return s.layout.front(s.u_at[u], s.u_face[u])
    point, facing = sight.crew_looks(s, u)[0]
    return s.layout.crew_fields[4 * point + facing]


def may_burn(s: Regiment, u: int) -> bool:
    """RR-26.6 Whether a unit has a flamethrower that reaches the room of a spotted man."""
    return data.SECOND[s.u_kind[u]] == data.FLAME and bool(rooms_for(s, u))


@dataclass(frozen=True)
class RoomAttacks(Step):
    """RR-26.6 After all other attacks the flamethrowers that have not fired attack rooms."""

    def do(self, s: Regiment) -> None:
        pairs = [(u, m) for u in s.roster.seconds if may_burn(s, u) for m in rooms_for(s, u)]
        if pairs:
            s.then(RoomAttack(tuple(pairs)), RoomAttacks())


@dataclass(frozen=True)
class RoomAttack(ties.Tie):
    """RR-26.6, RR-16.12 The players choose which flamethrower is next, and among rooms equally near whose it burns."""

    pairs: tuple[tuple[int, int], ...]

    clause = "RR-16.12"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("burns", s.unit(u), s.man(m)) for u, m in self.pairs]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = s.unit_of(action[1]), s.man_of(action[2])
        room = s.layout.room[s.m_at[m]]
        s.u_done[u] |= flamer(s.u_kind[u]).fired
        set_alight(s, u, room, "RR-26.6")
        burn(s, room, 1, "RR-26.6")
        s.then(turn.EndAction())

    def ask(self, s: Regiment) -> str:
        return "Which flamethrower attacks a room next, and whose?"


def burn(s: Regiment, room: int, dice: int, clause: str) -> None:
    """RR-26.5, RR-26.6 Each of our men in a room rolls so many dice against the flames and loses a point for each 2 or
    more.
    """
    for m in occupants(s, room):
        rolled = s.rolls(dice)
        hits = sum([face >= BURNS for face in rolled])
        s.say(
            clause,
            f"the fire reaches {{}}: {' '.join(map(str, rolled))}, needs {BURNS}: {plural(hits, 'hit')}",
            s.man(m),
            facts=(("rolled", s.man(m), *map(str, rolled)),),
        )
        if hits:
            turn.wound(s, m, hits)


# --- rooms that burn


@dataclass(frozen=True)
class RoomsBurn(Step):
    """RR-26.5 Whoever of our men is in a room rolls a die for each flame token that was there before this phase."""

    def do(self, s: Regiment) -> None:
        old = [room for room, since in s.flames if since < s.turn]
        for room in sorted(set(old)):
            burn(s, room, old.count(room), "RR-26.5")
        notice.find_bodies(s)
        s.now(turn.EndAction())
