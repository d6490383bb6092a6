"""Somebody who listens to a table."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from msgspec import Raw

from sandtable.web import telling
from sandtable.web.readers import Reader
from sandtable.web.table import Table
from sandtable.web.wire import encode


class Connection:
    """Somebody who listens: what was sent, and what is to be sent next. An update is made when it can be sent, so
    that a slow line gets fewer and larger ones and never a queue of old boards."""

    def __init__(self, table: Table, reader: Reader, person: str | None, seen: int | None) -> None:
        self.table = table
        self.reader = reader
        self.person = person
        self.n = seen
        self._sent: dict[str, int] = {}
        self._out: deque[bytes | None] = deque()
        self._some = asyncio.Event()
        self.closed: int | None = None

    def reply(self, message: dict[str, Any]) -> None:
        """Answer an ask."""
        self._out.append(encode(message))
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

    @property
    def waiting(self) -> int:
        """Answers that were not sent yet."""
        return len(self._out)

    async def next(self) -> bytes | None:
        """The next message to send; None after the last."""
        while True:
            while self._out:
                message = self._out.popleft()
                if message is not None:
                    return message
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

    def _update(self) -> bytes | None:
        table, reader = self.table, self.reader
        parts = {**telling.parts(table, reader), **telling.small_parts(table, reader, self.person)}
        message: dict[str, Any] = {"kind": "update", "from": self.n or 0, "n": reader.n, "hash": reader.hash}
        log_keep, lines, chat_keep, chats = reader.since(self.n)
        fresh = self.n is None
        if fresh or self.n != reader.n:
            message["log"] = {"keep": log_keep, "lines": lines}
            message["chat"] = {"keep": chat_keep, "lines": chats}
        for name, part in parts.items():
            digest = hash(part)
            if self._sent.get(name) != digest:
                self._sent[name] = digest
                message[name] = Raw(part)
        if not fresh and self.n == reader.n and len(message) == 4:
            return None
        self.n = reader.n
        return encode(message)
