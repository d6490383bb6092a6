"""What the player may know, and a position that could be true for him (ledger, section 6).

A view holds the columns of the position by their names. Face-down Axis counters show where they lie and what the set-up
says of them; the pool shows its size. A watcher knows as much as the player, who has no opponent to hide from.
"""

from __future__ import annotations

from sandtable.games.who_dares_wins import data
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
from sandtable.kernel.game import View
from sandtable.kernel.snapshot import plain, set_field

SECRET = ("axis_type", "pool")
OPEN = tuple(name for name in Desert.FIELDS if name not in SECRET)


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
    view: View = {name: plain(getattr(s, name)) for name in OPEN}
    view["axis_type"] = [s.axis_type[c] if s.axis_up[c] else NOWHERE for c in range(s.counters)]
    view["axis_hint"] = [None if s.axis_up[c] or not s.axis_known[c] else hint(s, c) for c in range(s.counters)]
    view["pool_size"] = s.pool_size()
    return view


def fill(s: Desert, view: View, rng: Rng) -> None:
    """WDW-42.4, WDW-42.5 The face-down counters and the pool are drawn among what could be true.

    Those that the set-up describes most closely are drawn first. Descriptions are nested or have nothing in common, so
    every assignment that agrees with them is equally likely.
    """
    for name in OPEN:
        set_field(s, name, view[name])
    left = list(data.AXIS_NUMBER)
    types = [NOWHERE] * COUNTERS
    hidden: list[tuple[int, int, data.Demand]] = []
    for counter, kind in enumerate(view["axis_type"]):
        if kind == NOWHERE:
            hinted = view["axis_hint"][counter]
            demand = data.Demand(NOWHERE, *(hinted if hinted is not None else [data.ANY] * 4))
            fitting = sum(number for t, number in enumerate(data.AXIS_NUMBER) if demand.fits(t))
            hidden.append((fitting, counter, demand))
        else:
            types[counter] = kind
            left[kind] -= 1
    hidden.sort(key=lambda one: one[:2])
    for _, counter, demand in hidden:
        among = [t for t, number in enumerate(left) if number and demand.fits(t) for _ in range(number)]
        kind = among[rng.below(len(among))]
        types[counter] = kind
        left[kind] -= 1
    rest = [t for t, number in enumerate(left) for _ in range(number)]
    rng.shuffle(rest)
    pool = bytearray(len(data.AXIS_NUMBER))
    for kind in rest[: view["pool_size"]]:
        pool[kind] += 1
    s.axis_type = types
    s.pool = pool
