"""Chapter 24, They Who Dare: SAS units, the Support Willys, the Panzer III and HMG teams."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, CREWMAN, SUPPORT, V_GUARD, Regiment
from tests.kit import said, told
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import (
    E,
    N,
    S,
    W,
    act_with,
    at,
    do,
    field,
    man,
    offered,
    refused,
    run,
    sq,
    through,
    unit,
)
from tests.rogue_regiment.positions import HOUSE, set_up


def battle(s: Regiment) -> Regiment:
    s.section = BATTLE
    return s


# --- SAS units


@pytest.mark.clause("RR-24.21")
def test_sas_units_stand_where_the_mission_puts_them_and_act_like_the_resistance() -> None:
    s = set_up("m10-rocket-alley", seed=4)
    friends = [m for m in range(len(s.m_kind)) if not s.is_operator(m)]
    assert [s.man(m) for m in friends] == ["sas-1", "sas-2", "sas-3", "sas-4"]
    assert [s.m_health[m] for m in friends] == [3] * 4
    s = field(plain(12, 12), dice=[4, 4, 1])
    m = setup.add_man(s, SUPPORT + data.SAS, 0, s.grid.at(5, 5), ACTIVE)
    s.m_ap[m] = 4
    unit(s, "smg", 9, 5, E)
    act_with(s, m)
    verbs = {words.split()[0] for words in offered(s)}
    assert verbs == {"move", "sprint", "attack", "move-attack", "attack-move", "aim", "crouch", "end"}
    do(s, "attack sas-1 sas smg-1")
    assert not s.alive(0)


# --- the Support Willys


def jeep(dice: list[int] | None = None) -> Regiment:
    """The Support Willys with its crew in the open, heading north, and Jock beside it."""
    s = field(plain(20, 20), dice)
    c = setup.add_car(s, data.SUPPORT_WILLYS, s.grid.at(9, 9), N)
    for seat in data.CAR_CREW[data.SUPPORT_WILLYS]:
        m = setup.add_man(s, CREWMAN, 0, s.grid.at(9, 9), ACTIVE)
        cars.sit(s, m, c, seat)
        s.spot(m, 1)
    man(s, "jock", 8, 10)
    return s


@pytest.mark.clause("RR-24.36")
def test_it_fires_without_marking_and_only_its_passenger_gets_out() -> None:
    s = jeep(dice=[1, 1, 1, 1])
    unit(s, "smg", 9, 4, N)
    run(s, cars.CarsAct())
    verbs = {words.split()[0] for words in offered(s)}
    assert "attack" in verbs
    assert not verbs & {"mark", "mark-drive", "deploy"}
    assert guns.markable(s, 0) == []
    do(s, "attack support-willys front smg-1", "end support-willys")
    jock = s.man_of("jock")
    act_with(s, jock)
    do(s, f"move jock {sq(9, 10)}")
    assert s.m_seat[jock] == data.SEATS[data.SUPPORT_WILLYS].index("passenger")  # the only one free
    s.c_done = (0,)
    run(s, cars.CarsAct())
    do(s, "deploy support-willys")
    assert {words.split()[1] for words in offered(s, "out")} == {"jock"}
    assert offered(s, "seat") == []
    assert refused(s, f"out crew-1 {sq(8, 9)}") == "RR-24.36"


@pytest.mark.clause("RR-24.36")
def test_its_seat_is_for_an_operator_alone() -> None:
    s = jeep()
    m = setup.add_man(s, SUPPORT, 0, s.grid.at(8, 9), ACTIVE)
    assert cars.with_seats(s, m) == 0
    assert cars.with_seats(s, s.man_of("jock")) == s.cars.covers[0]


@pytest.mark.clause("RR-24.37")
def test_it_is_always_spotted_and_counts_in_the_end_phase_but_for_no_operator() -> None:
    s = jeep()
    s.meter = 5
    unit(s, "rifle", 2, 2, N)
    run(s, end.EndPhase())
    assert s.meter == 4
    crew = [m for m in range(len(s.m_kind)) if s.m_kind[m] == CREWMAN]
    assert all(s.m_spotted[m] for m in crew)
    s = jeep()
    s.meter = 0
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert s.m_spotted[s.man_of("jock")]  # somebody must be, and the crew does not stand for him


@pytest.mark.clause("RR-24.37")
def test_alert_units_attack_it_with_no_operator_aboard() -> None:
    s = battle(jeep(dice=[6, 1]))
    s.m_spotted[s.man_of("jock")] = 1
    s.put(s.man_of("jock"), s.grid.at(19, 19))
    unit(s, "smg", 9, 5, S, alert=True)
    run(s, attacks.AttackPhase())
    assert s.c_health[0] == data.CAR_HEALTH[data.SUPPORT_WILLYS] - 1


@pytest.mark.clause("RR-24.37", "RR-24.36")
def test_it_waits_beside_the_board_and_is_spotted_once_it_is_on_it() -> None:
    s = GAME.start("m10-rocket-alley", options={"support": "support-willys"}, seed=3)
    assert isinstance(s, Regiment)
    while not any(words.startswith("act support-willys") for words in offered(s)):
        do(s, offered(s)[0])
    crew = [m for m in range(len(s.m_kind)) if s.m_kind[m] == CREWMAN]
    assert not any(s.m_spotted[m] for m in crew)
    do(s, "act support-willys", "drive support-willys")
    do(s, offered(s)[0])
    while not all(s.on_board(m) for m in crew):
        do(s, offered(s)[0])
    assert all(s.m_spotted[m] for m in crew)


# --- the Panzer III


@pytest.mark.clause("RR-24.41")
def test_a_wood_costs_a_panzer_nothing_more_and_low_walls_and_crates_do_not_stop_it() -> None:
    s = field(edged(open_ground(12, 12), ("l", 4, 7, 4, 6), ("l", 5, 7, 5, 6)))
    layout = plain(12, 12, F="4,6 5,6 4,5 5,5", C="4,4 5,4")
    panzer, track = data.PANZER, data.HALF_TRACK
    start = s.grid.at(4, 7) * 4 + N
    assert {to for to, _ in vehicles.wheels_for(s, panzer).tracks(0).moves(start)} - {
        to for to, _ in vehicles.wheels_for(s, track).tracks(0).moves(start)
    }
    s = field(layout)
    ahead = s.grid.at(4, 6) * 4 + N
    assert dict(vehicles.wheels_for(s, panzer).tracks(0).moves(start))[ahead] == 1
    assert dict(vehicles.wheels_for(s, track).tracks(0).moves(start))[ahead] == 2
    crates = s.grid.at(4, 4) * 4 + N
    assert crates in dict(vehicles.wheels_for(s, panzer).tracks(0).moves(s.grid.at(4, 5) * 4 + N))


@pytest.mark.clause("RR-24.42", "RR-24.44")
def test_a_panzer_fires_its_howitzer_and_its_hmg_at_different_men() -> None:
    # The shell first: on target, four dice; then the HMG at the man in sight.
    s = battle(field(plain(30, 20), dice=[3, 4, 6, 1, 1, 1, 6, 1, 1]))
    unit(s, "panzer", 4, 12, N, alert=True, role=V_GUARD)
    near, far = man(s, "jock", 4, 7, spotted=True), man(s, "paddy", 25, 12, spotted=True)
    run(s, attacks.AttackPhase())
    assert (s.m_health[near], s.m_health[far]) == (4, 4)


@pytest.mark.clause("RR-24.44", "RR-24.58")
def test_no_shell_falls_within_seven_squares_of_their_own_but_aa_guns_do_not_count() -> None:
    s = battle(field(plain(30, 20)))
    u = unit(s, "panzer", 4, 12, N, alert=True, role=V_GUARD)
    m = man(s, "paddy", 25, 12, spotted=True)
    unit(s, "aa-gun", 24, 10, N)
    assert units.viable(s, u) == [m]
    unit(s, "rifle", 20, 12, N)
    assert units.viable(s, u) == []


@pytest.mark.clause("RR-24.43")
def test_a_panzer_reacts_with_its_hmg_alone() -> None:
    dice, needs, short, long = arms.ANSWERS[data.PANZER]
    assert (dice, needs, short, long) == (3, 3, 4, 8)
    s = field(plain(12, 12), dice=[6, 1, 1])
    unit(s, "panzer", 4, 8, N, alert=True, role=V_GUARD)
    m = man(s, "jock", 4, 3, spotted=True)
    act_with(s, m)
    do(s, f"move jock {sq(4, 2)}")
    assert s.m_health[m] == 4
    assert len(said(told(s), "RR-10.1")) == 1
    assert reactions.expected(s, 0, m)[0] == 3


# --- HMG teams


@pytest.mark.clause("RR-24.45")
def test_an_hmg_team_stops_as_soon_as_it_can_fire() -> None:
    for kind, row in (("hmg-team", 9), ("smg", 8)):
        s = battle(field(plain(12, 20)))
        u = unit(s, kind, 4, 12, N, alert=True)
        man(s, "jock", 4, 1, spotted=True)
        run(s, advance.AdvancePhase())
        through(s, "go")
        through(s, "step")
        assert at(s, s.u_at[u])[1] == row


@pytest.mark.clause("RR-24.46", "RR-24.59")
def test_an_hmg_team_fires_through_one_wall_at_three_less() -> None:
    s = battle(field(board(HOUSE), dice=[6, 5, 4]))
    m = man(s, "jock", 4, 7, spotted=True)
    u = unit(s, "hmg-team", 8, 7, W, alert=True)
    assert vehicles.wall_shots(s, u) == [(m, -2, arms.FRONT_FIRED)]  # three less, one more at short range
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == 3  # the 6 and the 5


@pytest.mark.clause("RR-24.45", "RR-24.46")
def test_a_team_that_can_fire_through_a_wall_stays() -> None:
    s = battle(field(board(HOUSE)))
    man(s, "jock", 4, 7, spotted=True)
    u = unit(s, "hmg-team", 8, 7, W, alert=True)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (8, 7)


@pytest.mark.clause("RR-24.47", "RR-3.16")
def test_a_team_that_is_hit_once_fights_on() -> None:
    s = field(plain(12, 12), dice=[6, 1, 1, 6])
    m = man(s, "paddy", 4, 8)
    u = unit(s, "hmg-team", 4, 4, N)
    act_with(s, m)
    do(s, "attack paddy sten hmg-team-1")
    assert (s.u_health[u], s.u_kind[u]) == (1, data.HMG_TEAM)
    assert not s.corpses
    assert arms.ANSWERS[s.u_kind[u]][0] == 3


def test_the_weapons_that_fire_through_a_wall() -> None:
    firing = {data.UNITS[kind] for kind in range(len(data.UNITS)) if any(gun.hmg for gun in arms.GUNS[kind])}
    assert firing == {
        "half-track", "motorbike", "panzer", "hmg-team", "armoured-car", "flame-track", "hmg-kubelwagen", "stummel",
    }  # fmt: skip
