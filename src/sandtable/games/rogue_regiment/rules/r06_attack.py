"""Chapter 6, the attack action: dice, hits, and what they do; with the Sten's strafing of chapter 20."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.state import (
    ATTACKED,
    OFF,
    OPERATOR,
    SEAT,
    Regiment,
    changed,
)
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.telling import plural

SPARE: Final = act("spare")

# How an attack is made.
PLAIN: Final = 0
BLIND: Final = 1
MARKED: Final = 2


def attacks(s: Regiment, m: int, aimed: list[tuple[int, int, int]], steps: tuple[int, ...]) -> list[Action]:
    """RR-6.1, RR-6.9, RR-8.4, RR-8.13, RR-20.43 Every attack a man may make now, alone or with a step to one of
    `steps`; `aimed` is what he can attack from which square.
    """
    if s.m_low[m]:
        return crouched_attacks(s, m, aimed)
    name, guns, place, here = s.man(m), data.WEAPONS, s.stage.names, s.m_at[m]
    found: list[Action] = []
    every: list[Action] = []
    words: list[tuple[Action, int]] = []
    units, always = s.roster.names, s.grid.board
    for weapon, target, there in aimed:
        if weapon == data.GARROTTE:  # RR-24.2 no step goes with it
            found.append(("attack", name, guns[weapon], units[target]))
            continue
        shot = act(guns[weapon], units[target] if target < targeting.BARREL_AT else targeting.target_word(s, target))
        every.append(shot)
        words.append((shot, there))
        always &= there
    now = every if always >> here & 1 else [shot for shot, there in words if there >> here & 1]
    leaving: list[Action] = []
    if now:
        staying, going = act("attack", name), act("attack-move", name)
        found += [staying + shot for shot in now]
        leaving = [going + shot for shot in now]
    for to in steps if words else ():
        arriving, at = act("move-attack", name, place[to]), act(place[to])
        found += [shot + at for shot in leaving]
        if always >> to & 1:
            found += [arriving + shot for shot in every]
        else:
            found += [arriving + shot for shot, there in words if there >> to & 1]
    return found


def crouched_attacks(s: Regiment, m: int, aimed: list[tuple[int, int, int]]) -> list[Action]:
    """RR-8.8, RR-11.1 A crouched man pops up to attack, or fires blindly over low cover; he takes no step with it."""
    name, guns, here = s.man(m), data.WEAPONS, s.grid.bit[s.m_at[m]]
    found: list[Action] = []
    for weapon, target, there in aimed:
        if there & here:
            found.append(("pop-attack", name, guns[weapon], targeting.target_word(s, target)))
            if weapon not in (data.KNIFE, data.SPEARGUN) and targeting.fires_over(s, m, weapon, target):
                found.append(("blind-fire", name, guns[weapon], targeting.target_word(s, target)))
    return found


def step(s: Regiment, m: int, to: int) -> None:
    """RR-6.9, RR-6.10 The square of a combined action."""
    if s.m_swim[m]:
        scuba.swim_step(s, m, to)
    else:
        movement.walk(s, m, (to,), False, "RR-6.9")


def modifier(s: Regiment, m: int, weapon: int, target: int, away: int, how: int) -> int:
    """RR-6.6, RR-6.11, RR-7.2, RR-7.3, RR-7.4, RR-7.12, RR-11.2 What is added to each die: never the target's cover."""
    total = 1 if away <= data.W_SHORT[weapon] else 0
    if how == BLIND:
        return total - 2
    if how == MARKED:
        return total + 2
    if target < targeting.BARREL_AT and target in s.m_aim[m]:
        total += 2
    return total


@dataclass(frozen=True)
class Fire(Step):
    """RR-6.5, RR-9.1, RR-20.15, RR-6.15, RR-11.3 The dice of an attack; the knife needs none."""

    man: int
    weapon: int
    target: int
    origin: int
    how: int

    def do(self, s: Regiment) -> None:
        m, weapon, target = self.man, self.weapon, self.target
        item = data.ITEM_WEAPON.index(weapon) if weapon in data.ITEM_WEAPON else OFF
        if data.AMMO[weapon] and item >= 0:
            s.give(m, item, -1)
        if weapon == data.SPEARGUN:
            s.m_spear = changed(s.m_spear, m, 1)
        word = targeting.target_word(s, target)
        if weapon == data.GARROTTE:
            s.then(disguise.Strangle(m, target))
            return
        if weapon == data.KNIFE:
            s.act_knife = 1
            s.say("RR-6.15", "{} kills {} with the knife", s.man(m), word)
            s.hits = 1
            s.then(Spend(m, weapon, target, self.origin, ()))
            return
        low = bool(s.m_low[m]) and self.how == MARKED  # RR-8.3 blind fire is not hindered
        squares = targeting.in_sight(s, m, self.origin, target, low)
        away = min((s.grid.distance(self.origin, v) for v in squares), default=99)
        plus = modifier(s, m, weapon, target, away, self.how)
        if data.EARSHOT[weapon]:
            s.act_loud = (*s.act_loud, ((self.origin,), data.EARSHOT[weapon], notice.TELLS))
        s.faces = tuple(s.rolls(data.W_DICE[weapon]))
        s.say(
            "RR-6.5",
            f"{{}} fires the {data.WEAPON_TITLE[weapon]} at {{}}: "
            f"{' '.join(map(str, s.faces))} at {reactions.signed(plus)}, needs {data.W_NEEDS[weapon]}",
            s.man(m),
            word,
            facts=(("rolled", s.man(m), *map(str, s.faces)),),
        )
        if self.how == BLIND:
            notice.spot(s, m, "RR-11.3", "by blind fire")
        s.then(items.Luck(m, data.W_NEEDS[weapon] - plus), Count(m, weapon, target, self.origin, plus))


@dataclass(frozen=True)
class Count(Step):
    """RR-6.5, RR-3.7 A die succeeds when its modified result is at least the weapon's number."""

    man: int
    weapon: int
    target: int
    origin: int
    plus: int

    def do(self, s: Regiment) -> None:
        s.hits = sum(1 for face in s.faces if face + self.plus >= data.W_NEEDS[self.weapon])
        s.faces = ()
        s.act_from = (self.origin,)
        if self.target < targeting.BARREL_AT and s.alive(self.target):
            s.u_mark[self.target] |= ATTACKED
        if self.weapon == data.SPEARGUN and s.hits:
            s.act_knife = 1
        if not s.hits:
            s.say("RR-6.5", "no hit")
            return
        near = targeting.struck(s, self.target) if data.STRAFE[self.weapon] else ()
        s.then(Spend(self.man, self.weapon, self.target, self.origin, near))


@dataclass(frozen=True)
class Spend(Choice):
    """RR-20.13, RR-20.14, RR-3.16 Hits are given one by one: to the target, and when strafing to units in sight beside
    where it stood, `near`.
    """

    man: int
    weapon: int
    target: int
    origin: int
    near: tuple[int, ...]
    last: str = ""  # what took the hit before

    clause = "RR-20.13"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return to_spend(
            s,
            [targeting.target_word(s, t) for t in self._standing(s)],
            self.last or targeting.target_word(s, self.target),
        )

    def _standing(self, s: Regiment) -> list[int]:
        """What can still take a hit."""
        found = [self.target] if targeting.stands(s, self.target) else []
        around = 0
        for w in self.near:
            around |= 0b111 << w - 1
        around |= around << s.grid.stride | around >> s.grid.stride
        low = bool(s.m_low[self.man]) and s.phase != OPERATOR  # RR-8.3 a marked attack, not blind fire
        for u in obstacles.standing_on(s, around) if around else ():
            if u != self.target and targeting.in_sight(s, self.man, self.origin, u, low):
                found.append(u)
        return [t for t in found if hurts(s, self.weapon, t)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == SPARE:
            s.hits = 0
            return
        s.hits -= 1
        damage(s, targeting.target_of(s, action[1]))
        if s.hits:
            s.then(Spend(self.man, self.weapon, self.target, self.origin, self.near, action[1]))

    def ask(self, s: Regiment) -> str:
        return f"{plural(s.hits, 'hit')} left: on whom?"


def to_spend(s: Regiment, words: list[str], wanted: str) -> list[Action]:
    """RR-6.19 On what a hit may be spent; or the players leave it, and those that follow, unspent.

    What they attacked, or gave the hit before to, they have chosen: if a hit can go nowhere else, nobody is asked.
    """
    if not s.hits or not words:
        return [SPARE]
    found = [act("hit", word) for word in words]
    return found if words == [wanted] else [*found, SPARE]


def hurts(s: Regiment, weapon: int, target: int) -> bool:
    """RR-18.29, RR-20.5, RR-24.40 Armour is hurt by explosives only; a radio set by any loud weapon."""
    if target >= targeting.BARREL_AT:
        return data.EARSHOT[weapon] > 0
    return data.BLAST[weapon] or not data.ARMOUR[s.u_kind[target]]


def damage(s: Regiment, target: int) -> None:
    """RR-3.16, RR-6.8, RR-18.28, RR-19.19, RR-20.5 One hit: a unit loses one health, a barrel explodes, a radio set is
    damaged.
    """
    if target >= targeting.RADIO_AT:
        blasts.hit_thing(s, "radio", target - targeting.RADIO_AT)
    elif target >= targeting.BARREL_AT:
        blasts.hit_barrel(s, target - targeting.BARREL_AT)
    else:
        hit_unit(s, target)


def hit_unit(s: Regiment, u: int) -> None:
    """RR-3.16, RR-18.28, RR-19.19, RR-24.47 A unit loses one health point and dies at none; a mortar team becomes one
    SMG Infantry, an HMG team fights on.
    """
    s.u_mark[u] |= ATTACKED
    s.u_health = changed(s.u_health, u, s.u_health[u] - 1)
    if s.u_kind[u] == data.MORTAR:
        units.break_mortar(s, u)
        return
    if s.u_health[u] > 0:
        s.say(
            "RR-3.16",
            f"{{}} has {s.u_health[u]} health left",
            s.unit(u),
            facts=(("counted", s.unit(u), str(s.u_health[u])),),
        )
        return
    slay(s, u)


def slay(s: Regiment, u: int) -> None:
    """RR-6.8, RR-9.13, RR-10.6, RR-18.28, RR-25.9 A dead man leaves a corpse and reacts to nothing, a vehicle is
    removed with the men aboard; others may have seen it.
    """
    squares = s.footprint(u)
    vehicle = s.vehicle(u) or s.u_kind[u] == data.AA_GUN
    for v in squares:
        if s.grid.on_board(v):
            notice.witness(s, u, v)
    s.say(
        "RR-18.28" if vehicle else "RR-6.8",
        "{} is destroyed" if vehicle else "{} is killed",
        s.unit(u),
        facts=(("removed", s.unit(u)),),
    )
    s.u_health = changed(s.u_health, u, 0)
    s.u_mark[u] = 0
    if s.u_cig[u]:
        notice.stop_smoking(s, u)  # RR-14.20 it is no longer in play
    if s.stage.hm and s.u_kind[u] == data.TROOP_TRUCK and not s.u_set[u]:
        s.say("RR-25.9", "the men aboard {} are lost with it", s.unit(u))
    at = s.u_at[u]
    s.move(u, OFF)
    victory.score_kill(s, u)
    if not vehicle:
        obstacles.lay_corpse(s, at)
    lose_target(s, u)


def lose_target(s: Regiment, u: int) -> None:
    """Nobody aims any more at a unit that has left the game, or has it marked."""
    for m in range(len(s.m_kind)):
        if u in s.m_aim[m]:
            s.m_aim = changed(s.m_aim, m, tuple([other for other in s.m_aim[m] if other != u]))
        if s.m_mark[m] == u:
            s.m_mark[m] = OFF


# --- the verbs

FIRST: Final = 2  # where the square of a step stands among the words: before the weapon
LAST: Final = 4  # or after the target
HASTY: Final = 600  # an attack with a step comes after those without


class Attacking(acts.ManAction):
    """RR-6.1 A man attacks, alone or with a step before or after it, upright or from a crouch."""

    def __init__(
        self,
        word: str,
        title: str,
        phrases: dict[int, str],
        states: int,
        step: int = 0,
        *,
        blind: bool = False,
        traits: int = 0,
        disguised: str = acts.OUT_OF_PART,
    ) -> None:
        self.at: int = 3 if step == FIRST else 2
        """Where its weapon stands among its words; the target follows."""
        super().__init__(
            word,
            title,
            phrases,
            1,
            states | acts.SUPPORT,
            traits=acts.COUNTED | acts.SERVES | traits,
            nouns=3 if step else 2,
            step=step,
            click=0 if step == LAST else self.at + 1,  # where to afterwards is asked by its own button
            late=HASTY if step else 0,
            disguised=disguised,
        )
        self.blind: bool = blind
        """RR-11.1 Whether it is blind fire."""

    def weapon(self, action: Action) -> str:
        """With what."""
        return action[self.at]

    def target(self, action: Action) -> str:
        """At what."""
        return action[self.at + 1]

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        """RR-6.1, RR-6.9, RR-6.10, RR-6.18, RR-8.8, RR-11.1 An attack is paid for; a step that goes with it is taken on
        the board first.
        """
        notice.begin(s, m)
        s.m_ap[m] -= self.cost
        s.m_shot = changed(s.m_shot, m, 1)
        if self.rises:
            s.m_low[m] = 0
            s.say("RR-8.8", "{} pops up", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
        origin = s.m_at[m]
        if self.step:
            step(s, m, s.stage.by_name[action[self.step]])
            origin = s.m_at[m] if self.step == FIRST else origin
        else:
            notice.notice(s, m, origin, False)
        weapon, target = data.WEAPONS.index(self.weapon(action)), targeting.target_of(s, self.target(action))
        turn.finish_action(s, m, Fire(m, weapon, target, origin, BLIND if self.blind else PLAIN))


ATTACK: Final = Attacking(
    "attack",
    "Attack",
    {2: "{1} fires at {2}", 3: "{1} attacks {3} with the {2}"},
    acts.WET,
    disguised=acts.ALLOWED,
)
MOVE_ATTACK: Final = Attacking(
    "move-attack", "Move, then attack", {4: "{1} steps to {2} and attacks {4} with the {3}"}, acts.WET, FIRST
)
ATTACK_MOVE: Final = Attacking(
    "attack-move",
    "Attack, then move",
    {4: "{1} attacks {3} with the {2} and steps to {4}"},
    acts.WET,
    LAST,
    traits=acts.SELDOM,
)
BLIND_FIRE: Final = Attacking(
    "blind-fire", "Blind fire", {3: "{1} fires the {2} blind at {3}"}, acts.CROUCHED, blind=True
)
POP_ATTACK: Final = Attacking(
    "pop-attack",
    "Pop up and attack",
    {3: "{1} pops up and attacks {3} with the {2}"},
    acts.CROUCHED,
    traits=acts.RISES,
)

ACTS: tuple[acts.ManAction, ...] = (ATTACK, MOVE_ATTACK, ATTACK_MOVE, BLIND_FIRE, POP_ATTACK)
