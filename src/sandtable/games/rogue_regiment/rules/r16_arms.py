"""Chapter 16, what each kind of Axis unit attacks with, worked out once from the box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data

# Which weapons of a unit have fired in this Attack Phase (u_done).
FRONT_FIRED: Final = 1
REAR_FIRED: Final = 2
SHELLED: Final = 8  # a howitzer
FLAMED: Final = 16  # a flamethrower


@dataclass(frozen=True)
class Gun:
    """RR-16.1 A weapon that needs its target in sight, but for what an HMG fires through a wall."""

    fired: int
    rear: bool
    dice: int
    needs: int
    short: int
    long: int
    hmg: bool = False
    flame: bool = False


def guns_of(kind: int) -> tuple[Gun, ...]:
    """RR-18.21, RR-19.10, RR-26.10, RR-26.19, RR-28.1, RR-28.9, RR-28.13 The guns of a kind of unit.

    A mortar is none, nor is a howitzer, or what fires at aircraft; who has a launcher does not use his SMG before it is
    spent.
    """
    found = []
    second = data.SECOND[kind]
    if data.DICE[kind] and kind != data.MORTAR and not data.AIR[kind] and second != data.LAUNCHER:
        values = (data.DICE[kind], data.NEEDS[kind], data.SHORT[kind], data.LONG[kind], data.HMG[kind])
        if not data.REAR_GUN[kind]:
            found.append(Gun(FRONT_FIRED, False, *values))
        if data.REAR[kind]:
            found.append(Gun(REAR_FIRED, True, *values))
    if second == data.FLAME:
        long = data.SECOND_LONG[kind]
        found.append(Gun(FLAMED, False, data.SECOND_DICE[kind], data.SECOND_NEEDS[kind], 0, long, flame=True))
    return tuple(found)


GUNS: Final = tuple(guns_of(kind) for kind in range(len(data.UNITS)))

MOST: Final = tuple(max([0, sum([g.dice for g in guns if not g.rear]), *[g.dice for g in guns]]) for guns in GUNS)
"""How many dice a unit of each kind rolls at most against one man in the Attack Phase."""


def answer_of(kind: int) -> tuple[int, int, int, int]:
    """RR-10.9, RR-19.18, RR-24.43, RR-26.1, RR-28.6, RR-28.8 Dice, number, short and long range of a kind of unit in a
    reaction; no dice if it makes none. It fires the first of its guns alone, which is the HMG of a Panzer III; a mortar
    team fires as two SMG Infantry; no unit with a flamethrower reacts, nor a sniper.
    """
    if kind == data.MORTAR:
        return 2 * data.DICE[data.SMG], data.NEEDS[data.SMG], data.SHORT[data.SMG], data.LONG[data.SMG]
    guns = GUNS[kind]
    if not guns or guns[-1].flame or kind == data.SNIPER_MAN:
        return 0, 0, 0, 0
    return guns[0].dice, guns[0].needs, guns[0].short, guns[0].long


ANSWERS: Final = tuple(answer_of(kind) for kind in range(len(data.UNITS)))


def shells_of(kind: int) -> tuple[int, int]:
    """RR-19.16, RR-25.12, RR-28.1 Dice and number of the explosive weapon of a kind of unit; no dice without one."""
    if kind == data.MORTAR:
        return data.DICE[kind], data.NEEDS[kind]
    if data.SECOND[kind] in (data.HOWITZER, data.LAUNCHER):
        return data.SECOND_DICE[kind], data.SECOND_NEEDS[kind]
    return 0, 0


SHELLS: Final = tuple(shells_of(kind) for kind in range(len(data.UNITS)))

ARMED: Final = tuple(bool(GUNS[kind] or SHELLS[kind][0]) for kind in range(len(data.UNITS)))
"""RR-19.22, RR-28.9 Which kinds can attack anybody on the ground."""


def reach_of(kind: int) -> int:
    """RR-13.11, RR-28.2 How far a kind of infantry may be from a target to attack it."""
    if data.SECOND[kind] == data.LAUNCHER:
        return data.SECOND_LONG[kind]
    return max([gun.long for gun in GUNS[kind]], default=0)


REACH: Final = tuple(reach_of(kind) for kind in range(len(data.UNITS)))
CLOSE: Final = tuple(data.SHORT[kind] or REACH[kind] for kind in range(len(data.UNITS)))
"""RR-13.11, RR-13.32 How near is near enough: short range, or without one all of it."""
