"""Chapter 21, the players' vehicles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.layout import WALK
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    DEAD,
    IN_RANGE,
    LEFT,
    NOISE,
    SEEN,
    WAITING,
    Regiment,
    changed,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play
from sandtable.kernel.record import undo
from sandtable.kernel.snapshot import fingerprint
from tests.rogue_regiment.boards import board, plain
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
    why,
)
from tests.rogue_regiment.positions import afloat, drive_to, garage, set_up, willys

BEND = """
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
     . ~ ~ ~ ~ . .
    + + + + + + + +
     . ~ ~ ~ ~ ~ .
    + + + + + + + +
     . . . . ~ . .
    + + + + + + + +
    """


def every_way(s: Regiment, c: int, goal: int) -> list[tuple[int, ...]]:
    """All ways of one of our vehicles to a place that pass no place twice."""
    tracks = driving.wheels_of(s, c).tracks(s.things.shut)
    found: list[tuple[int, ...]] = []
    open_: list[tuple[int, tuple[int, ...]]] = [(data.CAR_MOVE[s.c_kind[c]], (driving.state_of(s, c),))]
    while open_:
        left, way = open_.pop()
        for to, price in tracks.moves(way[-1]):
            if price <= left and to not in way:
                if to == goal:
                    found.append((*way[1:], to))
                else:
                    open_.append((left - price, (*way, to)))
    return found


def driven(s: Regiment, c: int, way: tuple[int, ...]) -> tuple[object, ...]:
    """Who has seen and heard a vehicle, and who is dead, once it has gone that way."""
    twin = s.clone()
    notice.begin(twin, 0, c)
    driving.drive(twin, c, way)
    marks = [mark & (SEEN | NOISE | IN_RANGE) for mark in twin.u_mark]
    return tuple(mark if twin.u_at[u] >= 0 else "dead" for u, mark in enumerate(marks))


def crew(s: Regiment, *names: str) -> list[int]:
    return [man(s, name, 9, 9) for name in names]


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


@pytest.mark.clause("RR-21.2", "RR-21.11", "RR-21.29")
@pytest.mark.parametrize(("board", "seeds"), [(60, range(84, 88)), (60, range(116, 119)), (180, range(185, 188))])
def test_ways_of_a_drive_are_told_apart_by_what_happens_when_whom_it_runs_over_hides_nobody(
    board: int, seeds: range
) -> None:
    rng = Rng(board)
    woods = {(rng.below(14), rng.below(12)) for _ in range(45)}
    layout = plain(14, 14, F=" ".join(f"{x},{y}" for x, y in woods if y < 5 or not 5 <= x <= 8))
    several = 0
    for seed in seeds:
        rng = Rng(seed)
        s = field(layout)
        c = willys(s, 6, 8, N, man(s, "jock", 0, 0))
        for x, y in dict.fromkeys([(4 + rng.below(6), 4 + rng.below(4)) for _ in range(5)]):
            unit(s, "rifle", x, y, rng.below(4))
        for left, facing in ((0, E), (10, W)):
            for x, y in dict.fromkeys([(left + rng.below(4), rng.below(12)) for _ in range(4)]):
                unit(s, "rifle", x, y, facing)
        s.forget()
        for goal in driving.drives(s, c)[::4]:
            ways = [driven(s, c, way) for way in driving.ways(s, c, goal)]
            assert len(ways) == len(set(ways)), (seed, goal)
            assert set(ways) == {driven(s, c, way) for way in every_way(s, c, goal)}, (seed, goal)
            several += len(ways) > 1 and any("dead" in outcome for outcome in ways)
    assert several > 5


@pytest.mark.clause("RR-21.2", "RR-21.11", "RR-21.18")
def test_ways_are_told_apart_only_by_what_happens_on_them() -> None:
    s = field(plain(30, 20))
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0))
    unit(s, "rifle", 18, 14, S)  # it hears the engine where the Willys stands, whichever way that goes then
    run(s, driving.DriveTo(c, True))
    do(s, f"to {sq(7, 11)} n")
    assert not offered(s, "by")


@pytest.mark.clause("RR-21.2", "RR-21.8")
def test_a_drive_is_a_chain_that_undo_takes_back_link_by_link() -> None:
    s = set_up("m8-iron-harvest", seed=3)
    before = fingerprint(s)
    do(s, "drive willys")
    chain = fingerprint(s)
    do(s, offered(s, "to")[0])
    assert s.c_ap[0] == 1
    back = undo(GAME, s)
    assert fingerprint(back) == chain
    assert fingerprint(undo(GAME, back)) == before


@pytest.mark.clause("RR-21.2")
def test_no_list_of_a_vehicle_is_long_and_none_says_the_same_twice() -> None:
    for kind in (data.WILLYS, data.LORRY):
        s, c = garage(plain(30, 30), kind=kind)
        s.c_at = changed(s.c_at, c, s.grid.at(14, 14))
        s.put(0, s.c_at[c])
        s.put(1, s.c_at[c])
        s.c_ap = changed(s.c_ap, c, 2)
        s.forget()
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
    for words, clause, text in (
        ("to a1 n", "RR-21.2", "not within 4 points"),
        (f"to {sq(9, 13)} n", "RR-18.7", "taken"),
        (f"to {sq(9, 14)} n", "RR-21.2", "already"),
        ("to nowhere n", "RR-21.2", "as in"),
    ):
        refusal = why(s, words)
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


@pytest.mark.clause("RR-21.3", "RR-18.12")
@pytest.mark.parametrize("words", ["floor willys 2", "drive willys"])
def test_the_log_says_where_a_vehicle_is_that_hangs_over_the_edge(words: str) -> None:
    s = field(plain(10, 20))
    c = willys(s, -1, 14, N, man(s, "jock", 0, 0))
    run(s, cars.CarAct(c))
    events = do(s, words)
    if words == "drive willys":
        events = do(s, f"to beside-{s.grid.at(-1, 12)} n")
    placed = [fact for event in events for fact in event.facts if fact[:2] == ("placed", "willys")]
    assert placed == [("placed", "willys", f"beside-{s.grid.at(-1, 12)}")]


@pytest.mark.clause("RR-21.3", "RR-21.25")
def test_a_willys_may_floor_it_onto_the_board() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = setup.add_car(s, data.WILLYS, s.stage.entry[0], N)
    m = setup.add_man(s, 0, 0, s.stage.entry[0], WAITING)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    assert "floor willys 5" in offered(s)
    do(s, "floor willys 5")
    assert at(s, s.c_at[c]) == (3, 15)
    assert s.m_state[m] == ACTIVE


@pytest.mark.clause("RR-21.3")
def test_a_willys_may_floor_it_along_either_edge() -> None:
    for x in (-1, 9):
        s = field(plain(10, 20))
        c = willys(s, x, 15, N, man(s, "paddy", 5, 5))
        assert driving.floors(s, c) == [1, 2, 3, 4, 5]
        s.c_at = changed(s.c_at, c, s.grid.at(4, 2))
        s.forget()
        assert driving.floors(s, c) == [1, 2], "not over the edge"


@pytest.mark.clause("RR-21.4", "RR-21.5")
def test_a_gunner_marks_once_in_an_action() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0), man(s, "hawke", 0, 0))
    unit(s, "smg", 9, 0, N)
    unit(s, "smg", 19, 0, N)
    run(s, cars.CarAct(c))
    do(s, "mark willys front smg-1")
    assert offered(s, "mark") == ["mark rear smg-1", "mark rear smg-2"]
    refusal = why(s, "mark front smg-2")
    assert (refusal.clause, "in this action" in refusal.text) == ("RR-21.5", True)
    do(s, "mark rear smg-2")
    assert s.c_ap[c] == 1 and offered(s, "drive")
    do(s, "drive willys")
    do(s, f"to {sq(9, 5)} n")
    do(s, offered(s, "by")[0])
    assert offered(s, "mark") == ["mark front smg-2", "mark rear smg-1"]


@pytest.mark.clause("RR-21.4", "RR-21.9")
def test_a_mounted_gun_strafes_nobody_outside_its_quarter() -> None:
    s = field(plain(20, 20), dice=[6, 6, 1, 1])
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "rifle", 7, 12, N)
    unit(s, "rifle", 6, 12, N)
    unit(s, "rifle", 6, 13, N)
    unit(s, "rifle", 8, 11, N)
    run(s, cars.CarAct(c))
    do(s, "attack willys front rifle-1")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-4"]


@pytest.mark.clause("RR-21.8", "RR-21.9", "RR-21.11", "RR-21.20", "RR-21.5")
def test_a_willys_drives_strafes_is_fired_at_and_runs_men_over() -> None:  # TV-62
    s, c = garage(dice=[3, 4, 2, 1, 4, 3])
    s.section = BATTLE
    for m in (0, 1):
        s.spot(m, 1)
    s.c_at = changed(s.c_at, c, s.grid.at(4, 12))
    row = [unit(s, "smg", 12, y, W, alert=True) for y in (10, 11, 12)]
    s.put(0, s.c_at[c])
    s.put(1, s.c_at[c])
    s.forget()
    run(s, cars.CarsAct())
    drive_to(s, 8, 10, "e")
    do(s, "attack front smg-2")
    through(s, "hit")
    if offered(s, "done"):
        do(s, "done")
    assert [s.alive(u) for u in row].count(False) == 2, "4 and 5 hit, 3 and 2 do not"
    left = next(u for u in row if s.alive(u))
    assert s.c_health[c] == 6, "the third fires back: 5 and 4"
    s.move(left, s.grid.at(11, 10))
    s.forget()
    s.offered = None
    do(s, "floor willys 5")
    assert not s.alive(left)


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
    s.put(1, s.grid.at(8, 14))
    s.m_object = changed(s.m_object, 1, 1)
    assert cars.open_squares(s, 1) == 0, "not with a body on the shoulder"


@pytest.mark.clause("RR-21.12")
def test_men_get_out_or_change_seats_but_not_both_in_one_action() -> None:
    s, c = garage()
    run(s, cars.CarsAct())
    do(s, "deploy willys")
    assert offered(s, "out") and offered(s, "seat")
    twin = s.clone()
    do(s, f"out paddy {sq(8, 15)}")
    assert offered(s, "out", "jock") and not offered(s, "seat")
    assert refused(s, "seat jock front") == "RR-21.12"
    do(twin, "seat paddy rear")
    assert offered(twin, "seat", "jock") and not offered(twin, "out")
    assert "another" in why(twin, f"out jock {sq(8, 15)}").text
    do(twin, "done")
    assert twin.c_ap[c] == s.c_ap[c]


@pytest.mark.clause("RR-21.12")
def test_two_men_in_a_full_vehicle_change_places() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 10, N, "jock", "paddy", "hawke", "wick")
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, "seat jock rear")
    do(s, "done")
    assert s.m_seat == (2, 1, 0, 3)
    do(s, "deploy willys")
    do(s, "seat jock driver")
    assert not offered(s, "seat", "jock"), "once in an action"
    do(s, "done")
    assert s.m_seat == (0, 1, 2, 3)


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


@pytest.mark.clause("RR-21.15", "RR-6.9", "RR-8.15", "RR-20.26")
def test_no_step_of_another_action_goes_into_a_vehicle_with_a_free_seat() -> None:
    s = field(plain(10, 10))
    willys(s, 4, 4, N, *crew(s, "jock"))
    m = man(s, "paddy", 3, 5)
    s.give(m, data.I_TRAP, 1)
    unit(s, "rifle", 0, 5, E)
    act_with(s, m)
    for verb in ("move-attack", "move-throw", "throw-move", "move-place"):
        assert {words.split()[2] for words in offered(s, verb)} == {sq(2, y) for y in (4, 5, 6)} | {sq(3, 4), sq(3, 6)}
    assert why(s, f"move-attack paddy {sq(4, 5)} pistol rifle-1").clause == "RR-21.15"
    assert why(s, f"throw-move paddy {sq(4, 5)}").clause == "RR-21.15"
    assert why(s, f"move-place paddy {sq(4, 5)}").clause == "RR-21.15"
    assert f"move paddy {sq(4, 5)}" in offered(s, "move"), "a move boards it"
    assert why(s, f"attack-move paddy pistol rifle-1 {sq(4, 5)}").clause == "RR-21.15"
    do(s, f"place-move paddy trap {sq(2, 5)}")
    assert len(offered(s, "move")) == 5
    assert why(s, f"move {sq(4, 5)}").clause == "RR-21.15"


@pytest.mark.clause("RR-21.15", "RR-1.24")
def test_a_vehicle_without_a_free_seat_is_passed_like_any_other_occupied_square() -> None:
    s = field(plain(10, 10))
    full = willys(s, 4, 4, N)
    for seat, name in enumerate(("jock", "hawke", "wick", "jock")):
        cars.sit(s, man(s, name, 9, 9), full, seat)
    m = man(s, "paddy", 3, 5)
    act_with(s, m)
    assert f"move-throw paddy {sq(4, 5)}" in offered(s, "move-throw"), "he has points to get off it again"
    s.m_ap[m], s.offered = 1, None
    assert why(s, f"move-throw paddy {sq(4, 5)}").clause == "RR-1.24"
    assert f"move paddy {sq(4, 5)}" not in offered(s, "move")


@pytest.mark.clause("RR-21.15", "RR-5.6", "RR-1.24")
def test_a_climb_boards_nothing_and_ends_in_no_vehicle_with_a_free_seat() -> None:
    s = field(plain(10, 10, H="4,5"))
    willys(s, 4, 4, N)
    m = man(s, "paddy", 3, 5)
    act_with(s, m)
    assert why(s, f"climb paddy {sq(4, 5)}").clause == "RR-21.15"


@pytest.mark.clause("RR-21.15", "RR-8.9")
def test_nothing_is_taken_from_under_a_vehicle_that_is_boarded() -> None:
    s = field(plain(10, 10))
    willys(s, 4, 4, N)
    m = man(s, "paddy", 3, 5)
    s.lay(papers=(s.grid.at(4, 5),))
    act_with(s, m)
    assert f"move paddy {sq(4, 5)}" in offered(s, "move")
    assert why(s, f"move-take paddy {sq(4, 5)}").clause == "RR-21.15"


@pytest.mark.clause("RR-21.15", "RR-1.22", "RR-5.3")
def test_no_sprint_leaves_the_board_over_a_vehicle_that_would_be_boarded() -> None:
    rocks = "0,9 1,9 2,9 3,9 7,9 8,9 9,9 2,8 3,8 7,8 8,8"
    s = field(plain(10, 10, R=rocks))
    c = willys(s, 6, 9, E)
    assert {at(s, v) for v in obstacles.car_squares(s, c)} >= {(x, 9) for x in (4, 5, 6)}, (
        "all that touches the entry tile"
    )
    m = man(s, "paddy", 5, 7)
    act_with(s, m)
    assert f"sprint paddy {sq(5, 9)}" in offered(s, "sprint"), "he runs to it and boards"
    assert not offered(s, "leave")
    s = field(plain(10, 10, R=rocks))
    m = man(s, "paddy", 5, 7)
    act_with(s, m)
    do(s, offered(s, "leave")[0])
    assert (s.m_state[m], s.m_ap[m]) == (LEFT, 2), "nothing stands there"


@pytest.mark.clause("RR-21.15", "RR-21.26")
def test_a_boat_under_a_bridge_keeps_nobody_from_boarding_the_willys_on_it() -> None:
    water = " ".join(f"{x},{y}" for x in (4, 5, 6) for y in range(12) if y not in (5, 6))
    bridge = {"~": water, "B": "4,5 5,5 6,5 4,6 5,6 6,6"}
    for kinds in ([data.WILLYS], [data.WILLYS, data.BOAT], [data.BOAT, data.WILLYS]):
        s = field(plain(12, 12, **bridge))
        m = man(s, "jock", 3, 5)
        for kind in kinds:
            setup.add_car(s, kind, s.grid.at(4 if kind == data.BOAT else 6, 5), N if kind == data.BOAT else E)
        s.forget()
        act_with(s, m)
        do(s, f"move jock {sq(4, 5)}")
        assert offered(s, "seat") == [f"seat jock {seat}" for seat in data.SEATS[data.WILLYS]]
        do(s, "seat jock driver")
        assert s.c_kind[s.m_car[m]] == data.WILLYS


@pytest.mark.clause("RR-21.15", "RR-5.10", "RR-20.55")
def test_a_boat_is_boarded_neither_across_a_corner_of_water_nor_under_a_blast() -> None:
    s = field(board(BEND))
    setup.add_car(s, data.BOAT, s.grid.at(4, 1), E)  # on columns 2 to 4
    m = man(s, "jock", 5, 3)
    act_with(s, m)
    assert not offered(s, "move", "jock", sq(4, 2)), "there is water on both sides of the corner"
    s.m_at[m], s.offered = s.grid.at(3, 3), None
    assert offered(s, "move", "jock", sq(3, 2)) and offered(s, "move", "jock", sq(2, 2))
    s.lay(blasts=(s.grid.at(1, 1),))  # over columns 0 to 2
    s.forget()
    s.offered = None
    assert offered(s, "move", "jock", sq(3, 2)) and not offered(s, "move", "jock", sq(2, 2))


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
    through(s, "by")
    assert at(s, s.c_at[c]) == (4, 3), "it may stop there"
    assert s.alive(u), "nobody is run over"
    walker_ = man(s, "paddy", 4, 1)
    act_with(s, walker_)
    assert f"move paddy {sq(5, 2)}" in offered(s, "move"), "the deck above the boat is free"


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


@pytest.mark.clause("RR-21.26", "RR-21.27", "RR-1.7")
def test_a_rowing_boat_is_silent_hides_nothing_and_fires_all_round() -> None:
    s = set_up("m5-mill-race", seed=3)
    c = s.c_kind.index(data.BOAT)
    assert s.c_at[c] == s.layout.anchors[1, 0, "landing"]
    assert data.ENGINE[data.BOAT] == 0
    assert not any(s.veil.solid >> v & 1 for v in obstacles.car_squares(s, c))
    for m, seat in ((0, 0), (1, 1)):
        s.become(m, ACTIVE)
        s.m_car, s.m_seat, s.m_at[m] = changed(s.m_car, m, c), changed(s.m_seat, m, seat), s.c_at[c]
    assert driving.drives(s, c)
    for state in driving.drives(s, c):
        assert s.layout.kind[state >> 2] in (3, 8)
    assert not all(s.layout.enterable(state >> 2, WALK) for state in driving.drives(s, c)), "it goes where nobody walks"
    behind = unit(s, "rifle", s.grid.xs[s.c_at[c]] + 4, s.grid.ys[s.c_at[c]] - 3, N)
    assert guns.gun_range(s, c, 1, behind)


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


@pytest.mark.clause("RR-21.29", "RR-21.12")
def test_who_stays_in_a_vehicle_that_is_seen_acting_is_spotted_whoever_gets_out() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 10, N, "jock", "paddy")
    unit(s, "rifle", 9, 4, S)
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out jock {sq(8, 11)}")
    do(s, "done")
    assert s.m_spotted == [1, 1]
