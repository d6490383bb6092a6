"""Chance: one secret seed a match, one stream of numbers an action (docs/dice.md shows how to check it)."""

from hashlib import blake2b, sha256

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
SEED_BYTES = 32


def seed_bytes(seed: int | bytes) -> bytes:
    """A seed as its 32 bytes; an integer is its little-endian bytes."""
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return seed
    if seed < 0 or seed >= 1 << (8 * SEED_BYTES):
        raise ValueError("a seed is a whole number from 0 to 2^256 - 1")
    return seed.to_bytes(SEED_BYTES, "little")


def commitment(seed: bytes) -> str:
    """What is published at the start so that the dice can be checked at the end."""
    return "sha256:" + sha256(seed).hexdigest()


def stream(seed: bytes, number: int) -> int:
    """Where the chance of one action begins."""
    digest = blake2b(number.to_bytes(8, "little"), key=seed, digest_size=8).digest()
    return int.from_bytes(digest, "little")


def following(x: int) -> int:
    """The stream's next value."""
    return (x + GOLDEN) & MASK


def mix(x: int) -> int:
    """SplitMix64's mix of one stream value."""
    z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(x: int, n: int) -> int:
    """The number from 0 to n - 1 that one stream value stands for."""
    return (mix(x) * n) >> 64


class Rng:
    """A stream of its own for bots and for imagined positions; never for play."""

    def __init__(self, seed: int) -> None:
        self.x = mix((seed * GOLDEN + GOLDEN) & MASK)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self.x = following(self.x)
        return below(self.x, n)

    def shuffle(self, items: list[int]) -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
