"""Chapters 5.2 and 6.0, LRDG actions: the player acts with any patrol in any order until he passes.

with U …        name a stack unit by unit, in the order of the counters, then
  go Z            move it along a link, or
  scout Z         send it on reconnaissance; more detachments may be named before `begin`
go Z            the stack that moved last goes on
watch U Z N     U observes Z for N turns        report U        its test on the end turn
waco P T Z      P calls the Waco to Z           cache P Z       P lays a cache
repair P Z      P does Maintenance at Z         low P           P keeps a low profile
join U P        U changes to patrol P           attack Z        the units at Z attack the target
abandon         then a unit, or the mission     pass            end of the phase
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import data
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r61_air as air
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_low_profile as low_profile
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.rules import r61_reconnaissance as reconnaissance
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import (
    ACTIONS,
    GIVEN_UP,
    IMMOBILE,
    PATROL,
    PATROLS,
    SPENT,
    STAYS,
    STUCK,
    TRANSFERRED,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-50.1, WDW-52.3 The phase of LRDG actions: observations are paid for, then the player acts as he likes."""

    def do(self, s: Desert) -> None:
        s.phase = ACTIONS
        s.say("WDW-50.1", "LRDG actions", facts=(("phase", "actions"),))
        s.then(terms.Deliver(), intelligence.Upkeep(), scenarios.Landing(), Act())


# --- stacks ----------------------------------------------------------------------------------------------------------


def starters(s: Desert, patrol: int) -> list[int]:
    """Units of a patrol that may act with which a stack can begin that may still go or reconnoitre somewhere."""
    if not s.ap[patrol] or s.status[patrol] & IMMOBILE:
        return []
    units = s.units_of(patrol)
    return [u for u in units if not s.done[u] & STAYS and can_grow(s, patrol, s.zone[u], (u,), units, ())]


def can_grow(
    s: Desert,
    patrol: int,
    zone: int,
    stack: tuple[int, ...],
    units: list[int],
    parties: tuple[reconnaissance.Party, ...],
) -> bool:
    """WDW-31.3, WDW-60.2 Whether a stack, or one that it can still become, may go or reconnoitre somewhere."""
    size = len(stack)
    if all(data.IS_TRUCK[u] for u in stack):
        taken = [u for _, party in parties for u in party]
        free = [u for u in units if u > stack[-1] and s.zone[u] == zone and not s.done[u] & STAYS and u not in taken]
        if all(data.IS_TRUCK[u] for u in free):
            return False
        size += 1
    if not parties and (movement.CHEAPEST_HALVES[s.board_no][zone] * size + 1) // 2 <= s.ap[patrol]:
        return True
    return bool(reconnaissance.scout_zones(s, patrol, zone, parties))


def join_stack_refusal(
    s: Desert, unit: int, stack: tuple[int, ...], parties: tuple[reconnaissance.Party, ...]
) -> Refusal | None:
    """WDW-611.19, WDW-614.1 A stack is of one patrol, in one zone, named in the order of the counters; detachments that
    reconnoitre together leave from one zone, and each unit goes with one of them."""
    refusal = movement.unit_refusal(s, unit)
    if refusal is not None:
        return refusal
    word, patrol = data.UNITS[unit], s.patrol[unit]
    named = stack or (parties[0][1] if parties else ())
    if named:
        if s.patrol[named[0]] != patrol:
            return Refusal("WDW-611.19", f"{{{word}}} belongs to another patrol; a stack is of one patrol")
        if s.zone[named[0]] != s.zone[unit]:
            return Refusal("WDW-611.19", f"{{{word}}} is not in the same zone")
    if any(unit in party for _, party in parties):
        return Refusal("WDW-614.9", f"{{{word}}} goes with another detachment")
    if stack and unit <= stack[-1]:
        return Refusal("WDW-611.19", "units are named in the order of the counters")
    refusal = movement.immobile_refusal(s, (unit,))
    if refusal is not None:
        return refusal
    if can_grow(s, patrol, s.zone[unit], (*stack, unit), s.units_of(patrol), parties):
        return None
    return movement.trucks_refusal((*stack, unit)) or Refusal(
        "WDW-60.2", f"{{{PATROLS[patrol]}}} has {s.ap[patrol]} AP, too few to go anywhere with {{{word}}}"
    )


@dataclass(frozen=True)
class Stack(DesertChoice):
    """WDW-611.2, WDW-611.19, WDW-614.9, WDW-52.1 A stack is named unit by unit, then goes to a zone or reconnoitres
    one. Detachments that reconnoitre together are named one after the other, then begin."""

    units: tuple[int, ...] = ()
    parties: tuple[reconnaissance.Party, ...] = ()
    clause = "WDW-611.2"

    def where(self, s: Desert) -> tuple[int, int]:
        """Patrol and zone of the stack."""
        first = self.units[0] if self.units else self.parties[0][1][0]
        return s.patrol[first], s.zone[first]

    def offer(self, s: Desert) -> list[Action]:
        patrol, zone = self.where(s)
        units = s.units_of(patrol)
        taken = [u for _, party in self.parties for u in party]
        last = self.units[-1] if self.units else -1
        options: list[Action] = []
        for unit in units:
            if unit > last and s.zone[unit] == zone and unit not in taken and not s.done[unit] & STAYS:
                if can_grow(s, patrol, zone, (*self.units, unit), units, self.parties):
                    options.append(("with", data.UNITS[unit]))
        if self.units:
            if not self.parties:
                options += [("go", data.ZONES[z]) for z in movement.go_zones(s, self.units)]
            if movement.trucks_refusal(self.units) is None:
                zones = reconnaissance.scout_zones(s, patrol, zone, self.parties)
                options += [("scout", data.ZONES[z]) for z in zones]
        else:
            options.append(act("begin"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("with", unit):
                s.then(Stack((*self.units, data.UNIT[unit]), self.parties))
            case ("go", zone):
                s.then(movement.Go(self.units, data.ZONE[zone]))
            case ("scout", zone):
                s.then(Stack((), (*self.parties, (data.ZONE[zone], self.units))))
            case _:
                s.then(reconnaissance.Reconnoitre(self.parties))

    def ask(self, s: Desert) -> str:
        patrol, _ = self.where(s)
        left = s.ap[patrol] - data.AP_RECONNAISSANCE * len(self.parties)
        if not self.units:
            return f"Another detachment for {data.AP_RECONNAISSANCE} of {left} AP, or begin the reconnaissance?"
        verbs = "to reconnoitre" if self.parties else "to go"
        return f"{terms.listed(self.units)}: add a unit, or name the zone {verbs} ({left} AP left)"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(data.UNITS[u] for u in self.units)

    def price(self, s: Desert, action: Action) -> str:
        return price(s, self.units, action)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        refusal: Refusal | None = None
        match action:
            case ("with", unit) if unit in data.UNIT:
                refusal = join_stack_refusal(s, data.UNIT[unit], self.units, self.parties)
            case ("go" | "scout", zone) if zone in data.ZONE and not self.units:
                refusal = Refusal("WDW-611.2", "name a unit first, with “with”")
            case ("go", zone) if zone in data.ZONE:
                if self.parties:
                    refusal = Refusal("WDW-614.9", "the detachments named so far go on reconnaissance together")
                else:
                    refusal = movement.go_refusal(s, self.units, data.ZONE[zone])
            case ("scout", zone) if zone in data.ZONE:
                refusal = reconnaissance.scout_refusal(s, self.units, data.ZONE[zone], self.parties)
        return refusal or Refusal("WDW-611.2", "the stack is named with “with”, then sent with “go” or “scout”")


# --- changing patrol, attacking, giving up ---------------------------------------------------------------------------


def join_refusal(s: Desert, unit: int, patrol: int) -> Refusal | None:
    """WDW-611.15, WDW-611.20, WDW-613.13 A unit may join another patrol that has a unit in its zone, once a turn and
    for no AP; not while it observes."""
    refusal = movement.unit_refusal(s, unit)
    word = data.UNITS[unit]
    if refusal is not None:
        return refusal
    if s.patrol[unit] == patrol:
        return Refusal("WDW-611.15", f"{{{word}}} belongs to {{{PATROLS[patrol]}}}")
    if patrol not in s.in_play() or not s.patrol_in(patrol, s.zone[unit]):
        return Refusal("WDW-611.15", f"no unit of {{{PATROLS[patrol]}}} is with {{{word}}}")
    if s.watch_end[unit]:
        return Refusal("WDW-613.13", f"{{{word}}} is observing and does nothing else")
    if s.done[unit] & TRANSFERRED:
        return Refusal("WDW-611.20", f"{{{word}}} has changed patrol this turn")
    return None


def join_offers(s: Desert, units: list[int], others: list[int]) -> list[Action]:
    """WDW-611.15, WDW-611.16 Every change of patrol open to units of an active patrol, which may also stay with their
    own: `join_refusal` asked of all, quicker."""
    there = [(other, {s.zone[u] for u in s.units_of(other)}) for other in others]
    return [
        ("join", data.UNITS[u], PATROLS[other])
        for u in units
        if not s.watch_end[u] and not s.done[u] & TRANSFERRED
        for other, zones in there
        if s.zone[u] in zones
    ]


@dataclass(frozen=True)
class Join(DesertStep):
    """WDW-611.15, WDW-611.20, WDW-51.22 The unit draws on its new patrol's AP from now on; sizes change from the next
    roll on. With the last unit of a patrol go the Recon OK that it holds. Whom event 18 holds it holds here too."""

    unit: int
    patrol: int

    def do(self, s: Desert) -> None:
        old = s.patrol[self.unit]
        s.patrol[self.unit] = self.patrol
        s.done[self.unit] |= TRANSFERRED | (STUCK if s.status[old] & IMMOBILE else 0)
        s.mover = ()
        s.say("WDW-611.15", "{} joins {}", data.UNITS[self.unit], PATROLS[self.patrol])
        if not s.units_of(old):
            plain, seen = s.held[old], s.held_seen[old]
            s.held[old] = s.held_seen[old] = 0
            if plain or seen:
                s.then(terms.Gain(self.patrol, plain, seen))


def attack_refusal(s: Desert, zone: int) -> Refusal | None:
    """WDW-72.8, WDW-72.10, WDW-617.4, WDW-734.6 A target that stands may be attacked, for no AP, by LRDG units in
    its zone whose patrol may still act. Nothing else is attacked of one's own accord."""
    word = data.ZONES[zone]
    if not s.target_initial(zone):
        return Refusal("WDW-72.10", f"there is no target at {{{word}}}; only targets are attacked")
    if not s.target[zone]:
        return Refusal("WDW-72.8", f"the target at {{{word}}} is destroyed")
    units = s.units_in(zone)
    if not units:
        return Refusal("WDW-72.10", f"no LRDG unit is at {{{word}}}")
    refusals = [movement.patrol_refusal(s, s.patrol[u]) for u in units]
    return refusals[0] if all(refusals) else None


@dataclass(frozen=True)
class Abandon(DesertChoice):
    """WDW-54.2, WDW-50.2 A unit is abandoned and counts as destroyed, or the whole mission is given up.

    It is asked even when nothing but the mission can be named, so that nobody gives up by one word.
    """

    clause = "WDW-54.2"
    always_asked = True

    def offer(self, s: Desert) -> list[Action]:
        options = [act("abandon", "mission")]
        if s.options["abandon_unit"] == "on":
            options += [act("abandon", data.UNITS[u]) for u in s.survivors()]
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        if action[1] == "mission":
            s.say("WDW-50.2", "The mission is given up")
            turn.end_mission(s, GIVEN_UP)
            return
        s.mover = ()
        terms.lose(s, data.UNIT[action[1]], "WDW-54.2")
        turn.end_if_lost(s)

    def ask(self, s: Desert) -> str:
        return (
            "Abandon which unit? It counts as destroyed and takes its markers along. "
            "To abandon the mission leaves every unit that is not home"
        )

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "abandon" and action[1] in data.UNIT:
            if s.zone[data.UNIT[action[1]]] < 0:
                return Refusal("WDW-54.2", f"{{{action[1]}}} is not on the map")
            return Refusal("WDW-54.2", "units are not abandoned in this match")
        return super().refuse(s, action)


# --- the loop --------------------------------------------------------------------------------------------------------


def price(s: Desert, stack: tuple[int, ...], action: Action) -> str:
    """The AP of an action, as the table of actions gives them, and the test that it leads to: dice and chance."""
    cost, test = "", ""
    match action:
        case ("go", word):
            zone = data.ZONE[word]
            cost = f"{movement.move_cost(s, stack, zone)} AP"
            test = discretion.forecast(s, discretion.ENTRY, zone, stack, 0, len(stack))
        case ("scout", word):
            cost = f"{data.AP_RECONNAISSANCE} AP"
            test = discretion.forecast(
                s, discretion.SCOUT, data.ZONE[word], stack, reconnaissance.support_drm(s, stack)
            )
        case ("watch", unit, word, turns):
            later = int(turns) - 1 + (s.options["intel_pay_end_turn"] == "on")
            cost = f"{data.AP_INTELLIGENCE} AP now" + ("", ", and next turn", ", and on the next two turns")[later]
            zone, observer = data.ZONE[word], data.UNIT[unit]
            if s.axis_in(zone):
                more = int(s.zone[observer] != zone)
                test = discretion.forecast(s, discretion.PLACE, zone, (observer,), 0, more)
        case ("report", unit):
            observer = data.UNIT[unit]
            drm = intelligence.watch_drm(s, s.watch_turns[observer])
            test = discretion.forecast(s, discretion.WATCH, s.zone[observer], (observer,), drm)
        case ("cache", _, _):
            cost = f"{data.AP_CACHE} AP"
        case ("repair", patrol, word):
            cost = f"{data.AP_MAINTENANCE} AP"
            place = supply.ALL_ZONES if word == supply.EVERYWHERE else data.ZONE[word]
            test = supply.Aids(PATROL[patrol], place).forecast(s)
        case ("waco", patrol, task, word):
            cost = f"{data.AP_AIR_SUPPORT} AP"
            if task == "intelligence":
                units = tuple(s.units_of(PATROL[patrol]))
                test = discretion.forecast(s, discretion.WACO, data.ZONE[word], units)
            else:
                test = supply.Aids(PATROL[patrol], data.ZONE[word], True).forecast(s)
        case ("low", patrol):
            cost = f"all {s.ap[PATROL[patrol]]} AP"
        case ("pass",):
            unspent = sum(s.ap[p] for p in s.in_play() if not s.status[p] & movement.INACTIVE)
            cost = f"{unspent} AP unspent" if unspent else ""
    return ", ".join(part for part in (cost, test) if part)


@dataclass(frozen=True)
class Act(DesertChoice):
    """WDW-52.1, WDW-52.3, WDW-60.1 Units of any patrol act in any order, several times while AP last, until the player
    passes."""

    clause = "WDW-52.1"

    def offer(self, s: Desert) -> list[Action]:
        options: list[Action] = []
        stack = movement.mover(s)
        if stack:
            options += [("go", data.ZONES[z]) for z in movement.go_zones(s, stack)]
        patrols = s.in_play()
        active = [p for p in patrols if not s.status[p] & movement.INACTIVE]
        for patrol in active:
            options += [("with", data.UNITS[u]) for u in starters(s, patrol)]
        for patrol in active:
            word = PATROLS[patrol]
            units = s.units_of(patrol)
            options += intelligence.offers(s, patrol, units)
            if s.ap[patrol] >= data.AP_CACHE:
                zones = sorted({s.zone[u] for u in units if not s.watch_end[u]})
                options += [("cache", word, data.ZONES[z]) for z in zones]
            for zone in supply.repair_zones(s, patrol):
                options.append(("repair", word, supply.EVERYWHERE if zone == supply.ALL_ZONES else data.ZONES[zone]))
            options += air.offers(s, patrol)
            if not s.status[patrol] & SPENT:
                options.append(("low", word))
            if len(patrols) > 1:
                options += join_offers(s, units, [p for p in patrols if p != patrol])
        for unit in s.roster:
            if s.watch_end[unit] == s.turn:
                options.append(("report", data.UNITS[unit]))
        for zone, _ in s.scenario.targets:
            if attack_refusal(s, zone) is None:
                options.append(("attack", data.ZONES[zone]))
        options.append(("abandon",))
        options.append(("pass",))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("pass",):
                s.then(Close())
                return
            case ("go", zone):
                s.then(movement.Go(s.mover, data.ZONE[zone]))
            case ("with", unit):
                s.mover = ()
                s.then(Stack((data.UNIT[unit],)))
            case ("watch", unit, zone, turns):
                s.then(intelligence.Watch(data.UNIT[unit], data.ZONE[zone], int(turns)))
            case ("report", unit):
                s.then(intelligence.Report(data.UNIT[unit]))
            case ("cache", patrol, zone):
                s.then(supply.LayCache(PATROL[patrol], data.ZONE[zone]))
            case ("repair", patrol, zone):
                s.mover = ()
                movement.pay(s, PATROL[patrol], data.AP_MAINTENANCE)
                s.say("WDW-616.1", f"{{}} does Maintenance for {data.AP_MAINTENANCE} AP", patrol,
                      facts=(("counted", f"ap-{patrol}", str(s.ap[PATROL[patrol]])),))  # fmt: skip
                s.then(supply.Aids(PATROL[patrol], supply.ALL_ZONES if zone == supply.EVERYWHERE else data.ZONE[zone]))
            case ("waco", patrol, task, zone):
                s.then(air.Call(PATROL[patrol], task, data.ZONE[zone]))
            case ("low", patrol):
                s.then(low_profile.Lie(PATROL[patrol]))
            case ("join", unit, patrol):
                s.then(Join(data.UNIT[unit], PATROL[patrol]))
            case ("attack", zone):
                s.mover = ()
                s.then(combat.Attack(data.ZONE[zone]))
            case ("abandon",):
                s.then(Abandon())
        s.then(terms.Deliver(), Act())

    def ask(self, s: Desert) -> str:
        points = [
            f"{{{PATROLS[p]}}} {'is done' if s.status[p] & movement.INACTIVE else f'{s.ap[p]} AP'}" for p in s.in_play()
        ]
        stack = movement.mover(s)
        on = f"; {terms.listed(stack)} may go on" if stack and movement.go_zones(s, stack) else ""
        return f"Turn {s.turn}, LRDG actions: act with a patrol ({', '.join(points)}){on}, or pass"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(PATROLS[p] for p in s.in_play() if not s.status[p] & movement.INACTIVE)

    def price(self, s: Desert, action: Action) -> str:
        return price(s, movement.mover(s), action)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return act_refusal(s, action) or Refusal("WDW-60.1", "that is no LRDG action")


def act_refusal(s: Desert, action: Action) -> Refusal | None:
    """WDW-60.2 Why words are no legal action now; None when they are one."""
    match action:
        case ("pass",) | ("abandon",):
            return None
        case ("go", zone) if zone in data.ZONE:
            stack = movement.mover(s)
            if not stack:
                return Refusal("WDW-611.2", "name the units that go first, with “with”")
            return movement.go_refusal(s, stack, data.ZONE[zone])
        case ("with", unit) if unit in data.UNIT:
            return join_stack_refusal(s, data.UNIT[unit], (), ())
        case ("watch", unit, zone, turns) if unit in data.UNIT and zone in data.ZONE and turns.isdecimal():
            return intelligence.watch_refusal(s, data.UNIT[unit], data.ZONE[zone], int(turns))
        case ("report", unit) if unit in data.UNIT:
            return intelligence.report_refusal(s, data.UNIT[unit])
        case ("cache", patrol, zone) if patrol in PATROL and zone in data.ZONE:
            return supply.cache_refusal(s, PATROL[patrol], data.ZONE[zone])
        case ("repair", patrol, zone) if patrol in PATROL and (zone in data.ZONE or zone == supply.EVERYWHERE):
            place = supply.ALL_ZONES if zone == supply.EVERYWHERE else data.ZONE[zone]
            return supply.repair_refusal(s, PATROL[patrol], place)
        case ("waco", patrol, task, zone) if patrol in PATROL and task in air.TASKS and zone in data.ZONE:
            return air.call_refusal(s, PATROL[patrol]) or air.task_refusal(s, PATROL[patrol], task, data.ZONE[zone])
        case ("low", patrol) if patrol in PATROL:
            return low_profile.low_refusal(s, PATROL[patrol])
        case ("join", unit, patrol) if unit in data.UNIT and patrol in PATROL:
            return join_refusal(s, data.UNIT[unit], PATROL[patrol])
        case ("attack", zone) if zone in data.ZONE:
            return attack_refusal(s, data.ZONE[zone])
    return Refusal("WDW-60.1", "that is no LRDG action")


@dataclass(frozen=True)
class Close(DesertStep):
    """WDW-52.2, WDW-613.8 The phase closes: observations that end this turn are tested at the latest now, then
    unspent AP are lost."""

    def do(self, s: Desert) -> None:
        for unit in s.roster:
            if s.watch_end[unit] == s.turn:
                s.then(intelligence.Report(unit), Close())
                return
        s.mover = ()
        s.halves = 0
        for patrol, left in enumerate(s.ap):
            if left:
                s.ap[patrol] = 0
                s.say("WDW-52.2", f"{{}} loses {left} unspent AP", PATROLS[patrol],
                      facts=(("counted", f"ap-{PATROLS[patrol]}", "0"),))  # fmt: skip
        s.then(terms.Deliver(), scenarios.ActionsClosed())
