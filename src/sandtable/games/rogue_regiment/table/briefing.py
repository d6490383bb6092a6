"""What a seat reads before its first decision; for a mission without a story of its own it is made from its file."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box.words import ANY, WORDS, story_of
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.games.rogue_regiment.table import goals
from sandtable.kernel.briefing import Aim, Briefing
from sandtable.kernel.flow import Setup
from sandtable.kernel.telling import plural


def scoring(s: Regiment) -> list[str]:
    """What scores how much, and what the totals are called."""
    mission = s.stage.mission
    return [
        "Each objective is worth what stands beside it.",
        "Each Operator who leaves the board is worth 1 point, and each who is lost costs 1.",
        "If none leaves, nothing counts.",
        f"{plural(mission.major, 'point')} are a major victory, {mission.minor} a minor one, fewer a defeat.",
    ]


def briefing(setup: Setup, seat: str) -> Briefing:
    """The story of the mission, and its goals."""
    s = Regiment(setup)
    mission = s.stage.mission
    story = story_of(setup.scenario, setup.mission, seat)
    told = story is not WORDS.stories[ANY]
    situation = story.situation
    if not told and mission.brief:
        situation = f"{mission.brief} {situation.partition('. ')[2]}"
    wanted = goals.goals(s, seat)
    lit = [place for goal in goals.operators_goals(s) for place in goal.places]
    known = set(s.stage.names)
    return Briefing(
        title=f"{mission.number} {mission.name}".strip(),
        role=story.role,
        situation=situation,
        goals=[Aim(text=goal.text, points=goal.points) for goal in wanted],
        scoring=scoring(s),
        ends=story.ends.format(turns=2 * len(s.stage.cards)),
        tips=list(story.tips),
        lit=[place for place in dict.fromkeys(lit) if place in known],
        lesson=None,
    )
