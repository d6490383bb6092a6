"""The hall: all tables of this process, who sits there, and how an entry gets from a person to the disk to all."""

from __future__ import annotations

import asyncio
import hmac
import importlib
import logging
import random
import re
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from msgspec import UNSET, Raw

import sandtable
from sandtable import BadInput, IllegalAction, Refusal, ReplayError, SandtableError
from sandtable.kernel.chance import commitment, seed_bytes
from sandtable.kernel.record import Record
from sandtable.web import store as db
from sandtable.web import thinker, wire
from sandtable.web.limits import Buckets, Limits
from sandtable.web.store import Conflict, MatchRow, PersonRow, Row, Store, Stored, StoreError, Write
from sandtable.web.table import AWAY, HEARTBEAT, After, Reader, Table, all_seeing, prompt_of, shown
from sandtable.web.webhook import Webhooks
from sandtable.web.wire import Refused, clean, encode, too_many

log = logging.getLogger("sandtable.web")

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
PAUSE_EVERY = 20
"""Actions replayed between two looks at what else there is to do."""
REPLAY_SECONDS = 60.0
ODDS_SECONDS = 10.0
TRIES = 10
"""How often an entry is planned again when another process was quicker."""

Plan = tuple[Row, After | None, list[Write]]


@dataclass(frozen=True)
class Who:
    """Somebody who showed a secret, or a watcher, who has none."""

    person: str | None = None
    seats: tuple[str, ...] = ()
    invited: str | None = None
    """The seat, when the secret was an invitation."""

    @property
    def host(self) -> bool:
        """Whether this person made the match."""
        return self.person == "p1"


WATCHER = Who()


def new_secret() -> str:
    """128 bits that nobody can guess, in 22 characters."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> bytes:
    """How a secret is stored. It is random, so one round is enough."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


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

    def forget(self) -> None:
        """Send everything with the next update."""
        self.n = None
        self._sent.clear()

    def _update(self) -> bytes | None:
        table, reader = self.table, self.reader
        parts = {**table.parts(reader), **table.small_parts(reader, self.person)}
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


class Hall:
    """All that one process knows."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits,
        games: tuple[str, ...] | None = None,
        modules: tuple[str, ...] = (),
        thinkers: int = 2,
        bot_seconds: float = 5.0,
        webhook_hosts: tuple[str, ...] = (),
    ) -> None:
        self.store = store
        self.limits = limits
        self.bot_seconds = bot_seconds
        self.players = thinker.Thinkers(thinkers, modules)
        self.advisers = thinker.Thinkers(1, modules)  # so that no bot keeps people from their odds
        self.webhooks = Webhooks(webhook_hosts)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.connections: dict[str, set[Connection]] = {}
        self.makes = Buckets(limits.makes)
        self.wrong = Buckets(limits.secrets)
        self._importing = asyncio.Semaphore(1)
        self._locks: dict[str, asyncio.Lock] = {}
        self._stale: set[str] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        thinker.load_everything(modules)
        served = sandtable.names() if games is None else games
        self.games: dict[str, sandtable.Game] = {name: sandtable.load(name) for name in served}
        for module in modules:
            self.games |= {game.name: game for game in importlib.import_module(module).GAMES}

    async def open(self) -> None:
        """Open the database and hear of other processes."""
        await self.store.open()
        if self.store.shared:
            self.store.listen(self._heard, self._gap)
            self._spawn(self._beat())
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
        self.players.close()
        self.advisers.close()
        await self.store.close()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something on the side; what goes wrong is logged in one line."""
        task = asyncio.create_task(work)
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
        async with self.lock(match):
            if match in self.tables:
                return self.tables[match]
            try:
                stored = await self.store.load(match)
            except StoreError:
                raise Refused("internal", "the database does not answer; try again") from None
            if stored is None:
                self._locks.pop(match, None)
                raise Refused("no-such-match", "there is no such match")
            found = await self._built(stored)
            self._keep(found)
        self.poke(found)
        return found

    async def _built(self, stored: Stored, until: float | None = None) -> Table:
        game = self.games.get(stored.match.game)
        if game is None:
            raise Refused("broken", f"this server does not have the game {stored.match.game}")
        try:
            table = Table(game, stored)
        except (SandtableError, ValueError) as error:
            raise Refused("broken", f"this match can no longer be set up: {error}") from error
        for count, _ in enumerate(table.rebuild(stored.rows)):
            if count % PAUSE_EVERY == 0:
                await asyncio.sleep(0)
                if until is not None and time.monotonic() > until:
                    raise Refused("too-slow", f"this record took longer than {REPLAY_SECONDS:.0f} seconds to replay")
        return table

    def _keep(self, table: Table) -> None:
        self.tables[table.id] = table
        for match in list(self.tables):
            if len(self.tables) <= self.limits.tables:
                break
            busy = self.connections.get(match) or match in self._thinking or match in self._stale
            if match != table.id and not busy and not self.lock(match).locked():
                del self.tables[match]
                del self._locks[match]

    async def _catch_up(self, table: Table) -> None:
        """Read what others wrote; the caller holds the lock."""
        rows = await self.store.rows_after(table.id, table.entry)
        for count, _ in enumerate(table.rebuild(rows)):
            if count % PAUSE_EVERY == 0:
                await asyncio.sleep(0)
        people, invitations, opened = await self.store.keys(table.id)
        table.keys = {person.person: person for person in people}
        table.invitations, table.opened = invitations, opened
        self._stale.discard(table.id)

    # --- writing ----------------------------------------------------------------------------------------------------

    async def commit(self, table: Table, plan: Callable[[], Plan]) -> None:
        """Plan an entry on the position as it is, write it, and only then swap it in and tell everybody.

        Whoever asked may go away meanwhile: the entry is finished all the same.
        """
        await asyncio.shield(self._spawn(self._commit(table, plan)))

    async def _commit(self, table: Table, plan: Callable[[], Plan]) -> None:
        async with self.lock(table.id):
            for _ in range(TRIES):
                try:
                    if table.id in self._stale:
                        await self._catch_up(table)
                    row, after, more = plan()
                    writes = [db.entry_write(table.id, row), *more]
                    if self.store.shared:
                        writes.append(db.notice(table.id, row.entry))
                    await self.store.write(writes)
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
            table.accept(row, after)
        self.spread(table)
        if table.state.seat != turn:
            self._spawn(self.webhooks.turn(table))
        self.poke(table)

    async def _catch_up_or_not(self, table: Table) -> None:
        try:
            await self._catch_up(table)
        except StoreError:
            self._stale.add(table.id)
        self.spread(table)

    async def _write(self, writes: list[Write]) -> None:
        try:
            await asyncio.shield(self.store.write(writes))
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
            self._spawn(self._fetch(table, entry))

    async def _fetch(self, table: Table, entry: int) -> None:
        async with self.lock(table.id):
            if entry and entry <= table.entry:
                return
            self._stale.add(table.id)
            await self._catch_up_or_not(table)
        for person, sockets in table.here.items():
            key = table.keys.get(person)
            if sockets and key is not None and not key.here:  # left another process, but is still here
                self._spawn(self._present(table, person, here=True))

    async def _gap(self) -> None:
        """Notices may have been missed: look at every table again."""
        for table in list(self.tables.values()):
            await self._fetch(table, 0)

    async def _beat(self) -> None:
        """Say of everybody here that they still are."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for table in list(self.tables.values()):
                for person, sockets in list(table.here.items()):
                    if sockets:
                        await self._present(table, person, here=True)

    # --- who is there -----------------------------------------------------------------------------------------------

    def identify(self, table: Table, secret: str | None, address: str) -> Who:
        """Whose secret this is. Every hash is compared, whichever fits, so that time tells nothing."""
        if secret is None:
            if not table.begun["watchers"]:
                raise Refused("not-allowed", "this match has no watchers; its players have links")
            return WATCHER
        given = hashed(secret)
        found: Who | None = None
        for person, key in table.keys.items():
            if hmac.compare_digest(key.hash, given) and person in table.people:
                found = Who(person, tuple(table.people[person].seats))
        for seat, key_hash in table.invitations.items():
            if hmac.compare_digest(key_hash, given):
                found = Who(None, (seat,), seat)
        if found is None:
            if wait := self.wrong.take(address):
                raise too_many("too many wrong secrets; wait a little", wait)
            raise Refused("bad-secret", "this link does not open this match")
        return found

    async def sit(self, table: Table, seat: str, name: str | None) -> tuple[Who, str]:
        """Make a new person of a seat; the secret is told once."""
        secret = new_secret()
        made: list[str] = []

        def plan() -> Plan:
            if len(table.seats[seat].people) >= self.limits.people:
                raise Refused("not-allowed", f"{self.limits.people} people sit here already")
            person = f"p{len(table.people) + 1}"
            made.append(person)
            called = clean(name or "") or f"Guest {len(table.people) + 1}"
            row = Row(table.entry + 1, "takeover", seat, person, db.now(), {"sit": [seat], "name": called})
            return row, None, [db.person_write(table.id, person, hashed(secret))]

        await self.commit(table, plan)
        person = made[-1]
        table.keys[person] = PersonRow(person, hashed(secret), "", None, False, None)
        return Who(person, (seat,)), secret

    def join(self, connection: Connection) -> None:
        """Somebody listens now."""
        table = connection.table
        self.connections.setdefault(table.id, set()).add(connection)
        if connection.person is None:
            table.watching += 1
        else:
            table.here[connection.person] = table.here.get(connection.person, 0) + 1
            if table.here[connection.person] == 1:
                self._spawn(self._present(table, connection.person, here=True))
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
        else:
            table.here[connection.person] -= 1
            if not table.here[connection.person]:
                self._spawn(self._present(table, connection.person, here=False))
        self.spread(table)

    async def _present(self, table: Table, person: str, *, here: bool) -> None:
        seen = int(time.time())
        table.keys[person] = replace(table.keys[person], here=here and self.store.shared, seen=seen)
        writes = [db.person_change(table.id, person, here=here, seen=seen)]
        if self.store.shared:
            writes.append(db.notice(table.id, 0))
        await self._write(writes)

    # --- playing ----------------------------------------------------------------------------------------------------

    def _my_turn(self, table: Table, who: Who, seat: str | None, seen: int | None, *, claims: bool = True) -> str:
        """Check that this seat is the asker's and may decide now on what it has seen. Undo asks about no piece."""
        if seat is None or seat not in who.seats:
            raise Refused("not-your-seat", "this seat is not yours" if seat else "watchers do not play")
        if table.broken is not None:
            raise Refused("broken", f"this match no longer replays: {table.broken['reason']}")
        if seen is not None and seen < table.readers[seat].played:
            raise Refused("out-of-date", "the board has changed since; look again")
        if table.over:
            raise Refused("over", "the game is over")
        if table.state.seat != seat:
            raise Refused("not-your-turn", f"it is {table.title(str(table.state.seat))}'s choice")
        claimant = table.claimant(seat) if claims else None
        if claimant is not None and who.person != claimant and not (who.host and table.away(claimant) > AWAY):
            name = table.people[claimant].name
            raise Refused(
                "claimed", f"this is {name}'s decision; the host may answer once {name} was away for two minutes"
            )
        return seat

    async def act(self, table: Table, who: Who, seat: str | None, words: tuple[str, ...], seen: int) -> int:
        """Play an action; returns the reader's number when it is on disk."""

        def plan() -> Plan:
            mine = self._my_turn(table, who, seat, seen)
            row = Row(table.entry + 1, "action", mine, who.person, db.now(), {"words": words})
            return self._board(table, row)

        await self.commit(table, plan)
        return table.readers[seat].n

    def _board(self, table: Table, row: Row) -> Plan:
        """The plan of an entry that changes the board."""
        try:
            after = table.after(row)
        except IllegalAction:
            refusal = table.game.why_not(table.readers[row.seat].view, tuple(row.data["words"]))
            text = "this is not on offer" if refusal is None else refusal.text
            raise Refused("not-offered", text, refusal=refusal_of(refusal)) from None
        s = after.head.state
        assert s is not None
        outcome = table.game.outcome(s) if s.seat is None else None
        summary = db.summary_write(
            table.id, moved=row.at, turn=s.seat, result=None if outcome is None else outcome.text
        )
        return row, after, [summary]

    async def undo(self, table: Table, who: Who, seat: str | None, seen: int) -> dict[str, Any]:
        """Take one own action back; somebody else's only after asking them."""
        asked: list[bool] = []

        def plan() -> Plan:
            asked.clear()
            mine = self._my_turn(table, who, seat, seen, claims=False)
            to = table.undo_to(mine)
            if isinstance(to, Refusal):
                raise Refused("no-undo", to.text, refusal=refusal_of(to))
            owner = table.head.back(to[0] + 1).person
            if owner is not None and owner != who.person and not (who.host and table.away(owner) > AWAY):
                if who.person is None:
                    raise Refused("no-undo", f"{table.people[owner].name} did that", refusal=None)
                asked.append(True)
                data = {"request": "undo", "to": owner}
                return Row(table.entry + 1, "message", mine, who.person, db.now(), data), None, []
            return self._back(table, mine, who.person, to)

        await self.commit(table, plan)
        if asked:
            return {"request": table.seats[str(seat)].requests}
        return {"n": table.readers[seat].n}

    def _back(self, table: Table, seat: str, person: str | None, to: tuple[int, bool]) -> Plan:
        data: dict[str, Any] = {"to": to[0]}
        if to[1]:
            data["takeback"] = True
        return self._board(table, Row(table.entry + 1, "undo", seat, person, db.now(), data))

    async def agree(self, table: Table, who: Who, seat: str | None, request: int, yes: bool) -> None:
        """Answer somebody's wish to undo what you did."""

        def plan() -> Plan:
            held = table.seats.get(seat or "")
            if held is None or seat not in who.seats:
                raise Refused("not-your-seat", "this seat is not yours")
            if held.request is None or held.request[0] != request:
                raise Refused("out-of-date", "nobody asks for that any more")
            if held.request[2] != who.person:
                raise Refused("not-allowed", "somebody else was asked")
            if yes:
                to = table.undo_to(held.name)
                if isinstance(to, Refusal):
                    raise Refused("no-undo", to.text, refusal=refusal_of(to))
                return self._back(table, held.name, who.person, to)
            return Row(table.entry + 1, "message", held.name, who.person, db.now(), {"answer": False}), None, []

        await self.commit(table, plan)

    async def redo(self, table: Table, who: Who, seat: str | None, seen: int) -> int:
        """Play again what was just taken back."""

        def plan() -> Plan:
            mine = self._my_turn(table, who, seat, seen)
            if not table.redo or table.redo[-1].seat != mine:
                raise Refused("no-redo", "nothing was taken back")
            row = Row(table.entry + 1, "redo", mine, who.person, db.now(), {"words": table.redo[-1].words})
            return self._board(table, row)

        await self.commit(table, plan)
        return table.readers[seat].n

    # --- asking -----------------------------------------------------------------------------------------------------

    async def odds(self, table: Table, reader: Reader, words: tuple[str, ...]) -> list[dict[str, Any]] | None:
        """What may happen, from the reader's own view."""
        try:
            lines = await self.advisers.odds(table.row.game, reader.view, words, ODDS_SECONDS)
        except thinker.NoAnswer:
            return None
        return None if lines is None else [{"text": text, "probability": chance} for text, chance in lines]

    async def hint(self, table: Table, who: Who, reader: Reader) -> dict[str, Any]:
        """What a bot would do in this seat."""
        if not table.begun["hints"]:
            raise Refused("not-allowed", "this match was made without hints")
        self._my_turn(table, who, reader.seat, None)
        bot = thinker.best_bot(table.game)
        options = sandtable.legal(table.state)
        try:
            words = await self.advisers.pick(table.row.game, bot, reader.view, options, self.bot_seconds)
        except thinker.NoAnswer:
            raise Refused("too-slow", "the bot has no advice") from None
        return {"words": words, "text": table.game.phrase(table.game.names(reader.view), words), "bot": bot}

    def at(self, table: Table, who: Who, reader: Reader, ask: wire.At) -> dict[str, Any]:
        """The board as it was."""
        node = table.node_at(reader, ask.n)
        seat = reader.seat if ask.seat is UNSET else ask.seat
        if seat != reader.seat and seat not in who.seats and not table.over:
            raise Refused("not-yet", "other seats can be looked at once the game is over")
        s = node.position()
        if seat == "all":
            names = table.game.names(table.game.view(s, None))
            prompt = prompt_of(table.game, table.game.view(s, None), names)
            return {"n": ask.n, "seat": seat, "scene": all_seeing(table.game, s), "prompt": prompt}
        if seat is not None and seat not in table.seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
        view = table.game.view(s, seat)
        prompt = prompt_of(table.game, view, table.game.names(view))
        return {"n": ask.n, "seat": seat, "scene": table.game.scene(view), "prompt": prompt}

    async def verify(self, table: Table) -> dict[str, Any]:
        """Replay the record from its text and check the seed against what was published at the start."""
        if not table.over:
            raise Refused("not-yet", "the seed is shown when the game is over")
        text = table.record().text()
        again = await asyncio.to_thread(sandtable.replay, text)
        seeds = [
            {"first": first, "seed": seed.hex(), "commitment": commitment(seed)} for first, seed in again.setup.seeds
        ]
        return {
            "ok": sandtable.fingerprint(again) == sandtable.fingerprint(table.state),
            "seed": seeds[-1]["seed"],
            "commitment": seeds[-1]["commitment"],
            "seeds": seeds,
            "chosen": table.begun["chosen"],
            "actions": again.number,
            "fingerprint": sandtable.fingerprint(again),
        }

    # --- talking ----------------------------------------------------------------------------------------------------

    async def chat(self, table: Table, who: Who, seat: str | None, ask: wire.Chat) -> None:
        """Say something to all, or to one's own side."""
        text = clean(ask.text, lines=True)
        if who.person is None:
            raise Refused("not-allowed", "watchers do not talk")
        if not text:
            raise Refused("bad-field", "text has nothing in it that can be read")
        if ask.channel == "side" and seat is None:
            raise Refused("not-your-seat", "you have no side")
        if ask.key and (who.person, ask.key) in table.chat_keys:
            return

        def plan() -> Plan:
            data = {"text": text, "channel": ask.channel, "key": ask.key}
            return Row(table.entry + 1, "message", seat, who.person, db.now(), data), None, []

        await self.commit(table, plan)

    async def rename(self, table: Table, who: Who, name: str) -> None:
        """Be called something else."""
        name = clean(name)
        if who.person is None or not name:
            raise Refused("bad-field", "a name has at least one letter" if not name else "watchers have no name")

        def plan() -> Plan:
            return Row(table.entry + 1, "takeover", None, who.person, db.now(), {"name": name}), None, []

        await self.commit(table, plan)

    async def note(self, table: Table, who: Who, text: str) -> None:
        """Keep private notes."""
        if who.person is None:
            raise Refused("not-allowed", "watchers keep no notes")
        text = clean(text, lines=True, strip=False)
        await self._write([db.person_change(table.id, who.person, notes=text)])
        table.keys[who.person] = replace(table.keys[who.person], notes=text)
        self.spread(table)

    async def claim(self, table: Table, who: Who, seat: str | None, piece: str, on: bool) -> None:
        """Say that a piece is one's own to decide about, or anybody's again."""
        if who.person is None or seat is None:
            raise Refused("not-allowed", "only people at a seat claim pieces")
        scene = table.game.scene(table.readers[seat].view)
        if on and all(piece != one["id"] for one in scene.get("pieces", ())):
            raise Refused("bad-field", f"there is no piece “{piece}” on the board")

        def plan() -> Plan:
            holder = table.seats[seat].claims.get(piece)
            if holder not in (None, who.person) and not (who.host and table.away(str(holder)) > AWAY):
                raise Refused("claimed", f"{table.people[str(holder)].name} has claimed this")
            data = {"claim": piece, "on": on}
            return Row(table.entry + 1, "takeover", seat, who.person, db.now(), data), None, []

        await self.commit(table, plan)

    async def link(self, table: Table, who: Who, seat: str) -> str:
        """A new invitation to a seat."""
        if seat not in table.seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
        if who.person is None or (seat not in who.seats and not who.host):
            raise Refused("not-your-seat", "only its people and the host invite to a seat")
        secret = new_secret()
        fresh = seat not in table.invitations
        await self._write([db.invitation_write(table.id, seat, hashed(secret), fresh=fresh)])
        table.invitations[seat] = hashed(secret)
        if self.store.shared:
            await self._write([db.notice(table.id, 0)])
        return secret

    async def hand(self, table: Table, who: Who, seat: str, bot: str | None) -> None:
        """Let a bot take a seat over, or take it back."""

        def plan() -> Plan:
            held = table.seats.get(seat)
            if held is None:
                raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
            absent = all(table.away(person) > AWAY for person in held.people)
            if who.person is None or (seat not in who.seats and not (who.host and absent)):
                raise Refused("not-your-seat", "the host may do that once its people were away for two minutes")
            if bot is not None:
                check_bot(table.game, bot)
            return Row(table.entry + 1, "takeover", seat, who.person, db.now(), {"bot": bot}), None, []

        await self.commit(table, plan)

    async def webhook(self, table: Table, who: Who, url: str | None) -> None:
        """Where to post when it is this person's turn."""
        if who.person is None:
            raise Refused("not-allowed", "watchers have no turn")
        if url is not None:
            self.webhooks.check(url)
        await self._write([db.person_change(table.id, who.person, webhook=url)])
        table.keys[who.person] = replace(table.keys[who.person], webhook=url)

    # --- bots -------------------------------------------------------------------------------------------------------

    def poke(self, table: Table) -> None:
        """If a bot must choose, and somebody cares, let it think."""
        seat = table.state.seat
        wanted = seat is not None and table.seats[seat].bot is not None and table.broken is None
        cares = bool(self.connections.get(table.id)) or any(held.bot is None for held in table.seats.values())
        if wanted and cares and table.id not in self._thinking:
            task = self._spawn(self._think(table))
            self._thinking[table.id] = task
            task.add_done_callback(lambda _task: self._thought(table))

    def _thought(self, table: Table) -> None:
        self._thinking.pop(table.id, None)
        if table.id in self.tables:
            seat = table.state.seat
            if seat is not None and table.seats[seat].bot is not None and table.id not in self._stale:
                asyncio.get_running_loop().call_later(0.05, self.poke, table)

    async def _think(self, table: Table) -> None:
        """One action of a bot. Crashed, stalled or nonsense: an action is drawn for it, and the table is told."""
        seat = str(table.state.seat)
        bot, entry = table.seats[seat].bot, table.entry
        options = sandtable.legal(table.state)
        fell: str | None = None
        try:
            view = table.readers[seat].view
            words = await self.players.pick(table.row.game, str(bot), view, options, self.bot_seconds)
        except thinker.NoAnswer as error:
            fell = str(error)
            words = random.SystemRandom().choice(options)

        def plan() -> Plan:
            if table.state.seat != seat or table.seats[seat].bot is None or table.head.entry > entry:
                raise Refused("out-of-date", "the table went on without the bot")
            return self._board(table, Row(table.entry + 1, "action", seat, None, db.now(), {"words": words}))

        await self.commit(table, plan)
        if fell is not None:
            log.warning("bot %s of %s fell back: %s", bot, table.id, fell)
            text = f"The bot {bot} did not answer; an action was drawn for it."
            data = {"text": text, "channel": "all", "key": ""}
            await self.commit(table, lambda: (Row(table.entry + 1, "message", seat, None, db.now(), data), None, []))

    # --- making matches ---------------------------------------------------------------------------------------------

    async def make(self, new: wire.NewMatch, secret: str | None, address: str) -> dict[str, Any]:
        """A new match: a scenario, somebody's record, or another match from some board on."""
        if wait := self.makes.take(address, 5.0 if new.record is not None else 1.0):
            raise too_many("too many new matches; wait a little", wait)
        if new.record is not None:
            async with self._importing:
                return await self._made(new, await asyncio.to_thread(read_record, new.record))
        if new.fork is not None:
            record = await self._fork(new.fork, secret, address)
        else:
            record = self._fresh(new)
        return await self._made(new, record)

    def _fresh(self, new: wire.NewMatch) -> Record:
        if new.game is None:
            raise Refused("bad-field", "a new match needs a game, a record or a fork")
        game = self.game(new.game)
        try:
            scenario = game.scenario(new.scenario)
        except BadInput as error:
            raise Refused("no-such-scenario", str(error)) from None
        seed = secrets.token_bytes(32)
        if isinstance(new.seed, int):
            seed = seed_bytes(new.seed)
        elif isinstance(new.seed, str):
            if not re.fullmatch(r"[0-9a-f]{64}", new.seed):
                raise Refused("bad-field", "a seed is a whole number or 64 hex digits")
            seed = bytes.fromhex(new.seed)
        return Record(game.name, game.rules, scenario.id, new.options, ((0, seed),), chosen=new.seed is not None)

    async def _fork(self, fork: wire.Fork, secret: str | None, address: str) -> Record:
        table = await self.table(fork.match)
        who = self.identify(table, secret, address)
        if not table.over and not (table.solo and who.person is not None):
            raise Refused("not-yet", "a match of several people can be played on from here once it is over")
        reader = table.readers[who.seats[0] if who.seats else None]
        s = table.node_at(reader, fork.n).position()
        if not table.over:
            await self._open_seed(table)  # the record of the fork will hold it
        return replace(
            sandtable.record(s, chosen=table.begun["chosen"]).forked(s.number, secrets.token_bytes(32)), takebacks=0
        )

    async def _made(self, new: wire.NewMatch, record: Record) -> dict[str, Any]:
        game = self.game(record.game)
        if record.rules != game.rules:
            raise Refused(
                "bad-record", f"this record is of rules {record.rules}; {game.name} is at {game.rules}", line=3
            )
        try:
            s = game.start(
                record.scenario, options=record.options, seeds=record.seeds, dice=record.dice, draws=record.draws,
                mission=record.mission,
            )  # fmt: skip
        except (SandtableError, ValueError) as error:
            kind = "bad-record" if new.record is not None else "no-such-option"
            raise Refused(kind, str(error), **({"line": None} if new.record is not None else {})) from None
        seats = self._holders(game, game.seats(s), new)
        mine = [seat for seat, holder in seats.items() if holder.by == "me"]
        at = db.now()
        begun = {
            "rules": record.rules,
            "options": s.options,
            "seeds": [[first, seed.hex()] for first, seed in record.seeds],
            "dice": record.dice,
            "draws": record.draws,
            "mission": record.mission,
            "seats": {seat: {"bot": holder.bot if holder.by == "bot" else None} for seat, holder in seats.items()},
            "takebacks": new.takebacks,
            "hints": new.hints,
            "watchers": new.watchers,
            "chosen": record.chosen or new.record is not None,
            "forked": None if new.fork is None else {"match": new.fork.match, "n": new.fork.n},
        }
        match = "".join(secrets.choice(LETTERS) for _ in range(12))
        sitting = {"sit": mine, "name": clean(new.name or "") or "Guest 1"}
        rows = [Row(1, "takeover", None, "p1", at, sitting)]
        rows += [
            Row(number, "action", seat, None, at, {"words": words})
            for number, (seat, words) in enumerate(record.actions, 2)
        ]
        secret, links = new_secret(), {s: None if holder.by == "bot" else new_secret() for s, holder in seats.items()}
        stored = Stored(
            MatchRow(match, game.name, record.scenario, begun, at, at, None, None, new.listed and new.watchers, None),
            rows,
            [PersonRow("p1", hashed(secret), "", None, False, None)],
            {seat: hashed(link) for seat, link in links.items() if link is not None},
        )
        table = await self._built(stored, time.monotonic() + REPLAY_SECONDS)
        if table.broken is not None:
            number = table.broken["action"]
            line = record.lines[number - 1] if number <= len(record.lines) else None
            raise Refused("bad-record", f"action {number}: {table.broken['reason']}", line=line)
        outcome = game.outcome(table.state) if table.over else None
        result = None if outcome is None else outcome.text
        row = replace(stored.match, turn=table.state.seat, result=result)
        await self._write(
            [
                db.match_write(row),
                *(db.entry_write(match, one) for one in rows),
                db.person_write(match, "p1", hashed(secret)),
                *(db.invitation_write(match, seat, key, fresh=True) for seat, key in stored.invitations.items()),
            ]
        )
        self._keep(table)
        self.poke(table)
        return {"match": table.public(), "person": "p1", "secret": secret, "links": links}

    def _holders(self, game: sandtable.Game, seats: tuple[str, ...], new: wire.NewMatch) -> dict[str, wire.SeatBy]:
        given = new.seats
        if given is None:
            given = {seats[0]: wire.SeatBy("me")}
        for seat in given:
            if seat not in seats:
                raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(seats)}")
        holders = {seat: given.get(seat) or wire.SeatBy("bot", thinker.best_bot(game)) for seat in seats}
        for holder in holders.values():
            if holder.by == "bot":
                holder.bot = check_bot(game, holder.bot)
        if new.takebacks and sum(holder.by != "bot" for holder in holders.values()) > 1:
            raise Refused("not-allowed", "take-backs are for one person alone, not for people on different sides")
        return holders

    def game(self, name: str) -> sandtable.Game:
        """A game by its id."""
        if name not in self.games:
            raise Refused("no-such-game", f"there is no game “{name}”; there are {', '.join(self.games)}")
        return self.games[name]

    # --- records ----------------------------------------------------------------------------------------------------

    async def record(self, table: Table, who: Who) -> str:
        """The record, with its seed, to who may have it."""
        if not table.over:
            if not (table.solo and who.person is not None):
                raise Refused("not-yet", "the record holds the dice to come; it is handed out when the game is over")
            await self._open_seed(table)
        return table.record().text()

    async def _open_seed(self, table: Table) -> None:
        if table.opened is None:
            number = table.head.number
            await self._write([db.summary_write(table.id, opened=number)])
            table.opened = number
            self.spread(table)


def refusal_of(refusal: Refusal | None) -> dict[str, Any] | None:
    """A refusal as the wire carries it."""
    if refusal is None:
        return None
    clause = refusal.clause or None
    return {"clause": clause, "number": shown(clause), "text": refusal.text}


def check_bot(game: sandtable.Game, bot: str) -> str:
    """A bot's name that this game has."""
    names = thinker.bot_names(game)
    if bot.partition(":")[0] not in names:
        raise Refused("bad-field", f"{game.name} has no bot “{bot}”; it has {', '.join(names)}")
    return bot


def read_record(text: str) -> Record:
    """A record from its text, or the line that is wrong."""
    try:
        return sandtable.parse_record(text)
    except (ReplayError, UnicodeError) as error:
        found = re.match(r"line (\d+): ", str(error))
        line = int(found[1]) if found else None
        raise Refused("bad-record", str(error), line=line) from None
