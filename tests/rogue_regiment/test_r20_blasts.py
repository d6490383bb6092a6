"""Chapter 20, explosions."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.state import BATTLE
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import act_with, do, field, man, offered, sq


@pytest.mark.clause("RR-12.4", "RR-20.5", "RR-20.56")
def test_who_shoots_a_barrel_has_raised_the_alarm_whichever_noise_takes_the_last_space() -> None:
    for meter in (1, 2):
        s = field(plain(12, 12), dice=[6, 1, 1, 1, 1, 1], meter=meter)
        other = man(s, "paddy", 0, 11)
        m = man(s, "jock", 4, 9)
        s.barrels = (s.grid.at(4, 3),)
        s.changed()
        act_with(s, m)
        do(s, "attack jock pistol barrel-1")
        assert s.section == BATTLE
        assert (s.m_spotted[m], s.m_spotted[other]) == (1, 0), f"nobody is nominated with the meter at {meter}"


@pytest.mark.clause("RR-12.11", "RR-12.12", "RR-20.5")
def test_a_barrel_set_off_by_a_grenade_does_not_give_the_thrower_away() -> None:
    s = field(plain(12, 12), dice=[6, 1, 1, 1, 1, 1, 1, 1, 1], meter=2)
    m = man(s, "paddy", 0, 11)
    man(s, "jock", 4, 9)
    s.barrels = (s.grid.at(4, 6),)
    s.changed()
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(4, 6)}")
    assert s.section == BATTLE
    assert offered(s, "spot") == ["spot paddy", "spot jock"]
