"""Chapter 6 of the ledger, information: everything is open but the order of the event deck."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.snapshot import plain, set_field

OPEN_FIELDS: Final = tuple(name for name in Regiment.FIELDS if name != "deck")


def look(s: Regiment) -> dict[str, Any]:
    """RR-1.1 What everybody sees; of the deck how many cards are left."""
    found: dict[str, Any] = {name: plain(getattr(s, name)) for name in OPEN_FIELDS}
    found["cards_left"] = len(s.deck)
    return found


def fill(s: Regiment, view: dict[str, Any], rng: Rng) -> None:
    """RR-14.21 A position with that view: the cards not yet seen in any order, the special card within its window."""
    for name in OPEN_FIELDS:
        set_field(s, name, view[name])
    gone = set(s.discards)
    if s.card >= 0:
        gone.add(s.card)
    cards = [card for card in range(data.CARDS_IN_DECK) if card not in gone]
    rng.shuffle(cards)
    if not s.special_out and s.card != data.SPECIAL and view["cards_left"] > len(cards):
        first, second = s.stage.mission.window
        drawn = data.CARDS_IN_DECK + 1 - view["cards_left"]
        low, high = max(0, first - drawn), first + second - drawn
        cards.insert(low + rng.below(high - low + 1), data.SPECIAL)
    cards.reverse()
    s.deck = tuple(cards)
    s.forget()
