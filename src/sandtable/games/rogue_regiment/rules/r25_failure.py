"""Chapter 25, mechanical failure: a vehicle that does not move this turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.state import ACTIVE, SEAT, WAITING, Regiment, changed
from sandtable.kernel.flow import Action, Choice, Refusal, act


@dataclass(frozen=True)
class TakeToken(Choice):
    """RR-25.1 A mechanical failure token goes to an Operator with a free slot, whom the players choose; several may be
    in play.
    """

    clause = "RR-25.1"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found = []
        for m in range(len(s.m_kind)):
            if s.is_operator(m) and s.m_state[m] in (WAITING, ACTIVE) and carry.has_room(s, m, data.I_FAILURE):
                found.append(act("give", "failure", s.man(m)))
        return found or [act("nothing")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("nothing",):
            s.say("RR-25.1", "nobody has a slot free for the mechanical failure, so nothing happens")
            return
        s.give(s.man_of(action[2]), data.I_FAILURE, 1)
        s.say("RR-25.1", "{} takes the mechanical failure", action[2])

    def ask(self, s: Regiment) -> str:
        return "Who takes the mechanical failure?"


def uses(s: Regiment) -> list[Action]:
    """RR-25.2 Whoever holds such a token may use it at any point of the phase on an Axis vehicle on the board."""
    found: list[Action] = []
    for m in range(len(s.m_kind)):
        if s.has(m, data.I_FAILURE) and s.m_state[m] in (WAITING, ACTIVE):
            for u in s.roster.vehicles:
                if s.here(u) and not s.u_stall[u]:
                    found.append(act("stall", s.man(m), s.unit(u)))
    return found


def finish(s: Regiment) -> None:
    """RR-25.3 In the End Phase the tokens that were used are gone."""
    for u, stalled in enumerate(s.u_stall):
        if stalled:
            s.u_stall = changed(s.u_stall, u, 0)
            word = s.unit(u)
            s.say("RR-25.3", "{} runs again", word, facts=(("unmarked", word, "failure"),))


def stall(s: Regiment, _man: int, action: Action) -> None:
    """RR-25.2 The token goes onto a vehicle, which does not move this turn but may attack."""
    u = s.unit_of(action[2])
    s.give(s.man_of(action[1]), data.I_FAILURE, -1)
    s.u_stall = changed(s.u_stall, u, 1)
    s.say(
        "RR-25.2",
        "{} has a mechanical failure and does not move this turn",
        action[2],
        facts=(("marked", action[2], "failure"),),
    )


def no_stall(s: Regiment, _man: int, action: Action) -> Refusal:
    """RR-25.2 Why a man, whoever acts, cannot use a mechanical failure on a unit."""
    name, word = action[1], action[2]
    owner = next((n for n in range(len(s.m_kind)) if s.man(n) == name), -1)
    if owner < 0 or not s.has(owner, data.I_FAILURE):
        return Refusal("RR-25.2", f"{{{name}}} has no mechanical failure")
    u = next((u for u in range(len(s.u_kind)) if s.unit(u) == word and s.here(u)), -1)
    if u < 0 or not s.vehicle(u):
        return Refusal("RR-25.2", f"{word} is no vehicle of the Axis on the board")
    return Refusal("RR-25.2", f"{{{word}}} has broken down already")


STALL: Final = acts.ManAction(
    "stall",
    "mechanical failure",
    {2: "{1}: mechanical failure of {2}"},
    0,
    acts.CROUCHED | acts.LADEN | acts.WET | acts.WAITING | acts.GOING_ON | acts.SUPPORT,
    stall,
    no_stall,
    traits=acts.WHOEVER,
    nouns=1,
)

ACTS: tuple[acts.ManAction, ...] = (STALL,)
