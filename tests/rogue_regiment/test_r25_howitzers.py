"""Chapter 25, armoured cars: the autocannon, and the howitzer that fires to the front."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r25_howitzers as howitzers
from sandtable.games.rogue_regiment.state import BATTLE, V_GUARD, Regiment
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, at, field, man, offered, run, through, unit
from tests.rogue_regiment.positions import HOUSE


def gun_line(x: int, y: int, dice: list[int] | None = None, kind: str = "heavy-car") -> tuple[Regiment, int, int]:
    """A vehicle with a howitzer that heads north at 20, 25, and a spotted man."""
    s = field(plain(40, 40), dice=dice, packs="hm+ks")
    s.section = BATTLE
    m = man(s, "jock", x, y, spotted=True)
    return s, unit(s, kind, 20, 25, N, alert=True, role=V_GUARD), m


@pytest.mark.clause("RR-25.10")
def test_an_autocannon_fires_through_one_wall_at_three_off_and_armour_stops_bullets() -> None:
    s = field(board(HOUSE), dice=[6, 5, 6], packs="hm")
    s.section = BATTLE
    m = man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "armoured-car", 4, 2, S, alert=True, role=V_GUARD)
    assert s.footprint(u)[:2] == (s.grid.at(4, 2), s.grid.at(3, 2))
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 2, "6 and 6 less 3 plus 1 at short range hit, so does 5"
    assert not attack.hurts(s, data.STEN, u)
    assert attack.hurts(s, data.GRENADE, u)


@pytest.mark.clause("RR-25.11", "RR-25.12")
def test_a_howitzer_fires_without_range_or_sight_at_who_is_in_its_front_arc() -> None:  # TV-88
    s, u, m = gun_line(24, 12, dice=[3, 4, 3, 2, 6, 1])
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3, "four dice on target; 3 and 6 hit"
    s, u, m = gun_line(26, 39)
    assert units.viable(s, u) == []


@pytest.mark.clause("RR-25.11")
def test_the_arc_is_a_quarter_from_the_middle_of_the_front_four_squares() -> None:
    s, u, _ = gun_line(20, 5)
    for x, y, inside in ((19, 24, True), (22, 24, True), (18, 24, False), (23, 24, False), (2, 7, True), (1, 7, False)):
        assert howitzers.in_arc(s, u, s.grid.at(x, y)) == inside, (x, y)
    assert not howitzers.in_arc(s, u, s.grid.at(20, 25)), "its own front row is not in it"


@pytest.mark.clause("RR-25.12")
def test_a_howitzer_spares_a_man_with_any_axis_unit_within_seven_squares() -> None:
    for y, viable in ((17, True), (18, False)):
        s, u, m = gun_line(20, y)
        assert units.viable(s, u) == ([m] if viable else []), "the car itself counts"
    s, u, m = gun_line(20, 5)
    unit(s, "smg", 13, 5, N, alert=True)
    assert units.viable(s, u) == []


@pytest.mark.clause("RR-25.15")
def test_with_a_viable_target_in_its_arc_a_heavy_car_stays() -> None:
    s, u, _ = gun_line(20, 10)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (20, 25)


@pytest.mark.clause("RR-25.15")
def test_else_it_makes_the_cheapest_move_that_brings_one_into_its_arc() -> None:
    s, u, m = gun_line(39, 24)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_face[u] == E
    assert units.viable(s, u) == [m]


@pytest.mark.clause("RR-25.15")
def test_with_nobody_to_fire_at_it_comes_no_nearer_than_eight_squares() -> None:
    s, u, m = gun_line(20, 14)
    unit(s, "smg", 20, 8, N, alert=True)  # who keeps every shell off him
    run(s, vehicle_advance.VehicleAdvance(u, 8))
    through(s)
    assert vehicles.wheels_of(s, u).distance(vehicles.state_of(s, u), s.m_at[m]) == 8


@pytest.mark.clause("RR-25.15")
def test_too_near_it_backs_off_to_where_it_may_fire() -> None:
    s, u, m = gun_line(20, 18)
    run(s, vehicle_advance.VehicleAdvance(u, 8))
    assert offered(s, "go")
    through(s)
    assert units.viable(s, u) == [m]
