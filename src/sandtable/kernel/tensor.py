"""How a view becomes numbers of a fixed length, for programs that learn: a game says which, `sandtable.rl` gives each
its place in a row."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import prod
from typing import Any

LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1
"""What fits; numbers beyond are cut to these."""
NOTHING = -1
"""What stands where a list has no more members."""
SHORT = "h"
"""What Python calls numbers of 16 bits. Rows are laid out in its own arrays, since numpy is slow at a few numbers."""


@dataclass(frozen=True)
class Column:
    """The numbers under one key of a view, in `size` rows of `width` places.

    A list gives one row for each member, and a member that is a list itself fills its row from the left. What is
    missing is -1, and what is too long is cut off. With `bits` it is one number, each bit of which has its own place.
    """

    key: str
    size: int = 1
    width: int = 1
    bits: bool = False


@dataclass(frozen=True)
class Planes:
    """How many pieces of a list stand at each place of the board: one plane, or one for each kind of piece.

    `at` is the key of the column that says where each piece stands, by the number of the place; in a list of lists that
    is the first number of each. `kind` is the key of the column that says to which of the planes a piece belongs, `of`
    says it where it never changes; without either there is one plane.
    """

    at: str
    names: tuple[str, ...]
    shape: tuple[int, ...]
    kind: str = ""
    of: tuple[int, ...] = ()


Part = Column | Planes


class Row:
    """The numbers of a view, each part from its own place on. It then follows the later views of the same reader: only
    what has changed is laid anew. Little is kept for that, since whoever plays many matches together waits for memory
    most of the time."""

    def __init__(self, columns: list[tuple[Column, int]], planes: list[tuple[Planes, int]], size: int) -> None:
        self.columns = columns
        self.keys: list[str] = [column.key for column, _ in columns]
        self.planes = planes
        self.numbers = array(SHORT, bytes(size * 2))
        self.values: list[Any] = [None for _ in columns]
        """What stood under the key of each column; None before the first view."""
        self.at: list[Any] = [() for _ in planes]
        self.kinds: list[Any] = [() for _ in planes]
        """For each part with planes, where its pieces stood and to which planes they belonged."""

    def copy(self) -> Row:
        """One that goes its own way."""
        twin = Row(self.columns, self.planes, 0)
        twin.numbers, twin.values = self.numbers[:], self.values.copy()
        twin.at, twin.kinds = self.at.copy(), self.kinds.copy()
        return twin

    def follow(self, view: dict[str, Any]) -> None:
        """Lay out the next view."""
        values = self.values
        for part, key in enumerate(self.keys):
            value = view[key]
            if is_new(value, values[part]):
                column, first = self.columns[part]
                self._lay(first, laid(column, value), [] if values[part] is None else laid(column, values[part]))
            values[part] = value
        for part, (planes, first) in enumerate(self.planes):
            at = view[planes.at]
            kinds = view[planes.kind] if planes.kind else planes.of
            if is_new(at, self.at[part]) or is_new(kinds, self.kinds[part]):
                self._count(first, prod(planes.shape), at, kinds, self.at[part], self.kinds[part])
            self.at[part], self.kinds[part] = at, kinds

    def _lay(self, first: int, numbers: list[int], before: list[int]) -> None:
        """Put numbers where others stand now, if any do."""
        for place in range(len(numbers)):
            if not before or numbers[place] != before[place]:
                self.numbers[first + place] = max(LOWEST, min(HIGHEST, numbers[place]))

    def _count(self, first: int, size: int, at: Any, kinds: Any, old_at: Any, old_kinds: Any) -> None:
        """Count pieces where they are now, and no more where they were."""
        places, before = places_of(at), places_of(old_at)
        planes: list[int] = list(kinds)
        old_planes: list[int] = list(old_kinds)
        moved_alone = kinds == old_kinds and len(places) == len(before)
        for piece in range(max(len(places), len(before))):
            if moved_alone and places[piece] == before[piece]:
                continue
            old, new = spot_of(piece, before, old_planes, size), spot_of(piece, places, planes, size)
            if old != NOTHING:
                self.numbers[first + old] -= 1
            if new != NOTHING:
                self.numbers[first + new] += 1


def is_new(value: Any, before: Any) -> bool:
    """Whether what stands under a key has changed; mostly it is the very same, which is quicker to see than equal."""
    return value is not before and bool(value != before)


def filled(numbers: list[int], size: int) -> list[int]:
    """Exactly so many of them."""
    return numbers if len(numbers) == size else numbers[:size] + [NOTHING] * (size - len(numbers))


def laid(column: Column, value: Any) -> list[int]:
    """What stands under a key as the numbers of its column."""
    if column.bits:
        return [value >> bit & 1 for bit in range(column.size)]
    if isinstance(value, int):
        return [value]
    if column.width == 1:
        return filled(list(value), column.size)
    rows = [filled(flat(row), column.width) for row in value[: column.size]]
    return filled([number for row in rows for number in row], column.size * column.width)


def flat(row: Any) -> list[int]:
    """The numbers of a member that may be none, one, or a list with lists in it."""
    if row is None:
        return []
    return [number for one in row for number in flat(one)] if isinstance(row, (list, tuple)) else [row]


def places_of(at: Any) -> list[int]:
    """The number of the place of each piece; in a list of lists that is the first of each."""
    pieces: list[Any] = list(at)
    return [one[0] for one in pieces] if pieces and isinstance(pieces[0], (list, tuple)) else pieces


def spot_of(piece: int, places: list[int], planes: list[int], size: int) -> int:
    """Where in its planes, laid flat one after the other, a piece is counted; -1 where it stands at no place."""
    if piece >= len(places) or not 0 <= places[piece] < size:
        return NOTHING
    if not planes:
        return places[piece]
    return planes[piece] * size + places[piece] if piece < len(planes) else NOTHING
