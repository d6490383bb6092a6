"""A fourth reading of what a man on foot may do: steps beside vehicles, placing with full hands, things on occupied
squares, a spotted frogman, and every way of a sprint.
"""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r20_scuba as scuba
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.layout import WALK
from sandtable.games.rogue_regiment.overlays import overlay
from sandtable.games.rogue_regiment.state import BARREL, CORPSE, LEFT, Regiment, changed
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Refusal, parse
from sandtable.kernel.squares import bits
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, act_with, at, do, field, man, offered, sq, unit
from tests.rogue_regiment.test_edges import RIVER
from tests.rogue_regiment.test_second_audit_e import swimmer
from tests.rogue_regiment.test_third_audit_e import willys


def why(s: Regiment, words: str) -> Refusal:
    """Why words that are not on offer are refused."""
    assert words not in offered(s)
    assert s.choice is not None
    return s.choice.why_not(s, parse(words))


def crew(s: Regiment, *names: str) -> list[int]:
    return [man(s, name, 9, 9) for name in names]


def laden(s: Regiment, m: int, thing: int) -> None:
    s.m_object = changed(s.m_object, m, thing)


# --- steps beside vehicles


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


# Who stands under a blast cannot go back to where he came from, so that what lies beyond an occupied square counts.


def hemmed_in(s: Regiment, name: str, *, low: bool = False) -> int:
    """A man under the smoke at the west end of a lane two squares wide, behind two others, with two points."""
    s.blasts = (s.grid.at(0, 0),)
    s.changed()
    man(s, "jock", 2, 0)
    man(s, "hawke", 2, 1)
    m = man(s, name, 1, 0, low=low)
    s.m_ap[m] = 2
    return m


@pytest.mark.clause("RR-1.24", "RR-21.15")
def test_who_can_board_a_vehicle_from_an_occupied_square_may_end_an_action_there() -> None:
    s = field(plain(10, 2), dice=[3, 4, 1, 1, 1, 1])
    c = willys(s, 5, 0, E)
    m = hemmed_in(s, "paddy")
    act_with(s, m)
    assert offered(s, "move-throw") == [f"move-throw paddy {sq(2, 0)}", f"move-throw paddy {sq(2, 1)}"]
    do(s, f"move-throw paddy {sq(2, 0)}")
    do(s, f"at {sq(8, 0)}")
    do(s, "face n")
    assert offered(s) == [f"move paddy {sq(3, 0)}", f"move paddy {sq(3, 1)}"], "nothing else is left to him"
    do(s, f"move paddy {sq(3, 0)}")
    do(s, "seat paddy rear")
    assert s.m_car[m] == c


@pytest.mark.clause("RR-1.24", "RR-21.15", "RR-21.31")
def test_a_full_vehicle_or_a_body_on_the_shoulder_is_no_way_off_an_occupied_square() -> None:
    s = field(plain(10, 2))
    c = willys(s, 5, 0, E)
    m = hemmed_in(s, "paddy")
    laden(s, m, CORPSE)
    act_with(s, m)
    assert not offered(s, "move")
    s.m_ap[m], s.offered = 4, None
    assert not offered(s, "move"), "he could walk through it, but four points do not lead past it"
    s.m_ap[m], s.offered = 5, None
    assert offered(s, "move")
    laden(s, m, 0)
    for seat in range(4):
        cars.sit(s, man(s, "jock", 9, 0), c, seat)
    s.m_ap[m], s.offered = 2, None
    assert not offered(s, "move-throw")
    assert not offered(s, "move")


@pytest.mark.clause("RR-21.15", "RR-5.6", "RR-1.24")
def test_a_climb_boards_nothing_and_ends_in_no_vehicle_with_a_free_seat() -> None:
    s = field(plain(10, 10, H="4,5"))
    willys(s, 4, 4, N)
    m = man(s, "paddy", 3, 5)
    act_with(s, m)
    assert why(s, f"climb paddy {sq(4, 5)}").clause == "RR-21.15"


@pytest.mark.clause("RR-1.24", "RR-21.15", "RR-21.26")
def test_a_boat_with_a_free_seat_is_a_way_off_an_occupied_square_too() -> None:
    s = field(plain(10, 2, **{"~": " ".join(f"{x},{y}" for x in range(3, 10) for y in (0, 1))}))
    c = setup.add_car(s, data.BOAT, s.grid.at(5, 0), E)
    m = hemmed_in(s, "paddy", low=True)
    act_with(s, m)
    assert offered(s, "move") == [f"move paddy {sq(2, 0)}", f"move paddy {sq(2, 1)}"]
    for seat in range(4):
        cars.sit(s, man(s, "jock", 9, 0), c, seat)
    s.offered = None
    assert not offered(s, "move")


@pytest.mark.clause("RR-1.24", "RR-1.22")
def test_who_can_leave_the_board_from_an_occupied_square_may_step_onto_it() -> None:
    s = field(plain(3, 10, R=" ".join(f"{x},{y}" for x in (0, 1) for y in range(10))))
    s.blasts = (s.grid.at(2, 7),)
    s.changed()
    man(s, "jock", 2, 9)
    m = man(s, "paddy", 2, 8, low=True)
    s.m_ap[m] = 2
    act_with(s, m)
    do(s, f"move paddy {sq(2, 9)}")
    assert s.m_state[m] == LEFT, "nothing else was left to him"


@pytest.mark.clause("RR-1.24", "RR-20.37")
def test_who_can_go_into_the_water_from_an_occupied_square_may_step_onto_it() -> None:
    s = field(plain(10, 2, **{"~": " ".join(f"{x},{y}" for x in range(3, 10) for y in (0, 1))}))
    m = hemmed_in(s, "wick")
    act_with(s, m)
    assert offered(s, "move") == [f"move wick {sq(2, 0)}", f"move wick {sq(2, 1)}"]
    s.m_ap[m], s.offered = 1, None
    assert not offered(s, "move")


@pytest.mark.clause("RR-1.24", "RR-20.39")
def test_a_swimmer_may_pass_another_if_he_can_come_ashore_beyond_him() -> None:
    s = field(plain(10, 1, **{"~": "1,0 2,0 3,0"}))
    s.blasts = (s.grid.at(0, 0),)
    s.changed()
    swimmer(s, 2, 0)
    swimmer(s, 3, 0)
    m = swimmer(s, 1, 0)
    s.m_ap[m] = 3
    act_with(s, m)
    assert offered(s, "swim") == [f"swim wick {sq(2, 0)}"]
    s.m_ap[m], s.offered = 2, None
    assert not offered(s, "swim")


# --- placing with full hands


@pytest.mark.clause("RR-8.13", "RR-8.14", "RR-20.3", "RR-20.10")
def test_who_carries_an_object_may_place_items_of_his_own_as_well() -> None:
    s = field(plain(3, 3, **{"~": "0,0"}))
    m = man(s, "jock", 1, 1)
    s.corpses = (s.grid.at(2, 2),)
    laden(s, m, CORPSE)
    act_with(s, m)
    land = [sq(x, y) for x in range(3) for y in range(3) if (x, y) not in ((0, 0), (1, 1))]
    assert {words.split()[3] for words in offered(s, "place", "jock", "corpse")} == {sq(0, 0), *land}
    assert {words.split()[3] for words in offered(s, "place", "jock", "lewes")} == {*land}, "only a body may go there"
    assert why(s, f"place jock trap {sq(0, 0)}").clause == "RR-20.3"
    laden(s, m, BARREL)
    s.offered = None
    assert {words.split()[3] for words in offered(s, "place", "jock", "barrel")} == {*land} - {sq(2, 2)}
    assert {words.split()[3] for words in offered(s, "place", "jock", "trap")} == {*land}, "a trap lies beside a body"
    assert why(s, f"place jock barrel {sq(2, 2)}").clause == "RR-20.10"
    assert why(s, f"place jock corpse {sq(2, 2)}").clause == "RR-8.14"
    do(s, f"place jock trap {sq(2, 2)}")
    assert (s.m_object[m], [v for v, _, _ in s.traps]) == (BARREL, [s.grid.at(2, 2)])


@pytest.mark.clause("RR-8.13", "RR-8.15", "RR-20.37")
def test_a_laden_man_steps_and_places_an_item_in_either_order_but_not_into_the_water() -> None:
    s = field(board(RIVER))
    m = man(s, "wick", 2, 1)
    s.give(m, data.I_TRAP, 1)
    laden(s, m, CORPSE)
    act_with(s, m)
    do(s, f"move-place wick {sq(1, 1)}")
    assert offered(s, "place", "corpse") and offered(s, "place", "trap")
    do(s, f"place trap {sq(1, 0)}")
    assert (at(s, s.m_at[m]), s.m_object[m], len(s.traps)) == ((1, 1), CORPSE, 1)
    s.give(m, data.I_TRAP, 1)
    s.offered = None
    do(s, f"place-move wick trap {sq(1, 0)}")
    assert f"move {sq(1, 2)}" not in offered(s), "with a body on the shoulder nobody swims"
    do(s, f"move {sq(2, 1)}")
    do(s, f"place-move wick corpse {sq(2, 0)}")
    assert f"move {sq(2, 2)}" in offered(s), "without it he does"


def crowded_lane() -> Regiment:
    """A lane two squares wide with smoke behind who comes to it, and three times two men ahead."""
    s = field(plain(10, 2))
    s.blasts = (s.grid.at(0, 0),)
    s.changed()
    for x in (2, 3, 4):
        man(s, "jock", x, 0)
        man(s, "hawke", x, 1)
    return s


@pytest.mark.clause("RR-8.15", "RR-1.24")
def test_who_has_put_his_burden_down_may_sprint_off_an_occupied_square() -> None:
    s = crowded_lane()
    m = man(s, "jock", 1, 0)
    s.m_ap[m] = 3
    laden(s, m, CORPSE)
    act_with(s, m)
    assert not offered(s, "move"), "laden he does not get past three men"
    do(s, f"move-place jock {sq(2, 0)}")
    assert not offered(s, "place", "trap"), "he would still be laden"
    assert why(s, f"place trap {sq(1, 0)}").clause == "RR-1.24"
    do(s, f"place corpse {sq(1, 0)}")
    assert offered(s, "sprint")
    s.m_at[m], s.m_ap[m] = s.grid.at(1, 0), 3
    laden(s, m, CORPSE)
    act_with(s, m)
    assert offered(s, "place-move", "jock", "corpse") and not offered(s, "place-move", "jock", "trap")
    do(s, f"place-move jock corpse {sq(1, 1)}")
    assert offered(s) == [f"move {sq(2, 0)}", f"move {sq(2, 1)}"]


# --- taking what lies under somebody


@pytest.mark.clause("RR-8.9", "RR-1.24", "RR-8.13")
def test_what_lies_on_an_occupied_square_is_taken_along_by_who_can_go_on() -> None:
    s = field(plain(10, 10))
    man(s, "jock", 3, 2)
    m = man(s, "paddy", 3, 4)
    s.corpses = (s.grid.at(3, 2),)
    s.papers = (s.grid.at(3, 2),)
    act_with(s, m)
    assert offered(s, "sprint-take", "paddy", sq(3, 2))
    do(s, f"move paddy {sq(3, 3)}")
    do(s, f"move-take paddy {sq(3, 2)}")
    assert s.m_object[m] == CORPSE and s.has(m, data.I_DOCUMENTS)
    assert {words.split()[0] for words in offered(s)} == {"move"}, "he must go on, and carries a body"
    s = field(plain(10, 10))
    man(s, "jock", 3, 2)
    m = man(s, "paddy", 3, 3)
    s.corpses = (s.grid.at(3, 2),)
    s.m_ap[m] = 1
    act_with(s, m)
    assert why(s, f"move-take paddy {sq(3, 2)}").clause == "RR-1.24"


@pytest.mark.clause("RR-8.9", "RR-1.24", "RR-8.13")
def test_who_takes_a_body_goes_on_by_moves_and_who_takes_papers_may_sprint() -> None:
    for papers in (False, True):
        s = crowded_lane()
        m = man(s, "paddy", 1, 0)
        s.m_ap[m] = 3
        if papers:
            s.papers = (s.grid.at(2, 0),)
        else:
            s.corpses = (s.grid.at(2, 0),)
        act_with(s, m)
        assert f"move paddy {sq(2, 0)}" in offered(s, "move")
        assert bool(offered(s, "move-take")) == papers


@pytest.mark.clause("RR-21.15", "RR-8.9")
def test_nothing_is_taken_from_under_a_vehicle_that_is_boarded() -> None:
    s = field(plain(10, 10))
    willys(s, 4, 4, N)
    m = man(s, "paddy", 3, 5)
    s.papers = (s.grid.at(4, 5),)
    act_with(s, m)
    assert f"move paddy {sq(4, 5)}" in offered(s, "move")
    assert why(s, f"move-take paddy {sq(4, 5)}").clause == "RR-21.15"


# --- frogmen


@pytest.mark.clause("RR-20.43", "RR-20.44", "RR-20.46", "RR-20.53")
def test_a_spotted_swimmer_neither_aims_nor_marks() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 2, 2)
    unit(s, "rifle", 5, 1, E)
    act_with(s, m)
    assert offered(s, "aim") and offered(s, "mark")
    s.m_spotted[m], s.offered = 1, None
    assert why(s, "aim wick rifle-1").clause == "RR-20.53"
    assert why(s, "mark wick rifle-1").clause == "RR-20.53"
    s.m_spotted[m], s.m_spear, s.offered = 0, changed(s.m_spear, m, 1), None
    assert why(s, "aim wick rifle-1").clause == "RR-20.46"
    assert why(s, "mark wick rifle-1").clause == "RR-20.46"
    s.m_spear, s.stock, s.offered = changed(s.m_spear, m, 0), (0,) * len(s.stock), None
    s.give(m, data.I_SCUBA, 1)
    assert why(s, "mark wick rifle-1").clause == "RR-20.44"


@pytest.mark.clause("RR-20.37", "RR-20.39", "RR-6.9", "RR-20.44")
def test_an_attack_goes_with_no_step_out_of_the_water_nor_into_it() -> None:
    s = field(board(RIVER), dice=[6])
    m = swimmer(s, 2, 2)
    u = unit(s, "rifle", 6, 1, E)
    act_with(s, m)
    steps = {words.split()[2] for words in offered(s, "move-attack")}
    assert steps and sq(3, 1) not in steps
    assert why(s, f"move-attack wick {sq(3, 1)} speargun rifle-1").clause == "RR-20.39"
    assert why(s, f"attack-move wick speargun rifle-1 {sq(3, 1)}").clause == "RR-20.39"
    do(s, f"swim wick {sq(3, 1)}")
    assert not s.m_swim[m]
    assert why(s, f"move-attack wick {sq(3, 2)} speargun rifle-1").clause == "RR-20.37"
    do(s, "attack wick pistol rifle-1")
    assert not s.alive(u), "ashore he has his pistol again"


@pytest.mark.clause("RR-1.22", "RR-20.38")
def test_a_swimmer_beside_the_entry_tile_leaves_the_board_by_a_move() -> None:
    s = field(plain(10, 10, **{"~": " ".join(f"{x},9" for x in range(10))}))
    m = swimmer(s, 3, 9)
    act_with(s, m)
    do(s, "leave wick")
    assert s.m_state[m] == LEFT
    s = field(plain(10, 10, **{"~": " ".join(f"{x},9" for x in range(10))}))
    act_with(s, swimmer(s, 0, 9))
    assert why(s, "leave wick").clause == "RR-1.22"


# --- what is free


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


# --- what the Axis pays


@pytest.mark.clause("RR-13.18")
def test_a_diagonal_step_between_two_hedges_costs_the_axis_one_point() -> None:
    layout = plain(4, 4, H="1,0 0,1")
    assert layout.march(layout.grid.at(0, 0), layout.grid.at(1, 1)) == 1
    assert layout.march(layout.grid.at(0, 0), layout.grid.at(1, 0)) == 2


# --- every way of a sprint


@pytest.mark.clause("RR-5.3", "RR-9.5")
def test_a_sprint_may_come_back_to_where_it_began_and_go_by_a_square_twice() -> None:
    s = field(plain(9, 9))
    m = man(s, "paddy", 4, 4)
    act_with(s, m)
    assert len(offered(s, "sprint", "paddy", sq(4, 4))) == 1, "nobody is there to hear by which way"
    unit(s, "rifle", 7, 4, E)
    s.offered = None
    assert len(offered(s, "sprint", "paddy", sq(4, 4))) == 1, "two squares off and back are too few to be heard"
    s.offered = None
    s.u_at[0] = s.grid.at(6, 4)
    s.changed()
    back, near = offered(s, "sprint", "paddy", sq(4, 4)), offered(s, "sprint", "paddy", sq(3, 4))
    assert len(back) == 2 and len(near) == 2
    do(s, near[1])
    assert at(s, s.m_at[m]) == (3, 4)
    assert s.u_alert[0], "he has been beside it, and back past where he began"
    s.m_ap[m], s.u_alert[0], s.u_face[0] = 4, 0, E
    s.changed()
    do(s, offered(s, "sprint", "paddy", sq(3, 4))[0])
    assert (at(s, s.m_at[m]), s.m_ap[m], s.u_alert[0]) == ((3, 4), 2, 0)


@pytest.mark.clause("RR-5.3", "RR-20.55")
def test_no_sprint_comes_back_under_a_blast() -> None:
    s = field(plain(9, 9))
    m = man(s, "paddy", 4, 4)
    s.blasts = (s.grid.at(3, 4),)
    s.changed()
    act_with(s, m)
    assert why(s, f"sprint paddy {sq(4, 4)}").clause == "RR-20.55"


def noticers(s: Regiment, m: int, v: int) -> set[tuple[str, int]]:
    """Who sees or hears a man on one square of a sprint."""
    units = [u for u in range(len(s.u_kind)) if s.here(u)]
    heard = {("hears", u) for u in units if notice.range_to(s, u, v) <= 1}
    return heard | {("sees", u) for u in units if sight.sees_man(s, u, m, v)}


@pytest.mark.clause("RR-20.52", "RR-20.37", "RR-9.5", "RR-9.21")
@pytest.mark.parametrize("swims", [False, True])
@pytest.mark.parametrize("spotted", [False, True])
def test_a_sprint_into_the_water_or_out_of_it_goes_by_every_way_that_others_notice(swims: bool, spotted: bool) -> None:
    several, rng = 0, Rng(7)
    for _ in range(30):
        s = field(board(RIVER))
        m = swimmer(s, rng.below(10), 3) if swims else man(s, "wick", rng.below(10), 4)
        s.m_spotted[m] = int(spotted)
        for place in {rng.below(20) for _ in range(2)}:
            unit(s, "rifle", place % 10, place // 10, rng.below(4))
            unit(s, "smg", place % 10, 5 + place // 10, rng.below(4))
        act_with(s, m)
        # Every way of up to three steps, with who notices it; on land he shows as one who has come out.
        start, begun = s.m_at[m], noticers(s, m, s.m_at[m])
        s.m_swim = changed(s.m_swim, m, 0)
        known = {v: noticers(s, m, v) for v in s.grid.squares}
        s.m_swim = changed(s.m_swim, m, int(swims))
        wanted: dict[str, set[frozenset[tuple[str, int]]]] = {}
        layer: list[tuple[int, ...]] = [()]
        for _ in range(3):
            after: list[tuple[int, ...]] = []
            for way in layer:
                here = way[-1] if way else start
                leads = scuba.ashore(s, start) if swims and not way else movement.next_steps(s, m, here, True)
                after += [(*way, to) for to in leads]
                if swims:
                    ends = [to for to in leads if not obstacles.occupied(s, but_man=m) >> to & 1]
                else:
                    wet = bits(s.layout.water & s.grid.disc(here, 1))
                    ends = [to for to in wet if scuba.into_water(s, here, to, WALK)]
                for to in ends:
                    wanted.setdefault(s.place(to), set()).add(frozenset(met(begun, known, way, to, swims)))
            layer = after
        for name, told in wanted.items():
            to = s.stage.by_name[name]
            ways = [words.split() for words in offered(s, "sprint", "wick", name)]
            assert len(ways) == len(told)
            several += len(told) > 1
            for words in ways[1:]:
                way = tuple(s.stage.by_name[word] for word in words[3:])
                assert frozenset(met(begun, known, way, to, swims)) in told
    assert several > 20


Noticed = set[tuple[str, int]]


def met(begun: Noticed, known: dict[int, Noticed], way: tuple[int, ...], to: int, out: bool) -> Noticed:
    """Who notices a sprint into the water or out of it; where it ends in the water makes no difference."""
    return begun.union(*(known[v] for v in way), known[to] if out else ())


@pytest.mark.clause("RR-1.4", "RR-21.15")
def test_the_overlay_of_where_a_man_gets_to_goes_past_others_but_through_no_vehicle_with_a_free_seat() -> None:
    s = field(plain(10, 2))
    man(s, "jock", 2, 0)
    man(s, "hawke", 2, 1)
    m = man(s, "paddy", 1, 0, low=True)
    act_with(s, m)
    reached = overlay(s, "reach", ("paddy",))
    assert {sq(5, 0), sq(3, 1)} <= set(reached) and sq(2, 0) not in reached
    s = field(plain(10, 2))
    willys(s, 4, 0, E)
    m = man(s, "paddy", 1, 0)
    act_with(s, m)
    assert set(overlay(s, "reach", ("paddy",))) == {sq(0, 0), sq(0, 1), sq(1, 1)}, "there he would board"


@pytest.mark.clause("RR-8.14", "RR-5.10")
def test_an_arm_reaches_across_a_corner_of_water_into_the_water_but_not_to_the_other_bank() -> None:
    s = field(plain(3, 3, **{"~": "1,0 0,1 2,1"}))
    m = man(s, "jock", 0, 0)
    laden(s, m, CORPSE)
    act_with(s, m)
    assert {words.split()[3] for words in offered(s, "place", "jock", "corpse")} == {sq(1, 0), sq(0, 1)}
    assert why(s, f"place jock corpse {sq(1, 1)}").clause == "RR-5.10"
    s = field(plain(3, 3, **{"~": "1,0 0,1 1,1"}))
    m = man(s, "jock", 0, 0)
    laden(s, m, CORPSE)
    act_with(s, m)
    assert {words.split()[3] for words in offered(s, "place", "jock", "corpse")} == {sq(1, 0), sq(0, 1), sq(1, 1)}
