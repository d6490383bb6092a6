"""The search of reach, which is a C function where it is compiled (scripts/reach.c), finds what Python finds."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from sandtable.geometry import reach as compiled
from sandtable.geometry.hexes import HexGrid
from sandtable.kernel.chance import Rng

SOURCE = Path(__file__).resolve().parents[2] / "src" / "sandtable" / "geometry" / "reach.py"


def test_places_ways_and_costs_are_found_in_the_same_order() -> None:
    spec = spec_from_file_location("interpreted_reach", SOURCE)
    assert spec is not None and spec.loader is not None
    python = module_from_spec(spec)
    spec.loader.exec_module(python)
    seed = 5
    rng = Rng(seed)
    for round_ in range(400):
        grid = HexGrid(2 + rng.below(30), 2 + rng.below(12))  # larger and smaller ones in turns
        steps = [tuple((b, 1 + rng.below(6)) for b in grid.around[a]) for a in range(grid.size)]
        toll = bytearray((0, 0, 0, 1, 2, compiled.CLOSED)[rng.below(6)] for _ in range(grid.size))
        halt = bytearray(rng.below(4) == 0 for _ in range(grid.size))
        given = rng.below(grid.size), rng.below(40)
        apart = bool(rng.below(2))
        ours = compiled.reach(*given, compiled.Net(steps), toll, halt, apart)
        theirs = python.reach(*given, python.Net(steps), toll, halt, apart)
        assert list(ours.before.items()) == list(theirs.before.items()), (seed, round_)
        assert ours.spent == theirs.spent, (seed, round_)


def test_a_start_beyond_the_map_is_an_error() -> None:
    net = compiled.Net([((1, 2),), ((0, 2),)])
    for start in (2, 70_000, 1 << 70):
        with pytest.raises((IndexError, OverflowError)):
            compiled.reach(start, 4, net, bytearray(2), bytearray(2))
