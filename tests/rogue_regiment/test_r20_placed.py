"""Chapter 20, what is placed and waits."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box.tiles import WHITE
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import card_of, line, walker


@pytest.mark.clause("RR-20.17", "RR-20.5", "RR-20.6", "RR-20.7")
def test_a_barrel_hit_by_a_loud_weapon_goes_up_and_its_smoke_stays() -> None:  # TV-57
    s = field(plain(12, 12), dice=[6, 3, 3, 2, 1, 1])
    m = man(s, "jock", 1, 1)
    s.lay(barrels=(s.grid.at(6, 1),))
    men = [unit(s, "rifle", x, y, E) for x, y in ((5, 0), (6, 2), (7, 1))]
    act_with(s, m)
    do(s, "attack jock pistol barrel-1")
    through(s, "hit")
    assert not any(s.alive(u) for u in men)
    assert [at(s, v) for v in s.blasts] == [(6, 1)]
    assert s.meter == 4, "the pistol and the blast each move it"


@pytest.mark.clause("RR-20.17", "RR-20.31", "RR-9.23")
def test_a_trap_kills_who_steps_on_it_and_a_mine_goes_off() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    m = man(s, "jock", 0, 8)
    u = walker(s, link, 1, E)
    s.lay(traps=((s.grid.at(3, 2), m, 0),))
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert not s.alive(u)
    assert [at(s, v) for v in s.corpses] == [(3, 2)]
    assert s.traps == ((s.grid.at(3, 2), m, 1),)
    s2 = field(layout, dice=[1, 1, 2, 1])
    owner = man(s2, "paddy", 0, 8)
    v = walker(s2, link, 1, E)
    s2.mines = ((s2.grid.at(3, 2), owner),)
    s2.token = WHITE
    run(s2, patrol.PatrolPhase())
    do(s2, f"hit {s2.unit(v)}")
    assert not s2.alive(v)
    assert list(s2.mines) == []
    assert s2.meter == 5


@pytest.mark.clause("RR-20.20", "RR-8.14")
def test_a_bomb_goes_no_deeper_than_the_deck_and_twenty_cards() -> None:
    for cards, deepest in ((30, 20), (3, 3), (1, 1), (0, 1)):
        s = field(plain(9, 9))
        s.deck = (card_of("cigarette"),) * cards
        m = man(s, "jock", 4, 4)
        s.m_ap[m] = 1
        act_with(s, m)
        do(s, f"place jock lewes {sq(4, 5)}")
        if deepest > 1:
            assert offered(s) == [f"fuse {k}" for k in range(1, deepest + 1)]
            do(s, f"fuse {deepest}")
        assert s.bombs == ((s.grid.at(4, 5), deepest, m),), "with no card left the next draw sets it off"
        assert s.m_ap[m] == 0


@pytest.mark.clause("RR-20.20", "RR-20.21", "RR-20.22", "RR-20.23", "RR-20.24", "RR-20.56")
def test_bombs_of_one_depth_go_off_together_after_the_effect() -> None:  # TV-59
    s = field(plain(14, 14), dice=[1] * 12)
    m = man(s, "jock", 0, 0)
    s.bombs = (
        (s.grid.at(12, 2), 3, m),
        (s.grid.at(12, 12), 3, m),
    )
    s.deck = (card_of("cigarette"),) * 3
    s.cigarette = 1
    for n in range(3):
        assert len(s.blasts) == 0, n
        run(s, events.EventPhase())
    assert len(s.blasts) == 2
    assert s.meter == 4


@pytest.mark.clause("RR-20.24")
def test_whom_one_of_two_bombs_kills_has_not_turned_to_the_other() -> None:
    s = field(plain(20, 20), dice=[1] * 6 + [6, 1, 1, 1, 1, 1], meter=9)
    m = man(s, "jock", 10, 14)
    u = unit(s, "rifle", 10, 10, E)
    other = unit(s, "rifle", 2, 2, E)
    s.bombs = ((s.grid.at(6, 18), 0, m), (s.grid.at(10, 10), 0, m))
    run(s, placed.Bombs())
    through(s)
    assert not s.alive(u)
    assert not s.m_spotted[m], "to see him, who was blown up would have had to turn to the first bomb"
    assert s.u_alert[other], "who is left hears them"
    assert s.meter == 7, "each moves the meter"
    assert len(s.blasts) == 2
