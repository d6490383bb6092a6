"""Fights: dice are thrown for a few short futures to see whether another combat turn pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sandtable.games.who_dares_wins.bot.manner import Manner
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


class Future:
    """One future of a combat while its dice are thrown: who is left, and what was won and lost in VP."""

    def __init__(self, one: Skirmish, rng: Rng, guards: list[int], line: list[int]) -> None:
        self.one = one
        self.rng = rng
        self.ours = [av if steps == 2 else max(1, av - 1) for av, steps in zip(one.ours, one.steps, strict=True)]
        self.steps = list(one.steps)
        self.guards = guards
        self.line = line
        self.left = one.left
        self.account = 0.0

    def hits(self, on: int) -> bool:
        """A die is thrown that hits on so much or less."""
        return self.rng.below(6) < on

    def goes_on(self) -> bool:
        """Whether there is anybody or anything left to fight."""
        return bool(self.ours and (self.left or self.guards or self.line))

    def ranks(self) -> list[int]:
        """Ours, the best first."""
        return sorted(range(len(self.ours)), key=self.ours.__getitem__, reverse=True)

    def suffer(self, struck: list[int]) -> None:
        """Those of ours who are struck lose a step each time; who has none left is gone."""
        for unit in struck:
            if self.steps[unit]:
                self.steps[unit] -= 1
                self.account -= 1.0
                self.ours[unit] = max(1, self.ours[unit] - 1)
        self.ours = [av for av, steps in zip(self.ours, self.steps, strict=True) if steps]
        self.steps = [steps for steps in self.steps if steps]

    def gained(self) -> float:
        """What the target has brought."""
        return self.one.worth[self.left] - self.one.worth[self.one.left]


def fight(one: Skirmish, rng: Rng, totals: list[float]) -> None:
    """Throw the dice of one future and add up what we would have after each combat turn."""
    now = Future(one, rng, list(one.guards), list(one.line))
    for number in range(1, LONGEST_FIGHT + 1):
        if now.goes_on():
            fight_turn(now)
        gained = now.gained()
        totals[number] += now.account + (gained if now.ours else max(0.0, gained - one.coming_home))


def fight_turn(now: Future) -> None:
    """A combat turn in short: the best of ours faces the target and its guards, the next ones the line."""
    ranks = now.ranks()
    facing, opposed, free = ranks[0], ranks[1 : 1 + len(now.line)], ranks[1 + len(now.line) :]
    struck = [facing for av in now.guards if now.hits(av)]
    for place, av in enumerate(now.line):
        if place < len(opposed):
            if now.hits(av):
                struck.append(opposed[place])
        elif now.hits(max(1, av - 1)):
            struck.append(facing)
    beaten = sum([now.hits(now.ours[unit]) for unit in opposed])
    if now.left:
        hits = int(now.hits(now.ours[facing] + now.one.bonus))
        hits += sum([now.hits(max(1, now.ours[unit] - 1) + now.one.bonus) for unit in free])
        now.left = max(0, now.left - hits)
    elif now.guards and now.hits(now.ours[facing]):
        now.guards.pop()
        now.account += now.one.beaten
    del now.line[:beaten]
    now.account += now.one.beaten * beaten
    now.suffer(struck)


UNSEEN = (*[1] * 6, *[2] * 14, *[3] * 10, *[4] * 5, 5)
"""What the counters of the box hit on, a veteran one more: what one not yet seen may be."""
NOT_SEEN = -1
OPPOSED = 0.6
"""What it is worth to strike at a counter that has an opponent already, beside one that has none."""


def battle(one: Skirmish, rng: Rng, totals: list[float]) -> None:
    """The same future more closely: the Axis or the target is struck first, counters not yet seen are drawn, the first
    blow may be ours, and a force that leaves is fired at."""
    guards = [seen_as(one, rng, av) for av in one.guards]
    now = Future(one, rng, guards, [seen_as(one, rng, av) for av in one.line])
    for number in range(LONGEST_BATTLE + 1):
        if number and now.goes_on():
            battle_turn(now, number == 1 and one.first_blow)
        fired = min(parting_shots(now, number == 0), 2.0 * len(now.ours))
        totals[number] += now.account - fired + (now.gained() if now.ours else now.gained() - one.coming_home)


def seen_as(one: Skirmish, rng: Rng, av: int) -> int:
    """What a counter hits on; one not yet seen is drawn from the box."""
    return UNSEEN[rng.below(36)] + one.fort if av == NOT_SEEN else av


def battle_turn(now: Future, first_blow: bool) -> None:
    """A combat turn: both sides line up, ours strike, theirs do, and what was hit is taken away."""
    line_up_axis(now)
    ranks = now.ranks()
    facing = ranks[:1] if now.left else []
    others = ranks[len(facing) :]
    opposed, free = others[: len(now.line)], others[len(now.line) :]
    hit_guards, hit_line = strike(now, facing, opposed, free)
    struck = [
        facing[0] for av, hit in zip(now.guards, hit_guards, strict=True) if strikes_back(now, av, hit, first_blow)
    ]
    for place, av in enumerate(now.line):
        alone = place >= len(opposed)
        if strikes_back(now, max(1, av - 1) if alone else av, hit_line[place], first_blow):
            struck.append(ranks[0] if alone else opposed[place])
    now.account += now.one.beaten * (sum(hit_line) + sum(hit_guards))
    now.guards = [av for av, hit in zip(now.guards, hit_guards, strict=True) if not hit]
    now.line = [av for av, hit in zip(now.line, hit_line, strict=True) if not hit]
    now.suffer(struck)


def line_up_axis(now: Future) -> None:
    """A target that stands has somebody on it, one that is gone has nobody; the line stands by its strength."""
    if now.left and not now.guards and now.line:
        now.guards.append(now.line.pop(now.line.index(max(now.line))))
    elif not now.left:
        now.line += now.guards
        now.guards = []
    now.line.sort(reverse=True)


def strike(now: Future, facing: list[int], opposed: list[int], free: list[int]) -> tuple[list[bool], list[bool]]:
    """Ours strike: each at its opponent, who faces the target at it or a guard, who has no opponent at anybody, less
    strongly. Which guards and which of the line are hit; the target is reduced."""
    hit_line = [now.hits(now.ours[unit]) for unit in opposed] + [False] * (len(now.line) - len(opposed))
    hit_guards = [False] * len(now.guards)
    reduced = 0
    for unit in (*facing, *free):
        alone = unit not in facing
        av = max(1, now.ours[unit] - 1) if alone else now.ours[unit]
        aim = best_aim(now, hit_guards, hit_line if alone else [], len(opposed))
        if aim < 0:
            reduced += now.hits(av + now.one.bonus)
        elif now.hits(av):
            if aim < len(hit_guards):
                hit_guards[aim] = True
            else:
                hit_line[aim - len(hit_guards)] = True
    now.left = max(0, now.left - reduced)
    return hit_guards, hit_line


def best_aim(now: Future, hit_guards: list[bool], hit_line: list[bool], opposed: int) -> int:
    """The strongest that is not hit yet, by its place among the guards and then those of the line that can be aimed at;
    -1 for the target."""
    aim, best = -1, 0.0
    if now.one.axis_first or not now.left:
        for place, hit in enumerate(hit_guards):
            if not hit and now.guards[place] > best:
                aim, best = place, float(now.guards[place])
        for place, hit in enumerate(hit_line):
            worth = now.line[place] * (OPPOSED if place < opposed else 1.0)
            if not hit and worth > best:
                aim, best = len(hit_guards) + place, worth
    return aim


def strikes_back(now: Future, av: int, hit: bool, first_blow: bool) -> bool:
    """Whether a counter hits in its turn; where the first blow was ours, what that hit does not."""
    return not (first_blow and hit) and now.hits(av)


def parting_shots(now: Future, at_once: bool) -> float:
    """How many steps it is likely to cost to leave now."""
    if not now.ours:
        return 0.0
    if now.left or at_once:
        return sum(now.guards) / 6 if now.guards else max(now.line, default=0) / 6
    return max([*now.guards, *now.line], default=0) / 6


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
    fort = -attacks.FORT_DRM if s.board.fort_drm[zone] else 0
    guards, line = axis_there(s, m, zone, fort)
    values, steps = ours_there(s, m, units)
    held = max([s.recon_held(s.patrol[u]) for u in units], default=0)
    first_blow = bool(s.c_initiative) or (held > 0 and s.c_turn <= 1 and not s.c_shown)
    at_stake = m.coming_home
    if m.closely and s.options["bonus_needs_objective"] == "off":
        at_stake *= 2
    return Skirmish(
        values, steps, tuple(guards), tuple(line), s.target[zone], -s.scenario.target_drm,
        tuple(target_worth(s, m, zone, left) for left in range(s.target_initial(zone) + 1)),
        m.futures, m.beaten, at_stake, m.closely, True, first_blow, fort,
    )  # fmt: skip


def axis_there(s: Desert, m: Manner, zone: int, fort: int) -> tuple[list[int], list[int]]:
    """What the Axis units on a target hit on, and those in line, drawn already or still to be drawn."""
    unknown = NOT_SEEN if m.closely else m.unknown + fort
    guards: list[int] = []
    line: list[int] = []
    drawn = s.drawn >> zone & 1
    for counter in s.axis_in(zone):
        hits_on = axis_hits_on(s, m, counter, fort)
        (guards if s.target[zone] and (s.guards >> counter & 1 or not drawn) else line).append(hits_on)
    if s.target[zone] and not drawn:
        guards.append(unknown)
        line += [unknown] * (s.target_initial(zone) - 1)
    line.sort(reverse=True)
    if not guards and line and not m.closely:
        guards.append(line.pop(0))
    return guards, line


def ours_there(s: Desert, m: Manner, units: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The attack values of those of ours who would fight, and the steps of each; an HQ makes one of them better."""
    fighters = by_worth([u for u in units if is_for_fighting(u)] or units)
    values = [lrdg.AV_FULL[u] for u in fighters]
    if m.leader:
        leaders = [u for u in units if lrdg.KIND[u] == lrdg.HQ]
        values = [av + (place < len(leaders)) for place, av in enumerate(values)]
        values += [lrdg.AV_FULL[u] for u in leaders]
        fighters += leaders
    return tuple(values), tuple(2 if s.side[u] == FULL else 1 for u in fighters)


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
