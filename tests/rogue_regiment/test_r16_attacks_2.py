"""Chapter 16: who attacks in the Axis Attack Phase."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import BATTLE, V_GUARD
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, field, man, run, unit
from tests.rogue_regiment.test_fourth_audit_v import willys


@pytest.mark.clause("RR-16.1", "RR-18.18", "RR-21.21")
@pytest.mark.parametrize(
    ("kind", "at", "facing", "forest", "parked", "dice"),
    [
        ("rifle", (7, 13), E, "8,14 9,14", (9, 14), [6]),
        ("motorbike", (4, 17), N, "1,10 1,11", (0, 8), [6, 6, 6]),
    ],
)
def test_who_sees_a_vehicle_past_nothing_but_the_wood_under_it_attacks_it(
    kind: str, at: tuple[int, int], facing: int, forest: str, parked: tuple[int, int], dice: list[int]
) -> None:
    s = field(plain(20, 20, F=forest), dice=dice)
    s.section = BATTLE
    c = willys(s, *parked, N, man(s, "jock", 0, 0, spotted=True))
    u = unit(s, kind, *at, facing, alert=True, role=V_GUARD)
    health = s.c_health[c]
    assert not sight.may_view(s, u) & obstacles.car_cover(s, c), "the terrain alone would hide all of it"
    assert sight.view_of_car(s, u, c)
    run(s, attacks.NextAttack())
    assert s.c_health[c] == health - len(dice)
