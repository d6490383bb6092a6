"""What the bot `greedy` does with They Who Dare: Nancy's errands in disguise, and the runs of the Typhoon."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.bot.lookout import FAR
from sandtable.games.rogue_regiment.bot.plan import NEAR_ALARM, Jobs
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.layout import WALK
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, OFF, STEALTH, WAITING, Regiment
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action

SOUND: Final = 4  # the health from which the Typhoon is sent again while guns wait for it
LATEST: Final = 30  # the turn by which it is called
FIRST: Final = 3  # how much more the first tile of a run is worth than those after it
WORRY: Final = 6.0  # steps that Nancy goes round for a place where nobody will see her


class Daring(Jobs):
    """Errands in disguise and runs of the Typhoon."""

    # --- Nancy

    def errand(self, s: Regiment, m: int) -> set[int]:
        """Where Nancy goes under cover: to papers that are to be read while the alarm is not near, to where she can lay
        her bomb unseen, home.
        """
        for n, objective in enumerate(s.stage.mission.objectives):
            if objective.kind == "read" and objective.place is not None and not s.scored[n] and s.meter > NEAR_ALARM:
                return {s.stage.square(objective.place)}
        laying = self.hideouts(s, m)
        if laying:
            return laying
        return self.doors(s)

    def doors(self, s: Regiment) -> set[int]:
        """The squares from which one leaves the board."""
        return set(bits(s.stage.exits))

    def marks(self, s: Regiment, m: int) -> list[int]:
        """What her bomb is for, square by square; nothing once it is laid."""
        if not s.has(m, data.I_RAT):
            return []
        found = []
        for n, objective in enumerate(s.stage.mission.objectives):
            if objective.kind == "rat-bomb" and objective.other is not None and not s.scored[n]:
                found += [s.u_at[u] for u, kind in enumerate(s.u_kind) if kind == data.OFFICER and s.here(u)]
                found += [v for v, health in s.radios if health]
        return found

    def hideouts(self, s: Regiment, m: int) -> set[int]:
        """Where she can change and reach the place for her bomb while nobody looks: two steps from what it is for."""
        wide = set()
        for at in self.marks(s, m):
            wide |= set(bits(s.grid.disc(at, 2) & ~s.grid.disc(at, 1)))
        seen = self.look(s).seen_stand
        return {v for v in wide if s.layout.enterable(v, WALK) and s.layout.room[v] and not seen >> v & 1}

    def busy(self, s: Regiment) -> bool:
        """Whether Nancy still has an errand, so that nobody goes home."""
        m = talking.nancy(s)
        if m < 0 or s.m_state[m] not in (WAITING, ACTIVE) or s.section == BATTLE or s.m_spotted[m]:
            return False
        return self.errand(s, m) != self.doors(s) or s.m_side[m] == 0

    def nancy(self, s: Regiment, m: int, options: list[Action]) -> Action | None:
        """What Nancy does while her disguise holds; None where she is like anybody else."""
        name = s.man(m)
        by_words = set(options)
        if sight.under_cover(s, m):
            return self.stroll(s, m, options)
        if s.section == BATTLE or s.m_spotted[m] or s.m_state[m] != ACTIVE:
            return None
        laid = self.lay_rat(s, m, options)
        if laid is not None:
            return laid
        if (disguise.CHANGE_CLOTHES.word, name) in by_words and not self.look(s).seen_stand >> s.m_at[m] & 1:
            return (disguise.CHANGE_CLOTHES.word, name)
        return next((o for o in options if o[0] == turn.END.word), None)

    def lay_rat(self, s: Regiment, m: int, options: list[Action]) -> Action | None:
        """Her bomb where its blast takes what it is for, but not her."""
        wanted = self.marks(s, m)
        for option in options:
            if option[0] == carry.PLACE.word and option[2] == "rat":
                if any(s.grid.distance(s.stage.by_name[option[3]], at) <= 1 for at in wanted):
                    return option
        return None

    def stroll(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """The next thing under cover: change where the bomb is to be laid, go on, leave, or end the turn."""
        goals, here, name = self.errand(s, m), s.m_at[m], s.man(m)
        ends = [option for option in options if option[0] == turn.END.word]
        if here in goals and s.m_state[m] == ACTIVE:
            change = (disguise.CHANGE_CLOTHES.word, name)
            if self.marks(s, m) and here in self.hideouts(s, m) and goals != self.doors(s):
                return change if change in options else (ends or options)[0]
            if goals == self.doors(s) and (movement.LEAVE.word, name) in options:
                return (movement.LEAVE.word, name)
            if ends:
                return ends[0]
        step = self.step(s, m, goals)
        wanted = (movement.MOVE.word, name, s.place(step))
        if step >= 0 and wanted in options:
            return wanted
        if here in self.steps_from(s, m, self.ends(s, m, goals)) and self.look(s).seen_stand >> here & 1:
            for option in options:
                if option[0] == disguise.INTERACT.word:
                    return option  # whoever talks makes nobody suspicious
        return (ends or options)[0]

    def steps_from(self, s: Regiment, m: int, starts: set[int]) -> dict[int, int]:
        """How many steps it is from some squares to all others under cover."""
        found = dict.fromkeys(starts, 0)
        edge = list(starts)
        while edge:
            after = []
            for v in edge:
                for to in movement.next_steps(s, m, v, False):
                    if to not in found:
                        found[to] = found[v] + 1
                        after.append(to)
            edge = after
        return found

    def ends(self, s: Regiment, m: int, goals: set[int]) -> set[int]:
        """The goals that she can get to at all."""
        there = self.steps_from(s, m, {s.m_at[m]})
        return {v for v in goals if v in there}

    def step(self, s: Regiment, m: int, goals: set[int]) -> int:
        """The first step to where she had best stop this turn, on her way to one of some squares and where she is least
        likely to be in sight when it ends; OFF if that is where she is.
        """
        left = self.steps_from(s, m, self.ends(s, m, goals))
        looked, taken = self.look(s), obstacles.occupied(s, but_man=m)
        came: dict[int, int] = {s.m_at[m]: OFF}
        edge, best, least = [s.m_at[m]], OFF, 0.0
        for _ in range(s.m_ap[m] + 1):
            after = []
            for v in edge:
                cost = left.get(v, FAR) + WORRY * looked.stand.get(v, 0.0) * (v not in goals)
                if (best < 0 or cost < least) and not taken >> v & 1:
                    best, least = v, cost
                for to in movement.next_steps(s, m, v, False):
                    if to not in came:
                        came[to] = v
                        after.append(to)
            edge = after
        while best >= 0 and came[best] not in (OFF, s.m_at[m]):
            best = came[best]
        return best if best != s.m_at[m] else OFF

    # --- the Typhoon

    def call(self, s: Regiment, options: list[Action]) -> Action | None:
        """Call the Typhoon when the alarm has sounded or nobody is on the board to suffer from it, and there is
        something for it to do; not again when it is badly hit and guns wait for it.
        """
        calls = [option for option in options if option[0] == "call"]
        if not calls or not self.prey(s):
            return None
        guns = [u for u in s.axis.present if data.AIR[s.u_kind[u]]]
        if s.typhoon[typhoon.HEALTH] < SOUND and guns:
            return None
        exposed = any(s.is_operator(m) and s.on_board(m) for m in range(len(s.m_kind)))
        if s.section == STEALTH and s.turn < LATEST and (exposed or self.quiet_work(s)):
            return None
        return max(calls, key=lambda o: self.run_worth(s, FACINGS.index(o[2])))

    def quiet_work(self, s: Regiment) -> bool:
        """Whether papers are still to be fetched, which is better done before the alarm."""
        return any(objective.kind == "documents" for _, objective in self.tasks(s))

    def run_worth(self, s: Regiment, edge: int) -> float:
        """What a run from an edge promises: the first tile counts most, which it attacks before anybody fires at it."""
        twin = s.clone()
        typhoon.put(twin, typhoon.EDGE, edge)
        return max([self.line_worth(twin, n) for n in range(typhoon.lines(twin))]) - typhoon.depth(s, edge)

    def line_worth(self, s: Regiment, line: int) -> float:
        """What there is to attack along a line of tiles."""
        prey = self.prey(s)
        found = [(prey & typhoon.squares(s, tile)).bit_count() for tile in typhoon.path(s, line)]
        return FIRST * min(found[0], 4) + min(sum(found[1:]), 4)

    def prey(self, s: Regiment) -> int:
        """What the mission pays for and a rocket can destroy, as a set of squares."""
        found = 0
        for u in s.axis.present:
            if self.wanted(s, u):
                found |= s.cover(u)
        for at, health in s.dumps:
            if health:
                found |= s.layout.dump(at)
        return found & s.grid.board

    def line(self, s: Regiment, options: list[Action]) -> Action:
        """The line of tiles with most to attack, behind the first tile as well as on it."""
        worth = [self.line_worth(s, n) for n in range(typhoon.lines(s))]
        return options[worth.index(max(worth))]

    def sortie(self, s: Regiment, options: list[Action]) -> Action:
        """A rocket where it does most, the cannon at a group, else nothing."""
        best, most = options[0], 1.0
        for option in options:
            worth = 0.0
            if option[0] == "rocket":
                worth = self.blast_worth(s, s.stage.by_name[option[2]])
            elif option[0] == "strafe":
                near = s.grid.disc(s.u_at[s.unit_of(option[2])], 1)
                worth = 0.4 * sum(1 for u in typhoon.exposed(s) if s.cover(u) & near)
            elif option[0] in ("fly", "hold"):
                worth = 1.0
            if worth > most:
                best, most = option, worth
        if best[0] in ("rocket", "strafe") and most > 1.0:
            return best
        return next(option for option in options if option[0] in ("fly", "hold"))
