"""Why Nancy cannot do something in her disguise or with the garrotte, and why the Typhoon cannot."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import OFF, Regiment
from sandtable.geometry.squares import FACINGS, LOW
from sandtable.kernel.flow import Action, Refusal

OUT_OF_PART: Final = {
    acts.BODILY: "in disguise she does not sprint, crouch, climb or vault",
    acts.HANDS: "in disguise she neither picks anything up nor places it",
    acts.OUT_OF_PART: "in disguise she only moves, uses the garrotte, talks, breaks cover and changes",
}


def out_of_part(s: Regiment, m: int, known: acts.ManAction) -> Refusal | None:
    """RR-24.2, RR-24.3, RR-24.53 Why a woman under cover does nothing of the kind."""
    if known.disguised == acts.ALLOWED or not sight.under_cover(s, m):
        return None
    return Refusal(known.disguised, OUT_OF_PART[known.disguised])


def no_stroll(s: Regiment, m: int, word: str) -> Refusal | None:
    """RR-24.3 Why a woman under cover does not go to a square that another man could step to."""
    to = s.stage.by_name.get(word, -1)
    if to < 0 or not sight.under_cover(s, m) or s.grid.distance(s.m_at[m], to) != 1:
        return None
    if s.layout.forest >> to & 1:
        return Refusal("RR-24.3", "in disguise she does not go into a wood")
    straight = to - s.m_at[m] in (1, -1, s.grid.stride, -s.grid.stride)
    if straight and s.grid.between(s.m_at[m], to) == LOW:
        return Refusal("RR-24.3", "in disguise she does not vault a low wall")
    if s.cars.barring >> to & 1:
        return Refusal("RR-24.3", "in disguise she gets into no vehicle")
    return None


def no_garrotte(s: Regiment, m: int, t: int, origin: int) -> Refusal:
    """RR-24.16, RR-24.17, RR-24.19, RR-6.13 Why the garrotte cannot be used on something."""
    if t >= targeting.BARREL_AT or s.u_kind[t] not in targeting.SINGLE_MEN:
        return Refusal("RR-6.13", "the garrotte is for single men only")
    if origin != s.m_at[m]:
        return Refusal("RR-24.2", "no step goes with the garrotte")
    held = disguise.holding(s)
    if held not in (OFF, t):
        return Refusal("RR-24.17", f"{{{s.unit(held)}}} is in her garrotte")
    if s.m_spotted[m] and targeting.directly_behind(s, t, origin):
        return Refusal("RR-24.19", "spotted she can only finish whom she holds already")
    where = s.place(s.u_at[t] - s.grid.step(s.u_face[t])) or "off the board"
    return Refusal("RR-24.16", f"the garrotte needs the square right behind {{{s.unit(t)}}}, which is {where}")


# --- the Typhoon


def no_call(s: Regiment) -> Refusal:
    """RR-24.23, RR-24.30 Why the Typhoon cannot be called like that."""
    if not s.typhoon:
        return Refusal("RR-24.23", "this mission has no Typhoon")
    if s.typhoon[typhoon.WHERE] == typhoon.DOWN:
        return Refusal("RR-24.30", "it was shot down")
    if s.typhoon[typhoon.WHERE] != typhoon.AWAY:
        return Refusal("RR-24.30", "it is on its way, or over the board")
    return Refusal("RR-24.23", f"an edge of the board follows, as in “call typhoon {FACINGS[0]}”")


def no_sortie(s: Regiment, action: Action) -> Refusal:
    """RR-24.25, RR-24.27, RR-24.28, RR-24.29 Why it cannot attack that."""
    verb = action[0] if action else ""
    if verb not in ("strafe", "rocket") or len(action) != 3:
        return Refusal("RR-24.25", "it flies on, strafes a unit or fires a rocket at a square, twice in a turn")
    ahead = typhoon.ahead(s)
    if not ahead:
        return Refusal("RR-24.27", "there is no tile before it, so there is nothing that it could attack")
    if verb == "rocket":
        if not s.typhoon[typhoon.ROCKETS]:
            return Refusal("RR-24.28", "both rockets of this run are gone")
        return Refusal("RR-24.27", "only squares of the next tile can be attacked")
    if action[2] not in s.roster.numbers or not s.cover(s.unit_of(action[2])) & ahead:
        return Refusal("RR-24.27", "that is no unit on the next tile")
    u = s.unit_of(action[2])
    if not attack.hurts(s, data.CANNON, u):
        return Refusal("RR-18.29", f"{{{action[2]}}} is armoured; only a rocket hurts it")
    return Refusal("RR-24.29", f"{{{action[2]}}} is inside a building")
