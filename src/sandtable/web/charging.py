"""Seconds of the processor that somebody takes of the server's own process, where everybody waits for everybody."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Charge = Callable[[float], None]

PAYER: ContextVar[Charge | None] = ContextVar("sandtable.payer", default=None)
"""Who pays for what is done here and for what is begun from here."""


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


async def paid(work: Awaitable[T]) -> T:
    """Some work on the side, for whoever began it."""
    charge = PAYER.get()
    return await work if charge is None else await Charged(work, charge)
