"""The socket: one ask after another, each answered once, to its sender alone; what is worked out in another process is
answered when it is there, and the next ask is heard meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from sandtable.web import asks, telling, told, wire
from sandtable.web.charging import in_turn, paid
from sandtable.web.connection import Connection
from sandtable.web.gate import Lines
from sandtable.web.hall import Hall
from sandtable.web.limits import COSTS, Bucket
from sandtable.web.plans import Who
from sandtable.web.push import Browser
from sandtable.web.readers import Reader
from sandtable.web.table import Table
from sandtable.web.told import encode
from sandtable.web.transport import DOOR
from sandtable.web.wire import Refused, too_many

log = logging.getLogger("sandtable.web")

KEPT = ("act", "undo", "redo", "chat", "note", "name", "claim", "notify", "push")
"""Asks that leave something on disk."""
ELSEWHERE = ("odds", "hint", "at", "verify", "review")
"""Asks that are worked out in another process."""
MEANWHILE = 4
"""So many of them a socket may wait for while it is heard further."""
NO_HELLO, FLOOD = 4001, 4008

Socket = WebSocket[Any, Any, Any]


async def live(hall: Hall, socket: Socket, match: str, address: str, lines: Lines) -> None:
    """One socket from hello to its end."""
    await socket.accept()
    flood = Bucket(hall.limits.flood, time.monotonic())
    try:
        session = await _hello(hall, socket, match, address, flood, lines)
        if session is None:
            return
        sender = asyncio.create_task(paid(_send(socket, session.connection)))
        try:
            await session.listen(socket)
        finally:
            hall.leave(session.connection)
            session.connection.close(session.connection.closed or 1000)
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(sender, 2.0)
            sender.cancel()
    except (WebSocketDisconnect, RuntimeError):
        return


async def _send(socket: Socket, connection: Connection) -> None:
    try:
        while (message := await connection.next()) is not None:
            await socket.send_data(message, mode="text")
    except (WebSocketDisconnect, RuntimeError, OSError):
        connection.close(1006)  # whoever waits for room need not any more
        return
    except Exception as error:  # a board that cannot be drawn must not leave its reader waiting
        log.error("internal: %s at %s", type(error).__name__, connection.table.id, exc_info=error)
        connection.close(1011)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(connection.closed or 1000)


async def _receive(socket: Socket) -> bytes:
    """The next message, whether it was sent as text or as bytes."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event.get("code") or 1006)
    text = event.get("text")
    if text is not None:
        return str(text).encode("utf-8", "surrogatepass")
    return bytes(event.get("bytes") or b"")


async def _hello(hall: Hall, socket: Socket, match: str, address: str, flood: Bucket, lines: Lines) -> Session | None:
    """The first message says who this is; whoever says nothing is sent away."""
    until = time.monotonic() + DOOR.hello
    while True:
        message = b""
        try:
            message = await asyncio.wait_for(_receive(socket), max(0.0, until - time.monotonic()))
            hello = wire.read_hello(message)
            table = await hall.table(match)
            hall.may_join(table, address)
            who, secret = await asks.sit(hall, table, hello.secret, hello.become, hello.name, address)
            seat = hello.seat or (who.seats[0] if who.seats else None)
            if seat is not None and seat not in who.seats:
                raise Refused("not-your-seat", "this seat is not yours")
        except TimeoutError:
            await socket.close(NO_HELLO)
            return None
        except Refused as refused:
            lines.refused(address, refused.error, match)
            failed = told.failed(wire.number_of(message), refused.problem)
            await socket.send_data(encode(failed), mode="text")
            if flood.take(5.0, time.monotonic()):
                await socket.close(FLOOD)
                return None
            continue
        reader = table.readers[seat]
        known = hello.hash != "" and reader.knows(hello.seen, hello.hash)
        connection = Connection(table, reader, who.person, hello.seen if known else None, address)
        if known and hello.seen == reader.n:
            connection.has_board()
        connection.reply(hello.ask, telling.welcome(table, seat, who.person, secret))
        hall.join(connection)
        connection.stir()
        return Session(hall, table, reader, who, connection, address, lines, flood)


class Session:
    """Somebody at a table, as one seat."""

    def __init__(
        self, hall: Hall, table: Table, reader: Reader, who: Who, connection: Connection, address: str, lines: Lines,
        flood: Bucket,
    ) -> None:  # fmt: skip
        self.hall = hall
        self.table = table
        self.reader = reader
        self.who = who
        self.connection = connection
        self.address = address
        self.lines = lines
        self.flood = flood
        self.meanwhile: set[asyncio.Task[None]] = set()

    async def listen(self, socket: Socket) -> None:
        """Answer until the socket ends, or floods. Nobody's move waits for what is worked out elsewhere."""
        while self.connection.closed is None:
            await self.connection.room()
            message = await _receive(socket)
            try:
                ask = wire.read_ask(message)
                kind = wire.kind_of(ask)
                if wait := DOOR.owed(self.address):
                    raise too_many("you keep this server busy; wait a little", wait)
                self.hall.count(self.table, self.who, self.address, COSTS.get(kind, 1.0))
                if kind in KEPT:
                    self.hall.keep_bytes(self.address, len(message) + 100)
                await in_turn()
            except Exception as error:
                self._fail(wire.number_of(message), error)
                continue
            if kind not in ELSEWHERE:
                await self._reply(ask)
                continue
            if len(self.meanwhile) >= MEANWHILE:
                await asyncio.wait(self.meanwhile, return_when=asyncio.FIRST_COMPLETED)
            task = self.hall.spawn(self._reply(ask))
            self.meanwhile.add(task)
            task.add_done_callback(self.meanwhile.discard)

    async def _reply(self, ask: wire.AnyAsk) -> None:
        try:
            self.connection.reply(ask.ask, await self._answer(ask))
        except Exception as error:
            self._fail(ask.ask, error)

    def _fail(self, ask: int | None, error: Exception) -> None:
        if not isinstance(error, Refused):
            log.error("internal: %s at %s", type(error).__name__, self.table.id, exc_info=error)
            text = "something went wrong here; the match is as it was"
            self.connection.fail(ask, told.Problem(error="internal", text=text))
            return
        self.lines.refused(self.address, error.error, self.table.id)
        if error.error == "out-of-date":
            self.connection.stir()
        self.connection.fail(ask, error.problem)
        if self.flood.take(1.0, time.monotonic()) or self.connection.waiting > 200:
            self.connection.close(FLOOD)

    async def _answer(self, ask: wire.AnyAsk) -> told.Answer:
        hall, table, who, reader = self.hall, self.table, self.who, self.reader
        seat = reader.seat
        match ask:
            case wire.Act():
                return told.Acted(n=await asks.act(hall, table, who, seat, tuple(ask.words), ask.seen))
            case wire.Undo():
                return await asks.undo(hall, table, who, seat, ask.seen)
            case wire.Redo():
                return told.Acted(n=await asks.redo(hall, table, who, seat, ask.seen))
            case wire.Retry():
                return told.Acted(n=await asks.retry(hall, table, who, seat, ask.seen))
            case wire.Agree():
                await asks.agree(hall, table, who, seat, ask.request, ask.yes)
            case wire.Peek():
                return asks.peek(table, reader, ask.said)
            case wire.WhyNot():
                return told.WhyNot(refusal=asks.why_not(table, reader, tuple(ask.words), ask.said))
            case wire.Odds():
                words = tuple(ask.words)
                return await asks.odds(hall, table, reader, words, ask.said, self.address)
            case wire.Overlay():
                return asks.overlay(reader, ask.name, ask.ids)
            case wire.Earlier():
                return asks.earlier(reader, ask.what, ask.before)
            case wire.About():
                return asks.about(reader, ask.id)
            case wire.Hint():
                return await asks.hint(hall, table, who, reader, ask.said, self.address)
            case wire.Chat():
                await asks.chat(hall, table, who, seat, ask)
                return told.Acted(n=reader.n)
            case wire.Note():
                await asks.note(hall, table, who, ask.text)
            case wire.Rename():
                await asks.rename(hall, table, who, ask.name)
            case wire.Claim():
                await asks.claim(hall, table, who, seat, ask.id, ask.on)
            case wire.Link():
                return told.Linked(secret=await asks.link(hall, table, who, ask.seat, ask.people))
            case wire.Bot():
                await asks.hand(hall, table, who, ask.seat, ask.bot)
            case wire.At():
                return await asks.at(hall, table, who, reader, ask, self.address)
            case wire.Verify():
                return await asks.verify(hall, table, self.address)
            case wire.Review():
                return await hall.reviews.told(table, reader, ask.seat, self.address)
            case wire.Notify():
                await asks.notify(hall, table, who, ask.to, self.address)
            case wire.Push():
                await asks.push(hall, table, who, Browser(ask.endpoint, ask.p256dh, ask.auth), ask.on)
        return told.Answer()
