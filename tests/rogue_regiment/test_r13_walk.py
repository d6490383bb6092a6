"""Chapter 13, how an advancing unit goes."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment.layout import MARCH
from sandtable.games.rogue_regiment.state import BATTLE, TROOPER
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, field, man, offered, run, unit


@pytest.mark.clause("RR-13.18")
def test_a_diagonal_step_between_two_hedges_costs_the_axis_one_point() -> None:
    layout = plain(4, 4, H="1,0 0,1")
    assert layout.march(layout.grid.at(0, 0), layout.grid.at(1, 1)) == 1
    assert layout.march(layout.grid.at(0, 0), layout.grid.at(1, 0)) == 2


@pytest.mark.clause("RR-13.18")
def test_axis_men_pay_two_for_a_hedge_or_a_window() -> None:
    layout = board("+ + + +\n . H .W. \n+ + + + +")
    cost = [layout.step_cost(layout.grid.at(x, 0), layout.grid.at(x + 1, 0), MARCH, 0) for x in range(3)]
    assert cost == [2, 1, 2]


@pytest.mark.clause("RR-13.29", "RR-13.30", "RR-13.19")
def test_an_unspotted_man_who_comes_into_view_of_an_advancing_unit_is_spotted() -> None:
    s = field(plain(14, 5))
    s.section = BATTLE
    man(s, "paddy", 13, 2, spotted=True)
    hidden = man(s, "jock", 9, 0)
    unit(s, "smg", 1, 2, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    while offered(s):
        play(s, legal(s)[0])
    assert s.m_spotted[hidden]
