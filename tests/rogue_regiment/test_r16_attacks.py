"""Chapter 16: whom Axis units attack, and who of them does."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import BATTLE
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, W, field, man, run, unit
from tests.rogue_regiment.test_fourth_audit_v import willys


@pytest.mark.clause("RR-16.1", "RR-18.18", "RR-21.21")
@pytest.mark.parametrize("asked", [False, True])
def test_a_unit_attacks_a_vehicle_that_it_sees_past_the_wood_under_it(asked: bool) -> None:
    s = field(plain(12, 12, F="4,2 5,3"), dice=[6, 6])
    s.section = BATTLE
    c = willys(s, 5, 3, W, man(s, "jock", 0, 0, spotted=True))
    u = unit(s, "smg", 2, 5, N, alert=True)
    if asked:
        sight.may_view(s, u)  # what the unit might see if nothing moved is kept once somebody has asked for it
    whole = s.c_health[c]
    run(s, attacks.AttackPhase())
    assert s.c_health[c] == whole - 2
