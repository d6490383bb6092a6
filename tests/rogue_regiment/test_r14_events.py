"""Chapter 14, the Event Phase."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import BATTLE, OFF, SENTRY, STEALTH, Regiment, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, run, sq, unit, why
from tests.rogue_regiment.positions import card_of, garage, line, sentry, switched, walker, willys


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


@pytest.mark.clause("RR-14.3", "RR-14.28")
def test_an_empty_deck_is_shuffled_once_and_then_time_is_up() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 1)
    s.deck, s.discards = (), (card_of("cigarette"),)
    s.cigarette = 1
    run(s, events.EventPhase())
    assert (s.passes, s.deck, len(s.discards)) == (1, (), 1)
    run(s, turn.BeginTurn())
    assert s.ended == "time"


@pytest.mark.clause("RR-14.3")
def test_the_time_is_up_when_the_second_pass_through_the_deck_is_over() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 1)
    s.passes, s.deck, s.turn = 1, (), 72
    run(s, turn.BeginTurn())
    assert s.ended == "time"
    assert s.turn == 72


@pytest.mark.clause("RR-14.5", "RR-14.7")
def test_a_sentry_turns_to_its_next_arrow_whatever_the_angle() -> None:  # TV-36
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, S))
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == S


@pytest.mark.clause("RR-14.5")
def test_the_players_order_the_turns_of_a_card_when_somebody_would_be_seen() -> None:
    for y, asked in ((4, True), (8, False)):
        s = field(plain(9, 9))
        man(s, "jock", 6, y, low=True)
        s.layout.kind[s.grid.at(6, 8)] = 4
        if y == 8:
            s.become(0, 0)
        sentry(s, 4, 4, N, (N, S))
        sentry(s, 0, 0, N, (N, S))
        s.deck = (card_of("rotate black cw 1"),)
        run(s, events.EventPhase())
        assert bool(offered(s, "turns")) == asked


@pytest.mark.clause("RR-14.5", "RR-14.23")
def test_a_card_does_not_turn_a_sentry_that_has_left_its_point() -> None:
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, S))
    s.rouse(u)
    s.move(u, s.grid.at(6, 6))
    s.forget()
    assert s.u_role[u] == SENTRY
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == N


@pytest.mark.clause("RR-14.6")
def test_a_double_arrow_turns_two_arrows() -> None:
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, E, W))
    s.deck = (card_of("rotate black cw 2"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == W


@pytest.mark.clause("RR-14.6", "RR-14.9")
def test_a_double_arrow_leads_a_sentry_off_its_only_arrow_there_and_once_round() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 4, 8)
    u = sentry(s, 4, 4, W, (N,))
    s.rouse(u)
    s.forget()
    s.deck = (card_of("rotate black cw 2"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == S, "past its arrow, on the way round to it"
    assert s.m_spotted[m]


@pytest.mark.clause("RR-14.8")
def test_a_patrolman_turns_about_along_his_line() -> None:  # TV-37
    layout = plain(9, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    u = walker(s, link, 4, E)
    s.deck = (card_of("patrol white ccw"),)
    run(s, events.Draw(), events.Effect())
    assert s.u_face[u] == W


@pytest.mark.clause("RR-14.9", "RR-14.10")
def test_a_turning_man_stops_at_whom_he_sees() -> None:  # TV-38
    for low, facing in ((False, S), (True, W)):
        layout = plain(9, 9, F="4,4")
        link = line(layout, WHITE, *((x, 2) for x in range(9)))
        s = field(layout)
        m = man(s, "jock", 4, 4, low=low)
        u = walker(s, link, 4, E)
        s.deck = (card_of("patrol white cw"),)
        run(s, events.Draw(), events.Effect())
        assert s.u_face[u] == facing
        assert bool(s.m_spotted[m]) != low
        assert bool(s.u_alert[u]) != low


@pytest.mark.clause("RR-14.11", "RR-14.12", "RR-14.13", "RR-14.22")
def test_spawned_men_fill_the_places_that_touch_the_board_first() -> None:
    s = field(plain(10, 10))
    events.spawn(s, BLACK, [data.SMG, data.SMG])
    assert [s.place(v) for v in s.u_at] == ["black-1", "black-2"]
    assert s.u_alert == [0, 0]
    events.spawn(s, BLACK, [data.SMG] * 8)
    assert len(s.u_kind) == 8, "a full tile takes no more"
    s.section = BATTLE
    s.move(0, OFF)
    s.forget()
    events.spawn(s, BLACK, [data.SMG])
    assert s.u_alert[-1] == 1


@pytest.mark.clause("RR-14.14", "RR-14.1")
def test_the_alarm_card_moves_the_meter() -> None:  # TV-39
    s = field(plain(9, 9), meter=5)
    man(s, "jock", 4, 4)
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    assert s.meter == 4
    assert s.section == STEALTH


@pytest.mark.clause("RR-14.15", "RR-14.16", "RR-14.17", "RR-14.19", "RR-14.20", "RR-17.8")
def test_a_cigarette_blinds_a_man_for_the_turn() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6)
    u = unit(s, "rifle", 4, 3, S)
    s.deck = (card_of("cigarette"), card_of("cigarette"))
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 1
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 1, "one token in play"
    act_with(s, m)
    do(s, "cigarette jock rifle-1")
    assert not sight.sees(s, u, m)
    run(s, end.EndPhase())
    assert sight.sees(s, u, m)
    assert s.cigarette == 0


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


@pytest.mark.clause("RR-14.16", "RR-1.24")
def test_the_cigarette_may_be_given_by_who_stands_on_an_occupied_square() -> None:
    s = field(plain(10, 10))
    m = man(s, "paddy", 3, 4)
    man(s, "jock", 3, 3)
    unit(s, "rifle", 9, 0, N)
    s.give(m, data.I_CIGARETTE, 1)
    s.cigarette = 1
    act_with(s, m)
    do(s, f"move paddy {sq(3, 3)}")
    assert {words.split()[0] for words in offered(s)} == {"move", "sprint", "cigarette"}
    do(s, "cigarette paddy rifle-1")
    assert {words.split()[0] for words in offered(s)} == {"move", "sprint"}
    assert why(s, "cigarette paddy rifle-1").clause == "RR-14.16"


@pytest.mark.clause("RR-14.16")
def test_the_cigarette_is_given_away_from_a_vehicle_too() -> None:
    s, _ = garage()
    u = unit(s, "rifle", 2, 2, N)
    s.give(0, data.I_CIGARETTE, 1)
    s.cigarette = 1
    run(s, cars.CarsAct())
    do(s, "cigarette jock rifle-1")
    assert s.u_cig[u]
    assert offered(s, "drive", "willys"), "it is no action"
    assert s.c_ap[0] == 2


@pytest.mark.clause("RR-14.16", "RR-14.17", "RR-21.1")
def test_the_cigarette_is_given_while_a_vehicle_acts_too() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 12, N, "jock")
    u = unit(s, "rifle", 9, 6, S)
    s.cigarette = 1
    s.give(0, data.I_CIGARETTE, 1)
    run(s, cars.CarAct(c))
    do(s, "cigarette jock rifle-1")
    assert s.c_ap[c] == 2, "it is no action"
    do(s, "deploy willys")
    do(s, "done")
    assert s.m_spotted == [0]
    assert s.u_cig[u] == 1


@pytest.mark.clause("RR-14.18")
def test_a_smoker_who_hears_a_shot_throws_his_cigarette_away() -> None:  # TV-84
    s = field(plain(12, 9), dice=[1])
    m = man(s, "jock", 1, 4)
    u = unit(s, "rifle", 6, 4, N)
    unit(s, "rifle", 1, 0, N)
    s.u_cig, s.cigarette = changed(s.u_cig, u, 1), 1
    act_with(s, m)
    do(s, "attack jock pistol rifle-2")
    assert (s.u_cig[u], s.u_alert[u], s.u_face[u]) == (0, 1, W)


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


@pytest.mark.clause("RR-14.21", "RR-3.13")
def test_the_special_card_lies_within_its_window() -> None:  # TV-40
    places = set()
    for seed in range(60):
        s = GAME.start("m4-sunken-lane", seed=seed)
        assert isinstance(s, Regiment)
        assert len(s.deck) == 37
        places.add(len(s.deck) - s.deck.index(data.SPECIAL))
    assert places <= set(range(17, 26))
    assert len(places) > 5
    plain_deck = GAME.start("m1-cold-ford", seed=1)
    assert isinstance(plain_deck, Regiment)
    assert data.SPECIAL not in plain_deck.deck


@pytest.mark.clause("RR-14.23", "RR-14.24", "RR-14.25")
def test_a_sweep_stops_at_an_operator_or_comes_back_to_where_it_began() -> None:  # TV-41
    for x, facing, spotted in ((6, E, True), (4, N, False)):
        s = field(plain(9, 9))
        s.section = s.drawn_in = BATTLE
        other = man(s, "jock", 0, 8, low=True, spotted=True)
        m = man(s, "paddy", x, 4) if spotted else other
        u = sentry(s, 4, 4, N, (N, S))
        s.rouse(u)
        if not spotted:
            s.put(other, s.grid.at(8, 8))
            s.layout.kind[s.grid.at(8, 8)] = 1
            s.swim(other, 0)
            s.become(other, 0)
        events.sweep(s, u, 1)
        assert s.u_face[u] == facing
        assert bool(s.m_spotted[m]) or not spotted


@pytest.mark.clause("RR-14.26")
def test_a_card_does_not_turn_an_alert_sentry_away_from_a_spotted_man() -> None:
    for spotted, facing in ((True, N), (False, S)):
        s = field(plain(9, 9))
        man(s, "jock", 4, 1, spotted=spotted)
        u = sentry(s, 4, 4, N, (N, S))
        s.rouse(u)
        s.deck = (card_of("rotate black cw 1"),)
        run(s, events.EventPhase())
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-14.26")
def test_a_rotate_card_leaves_an_engaged_man_alone_unless_the_option_says_otherwise() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 2, spotted=True)
    u = sentry(s, 4, 6, N, (N, E))
    s.rouse(u)
    shown = (data.P_ROTATE, 0, data.CLOCKWISE, 1)
    assert not events.turns_by(s, u, shown)
    assert events.turns_by(switched(s, rotate_engaged_units=True), u, shown)


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
