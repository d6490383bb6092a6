"""RR-1.2 The board of a mission: tiles laid side by side, what stands where, who can step where, and what is seen.

A layout never changes and is shared by all positions of its mission. What moves (men, barrels, blasts, dumps) is asked
of the state.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box.tiles import (
    BRIDGE,
    CRATES,
    FOREST,
    HEDGE,
    KIND_NAMES,
    OUTSIDE,
    ROCK,
    SIDE,
    WATER,
    Face,
    Point,
    Route,
    turned,
)
from sandtable.games.rogue_regiment.ground.memory import KEPT, Memory, Numbers, Posts
from sandtable.games.rogue_regiment.ground.rings import Ground, Strides
from sandtable.games.rogue_regiment.ground.stand import LENGTHS, Stand
from sandtable.geometry.sight import BLOCKED, CLEAR, FIELD, HIDDEN_IF_LOW, REACH, Eyes, Gaze, cone, corner_cone
from sandtable.geometry.squares import (
    AROUND,
    DOOR,
    DX,
    DY,
    LOW,
    NORTH,
    OPEN,
    RADII,
    SCALABLE,
    SOUTH,
    WEST,
    WINDOW,
    Grid,
    bits,
    moved,
)

# How somebody moves; each has its own table of steps.
WALK: Final = 0  # an Operator's move or sprint
CRAWL: Final = 1  # a crouched Operator's move
CLIMB: Final = 2  # into hedge or crates, or through a window
HOOK: Final = 3  # climbing with a grappling hook: rock and grapple points as well
MARCH: Final = 4  # Axis infantry
SWIM: Final = 5  # a scuba Operator from water to water, bridges counting as water
SURFACE: Final = 6  # a scuba Operator out of the water
PAWS: Final = 7  # RR-26.17 a dog, like Axis infantry, to which hedges and windows are nothing
MODES: Final = 8

# A step: to where, at what cost, and for a diagonal one the side squares by which it can go (-1: none).
Stride = tuple[int, int, int, int]
STRAIGHT: Final = -2


class Line:
    """A patrol line on the board: its squares in order, and where it may be begun."""

    def __init__(self, route: Route, squares: tuple[int, ...], stride: int) -> None:
        self.colour = route.colour
        self.loop = route.loop
        self.squares = squares
        self.starts = route.starts
        self.onward: list[tuple[int, int]] = []  # 2 * place + direction -> the next of both, about at an open end
        self.facings: list[tuple[int, ...]] = []  # place -> the facings along the line, forward first
        self.ways: list[int] = []  # 4 * place + facing -> the direction that one faces, or -1
        for at, v in enumerate(squares):
            ahead = [self.neighbour(at, False), self.neighbour(at, True)]
            for way in (0, 1):
                self.onward.append((ahead[way], way) if ahead[way] >= 0 else (ahead[1 - way], 1 - way))
            steps = [squares[to] - v if to >= 0 else 0 for to in ahead]
            found: list[int] = []
            for way in (1, 0):
                found += [f for f in range(4) if DX[f] + DY[f] * stride == steps[way]]
            self.facings.append(tuple(found))
            for f in range(4):
                step = DX[f] + DY[f] * stride
                self.ways.append(1 if step == steps[1] else 0 if step == steps[0] else -1)

    def neighbour(self, at: int, forward: bool) -> int:
        """The next place along the line, or -1 at an open end."""
        after = at + (1 if forward else -1)
        if self.loop:
            return after % len(self.squares)
        return after if 0 <= after < len(self.squares) else -1


def sight_level(kind: int) -> int:
    """RR-1.5, RR-1.6, RR-1.9, RR-1.14, RR-2.1 What a square does to a line across it: forest and rock block it, hedge
    and crates hide what is low, water and open ground do nothing.
    """
    if kind in (FOREST, ROCK):
        return BLOCKED
    return HIDDEN_IF_LOW if kind in (HEDGE, CRATES) else CLEAR


class Layout:
    """A board made of faces, row by row from the north."""

    def __init__(self, rows: tuple[tuple[tuple[Face, int], ...], ...]) -> None:
        self.rows = rows
        self.columns = len(rows[0])
        grid = Grid(SIDE * self.columns, SIDE * len(rows))
        self.grid = grid
        self.kind = [0] * grid.size
        self.room = [0] * grid.size  # 0 outside, else a number of its own for each room of each tile
        self.points: list[tuple[Point, int]] = []
        self.lines: list[Line] = []
        self.anchors: dict[tuple[int, int, str], int] = {}
        self.turned: dict[tuple[int, int], int] = {}
        self.barrels: list[int] = []
        for row, faces in enumerate(rows):
            for column, (face, quarters) in enumerate(faces):
                self._lay(turned(face, quarters), column, row)
                self.turned[column, row] = quarters
        self.levels = [0] * grid.size
        self.forest = self.water = self.bridges = 0
        self._set_levels()
        self.eyes = self._sight_of_men()
        self._bare = -1
        self._covered_from = [-1] * grid.size
        self._screens: dict[int, list[int]] = {}  # square -> the low walls and windows that cover a man there
        self._crew: Eyes | None = None
        self._walls: Eyes | None = None
        self._crew_walls: Eyes | None = None
        self._crew_gaze: Gaze | None = None
        self._far_gaze: Gaze | None = None
        self.fields = [0] * (4 * grid.size)  # square * 4 + facing -> what a man there may see
        self.crew_fields = [0] * (4 * grid.size)  # corner * 4 + facing -> what a vehicle looking from there may see
        self._set_fields()
        self.gaze = Gaze(self.eyes, self.fields)
        self._stands: list[list[Stand | None]] = [[] for _ in range(LENGTHS)]  # by length and state
        self._besets = Memory()
        self._crew_onlookers: dict[int, int] = {}
        self._front = [-1] * (4 * grid.size)
        self._quarters: list[int] = []
        self._crew_offsets: list[list[int]] = []  # by facing: from a corner to the squares in front of a crew there
        wide = grid.board | grid.board << 1
        self.corners = wide | wide << grid.stride  # the corners of squares of the board
        self._steps: list[list[list[Stride]] | None] = [None] * MODES
        self.prices: list[dict[int, int]] = [{}] * grid.size
        self._strides: dict[tuple[int, int], Strides] = {}
        self._distances = Memory()
        self._grounds: dict[tuple[int, int, int], Ground] = {}
        self._rooms: dict[int, int] = {}
        self._grounds_made = 0
        self._rings = Memory()
        self._onward: dict[tuple[int, int], list[dict[int, tuple[tuple[int, ...], int]]]] = {}
        self._trodden: list[dict[int, tuple[tuple[int, ...], int]]] = []  # those of them that were asked for last,
        self._trodden_past = (-1, -1)  # past these squares
        self.covered = Numbers(20 * KEPT)  # what chapter 2 found of cover
        self.sprints = Memory(2 * KEPT)  # what chapter 5 found of them
        self._overlooking: dict[int, int] = {}
        self._posts = Memory()
        self.names = [grid.name(v) if grid.on_board(v) else "" for v in range(grid.size)]
        self.by_name = {self.names[v]: v for v in grid.squares}

    def prepare(self, far: bool) -> None:
        """Work out what takes long and is needed once for a board: steps, what vehicles see, what is seen through
        woods, and with `far` what snipers see. Otherwise it is found when it is first asked for.
        """
        for mode in range(MODES):
            self.steps(mode)
        self.strides(0)
        seen = [self.crew_gaze.eyes]
        if self.forest:
            seen += [self.walls, self.crew_walls]
        if far:
            seen.append(self.far_gaze.eyes)

    def forget(self) -> None:
        """Forget what was found on this board while it was played on. It is found again when it is asked for; what
        takes long to work out for the whole board stays."""
        self.grid.forget()
        for eyes in (self.eyes, self._crew, self._walls, self._crew_walls):
            if eyes is not None:
                eyes.forget()
        for gaze in (self.gaze, self._crew_gaze, self._far_gaze):
            if gaze is not None:
                gaze.forget()
        self._covered_from = [-1] * self.grid.size
        self._front = [-1] * (4 * self.grid.size)
        self._stands = [[] for _ in range(LENGTHS)]
        self._besets.forget()
        self._crew_onlookers.clear()
        self._distances.forget()
        self._grounds.clear()
        self._rings.forget()
        self._onward.clear()
        self._trodden, self._trodden_past = [], (-1, -1)
        self.covered.forget()
        self.sprints.forget()
        self._overlooking.clear()
        self._posts.forget()

    def _set_levels(self) -> None:
        """RR-1.8, RR-1.10, RR-1.11 What squares do to a line that crosses them; one may look into all of them. A forest
        square is fully visible from beside it only.
        """
        for v in self.grid.squares:
            self.levels[v] = sight_level(self.kind[v])
            if self.kind[v] == FOREST:
                self.forest |= 1 << v
            elif self.kind[v] == WATER:
                self.water |= 1 << v
            elif self.kind[v] == BRIDGE:
                self.bridges |= 1 << v

    def _beside(self, base: int, facing: int) -> int:
        """RR-9.8 The squares to the left and to the right of a man."""
        side = DY[facing] + DX[facing] * self.grid.stride
        return 1 << base + side | 1 << base - side

    def _lay(self, face: Face, column: int, row: int) -> None:
        grid, left, top = self.grid, SIDE * column, SIDE * row
        number = 10 * (row * self.columns + column)
        for y in range(SIDE):
            for x in range(SIDE):
                v = grid.at(left + x, top + y)
                self.kind[v] = face.kinds[y][x]
                self.room[v] = number + face.rooms[y][x] if face.rooms[y][x] else 0
        for y in range(SIDE):
            for x in range(SIDE + 1):
                self._stand(2 * grid.at(left + x - 1, top + y), face.uprights[y][x])
        for y in range(SIDE + 1):
            for x in range(SIDE):
                self._stand(2 * grid.at(left + x, top + y - 1) + 1, face.flats[y][x])
        for point in face.points:
            self.points.append((point, grid.at(left + point.x, top + point.y)))
        for route in face.routes:
            self.lines.append(Line(route, tuple(grid.at(left + x, top + y) for x, y in route.squares), grid.stride))
        for name, x, y in face.anchors:
            self.anchors[column, row, name] = grid.at(left + x, top + y)
        self.barrels += [grid.at(left + x, top + y) for x, y in face.barrels]

    def _stand(self, edge: int, kind: int) -> None:
        """RR-2.12, RR-2.15, RR-2.16 What stands on an edge: building walls, high walls and doors block a line there,
        which is what `Eyes` makes of every edge that is neither open nor a low wall nor at a window.
        """
        if kind != OPEN:
            self.grid.edges[edge] = kind

    def _sight_of_men(self) -> Eyes:
        """RR-6.3, RR-2.6, RR-2.7, RR-2.20, RR-2.21, RR-2.22, RR-2.23, RR-2.24, RR-2.25, RR-2.26, RR-2.31 Men look from
        the centre of their square.

        `Eyes` works it out for all squares at once from the edges: a low wall whose line borders the viewer's square
        hides nothing from him; a window is open to who stands at it, lets others see the squares at it alone, and
        those not fully. `Grid.six` says which squares are at a window.
        """
        return Eyes(self.grid, self.levels, self.forest, corner=False)

    @property
    def crew(self) -> Eyes:
        """RR-2.32, RR-18.15 Vehicles look from the corner in the middle of four squares: over a low wall that borders
        one of the four, and through no window, since a vehicle is never at one. Made when the first of them looks.
        """
        if self._crew is None:
            self._crew = Eyes(self.grid, self.levels, self.forest, corner=True)
        return self._crew

    @property
    def walls(self) -> Eyes:
        """RR-18.18 What men see where the terrain of squares does not count: woods, hedges and the rest are named as if
        they had moved there, all but those under the vehicle that is looked at. Made when the first stands in a wood.
        """
        if self._walls is None:
            self._walls = Eyes(self.grid, [0] * self.grid.size, 0, corner=False)
        return self._walls

    @property
    def crew_walls(self) -> Eyes:
        """RR-18.18 The same for vehicles."""
        if self._crew_walls is None:
            self._crew_walls = Eyes(self.grid, [0] * self.grid.size, 0, corner=True)
        return self._crew_walls

    @property
    def crew_gaze(self) -> Gaze:
        """What vehicles see, made when the first one looks."""
        if self._crew_gaze is None:
            self._crew_gaze = Gaze(self.crew, self.crew_fields)
        return self._crew_gaze

    @property
    def far_gaze(self) -> Gaze:
        """What snipers see, who look twice as far as other men; made when the first of them looks."""
        if self._far_gaze is None:
            grid = self.grid
            base, fields = REACH * grid.stride + REACH, [0] * (4 * grid.size)
            for f in range(4):
                wide = cone(grid.stride, f, REACH) | self._beside(base, f)
                for v in grid.squares:
                    fields[4 * v + f] = moved(wide, v - base) & grid.board
            self._far_gaze = Gaze(self.eyes, fields, True)
        return self._far_gaze

    @property
    def bare(self) -> int:
        """RR-2.3 The squares on which a man has no cover from anybody: no wood under him, no hedge, crates, low wall or
        window beside him. Found when it is first asked for.
        """
        if self._bare < 0:
            grid = self.grid
            covered = self.forest
            for v in grid.squares:
                if self.kind[v] in (HEDGE, CRATES):
                    covered |= grid.disc(v, 1)
                for edge in (2 * v, 2 * v + 1, 2 * (v - 1), 2 * (v - grid.stride) + 1):
                    if grid.edges[edge] == LOW:
                        for at in grid.six(edge):
                            covered |= 1 << at
            for squares in self.eyes.slits.values():
                covered |= squares
            self._bare = grid.board & ~covered
        return self._bare

    def covered_from(self, v: int) -> int:
        """RR-2.3, RR-2.4, RR-2.8, RR-2.10 The squares from which something may cover a man on a square: a line from any
        other meets no hedge or crates beside him, and no low wall or window at which he is. In wood these are all.
        """
        found = self._covered_from[v]
        if found < 0:
            if self.forest & self.grid.bit[v]:
                found = (1 << self.grid.size) - 1
            else:
                found = 0 if self.bare & self.grid.bit[v] else self._behind_screens(v)
            self._covered_from[v] = found
        return found

    def _behind_screens(self, v: int) -> int:
        """The squares whose line to a square may meet hedge or crates beside it, or an edge that is a screen there."""
        grid, eyes = self.grid, self.eyes
        if not self._screens:
            for edge in range(2 * grid.size):
                if edge in eyes.slits:
                    for at in bits(eyes.slits[edge]):
                        self._screens.setdefault(at, []).append(edge)
                elif grid.edges[edge] == LOW:
                    for at in grid.six(edge):
                        self._screens.setdefault(at, []).append(edge)
        base = eyes.lines.base
        found = 0
        for w in bits(grid.disc(v, 1)):
            if self.kind[w] in (HEDGE, CRATES) and w != v:
                found |= eyes.behind(w - v)
        for edge in self._screens.get(v, ()):
            a, b = grid.sides(edge)
            # A line across the edge has both its squares on it or beside it, unless it ends there. Who stands on one of
            # them is beside the man, or looks through the window itself.
            if v in (a, b):
                found |= eyes.behind(a + b - 2 * v)
            else:
                found |= eyes.behind(a - v) & eyes.behind(b - v)
        return moved(found, v - base)

    def blast(self, centre: int) -> int:
        """RR-20.7 The three by three squares of a template, those on the board."""
        found = 0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                found |= 1 << centre + dy * self.grid.stride + dx
        return found & self.grid.board

    def dump(self, corner: int) -> int:
        """RR-2.14 The four squares of a supply dump."""
        stride = self.grid.stride
        return 1 << corner | 1 << corner + 1 | 1 << corner + stride | 1 << corner + stride + 1

    def stand(self, state: int, length: int) -> Stand:
        """RR-18.12 A vehicle of a length in that state, made when it is first asked for."""
        known = self._stands[length]
        if not known:
            known = self._stands[length] = [None] * (4 * self.grid.size)
        found = known[state]
        if found is None:
            found = known[state] = Stand(self.grid, state, length)
        return found

    def squares_under(self, state: int, length: int) -> tuple[int, ...]:
        """RR-18.12 The squares of a vehicle in that state, row by row from its front left."""
        return self.stand(state, length).squares

    def squares_shown(self, state: int, length: int) -> tuple[int, ...]:
        """RR-21.21 Those of them that are on the board."""
        return self.stand(state, length).shown

    def cover(self, state: int, length: int) -> int:
        """RR-18.12 The squares of a vehicle in that state, as a set."""
        return self.stand(state, length).cover

    def beset(self, state: int, length: int, radius: int) -> tuple[int, int]:
        """The squares of the board within so many of a vehicle in that state, or, with no length, of a man on that
        square, and those of them from which something of it is seen while nothing moves in the way; a wood under the
        vehicle does not hide it.
        """
        key = (LENGTHS * state + length) * RADII + radius
        found: tuple[int, int] | None = self._besets.get(key)
        if found is None:
            near = seen = 0
            squares = self.squares_shown(state, length) if length else (state,)
            cover = self.grid.union(squares)
            wooded = length and cover & self.forest
            for v in squares:
                there = self.grid.disc(v, radius)
                near |= there
                if wooded:
                    seen |= self.walls.in_sight_of_many(v, there & ~seen, self.eyes.square_sets[2] & ~cover)
                else:
                    seen |= self.eyes.onlookers(v, radius)
            found = near, seen
            self._besets.put(key, found)
        return found

    def _set_fields(self) -> None:
        """RR-9.7, RR-18.13, RR-18.14 How far and wide one looks: 90 degrees to the front, 8 squares; men also to the
        left and right, vehicles not.
        """
        grid = self.grid
        base = REACH * grid.stride + REACH
        cones = [cone(grid.stride, f, FIELD) | self._beside(base, f) for f in range(4)]
        vehicle_cones = [corner_cone(grid.stride, f, FIELD) for f in range(4)]
        for v in range(grid.size):
            if -1 <= grid.xs[v] <= grid.width and -1 <= grid.ys[v] <= grid.height:
                for f in range(4):
                    self.fields[4 * v + f] = moved(cones[f], v - base) & grid.board
                    self.crew_fields[4 * v + f] = moved(vehicle_cones[f], v - base) & grid.board

    def looks(self, state: int, length: int, front: bool, rear: bool) -> tuple[tuple[int, int], ...]:
        """RR-18.13, RR-18.16 The corners from which a vehicle in that state looks, to the front, to the rear or both,
        with the facings.
        """
        return self.stand(state, length).looks[2 * front + rear]

    def crew_outlook(self, state: int, length: int, front: bool, rear: bool) -> int:
        """RR-18.13 The squares that a vehicle in that state could see if nothing moved."""
        stand, way = self.stand(state, length), 2 * front + rear
        found = stand.outlooks[way]
        if found < 0:
            found = 0
            for point, facing in stand.looks[way]:
                found |= self.crew_gaze.may(2, 4 * point + facing)
            stand.outlooks[way] = found
        return found

    def front(self, v: int, facing: int) -> int:
        """RR-7.15 The squares in the quarter to a man's front, as far as lines reach."""
        found = self._front[4 * v + facing]
        if found < 0:
            if not self._quarters:
                self._quarters = [cone(self.grid.stride, f, REACH) for f in range(4)]
            found = moved(self._quarters[facing], v - REACH * self.grid.stride - REACH) & self.grid.board
            self._front[4 * v + facing] = found
        return found

    def crew_onlookers(self, v: int, facing: int, through_walls: bool) -> int:
        """RR-18.13 The corners from which a vehicle that looks that way may see a square of the board while nothing
        moves, or could but for what stands in the line.
        """
        key = 8 * v + 2 * facing + through_walls
        found = self._crew_onlookers.get(key, -1)
        if found < 0:
            grid, hidden = self.grid, self.crew.hidden[2]
            if not self._crew_offsets:
                base = REACH * grid.stride + REACH
                for f in range(4):
                    self._crew_offsets.append([off - base for off in bits(corner_cone(grid.stride, f, FIELD))])
            found = 0
            for off in self._crew_offsets[facing]:
                point = v - off
                if point >= 0 and (through_walls or not hidden[off] >> point & 1):
                    found |= 1 << point
            found &= self.corners
            self._crew_onlookers[key] = found
        return found

    def crew_behind(self, v: int, blockers: int) -> int:
        """The corners from which a crew's line to a square passes one of some squares."""
        found = 0
        for blocker in bits(blockers & self.grid.disc(v, FIELD + 1)):
            found |= self.crew.lines.viewers_past(blocker - v)
        return moved(found, v - self.crew.lines.base)

    def tile_side(self, side: int, column: int, row: int, depth: int) -> list[int]:
        """RR-1.21 The four squares outside the middle of a tile's side, so many rows out (1 touches the board)."""
        grid = self.grid
        left, top = SIDE * column, SIDE * row
        found = []
        for n in range(3, 7):
            if side == NORTH:
                found.append(grid.at(left + n, top - depth))
            elif side == SOUTH:
                found.append(grid.at(left + n, top + SIDE - 1 + depth))
            elif side == WEST:
                found.append(grid.at(left - depth, top + n))
            else:
                found.append(grid.at(left + SIDE - 1 + depth, top + n))
        return found

    def describe(self, v: int) -> str:
        """A square in words."""
        return KIND_NAMES[self.kind[v]]

    # --- steps -------------------------------------------------------------------------------------------------------

    def enterable(self, v: int, mode: int) -> bool:
        """RR-5.2, RR-5.6, RR-5.7, RR-1.7, RR-1.15, RR-2.9, RR-2.11 Whether that kind of mover may be on the square."""
        kind = self.kind[v]
        if kind == OUTSIDE:
            return False
        if kind in (HEDGE, CRATES):
            return mode in (CLIMB, HOOK, MARCH, PAWS)
        if kind == ROCK:
            return mode == HOOK
        if kind == WATER:
            return mode == SWIM
        return mode != SWIM or kind == BRIDGE

    def edge_ok(self, kind: int, mode: int) -> bool:
        """RR-2.5, RR-2.13, RR-2.15, RR-2.17, RR-2.28, RR-8.5, RR-20.40 Whether that kind of mover may cross such an
        edge.
        """
        if kind == OPEN:
            return True
        if kind == LOW:
            return mode not in (CRAWL, SURFACE)
        if kind == DOOR:
            return mode != SWIM
        if kind == WINDOW:
            return mode in (CLIMB, HOOK, MARCH, PAWS)
        return kind == SCALABLE and mode == HOOK

    def _sides(self, a: int, b: int, mode: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """RR-5.10, RR-2.18 The side squares by which a diagonal step can go (-1: none), and how it climbs by each."""
        grid = self.grid
        viable, climbs = [-1, -1], [9, 9]
        corner = a + (grid.xs[b] - grid.xs[a])
        for n, s in enumerate((corner, a + b - corner)):
            if self.kind[s] == OUTSIDE:
                free = True  # places off the board never block
            else:
                free = self.enterable(s, mode)
            first, second = grid.between(a, s), grid.between(s, b)
            if not free and mode in (SWIM, SURFACE) and LOW not in (first, second):
                free = self.enterable(s, SURFACE if mode == SWIM else SWIM)  # RR-20.38 he passes land and water alike
            if not (free and self.edge_ok(first, mode) and self.edge_ok(second, mode)):
                continue
            if DOOR in (first, second):
                continue
            over = (first in (WINDOW, SCALABLE)) + (second in (WINDOW, SCALABLE))
            if over > 1:
                continue
            viable[n], climbs[n] = s, over
        return (viable[0], viable[1]), (climbs[0], climbs[1])

    def _stride(self, a: int, b: int, mode: int) -> Stride | None:
        """One step in that mode, or None. To climb is to enter hedge, crates or rock, or to cross what is climbed: a
        corner is climbed round that way, though there be a plain one on the other side.
        """
        grid = self.grid
        steep = self.kind[b] in (HEDGE, CRATES, ROCK)
        straight = grid.xs[a] == grid.xs[b] or grid.ys[a] == grid.ys[b]
        if straight:
            edge = grid.between(a, b)
            if not self.edge_ok(edge, mode):
                return None
            s1 = s2 = STRAIGHT
            climbs = 1 if edge in (WINDOW, SCALABLE) else 0
        else:
            (s1, s2), (over1, over2) = self._sides(a, b, mode)
            climbs = min(over1, over2)
            if mode in (CLIMB, HOOK) and not (steep or climbs):
                s1, s2, climbs = (s1 if over1 else -1), (s2 if over2 else -1), 1
            if s1 < 0 and s2 < 0:
                return None
        if mode in (CLIMB, HOOK):
            return (b, 2, s1, s2) if steep or climbs else None
        if mode == PAWS:
            return b, 2 if self.kind[b] == CRATES else 1, s1, s2
        # RR-13.18 Hedges, crates and windows cost the Axis 2.
        return b, 2 if (steep or climbs) else 1, s1, s2

    def unwalled(self, a: int, b: int) -> bool:
        """RR-5.10, RR-2.13, RR-2.15 Whether no wall stops a step between neighbouring squares, on the board or off."""
        return self._stride(a, b, WALK) is not None

    def steps(self, mode: int) -> list[list[Stride]]:
        """RR-5.1, RR-5.10 Every step in that mode from every square, clockwise from north."""
        found = self._steps[mode]
        if found is None:
            grid = self.grid
            found = [[] for _ in range(grid.size)]
            for v in range(grid.size):
                if not (-2 <= grid.xs[v] <= grid.width + 1 and -2 <= grid.ys[v] <= grid.height + 1):
                    continue
                if grid.on_board(v) and mode in (SWIM, SURFACE) and self.kind[v] not in (WATER, BRIDGE):
                    continue
                for dx, dy in AROUND:
                    w = v + dx + dy * grid.stride
                    if not grid.on_board(w) or not self.enterable(w, mode):
                        continue
                    stride = self._stride(v, w, mode)
                    if stride is not None:
                        found[v].append(stride)
            self._steps[mode] = found
        return found

    def step_cost(self, a: int, b: int, mode: int, shut: int) -> int:
        """The cost of one step with these squares shut to all (dumps), or 0 if it is not allowed."""
        for to, cost, s1, s2 in self.steps(mode)[a]:
            if to == b:
                return cost if passable(to, s1, s2, shut) else 0
        return 0

    def distances(self, places: list[int], squares: tuple[int, ...]) -> list[int]:
        """RR-1.17 How many squares it is from each of some places to the nearest of some squares, 99 where there is
        none.
        """
        known: dict[int, int] | None = self._distances.get(squares)
        if known is None:
            known = {}
            self._distances.put(squares, known)
        found = []
        for v in places:
            far = known.get(v, -1)
            if far < 0:
                far = known[v] = min([self.grid.far(w)[v] for w in squares], default=99)
            found.append(far)
        return found

    def posts(self, key: tuple[int, ...]) -> Posts:
        """RR-13.11 From where somebody can be attacked: what chapters 13 and 18 have found of it by a key, which names
        all that it follows from, so far.
        """
        found: Posts | None = self._posts.get(key)
        if found is None:
            found = Posts()
            self._posts.put(key, found)
        return found

    def march(self, a: int, b: int, paws: bool = False) -> int:
        """RR-13.18, RR-26.17 What Axis infantry, or a dog, pays for one step of its way; 1 from place to place of a
        spawn tile.
        """
        if paws:
            return self.step_cost(a, b, PAWS, 0) or int(a != b)
        prices = self.prices[a]
        if not prices:
            prices = {to: cost for to, cost, _, _ in self.steps(MARCH)[a]}
            prices[a] = 0
            self.prices[a] = prices
        return prices.get(b, 1)

    def onward(self, v: int, mode: int, sprinting: bool, shut: int, closed: int) -> tuple[tuple[int, ...], int]:
        """RR-5.1, RR-5.2, RR-5.4, RR-5.5, RR-1.12 The squares one step from a square leads to, past `shut` squares and
        onto none of `closed`; a sprint goes not from forest to forest. In the order of the compass, and as a set.
        """
        known = self.onwards(mode, sprinting, shut, closed)
        found = known.get(v)
        if found is None:
            squares = []
            for to, _, s1, s2 in self.steps(mode)[v]:
                if closed >> to & 1 or not passable(to, s1, s2, shut):
                    continue
                if not (sprinting and self.kind[to] == FOREST and self.kind[v] == FOREST):
                    squares.append(to)
            found = (tuple(squares), sum([self.grid.bit[to] for to in squares]))
            known[v] = found
        return found

    def onwards(self, mode: int, sprinting: bool, shut: int, closed: int) -> dict[int, tuple[tuple[int, ...], int]]:
        """What `onward` has found so far, by square."""
        if self._trodden_past != (shut, closed):
            key = (shut, closed)
            found = self._onward.get(key)
            if found is None:
                if len(self._onward) > 100:
                    self._onward.clear()
                found = [{} for _ in range(2 * MODES)]
                self._onward[key] = found
            self._trodden, self._trodden_past = found, key
        return self._trodden[2 * mode + sprinting]

    def overlooking(self, v: int, radius: int, far: int) -> int:
        """The squares from which a man, who looks so far, may see one of those within a radius while nothing moves."""
        key = (v * RADII + radius) * RADII + far
        found = self._overlooking.get(key, -1)
        if found < 0:
            found = 0
            for near in bits(self.grid.disc(v, radius)):
                found |= self.eyes.onlookers(near, far)
            self._overlooking[key] = found
        return found

    # --- ways for the Axis -------------------------------------------------------------------------------------------

    def strides(self, shut: int, mode: int = MARCH) -> Strides:
        """The steps of Axis infantry, or dogs, past squares that are shut to all (dumps), as sets."""
        key = (shut, mode)
        found = self._strides.get(key)
        if found is None:
            if len(self._strides) > 50:
                self._strides.clear()
            sets: dict[tuple[int, int], int] = {}
            for a, steps in enumerate(self.steps(mode)):
                for b, price, s1, s2 in steps:
                    if passable(b, s1, s2, shut):
                        sets[price, b - a] = sets.get((price, b - a), 0) | 1 << a
            found = Strides(sets)
            self._strides[key] = found
        return found

    def ground(self, shut: int, closed: int, mode: int = MARCH) -> Ground:
        """The ways of Axis infantry, or dogs, past squares of `shut` (dumps) and onto none of `closed` (blasts)."""
        found = self._grounds.get((shut, closed, mode))
        if found is None:
            if len(self._grounds) > 100:
                self._grounds.clear()
            plain = self.ground(shut, 0, mode) if closed else None
            self._grounds_made += 1
            found = Ground(self._grounds_made, self.strides(shut, mode), closed, plain, self._rings)
            self._grounds[shut, closed, mode] = found
        return found

    @property
    def rooms(self) -> dict[int, int]:
        """RR-26.3 The squares of each room by its number, as sets; made when first asked for."""
        if not self._rooms:
            for v in self.grid.squares:
                if self.room[v]:
                    self._rooms[self.room[v]] = self._rooms.get(self.room[v], 0) | self.grid.bit[v]
        return self._rooms


def passable(to: int, s1: int, s2: int, shut: int) -> bool:
    """RR-2.14 Whether a step keeps clear of squares that block movement, its side squares included."""
    if shut >> to & 1:
        return False
    if s1 == STRAIGHT:
        return True
    return (s1 >= 0 and not shut >> s1 & 1) or (s2 >= 0 and not shut >> s2 & 1)
