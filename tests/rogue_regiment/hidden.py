"""What Rogue Regiment hides: the order of the event deck, and what somebody is still thinking about
(examples/information.md).

The place of the special card is known to lie within the window a/b of its mission, so it moves only within that.
"""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, DEAD, LEFT, WAITING, Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State, constants, legal, play


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


LINKS = (
    "throw",
    "throw-move",
    "move-throw",
    "pop-throw",
    "mark",
    "move-place",
    "place-move",
    "drive",
    "leave",
    "at",
    "to",
)
"""The first words of actions that may be no more than a link of a chain."""


def half_made(s: State, reader: str | None, rng: Rng) -> State | None:
    """A link more of the chain that somebody is making, or one less: only whoever decides knows."""
    if reader == s.seat:
        return None
    twin = twin_of(s)
    if twin.choice is not None and constants(twin.choice).link and rng.below(2):
        twin.agenda.pop()
        return twin
    links = [action for action in legal(twin) if action[0] in LINKS and (action[0] != "mark" or "grenade" in action)]
    if not links:
        return None
    play(twin, links[rng.below(len(links))])
    return twin if twin.choice is not None and constants(twin.choice).link else None


ROWS = {"deck-order": deck_order, "special-card": special_card, "half-made": half_made}


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
