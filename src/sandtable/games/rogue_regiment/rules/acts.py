"""What a man may do in his turn: each action is a verb of its chapter, with all that is to be said of it.

ACTS of a chapter are its verbs; chapter 4 puts them together. What is on offer is found by the chapters, all actions of
a man at once; everything else about a verb stands where it is made.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.flow import Action
from sandtable.kernel.verbs import Verb

# In which state a man may do something.
CROUCHED: Final = 1  # RR-8.4
LADEN: Final = 2  # RR-8.13 with an object in his arms
WET: Final = 4  # RR-20.43 in the water
WAITING: Final = 8  # RR-1.22 on the entry tile
GOING_ON: Final = 16  # RR-1.24 on an occupied square
SUPPORT: Final = 32  # RR-22.3 a support unit


class ManAction(Verb):
    """RR-4.11, RR-1.4 An action of a man: what it costs in AP, and in which states it may be done; `GOING_ON` are
    those with which he gets off an occupied square that he passes."""

    def __init__(self, word: str, title: str, phrases: dict[int, str], cost: int, states: int) -> None:
        super().__init__(word, title, phrases)
        self.cost: int = cost
        self.states: int = states

    def price(self, s: Any, at: Any, action: Action) -> str:
        """The points that it costs."""
        return f"{self.cost} AP" if self.cost else ""
