"""What is laid over the map on demand."""

from __future__ import annotations

from typing import Any

from sandtable.games.who_dares_wins.box import land, lrdg
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import Desert
from sandtable.kernel.odds import percent

Shape = dict[str, Any]


def overlay(s: Desert, name: str, ids: tuple[str, ...]) -> Shape | None:
    """One named overlay, from open facts alone; None where there is no such overlay."""
    if len(ids) != 1 or ids[0] not in lrdg.UNIT or s.zone[lrdg.UNIT[ids[0]]] < 0:
        return {"cells": {}} if name in ("unseen", "distance") else None
    unit = lrdg.UNIT[ids[0]]
    here = s.zone[unit]
    if name == "distance":
        row = s.board.distance[here]
        return {
            "cells": {
                w: {"shade": min(3, row[z] // 2), "text": str(row[z])} for z, w in enumerate(land.ZONES) if z != here
            }
        }
    if name == "unseen":
        return {"cells": {land.ZONES[z]: unseen_cell(s, unit, z) for z in s.board.neighbours[here]}}
    return None


def unseen_cell(s: Desert, unit: int, zone: int) -> Shape:
    """The chance that this unit alone enters a zone unseen, and what the way costs."""
    cost = f"{movement.move_cost(s, (unit,), zone)} AP"
    if not discretion.is_taken(s, discretion.ENTRY, zone):
        return {"shade": 0, "text": f"no test, {cost}"}
    chance = discretion.chance_to_pass(s, discretion.ENTRY, zone, (unit,), 0, 1)
    return {"shade": 1 if chance >= 0.75 else 2 if chance >= 0.4 else 3, "text": f"{percent(chance)}, {cost}"}
