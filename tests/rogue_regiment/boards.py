"""Little boards for tests, drawn as in the rules ledger: squares at odd places, edges between them."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box.tiles import EDGES, REGULAR, ROCK, SIDE, SQUARES, Face
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.geometry.sight import BLOCKED, Eyes
from sandtable.geometry.squares import OPEN, bits


def faces(
    kinds: list[list[int]], rooms: list[list[int]], uprights: list[list[int]], flats: list[list[int]]
) -> tuple[tuple[tuple[Face, int], ...], ...]:
    """Cut a board whose sides are multiples of ten into faces."""
    rows = []
    for top in range(0, len(kinds), SIDE):
        row = []
        for left in range(0, len(kinds[0]), SIDE):
            face = Face(
                f"board{left}{top}",
                "",
                tuple(tuple(kinds[top + y][left : left + SIDE]) for y in range(SIDE)),
                tuple(tuple(rooms[top + y][left : left + SIDE]) for y in range(SIDE)),
                tuple(tuple(uprights[top + y][left : left + SIDE + 1]) for y in range(SIDE)),
                tuple(tuple(flats[top + y][left : left + SIDE]) for y in range(SIDE + 1)),
                (),
                (),
                (),
                (),
            )
            row.append((face, 0))
        rows.append(tuple(row))
    return tuple(rows)


def board(art: str) -> Layout:
    """A board from its drawing; what is beyond the drawing is rock."""
    lines = [line for line in art.splitlines() if line.strip()]
    indent = min(line.index("+") for line in lines if "+" in line)
    lines = [line[indent:] for line in lines]
    height = len(lines) // 2
    width = max(line.count("+") for line in lines) - 1
    full_w = -(-width // SIDE) * SIDE
    full_h = -(-height // SIDE) * SIDE
    kinds = [[ROCK] * full_w for _ in range(full_h)]
    rooms = [[0] * full_w for _ in range(full_h)]
    uprights = [[OPEN] * (full_w + 1) for _ in range(full_h)]
    flats = [[OPEN] * full_w for _ in range(full_h + 1)]
    for j, line in enumerate(lines):
        for i, char in enumerate(line.ljust(2 * width + 1)):
            if i % 2 and j % 2:
                kinds[j // 2][i // 2] = SQUARES.get(char, REGULAR)
                rooms[j // 2][i // 2] = int(char) if char.isdigit() else 0
            elif i % 2:
                flats[j // 2][i // 2] = EDGES[char]
            elif j % 2:
                uprights[j // 2][i // 2] = EDGES[char]
    return Layout(faces(kinds, rooms, uprights, flats))


def plain(width: int, height: int, **squares: str) -> Layout:
    """Open ground with some squares of other kinds: plain(9, 5, F="1,1 2,3", H="5,1")."""
    rows = [["." for _ in range(width)] for _ in range(height)]
    for kind, places in squares.items():
        for place in places.split():
            x, y = place.split(",")
            rows[int(y)][int(x)] = kind
    art = ["+" + " +" * width]
    for row in rows:
        art += [" " + " ".join(row) + " ", "+" + " +" * width]
    return board("\n".join(art))


def edged(layout_art: str, *edges: tuple[str, int, int, int, int]) -> Layout:
    """A drawn board with more edges: (letter, x, y, x, y) between two squares."""
    layout = board(layout_art)
    grid = layout.grid
    kinds = [[layout.kind[grid.at(x, y)] for x in range(grid.width)] for y in range(grid.height)]
    rooms = [[layout.room[grid.at(x, y)] for x in range(grid.width)] for y in range(grid.height)]
    for letter, x, y, tx, ty in edges:
        grid.edges[grid.edge(grid.at(x, y), grid.at(tx, ty))] = EDGES[letter]
    uprights = [[grid.edges[2 * grid.at(x - 1, y)] for x in range(grid.width + 1)] for y in range(grid.height)]
    flats = [[grid.edges[2 * grid.at(x, y - 1) + 1] for x in range(grid.width)] for y in range(grid.height + 1)]
    return Layout(faces(kinds, rooms, uprights, flats))


def open_ground(width: int, height: int) -> str:
    """The drawing of bare ground."""
    return "\n".join(["+" + " +" * width] + [" " + ". " * width, "+" + " +" * width] * height)


def seen(layout: Layout, x: int, y: int, facing: int, width: int, height: int, high: int = 0) -> list[str]:
    """What a man sees, as the ledger draws it: @ himself, o fully, p partially, x not visible, - outside the field."""
    grid = layout.grid
    v = grid.at(x, y)
    field = layout.fields[4 * v + facing]
    full = layout.eyes.fully(v, field, high)
    part = layout.eyes.partly(v, field, high)
    rows = []
    for row in range(height):
        line = ""
        for column in range(width):
            q = grid.at(column, row)
            inside = field >> q & 1
            line += "@" if q == v else "-" if not inside else "o" if full >> q & 1 else "p" if part >> q & 1 else "x"
        rows.append(line)
    return rows


def level_over(eyes: Eyes, viewer: int, target: int, low: int, high: int, clear: int) -> int:
    """The level of a line, crossing by crossing, as if nothing stood on some squares of the board."""
    kept = bytes(eyes.levels)
    for v in bits(clear):
        eyes.levels[v] = 0
    level = eyes.walk(viewer, target, low, high) if target - viewer in eyes.lines.steps else BLOCKED
    eyes.levels[:] = kept
    return level
