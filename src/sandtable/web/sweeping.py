"""Garbage without long pauses.

Python frees most things at once, and looks for rings of dead objects now and then. Its full pass looks at all that is
alive: 1,000 matches and 2,000 sockets take it half a second, in which nobody is answered. So what has grown old is put
aside every few seconds and no pass looks at it again, until once an hour everything is looked at.
"""

from __future__ import annotations

import asyncio
import gc

PUT_ASIDE = 5.0
"""Seconds between two times of putting aside what is alive."""
EVERYTHING = 3600.0
"""Seconds between two full passes."""


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
