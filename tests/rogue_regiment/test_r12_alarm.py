"""Chapter 12, the stealth meter and the alarm."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import WHITE
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    DEAD,
    END,
    LEFT,
    STEALTH,
    TROOPER,
    V_GUARD,
    WAITING,
    Regiment,
    changed,
)
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import RIVER, card_of, convoy, convoy_on, line, moored, sentry, support, walker


def through_hits_and_turns(s: Regiment) -> None:
    while offered(s, "hit") or offered(s, "turn"):
        play(s, legal(s)[0])


@pytest.mark.clause("RR-12.1", "RR-12.2", "RR-12.3", "RR-12.4", "RR-4.4")
def test_a_shot_that_empties_the_meter_raises_the_alarm_and_spots_who_fired() -> None:  # TV-76
    s = field(plain(12, 12), dice=[6], meter=1)
    m = man(s, "jock", 0, 0)
    other = man(s, "paddy", 1, 0)
    unit(s, "rifle", 4, 0, E)
    far = unit(s, "rifle", 11, 11, S)
    act_with(s, m)
    told = do(s, "attack jock pistol rifle-1")
    assert s.section == BATTLE
    counted = {fact[1] for event in told for fact in event.facts if fact[0] == "counted"}
    dangers = {item["id"] for item in GAME.scene(GAME.view(s, None))["bar"] if item.get("danger")}
    assert dangers == {"alarm"} and dangers < counted, "a line counts what the bar shows as danger: it is heard"
    assert s.m_spotted[m]
    assert not s.m_spotted[other]
    assert s.u_alert[far]
    assert s.m_ap[m] == 3, "the Operator Phase goes on"


@pytest.mark.clause("RR-12.4", "RR-20.5", "RR-20.56")
def test_who_shoots_a_barrel_has_raised_the_alarm_whichever_noise_takes_the_last_space() -> None:
    for meter in (1, 2):
        s = field(plain(12, 12), dice=[6, 1, 1, 1, 1, 1], meter=meter)
        other = man(s, "paddy", 0, 11)
        m = man(s, "jock", 4, 9)
        s.lay(barrels=(s.grid.at(4, 3),))
        s.forget()
        act_with(s, m)
        do(s, "attack jock pistol barrel-1")
        assert s.section == BATTLE
        assert (s.m_spotted[m], s.m_spotted[other]) == (1, 0), f"nobody is nominated with the meter at {meter}"


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
        through_hits_and_turns(s)
        assert bool(s.m_spotted[m]) == spotted


@pytest.mark.clause("RR-12.4", "RR-12.7", "RR-21.26")
@pytest.mark.parametrize(("section", "meter"), [(STEALTH, 1), (BATTLE, 0)])
def test_a_shot_out_of_a_boat_gives_its_gunner_away_and_nobody_who_sits_beside_him(section: int, meter: int) -> None:
    s = field(board(RIVER), dice=[6], meter=meter)
    moored(s, full=False)
    crew = [man(s, name, 0, 3) for name in ("jock", "paddy", "hawke")]
    for seat, m in enumerate(crew):
        s.m_car = changed(s.m_car, m, 0)
        s.m_seat = changed(s.m_seat, m, seat)
    ashore = man(s, "wick", 9, 5, spotted=section == BATTLE)
    unit(s, "rifle", 2, 0, N)
    s.section = section
    s.c_ap = changed(s.c_ap, 0, cars.AP)
    run(s, cars.CarAct(0))
    do(s, "attack boat gunner rifle-1")
    do(s, "with pistol")
    assert s.section == BATTLE
    assert [s.m_spotted[m] for m in crew] == [0, 1, 0]
    assert s.m_spotted[ashore] == (section == BATTLE), "nobody is nominated"


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


@pytest.mark.clause("RR-12.10", "RR-18.45")
def test_when_a_convoy_kills_the_last_spotted_man_another_is_nominated_before_the_infantry_advances() -> None:
    s = convoy_on()
    s.section = BATTLE
    jock, paddy = man(s, "jock", 4, 2, spotted=True), man(s, "paddy", 1, 28)
    u = unit(s, "smg", 1, 12, S, alert=True)
    run(s, advance.AdvancePhase())
    assert not s.on_board(jock)
    assert s.m_spotted[paddy]
    through(s)
    assert s.grid.ys[s.u_at[u]] == 16, "it has gone for him in this very phase"


@pytest.mark.clause("RR-12.10")
def test_of_men_in_a_boat_only_the_one_who_is_nominated_is_spotted() -> None:
    s = field(board(RIVER))
    moored(s, full=False)
    crew = [man(s, name, 0, 3) for name in ("jock", "paddy")]
    for seat, m in enumerate(crew):
        s.m_car = changed(s.m_car, m, 0)
        s.m_seat = changed(s.m_seat, m, seat)
    s.section = BATTLE
    run(s, alarm.KeepSpotted())
    do(s, "spot paddy")
    assert [s.m_spotted[m] for m in crew] == [0, 1]


@pytest.mark.clause("RR-12.10", "RR-18.45")
def test_when_a_convoy_runs_the_last_spotted_operator_over_another_is_nominated_at_once() -> None:
    s = field(plain(20, 30))
    s.section = BATTLE
    man(s, "jock", 4, 5, spotted=True)
    other = man(s, "paddy", 18, 25)
    u = unit(s, "smg", 18, 2, S, alert=True, role=TROOPER)
    convoy(s, "motorbike", "truck")
    run(s, advance.AdvancePhase())
    through(s)
    assert s.m_state[0] == DEAD
    assert s.m_spotted[other]
    assert at(s, s.u_at[u]) != (18, 2), "the rest of the phase is against him"


@pytest.mark.clause("RR-12.11", "RR-12.12", "RR-20.5")
def test_a_barrel_set_off_by_a_grenade_does_not_give_the_thrower_away() -> None:
    s = field(plain(12, 12), dice=[6, 1, 1, 1, 1, 1, 1, 1, 1], meter=2)
    m = man(s, "paddy", 0, 11)
    man(s, "jock", 4, 9)
    s.lay(barrels=(s.grid.at(4, 6),))
    s.forget()
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(4, 6)}")
    do(s, "hit barrel-1")
    assert s.section == BATTLE
    assert offered(s, "spot") == ["spot paddy", "spot jock"]


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


@pytest.mark.clause("RR-12.16", "RR-12.22", "RR-4.2")
def test_the_alarm_ends_the_patrol_phase_in_the_middle_of_a_move() -> None:  # TV-77
    layout = plain(14, 14)
    links = [line(layout, WHITE, *((x, y) for x in range(14))) for y in (2, 11)]
    s = field(layout, dice=[1], meter=1)
    m = man(s, "jock", 4, 5)
    first, second = walker(s, links[0], 2, E), walker(s, links[1], 2, E)
    s.m_mark[m] = first
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[first]) != (4, 2):
        do(s, "hold jock")
    do(s, "fire jock pistol")
    through(s)
    assert s.section == BATTLE
    assert at(s, s.u_at[first]) == (4, 2)
    assert at(s, s.u_at[second]) == (2, 11)


@pytest.mark.clause("RR-12.17", "RR-17.9")
def test_the_alarm_at_the_end_spots_who_is_nearest_to_those_who_were_alert() -> None:  # TV-92
    s = field(plain(12, 12), meter=1)
    jock, paddy = man(s, "jock", 3, 0), man(s, "paddy", 10, 10)
    sentry(s, 0, 0, W, (W,))
    s.rouse(0)
    unit(s, "smg", 11, 10, E)
    s.phase = END
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert (s.m_spotted[jock], s.m_spotted[paddy]) == (1, 0)


@pytest.mark.clause("RR-12.6", "RR-22.6")
def test_an_alarm_at_the_end_that_no_alert_unit_caused_spots_nobody_else_but_an_operator_there_must_be() -> None:
    s = field(plain(12, 12), meter=1)
    jock, paddy = man(s, "jock", 0, 0, spotted=True), man(s, "paddy", 5, 5)
    unit(s, "rifle", 6, 6, S)
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert (s.m_spotted[jock], s.m_spotted[paddy]) == (1, 0)
    s = field(plain(12, 12), meter=1)
    man(s, "jock", 0, 0)
    man(s, "paddy", 0, 11)
    support(s, 5, 5, spotted=True)
    run(s, end.EndPhase())
    assert offered(s) == ["spot jock", "spot paddy"], "a support unit is not enough"


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


@pytest.mark.clause("RR-12.17", "RR-22.6")
def test_a_support_unit_beside_the_nearest_operator_in_a_boat_is_not_spotted_with_him() -> None:
    s = field(board(RIVER), meter=1)
    moored(s, full=False)
    crew = [man(s, "jock", 0, 3), support(s, 0, 3)]
    for seat, m in enumerate(crew):
        s.m_car = changed(s.m_car, m, 0)
        s.m_seat = changed(s.m_seat, m, seat)
    unit(s, "rifle", 2, 0, N, alert=True)
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert [s.m_spotted[m] for m in crew] == [1, 0]


@pytest.mark.clause("RR-12.21", "RR-12.14", "RR-12.20", "RR-20.21")
def test_a_shot_that_raises_the_alarm_cancels_the_event_but_not_the_bombs() -> None:  # TV-97
    s = field(plain(14, 14), dice=[1, 1, 1, 1, 1, 1, 1], meter=1)
    m = man(s, "jock", 4, 6)
    u = sentry(s, 4, 3, N, (N, E, S, W))
    other = sentry(s, 12, 12, N, (N, E, S, W))
    s.m_mark[m] = u
    s.bombs = ((s.grid.at(12, 2), 1, m),)
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    do(s, "fire jock pistol")
    through(s)
    assert s.section == BATTLE
    assert s.m_spotted[m]
    assert s.u_face[other] != E, "no rotation"
    assert [at(s, v) for v in s.blasts] == [(12, 2)]
