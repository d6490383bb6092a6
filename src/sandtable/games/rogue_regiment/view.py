"""Chapter 6 of the ledger, information: everything is open but the order of the event deck."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.snapshot import plain, set_field

EVERYBODY: Final = (
    # the turn: section and phase, meter, patrol token, what was drawn and discarded
    "section", "phase", "turn", "meter", "token", "discards", "passes", "card", "drawn_in", "special_out", "cigarette",
    "ended", "scored",
    # the Operators and their friends
    "m_kind", "m_side", "m_no", "m_at", "m_face", "m_health", "m_ap", "m_low", "m_spotted", "m_swim", "m_object",
    "m_state", "m_done", "m_aim", "m_mark", "m_mark_at", "m_hold", "m_shot", "m_spear", "m_car", "m_seat", "m_turn",
    "stock",
    # the Axis
    "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_health", "u_role", "u_link", "u_place", "u_colour", "u_cig",
    "u_done", "u_react", "u_mark", "u_saw", "u_set", "u_way", "u_stall",
    # the players' vehicles
    "c_kind", "c_at", "c_face", "c_health", "c_ap", "c_done",
    # what lies on the board
    "corpses", "barrels", "pumps", "traps", "mines", "bombs", "dumps", "radios", "papers", "blasts", "flames",
    # the action that is being resolved
    "act_man", "act_car", "act_from", "act_loud", "act_knife", "act_end", "faces", "hits", "alarm_alert",
)  # fmt: skip
"""What every seat and every watcher may know: all counters lie open, and so do dice and discarded cards."""
NOBODY: Final = ("deck",)
"""What nobody may know but by its number: the order of the cards to come."""


def look(s: Regiment) -> dict[str, Any]:
    """RR-1.1 What everybody sees; of the deck how many cards are left."""
    found: dict[str, Any] = {name: plain(getattr(s, name)) for name in EVERYBODY}
    found["cards_left"] = len(s.deck)
    return found


def fill(s: Regiment, view: dict[str, Any], rng: Rng) -> None:
    """RR-14.21 A position with that view: the cards not yet seen in any order, the special card within its window."""
    for name in EVERYBODY:
        set_field(s, name, view[name])
    gone = set(s.discards)
    if s.card >= 0:
        gone.add(s.card)
    cards = [card for card in s.stage.cards if card not in gone]
    rng.shuffle(cards)
    if not s.special_out and s.card != data.SPECIAL and view["cards_left"] > len(cards):
        first, second = s.stage.mission.window
        drawn = len(s.stage.cards) + 1 - view["cards_left"]
        low, high = max(0, first - drawn), first + second - drawn
        cards.insert(low + rng.below(high - low + 1), data.SPECIAL)
    cards.reverse()
    s.deck = tuple(cards)
    s.forget()
