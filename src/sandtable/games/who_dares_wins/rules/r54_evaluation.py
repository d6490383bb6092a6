"""Chapter 5.4, evaluation: victory points, level of success, MCO points. Points are counted in halves."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r55_maintenance as maintenance
from sandtable.games.who_dares_wins.state import DEFEATED, DESTROYED, HOME, REDUCED, Desert, DesertStep
from sandtable.kernel.telling import plural

NONE, PART, WHOLE = range(3)
"""How much of an objective was reached: nothing, reduced, destroyed."""


@dataclass(frozen=True)
class Line:
    """One line of the account: the clause, what was counted, how often, and half points for each."""

    clause: str
    text: str
    number: int
    each: int


def points_text(halves: int) -> str:
    """Victory points as players write them: 6, -2, 0.5."""
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2:.1f}"


# --- what is counted -------------------------------------------------------------------------------------------------


def is_reduced(s: Desert, unit: int) -> bool:
    """WDW-54.3, WDW-616.8 Whether a unit counts as reduced; a truck turned over by using its load does, unless the
    option load_counts_reduced says otherwise."""
    if s.side[unit] != REDUCED:
        return False
    return not s.emptied >> unit & 1 or s.options["load_counts_reduced"] == "on"


def target_result(s: Desert, zone: int) -> int:
    """WDW-72.8, WDW-72.9 A target at 0 is destroyed; one that lost at least half its value (more than half, by option
    target_reduced) is reduced."""
    value, left = s.target_initial(zone), s.target[zone]
    if not left:
        return WHOLE
    lost = 2 * (value - left)
    return PART if lost > value or (lost == value and s.options["target_reduced"] == "ge_half") else NONE


def objectives(s: Desert) -> list[int]:
    """WDW-54.8, WDW-54.9, WDW-81.2, WDW-81.3, WDW-81.6 How far each objective was reached: the targets; in scenario 1
    the observations brought home, in its variant the unbroken watch."""
    found = [target_result(s, zone) for zone, _ in s.scenario.targets]
    if s.scenario.observe_destroyed:
        watched = s.best_streak
        reached = watched >= s.scenario.observe_reduced
        found.append(WHOLE if watched >= s.scenario.observe_destroyed else PART if reached else NONE)
    elif s.scenario.observe:
        found.append(min(scenarios.observations_home(s), scenarios.OBSERVATIONS_WANTED))
    return found


def has_returned(s: Desert) -> bool:
    """WDW-54.19 Whether the mission ended by the return of at least one unit, and was not given up. Units that never
    left have not returned."""
    return s.cause == HOME and s.last_in > 0


def duration(s: Desert) -> int:
    """WDW-54.20 The turn in which the mission ended for its last unit: it came in, was destroyed or was abandoned."""
    return max(s.last_in, s.last_lost)


def losses(s: Desert) -> list[Line]:
    """WDW-54.2, WDW-54.3, WDW-54.4, WDW-54.5 What destroyed and reduced units cost; an HQ has lines of its own."""
    gone = [u for u in s.roster if s.side[u] == DESTROYED]
    hurt = [u for u in s.roster if is_reduced(s, u)]
    gone_hq = sum(lrdg.KIND[u] == lrdg.HQ for u in gone)
    hurt_hq = sum(lrdg.KIND[u] == lrdg.HQ for u in hurt)
    return [
        Line("WDW-54.2", "Units destroyed", len(gone) - gone_hq, tables.VP_UNIT_DESTROYED),
        Line("WDW-54.3", "Units reduced", len(hurt) - hurt_hq, tables.VP_UNIT_REDUCED),
        Line("WDW-54.4", "HQ destroyed", gone_hq, tables.VP_HQ_DESTROYED),
        Line("WDW-54.5", "HQ reduced", hurt_hq, tables.VP_HQ_REDUCED),
    ]


def gains(s: Desert) -> list[Line]:
    """WDW-54.6, WDW-54.7, WDW-54.8, WDW-54.9 What defeated Axis units and objectives give."""
    beaten = [s.axis_type[c] for c in range(s.counters) if s.axis_zone[c] == DEFEATED]
    veterans = sum(axis.VETERAN[kind] for kind in beaten)
    reached = objectives(s)
    return [
        Line("WDW-54.6", "Veteran Axis units defeated", veterans, tables.VP_VETERAN_DEFEATED),
        Line("WDW-54.7", "Other Axis units defeated", len(beaten) - veterans, tables.VP_AXIS_DEFEATED),
        Line("WDW-54.8", "Objectives destroyed", reached.count(WHOLE), tables.VP_OBJECTIVE_DESTROYED),
        Line("WDW-54.9", "Objectives reduced", reached.count(PART), tables.VP_OBJECTIVE_REDUCED),
    ]


def bonuses(s: Desert) -> list[Line]:
    """WDW-54.10, WDW-54.11, WDW-54.19 A mission that ended by a return scores for a duration strictly below the
    historical one and for an Alarm below 3 (option bonus_needs_objective: only with an objective at least reduced)."""
    earned = has_returned(s)
    if s.options["bonus_needs_objective"] == "on" and not any(objectives(s)):
        earned = False
    turns = duration(s)
    in_time = earned and turns < s.scenario.duration
    quiet = earned and s.alarm < tables.QUIET_BELOW
    return [
        Line("WDW-54.10", f"{turns} turns, fewer than {s.scenario.duration}", int(in_time), tables.VP_IN_TIME),
        Line("WDW-54.11", f"Alarm {s.alarm}, below {tables.QUIET_BELOW}", int(quiet), tables.VP_QUIET),
    ]


def account(s: Desert) -> list[Line]:
    """Every line of the victory point table for this mission."""
    return [*losses(s), *gains(s), *bonuses(s)]


def total(s: Desert) -> int:
    """Half victory points of the mission."""
    return sum(line.number * line.each for line in account(s))


def level_of(s: Desert, halves: int) -> int:
    """WDW-54.12, WDW-54.13, WDW-54.14, WDW-54.15, WDW-54.16 The level of success: below -5 Catastrophic, to 0 Failure,
    below 6 Moderate, below 11 Total, then Remarkable (option vp_zero_level for exactly 0)."""
    if halves == 0 and s.options["vp_zero_level"] == "moderate":
        return tables.MODERATE
    return next(level for level, below in enumerate(tables.LEVEL_BELOW) if halves < below)


# --- what happens ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start(DesertStep):
    """WDW-54.1, WDW-50.2, WDW-80.5 The mission is evaluated once. After giving up, or at the engine's last turn, units
    not on an authorised return base count as destroyed."""

    cause: int

    def do(self, s: Desert) -> None:
        for unit in s.survivors():
            if s.zone[unit] not in s.scenario.home:
                terms.lose(s, unit, "WDW-80.5")
        halves = total(s)
        level = level_of(s, halves)
        tell_account(s, halves, level)
        s.results = (*s.results, (s.mission, halves, level, duration(s), s.alarm, self.cause))
        s.mco_points += tables.LEVEL_MCO[level]
        scenarios.remember(s, level, scenarios.observations_home(s))
        s.then(maintenance.Begin())


def tell_account(s: Desert, halves: int, level: int) -> None:
    """The account, one fact a line."""
    for line in account(s):
        if line.number:
            times = f"{line.number} × {points_text(line.each)}" if line.number > 1 else points_text(line.each)
            s.say(line.clause, f"{line.text}: {times} VP")
    clause = f"WDW-54.{12 + level}"
    points = plural(tables.LEVEL_MCO[level], "MCO point")
    s.say(clause, f"{tables.LEVEL_TITLE[level]}: {points_text(halves)} VP, {points}", facts=(("phase", "evaluation"),))
