"""Chapter 4, the turn: who may act, and why another may not."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment.state import ACTIVE, SUPPORT, changed
from sandtable.kernel.flow import parse
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, field, man, offered, run
from tests.rogue_regiment.test_third_audit_e import willys


@pytest.mark.clause("RR-4.5", "RR-4.6", "RR-4.7", "RR-21.13")
def test_who_cannot_act_next_is_told_what_stands_in_the_way() -> None:
    s = field(plain(10, 10))
    man(s, "paddy", 0, 0)
    setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(1, 0), ACTIVE)
    done, dead = man(s, "hawke", 2, 0), man(s, "jock", 3, 0)
    s.m_done = changed(s.m_done, done, 1)
    turn.kill(s, dead)
    willys(s, 6, 6, N, man(s, "wick", 9, 9))
    run(s, turn.Next())
    assert offered(s) == ["act paddy", "act resistance-1"]
    choice = s.choice
    assert choice is not None
    for words, clause in (
        ("act hawke", "RR-4.7"),  # he has had his turn
        ("act jock", "RR-4.5"),  # he is dead
        ("act wick", "RR-21.13"),  # he sits in a vehicle
        ("act willys", "RR-4.6"),  # vehicles were first
    ):
        assert choice.why_not(s, parse(words)).clause == clause, words
