"""A position as one stand-alone SVG: the static board with the scene's pieces laid on it."""

from __future__ import annotations

import re
from html import escape
from typing import Any

CELL = re.compile(r"<[a-z]+\b[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
STYLE = """
.piece rect { fill: #6b6f3a; stroke: #22211d; stroke-width: 1.2 }
.piece.british rect, .piece.lrdg rect, .piece.operators rect { fill: #2f5d8a }
.piece text { font: 600 10px system-ui, sans-serif; fill: #fff; text-anchor: middle }
.piece .values { font-size: 13px; font-weight: 700 }
.piece.covered rect { stroke-dasharray: 3 2 }
"""
SHIFT = 4
"""How far each counter of a stack is set off from the one below."""


def places(svg: str) -> dict[str, tuple[float, float]]:
    """Where counters stand, from `data-x` and `data-y` on the board's cells."""
    found: dict[str, tuple[float, float]] = {}
    for tag in CELL.findall(svg):
        attributes = dict(ATTRIBUTE.findall(tag))
        if {"id", "data-x", "data-y"} <= attributes.keys():
            found[attributes["id"]] = (float(attributes["data-x"]), float(attributes["data-y"]))
    return found


def draw(game: Any, view: dict[str, Any]) -> str:
    """The picture of a view; pieces that stand on no cell of the board are left out."""
    scene = game.scene(view)
    svg: str = game.board_svg(scene["board"], True)
    at = places(svg)
    size = counter_size(svg)
    out = [f"<style>{STYLE}</style>"]
    stacked: dict[str, int] = {}
    for piece in sorted(scene["pieces"], key=lambda one: one["z"]):
        if piece["at"] in at:
            level = stacked.get(piece["at"], 0)
            stacked[piece["at"]] = level + 1
            out.append(counter(piece, *at[piece["at"]], size, level))
    return svg.replace("</svg>", "".join(out) + "</svg>") if svg.rstrip().endswith("</svg>") else svg


def counter_size(svg: str) -> float:
    """The side of a counter in board units."""
    found = re.search(r'data-counter="([\d.]+)"', svg)
    return float(found[1]) if found else 28.0


def counter(piece: dict[str, Any], x: float, y: float, size: float, level: int) -> str:
    """One counter: a rounded square with its values large and its name small."""
    left = x - size / 2 + level * SHIFT
    top = y - size / 2 - level * SHIFT
    middle = left + size / 2
    classes = f"piece {escape(piece['side'], quote=True)} {piece['face']}"
    values = escape(" ".join(piece["values"]))
    name = escape(piece["name"])
    return (
        f'<g class="{classes}"><title>{escape(piece["alt"])}</title>'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{size:g}" height="{size:g}" rx="4"/>'
        f'<text x="{middle:.1f}" y="{top + size * 0.36:.1f}">{name}</text>'
        f'<text class="values" x="{middle:.1f}" y="{top + size * 0.82:.1f}">{values}</text></g>'
    )
