"""Chapter 21, the guns of the players' vehicles."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import changed
from tests.rogue_regiment.boards import board
from tests.rogue_regiment.field import N, S, do, field, man, offered, run, through, unit
from tests.rogue_regiment.positions import HOUSE, garage, support, switched, willys

HALL = HOUSE.replace("W", "#")


@pytest.mark.clause("RR-21.6", "RR-21.7", "RR-22.3")
def test_gunners_mark_with_their_own_markers_and_without_the_bonus() -> None:
    s, c = garage(dice=[2, 2, 2, 2])
    u = unit(s, "rifle", 9, 10, N)
    ally = support(s, 0, 0)
    s.m_car = changed(s.m_car, ally, c)
    s.m_seat = changed(s.m_seat, ally, 2)
    assert {seat for seat, _ in guns.markable(s, c)} == {"front"}
    guns.set_mark(s, c, "front", "rifle-1")
    assert s.m_mark[1] == u
    assert guns.mark_shots(s, 1) == [data.VICKERS]
    notice.begin(s, 1)
    run(s, guns.CarFire(c, 1, u, data.VICKERS))
    assert s.alive(u), "2 + 1 for short range is no hit; a marker would have made it one"


@pytest.mark.clause("RR-21.9", "RR-20.13")
def test_a_mounted_gun_that_fires_at_a_barrel_may_hit_men_beside_it() -> None:
    s, _ = garage(dice=[6, 6, 1, 1, *[1] * 5])
    unit(s, "rifle", 10, 9, N)
    s.lay(barrels=(s.grid.at(9, 9),))
    s.forget()
    run(s, turn.OperatorPhase())
    do(s, "attack willys front barrel-1")
    assert offered(s, "hit") == ["hit barrel-1", "hit rifle-1"]


@pytest.mark.clause("RR-21.10")
def test_a_willys_gun_takes_two_off_against_a_man_in_a_building() -> None:
    s, c = garage(board(HOUSE), dice=[5, 5, 5, 5])
    s.c_at, s.c_face = changed(s.c_at, c, s.grid.at(4, 2)), changed(s.c_face, c, S)
    s.forget()
    u = unit(s, "rifle", 3, 6, N)
    assert guns.gun_range(s, c, 1, u) == 4, "one wall is no obstacle"
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, u, data.VICKERS))
    assert not s.alive(u), "5 + 1 - 2 is enough"


@pytest.mark.clause("RR-21.10", "RR-6.4")
def test_an_alert_man_in_the_line_stops_a_willys_gun_s_shot_through_a_wall() -> None:
    for alert in (True, False):
        s = field(board(HALL))
        willys(s, 4, 1, S, "jock", "paddy")
        inside = unit(s, "rifle", 3, 6, N)
        assert guns.gun_range(s, 0, 1, inside) == 5
        unit(s, "smg", 3, 3, N, alert=alert)
        assert guns.gun_range(s, 0, 1, inside) == 0


@pytest.mark.parametrize(("together", "meter"), [(False, 4), (True, 5)])
@pytest.mark.clause("RR-21.30")
def test_two_guns_of_a_vehicle_cost_two_spaces_or_one_by_the_option(together: bool, meter: int) -> None:
    s, c = garage(dice=[1] * 8)
    switched(s, vehicle_guns_one_noise=together)
    third = man(s, "hawke", 9, 14)
    s.m_car = changed(s.m_car, third, c)
    s.m_seat = changed(s.m_seat, third, 2)
    ahead, behind = unit(s, "rifle", 9, 8, N), unit(s, "rifle", 9, 19, N)
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, ahead, data.VICKERS), guns.CarFire(c, 2, behind, data.VICKERS), notice.Heard())
    through(s, "turn")
    assert s.meter == meter
    assert s.u_alert == [1, 1]
