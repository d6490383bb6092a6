"""What stands and lies on the board."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice.forecast_hunt import title as title_of_man
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BOUND,
    OBJECTS,
    OFF,
    SUPPORT,
    WAITING,
    Regiment,
    facing_word,
)
from sandtable.games.rogue_regiment.table import daring, jaeger, names, sketch
from sandtable.geometry.squares import bits
from sandtable.kernel.scene import (
    Piece,
)


def _piece(
    id_: str,
    kind: str,
    side: str,
    at: str,
    alt: str,
    name: str = "",
    z: int = 1,
    facing: str = "",
    values: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    cells: list[str] | None = None,
) -> Piece:
    if cells is not None and at not in cells:
        at = cells[0] if cells else "off"
    return Piece(
        id=id_, kind=kind, side=side, at=at, z=z, facing=facing or None, face="shown", name=name or id_,
        values=list(values), marks=list(marks), alt=alt, cells=cells or [],
    )  # fmt: skip


def _cells(s: Regiment, squares: tuple[int, ...]) -> list[str]:
    """The words for the squares that a piece covers; what is beside the board and has no name is left out."""
    return [s.place(v) for v in squares if s.place(v)]


def pieces(s: Regiment) -> list[Piece]:
    """RR-3.1, RR-3.16 Every token on the board and beside it."""
    units = [unit_piece(s, u) for u in range(len(s.u_kind)) if s.u_at[u] >= 0]
    vehicles = [car_piece(s, c) for c in range(len(s.c_kind)) if s.c_at[c] >= 0]
    return [
        *_things(s),
        *jaeger.tokens(s),
        *units,
        *vehicles,
        *(man_piece(s, m) for m in range(len(s.m_kind)) if on_foot(s, m)),
        *daring.aircraft(s),
    ]


def on_foot(s: Regiment, m: int) -> bool:
    """Whether a man has a token of his own, on the board or on the entry tile."""
    return s.m_state[m] in (WAITING, ACTIVE, BOUND) and s.m_at[m] >= 0 and s.m_car[m] < 0


def _things(s: Regiment) -> list[Piece]:
    """RR-3.1, RR-3.16 What lies and stands on the board that is nobody."""
    found = []
    for n, v in enumerate(s.corpses):
        found.append(_thing(s, "corpse", n, "none", v, "a body on {}", "body"))
    for n, v in enumerate(s.barrels):
        found.append(_thing(s, "barrel", n, "none", v, "a fuel barrel on {}"))
    for n, (v, health) in enumerate(s.radios):
        v = v if health else OFF
        found.append(_thing(s, "radio", n, "axis", v, f"a radio set on {{}}, {health} left", value=health))
    for n, (v, health) in enumerate(s.dumps):
        v = v if health else OFF
        found.append(_thing(s, "dump", n, "axis", v, f"a supply dump at {{}}, {health} left", value=health))
    for n, v in enumerate(s.papers):
        found.append(_thing(s, "documents", n, "none", v, "documents on {}"))
    for n, (v, owner, used) in enumerate(s.traps):
        how = "sprung trap" if used else "trap"
        found.append(_thing(s, "trap", n, "british", v, f"a {how} of {s.man(owner)} on {{}}"))
    for n, (v, owner) in enumerate(s.mines):
        found.append(_thing(s, "mine", n, "british", v, f"a landmine of {s.man(owner)} on {{}}"))
    for n, (v, k, _) in enumerate(s.bombs):
        found.append(_thing(s, "bomb", n, "british", v, f"a bomb on {{}}, {k} cards to go", value=k))
    return [piece for piece in found if piece is not None]


def _thing(
    s: Regiment, kind: str, n: int, side: str, v: int, alt: str, name: str = "", value: int | None = None
) -> Piece | None:
    """The token of a thing, or None where it is off the board; `alt` has a gap for the place."""
    if v < 0:
        return None
    values = () if value is None else (str(value),)
    cells = _cells(s, tuple(bits(s.layout.dump(v)))) if kind == "dump" else None
    at = s.place(v)
    return _piece(f"{kind}-{n + 1}", kind, side, at, alt.format(at), name or kind, 0, values=values, cells=cells)


def car_piece(s: Regiment, c: int) -> Piece:
    title = data.CAR_TITLE[s.c_kind[c]]
    aboard = [m for m in range(len(s.m_kind)) if s.m_car[m] == c]
    crew = [title_of_man(s, m) + (" (spotted)" if s.m_spotted[m] else "") for m in aboard]
    alt = f"{title} at {names.where(s, s.c_at[c])}, {s.c_health[c]} health, aboard: {', '.join(crew) or 'nobody'}"
    return _piece(
        s.car(c),
        s.car(c),
        "british",
        s.place(s.c_at[c]),
        alt,
        title,
        2,
        facing_word(s.c_face[c]),
        (str(s.c_health[c]),),
        tuple("aboard" for _ in aboard),
        cells=_cells(s, obstacles.car_squares(s, c)),
    )


def unit_piece(s: Regiment, u: int) -> Piece:
    marks = []
    if s.u_alert[u]:
        marks.append("alert")
    marks += daring.unit_marks(s.u_cig[u])
    if s.u_hunt[u]:
        marks.append("hunter")
    for m in range(len(s.m_kind)):
        if s.m_mark[m] == u:
            marks.append("target")
        if u in s.m_aim[m]:
            marks.append("aimed")
    kind = data.UNITS[s.u_kind[u]]
    colour = COLOURS[s.u_colour[u]] if s.u_colour[u] >= 0 else ""
    title = f"{data.UNIT_TITLE[s.u_kind[u]]} {s.u_no[u]}"
    facing = facing_word(s.u_face[u])
    mood = "alert" if s.u_alert[u] else "calm"
    place, looks = names.where(s, s.u_at[u]), names.VERBS[facing]
    alt = f"{title}{f' ({colour})' if colour else ''} on {place}, facing {looks}, {mood}"
    values = (str(s.u_health[u]),) if data.HEALTH[s.u_kind[u]] > 1 else ()
    if s.u_set[u]:
        marks.append("empty" if s.vehicle(u) else "set")
    if s.u_stall[u]:
        marks.append("failure")
    cells = _cells(s, s.footprint(u)) if s.vehicle(u) else None
    name = title if s.vehicle(u) else f"{sketch.UNITS[kind].upper()}{s.u_no[u]}"
    return _piece(s.unit(u), kind, "axis", s.place(s.u_at[u]), alt, name, 2, facing, values, tuple(marks), cells)


_SHORT: Final = ("Res", "SAS", "Crew")  # what stands on the token of a support unit


def man_piece(s: Regiment, m: int) -> Piece:
    marks = []
    if s.m_spotted[m]:
        marks.append("spotted")
    if s.m_low[m]:
        marks.append("crouched")
    if s.m_object[m]:
        marks.append(f"carries-{OBJECTS[s.m_object[m]]}")
    if s.m_swim[m]:
        marks.append("scuba")
    if s.m_twig[m]:
        marks.append("twig")
    if s.m_state[m] == BOUND:
        marks.append("bound")
    marks += daring.man_marks(s, m)
    title = title_of_man(s, m)
    name = title if s.is_operator(m) else f"{_SHORT[s.m_kind[m] - SUPPORT]} {s.m_no[m]}"
    facing = facing_word(s.m_face[m])
    posture = "crouched" if s.m_low[m] else "standing"
    seen = "spotted, " if s.m_spotted[m] else ""
    alt = f"{title} on {names.where(s, s.m_at[m])}, {posture}, {seen}{s.m_health[m]} health, {s.m_ap[m]} AP"
    alt += ", a twig under his feet" if s.m_twig[m] else ""
    return _piece(
        s.man(m),
        "operator" if s.is_operator(m) else data.SUPPORTS[s.m_kind[m] - SUPPORT],
        "british",
        s.place(s.m_at[m]),
        alt,
        name,
        3,
        facing,
        (str(s.m_health[m]),),
        tuple(marks),
    )
