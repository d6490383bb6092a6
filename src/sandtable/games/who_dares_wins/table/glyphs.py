# not compiled: a board is drawn once, and what draws it is no rule
"""Terrain symbols, drawn in a square of 24 with its middle at 0, 0. Ink is drawn, `solid` is filled with ink."""

from sandtable.kernel.svg import num, tag

_OUTLINE = "glyph-line"
_SOLID = "glyph-solid"
_GROUND = "glyph-ground"


def _line(d: str) -> str:
    return tag("path", cls=_OUTLINE, d=d)


def _solid(d: str) -> str:
    return tag("path", cls=_SOLID, d=d)


def _ground(d: str) -> str:
    return tag("path", cls=_GROUND, d=d)


def _dots(*places: tuple[float, float]) -> str:
    return "".join(tag("circle", cls=_SOLID, cx=x, cy=y, r=1.1) for x, y in places)


GLYPHS = {
    "rocky": _line("M-11 7L-6 -4L-3 1L1.5 -8L6 0L8 -2L11 7")
    + _line("M-6 -4L-6.5 2M1.5 -8L0.5 -1M1.5 -8L3.5 2M-3 1L-2.5 6M6 0L6.5 5"),
    "sand": _line("M-11 3C-8 -3 -4 -5 -1 -5C-2 -1 0 2 4 3")
    + _line("M1 -1C4 -3 7 -3 9 -2C8.5 1 9.5 3 11 4")
    + _dots((-8, 7), (-3.5, 6), (1, 8), (5.5, 6.5), (-6, -8), (4, -8), (9, -7)),
    "oasis": _line("M-0.5 9.5C-1.5 4 -1 0 1 -3")
    + _line("M1 -3C-2 -6 -7 -5 -9 0M1 -3C-1 -8 -5 -10 -8 -8M1 -3C1 -8 5 -11 8 -9M1 -3C5 -6 9 -4 10 1")
    + _line("M-8 10C-5 8.5 -3 8.5 0 9.5C3 10.5 5 10.5 8 9"),
    "village": _ground("M-10 8V0L-5.5 -4.5L-1 0V8Z")
    + _line("M-10 8V0L-5.5 -4.5L-1 0V8Z")
    + _ground("M2 8V2.5L5.8 -1.5L9.6 2.5V8Z")
    + _line("M2 8V2.5L5.8 -1.5L9.6 2.5V8Z"),
    "town": _solid("M-11 9V1H-6V-3H-1V-6.5A2 2 0 0 1 3 -6.5V0H6V3H11V9Z")
    + _line("M1 -8.5V-11.5")
    + _ground("M-9 4h1.6v2H-9ZM-4.4 0h1.6v2h-1.6ZM0.2 -3h1.6v2H0.2ZM3.4 4h1.6v2H3.4ZM7.6 5h1.6v2H7.6Z"),
    "fort": _solid("M-10.5 -10.5H-4V-7H4V-10.5H10.5V-4H7V4H10.5V10.5H4V7H-4V10.5H-10.5V4H-7V-4H-10.5Z")
    + _ground("M-4 -4H4V4H-4Z"),
    "airfield": _solid(
        "M0 -11C1.4 -10 1.7 -7 1.7 -4.2L11 0.6V3.4L1.7 1.6L1.1 6.6L4.4 8.8V10.8L0 9.8"
        "L-4.4 10.8V8.8L-1.1 6.6L-1.7 1.6L-11 3.4V0.6L-1.7 -4.2C-1.7 -7 -1.4 -10 0 -11Z"
    ),
}


def draw(name: str, x: float, y: float, size: float) -> str:
    """A terrain symbol with its middle at x, y.

    Drawn in full each time: what a page says about the inside of its board does not reach into a referenced symbol.
    """
    return tag("g", GLYPHS[name], cls="glyph", transform=f"translate({num(x)} {num(y)}) scale({size / 24:.3f})")
