"""The whole picture: bar, marks on squares, pieces, panels, and what the signs mean."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import PACKS
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    Regiment,
)
from sandtable.games.rogue_regiment.table import daring, drawing, jaeger, overlays, panels, pieces
from sandtable.geometry.squares import bits
from sandtable.kernel.scene import (
    BarItem,
    Cell,
    LegendItem,
    OverlayName,
    Panel,
    Scene,
    TrackCell,
    TrackPanel,
)
from sandtable.kernel.seen import Seen
from sandtable.kernel.telling import plural

SIGNS = (
    ("token", "Letter and number", "R rifleman, S SMG infantry, O officer, M mortar team; the log calls R3 Rifleman 3"),
    ("resistance", "Res or SAS and number", "a man of the Resistance, or of the SAS who came along"),
    ("front", "Notch and bright edge", "the way a man, unit or vehicle faces"),
    ("alert", "! at the corner", "an alert unit"),
    ("spotted", "Dashed ring", "a spotted man"),
    ("crouched", "Half height", "a crouched man"),
    ("value", "Large number", "health left; on a bomb, the cards until it goes off"),
    ("target", "Two circles on a tab", "a marked unit"),
    ("aimed", "Cross hairs on a tab", "a unit that somebody aims at"),
    ("carries", "Cross or barrel on a tab", "the man carries a body or a fuel barrel"),
    ("bound", "Bars on a tab", "a bound prisoner, whom nobody has freed yet"),
    ("scuba", "Waves on a tab", "a man in the water"),
    ("aboard", "Men on tabs", "as many of ours are aboard this vehicle"),
    ("set", "Tripod on a tab", "a mortar that is set up"),
    ("empty", "Open box on a tab", "a vehicle whose men are out: it does nothing more"),
    ("failure", "Spanner on a tab", "a vehicle with a mechanical failure, which stands this turn"),
    ("cigarette", "Cigarette on a tab", "a unit that smokes: it sees nothing and stays until the turn ends"),
    ("sentry", "Disc with arrows", "a sentry point, black or white, and the ways its sentry may face"),
    ("line", "Striped line", "a patrol line, black or white, with the places where a patrol may start"),
    ("entry", "Dashed row of places", "where the Operators come from and leave"),
    ("spawn", "Framed places beside the board", "a spawn tile, black or white"),
    ("grapple", "Disc on a high wall", "a grapple point"),
    ("flame", "Flames", "a room on fire: no Axis unit enters, and each of ours in it is burnt in the Attack Phase"),
    ("blast", "Star", "a square under a blast, which blocks sight until it is gone"),
)


THINGS: Final = (
    ("operator", "Operator"), ("corpse", "Body"), ("barrel", "Fuel barrel"), ("dump", "Supply dump"),
    ("radio", "Radio set"), ("documents", "Documents"), ("trap", "Trap"), ("mine", "Landmine"), ("bomb", "Bomb"),
)  # fmt: skip


def legend(s: Regiment) -> list[LegendItem]:
    """RR-1.1 Who and what stands on the board, what signs on it mean, and the shades of overlays, which the client
    shows while one is on."""
    found = [LegendItem(id=kind, title=title) for kind, title in THINGS]
    packs = set(s.stage.mission.packs)
    found += [
        LegendItem(id=data.UNITS[n], title=title)
        for n, title in enumerate(data.UNIT_TITLE)
        if not data.UNIT_PACKS[n] or packs & {PACKS[pack] for pack in data.UNIT_PACKS[n]}
    ]
    ours = ((data.SUPPORTS, data.SUPPORT_TITLE, data.SUPPORT_PACK), (data.CARS, data.CAR_TITLE, data.CAR_PACK))
    found += [
        LegendItem(id=word, title=title)
        for words, titles, brings in ours
        for word, title, pack in zip(words, titles, brings, strict=True)
        if pack < 0 or PACKS[pack] in packs
    ]
    without: list[str] = [] if s.stage.hm else ["empty", "failure"]
    without += [] if s.stage.hd else ["flame", "smell"]
    without += [] if s.typhoon else ["airspace"]
    signs = [sign for sign in SIGNS if sign[0] not in without]
    found += [LegendItem(id=f"sign-{word}", title=title, text=text) for word, title, text in signs]
    titles = {name: title for name, title, _ in overlays.LISTED}
    for name, text, shade in overlays.SHADES:
        if name in without:
            continue
        if (name, shade) == ("danger", 1) and s.stage.hd:
            text += overlays.SMELT
        title = f"{titles[name]}: {overlays.PATTERNS[shade]}"
        found.append(LegendItem(id=f"overlay-{name}-{shade}", title=title, text=text))
    return found


def scene(seen: Seen) -> Scene:
    """RR-1.1 The whole table."""
    s: Regiment = seen.position
    mission = s.stage.mission
    width = s.grid.width * drawing.UNIT + 2 * drawing.EDGE
    height = s.grid.height * drawing.UNIT + 2 * drawing.EDGE
    most = setup.full_meter(s)
    bar = [
        BarItem(id="turn", label="Turn", value=s.turn, of=2 * len(s.stage.cards)),
        BarItem(id="alarm", label="Alarm", value="raised", of=None, danger=True)
        if s.section == BATTLE
        else BarItem(id="meter", label="Stealth", value=max(0, s.meter), of=most),
        BarItem(id="phase", label="Phase", value=turn.phase_title(s.phase), of=None),
    ]
    cells = [
        Cell(id=s.place(v), marks=["blast"], alt=f"blast on {s.place(v)}")
        for centre in s.blasts
        for v in bits(s.layout.blast(centre))
    ]
    cells += jaeger.locks(s)
    for room in sorted({room for room, _ in s.flames}):
        tokens = [one for one, _ in s.flames].count(room)
        words = f"a room on fire, {plural(tokens, 'flame token')}"
        cells += [
            Cell(id=s.place(v), marks=["flame"], alt=f"{words}: {s.place(v)}") for v in bits(s.layout.rooms[room])
        ]
    boxes: list[TrackCell | str] = [str(n) for n in range(most + 1)]
    beside: list[Panel] = [
        TrackPanel(id="meter", title="Stealth meter", cells=boxes, value=str(max(0, s.meter))),
        *panels.decks(s, seen),
        *panels.boards(s),
    ]
    return Scene(
        board=drawing.board_id(mission),
        size=(width, height),
        look="battle" if s.section == BATTLE else "day",
        bar=bar,
        names=seen.names,
        cells=cells,
        links=[],
        pieces=pieces.pieces(s),
        panels=beside,
        overlays=[
            OverlayName(
                name=name,
                title=title,
                about=of,
                scale="danger",
                on=name == overlays.ON,
                pointed=name == overlays.POINTED,
            )
            for name, title, of in overlays.LISTED
            if (name != "smell" or s.stage.hd) and (name != "airspace" or s.typhoon)
        ],
        legend=[
            *legend(s),
            *(daring.legend() if s.stage.twd else []),
            *(jaeger.legend() if s.stage.jaeger else []),
        ],
    )
