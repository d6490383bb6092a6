"""What to draw, what things are called, overlays, and lines about a piece or a place; all from a view alone."""

from __future__ import annotations

from typing import Any

from sandtable.games.who_dares_wins.box import axis, boards, land, lrdg, missions, tables
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    CHOICE,
    IN_RESERVE,
    IN_SUPPORT,
    LOW,
    NOWHERE,
    PATROLS,
    REDUCED,
    SEAT,
    WACO_GONE,
    Desert,
)
from sandtable.games.who_dares_wins.table import drawing
from sandtable.kernel.scene import (
    BarItem,
    BoardPanel,
    Cell,
    LegendItem,
    LineupPanel,
    LineupRow,
    OverlayName,
    Panel,
    Piece,
    Scene,
    Slot,
    StockPanel,
    TablePanel,
    TextPanel,
    Track,
    TrackCell,
    TrackPanel,
)
from sandtable.kernel.seen import Seen

View = dict[str, Any]
Shape = dict[str, Any]

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
KINDS = ("truck", "jeep", "hq", "jeep", "truck", "truck", "recon", "signal", "aircraft")
"""The symbol of each kind of unit."""
AXIS_SYMBOLS = ("infantry", "halftrack", "tank", "gun")
MCO_PENALTIES = (2, 3, 4)


def names(view: View) -> dict[str, str]:
    """The title of every verb and id that options and log lines use."""
    found = STATIC.copy()
    for counter, kind in enumerate(view["axis_type"]):
        found[axis.UNITS[counter]] = axis_title(view, counter, kind)
    return found


def axis_title(view: View, counter: int, kind: int) -> str:
    """What a counter is called: its type when it is face up, what the set-up says of it otherwise."""
    if kind >= 0:
        return axis.type_name(kind)
    hint = view["axis_hint"][counter]
    if hint is None:
        return f"face-down Axis unit {counter + 1}"
    nation, what, mobile, av = hint
    words = [
        axis.NATIONS[nation].capitalize() if nation != axis.ANY else "",
        "mobile" if mobile == 1 else "fixed" if mobile == 0 and what == axis.ANY else "",
        axis.KINDS[what] if what != axis.ANY else "unit",
        f"AV {av}" if av != axis.ANY else "",
    ]
    return "face-down " + " ".join(word for word in words if word)


# --- pieces ----------------------------------------------------------------------------------------------------------


def mco_marks(value: int) -> list[str]:
    """MCO markers of a unit, one mark for each; four bits a penalty hold their number."""
    return [f"mco-{ap}" for n, ap in enumerate(MCO_PENALTIES) for _ in range(value >> (4 * n) & 15)]


def unit_marks(view: View, unit: int) -> list[str]:
    """Patrol, damage, MCO markers, what it carries and whether it is watching."""
    marks = [PATROLS[view["patrol"][unit]]] if view["patrol"][unit] >= 0 else []
    if view["side"][unit] == REDUCED:
        marks.append("reduced")
    marks += mco_marks(view["mco"][unit])
    marks += ["recon-ok"] * (view["carried"][unit] + view["carried_seen"][unit])
    if view["watch_end"][unit]:
        marks.append("observing")
    return marks


def unit_piece(view: View, unit: int) -> Piece:
    """An LRDG unit on the map, or on the tactical map while it fights."""
    reduced = view["side"][unit] == REDUCED
    av = lrdg.AV_REDUCED[unit] if reduced else lrdg.AV_FULL[unit]
    marks = unit_marks(view, unit)
    words = [lrdg.NAME[unit], *marks[:1], f"AV {av}", *marks[1:]]
    zone = land.ZONES[view["zone"][unit]]
    return Piece(
        id=lrdg.UNITS[unit], kind=KINDS[lrdg.KIND[unit]], side="british", at=zone,
        z=3 if lrdg.KIND[unit] == lrdg.HQ else 2, facing=None, face="shown", name=lrdg.UNITS[unit],
        values=[str(av)], marks=marks, alt=", ".join(words),
    )  # fmt: skip


def axis_piece(view: View, counter: int) -> Piece:
    """An Axis counter; a face-down one has the same keys and tells only what the set-up says."""
    kind = view["axis_type"][counter]
    hint = view["axis_hint"][counter]
    shown = kind >= 0
    title = axis_title(view, counter, kind)
    values = [str(axis.AV[kind])] if shown else [f"{hint[3]}?"] if hint and hint[3] != axis.ANY else []
    marks = []
    if (shown and axis.MOBILE[kind]) or (not shown and hint and hint[2] == 1):
        marks.append("mobile")
    if shown and axis.VETERAN[kind]:
        marks.append("veteran")
    return Piece(
        id=axis.UNITS[counter], kind=AXIS_SYMBOLS[axis.KIND[kind]] if shown else "unknown", side="axis",
        at=land.ZONES[view["axis_zone"][counter]], z=1, facing=None, face="shown" if shown else "covered",
        name=axis.NATIONS[axis.NATION[kind]][:2].upper() if shown else "?", values=values, marks=marks,
        alt=", ".join([title, *(mark for mark in marks if mark not in title)]),
    )  # fmt: skip


def aircraft_piece(view: View) -> Piece:
    """The Axis reconnaissance aircraft while it is on the map."""
    return Piece(
        id="aircraft", kind="aircraft", side="axis", at=land.ZONES[view["aircraft"]], z=4, facing=None, face="shown",
        name="Recon", values=[], marks=[], alt="Reconnaissance aircraft",
    )  # fmt: skip


def pieces(view: View) -> list[Piece]:
    """All that stands on the map."""
    found = [axis_piece(view, c) for c in range(len(view["axis_type"])) if view["axis_zone"][c] >= 0]
    found += [unit_piece(view, u) for u in view["roster"] if view["zone"][u] >= 0]
    if view["aircraft"] != NOWHERE:
        found.append(aircraft_piece(view))
    return found


# --- places ----------------------------------------------------------------------------------------------------------


def target_of(view: View, zone: int) -> int:
    """The value that the scenario gives the target of a zone; 0 without one."""
    return dict(missions.SCENARIOS[view["mission"]].targets).get(zone, 0)


def zone_marks(view: View, zone: int) -> list[str]:
    """Target with the hits it can still take (all of them while the mission is not set up), cache, Recon OK."""
    marks = []
    if target_of(view, zone):
        left = target_of(view, zone) if view["phase"] == CHOICE else view["target"][zone]
        marks.append(f"target-{left}" if left else "destroyed")
    if zone in missions.SCENARIOS[view["mission"]].observe:
        marks.append("observe")
    marks += ["cache"] * view["caches"][zone]
    if view["zone_ok"][zone]:
        marks.append("recon-ok")
    return marks


def cells(view: View) -> list[Cell]:
    """Zones with something on them that is not printed."""
    found = []
    for zone, word in enumerate(land.ZONES):
        marks = zone_marks(view, zone)
        if marks:
            found.append(Cell(id=word, marks=marks, alt=f"{land.ZONE_NAME[zone]}: {', '.join(marks)}"))
    return found


# --- beside the map --------------------------------------------------------------------------------------------------


def bar(view: View) -> list[BarItem]:
    """Where, when, how bad: turn against the historical duration, the Alarm, and each patrol's AP."""
    scenario = missions.SCENARIOS[view["mission"]]
    items = [
        BarItem(id="turn", label="Turn", value=view["turn"], of=scenario.duration),
        BarItem(id="alarm", label="Alarm", value=view["alarm"], of=tables.HIGHEST_ALARM),
    ]
    items += [
        BarItem(id=f"ap-{PATROLS[p]}", label=f"{PATROLS[p]} AP", value=view["ap"][p], of=None)
        for p in range(tables.MOST_PATROLS)
        if units_of(view, p) and not view["status"][p] & IN_RESERVE
    ]
    return items


def units_of(view: View, patrol: int) -> list[int]:
    """Surviving units of a patrol."""
    return [u for u in view["roster"] if view["patrol"][u] == patrol and view["zone"][u] >= 0]


def patrol_panel(view: View, patrol: int) -> BoardPanel:
    """A patrol column: its units, AP, Recon OK and MCO penalty."""
    units = units_of(view, patrol)
    penalty = sum(ap * (view["mco"][u] >> (4 * n) & 15) for u in units for n, ap in enumerate(MCO_PENALTIES))
    held = view["held"][patrol] + view["held_seen"][patrol]
    state = (
        "in reserve" if view["status"][patrol] & IN_RESERVE else "low profile" if view["status"][patrol] & LOW else ""
    )
    slots = [
        Slot(
            id=lrdg.UNITS[u],
            title=lrdg.NAME[u],
            text=land.ZONE_NAME[view["zone"][u]],
            marks=unit_marks(view, u)[1:],
            alt=f"{lrdg.NAME[u]} at {land.ZONE_NAME[view['zone'][u]]}",
        )
        for u in units
    ]
    word = PATROLS[patrol]
    tracks = [
        Track(id=f"ap-{word}", title="AP", value=view["ap"][patrol]),
        Track(id=f"ok-{word}", title="Recon OK", value=held, of=tables.MOST_RECON_OK),
        Track(id=f"mco-{word}", title="MCO: AP lost each turn", value=penalty),
    ]
    title = f"{word} patrol" + (f", {state}" if state else "")
    return BoardPanel(id=f"patrol-{word}", title=title, slots=slots, tracks=tracks)


def purchase_panel(view: View) -> StockPanel:
    """While units are chosen: what the budget has gone to."""
    scenario = missions.SCENARIOS[view["mission"]]
    bought = {u: f"{PATROLS[patrol]} patrol" for u, patrol in enumerate(view["patrol"]) if patrol >= 0}
    if view["waco"] == IN_SUPPORT and not (scenario.waco_free and view["options"]["sc51_waco"] == "free"):
        bought[lrdg.THE_WACO] = "Support area"
    spent = sum(lrdg.COST[u] for u in bought)
    slots = [
        Slot(id=word, title=lrdg.NAME[u], cost=lrdg.COST[u], text=bought.get(u, "free"))
        for u, word in enumerate(lrdg.UNITS)
    ]
    return StockPanel(id="purchase", title="Units and budget", slots=slots, budget=scenario.budget, spent=spent)


def combat_panel(view: View) -> LineupPanel:
    """The tactical map: who stands opposite whom, the target first, and the reserve."""
    zone = view["c_zone"]
    stacks = {row: [] for row in range(-1, len(view["c_line"]) + 1)}  # type: dict[int, list[int]]
    placed: set[int] = set()
    for stack, row in zip(view["c_stacks"], view["c_rows"], strict=False):
        stacks.setdefault(row, []).extend(stack)
        placed.update(stack)
    loose = [u for u in view["c_contact"] if u not in placed]
    rows = []
    if view["c_target"]:
        theirs = [slot_of_target(view, zone), *(axis_slot(view, c) for c in view["c_protectors"])]
        rows.append(LineupRow(id="target", title="Target", ours=unit_slots(view, stacks[0]), theirs=theirs))
    for number, counter in enumerate(view["c_line"], 1):
        ours, theirs = unit_slots(view, stacks[number]), [axis_slot(view, counter)]
        rows.append(LineupRow(id=lineup.ROWS[number], title=f"{number}", ours=ours, theirs=theirs))
    free = unit_slots(view, stacks[-1] + loose)
    rows.append(LineupRow(id="free", title="Nobody opposite", ours=free, theirs=[]))
    rows.append(LineupRow(id="in-reserve", title="Reserve", ours=unit_slots(view, view["c_reserve"]), theirs=[]))
    title = f"Combat at {land.ZONE_NAME[zone]}, turn {view['c_turn']}"
    return LineupPanel(id="combat", title=title, rows=rows)


def unit_slots(view: View, units: list[int]) -> list[Slot]:
    """Units of the tactical map."""
    return [
        Slot(
            id=lrdg.UNITS[u],
            title=lrdg.NAME[u],
            marks=unit_marks(view, u)[1:],
            text=f"AV {lrdg.AV_REDUCED[u] if view['side'][u] == REDUCED else lrdg.AV_FULL[u]}",
        )
        for u in units
    ]


def axis_slot(view: View, counter: int) -> Slot:
    """An Axis counter of the tactical map; where it stands is not known till the line is shown."""
    piece = axis_piece(view, counter)
    if not view["c_shown"]:
        return Slot(id=piece.id, title="face down")
    return Slot(id=piece.id, title=piece.alt, marks=piece.marks, text=f"AV {piece.values[0]}")


def slot_of_target(view: View, zone: int) -> Slot:
    """The target as something to aim at."""
    return Slot(id="target", title="Target", text=f"{view['target'][zone]} of {target_of(view, zone)}")


def events_panel() -> TablePanel:
    """The event table, for reference."""
    rows = []
    low = tables.LOWEST_EVENT
    while low <= tables.HIGHEST_EVENT:
        high = low
        while high < tables.HIGHEST_EVENT and tables.event(high + 1) is tables.event(low):
            high += 1
        rows.append([str(low) if low == high else f"{low} to {high}", tables.event(low).title])
        low = high + 1
    return TablePanel(id="events", title="Events: 3d6 and the zone", head=["total", "event"], rows=rows, lit=[])


def discretion_panel() -> TablePanel:
    """The chance of passing an entry test by terrain and size, with nobody else there."""
    rows = []
    for terrain, word in enumerate(land.TERRAINS):
        dice, die = tables.TERRAIN_DICE[terrain], tables.TERRAIN_DIE_DRM[terrain]
        chances = [discretion.chance(dice, die + tables.SIZE_DRM[size]) for size in (3, 6, 8, 9)]
        rows.append([word, f"{dice}d6" + (f" {die}" if die else ""), *(f"{100 * chance:.0f} %" for chance in chances)])
    head = ["terrain", "dice", "1-3", "4-6", "7-8", "9+"]
    return TablePanel(id="discretion", title="Unseen on entry, by units in the zone", head=head, rows=rows, lit=[])


def results_panel(view: View) -> TablePanel:
    """Missions of the campaign so far."""
    rows = [
        [missions.SCENARIOS[mission].title, f"{halves / 2:g}", tables.LEVEL_TITLE[level]]
        for mission, halves, level, *_ in view["results"]
    ]
    title = f"Missions, {view['mco_points']} MCO points"
    return TablePanel(id="results", title=title, head=["mission", "VP", "level"], rows=rows, lit=[])


def support_text(view: View) -> list[str]:
    """Support area and pool in words."""
    scenario = missions.SCENARIOS[view["mission"]]
    waco = {IN_SUPPORT: "The Waco is ready.", WACO_GONE: "The Waco is gone for this mission."}.get(view["waco"])
    lines = [scenario.brief, f"Axis counters still in the pool: {view['pool_size']}"]
    return [*lines, waco] if waco else lines


def panels(view: View) -> list[Panel]:
    """What lies beside the map, the most pressing first."""
    found: list[Panel] = []
    if view["c_zone"] != NOWHERE:
        found.append(combat_panel(view))
    if view["phase"] == CHOICE:
        found.append(purchase_panel(view))
    found += [patrol_panel(view, p) for p in range(tables.MOST_PATROLS) if units_of(view, p)]
    alarms: list[TrackCell | str] = [
        TrackCell(id=str(n), label=str(n), title=ALARM_TEXT[n]) for n in range(tables.HIGHEST_ALARM + 1)
    ]
    found.append(TrackPanel(id="alarm", title="Alarm", value=str(view["alarm"]), cells=alarms))
    if view["results"] or view["scenario"] == missions.CAMPAIGN:
        found.append(results_panel(view))
    lines = support_text(view)
    mission = missions.SCENARIOS[view["mission"]].title
    found += [TextPanel(id="mission", title=mission, text="\n".join(lines)), discretion_panel(), events_panel()]
    return found


ALARM_TEXT = (
    "quiet", "the aircraft leaves", "the aircraft looks for you", "one Axis unit wakes each turn",
    "two Axis units wake each turn",
)  # fmt: skip


OVERLAYS = [
    OverlayName(name="unseen", title="Chance to enter unseen", about="piece"),
    OverlayName(name="distance", title="Links away", about="piece"),
]
LEGEND = [
    LegendItem(id="target", title="Target, with the hits it can still take"),
    LegendItem(id="observe", title="Zone to observe"),
    LegendItem(id="cache", title="Cache"),
    LegendItem(id="recon-ok", title="Recon OK"),
    LegendItem(id="mco", title="MCO marker: AP lost each turn"),
]


def scene(seen: Seen) -> Scene:
    """The whole picture."""
    view = seen.view
    return Scene(
        board=drawing.board_id(drawing.variant(view["options"])),
        size=(drawing.WIDTH, drawing.HEIGHT),
        look="day",
        bar=bar(view),
        names=seen.names,
        cells=cells(view),
        links=[],
        pieces=pieces(view),
        panels=panels(view),
        overlays=OVERLAYS,
        legend=LEGEND,
    )


# --- overlays and lines ----------------------------------------------------------------------------------------------


def overlay(s: Desert, name: str, ids: tuple[str, ...]) -> Shape | None:
    """One named overlay, from open facts alone; None where there is no such overlay."""
    if len(ids) != 1 or ids[0] not in lrdg.UNIT or s.zone[lrdg.UNIT[ids[0]]] < 0:
        return {"cells": {}} if name in ("unseen", "distance") else None
    unit = lrdg.UNIT[ids[0]]
    here = s.zone[unit]
    if name == "distance":
        row = s.board.distance[here]
        return {
            "cells": {
                w: {"shade": min(3, row[z] // 2), "text": str(row[z])} for z, w in enumerate(land.ZONES) if z != here
            }
        }
    if name == "unseen":
        return {"cells": {land.ZONES[z]: unseen_cell(s, unit, z) for z in s.board.neighbours[here]}}
    return None


def unseen_cell(s: Desert, unit: int, zone: int) -> Shape:
    """The chance that this unit alone enters a zone unseen, and what the way costs."""
    cost = f"{movement.move_cost(s, (unit,), zone)} AP"
    if not discretion.is_taken(s, discretion.ENTRY, zone):
        return {"shade": 0, "text": f"no test, {cost}"}
    chance = discretion.chance_to_pass(s, discretion.ENTRY, zone, (unit,), 0, 1)
    return {"shade": 1 if chance >= 0.75 else 2 if chance >= 0.4 else 3, "text": f"{100 * chance:.0f} %, {cost}"}


def about(view: View, thing: str) -> list[str]:
    """What is known of a piece or a place."""
    if thing in lrdg.UNIT:
        return about_unit(view, lrdg.UNIT[thing])
    if thing in axis.UNIT and axis.UNIT[thing] < len(view["axis_type"]):
        counter = axis.UNIT[thing]
        zone = view["axis_zone"][counter]
        where = land.ZONE_NAME[zone] if zone >= 0 else "off the map"
        return [axis_title(view, counter, view["axis_type"][counter]).capitalize(), f"At {where}"]
    if thing in land.ZONE:
        return about_zone(view, land.ZONE[thing])
    return []


def about_unit(view: View, unit: int) -> list[str]:
    """A unit: values, cost, where it is and what it carries."""
    lines = [
        lrdg.NAME[unit],
        f"AV {lrdg.AV_FULL[unit]}, reduced {lrdg.AV_REDUCED[unit]}; cost {lrdg.COST[unit]}",
    ]
    zone = view["zone"][unit]
    if zone >= 0:
        lines.append(f"At {land.ZONE_NAME[zone]}, {PATROLS[view['patrol'][unit]]} patrol")
    marks = unit_marks(view, unit)[1:]
    if marks:
        lines.append("Marked: " + ", ".join(marks))
    if lrdg.LOADS[unit]:
        lines.append(f"Loads left: {view['loads'][unit]}")
    if view["watch_end"][unit]:
        lines.append(f"Observes until turn {view['watch_end'][unit]}")
    return lines


def about_zone(view: View, zone: int) -> list[str]:
    """A zone: terrain, dice, links, who is there."""
    options = view["options"]
    board = boards.board({name: options[name] for name in ("y_junction", "maddalena_fort", "fort_drm_airfield")})
    terrain = " and ".join(land.TERRAINS[t] for t in board.terrain[zone])
    units = [lrdg.NAME[u] for u in view["roster"] if view["zone"][u] == zone]
    axis = [axis_title(view, c, k) for c, k in enumerate(view["axis_type"]) if view["axis_zone"][c] == zone]
    lines = [f"{land.ZONE_NAME[zone]}, {terrain}"]
    if land.IS_BASE[zone]:
        lines.append("A base: no Discretion test")
    else:
        dice, die = board.dice[zone], board.die_drm[zone]
        drm = die + tables.SIZE_DRM[len(units) + 1] + tables.DRM_AXIS_UNIT * (len(axis) + (view["aircraft"] == zone))
        lines.append(f"Discretion {dice}d6{f' {die:+d}' if die else ''}; one more unit passes unseen with "
                     f"{100 * discretion.chance(dice, drm):.0f} %")  # fmt: skip
    lines.append(f"Event DRM {board.event_drm[zone]:+d}")
    for kind, word in enumerate(("Road", "Path", "Off-path")):
        ends = [land.ZONE_NAME[z] for z in board.neighbours[zone] if land.LINK_KIND[board.link[zone][z]] == kind]
        if ends:
            lines.append(f"{word} to {', '.join(ends)}")
    if zone_marks(view, zone):
        lines.append("Here: " + ", ".join(zone_marks(view, zone)))
    if units:
        lines.append("LRDG: " + ", ".join(units))
    if axis:
        lines.append("Axis: " + ", ".join(axis))
    return lines
