"""In front of everything: whose page asks, how often, and the headers of every answer."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from sandtable.web import addresses, wire
from sandtable.web.charging import PAYER, Charged, Payer
from sandtable.web.limits import Buckets, Limits, Rate
from sandtable.web.settings import Settings
from sandtable.web.told import encode
from sandtable.web.transport import DOOR
from sandtable.web.wire import Refused, too_many

log = logging.getLogger("sandtable.web")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
ADDRESS = "sandtable.address"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Gate:
    """In front of everything: whose page asks, how often, and the headers of every answer."""

    def __init__(
        self, app: App, settings: Settings, limits: Limits, banned: Callable[[], tuple[addresses.Network, ...]] = tuple
    ) -> None:
        self.banned = banned
        self.app = app
        self.limits = limits
        self.requests = Buckets(limits.requests)
        self.sockets: Counter[str] = Counter()
        self.under_way: Counter[str] = Counter()
        """Bytes of bodies that are being read, of each address."""
        self.trusted = addresses.networks(settings.proxies)
        self.lines = Lines(limits.log)
        self.origins = {origin.rstrip("/") for origin in settings.origins}
        names = {urlsplit(origin).hostname for origin in self.origins}
        # A page elsewhere may point its own name at this machine; under that name we do not answer.
        self.hosts = {*names, *LOOPBACK, settings.host} if settings.host in LOOPBACK or names else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = scope[ADDRESS] = addresses.of(scope, self.trusted)
        scope[LINES] = self.lines
        size = _size(scope, headers)
        refused = self._refuse(scope, headers, address, size)
        if refused is not None:
            self.lines.refused(address, refused.error)
            await _refuse(scope, send, refused)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        charge = partial(DOOR.charge, address)
        stays = int(_stays(scope))
        self.sockets[address] += stays
        self.under_way[address] += size
        try:
            PAYER.set(Payer(charge, partial(DOOR.turns.turn, address), address))
            await DOOR.turns.turn(address)
            await Charged(self.app(scope, receive, guarded), charge)
        finally:
            for count, part in ((self.sockets, stays), (self.under_way, size)):
                count[address] -= part
                if not count[address]:
                    del count[address]

    def _refuse(self, scope: Scope, headers: dict[bytes, str], address: str, size: int) -> Refused | None:
        host = headers.get(b"host", "")
        if self.hosts is not None and _hostname(host) not in self.hosts:
            return Refused("not-allowed", "this server does not go by that name; --origin tells it another one")
        origin = headers.get(b"origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and origin is not None and urlsplit(origin).netloc != host and origin not in self.origins:
            return Refused("not-allowed", "that page is not from here")
        if addresses.is_trusted(address, self.banned()):
            return Refused("not-allowed", "this address is kept out by the operator of this server")
        if wait := DOOR.owed(address):
            return too_many("you keep this server busy; wait a little", wait)
        if wait := self.requests.take(address):
            return too_many("too many requests; wait a little", wait)
        if _stays(scope) and self.sockets[address] >= self.limits.sockets:
            return Refused("too-many", "too many sockets from one address", seconds=10)
        if _stays(scope) and self.sockets.total() >= self.limits.sockets_all:
            return Refused("busy", "too many sockets are open; try again in 30 seconds", seconds=30)
        if size > wire.RECORD_BYTES:
            return Refused("too-large", f"a body has at most {wire.RECORD_BYTES} bytes")
        if size and self.under_way[address] + size > self.limits.bytes_each:
            return Refused("too-many", "finish your other requests first", seconds=5)
        if size and self.under_way.total() + size > self.limits.bytes_all:
            return Refused("busy", "too much is being read; try again in 5 seconds", seconds=5)
        return None


LINES = "sandtable.lines"


class Lines:
    """Lines of the log about addresses: a flood costs few of them, and the next says how many were left out."""

    def __init__(self, rate: Rate) -> None:
        self._rates = Buckets(rate)
        self._left_out: Counter[str] = Counter()

    def refused(self, address: str, error: str, match: str = "") -> None:
        """Something was refused. Only the id of a match that could be one is written down."""
        if self._rates.take(address):
            if len(self._left_out) < 10_000:
                self._left_out[address] += 1
            return
        where = f" at {match}" if re.fullmatch(r"[a-z0-9]{12}", match) else ""
        more = self._left_out.pop(address, 0)
        log.info("refused %s%s: %s%s", address, where, error, f" (and {more} more)" if more else "")


def lines_of(scope: Mapping[str, Any]) -> Lines:
    """Where a request is noted, as the gate has said."""
    found: Lines = scope[LINES]
    return found


def _size(scope: Scope, headers: dict[bytes, str]) -> int:
    """The bytes that a body will have, before it is read; one that does not say is taken to be as large as may be."""
    if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return 0
    length = headers.get(b"content-length", "")
    if length.isascii() and length.isdigit():
        return int(length[:18])
    return wire.RECORD_BYTES if b"transfer-encoding" in headers else 0


def _stays(scope: Scope) -> bool:
    """Whether this connection stays open: a socket, or a stream of lines."""
    return bool(scope["type"] == "websocket" or scope["path"].endswith("/stream"))


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request comes from, as the gate has found."""
    found: str = scope.get(ADDRESS) or addresses.of(scope)
    return found


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    status = wire.STATUS.get(refused.error, 400)
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 4003, "reason": refused.error})
            return
        kind = "websocket.http.response"
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": encode(refused.problem), "more_body": False})
