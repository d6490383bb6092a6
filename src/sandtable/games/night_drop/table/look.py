# not compiled: a board is drawn once, and what draws it is no rule
"""How sides and marks are painted; the symbols of units and markers come with the map (glyphs.py)."""

from sandtable.kernel.scene import Form, Side

SIDES = {
    "british": Side(colour="#2f5d8a", dark="#7fb0dd", emblem="M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z"),
    "german": Side(colour="#6b6f3a", dark="#b3b873", emblem="M0 -15L15 0L0 15L-15 0Z"),
}
FORMS: dict[str, Form] = {"reduced": "band", "acted": "pale"}
STRIPS = {"red": "#9c2f3f", "green": "#3f8a4f", "blue": "#6fa3d8", "yellow": "#e5c74a", "white": "#f6f1e4"}
