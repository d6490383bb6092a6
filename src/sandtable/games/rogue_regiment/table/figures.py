"""What a page about many games of Rogue Regiment tells of one of them."""

from __future__ import annotations

from sandtable.games.rogue_regiment.state import BATTLE, DEAD, Regiment

ENDED = {"left": "leaving", "dead": "loss of all", "time": "the last card"}


def moments(s: Regiment) -> dict[str, str | float]:
    """When somebody was first alert, and when the alarm was raised: the turn in which it is first so."""
    found: dict[str, str | float] = {}
    if any(s.u_alert):
        found["Turn of the first alert"] = float(s.turn)
    if s.section == BATTLE:
        found["Turn of the alarm"] = float(s.turn)
    return found


def ending(s: Regiment, result: str, points: float) -> dict[str, str | float]:
    """Victory, points, turns, alarm and losses."""
    return {
        "Result": result,
        "Ended by": ENDED[s.ended],
        "Alarm": "raised" if s.section == BATTLE else "not raised",
        "Points": points,
        "Turns": float(s.turn),
        "Operators lost": float(sum([1 for m in range(len(s.m_kind)) if s.is_operator(m) and s.m_state[m] == DEAD])),
        "Axis units lost": float(sum([1 for health in s.u_health if health <= 0])),
    }
