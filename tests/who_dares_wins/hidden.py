"""What Who Dares Wins hides: a function for each row of examples/information.md that hides something.

Each changes, on a clone, exactly what its row hides, and answers None where there is nothing to change. Nobody may know
these things, so the reader does not matter; only a choice that is half made is the player's alone. Passing a zone
undetected reveals nothing because nothing is looked at; counters once revealed stay open, and their order in a combat
is drawn when they are turned up; all of the LRDG is open.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.who_dares_wins.box import axis
from sandtable.games.who_dares_wins.state import (
    CHOICE,
    COUNTERS,
    DESTROYED,
    KNOWN_AV,
    KNOWN_KIND,
    KNOWN_MOBILE,
    KNOWN_NATION,
    UNITS,
    Desert,
    changed,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State, legal, play


def twin_of(s: State) -> Desert:
    """A clone to change."""
    twin = s.clone()
    assert isinstance(twin, Desert)
    return twin


def told(s: Desert, counter: int, kind: int) -> tuple[int, ...]:
    """What the set-up says of a counter, were it of this type."""
    known = s.axis_known[counter]
    return (
        axis.NATION[kind] if known & KNOWN_NATION else -1,
        axis.KIND[kind] if known & KNOWN_KIND else -1,
        int(axis.MOBILE[kind]) if known & KNOWN_MOBILE else -1,
        axis.AV[kind] if known & KNOWN_AV else -1,
    )


def could_be(s: Desert, counter: int, kind: int) -> bool:
    """Whether a face-down counter could be of another type for all that is known."""
    own = s.axis_type[counter]
    return own != kind and told(s, counter, own) == told(s, counter, kind)


def swapped(s: State, rng: Rng, is_meant: Callable[[Desert, int], bool]) -> State | None:
    """Two face-down counters exchange their types, or one its type with a counter of the pool."""
    twin = twin_of(s)
    down = [c for c in range(twin.counters) if not twin.axis_up[c]]
    changes: list[tuple[int, int, int]] = []
    for a in down:
        if not is_meant(twin, a):
            continue
        kind = twin.axis_type[a]
        changes += [
            (a, b, twin.axis_type[b]) for b in down if could_be(twin, a, twin.axis_type[b]) and could_be(twin, b, kind)
        ]
        changes += [(a, -1, t) for t, number in enumerate(twin.pool) if number and could_be(twin, a, t)]
    if not changes:
        return None
    a, b, kind = changes[rng.below(len(changes))]
    if b < 0:
        twin.pool[kind] -= 1
        twin.pool[twin.axis_type[a]] += 1
        twin.axis_type = changed(twin.axis_type, a, kind)
    else:
        own = twin.axis_type[a]
        twin.axis_type = changed(changed(twin.axis_type, a, kind), b, own)
    return twin


def face_down(s: State, reader: str | None, rng: Rng) -> State | None:
    """Axis counters placed face down: identity, beyond what the scenario states."""
    return swapped(s, rng, lambda twin, counter: counter < len(twin.axis_home))


def drawn_for_a_target(s: State, reader: str | None, rng: Rng) -> State | None:
    """Units drawn for a target: identity, until the first combat turn."""
    return swapped(s, rng, lambda twin, counter: counter >= len(twin.axis_home))


def removed_types(s: Desert) -> list[int]:
    """The type of each counter that left the pool unseen."""
    left = [axis.NUMBER[t] - s.pool[t] - s.axis_type.count(t) for t in range(len(axis.NUMBER))]
    return [t for t, number in enumerate(left) for _ in range(number)]


def removed_from_the_pool(s: State, reader: str | None, rng: Rng) -> State | None:
    """Counters removed from the pool in scenario 5, and with them what the pool holds: which ones."""
    twin = twin_of(s)
    changes = [(out, t) for out in removed_types(twin) for t, number in enumerate(twin.pool) if number and t != out]
    if not changes:
        return None
    out, kind = changes[rng.below(len(changes))]
    twin.pool[kind] -= 1
    twin.pool[out] += 1
    return twin


LINKS = ("with", "scout", "contact", "abandon", "use", "expose")
"""The first words of actions that may be no more than a link of a chain."""


def half_made(s: State, reader: str | None, rng: Rng) -> State | None:
    """One link more of the chain that the player is making."""
    links = [action for action in legal(s) if action[0] in LINKS]
    if reader == s.seat or not links:
        return None
    twin = twin_of(s)
    events = play(twin, links[rng.below(len(links))])
    return None if events or twin.seat != s.seat else twin


ROWS = {
    "face-down": face_down,
    "drawn-for-a-target": drawn_for_a_target,
    "removed-from-the-pool": removed_from_the_pool,
    "half-made": half_made,
}


def census(s: State) -> tuple[int, ...]:
    """What must stay constant over a game: 36 Axis counters, no more of a type than the box holds, 35 LRDG units, each
    on the map or destroyed once the mission has begun."""
    assert isinstance(s, Desert)
    counters = s.counters + s.pool_size() + s.pool_removed
    surplus = len(removed_types(s)) - s.pool_removed
    unplaced = sum(s.axis_type[c] < 0 for c in range(s.counters)) + sum(t >= 0 for t in s.axis_type[s.counters :])
    adrift = 0
    if s.phase != CHOICE:
        adrift = sum((s.zone[u] >= 0) == (s.side[u] == DESTROYED) for u in s.roster)
    strays = sum(s.zone[u] >= 0 for u in range(UNITS) if u not in s.roster)
    return counters, COUNTERS, len(s.side), surplus, unplaced, adrift, strays
