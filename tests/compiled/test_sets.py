"""Sets of squares that are asked by their digits (scripts/sets.h) answer as Python's own numbers do."""

from __future__ import annotations

import importlib

import pytest

from sandtable.kernel.chance import Rng

SIZES = (0, 1, 29, 30, 31, 60, 61, 62, 63, 64, 90, 1932, 2100)
"""In bits: at the ends of Python's digits, of numbers that mypyc keeps in a word, and of the largest boards."""


def test_they_answer_as_numbers_do() -> None:
    answers = importlib.import_module("sandtable.geometry.squares").set_answers
    seed = 0
    rng = Rng(seed)

    def number() -> int:
        size = SIZES[rng.below(len(SIZES))]
        found = 0
        for _ in range(size // 30 + 1):
            found = found << 30 | (rng.below(1 << 30) & -rng.below(2))  # whole digits are nothing, too
        return (found & (1 << size) - 1 | (1 << size >> 1)) * (-1 if rng.below(8) == 0 else 1)

    for _ in range(20_000):
        a, b, by = number(), number(), rng.below(4000) - 2000
        if rng.below(4) == 0:
            b = a
        members = [v for v in range(abs(a).bit_length()) if abs(a) >> v & 1]
        moved = a << by if by >= 0 else a >> -by
        expected = (a >> abs(by) & 1 != 0, a & b != 0, a & ~b != 0, a & ~b, moved, members)
        assert answers(a, b, by) == expected, f"seed {seed}: {a}, {b}, {by}"


def test_the_least_and_the_most_of_a_row_that_may_be_empty_are_found_as_python_finds_them() -> None:
    answers = importlib.import_module("sandtable.geometry.squares").row_answers
    seed = 1
    rng = Rng(seed)
    for _ in range(5_000):
        row = [rng.below(1 << SIZES[1 + rng.below(len(SIZES) - 1)]) - rng.below(9) for _ in range(rng.below(5))]
        other = rng.below(1 << 40) - (1 << 39)
        expected = (min(row, default=other), max(row, default=other), max(other, len(row), 3))
        assert answers(row, other) == expected, f"seed {seed}: {row}, {other}"
    with pytest.raises(TypeError):
        answers(["one"], 5)


def test_who_is_on_some_squares_is_found_as_python_finds_it() -> None:
    answers, seed = importlib.import_module("sandtable.geometry.squares").places_answers, 2
    rng = Rng(seed)
    for _ in range(2_000):
        places = [v if rng.below(4) else -1 for v in range(0, 2000, 1 + rng.below(90))]
        rng.shuffle(places)
        chosen = [v for v in places if v >= 0 and rng.below(3) == 0]
        expected = [n for n, v in enumerate(places) if v in chosen]
        assert answers(places, sum(1 << v for v in chosen)) == expected, f"seed {seed}: {places}, {chosen}"
