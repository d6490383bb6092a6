"""What the database keeps of a match, as values, and the digests by which one that was changed is known."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

BEGUN = ("id", "game", "scenario", "begun", "started")
"""What never changes of a match."""


class Changed(Exception):
    """An entry is not as it was written: somebody or something has changed the database."""

    def __init__(self, match: str, entry: int = 0) -> None:
        what = f"entry {entry} of match {match}" if entry else f"what match {match} began with"
        super().__init__(f"{what} is not as it was written")
        self.match, self.entry = match, entry


@dataclass(frozen=True)
class Row:
    """One entry of a match."""

    entry: int
    kind: str
    seat: str | None
    person: str | None
    at: str
    data: dict[str, Any]
    hash: bytes = field(default=b"", compare=False)
    """A digest of this entry and all before it, as far as it is known."""


@dataclass(frozen=True)
class PersonRow:
    """What is kept of a person beside the entries."""

    person: str
    hash: bytes
    notes: str
    address: str | None
    push: str | None
    here: bool
    seen: int | None


@dataclass(frozen=True)
class Invitation:
    """What sits people down at a seat, and how many it still may."""

    hash: bytes
    left: int


@dataclass(frozen=True)
class MatchRow:
    """What a match began with and a summary of where it stands."""

    id: str
    game: str
    scenario: str
    begun: dict[str, Any]
    started: str
    moved: str
    turn: str | None
    result: str | None
    listed: bool
    opened: int | None
    summary: str | None = None


@dataclass
class Stored:
    """All that the database holds of one match."""

    match: MatchRow
    rows: list[Row]
    people: list[PersonRow] = field(default_factory=list)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    watching: tuple[tuple[int, int], ...] = ()
    """Of each other process: how many watch there, and when it said so."""
    chain: bytes = b""
    """The digest of all its entries."""
    frozen: bytes = b""
    """The table as it was before the rows, when they are not all of it."""


@dataclass(frozen=True)
class Keys:
    """What is kept of a match beside its entries: people, invitations, whether its seed was handed out, and watchers of
    other processes as in Stored."""

    people: list[PersonRow]
    invitations: dict[str, Invitation]
    opened: int | None
    watching: tuple[tuple[int, int], ...]


def stamp(seconds: float) -> str:
    """A moment as the wire writes it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seconds(stamped: str) -> float:
    """The moment that was written so, in seconds since 1970."""
    return datetime.strptime(stamped, "%Y-%m-%dT%H:%M:%S%z").timestamp()


def now() -> str:
    """The present moment as the wire writes it."""
    return stamp(time.time())


def chained(before: bytes, match: str, row: Row) -> bytes:
    """The digest of an entry and of all before it."""
    return digest(before, match, row.entry, row.kind, row.seat, row.person, row.at, msgspec.json.encode(row.data))


def digest(before: bytes, *fields: object) -> bytes:
    """The digest of some fields and of what comes before them."""
    found = sha256(before)
    for value in fields:
        data = value if isinstance(value, bytes) else b"" if value is None else str(value).encode()
        found.update(len(data).to_bytes(4, "big") + data)
    return found.digest()


def whole(data: bytes) -> bytes:
    """The bytes of a table, or nothing where they are not as they were written: the entries are played again then."""
    written, rest = data[:32], data[32:]
    return rest if sha256(rest).digest() == written else b""


def row_of(row: Any) -> Row:
    """An entry, from its row in the database."""
    return Row(row.entry, row.kind, row.seat, row.person, row.at, msgspec.json.decode(row.data))


def match_of(row: Any) -> MatchRow:
    """A match, from its row in the database; Changed where it did not begin so."""
    values = dict(row._mapping)
    written, _ = values.pop("hash"), values.pop("last")
    if written is not None and bytes(written) != digest(b"", *(values[name] for name in BEGUN)):
        raise Changed(values["id"])
    values["begun"] = msgspec.json.decode(values["begun"])
    return MatchRow(**values)


def person_of(row: Any) -> PersonRow:
    """A person, from the row in the database."""
    return PersonRow(row.person, bytes(row.hash), row.notes, row.address, row.push, row.here, row.seen)
