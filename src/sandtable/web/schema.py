"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("begun", Text, nullable=False),  # JSON: options, seeds, dice, mission, who holds which seat, switches
    Column("started", String(32), nullable=False),
    Column("moved", String(32), nullable=False),
    Column("turn", String(64)),
    Column("result", Text),
    Column("listed", Boolean, nullable=False),
    Column("opened", BigInteger),  # the number of the action after which the seed was handed out
    Column("summary", Text),  # JSON: what the list of matches shows, where it is listed
    Column("hash", LargeBinary(32)),  # a digest of what it began with; none where an older version wrote it
    Column("last", BigInteger),  # the number of its last entry, so that entries that were lost are missed
)

Index("matches_listed", matches.c.listed, matches.c.moved)

entries = Table(
    "entries",
    metadata,
    Column("match", String(12), ForeignKey("matches.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),  # action, undo, redo, takeover, message
    Column("seat", String(64)),
    Column("person", String(16)),
    Column("at", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", LargeBinary(32)),  # a digest of this entry and all before it; none where an older version wrote it
)

people = Table(
    "people",
    metadata,
    Column("match", String(12), ForeignKey("matches.id"), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False),
    Column("notes", Text, nullable=False, server_default=""),
    Column("address", Text),  # where this person is told of a turn that begins while nobody is here
    Column("push", Text),  # JSON: the browsers where they are told as well
    Column("here", Boolean, nullable=False, server_default=text("false")),
    Column("seen", Integer),  # when this person was last here, in seconds since 1970
)

invitations = Table(
    "invitations",
    metadata,
    Column("match", String(12), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False),
    Column("left", Integer, nullable=False, server_default="1"),  # how many people may still sit down with it
)

watchers = Table(
    "watchers",
    metadata,
    Column("match", String(12), ForeignKey("matches.id"), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seen", Integer, nullable=False),  # when the process last said so, in seconds since 1970
)

frozen = Table(
    "frozen",
    metadata,
    Column("match", String(12), ForeignKey("matches.id"), primary_key=True),
    Column("entry", BigInteger, nullable=False),
    Column("version", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("hash", LargeBinary(32)),
)

banned = Table("banned", metadata, Column("network", String(64), primary_key=True))

deleted = Table("deleted", metadata, Column("match", String(12), primary_key=True))

kept = Table(
    "kept",
    metadata,
    Column("name", String(64), primary_key=True),  # what a server keeps for itself
    Column("data", Text, nullable=False),
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(120), primary_key=True),
    Column("svg", Text, nullable=False),
    Column("data", Text, nullable=False),
)
