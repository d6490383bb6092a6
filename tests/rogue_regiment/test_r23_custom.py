"""Chapter 23: custom missions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r23_custom as custom
from sandtable.games.rogue_regiment.board import drawing
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.missions import Mission
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import legal, play


@pytest.mark.clause("RR-23.1", "RR-23.2", "RR-23.3")
def test_operators_and_meter_go_by_the_number_of_tiles() -> None:
    assert [custom.measure(tiles) for tiles in (4, 6, 8, 9, 12)] == [(2, 6), (3, 7), (4, 8), (4, 8), (4, 8)]


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


@pytest.mark.clause("RR-23.7")
def test_a_larger_map_raises_meter_and_operators_by_the_same_measure() -> None:
    small = data.MISSIONS["m3-market-day"]
    larger = custom.rescaled(small, 6)
    assert (larger.operators, larger.meter) == (3, (9, 7, 5))
    assert custom.rescaled(larger_map(larger), 4).meter == small.meter


def larger_map(mission: Mission) -> Mission:
    return replace(mission, map=tuple((*row, ("T9B", 0)) for row in mission.map))


@pytest.mark.parametrize(
    ("mission", "tiles"), [(m.id, size) for m in data.MISSIONS.values() for size in custom.sizes_of(m)[1:]]
)
@pytest.mark.clause("RR-23.4", "RR-23.5")
def test_every_smaller_map_can_be_set_up_and_begun(mission: str, tiles: str) -> None:
    s = GAME.start(mission, seed=2, options={"tiles": tiles})
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    assert len(s.m_kind) >= s.stage.mission.operators
    assert s.stage.mission.objectives
    assert len(s.stage.mission.map) * len(s.stage.mission.map[0]) == int(tiles)
    assert drawing.board_svg(drawing.board_id(s.stage.mission)).startswith("<svg")
