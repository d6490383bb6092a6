"""What of a view becomes numbers for programs that learn, and every word that an action may hold."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.games.rogue_regiment.table import jaeger
from sandtable.kernel.tensor import Column, Part, Planes

MEN: Final = 16
UNITS: Final = 64
NUMBERS: Final = (
    "section", "phase", "turn", "meter", "token", "passes", "card", "drawn_in", "special_out", "cigarette", "act_man",
    "act_car", "act_knife", "act_end", "hits", "j_used", "j_drawn", "hunt_left", "cards_left", "hunt_cards_left",
)  # fmt: skip
BY_MAN: Final = (
    "m_kind", "m_side", "m_no", "m_at", "m_face", "m_health", "m_ap", "m_low", "m_spotted", "m_swim", "m_object",
    "m_state", "m_done", "m_mark", "m_mark_at", "m_hold", "m_shot", "m_spear", "m_car", "m_seat", "m_turn", "m_twig",
)  # fmt: skip
BY_UNIT: Final = (
    "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_health", "u_role", "u_link", "u_place", "u_colour", "u_cig",
    "u_done", "u_react", "u_mark", "u_saw", "u_set", "u_way", "u_stall", "u_hunt", "u_cat",
)  # fmt: skip
BY_CAR: Final = ("c_kind", "c_at", "c_face", "c_health", "c_ap", "c_done")
LISTS: Final = {
    "scored": 8, "discards": 56, "stock": 352, "corpses": 64, "barrels": 16, "pumps": 8, "papers": 8, "blasts": 8,
    "flames": 16, "typhoon": 12, "act_from": 8, "faces": 12, "alarm_alert": UNITS, "j_back": 40, "j_ways": 4, "cats": 4,
    "hand": 8, "face_down": 2,
}  # fmt: skip
ROWS: Final = {
    "m_aim": (MEN, 2), "traps": (8, 3), "mines": (8, 2), "bombs": (8, 3), "dumps": (8, 2), "radios": (8, 2),
    "act_loud": (8, 8), "stains": (4, 2), "locks": (4, 2), "hunt_pile": (40, 3),
}  # fmt: skip
FACINGS: Final = ("north", "east", "south", "west")
LYING: Final = (
    "corpses",
    "barrels",
    "traps",
    "mines",
    "bombs",
    "dumps",
    "radios",
    "papers",
    "flames",
    "cats",
    "stains",
)

MOST: Final = {"rifle": 60, "smg": 60}
MOST_OTHERS: Final = 12
MOST_MEN: Final = 12
MOST_THINGS: Final = {
    "corpse": 64, "barrel": 16, "dump": 8, "radio": 8, "documents": 8, "trap": 8, "mine": 8, "bomb": 8, "cat": 4,
    "stain": 4,
}  # fmt: skip
"""How many of a kind have a word, more than twice what games came to. An action that names one beyond them cannot be
spelled by programs that learn."""


def tensor(s: Regiment) -> list[Part]:
    """Numbers, then columns by man, Axis unit and vehicle, then lists, then planes of the board and its margin."""
    found: list[Part] = [Column(key) for key in NUMBERS]
    for keys, size in ((BY_MAN, MEN), (BY_UNIT, UNITS), (BY_CAR, 4)):
        found += [Column(key, size) for key in keys]
    found += [Column(key, size) for key, size in LISTS.items()]
    found += [Column(key, size, width) for key, (size, width) in ROWS.items()]
    board = (s.grid.size // s.grid.stride, s.grid.stride)
    found.append(Planes("m_at", ("men",), board))
    found.append(Planes("u_at", tuple([f"Axis facing {facing}" for facing in FACINGS]), board, "u_face"))
    found.append(Planes("u_at", ("Axis at ease", "Axis alert"), board, "u_alert"))
    found += [Planes(key, (key,), board) for key in LYING]
    return found


def numbered() -> list[str]:
    """What may come into a mission after its beginning, kind by kind with its numbers, and what a Jäger has."""
    found = [f"{kind}-{n}" for kind in data.UNITS for n in range(1, MOST.get(kind, MOST_OTHERS) + 1)]
    found += [f"{kind}-{n}" for kind in data.SUPPORTS for n in range(1, MOST_MEN + 1)]
    found += [f"{kind}-{n}" for kind, most in MOST_THINGS.items() for n in range(1, most + 1)]
    return [*found, *data.CARS, *jaeger.names()]
