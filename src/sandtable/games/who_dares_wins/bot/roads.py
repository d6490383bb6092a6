"""Roads: the best way for a stack of some units, in AP and in the risk of being noticed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from sandtable.games.who_dares_wins.bot.manner import Manner
from sandtable.games.who_dares_wins.box import land, tables
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import BOARDS, ZONES, Desert

FAR = 10_000.0


def fail_chance(s: Desert, zone: int, number: int) -> float:
    """The chance that a stack of some units is noticed on entering a zone."""
    if not discretion.is_taken(s, discretion.ENTRY, zone):
        return 0.0
    there = min(number + s.zone.count(zone), tables.MOST_UNITS)
    drm = s.board.die_drm[zone] + tables.SIZE_DRM[there] + tables.DRM_AXIS_UNIT * s.axis_presence(zone)
    return 1.0 - discretion.chance(s.board.dice[zone], drm)


@dataclass(frozen=True)
class Road:
    """The best way from every zone to the nearest goal for a stack of some units: what it costs, in AP and with the
    risk, the next zone, and whether units are better slipped into it one by one as observers."""

    cost: list[float]
    ap: list[float]
    next: list[int]
    slips: list[bool]


def road_to(s: Desert, m: Manner, number: int, goals: tuple[int, ...], careful: bool = False) -> Road:
    """The road of a stack of some units as things stand; observers are careful anyway."""
    risk = m.risk_observe if s.scenario.observe else m.risk_raid
    fight = m.risk_clash if careful or s.scenario.observe else m.risk_fight
    dangers = []
    for zone in range(ZONES):
        chance = fail_chance(s, zone, number)
        dangers.append(chance and chance * (risk + fight * s.axis_zone.count(zone)))
    taken = tuple(zone for zone in range(ZONES) if zone in s.axis_zone)
    return best_road(s.board_no, number, goals, tuple(dangers), taken)


@lru_cache(maxsize=512)
def best_road(
    board_no: int, number: int, goals: tuple[int, ...], dangers: tuple[float, ...], taken: tuple[int, ...]
) -> Road:
    """The road with these dangers on entering each zone; nobody is slipped into a zone that is taken by the Axis."""
    board = BOARDS[board_no]
    cost, ap = [FAR] * ZONES, [FAR] * ZONES
    after, slips = [-1] * ZONES, [False] * ZONES
    todo: list[tuple[float, int]] = []
    for goal in goals:
        cost[goal] = ap[goal] = 0.0
        heappush(todo, (0.0, goal))
    while todo:
        reached, here = heappop(todo)
        if reached > cost[here]:
            continue
        may_slip = board.may_watch[here] and not land.IS_BASE[here] and here not in taken
        for zone in board.neighbours[here]:
            spent = (tables.MOVE_HALVES[land.LINK_KIND[board.link[zone][here]]] * number + 1) // 2
            step, slip = spent + dangers[here], False
            if may_slip and tables.AP_INTELLIGENCE * number < step:
                spent = tables.AP_INTELLIGENCE * number
                step, slip = float(spent), True
            if reached + step < cost[zone]:
                cost[zone], ap[zone] = reached + step, ap[here] + spent
                after[zone], slips[zone] = here, slip
                heappush(todo, (cost[zone], zone))
    return Road(cost, ap, after, slips)


def march(s: Desert, number: int, goals: tuple[int, ...]) -> list[float]:
    """The AP that a stack of some units needs from every zone to the nearest goal, whoever may be on the way."""
    return best_road(s.board_no, number, goals, NO_DANGER, EVERYWHERE).ap


NO_DANGER = (0.0,) * ZONES
EVERYWHERE = tuple(range(ZONES))
