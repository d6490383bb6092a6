"""What an operator does beside serving: checking the database, copying it and bringing it back, deleting, banning."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from sqlalchemy.engine import make_url

from sandtable.web.addresses import networks
from sandtable.web.command import alone, database
from sandtable.web.rows import Changed
from sandtable.web.store import Store, StoreError
from sandtable.web.upgrading import BadStore

T = TypeVar("T")
DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Folder of the database."
)
DB = click.option("--db", default=None, metavar="URL", help="postgresql://… instead of a file in the data folder.")


def _with_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    async def go() -> T:
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(go())
    except (BadStore, StoreError) as error:
        raise click.UsageError(f"{error}.") from None


def _file(db: str | None, data: Path | None) -> Path:
    url = make_url(database(db, data))
    if url.get_backend_name() != "sqlite":
        raise click.UsageError("This is for SQLite files; a PostgreSQL database is copied with pg_dump and pg_restore.")
    return Path(str(url.database))


@click.command("verify-db")
@DATA
@DB
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def verify_db(data: Path | None, db: str | None, as_json: bool) -> None:
    """Check that every entry of every match is as it was written.

    \b
    sandtable verify-db
    sandtable verify-db --data /srv/sandtable --json
    """
    url = database(db, data)
    wrong: list[dict[str, Any]] = []
    if make_url(url).get_backend_name() == "sqlite":
        said = _integrity(Path(str(make_url(url).database)))
        wrong += [{"match": None, "entry": None, "error": line} for line in said if line != "ok"]

    async def check(store: Store) -> tuple[int, int]:
        matches = entries = 0
        for match in await store.ids():
            matches += 1
            try:
                stored = await store.load(match)
                entries += 0 if stored is None else len(stored.rows)
            except Changed as error:
                wrong.append({"match": error.match, "entry": error.entry, "error": str(error)})
            except StoreError:
                wrong.append({"match": match, "entry": None, "error": f"match {match} cannot be read"})
        return matches, entries

    matches, entries = _with_store(url, check)
    if as_json:
        click.echo(json.dumps({"matches": matches, "entries": entries, "wrong": wrong}))
    else:
        for one in wrong:
            click.echo(one["error"])
        click.echo(f"{matches} matches, {entries} entries, {len(wrong)} wrong.")
    sys.exit(1 if wrong else 0)


def _integrity(file: Path) -> list[str]:
    """What SQLite itself says of a file."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as opened:
            return [str(row[0]) for row in opened.execute("pragma integrity_check")]
    except (sqlite3.Error, ValueError) as error:
        return [f"{file}: {error}"]


@click.command()
@click.argument("to", type=click.Path(path_type=Path, dir_okay=False))
@DATA
@DB
def backup(to: Path, data: Path | None, db: str | None) -> None:
    """Copy the database into a file, while the server runs or not.

    \b
    sandtable backup /backups/sandtable-monday.db
    """
    file = _file(db, data)
    if not file.exists():
        raise click.UsageError(f"There is no database at {file}.")
    if to.exists():
        raise click.UsageError(f"{to} is there already; name another file.")
    part = to.with_name(to.name + ".part")
    with contextlib.closing(sqlite3.connect(file)) as old, contextlib.closing(sqlite3.connect(part)) as copy:
        old.backup(copy)
        copy.execute("pragma journal_mode=delete")
    part.replace(to)
    click.echo(f"{file} is copied to {to} ({to.stat().st_size:,} bytes).")


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@DATA
@DB
def restore(source: Path, data: Path | None, db: str | None) -> None:
    """Replace the database with a copy. The old one is kept beside it. The server must be stopped.

    \b
    sandtable restore /backups/sandtable-monday.db
    """
    file = _file(db, data)
    with contextlib.closing(sqlite3.connect(source)) as copy:
        try:
            sound = copy.execute("pragma integrity_check").fetchone() == ("ok",)
            copy.execute("select count(*) from entries")
        except sqlite3.DatabaseError:
            sound = False
    if not sound:
        raise click.UsageError(f"{source} is no sound copy of a Sandtable database; nothing was changed.")
    with alone(file):
        if file.stat().st_size:
            aside = file.with_name(f"{file.name}.before-restore.{datetime.now(UTC):%Y%m%d-%H%M%S}")
            with contextlib.closing(sqlite3.connect(file)) as old, contextlib.closing(sqlite3.connect(aside)) as kept:
                old.backup(kept)
            click.echo(f"The old database is kept as {aside}.")
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        part = file.with_name(file.name + ".part")
        shutil.copyfile(source, part)
        part.replace(file)
    click.echo(f"{source} is in its place: {file}.")


@click.command("delete-match")
@click.argument("match")
@DATA
@DB
def delete_match(match: str, data: Path | None, db: str | None) -> None:
    """Delete a match and everything that was said and done there. A running server forgets it within seconds.

    \b
    sandtable delete-match k3v9q2m7x1bd
    """
    if not _with_store(database(db, data), lambda store: store.delete(match)):
        raise click.UsageError(f"There is no match {match}.")
    click.echo(f"{match} is deleted.")


@click.command()
@click.argument("network")
@click.option("--off", is_flag=True, help="Let it in again.")
@DATA
@DB
def ban(network: str, off: bool, data: Path | None, db: str | None) -> None:
    """Keep an address or a network out. It also reaches a running server, within seconds.

    \b
    sandtable ban 192.0.2.7
    sandtable ban 2001:db8:1::/48 --off
    """
    try:
        (meant,) = networks([network])
    except ValueError:
        raise click.UsageError(f"“{network}” is neither an address nor a network such as 192.0.2.0/24.") from None
    _with_store(database(db, data), lambda store: store.ban(str(meant), on=not off))
    click.echo(f"{meant} is {'let in again' if off else 'kept out'}.")


COMMANDS = (verify_db, backup, restore, delete_match, ban)
