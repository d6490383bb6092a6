"""Chapter 8.1 to 8.4: movement capacity, and where a group can go. Points are counted in halves."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.ground import known
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    GERMAN,
    OUTSIDE,
    TRACK,
    NightDrop,
    has_attack,
    is_stick,
    side_of,
)
from sandtable.geometry.reach import CLOSED, Reach
from sandtable.kernel.flow import Refusal

LAST_BOX = TRACK + len(land.TRACK_NAME) - 1
ENTRY_A = land.ENTRY[0]
ENTRY_H = land.ENTRY[7]


# --- capacity -------------------------------------------------------------------------------------------------------


def immobile(s: NightDrop, piece: int) -> Refusal | None:
    """ND-2.11, ND-2.48, ND-8.3, ND-8.5 Who never moves: Howard-1, a revealed Advantage, the 6th Airborne HQ, and units
    without an attack value.

    While it is unknown an Advantage moves as any Stick does: a refusal would tell what it is (Ruling A36).
    """
    if piece == counters.HOWARD_1:
        return Refusal("ND-2.11", "Howard-1 never moves")
    if piece == counters.DIVISION:
        return Refusal("ND-8.5", "the 6th Airborne HQ never moves")
    if is_stick(piece):
        if s.front[piece] and s.kind[piece] == counters.ADV:
            return Refusal("ND-2.48", "a Para Brigade Advantage never moves once it is known")
    elif not has_attack(piece):
        return Refusal("ND-8.3", "a unit without an attack value never moves")
    return None


def capacity(s: NightDrop, piece: int, cell: int) -> int:
    """ND-5.10, ND-8.6, ND-8.7, ND-8.8, ND-8.9, ND-8.10 The movement capacity of a unit that starts in a hex, in halves.

    Who never moves is not asked for it. A Stick by night has one hex instead (ND-8.4), which is no matter of points. A
    confused unit has half; fractions are kept (Ruling A40).
    """
    if s.night:
        points = tables.NIGHT_TOPOGRAPHIC if victory.topographic(s, cell) else tables.NIGHT_ELSEWHERE
    elif is_stick(piece):
        points = tables.DAY_STICK
    elif side_of(piece) == BRITISH:
        points = tables.DAY_COMPANY
    else:
        points = tables.DAY_GERMAN
    return points // 2 if s.confused[piece] else points


def group_capacity(s: NightDrop, group: tuple[int, ...], cell: int) -> int:
    """ND-8.11 Units that move together have the lowest capacity among them."""
    lowest = capacity(s, group[0], cell)
    for piece in group[1:]:
        lowest = min(lowest, capacity(s, piece, cell))
    return lowest


# --- where a group can go -------------------------------------------------------------------------------------------


def ground_of(s: NightDrop, side: int) -> known.Ground:
    """ND-8.14 The map as a side sees it now."""
    return known.kept(s, side) or known.keep(s, ground_made(s, side))


def ground_made(s: NightDrop, side: int) -> known.Ground:
    """ND-8.14 The same, with what zones ask in each hex, where they end a move, and the hexes of enemies."""
    halt = bytearray(land.HEXES)
    zone = zones.zones(s, side, halt)
    toll = zone.copy()
    zones.close_enemy_hexes(s, side, toll)
    return known.Ground(s, side, zone, toll, halt, zones.apart(s))


def can_pay(s: NightDrop, group: tuple[int, ...], cell: int, surcharge: int) -> bool:
    """ND-6.9, ND-8.4, ND-8.13 Whether a group may take a first step that zones of control ask so much for.

    The one hex that a unit may always move waives the cost of terrain alone: what zones ask must fit the capacity by
    itself (Ruling A16, option minmove_ezoc). Sticks by night count hexes, not points (Ruling A15, night_stick_ezoc);
    in a group with Companies the Companies must be able to pay (Ruling A79).
    """
    if not surcharge:
        return True
    if s.night and is_stick(group[0]):
        fighters = tuple(piece for piece in group if not is_stick(piece))
        if not fighters:
            return s.options["night_stick_ezoc"] == "off"
        group = fighters
    return s.options["minmove_ezoc"] == "on" or surcharge <= group_capacity(s, group, cell)


def first_step(s: NightDrop, ground: known.Ground, group: tuple[int, ...], cell: int, to: int) -> bool:
    """ND-8.13, ND-8.28 Whether a group may take its first step to a neighbour, however dear the terrain."""
    entering = ground.toll[to]
    leaving = ground.zone[cell]
    if entering == CLOSED or (leaving and entering and ground.apart):
        return False
    return can_pay(s, group, cell, entering + leaving)


class Moves:
    """Where a group may go from where it stands: the hexes with their cost, and the way there. Most are just what was
    searched, whose costs are written out only when somebody asks."""

    def __init__(self, found: Reach | None, only_step: set[int], cost: dict[int, int] | None) -> None:
        self.found = found
        self.only_step = only_step  # hexes that can only be the one step of this activation
        self.own_cost = cost

    @property
    def cost(self) -> dict[int, int]:
        """What each hex costs."""
        if self.own_cost is not None:
            return self.own_cost
        return {} if self.found is None else self.found.cost

    def cost_of(self, cell: int) -> int:
        """What one of these hexes costs."""
        if self.own_cost is None and self.found is not None:
            return self.found.cost_of(cell)
        return self.cost[cell]

    def cells(self) -> list[int]:
        """The hexes, in their order."""
        if self.own_cost is None and self.found is not None:
            return sorted(self.found.before)
        return sorted(self.cost)

    def way(self, to: int, arriving: bool) -> list[int]:
        """The hexes to enter, in order."""
        if to in self.only_step or self.found is None:
            return [to]
        way = self.found.way(to)
        return way if arriving else way[1:]


def moves(s: NightDrop, ground: known.Ground, group: tuple[int, ...], left: int, fresh: bool) -> Moves:
    """ND-8.1, ND-8.4, ND-8.11, ND-8.12, ND-8.13, ND-8.14, ND-8.28 Where a group may go with what is left.

    A fresh group has its whole capacity and its first step; a Stick by night has one hex. Stacking is not looked at
    (ND-7.2).
    """
    cell = s.at[group[0]]
    if cell == OUTSIDE:
        return arrivals(s, ground, group)
    night_sticks = s.night and any(is_stick(piece) for piece in group)
    found: Reach | None = None
    points = group_capacity(s, group, cell) if fresh else left
    leash = counters.HOWARD_2 in group
    if not night_sticks and points > 0 and (fresh or not ground.halt[cell]):
        found = ground.leashed_reach(cell, points) if leash else ground.reach(cell, points)
    only_step: set[int] = set()
    if fresh:
        near = found.before if found is not None else {}
        steps = ground.leash.steps if leash else ground.net.steps
        only_step = {to for to, _ in steps[cell] if to not in near and first_step(s, ground, group, cell, to)}
    if not only_step:
        return Moves(found, only_step, None)
    cost = dict.fromkeys(sorted(only_step), points)
    if found is not None:
        cost.update(found.cost)
    return Moves(found, only_step, cost)


def may_leave_map(s: NightDrop, ground: known.Ground, group: tuple[int, ...], left: int, fresh: bool) -> Refusal | None:
    """ND-8.15, ND-8.24, ND-8.27 Whether a group may step off the map from an edge hex: for 1 MP and its zone.

    At A and H a German unit goes to the track, where a box holds three. Everybody else is eliminated (Ruling A75) but
    an unknown Stick, which is parked (Ruling A11, option stick_exit).
    """
    cell = s.at[group[0]]
    if not land.ON_EDGE[cell]:
        return Refusal("ND-8.15", "only the hexes of the edge lead off the map")
    if not fresh and (left < land.LEAVING_MP + ground.zone[cell] or ground.halt[cell]):
        return Refusal("ND-8.15", "leaving the map costs 1 MP and what an enemy zone of control asks")
    if fresh and not can_pay(s, group, cell, ground.zone[cell]):
        return Refusal("ND-6.9", "the price of the enemy zone of control cannot be paid")
    if ground.side == GERMAN:
        box = box_of(cell)
        if box >= 0 and len(s.germans_at(box)) + len(group) > land.TRACK_LIMIT:
            return Refusal("ND-8.27", "a box of the off-map track holds three units")
    elif s.options["stick_exit"] == "forbidden" and any(is_stick(p) and not s.front[p] for p in group):
        return Refusal("ND-8.15", "an unknown Stick may not leave the map in this match")
    elif counters.HOWARD_2 in group:
        return Refusal("ND-2.17", "Howard-2 stays within one hex of Howard-1")
    return None


def box_of(cell: int) -> int:
    """ND-8.24 The box of the track beyond hex A or H; -1 beyond any other."""
    if cell == ENTRY_A:
        return TRACK
    return LAST_BOX if cell == ENTRY_H else -1


def arrivals(s: NightDrop, ground: known.Ground, group: tuple[int, ...]) -> Moves:
    """ND-8.18, ND-8.30 Where a unit outside the map may come on and go: entering is its first step.

    It costs 1/2 MP at a lettered hex and the terrain elsewhere, and the zone of control on top (Ruling A76); the
    capacity by night follows the entry hex (Ruling A18).
    """
    cell = s.beside[group[0]]
    price = (land.LETTER_MP if cell in land.ENTRY else land.ENTER_MP[land.TERRAIN[cell]]) + ground.toll[cell]
    points = group_capacity(s, group, cell)
    cost = {cell: min(price, points)}
    found: Reach | None = None
    if points > price and not ground.halt[cell]:
        found = ground.reach(cell, points - price)
        for to, more in found.cost.items():
            cost[to] = price + more
    return Moves(found, set(), cost)
