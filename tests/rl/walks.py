"""Matches played at random, word by word."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Rng
from sandtable.rl import Match, form_of

CASES: list[tuple[str, str, dict[str, str]]] = [
    ("night-drop", "night-only", {}),
    ("rogue-regiment", "m7-saint-aubert-gaol", {"ties": "ask"}),
    ("rogue-regiment", "m1-cold-ford", {"jaeger": "on"}),
    ("who-dares-wins", "scenario-2", {}),
    ("who-dares-wins", "scenario-1-historical", {"ties": "ask"}),
]


def walked(game: str, scenario: str, options: dict[str, str], seed: int) -> Iterator[Match]:
    """A match before each of its words, and at its end."""
    match, rng = Match(form_of(game, scenario, options), seed), Rng(seed)
    while numbers := match.numbers:
        yield match
        match.step(numbers[rng.below(len(numbers))])
    yield match
