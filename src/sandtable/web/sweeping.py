"""Garbage without long pauses.

Python frees most things at once, and looks for rings of dead objects now and then. Its full pass looks at all that is
alive: 1,000 matches and 2,000 sockets take it half a second, in which nobody is answered. So what has grown old is put
aside every few seconds and no pass looks at it again, until once an hour everything is looked at.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

PUT_ASIDE = 5.0
"""Seconds between two times of putting aside what is alive."""
EVERYTHING = 3600.0
"""Seconds between two full passes."""
MUCH = 20_000
"""Objects whose first pass would keep people waiting."""
_making: set[object] = set()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nobody looks for garbage while much is made that will live: there is none in it, and everybody would wait. If it
    was much, it is put aside at once."""
    mine = object()
    _making.add(mine)
    gc.disable()
    try:
        yield
    finally:
        _making.discard(mine)
        if not _making:
            if gc.get_count()[0] > MUCH:
                gc.freeze()
            gc.enable()


async def sweep(put_aside: float = PUT_ASIDE, everything: float = EVERYTHING) -> None:
    """Goes on until it is cancelled."""
    try:
        while True:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            for _ in range(round(everything / put_aside)):
                await asyncio.sleep(put_aside)
                gc.collect(1)  # what died young is not put aside
                gc.freeze()
    finally:
        gc.unfreeze()
