"""Chance: the streams of the contract, bit by bit, and the check that a person can do with a script of their own."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.chance import Rng, below, commitment, mix, seed_bytes, stream
from sandtable.kernel.odds import percent
from tests.kernel.toys import convoy

sandtable.register(convoy.GAME)


def test_an_integer_seed_is_its_little_endian_bytes() -> None:
    assert seed_bytes(258) == bytes([2, 1]) + bytes(30)
    assert seed_bytes(bytes(32)) == bytes(32)


@pytest.mark.parametrize("seed", [-1, 1 << 256, b"short"])
def test_a_seed_that_does_not_fit_is_refused(seed: int | bytes) -> None:
    with pytest.raises(ValueError, match="seed"):
        seed_bytes(seed)


def test_a_stream_begins_with_blake2b_of_the_number_keyed_by_the_seed() -> None:
    key = bytes(range(32))
    want = blake2b((7).to_bytes(8, "little"), key=key, digest_size=8).digest()
    assert stream(key, 7) == int.from_bytes(want, "little")


def test_mix_is_splitmix64() -> None:
    # The first outputs of SplitMix64 seeded with 1234567, as published with the algorithm.
    x, seen = 1234567, []
    for _ in range(3):
        x = (x + 0x9E3779B97F4A7C15) % 2**64
        seen.append(mix(x))
    assert seen == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_stream_value_stands_for_the_upper_half_of_its_mix_times_the_sides() -> None:
    values = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    values += [stream(bytes(range(32)), number) for number in range(500)]
    for x in values:
        for n in (1, 2, 6, 1000, 2**31 - 1, 2**31, 2**40):
            assert below(x, n) == mix(x) * n // 2**64


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert commitment(bytes(32)) == "sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_all_faces_are_equally_likely() -> None:
    rng = Rng(5)
    counted = Counter(rng.below(6) for _ in range(60_000))
    chi = sum((counted[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi < 20.5, f"chi-square {chi} on 5 degrees of freedom has less than one chance in a thousand"


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng = Rng(6)
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counted[tuple(items)] += 1
    assert len(counted) == 24
    chi = sum((count - 1000) ** 2 / 1000 for count in counted.values())
    assert chi < 49.7, f"chi-square {chi} on 23 degrees of freedom has less than one chance in a thousand"


def test_the_script_of_the_docs_finds_the_dice_of_a_record() -> None:
    text = (Path(__file__).parents[2] / "docs" / "dice.md").read_text()
    script = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert script is not None
    names: dict[str, object] = {}
    exec(script[1], names)
    s = convoy.GAME.start(seed=bytes(range(32)))
    sandtable.play(s, ("with", "T1"))
    sandtable.play(s, ("with", "T2"))
    sandtable.play(s, ("go", "well"))
    faces = names["faces"]
    assert callable(faces)
    assert faces(bytes(range(32)).hex(), 3, 2) == s.rolled


def test_a_half_percent_is_rounded_up_as_the_page_does() -> None:
    assert [percent(chance) for chance in (0, 0.004, 0.125, 0.375, 1)] == ["0 %", "<1 %", "13 %", "38 %", "100 %"]
