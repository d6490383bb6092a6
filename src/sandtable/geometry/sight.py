"""Sight on a square grid with blocking squares and edges, as integer bit sets.

A line runs from a viewer's point to the centre of the square looked at. What it crosses has a level: 0 clear, 1 low (it
hides what lies or crouches), 2 blocked; the line has the worst level it meets, and where it passes exactly through a
corner, the better of the two ways round it. The squares at both ends do not count.

Lines depend only on the displacement between viewer and target, so all viewers of a board are computed at once: for
each displacement one bit set of the viewers whose line is blocked. Turned on its side, that gives each viewer the set
of squares it sees. Pieces that move are taken out afterwards, by the shadow that a blocker throws at each displacement.
"""

from __future__ import annotations

from typing import Final

from sandtable.geometry.squares import DX, DY, LOW, OPEN, RADII, WINDOW, Grid, bits, moved

REACH: Final = 16  # the farthest that `level` looks, in squares
FIELD: Final = 8  # the farthest that rows of squares reach
TARGET: Final = 1 << 30  # stands for "the square looked at", which never blocks

KEPT: Final = 20_000  # how many views with something in the way are remembered

CLEAR: Final = 0
HIDDEN_IF_LOW: Final = 1
BLOCKED: Final = 2

# One crossing of a line, in numbers relative to the viewer's square. A plain one is (edge, near, square); one through a
# corner is (edge, near, side, edge, near) for one way, the same for the other, then the corner (named by the square to
# its south-east) and the square. `near` is 1 if the grid line of that edge borders the viewer's square.
Crossing = tuple[int, ...]


def crossings(stride: int, dx: int, dy: int, corner: bool) -> tuple[Crossing, ...]:
    """What lies on the line from square (0, 0), or from its north-west corner, to the centre of square (dx, dy)."""
    px = py = 0 if corner else 1  # the viewer's point; grid lines are even numbers
    qx, qy = 2 * dx + 1, 2 * dy + 1
    sx, sy = (1 if qx > px else -1), (1 if qy > py else -1)
    spanx, spany = abs(qx - px), abs(qy - py)
    x = 0 if qx > px or not corner else -1  # the square the line sets out through
    y = 0 if qy > py or not corner else -1
    nextx = 2 * x + (2 if sx > 0 else 0)  # the next grid line in each direction
    nexty = 2 * y + (2 if sy > 0 else 0)
    firstx = firsty = 1
    found: list[Crossing] = []
    while x != dx or y != dy:
        timex = abs(nextx - px) * spany if spanx else TARGET
        timey = abs(nexty - py) * spanx if spany else TARGET
        if not spany:
            timex, timey = 0, 1
        elif not spanx:
            timex, timey = 1, 0
        across = x + sx
        down = y + sy
        # Edges are numbered by their western or northern square.
        upright = 2 * (y * stride + min(x, across))
        if timex < timey:
            x = across
            square = TARGET if (x == dx and y == dy) else y * stride + x
            found.append((upright, firstx, square))
            nextx += 2 * sx
            firstx = 0
        elif timey < timex:
            flat = 2 * (min(y, down) * stride + x) + 1
            y = down
            square = TARGET if (x == dx and y == dy) else y * stride + x
            found.append((flat, firsty, square))
            nexty += 2 * sy
            firsty = 0
        else:
            flat = 2 * (min(y, down) * stride + x) + 1
            upright2 = 2 * (down * stride + min(x, across))
            flat2 = 2 * (min(y, down) * stride + across) + 1
            square = TARGET if (across == dx and down == dy) else down * stride + across
            side1, side2 = y * stride + across, down * stride + x
            point = nexty // 2 * stride + nextx // 2
            found.append((upright, firstx, side1, flat2, firsty, flat, firsty, side2, upright2, firstx, point, square))
            x, y = across, down
            nextx += 2 * sx
            nexty += 2 * sy
            firstx = firsty = 0
    return tuple(found)


class Lines:
    """The lines of one stride to every square within reach, from centres or from corners. Same for all boards."""

    def __init__(self, stride: int, corner: bool) -> None:
        self.stride = stride
        self.corner = corner
        # From corners one square farther than anybody looks: a burst goes on to what is beside its target.
        low, high = (-FIELD - 2, FIELD + 1) if corner else (-REACH, REACH)
        self.base = REACH * stride + REACH
        self.span = 2 * self.base + 1  # rows by target or square have `base` for the viewer, as sets of them have
        self.steps: dict[int, tuple[Crossing, ...]] = {}
        self.inner = [0] * self.span  # by target: the squares between
        self.beside = [0] * self.span  # by target: the squares beside a corner that the line passes
        self.sides: dict[int, int] = {}  # target -> the same
        self.passed: dict[int, int] = {}  # target -> both
        self.bends: dict[int, tuple[Crossing, ...]] = {}  # target -> where the line passes a corner
        self.shadow = [0] * self.span  # by square: the targets behind it
        # by square: (the square across a corner, the corner, targets), what the two hide together
        self.corners: list[list[tuple[int, int, int]]] = [[] for _ in range(self.span)]
        behind: dict[tuple[int, int, int], int] = {}
        for dy in range(low, high + 1):
            for dx in range(low, high + 1):
                d = dy * stride + dx
                steps = crossings(stride, dx, dy, corner)
                self.steps[d] = steps
                inner = sides = 0
                for crossing in steps:
                    square = crossing[-1]
                    if square != TARGET:
                        inner |= 1 << self.base + square
                        self.shadow[self.base + square] |= 1 << self.base + d
                    if len(crossing) > 3:
                        a, b, point = crossing[2], crossing[7], crossing[10]
                        sides |= 1 << self.base + a | 1 << self.base + b
                        for pair in ((a, b, point), (b, a, point)):
                            behind[pair] = behind.get(pair, 0) | 1 << self.base + d
                self.inner[self.base + d] = inner
                self.beside[self.base + d] = self.sides[d] = sides
                self.passed[d] = inner | sides
                self.bends[d] = tuple([crossing for crossing in steps if len(crossing) > 3])
        for (a, b, point), targets in behind.items():
            self.corners[self.base + a].append((b, point, targets))
        self.hulls: dict[int, int] = {}  # what `hull` has found so far
        self._viewers: dict[int, int] = {}

    def viewers_past(self, off: int) -> int:
        """From where lines to a square pass another, so far from it, with `base` for the square they lead to."""
        if not self._viewers:
            for d, passed in self.passed.items():
                here = 1 << self.base - d
                for square in bits(passed):
                    by = square - self.base - d
                    self._viewers[by] = self._viewers.get(by, 0) | here
        return self._viewers.get(off, 0)

    def hull(self, centre: int) -> int:
        """The squares on or beside a line to one of the squares within 1 of a square, with `base` for the viewer."""
        found = self.hulls.get(centre, -1)
        if found < 0:
            found = 0
            for dy in (-self.stride, 0, self.stride):
                for d in (centre + dy - 1, centre + dy, centre + dy + 1):
                    found |= self.passed.get(d, 0)
            self.hulls[centre] = found
        return found


_LINES: dict[tuple[int, bool], Lines] = {}


def lines(stride: int, corner: bool) -> Lines:
    """The lines for a stride, made once."""
    key = (stride, corner)
    if key not in _LINES:
        _LINES[key] = Lines(stride, corner)
    return _LINES[key]


class Eyes:
    """What is seen on one board from square centres (men) or from corners (vehicles).

    `levels` gives each square's own level, `dim` the squares that are fully visible from beside them only. A corner is
    named by the square to its south-east; the four squares round it belong to the looking vehicle and never block.
    """

    def __init__(self, grid: Grid, levels: list[int], dim: int, corner: bool) -> None:
        self.grid = grid
        self.levels = levels
        self.dim = dim
        self.corner = corner
        self.lines = lines(grid.stride, corner)
        self.slits: dict[int, int] = {}  # edge of a window's span -> the squares at that window
        for v in grid.squares:
            for edge in (2 * v, 2 * v + 1):
                if grid.edges[edge] == WINDOW:
                    here = 0
                    for square in grid.six(edge):
                        here |= 1 << square
                    for part in grid.span(edge):
                        self.slits[part] = self.slits.get(part, 0) | here
        # Bit sets of squares by their level, and of edges (by their square) for each of the two directions.
        self.square_sets = [0, 0, 0]
        for v in grid.squares:
            for k in range(1, levels[v] + 1):
                self.square_sets[k] |= 1 << v
        self.low = [0, 0]
        self.solid = [0, 0]
        self.slit = [0, 0]
        self.at_slit: list[dict[int, int]] = [{}, {}]  # square relative to a span edge -> the edges at which it stands
        for edge in range(2 * grid.size):
            kind = grid.edges[edge]
            if kind == OPEN:
                continue
            way, bit = edge & 1, 1 << (edge >> 1)
            if edge in self.slits:
                self.slit[way] |= bit
                for square in bits(self.slits[edge]):
                    there = self.at_slit[way]
                    there[square - (edge >> 1)] = there.get(square - (edge >> 1), 0) | bit
            elif kind == LOW:
                self.low[way] |= bit
            else:
                self.solid[way] |= bit
        # Corners where nothing stands on any of the four edges: only the squares beside them matter.
        self.plain = [0] * grid.size
        for v in range(grid.stride + 1, grid.size):
            up, left = v - grid.stride, v - 1
            meeting = (2 * (up - 1), 2 * left, 2 * (up - 1) + 1, 2 * up + 1)
            self.plain[v] = int(all(grid.edges[edge] == OPEN for edge in meeting))
        self.hidden: list[dict[int, int]] = [{}, {}, {}]  # threshold -> displacement -> viewers who do not see that far
        self.blind = [[-1] * self.lines.span for _ in range(3)]  # the same by target; below 0 where no line leads
        for d, steps in self.lines.steps.items():
            for k, viewers in zip((1, 2), self._hidden(d, steps), strict=True):
                self.hidden[k][d] = self.blind[k][self.lines.base + d] = viewers
        self._onlookers: dict[int, int] = {}
        self._outlooks: dict[int, int] = {}
        self._behind = [-1] * self.lines.span
        self.rows: list[list[int]] = [[], self._rows(1, FIELD), self._rows(2, FIELD)]
        self._long_rows: list[int] = []
        self._long_full_rows: list[int] = []
        self._dimmed(self.rows[1])

    def forget(self) -> None:
        """Forget who sees what, which is found again when it is asked for."""
        self._onlookers.clear()
        self._outlooks.clear()
        self._behind = [-1] * self.lines.span

    def _dimmed(self, full: list[int]) -> list[int]:
        """Rows of squares that are fully visible, from which those go that are so from beside them only."""
        if self.dim:
            beside = (-2, -1, 0, 1) if self.corner else (-1, 0, 1)
            near = 0
            for x in beside:
                for y in beside:
                    near |= 1 << self.lines.base + y * self.grid.stride + x
            for v in range(self.grid.size):
                if full[v]:
                    full[v] &= ~self.dim | moved(near, v - self.lines.base)
        return full

    def _edge_set(self, k: int, edge: int, near: int, d: int) -> int:
        """The viewers for whom the edge at that place of the line has level k or more."""
        way, off = edge & 1, edge >> 1
        found = self.solid[way]
        if k == 1 and not near:
            found |= self.low[way]
        slit = self.slit[way]
        if slit:
            there = self.at_slit[way]
            if not self.corner:
                slit &= ~there.get(-off, 0)
            if k == 2:
                slit &= ~there.get(d - off, 0)
            found |= slit
        return moved(found, -off)

    def _way_set(self, k: int, crossing: Crossing, at: int, d: int) -> int:
        """The viewers for whom one way round a corner has level k or more."""
        return (
            self._edge_set(k, crossing[at], crossing[at + 1], d)
            | moved(self.square_sets[k], -crossing[at + 2])
            | self._edge_set(k, crossing[at + 3], crossing[at + 4], d)
        )

    def _hidden(self, d: int, steps: tuple[Crossing, ...]) -> tuple[int, int]:
        """The viewers whose line to that displacement has level 1 or more, and those for whom it is blocked."""
        answer = [0, 0, 0]
        for k in (1, 2):
            found = 0
            for crossing in steps:
                if len(crossing) == 3:
                    found |= self._edge_set(k, crossing[0], crossing[1], d)
                else:
                    found |= self._way_set(k, crossing, 0, d) & self._way_set(k, crossing, 5, d)
                if crossing[-1] != TARGET:
                    found |= moved(self.square_sets[k], -crossing[-1])
            answer[k] = found
        return answer[1], answer[2]

    def _rows(self, k: int, reach: int) -> list[int]:
        """For each viewer the squares so far away or nearer whose line is below level k."""
        grid, hidden = self.grid, self.hidden[k]
        stride = grid.stride
        low, high = (-reach - 1, reach) if self.corner else (-reach, reach)
        first = grid.squares[0]
        last = grid.squares[-1] + (stride + 1 if self.corner else 0)
        count = last + 1 - first
        everywhere = (1 << count) - 1
        nothing = "0" * count
        columns: list[str] = []
        for dy in range(high, low - 1, -1):
            for dx in range(low + stride - 1, low - 1, -1):
                d = dy * stride + dx
                if dx > high:
                    columns.append(nothing)
                else:
                    seen = moved(grid.board, -d) & ~hidden[d]
                    columns.append(format(seen >> first & everywhere, f"0{count}b"))
        rows = [0] * grid.size
        v = last
        shift = low * stride + low
        for row in zip(*columns, strict=True):
            rows[v] = moved(int("".join(row), 2), v + shift) & grid.board
            v -= 1
        return rows

    @property
    def long_rows(self) -> list[int]:
        """For each viewer all squares whose line is not blocked, as far as lines reach; made when first asked for."""
        if not self._long_rows:
            self._long_rows = self._rows(2, REACH)
        return self._long_rows

    @property
    def long_full_rows(self) -> list[int]:
        """The same of squares that are fully visible."""
        if not self._long_full_rows:
            self._long_full_rows = self._dimmed(self._rows(1, REACH))
        return self._long_full_rows

    def _edge_level(self, edge: int, near: int, viewer: int, target: int) -> int:
        kind = self.grid.edges[edge]
        if kind == OPEN:
            return CLEAR
        if edge in self.slits:
            at = self.slits[edge]
            if not self.corner and at >> viewer & 1:
                return CLEAR
            return HIDDEN_IF_LOW if at >> target & 1 else BLOCKED
        if kind == LOW:
            return CLEAR if near else HIDDEN_IF_LOW
        return BLOCKED

    def way_level(self, crossing: Crossing, at: int, viewer: int, target: int, low: int, high: int) -> int:
        side = viewer + crossing[at + 2]
        return max(
            self._edge_level(2 * viewer + crossing[at], crossing[at + 1], viewer, target),
            self._square_level(side, low, high),
            self._edge_level(2 * viewer + crossing[at + 3], crossing[at + 4], viewer, target),
        )

    def _square_level(self, square: int, low: int, high: int) -> int:
        moving = BLOCKED if high >> square & 1 else HIDDEN_IF_LOW if low >> square & 1 else CLEAR
        return max(moving, self.levels[square])

    def walk(self, viewer: int, target: int, low: int, high: int) -> int:
        """The level of a line, crossing by crossing; `low`: moving blockers of level 1 or more, `high`: of level 2."""
        level = 0
        for crossing in self.lines.steps[target - viewer]:
            if len(crossing) == 3:
                here = self._edge_level(2 * viewer + crossing[0], crossing[1], viewer, target)
            else:
                here = min(
                    self.way_level(crossing, 0, viewer, target, low, high),
                    self.way_level(crossing, 5, viewer, target, low, high),
                )
            if crossing[-1] != TARGET:
                here = max(here, self._square_level(viewer + crossing[-1], low, high))
            if here > level:
                level = here
        return level

    def level(self, viewer: int, target: int, low: int = 0, high: int = 0) -> int:
        """The level of the line between two squares with these moving blockers; 2 beyond what lines reach."""
        by = self.lines.base - viewer
        at = target + by
        if at < 0 or at >= self.lines.span:
            return BLOCKED
        blind = self.blind[2][at]
        if blind < 0 or blind >> viewer & 1:
            return BLOCKED
        if low:
            moving = moved(low, by)
            inner = moving & self.lines.inner[at]
            if inner and moved(high, by) & inner:
                return BLOCKED
            if moving & self.lines.beside[at]:
                return self.walk(viewer, target, low, high)
            if inner:
                return HIDDEN_IF_LOW
        return self.blind[1][at] >> viewer & 1

    def onlookers(self, target: int, radius: int, k: int = 2) -> int:
        """The squares of the board within so many squares from which a target is seen while nothing moves in the way,
        at least in part, or with k = 1 fully.
        """
        if k == 2 and not self.corner:
            return self.outlook(target, radius)  # what blocks a line blocks it both ways
        key = (target * RADII + radius) * 4 + k
        found = self._onlookers.get(key, -1)
        if found < 0:
            found = 0
            hidden = self.hidden[k]
            near = self.grid.disc(target, radius) if self.corner else self.outlook(target, radius)
            for viewer in bits(near):
                if not hidden[target - viewer] >> viewer & 1:
                    found |= 1 << viewer
            self._onlookers[key] = found
        return found

    def doubtful(self, target: int, blockers: int) -> int:
        """The squares whose line to a target has a blocker on it, or beside a corner that it passes. A line is the same
        both ways, so these are the squares behind the blockers as the target sees them.
        """
        by = target - self.lines.base
        found = 0
        for blocker in bits(blockers):
            found |= moved(self.behind(blocker - target), by)
        return found

    def behind(self, off: int) -> int:
        """The targets whose line from a viewer has a square on it, or beside a corner that it passes."""
        at = self.lines.base + off
        if at < 0 or at >= self.lines.span:
            return 0
        found = self._behind[at]
        if found < 0:
            found = self.lines.shadow[at]
            for _, _, targets in self.lines.corners[at]:
                found |= targets
            self._behind[at] = found
        return found

    def outlook(self, viewer: int, radius: int) -> int:
        """The squares of the board within so many squares that are seen from a square, at least in part, while nothing
        moves in the way.
        """
        key = viewer * RADII + radius
        found = self._outlooks.get(key, -1)
        if found < 0:
            rows = self.rows[2] if radius <= FIELD else self.long_rows
            found = rows[viewer] & self.grid.disc(viewer, radius)
            self._outlooks[key] = found
        return found

    def in_sight(self, viewer: int, squares: int, blockers: int) -> int:
        """Those of some squares whose line from a viewer is not blocked, by the terrain or by what moves in the way."""
        rows = self.long_rows if squares & ~self.grid.disc(viewer, FIELD) else self.rows[2]
        found = squares & rows[viewer]
        return self.past(viewer, found, blockers) if found and blockers else found

    def in_sight_of_many(self, viewer: int, squares: int, blockers: int) -> int:
        """The same for many squares: where there are fewer blockers, it goes by what they hide instead."""
        rows = self.long_rows if squares & ~self.grid.disc(viewer, FIELD) else self.rows[2]
        found = squares & rows[viewer]
        if not found or not blockers:
            return found
        if found.bit_count() <= 2 * blockers.bit_count():
            return self.past(viewer, found, blockers)
        return self._past(2, viewer, found, blockers, blockers, blockers)

    def past(self, viewer: int, squares: int, blockers: int) -> int:
        """Those of some squares, all of which the terrain shows, whose line is not blocked by what moves in the way."""
        lines = self.lines
        inner, sides = lines.inner, lines.beside
        by = lines.base - viewer
        moving = moved(blockers, by)
        bit, found = self.grid.bit, squares
        for target in bits(squares):
            at = target + by
            if moving & inner[at] or (moving & sides[at] and self._cornered(viewer, target, blockers)):
                found ^= bit[target]
        return found

    def past_beside(self, viewer: int, centre: int, squares: int, blockers: int) -> int:
        """The same for squares that are all within 1 of one: most often nothing moves near any of these lines."""
        lines = self.lines
        off, by = centre - viewer, viewer - lines.base
        hull = lines.hulls.get(off, -1)
        if hull < 0:
            hull = lines.hull(off)
        near = blockers & (hull << by if by >= 0 else hull >> -by)
        if not near:
            return squares
        if squares.bit_count() <= 2 * near.bit_count():
            return self.past(viewer, squares, near)
        return self._past(2, viewer, squares, near, near, near)

    def _cornered(self, viewer: int, target: int, blockers: int) -> bool:
        """Whether a line that the terrain leaves open is blocked where it passes a corner, since both ways are."""
        for crossing in self.lines.bends[target - viewer]:
            if (blockers >> viewer + crossing[2] | blockers >> viewer + crossing[7]) & 1:
                first = self.way_level(crossing, 0, viewer, target, blockers, blockers)
                if first == BLOCKED == self.way_level(crossing, 5, viewer, target, blockers, blockers):
                    return True
        return False

    def unhindered(self, viewer: int, target: int, low: int = 0) -> bool:
        """Whether a line meets nothing at all, not even a low wall or window that its viewer stands at."""
        for crossing in self.lines.steps.get(target - viewer, ((0,),)):
            if len(crossing) == 1:
                return False
            ways = ((0,),) if len(crossing) == 3 else ((0, 3), (5, 8))
            clear = False
            for way in ways:
                edges_open = all(self.grid.edges[2 * viewer + crossing[at]] == OPEN for at in way)
                side_open = len(way) == 1 or not self._square_level(viewer + crossing[way[0] + 2], low, 0)
                clear = clear or (edges_open and side_open)
            if not clear:
                return False
            if crossing[-1] != TARGET and self._square_level(viewer + crossing[-1], low, 0):
                return False
        return True

    def _seen(self, k: int, viewer: int, field: int, blockers: int) -> int:
        seen = self.rows[k][viewer] & field
        if not (blockers and seen):
            return seen
        return self.less(k, viewer, seen, blockers & around(field, self.grid.stride))

    def less(self, k: int, viewer: int, seen: int, blockers: int) -> int:
        """What is left of some squares that a viewer sees below level k when blockers of that level stand in the
        way."""
        return self._past(k, viewer, seen, blockers, blockers if k == 1 else 0, blockers if k == 2 else 0)

    def _past(self, k: int, viewer: int, seen: int, blockers: int, low: int, high: int) -> int:
        """What is left of some squares that a viewer sees when blockers stand in the way; these are all that matter."""
        lines, base, behind = self.lines, self.lines.base, self._behind
        seen, moving = moved(seen, base - viewer), moved(blockers, base - viewer)  # as the viewer sees them
        for blocker in bits(moving):
            if blocker >= lines.span:
                break
            hides = behind[blocker]
            if not (hides if hides >= 0 else self.behind(blocker - base)) & seen:
                continue
            seen &= ~lines.shadow[blocker]
            for other, point, targets in lines.corners[blocker]:
                doubtful = targets & seen
                if not doubtful:
                    continue
                if self.plain[viewer + point]:
                    if self.levels[viewer + other] >= k or moving >> base + other & 1:
                        seen ^= doubtful
                    continue
                for target in bits(doubtful):
                    if self._closed(viewer, viewer + target - base, point, low, high) >= k:
                        seen ^= 1 << target
        return moved(seen, viewer - base)

    def _closed(self, viewer: int, target: int, point: int, low: int, high: int) -> int:
        """The level of a line where it passes a corner: the better of the two ways round it."""
        for crossing in self.lines.bends[target - viewer]:
            if crossing[10] == point:
                first = self.way_level(crossing, 0, viewer, target, low, high)
                return first and min(first, self.way_level(crossing, 5, viewer, target, low, high))
        raise AssertionError("the line does not pass that corner")

    def fully(self, viewer: int, field: int, low: int = 0) -> int:
        """The squares of a field (a cone, or the board) that are fully visible: what lies or crouches there is seen."""
        return self._seen(1, viewer, field, low)

    def partly(self, viewer: int, field: int, high: int = 0) -> int:
        """The squares of a field that are fully or partially visible: what stands there is seen."""
        return self._seen(2, viewer, field, high)


class Gaze:
    """What is seen within fields, remembered: where nothing moves in the way once for all, else by what is in the way.

    A field belongs to a place and a facing, `fields[4 * place + facing]`, and is named by that number.
    """

    def __init__(self, eyes: Eyes, fields: list[int], far: bool = False) -> None:
        self.eyes = eyes
        self.fields = fields
        self.rows = [[], eyes.long_full_rows, eyes.long_rows] if far else eyes.rows
        self.still: list[list[int]] = [[], [-1] * len(fields), [-1] * len(fields)]  # with nothing in the way
        self.near: list[list[int]] = [[], [-1] * len(fields), [-1] * len(fields)]  # where a blocker hides something
        self.known: dict[tuple[int, int, int], int] = {}

    def forget(self) -> None:
        """Forget what was seen, which is found again when it is asked for."""
        for k in (1, 2):
            self.still[k] = [-1] * len(self.fields)
            self.near[k] = [-1] * len(self.fields)
        self.known.clear()

    def may(self, k: int, field: int) -> int:
        """The squares of a field whose line is below level k while nothing moves in the way: what is seen is in it."""
        found = self.still[k][field]
        if found < 0:
            found = self.rows[k][field >> 2] & self.fields[field]
            self.still[k][field] = found
        return found

    def seen(self, k: int, field: int, blockers: int) -> int:
        """The squares of a field whose line is below level k with moving blockers of that level: 1 fully, 2 partly."""
        near = self.near[k][field]
        if near < 0 and not blockers & around(self.fields[field], self.eyes.grid.stride):
            return self.may(k, field)
        if near < 0:
            near = self.nearby(k, field)
        if not blockers & near:
            seen = self.still[k][field]
            return seen if seen >= 0 else self.may(k, field)
        inside = blockers & near
        key = (k, field, inside)
        seen = self.known.get(key, -1)
        if seen < 0:
            if len(self.known) > KEPT:
                self.known.clear()
            seen = self.eyes.less(k, field >> 2, self.may(k, field), inside)
            self.known[key] = seen
        return seen

    def nearby(self, k: int, field: int) -> int:
        """The squares on which a blocker hides something of a field."""
        found = self.near[k][field]
        if found >= 0:
            return found
        viewer = field >> 2
        by = viewer - self.eyes.lines.base
        passed, found = self.eyes.lines.passed, 0
        for target in bits(self.may(k, field)):
            found |= passed[target - viewer]
        found = moved(found, by)
        self.near[k][field] = found
        return found


def around(field: int, stride: int) -> int:
    """The squares of a field and those beside them: a line to a square of it passes through no others."""
    return field | field << 1 | field >> 1 | field << stride | field >> stride


def cone(stride: int, facing: int, depth: int) -> int:
    """A quarter of the field to the front, as a set with `REACH * stride + REACH` for the viewer's square."""
    found = 0
    base = REACH * stride + REACH
    ax, ay = DX[facing], DY[facing]
    for a in range(1, depth + 1):
        for b in range(-a, a + 1):
            found |= 1 << base + (ay * a + ax * b) * stride + ax * a - ay * b
    return found


def corner_cone(stride: int, facing: int, depth: int) -> int:
    """The quarter in front of a vehicle that looks from a corner, its own front row left out, as a set of that kind.

    Measured from the corner in half squares, a square is within it if its side distance is no more than its distance.
    """
    found = 0
    base = REACH * stride + REACH
    ax, ay = DX[facing], DY[facing]
    for a in range(3, 2 * depth + 2, 2):
        for b in range(-a, a + 1, 2):
            x, y = ax * a - ay * b, ay * a + ax * b
            found |= 1 << base + (y - 1) // 2 * stride + (x - 1) // 2
    return found
