"""What can be worked out from a position: the map as a side sees it now.

It follows from where the enemies are, who of them is reduced, which bridges are down and whether it is night. Chapter 8
makes it with the zones of chapter 6, and it is kept for all positions in which these are the same. Points are counted
in halves.
"""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.state import BRITISH, NightDrop
from sandtable.geometry.reach import Net, Reach, reach

UNKNOWN, TAKEN, FREE = range(3)  # whether a step from a hex is free; unknown while nobody has asked


class Ground:
    """The map as one side sees it at this moment: prices of zones, hexes that are closed, and where a move ends."""

    def __init__(self, s: NightDrop, side: int, zone: bytearray, toll: bytearray, halt: bytearray, apart: bool) -> None:
        self.side = side
        self.net = paths.net(s.broken)
        self.zone = zone  # what zones ask in each hex
        self.toll = toll  # the same, and which hexes are closed
        self.halt = halt  # where a move ends
        self.apart = apart  # nobody goes straight from zone to zone
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


def kept(s: NightDrop, side: int) -> Ground | None:
    """The ground for a side, if one was kept that fits: it stays the same while no enemy moves, which is most of an
    activation.
    """
    latest = _latest.get(side)
    if latest is not None and latest.fits(s):
        return latest
    found = _grounds.get(_key(s, side))
    if found is not None:
        found.reduced = s.reduced  # one's own losses change nothing
        _latest[side] = found
    return found


def keep(s: NightDrop, ground: Ground) -> Ground:
    """Keep the ground that was made for this position."""
    if len(_grounds) >= KEPT:
        _grounds.clear()
    _grounds[_key(s, ground.side)] = _latest[ground.side] = ground
    return ground


def _key(s: NightDrop, side: int) -> GroundKey:
    first, last = (counters.FIRST_GERMAN, counters.PIECES) if side == BRITISH else (0, counters.FIRST_GERMAN)
    return side, s.night, s.options["dashed_zoc"], s.broken, tuple(s.at[first:last]), s.reduced[first:last]
