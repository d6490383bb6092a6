"""A toy whose odds take their time, or all the memory there is, and whose pieces are long to tell about."""

from __future__ import annotations

import time

from sandtable import Action, Seen, View
from tests.web.toys import Convoy

SECONDS = 0.25
BURN = 0.015
"""Seconds of the processor to tell about a piece."""


class Slow(Convoy):
    name = "toy-slow"

    def odds(self, view: View, action: Action) -> list[tuple[str, float]] | None:
        if action == ("with", "T2"):
            assert bytearray(2**31), "more than a process may have"
        time.sleep(SECONDS)
        return None

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        until = time.thread_time() + BURN
        while time.thread_time() < until:
            pass
        return super().about_of(seen, thing)


GAMES = [Slow()]
