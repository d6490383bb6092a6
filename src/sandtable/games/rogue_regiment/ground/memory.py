"""What was found once and need not be worked out again: whoever wants to know asks here first, and if nothing is known
works it out and puts it here. Where there is too much, all of it is forgotten.

A key names all that the answer follows from, so that nothing here can be out of date.
"""

from __future__ import annotations

from typing import Any, Final

KEPT: Final = 4000  # how many searches of one kind are remembered for a board
UNKNOWN: Final = -1


class Numbers:
    """Numbers or sets of squares, none of them negative."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._known: dict[object, int] = {}

    def get(self, key: object) -> int:
        """What is known, or UNKNOWN."""
        return self._known.get(key, UNKNOWN)

    def put(self, key: object, found: int) -> None:
        """What was worked out."""
        if len(self._known) > self.most:
            self._known.clear()
        self._known[key] = found

    def forget(self) -> None:
        """Nothing is known any more."""
        self._known.clear()


class Memory:
    """Whatever else was found."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._known: dict[object, Any] = {}

    def get(self, key: object) -> Any:
        """What is known, or None."""
        return self._known.get(key)

    def put(self, key: object, found: Any) -> None:
        """What was worked out."""
        if len(self._known) > self.most:
            self._known.clear()
        self._known[key] = found

    def forget(self) -> None:
        """Nothing is known any more."""
        self._known.clear()


class Posts:
    """From which squares, or from which states of a vehicle, somebody can be attacked, as far as it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.able = 0
        self.optimal = 0
        self.through = 0  # those from which he can only be fired at through a wall

    def add(self, asked: int, able: int, optimal: int, through: int = 0) -> None:
        """What was found of some more of them."""
        self.asked |= asked
        self.able |= able
        self.optimal |= optimal
        self.through |= through
