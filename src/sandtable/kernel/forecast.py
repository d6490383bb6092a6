"""What each option is likely to bring, told beside it: signs, a few words, where on the board it is meant, and which of
those at one place a click does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Sign = Literal["seen", "heard", "fire", "die", "goal"]

# An enemy sees it, hears it, or fires back; dice decide; it serves an open goal.
SEEN: Final[Sign] = "seen"
HEARD: Final[Sign] = "heard"
FIRE: Final[Sign] = "fire"
DIE: Final[Sign] = "die"
GOAL: Final[Sign] = "goal"


@dataclass(frozen=True)
class Forecast:
    """What a game foresees of one option, from what the chooser may know."""

    signs: tuple[Sign, ...] = ()
    text: str = ""
    """In a few words: “seen by 2”, “58 % unseen”."""
    at: str = ""
    """The piece or place on which one would click for it; empty where there is none."""
    rank: int = 0
    """How late it comes among those at the same place."""
    aside: bool = False
    """Whether it is seldom what is wanted: its button is folded away unless it serves a goal."""
    asks: bool = False
    """Whether a click that could mean it or another at the same place asks which."""
    onward: bool = False
    """Whether what is proposed after it is done by the same click."""
    gathers: bool = False
    """Whether all pieces of this kind may be brought together by one press; of a way, whether its end has room."""


@dataclass(frozen=True)
class Offered:
    """What is told beside an option."""

    signs: tuple[Sign, ...]
    text: str
    at: str
    likely: int
    """Its place among the options at the same piece or place, from 1, which a click does; 0 where it has no place."""
    final: bool
    """Whether it ends the game or gives something up for good."""
    aside: bool = False
    """Whether its button is folded away behind the others."""
    asks: bool = False
    """Whether a click asks which of those at the place is meant, where it is the first of several."""
    onward: bool = False
    """Whether what is proposed after it is done by the same click."""
    gathers: bool = False
    """Whether all pieces of this kind may be brought together by one press."""


def ordered(found: list[Forecast]) -> list[int]:
    """The place of each option among those at the same piece or place: by rank, then as they are offered."""
    groups: dict[str, list[tuple[int, int]]] = {}
    for number, one in enumerate(found):
        if one.at:
            groups.setdefault(one.at, []).append((one.rank, number))
    places = [0] * len(found)
    for group in groups.values():
        group.sort()
        for place, (_, number) in enumerate(group, 1):
            places[number] = place
    return places
