"""What Rogue Regiment hides: the order of the event deck, what somebody is still thinking about, and the cards of a
Jäger (examples/information.md).

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
    drawn = len(twin.stage.cards) + 1 - len(twin.deck)
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


def jaeger_deck(s: State, reader: str | None, rng: Rng) -> State | None:
    """Two cards of the Jäger's deck change places: nobody knows their order."""
    twin = twin_of(s)
    if len(twin.j_deck) < 2:
        return None
    deck = list(twin.j_deck)
    one = rng.below(len(deck))
    other = (one + 1 + rng.below(len(deck) - 1)) % len(deck)
    deck[one], deck[other] = deck[other], deck[one]
    twin.j_deck = tuple(deck)
    return twin


def exchange(s: State, reader: str | None, rng: Rng, held: tuple[int, ...]) -> Regiment | None:
    """A card that the Jäger has somewhere is another of his deck; nobody who has not seen it can tell, unless it went
    back into the deck before all eyes.
    """
    twin = twin_of(s)
    fresh = [card for card in twin.j_deck if card not in twin.j_back]
    mine = [card for card in held if card not in twin.j_back]
    if reader == "jaeger" or not mine or not fresh:
        return None
    out, into = mine[rng.below(len(mine))], fresh[rng.below(len(fresh))]
    twin.j_deck = tuple(out if card == into else card for card in twin.j_deck)
    twin.j_hand = tuple(sorted(into if card == out else card for card in twin.j_hand))
    if twin.j_down and twin.j_down[0] == out:
        twin.j_down = (into, twin.j_down[1])
    twin.j_pile = tuple((into if card == out else card, drawn, shown) for card, drawn, shown in twin.j_pile)
    return twin


def jaeger_hand(s: State, reader: str | None, rng: Rng) -> State | None:
    """A card in the Jäger's hand: he alone."""
    return exchange(s, reader, rng, twin_of(s).j_hand)


def face_down(s: State, reader: str | None, rng: Rng) -> State | None:
    """The card that lies face down beside the event deck: the Jäger alone."""
    return exchange(s, reader, rng, twin_of(s).j_down[:1])


def unseen_discards(s: State, reader: str | None, rng: Rng) -> State | None:
    """A card that the Jäger discarded unseen: he alone."""
    return exchange(s, reader, rng, tuple(card for card, _, shown in twin_of(s).j_pile if not shown))


ROWS = {
    "deck-order": deck_order,
    "special-card": special_card,
    "half-made": half_made,
    "jaeger-deck": jaeger_deck,
    "jaeger-hand": jaeger_hand,
    "face-down": face_down,
    "unseen-discards": unseen_discards,
}


def census(s: State) -> tuple[int, ...]:
    """What must stay constant: the cards of the deck, columns of one length, nobody both alive and nowhere."""
    assert isinstance(s, Regiment)
    cards = len(s.deck) + len(s.discards) + (s.card >= 0) + s.special_out
    if s.phase == 0:
        cards = len(s.stage.cards) + 1
    lengths = {len(getattr(s, name)) for name in s.FIELDS if name.startswith("u_")}
    ours = {len(getattr(s, name)) for name in s.FIELDS if name.startswith("m_")}
    strays = sum(
        (s.m_state[m] in (WAITING, ACTIVE, BOUND)) == (s.m_at[m] < 0 and s.m_car[m] < 0) for m in range(len(s.m_kind))
    )
    strays += sum(s.m_state[m] in (LEFT, DEAD) and s.m_at[m] >= 0 for m in range(len(s.m_kind)))
    ghosts = sum(s.u_at[u] >= 0 and s.u_health[u] <= 0 for u in range(len(s.u_kind)))
    hunt = (*s.j_deck, *s.j_hand, *s.j_down[:1], *(card for card, _, _ in s.j_pile))
    assert len(set(hunt)) == len(hunt) in (0, data.JAEGER_CARDS), "a card of the Jäger is lost or there twice"
    return cards, len(lengths), len(ours), strays, ghosts
