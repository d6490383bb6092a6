"""Chapter 11: recovering and breaking cover. Blind fire is an attack and stands with the others in chapter 6."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.state import NOTHING, STEALTH, SUPPORT, Regiment, changed
from sandtable.kernel.flow import Action, Refusal, act


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


def recover(s: Regiment, m: int, _: Action) -> None:
    """RR-11.5 Recovering gives one health."""
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    s.m_ap[m] -= 3
    s.m_health = changed(s.m_health, m, s.m_health[m] + 1)
    s.say(
        "RR-11.5",
        f"{{}} recovers to {s.m_health[m]} health",
        s.man(m),
        facts=(("counted", s.man(m), str(s.m_health[m])),),
    )
    turn.finish_action(s, m)


def no_need(s: Regiment, m: int, _: Action) -> Refusal | None:
    """RR-11.6 Why a man does not recover."""
    if s.m_health[m] < data.RECOVER_TO[s.m_kind[m]]:
        return None
    return Refusal("RR-11.6", f"only at 1 to 3 health; {{{s.man(m)}}} has {s.m_health[m]}")


def break_cover(s: Regiment, m: int, _: Action) -> None:
    """RR-11.7, RR-11.8, RR-11.10, RR-20.35, RR-24.13 Breaking cover shows the man, under his camo net too, and wakes
    who is nearest.
    """
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
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


def no_cover(s: Regiment, m: int, _: Action) -> Refusal | None:
    """RR-11.7 Why a man breaks no cover."""
    return Refusal("RR-11.7", f"{{{s.man(m)}}} is spotted already") if s.m_spotted[m] else None


# --- the verbs

RECOVER: Final = acts.ManAction(
    "recover",
    "Recover",
    {1: "{1} recovers"},
    3,
    acts.CROUCHED,
    recover,
    no_need,
    traits=acts.COUNTED,
    unsupported="RR-22.9",
)
BREAK_COVER: Final = acts.ManAction(
    "break-cover",
    "Break cover",
    {1: "{1} breaks cover and is spotted"},
    0,
    acts.CROUCHED,
    break_cover,
    no_cover,
    traits=acts.COUNTED | acts.UNSEEN | acts.SELDOM,
    disguised=acts.ALLOWED,
    unsupported="RR-22.9",
)

ACTS: tuple[acts.ManAction, ...] = (RECOVER, BREAK_COVER)
