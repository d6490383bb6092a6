"""The second reading of the ledger's section 2.21: where an Axis vehicle drives."""

from __future__ import annotations

from heapq import heappop, heappush

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import CRATES, FOREST, HEDGE, ROCK, ROOM, WATER
from sandtable.geometry.squares import DOOR, HIGH, OPEN, SCALABLE, WALL, WINDOW
from tests.rogue_regiment.models.axis import HEAD, NEVER, XY, Reading, State, apart, plus, under


class Driving(Reading):
    """One position as a driver sees it."""

    def moves(self, state: State, length: int) -> list[tuple[State, int]]:
        """Every step of a vehicle, with its cost."""
        key = (state, length, frozenset(self.dumps))
        if key not in self.g.moves:
            self.g.moves[key] = self.find_moves(state, length)
        return self.g.moves[key]

    def find_moves(self, state: State, length: int) -> list[tuple[State, int]]:
        (at, f), old, dear = state, under(state, length), 2 if length == 4 else 1
        tried: list[tuple[State, int, list[XY]]] = []
        for side in (-1, 0, 1):
            ahead, back = [(plus(plus(at, HEAD[(f + 1) % 4], side), HEAD[f], way), f) for way in (1, -1)]
            tried += [(ahead, 1, under(ahead, length)[:2]), (back, 2, [])]
        for right in (True, False):
            new = turned(state, length, right)
            tried.append((new, dear, [p for p in under(new, length) if p not in old]))
            tried.append((about(turned(about(state, length), length, right), length), 2 * dear, []))
        found = []
        for to, price, leading in tried:
            new_squares = under(to, length)
            entered, both = [p for p in new_squares if p not in old and self.g.on(p)], {*old, *new_squares}
            if any(self.g.kind(p) in (ROCK, WATER, CRATES, ROOM) or p in self.dumps for p in entered):
                continue
            pairs = [(p, plus(p, v)) for p in both for v in ((1, 0), (0, 1))]
            if any(q in both and not {p, q} <= set(old) and self.g.between(p, q) != OPEN for p, q in pairs):
                continue
            if any(self.g.on(p) for p in new_squares):
                rough = price == 1 and any(self.g.kind(p) in (FOREST, HEDGE) for p in leading)
                found.append((to, 2 if rough else price))
        return found

    def spread(self, start: State, length: int) -> dict[State, int]:
        best, heap = {start: 0}, [(0, start)]
        while heap:
            spent, here = heappop(heap)
            for to, price in self.moves(here, length) if spent == best[here] else []:
                if spent + price < best.get(to, NEVER):
                    best[to] = spent + price
                    heappush(heap, (spent + price, to))
        return best

    def remain(self, web: dict[State, int], length: int, m: int) -> dict[State, int]:
        """The cost of the way left until a vehicle is beside a target, or as near as it gets."""
        away = {state: apart(under(state, length), self.place(m)) for state in web}
        back: dict[State, list[tuple[State, int]]] = {}
        for a in web:
            for b, price in self.moves(a, length):
                back.setdefault(b, []).append((a, price))
        goals = [state for state in web if away[state] <= max(1, min(away.values()))]
        best, heap = dict.fromkeys(goals, 0), [(0, state) for state in goals]
        while heap:
            spent, here = heappop(heap)
            for a, price in back.get(here, []) if spent == best[here] else []:
                if spent + price < best.get(a, NEVER):
                    best[a] = spent + price
                    heappush(heap, (spent + price, a))
        return best

    def shot(self, u: int, state: State, m: int) -> tuple[int, int] | None:
        """How good a state is: 0 through a wall, 1 in sight; then cover, 1 for optimal."""
        kind, found = self.s.u_kind[u], []
        cells = under(state, data.LENGTH[kind])
        for gun in self.guns(u):
            aim, t = self.aim(u, cells, state[1], gun, m), self.place(m)[0]
            if aim is not None:
                found.append((1, 1 if aim[0] == 0 and aim[1] <= data.SHORT[kind] else aim[0]))
            elif (
                self.s.m_car[m] < 0
                and self.g.kind(t) == ROOM
                and data.HMG[kind]
                and apart(cells, [t]) <= data.LONG[kind]
            ):
                if self.in_field(cells, state[1], gun, t) and self.one_wall(cells, gun, t, self.solid(u, -1)):
                    found.append((0, -3))
        return max(found, default=None)

    def one_wall(self, cells: list[XY], front: bool, t: XY, solid: set[XY]) -> bool:
        """Whether a line passes one edge of a building and nothing else that blocks."""
        counts = {0}
        for ways, to in self.line(cells, front, t):
            after = set[int]()
            for edges, squares in ways:
                kinds = [self.g.between(a, b) for a, b in edges]
                if not any(kind in (HIGH, SCALABLE) for kind in kinds):
                    if all(p in cells or self.square_level(p, solid) < 2 for p in squares):
                        after |= {count + sum(kind in (WALL, WINDOW, DOOR) for kind in kinds) for count in counts}
            counts = after if to == t or to in cells or self.square_level(to, solid) < 2 else set()
        return 1 in counts

    def vehicle_goals(self, u: int, start: State, left: int) -> set[State]:
        """Where a vehicle may advance to."""
        length = data.LENGTH[self.s.u_kind[u]]
        web, taken = self.spread(start, length), self.taken(u)
        ends = [q for q, cost in web.items() if cost <= left and (q == start or not taken & set(under(q, length)))]
        if len(ends) > 1 and not any(self.g.on(p) for p in under(start, length)):
            ends.remove(start)
        rests = {m: self.remain(web, length, m) for m in self.targets()}
        near = {m: (apart(under(start, length), self.place(m)), rests[m].get(start, NEVER)) for m in rests}
        for nearness in sorted(set(near.values())):
            group = [m for m in near if near[m] == nearness]
            if found := set[State]().union(*[self.best(u, m, left, web, rests[m], ends, start) for m in group]):
                return found
        for m in [m for m in near if near[m] == min(near.values())]:
            least = min(rests[m].get(q, NEVER) for q in ends)
            kept = {q: sum(self.keeps(u, q, t) for t in rests) for q in ends if rests[m].get(q, NEVER) == least}
            found |= {q for q in kept if kept[q] == max(kept.values())}
        return found

    def keeps(self, u: int, state: State, m: int) -> bool:
        """Whether a vehicle sees a square of a man at least partially."""
        cells, solid = under(state, data.LENGTH[self.s.u_kind[u]]), self.solid(u, self.s.m_car[m])
        return any(self.in_field(cells, state[1], gun, t) and self.level(cells, gun, t, solid, self.place(m)) < 2
                   for gun in self.guns(u) for t in self.place(m))  # fmt: skip

    def best(self, u: int, m: int, left: int, web: dict[State, int], rest: dict[State, int], ends: list[State],
             start: State) -> set[State]:  # fmt: skip
        """Rules a to d of 2.15 for one target of a vehicle."""
        worth = {q: shot for q in ends if (shot := self.shot(u, q, m)) is not None}
        optimal = {q for q in worth if worth[q] == (1, 1)}
        if start in optimal:
            return {start}
        length = data.LENGTH[self.s.u_kind[u]]

        def first_met(x: int, y: int, hand: int) -> set[State]:
            """What shortest ways come to first that go only to one side, to one end and turn to one hand; 0: any."""
            first, passed, open_ = set[State](), {start}, [start]
            while open_:
                a = open_.pop()
                for b, price in self.moves(a, length):
                    (ax, ay), (bx, by) = middle(a, length), middle(b, length)
                    if x * (bx - ax) < 0 or y * (by - ay) < 0 or (hand and (b[1] - a[1]) % 4 == hand):
                        continue
                    whole = web[a] + price + rest.get(b, NEVER)
                    if b not in passed and web[b] == web[a] + price <= left and whole == rest.get(start):
                        passed.add(b)
                        (first.add if b in optimal else open_.append)(b)
            return first

        first = set[State]().union(*[first_met(x, y, hand) for x in (1, -1) for y in (1, -1) for hand in (1, 3)])
        first = first or first_met(0, 0, 0)
        detours = {q: (web[q] + rest.get(q, NEVER), web[q]) for q in optimal}
        off_way = {q for q in optimal if detours[q] == min(detours.values())}
        prices = {q: (-worth[q][0], rest.get(q, NEVER)) for q in worth}
        return first or off_way or {q for q in worth if prices[q] == min(prices.values())}


def middle(state: State, length: int) -> XY:
    """The middle of a vehicle's four squares in front, times four."""
    front = under(state, length)[:4]
    return sum(x for x, _ in front), sum(y for _, y in front)


def about(state: State, length: int) -> State:
    """The same squares headed the other way."""
    at, f = state
    return plus(plus(at, HEAD[(f + 1) % 4]), HEAD[f], 1 - length), (f + 2) % 4


def turned(state: State, length: int, right: bool) -> State:
    """A turn: the front four squares go one ahead and one (of a long vehicle two) to the side."""
    at, f = state
    by = 2 if length == 4 else 1
    if right:
        return plus(plus(at, HEAD[f]), HEAD[(f + 1) % 4], by + 1), (f + 1) % 4
    return plus(at, HEAD[(f + 1) % 4], -by), (f + 3) % 4
