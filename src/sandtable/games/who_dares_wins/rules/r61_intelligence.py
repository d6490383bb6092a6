"""Chapter 6.1.3, Intelligence: a unit watches a zone for one or two turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    IMMOBILE,
    PAID,
    PATROLS,
    PLACED,
    STAYS,
    Desert,
    DesertChoice,
    DesertStep,
    LrdgAction,
    changed,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.odds import percent

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen

TURNS = tuple(str(turns) for turns in tables.OBSERVATION_TURNS)


def is_legal(s: Desert, zone: int) -> bool:
    """WDW-613.3, WDW-613.4, WDW-613.5 Intelligence is legal in a target zone, next to one, and in any village, town,
    oasis, fort or airfield that is no base; nowhere else."""
    board, target = s.board, s.target
    if board.may_watch[zone] or land.IS_BASE[zone]:
        return board.may_watch[zone]
    if target[zone]:
        return True
    return any(target[z] for z in board.neighbours[zone])


def zone_refusal(s: Desert, zone: int) -> Refusal | None:
    """WDW-613.5 Why Intelligence is illegal in a zone."""
    if is_legal(s, zone):
        return None
    word = land.ZONES[zone]
    if land.IS_BASE[zone]:
        return Refusal("WDW-613.5", f"{{{word}}} is a base; there is nothing to observe")
    return Refusal("WDW-613.5", f"{{{word}}} is neither settled nor next to a target")


def watch_refusal(s: Desert, unit: int, zone: int, turns: int) -> Refusal | None:
    """WDW-613.1, WDW-613.2, WDW-613.13, WDW-613.15 Who may begin to observe where: a unit that is no truck and observes
    nothing yet, in its own zone or in one next to it, for 2 AP now."""
    word = lrdg.UNITS[unit]
    refusal = movement.unit_refusal(s, unit)
    if refusal is not None:
        return refusal
    if turns not in tables.OBSERVATION_TURNS:
        return Refusal("WDW-613.1", "an observation lasts one turn or two")
    if lrdg.IS_TRUCK[unit]:
        return Refusal("WDW-613.15", f"{{{word}}} is a truck and cannot observe")
    if s.watch_end[unit]:
        return Refusal("WDW-613.13", f"{{{word}}} is observing already and does nothing else")
    here = s.zone[unit]
    if zone != here and s.board.link[here][zone] == land.NO_LINK:
        return Refusal("WDW-331.2", f"{{{land.ZONES[zone]}}} is not next to {{{land.ZONES[here]}}}")
    refusal = zone_refusal(s, zone)
    if refusal is None and zone != here:
        refusal = movement.immobile_refusal(s, (unit,))
    return refusal or movement.ap_refusal(s, s.patrol[unit], tables.AP_INTELLIGENCE)


def zones_to_watch(s: Desert, unit: int) -> list[int]:
    """WDW-613.3, WDW-613.16 Where a unit may observe: its own zone, and those next to it if it can go there."""
    here = s.zone[unit]
    stays = s.status[s.patrol[unit]] & IMMOBILE or s.done[unit] & STAYS
    zones = (here,) if stays else (here, *s.board.neighbours[here])
    return [z for z in zones if is_legal(s, z)]


def watches(s: Desert, patrol: int) -> list[Action]:
    """Every observation that units of a patrol with the AP may begin; those that stand together look at the same zones,
    unless one of them was placed there."""
    found: list[Action] = []
    seen_from: dict[tuple[int, int], list[int]] = {}
    for unit in s.units_of(patrol):
        if not lrdg.IS_TRUCK[unit] and not s.watch_end[unit]:
            stand = (s.zone[unit], s.done[unit] & STAYS)
            if stand not in seen_from:
                seen_from[stand] = zones_to_watch(s, unit)
            for zone in seen_from[stand]:
                found += [("watch", lrdg.UNITS[unit], land.ZONES[zone], turns) for turns in TURNS]
    return found


class Watch(LrdgAction):
    """WDW-613.2, WDW-613.6, WDW-613.16 The observer pays 2 AP and is slipped into the zone without movement AP, which
    it does not leave this turn; only where land Axis units are is a Discretion test taken on placement."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, unit, zone, turns) if unit in lrdg.UNIT and zone in land.ZONE and turns.isdecimal():
                return watch_refusal(s, lrdg.UNIT[unit], land.ZONE[zone], int(turns))
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        found: list[Action] = []
        for patrol in movement.active(s):
            if s.ap[patrol] >= tables.AP_INTELLIGENCE:
                found += watches(s, patrol)
        return found

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        unit, zone = lrdg.UNIT[action[1]], land.ZONE[action[2]]
        later = int(action[3]) - 1 + (s.options["intel_pay_end_turn"] == "on")
        cost = f"{tables.AP_INTELLIGENCE} AP now" + ("", ", and next turn", ", and on the next two turns")[later]
        more = int(s.zone[unit] != zone)
        slip = discretion.forecast(s, discretion.PLACE, zone, (unit,), 0, more) if s.axis_in(zone) else ""
        passing = discretion.chance_to_pass(s, discretion.WATCH, zone, (unit,), watch_drm(s, int(action[3])), more)
        return terms.joined(cost, slip, f"then {percent(passing)} for a Recon OK")

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        s, unit, zone = seen.position, lrdg.UNIT[action[1]], land.ZONE[action[2]]
        if not s.axis_in(zone):
            return None
        more = int(s.zone[unit] != zone)
        return discretion.outcomes(discretion.chance_to_pass(s, discretion.PLACE, zone, (unit,), 0, more))

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        unit, zone = lrdg.UNIT[action[1]], land.ZONE[action[2]]
        patrol, came = s.patrol[unit], s.zone[unit]
        movement.pay(s, patrol, tables.AP_INTELLIGENCE)
        facts: tuple[tuple[str, ...], ...] = (("counted", f"ap-{PATROLS[patrol]}", str(s.ap[patrol])),)
        if came != zone:
            movement.place(s, unit, zone)
            s.done[unit] |= PLACED
            facts += (("moved", action[1], land.ZONES[came], action[2]),)
        how = "hides at" if came == zone else "slips into"
        s.say("WDW-613.2", f"{{}} {how} {{}} to observe it, {tables.AP_INTELLIGENCE} AP", *action[1:3], facts=facts)
        s.mover = ()
        s.passed = 1
        if s.axis_in(zone):
            s.then(discretion.Test(discretion.PLACE, zone, (unit,)))
        s.then(BeginWatch(unit, int(action[3])), scenarios.Landing())


WATCH = Watch("watch", "Observe", {3: "Observe {2} with {1} for {3}"})


@dataclass(frozen=True)
class BeginWatch(DesertStep):
    """WDW-613.1, WDW-613.7 Undetected, the observation begins and ends `turns` turns after this one; detected, it
    does not begin, the unit stays and the AP are lost."""

    unit: int
    turns: int

    def do(self, s: Desert) -> None:
        if not s.passed or s.zone[self.unit] < 0:
            return
        s.watch_end[self.unit] = s.turn + self.turns
        s.watch_turns = changed(s.watch_turns, self.unit, self.turns)
        s.done[self.unit] |= PAID
        word = lrdg.UNITS[self.unit]
        s.say("WDW-613.1", f"{{}} observes {{}} until turn {s.turn + self.turns}", word, land.ZONES[s.zone[self.unit]],
              facts=(("marked", word, "observing"),))  # fmt: skip


@dataclass(frozen=True)
class Upkeep(DesertStep):
    """WDW-613.2 At the start of the actions every running observation is paid for or broken off, one after the
    other."""

    def do(self, s: Desert) -> None:
        last = s.options["intel_pay_end_turn"] == "on"
        for unit in s.roster:
            end = s.watch_end[unit]
            if end and not s.done[unit] & PAID and (end > s.turn or (last and end == s.turn)):
                s.then(Pay(unit), Upkeep())
                return


@dataclass(frozen=True)
class Pay(DesertChoice):
    """WDW-613.2, WDW-613.13 An observation costs 2 AP on each turn before its last (by option on its last too); not
    paid for, it is broken off."""

    unit: int
    clause = "WDW-613.2"

    def offer(self, s: Desert) -> list[Action]:
        word = lrdg.UNITS[self.unit]
        broken = act("break", word)
        patrol = s.patrol[self.unit]
        if movement.patrol_refusal(s, patrol) or s.ap[patrol] < tables.AP_INTELLIGENCE:
            return [broken]
        return [act("pay", word), broken]

    def chosen(self, s: Desert, action: Action) -> None:
        s.done[self.unit] |= PAID
        if action[0] == "pay":
            patrol = s.patrol[self.unit]
            movement.pay(s, patrol, tables.AP_INTELLIGENCE)
            s.say("WDW-613.2", f"{{}} goes on observing for {tables.AP_INTELLIGENCE} AP", lrdg.UNITS[self.unit],
                  facts=(("counted", f"ap-{PATROLS[patrol]}", str(s.ap[patrol])),))  # fmt: skip
        else:
            movement.stop_watching(s, self.unit, "is not paid for")

    def ask(self, s: Desert) -> str:
        left = s.ap[s.patrol[self.unit]]
        unit, zone = lrdg.UNITS[self.unit], land.ZONES[s.zone[self.unit]]
        return (
            f"{{{unit}}} observes {{{zone}}} until turn {s.watch_end[self.unit]}: "
            f"pay {tables.AP_INTELLIGENCE} of {left} AP, or break off?"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return (lrdg.UNITS[self.unit],)

    def price(self, s: Desert, action: Action) -> str:
        return f"{tables.AP_INTELLIGENCE} AP" if action[0] == "pay" else ""

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if action == ("pay", lrdg.UNITS[self.unit]):
            refusal = movement.ap_refusal(s, s.patrol[self.unit], tables.AP_INTELLIGENCE)
            if refusal is not None:
                return refusal
        return super().refuse(s, action)


def watch_drm(s: Desert, turns: int) -> int:
    """WDW-613.9, WDW-613.10 The DRM of the test at the end: +1 after one turn (-1 by option), 0 after two."""
    if turns == 1:
        return int(s.options["intel_one_turn_drm"])
    return tables.DRM_INTELLIGENCE_2_TURNS


def report_refusal(s: Desert, unit: int) -> Refusal | None:
    """WDW-613.8 The test is taken on the end turn, in the action phase."""
    word = lrdg.UNITS[unit]
    if not s.watch_end[unit]:
        return Refusal("WDW-613.8", f"{{{word}}} is not observing")
    if s.watch_end[unit] != s.turn:
        return Refusal("WDW-613.8", f"{{{word}}} observes until turn {s.watch_end[unit]}")
    return None


def due(s: Desert) -> list[int]:
    """WDW-613.8 Units whose observation ends this turn and has not been tested yet."""
    return [u for u in s.roster if s.watch_end[u] == s.turn]


class Finish(LrdgAction):
    """WDW-613.8, WDW-613.14 The test of an observation on its end turn, whenever the player likes."""

    def tries(self, s: Desert, at: DesertChoice) -> list[Action]:
        return [("report", lrdg.UNITS[u]) for u in due(s)]

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, unit) if unit in lrdg.UNIT:
                return report_refusal(s, lrdg.UNIT[unit])
        return None

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        unit = lrdg.UNIT[action[1]]
        drm = watch_drm(s, s.watch_turns[unit])
        return discretion.forecast(s, discretion.WATCH, s.zone[unit], (unit,), drm)

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        s, unit = seen.position, lrdg.UNIT[action[1]]
        drm = watch_drm(s, s.watch_turns[unit])
        passing = discretion.chance_to_pass(s, discretion.WATCH, s.zone[unit], (unit,), drm)
        return discretion.outcomes(passing, "a Recon OK")

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.then(Report(lrdg.UNIT[action[1]]))


FINISH = Finish("report", "Finish the observation", {1: "Finish the observation of {1}"})


@dataclass(frozen=True)
class Report(DesertStep):
    """WDW-613.8, WDW-613.14 On the end turn the observer takes its test, for no AP and at any Alarm level."""

    unit: int

    def do(self, s: Desert) -> None:
        zone = s.zone[self.unit]
        drm = watch_drm(s, s.watch_turns[self.unit])
        s.watch_end[self.unit] = 0
        s.watch_turns = changed(s.watch_turns, self.unit, 0)
        s.mover = ()
        s.then(discretion.Test(discretion.WATCH, zone, (self.unit,), drm), Learn(self.unit, zone))


@dataclass(frozen=True)
class Learn(DesertStep):
    """WDW-613.11, WDW-613.12 Undetected, the unit carries a Recon OK until it is in its patrol's zone; detected, it has
    learned nothing."""

    unit: int
    zone: int

    def do(self, s: Desert) -> None:
        word = lrdg.UNITS[self.unit]
        if not s.passed or s.zone[self.unit] < 0:
            s.say("WDW-613.12", "{} has learned nothing", word, facts=(("unmarked", word, "observing"),))
            return
        if scenarios.is_observed(s, self.zone):
            s.carried_seen = changed(s.carried_seen, self.unit, s.carried_seen[self.unit] + 1)
        else:
            s.carried = changed(s.carried, self.unit, s.carried[self.unit] + 1)
        s.say("WDW-613.11", "{} has seen what it came for and carries a Recon OK", word,
              facts=(("unmarked", word, "observing"), ("marked", word, "recon-ok")))  # fmt: skip
        s.then(terms.Deliver())
