"""Chapter 8, crouching, carrying and placing, where they meet what other chapters say."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment.state import CORPSE
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import S, act_with, do, field, man, sq, unit


@pytest.mark.clause("RR-20.35", "RR-20.34", "RR-8.9", "RR-9.16")
def test_who_picks_up_an_object_under_his_camo_net_is_seen_with_it() -> None:
    for words, taken, y in (
        ("pick-up hawke corpse", True, 4),
        (f"move-take hawke {sq(4, 4)}", True, 5),
        (f"sprint-take hawke {sq(4, 4)}", True, 6),
        (f"move hawke {sq(4, 4)}", False, 5),
        ("pick-up hawke documents", False, 4),
    ):
        s = field(plain(9, 9, F="4,4"))  # the wood hides what is behind it
        m = man(s, "hawke", 4, y)
        assert s.has(m, data.I_CAMO)
        s.corpses = s.papers = (s.grid.at(4, 4),)
        u = unit(s, "rifle", 4, 0, S)
        act_with(s, m)
        do(s, words)
        assert s.m_object[m] == (CORPSE if taken else 0), words
        assert (s.m_spotted[m], s.u_alert[u]) == (int(taken), int(taken)), words
