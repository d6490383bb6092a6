"""Chapter 24, They Who Dare: HMG teams, who stop as soon as they can fire, and fire through a wall."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.squares import bits


def through_walls(s: Regiment, u: int, m: int, squares: int) -> int:
    """RR-24.45, RR-24.46 The squares of a set from which an HMG team could fire at a man in a building through one
    wall, if it faced him; none for any other infantry.
    """
    if s.u_kind[u] != data.HMG_TEAM or s.m_car[m] >= 0 or not s.layout.room[s.m_at[m]]:
        return 0
    found, v = 0, s.m_at[m]
    for q in bits(squares & s.grid.disc(v, arms.REACH[s.u_kind[u]]) & ~s.grid.bit[v]):
        if shelter.walls_between(s, q, v, s.veil.high & ~s.grid.bit[q], False) == 1:
            found |= s.grid.bit[q]
    return found


def hits_through_wall(s: Regiment, u: int, m: int) -> bool:
    """RR-24.46, RR-24.59 Whether an HMG team has a man, whom it does not see, in its field behind one wall."""
    at, v = s.u_at[u], s.m_at[m]
    if not s.layout.fields[4 * at + s.u_face[u]] >> v & 1 or sight.sees(s, u, m):
        return False
    return through_walls(s, u, m, s.grid.bit[at]) != 0
