"""The tables of the rule book, for looking up."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import DECKS
from sandtable.games.rogue_regiment.table.panels import arms_words, weapon_words
from sandtable.kernel.briefing import ReferenceTable

ACTIONS = (
    ("Move", "1", "one square in any direction"),
    ("Sprint", "2", "up to three squares; wakes units that are passed next to"),
    ("Climb", "2", "into a hedge or crates, or through a window"),
    ("Attack", "1", "with one weapon at a target in sight and range"),
    ("Move and attack", "1", "one square and one attack, in either order"),
    ("Aim", "1", "+2 on all attacks on that unit this turn"),
    ("Mark", "2", "one attack at +2 while the Axis moves"),
    ("Crouch", "1", "hidden behind low cover; pop up is free"),
    ("Blind fire", "1", "over cover while crouched, at -2"),
    ("Place", "1", "a thing or a body on a square beside you"),
    ("Pick up", "free", "where a move or a sprint ends"),
    ("Recover", "3", "one health, up to 4"),
    ("Break cover", "free", "you are spotted, and the nearest units are alert"),
)
GROUND = (
    (
        "Forest",
        "sight goes in and out, not through",
        "-1 for the Axis; hides a crouched man and a body unless next to it",
    ),
    ("Rock", "sight goes in, not through", "only with a grappling hook"),
    ("Water", "no effect on sight", "only by scuba or boat"),
    ("Low wall", "hides a crouched man and a body", "hard cover, -2; no hindrance to a standing man"),
    ("Hedge", "hides a crouched man and a body", "soft cover, -1; climbed"),
    ("Crates", "hide a crouched man and a body", "hard cover, -2; climbed"),
    ("Window", "hides a crouched man and a body unless next to it", "hard cover, -2; climbed"),
    ("Door", "blocks sight", "walked through, not diagonally; no attack through it"),
    ("High wall", "blocks sight", "only with a grappling hook at its point"),
    ("Building wall, supply dump", "block sight", "nobody passes"),
)
METER = (
    ("A loud weapon is fired", "1"),
    ("An event card says so", "1"),
    ("The turn ends with somebody alert, spotted, or the Willys on the board", "1 in all"),
)


def table(id_: str, title: str, clause: str, text: str, head: list[str], rows: list[list[str]]) -> ReferenceTable:
    """One of them."""
    return ReferenceTable(id=id_, title=title, clause=clause, text=text, head=head, rows=rows)


def weapons() -> ReferenceTable:
    """What Operators and their helpers fire."""
    rows = [[data.WEAPON_TITLE[n].capitalize(), weapon_words(n), str(data.AMMO[n]) if data.AMMO[n] else "-"]
            for n in range(len(data.WEAPONS))]  # fmt: skip
    text = "Dice and the number that each needs, range short and long, how far it is heard. Short range adds 1."
    return table("weapons", "Weapons", "RR-6.5", text, ["weapon", "numbers", "ammunition"], rows)


def units() -> ReferenceTable:
    """The Axis."""
    rows = []
    for kind, title in enumerate(data.UNIT_TITLE):
        rows.append([title, str(data.HEALTH[kind]), str(data.MOVE[kind]), "; ".join(arms_words(kind))])
    return table("units", "Axis units", "RR-3.16", "", ["unit", "health", "moves", "fire"], rows)


def events() -> ReferenceTable:
    """Every panel of the decks, with how often it is in each."""
    rows = []
    for half, panels in (("Stealth", data.STEALTH), ("Battle", data.BATTLE)):
        for panel in dict.fromkeys(one for deck in DECKS for one in panels[deck]):
            words = data.panel_words(panel)
            counts = [str(panels[deck].count(panel)) for deck in DECKS]
            rows.append([half, words[:1].upper() + words[1:], *counts])
    text = f"How many of the {data.CARDS_IN_DECK} cards of each deck; one is drawn each turn."
    return table("events", "Event cards", "RR-14.4", text, ["half", "what happens", *DECKS], rows)


def reference() -> list[ReferenceTable]:
    """All of them."""
    return [
        table(
            "victory",
            "Points",
            "RR-1.1",
            "The mission says how many are a minor and a major victory.",
            ["what", "points"],
            [
                ["An objective", "as the mission says"],
                ["An Operator who leaves the board", "1"],
                ["An Operator who is lost", "-1"],
                ["Nobody leaves", "0 in all"],
            ],
        ),
        table(
            "actions",
            "Actions of an Operator",
            "RR-4.11",
            "Four AP a turn.",
            ["action", "AP", "what it does"],
            [list(row) for row in ACTIONS],
        ),
        table(
            "ground",
            "Ground and cover",
            "RR-2.1",
            "Cover counts only right beside the man who is fired at.",
            ["ground", "sight", "cover and movement"],
            [list(row) for row in GROUND],
        ),
        table(
            "meter",
            "What moves the stealth meter",
            "RR-12.1",
            "At 0 the alarm sounds.",
            ["what", "spaces"],
            [list(row) for row in METER],
        ),
        weapons(),
        units(),
        events(),
    ]
