"""Columns of a state that seldom change: tuples, which clones share."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def changed(column: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A column with one value replaced."""
    values = list(column)
    values[at] = value
    return tuple(values)


def longer(column: tuple[T, ...], value: T) -> tuple[T, ...]:
    """A column with one value more."""
    return column + (value,)  # noqa: RUF005 (which makes a list of it first)
