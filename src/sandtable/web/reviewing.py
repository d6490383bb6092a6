"""Finished matches, looked back at: worked out in another process in short parts, at the expense of whoever asks, and
kept in the database for everybody who asks later."""

from __future__ import annotations

import asyncio
import contextlib
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sandtable import bot_names
from sandtable.web import told
from sandtable.web.readers import Reader
from sandtable.web.store import Store, StoreError
from sandtable.web.table import Table
from sandtable.web.thinker import NoAnswer, Thinkers
from sandtable.web.tree import Node
from sandtable.web.wire import Refused

SECONDS = 45.0
"""What the thinking about one seat may take in all: less than an address may have worked out at once."""
PART = 1.0
"""What is thought about at a time: others wait no longer for the process."""
ROOM = 9.0
"""Seconds of the processor that a part may take beside that, to play the record again."""
KEPT = 200
"""Reviews that are kept."""
ASKED = 20.0
"""Seconds after which nobody waits any more, if nobody has asked: the work is taken up when somebody does."""
EACH = 4
"""Reviews that are on their way for an address at a time."""
SHAPE = 2
"""Raised when a review gets other parts: those that were kept before are worked out anew."""
LOOK = 0.05
"""Seconds between two looks whether somebody who waits may have the next part worked out; whoever has just had one lets
the others look first."""


@dataclass
class Work:
    """A review that is on its way, or done."""

    end: int
    """The entry that ended the game: a learner may go back in a lesson and end it otherwise."""
    asked: dict[str, float] = field(default_factory=dict)
    """When each address that waits for it has last asked."""
    done: int = 0
    of: int = 0
    left: float = SECONDS
    judged: list[Any] = field(default_factory=list)
    waits: float = 0.0
    failed: bool = False
    found: dict[str, Any] | None = None
    task: asyncio.Task[Any] | None = None

    @property
    def under_way(self) -> bool:
        """Whether somebody works at it."""
        return self.task is not None and not self.task.done()

    def waiting(self) -> list[str]:
        """The addresses that still wait for it."""
        now = time.monotonic()
        self.asked = {whose: at for whose, at in self.asked.items() if now - at < ASKED}
        return list(self.asked)


class Reviews:
    """The reviews of this process."""

    def __init__(
        self,
        workers: Thinkers,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
        store: Store,
        keep_bytes: Callable[[str, int], None],
    ) -> None:
        self._workers = workers
        self._spawn = spawn
        self._store = store
        self._keep_bytes = keep_bytes
        self._works: OrderedDict[tuple[str, str], Work] = OrderedDict()
        self._busy: set[str] = set()
        """Addresses that have a part worked out: one at a time, so that nobody waits for all that another wants."""

    async def told(self, table: Table, reader: Reader, seat: str | None, whose: str) -> told.Reviewed:
        """The review of a seat, or how far it has come. Whoever asks meanwhile pays for the next parts."""
        seat = seat or reader.seat or next(iter(table.seats))
        if not table.over:
            raise Refused("not-yet", "a game can be looked back at once it is over")
        if seat not in table.seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
        if "search" not in bot_names(table.game):
            raise Refused("not-allowed", f"{table.game.title} has no player that thinks ahead")
        work = self._works.get((table.id, seat))
        if work is None or work.end != table.head.entry:
            if work is not None:
                work.asked.clear()  # nobody waits for that one any more
            fresh = await self._fresh(table, seat)
            work = self._works.get((table.id, seat), fresh)  # unless somebody else has begun it meanwhile
            work = work if work.end == table.head.entry else fresh
        if work.found is None and not work.under_way:
            self._begin(work, table, seat, whose)
        work.asked[whose] = time.monotonic()
        self._keep((table.id, seat), work)
        found = None if work.found is None else review_of(work.found, table, reader)
        return told.Reviewed(done=work.done, of=work.of, seconds=work.waits, review=found)

    def _begin(self, work: Work, table: Table, seat: str, whose: str) -> None:
        """Begin a review or go on with it, unless enough of them are on their way."""
        if work.failed:
            work.failed = False
            raise Refused("too-slow", "this game could not be looked back at")
        under_way = [one for one in self._works.values() if one.under_way]
        if sum(whose in one.asked for one in under_way) >= EACH:
            raise Refused("too-many", "other games are being looked back at for you; wait for those", seconds=PART)
        if len(under_way) >= KEPT:
            raise self._workers.busy()
        work.task = self._spawn(self._work(work, table.record().text(), seat, table.id))

    def _keep(self, key: tuple[str, str], work: Work) -> None:
        """Keep a review, and no longer the one that was not asked for longest; who works at one is not forgotten."""
        self._works[key] = work
        self._works.move_to_end(key)
        idle = [one for one, held in self._works.items() if not held.under_way]
        for one in idle[: max(0, len(self._works) - KEPT)]:
            del self._works[one]

    async def _fresh(self, table: Table, seat: str) -> Work:
        """A review to begin, or one that was done before this server was started or by another process."""
        work = Work(table.head.entry)
        with contextlib.suppress(StoreError):
            if (data := await self._store.kept(named(table.id, work.end, seat))) is not None:
                work.found = found = msgspec.json.decode(data)
                work.done = work.of = found["decisions"]
        return work

    async def _store_away(self, match: str, name: str, found: dict[str, Any], whose: str) -> None:
        """Keep a review, at the expense of whoever its last part was worked out for; if they have had much kept, it is
        there only until the server ends. Nothing is kept of a match that was deleted meanwhile."""
        data = msgspec.json.encode(found).decode()
        with contextlib.suppress(Refused, StoreError):
            if match in await self._store.heads([match]):
                self._keep_bytes(whose, len(data))
                await self._store.keep_once(name, data)

    async def _work(self, work: Work, text: str, seat: str, match: str) -> None:
        """Part by part, for as long as somebody asks, each at the expense of somebody who does."""
        await asyncio.sleep(0)  # whoever began it has asked by then
        paid_by = ""
        while work.found is None and not work.failed and (waiting := work.waiting()):
            job = {"do": "review", "text": text, "seat": seat, "judged": work.judged, "first": work.done}
            job |= {"left": work.left, "seconds": PART}
            for whose in sorted(waiting, key=self._workers.queue):  # nobody waits for all that another wants
                if whose not in self._busy and await self._part(work, job, whose):
                    paid_by = whose
                    break
            await asyncio.sleep(LOOK)
        if work.found is not None:
            await self._store_away(match, named(match, work.end, seat), work.found, paid_by)

    async def _part(self, work: Work, job: dict[str, Any], whose: str) -> bool:
        """Work a part out for somebody; whether that was possible."""
        self._busy.add(whose)
        try:
            answer = await self._workers.ask(job, PART + ROOM, whose)
        except Refused as refused:  # the share of the address is used up, or too many wait
            work.waits = float(refused.problem.seconds or 1.0)
            return False
        except NoAnswer:
            work.failed = True
            return True
        finally:
            self._busy.discard(whose)
        work.waits, work.left = 0.0, work.left - answer["took"]
        work.done, work.of, work.judged = answer["next"], answer["of"], answer["judged"]
        work.found = answer["review"]
        return True


def named(match: str, end: int, seat: str) -> str:
    """The name that a review is kept by; `Store.delete` knows how it begins."""
    return f"review {match} {end} {seat} {SHAPE}"


def review_of(found: dict[str, Any], table: Table, reader: Reader) -> told.Review:
    """A review as a reader is told: moments by the reader's own numbers, scores on the scale of the outlook."""
    entries: dict[int, int] = {}
    node: Node | None = table.head
    while node is not None:
        entries[node.number] = node.entry
        node = node.parent
    points = [
        told.Judged(
            n=bisect_right(reader.entries, entries[one["number"] - 1]) - 1,
            action=one["number"],
            did=one["did"],
            better=one["better"],
            reason=one["reason"],
            outlook=scaled(one["best"]),
            cost=changed(one["cost"]),
            luck=changed(one["luck"]),
            happened=one["happened"],
            dice=changed(one["dice"]),
            fell=one["fell"],
        )
        for one in found["points"]
    ]
    places = {one.action: place for place, one in enumerate(points)}
    return told.Review(
        seat=found["seat"],
        title=found["title"],
        decisions=found["decisions"],
        continuations=found["continuations"],
        start=scaled(found["start"]),
        cost=changed(found["cost"]),
        luck=changed(found["luck"]),
        end=scaled(found["end"]),
        points=points,
        worst=[places[number] for number in found["worst"]],
        lucky=[places[number] for number in found["lucky"]],
        unlucky=[places[number] for number in found["unlucky"]],
    )


def scaled(score: float) -> float:
    """A score on the scale from 0 to 100."""
    return round(50 * (score + 1), 1)


def changed(score: float) -> float:
    """A change of the score on that scale."""
    return round(50 * score, 1)
