"""What a page about many games of Night Drop tells of one of them."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import DEAD, NightDrop

YIELD = "VP from "
"""Begins the figure of an objective: what it scored, told only when it was held."""


def figures(s: NightDrop) -> dict[str, str | float]:
    """Level and points, what each objective that was held yields, and what became of the units."""
    found: dict[str, str | float] = {"Level": victory.level(s)}
    found["Bridges"] = "held" if s.control[land.H1_OBJECTIVE] else "lost"
    found["VP"] = float(victory.victory_points(s))
    found["Turns"] = float(s.turn)
    found["Sticks gathered into Companies"] = float(s.assembled)
    found["Sticks lost, landing included"] = float(s.at[: counters.STICKS].count(DEAD))
    companies = s.at[counters.FIRST_COMPANY : counters.HOWARD_1]
    found["Companies on the map at the end"] = float(sum([1 for place in companies if place < land.HEXES]))
    found["German units lost"] = float(s.at[counters.FIRST_GERMAN : counters.GARRISON].count(DEAD))
    for objective, cell in enumerate(land.OBJECTIVES):
        if s.control[objective]:
            found[YIELD + land.PLACE_NAME[cell]] = float(victory.value(s, objective))
    return found
