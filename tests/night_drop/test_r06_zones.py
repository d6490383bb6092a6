"""Chapter 6: zones of control. Costs are in half points."""

import pytest

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.state import BRITISH, GERMAN, changed
from tests.kit import do
from tests.night_drop.table import at, german, moving, offers, put, reaches, stick, table

NIGHT, DAY = 2, 6


def hexes(toll: bytearray) -> dict[str, int]:
    return {land.HEX_NAME[cell]: cost for cell, cost in enumerate(toll) if cost}


@pytest.mark.clause("ND-6.1")
def test_a_unit_projects_a_zone_into_its_six_neighbours() -> None:
    s = table(NIGHT)
    german(s, "g01", "1916")
    found = hexes(zones.zones(s, BRITISH))
    assert found == {"1915": 2, "2015": 2, "2016": 2, "1917": 2}  # 1815 and 1816 are woods, and it is night
    german(s, "g02", "0609")
    assert {"0608", "0709", "0710", "0610", "0510", "0509"} <= set(hexes(zones.zones(s, BRITISH)))


@pytest.mark.clause("ND-6.2")
def test_sticks_and_patrols_project_no_zone() -> None:
    s = table(DAY)
    stick(s, "red", "p", "1916")
    put(s, "patrol-1", "1016")
    assert hexes(zones.zones(s, GERMAN)) == {}
    assert hexes(zones.zones(s, BRITISH)) == {}
    put(s, "hq6", "1411")
    assert hexes(zones.zones(s, GERMAN)) == {}
    put(s, "garrison", "2306")
    assert hexes(zones.zones(s, BRITISH)) == {land.HEX_NAME[cell]: 2 for cell in land.AROUND[at("2306")]}
    for word in ("7a", "8c", "howard-2", "lovat-2"):  # the first and the last of their kind
        s = table(NIGHT)
        put(s, word, "2108")
        assert zones.zones(s, GERMAN)[at("2008")] == 2


@pytest.mark.clause("ND-6.5")
def test_by_night_village_and_woods_are_in_no_zone() -> None:  # TV-46, TV-47
    s = table(NIGHT)
    german(s, "g01", "1613")  # beside Bréville 1614
    german(s, "g02", "1817")  # beside the wood 1816
    put(s, "7a", "1515")
    put(s, "9a", "1916")
    assert zones.zones(s, BRITISH)[at("1614")] == 0
    assert zones.zones(s, BRITISH)[at("1816")] == 0
    assert reaches(s, "7a", "b1")["1614"] == 2
    assert reaches(s, "9a", "b2")["1816"] == 4


@pytest.mark.clause("ND-6.6")
def test_by_night_a_full_unit_makes_a_clear_hex_cost_one_point_more() -> None:  # TV-44
    s = table(NIGHT)
    german(s, "g01", "2108")
    put(s, "7a", "1908")
    assert reaches(s, "7a", "b1")["2008"] == 4


@pytest.mark.clause("ND-6.7")
def test_by_night_a_reduced_unit_makes_it_cost_half_a_point_more() -> None:  # TV-45
    s = table(NIGHT)
    german(s, "g01", "2108", reduced=True)
    put(s, "7a", "1908")
    assert reaches(s, "7a", "b1")["2008"] == 3


@pytest.mark.clause("ND-6.3", "ND-6.8")
def test_zones_are_not_added_up_and_the_dearest_counts() -> None:  # TV-50
    s = table(NIGHT)
    german(s, "g01", "2108")
    german(s, "g02", "2109", reduced=True)
    put(s, "7a", "1908")
    assert zones.zones(s, BRITISH)[at("2008")] == 2
    assert reaches(s, "7a", "b1")["2008"] == 4


@pytest.mark.clause("ND-6.4")
def test_a_friendly_zone_cancels_nothing() -> None:  # TV-57
    s = table(DAY)
    german(s, "g01", "2108")
    put(s, "7a", "1908")
    put(s, "7b", "2009")
    assert reaches(s, "7a", "b1")["2008"] == 4


@pytest.mark.clause("ND-6.9", "ND-6.10")
def test_by_night_from_zone_to_zone_one_pays_to_leave_and_to_enter() -> None:  # TV-49
    s = table(NIGHT)
    german(s, "g01", "2007")
    put(s, "7a", "1909")  # two hexes from the zone
    moving(s, "b1")
    do(s, "with 7a", "go 1908")
    assert s.at[counters.PIECE_OF["7a"]] == at("1908")
    # 2 MP, one for the ground and one for the zone: nothing is left to go on.
    assert "go 1907" not in offers(s)
    s = table(NIGHT)
    german(s, "g01", "2007")
    s.at[counters.PIECE_OF["7a"]] = at("1908")
    # First step from zone to zone: both surcharges make the whole capacity of 2, the ground is waived (TV-177).
    assert reaches(s, "7a", "b1")["1907"] == 4


@pytest.mark.clause("ND-6.9")
def test_who_cannot_pay_the_surcharge_may_not_enter_or_leave() -> None:
    s = table(NIGHT)
    unit = german(s, "g01", "1908")
    s.confused = changed(s.confused, counters.PIECE_OF[unit], 1)  # 1 MP
    put(s, "7a", "2007")
    found = reaches(s, unit, "g3")
    assert "1907" not in found  # leaving and entering would ask for 2
    assert "1909" in found  # leaving alone asks for 1
    s = table(NIGHT, minmove_ezoc="on")
    unit = german(s, "g01", "1908")
    s.confused = changed(s.confused, counters.PIECE_OF[unit], 1)
    put(s, "7a", "2007")
    assert "1907" in reaches(s, unit, "g3")


@pytest.mark.clause("ND-6.11")
def test_by_day_a_zone_in_a_village_or_woods_costs_by_strength_and_does_not_stop() -> None:  # TV-51, TV-52
    s = table(DAY)
    german(s, "g01", "1613")
    put(s, "7a", "1515")
    found = reaches(s, "7a", "b1")
    assert found["1614"] == 4  # village 1 and zone 1
    moving(s, "b1")
    do(s, "with 7a", "go 1614")
    assert s.left == 12 - 4
    do(s, "go 1615")  # on into the open, paying to leave
    assert s.left == 12 - 4 - 2 - 2
    s = table(DAY)
    german(s, "g01", "1715", reduced=True)
    put(s, "9a", "1617")
    assert zones.zones(s, BRITISH)[at("1716")] == 1


@pytest.mark.clause("ND-6.12")
def test_by_day_a_zone_in_the_open_costs_one_point_whatever_the_strength() -> None:
    s = table(DAY)
    german(s, "g01", "2108", reduced=True)
    put(s, "7a", "1908")
    assert reaches(s, "7a", "b1")["2008"] == 4


@pytest.mark.clause("ND-6.13")
def test_by_day_entering_a_zone_in_the_open_ends_the_move() -> None:
    s = table(DAY)
    german(s, "g01", "2108")
    put(s, "7a", "1908")
    halt = bytearray(land.HEXES)
    zones.zones(s, BRITISH, halt)
    assert halt[at("2008")] and not halt[at("1908")]
    moving(s, "b1")
    do(s, "with 7a", "go 2008")
    assert not any(option.startswith("go ") for option in offers(s))


@pytest.mark.clause("ND-6.14")
def test_by_day_nobody_goes_straight_from_zone_to_zone() -> None:  # TV-54
    s = table(DAY)
    german(s, "g01", "1713")  # its zone holds 1613 and the village 1614 is beside
    german(s, "g02", "1714")
    put(s, "7a", "1613")
    assert zones.zones(s, BRITISH)[at("1614")] == 2
    found = reaches(s, "7a", "b1")
    assert "1614" not in found or found["1614"] > 4  # only the long way round


@pytest.mark.clause("ND-6.16")
def test_one_step_and_covered_units_count_as_full() -> None:
    s = table(NIGHT)
    german(s, "g06", "2108", covered=True)
    assert zones.zones(s, BRITISH)[at("2008")] == 2


def test_a_patrol_or_a_stick_next_to_a_hex_costs_nothing() -> None:  # TV-55, TV-56
    s = table(DAY)
    put(s, "patrol-1", "2108")
    put(s, "7a", "1908")
    assert reaches(s, "7a", "b1")["2008"] == 2
    s = table(DAY)
    stick(s, "red", "p", "2108")
    unit = german(s, "g01", "1908")
    assert reaches(s, unit, "g3")["2008"] == 2


@pytest.mark.clause("ND-6.15", "ND-6.17")
def test_a_retreat_hex_is_in_a_zone_by_day_but_not_in_a_village_by_night() -> None:  # TV-182
    for turn, expected in ((NIGHT, False), (DAY, True)):
        s = table(turn)
        german(s, "g01", "1613")
        assert zones.in_zone(s, BRITISH, at("1614")) is expected


def test_dashed_hexsides_stop_zones_only_by_option() -> None:
    for value, expected in (("on", 2), ("off", 0)):
        s = table(NIGHT, dashed_zoc=value)
        put(s, "howard-1", "0613")
        assert zones.zones(s, GERMAN)[at("0713")] == expected
