"""What is said over the wire, as types. docs/wire.md is the text that clients are written from."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

MESSAGE_BYTES = 16 * 1024
BODY_BYTES = 64 * 1024
RECORD_BYTES = 9 * 1024 * 1024

Word = Annotated[str, Meta(min_length=1, max_length=80)]
Words = Annotated[list[Word], Meta(min_length=1, max_length=80)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Secret = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=-1, le=2**53)]


class Refused(Exception):
    """Something that is not done, told to whoever asked and to nobody else."""

    def __init__(self, error: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.error = error
        self.text = text
        self.more = more

    def message(self) -> dict[str, Any]:
        """The error as the wire carries it."""
        return {"error": self.error, "text": self.text, **self.more}


def too_many(text: str, wait: float) -> Refused:
    """A rate was exceeded; `seconds` says when to try again, rounded up."""
    return Refused("too-many", text, seconds=math.ceil(wait * 10) / 10)


STATUS = {
    **dict.fromkeys(("bad-secret", "not-your-seat", "not-allowed", "not-yet"), 403),
    **dict.fromkeys(("no-such-match", "no-such-game", "no-such-seat", "not-found"), 404),
    **dict.fromkeys(("not-your-turn", "out-of-date", "not-offered", "claimed", "over", "broken"), 409),
    "too-slow": 408,
    "too-large": 413,
    "too-many": 429,
    "internal": 503,
}
"""The HTTP status of an error where it is not 400."""


# --- what is asked over the socket ---------------------------------------------------------------------------------


class Head(Struct):
    """What every message from a client has."""

    ask: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    kind: str


class Hello(Struct):
    secret: Secret | None = None
    seat: Word | None = None
    name: Annotated[str, Meta(max_length=40)] | None = None
    seen: Number = 0
    hash: Annotated[str, Meta(max_length=64)] = ""


class Act(Struct):
    seen: Number
    words: Words


class Seen(Struct):
    """Undo and redo."""

    seen: Number


class Agree(Struct):
    request: Number
    yes: bool


class WordsAsk(Struct):
    """Why not, and odds."""

    words: Words


class OverlayAsk(Struct):
    name: Word
    ids: Annotated[list[Word], Meta(max_length=20)] = []


class About(Struct):
    id: Word


class Nothing(Struct):
    """An ask that needs nothing more."""


class Chat(Struct):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    channel: Literal["all", "side"] = "all"
    key: Annotated[str, Meta(max_length=40)] = ""


class Note(Struct):
    text: Annotated[str, Meta(max_length=20_000)]


class Rename(Struct):
    name: Name


class Claim(Struct):
    id: Word
    on: bool


class Link(Struct):
    seat: Word


class BotAsk(Struct):
    seat: Word
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class At(Struct):
    n: Number
    seat: Word | UnsetType | None = UNSET


class Webhook(Struct):
    url: Annotated[str, Meta(max_length=500)] | None = None


ASKS: dict[str, type[Struct]] = {
    "act": Act,
    "undo": Seen,
    "redo": Seen,
    "agree": Agree,
    "why_not": WordsAsk,
    "odds": WordsAsk,
    "overlay": OverlayAsk,
    "about": About,
    "hint": Nothing,
    "chat": Chat,
    "note": Note,
    "name": Rename,
    "claim": Claim,
    "link": Link,
    "bot": BotAsk,
    "at": At,
    "verify": Nothing,
    "webhook": Webhook,
    "ping": Nothing,
}
HEAD = msgspec.json.Decoder(Head)
HELLO = msgspec.json.Decoder(Hello)
DECODERS = {kind: msgspec.json.Decoder(shape) for kind, shape in ASKS.items()}


# --- what is asked over REST ----------------------------------------------------------------------------------------


class SeatBy(Struct, forbid_unknown_fields=True):
    """Who holds a seat at the start."""

    by: Literal["me", "link", "bot"]
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class Fork(Struct, forbid_unknown_fields=True):
    """Play on from the board as it was at the reader's n."""

    match: Word
    n: Number


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be made: a scenario, a record, or a fork of another match."""

    game: Word | None = None
    scenario: Word | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=100)] = {}
    seats: Annotated[dict[Word, SeatBy], Meta(max_length=20)] | None = None
    name: Annotated[str, Meta(max_length=40)] | None = None
    takebacks: bool = False
    hints: bool = True
    watchers: bool = True
    listed: bool = False
    seed: Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)] | None = None
    record: str | None = None
    fork: Fork | None = None


class NewAction(Struct, forbid_unknown_fields=True):
    """An action over REST."""

    words: Words | Annotated[str, Meta(min_length=1, max_length=2000)]
    seen: Number
    seat: Word | None = None


# --- what is told ---------------------------------------------------------------------------------------------------


class LogLine(Struct, frozen=True, gc=False):
    """A line of the log as one reader reads it."""

    n: int
    who: str | None
    person: str | None
    clause: str | None
    number: str | None
    text: str
    ids: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    dice: tuple[int, ...]


class ChatLine(Struct, frozen=True, gc=False):
    """A line of talk; the table's own lines have no person."""

    n: int
    person: str | None
    name: str | None
    channel: str
    text: str
    at: str


encode = msgspec.json.Encoder().encode


def clean(text: str, *, lines: bool = False, strip: bool = True) -> str:
    """A text that people typed, without control characters."""
    kept = "".join(c for c in text if c.isprintable() or (lines and c in "\n\t"))
    return kept.strip() if strip else kept


def shown(clause: str | None) -> str | None:
    """A clause's number without the letters of its game."""
    if not clause:
        return None
    return clause.partition("-")[2] or clause
