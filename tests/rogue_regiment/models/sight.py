"""Sight and cover of a whole position, worked out line by line with fractions: terrain, doors, windows, low walls, what
moves, vehicles and blasts. Nothing of it is shared with the rules but the position, `six` and `span`, which have a
reference of their own.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, ROCK, WATER
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.squares import DX, DY, LOW, OPEN, WINDOW

Spot = tuple[int, int]
Crossing = tuple[list[tuple[Spot, ...]], Spot]  # the ways across, each square by square, and the square behind


def apart(a: Spot, b: Spot) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def line(eye: Spot, target: Spot) -> list[Crossing]:
    """What a line from a point, in half squares, to the middle of a square crosses, in order."""
    goal = (2 * target[0] + 1, 2 * target[1] + 1)
    times: dict[Fraction, set[int]] = {}
    here = [0, 0]
    step = [0, 0]
    for axis in (0, 1):
        a, b = eye[axis], goal[axis]
        step[axis] = (b > a) - (b < a)
        here[axis] = a // 2 if a % 2 else (a + step[axis]) // 2
        for n in range(min(a, b) + 1, max(a, b)):
            if n % 2 == 0:
                times.setdefault(Fraction(n - a, b - a), set()).add(axis)
    found: list[Crossing] = []
    for time in sorted(times):
        x, y = here
        for axis in times[time]:
            here[axis] += step[axis]
        tx, ty = here
        if len(times[time]) == 1:
            found.append(([((x, y), (tx, ty))], (tx, ty)))
        else:
            found.append(([((x, y), (tx, y), (tx, ty)), ((x, y), (x, ty), (tx, ty))], (tx, ty)))
    return found


class Slow:
    """A position, ready to be asked who sees what."""

    def __init__(self, s: Regiment) -> None:
        self.s, self.grid = s, s.grid
        edges = [e for v in self.grid.squares for e in (2 * v, 2 * v + 1) if self.grid.edges[e] == WINDOW]
        self.windows = [(self.grid.span(edge), [self.spot(v) for v in self.grid.six(edge)]) for edge in edges]
        self.units = {u: [self.spot(v) for v in s.footprint(u)] for u in range(len(s.u_kind)) if s.here(u)}
        self.cars: list[list[Spot]] = []
        for c, at in enumerate(s.c_at):
            x, y = self.spot(at)
            fx, fy = DX[s.c_face[c]], DY[s.c_face[c]]
            rows = range(data.CAR_LENGTH[s.c_kind[c]])
            self.cars.append([(x - n * fx - side * fy, y - n * fy + side * fx) for n in rows for side in (0, 1)])
        self.blasts = [self.spot(v) for v in s.blasts]
        self.dumps = [self.spot(v) for v, health in s.dumps if health]
        self.bars = [self.spot(v) for v in s.barrels] + [self.spot(v) for v, health in s.radios if health]

    def spot(self, v: int) -> Spot:
        return self.grid.xs[v], self.grid.ys[v]

    def kind(self, at: Spot) -> int:
        return self.s.layout.kind[self.grid.at(*at)]

    def inside(self, at: Spot) -> bool:
        return self.grid.inside(*at)

    def square(self, at: Spot, axis: bool, clear: Collection[Spot]) -> int:
        """2.5 What a square does to a line; those of the looking vehicle and of one that is looked at do nothing."""
        if at in clear:
            return 0
        kind, s = self.kind(at), self.s
        if kind in (FOREST, ROCK) or any(apart(at, centre) <= 1 for centre in self.blasts):
            return 2
        if any(x <= at[0] <= x + 1 and y <= at[1] <= y + 1 for x, y in self.dumps):
            return 2
        for u, squares in self.units.items():
            if at in squares and (s.vehicle(u) or not axis or not s.u_alert[u]):
                return 2
        if any(at in squares for c, squares in enumerate(self.cars) if s.c_kind[c] != data.BOAT):
            return 2
        return 1 if kind in (HEDGE, CRATES) or at in self.bars else 0

    def edge(self, a: Spot, b: Spot, eyes: list[Spot], crew: bool, target: Spot) -> int:
        """2.5 What an edge does to a line from who stands on some squares."""
        number = self.grid.edge(self.grid.at(*a), self.grid.at(*b))
        kind = self.grid.edges[number]
        if kind == OPEN:
            return 0
        if kind == LOW:
            axis = 0 if a[0] != b[0] else 1
            return 0 if any(eye[axis] in (a[axis], b[axis]) for eye in eyes) else 1
        found = 2
        for span, at_window in self.windows:
            if number in span:
                if not crew and eyes[0] in at_window:
                    return 0
                if target in at_window:
                    found = 1
        return found

    def way(
        self, way: tuple[Spot, ...], axis: bool, eyes: list[Spot], crew: bool, goal: Spot, clear: list[Spot]
    ) -> int:
        """2.5 The level of one way across, which for a corner has a square in its middle."""
        level = self.square(way[1], axis, clear) if len(way) == 3 else 0
        for n in range(len(way) - 1):
            level = max(level, self.edge(way[n], way[n + 1], eyes, crew, goal))
        return level

    def level(self, eye: Spot, eyes: list[Spot], crew: bool, goal: Spot, axis: bool, clear: list[Spot]) -> int:
        """2.5 The level of a line."""
        found = 0
        for ways, behind in line(eye, goal):
            found = max(found, min(self.way(way, axis, eyes, crew, goal, clear) for way in ways))
            if behind != goal:
                found = max(found, self.square(behind, axis, clear))
        return found

    def looks(self, u: int) -> list[tuple[Spot, list[Spot], int]]:
        """2.5, 2.6 From where a unit looks, the squares that are its eyes, and which way."""
        s, squares = self.s, self.units[u]
        kind, facing = s.u_kind[u], s.u_face[u]
        if not data.LENGTH[kind]:
            (x, y) = squares[0]
            return [((2 * x + 1, 2 * y + 1), squares, facing)]
        found = []
        for wanted, block, way in (
            (data.FRONT[kind], squares[:4], facing),
            (data.REAR[kind], squares[-4:], (facing + 2) % 4),
        ):
            if wanted:
                found.append(((2 * max(x for x, _ in block), 2 * max(y for _, y in block)), block, way))
        return found

    def in_field(self, u: int, eye: Spot, facing: int, at: Spot) -> bool:
        """2.6 Ninety degrees to the front, eight squares; men also the square to the left and to the right."""
        dx, dy = 2 * at[0] + 1 - eye[0], 2 * at[1] + 1 - eye[1]
        ahead, aside = dx * DX[facing] + dy * DY[facing], abs(dy * DX[facing] - dx * DY[facing])
        if not self.s.vehicle(u):
            return (0 < ahead <= 16 and aside <= ahead) or (ahead == 0 and aside == 2)
        return ahead > 2 and aside <= ahead and self.away(u, at) <= 8

    def away(self, u: int, at: Spot) -> int:
        return min(apart(at, square) for square in self.units[u])

    def visible(self, u: int, at: Spot, car: list[Spot] | None = None) -> int:
        """2.5 A square is fully visible to a unit (0), partially (1), not (2), or not in its field (3)."""
        found = 3
        for eye, eyes, facing in self.looks(u):
            if self.in_field(u, eye, facing, at):
                level = self.level(eye, eyes, self.s.vehicle(u), at, True, self.units[u] + (car or []))
                if self.kind(at) == FOREST and self.away(u, at) > 1:
                    level = max(level, 1)
                found = min(found, level)
        return found

    def sees(self, u: int, m: int) -> bool:
        """2.5 Whether a unit has clear sight of a man, or of a square of the vehicle that he sits in."""
        s = self.s
        if s.u_cig[u]:
            return False
        if s.m_car[m] >= 0:
            car = self.cars[s.m_car[m]]
            return any(self.inside(at) and self.visible(u, at, car) < 2 for at in car)
        at = self.spot(s.m_at[m])
        if s.m_swim[m] and self.kind(at) in (WATER, BRIDGE):
            return bool(s.m_spotted[m]) and self.visible(u, at) == 0
        netted = s.has(m, data.I_CAMO) and not (s.m_spotted[m] or s.m_object[m] or s.m_shot[m])
        low = s.m_low[m] or (netted and self.kind(at) == FOREST)
        return self.visible(u, at) <= (0 if low else 1)

    def cover(self, u: int, at: Spot) -> int:
        """2.19 What cover takes off an attack on a man on a square that a unit sees; the better way round a corner."""
        if self.away(u, at) <= 1:
            return 0
        found = -9
        for eye, eyes, facing in self.looks(u):
            if self.in_field(u, eye, facing, at):
                found = max(found, -self.covered(eye, eyes, self.s.vehicle(u), at, self.units[u]))
        return found

    def covered(self, eye: Spot, eyes: list[Spot], crew: bool, goal: Spot, own: list[Spot]) -> int:
        worst = int(self.kind(goal) == FOREST)
        for ways, behind in line(eye, goal):
            worth = []
            for way in ways:
                if len(way) == 2 or self.way(way, True, eyes, crew, goal, own) < 2:
                    here = self.beside(way[1], goal) if len(way) == 3 else 0
                    for n in range(len(way) - 1):
                        here = max(here, self.screen(way[n], way[n + 1], goal))
                    worth.append(here)
            worst = max(worst, min(worth, default=0), self.beside(behind, goal))
        return worst

    def beside(self, at: Spot, goal: Spot) -> int:
        return {HEDGE: 1, CRATES: 2}.get(self.kind(at), 0) if apart(at, goal) == 1 else 0

    def screen(self, a: Spot, b: Spot, goal: Spot) -> int:
        number = self.grid.edge(self.grid.at(*a), self.grid.at(*b))
        if self.grid.edges[number] == LOW:
            return 2 if self.grid.at(*goal) in self.grid.six(number) else 0
        return 2 if any(number in span and goal in at_window for span, at_window in self.windows) else 0

    def ours(self, origin: Spot, u: int) -> set[Spot]:
        """2.11 The squares of a unit to which a man who stands has a line."""
        eye = (2 * origin[0] + 1, 2 * origin[1] + 1)
        near = [at for at in self.units[u] if self.inside(at) and apart(origin, at) <= 16]
        return {at for at in near if self.level(eye, [origin], False, at, False, self.units[u]) < 2}
