"""What one reader sees: made once, from the view alone, and as it was when the game goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import Game, IllegalAction, Refusal, Seen, State, act, fingerprint, legal, peek, play
from sandtable.kernel.scene import BarItem, Scene
from tests.kernel.toys import cards, convoy, corridor

for _game in (cards.GAME, convoy.GAME, corridor.GAME):
    sandtable.register(_game)


class Counting(convoy.ConvoyGame):
    """The convoy, which counts how often a position is imagined."""

    imagined = 0

    def imagine(self, view: dict[str, Any], seat: str | None, seed: int = 0) -> State:
        self.imagined += 1
        return super().imagine(view, seat, seed)

    def scene_of(self, seen: Seen) -> Scene:
        fuel = BarItem(id="fuel", label="Fuel", value=seen.position.fuel, of=None)
        return msgspec.structs.replace(super().scene_of(seen), bar=[fuel])

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        return {"cells": {convoy.PLACES[at]: {"shade": 1, "text": ""} for at in seen.position.at}}

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        return [convoy.PLACES[seen.position.at[convoy.TRUCKS.index(thing)]]]


def test_all_that_is_told_of_one_position_imagines_it_once() -> None:
    game = Counting()
    s = game.start(seed=1)
    play(s, act("with", "T1"))
    seen = game.seen(s, "driver")
    assert game.imagined == 0, "nothing is made before somebody asks"
    told = seen.prompt, seen.options, seen.prices, seen.scene, seen.overlay("reach"), seen.about("T1"), seen.names
    assert seen.why_not("with T1") is not None
    assert seen.odds(act("go", "well")) is not None
    assert all(told)
    assert game.imagined == 1


@pytest.mark.parametrize("game", [cards.GAME, convoy.GAME, corridor.GAME], ids=lambda game: game.name)
def test_a_view_alone_tells_the_same(game: Game) -> None:
    s = game.start(seed=5)
    while s.number < 6 and legal(s):
        play(s, legal(s)[-1])
        for reader in (*game.seats(s), None):
            seen, view = game.seen(s, reader), game.view(s, reader)
            assert Seen(game, view).options == seen.options
            assert game.prompt(view) == seen.prompt
            assert game.scene(view) == seen.scene
            assert game.names(view) == seen.names
            assert game.prices(view, seen.options) == seen.prices
            assert game.why_not(view, "no such words") == seen.why_not("no such words")
            for action in seen.options:
                assert game.why_not(view, action) is None is seen.why_not(action)
                assert game.odds(view, action) == seen.odds(action)


def test_who_does_not_choose_is_told_that_alone() -> None:
    s = cards.GAME.start(seed=1)
    waiting = "south" if s.seat == "north" else "north"
    for reader in (waiting, None):
        seen = cards.GAME.seen(s, reader)
        assert not seen.chooses
        assert (seen.options, seen.prices, seen.odds(legal(s)[0])) == ([], [], None)
        assert seen.why_not(legal(s)[0]) == Refusal("", f"somebody else chooses now: {seen.names[str(s.seat)]}")
        assert seen.prompt == sandtable.Prompt(s.seat, f"{{{s.seat}}} must choose", "C-3")


def test_what_was_seen_stays_when_the_game_goes_on() -> None:
    s = convoy.GAME.start(seed=3)
    play(s, act("with", "T1"))
    seen = convoy.GAME.seen(s, "driver")
    play(s, act("go", "well"))
    assert seen.options == [act("with", "T2"), act("with", "T3"), act("with", "T4"), act("go", "well")]
    assert seen.position.at == [0, 0, 0, 0]


def test_nothing_that_is_asked_changes_the_imagined_position() -> None:
    s = convoy.GAME.start(seed=3)
    play(s, act("with", "T1"))
    seen = convoy.GAME.seen(s, "driver")
    before = fingerprint(seen.position)
    seen.odds(act("go", "well"))
    seen.peek(["with T3"])
    assert (seen.prompt, seen.prices, seen.scene) is not None
    assert fingerprint(seen.position) == before
    assert not seen.position.listen


def test_a_peek_shows_what_a_set_named_in_any_order_would_be_offered() -> None:
    s = convoy.GAME.start(seed=3)
    before = fingerprint(s)
    named = peek(s, ["with T3", "with T1"])
    assert fingerprint(s) == before, "nothing was played"
    play(s, act("with", "T1"))
    play(s, act("with", "T3"))
    assert named == legal(s)
    assert peek(s, []) == legal(s)


def test_ahead_of_links_is_a_choice_like_any_other_and_an_act_is_no_link() -> None:
    s = convoy.GAME.start(seed=3)
    seen = convoy.GAME.seen(s, "driver")
    ahead = seen.ahead(["with T3", "with T1"])
    assert ahead is not None
    play(s, act("with", "T1"))
    play(s, act("with", "T3"))
    after = convoy.GAME.seen(s, "driver")
    assert (ahead.options, ahead.prompt, ahead.prices) == (after.options, after.prompt, after.prices)
    assert seen.ahead(["with T1", "go well"]) is None, "dice would be rolled"


def test_a_peek_says_why_a_link_does_not_fit() -> None:
    s = convoy.GAME.start(dice=[1, 4])
    play(s, act("with", "T1"))
    play(s, act("with", "T2"))
    play(s, act("go", "well"))
    with pytest.raises(IllegalAction, match="{T1} is stuck"):
        peek(s, ["with T2", "with T1"])


def test_a_peek_rolls_nothing_and_shows_nothing() -> None:
    s = convoy.GAME.start(seed=3)
    with pytest.raises(IllegalAction, match="“go well” is left to chance"):
        peek(s, ["with T1", "go well"])
    table = cards.GAME.start(seed=1)
    card, other = (" ".join(action) for action in legal(table)[:2])
    with pytest.raises(IllegalAction, match=f"your choice ends before “{other}”"):
        peek(table, [card, other])
    assert peek(table, [card]) == [], "the other's options are no business of his"
    play(table, legal(table)[0])
    with pytest.raises(IllegalAction, match="would show something: the cards of the round"):
        peek(table, [" ".join(legal(table)[0])])


def test_nobody_peeks_after_the_end() -> None:
    s = corridor.GAME.start(dice=[1] * 50)
    while options := legal(s):
        play(s, options[-1])
    with pytest.raises(IllegalAction, match="the game is over"):
        peek(s, ["wait"])
