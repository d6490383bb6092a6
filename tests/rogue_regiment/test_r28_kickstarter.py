"""Chapter 28, the Kickstarter set: the Anti Aircraft Truck, the Stummel, the stick grenade and the cigarette."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import BATTLE, BY_CARD, HIS_OWN, OFF, V_GUARD, V_PATROL, Regiment, changed
from sandtable.geometry.squares import WEST
from tests.kit import said, told
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import N, S, act_with, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import HOUSE


def anti_aircraft(role: int, alert: bool) -> tuple[Regiment, int]:
    """An AA truck at the north edge of a road, on patrol or on guard."""
    s = field(plain(30, 30), packs="ks")
    vehicle = Vehicle("patrol", "aa-truck", start=Side(N, 1, 0), end=Side(S, 1, 2))
    s.stage = Stage(replace(s.stage.mission, vehicles=(vehicle,)), s.layout)
    u = unit(s, "aa-truck", 15, 5, S, alert=alert, role=role)
    s.u_link = changed(s.u_link, u, 0)
    s.u_way[u] = 1
    if role == V_PATROL:
        s.u_place[u] = [state for state, _ in routes.route_of(s, u)].index(vehicles.state_of(s, u))
    return s, u


@pytest.mark.clause("RR-28.9", "RR-18.13")
def test_an_aa_truck_sees_to_the_front_and_attacks_nobody_on_the_ground() -> None:
    s, u = anti_aircraft(V_GUARD, True)
    s.section = BATTLE
    m = man(s, "jock", 15, 8, spotted=True)
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == 5
    other = man(s, "paddy", 14, 12)
    act_with(s, other)
    do(s, f"move paddy {sq(14, 11)}")
    assert s.m_spotted[other]
    assert not said(told(s), "RR-10.1")
    assert not vehicles.armed(s, u)


@pytest.mark.clause("RR-28.10")
@pytest.mark.parametrize("section", [0, BATTLE])
def test_alert_on_patrol_it_follows_its_route_in_every_advance_phase(section: int) -> None:
    s, u = anti_aircraft(V_PATROL, True)
    s.section = section
    man(s, "jock", 2, 28, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.ys[s.u_at[u]] == 13
    s.token = 0
    run(s, routes.VehiclesPatrol())
    assert s.grid.ys[s.u_at[u]] == 13, "and not in the Patrol Phase"


@pytest.mark.clause("RR-28.10")
def test_calm_it_moves_with_the_black_token() -> None:
    s, u = anti_aircraft(V_PATROL, False)
    run(s, advance.AdvancePhase())
    assert s.grid.ys[s.u_at[u]] == 5
    s.token = 0
    run(s, routes.VehiclesPatrol())
    assert s.grid.ys[s.u_at[u]] == 13


@pytest.mark.clause("RR-28.11")
def test_on_guard_it_never_moves() -> None:
    s, u = anti_aircraft(V_GUARD, True)
    s.section = BATTLE
    man(s, "jock", 2, 28, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.ys[s.u_at[u]] == 5


# --- the Stummel


def stummel(x: int, y: int, dice: list[int] | None = None) -> tuple[Regiment, int, int]:
    """A Stummel that heads north at 20, 20, and a spotted man."""
    s = field(plain(40, 40), dice=dice, packs="ks")
    s.section = BATTLE
    m = man(s, "jock", x, y, spotted=True)
    return s, unit(s, "stummel", 20, 20, N, alert=True, role=V_GUARD), m


@pytest.mark.clause("RR-28.13")
def test_the_stummel_fires_its_howitzer_to_the_front_and_its_hmg_to_the_rear() -> None:
    s, u, m = stummel(20, 9, dice=[3, 4, 6, 6, 1, 1])
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3
    s, u, m = stummel(20, 27, dice=[3, 3, 1])
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3
    s, u, m = stummel(20, 16)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 5, "in front it has no HMG, and he is too near for a shell"
    assert not attack.hurts(s, data.STEN, u)


@pytest.mark.clause("RR-28.13")
@pytest.mark.parametrize(("y", "reacts"), [(25, True), (16, False)])
def test_the_stummel_reacts_to_the_rear_alone(y: int, reacts: bool) -> None:
    s, _, m = stummel(20, y, dice=[1, 1, 1] if reacts else None)
    act_with(s, m)
    do(s, f"move jock {sq(21, y)}")
    assert bool(said(told(s), "RR-10.1")) == reacts


@pytest.mark.clause("RR-28.13")
def test_its_hmg_fires_through_a_wall_behind_it() -> None:
    s = field(board(HOUSE), dice=[6, 6, 1], packs="ks")
    s.section = BATTLE
    m = man(s, "jock", 3, 7, spotted=True)
    unit(s, "stummel", 3, 1, N, alert=True, role=V_GUARD)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3


@pytest.mark.clause("RR-28.18")
def test_the_stummel_advances_to_bring_somebody_into_the_arc_of_its_howitzer() -> None:
    s, u, m = stummel(39, 21)
    run(s, vehicle_advance.VehicleAdvance(u, 8))
    through(s)
    assert units.viable(s, u) == [m]


# --- equipment


@pytest.mark.clause("RR-28.14")
def test_a_stick_grenade_is_a_grenade() -> None:
    s = field(plain(20, 20), dice=[6, 6, 1, 1, 6, 6, 1, 1], packs="ks")
    m = man(s, "wick", 10, 12, side="B")
    assert (s.has(m, data.I_GRENADE), s.has(m, data.I_STICK)) == (1, 1)
    for _ in range(2):
        unit(s, "rifle", 10, 7, N)
        act_with(s, m)
        assert offered(s, "mark", "wick", "grenade")
        do(s, "throw wick", f"at {sq(10, 7)}")
        through(s, "accept")
        through(s, "hit")
        through(s, "spare")
    assert not s.alive(0)
    assert not s.alive(1)
    assert (s.has(m, data.I_GRENADE), s.has(m, data.I_STICK)) == (0, 0)
    act_with(s, m)
    assert offered(s, "throw") == []


@pytest.mark.clause("RR-28.15")
def test_a_cigarette_of_his_own_is_beside_the_one_of_the_card() -> None:
    s = field(plain(20, 20), packs="ks")
    m = man(s, "hawke", 10, 12, side="B")
    first, second = unit(s, "rifle", 2, 2, N), unit(s, "rifle", 18, 2, N)
    run(s, events.Cigarette())
    assert s.has(m, data.I_CIGARETTE) == 1, "the card's token is not in play for his own"
    act_with(s, m)
    do(s, "cigarette hawke rifle-1", "cigarette hawke rifle-2")
    assert offered(s, "cigarette") == []
    assert (s.u_cig[first], s.u_cig[second]) == (BY_CARD, HIS_OWN)
    notice.alert(s, second, "RR-9.2", "it hears the noise")
    assert s.cigarette == 1, "the card's is still in play"
    run(s, end.CleanUp(0))
    assert s.cigarette == 0
    assert s.u_cig == (0, 0)
    assert s.m_at[m] != OFF


@pytest.mark.clause("RR-28.14", "RR-28.15")
def test_without_the_set_the_boards_are_those_of_the_base_game() -> None:
    s = field(plain(20, 20))
    m = man(s, "hawke", 10, 12, side="B")
    assert s.has(m, data.I_SMOKE) == 0
    assert s.has(man(s, "wick", 5, 5, side="B"), data.I_GRENADE) == 2


@pytest.mark.clause("RR-28.12")
def test_an_aa_truck_fires_at_the_first_new_tile_of_an_aircraft_and_again_in_the_attack_phase() -> None:
    s = field(plain(30, 10), dice=[5, 4, 6, 4])
    s.stage = Stage(replace(s.stage.mission, packs=("twd", "ks"), typhoon=True), s.layout)
    s.section, s.typhoon = BATTLE, typhoon.ready(s)
    man(s, "jock", 0, 9, spotted=True)
    unit(s, "aa-truck", 25, 2, N, alert=True, role=V_GUARD)
    for at, value in ((typhoon.WHERE, typhoon.WAITS), (typhoon.EDGE, WEST), (typhoon.LINE, 0), (typhoon.FRESH, 1)):
        typhoon.put(s, at, value)
    run(s, typhoon.Run(2))
    do(s, "fly typhoon", "hold typhoon", "fly typhoon", "hold typhoon")
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 1, "a 5 hits, a 4 does not; the second tile is not new"
    run(s, attacks.AttackPhase())
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 2
    assert (len(said(told(s), "RR-28.12")), len(said(s.events, "RR-28.12"))) == (1, 1)
