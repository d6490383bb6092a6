"""What the player reads before the first decision."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import missions, tables
from sandtable.games.who_dares_wins.box.words import WORDS
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import Desert
from sandtable.games.who_dares_wins.table import goals
from sandtable.kernel.briefing import Aim, Briefing
from sandtable.kernel.flow import Setup

VP = evaluation.points_text
LOSSES = (
    f"A destroyed unit costs {VP(-tables.VP_UNIT_DESTROYED)} VP and a reduced one {VP(-tables.VP_UNIT_REDUCED)}; an HQ "
    f"costs {VP(-tables.VP_HQ_DESTROYED)} and {VP(-tables.VP_HQ_REDUCED)}."
)
BEATEN = (
    f"A defeated Axis unit is worth {VP(tables.VP_AXIS_DEFEATED)} VP, a veteran {VP(tables.VP_VETERAN_DEFEATED)}: "
    "fighting for its own sake does not pay."
)


def scoring(s: Desert) -> list[str]:
    """What scores how much, and what the totals are called."""
    whole, part = VP(tables.VP_OBJECTIVE_DESTROYED), VP(tables.VP_OBJECTIVE_REDUCED)
    objective = f"A target that is destroyed is worth {whole} VP, one that has lost half of its value {part}."
    if s.scenario.observe_destroyed:
        turns, fewer = s.scenario.observe_destroyed, s.scenario.observe_reduced
        objective = f"A watch that is unbroken for {turns} turns is worth {whole} VP, one of {fewer} turns {part}."
    elif s.scenario.observe:
        objective = f"Two observations brought home are worth {whole} VP, a single one {part}."
    each, below = VP(tables.VP_QUIET), tables.QUIET_BELOW
    bonus = f"Coming home sooner than in history and ending with the Alarm below {below} are worth {each} VP each"
    if s.options["bonus_needs_objective"] == "on":
        bonus += ", if something of the objective was reached"
    else:
        bonus += ", even if nothing of the objective was reached"
    rungs = [rung for rung in goals.ladder(s) if rung.at is not None and rung.at >= 0][::-1]
    levels = ", ".join(f"{'above 0' if rung.at == 0.5 else f'from {rung.at}'} {rung.level}" for rung in rungs)
    return [objective, f"{bonus}.", LOSSES, BEATEN, f"Totals: {levels}."]


def briefing(setup: Setup) -> Briefing:
    """The story of the scenario, and the goals of its first mission."""
    s = Desert(setup)
    campaign = setup.scenario == missions.CAMPAIGN
    scenario = missions.CAMPAIGN_ORDER[0] if campaign else missions.SCENARIO[setup.scenario]
    s.mission = missions.SCENARIOS.index(scenario)
    story = WORDS.stories[setup.scenario]
    wanted = goals.goals(s)
    first = "First mission: " if campaign else ""
    return Briefing(
        title=missions.CAMPAIGN_TITLE if campaign else f"{scenario.title}, {scenario.date}",
        role=story.role,
        situation=story.situation,
        goals=[Aim(text=first + goal.text, points=goal.points) for goal in wanted],
        scoring=scoring(s),
        ends=story.ends,
        tips=list(story.tips),
        lit=list(dict.fromkeys(place for goal in wanted for place in goal.places)),
        lesson=None,
    )
