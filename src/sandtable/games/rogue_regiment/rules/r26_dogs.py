"""Chapter 26, dogs: what they smell, where they go, and whom they bite."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import NOISE, SMELT, Regiment
from sandtable.geometry.squares import OPEN, bits

NOSE: Final = 2  # RR-26.13


def bites(s: Regiment, a: int, b: int) -> bool:
    """RR-26.16 Whether a dog on one square reaches a man on another beside it: over no wall, through no window or door.
    Round a corner one free way is enough.
    """
    grid = s.grid
    if grid.distance(a, b) != 1:
        return False
    if grid.xs[a] == grid.xs[b] or grid.ys[a] == grid.ys[b]:
        return grid.between(a, b) == OPEN
    corner = a + grid.xs[b] - grid.xs[a]
    return any(grid.between(a, side) == OPEN == grid.between(side, b) for side in (corner, a + b - corner))


def biting(s: Regiment, squares: tuple[int, ...]) -> int:
    """RR-26.16 The squares from which a dog bites somebody on one of some squares, as a set."""
    found = 0
    for v in squares:
        for q in bits(s.grid.disc(v, 1)):
            if bites(s, q, v):
                found |= s.grid.bit[q]
    return found


def smelling(s: Regiment, v: int) -> list[int]:
    """RR-26.13 The dogs on the board that smell a man on a square."""
    near = s.grid.disc(v, NOSE)
    return [u for u in s.roster.dogs if s.grid.on[s.u_at[u]] and near & s.grid.bit[s.u_at[u]]]


def smell(s: Regiment, squares: tuple[int, ...]) -> None:
    """RR-26.13, RR-26.18 A man on foot moves over some squares: each dog within 2 of one of them will turn to him,
    alert, but he is not spotted for that.
    """
    for v in squares:
        for u in smelling(s, v):
            s.u_mark[u] |= NOISE | SMELT


def is_dog(s: Regiment, u: int) -> bool:
    """RR-26.12 Whether a unit is a dog, which in all else is like infantry."""
    return s.u_kind[u] == data.DOG
