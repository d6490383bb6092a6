"""Finished matches, looked back at: worked out in another process in short parts, at the expense of whoever asks, and
kept for everybody who asks later."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from sandtable import bot_names
from sandtable.web import told
from sandtable.web.readers import Reader
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


@dataclass
class Work:
    """A review that is on its way, or done."""

    asked: float = 0.0
    done: int = 0
    of: int = 0
    left: float = SECONDS
    judged: list[Any] = field(default_factory=list)
    waits: float = 0.0
    failed: bool = False
    found: dict[str, Any] | None = None
    task: asyncio.Task[Any] | None = None


class Reviews:
    """The reviews of this process."""

    def __init__(self, workers: Thinkers, spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._workers = workers
        self._spawn = spawn
        self._works: OrderedDict[tuple[str, str], Work] = OrderedDict()
        self._one: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One part at a time for each address, so that nobody waits for all that another wants looked back at."""

    async def told(self, table: Table, reader: Reader, seat: str | None, whose: str) -> told.Reviewed:
        """The review of a seat, or how far it has come. Whoever asks first pays for it."""
        seat = seat or reader.seat or next(iter(table.seats))
        if not table.over:
            raise Refused("not-yet", "a game can be looked back at once it is over")
        if seat not in table.seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
        if "search" not in bot_names(table.game):
            raise Refused("not-allowed", f"{table.game.title} has no player that thinks ahead")
        work = self._works.setdefault((table.id, seat), Work())
        self._works.move_to_end((table.id, seat))
        while len(self._works) > KEPT:
            self._works.popitem(last=False)
        work.asked = time.monotonic()
        if work.found is None and (work.task is None or work.task.done()):
            if work.failed:
                work.failed = False
                raise Refused("too-slow", "this game could not be looked back at")
            work.task = self._spawn(self._work(work, table.record().text(), seat, whose))
        found = None if work.found is None else review_of(work.found, table, reader)
        return told.Reviewed(done=work.done, of=work.of, seconds=work.waits, review=found)

    async def _work(self, work: Work, text: str, seat: str, whose: str) -> None:
        """Part by part, for as long as somebody asks."""
        mine = self._one.setdefault(whose, asyncio.Lock())
        while work.found is None and time.monotonic() - work.asked < ASKED:
            job = {"do": "review", "text": text, "seat": seat, "judged": work.judged, "first": work.done}
            try:
                async with mine:
                    answer = await self._workers.ask({**job, "left": work.left, "seconds": PART}, PART + ROOM, whose)
            except Refused as refused:  # the share of the address is used up, or too many wait
                work.waits = float(refused.problem.seconds or 1.0)
                await asyncio.sleep(min(work.waits, 1.0))
                continue
            except NoAnswer:
                work.failed = True
                return
            work.waits, work.left = 0.0, work.left - answer["took"]
            work.done, work.of, work.judged = answer["next"], answer["of"], answer["judged"]
            work.found = answer["review"]


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
