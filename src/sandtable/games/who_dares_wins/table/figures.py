"""What a page about many games of Who Dares Wins tells of one of them."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import missions, tables
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import DEFEATED, DESTROYED, Desert

ENDED = ("return", "loss of all", "giving up", "the last turn", "forfeit")
"""What ended a mission, by the number of its cause."""


def figures(s: Desert) -> dict[str, str | float]:
    """Level, points, turns, Alarm and losses of a mission; of a campaign the level and points of each mission."""
    found: dict[str, str | float] = {}
    if s.setup.scenario == missions.CAMPAIGN:
        for scenario, halves, level, *_ in s.results:
            number = missions.SCENARIOS[scenario].number
            found[f"Level of scenario {number}"] = tables.LEVEL_TITLE[level]
            found[f"VP of scenario {number}"] = halves / 2
        found["VP of the campaign"] = sum([result[1] for result in s.results]) / 2
        found["Units destroyed and not restored"] = float(list(s.side).count(DESTROYED))
        return found
    _, halves, level, turns, alarm, cause = s.results[-1]
    reached = evaluation.objectives(s)
    found["Level"] = tables.LEVEL_TITLE[level]
    found["Success"] = "Moderate or better" if level >= tables.MODERATE else "Failure or worse"
    found["Ended by"] = ENDED[cause]
    found["VP"] = halves / 2
    found["Objectives destroyed"] = float(reached.count(evaluation.WHOLE))
    found["Objectives reduced"] = float(reached.count(evaluation.PART))
    found["Turn of the last return"] = float(turns)
    found["Alarm at the end"] = float(alarm)
    found["LRDG units that took part"] = float(len(s.roster))
    found["LRDG units destroyed"] = float(sum([1 for unit in s.roster if s.side[unit] == DESTROYED]))
    found["LRDG units reduced"] = float(sum([1 for unit in s.roster if evaluation.is_reduced(s, unit)]))
    found["Axis units defeated"] = float(s.axis_zone.count(DEFEATED))
    return found
