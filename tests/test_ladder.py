"""Ratings, intervals and the test that stops when it knows; and the command over real games."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from click.testing import CliRunner

from sandtable.cli.main import main
from sandtable.sim.ladder import Sequential, ratings, redrawn, won_ci95


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["ladder", *arguments], catch_exceptions=False)
    return result.exit_code, result.output


def test_who_wins_three_of_four_is_rated_191_points_higher() -> None:
    found = ratings(("a", "b"), {("a", "b"): [0.75] * 10_000})
    assert found["a"] - found["b"] == pytest.approx(190.8, abs=0.1)
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)


def test_ratings_agree_with_results_of_three() -> None:
    won = {("a", "b"): [0.75] * 1000, ("b", "c"): [0.75] * 1000, ("a", "c"): [0.9] * 1000}
    found = ratings(("a", "b", "c"), won)
    assert found["a"] - found["b"] == pytest.approx(191, abs=1)
    assert found["a"] - found["c"] == pytest.approx(382, abs=2), "0.9 is what two steps of 0.75 come to"


def test_who_never_lost_has_a_rating_and_a_wide_interval() -> None:
    won = {("a", "b"): [1.0] * 5}
    found = ratings(("a", "b"), won)
    assert found["a"] - found["b"] == pytest.approx(529, abs=1), "5 and a quarter to a quarter"
    drawn = [one["a"] for one in redrawn(("a", "b"), won, seed=1)]
    assert max(drawn) - min(drawn) > 100, "five wins are no certainty"
    low, high = won_ci95([1.0] * 5)
    assert 0.4 < low < 0.6
    assert high == 1


@pytest.mark.parametrize(("chance", "verdict"), [(0.62, "stronger"), (0.5, "not stronger"), (0.4, "not stronger")])
def test_the_sequential_test_is_seldom_wrong(chance: float, verdict: str) -> None:
    right = 0
    for seed in range(100):
        rng, test = random.Random(seed), Sequential(0.1)
        while not test.verdict and len(test.shares) < 3000:
            test.shares.append(((rng.random() < chance) + (rng.random() < chance)) / 2)
        right += test.verdict == verdict
    assert right >= 90, f"{right} of 100 with seeds 0 to 99"


def test_bots_meet_on_both_sides_with_common_seeds() -> None:
    short = ("--scenario", "night-only", "--games", "2", "--workers", "1")
    code, out = run("night-drop", *short, "--bots", "random,greedy", "--json")
    assert code == 0
    told: dict[str, Any] = json.loads(out)
    assert told["standings"][0]["bot"] == "greedy"
    assert {row["games"] for row in told["standings"]} == {4}
    (pair,) = told["pairs"]
    assert (pair["bot"], pair["against"]) == ("random", "greedy")
    assert pair["won"] < 0.5


def test_alone_they_are_compared_by_their_scores() -> None:
    code, out = run(
        "who-dares-wins", "--scenario", "scenario-3", "--games", "4", "--workers", "1", "--bots", "random,greedy"
    )
    assert code == 0
    assert "rating" not in out
    assert re.search(r"random scored \d\.\d+ less than greedy \(-", out)


def test_the_test_says_who_is_stronger_and_how_many_seeds_it_took() -> None:
    arguments = ("night-drop", "--scenario", "night-only", "--sprt", "greedy", "random", "--margin", "0.3")
    code, out = run(*arguments, "--games", "20", "--workers", "1", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["verdict"] == "stronger"
    assert told["seeds"] <= 20


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("night-drop", "--bots", "greedy"), "two or more different bots"),
        (("night-drop", "--bots", "greedy,clever"), "has no bot “clever”"),
        (("who-dares-wins", "--sprt", "greedy", "random"), "--sprt is for games of two seats"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    code, out = run(*arguments)
    assert code == 2
    assert sentence in out
