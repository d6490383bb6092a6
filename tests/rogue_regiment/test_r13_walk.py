"""Chapter 13: the ways of advancing units."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r13_walk as walking
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.state import ADVANCE, GUARD
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import S, do, field, man, offered, run, sq, unit


@pytest.mark.clause("RR-13.13", "RR-13.29", "RR-21.21")
@pytest.mark.parametrize(("first", "spotted"), [((9, 2), 1), ((9, 1), 0)])
def test_the_players_choose_the_way_where_a_unit_may_see_the_rear_of_a_vehicle(
    first: tuple[int, int], spotted: int
) -> None:
    s = field(plain(20, 20))
    driver, target = man(s, "jock", 0, 0), man(s, "paddy", 19, 1, spotted=True)
    cars.sit(s, driver, setup.add_car(s, data.CARS.index("lorry"), s.grid.at(12, 15), S), 0)
    u = unit(s, "smg", 8, 1, S, alert=True, role=GUARD)
    s.phase, s.u_done[u] = ADVANCE, 1
    run(s, walking.Walk(u, s.grid.at(12, 4), 4, target, ()))
    do(s, f"step smg-1 {sq(*first)}")
    while offered(s, "step"):
        do(s, offered(s, "step")[-1])
    assert s.u_at[u] == s.grid.at(12, 4)
    assert s.m_spotted[driver] == spotted, "it looks to the south only where its last step is one to the east"
