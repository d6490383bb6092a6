"""The quick player: it beats chance from either side, with every option, and sees views alone."""

import pytest

from sandtable import Outcome, legal, play
from sandtable.games.night_drop.bot.ways import field
from sandtable.games.night_drop.box import land, scenarios
from sandtable.games.night_drop.game import GAME
from tests.kit import by_bots, ended
from tests.night_drop.table import match


def outcome(british: str, german: str, seed: int, **options: str) -> Outcome:
    found = GAME.outcome(ended(by_bots(GAME, match(seed, **options), seed, british, german)))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(4))
def test_it_beats_chance_as_the_british(seed: int) -> None:
    assert outcome("greedy", "random", seed).scores["british"] > 0


@pytest.mark.parametrize("seed", range(4))
def test_it_beats_chance_as_the_german(seed: int) -> None:
    assert outcome("random", "greedy", seed).scores["german"] > 0


def test_it_plays_on_when_every_ruling_is_the_other_way() -> None:
    options = {option.name: option.values[1] for option in scenarios.OPTIONS}
    assert outcome("greedy", "greedy", 5, **options).text


def test_the_same_view_and_seed_give_the_same_action() -> None:
    s = GAME.start(seed=11)
    for _ in range(120):
        seat = s.seat
        assert seat is not None
        view, options = GAME.view(s, seat), legal(s)
        one, other = GAME.bot("greedy", 1).pick(view, options), GAME.bot("greedy", 1).pick(view, options)
        assert one == other
        play(s, one)


def test_a_field_is_the_cheapest_way_on_an_empty_map() -> None:
    """The ledger's distances (map file, 10.3): Ranville is 2 MP from the middle of DZ N, the bridges 4½."""
    from_red = land.HEX_OF["1214"]
    assert field(land.HEX_OF["1016"])[from_red] == 4
    assert field(land.H1)[from_red] == 9
    assert field(land.BATTERY)[land.HEX_OF["2710"]] == 9
    assert field(land.HEX_OF["3030"])[land.HEX_OF["1427"]] == 20
