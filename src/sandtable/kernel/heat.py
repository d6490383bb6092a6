# not compiled: a map of many games is drawn now and then, and what draws it is no rule
"""What happened where in many games, as one stand-alone SVG: the static board with its places in warmer colours."""

from __future__ import annotations

from html import escape
from math import sqrt
from typing import Any

from sandtable.kernel.picture import extended
from sandtable.kernel.scene import Board, Place

COLOUR = "#d0021b"
FAINTEST, STRONGEST = 0.12, 0.8
STEPS = (0.05, 0.25, 0.5, 1.0)
"""Which parts of the most the strip below explains."""


def opacity(part: float) -> float:
    """How strongly a place is painted that has this part of the most; by the root, so that little is seen too."""
    return FAINTEST + (STRONGEST - FAINTEST) * sqrt(part)


def draw_heat(game: Any, board_name: str, counts: dict[str, float], title: str) -> str:
    """The board with this id and how often something happened at its places; other words are left out."""
    board: Board = game.board(board_name)
    places = {place.id: place for place in board.places}
    known = {word: count for word, count in counts.items() if word in places and count > 0}
    most = max(known.values(), default=0.0)
    shown = [patch(places[word], count, most) for word, count in sorted(known.items())]
    strip, below = legend(board, title, most)
    return extended(game.board_svg(board_name, True), board.size, "".join(shown), strip, below)


def patch(place: Place, count: float, most: float) -> str:
    """One place, with its number for whoever points at it."""
    paint = f'fill="{COLOUR}" fill-opacity="{opacity(count / most):.2f}"'
    told = f"<title>{escape(place.title or place.id)}: {count:.3g}</title>"
    if place.outline:
        return f'<path d="M{place.x:g} {place.y:g}{place.outline}" {paint}>{told}</path>'
    left, top = place.x - place.width / 2, place.y - place.height / 2
    return f'<rect x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}" {paint}>{told}</rect>'


def legend(board: Board, title: str, most: float) -> tuple[str, float]:
    """A strip below the board, and its height: what is counted, and what the colours mean."""
    width, top = board.size
    unit = width / 60
    line = 'font-family="system-ui, sans-serif" fill="#22211d"'
    out = [f'<rect x="0" y="{top:g}" width="{width:g}" height="{5 * unit:g}" fill="#f6f1e4"/>']
    out.append(f'<text x="{unit:g}" y="{top + 2 * unit:g}" font-size="{1.3 * unit:g}" {line}>{escape(title)}</text>')
    for number, part in enumerate(STEPS if most else ()):
        x, y = unit * (1 + 9 * number), top + 3 * unit
        fill = f'fill="{COLOUR}" fill-opacity="{opacity(part):.2f}" stroke="#22211d"'
        out.append(f'<rect x="{x:g}" y="{y:g}" width="{1.4 * unit:g}" height="{1.4 * unit:g}" {fill}/>')
        told = f"{most * part:.2g}"
        out.append(f'<text x="{x + 2 * unit:g}" y="{y + 1.2 * unit:g}" font-size="{unit:g}" {line}>{told}</text>')
    return "".join(out), 5 * unit
