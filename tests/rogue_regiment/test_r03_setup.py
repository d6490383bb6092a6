"""Chapter 3: setting a mission up, and what it is worth in the end."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data, sketch
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.missions import read_mission
from sandtable.games.rogue_regiment.stage import Stage
from sandtable.games.rogue_regiment.state import ACTIVE, DEAD, LEFT, PATROLMAN, Regiment
from sandtable.kernel.flow import legal, play
from sandtable.kernel.squares import bits

PAPERS = """
mission: X1  name: Two desks  type: infiltration
map: T1B,T2A
operators: jock A, paddy A   deck: green
meter: 8 6 4   entry: W[0,0]   spawn: black N[1,0]
objective: documents [1,0].office 5
objective: documents [1,0].kitchen 1
victory: major 4 minor 3
"""


def set_up(mission: str, **options: str) -> Regiment:
    """A mission that a player wrote, at its first action."""
    s = GAME.start("m1-cold-ford", seed=1, mission=mission, options=options)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    return s


@pytest.mark.clause("RR-8.10", "RR-1.1")
def test_documents_count_for_the_objective_that_they_are_and_for_no_other() -> None:
    s = set_up(PAPERS)
    office, kitchen = (s.stage.square(o.place) for o in s.stage.mission.objectives if o.place is not None)
    s.m_state, s.m_at = [ACTIVE, ACTIVE], [kitchen, office]
    carry.pick_up(s, 0, "documents")
    assert s.papers[0] == office
    assert [sketch.status(s, n) for n in (0, 1)] == ["", "in the hands of Jock"]
    s.m_state = [LEFT, DEAD]
    assert setup.points(s) == 1 + 1 - 1, "the papers of the kitchen alone"
    s.m_state = [LEFT, ACTIVE]
    carry.pick_up(s, 1, "documents")
    s.m_state = [LEFT, LEFT]
    assert setup.points(s) == 2 + 5 + 1
    s.m_state = [LEFT, DEAD]
    assert setup.points(s) == 1 + 1 - 1, "what a dead man had is lost"


LANE = """
mission: X2  name: The lane  type: rescue
map: X9,T1B
operators: 2 free   deck: green
meter: 8 6 4   entry: N[1,0]
prisoner: [0,0].lane 3
objective: prisoner 1 each
objective: documents [0,0].lane 1
victory: major 3 minor 2

tile: X9  name: A lane between rocks
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R . . . . . . . . .
+ + + + + + + + + + +
 R . . . . . . . . .
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
patrol p1 black open 1,4>4,4  start 1,4,E  start 2,4,W
anchor lane 1,5
"""


@pytest.mark.clause("RR-3.2", "RR-3.3", "RR-1.3", "RR-22.1")
def test_nobody_is_set_up_where_a_patrol_may_start() -> None:
    assert GAME.check("x.mission", LANE) == []
    s = GAME.start("m1-cold-ford", seed=1, mission=LANE, options={"guards": "4"})
    assert isinstance(s, Regiment)
    for _ in range(2):
        play(s, legal(s)[0])
    assert legal(s) == [("start", "b5"), ("start", "c5")], "both are free, though prisoners and guards crowd the lane"
    while s.phase == 0:
        play(s, legal(s)[0])
    assert next(s.place(s.u_at[u]) for u in range(len(s.u_kind)) if s.u_role[u] == PATROLMAN) == "b5"
    squares = [*s.u_at, *(v for v in s.m_at if s.grid.on_board(v))]
    assert len(squares) == len(set(squares)) == 1 + 1 + 1 + 4 + 3


@pytest.mark.clause("RR-1.3", "RR-3.4", "RR-22.1")
def test_no_more_men_are_set_up_than_there_are_squares() -> None:
    narrow = LANE.replace("map: X9,T1B", "map: X9").replace("entry: N[1,0]", "entry: W[0,0]")
    narrow = narrow.replace(" R . . . . . . . . .\n", " . . R R R R R R R R\n").replace(
        "prisoner: [0,0].lane 3", "guard: [0,0].lane/W"
    )
    narrow = narrow.replace("objective: prisoner 1 each\n", "").replace(
        "patrol p1 black open 1,4>4,4  start 1,4,E  start 2,4,W\n", ""
    )
    s = set_up(narrow, guards="4", operators="1")
    assert sorted(s.place(v) for v in s.u_at) == ["a5", "a6", "b5", "b6"], "one of the mission and three more"


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
        stage = Stage(mission, data.layout_of(mission))
        left[text] = {stage.names[v] for v in bits(stage.exits)}
    assert left[walled] == {"a3", "a4", "a5", "a6", "a7", "a8"}
    assert left[fenced] == {"a3", "a4", "a6", "a7", "a8"}
    assert left[gap] == left[walled], "round the end of the wall"
    assert GAME.check("x.mission", walled) == GAME.check("x.mission", gap) == []
    assert GAME.check("x.mission", fenced) == [(5, "nobody can step onto the board from the entry tile")]


@pytest.mark.clause("RR-1.2")
def test_a_mission_may_bring_tiles_of_its_own() -> None:
    s = set_up(LANE)
    assert s.layout.rows[0][0][0].name == "A lane between rocks"
    assert s.place(s.layout.anchors[0, 0, "lane"]) == "b6"
    assert data.FACES.keys() == {f"T{n}{side}" for n in range(1, 10) for side in "AB"}, (
        "the box has no more than before"
    )
    scene = GAME.scene(GAME.view(s, None))
    assert GAME.board_svg(scene["board"]).startswith("<svg")
