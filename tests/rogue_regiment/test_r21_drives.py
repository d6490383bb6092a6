"""Chapter 21: driving the players' vehicles."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import r21_cars as cars
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, do, field, man, run
from tests.rogue_regiment.test_fourth_audit_v import willys


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
