"""Chapter 18, Axis vehicles."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import BATTLE
from tests.rogue_regiment.boards import board
from tests.rogue_regiment.field import S, at, field, man, run, through, unit
from tests.rogue_regiment.positions import HOUSE


@pytest.mark.clause("RR-18.23", "RR-18.24", "RR-18.25", "RR-18.26", "RR-18.52")
def test_an_hmg_fires_through_one_wall_at_three_off() -> None:  # TV-51
    s = field(board(HOUSE), dice=[3, 4, 5])
    s.section = BATTLE
    m = man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "motorbike", 4, 1, S, alert=True)
    assert sorted(at(s, v) for v in s.footprint(u)) == [(3, 0), (3, 1), (4, 0), (4, 1)]
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 5
    assert s.u_done[u] & arms.FRONT_FIRED
    assert s.dice_used == 3


@pytest.mark.clause("RR-18.27", "RR-18.17")
def test_a_man_at_the_window_is_attacked_in_the_usual_way() -> None:  # TV-52
    s = field(board(HOUSE), dice=[4, 3, 4])
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    unit(s, "motorbike", 4, 1, S, alert=True)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3
