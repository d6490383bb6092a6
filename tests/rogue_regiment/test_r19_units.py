"""Chapter 19: mortar teams."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r19_units as units
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.state import BATTLE, TROOPER, Regiment, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, at, field, man, offered, run, through, unit
from tests.rogue_regiment.test_axis import sentry


def battery(x: int = 5, y: int = 5, dice: list[int] | None = None) -> tuple[Regiment, int]:
    s = field(plain(20, 20), dice=dice)
    s.section = BATTLE
    return s, unit(s, "mortar", x, y, N, alert=True, role=TROOPER)


@pytest.mark.clause("RR-19.5", "RR-19.6", "RR-19.7", "RR-19.8")
def test_a_mortar_team_goes_to_the_nearest_point_and_the_sentry_makes_room() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    post = sentry(s, 5, 8, S, (S,))
    sentry(s, 0, 19, S, (S,))
    s.u_alert[post] = 1
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 8)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[post]) != (5, 8)
    assert s.footprint(u) == [s.u_at[u]]


@pytest.mark.clause("RR-19.25")
def test_a_set_up_mortar_stays_and_turns_to_the_closest() -> None:
    s, u = battery()
    s.u_set = changed(s.u_set, u, 1)
    man(s, "jock", 5, 18, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 5)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-19.24")
def test_without_a_free_point_the_team_sets_up_where_it_is() -> None:
    s, u = battery()
    man(s, "jock", 5, 18, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[u]) == (5, 5)


@pytest.mark.clause("RR-19.9", "RR-19.10", "RR-19.12", "RR-19.13", "RR-19.16", "RR-19.23", "RR-16.2")
def test_a_mortar_fires_without_sight_at_any_range() -> None:
    s, u = battery(dice=[3, 4, 3, 2, 6])
    s.u_set = changed(s.u_set, u, 1)
    near, far = man(s, "jock", 5, 14, spotted=True), man(s, "paddy", 5, 19, spotted=True)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[near] == 3, "7 is on target; 3 and 6 hit, 2 does not"
    assert s.m_health[far] == 5
    assert s.blasts == ()


@pytest.mark.clause("RR-16.12", "RR-19.9")
def test_the_players_choose_which_mortar_fires_first() -> None:
    s, u = battery()
    other = unit(s, "mortar", 8, 5, N, alert=True, role=TROOPER)
    s.u_set = changed(changed(s.u_set, u, 1), other, 1)
    man(s, "jock", 5, 16, spotted=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["shells mortar-1", "shells mortar-2"]


@pytest.mark.clause("RR-19.11")
def test_a_mortar_spares_a_man_with_axis_units_within_seven() -> None:
    for y, viable in ((11, True), (12, False)):
        s, u = battery()
        s.u_set = changed(s.u_set, u, 1)
        man(s, "jock", 5, 19, spotted=True)
        unit(s, "smg", 5, y, N, alert=True)
        assert bool(units.viable(s, u)) == viable


@pytest.mark.clause("RR-19.12")
def test_of_men_equally_far_a_mortar_takes_the_one_to_whom_the_way_is_cheaper() -> None:
    for hedge, squares in (("", [(10, 19), (19, 10)]), (" ".join(f"15,{y}" for y in range(20)), [(10, 19)])):
        s = field(plain(20, 20, H=hedge))
        s.section = BATTLE
        u = unit(s, "mortar", 10, 10, N, alert=True, role=TROOPER)
        s.u_set = changed(s.u_set, u, 1)
        man(s, "jock", 10, 19, spotted=True)
        man(s, "paddy", 19, 10, spotted=True)
        assert [at(s, s.m_at[m]) for m in units.viable(s, u)] == squares


@pytest.mark.clause("RR-19.17", "RR-19.26")
def test_in_a_building_a_shell_needs_a_six_and_axis_units_are_not_hurt() -> None:
    s, u = battery(dice=[3, 4, 5, 6, 6])
    s.u_set = changed(s.u_set, u, 1)
    m = man(s, "jock", 5, 14, spotted=True)
    s.layout.room[s.m_at[m]] = 1
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3


@pytest.mark.clause("RR-19.15")
def test_against_a_vehicle_the_players_choose_the_square_aimed_at() -> None:
    s, u = battery()
    s.u_set = changed(s.u_set, u, 1)
    c = setup.add_car(s, data.WILLYS, s.grid.at(5, 15), N)
    m = man(s, "jock", 5, 15, spotted=True)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    run(s, attacks.AttackPhase())
    assert len(offered(s, "at")) == 6


@pytest.mark.clause("RR-19.18")
def test_a_mortar_team_reacts_as_two_smg_infantry() -> None:
    s, u = battery()
    m = man(s, "jock", 5, 2, spotted=True)
    assert reactions.expected(s, u, m) == (4, 4, 1)


@pytest.mark.clause("RR-19.19")
def test_one_hit_turns_a_mortar_team_into_one_smg() -> None:
    s, u = battery()
    attack.hit_unit(s, u)
    assert s.u_kind[u] == data.SMG
    assert s.u_alert[u] == 1
    assert s.corpses == ()


@pytest.mark.clause("RR-19.2", "RR-19.3")
def test_guards_are_smg_and_officers_stand_where_the_mission_says() -> None:
    s = GAME.start("m3-market-day", seed=1)
    assert isinstance(s, Regiment)
    kinds = [data.UNITS[kind] for kind in s.u_kind]
    assert kinds.count("smg") == 2
    assert kinds.count("officer") == 1
    officer = kinds.index("officer")
    assert s.u_at[officer] == s.layout.anchors[1, 0, "office"]
