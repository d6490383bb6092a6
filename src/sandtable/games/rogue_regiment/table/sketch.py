"""The board in letters, for a terminal: terrain and walls as in tile files, who stands where, and what is watched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import COLOURS, EDGES, SQUARES
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, PATROLMAN, WAITING, Regiment
from sandtable.games.rogue_regiment.table import overlays
from sandtable.geometry.squares import bits, letters

ARROWS: Final = "^>v<"
KINDS: Final = {kind: letter for letter, kind in SQUARES.items() if not letter.isdigit()}
WALLS: Final = {kind: letter for letter, kind in EDGES.items()}
UNITS: Final = {
    "rifle": "r", "smg": "s", "officer": "o", "mortar": "m", "hmg-team": "h", "aa-gun": "a", "flamethrower": "f",
    "dog": "q", "sniper": "e", "panzerfaust": "z", "grenadier": "g", "stalker": "j",
}  # fmt: skip
LEGEND: Final = (
    "ground . road = water ~ bridge B forest F rock R hedge H crates C rooms 1-9 blast % fire &",
    "walls: low l, high h, grapple point g, building #, window W, door D",
    "ours in capitals (_ crouched), p a prisoner; r rifleman, s SMG, o officer, m mortar, ! if alert; ^>v< facing",
    "V a vehicle of theirs, U of ours; x body, b barrel, d documents, t trap, n mine, k bomb, S dump, i radio set",
    "* somebody would see even a crouched man there, ' only a standing one",
)

LETTERS: Final = "f flamethrower, q dog, e sniper, z Panzerfaust, g grenade infantry, h HMG team, a AA gun, j Stalker"
"""Units of expansions."""
TOKENS: Final = "c a cat, w the waypoint of a Stalker, ~x a blood stain"
"""What a Jäger puts on the board."""


def sketch(s: Regiment) -> list[str]:
    """RR-1.2, RR-2.29 The board row by row, what is to be done, and what the letters mean."""
    grid = s.grid
    marks = _marks(s)
    things = _things(s)
    width = len(str(grid.height))
    head = " " * (width + 2) + "".join(f"{letters(x):<3}" for x in range(grid.width))
    found = [head.rstrip()]
    for y in range(grid.height):
        upper, row = "", ""
        for x in range(grid.width):
            v = grid.at(x, y)
            upper += (WALLS[grid.edges[2 * grid.at(x, y - 1) + 1]] * 2 if y else "  ") + " "
            row += things.get(v, _ground(s, v) + marks.get(v, " ")) + WALLS[grid.edges[2 * v]]
        if upper.strip():
            found.append((" " * (width + 2) + upper).rstrip())
        found.append(f"{y + 1:>{width}}  {row}".rstrip())
    waiting = [s.man(m) for m in range(len(s.m_kind)) if s.m_state[m] == WAITING]
    side = ("north", "east", "south", "west")[s.stage.mission.entry.side]
    near = [s.place(v) for v in bits(s.stage.exits)]
    found.append(
        f"the entry is in the {side}, beside {', '.join(near)}" + (": " + ", ".join(waiting) if waiting else "")
    )
    found += [line_words(s, n) for n in range(len(s.layout.lines))]
    for n, objective in enumerate(s.stage.mission.objectives):
        found.append(
            f"objective: {victory.objective_words(s, objective)}" + (f", {state}" if (state := status(s, n)) else "")
        )
    hunted = s.stage.jaeger
    return [*found, *LEGEND, *([LETTERS] if s.stage.mission.packs or hunted else []), *([TOKENS] if hunted else [])]


def status(s: Regiment, n: int) -> str:
    """RR-1.1 How far an objective has come: met so often, or documents in somebody's hands."""
    objective = s.stage.mission.objectives[n]
    if objective.kind == "documents":
        holders = [data.OPERATOR_TITLE[s.m_kind[m]] for m in victory.bearers(s, n) if s.has(m, data.I_DOCUMENTS)]
        return f"in the hands of {', '.join(holders)}" if holders else ""
    if objective.kind == "no-flames":
        return "a room burns there" if victory.burnt(s, n) else ""
    return f"met {s.scored[n]} times" if s.scored[n] > 1 else "met" if s.scored[n] else ""


def line_words(s: Regiment, n: int) -> str:
    """RR-1.19 A patrol line by its corners, and who walks it."""
    line = s.layout.lines[n]
    squares = line.squares
    last = len(squares) - 1
    corners = []
    for at, v in enumerate(squares):
        if (not line.loop and at in (0, last)) or squares[at - 1] - v != v - squares[(at + 1) % len(squares)]:
            corners.append(v)
    way = " > ".join(s.place(v) for v in ([*corners, corners[0]] if line.loop else corners))
    walks = [u for u in range(len(s.u_kind)) if s.u_role[u] == PATROLMAN and s.u_link[u] == n and s.u_at[u] >= 0]
    who = "".join(f", {data.UNIT_TITLE[s.u_kind[u]]} {s.u_no[u]}" for u in walks)
    return f"{COLOURS[line.colour]} patrol line {way}{'' if line.loop else ' and back'}{who}"


def _ground(s: Regiment, v: int) -> str:
    if s.things.burning >> v & 1:
        return "%"
    if s.things.closed >> v & 1:
        return "&"
    room = s.layout.room[v]
    return str(room % 10) if room else KINDS[s.layout.kind[v]]


def _marks(s: Regiment) -> dict[int, str]:
    """What is watched, of a man who crouches and of one who stands."""
    cells: overlays.Cells = {}
    overlays.shade(s, list(range(len(s.u_kind))), cells)
    return {s.stage.by_name[name]: " '*"[cell["shade"] - 1] for name, cell in cells.items()}


def _things(s: Regiment) -> dict[int, str]:
    """Two characters for each square on which something is; men before things."""
    found: dict[int, str] = {}
    for text, squares in _lying(s):
        for v in squares:
            if v >= 0:
                found[v] = text
    for u in range(len(s.u_kind)):
        letter = "V" if s.vehicle(u) else "!" if s.u_alert[u] else UNITS[data.UNITS[s.u_kind[u]]]
        for v in s.footprint(u):
            found[v] = letter + ARROWS[s.u_face[u]]
    for c in range(len(s.c_kind)):
        for v in obstacles.car_squares(s, c):
            found[v] = "U" + ARROWS[s.c_face[c]]
    for m in range(len(s.m_kind)):
        if s.m_state[m] in (ACTIVE, BOUND) and s.m_car[m] < 0:
            letter = s.man(m)[0].upper() if s.m_state[m] == ACTIVE else "p"
            found[s.m_at[m]] = letter + ("_" if s.m_low[m] else ARROWS[s.m_face[m]])
    return found


def _lying(s: Regiment) -> tuple[tuple[str, Iterable[int]], ...]:
    """Each kind of thing in letters, and the squares on which one is, below 0 for one that is gone."""
    return (
        ("x ", s.corpses),
        ("~x", [v for v, _ in s.stains]),
        ("c ", s.cats),
        ("w ", s.j_ways),
        ("b ", s.barrels),
        ("d ", s.papers),
        ("t ", [v for v, _, _ in s.traps]),
        ("n ", [v for v, _ in s.mines]),
        ("k ", [v for v, _, _ in s.bombs]),
        ("i ", [v for v, health in s.radios if health]),
        ("S ", [v for at, health in s.dumps if health for v in bits(s.layout.dump(at))]),
    )
