"""What the balance page says of the missions is what they were designed for: a band at normal, and levels in order."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Mission, Objective, idle_points, most_points

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


# --- what each objective is worth ------------------------------------------------------------------------------------

NOTES = PAGE.with_name("rogue-regiment.notes.md")
LOST = 2
"""RR-1.1 What a lost Operator costs: the point for leaving, and one more."""


def worth_of(mission: Mission, objective: Objective) -> int:
    """What an objective brings when it is met as often as it can be; without the rat bomb, none went off quietly."""
    others = [one for one in mission.objectives if one is not objective]
    if objective.kind == "rat-bomb":
        others = [one for one in others if one.kind != "quiet-bomb"]
    return most_points(mission) - most_points(replace(mission, objectives=tuple(others)))


def row_of(mission: Mission, objective: Objective) -> str:
    """The line of the page about an objective: its points, the most that can be had without it, and a major victory."""
    worth, most = worth_of(mission, objective), most_points(mission)
    without = "out of reach" if most - worth < mission.major else "only if nobody is lost"
    what = " ".join(filter(None, (objective.kind, objective.unit, objective.place.anchor if objective.place else "")))
    return f"| {mission.id} | {what} | {worth} | {most - worth} of {most} | {mission.major} | {without} |"


@pytest.mark.parametrize("mission", data.MISSIONS.values(), ids=list(data.MISSIONS))
def test_each_objective_matters_for_a_major_victory(mission: Mission) -> None:
    """With all others met, one that is left out puts it out of reach, or else costs what makes good a lost man."""
    most = most_points(mission)
    for objective in mission.objectives:
        without = most - worth_of(mission, objective)
        assert without < mission.major or without - LOST < mission.major <= most - LOST, objective
        assert row_of(mission, objective) in NOTES.read_text(encoding="utf-8")


@pytest.mark.parametrize("mission", data.MISSIONS.values(), ids=list(data.MISSIONS))
def test_leaving_with_everybody_and_no_objective_is_a_defeat(mission: Mission) -> None:
    assert idle_points(mission) < mission.minor
