"""What the player may know, and a position that could be true for him (ledger, section 6).

A view holds the columns of the position by their names. Face-down Axis counters show where they lie and what the set-up
says of them; the pool shows its size. A watcher knows as much as the player, who has no opponent to hide from.
"""

from __future__ import annotations

from typing import Any

from sandtable.games.who_dares_wins.box import data
from sandtable.games.who_dares_wins.state import (
    COUNTERS,
    KNOWN_AV,
    KNOWN_KIND,
    KNOWN_MOBILE,
    KNOWN_NATION,
    NOWHERE,
    Desert,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Setup
from sandtable.kernel.game import View

SECRET = ("axis_type", "pool")
OPEN = tuple(name for name in Desert.FIELDS if name not in SECRET)

_BLANK = Desert(Setup("who-dares-wins", 0, data.SCENARIO_IDS[0], data.resolve(data.SCENARIO_IDS[0], {}), ((0, b""),)))
NUMBERS = tuple(name for name in OPEN if isinstance(getattr(_BLANK, name), int))
COLUMNS = tuple(name for name in OPEN if isinstance(getattr(_BLANK, name), list))
BYTES = tuple(name for name in OPEN if isinstance(getattr(_BLANK, name), bytearray))
TUPLES = tuple(name for name in OPEN if isinstance(getattr(_BLANK, name), tuple))
"""The open fields by their kind, which never changes; columns hold integers alone."""
assert len(OPEN) == len(NUMBERS) + len(COLUMNS) + len(BYTES) + len(TUPLES), "a field is of another kind"


def listed(value: tuple[Any, ...]) -> list[Any]:
    """A tuple of integers, or of tuples of them, as lists: `plain`, quicker."""
    return [list(member) for member in value] if value and isinstance(value[0], tuple) else list(value)


def tupled(value: list[Any]) -> tuple[Any, ...]:
    """The inverse of `listed`."""
    return tuple(tuple(member) for member in value) if value and isinstance(value[0], list) else tuple(value)


def hint(s: Desert, counter: int) -> list[int]:
    """What the set-up says of a face-down counter: nation, kind, mobility, AV; -1 where it says nothing."""
    known, kind = s.axis_known[counter], s.axis_type[counter]
    return [
        data.AXIS_NATION[kind] if known & KNOWN_NATION else data.ANY,
        data.AXIS_KIND[kind] if known & KNOWN_KIND else data.ANY,
        int(data.AXIS_MOBILE[kind]) if known & KNOWN_MOBILE else data.ANY,
        data.AXIS_AV[kind] if known & KNOWN_AV else data.ANY,
    ]


def look(s: Desert) -> View:
    """WDW-42.4, WDW-42.5, WDW-733.1 Everything of the LRDG, the Alarm, targets and caches is open. Of a face-down Axis
    counter only the zone is known and what the set-up says of it, of the pool only its size."""
    view: View = {name: getattr(s, name) for name in NUMBERS}
    for name in COLUMNS:
        view[name] = getattr(s, name)[:]
    for name in BYTES:
        view[name] = list(getattr(s, name))
    for name in TUPLES:
        view[name] = listed(getattr(s, name))
    view["axis_type"] = [s.axis_type[c] if s.axis_up[c] else NOWHERE for c in range(s.counters)]
    view["axis_hint"] = [None if s.axis_up[c] or not s.axis_known[c] else hint(s, c) for c in range(s.counters)]
    view["pool_size"] = s.pool_size()
    return view


def fill(s: Desert, view: View, rng: Rng) -> None:
    """WDW-42.4, WDW-42.5 The face-down counters and the pool are drawn among what could be true.

    Those that the set-up describes most closely are drawn first. Descriptions are nested or have nothing in common, so
    every assignment that agrees with them is equally likely.
    """
    for name in NUMBERS:
        setattr(s, name, view[name])
    for name in COLUMNS:
        setattr(s, name, view[name][:])
    for name in BYTES:
        setattr(s, name, bytearray(view[name]))
    for name in TUPLES:
        setattr(s, name, tupled(view[name]))
    left = list(data.AXIS_NUMBER)
    types = [NOWHERE] * COUNTERS
    hidden: list[tuple[int, int, tuple[int, ...]]] = []
    random: list[int] = []
    for counter, kind in enumerate(view["axis_type"]):
        if kind != NOWHERE:
            types[counter] = kind
            left[kind] -= 1
        elif view["axis_hint"][counter] is None:
            random.append(counter)
        else:
            fitting = types_that_fit(tuple(view["axis_hint"][counter]))
            hidden.append((sum(data.AXIS_NUMBER[t] for t in fitting), counter, fitting))
    hidden.sort()
    for _, counter, fitting in hidden:
        place = rng.below(sum(left[t] for t in fitting))
        for kind in fitting:
            place -= left[kind]
            if place < 0:
                break
        types[counter] = kind
        left[kind] -= 1
    bag = [t for t, number in enumerate(left) for _ in range(number)]
    for counter in random:
        types[counter] = taken(bag, rng)
    while len(bag) > view["pool_size"]:
        taken(bag, rng)
    s.axis_type = tuple(types)
    s.pool = bytearray(bag.count(t) for t in ALL_TYPES)


def taken(bag: list[int], rng: Rng) -> int:
    """One member of a bag at random, which leaves it."""
    place = rng.below(len(bag))
    drawn = bag[place]
    bag[place] = bag[-1]
    bag.pop()
    return drawn


ALL_TYPES = tuple(range(len(data.AXIS_TYPES)))
_FITTING: dict[tuple[int, ...], tuple[int, ...]] = {}


def types_that_fit(hinted: tuple[int, ...]) -> tuple[int, ...]:
    """The types of counters that agree with what the set-up says."""
    found = _FITTING.get(hinted)
    if found is None:
        demand = data.Demand(NOWHERE, *hinted)
        found = _FITTING[hinted] = tuple(t for t in ALL_TYPES if demand.fits(t))
    return found
