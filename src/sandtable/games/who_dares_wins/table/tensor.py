"""What of a view becomes numbers for programs that learn."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import land
from sandtable.games.who_dares_wins.state import COUNTERS, PATROLS, UNITS
from sandtable.kernel.tensor import Column, Part, Planes

ZONES = len(land.ZONES)
NUMBERS = (
    "board_no", "mission", "turn", "phase", "alarm", "passed", "aircraft", "waco", "event_done", "hushed", "emptied",
    "halves", "cause", "last_in", "last_lost", "landed", "streak", "best_streak", "counters", "pool_removed",
    "pool_size", "c_zone", "c_turn", "c_target", "c_began", "c_initiative", "c_shown", "c_patrols", "mission_no",
    "mco_points", "seen_home", "level_before", "cache_named",
)  # fmt: skip
BY_UNIT = (
    "zone", "patrol", "side", "loads", "mco", "carried", "carried_seen", "watch_end", "watch_turns", "done",
)  # fmt: skip
BY_PATROL = ("ap", "held", "held_seen", "status", "fresh_mco")
BY_ZONE = ("zone_ok", "caches", "target")
BY_COUNTER = ("axis_zone", "axis_up", "axis_known", "axis_type")
BITS = {"drawn": ZONES, "fought": COUNTERS, "guards": COUNTERS}
LISTS = {
    "raisers": 16, "mover": 16, "roster": UNITS, "fights": 8, "axis_home": COUNTERS, "c_line": 12, "c_protectors": 12,
    "c_contact": 16, "c_reserve": 16, "c_rows": 16, "c_hits": 8, "c_rerolled": 8, "named": 16,
}  # fmt: skip
PAIRS = {"pending": (4, 2), "c_stacks": (16, 4), "c_aims": (16, 2), "c_axis_aims": (16, 2), "results": (5, 6)}
HINTS = {"axis_hint": (COUNTERS, 4), "parties": (4, 12)}


def tensor() -> list[Part]:
    """Numbers, then columns by unit, patrol, zone and Axis counter, then bits and short lists, then the planes."""
    found: list[Part] = [Column(key) for key in NUMBERS]
    for keys, size in ((BY_UNIT, UNITS), (BY_PATROL, len(PATROLS)), (BY_ZONE, ZONES), (BY_COUNTER, COUNTERS)):
        found += [Column(key, size) for key in keys]
    found += [Column(key, size, bits=True) for key, size in BITS.items()]
    found += [Column(key, size) for key, size in LISTS.items()]
    found += [Column(key, size, width) for key, (size, width) in (PAIRS | HINTS).items()]
    found.append(Planes("zone", ("LRDG",), (ZONES,)))
    found.append(Planes("axis_zone", ("Axis face down", "Axis face up"), (ZONES,), "axis_up"))
    return found
