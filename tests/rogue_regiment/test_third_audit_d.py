"""What a third reading of the Operators' chapters found, each on a little board."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment.state import ADVANCE, OFF, changed
from sandtable.kernel.flow import legal
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, W, act_with, do, field, man, offered, run, sq, unit
from tests.rogue_regiment.test_r21_cars import garage


@pytest.mark.clause("RR-9.2", "RR-6.9")
def test_a_shot_before_a_step_is_heard_from_where_it_was_fired() -> None:
    s = field(plain(18, 6), dice=[1])
    m = man(s, "jock", 8, 3)
    unit(s, "rifle", 8, 1, N)
    near = unit(s, "rifle", 14, 3, E)  # six squares from where he fires, seven from where he steps
    far = unit(s, "rifle", 1, 3, W)  # seven and six
    act_with(s, m)
    do(s, f"attack-move jock pistol rifle-1 {sq(7, 3)}")
    assert s.u_alert[near] == 1 and s.u_face[near] == W, "it hears the shot and turns to it"
    assert s.u_alert[far] == 0


@pytest.mark.clause("RR-5.10", "RR-5.8")
def test_a_diagonal_climb_over_a_grapple_point_is_open_when_a_dump_shuts_the_plain_way() -> None:
    layout = edged(open_ground(6, 6), ("g", 2, 2, 2, 3), ("h", 1, 2, 1, 3))
    s = field(layout)
    m = man(s, "wick", 2, 2)
    act_with(s, m)
    assert not offered(s, "climb", "wick", sq(3, 3)), "round the end of the wall he walks"
    s.dumps = ((s.grid.at(3, 1), 4),)
    s.changed()
    s.offered = None
    assert not offered(s, "move", "wick", sq(3, 3))
    assert offered(s, "climb", "wick", sq(3, 3))
    do(s, f"climb wick {sq(3, 3)}")
    assert s.m_at[m] == s.grid.at(3, 3) and s.m_ap[m] == 2


POND = """
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
     . . . ~ ~ . .
    + + + + + + + +
     . . . ~ ~ . .
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
    """


@pytest.mark.clause("RR-1.24", "RR-20.39")
def test_who_leaves_the_water_may_pass_another_man_if_he_can_go_on() -> None:
    s = field(board(POND))
    m = man(s, "wick", 3, 1)
    s.m_swim = changed(s.m_swim, m, 1)
    man(s, "jock", 2, 1)
    act_with(s, m)
    assert offered(s, "swim", "wick", sq(2, 1))
    assert offered(s, "sprint", "wick", sq(2, 1))
    do(s, f"swim wick {sq(2, 1)}")
    assert {action[0] for action in legal(s)} == {"move", "sprint"}, "he must go on"
    s.m_at[m], s.m_ap[m] = s.grid.at(3, 1), 1
    s.m_swim, s.offered = changed(s.m_swim, m, 1), None
    assert not offered(s, "swim", "wick", sq(2, 1)), "with his last point he would end there"


RIVER = """
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
     . ~ ~ ~ ~ . .
    + + + + + + + +
     . ~ ~ ~ ~ ~ .
    + + + + + + + +
     . . . . ~ . .
    + + + + + + + +
    """


@pytest.mark.clause("RR-21.15", "RR-5.10", "RR-20.55")
def test_a_boat_is_boarded_neither_across_a_corner_of_water_nor_under_a_blast() -> None:
    s = field(board(RIVER))
    setup.add_car(s, data.BOAT, s.grid.at(4, 1), E)  # on columns 2 to 4
    m = man(s, "jock", 5, 3)
    act_with(s, m)
    assert not offered(s, "move", "jock", sq(4, 2)), "there is water on both sides of the corner"
    s.m_at[m], s.offered = s.grid.at(3, 3), None
    assert offered(s, "move", "jock", sq(3, 2)) and offered(s, "move", "jock", sq(2, 2))
    s.blasts = (s.grid.at(1, 1),)  # over columns 0 to 2
    s.changed()
    s.offered = None
    assert offered(s, "move", "jock", sq(3, 2)) and not offered(s, "move", "jock", sq(2, 2))


@pytest.mark.clause("RR-20.13", "RR-20.5")
def test_a_burst_at_a_barrel_may_hit_men_beside_it() -> None:
    s = field(plain(12, 12), dice=[6, 6, 1, *[1] * 5])
    m = man(s, "paddy", 2, 5)
    u = unit(s, "rifle", 6, 4, E)
    unit(s, "rifle", 8, 5, E)
    s.barrels = (s.grid.at(6, 5),)
    s.changed()
    act_with(s, m)
    do(s, "attack paddy sten barrel-1")
    assert offered(s, "hit") == ["hit barrel-1", "hit rifle-1"], "the other man is not beside it"
    do(s, "hit rifle-1")
    assert not s.alive(u) and s.barrels == (OFF,), "the second hit can only be the barrel's"


@pytest.mark.clause("RR-21.9", "RR-20.13")
def test_a_mounted_gun_that_fires_at_a_barrel_may_hit_men_beside_it() -> None:
    s, _ = garage(dice=[6, 6, 1, 1, *[1] * 5])
    unit(s, "rifle", 10, 9, N)
    s.barrels = (s.grid.at(9, 9),)
    s.changed()
    run(s, turn.OperatorPhase())
    do(s, "attack willys front barrel-1")
    assert offered(s, "hit") == ["hit barrel-1", "hit rifle-1"]


@pytest.mark.clause("RR-8.3", "RR-6.6")
def test_a_marked_shot_from_a_crouch_counts_squares_to_what_is_in_sight() -> None:
    s = field(plain(12, 12, H="2,2 3,3"), dice=[1])
    m = man(s, "jock", 0, 0, facing=E, low=True)
    u = unit(s, "truck", 4, 4, W)  # four squares away behind the hedges, five where he sees it
    s.phase, s.m_mark[m] = ADVANCE, u
    run(s, marks.Instant(OFF))
    fired = [event.text for event in do(s, "fire jock pistol") if event.clause == "RR-6.5"]
    assert "1 at +2, needs 5" in fired[0], "+2 for the mark, nothing for the range"
