"""Chapter 23, custom missions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import custom, data
from sandtable.games.rogue_regiment.box.missions import Objective, Side, most_points, read_mission
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r23_checking as checking
from sandtable.games.rogue_regiment.table import drawing
from sandtable.kernel.errors import BadInput
from tests.rogue_regiment.positions import own_mission, set_up

LARGE = """
mission: X1  name: Long way  type: raid  tiles: 4x3
map: T9B,T5A,T8A,T1B / T4A:90,T1A,T4A:90,T2B / T1B,T1B,T1B,T1B
operators: 4 free   willys: or-resistance   deck: blue   packs: -   window: -
meter: 10 8 6   entry: W[0,1]   spawn: black N[1,0]  white E[3,1]
resistance: [0,1].verge 4
objective: officer [2,0].office 2
officer: [2,0].office/S
victory: major 6 minor 3
"""
SMALL = """
mission: X2  name: The orchard wall  type: infiltration  tiles: 2x1
map: T1B,T2A
operators: 2 free   willys: no   deck: green   packs: -   window: -
meter: 8 6 4   entry: W[0,0]   spawn: black N[1,0]
objective: documents [1,0].office 3
victory: major 4 minor 3
"""


@pytest.mark.clause("RR-23.1", "RR-23.2", "RR-23.3")
def test_operators_and_meter_go_by_the_number_of_tiles() -> None:
    assert [custom.measure(tiles) for tiles in (4, 6, 8, 9, 12)] == [(2, 6), (3, 7), (4, 8), (4, 8), (4, 8)]


@pytest.mark.clause("RR-23.3")
def test_the_resistance_still_comes_to_a_map_cut_to_eight_tiles() -> None:
    mission, faults = read_mission(LARGE, data.FACES, tuple(data.OPERATORS))
    assert mission is not None, faults
    smaller = custom.resized(mission, "8")
    assert (smaller.operators, smaller.meter[1], smaller.willys) == (4, 8, "or-resistance")
    assert smaller.resistance is not None
    assert custom.resized(mission, "6").resistance is None


@pytest.mark.clause("RR-23.3", "RR-22.1", "RR-1.23")
def test_a_mission_of_one_s_own_brings_the_support_that_it_names() -> None:
    assert len(own_mission(LARGE, "m1-cold-ford").m_kind) == 8, "four Operators and four of the Resistance"
    jeep = LARGE.replace("or-resistance", "yes").replace("resistance: [0,1].verge 4\n", "")
    assert own_mission(jeep, "m1-cold-ford").c_kind == (data.WILLYS,)
    assert own_mission(jeep, "m8-iron-harvest", support="none").c_kind == ()


@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.6")
def test_nine_tiles_cut_to_six_or_four_lose_meter_operators_and_willys() -> None:  # TV-63
    whole = data.MISSIONS["m8-iron-harvest"]
    six, four = custom.resized(whole, "6"), custom.resized(whole, "4")
    assert (whole.operators, whole.meter[1], whole.willys) == (4, 8, "yes")
    assert (six.operators, six.meter[1], six.willys) == (3, 7, "no")
    assert (four.operators, four.meter[1], four.willys) == (2, 6, "no")
    assert (len(six.map), len(six.map[0])) == (2, 3)
    assert six.map == whole.map[1:]
    assert six.convoy == whole.convoy
    assert 0 < six.minor < six.major < whole.major


@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.7", "RR-1.21")
@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_a_mission_of_any_size_has_no_mistake_and_can_be_won(mission: str) -> None:
    for tiles in custom.sizes_of(data.MISSIONS[mission]):
        s = set_up(mission, tiles=tiles)
        assert checking.misplaced(s, "") == []
        assert len(s.stage.mission.spawns) == len(data.MISSIONS[mission].spawns)
        assert s.stage.mission.major <= most_points(s.stage.mission)


@pytest.mark.parametrize(
    ("mission", "tiles"), [(m.id, size) for m in data.MISSIONS.values() for size in custom.sizes_of(m)[1:]]
)
@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.7")
def test_every_other_size_can_be_set_up_and_begun(mission: str, tiles: str) -> None:
    s = set_up(mission, tiles=tiles)
    assert len(s.m_kind) >= s.stage.mission.operators
    assert s.stage.mission.objectives
    assert len(s.stage.mission.map) * len(s.stage.mission.map[0]) == int(tiles)
    assert drawing.board_svg(drawing.board_id(s.stage.mission)).startswith("<svg")


@pytest.mark.clause("RR-23.4", "RR-23.5")
@pytest.mark.parametrize("box", ["m1-cold-ford", "m4-sunken-lane", "m7-saint-aubert-gaol", "m8-iron-harvest"])
def test_a_mission_of_one_s_own_keeps_its_size_whatever_it_takes_the_place_of(box: str) -> None:
    assert [len(row) for row in own_mission(SMALL, box).stage.mission.map] == [2]
    assert [len(row) for row in own_mission(LARGE, box).stage.mission.map] == [4, 4, 4]


@pytest.mark.clause("RR-23.4")
def test_a_mission_of_one_s_own_is_cut_when_that_is_asked_for_and_can_be_done() -> None:
    assert [len(row) for row in own_mission(LARGE, "m8-iron-harvest", tiles="6").stage.mission.map] == [3, 3]
    with pytest.raises(BadInput, match="tiles=6"):
        GAME.start("m8-iron-harvest", mission=SMALL, options={"tiles": "6"})


@pytest.mark.clause("RR-23.7")
def test_a_larger_map_raises_meter_and_operators_by_the_same_measure() -> None:
    small = data.MISSIONS["m3-market-day"]
    larger = custom.resized(small, "6")
    assert (larger.operators, larger.meter) == (3, tuple(value + 1 for value in small.meter))
    assert (custom.resized(larger, "4").operators, custom.resized(larger, "4").meter) == (small.operators, small.meter)


@pytest.mark.clause("RR-23.7", "RR-23.3")
def test_a_map_grows_where_the_operators_come_in_so_that_they_must_cross_more() -> None:
    for name, tiles, size in (
        ("m3-market-day", "6", (3, 2)),
        ("m4-sunken-lane", "8", (4, 2)),
        ("m6-stone-teeth", "9", (3, 3)),
    ):
        own, s = data.MISSIONS[name], set_up(name, tiles=tiles)
        larger = s.stage.mission
        assert (len(larger.map[0]), len(larger.map)) == size
        kept = [row[-len(own.map[0]) :] for row in larger.map[: len(own.map)]]
        assert kept == list(own.map), "the old map lies where it is farthest from the entry"
        assert len(larger.objectives) == len(own.objectives)
        assert (larger.major, larger.minor) == (own.major, own.minor)
        goals = [s.stage.square(o.place) for o in larger.objectives if o.place is not None]
        assert all(min(s.grid.distance(v, e) for e in s.stage.entry) > 10 for v in goals)
        assert (s.c_kind == (data.WILLYS,)) == (int(tiles) >= 8), "from 8 tiles on the Willys comes along"
    assert set_up("m4-sunken-lane", tiles="8", support="none").c_kind == ()
    assert set_up("m4-sunken-lane").c_kind == ()


@pytest.mark.clause("RR-23.7", "RR-21.26")
def test_the_boat_keeps_its_way_out_when_the_map_changes_elsewhere() -> None:
    whole = data.MISSIONS["m5-mill-race"]
    way = Objective("boat-exit", 2, side=Side(3, 0, 0))
    for tiles in "469":
        mission = custom.resized(replace(whole, objectives=(*whole.objectives, way)), tiles)
        assert [o.side for o in mission.objectives if o.kind == "boat-exit"] == [Side(3, 0, 0)]


@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_every_option_has_a_default_and_a_sentence(mission: str) -> None:
    for option in GAME.scenario(mission).options:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values) > 1
        assert option.text.endswith(".")
