"""Chapter 21, the players' vehicles. NOT DONE: driving, guns, deploying and repair; only boarding squares and damage."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment.state import DEAD, NOTHING, OFF, Regiment
from sandtable.kernel.flow import Step


def free_seats(s: Regiment, c: int) -> list[int]:
    """RR-21.15 The seats of a vehicle that nobody sits in."""
    used = [s.m_seat[m] for m in range(len(s.m_kind)) if s.m_car[m] == c]
    return [seat for seat in range(len(data.SEATS[s.c_kind[c]])) if seat not in used]


def open_squares(s: Regiment, m: int) -> int:
    """RR-21.15, RR-21.31 The squares a man may board a vehicle on."""
    found = 0
    if s.m_object[m] != NOTHING or s.m_swim[m]:
        return 0
    for c in range(len(s.c_kind)):
        if s.c_at[c] >= 0 and free_seats(s, c):
            for v in sight.car_squares(s, c):
                found |= 1 << v
    return found


@dataclass(frozen=True)
class CarsAct(Step):
    """RR-4.6 Vehicles act before men on foot."""

    def do(self, s: Regiment) -> None:
        return


@dataclass(frozen=True)
class TakeSeat(Step):
    """RR-21.15, RR-21.31 Boarding ends the man's turn."""

    man: int
    square: int

    def do(self, s: Regiment) -> None:
        for c in range(len(s.c_kind)):
            if self.square in sight.car_squares(s, c) and free_seats(s, c):
                s.m_car[self.man] = c
                s.m_seat[self.man] = free_seats(s, c)[0]
                s.m_done[self.man] = 1
                return


def damage(s: Regiment, c: int, points: int) -> None:
    """RR-21.20, RR-21.22 A vehicle loses health; destroyed it kills all aboard."""
    from sandtable.games.rogue_regiment import r04_turn as turn  # noqa: PLC0415

    s.c_health[c] = max(0, s.c_health[c] - points)
    s.say(
        "RR-21.20",
        f"{{}} has {s.c_health[c]} health left",
        s.car(c),
        facts=(("counted", s.car(c), str(s.c_health[c])),),
    )
    if s.c_health[c] == 0:
        s.say("RR-21.22", "{} is destroyed with all aboard", s.car(c), facts=(("removed", s.car(c)),))
        for m in range(len(s.m_kind)):
            if s.m_car[m] == c:
                turn.remove(s, m, DEAD)
        s.c_at[c] = OFF
        s.changed()
