"""The columns of the yard."""

from __future__ import annotations

from sandtable.kernel.flow import Setup, State


class Yard(State):
    """Crates that wait and crates that are aboard, and the hours left."""

    FIELDS = ("waiting", "aboard", "hours")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.waiting, self.aboard, self.hours = 6, 0, 4
