"""A view as one row of numbers: which part of the row holds what, and how a view is laid into it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable import Column, Part, Planes, View

Numbers = NDArray[np.int16]

LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1
"""What fits; numbers beyond are cut to these."""
NOTHING = -1
"""What stands where a list has no more members."""
FIRST_SAID = 2
SAID = 8
"""Words of a begun action that the row has places for; the longest action of any game has 7."""
SHORT = "h"
"""What Python calls numbers of 16 bits. Rows are laid out in its own arrays, since numpy is slow at a few numbers."""


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
        self.columns: list[tuple[str, Column, Slot]] = []
        self.planes: list[tuple[Planes, int]] = []
        for name, shape in (("reader", (1,)), ("chooser", (1,)), ("said", (SAID,))):
            self._add(name, shape)
        for part in parts:
            if isinstance(part, Column):
                rows = (part.size,) if part.width == 1 else (part.size, part.width)
                self.columns.append((part.key, part, self._add(part.key, rows)))
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

    def lay(self, view: View) -> Numbers:
        """A view as the row, with no word said yet."""
        return Laid(self).follow(view)

    def say(self, row: Numbers, said: list[int]) -> None:
        """Put into the row the words of an action that is not complete yet."""
        words = said[:SAID]
        row[FIRST_SAID : FIRST_SAID + len(words)] = words

    def parts(self, row: Numbers) -> dict[str, Numbers]:
        """The row taken apart, each part in its shape."""
        return {slot.name: row[slot.first : slot.end].reshape(slot.shape) for slot in self.slots}


class Laid:
    """A view that is laid out, and then follows the later views of its seat: only what has changed is laid anew."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.view: View = {}
        self.row = array(SHORT, bytes(layout.size * 2))

    def copy(self) -> Laid:
        """One that goes its own way."""
        twin = Laid.__new__(Laid)
        twin.layout, twin.view, twin.row = self.layout, self.view, self.row[:]
        return twin

    @property
    def numbers(self) -> Numbers:
        """The row, as a copy."""
        return np.frombuffer(self.row, np.int16).copy()

    def follow(self, view: View) -> Numbers:
        """Lay out the next view."""
        layout, row = self.layout, self.row
        before, self.view = self.view, view
        seat = view["seat"]
        row[0] = layout.seats.index(view["reader"])
        row[1] = NOTHING if seat is None else layout.seats.index(seat)
        row[FIRST_SAID : FIRST_SAID + SAID] = UNSAID
        for key, column, slot in layout.columns:
            value = view[key]
            if not before or value != before[key]:
                row[slot.first : slot.end] = shorts(laid(column, value))
        for planes, first in layout.planes:
            if not before or any(view[key] != before[key] for key in (planes.at, planes.kind) if key):
                count(row, first, planes, view)
        return self.numbers


UNSAID = array(SHORT, [NOTHING] * SAID)


def shorts(numbers: list[int]) -> array[int]:
    """Numbers of 16 bits, cut to what fits."""
    try:
        return array(SHORT, numbers)
    except OverflowError:
        return array(SHORT, [max(LOWEST, min(HIGHEST, number)) for number in numbers])


def filled(numbers: list[int], size: int) -> list[int]:
    """Exactly so many of them."""
    return numbers if len(numbers) == size else numbers[:size] + [NOTHING] * (size - len(numbers))


def laid(column: Column, value: Any) -> list[int]:
    """What stands under a key as the numbers of its column."""
    if column.bits:
        return [value >> bit & 1 for bit in range(column.size)]
    if not isinstance(value, list):
        return [value]
    if column.width == 1:
        return filled(value, column.size)
    rows = [filled(flat(row), column.width) for row in value[: column.size]]
    return filled([number for row in rows for number in row], column.size * column.width)


def flat(row: Any) -> list[int]:
    """The numbers of a member that may be none, one, or a list with lists in it."""
    if row is None:
        return []
    return [number for one in row for number in flat(one)] if isinstance(row, list) else [row]


def count(row: array[int], first: int, planes: Planes, view: View) -> None:
    """Lay planes into the row from a place on."""
    size = prod(planes.shape)
    every = size * len(planes.names)
    row[first : first + every] = array(SHORT, bytes(every * 2))
    at = view[planes.at]
    if at and isinstance(at[0], list):
        at = [one[0] for one in at]
    kinds = planes.of or (view[planes.kind] if planes.kind else [0] * len(at))
    for place, kind in zip(at, kinds, strict=False):
        if 0 <= place < size:
            row[first + kind * size + place] += 1
