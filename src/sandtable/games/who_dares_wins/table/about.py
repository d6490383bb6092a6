"""Lines about one piece or place."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.box.words import WORDS
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import PATROLS, Desert
from sandtable.games.who_dares_wins.table import names, pieces, scene
from sandtable.kernel.odds import percent


def about(s: Desert, thing: str) -> list[str]:
    """What is known of a piece or a place."""
    if thing in lrdg.UNIT:
        return about_unit(s, lrdg.UNIT[thing])
    if thing in axis.UNIT and axis.UNIT[thing] < s.counters:
        counter = axis.UNIT[thing]
        zone = s.axis_zone[counter]
        where = land.ZONE_NAME[zone] if zone >= 0 else "off the map"
        title = names.axis_title(s, counter)
        return [title[:1].upper() + title[1:], f"At {where}"]
    if thing in land.ZONE:
        return about_zone(s, land.ZONE[thing])
    return []


def about_unit(s: Desert, unit: int) -> list[str]:
    """A unit: what it is for, values, cost, where it is and what it carries."""
    kind = lrdg.KINDS[lrdg.KIND[unit]]
    lines = [
        lrdg.NAME[unit],
        next(sentence for term, sentence in WORDS.glossary.items() if term.lower() == kind),
        f"Attack value {lrdg.AV_FULL[unit]}, {lrdg.AV_REDUCED[unit]} when reduced; {lrdg.COST[unit]} to buy",
    ]
    zone = s.zone[unit]
    if zone >= 0:
        lines.append(f"At {land.ZONE_NAME[zone]}, {PATROLS[s.patrol[unit]]} patrol")
    marks = pieces.unit_marks(s, unit)[1:]
    if marks:
        lines.append("Marked: " + ", ".join(pieces.MARKED.get(mark, mark) for mark in marks))
    if lrdg.LOADS[unit]:
        lines.append(f"Loads left: {s.loads[unit]}")
    if s.watch_end[unit]:
        lines.append(f"Observes until turn {s.watch_end[unit]}")
    return lines


def about_zone(s: Desert, zone: int) -> list[str]:
    """A zone: terrain, dice, links, who is there."""
    board = s.board
    terrain = " and ".join(land.TERRAINS[t] for t in board.terrain[zone])
    units = [lrdg.NAME[u] for u in s.units_in(zone)]
    enemies = [names.axis_title(s, c) for c in s.axis_in(zone)]
    lines = [f"{land.ZONE_NAME[zone]}, {terrain}"]
    if land.IS_BASE[zone]:
        lines.append("A base: no Discretion test")
    else:
        dice, die = board.dice[zone], board.die_drm[zone]
        drm = die + tables.SIZE_DRM[len(units) + 1] + tables.DRM_AXIS_UNIT * s.axis_presence(zone)
        lines.append(f"Discretion {dice}d6{f' {die:+d}' if die else ''}; one more unit passes unseen with "
                     f"{percent(discretion.chance(dice, drm))}")  # fmt: skip
    if board.event_drm[zone]:
        lines.append(f"Events are rolled with {board.event_drm[zone]:+d} here")
    for kind, word in enumerate(("Road", "Path", "Off-path")):
        ends = [land.ZONE_NAME[z] for z in board.neighbours[zone] if land.LINK_KIND[board.link[zone][z]] == kind]
        if ends:
            lines.append(f"{word} to {', '.join(ends)}")
    if scene.zone_marks(s, zone):
        lines.append("Here: " + ", ".join(scene.zone_marks(s, zone)))
    if units:
        lines.append("LRDG: " + ", ".join(units))
    if enemies:
        lines.append("Axis: " + ", ".join(enemies))
    return lines
