"""Why words are not on offer to a man: the clause that stands in the way, in one sentence."""

from __future__ import annotations

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment.state import NOTHING, OBJECTS, SUPPORT, Regiment
from sandtable.kernel.flow import Action, Refusal

COSTS = {
    "move": 1, "sprint": 2, "climb": 2, "attack": 1, "move-attack": 1, "attack-move": 1, "aim": 1, "mark": 2,
    "blind-fire": 1, "crouch": 1, "pop-up": 0, "pop-attack": 1, "pick-up": 0, "place": 1, "move-place": 1,
    "place-move": 1, "recover": 3, "break-cover": 0, "leave": 1, "end": 0, "throw": 1, "heal": 0, "cigarette": 0,
    "swim": 1, "free": 0,
}  # fmt: skip
CROUCHED = (
    "move", "blind-fire", "pick-up", "place", "move-place", "place-move", "recover", "break-cover", "pop-up",
    "pop-attack", "end", "leave", "throw", "heal", "cigarette", "free",
)  # fmt: skip
LADEN = ("move", "place", "move-place", "place-move", "end", "leave")


def not_offered(s: Regiment, m: int, action: Action) -> Refusal:
    """RR-8.4, RR-8.13, RR-4.11, RR-1.24, RR-5.2 Why a man cannot do what the words say."""
    name = s.man(m)
    if not action or action[0] not in COSTS:
        return Refusal("RR-4.11", f"that is no action; actions are {', '.join(COSTS)}")
    verb = action[0]
    if len(action) < 2 or action[1] != name:
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    if movement.must_move_on(s, m) and verb not in ("move", "sprint"):
        return Refusal("RR-1.24", f"{{{name}}} stands on an occupied square and must go on")
    if s.m_ap[m] < COSTS[verb]:
        return Refusal("RR-4.11", f"{verb} costs {COSTS[verb]} AP; {{{name}}} has {s.m_ap[m]}")
    if s.m_object[m] != NOTHING and verb not in LADEN:
        return Refusal("RR-8.13", f"{{{name}}} carries a {OBJECTS[s.m_object[m]]} and can only move and place")
    if s.m_low[m] and verb not in CROUCHED:
        return Refusal("RR-8.4", f"{{{name}}} is crouched")
    if s.m_kind[m] >= SUPPORT and verb in ("pick-up", "place", "mark", "recover", "break-cover"):
        return Refusal("RR-22.3", "support units cannot do that")
    if verb in ("move", "sprint", "climb") and len(action) >= 3:
        return _no_way(s, m, verb, action[2])
    if verb in ("attack", "aim") and len(action) >= 3:
        return Refusal("RR-6.2", "the target must be in sight and within long range of that weapon")
    if verb == "recover":
        return Refusal("RR-11.6", f"only at 1 to 3 health; {{{name}}} has {s.m_health[m]}")
    return Refusal("RR-4.11", f"{{{name}}} cannot do that now")


def _no_way(s: Regiment, m: int, verb: str, word: str) -> Refusal:
    to = s.stage.by_name.get(word, -1)
    if to < 0:
        return Refusal("RR-5.1", f"there is no square {word}")
    if not s.grid.on_board(to):
        return Refusal("RR-1.22", "one leaves by the entry tile with “leave”")
    far = s.grid.distance(s.m_at[m], to)
    if far > (3 if verb == "sprint" else 1):
        return Refusal("RR-5.3" if verb == "sprint" else "RR-5.1", f"{word} is {far} squares away")
    if sight.occupied(s, but_man=m) >> to & 1:
        return Refusal("RR-1.24", f"{{{word}}} is occupied, and the points left do not lead to a free square")
    kind = s.layout.describe(to)
    if verb == "climb":
        return Refusal("RR-5.6", f"there is nothing to climb on the way to {word}, or a grappling hook is needed")
    if not s.layout.enterable(to, 0):
        return Refusal("RR-5.2", f"{word} is {kind}")
    return Refusal("RR-5.10", f"walls or squares that cannot be entered stand between here and {word}")


__all__ = ["data"]
