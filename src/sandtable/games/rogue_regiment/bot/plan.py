"""What the bot `greedy` has to do: which objectives are open, how a man can do one, and when it is time to go home."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.bot.lookout import FAR, Lookout
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective
from sandtable.games.rogue_regiment.box.tiles import FOREST, ROOM, WATER
from sandtable.games.rogue_regiment.ground.layout import WALK
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    CORPSE,
    LEFT,
    OFF,
    STEALTH,
    V_CONVOY,
    WAITING,
    Regiment,
)
from sandtable.geometry.squares import bits

TURN: Final = 12  # an Operator's four points, in thirds of a point
PATIENCE: Final = 40  # the turn from which a man no longer waits until he gets away well
DETOUR: Final = 0  # what may look at him on the way home after a bang
CLOSE: Final = 18  # the way home that he runs whoever looks
LAST: Final = 58  # the turn from which everybody goes home
UNSURE: Final = 24  # what it costs that a grenade over a wall may fall elsewhere
FOUND: Final = 0.15  # the chance to be found from which a body is worth hiding
NEAR: Final = 2  # squares within which it is
BOMB: Final = 4  # hits that a bomb makes, less than its mean
BLAST: Final = 3  # hits that a grenade makes, less than its mean
VEHICLE_AT: Final = 3000  # what a task is about, behind the numbers of units, barrels and radio sets
DUMP_AT: Final = 4000
KINDS: Final = ("documents", "dump", "radio", "pump", "officer", "vehicle", "loaded", "convoy", "aa-gun")
BOMBED: Final = ("dump", "radio", "pump")
MINED: Final = ("vehicle", "loaded", "aa-gun")
NEAR_ALARM: Final = 2  # the meter at which one goes home with what is done, and Nancy at once
THERE_AND_BACK: Final = ("bomb", "papers", "knife", "spear")
LOUD_KINDS: Final = ("grenade", "lob", "shoot")
I_KNIFE: Final = data.ITEM_WEAPON.index(data.KNIFE)
I_STEN: Final = data.ITEM_WEAPON.index(data.WEAPONS.index("sten"))


class Task:
    """What a man is after: the squares from which it can be done, and what is done there."""

    def __init__(self, kind: str, squares: set[int], what: int = OFF) -> None:
        self.kind = kind
        self.squares = squares
        self.what = what


class Jobs(Lookout):
    """Finds work for the bot."""

    def tasks(self, s: Regiment) -> list[tuple[int, Objective]]:
        """Objectives that are still open and that somebody of ours may do, those that pay best first."""
        found = []
        for n, objective in enumerate(s.stage.mission.objectives):
            if s.scored[n] and not objective.each:
                continue
            if objective.kind == "documents" and not any(v >= 0 for v in s.papers):
                continue
            if objective.kind in KINDS:
                found.append((n, objective))
        return sorted(found, key=lambda one: -one[1].points)

    def task(self, s: Regiment, m: int) -> Task:
        """What this man does now: hide a body, do an objective, wait, or go home."""
        if not s.is_operator(m):
            return Task("leave", self.exits(s))
        if s.m_object[m] == CORPSE:
            return Task("hide", self.hides(s))
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
        if s.m_state[m] != ACTIVE or self.brave(s, m) or self.alerted(s):
            return OFF
        looked = self.look(s)
        for v in s.corpses:
            if v >= 0 and looked.lie.get(v, 0.0) >= FOUND and s.grid.distance(v, s.m_at[m]) <= NEAR:
                if not looked.seen_stand >> v & 1 and self.hides(s):
                    return v
        return OFF

    def hides(self, s: Regiment) -> set[int]:
        """Squares beside which a body can be put out of sight: woods, rooms and water where nobody will look."""
        looked = self.look(s)
        good = {
            v
            for v in s.grid.squares
            if s.layout.kind[v] in (FOREST, ROOM, WATER)
            and looked.lie.get(v, 0.0) < 0.05
            and not looked.seen_lie >> v & 1
        }
        return {w for v in good for w in bits(s.layout.blast(v)) if s.layout.enterable(w, WALK)}

    # --- when to go home

    def brave(self, s: Regiment, m: int) -> bool:
        """Whether a man no longer hides."""
        return s.section == BATTLE or bool(s.m_spotted[m])

    def alerted(self, s: Regiment) -> int:
        """How many Axis units on the board are alert."""
        return sum(s.u_alert[u] for u in range(len(s.u_kind)) if s.here(u))

    def over(self, s: Regiment) -> bool:
        """Whether nothing is left to do for anybody."""
        if s.turn >= LAST:
            return True
        ours = [m for m in range(len(s.m_kind)) if s.is_operator(m) and s.m_state[m] in (WAITING, ACTIVE)]
        if not s.special_out and any(o.kind == "convoy" for o in s.stage.mission.objectives):
            return False  # it is still to come
        if self.busy(s) or (s.typhoon and typhoon.flies(s)):
            return False
        return not s.bombs and all(self.home(s, m) or self.work(s, m).kind == "stay" for m in ours)

    def busy(self, s: Regiment) -> bool:
        """Whether somebody has an errand of another kind."""
        return False

    def home(self, s: Regiment, m: int) -> bool:
        """Whether a man should go home: enough is done, he is badly hurt, or no time is left."""
        if s.turn >= LAST or (s.has(m, data.I_DOCUMENTS) and not self.tasks(s)):
            return True
        if self.manner.resolve or self.manner.content:
            won = self.secured(s) >= s.stage.mission.minor
            if (won and self.manner.content) or (not won and self.manner.resolve and self.best(s, m)[0].kind != "stay"):
                return won
        alerted = self.alerted(s)
        if alerted > 1 or s.meter <= NEAR_ALARM:
            done = self.secured(s)
            if done >= s.stage.mission.major or (done >= s.stage.mission.minor and not self.at_hand(s, m)):
                return True
        if s.m_state[m] == WAITING:
            return s.section == BATTLE
        return s.m_health[m] <= 2 or bool(s.m_spotted[m] and alerted > 1)

    def at_hand(self, s: Regiment, m: int) -> bool:
        """Whether a man who is still hidden can do more where he is, and the alarm is not about to sound."""
        if s.m_state[m] != ACTIVE or self.brave(s, m) or s.meter <= 1:
            return False
        best, _ = self.best(s, m)
        return best.kind != "stay" and self.field_of(s, Task("", best.squares))[s.m_at[m]] <= TURN // 2

    def secured(self, s: Regiment) -> int:
        """The points if all who live left now and the bombs that are laid did their work."""
        twin = s.clone()
        for m in range(len(s.m_kind)):
            if s.is_operator(m) and s.m_state[m] in (WAITING, ACTIVE):
                twin.become(m, LEFT)
        return victory.points(twin) + self.promised(s)

    def promised(self, s: Regiment) -> int:
        """The points for what lies under the blasts of bombs that are laid."""
        under = 0
        for v, _, _ in s.bombs:
            under |= s.layout.blast(v)
        found = 0
        for _, objective in self.tasks(s) if under else ():
            if objective.place is not None:
                if objective.kind in BOMBED and under >> s.stage.square(objective.place) & 1:
                    found += objective.points
            elif objective.kind in MINED:
                doomed = sum([self.is_doomed(s, VEHICLE_AT + u) for u in self.paid_for(s, objective)])
                found += objective.points * (doomed if objective.each else min(doomed, 1))
        return found

    def is_doomed(self, s: Regiment, what: int) -> bool:
        """Whether the bombs that are laid are enough for what a task is about."""
        task = Task("bomb", set(), what)
        return self.bombs_on(s, task) >= self.bombs_for(s, task)

    # --- who does what

    def work(self, s: Regiment, m: int) -> Task:
        """What a man on foot is to do: who is at work goes on; if nobody is, he whose way is shortest begins. Where
        there is nothing but a convoy they go together.
        """
        none = Task("stay", set())
        if s.m_car[m] >= 0:
            return none
        best, cost = self.best(s, m)
        together = best.kind == "ambush" and all(objective.kind == "convoy" for _, objective in self.tasks(s))
        if best.kind == "stay" or together or s.on_board(m):
            return best
        for n in range(len(s.m_kind)):
            walks = s.is_operator(n) and s.m_state[n] in (WAITING, ACTIVE) and s.m_car[n] < 0
            if n != m and walks and not self.home(s, n):
                other, theirs = self.best(s, n)
                if other.kind != "stay" and (s.on_board(n) or (theirs, n) < (cost, m)):
                    return none
        return best

    def best(self, s: Regiment, m: int) -> tuple[Task, float]:
        """The objective that pays a man best for his way, and how much that is."""
        best, least = Task("stay", set()), float(FAR)
        done, minor = self.secured(s), s.stage.mission.minor
        for _, objective in self.tasks(s):
            for task in self.ways_to_do(s, m, objective):
                if task.kind == "bomb" and self.is_doomed(s, task.what):
                    continue
                if task.squares:
                    cost = self.field_of(s, task)[s.m_at[m]] - self.manner.pay * objective.points
                    if task.kind in THERE_AND_BACK:
                        cost += min(self.field(s, frozenset(self.exits(s)))[v] for v in task.squares)
                    if task.kind == "lob":
                        cost += UNSURE
                    if task.kind == "shoot" or (task.kind in ("grenade", "lob") and done + objective.points < minor):
                        cost += self.manner.loud if s.section == STEALTH else 0
                    if cost < least:
                        best, least = task, cost
        return best, least

    def bombs_on(self, s: Regiment, task: Task) -> int:
        """How many bombs are laid where their blast touches what a task is about."""
        centres = self.blast_on(s, task)
        return sum(1 for v, _, _ in s.bombs if v in centres)

    def bombs_for(self, s: Regiment, task: Task) -> int:
        """How many bombs it takes: a second for a vehicle that stands more than one is likely to do."""
        vehicle = VEHICLE_AT <= task.what < DUMP_AT
        return 2 if vehicle and s.u_health[task.what - VEHICLE_AT] > BOMB else 1

    def field_of(self, s: Regiment, task: Task) -> list[int]:
        """The time to where a task can be done; what is loud is better done where one gets away from."""
        bang = self.bang(s, task) if task.kind in LOUD_KINDS and s.section == STEALTH else OFF
        return self.field(s, frozenset(task.squares), bang)

    def ready(self, s: Regiment, m: int, task: Task, v: int) -> bool:
        """Whether a man gets away from a square after the noise of a task; he does not wait for ever."""
        if self.brave(s, m) or s.turn >= PATIENCE or task.kind not in LOUD_KINDS:
            return True
        way = self.run(s)[v]
        return way <= CLOSE or self.retreat(s, self.bang(s, task))[v] <= way + DETOUR

    def bang(self, s: Regiment, task: Task) -> int:
        """Where the noise of a task is made."""
        if task.what < targeting.BARREL_AT:
            return s.u_at[task.what]
        return max(sorted(self.blast_on(s, task)), key=lambda v: self.blast_worth(s, v))

    # --- how it is done

    def ways_to_do(self, s: Regiment, m: int, objective: Objective) -> list[Task]:
        """How a man may do an objective with what he has."""
        match objective.kind:
            case "documents":
                free = carry.has_room(s, m, data.I_DOCUMENTS)
                return [Task("papers", {v for v in s.papers if v >= 0})] if free else []
            case "dump":
                return self.ways_to_dumps(s, m)
            case "radio":
                return self.ways_to_radios(s, m)
            case "pump":
                return self.ways_to_pumps(s, m)
            case "officer":
                return self.ways_to_officers(s, m)
            case "vehicle" | "loaded" | "aa-gun":
                return self.ways_to_vehicles(s, m, objective)
            case "convoy" if s.special_out and grenades.held(s, m):
                return self.ambushes(s, objective.unit)
        return []

    def ways_to_dumps(self, s: Regiment, m: int) -> list[Task]:
        """Blow a dump up, or fire at a barrel that takes one along."""
        found: list[Task] = []
        for n, (v, health) in enumerate(s.dumps):
            if health:
                found += self.blasting(s, m, DUMP_AT + n, s.layout.dump(v), health)
        for n, v in enumerate(s.barrels if s.has(m, I_STEN) else []):
            if v >= 0 and n not in s.pumps and self.passes_on(s, n):
                found.append(Task("shoot", self.firing(s, v), targeting.BARREL_AT + n))
        return found

    def ways_to_radios(self, s: Regiment, m: int) -> list[Task]:
        """Blow a radio set up, or fire at it."""
        found: list[Task] = []
        for n, (v, health) in enumerate(s.radios):
            if health:
                found += self.blowing_up(s, m, targeting.RADIO_AT + n, v, health)
        return found

    def ways_to_pumps(self, s: Regiment, m: int) -> list[Task]:
        """Blow a pump up, or fire at it."""
        found: list[Task] = []
        for n in s.pumps:
            if s.barrels[n] >= 0:
                found += self.blowing_up(s, m, targeting.BARREL_AT + n, s.barrels[n], 1)
        return found

    def blowing_up(self, s: Regiment, m: int, what: int, v: int, health: int) -> list[Task]:
        """A blast on something of one square, or shots at it."""
        found = self.blasting(s, m, what, 1 << v, health)
        if s.has(m, I_STEN):
            found.append(Task("shoot", self.firing(s, v), what))
        return found

    def ways_to_officers(self, s: Regiment, m: int) -> list[Task]:
        """Kill an officer."""
        officers = [u for u in range(len(s.u_kind)) if s.u_kind[u] == data.OFFICER and s.here(u)]
        return [task for u in officers for task in self.killing(s, m, u)]

    def paid_for(self, s: Regiment, objective: Objective) -> list[int]:
        """The vehicles or guns of theirs that an objective is about; a loaded one only while its men are aboard."""
        kind = objective.unit or objective.kind
        units = [u for u in range(len(s.u_kind)) if data.UNITS[s.u_kind[u]] == kind and s.here(u)]
        return [u for u in units if not (objective.kind == "loaded" and s.u_set[u])]

    def ways_to_vehicles(self, s: Regiment, m: int, objective: Objective) -> list[Task]:
        """Blow up a vehicle or a gun; where its men are to be aboard, the smoke hides it from a second grenade."""
        found: list[Task] = []
        for u in self.paid_for(s, objective):
            ways = self.blasting(s, m, VEHICLE_AT + u, s.grid.union(s.footprint(u)), s.u_health[u])
            found += [way for way in ways if objective.kind != "loaded" or way.kind == "bomb"]
        return found

    def ambushes(self, s: Regiment, unit: str) -> list[Task]:
        """Wait for a vehicle of that kind in the convoy where a grenade reaches it, or its road while it is to come."""
        found: list[Task] = []
        for u in range(len(s.u_kind)):
            if s.alive(u) and s.u_role[u] == V_CONVOY and data.UNITS[s.u_kind[u]] == unit:
                squares = 0
                for v in s.footprint(u) if s.here(u) else self.road(s, u):
                    if s.grid.on_board(v):
                        squares |= self.lines_to(s, v, data.W_LONG[data.GRENADE]) & ~self.around(s, v, 3)
                found.append(Task("ambush", set(bits(squares)), VEHICLE_AT + u))
        return found

    def killing(self, s: Regiment, m: int, u: int) -> list[Task]:
        """How a man may kill another: with the knife from behind, the speargun from near by, or loudly."""
        found: list[Task] = []
        v = s.u_at[u]
        if targeting.may_assassinate(s, m, u):
            behind = v - s.grid.step(s.u_face[u])
            if s.has(m, I_KNIFE) and s.layout.enterable(behind, WALK) and targeting.directly_behind(s, u, behind):
                found.append(Task("knife", {behind}, u))
            if s.has(m, data.I_SPEARGUN):
                squares = self.lines_to(s, v, data.W_SHORT[data.SPEARGUN]) & ~sight.view_of(s, u, False)
                found.append(Task("spear", set(bits(squares)), u))
        if grenades.held(s, m):
            found.append(Task("lob", self.lobbing(s, v), VEHICLE_AT + u))
        if not any(task.squares for task in found):
            found.append(Task("shoot", set(bits(self.lines_to(s, v, data.W_LONG[data.PISTOL]))), u))
        return found

    def lobbing(self, s: Regiment, v: int) -> set[int]:
        """Where one throws a grenade over walls from: it may drift, so not from near by."""
        far = data.W_LONG[data.GRENADE]
        return set(bits(self.around(s, v, far) & ~self.around(s, v, far - 2) & self.ground(s)))

    def firing(self, s: Regiment, v: int) -> set[int]:
        """Where one fires at something that goes up: in range and out of its blast."""
        return set(bits(self.lines_to(s, v, data.W_LONG[data.PISTOL]) & ~self.around(s, v, 2)))

    def road(self, s: Regiment, u: int) -> list[int]:
        """The squares of a convoy's way nearest to where our men come from."""
        squares = [state >> 2 for state, _ in routes.route_of(s, u) if s.grid.on_board(state >> 2)]
        return sorted(squares, key=lambda v: (s.grid.distance(v, s.stage.entry[1]), v))[:6]

    def blasting(self, s: Regiment, m: int, what: int, under: int, health: int) -> list[Task]:
        """A bomb beside something, or grenades from where he sees them fall."""
        found = []
        if s.has(m, data.I_LEWES):
            found.append(Task("bomb", self.beside(s, under), what))
        if grenades.held(s, m) * BLAST >= health - 1:
            squares = 0
            for v in self.blast_on(s, Task("", set(), what)):
                if self.blast_worth(s, v) >= 2:
                    squares |= self.lines_to(s, v, data.W_LONG[data.GRENADE]) & ~self.around(s, v, 1)
            found.append(Task("grenade", set(bits(squares)), what))
        return found

    def beside(self, s: Regiment, under: int) -> set[int]:
        """The squares beside something on which a man can stand."""
        near = {w for v in bits(under) for w in bits(s.layout.blast(v) & ~under)}
        return {v for v in near if s.layout.enterable(v, WALK)}

    def blast_worth(self, s: Regiment, v: int) -> float:
        """What a blast is worth: what the mission pays for, barrels that would pass it on, and enemies; none of ours
        may be under it.
        """
        self.look(s)
        key = (v, *(s.m_at[m] for m in range(len(s.m_kind)) if s.on_foot(m)))
        if key not in self.worths:
            self.worths[key] = self.count_blast(s, v)
        return self.worths[key]

    def count_blast(self, s: Regiment, v: int) -> float:
        """The same, counted anew."""
        under = s.layout.blast(v)
        if self.ours_under(s, under):
            return -9.0
        worth = 3.0 * sum(1 for at, health in s.dumps if health and under & s.layout.dump(at))
        worth += 3.0 * sum(1 for at, health in s.radios if health and under >> at & 1)
        worth += 2.0 * sum(1 for n, w in enumerate(s.barrels) if w >= 0 and under >> w & 1 and self.passes_on(s, n))
        return worth + self.enemies_under(s, under)

    def enemies_under(self, s: Regiment, under: int) -> float:
        """What the enemies on some squares are worth: those the mission pays for, and those who are alert."""
        worth = 0.0
        for u in range(len(s.u_kind)):
            if s.here(u) and any(under >> w & 1 for w in s.footprint(u)):
                worth += 3.0 if self.wanted(s, u) else 0.5 * s.u_alert[u]
        return worth

    def ours_under(self, s: Regiment, under: int) -> bool:
        """Whether somebody of ours is on one of some squares."""
        return any(s.on_foot(m) and under >> s.m_at[m] & 1 for m in range(len(s.m_kind)))

    def passes_on(self, s: Regiment, n: int) -> bool:
        """Whether a barrel that goes up takes a dump with it and none of ours."""
        under = s.layout.blast(s.barrels[n])
        if self.ours_under(s, under):
            return False
        return n in s.pumps or any(health and under & s.layout.dump(at) for at, health in s.dumps)

    def wanted(self, s: Regiment, u: int) -> bool:
        """Whether a mission pays for a unit."""
        kind = data.UNITS[s.u_kind[u]]
        return kind == "officer" or any(
            (o.kind in ("vehicle", "convoy", "loaded") and o.unit == kind) or o.kind == kind == "aa-gun"
            for o in s.stage.mission.objectives
        )

    def blast_on(self, s: Regiment, task: Task) -> set[int]:
        """The centres of blasts that touch what a task is about."""
        if task.what >= DUMP_AT:
            squares = tuple(bits(s.layout.dump(s.dumps[task.what - DUMP_AT][0])))
        elif task.what >= VEHICLE_AT:
            squares = s.footprint(task.what - VEHICLE_AT)
        else:
            squares = (targeting.target_square(s, task.what),)
        found = set()
        for v in squares:
            found |= set(bits(s.layout.blast(v)))
        return found
