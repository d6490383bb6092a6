"""Chapter 19, Axis units."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK, Point
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.state import BATTLE, DEAD, TROOPER, V_GUARD, Regiment, changed
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import battery, sentry, willys


@pytest.mark.clause("RR-19.2", "RR-19.3")
def test_guards_are_smg_and_officers_stand_where_the_mission_says() -> None:
    s = GAME.start("m3-market-day", seed=1)
    assert isinstance(s, Regiment)
    kinds = [data.UNITS[kind] for kind in s.u_kind]
    assert kinds.count("smg") == 2
    assert kinds.count("officer") == 1
    officer = kinds.index("officer")
    assert s.u_at[officer] == s.layout.anchors[1, 0, "office"]


@pytest.mark.clause("RR-19.5", "RR-19.24", "RR-20.55")
def test_no_team_makes_for_a_point_under_a_blast_but_one_that_stands_there_sets_up() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    sentry(s, 8, 5, S, (S,))
    sentry(s, 5, 10, S, (S,))
    s.lay(blasts=(s.grid.at(9, 5),))
    s.forget()
    run(s, advance.Advance(u, 4))
    do(s, f"go mortar-1 {sq(5, 9)}")
    through(s)
    assert at(s, s.u_at[u]) == (5, 9)
    s.lay(blasts=(s.grid.at(5, 5),))
    s.move(u, s.grid.at(5, 6))
    s.layout.points.append((s.layout.points[0][0], s.u_at[u]))
    s.forget()
    run(s, advance.Advance(u, 4))
    assert s.u_set[u]
    assert at(s, s.u_at[u]) == (5, 6)


@pytest.mark.clause("RR-19.5", "RR-19.6", "RR-19.7", "RR-19.8")
def test_a_mortar_team_goes_to_the_nearest_point_and_the_sentry_makes_room() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    post = sentry(s, 5, 8, S, (S,))
    sentry(s, 0, 19, S, (S,))
    s.rouse(post)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 8)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[post]) != (5, 8)
    assert s.footprint(u) == (s.u_at[u],)


@pytest.mark.clause("RR-19.6", "RR-7.19")
def test_a_sentry_fired_at_while_it_makes_room_for_a_mortar_team_still_makes_room() -> None:
    s = field(plain(20, 20), dice=[1, 1])
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True, facing=S)
    team, post = unit(s, "mortar", 8, 8, S, alert=True), sentry(s, 5, 9, S, (S,))
    s.rouse(post)
    s.m_mark[m] = post
    run(s, advance.AdvancePhase())
    while s.u_face[post] == S:
        if offered(s, "hold"):
            do(s, "hold jock")
        else:
            do(s, offered(s)[0])
    assert (at(s, s.u_at[post]), s.u_face[post]) == ((5, 9), W), "it turns to its first square"
    do(s, "fire jock pistol")
    through(s)
    assert at(s, s.u_at[post]) != (5, 9)
    assert at(s, s.u_at[team]) == (5, 9)
    assert s.u_set[team]


@pytest.mark.clause("RR-19.6", "RR-19.7")
@pytest.mark.parametrize("y", [18, 11])
def test_a_sentry_that_has_turned_or_stands_well_makes_room_for_a_mortar_all_the_same(y: int) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 5, y, spotted=True)
    u = unit(s, "mortar", 5, 5, N, alert=True, role=TROOPER)
    post = sentry(s, 5, 8, S, (S,))
    s.rouse(post)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 8)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[post]) != (5, 8)


@pytest.mark.clause("RR-19.9", "RR-19.10", "RR-19.12", "RR-19.13", "RR-19.16", "RR-19.23", "RR-16.2")
def test_a_mortar_fires_without_sight_at_any_range() -> None:
    s, u = battery(dice=[3, 4, 3, 2, 6])
    s.deploy(u, 1)
    near, far = man(s, "jock", 5, 14, spotted=True), man(s, "paddy", 5, 19, spotted=True)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[near] == 3, "7 is on target; 3 and 6 hit, 2 does not"
    assert s.m_health[far] == 5
    assert s.blasts == ()


@pytest.mark.clause("RR-19.11")
def test_a_mortar_spares_a_man_with_axis_units_within_seven() -> None:
    for y, viable in ((11, True), (12, False)):
        s, u = battery()
        s.deploy(u, 1)
        man(s, "jock", 5, 19, spotted=True)
        unit(s, "smg", 5, y, N, alert=True)
        assert bool(units.viable(s, u)) == viable


@pytest.mark.clause("RR-19.12")
def test_of_men_equally_far_a_mortar_takes_the_one_to_whom_the_way_is_cheaper() -> None:
    for hedge, squares in (("", [(10, 19), (19, 10)]), (" ".join(f"15,{y}" for y in range(20)), [(10, 19)])):
        s = field(plain(20, 20, H=hedge))
        s.section = BATTLE
        u = unit(s, "mortar", 10, 10, N, alert=True, role=TROOPER)
        s.deploy(u, 1)
        man(s, "jock", 10, 19, spotted=True)
        man(s, "paddy", 19, 10, spotted=True)
        assert [at(s, s.m_at[m]) for m in units.viable(s, u)] == squares


@pytest.mark.clause("RR-19.12", "RR-12.10")
def test_a_second_mortar_fires_at_who_is_spotted_when_the_first_has_killed_the_last_spotted_man() -> None:
    s = field(plain(40, 40), dice=[3, 4, 6, 6, 6, 3, 4, 6, 6, 1])
    s.section = BATTLE
    first, heir = man(s, "jock", 30, 30, spotted=True), man(s, "paddy", 30, 5)
    man(s, "hawke", 5, 30)
    s.m_health = changed(s.m_health, first, 1)
    for x in (5, 7):
        u = unit(s, "mortar", x, 5, S, alert=True, role=TROOPER)
        s.deploy(u, 1)
    run(s, attacks.AttackPhase())
    do(s, "shells mortar-1")
    do(s, "spot paddy")
    through(s)
    assert (s.m_state[first], s.m_health[heir]) == (DEAD, 3)


@pytest.mark.clause("RR-19.13", "RR-19.14")
def test_large_scatter_goes_the_whole_face_of_the_die() -> None:  # TV-75
    s = field(plain(14, 14), dice=[4, 6, 6])
    assert at(s, units.large_scatter(s, s.grid.at(5, 5), N)) == (11, 5)


@pytest.mark.clause("RR-19.15")
def test_against_a_vehicle_the_players_choose_the_square_aimed_at() -> None:
    s, u = battery()
    s.deploy(u, 1)
    c = setup.add_car(s, data.WILLYS, s.grid.at(5, 15), N)
    m = man(s, "jock", 5, 15, spotted=True)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    run(s, attacks.AttackPhase())
    assert len(offered(s, "at")) == 6


@pytest.mark.clause("RR-19.16", "RR-21.20")
def test_a_shell_hits_the_vehicle_and_nobody_is_asked_who_in_it_takes_the_hit() -> None:
    s, u = battery(dice=[3, 4, 6, 6, 6])
    s.deploy(u, 1)
    c = willys(s, 5, 15, N, man(s, "jock", 5, 15, spotted=True), man(s, "paddy", 5, 15, spotted=True))
    run(s, attacks.AttackPhase())
    do(s, f"at {sq(5, 16)}")
    assert (offered(s), s.c_health[c]) == ([], 5)


@pytest.mark.clause("RR-19.17", "RR-19.26")
def test_in_a_building_a_shell_needs_a_six_and_axis_units_are_not_hurt() -> None:
    s, u = battery(dice=[3, 4, 5, 6, 6])
    s.deploy(u, 1)
    m = man(s, "jock", 5, 14, spotted=True)
    s.layout.room[s.m_at[m]] = 1
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3


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


@pytest.mark.clause("RR-19.19")
def test_no_two_mortar_teams_have_one_name() -> None:
    s = field(plain(20, 20))
    first = unit(s, "mortar", 5, 5, N, alert=True, role=TROOPER)
    second = unit(s, "mortar", 9, 5, N, alert=True, role=TROOPER)
    attack.hit_unit(s, first)
    third = unit(s, "mortar", 15, 5, N, alert=True, role=TROOPER)
    assert s.unit(second) != s.unit(third)
    assert s.unit_of(s.unit(third)) == third


@pytest.mark.clause("RR-19.22")
def test_an_unarmed_vehicle_never_advances() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 2, 2, spotted=True)
    u = unit(s, "truck", 15, 15, N, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (15, 15)


@pytest.mark.clause("RR-19.24")
def test_without_a_free_point_the_team_sets_up_where_it_is() -> None:
    s, u = battery()
    man(s, "jock", 5, 18, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_set[u] == 1
    assert at(s, s.u_at[u]) == (5, 5)


@pytest.mark.clause("RR-19.24", "RR-13.22")
def test_without_a_free_point_a_team_on_the_spawn_tile_comes_onto_the_board_and_sets_up() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 5, 18, spotted=True)
    u = setup.add_unit(s, data.MORTAR, s.stage.spawns[BLACK][5], S, TROOPER, BLACK)
    s.rouse(u)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.on_board(s.u_at[u])
    assert s.u_set[u] == 1


@pytest.mark.clause("RR-19.25", "RR-13.13")
@pytest.mark.parametrize(("name", "facing"), [("jock", W), ("paddy", E)])
def test_of_men_equally_near_the_players_say_which_a_mortar_team_turns_to(name: str, facing: int) -> None:
    for up in (False, True):
        s, u = battery(9, 5)
        s.deploy(u, int(up))
        man(s, "jock", 1, 9, spotted=True)
        man(s, "paddy", 17, 9, spotted=True)
        sentry(s, 9, 15, S, (S,))
        run(s, advance.Advance(u, 4))
        if not up:
            do(s, f"go mortar-1 {sq(9, 9)}")
        assert offered(s) == ["turn-to mortar-1 jock", "turn-to mortar-1 paddy"]
        do(s, f"turn-to mortar-1 {name}")
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-19.25", "RR-19.7")
def test_a_team_that_sets_up_on_its_point_turns_to_the_closest_man() -> None:
    s, u = battery()
    man(s, "jock", 18, 8, spotted=True)
    s.u_alert[sentry(s, 5, 8, S, (S,))] = 1
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_set[u]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((5, 8), E)


@pytest.mark.clause("RR-19.25")
def test_a_set_up_mortar_stays_and_turns_to_the_closest() -> None:
    s, u = battery()
    s.deploy(u, 1)
    man(s, "jock", 5, 18, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (5, 5)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-19.25")
def test_a_mortar_that_sets_up_between_two_men_turns_to_whom_the_players_say() -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 1, 8, spotted=True)
    man(s, "paddy", 9, 8, spotted=True)
    u = unit(s, "mortar", 5, 6, N, alert=True, role=TROOPER)
    s.layout.points.append((Point("s", BLACK, 5, 8, (S,), S), s.grid.at(5, 8)))
    run(s, advance.AdvancePhase())
    while not offered(s, "turn-to"):
        play(s, legal(s)[0])
    assert offered(s) == ["turn-to mortar-1 jock", "turn-to mortar-1 paddy"]
    do(s, "turn-to mortar-1 paddy")
    assert (s.u_face[u], s.u_set[u]) == (E, 1)
