"""What the start page is told of every game, in words that people know."""

from __future__ import annotations

import re

import pytest

import sandtable
from sandtable.web import catalogue, told

ID = re.compile(r"^[a-z0-9]+([_-][a-z0-9]+)+$")
"""How ids look that no person should read."""


def shelf(name: str) -> told.GameInfo:
    game = sandtable.load(name)
    return catalogue.game_of(game, {one.id: None for one in game.scenarios()}, sandtable.bot_names(game))


@pytest.mark.parametrize("name", sandtable.names())
def test_every_scenario_says_how_long_and_how_hard_it_is_and_what_it_teaches(name: str) -> None:
    game = shelf(name)
    assert game.about.endswith(".")
    for one in game.scenarios:
        assert one.minutes > 0, one.id
        assert one.difficulty in ("gentle", "fair", "hard"), one.id
        assert one.teaches, one.id
    gentle = next(one for one in game.scenarios if one.id == game.gentle)
    assert gentle.difficulty == "gentle"
    assert gentle.minutes <= min(one.minutes for one in game.scenarios if one.difficulty == "gentle")


@pytest.mark.parametrize("name", sandtable.names())
def test_seats_opponents_options_and_values_have_names(name: str) -> None:
    game = shelf(name)
    assert all(title and title != seat for seat, title in game.seats.items())
    assert all(one.title != one.bot for one in game.bots)
    assert {place for scenario in game.scenarios for place in scenario.options} == {*range(len(game.options))}
    for option in game.options:
        assert not ID.match(option.title), option.name
        assert not any("_" in value.text for value in option.values), option.name


def test_rulings_stand_in_chapters_and_settings_do_not() -> None:
    chapters = {
        option.name: option.chapter
        for game in sandtable.games()
        for scenario in game.scenarios()
        for option in scenario.options
    }
    assert chapters["vp6"] == "Victory"
    assert chapters["road_rounding"] == "Movement"
    assert chapters["difficulty"] == ""
