"""The front door: scenarios, options and scores."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.state import HOME, SEAT
from tests.who_dares_wins.field import match

SCENARIOS = (
    "scenario-1", "scenario-1-historical", "scenario-2", "scenario-3", "scenario-4", "scenario-5-1", "scenario-5-2",
    "campaign",
)  # fmt: skip


def scored(*halves: int, scenario: str = "scenario-1", **options: str) -> float:
    """The score of a match whose missions ended with these half points."""
    s = match(scenario, seed=1, **options)
    s.results = tuple((0, half, tables.MODERATE, 5, 0, HOME) for half in halves)
    s.finish()
    outcome = GAME.outcome(s)
    assert outcome is not None and outcome.points[SEAT] == sum(halves) / 2
    return outcome.scores[SEAT]


def test_the_scenarios_of_the_contract_with_the_recommended_one_first() -> None:
    assert tuple(one.id for one in GAME.scenarios()) == SCENARIOS
    assert all(one.seats == ("lrdg",) and one.title and one.brief and one.turns for one in GAME.scenarios())


def test_every_option_has_its_default_and_a_sentence() -> None:
    for scenario in GAME.scenarios():
        assert len(scenario.options) >= 27
        for option in scenario.options:
            assert option.default == option.values[0] and option.text.endswith(".")


@pytest.mark.clause("WDW-54.13", "WDW-54.14")
def test_a_score_never_falls_with_the_points_and_is_0_between_failure_and_success() -> None:
    scores = [scored(half) for half in range(-60, 61)]
    assert scores == sorted(scores) and scores[0] == -1 and scores[-1] == 1
    assert scored(0) < 0 < scored(1)
    assert scored(-1, vp_zero_level="moderate") < 0 < scored(0, vp_zero_level="moderate")


@pytest.mark.parametrize(
    ("points", "score"), [(-20, -1), (-6, -0.3125), (0, -0.0125), (0.5, 0.0125), (6, 0.2875), (11, 0.5375)]
)
def test_the_table_of_the_page_on_scores(points: float, score: float) -> None:
    assert scored(int(2 * points)) == pytest.approx(score)


@pytest.mark.clause("WDW-80.1")
def test_a_campaign_scores_the_mean_of_its_missions() -> None:
    assert scored(12, 0, 0, 12, 0, 0, scenario="campaign") == pytest.approx(scored(4))
