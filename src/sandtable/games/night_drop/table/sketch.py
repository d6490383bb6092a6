"""The map in letters, for a terminal: two for each hex, who is there or the ground, and what else there is to know."""

from __future__ import annotations

from typing import Final

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.state import NightDrop, is_company, is_drawn, is_stick

GROUND: Final = {
    "clear": ".", "village": "#", "woods": '"', "marsh": ",", "stream": ";", "bridge": "=", "h1": "=", "battery": "#",
    "water": "~",
}  # fmt: skip
LEGEND: Final = (
    'ground . village # woods " marsh , stream ; bridge = water ~; even columns lie half a hex further south',
    "r g b Sticks by colour, x mixed; C Company, H Howard, L Lovat; ? covered German, G known, M Merville, P Patrol",
    "behind it how many there are if more than one, else * an objective, + one that is British, - a road or railway",
)


def sketch(s: NightDrop) -> list[str]:
    """ND-1.2 The map row by row as one reader knows it, and what the letters mean."""
    there: dict[int, list[int]] = {}
    for piece, place in enumerate(s.at):
        if place < land.HEXES:
            there.setdefault(place, []).append(piece)
    tens = "".join(f"{column // 10} " for column in range(1, land.COLUMNS + 1))
    ones = "".join(f"{column % 10} " for column in range(1, land.COLUMNS + 1))
    found = ["   " + tens.rstrip(), "   " + ones.rstrip()]
    for row in range(land.ROWS):
        cells = (land.GRID.cell(column, row) for column in range(land.COLUMNS))
        found.append(f"{row + 1:02d} " + "".join(letters(s, cell, there.get(cell, [])) for cell in cells).rstrip())
    return [*found, *LEGEND]


def letters(s: NightDrop, cell: int, pieces: list[int]) -> str:
    """Two letters for a hex: who is there or the ground, and a number or a mark."""
    objective = land.OBJECTIVE_AT.get(cell, -1)
    terrain = land.STREAM if objective >= 0 and s.broken[objective] else land.TERRAIN[cell]
    first = letter(s, pieces) if pieces else GROUND[land.TERRAINS[terrain]]
    if len(pieces) > 1:
        return first + str(len(pieces))
    if objective >= 0:
        return first + ("+" if s.control[objective] else "*")
    return first + ("-" if land.ON_LINE[cell] else " ")


def letter(s: NightDrop, pieces: list[int]) -> str:
    """Who is in a hex: the strongest kind that the reader can tell."""
    last = pieces[-1]  # in the order of the data Companies come after Sticks, and Patrols after units
    if any(is_drawn(piece) for piece in pieces):
        shown = any(is_drawn(piece) and s.shown[piece - counters.FIRST_GERMAN] for piece in pieces)
        return "G" if shown else "?"
    if is_company(last):
        return "L" if last >= counters.LOVAT_1 else "H" if last >= counters.HOWARD_1 else "C"
    if is_stick(last):
        colours = {counters.COLOUR[piece] for piece in pieces}
        return land.COLOURS[counters.COLOUR[last]][0] if len(colours) == 1 and last != counters.DIVISION else "x"
    return "M" if counters.GARRISON in pieces else "P"
