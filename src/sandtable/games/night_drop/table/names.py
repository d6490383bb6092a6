"""What things are called: verbs, places, and pieces as one reader knows them."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.state import (
    ACTIVATIONS,
    BY_BRITISH,
    BY_GERMAN,
    FACE_UP,
    OUTSIDE,
    PARKED,
    SEATS,
    NightDrop,
    hex_title,
    is_company,
    is_drawn,
)

VERBS = {
    "activate": "Activate", "confuse": "Confuse", "convert": "Turn over",
    "draw": "Draw a marker", "flip": "Turn up the marker", "form": "Form a Company",
    "from": "Retreat first from", "hit": "Hit", "lose": "Loses a step",
    "loss": "Step loss", "mark": "Place a VP marker", "move": "Move", "none": "Nobody", "pass": "Pass",
    "patrol": "Place a Patrol", "place": "Place", "point": "Point unit", "push": "Push",
    "remove": "Remove", "retreat": "Retreat", "spend": "Spend", "stay": "Stay", "to": "Retreat to", "wait": "Wait",
}  # fmt: skip
PHRASES = {
    ("confuse", 1): "Confuse {1}",
    ("convert", 2): "Turn over the {2} Sticks in {1}", ("draw", 1): "Draw a marker for {1}",
    ("flip", 1): "Turn up the marker at {1}", ("form", 2): "{1} and {2} form a Company",
    ("form", 3): "{1}, {2} and {3} form a Company", ("hit", 1): "{1} takes it", ("leave", 1): "{1} leaves the map",
    ("lose", 1): "{1} loses a step", ("loss", 1): "{1} loses a step", ("mark", 1): "Place a VP marker at {1}",
    ("move", 2): "Move {1} to {2}", ("patrol", 1): "Place a Patrol at {1}", ("place", 1): "Come on at {1}",
    ("point", 1): "{1} is the Point unit",
    ("reinforce", 2): "{2} reinforces {1}", ("remove", 1): "{1} is lost", ("retreat", 1): "{1} retreats",
}  # fmt: skip
SIDE_NAMES = ("British", "German")
ACTIVATION_NAMES = (
    "the 5th Brigade (red)", "the 3rd Brigade (green and blue)",
    "G1, scatter the 5th", "G2, scatter the 3rd", "G3, German units",
)  # fmt: skip


def _fixed_names() -> dict[str, str]:
    """Titles that are the same for everybody at any time."""
    found = dict(VERBS)
    found.update(zip(SEATS, SIDE_NAMES, strict=True))
    found.update(zip(ACTIVATIONS, ACTIVATION_NAMES, strict=True))
    found.update((colour, colour) for colour in land.COLOURS)
    for cell, title in land.PLACE_NAME.items():
        found[land.HEX_NAME[cell]] = title
    for number, word in enumerate(land.TRACK_NAME, 1):
        found[word] = f"off-map box {number}"
    found.update(zip(counters.PIECE_NAME, counters.TITLE, strict=True))
    return found


FIXED_NAMES = _fixed_names()


def names(s: NightDrop) -> dict[str, str]:
    """The title of every verb and id that options and log lines use."""
    found = FIXED_NAMES.copy()
    for piece in (*range(counters.STICKS), *range(counters.FIRST_GERMAN, counters.GARRISON)):
        found[counters.PIECE_NAME[piece]] = title_of(s, piece)
    return found


def title_of(s: NightDrop, piece: int) -> str:
    """What a piece is called by who knows this of it."""
    if piece < counters.STICKS:
        kind = s.kind[piece]
        front = counters.KINDS[kind].upper() + " " if kind >= 0 else ""
        return counters.TITLE[piece].replace(" ", f" {front}", 1)
    if is_drawn(piece):
        slot = piece - counters.FIRST_GERMAN
        who = s.identity[slot]
        return counters.IDENTITY_NAME[who] if who >= 0 else f"Unknown German unit {slot + 1}"
    return counters.TITLE[piece]


def short_name(s: NightDrop, piece: int) -> str:
    """What fits on a counter."""
    if piece < counters.STICKS:
        return str(piece + 1)
    if is_company(piece) and piece < counters.HOWARD_1:
        return counters.SHORT[piece]
    if is_drawn(piece):
        who = s.identity[piece - counters.FIRST_GERMAN]
        return (
            land.LETTERS[counters.IDENTITY_LETTER[who]] + " " + counters.IDENTITY_NAME[who].split("/")[0]
            if who >= 0
            else "?"
        )
    if piece == counters.DIVISION:
        return "6th"
    if piece == counters.GARRISON:
        return "Merville"
    return counters.TITLE[piece]


def marker_text(s: NightDrop, objective: int) -> str:
    """An objective's value in words, as the reader may know it."""
    if land.PRINTED[objective] >= 0:
        return str(land.PRINTED[objective])
    by = s.marker_by[objective]
    seen = s.marker[objective]
    if by == FACE_UP:
        return str(seen)
    if by == BY_BRITISH:
        return f"{seen} (British)" if seen >= 0 else "British marker"
    if by == BY_GERMAN:
        return f"{seen} (German)" if seen >= 0 else "German marker"
    return "–"


def objective_text(s: NightDrop, objective: int) -> str:
    """An objective: what it is worth, as far as the reader may know, and whether it counts for the British now."""
    star = "black star" if land.STAR[objective] == land.BLACK_STAR else "red star"
    laid = s.marker_by[objective]
    seen = land.PRINTED[objective] if land.PRINTED[objective] >= 0 else s.marker[objective]
    worth = f"worth {seen} VP" if laid or land.PRINTED[objective] >= 0 else "worth what its marker will say"
    if laid in (BY_BRITISH, BY_GERMAN):
        owner = "British" if laid == BY_BRITISH else "German"
        worth = f"{worth} by a face-down {owner} marker" if seen >= 0 else f"worth what a face-down {owner} marker says"
    held = "the British hold it" if s.control[objective] else "the British do not hold it"
    return f"{land.PLACE_NAME[land.OBJECTIVES[objective]]}, {star}: {worth}; {held}"


def slot_names(s: NightDrop) -> dict[str, str]:
    """Slots of panels that come and go."""
    found = {}
    for piece in range(counters.PIECES):
        if s.at[piece] in (PARKED, OUTSIDE) and s.beside[piece] >= 0:
            found["beside-" + land.HEX_NAME[s.beside[piece]]] = f"outside {hex_title(s.beside[piece])}"
    return found
