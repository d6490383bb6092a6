"""A second, plain and slow reading of the ledger's sections 2.4.1, 2.5, 2.6, 2.15 and 2.19: what an Axis unit sees,
where a man of theirs goes and how well he can attack.

It shares no rule with the game: squares, edges and the numbers of units come from the box, everything else is written
here once more, square by square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, ROCK, WATER
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, Regiment
from sandtable.geometry.squares import DOOR, HIGH, LOW, OPEN, SCALABLE, WALL, WINDOW

XY = tuple[int, int]
State = tuple[XY, int]  # of a vehicle: its front left square and its heading
Way = tuple[list[tuple[XY, XY]], list[XY]]  # edges and squares by which a line goes on
HEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))
NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
NEVER = 10**6


def plus(p: XY, v: XY, times: int = 1) -> XY:
    return p[0] + times * v[0], p[1] + times * v[1]


def far(a: XY, b: XY) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def apart(some: list[XY], others: list[XY]) -> int:
    return min(far(a, b) for a in some for b in others)


@cache
def under(state: State, length: int) -> list[XY]:
    """The squares of a vehicle, row by row from its front left one."""
    at, f = state
    return [plus(plus(at, HEAD[f], -row), HEAD[(f + 1) % 4], side) for row in range(length) for side in (0, 1)]


@cache
def crossings(dx: int, dy: int, odd_x: int, odd_y: int) -> list[XY]:
    """2.5: how a line to a point so many half squares away steps from square to square."""
    found: dict[Fraction, list[int]] = {}
    for axis, (by, odd) in enumerate(((dx, odd_x), (dy, odd_y))):
        for k in range(1, abs(by)):
            if (odd + k) % 2 == 0:
                found.setdefault(Fraction(k, abs(by)), [0, 0])[axis] = 1 if by > 0 else -1
    return [(found[t][0], found[t][1]) for t in sorted(found)]


class Ground:
    """What never moves; searches are remembered here by what is shut."""

    def __init__(self, layout: Layout) -> None:
        self.grid, self.layout = layout.grid, layout
        self.windows: dict[int, list[set[XY]]] = {}  # edge -> the squares at each window through which it is looked
        for edge, kind in enumerate(self.grid.edges):
            if kind == WINDOW:
                for part in self.grid.span(edge):
                    self.windows.setdefault(part, []).append({self.xy(v) for v in self.grid.six(edge)})
        self.known: dict[tuple[object, ...], dict[XY, int]] = {}
        self.back: dict[tuple[object, ...], dict[XY, list[tuple[XY, int]]]] = {}  # who steps to a square
        self.moves: dict[tuple[object, ...], list[tuple[State, int]]] = {}

    def xy(self, v: int) -> XY:
        return self.grid.xs[v], self.grid.ys[v]

    def on(self, p: XY) -> bool:
        return self.grid.inside(*p)

    def kind(self, p: XY) -> int:
        return self.layout.kind[self.grid.at(*p)] if self.on(p) else 0

    def edge(self, a: XY, b: XY) -> int:
        return self.grid.edge(self.grid.at(*a), self.grid.at(*b)) if self.on(a) or self.on(b) else 0

    def between(self, a: XY, b: XY) -> int:
        return self.grid.edges[self.edge(a, b)] if self.on(a) or self.on(b) else OPEN


@cache
def ground(layout: Layout) -> Ground:
    return Ground(layout)


class Reading:
    """One position as the ledger sees it."""

    def __init__(self, s: Regiment) -> None:
        self.s = s
        self.g = g = ground(s.layout)
        self.cells: dict[int, list[XY]] = {}
        for u, v in enumerate(s.u_at):
            if s.u_health[u] > 0 and v >= 0:
                length = data.LENGTH[s.u_kind[u]]
                self.cells[u] = under((g.xy(v), s.u_face[u]), length) if length else [g.xy(v)]
        self.cars: dict[int, list[XY]] = {}
        for c, v in enumerate(s.c_at):
            if v >= 0 and s.c_health[c] > 0:
                self.cars[c] = under((g.xy(v), s.c_face[c]), data.CAR_LENGTH[s.c_kind[c]])
        self.dumps = {plus(g.xy(v), p) for v, health in s.dumps if health for p in ((0, 0), (1, 0), (0, 1), (1, 1))}
        self.blasts = {plus(g.xy(v), p) for v in s.blasts for p in [*NEAR, (0, 0)]}
        self.men = [m for m in range(len(s.m_kind)) if s.m_state[m] == ACTIVE]
        bound = [s.m_at[m] for m in range(len(s.m_kind)) if s.m_state[m] == BOUND]
        self.bars = {g.xy(v) for v in [*s.barrels, *[v for v, health in s.radios if health], *bound] if v >= 0}
        self.hidden: dict[tuple[int, int], set[XY]] = {}

    # --- sight (2.5, 2.6)

    def solid(self, u: int, c: int) -> set[XY]:
        """What hides everything from a unit that may stand elsewhere, the vehicle it looks at apart."""
        if (u, c) not in self.hidden:
            found = self.dumps | self.blasts
            for other, cells in self.cells.items():
                if other != u and (data.LENGTH[self.s.u_kind[other]] or not self.s.u_alert[other]):
                    found |= set(cells)
            for car, cells in self.cars.items():
                if self.s.c_kind[car] != data.BOAT and car != c:
                    found |= set(cells)
            self.hidden[u, c] = found
        return self.hidden[u, c]

    def line(self, cells: list[XY], front: bool, t: XY) -> Iterator[tuple[list[Way], XY]]:
        """Where a line goes from a man's centre, or from the middle of the first or last four squares of a vehicle."""
        block = cells[:4] if front else cells[-4:]
        x, y = max(p[0] for p in block), max(p[1] for p in block)
        px, py = (2 * x + 1, 2 * y + 1) if len(cells) == 1 else (2 * x, 2 * y)
        here = (x, y) if len(cells) == 1 else (x if 2 * t[0] >= px else x - 1, y if 2 * t[1] >= py else y - 1)
        for mx, my in crossings(2 * t[0] + 1 - px, 2 * t[1] + 1 - py, px % 2, py % 2):
            to = plus(here, (mx, my))
            sides = [(to[0], here[1]), (here[0], to[1])] if mx and my else []
            yield [([(here, side), (side, to)], [side]) for side in sides] or [([(here, to)], [])], to
            here = to

    def square_level(self, p: XY, solid: set[XY]) -> int:
        kind = self.g.kind(p)
        return 2 if p in solid or kind in (FOREST, ROCK) else 1 if p in self.bars or kind in (HEDGE, CRATES) else 0

    def edge_level(self, a: XY, b: XY, t: XY, viewer: list[XY]) -> int:
        kind = self.g.between(a, b)
        if kind == LOW:
            axis = 0 if a[0] != b[0] else 1
            return 0 if any(p[axis] in (a[axis], b[axis]) for p in viewer) else 1
        windows = self.g.windows.get(self.g.edge(a, b), []) if kind in (WALL, WINDOW) else []
        if len(viewer) == 1 and any(viewer[0] in six for six in windows):
            return 0
        return 1 if any(t in six for six in windows) else 0 if kind == OPEN else 2

    def level(self, cells: list[XY], front: bool, t: XY, solid: set[XY], whole: Sequence[XY] = ()) -> int:
        """How well a square, one of a whole vehicle maybe, is seen: 0 fully, 1 partially, 2 not."""
        viewer, open_ = cells[:4] if front else cells[-4:], [*cells, *whole]
        found = 1 if self.g.kind(t) == FOREST and apart(cells, [t]) > 1 else 0
        for ways, to in self.line(cells, front, t):
            found = max(found, min(self.way_level(way, t, viewer, solid, open_) for way in ways))
            if to != t and to not in open_:
                found = max(found, self.square_level(to, solid))
        return found

    def way_level(self, way: Way, t: XY, viewer: list[XY], solid: set[XY], cells: list[XY]) -> int:
        edges = [self.edge_level(a, b, t, viewer) for a, b in way[0]]
        return max(edges + [self.square_level(p, solid) for p in way[1] if p not in cells])

    def cover(self, cells: list[XY], front: bool, t: XY, solid: set[XY]) -> int:
        """2.19: what cover takes off an attack."""
        if apart(cells, [t]) == 1:
            return 0
        found = -1 if self.g.kind(t) == FOREST else 0
        viewer = cells[:4] if front else cells[-4:]
        for ways, to in self.line(cells, front, t):
            open_ways = [way for way in ways if self.way_level(way, t, viewer, solid, cells) < 2] or ways
            crossed = [min([self.edge_cover(a, b, t) for a, b in w[0]] + [self.screen(p, t) for p in w[1]])
                       for w in open_ways]  # fmt: skip
            found = min(found, max(crossed), self.screen(to, t) if to not in cells else 0)
        return found

    def edge_cover(self, a: XY, b: XY, t: XY) -> int:
        edge, kind = self.g.edge(a, b), self.g.between(a, b)
        beside = {self.g.xy(v) for v in self.g.grid.six(edge)} if kind == LOW else set()
        windows = self.g.windows.get(edge, []) if kind in (WALL, WINDOW) else []
        return -2 if t in beside or any(t in six for six in windows) else 0

    def screen(self, p: XY, t: XY) -> int:
        return {CRATES: -2, HEDGE: -1}.get(self.g.kind(p), 0) if far(p, t) == 1 else 0

    def place(self, m: int) -> list[XY]:
        c = self.s.m_car[m]
        return [p for p in self.cars[c] if self.g.on(p)] if c >= 0 else [self.g.xy(self.s.m_at[m])]

    def shown(self, m: int) -> int:
        """The worst level at which a man is still seen."""
        s = self.s
        if s.m_car[m] >= 0:
            return 1
        if s.m_swim[m]:
            return 0 if s.m_spotted[m] else -1
        camo = s.has(m, data.I_CAMO) and not (s.m_spotted[m] or s.m_object[m] or s.m_shot[m])
        return 0 if s.m_low[m] or (camo and self.g.kind(self.place(m)[0]) == FOREST) else 1

    def in_field(self, cells: list[XY], facing: int, front: bool, t: XY) -> bool:
        block = cells[:4] if front else cells[-4:]
        centre = [sum(2 * p[i] + 1 for p in block) // len(block) for i in (0, 1)]
        dx, dy = 2 * t[0] + 1 - centre[0], 2 * t[1] + 1 - centre[1]
        (ax, ay) = HEAD[facing if front else (facing + 2) % 4]
        ahead, side = dx * ax + dy * ay, abs(dx * ay) + abs(dy * ax)
        if len(cells) == 1:
            return (0 < ahead <= 16 and side <= ahead) or (ahead, side) == (0, 2)
        return ahead > 2 and side <= ahead and apart(cells, [t]) <= 8

    def guns(self, u: int) -> list[bool]:
        kind = self.s.u_kind[u]
        return (
            [g for g, there in ((True, data.FRONT[kind]), (False, data.REAR[kind])) if there]
            if data.LENGTH[kind]
            else [True]
        )

    def aim(self, u: int, cells: list[XY], facing: int, gun: bool, m: int) -> tuple[int, int] | None:
        """Cover and range of a shot at a man; a facing of -1 is the best one."""
        solid = self.solid(u, self.s.m_car[m])
        seen = [(apart(cells, [t]), t) for t in self.place(m) if 0 < apart(cells, [t]) <= data.LONG[self.s.u_kind[u]]
                if facing < 0 or self.in_field(cells, facing, gun, t)
                if self.level(cells, gun, t, solid, self.place(m)) <= self.shown(m)]  # fmt: skip
        if not seen:
            return None
        return 0 if self.s.m_car[m] >= 0 else self.cover(cells, gun, min(seen)[1], solid), min(seen)[0]

    # --- ways of men (2.4.1)

    def step(self, a: XY, b: XY) -> int:
        g = self.g
        if not g.on(b) or g.kind(b) in (WATER, ROCK) or b in self.dumps or b in self.blasts:
            return NEVER
        price = 2 if g.kind(b) in (HEDGE, CRATES) else 1
        if a[0] == b[0] or a[1] == b[1]:
            kind = g.between(a, b)
            return NEVER if kind in (HIGH, SCALABLE, WALL) else 2 if kind == WINDOW else price
        best = NEVER
        for side in ((a[0], b[1]), (b[0], a[1])):
            edges = {g.between(a, side), g.between(side, b)}
            shut = g.on(side) and (g.kind(side) in (WATER, ROCK) or side in self.dumps)
            if not shut and not edges & {HIGH, SCALABLE, WALL, DOOR} and edges != {WINDOW}:
                best = min(best, 2 if WINDOW in edges else price)
        return best

    def steps(self, a: XY) -> dict[XY, int]:
        """Where a man gets with one step; from a rear place of a spawn tile to a front one."""
        key = ("steps", a, frozenset(self.dumps | self.blasts), self.s.stage)
        if key not in self.g.known:
            near = [plus(a, p) for p in NEAR]
            found = {b: price for b in near if (price := self.step(a, b)) < NEVER}
            for places in self.s.stage.spawns.values():
                front, rear = [[self.g.xy(v) for v in row] for row in (places[:4], places[4:])]
                if a in rear and not self.g.on(a):
                    found = {b: 1 for b in near if b in front}
            self.g.known[key] = found
        return self.g.known[key]

    def costs(self, a: XY) -> dict[XY, int]:
        key = ("costs", a, frozenset(self.dumps | self.blasts), self.s.stage)
        if key not in self.g.known:
            best, heap = {a: 0}, [(0, a)]
            while heap:
                spent, here = heappop(heap)
                for to, price in self.steps(here).items() if spent == best[here] else ():
                    if spent + price < best.get(to, NEVER):
                        best[to] = spent + price
                        heappush(heap, (spent + price, to))
            self.g.known[key] = best
        return self.g.known[key]

    def taken(self, but: int) -> set[XY]:
        """Where nobody may end."""
        s, found = self.s, set(self.bars)
        for u, cells in self.cells.items():
            found |= set(cells) if u != but else set()
        for c, cells in self.cars.items():
            found |= {p for p in cells if s.c_kind[c] != data.BOAT or self.g.kind(p) != BRIDGE}
        return found | {self.g.xy(s.m_at[m]) for m in self.men if s.m_car[m] < 0 and not s.m_swim[m]}

    # --- the advance of men (2.15)

    def targets(self) -> list[int]:
        spotted = [m for m in self.men if self.s.m_spotted[m]]
        crews = [self.s.m_car[m] for m in spotted]
        return [m for n, m in enumerate(spotted) if crews[n] < 0 or crews[n] not in crews[:n]]

    def goals(self, reach: dict[XY, int], m: int) -> list[XY]:
        if there := [p for p in self.place(m) if p in reach]:
            return there
        least = min(apart([q], self.place(m)) for q in reach)
        return [q for q in reach if apart([q], self.place(m)) == least]

    def way_cost(self, u: int, m: int) -> int:
        reach = self.costs(self.cells[u][0])
        return min(reach[q] for q in self.goals(reach, m))

    def groups(self, u: int) -> list[list[int]]:
        """Targets by nearness: squares, then the cost of the way."""
        found: dict[tuple[int, int], list[int]] = {}
        for m in self.targets():
            found.setdefault((apart(self.cells[u], self.place(m)), self.way_cost(u, m)), []).append(m)
        return [found[near] for near in sorted(found)]

    def first(self, ready: list[int]) -> set[int]:
        """Of some units those nearest to a target, by the same."""
        near = [(apart(self.cells[u], self.place(m)), u, m) for u in ready for m in self.targets()]
        costs = {(u, m): self.way_cost(u, m) for away, u, m in near if away == min(near)[0]}
        return {u for (u, _), cost in costs.items() if cost == min(costs.values())}

    def advance(self, u: int, left: int) -> dict[int, set[XY]]:
        """For each target that is equally near, where a unit may go."""
        here = self.cells[u][0]
        reach, taken = self.costs(here), self.taken(u)
        ends = [q for q, cost in reach.items() if cost <= left and (q == here or q not in taken)]
        if self.s.u_done[u] == position.LEAVES and len(ends) > 1:
            ends.remove(here)
        for group in self.groups(u):
            if found := {m: best for m in group if (best := self.choose(u, m, left, ends))}:
                return found
        approach = {m: self.rest(here, m) for m in self.groups(u)[0]}
        found = {}
        for m, rest in approach.items():
            nearest = [q for q in ends if rest.get(q, NEVER) == min(rest.get(p, NEVER) for p in ends)]
            kept = {q: sum(self.glimpsed(u, q, t) for t in self.targets()) for q in nearest}
            found[m] = {q for q in nearest if kept[q] == max(kept.values())}
        return found

    def rest(self, here: XY, m: int) -> dict[XY, int]:
        """The cost of the way left to a target, from everywhere."""
        goals, shut = self.goals(self.costs(here), m), frozenset(self.dumps | self.blasts)
        key = ("rest", *goals, shut, self.s.stage)
        if key not in self.g.known:
            back = self.g.back.setdefault((shut, self.s.stage), {})
            if not back:
                spawns = [self.g.xy(v) for v in self.s.stage.spawn_squares]
                for a in [*[self.g.xy(v) for v in self.g.grid.squares], *spawns]:
                    for b, price in self.steps(a).items():
                        back.setdefault(b, []).append((a, price))
            best, heap = dict.fromkeys(goals, 0), [(0, q) for q in goals]
            while heap:
                spent, q = heappop(heap)
                for a, price in back.get(q, []) if spent == best[q] else []:
                    if spent + price < best.get(a, NEVER):
                        best[a] = spent + price
                        heappush(heap, (spent + price, a))
            self.g.known[key] = best
        return self.g.known[key]

    def optimal(self, u: int, q: XY, m: int) -> bool:
        return self.g.on(q) and (shot := self.aim(u, [q], -1, True, m)) is not None and (
            shot[0] == 0 and shot[1] <= data.SHORT[self.s.u_kind[u]]
        )  # fmt: skip

    def choose(self, u: int, m: int, left: int, ends: list[XY]) -> set[XY]:
        """Rules a to d of 2.15 for one target."""
        here = self.cells[u][0]
        reach, rest = self.costs(here), self.rest(here, m)
        able = [q for q in ends if self.g.on(q) and self.aim(u, [q], -1, True, m) is not None]
        best = {q for q in able if self.optimal(u, q, m)}
        if here in best:
            return {here}
        first, passed, open_ = set[XY](), {here}, [here]
        while open_:
            a = open_.pop()
            for b, price in self.steps(a).items():
                whole = reach[a] + price + rest.get(b, NEVER)
                if b not in passed and reach[b] == reach[a] + price <= left and whole == rest[here]:
                    passed.add(b)
                    (first.add if b in best else open_.append)(b)
        detours = {q: (reach[q] + rest.get(q, NEVER), reach[q]) for q in best}
        off_way = {q for q in best if detours[q] == min(detours.values())}
        left_over = {q: rest.get(q, NEVER) for q in able}
        return first or off_way or {q for q in able if left_over[q] == min(left_over.values())}

    def glimpsed(self, u: int, q: XY, m: int) -> bool:
        near = [t for t in self.place(m) if self.g.on(q) and 0 < far(q, t) <= 8]
        return any(self.level([q], True, t, self.solid(u, self.s.m_car[m]), self.place(m)) < 2 for t in near)

    def faced(self, u: int, m: int) -> set[int]:
        """Where a unit that came for a man may face in the end: him, or whom else it glimpses."""
        here, men = self.cells[u][0], [m]
        if self.aim(u, [here], -1, True, m) is None:
            others = [t for t in self.targets() if self.place(t) != self.place(m) and self.glimpsed(u, here, t)]
            near = {t: (apart([here], self.place(t)), self.way_cost(u, t)) for t in others}
            men = [t for t in others if near[t] == min(near.values())] or men
        found = set[int]()
        for x, y in [(p[0] - here[0], p[1] - here[1]) for t in men for p in self.place(t)]:
            found |= {(1 if x > 0 else 3)} if abs(x) >= abs(y) else set()
            found |= {(2 if y > 0 else 0)} if abs(y) >= abs(x) else set()
        return found
