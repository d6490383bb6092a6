"""What to draw, what things are called, overlays, and lines about a piece or a place; all from a view alone."""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop.box import data
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.state import (
    ACTIVATIONS,
    B2,
    BRITISH,
    BY_BRITISH,
    BY_GERMAN,
    DEAD,
    FACE_UP,
    G3,
    GERMAN,
    NOBODY,
    OUTSIDE,
    PARKED,
    RESERVE,
    SEATS,
    TRACK,
    WITHDRAWN,
    NightDrop,
    is_company,
    is_drawn,
    is_stick,
    place_word,
    side_of,
)
from sandtable.games.night_drop.table.drawing import SIZE, board_id
from sandtable.kernel.scene import (
    BarItem,
    Cell,
    Face,
    LegendItem,
    OverlayName,
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

View = dict[str, Any]

VERBS = {
    "activate": "Activate", "advance": "Advance", "confuse": "Confuse", "convert": "Turn over",
    "done": "Done", "draw": "Draw a marker", "flip": "Turn up the marker", "form": "Form a Company",
    "from": "Retreat first from", "go": "Go to", "hit": "Hit", "leave": "Leave", "lose": "Loses a step",
    "loss": "Step loss", "mark": "Place a VP marker", "move": "Move", "none": "Nobody", "pass": "Pass",
    "patrol": "Place a Patrol", "place": "Place", "point": "Point unit", "push": "Push", "reinforce": "Reinforce",
    "remove": "Remove", "retreat": "Retreat", "spend": "Spend", "stay": "Stay", "to": "Retreat to", "wait": "Wait",
    "with": "Choose",
}  # fmt: skip
PHRASES = {
    ("advance", 1): "{1} advances", ("confuse", 1): "Confuse {1}",
    ("convert", 2): "Turn over the {2} Sticks in {1}", ("draw", 1): "Draw a marker for {1}",
    ("flip", 1): "Turn up the marker at {1}", ("form", 2): "{1} and {2} form a Company",
    ("form", 3): "{1}, {2} and {3} form a Company", ("hit", 1): "{1} takes it", ("leave", 1): "{1} leaves the map",
    ("lose", 1): "{1} loses a step", ("loss", 1): "{1} loses a step", ("mark", 1): "Place a VP marker at {1}",
    ("move", 2): "Move {1} to {2}", ("patrol", 1): "Place a Patrol at {1}", ("place", 1): "Come on at {1}",
    ("point", 1): "{1} is the Point unit", ("reinforce", 0): "Draw a reinforcement",
    ("reinforce", 2): "{2} reinforces {1}", ("remove", 1): "{1} is lost", ("retreat", 1): "{1} retreats",
}  # fmt: skip
SIDE_NAMES = ("British", "German")
ACTIVATION_NAMES = (
    "B1, the 5th Brigade", "B2, the 3rd Brigade", "G1, scatter the 5th", "G2, scatter the 3rd", "G3, German units",
)  # fmt: skip
STRIPS = ("red", "green", "blue")


def _fixed_names() -> dict[str, str]:
    """Titles that are the same for everybody at any time."""
    found = dict(VERBS)
    found.update(zip(SEATS, SIDE_NAMES, strict=True))
    found.update(zip(ACTIVATIONS, ACTIVATION_NAMES, strict=True))
    found.update((colour, colour) for colour in data.COLOURS)
    for cell, title in data.PLACE_NAME.items():
        found[data.HEX_NAME[cell]] = title
    for number, word in enumerate(data.TRACK_NAME, 1):
        found[word] = f"off-map box {number}"
    found.update(zip(data.PIECE_NAME, data.TITLE, strict=True))
    return found


FIXED_NAMES = _fixed_names()


def names(view: View) -> dict[str, str]:
    """The title of every verb and id that options and log lines use."""
    found = FIXED_NAMES.copy()
    for piece in (*range(data.STICKS), *range(data.FIRST_GERMAN, data.GARRISON)):
        found[data.PIECE_NAME[piece]] = title_of(view, piece)
    return found


def title_of(view: View, piece: int) -> str:
    """What a piece is called by the reader of this view."""
    if piece < data.STICKS:
        kind = view["kind"][piece]
        front = data.KINDS[kind].upper() + " " if kind >= 0 else ""
        return data.TITLE[piece].replace(" ", f" {front}", 1)
    if is_drawn(piece):
        slot = piece - data.FIRST_GERMAN
        who = view["identity"][slot]
        return data.IDENTITY_NAME[who] if who >= 0 else f"Unknown German unit {slot + 1}"
    return data.TITLE[piece]


def values_of(view: View, piece: int) -> list[str]:
    """AV and DV as the reader sees them, or the front of a Stick."""
    low = bool(view["reduced"][piece])
    if piece < data.STICKS:
        kind = view["kind"][piece]
        return [data.KINDS[kind].upper()] if kind >= 0 else []
    if piece == data.DIVISION:
        return ["HQ"]
    who = view["identity"][piece - data.FIRST_GERMAN] if is_drawn(piece) else NOBODY
    if is_drawn(piece) and who < 0:
        return []
    av, dv = data.BOXES[view["options"]["data"]].values(piece, who, low)
    return ["–" if av < 0 else str(av), str(dv)]


def kind_of(view: View, piece: int) -> str:
    """The symbol of a piece; a covered one tells nothing by it."""
    if piece < data.STICKS:
        return "stick"
    if piece == data.DIVISION:
        return "hq"
    if is_company(piece):
        return "commando" if piece >= data.LOVAT_1 else "glider" if piece >= data.HOWARD_1 else "paratrooper"
    if is_drawn(piece):
        who = view["identity"][piece - data.FIRST_GERMAN]
        return "unknown" if who < 0 else "armour" if data.IDENTITY_ARMOUR[who] else "infantry"
    return "artillery" if piece == data.GARRISON else "patrol"


def place_of(view: View, piece: int) -> str:
    """Where a piece is drawn: a hex, a box of the track, beside an edge hex, or off."""
    place = view["at"][piece]
    if place in (PARKED, OUTSIDE):
        cell = view["beside"][piece]
        return "beside-" + data.HEX_NAME[cell] if cell >= 0 else "off"
    return place_word(place)


def marks_of(view: View, piece: int) -> list[str]:
    """Strip, reduced band, markers, and what it has done in this activation."""
    marks: list[str] = []
    if data.COLOUR[piece] >= 0:
        marks.append(STRIPS[data.COLOUR[piece]])
    elif piece in (data.HOWARD_1, data.HOWARD_2):
        marks.append("yellow")
    elif piece in (data.LOVAT_1, data.LOVAT_2):
        marks.append("white")
    if view["reduced"][piece]:
        marks.append("reduced")
    if view["confused"][piece]:
        marks.append("confusion")
    if piece in (view["attack_point"], view["defence_point"]):
        marks.append("point")
    if view["activation"] != NOBODY and (view["moved"][piece] or view["fought"][piece]):
        marks.append("acted")
    return marks


def piece_of(view: View, piece: int) -> Piece:
    """A piece as the scene has it."""
    covered = (piece < data.STICKS and view["kind"][piece] < 0) or (
        is_drawn(piece) and bool(view["cover"][piece - data.FIRST_GERMAN])
    )
    title = title_of(view, piece)
    values = values_of(view, piece)
    # The owner may look under his covers, so only what he cannot see himself is drawn as a back.
    face: Face = "covered" if covered and not values else "shown"
    marks = marks_of(view, piece)
    if covered and values and is_drawn(piece):
        marks.append("cover")
    reduced = "reduced" if "reduced" in marks else ""
    point = "Point unit" if "point" in marks else ""
    alt = ", ".join(part for part in (title, "/".join(values), reduced, "covered" if covered else "", point) if part)
    return Piece(
        id=data.PIECE_NAME[piece],
        kind=kind_of(view, piece),
        side=SEATS[side_of(piece)],
        at=place_of(view, piece),
        z=1 if is_stick(piece) else 2,
        facing=None,
        face=face,
        name=short_name(view, piece),
        values=values,
        marks=marks,
        alt=alt,
    )


def short_name(view: View, piece: int) -> str:
    """What fits on a counter."""
    if piece < data.STICKS:
        return str(piece + 1)
    if is_company(piece) and piece < data.HOWARD_1:
        return data.SHORT[piece]
    if is_drawn(piece):
        who = view["identity"][piece - data.FIRST_GERMAN]
        return (
            data.LETTERS[data.IDENTITY_LETTER[who]] + " " + data.IDENTITY_NAME[who].split("/")[0] if who >= 0 else "?"
        )
    if piece == data.DIVISION:
        return "6th"
    if piece == data.GARRISON:
        return "Merville"
    return data.TITLE[piece]


def in_scene(view: View, piece: int) -> bool:
    """Pieces on the map, on the track or beside the edge."""
    place = view["at"][piece]
    return bool(place < data.HEXES or place in (PARKED, OUTSIDE) or place >= TRACK)


OVERLAYS = [
    OverlayName(name="reach", title="Where it can go", about="piece"),
    OverlayName(name="way", title="The way there", about="cell"),
    OverlayName(name="zones-german", title="German zones of control", about="none"),
    OverlayName(name="zones-british", title="British zones of control", about="none"),
    OverlayName(name="gather", title="Sticks still to be gathered", about="none"),
]
LEGEND = [
    LegendItem(id="control", title="British control"),
    LegendItem(id="destroyed", title="Bridge destroyed"),
    LegendItem(id="vp", title="VP marker, face down"),
    LegendItem(id="confusion", title="Confusion: half movement"),
    LegendItem(id="point", title="Point unit of the combat"),
]


def scene(seen: Seen) -> Scene:
    """The whole picture for one reader."""
    view = seen.view
    return Scene(
        board=board_id(),
        size=SIZE,
        look="night" if view["turn"] <= data.NIGHT_TURNS else "day",
        bar=bar(view),
        names={**seen.names, **slot_names(view)},
        cells=cells(view),
        links=[],
        pieces=[piece_of(view, piece) for piece in range(data.PIECES) if in_scene(view, piece)],
        panels=panels(view),
        overlays=OVERLAYS,
        legend=LEGEND,
    )


def known_points(view: View) -> int:
    """The British total as far as this reader can tell (row I21): only values that he may see are summed."""
    held = 0
    for objective in range(len(data.OBJECTIVES)):
        if view["control"][objective]:
            printed = data.PRINTED[objective]
            held += printed if printed >= 0 else max(view["marker"][objective], 0)
    return int(held + (view["assembled"] if view["scenario"] == "night-only" else view["adjustment"]))


def bar(view: View) -> list[BarItem]:
    """Where we are: turn, light, initiative, activation, what is left of it, and the count so far."""
    night = view["turn"] <= data.NIGHT_TURNS
    activation = view["activation"]
    running = ACTIVATIONS[activation].upper() if activation != NOBODY else "–"
    left = view["allowance"] if activation > B2 else 0
    label = "Units left" if activation in (NOBODY, B2, 0, G3) else "Moves left"
    return [
        BarItem(id="turn", label="Turn", value=view["turn"], of=data.SCENARIO_TURNS[view["scenario"]]),
        BarItem(id="light", label="Light", value="night" if night else "day", of=None),
        BarItem(id="initiative", label="Initiative", value=SEATS[view["phasing"]], of=None),
        BarItem(id="activation", label="Activation", value=running, of=None),
        BarItem(id="left", label=label, value=left if activation > B2 else "–", of=None),
        BarItem(id="vp", label="VP known", value=known_points(view), of=None),
    ]


def marker_text(view: View, objective: int) -> str:
    """An objective's value in words, as the reader may know it."""
    if data.PRINTED[objective] >= 0:
        return str(data.PRINTED[objective])
    by = view["marker_by"][objective]
    seen = view["marker"][objective]
    if by == FACE_UP:
        return str(seen)
    if by == BY_BRITISH:
        return f"{seen} (British)" if seen >= 0 else "British marker"
    if by == BY_GERMAN:
        return f"{seen} (German)" if seen >= 0 else "German marker"
    return "–"


def cells(view: View) -> list[Cell]:
    """Objectives with what lies on them."""
    found: list[Cell] = []
    for objective, cell in enumerate(data.OBJECTIVES):
        marks: list[str] = []
        if view["destroyed"][objective]:
            marks.append("destroyed")
        elif view["control"][objective]:
            marks.append("control")
        by = view["marker_by"][objective]
        if by:
            seen = view["marker"][objective]
            marks.append(f"vp-{seen}" if seen >= 0 else "vp")
        title = data.PLACE_NAME[cell]
        control = "British" if view["control"][objective] else "not British"
        alt = f"{title}: VP {marker_text(view, objective)}, {control}"
        found.append(Cell(id=data.HEX_NAME[cell], marks=marks, alt=alt))
    return found


def slot_names(view: View) -> dict[str, str]:
    """Slots of panels that come and go."""
    found = {}
    for piece in range(data.PIECES):
        if view["at"][piece] in (PARKED, OUTSIDE) and view["beside"][piece] >= 0:
            word = data.HEX_NAME[view["beside"][piece]]
            found["beside-" + word] = f"outside {data.PLACE_NAME.get(view['beside'][piece], word)}"
    return found


def panels(view: View) -> list[Panel]:
    """Turn track, off-map track, units outside the map, objectives, and the cups."""
    waiting = [
        Slot(id=slot, title=title, count=sum(1 for p in range(data.PIECES) if place_of(view, p) == slot))
        for slot, title in slot_names(view).items()
    ]
    last = data.SCENARIO_TURNS[view["scenario"]]
    rows = [
        [
            data.PLACE_NAME[cell],
            "black" if data.STAR[objective] == data.BLACK_STAR else "red",
            marker_text(view, objective),
            "destroyed" if view["destroyed"][objective] else "British" if view["control"][objective] else "–",
        ]
        for objective, cell in enumerate(data.OBJECTIVES)
    ]
    owed = ", ".join(str(turn) for turn in view["owed"])
    lines = [
        f"German units in the cup: {view['cup']}",
        f"VP markers in their cup: {view['vp_cup']}",
        f"Landing: {view['adjustment']:+d} VP",
        f"Sticks gathered: {view['assembled']}",
    ]
    if owed:
        lines.append(f"The German has the initiative on turn {owed}")
    turns: list[TrackCell | str] = [
        TrackCell(id=f"turn-{turn}", label=str(turn), title="night" if turn <= data.NIGHT_TURNS else "day")
        for turn in range(1, last + 1)
    ]
    track = [
        Slot(id=word, title=f"box {number}", count=view["at"].count(TRACK + number - 1))
        for number, word in enumerate(data.TRACK_NAME, 1)
    ]
    held = [row for row in range(len(rows)) if view["control"][row]]
    found: list[Panel] = [
        TrackPanel(id="turns", title="Turns", cells=turns, value=f"turn-{view['turn']}"),
        StockPanel(id="off-map", title="Off-map track, A to H", slots=track, budget=None, spent=None),
    ]
    if waiting:
        found.append(StockPanel(id="outside", title="Outside the map", slots=waiting, budget=None, spent=None))
    found.append(
        TablePanel(id="objectives", title="Objectives", head=["objective", "star", "VP", "held"], rows=rows, lit=held)
    )
    found.append(TextPanel(id="cups", title="Cups and counts", text="\n".join(lines), lines=lines))
    return found


# --- overlays ---------------------------------------------------------------------------------------------------------


def overlay(s: NightDrop, name: str, ids: tuple[str, ...]) -> dict[str, Any] | None:
    """One named overlay, worked out on a position that the reader can imagine: only open facts enter it."""
    if name == "reach" and len(ids) == 1 and ids[0] in data.PIECE_OF:
        return {"cells": reach_cells(s, data.PIECE_OF[ids[0]])}
    if name in ("zones-german", "zones-british"):
        mover = BRITISH if name == "zones-german" else GERMAN
        toll = zones.zones(s, mover)
        return {
            "cells": {
                data.HEX_NAME[cell]: {"shade": 1 if price == 1 else 2, "text": "+" + movement.points_text(price)}
                for cell, price in enumerate(list(toll))
                if price and data.PASSABLE[cell]
            }
        }
    if name == "gather":
        return {"cells": gather_cells(s)}
    if name == "way" and len(ids) == 1 and ids[0] in data.HEX_OF:
        way = way_to(s, data.HEX_OF[ids[0]])
        return {"cells": {data.HEX_NAME[cell]: {"shade": 1, "text": movement.points_text(cost)} for cell, cost in way}}
    return None


def way_to(s: NightDrop, cell: int) -> list[tuple[int, int]]:
    """The way that the units that move now would take to a hex, with what it costs; empty when nobody moves there."""
    choice = s.choice
    return choice.way(s, cell) if isinstance(choice, movement.Move) else []


def way_lines(s: NightDrop, cell: int) -> list[str]:
    """The same as a line of text."""
    way = way_to(s, cell)
    if not way:
        return []
    return [f"the way there: {', '.join(data.HEX_NAME[one] for one, _ in way)}; {movement.points_text(way[-1][1])} MP"]


def reach_cells(s: NightDrop, piece: int) -> dict[str, Any]:
    """Where a piece could go if it were to move now, with the cost in each hex."""
    if s.at[piece] >= data.HEXES or reaching.immobile(s, piece) is not None:
        return {}
    ground = reaching.ground_of(s, side_of(piece))
    found = reaching.moves(s, ground, (piece,), 0, True)
    return {
        data.HEX_NAME[cell]: {
            "shade": 2 if cell in found.only_step else 1,
            "text": "1 hex" if cell in found.only_step else movement.points_text(cost),
        }
        for cell, cost in sorted(found.cost.items())
    }


def gather_cells(s: NightDrop) -> dict[str, Any]:
    """Hexes with Sticks, and how many of each colour are there."""
    counts: dict[int, list[int]] = {}
    for stick in range(data.STICKS):
        if s.at[stick] < data.HEXES:
            counts.setdefault(s.at[stick], [0, 0, 0])[data.COLOUR[stick]] += 1
    found: dict[str, Any] = {}
    for cell in sorted(counts):
        text = " ".join(f"{number}{data.COLOURS[colour][0]}" for colour, number in enumerate(counts[cell]) if number)
        found[data.HEX_NAME[cell]] = {"shade": min(3, max(counts[cell])), "text": text}
    return found


# --- lines about something --------------------------------------------------------------------------------


def about(view: View, word: str) -> list[str]:
    """Lines about one piece or place."""
    if word in data.PIECE_OF:
        return about_piece(view, data.PIECE_OF[word])
    if word in data.HEX_OF:
        return about_hex(view, data.HEX_OF[word])
    return []


def about_piece(view: View, piece: int) -> list[str]:
    """A piece: what it is, where it is, what it is worth, and how it stands."""
    lines = [title_of(view, piece)]
    place = view["at"][piece]
    if place < data.HEXES:
        lines.append(
            f"at {{{data.HEX_NAME[place]}}} ({data.HEX_NAME[place]})"
            if place in data.PLACE_NAME
            else f"at {data.HEX_NAME[place]}"
        )
    elif place >= TRACK:
        lines.append(f"on the off-map track: {{{data.TRACK_NAME[place - TRACK]}}}")
    elif place in (PARKED, OUTSIDE):
        beside = view["beside"][piece]
        lines.append(f"outside {data.HEX_NAME[beside]}" if beside >= 0 else "drawn, and about to be placed")
    elif place == RESERVE:
        lines.append("in the cup" if is_drawn(piece) else "not in play yet")
    elif place == DEAD:
        lines.append("eliminated")
    elif place == WITHDRAWN:
        lines.append("withdrawn from the game")
    values = values_of(view, piece)
    if len(values) == 2:
        lines.append(f"attack {values[0]}, defence {values[1]}{', reduced' if view['reduced'][piece] else ''}")
    if piece < data.STICKS:
        kind = view["kind"][piece]
        lines.append(data.KIND_NAME[kind] if kind >= 0 else "unknown: neither side may look at its front")
    if is_drawn(piece):
        slot = piece - data.FIRST_GERMAN
        if view["cover"][slot]:
            lines.append("under an Unknown marker")
        letters = [data.LETTERS[i] for i in range(len(data.LETTERS)) if view["letters"][slot] >> i & 1]
        if view["identity"][slot] < 0 and 0 < len(letters) < len(data.LETTERS):
            lines.append("came on by letter " + " or ".join(letters))
    if view["confused"][piece]:
        lines.append("confused: half movement in its next activation")
    return lines


def about_hex(view: View, cell: int) -> list[str]:
    """A hex: name, ground, what it costs and adds, and what it is worth."""
    objective = data.OBJECTIVE_AT.get(cell, NOBODY)
    down = objective != NOBODY and bool(view["broken"][objective])
    # ND-10.10 A bridge that is down is marshy stream, and no road leads over it.
    terrain = data.STREAM if down else data.TERRAIN[cell]
    title = data.PLACE_NAME.get(cell, "")
    lines = [f"{title} ({data.HEX_NAME[cell]})" if title else data.HEX_NAME[cell]]
    if terrain == data.WATER:
        lines.append("water: nobody enters")
    else:
        ground = {data.BOTH_BRIDGES: "both bridges"}.get(terrain, data.TERRAINS[terrain])
        line = f"{ground}: {movement.points_text(data.ENTER_MP[terrain])} MP"
        if data.DF[terrain]:
            line += f", defence +{data.DF[terrain]}"
        if data.ON_LINE[cell] and not down:
            line += ", road or railway ½"
        lines.append(line)
    if cell in data.ENTRY:
        lines.append(f"German entry {data.LETTERS[data.ENTRY.index(cell)]}")
    if objective != NOBODY:
        star = "black star" if data.STAR[objective] == data.BLACK_STAR else "red star"
        held = "British" if view["control"][objective] else "not British"
        lines.append(f"{star}, VP {marker_text(view, objective)}, {held}")
    return lines
