"""What is remembered to be quick is the same as what is worked out anew."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play
from sandtable.kernel.squares import Grid

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(scenario.id for scenario in GAME.scenarios())
KNOWN = tuple(
    f"veil_{name}"
    for name in ("low", "high", "ours", "calm", "keen", "wheels", "twice", "solid", "cars", "bars", "shut", "burning")
)


def positions(mission: str, seed: int, most: int) -> list[Regiment]:
    """Positions of a random game, as they were met, with what had been remembered of them."""
    s = GAME.start(mission, seed=seed)
    assert isinstance(s, Regiment)
    rng = Rng(seed)
    found: list[Regiment] = []
    while (options := legal(s)) and len(found) < most:
        found.append(s.clone())
        action = options[rng.below(len(options))]
        if action[0] in ("end", "leave"):  # random men give up too soon
            action = options[rng.below(len(options))]
        play(s, action)
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_remembered_of_the_board_is_what_stands_there(mission: str) -> None:
    checked = 0
    for s in positions(mission, 3, 120):
        if s.veil_known:
            before = [getattr(s, name) for name in KNOWN]
            sight.veil(s)
            assert [getattr(s, name) for name in KNOWN] == before
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("mission", MISSIONS)
def test_what_is_remembered_of_a_view_is_what_is_seen(mission: str) -> None:
    for s in positions(mission, 4, 120)[::6]:
        for u in range(len(s.u_kind)):
            if not s.here(u):
                continue
            low, high = sight.axis_veil(s, u)
            stand = lie = 0
            for corner, point, facing in sight.looks(s, u):
                eyes = s.layout.crew if corner else s.layout.eyes
                field = (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
                stand |= eyes.partly(point, field, high)
                lie |= eyes.fully(point, field, low)
            assert sight.view_of(s, u, False) == stand
            assert sight.view_of(s, u, True) == lie
            assert stand & ~sight.may_view(s, u) == 0


def test_distances_from_a_square_are_those_between_squares() -> None:
    grid = Grid(20, 10)
    for a in range(0, grid.size, 7):
        assert list(grid.far(a)) == [grid.distance(a, b) for b in range(grid.size)]
