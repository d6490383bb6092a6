"""Chapter 2: sight and cover where what moves stands in the line, or has just left it."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r18_advance as advance
from sandtable.games.rogue_regiment.state import Regiment
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, field, man, unit


def driven(s: Regiment, u: int, x: int, y: int, facing: int) -> Regiment:
    """The same position with a vehicle's front left square there."""
    twin = s.clone()
    twin.u_at[u], twin.u_face[u] = s.grid.at(x, y), facing
    twin.changed()
    return twin


@pytest.mark.clause("RR-2.3", "RR-13.11", "RR-18.18")
def test_a_vehicle_that_drives_on_no_longer_closes_a_way_round_a_corner_that_passes_the_cover() -> None:
    s = field(plain(10, 10, H="5,2"))
    m = man(s, "jock", 6, 3, spotted=True)
    u = unit(s, "motorbike", 3, 4, W, alert=True)  # on d4 to e5, its back to him
    obstacles.veil(s)
    # From there its line passes the corner between the hedge and where it stood.
    assert reactions.cover_of(driven(s, u, 2, 1, E), u, m) == 0
    assert advance.best_shot(s, u, 4 * s.grid.at(2, 1) + E, m) == 1
    s.u_at[u] = s.grid.at(0, 9)
    unit(s, "rifle", 4, 3, N)  # a man who is not alert closes it
    obstacles.veil(s)
    assert reactions.cover_of(driven(s, u, 2, 1, E), u, m) == -1
    assert advance.best_shot(s, u, 4 * s.grid.at(2, 1) + E, m) == -1


@pytest.mark.clause("RR-20.7", "RR-13.11", "RR-18.50")
def test_a_blast_over_a_vehicle_still_blocks_its_line_when_it_has_driven_on() -> None:
    s = field(plain(10, 10))
    m = man(s, "jock", 2, 7, spotted=True)
    u = unit(s, "motorbike", 3, 4, N, alert=True)  # on d5 to e6
    away = 4 * s.grid.at(7, 3) + S
    obstacles.veil(s)
    assert advance.best_shot(s, u, away, m) == 1
    s.blasts = (s.grid.at(5, 6),)  # its corner is on e6
    s.changed()
    obstacles.veil(s)
    assert not sight.sees(driven(s, u, 7, 3, S), u, m)
    assert advance.best_shot(s, u, away, m) == -9
