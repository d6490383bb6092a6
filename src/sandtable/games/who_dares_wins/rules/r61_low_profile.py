"""Chapter 6.1.7, low profile."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import land
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import LOW, PATROL, PATROLS, SPENT, Desert, DesertChoice, LrdgAction
from sandtable.kernel.flow import Action, Refusal


def low_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-617.1 A patrol keeps a low profile before it has spent any AP; 0 AP are enough."""
    refusal = movement.patrol_refusal(s, patrol)
    if refusal is None and s.status[patrol] & SPENT:
        refusal = Refusal("WDW-617.1", f"{{{PATROLS[patrol]}}} has spent AP this turn; low profile takes all of them")
    return refusal


def is_outside(s: Desert, patrol: int) -> bool:
    """WDW-617.5 Whether a patrol has a unit outside the bases."""
    return any(not land.IS_BASE[z] for z in s.zones_of(patrol))


def foretold(s: Desert, patrol: int) -> str:
    """What a patrol's low profile would bring, before it keeps one."""
    abroad = [p for p in s.in_play() if is_outside(s, p)]
    others = [f"{{{PATROLS[p]}}}" for p in abroad if p != patrol and not s.status[p] & LOW]
    if not abroad:
        return "the Alarm stays: no patrol is outside the bases"
    if others:
        return f"hides for the whole turn; the Alarm falls only if {', '.join(others)} does so too"
    if not s.alarm or s.hushed:
        return "hides for the whole turn; the Alarm stays as it is"
    return "hides for the whole turn; the Alarm falls by one"


class LieLow(LrdgAction):
    """WDW-617.1, WDW-617.2, WDW-617.3, WDW-617.5 The patrol loses its AP and does nothing more. If every patrol with
    a unit outside the bases keeps a low profile, and there is one, the Alarm drops by one at once."""

    def tries(self, s: Desert, at: DesertChoice) -> list[Action]:
        return [("low", PATROLS[p]) for p in movement.active(s)]

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, patrol) if patrol in PATROL:
                return low_refusal(s, PATROL[patrol])
        return None

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        return f"all {s.ap[PATROL[action[1]]]} AP"

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        patrol = PATROL[action[1]]
        s.ap[patrol] = 0
        s.status[patrol] |= LOW
        s.mover = ()
        s.say("WDW-617.1", "{} keeps a low profile", action[1], facts=(("counted", f"ap-{action[1]}", "0"),))
        abroad = [p for p in s.in_play() if is_outside(s, p)]
        others = [p for p in abroad if not s.status[p] & LOW]
        if not abroad:
            s.say("WDW-617.5", "The Alarm stays: no patrol is outside the bases")
        elif others:
            names = ", ".join(f"{{{PATROLS[p]}}}" for p in others)
            s.say("WDW-617.3", f"The Alarm drops only if {names} does so too")
        elif not s.hushed:
            s.hushed = 1
            terms.lower_alarm(s, "WDW-617.2")


LOW_PROFILE = LieLow("low", "Low profile", {1: "{1} keeps a low profile"})
