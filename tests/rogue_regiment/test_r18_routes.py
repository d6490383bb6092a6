"""Chapter 18: patrol vehicles and convoys on their routes."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment.missions import Side
from sandtable.games.rogue_regiment.tiles import BLACK
from tests.rogue_regiment.field import N, S, at, man, run
from tests.rogue_regiment.test_fourth_audit_v import willys
from tests.rogue_regiment.test_second_audit_f import routed

# --- patrol vehicles


@pytest.mark.clause("RR-18.18", "RR-18.35", "RR-21.21")
def test_a_patrol_vehicle_that_comes_onto_the_board_stops_at_a_vehicle_in_a_wood() -> None:
    s, u = routed("motorbike", Side(S, 0, 2), Side(N, 0, 0), 30, 30, forest="1,20 1,21")
    m = man(s, "jock", 0, 0)
    c = willys(s, 0, 18, N, m)  # with one square of the wood under it and one behind it
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 27), "the third place of its route"
    assert not sight.may_view(s, u) & sight.car_cover(s, c), "the terrain alone would hide all of it"
    assert s.u_alert[u] and s.m_spotted[m]
