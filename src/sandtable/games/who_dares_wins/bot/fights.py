"""Fights: dice are thrown for a few short futures to see whether another combat turn pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sandtable.games.who_dares_wins.bot.style import Manner
from sandtable.games.who_dares_wins.box import axis, lrdg
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.state import FULL, KNOWN_AV, Desert
from sandtable.kernel.chance import Rng

LONGEST_FIGHT = 5


def is_for_fighting(unit: int) -> bool:
    """Whether a unit goes out with a party: half teams, SAS and Det."""
    return lrdg.IS_COMBAT[unit]


def by_worth(units: list[int]) -> list[int]:
    """Units by their full attack value, the best first."""
    return sorted(units, key=lambda u: (-lrdg.AV_FULL[u], u))


def target_worth(s: Desert, m: Manner, zone: int, left: int) -> float:
    """What a target is worth in VP when so much of it is left; with an objective reached the bonus for time counts."""
    value = s.target_initial(zone)
    reached = 7.0 if left == 0 else 3.0 if 2 * (value - left) >= value else 0.0
    if reached and s.options["bonus_needs_objective"] == "on":
        others = any(s.target[z] == 0 for z, _ in s.scenario.targets if z != zone)
        if not others:
            reached += m.coming_home
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
    futures: int
    beaten: float
    coming_home: float
    closely: bool = False
    axis_first: bool = True
    first_blow: bool = False
    fort: int = 0


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
                account += one.beaten
            del line[:beaten]
            account += one.beaten * beaten
            for unit in struck:
                if steps[unit]:
                    steps[unit] -= 1
                    account -= 1.0
                    ours[unit] = max(1, ours[unit] - 1)
            ours = [av for av, n in zip(ours, steps, strict=True) if n]
            steps = [n for n in steps if n]
        gained = one.worth[left] - one.worth[one.left]
        totals[number] += account + (gained if ours else max(0.0, gained - one.coming_home))


UNSEEN = (*[1] * 6, *[2] * 14, *[3] * 10, *[4] * 5, 5)
"""What the counters of the box hit on, a veteran one more: what one not yet seen may be."""
NOT_SEEN = -1


def battle(one: Skirmish, rng: Rng, totals: list[float]) -> None:
    """The same future more closely: the Axis or the target is struck first, counters not yet seen are drawn, the first
    blow may be ours, and a force that leaves is fired at."""
    ours = [av if steps == 2 else max(1, av - 1) for av, steps in zip(one.ours, one.steps, strict=True)]
    steps = list(one.steps)
    guards = [UNSEEN[rng.below(36)] + one.fort if av == NOT_SEEN else av for av in one.guards]
    line = [UNSEEN[rng.below(36)] + one.fort if av == NOT_SEEN else av for av in one.line]
    left, account = one.left, 0.0
    first = one.first_blow
    for number in range(LONGEST_BATTLE + 1):
        if number and ours and (left or guards or line):
            if left and not guards and line:
                guards.append(line.pop(line.index(max(line))))
            elif not left and guards:
                line += guards
                guards = []
            line.sort(reverse=True)
            ranks = sorted(range(len(ours)), key=ours.__getitem__, reverse=True)
            facing = ranks[0] if left else -1
            others = ranks[1:] if left else ranks
            opposed, free = others[: len(line)], others[len(line) :]
            hit_line = [rng.below(6) < ours[unit] for unit in opposed] + [False] * (len(line) - len(opposed))
            hit_guards = [False] * len(guards)
            hits = 0
            shots = [(max(1, ours[unit] - 1), False) for unit in free]
            if facing >= 0:
                shots.insert(0, (ours[facing], True))
            for av, faces in shots:
                aim = -1
                if one.axis_first or not left:
                    best = 0.0
                    for place, strong in enumerate(guards):
                        if not hit_guards[place] and strong > best:
                            aim, best = place, float(strong)
                    if not faces:
                        for place, strong in enumerate(line):
                            worth = strong * (0.6 if place < len(opposed) else 1.0)
                            if not hit_line[place] and worth > best:
                                aim, best = len(guards) + place, worth
                if aim < 0:
                    hits += rng.below(6) < av + one.bonus
                elif rng.below(6) < av:
                    if aim < len(guards):
                        hit_guards[aim] = True
                    else:
                        hit_line[aim - len(guards)] = True
            left = max(0, left - hits)
            struck = []
            for place, av in enumerate(guards):
                if not (first and hit_guards[place]) and rng.below(6) < av:
                    struck.append(facing)
            for place, av in enumerate(line):
                if first and hit_line[place]:
                    continue
                if place < len(opposed):
                    if rng.below(6) < av:
                        struck.append(opposed[place])
                elif rng.below(6) < max(1, av - 1):
                    struck.append(ranks[0])
            first = False
            account += one.beaten * (sum(hit_line) + sum(hit_guards))
            guards = [av for av, gone in zip(guards, hit_guards, strict=True) if not gone]
            line = [av for av, gone in zip(line, hit_line, strict=True) if not gone]
            for unit in struck:
                if steps[unit]:
                    steps[unit] -= 1
                    account -= 1.0
                    ours[unit] = max(1, ours[unit] - 1)
            ours = [av for av, n in zip(ours, steps, strict=True) if n]
            steps = [n for n in steps if n]
        gained = one.worth[left] - one.worth[one.left]
        parting = 0.0
        if ours and (left or number == 0):
            parting = sum(guards) / 6 if guards else max(line, default=0) / 6
        elif ours and (guards or line):
            parting = max([*guards, *line]) / 6
        totals[number] += account - min(parting, 2.0 * len(ours)) + (gained if ours else gained - one.coming_home)


LONGEST_BATTLE = 9


@lru_cache(maxsize=4096)
def best_battle(one: Skirmish) -> tuple[int, float]:
    """How many more combat turns pay best, 0 to leave at once, and how many VP they bring more than leaving."""
    rng = Rng(one.left + 8 * len(one.ours) + 128 * len(one.line))
    totals = [0.0] * (LONGEST_BATTLE + 1)
    for _ in range(one.futures):
        battle(one, rng, totals)
    best = max(range(LONGEST_BATTLE + 1), key=totals.__getitem__)
    return best, totals[best] / one.futures


@lru_cache(maxsize=4096)
def best_turns(one: Skirmish) -> tuple[int, float]:
    """How many more combat turns pay best, 0 to leave at once, and how many VP they bring on average."""
    if one.closely:
        both = best_battle(one), best_battle(replace(one, axis_first=False))
        return max(both, key=lambda found: found[1])
    rng = Rng(one.left + 8 * len(one.ours) + 128 * len(one.line))
    totals = [0.0] * (LONGEST_FIGHT + 1)
    for _ in range(one.futures):
        fight(one, rng, totals)
    best = max(range(LONGEST_FIGHT + 1), key=totals.__getitem__)
    return best, totals[best] / one.futures


def skirmish(s: Desert, m: Manner, zone: int, units: list[int]) -> Skirmish:
    """The combat at a target as it stands, or as it may be expected if it has not begun."""
    value = s.target_initial(zone)
    fort = -attacks.FORT_DRM if s.board.fort_drm[zone] else 0
    unknown = NOT_SEEN if m.closely else m.unknown + fort
    guards: list[int] = []
    line: list[int] = []
    drawn = s.drawn >> zone & 1
    for counter in s.axis_in(zone):
        hits_on = axis_hits_on(s, m, counter, fort)
        (guards if s.target[zone] and (s.guards >> counter & 1 or not drawn) else line).append(hits_on)
    if s.target[zone] and not drawn:
        guards.append(unknown)
        line += [unknown] * (value - 1)
    line.sort(reverse=True)
    held = max([s.recon_held(s.patrol[u]) for u in units], default=0)
    first_blow = bool(s.c_initiative) or (held > 0 and s.c_turn <= 1 and not s.c_shown)
    if not guards and line and not m.closely:
        guards.append(line.pop(0))
    fighters = by_worth([u for u in units if is_for_fighting(u)] or units)
    values = [lrdg.AV_FULL[u] for u in fighters]
    if m.leader:
        leaders = [u for u in units if lrdg.KIND[u] == lrdg.HQ]
        values = [av + (place < len(leaders)) for place, av in enumerate(values)]
        values += [lrdg.AV_FULL[u] for u in leaders]
        fighters += leaders
    at_stake = m.coming_home
    if m.closely and s.options["bonus_needs_objective"] == "off":
        at_stake *= 2
    return Skirmish(
        tuple(values),
        tuple(2 if s.side[u] == FULL else 1 for u in fighters),
        tuple(guards), tuple(line), s.target[zone], -s.scenario.target_drm,
        tuple(target_worth(s, m, zone, left) for left in range(value + 1)),
        m.futures, m.beaten, at_stake, m.closely, True, first_blow, fort,
    )  # fmt: skip


def axis_hits_on(s: Desert, m: Manner, counter: int, fort: int) -> int:
    """The highest die with which an Axis counter hits, as far as the player knows it; a veteran counts one more."""
    kind = s.axis_type[counter]
    if not s.axis_up[counter]:
        if m.closely and not s.axis_known[counter] & KNOWN_AV:
            return NOT_SEEN
        return fort + (axis.AV[kind] if s.axis_known[counter] & KNOWN_AV else m.unknown)
    if axis.NATION[kind] == s.scenario.no_fort_for:
        fort = 0
    return axis.AV[kind] + int(axis.VETERAN[kind]) + fort


def pays(s: Desert, m: Manner, zone: int, party: list[int]) -> bool:
    """Whether an attack on a target is worth its price."""
    return best_turns(skirmish(s, m, zone, party))[1] > m.worth_it


def is_axis_first(s: Desert, m: Manner, zone: int, units: list[int]) -> bool:
    """Whether it pays better to beat the Axis units before the target."""
    one = skirmish(s, m, zone, units)
    return best_battle(one)[1] >= best_battle(replace(one, axis_first=False))[1]
