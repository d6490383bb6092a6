"""What an independent second model of the Axis found: positions where it and the game did not agree."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment.data import CARS
from sandtable.games.rogue_regiment.state import BATTLE, V_GUARD, Regiment, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, W, at, do, field, man, offered, run, sq, unit


def willys(s: Regiment, x: int, y: int, facing: int, *crew: int) -> int:
    """A Willys with its front left square there, and these men in its seats."""
    c = setup.add_car(s, CARS.index("willys"), s.grid.at(x, y), facing)
    for seat, m in enumerate(crew):
        cars.sit(s, m, c, seat)
    s.changed()
    return c


# --- which way, and to where


@pytest.mark.clause("RR-13.12", "RR-13.13")
def test_no_way_is_offered_that_leads_past_a_square_where_the_unit_would_have_stopped() -> None:
    s = field(plain(11, 10, F="2,3"))
    man(s, "paddy", 4, 0, spotted=True)
    man(s, "jock", 10, 9, low=True)  # who is not spotted, so the way is asked for
    unit(s, "smg", 5, 7, N, alert=True)
    run(s, advance.AdvancePhase())
    assert f"go smg-1 {sq(2, 3)}" in offered(s), "it has paddy in sight there, and not from the square before it"
    walked = do(s, f"go smg-1 {sq(2, 3)}")
    assert not offered(s, "step"), f"by {sq(5, 6)} it would come to {sq(3, 4)}, and stop there"
    moved = [fact[3] for event in walked for fact in event.facts if fact[0] == "moved"]
    assert moved == [sq(4, 6), sq(3, 5), sq(2, 4), sq(2, 3)]


@pytest.mark.clause("RR-13.12", "RR-13.13", "RR-18.20")
def test_no_vehicle_drives_past_a_place_where_it_would_have_stopped() -> None:
    s = field(plain(14, 10))
    s.section = BATTLE
    man(s, "paddy", 12, 9, spotted=True)
    man(s, "jock", 0, 0, low=True)
    unit(s, "motorbike", 7, 8, S, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    do(s, f"go motorbike-1 {sq(9, 9)} e")
    assert f"step motorbike-1 {sq(8, 8)} e" not in offered(s), "there it has him in short range"
    assert at(s, s.u_at[0]) == (9, 9)


@pytest.mark.clause("RR-13.9", "RR-13.13")
def test_a_unit_goes_to_whichever_square_of_a_vehicle_is_cheapest_to_reach() -> None:
    s = field(plain(12, 10))
    willys(s, 1, 7, W, man(s, "paddy", 0, 0, spotted=True))
    unit(s, "smg", 5, 1, S, alert=True)
    run(s, advance.AdvancePhase())
    assert offered(s) == [f"go smg-1 {sq(x, 2)}" for x in (4, 5, 6)], "each is 4 squares from its near corner"


@pytest.mark.clause("RR-13.10", "RR-13.31")
def test_of_men_equally_near_one_in_the_water_is_the_closer_if_the_way_to_the_bank_costs_less() -> None:
    water = " ".join(f"{x},{y}" for x in range(12) for y in (0, 1))
    s = field(plain(12, 10, **{"~": water}))
    swimmer = man(s, "wick", 5, 1, spotted=True)
    s.m_swim = changed(s.m_swim, swimmer, 1)
    man(s, "paddy", 9, 5, spotted=True)
    u = unit(s, "smg", 5, 5, S, alert=True)
    run(s, advance.AdvancePhase())
    assert not offered(s)
    assert s.u_face[u] == N, "3 points to the bank below him, 4 to the other"


@pytest.mark.clause("RR-13.14", "RR-18.20")
def test_a_vehicle_that_can_attack_nobody_keeps_glimpsed_men_in_sight() -> None:
    s = field(plain(20, 10, F="0,6"))
    s.section = BATTLE
    man(s, "paddy", 0, 6, low=True, spotted=True)
    unit(s, "motorbike", 18, 2, W, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert len(offered(s, "go")) > 1
    assert all(option.endswith(" w") for option in offered(s, "go")), "it could also end looking north or south"


# --- our vehicles


@pytest.mark.clause("RR-18.12", "RR-21.2")
def test_a_vehicle_may_end_with_its_left_side_off_the_board_as_with_its_right_side() -> None:
    found = []
    for x in (0, 8):
        s = field(plain(10, 20))
        c = willys(s, x, 10, N, man(s, "paddy", 5, 5))
        squares = driving.wheels_of(s, c).squares
        # The right edge is seen in a mirror.
        found.append(
            {
                frozenset((9 - s.grid.xs[v] if x else s.grid.xs[v], s.grid.ys[v]) for v in squares(q))
                for q in driving.drives(s, c)
            }
        )
    assert found[0] == found[1]
    s = field(plain(10, 20))
    c = willys(s, 0, 10, N, man(s, "paddy", 5, 5))
    run(s, driving.DriveTo(c, True))
    left = driving.state_words(s, s.grid.at(-1, 8) * 4 + N)
    do(s, " ".join(("to", *left)))
    assert at(s, s.c_at[c]) == (-1, 8)
    assert at(s, s.m_at[0]) == (0, 8), "its crew is known by the part on the board"


@pytest.mark.clause("RR-21.3")
def test_a_willys_may_floor_it_along_either_edge() -> None:
    for x in (-1, 9):
        s = field(plain(10, 20))
        c = willys(s, x, 15, N, man(s, "paddy", 5, 5))
        assert driving.floors(s, c) == [1, 2, 3, 4, 5]
        s.c_at = changed(s.c_at, c, s.grid.at(4, 2))
        s.changed()
        assert driving.floors(s, c) == [1, 2], "not over the edge"
