"""A toy whose odds and whose bot take their time, or all the memory there is, and whose pieces are long to tell
about."""

from __future__ import annotations

import time
from typing import Any

from sandtable import Action, Bot, Seen, View
from tests.web.toys import Convoy

SECONDS = 0.25
BURN = 0.015
"""Seconds of the processor to tell about a piece."""


class Ponders(Bot):
    """Thinks for as long every time."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        time.sleep(SECONDS)
        return options[0]


class Slow(Convoy):
    name = "toy-slow"

    def bots(self) -> dict[str, Any]:
        return {"ponders": Ponders}

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
