"""Chapter 8, scenarios and campaign: what each mission adds to the rules, and what one leaves to the next."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg, missions, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r04_purchase as purchase
from sandtable.games.who_dares_wins.rules import r55_maintenance as maintenance
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    BROKE_OFF,
    DESTROYED,
    FORFEITED,
    FULL,
    IN_RESERVE,
    PATROL,
    PATROLS,
    REDUCED,
    UNITS,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

OBSERVATIONS_WANTED = 2
"""WDW-81.2 two observations brought home are as good as a destroyed target; more count, and carry over, as two."""

CARRIED_OVER = ("board_no", "side", "mco", "mission_no", "mco_points", "results", "seen_home", "level_before")
"""WDW-80.6 what one mission of the campaign leaves to the next."""

MAINTENANCE_MARKER = 2
"""The penalty on the marker of a unit that a scenario lists under maintenance; it sits out, so only the count
matters."""


def is_campaign(s: Desert) -> bool:
    """Whether the match is the campaign."""
    return s.setup.scenario == missions.CAMPAIGN


# --- one mission after the other -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open(DesertStep):
    """WDW-80.1 The campaign plays the scenarios in order; any other match is one mission."""

    def do(self, s: Desert) -> None:
        s.then(NextMission())


@dataclass(frozen=True)
class NextMission(DesertStep):
    """WDW-80.1, WDW-80.3, WDW-80.6 A mission begins; in the campaign with the units as the one before left them."""

    def do(self, s: Desert) -> None:
        scenario = missions.CAMPAIGN_ORDER[s.mission_no] if is_campaign(s) else missions.SCENARIO[s.setup.scenario]
        if s.results:
            wipe(s)
        s.mission = missions.SCENARIOS.index(scenario)
        s.say("WDW-80.1", f"Scenario {scenario.number}: {scenario.title}, {scenario.date}")
        if is_campaign(s):
            send_to_maintenance(s)
        s.then(purchase.Begin())


def wipe(s: Desert) -> None:
    """WDW-80.3 All that belonged to the mission before is put away; every Axis unit is available again.

    A truck that was only emptied is as good as new where the option load_counts_reduced says that it is not reduced.
    """
    if s.options["load_counts_reduced"] == "off":
        for unit in range(UNITS):
            if s.emptied >> unit & 1 and s.side[unit] == REDUCED:
                s.side[unit] = FULL
    fresh = Desert(s.setup)
    for name in Desert.FIELDS:
        if name not in CARRIED_OVER:
            setattr(s, name, getattr(fresh, name))


def send_to_maintenance(s: Desert) -> None:
    """WDW-84.5, WDW-3.8 Units that the scenario lists under maintenance, the Waco apart, carry a marker if they have
    none and are tested after the mission; destroyed ones stay destroyed."""
    for unit in s.scenario.under_maintenance:
        if unit != lrdg.THE_WACO and s.side[unit] != DESTROYED and not terms.mco_count(s, unit):
            terms.mco_add(s, unit, MAINTENANCE_MARKER)
            word = lrdg.UNITS[unit]
            s.say("WDW-84.5", "{} goes to the Maintenance area", word, facts=(("marked", word, "mco"),))


def more_missions(s: Desert) -> bool:
    """Whether another mission of the campaign follows."""
    return is_campaign(s) and s.mission_no + 1 < len(missions.CAMPAIGN_ORDER)


@dataclass(frozen=True)
class MissionDone(DesertStep):
    """WDW-80.1 The next mission of the campaign begins, or the match is over."""

    def do(self, s: Desert) -> None:
        if more_missions(s):
            s.mission_no += 1
            s.then(NextMission())


@dataclass(frozen=True)
class Forfeit(DesertStep):
    """WDW-80.7 A mission that cannot or will not be manned is forfeited: Catastrophic, no MCO point, no marker from
    scenario 1; maintenance and saved points follow as ever, and the campaign goes on."""

    def do(self, s: Desert) -> None:
        s.say("WDW-80.7", f"Scenario {s.scenario.number} is forfeited: {tables.LEVEL_TITLE[tables.CATASTROPHIC]}")
        s.cause = FORFEITED
        s.results = (*s.results, (s.mission, tables.VP_FORFEITED, tables.CATASTROPHIC, 0, 0, FORFEITED))
        remember(s, tables.CATASTROPHIC, 0)
        s.then(maintenance.Begin())


def remember(s: Desert, level: int, observations: int) -> None:
    """WDW-81.5, WDW-83.3 Later missions use the observations of scenario 1, at most two, and the level of scenario
    3."""
    if is_campaign(s):
        if s.scenario.observe:
            s.seen_home = min(observations, OBSERVATIONS_WANTED)
        if s.scenario.id == missions.LEVEL_FROM:
            s.level_before = level


# --- what may be chosen ----------------------------------------------------------------------------------------------


def unavailable(s: Desert, unit: int) -> Refusal | None:
    """WDW-3.5, WDW-3.7, WDW-41.7, WDW-80.6, WDW-84.2, WDW-85.2, WDW-85.3 Why a unit cannot be chosen for this
    mission."""
    word, scenario = lrdg.UNITS[unit], s.scenario
    if unit in scenario.under_maintenance:
        return Refusal("WDW-84.2", f"{{{word}}} is under maintenance in this scenario")
    if unit in scenario.in_operation:
        return Refusal("WDW-85.3", f"{{{word}}} is in operation elsewhere in this scenario")
    if unit == lrdg.THE_WACO and has_free_waco(s):
        return Refusal("WDW-85.8", f"{{{word}}} lies in the Support area free of charge")
    if s.options["s2_available"] == "off" and word in ("S2A", "S2B"):
        return Refusal("WDW-41.7", f"{{{word}}} is left out of this match")
    return not_ready(s, unit)


def not_ready(s: Desert, unit: int) -> Refusal | None:
    """WDW-3.5, WDW-80.6 A unit is available only on its full side and without an MCO marker."""
    if s.side[unit] == FULL and not s.mco[unit]:
        return None
    word = lrdg.UNITS[unit]
    if s.side[unit] == DESTROYED:
        return Refusal("WDW-80.6", f"{{{word}}} was destroyed and has not been restored")
    if s.side[unit] == REDUCED:
        return Refusal("WDW-3.5", f"{{{word}}} is reduced; only units at full strength are available")
    return Refusal("WDW-3.7", f"{{{word}}} is under maintenance")


def has_free_waco(s: Desert) -> bool:
    """WDW-85.8 Whether the Waco is there free of charge (option sc51_waco: or must be bought)."""
    return s.scenario.waco_free and s.options["sc51_waco"] == "free"


# --- set-up ----------------------------------------------------------------------------------------------------------


def level_at_work(s: Desert) -> int:
    """WDW-85.9, WDW-85.10 The level of scenario 3 where it changes this mission; ANY where it does not, or was not
    played."""
    return s.level_before if s.scenario.supply else missions.NONE


def demands(s: Desert) -> tuple[axis.Demand, ...]:
    """WDW-85.11, WDW-85.12 The Axis set-up, as the level of scenario 3 leaves it."""
    return missions.deployment(s.scenario, level_at_work(s), s.options)


def starting_alarm(s: Desert) -> int:
    """WDW-42.2, WDW-85.9 The Alarm starts on 0, after a bad scenario 3 on 1 or 2."""
    level = level_at_work(s)
    return 0 if level == missions.NONE else missions.SUPPLY[level].alarm


@dataclass(frozen=True)
class SetUpExtras(DesertStep):
    """WDW-84.3, WDW-85.7, WDW-85.11, WDW-85.12 After the set-up: who stays in reserve, Recon OK carried over, and
    counters that leave the pool."""

    def do(self, s: Desert) -> None:
        if s.scenario.reserve:
            s.then(HoldBack())
        level = level_at_work(s)
        if level != missions.NONE and missions.SUPPLY[level].pool:
            s.then(ThinPool(min(missions.SUPPLY[level].pool, s.pool_size())))
        if s.scenario.recon_ok_from and s.seen_home:
            s.then(ShareOut(s.seen_home))


@dataclass(frozen=True)
class ThinPool(DesertChoice):
    """WDW-85.11, WDW-85.12 The player says how many counters, up to the limit, leave the pool; which ones is chance and
    stays unseen."""

    limit: int
    clause = "WDW-85.11"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """As many as may leave."""
        return self.offer(s)[-1]

    def offer(self, s: Desert) -> list[Action]:
        return [act("remove", str(number)) for number in range(self.limit + 1)]

    def chosen(self, s: Desert, action: Action) -> None:
        number = int(action[1])
        for _ in range(number):
            s.pool[s.draw(s.pool_types(), axis.TYPES)] -= 1
        s.pool_removed += number
        s.say("WDW-85.11", f"{plural(number, 'Axis counter')} leave the pool unseen")

    def ask(self, s: Desert) -> str:
        return f"The Axis is short of supplies: how many of the {s.pool_size()} counters in the pool leave it, unseen?"


@dataclass(frozen=True)
class ShareOut(DesertChoice):
    """WDW-84.3, WDW-81.5 The patrols start with the Recon OK won in scenario 1, shared out by the player."""

    left: int
    first: int = 0
    clause = "WDW-84.3"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """The first patrol takes them all."""
        return self.offer(s)[0]

    def offer(self, s: Desert) -> list[Action]:
        return [act("carry", PATROLS[p]) for p in s.in_play() if p >= self.first]

    def chosen(self, s: Desert, action: Action) -> None:
        patrol = PATROL[action[1]]
        s.then(terms.Gain(patrol, 1))
        if self.left > 1:
            s.then(ShareOut(self.left - 1, patrol))

    def ask(self, s: Desert) -> str:
        return f"{self.left} Recon OK from scenario 1: which patrol takes {'it' if self.left == 1 else 'one'}?"


# --- scenario 1 ------------------------------------------------------------------------------------------------------


def is_observed(s: Desert, zone: int) -> bool:
    """WDW-81.4, WDW-81.7 Whether Recon OK earned by Intelligence in a zone, the Waco's included, are observations that
    score."""
    return zone in s.scenario.observe


def observations_home(s: Desert) -> int:
    """WDW-81.2, WDW-81.3, WDW-81.7 Observations brought home: held by a patrol that came back, or carried by a unit on
    a return base. Both may come from one zone."""
    if not s.scenario.observe:
        return 0
    home = [u for u in s.survivors() if s.zone[u] in s.scenario.home]
    held = sum(s.held_seen[p] for p in {s.patrol[u] for u in home})
    return held + sum(s.carried_seen[u] for u in home)


@dataclass(frozen=True)
class ActionsClosed(DesertStep):
    """WDW-54.1, WDW-81.6, WDW-81.9 When the actions close it is noted which patrols are out, and in the variant of
    scenario 1 whether an observation is running in one of the zones: its first turn counts, its last only if another
    one runs. One that its own unit broke off this turn and began anew begins another run."""

    def do(self, s: Desert) -> None:
        for patrol in range(tables.MOST_PATROLS):
            if any(not land.IS_BASE[s.zone[u]] for u in s.units_of(patrol)):
                s.status[patrol] |= BEEN_OUT
        if s.scenario.observe_destroyed:
            watchers = [u for u in s.survivors() if s.watch_end[u] > s.turn and is_observed(s, s.zone[u])]
            if all(s.done[u] & BROKE_OFF for u in watchers):
                s.streak = 0
            if watchers:
                s.streak += 1
            if s.streak > s.best_streak:
                s.best_streak = s.streak
                s.say("WDW-81.6", f"The watch is unbroken for {plural(s.streak, 'turn')}")


# --- scenario 5.1 ----------------------------------------------------------------------------------------------------


def in_reserve(s: Desert) -> list[int]:
    """Patrols that wait in reserve."""
    return [p for p in range(tables.MOST_PATROLS) if s.status[p] & IN_RESERVE and s.units_of(p)]


@dataclass(frozen=True)
class HoldBack(DesertChoice):
    """WDW-85.7 One patrol, if the player likes, stays in reserve at Koufra."""

    clause = "WDW-85.7"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """Everybody goes."""
        return act("reserve", "none")

    def offer(self, s: Desert) -> list[Action]:
        return [*(act("reserve", PATROLS[p]) for p in s.in_play()), act("reserve", "none")]

    def chosen(self, s: Desert, action: Action) -> None:
        if action[1] != "none":
            s.status[PATROL[action[1]]] |= IN_RESERVE
            s.say("WDW-85.7", "{} stays in reserve", action[1])

    def ask(self, s: Desert) -> str:
        return "Which patrol, if any, stays in reserve? It leaves on a turn of your choice"


@dataclass(frozen=True)
class Reserve(DesertStep):
    """WDW-85.7 At the start of each turn the reserve patrol is released or waits."""

    def do(self, s: Desert) -> None:
        s.then(*(Release(patrol) for patrol in in_reserve(s)))


@dataclass(frozen=True)
class Release(DesertChoice):
    """WDW-85.7 The reserve patrol leaves on a turn of the player's choice; from then on it is an ordinary patrol."""

    patrol: int
    clause = "WDW-85.7"

    def offer(self, s: Desert) -> list[Action]:
        return [act("release", PATROLS[self.patrol]), act("wait", PATROLS[self.patrol])]

    def chosen(self, s: Desert, action: Action) -> None:
        if action[0] == "release":
            s.status[self.patrol] &= ~IN_RESERVE
            s.say("WDW-85.7", "{} leaves the reserve", action[1])

    def ask(self, s: Desert) -> str:
        return f"Turn {s.turn}: does {{{PATROLS[self.patrol]}}} leave the reserve, or wait?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)


def landing_party(s: Desert) -> list[int]:
    """WDW-85.4, WDW-85.13 The units that land: those of them that are available."""
    landing = s.scenario.landing
    return [] if landing is None else [u for u in landing.units if not_ready(s, u) is None]


NOT_YET, CALLED, LANDED = range(3)
"""How far the landing is."""


def call_landing(s: Desert, zone: int) -> None:
    """WDW-85.4, WDW-85.5 The first patrol unit that comes to Bardia, or stands there when the actions begin, from turn
    4 to turn 6, calls the units at sea, whatever becomes of it there."""
    landing = s.scenario.landing
    if landing is not None and zone == landing.when_at and s.landed == NOT_YET:
        if landing.first <= s.turn <= landing.last and landing_party(s):
            s.landed = CALLED


@dataclass(frozen=True)
class Landing(DesertStep):
    """WDW-85.4, WDW-85.6 When the first patrol unit is at Bardia the units at sea are assigned to patrols and land
    together at Cambut, for no AP, with one Discretion test as for any entry."""

    def do(self, s: Desert) -> None:
        landing = s.scenario.landing
        if landing is None:
            return
        if s.units_in(landing.when_at):
            call_landing(s, landing.when_at)
        if s.landed != CALLED or not s.in_play():
            return
        s.landed = LANDED
        party = landing_party(s)
        s.then(*(Assign(unit) for unit in party), Ashore(tuple(party)))


@dataclass(frozen=True)
class Assign(DesertChoice):
    """WDW-85.6 Each landed unit joins a patrol in play, so together one or two patrols."""

    unit: int
    clause = "WDW-85.6"

    def offer(self, s: Desert) -> list[Action]:
        return [act("assign", lrdg.UNITS[self.unit], PATROLS[p]) for p in s.in_play()]

    def chosen(self, s: Desert, action: Action) -> None:
        s.patrol[self.unit] = PATROL[action[2]]

    def ask(self, s: Desert) -> str:
        return f"{{{lrdg.UNITS[self.unit]}}} lands at {{cambut}}: which patrol does it belong to?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (lrdg.UNITS[self.unit],)


@dataclass(frozen=True)
class Ashore(DesertStep):
    """WDW-85.4, WDW-85.6 The units come ashore; from now on they are units of their patrols like all others."""

    units: tuple[int, ...]

    def do(self, s: Desert) -> None:
        landing = s.scenario.landing
        assert landing is not None, "units land only where the scenario says so"
        s.roster = tuple(sorted((*s.roster, *self.units)))
        zone = land.ZONES[landing.at]
        facts = tuple(("placed", lrdg.UNITS[u], zone) for u in self.units)
        s.say("WDW-85.4", f"{terms.listed(self.units)} land at {{}}", zone, facts=facts)
        for unit in self.units:
            movement.place(s, unit, landing.at)
        s.then(discretion.Test(discretion.LANDING, landing.at, self.units))
