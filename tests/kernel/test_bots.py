"""Bots: they see what their seat sees, and do what is on offer."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import Action, Seen, act, legal, play
from sandtable.kernel.bots import QuickBot
from tests.kernel.toys import convoy
from tests.kit import by_bots
from tests.promises import places_of


class Driver(QuickBot):
    """Sends the first truck as far as it goes, and wants the moon when it is there."""

    asked = 0

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        self.asked += 1
        at = seen.position.at[0]
        if at == 2:
            return act("go", "moon")
        return act("go", convoy.PLACES[at + 1]) if seen.position.choice.stack else act("with", "T1")


class Careful(Driver):
    """Ends the turn where what it wants is not to be had."""

    def otherwise(self, options: list[Action], wanted: Action) -> Action:
        return act("done") if act("done") in options else options[-1]


def test_a_quick_bot_answers_from_the_position_that_its_seat_imagines() -> None:
    s = convoy.GAME.start(dice=[4, 4])
    bot = Careful(convoy.GAME)
    done = []
    while options := legal(s):
        done.append(bot.pick(convoy.GAME.view(s, "driver"), options))
        play(s, done[-1])
    assert done == [act("with", "T1"), act("go", "well"), act("with", "T1"), act("go", "fort"), *[act("done")] * 3]


def test_one_option_is_no_question() -> None:
    bot = Driver(convoy.GAME)
    assert bot.pick({}, [act("done")]) == act("done")
    assert bot.asked == 0


def test_a_bot_that_wants_what_is_not_on_offer_does_not_know_the_rules() -> None:
    s = convoy.GAME.start()
    assert isinstance(s, convoy.Trucks)
    s.at[0] = 2
    with pytest.raises(AssertionError, match=r"\('go', 'moon'\) is not on offer to Driver"):
        Driver(convoy.GAME).pick(convoy.GAME.view(s, "driver"), legal(s))


@pytest.mark.parametrize("name", ["who-dares-wins", "night-drop", "rogue-regiment"])
def test_a_hint_is_what_the_quick_player_does_with_a_reason_that_names_what_is_there(name: str) -> None:
    game = sandtable.load(name)
    told = asked = 0
    for s in by_bots(game, game.start(seed=6), 6, "greedy"):
        if s.number > 160:
            break
        if s.number % 4:
            continue
        view, options = game.view(s, s.seat), sandtable.legal(s)
        advice = game.bot("greedy", 6).advise(view, options)
        assert advice.action == game.bot("greedy", 6).pick(view, options)
        seen = game.seen_in(view, options)
        reason = sandtable.tell(advice.reason, seen.names)
        assert "{" not in reason
        assert set(advice.lit) <= set(seen.names) | places_of(game, seen.drawn.board)
        asked += 1
        told += bool(reason)
    assert told > 0.8 * asked, "nearly every hint has a reason"
