"""Chapters 5.2.2 and 5.3: events of a tie, and discovery."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    BY_BRITISH,
    DEAD,
    FACE_UP,
    NOBODY,
    RESERVE,
    NightChoice,
    NightDrop,
    NightStep,
    changed,
    name,
)
from sandtable.kernel.flow import Action, Refusal, act

PASS = ("pass",)


# --- events of a tie ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TieEvent(NightStep):
    """ND-5.6, ND-5.40 On equal dice the side without the initiative has an event, if it has a counter and a target."""

    def do(self, s: NightDrop) -> None:
        if s.phasing == BRITISH:
            if free_patrol(s) != NOBODY and patrol_hexes(s):
                s.then(PlacePatrol())
        elif sum(1 for mark in list(s.confused) if mark) < tables.CONFUSION_MARKERS and confusable(s):
            s.then(PlaceConfusion())


def free_patrol(s: NightDrop) -> int:
    """ND-5.40 A Patrol that can still be placed; eliminated ones are gone (Ruling A35, option patrol_recycle)."""
    for piece in range(counters.FIRST_PATROL, counters.PIECES):
        if s.at[piece] == RESERVE or (s.at[piece] == DEAD and s.on("patrol_recycle")):
            return piece
    return NOBODY


def may_take_patrol(s: NightDrop, cell: int, british_hexes: set[int]) -> Refusal | None:
    """ND-5.7, ND-5.8 Whether a Patrol may be placed in a hex: a village, or an objective without printed value.

    An objective must be neither destroyed nor under British control; no British unit may be there, and no three German
    ones (Rulings A32, A34, option patrol_vp_strict).
    """
    if cell in british_hexes:
        return Refusal("ND-5.8", "a British unit is there")
    objective = land.OBJECTIVE_AT.get(cell, NOBODY)
    village = land.TERRAIN[cell] == land.VILLAGE
    if objective == NOBODY and not village:
        return Refusal("ND-5.8", "a Patrol goes to a village or to an objective without a printed value")
    if objective != NOBODY and (s.on("patrol_vp_strict") or not village):
        if land.PRINTED[objective] >= 0:
            return Refusal("ND-5.7", "that objective has a printed value")
        if s.destroyed[objective] or s.control[objective]:
            return Refusal("ND-5.7", "that objective is British")
    if len(s.germans_at(cell)) >= tables.STACK:
        return Refusal("ND-5.40", "three German units are there already")
    return None


def patrol_hexes(s: NightDrop) -> list[int]:
    """ND-5.7, ND-5.8 Every hex that may take a Patrol."""
    taken = s.british_hexes()
    return [cell for cell in PATROL_GROUND if may_take_patrol(s, cell, taken) is None]


PATROL_GROUND = tuple(
    cell for cell in range(land.HEXES) if land.TERRAIN[cell] == land.VILLAGE or cell in land.OBJECTIVE_AT
)


@dataclass(frozen=True)
class PlacePatrol(NightChoice):
    """ND-5.7, ND-5.8, ND-5.13 The German may place a Patrol."""

    clause = "ND-5.7"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        return [*(act("patrol", land.HEX_NAME[cell]) for cell in patrol_hexes(s)), PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != PASS:
            piece = free_patrol(s)
            s.say("ND-5.7", "{} appears at {}", name(piece), action[1], facts=(("placed", name(piece), action[1]),))
            victory.enter(s, piece, land.HEX_OF[action[1]])

    def label(self, s: NightDrop, action: Action) -> str:
        return "Place no Patrol" if action == PASS else ""

    def ask(self, s: NightDrop) -> str:
        return "Equal dice: place a Patrol, or none"

    def price(self, s: NightDrop, action: Action) -> str:
        """Whether the hex is an objective."""
        return "objective" if action != PASS and land.HEX_OF[action[1]] in land.OBJECTIVE_AT else ""

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("patrol", word) if word in land.HEX_OF:
                refusal = may_take_patrol(s, land.HEX_OF[word], s.british_hexes())
                if refusal is not None:
                    return refusal
        return Refusal("ND-5.7", "place a Patrol with “patrol”, or “pass”")


def confusable(s: NightDrop) -> list[int]:
    """ND-5.9 German units on the map that carry no Confusion marker, covered or not (Ruling A73)."""
    return [
        piece
        for piece in range(counters.FIRST_GERMAN, counters.PIECES)
        if s.at[piece] < land.HEXES and not s.confused[piece]
    ]


@dataclass(frozen=True)
class PlaceConfusion(NightChoice):
    """ND-5.9, ND-5.10, ND-5.12, ND-5.13 The British may confuse a German unit: half its movement until it has acted."""

    clause = "ND-5.9"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        return [*(act("confuse", name(piece)) for piece in confusable(s)), PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != PASS:
            s.confused = changed(s.confused, counters.PIECE_OF[action[1]], 1)
            s.say("ND-5.9", "{} is confused", action[1], facts=(("marked", action[1], "confusion"),))

    def label(self, s: NightDrop, action: Action) -> str:
        return "Confuse nobody" if action == PASS else ""

    def ask(self, s: NightDrop) -> str:
        return "Equal dice: confuse a German unit, or none"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-5.9", "a German unit on the map that carries no Confusion marker can be confused")


# --- discovery ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Discovery(NightStep):
    """ND-5.15 By day the German may discover, unless neither a marker nor a hex is left (Ruling A71)."""

    def do(self, s: NightDrop) -> None:
        if not s.night and len(Discover().offer(s)) > 1:
            s.then(Discover())


@dataclass(frozen=True)
class Discover(NightChoice):
    """ND-5.16, ND-5.17, ND-5.18 The German turns up a British marker, or draws one face up, or neither."""

    clause = "ND-5.16"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        options = [
            act("flip", land.HEX_NAME[land.OBJECTIVES[i]])
            for i in range(len(land.OBJECTIVES))
            if s.marker_by[i] == BY_BRITISH
        ]
        if any(s.vp_cup):
            options += [act("draw", land.HEX_NAME[land.OBJECTIVES[i]]) for i in victory.open_hexes(s)]
        return [*options, PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == PASS:
            return
        objective = land.OBJECTIVE_AT[land.HEX_OF[action[1]]]
        if action[0] == "flip":
            s.marker_by = changed(s.marker_by, objective, FACE_UP)
            s.reveal("a VP marker was turned up")
        else:
            victory.draw_marker(s, objective, FACE_UP)
        s.say(
            "ND-5.16", f"The marker at {{}} is worth {s.marker[objective]} VP", action[1],
            facts=(("shown", action[1]),),
        )  # fmt: skip

    def label(self, s: NightDrop, action: Action) -> str:
        return "Leave the markers as they are" if action == PASS else ""

    def ask(self, s: NightDrop) -> str:
        return "Discovery: turn up a British marker, draw one for an objective, or do neither"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("flip", _):
                return Refusal("ND-5.16", "only a face-down marker that the British placed can be turned up")
            case ("draw", _):
                return Refusal("ND-5.17", "a marker is drawn for an objective without a marker and a printed value")
        return Refusal("ND-5.16", "discover with “flip” or “draw”, or “pass”")
