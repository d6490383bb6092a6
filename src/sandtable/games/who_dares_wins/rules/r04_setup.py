"""Chapter 4.2, set-up."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.state import (
    IN_SUPPORT,
    NOWHERE,
    PATROLS,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-42.1, WDW-42.2, WDW-42.6 The turn marker starts on 1, the Alarm on 0 or where the scenario says, and the
    aircraft off the map."""

    def do(self, s: Desert) -> None:
        s.turn = 1
        s.alarm = scenarios.starting_alarm(s)
        s.aircraft = NOWHERE
        if scenarios.has_free_waco(s):
            s.waco = IN_SUPPORT
            s.say("WDW-85.8", "{} waits in the Support area, free of charge", lrdg.UNITS[lrdg.THE_WACO])
        s.say("WDW-42.2", f"The Alarm starts at {s.alarm}", facts=(("counted", "alarm", str(s.alarm)),))
        s.then(Targets(), Axis(), Depart(0), scenarios.SetUpExtras(), Start())


@dataclass(frozen=True)
class Targets(DesertStep):
    """WDW-42.3 Target markers of the scenario's values lie on the target zones."""

    def do(self, s: Desert) -> None:
        for zone, value in s.scenario.targets:
            s.target[zone] = value
            word = land.ZONES[zone]
            s.say("WDW-42.3", f"A target of value {value} at {{}}", word, facts=(("marked", word, f"target-{value}"),))


def described(demand: axis.Demand) -> str:
    """What the scenario says of a counter, and so the player knows."""
    parts: list[str] = []
    if demand.nation != axis.ANY:
        parts.append(axis.NATIONS[demand.nation].capitalize())
    if demand.kind != axis.ANY:
        parts.append(axis.KINDS[demand.kind])
    if demand.mobile != axis.ANY:
        parts.append("mobile" if demand.mobile else "not mobile")
    if demand.av != axis.ANY:
        parts.append(f"AV {demand.av}")
    return f" ({', '.join(parts)})" if parts else ""


@dataclass(frozen=True)
class Axis(DesertStep):
    """WDW-42.4, WDW-42.5, WDW-81.1 The scenario's counters are drawn, those described first, and laid face down; all
    others form the pool."""

    def do(self, s: Desert) -> None:
        demands = scenarios.demands(s)
        for demand in demands:
            counter = s.draw_counter(demand.zone, False, demand)
            s.say("WDW-42.4", f"An Axis unit{described(demand)} face down at {{}}", land.ZONES[demand.zone],
                  facts=(("placed", axis.UNITS[counter], land.ZONES[demand.zone]),))  # fmt: skip
        s.axis_home = tuple(demand.zone for demand in demands)
        s.say("WDW-42.5", f"{s.pool_size()} Axis counters form the pool")


@dataclass(frozen=True)
class Depart(DesertChoice):
    """WDW-42.7, WDW-84.4 Patrols start in their departure base; where there are two, the player says which for each,
    and at least one starts where one must."""

    patrol: int
    clause = "WDW-84.4"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """The base that the scenario names first."""
        return self.offer(s)[0]

    def offer(self, s: Desert) -> list[Action]:
        word = PATROLS[self.patrol]
        if not any(s.patrol[u] == self.patrol for u in s.roster):
            return [act("base", word, "none")]
        later = any(s.patrol[u] > self.patrol for u in s.roster)
        missing = [z for z in s.scenario.must_leave if not s.units_in(z)]
        zones = s.scenario.start if later or not missing else missing
        return [act("base", word, land.ZONES[z]) for z in zones]

    def chosen(self, s: Desert, action: Action) -> None:
        if action[2] != "none":
            zone = land.ZONE[action[2]]
            units = [u for u in s.roster if s.patrol[u] == self.patrol]
            for unit in units:
                s.zone[unit] = zone
            s.say("WDW-42.7", "{} starts at {}", action[1], action[2],
                  facts=tuple(("placed", lrdg.UNITS[u], action[2]) for u in units))  # fmt: skip
        if self.patrol + 1 < tables.MOST_PATROLS:
            s.then(Depart(self.patrol + 1))

    def ask(self, s: Desert) -> str:
        must = ", ".join(f"{{{land.ZONES[z]}}}" for z in s.scenario.must_leave)
        return f"From which base does {{{PATROLS[self.patrol]}}} start? One patrol must start at {must}"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 3 and action[0] == "base" and action[2] in land.ZONE:
            if land.ZONE[action[2]] in s.scenario.start:
                return Refusal("WDW-84.4", "a patrol must start at {koufra}; another may start at {siwa}")
            return Refusal("WDW-42.7", f"no patrol starts at {{{action[2]}}} in this scenario")
        return super().refuse(s, action)


@dataclass(frozen=True)
class Start(DesertStep):
    """WDW-50.1, WDW-50.2 The first turn begins; below all turns lies the end of the mission."""

    def do(self, s: Desert) -> None:
        s.then(turn.Begin(), turn.MissionOver())
