"""What the card toy hides: hands from the other, face-down cards, and the deck from all."""

from __future__ import annotations

from dataclasses import replace

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State
from tests.kernel.toys.cards import LAID, SEATS, Table


def unseen(s: State, reader: str | None, rng: Rng) -> State | None:
    """Swap two cards among those that the reader does not see."""
    twin = s.clone()
    assert isinstance(twin, Table)
    own = SEATS.index(reader) if reader else -1
    hidden = [
        c
        for c in range(len(twin.at))
        if twin.at[c] in (2, *(p for p in (0, 1, LAID, LAID + 1) if p % 2 != own % 2 or own < 0))
    ]
    cards = [(a, b) for a in hidden for b in hidden if a < b and twin.at[a] != twin.at[b]]
    if not cards:
        return None
    a, b = cards[rng.below(len(cards))]
    twin.at[a], twin.at[b] = twin.at[b], twin.at[a]
    twin.deck = [b if c == a else a if c == b else c for c in twin.deck]
    return twin


def seed(s: State, reader: str | None, rng: Rng) -> State | None:
    """Future chance."""
    twin = s.clone()
    twin.setup = replace(s.setup, seeds=((0, bytes([rng.below(256)] * 32)),))
    return twin


def census(s: State) -> int:
    """Eight cards, each in one place."""
    assert isinstance(s, Table)
    return len(s.at) + sum(1 for c in s.deck if s.at[c] != 2)


ROWS = {"hands": unseen, "seed": seed}
