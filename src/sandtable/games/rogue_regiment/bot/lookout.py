"""What the bot `greedy` knows of the Axis: what they see, how likely they are to look at a square, and how far it is.

Nothing here decides anything; it is worked out from the view alone.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

from sandtable.games.rogue_regiment.bot.manner import Manner
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK, FOREST
from sandtable.games.rogue_regiment.ground.layout import CLIMB, WALK, Layout, passable
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    GUARD,
    NOTHING,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SENTRY,
    STEALTH,
    TROOPER,
    V_GUARD,
    V_PATROL,
    WAITING,
    Regiment,
)
from sandtable.geometry.reach import PLACE, spread
from sandtable.geometry.squares import DOOR, bits
from sandtable.kernel.bots import QuickBot
from sandtable.kernel.flow import Action

FAR: Final = 9999
STEP: Final = 2  # a square of a sprint, in thirds of an action point
SLOW: Final = 3  # a square that is walked
OVER: Final = 6  # a climb
SENTRY_TOLL: Final = 4  # what a way costs more where a sentry looks, who will turn
GUARD_TOLL: Final = 30  # and where a guard looks, who will not
NOTICED: Final = 120  # what it costs to be seen before anybody is alert: more than any way
FOUND_OUT: Final = 12  # and afterwards
SHOT: Final = 3  # what the shot of an alert unit costs
WOKEN: Final = 8  # and each unit that was not yet alert
BURNT: Final = 6  # what each flame token costs on the way through its room
AFTER: Final = 4  # what a square costs on the way home that an alert unit looks at


class Risks:
    """How likely a man is to be found where he stops: for each square the chance that the coming card and patrol look
    at it, for one who stands and for one who lies.
    """

    def __init__(self, s: Regiment) -> None:
        self.stand: dict[int, float] = {}
        self.lie: dict[int, float] = {}
        self.seen_stand = self.seen_lie = 0
        self.eyes: list[tuple[int, int, int, int]] = []  # unit, what it sees of who stands and who lies, what it hears
        self.by_unit: dict[int, tuple[int, int]] = {}
        self.watchers: dict[int, int] = {}  # who sees or hears a man on a square, once it was asked
        self.fixed: dict[int, int] = {}  # what those who never move look at
        self.watching = 0  # and what those look at who only turn
        self._look_round(s)
        token = BLACK if s.token == OFF else 1 - s.token
        walkers = [u for u in range(len(s.u_kind)) if s.u_role[u] == PATROLMAN and s.here(u) and not s.u_cig[u]]
        twin = s.clone()
        base = self._patrols(twin, [u for u in walkers if s.u_colour[u] == token], token)
        self.later = self._patrols(twin, [u for u in walkers if s.u_colour[u] != token], 1 - token)
        panels = self._panels_left(s)
        total = sum(panels.values())
        for panel, count in panels.items():
            stand, lie = base
            if panel[0] in (data.P_ROTATE, data.P_PATROL):
                stand, lie = self._turns(s.clone(), panel, base, walkers, token)
            self._add(self.stand, stand, count / total)
            self._add(self.lie, lie, count / total)

    def _look_round(self, s: Regiment) -> None:
        """What every unit sees and hears now, and what those watch who do not walk."""
        for u in range(len(s.u_kind)):
            if s.here(u):
                seen = low = near = 0
                if sight.has_sight(s, u):
                    seen, low = sight.view_of(s, u, False), sight.view_of(s, u, True)
                if dogs.is_dog(s, u):  # it smells whoever moves there, which is as bad
                    seen, low = seen | s.grid.disc(s.u_at[u], dogs.NOSE), low | s.grid.disc(s.u_at[u], dogs.NOSE)
                for v in s.footprint(u):
                    near |= s.layout.blast(v) if v >= 0 else 0
                self.eyes.append((u, seen, low, near))
                self.seen_stand |= seen
                self.seen_lie |= low
                if s.u_role[u] in (GUARD, R_OFFICER, TROOPER, V_GUARD):
                    self.fixed[u] = seen
                elif s.u_role[u] == SENTRY:
                    self.watching |= seen

    def _panels_left(self, s: Regiment) -> dict[data.Panel, int]:
        """How often each panel is among the cards that may come next: those not drawn yet, or all of them anew."""
        panels, cards = s.stage.stealth, s.stage.cards
        gone = set(s.discards)
        left = [panels[card] for card in cards if card not in gone]
        count: dict[data.Panel, int] = {}
        for panel in left or [panels[card] for card in cards]:
            count[panel] = count.get(panel, 0) + 1
        return count

    def _add(self, into: dict[int, float], squares: int, chance: float) -> None:
        for v in bits(squares):
            into[v] = into.get(v, 0.0) + chance

    def _turns(
        self, s: Regiment, panel: data.Panel, base: tuple[int, int], walkers: list[int], token: int
    ) -> tuple[int, int]:
        """What is looked at when a card turns sentries or patrolmen, with the patrol that follows."""
        stand = lie = 0
        for u in range(len(s.u_kind)):
            if s.u_role[u] in (SENTRY, PATROLMAN) and events.turns_by(s, u, panel):
                for _ in range(events.quarters_of(s, u, panel)):
                    s.face(u, (s.u_face[u] + panel[2]) % 4)
                    stand |= sight.view_of(s, u, False)
                    lie |= sight.view_of(s, u, True)
                if s.u_role[u] == PATROLMAN:
                    events.face_line(s, u)
        if panel[0] == data.P_PATROL and panel[1] == token:
            base = self._patrols(s, [u for u in walkers if s.u_colour[u] == token], token)
        return stand | base[0], lie | base[1]

    def _patrols(self, s: Regiment, walkers: list[int], token: int) -> tuple[int, int]:
        """What patrol vehicles and patrolmen of a colour look at on their way; the vehicles go first."""
        stand = lie = 0
        for u in range(len(s.u_kind)):
            if s.u_role[u] == V_PATROL and token == BLACK and s.alive(u):
                route = routes.route_of(s, u)
                seen = [0, 0]
                for n in range(s.u_place[u] + 1, min(s.u_place[u] + data.MOVE[s.u_kind[u]] + 1, len(route) - 1)):
                    vehicles.put(s, u, route[n][0])
                    self._see(s, u, seen)
                stand |= seen[0]
                lie |= seen[1]
        for u in walkers:
            line = s.layout.lines[s.u_link[u]]
            if line.squares[s.u_place[u]] != s.u_at[u]:
                continue
            events.face_line(s, u)
            seen = [0, 0]
            for _ in range(patrol.STEPS):
                place, way = patrol.ahead(s, u)
                to = line.squares[place]
                self._face(s, u, to, seen)
                if s.grid.between(s.u_at[u], to) == DOOR:
                    seen[0] |= 1 << to
                    seen[1] |= 1 << to
                s.u_place[u], s.u_way[u] = place, way
                s.move(u, to)
                self._see(s, u, seen)
            self._face(s, u, line.squares[patrol.ahead(s, u)[0]], seen)
            self.by_unit[u] = (self.by_unit.get(u, (0, 0))[0] | seen[0], self.by_unit.get(u, (0, 0))[1] | seen[1])
            stand |= seen[0]
            lie |= seen[1]
        return stand, lie

    def _see(self, s: Regiment, u: int, seen: list[int]) -> None:
        seen[0] |= sight.view_of(s, u, False)
        seen[1] |= sight.view_of(s, u, True)

    def _face(self, s: Regiment, u: int, to: int, seen: list[int]) -> None:
        """A patrolman turns to his next square; about, he turns by the way the players like."""
        facing = next((f for f in range(4) if s.u_at[u] + s.grid.step(f) == to), s.u_face[u])
        if (facing - s.u_face[u]) % 4 == 2:
            sides: list[list[int]] = []
            for side in (1, 3):
                s.face(u, (facing + side) % 4)
                sides.append([0, 0])
                self._see(s, u, sides[-1])
            seen[0] |= sides[0][0] & sides[1][0]
            seen[1] |= sides[0][1] & sides[1][1]
        if s.u_face[u] != facing:
            s.face(u, facing)
            self._see(s, u, seen)


class Lookout(QuickBot):
    """Watches the board for the bot."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        self.manner = Manner(argument)
        self.key: tuple[Any, ...] = ()
        self.risks: Risks | None = None
        self.last: Regiment | None = None  # the position that was last looked at, as it was then
        self.fields: dict[tuple[frozenset[int], int], list[int]] = {}
        self.lines: dict[tuple[int, int], int] = {}
        self.worths: dict[tuple[int, ...], float] = {}  # what blasts are worth
        self.discs: dict[tuple[Layout, int, int], int] = {}  # squares around others, the same on a board for ever

    def exits(self, s: Regiment) -> set[int]:
        """The squares from which one leaves."""
        return set(bits(s.stage.exits))

    # --- where to go

    def look(self, s: Regiment) -> Risks:
        """What the Axis see and may see, worked out once for each change of the board."""
        if self.last is not None and self.risks is not None and is_as_before(s, self.last):
            return self.risks
        self.last = s.clone()
        key = (
            s.stage, s.turn, s.token, s.section, tuple(s.u_at), tuple(s.u_face), tuple(s.u_alert),
            s.u_cig, s.barrels, s.dumps, s.c_at, s.c_face, s.blasts, s.radios,
        )  # fmt: skip
        if key != self.key or self.risks is None:
            twin = s.clone()
            for m in range(len(twin.m_kind)):
                twin.become(m, WAITING)
            self.risks = Risks(twin)
            self.key = key
            self.fields = {}
            self.lines = {}
            self.worths = {}
        return self.risks

    def around(self, s: Regiment, v: int, far: int) -> int:
        """The squares within so many of another."""
        key = (s.layout, v, far)
        if key not in self.discs:
            x, y, found = s.grid.xs[v], s.grid.ys[v], 0
            for row in range(y - far, y + far + 1):
                for column in range(x - far, x + far + 1):
                    if s.grid.inside(column, row):
                        found |= 1 << s.grid.at(column, row)
            self.discs[key] = found
        return self.discs[key]

    def ground(self, s: Regiment) -> int:
        """The squares on which a man can stand."""
        key = (s.layout, OFF, 0)
        if key not in self.discs:
            found = 0
            for v in s.grid.squares:
                if s.layout.enterable(v, WALK):
                    found |= 1 << v
            self.discs[key] = found
        return self.discs[key]

    def lines_to(self, s: Regiment, v: int, far: int) -> int:
        """The squares within so many from which a standing man has a line to another, past all that is in between."""
        self.look(s)
        key = (v, far)
        if key not in self.lines:
            near = self.around(s, v, far) & self.ground(s)
            self.lines[key] = s.layout.eyes.partly(v, near, obstacles.our_veil(s) & ~(1 << v)) & ~(1 << v)
        return self.lines[key]

    def field(self, s: Regiment, goals: frozenset[int], bang: int = OFF) -> list[int]:
        """From every square the time to the nearest of some others, with a little more where the Axis look.

        Where there will be a bang, the way home from there counts too.
        """
        looked = self.look(s)
        found = self.fields.get((goals, bang))
        if found is not None:
            return found
        toll = [0] * s.grid.size
        if s.section == STEALTH:
            for v, chance in looked.stand.items():
                toll[v] = int(6 * chance)
            for v in bits(looked.watching):
                toll[v] += SENTRY_TOLL
            for seen in looked.fixed.values():
                for v in bits(seen):
                    toll[v] += GUARD_TOLL
        for u in range(len(s.u_kind)):
            for v in s.footprint(u):
                toll[v] += 4
        for room, _ in s.flames:
            for v in bits(s.layout.rooms[room]):
                toll[v] += BURNT
        after = self.retreat(s, bang) if bang >= 0 else []
        cost = self.times(s, {v: after[v] if after else 0 for v in sorted(goals)}, toll)
        self.fields[goals, bang] = cost
        return cost

    def retreat(self, s: Regiment, bang: int) -> list[int]:
        """What it takes to get home from every square after a bang, when all who hear it look there."""
        self.look(s)
        key = (frozenset(self.exits(s)), -3 - bang)
        if key not in self.fields:
            twin = s.clone()
            under = s.layout.blast(bang)
            for m in range(len(twin.m_kind)):
                twin.become(m, WAITING)
            for u in range(len(twin.u_kind)):
                if twin.here(u) and not twin.vehicle(u):
                    if under >> twin.u_at[u] & 1:
                        twin.move(u, OFF)
                    elif s.grid.distance(twin.u_at[u], bang) <= data.EARSHOT[data.BARREL_BLAST]:
                        twin.rouse(u)
                        twin.face(u, notice.facings_to(twin, u, bang)[0])
            toll = [0] * s.grid.size
            for u in range(len(twin.u_kind)):
                if sight.has_sight(twin, u):
                    for v in bits(sight.view_of(twin, u, False)):
                        toll[v] += AFTER
            found = self.times(s, dict.fromkeys(sorted(self.exits(s)), 0), toll)
            self.fields[key] = [min(FAR, there + 2 * here) for there, here in zip(found, toll, strict=True)]
        return self.fields[key]

    def run(self, s: Regiment) -> list[int]:
        """The time to get home from every square if nobody were there."""
        self.look(s)
        key = (frozenset(self.exits(s)), -2)
        if key not in self.fields:
            self.fields[key] = self.times(s, dict.fromkeys(sorted(self.exits(s)), 0), [0] * s.grid.size)
        return self.fields[key]

    def times(self, s: Regiment, goals: dict[int, int], toll: list[int]) -> list[int]:
        """From every square the least time to one of the goals, with what each goal adds and each square costs."""
        return spread(goals, toll, back_steps(s), FAR)

    # --- what a man can get to

    def price(self, s: Regiment, m: int, seeing: int) -> int:
        """What it costs a man to be seen on his way by these units, as bits.

        Before anybody is alert it costs more than any way; then all who are alert come after the man who is found.
        Once he is found they fire at him as he goes.
        """
        if not seeing:
            return 0
        if s.m_spotted[m] or s.section == BATTLE:
            return sum(SHOT for u in bits(seeing) if s.u_alert[u] and not s.u_react[u] >> m & 1)
        hunters = sum(1 for u in range(len(s.u_kind)) if s.u_alert[u] and s.here(u))
        if not hunters:
            return NOTICED
        return min(NOTICED - 1, FOUND_OUT + SHOT * hunters + WOKEN * seeing.bit_count())

    def seen_by(self, looked: Risks, s: Regiment, m: int, v: int, loud: bool) -> int:
        """Who sees a man on a square, or hears him run there, as bits."""
        lying = bool(s.m_low[m]) or (s.layout.kind[v] == FOREST and bool(s.has(m, data.I_CAMO)) and not s.m_object[m])
        key = 4 * v + 2 * lying + loud
        if key not in looked.watchers:
            found = 0
            for u, stand, lie, near in looked.eyes:
                if (lie if lying else stand) >> v & 1 or (loud and near >> v & 1):
                    found |= 1 << u
            looked.watchers[key] = found
        return looked.watchers[key]

    def leaving(self, s: Regiment, m: int, option: Action) -> int:
        """What it costs to be seen while leaving the board."""
        looked = self.look(s)
        seeing = self.seen_by(looked, s, m, s.m_at[m], len(option) > 2)
        for word in option[2:]:
            seeing |= self.seen_by(looked, s, m, s.stage.by_name[word], True)
        return self.price(s, m, seeing)

    def reach(self, s: Regiment, m: int, options: list[Action]) -> dict[int, tuple[int, int, Action]]:
        """The squares that can be reached with the points left: what it costs to be seen on the way, what is left
        there, and the first action of the way.
        """
        ways = Ways(self, s, m)
        ways.begin(options)
        while ways.heap:
            ways.go_on()
        return ways.ends()


class Ways:
    """The ways of a man with the points left, as they are found: those on which it costs least to be seen first."""

    def __init__(self, lookout: Lookout, s: Regiment, m: int) -> None:
        self.lookout = lookout
        self.looked = lookout.look(s)
        self.s = s
        self.m = m
        self.running = not s.m_low[m] and s.m_object[m] == NOTHING
        self.boarding = cars.open_squares(s, m)
        self.best: dict[
            tuple[int, int], tuple[int, int, Action]
        ] = {}  # square, points -> price, who sees, first action
        self.heap: list[tuple[int, int, int]] = []  # price, points left as a negative number, square
        self.prices: dict[int, int] = {}
        self.walks: dict[int, list[int]] = {}
        self.runs: dict[int, list[int]] = {}

    def price(self, seeing: int) -> int:
        """What it costs to be seen by these units."""
        if seeing not in self.prices:
            self.prices[seeing] = self.lookout.price(self.s, self.m, seeing)
        return self.prices[seeing]

    def seen_by(self, v: int, loud: bool) -> int:
        """Who sees the man on a square, or hears him run there."""
        return self.lookout.seen_by(self.looked, self.s, self.m, v, loud)

    def arrive(self, to: int, left: int, seeing: int, first: Action) -> None:
        """A way to a square, which counts if it is better than those before."""
        cost = self.price(seeing)
        if cost < NOTICED and ((to, left) not in self.best or self.best[to, left][0] > cost):
            self.best[to, left] = (cost, seeing, first)
            heappush(self.heap, (cost, -left, to))

    def begin(self, options: list[Action]) -> None:
        """The first action of every way: one that is on offer."""
        s, m = self.s, self.m
        here = s.m_at[m]
        runs_here, verbs = sprinting.ways(s, m, 0), turn.all_acts()
        for option in options:
            known = verbs.get(option[0])
            if not isinstance(known, movement.Movement) or not known.bare:
                continue
            to = s.stage.by_name[option[2]]
            if self.boarding >> to & 1 or to == here:
                continue
            loud = known.runs(option)
            way: tuple[int, ...] = (to,)
            if len(option) > 3:
                way = (*(s.stage.by_name[word] for word in option[3:]), to)
            elif loud and to in runs_here:
                way = (*runs_here[to][0][1], to)
            seeing = self.seen_by(here, loud) if s.m_state[m] == ACTIVE else 0
            for v in way:
                seeing |= self.seen_by(v, loud)
            self.arrive(to, s.m_ap[m] - known.cost, seeing, option)

    def go_on(self) -> None:
        """A step and a sprint farther from the next square."""
        cost, minus, v = heappop(self.heap)
        left = -minus
        price, seeing, first = self.best[v, left]
        if price != cost or left < 1:
            return
        for to in self.steps(self.walks, v, False):
            self.arrive(to, left - 1, seeing | self.seen_by(to, False), first)
        if left >= 2 and self.running:
            self.sprint(v, left - 2, seeing | self.seen_by(v, True), first)

    def steps(self, known: dict[int, list[int]], v: int, running: bool) -> list[int]:
        """Where one step leads from a square, except into a vehicle."""
        if v not in known:
            reached = movement.next_steps(self.s, self.m, v, running)
            known[v] = [to for to in reached if not self.boarding >> to & 1]
        return known[v]

    def sprint(self, v: int, left: int, seeing: int, first: Action) -> None:
        """Every end of a sprint from a square, by the way on which it costs least to be seen."""
        layer = {v: seeing}
        known = {v}
        for _ in range(sprinting.SPRINT):
            after: dict[int, int] = {}
            for at, so_far in layer.items():
                for to in self.steps(self.runs, at, True):
                    if to not in known:
                        more = so_far | self.seen_by(to, True)
                        if to not in after or self.price(more) < self.price(after[to]):
                            after[to] = more
            known.update(after)
            layer = {to: more for to, more in after.items() if self.price(more) < NOTICED}
            for to, more in layer.items():
                self.arrive(to, left, more, first)

    def ends(self) -> dict[int, tuple[int, int, Action]]:
        """The free squares that were reached, each by its best way."""
        taken = obstacles.occupied(self.s, but_man=self.m)
        found: dict[int, tuple[int, int, Action]] = {}
        for (v, left), (cost, _, first) in self.best.items():
            if not taken >> v & 1 and (v not in found or (cost, -left) < (found[v][0], -found[v][1])):
                found[v] = (cost, left, first)
        return found


def is_as_before(s: Regiment, last: Regiment) -> bool:
    """Whether nothing has changed of all that one looks at: what is known of the board is the same, and so are the
    columns from which nothing follows.
    """
    if s.axis is not last.axis or s.things is not last.things or s.cars is not last.cars:
        return False
    if s.turn != last.turn or s.token != last.token or s.section != last.section:
        return False
    return s.u_cig == last.u_cig and s.u_face == last.u_face and s.u_alert == last.u_alert


_back: dict[tuple[Layout, int], list[list[int]]] = {}


def back_steps(s: Regiment) -> list[list[int]]:
    """Every step of a man backwards past what is shut, with its time: run, walk in the woods, climb; each packed into
    one number as for a search of reach.
    """
    shut = s.things.shut
    back = _back.get((s.layout, shut))
    if back is None:
        if len(_back) > 60:
            _back.clear()
        back = [[] for _ in range(s.grid.size)]
        for mode in (WALK, CLIMB):
            table = s.layout.steps(mode)
            for a in range(s.grid.size):
                for b, _, s1, s2 in table[a]:
                    deep = s.layout.kind[a] == FOREST and s.layout.kind[b] == FOREST
                    if not shut or passable(b, s1, s2, shut):
                        back[b].append(a << PLACE | (OVER if mode == CLIMB else SLOW if deep else STEP))
        _back[s.layout, shut] = back
    return back
