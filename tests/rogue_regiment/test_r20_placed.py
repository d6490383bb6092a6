"""Chapter 20, what is placed and waits: bombs, traps and landmines."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r20_placed as placed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, field, man, run, through, unit


@pytest.mark.clause("RR-20.24", "RR-9.20")
def test_whom_one_of_two_bombs_kills_has_not_turned_to_the_other() -> None:
    s = field(plain(20, 20), dice=[1] * 6 + [6, 1, 1, 1, 1, 1], meter=9)
    m = man(s, "jock", 10, 14)
    u = unit(s, "rifle", 10, 10, E)
    other = unit(s, "rifle", 2, 2, E)
    s.bombs = ((s.grid.at(6, 18), 0, m), (s.grid.at(10, 10), 0, m))
    run(s, placed.Bombs())
    through(s)
    assert not s.alive(u)
    assert not s.m_spotted[m], "to see him, who was blown up would have had to turn to the first bomb"
    assert s.u_alert[other], "who is left hears them"
    assert s.meter == 7, "each moves the meter"
    assert len(s.blasts) == 2
