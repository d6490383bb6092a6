# not compiled: a board is drawn once, and what draws it is no rule
"""Small signs of the map, and the symbols that counters and markers are drawn with; each is ours."""

from __future__ import annotations

from math import cos, pi, sin

from sandtable.kernel.svg import num, tag, text


def star(size: float) -> str:
    """A five-pointed star about (0, 0)."""
    points = []
    for i in range(10):
        reach = size if i % 2 == 0 else size * 0.45
        angle = i * pi / 5 - pi / 2
        points.append(f"{num(reach * cos(angle))} {num(reach * sin(angle))}")
    return "M" + "L".join(points) + "Z"


def parachute() -> str:
    """A canopy with its lines about (0, 0)."""
    return "M-12 -1a12 11 0 0 1 24 0q-3 -3 -6 0q-3 -3 -6 0q-3 -3 -6 0q-3 -3 -6 0zM-12 -1L0 12L12 -1M-6 -1L0 12L6 -1"


def _symbol(name: str, *inside: str) -> str:
    return tag("symbol", *inside, id=name, viewBox="0 0 40 40")


def _stroke(path: str) -> str:
    return tag("path", cls="nd-glyph", d=path)


_BOX = "M6 10h28v20h-28z"

KINDS = {
    "stick": "M8 19a12 10 0 0 1 24 0q-3 -3 -6 0q-3 -3 -6 0q-3 -3 -6 0q-3 -3 -6 0M8 19L20 33L32 19M14 19L20 33L26 19",
    "paratrooper": _BOX + "M6 10L34 30M34 10L6 30M14 37a6 4 0 0 1 12 0",
    "glider": _BOX + "M6 10L34 30M34 10L6 30M10 37h20M20 34v5",
    "commando": _BOX + "M6 10L34 30M34 10L6 30M20 33v6M17 36h6",
    "hq": "M8 6v30M8 6h24v14h-24",
    "infantry": _BOX + "M6 10L34 30M34 10L6 30",
    "armour": _BOX + "M12 20a8 5.5 0 0 1 16 0a8 5.5 0 0 1 -16 0z",
    "artillery": _BOX + "M16.5 20a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
    "patrol": "M6 10h28v20h-28zM6 30L34 10",
    "unknown": "M14 15a6 6 0 1 1 8 6q-2 1 -2 5M20 31v1",
}


def _disc(cls: str, words: str) -> str:
    return tag("circle", cls=f"nd-mark {cls}", cx=20, cy=20, r=17) + text(words, 20, 28, "nd-mark-text")


SYMBOLS: tuple[str, ...] = (
    *(_symbol(f"kind-{kind}", _stroke(path)) for kind, path in KINDS.items()),
    *(
        _symbol(f"mark-{colour}", tag("rect", cls=f"nd-strip nd-strip-{colour}", x=2, y=2, width=36, height=36, rx=5))
        for colour in ("red", "green", "blue", "yellow", "white")
    ),
    _symbol(
        "mark-control", tag("circle", cls="nd-mark nd-mark-control", cx=20, cy=20, r=17), _stroke("M12 21l6 6l11 -14")
    ),
    _symbol(
        "mark-destroyed",
        tag("circle", cls="nd-mark nd-mark-destroyed", cx=20, cy=20, r=17),
        _stroke("M11 11l18 18M29 11l-18 18"),
    ),
    _symbol("mark-vp", _disc("nd-mark-vp", "?")),
    *(_symbol(f"mark-vp-{value}", _disc("nd-mark-vp", str(value))) for value in range(4)),
    _symbol("mark-confusion", _disc("nd-mark-confusion", "½")),
    _symbol("mark-acted", tag("circle", cls="nd-mark nd-mark-acted", cx=20, cy=20, r=15), _stroke("M12 20h16")),
    _symbol(
        "mark-point",
        tag("circle", cls="nd-mark nd-mark-point", cx=20, cy=20, r=17),
        _stroke("M20 30v-19M12 19l8 -8l8 8"),
    ),
    _symbol("mark-cover", _disc("nd-mark-cover", "?")),
)
