"""Seconds of the processor that somebody takes of the server's own process, where everybody waits for everybody."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Charge = Callable[[float], None]


class Charged(Generic[T]):
    """Awaits some work and charges the time that its own steps take; what it waits for costs nothing."""

    def __init__(self, work: Awaitable[T], charge: Charge) -> None:
        self.work = work
        self.charge = charge

    def __await__(self) -> Generator[Any, Any, T]:
        inner: Any = self.work.__await__()
        step, given = inner.send, None
        while True:
            began = time.thread_time()
            try:
                waits_for = step(given)
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                self.charge(time.thread_time() - began)
            try:
                given = yield waits_for
                step = inner.send
            except BaseException as error:  # also that it was cancelled: the work itself must hear of it
                given, step = error, inner.throw


SLICE = 0.005
"""Seconds that somebody has at a time."""
LONGEST = 1.0
"""Seconds of the longest pause."""


class Turn:
    """What somebody has taken of the present slice, and who of theirs waits for the next."""

    __slots__ = ("began", "moves", "until", "used", "waiting")

    def __init__(self) -> None:
        self.began = self.until = time.monotonic()
        self.used = 0.0
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.moves = False
        """Whether somebody will look after those who wait."""


class Turns:
    """Whoever has had a slice of the processor lets others go first for as long as that took: a hundred asks of one
    address that arrive together are worked one after the other, with room for everybody else between them."""

    def __init__(self, rest: float) -> None:
        self.rest = rest
        """How long the pause is, as a part of what was taken."""
        self._turns: dict[str, Turn] = {}

    def took(self, who: str, seconds: float) -> None:
        """Count a step; after a slice comes a pause."""
        now = time.monotonic()
        turn = self._turns.get(who)
        if turn is None:
            if len(self._turns) > 1000:
                self._turns = {key: one for key, one in self._turns.items() if one.waiting or now < one.until}
            turn = self._turns[who] = Turn()
        if now - turn.began > 2 * (turn.used + seconds):  # there was room enough for others
            turn.began, turn.used = now - seconds, 0.0
        turn.used += seconds
        if turn.used > SLICE:
            turn.until = min(max(turn.until, now) + turn.used * self.rest, now + LONGEST)
            turn.began, turn.used = turn.until, 0.0

    def rests(self, who: str) -> bool:
        """Whether others go first now."""
        turn = self._turns.get(who)
        return turn is not None and (bool(turn.waiting) or time.monotonic() < turn.until)

    async def turn(self, who: str) -> None:
        """Wait until somebody may go on. Whoever waits here holds nothing that others need."""
        turn = self._turns.get(who)
        behind = turn is not None and bool(turn.waiting)
        while turn is not None and (behind or time.monotonic() < turn.until):
            waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            turn.waiting.append(waits)
            self._move(turn)
            try:
                await waits
            finally:
                self._move(turn)  # when this step is done it is the next one's turn
            behind = False

    def _move(self, turn: Turn) -> None:
        if turn.waiting and not turn.moves:
            turn.moves = True
            asyncio.get_running_loop().call_later(max(0.0, turn.until - time.monotonic()), self._next, turn)

    def _next(self, turn: Turn) -> None:
        turn.moves = False
        while turn.waiting and time.monotonic() >= turn.until:
            waits = turn.waiting.popleft()
            if not waits.done():
                waits.set_result(None)
                return
        self._move(turn)


@dataclass(frozen=True)
class Payer:
    """Who pays for a piece of work."""

    charge: Charge
    turn: Callable[[], Awaitable[None]]
    address: str = ""


PAYER: ContextVar[Payer | None] = ContextVar("sandtable.payer", default=None)
"""Who pays for what is done here and for what is begun from here."""


async def in_turn() -> None:
    """Before something that takes a while: others go first, where whoever pays for it has just had a slice."""
    payer = PAYER.get()
    if payer is not None:
        await payer.turn()


def payer() -> str:
    """The address that pays for what is done here; none where nobody asked for it."""
    found = PAYER.get()
    return "" if found is None else found.address


def charge(seconds: float) -> None:
    """Charge what was done elsewhere for whoever pays here."""
    found = PAYER.get()
    if found is not None:
        found.charge(seconds)


async def in_thread(do: Callable[..., T], *given: Any) -> T:
    """Something that others need not wait for, done in a thread at the expense of whoever pays here."""

    def timed() -> tuple[T, float]:
        began = time.thread_time()
        return do(*given), time.thread_time() - began

    found, seconds = await asyncio.to_thread(timed)
    charge(seconds)
    return found


async def paid(work: Awaitable[T]) -> T:
    """Some work on the side, for whoever began it."""
    payer = PAYER.get()
    return await work if payer is None else await Charged(work, payer.charge)
