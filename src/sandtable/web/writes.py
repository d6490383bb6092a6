"""What is written to the database: statements, which are made once, and their values."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.base import Executable

from sandtable.web.rows import BEGUN, Invitation, MatchRow, Row, digest
from sandtable.web.schema import boards, entries, frozen, invitations, kept, matches, people, watchers

NEW_MATCH, NEW_PERSON, NEW_INVITATION = insert(matches), insert(people), insert(invitations)
NEW_ENTRY = insert(entries)
WATCHERS = postgresql.insert(watchers)
WATCHERS = WATCHERS.on_conflict_do_update(
    index_elements=["match", "process"], set_={"number": WATCHERS.excluded.number, "seen": WATCHERS.excluded.seen}
)
FROZEN = postgresql.insert(frozen)
FROZEN = FROZEN.on_conflict_do_update(
    index_elements=["match"],
    set_={name: FROZEN.excluded[name] for name in ("entry", "version", "data", "hash")},
)
BOARD = postgresql.insert(boards).on_conflict_do_nothing(index_elements=["id"])
KEPT = postgresql.insert(kept).on_conflict_do_nothing(index_elements=["name"])
PROBE = postgresql.insert(kept)
PROBE = PROBE.on_conflict_do_update(index_elements=["name"], set_={"data": PROBE.excluded.data})


@dataclass(frozen=True)
class Write:
    """A statement and its values. Statements are made once, so that equal ones of a batch go out together."""

    order: int  # what others refer to is written before them
    statement: Executable
    values: dict[str, Any]


@cache
def _change(table: Table, keys: tuple[str, ...], columns: tuple[str, ...]) -> Executable:
    """The statement that sets some columns of one row."""
    statement = update(table).values({column: bindparam(f"new_{column}") for column in columns})
    return statement.where(*(table.c[key] == bindparam(f"is_{key}") for key in keys))


def _change_write(table: Table, where: dict[str, Any], values: dict[str, Any]) -> Write:
    named = {f"is_{key}": value for key, value in where.items()} | {
        f"new_{key}": value for key, value in values.items()
    }
    return Write(4, _change(table, tuple(where), tuple(values)), named)


def entry_write(match: str, row: Row, chain: bytes | None = None) -> Write:
    """Append an entry with its digest; a number that is taken is a Conflict."""
    values = {
        "match": match,
        "entry": row.entry,
        "kind": row.kind,
        "seat": row.seat,
        "person": row.person,
        "at": row.at,
        "data": msgspec.json.encode(row.data).decode(),
        "hash": chain,
    }
    return Write(3, NEW_ENTRY, values)


def last_write(match: str, entry: int) -> Write:
    """The number of a match's last entry, written with it."""
    return _change_write(matches, {"id": match}, {"last": entry})


def match_write(row: MatchRow, last: int | None = None) -> Write:
    """A new match, with the number of its last entry."""
    given = (column.name for column in matches.columns if column.name not in ("hash", "last"))
    values = {name: getattr(row, name) for name in given} | {"last": last}
    values["begun"] = msgspec.json.encode(row.begun).decode()
    values["hash"] = digest(b"", *(values[name] for name in BEGUN))
    return Write(1, NEW_MATCH, values)


def summary_write(match: str, **values: Any) -> Write:
    """Change the summary of a match."""
    return _change_write(matches, {"id": match}, values)


def person_write(match: str, person: str, hashed: bytes) -> Write:
    """A new person."""
    return Write(2, NEW_PERSON, {"match": match, "person": person, "hash": hashed, "notes": "", "here": False})


def person_change(match: str, person: str, **values: Any) -> Write:
    """Change what is kept of a person."""
    return _change_write(people, {"match": match, "person": person}, values)


def invitation_write(match: str, seat: str, invitation: Invitation, *, fresh: bool) -> Write:
    """A seat's invitation, which replaces the one before; one that is used up stays, so that this can be said."""
    values = {"hash": invitation.hash, "left": invitation.left}
    if fresh:
        return Write(2, NEW_INVITATION, {"match": match, "seat": seat, **values})
    return _change_write(invitations, {"match": match, "seat": seat}, values)


def watchers_write(match: str, process: str, number: int) -> Write:
    """How many watch a match on one process, where several share a database."""
    return Write(4, WATCHERS, {"match": match, "process": process, "number": number, "seen": int(time.time())})


def frozen_write(match: str, entry: int, version: str, data: bytes, chain: bytes) -> Write:
    """A table as it is after an entry, with the digest of all entries up to there; the bytes begin with their own."""
    values = {"match": match, "entry": entry, "version": version, "data": sha256(data).digest() + data, "hash": chain}
    return Write(4, FROZEN, values)


def board_write(board: str, svg: str, data: str) -> Write:
    """The board of a mission that a player wrote; its id is a digest of both."""
    return Write(4, BOARD, {"id": board, "svg": svg, "data": data})


def grouped(writes: Iterable[Write]) -> list[tuple[Executable, list[dict[str, Any]]]]:
    """What to execute: one statement with many values for all writes of one kind."""
    groups: dict[Executable, list[dict[str, Any]]] = {}
    for write in sorted(writes, key=lambda write: write.order):
        groups.setdefault(write.statement, []).append(write.values)
    return list(groups.items())
