"""In front of everything: whose page asks, how often, and the headers of every answer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

from sandtable.web import wire
from sandtable.web.limits import Buckets, Limits
from sandtable.web.settings import Settings
from sandtable.web.told import encode
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
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Gate:
    """In front of everything: whose page asks, how often, and the headers of every answer."""

    def __init__(self, app: App, settings: Settings, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.requests = Buckets(limits.requests)
        self.sockets: dict[str, int] = {}
        self.origins = {origin.rstrip("/") for origin in settings.origins}
        names = {urlsplit(origin).hostname for origin in self.origins}
        # A page elsewhere may point its own name at this machine; under that name we do not answer.
        self.hosts = {*names, *LOOPBACK, settings.host} if settings.host in LOOPBACK or names else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = address_of(scope)
        refused = self._refuse(scope, headers, address)
        if refused is not None:
            log.info("refused %s: %s", address, refused.error)
            await _refuse(scope, send, refused)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        if not _stays(scope):
            await self.app(scope, receive, guarded)
            return
        self.sockets[address] = self.sockets.get(address, 0) + 1
        try:
            await self.app(scope, receive, guarded)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def _refuse(self, scope: Scope, headers: dict[bytes, str], address: str) -> Refused | None:
        host = headers.get(b"host", "")
        if self.hosts is not None and _hostname(host) not in self.hosts:
            return Refused("not-allowed", "this server does not go by that name; --origin tells it another one")
        origin = headers.get(b"origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and origin is not None and urlsplit(origin).netloc != host and origin not in self.origins:
            return Refused("not-allowed", "that page is not from here")
        if wait := self.requests.take(address):
            return too_many("too many requests; wait a little", wait)
        if _stays(scope) and self.sockets.get(address, 0) >= self.limits.sockets:
            return Refused("too-many", "too many sockets from one address", seconds=10)
        return None


def _stays(scope: Scope) -> bool:
    """Whether this connection stays open: a socket, or a stream of lines."""
    return bool(scope["type"] == "websocket" or scope["path"].endswith("/stream"))


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request comes from; a network of version 6 gives its owner so many addresses that it counts as one."""
    client = scope.get("client")
    if not client:
        return "local"
    address = str(client[0])
    if ":" in address:
        try:
            return str(ip_network(f"{address.partition('%')[0]}/64", strict=False))
        except ValueError:
            return address
    return address


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
