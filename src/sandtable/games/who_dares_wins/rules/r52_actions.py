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

Each verb stands in its chapter: what it offers, refuses, costs and does, and its odds. What is named of a stack so far
is in `named` and `parties`, which the player alone knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r61_air as air
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
    STAYS,
    STUCK,
    TRANSFERRED,
    Desert,
    DesertChoice,
    DesertStep,
    LrdgAction,
    Party,
)
from sandtable.kernel.flow import Action, Refusal, act, not_on_offer
from sandtable.kernel.verbs import Verb


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-50.1, WDW-52.3 The phase of LRDG actions: observations are paid for, then the player acts as he likes."""

    def do(self, s: Desert) -> None:
        s.phase = ACTIONS
        s.say("WDW-50.1", "LRDG actions", facts=(("phase", "actions"),))
        s.then(terms.Deliver(), intelligence.Upkeep(), scenarios.Landing(), Act())


# --- stacks ----------------------------------------------------------------------------------------------------------


def can_grow(
    s: Desert,
    patrol: int,
    zone: int,
    stack: tuple[int, ...],
    units: list[int],
    parties: tuple[Party, ...],
) -> bool:
    """WDW-31.3, WDW-60.2 Whether a stack, or one that it can still become, may go or reconnoitre somewhere."""
    size = len(stack)
    if all(lrdg.IS_TRUCK[u] for u in stack):
        taken = [u for _, party in parties for u in party]
        free = [u for u in units if u > stack[-1] and s.zone[u] == zone and not s.done[u] & STAYS and u not in taken]
        if all(lrdg.IS_TRUCK[u] for u in free):
            return False
        size += 1
    if not parties and (movement.CHEAPEST_HALVES[s.board_no][zone] * size + 1) // 2 <= s.ap[patrol]:
        return True
    return bool(reconnaissance.scout_zones(s, patrol, zone, parties))


def join_stack_refusal(s: Desert, unit: int, stack: tuple[int, ...], parties: tuple[Party, ...]) -> Refusal | None:
    """WDW-611.19, WDW-614.1 A stack is of one patrol, in one zone, named in the order of the counters; detachments that
    reconnoitre together leave from one zone, and each unit goes with one of them."""
    refusal = movement.unit_refusal(s, unit)
    if refusal is not None:
        return refusal
    word, patrol = lrdg.UNITS[unit], s.patrol[unit]
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


class With(LrdgAction):
    """WDW-611.2, WDW-611.19, WDW-614.9, WDW-52.1 A stack is named unit by unit; detachments that reconnoitre together
    are named one after the other."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, unit) if unit in lrdg.UNIT:
                return join_stack_refusal(s, lrdg.UNIT[unit], s.named, s.parties)
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        if is_naming(s):
            patrol, zone = stack_stands(s)
            return [("with", lrdg.UNITS[u]) for u in members(s, patrol) if s.zone[u] == zone]
        return [("with", lrdg.UNITS[u]) for patrol in movement.active(s) for u in members(s, patrol)]

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.named = (*s.named, lrdg.UNIT[action[1]])


WITH = With("with", "Choose")


def members(s: Desert, patrol: int) -> list[int]:
    """WDW-611.19, WDW-60.2 Units of a patrol that may be named next: `join_stack_refusal` asked of all of them, those
    in other zones apart, quicker."""
    if not s.ap[patrol] or s.status[patrol] & IMMOBILE:
        return []
    units = s.units_of(patrol)
    taken = [u for _, party in s.parties for u in party]
    last = s.named[-1] if s.named else -1
    found = []
    for unit in units:
        if unit > last and unit not in taken and not s.done[unit] & STAYS:
            if can_grow(s, patrol, s.zone[unit], (*s.named, unit), units, s.parties):
                found.append(unit)
    return found


def is_naming(s: Desert) -> bool:
    """Whether a stack, or the detachments of a reconnaissance, are being named."""
    return bool(s.named or s.parties)


def stack_stands(s: Desert) -> tuple[int, int]:
    """Patrol and zone of the stack or the detachments that are being named."""
    first = s.named[0] if s.named else s.parties[0][1][0]
    return s.patrol[first], s.zone[first]


# --- changing patrol, attacking, giving up ---------------------------------------------------------------------------


def join_refusal(s: Desert, unit: int, patrol: int) -> Refusal | None:
    """WDW-611.15, WDW-611.20, WDW-613.13 A unit may join another patrol that has a unit in its zone, once a turn and
    for no AP; not while it observes."""
    refusal = movement.unit_refusal(s, unit)
    word = lrdg.UNITS[unit]
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


class Join(LrdgAction):
    """WDW-611.15, WDW-611.16, WDW-611.20, WDW-51.22 The unit draws on its new patrol's AP from now on; sizes change
    from the next roll on. It may also stay with its own. With the last unit of a patrol go the Recon OK that it holds.
    Whom event 18 holds it holds here too."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, unit, patrol) if unit in lrdg.UNIT and patrol in PATROL:
                return join_refusal(s, lrdg.UNIT[unit], PATROL[patrol])
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        patrols = s.in_play()
        found: list[Action] = []
        if len(patrols) > 1:
            there = [(patrol, s.zones_of(patrol)) for patrol in patrols]
            for patrol in movement.active(s):
                for unit in s.units_of(patrol):
                    if not s.watch_end[unit] and not s.done[unit] & TRANSFERRED:
                        others = [other for other, zones in there if other != patrol and s.zone[unit] in zones]
                        found += [("join", lrdg.UNITS[unit], PATROLS[other]) for other in others]
        return found

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        unit, patrol = lrdg.UNIT[action[1]], PATROL[action[2]]
        old = s.patrol[unit]
        s.patrol[unit] = patrol
        s.done[unit] |= TRANSFERRED | (STUCK if s.status[old] & IMMOBILE else 0)
        s.mover = ()
        s.say("WDW-611.15", "{} joins {}", *action[1:])
        if not s.units_of(old):
            plain, seen = s.held[old], s.held_seen[old]
            s.held[old] = s.held_seen[old] = 0
            if plain or seen:
                s.then(terms.Gain(patrol, plain, seen))


JOIN = Join("join", "Join", {2: "{1} joins {2}"})


def attack_refusal(s: Desert, zone: int) -> Refusal | None:
    """WDW-72.8, WDW-72.10, WDW-617.4, WDW-734.6 A target that stands may be attacked, for no AP, by LRDG units in
    its zone whose patrol may still act. Nothing else is attacked of one's own accord."""
    word = land.ZONES[zone]
    if not s.target_initial(zone):
        return Refusal("WDW-72.10", f"there is no target at {{{word}}}; only targets are attacked")
    if not s.target[zone]:
        return Refusal("WDW-72.8", f"the target at {{{word}}} is destroyed")
    units = s.units_in(zone)
    if not units:
        return Refusal("WDW-72.10", f"no LRDG unit is at {{{word}}}")
    refusals = [movement.patrol_refusal(s, s.patrol[u]) for u in units]
    return refusals[0] if all(refusals) else None


class AttackTarget(LrdgAction):
    """WDW-72.10 The units in a zone attack its target."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, zone) if zone in land.ZONE:
                return attack_refusal(s, land.ZONE[zone])
        return None

    def tries(self, s: Desert, at: DesertChoice) -> list[Action]:
        return [("attack", land.ZONES[zone]) for zone, _ in s.scenario.targets]

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.mover = ()
        s.then(combat.Attack(land.ZONE[action[1]]))


ATTACK = AttackTarget("attack", "Attack", {1: "Attack the target at {1}"})


class GiveUp(LrdgAction):
    """WDW-50.2 The player thinks of abandoning a unit, or the mission."""

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.then(Abandon())


GIVE_UP = GiveUp("abandon", "Abandon", {0: "Abandon a unit, or the mission"})


@dataclass(frozen=True)
class Abandon(DesertChoice):
    """WDW-54.2, WDW-50.2 A unit is abandoned and counts as destroyed, or the whole mission is given up.

    It is asked even when nothing but the mission can be named, so that nobody gives up by one word.
    """

    clause = "WDW-54.2"
    always_asked = True
    link = True

    def offer(self, s: Desert) -> list[Action]:
        options = [act("abandon", "mission")]
        if s.options["abandon_unit"] == "on":
            options += [act("abandon", lrdg.UNITS[u]) for u in s.survivors()]
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        if action[1] == "mission":
            s.say("WDW-50.2", "The mission is given up")
            turn.end_mission(s, GIVEN_UP)
            return
        s.mover = ()
        terms.lose(s, lrdg.UNIT[action[1]], "WDW-54.2")
        if not turn.end_if_lost(s):
            s.then(terms.Deliver())

    def is_final(self, s: Desert, action: Action) -> bool:
        return True

    def ask(self, s: Desert) -> str:
        return (
            "Abandon which unit? It counts as destroyed and takes its markers along. "
            "To abandon the mission leaves every unit that is not home"
        )

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "abandon" and action[1] in lrdg.UNIT:
            if s.zone[lrdg.UNIT[action[1]]] < 0:
                return Refusal("WDW-54.2", f"{{{action[1]}}} is not on the map")
            return Refusal("WDW-54.2", "units are not abandoned in this match")
        return super().refuse(s, action)


# --- the loop --------------------------------------------------------------------------------------------------------


class Pass(LrdgAction):
    """WDW-52.2 The player acts no more this turn; unspent AP are lost."""

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        unspent = sum(s.ap[p] for p in movement.active(s))
        return f"{unspent} AP unspent" if unspent else ""

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.then(Close())


PASS = Pass("pass", "End the actions")


@dataclass(frozen=True)
class Act(DesertChoice):
    """WDW-52.1, WDW-52.3, WDW-60.1 Units of any patrol act in any order, several times while AP last, until the player
    passes. A stack is named unit by unit, then goes to a zone or reconnoitres one."""

    clause = "WDW-52.1"

    def verbs(self, s: Desert) -> tuple[Verb, ...]:
        if is_naming(s):
            return WITH, movement.GO, reconnaissance.SCOUT, reconnaissance.BEGIN
        return (
            movement.GO, WITH, intelligence.WATCH, supply.LAY_CACHE, supply.MAINTENANCE, air.CALL_WACO,
            low_profile.LOW_PROFILE, JOIN, intelligence.FINISH, ATTACK, GIVE_UP, PASS,
        )  # fmt: skip

    def chosen(self, s: Desert, action: Action) -> None:
        super().chosen(s, action)
        match action:
            case ("abandon",):
                s.then(Act())  # nothing is done yet
            case ("pass",):
                pass
            case _:
                s.then(terms.Deliver(), Act())

    def label(self, s: Desert, action: Action) -> str:
        return "End the patrols' actions" if action == ("pass",) else ""

    def ask(self, s: Desert) -> str:
        return ask_for_stack(s) if is_naming(s) else ask_for_action(s)

    def about(self, s: Desert) -> tuple[str, ...]:
        if is_naming(s):
            return tuple(lrdg.UNITS[u] for u in s.named)
        return tuple(PATROLS[p] for p in movement.active(s))

    def refuse(self, s: Desert, action: Action) -> Refusal:
        verb = self.verb_of(s, action)
        refusal = None if verb is None else verb.refuse(s, self, action)
        if refusal is not None:
            return refusal
        if is_naming(s):
            return Refusal("WDW-611.2", "the stack is named with “with”, then sent with “go” or “scout”", typed=True)
        return Refusal("WDW-60.1", not_on_offer(action, self.offer(s)), typed=True)


def ask_for_stack(s: Desert) -> str:
    """The question while a stack is being named."""
    left = s.ap[stack_stands(s)[0]] - tables.AP_RECONNAISSANCE * len(s.parties)
    if not s.named:
        return f"Another detachment for {tables.AP_RECONNAISSANCE} of {left} AP, or begin the reconnaissance?"
    goal = "to reconnoitre" if s.parties else "to go"
    return f"{terms.listed(s.named)}: add a unit, or name the zone {goal} ({left} AP left)"


def ask_for_action(s: Desert) -> str:
    """The question between two actions: what each patrol has left, and who may go on."""
    acting = movement.active(s)
    points = [f"{{{PATROLS[p]}}} {f'{s.ap[p]} AP' if p in acting else 'is done'}" for p in s.in_play()]
    stack = movement.mover(s)
    on = f"; {terms.listed(stack)} may go on" if stack and movement.go_zones(s, stack) else ""
    if not any(s.ap[p] for p in acting):
        return f"Turn {s.turn}, LRDG actions: no AP are left; end the actions, or do what costs none"
    does = f"pick who drives, or what else a patrol does ({', '.join(points)}){on}"
    return f"Turn {s.turn}, LRDG actions: {does}, or end the actions"


@dataclass(frozen=True)
class Close(DesertStep):
    """WDW-52.2, WDW-613.8 The phase closes: observations that end this turn are tested at the latest now, then
    unspent AP are lost."""

    def do(self, s: Desert) -> None:
        observers = intelligence.due(s)
        if observers:
            s.then(intelligence.Report(observers[0]), Close())
            return
        s.mover = ()
        s.halves = 0
        for patrol, left in enumerate(s.ap):
            if left:
                s.ap[patrol] = 0
                s.say("WDW-52.2", f"{{}} loses {left} unspent AP", PATROLS[patrol],
                      facts=(("counted", f"ap-{PATROLS[patrol]}", "0"),))  # fmt: skip
        s.then(terms.Deliver(), scenarios.ActionsClosed())
