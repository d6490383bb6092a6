"""What players are shown: scenes, overlays, odds, reasons."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import chances
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, S, act_with, field, man, unit


def begun() -> Regiment:
    s = GAME.start("m1-cold-ford", seed=5)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    return s


@pytest.mark.parametrize(("face", "words"), [(5, "target down"), (4, "spotted, units alerted")])
@pytest.mark.clause("RR-6.5")
def test_an_action_is_summed_up_in_a_few_words(face: int, words: str) -> None:
    s = field(plain(9, 9), dice=[face])
    m = man(s, "jock", 0, 0)
    unit(s, "rifle", 5, 0, E)
    act_with(s, m)
    before = s.clone()
    play(s, ("attack", "jock", "pistol", "rifle-1"))
    while s.seat and ("turn" in {action[0] for action in legal(s)}):
        play(s, legal(s)[0])
    assert chances.sum_up(before, s) == words


@pytest.mark.clause("RR-10.9", "RR-6.5")
def test_odds_count_the_dice_of_a_shot() -> None:
    s = begun()
    play(s, ("act", "jock"))
    view = GAME.view(s, "operators")
    quiet = GAME.odds(view, ("end", "jock"))
    assert quiet is None
    moves = [action for action in legal(s) if action[0] == "move"]
    assert GAME.odds(view, moves[0]) is None, "nobody looks and nothing is rolled"


@pytest.mark.clause("RR-9.16", "RR-5.1", "RR-2.29")
def test_overlays_show_sight_in_three_shades_and_reach_with_its_cost() -> None:
    s = begun()
    view = GAME.view(s, "operators")
    sees = GAME.overlay(view, "sees", "rifle-1")["cells"]
    assert {cell["shade"] for cell in sees.values()} >= {1, 3}
    reach = GAME.overlay(view, "reach", "jock")["cells"]
    assert reach
    assert {cell["text"] for cell in reach.values()} == {"1", "2", "3", "4"}


@pytest.mark.clause("RR-4.11", "RR-8.13", "RR-8.4", "RR-1.24", "RR-5.2")
def test_a_refusal_names_its_clause() -> None:
    s = begun()
    play(s, ("act", "jock"))
    view = GAME.view(s, "operators")
    for words, clause in (
        ("move jock a1", "RR-5.1"),
        ("dance jock", "RR-4.11"),
        ("move paddy a1", "RR-4.7"),
        ("recover jock", "RR-1.22"),
    ):
        refusal = GAME.why_not(view, words)
        assert refusal is not None
        assert refusal.clause == clause, words
    assert S == 2
