"""Chapter 8."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    ADVANCE,
    BARREL,
    BOUND,
    CORPSE,
    DEAD,
    LEFT,
    OFF,
    SUPPORT,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.table import sketch
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, refused, run, sq, unit, why
from tests.rogue_regiment.positions import RIVER, at_an_instant, corpses, laden, own_mission

PAPERS = """
mission: X1  name: Two desks  type: infiltration
map: T1B,T2A
operators: jock A, paddy A   deck: green
meter: 8 6 4   entry: W[0,0]   spawn: black N[1,0]
objective: documents [1,0].office 5
objective: documents [1,0].kitchen 1
victory: major 4 minor 3
"""


def crowded_lane() -> Regiment:
    """A lane two squares wide with smoke behind who comes to it, and three times two men ahead."""
    s = field(plain(10, 2))
    s.lay(blasts=(s.grid.at(0, 0),))
    s.forget()
    for x in (2, 3, 4):
        man(s, "jock", x, 0)
        man(s, "hawke", x, 1)
    return s


@pytest.mark.clause("RR-8.1", "RR-8.7")
def test_crouching_costs_one_and_popping_up_nothing() -> None:
    s = field(plain(5, 5))
    m = man(s, "jock", 2, 2)
    act_with(s, m)
    do(s, "crouch jock")
    assert (s.m_low[m], s.m_ap[m]) == (1, 3)
    do(s, "pop-up jock")
    assert (s.m_low[m], s.m_ap[m]) == (0, 3)


@pytest.mark.clause("RR-8.3")
def test_a_crouched_man_has_no_line_over_a_hedge() -> None:
    for low in (True, False):
        s = field(plain(7, 7, H="3,4"))
        m = man(s, "jock", 3, 5, low=low)
        u = unit(s, "rifle", 3, 2, N)
        s.m_mark[m] = u
        assert bool(marks.shots(s, m)) != low


@pytest.mark.clause("RR-8.3", "RR-6.6")
def test_a_marked_shot_from_a_crouch_counts_squares_to_what_is_in_sight() -> None:
    s = field(plain(12, 12, H="2,2 3,3"), dice=[1])
    m = man(s, "jock", 0, 0, facing=E, low=True)
    u = unit(s, "truck", 4, 4, W)  # four squares away behind the hedges, five where he sees it
    s.phase, s.m_mark[m] = ADVANCE, u
    run(s, marks.Instant(OFF))
    fired = [event.text for event in do(s, "fire jock pistol") if event.clause == "RR-6.5"]
    assert "1 at +2, needs 5" in fired[0], "+2 for the mark, nothing for the range"


@pytest.mark.clause("RR-8.4", "RR-8.6")
def test_a_crouched_man_does_only_what_can_be_done_crouched() -> None:
    s = field(plain(7, 7))
    m = man(s, "jock", 3, 3, low=True)
    s.m_health = changed(s.m_health, m, 2)
    s.lay(corpses=(s.grid.at(3, 3),))
    act_with(s, m)
    verbs = {action.split()[0] for action in offered(s)}
    assert verbs == {"move", "pop-up", "place", "move-place", "place-move", "recover", "break-cover", "end"}


@pytest.mark.clause("RR-8.8", "RR-10.6")
def test_a_unit_killed_by_the_action_does_not_react() -> None:  # TV-25
    s = field(plain(7, 7, H="3,3"), dice=[4])
    m = man(s, "paddy", 3, 4, low=True)
    u = unit(s, "rifle", 3, 1, S, alert=True)
    act_with(s, m)
    do(s, "pop-attack paddy pistol rifle-1")
    assert not s.alive(u)
    assert s.m_health[m] == 5
    assert s.m_ap[m] == 3


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


@pytest.mark.clause("RR-8.9", "RR-8.10", "RR-8.12", "RR-8.13", "RR-20.1")
def test_a_body_is_picked_up_with_the_move_and_then_only_moves_and_placing_are_left() -> None:  # TV-18
    s = field(plain(7, 5))
    m = man(s, "jock", 2, 2)
    s.lay(corpses=(s.grid.at(3, 2),))
    act_with(s, m)
    do(s, f"move-take jock {sq(3, 2)}")
    assert s.m_object[m] == CORPSE
    assert s.m_ap[m] == 3
    assert {action.split()[0] for action in offered(s)} == {"move", "place", "move-place", "place-move", "end"}


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


@pytest.mark.clause("RR-8.9", "RR-1.24", "RR-8.13")
def test_what_lies_on_an_occupied_square_is_taken_along_by_who_can_go_on() -> None:
    s = field(plain(10, 10))
    man(s, "jock", 3, 2)
    m = man(s, "paddy", 3, 4)
    s.lay(corpses=(s.grid.at(3, 2),))
    s.lay(papers=(s.grid.at(3, 2),))
    act_with(s, m)
    assert offered(s, "sprint-take", "paddy", sq(3, 2))
    do(s, f"move paddy {sq(3, 3)}")
    do(s, f"move-take paddy {sq(3, 2)}")
    assert s.m_object[m] == CORPSE and s.has(m, data.I_DOCUMENTS)
    assert {words.split()[0] for words in offered(s)} == {"move"}, "he must go on, and carries a body"
    s = field(plain(10, 10))
    man(s, "jock", 3, 2)
    m = man(s, "paddy", 3, 3)
    s.lay(corpses=(s.grid.at(3, 2),))
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
            s.lay(papers=(s.grid.at(2, 0),))
        else:
            s.lay(corpses=(s.grid.at(2, 0),))
        act_with(s, m)
        assert f"move paddy {sq(2, 0)}" in offered(s, "move")
        assert bool(offered(s, "move-take")) == papers


@pytest.mark.clause("RR-8.10", "RR-1.1")
def test_documents_count_for_the_objective_that_they_are_and_for_no_other() -> None:
    s = own_mission(PAPERS)
    office, kitchen = (s.stage.square(o.place) for o in s.stage.mission.objectives if o.place is not None)
    s.m_state, s.m_at = [ACTIVE, ACTIVE], [kitchen, office]
    carry.pick_up(s, 0, "documents")
    assert s.papers[0] == office
    assert [sketch.status(s, n) for n in (0, 1)] == ["", "in the hands of Jock"]
    s.m_state = [LEFT, DEAD]
    assert victory.points(s) == 1 + 1 - 1, "the papers of the kitchen alone"
    s.m_state = [LEFT, ACTIVE]
    carry.pick_up(s, 1, "documents")
    s.m_state = [LEFT, LEFT]
    assert victory.points(s) == 2 + 5 + 1
    s.m_state = [LEFT, DEAD]
    assert victory.points(s) == 1 + 1 - 1, "what a dead man had is lost"


@pytest.mark.clause("RR-8.11", "RR-8.21", "RR-10.2")
def test_a_body_and_an_item_under_a_man_are_picked_up_in_one_action() -> None:
    s = field(plain(9, 9))
    m = man(s, "hawke", 4, 4)
    here = s.grid.at(4, 4)
    s.lay(traps=((here, m, 1),))
    u = unit(s, "rifle", 4, 0, S)
    act_with(s, m)
    assert not offered(s, "pick-up", "hawke", "lot"), "there is a trap alone"
    assert refused(s, "pick-up hawke lot") == "RR-8.11"
    s.corpses, s.offered = (here,), None
    s.m_low[m] = 1
    assert not offered(s, "pick-up", "hawke", "lot")
    assert refused(s, "pick-up hawke lot") == "RR-8.6"
    s.m_low[m], s.offered = 0, None
    traps = s.has(m, data.I_TRAP)
    do(s, "pick-up hawke lot")
    assert (s.m_object[m], s.has(m, data.I_TRAP), len(s.traps)) == (CORPSE, traps + 1, 0)
    assert (s.m_spotted[m], s.u_alert[u]) == (1, 1)
    assert s.m_health[m] == 5, "one action, and it has only now made him alert: nobody fires"


@pytest.mark.clause("RR-8.13", "RR-8.21")
def test_with_a_body_in_his_arms_a_man_picks_nothing_up() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.lay(papers=(s.grid.at(4, 4),))
    act_with(s, m)
    assert offered(s, "pick-up") == ["pick-up jock documents"]
    s.m_object = changed(s.m_object, m, CORPSE)
    s.offered = None
    assert offered(s, "pick-up") == []


@pytest.mark.clause("RR-8.13", "RR-8.14", "RR-20.3", "RR-20.10")
def test_who_carries_an_object_may_place_items_of_his_own_as_well() -> None:
    s = field(plain(3, 3, **{"~": "0,0"}))
    m = man(s, "jock", 1, 1)
    s.lay(corpses=(s.grid.at(2, 2),))
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


@pytest.mark.clause("RR-8.13", "RR-7.11")
def test_who_has_picked_up_a_body_since_he_marked_does_not_fire() -> None:
    for carried in (False, True):
        s = field(plain(9, 6))
        m = man(s, "jock", 3, 5)
        s.m_mark[m] = unit(s, "rifle", 3, 2, N)
        other = man(s, "hawke", 4, 5)
        s.m_mark[other] = s.m_mark[m]
        s.m_object = changed(s.m_object, m, CORPSE if carried else 0)
        at_an_instant(s)
        assert offered(s, "fire", "hawke")
        assert bool(offered(s, "fire", "jock")) == (not carried)


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
    s.put(m, s.grid.at(3, 2))
    s.offered = None
    assert not any("lewes" in words for words in offered(s, "pick-up"))


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


@pytest.mark.clause("RR-8.15", "RR-20.10")
def test_a_barrel_may_be_put_where_its_bearer_stood() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.m_object = changed(s.m_object, m, 2)
    s.lay(barrels=(-2,))
    act_with(s, m)
    do(s, f"move-place jock {sq(4, 3)}")
    do(s, f"place barrel {sq(4, 4)}")
    assert [at(s, v) for v in s.barrels] == [(4, 4)]


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


@pytest.mark.clause("RR-8.20", "RR-8.15", "RR-8.18")
def test_a_body_goes_diagonally_through_a_window() -> None:  # TV-19
    layout = board(
        """
        + + + + + +
         . . . . .
        + +#+W+#+ +
         .#1 1 1#.
        + +#+#+#+ +
        """
    )
    s = field(layout)
    m = man(s, "jock", 0, 0)
    s.m_object = changed(s.m_object, m, CORPSE)
    act_with(s, m)
    do(s, f"move-place jock {sq(1, 0)}")
    do(s, f"place corpse {sq(2, 1)}")
    assert corpses(s) == [(2, 1)]
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-8.21", "RR-20.54", "RR-20.18")
def test_things_on_a_man_s_square_can_be_picked_up_at_any_time() -> None:
    s = field(plain(5, 5))
    m = man(s, "jock", 2, 2)
    other = man(s, "paddy", 0, 0)
    here = s.grid.at(2, 2)
    s.lay(corpses=(here,))
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


def test_a_prisoner_is_freed_from_beside_and_acts_from_the_next_turn() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 5)
    bound = setup.add_man(s, SUPPORT, BOUND, s.grid.at(6, 5), BOUND)
    act_with(s, m)
    do(s, "free jock resistance-1")
    assert s.m_state[bound] == ACTIVE
    assert not turn.may_act(s, bound)
