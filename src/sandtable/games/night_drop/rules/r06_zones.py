"""Chapter 6: zones of control. Which hexes they cover and what they ask for is worked out in ground/known.py."""

from __future__ import annotations

from sandtable.games.night_drop.ground import known
from sandtable.games.night_drop.state import NightDrop


def in_zone(s: NightDrop, side: int, cell: int) -> bool:
    """ND-6.15, ND-6.17 Whether a hex is in an enemy zone, so that a retreat into it costs a step."""
    return known.zones(s, side)[cell] != 0
