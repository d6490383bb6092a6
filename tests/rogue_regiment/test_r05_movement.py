"""Chapter 5, movement actions."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.ground.layout import CLIMB, HOOK, WALK
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, act_with, at, do, field, man, offered, sq, unit, why
from tests.rogue_regiment.positions import may


def plain_art(width: int, height: int, forest: str) -> str:
    rows = [["." for _ in range(width)] for _ in range(height)]
    for place in forest.split():
        x, y = place.split(",")
        rows[int(y)][int(x)] = "F"
    art = ["+" + " +" * width]
    for row in rows:
        art += [" " + " ".join(row) + " ", "+" + " +" * width]
    return "\n".join(art)


@pytest.mark.clause("RR-5.1", "RR-5.4", "RR-5.9")
def test_a_move_is_one_square_in_eight_directions_and_leaves_a_hedge_freely() -> None:
    s = field(plain(5, 5, H="2,2"))
    m = man(s, "jock", 2, 2)
    act_with(s, m)
    assert len(offered(s, "move")) == 8
    do(s, f"move jock {sq(1, 1)}")
    assert s.m_ap[m] == 3
    assert f"move jock {sq(2, 2)}" not in offered(s, "move")
    assert not any(words.split()[2] == sq(2, 2) for words in offered(s, "sprint"))
    assert f"climb jock {sq(2, 2)}" in offered(s, "climb")


@pytest.mark.clause("RR-5.3", "RR-5.5", "RR-1.12", "RR-2.5")
def test_a_sprint_vaults_a_low_wall_and_may_end_on_forest_but_not_go_on_into_forest() -> None:  # TV-5
    for forest, legal_ in (("3,0", True), ("2,0 3,0", False)):
        layout = edged(plain_art(6, 1, forest), ("l", 1, 0, 2, 0))
        s = field(layout)
        m = man(s, "jock", 0, 0)
        act_with(s, m)
        assert (f"sprint jock {sq(3, 0)}" in offered(s, "sprint")) == legal_
        if legal_:
            do(s, f"sprint jock {sq(3, 0)}")
            assert s.m_ap[m] == 2


@pytest.mark.clause("RR-5.3", "RR-9.5")
def test_a_sprint_may_come_back_to_where_it_began_and_go_by_a_square_twice() -> None:
    s = field(plain(9, 9))
    m = man(s, "paddy", 4, 4)
    act_with(s, m)
    assert len(offered(s, "sprint", "paddy", sq(4, 4))) == 1, "nobody is there to hear by which way"
    unit(s, "rifle", 7, 4, E)
    s.offered = None
    assert len(offered(s, "sprint", "paddy", sq(4, 4))) == 1, "two squares off and back are too few to be heard"
    s.offered = None
    s.move(0, s.grid.at(6, 4))
    s.forget()
    back, near = offered(s, "sprint", "paddy", sq(4, 4)), offered(s, "sprint", "paddy", sq(3, 4))
    assert len(back) == 2 and len(near) == 2
    do(s, near[1])
    assert at(s, s.m_at[m]) == (3, 4)
    assert s.u_alert[0], "he has been beside it, and back past where he began"
    s.m_ap[m], s.u_alert[0], s.u_face[0] = 4, 0, E
    s.forget()
    do(s, offered(s, "sprint", "paddy", sq(3, 4))[0])
    assert (at(s, s.m_at[m]), s.m_ap[m], s.u_alert[0]) == ((3, 4), 2, 0)


@pytest.mark.clause("RR-5.3", "RR-20.55")
def test_no_sprint_comes_back_under_a_blast() -> None:
    s = field(plain(9, 9))
    m = man(s, "paddy", 4, 4)
    s.lay(blasts=(s.grid.at(3, 4),))
    s.forget()
    act_with(s, m)
    assert why(s, f"sprint paddy {sq(4, 4)}").clause == "RR-20.55"


@pytest.mark.clause("RR-5.6", "RR-5.7", "RR-5.8", "RR-2.11", "RR-2.13", "RR-2.28")
def test_climbing_enters_hedge_and_crates_and_windows_and_a_hook_does_more() -> None:  # TV-6
    layout = board(
        """
        + + + +
         H C R
        + + + +
         . . .
        + +W+g+
         . . .
        + + + +
        """
    )
    for to in ((0, 0), (1, 0)):
        assert not may(layout, WALK, 1, 1, *to)
        assert may(layout, CLIMB, 1, 1, *to)
        assert may(layout, HOOK, 1, 1, *to)
    assert may(layout, CLIMB, 1, 1, 1, 2)
    assert not may(layout, WALK, 1, 1, 1, 2)
    assert not may(layout, CLIMB, 1, 1, 2, 0)
    assert may(layout, HOOK, 1, 1, 2, 0)
    assert not may(layout, CLIMB, 2, 1, 2, 2)
    assert may(layout, HOOK, 2, 1, 2, 2)
    assert not may(layout, CLIMB, 1, 1, 2, 1), "stepping over open ground is no climb"


@pytest.mark.clause("RR-5.10")
def test_a_diagonal_step_needs_one_free_way_round_the_corner() -> None:  # TV-94
    free = board("+ + +\n . R \n+ + +\n . . \n+ + +")
    walled = board("+ + +\n . R \n+#+ +\n . . \n+ + +")
    assert may(free, WALK, 0, 0, 1, 1)
    assert not may(walled, WALK, 0, 0, 1, 1)


@pytest.mark.clause("RR-5.10", "RR-5.8")
def test_a_diagonal_climb_over_a_grapple_point_is_open_when_a_dump_shuts_the_plain_way() -> None:
    layout = edged(open_ground(6, 6), ("g", 2, 2, 2, 3), ("h", 1, 2, 1, 3))
    s = field(layout)
    m = man(s, "wick", 2, 2)
    act_with(s, m)
    assert not offered(s, "climb", "wick", sq(3, 3)), "round the end of the wall he walks"
    s.lay(dumps=((s.grid.at(3, 1), 4),))
    s.forget()
    s.offered = None
    assert not offered(s, "move", "wick", sq(3, 3))
    assert offered(s, "climb", "wick", sq(3, 3))
    do(s, f"climb wick {sq(3, 3)}")
    assert s.m_at[m] == s.grid.at(3, 3) and s.m_ap[m] == 2
