"""Chapter 10: control of hexes, and victory."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.state import (
    BRITISH,
    DEAD,
    FACE_UP,
    NO_MARKER,
    NOBODY,
    NightDrop,
    NightStep,
    changed,
    is_company,
    side_of,
)

SETTLED = "the VP markers"
NIGHT_ONLY = "night-only"


def enter(s: NightDrop, piece: int, cell: int) -> None:
    """ND-10.5, ND-10.6, ND-10.7, ND-10.15 A piece comes into a hex, by whatever way.

    A Company takes a red star as soon as it enters and keeps it when it leaves; a German unit ends that. Sticks take
    nothing. Moving, advancing, retreating, coming on and being formed there are all entering.
    """
    leave(s, piece, cell)
    objective = land.RED_STAR_AT.get(cell, NOBODY)
    if objective == NOBODY:
        return
    if is_company(piece):
        if not s.control[objective]:
            s.control = changed(s.control, objective, 1)
            s.say(
                "ND-10.5",
                "The British take {}",
                land.HEX_NAME[cell],
                facts=(("marked", land.HEX_NAME[cell], "control"),),
            )
    elif side_of(piece) != BRITISH and s.control[objective]:
        s.control = changed(s.control, objective, 0)
        s.say(
            "ND-10.7", "The British lose {}", land.HEX_NAME[cell], facts=(("unmarked", land.HEX_NAME[cell], "control"),)
        )


def leave(s: NightDrop, piece: int, to: int) -> None:
    """ND-10.10 A piece goes elsewhere; a destroyed bridge is no bridge once the last British unit has left it."""
    before = s.at[piece]
    s.at[piece] = to
    if piece < counters.FIRST_GERMAN and before != to:
        objective = land.OBJECTIVE_AT.get(before, NOBODY)
        if objective != NOBODY and s.destroyed[objective] and not s.broken[objective] and not s.british_at(before):
            s.broken = changed(s.broken, objective, 1)
            s.say("ND-10.10", "{} is down", land.HEX_NAME[before])


def remove(s: NightDrop, piece: int) -> None:
    """ND-9.27 A piece is eliminated: withdrawn from the game for good."""
    leave(s, piece, DEAD)
    if s.confused[piece]:
        s.confused = changed(s.confused, piece, 0)


def topographic(s: NightDrop, cell: int) -> bool:
    """ND-8.6, ND-10.10 Whether a hex is a village, road or railway hex; a broken bridge has no road."""
    objective = land.OBJECTIVE_AT.get(cell, NOBODY)
    if objective != NOBODY and s.broken[objective]:
        return False
    return land.TOPOGRAPHIC[cell]


def open_hexes(s: NightDrop) -> list[int]:
    """ND-2.38, ND-5.17, ND-10.12 Objectives that can take a marker: no printed value and no marker yet."""
    return [i for i in range(len(land.OBJECTIVES)) if land.PRINTED[i] < 0 and s.marker_by[i] == NO_MARKER]


def draw_marker(s: NightDrop, objective: int, by: int) -> None:
    """ND-2.39, ND-4.28, ND-10.12 A VP marker is drawn for a hex: at set-up, for an HQ, in discovery or at the end."""
    pool = [value for value, number in enumerate(s.vp_cup) for _ in range(number)]
    if not pool:
        return  # Ruling A55: with an empty cup nothing is placed, and the hex scores nothing
    value = s.draw(pool, tables.VP_VALUES)
    s.vp_cup = changed(s.vp_cup, value, s.vp_cup[value] - 1)
    s.marker = changed(s.marker, objective, value)
    s.marker_by = changed(s.marker_by, objective, by)
    s.reveal("a VP marker was drawn")


@dataclass(frozen=True)
class Bridges(NightStep):
    """ND-10.8, ND-10.9 At the end of a turn a Company in a black-star hex destroys the bridge: British for good."""

    def do(self, s: NightDrop) -> None:
        for objective in land.BLACK_STARS:
            cell = land.OBJECTIVES[objective]
            if not s.destroyed[objective] and any(is_company(piece) for piece in s.british_at(cell)):
                s.destroyed = changed(s.destroyed, objective, 1)
                s.control = changed(s.control, objective, 1)
                word = land.HEX_NAME[cell]
                s.say("ND-10.9", "{} is destroyed", word, facts=(("marked", word, "destroyed"),))


@dataclass(frozen=True)
class Score(NightStep):
    """ND-10.3, ND-10.11 At the end controlled hexes without a value draw a marker, and all markers are turned up."""

    def do(self, s: NightDrop) -> None:
        for objective in range(len(land.OBJECTIVES)):
            if s.control[objective] and land.PRINTED[objective] < 0 and s.marker_by[objective] == NO_MARKER:
                draw_marker(s, objective, FACE_UP)
                if s.marker_by[objective] == FACE_UP:
                    word = land.HEX_NAME[land.OBJECTIVES[objective]]
                    s.say("ND-10.11", f"A marker of {s.marker[objective]} VP is drawn for {{{word}}}")
        s.over = 1
        s.reveal(SETTLED)
        held = [i for i in range(len(land.OBJECTIVES)) if s.control[i]]
        counted = [f"{{{land.HEX_NAME[land.OBJECTIVES[i]]}}} {value(s, i)}" for i in held]
        extra = f"Sticks gathered {s.assembled}" if s.setup.scenario == NIGHT_ONLY else f"landing {s.adjustment:+d}"
        s.say("ND-10.4", "VP: " + ", ".join([*counted, extra]))
        s.say("ND-10.14", f"The British have {victory_points(s)} VP: {level(s)}")
        s.finish()


def value(s: NightDrop, objective: int) -> int:
    """ND-10.4 What a controlled hex scores: its printed value or its marker; nothing without either."""
    if land.PRINTED[objective] >= 0:
        return land.PRINTED[objective]
    return max(s.marker[objective], 0)


def victory_points(s: NightDrop) -> int:
    """ND-10.2, ND-10.4, ND-10.13 The British total: every controlled hex, and the adjustment of the landing.

    In the night-only scenario a Stick that became part of a Company is worth a point as well, and the landing nothing.
    """
    held = sum(value(s, i) for i in range(len(land.OBJECTIVES)) if s.control[i])
    if s.setup.scenario == NIGHT_ONLY:
        return held + s.assembled
    return held + s.adjustment


def level(s: NightDrop) -> str:
    """ND-10.1, ND-10.14 The level of victory: by the total, but without H1 the Germans win outright."""
    points = victory_points(s)
    if s.setup.scenario == NIGHT_ONLY:
        if not s.control[land.H1_OBJECTIVE]:
            return missions.NIGHT_VICTORY_NAMES[-1]
        return next(
            n for n, least in zip(missions.NIGHT_VICTORY_NAMES, missions.NIGHT_VICTORY, strict=True) if points >= least
        )
    if not s.control[land.H1_OBJECTIVE]:
        return tables.VICTORY_NAMES[-1]
    return level_of(points, s.options["vp6"])


def level_of(points: int, vp6: str) -> str:
    """ND-10.14 The row of the victory table. Six points are missing from it: Ruling A1, option vp6."""
    if points == 6 and vp6 == "operational":
        return tables.VICTORY_NAMES[-2]
    return next(word for word, least in zip(tables.VICTORY_NAMES, tables.VICTORY, strict=True) if points >= least)


def say_marker(s: NightDrop, objective: int, seat: str) -> None:
    """ND-2.39, ND-4.25, ND-4.27 Who drew a marker face down looks at it; the others only see that it lies there."""
    word = land.HEX_NAME[land.OBJECTIVES[objective]]
    s.say("ND-2.39", "A VP marker lies face down at {}", word, facts=(("marked", word, "vp"),))
    s.say("ND-2.39", f"It is worth {s.marker[objective]} VP", to=(seat,))


def score(s: NightDrop) -> float:
    """ND-10.1, ND-10.2 The result as a number from -1 to 1 for the British: 0 between failure and success."""
    if not s.control[land.H1_OBJECTIVE]:
        return -1.0
    least = missions.NIGHT_VICTORY[1] if s.setup.scenario == NIGHT_ONLY else tables.VICTORY[2]
    middle = least - 0.5
    return max(-1.0, min(1.0, (victory_points(s) - middle) / middle))
