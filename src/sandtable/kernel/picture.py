# not compiled: a position is drawn now and then, and what draws it is no rule
"""A position as one stand-alone SVG: the static board with the scene's pieces on it, and what lies beside it below."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from sandtable.kernel.scene import (
    BarItem,
    Board,
    BoardPanel,
    LineupPanel,
    Piece,
    Scene,
    Slot,
    StockPanel,
    Track,
    TrackCell,
    TrackPanel,
    read,
)
from sandtable.kernel.svg import Box

STYLE = """
.piece rect { stroke: #22211d; stroke-width: 1.2 }
.piece text { font: 600 10px system-ui, sans-serif; fill: #fff; text-anchor: middle }
.piece .values { font-size: 13px; font-weight: 700 }
.piece.covered rect { stroke-dasharray: 3 2 }
.piece.pale { opacity: 0.75 }
.piece .strip { stroke-width: 0.6; stroke-dasharray: none }
.piece .band { stroke: #22211d; stroke-width: 3; opacity: 0.55 }
.badge rect { fill: #f6f1e4; stroke: #22211d; stroke-width: 0.8 }
.badge text { font: 600 9px system-ui, sans-serif; fill: #22211d; text-anchor: middle }
.beside { font-family: system-ui, sans-serif; fill: #22211d }
.beside text { fill: #22211d }
.beside .paper { fill: #f6f1e4 }
.beside .panel-head { font-weight: 700 }
.beside .box { fill: none; stroke: #22211d }
.beside .box.on { fill: #a3452f }
"""
PAINTED = ("band", "pale")
"""Forms of marks that a counter shows without words."""
NEUTRAL = "#6a655b"
"""The ground of a counter that is nobody's."""
DEEPEST = 4
"""Counters of a stack that are drawn; a number says how many there are."""
COLUMNS = 4
LONGEST = 24
"""Boxes of a track that are drawn; longer ones are told in numbers alone."""
NUMBER_SPOTS = ((0.5, 0.0), (-0.5, 0.0), (0.5, -0.45), (-0.5, -0.45))
TOP_SPOTS = ((0.0, 0.52), (0.0, -0.52))
CELL_SPOTS = (
    (0.0, -0.66),
    (0.0, 0.66),
    (-0.6, -0.66),
    (0.6, -0.66),
    (-0.6, 0.66),
    (0.6, 0.66),
    (-1.0, 0.0),
    (1.0, 0.0),
)
"""Where a badge may stand, in sides of a counter from its middle, the best-liked first: the number of a stack, the
marks of its top counter, and those of a cell."""


def draw(game: Any, view: dict[str, Any]) -> str:
    """The picture of a view; pieces that stand on no cell of the board are left out."""
    scene = read(game.scene(view))
    board: Board = game.board(scene.board)
    svg = re.sub(r'data-look="[^"]*"', f'data-look="{scene.look}"', game.board_svg(scene.board, True), count=1)
    at = {place.id: (place.x, place.y) for place in board.places}
    size = board.counter
    out = [f"<style>{STYLE}</style>"]
    stacks: dict[str, list[Piece]] = {}
    for piece in sorted(scene.pieces, key=lambda one: one.z):
        stacks.setdefault(piece.at, []).append(piece)
    counters = {cell: Box(*at[cell], *at[cell]).grown(size / 2) for cell in stacks if cell in at}
    badges = [Box(*place.name) for place in board.places if place.name]
    for word in counters:
        taken = [box for other, box in counters.items() if other != word]
        out.append(stack(board, stacks[word], *at[word], taken, badges))
    for cell in scene.cells:
        if cell.id in at and cell.marks:
            taken = [box for other, box in counters.items() if other != cell.id]
            out.append(badge(marks_text(cell.marks), *at[cell.id], size, CELL_SPOTS, taken, badges))
    return extended(svg, board.size, "".join(out), *beside(scene, board.size))


def extended(svg: str, size: tuple[float, float], out: str, strip: str, below: float) -> str:
    """The drawing with more on it, and a strip of that height below it."""
    end = svg.rstrip().rfind("</svg>")
    if end < 0:
        return svg
    width, height = size
    # Only the outermost drawing grows: one inside it keeps its own height.
    head = svg.find(">", svg.find("<svg")) + 1
    opening = re.sub(r'viewBox="[^"]*"', f'viewBox="0 0 {width:g} {height + below:g}"', svg[:head], count=1)
    opening = re.sub(r' height="[\d.]+"', f' height="{height + below:g}"', opening, count=1)
    return f"{opening}{svg[head:end]}{out}{strip}</svg>"


# --- on the board ----------------------------------------------------------------------------------------------------


def marks_text(marks: list[str]) -> str:
    """Marks in words; several of a kind are counted."""
    words = [f"{marks.count(mark)} × {mark}" if marks.count(mark) > 1 else mark for mark in dict.fromkeys(marks)]
    return ", ".join(words).replace("-", " ")


def stack(board: Board, pieces: list[Piece], x: float, y: float, taken: list[Box], badges: list[Box]) -> str:
    """The counters of a cell, each set off a little from the one below, with their number and the marks of the top."""
    shown = pieces[-DEEPEST:]
    size = board.counter
    shift = size / 24
    out = [counter(board, piece, x + level * shift, y - level * shift) for level, piece in enumerate(shown)]
    x, y = x + (len(shown) - 1) * shift, y - (len(shown) - 1) * shift
    if len(pieces) > 1:
        out.append(badge(str(len(pieces)), x, y, size, NUMBER_SPOTS, taken, badges))
    words = [mark for mark in pieces[-1].marks if mark not in board.strips and board.forms.get(mark) not in PAINTED]
    if words:
        out.append(badge(marks_text(words), x, y, size, TOP_SPOTS, taken, badges))
    return "".join(out)


def counter(board: Board, piece: Piece, x: float, y: float) -> str:
    """One counter: a rounded square with its values large and its name small."""
    size = board.counter
    left, top = x - size / 2, y - size / 2
    side = board.sides.get(piece.side)
    forms = {board.forms.get(mark) for mark in piece.marks}
    painted = "".join(
        f'<rect class="strip" fill="{board.strips[mark]}" x="{left + 1:.1f}" y="{top + size * 0.88:.1f}" '
        f'width="{size - 2:g}" height="{size * 0.1:.1f}"/>'
        for mark in piece.marks
        if mark in board.strips
    )
    if "band" in forms:
        painted += f'<path class="band" d="M{left:.1f} {top + size:.1f}L{left + size:.1f} {top:.1f}"/>'
    values = escape(" ".join(piece.values))
    name = escape(piece.name)
    fit = min(10.0, 1.6 * size / max(1, len(piece.name)))
    return (
        f'<g class="piece {piece.face}{" pale" if "pale" in forms else ""}"><title>{escape(piece.alt)}</title>'
        f'<rect fill="{side.colour if side else NEUTRAL}" x="{left:.1f}" y="{top:.1f}" width="{size:g}" '
        f'height="{size:g}" rx="4"/>{painted}'
        f'<text style="font-size:{fit:.1f}px" x="{x:.1f}" y="{top + size * 0.36:.1f}">{name}</text>'
        f'<text class="values" x="{x:.1f}" y="{top + size * 0.82:.1f}">{values}</text></g>'
    )


def shared(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, width) * max(0.0, height)


def badge(
    words: str, x: float, y: float, size: float, spots: tuple[tuple[float, float], ...], taken: list[Box],
    badges: list[Box],
) -> str:  # fmt: skip
    """A few words on a small label at the spot around a point where it covers least; `badges` then has it too."""
    height = size * 0.32
    width = max(height, size * 0.14 * len(words) + size * 0.12)
    places = [(x + dx * size, y + dy * size) for dx, dy in spots]
    boxes = [Box(px - width / 2, py - height / 2, px + width / 2, py + height / 2) for px, py in places]
    box = min(boxes, key=lambda one: sum(shared(one, other) for other in (*taken, *badges)))
    badges.append(box)
    return (
        f'<g class="badge"><rect x="{box.left:.1f}" y="{box.top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="2"/><text x="{(box.left + box.right) / 2:.1f}" '
        f'y="{box.top + height * 0.8:.1f}">{escape(words)}</text></g>'
    )


# --- beside the board ------------------------------------------------------------------------------------------------


class Column:
    """One column of the strip, filled from its top."""

    def __init__(self, left: float, top: float, width: float, size: float) -> None:
        self.left, self.y, self.width, self.size = left, top, width, size
        self.out: list[str] = []

    def line(self, words: str, cls: str = "", indent: float = 0) -> None:
        """Words, broken where they are longer than the column."""
        room = max(8, int((self.width - indent) / (0.56 * self.size)))
        while words:
            cut = words if len(words) <= room else words[: words.rfind(" ", 0, room + 1)] or words[:room]
            words = words[len(cut) :].lstrip()
            self.y += 1.35 * self.size
            self.out.append(
                f'<text class="{cls}" x="{self.left + indent:.1f}" y="{self.y:.1f}" font-size="{self.size:g}">'
                f"{escape(cut)}</text>"
            )

    def boxes(self, labels: list[str], lit: set[int]) -> None:
        """A track of boxes, some of them filled."""
        side = min(1.5 * self.size, self.width / max(1, len(labels)))
        self.y += 0.4 * self.size
        for n, label in enumerate(labels):
            x = self.left + n * side
            state = "box on" if n in lit else "box"
            self.out.append(
                f'<rect class="{state}" x="{x:.1f}" y="{self.y:.1f}" width="{side:.1f}" height="{side:.1f}"/>'
                f'<text x="{x + 0.3 * side:.1f}" y="{self.y + 0.72 * side:.1f}" font-size="{0.6 * side:.1f}">'
                f"{escape(label)}</text>"
            )
        self.y += side + 0.2 * self.size


def beside(scene: Scene, board: tuple[float, float]) -> tuple[str, float]:
    """The bar, tracks, columns and line-ups of a scene as a strip below a board of that size, and its height."""
    width, height = board
    size = width / 88
    gap = size
    each = (width - gap * (COLUMNS + 1)) / COLUMNS
    columns = [Column(gap + n * (each + gap), height, each, size) for n in range(COLUMNS)]
    tracks = {panel.id for panel in scene.panels if isinstance(panel, TrackPanel)}
    for item in scene.bar:
        if item.id not in tracks:
            bar_item(columns[0], item)
    for panel in scene.panels:
        if isinstance(panel, Told):
            column = min(columns, key=lambda one: one.y)
            column.line(panel.title, "panel-head")
            tell(column, panel)
            column.y += 0.6 * size
    below = max(column.y for column in columns) - height
    if not below:
        return "", 0.0
    below += size
    paper = f'<rect class="paper" x="0" y="{height:g}" width="{width:g}" height="{below:.1f}"/>'
    return f'<g class="beside">{paper}{"".join("".join(column.out) for column in columns)}</g>', below


Told = BoardPanel | LineupPanel | StockPanel | TrackPanel
"""Panels that are told in the strip."""


def tell(column: Column, panel: Told) -> None:
    """What a panel shows."""
    match panel:
        case BoardPanel():
            board_panel(column, panel)
        case LineupPanel():
            lineup_panel(column, panel)
        case StockPanel():
            stock_panel(column, panel)
        case TrackPanel():
            track_panel(column, panel)


def amount(item: BarItem | Track) -> str:
    """A value, and of how many where that is known."""
    return f"{item.value}" if item.of is None else f"{item.value} of {item.of}"


def bar_item(column: Column, item: BarItem) -> None:
    """One thing of the bar: its value, and as a track where it has an end."""
    column.line(f"{item.label}: {amount(item)}", "panel-head")
    if isinstance(item.value, int) and item.of is not None and 0 < item.of <= LONGEST:
        column.boxes([str(n + 1) for n in range(item.of)], set(range(item.value)))


def board_panel(column: Column, panel: BoardPanel) -> None:
    """A column of pieces with what it counts."""
    tracks = [f"{track.title} {amount(track)}" for track in panel.tracks]
    if tracks:
        column.line(", ".join(tracks))
    for slot in panel.slots:
        column.line(slot_text(slot), indent=column.size)


def slot_text(slot: Slot) -> str:
    """A slot in words: what it holds, what it says, and its marks."""
    title = slot.title or slot.id
    return ", ".join([title, *(part for part in (slot.text, marks_text(slot.marks)) if part not in title)])


def lineup_panel(column: Column, panel: LineupPanel) -> None:
    """Who stands opposite whom."""
    for row in panel.rows:
        ours, theirs = ("; ".join(slot_text(slot) for slot in side) for side in (row.ours, row.theirs))
        sides = f"{ours or 'nobody'} — {theirs}" if theirs else ours or "nobody"
        column.line(f"{row.title or row.id}: {sides}", indent=column.size)


def track_panel(column: Column, panel: TrackPanel) -> None:
    """A track with its marker, and what the marked box says."""
    cells = [cell if isinstance(cell, TrackCell) else TrackCell(id=cell, label=cell) for cell in panel.cells]
    lit = {n for n, cell in enumerate(cells) if cell.id == panel.value}
    if len(cells) <= LONGEST:
        column.boxes([cell.label for cell in cells], lit)
    for n in lit:
        column.line(cells[n].title)


def stock_panel(column: Column, panel: StockPanel) -> None:
    """How much lies in each slot of a stock, or what was paid for it."""
    if panel.budget is not None:
        column.line(f"{panel.spent} of {panel.budget} points spent")
    for slot in panel.slots:
        if slot.count is not None:
            column.line(f"{slot.title or slot.id}: {slot.count}", indent=column.size)
