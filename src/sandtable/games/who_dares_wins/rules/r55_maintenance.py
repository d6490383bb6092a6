"""Chapter 5.5, maintenance at the end of a mission, and what MCO points buy."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import DESTROYED, FULL, UNITS, Desert, DesertChoice, DesertStep
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-55.1, WDW-55.4, WDW-55.5 Every unit with MCO markers is tested, those that sat the mission out included; then
    MCO points are spent, where another mission follows."""

    def do(self, s: Desert) -> None:
        s.then(*(Overhaul(u) for u in range(UNITS) if terms.mco_count(s, u)))
        if scenarios.more_missions(s):
            s.then(Restore(-1), PointsKept())
        s.then(scenarios.MissionDone())


@dataclass(frozen=True)
class Overhaul(DesertStep):
    """WDW-55.1, WDW-55.2, WDW-55.3, WDW-3.8 One test a marker at DRM -2, without other aids: a success removes it. A
    unit with a marker left stays in the Maintenance area and misses the next mission."""

    unit: int

    def do(self, s: Desert) -> None:
        word = lrdg.UNITS[self.unit]
        for _ in range(terms.mco_count(s, self.unit)):
            die = s.roll()
            result = die + tables.MAINTENANCE_END_OF_MISSION
            passed = result < tables.MAINTENANCE_BELOW
            s.say(
                "WDW-55.1",
                f"Maintenance of {{}}: die {die}{tables.MAINTENANCE_END_OF_MISSION:+d} = {result}, "
                f"{'marker removed' if passed else 'marker stays'}",
                word, facts=(("rolled", word, str(die)),),
            )  # fmt: skip
            if passed:
                terms.mco_remove(s, self.unit)
        if terms.mco_count(s, self.unit):
            s.say("WDW-55.3", "{} stays in the Maintenance area", word)
        else:
            s.say("WDW-55.2", "{} is out of maintenance", word, facts=(("unmarked", word, "mco"),))


def price(s: Desert, unit: int) -> int:
    """WDW-54.17, WDW-54.18 MCO points to bring a unit back to full strength: 2 for a destroyed one, 1 for a reduced
    one."""
    return tables.RESTORE_DESTROYED if s.side[unit] == DESTROYED else tables.RESTORE_REDUCED


def is_worn(s: Desert, unit: int) -> bool:
    """WDW-54.17, WDW-54.18 Whether a unit needs restoring; a truck that was only emptied does not where the option
    load_counts_reduced says that it is not reduced."""
    return s.side[unit] == DESTROYED or evaluation.is_reduced(s, unit)


@dataclass(frozen=True)
class Restore(DesertChoice):
    """WDW-54.17, WDW-54.18, WDW-55.4 MCO points bring units back to full strength, named in the order of the counters;
    their MCO markers stay."""

    last: int
    clause = "WDW-54.17"

    def offer(self, s: Desert) -> list[Action]:
        wanted = [u for u in range(self.last + 1, UNITS) if is_worn(s, u) and price(s, u) <= s.mco_points]
        return [*(act("restore", lrdg.UNITS[u]) for u in wanted), act("done")]

    def chosen(self, s: Desert, action: Action) -> None:
        if action == ("done",):
            return
        unit = lrdg.UNIT[action[1]]
        cost = price(s, unit)
        s.mco_points -= cost
        s.side[unit] = FULL
        s.say(
            "WDW-54.17" if cost == tables.RESTORE_DESTROYED else "WDW-54.18",
            f"{{}} is back at full strength for {plural(cost, 'MCO point')}", action[1],
            facts=(("flipped", action[1], "full"), ("counted", "mco-points", str(s.mco_points))),
        )  # fmt: skip
        s.then(Restore(unit))

    def price(self, s: Desert, action: Action) -> str:
        return plural(price(s, lrdg.UNIT[action[1]]), "MCO point") if action[0] == "restore" else ""

    def label(self, s: Desert, action: Action) -> str:
        return "Restore no more" if action == ("done",) else ""

    def ask(self, s: Desert) -> str:
        return (
            f"Spend {plural(s.mco_points, 'MCO point')}: {tables.RESTORE_DESTROYED} bring a destroyed unit back, "
            f"{tables.RESTORE_REDUCED} a reduced one"
        )

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("restore", word) if word in lrdg.UNIT:
                unit = lrdg.UNIT[word]
                if not is_worn(s, unit):
                    return Refusal("WDW-54.17", f"{{{word}}} needs no restoring")
                if price(s, unit) > s.mco_points:
                    cost = plural(price(s, unit), "MCO point")
                    return Refusal("WDW-54.17", f"that costs {cost}; left: {s.mco_points}")
                return Refusal("WDW-54.17", "units are named in the order of the list")
        return Refusal("WDW-54.17", "units are restored with “restore”; “done” keeps the rest of the points")


@dataclass(frozen=True)
class PointsKept(DesertStep):
    """WDW-55.4 Points left over are kept for later missions (option mco_carry: or lost)."""

    def do(self, s: Desert) -> None:
        if s.options["mco_carry"] == "off" and s.mco_points:
            s.mco_points = 0
            s.say("WDW-55.4", "MCO points that were not spent are lost", facts=(("counted", "mco-points", "0"),))
