"""What to draw for one reader. What is hidden from him is -1 in the position that all of this reads (view.py)."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    ACTIVATIONS,
    B2,
    G1,
    G2,
    NOBODY,
    OUTSIDE,
    PARKED,
    SEATS,
    TRACK,
    NightDrop,
    is_company,
    is_drawn,
    is_stick,
    place_word,
    side_of,
)
from sandtable.games.night_drop.table.drawing import SIZE, board_id
from sandtable.games.night_drop.table.names import (
    SIDE_NAMES,
    marker_text,
    objective_text,
    short_name,
    slot_names,
    title_of,
)
from sandtable.games.night_drop.table.overlays import OVERLAYS
from sandtable.games.night_drop.view import known_position
from sandtable.kernel.scene import (
    BarItem,
    Cell,
    Face,
    LegendItem,
    Panel,
    Piece,
    Scene,
    Slot,
    StockPanel,
    TablePanel,
    TextPanel,
    TrackCell,
    TrackPanel,
)
from sandtable.kernel.seen import Seen

STRIPS = ("red", "green", "blue")


LEGEND = [
    LegendItem(
        id="stick", title="Stick", text="paratroopers who have not gathered; the strip is their brigade's colour"
    ),
    LegendItem(id="paratrooper", title="Company", text="attack value left, defence value right"),
    LegendItem(id="glider", title="Howard", text="he holds the bridges from the start"),
    LegendItem(id="commando", title="Lovat", text="he may come on turn 10 or 11"),
    LegendItem(id="hq", title="6th Airborne HQ", text="an Advantage for the initiative"),
    LegendItem(id="unknown", title="German unit, covered", text="the British do not know what it is"),
    LegendItem(id="infantry", title="German infantry"),
    LegendItem(id="armour", title="German armour"),
    LegendItem(id="artillery", title="Merville garrison", text="it never leaves the battery"),
    LegendItem(id="patrol", title="Patrol", text="it blocks a village and never moves"),
    LegendItem(id="reduced", title="Band across a counter", text="the unit is reduced"),
    LegendItem(id="control", title="British control"),
    LegendItem(id="destroyed", title="Bridge destroyed", text="British for good"),
    LegendItem(id="vp", title="VP marker, face down"),
    LegendItem(id="confusion", title="Confusion", text="half movement"),
    LegendItem(id="point", title="Point unit of the combat"),
]


def scene(seen: Seen) -> Scene:
    """The whole picture for one reader."""
    s = known_position(seen)
    return Scene(
        board=board_id(),
        size=SIZE,
        look="night" if s.night else "day",
        bar=bar(s),
        names={**seen.names, **slot_names(s)},
        cells=cells(s),
        links=[],
        pieces=[piece_of(s, piece) for piece in range(counters.PIECES) if in_scene(s, piece)],
        panels=panels(s),
        overlays=OVERLAYS,
        legend=LEGEND,
    )


def in_scene(s: NightDrop, piece: int) -> bool:
    """Pieces on the map, on the track or beside the edge."""
    place = s.at[piece]
    return bool(place < land.HEXES or place in (PARKED, OUTSIDE) or place >= TRACK)


def bar(s: NightDrop) -> list[BarItem]:
    """Where we are: turn, light, initiative, activation, what is left of it, and the count so far as he can tell."""
    running = ACTIVATIONS[s.activation].upper() if s.activation != NOBODY else "–"
    label = "Moves left" if s.activation in (G1, G2) else "Units left"
    return [
        BarItem(id="turn", label="Turn", value=s.turn, of=missions.SCENARIO_TURNS[s.setup.scenario]),
        BarItem(id="light", label="Light", value="night" if s.night else "day", of=None),
        BarItem(id="initiative", label="Initiative", value=SIDE_NAMES[s.phasing], of=None),
        BarItem(id="activation", label="Activation", value=running, of=None),
        BarItem(id="left", label=label, value=s.allowance if s.activation > B2 else "–", of=None),
        BarItem(id="vp", label="VP known", value=victory.victory_points(s), of=None),
    ]


def cells(s: NightDrop) -> list[Cell]:
    """Objectives with what lies on them."""
    found: list[Cell] = []
    for objective, cell in enumerate(land.OBJECTIVES):
        marks: list[str] = []
        if s.destroyed[objective]:
            marks.append("destroyed")
        elif s.control[objective]:
            marks.append("control")
        by = s.marker_by[objective]
        if by:
            seen = s.marker[objective]
            marks.append(f"vp-{seen}" if seen >= 0 else "vp")
        found.append(Cell(id=land.HEX_NAME[cell], marks=marks, alt=objective_text(s, objective)))
    return found


def values_of(s: NightDrop, piece: int) -> list[str]:
    """AV and DV as the reader sees them, or the front of a Stick."""
    low = s.reduced[piece] != 0
    if piece < counters.STICKS:
        kind = s.kind[piece]
        return [counters.KINDS[kind].upper()] if kind >= 0 else []
    if piece == counters.DIVISION:
        return ["HQ"]
    who = s.identity[piece - counters.FIRST_GERMAN] if is_drawn(piece) else NOBODY
    if is_drawn(piece) and who < 0:
        return []
    av, dv = s.box.values(piece, who, low)
    return ["–" if av < 0 else str(av), str(dv)]


def kind_of(s: NightDrop, piece: int) -> str:
    """The symbol of a piece; a covered one tells nothing by it."""
    if piece < counters.STICKS:
        return "stick"
    if piece == counters.DIVISION:
        return "hq"
    if is_company(piece):
        return "commando" if piece >= counters.LOVAT_1 else "glider" if piece >= counters.HOWARD_1 else "paratrooper"
    if is_drawn(piece):
        who = s.identity[piece - counters.FIRST_GERMAN]
        return "unknown" if who < 0 else "armour" if counters.IDENTITY_ARMOUR[who] else "infantry"
    return "artillery" if piece == counters.GARRISON else "patrol"


def place_of(s: NightDrop, piece: int) -> str:
    """Where a piece is drawn: a hex, a box of the track, beside an edge hex, or off."""
    place = s.at[piece]
    if place in (PARKED, OUTSIDE):
        cell = s.beside[piece]
        return "beside-" + land.HEX_NAME[cell] if cell >= 0 else "off"
    return place_word(place)


def marks_of(s: NightDrop, piece: int) -> list[str]:
    """Strip, reduced band, markers, and what it has done in this activation."""
    marks: list[str] = []
    if counters.COLOUR[piece] >= 0:
        marks.append(STRIPS[counters.COLOUR[piece]])
    elif piece in (counters.HOWARD_1, counters.HOWARD_2):
        marks.append("yellow")
    elif piece in (counters.LOVAT_1, counters.LOVAT_2):
        marks.append("white")
    if s.reduced[piece]:
        marks.append("reduced")
    if s.confused[piece]:
        marks.append("confusion")
    if piece in (s.attack_point, s.defence_point):
        marks.append("point")
    if s.activation != NOBODY and (s.moved[piece] or s.fought[piece]):
        marks.append("acted")
    return marks


def piece_of(s: NightDrop, piece: int) -> Piece:
    """A piece as the scene has it."""
    covered = (piece < counters.STICKS and s.kind[piece] < 0) or (
        is_drawn(piece) and bool(s.cover[piece - counters.FIRST_GERMAN])
    )
    title = title_of(s, piece)
    values = values_of(s, piece)
    # The owner may look under his covers, so only what he cannot see himself is drawn as a back.
    face: Face = "covered" if covered and not values else "shown"
    marks = marks_of(s, piece)
    if covered and values and is_drawn(piece):
        marks.append("cover")
    reduced = "reduced" if "reduced" in marks else ""
    point = "Point unit" if "point" in marks else ""
    alt = ", ".join(part for part in (title, "/".join(values), reduced, "covered" if covered else "", point) if part)
    return Piece(
        id=counters.PIECE_NAME[piece],
        kind=kind_of(s, piece),
        side=SEATS[side_of(piece)],
        at=place_of(s, piece),
        z=1 if is_stick(piece) else 2,
        facing=None,
        face=face,
        name=short_name(s, piece),
        values=values,
        marks=marks,
        alt=alt,
    )


def panels(s: NightDrop) -> list[Panel]:
    """Turn track, off-map track, units outside the map, objectives, and the cups."""
    waiting = [
        Slot(id=slot, title=title, count=sum(1 for p in range(counters.PIECES) if place_of(s, p) == slot))
        for slot, title in slot_names(s).items()
    ]
    last = missions.SCENARIO_TURNS[s.setup.scenario]
    rows = [
        [
            land.PLACE_NAME[cell],
            "black" if land.STAR[objective] == land.BLACK_STAR else "red",
            marker_text(s, objective),
            "destroyed" if s.destroyed[objective] else "British" if s.control[objective] else "–",
        ]
        for objective, cell in enumerate(land.OBJECTIVES)
    ]
    owed = ", ".join(str(turn) for turn in s.owed)
    lines = [
        f"German units in the cup: {len(s.cup)}",
        f"VP markers in their cup: {sum(s.vp_cup)}",
        f"Landing: {s.adjustment:+d} VP",
        f"Sticks gathered: {s.assembled}",
    ]
    if owed:
        lines.append(f"The German has the initiative on turn {owed}")
    turns: list[TrackCell | str] = [
        TrackCell(id=f"turn-{turn}", label=str(turn), title="night" if turn <= tables.NIGHT_TURNS else "day")
        for turn in range(1, last + 1)
    ]
    track = [
        Slot(id=word, title=f"box {number}", count=s.at.count(TRACK + number - 1))
        for number, word in enumerate(land.TRACK_NAME, 1)
    ]
    held = [row for row in range(len(rows)) if s.control[row]]
    found: list[Panel] = [
        TrackPanel(id="turns", title="Turns", cells=turns, value=f"turn-{s.turn}"),
        StockPanel(id="off-map", title="Off-map track, A to H", slots=track, budget=None, spent=None),
    ]
    if waiting:
        found.append(StockPanel(id="outside", title="Outside the map", slots=waiting, budget=None, spent=None))
    found.append(
        TablePanel(id="objectives", title="Objectives", head=["objective", "star", "VP", "held"], rows=rows, lit=held)
    )
    found.append(TextPanel(id="cups", title="Cups and counts", text="\n".join(lines), lines=lines))
    return found
