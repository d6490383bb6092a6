"""Chapter 20, grenades."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.state import OFF
from sandtable.kernel.flow import legal
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, W, act_with, do, field, man, run, sq, through, unit


@pytest.mark.clause("RR-20.26", "RR-20.8", "RR-12.11")
def test_a_grenade_kills_friends_and_gives_nobody_away() -> None:
    s = field(plain(12, 12), dice=[6, 6, 6, 6])
    m = man(s, "paddy", 2, 2)
    friend = man(s, "jock", 6, 3)
    u = unit(s, "rifle", 6, 1, N)
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(6, 2)}")
    through(s, "hit")
    assert not s.alive(u)
    assert s.m_health[friend] == 0
    assert not s.m_spotted[m]
    assert s.blasts == ()


@pytest.mark.clause("RR-20.27")
def test_a_marked_grenade_gets_no_bonus_and_lands_on_its_square() -> None:
    s = field(plain(12, 12), dice=[1, 1, 1, 2])
    m = man(s, "paddy", 2, 6, facing=N)
    u = unit(s, "rifle", 2, 2, N)
    act_with(s, m)
    do(s, "mark paddy grenade")
    do(s, f"at {sq(2, 2)}")
    assert s.m_ap[m] == 2
    marks.begin_phase(s)
    s.agenda.clear()
    run(s, marks.Instant(OFF))
    do(s, "fire paddy grenade")
    through(s)
    assert not s.alive(u), "one die of 2 is a hit, a 1 is none even when marked"
    assert s.has(m, data.I_GRENADE) == 1


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


@pytest.mark.clause("RR-20.28")
def test_a_grenade_thrown_over_a_wood_scatters() -> None:
    for forest, dice in (("", 4), ("4,2", 6)):
        s = field(plain(14, 14, **({"F": forest} if forest else {})), dice=[3, 4, 1, 1, 1, 1, 1, 1])
        m = man(s, "paddy", 2, 2)
        act_with(s, m)
        do(s, "throw paddy")
        do(s, f"at {sq(7, 2)}")
        if forest:
            do(s, "face e")
        assert s.dice_used == dice, "two dice more for the direction"


@pytest.mark.clause("RR-20.29", "RR-20.30")
def test_a_grenade_out_of_sight_drifts_a_little() -> None:  # TV-60
    for dice, place in (([2, 4, 4], (5, 3)), ([3, 4], (5, 5)), ([2, 4, 1], (5, 4)), ([1, 4, 6], (2, 2))):
        s = field(plain(12, 12), dice=[*dice, 1, 1, 1, 1])
        notice.begin(s)
        run(s, grenades.Scatter(s.grid.at(5, 5), N))
        fallen = [words for event in s.events for words in event.facts if words[0] == "marked"]
        assert fallen == [("marked", sq(*place), "blast")]
        distance = next(event.text for event in s.events if event.clause == "RR-20.29")
        assert distance == (f"die for the distance: {dice[2]}" if dice[2:] else "it falls on target")


@pytest.mark.clause("RR-20.30", "RR-4.10")
def test_a_grenade_drifts_by_the_facing_that_its_thrower_takes() -> None:
    for word, place in (("n", (7, 0)), ("e", (9, 2))):
        s = field(plain(14, 14, F="4,2"), dice=[2, 4, 4, 1, 1, 1, 1])
        m = man(s, "paddy", 2, 2, facing=W)
        act_with(s, m)
        do(s, "throw paddy")
        do(s, f"at {sq(7, 2)}")
        happened = do(s, f"face {word}")
        assert ("marked", sq(*place), "blast") in [fact for event in happened for fact in event.facts]
