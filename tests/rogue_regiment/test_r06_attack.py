"""Chapter 6, the attack action, with the aim of chapter 7."""

from __future__ import annotations

import pytest

from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, act_with, do, field, man, offered, unit


@pytest.mark.clause("RR-7.2", "RR-7.1", "RR-6.5")
def test_who_takes_aim_at_two_units_has_both_in_his_sights() -> None:
    s = field(plain(12, 12), dice=[3, 3])
    m = man(s, "jock", 0, 4)
    first, second = unit(s, "rifle", 6, 2, N), unit(s, "rifle", 6, 6, S)
    act_with(s, m)
    do(s, "aim jock rifle-1")
    do(s, "aim jock rifle-2")
    assert not offered(s, "aim")
    do(s, "attack jock pistol rifle-1")
    do(s, "attack jock pistol rifle-2")
    assert not s.alive(first) and not s.alive(second), "3 and 2 for the aim are 5"
    assert s.m_aim[m] == ()
