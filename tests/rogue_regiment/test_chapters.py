"""Clauses of chapters 3 to 20 that no vector of the ledger shows, one small position each."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_position as position
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r17_end as end
from sandtable.games.rogue_regiment import r20_blasts as blasts
from sandtable.games.rogue_regiment import r20_scuba as scuba
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    CORPSE,
    DEAD,
    GUARD,
    LEFT,
    NOTHING,
    OFF,
    PATROLMAN,
    SENTRY,
    STEALTH,
    TROOPER,
    V_GUARD,
    V_PATROL,
    WAITING,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.tiles import BLACK, WHITE
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.test_axis import card_of, line, walker


def started(mission: str = "m1-cold-ford", **options: str) -> Regiment:
    s = GAME.start(mission, seed=5, options=options)
    assert isinstance(s, Regiment)
    return s


# --- chapter 3


@pytest.mark.clause("RR-3.1", "RR-3.4", "RR-4.3", "RR-3.6", "RR-3.8", "RR-3.9")
def test_a_mission_begins_with_sentries_guards_and_operators_at_their_places() -> None:
    s = started()
    sentries = [u for u in range(len(s.u_kind)) if s.u_role[u] == SENTRY]
    assert len(sentries) == len(s.layout.points)
    for u, (point, v) in zip(sentries, s.layout.points, strict=True):
        assert (s.u_kind[u], s.u_at[u], s.u_face[u], s.u_colour[u]) == (data.RIFLE, v, point.default, point.colour)
    guards = [u for u in range(len(s.u_kind)) if s.u_role[u] == GUARD]
    assert [(s.u_kind[u], s.u_at[u], s.u_face[u]) for u in guards] == [(data.SMG, s.layout.anchors[1, 1, "yard"], S)]
    assert s.section == STEALTH
    assert [s.has(0, item) for item in (data.I_LEWES, data.I_TRAP, data.I_GRENADE)] == [2, 1, 0]
    assert attack.weapons(s, 0) == [data.PISTOL, data.KNIFE], "the Sten is Paddy's"
    assert s.token == OFF, "the token is turned up with the first card, black side first"
    s.agenda.clear()
    run(s, events.Draw())
    assert s.token == BLACK


@pytest.mark.clause("RR-3.2", "RR-3.3")
def test_the_players_choose_where_each_patrol_starts() -> None:
    s = started()
    choices = []
    while offered(s, "start"):
        choices.append(len(offered(s, "start")))
        play(s, legal(s)[1])
    assert choices == [2] * len(s.layout.lines)
    for u in range(len(s.u_kind)):
        if s.u_role[u] == PATROLMAN:
            path = s.layout.lines[s.u_link[u]]
            place, facing = path.starts[1]
            assert (s.u_at[u], s.u_face[u]) == (path.squares[place], facing)


@pytest.mark.clause("RR-3.12")
@pytest.mark.parametrize(("difficulty", "meter"), [("easy", 8), ("normal", 6), ("hard", 4)])
def test_the_meter_starts_by_difficulty(difficulty: str, meter: int) -> None:
    assert started(difficulty=difficulty).meter == meter


@pytest.mark.clause("RR-3.16", "RR-3.18")
def test_units_and_men_die_when_their_health_is_gone() -> None:
    s = field(plain(9, 9))
    u = unit(s, "motorbike", 4, 4, N)
    m = man(s, "jock", 0, 0)
    notice.begin(s)
    attack.hit_unit(s, u)
    assert s.u_health[u] == 2
    turn.wound(s, m, 9)
    assert s.m_state[m] == DEAD
    assert s.m_at[m] == OFF
    assert all(1 <= face <= 6 for face in s.rolls(50))
    assert GAME.scenarios()[0].seats == ("operators",)


@pytest.mark.clause("RR-3.19")
def test_nothing_calms_an_alert_unit() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 0, 0, low=True)
    u = unit(s, "rifle", 8, 8, E)
    notice.begin(s)
    notice.alert(s, u, "RR-9.2", "test")
    run(s, end.EndPhase())
    assert s.u_alert[u] == 1


# --- chapter 4


@pytest.mark.clause("RR-4.5", "RR-4.7", "RR-4.8", "RR-4.9", "RR-4.10", "RR-4.11", "RR-4.12")
def test_men_act_one_after_the_other_in_any_order_with_four_points_each() -> None:
    s = started()
    while s.phase == 0:
        play(s, legal(s)[0])
    assert offered(s, "act") == ["act jock", "act paddy"]
    do(s, "act paddy")
    assert s.m_ap == [4, 4]
    assert offered(s, "act") == [], "paddy finishes first"
    do(s, offered(s, "move")[0])
    assert s.m_ap[1] == 3
    ends = offered(s, "end")
    assert ends == ["end paddy n", "end paddy e", "end paddy s", "end paddy w"]
    do(s, "end paddy w")
    assert s.m_face[1] == W
    assert offered(s, "end") == ["end jock"], "jock may do nothing; paddy's points are lost"
    assert s.m_done[1] == 1


@pytest.mark.clause("RR-4.13")
def test_an_action_is_resolved_before_the_next_is_offered() -> None:
    s = field(plain(9, 9), dice=[1, 1])
    m = man(s, "jock", 4, 6)
    unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, f"move jock {sq(4, 5)}")
    assert s.dice_used == 1, "the reaction came before the next choice"
    assert offered(s, "move")


# --- chapter 5


@pytest.mark.clause("RR-5.1", "RR-5.4", "RR-5.9")
def test_a_move_is_one_square_in_eight_directions_and_leaves_a_hedge_freely() -> None:
    s = field(plain(5, 5, H="2,2"))
    m = man(s, "jock", 2, 2)
    act_with(s, m)
    assert len(offered(s, "move")) == 8
    do(s, f"move jock {sq(1, 1)}")
    assert s.m_ap[m] == 3
    assert f"move jock {sq(2, 2)}" not in offered(s, "move")
    assert not any(words.split()[2] == sq(2, 2) for words in offered(s, "sprint"))
    assert f"climb jock {sq(2, 2)}" in offered(s, "climb")


# --- chapters 6 and 7


@pytest.mark.clause("RR-6.1", "RR-6.11", "RR-6.18")
def test_cover_and_facing_never_matter_to_an_operator_s_attack() -> None:
    s = field(plain(9, 9, F="5,0"), dice=[4])
    m = man(s, "jock", 1, 0, facing=W)
    u = unit(s, "rifle", 5, 0, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-7.7")
def test_units_on_spawn_tiles_may_be_marked_but_not_attacked() -> None:
    s = field(plain(10, 10))
    m = man(s, "jock", 4, 1)
    events.spawn(s, BLACK, [data.SMG])
    act_with(s, m)
    assert "mark jock smg-1" in offered(s, "mark")
    assert offered(s, "attack") == []


@pytest.mark.clause("RR-7.14", "RR-7.15")
def test_a_knife_can_be_marked_on_who_walks_past_with_his_back_turned() -> None:
    layout = plain(9, 9)
    link = line(layout, WHITE, *((4, y) for y in range(8, -1, -1)))
    s = field(layout)
    m = man(s, "jock", 4, 6, facing=N)
    u = walker(s, link, 1, N)
    s.m_mark[m] = u
    s.m_low[m] = 0
    s.token = WHITE
    s.layout.kind[s.grid.at(4, 6)] = 1
    s.u_at[u], s.u_place[u] = s.grid.at(4, 5), 3
    s.changed()
    run(s, marks.Instant(u))
    assert "fire jock knife" in offered(s, "fire")
    do(s, "fire jock knife")
    assert not s.alive(u)


@pytest.mark.clause("RR-7.19", "RR-12.13")
def test_an_advancing_unit_that_survives_a_marked_shot_goes_on() -> None:
    s = field(plain(14, 5), dice=[1, 1, 1, 1])
    target = man(s, "paddy", 13, 2, spotted=True)
    m = man(s, "jock", 5, 4, facing=N)
    u = unit(s, "smg", 1, 2, E, alert=True)
    s.m_mark[m] = u
    run(s, advance.AdvancePhase())
    while at(s, s.u_at[u])[0] < 4:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    do(s, "fire jock pistol")
    through(s)
    assert s.m_spotted[target]
    assert s.m_spotted[m], "it turned and saw him"
    assert (at(s, s.u_at[u])[0], s.u_face[u]) == (4, S), "its goal anew is the nearer man, on whom it is optimal"


# --- chapter 8


@pytest.mark.clause("RR-8.1", "RR-8.7")
def test_crouching_costs_one_and_popping_up_nothing() -> None:
    s = field(plain(5, 5))
    m = man(s, "jock", 2, 2)
    act_with(s, m)
    do(s, "crouch jock")
    assert (s.m_low[m], s.m_ap[m]) == (1, 3)
    do(s, "pop-up jock")
    assert (s.m_low[m], s.m_ap[m]) == (0, 3)


@pytest.mark.clause("RR-8.21", "RR-20.54", "RR-20.18")
def test_things_on_a_man_s_square_can_be_picked_up_at_any_time() -> None:
    s = field(plain(5, 5))
    m = man(s, "jock", 2, 2)
    other = man(s, "paddy", 0, 0)
    here = s.grid.at(2, 2)
    s.corpses = (here,)
    s.traps = (
        (here, m, 1),
        (here, other, 0),
    )
    act_with(s, m)
    assert set(offered(s, "pick-up")) == {"pick-up jock corpse", "pick-up jock trap", "pick-up jock lot"}
    do(s, "pick-up jock trap")
    assert s.has(m, data.I_TRAP) == 2
    assert offered(s, "pick-up") == ["pick-up jock corpse"], "the other trap is not his"
    do(s, "pick-up jock corpse")
    assert s.m_object[m] == CORPSE
    assert s.m_ap[m] == 4


@pytest.mark.clause("RR-8.14", "RR-8.16", "RR-8.19", "RR-8.22", "RR-20.20", "RR-20.25")
def test_items_are_placed_over_walls_and_through_windows_and_doors_without_alarm() -> None:
    layout = edged(open_ground(5, 5), ("l", 2, 2, 2, 1), ("W", 2, 2, 3, 2), ("D", 2, 2, 2, 3), ("#", 1, 2, 2, 2))
    s = field(layout)
    m = man(s, "jock", 2, 2, low=True)
    u = unit(s, "rifle", 2, 0, N)
    act_with(s, m)
    places = {words.split()[3] for words in offered(s, "place", "jock", "trap")}
    assert {sq(2, 1), sq(3, 2), sq(2, 3)} <= places
    assert sq(1, 2) not in places, "not through a wall"
    assert sq(1, 3) not in places, "not diagonally through a door"
    do(s, f"place jock lewes {sq(3, 2)}")
    do(s, "fuse 3")
    assert s.bombs == ((s.grid.at(3, 2), 3, m),)
    assert not s.u_alert[u]
    s.m_at[m] = s.grid.at(3, 2)
    s.offered = None
    assert not any("lewes" in words for words in offered(s, "pick-up"))


# --- chapter 9


@pytest.mark.clause("RR-9.4")
def test_an_alert_unit_still_turns_to_a_sound() -> None:
    s = field(plain(12, 9), dice=[1])
    m = man(s, "jock", 1, 4)
    u = unit(s, "rifle", 6, 4, N, alert=True)
    unit(s, "rifle", 1, 0, N)
    act_with(s, m)
    do(s, "attack jock pistol rifle-2")
    assert s.u_face[u] == W


@pytest.mark.clause("RR-9.9")
def test_facings_are_the_four_winds() -> None:
    s = field(plain(9, 9))
    u = unit(s, "rifle", 4, 4, N)
    assert notice.facings_to(s, u, s.grid.at(8, 5)) == [E]
    assert notice.facings_to(s, u, s.grid.at(6, 2)) == [N], "a diagonal point: the nearer facing"
    s.u_face[u] = S
    assert sorted(notice.facings_to(s, u, s.grid.at(2, 2))) == [W]
    s.u_face[u] = W
    assert sorted(notice.facings_to(s, u, s.grid.at(6, 2))) == [N]


@pytest.mark.clause("RR-9.19", "RR-9.26")
def test_who_is_woken_by_a_shout_does_not_shout_and_an_alert_man_never_does() -> None:
    s = field(plain(16, 3))
    first, second, third = (unit(s, "rifle", x, 1, N) for x in (0, 4, 8))
    notice.begin(s)
    notice.alert(s, first, "RR-9.16", "test")
    notice.shout(s, first)
    assert (s.u_alert[second], s.u_alert[third]) == (1, 0)
    notice.begin(s)
    notice.shout(s, second)
    assert s.u_alert[third] == 0


@pytest.mark.clause("RR-9.20")
def test_an_observer_killed_by_the_action_wakes_nobody() -> None:
    s = field(plain(12, 9, F="7,5"), dice=[6])
    m = man(s, "jock", 4, 5)
    seen_by = unit(s, "rifle", 4, 3, S)
    other = unit(s, "rifle", 9, 5, N)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(seen_by)
    assert not s.m_spotted[m]
    assert s.u_alert[other] == 1, "by the shot, not by a shout"


@pytest.mark.clause("RR-9.22")
def test_units_on_spawn_tiles_neither_see_nor_hear() -> None:
    s = field(plain(10, 10), dice=[6])
    m = man(s, "jock", 4, 1)
    events.spawn(s, BLACK, [data.SMG])
    unit(s, "rifle", 9, 1, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.u_alert[0]
    assert not s.m_spotted[m]
    assert not sight.has_sight(s, 0)


@pytest.mark.clause("RR-9.25")
def test_who_waits_is_not_noticed_because_a_blocker_leaves() -> None:
    s = field(plain(9, 9), dice=[6])
    m = man(s, "jock", 4, 6)
    other = man(s, "paddy", 0, 2)
    unit(s, "rifle", 4, 4, E)
    watcher = unit(s, "rifle", 4, 1, S)
    assert not sight.sees(s, watcher, m)
    act_with(s, other)
    s.u_at[0] = OFF
    s.changed()
    assert sight.sees(s, watcher, m)
    do(s, f"move paddy {sq(0, 1)}")
    assert not s.m_spotted[m]


# --- chapter 10


@pytest.mark.clause("RR-10.4", "RR-10.5", "RR-10.12")
def test_one_unit_reacts_to_several_men_and_men_hide_nobody() -> None:
    s = field(plain(9, 9), dice=[6, 6])
    first, second = man(s, "jock", 4, 5), man(s, "paddy", 4, 6)
    u = unit(s, "rifle", 4, 2, S, alert=True)
    assert sight.sees(s, u, second)
    for m in (first, second):
        act_with(s, m)
        do(s, f"crouch {s.man(m)}")
        assert s.m_health[m] == 4
        assert offered(s, "end", s.man(m)), "who survives goes on"
        s.agenda.clear()


@pytest.mark.clause("RR-10.11")
def test_ending_the_turn_is_no_action_and_draws_no_fire() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 5, spotted=True)
    unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, "end jock n")
    assert s.m_health[m] == 5
    assert s.dice_used == 0


# --- chapters 11 and 12


@pytest.mark.clause("RR-11.8")
def test_breaking_cover_in_battle_only_shows_the_man() -> None:
    s = field(plain(9, 9))
    s.section = BATTLE
    man(s, "paddy", 8, 8, spotted=True)
    m = man(s, "jock", 0, 0)
    act_with(s, m)
    do(s, "break-cover jock")
    assert s.m_spotted[m]


@pytest.mark.clause("RR-11.9", "RR-12.12")
def test_a_grenade_thrown_blind_scatters_and_spots_nobody_until_the_alarm_asks() -> None:
    s = field(plain(14, 14), dice=[3, 4, 1, 1, 1, 1], meter=1)
    m = man(s, "paddy", 2, 2, low=True)
    other = man(s, "jock", 0, 13)
    unit(s, "rifle", 13, 13, S)
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(7, 2)}")
    do(s, "face e")
    assert s.section == BATTLE
    assert offered(s) == ["spot paddy", "spot jock"]
    do(s, "spot jock")
    assert (s.m_spotted[m], s.m_spotted[other]) == (0, 1)


@pytest.mark.clause("RR-12.5", "RR-12.10", "RR-12.15", "RR-12.6")
def test_in_battle_somebody_is_spotted_at_all_times() -> None:
    s = field(plain(9, 9), meter=1)
    first, second = man(s, "jock", 0, 0), man(s, "paddy", 8, 8)
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    assert offered(s) == ["spot jock", "spot paddy"]
    do(s, "spot jock")
    turn.kill(s, first)
    run(s, turn.EndAction())
    assert s.m_spotted[second] == 1, "the only one left"


@pytest.mark.clause("RR-12.7")
def test_in_battle_a_loud_weapon_gives_its_user_away_and_a_grenade_does_not() -> None:
    for place, words, spotted in (
        ((7, 2), ["attack paddy sten rifle-1"], True),
        ((13, 0), ["throw paddy", f"at {sq(6, 2)}"], False),
    ):
        s = field(plain(14, 14), dice=[1] * 8)
        s.section = BATTLE
        man(s, "jock", 13, 13, spotted=True)
        m = man(s, "paddy", 2, 2)
        unit(s, "rifle", *place, E, alert=True)
        act_with(s, m)
        for one in words:
            do(s, one)
        through_hits(s)
        assert bool(s.m_spotted[m]) == spotted


def through_hits(s: Regiment) -> None:
    while offered(s, "hit") or offered(s, "turn"):
        play(s, legal(s)[0])


@pytest.mark.clause("RR-12.8", "RR-12.9", "RR-12.23")
def test_in_battle_who_enters_view_is_spotted_and_the_first_to_enter_an_empty_board_too() -> None:
    s = field(plain(10, 10), dice=[1, 1])
    s.section = BATTLE
    m = man(s, "jock", 4, 9)
    s.m_at[m], s.m_state[m] = s.stage.entry[1], WAITING
    act_with(s, m)
    do(s, f"move jock {sq(4, 9)}")
    assert s.m_spotted[m]
    run(s, end.EndPhase())
    assert s.m_spotted[m], "spotted for good"
    leaver = man(s, "wick", 9, 9, spotted=True)
    turn.remove(s, leaver, LEFT)
    assert not s.m_spotted[leaver], "until he is off the board"
    other = man(s, "paddy", 0, 0)
    unit(s, "rifle", 4, 0, W, alert=True)
    act_with(s, other)
    do(s, f"move paddy {sq(1, 0)}")
    assert s.m_spotted[other]


# --- chapter 13


@pytest.mark.clause("RR-13.1", "RR-13.21", "RR-13.10")
def test_alert_men_advance_on_the_spotted_nearest_first() -> None:
    s = field(plain(20, 20))
    man(s, "jock", 0, 0, spotted=True)
    far, near = unit(s, "smg", 15, 0, W, alert=True), unit(s, "rifle", 12, 0, W, alert=True)
    calm = unit(s, "smg", 0, 15, N)
    run(s, advance.AdvancePhase())
    told = list(s.events)
    while offered(s):
        told += play(s, legal(s)[0])
    order = [event.text for event in told if "advances on" in event.text]
    assert at(s, s.u_at[near])[0] == 8
    assert at(s, s.u_at[far])[0] == 11
    assert at(s, s.u_at[calm]) == (0, 15)
    assert ["rifle-1" in text for text in order] == [True, False], "the nearer goes first"


@pytest.mark.clause("RR-13.31")
def test_a_unit_that_cannot_reach_its_target_comes_as_near_as_it_can() -> None:
    layout = board(
        """
        + + + + + + + + + + +
         . . . . . . R R R .
        + + + + + + + + + + +
         . . . . . . R . R .
        + + + + + + + + + + +
         . . . . . . R R R .
        + + + + + + + + + + +
        """
    )
    s = field(layout)
    s.section = BATTLE
    man(s, "jock", 7, 1, low=True, spotted=True)
    u = unit(s, "smg", 1, 1, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) in {(5, 0), (5, 1), (5, 2)}


@pytest.mark.clause("RR-13.32")
def test_without_short_range_any_uncovered_square_in_range_is_optimal(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field(plain(12, 12))
    s.section = BATTLE
    m = man(s, "jock", 0, 0, spotted=True)
    u = unit(s, "smg", 7, 0, W, alert=True, role=TROOPER)
    obstacles.veil(s)
    assert position.quality(s, u, s.u_at[u], m) == 0
    short = list(data.SHORT)
    short[data.SMG] = 0
    monkeypatch.setattr(data, "SHORT", short)
    assert position.quality(s, u, s.u_at[u], m) == 1


# --- chapters 14 to 16


@pytest.mark.clause("RR-14.2")
def test_the_patrol_token_is_flipped_each_stealth_turn() -> None:
    s = field(plain(9, 9))
    s.cigarette = 1
    s.deck = (card_of("cigarette"),) * 3
    seen = []
    for _ in range(3):
        run(s, events.EventPhase())
        seen.append(s.token)
    assert seen == [BLACK, WHITE, BLACK]


@pytest.mark.clause("RR-14.27", "RR-20.51")
def test_a_cigarette_needs_a_free_slot() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    for item in range(len(data.ITEMS)):
        if data.SMALL[item] and item != data.I_CIGARETTE:
            s.stock = changed(s.stock, item, 1)
    s.deck = (card_of("cigarette"),)
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 0
    assert s.cigarette == 0


@pytest.mark.clause("RR-15.1", "RR-15.6")
def test_there_are_no_patrols_in_battle() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    s.section = BATTLE
    u = walker(s, link, 1, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (1, 2)


@pytest.mark.clause("RR-15.3", "RR-15.8")
def test_the_patrol_nearest_to_an_operator_walks_first_and_spots_whom_it_sees() -> None:
    layout = plain(14, 14)
    links = [line(layout, WHITE, *((x, y) for x in range(14))) for y in (1, 12)]
    s = field(layout)
    m = man(s, "jock", 13, 10)
    near = walker(s, links[1], 2, E)
    far = walker(s, links[0], 2, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    through(s)
    moved = [event.text.split("}")[0][1:] for event in s.events if "moves to" in event.text]
    assert moved[0] == s.unit(near)
    assert s.unit(far) in moved
    assert s.m_spotted[m]


@pytest.mark.clause("RR-16.12")
def test_the_players_order_the_attackers() -> None:
    s = field(plain(14, 14))
    s.section = BATTLE
    man(s, "jock", 4, 6, spotted=True)
    man(s, "paddy", 9, 6, spotted=True)
    unit(s, "smg", 4, 2, S, alert=True)
    unit(s, "smg", 9, 2, S, alert=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["attacks smg-1 jock", "attacks smg-2 paddy"]


# --- chapter 20


@pytest.mark.clause("RR-20.3", "RR-20.4")
def test_a_body_in_water_is_gone_and_bodies_block_nothing() -> None:
    s = field(plain(9, 9, **{"~": "4,3"}))
    m = man(s, "jock", 4, 4)
    s.m_object = changed(s.m_object, m, CORPSE)
    act_with(s, m)
    do(s, f"place jock corpse {sq(4, 3)}")
    assert all(v < 0 for v in s.corpses)
    assert s.m_object[m] == NOTHING
    s.corpses = (s.grid.at(5, 4),)
    assert not obstacles.occupied(s, but_man=m) >> s.grid.at(5, 4) & 1
    watcher = unit(s, "rifle", 8, 4, W, alert=True)
    assert sight.sees(s, watcher, m)


@pytest.mark.clause("RR-20.9", "RR-20.10", "RR-2.14")
def test_a_barrel_hides_who_crouches_behind_it_and_is_not_ended_on() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6, low=True)
    u = unit(s, "rifle", 4, 2, S)
    assert sight.sees(s, u, m)
    s.barrels = (s.grid.at(4, 5),)
    s.changed()
    assert not sight.sees(s, u, m)
    s.m_low[m] = 0
    assert sight.sees(s, u, m)
    s.m_ap[m] = 1
    s.u_at[u] = OFF
    s.changed()
    act_with(s, m)
    assert f"move jock {sq(4, 5)}" not in offered(s, "move")
    assert f"move-take jock {sq(4, 5)}" in offered(s, "move-take")
    s.dumps = ((s.grid.at(3, 7), 4),)
    s.changed()
    s.offered = None
    assert f"move jock {sq(3, 7)}" not in offered(s, "move")
    assert s.layout.eyes.level(s.grid.at(4, 6), s.grid.at(4, 8), obstacles.our_veil(s), obstacles.our_veil(s)) == 2


@pytest.mark.clause("RR-20.27")
def test_a_marked_grenade_gets_no_bonus_and_lands_on_its_square() -> None:
    s = field(plain(12, 12), dice=[1, 1, 1, 2])
    m = man(s, "paddy", 2, 6, facing=N)
    u = unit(s, "rifle", 2, 2, N)
    act_with(s, m)
    do(s, "mark paddy grenade")
    do(s, f"at {sq(2, 2)}")
    assert s.m_ap[m] == 2
    marks.begin_phase(s)
    s.agenda.clear()
    run(s, marks.Instant(OFF))
    do(s, "fire paddy grenade")
    through(s)
    assert not s.alive(u), "one die of 2 is a hit, a 1 is none even when marked"
    assert s.has(m, data.I_GRENADE) == 1


@pytest.mark.clause("RR-20.34", "RR-20.35")
def test_a_camo_net_hides_a_standing_man_in_the_wood_until_he_fires() -> None:
    s = field(plain(9, 9, F="4,6"))
    m = man(s, "hawke", 4, 6)
    u = unit(s, "rifle", 4, 2, S)
    assert not sight.sees(s, u, m)
    for spoil in ("m_spotted", "m_object", "m_shot"):
        kept = getattr(s, spoil)
        setattr(s, spoil, type(kept)([1]))
        assert sight.sees(s, u, m)
        setattr(s, spoil, kept)
    s.u_at[u] = s.grid.at(4, 5)
    s.changed()
    assert sight.sees(s, u, m), "from beside him he is seen"


def river() -> tuple[Regiment, int]:
    s = field(plain(9, 9, **{"~": " ".join(f"{x},4 {x},5" for x in range(9))}))
    return s, man(s, "wick", 4, 3)


@pytest.mark.clause("RR-20.37", "RR-20.38", "RR-20.39", "RR-20.42", "RR-20.43", "RR-20.52")
def test_a_frogman_goes_into_the_water_swims_unseen_and_comes_out() -> None:
    s, m = river()
    u = unit(s, "rifle", 4, 8, N)
    s.u_cig = changed(s.u_cig, u, 1)
    act_with(s, m)
    do(s, f"move wick {sq(4, 4)}")
    assert s.m_swim[m]
    s.u_cig = changed(s.u_cig, u, 0)
    assert not sight.sees(s, u, m)
    s.m_spotted[m] = 1
    assert sight.sees(s, u, m)
    s.m_spotted[m] = 0
    verbs = {words.split()[0] for words in offered(s)}
    assert verbs <= {"swim", "sprint", "attack", "move-attack", "attack-move", "aim", "mark", "end"}
    assert "swim" in verbs
    do(s, f"swim wick {sq(5, 5)}")
    assert s.m_ap[m] == 2
    s.u_at[u] = OFF
    s.changed()
    s.offered = None
    out = offered(s, "sprint", "wick")
    assert f"sprint wick {sq(5, 8)}" in out, "the first step leaves the water"
    do(s, f"swim wick {sq(5, 6)}")
    assert not s.m_swim[m]


@pytest.mark.clause("RR-20.37", "RR-8.15")
def test_a_frogman_may_step_into_the_water_and_place_something_in_one_action() -> None:
    s, m = river()
    s.give(m, data.I_TRAP, 1)
    act_with(s, m)
    do(s, f"move-place wick {sq(4, 4)}")
    do(s, f"place trap {sq(3, 3)}")
    assert s.m_swim[m]
    assert s.m_ap[m] == 3
    assert s.traps == ((s.grid.at(3, 3), m, 0),)


@pytest.mark.clause("RR-20.44", "RR-20.46", "RR-20.47", "RR-20.48", "RR-20.49", "RR-20.53")
def test_the_speargun_is_for_hidden_men_once_a_turn_in_water_or_on_land() -> None:
    s, m = river()
    s.setup = s.setup.__class__(**{**s.setup.__dict__, "dice": (1, 1)})
    s.m_at[m], s.m_swim = s.grid.at(4, 4), changed(s.m_swim, m, 1)
    u = unit(s, "rifle", 4, 0, N)
    assert attack.weapons(s, m) == [data.SPEARGUN]
    act_with(s, m)
    do(s, "attack wick speargun rifle-1")
    while offered(s, "turn"):
        do(s, offered(s, "turn")[0])
    assert s.u_face[u] == S
    assert not s.m_spotted[m], "a miss does not show who is under water"
    assert s.meter == 6
    assert offered(s, "attack") == [], "once a turn"
    s.m_spear, s.m_swim = changed(s.m_spear, m, 0), changed(s.m_swim, m, 0)
    s.m_at[m] = s.grid.at(4, 3)
    s.u_face[u] = N
    s.changed()
    assert attack.can_attack(s, m, data.SPEARGUN, u, s.m_at[m]) == 3
    s.m_spotted[m] = 1
    assert attack.can_attack(s, m, data.SPEARGUN, u, s.m_at[m]) == 0


@pytest.mark.clause("RR-20.45")
def test_low_cover_blocks_the_view_from_the_water() -> None:
    s = field(plain(9, 9, H="4,3", **{"~": "4,4"}))
    m = man(s, "wick", 4, 4)
    s.m_swim = changed(s.m_swim, m, 1)
    u = unit(s, "rifle", 4, 1, N)
    assert attack.in_sight(s, m, s.m_at[m], u, False) == []
    s.m_swim = changed(s.m_swim, m, 0)
    assert attack.in_sight(s, m, s.m_at[m], u, False)


@pytest.mark.clause("RR-20.50")
def test_hits_of_a_blast_may_go_to_an_objective() -> None:
    s = started("m2-lights-out")
    while s.phase == 0:
        play(s, legal(s)[0])
    corner, health = s.dumps[0]
    assert health == 4
    assert "dump-1" in blasts.under_blast(s, corner)
    for _ in range(4):
        blasts.hit_thing(s, "dump", 0)
    assert s.scored == (1, 0)
    assert not obstacles.shut(s) >> corner & 1


@pytest.mark.clause("RR-20.55")
def test_a_man_may_leave_a_blast_but_not_enter_one() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.blasts = (s.grid.at(3, 4),)
    s.changed()
    act_with(s, m)
    places = {words.split()[2] for words in offered(s, "move")}
    assert sq(5, 4) in places
    assert sq(3, 4) not in places
    assert not position.reachable(s, unit(s, "smg", 4, 8, N, alert=True)).within(4) >> s.grid.at(3, 5) & 1


# --- what the vectors of sight leave to positions


@pytest.mark.clause("RR-2.29", "RR-2.30", "RR-9.7", "RR-9.8", "RR-9.10", "RR-18.13", "RR-18.16")
def test_fields_of_view_are_three_kinds_of_squares() -> None:
    s = field(plain(12, 12, H="4,4"))
    u = unit(s, "rifle", 4, 6, N)
    behind_hedge, beside = s.grid.at(4, 2), s.grid.at(3, 6)
    standing, lying = sight.view_of(s, u, False), sight.view_of(s, u, True)
    assert (standing >> behind_hedge & 1, lying >> behind_hedge & 1) == (1, 0)
    assert lying >> beside & 1
    assert not standing >> s.grid.at(4, 7) & 1
    unit(s, "rifle", 4, 3, N)
    assert not sight.view_of(s, u, False) >> behind_hedge & 1, "a calm man blocks the view"
    track = unit(s, "half-track", 9, 5, N)
    seen = sight.view_of(s, track, False)
    assert seen >> s.grid.at(9, 0) & 1
    assert seen >> s.grid.at(9, 10) & 1, "to the rear as well"
    assert not seen >> s.grid.at(11, 6) & 1


@pytest.mark.clause("RR-9.12")
def test_between_two_unseen_squares_nothing_is_seen() -> None:  # the end of TV-22
    s = field(plain(7, 7))
    m = man(s, "jock", 2, 0)
    officer = unit(s, "officer", 3, 4, N)
    unit(s, "rifle", 3, 2, S)
    s.m_at[m] = s.grid.at(3, 0)
    assert not sight.sees(s, officer, m)
    act_with(s, m)
    do(s, f"move jock {sq(2, 0)}")
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-20.41")
def test_a_swimmer_s_steps_lead_under_the_bridge() -> None:
    s = field(board("+ + + +\n ~ B ~ \n+ + + +"))
    m = man(s, "wick", 0, 0)
    s.m_swim = changed(s.m_swim, m, 1)
    assert s.grid.at(1, 0) in scuba.swim_steps(s, m)
    act_with(s, m)
    do(s, f"swim wick {sq(1, 0)}")
    assert s.m_swim[m] == 1, "he is under it, not on it"


@pytest.mark.clause("RR-8.3")
def test_a_crouched_man_has_no_line_over_a_hedge() -> None:
    for low in (True, False):
        s = field(plain(7, 7, H="3,4"))
        m = man(s, "jock", 3, 5, low=low)
        u = unit(s, "rifle", 3, 2, N)
        s.m_mark[m] = u
        assert bool(marks.shots(s, m)) != low


@pytest.mark.clause("RR-13.13", "RR-13.17")
def test_the_players_choose_among_equal_squares_and_men_walk_through_woods() -> None:
    s = field(plain(12, 12, F="4,4 5,5", H=" ".join(f"{x},1" for x in range(12))))
    s.section = BATTLE
    man(s, "paddy", 3, 0, spotted=True)
    u = unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)
    assert position.reachable(s, u).cost(s.grid.at(4, 4)) == 2
    run(s, advance.AdvancePhase())
    assert offered(s) == [f"go smg-1 {sq(x, 2)}" for x in (1, 2, 3, 4, 5)]


@pytest.mark.clause("RR-18.22", "RR-10.1")
def test_a_vehicle_reacts_only_to_whom_it_sees_and_does_not_turn() -> None:
    for facing, hurt in ((S, True), (E, False)):
        s = field(plain(20, 20), dice=[6, 6, 6])
        m = man(s, "jock", 9, 14)
        u = unit(s, "motorbike", 9 if facing == E else 10, 8, facing, alert=True)
        act_with(s, m)
        do(s, f"move jock {sq(9, 13)}")
        assert (s.m_health[m] < 5) == hurt
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-20.28")
def test_a_grenade_thrown_over_a_wood_scatters() -> None:
    for forest, dice in (("", 4), ("4,2", 6)):
        s = field(plain(14, 14, **({"F": forest} if forest else {})), dice=[3, 4, 1, 1, 1, 1, 1, 1])
        m = man(s, "paddy", 2, 2)
        act_with(s, m)
        do(s, "throw paddy")
        do(s, f"at {sq(7, 2)}")
        if forest:
            do(s, "face e")
        assert s.dice_used == dice, "two dice more for the direction"


@pytest.mark.clause("RR-4.1", "RR-4.2")
def test_a_stealth_turn_has_six_phases_and_a_battle_turn_five() -> None:
    for section, phases in ((STEALTH, 6), (BATTLE, 5)):
        s = field(plain(9, 9, F="0,8"))
        man(s, "jock", 0, 8, low=True, spotted=section == BATTLE)
        s.section = section
        s.cigarette = 1
        s.deck = (card_of("cigarette"),)
        run(s, turn.BeginTurn())
        do(s, "end jock n")
        told = [fact[1] for event in s.events for fact in event.facts if fact[0] == "phase"]
        first = ["operator", "advance", "event", "patrol", "attack", "end"]
        assert len([name for name in first if name in told or name == "operator"]) == phases


@pytest.mark.clause("RR-18.50")
def test_a_vehicle_advances_through_a_blast() -> None:
    s = field(plain(10, 20))
    s.section = BATTLE
    man(s, "jock", 4, 1, spotted=True)
    u = unit(s, "half-track", 4, 15, N, alert=True, role=V_GUARD)
    s.blasts = (s.grid.at(4, 11),)
    s.changed()
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.ys[s.u_at[u]] < 11


@pytest.mark.clause("RR-16.8")
def test_among_equal_targets_the_players_choose() -> None:
    s = field(plain(9, 9))
    s.section = BATTLE
    man(s, "jock", 3, 4, spotted=True)
    man(s, "paddy", 5, 4, spotted=True)
    unit(s, "smg", 4, 1, S, alert=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["attacks smg-1 jock", "attacks smg-1 paddy"]


@pytest.mark.clause("RR-18.33")
def test_no_card_turns_a_vehicle() -> None:
    s = field(plain(20, 20))
    u = unit(s, "half-track", 9, 9, N, role=V_PATROL, colour=BLACK)
    for name in ("rotate black cw 1", "patrol black cw"):
        assert not events.turns_by(s, u, data.STEALTH["green"][card_of(name)])


# --- victory


@pytest.mark.clause("RR-1.1", "RR-1.22")
def test_points_count_only_if_somebody_leaves() -> None:
    s = started()
    while s.phase == 0:
        play(s, legal(s)[0])
    s.m_at[0] = s.papers[0]
    carry.pick_up(s, 0, "documents")
    assert setup.points(s) == 0
    s.m_state[0] = LEFT
    assert setup.points(s) == 1 + 3 + 1
    s.m_state[1] = DEAD
    assert setup.points(s) == 4
    s.corpses = (s.grid.at(0, 0),)
    assert setup.points(s) == 3
