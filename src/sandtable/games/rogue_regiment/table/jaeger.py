"""What a game with a Jäger has more on the table: his tokens, and his cards as far as the reader may see them."""

from __future__ import annotations

from typing import Any

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.scene import CardsPanel, Cell, LegendItem, Piece, Slot

SIGNS = (
    ("hunter", "Cross hairs on a leaf", "a unit that the Jäger moves himself"),
    ("waypoint", "Flag with a number", "where the Stalker of that number goes"),
    ("cat", "Cat", "whoever moves within 2 squares startles it, and infantry within 4 looks there"),
    ("twig", "Twig on a tab", "a man under whom a twig will snap when he moves"),
    ("stain", "Drop", "a blood stain, which the Axis take for a body"),
    ("lock", "Padlock", "the door between two such squares is locked for the Operators"),
)
"""What his signs mean."""


def names() -> dict[str, str]:
    """The titles of his cards and tokens."""
    found = {word: short(card) for card, word in enumerate(hand.CARDS)}
    return found | {f"waypoint-{n}": f"waypoint of Stalker {n}" for n in range(1, 5)}


def short(card: int) -> str:
    """A card in a few words: both its panels."""
    return f"“{data.panel_words(data.JAEGER_STEALTH[card])} / {data.panel_words(data.JAEGER_BATTLE[card])}”"


def heading(words: str) -> str:
    """Words over a card."""
    return words[0].upper() + words[1:]


def tokens(s: Regiment) -> list[Piece]:
    """RR-27.10, RR-27.15, RR-27.20 Waypoints, cats and blood stains."""
    found = [
        token(f"waypoint-{n + 1}", "waypoint", s.place(v), f"the waypoint of Stalker {n + 1}", str(n + 1))
        for n, v in enumerate(s.j_ways)
        if v >= 0
    ]
    found += [token(f"cat-{n + 1}", "cat", s.place(v), "a cat") for n, v in enumerate(s.cats)]
    for n, (v, flipped) in enumerate(s.stains):
        lasts = "until the end of this turn" if flipped else "until the end of the next turn"
        found.append(token(f"stain-{n + 1}", "stain", s.place(v), f"a blood stain, {lasts}"))
    return found


def token(id_: str, kind: str, at: str, alt: str, value: str = "") -> Piece:
    """A token on a square."""
    return Piece(
        id=id_, kind=kind, side="axis", at=at, z=1, facing=None, face="shown", name=kind,
        values=[value] if value else [], marks=[], alt=f"{alt} on {at}", cells=[],
    )  # fmt: skip


def locks(s: Regiment) -> list[Cell]:
    """RR-27.22 The squares on both sides of a locked door."""
    found = []
    for a, b in s.locks:
        for v, other in ((a, b), (b, a)):
            alt = f"the door from {s.place(v)} to {s.place(other)} is locked"
            found.append(Cell(id=s.place(v), marks=["lock"], alt=alt))
    return found


def cards(s: Regiment, view: dict[str, Any]) -> CardsPanel:
    """RR-27.4, RR-27.5, RR-27.7 His piles and, for him, his hand and the card face down; for all others how many cards
    he holds. What is told comes from the view.
    """
    slots = [
        Slot(id=hand.CARDS[card], title=heading(data.panel_words(hand.panel(card, s.section))), text=hand.title(card))
        for card in view["hand"]
        if card >= 0
    ]
    down = view["face_down"]
    piles = [
        Slot(id="hunt-deck", title="Jäger deck", count=view["hunt_cards_left"]),
        Slot(id="hunt-hand", title="In hand", count=len(view["hand"])),
        Slot(id="hunt-discards", title="Discards", count=len(view["hunt_pile"])),
        Slot(
            id="hunt-down",
            title="Face down",
            count=1 if down else 0,
            text=hand.title(down[0]) if down and down[0] >= 0 else "",
        ),
    ]
    shown = [card for card, _, seen in view["hunt_pile"] if seen]
    if shown:
        slots.append(Slot(id="hunt-last", title="The Jäger's card used last", text=hand.title(shown[-1])))
    return CardsPanel(id="hunt", title="Jäger cards", piles=piles, hand=slots)


def legend() -> list[LegendItem]:
    """What his signs mean."""
    return [LegendItem(id=f"sign-{word}", title=title, text=text) for word, title, text in SIGNS]
