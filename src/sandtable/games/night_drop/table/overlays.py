"""What is laid over the map on demand: reach, ways, zones of control, and Sticks still to be gathered.

Only open facts enter it, so it is worked out on a position that the reader imagines.
"""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.state import BRITISH, GERMAN, NightDrop, side_of
from sandtable.kernel.scene import OverlayName

OVERLAYS = [
    OverlayName(name="reach", title="Where it can go", about="piece"),
    OverlayName(name="way", title="The way there", about="cell"),
    OverlayName(name="zones-german", title="German zones of control", about="none"),
    OverlayName(name="zones-british", title="British zones of control", about="none"),
    OverlayName(name="gather", title="Sticks still to be gathered", about="none"),
]


def overlay(s: NightDrop, name: str, ids: tuple[str, ...]) -> dict[str, Any] | None:
    """One named overlay, worked out on a position that the reader can imagine: only open facts enter it."""
    if name == "reach" and len(ids) == 1 and ids[0] in counters.PIECE_OF:
        return {"cells": reach_cells(s, counters.PIECE_OF[ids[0]])}
    if name in ("zones-german", "zones-british"):
        mover = BRITISH if name == "zones-german" else GERMAN
        toll = zones.zones(s, mover)
        return {
            "cells": {
                land.HEX_NAME[cell]: {"shade": 1 if price == 1 else 2, "text": "+" + movement.points_text(price)}
                for cell, price in enumerate(list(toll))
                if price and land.PASSABLE[cell]
            }
        }
    if name == "gather":
        return {"cells": gather_cells(s)}
    if name == "way" and len(ids) == 1 and ids[0] in land.HEX_OF:
        way = way_to(s, land.HEX_OF[ids[0]])
        return {"cells": {land.HEX_NAME[cell]: {"shade": 1, "text": movement.points_text(cost)} for cell, cost in way}}
    return None


def way_to(s: NightDrop, cell: int) -> list[tuple[int, int]]:
    """The way that the units that move now would take to a hex, with what it costs; empty when nobody moves there."""
    return movement.way_to(s, cell) if isinstance(s.choice, movement.Move) else []


def way_lines(s: NightDrop, cell: int) -> list[str]:
    """The same as a line of text."""
    way = way_to(s, cell)
    if not way:
        return []
    return [f"the way there: {', '.join(land.HEX_NAME[one] for one, _ in way)}; {movement.points_text(way[-1][1])} MP"]


def reach_cells(s: NightDrop, piece: int) -> dict[str, Any]:
    """Where a piece could go if it were to move now, with the cost in each hex."""
    if s.at[piece] >= land.HEXES or reaching.immobile(s, piece) is not None:
        return {}
    ground = reaching.ground_of(s, side_of(piece))
    found = reaching.moves(s, ground, (piece,), 0, True)
    return {
        land.HEX_NAME[cell]: {
            "shade": 2 if cell in found.only_step else 1,
            "text": "1 hex" if cell in found.only_step else movement.points_text(cost),
        }
        for cell, cost in sorted(found.cost.items())
    }


def gather_cells(s: NightDrop) -> dict[str, Any]:
    """Hexes with Sticks, and how many of each colour are there."""
    counts: dict[int, list[int]] = {}
    for stick in range(counters.STICKS):
        if s.at[stick] < land.HEXES:
            counts.setdefault(s.at[stick], [0, 0, 0])[counters.COLOUR[stick]] += 1
    found: dict[str, Any] = {}
    for cell in sorted(counts):
        text = " ".join(f"{number}{land.COLOURS[colour][0]}" for colour, number in enumerate(counts[cell]) if number)
        found[land.HEX_NAME[cell]] = {"shade": min(3, max(counts[cell])), "text": text}
    return found
