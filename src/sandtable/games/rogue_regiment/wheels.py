"""Chapter 18, how vehicles move: two squares wide, forward and back, straight, diagonally and by turns.

A state is the front left square and the heading, as `square * 4 + heading`. What a step costs and whether it is
blocked depends on the board alone, supply dumps apart, so steps are kept once they are known.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.layout import FAR, Layout
from sandtable.games.rogue_regiment.tiles import BRIDGE, CRATES, FOREST, HEDGE, ROCK, ROOM, WATER
from sandtable.kernel.squares import DX, DY, OPEN

Move = tuple[int, int]  # the state it leads to, and its cost
KEPT: Final = 300  # how many searches are remembered


class Wheels:
    """RR-18.49 The steps of vehicles of one length on a board: never onto room squares; boats only where there is
    water.
    """

    def __init__(self, layout: Layout, length: int, boat: bool = False) -> None:
        self.layout = layout
        self.grid = layout.grid
        self.length = length
        self.boat = boat
        self.stopped = 0  # squares that block
        self.rough = 0  # squares that cost 2
        for v in self.grid.squares:
            kind = layout.kind[v]
            blocks = kind in (ROCK, WATER, CRATES, ROOM)
            if boat:
                blocks = kind not in (WATER, BRIDGE)
            if blocks:
                self.stopped |= 1 << v
            if kind in (FOREST, HEDGE):
                self.rough |= 1 << v
        self.walls = [0, 0]  # edges to the east and to the south of squares that carry anything
        for v in range(self.grid.size):
            for way in (0, 1):
                if self.grid.edges[2 * v + way] != OPEN and not boat:
                    self.walls[way] |= 1 << v
        self._moves: dict[tuple[int, int], list[Move]] = {}
        self._back: dict[int, dict[int, list[Move]]] = {}
        self._boxes: dict[int, tuple[int, int, int, int]] = {}
        self._rest: dict[tuple[int, int], dict[int, int]] = {}
        self._reach: dict[tuple[int, int, int], tuple[dict[int, int], dict[int, int]]] = {}

    def squares(self, state: int) -> list[int]:
        """The squares a vehicle in that state covers."""
        return self.layout.squares_under(state, self.length)

    def cover(self, state: int) -> int:
        """The same as a set."""
        return self.layout.cover(state, self.length)

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

    def _reversed(self, at: int, heading: int) -> tuple[int, int]:
        """The same squares seen from behind."""
        stride = self.grid.stride
        ahead = DX[heading] + DY[heading] * stride
        side = -DY[heading] + DX[heading] * stride
        return at - (self.length - 1) * ahead + side, (heading + 2) % 4

    def moves(self, state: int, shut: int) -> list[Move]:
        """RR-18.2, RR-18.3, RR-18.4, RR-18.5, RR-18.6, RR-18.9, RR-18.10, RR-18.11, RR-18.12, RR-18.43 Every step
        from a state, with its cost.
        """
        found = self._moves.get((state, shut))
        if found is None:
            found = []
            at, heading = state >> 2, state & 3
            stride = self.grid.stride
            ahead = DX[heading] + DY[heading] * stride
            side = -DY[heading] + DX[heading] * stride
            turn = 2 if self.length == 4 else 1
            old = self.cover(state)
            for to in (at + ahead, at + ahead - side, at + ahead + side):
                new = to * 4 + heading
                self._add(found, old, new, self.squares(new)[:2], 1, shut)
            for right in (False, True):
                place, faced = self.turned(at, heading, right)
                new = place * 4 + faced
                self._add(found, old, new, [v for v in self.squares(new) if not old >> v & 1], turn, shut)
            for to in (at - ahead, at - ahead - side, at - ahead + side):
                new = to * 4 + heading
                self._add(found, old, new, self.squares(new)[-2:], 2, shut)
            behind, back = self._reversed(at, heading)
            for right in (False, True):
                place, faced = self.turned(behind, back, right)
                place, faced = self._reversed(place, faced)
                new = place * 4 + faced
                self._add(found, old, new, [v for v in self.squares(new) if not old >> v & 1], 2 * turn, shut)
            self._moves[state, shut] = found
        return found

    def _add(self, found: list[Move], old: int, new: int, leading: list[int], cost: int, shut: int) -> None:
        at = new >> 2
        grid = self.grid
        if not (-5 <= grid.xs[at] <= grid.width + 5 and -5 <= grid.ys[at] <= grid.height + 4):
            return
        cover = self.cover(new)
        if not cover & grid.board:
            return
        if cover & ~old & (self.stopped | shut):
            return
        both = cover | old
        if both & both >> 1 & self.walls[0] or both & both >> grid.stride & self.walls[1]:
            return
        if cost == 1 and any(self.rough >> v & 1 for v in leading):
            cost = 2
        found.append((new, cost))

    def reach(self, start: int, points: int, shut: int) -> tuple[dict[int, int], dict[int, int]]:
        """RR-18.20 Every state within so many points, with its cost, and from which state it is reached; not to be
        changed.
        """
        key = (start, points, shut)
        known = self._reach.get(key)
        if known is not None:
            return known
        cost, before = {start: 0}, {start: -1}
        buckets: list[list[int]] = [[] for _ in range(points + 1)]
        buckets[0].append(start)
        for spent in range(points + 1):
            for state in buckets[spent]:
                if cost[state] != spent:
                    continue
                for to, price in self.moves(state, shut):
                    total = spent + price
                    if total <= points and total < cost.get(to, FAR):
                        cost[to] = total
                        before[to] = state
                        buckets[total].append(to)
        if len(self._reach) > KEPT:
            self._reach.clear()
        self._reach[key] = (cost, before)
        return cost, before

    def between(self, start: int, goal: int, points: int, shut: int) -> set[int]:
        """The states through which a way of so many points can lead from a start to a goal."""
        cost, _ = self.reach(start, points, shut)
        back: dict[int, list[Move]] = {}
        for state in cost:
            for to, price in self.moves(state, shut):
                back.setdefault(to, []).append((state, price))
        left = {goal: 0}
        todo = [goal]
        for state in todo:
            for before, price in back.get(state, ()):
                total = left[state] + price
                if cost[before] + total <= points and total < left.get(before, FAR):
                    left[before] = total
                    todo.append(before)
        return set(left)

    def box(self, state: int) -> tuple[int, int, int, int]:
        """The columns and rows a vehicle in that state covers."""
        found = self._boxes.get(state)
        if found is None:
            squares = self.squares(state)
            xs, ys = [self.grid.xs[v] for v in squares], [self.grid.ys[v] for v in squares]
            found = (min(xs), max(xs), min(ys), max(ys))
            self._boxes[state] = found
        return found

    def rest(self, start: int, target: int, shut: int) -> dict[int, int]:
        """RR-18.20 From each state the cost of the way left until the vehicle is beside the target, or as near as
        it gets.

        Only states that can be reached from `start` matter; the search goes back from the best of them.
        """
        key = (target, shut)
        if key in self._rest and start in self._rest[key]:
            return self._rest[key]
        back = self._web(start, shut)
        x, y = self.grid.xs[target], self.grid.ys[target]
        near: dict[int, list[int]] = {}
        for state in back:
            left, right, top, bottom = self.box(state)
            far = max(left - x, x - right, top - y, y - bottom, 1)
            near.setdefault(far, []).append(state)
        cost = dict.fromkeys(near[min(near)], 0)
        buckets: dict[int, list[int]] = {0: sorted(cost)}
        spent = 0
        while buckets:
            for state in buckets.pop(spent, []):
                if cost[state] != spent:
                    continue
                for to, price in back[state]:
                    total = spent + price
                    if total < cost.get(to, FAR):
                        cost[to] = total
                        buckets.setdefault(total, []).append(to)
            spent += 1
        if len(self._rest) > 40:
            self._rest.clear()
        self._rest[key] = cost
        return cost

    def _web(self, start: int, shut: int) -> dict[int, list[Move]]:
        """Every state that can be reached from one, with the steps that lead to it."""
        known = self._back.get(shut)
        if known is not None and start in known:
            return known
        found: dict[int, list[Move]] = {start: []}
        todo = [start]
        while todo:
            state = todo.pop()
            for to, price in self.moves(state, shut):
                if to not in found:
                    found[to] = []
                    todo.append(to)
                found[to].append((state, price))
        self._back[shut] = found
        return found


_wheels: dict[tuple[int, int, bool], Wheels] = {}


def wheels(layout: Layout, length: int, boat: bool = False) -> Wheels:
    """The steps of vehicles of a length on a board, made once."""
    key = (id(layout), length, boat)
    found = _wheels.get(key)
    if found is None or found.layout is not layout:
        if len(_wheels) > 60:
            _wheels.clear()
        found = Wheels(layout, length, boat)
        _wheels[key] = found
    return found
