"""What each action of a man is likely to bring, at a glance: who sees it, hears it or fires back, and what a shot does.

Worked out from sets of squares, once for all his actions, and not by playing them; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice.forecast_hunt import Hunting
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
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

RUNS: Final = ("sprint", "sprint-take")
WALKS: Final = ("move", "move-take", "climb", "swim")
WAYS: Final = (*RUNS, *WALKS)
SHOTS: Final = ("attack", "blind-fire", "pop-attack", "move-attack", "attack-move")
STEPS: Final = ("move-place", "move-throw", "throw-move")
QUIET: Final = ("end", "break-cover", "place-move", "cigarette")  # nobody notices these, or not yet

# How late an action comes among those at one square: to go there is what a click on it means, seen or not.
LATE: Final = {
    "move": 0, "swim": 0, "climb": 1, "sprint": 2, "move-take": 3, "sprint-take": 4, "place": 1000, "move-place": 1001,
    "place-move": 1002, "move-throw": 1003, "throw-move": 1004,
}  # fmt: skip
NOTICED: Final = 20  # and for each who hears it, twice for each who sees it
ON_ENEMY: Final = {"aim": 5000}
# A click on the board means these anyway, or only who knows the others wants them: their buttons are folded away.
SELDOM: Final = (
    "move-take", "sprint-take", "climb", "attack-move", "aim", "mark", "move-throw", "throw-move", "move-place",
    "place-move", "cigarette", "break-cover",
)  # fmt: skip
ANYBODY: Final = ("mark", "cigarette")  # any enemy wherever it stands: a click on one must not mean that


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
    choice = s.choice
    if not isinstance(choice, turn.Act) or action[0] not in SHOTS:
        return ""
    ahead = Ahead(s, choice.man)
    weapon, target = ahead.weapon(action), ahead.target(action)
    if weapon in (data.KNIFE, data.GARROTTE) or target < 0:
        return ""
    near, aimed = ahead.added(action, target)
    parts = [f"+{near} near"] if near else []
    parts += ["-2 blind"] if action[0] == "blind-fire" else [f"+{aimed} aimed"] if aimed else []
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
        verb = action[0]
        if verb in QUIET:
            text = "gives himself away" if verb == "break-cover" else self.suspicion(self.s.m_at[self.m], verb == "end")
            faces = verb == "end" and len(action) > 2  # where he looks is his own business unless it is asked for
            return Forecast((), text, self.place(action), self.late(action, 0, 0.0), verb in SELDOM or faces)
        squares, running = self.way(action)
        target = self.target(action)
        seeing = self.watchers(squares, verb, target if "knife" in action or "garrotte" in action else OFF)
        moves = verb == "leave" or squares[-1] != self.s.m_at[self.m]
        hearing = self.hearers(squares, running, moves)
        signs: list[Sign] = []
        parts: list[str] = []
        chance = 0.0
        if target >= 0:
            chance, sure = self.kills(action, target)
            loud = self.weapon_heard(action, squares[-1] if verb == "move-attack" else squares[0], target)
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
        betrays = self.is_loud(action) and self.s.section == STEALTH
        if betrays:
            parts.append(f"meter {self.s.meter} → {max(0, self.s.meter - 1)}")
        noticed = 2 * len(seeing) + len(hearing)  # to be heard is not yet to be spotted
        aside = verb in SELDOM or (verb == "leave" and self.too_early)
        late = self.late(action, noticed, chance)
        return Forecast(tuple(signs), ", ".join(parts), self.place(action), late, aside, self.asks(action, signs))

    def asks(self, action: Action, signs: list[Sign]) -> bool:
        """Nobody gives himself away or goes home too early by one click in haste, and whoever clicks on a body may only
        want to go there."""
        s = self.s
        if action[0] == "leave" and self.too_early:
            return True
        unknown = s.section == STEALTH and not s.m_spotted[self.m]
        loud = s.section == STEALTH and self.is_loud(action)
        return loud or action[0].endswith("-take") or (unknown and (SEEN in signs or HEARD in signs))

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

    def way(self, action: Action) -> tuple[tuple[int, ...], bool]:
        """RR-9.12, RR-5.3 The squares of an action on which a man may be noticed, and whether he runs."""
        s, m, verb = self.s, self.m, action[0]
        start = (s.m_at[m],) if self.inside else ()
        if verb in WALKS or verb in STEPS or verb == "move-attack":
            return (*start, s.stage.by_name[action[2]]), False
        if verb == "attack-move":
            return (*start, s.stage.by_name[action[4]]), False
        if verb in RUNS or (verb == "leave" and len(action) > 2):
            to = s.stage.by_name[action[2]]
            if s.layout.kind[to] == WATER or s.m_swim[m]:
                return (*start, to), True
            return (*start, *sprinting.named_way(s, m, to, action[3:])), True
        return start or (s.m_at[m],), False

    def watchers(self, squares: tuple[int, ...], verb: str, victim: int) -> list[int]:
        """RR-9.16, RR-9.13 The units that see a man on one of some squares, or the man he kills with the knife."""
        s = self.s
        lying = self.lying
        if verb == "pop-up" or verb.startswith("pop-"):
            lying = 0
        elif verb in SHOTS and not s.m_low[self.m]:
            lying = 0  # RR-20.34 no camo net hides who fires
        low = high = 0
        for v in squares if not sight.under_cover(s, self.m) else ():
            if s.grid.on[v] and not self.under_water(v, verb):
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

    def under_water(self, v: int, verb: str) -> bool:
        """RR-20.42 Whether nobody sees a man on a square since he swims there."""
        s, m = self.s, self.m
        swims = s.m_swim[m] or verb == "swim" or s.layout.kind[v] == WATER
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
        if action[0] not in SHOTS:
            return OFF
        return targeting.target_of(self.s, action[4] if action[0] == "move-attack" else action[3])

    def weapon(self, action: Action) -> int:
        """The weapon that an attack names."""
        return data.WEAPONS.index(action[3] if action[0] == "move-attack" else action[2])

    def is_loud(self, action: Action) -> bool:
        """RR-9.1 Whether an action is the shot of a loud weapon."""
        return action[0] in SHOTS and data.EARSHOT[self.weapon(action)] > 0

    def kills(self, action: Action, target: int) -> tuple[float, bool]:
        """RR-6.5, RR-6.6, RR-6.15, RR-3.16 The chance that an attack does away with its target at once, or with more
        health hits it; and whether that takes no dice."""
        s, weapon = self.s, self.weapon(action)
        if weapon == data.KNIFE:
            return 1.0, True
        if weapon == data.GARROTTE:
            return (7 - disguise.number(s, self.m)) / 6, False
        how = attack.BLIND if action[0] == "blind-fire" else attack.PLAIN
        plus = attack.modifier(s, self.m, weapon, target, self.away(action, target), how)
        one = max(0, min(6, 7 - (data.W_NEEDS[weapon] - plus))) / 6
        dice = data.W_DICE[weapon]
        return 1 - (1 - one) ** dice, False

    def away(self, action: Action, target: int) -> int:
        """RR-6.6 How far a shot goes."""
        s = self.s
        origin = s.stage.by_name[action[2]] if action[0] == "move-attack" else s.m_at[self.m]
        squares = targeting.in_sight(s, self.m, origin, target, False)
        return min([s.grid.distance(origin, v) for v in squares], default=99)

    def added(self, action: Action, target: int) -> tuple[int, int]:
        """RR-6.6, RR-7.2 What nearness and aim add to each die."""
        s, weapon, away = self.s, self.weapon(action), self.away(action, target)
        near = attack.modifier(s, self.m, weapon, target, away, attack.BLIND) + 2
        return near, attack.modifier(s, self.m, weapon, target, away, attack.PLAIN) - near

    def effect(self, target: int) -> str:
        """What a hit is for a target."""
        health = self.s.u_health[target] if target < targeting.BARREL_AT else 1
        return "kill" if health == 1 and target < targeting.BARREL_AT else "hit"

    def weapon_heard(self, action: Action, origin: int, target: int) -> list[int]:
        """RR-9.2 The units that hear the shot of a loud weapon, without the one that is shot at."""
        earshot = data.EARSHOT[self.weapon(action)]
        return [u for u in notice.within(self.s, origin, earshot) if u != target] if earshot else []

    # --- where it is meant

    def place(self, action: Action) -> str:
        """The piece or square on which one clicks for an action; nothing for what a man does where he is."""
        s, verb = self.s, action[0]
        if verb == "attack-move":
            return ""  # where to afterwards is asked by its own button
        if verb in SHOTS:
            return action[4] if verb == "move-attack" else action[3]
        if verb in WAYS and s.stage.by_name[action[2]] == s.m_at[self.m]:
            return ""  # a run in a circle is no click's meaning, not even for what lies at his feet
        if verb.endswith("-take"):
            return self.body(s.stage.by_name[action[2]]) or action[2]
        if verb == "pick-up":
            return self.body(s.m_at[self.m]) if action[2] == "corpse" else self.papers(action[2])
        if verb in ("place", "place-move"):
            return action[3]
        if verb == "leave":
            return self.door()
        if verb in ANYBODY:
            return ""
        return action[2] if len(action) > 2 and verb != "end" else ""

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

    def late(self, action: Action, noticed: int, chance: float) -> int:
        """How late an action comes among those at the same place: what nobody notices first; of attacks the surest,
        those with a step after those without, and while nobody is after anybody the quiet ones before.
        """
        verb = action[0]
        if verb in SHOTS:
            quiet = self.s.section == BATTLE or not (noticed or self.is_loud(action))
            return (0 if quiet else 2000) + int(500 * (1 - chance)) + (600 if "move" in verb else 0)
        if verb in ON_ENEMY:
            return ON_ENEMY[verb]
        return LATE.get(verb, 1010) + NOTICED * noticed

    def named(self, units: list[int]) -> str:
        """One unit by its name, several by their number."""
        s = self.s
        return f"{data.UNIT_TITLE[s.u_kind[units[0]]]} {s.u_no[units[0]]}" if len(units) == 1 else str(len(units))
