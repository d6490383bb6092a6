"""Chapter 17, the End Phase."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.state import BATTLE, OFF, STEALTH, Regiment, changed
from sandtable.games.rogue_regiment.table import debrief
from tests.kit import begun
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, field, man, run, unit


@pytest.mark.clause("RR-17.1", "RR-12.19")
def test_the_meter_falls_by_one_only_at_the_end_of_a_turn() -> None:  # TV-78
    s = field(plain(9, 9))
    man(s, "jock", 0, 0, spotted=True)
    unit(s, "rifle", 8, 8, S, alert=True)
    run(s, end.EndPhase())
    assert s.meter == 5


@pytest.mark.clause("RR-17.2")
def test_spotted_tokens_go_when_nobody_is_alert() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0, spotted=True)
    run(s, end.EndPhase())
    assert s.meter == 5
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-17.4", "RR-17.8", "RR-9.24")
@pytest.mark.parametrize("hidden_by", ["smoke", "cigarette"])
def test_a_body_that_nothing_hides_any_more_is_found_after_the_meter_has_moved(hidden_by: str) -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 11, 11, spotted=True)
    u, near = unit(s, "rifle", 5, 9, N), unit(s, "smg", 8, 9, S)
    s.lay(corpses=(s.grid.at(5, 2),))
    if hidden_by == "smoke":
        s.lay(blasts=(s.grid.at(5, 5),))
    else:
        s.u_cig, s.cigarette = changed(s.u_cig, u, 1), 1
    s.forget()
    run(s, end.EndPhase())
    assert (s.u_alert[u], s.u_alert[near]) == (1, 1)
    assert s.meter == 5
    assert not s.m_spotted[m], "nobody was alert when the tokens were removed"


@pytest.mark.clause("RR-17.3", "RR-17.4", "RR-17.5", "RR-17.6", "RR-17.7")
def test_bodies_under_trees_go_in_stealth_and_all_bodies_in_battle() -> None:
    for section, left in ((STEALTH, 1), (BATTLE, 0)):
        s = field(plain(9, 9, F="1,1"))
        s.section = section
        m = man(s, "jock", 8, 0, spotted=section == BATTLE)
        s.lay(corpses=(s.grid.at(1, 1), s.grid.at(5, 5)))
        s.lay(blasts=(s.grid.at(7, 7),))
        s.m_mark_at = changed(s.m_mark_at, m, s.grid.at(2, 2))
        run(s, end.EndPhase())
        assert sum(v >= 0 for v in s.corpses) == left
        assert list(s.blasts) == []
        assert s.m_mark_at[m] == OFF
        assert bool(s.m_spotted[m]) == (section == BATTLE)


@pytest.mark.clause("RR-17.6")
def test_the_debrief_says_why_no_body_lies_on_the_board_after_an_alarm() -> None:
    s = begun(sandtable.load("rogue-regiment"), Regiment, "m1-cold-ford", seed=1)
    assert "Leave no body on the board" in [line.text for line in debrief.lines(s)]
    s.section = BATTLE
    assert any("after the alarm all bodies are taken away" in line.text for line in debrief.lines(s))
