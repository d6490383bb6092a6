"""Chapter 3: German units and their Unknown markers."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters
from sandtable.games.night_drop.state import NightDrop, changed, is_drawn, name


def uncover(s: NightDrop, pieces: tuple[int, ...]) -> None:
    """ND-3.6, ND-3.9 A German unit loses its Unknown marker when it fights a British Company, attacking or defending,
    whoever else is in the hex; from then on everybody knows it."""
    for piece in pieces:
        if not is_drawn(piece):
            continue
        slot = piece - counters.FIRST_GERMAN
        if s.cover[slot]:
            s.cover = changed(s.cover, slot, 0)
            s.shown = changed(s.shown, slot, 1)
            s.reveal("a German unit lost its Unknown marker")
            av, dv = s.values(piece)
            s.say(
                "ND-3.6", f"{{}} loses its Unknown marker: attack {av}, defence {dv}", name(piece),
                facts=(("shown", name(piece)),),
            )  # fmt: skip
