"""Chapter 13, how an advancing unit goes."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.ground.layout import MARCH
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.state import BATTLE, DEAD, STEALTH, TROOPER
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, at, field, man, run, through, unit
from tests.rogue_regiment.positions import line, walker


@pytest.mark.clause("RR-13.1", "RR-13.3", "RR-13.16", "RR-12.10")
@pytest.mark.parametrize(("section", "end"), [(BATTLE, (7, 5)), (STEALTH, (9, 5))])
def test_a_unit_whose_target_dies_goes_on_to_who_is_spotted_now_or_stops(section: int, end: tuple[int, int]) -> None:
    above, below = [("h", x, 4, x, 5) for x in range(1, 19)], [("h", x, 5, x, 6) for x in range(19)]
    s = field(edged(open_ground(20, 12), *above, *below), dice=[1] * 4)
    s.section = section
    m = man(s, "jock", 10, 6, spotted=True)
    man(s, "paddy", 0, 0)
    u = unit(s, "smg", 7, 5, E, alert=True, role=TROOPER)
    s.lay(mines=((s.grid.at(9, 5), m),))
    run(s, advance.AdvancePhase())
    assert s.m_state[m] == DEAD, "beyond the wall from the landmine"
    assert at(s, s.u_at[u]) == end, "two of its four points are left, and Paddy is the other way"


@pytest.mark.clause("RR-13.3", "RR-15.2")
def test_a_patrolman_whose_target_dies_stops_and_walks_his_line_on_from_there() -> None:
    above, below = [("h", x, 4, x, 5) for x in range(1, 19)], [("h", x, 5, x, 6) for x in range(19)]
    layout = edged(open_ground(20, 12), *above, *below)
    link = line(layout, BLACK, *((x, 5) for x in range(20)))
    s = field(layout, dice=[1] * 4)
    m = man(s, "jock", 10, 6, spotted=True)
    man(s, "paddy", 0, 0)
    u = walker(s, link, 7, E, alert=True)
    s.lay(mines=((s.grid.at(9, 5), m),))
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (9, 5)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (13, 5)


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
    through(s)
    assert s.m_spotted[hidden]
