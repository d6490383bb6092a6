"""What Rogue Regiment hides: the order of the event deck, and nothing else (examples/information.md).

The place of the special card is known to lie within the window a/b of its mission, so it moves only within that.
"""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, DEAD, LEFT, WAITING, Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State


def twin_of(s: State) -> Regiment:
    """A clone to change."""
    twin = s.clone()
    assert isinstance(twin, Regiment)
    return twin


def deck_order(s: State, reader: str | None, rng: Rng) -> State | None:
    """Two ordinary cards of the deck change places."""
    twin = twin_of(s)
    places = [n for n, card in enumerate(twin.deck) if card != data.SPECIAL]
    if len(places) < 2:
        return None
    one = places[rng.below(len(places))]
    other = places[(places.index(one) + 1 + rng.below(len(places) - 1)) % len(places)]
    deck = list(twin.deck)
    deck[one], deck[other] = deck[other], deck[one]
    twin.deck = tuple(deck)
    return twin


def special_card(s: State, reader: str | None, rng: Rng) -> State | None:
    """The special card changes its place within the window that everybody knows."""
    twin = twin_of(s)
    if data.SPECIAL not in twin.deck:
        return None
    first, second = twin.stage.mission.window
    drawn = data.CARDS_IN_DECK + 1 - len(twin.deck)
    here = len(twin.deck) - 1 - twin.deck.index(data.SPECIAL)
    places = [n for n in range(max(0, first - drawn), first + second - drawn + 1) if n != here]
    if not places:
        return None
    deck = [card for card in twin.deck if card != data.SPECIAL]
    deck.insert(len(deck) - places[rng.below(len(places))], data.SPECIAL)
    twin.deck = tuple(deck)
    return twin


ROWS = {"deck-order": deck_order, "special-card": special_card}


def census(s: State) -> tuple[int, ...]:
    """What must stay constant: the cards of the deck, columns of one length, nobody both alive and nowhere."""
    assert isinstance(s, Regiment)
    cards = len(s.deck) + len(s.discards) + (s.card >= 0) + s.special_out
    if s.phase == 0:
        cards = data.CARDS_IN_DECK + 1
    lengths = {len(getattr(s, name)) for name in s.FIELDS if name.startswith("u_")}
    ours = {len(getattr(s, name)) for name in s.FIELDS if name.startswith("m_")}
    strays = sum(
        (s.m_state[m] in (WAITING, ACTIVE, BOUND)) == (s.m_at[m] < 0 and s.m_car[m] < 0) for m in range(len(s.m_kind))
    )
    strays += sum(s.m_state[m] in (LEFT, DEAD) and s.m_at[m] >= 0 for m in range(len(s.m_kind)))
    ghosts = sum(s.u_at[u] >= 0 and s.u_health[u] <= 0 for u in range(len(s.u_kind)))
    return cards, len(lengths), len(ours), strays, ghosts
