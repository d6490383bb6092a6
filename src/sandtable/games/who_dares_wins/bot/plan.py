"""Orders: who goes, what for, and what is next in the action phase."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.bot import fights, roads
from sandtable.games.who_dares_wins.bot.manner import Manner
from sandtable.games.who_dares_wins.box import land, lrdg, missions, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_low_profile as low_profile
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    BROKE_OFF,
    IN_SUPPORT,
    NO_WACO,
    PATROLS,
    SPENT,
    WACO_GONE,
    ZONES,
    Desert,
)
from sandtable.kernel.flow import Action

# --- who goes --------------------------------------------------------------------------------------------------------

PATROL_SIZE = 9
"""Units that give a patrol its most action points."""
LEAST_SIZE = 4
"""Units below which a patrol has one die less."""


def mean_ap(size: int) -> float:
    """The action points that a patrol of this size may expect each turn."""
    return 3.5 * tables.AP_DICE[size] + tables.AP_PLUS[size] if size else 0.0


def party_size(s: Desert, m: Manner, size: int, fighters: int, goals: list[int], start: int) -> int:
    """How many of a patrol go out: as many as can reach the nearest goal and be home in fewer turns than history."""
    if s.scenario.observe:
        if s.scenario.observe_destroyed:
            return min(m.watchers, fighters)
        return min(m.callers if s.waco != NO_WACO else m.observers, fighters)
    income = mean_ap(size) * m.used
    best = 1
    for number in range(1, min(fighters, m.raiders) + 1):
        out = min(roads.march(s, number, (goal,))[start] for goal in goals)
        home = min(roads.march(s, number, s.scenario.home)[goal] for goal in goals)
        turns = -(-out // income) + -(-max(0.0, home - number) // income)
        if turns < s.scenario.duration:
            best = number
    return best


def targets_of(scenario: missions.Scenario) -> list[int]:
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


def is_alone(s: Desert) -> bool:
    """Whether there is one patrol."""
    return len({s.patrol[u] for u in s.roster}) == 1


def party_of(s: Desert, m: Manner, patrol: int) -> list[int]:
    """The units of a patrol that are out or should go out; the same all through the mission. One patrol keeps an
    unbroken watch with its observers in turn; the others wait for its loss."""
    if s.scenario.observe_destroyed and patrol != s.in_play()[0]:
        return [u for u in s.units_of(patrol) if s.zone[u] not in s.scenario.home]
    roster = [u for u in s.roster if s.patrol[u] == patrol]
    fighters = fights.by_worth([u for u in roster if fights.is_for_fighting(u)])
    starts = [z for z in s.scenario.start if s.units_in(z)] or list(s.scenario.start)
    number = party_size(s, m, len(roster), len(fighters), goals_of(s, patrol), starts[0])
    chosen = set(fighters[:number])
    if len(fighters) <= m.leader and is_alone(s) and not s.scenario.observe:
        chosen |= {u for u in roster if lrdg.KIND[u] == lrdg.HQ}
    return [u for u in s.units_of(patrol) if u in chosen or s.zone[u] not in s.scenario.home]


# --- what for --------------------------------------------------------------------------------------------------------

HOME, RAID, OBSERVE, HUNT, LOOK = range(5)


@dataclass(frozen=True)
class Errand:
    """What a patrol is to do, and where."""

    kind: int
    zone: int = -1


def observations(s: Desert) -> int:
    """Observations made so far, carried or held."""
    return sum(s.carried_seen) + sum(s.held_seen)


def turns_home(s: Desert, m: Manner, patrol: int, units: list[int]) -> int:
    """The turns that units outside need to come home."""
    income = mean_ap(s.size(patrol)) * m.used
    road = roads.road_to(s, m, max(1, len(units)), s.scenario.home)
    left = max((road.ap[s.zone[u]] for u in units), default=0.0)
    return int(-(-left // income))


def last_turn(s: Desert, m: Manner) -> int:
    """The turn after which everybody comes home; a watch of many turns takes its time."""
    return s.scenario.duration + (m.vigil if s.scenario.observe_destroyed else m.late)


def errand(s: Desert, m: Manner, patrol: int, party: list[int]) -> Errand:
    """What a patrol is to do now."""
    if not party or m.home or s.turn > last_turn(s, m):
        return Errand(HOME)
    if s.scenario.observe:
        return observing(s, m, patrol, party)
    standing = [zone for zone in goals_of(s, patrol) if s.target[zone]]
    if not standing and m.onward:
        standing = [zone for zone, _ in s.scenario.targets if s.target[zone]]
    if not standing:
        return Errand(HOME)
    road = raid_road(s, m, patrol, party, tuple(standing))
    zone = s.zone[party[0]]
    while road.next[zone] >= 0:
        zone = road.next[zone]
    if not fights.pays(s, m, zone, party):
        return hunting(s, m, party)
    return Errand(RAID, zone)


def raid_road(s: Desert, m: Manner, patrol: int, party: list[int], goals: tuple[int, ...]) -> roads.Road:
    """The road to a target: around the Axis units where that way is short enough to be home before history was. It
    is measured from the base, so that nobody changes his mind on the way."""
    road = roads.road_to(s, m, len(party), goals, careful=True)
    income = mean_ap(s.size(patrol)) * m.used
    out = min(road.ap[zone] for zone in s.scenario.start)
    home = min(roads.march(s, len(party), s.scenario.home)[goal] for goal in goals)
    turns = -(-out // income) + -(-max(0.0, home - len(party)) // income)
    return road if turns + m.leisure < s.scenario.duration else roads.road_to(s, m, len(party), goals)


def hunting(s: Desert, m: Manner, party: list[int]) -> Errand:
    """Where no raid pays and nothing has been won, a lone Axis unit that is beaten makes the mission a success."""
    if m.closely and s.options["bonus_needs_objective"] == "off":
        return Errand(HOME)  # who comes home at once has both bonuses, and has them to lose
    halves = sum(line.number * line.each for line in [*evaluation.losses(s), *evaluation.gains(s)])
    if not tables.VP_UNIT_REDUCED <= halves <= 0 or len(party) < m.hunters or s.turn >= s.scenario.duration - 1:
        return Errand(HOME)
    here = s.zone[party[0]]
    quarry = [zone for zone in range(ZONES) if zone != here and is_quarry(s, m, zone)]
    if not quarry:
        return Errand(HOME)
    return Errand(HUNT, min(quarry, key=lambda zone: roads.road_to(s, m, len(party), (zone,)).ap[here]))


def is_quarry(s: Desert, m: Manner, zone: int) -> bool:
    """Whether a zone holds a lone Axis unit that is weak enough, far from any target."""
    if s.axis_zone.count(zone) != 1 or s.aircraft == zone:
        return False
    if any(s.target[near] for near in (zone, *s.board.neighbours[zone])):
        return False
    hits = fights.axis_hits_on(s, m, s.axis_zone.index(zone), 0)
    return (m.unknown if hits == fights.NOT_SEEN else hits) <= m.weak


def observing(s: Desert, m: Manner, patrol: int, party: list[int]) -> Errand:
    """Where to observe, while there is something left to learn and time to bring it home."""
    if s.scenario.observe_destroyed:
        if s.best_streak >= s.scenario.observe_destroyed:
            return Errand(HOME)
    else:
        turns = turns_home(s, m, patrol, party)
        late = s.turn + 1 + turns >= s.scenario.duration
        if m.persist and s.turn + turns > s.scenario.duration:
            late = False  # the bonus for time is lost whatever they do
        seen = observations(s)
        if seen >= (1 if late or s.waco == WACO_GONE else scenarios.OBSERVATIONS_WANTED):
            return Errand(HOME)
        if s.waco == IN_SUPPORT:
            return Errand(LOOK, best_view(s, m, party))
    best, least = -1, roads.FAR
    for zone in s.scenario.observe:
        road = roads.road_to(s, m, len(party), (zone,))
        presence = s.axis_presence(zone)
        noticed = 1.0 - discretion.chance(s.board.dice[zone], presence)
        cost = max(road.cost[s.zone[u]] for u in party) + m.risk_observe * len(party) * noticed
        if cost < least:
            best, least = zone, cost
    return Errand(OBSERVE, best)


def callers(s: Desert, zone: int) -> tuple[int, ...]:
    """The zones from which the Waco may be called to a zone, bases apart."""
    return tuple(z for z in range(ZONES) if s.board.distance[zone][z] <= tables.WACO_RANGE and not land.IS_BASE[z])


def best_view(s: Desert, m: Manner, party: list[int]) -> int:
    """The zone over which the Waco is least likely to be noticed, for the way to where it may be called."""

    def cost(zone: int) -> float:
        noticed = 1.0 - discretion.chance(s.board.dice[zone], s.axis_presence(zone) + tables.DRM_WACO)
        road = roads.road_to(s, m, len(party), callers(s, zone))
        return max(road.cost[s.zone[u]] for u in party) + m.risk_observe * noticed

    return min(s.scenario.observe, key=cost)


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
        return ("with", lrdg.UNITS[self.units[0]])

    def go_on(self, named: tuple[int, ...]) -> Action:
        """The next unit of the stack, then where it goes."""
        if self.units[: len(named)] == named and len(self.units) > len(named):
            return ("with", lrdg.UNITS[self.units[len(named)]])
        return self.words

    def rest(self, mover: tuple[int, ...], options: list[Action]) -> tuple[Action, ...]:
        """The words that follow the first."""
        if self.begin(mover, options) == self.words:
            return ()
        return (*[("with", lrdg.UNITS[unit]) for unit in self.units[1:]], self.words)


def order(s: Desert, m: Manner) -> Order:
    """The next thing to do in the action phase."""
    for unit in s.roster:
        if s.watch_end[unit] == s.turn:
            return Order(("report", lrdg.UNITS[unit]))
    active = [p for p in s.in_play() if not s.status[p] & movement.INACTIVE]
    errands = {p: errand(s, m, p, party_of(s, m, p)) for p in active}
    quiet = lie_low(s, m, active, errands)
    if quiet is not None:
        return quiet
    for patrol in active:
        found = repairs(s, patrol) or marching(s, m, patrol, errands[patrol])
        if found is not None:
            return found
    return Order(("pass",))


def marching(s: Desert, m: Manner, patrol: int, what: Errand) -> Order | None:
    """The next step of a patrol on its errand."""
    party = party_of(s, m, patrol)
    if what.kind == HOME:
        return homeward(s, m, patrol, [u for u in party if s.zone[u] not in s.scenario.home])
    if what.kind == OBSERVE:
        return to_observe(
            s, m, patrol, [u for u in party if not s.carried_seen[u] or s.scenario.observe_destroyed], what
        )
    if what.kind == LOOK:
        return to_look(s, m, patrol, party, what.zone)
    if what.kind == HUNT:
        return step_of(s, patrol, party, roads.road_to(s, m, len(party), (what.zone,)), -1)
    return to_raid(s, m, patrol, party, what.zone)


def homeward(s: Desert, m: Manner, patrol: int, out: list[int]) -> Order | None:
    """The rear of the party goes first, so that it keeps together. Where nobody has been out somebody looks outside,
    since a mission ends by coming home."""
    if not s.outside() and not any(status & BEEN_OUT for status in list(s.status)):
        return look_out(s, patrol)
    road = roads.road_to(s, m, max(1, len(out)), s.scenario.home)
    return step_of(s, patrol, out, road, -1)


def to_look(s: Desert, m: Manner, patrol: int, party: list[int], zone: int) -> Order | None:
    """The party goes to where the Waco may be called, and calls it."""
    if any(s.board.distance[zone][s.zone[u]] <= tables.WACO_RANGE for u in party):
        if s.ap[patrol] < tables.AP_AIR_SUPPORT:
            return None
        return Order(("waco", PATROLS[patrol], "intelligence", land.ZONES[zone]))
    return step_of(s, patrol, party, roads.road_to(s, m, len(party), callers(s, zone)), -1)


def look_out(s: Desert, patrol: int) -> Order | None:
    """One unit goes out where it is least likely to be met."""
    units = [u for u in s.units_of(patrol) if not lrdg.IS_TRUCK[u]]
    if not units:
        return None
    unit = min(units, key=lambda u: (lrdg.KIND[u] == lrdg.HQ, lrdg.AV_FULL[u], u))
    zones = [z for z in s.board.neighbours[s.zone[unit]] if not land.IS_BASE[z]]
    return go(s, patrol, [unit], min(zones, key=lambda z: (len(s.axis_in(z)), roads.fail_chance(s, z, 1))), False)


def step_of(s: Desert, patrol: int, units: list[int], road: roads.Road, stop: int) -> Order | None:
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
    if not movement.immobile_refusal(s, tuple(units)):
        if slips and s.ap[patrol] >= tables.AP_INTELLIGENCE:
            ready = [u for u in units if not lrdg.IS_TRUCK[u] and not s.watch_end[u]]
            if ready:
                return Order(("watch", lrdg.UNITS[ready[0]], land.ZONES[zone], str(max(tables.OBSERVATION_TURNS))))
        halves = tables.MOVE_HALVES[land.LINK_KIND[s.board.link[here][zone]]]
        number = len(units)
        while number and (halves * number + 1) // 2 > s.ap[patrol]:
            number -= 1
        alone = number < len(units)
        if number and not (alone and (s.axis_in(zone) or roads.fail_chance(s, zone, number) > 0.2)):
            stack = tuple(sorted(fights.by_worth(units)[:number]))
            if not movement.trucks_refusal(stack):
                return Order(("go", land.ZONES[zone]), stack)
    return None


def to_raid(s: Desert, m: Manner, patrol: int, party: list[int], target: int) -> Order | None:
    """The party gathers next to the target, enters it together and attacks."""
    if all(s.zone[u] == target for u in party):
        return Order(("attack", land.ZONES[target]))
    road = raid_road(s, m, patrol, party, (target,))
    found = step_of(s, patrol, party, road, target)
    if found is not None:
        return found
    outside = [u for u in party if s.zone[u] != target]
    if any(road.next[s.zone[u]] != target for u in outside):
        return None
    cost = 0
    for zone in {s.zone[u] for u in outside}:
        number = sum(1 for u in outside if s.zone[u] == zone)
        cost += (tables.MOVE_HALVES[land.LINK_KIND[s.board.link[zone][target]]] * number + 1) // 2
    if cost > s.ap[patrol]:
        return None
    first = s.zone[outside[0]]
    return go(s, patrol, [u for u in outside if s.zone[u] == first], target, False)


def to_observe(s: Desert, m: Manner, patrol: int, party: list[int], what: Errand) -> Order | None:
    """Observers slip in from the next zone or watch where they stand."""
    idle = idle_observers(s, party, what.zone)
    near = [u for u in idle if s.zone[u] == what.zone or s.board.link[s.zone[u]][what.zone] != land.NO_LINK]
    if near and s.ap[patrol] >= tables.AP_INTELLIGENCE:
        unit = near[0]
        if not s.watch_end[unit] and not intelligence.watch_refusal(s, unit, what.zone, 1):
            turns = max(tables.OBSERVATION_TURNS)
            return Order(("watch", lrdg.UNITS[unit], land.ZONES[what.zone], str(turns)))
    road = roads.road_to(s, m, max(1, len(party)), (what.zone,))
    return step_of(s, patrol, [u for u in idle if u not in near], road, -1)


def idle_observers(s: Desert, party: list[int], zone: int) -> list[int]:
    """Who does not observe the zone yet and should; one at a time where the watch must not break, and not the one that
    watched before."""
    idle = [u for u in party if not s.watch_end[u] or s.zone[u] != zone]
    if not s.scenario.observe_destroyed:
        return idle
    if len(idle) < len(party):
        return []
    return [u for u in idle if not s.done[u] & BROKE_OFF]


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
    helped = supply.maintenance_chance(tables.MAINTENANCE_CACHE)
    price = tables.AP_MAINTENANCE if s.caches[zone] else tables.AP_MAINTENANCE + tables.AP_CACHE
    if s.ap[patrol] >= price and saved * helped > price:
        if not s.caches[zone] and supply.cache_refusal(s, patrol, zone) is None:
            return Order(("cache", PATROLS[patrol], land.ZONES[zone]))
        return Order(("repair", PATROLS[patrol], land.ZONES[zone]))
    if saved * plain > tables.AP_MAINTENANCE:
        return Order(("repair", PATROLS[patrol], land.ZONES[zone]))
    return None


def heaviest(s: Desert, unit: int) -> int:
    """The penalty of the marker that a Maintenance test would take from a unit."""
    two, three, four = terms.mco_each(s, unit)
    return 4 if four else 3 if three else 2 if two else 0


def lie_low(s: Desert, m: Manner, active: list[int], errands: dict[int, Errand]) -> Order | None:
    """With the work done and home in reach, the Alarm is waited down to where it costs nothing, if time allows."""
    abroad = [p for p in s.in_play() if low_profile.is_outside(s, p)]
    if s.hushed or not abroad or any(p not in active or s.status[p] & SPENT for p in abroad):
        return None
    if is_patient(s, m, abroad):
        return Order(("low", PATROLS[abroad[0]]))
    over = s.alarm - tables.QUIET_BELOW + 1
    if over <= 0 or not quiet_pays(s, m, over) or any(errands[p].kind != HOME for p in abroad):
        return None
    if not all(can_wait(s, m, patrol) for patrol in abroad):
        return None
    return Order(("low", PATROLS[abroad[0]]))


def is_patient(s: Desert, m: Manner, abroad: list[int]) -> bool:
    """Whether the Alarm is waited down wherever they are: where the bonus for time cannot be had anyway, nobody
    watches, and no Axis unit has found them."""
    if not m.patient or not s.scenario.observe_destroyed or s.alarm < m.patient or s.turn > last_turn(s, m):
        return False
    out = [u for p in abroad for u in s.units_of(p) if not land.IS_BASE[s.zone[u]]]
    return not any(s.watch_end[u] > s.turn or s.axis_up_in(s.zone[u]) for u in out)


def quiet_pays(s: Desert, m: Manner, turns: int) -> bool:
    """Whether the bonus for a low Alarm is to be had by waiting so many turns: late already, or still in time."""
    if s.options["bonus_needs_objective"] == "on" and not (any(evaluation.objectives(s)) or observations(s)):
        return False
    if s.turn < s.scenario.duration:
        return s.turn + turns < s.scenario.duration
    return s.turn + turns <= last_turn(s, m)


def can_wait(s: Desert, m: Manner, patrol: int) -> bool:
    """Whether a patrol is a turn from home with nobody on its heels."""
    out = [u for u in s.units_of(patrol) if not land.IS_BASE[s.zone[u]]]
    if any(s.axis_up_in(s.zone[u]) for u in out):
        return False
    road = roads.road_to(s, m, len(out), s.scenario.home)
    return max(road.ap[s.zone[u]] for u in out) <= mean_ap(s.size(patrol)) * m.used
