"""An older database brought up to date, with a copy of the file first."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

log = logging.getLogger("sandtable.web")


class BadStore(Exception):
    """A database that this version cannot use; the message says why."""


def migrations() -> Config:
    """Where Alembic finds our migrations."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection, file: Path | None) -> None:
    """Bring the tables to what this version knows."""
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(8040)"))
    config = migrations()
    known = ScriptDirectory.from_config(config)
    head = known.get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == head:
        return
    if current is not None:
        if current not in {script.revision for script in known.walk_revisions()}:
            raise BadStore(f"the database was written by a newer version (its tables are at {current}, we know {head})")
        if file is not None:
            _copy(file, current)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copy(file: Path, revision: str) -> Path:
    """A copy of an older file beside it, made by SQLite itself so that what is still in the WAL is in it too."""
    target = file.with_name(f"{file.name}.before-{revision}.{datetime.now(UTC):%Y%m%d-%H%M%S}")
    with contextlib.closing(sqlite3.connect(file)) as old, contextlib.closing(sqlite3.connect(target)) as copy:
        old.backup(copy)
    log.info("the database was upgraded; the old one is kept as %s", target)
    return target
