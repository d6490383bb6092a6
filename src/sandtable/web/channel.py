"""What processes that share a database tell each other: which matches have new entries. No view travels there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger("sandtable.web")

CHANNEL = "sandtable"
DATABASE_SECONDS = 8.0
"""How long a database may take for anything; one that does not answer is given up and asked again."""
LISTEN_SECONDS = 5.0
"""How often the listener asks whether its line still holds."""
NOTIFY = "SELECT pg_notify($1, $2)"
UNSYNCED = "SET synchronous_commit = off"
NOTICES = 200
"""Notices in one payload: it holds 8,000 bytes."""
NOTICE_SECONDS = 0.02
"""The pause between two payloads: what is written meanwhile goes with the next."""


def packed(notices: Iterable[tuple[str, int]]) -> list[str]:
    """Payloads that tell the other processes which matches have new entries, and the number of the last; 0 where
    something beside the entries changed, for which all of a match is looked at. They carry no view."""
    latest: dict[str, int] = {}
    for match, entry in notices:
        latest[match] = max(entry, latest.get(match, entry)) if entry and latest.get(match, entry) else 0
    lines = [f"{match} {entry}" for match, entry in latest.items()]
    return ["\n".join(lines[first : first + NOTICES]) for first in range(0, len(lines), NOTICES)]


class Channel:
    """PostgreSQL's own, on lines that nobody else is given afterwards."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._notices: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._notifier = 0  # how PostgreSQL calls our line for them

    def tell(self, notice: tuple[str, int]) -> None:
        """A match has been written to, with the number of its last entry."""
        self._notices.put_nowait(notice)

    def listen(
        self, heard: Callable[[str, int], None], lost: Callable[[], Awaitable[None]]
    ) -> list[asyncio.Task[None]]:
        """Call `heard(match, entry)` for each notice of another process; `lost()` after a gap in which some may have
        been missed."""
        return [
            asyncio.create_task(self._listen_for_ever(heard, lost), name="store listener"),
            asyncio.create_task(self._notify_for_ever(), name="store notifier"),
        ]

    async def _listen_for_ever(self, heard: Callable[[str, int], None], lost: Callable[[], Awaitable[None]]) -> None:
        def hear(_connection: Any, whose: int, _channel: str, payload: object) -> None:
            for one in str(payload).split("\n") if whose != self._notifier else ():
                match, _, entry = one.partition(" ")
                heard(match, int(entry))

        while True:
            ended = asyncio.Event()
            try:
                async with self._line() as raw:
                    raw.add_termination_listener(lambda _connection, ended=ended: ended.set())
                    await raw.add_listener(CHANNEL, hear)
                    await lost()
                    while not ended.is_set():
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(ended.wait(), LISTEN_SECONDS)
                        if not ended.is_set():  # a line may be dead without anybody saying so
                            await raw.execute("SELECT 1", timeout=DATABASE_SECONDS)
            except Exception as error:  # the database is away: its driver has many words for that
                log.warning("database listener: %s", type(error).__name__)
            await asyncio.sleep(0.5)

    async def _notify_for_ever(self) -> None:
        """Tell the other processes what was committed, outside of that transaction and on a line of its own: PostgreSQL
        takes them one at a time that notify. A notice that is lost is made good by the poll of those who missed it."""
        while True:
            try:
                async with self._line() as line:
                    self._notifier = line.get_server_pid()
                    await line.execute(UNSYNCED)  # otherwise everybody who notifies waits for everybody's disk
                    while True:
                        some = [await self._notices.get()]
                        while not self._notices.empty():
                            some.append(self._notices.get_nowait())
                        for payload in packed(some):
                            await line.execute(NOTIFY, CHANNEL, payload, timeout=DATABASE_SECONDS)
                        await asyncio.sleep(NOTICE_SECONDS)
            except Exception as error:  # the database is away: its driver has many words for that
                log.warning("database notices: %s", type(error).__name__)
            await asyncio.sleep(0.5)

    @contextlib.asynccontextmanager
    async def _line(self) -> AsyncIterator[Any]:
        """A connection of PostgreSQL's driver itself, which nobody else is given afterwards."""
        async with self.engine.connect() as connection:
            try:
                yield (await connection.get_raw_connection()).driver_connection
            finally:
                await asyncio.wait_for(connection.invalidate(), 2)
