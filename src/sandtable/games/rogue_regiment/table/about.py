"""Lines about one square, unit or man."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import (
    Regiment,
    facing_word,
)
from sandtable.games.rogue_regiment.table import daring, names, panels, pieces, sketch


def about(s: Regiment, thing: str) -> list[str]:
    """RR-1.1 Lines about a square, a unit or a man."""
    if thing in s.stage.by_name:
        return _about_square(s, thing)
    for u in range(len(s.u_kind)):
        if s.unit(u) == thing:
            return _about_unit(s, u)
    if thing == "typhoon" and s.typhoon:
        return daring.about(s)
    for m in range(len(s.m_kind)):
        if s.man(m) == thing:
            held = [
                f"{data.ITEM_TITLE[i]} {s.has(m, i)}"
                for i in range(len(data.ITEMS))
                if s.has(m, i) and daring.at_hand(s, m, i)
            ]
            return [pieces.man_piece(s, m).alt if pieces.on_foot(s, m) else panels.board_title(s, m), ", ".join(held)]
    return []


def _about_square(s: Regiment, name: str) -> list[str]:
    """What a square is, who watches it, and what is printed there for sentries and patrols."""
    v = s.stage.by_name[name]
    lines = [f"{name}: {s.layout.describe(v)}"]
    if not s.grid.on_board(v):
        waiting = [f"{{{s.unit(u)}}}" for u in range(len(s.u_kind)) if s.u_at[u] == v]
        return lines + ([f"here: {', '.join(waiting)}"] if waiting else [])
    watching = [f"{{{s.unit(u)}}}" for u in range(len(s.u_kind)) if s.alive(u) and sight.watches(s, u, v)]
    lines.append("watched by " + ", ".join(watching) if watching else "nobody watches it")
    smelling = [f"{{{s.unit(u)}}}" for u in dogs.smelling(s, v)]
    if smelling:
        lines.append("whoever moves there is smelt by " + ", ".join(smelling))
    tokens = [room for room, _ in s.flames].count(s.layout.room[v])
    if tokens:
        lines.append(f"on fire: {tokens} {'die' if tokens == 1 else 'dice'} at 2+ against each of ours in the room")
    lines += [sketch.line_words(s, n) for n, line in enumerate(s.layout.lines) if v in line.squares]
    for point, at in s.layout.points:
        if at == v:
            arrows = ", ".join(names.VERBS[facing_word(f)] for f in point.arrows)
            lines.append(f"a {COLOURS[point.colour]} sentry point; its arrows: {arrows}")
    return lines


def _about_unit(s: Regiment, u: int) -> list[str]:
    """Where a unit is and how it stands, and the numbers of its kind."""
    kind = s.u_kind[u]
    if s.u_at[u] < 0:
        return [f"{data.UNIT_TITLE[kind]} {s.u_no[u]}: no longer on the board"]
    return [pieces.unit_piece(s, u).alt, f"health {s.u_health[u]}, moves {data.MOVE[kind]}", *panels.arms_words(kind)]
