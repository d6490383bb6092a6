"""Chapter 2, with what chapters 1, 6, 8, 9, 18, 20 and 21 say of sight."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.rules import r02_sight as sight
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, field, unit


@pytest.mark.clause("RR-2.29", "RR-2.30", "RR-9.7", "RR-9.8", "RR-9.10", "RR-18.13", "RR-18.16")
def test_fields_of_view_are_three_kinds_of_squares() -> None:
    s = field(plain(12, 12, H="4,4"))
    u = unit(s, "rifle", 4, 6, N)
    behind_hedge, beside = s.grid.at(4, 2), s.grid.at(3, 6)
    standing, lying = sight.view_of(s, u, False), sight.view_of(s, u, True)
    assert (standing >> behind_hedge & 1, lying >> behind_hedge & 1) == (1, 0)
    assert lying >> beside & 1
    assert not standing >> s.grid.at(4, 7) & 1
    unit(s, "rifle", 4, 3, N)
    assert not sight.view_of(s, u, False) >> behind_hedge & 1, "a calm man blocks the view"
    track = unit(s, "half-track", 9, 5, N)
    seen = sight.view_of(s, track, False)
    assert seen >> s.grid.at(9, 0) & 1
    assert seen >> s.grid.at(9, 10) & 1, "to the rear as well"
    assert not seen >> s.grid.at(11, 6) & 1
