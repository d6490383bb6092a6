"""Garbage is found without ever looking at everything while people wait."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref

from sandtable.web.sweeping import sweep
from tests.web.harness import PATIENCE, run


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


def test_what_is_alive_is_put_aside_and_what_dies_is_freed_all_the_same() -> None:
    async def work() -> None:
        gc.collect()
        old = Ring()
        kept = weakref.ref(old)
        sweeping = asyncio.create_task(sweep(put_aside=0.02, everything=0.2))
        try:
            async with asyncio.timeout(PATIENCE):
                while not gc.get_freeze_count():
                    await asyncio.sleep(0.01)
                assert not any(thing is old for thing in gc.get_objects()), "no pass looks at it any more"
                del old
                assert gc.collect() >= 0
                assert kept() is not None, "it died after it was put aside"
                while kept() is not None:  # until everything is looked at once
                    await asyncio.sleep(0.01)
        finally:
            sweeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sweeping
        assert gc.get_freeze_count() == 0, "a server that ends leaves nothing behind"

    run(work())
