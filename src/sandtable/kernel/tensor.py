"""How a view becomes numbers of a fixed length, for programs that learn: a game says which, `sandtable.rl` lays them
out."""

from __future__ import annotations

from dataclasses import dataclass


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
