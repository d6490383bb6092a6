"""Chapter 10, reaction attacks."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, BOUND, EVENT, SUPPORT
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, run, sq, unit
from tests.rogue_regiment.positions import turns, willys


@pytest.mark.clause("RR-10.1", "RR-10.2", "RR-10.9", "RR-10.13", "RR-16.11", "RR-2.3", "RR-2.8")
def test_who_is_seen_popping_up_is_fired_at_when_he_takes_aim() -> None:  # TV-24
    s = field(plain(7, 7, H="3,3"), dice=[3])
    m = man(s, "paddy", 3, 4, low=True)
    u = unit(s, "rifle", 3, 1, S)
    act_with(s, m)
    do(s, "pop-up paddy")
    assert s.m_spotted[m]
    assert s.u_alert[u]
    assert s.m_health[m] == 5
    assert s.m_ap[m] == 4
    do(s, "aim paddy rifle-1")
    assert s.m_health[m] == 4
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-10.3", "RR-10.15", "RR-10.16")
def test_a_unit_that_was_alert_spots_and_fires_in_the_same_action_once() -> None:
    s = field(plain(9, 9), dice=[6, 6])
    m = man(s, "jock", 4, 6)
    u = unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, f"move jock {sq(4, 5)}")
    assert s.m_spotted[m]
    assert s.m_health[m] == 4
    assert s.u_react[u] == 1 << m
    do(s, f"move jock {sq(4, 4)}")
    assert s.m_health[m] == 4, "one reaction a phase"


@pytest.mark.clause("RR-10.3", "RR-10.8")
def test_who_has_reacted_in_the_operator_phase_still_fires_back_at_a_marked_shot() -> None:
    s = field(plain(10, 10), dice=[1, 1, 6])
    m = man(s, "paddy", 3, 7)
    unit(s, "rifle", 3, 2, S, alert=True)
    act_with(s, m)
    do(s, "crouch paddy")
    do(s, "pop-up paddy")
    assert s.m_health[m] == 5, "the one reaction of the phase has missed"
    do(s, "mark paddy rifle-1")
    do(s, "end paddy n")
    run(s, advance.AdvancePhase())
    do(s, "fire paddy pistol")
    assert s.m_health[m] == 4, "an alert unit that is missed fires at once"


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


@pytest.mark.clause("RR-10.4", "RR-21.12", "RR-21.19")
def test_all_who_leave_a_vehicle_in_view_are_answered() -> None:
    s = field(plain(20, 20), dice=[6, 6])
    men = [man(s, "jock", 0, 0), man(s, "hawke", 0, 0)]
    c = willys(s, 9, 10, N, *men)
    health = s.c_health[c]
    unit(s, "rifle", 9, 5, S, alert=True)
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out jock {sq(8, 11)}")
    do(s, f"out hawke {sq(11, 11)}")
    assert [s.m_health[m] for m in men] == [4, 4]
    assert s.c_health[c] == health, "nobody is left in it"


@pytest.mark.clause("RR-10.7", "RR-10.8", "RR-10.14")
def test_an_alert_man_who_is_missed_turns_and_fires_back_at_once() -> None:  # TV-26
    s = field(plain(7, 7), dice=[3, 2])
    m = man(s, "paddy", 3, 4)
    u = unit(s, "rifle", 3, 1, N, alert=True)
    act_with(s, m)
    do(s, "attack paddy pistol rifle-1")
    turns = offered(s, "turn")
    if turns:
        do(s, turns[0])
    assert s.u_face[u] == S
    assert s.m_spotted[m]
    assert s.m_health[m] == 4, "2 + 1 is enough for a rifle"


@pytest.mark.clause("RR-10.7", "RR-10.14", "RR-20.48")
@pytest.mark.parametrize("alert", [False, True])
def test_an_attacked_man_turns_all_the_way_and_spots_whom_he_sees_as_he_turns(alert: bool) -> None:
    s = field(plain(10, 10), dice=[1])
    shooter, bystander = man(s, "wick", 5, 9), man(s, "jock", 9, 4)
    u = unit(s, "rifle", 5, 4, N, alert=alert)
    act_with(s, shooter)
    do(s, "attack wick speargun rifle-1")
    assert offered(s, "turn") == ["turn rifle-1 s clockwise", "turn rifle-1 s anticlockwise"], (
        "jock is on one side only"
    )
    do(s, "turn rifle-1 s clockwise")
    assert s.u_face[u] == S, "though it has come to see jock on the way"
    assert (s.m_spotted[shooter], s.m_spotted[bystander]) == (1, 1)


@pytest.mark.clause("RR-10.7", "RR-9.6", "RR-9.24")
@pytest.mark.parametrize(("way", "shouts"), [("clockwise", 1), ("anticlockwise", 0)])
def test_an_attacked_man_who_was_not_alert_shouts_at_a_body_he_turns_past(way: str, shouts: int) -> None:
    s = field(plain(12, 10, **{"~": "5,9"}), dice=[1])
    diver = man(s, "wick", 5, 9)
    s.swim(diver, 1)
    u, other = unit(s, "rifle", 5, 4, N), unit(s, "rifle", 5, 1, N)
    s.lay(corpses=(s.grid.at(9, 4),))
    act_with(s, diver)
    do(s, "attack wick speargun rifle-1")
    do(s, f"turn rifle-1 s {way}")
    assert (s.u_face[u], s.u_alert[other]) == (S, shouts)
    assert not s.m_spotted[diver]


@pytest.mark.clause("RR-10.7")
def test_who_is_missed_turns_to_where_the_shot_came_from_though_the_man_has_stepped_on() -> None:
    for words, facing in (
        (f"attack-move paddy pistol rifle-1 {sq(3, 2)}", W),
        (f"move-attack paddy {sq(3, 2)} pistol rifle-1", N),
        ("attack paddy pistol rifle-1", W),
    ):
        s = field(plain(9, 9), dice=[1])
        m = man(s, "paddy", 2, 3)
        u = unit(s, "rifle", 4, 4, S)
        act_with(s, m)
        do(s, words)
        assert s.u_face[u] == facing, "one square west and two north is not before who faces west"
        assert s.m_spotted[m] == (words[0] == "m" or words[6] == " "), "where he is now he may be out of its sight"


@pytest.mark.clause("RR-10.7", "RR-20.13", "RR-19.19")
def test_who_survives_a_strafe_turns_to_where_it_came_from() -> None:
    s = field(plain(9, 9), dice=[6, 6, 1])
    m = man(s, "paddy", 2, 3)
    unit(s, "rifle", 4, 5, S)
    u = unit(s, "mortar", 4, 4, S)
    act_with(s, m)
    do(s, f"attack-move paddy sten rifle-1 {sq(3, 2)}")
    do(s, "hit mortar-1")
    do(s, "spare")
    assert s.u_kind[u] == data.SMG
    assert s.u_face[u] == W


@pytest.mark.clause("RR-10.7", "RR-19.19")
def test_who_is_hit_turns_to_where_the_shot_was_fired_though_the_attacker_is_dead() -> None:
    s = field(plain(10, 10), dice=[6, 2, 1, 1, 1, 1])
    s.section = BATTLE
    m = man(s, "paddy", 3, 2)
    man(s, "jock", 0, 9, spotted=True)
    u = unit(s, "mortar", 3, 4, W, alert=True)
    s.lay(barrels=(s.grid.at(2, 3),))
    s.forget()
    act_with(s, m)
    do(s, "attack paddy pistol barrel-1")
    do(s, "hit mortar-1")
    assert not s.on_board(m)
    assert s.u_kind[u] == data.SMG
    turns(s)
    assert s.u_face[u] == N


@pytest.mark.clause("RR-10.10")
def test_who_ends_out_of_sight_is_fired_at_with_two_off_and_nothing_else() -> None:
    for face, health in ((5, 4), (4, 5)):
        s = field(plain(9, 9, F="4,4"), dice=[face])
        m = man(s, "jock", 5, 5)
        unit(s, "rifle", 4, 2, S, alert=True)
        act_with(s, m)
        do(s, f"move jock {sq(4, 5)}")
        assert s.m_health[m] == health


@pytest.mark.clause("RR-10.9", "RR-10.10", "RR-9.4", "RR-9.5")
def test_a_noise_of_the_action_turns_a_unit_before_it_reacts() -> None:
    for face, health in ((4, 5), (5, 4)):
        s = field(plain(14, 12), dice=[1, 1, 1, 1, face])
        m = man(s, "paddy", 5, 9)
        unit(s, "rifle", 5, 5, S, alert=True)
        act_with(s, m)
        do(s, "throw paddy")
        do(s, f"at {sq(8, 4)}")
        assert s.u_face[0] == E, "to the blast, and away from the thrower"
        assert s.m_health[m] == health, "at -2"
    s = field(plain(14, 12), dice=[2])
    m = man(s, "jock", 6, 4)
    unit(s, "rifle", 5, 5, N, alert=True)
    act_with(s, m)
    do(s, next(words for words in offered(s, "sprint") if words.split()[2] == sq(5, 7)))
    turns(s)
    assert s.u_face[0] == S, "to the runner, who ends behind where it looked"
    assert s.m_health[m] == 4, "at +1"


@pytest.mark.clause("RR-10.11")
def test_ending_the_turn_is_no_action_and_draws_no_fire() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 5, spotted=True)
    unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, "end jock n")
    assert s.m_health[m] == 5
    assert s.dice_used == 0


@pytest.mark.clause("RR-10.13")
def test_freeing_a_prisoner_is_an_action_that_is_seen() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6)
    friend = setup.add_man(s, SUPPORT, BOUND, s.grid.at(4, 7), BOUND)
    u = unit(s, "rifle", 4, 2, S)
    act_with(s, m)
    do(s, f"free jock {s.man(friend)}")
    assert (s.m_spotted[m], s.u_alert[u], s.m_state[friend]) == (1, 1, ACTIVE)


@pytest.mark.clause("RR-10.14", "RR-7.11")
@pytest.mark.parametrize("kind", ["rifle", "motorbike"])
def test_a_target_that_looks_at_who_misses_it_spots_him_without_having_to_turn(kind: str) -> None:
    s = field(plain(10, 10), dice=[1])
    m = man(s, "paddy", 3, 7)
    u = unit(s, kind, 3, 3, S)  # a blocker has just left: it has not noticed him (A62)
    s.m_mark[m], s.phase = u, EVENT
    run(s, marks.Instant(-1))
    assert not s.m_spotted[m]
    do(s, "fire paddy pistol")
    assert s.u_alert[u]
    assert s.m_spotted[m]


@pytest.mark.clause("RR-10.14", "RR-10.7", "RR-9.6")
def test_whom_a_target_sees_on_its_way_round_to_the_shooter_is_spotted_too() -> None:
    s = field(plain(10, 10), dice=[1])
    shooter, bystander = man(s, "paddy", 5, 9), man(s, "jock", 9, 4)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, shooter)
    do(s, "attack paddy pistol rifle-1")
    do(s, "turn rifle-1 s clockwise")  # the noise turns it east, where it stops; the attack turns it on
    assert s.u_face[u] == S
    assert s.m_spotted[shooter]
    assert s.m_spotted[bystander]


@pytest.mark.clause("RR-10.15", "RR-8.9")
def test_taking_papers_along_is_one_action_and_draws_no_second_fire() -> None:
    for words in ([f"move-take jock {sq(4, 4)}"], [f"move jock {sq(4, 4)}", "pick-up jock documents"]):
        s = field(plain(9, 9), dice=[6])
        m = man(s, "jock", 4, 5)
        s.lay(papers=(s.grid.at(4, 4),))
        unit(s, "rifle", 4, 1, S)
        act_with(s, m)
        for one in words:
            do(s, one)
        assert s.m_health[m] == 5 - (len(words) - 1), "the second action is fired at"


@pytest.mark.clause("RR-10.17", "RR-10.3", "RR-21.12")
def test_a_reaction_on_a_vehicle_counts_for_the_vehicle_alone() -> None:
    s = field(plain(20, 20), dice=[6, 6, 6])
    c = willys(s, 9, 10, N, "jock", "paddy")
    jock, paddy = 0, 1
    unit(s, "rifle", 9, 4, S, alert=True)
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, "seat jock rear")
    do(s, "done")
    assert s.c_health[c] == data.CAR_HEALTH[data.WILLYS] - 1
    do(s, "deploy willys")
    do(s, f"out paddy {sq(8, 11)}")
    do(s, "done")
    assert s.c_health[c] == data.CAR_HEALTH[data.WILLYS] - 1, "one reaction on the vehicle in a phase"
    assert (s.m_health[jock], s.m_health[paddy]) == (5, 4), "who gets out is answered for himself"
    act_with(s, paddy)
    do(s, "crouch paddy")
    assert s.m_health[paddy] == 4, "once"
    do(s, "pop-up paddy")
    do(s, f"move paddy {sq(9, 11)}")
    do(s, "seat paddy driver")
    assert s.c_health[c] == data.CAR_HEALTH[data.WILLYS] - 1
