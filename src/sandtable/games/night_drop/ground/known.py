"""What can be worked out from a position: what zones of control ask of a side, and the map as it sees it now.

A ground follows from where the enemies are, who of them is reduced, which bridges are down and whether it is night. It
is made when somebody asks for it, and kept for all positions in which these are the same; no rule looks after it.
Points are counted in halves.
"""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.state import BRITISH, NightDrop
from sandtable.geometry.reach import CLOSED, Net, Reach, reach

FULL_PRICE = 2  # one movement point, in halves
REDUCED_PRICE = 1
UNKNOWN, TAKEN, FREE = range(3)  # whether a step from a hex is free; unknown while nobody has asked


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


class Ground:
    """The map as one side sees it at this moment: prices of zones, hexes that are closed, and where a move ends."""

    def __init__(self, s: NightDrop, side: int) -> None:
        self.side = side
        self.net = paths.net(s.broken)
        self.halt = bytearray(land.HEXES)
        self.zone = zones(s, side, self.halt)
        self.toll = self.zone.copy()
        close_enemy_hexes(s, side, self.toll)
        self.apart = apart(s)
        self.searched: dict[tuple[int, int], Reach] = {}
        self.free_cells = bytearray(land.HEXES)
        # What it was made from, or last found to fit.
        self.enemies = enemies(s, side)
        self.reduced = s.reduced
        self.broken = s.broken
        self.night = s.night
        self.dashed = s.options["dashed_zoc"]

    def fits(self, s: NightDrop) -> bool:
        """Whether nothing has changed that it was made from."""
        return (
            self.reduced == s.reduced
            and self.broken == s.broken
            and self.night == s.night
            and self.dashed == s.options["dashed_zoc"]
            and self.enemies == enemies(s, self.side)
        )

    @property
    def leash(self) -> Net:
        """ND-2.17 The steps of Howard-2, and of whoever goes with it."""
        return paths.leashed_net(self.broken)

    def reach(self, cell: int, points: int) -> Reach:
        """Where one can get from a hex; each search is made once."""
        found = self.searched.get((cell, points))
        if found is None:
            found = self.searched[cell, points] = reach(cell, points, self.net, self.toll, self.halt, self.apart)
        return found

    def leashed_reach(self, cell: int, points: int) -> Reach:
        """ND-2.17 Where Howard-2, and whoever goes with it, can get from a hex."""
        return reach(cell, points, self.leash, self.toll, self.halt, self.apart)

    def free(self, cell: int) -> bool:
        """Whether a first step from a hex needs no thought: no zone here, and a neighbour without one or an enemy."""
        found = self.free_cells[cell]
        if found == UNKNOWN:
            toll = self.toll
            found = FREE if not self.zone[cell] and any(not toll[to] for to, _ in self.net.steps[cell]) else TAKEN
            self.free_cells[cell] = found
        return found == FREE


GroundKey = tuple[int, bool, str, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
KEPT = 64  # grounds: a few activations of each of some games
_grounds: dict[GroundKey, Ground] = {}
_latest: dict[int, Ground] = {}  # of each side


def enemies(s: NightDrop, side: int) -> list[int]:
    """Where the enemies of a side are."""
    return s.at[counters.FIRST_GERMAN :] if side == BRITISH else s.at[: counters.FIRST_GERMAN]


def ground_of(s: NightDrop, side: int) -> Ground:
    """The ground for a side. It stays the same while no enemy moves, which is most of an activation, so it is kept."""
    latest = _latest.get(side)
    if latest is not None and latest.fits(s):
        return latest
    first, last = (counters.FIRST_GERMAN, counters.PIECES) if side == BRITISH else (0, counters.FIRST_GERMAN)
    key = (side, s.night, s.options["dashed_zoc"], s.broken, tuple(s.at[first:last]), s.reduced[first:last])
    found = _grounds.get(key)
    if found is None:
        if len(_grounds) >= KEPT:
            _grounds.clear()
        found = _grounds[key] = Ground(s, side)
    found.reduced = s.reduced  # one's own losses change nothing
    _latest[side] = found
    return found
