"""The tables of the rule book, for looking up."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.kernel.briefing import ReferenceTable

TERRAIN_TITLE = {"h1": "Both Orne bridges", "battery": "Merville battery"}


def victory() -> ReferenceTable:
    """Levels of victory by British points."""
    rows = [[f"{least} and more", name] for name, least in zip(tables.VICTORY_NAMES[:-1], tables.VICTORY, strict=False)]
    rows.append([f"fewer than {tables.VICTORY[-2]}", tables.VICTORY_NAMES[-1]])
    return ReferenceTable(
        id="victory",
        title="Levels of victory",
        clause="ND-10.14",
        text="Without the Orne bridges it is a strategic German victory, whatever the points.",
        head=["British VP", "level"],
        rows=rows,
    )


def night_victory() -> ReferenceTable:
    """Levels of the night-only game."""
    named = list(zip(missions.NIGHT_VICTORY_NAMES, missions.NIGHT_VICTORY, strict=True))
    rows = [[f"{least} and more", name] for name, least in named[:-1]]
    rows.append([f"fewer than {named[-2][1]}", named[-1][0]])
    return ReferenceTable(
        id="night-victory",
        title="Levels of victory, night only",
        clause="",
        text="",
        head=["British VP", "level"],
        rows=rows,
    )


def terrain() -> ReferenceTable:
    """What each kind of ground costs and adds."""
    rows = []
    for kind, word in enumerate(land.TERRAINS):
        title = TERRAIN_TITLE.get(word, word.capitalize())
        if kind == land.WATER:
            rows.append([title, "nobody enters", "", ""])
            continue
        soft = "none by night" if land.SOFT_TERRAIN[kind] else "as usual"
        cost = movement.points_text(land.ENTER_MP[kind])
        rows.append([title, f"{cost} MP", f"+{land.DF[kind]}" if land.DF[kind] else "0", soft])
    rows.append(["Along a road or railway", f"{movement.points_text(land.LINE_MP)} MP", "", ""])
    return ReferenceTable(
        id="terrain",
        title="Terrain",
        clause="ND-8.1",
        text="",
        head=["ground", "to enter", "defence", "zone of control"],
        rows=rows,
    )


def landing() -> ReferenceTable:
    """Losses of the landing."""
    rows = [
        [str(total), *(str(number) for number in row[:3]), f"{row[3]:+d}" if row[3] else "0"]
        for total, row in tables.LANDING.items()
    ]
    return ReferenceTable(
        id="landing",
        title="Landing: Sticks lost by two dice",
        clause="ND-4.14",
        text="The German chooses which, first in hexes with Germans, then villages and woods, then marsh, then clear.",
        head=["2d6", "red", "green", "blue", "VP"],
        rows=rows,
    )


def fronts() -> ReferenceTable:
    """What is on the fronts of the Sticks, which nobody may look at."""
    rows = [
        [colour.capitalize(), *(str(number) for number in kinds)]
        for colour, kinds in zip(land.COLOURS, counters.COLOUR_KINDS, strict=True)
    ]
    return ReferenceTable(
        id="fronts",
        title="What Sticks hide",
        clause="ND-2.5",
        text="An HQ leads. Each battalion HQ that is gathered also places a VP marker.",
        head=["Sticks", *(name[0].upper() + name[1:] for name in counters.KIND_NAME)],
        rows=rows,
    )


def conversion() -> ReferenceTable:
    """What Sticks become."""
    rows = [
        ["2, at least one with a company or battalion HQ", "a reduced Company"],
        ["3 platoons", "a reduced Company"],
        ["3, at least one with a company or battalion HQ", "a full Company"],
        ["1 and a reduced Company of the same colour", "that Company is full again"],
        ["1 of any colour and Howard-1, reduced", "Howard-1 is full again"],
    ]
    return ReferenceTable(
        id="conversion",
        title="Gathering Sticks",
        clause="ND-2.25",
        text="All of one colour, in one hex. Advantages do not count.",
        head=["Sticks", "become"],
        rows=rows,
    )


def activations() -> ReferenceTable:
    """Who may do what."""
    rows = [
        ["B1", "British", "5th Brigade (red): move, attack, gather", "once a turn"],
        ["B2", "British", "3rd Brigade (green, blue): move, attack, gather", "once a turn"],
        ["G1", "German", f"2d6 moves of unknown red Sticks, at most {tables.PUSHES} each", "once a turn, by night"],
        [
            "G2",
            "German",
            f"2d6 moves of unknown green and blue Sticks, at most {tables.PUSHES} each",
            "once a turn, by night",
        ],
        [
            "G3",
            "German",
            "1d6 units reinforce, move and attack, at least half the number of the turn",
            "once or twice a turn",
        ],
    ]
    return ReferenceTable(
        id="activations",
        title="Activations",
        clause="ND-5.19",
        text="Howard and Lovat act with one British activation a turn.",
        head=["activation", "side", "does", "how often"],
        rows=rows,
    )


def movement_table() -> ReferenceTable:
    """Movement capacity."""
    points = movement.points_text
    night = (
        f"{points(tables.NIGHT_TOPOGRAPHIC)} MP from a village, road or railway, else {points(tables.NIGHT_ELSEWHERE)}"
    )
    rows = [
        ["Stick", "one hex", f"{points(tables.DAY_STICK)} MP"],
        ["Company", night, f"{points(tables.DAY_COMPANY)} MP"],
        ["German unit", night, f"{points(tables.DAY_GERMAN)} MP"],
        ["Howard-1, garrison, Patrol, Advantage", "none", "none"],
    ]
    return ReferenceTable(
        id="movement",
        title="Movement",
        clause="ND-8.6",
        text="A confused German unit has half.",
        head=["unit", "night", "day"],
        rows=rows,
    )


def combat() -> ReferenceTable:
    """Combat results."""
    rows = [
        ["1", "CR1", "a step or a retreat, as the loser chooses"],
        ["2", "CR2", "a step or a retreat, as the winner chooses"],
        ["3", "CR3", "a step and a retreat"],
        ["more", "as many CR3 as fit, then the rest", "the first hits the Point unit"],
    ]
    return ReferenceTable(
        id="combat",
        title="Combat results",
        clause="ND-9.18",
        text="Each side rolls and adds its factor; the difference is damage to the lower side.",
        head=["lost by", "result", "what it does"],
        rows=rows,
    )


def dice() -> ReferenceTable:
    """What other dice decide, and events."""
    stops = [[f"End of turn {turn}", f"{least} or more: the game is over"] for turn, least in tables.STOPS.items()]
    lovat = [[f"Start of turn {turn}", f"{least} or more: Lovat arrives"] for turn, least in tables.LOVAT.items()]
    rows = [
        [
            "Initiative, from turn 2 on",
            "the higher die acts first; on equal dice nothing changes and the other side has an event",
        ],
        ["Event of the German", "a Patrol appears in a village or on an objective"],
        ["Event of the British", "a German unit is confused: half movement"],
        [
            f"Turn {tables.DIVISION_TURN}, the division's headquarters",
            f"die and Germans beside it, {tables.DIVISION_LOST} or more: lost",
        ],
        ["British in the Merville battery, start of a turn", f"{tables.SHELLED}: shelled"],
        ["Merville battery empty, start of a turn", f"{tables.RETURNS} or more: the garrison is back"],
        *lovat,
        *stops,
    ]
    return ReferenceTable(
        id="dice", title="Events and other dice", clause="ND-5.6", text="", head=["when", "what"], rows=rows
    )


def germans() -> ReferenceTable:
    """The German units."""
    rows = []
    for identity, name in enumerate(counters.IDENTITY_NAME):
        box = counters.BOXES["ledger"]
        full = box.values(counters.FIRST_GERMAN, identity, False)
        low = box.values(counters.FIRST_GERMAN, identity, True)
        reduced = f"{low[0]}/{low[1]}" if low[0] != counters.NO_SIDE else "none"
        rows.append([name, land.LETTERS[counters.IDENTITY_LETTER[identity]], f"{full[0]}/{full[1]}", reduced])
    return ReferenceTable(
        id="germans",
        title="German units",
        clause="ND-3.1",
        text="Attack and defence value; the letter is where it comes on by night.",
        head=["unit", "entry", "full", "reduced"],
        rows=rows,
    )


def reference() -> list[ReferenceTable]:
    """All of them."""
    return [
        *(victory(), night_victory(), terrain(), landing(), fronts(), conversion(), activations(), movement_table()),
        *(combat(), dice(), germans()),
    ]
