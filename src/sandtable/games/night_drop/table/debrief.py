"""How it ended: what the British hold and what it is worth, beside history and beside the quick players."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.box.words import ENDS, WORDS
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import BRITISH, DEAD, NO_MARKER, SEATS, NightDrop, is_company
from sandtable.games.night_drop.table import goals, names
from sandtable.kernel.briefing import Against, Debrief, ScoreLine
from sandtable.kernel.flow import Event
from sandtable.kernel.telling import Weight, moments, plural

HISTORY_VP = "15 or 16"
"""What the battle of 1944 would have counted, by the rule book's own estimate."""


def lines(s: NightDrop, side: int) -> list[ScoreLine]:
    """Every objective that is held or whose value is known, and what the landing or the gathering added. What the
    British did not get is missed by them alone."""
    found = []
    unknown = []
    for objective, cell in enumerate(land.OBJECTIVES):
        title = land.PLACE_NAME[cell]
        valued = land.PRINTED[objective] >= 0 or s.marker_by[objective] != NO_MARKER
        worth = victory.value(s, objective)
        if s.control[objective]:
            how = "destroyed" if s.destroyed[objective] else "British"
            found.append(ScoreLine(text=f"{title}, {how}", points=worth, missed=0))
        elif valued and side == BRITISH:
            found.append(ScoreLine(text=f"{title}, not British", points=0, missed=worth))
        else:
            unknown.append(title)
    if goals.is_night_only(s):
        found.append(ScoreLine(text="Sticks gathered into Companies", points=s.assembled, missed=0))
    else:
        found.append(ScoreLine(text="The landing", points=s.adjustment, missed=0))
    if unknown:
        what = "Not British, of unknown value" if side == BRITISH else "Kept from the British"
        found.append(ScoreLine(text=f"{what}: {', '.join(unknown)}", points=0, missed=0))
    return found


def headline(s: NightDrop) -> str:
    """The night in one sentence."""
    held = sum(1 for i in range(len(land.OBJECTIVES)) if s.control[i])
    sticks = s.at[: counters.STICKS].count(DEAD)
    companies = sum(1 for piece in range(counters.PIECES) if is_company(piece) and s.at[piece] == DEAD)
    bridges = "held" if s.control[land.H1_OBJECTIVE] else "lost"
    germans = s.at[counters.FIRST_GERMAN :].count(DEAD)
    lost = f"the British lost {some(sticks, 'Stick')} and {some(companies, 'Company', 'Companies')}"
    return (
        f"{goals.titled(goals.BRIDGES)} {bridges}, {held} of {len(land.OBJECTIVES)} objectives British; {lost}, the "
        f"Germans {some(germans, 'unit')}"
    )


def verdict(s: NightDrop) -> str:
    """Who won, who lost and by what."""
    least = goals.least_british(s)
    total = victory.victory_points(s)
    if not s.control[land.H1_OBJECTIVE]:
        return f"The Germans won and the British lost: {goals.BRIDGES} are not British, and nothing else counts"
    if total >= least:
        return f"The British won and the Germans lost: {total} VP, and {least} were enough"
    return f"The Germans won and the British lost: {total} VP, and the British needed {least}"


def some(number: int, one: str, more: str = "") -> str:
    """A number of things in words."""
    return plural(number, one, more) if number else f"no {more or one + 's'}"


def against(s: NightDrop, side: int) -> Against | None:
    """The total beside those of the quick players; points do not count where the bridges were lost."""
    if not s.control[land.H1_OBJECTIVE]:
        return None
    tuned = " data=tuned" if s.options["data"] == "tuned" else ""
    return ENDS.beside(s.setup.scenario + tuned, victory.victory_points(s), side == BRITISH)


def weigh(s: NightDrop, event: Event) -> Weight:
    """How much an event decides: objectives won and lost, and Companies eliminated."""
    weight, worth = 0.0, ""
    for fact in event.facts:
        match fact:
            case ("marked" | "unmarked", place, "control" | "destroyed"):
                objective = land.OBJECTIVE_AT[land.HEX_OF[place]]
                weight += 12 if objective == land.H1_OBJECTIVE else 2 + victory.value(s, objective)
                worth = "everything hangs on it" if objective == land.H1_OBJECTIVE else in_the_end(s, objective)
            case ("removed", word) if counters.PIECE_OF[word] >= counters.FIRST_COMPANY:
                weight += 2
            case ("placed", "lovat-1", _):
                weight += 3
    return Weight(weight, worth)


def in_the_end(s: NightDrop, objective: int) -> str:
    """What came of an objective, as far as the end of the game has shown it."""
    if land.PRINTED[objective] < 0 and s.marker_by[objective] == NO_MARKER:
        return ""
    worth = f"{victory.value(s, objective) or 'no'} VP"
    return f"worth {worth} in the end" if s.control[objective] else f"not British in the end, for {worth} less"


def debrief(s: NightDrop, seat: str) -> Debrief:
    """The whole of it for one side."""
    side = SEATS.index(seat)
    total = victory.victory_points(s)
    story = WORDS.stories[f"{s.setup.scenario} {seat}"]
    history = story.history
    if not goals.is_night_only(s):
        history += f" By the rule book history came to about {HISTORY_VP} VP; here it is {total}."
    return Debrief(
        headline=headline(s),
        verdict=verdict(s),
        level=goals.titled(victory.level(s)),
        total=total,
        unit="VP",
        ladder=goals.ladder(s, side),
        lines=lines(s, side),
        history=history,
        against=against(s, side),
        moments=moments(s, seat, names.names(s), weigh),
    )
