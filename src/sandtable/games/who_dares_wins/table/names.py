"""What things are called: verbs, places, units, and Axis counters as far as they are known."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.state import PATROLS, SEAT, Desert
from sandtable.kernel.telling import plural

VERBS = {
    "historical": "Take the historical patrols", "buy": "Buy units", "decline": "Decline the mission", "take": "Take",
    "next": "Next patrol", "done": "Done", "base": "Start", "at": "Event at", "damage": "MCO marker on",
    "pay": "Pay for the observation by", "break": "Break off the observation by",
    "intelligence": "Intelligence at", "maintenance": "Maintenance at", "from": "From",
    "everywhere": "everywhere", "use": "Use", "roll": "Roll",
    "mission": "the mission", "reroll": "Roll again", "accept": "Accept", "fight": "Fight at", "give": "Give up",
    "ordinary": "an ordinary Recon OK", "observation": "an observation", "none": "none", "hold": "Hold back",
    "initiative": "Strike first with", "together": "All at once", "aim": "Aim", "continue": "Fight on",
    "regroup": "Regroup", "pull-back": "Pull back", "stop": "Stop here", "withdraw": "Withdraw to",
    "contact": "Into contact", "stack": "Stack", "alone": "Alone", "face": "Face", "leave": "Leave",
    "protect": "On the target", "place": "Next in line:", "remove": "Counters to remove:", "carry": "Recon OK to",
    "reserve": "Into reserve",
    "release": "Release", "wait": "Wait with", "assign": "Assign", "airfield": "Appears at", "circle": "Stays",
    "fly": "Flies to", "expose": "Attacked from the air:", "around": "Around", "wake": "Wakes", "enter": "Enters at",
    "advance": "Advances", "meet": "Contact at", "end-mission": "End the mission", "go-on": "Go on",
    "restore": "Restore",
}  # fmt: skip
PHRASES = {
    ("attack", 2): "{1} attacks {2}", ("hold", 1): "{1} holds back", ("aim", 2): "{1} aims at {2}",
    ("face", 2): "{1} faces {2}", ("stack", 2): "{1} stacks with {2}", ("alone", 1): "{1} stands alone",
    ("base", 2): "{1} starts from {2}", ("use", 2): "Use the cache at {2}", ("advance", 2): "{1} advances to {2}",
    ("wait", 1): "{1} waits", ("assign", 2): "{1} joins {2}", ("release", 1): "{1} sets out",
    ("reserve", 1): "In reserve: {1}", ("protect", 1): "{1} takes the target", ("wake", 1): "{1} wakes",
    ("next", 1): "{1} is next", ("initiative", 1): "Strike first with a Recon OK of {1}",
    ("reroll", 1): "Roll again with a Recon OK of {1}", ("leave", 1): "Nobody faces {1}",
}  # fmt: skip
"""How actions read where the names one after the other would not do."""
NUMBERS = 10
"""Numbers below this one are words of actions: turns to observe, counters to remove."""
ROW_NAMES = {
    "target": "the target", **{word: f"place {n} of the line" for n, word in enumerate(lineup.ROWS[1:], 1)},
}  # fmt: skip
STATIC = {
    **VERBS,
    **ROW_NAMES,
    **{word: f"{word} patrol" for word in PATROLS},
    **dict(zip(land.ZONES, land.ZONE_NAME, strict=True)),
    **dict(zip(lrdg.UNITS, lrdg.NAME, strict=True)),
    # A counter of the mission before, which the last lines of the log still name when the next one has begun.
    **{word: f"Axis unit {n}" for n, word in enumerate(axis.UNITS, 1)},
    "aircraft": "Reconnaissance aircraft",
    SEAT: "Long Range Desert Group",
}


def names(s: Desert) -> dict[str, str]:
    """The title of every verb and id that options and log lines use."""
    found = STATIC.copy()
    for counter in range(s.counters):
        found[axis.UNITS[counter]] = axis_title(s, counter)
    counted = "counter" if isinstance(s.choice, scenarios.ThinPool) else "turn"
    found |= {str(number): plural(number, counted) for number in range(NUMBERS)}
    return found


def axis_title(s: Desert, counter: int) -> str:
    """What a counter is called: its type when it is face up, what the set-up says of it otherwise."""
    if s.axis_up[counter]:
        return axis.type_name(s.axis_type[counter])
    if not s.axis_known[counter]:
        return f"face-down Axis unit {counter + 1}"
    nation, what, mobile, av = s.hint(counter)
    words = [
        axis.NATIONS[nation].capitalize() if nation != axis.ANY else "",
        "mobile" if mobile == 1 else "fixed" if mobile == 0 and what == axis.ANY else "",
        axis.KINDS[what] if what != axis.ANY else "unit",
        str(counter + 1),
        f"(AV {av})" if av != axis.ANY else "",
    ]
    return "face-down " + " ".join(word for word in words if word)
