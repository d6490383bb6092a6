"""Why words are not on offer to a man: the clause that stands in the way, in one sentence.

Each answer asks the functions that make the offer, in the order in which a player would look for the mistake:
first what the man's state and points forbid, then what the nouns do. The answers by subject are in why_moves,
why_attacks, why_things and why_vehicles.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice import why_attacks, why_daring, why_moves, why_things, why_vehicles
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import NOTHING, OBJECTS, SUPPORT, WAITING, Regiment
from sandtable.geometry.squares import FACINGS
from sandtable.kernel.flow import Action, Choice, Refusal, not_on_offer, words

NOUNS: Final = {
    "attack": 2, "pop-attack": 2, "blind-fire": 2, "move-attack": 3, "attack-move": 3, "aim": 1, "mark": 1,
    "pick-up": 1, "place": 2, "place-move": 2, "move-place": 1, "heal": 1, "free": 1,
}  # fmt: skip
"""How many nouns follow the man, where that is always the same."""
RUSES: Final = ("change", "interact", "part")
"""RR-24.1, RR-24.8 What Nancy alone does."""
ON_NO_CARD: Final = ("place", "move-place", "place-move", "recover", "break-cover")
"""RR-22.9 What no card of a support unit shows."""


def refuse(s: Regiment, choice: Choice, action: Action) -> Refusal:
    """Why words are not on offer at a choice; a choice that is not named here says it itself."""
    match choice:
        case turn.Act():
            return not_offered(s, choice, action)
        case attack.Spend() | guns.CarSpend():
            return Refusal(
                "RR-20.13", "hits go to the target, a burst's to units in sight beside it as well; or “spare”"
            )
        case blasts.SpendBlast():
            return Refusal("RR-20.50", "hits of a blast go to what lies under it; or “spare” leaves them unspent")
        case marks.MarkSquare(man):
            return why_attacks.no_throw(s, man, action, s.m_at[man], grenades.further(s, man))
        case marks.Window():
            return why_attacks.no_marked_shot(s, action)
        case carry.PlaceAfter(man, square):
            return why_things.no_place_after(s, man, square, action)
        case carry.MoveAfter(man, thing):
            return why_things.no_move_after(s, man, thing, action)
        case grenades.ThrowAt(man):
            return why_attacks.no_throw(s, man, action, choice.origin(s))
        case placed.SetBomb():
            return why_things.no_fuse(s)
        case cars.CarAct(car):
            return why_vehicles.no_car_action(s, car, action)
        case cars.Deploy():
            return why_vehicles.no_deployment(s, choice, action)
        case guns.MoreGuns():
            return why_vehicles.no_more_guns(s, choice, action)
        case guns.MoreMarks():
            return why_vehicles.no_more_marks(s, choice, action)
        case typhoon.Sortie() | typhoon.Parting() | typhoon.SecondRocket():
            return why_daring.no_sortie(s, action)
        case turn.Next() | cars.CarsAct() if action[:1] == ("call",):
            return why_daring.no_call(s)
    return choice.why_not(s, action)


def not_offered(s: Regiment, choice: turn.Act, action: Action) -> Refusal:
    """RR-4.7, RR-4.11, RR-1.24, RR-8.4, RR-8.13, RR-14.16, RR-20.43, RR-22.3, RR-25.2 Why a man cannot do what the
    words say, or whoever holds the cigarette, or a mechanical failure, cannot use it.
    """
    m = choice.man
    name = s.man(m)
    verb = action[0] if action else ""
    if verb == "act":
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    known = turn.all_acts()
    if verb not in known:
        return Refusal("RR-4.11", not_on_offer(action, choice.offer(s)), typed=True)
    if verb == "cigarette" and len(action) == 3:
        return why_things.no_smoke(s, action[1], action[2])
    if verb == "stall" and len(action) == 3:
        return why_things.no_stall(s, action[1], action[2])
    if len(action) < 2 or (action[1] != name and action[1] not in _who_acts(s)):
        return Refusal("RR-4.11", f"a name comes after “{verb}”; {_instead(s, choice, verb)}", typed=True)
    if action[1] != name:
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    stopped = _state(s, m, verb)
    if stopped is None and verb == "leave" and len(action) > 2:
        stopped = _state(s, m, "sprint")  # that is how one leaves over another square
    reason = stopped or _words(s, m, verb, action)
    return reason or Refusal("RR-4.11", f"that is not understood; {_instead(s, choice, verb)}", typed=True)


def _who_acts(s: Regiment) -> list[str]:
    """Everybody who may come after a verb: men and the vehicles they drive."""
    return [*(s.man(m) for m in range(len(s.m_kind))), *(s.car(c) for c in range(len(s.c_kind)))]


def _instead(s: Regiment, choice: turn.Act, verb: str) -> str:
    """An action with a verb that a man may do now, for whoever got its words wrong."""
    example = next((words(action) for action in choice.offer(s) if action[0] == verb), "")
    return f"try “{example}”" if example else f"{{{s.man(choice.man)}}} cannot do anything of the kind now"


def _state(s: Regiment, m: int, verb: str) -> Refusal | None:
    """What the man's state and points forbid, whatever else the words say."""
    name, known = s.man(m), turn.all_acts()[verb]
    if s.m_state[m] == WAITING and not known.states & acts.WAITING:
        return Refusal("RR-1.22", f"{{{name}}} is still on the entry tile and must step onto the board first")
    part = _part(s, m, verb)
    if part is not None:
        return part
    if not known.states & acts.GOING_ON and _must_go_on(s, m):
        return Refusal("RR-1.24", f"{{{name}}} stands on an occupied square and must go on")
    if s.m_kind[m] >= SUPPORT and not known.states & acts.SUPPORT:
        clause = "RR-22.8" if verb == "free" else "RR-22.9" if verb in ON_NO_CARD else "RR-22.3"
        return Refusal(clause, "support units never do that")
    posture = _posture(s, m, verb)
    if posture is None and s.m_ap[m] < known.cost:
        return Refusal("RR-4.11", f"“{known.title}” costs {known.cost} AP; {{{name}}} has {s.m_ap[m]}")
    return posture


def _part(s: Regiment, m: int, verb: str) -> Refusal | None:
    """RR-24.1, RR-24.8 What Nancy's part forbids her, and her ruses everybody else."""
    if s.m_kind[m] == data.NANCY:
        return why_daring.out_of_part(s, m, verb)
    return why_daring.no_ruse(s, m, verb, ()) if verb in RUSES else None


def _posture(s: Regiment, m: int, verb: str) -> Refusal | None:
    """RR-20.43, RR-8.13, RR-8.4 What a man cannot do in the water, laden or crouched, or only then."""
    name, known = s.man(m), turn.all_acts()[verb]
    if s.m_swim[m] and not known.states & acts.WET:
        return Refusal("RR-20.43", f"{{{name}}} is in the water and can only swim, sprint out, attack, aim and mark")
    if verb == "swim" and not s.m_swim[m]:
        return Refusal("RR-20.38", f"{{{name}}} is not in the water")
    if s.m_object[m] != NOTHING and not known.states & acts.LADEN:
        return Refusal("RR-8.13", f"{{{name}}} carries a {OBJECTS[s.m_object[m]]} and can only move and place")
    if s.m_low[m] and not known.states & acts.CROUCHED:
        instead = "; pop-attack and blind-fire are for that" if "attack" in verb else ""
        return Refusal("RR-8.4", f"{{{name}}} is crouched{instead}")
    if not s.m_low[m] and verb in ("pop-up", "pop-attack", "pop-throw", "blind-fire"):
        return Refusal("RR-11.1" if verb == "blind-fire" else "RR-8.7", f"{{{name}}} is not crouched")
    return None


def _must_go_on(s: Regiment, m: int) -> bool:
    """RR-1.24 Whether a man stands on an occupied square and can get off it."""
    taken = obstacles.occupied(s, but_man=m)
    if not movement.must_move_on(s, m, taken):
        return False
    return any(action[0] != "climb" for action in movement.moves(s, m, taken, movement.free_steps(s, m, taken)))


def _words(s: Regiment, m: int, verb: str, action: Action) -> Refusal | None:
    """What the nouns of an action forbid."""
    rest = action[2:]
    if len(rest) != NOUNS.get(verb, len(rest)):
        return None
    match verb:
        case "move" | "move-take" | "sprint" | "sprint-take" | "climb" | "swim":
            stroll = why_daring.no_stroll(s, m, rest[0]) if rest and s.m_kind[m] == data.NANCY else None
            return stroll or (why_moves.no_way(s, m, verb, action) if rest else None)
        case "change" | "interact" | "part":
            return why_daring.no_ruse(s, m, verb, rest)
        case "attack" | "pop-attack" | "blind-fire":
            return why_attacks.no_attack(s, m, rest[0], rest[1], s.m_at[m], verb)
        case "move-attack" | "attack-move":
            return _no_attack_and_step(s, m, verb, rest)
        case "aim" | "mark":
            return why_attacks.no_aim(s, m, verb, rest[0])
        case "pick-up":
            return why_things.no_pick_up(s, m, rest[0])
        case "place" | "place-move":
            return why_things.no_place(s, m, s.m_at[m], rest[0], rest[1], verb)
        case "move-place":
            return why_things.no_move_place(s, m, rest[0])
        case "heal" | "free":
            return why_things.no_use(s, m, verb, rest[0])
        case "throw" | "pop-throw" | "move-throw" | "throw-move":
            return _no_grenade(s, m, verb, rest)
        case "leave":
            return why_moves.no_leave(s, m, rest)
        case "clear":
            return Refusal("RR-27.19", f"there is no twig under the feet of {{{s.man(m)}}}")
        case "pick-lock":
            return Refusal("RR-27.22", f"{{{s.man(m)}}} is beside no locked door that leads there")
    return _no_need(s, m, verb, rest)


def _no_attack_and_step(s: Regiment, m: int, verb: str, rest: Action) -> Refusal | None:
    """Why a man cannot step and attack from there, or attack and then step."""
    first = verb == "move-attack"
    step = rest[0] if first else rest[2]
    weapon, target = rest[1:] if first else rest[:2]
    stopped = why_moves.no_step(s, m, step, False, False)
    if stopped is not None:
        return stopped
    return why_attacks.no_attack(s, m, weapon, target, s.stage.by_name[step] if first else s.m_at[m], verb)


def _no_grenade(s: Regiment, m: int, verb: str, rest: Action) -> Refusal | None:
    """Why a man cannot throw a grenade, or take the step that belongs to it."""
    if not grenades.held(s, m):
        return Refusal("RR-20.26", f"{{{s.man(m)}}} has no grenade")
    stepping = verb in ("move-throw", "throw-move") and len(rest) == 1
    return why_moves.no_step(s, m, rest[0], False, False) if stepping else None


def _no_need(s: Regiment, m: int, verb: str, rest: Action) -> Refusal | None:
    """What changes nothing for a man as he is: health he has, cover he has not, a facing on the entry tile."""
    if verb == "recover" and s.m_health[m] >= data.RECOVER_TO[s.m_kind[m]]:
        return Refusal("RR-11.6", f"only at 1 to 3 health; {{{s.man(m)}}} has {s.m_health[m]}")
    if verb == "break-cover" and s.m_spotted[m]:
        return Refusal("RR-11.7", f"{{{s.man(m)}}} is spotted already")
    if verb == "end" and len(rest) == 1 and s.m_state[m] == WAITING and rest[0] in FACINGS:
        return Refusal("RR-4.9", "who waits on the entry tile has no facing: “end” alone")
    return None
