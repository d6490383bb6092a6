"""Chapter 7: marked attacks in the middle of what the Axis do."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment.state import BATTLE, GUARD, V_GUARD
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, do, field, man, offered, run, unit


@pytest.mark.clause("RR-7.19", "RR-13.13")
@pytest.mark.parametrize(("kind", "y", "role"), [("motorbike", 17, V_GUARD), ("smg", 15, GUARD)])
def test_a_unit_shot_at_before_its_first_step_chooses_its_goal_once(kind: str, y: int, role: int) -> None:
    s = field(plain(20, 20), dice=[1] * 9)
    s.section = BATTLE
    man(s, "wick", 10, 2, spotted=True)
    shooter, other = man(s, "jock", 4, 14, facing=E, spotted=True), man(s, "paddy", 4, 15, facing=E, spotted=True)
    u = unit(s, kind, 10, y, N, alert=True, role=role)
    s.m_mark[shooter] = s.m_mark[other] = u
    run(s, advance.AdvancePhase())
    do(s, "hold jock")
    do(s, "hold paddy")
    do(s, "fire jock pistol")  # its turn has begun
    goals = 0
    while offered(s):
        goals += bool(offered(s, "go"))
        do(s, (offered(s, "hold") or offered(s))[0])
    assert goals == 1
