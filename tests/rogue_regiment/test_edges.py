"""Cases at the edge of the rules: what happens when two of them meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_position as position
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r17_end as end
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r20_blasts as blasts
from sandtable.games.rogue_regiment import r20_items as items
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.missions import Objective, Side
from sandtable.games.rogue_regiment.stage import Stage
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    BOUND,
    CORPSE,
    DEAD,
    LEFT,
    SENTRY,
    SUPPORT,
    TROOPER,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    V_SPAWN,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.tiles import BLACK, WHITE
from sandtable.kernel.flow import legal, play
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
    patrolled,
    run,
    sq,
    through,
    unit,
)
from tests.rogue_regiment.test_axis import HOUSE, card_of, line, sentry, walker

RIVER = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 . . . . . . B . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""
JETTY = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~ ~ ~ ~ ~ ~ .
+ + + + + + + + + + +
 ~ ~ ~ ~ ~ ~ ~ ~ ~ .
+ + + + + + + + + + +
 . . . . . B ~ ~ ~ .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""


# --- water


@pytest.mark.clause("RR-20.39", "RR-20.52")
def test_a_sprint_out_of_the_water_over_a_jetty_ends_on_dry_land() -> None:
    s = field(board(JETTY))
    m = man(s, "wick", 5, 2)
    s.m_swim = changed(s.m_swim, m, 1)
    act_with(s, m)
    do(s, f"sprint wick {sq(5, 4)}")
    assert (at(s, s.m_at[m]), s.m_swim[m]) == ((5, 4), 0)
    assert offered(s, "move"), "he walks on"


@pytest.mark.clause("RR-20.39", "RR-20.41")
def test_a_swimmer_may_swim_under_a_jetty_or_climb_onto_it() -> None:
    for words, swims in ((f"swim wick {sq(5, 3)}", 1), (f"move wick {sq(5, 3)}", 0)):
        s = field(board(JETTY))
        m = man(s, "wick", 5, 2)
        s.m_swim = changed(s.m_swim, m, 1)
        act_with(s, m)
        do(s, words)
        assert (at(s, s.m_at[m]), s.m_swim[m]) == ((5, 3), swims)


@pytest.mark.clause("RR-20.40", "RR-20.41")
def test_a_swimmer_does_not_get_onto_a_bridge_over_its_parapet() -> None:  # TV-61
    s = field(board(RIVER))
    m = man(s, "wick", 3, 2)
    s.m_swim = changed(s.m_swim, m, 1)
    act_with(s, m)
    assert f"swim wick {sq(4, 2)}" in offered(s, "swim")
    assert not offered(s, "move", "wick", sq(4, 2))


@pytest.mark.clause("RR-20.38", "RR-5.10")
def test_a_swimmer_goes_diagonally_past_land_and_gets_out_past_water() -> None:
    s = field(plain(9, 9, **{"~": "3,3 4,4 4,3 3,2"}))
    m = man(s, "wick", 3, 3)
    s.m_swim = changed(s.m_swim, m, 1)
    s.layout.kind[s.grid.at(4, 3)] = 1
    act_with(s, m)
    assert f"swim wick {sq(4, 4)}" in offered(s, "swim"), "land on both sides is no wall"
    island = field(board(JETTY))
    w = man(island, "wick", 6, 2)
    island.m_swim = changed(island.m_swim, w, 1)
    act_with(island, w)
    assert f"move wick {sq(5, 3)}" in offered(island, "move"), "nor is water, on the way out"


@pytest.mark.clause("RR-9.5", "RR-20.52")
def test_a_sprint_into_the_water_is_heard_on_its_last_square_too() -> None:
    s = field(board(JETTY))
    m = man(s, "wick", 0, 5)
    u = unit(s, "rifle", 3, 3, E)
    act_with(s, m)
    do(s, f"sprint wick {sq(2, 2)}")
    assert s.m_swim[m]
    assert s.u_alert[u], "he hears the splash beside him"


@pytest.mark.clause("RR-20.46", "RR-20.43")
def test_a_mark_from_the_water_uses_the_speargun_of_the_turn() -> None:
    s = field(board(RIVER), dice=[6])
    m = man(s, "wick", 1, 3)
    s.m_swim = changed(s.m_swim, m, 1)
    u = unit(s, "rifle", 1, 0, N)
    act_with(s, m)
    assert offered(s, "attack", "wick", "speargun")
    do(s, "mark wick rifle-1")
    assert not offered(s, "attack"), "one attack or mark a turn"
    do(s, "end wick n")
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    do(s, "fire wick speargun")
    assert not s.alive(u)


@pytest.mark.clause("RR-20.47", "RR-7.14")
def test_nobody_fires_the_speargun_from_a_crouch() -> None:
    s = field(plain(9, 9))
    m = man(s, "wick", 4, 6, low=True)
    unit(s, "rifle", 4, 3, N)
    s.m_mark[m] = 0
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    assert not offered(s, "fire", "wick", "speargun")


# --- the boat


def afloat(x: int = 7, facing: int = W) -> tuple[Regiment, int]:
    s = field(board(RIVER))
    return s, setup.add_car(s, data.BOAT, s.grid.at(x, 3), facing)


@pytest.mark.clause("RR-21.15", "RR-21.26")
def test_one_gets_into_a_boat_from_the_bank() -> None:
    s, c = afloat()
    m = man(s, "jock", 7, 4)
    act_with(s, m)
    do(s, f"move jock {sq(7, 3)}")
    do(s, "seat jock rower")
    assert (s.m_car[m], s.m_seat[m]) == (c, 0)
    assert s.m_done[m]


@pytest.mark.clause("RR-21.15", "RR-5.3")
def test_one_sprints_into_a_boat() -> None:
    s, c = afloat()
    m = man(s, "jock", 7, 5)
    act_with(s, m)
    do(s, f"sprint jock {sq(7, 3)}")
    do(s, "seat jock gunner")
    assert s.m_car[m] == c


@pytest.mark.clause("RR-21.26", "RR-21.11", "RR-21.2")
def test_a_boat_under_a_bridge_and_who_is_on_it_do_not_meet() -> None:
    s, c = afloat(6)
    m = man(s, "jock", 6, 3)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    u = unit(s, "smg", 4, 3, S)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    do(s, "drive boat")
    do(s, f"to {sq(4, 3)} w")
    while offered(s, "by"):
        do(s, offered(s, "by")[0])
    assert at(s, s.c_at[c]) == (4, 3), "it may stop there"
    assert s.alive(u), "nobody is run over"
    walker_ = man(s, "paddy", 4, 1)
    act_with(s, walker_)
    assert f"move paddy {sq(5, 2)}" in offered(s, "move"), "the deck above the boat is free"


@pytest.mark.clause("RR-20.15", "RR-21.26")
def test_the_sten_needs_its_ammunition_in_a_boat_too() -> None:
    s, c = afloat()
    m = man(s, "paddy", 7, 3)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 1)
    u = unit(s, "rifle", 7, 0, N)
    item = data.ITEMS.index("sten")
    assert s.has(m, item) == 5
    notice.begin(s, m, c)
    assert guns.in_reach(s, c, 1, u) == [data.PISTOL, data.STEN]
    run(s, guns.CarFire(c, 1, u, data.STEN))
    assert s.has(m, item) == 4


# --- hits


@pytest.mark.clause("RR-20.50")
def test_a_radio_set_takes_two_hits_and_no_third() -> None:
    s = field(plain(9, 9), dice=[6, 6, 6])
    m = man(s, "paddy", 4, 6)
    s.radios = ((s.grid.at(4, 3), setup.RADIO_HEALTH),)
    s.changed()
    act_with(s, m)
    do(s, "attack paddy sten radio-1")
    through_hits(s)
    assert s.radios == ((s.grid.at(4, 3), 0),)
    assert attack.everything(s) == []


def through_hits(s: Regiment) -> None:
    while offered(s, "hit"):
        do(s, offered(s, "hit")[0])


@pytest.mark.clause("RR-20.13")
def test_a_strafe_stays_beside_its_first_target() -> None:
    s = field(plain(9, 9), dice=[6, 6, 6])
    m = man(s, "paddy", 4, 7)
    first, second, third = (unit(s, "rifle", x, 3, N) for x in (3, 4, 5))
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "hit rifle-1")
    if offered(s, "hit"):
        do(s, "hit rifle-2")
    assert (s.alive(first), s.alive(second)) == (False, False)
    assert not offered(s, "hit"), "the third is two squares from the first"
    assert s.alive(third)


@pytest.mark.clause("RR-14.20", "RR-14.15")
def test_a_dead_smoker_s_token_is_out_of_play() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    u = unit(s, "rifle", 4, 3, N)
    s.give(m, data.I_CIGARETTE, 1)
    s.cigarette = 1
    act_with(s, m)
    do(s, "cigarette jock rifle-1")
    do(s, "attack jock knife rifle-1")
    assert not s.alive(u)
    s.deck = (card_of("cigarette"),)
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 1, "the next cigarette comes"


@pytest.mark.clause("RR-20.8")
def test_a_bound_prisoner_under_our_blast_dies() -> None:
    s = field(plain(9, 9), dice=[1, 1, 1, 1])
    man(s, "jock", 0, 0)
    m = setup.add_man(s, SUPPORT, BOUND, s.grid.at(5, 5), BOUND)
    notice.begin(s)
    run(s, blasts.Explode(s.grid.at(5, 6), data.GRENADE))
    assert s.m_state[m] == DEAD


@pytest.mark.clause("RR-12.4", "RR-20.5")
def test_who_shoots_a_barrel_with_the_last_space_of_the_meter_has_raised_the_alarm() -> None:
    s = field(plain(12, 12), dice=[6, 1, 1, 1, 1, 1], meter=1)
    other = man(s, "paddy", 0, 11)
    m = man(s, "jock", 4, 9)
    s.barrels = (s.grid.at(4, 3),)
    s.changed()
    act_with(s, m)
    do(s, "attack jock pistol barrel-1")
    assert s.section == BATTLE
    assert (s.m_spotted[m], s.m_spotted[other]) == (1, 0), "nobody is nominated"


@pytest.mark.clause("RR-3.16")
def test_a_spawned_vehicle_is_no_vehicle_of_the_convoy() -> None:
    s = field(plain(9, 9))
    goal = Objective("convoy", 2, True, unit="motorbike")
    s.stage = Stage(replace(s.stage.mission, objectives=(goal,)), s.layout)
    s.scored = (0,)
    for role, counted in ((V_SPAWN, 0), (V_CONVOY, 1)):
        setup.score_kill(s, unit(s, "motorbike", 4, 4, N, role=role))
        assert s.scored == (counted,)


# --- cards, lines and posts


@pytest.mark.clause("RR-14.5", "RR-14.23")
def test_a_card_does_not_turn_a_sentry_that_has_left_its_point() -> None:
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, S))
    s.u_alert[u] = 1
    s.u_at[u] = s.grid.at(6, 6)
    s.changed()
    assert s.u_role[u] == SENTRY
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == N


@pytest.mark.clause("RR-20.55", "RR-15.10")
def test_a_patrolman_does_not_walk_into_a_blast() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    u = walker(s, link, 0, E)
    s.blasts = (s.grid.at(4, 2),)
    s.changed()
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (2, 2), "the template covers columns 3 to 5"


@pytest.mark.clause("RR-15.9")
def test_an_operator_behind_the_door_is_found_by_the_last_step_too() -> None:
    layout = edged(open_ground(9, 5), ("D", 3, 2, 4, 2), *(("#", 3, y, 4, y) for y in (0, 1, 3, 4)))
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    m = man(s, "jock", 4, 2)
    u = walker(s, link, 0, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (3, 2)
    assert s.u_alert[u]
    assert s.m_spotted[m]


@pytest.mark.clause("RR-9.24")
def test_a_body_is_found_as_soon_as_a_patrolman_steps_out_of_the_way() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 4) for x in range(12)))
    s = field(layout)
    man(s, "jock", 0, 8, low=True)
    s.layout.kind[s.grid.at(0, 8)] = 4
    watch = unit(s, "rifle", 4, 1, S)
    u = walker(s, link, 4, E)
    s.corpses = (s.grid.at(4, 6),)
    assert not sight.corpses_seen(s, watch)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    through(s)
    assert at(s, s.u_at[u])[0] > 4
    assert s.u_alert[watch]


def about_face(x: int, low: bool = False) -> tuple[Regiment, int, int]:
    layout = plain(16, 6, F=f"{x},2" if low else "15,5")
    link = line(layout, WHITE, *((n, 2) for n in range(12)))
    s = field(layout, dice=[1])
    m = man(s, "jock", x, 2, facing=E, low=low)
    u = walker(s, link, 4, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[0] < 6:
        do(s, "hold jock")
    do(s, "fire jock pistol")
    while offered(s, "turn"):
        do(s, offered(s, "turn")[0])
    through(s)
    return s, m, u


@pytest.mark.clause("RR-7.18")
def test_a_patrolman_who_turns_to_who_missed_him_and_sees_him_stops() -> None:
    s, m, u = about_face(1)
    assert s.m_spotted[m]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((6, 2), W)


@pytest.mark.clause("RR-7.18", "RR-15.2")
def test_a_patrolman_turned_about_along_his_line_who_sees_nobody_goes_on_as_he_faces() -> None:
    s, m, u = about_face(1, low=True)
    assert not s.m_spotted[m]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((4, 2), W), "two steps were left"


@pytest.mark.clause("RR-7.18", "RR-15.4")
def test_a_patrolman_shot_at_after_his_last_step_keeps_looking_where_the_shot_came_from() -> None:
    layout = plain(16, 16, F="6,7")
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout, dice=[1])
    m = man(s, "jock", 6, 7, low=True)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (6, 2):
        do(s, "hold jock")
    do(s, "fire jock pistol")
    through(s)
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((6, 2), S)


@pytest.mark.clause("RR-18.53", "RR-18.30")
def test_a_patrol_vehicle_that_has_left_its_route_stands_still() -> None:
    s = field(plain(20, 10))
    patrolled(s, "motorbike", Side(W, 0, 0), Side(E, 1, 0))
    man(s, "jock", 0, 9, low=True)
    u = setup.add_unit(s, data.MOTORBIKE, s.grid.at(12, 7), N, V_PATROL, link=0)
    s.u_place[u], s.u_way[u], s.u_alert[u] = 3, 1, 1
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (12, 7)


# --- the alarm


@pytest.mark.clause("RR-12.17")
def test_the_nearest_square_of_a_vehicle_counts_for_who_is_closest_at_the_alarm() -> None:
    s = field(plain(20, 20), meter=1)
    c = setup.add_car(s, data.LORRY, s.grid.at(9, 5), N)
    driver = man(s, "jock", 9, 5)
    s.m_car = changed(s.m_car, driver, c)
    s.m_seat = changed(s.m_seat, driver, 0)
    other = man(s, "paddy", 9, 14)
    unit(s, "rifle", 9, 11, N, alert=True)
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert (s.m_spotted[driver], s.m_spotted[other]) == (1, 1), "three squares from each"


# --- things


@pytest.mark.clause("RR-8.15", "RR-20.10")
def test_a_barrel_may_be_put_where_its_bearer_stood() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.m_object = changed(s.m_object, m, 2)
    s.barrels = (-2,)
    act_with(s, m)
    do(s, f"move-place jock {sq(4, 3)}")
    do(s, f"place barrel {sq(4, 4)}")
    assert [at(s, v) for v in s.barrels] == [(4, 4)]


@pytest.mark.clause("RR-8.9", "RR-8.11")
def test_what_lies_where_a_move_or_sprint_ends_is_taken_as_part_of_it() -> None:
    for words in (f"move-take jock {sq(4, 4)}", f"sprint-take jock {sq(4, 4)}"):
        s = field(plain(9, 9))
        m = man(s, "jock", 4, 5)
        s.papers, s.corpses = (s.grid.at(4, 4),), (s.grid.at(4, 4),)
        act_with(s, m)
        do(s, words)
        assert (s.has(m, data.I_DOCUMENTS), s.m_object[m]) == (1, CORPSE), "item and object together"


@pytest.mark.clause("RR-8.9", "RR-8.6")
def test_a_crouched_man_takes_items_along_but_no_body() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 5, low=True)
    s.papers, s.corpses = (s.grid.at(4, 4),), (s.grid.at(4, 4), s.grid.at(5, 5))
    act_with(s, m)
    assert not offered(s, "move-take", "jock", sq(5, 5))
    do(s, f"move-take jock {sq(4, 4)}")
    assert (s.has(m, data.I_DOCUMENTS), s.m_object[m]) == (1, 0)


@pytest.mark.clause("RR-8.13", "RR-8.21")
def test_with_a_body_in_his_arms_a_man_picks_nothing_up() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.papers = (s.grid.at(4, 4),)
    act_with(s, m)
    assert offered(s, "pick-up") == ["pick-up jock documents"]
    s.m_object = changed(s.m_object, m, CORPSE)
    s.offered = None
    assert offered(s, "pick-up") == []


@pytest.mark.clause("RR-10.15", "RR-8.9")
def test_taking_papers_along_is_one_action_and_draws_no_second_fire() -> None:
    for words in ([f"move-take jock {sq(4, 4)}"], [f"move jock {sq(4, 4)}", "pick-up jock documents"]):
        s = field(plain(9, 9), dice=[6])
        m = man(s, "jock", 4, 5)
        s.papers = (s.grid.at(4, 4),)
        unit(s, "rifle", 4, 1, S)
        act_with(s, m)
        for one in words:
            do(s, one)
        assert s.m_health[m] == 5 - (len(words) - 1), "the second action is fired at"


# --- grenades


@pytest.mark.clause("RR-6.9", "RR-6.10", "RR-20.26")
def test_a_grenade_is_thrown_with_a_step_before_or_after_it() -> None:
    for verb, origin in (("move-throw", (4, 6)), ("throw-move", (4, 7))):
        s = field(plain(14, 14), dice=[6, 6, 6, 6])
        m = man(s, "paddy", 4, 7)
        u = unit(s, "rifle", 4, 1, N)
        act_with(s, m)
        do(s, f"{verb} paddy {sq(4, 6)}")
        reach = {words.split()[1] for words in offered(s, "at")}
        assert (sq(4, origin[1] - 6) in reach, sq(4, origin[1] - 7) in reach) == (True, False)
        do(s, f"at {sq(4, 1)}")
        through_hits(s)
        assert not s.alive(u)
        assert (at(s, s.m_at[m]), s.m_ap[m]) == ((4, 6), 3)


@pytest.mark.clause("RR-8.8", "RR-11.9")
def test_who_pops_up_to_throw_sees_where_it_falls() -> None:
    s = field(plain(14, 14, H="4,6"), dice=[6, 6, 6, 6])
    m = man(s, "paddy", 4, 7, low=True)
    unit(s, "rifle", 4, 2, N)
    act_with(s, m)
    do(s, "pop-throw paddy")
    do(s, f"at {sq(4, 2)}")
    assert not offered(s, "face"), "it does not scatter"
    assert not s.m_low[m]


@pytest.mark.clause("RR-20.30", "RR-4.10")
def test_a_grenade_drifts_by_the_facing_that_its_thrower_takes() -> None:
    for word, place in (("n", (7, 0)), ("e", (9, 2))):
        s = field(plain(14, 14, F="4,2"), dice=[2, 4, 4, 1, 1, 1, 1])
        m = man(s, "paddy", 2, 2, facing=W)
        act_with(s, m)
        do(s, "throw paddy")
        do(s, f"at {sq(7, 2)}")
        happened = do(s, f"face {word}")
        assert ("marked", sq(*place), "blast") in [fact for event in happened for fact in event.facts]


@pytest.mark.clause("RR-20.32")
def test_a_rabbit_s_foot_turns_a_die_of_the_scatter_too() -> None:
    s = field(plain(14, 14, F="4,2"), dice=[1, 3, 1, 1, 1, 1])
    m = man(s, "jock", 2, 2, side="B")
    act_with(s, m)
    do(s, "throw jock")
    do(s, f"at {sq(7, 2)}")
    do(s, "face e")
    assert offered(s) == ["rabbit 1", "rabbit 3", "accept"]
    happened = do(s, "rabbit 3")
    assert ("marked", sq(7, 2), "blast") in [fact for event in happened for fact in event.facts], "1 and 6 are 7"
    assert s.has(m, data.I_RABBIT) == 0


@pytest.mark.clause("RR-20.32")
def test_two_rabbits_feet_turn_two_dice_and_none_that_is_no_operator_s() -> None:
    s = field(plain(9, 9), dice=[1, 1, 1])
    man(s, "jock", 0, 0, side="B")
    m = man(s, "paddy", 4, 6, side="B")
    unit(s, "rifle", 4, 3, N)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "rabbit")
    do(s, "rabbit")
    assert not offered(s, "rabbit")
    s.give(m, data.I_RABBIT, 1)
    ally = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(8, 8), ACTIVE)
    s.faces = (1, 1)
    run(s, items.Luck(ally, 5))
    assert not offered(s, "rabbit")


# --- small things


@pytest.mark.clause("RR-14.16")
def test_the_cigarette_is_given_at_any_point_of_the_phase_by_who_holds_it() -> None:
    s = field(plain(9, 9))
    holder, m = man(s, "jock", 4, 8), man(s, "paddy", 0, 8)
    u = unit(s, "rifle", 4, 3, N)
    s.give(holder, data.I_CIGARETTE, 1)
    s.cigarette = 1
    s.m_done = changed(s.m_done, holder, 1)
    act_with(s, m)
    do(s, "cigarette jock rifle-1")
    assert (s.u_cig[u], s.has(holder, data.I_CIGARETTE)) == (1, 0)
    assert offered(s, "move", "paddy"), "the turn goes on"


@pytest.mark.clause("RR-10.13")
def test_freeing_a_prisoner_is_an_action_that_is_seen() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6)
    friend = setup.add_man(s, SUPPORT, BOUND, s.grid.at(4, 7), BOUND)
    u = unit(s, "rifle", 4, 2, S)
    act_with(s, m)
    do(s, f"free jock {s.man(friend)}")
    assert (s.m_spotted[m], s.u_alert[u], s.m_state[friend]) == (1, 1, ACTIVE)


@pytest.mark.clause("RR-1.24", "RR-1.4")
def test_who_stands_on_an_occupied_square_may_only_move_or_sprint_on() -> None:
    s = field(plain(9, 9, H="4,3"))
    m = man(s, "jock", 4, 5)
    man(s, "paddy", 4, 4)
    act_with(s, m)
    do(s, f"move jock {sq(4, 4)}")
    assert {action[0] for action in legal(s)} == {"move", "sprint"}


@pytest.mark.clause("RR-1.22", "RR-9.21")
def test_a_sprint_off_the_board_is_offered_by_each_way_that_differs() -> None:
    s = field(plain(20, 10))
    m = man(s, "jock", 8, 8)
    u = unit(s, "rifle", 6, 7, N)
    act_with(s, m)
    heard = []
    for way in offered(s, "leave"):
        twin = s.clone()
        do(twin, way)
        assert twin.m_state[m] == LEFT
        heard.append(twin.u_alert[u])
    assert sorted(heard) == [0, 1], "past him or along the edge"


# --- the advance


@pytest.mark.clause("RR-12.13", "RR-13.20", "RR-18.47")
def test_a_vehicle_that_the_alarm_wakes_in_mid_phase_advances_too() -> None:
    s = field(plain(20, 20), dice=[6], meter=1)
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 5, 8)
    walking = unit(s, "smg", 3, 2, E, alert=True)
    marked = unit(s, "rifle", 5, 4, N)
    bike = unit(s, "motorbike", 2, 17, N, role=V_GUARD)
    s.m_mark[shooter] = marked
    run(s, advance.AdvancePhase())
    while at(s, s.u_at[walking])[0] < 5:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    do(s, "fire jock pistol")
    through(s)
    assert s.section == BATTLE
    assert at(s, s.u_at[bike]) != (2, 17)


@pytest.mark.clause("RR-13.7", "RR-13.10")
def test_of_two_men_equally_near_the_players_say_whom_a_unit_goes_for() -> None:
    for name, facing in (("jock", W), ("paddy", E)):
        s = field(plain(15, 9))
        s.section = BATTLE
        man(s, "jock", 1, 4, spotted=True)
        man(s, "paddy", 13, 4, spotted=True)
        u = unit(s, "smg", 7, 4, N, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        assert offered(s) == ["after smg-1 jock", "after smg-1 paddy"]
        do(s, f"after smg-1 {name}")
        through(s)
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.7", "RR-13.9")
def test_of_two_men_as_many_squares_away_the_cheaper_way_says_who_is_nearer() -> None:
    s = field(plain(15, 9, H="2,3 2,4 2,5"))
    s.section = BATTLE
    man(s, "jock", 1, 4, low=True, spotted=True)
    man(s, "paddy", 13, 4, spotted=True)
    u = unit(s, "smg", 7, 4, N, alert=True, role=TROOPER)
    assert position.by_nearness(s, u, position.targets(s)) == [[1], [0]]


@pytest.mark.clause("RR-13.27")
def test_a_sentry_between_two_men_turns_to_whom_the_players_say() -> None:
    s = field(plain(15, 9))
    s.section = BATTLE
    man(s, "jock", 1, 4, spotted=True)
    man(s, "paddy", 13, 4, spotted=True)
    u = sentry(s, 7, 4, N, (N, S))
    s.u_alert[u] = 1
    run(s, advance.Advance(u, 4))
    assert len(offered(s, "after")) == 2
    do(s, "after rifle-1 paddy")
    assert s.u_face[u] == E


@pytest.mark.clause("RR-7.19", "RR-7.10")
def test_a_unit_shot_at_in_its_last_turn_goes_on_with_the_points_it_has_left() -> None:
    s = field(plain(20, 12), dice=[1])
    s.section = BATTLE
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 10, 8)
    u = unit(s, "smg", 13, 2, N, alert=True, role=TROOPER)
    s.m_mark[shooter] = u
    run(s, advance.AdvancePhase())
    while s.u_face[u] != E or at(s, s.u_at[u])[0] < 15:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    assert at(s, s.u_at[u])[0] == 15, "four squares from Paddy he stops: an optimal position, two points left"
    do(s, "fire jock pistol")
    through(s)
    assert s.m_spotted[shooter], "a loud weapon in Battle"
    assert s.u_face[u] == E, "turned to the shot, he takes aim at the man he is optimal on again"


@pytest.mark.clause("RR-18.38", "RR-18.3")
def test_a_convoy_keeps_its_distance_round_a_corner() -> None:
    s = field(plain(20, 20))
    s.stage = Stage(
        replace(
            s.stage.mission,
            window=(12, 8),
            convoy=("kubelwagen", "kubelwagen"),
            convoy_ends=(Side(S, 0, 1), Side(E, 1, 0)),
        ),
        s.layout,
    )
    man(s, "jock", 0, 0, low=True)
    routes.special(s)
    s.turn += 1
    first, second = routes.convoy(s)
    for _ in range(8):
        for u in (first, second):
            s.u_done[u] = 0
        run(s, routes.ConvoyMoves())
        if s.u_at[first] >= 0 and s.u_at[second] >= 0:
            gap = min(s.grid.distance(v, w) for v in s.footprint(first) for w in s.footprint(second))
            assert gap > routes.GAP


@pytest.mark.clause("RR-18.43")
def test_a_truck_waits_at_a_corner_with_one_point_and_turns_with_two() -> None:  # TV-56
    s = field(plain(20, 20))
    ends = (Side(S, 0, 1), Side(E, 1, 0))
    s.stage = Stage(replace(s.stage.mission, window=(12, 8), convoy=("truck",), convoy_ends=ends), s.layout)
    routes.special(s)
    u = routes.convoy(s)[0]
    way = routes.route_of(s, u)
    corner = next(n for n, (state, _) in enumerate(way) if state & 3 == E) - 1
    for points, heading in ((1, N), (2, E)):
        s.u_place[u] = corner
        vehicles.put(s, u, way[corner][0])
        run(s, routes.Roll(u, points))
        assert s.u_face[u] == heading


# --- fire through walls


@pytest.mark.clause("RR-18.21", "RR-18.23", "RR-16.8")
def test_each_gun_of_a_half_track_fires_through_a_wall_by_itself_and_the_players_choose_among_equals() -> None:
    s = field(board(HOUSE), dice=[1] * 6)
    s.section = BATTLE
    man(s, "jock", 2, 7, spotted=True)
    man(s, "paddy", 4, 7, spotted=True)
    hidden = man(s, "wick", 9, 9, spotted=True)
    u = unit(s, "half-track", 3, 2, N, alert=True, role=V_GUARD)
    s.u_done[u] = vehicles.FRONT_FIRED
    assert hidden == 2
    assert {m for m, _, _ in vehicles.wall_shots(s, u)} == {0, 1}, "the rear gun has not fired"
    run(s, vehicles.ThroughWalls())
    assert offered(s) == ["attacks half-track-1 jock", "attacks half-track-1 paddy"]
    do(s, "attacks half-track-1 paddy")
    assert s.u_done[u] == vehicles.FRONT_FIRED | vehicles.REAR_FIRED


# --- vehicles of ours


@pytest.mark.clause("RR-21.26", "RR-20.33")
def test_a_boat_s_gunner_fires_which_of_his_weapons_he_likes_and_marks_nobody() -> None:
    s, c = afloat()
    m = man(s, "hawke", 7, 3)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 1)
    unit(s, "rifle", 7, 0, N)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    assert not offered(s, "mark")
    do(s, "attack boat gunner rifle-1")
    assert offered(s) == ["with pistol", "with sniper"]
    do(s, "with sniper")
    assert s.has(m, data.ITEMS.index("sniper")) == 4


@pytest.mark.clause("RR-21.29", "RR-21.12")
def test_who_gets_out_of_a_vehicle_in_view_is_spotted_with_the_rest() -> None:
    s = field(plain(20, 20))
    c = setup.add_car(s, data.LORRY, s.grid.at(9, 10), N)
    men = [man(s, name, 9, 10) for name in ("jock", "paddy")]
    for seat, m in enumerate(men):
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)
    unit(s, "rifle", 9, 4, S)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    do(s, "deploy lorry")
    do(s, f"out paddy {sq(8, 12)}")
    do(s, "done")
    assert [s.m_spotted[m] for m in men] == [1, 1]


@pytest.mark.clause("RR-9.21", "RR-21.11", "RR-1.23")
def test_a_vehicle_that_leaves_is_heard_and_runs_men_over_on_its_way() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = setup.add_car(s, data.LORRY, s.grid.at(5, 17), S)
    m = man(s, "jock", 5, 17)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    under, near = unit(s, "rifle", 5, 19, S), unit(s, "rifle", 9, 19, S)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    do(s, "leave lorry")
    assert s.m_state[m] == LEFT
    assert (s.alive(under), s.u_alert[near]) == (False, 1)


# --- who plays whom


@pytest.mark.clause("RR-3.15", "RR-1.1")
@pytest.mark.parametrize(("people", "shares"), [(1, [4]), (2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])])
def test_operators_are_divided_evenly_among_one_to_four_people(people: int, shares: list[int]) -> None:
    s = GAME.start("m8-iron-harvest", seed=3, options={"players": str(people)})
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    owners = [setup.player_of(s, m) for m in range(len(s.m_kind))]
    assert sorted((owners.count(owner) for owner in set(owners)), reverse=True) == shares


@pytest.mark.clause("RR-3.15")
def test_the_question_says_whose_man_it_is_about() -> None:
    s = GAME.start("m1-cold-ford", seed=3, options={"players": "2"})
    assert isinstance(s, Regiment)
    while not offered(s, "act"):
        play(s, legal(s)[0])
    do(s, "act paddy")
    assert s.choice is not None
    assert s.choice.ask(s).startswith("Player 2: {paddy}: 4 action points")
