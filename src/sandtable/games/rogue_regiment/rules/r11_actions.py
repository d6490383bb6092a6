"""Chapter 11: recovering and breaking cover. Blind fire is an attack and stands with the others in chapter 6."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.state import NOTHING, STEALTH, SUPPORT, Regiment, changed
from sandtable.kernel.flow import Action, act


def others(s: Regiment, m: int) -> list[Action]:
    """RR-11.5, RR-11.6, RR-11.7, RR-11.8, RR-8.13, RR-20.43, RR-22.9 Recovering at 1 to 3 health, and breaking cover
    once.
    """
    if s.m_kind[m] >= SUPPORT or s.m_object[m] != NOTHING or s.m_swim[m]:
        return []
    found: list[Action] = []
    if s.m_ap[m] >= 3 and 1 <= s.m_health[m] < data.RECOVER_TO[s.m_kind[m]]:
        found.append(act("recover", s.man(m)))
    if not s.m_spotted[m]:
        found.append(act("break-cover", s.man(m)))
    return found


def chosen(s: Regiment, m: int, action: Action) -> None:
    """RR-11.5, RR-11.7, RR-11.8, RR-11.10, RR-20.35, RR-24.13 Recovering gives one health; breaking cover shows the
    man, under his camo net too, and wakes who is nearest.
    """
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    if action[0] == "recover":
        s.m_ap[m] -= 3
        s.m_health = changed(s.m_health, m, s.m_health[m] + 1)
        s.say(
            "RR-11.5",
            f"{{}} recovers to {s.m_health[m]} health",
            s.man(m),
            facts=(("counted", s.man(m), str(s.m_health[m])),),
        )
    else:
        notice.spot(s, m, "RR-11.7" if s.section == STEALTH else "RR-11.8", "by breaking cover")
        notice.notice(s, m, s.m_at[m], False)  # RR-20.35 no camo net hides him now
        if s.section == STEALTH:
            there = [u for u in range(len(s.u_kind)) if s.here(u)]
            if there:
                least = min(notice.range_to(s, u, s.m_at[m]) for u in there)
                for u in there:
                    if notice.range_to(s, u, s.m_at[m]) == least:
                        notice.alert(s, u, "RR-11.7", "nobody is nearer to who broke cover")
    turn.finish_action(s, m)


# --- the verbs


class Recovering(acts.ManAction):
    """RR-11.5, RR-11.7 A man recovers or breaks cover."""

    def do(self, s: Regiment, at: turn.Act, action: Action) -> None:
        chosen(s, at.man, action)
        s.then(at)


ACTS: tuple[acts.ManAction, ...] = (
    Recovering("recover", "Recover", {1: "{1} recovers"}, 3, acts.CROUCHED),
    Recovering("break-cover", "Break cover", {1: "{1} breaks cover and is spotted"}, 0, acts.CROUCHED),
)
