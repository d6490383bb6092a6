"""The same on dictionaries of words."""

from __future__ import annotations

MASK = (1 << 64) - 1


class Words:
    """unit -> zone, patrol and side as dictionaries with string keys."""

    def __init__(self, units: int, axis: int) -> None:
        names = [f"u{unit}" for unit in range(units)]
        self.at: dict[str, str] = dict.fromkeys(names, "z0")
        self.patrol: dict[str, str] = {name: f"p{number % 3}" for number, name in enumerate(names)}
        self.reduced: dict[str, int] = dict.fromkeys(names, 0)
        self.mco: dict[str, int] = dict.fromkeys(names, 0)
        self.axis_at: dict[str, str] = {f"a{number}": f"z{number % 43}" for number in range(axis)}
        self.ap: dict[str, int] = {"p0": 0, "p1": 0, "p2": 0}
        self.alarm: int = 0
        self.x: int = 1

    def clone(self) -> Words:
        twin = Words(0, 0)
        twin.at = self.at.copy()
        twin.patrol = self.patrol.copy()
        twin.reduced = self.reduced.copy()
        twin.mco = self.mco.copy()
        twin.axis_at = self.axis_at.copy()
        twin.ap = self.ap.copy()
        twin.alarm = self.alarm
        twin.x = self.x
        return twin

    def below(self, n: int) -> int:
        self.x = (self.x * 6364136223846793005 + 1442695040888963407) & MASK
        return ((self.x >> 32) * n) >> 32


def moves(s: Words, patrol: str, links: dict[str, dict[str, int]]) -> list[tuple[str, str]]:
    """Every zone and neighbour that the patrol's units in one place can pay for."""
    found: list[tuple[str, str]] = []
    for zone in links:
        size = 0
        for unit in s.at:
            if s.at[unit] == zone and s.patrol[unit] == patrol:
                size += 1
        if size:
            for place, price in links[zone].items():
                if (price * size + 1) // 2 <= s.ap[patrol]:
                    found.append((zone, place))
    return found


def enter(s: Words, patrol: str, origin: str, zone: str, price: int, dice: dict[str, int]) -> None:
    """The stack moves, pays, and tests discretion with size and presence modifiers."""
    size = 0
    for unit in s.at:
        if s.at[unit] == origin and s.patrol[unit] == patrol:
            s.at[unit] = zone
            size += 1
    s.ap[patrol] -= (price * size + 1) // 2
    here = 0
    for unit in s.at:
        if s.at[unit] == zone:
            here += 1
    drm = 0 if here < 4 else 1 if here < 7 else 2 if here < 9 else 3
    for axis in s.axis_at:
        if s.axis_at[axis] == zone:
            drm += 1
    for _ in range(dice[zone]):
        if s.below(6) + 1 + drm >= 6:
            s.alarm = min(4, s.alarm + 1)
            return


def walk(s: Words, turns: int, links: dict[str, dict[str, int]], dice: dict[str, int]) -> int:
    """Random moves for a number of turns; how many were made."""
    made = 0
    for _ in range(turns):
        for patrol in ("p0", "p1", "p2"):
            s.ap[patrol] = s.below(12) + 4
            while True:
                options = moves(s, patrol, links)
                if not options:
                    break
                zone, target = options[s.below(len(options))]
                enter(s, patrol, zone, target, links[zone][target], dice)
                made += 1
    return made
