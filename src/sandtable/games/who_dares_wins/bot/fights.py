"""Fights: dice are thrown for a few short futures to see whether another combat turn pays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sandtable.games.who_dares_wins.box import axis, lrdg
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.state import FULL, KNOWN_AV, Desert
from sandtable.kernel.chance import Rng

FUTURES = 40
WORTH_IT = 1.0
"""Futures looked at, and the VP that an attack must promise before it is begun."""
LONGEST_FIGHT = 5
UNKNOWN_AV = 2
"""The attack value that a counter not yet seen is taken to have."""
BEATEN, IN_TIME = 0.6, 3.0
"""VP for a defeated Axis unit on average; VP that a party which does not come home forgoes."""


def is_for_fighting(unit: int) -> bool:
    """Whether a unit goes out with a party: half teams, SAS and Det."""
    return lrdg.IS_COMBAT[unit]


def by_worth(units: list[int]) -> list[int]:
    """Units by their full attack value, the best first."""
    return sorted(units, key=lambda u: (-lrdg.AV_FULL[u], u))


def target_worth(s: Desert, zone: int, left: int) -> float:
    """What a target is worth in VP when so much of it is left; with an objective reached the bonus for time counts."""
    value = s.target_initial(zone)
    reached = 7.0 if left == 0 else 3.0 if 2 * (value - left) >= value else 0.0
    if reached and s.options["bonus_needs_objective"] == "on":
        others = any(s.target[z] == 0 for z, _ in s.scenario.targets if z != zone)
        if not others:
            reached += IN_TIME
    return reached


@dataclass(frozen=True)
class Skirmish:
    """A combat at a target in short: attack values and steps of ours, what theirs hit on, and what the target is worth
    in VP for each value that may be left of it."""

    ours: tuple[int, ...]
    steps: tuple[int, ...]
    guards: tuple[int, ...]
    line: tuple[int, ...]
    left: int
    bonus: int
    worth: tuple[float, ...]


def fight(one: Skirmish, rng: Rng, totals: list[float]) -> None:
    """Throw the dice of one future and add up what we would have after each combat turn."""
    ours = [av if steps == 2 else max(1, av - 1) for av, steps in zip(one.ours, one.steps, strict=True)]
    steps = list(one.steps)
    guards, line = list(one.guards), list(one.line)
    left, account = one.left, 0.0
    for number in range(1, LONGEST_FIGHT + 1):
        if ours and (left or guards or line):
            ranks = sorted(range(len(ours)), key=ours.__getitem__, reverse=True)
            facing, opposed = ranks[0], ranks[1 : 1 + len(line)]
            struck = [facing for av in guards if rng.below(6) < av]
            for place, av in enumerate(line):
                if place < len(opposed):
                    if rng.below(6) < av:
                        struck.append(opposed[place])
                elif rng.below(6) < max(1, av - 1):
                    struck.append(facing)
            beaten = sum(rng.below(6) < ours[u] for u in opposed)
            if left:
                hits = int(rng.below(6) < ours[facing] + one.bonus)
                for unit in ranks[1 + len(line) :]:
                    hits += rng.below(6) < max(1, ours[unit] - 1) + one.bonus
                left = max(0, left - hits)
            elif guards and rng.below(6) < ours[facing]:
                guards.pop()
                account += BEATEN
            del line[:beaten]
            account += BEATEN * beaten
            for unit in struck:
                if steps[unit]:
                    steps[unit] -= 1
                    account -= 1.0
                    ours[unit] = max(1, ours[unit] - 1)
            ours = [av for av, n in zip(ours, steps, strict=True) if n]
            steps = [n for n in steps if n]
        gained = one.worth[left] - one.worth[one.left]
        totals[number] += account + (gained if ours else max(0.0, gained - IN_TIME))


@lru_cache(maxsize=4096)
def best_turns(one: Skirmish) -> tuple[int, float]:
    """How many more combat turns pay best, 0 to leave at once, and how many VP they bring on average."""
    rng = Rng(one.left + 8 * len(one.ours) + 128 * len(one.line))
    totals = [0.0] * (LONGEST_FIGHT + 1)
    for _ in range(FUTURES):
        fight(one, rng, totals)
    best = max(range(LONGEST_FIGHT + 1), key=totals.__getitem__)
    return best, totals[best] / FUTURES


def skirmish(s: Desert, zone: int, units: list[int]) -> Skirmish:
    """The combat at a target as it stands, or as it may be expected if it has not begun."""
    value = s.target_initial(zone)
    fort = -attacks.FORT_DRM if s.board.fort_drm[zone] else 0
    guards: list[int] = []
    line: list[int] = []
    drawn = s.drawn >> zone & 1
    for counter in s.axis_in(zone):
        hits_on = axis_hits_on(s, counter, fort)
        (guards if s.target[zone] and (s.guards >> counter & 1 or not drawn) else line).append(hits_on)
    if s.target[zone] and not drawn:
        guards.append(UNKNOWN_AV + fort)
        line += [UNKNOWN_AV + fort] * (value - 1)
    line.sort(reverse=True)
    if not guards and line:
        guards.append(line.pop(0))
    fighters = by_worth([u for u in units if is_for_fighting(u)] or units)
    return Skirmish(
        tuple(lrdg.AV_FULL[u] for u in fighters),
        tuple(2 if s.side[u] == FULL else 1 for u in fighters),
        tuple(guards), tuple(line), s.target[zone], -s.scenario.target_drm,
        tuple(target_worth(s, zone, left) for left in range(value + 1)),
    )  # fmt: skip


def axis_hits_on(s: Desert, counter: int, fort: int) -> int:
    """The highest die with which an Axis counter hits, as far as the player knows it; a veteran counts one more."""
    kind = s.axis_type[counter]
    if not s.axis_up[counter]:
        return fort + (axis.AV[kind] if s.axis_known[counter] & KNOWN_AV else UNKNOWN_AV)
    if axis.NATION[kind] == s.scenario.no_fort_for:
        fort = 0
    return axis.AV[kind] + int(axis.VETERAN[kind]) + fort


def pays(s: Desert, zone: int, party: list[int]) -> bool:
    """Whether an attack on a target is worth its price."""
    return best_turns(skirmish(s, zone, party))[1] > WORTH_IT
