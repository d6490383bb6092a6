"""Chapter 21: the guns of the players' vehicles."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.state import V_GUARD, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, do, field, man, offered, run, sq, unit
from tests.rogue_regiment.test_fourth_audit_v import willys


@pytest.mark.clause("RR-20.13", "RR-20.14", "RR-21.9")
def test_a_mounted_gun_strafes_a_man_beside_its_target_who_is_out_of_range_himself() -> None:
    s = field(plain(20, 20), dice=[6, 6, 1, 1])
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "rifle", 9, 6, N)
    unit(s, "rifle", 8, 5, N)
    unit(s, "rifle", 9, 4, N)
    run(s, cars.CarAct(c))
    assert offered(s, "attack") == ["attack willys front rifle-1"]
    do(s, "attack willys front rifle-1")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-2"]


@pytest.mark.clause("RR-21.4", "RR-21.9")
def test_a_mounted_gun_strafes_nobody_outside_its_quarter() -> None:
    s = field(plain(20, 20), dice=[6, 6, 1, 1])
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "rifle", 7, 12, N)
    unit(s, "rifle", 6, 12, N)
    unit(s, "rifle", 6, 13, N)
    unit(s, "rifle", 8, 11, N)
    run(s, cars.CarAct(c))
    do(s, "attack willys front rifle-1")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-4"]


@pytest.mark.clause("RR-20.13", "RR-20.14", "RR-21.26")
def test_a_burst_from_a_boat_goes_on_to_a_man_out_of_range() -> None:
    s = field(plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in (9, 10) for y in range(14, 18))}), dice=[6, 6, 1])
    c = setup.add_car(s, data.BOAT, s.grid.at(9, 14), N)
    cars.sit(s, man(s, "paddy", 0, 0), c, 1)
    s.c_ap = changed(s.c_ap, c, cars.AP)
    s.changed()
    unit(s, "rifle", 9, 6, N)
    unit(s, "rifle", 8, 5, N)
    run(s, cars.CarAct(c))
    do(s, "attack boat gunner rifle-1")
    do(s, "with sten")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-2"]


@pytest.mark.clause("RR-20.34", "RR-21.13")
def test_a_gunner_who_has_fired_is_not_hidden_by_his_camo_net_when_he_gets_out() -> None:
    s = field(plain(20, 20, F="8,15"), dice=[1] * 4)
    m = man(s, "hawke", 0, 0)
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), m)
    unit(s, "motorbike", 9, 5, N, role=V_GUARD)  # it does not turn
    run(s, cars.CarAct(c))
    do(s, "attack willys front motorbike-1")
    do(s, "deploy willys")
    do(s, f"out hawke {sq(8, 15)}")
    do(s, "done")
    assert s.has(m, data.I_CAMO) and not s.m_spotted[m]
    assert sight.shows(s, m, s.m_at[m]) == sight.STANDING
