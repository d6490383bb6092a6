"""What can be laid over the board: sight in three shades, earshot, reach unseen, and reaction fire on the way."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment import chances, data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.state import NOTHING, WAITING, Regiment
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import legal
from sandtable.kernel.squares import bits

Cells = dict[str, dict[str, Any]]

LISTED: Final = (
    ("sees", "What this unit sees", "piece"),
    ("watched", "All that is watched", "none"),
    ("earshot", "How far this man's weapons are heard", "piece"),
    ("reach", "Where this man can get to, and where unseen", "piece"),
    ("fire", "Reaction fire on the way of this man", "piece"),
)


def overlay(s: Regiment, name: str, ids: tuple[str, ...]) -> Cells:
    """RR-2.29, RR-9.2, RR-9.16, RR-10.9 The squares of one overlay, each with a shade and a text."""
    cells: Cells = {}
    men = [m for m in range(len(s.m_kind)) if ids and s.man(m) == ids[0] and s.m_at[m] >= 0 and s.m_car[m] < 0]
    if name == "sees" and len(ids) == 1:
        shade(s, [u for u in range(len(s.u_kind)) if s.unit(u) == ids[0]], cells)
        for m in men:
            in_line(s, m, cells)
    elif name == "watched" and not ids:
        shade(s, list(range(len(s.u_kind))), cells)
    elif name == "earshot" and len(ids) in (1, 2):
        for m in men:
            earshot(s, m, ids[1:], cells)
    elif name == "reach" and len(ids) == 1:
        for m in men:
            reach(s, m, cells)
    elif name == "fire" and len(ids) == 1:
        for m in men:
            fire(s, m, cells)
    else:
        known = ", ".join(one for one, _, _ in LISTED)
        raise BadInput(f"there is no overlay “{name}” for {len(ids)} ids; overlays are {known}")
    return cells


def shade(s: Regiment, units: list[int], cells: Cells) -> None:
    """RR-2.29, RR-2.30 Squares seen fully (3), partially (2), and within a field but hidden (1)."""
    full = part = field = 0
    for u in units:
        if s.alive(u) and sight.has_sight(s, u):
            full |= sight.view_of(s, u, True)
            part |= sight.view_of(s, u, False)
            for corner, point, facing in sight.looks(s, u):
                field |= (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
    for v in bits(field):
        cells[s.place(v)] = {"shade": 3 if full >> v & 1 else 2 if part >> v & 1 else 1, "text": ""}


def in_line(s: Regiment, m: int, cells: Cells) -> None:
    """RR-6.2, RR-6.3, RR-8.3 The squares that one of ours has in sight: fully (3), or well enough to attack (2)."""
    origin, low = s.m_at[m], bool(s.m_low[m])
    for v in s.grid.squares:
        if v != origin and sight.in_our_sight(s, m, origin, v, low):
            cells[s.place(v)] = {"shade": 2 if sight.our_level(s, origin, v) else 3, "text": ""}


def earshot(s: Regiment, m: int, wanted: tuple[str, ...], cells: Cells) -> None:
    """RR-9.2, RR-9.3 How far each loud weapon a man has is heard, the quietest that reaches a square named there; or
    one weapon alone.
    """
    loud = sorted({(data.EARSHOT[w], data.WEAPONS[w]) for w in attack.weapons(s, m) if data.EARSHOT[w]})
    if wanted:
        loud = [(far, word) for far, word in loud if word == wanted[0]]
    for v in s.grid.squares:
        heard = [word for far, word in loud if s.grid.distance(v, s.m_at[m]) <= far]
        if heard:
            cells[s.place(v)] = {"shade": min(3, len(heard)), "text": heard[0]}


def reach(s: Regiment, m: int, cells: Cells) -> None:
    """RR-5.1, RR-5.3, RR-9.5, RR-9.16 Where a man can get to with his points by moves and sprints, and the least points
    that takes: shade 1 if nobody sees or hears him on the way, else 3.
    """
    quiet, any_way = costs(s, m, True), costs(s, m, False)
    for v, price in any_way.items():
        if v in quiet:
            cells[s.place(v)] = {"shade": 1, "text": str(quiet[v])}
        else:
            cells[s.place(v)] = {"shade": 3, "text": str(price)}


def costs(s: Regiment, m: int, unnoticed: bool) -> dict[int, int]:
    """RR-1.4, RR-21.15 The squares a man can stop on, with the least points: past others, but through no vehicle that
    he would board. Only ways on which nobody notices him, if so wished.
    """
    start, points = s.m_at[m], s.m_ap[m] if s.m_turn[m] else turn.AP
    seen = watched(s, m) if unnoticed else 0
    loud = beside_units(s) if unnoticed else 0
    if s.m_state[m] != WAITING and seen >> start & 1:
        return {}
    taken, boarding = sight.occupied(s, but_man=m), cars.open_squares(s, m)
    cost = {start: 0}
    todo = [start]
    while todo:
        at = todo.pop(0)
        ends = [(to, 1) for to in movement.next_steps(s, m, at, False)]
        if not s.m_low[m] and s.m_object[m] == NOTHING and not loud >> at & 1:
            ends += [(to, 2) for to in sprint_ends(s, m, at, seen | loud | boarding)]
        for to, price in ends:
            total = cost[at] + price
            if total <= points and not (seen | boarding) >> to & 1 and total < cost.get(to, points + 1):
                cost[to] = total
                todo.append(to)
    return {v: price for v, price in cost.items() if v != start and not taken >> v & 1}


def sprint_ends(s: Regiment, m: int, at: int, barred: int) -> set[int]:
    """RR-5.3 Where a sprint from a square can end that touches no square of a set."""
    found: set[int] = set()
    edge = {at}
    for _ in range(movement.SPRINT):
        edge = {to for v in edge for to in movement.next_steps(s, m, v, True) if not barred >> to & 1} - found - {at}
        found |= edge
    return found


def watched(s: Regiment, m: int) -> int:
    """RR-9.16 The squares on which somebody would see this man, as he is now."""
    standing = lying = 0
    for u in range(len(s.u_kind)):
        if s.alive(u) and sight.has_sight(s, u):
            standing |= sight.view_of(s, u, False)
            lying |= sight.view_of(s, u, True)
    found = 0
    for v in bits(standing):
        how = sight.shows(s, m, v)
        if how == sight.STANDING or (how == sight.LYING and lying >> v & 1):
            found |= 1 << v
    return found


def beside_units(s: Regiment) -> int:
    """RR-9.5 The squares on which a running man is heard."""
    found = 0
    for u in range(len(s.u_kind)):
        if s.here(u):
            for v in s.footprint(u):
                found |= sight.blast_squares(s, v)
    return found


def fire(s: Regiment, m: int, cells: Cells) -> None:
    """RR-10.1, RR-10.9 The hits that reaction attacks score on average on each move and sprint the man is offered."""
    if not isinstance(s.choice, turn.Act) or s.choice.man != m:
        return
    for action in legal(s):
        if action[0] in ("move", "sprint", "climb") and len(action) == 3 and action[2] not in cells:
            hits = chances.expected_fire(s, action)
            cells[action[2]] = {
                "shade": 0 if hits == 0 else 1 if hits < 0.5 else 2 if hits < 1 else 3,
                "text": f"{hits:.1f}" if hits else "",
            }
