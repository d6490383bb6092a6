"""What uvicorn leaves open: how many connections there may be, how long a request may take to arrive and a reader to
read, and how many control frames a socket may send. Whoever goes beyond it is cut off, before anything was kept."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from sandtable.web import addresses
from sandtable.web.charging import Turns
from sandtable.web.limits import Bucket, Buckets, Limits, Rate
from sandtable.web.settings import Settings

CONTROL = Rate(20, 2)
"""Pings, pongs and pieces of messages that a socket may send."""
SENDING_BYTES = 128 * 1024
"""What the system may hold of that besides; it takes twice as much."""
WAITING_BYTES = 4 * 1024 * 1024
"""What may wait for somebody who reads slowly."""
OWED = 5.0
"""Seconds after which somebody who must wait is no longer told so, but cut off: telling costs too."""
READ_BYTES = 4 * 1024
"""What is read of a connection at a time: it may be hundreds of pieces that each take a while."""
RESERVE = 128
"""Files that are left for the database and the processes."""


class Door:
    """Who is inside: connections of this process, of all and of each address."""

    def __init__(self) -> None:
        self.most = 2000
        self.each = 300
        self.trusted: tuple[addresses.Network, ...] = ()
        self.headers, self.body, self.reading, self.hello = Settings("").deadlines
        self.inside = 0
        self.of: Counter[str] = Counter()
        self.turned_away = 0
        self.spent = 0.0
        """Seconds of the processor, of all."""
        self.loop = Buckets(Limits().loop)
        self.turns = Turns(Limits().rest)

    def open(self, settings: Settings, limits: Limits) -> None:
        """Set the limits; there are never more connections than files."""
        self.most, self.each = min(limits.connections, _files() - RESERVE), limits.connections_each
        self.trusted = addresses.networks(settings.proxies)
        self.headers, self.body, self.reading, self.hello = settings.deadlines
        self.loop, self.turns = Buckets(limits.loop), Turns(limits.rest)

    def charge(self, address: str, seconds: float) -> None:
        """Count what the processor was kept busy with for an address. A proxy is not charged for whom it brings."""
        self.spent += seconds
        if not addresses.is_trusted(address, self.trusted):
            self.loop.owe(address, seconds)
            self.turns.took(address, seconds)

    def owed(self, address: str) -> float:
        """Seconds until an address has some of its share again."""
        return self.loop.take(address, 0.0)

    def enter(self, address: str) -> bool:
        """Count somebody in, unless it is full."""
        full = (
            self.inside >= self.most
            or self.owed(address) > OWED
            or (self.of[address] >= self.each and not addresses.is_trusted(address, self.trusted))
        )
        if full:
            self.turned_away += 1
            return False
        self.inside += 1
        self.of[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count somebody out."""
        self.inside -= 1
        self.of[address] -= 1
        if not self.of[address]:
            del self.of[address]


DOOR = Door()


def _files() -> int:
    """How many files this process may have open; as many as the system allows it."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return 2048
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return soft


class Guard:
    """What both kinds of connections have: a place inside, and a clock that cuts them off."""

    def __init__(self) -> None:
        self.address: str | None = None
        self.clocks: dict[str, asyncio.TimerHandle] = {}
        self.held = b""
        """What was read and waits for its turn."""
        self.turn: asyncio.Task[None] | None = None

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """Take a place, or be cut off."""
        address = addresses.counted_as(client[0]) if client else "local"
        if not DOOR.enter(address):
            transport.abort()
            return False
        self.address = address
        with contextlib.suppress(OSError, AttributeError):  # otherwise the system keeps megabytes for each
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING_BYTES)
            transport.max_size = READ_BYTES  # type: ignore[attr-defined]
        return True

    def leave(self) -> None:
        """Give the place back."""
        for clock in self.clocks.values():
            clock.cancel()
        self.clocks.clear()
        if self.turn is not None:
            self.turn.cancel()
        if self.address is not None:
            DOOR.leave(self.address)
            self.address = None

    def charge(self, seconds: float, transport: asyncio.Transport) -> None:
        """Count what reading has cost; whoever is far beyond their share is cut off."""
        if self.address is not None:
            DOOR.charge(self.address, seconds)
            if DOOR.owed(self.address) > OWED:
                transport.abort()

    def postponed(
        self, data: bytes, transport: asyncio.Transport, take: Callable[[bytes], None], paused: Callable[[], bool]
    ) -> bool:
        """Whether what was read waits, since its address has just had a slice; nothing more is read meanwhile."""
        if self.address is None or not (self.held or DOOR.turns.rests(self.address)):
            return False
        if not self.held:
            transport.pause_reading()
            self.turn = asyncio.create_task(self._take(self.address, transport, take, paused))
        self.held += data
        return True

    async def _take(
        self, address: str, transport: asyncio.Transport, take: Callable[[bytes], None], paused: Callable[[], bool]
    ) -> None:
        await DOOR.turns.turn(address)
        data, self.held, self.turn = self.held, b"", None
        if not transport.is_closing():
            take(data)
        if not transport.is_closing() and not self.held and not paused():
            transport.resume_reading()

    def within(self, seconds: float, what: str, transport: asyncio.Transport) -> None:
        """Something must have happened by then."""
        if what not in self.clocks:
            self.clocks[what] = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def happened(self, what: str) -> None:
        """It did."""
        clock = self.clocks.pop(what, None)
        if clock is not None:
            clock.cancel()


class Http(H11Protocol):
    """Requests: headers and body within their time, and answers that are read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.guard = Guard()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.guard.enter(transport, self.client):
            self.guard.within(DOOR.headers, "headers", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.guard.postponed(data, self.transport, self._take, lambda: self.flow.read_paused):
            self._take(data)

    def _take(self, data: bytes) -> None:
        began = time.thread_time()
        super().data_received(data)
        self.guard.charge(time.thread_time() - began, self.transport)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """What the other side owes now."""
        state = self.conn.their_state
        if self.guard.address is None:
            return
        if state is h11.IDLE:
            self.guard.happened("body")
            if self.timeout_keep_alive_task is None:  # something of a request has come
                self.guard.within(DOOR.headers, "headers", self.transport)
            else:
                self.guard.happened("headers")
        elif state is h11.SEND_BODY:
            self.guard.happened("headers")
            self.guard.within(DOOR.body, "body", self.transport)
        else:
            self.guard.happened("headers")
            self.guard.happened("body")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.guard.leave()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.guard.within(DOOR.reading, "reading", self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.guard.happened("reading")


class Socket(WebSocketsSansIOProtocol):
    """Sockets: control frames are counted, and what waits for a reader is bounded in size and time."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.guard = Guard()
        self.control = Bucket(CONTROL, time.monotonic())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.guard.enter(self.transport, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.leave()
        super().connection_lost(exc)

    def _costs(self) -> bool:
        """Count something that no message came of; a flood is cut off."""
        flood = bool(self.control.take(1.0, time.monotonic()))
        if flood or self.transport.get_write_buffer_size() > WAITING_BYTES:
            self.transport.abort()
            return True
        return False

    def handle_ping(self) -> None:
        if not self._costs():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        expected = self.pending_ping_payload is not None
        if expected or not self._costs():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if event.opcode is Opcode.CONT and not self._costs():
            super().handle_cont(event)

    def data_received(self, data: bytes) -> None:
        if not self.guard.postponed(data, self.transport, self._take, lambda: self.read_paused):
            self._take(data)

    def _take(self, data: bytes) -> None:
        if not self.transport.is_closing():
            began = time.thread_time()
            super().data_received(data)
            self.guard.charge(time.thread_time() - began, self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.guard.within(DOOR.reading, "reading", self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.guard.happened("reading")
