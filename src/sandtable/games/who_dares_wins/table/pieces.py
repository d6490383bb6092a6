"""What stands on the map: units, counters and the aircraft, with their marks."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.state import NOWHERE, PATROLS, REDUCED, Desert
from sandtable.games.who_dares_wins.table import names
from sandtable.kernel.scene import Piece

KINDS = ("truck", "jeep", "hq", "jeep", "truck", "truck", "recon", "signal", "aircraft")
"""The symbol of each kind of unit."""
AXIS_SYMBOLS = ("infantry", "halftrack", "tank", "gun")


MARKED = {f"mco-{ap}": f"MCO marker of {ap} AP" for ap in terms.PENALTIES} | {"recon-ok": "Recon OK"}
"""What stands on a unit, in words."""


def mco_marks(s: Desert, unit: int) -> list[str]:
    """MCO markers of a unit, one mark for each."""
    return [f"mco-{ap}" for ap, n in zip(terms.PENALTIES, terms.mco_each(s, unit), strict=True) for _ in range(n)]


def unit_marks(s: Desert, unit: int) -> list[str]:
    """Patrol, damage, MCO markers, what it carries and whether it is watching."""
    marks = [PATROLS[s.patrol[unit]]] if s.patrol[unit] >= 0 else []
    if s.side[unit] == REDUCED:
        marks.append("reduced")
    marks += mco_marks(s, unit)
    marks += ["recon-ok"] * (s.carried[unit] + s.carried_seen[unit])
    if s.watch_end[unit]:
        marks.append("observing")
    return marks


def unit_piece(s: Desert, unit: int) -> Piece:
    """An LRDG unit on the map, or on the tactical map while it fights."""
    av = s.av(unit)
    marks = unit_marks(s, unit)
    words = [lrdg.NAME[unit], *marks[:1], f"AV {av}", *(MARKED.get(mark, mark) for mark in marks[1:])]
    zone = land.ZONES[s.zone[unit]]
    return Piece(
        id=lrdg.UNITS[unit], kind=KINDS[lrdg.KIND[unit]], side="british", at=zone,
        z=3 if lrdg.KIND[unit] == lrdg.HQ else 2, facing=None, face="shown", name=lrdg.UNITS[unit],
        values=[str(av)], marks=marks, alt=", ".join(words),
    )  # fmt: skip


def axis_piece(s: Desert, counter: int) -> Piece:
    """An Axis counter; a face-down one has the same keys and tells only what the set-up says."""
    title = names.axis_title(s, counter)
    if s.axis_up[counter]:
        kind = s.axis_type[counter]
        symbol, name = AXIS_SYMBOLS[axis.KIND[kind]], axis.NATIONS[axis.NATION[kind]][:2].upper()
        values = [str(axis.AV[kind])]
        marks = ["mobile"] * axis.MOBILE[kind] + ["veteran"] * axis.VETERAN[kind]
    else:
        _, _, mobile, av = s.hint(counter)
        symbol, name = "unknown", "?"
        values = [f"{av}?"] if av != axis.ANY else []
        marks = ["mobile"] if mobile == 1 else []
    return Piece(
        id=axis.UNITS[counter], kind=symbol, side="axis", at=land.ZONES[s.axis_zone[counter]], z=1, facing=None,
        face="shown" if s.axis_up[counter] else "covered", name=name, values=values, marks=marks,
        alt=", ".join([title, *(mark for mark in marks if mark not in title)]),
    )  # fmt: skip


def aircraft_piece(s: Desert) -> Piece:
    """The Axis reconnaissance aircraft while it is on the map."""
    return Piece(
        id="aircraft", kind="aircraft", side="axis", at=land.ZONES[s.aircraft], z=4, facing=None, face="shown",
        name="Recon", values=[], marks=[], alt="Reconnaissance aircraft",
    )  # fmt: skip


def pieces(s: Desert) -> list[Piece]:
    """All that stands on the map."""
    found = [axis_piece(s, c) for c in range(s.counters) if s.axis_zone[c] >= 0]
    found += [unit_piece(s, u) for u in s.roster if s.zone[u] >= 0]
    if s.aircraft != NOWHERE:
        found.append(aircraft_piece(s))
    return found
