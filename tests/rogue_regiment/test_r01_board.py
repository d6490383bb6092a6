"""Chapter 1, the board: squares, edges, occupied squares and leaving it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.data import FACES
from sandtable.games.rogue_regiment.box.missions import Objective, Side, read_mission
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.layout import MARCH, WALK, Layout
from sandtable.games.rogue_regiment.ground.stage import Stage, layout_of
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import BATTLE, CORPSE, DEAD, LEFT, Regiment, changed
from sandtable.games.rogue_regiment.table.overlays import overlay
from sandtable.geometry.squares import NORTH, bits, moved
from sandtable.kernel.flow import legal
from tests.rogue_regiment.boards import board, plain, seen
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, sq, through, unit, why
from tests.rogue_regiment.positions import (
    LANE,
    RIVER,
    laden,
    may,
    moored,
    own_mission,
    set_up,
    swimmer,
    volley,
    willys,
)

CORRIDOR = """
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R . . . . . . . R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
"""
POND = """
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
     . . . ~ ~ . .
    + + + + + + + +
     . . . ~ ~ . .
    + + + + + + + +
     . . . . . . .
    + + + + + + + +
    """


def hemmed_in(s: Regiment, name: str, *, low: bool = False) -> int:
    """A man under the smoke at the west end of a lane two squares wide, behind two others, with two points."""
    s.lay(blasts=(s.grid.at(0, 0),))
    s.forget()
    man(s, "jock", 2, 0)
    man(s, "hawke", 2, 1)
    m = man(s, name, 1, 0, low=low)
    s.m_ap[m] = 2
    return m


@pytest.mark.clause("RR-1.1", "RR-1.22")
def test_points_count_only_if_somebody_leaves() -> None:
    s = set_up(seed=5)
    s.put(0, s.papers[0])
    carry.pick_up(s, 0, "documents")
    assert victory.points(s) == 0
    s.become(0, LEFT)
    assert victory.points(s) == 1 + 3 + 1
    s.become(1, DEAD)
    assert victory.points(s) == 4
    s.lay(corpses=(s.grid.at(0, 0),))
    assert victory.points(s) == 3


@pytest.mark.clause("RR-1.1")
def test_who_lives_and_is_still_on_the_board_has_not_left_by_boat() -> None:
    s = field(plain(20, 20))
    s.stage = Stage(replace(s.stage.mission, objectives=(Objective("boat-exit", 2, side=Side(W, 0, 0)),)), s.layout)
    s.scored = (0,)
    man(s, "jock", 3, 3)
    man(s, "paddy", 5, 5)
    turn.remove(s, 0, LEFT)
    s.m_seat = changed(s.m_seat, 0, -2)
    assert victory.points(s) == 1, "all who live must row away"
    turn.remove(s, 1, DEAD)
    assert victory.points(s) == 2, "one away, one lost, and the boat"


@pytest.mark.clause("RR-1.2")
def test_turning_a_tile_turns_everything_on_it() -> None:
    upright, turned = Layout((((FACES["T2A"], 0),),)), Layout((((FACES["T2A"], 1),),))
    for v in upright.grid.squares:
        x, y = upright.grid.xs[v], upright.grid.ys[v]
        assert turned.kind[turned.grid.at(9 - y, x)] == upright.kind[v]
    old = {(upright.grid.xs[v], upright.grid.ys[v]): p.default for p, v in upright.points}
    new = {(turned.grid.xs[v], turned.grid.ys[v]): p.default for p, v in turned.points}
    assert new == {(9 - y, x): (f + 1) % 4 for (x, y), f in old.items()}
    assert upright.anchors[0, 0, "office"] == upright.grid.at(7, 5)
    assert turned.anchors[0, 0, "office"] == turned.grid.at(4, 7)


@pytest.mark.clause("RR-1.2")
def test_a_mission_may_bring_tiles_of_its_own() -> None:
    s = own_mission(LANE)
    assert s.layout.rows[0][0][0].name == "A lane between rocks"
    assert s.place(s.layout.anchors[0, 0, "lane"]) == "b6"
    assert data.FACES.keys() == {f"T{n}{side}" for n in range(1, 10) for side in "AB"}, (
        "the box has no more than before"
    )
    scene = GAME.scene(GAME.view(s, None))
    assert GAME.board_svg(scene["board"]).startswith("<svg")


@pytest.mark.clause("RR-1.3", "RR-3.4", "RR-22.1")
def test_no_more_men_are_set_up_than_there_are_squares() -> None:
    narrow = LANE.replace("map: X9,T1B", "map: X9").replace("entry: N[1,0]", "entry: W[0,0]")
    narrow = narrow.replace(" R . . . . . . . . .\n", " . . R R R R R R R R\n").replace(
        "prisoner: [0,0].lane 3", "guard: [0,0].lane/W"
    )
    narrow = narrow.replace("objective: prisoner 1 each\n", "").replace(
        "patrol p1 black open 1,4>4,4  start 1,4,E  start 2,4,W\n", ""
    )
    narrow = narrow.replace("victory: major 4 minor 3", "victory: major 3 minor 2")
    s = own_mission(narrow, guards="4", operators="1")
    assert sorted(s.place(v) for v in s.u_at) == ["a5", "a6", "b5", "b6"], "one of the mission and three more"


@pytest.mark.clause("RR-1.3", "RR-1.24", "RR-20.38")
def test_a_swimmer_ends_under_no_boat_but_may_swim_on_below_it() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 3, 2)
    moored(s, full=False)
    s.m_ap[m] = 1
    act_with(s, m)
    assert not {f"swim wick {sq(2, 2)}", f"swim wick {sq(2, 3)}"} & set(offered(s, "swim"))
    assert f"swim wick {sq(3, 3)}" in offered(s, "swim")
    assert not offered(s, "attack-move")
    s.m_ap[m] = 2
    act_with(s, m)
    do(s, f"swim wick {sq(2, 2)}")
    assert {action[0] for action in legal(s)} == {"swim"}, "he must go on"
    s.m_ap[m] = 2
    do(s, f"swim wick {sq(3, 3)}")
    assert offered(s, "end", "wick")


@pytest.mark.clause("RR-1.3", "RR-20.37")
def test_nobody_wades_under_a_boat_that_is_full() -> None:
    s = field(board(RIVER))
    m = man(s, "wick", 2, 1)
    moored(s, full=True)
    s.m_ap[m] = 1
    act_with(s, m)
    assert [words for words in offered(s, "move") if words[-1] == "3"] == [f"move wick {sq(3, 2)}"]


@pytest.mark.clause("RR-1.4", "RR-1.24")
def test_a_man_may_pass_an_occupied_square_only_if_he_can_still_reach_a_free_one() -> None:
    s = field(plain(6, 1))
    m = man(s, "jock", 0, 0)
    man(s, "paddy", 1, 0)
    act_with(s, m)
    assert f"move jock {sq(1, 0)}" in offered(s, "move")
    do(s, f"move jock {sq(1, 0)}")
    assert {action.split()[0] for action in offered(s)} == {"move", "sprint"}
    s.m_ap[m] = 1
    s.offered = None
    s.put(m, s.grid.at(0, 0))
    assert f"move jock {sq(1, 0)}" not in offered(s, "move")


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


@pytest.mark.clause("RR-1.5", "RR-1.6", "RR-1.7", "RR-1.9", "RR-1.14", "RR-1.15", "RR-5.2")
def test_squares_let_men_and_lines_through_as_their_kind_says() -> None:  # TV-1
    for kind, walks, seen_through in ((".", True, True), ("~", False, True), ("F", True, False), ("R", False, False)):
        layout = plain(5, 5, **({kind: "2,2"} if kind != "." else {}))
        grid = layout.grid
        assert may(layout, WALK, 2, 3, 2, 2) == walks
        assert may(layout, MARCH, 2, 3, 2, 2) == walks
        assert (layout.eyes.level(grid.at(2, 4), grid.at(2, 0)) == 0) == seen_through
        assert layout.eyes.level(grid.at(2, 4), grid.at(2, 2)) == 0


@pytest.mark.clause("RR-1.8", "RR-1.10", "RR-1.11", "RR-9.8")
def test_forest_hides_what_is_behind_it_and_is_fully_visible_from_beside() -> None:  # TV-21b
    layout = plain(7, 5, F="1,1 2,3", H="5,1")
    assert seen(layout, 3, 4, NORTH, 7, 5) == ["xxooopp", "xxooooo", "-xxooo-", "--ooo--", "--o@o--"]


@pytest.mark.clause("RR-1.11", "RR-8.2")
def test_forest_hides_a_crouched_man_from_all_but_his_neighbours() -> None:  # TV-16
    for y, low, visible in ((3, True, False), (1, True, True), (3, False, True)):
        s = field(plain(7, 5, F="3,3 3,1" if y == 1 else "3,3"))
        m = man(s, "paddy", 3, y, low=low)
        u = unit(s, "rifle", 3, 0, S)
        assert sight.sees(s, u, m) == visible


@pytest.mark.clause("RR-1.13", "RR-16.11")
def test_forest_takes_one_off_and_short_range_gives_it_back() -> None:  # TV-47
    s = field(plain(7, 7, F="3,3"), dice=[5, 3])
    s.section = BATTLE
    m = man(s, "jock", 3, 3, spotted=True)
    unit(s, "smg", 3, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 4


@pytest.mark.clause("RR-1.16", "RR-1.17")
def test_eight_squares_are_adjacent_and_distance_leaves_out_the_start() -> None:
    layout = plain(5, 5)
    grid = layout.grid
    here = grid.at(2, 2)
    s = field(layout)
    u = unit(s, "rifle", 2, 2, NORTH)
    assert sum(1 for v in grid.squares if notice.range_to(s, u, v) == 1) == 8
    assert grid.distance(here, grid.at(4, 3)) == 2
    assert len(bits(moved(layout.fields[4 * here + NORTH], 0))) == 3 + 5 + 2


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


@pytest.mark.clause("RR-1.22", "RR-2.13", "RR-2.15")
def test_nobody_leaves_through_a_wall_at_the_edge_of_the_board() -> None:
    walled = LANE.replace("entry: N[1,0]", "entry: W[0,0]").replace(
        " R . . . . . . . . .\n", " . . . . . . . . . .\n", 1
    )
    fenced = walled.replace("\n . . . .", "\nh. . . .", 1)
    gap = fenced.replace("\n R . . .", "\n . . . .", 1)
    left = {}
    for text in (walled, fenced, gap):
        mission, faults = read_mission(text, data.FACES, tuple(data.OPERATORS))
        assert mission is not None, faults
        stage = Stage(mission, layout_of(mission))
        left[text] = {stage.names[v] for v in bits(stage.exits)}
    assert left[walled] == {"a3", "a4", "a5", "a6", "a7", "a8"}
    assert left[fenced] == {"a3", "a4", "a6", "a7", "a8"}
    assert left[gap] == left[walled], "round the end of the wall"
    assert GAME.check("x.mission", walled) == GAME.check("x.mission", gap) == []
    assert GAME.check("x.mission", fenced) == [(5, "nobody can step onto the board from the entry tile")]


@pytest.mark.clause("RR-1.24", "RR-1.4")
def test_who_stands_on_an_occupied_square_may_only_move_or_sprint_on() -> None:
    s = field(plain(9, 9, H="4,3"))
    m = man(s, "jock", 4, 5)
    man(s, "paddy", 4, 4)
    act_with(s, m)
    do(s, f"move jock {sq(4, 4)}")
    assert {action[0] for action in legal(s)} == {"move", "sprint"}


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
    s.lay(blasts=(s.grid.at(2, 7),))
    s.forget()
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
    s.lay(blasts=(s.grid.at(0, 0),))
    s.forget()
    swimmer(s, 2, 0)
    swimmer(s, 3, 0)
    m = swimmer(s, 1, 0)
    s.m_ap[m] = 3
    act_with(s, m)
    assert offered(s, "swim") == [f"swim wick {sq(2, 0)}"]
    s.m_ap[m], s.offered = 2, None
    assert not offered(s, "swim")


@pytest.mark.clause("RR-1.24", "RR-20.55")
def test_who_is_shut_in_by_smoke_on_an_occupied_square_may_still_end_his_turn() -> None:
    s = field(board(CORRIDOR), dice=[6, 1, 1, 1, 1, 1])
    m = man(s, "paddy", 2, 1)
    man(s, "jock", 1, 1)
    s.lay(barrels=(s.grid.at(3, 1),))
    s.forget()
    act_with(s, m)
    do(s, "move-attack paddy b2 pistol barrel-1")
    through(s, "hit")
    assert not offered(s, "move")
    assert offered(s, "end", "paddy")


@pytest.mark.clause("RR-1.24", "RR-20.39")
def test_who_leaves_the_water_may_pass_another_man_if_he_can_go_on() -> None:
    s = field(board(POND))
    m = man(s, "wick", 3, 1)
    s.swim(m, 1)
    man(s, "jock", 2, 1)
    act_with(s, m)
    assert offered(s, "swim", "wick", sq(2, 1))
    assert offered(s, "sprint", "wick", sq(2, 1))
    do(s, f"swim wick {sq(2, 1)}")
    assert {action[0] for action in legal(s)} == {"move", "sprint"}, "he must go on"
    s.m_at[m], s.m_ap[m] = s.grid.at(3, 1), 1
    s.m_swim, s.offered = changed(s.m_swim, m, 1), None
    assert not offered(s, "swim", "wick", sq(2, 1)), "with his last point he would end there"
