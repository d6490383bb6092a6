"""Word to people whose turn begins while they are away: to an address of theirs, or to their browsers."""

from __future__ import annotations

import logging
from dataclasses import replace
from urllib.parse import urlsplit

import msgspec

from sandtable.web import push, told
from sandtable.web.limits import Buckets, Limits
from sandtable.web.posting import Allowed, elsewhere
from sandtable.web.push import Browser
from sandtable.web.rows import PersonRow
from sandtable.web.store import Store, StoreError
from sandtable.web.table import Table
from sandtable.web.thinker import NoAnswer, Thinkers
from sandtable.web.wire import Refused, too_many
from sandtable.web.writes import person_change

log = logging.getLogger("sandtable.web")

PROGRAM = "sandtable.web.posting"
PUSH_HOSTS = (
    "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com",
)  # fmt: skip
"""Where browsers are told things: Chrome and most others, Firefox, Safari, Edge."""
SECONDS, CPU = 15.0, 10.0
"""How long one notice may take by the clock, with all that it waits for, and of the processor."""
BROWSERS = 5
"""Browsers of one person at a table."""


class Notices:
    """Two processes that do nothing else, so that a host that trickles keeps nobody but other notices waiting."""

    def __init__(self, store: Store, limits: Limits, hosts: tuple[str, ...], contact: str) -> None:
        self.store = store
        self.contact = contact
        """How a push service reaches the operator; without it nothing is pushed."""
        self.hosts = hosts
        everywhere = (*hosts, *(PUSH_HOSTS if contact else ()))
        self.allowed = Allowed(everywhere)
        self.posters = Thinkers(2, everywhere, program=PROGRAM)
        self.tried, self.often = Buckets(limits.notices), Buckets(limits.told)
        self.sent = self.failed = 0
        self._key = ""

    async def key(self) -> str:
        """The key of this server, which is made once and kept in the database for all its processes."""
        if not self._key:
            self._key = await self.store.keep_once("push", push.new_key())
        return self._key

    async def ways(self) -> told.Notices:
        """How people can be told."""
        return told.Notices(hosts=list(self.hosts), push=push.public(await self.key()) if self.contact else None)

    async def try_out(self, to: str, title: str, address: str) -> None:
        """Send a first notice to an address that somebody wants to be told at; refused unless it arrives."""
        if not self.hosts:
            raise Refused("not-allowed", "this server sends no notices; its operator would have to name hosts for it")
        if wait := self.tried.take(address):
            raise too_many("you have tried many addresses; wait a little", wait)
        if not await self._send(to, f"{title}: you will be told here when it is your turn.", address):
            raise Refused("not-delivered", "nothing arrived there; look whether the address is complete")

    def check(self, browser: Browser) -> None:
        """Refuse a browser that could not be told anything."""
        try:
            parts = urlsplit(browser.endpoint)
            host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            raise Refused("bad-field", "endpoint is not an address") from None
        if not self.contact:
            raise Refused("not-allowed", "this server pushes nothing; its operator would have to switch it on")
        if not self.allowed.allows(host, port):
            raise elsewhere(host)
        if not push.is_point(browser.p256dh) or len(push.read(browser.auth)) != 16:
            raise Refused("bad-field", "p256dh and auth are the keys of a browser")

    async def tell(self, table: Table, seat: str, text: str) -> None:
        """Tell the people of a seat who are away."""
        for person in table.seats[seat].people:
            key = table.keys.get(person)
            if key is None or table.is_here(person):
                continue
            if key.address and self.hosts and not self.often.take(key.address):
                self._count(table, await self._send(key.address, f"{table.game.title}: {text}", table.id))
            for browser in browsers(key) if self.contact else ():
                if not self.often.take(browser.endpoint):
                    await self._push(table, person, browser, text)

    async def _send(self, to: str, text: str, whose: str) -> bool:
        job = {"do": "send", "to": to, "title": "Sandtable", "text": text}
        try:
            return bool(await self.posters.ask(job, CPU, whose, SECONDS))
        except NoAnswer:
            return False

    async def _push(self, table: Table, person: str, browser: Browser, text: str) -> None:
        message = msgspec.json.encode({"match": table.id, "title": table.game.title, "text": text}).decode()
        try:
            job = {"do": "push", "browser": browser, "message": message, "key": await self.key()}
            answer = await self.posters.ask({**job, "contact": self.contact}, CPU, table.id, SECONDS)
        except (NoAnswer, StoreError):
            answer = "failed"
        self._count(table, answer != "failed")
        if answer == "gone":
            await self.keep(table, person, [one for one in browsers(table.keys[person]) if one != browser])

    def _count(self, table: Table, sent: bool) -> None:
        self.sent += sent
        self.failed += not sent
        if not sent:
            log.info("a notice of %s was not delivered", table.id)

    async def keep(self, table: Table, person: str, found: list[Browser]) -> None:
        """Keep which browsers somebody is told in, the newest of them."""
        text = msgspec.json.encode(found[-BROWSERS:]).decode()
        await self.store.write([person_change(table.id, person, push=text)], (table.id, 0))
        table.keys[person] = replace(table.keys[person], push=text)

    async def close(self) -> None:
        """End the processes."""
        await self.posters.close()


def browsers(person: PersonRow) -> list[Browser]:
    """The browsers that somebody is told in."""
    return msgspec.json.decode(person.push or "[]", type=list[Browser])
