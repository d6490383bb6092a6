"""Chapter 6, whom a man can attack: his weapons, what each is for, and what he has in sight and in range."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import (
    ENSNARED,
    OPERATOR,
    SUPPORT,
    Regiment,
)
from sandtable.geometry.squares import DOOR, DX, DY, HIGH, SCALABLE, WALL, bits, found_on

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
    found: tuple[tuple[int, ...], int] | None = s.stage.armed.get(key)
    if found is None:
        ready = [weapon for weapon in weapons(s, m) if not data.BLAST[weapon]]
        found = (tuple(ready), max([data.W_LONG[weapon] for weapon in ready], default=0))
        s.stage.armed.put(key, found)
    return found


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
    """RR-24.16, RR-24.17, RR-24.19, RR-24.48 Whether Nancy can use the garrotte on a unit from where she is: behind its
    back and unspotted; or, when somebody is in it already, on him alone.
    """
    free = s.u_cig[u] == ENSNARED if ENSNARED in s.u_cig else may_assassinate(s, m, u)
    return free and directly_behind(s, u, s.m_at[m])


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
        found = [(u, bit[places[u]]) for u in found_on(places, squares & s.axis.everywhere)]
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
    free = s.m_spear[m] == 0 or (s.m_spear[m] == attack.MARKED and s.phase != OPERATOR)
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
    grid, bit = s.grid, s.grid.bit
    for weapon in ready:
        reach, things, plain = data.W_LONG[weapon], data.EARSHOT[weapon] > 0, weapon in PLAIN_GUNS
        if plain and reach == farthest:
            found += [(weapon, target, there) for target, there, _ in lines if things or target < BARREL_AT]
            continue
        around = grid.disc(s.m_at[m], reach + 1)
        for target, _, seen in lines:
            there = 0
            for v, squares in seen:
                if around >> v & 1:
                    there |= squares & grid.disc(v, reach)
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
