"""Chapter 20, grenades."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment.state import OFF
from sandtable.kernel.flow import legal
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, act_with, do, field, man, run, sq, through, unit


@pytest.mark.clause("RR-20.27", "RR-7.6", "RR-7.11")
def test_a_grenade_is_marked_on_a_square_that_comes_within_range_by_a_later_move() -> None:
    s = field(plain(12, 20), dice=[1, 1, 1, 2])
    m = man(s, "paddy", 2, 12, facing=N)
    u = unit(s, "rifle", 2, 4, N)
    act_with(s, m)
    do(s, "mark paddy grenade")
    do(s, f"at {sq(2, 4)}")
    assert marks.shots(s, m) == [], "eight squares are too far to throw"
    do(s, f"sprint paddy {sq(2, 10)}")
    do(s, "end paddy n")
    marks.begin_phase(s)
    s.agenda.clear()
    run(s, marks.Instant(OFF))
    do(s, "fire paddy grenade")
    through(s)
    assert not s.alive(u)


@pytest.mark.clause("RR-20.27", "RR-5.1", "RR-5.3")
def test_a_grenade_is_marked_no_farther_than_its_man_can_still_bring_it() -> None:
    for ap, farthest, here in ((4, 9, True), (3, 7, True), (2, 6, False)):
        s = field(plain(20, 20))
        m = man(s, "paddy", 1, 1)
        s.m_ap[m] = ap
        act_with(s, m)
        do(s, "mark paddy grenade")
        squares = [action[1] for action in legal(s)]
        assert sq(1 + farthest, 1) in squares and sq(2 + farthest, 1) not in squares
        assert (sq(1, 1) in squares) == here, "his own square once he can leave it"
