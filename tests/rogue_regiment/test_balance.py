"""What the balance page says of the missions is what they were designed for: a band at normal, and levels in order."""

from __future__ import annotations

import json
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from sandtable.games.rogue_regiment.box import data

PAGE = Path(__file__).parents[2] / "docs" / "balance" / "rogue-regiment.json"
COUNTS = json.loads(PAGE.read_text(encoding="utf-8"))["scenarios"]
LOWEST, HIGHEST = 0.5, 0.8
"""The share of its games that a careful plan should win at the normal level."""


def victories(mission: str, level: str) -> tuple[float, float]:
    """The share of games that the quick player won at a level, and the variance of that share."""
    line_up = "greedy" if level == "normal" else f"greedy difficulty={level}"
    results = COUNTS[mission]["line-ups"][line_up]["words"]["Result"]
    games = sum(results.values())
    share = 1 - results.get("defeat", 0) / games
    return share, share * (1 - share) / games


@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_a_careful_plan_wins_half_to_four_fifths_at_normal_or_as_near_as_chance_allows(mission: str) -> None:
    share, variance = victories(mission, "normal")
    allowed = 1.96 * sqrt(variance)
    assert LOWEST - allowed <= share <= HIGHEST + allowed


@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_no_level_is_won_more_often_than_the_easier_one_beyond_chance(mission: str) -> None:
    levels = [victories(mission, level) for level in ("easy", "normal", "hard")]
    for (easier, one), (harder, other) in pairwise(levels):
        assert harder - easier <= 1.96 * sqrt(one + other)
