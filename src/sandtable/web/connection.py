"""Somebody who listens to a table."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from msgspec import Raw

from sandtable.web import telling, told
from sandtable.web.charging import in_turn
from sandtable.web.readers import Reader
from sandtable.web.table import Table
from sandtable.web.told import encode

ROOM = 64 * 1024
"""Bytes of answers that wait for a reader before another ask of his is read."""
TAIL = 300
"""Lines of log and talk that a tab is told at first, or after more than that has happened; it asks for the others."""


def _tail(told_: told.LogLines | told.ChatLines, whole: list[Any], begun: int, fresh: bool) -> int:
    """Cut what is told down to its end where it is long, or where it goes back behind what the tab was told."""
    if len(told_.lines) <= TAIL and (fresh or told_.keep >= begun):
        return begun
    first = max(0, len(whole) - TAIL)
    told_.keep, told_.lines, told_.earlier = 0, whole[first:], first
    return first


class Connection:
    """Somebody who listens: what was sent, and what is to be sent next. An update is made when it can be sent, so
    that a slow line gets fewer and larger ones and never a queue of old boards."""

    def __init__(self, table: Table, reader: Reader, person: str | None, seen: int | None, address: str = "") -> None:
        self.table = table
        self.address = address
        self.reader = reader
        self.person = person
        self.n = seen
        self._sent: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._log_from = self._chat_from = 0  # the first line that this tab was told, which may have asked for more
        self._out: deque[bytes | None] = deque()
        self._some = asyncio.Event()
        self._bytes = 0
        """What waits in `_out`."""
        self._taken = asyncio.Event()
        self.closed: int | None = None

    def reply(self, ask: int, answer: told.Answer) -> None:
        """Answer an ask."""
        answer.re = ask
        self._send(encode(answer))

    def fail(self, ask: int | None, problem: told.Problem) -> None:
        """Say why an ask is not done."""
        self._send(encode(told.failed(ask, problem)))

    def _send(self, message: bytes) -> None:
        self._out.append(message)
        self._bytes += len(message)
        self._some.set()

    def stir(self) -> None:
        """Something may have changed."""
        if None not in self._out:
            self._out.append(None)
            self._some.set()

    def close(self, code: int) -> None:
        """Send what is waiting, then end with this code."""
        self.closed = code
        self._some.set()
        self._taken.set()

    @property
    def waiting(self) -> int:
        """Answers that were not sent yet."""
        return len(self._out)

    async def room(self) -> None:
        """Wait until there is room for an answer: whoever asks and does not read is not answered any further."""
        while self._bytes > ROOM and self.closed is None:
            self._taken.clear()
            await self._taken.wait()

    async def next(self) -> bytes | None:
        """The next message to send; None after the last."""
        while True:
            while self._out:
                message = self._out.popleft()
                if message is not None:
                    self._bytes -= len(message)
                    self._taken.set()
                    return message
                await in_turn()
                update = self._update()
                if update is not None:
                    return update
            if self.closed is not None:
                return None
            self._some.clear()
            await self._some.wait()

    def has_board(self) -> None:
        """This tab already has the board as it is."""
        self._sent = {name: hash(part) for name, part in telling.parts(self.table, self.reader).items()}
        self._names = self.reader.seen.drawn.names

    def _update(self) -> bytes | None:
        table, reader = self.table, self.reader
        update = told.Update(since=self.n or 0, n=reader.n, hash=reader.hash)
        fresh, news = self.n is None, False
        if fresh or self.n != reader.n:
            log_keep, lines, chat_keep, chats = reader.since(self.n)
            update.log = told.LogLines(keep=log_keep, lines=lines)
            update.chat = told.ChatLines(keep=chat_keep, lines=chats)
            self._log_from = _tail(update.log, reader.lines, self._log_from, fresh)
            self._chat_from = _tail(update.chat, reader.chats, self._chat_from, fresh)
            names = reader.seen.drawn.names
            changed = {id_: name for id_, name in names.items() if self._names.get(id_) != name}
            if changed:
                update.names, self._names = changed, names
            news = True
        for name, part in {**telling.parts(table, reader), **telling.small_parts(table, reader, self.person)}.items():
            digest = hash(part)
            if self._sent.get(name) != digest:
                self._sent[name] = digest
                setattr(update, name, Raw(part))  # encoded once for everybody who reads it
                news = True
        self.n = reader.n
        return encode(update) if news else None
