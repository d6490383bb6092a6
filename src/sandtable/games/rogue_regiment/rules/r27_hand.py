"""Chapter 27, the Jäger's cards: his phase, his hand, and the card that lies face down beside the event deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import HUNT, JAEGER, OFF, STEALTH, Regiment
from sandtable.kernel.flow import Action, Choice, Refusal, Step, act
from sandtable.kernel.verbs import Verb

HAND: Final = 4  # RR-27.8
CARDS: Final = tuple([f"jaeger-{card + 1}" for card in range(data.JAEGER_CARDS)])
"""The words for his cards."""


def panel(card: int, section: int) -> data.Panel:
    """RR-27.9 What a card of his says in a section: the left panel in Stealth, the right one in Battle."""
    return (data.JAEGER_STEALTH if section == STEALTH else data.JAEGER_BATTLE)[card]


def title(card: int) -> str:
    """RR-27.9 Both panels of a card in the players' words."""
    stealth, battle = (data.panel_words(panels[card]) for panels in (data.JAEGER_STEALTH, data.JAEGER_BATTLE))
    return f"Stealth: {stealth}. Battle: {battle}"


def shuffle(s: Regiment) -> None:
    """RR-27.1, RR-27.4 His deck is shuffled; his hand is empty."""
    cards = list(range(data.JAEGER_CARDS))
    s.shuffle(cards)
    s.j_deck = tuple(cards)


def draw(s: Regiment) -> None:
    """RR-27.4, RR-27.40 The top card goes into his hand; an empty deck is shuffled from its discards first."""
    if not s.j_deck:
        cards = sorted([card for card, _, _ in s.j_pile])
        s.shuffle(cards)
        s.j_back = tuple(sorted([card for card, _, shown in s.j_pile if shown]))
        s.j_deck, s.j_pile, s.j_drawn = tuple(cards), (), 0
        s.j_down = (s.j_down[0], 0) if s.j_down else ()
        s.say("RR-27.40", "the Jäger's deck is shuffled anew")
    card, s.j_deck = s.j_deck[-1], s.j_deck[:-1]
    s.j_hand = tuple(sorted([*s.j_hand, card]))
    s.j_drawn += 1
    s.reveal("the Jäger has drawn a card")
    s.say(
        "RR-27.4", f"the Jäger draws a card and holds {len(s.j_hand)}", facts=(("counted", "hand", str(len(s.j_hand))),)
    )
    s.say("RR-27.4", f"you draw: {title(card)}", to=(JAEGER,), facts=(("shown", CARDS[card]),))


def drop(s: Regiment, card: int) -> None:
    """A card leaves his hand."""
    s.j_hand = tuple([other for other in s.j_hand if other != card])


@dataclass(frozen=True)
class JaegerPhase(Step):
    """RR-27.3 After the End Phase the Jäger has a phase of his own."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, HUNT, "RR-27.3")
        s.then(Hand())


@dataclass(frozen=True)
class Hand(Choice):
    """RR-27.4, RR-27.8 He plays a card, draws one, discards two and draws one, or does nothing."""

    clause = "RR-27.4"
    owner = JAEGER

    def verbs(self, s: Regiment) -> tuple[Verb, ...]:
        return (DRAW, PLAY, DISCARD, PASS)

    def ask(self, s: Regiment) -> str:
        return f"You hold {len(s.j_hand)} of {HAND} cards: play one, draw one, or discard two and draw one?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return tuple([CARDS[card] for card in s.j_hand])


class Drawing(Verb):
    """RR-27.4, RR-27.8 A card from the top of his deck, unless he holds four."""

    def refuse(self, s: Regiment, at: Hand, action: Action) -> Refusal | None:
        if len(s.j_hand) >= HAND:
            return Refusal("RR-27.8", f"you hold {HAND} cards, the most you may; play one or discard two")
        return None

    def do(self, s: Regiment, at: Hand, action: Action) -> None:
        draw(s)


class Playing(Verb):
    """RR-27.5, RR-27.43 A card is laid face down beside the event deck, if none lies there."""

    def tries(self, s: Regiment, at: Hand) -> list[Action]:
        return [act(self.word, CARDS[card]) for card in s.j_hand]

    def refuse(self, s: Regiment, at: Hand, action: Action) -> Refusal | None:
        if s.j_down:
            return Refusal("RR-27.43", "a card lies face down already; no second one may be played")
        if len(action) != 2 or action[1] not in CARDS:
            return Refusal("RR-27.4", "say which card of your hand you play, as in “play jaeger-7”")
        if CARDS.index(action[1]) not in s.j_hand:
            return Refusal("RR-27.4", "that card is not in your hand")
        return None

    def do(self, s: Regiment, at: Hand, action: Action) -> None:
        card = CARDS.index(action[1])
        drop(s, card)
        s.j_down = (card, s.j_drawn)
        s.say(
            "RR-27.5", "the Jäger lays a card face down beside the event deck", facts=(("marked", "deck", "face-down"),)
        )
        s.say("RR-27.5", f"you laid down: {title(card)}", to=(JAEGER,))


class Discarding(Verb):
    """RR-27.4 Two cards go to the discards, unseen, and one is drawn."""

    def tries(self, s: Regiment, at: Hand) -> list[Action]:
        hand = s.j_hand
        return [act(self.word, CARDS[a], CARDS[b]) for n, a in enumerate(hand) for b in hand[n + 1 :]]

    def refuse(self, s: Regiment, at: Hand, action: Action) -> Refusal | None:
        if len(s.j_hand) < 2:
            return Refusal("RR-27.4", "you hold fewer than two cards")
        held = [CARDS[card] for card in s.j_hand]
        if len(action) != 3 or action[1] not in held or action[2] not in held:
            return Refusal("RR-27.4", f"say which two cards of your hand go, as in “discard {held[0]} {held[1]}”")
        if held.index(action[1]) >= held.index(action[2]):
            return Refusal("RR-27.4", f"name two different cards by their numbers, as in “discard {held[0]} {held[1]}”")
        return None

    def do(self, s: Regiment, at: Hand, action: Action) -> None:
        for word in action[1:]:
            card = CARDS.index(word)
            drop(s, card)
            s.j_pile = (*s.j_pile, (card, s.j_drawn, 0))
        s.say("RR-27.4", "the Jäger discards two cards unseen")
        draw(s)


class Passing(Verb):
    """RR-27.4 He does none of the three."""

    def do(self, s: Regiment, at: Hand, action: Action) -> None:
        s.say("RR-27.4", "the Jäger waits")


DRAW: Final = Drawing("draw", "Draw a card")
PLAY: Final = Playing("play", "Lay a card face down", {1: "Lay down {1}"})
DISCARD: Final = Discarding("discard", "Discard two, draw one", {2: "Discard {1} and {2}, draw one"})
PASS: Final = Passing("wait", "Do nothing")


# --- the Event Phase


@dataclass(frozen=True)
class Instead(Step):
    """RR-27.6, RR-27.43 Once the event card is shown, the Jäger may use his card in its place. The special card cannot
    be replaced (A31): his stays where it lies.
    """

    def do(self, s: Regiment) -> None:
        if not s.j_down:
            return
        if s.card == data.SPECIAL:
            s.say("RR-27.43", "the special event cannot be replaced; the Jäger's card stays face down")
            return
        s.then(Reveal())


@dataclass(frozen=True)
class Reveal(Choice):
    """RR-27.6, RR-27.7 The card that lies face down is used instead of the event, or discarded unseen."""

    clause = "RR-27.6"
    owner = JAEGER

    def verbs(self, s: Regiment) -> tuple[Verb, ...]:
        return (USE, LEAVE_IT)

    def ask(self, s: Regiment) -> str:
        now = s.stage.stealth if s.drawn_in == STEALTH else s.stage.battle
        yours = data.panel_words(panel(s.j_down[0], s.drawn_in))
        return f"The event is: {data.panel_words(now[s.card])}. Use your card instead: {yours}?"


def put_away(s: Regiment, shown: bool) -> int:
    """RR-27.7 The card that lay face down goes to his discards; its number."""
    card, drawn = s.j_down
    s.j_down = ()
    s.j_pile = (*s.j_pile, (card, drawn, int(shown)))
    return card


class Using(Verb):
    """RR-27.6 The Jäger's card is turned over and takes the place of the event."""

    def do(self, s: Regiment, at: Reveal, action: Action) -> None:
        s.j_used = put_away(s, True)
        s.reveal("a card of the Jäger")
        words = data.panel_words(panel(s.j_used, s.drawn_in))
        s.say("RR-27.6", f"the Jäger's card takes its place: {words}", facts=(("shown", CARDS[s.j_used]),))


class Leaving(Verb):
    """RR-27.7 The event stays, and the Jäger's card is discarded unseen."""

    def do(self, s: Regiment, at: Reveal, action: Action) -> None:
        put_away(s, False)
        s.j_used = OFF
        s.say("RR-27.7", "the Jäger discards his card unseen; the event stays")


USE: Final = Using("use", "Use the card")
LEAVE_IT: Final = Leaving("let", "Let the event stand")
