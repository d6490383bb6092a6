"""The database: one append-only table of entries, and little beside it.

All writes go through one writer that commits everything waiting in one transaction, so that a busy server pays for one
sync to disk and not for one an action. Whoever waits for a write is told only after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import threading
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiosqlite
from alembic.util import CommandError
from sqlalchemy import Connection, delete, event, func, insert, select, union, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.base import Executable

from sandtable.web.channel import DATABASE_SECONDS, Channel
from sandtable.web.rows import Changed, Invitation, Keys, Row, Stored, digest, match_of, person_of, row_of, whole
from sandtable.web.schema import banned, boards, deleted, entries, frozen, invitations, kept, matches, people, watchers
from sandtable.web.upgrading import BadStore, upgrade
from sandtable.web.writes import KEPT, PROBE, Write, grouped

log = logging.getLogger("sandtable.web")

SOUND_SECONDS, ANSWER_SECONDS = 5.0, 5.0
"""How often a write and a read are tried for whoever asks after health, and how long they may take."""
PAGE = 500
"""Entries that are read in one go."""
BATCH = 256
"""Writes that share one commit, at most."""


class StoreError(Exception):
    """The database did not take a write; whether it was kept is not known, so whoever cares must read again."""


class Conflict(Exception):
    """Somebody else wrote an entry with that number first."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants written, all or none, and waits for; then the other processes are told of a match."""

    writes: Sequence[Write]
    notice: tuple[str, int] | None
    done: asyncio.Future[None]

    def tell(self, error: Exception | None) -> None:
        """It is written, or why not."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Store:
    """A database by its URL."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self._threads: weakref.WeakSet[threading.Thread] = weakref.WeakSet()
        self.engine: AsyncEngine = self._engine()
        self._waiting: asyncio.Queue[Wish] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._channel: Channel | None = None  # where somebody else may want to hear of what is written
        self.process = secrets.token_hex(8)
        self.lost = False
        """Whether the file is no longer there."""
        self._places: dict[Path, tuple[int, int]] = {}
        self._asked, self._sound, self._sound_once = -1e9, True, False
        self._probe: asyncio.Task[None] | None = None
        self.commits = 0
        self.writes = 0

    @property
    def shared(self) -> bool:
        """Whether several processes may use this database at once."""
        return self.url.get_backend_name() == "postgresql"

    def _engine(self) -> AsyncEngine:
        if self.url.get_backend_name() == "sqlite":
            engine = create_async_engine(self.url, connect_args={"timeout": 30, "async_creator_fn": self._connection})
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
            return engine
        if self.url.get_backend_name() == "postgresql":
            patience = {name: f"{int(DATABASE_SECONDS * 1000)}" for name in ("statement_timeout", "lock_timeout")}
            return create_async_engine(
                self.url.set(drivername="postgresql+asyncpg"),
                pool_pre_ping=True,
                pool_timeout=DATABASE_SECONDS,
                connect_args={
                    "timeout": DATABASE_SECONDS,
                    "command_timeout": DATABASE_SECONDS,
                    "server_settings": {**patience, "idle_in_transaction_session_timeout": "60000"},
                },
            )
        raise BadStore(f"the database must be sqlite or postgresql, not “{self.url.get_backend_name()}”")

    # --- opening and closing ----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring the tables up to date, with a copy of an older file first, and start the writer."""
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(upgrade, self._file())
                await connection.commit()
        except (SQLAlchemyError, CommandError, sqlite3.Error, OSError, ValueError) as error:
            await self._disconnect()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise BadStore(f"the database {self.where()} cannot be opened: {reason}") from error
        except BadStore:
            await self._disconnect()
            raise
        self._remember_file()
        self._tasks.append(asyncio.create_task(self._write_for_ever(), name="store writer"))

    def where(self) -> str:
        """The database for people, without a password."""
        return str(self._file() or self.url.render_as_string(hide_password=True))

    def _file(self) -> Path | None:
        if self.url.get_backend_name() != "sqlite" or self.url.database in (None, "", ":memory:"):
            return None
        return Path(str(self.url.database))

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._waiting.join()
        tasks = [*self._tasks, *([self._probe] if self._probe is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._disconnect()

    def _connection(self, *where: Any, **how: Any) -> aiosqlite.Connection:
        """A connection to a file, whose thread is remembered before anything can fail on it."""
        connection = aiosqlite.connect(*where, **how)
        connection._thread.daemon = True
        self._threads.add(connection._thread)
        return connection

    async def _disconnect(self) -> None:
        """Close all connections, and wait for their threads: one that ends later would answer a loop that is gone."""
        await self.engine.dispose()
        for thread in list(self._threads):
            await asyncio.to_thread(thread.join, 5)

    # --- writing ----------------------------------------------------------------------------------------------------

    async def write(self, writes: Sequence[Write], notice: tuple[str, int] | None = None) -> None:
        """Do these writes, all or none; returns after they are on disk. The other processes then hear of a match and
        its last entry, or 0 where something beside its entries was written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Wish(writes, notice, done))
        await done

    async def _write_for_ever(self) -> None:
        while True:
            try:
                async with self.engine.connect() as connection:
                    await self._write_with(connection)
            except Exception as error:  # the connection is lost or cannot be had: begin again with another
                log.warning("database: %s", type(error).__name__)
                self._give_up()
                await asyncio.sleep(0.2)

    async def _write_with(self, connection: AsyncConnection) -> None:
        """Write as long as the connection holds."""
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await self._commit(connection, batch)
            except Exception as error:
                self._sound = False  # until the next look finds otherwise
                for wish in batch:
                    wish.tell(StoreError(type(error).__name__))
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(connection.invalidate(), 2)
                raise
            finally:
                for _ in batch:
                    self._waiting.task_done()

    def _same_file(self) -> None:
        """A file that was deleted or replaced takes everything with it that is written from then on: nothing more is
        acknowledged, and only a new start can help."""
        for path, place in self._places.items():
            try:
                now = path.stat()
            except OSError:
                now = None
            if now is None or (now.st_dev, now.st_ino) != place:
                if not self.lost:
                    log.critical(
                        "the database %s was deleted or replaced; nothing more is kept until a new start", path
                    )
                self.lost = True
        if self.lost:
            raise StoreError("the file was deleted or replaced")

    def _remember_file(self) -> None:
        file = self._file()
        for path in () if file is None else (file, file.with_name(file.name + "-wal")):
            with contextlib.suppress(OSError):
                found = path.stat()
                self._places[path] = (found.st_dev, found.st_ino)

    def _give_up(self) -> None:
        """Nobody waits for a database that is away: whoever asked may ask again."""
        while not self._waiting.empty():
            self._waiting.get_nowait().tell(StoreError("no connection"))
            self._waiting.task_done()

    async def _commit(self, connection: AsyncConnection, batch: Sequence[Wish]) -> None:
        """One transaction for the whole batch; when one of them conflicts or cannot be written, each gets its own."""
        try:
            async with self._deadline(connection), connection.begin():
                for statement, values in grouped(write for wish in batch for write in wish.writes):
                    await connection.execute(statement, values if len(values) > 1 else values[0])
        except DBAPIError as error:
            if error.connection_invalidated or not self._of_one(error):
                raise
            if len(batch) == 1:
                bad = Conflict() if isinstance(error, IntegrityError) else StoreError(type(error).__name__)
                batch[0].tell(bad)
                return
            for one in batch:
                await self._commit(connection, [one])
            return
        self._same_file()
        self.commits += 1
        self.writes += len(batch)
        for wish in batch:
            wish.tell(None)
            if wish.notice is not None and self._channel is not None:
                self._channel.tell(wish.notice)

    @contextlib.asynccontextmanager
    async def _deadline(self, connection: AsyncConnection) -> AsyncIterator[None]:
        """A line that is silent for too long is cut: whoever only stops waiting would wait again to roll back."""
        if not self.shared:
            yield
            return
        line: Any = (await connection.get_raw_connection()).driver_connection
        clock = asyncio.get_running_loop().call_later(DATABASE_SECONDS, line.terminate)
        try:
            yield
        finally:
            clock.cancel()

    @staticmethod
    def _of_one(error: DBAPIError) -> bool:
        """Whether what is wrong is what somebody wished to write, and not the database."""
        return isinstance(error, (IntegrityError, DataError)) or type(error) is DBAPIError

    # --- reading ----------------------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with contextlib.AsyncExitStack() as held:
                async with asyncio.timeout(DATABASE_SECONDS if self.shared else None):
                    connection = await held.enter_async_context(self.engine.connect())
                async with self._deadline(connection):
                    yield connection
        except (
            SQLAlchemyError,
            OSError,
            TimeoutError,
            ValueError,
        ) as error:  # a damaged file has letters that are none
            if isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
                self._sound = False  # until the next look finds otherwise
            raise StoreError(type(error).__name__) from error

    async def load(self, match: str, version: str = "") -> Stored | None:
        """All of one match: its entries, or the table that a program of this version froze and the entries since."""
        async with self._reading() as connection:
            found = (await connection.execute(select(matches).where(matches.c.id == match))).one_or_none()
            if found is None:
                traces = (select(table.c.match).where(table.c.match == match).limit(1) for table in (entries, people))
                if any([(await connection.execute(trace)).first() for trace in traces]):
                    raise Changed(match)
                return None
            ours = (frozen.c.match == match, frozen.c.version == version)
            kept = (await connection.execute(select(frozen).where(*ours))).one_or_none()
            held = b"" if kept is None else await asyncio.to_thread(whole, bytes(kept.data))
            kept = kept if held else None
            rows = await _entries_after(connection, match, 0 if kept is None else kept.entry - 1)
            keys = await self._keys(connection, match)
        chain = b""
        if kept is not None:  # the entry that it was frozen after is there still
            chain, there = bytes(kept.hash or b""), rows.pop(0) if rows else None
            if there is None or there.entry != kept.entry or bytes(there.hash or chain) != chain:
                raise Changed(match, kept.entry)
        checked = await self._checked(match, rows, chain)
        newest = checked[-1].entry if checked else 0 if kept is None else kept.entry
        if newest < (found.last or 0):
            raise Changed(match, found.last)
        return Stored(
            match_of(found),
            checked,
            keys.people,
            keys.invitations,
            keys.watching,
            checked[-1].hash if checked else chain,
            held,
        )

    @staticmethod
    async def _checked(match: str, rows: Sequence[Any], chain: bytes) -> list[Row]:
        """Rows as entries, each with its digest; Changed where one is not what was written."""
        found: list[Row] = []
        begun = False  # older versions wrote none, but once there is one there always is
        for count, row in enumerate(rows):
            chain = digest(chain, match, row.entry, row.kind, row.seat, row.person, row.at, row.data)
            if bytes(row.hash) != chain if row.hash is not None else begun:
                raise Changed(match, row.entry)
            begun = row.hash is not None
            found.append(replace(row_of(row), hash=chain))
            if count % 100 == 99:
                await asyncio.sleep(0)  # others are answered meanwhile
        return found

    async def sound(self) -> bool:
        """Whether something can be written and read, as was found within the last seconds."""
        now = time.monotonic()
        if self.lost:
            return False
        if now - self._asked > SOUND_SECONDS:
            self._asked = now
            self._probe = asyncio.create_task(self._probed())
        if self._probe is not None and not self._sound_once:
            await asyncio.wait([self._probe], timeout=ANSWER_SECONDS)
        late = self._probe is not None and not self._probe.done() and now - self._asked > ANSWER_SECONDS
        return self._sound and not late

    @property
    def seems_sound(self) -> bool:
        """What was found when something was last written and read."""
        return self._sound and not self.lost

    async def _probed(self) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                said = f"{self.process} {time.time()}"
                await self.write([Write(4, PROBE, {"name": "health", "data": said})])
                found = await self.kept("health")
            self._sound = found == said or (self.shared and found is not None)  # another process may have been quicker
        except (StoreError, Conflict, TimeoutError):
            self._sound = False
        self._sound_once = True

    async def heads(self, ids: Sequence[str]) -> dict[str, int]:
        """The last entry of each of these matches."""
        query = select(entries.c.match, func.max(entries.c.entry).label("last")).where(entries.c.match.in_(ids))
        async with self._reading() as connection:
            return {row.match: row.last for row in (await connection.execute(query.group_by(entries.c.match))).all()}

    async def ids(self) -> list[str]:
        """The ids of all matches, those too of which only something else is left."""
        every = union(select(matches.c.id), select(entries.c.match).distinct(), select(people.c.match))
        async with self._reading() as connection:
            return sorted((await connection.execute(every)).scalars())

    async def kept_out(self) -> tuple[list[str], list[str]]:
        """Networks that are kept out, and matches that were deleted."""
        async with self._reading() as connection:
            networks = list((await connection.execute(select(banned.c.network))).scalars())
            return networks, list((await connection.execute(select(deleted.c.match))).scalars())

    async def delete(self, match: str) -> bool:
        """Delete a match and all that hangs on it; whether there was one. Servers that have it in memory will hear."""
        async with self.engine.begin() as connection:
            for table in (entries, people, invitations, watchers, frozen):
                await connection.execute(delete(table).where(table.c.match == match))
            await connection.execute(delete(kept).where(kept.c.name.startswith(f"review {match} ")))
            gone = await connection.execute(delete(matches).where(matches.c.id == match))
            if gone.rowcount:
                await connection.execute(insert(deleted).values(match=match))
        return bool(gone.rowcount)

    async def ban(self, network: str, *, on: bool) -> None:
        """Keep a network out, or let it in again."""
        async with self.engine.begin() as connection:
            await connection.execute(delete(banned).where(banned.c.network == network))
            if on:
                await connection.execute(insert(banned).values(network=network))

    async def board(self, board: str) -> tuple[str, str] | None:
        """The drawing of a mission that a player wrote, and what goes with it."""
        async with self._reading() as connection:
            found = (await connection.execute(select(boards).where(boards.c.id == board))).one_or_none()
        return None if found is None else (found.svg, found.data)

    async def keep_once(self, name: str, data: str) -> str:
        """What was kept under a name before, or else this."""
        await self.write([Write(4, KEPT, {"name": name, "data": data})])
        return await self.kept(name) or data

    async def kept(self, name: str) -> str | None:
        """What was kept under a name."""
        async with self._reading() as connection:
            found: str | None = (await connection.execute(select(kept.c.data).where(kept.c.name == name))).scalar()
            return found

    def _watching(self, match: str) -> Executable:
        return select(watchers).where(watchers.c.match == match, watchers.c.process != self.process)

    async def forget_watchers(self, before: float) -> None:
        """Forget what processes said that have not said anything since."""
        async with self._reading() as connection:
            await connection.execute(delete(watchers).where(watchers.c.seen < int(before)))
            await connection.commit()

    async def nobody_here(self) -> None:
        """A server that starts alone on its database has nobody at its tables yet."""
        async with self.engine.begin() as connection:
            await connection.execute(update(people).where(people.c.here).values(here=False))

    async def rows_after(self, match: str, entry: int, chain: bytes | None = None) -> list[Row]:
        """The entries of a match that come after this one, checked against the digest of those before."""
        async with self._reading() as connection:
            rows = await _entries_after(connection, match, entry)
        return [row_of(row) for row in rows] if chain is None else await self._checked(match, rows, chain)

    async def keys(self, match: str) -> Keys:
        """What is kept of a match beside its entries."""
        async with self._reading() as connection:
            return await self._keys(connection, match)

    async def _keys(self, connection: AsyncConnection, match: str) -> Keys:
        persons = (await connection.execute(select(people).where(people.c.match == match))).all()
        seats = (await connection.execute(select(invitations).where(invitations.c.match == match))).all()
        opened = (await connection.execute(select(matches.c.opened).where(matches.c.id == match))).scalar()
        watching = (await connection.execute(self._watching(match))).all()
        return Keys(
            [person_of(row) for row in persons],
            {row.seat: Invitation(bytes(row.hash), row.left) for row in seats},
            opened,
            tuple((row.number, row.seen) for row in watching),
        )

    async def listed(self, limit: int = 100) -> list[tuple[str, str | None]]:
        """Ids of the matches that anybody may watch, newest first, and what the list shows of each."""
        query = select(matches.c.id, matches.c.summary).where(matches.c.listed)
        query = query.order_by(matches.c.moved.desc(), matches.c.id).limit(limit)
        async with self._reading() as connection:
            return [(row.id, row.summary) for row in (await connection.execute(query)).all()]

    # --- hearing of other processes ---------------------------------------------------------------------------------

    def listen(self, heard: Callable[[str, int], None], lost: Callable[[], Awaitable[None]]) -> None:
        """Call `heard(match, entry)` for each notice of another process; `lost()` after a gap in which some may have
        been missed."""
        if self.shared:
            self._channel = Channel(self.engine)
            self._tasks += self._channel.listen(heard, lost)


async def _entries_after(connection: AsyncConnection, match: str, entry: int) -> list[Any]:
    """Rows of a match, few at a time: nobody else is answered while some are taken in."""
    found: list[Any] = []
    query = select(entries).where(entries.c.match == match).order_by(entries.c.entry).limit(PAGE)
    while True:
        page = (await connection.execute(query.where(entries.c.entry > entry))).all()
        found += page
        if len(page) < PAGE:
            return found
        entry = page[-1].entry


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's own BEGIN is used, see _begin_sqlite
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
