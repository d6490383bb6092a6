"""Many games between bots: what they rest on."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

import sandtable
from sandtable.sim.simulate import make_plan, play_through, uncollected
from tests.promises import all_games

GAMES = tuple(game.name for game in all_games())


def circles(work: Callable[[], object]) -> int:
    """How many objects only the collector can free after some work."""
    gc.collect()
    with uncollected():
        work()
        return gc.collect()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_refers_to_nothing_in_circles(name: str, bot: str) -> None:
    """So the collector may be off while games are played. What is kept for later games is made by a first one."""
    game = sandtable.load(name)
    begun = game.start()
    bots = dict.fromkeys(game.seats(begun), bot if bot in game.bots() else "random")
    plan = make_plan(name, begun.setup.scenario, {}, bots, 7)
    first = play_through(plan, 0)
    assert not first.error
    assert circles(lambda: play_through(plan, 1)) == 0


def test_circles_are_counted_and_the_collector_comes_back() -> None:
    def circle() -> None:
        ring: list[object] = []
        ring.append(ring)

    assert circles(circle) == 1
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled(), "the inner one leaves it as it was"
    assert gc.isenabled()
