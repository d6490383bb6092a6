"""The hall: all tables of this process, who sits there, and how an entry gets from a person to the disk to all."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import importlib
import logging
import math
import random
import re
import secrets
import time
from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

import sandtable
from sandtable import SandtableError
from sandtable.web import addresses, entries, frozen, telling, thinker
from sandtable.web.charging import in_thread, in_turn, paid, payer
from sandtable.web.connection import Connection
from sandtable.web.limits import Buckets, Limits
from sandtable.web.notices import Notices
from sandtable.web.plans import WATCHER, Plan, Planner, Who, board
from sandtable.web.reviewing import Reviews
from sandtable.web.rows import Changed, Invitation, PersonRow, Row, Stored, chained, now
from sandtable.web.settings import Program
from sandtable.web.store import PAGE, Conflict, Store, StoreError
from sandtable.web.sweeping import undisturbed
from sandtable.web.table import HEARTBEAT, Table, memory_of
from sandtable.web.told import encode
from sandtable.web.wire import Refused, clean, too_many
from sandtable.web.writes import (
    Write,
    entry_write,
    frozen_write,
    invitation_write,
    last_write,
    person_change,
    person_write,
    summary_write,
    watchers_write,
)

log = logging.getLogger("sandtable.web")

PAUSE_EVERY = 20
"""Actions replayed between two looks at what else there is to do."""
REPLAY_SECONDS = 60.0
HEAL_SECONDS = 5.0
"""Seconds between two looks for entries whose notices were lost."""
GONE = 4004
"""How the sockets of a match are closed that was deleted."""
OPERATOR_SECONDS = 1.0
"""Seconds between two looks at what the operator wishes."""
AT_ONCE = 60
"""Entries that are played here when a match is asked for; more are played in another process."""
FREEZE_EVERY = 200
"""New entries after which a table is frozen again; a long one when it has grown by a quarter."""
TURN = 10.0
"""Seconds that people wait for all that bots decide in a row; the last of it is never used up, see `_time_to_think`."""
TRIES = 10
"""How often an entry is planned again when another process was quicker."""


def new_secret() -> str:
    """128 bits that nobody can guess, in 22 characters."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> bytes:
    """How a secret is stored. It is random, so one round is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def thawed(game: sandtable.Game, stored: Stored, data: bytes) -> Table:
    """A table as it was frozen."""
    table = frozen.thaw(game, stored, data)
    if table.memory:
        game.prepare(table.state)  # here, where nobody waits for the board of somebody's own mission
        for reader in table.readers.values():
            _ = reader.seen.drawn
    return table


class Hall:
    """All that one process knows."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits,
        games: tuple[str, ...] | None = None,
        modules: tuple[str, ...] = (),
        programs: tuple[Program, ...] = (),
        thinkers: int = 2,
        bot_seconds: float = 5.0,
        notice_hosts: tuple[str, ...] = (),
        push: str = "",
    ) -> None:
        self.store = store
        self.limits = limits
        self.bot_seconds = bot_seconds
        self.programs = programs
        commands = {one.name: one.command for one in programs}
        self.players = thinker.Thinkers(thinkers, modules, Buckets(limits.bots), commands=commands)
        self.cpu = Buckets(limits.cpu)
        self.advisers = thinker.Thinkers(2, modules, self.cpu)  # so that no bot keeps people from their odds
        self.workers = thinker.Thinkers(2, modules, self.cpu)  # for what strangers wrote, and for long matches
        self.disk, self.disk_all = Buckets(limits.disk), Buckets(limits.disk_all)
        self.reviews = Reviews(self.workers, self.spawn, store, self.keep_bytes)
        self.notices = Notices(store, limits, notice_hosts, push)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.connections: dict[str, set[Connection]] = {}
        self.banned: tuple[addresses.Network, ...] = ()
        self.makes = Buckets(limits.makes)
        self.wrong = Buckets(limits.secrets)
        self.messages = Buckets(limits.messages)
        self.fell = 0
        """Actions that were drawn for bots."""
        self.version = f"{frozen.version()[:40]}{sha256(repr(modules).encode()).hexdigest()[:20]}"
        self._locks: dict[str, asyncio.Lock] = {}
        self._stale: set[str] = set()
        self._making: dict[str, tuple[int, str]] = {}
        """Matches of players' own missions that are being loaded: what their boards may take, and who asked."""
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        thinker.load_games(modules)
        served = sandtable.names() if games is None else games
        self.games: dict[str, sandtable.Game] = {name: sandtable.load(name) for name in served}
        for module in modules:
            self.games |= {game.name: game for game in importlib.import_module(module).GAMES}

    async def open(self) -> None:
        """Open the database and hear of other processes."""
        await self.store.open()
        self.spawn(self._heed())
        if self.store.shared:
            self.store.listen(self._heard, self._gap)
            self.spawn(self._beat())
            self.spawn(self._heal())
        else:
            await self.store.nobody_here()

    async def close(self) -> None:
        """Tell everybody, write what is waiting, stop."""
        for listeners in self.connections.values():
            for connection in listeners:
                connection.close(1012)
        for task in [*self._thinking.values(), *self._tasks]:
            task.cancel()
        await asyncio.gather(*self._thinking.values(), *self._tasks, return_exceptions=True)
        pools = (self.players, self.advisers, self.workers, self.notices)
        await asyncio.gather(*(pool.close() for pool in pools))
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something on the side; what goes wrong is logged in one line."""
        task = asyncio.create_task(paid(work))
        self._tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Refused):
            log.error("internal: %s", type(error).__name__, exc_info=error)

    # --- tables -----------------------------------------------------------------------------------------------------

    def lock(self, match: str) -> asyncio.Lock:
        """Entries of one match are made one after the other."""
        found = self._locks.get(match)
        if found is None:
            found = self._locks[match] = asyncio.Lock()
        return found

    async def table(self, match: str) -> Table:
        """A match, from memory or from its entries."""
        found = self.tables.get(match)
        if found is not None:
            self.tables.move_to_end(match)
            return found
        if not re.fullmatch(r"[a-z0-9]{12}", match):
            raise Refused("no-such-match", "there is no such match")
        await in_turn()
        async with self.lock(match):
            if match in self.tables:
                return self.tables[match]
            try:
                with undisturbed():
                    stored = await self.store.load(match, self.version)
            except Changed as error:
                raise self._changed(error) from None
            except StoreError:
                raise Refused("internal", "the database does not answer; try again") from None
            if stored is None:
                self._locks.pop(match, None)
                raise Refused("no-such-match", "there is no such match")
            found = await self.build(stored)
            self.keep(found)
        self.poke(found)
        return found

    async def build(self, stored: Stored, whose: str = "", whole: bool = False) -> Table:
        """A match from what is stored of it. What is long or came from a stranger is played in another process first,
        which may be ended; `whole` refuses a record that no longer replays, with the action that fails."""
        game = self.games.get(stored.match.game)
        if game is None:
            raise Refused("broken", f"this server does not have the game {stored.match.game}")
        with self.room_for_own(stored):
            return await self._build(game, stored, whose, whole)

    async def _build(self, game: sandtable.Game, stored: Stored, whose: str, whole: bool) -> Table:
        strange = bool(stored.match.begun["mission"]) and not stored.frozen
        if (strange or whole or len(stored.rows) > AT_ONCE) and stored.match.begun.get("lesson") is None:
            stored = await self._built(stored, whose, whole)
        try:
            if stored.frozen:
                with undisturbed():
                    table = await in_thread(thawed, game, stored, stored.frozen)
            else:
                table = Table(game, stored)
        except (SandtableError, ValueError) as error:
            raise Refused("broken", f"this match can no longer be set up: {error}") from error
        table.frozen = table.entry
        for _ in entries.rebuild(table, stored.rows):
            await asyncio.sleep(0)
        return table

    async def _built(self, stored: Stored, whose: str, whole: bool) -> Stored:
        """Play the entries in another process, and keep what they led to for the next time. A match that is there
        already is built for whoever asks, however much they have had worked out; but in their turn."""
        rows: list[bytes] = []
        for at in range(0, len(stored.rows), PAGE):  # others are answered meanwhile
            rows.append(msgspec.json.encode(stored.rows[at : at + PAGE])[1:-1])
            await asyncio.sleep(0)
        listed = msgspec.Raw(b"[" + b",".join(rows) + b"]")
        job = {"do": "build", "match": stored.match, "rows": listed, "frozen": stored.frozen, "whole": whole}
        try:
            answer = await self.workers.ask(job, REPLAY_SECONDS, whose or payer() or stored.match.id, owing=not whole)
        except thinker.NoAnswer:
            raise Refused("too-slow", f"this took longer than {REPLAY_SECONDS:.0f} seconds to replay") from None
        if "frozen" not in answer:
            broken = answer["broken"]
            raise Refused("bad-record", f"action {broken['action']}: {broken['reason']}", line=broken["action"])
        data = b64decode(answer["frozen"])
        if not whole:
            await self.write([frozen_write(stored.match.id, answer["entry"], self.version, data, stored.chain)])
        return replace(stored, rows=[], frozen=data)

    async def _freeze(self, table: Table) -> None:
        """Keep what the entries of a match that has grown have led to, worked out in another process."""
        stored = await self.store.load(table.id, self.version)
        if stored is not None and stored.rows:
            await self._built(stored, "", whole=False)

    @staticmethod
    def _changed(error: Changed) -> Refused:
        log.critical("%s; `sandtable verify-db` says more", error)
        return Refused("broken", "this match was changed outside of the server and is not shown; tell its operator")

    def keep(self, table: Table) -> None:
        self.tables[table.id] = table
        idle = [match for match in self.tables if match != table.id and self._idle(match)]
        own = [match for match in idle if self.tables[match].memory]
        self._shed(own, sum(self.tables[match].memory for match in own) - self.limits.own_idle)
        self._put_away(idle[: max(0, len(self.tables) - self.limits.tables)])

    def _idle(self, match: str) -> bool:
        """Whether nobody is at a table, and nothing is being done there."""
        busy = self.connections.get(match) or match in self._thinking or match in self._stale
        return not busy and not self.lock(match).locked()

    def _put_away(self, matches: list[str]) -> None:
        for match in matches:
            if self.tables.pop(match, None) is not None:
                del self._locks[match]

    def _shed(self, matches: list[str], over: int) -> int:
        """Put the first of some tables away, until their boards have given so many bytes back; how many are missing."""
        for match in matches:
            if over <= 0:
                break
            over -= self.tables[match].memory
            self._put_away([match])
        return over

    @contextlib.contextmanager
    def room_for_own(self, stored: Stored) -> Iterator[None]:
        """The boards of players' own missions take much memory: there are only so many bytes for them, of all and of an
        address. While one is being made it counts as if whoever asks for it were at it."""
        match, memory, whose = stored.match.id, memory_of(stored.match.begun), payer()
        if not memory or match in self._making:
            yield
            return
        self._may_have(match, memory, whose)
        own = [one for one, table in self.tables.items() if table.memory]
        taken = sum(self.tables[one].memory for one in own) + sum(size for size, _ in self._making.values())
        idle = [one for one in own if one != match and self._idle(one)]
        if self._shed(idle, taken + memory - self.limits.own_all) > 0:
            raise Refused("busy", "too many missions of players' own are being played; try in 60 seconds", seconds=60)
        self._making[match] = (memory, whose)
        try:
            yield
        finally:
            del self._making[match]

    def may_join(self, table: Table, address: str) -> None:
        """Refuse somebody who is at many tables of players' own missions already."""
        if table.memory:
            self._may_have(table.id, table.memory, address)

    def _may_have(self, match: str, memory: int, address: str) -> None:
        made = {one: size for one, (size, whose) in self._making.items() if whose == address}
        at = {
            one: self.tables[one].memory
            for one, listeners in self.connections.items()
            if one in self.tables and any(listener.address == address for listener in listeners)
        }
        had = sum(size for one, size in (made | at).items() if one != match)
        if had and had + memory > self.limits.own_each:
            raise Refused("too-many", "you are at many tables of players' own missions; leave one", seconds=10)

    async def _catch_up(self, table: Table) -> None:
        """Read what others wrote; the caller holds the lock."""
        try:
            rows = await self.store.rows_after(table.id, table.entry, table.chain)
        except Changed as error:
            raise self._changed(error) from None
        table.chain = rows[-1].hash if rows else table.chain
        for count, _ in enumerate(entries.rebuild(table, rows)):
            if count % PAUSE_EVERY == 0:
                await asyncio.sleep(0)
        found = await self.store.keys(table.id)
        table.keys = {person.person: person for person in found.people}
        table.invitations, table.opened, table.watching_elsewhere = found.invitations, found.opened, found.watching
        self._stale.discard(table.id)

    # --- writing ----------------------------------------------------------------------------------------------------

    async def commit(self, table: Table, plan: Planner, then: Callable[[], None] | None = None) -> None:
        """Plan an entry on the position as it is, write it, and only then swap it in and tell everybody.

        Whoever asked may go away meanwhile: the entry is finished all the same. `then` swaps in what was written beside
        the entries, before anybody can plan on it.
        """
        await asyncio.shield(self.spawn(self._commit(table, plan, then)))

    async def _commit(self, table: Table, plan: Planner, then: Callable[[], None] | None) -> None:
        await in_turn()
        async with self.lock(table.id):
            for _ in range(TRIES):
                try:
                    if table.id in self._stale:
                        await self._catch_up(table)
                    most = self.limits.entries if table.coach is None else self.limits.lesson
                    if table.entry >= most:
                        raise Refused("not-allowed", f"a match like this has at most {most} entries")
                    row, after, more = plan()
                    chain = chained(table.chain, table.id, row)
                    writes = [entry_write(table.id, row, chain), last_write(table.id, row.entry), *more]
                    await self.store.write(writes, (table.id, row.entry))
                    break
                except Conflict:
                    # Another process was quicker: read what it wrote, and plan again on that.
                    self._stale.add(table.id)
                except StoreError:
                    # It may be on disk or not: the database is asked before anything else happens here.
                    self._stale.add(table.id)
                    raise Refused("internal", "the database does not answer; try again") from None
            else:
                raise Refused("out-of-date", "others were quicker; try again")
            turn = table.state.seat
            entries.accept(table, row, after)
            table.chain = chain
            if then is not None:
                then()
        self.spread(table)
        self.sum_up(table)
        if table.coach is None and table.entry - table.frozen > max(FREEZE_EVERY, table.frozen // 4):
            table.frozen = table.entry
            self.spawn(self._freeze(table))
        if table.state.seat not in (turn, None):
            self.tell(table, str(table.state.seat), "it is your turn.")
        self.poke(table)

    def sum_up(self, table: Table) -> None:
        """Write down what the list of matches shows, so that nobody rebuilds a match to show it."""
        if table.row.listed:
            shown = encode(telling.public(table, names=False)).decode()
            self.spawn(self.write([summary_write(table.id, summary=shown)]))

    def tell(self, table: Table, seat: str, text: str) -> None:
        """Send word to the people of a seat who are away."""
        self.spawn(self.notices.tell(table, seat, text))

    async def _heed(self) -> None:
        """Do what the operator wished: keep networks out, and forget matches that were deleted."""
        while True:
            with contextlib.suppress(StoreError, ValueError):
                networks, gone = await self.store.kept_out()
                self.banned = addresses.networks(networks)
                for match in gone:
                    if self.tables.pop(match, None) is not None:
                        for connection in self.connections.get(match, ()):
                            connection.close(GONE)
            await asyncio.sleep(OPERATOR_SECONDS)

    async def _catch_up_or_not(self, table: Table) -> None:
        try:
            await self._catch_up(table)
        except StoreError:
            self._stale.add(table.id)
        self.spread(table)

    async def write(self, writes: list[Write], of: str = "") -> None:
        """Write something beside the entries of a match, of which the other processes hear."""
        try:
            await asyncio.shield(self.store.write(writes, (of, 0) if of else None))
        except (StoreError, Conflict):
            raise Refused("internal", "the database does not answer; try again") from None

    def spread(self, table: Table) -> None:
        """Let everybody at a table know that there is something new."""
        for connection in self.connections.get(table.id, ()):
            connection.stir()

    # --- other processes --------------------------------------------------------------------------------------------

    def _heard(self, match: str, entry: int) -> None:
        table = self.tables.get(match)
        if table is not None and (entry == 0 or entry > table.entry):
            self.spawn(self._fetch(table, entry))

    async def _fetch(self, table: Table, entry: int) -> None:
        async with self.lock(table.id):
            if entry and entry <= table.entry:
                return
            self._stale.add(table.id)
            await self._catch_up_or_not(table)
        for person, sockets in table.here.items():
            key = table.keys.get(person)
            if sockets and key is not None and not key.here:  # left another process, but is still here
                self.spawn(self._present(table, person, here=True))

    async def _gap(self) -> None:
        """Notices may have been missed: look at every table again."""
        for table in list(self.tables.values()):
            await self._fetch(table, 0)

    async def _heal(self) -> None:
        """Notices may get lost without anybody noticing: look now and then what the tables here have missed."""
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            watched = [match for match in self.connections if match in self.tables]
            if not watched:
                continue
            with contextlib.suppress(StoreError):
                for match, entry in (await self.store.heads(watched)).items():
                    self._heard(match, entry)

    async def _beat(self) -> None:
        """Say of everybody here that they still are."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for table in list(self.tables.values()):
                for person, sockets in list(table.here.items()):
                    if sockets:
                        await self._present(table, person, here=True)
                if table.watching:
                    await self._count_watchers(table)
                self.spread(table)  # somebody of a process that is gone may count as away by now
            with contextlib.suppress(StoreError):
                await self.store.forget_watchers(time.time() - 10 * HEARTBEAT)

    # --- who is there -----------------------------------------------------------------------------------------------

    def identify(self, table: Table, secret: str | None, address: str) -> Who:
        """Whose secret this is. An invitation is nobody's: it only sits somebody down."""
        if secret is None:
            if not table.begun["watchers"]:
                raise Refused("not-allowed", "this match has no watchers; its players have links")
            return WATCHER
        found = self._whose(table, secret, address)
        if isinstance(found, Who):
            return found
        raise Refused(
            "not-allowed", "this is an invitation; sit down with it first, which gives you a secret of your own"
        )

    def invited(self, table: Table, secret: str, address: str) -> Who | str:
        """Whose secret this is, or the seat that it invites to."""
        found = self._whose(table, secret, address)
        if isinstance(found, str) and not table.invitations[found].left:
            raise Refused("bad-secret", "this invitation has been used; ask whoever sent it for another")
        return found

    def _whose(self, table: Table, secret: str, address: str) -> Who | str:
        found = self.opens(table, secret)
        if found is None:
            if wait := self.wrong.take(address):
                raise too_many("too many wrong secrets; wait a little", wait)
            raise Refused("bad-secret", "this link does not open this match")
        return found

    def opens(self, table: Table, secret: str) -> Who | str | None:
        """What a secret opens. Every hash is compared, whichever fits, so that time tells nothing."""
        given = hashed(secret)
        found: Who | str | None = None
        for person, key in table.keys.items():
            if hmac.compare_digest(key.hash, given) and person in table.people:
                found = Who(person, tuple(table.people[person].seats))
        for seat, invitation in table.invitations.items():
            if hmac.compare_digest(invitation.hash, given):
                found = seat
        return found

    def count(self, table: Table, who: Who, address: str, cost: float = 1.0) -> None:
        """Count what somebody asks, however many sockets they ask it through."""
        whose = who.person or address
        if wait := self.messages.take(f"{table.id} {whose}", cost):
            raise too_many("too many messages; wait a little", wait)

    def keep_bytes(self, address: str, size: int) -> None:
        """Count what is about to be kept. Whoever has had their share takes nothing of everybody's."""
        if wait := self.disk.take(address, size):
            raise too_many("you have had much kept; wait a little", wait)
        if wait := self.disk_all.take("all", size):
            raise Refused(
                "busy", f"too much is being kept; try again in {math.ceil(wait)} seconds", seconds=math.ceil(wait)
            )

    async def sit(self, table: Table, seat: str, name: str | None, secret: str) -> Who:
        """Make a new person of a seat, which uses the invitation up or one place of it."""
        made: list[PersonRow] = []

        def plan() -> Plan:
            made.clear()
            left = table.invitations[seat].left
            if not left:
                raise Refused("bad-secret", "this invitation has been used; ask whoever sent it for another")
            if len(table.seats[seat].people) >= self.limits.people:
                raise Refused("not-allowed", f"{self.limits.people} people sit here already")
            person = f"p{len(table.people) + 1}"
            made.append(PersonRow(person, hashed(secret), "", None, None, False, None))
            called = clean(name or "") or f"Guest {len(table.people) + 1}"
            row = Row(table.entry + 1, "takeover", seat, person, now(), {"sit": [seat], "name": called})
            used = replace(table.invitations[seat], left=left - 1)
            writes = [
                person_write(table.id, person, hashed(secret)),
                invitation_write(table.id, seat, used, fresh=False),
            ]
            return row, None, writes

        def seated() -> None:
            table.keys[made[-1].person] = made[-1]
            held = table.invitations[seat]
            table.invitations[seat] = replace(held, left=held.left - 1)

        await self.commit(table, plan, seated)
        return Who(made[-1].person, (seat,))

    async def invite(self, table: Table, who: Who, seat: str, people: int) -> str:
        """A new invitation to a seat, which ends the old one; whoever sits there is told."""
        secret = new_secret()
        new = Invitation(hashed(secret), people)

        def plan() -> Plan:
            row = Row(table.entry + 1, "takeover", seat, who.person, now(), {"invite": people})
            fresh = seat not in table.invitations
            return row, None, [invitation_write(table.id, seat, new, fresh=fresh)]

        await self.commit(table, plan, lambda: table.invitations.update({seat: new}))
        return secret

    def join(self, connection: Connection) -> None:
        """Somebody listens now."""
        table = connection.table
        self.connections.setdefault(table.id, set()).add(connection)
        if connection.person is None:
            table.watching += 1
            self.spawn(self._count_watchers(table))
        else:
            table.here[connection.person] = table.here.get(connection.person, 0) + 1
            if table.here[connection.person] == 1:
                self.spawn(self._present(table, connection.person, here=True))
        self.spread(table)
        self.poke(table)

    def leave(self, connection: Connection) -> None:
        """Somebody listens no more."""
        table = connection.table
        listeners = self.connections.get(table.id, set())
        if connection not in listeners:
            return
        listeners.discard(connection)
        if not listeners:
            self.connections.pop(table.id, None)
        if connection.person is None:
            table.watching -= 1
            self.spawn(self._count_watchers(table))
        else:
            table.here[connection.person] -= 1
            if not table.here[connection.person]:
                self.spawn(self._present(table, connection.person, here=False))
        self.spread(table)

    async def _present(self, table: Table, person: str, *, here: bool) -> None:
        seen = int(time.time())
        table.keys[person] = replace(table.keys[person], here=here and self.store.shared, seen=seen)
        await self.write([person_change(table.id, person, here=here, seen=seen)], table.id)

    async def _count_watchers(self, table: Table) -> None:
        """Tell the other processes how many watch here."""
        if self.store.shared:
            await self.write([watchers_write(table.id, self.store.process, table.watching)], table.id)

    # --- bots -------------------------------------------------------------------------------------------------------

    def bots(self, game: sandtable.Game) -> tuple[str, ...]:
        """Who can be asked to hold a seat: the game's own bots, and the operator's programs that play it."""
        return (*sandtable.bot_names(game), *(one.name for one in self.programs if one.plays(game.name)))

    def check_bot(self, game: sandtable.Game, bot: str) -> str:
        """A bot's name that can be asked."""
        names = self.bots(game)
        if bot not in names:
            raise Refused("bad-field", f"{game.name} has no bot “{bot}”; it has {', '.join(names)}")
        return bot

    def poke(self, table: Table) -> None:
        """If a bot must choose, and somebody cares, let it think."""
        seat = table.state.seat
        wanted = seat is not None and table.seats[seat].bot is not None and table.broken is None
        if table.coach is not None:
            scripted = table.coach.scripted(table.head.here, table.state)
            wanted = scripted is not None or (wanted and not table.coach.waits(table.head.here))
        if seat is None or table.seats[seat].bot is None:
            table.waiting = None
        cares = bool(self.connections.get(table.id)) or any(held.bot is None for held in table.seats.values())
        if wanted and cares and table.id not in self._thinking:
            task = self.spawn(self._think(table))
            self._thinking[table.id] = task
            task.add_done_callback(lambda task: self._thought(table, task))

    def _thought(self, table: Table, task: asyncio.Task[Any]) -> None:
        self._thinking.pop(table.id, None)
        if task.cancelled() or self.tables.get(table.id) is not table:
            return
        error = task.exception()
        overtaken = isinstance(error, Refused) and error.error == "out-of-date"
        asyncio.get_running_loop().call_later(0.05 if error is None or overtaken else 2.0, self.poke, table)

    def _pays(self, table: Table) -> str:
        """Who pays for what bots think at a table: an address of its people who are here, or whoever set them to it;
        never somebody who only comes to watch people play."""
        here = [one.address for one in self.connections.get(table.id, ()) if one.person is not None]
        return min(here, default="") or payer() or table.id

    def _time_to_think(self, table: Table, whose: str) -> float:
        """Seconds for a bot's next decision: a quarter of what is left of the time that people wait for bots in a row,
        so that the first decisions have most of it and there is always some left. Where bots hold every seat nobody
        waits to decide. Where the share of whoever pays is used up, a bot plays its first thought."""
        if self.players.owed(whose):
            return 0.0
        if all(held.bot is not None for held in table.seats.values()):
            return thinker.THINK
        if table.waiting is None:
            table.waiting = time.monotonic()
        left = TURN - (time.monotonic() - table.waiting)
        return max(0.0, min(thinker.THINK, left / 4))

    async def _think(self, table: Table) -> None:
        """One action of a bot. Crashed, stalled or nonsense: the usual bot decides for it, or an action is drawn; the
        table is told."""
        seat = str(table.state.seat)
        bot, entry = table.seats[seat].bot, table.entry
        options = sandtable.legal(table.state)
        fell: str | None = None
        scripted = None if table.coach is None else table.coach.scripted(table.head.here, table.state)
        words = scripted
        view, whose = table.readers[seat].seen.view, self._pays(table)
        think = self._time_to_think(table, whose)
        decided, stand_in = bot, thinker.usual_bot(table.game)
        # Once more where its process ended, but nobody waits twice for one that only stalls.
        for name in (bot, bot, stand_in):
            if words is None and not (fell == "TimeoutError" and name == bot):
                try:
                    words = await self.players.pick(
                        table.row.game, str(name), view, options, self.bot_seconds, whose, think
                    )
                    decided = name
                except thinker.NoAnswer as error:
                    fell = str(error)
        if words is None:
            words, decided = random.SystemRandom().choice(options), "random"
        if decided == bot:
            fell = None

        def plan() -> Plan:
            left = table.seats[seat].bot is None and scripted is None
            if table.state.seat != seat or left or table.head.entry > entry:
                raise Refused("out-of-date", "the table went on without the bot")
            return board(table, Row(table.entry + 1, "action", seat, None, now(), {"words": words}))

        await self.commit(table, plan)
        if fell is not None:
            self.fell += 1
            log.warning("bot %s of %s fell back: %s", bot, table.id, fell)
            instead = "an action was drawn" if decided == "random" else f"{sandtable.bot_title(str(decided))} decided"
            title = sandtable.bot_title(str(bot))
            text = f"{title[:1].upper()}{title[1:]} did not answer; {instead} for it."
            data = {"text": text, "channel": "all", "key": ""}
            await self.commit(table, lambda: (Row(table.entry + 1, "message", seat, None, now(), data), None, []))

    def game(self, name: str) -> sandtable.Game:
        """A game by its id."""
        if name not in self.games:
            raise Refused("no-such-game", f"there is no game “{name}”; there are {', '.join(self.games)}")
        return self.games[name]
