"""Chapter 4, the turn."""

from __future__ import annotations

import re

import pytest

from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, STEALTH, SUPPORT, changed
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, W, act_with, do, field, man, offered, refused, run, sq, unit
from tests.rogue_regiment.positions import card_of, set_up, willys


@pytest.mark.clause("RR-4.1", "RR-4.2")
def test_a_stealth_turn_has_six_phases_and_a_battle_turn_five() -> None:
    for section, phases in ((STEALTH, 6), (BATTLE, 5)):
        s = field(plain(9, 9, F="0,8"))
        man(s, "jock", 0, 8, low=True, spotted=section == BATTLE)
        s.section = section
        s.cigarette = 1
        s.deck = (card_of("cigarette"),)
        run(s, turn.BeginTurn())
        do(s, "end jock n")
        told = [fact[1] for event in s.events for fact in event.facts if fact[0] == "phase"]
        first = ["operator", "advance", "event", "patrol", "attack", "end"]
        assert len([name for name in first if name in told or name == "operator"]) == phases


@pytest.mark.clause("RR-4.5", "RR-4.7", "RR-4.8", "RR-4.9", "RR-4.10", "RR-4.11", "RR-4.12")
def test_men_act_one_after_the_other_in_any_order_with_four_points_each() -> None:
    s = set_up(seed=5)
    assert offered(s, "act") == ["act jock", "act paddy"]
    do(s, "act paddy")
    assert s.m_ap == [4, 4]
    assert offered(s, "act") == [], "paddy finishes first"
    do(s, offered(s, "move")[0])
    assert s.m_ap[1] == 3
    ends = offered(s, "end")
    assert ends == ["end paddy", "end paddy n", "end paddy e", "end paddy s", "end paddy w"]
    do(s, "end paddy w")
    assert s.m_face[1] == W
    assert offered(s, "end") == ["end jock"], "jock may do nothing; paddy's points are lost"
    assert s.m_done[1] == 1


def test_saying_who_acts_is_a_link_of_a_chain_and_the_end_of_a_turn_is_not() -> None:
    s = set_up(seed=5)
    assert GAME.seen(s, s.seat).ahead(["act paddy"]) is not None
    do(s, "act paddy")
    assert GAME.seen(s, s.seat).ahead(["end paddy"]) is None, "jock is asked next, but not for paddy's sake"


@pytest.mark.clause("RR-4.5", "RR-4.7", "RR-21.13")
def test_who_cannot_act_next_is_told_what_stands_in_the_way() -> None:
    s = field(plain(10, 10))
    man(s, "paddy", 0, 0)
    setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(1, 0), ACTIVE)
    done, dead = man(s, "hawke", 2, 0), man(s, "jock", 3, 0)
    s.m_done = changed(s.m_done, done, 1)
    turn.kill(s, dead)
    willys(s, 6, 6, N, man(s, "wick", 9, 9))
    run(s, turn.Next())
    assert offered(s) == ["act paddy", "act resistance-1"]
    for words, clause in (
        ("act hawke", "RR-4.7"),  # he has had his turn
        ("act jock", "RR-4.5"),  # he is dead
        ("act wick", "RR-21.13"),  # he sits in a vehicle
        ("act willys", "RR-4.6"),  # vehicles were first
    ):
        assert refused(s, words) == clause, words


@pytest.mark.clause("RR-4.13")
def test_an_action_is_resolved_before_the_next_is_offered() -> None:
    s = field(plain(9, 9), dice=[1, 1])
    m = man(s, "jock", 4, 6)
    unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, f"move jock {sq(4, 5)}")
    assert s.dice_used == 1, "the reaction came before the next choice"
    assert offered(s, "move")


@pytest.mark.parametrize("mission", [scenario.id for scenario in GAME.scenarios()])
def test_every_event_of_a_game_has_a_clause_and_names_all_it_speaks_of(mission: str) -> None:
    s = GAME.start(mission, seed=4)
    spoken: set[str] = set()
    for n in range(150):
        options = legal(s)
        if not options:
            break
        for event in play(s, options[(7 * n) % len(options)]):
            assert event.clause.startswith("RR-"), event
            spoken |= set(re.findall(r"{([^}]*)}", event.text))
    assert len(spoken) > 5
    assert spoken <= GAME.names(GAME.view(s, "operators")).keys()
