"""What a man may do in his turn: each action is a verb of its chapter, with all that is to be said of it.

ACTS of a chapter are its verbs; chapter 4 puts them together. What is on offer is found by the chapters, all actions of
a man at once; everything else about a verb stands where it is made. Who tells of actions, counts their odds or chooses
among them asks the verb: no other file keeps a list of words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import Action, Refusal
from sandtable.kernel.verbs import Verb

# In which state a man may do something.
CROUCHED: Final = 1  # RR-8.4
LADEN: Final = 2  # RR-8.13 with an object in his arms
WET: Final = 4  # RR-20.43 in the water
WAITING: Final = 8  # RR-1.22 on the entry tile
GOING_ON: Final = 16  # RR-1.24 on an occupied square
SUPPORT: Final = 32  # RR-22.3 a support unit

# What is to be said of an action.
COUNTED: Final = 1  # RR-6.5 its odds are counted by doing it on copies
STEALTHY: Final = 2  # RR-9.16 that nobody notices it is worth telling
UNSEEN: Final = 4  # RR-9.12 nobody notices it, or not yet
SERVES: Final = 8  # it may serve a goal of the mission
# Its button is folded away: a click on the board means it anyway, or only somebody who knows the others wants it.
SELDOM: Final = 16
RISES: Final = 32  # RR-8.7 a crouched man gets up with it, and nobody else does it
WHOEVER: Final = 64  # RR-14.16, RR-25.2 whoever has what it takes does it, whoever acts

# The clause by which Nancy does not do it in her disguise.
ALLOWED: Final = ""  # RR-24.2 she does
BODILY: Final = "RR-24.3"  # it would give her away
HANDS: Final = "RR-24.53"  # she has no hands for it
OUT_OF_PART: Final = "RR-24.2"

# How late it comes among the actions at one square: to go there is what a click on it means, seen or not.
ASIDE: Final = 1000  # what is done there from where he is
LATER: Final = 1010  # what nobody means by a click
ON_ENEMY: Final = 5000  # what comes after all that can be done to an enemy, noticed or not

Deed = Callable[[Regiment, int, Action], None]
Reason = Callable[[Regiment, int, Action], Refusal | None]


class ManAction(Verb):
    """RR-4.11, RR-1.4 An action of a man: what it costs in AP, and in which states it may be done; `GOING_ON` are
    those with which he gets off an occupied square that he passes."""

    def __init__(
        self,
        word: str,
        title: str,
        phrases: dict[int, str],
        cost: int,
        states: int,
        deed: Deed | None = None,
        reason: Reason | None = None,
        *,
        traits: int = 0,
        nouns: int = -1,
        step: int = 0,
        click: int = 2,
        late: int = LATER,
        disguised: str = OUT_OF_PART,
        unsupported: str = "RR-22.3",
    ) -> None:
        super().__init__(word, title, phrases)
        self.cost: int = cost
        self.states: int = states
        self.deed: Deed | None = deed
        """The rule that does it; a class of verbs has its own `perform` instead."""
        self.reason: Reason | None = reason
        """The rule that says what its nouns forbid, where its chapter does."""
        self.counted: bool = traits & COUNTED != 0
        self.stealthy: bool = traits & STEALTHY != 0
        self.unseen: bool = traits & UNSEEN != 0
        self.serves: bool = traits & SERVES != 0
        self.seldom: bool = traits & SELDOM != 0
        self.rises: bool = traits & RISES != 0
        self.whoever: bool = traits & WHOEVER != 0
        self.nouns: int = nouns
        """How many nouns follow the man, where that is always the same; otherwise -1."""
        self.step: int = step
        """Which of its words is the square that he goes to; 0 if none."""
        self.click: int = click
        """Which of its words is the piece or square on which one clicks for it; 0 if none."""
        self.late: int = late
        self.disguised: str = disguised
        self.unsupported: str = unsupported
        """The clause by which support units do not do it, where they do not."""

    def price(self, s: Any, at: Any, action: Action) -> str:
        """The points that it costs."""
        return f"{self.cost} AP" if self.cost else ""

    def do(self, s: Regiment, at: Any, action: Action) -> None:
        """RR-4.7 The man whose turn it is does it, and goes on."""
        self.perform(s, at.man, action)
        s.then(at)

    def refuse(self, s: Regiment, at: Any, action: Action) -> Refusal | None:
        """What its nouns forbid, as far as its chapter says; `advice/why.py` asks what else may stand in the way."""
        return self.reason(s, at.man, action) if self.reason is not None else None

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        """A man does it."""
        assert self.deed is not None, f"nobody says how “{self.word}” is done"
        self.deed(s, m, action)

    def goes_to(self, action: Action) -> str:
        """The square that he goes to; empty if he stays."""
        return action[self.step] if 0 < self.step < len(action) else ""

    def runs(self, action: Action) -> bool:
        """RR-5.3 Whether he sprints."""
        return False
