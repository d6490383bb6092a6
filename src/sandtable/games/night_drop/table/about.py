"""Lines about one piece or place, as one reader knows it."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.state import (
    DEAD,
    NOBODY,
    RESERVE,
    TRACK,
    WITHDRAWN,
    NightDrop,
    is_drawn,
)
from sandtable.games.night_drop.table.names import objective_text, title_of
from sandtable.games.night_drop.table.scene import values_of


def about(s: NightDrop, word: str) -> list[str]:
    """Lines about one piece or place."""
    if word in counters.PIECE_OF:
        return about_piece(s, counters.PIECE_OF[word])
    if word in land.HEX_OF:
        return about_hex(s, land.HEX_OF[word])
    return []


def about_piece(s: NightDrop, piece: int) -> list[str]:
    """A piece: what it is, where it is, what it is worth, and how it stands."""
    lines = [title_of(s, piece), where_it_is(s, piece)]
    values = values_of(s, piece)
    if len(values) == 2:
        lines.append(f"attack {values[0]}, defence {values[1]}{', reduced' if s.reduced[piece] else ''}")
    if piece < counters.STICKS:
        kind = s.kind[piece]
        lines.append(counters.KIND_NAME[kind] if kind >= 0 else "unknown: neither side may look at its front")
    if is_drawn(piece):
        slot = piece - counters.FIRST_GERMAN
        if s.cover[slot]:
            lines.append("under an Unknown marker")
        letters = [land.LETTERS[i] for i in range(len(land.LETTERS)) if s.letters[slot] >> i & 1]
        if s.identity[slot] < 0 and 0 < len(letters) < len(land.LETTERS):
            lines.append("came on by letter " + " or ".join(letters))
    if s.confused[piece]:
        lines.append("confused: half movement in its next activation")
    return lines


def where_it_is(s: NightDrop, piece: int) -> str:
    """The place of a piece, or why it has none."""
    place = s.at[piece]
    if place < land.HEXES:
        word = land.HEX_NAME[place]
        return f"at {{{word}}} ({word})" if place in land.PLACE_NAME else f"at {word}"
    if place >= TRACK:
        return f"on the off-map track: {{{land.TRACK_NAME[place - TRACK]}}}"
    if place == DEAD:
        return "eliminated"
    if place == WITHDRAWN:
        return "withdrawn from the game"
    if place == RESERVE:
        return "in the cup" if is_drawn(piece) else "not in play yet"
    beside = s.beside[piece]
    return f"outside {land.HEX_NAME[beside]}" if beside >= 0 else "drawn, and about to be placed"


def about_hex(s: NightDrop, cell: int) -> list[str]:
    """A hex: name, ground, what it costs and adds, and what it is worth."""
    objective = land.OBJECTIVE_AT.get(cell, NOBODY)
    down = objective != NOBODY and bool(s.broken[objective])
    # ND-10.10 A bridge that is down is marshy stream, and no road leads over it.
    terrain = land.STREAM if down else land.TERRAIN[cell]
    title = land.PLACE_NAME.get(cell, "")
    lines = [f"{title} ({land.HEX_NAME[cell]})" if title else land.HEX_NAME[cell]]
    if terrain == land.WATER:
        lines.append("water: nobody enters")
    else:
        ground = {land.BOTH_BRIDGES: "both bridges"}.get(terrain, land.TERRAINS[terrain])
        line = f"{ground}: {movement.points_text(land.ENTER_MP[terrain])} MP"
        if land.DF[terrain]:
            line += f", defence +{land.DF[terrain]}"
        if land.ON_LINE[cell] and not down:
            line += ", road or railway ½"
        lines.append(line)
    if cell in land.ENTRY:
        lines.append(f"German entry {land.LETTERS[land.ENTRY.index(cell)]}")
    if objective != NOBODY:
        lines.append(objective_text(s, objective))
    return lines
