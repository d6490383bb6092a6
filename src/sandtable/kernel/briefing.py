# not compiled: the fields of a struct are made by its metaclass
"""What a person is told beside the board: what it is about, how it stands, how it ended, and what words mean.

Plain data like a scene. `docs/briefing.schema.json` and the client's `types.ts` are written from these classes by
`python -m scripts.schemas`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Number = int | float


class Words(Struct, kw_only=True, forbid_unknown_fields=True):
    """What all of them have in common."""


# --- before it begins ------------------------------------------------------------------------------------------------


class Aim(Words):
    """Something to do, as the briefing tells it."""

    text: str
    points: Annotated[str, Meta(description="What it is worth, in words with their unit; empty where nothing.")]


class Briefing(Words):
    """What one side reads before its first decision."""

    title: Annotated[str, Meta(description="Of the scenario, or of the mission that somebody wrote.")]
    role: Annotated[str, Meta(description="Who you are, as a sentence.")]
    situation: Annotated[str, Meta(description="Three sentences.")]
    goals: list[Aim]
    scoring: Annotated[list[str], Meta(description="What scores how much, one sentence each.")]
    ends: Annotated[str, Meta(description="How it ends.")]
    tips: list[str]
    lit: Annotated[list[str], Meta(description="Places of the board that the goals are about.")]
    lesson: Annotated[str | None, Meta(description="The lesson to begin with.")]


# --- while it is played ----------------------------------------------------------------------------------------------


GoalState = Literal["open", "done", "lost"]


class Goal(Words):
    """A line of the mission card."""

    id: str
    text: str
    state: GoalState
    have: Annotated[int | None, Meta(description="How much of it is done, where it can be counted.")]
    need: int | None
    points: Annotated[str, Meta(description="What it is worth, in words with their unit; empty where nothing.")]
    places: Annotated[list[str], Meta(description="Places and pieces of the scene that it is about.")]


class Rung(Words):
    """A level of victory, and where it begins."""

    at: Annotated[
        Number | None,
        Meta(
            description="The points from which it is reached, or, for a seat that wants few, the most that it takes; "
            "null where points do not decide it."
        ),
    ]
    level: str


class Standing(Words):
    """How the game stands."""

    value: Number
    unit: str
    level: Annotated[str, Meta(description="What it would be if the game ended now.")]
    next: Annotated[Rung | None, Meta(description="The next better level for the reader; null at the best.")]
    text: Annotated[str, Meta(description="All of it as one sentence.")]


# --- when it is over -------------------------------------------------------------------------------------------------


class ScoreLine(Words):
    """A line of the score: what it brought, and what more it could have brought."""

    text: str
    points: Annotated[Number, Meta(description="Earned, or below 0 lost.")]
    missed: Annotated[Number, Meta(description="What was there to be had and was not; 0 where nothing.")]


class Against(Words):
    """The result beside many games of a bot."""

    bot: str
    games: int
    better_than: Annotated[int, Meta(ge=0, le=100, description="How many of a hundred ended worse for this seat.")]


class Moment(Words):
    """Something that decided the game, and the number at which to look at it."""

    n: Annotated[int, Meta(description="Of the action; over the wire of the message, as `at` takes it.")]
    text: str
    why: Annotated[str, Meta(description="What led to it, and what it was worth; empty where it speaks for itself.")]


class Debrief(Words):
    """How it ended, for one seat."""

    headline: str
    verdict: Annotated[str, Meta(description="Who won, who lost and by what, as one sentence.")]
    level: Annotated[str, Meta(description="One of the ladder's.")]
    total: Number
    unit: str
    ladder: Annotated[list[Rung], Meta(description="Every level, the best for this seat first.")]
    lines: list[ScoreLine]
    history: Annotated[str, Meta(description="What happened in 1942 or 1944, and how this compares.")]
    against: Against | None
    moments: Annotated[list[Moment], Meta(description="At most three, in the order of play.")]
    won: Annotated[bool | None, Meta(description="Whether this seat won; null where nobody did.")] = None


# --- at any time -----------------------------------------------------------------------------------------------------


class ReferenceTable(Words):
    """A table of the rule book, for looking up."""

    id: str
    title: str
    clause: Annotated[str, Meta(description="The clause that it belongs to; empty where there is none.")]
    text: Annotated[str, Meta(description="How to read it, or empty.")]
    head: list[str]
    rows: list[list[str]]


def plain(told: Any) -> Any:
    """One of these, or a list of them, as plain data."""
    return msgspec.to_builtins(told)
