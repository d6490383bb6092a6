"""The numbers that the quick player goes by, read once from style.toml into typed fields."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Files

STYLES: Final = Files("sandtable.games.rogue_regiment.bot").read("style.toml", Styles)


class Manner:
    """How the quick player plays; style.toml says what each number means."""

    def __init__(self, argument: str = "") -> None:
        style = STYLES.style(argument)
        self.fear = style["fear"]
        self.later = style["later"]
        self.bold = style["bold"]
        self.pay = style["pay"]
        self.loud = style["loud"]
        self.resolve = style["resolve"] > 0
        self.content = style["content"] > 0
        self.steady = style["steady"] > 0
