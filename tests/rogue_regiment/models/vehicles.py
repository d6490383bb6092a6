"""The second reading of the ledger's sections 2.21 and 2.22 and of chapter RR-21: what one of our vehicles may do, who
notices it and with what dice, and where patrol vehicles and convoys drive.

It shares no rule with the game: squares, edges and the numbers of vehicles come from the box, sight and the steps of a
vehicle from the other readings, everything else is written here once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, FOREST, HEDGE, REGULAR, ROAD, ROOM, WATER
from sandtable.games.rogue_regiment.state import ACTIVE, DEAD, OFF, STEALTH, Regiment
from sandtable.geometry.squares import DOOR, LOW, OPEN
from sandtable.kernel.flow import Action
from tests.rogue_regiment.models.axis import HEAD, NEAR, XY, Reading, State, apart, ground, plus, under
from tests.rogue_regiment.models.driving import Driving, about, turned
from tests.rogue_regiment.models.test_patrols import Told

LAND = (REGULAR, ROAD, FOREST, BRIDGE, ROOM)
WET = (WATER, BRIDGE)
Road = list[tuple[State, int]]  # the states of a route, each with what it costs to come there


@dataclass(frozen=True)
class Noticed:
    """2.4 step 3 of an action: who sees it, within the range of a reaction, and hears it, and who is run over."""

    seen: frozenset[int]
    near: frozenset[int]
    heard: frozenset[int]
    killed: tuple[int, ...]


class Car(Driving):
    """A position with one of our vehicles, which acts."""

    def __init__(self, s: Regiment, c: int) -> None:
        super().__init__(s)
        self.c, self.kind, self.length = c, s.c_kind[c], data.CAR_LENGTH[s.c_kind[c]]
        self.floats = self.kind == data.BOAT
        self.start: State = (self.g.xy(s.c_at[c]), s.c_face[c])
        self.crew = {s.m_seat[m]: m for m in self.men if s.m_car[m] == c}
        self.word = s.car(c)

    def solid(self, u: int, c: int) -> set[XY]:
        """What hides everything from a unit; the squares of a vehicle that is looked at never do, smoke or not."""
        found = super().solid(u, c)
        return found - set(self.cars[c]) if c >= 0 and self.s.c_kind[c] != data.BOAT else found

    # --- 2.21 driving

    def find_moves(self, state: State, length: int) -> list[tuple[State, int]]:
        return self.float_moves(state, length) if self.floats else super().find_moves(state, length)

    def float_moves(self, state: State, length: int) -> list[tuple[State, int]]:
        """A59 A boat goes over water and under bridges; parapets do not hinder it."""
        (at, f), found = state, []
        for side in (-1, 0, 1):
            found += [
                ((plus(plus(at, HEAD[(f + 1) % 4], side), HEAD[f], way), f), price) for way, price in ((1, 1), (-1, 2))
            ]
        for right in (True, False):
            found += [
                (turned(state, length, right), 1),
                (about(turned(about(state, length), length, right), length), 2),
            ]
        return [(to, price) for to, price in found
                if any(self.g.on(p) for p in under(to, length))
                if all(not self.g.on(p) or self.g.kind(p) in WET for p in under(to, length))]  # fmt: skip

    def barred(self) -> set[XY]:
        """Where our vehicle may not end; Axis infantry is run over."""
        s, found = self.s, set[XY]() if self.floats else set(self.bars)
        for u, cells in self.cells.items():
            found |= set(cells) if data.LENGTH[s.u_kind[u]] and not self.floats else set()
        for c, cells in self.cars.items():
            if c != self.c:
                boats = self.floats, s.c_kind[c] == data.BOAT
                found |= {p for p in cells if all(boats) or not any(boats) or self.g.kind(p) != BRIDGE}
        for m in self.men:
            p = self.g.xy(s.m_at[m])
            if s.m_car[m] < 0 and (bool(s.m_swim[m]) == self.floats or self.g.kind(p) != BRIDGE):
                found.add(p)
        return found

    def reach(self) -> dict[State, list[list[State]]]:
        """Every way of a drive by where it ends, the start left out of it; no way comes back to a place."""
        found: dict[State, list[list[State]]] = {}
        open_: list[tuple[list[State], int]] = [([self.start], data.CAR_MOVE[self.kind])]
        barred = self.barred()
        while open_:
            way, left = open_.pop()
            for to, price in self.moves(way[-1], self.length):
                if price <= left and to not in way:
                    open_.append(([*way, to], left - price))
                    if not barred & set(under(to, self.length)):
                        found.setdefault(to, []).append([*way[1:], to])
        return found

    def floors(self) -> dict[int, list[State]]:
        """RR-21.3, RR-21.32 Straight on over regular squares, as many as five."""
        way, found, barred = [self.start], dict[int, list[State]](), self.barred()
        for n in range(1, data.FLOOR_IT[self.kind] + 1):
            (at, f) = way[-1]
            ahead = (plus(at, HEAD[f]), f)
            if ahead not in [to for to, _ in self.moves(way[-1], self.length)]:
                break
            front = [p for p in under(ahead, self.length)[:2] if self.g.on(p)]
            if any(self.g.kind(p) not in (REGULAR, ROAD, BRIDGE) for p in front):
                break
            way.append(ahead)
            if front and not barred & set(under(ahead, self.length)):
                found[n] = way[1:]
        return found

    # --- 2.4 step 3 who notices it

    def infantry(self, gone: frozenset[int] = frozenset()) -> list[int]:
        return [u for u in self.here() if not data.LENGTH[self.s.u_kind[u]] and u not in gone]

    def here(self) -> list[int]:
        return [u for u, cells in self.cells.items() if any(self.g.on(p) for p in cells)]

    def clear(self, u: int, t: XY, solid: set[XY], facing: int, whole: Sequence[XY] = ()) -> int:
        """The best level at which a unit has a square in a field of its sight, 3 if it has it in none."""
        cells = self.cells[u]
        if self.s.u_cig[u]:
            return 3
        guns = [gun for gun in self.guns(u) if self.in_field(cells, facing, gun, t)]
        return min([self.level(cells, gun, t, solid, whole) for gun in guns], default=3)

    def sighted(self, u: int, state: State, gone: frozenset[int] = frozenset()) -> int:
        """The range at which a unit sees our vehicle in a state, or 0."""
        there = [p for p in under(state, self.length) if self.g.on(p)]
        bodies = {p for other in gone for p in self.cells[other]}
        bodies -= {p for other, cells in self.cells.items() if other not in gone for p in cells}
        solid = (self.solid(u, self.c) - bodies | self.dumps | self.blasts) - set(there)
        found = [apart(self.cells[u], [t]) for t in there if self.clear(u, t, solid, self.s.u_face[u], there) < 2]
        return min(found, default=0)

    def range_of(self, u: int) -> int:
        """RR-10.15, RR-19.18 How far a unit fires in a reaction."""
        return data.LONG[data.SMG if self.s.u_kind[u] == data.MORTAR else self.s.u_kind[u]]

    def noticed(self, way: list[State], drives: bool = True) -> Noticed:
        engine = data.ENGINE[self.kind] if drives else 0
        seen, near, heard, killed = set[int](), set[int](), set[int](), list[int]()
        before: list[XY] = under(self.start, self.length)
        for state in [self.start, *way]:
            now = under(state, self.length)
            entered = [p for p in now if p not in before]
            killed += [u for u in self.infantry(frozenset(killed)) if self.cells[u][0] in entered and not self.floats]
            before = now
            gone = frozenset(killed)
            for u in self.here():
                if u in gone:
                    continue
                if engine and apart(self.cells[u], [p for p in now if self.g.on(p)]) <= engine:
                    heard.add(u)
                if far := self.sighted(u, state, gone):
                    seen.add(u)
                    if far <= self.range_of(u):
                        near.add(u)
        dead = frozenset(killed)
        return Noticed(frozenset(seen) - dead, frozenset(near) - dead, frozenset(heard) - dead, tuple(sorted(killed)))

    # --- 2.11 guns

    def weapons(self, seat: int) -> list[int]:
        s, m = self.s, self.crew[seat]
        if not self.floats:
            return [data.VICKERS]
        if not s.is_operator(m):
            return [data.RESISTANCE_GUN]
        owned = [weapon for item, weapon in enumerate(data.ITEM_WEAPON) if weapon >= 0 and s.has(m, item)]
        return [w for w in owned if w not in (data.KNIFE, data.GRENADE, data.SPEARGUN)]

    def our_solid(self, target: set[XY]) -> set[XY]:
        found = self.dumps | self.blasts
        for u, cells in self.cells.items():
            if (
                data.LENGTH[self.s.u_kind[u]]
                or not self.s.u_alert[u]
                or self.s.stage.switches.alert_blocks_operator_los
            ):
                found |= set(cells)
        for c, cells in self.cars.items():
            found |= set(cells) if self.s.c_kind[c] != data.BOAT else set()
        return found - set(self.cars[self.c]) - target

    def gun_range(self, seat: int, target: list[XY]) -> int:
        """How far it is from a gun to the nearest square of a target that it can hit, or 0."""
        state = self.start
        cells, solid, found = under(state, self.length), self.our_solid(set(target)), []
        for t in [p for p in target if self.g.on(p)]:
            if self.floats:
                ok = any(self.level([p], True, t, solid, target) < 2 for p in cells if self.g.on(p))
            else:
                front = data.SEATS[self.kind][seat] == "front"
                ok = self.in_field(cells, state[1], front, t) and (
                    self.level(cells, front, t, solid, target) < 2
                    or (self.g.kind(t) == ROOM and self.one_wall(cells, front, t, solid))
                )
            if ok and apart(cells, [t]):
                found.append(apart(cells, [t]))
        longest = max([data.W_LONG[w] for w in self.weapons(seat)], default=0)
        return min([far for far in found if far <= longest], default=0)

    def targets_of(self, seat: int) -> list[str]:
        things = [(self.s.unit(u), cells) for u, cells in self.cells.items()]
        things += [(f"barrel-{n + 1}", [self.g.xy(v)]) for n, v in enumerate(self.s.barrels) if v >= 0]
        return [word for word, cells in things if self.gun_range(seat, cells)]

    def gun_seats(self) -> list[int]:
        return [
            seat
            for seat, name in enumerate(data.SEATS[self.kind])
            if name in data.GUNS[self.kind] and seat in self.crew
        ]

    def shots(self) -> list[tuple[str, str]]:
        return [(data.SEATS[self.kind][seat], word) for seat in self.gun_seats() for word in self.targets_of(seat)]

    def marks(self) -> list[tuple[str, str]]:
        s = self.s
        if self.floats:
            return []
        return [(data.SEATS[self.kind][seat], s.unit(u)) for seat in self.gun_seats() if s.is_operator(self.crew[seat])
                for u in range(len(s.u_kind)) if s.u_at[u] >= 0 and s.m_mark[self.crew[seat]] != u]  # fmt: skip

    # --- what it may do

    def on_board(self) -> bool:
        return any(self.g.on(p) for p in under(self.start, self.length))

    def offers(self) -> set[Action]:
        s, c, name = self.s, self.c, self.word
        found: set[Action] = {("end", name)}
        drives = 0 in self.crew and bool(self.reach())
        if drives:
            found.add(("drive", name))
        if 0 in self.crew:
            found |= {("floor", name, str(n)) for n in self.floors()}
        if self.on_board():
            for verb, aims in (("attack", self.shots()), ("mark", self.marks())):
                found |= {(verb, name, *aim) for aim in aims}
                found |= {(f"{verb}-drive", name, *aim) for aim in aims if drives}
            found.add(("deploy", name))
            if s.c_ap[c] > 1 and s.c_health[c] < data.REPAIR_TO[self.kind]:
                found.add(("repair", name))
        return found

    def outs(self) -> set[XY]:
        """RR-21.12 Where somebody may get out: a step from one of the vehicle's squares onto a free one."""
        own, shut = under(self.start, self.length), self.taken(OFF) | self.dumps | self.blasts
        beside = {(a, plus(a, v)) for a in own for v in NEAR if self.g.on(a)}
        return {b for a, b in beside if self.g.on(b) and self.g.kind(b) in LAND and b not in shut
                if (b not in own or self.floats) and self.may_step(a, b, False)}  # fmt: skip

    def doors(self, m: int) -> set[XY]:
        """RR-21.15 The squares of the vehicle by which a man beside it gets in with a move."""
        here, ground_ = self.place(m)[0], (WATER,) if self.floats else LAND
        return {p for p in under(self.start, self.length) if self.g.on(p) and apart([here], [p]) == 1
                if self.g.kind(p) in ground_ and p not in self.blasts
                if self.may_step(here, p, bool(self.s.m_low[m]))}  # fmt: skip

    def may_step(self, a: XY, b: XY, low: bool) -> bool:
        easy = (OPEN,) if low else (OPEN, LOW)
        if a[0] == b[0] or a[1] == b[1]:
            return self.g.between(a, b) in (*easy, DOOR)
        for side in ((a[0], b[1]), (b[0], a[1])):
            shut = self.g.on(side) and (self.g.kind(side) not in LAND or side in self.dumps)
            if not shut and all(self.g.between(p, q) in easy for p, q in ((a, side), (side, b))):
                return True
        return False

    # --- 2.4 step 5 what follows

    def men_seen(self, u: int, facing: int = -1) -> set[int]:
        s, f = self.s, self.s.u_face[u] if facing < 0 else facing
        levels = {m: [self.clear(u, t, self.solid(u, s.m_car[m]), f, self.place(m)) for t in self.place(m)]
                  for m in self.men}  # fmt: skip
        return {m for m in levels if min(levels[m], default=3) <= self.shown(m)}

    def bodies_seen(self, u: int, facing: int = -1) -> set[XY]:
        s, f = self.s, self.s.u_face[u] if facing < 0 else facing
        bodies = {self.g.xy(v) for v in s.corpses if v >= 0 and s.section == STEALTH}
        return {p for p in bodies if self.clear(u, p, self.solid(u, OFF), f) == 0}

    def watching(self, victim: int) -> set[int]:
        """RR-9.14 Who has the square of a unit fully or partially visible."""
        s = self.s
        return {u for u in self.here() if u != victim
                if any(self.clear(u, t, self.solid(u, OFF) - set(self.cells[victim]), s.u_face[u]) < 2
                       for t in self.cells[victim] if self.g.on(t))}  # fmt: skip

    def in_earshot(self, earshot: int) -> set[int]:
        there = [p for p in under(self.start, self.length) if self.g.on(p)]
        return {u for u in self.here() if earshot and apart(self.cells[u], there) <= earshot}

    def nearest(self, at: XY) -> XY:
        there = [p for p in under(self.start, self.length) if self.g.on(p)]
        return min(there, key=lambda p: sorted((abs(p[0] - at[0]), abs(p[1] - at[1])), reverse=True))

    def answers(self, u: int) -> int:
        """2.9, RR-21.24 What a unit that reacts to the vehicle adds to its dice."""
        kind = data.SMG if self.s.u_kind[u] == data.MORTAR else self.s.u_kind[u]
        far = self.sighted(u, self.start)
        return -1 if not 0 < far <= data.LONG[kind] else int(far <= data.SHORT[kind])

    def turns(self, u: int, goal: XY, facing: int, known: tuple[set[int], set[XY]] | None) -> set[int]:
        """2.4.2, 2.7 How a unit may face once it has turned to a point: it stops at whom or what it did not know of, if
        that is given.
        """
        here = self.cells[u][0]
        dx, dy = goal[0] - here[0], goal[1] - here[1]
        wanted = [(1 if dx > 0 else 3)] * (abs(dx) >= abs(dy)) + [(2 if dy > 0 else 0)] * (abs(dy) >= abs(dx))
        quarters = {f: min((f - facing) % 4, (facing - f) % 4) for f in wanted if dx or dy}
        found = set()
        for f in [f for f, n in quarters.items() if n == min(quarters.values())]:
            for way in [way for way in (1, -1) if quarters[f] == (f - facing) * way % 4]:
                now = facing
                while now != f:
                    now = (now + way) % 4
                    if known and (self.men_seen(u, now) - known[0] or self.bodies_seen(u, now) - known[1]):
                        break
                found.add(now)
        return found or {facing}


# --- 2.22 patrol vehicles and convoys


def in_lanes(p: XY, side: Side) -> bool:
    """Whether a place lies in the two middle lanes that lead to a side."""
    return (p[1] - 10 * side.row if side.side % 2 else p[0] - 10 * side.column) in (4, 5)


def waiting(s: Regiment, side: Side) -> State:
    """Just off the board, heading onto it."""
    f, edge = (side.side + 2) % 4, (-1, s.grid.width, s.grid.height, -1)[side.side]
    lanes = [(edge, 10 * side.row + n) if side.side % 2 else (10 * side.column + n, edge) for n in (4, 5)]
    return next((p, f) for p in lanes if plus(p, HEAD[(f + 1) % 4]) in lanes)


def road(s: Regiment, start: Side, end: Side, length: int) -> Road:
    """TV-53 The states of a route with their costs: straight on in the middle lanes, with a turn into those of its
    end, until the vehicle is wholly off the board.
    """
    g, found = ground(s.layout), [(waiting(s, start), 0)]
    while len(found) < 2 or any(g.on(p) for p in under(found[-1][0], length)):
        (at, f), price = found[-1][0], 1
        to = plus(at, HEAD[f]), f
        leading = under(to, length)[:2]
        for right in (True, False):
            new = turned((at, f), length, right)
            if f != end.side == new[1] and all(in_lanes(p, end) for p in under(new, length)):
                to, price = new, 2 if length == 4 else 1
                leading = [p for p in under(new, length) if p not in under((at, f), length)]
        rough = any(g.on(p) and g.kind(p) in (FOREST, HEDGE) for p in leading)
        found.append((to, 2 if rough else price))
    return found


class Rolling(Told):
    """A position in which vehicles go along their routes."""

    def cells(self, u: int, way: Road, place: int) -> list[XY]:
        """The squares of a vehicle at a place of its route; those before the first are behind it."""
        at, f = way[max(place, 0)][0]
        return under((plus(at, HEAD[f], min(place, 0)), f), data.LENGTH[self.s.u_kind[u]])

    def put(self, u: int, way: Road, place: int) -> None:
        s, (at, f) = self.s, way[max(place, 0)][0]
        shown = place >= 0 and any(ground(s.layout).on(p) for p in self.cells(u, way, place))
        s.u_at[u], s.u_face[u] = s.grid.at(*at) if shown else OFF, f
        s.forget()

    def patrols(self, u: int, way: Road, at: int) -> None:
        """A patrol vehicle goes its allowance, past others if it can end on free squares; whom or what it comes to see
        stops it, on the last free squares.
        """
        s, taken = self.s, {p for p in Reading(self.s).taken(u) if ground(self.s.layout).on(p)}
        most = data.MOVE[s.u_kind[u]]
        free = [n for n in range(at, len(way)) if sum(price for _, price in way[at + 1 : n + 1]) <= most
                if n == at or not taken & set(self.cells(u, way, n))]  # fmt: skip
        for n in range(at + 1, free[-1] + 1):
            before = self.in_sight(u) if s.u_at[u] >= 0 else (set[int](), set[int]())
            self.put(u, way, n)
            if s.u_at[u] >= 0 and self.gains(u, before):
                self.put(u, way, max(place for place in free if place <= n))
                break
        self.bodies_found()

    def rolls(self, ways: dict[int, Road], places: dict[int, int]) -> None:
        """The vehicles of a convoy in their order, each at the speed of the slowest and two squares apart; they run
        over men on foot, and see without stopping.
        """
        s = self.s
        for u, way in ways.items():
            left = [o for o in ways if places[o] < len(ways[o]) - 1]
            others = [self.cells(o, ways[o], places[o]) for o in left if o != u]
            read, speed = Reading(s), min(data.MOVE[s.u_kind[o]] for o in left)
            taken = {p for p in read.taken(u) if read.g.on(p)}
            taken -= {p for m in read.men if s.m_car[m] < 0 for p in read.place(m)}
            goal, spent = places[u], 0
            for n in range(places[u] + 1, len(way)):
                spent += way[n][1] if n > 0 else 1
                there = self.cells(u, way, n)
                apart_ = not taken & set(there) and all(apart(there, other) > 2 for other in others)
                goal = n if spent <= speed and (apart_ or n == len(way) - 1) else goal
            for n in range(places[u] + 1, goal + 1):
                self.put(u, way, n)
                entered = set(self.cells(u, way, n)) - set(self.cells(u, way, n - 1))
                for m in [
                    m for m in read.men if s.m_state[m] == ACTIVE and s.m_car[m] < 0 and read.place(m)[0] in entered
                ]:
                    s.m_state[m], s.m_at[m], s.m_spotted[m] = DEAD, OFF, 0
                self.rides(u)
            places[u] = goal

    def rides(self, u: int) -> None:
        men, bodies = self.in_sight(u) if self.s.u_at[u] >= 0 else (set[int](), set[int]())
        for m in men:
            self.spot(m)
        if men or bodies:
            self.alarms(u)
        self.bodies_found()
