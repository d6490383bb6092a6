"""Chapter 6.1.2, air support: the Waco brings spares or takes a look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import (
    IN_SUPPORT,
    NO_WACO,
    PATROL,
    PATROLS,
    WACO_GONE,
    Desert,
    DesertChoice,
    DesertStep,
    LrdgAction,
)
from sandtable.kernel.flow import Action, Refusal, act

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen

TASKS = ("intelligence", "maintenance")


def nearest(s: Desert, patrol: int, zone: int) -> list[int]:
    """WDW-612.3 The zones of the patrol from which the range is measured: the closest ones."""
    distance = s.board.distance[zone]
    zones = s.zones_of(patrol)
    least = min(distance[z] for z in zones)
    return [z for z in zones if distance[z] == least]


def call_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-612.1, WDW-333.1, WDW-31.5 Air support costs 6 AP and needs the Waco, both aircraft in one, in the Support
    area."""
    refusal = movement.patrol_refusal(s, patrol)
    if refusal is not None:
        return refusal
    if s.waco == NO_WACO:
        return Refusal("WDW-612.1", "there is no Waco in this mission")
    if s.waco == WACO_GONE:
        return Refusal("WDW-612.5", "the Waco is lost for the rest of the mission")
    return movement.ap_refusal(s, patrol, tables.AP_AIR_SUPPORT)


def task_refusal(s: Desert, patrol: int, task: str, zone: int) -> Refusal | None:
    """WDW-612.2, WDW-612.3, WDW-612.6 It does Maintenance or Intelligence up to 2 links from a zone of the calling
    patrol; Intelligence only where that is legal, Maintenance where units of the patrol need it."""
    word = land.ZONES[zone]
    if s.board.distance[zone][nearest(s, patrol, zone)[0]] > tables.WACO_RANGE:
        return Refusal("WDW-612.3", f"{{{word}}} is more than {tables.WACO_RANGE} links from {{{PATROLS[patrol]}}}")
    if task == "intelligence":
        return intelligence.zone_refusal(s, zone)
    if not supply.needy(s, patrol, zone):
        return Refusal("WDW-616.2", f"no unit of {{{PATROLS[patrol]}}} at {{{word}}} carries an MCO marker")
    return None


def calls(s: Desert, patrol: int) -> list[Action]:
    """WDW-612.1, WDW-612.3, WDW-333.1 Every call that a patrol that may act can make while the Waco is in the Support
    area: `call_refusal` and `task_refusal` asked of every zone, quicker."""
    if s.waco != IN_SUPPORT or s.ap[patrol] < tables.AP_AIR_SUPPORT:
        return []
    word, own = PATROLS[patrol], s.zones_of(patrol)
    distance = [s.board.distance[one] for one in own]
    near = [z for z in range(len(land.ZONES)) if any(links[z] <= tables.WACO_RANGE for links in distance)]
    found: list[Action] = [("waco", word, "intelligence", land.ZONES[z]) for z in near if intelligence.is_legal(s, z)]
    found += [("waco", word, "maintenance", land.ZONES[z]) for z in own if supply.needy(s, patrol, z)]
    return found


class CallWaco(LrdgAction):
    """WDW-612.1, WDW-612.2, WDW-612.4 The patrol pays 6 AP, the Waco does its task with DRM -1, then its return is
    rolled."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, patrol, task, zone) if patrol in PATROL and task in TASKS and zone in land.ZONE:
                return call_refusal(s, PATROL[patrol]) or task_refusal(s, PATROL[patrol], task, land.ZONE[zone])
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        return [call for patrol in movement.active(s) for call in calls(s, patrol)]

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        patrol, zone = PATROL[action[1]], land.ZONE[action[3]]
        if action[2] == "intelligence":
            test = discretion.forecast(s, discretion.WACO, zone, tuple(s.units_of(patrol)))
        else:
            test = supply.forecast(s, supply.Aids(patrol, zone, True))
        return terms.joined(f"{tables.AP_AIR_SUPPORT} AP", test)

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        s, patrol, zone = seen.position, PATROL[action[1]], land.ZONE[action[3]]
        if action[2] == "maintenance":
            return supply.odds(s, supply.Aids(patrol, zone, True))
        units = tuple(s.patrol_in(patrol, nearest(s, patrol, zone)[0]))
        return discretion.outcomes(
            discretion.chance_to_pass(s, discretion.WACO, zone, units, 0), "a Recon OK", "noticed"
        )

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        _, word, task, place = action
        patrol, zone = PATROL[word], land.ZONE[place]
        movement.pay(s, patrol, tables.AP_AIR_SUPPORT)
        s.mover = ()
        s.say("WDW-612.1", f"{{}} calls the {{}} to {{}} for {tables.AP_AIR_SUPPORT} AP: {task}", word,
              lrdg.UNITS[lrdg.THE_WACO], place,
              facts=(("counted", f"ap-{word}", str(s.ap[patrol])),))  # fmt: skip
        if task == "intelligence":
            s.then(MeasuredFrom(patrol, zone), Return())
        else:
            s.then(supply.Aids(patrol, zone, True), Return())


CALL_WACO = CallWaco("waco", "Call the Waco for", {3: "{2} {3} by the Waco for {1}"})


@dataclass(frozen=True)
class MeasuredFrom(DesertChoice):
    """WDW-612.3, WDW-612.6 Where two zones of the patrol are equally close, the player says from which the range is
    measured: its units raise the Alarm if the Waco is noticed. The test is taken at once."""

    patrol: int
    zone: int
    clause = "WDW-612.3"

    def offer(self, s: Desert) -> list[Action]:
        return [act("from", land.ZONES[z]) for z in nearest(s, self.patrol, self.zone)]

    def chosen(self, s: Desert, action: Action) -> None:
        units = tuple(s.patrol_in(self.patrol, land.ZONE[action[1]]))
        s.then(discretion.Test(discretion.WACO, self.zone, units), Look(self.patrol, self.zone))

    def ask(self, s: Desert) -> str:
        return "From which zone is the range of the Waco measured? Its units raise the Alarm if it is noticed"


@dataclass(frozen=True)
class Look(DesertStep):
    """WDW-612.6 Unnoticed, the Waco earns its patrol one Recon OK; noticed, the Alarm has risen and no combat
    follows."""

    patrol: int
    zone: int

    def do(self, s: Desert) -> None:
        if s.passed:
            seen = scenarios.is_observed(s, self.zone)
            s.then(terms.Gain(self.patrol, int(not seen), int(seen)))


@dataclass(frozen=True)
class Return(DesertStep):
    """WDW-612.4, WDW-612.5 The Waco returns on 1-2; on 3-6 it is lost for the rest of the mission."""

    def do(self, s: Desert) -> None:
        face = s.roll()
        back = face <= tables.WACO_RETURNS_ON
        s.waco = IN_SUPPORT if back else WACO_GONE
        word = lrdg.UNITS[lrdg.THE_WACO]
        result = "it is back in the Support area" if back else "it is lost for this mission"
        s.say("WDW-612.4", f"The {{}} returns? 1d6 rolls {face}: {result}", word,
              facts=(("rolled", word, str(face)),) + (() if back else (("removed", word),)))  # fmt: skip
