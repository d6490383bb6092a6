"""What is asked over the wire, as types. docs/wire.md is the text that clients are written from."""

from __future__ import annotations

import contextlib
import math
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable import MISSION_BYTES
from sandtable.web.told import Problem

T = TypeVar("T")

MESSAGE_BYTES = 16 * 1024
BODY_BYTES = 64 * 1024
MISSION_BODY = 4 * MISSION_BYTES
"""A body with a mission in it, whose lines JSON writes longer than they are."""
RECORD_BYTES = 9 * 1024 * 1024
PEOPLE = 23
"""People whom one invitation may sit down."""

Word = Annotated[str, Meta(min_length=1, max_length=80)]
Words = Annotated[list[Word], Meta(min_length=1, max_length=80)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Secret = Annotated[str, Meta(max_length=64)]
OwnSecret = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
"""A secret that a client made for the person whom an invitation makes: 16 random bytes."""
Number = Annotated[int, Meta(ge=-1, le=2**53)]


class Refused(Exception):
    """Something that is not done, told to whoever asked and to nobody else."""

    def __init__(self, error: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.error = error
        self.problem = Problem(error=error, text=text, **more)


def too_many(text: str, wait: float) -> Refused:
    """A rate was exceeded; `seconds` says when to try again, rounded up."""
    return Refused("too-many", text, seconds=math.ceil(wait * 10) / 10)


STATUS = {
    **dict.fromkeys(("bad-secret", "not-your-seat", "not-allowed", "not-yet"), 403),
    **dict.fromkeys(("no-such-match", "no-such-game", "no-such-seat", "no-such-lesson", "not-found"), 404),
    **dict.fromkeys(("not-your-turn", "out-of-date", "not-offered", "claimed", "over", "broken"), 409),
    "too-slow": 408,
    "too-large": 413,
    "too-many": 429,
    "internal": 503,
    "busy": 503,
}
"""The HTTP status of an error where it is not 400."""


# --- what is asked over the socket ---------------------------------------------------------------------------------


class Head(Struct):
    """What every message from a client has."""

    ask: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    kind: str


class Ask(Struct, tag_field="kind"):
    """An ask: its kind, the number that its answer names, and what its kind needs."""

    ask: Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Hello(Ask, tag="hello"):
    secret: Secret | None = None
    become: OwnSecret | None = None
    seat: Word | None = None
    name: Annotated[str, Meta(max_length=40)] | None = None
    seen: Number = 0
    hash: Annotated[str, Meta(max_length=64)] = ""


class Act(Ask, tag="act"):
    seen: Number
    words: Words


class Undo(Ask, tag="undo"):
    seen: Number


class Redo(Ask, tag="redo"):
    seen: Number


class Retry(Ask, tag="retry"):
    seen: Number


class Agree(Ask, tag="agree"):
    request: Number
    yes: bool


class WhyNot(Ask, tag="why_not"):
    words: Words
    said: Annotated[list[Words], Meta(max_length=80)] = []


class Peek(Ask, tag="peek"):
    said: Annotated[list[Words], Meta(min_length=1, max_length=80)]


class Odds(Ask, tag="odds"):
    words: Words
    said: Annotated[list[Words], Meta(max_length=80)] = []


class Overlay(Ask, tag="overlay"):
    name: Word
    ids: Annotated[list[Word], Meta(max_length=20)] = []


class About(Ask, tag="about"):
    id: Word


class Hint(Ask, tag="hint"):
    said: Annotated[list[Words], Meta(max_length=80)] = []


class Chat(Ask, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    channel: Literal["all", "side"] = "all"
    key: Annotated[str, Meta(max_length=40)] = ""


class Note(Ask, tag="note"):
    text: Annotated[str, Meta(max_length=20_000)]


class Rename(Ask, tag="name"):
    name: Name


class Claim(Ask, tag="claim"):
    id: Word
    on: bool


class Link(Ask, tag="link"):
    seat: Word
    people: Annotated[int, Meta(ge=1, le=PEOPLE)] = 1


class Bot(Ask, tag="bot"):
    seat: Word
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class At(Ask, tag="at"):
    n: Number
    seat: Word | UnsetType | None = UNSET


class Verify(Ask, tag="verify"):
    pass


class Review(Ask, tag="review"):
    seat: Word | None = None


class Notify(Ask, tag="notify"):
    to: Annotated[str, Meta(max_length=500, pattern="^[a-z][a-z0-9+.-]{1,20}://[!-~]+$")] | None = None


class Push(Ask, tag="push"):
    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https?://[!-~]+$")]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    on: bool = True


class Earlier(Ask, tag="earlier"):
    what: Literal["log", "chat"]
    before: Number


class Ping(Ask, tag="ping"):
    pass


AnyAsk = (
    Act | Undo | Redo | Retry | Agree | WhyNot | Peek | Odds | Overlay | About | Hint | Chat | Note | Rename | Claim
    | Link | Bot | At | Verify | Review | Notify | Push | Earlier | Ping
)  # fmt: skip
ASKS = tuple(str(one.__struct_config__.tag) for one in get_args(AnyAsk))
"""What can be asked after hello."""

_HEAD = msgspec.json.Decoder(Head)
_HELLO = msgspec.json.Decoder(Hello)
_ASK: msgspec.json.Decoder[AnyAsk] = msgspec.json.Decoder(AnyAsk)


def kind_of(ask: Ask) -> str:
    """What is asked."""
    return str(ask.__struct_config__.tag)


def read_hello(message: bytes) -> Hello:
    """The first message of a socket."""
    return _read(_HELLO, ("hello",), message)


def read_ask(message: bytes) -> AnyAsk:
    """Every later message."""
    return _read(_ASK, ASKS, message)


def _read(decoder: msgspec.json.Decoder[T], kinds: tuple[str, ...], message: bytes) -> T:
    """A message, decoded once; one that cannot be is looked at again for what is wrong with it."""
    if len(message) > MESSAGE_BYTES:
        raise Refused("too-large", f"a message has at most {MESSAGE_BYTES} bytes")
    try:
        return decoder.decode(message)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        wrong = str(error)
    try:
        kind = _HEAD.decode(message).kind
    except msgspec.ValidationError as error:
        raise Refused("bad-field", f"a message is an object with “ask” and “kind”: {error}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Refused("not-json", "a message is one JSON object") from None
    if kind in kinds:
        raise Refused("bad-field", wrong)  # msgspec's sentence names the field and never its value
    if kinds != ASKS:
        raise Refused("no-hello", "the first message is hello")
    known = "it was said already" if kind == "hello" else f"there are {', '.join(ASKS)}"
    raise Refused("unknown-kind", f"“{kind[:40]}” cannot be asked: {known}")


def number_of(message: bytes) -> int | None:
    """The number of a message that could not be read, if it has one."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        return _HEAD.decode(message).ask if len(message) <= MESSAGE_BYTES else None
    return None


# --- what is asked over REST ----------------------------------------------------------------------------------------


class SeatBy(Struct, forbid_unknown_fields=True):
    """Who holds a seat at the start."""

    by: Literal["me", "link", "bot"]
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    invite: Annotated[int, Meta(ge=0, le=PEOPLE)] | None = None


class Fork(Struct, forbid_unknown_fields=True):
    """Play on from the board as it was at the reader's n."""

    match: Word
    n: Number


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be made: a scenario, a record, a fork of another match, or a lesson."""

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
    mission: Annotated[str, Meta(max_length=MISSION_BYTES)] | None = None
    fork: Fork | None = None
    lesson: Word | None = None


class Sit(Struct, forbid_unknown_fields=True):
    """Sitting down with an invitation."""

    name: Annotated[str, Meta(max_length=40)] | None = None
    become: OwnSecret | None = None


class NewMission(Struct, forbid_unknown_fields=True):
    """A mission to be looked at before it is played."""

    text: Annotated[str, Meta(max_length=MISSION_BYTES)]


class NewAction(Struct, forbid_unknown_fields=True):
    """An action over REST."""

    words: Words | Annotated[str, Meta(min_length=1, max_length=2000)]
    seen: Number
    seat: Word | None = None


def clean(text: str, *, lines: bool = False, strip: bool = True) -> str:
    """A text that people typed, without control characters."""
    kept = "".join(c for c in text if c.isprintable() or (lines and c in "\n\t"))
    return kept.strip() if strip else kept
