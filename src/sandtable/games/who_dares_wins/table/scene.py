"""What to draw: the whole picture, marks on places, and what the bar says; from a position that could be true."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import land, tables
from sandtable.games.who_dares_wins.state import CHOICE, PATROLS, Desert
from sandtable.games.who_dares_wins.table import drawing, panels, pieces
from sandtable.kernel.scene import BarItem, Cell, LegendItem, OverlayName, Scene
from sandtable.kernel.seen import Seen


def zone_marks(s: Desert, zone: int) -> list[str]:
    """Target with the hits it can still take (all of them while the mission is not set up), cache, Recon OK."""
    marks = []
    if s.target_initial(zone):
        left = s.target_initial(zone) if s.phase == CHOICE else s.target[zone]
        marks.append(f"target-{left}" if left else "destroyed")
    if zone in s.scenario.observe:
        marks.append("observe")
    marks += ["cache"] * s.caches[zone]
    if s.zone_ok[zone]:
        marks.append("recon-ok")
    return marks


def cells(s: Desert) -> list[Cell]:
    """Zones with something on them that is not printed."""
    found = []
    for zone, word in enumerate(land.ZONES):
        marks = zone_marks(s, zone)
        if marks:
            found.append(Cell(id=word, marks=marks, alt=f"{land.ZONE_NAME[zone]}: {', '.join(marks)}"))
    return found


def bar(s: Desert) -> list[BarItem]:
    """Where, when, how bad: turn against the historical duration, the Alarm, and each patrol's AP."""
    due = s.scenario.duration
    late = f"{s.turn}, {s.turn - due} over the historical {due}"
    items = [
        BarItem(id="turn", label="Turn", value=late, of=None)
        if s.turn > due
        else BarItem(id="turn", label="Turn", value=f"{s.turn} · history took {due}", of=None),
        BarItem(id="alarm", label="Alarm", value=s.alarm, of=tables.HIGHEST_ALARM, danger=True),
    ]
    items += [BarItem(id=f"ap-{PATROLS[p]}", label=f"{PATROLS[p]} AP", value=s.ap[p], of=None) for p in s.in_play()]
    return items


OVERLAYS = [
    OverlayName(name="unseen", title="Chance to enter unseen", about="piece", scale="danger"),
    OverlayName(name="distance", title="Links away", about="piece"),
]
LEGEND = [
    LegendItem(id="truck", title="LRDG half team, or a truck", text="the large number is its AV"),
    LegendItem(id="jeep", title="SAS or Det", text="raiders who ride along"),
    LegendItem(id="hq", title="HQ of a patrol", text="its loss costs twice as much"),
    LegendItem(id="recon", title="Survey"),
    LegendItem(id="signal", title="Signal"),
    LegendItem(id="aircraft", title="Aircraft", text="your Waco, or the Axis looking for you"),
    LegendItem(id="unknown", title="Axis unit, face down", text="what the set-up says of it stands on it"),
    LegendItem(id="infantry", title="Axis infantry"),
    LegendItem(id="halftrack", title="Axis armoured cars", text="they drive after you once awake"),
    LegendItem(id="tank", title="Axis tanks", text="they drive after you once awake"),
    LegendItem(id="gun", title="Axis guns", text="they never leave their place"),
    LegendItem(id="reduced", title="Band across a counter", text="the unit is reduced"),
    LegendItem(id="target", title="Target", text="with the hits it can still take"),
    LegendItem(id="observe", title="Zone to observe"),
    LegendItem(id="cache", title="Cache", text="supplies that help one repair"),
    LegendItem(id="recon-ok", title="Recon OK", text="rolls a die again, or strikes first"),
    LegendItem(id="mco", title="MCO marker", text="AP that the patrol loses each turn"),
]


def scene(seen: Seen) -> Scene:
    """The whole picture."""
    s: Desert = seen.position
    return Scene(
        board=drawing.board_id(drawing.variant(s.options)),
        size=(drawing.WIDTH, drawing.HEIGHT),
        look="day",
        bar=bar(s),
        names=seen.names,
        cells=cells(s),
        links=[],
        pieces=pieces.pieces(s),
        panels=panels.panels(s),
        overlays=OVERLAYS,
        legend=LEGEND,
    )
