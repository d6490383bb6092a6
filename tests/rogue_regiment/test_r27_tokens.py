"""Chapter 27, what the Jäger's cards put on the board and bring."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import BATTLE, JAEGER, Regiment, changed
from tests.kit import said
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, man, offered, refused, run, sq, unit
from tests.rogue_regiment.positions import (
    HOUSE,
    RIVER,
    convoy_on,
    hunted,
    line,
    plays,
    sentry,
    switched,
    walker,
    willys,
)

# --- the cat


@pytest.mark.clause("RR-27.15", "RR-27.10")
def test_the_cat_sits_anywhere_but_on_a_convoys_route_and_a_waypoint_not_in_water_either() -> None:
    s = hunted(board(RIVER))
    unit(s, "stalker", 0, 0, E)
    plays(s, "cat")
    assert s.seat == JAEGER and f"cat {sq(0, 2)}" in offered(s), "a cat may sit by the water, even in it"
    assert refused(s, "cat nowhere") == "RR-27.15"
    s.agenda.clear()
    plays(s, "waypoint 1")
    assert f"waypoint {sq(0, 2)}" not in offered(s) and f"waypoint {sq(4, 2)}" in offered(s), "but on the bridge"
    assert refused(s, f"waypoint {sq(0, 2)}") == "RR-27.10"
    s = switched(convoy_on(), jaeger=True)
    unit(s, "stalker", 0, 0, E)
    ends = s.stage.mission.convoy_ends
    assert ends is not None
    road = routes.route(s, *ends, data.TRUCK)[len(routes.route(s, *ends, data.TRUCK)) // 2][0] >> 2
    for panel, verb in (("cat", "cat"), ("waypoint 1", "waypoint")):
        s.agenda.clear()
        plays(s, panel)
        assert refused(s, f"{verb} {s.place(road)}") in ("RR-27.15", "RR-27.10")
        assert "convoy" in s.choice.why_not(s, (verb, s.place(road))).text  # type: ignore[union-attr]


def with_cat(x: int, y: int) -> Regiment:
    """A cat on open ground."""
    s = hunted(plain(20, 20))
    plays(s, "cat")
    do(s, f"cat {sq(x, y)}")
    return s


@pytest.mark.clause("RR-27.15", "RR-27.16")
def test_whoever_moves_within_2_startles_it_and_infantry_within_4_turns_without_being_alert() -> None:
    s = with_cat(10, 10)
    near, far = unit(s, "smg", 10, 6, N), unit(s, "smg", 10, 5, N)
    car = unit(s, "truck", 12, 12, E)
    m = man(s, "paddy", 10, 14, low=True)
    act_with(s, m)
    do(s, f"move paddy {sq(10, 13)}")
    assert s.cats and s.u_face[near] == N, "three squares off"
    do(s, f"move paddy {sq(10, 12)}")
    assert s.cats == ()
    assert s.u_face[near] == S and s.u_face[far] == N and s.u_face[car] == E
    assert s.u_alert[near] and s.m_spotted[m], "turned, he sees who startled it, as after any turn"
    s = with_cat(10, 10)
    near = unit(s, "smg", 10, 6, N)
    mover = walker(s, line(s.layout, BLACK, *[(x, 12) for x in range(3, 16)]), 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.cats and not s.u_alert[mover]
    s.u_done[:] = [0, 0]
    run(s, patrol.PatrolPhase())
    assert s.cats == () and s.u_face[near] == S and not s.u_alert[near], "an Axis unit startles it too"


@pytest.mark.clause("RR-27.16")
def test_a_vehicle_startles_it_with_any_of_its_squares() -> None:
    s = with_cat(10, 10)
    near = unit(s, "smg", 10, 6, N)
    c = willys(s, 8, 17, N, "jock")
    driving.drive(s, c, tuple(s.grid.at(8, y) * 4 + N for y in (16, 15, 14, 13)))
    assert s.cats, "three squares from its nearest square"
    driving.drive(s, c, (s.grid.at(8, 12) * 4 + N,))
    assert s.cats == () and s.u_face[near] == S


@pytest.mark.clause("RR-27.16")
def test_the_step_that_startles_it_is_told_before_what_comes_of_it() -> None:
    s = hunted(plain(12, 12))
    m = man(s, "paddy", 5, 8)
    unit(s, "rifle", 1, 5, N)
    s.cats = (s.grid.at(5, 5),)
    act_with(s, m)
    told = do(s, f"move paddy {sq(5, 7)}")
    assert [event.clause for event in told[:3]] == ["RR-5.1", "RR-27.16", "RR-27.16"]


@pytest.mark.clause("RR-27.17")
def test_a_patrolman_turned_by_it_faces_along_his_line_again_before_he_walks() -> None:
    s = with_cat(10, 10)
    u = walker(s, line(s.layout, BLACK, *[(x, 7) for x in range(4, 18)]), 4, E)
    tokens.passes_cat(s, (s.grid.at(10, 12),))
    assert s.u_face[u] == S, "the cat is not along his line"
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_face[u] == E and s.u_at[u] == s.grid.at(12, 7), "he went his four squares"


@pytest.mark.clause("RR-27.15", "RR-27.16", "RR-27.17")
def test_a_patrolman_who_startles_it_turns_to_it_stays_calm_and_goes_on_along_his_line() -> None:
    s = with_cat(10, 10)
    u = walker(s, line(s.layout, BLACK, *[(x, 12) for x in range(9, 18)]), 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.cats == () and not s.u_alert[u]
    turns = [fact[2] for event in s.events for fact in event.facts if fact[0] == "turned"]
    assert turns == ["n", "e"], "to the cat after his first step, and back along his line for the next"
    assert s.u_face[u] == E and s.u_at[u] == s.grid.at(13, 12), "he went his four squares"


# --- the twig


@pytest.mark.clause("RR-27.18")
def test_a_twig_under_an_operator_snaps_when_he_leaves_his_square() -> None:
    s = hunted(plain(20, 20))
    m = man(s, "paddy", 10, 10)
    willys(s, 1, 1, N, "jock")
    near, far, behind = unit(s, "smg", 14, 10, E), unit(s, "smg", 15, 10, E), unit(s, "smg", 6, 10, W)
    plays(s, "twig")
    assert offered(s) == [] and s.m_twig[m] == 1, "he is the only Operator on foot, so nobody is asked"
    act_with(s, m)
    do(s, f"move paddy {sq(9, 10)}")
    assert [s.u_alert[u] for u in (near, far, behind)] == [1, 0, 1]
    assert [s.u_face[u] for u in (near, far, behind)] == [E, E, W], "they keep their facing, as by a shout"
    assert s.m_twig[m] == 0 and not s.m_spotted[m]


@pytest.mark.clause("RR-27.18", "RR-24.12")
def test_a_twig_that_snaps_ends_a_talk_as_a_shout_does() -> None:  # E239
    s = hunted(plain(12, 12))
    nancy, m = man(s, "nancy", 5, 5, side="B"), man(s, "paddy", 5, 8)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, nancy)
    do(s, "interact nancy rifle-1")
    assert s.u_face[u] == S
    s.m_twig = changed(s.m_twig, m, 1)
    act_with(s, m)
    do(s, f"move paddy {sq(5, 9)}")
    assert (s.u_alert[u], s.u_cig[u], s.u_face[u]) == (1, 0, N)


@pytest.mark.clause("RR-27.18", "RR-1.22")
def test_a_twig_snaps_under_who_steps_off_the_board() -> None:  # E241
    s = hunted(plain(10, 10))
    m = man(s, "paddy", 4, 9)
    u = unit(s, "smg", 8, 9, N)
    s.m_twig = changed(s.m_twig, m, 1)
    act_with(s, m)
    do(s, "leave paddy")
    assert s.u_alert[u]


@pytest.mark.clause("RR-27.19")
def test_four_points_put_it_aside() -> None:
    s = hunted(plain(10, 10))
    m = man(s, "paddy", 4, 4)
    near = unit(s, "smg", 7, 4, E)
    plays(s, "twig")
    act_with(s, m)
    do(s, "clear paddy")
    assert s.m_twig[m] == 0 and s.m_ap[m] == 0 and not s.u_alert[near]
    s = hunted(plain(10, 10))
    m = man(s, "paddy", 4, 4)
    act_with(s, m)
    assert refused(s, "clear paddy") == "RR-27.19", "there is none"
    s.m_twig = (1,)
    do(s, f"move paddy {sq(4, 5)}")
    assert refused(s, "clear paddy") == "RR-4.11", "three points are too few"


# --- the blood stain


@pytest.mark.clause("RR-27.20", "RR-27.21")
def test_a_blood_stain_counts_as_a_body_when_the_body_is_gone_and_lasts_until_the_next_end_phase() -> None:
    s = hunted(plain(20, 20, F="10,10"))
    s.lay(corpses=(s.grid.at(10, 10),))
    plays(s, "stain")
    assert list(s.stains) == [(s.grid.at(10, 10), 0)], "there is one body, so nobody is asked"
    run(s, end.EndPhase())
    assert s.corpses == (-1,) and list(s.stains) == [(s.grid.at(10, 10), 1)]
    u = unit(s, "smg", 10, 9, N)
    notice.turn_unit(s, u, S, "RR-9.6")
    notice.begin(s)
    notice.find_bodies(s)
    assert s.u_alert[u], "it takes the stain for a body"
    run(s, end.EndPhase())
    assert not s.stains
    s = hunted(plain(10, 10))
    plays(s, "stain")
    assert s.stains == () and said(s.events, "RR-27.9"), "without a body nothing happens"


# --- the lock


@pytest.mark.clause("RR-27.22")
def test_a_locked_door_stops_operators_until_four_points_are_spent() -> None:  # TV-87
    s = hunted(board(HOUSE))
    m = man(s, "paddy", 3, 8)
    plays(s, "lock")
    assert len(list(s.locks)) == 1, "the house has one door"
    act_with(s, m)
    assert refused(s, f"move paddy {sq(3, 7)}") == "RR-27.22"
    assert not [line for line in offered(s, "sprint") if line.endswith(sq(3, 6))]
    do(s, f"pick-lock paddy {sq(3, 7)}")
    assert not s.locks and s.m_ap[m] == 0
    s.m_ap[m] = 4
    act_with(s, m)
    assert offered(s, "move", "paddy", sq(3, 7))
    assert refused(s, f"pick-lock paddy {sq(3, 7)}") == "RR-27.22"


@pytest.mark.clause("RR-27.22", "RR-21.12")
def test_nobody_gets_out_of_a_vehicle_through_a_locked_door() -> None:
    for locked in (False, True):
        s = hunted(board(HOUSE + (" " + ". " * 10 + "\n" + "+" + " +" * 10 + "\n") * 3))
        c = willys(s, 3, 8, N, "jock")
        s.locks = tuple(tokens.doors(s)) if locked else ()
        run(s, cars.Deploy(c))
        assert (f"out jock {sq(3, 7)}" in offered(s, "out")) != locked
        assert f"out jock {sq(2, 8)}" in offered(s, "out"), "beside the house he gets out all the same"
    assert refused(s, f"out jock {sq(3, 7)}") == "RR-27.22"


@pytest.mark.clause("RR-27.22")
def test_an_axis_unit_that_passes_opens_it() -> None:  # TV-87
    s = hunted(board(HOUSE))
    u = walker(s, line(s.layout, BLACK, (3, 5), (3, 6), (3, 7), (3, 8), (3, 9)), 0, S)
    plays(s, "lock")
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.locks == () and s.grid.ys[s.u_at[u]] == 9


# --- upgrades and spawns


@pytest.mark.clause("RR-27.27")
def test_an_upgrade_goes_to_any_rifleman_or_smg_one_for_each_card() -> None:
    s = hunted(plain(20, 20))
    man(s, "paddy", 10, 10, spotted=True)
    rifle = sentry(s, 3, 3, N, (N, S))
    smg, officer = unit(s, "smg", 5, 5, N), unit(s, "officer", 7, 7, N)
    plays(s, "upgrade", BATTLE)
    assert offered(s) == [f"upgrade {s.unit(rifle)}", f"upgrade {s.unit(smg)}"]
    assert refused(s, f"upgrade {s.unit(officer)}") == "RR-27.27"
    do(s, f"upgrade {s.unit(smg)}")
    s.agenda.clear()
    plays(s, "upgrade", BATTLE)
    assert s.u_hunt == (1, 1, 0), "only the sentry is left, so nobody is asked"


@pytest.mark.clause("RR-27.23", "RR-27.24", "RR-27.37")
def test_his_spawns_come_alert_and_the_jaeger_units_among_them_are_his() -> None:
    for panel, kinds, his in (
        ("spawn black smg 2 sniper 1", ["smg", "smg", "sniper"], [0, 0, 1]),
        ("spawn black smg 2 grenadier 1", ["smg", "smg", "grenadier"], [0, 0, 1]),
        ("spawn black hmg-kubelwagen 1", ["hmg-kubelwagen"], [1]),
        ("spawn black kettenkrad 1", ["kettenkrad"], [1]),
    ):
        s = hunted(plain(20, 20))
        plays(s, panel, BATTLE)
        assert [data.UNITS[kind] for kind in s.u_kind] == kinds
        assert list(s.u_hunt) == his
        assert all(s.u_alert)


@pytest.mark.clause("RR-27.36")
def test_the_same_units_by_a_regular_card_move_by_themselves() -> None:
    s = hunted(plain(20, 20))
    s.section = BATTLE
    events.take_effect(s, (data.P_SPAWN, 0, data.SNIPER_MAN, data.SMG))
    assert s.u_hunt == (0, 0)


@pytest.mark.clause("RR-27.9")
def test_panels_that_regular_cards_know_go_as_they_say() -> None:
    s = hunted(plain(10, 10))
    u = sentry(s, 3, 3, N, (N, E, S, W))
    plays(s, "rotate black cw 1")
    assert s.u_face[u] == E
    meter = s.meter
    plays(s, "alarm")
    assert s.meter == meter - 1
