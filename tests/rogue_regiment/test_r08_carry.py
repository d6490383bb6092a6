"""Chapter 8, crouching, carrying and placing, where they meet what other chapters say."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment.state import CORPSE
from sandtable.kernel.flow import parse
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import S, act_with, do, field, man, offered, sq, unit


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


@pytest.mark.clause("RR-8.11", "RR-8.21", "RR-10.2")
def test_a_body_and_an_item_under_a_man_are_picked_up_in_one_action() -> None:
    s = field(plain(9, 9))
    m = man(s, "hawke", 4, 4)
    here = s.grid.at(4, 4)
    s.traps = ((here, m, 1),)
    u = unit(s, "rifle", 4, 0, S)
    act_with(s, m)
    assert not offered(s, "pick-up", "hawke", "lot"), "there is a trap alone"
    assert s.choice is not None and s.choice.why_not(s, parse("pick-up hawke lot")).clause == "RR-8.11"
    s.corpses, s.offered = (here,), None
    s.m_low[m] = 1
    assert not offered(s, "pick-up", "hawke", "lot")
    assert s.choice.why_not(s, parse("pick-up hawke lot")).clause == "RR-8.6"
    s.m_low[m], s.offered = 0, None
    traps = s.has(m, data.I_TRAP)
    do(s, "pick-up hawke lot")
    assert (s.m_object[m], s.has(m, data.I_TRAP), len(s.traps)) == (CORPSE, traps + 1, 0)
    assert (s.m_spotted[m], s.u_alert[u]) == (1, 1)
    assert s.m_health[m] == 5, "one action, and it has only now made him alert: nobody fires"
