"""Movement and the discretion test on flat integer columns."""

from __future__ import annotations

MASK = (1 << 64) - 1


class Columns:
    """unit -> zone, patrol and side as lists of small integers."""

    def __init__(self, units: int, axis: int) -> None:
        self.at: list[int] = [0] * units
        self.patrol: list[int] = [unit % 3 for unit in range(units)]
        self.reduced: list[int] = [0] * units
        self.mco: list[int] = [0] * units
        self.axis_at: list[int] = [unit % 43 for unit in range(axis)]
        self.ap: list[int] = [0, 0, 0]
        self.alarm: int = 0
        self.x: int = 1

    def clone(self) -> Columns:
        twin = Columns(0, 0)
        twin.at = self.at[:]
        twin.patrol = self.patrol[:]
        twin.reduced = self.reduced[:]
        twin.mco = self.mco[:]
        twin.axis_at = self.axis_at[:]
        twin.ap = self.ap[:]
        twin.alarm = self.alarm
        twin.x = self.x
        return twin

    def below(self, n: int) -> int:
        self.x = (self.x * 6364136223846793005 + 1442695040888963407) & MASK
        return ((self.x >> 32) * n) >> 32


def moves(s: Columns, patrol: int, links: list[list[int]], cost: list[list[int]]) -> list[tuple[int, int]]:
    """Every zone and neighbour that the patrol's units in one place can pay for."""
    found: list[tuple[int, int]] = []
    for zone in range(len(links)):
        size = 0
        for unit in range(len(s.at)):
            if s.at[unit] == zone and s.patrol[unit] == patrol:
                size += 1
        if size:
            for place in range(len(links[zone])):
                if (cost[zone][place] * size + 1) // 2 <= s.ap[patrol]:
                    found.append((zone, links[zone][place]))
    return found


def enter(s: Columns, patrol: int, origin: int, zone: int, price: int, dice: list[int]) -> None:
    """The stack moves, pays, and tests discretion with size and presence modifiers."""
    size = 0
    for unit in range(len(s.at)):
        if s.at[unit] == origin and s.patrol[unit] == patrol:
            s.at[unit] = zone
            size += 1
    s.ap[patrol] -= (price * size + 1) // 2
    here = 0
    for unit in range(len(s.at)):
        if s.at[unit] == zone:
            here += 1
    drm = 0 if here < 4 else 1 if here < 7 else 2 if here < 9 else 3
    for axis in range(len(s.axis_at)):
        if s.axis_at[axis] == zone:
            drm += 1
    for _ in range(dice[zone]):
        if s.below(6) + 1 + drm >= 6:
            s.alarm = min(4, s.alarm + 1)
            return


def walk(s: Columns, turns: int, links: list[list[int]], cost: list[list[int]], dice: list[int]) -> int:
    """Random moves for a number of turns; how many were made."""
    made = 0
    for _ in range(turns):
        for patrol in range(3):
            s.ap[patrol] = s.below(12) + 4
            while True:
                options = moves(s, patrol, links, cost)
                if not options:
                    break
                zone, target = options[s.below(len(options))]
                enter(s, patrol, zone, target, cost[zone][links[zone].index(target)], dice)
                made += 1
    return made
