"""What each action of a man is likely to bring, at a glance: who sees it, hears it or fires back, and what a shot does.

Worked out from sets of squares, once for all his actions, and not by playing them; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice.forecast_hunt import Hunting
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r11_actions as actions
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, OFF, STEALTH, Regiment
from sandtable.kernel.flow import Action
from sandtable.kernel.forecast import DIE, FIRE, HEARD, SEEN, Forecast, Sign
from sandtable.kernel.odds import percent
from sandtable.kernel.seen import Seen

NOTICED: Final = 20  # how much later an action comes for each who hears it, twice for each who sees it
LOUD: Final = 2000  # how much later an attack comes that would give him away


def forecasts(seen: Seen) -> list[Forecast]:
    """RR-9.2, RR-9.5, RR-9.16, RR-10.1 What is told beside each option."""
    s: Regiment = seen.position
    choice = s.choice
    if isinstance(choice, turn.Act):
        ahead = Ahead(s, choice.man)
        return [ahead.forecast(action) for action in seen.options]
    if isinstance(choice, (hunters.Hunt, hunters.HuntDrive, hunters.HuntHeading)):
        hunting = Hunting(s, choice.unit)
        return [hunting.forecast(action) for action in seen.options]
    return [Forecast(at=action[-1] if len(action) > 1 else "") for action in seen.options]


def reckoning(s: Regiment, action: Action) -> str:
    """RR-6.5, RR-6.6, RR-6.11, RR-7.2 The dice of a shot and what each needs, with what is added; nothing without."""
    choice, known = s.choice, turn.all_acts().get(action[0])
    if not isinstance(choice, turn.Act) or not isinstance(known, attack.Attacking):
        return ""
    ahead = Ahead(s, choice.man)
    weapon, target = data.WEAPONS.index(known.weapon(action)), ahead.target(action)
    if weapon in (data.KNIFE, data.GARROTTE) or target < 0:
        return ""
    near, aimed = ahead.added(known, action, target)
    parts = [f"+{near} near"] if near else []
    parts += ["-2 blind"] if known.blind else [f"+{aimed} aimed"] if aimed else []
    dice = f"{data.W_DICE[weapon]} {'die' if data.W_DICE[weapon] == 1 else 'dice'}"
    return f"{dice}, each needs {data.W_NEEDS[weapon]}" + (f" ({', '.join(parts)})" if parts else "")


class Ahead:
    """What lies ahead of a man: who would see and hear him where."""

    def __init__(self, s: Regiment, m: int) -> None:
        self.s = s
        self.m = m
        self.inside: bool = s.m_state[m] == ACTIVE
        self.lying: int = sight.lying_on(s, m)
        self.eyes: list[tuple[int, int, int]] = []  # unit, where it sees who stands, and who lies
        for u in range(len(s.u_kind)):
            if s.alive(u) and sight.has_sight(s, u) and not s.u_cig[u]:
                self.eyes.append((u, sight.view_of(s, u, False), sight.view_of(s, u, True)))
        begun = any(
            o.points > 0 and o.kind not in victory.AT_END and (victory.times_met(s, n) or victory.bearers(s, n))
            for n, o in enumerate(s.stage.mission.objectives)
        )
        self.too_early: bool = s.section == STEALTH and not begun  # to go home

    def forecast(self, action: Action) -> Forecast:
        """What is told beside one action."""
        known = turn.all_acts()[action[0]]
        if known.unseen:
            ends = known is turn.END
            text = "gives himself away" if known is actions.BREAK_COVER else self.suspicion(self.s.m_at[self.m], ends)
            faces = ends and len(action) > 2  # where he looks is his own business unless it is asked for
            late = self.late(known, action, 0, 0.0)
            return Forecast((), text, self.place(known, action), late, known.seldom or faces)
        squares, running = self.way(known, action)
        target = self.target(action)
        seeing = self.watchers(squares, known, target if "knife" in action or "garrotte" in action else OFF)
        moves = known is movement.LEAVE or squares[-1] != self.s.m_at[self.m]
        hearing = self.hearers(squares, running, moves)
        signs: list[Sign] = []
        parts: list[str] = []
        chance = 0.0
        if isinstance(known, attack.Attacking):
            chance, sure = self.kills(known, action, target)
            loud = self.weapon_heard(known, action, squares[-1 if known.step == attack.FIRST else 0], target)
            hearing = sorted({*hearing, *loud})
            parts.append("kills without dice" if sure else f"{percent(chance)} {self.effect(target)}")
            if not sure:
                signs.append(DIE)
        self.tell_seen(seeing, squares, target, chance, signs, parts)
        doubts = self.suspicion(squares[-1], moves)
        if doubts:
            parts.append(doubts)
        if hearing:
            signs.append(HEARD)
            parts.append(f"heard by {self.named(hearing)}")
        if self.is_loud(known, action) and self.s.section == STEALTH:
            parts.append(f"meter {self.s.meter} → {max(0, self.s.meter - 1)}")
        noticed = 2 * len(seeing) + len(hearing)  # to be heard is not yet to be spotted
        aside = known.seldom or (known is movement.LEAVE and self.too_early)
        late, asks = self.late(known, action, noticed, chance), self.asks(known, action, signs)
        return Forecast(tuple(signs), ", ".join(parts), self.place(known, action), late, aside, asks)

    def asks(self, known: acts.ManAction, action: Action, signs: list[Sign]) -> bool:
        """Nobody gives himself away or goes home too early by one click in haste, and whoever clicks on a body may only
        want to go there."""
        s = self.s
        if known is movement.LEAVE and self.too_early:
            return True
        unknown = s.section == STEALTH and not s.m_spotted[self.m]
        loud = s.section == STEALTH and self.is_loud(known, action)
        taking = isinstance(known, movement.Movement) and known.taking
        return loud or taking or (unknown and (SEEN in signs or HEARD in signs))

    def tell_seen(
        self,
        seeing: list[int],
        squares: tuple[int, ...],
        target: int,
        chance: float,
        signs: list[Sign],
        parts: list[str],
    ) -> None:
        """RR-9.16, RR-10.1, RR-10.3, RR-10.9 Being seen, and who of those fires afterwards: once at each man, and never
        who was killed."""
        s = self.s
        fresh = [u for u in seeing if not s.u_alert[u]]
        if seeing and (fresh or not s.m_spotted[self.m]):
            signs.append(SEEN)
            parts.append(f"seen by {self.named(seeing)}")
        firing = []
        for u in seeing:
            reach = notice.reaction_range(s, u)
            answered = s.u_react[u] & (1 << self.m | reactions.fired_at(s, self.m)) or not arms.ANSWERS[s.u_kind[u]][0]
            near = any(notice.range_to(s, u, v) <= reach and notice.bears(s, u, v) for v in squares)
            if s.u_alert[u] and near and not answered and not (u == target and chance == 1):
                firing.append(u)
        unless = target in firing and self.effect(target) == "kill"
        sure = [u for u in firing if u != target or not unless]
        if firing:
            signs.append(FIRE)
        if sure:
            parts.append(f"fired at by {self.named(sure)}")
        if unless:
            parts.append("fired at unless it kills")

    def way(self, known: acts.ManAction, action: Action) -> tuple[tuple[int, ...], bool]:
        """RR-9.12, RR-5.3 The squares of an action on which a man may be noticed, and whether he runs."""
        s, m = self.s, self.m
        start = (s.m_at[m],) if self.inside else ()
        word = known.goes_to(action)
        if not word:
            return start or (s.m_at[m],), False
        to = s.stage.by_name[word]
        if known.runs(action) and s.layout.kind[to] != WATER and not s.m_swim[m]:
            return (*start, *sprinting.named_way(s, m, to, action[3:])), True
        return (*start, to), known.runs(action)

    def watchers(self, squares: tuple[int, ...], known: acts.ManAction, victim: int) -> list[int]:
        """RR-9.16, RR-9.13 The units that see a man on one of some squares, or the man he kills with the knife."""
        s = self.s
        lying = self.lying
        if known.rises or (isinstance(known, attack.Attacking) and not s.m_low[self.m]):
            lying = 0  # RR-20.34 no camo net hides who fires
        low = high = 0
        for v in squares if not sight.under_cover(s, self.m) else ():
            if s.grid.on[v] and not self.under_water(v, known):
                if lying & s.grid.bit[v] or s.m_swim[self.m]:
                    low |= s.grid.bit[v]
                else:
                    high |= s.grid.bit[v]
        if victim >= 0:
            high |= s.grid.bit[s.u_at[victim]]
        return [u for u, stand, lie in self.eyes if u != victim and (high & stand or low & lie)]

    def suspicion(self, v: int, tells: bool) -> str:
        """RR-24.6, RR-24.10 Who would have Nancy in sight in her disguise, and what that costs, if she were on a square
        at the end of the turn; told of an action that is about where she is then.
        """
        s = self.s
        talks = v == s.m_at[self.m] and talking.talking_to(s) >= 0
        if not tells or talks or not sight.under_cover(s, self.m):
            return ""
        watching = [u for u, stand, _ in self.eyes if stand >> v & 1]
        return f"in sight of {self.named(watching)}: a step of the meter if the turn ends so" if watching else ""

    def under_water(self, v: int, known: acts.ManAction) -> bool:
        """RR-20.42 Whether nobody sees a man on a square since he swims there."""
        s, m = self.s, self.m
        swims = s.m_swim[m] or known is movement.SWIM or s.layout.kind[v] == WATER
        return bool(swims) and s.layout.kind[v] in (WATER, BRIDGE) and not s.m_spotted[m]

    def hearers(self, squares: tuple[int, ...], running: bool, moves: bool) -> list[int]:
        """RR-9.5, RR-26.13 The units that hear a man run over some squares, and the dogs that smell him."""
        s = self.s
        found: set[int] = set()
        smelt = s.roster.dogs and moves and not sight.under_cover(s, self.m)
        for n, v in enumerate(squares):
            if running and (n or not self.inside or s.stage.switches.sprint_noise_from_start):
                found.update(notice.within(s, v, 1))
            if smelt and s.grid.on[v] and s.layout.kind[v] != WATER:
                found.update(dogs.smelling(s, v))
        return sorted(found)

    # --- shots

    def target(self, action: Action) -> int:
        """What an action attacks; OFF if nothing."""
        known = turn.all_acts()[action[0]]
        return targeting.target_of(self.s, known.target(action)) if isinstance(known, attack.Attacking) else OFF

    def is_loud(self, known: acts.ManAction, action: Action) -> bool:
        """RR-9.1 Whether an action is the shot of a loud weapon."""
        return isinstance(known, attack.Attacking) and data.EARSHOT[data.WEAPONS.index(known.weapon(action))] > 0

    def kills(self, known: attack.Attacking, action: Action, target: int) -> tuple[float, bool]:
        """RR-6.5, RR-6.6, RR-6.15, RR-3.16 The chance that an attack does away with its target at once, or with more
        health hits it; and whether that takes no dice."""
        s, weapon = self.s, data.WEAPONS.index(known.weapon(action))
        if weapon == data.KNIFE:
            return 1.0, True
        if weapon == data.GARROTTE:
            return (7 - disguise.number(s, self.m)) / 6, False
        how = attack.BLIND if known.blind else attack.PLAIN
        plus = attack.modifier(s, self.m, weapon, target, self.away(known, action, target), how)
        one = max(0, min(6, 7 - (data.W_NEEDS[weapon] - plus))) / 6
        dice = data.W_DICE[weapon]
        return 1 - (1 - one) ** dice, False

    def away(self, known: attack.Attacking, action: Action, target: int) -> int:
        """RR-6.6 How far a shot goes."""
        s = self.s
        origin = s.stage.by_name[known.goes_to(action)] if known.step == attack.FIRST else s.m_at[self.m]
        squares = targeting.in_sight(s, self.m, origin, target, False)
        return min([s.grid.distance(origin, v) for v in squares], default=99)

    def added(self, known: attack.Attacking, action: Action, target: int) -> tuple[int, int]:
        """RR-6.6, RR-7.2 What nearness and aim add to each die."""
        s, weapon, away = self.s, data.WEAPONS.index(known.weapon(action)), self.away(known, action, target)
        near = attack.modifier(s, self.m, weapon, target, away, attack.BLIND) + 2
        return near, attack.modifier(s, self.m, weapon, target, away, attack.PLAIN) - near

    def effect(self, target: int) -> str:
        """What a hit is for a target."""
        health = self.s.u_health[target] if target < targeting.BARREL_AT else 1
        return "kill" if health == 1 and target < targeting.BARREL_AT else "hit"

    def weapon_heard(self, known: attack.Attacking, action: Action, origin: int, target: int) -> list[int]:
        """RR-9.2 The units that hear the shot of a loud weapon, without the one that is shot at."""
        earshot = data.EARSHOT[data.WEAPONS.index(known.weapon(action))]
        return [u for u in notice.within(self.s, origin, earshot) if u != target] if earshot else []

    # --- where it is meant

    def place(self, known: acts.ManAction, action: Action) -> str:
        """The piece or square on which one clicks for an action; nothing for what a man does where he is."""
        if isinstance(known, movement.Movement):
            to = self.s.stage.by_name[action[2]]
            if to == self.s.m_at[self.m]:
                return ""  # a run in a circle is no click's meaning, not even for what lies at his feet
            return (self.body(to) if known.taking else "") or action[2]
        if known is carry.PICK_UP:
            return self.body(self.s.m_at[self.m]) if action[2] == "corpse" else self.papers(action[2])
        if known is movement.LEAVE:
            return self.door()
        return action[known.click] if 0 < known.click < len(action) else ""

    def door(self) -> str:
        """The place of the entry that is nearest to him and free: a click there leaves the board."""
        s = self.s
        free = [v for v in s.stage.entry if v not in s.m_at]
        return s.place(min([(s.grid.distance(v, s.m_at[self.m]), v) for v in free])[1]) if free else ""

    def body(self, v: int) -> str:
        """A body on a square."""
        return next((f"corpse-{n + 1}" for n, at in enumerate(self.s.corpses) if at == v), "")

    def papers(self, thing: str) -> str:
        """Documents on a man's square; nothing for other things, which are not pieces of their own."""
        if thing != "documents":
            return ""
        return next((f"documents-{n + 1}" for n, at in enumerate(self.s.papers) if at == self.s.m_at[self.m]), "")

    def late(self, known: acts.ManAction, action: Action, noticed: int, chance: float) -> int:
        """How late an action comes among those at the same place: what nobody notices first; of attacks the surest,
        those with a step after those without, and while nobody is after anybody the quiet ones before.
        """
        if isinstance(known, attack.Attacking):
            quiet = self.s.section == BATTLE or not (noticed or self.is_loud(known, action))
            return (0 if quiet else LOUD) + int(500 * (1 - chance)) + known.late
        return known.late if known.late == acts.ON_ENEMY else known.late + NOTICED * noticed

    def named(self, units: list[int]) -> str:
        """One unit by its name, several by their number."""
        s = self.s
        return f"{data.UNIT_TITLE[s.u_kind[units[0]]]} {s.u_no[units[0]]}" if len(units) == 1 else str(len(units))
