"""A view as one row of numbers: which part of the row holds what, and how a view is laid into it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from sandtable import Column, Part, Planes, Row, View

Numbers = NDArray[np.int16]

NOTHING = -1
"""What stands where nobody chooses, and where no word is said."""
FIRST_SAID = 2
SAID = 8
"""Words of a begun action that the row has places for; the longest action of any game has 7."""
UNSAID = array("h", [NOTHING] * SAID)


@dataclass(frozen=True)
class Slot:
    """A part of the row: its name, where it begins, and its shape."""

    name: str
    first: int
    shape: tuple[int, ...]

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.first + prod(self.shape)


class Layout:
    """The row of a scenario. Its parts come in this order: `reader` and `chooser` (a seat by its place among the
    seats), `said` (the words of a begun action, by their place in the vocabulary), the columns, then `board/…`, the
    planes."""

    def __init__(self, parts: list[Part], seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.slots: list[Slot] = []
        self.columns: list[tuple[Column, int]] = []
        self.planes: list[tuple[Planes, int]] = []
        for name, shape in (("reader", (1,)), ("chooser", (1,)), ("said", (SAID,))):
            self._add(name, shape)
        for part in parts:
            if isinstance(part, Column):
                rows = (part.size,) if part.width == 1 else (part.size, part.width)
                self.columns.append((part, self._add(part.key, rows).first))
        for part in parts:
            if isinstance(part, Planes):
                self.planes.append((part, self.size))
                for name in part.names:
                    self._add(f"board/{name}", part.shape)

    def _add(self, name: str, shape: tuple[int, ...]) -> Slot:
        self.slots.append(Slot(name, self.size, shape))
        return self.slots[-1]

    @property
    def size(self) -> int:
        """The length of the row."""
        return self.slots[-1].end if self.slots else 0

    def begin(self) -> Row:
        """A row that nothing is laid into yet."""
        return Row(self.columns, self.planes, self.size)

    def lay(self, view: View) -> Numbers:
        """A view as the row, with no word said yet."""
        row = self.begin()
        self.follow(row, view)
        return np.frombuffer(row.numbers, np.int16)

    def follow(self, row: Row, view: View) -> None:
        """Lay the next view into a row; no word is said yet."""
        row.follow(view)
        row.numbers[FIRST_SAID : FIRST_SAID + SAID] = UNSAID
        seat = view["seat"]
        row.numbers[0] = self.seats.index(view["reader"])
        row.numbers[1] = NOTHING if seat is None else self.seats.index(seat)

    def say(self, row: Row, said: list[int]) -> None:
        """Put into the row the words of an action that is not complete yet."""
        for place, word in enumerate(said[:SAID], FIRST_SAID):
            row.numbers[place] = word

    def parts(self, row: Numbers) -> dict[str, Numbers]:
        """The row taken apart, each part in its shape."""
        return {slot.name: row[slot.first : slot.end].reshape(slot.shape) for slot in self.slots}
