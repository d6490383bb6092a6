"""A bot that plays the LRDG by a plan: a lean party goes out by a discreet way, does its work, and comes home in time.

It sees the view alone. From it the game imagines a position; what the plan reads of that is open to the player anyway,
but for the face-down counters, which it only guesses at. It needs no memory: the plan follows from the position, so a
chain of words (`with`, `with`, `go`) could be found again at each link.

Who goes      The best fighters of each patrol, as many as can be home in time (`party_of`). HQ and the rest stay on
              the base: they keep the patrol's AP dice, take the MCO markers and give events a quiet zone.
Which way     The cheapest in AP and in the risk of being noticed (`Road`). Where an observer may be slipped in without
              a test, that is a way too.
What for      A patrol has one errand at a time (`errand`): observe, raid a target, hunt a lone Axis unit where no raid
              pays, or come home.
Fights        Dice are thrown for a few short futures to see whether another combat turn pays (`best_turns`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from sandtable.games.who_dares_wins import data
from sandtable.games.who_dares_wins import r03_terms as terms
from sandtable.games.who_dares_wins import r04_purchase as purchase
from sandtable.games.who_dares_wins import r07_attacks as attacks
from sandtable.games.who_dares_wins import r07_combat as combat
from sandtable.games.who_dares_wins import r07_lineup as lineup
from sandtable.games.who_dares_wins import r08_scenarios as scenarios
from sandtable.games.who_dares_wins import r51_points as points
from sandtable.games.who_dares_wins import r52_actions as actions
from sandtable.games.who_dares_wins import r53_aircraft as aircraft
from sandtable.games.who_dares_wins import r53_reactions as reactions
from sandtable.games.who_dares_wins import r54_evaluation as evaluation
from sandtable.games.who_dares_wins import r55_maintenance as maintenance
from sandtable.games.who_dares_wins import r61_discretion as discretion
from sandtable.games.who_dares_wins import r61_intelligence as intelligence
from sandtable.games.who_dares_wins import r61_movement as movement
from sandtable.games.who_dares_wins import r61_supply as supply
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    BOARDS,
    FULL,
    KNOWN_AV,
    PATROLS,
    REDUCED,
    SPENT,
    ZONES,
    Desert,
)
from sandtable.kernel.bots import Bot
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Choice
from sandtable.kernel.snapshot import step_name

FAR = 10_000.0


# --- who goes --------------------------------------------------------------------------------------------------------

OBSERVERS = 3
"""How many go out where the errand is to observe: one may be found, two are needed."""
MOST_RAIDERS = 10
USED = 0.9
"""The share of its AP that a party turns into movement; the rest is lost in halves of a link."""
PATROL_SIZE = 9
"""Units that give a patrol its most action points."""
LEAST_SIZE = 4
"""Units below which a patrol has one die less."""


def mean_ap(size: int) -> float:
    """The action points that a patrol of this size may expect each turn."""
    return 3.5 * data.AP_DICE[size] + data.AP_PLUS[size] if size else 0.0


def is_for_fighting(unit: int) -> bool:
    """Whether a unit goes out with a party: half teams, SAS and Det."""
    return data.IS_COMBAT[unit]


def by_worth(units: list[int]) -> list[int]:
    """Units by their full attack value, the best first."""
    return sorted(units, key=lambda u: (-data.AV_FULL[u], u))


def party_size(s: Desert, size: int, fighters: int, goals: list[int], start: int) -> int:
    """How many of a patrol go out: as many as can reach the nearest goal and be home in fewer turns than history."""
    if s.scenario.observe:
        return min(OBSERVERS, fighters)
    income = mean_ap(size) * USED
    best = 1
    for number in range(1, min(fighters, MOST_RAIDERS) + 1):
        out = min(march(s, number, (goal,))[start] for goal in goals)
        home = min(march(s, number, s.scenario.home)[goal] for goal in goals)
        turns = -(-out // income) + -(-max(0.0, home - number) // income)
        if turns < s.scenario.duration:
            best = number
    return best


def march(s: Desert, number: int, goals: tuple[int, ...]) -> list[float]:
    """The AP that a stack of some units needs from every zone to the nearest goal, whoever may be on the way."""
    return best_road(s.board_no, number, goals, NO_DANGER, EVERYWHERE).ap


NO_DANGER = (0.0,) * ZONES
EVERYWHERE = tuple(range(ZONES))


def targets_of(scenario: data.Scenario) -> list[int]:
    """The target zones of a scenario, the most valuable first."""
    return [zone for zone, _ in sorted(scenario.targets, key=lambda one: -one[1])]


def goals_of(s: Desert, patrol: int) -> list[int]:
    """The zones that a patrol is sent to: its share of the targets, or the zones to observe."""
    if s.scenario.observe:
        return list(s.scenario.observe)
    targets = targets_of(s.scenario)
    patrols = sorted({s.patrol[u] for u in s.roster})
    if not patrols:
        return targets
    place = patrols.index(patrol) if patrol in patrols else 0
    return [zone for number, zone in enumerate(targets) if number % len(patrols) == place] or targets


def party_of(s: Desert, patrol: int) -> list[int]:
    """The units of a patrol that are out or should go out; the same all through the mission."""
    roster = [u for u in s.roster if s.patrol[u] == patrol]
    fighters = by_worth([u for u in roster if is_for_fighting(u)])
    starts = [z for z in s.scenario.start if s.units_in(z)] or list(s.scenario.start)
    number = party_size(s, len(roster), len(fighters), goals_of(s, patrol), starts[0])
    chosen = set(fighters[:number])
    return [u for u in s.units_of(patrol) if u in chosen or not data.IS_BASE[s.zone[u]]]


# --- which way -------------------------------------------------------------------------------------------------------

RISK_RAID, RISK_OBSERVE = 3.0, 8.0
"""What being noticed is worth in AP: a raid ends in an Alarm anyway, an observer lives by not being seen."""
RISK_FIGHT = 4.0
"""The same for a combat that follows it."""


def fail_chance(s: Desert, zone: int, number: int) -> float:
    """The chance that a stack of some units is noticed on entering a zone."""
    if not discretion.is_taken(s, discretion.ENTRY, zone):
        return 0.0
    there = min(number + s.zone.count(zone), data.MOST_UNITS)
    drm = s.board.die_drm[zone] + data.SIZE_DRM[there] + data.DRM_AXIS_UNIT * s.axis_presence(zone)
    return 1.0 - discretion.chance(s.board.dice[zone], drm)


@dataclass(frozen=True)
class Road:
    """The best way from every zone to the nearest goal for a stack of some units: what it costs, in AP and with the
    risk, the next zone, and whether units are better slipped into it one by one as observers."""

    cost: list[float]
    ap: list[float]
    next: list[int]
    slips: list[bool]


def road_to(s: Desert, number: int, goals: tuple[int, ...]) -> Road:
    """The road of a stack of some units as things stand."""
    risk = RISK_OBSERVE if s.scenario.observe else RISK_RAID
    dangers = []
    for zone in range(ZONES):
        chance = fail_chance(s, zone, number)
        dangers.append(chance and chance * (risk + RISK_FIGHT * s.axis_zone.count(zone)))
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
        may_slip = board.may_watch[here] and not data.IS_BASE[here] and here not in taken
        for zone in board.neighbours[here]:
            spent = (data.MOVE_HALVES[data.LINK_KIND[board.link[zone][here]]] * number + 1) // 2
            step, slip = spent + dangers[here], False
            if may_slip and data.AP_INTELLIGENCE * number < step:
                spent = data.AP_INTELLIGENCE * number
                step, slip = float(spent), True
            if reached + step < cost[zone]:
                cost[zone], ap[zone] = reached + step, ap[here] + spent
                after[zone], slips[zone] = here, slip
                heappush(todo, (cost[zone], zone))
    return Road(cost, ap, after, slips)


# --- what for --------------------------------------------------------------------------------------------------------

LATE = 6
"""Turns after the historical duration when everybody comes home whatever is left to do."""

HUNTERS, WEAK_AV = 3, 2
"""How many hunt a lone Axis unit at least, and the highest attack value that it may be thought to have."""

HOME, RAID, OBSERVE, HUNT = range(4)


@dataclass(frozen=True)
class Errand:
    """What a patrol is to do, and where."""

    kind: int
    zone: int = -1


def observations(s: Desert) -> int:
    """Observations made so far, carried or held."""
    return sum(s.carried_seen) + sum(s.held_seen)


def turns_home(s: Desert, patrol: int, units: list[int]) -> int:
    """The turns that units outside need to come home."""
    income = mean_ap(s.size(patrol)) * USED
    road = road_to(s, max(1, len(units)), s.scenario.home)
    left = max((road.ap[s.zone[u]] for u in units), default=0.0)
    return int(-(-left // income))


def errand(s: Desert, patrol: int, party: list[int]) -> Errand:
    """What a patrol is to do now."""
    if not party or s.turn > s.scenario.duration + LATE:
        return Errand(HOME)
    if s.scenario.observe:
        return observing(s, patrol, party)
    standing = [zone for zone in goals_of(s, patrol) if s.target[zone]]
    if not standing:
        return Errand(HOME)
    road = road_to(s, len(party), tuple(standing))
    zone = s.zone[party[0]]
    while road.next[zone] >= 0:
        zone = road.next[zone]
    if not pays(s, zone, party):
        return hunting(s, party)
    return Errand(RAID, zone)


def hunting(s: Desert, party: list[int]) -> Errand:
    """Where no raid pays and nothing has been won, a lone Axis unit that is beaten makes the mission a success."""
    halves = sum(line.number * line.each for line in [*evaluation.losses(s), *evaluation.gains(s)])
    if not data.VP_UNIT_REDUCED <= halves <= 0 or len(party) < HUNTERS or s.turn >= s.scenario.duration - 1:
        return Errand(HOME)
    here = s.zone[party[0]]
    quarry = []
    for zone in range(ZONES):
        if zone != here and s.axis_zone.count(zone) == 1 and s.aircraft != zone:
            near_target = any(s.target[near] for near in (zone, *s.board.neighbours[zone]))
            if not near_target and axis_hits_on(s, s.axis_zone.index(zone), 0) <= WEAK_AV:
                quarry.append(zone)
    if not quarry:
        return Errand(HOME)
    return Errand(HUNT, min(quarry, key=lambda zone: road_to(s, len(party), (zone,)).ap[here]))


def observing(s: Desert, patrol: int, party: list[int]) -> Errand:
    """Where to observe, while there is something left to learn and time to bring it home."""
    if s.scenario.observe_destroyed:
        if s.best_streak >= s.scenario.observe_destroyed:
            return Errand(HOME)
    else:
        late = s.turn + 1 + turns_home(s, patrol, party) >= s.scenario.duration
        if observations(s) >= (1 if late else scenarios.OBSERVATIONS_WANTED):
            return Errand(HOME)
    best, least = -1, FAR
    for zone in s.scenario.observe:
        road = road_to(s, len(party), (zone,))
        axis = s.axis_presence(zone)
        noticed = 1.0 - discretion.chance(s.board.dice[zone], axis)
        cost = max(road.cost[s.zone[u]] for u in party) + RISK_OBSERVE * len(party) * noticed
        if cost < least:
            best, least = zone, cost
    return Errand(OBSERVE, best)


# --- fights ----------------------------------------------------------------------------------------------------------

FUTURES = 40
WORTH_IT = 1.0
"""Futures looked at, and the VP that an attack must promise before it is begun."""
LONGEST_FIGHT = 5
UNKNOWN_AV = 2
"""The attack value that a counter not yet seen is taken to have."""
BEATEN, IN_TIME = 0.6, 3.0
"""VP for a defeated Axis unit on average; VP that a party which does not come home forgoes."""


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
        tuple(data.AV_FULL[u] for u in fighters),
        tuple(2 if s.side[u] == FULL else 1 for u in fighters),
        tuple(guards), tuple(line), s.target[zone], -s.scenario.target_drm,
        tuple(target_worth(s, zone, left) for left in range(value + 1)),
    )  # fmt: skip


def axis_hits_on(s: Desert, counter: int, fort: int) -> int:
    """The highest die with which an Axis counter hits, as far as the player knows it; a veteran counts one more."""
    kind = s.axis_type[counter]
    if not s.axis_up[counter]:
        return fort + (data.AXIS_AV[kind] if s.axis_known[counter] & KNOWN_AV else UNKNOWN_AV)
    if data.AXIS_NATION[kind] == s.scenario.no_fort_for:
        fort = 0
    return data.AXIS_AV[kind] + int(data.AXIS_VETERAN[kind]) + fort


def pays(s: Desert, zone: int, party: list[int]) -> bool:
    """Whether an attack on a target is worth its price."""
    return best_turns(skirmish(s, zone, party))[1] > WORTH_IT


# --- one order at a time ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """A stack that goes to a zone, or a whole action."""

    words: Action
    units: tuple[int, ...] = ()

    def begin(self, mover: tuple[int, ...], options: list[Action]) -> Action:
        """The action, or the first unit of its stack unless it is the one that moved last."""
        if not self.units or (self.units == mover and self.words in options):
            return self.words
        return ("with", data.UNITS[self.units[0]])

    def go_on(self, named: tuple[int, ...]) -> Action:
        """The next unit of the stack, then where it goes."""
        if self.units[: len(named)] == named and len(self.units) > len(named):
            return ("with", data.UNITS[self.units[len(named)]])
        return self.words


def order(s: Desert) -> Order:
    """The next thing to do in the action phase."""
    for unit in s.roster:
        if s.watch_end[unit] == s.turn:
            return Order(("report", data.UNITS[unit]))
    active = [p for p in s.in_play() if not s.status[p] & movement.INACTIVE]
    errands = {p: errand(s, p, party_of(s, p)) for p in active}
    quiet = low_profile(s, active, errands)
    if quiet is not None:
        return quiet
    for patrol in active:
        found = repairs(s, patrol) or marching(s, patrol, errands[patrol])
        if found is not None:
            return found
    return Order(("pass",))


def marching(s: Desert, patrol: int, what: Errand) -> Order | None:
    """The next step of a patrol on its errand."""
    party = party_of(s, patrol)
    if what.kind == HOME:
        return homeward(s, patrol, [u for u in party if s.zone[u] not in s.scenario.home])
    if what.kind == OBSERVE:
        return to_observe(s, patrol, [u for u in party if not s.carried_seen[u] or s.scenario.observe_destroyed], what)
    if what.kind == HUNT:
        return step_of(s, patrol, party, road_to(s, len(party), (what.zone,)), -1)
    return to_raid(s, patrol, party, what.zone)


def homeward(s: Desert, patrol: int, out: list[int]) -> Order | None:
    """The rear of the party goes first, so that it keeps together. Where nobody has been out somebody looks outside,
    since a mission ends by coming home."""
    if not s.outside() and not any(status & BEEN_OUT for status in list(s.status)):
        return look_out(s, patrol)
    road = road_to(s, max(1, len(out)), s.scenario.home)
    return step_of(s, patrol, out, road, -1)


def look_out(s: Desert, patrol: int) -> Order | None:
    """One unit goes out where it is least likely to be met."""
    units = [u for u in s.units_of(patrol) if not data.IS_TRUCK[u]]
    if not units:
        return None
    unit = min(units, key=lambda u: (data.UNIT_KIND[u] == data.HQ, data.AV_FULL[u], u))
    zones = [z for z in s.board.neighbours[s.zone[unit]] if not data.IS_BASE[z]]
    return go(s, patrol, [unit], min(zones, key=lambda z: (len(s.axis_in(z)), fail_chance(s, z, 1))), False)


def step_of(s: Desert, patrol: int, units: list[int], road: Road, stop: int) -> Order | None:
    """One link for the rearmost units, as many as the AP carry; nobody enters the zone `stop`."""
    zones = sorted({s.zone[u] for u in units if road.next[s.zone[u]] >= 0}, key=lambda z: -road.cost[z])
    for zone in zones:
        after = road.next[zone]
        if after == stop:
            continue
        here = [u for u in units if s.zone[u] == zone]
        found = go(s, patrol, here, after, road.slips[zone])
        if found is not None:
            return found
    return None


def go(s: Desert, patrol: int, units: list[int], zone: int, slips: bool) -> Order | None:
    """Units go to a zone together, or as many of them as the AP carry where parting is no risk."""
    here = s.zone[units[0]]
    if not movement.immobile_refusal(s, patrol):
        if slips and s.ap[patrol] >= data.AP_INTELLIGENCE:
            ready = [u for u in units if not data.IS_TRUCK[u] and not s.watch_end[u]]
            if ready:
                return Order(("watch", data.UNITS[ready[0]], data.ZONES[zone], str(max(data.OBSERVATION_TURNS))))
        halves = data.MOVE_HALVES[data.LINK_KIND[s.board.link[here][zone]]]
        number = len(units)
        while number and (halves * number + 1) // 2 > s.ap[patrol]:
            number -= 1
        alone = number < len(units)
        if number and not (alone and (s.axis_in(zone) or fail_chance(s, zone, number) > 0.2)):
            stack = tuple(sorted(by_worth(units)[:number]))
            if not movement.trucks_refusal(stack):
                return Order(("go", data.ZONES[zone]), stack)
    return None


def to_raid(s: Desert, patrol: int, party: list[int], target: int) -> Order | None:
    """The party gathers next to the target, enters it together and attacks."""
    if all(s.zone[u] == target for u in party):
        return Order(("attack", data.ZONES[target]))
    road = road_to(s, len(party), (target,))
    found = step_of(s, patrol, party, road, target)
    if found is not None:
        return found
    outside = [u for u in party if s.zone[u] != target]
    if any(road.next[s.zone[u]] != target for u in outside):
        return None
    cost = 0
    for zone in {s.zone[u] for u in outside}:
        number = sum(1 for u in outside if s.zone[u] == zone)
        cost += (data.MOVE_HALVES[data.LINK_KIND[s.board.link[zone][target]]] * number + 1) // 2
    if cost > s.ap[patrol]:
        return None
    first = s.zone[outside[0]]
    return go(s, patrol, [u for u in outside if s.zone[u] == first], target, False)


def to_observe(s: Desert, patrol: int, party: list[int], what: Errand) -> Order | None:
    """Observers slip in from the next zone or watch where they stand."""
    idle = [u for u in party if not s.watch_end[u] or s.zone[u] != what.zone]
    near = [u for u in idle if s.zone[u] == what.zone or s.board.link[s.zone[u]][what.zone] != data.ANY]
    if near and s.ap[patrol] >= data.AP_INTELLIGENCE:
        unit = near[0]
        if not s.watch_end[unit] and not intelligence.watch_refusal(s, unit, what.zone, 1):
            turns = max(data.OBSERVATION_TURNS)
            return Order(("watch", data.UNITS[unit], data.ZONES[what.zone], str(turns)))
    road = road_to(s, max(1, len(party)), (what.zone,))
    return step_of(s, patrol, [u for u in idle if u not in near], road, -1)


# --- maintenance and low profile -------------------------------------------------------------------------------------


def turns_left(s: Desert) -> int:
    """How many more turns the mission may take."""
    return max(1, s.scenario.duration - s.turn)


def repairs(s: Desert, patrol: int) -> Order | None:
    """Maintenance, with a cache laid first, where the markers would cost more than it does."""
    best, zone = 0.0, -1
    for place in s.zones_of(patrol):
        if s.options["maintenance_scope"] == "zone" and supply.repair_refusal(s, patrol, place) is None:
            penalty = sum(heaviest(s, u) for u in supply.needy(s, patrol, place))
            if penalty > best:
                best, zone = float(penalty), place
    if zone < 0:
        return None
    saved = best * (turns_left(s) - 1)
    plain = supply.maintenance_chance(0)
    helped = supply.maintenance_chance(data.MAINTENANCE_CACHE)
    price = data.AP_MAINTENANCE if s.caches[zone] else data.AP_MAINTENANCE + data.AP_CACHE
    if s.ap[patrol] >= price and saved * helped > price:
        if not s.caches[zone] and supply.cache_refusal(s, patrol, zone) is None:
            return Order(("cache", PATROLS[patrol], data.ZONES[zone]))
        return Order(("repair", PATROLS[patrol], data.ZONES[zone]))
    if saved * plain > data.AP_MAINTENANCE:
        return Order(("repair", PATROLS[patrol], data.ZONES[zone]))
    return None


def heaviest(s: Desert, unit: int) -> int:
    """The penalty of the marker that a Maintenance test would take from a unit."""
    two, three, four = terms.mco_each(s, unit)
    return 4 if four else 3 if three else 2 if two else 0


def low_profile(s: Desert, active: list[int], errands: dict[int, Errand]) -> Order | None:
    """With the work done and home in reach, the Alarm is waited down to where it costs nothing, if time allows."""
    over = s.alarm - data.QUIET_BELOW + 1
    if over <= 0 or s.hushed or not active:
        return None
    if s.options["bonus_needs_objective"] == "on" and not (any(evaluation.objectives(s)) or observations(s)):
        return None
    abroad = [p for p in s.in_play() if any(not data.IS_BASE[z] for z in s.zones_of(p))]
    if not abroad or any(p not in active or s.status[p] & SPENT for p in abroad):
        return None
    if any(errands[p].kind != HOME for p in abroad) or s.turn + over > s.scenario.duration + LATE:
        return None
    for patrol in abroad:
        out = [u for u in s.units_of(patrol) if not data.IS_BASE[s.zone[u]]]
        if any(s.axis_up_in(s.zone[u]) for u in out):
            return None
        road = road_to(s, len(out), s.scenario.home)
        if max(road.ap[s.zone[u]] for u in out) > mean_ap(s.size(patrol)) * USED:
            return None
    in_time = s.turn < s.scenario.duration
    if in_time and s.turn + over >= s.scenario.duration:
        return None
    return Order(("low", PATROLS[abroad[0]]))


# --- each question ---------------------------------------------------------------------------------------------------


def answer_way(_s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Units are bought, since half teams of the better kind cost no more."""
    for words in (("buy",), ("historical",)):
        if words in options:
            return words
    return options[0]


def sizes(s: Desert) -> list[int]:
    """How large each patrol is to be: one for every target, the first as large as pays."""
    wanted = max(1, min(len(s.scenario.targets), data.MOST_PATROLS))
    hqs = sum(1 for u in data.UNITS_OF_KIND[data.HQ] if scenarios.unavailable(s, u) is None)
    wanted = max(1, min(wanted, hqs))
    least = purchase.hq_cost() + LEAST_SIZE - 1
    while wanted > 1 and least * wanted > s.scenario.budget:
        wanted -= 1
    left = s.scenario.budget - least * (wanted - 1)
    most = s.scenario.budget if wanted == 1 and not s.scenario.observe else PATROL_SIZE
    return [min(most, left - purchase.hq_cost() + 1), *([LEAST_SIZE] * (wanted - 1))]


def wish_list(s: Desert, patrol: int) -> list[int]:
    """The units that a patrol is to have: its fighters of the best kind, the others of the least."""
    number = sizes(s)[patrol]
    free = [u for u in range(len(data.UNITS)) if s.patrol[u] == patrol or purchase.available(s, u)]
    teams = by_worth([u for u in free if is_for_fighting(u)])
    hqs = [u for u in free if data.UNIT_KIND[u] == data.HQ]
    wanted = hqs[:1]
    room = number - len(wanted)
    best = party_size(s, number, min(room, len(teams)), goals_of(s, patrol), s.scenario.start[0])
    wanted += teams[:best]
    wanted += teams[best:][::-1][: max(0, room - best)]
    return sorted(wanted)


def answer_buy(s: Desert, choice: Any, options: list[Action]) -> Action:
    """What is on the list of this patrol, then the next patrol."""
    for unit in wish_list(s, choice.patrol):
        if unit > choice.last and ("take", data.UNITS[unit]) in options:
            return ("take", data.UNITS[unit])
    if choice.patrol + 1 < len(sizes(s)) and ("next",) in options:
        return ("next",)
    return ("done",) if ("done",) in options else options[0]


def answer_event_zone(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The zone where the event is likely to do most good."""
    return max(options, key=lambda words: event_worth(s, data.ZONE[words[1]]))


def event_worth(s: Desert, zone: int) -> float:
    """What an event is worth on average with the DRM of a zone, in AP."""
    total = 0.0
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                row = data.event(a + b + c + s.board.event_drm[zone])
                total += 2.0 * row.recon_ok + row.ap - 2.0 * sum(row.mco) - row.next_drm
                total += (0.0, -3.0, 3.0)[row.next_test] - 8.0 * row.immobilised
                if row.test_now and not data.IS_BASE[zone]:
                    total -= 6.0 * fail_chance(s, zone, 0)
    return total


def answer_damage(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """A unit at home takes the marker, one that has none yet before others, so that one Maintenance serves all."""

    def burden(words: Action) -> tuple[bool, bool, int, int]:
        unit = data.UNIT[words[1]]
        return not data.IS_BASE[s.zone[unit]], bool(s.mco[unit]), data.AV_FULL[unit], unit

    return min(options, key=burden)


def answer_pay(s: Desert, choice: Any, _options: list[Action]) -> Action:
    """An observation that scores goes on; one that was only a way in is broken off. Where unbroken watch counts it is
    begun anew each turn, since its end would be noticed."""
    unit = choice.unit
    wanted = s.zone[unit] in s.scenario.observe and not s.scenario.observe_destroyed
    return (("pay" if wanted else "break"), data.UNITS[unit])


def answer_aids(_s: Desert, _choice: Any, options: list[Action]) -> Action:
    """A cache is used, the load of a truck is not: it would count as a loss."""
    return next((words for words in options if words[:2] == ("use", "cache")), ("roll",))


def is_leaving(s: Desert) -> bool:
    """Whether the force in a target combat should pull back now."""
    return best_turns(skirmish(s, s.c_zone, lineup.fighters(s)))[0] == 0


def answer_commit(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Everybody who fights stands in contact; before a withdrawal a single unit does."""
    leaving = any(isinstance(step, combat.GoOn) for step in s.agenda) and is_leaving(s)
    offered = [data.UNIT[words[1]] for words in options if words[0] == "contact"]
    if leaving:
        if s.c_contact:
            return ("done",)
        everybody = lineup.fighters(s)
        fighters = [u for u in everybody if is_for_fighting(u)] or everybody
        return ("contact", data.UNITS[min(fighters, key=lambda u: (s.side[u] != FULL, s.av(u), u))])
    for unit in offered:
        if is_for_fighting(unit):
            return ("contact", data.UNITS[unit])
    return ("done",) if ("done",) in options else options[0]


def answer_go_on(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Another combat turn where it pays; otherwise all but one step back, then the force leaves."""
    if is_leaving(s):
        if ("stop",) in options and s.target[s.c_zone] == 0:
            return ("pull-back",)
        if ("regroup",) in options and len(s.c_contact) > 1 and s.axis_in(s.c_zone):
            return ("regroup",)
        return ("pull-back",)
    if ("continue",) in options:
        return ("continue",)
    return ("regroup",) if ("regroup",) in options else ("pull-back",)


def answer_pair(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """An HQ in contact stacks with the strongest unit."""
    stacks = [words for words in options if words[0] == "stack"]
    return max(stacks, key=lambda words: s.av(data.UNIT[words[2]]), default=options[-1])


def answer_face_target(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The strongest stack faces the target; before a withdrawal there is no choice."""
    faces = [words for words in options if words[0] == "face"]
    return max(faces, key=lambda words: s.av(data.UNIT[words[1]]))


def may_spend(s: Desert, patrol: str) -> bool:
    """Whether a Recon OK may go: an observation that scores at home is kept."""
    return bool(s.held[PATROLS.index(patrol)]) or not s.scenario.observe


def answer_initiative(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The first blow is worth a Recon OK against two or more."""
    for words in options:
        if words[0] == "initiative" and may_spend(s, words[1]) and len(s.axis_in(s.c_zone)) >= 2:
            return words
    return ("together",)


def answer_reroll_ours(s: Desert, choice: Any, options: list[Action]) -> Action:
    """A miss is rolled again, for the target or with one to spare."""
    at_target = attacks.aim_of(s, choice.unit) == attacks.TARGET
    for words in options:
        if words[0] == "reroll" and may_spend(s, words[1]):
            if at_target or s.recon_held(PATROLS.index(words[1])) > 1:
                return words
    return ("accept",)


def answer_reroll_axis(s: Desert, choice: Any, options: list[Action]) -> Action:
    """A hit on us is rolled again when it would destroy, or with nothing better to spend a Recon OK on."""
    struck = attacks.stack_aimed_at(s, choice.counter)
    grave = any(s.side[u] == REDUCED for u in struck)
    for words in options:
        if words[0] == "reroll" and may_spend(s, words[1]):
            if grave or not s.c_target or s.recon_held(PATROLS.index(words[1])) > 1:
                return words
    return ("accept",)


def answer_reroll_hq(s: Desert, choice: Any, options: list[Action]) -> Action:
    """An HQ is worth a second roll."""
    if attacks.struck_of(choice.stack, choice.die) == choice.stack[1]:
        for words in options:
            if words[0] == "reroll" and may_spend(s, words[1]):
                return words
    return ("accept",)


def answer_declare(s: Desert, choice: Any, options: list[Action]) -> Action:
    """The target first; without one the Axis unit most likely to hit us, each unit another one."""
    target = ("attack", data.UNITS[choice.unit], "target")
    if target in options:
        aimed = sum(1 for _, aim in s.c_aims if aim == attacks.TARGET)
        if aimed < 2 * s.target[s.c_zone]:
            return target
    taken = [aim for _, aim in s.c_aims]
    axis = [words for words in options if words[0] == "attack" and words[2] != "target"]
    if not axis:
        return options[0]

    def threat(words: Action) -> tuple[int, int]:
        counter = data.AXIS_UNIT[words[2]]
        return -taken.count(counter), data.AXIS_AV[s.axis_type[counter]]

    return max(axis, key=threat)


def answer_aim(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """A fresh unit takes the attack, and never an HQ if it can be helped."""

    def cost(words: Action) -> tuple[int, bool]:
        stack = lineup.stack_led_by(s, data.UNIT[words[2] if words[0] == "aim" else words[1]])
        return len(stack), s.side[stack[0]] != FULL

    return min(options, key=cost)


def answer_withdraw(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The neighbour that is best on the way home."""
    road = road_to(s, max(1, len(lineup.fighters(s))), s.scenario.home)

    def cost(words: Action) -> float:
        zone = data.ZONE[words[1]]
        return road.cost[zone] + sum(1.0 for near in s.board.neighbours[zone] if s.axis_in(near))

    return min(options, key=cost)


def away(s: Desert, zone: int) -> int:
    """How far a zone is from the nearest force outside the bases."""
    return min((s.board.distance[zone][force] for force in s.outside()), default=99)


def answer_zone_away(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Where the Axis may be put in one of several zones: the one farthest from us, or nowhere."""

    def distance(words: Action) -> int:
        return away(s, data.ZONE[words[-1]]) if words[-1] in data.ZONE else 99

    return max(options, key=distance)


def answer_wake(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The counter that is farthest from us wakes."""
    return max(options, key=lambda words: away(s, s.axis_zone[data.AXIS_UNIT[words[1]]]))


def answer_force(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """The Alarm is answered around a base if it may be, else where we are fewest."""

    def worth(words: Action) -> tuple[bool, int]:
        zone = data.ZONE[words[1]]
        return data.IS_BASE[zone], -len(s.units_in(zone))

    return max(options, key=worth)


def answer_expose(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Bombs fall on the least of the units, on fresh ones before reduced ones, on an HQ last."""

    def cost(words: Action) -> tuple[bool, bool, int]:
        unit = data.UNIT[words[1]]
        return data.UNIT_KIND[unit] == data.HQ, s.side[unit] != FULL, s.av(unit)

    return min(options, key=cost)


def answer_restore(s: Desert, _choice: Any, options: list[Action]) -> Action:
    """HQ and the better half teams come back first, reduced ones before destroyed ones."""
    offered = [data.UNIT[words[1]] for words in options if words[0] == "restore"]
    offered.sort(key=lambda u: (data.UNIT_KIND[u] != data.HQ, maintenance.price(s, u), -data.AV_FULL[u], u))
    left, bought = s.mco_points, []
    for unit in offered:
        if maintenance.price(s, unit) <= left:
            left -= maintenance.price(s, unit)
            bought.append(unit)
    return ("restore", data.UNITS[min(bought)]) if bought else ("done",)


def first(_s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Where it makes little difference."""
    return options[0]


def last(_s: Desert, _choice: Any, options: list[Action]) -> Action:
    """Where the last option is the most or the least that can be asked for."""
    return options[-1]


Answer = Callable[[Desert, Any, list[Action]], Action]

ANSWERS: dict[type[Choice], Answer] = {
    purchase.Way: answer_way,
    purchase.Buy: answer_buy,
    scenarios.HoldBack: last,
    scenarios.ThinPool: last,
    points.EventZone: answer_event_zone,
    points.Damage: answer_damage,
    intelligence.Pay: answer_pay,
    supply.Aids: answer_aids,
    lineup.Commit: answer_commit,
    lineup.Pair: answer_pair,
    lineup.FaceTarget: answer_face_target,
    lineup.ChooseOpponent: answer_aim,
    attacks.Initiative: answer_initiative,
    attacks.Declare: answer_declare,
    attacks.RerollLrdg: answer_reroll_ours,
    attacks.RerollAxis: answer_reroll_axis,
    attacks.RerollHqDie: answer_reroll_hq,
    attacks.ChooseAim: answer_aim,
    combat.GoOn: answer_go_on,
    combat.Withdraw: answer_withdraw,
    reactions.ChooseForce: answer_force,
    reactions.ChooseWaker: answer_wake,
    reactions.ChooseEntry: answer_zone_away,
    reactions.ChooseAdvance: answer_zone_away,
    aircraft.ChooseField: answer_zone_away,
    aircraft.ChooseLeg: answer_zone_away,
    aircraft.ChooseTargets: answer_expose,
    maintenance.Restore: answer_restore,
}
"""How each question is answered; orders apart, one that is not here takes the first option."""

ACT, STACK = step_name(actions.Act), step_name(actions.Stack)


class Greedy(Bot):
    """The bot `greedy`."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.seen: dict[str, Any] = {}
        self.planned = Order(("pass",))

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        """One of the options, by the plan; where the plan asks for what is not on offer, nothing is done."""
        found = options[0] if len(options) == 1 else self.answer(view, options)
        if found in options:
            return found
        return ("pass",) if ("pass",) in options else options[0]

    def answer(self, view: dict[str, Any], options: list[Action]) -> Action:
        """What the plan says."""
        name, fields = view["agenda"][-1]
        if name == ACT:
            return self.order(view).begin(tuple(view["mover"]), options)
        if name == STACK:
            return self.order(view).go_on(tuple(fields[0]))
        s = self.game.imagine(view, view["reader"])
        choice = s.choice
        return ANSWERS.get(type(choice), first)(s, choice, options)

    def order(self, view: dict[str, Any]) -> Order:
        """The order of the action phase; while a stack is being named, the one found before."""
        seen = {name: value for name, value in view.items() if name not in ("agenda", "mover")}
        if seen != self.seen:
            self.seen = seen
            self.planned = order(self.game.imagine(view, view["reader"]))
        return self.planned
