"""A quick player for the Operators: it sees the view and the options, and takes what looks best right now.

One man at a time does the work while the others wait on the entry tile. He walks where nobody looks, ends his turn
where the next card and the next patrol are least likely to find him, kills with the knife when nobody watches, hides
bodies, does what the mission pays for, and comes back. Once he is spotted he hurries, and fires with what is left.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment import r12_alarm as alarm
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.layout import CLIMB, HOOK, WALK, passable
from sandtable.games.rogue_regiment.missions import Objective
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    CORPSE,
    DEAD,
    GUARD,
    LEFT,
    NOTHING,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SEAT,
    SENTRY,
    STEALTH,
    TROOPER,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    WAITING,
    Regiment,
)
from sandtable.games.rogue_regiment.tiles import BLACK, FOREST, ROOM, WATER
from sandtable.kernel.bots import Bot
from sandtable.kernel.flow import Action
from sandtable.kernel.squares import DOOR, FACINGS, bits

FAR: Final = 9999
STEP: Final = 2  # a square of a sprint, in thirds of an action point
SLOW: Final = 3  # a square that is walked
OVER: Final = 6  # a climb
TURN: Final = 12  # an Operator's four points
FEAR: Final = 10 * TURN  # what being seen is worth, in the same thirds
BOLD: Final = 4  # what each enemy with a line to him costs a spotted man where he stops
LAST: Final = 58  # the turn from which everybody goes home
PAY: Final = 4  # what a point is worth of the way
LOUD: Final = 90  # and what it costs to fire before the alarm
LONG_FUSE: Final = 10  # cards more for a bomb while there is quiet work left
LATER: Final = 0.15  # what it adds that the patrols of the turn after next come by
SENTRY_TOLL: Final = 4  # what a way costs more where a sentry looks, who will turn
GUARD_TOLL: Final = 30  # and where a guard looks, who will not
OPEN: Final = 0.3  # the chance to be found that a body in the open may have, and one in woods or rooms
HIDDEN: Final = 0.4
FOUND: Final = 0.15  # the chance to be found from which a body is worth hiding
NEAR: Final = 2  # squares within which it is

CREW: Final = {
    "ambush": (("jock", "B"), ("paddy", "A"), ("wick", "B"), ("hawke", "B")),
    "": (("jock", "A"), ("paddy", "A"), ("wick", "B"), ("hawke", "B")),
}


class Risks:
    """How likely a man is to be found where he stops: for each square the chance that the coming card and patrol look
    at it, for one who stands and for one who lies.
    """

    def __init__(self, s: Regiment) -> None:
        self.stand: dict[int, float] = {}
        self.lie: dict[int, float] = {}
        self.seen_stand = self.seen_lie = 0
        self.by_unit: dict[int, tuple[int, int]] = {}
        self.fixed: dict[int, int] = {}  # what those who never move look at
        self.watching = 0  # and what those look at who only turn
        for u in range(len(s.u_kind)):
            if sight.has_sight(s, u):
                seen = sight.view_of(s, u, False)
                self.seen_stand |= seen
                self.seen_lie |= sight.view_of(s, u, True)
                if s.u_role[u] in (GUARD, R_OFFICER, TROOPER, V_GUARD):
                    self.fixed[u] = seen
                elif s.u_role[u] == SENTRY:
                    self.watching |= seen
        deck = s.stage.mission.deck
        panels: dict[data.Panel, int] = {}
        gone = set(s.discards)
        for card in range(data.CARDS_IN_DECK):
            if card not in gone:
                panel = data.STEALTH[deck][card]
                panels[panel] = panels.get(panel, 0) + 1
        if not panels:
            for panel in data.STEALTH[deck]:
                panels[panel] = panels.get(panel, 0) + 1
        total = sum(panels.values())
        token = BLACK if s.token == OFF else 1 - s.token
        walkers = [u for u in range(len(s.u_kind)) if s.u_role[u] == PATROLMAN and s.here(u) and not s.u_cig[u]]
        kept = s.u_at[:], s.u_face[:], s.u_place[:], s.u_way[:]
        base = self._patrols(s, [u for u in walkers if s.u_colour[u] == token], token)
        self.later = self._patrols(s, [u for u in walkers if s.u_colour[u] != token], 1 - token)
        s.u_at, s.u_face, s.u_place, s.u_way = (column[:] for column in kept)
        s.changed()
        for panel, count in panels.items():
            stand, lie = base
            if panel[0] in (data.P_ROTATE, data.P_PATROL):
                stand, lie = self._turns(s, panel, base, walkers, token)
                s.u_at, s.u_face, s.u_place, s.u_way = (column[:] for column in kept)
                s.changed()
            self._add(self.stand, stand, count / total)
            self._add(self.lie, lie, count / total)

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
                goal = events.goal_of(s, u, panel)
                while True:
                    s.u_face[u] = (s.u_face[u] + panel[2]) % 4
                    stand |= sight.view_of(s, u, False)
                    lie |= sight.view_of(s, u, True)
                    if s.u_face[u] == goal:
                        break
                if s.u_role[u] == PATROLMAN:
                    events.face_line(s, u)
        if panel[0] == data.P_PATROL and panel[1] == token:
            base = self._patrols(s, [u for u in walkers if s.u_colour[u] == token], token)
        return stand | base[0], lie | base[1]

    def _patrols(self, s: Regiment, walkers: list[int], token: int) -> tuple[int, int]:
        """What patrolmen and patrol vehicles of a colour look at on their way."""
        stand = lie = 0
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
                s.u_at[u] = to
                s.changed()
                self._see(s, u, seen)
            self._face(s, u, line.squares[patrol.ahead(s, u)[0]], seen)
            self.by_unit[u] = (self.by_unit.get(u, (0, 0))[0] | seen[0], self.by_unit.get(u, (0, 0))[1] | seen[1])
            stand |= seen[0]
            lie |= seen[1]
        for u in range(len(s.u_kind)):
            if s.u_role[u] == V_PATROL and token == BLACK and s.alive(u):
                route = vehicles.route_of(s, u)
                seen = [0, 0]
                for n in range(s.u_place[u] + 1, min(s.u_place[u] + data.MOVE[s.u_kind[u]] + 1, len(route) - 1)):
                    vehicles.put(s, u, route[n][0])
                    self._see(s, u, seen)
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
                s.u_face[u] = (facing + side) % 4
                sides.append([0, 0])
                self._see(s, u, sides[-1])
            seen[0] |= sides[0][0] & sides[1][0]
            seen[1] |= sides[0][1] & sides[1][1]
        if s.u_face[u] != facing:
            s.u_face[u] = facing
            self._see(s, u, seen)


class Task:
    """What a man is after: the squares from which it can be done, and what is done there."""

    def __init__(self, kind: str, squares: set[int], what: int = OFF) -> None:
        self.kind = kind
        self.squares = squares
        self.what = what


class Greedy(Bot):
    """Sneaks, kills silently, does the job and leaves."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.key: tuple[Any, ...] = ()
        self.risks: Risks | None = None
        self.fields: dict[tuple[frozenset[int], bool], list[int]] = {}
        self.lines: dict[tuple[str, int, int], set[int]] = {}

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        """One of the options, by the kind of choice."""
        s: Regiment = self.game.imagine(view, SEAT, 0)
        choice = s.choice
        assert choice is not None
        if isinstance(choice, turn.Act):
            return self.act(s, choice.man, options)
        return self.answer(s, options, choice)

    # --- the small questions

    def answer(self, s: Regiment, options: list[Action], choice: Any) -> Action:
        """Everything that is not a man's turn."""
        verb = options[0][0]
        if isinstance(choice, turn.Next):
            return self.next_man(s, options)
        if verb == "take":
            crew = CREW.get(s.stage.mission.type, CREW[""])
            return next((("take", *one) for one in crew if ("take", *one) in options), options[0])
        if verb == "start":
            entry = s.stage.entry[1]
            return max(options, key=lambda o: s.grid.distance(s.stage.by_name[o[1]], entry))
        if verb == "turn":
            return min(options, key=lambda o: self.would_see(s, o))
        if verb == "fuse":
            return self.fuse(s, options, choice.man)
        if isinstance(choice, equipment.ThrowAt):
            return self.throw_at(s, choice.man, options)
        if isinstance(choice, marks.Window):
            return next(o for o in options if o[0] == "hold-phase")
        if verb == "hit":
            return max(options, key=lambda o: self.hit_worth(s, o[1]))
        if isinstance(choice, carry.PlaceAfter):
            return options[0]
        if isinstance(choice, alarm.Nominate):
            return max(options, key=lambda o: (s.m_health[s.man_of(o[1])], -s.man_of(o[1])))
        if verb == "go" and len(options[0]) == 3:
            ours = [s.m_at[m] for m in range(len(s.m_kind)) if s.on_board(m)]
            return max(options, key=lambda o: min((s.grid.distance(s.stage.by_name[o[2]], v) for v in ours), default=0))
        if verb == "attacks":
            return max(options, key=lambda o: s.m_health[s.man_of(o[2])])
        if verb == "give":
            return next((o for o in options if s.on_board(s.man_of(o[2]))), options[0])
        if isinstance(choice, cars.CarAct):
            return self.car(s, options)
        if verb in ("seat", "walk"):
            return options[0] if cars.in_seat(s, s.c_kind.index(data.WILLYS), 0) < 0 and s.m_kind else options[-1]
        return options[0]

    def next_man(self, s: Regiment, options: list[Action]) -> Action:
        """Who is on the board goes before who waits; who carries something before the others."""
        return max(options, key=lambda o: (s.on_board(s.man_of(o[1])), s.m_object[s.man_of(o[1])], o == options[0]))

    def would_see(self, s: Regiment, option: Action) -> int:
        """How many men a unit sees while it turns."""
        u = s.unit_of(option[1])
        kept = s.u_face[u]
        seen = 0
        while s.u_face[u] != FACINGS.index(option[2]):
            s.u_face[u] = (s.u_face[u] + (1 if option[3] == "clockwise" else 3)) % 4
            seen |= sight.men_seen(s, u)
        s.u_face[u] = kept
        return seen.bit_count()

    def hit_worth(self, s: Regiment, word: str) -> int:
        """On what a hit is best spent."""
        kind = word.rpartition("-")[0]
        if kind == "barrel":
            return 10 if self.passes_on(s, attack.target_of(s, word) - attack.BARREL_AT) else 0
        if kind == "dump":
            return 9 - s.dumps[int(word.rpartition("-")[2]) - 1][1]
        if kind == "radio":
            return 8
        if any(word == s.man(m) for m in range(len(s.m_kind))):
            return s.m_health[s.man_of(word)]
        u = s.unit_of(word)
        return 7 if self.wanted(s, u) else 2 + s.u_alert[u]

    def fuse(self, s: Regiment, options: list[Action], m: int) -> Action:
        """A bomb goes off when its man is well away, and bombs together."""
        others = [k for _, k, _ in s.bombs if k >= 2]
        home = self.field(s, m, frozenset(self.exits(s)))[s.m_at[m]]
        more = len(self.tasks(s)) > 1 and s.section == STEALTH
        wanted = min(others) if others else max(2, -(-home // TURN) - 1) + (LONG_FUSE if more else 0)
        return options[min(wanted, len(options)) - 1]

    def throw_at(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """The square of a grenade whose blast is worth most; out of sight it would drift."""

        def worth(option: Action) -> float:
            v = s.stage.by_name[option[1]]
            value = self.blast_worth(s, v)
            if value > 0 and not sight.in_our_sight(s, m, s.m_at[m], v, bool(s.m_low[m])):
                value /= 6
            return value

        return max(options, key=worth)

    def car(self, s: Regiment, options: list[Action]) -> Action:
        """The Willys only brings its men on when it is time to go home; they get out and leave on foot."""
        if self.over(s):
            for verb in ("leave", "deploy", "drive"):
                for option in options:
                    if option[0] == verb:
                        return option
        return options[-1]

    # --- what is to be done

    def exits(self, s: Regiment) -> set[int]:
        """The squares from which one leaves."""
        return set(bits(s.stage.exits))

    def tasks(self, s: Regiment) -> list[tuple[int, Objective]]:
        """Objectives that are still open and that somebody of ours may do, those that pay best first."""
        found = []
        for n, objective in enumerate(s.stage.mission.objectives):
            if s.scored[n] and not objective.each:
                continue
            if objective.kind == "documents" and not any(v >= 0 for v in s.papers):
                continue
            if objective.kind in ("documents", "dump", "radio", "pump", "officer", "vehicle", "convoy"):
                found.append((n, objective))
        return sorted(found, key=lambda one: -one[1].points)

    def task(self, s: Regiment, m: int) -> Task:
        """What this man does now: hide a body, do an objective, wait, or go home."""
        if not s.is_operator(m):
            return Task("stay", set())
        if s.m_object[m] == CORPSE:
            return Task("hide", self.hides(s, m))
        body = self.body(s, m)
        if body >= 0:
            return Task("fetch", {body})
        if self.home(s, m):
            return Task("leave", self.exits(s))
        found = self.work(s, m)
        if found.kind == "stay" and self.over(s):
            return Task("leave", self.exits(s))
        return found

    def body(self, s: Regiment, m: int) -> int:
        """A body near by that will be found if it stays where it is."""
        if s.section == BATTLE or s.m_state[m] != ACTIVE or self.brave(s, m):
            return OFF
        looked = self.look(s)
        for v in s.corpses:
            if v >= 0 and looked.lie.get(v, 0.0) >= FOUND and s.grid.distance(v, s.m_at[m]) <= NEAR:
                if not looked.seen_stand >> v & 1 and self.hides(s, m):
                    return v
        return OFF

    def over(self, s: Regiment) -> bool:
        """Whether nothing is left to do for anybody."""
        if s.turn >= LAST:
            return True
        ours = [m for m in range(len(s.m_kind)) if s.is_operator(m) and s.m_state[m] in (WAITING, ACTIVE)]
        if not s.special_out and any(o.kind == "convoy" for o in s.stage.mission.objectives):
            return False  # it is still to come
        return not s.bombs and all(self.home(s, m) or self.work(s, m).kind == "stay" for m in ours)

    def home(self, s: Regiment, m: int) -> bool:
        """Whether a man should go home: papers in his pocket, badly hurt, or no time left."""
        if s.turn >= LAST or (s.has(m, data.I_DOCUMENTS) and not self.tasks(s)):
            return True
        alerted = sum(s.u_alert[u] for u in range(len(s.u_kind)) if s.here(u))
        if alerted > 1 and self.secured(s) >= s.stage.mission.minor:
            return True
        if s.m_state[m] == WAITING:
            return s.section == BATTLE
        return s.m_health[m] <= 2 or bool(s.m_spotted[m] and alerted > 1)

    def secured(self, s: Regiment) -> int:
        """The points if all who live left now."""
        twin = s.clone()
        for m in range(len(s.m_kind)):
            if s.is_operator(m) and s.m_state[m] in (WAITING, ACTIVE):
                twin.m_state[m] = LEFT
        return setup.points(twin)

    def work(self, s: Regiment, m: int) -> Task:
        """What a man is to do: who is at work goes on; if nobody is, he whose way is shortest begins."""
        none = Task("stay", set())
        best, cost = self.best(s, m)
        if best.kind in ("stay", "ambush") or s.on_board(m):
            return best
        for n in range(len(s.m_kind)):
            if n != m and s.is_operator(n) and s.m_state[n] in (WAITING, ACTIVE) and not self.home(s, n):
                other, theirs = self.best(s, n)
                if other.kind != "stay" and (s.on_board(n) or (theirs, n) < (cost, m)):
                    return none
        return best

    def best(self, s: Regiment, m: int) -> tuple[Task, int]:
        """The objective that pays a man best for his way, and how much that is."""
        bombed = [v for v, _, _ in s.bombs]
        best, least = Task("stay", set()), FAR
        for _, objective in self.tasks(s):
            for task in self.ways_to_do(s, m, objective):
                if task.kind == "bomb" and any(w in bombed for w in self.blast_on(s, task)):
                    continue
                if task.squares:
                    cost = self.field_of(s, m, task)[s.m_at[m]] - PAY * objective.points
                    cost += LOUD if task.kind == "shoot" and s.section == STEALTH else 0
                    if cost < least:
                        best, least = task, cost
        return best, least

    def ways_to_do(self, s: Regiment, m: int, objective: Objective) -> list[Task]:
        """How a man may do an objective with what he has."""
        found: list[Task] = []
        match objective.kind:
            case "documents":
                if carry.has_room(s, m, data.I_DOCUMENTS):
                    found.append(Task("papers", {v for v in s.papers if v >= 0}))
            case "dump":
                for n, (v, health) in enumerate(s.dumps):
                    if health:
                        found += self.blasting(s, m, n, sight.dump_squares(s, v))
            case "radio":
                for n, (v, health) in enumerate(s.radios):
                    if health:
                        if s.has(m, data.I_LEWES):
                            found.append(Task("bomb", self.beside(s, 1 << v), attack.RADIO_AT + n))
                        found.append(Task("shoot", self.lines_to(s, m, v, 8), attack.RADIO_AT + n))
            case "pump":
                for n in s.pumps:
                    if s.barrels[n] >= 0:
                        away = {v for v in self.lines_to(s, m, s.barrels[n], 8) if s.grid.distance(v, s.barrels[n]) > 2}
                        found.append(Task("shoot", away, attack.BARREL_AT + n))
            case "officer":
                for u in range(len(s.u_kind)):
                    if s.u_kind[u] == data.OFFICER and s.here(u):
                        behind = s.u_at[u] - s.grid.step(s.u_face[u])
                        if s.has(m, data.ITEM_WEAPON.index(data.KNIFE)) and not s.m_spotted[m]:
                            found.append(Task("knife", {behind}, u))
                        else:
                            found.append(Task("shoot", self.lines_to(s, m, s.u_at[u], 8), u))
            case "vehicle":
                for u in range(len(s.u_kind)):
                    if data.UNITS[s.u_kind[u]] == objective.unit and s.here(u) and not s.u_alert[u]:
                        under = 0
                        for v in s.footprint(u):
                            under |= 1 << v
                        found += self.blasting(s, m, 100 + u, under)
            case "convoy" if s.special_out and s.has(m, data.I_GRENADE):
                for u in range(len(s.u_kind)):
                    if s.alive(u) and s.u_role[u] == V_CONVOY and data.UNITS[s.u_kind[u]] == objective.unit:
                        squares = set()
                        for v in s.footprint(u) if s.here(u) else self.road(s, u):
                            if s.grid.on_board(v):
                                near = self.lines_to(s, m, v, data.W_LONG[data.GRENADE])
                                squares |= {w for w in near if s.grid.distance(v, w) > 3}
                        found.append(Task("ambush", squares, 100 + u))
        return found

    def road(self, s: Regiment, u: int) -> list[int]:
        """The squares of a convoy's way nearest to where our men come from."""
        squares = [state >> 2 for state, _ in vehicles.route_of(s, u) if s.grid.on_board(state >> 2)]
        return sorted(squares, key=lambda v: (s.grid.distance(v, s.stage.entry[1]), v))[:6]

    def blasting(self, s: Regiment, m: int, what: int, under: int) -> list[Task]:
        """A bomb beside something, or grenades from afar."""
        found = []
        if s.has(m, data.I_LEWES):
            found.append(Task("bomb", self.beside(s, under), what))
        if s.has(m, data.I_GRENADE) >= 2 or (s.has(m, data.I_GRENADE) and what < 100 and s.dumps[what][1] < 4):
            squares: set[int] = set()
            for v in self.blast_on(s, Task("", set(), what)):
                worth = self.blast_worth(s, v)
                if worth >= 3:
                    near = self.lines_to(s, m, v, data.W_LONG[data.GRENADE])
                    squares |= {w for w in near if s.grid.distance(v, w) > 1}
            found.append(Task("grenade", squares, what))
        return found

    def beside(self, s: Regiment, under: int) -> set[int]:
        """The squares beside something on which a man can stand."""
        near = {w for v in bits(under) for w in bits(sight.blast_squares(s, v) & ~under)}
        return {v for v in near if s.layout.enterable(v, WALK)}

    def blast_worth(self, s: Regiment, v: int) -> float:
        """What a blast is worth: dumps, barrels that would pass it on, and enemies; none of ours may be under it."""
        under = sight.blast_squares(s, v)
        if any(s.on_foot(m) and under >> s.m_at[m] & 1 for m in range(len(s.m_kind))):
            return -9.0
        worth = 3.0 * sum(1 for at, health in s.dumps if health and under & sight.dump_squares(s, at))
        worth += 2.0 * sum(1 for n, w in enumerate(s.barrels) if w >= 0 and under >> w & 1 and self.passes_on(s, n))
        for u in range(len(s.u_kind)):
            if s.here(u) and any(under >> w & 1 for w in s.footprint(u)):
                worth += 3.0 if self.wanted(s, u) else 0.5 * s.u_alert[u]
        return worth

    def passes_on(self, s: Regiment, n: int) -> bool:
        """Whether a barrel that goes up takes a dump with it and none of ours."""
        under = sight.blast_squares(s, s.barrels[n])
        if any(s.on_foot(m) and under >> s.m_at[m] & 1 for m in range(len(s.m_kind))):
            return False
        return n in s.pumps or any(health and under & sight.dump_squares(s, at) for at, health in s.dumps)

    def wanted(self, s: Regiment, u: int) -> bool:
        """Whether a mission pays for a unit."""
        kind = data.UNITS[s.u_kind[u]]
        return kind == "officer" or any(
            o.kind in ("vehicle", "convoy") and o.unit == kind for o in s.stage.mission.objectives
        )

    def blast_on(self, s: Regiment, task: Task) -> set[int]:
        """The centres of blasts that touch what a task is about."""
        if task.what >= attack.BARREL_AT:
            squares = [attack.target_square(s, task.what)]
        elif task.what >= 100:
            u = task.what - 100
            squares = s.footprint(u) if s.here(u) else []
        else:
            squares = bits(sight.dump_squares(s, s.dumps[task.what][0]))
        found = set()
        for v in squares:
            found |= set(bits(sight.blast_squares(s, v)))
        return found

    def lines_to(self, s: Regiment, m: int, v: int, far: int) -> set[int]:
        """The squares within so many from which a man has a line to another."""
        key = (s.setup.scenario, v, far)
        if key not in self.lines:
            eyes = s.layout.eyes
            self.lines[key] = {
                w
                for w in s.grid.squares
                if w != v and s.grid.distance(v, w) <= far and s.layout.enterable(w, WALK) and eyes.level(w, v) < 2
            }
        return self.lines[key]

    def hides(self, s: Regiment, m: int) -> set[int]:
        """Squares beside which a body can be put out of sight: woods, rooms and water, else where nobody will look."""
        risk = self.look(s).lie
        good = {
            v
            for v in s.grid.squares
            if s.layout.kind[v] in (FOREST, ROOM, WATER)
            and risk.get(v, 0.0) < 0.05
            and not self.look(s).seen_lie >> v & 1
        }
        return {w for v in good for w in bits(sight.blast_squares(s, v)) if s.layout.enterable(w, WALK)}

    # --- where to go

    def look(self, s: Regiment) -> Risks:
        """What the Axis see and may see, worked out once for each change of the board."""
        key = (
            s.setup.scenario, s.turn, s.token, s.section, tuple(s.u_at), tuple(s.u_face), tuple(s.u_alert),
            tuple(s.u_cig), tuple(s.barrels), tuple(s.dumps), tuple(s.c_at),
        )  # fmt: skip
        if key != self.key or self.risks is None:
            twin = s.clone()
            for m in range(len(twin.m_kind)):
                twin.m_state[m] = WAITING
            self.risks = Risks(twin)
            self.key = key
            self.fields = {}
        return self.risks

    def field_of(self, s: Regiment, m: int, task: Task) -> list[int]:
        """The time to where a task can be done; what is loud is better done nearer to the way out."""
        return self.field(s, m, frozenset(task.squares), task.kind in ("grenade", "shoot"))

    def field(self, s: Regiment, m: int, goals: frozenset[int], loud: bool = False) -> list[int]:
        """From every square the time to the nearest of some others, with a little more where the Axis look."""
        looked = self.look(s)
        found = self.fields.get((goals, loud))
        if found is not None:
            return found
        home = self.field(s, m, frozenset(self.exits(s))) if loud else []
        cost = [FAR] * s.grid.size
        heap: list[tuple[int, int]] = []
        barred = sight.shut(s)
        for v in sorted(goals):
            cost[v] = home[v] // 2 if loud else 0
            heappush(heap, (cost[v], v))
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
        back = back_steps(s)
        while heap:
            spent, b = heappop(heap)
            if cost[b] != spent:
                continue
            for a, price, s1, s2 in back[b]:
                total = spent + price + toll[b]
                if total < cost[a] and (not barred or passable(b, s1, s2, barred)):
                    cost[a] = total
                    heappush(heap, (total, a))
        self.fields[goals, loud] = cost
        return cost

    # --- a man's turn

    def act(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """The best of a man's actions."""
        task = self.task(s, m)
        by_verb: dict[str, list[Action]] = {}
        for option in options:
            by_verb.setdefault(option[0], []).append(option)
        for option in by_verb.get("pick-up", []):
            if option[2] == "documents":
                return option
        for option in by_verb.get("free", []):
            return option
        for option in by_verb.get("heal", []):
            if s.m_health[s.man_of(option[2])] <= 2:
                return option
        if task.kind == "stay" or (s.m_state[m] == WAITING and task.kind == "leave" and not self.over(s)):
            return self.stop(s, m, options, by_verb)
        fresh = s.m_ap[m] == turn.AP  # once he has lain down in his turn, he stays down
        if s.m_low[m] and fresh and (self.brave(s, m) or not self.look(s).seen_stand >> s.m_at[m] & 1):
            return by_verb["pop-up"][0]
        if task.kind == "leave" and "leave" in by_verb:
            return min(by_verb["leave"], key=len)
        done = self.do_task(s, m, task, by_verb)
        if done is not None:
            return done
        silent = self.silent(s, m, task, options)
        if silent is not None:
            return silent
        task = self.in_the_way(s, m, task)
        return self.go(s, m, task, options, by_verb)

    def in_the_way(self, s: Regiment, m: int, task: Task) -> Task:
        """Where the way leads past a guard who never looks elsewhere, he is to be killed first."""
        knife = s.has(m, data.ITEM_WEAPON.index(data.KNIFE))
        if not knife or self.brave(s, m) or s.m_object[m] or s.m_state[m] != ACTIVE or task.kind == "knife":
            return task
        looked = self.look(s)
        field = self.field_of(s, m, task)
        v = s.m_at[m]
        for _ in range(60):
            steps = [b for mode in (WALK, CLIMB) for b, _, _, _ in s.layout.steps(mode)[v]]
            after = min(steps, key=lambda b: field[b], default=v)
            if field[after] >= field[v] or field[v] >= FAR:
                return task
            v = after
            for u, seen in looked.fixed.items():
                if seen >> v & 1 and s.u_kind[u] in attack.SINGLE_MEN:
                    behind = s.u_at[u] - s.grid.step(s.u_face[u])
                    others = [other for one, other in looked.fixed.items() if one != u]
                    if s.layout.enterable(behind, WALK) and attack.directly_behind(s, u, behind):
                        if not any(other >> behind & 1 for other in others):
                            return Task("knife", {behind}, u)
        return task

    def stop(self, s: Regiment, m: int, options: list[Action], by_verb: dict[str, list[Action]]) -> Action:
        """Nothing more to do this turn: crouch where that helps, then end."""
        if "end" not in by_verb:
            return options[0]
        if s.m_state[m] == ACTIVE and "crouch" in by_verb and s.m_ap[m] >= 1:
            looked = self.look(s)
            v = s.m_at[m]
            if looked.lie.get(v, 0.0) + 0.02 < looked.stand.get(v, 0.0) and not looked.seen_stand >> v & 1:
                return by_verb["crouch"][0]
        return by_verb["end"][0]

    def brave(self, s: Regiment, m: int) -> bool:
        """Whether a man no longer hides."""
        return s.section == BATTLE or bool(s.m_spotted[m])

    def do_task(self, s: Regiment, m: int, task: Task, by_verb: dict[str, list[Action]]) -> Action | None:
        """What a man does where he stands."""
        v = s.m_at[m]
        match task.kind:
            case "hide":
                looked = self.look(s)
                for option in by_verb.get("place", []):
                    w = s.stage.by_name[option[3]]
                    if s.layout.kind[w] in (FOREST, ROOM, WATER) and looked.lie.get(w, 0.0) < 0.05:
                        return option
            case "bomb" if v in task.squares or by_verb.get("place"):
                centres = self.blast_on(s, task)
                for option in by_verb.get("place", []):
                    if option[2] == "lewes" and s.stage.by_name[option[3]] in centres:
                        return option
            case "grenade" if v in task.squares and "throw" in by_verb:
                return by_verb["throw"][0]
            case "ambush" if v in task.squares and "throw" in by_verb:
                if any(self.wanted(s, u) and self.in_reach(s, m, u) for u in range(len(s.u_kind))):
                    return by_verb["throw"][0]
            case "shoot":
                word = attack.target_word(s, task.what)
                shots = [o for o in by_verb.get("attack", []) if o[3] == word]
                if shots:
                    best = max(shots, key=lambda o: data.W_DICE[data.WEAPONS.index(o[2])])
                    aim = next((o for o in by_verb.get("aim", []) if o[2] == word), None)
                    if aim is not None and s.m_ap[m] >= 2 and s.m_aim[m] != task.what:
                        return aim
                    return best
        return None

    def in_reach(self, s: Regiment, m: int, u: int) -> bool:
        """Whether a man can throw a grenade at a unit he sees."""
        return any(
            s.grid.on_board(v)
            and 1 < s.grid.distance(s.m_at[m], v) <= data.W_LONG[data.GRENADE]
            and sight.in_our_sight(s, m, s.m_at[m], v, bool(s.m_low[m]))
            for v in s.footprint(u)
        )

    def silent(self, s: Regiment, m: int, task: Task, options: list[Action]) -> Action | None:
        """The knife, where nobody else watches and the body will not be found at once."""
        for option in options:
            if "knife" not in option or option[0] == "attack-move":
                continue
            u = s.unit_of(option[-1])
            at = s.stage.by_name[option[2]] if option[0] == "move-attack" else s.m_at[m]
            if task.kind == "knife" and task.what == u:
                return option
            if self.watched(s, m, u, at):
                continue
            kind = s.layout.kind[s.u_at[u]]
            risk = self.look(s).lie.get(s.u_at[u], 0.0)
            if s.u_alert[u] or risk < (HIDDEN if kind in (FOREST, ROOM) else OPEN) or s.section == BATTLE:
                return option
        return None

    def watched(self, s: Regiment, m: int, u: int, at: int) -> bool:
        """Whether somebody else sees the victim's square or the killer's."""
        for other in range(len(s.u_kind)):
            if other != u and sight.has_sight(s, other):
                seen = sight.view_of(s, other, False)
                if seen >> s.u_at[u] & 1 or seen >> at & 1 or seen >> s.m_at[m] & 1:
                    return True
        return False

    def go(self, s: Regiment, m: int, task: Task, options: list[Action], by_verb: dict[str, list[Action]]) -> Action:
        """The first step of the way to the best place to stop that can be reached with the points left."""
        if task.kind == "fetch":
            for option in (*by_verb.get("pick-up", []), *by_verb.get("move", []), *by_verb.get("sprint", [])):
                if option[-1] in ("take", "corpse") and s.m_at[m] not in task.squares:
                    if s.stage.by_name[option[2]] in task.squares:
                        return option
                elif option[-1] == "corpse":
                    return option
        field = self.field_of(s, m, task)
        brave = self.brave(s, m)
        reach = self.reach(s, m, brave, options)
        best: Action | None = None
        value = self.stopping(s, m, field, s.m_at[m], s.m_ap[m], brave)
        if s.m_state[m] == WAITING:
            value += 16 * TURN  # nobody earns anything there
        for v, (left, first) in reach.items():
            here = self.stopping(s, m, field, v, left, brave)
            if here < value:
                value, best = here, first
        smoke = self.smoke(s, m, by_verb) if best is None and not brave else None
        if smoke is not None:
            return smoke
        if best is not None:
            return best
        if brave:
            shot = self.shot(s, m, by_verb)
            if shot is not None:
                return shot
        if "end" not in by_verb:
            return options[0]
        return self.stop(s, m, options, by_verb)

    def smoke(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """A cigarette for the patrolman who would find the man where he stays."""
        looked = self.look(s)
        low = 1 if s.m_low[m] or s.m_ap[m] else 0
        for option in by_verb.get("cigarette", []):
            u = s.unit_of(option[2])
            if looked.by_unit.get(u, (0, 0))[low] >> s.m_at[m] & 1 and s.u_colour[u] != s.token:
                return option
        return None

    def shot(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """With points to spare a spotted man fires at the alert."""
        if s.section != BATTLE:
            return None
        best, most = None, 0.0
        for option in by_verb.get("attack", []):
            if option[2] == "knife" or option[3].startswith(("barrel", "radio")):
                continue
            weapon, u = data.WEAPONS.index(option[2]), s.unit_of(option[3])
            if not attack.hurts(s, weapon, u):
                continue
            far = s.grid.distance(s.m_at[m], s.u_at[u])
            plus = 1 if far <= data.W_SHORT[weapon] else 0
            hits = data.W_DICE[weapon] * min(6, 7 - data.W_NEEDS[weapon] + plus) / 6 / s.u_health[u]
            if hits > most:
                best, most = option, hits
        return best

    def stopping(self, s: Regiment, m: int, field: list[int], v: int, left: int, brave: bool) -> int:
        """How good it is to end the turn on a square: time still to go, and what may happen there."""
        value = field[v]
        if brave:
            if not s.veil_known:
                sight.veil(s)
            for u in range(len(s.u_kind)):
                if s.u_alert[u] and s.here(u) and not s.vehicle(u):
                    far = s.grid.distance(v, s.u_at[u])
                    if far <= 12 and s.layout.eyes.level(s.u_at[u], v, s.veil_low, s.veil_high) < 2:
                        value += BOLD
            return value * 16 - left
        looked = self.look(s)
        chance = looked.stand.get(v, 0.0)
        if left >= 1 or s.m_low[m]:
            chance = min(chance, looked.lie.get(v, 0.0))
        if looked.later[1 if left >= 1 or s.m_low[m] else 0] >> v & 1:
            chance += LATER
        fear = FEAR - min(s.turn, 40) * 2
        if s.meter <= 2 or any(s.u_alert[u] and s.here(u) for u in range(len(s.u_kind))):
            fear //= 2
        return int((value + fear * chance) * 16) - left

    def reach(self, s: Regiment, m: int, brave: bool, options: list[Action]) -> dict[int, tuple[int, Action]]:
        """The squares that can be reached with the points left: what is left there, and the first action of the way.

        Unless he is spotted already, a man passes no square that anybody sees and does not run beside anybody.
        """
        looked = self.look(s)
        seen = looked.seen_stand
        if s.has(m, data.I_CAMO):
            seen = (seen & ~s.layout.forest) | (looked.seen_lie & s.layout.forest)
        if s.m_low[m]:
            seen = looked.seen_lie
        taken = sight.occupied(s, but_man=m)
        loud = 0
        for u in range(len(s.u_kind)):
            for v in s.footprint(u):
                loud |= sight.blast_squares(s, v) if v >= 0 else 0
        if brave:
            seen = loud = 0
        if s.m_state[m] == ACTIVE and seen >> s.m_at[m] & 1:
            return {}  # somebody looks at him and has not noticed: he keeps still
        ways = movement.ways(s, m, 0) if any(o[0] == "sprint" for o in options) else {}
        found: dict[int, tuple[int, Action]] = {}
        ap = s.m_ap[m]
        edge: list[tuple[int, int]] = []
        boarding = cars.open_squares(s, m)
        for option in options:
            if option[0] not in ("move", "sprint", "climb") or option[-1] == "take":
                continue
            to = s.stage.by_name[option[2]]
            price = 1 if option[0] == "move" else 2
            if seen >> to & 1 or boarding >> to & 1:
                continue
            if option[0] == "sprint" and not brave:
                marks_ = ways.get(to, {})
                way = next(iter(marks_.values()), ())
                if len(option) > 3:
                    way = (*(s.stage.by_name[word] for word in option[3:]), to)
                if loud >> s.m_at[m] & 1 or any(seen >> v & 1 or loud >> v & 1 for v in way):
                    continue
            if to not in found or found[to][0] < ap - price:
                found[to] = (ap - price, option)
                edge.append((to, ap - price))
        if s.m_low[m] or s.m_object[m] != NOTHING:
            running = False
        else:
            running = True
        steps: dict[int, list[int]] = {}

        def around(v: int, sprinting: bool) -> list[int]:
            key = 2 * v + sprinting
            if key not in steps:
                steps[key] = [to for to in movement.next_steps(s, m, v, sprinting) if not seen >> to & 1]
            return steps[key]

        while edge:
            v, left = edge.pop(0)
            if found[v][0] != left or left < 1:
                continue
            first = found[v][1]
            for to in around(v, False):
                if to not in found or found[to][0] < left - 1:
                    found[to] = (left - 1, first)
                    edge.append((to, left - 1))
            if left >= 2 and running and not loud >> v & 1:
                layer, known = [v], {v}
                for _ in range(movement.SPRINT):
                    layer = [to for at in layer for to in around(at, True) if to not in known and not loud >> to & 1]
                    layer = list(dict.fromkeys(layer))
                    known.update(layer)
                    for to in layer:
                        if to not in found or found[to][0] < left - 2:
                            found[to] = (left - 2, first)
                            edge.append((to, left - 2))
        return {v: one for v, one in found.items() if not taken >> v & 1}


_back: dict[int, list[list[tuple[int, int, int, int]]]] = {}


def back_steps(s: Regiment) -> list[list[tuple[int, int, int, int]]]:
    """Every step of a man backwards, with its time: run, walk in the woods, climb."""
    key = id(s.layout)
    if key not in _back:
        back: list[list[tuple[int, int, int, int]]] = [[] for _ in range(s.grid.size)]
        for mode in (WALK, CLIMB):
            table = s.layout.steps(mode)
            for a in range(s.grid.size):
                for b, _, s1, s2 in table[a]:
                    deep = s.layout.kind[a] == FOREST and s.layout.kind[b] == FOREST
                    price = OVER if mode == CLIMB else SLOW if deep else STEP
                    back[b].append((a, price, s1, s2))
        _back[key] = back
    return _back[key]


__all__ = ["DEAD", "HOOK", "LEFT", "Greedy"]
