"""Chapter 6, the attack action: targets, dice, hits, and assassinations; with the Sten's strafing of chapter 20."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.ground.rings import KEPT
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import (
    ATTACKED,
    ENSNARED,
    OFF,
    OPERATOR,
    SEAT,
    SUPPORT,
    Regiment,
    changed,
)
from sandtable.geometry.squares import DOOR, DX, DY, HIGH, SCALABLE, WALL, bits
from sandtable.kernel.flow import Action, Choice, Step, act

# RR-6.13 Who can be killed with the knife or the speargun.
SINGLE_MEN: Final = (
    data.RIFLE, data.SMG, data.OFFICER, data.FLAMETHROWER, data.SNIPER_MAN, data.PANZERFAUST, data.GRENADIER,
    data.STALKER,
)  # fmt: skip

# What else can be aimed at, numbered behind the units.
BARREL_AT: Final = 1000
RADIO_AT: Final = 2000

# RR-6.1 The weapons that are items.
ARMS: Final = tuple((item, weapon) for item, weapon in enumerate(data.ITEM_WEAPON) if weapon >= 0)

# The weapons that ask nothing of the man, and of his target only that it is no thing unless they are loud.
PLAIN_GUNS: Final = frozenset(
    weapon
    for weapon in range(len(data.WEAPONS))
    if weapon not in (data.KNIFE, data.SPEARGUN, data.GARROTTE) and not data.BLAST[weapon]
)

SPARE: Final = act("spare")

# How an attack is made.
PLAIN: Final = 0
BLIND: Final = 1
MARKED: Final = 2


def weapons(s: Regiment, m: int) -> list[int]:
    """RR-6.1, RR-3.8, RR-20.15, RR-20.44, RR-24.14 The weapons a man can use now; Nancy has those of the side of her
    board that is up.
    """
    if s.m_kind[m] >= SUPPORT:
        return [data.SUPPORT_WEAPON[s.m_kind[m] - SUPPORT]]
    if s.m_kind[m] == data.NANCY and talking.in_disguise(s, m):
        return [data.GARROTTE]
    found = []
    first = m * len(data.ITEMS)
    for item, weapon in ARMS:
        if s.stock[first + item] and (not s.m_swim[m] or weapon == data.SPEARGUN) and weapon != data.GARROTTE:
            found.append(weapon)
    return found


def armed(s: Regiment, m: int) -> tuple[tuple[int, ...], int]:
    """RR-6.1, RR-6.2, RR-20.44 The weapons with which a man attacks units and things, and how far the farthest of them
    reaches; found once for what he has, on land and in the water. Grenades are thrown at squares.
    """
    first = m * len(data.ITEMS)
    key = (
        2 * s.m_kind[m] + s.m_side[m] if s.m_kind[m] >= data.NANCY else 0,
        s.m_swim[m],
        s.stock[first : first + len(data.ITEMS)],
    )
    found = _ARMED.get(key)
    if found is None:
        if len(_ARMED) > KEPT:
            _ARMED.clear()
        ready = [weapon for weapon in weapons(s, m) if not data.BLAST[weapon]]
        found = (tuple(ready), max([data.W_LONG[weapon] for weapon in ready], default=0))
        _ARMED[key] = found
    return found


_ARMED: Final[dict[tuple[int, int, tuple[int, ...]], tuple[tuple[int, ...], int]]] = {}  # what `armed` has found so far


def directly_behind(s: Regiment, u: int, v: int) -> bool:
    """RR-2.19, RR-6.12, RR-6.16, RR-6.17 Whether a square is the one behind a man's back with no wall or door
    between.
    """
    f = s.u_face[u]
    behind = s.u_at[u] - DX[f] - DY[f] * s.grid.stride
    return v == behind and s.grid.between(v, s.u_at[u]) not in (HIGH, SCALABLE, WALL, DOOR)


def may_assassinate(s: Regiment, m: int, u: int) -> bool:
    """RR-6.13, RR-6.14 Only an unspotted man, and only single men, can kill and be killed that way."""
    return not s.m_spotted[m] and s.u_kind[u] in SINGLE_MEN


def strangles(s: Regiment, m: int, u: int) -> bool:
    """RR-24.16, RR-24.19, RR-24.48 Whether Nancy can use the garrotte on a unit from where she is: behind its back and
    unspotted, or on whom she holds already.
    """
    return directly_behind(s, u, s.m_at[m]) and (may_assassinate(s, m, u) or s.u_cig[u] == ENSNARED)


def target_square(s: Regiment, target: int) -> int:
    """The square of what is attacked; a vehicle is asked for its squares instead."""
    if target >= RADIO_AT:
        return s.radios[target - RADIO_AT][0]
    if target >= BARREL_AT:
        return s.barrels[target - BARREL_AT]
    return s.u_at[target]


def stands(s: Regiment, target: int) -> bool:
    """RR-20.50 Whether a unit, barrel or radio set is still there to be hit."""
    if target < BARREL_AT:
        return s.here(target)
    return s.radios[target - RADIO_AT][1] > 0 if target >= RADIO_AT else s.barrels[target - BARREL_AT] >= 0


def struck(s: Regiment, target: int) -> tuple[int, ...]:
    """RR-20.13 Where a target stands when it is hit: units beside these squares may be strafed."""
    return tuple(s.footprint(target)) if target < BARREL_AT else (target_square(s, target),)


def target_word(s: Regiment, target: int) -> str:
    """The word for what is attacked."""
    if target >= RADIO_AT:
        return f"radio-{target - RADIO_AT + 1}"
    if target >= BARREL_AT:
        return f"barrel-{target - BARREL_AT + 1}"
    return s.unit(target)


def target_of(s: Regiment, word: str) -> int:
    """The number of what a word names."""
    kind, _, number = word.rpartition("-")
    if kind == "barrel":
        return BARREL_AT + int(number) - 1
    if kind == "radio":
        return RADIO_AT + int(number) - 1
    return s.unit_of(word)


def everything(s: Regiment) -> list[int]:
    """RR-20.5 All that might be attacked: Axis units on the board, barrels, radio sets."""
    found = [u for u in range(len(s.u_kind)) if s.here(u)]
    found += [BARREL_AT + n for n, v in enumerate(s.barrels) if v >= 0]
    found += [RADIO_AT + n for n, (_, health) in enumerate(s.radios) if health]
    return found


def among(s: Regiment, squares: int) -> list[tuple[int, int]]:
    """RR-20.5 What of all that might be attacked stands on squares of the board, each with what it covers."""
    bit, places = s.grid.bit, s.u_at
    found: list[tuple[int, int]] = []
    if squares & s.axis.wheels or squares & s.axis.twice:
        found = [(u, s.cover(u)) for u in obstacles.standing_on(s, squares)]
    else:
        found = [(places.index(v), bit[v]) for v in bits(squares & s.axis.everywhere)]
        found.sort()
    if squares & s.things.bars:
        found += [(BARREL_AT + n, bit[v]) for n, v in enumerate(s.barrels) if v >= 0 and squares & bit[v]]
        found += [(RADIO_AT + n, bit[v]) for n, (v, health) in enumerate(s.radios) if health and squares & bit[v]]
    return found


def in_sight(s: Regiment, m: int, origin: int, target: int, low: bool) -> list[int]:
    """RR-6.2, RR-6.3, RR-6.4, RR-8.3, RR-18.18, RR-20.45 The squares of a target that a man at `origin` has in
    sight.
    """
    squares = s.footprint(target) if target < BARREL_AT else [target_square(s, target)]
    cover = s.grid.union(squares)
    blockers = obstacles.our_veil(s) & ~(cover | 1 << origin)
    if s.m_swim[m] and s.layout.kind[origin] in (WATER, BRIDGE):
        low = True
    eyes, terrain = s.layout.eyes, s.layout.eyes.square_sets
    if len(squares) > 1 and cover & terrain[1]:  # RR-18.18 what is under a vehicle does not hide it
        blockers |= terrain[1 if low else 2] & ~cover
        eyes = s.layout.walls
    if low:
        blockers |= s.things.bars & ~s.grid.bit[squares[0]]
        return [v for v in squares if s.grid.on_board(v) and eyes.unhindered(origin, v, blockers)]
    return [v for v in squares if s.grid.on_board(v) and eyes.level(origin, v, blockers, blockers) < 2]


def suits(s: Regiment, m: int, weapon: int, target: int, origin: int, low: bool) -> bool:
    """RR-6.12, RR-6.13, RR-20.5, RR-20.11, RR-20.46, RR-20.47, RR-20.48, RR-20.49, RR-20.53 Whether a weapon is for
    that kind of target, sight and range apart; a spotted man does not use the speargun.
    """
    if weapon == data.KNIFE:
        if target >= BARREL_AT or low or not may_assassinate(s, m, target):
            return False
        return directly_behind(s, target, origin)
    if weapon == data.GARROTTE:
        return target < BARREL_AT and origin == s.m_at[m] and not low and strangles(s, m, target)
    if data.BLAST[weapon]:
        return False  # grenades are thrown at squares
    if target >= BARREL_AT and not data.EARSHOT[weapon]:
        return False
    if weapon != data.SPEARGUN:
        return True
    free = s.m_spear[m] == 0 or (s.m_spear[m] == MARKED and s.phase != OPERATOR)
    return hidden(s, m) and free and not low and s.u_kind[target] in SINGLE_MEN


def hidden(s: Regiment, m: int) -> bool:
    """RR-20.53 Whether a man is hidden as the speargun needs it."""
    return s.stage.switches.speargun_when_spotted or not s.m_spotted[m]


def targets(s: Regiment, m: int, origin: int) -> list[tuple[int, int]]:
    """RR-6.1, RR-6.2 Every weapon with everything it can be used on from a square, his own or one beside it."""
    return [(weapon, target) for weapon, target, _ in shots(s, m, s.grid.bit[origin])]


def shots(s: Regiment, m: int, origins: int) -> list[tuple[int, int, int]]:
    """RR-6.1, RR-6.2 Every weapon with everything it can be used on, and from which of some squares: a man's own and
    those beside it.
    """
    ready, farthest = armed(s, m)
    near = in_reach(s, m, farthest)
    found: list[tuple[int, int, int]] = []
    if not near:
        return found
    lines = lines_to(s, m, near, farthest, origins)
    disc, bit = s.grid.disc, s.grid.bit
    for weapon in ready:
        reach, things, plain = data.W_LONG[weapon], data.EARSHOT[weapon] > 0, weapon in PLAIN_GUNS
        if plain and reach == farthest:
            found += [(weapon, target, there) for target, there, _ in lines if things or target < BARREL_AT]
            continue
        around = disc(s.m_at[m], reach + 1)
        for target, _, seen in lines:
            there = 0
            for v, squares in seen:
                if around & bit[v]:
                    there |= squares & disc(v, reach)
            if there and not plain:
                there = sum([bit[o] for o in bits(there) if suits(s, m, weapon, target, o, False)])
            if there and (things or target < BARREL_AT):
                found.append((weapon, target, there))
    return found


def in_reach(s: Regiment, m: int, farthest: int) -> list[tuple[int, int]]:
    """RR-6.2, RR-18.18 All that a man might attack from where he is or from a square beside it, each with what it
    covers; what the terrain hides from all of them is left out, but no vehicle that stands in a wood.
    """
    near = s.layout.overlooking(s.m_at[m], 1, farthest)
    if s.axis.wheels & s.layout.forest:
        for cover in s.axis.treads:
            if cover & s.layout.forest and cover & s.grid.disc(s.m_at[m], farthest + 1):
                near |= cover
    return among(s, near)


def lines_to(
    s: Regiment, m: int, targets: list[tuple[int, int]], farthest: int, origins: int
) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """RR-6.2, RR-6.3, RR-6.4 Those of some targets that a man would have in sight from some squares, his own or beside
    it, and not too far away: from which, and from which for each square of the target. A line is the same both ways.
    What stands on his own square is not attacked.
    """
    found: list[tuple[int, int, list[tuple[int, int]]]] = []
    veil, here, eyes = obstacles.our_veil(s), s.m_at[m], s.layout.eyes
    wet, dry = (origins, 0) if s.m_swim[m] else (0, origins)
    for target, cover in targets:
        if wet or (target < BARREL_AT and s.vehicle(target)):
            lines = surfaced(s, m, target, farthest, wet & ~cover) + lines_to_each(s, m, target, cover, farthest, dry)
            every = 0
            for _, seen in lines:
                every |= seen
            if every:
                found.append((target, every, lines))
            continue
        v = bits(cover)[0]  # what covers one square alone is never in the way of the line to it
        seen = dry & ~cover & eyes.outlook(v, farthest)
        if seen:
            seen = eyes.past_beside(v, here, seen, veil)
            if seen:
                found.append((target, seen, [(v, seen)]))
    return found


def lines_to_each(s: Regiment, m: int, target: int, cover: int, farthest: int, dry: int) -> list[tuple[int, int]]:
    """RR-6.2, RR-18.18 Each square of a target that is in sight from some squares on land, and from which of these; a
    vehicle's own squares never hide it, nor does a wood under it.
    """
    found: list[tuple[int, int]] = []
    veil, eyes = obstacles.our_veil(s), s.layout.eyes
    woods = cover & s.layout.forest if target < BARREL_AT and s.vehicle(target) else 0
    for v in bits(cover & s.grid.board) if dry else ():
        seen = dry & ~cover & eyes.outlook(v, farthest)
        past_woods = eyes.doubtful(v, woods) & dry & ~cover & s.grid.disc(v, farthest) if woods else 0
        if past_woods:
            seen &= ~past_woods
            walls, high = s.layout.walls, sight.in_the_way(s, veil, cover)
            found.append((v, s.grid.union([o for o in bits(past_woods) if walls.level(o, v, high, high) < 2])))
        if seen:
            found.append((v, eyes.past_beside(v, s.m_at[m], seen, veil & ~cover)))
    return found


def surfaced(s: Regiment, m: int, target: int, farthest: int, wet: int) -> list[tuple[int, int]]:
    """RR-20.45 The squares of a target that a swimmer would have in sight, each with the square in the water from
    which.
    """
    found: list[tuple[int, int]] = []
    for origin in bits(wet):
        squares = in_sight(s, m, origin, target, False)
        found += [(v, 1 << origin) for v in squares if s.grid.distance(origin, v) <= farthest]
    return found


def fires_over(s: Regiment, m: int, weapon: int, target: int) -> bool:
    """RR-11.1 Whether a crouched man would fire blind at a target in reach over low cover that is beside him."""
    if s.stage.switches.blind_fire_anywhere:
        return True
    here, far = s.m_at[m], data.W_LONG[weapon]
    squares = in_sight(s, m, here, target, False)
    return any(shelter.behind_low_cover(s, here, v) for v in squares if s.grid.distance(here, v) <= far)


def attacks(s: Regiment, m: int, aimed: list[tuple[int, int, int]], steps: tuple[int, ...]) -> list[Action]:
    """RR-6.1, RR-6.9, RR-8.4, RR-8.13, RR-20.43 Every attack a man may make now, alone or with a step to one of
    `steps`; `aimed` is what he can attack from which square.
    """
    if s.m_low[m]:
        return crouched_attacks(s, m, aimed)
    name, guns, place, bit = s.man(m), data.WEAPONS, s.stage.names, s.grid.bit
    here = bit[s.m_at[m]]
    found: list[Action] = []
    units, words, every, always = s.roster.names, [], [], s.grid.board
    for weapon, target, there in aimed:
        if weapon == data.GARROTTE:  # RR-24.2 no step goes with it
            found.append(("attack", name, guns[weapon], units[target]))
            continue
        shot = (guns[weapon], units[target] if target < BARREL_AT else target_word(s, target))
        every.append(shot)
        words.append((shot, there))
        always &= there
    now = every if always & here else [shot for shot, there in words if there & here]
    leaving: list[Action] = []
    if now:
        found += [("attack", name, *shot) for shot in now]
        leaving = [("attack-move", name, *shot) for shot in now]
    for to in steps if words else ():
        v, arriving = bit[to], ("move-attack", name, place[to])
        if leaving:
            at = (place[to],)
            found += [shot + at for shot in leaving]
        if always & v:
            found += [arriving + shot for shot in every]
        else:
            found += [arriving + shot for shot, there in words if there & v]
    return found


def crouched_attacks(s: Regiment, m: int, aimed: list[tuple[int, int, int]]) -> list[Action]:
    """RR-8.8, RR-11.1 A crouched man pops up to attack, or fires blindly over low cover; he takes no step with it."""
    name, guns, here = s.man(m), data.WEAPONS, s.grid.bit[s.m_at[m]]
    found: list[Action] = []
    for weapon, target, there in aimed:
        if there & here:
            found.append(("pop-attack", name, guns[weapon], target_word(s, target)))
            if weapon not in (data.KNIFE, data.SPEARGUN) and fires_over(s, m, weapon, target):
                found.append(("blind-fire", name, guns[weapon], target_word(s, target)))
    return found


def chosen(s: Regiment, m: int, action: Action) -> None:
    """RR-6.1, RR-6.9, RR-6.10, RR-6.18, RR-8.8, RR-11.1 An attack is paid for; a step that goes with it is taken on
    the board first.
    """
    notice.begin(s, m)
    s.m_ap[m] -= 1
    origin = s.m_at[m]
    verb = action[0]
    s.m_shot = changed(s.m_shot, m, 1)
    if verb == "pop-attack":
        s.m_low[m] = 0
        s.say("RR-8.8", "{} pops up", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
    if verb == "move-attack":
        step(s, m, s.stage.by_name[action[2]])
        weapon, target, origin = action[3], action[4], s.m_at[m]
    elif verb == "attack-move":
        weapon, target = action[2], action[3]
        step(s, m, s.stage.by_name[action[4]])
    else:
        weapon, target = action[2], action[3]
        notice.notice(s, m, origin, False)
    how = BLIND if verb == "blind-fire" else PLAIN
    turn.finish_action(s, m, Fire(m, data.WEAPONS.index(weapon), target_of(s, target), origin, how))


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
    if target < BARREL_AT and target in s.m_aim[m]:
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
        word = target_word(s, target)
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
        squares = in_sight(s, m, self.origin, target, low)
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
        if self.target < BARREL_AT and s.alive(self.target):
            s.u_mark[self.target] |= ATTACKED
        if self.weapon == data.SPEARGUN and s.hits:
            s.act_knife = 1
        if not s.hits:
            s.say("RR-6.5", "no hit")
            return
        near = struck(s, self.target) if data.STRAFE[self.weapon] else ()
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
        return to_spend(s, [target_word(s, t) for t in self._standing(s)], self.last or target_word(s, self.target))

    def _standing(self, s: Regiment) -> list[int]:
        """What can still take a hit."""
        found = [self.target] if stands(s, self.target) else []
        around = 0
        for w in self.near:
            around |= 0b111 << w - 1
        around |= around << s.grid.stride | around >> s.grid.stride
        low = bool(s.m_low[self.man]) and s.phase != OPERATOR  # RR-8.3 a marked attack, not blind fire
        for u in obstacles.standing_on(s, around) if around else ():
            if u != self.target and in_sight(s, self.man, self.origin, u, low):
                found.append(u)
        return [t for t in found if hurts(s, self.weapon, t)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == SPARE:
            s.hits = 0
            return
        s.hits -= 1
        damage(s, target_of(s, action[1]))
        if s.hits:
            s.then(Spend(self.man, self.weapon, self.target, self.origin, self.near, action[1]))

    def ask(self, s: Regiment) -> str:
        return f"{s.hits} hit{'s' if s.hits != 1 else ''} left: on whom?"


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
    if target >= BARREL_AT:
        return data.EARSHOT[weapon] > 0
    return data.BLAST[weapon] or not data.ARMOUR[s.u_kind[target]]


def damage(s: Regiment, target: int) -> None:
    """RR-3.16, RR-6.8, RR-18.28, RR-19.19, RR-20.5 One hit: a unit loses one health, a barrel explodes, a radio set is
    damaged.
    """
    if target >= RADIO_AT:
        blasts.hit_thing(s, "radio", target - RADIO_AT)
    elif target >= BARREL_AT:
        blasts.hit_barrel(s, target - BARREL_AT)
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


class Attacking(acts.ManAction):
    """RR-6.1 A man attacks."""

    def do(self, s: Regiment, at: turn.Act, action: Action) -> None:
        chosen(s, at.man, action)
        s.then(at)


ACTS: tuple[acts.ManAction, ...] = (
    Attacking(
        "attack",
        "Attack",
        {2: "{1} fires at {2}", 3: "{1} attacks {3} with the {2}"},
        1,
        acts.WET | acts.SUPPORT,
    ),
    Attacking(
        "move-attack",
        "Move, then attack",
        {4: "{1} steps to {2} and attacks {4} with the {3}"},
        1,
        acts.WET | acts.SUPPORT,
    ),
    Attacking(
        "attack-move",
        "Attack, then move",
        {4: "{1} attacks {3} with the {2} and steps to {4}"},
        1,
        acts.WET | acts.SUPPORT,
    ),
    Attacking(
        "blind-fire",
        "Blind fire",
        {3: "{1} fires the {2} blind at {3}"},
        1,
        acts.CROUCHED | acts.SUPPORT,
    ),
    Attacking(
        "pop-attack",
        "Pop up and attack",
        {3: "{1} pops up and attacks {3} with the {2}"},
        1,
        acts.CROUCHED | acts.SUPPORT,
    ),
)
