"""Chapter 24, They Who Dare: what the Axis make of Nancy in disguise, and the talk that keeps a man from looking."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.state import CIVILIAN, OFF, TALKS, TURNED, Regiment, changed
from sandtable.geometry.squares import DX, DY
from sandtable.kernel.telling import plural

TRIED: Final = 2  # in act_knife: the garrotte was used and the victim lives


def in_disguise(s: Regiment, m: int) -> bool:
    """RR-24.1, RR-24.14 Whether a man is Nancy in her disguise, whether it deceives anybody or not."""
    return s.m_kind[m] == data.NANCY and s.m_side[m] == CIVILIAN


def nancy(s: Regiment) -> int:
    """Her number, or OFF."""
    return s.m_kind.index(data.NANCY) if data.NANCY in s.m_kind else OFF


def talking_to(s: Regiment) -> int:
    """RR-24.8 The unit that Nancy talks to, or OFF."""
    return next((u for u, held in enumerate(s.u_cig) if held >= TALKS), OFF)


def watched(s: Regiment, m: int) -> list[int]:
    """RR-24.6 The units that have her in clear sight, whatever they take her for."""
    v = s.m_at[m]
    return [u for u in s.axis.present if sight.watches(s, u, v)]


# --- talking


def talk(s: Regiment, m: int, u: int) -> None:
    """RR-24.8, RR-24.9, RR-24.11 The unit turns to her and sees nothing else while she wishes; that takes a token."""
    other = talking_to(s)
    if other >= 0:
        part(s, other, "RR-24.49")
    s.m_ap[m] -= 1
    s.give(m, data.I_INTERACT, -1)
    s.hinder(u, TALKS + s.u_face[u])
    left = s.has(m, data.I_INTERACT)
    s.say(
        "RR-24.8",
        f"{{}} talks to {{}}, {plural(left, 'token')} left",
        s.man(m),
        s.unit(u),
        facts=(("marked", s.unit(u), "talks"),),
    )
    facing = next(f for f in range(4) if s.u_at[u] + DX[f] + DY[f] * s.grid.stride == s.m_at[m])
    notice.turn_unit(s, u, facing, "RR-24.9")


def part(s: Regiment, u: int, clause: str) -> None:
    """RR-24.49 The talk is over: the unit turns back to where it looked before, and sees again."""
    former = s.u_cig[u] - TALKS
    over(s, u, clause)
    look_back(s, u, former, clause)


def over(s: Regiment, u: int, clause: str) -> None:
    """RR-24.12, RR-24.15 A unit no longer listens to her; which way it turns is another matter."""
    s.hinder(u, 0)
    s.say(clause, "{} no longer listens", s.unit(u), facts=(("unmarked", s.unit(u), "talks"),))


def look_back(s: Regiment, u: int, facing: int, clause: str) -> None:
    """RR-24.12, RR-24.49 A unit faces as it did before the talk; whoever or whatever body it sees there it finds."""
    notice.turn_unit(s, u, facing, clause)
    s.u_mark[u] |= TURNED
    s.u_saw = changed(s.u_saw, u, 0)
    notice.perceive(s, u)


def suspicion(s: Regiment) -> None:
    """RR-24.6, RR-24.7, RR-24.10 At the start of the End Phase the meter falls by one if she is in the sight of the
    Axis under cover, and talks to nobody; that is beside what else moves it.
    """
    m = nancy(s)
    if m < 0 or not s.on_foot(m) or not sight.under_cover(s, m):
        return
    seeing = watched(s, m)
    if seeing and talking_to(s) >= 0:
        s.say("RR-24.10", "{} is in sight but talks to somebody: nobody is suspicious", s.man(m))
    elif seeing:
        alarm.count(s, "RR-24.6", f"{{{s.unit(seeing[0])}}} has {{{s.man(m)}}} in sight")


def unmask(s: Regiment) -> None:
    """RR-24.15, RR-24.48 With the alarm the disguise fails: in the sight of any unit she is spotted at once; the one
    she talked to faces her and sees again.
    """
    m = nancy(s)
    if m >= 0 and in_disguise(s, m) and s.on_foot(m):
        for u in s.axis.present:
            if sight.sees(s, u, m):
                notice.spot(s, m, "RR-24.15", f"{{{s.unit(u)}}} sees through the disguise")
                return
