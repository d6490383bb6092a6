"""A toy whose odds take their time, or all the memory there is."""

from __future__ import annotations

import time

from sandtable import Action, View
from tests.web.toys import Convoy

SECONDS = 0.25


class Slow(Convoy):
    name = "toy-slow"

    def odds(self, view: View, action: Action) -> list[tuple[str, float]] | None:
        if action == ("with", "T2"):
            assert bytearray(2**31), "more than a process may have"
        time.sleep(SECONDS)
        return None


GAMES = [Slow()]
