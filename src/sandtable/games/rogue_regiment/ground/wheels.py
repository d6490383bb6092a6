"""Chapter 18, how vehicles move: two squares wide, forward and back, straight, diagonally and by turns.

A state is the front left square and the heading, as `square * 4 + heading`. What a step costs and whether it is
blocked depends on the board alone, supply dumps apart. Sets of states have one bit a state, `heading * size + square`,
so that a set of squares becomes the set of states that cover one of them by a few shifts.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, REGULAR, ROAD, ROCK, ROOM, WATER
from sandtable.games.rogue_regiment.ground.layout import WALK, Layout, passable
from sandtable.games.rogue_regiment.ground.memory import Memory, Numbers
from sandtable.games.rogue_regiment.ground.rings import Rings, Strides
from sandtable.games.rogue_regiment.ground.stand import LENGTHS, Box, Stand, footprint
from sandtable.geometry.squares import DX, DY, GAP, LOW, MARGIN, OPEN, RADII, bits, moved

Move = tuple[int, int]  # the state it leads to, and its cost
KEPT: Final = 1000  # how many searches are remembered
SIDE_MARGIN: Final = GAP // 2
CORNERS: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))  # of the board: east or west, south or north


class Wheels:
    """RR-18.49, RR-24.41 The steps of vehicles of one length on a board: never onto room squares; boats only where
    there is water. To tracks a wood is open ground, and low walls and crates are nothing.
    """

    def __init__(self, layout: Layout, length: int, boat: bool = False, tracked: bool = False) -> None:
        self.layout = layout
        self.grid = layout.grid
        self.length = length
        self.boat = boat
        self.stopped = 0  # squares that block
        self.rough = 0  # squares that cost 2
        self.rugged = 0  # squares that are neither regular ground, nor road, nor bridge
        self._read_ground(tracked)
        self.walls = [0, 0]  # edges to the east and to the south of squares that carry anything
        for v in range(self.grid.size) if not boat else ():
            for way in (0, 1):
                edge = self.grid.edges[2 * v + way]
                if edge != OPEN and not (tracked and edge == LOW):
                    self.walls[way] |= 1 << v
        self.size = self.grid.size
        self.offsets = [footprint(self.grid.stride, 0, heading, length) for heading in range(4)]
        self.spread: list[list[int]] = []  # by heading: shifts that make of a front left square all that is covered
        for heading in range(4):
            right, back = self.offsets[heading][1], self.offsets[heading][2]
            self.spread.append([right, *([back, 2 * back] if length == 4 else [back] * (length - 1))])
        self.inside = 0  # where the front left square may be
        for v in range(self.size):
            if -5 <= self.grid.xs[v] <= self.grid.width + 5 and -5 <= self.grid.ys[v] <= self.grid.height + 4:
                self.inside |= 1 << v
        self._tracks = Memory(50)
        self._seeing = Numbers(KEPT)
        self._heading_for = Numbers(KEPT)
        self._squares_within = Numbers(KEPT)
        self._within = Numbers(KEPT)

    def _read_ground(self, tracked: bool) -> None:
        """RR-18.49, RR-24.41 What kinds of squares do to these vehicles."""
        for v in self.grid.squares:
            kind = self.layout.kind[v]
            blocks = kind in (ROCK, WATER, ROOM) or (kind == CRATES and not tracked)
            if self.boat:
                blocks = kind not in (WATER, BRIDGE)
            if blocks:
                self.stopped |= 1 << v
            if kind == HEDGE or (kind == FOREST and not tracked):
                self.rough |= 1 << v
            if kind not in (REGULAR, ROAD, BRIDGE):
                self.rugged |= 1 << v

    def tracks(self, shut: int) -> Tracks:
        """The steps past squares that are shut to all (dumps)."""
        found: Tracks | None = self._tracks.get(shut)
        if found is None:
            found = Tracks(self, shut)
            self._tracks.put(shut, found)
        return found

    # --- sets of states

    def bit(self, state: int) -> int:
        """The set of one state."""
        return 1 << (state & 3) * self.size + (state >> 2)

    def states(self, members: int) -> list[int]:
        """The states of a set, in order."""
        size = self.size
        found = [4 * (n % size) + n // size for n in bits(members)]
        found.sort()
        return found

    def over(self, squares: int) -> int:
        """The states in which a vehicle covers one of some squares."""
        found = 0
        full = (1 << self.size) - 1
        for heading, shifts in enumerate(self.spread):
            part = squares
            for by in shifts:
                part |= part >> by if by > 0 else part << -by
            found |= (part & full) << heading * self.size
        return found

    def under(self, members: int) -> int:
        """The squares that are covered in one of some states."""
        found = 0
        full = (1 << self.size) - 1
        for heading, shifts in enumerate(self.spread):
            part = members >> heading * self.size & full
            for by in shifts:
                part |= moved(part, by)
            found |= part
        return found

    def heading_for(self, squares: int) -> int:
        """The states in which both squares in front are some of these."""
        found = self._heading_for.get(squares)
        if found < 0:
            found = 0
            for heading, offsets in enumerate(self.offsets):
                found |= (moved(squares, -offsets[0]) & moved(squares, -offsets[1])) << heading * self.size
            self._heading_for.put(squares, found)
        return found

    def stand(self, state: int) -> Stand:
        """A vehicle in that state."""
        return self.layout.stand(state, self.length)

    def squares(self, state: int) -> tuple[int, ...]:
        """The squares a vehicle in that state covers."""
        return self.layout.squares_under(state, self.length)

    def cover(self, state: int) -> int:
        """The same as a set."""
        return self.layout.cover(state, self.length)

    def looking_from(self, points: int, front: bool, rear: bool) -> int:
        """RR-18.13, RR-18.16 The states in which a crew that looks to the front, the rear or both does so from some
        corners.
        """
        found, base = 0, self.grid.squares[0]
        for heading in range(4):
            for point, _ in self.layout.looks(4 * base + heading, self.length, front, rear):
                found |= moved(points, base - point) << heading * self.size
        return found

    def within(self, v: int, squares: int) -> int:
        """RR-18.17 The states in which a vehicle is at most so many squares from one."""
        key = RADII * v + squares
        found = self._within.get(key)
        if found < 0:
            found = self.over(self.around(v, squares))
            self._within.put(key, found)
        return found

    def around(self, v: int, squares: int) -> int:
        """The squares within so many of one, off the board too."""
        grid = self.grid
        x, y = grid.xs[v], grid.ys[v]
        left, right = max(-SIDE_MARGIN, x - squares), min(grid.width + SIDE_MARGIN - 1, x + squares)
        row, found = (1 << right - left + 1) - 1, 0
        for down in range(max(1 - MARGIN, y - squares), min(grid.height + MARGIN - 1, y + squares) + 1):
            found |= row << grid.at(left, down)
        return found

    def turned(self, at: int, heading: int, right: bool) -> tuple[int, int]:
        """RR-18.3 After a forward turn: the front block is shifted one ahead and aside, and the tail keeps to its old
        side.
        """
        stride = self.grid.stride
        ahead = DX[heading] + DY[heading] * stride
        side = -DY[heading] + DX[heading] * stride
        far = 1 if self.length == 4 else 0
        if right:
            return at + (2 + far) * side + ahead, (heading + 1) % 4
        return at - (1 + far) * side, (heading + 3) % 4

    def reversed(self, at: int, heading: int) -> tuple[int, int]:
        """The same squares seen from behind."""
        stride = self.grid.stride
        ahead = DX[heading] + DY[heading] * stride
        side = -DY[heading] + DX[heading] * stride
        return at - (self.length - 1) * ahead + side, (heading + 2) % 4

    def seeing(self, squares: int, front: bool, rear: bool, through_walls: bool) -> int:
        """RR-18.13, RR-18.16 The states from which a crew that looks to the front, to the rear or both may see one of
        some squares of the board while nothing moves, or could but for walls.
        """
        key = (squares, 4 * front + 2 * rear + through_walls)
        found = self._seeing.get(key)
        if found < 0:
            found = 0
            base = self.grid.squares[0]
            for heading in range(4):
                for point, facing in self.layout.looks(4 * base + heading, self.length, front, rear):
                    points = 0
                    for v in bits(squares):
                        points |= self.layout.crew_onlookers(v, facing, through_walls)
                    found |= moved(points, base - point) << heading * self.size
            self._seeing.put(key, found)
        return found

    def distance(self, state: int, v: int) -> int:
        """RR-18.17 Squares from a vehicle in that state to a square."""
        left, right, top, bottom = self.stand(state).box
        x, y = self.grid.xs[v], self.grid.ys[v]
        return max(left - x, x - right, top - y, y - bottom, 0)

    def apart(self, box: Box, squares: tuple[int, ...]) -> int:
        """RR-18.17 Squares from the columns and rows of one unit to another, whose first and last squares are its
        corners.
        """
        left, right, top, bottom = box
        xs, ys = self.grid.xs, self.grid.ys
        x, y, x2, y2 = xs[squares[0]], ys[squares[0]], xs[squares[-1]], ys[squares[-1]]
        return max(left - max(x, x2), min(x, x2) - right, top - max(y, y2), min(y, y2) - bottom, 0)

    def distance_on_board(self, state: int, v: int) -> int:
        """RR-18.17 Squares from what is on the board of a vehicle in that state to a square."""
        left, right, top, bottom = self.stand(state).shown_box
        x, y = self.grid.xs[v], self.grid.ys[v]
        return max(left - x, x - right, top - y, y - bottom, 0)

    def squares_within(self, state: int, radius: int) -> int:
        """RR-18.17 The squares of the board within so many of what is on the board of a vehicle in that state, as a
        set.
        """
        key = RADII * state + radius
        found = self._squares_within.get(key)
        if found < 0:
            grid = self.grid
            left, right, top, bottom = self.stand(state).shown_box
            left, right = max(left - radius, 0), min(right + radius, grid.width - 1)
            top, bottom = max(top - radius, 0), min(bottom + radius, grid.height - 1)
            row, found = (1 << right - left + 1) - 1, 0
            for first in range(grid.at(left, top), grid.at(left, bottom) + 1, grid.stride):
                found |= row << first
            self._squares_within.put(key, found)
        return found

    def nearest(self, state: int, squares: tuple[int, ...]) -> tuple[int, int]:
        """RR-18.17 How far the nearest of some squares is from a vehicle in that state, and which it is: of equals the
        first.
        """
        if len(squares) == 1:
            return self.distance(state, squares[0]), squares[0]
        far = [self.distance(state, v) for v in squares]
        least = min(far)
        return least, squares[far.index(least)]


class Tracks:
    """The steps of vehicles of one length past what is shut."""

    def __init__(self, wheels: Wheels, shut: int) -> None:
        self.wheels = wheels
        self.shut = shut
        self.rows: list[list[tuple[int, int, int]]] = []  # by heading: change of the state, price, from which squares
        sets: dict[tuple[int, int], int] = {}
        self._steps: list[
            tuple[int, int, int, int, int]
        ] = []  # heading before, place, heading after, price, from where
        for heading in range(4):
            self.rows.append([])
            for place, faced, leading, cost in self._kinds(heading):
                free = self._free(heading, place, faced, shut)
                rough = 0
                if cost == 1:
                    for off in leading:
                        rough |= moved(wheels.rough, -off)
                by = place + (faced - heading) * wheels.size
                for price, members in ((cost, free & ~rough), (2, free & rough)):
                    if members:
                        self.rows[heading].append((4 * place + faced - heading, price, members))
                        sets[price, by] = sets.get((price, by), 0) | members << heading * wheels.size
                        self._steps.append((heading, place, faced, price, members))
        self.strides = Strides(sets)
        self._straight_ways: list[Strides] = []
        self._moves: dict[int, list[Move]] = {}
        self._doorsteps: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._straight: dict[tuple[int, int], tuple[int, ...]] = {}
        self._nexts = Memory(10 * KEPT)
        self._drives = Memory(KEPT)
        self._ends = Numbers(KEPT)
        self._rings = Memory(KEPT)
        self._rests = Memory(KEPT)
        self._webs: list[tuple[int, int]] = []  # states from each of which all others are reached, and what else is

    def _kinds(self, heading: int) -> list[tuple[int, int, list[int], int]]:
        """RR-18.2, RR-18.3, RR-18.4, RR-18.5, RR-18.6, RR-18.9, RR-18.10, RR-18.43 The kinds of steps with that
        heading: where to and heading where, the squares that make it rough, and the cost on plain ground.
        """
        wheels = self.wheels
        stride = wheels.grid.stride
        ahead = DX[heading] + DY[heading] * stride
        side = -DY[heading] + DX[heading] * stride
        turn = 2 if wheels.length == 4 else 1
        old = wheels.offsets[heading]
        found = []
        for to in (ahead, ahead - side, ahead + side):
            found.append((to, heading, [to + off for off in old[:2]], 1))
        for right in (False, True):
            place, faced = wheels.turned(0, heading, right)
            entered = [place + off for off in wheels.offsets[faced] if place + off not in old]
            found.append((place, faced, entered, turn))
        for to in (-ahead, -ahead - side, -ahead + side):
            found.append((to, heading, [], 2))
        behind, back = wheels.reversed(0, heading)
        for right in (False, True):
            place, faced = wheels.reversed(*wheels.turned(behind, back, right))
            found.append((place, faced, [], 2 * turn))
        return found

    def straight_ways(self) -> list[Strides]:
        """RR-13.12 The steps of ways that do not zig-zag: all lead towards one corner of the board, and all turns are
        to the same hand.
        """
        if not self._straight_ways:
            for hand in (1, 3):
                for x, y in CORNERS:
                    sets: dict[tuple[int, int], int] = {}
                    for heading, place, faced, price, members in self._steps:
                        east, south = self._bearing(heading, place, faced)
                        if x * east >= 0 and y * south >= 0 and (faced - heading) % 4 in (0, hand):
                            by = place + (faced - heading) * self.wheels.size
                            sets[price, by] = sets.get((price, by), 0) | members << heading * self.wheels.size
                    self._straight_ways.append(Strides(sets))
        return self._straight_ways

    def _bearing(self, heading: int, place: int, faced: int) -> tuple[int, int]:
        """How far a step takes the middle of the four squares in front to the east and to the south, in halves of a
        square.
        """
        stride = self.wheels.grid.stride
        east = (place + stride // 2) % stride - stride // 2
        south = (place - east) // stride
        return (
            2 * east - (DY[faced] + DX[faced]) + DY[heading] + DX[heading],
            2 * south + (DX[faced] - DY[faced]) - (DX[heading] - DY[heading]),
        )

    def _free(self, heading: int, place: int, faced: int, shut: int) -> int:
        """RR-18.7, RR-18.11, RR-18.12 From where such a step is possible: at least in part onto the board, onto no
        square that blocks, and over no wall.
        """
        wheels = self.wheels
        old = wheels.offsets[heading]
        new = [place + off for off in wheels.offsets[faced]]
        free = 0
        for off in new:
            free |= moved(wheels.grid.board, -off)
        free &= moved(wheels.inside, -place)
        blocked = wheels.stopped | shut
        for off in new:
            if off not in old:
                free &= ~moved(blocked, -off)
        both = {*old, *new}
        for off in both:
            if off + 1 in both:
                free &= ~moved(wheels.walls[0], -off)
            if off + wheels.grid.stride in both:
                free &= ~moved(wheels.walls[1], -off)
        return free & (1 << wheels.size) - 1

    def moves(self, state: int) -> list[Move]:
        """RR-18.2, RR-18.12 Every step from a state, with its cost."""
        found = self._moves.get(state)
        if found is None:
            at = state >> 2
            found = [(state + by, price) for by, price, members in self.rows[state & 3] if members >> at & 1]
            self._moves[state] = found
        return found

    def doorsteps(self, state: int, locks: tuple[tuple[int, int], ...]) -> int:
        """RR-21.12, RR-27.22 The squares that a man's step leads to from those of a vehicle, past what is shut and
        through no locked door.
        """
        found = self._doorsteps.get((state, locks), -1)
        if found < 0:
            found = 0
            steps = self.wheels.layout.steps(WALK)
            for v in self.wheels.squares(state):
                for to, _, s1, s2 in steps[v]:
                    if passable(to, s1, s2, self.shut) and (min(v, to), max(v, to)) not in locks:
                        found |= 1 << to
            self._doorsteps[state, locks] = found
        return found

    def straight(self, state: int, most: int) -> tuple[int, ...]:
        """RR-21.3, RR-21.32 The states straight on from one, as far as the ground is regular."""
        found = self._straight.get((state, most))
        if found is None:
            ahead: list[int] = []
            wheels, after = self.wheels, state
            for _ in range(most):
                after += 4 * wheels.grid.step(state & 3)
                if not any(to == after for to, _ in self.moves(ahead[-1] if ahead else state)):
                    break
                if any(wheels.rugged >> v & 1 for v in wheels.squares(after)[:2]):
                    break
                ahead.append(after)
            found = tuple(ahead)
            self._straight[state, most] = found
        return found

    def ways_from(self, start: int) -> Rings:
        """RR-18.20 What can be reached from a state, by its cost."""
        return self._ways(2 * start, self.wheels.bit(start), False)

    def ways_to(self, goal: int) -> Rings:
        """From where a state can be reached, by its cost."""
        return self._ways(2 * goal + 1, self.wheels.bit(goal), True)

    def _ways(self, key: int, first: int, back: bool) -> Rings:
        found: Rings | None = self._rings.get(key)
        if found is None:
            found = Rings(self.strides, [first], 0, back)
            self._rings.put(key, found)
        return found

    def nexts(self, here: int, goal: int, stops: int = 0) -> tuple[int, ...]:
        """RR-13.12, RR-13.13 The states after one step of the cheapest ways from one to another, of those that lead
        past no stop if there are such ways.
        """
        found: tuple[int, ...] | None = self._nexts.get((here, goal, stops))
        if found is None:
            bit = self.wheels.bit
            ways = self.ways_to(goal)
            whole = ways.touching(bit(here))[0]
            shut = 0
            if stops:
                clear = Rings(self.strides, [bit(goal)], stops, True)
                if clear.touching(bit(here))[0] == whole:
                    ways, shut = clear, stops
            found = tuple([to for to, price in self.moves(here) if ways.ring(whole - price) & ~shut & bit(to)])
            self._nexts.put((here, goal, stops), found)
        return found

    def ends(self, start: int, points: int, taken: int) -> int:
        """RR-21.2, RR-18.7, RR-18.12 Where a drive of so many points may end: on the board at least in part, clear of
        what is taken, not where it began. What was found is kept by what stands within reach.
        """
        wheels = self.wheels
        found: tuple[int, int] | None = self._drives.get((start, points))
        if found is None:
            reached = self.ways_from(start).within(points) & ~wheels.bit(start)
            found = (reached, wheels.under(reached))
            self._drives.put((start, points), found)
        reached, ground = found
        near = taken & ground
        if not near:
            return reached
        key = (start, points, near)
        ends = self._ends.get(key)
        if ends < 0:
            ends = reached & ~wheels.over(near)
            self._ends.put(key, ends)
        return ends

    def between(self, start: int, goal: int, points: int) -> int:
        """The states through which a way of so many points can lead from a start to a goal."""
        there, back = self.ways_from(start), self.ways_to(goal)
        found = 0
        for spent in range(points + 1):
            ring = there.ring(spent)
            if ring & ~found:
                found |= ring & back.within(points - spent)
        return found

    def rest(self, start: int, *target: int) -> Rings:
        """RR-13.31, RR-18.20 States by the cost of the way left until the vehicle is beside a square of the target, or
        as near as it gets from `start`.
        """
        web = self._web(start)
        found: Rings | None = self._rests.get((target, web))
        if found is None:
            far, goals = 1, 0
            while not goals:
                for v in target:
                    goals |= web & self.wheels.over(self.wheels.around(v, far))
                far += 1
            found = Rings(self.strides, [goals], 0, True)
            self._rests.put((target, web), found)
        return found

    def _web(self, start: int) -> int:
        """Every state that can be reached from one."""
        first = self.wheels.bit(start)
        for mutual, web in self._webs:
            if mutual & first:
                return web
        web = self.ways_from(start).everything()
        self._webs.append((web & self.ways_to(start).everything(), web))
        return web


_wheels: dict[int, Wheels] = {}


def wheels(layout: Layout, length: int, boat: bool = False, tracked: bool = False) -> Wheels:
    """The steps of vehicles of a length on a board, made once."""
    key = (LENGTHS * id(layout) + length) * 4 + 2 * boat + tracked
    found = _wheels.get(key)
    if found is None or found.layout is not layout:
        if len(_wheels) > 60:
            _wheels.clear()
        found = Wheels(layout, length, boat, tracked)
        _wheels[key] = found
    return found


def forget_wheels(layout: Layout) -> None:
    """Forget a board's vehicles, which are worked out again when they are asked for."""
    for key in [key for key, one in list(_wheels.items()) if one.layout is layout]:
        _wheels.pop(key, None)
