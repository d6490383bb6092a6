"""Chapters 8.5 and 8.6: reinforcements and the off-map track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_groups as groups
from sandtable.games.night_drop.state import (
    G3,
    GERMAN,
    OUTSIDE,
    SEATS,
    TOWARDS_H,
    TRACK,
    NightChoice,
    NightDrop,
    NightStep,
    changed,
    is_drawn,
    name,
)
from sandtable.kernel.flow import Action, Refusal, act

LAST_BOX = TRACK + len(land.TRACK_NAME) - 1


# --- reinforcements -------------------------------------------------------------------------------------------------


def may_reinforce(s: NightDrop) -> Refusal | None:
    """ND-5.23, ND-8.16, ND-8.19, ND-8.20 Whether another reinforcement may be drawn: before any move, while the cup and
    the number of activations last."""
    if s.activation != G3:
        return Refusal("ND-8.16", "reinforcements come in a G3 activation")
    if any(s.moved):
        return Refusal("ND-5.23", "reinforcements are placed before anybody moves")
    if not s.cup:
        return Refusal("ND-8.20", "no unit is left in the cup")
    if s.allowance < 1:
        return Refusal("ND-8.19", "no more units may be activated")
    return None


_edges: dict[int, list[tuple[int, ...]]] = {}


def edge_by_distance(cell: int) -> list[tuple[int, ...]]:
    """The dry hexes of the edge, those nearest to a hex first; each group is equally far, in the order of the edge."""
    found = _edges.get(cell)
    if found is None:
        groups: dict[int, list[int]] = {}
        for other in land.EDGE:
            if land.PASSABLE[other]:
                groups.setdefault(land.GRID.distance(cell, other), []).append(other)
        found = _edges[cell] = [tuple(groups[far]) for far in sorted(groups)]
    return found


def nearest_free_edge(cell: int, taken: set[int]) -> list[int]:
    """ND-8.22 The edge hexes that are nearest to one and not taken; itself if it is free."""
    for group in edge_by_distance(cell):
        free = [other for other in group if other not in taken]
        if free:
            return free
    return []


def entry_hexes(s: NightDrop, letter: int) -> list[int]:
    """ND-8.21, ND-8.22 Where a unit of a letter may stand: at its hex, or the nearest without a British unit."""
    return nearest_free_edge(land.ENTRY[letter], s.british_hexes())


def day_entries(s: NightDrop) -> list[int]:
    """ND-8.23 Where a reinforcement may stand by day: at any letter (Ruling A18, option day_entry)."""
    if s.options["day_entry"] == "any_edge":
        taken = s.british_hexes()
        return [cell for cell in land.EDGE if land.PASSABLE[cell] and cell not in taken]
    found: list[int] = []
    for letter in range(len(land.ENTRY)):
        for cell in entry_hexes(s, letter):
            if cell not in found:
                found.append(cell)
    return found


@dataclass(frozen=True)
class Reinforce(NightStep):
    """ND-8.16, ND-8.17, ND-8.19 A unit is drawn at random, full, seen by the German alone, and takes one activation."""

    def do(self, s: NightDrop) -> None:
        piece = draw_unit(s)
        sequence.activate(s, piece)
        s.at[piece] = OUTSIDE
        s.then(PlaceOutside(piece))


def draw_unit(s: NightDrop) -> int:
    """ND-4.3, ND-4.4, ND-8.17 The next German piece becomes a unit from the cup, full and under an Unknown marker."""
    piece = counters.FIRST_GERMAN + s.identity.index(-1)
    slot = piece - counters.FIRST_GERMAN
    who = s.draw(list(s.cup), tuple(counters.IDENTITY))
    s.cup = tuple(other for other in s.cup if other != who)
    s.identity = changed(s.identity, slot, who)
    s.cover = changed(s.cover, slot, 1)
    s.letters = changed(s.letters, slot, (1 << len(land.LETTERS)) - 1)
    s.reveal("a German unit was drawn")
    s.say("ND-8.17", "{} is drawn, unseen by the British", name(piece))
    av, dv = s.values(piece)
    letter = land.LETTERS[counters.IDENTITY_LETTER[who]]
    s.say(
        "ND-4.5", f"{{}} attacks with {av}, defends with {dv} and carries the letter {letter}", name(piece),
        to=(SEATS[GERMAN],),
    )  # fmt: skip
    return piece


@dataclass(frozen=True)
class PlaceOutside(NightChoice):
    """ND-8.21, ND-8.22, ND-8.23 A unit is put outside an edge hex: by night that of its letter, by day any letter's."""

    piece: int
    clause = "ND-8.21"
    owner = "german"

    def places(self, s: NightDrop) -> list[int]:
        slot = self.piece - counters.FIRST_GERMAN
        if s.bound[slot]:  # ND-8.26 back from the track, by the end that it reached
            return entry_hexes(s, 7 if s.bound[slot] == TOWARDS_H else 0)
        if s.night:
            return entry_hexes(s, counters.IDENTITY_LETTER[s.identity[slot]])
        return day_entries(s)

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("place", land.HEX_NAME[cell]) for cell in self.places(s)]

    def chosen(self, s: NightDrop, action: Action) -> None:
        cell = land.HEX_OF[action[1]]
        slot = self.piece - counters.FIRST_GERMAN
        if s.bound[slot]:
            s.bound = changed(s.bound, slot, 0)
        elif s.night:
            # ND-3.5 Everybody sees where it stands, and so which letters it may carry.
            letters = 0
            for letter in range(len(land.ENTRY)):
                if cell in entry_hexes(s, letter):
                    letters |= 1 << letter
            s.letters = changed(s.letters, slot, letters)
        s.at[self.piece] = OUTSIDE
        s.beside = changed(s.beside, self.piece, cell)
        word = land.HEX_NAME[cell]
        s.say(
            "ND-8.21",
            "{} stands outside {}",
            name(self.piece),
            word,
            facts=(("placed", name(self.piece), "beside-" + word),),
        )

    def ask(self, s: NightDrop) -> str:
        return f"Where does {{{name(self.piece)}}} come on?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return (self.piece,)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        if action[:1] == ("place",):
            clause = "ND-8.21" if s.night else "ND-8.23"
            return Refusal(clause, "it comes on by its letter, or by the nearest edge hex without a British unit")
        return Refusal("ND-8.21", "say with “place” where it comes on")


# --- the off-map track ----------------------------------------------------------------------------------------------


def may_advance(s: NightDrop, piece: int) -> Refusal | None:
    """ND-8.25, ND-8.27 Whether a unit may go on to the next box, which holds at most three."""
    if not is_drawn(piece) or s.at[piece] < TRACK:
        return Refusal("ND-8.25", "it is not on the off-map track")
    refusal = groups.may_start(s, piece)
    if refusal is not None:
        return refusal
    box = next_box(s, piece)
    if not TRACK <= box <= LAST_BOX:
        return Refusal("ND-8.26", "it is in the last box; it may come back to the map")
    if len(s.germans_at(box)) >= land.TRACK_LIMIT:
        return Refusal("ND-8.27", "a box of the off-map track holds three units")
    return None


def next_box(s: NightDrop, piece: int) -> int:
    """ND-8.25 The box that a unit goes to next; it never turns back."""
    return s.at[piece] + (1 if s.bound[piece - counters.FIRST_GERMAN] == TOWARDS_H else -1)


def advance_on_track(s: NightDrop, piece: int) -> None:
    """ND-8.25 A unit on the track is activated and goes one box further."""
    sequence.activate(s, piece)
    s.moved[piece] = 1
    s.at[piece] = next_box(s, piece)
    word = land.TRACK_NAME[s.at[piece] - TRACK]
    s.say("ND-8.25", "{} goes on to {}", name(piece), word, facts=(("placed", name(piece), word),))


def may_come_back(s: NightDrop, piece: int) -> Refusal | None:
    """ND-8.26 A unit that begins a G3 in the last box of the track may come on there."""
    if TRACK <= next_box(s, piece) <= LAST_BOX:
        return Refusal("ND-8.26", "it is not in the last box of the track")
    if s.moved[piece]:
        return Refusal("ND-8.26", "it reached the last box in this activation")
    return None


@dataclass(frozen=True)
class ComeBack(NightStep):
    """ND-8.26, ND-8.29 A unit comes back from the track as strong and as covered as it left (Ruling A72)."""

    piece: int

    def do(self, s: NightDrop) -> None:
        sequence.activate(s, self.piece)
        if s.on("track_recover"):
            s.reduced = changed(s.reduced, self.piece, 0)
            s.cover = changed(s.cover, self.piece - counters.FIRST_GERMAN, 1)
        s.then(PlaceOutside(self.piece))
