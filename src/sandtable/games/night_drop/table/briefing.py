"""What a side reads before its first decision."""

from __future__ import annotations

from sandtable.games.night_drop.box import land, missions
from sandtable.games.night_drop.box.words import WORDS
from sandtable.games.night_drop.state import BRITISH, SEATS, NightDrop
from sandtable.games.night_drop.table import goals
from sandtable.kernel.briefing import Aim, Briefing
from sandtable.kernel.flow import Setup


def scoring(s: NightDrop, side: int) -> list[str]:
    """What scores how much, and what the totals are called."""
    printed = ", ".join(
        f"{land.PLACE_NAME[cell]} {land.PRINTED[i]}" for i, cell in enumerate(land.OBJECTIVES) if land.PRINTED[i] >= 0
    )
    told = [
        f"Only the British score. What they hold at the end counts: {printed}.",
        "Every other objective is worth 0 to 3 VP, on a marker that is drawn for it.",
    ]
    if goals.is_night_only(s):
        told.append("Every Stick that was gathered into a Company is worth 1 VP.")
    else:
        told.append("The roll for the landing adds or takes up to 2 VP.")
    british = f"{goals.least_british(s)} VP or more"
    told.append(f"A British victory takes {british}; with fewer, or without {goals.BRIDGES}, the Germans win.")
    more = " or more" if side == BRITISH else " or fewer"
    own = "British" if side == BRITISH else "German"
    rungs = [f"{rung.at}{more} {goals.lowered(rung.level)}" for rung in goals.ladder(s, side)
             if rung.at is not None and own in rung.level]  # fmt: skip
    return [*told, f"Totals: {', '.join(rungs)}."]


def briefing(setup: Setup, seat: str) -> Briefing:
    """The story of the scenario for a seat, and its goals."""
    s = NightDrop(setup)
    side = SEATS.index(seat)
    story = WORDS.stories[f"{setup.scenario} {seat}"]
    wanted = goals.british_goals(s) if side == BRITISH else goals.german_goals(s)
    return Briefing(
        title=missions.SCENARIO_TITLE[setup.scenario],
        role=story.role,
        situation=story.situation,
        goals=[Aim(text=goal.text.removesuffix(": 0 so far"), points=goal.points) for goal in wanted],
        scoring=scoring(s, side),
        ends=story.ends,
        tips=list(story.tips),
        lit=list(dict.fromkeys(place for goal in wanted for place in goal.places)),
        lesson=None,
    )
