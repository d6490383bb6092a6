"""Chapters 21 and 22: the players' vehicles and support units."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r12_alarm as alarm
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r17_end as end
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.layout import WALK, Layout
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, BOUND, DEAD, SUPPORT, WAITING, Regiment, changed
from sandtable.kernel.flow import legal, parse, play
from sandtable.kernel.record import undo
from sandtable.kernel.snapshot import fingerprint
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, unit
from tests.rogue_regiment.test_axis import HOUSE


def garage(
    layout: Layout | None = None, dice: list[int] | None = None, kind: int = data.WILLYS
) -> tuple[Regiment, int]:
    """A vehicle heading north in the middle of open ground, with driver and front gunner."""
    s = field(layout or plain(20, 20), dice=dice)
    c = setup.add_car(s, kind, s.grid.at(9, 14), N)
    for name, seat in (("jock", 0), ("paddy", 1)):
        m = man(s, name, 9, 14)
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)
    return s, c


def drive_to(s: Regiment, x: int, y: int, heading: str) -> None:
    """The chain of a drive, by the cheapest of its ways."""
    do(s, "drive willys")
    do(s, f"to {sq(x, y)} {heading}")
    if offered(s, "by"):
        do(s, offered(s, "by")[0])


def support(s: Regiment, x: int, y: int, *, spotted: bool = False) -> int:
    m = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(x, y), ACTIVE)
    s.m_ap[m], s.m_spotted[m] = 4, int(spotted)
    return m


@pytest.mark.clause("RR-21.1", "RR-4.6", "RR-21.2")
def test_vehicles_act_first_with_two_actions_of_four_points() -> None:
    s, c = garage()
    man(s, "hawke", 0, 0)
    run(s, turn.OperatorPhase())
    assert s.c_ap[c] == 2
    assert offered(s, "act") == []
    do(s, "drive willys")
    assert f"to {sq(9, 10)} n" in offered(s, "to")
    assert f"to {sq(9, 9)} n" not in offered(s, "to")
    assert s.c_ap[c] == 2, "nothing is paid before the chain is whole"
    do(s, f"to {sq(9, 10)} n")
    assert s.c_ap[c] == 1
    do(s, "end willys")
    assert offered(s, "end", "hawke")


@pytest.mark.clause("RR-21.2", "RR-21.8")
def test_a_drive_is_a_chain_that_undo_takes_back_link_by_link() -> None:
    s = GAME.start("m8-iron-harvest", seed=3)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    before = fingerprint(s)
    do(s, "drive willys")
    chain = fingerprint(s)
    do(s, offered(s, "to")[0])
    assert s.c_ap[0] == 1
    back = undo(GAME, s)
    assert fingerprint(back) == chain
    assert fingerprint(undo(GAME, back)) == before


@pytest.mark.clause("RR-21.11", "RR-21.18", "RR-21.29")
def test_ways_to_one_place_are_offered_once_for_each_difference_to_somebody() -> None:
    s, c = garage()
    s.m_seat = changed(s.m_seat, 1, 3)
    run(s, cars.CarsAct())
    for goal in driving.drives(s, c):
        assert len(driving.ways(s, c, goal)) == 1, "nobody is there to notice a difference"
    victim = unit(s, "rifle", 9, 13, N)
    s.offered = None
    do(s, "drive willys")
    do(s, f"to {sq(9, 10)} n")
    ways = offered(s, "by")
    assert len(ways) == len(set(ways)) == 2, "over the man or round him"
    alive = []
    for way in ways:
        twin = s.clone()
        do(twin, way)
        assert at(twin, twin.c_at[c]) == (9, 10)
        alive.append(twin.alive(victim))
    assert sorted(alive) == [False, True]


@pytest.mark.clause("RR-21.2")
def test_no_list_of_a_vehicle_is_long_and_none_says_the_same_twice() -> None:
    for kind in (data.WILLYS, data.LORRY):
        s, c = garage(plain(30, 30), kind=kind)
        s.c_at = changed(s.c_at, c, s.grid.at(14, 14))
        s.m_at[0] = s.m_at[1] = s.c_at[c]
        s.c_ap = changed(s.c_ap, c, 2)
        s.changed()
        for n in range(30):
            unit(s, "rifle", n, 0, N)
        run(s, cars.CarAct(c))
        lists = [legal(s)]
        do(s, f"drive {s.car(c)}")
        lists.append(legal(s))
        for options in lists:
            assert len(options) == len(set(options)) <= 300


@pytest.mark.clause("RR-21.2", "RR-18.7")
def test_a_drive_that_is_not_offered_has_its_reason() -> None:
    s, c = garage()
    man(s, "hawke", 9, 13)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    do(s, "drive willys")
    choice = s.choice
    assert choice is not None
    for words, clause, text in (
        ("to a1 n", "RR-21.2", "not within 4 points"),
        (f"to {sq(9, 13)} n", "RR-18.7", "taken"),
        (f"to {sq(9, 14)} n", "RR-21.2", "already"),
        ("to nowhere n", "RR-21.2", "as in"),
    ):
        refusal = choice.why_not(s, parse(words))
        assert (refusal.clause, text in refusal.text) == (clause, True), words


@pytest.mark.clause("RR-21.2", "RR-21.4")
def test_without_a_driver_it_does_not_move_and_without_a_gunner_it_does_not_fire() -> None:
    s, c = garage()
    unit(s, "rifle", 9, 9, N)
    for m, verb in ((0, "drive"), (1, "attack")):
        s.m_seat = changed(s.m_seat, m, 3)
        run(s, cars.CarAct(c))
        s.c_ap = changed(s.c_ap, c, 2)
        s.offered = None
        assert offered(s, verb) == []
        s.agenda.clear()
        s.m_seat = changed(s.m_seat, m, m)


@pytest.mark.clause("RR-21.3", "RR-21.32")
def test_floor_it_goes_up_to_five_straight_over_regular_ground() -> None:
    s, c = garage(plain(20, 20, F="9,10"))
    assert driving.floors(s, c) == [1, 2, 3]
    s2, c2 = garage()
    assert driving.floors(s2, c2) == [1, 2, 3, 4, 5]


@pytest.mark.clause("RR-21.8", "RR-21.9", "RR-21.11", "RR-21.20", "RR-21.5")
def test_a_willys_drives_strafes_is_fired_at_and_runs_men_over() -> None:  # TV-62
    s, c = garage(dice=[3, 4, 2, 1, 4, 3])
    s.section = BATTLE
    for m in (0, 1):
        s.m_spotted[m] = 1
    s.c_at = changed(s.c_at, c, s.grid.at(4, 12))
    row = [unit(s, "smg", 12, y, W, alert=True) for y in (10, 11, 12)]
    s.m_at[0] = s.m_at[1] = s.c_at[c]
    s.changed()
    run(s, cars.CarsAct())
    drive_to(s, 8, 10, "e")
    do(s, "attack front smg-2")
    while offered(s, "hit"):
        do(s, offered(s, "hit")[0])
    if offered(s, "done"):
        do(s, "done")
    assert [s.alive(u) for u in row].count(False) == 2, "4 and 5 hit, 3 and 2 do not"
    left = next(u for u in row if s.alive(u))
    assert s.c_health[c] == 6, "the third fires back: 5 and 4"
    s.u_at[left] = s.grid.at(11, 10)
    s.changed()
    s.offered = None
    do(s, "floor willys 5")
    assert not s.alive(left)


@pytest.mark.clause("RR-21.10")
def test_a_willys_gun_takes_two_off_against_a_man_in_a_building() -> None:
    s, c = garage(board(HOUSE), dice=[5, 5, 5, 5])
    s.c_at, s.c_face = changed(s.c_at, c, s.grid.at(4, 2)), changed(s.c_face, c, S)
    s.changed()
    u = unit(s, "rifle", 3, 6, N)
    assert guns.gun_range(s, c, 1, u) == 4, "one wall is no obstacle"
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, u, data.VICKERS))
    assert not s.alive(u), "5 + 1 - 2 is enough"


@pytest.mark.clause("RR-21.6", "RR-21.7", "RR-22.3")
def test_gunners_mark_with_their_own_markers_and_without_the_bonus() -> None:
    s, c = garage(dice=[2, 2, 2, 2])
    u = unit(s, "rifle", 9, 10, N)
    ally = support(s, 0, 0)
    s.m_car = changed(s.m_car, ally, c)
    s.m_seat = changed(s.m_seat, ally, 2)
    assert {seat for seat, _ in guns.markable(s, c)} == {"front"}
    guns.set_mark(s, c, "front", "rifle-1")
    assert s.m_mark[1] == u
    assert guns.mark_shots(s, 1) == [data.VICKERS]
    notice.begin(s, 1)
    run(s, guns.CarFire(c, 1, u, data.VICKERS))
    assert s.alive(u), "2 + 1 for short range is no hit; a marker would have made it one"


@pytest.mark.clause("RR-21.8", "RR-21.5")
def test_driving_goes_with_marking_in_either_order() -> None:
    s, c = garage()
    unit(s, "rifle", 3, 3, N)
    run(s, cars.CarsAct())
    drive_to(s, 9, 12, "n")
    do(s, "mark front rifle-1")
    assert s.m_mark[1] == 0
    s.m_mark[1] = -1
    s.offered = None
    do(s, "mark-drive willys front rifle-1")
    assert not offered(s, "stay"), "who attacks or marks first must drive then"
    do(s, f"to {sq(9, 10)} n")
    assert at(s, s.c_at[c]) == (9, 10)
    assert s.c_ap[c] == 0


@pytest.mark.clause("RR-21.12", "RR-21.13", "RR-21.15", "RR-21.31")
def test_men_get_out_and_act_and_get_in_again() -> None:
    s, c = garage()
    run(s, cars.CarsAct())
    do(s, "deploy willys")
    do(s, f"out paddy {sq(8, 14)}")
    do(s, "done")
    assert at(s, s.m_at[1]) == (8, 14)
    do(s, "end willys")
    act_with(s, 1)
    assert offered(s, "move")
    do(s, f"move paddy {sq(9, 14)}")
    do(s, "seat paddy rear")
    assert (s.m_car[1], s.m_seat[1]) == (c, 2)
    assert s.m_done[1] == 1
    s.m_car = changed(s.m_car, 1, -1)
    s.m_done = changed(s.m_done, 1, 0)
    s.m_at[1] = s.grid.at(8, 14)
    s.m_object = changed(s.m_object, 1, 1)
    assert cars.open_squares(s, 1) == 0, "not with a body on the shoulder"


@pytest.mark.clause("RR-21.15", "RR-21.26")
def test_a_boat_under_a_bridge_keeps_nobody_from_boarding_the_willys_on_it() -> None:
    water = " ".join(f"{x},{y}" for x in (4, 5, 6) for y in range(12) if y not in (5, 6))
    bridge = {"~": water, "B": "4,5 5,5 6,5 4,6 5,6 6,6"}
    for kinds in ([data.WILLYS], [data.WILLYS, data.BOAT], [data.BOAT, data.WILLYS]):
        s = field(plain(12, 12, **bridge))
        m = man(s, "jock", 3, 5)
        for kind in kinds:
            setup.add_car(s, kind, s.grid.at(4 if kind == data.BOAT else 6, 5), N if kind == data.BOAT else E)
        s.changed()
        act_with(s, m)
        do(s, f"move jock {sq(4, 5)}")
        assert offered(s, "seat") == [f"seat jock {seat}" for seat in data.SEATS[data.WILLYS]]
        do(s, "seat jock driver")
        assert s.c_kind[s.m_car[m]] == data.WILLYS


@pytest.mark.clause("RR-21.14")
def test_repair_costs_both_actions_and_stops_at_the_limit() -> None:
    s, c = garage()
    s.c_health = changed(s.c_health, c, 4)
    run(s, cars.CarsAct())
    do(s, "repair willys")
    assert s.c_health[c] == 5
    assert s.c_ap[c] == 0
    s.c_done = changed(s.c_done, c, 0)
    s.agenda.clear()
    run(s, cars.CarsAct())
    assert offered(s, "repair") == []


@pytest.mark.clause("RR-21.16", "RR-12.18")
def test_a_willys_on_the_board_moves_the_meter_and_its_crew_is_spotted_by_the_alarm() -> None:
    s, _ = garage()
    run(s, end.EndPhase())
    assert s.meter == 5
    s.meter = 1
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert s.m_spotted == [1, 1]


@pytest.mark.clause("RR-21.16", "RR-17.1")
def test_a_willys_that_waits_on_the_entry_tile_moves_no_meter() -> None:
    s = GAME.start("m8-iron-harvest", seed=1)
    assert isinstance(s, Regiment)
    while s.turn < 2:
        play(s, next((option for option in legal(s) if option[0] in ("end", "done")), legal(s)[0]))
    assert s.c_kind == (data.WILLYS,)
    assert not cars.on_board(s, 0)
    assert not any(s.u_alert)
    assert s.meter == data.MISSIONS["m8-iron-harvest"].meter[1]


@pytest.mark.clause("RR-21.17")
def test_at_the_alarm_all_in_the_willys_are_spotted() -> None:
    s, _ = garage()
    afoot = man(s, "hawke", 0, 0)
    notice.begin(s)
    alarm.sound(s)
    assert s.m_spotted == [1, 1, 0]
    assert not s.m_spotted[afoot]


@pytest.mark.clause("RR-21.18", "RR-21.28", "RR-21.30")
def test_the_engine_is_heard_within_eight_and_only_shots_move_the_meter() -> None:  # TV-95
    s, c = garage(dice=[1] * 8)
    near, far = unit(s, "rifle", 9, 4, N), unit(s, "rifle", 0, 0, N)
    s.m_seat = changed(s.m_seat, 1, 3)
    run(s, cars.CarsAct())
    drive_to(s, 9, 12, "n")
    while offered(s, "turn"):
        do(s, offered(s, "turn")[0])
    assert (s.u_alert[near], s.u_alert[far]) == (1, 0)
    assert s.u_face[near] == S
    assert s.meter == 6
    s.m_seat = changed(s.m_seat, 1, 1)
    third = man(s, "hawke", 9, 14)
    s.m_car = changed(s.m_car, third, c)
    s.m_seat = changed(s.m_seat, third, 2)
    s.u_at[far] = s.grid.at(9, 19)
    s.changed()
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, near, data.VICKERS), guns.CarFire(c, 2, far, data.VICKERS), notice.Heard())
    assert s.meter == 4, "two guns, two spaces"


@pytest.mark.clause("RR-21.19", "RR-21.21", "RR-21.23", "RR-21.29")
def test_a_vehicle_is_attacked_only_for_who_is_aboard_and_has_no_cover() -> None:
    s, c = garage(plain(20, 20, H="9,13 10,13"))
    s.section = BATTLE
    u = unit(s, "smg", 9, 10, S, alert=True)
    assert sight.sees(s, u, 0), "one square is enough"
    assert attacks.options(s, u, attacks.prey(s)) == []
    notice.spot(s, 0, "RR-21.29", "seen")
    assert s.m_spotted == [1, 1]
    assert attacks.options(s, u, attacks.prey(s)) == [(0, 1, 1)], "short range, no cover, one target for all aboard"
    s.m_car = changed(s.m_car, 0, -1)
    s.m_car = changed(s.m_car, 1, -1)
    s.m_at[0], s.m_at[1] = s.grid.at(0, 19), s.grid.at(1, 19)
    assert attacks.options(s, u, attacks.prey(s)) == [], "an empty vehicle is let alone"
    assert c == 0


@pytest.mark.clause("RR-21.22")
def test_a_destroyed_vehicle_kills_all_aboard() -> None:
    s, c = garage()
    cars.damage(s, c, 8)
    assert s.m_state == [DEAD, DEAD]
    assert s.c_at[c] < 0


@pytest.mark.clause("RR-21.24")
def test_a_reaction_at_a_vehicle_out_of_sight_takes_one_off() -> None:
    s, _ = garage()
    u = unit(s, "smg", 9, 2, N, alert=True)
    assert reactions.expected(s, u, 0) == (2, 4, -1)


@pytest.mark.clause("RR-21.25", "RR-1.23")
def test_a_willys_waits_with_its_crew_on_the_entry_tile() -> None:
    s = GAME.start("m8-iron-harvest", seed=3)
    assert isinstance(s, Regiment)
    while not offered(s, "seat"):
        play(s, legal(s)[0])
    assert offered(s, "walk") == ["walk jock"]
    do(s, "walk jock")
    do(s, "walk paddy")
    assert len(offered(s, "walk")) == 0, "room for two beside it"
    while s.phase == 0:
        play(s, legal(s)[0])
    assert any(s.m_car[m] == 0 and s.m_seat[m] == 0 for m in range(4))
    assert all(s.m_state[m] == WAITING for m in range(4))
    do(s, "drive willys")
    do(s, offered(s, "to")[0])
    aboard = [m for m in range(4) if s.m_car[m] == 0]
    assert all(s.m_state[m] == ACTIVE for m in aboard)


@pytest.mark.clause("RR-21.26", "RR-21.27", "RR-1.7")
def test_a_rowing_boat_is_silent_hides_nothing_and_fires_all_round() -> None:
    s = GAME.start("m5-mill-race", seed=3)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    c = s.c_kind.index(data.BOAT)
    assert s.c_at[c] == s.layout.anchors[1, 0, "landing"]
    assert data.ENGINE[data.BOAT] == 0
    assert not any(obstacles.solid(s) >> v & 1 for v in obstacles.car_squares(s, c))
    for m, seat in ((0, 0), (1, 1)):
        s.m_state[m] = ACTIVE
        s.m_car, s.m_seat, s.m_at[m] = changed(s.m_car, m, c), changed(s.m_seat, m, seat), s.c_at[c]
    assert driving.drives(s, c)
    for state in driving.drives(s, c):
        assert s.layout.kind[state >> 2] in (3, 8)
    assert not all(s.layout.enterable(state >> 2, WALK) for state in driving.drives(s, c)), "it goes where nobody walks"
    behind = unit(s, "rifle", s.grid.xs[s.c_at[c]] + 4, s.grid.ys[s.c_at[c]] - 3, N)
    assert guns.gun_range(s, c, 1, behind)


# --- support units


@pytest.mark.clause("RR-22.1", "RR-22.2")
def test_resistance_units_stand_where_the_mission_puts_them_with_three_health() -> None:
    s = GAME.start("m7-saint-aubert-gaol", seed=3)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    friends = [m for m in range(len(s.m_kind)) if not s.is_operator(m)]
    assert [s.m_state[m] for m in friends] == [ACTIVE] * 4 + [BOUND] * 3
    assert [s.m_health[m] for m in friends] == [3] * 7
    track = s.layout.anchors[0, 0, "track"]
    assert all(s.grid.distance(s.m_at[m], track) <= 1 for m in friends[:4])
    assert f"act {s.man(friends[0])}" in offered(s, "act")


@pytest.mark.clause("RR-22.3", "RR-22.8", "RR-22.9")
def test_a_support_unit_has_fewer_actions_at_the_same_price() -> None:
    s = field(plain(12, 12, H="5,4"))
    m = support(s, 5, 5)
    unit(s, "rifle", 9, 5, E)
    s.corpses = (s.grid.at(5, 5),)
    s.m_health = changed(s.m_health, m, 1)
    act_with(s, m)
    verbs = {words.split()[0] for words in offered(s)}
    assert verbs == {"move", "sprint", "climb", "attack", "move-attack", "attack-move", "aim", "crouch", "end"}
    do(s, "crouch resistance-1")
    assert s.m_ap[m] == 3
    assert {"pop-up", "pop-attack", "blind-fire"} <= {words.split()[0] for words in offered(s)}


@pytest.mark.clause("RR-22.4")
def test_a_support_unit_boards_a_vehicle() -> None:
    s, _ = garage()
    m = support(s, 8, 14)
    act_with(s, m)
    do(s, f"move resistance-1 {sq(9, 14)}")
    do(s, "seat resistance-1 passenger")
    assert s.m_car[m] == 0


@pytest.mark.clause("RR-22.5", "RR-22.6", "RR-22.7")
def test_a_spotted_support_unit_is_a_target_but_does_not_stand_for_an_operator() -> None:
    s = field(plain(12, 12), dice=[1], meter=1)
    m = support(s, 5, 5)
    jock, paddy = man(s, "jock", 0, 11), man(s, "paddy", 11, 11)
    u = unit(s, "rifle", 9, 5, E)
    act_with(s, m)
    do(s, "attack resistance-1 resistance rifle-1")
    do(s, "turn rifle-1 w anticlockwise")  # by the north: the other way it would see Paddy
    assert s.section == BATTLE
    assert s.m_spotted[m]
    assert offered(s) == ["spot jock", "spot paddy"]
    do(s, "spot paddy")
    assert (s.m_spotted[jock], s.m_spotted[paddy]) == (0, 1)
    assert s.u_face[u] == W
    assert [man_ for man_, _, _ in attacks.options(s, u, attacks.prey(s))] == [m]


def test_a_prisoner_is_freed_from_beside_and_acts_from_the_next_turn() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 5)
    bound = setup.add_man(s, SUPPORT, BOUND, s.grid.at(6, 5), BOUND)
    act_with(s, m)
    do(s, "free jock resistance-1")
    assert s.m_state[bound] == ACTIVE
    assert not turn.may_act(s, bound)


@pytest.mark.clause("RR-21.12")
def test_men_get_out_or_change_seats_but_not_both_in_one_action() -> None:
    s, c = garage()
    run(s, cars.CarsAct())
    do(s, "deploy willys")
    assert offered(s, "out") and offered(s, "seat")
    twin = s.clone()
    do(s, f"out paddy {sq(8, 15)}")
    assert offered(s, "out", "jock") and not offered(s, "seat")
    assert s.choice is not None
    assert s.choice.why_not(s, parse("seat jock front")).clause == "RR-21.12"
    do(twin, "seat paddy rear")
    assert offered(twin, "seat", "jock") and not offered(twin, "out")
    assert twin.choice is not None
    assert "another" in twin.choice.why_not(twin, parse(f"out jock {sq(8, 15)}")).text
    do(twin, "done")
    assert twin.c_ap[c] == s.c_ap[c]
