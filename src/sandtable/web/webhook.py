"""A post to an address of a person's choice when their turn begins, to hosts that the operator allowed alone."""

from __future__ import annotations

import asyncio
import http.client
import logging
from urllib.parse import urlsplit

import msgspec

from sandtable.web.table import Table
from sandtable.web.wire import Refused

log = logging.getLogger("sandtable.web")

SECONDS = 5.0


class Webhooks:
    """Only named hosts are ever called, so that nobody can make this server knock on doors of its own network."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self.hosts = frozenset(hosts)

    def check(self, url: str) -> None:
        """Refuse an address that will not be called."""
        try:
            parts = urlsplit(url)
            host = parts.netloc
        except ValueError:
            raise Refused("bad-field", "url is not an address") from None
        if parts.scheme not in ("http", "https"):
            raise Refused("bad-field", "url begins with http:// or https://")
        if host not in self.hosts:
            raise Refused("not-allowed", "this server does not post there; its operator names the hosts it may")

    async def tell(self, table: Table, seat: str, text: str) -> None:
        """Tell the people of a seat who are away."""
        if not self.hosts:
            return
        body = msgspec.json.encode({"match": table.id, "seat": seat, "text": f"{table.game.title}: {text}"})
        for person in table.seats[seat].people:
            key = table.keys.get(person)
            if key is not None and key.webhook and not table.is_here(person):
                try:
                    self.check(key.webhook)
                    await asyncio.wait_for(asyncio.to_thread(post, key.webhook, body), SECONDS * 2)
                except (OSError, http.client.HTTPException, TimeoutError, Refused) as error:
                    log.info("webhook of %s failed: %s", table.id, type(error).__name__)


def post(url: str, body: bytes) -> int:
    """One request; redirects are not followed."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=SECONDS)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    finally:
        connection.close()
