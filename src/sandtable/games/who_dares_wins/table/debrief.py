"""How it ended: every line of the score, earned and missed, beside history and beside the quick player."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg, missions, tables
from sandtable.games.who_dares_wins.box.words import ENDS, WORDS
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import DESTROYED, GIVEN_UP, Desert
from sandtable.games.who_dares_wins.table import goals, names
from sandtable.kernel.briefing import Debrief, ScoreLine
from sandtable.kernel.flow import Event
from sandtable.kernel.telling import Weight, moments, plural

WORTH = (0, tables.VP_OBJECTIVE_REDUCED, tables.VP_OBJECTIVE_DESTROYED)
"""Half points by how far an objective was reached."""


def objective_texts(s: Desert) -> list[str]:
    """What became of each objective, in the order in which they are counted."""
    found = []
    for zone, value in s.scenario.targets:
        hits = value - s.target[zone]
        what = "destroyed" if hits == value else f"hit {hits} of {value} times" if hits else "not hit"
        found.append(f"Target at {land.ZONE_NAME[zone]} {what}")
    if s.scenario.observe_destroyed:
        found.append(f"Watch unbroken for {plural(s.best_streak, 'turn')} of {s.scenario.observe_destroyed}")
    elif s.scenario.observe:
        home = min(scenarios.observations_home(s), scenarios.OBSERVATIONS_WANTED)
        found.append(f"{home} of {scenarios.OBSERVATIONS_WANTED} observations brought home")
    return found


def lines(s: Desert) -> list[ScoreLine]:
    """The account of a single mission."""
    found = [
        ScoreLine(text=text, points=goals.plain(WORTH[result]), missed=goals.plain(WORTH[-1] - WORTH[result]))
        for text, result in zip(objective_texts(s), evaluation.objectives(s), strict=True)
    ]
    turns, due = evaluation.duration(s), s.scenario.duration
    in_time = f"Home on turn {turns}; history took {due}"
    if evaluation.has_returned(s):
        texts = in_time, f"Alarm {s.alarm} at the end"
    else:
        texts = unreturned(s), f"Alarm {s.alarm} at the end, which counts only after a return"
    for text, line in zip(texts, evaluation.bonuses(s), strict=True):
        missed = 0 if line.number else line.each
        found.append(ScoreLine(text=text, points=goals.plain(line.number * line.each), missed=goals.plain(missed)))
    counted = [line for line in evaluation.account(s) if line.number and line.clause not in OBJECTIVE_CLAUSES]
    found += [
        ScoreLine(text=f"{line.text}: {line.number}", points=goals.plain(line.number * line.each), missed=0)
        for line in counted
    ]
    return found


OBJECTIVE_CLAUSES = ("WDW-54.8", "WDW-54.9", "WDW-54.10", "WDW-54.11")


def unreturned(s: Desert) -> str:
    """Why a mission ended without a return."""
    return "The mission was given up" if s.cause == GIVEN_UP else "Nobody came home"


def headline(s: Desert) -> str:
    """The mission in one sentence."""
    lost = sum(1 for unit in s.roster if s.side[unit] == DESTROYED)
    losses = "nobody was lost" if not lost else f"{plural(lost, 'unit')} of {len(s.roster)} lost"
    home = f"home on turn {evaluation.duration(s)}" if evaluation.has_returned(s) else unreturned(s).lower()
    return "; ".join([*objective_texts(s), f"{home}, {losses}"])


def verdict(s: Desert) -> str:
    """Whether the mission was won, and by what."""
    vp = evaluation.points_text(s.results[-1][1])
    least = next(rung for rung in goals.ladder(s) if rung.level == tables.LEVEL_TITLE[tables.MODERATE])
    if s.results[-1][2] >= tables.MODERATE:
        return f"The mission was won: {vp} VP, and {least.at} were enough for a {least.level.lower()}"
    return f"The mission was lost: {vp} VP, and a {least.level.lower()} takes {least.at}"


def compared(s: Desert) -> str:
    """How long it took beside history."""
    if not evaluation.has_returned(s):
        return ""
    return f" In history it took {s.scenario.duration} turns; you took {evaluation.duration(s)}."


def weigh(_: Desert, event: Event) -> Weight:
    """How much an event decides: points won or lost, and an Alarm that wakes the Axis."""
    weight, worth = 0.0, ""
    for fact in event.facts:
        match fact:
            case ("counted", track, left) if track.startswith("target-"):
                weight += 3 if left != "0" else 8
                worth = f"{goals.plain(WORTH[-1])} VP" if left == "0" else ""
            case ("removed", unit) if unit in lrdg.UNIT:
                weight += 5 if lrdg.KIND[lrdg.UNIT[unit]] == lrdg.HQ else 3
            case ("counted", "alarm", level) if event.clause != "WDW-617.2":  # it fell
                weight += int(level) - 0.5
            case ("removed", unit) if unit in axis.UNIT:
                weight += 1
            case ("marked", _, "recon-ok"):
                weight += 1
                worth = "it counts once it is brought home"
    if event.clause == "WDW-613.11":
        weight += 4
        worth = worth or "from here it can be brought home"
    if event.clause == "WDW-532.7":
        return Weight(weight, "the reconnaissance aircraft had found a patrol", explained=True)
    return Weight(weight, worth)


def debrief(s: Desert, seat: str) -> Debrief:
    """The whole of it; a campaign is told by its missions."""
    campaign = scenarios.is_campaign(s)
    halves = sum(result[1] for result in s.results)
    story = WORDS.stories[s.setup.scenario]
    if campaign:
        won = sum(result[2] >= tables.MODERATE for result in s.results)
        level = f"{won} of {len(s.results)} missions successful"
        told = [
            ScoreLine(
                text=f"{missions.SCENARIOS[mission].title}: {tables.LEVEL_TITLE[grade]}",
                points=goals.plain(vp),
                missed=0,
            )
            for mission, vp, grade, *_ in s.results
        ]
        head = f"{evaluation.points_text(halves)} VP in {len(s.results)} missions"
        said = f"{won} of {len(s.results)} missions were won"
    else:
        level = tables.LEVEL_TITLE[s.results[-1][2]]
        told, head, said = lines(s), headline(s), verdict(s)
    return Debrief(
        headline=head,
        verdict=said,
        level=level,
        total=goals.plain(halves),
        unit="VP",
        ladder=[] if campaign else goals.ladder(s),
        lines=told,
        history=story.history + ("" if campaign else compared(s)),
        against=ENDS.beside(s.setup.scenario, halves / 2),
        moments=moments(s, seat, names.names(s), weigh, "WDW-80.1" if campaign else ""),
    )
