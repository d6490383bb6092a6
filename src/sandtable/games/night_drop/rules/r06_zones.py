"""Chapter 6: zones of control."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.state import BRITISH, NightDrop
from sandtable.geometry.reach import CLOSED

FULL_PRICE = 2  # one movement point, in halves
REDUCED_PRICE = 1


def zones(s: NightDrop, side: int, halt: bytearray | None = None) -> bytearray:
    """ND-6.1, ND-6.2, ND-6.3, ND-6.4, ND-6.5, ND-6.6, ND-6.7, ND-6.8, ND-6.11, ND-6.12, ND-6.13, ND-6.16 What each hex
    costs this side to enter or leave because of enemy zones, in halves.

    A zone covers the six hexes around its unit; Sticks and Patrols have none. By night there is none in village and
    woods; elsewhere a full unit asks 1 MP and a reduced one 1/2. By day it is the same in village and woods, and 1 MP
    everywhere else, where entering also ends the move: that is marked in `halt`. Several zones are not added up, the
    dearest counts, and own zones cancel nothing. One-step units and covered units are full (Ruling A48).
    """
    toll = bytearray(land.HEXES)
    if halt is None:
        halt = bytearray(land.HEXES)
    at = s.at
    reduced = s.reduced
    night = s.turn <= tables.NIGHT_TURNS
    open_ground, cover = (
        (paths.OPEN, paths.COVER) if s.options["dashed_zoc"] == "on" else (paths.OPEN_DRY, paths.COVER_DRY)
    )
    first, last = (
        (counters.FIRST_GERMAN, counters.FIRST_PATROL)
        if side == BRITISH
        else (counters.FIRST_COMPANY, counters.FIRST_GERMAN)
    )
    for enemy in range(first, last):
        where = at[enemy]
        if where >= land.HEXES:
            continue
        mine = REDUCED_PRICE if reduced[enemy] else FULL_PRICE
        if night:
            for cell in open_ground[where]:
                if mine > toll[cell]:
                    toll[cell] = mine
        else:
            for cell in open_ground[where]:
                toll[cell] = FULL_PRICE
                halt[cell] = 1
            for cell in cover[where]:
                if mine > toll[cell]:
                    toll[cell] = mine
    return toll


def close_enemy_hexes(s: NightDrop, side: int, toll: bytearray) -> None:
    """ND-8.14 A hex with an enemy unit may not be entered."""
    for place in s.at[counters.FIRST_GERMAN :] if side == BRITISH else s.at[: counters.FIRST_GERMAN]:
        if place < land.HEXES:
            toll[place] = CLOSED


def apart(s: NightDrop) -> bool:
    """ND-6.10, ND-6.14 By day nobody goes straight from zone to zone; by night one pays to leave and to enter."""
    return not s.night


def in_zone(s: NightDrop, side: int, cell: int) -> bool:
    """ND-6.15, ND-6.17 Whether a hex is in an enemy zone, so that a retreat into it costs a step."""
    return zones(s, side)[cell] != 0
