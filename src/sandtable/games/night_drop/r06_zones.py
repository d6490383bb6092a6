"""Chapter 6: zones of control."""

from __future__ import annotations

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop.state import BRITISH, NightDrop
from sandtable.kernel.reach import CLOSED

FULL_PRICE = 2  # one movement point, in halves
REDUCED_PRICE = 1


def projects(piece: int) -> bool:
    """ND-6.2 Companies and German units project a zone of control; Sticks and Patrols do not."""
    return d.FIRST_COMPANY <= piece < d.FIRST_PATROL


def zones(s: NightDrop, side: int, halt: bytearray | None = None) -> bytearray:
    """ND-6.1, ND-6.3, ND-6.4, ND-6.5, ND-6.6, ND-6.7, ND-6.8, ND-6.11, ND-6.12, ND-6.13, ND-6.16 What each hex costs
    this side to enter or leave because of enemy zones, in halves.

    A zone covers the six hexes around its unit. By night there is none in village and woods; elsewhere a full unit asks
    1 MP and a reduced one 1/2. By day it is the same in village and woods, and 1 MP everywhere else, where entering
    also ends the move: that is marked in `halt`. Several zones are not added up, the dearest counts, and own zones
    cancel nothing. One-step units and covered units are full (Ruling A48).
    """
    toll = bytearray(d.HEXES)
    at = s.at
    reduced = s.reduced
    night = s.turn <= d.NIGHT_TURNS
    through_dashed = s.options["dashed_zoc"] == "on"
    soft = d.SOFT
    first, last = (d.FIRST_GERMAN, d.FIRST_PATROL) if side == BRITISH else (d.FIRST_COMPANY, d.FIRST_GERMAN)
    for enemy in range(first, last):
        where = at[enemy]
        if where >= d.HEXES:
            continue
        mine = REDUCED_PRICE if reduced[enemy] else FULL_PRICE
        for cell in d.AROUND[where]:
            if soft[cell]:
                if night:
                    continue
                cost = mine
            else:
                cost = mine if night else FULL_PRICE
            if cost > toll[cell] and (through_dashed or (where, cell) not in d.DASHED):
                toll[cell] = cost
                if halt is not None and not night and not soft[cell]:
                    halt[cell] = 1
    return toll


def close_enemy_hexes(s: NightDrop, side: int, toll: bytearray) -> None:
    """ND-8.14 A hex with an enemy unit may not be entered."""
    for cell in s.german_hexes() if side == BRITISH else s.british_hexes():
        toll[cell] = CLOSED


def apart(s: NightDrop) -> bool:
    """ND-6.10, ND-6.14 By day nobody goes straight from zone to zone; by night one pays to leave and to enter."""
    return not s.night


def in_zone(s: NightDrop, side: int, cell: int) -> bool:
    """ND-6.15, ND-6.17 Whether a hex is in an enemy zone, so that a retreat into it costs a step."""
    return zones(s, side)[cell] != 0
