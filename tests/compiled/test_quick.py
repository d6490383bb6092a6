"""What compiled code does in its own way (scripts/quick.h, scripts/sets.h) comes out as Python does it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from sandtable.kernel.chance import Rng, below, following, stream
from scripts.unfold import TRIALS, TRIED_IN

VALUES = (
    0,
    1,
    2,
    5,
    255,
    256,
    257,
    300,
    4095,
    4096,
    70_000,
    1 << 30,
    1 << 62,
    1 << 64,
    1 << 90,
    -1,
    -2,
    -6,
    -(1 << 62),
    -(1 << 70),
    -(1 << 200),
)
"""At the ends of bytes, of numbers that Python and quick.h keep, of digits, and of what mypyc keeps in a word."""


def outcome(work: Callable[..., Any], *given: Any) -> Any:
    """What comes of it, or of what kind the error is; lists that were given are not changed."""
    try:
        return work(*[each.copy() if isinstance(each, list | bytearray) else each for each in given])
    except (IndexError, KeyError, ValueError, OverflowError) as error:
        return "an error" if isinstance(error, ValueError | OverflowError) else "it is not there"


def test_it_comes_out_as_python_does_it() -> None:
    compiled = importlib.import_module(TRIED_IN)
    python: dict[str, Any] = {"stream": stream, "following": following, "below": below}
    exec(TRIALS, python)
    seed = 0
    rng = Rng(seed)
    small = 9  # so that lists are of all lengths around what is done in place, and indexes are inside and outside

    def number() -> int:
        drawn = VALUES[rng.below(len(VALUES))]
        return (
            drawn + rng.below(3)
            if rng.below(2)
            else rng.below(1 << 30) << rng.below(1900)
            if rng.below(3) == 0
            else drawn
        )

    def arguments(kind: str) -> tuple[Any, ...]:
        row = [number() for _ in range(rng.below(small + 3))]
        other = [each + 0 for each in row] if rng.below(2) else [number() for _ in range(rng.below(small + 3))]
        at, value = rng.below(3 * small) - small, row[0] if row and rng.below(2) else number()
        if kind == "number":
            return number(), number()
        if kind == "chance":
            return bytes([rng.below(2)]) * 32, abs(number()) % (1 << 64), abs(number()) % (1 << 70) + 1
        if kind == "bytes":
            return bytearray(each & 255 for each in row), bytearray(), at, value
        if kind == "tuple":
            return *(tuple(str(each) if each % 3 else each for each in one) for one in (row, other)), at, value
        return row, other, at, value

    names = [name for name in python if name.startswith("tried_")]
    for _ in range(2_000):
        for name in names:
            given = arguments(name.split("_")[1])
            expected, found = outcome(python[name], *given), outcome(getattr(compiled, name), *given)
            assert found == expected, f"seed {seed}: {name} of {given}"


def test_what_is_no_number_is_refused_where_one_is_read() -> None:
    compiled = importlib.import_module(TRIED_IN)
    for name in ("tried_list_item", "tried_list_column"):
        with pytest.raises(TypeError):
            getattr(compiled, name)([0, "one"], [], 1, 0)
