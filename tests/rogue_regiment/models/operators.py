"""A second, plain and slow reading of what a man may do, who notices it and with what dice (ledger 2.3 to 2.9, 2.11,
2.12 and 2.19).

It shares no rule with the game: terrain, walls and the numbers of weapons and units come from the box, everything else
is written here once more, square by square. Vehicles, swimming and thrown things are not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, REGULAR, ROAD, ROCK, ROOM, WATER
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, BOUND, Regiment
from sandtable.geometry.squares import DOOR, HIGH, LOW, OPEN, SCALABLE, WALL, WINDOW
from sandtable.kernel.flow import Action

Square = tuple[int, int]
Edge = tuple[Square, Square]
AHEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
LAND = (REGULAR, ROAD, FOREST, BRIDGE, ROOM)
SINGLE = (data.RIFLE, data.SMG, data.OFFICER)
HIDDEN, LYING, STANDING = -1, 0, 1  # the highest level at which a man is seen


def far(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def plus(a: Square, b: Square, times: int = 1) -> Square:
    return a[0] + b[0] * times, a[1] + b[1] * times


def split(frm: Square, to: Square, facing: int) -> tuple[int, int]:
    """How far ahead and how far aside."""
    (fx, fy), dx, dy = AHEAD[facing], to[0] - frm[0], to[1] - frm[1]
    return dx * fx + dy * fy, abs(dx * fy) + abs(dy * fx)


class Ground:
    """2.5 What stands where, by column and row; the squares at low walls and windows, and windows' spans."""

    def __init__(self, layout: Layout) -> None:
        grid = layout.grid
        self.kind = {(grid.xs[v], grid.ys[v]): layout.kind[v] for v in grid.squares}
        self.walls: dict[Edge, int] = {}
        for v, here in [(v, (grid.xs[v], grid.ys[v])) for v in grid.squares]:
            for n, there in ((0, plus(here, (1, 0))), (1, plus(here, (0, 1)))):
                if grid.edges[2 * v + n] != OPEN:
                    self.walls[here, there] = grid.edges[2 * v + n]
        self.six = {edge: self._six(edge) for edge, kind in self.walls.items() if kind in (LOW, WINDOW)}
        self.spans: dict[Edge, list[set[Square]]] = {}
        for (a, b), kind in self.walls.items():
            if kind == WINDOW:
                along = (0, 1) if a[1] == b[1] else (1, 0)
                for n in (-1, 0, 1):
                    edge, at = (plus(a, along, n), plus(b, along, n)), self.six[a, b]
                    if n == 0 or (self.walls.get(edge) == WALL and edge[0] in at and edge[1] in at):
                        self.spans.setdefault(edge, []).append(at)

    def _six(self, edge: Edge) -> set[Square]:
        along = (0, 1) if edge[0][1] == edge[1][1] else (1, 0)
        sides = [(middle, plus(middle, along, n)) for middle in edge for n in (-1, 1)]
        return {*edge, *(side for middle, side in sides if self.wall(middle, side) in (OPEN, LOW))}

    def wall(self, a: Square, b: Square) -> int:
        return self.walls.get((min(a, b), max(a, b)), OPEN)


ground_of = cache(Ground)


@cache
def crossings(dx: int, dy: int) -> list[Square]:
    """The steps of a line between centres: one square across or down, or both at a corner."""
    x, y, found = 1 if dx > 0 else -1, 1 if dy > 0 else -1, []
    across, down = (
        [(2 * n + 1) * max(1, abs(dy)) for n in range(abs(dx))],
        [(2 * n + 1) * max(1, abs(dx)) for n in range(abs(dy))],
    )
    for moment in sorted({*across, *down} if dx and dy else across or down):
        found.append((x * (dx != 0 and moment in across), y * (dy != 0 and moment in down)))
    return found


class Reading:
    """A position by column and row."""

    def __init__(self, s: Regiment) -> None:
        self.s, self.g = s, ground_of(s.layout)
        self.units = [u for u in range(len(s.u_kind)) if s.u_at[u] >= 0 and self.at(s.u_at[u]) in self.g.kind]
        self.where = {u: self.at(s.u_at[u]) for u in self.units}
        self.barrels = {self.at(v) for v in s.barrels if v >= 0}
        self.dumps = {plus(self.at(v), by) for v, _ in s.dumps for by in ((0, 0), (1, 0), (0, 1), (1, 1))}
        self.blasts = {plus(self.at(v), (x, y)) for v in s.blasts for x in (-1, 0, 1) for y in (-1, 0, 1)}

    def at(self, v: int) -> Square:
        return self.s.grid.xs[v], self.s.grid.ys[v]

    def name(self, p: Square) -> str:
        return self.s.place(self.s.grid.at(*p))

    def square(self, word: str) -> Square:
        return self.at(self.s.stage.by_name[word])

    # --- 2.5, 2.6 sight

    def _across(self, a: Square, b: Square, eye: Square, goal: Square, low: bool) -> int:
        kind = self.g.wall(a, b)
        if kind == LOW:
            row = 1 if a[0] == b[0] else 0
            return int(low or eye[row] not in (a[row], b[row]))
        if kind in (WINDOW, WALL):
            spans = self.g.spans.get((min(a, b), max(a, b)), [])
            best = [int(low) if eye in six else 1 for six in spans if eye in six or goal in six]
            return min(best, default=2)
        return 2 if kind else 0

    def _through(self, p: Square, ours: bool, goal: Square) -> int:
        if p == goal:
            return 0
        kind = self.g.kind.get(p)
        if kind in (FOREST, ROCK) or p in self.dumps | self.blasts:
            return 2
        blocks = ours and self.s.stage.switches.alert_blocks_operator_los
        if any(self.where[u] == p and (blocks or not self.s.u_alert[u]) for u in self.units):
            return 2
        return int(kind in (HEDGE, CRATES) or p in self.barrels)

    def level(self, eye: Square, goal: Square, ours: bool = False, low: bool = False) -> int:
        here, worst = eye, 0
        for x, y in crossings(goal[0] - eye[0], goal[1] - eye[1]):
            to, sides = plus(here, (x, y)), [plus(here, (x, 0)), plus(here, (0, y))]
            if x and y:
                step = min(
                    max(
                        self._across(here, side, eye, goal, low),
                        self._through(side, ours, goal),
                        self._across(side, to, eye, goal, low),
                    )
                    for side in sides
                )
            else:
                step = self._across(here, to, eye, goal, low)
            worst, here = max(worst, step, self._through(to, ours, goal)), to
        return worst

    def view(self, u: int, p: Square, facing: int = -1) -> int:
        """The level at which a unit has a square in its field, 3 outside it."""
        ahead, aside = split(self.where[u], p, self.s.u_face[u] if facing < 0 else facing)
        if self.s.u_cig[u] or not ((1 <= ahead <= 8 and aside <= ahead) or (ahead, aside) == (0, 1)):
            return 3
        level = self.level(self.where[u], p)
        return max(level, 1) if self.g.kind[p] == FOREST and far(self.where[u], p) > 1 else level

    def shows(self, m: int, p: Square, low: int, swims: int, shot: int) -> int:
        s = self.s
        if swims:
            return LYING if s.m_spotted[m] else HIDDEN
        net = self.g.kind[p] == FOREST and s.is_operator(m) and s.has(m, data.I_CAMO)
        return LYING if low or (net and not (s.m_spotted[m] or s.m_object[m] or shot)) else STANDING

    def men_seen(self, u: int, facing: int = -1) -> set[int]:
        s, found = self.s, set()
        for m in range(len(s.m_kind)):
            if s.on_foot(m):
                p = self.at(s.m_at[m])
                if self.view(u, p, facing) <= self.shows(m, p, s.m_low[m], s.m_swim[m], s.m_shot[m]):
                    found.add(m)
        return found

    def bodies_seen(self, u: int, facing: int = -1) -> set[int]:
        if self.s.section == BATTLE:
            return set()
        return {v for v in self.s.corpses if v >= 0 and self.view(u, self.at(v), facing) == 0}

    # --- 2.4.1 steps

    def _ways(self, a: Square, b: Square, low: bool, climb: bool, hook: bool) -> Iterator[list[int]]:
        """What stands on the edges of each way of one step: straight, or by one of the side squares."""
        sides = [[a, b]] if a[0] == b[0] or a[1] == b[1] else [[a, (a[0], b[1]), b], [a, (b[0], a[1]), b]]
        for way in sides:
            edges = [self.g.wall(p, q) for p, q in pairwise(way)]
            steep = sum(kind in (WINDOW, SCALABLE) for kind in edges)
            if any(kind in (WALL, HIGH) or (kind == LOW and low) for kind in edges) or (DOOR in edges and len(way) > 2):
                continue
            if steep > 1 or (WINDOW in edges and not climb) or (SCALABLE in edges and not hook):
                continue
            if all(self._open(p, climb, hook) for p in way[1:-1]):
                yield edges

    def _open(self, p: Square, climb: bool, hook: bool) -> bool:
        kind = self.g.kind.get(p, REGULAR)  # places off the board never block
        return p not in self.dumps and (kind in LAND or (kind in (HEDGE, CRATES) and climb) or (kind == ROCK and hook))

    def steps(self, a: Square, low: bool, sprint: bool = False) -> set[Square]:
        found = set()
        for b in [plus(a, by) for by in AROUND]:
            wooded = sprint and self.g.kind.get(a) == FOREST and self.g.kind.get(b) == FOREST
            if b in self.g.kind and b not in self.blasts and not wooded and self._open(b, False, False):
                if any(True for _ in self._ways(a, b, low, False, False)):
                    found.add(b)
        return found

    def climbs(self, a: Square, hook: bool) -> set[Square]:
        found = set()
        for b in {plus(a, by) for by in AROUND} - self.steps(a, False) - self.blasts:
            steep = self.g.kind.get(b) in (HEDGE, CRATES, ROCK)
            if b in self.g.kind and self._open(b, True, hook):
                if any(steep or WINDOW in way or SCALABLE in way for way in self._ways(a, b, False, True, hook)):
                    found.add(b)
        return found

    def sprints(self, a: Square) -> dict[Square, list[list[Square]]]:
        """Every way of up to three squares, by where it ends."""
        found: dict[Square, list[list[Square]]] = {}
        ways = [[a]]
        for _ in range(3):
            ways = [[*way, b] for way in ways for b in self.steps(way[-1], False, True)]
            for way in ways:
                found.setdefault(way[-1], []).append(way)
        return found


class Man(Reading):
    """One of ours who acts."""

    def __init__(self, s: Regiment, m: int) -> None:
        super().__init__(s)
        self.m, self.here, self.low, self.ap = m, self.at(s.m_at[m]), bool(s.m_low[m]), s.m_ap[m]
        self.laden = s.m_object[m] != 0
        others = [n for n in range(len(s.m_kind)) if n != m and s.m_state[n] in (ACTIVE, BOUND) and s.m_at[n] >= 0]
        self.taken = {*self.where.values(), *self.barrels, *(self.at(s.m_at[n]) for n in others)}

    def has(self, item: int) -> bool:
        return self.s.is_operator(self.m) and self.s.has(self.m, item) > 0

    def may_end(self, p: Square, ap: int, laden: bool | None = None) -> bool:
        """RR-1.24, by leaving the board too; with an object in his arms afterwards, or as he is."""
        laden = self.laden if laden is None else laden
        if p not in self.taken:
            return True
        if ap < 1:
            return False
        if self.s.stage.exits >> self.s.grid.at(*p) & 1:
            return True
        runs = set(self.sprints(p)) - self.taken if ap > 1 and not self.low and not laden else set()
        return bool(runs) or any(self.may_end(to, ap - 1, laden) for to in self.steps(p, self.low))

    # --- things

    def spots(self, a: Square, thing: str) -> set[Square]:
        """2.4.1 The squares beside one on which a thing may be put."""
        found = set()
        for b in [plus(a, by) for by in AROUND if plus(a, by) in self.g.kind]:
            wet = WATER in (self.g.kind[a], self.g.kind[b])
            if self.g.kind[b] in (ROCK, HEDGE, CRATES) or b in self.dumps:
                continue
            if self.g.kind[b] == WATER and thing != "corpse":
                continue
            if thing == "barrel" and b in self.taken | {self.at(v) for v in self.s.corpses if v >= 0}:
                continue
            if a[0] == b[0] or a[1] == b[1]:
                if self.g.wall(a, b) not in (WALL, HIGH, SCALABLE):
                    found.add(b)
                continue
            for side in ((a[0], b[1]), (b[0], a[1])):
                walls, kind = [self.g.wall(a, side), self.g.wall(side, b)], self.g.kind.get(side, REGULAR)
                shut = kind in (ROCK, HEDGE, CRATES) or (kind == WATER and not wet) or side in self.dumps
                if not shut and not {*walls} - {OPEN, LOW, WINDOW} and walls.count(WINDOW) < 2:
                    found.add(b)
        return found

    def lies(self, p: Square) -> tuple[list[str], bool]:
        """The items on a square that the man may take, and whether he may take a body."""
        s, m, v = self.s, self.m, self.s.grid.at(*p)
        small = sum(data.SMALL[item] and self.has(item) for item in range(len(data.ITEMS)))
        room = small < data.SLOTS[s.m_kind[m]] or self.has(data.I_DOCUMENTS)
        items = ["documents"] * (v in s.papers and room)
        items += ["trap"] * any(at == v and owner == m for at, owner, _ in s.traps)
        items += ["landmine"] * any(at == v and owner == m for at, owner in s.mines)
        return items, v in s.corpses and not self.low

    def takes(self, p: Square, ap: int) -> bool:
        """RR-8.9 Whether a move that ends there takes something along."""
        items, body = self.lies(p)
        if p in self.barrels:
            men = {self.at(self.s.m_at[n]) for n in range(len(self.s.m_kind)) if n != self.m and self.s.on_foot(n)}
            return not self.low and p not in {*self.where.values()} | men
        return bool(items or body) and self.may_end(p, ap, body)

    def handling(self) -> set[Action]:
        """RR-8.9 to RR-8.15 What a man may pick up and place where he is, or with a step."""
        s, word, found = self.s, self.s.man(self.m), set[Action]()
        items, body = self.lies(self.here)
        if not self.laden:
            found |= {
                ("pick-up", word, thing) for thing in [*items, *["corpse"] * body, *["lot"] * bool(items and body)]
            }
        things = ["", "corpse", "barrel"][s.m_object[self.m] : s.m_object[self.m] + 1] if self.laden else []
        things += [data.ITEMS[item] for item in range(len(data.ITEMS)) if data.PLACED[item] and self.has(item)]
        for thing in things if self.ap else ():
            after = self.laden and thing not in ("corpse", "barrel")
            steps = [p for p in self.steps(self.here, self.low) if self.may_end(p, self.ap - 1, after)]
            spots = [self.name(p) for p in self.spots(self.here, thing)]
            found |= {("place", word, thing, spot) for spot in spots}
            found |= {("place-move", word, thing, spot) for spot in spots if steps}
            found |= {("move-place", word, self.name(p)) for p in steps if self.spots(p, thing)}
        return found

    def guns(self) -> list[int]:
        s = self.s
        if not s.is_operator(self.m):
            return [data.RESISTANCE_GUN]
        spear = not s.m_spear[self.m] and (not s.m_spotted[self.m] or s.stage.switches.speargun_when_spotted)
        owned = [weapon for item, weapon in enumerate(data.ITEM_WEAPON) if weapon >= 0 and self.has(item)]
        return [w for w in owned if w not in (data.KNIFE, data.GRENADE) and (w != data.SPEARGUN or spear)]

    def attacks(self, frm: Square) -> set[tuple[str, str]]:
        """2.11, 2.12 Every weapon with every target from a square."""
        s, found = self.s, set()
        for u in self.units:
            there = self.where[u]
            single = s.u_kind[u] in SINGLE
            for weapon in self.guns():
                if 0 < far(frm, there) <= data.W_LONG[weapon] and (weapon != data.SPEARGUN or single):
                    if self.level(frm, there, True) < 2:
                        found.add((data.WEAPONS[weapon], s.unit(u)))
            behind = plus(there, AHEAD[s.u_face[u]], -1) == frm and self.g.wall(frm, there) in (OPEN, LOW, WINDOW)
            if self.has(data.ITEMS.index("knife")) and single and behind and not s.m_spotted[self.m]:
                found.add(("knife", s.unit(u)))
        for n, v in enumerate(s.barrels):
            for weapon in self.guns() if v >= 0 else ():
                if 0 < far(frm, self.at(v)) <= data.W_LONG[weapon] and data.EARSHOT[weapon]:
                    if self.level(frm, self.at(v), True) < 2:
                        found.add((data.WEAPONS[weapon], f"barrel-{n + 1}"))
        return found

    def offers(self) -> set[Action]:
        """2.3, 1.5 What should be on offer, by the verbs of VERBS."""
        s, m, word, found = self.s, self.m, self.s.man(self.m), set[Action]()
        moves = [p for p in self.steps(self.here, self.low) if self.ap and self.may_end(p, self.ap - 1)]
        found |= {("move", word, self.name(p)) for p in moves}
        upright, handy = not self.low and not self.laden, s.is_operator(m) and not self.laden
        for p in self.steps(self.here, self.low) if self.ap and handy else ():
            found |= {("move-take", word, self.name(p))} if self.takes(p, self.ap - 1) else set()
        for p in self.sprints(self.here) if self.ap > 1 and upright else ():
            found |= {("sprint", word, self.name(p))} if self.may_end(p, self.ap - 2) else set()
            found |= {("sprint-take", word, self.name(p))} if handy and self.takes(p, self.ap - 2) else set()
        if self.here in self.taken:
            return found
        if self.ap > 1 and upright:
            climbs = self.climbs(self.here, self.has(data.I_HOOK))
            found |= {("climb", word, self.name(p)) for p in climbs if self.may_end(p, self.ap - 2)}
        if self.low:
            found.add(("pop-up", word))
        elif self.ap and upright:
            found.add(("crouch", word))
        if s.is_operator(m):
            found |= self.handling()
        if handy:
            if self.ap > 2 and s.m_health[m] < 4:
                found.add(("recover", word))
            if not s.m_spotted[m]:
                found.add(("break-cover", word))
        now = self.attacks(self.here) if self.ap and not self.laden else set()
        if self.low:
            found |= {("pop-attack", word, *shot) for shot in now}
            loud = [(gun, target) for gun, target in now if gun not in ("knife", "speargun")]
            places = {s.unit(u): p for u, p in self.where.items()}
            places |= {f"barrel-{n + 1}": self.at(v) for n, v in enumerate(s.barrels) if v >= 0}
            found |= {("blind-fire", word, *shot) for shot in loud if self.screened(places[shot[1]], True)}
        else:
            found |= {("attack", word, *shot) for shot in now}
            found |= {("attack-move", word, *shot, self.name(p)) for shot in now for p in moves}
            found |= {("aim", word, target) for weapon, target in now if weapon != "knife" and "barrel" not in target}
            if upright:
                for p in moves:
                    found |= {("move-attack", word, self.name(p), *shot) for shot in self.attacks(p)}
        return found

    def marked(self, way: list[tuple[Square, int]], shot: bool, sprint: bool) -> tuple[set[int], set[int]]:
        """2.4 step 3: who sees him on one of the squares of an action, and who hears him run."""
        s, seen, heard = self.s, set(), set()
        for n, (p, low) in enumerate(way):
            how = self.shows(self.m, p, low, 0, int(shot or s.m_shot[self.m]))
            seen |= {u for u in self.units if self.view(u, p) <= how}
            if sprint and (n or s.stage.switches.sprint_noise_from_start):
                heard |= {u for u in self.units if far(self.where[u], p) <= 1}
        return seen, heard

    def cover(self, u: int) -> int:
        """2.19 The worst cover of the man against a unit."""
        worst = max(int(self.g.kind[self.here] == FOREST), self.screened(self.where[u], False))
        return 0 if far(self.where[u], self.here) == 1 else worst

    def screened(self, eye: Square, ours: bool) -> int:
        """2.19, RR-11.1 What beside the man lies between him and another, for his own shots barrels as well; round a
        corner the better of the ways that are open.
        """

        def screen(a: Square, b: Square) -> int:
            edge = (min(a, b), max(a, b))
            wall = self.g.wall(a, b) == LOW and self.here in self.g.six[edge]
            return 2 if wall or any(self.here in six for six in self.g.spans.get(edge, [])) else 0

        def bush(p: Square) -> int:
            if far(p, self.here) != 1:
                return 0
            return 1 if ours and p in self.barrels else {CRATES: 2, HEDGE: 1}.get(self.g.kind.get(p, 0), 0)

        at, worst = eye, 0
        for x, y in crossings(self.here[0] - at[0], self.here[1] - at[1]):
            to, ways = plus(at, (x, y)), []
            for side in [plus(at, (x, 0)), plus(at, (0, y))] if x and y else []:
                edges = [self._across(p, q, eye, self.here, False) for p, q in ((at, side), (side, to))]
                shut = max(*edges, self._through(side, ours, self.here)) > 1
                ways.append((shut, max(screen(at, side), bush(side), screen(side, to))))
            worst, at = max(worst, min(ways)[1] if ways else screen(at, to), bush(to)), to
        return worst

    def answer(self, u: int) -> int:
        """2.9 What a unit that reacts adds to its dice."""
        if self.m not in self.men_seen(u):
            return -2
        return int(far(self.where[u], self.here) <= 4) - self.cover(u)


def turns(after: Reading, u: int, goal: Square, facing: int, stops: bool = True) -> set[int]:
    """2.4.2, 2.7, RR-10.7 How a unit may face once it has turned to a point; one that is not attacked stops at whom or
    what it comes to see.
    """
    dx, dy = goal[0] - after.where[u][0], goal[1] - after.where[u][1]
    wanted = [(1 if dx > 0 else 3)] * (abs(dx) >= abs(dy)) + [(2 if dy > 0 else 0)] * (abs(dy) >= abs(dx))
    quarters = {f: min((f - facing) % 4, (facing - f) % 4) for f in wanted if dx or dy}
    men, bodies, found = after.men_seen(u, facing), after.bodies_seen(u, facing), set()
    for f in [f for f, n in quarters.items() if n == min(quarters.values())]:
        for way in [way for way in (1, -1) if quarters[f] == (f - facing) * way % 4]:
            now = facing
            while now != f:
                now = (now + way) % 4
                if stops and (after.men_seen(u, now) - men or after.bodies_seen(u, now) - bodies):
                    break
            found.add(now)
    return found or {facing}


def finders(after: Reading, alert: set[int]) -> set[int]:
    """Who is calm and sees a body once these are alert, and hide nothing any more."""
    before = list(after.s.u_alert)
    for u in after.units:
        after.s.u_alert[u] = int(u in alert)
    found = {u for u in set(after.units) - alert if after.bodies_seen(u)}
    after.s.u_alert[:] = before
    return found
