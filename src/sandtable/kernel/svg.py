"""Small helpers for drawing boards as SVG text: elements, lines, boxes, and names that keep out of each other's way.

    tag("g", tag("circle", cx=12, cy=7.5, r=4), cls="cell", id="well")   # <g class="cell" id="well"><circle …/></g>

Nothing here depends on chance, on the clock or on an installed font: the same data give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

Point = tuple[float, float]

# Letters by their width in hundredths of the size, rounded up, of a wide sans (DejaVu Sans): a narrower one leaves air.
_WIDTHS = {
    28: "'",
    32: " ,.IJijl",
    37: "-/:;f|",
    42: "!()[]rt",
    55: '*_`sz"',
    57: "?Lc",
    62: "FPTYaekovxy",
    65: "$0123456789EKSbdghnpqu{}",
    72: "ABCRVXZ",
    78: "DGHNU",
    82: "&OQw",
    88: "#+<=>M^~",
    99: "%m@W",
}
_WIDTH = {letter: width / 100 for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.12


def num(value: float) -> str:
    """A number with at most one decimal, as short as it goes."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Text as it may stand in an element or an attribute."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; `cls` is its class, an underscore in a name stands for a hyphen, None leaves the attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            word = "class" if key == "cls" else key.replace("_", "-")
            parts.append(f'{word}="{escape(value) if isinstance(value, str) else num(value)}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def text(words: str, x: float, y: float, cls: str, anchor: str = "middle") -> str:
    """A line of text; y is its base line."""
    return tag("text", escape(words), cls=cls, x=x, y=y, text_anchor=anchor)


def text_width(words: str, size: float, spacing: float = 0, bold: bool = False) -> float:
    """About how wide a text is; never less than it turns out to be in the usual fonts."""
    width = sum(_WIDTH.get(letter, 0.8) for letter in words) * (_BOLD if bold else 1)
    return width * size + spacing * len(words)


# --- lines ---------------------------------------------------------------------------------------------------------


def line(points: Sequence[Point], closed: bool = False) -> str:
    """Path data through the points."""
    pairs = [f"{num(x)} {num(y)}" for x, y in points]
    return "M" + "L".join(pairs) + ("Z" if closed else "")


def curve(points: Sequence[Point], closed: bool = False, tension: float = 6) -> str:
    """Path data of a smooth curve through the points."""
    count = len(points)
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(count if closed else count - 1):
        before = points[i - 1] if closed or i > 0 else points[i]
        a, b = points[i], points[(i + 1) % count]
        after = points[(i + 2) % count] if closed or i + 2 < count else b
        c1 = (a[0] + (b[0] - before[0]) / tension, a[1] + (b[1] - before[1]) / tension)
        c2 = (b[0] - (after[0] - a[0]) / tension, b[1] - (after[1] - a[1]) / tension)
        parts.append(f"C{num(c1[0])} {num(c1[1])} {num(c2[0])} {num(c2[1])} {num(b[0])} {num(b[1])}")
    return "".join(parts) + ("Z" if closed else "")


def bow(a: Point, b: Point, bend: float, steps: int = 12) -> list[Point]:
    """Points on a bowed line from a to b; `bend` is its height over the length, to the left when positive."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = ((a[0] + b[0]) / 2 + dy * bend, (a[1] + b[1]) / 2 - dx * bend)
    control = (2 * middle[0] - (a[0] + b[0]) / 2, 2 * middle[1] - (a[1] + b[1]) / 2)
    found = []
    for step in range(steps + 1):
        t = step / steps
        u = 1 - t
        x = u * u * a[0] + 2 * u * t * control[0] + t * t * b[0]
        y = u * u * a[1] + 2 * u * t * control[1] + t * t * b[1]
        found.append((x, y))
    return found


def along(points: Sequence[Point], every: float) -> list[tuple[float, float, float]]:
    """Places at equal distances along a line, each as x, y and direction."""
    found: list[tuple[float, float, float]] = []
    left = every / 2
    for a, b in pairwise(points):
        length = hypot(b[0] - a[0], b[1] - a[1])
        angle = atan2(b[1] - a[1], b[0] - a[0])
        while left <= length:
            found.append((a[0] + cos(angle) * left, a[1] + sin(angle) * left, angle))
            left += every
        left -= length
    return found


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    """How far a point is from a straight piece of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def distance_to_line(p: Point, points: Sequence[Point]) -> float:
    """How far a point is from a line of straight pieces."""
    return min(distance_to_segment(p, a, b) for a, b in pairwise(points))


def inside(p: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies inside a closed outline."""
    found = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (p[1] - ay) / (by - ay) * (bx - ax):
            found = not found
    return found


def scatter(outline: Sequence[Point], apart: float) -> list[Point]:
    """Points spread evenly but not in rows over an outline, about so far apart: a sequence of quasi-random numbers."""
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    count = ceil((right - left) * (bottom - top) / (apart * apart))
    found = []
    for i in range(1, count + 1):
        p = (left + (i * 0.7548776662 % 1) * (right - left), top + (i * 0.5698402910 % 1) * (bottom - top))
        if inside(p, outline):
            found.append(p)
    return found


# --- boxes and names -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether two boxes share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def grown(self, by: float) -> "Box":
        """The box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: "Box") -> bool:
        """Whether the whole box lies in another."""
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )

    def length_inside(self, points: Sequence[Point], step: float = 2) -> float:
        """About how much of a line lies in the box."""
        found = 0.0
        for a, b in pairwise(points):
            if max(a[0], b[0]) < self.left or min(a[0], b[0]) > self.right:
                continue
            if max(a[1], b[1]) < self.top or min(a[1], b[1]) > self.bottom:
                continue
            length = hypot(b[0] - a[0], b[1] - a[1])
            pieces = max(1, int(length / step))
            for i in range(pieces):
                t = (i + 0.5) / pieces
                x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
                if self.left < x < self.right and self.top < y < self.bottom:
                    found += length / pieces
        return found


@dataclass(frozen=True)
class Name:
    """A name to be placed around a point: its text, how far the thing reaches, and the type it is set in."""

    words: str
    at: Point
    reach: float
    size: float
    spacing: float
    bold: bool
    cls: str


@dataclass(frozen=True)
class Label:
    """A name in its place: lines of text from a base line on, and the box that they fill."""

    name: Name
    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    box: Box

    def draw(self) -> str:
        """The text, one element a line."""
        leading = self.name.size * LEADING
        return "".join(
            text(words, self.x, self.y + i * leading, self.name.cls, self.anchor) for i, words in enumerate(self.lines)
        )


LEADING = 1.1
_GAP = 3.0
# Directions of a label from its point in sixteenths of a circle, clockwise from the right, the best-liked first.
_DIRECTIONS = (0, 8, 14, 10, 2, 6, 12, 4, 15, 9, 1, 7, 13, 11, 3, 5)


def candidates(name: Name) -> list[Label]:
    """The name all around its point, on one line and, if it has several words, on two."""
    words = name.words.split(" ")
    settings: list[tuple[str, ...]] = [(name.words,)]
    if len(words) > 1:
        halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        settings.append(min(halves, key=lambda half: max(text_width(part, name.size) for part in half)))
    found = []
    for lines in settings:
        width = max(text_width(part, name.size, name.spacing, name.bold) for part in lines)
        height = name.size * (1 + LEADING * (len(lines) - 1))
        for direction in _DIRECTIONS:
            dx, dy = cos(direction * pi / 8), sin(direction * pi / 8)
            box = _beside(name.at, name.reach + _GAP, width, height, dx, dy)
            side = 0 if dx > 0.3 else 2 if dx < -0.3 else 1
            x = (box.left, (box.left + box.right) / 2, box.right)[side]
            found.append(Label(name, lines, x, box.top + name.size * 0.8, ("start", "middle", "end")[side], box))
    return found


def _beside(at: Point, reach: float, width: float, height: float, dx: float, dy: float) -> Box:
    """A box in the direction dx, dy from a point, as near as a circle of that reach allows."""
    across, down = dx * (width / 2 + reach), dy * (height / 2 + reach)
    for step in range(1, 100):
        x, y = at[0] + across * step / 50, at[1] + down * step / 50
        gap = hypot(max(abs(x - at[0]) - width / 2, 0), max(abs(y - at[1]) - height / 2, 0))
        if gap >= reach - 0.01:
            break
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Obstacles:
    """What names keep out of: blocks always if they can, lines nearly so, faint lines where it costs nothing else."""

    def __init__(
        self, blocks: Sequence[Box], lines: Sequence[Sequence[Point]], faint: Sequence[Sequence[Point]] = ()
    ) -> None:
        self.blocks = blocks
        self.lines = [(around(points), points) for points in lines]
        self.faint = [(around(points), points) for points in faint]

    def cost(self, box: Box) -> float:
        """How bad it is to put a name there."""
        near, wide = box.grown(1), box.grown(2)
        cost = 10_000.0 * sum(near.meets(block) for block in self.blocks)
        for extent, points in self.lines:
            length = wide.length_inside(points) if wide.meets(extent) else 0
            cost += 100 + 10 * length if length else 0
        for extent, points in self.faint:
            cost += 0.3 * box.length_inside(points) if box.meets(extent) else 0
        return cost


def around(points: Sequence[Point]) -> Box:
    """The smallest box around points, with a little air so that it is never flat."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys)).grown(1)


MEETS = 10_000.0
"""What it costs that two names meet."""


class _Placing:
    """Names while they look for their places."""

    def __init__(self, names: Sequence[Name], page: Box, obstacles: Obstacles) -> None:
        self.choices = [candidates(name) for name in names]
        self.own: list[list[float]] = []
        for labels in self.choices:
            costs = []
            for rank, label in enumerate(labels):
                cost = 0.8 * (rank % len(_DIRECTIONS)) + (4 if len(label.lines) > 1 else 0)
                cost += 0 if label.box.within(page) else 10 * MEETS
                costs.append(cost + obstacles.cost(label.box))
            self.own.append(costs)
        self.chosen = [costs.index(min(costs)) for costs in self.own]

    def rivals(self, i: int, k: int) -> list[int]:
        """The names that name i would meet in its place k."""
        box = self.choices[i][k].box.grown(2)
        return [j for j, labels in enumerate(self.choices) if j != i and box.meets(labels[self.chosen[j]].box)]

    def cost(self, i: int, k: int) -> float:
        """How bad place k is for name i."""
        return self.own[i][k] + MEETS * len(self.rivals(i, k))

    def best(self, i: int) -> tuple[float, int]:
        """The best place of a name as the others stand."""
        return min((self.cost(i, k), k) for k in range(len(self.choices[i])))

    def settle(self, i: int) -> bool:
        """Let a name move to its best place; if that is a bad one, let it push others aside when all gain by it."""
        cost, best = self.best(i)
        moved = best != self.chosen[i]
        self.chosen[i] = best
        if cost < 50:
            return moved
        before = self.chosen.copy()
        for k in sorted(range(len(self.choices[i])), key=self.own[i].__getitem__):
            pushed = self.rivals(i, k)
            if self.own[i][k] >= cost or not 1 <= len(pushed) <= 2:
                continue
            old = cost + sum(self.cost(j, before[j]) for j in pushed)
            self.chosen[i] = k
            new = self.own[i][k]
            for j in pushed:
                worth, self.chosen[j] = self.best(j)
                new += worth
            if new < old:
                return True
            self.chosen = before.copy()
        return moved


def place(names: Sequence[Name], page: Box, obstacles: Obstacles) -> list[Label]:
    """Each name in the place where it meets least.

    Starts with the best place of each on its own, then lets one after the other move until nobody gains.
    """
    placing = _Placing(names, page, obstacles)
    for _ in range(12):
        moved = [i for i in range(len(names)) if placing.settle(i)]
        if not moved:
            break
    return [labels[k] for labels, k in zip(placing.choices, placing.chosen, strict=True)]
