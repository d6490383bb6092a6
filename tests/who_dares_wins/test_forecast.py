"""What is told beside each option: chances that agree with the odds, names of ends, and what cannot be taken back."""

from __future__ import annotations

from sandtable import percent
from sandtable.games.who_dares_wins.state import Desert
from tests.kit import begun, do
from tests.who_dares_wins.field import GAME


def started() -> Desert:
    return begun(GAME, Desert, "scenario-1", "ready", seed=3)


def test_a_way_tells_the_chance_to_stay_unseen_that_its_odds_tell() -> None:
    s = started()
    do(s, "with T2A")
    seen = GAME.seen(s, "lrdg")
    ways = [(action, one) for action, one in zip(seen.options, seen.forecasts, strict=True) if action[0] == "go"]
    assert ways
    for action, one in ways:
        table = dict(seen.odds(action) or [])
        assert one.at == action[1]
        assert one.likely == 1
        if "undetected" in table:
            assert one.text == f"{percent(table['undetected'])} undetected"
            assert one.signs[0] == "die"


def test_the_end_of_the_actions_has_a_name_and_giving_up_is_final() -> None:
    s = started()
    seen = GAME.seen(s, "lrdg")
    assert seen.reading(("pass",)) == "End the patrols' actions"
    assert not any(one.final for one in seen.forecasts), "to think of giving up is not yet to give up"
    do(s, "abandon")
    assert all(one.final for one in GAME.seen(s, "lrdg").forecasts)
