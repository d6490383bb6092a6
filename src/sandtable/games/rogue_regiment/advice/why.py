"""Why words are not on offer to a man: the clause that stands in the way, in one sentence.

Each answer asks the functions that make the offer, in the order in which a player would look for the mistake:
first what the man's state and points forbid, then what the nouns do. The answers by subject are in why_moves,
why_attacks, why_things and why_vehicles; a short answer about one verb is in its chapter.
"""

from __future__ import annotations

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
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import NOTHING, OBJECTS, SUPPORT, WAITING, Regiment
from sandtable.kernel.flow import Action, Choice, Refusal, not_on_offer, words


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
    known = turn.all_acts().get(verb)
    if known is None:
        return Refusal("RR-4.11", not_on_offer(action, choice.offer(s)), typed=True)
    if known.whoever and len(action) == 3:
        stopped = known.refuse(s, choice, action)
        assert stopped is not None, "what whoever has it may do is refused by its chapter, or offered"
        return stopped
    if len(action) < 2 or (action[1] != name and action[1] not in _who_acts(s)):
        return Refusal("RR-4.11", f"a name comes after “{verb}”; {_instead(s, choice, verb)}", typed=True)
    if action[1] != name:
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    stopped = _state(s, choice, known)
    if stopped is None and known is movement.LEAVE and known.runs(action):
        stopped = _state(s, choice, movement.SPRINT)  # that is how one leaves over another square
    reason = stopped or _words(s, choice, known, action)
    return reason or Refusal("RR-4.11", f"that is not understood; {_instead(s, choice, verb)}", typed=True)


def _who_acts(s: Regiment) -> list[str]:
    """Everybody who may come after a verb: men and the vehicles they drive."""
    return [*(s.man(m) for m in range(len(s.m_kind))), *(s.car(c) for c in range(len(s.c_kind)))]


def _instead(s: Regiment, choice: turn.Act, verb: str) -> str:
    """An action with a verb that a man may do now, for whoever got its words wrong."""
    example = next((words(action) for action in choice.offer(s) if action[0] == verb), "")
    return f"try “{example}”" if example else f"{{{s.man(choice.man)}}} cannot do anything of the kind now"


def _state(s: Regiment, choice: turn.Act, known: acts.ManAction) -> Refusal | None:
    """What the man's state and points forbid, whatever else the words say."""
    m = choice.man
    name = s.man(m)
    if s.m_state[m] == WAITING and not known.states & acts.WAITING:
        return Refusal("RR-1.22", f"{{{name}}} is still on the entry tile and must step onto the board first")
    part = _part(s, choice, known)
    if part is not None:
        return part
    if not known.states & acts.GOING_ON and _must_go_on(s, m):
        return Refusal("RR-1.24", f"{{{name}}} stands on an occupied square and must go on")
    if s.m_kind[m] >= SUPPORT and not known.states & acts.SUPPORT:
        return Refusal(known.unsupported, "support units never do that")
    posture = _posture(s, m, known)
    if posture is None and s.m_ap[m] < known.cost:
        return Refusal("RR-4.11", f"“{known.title}” costs {known.cost} AP; {{{name}}} has {s.m_ap[m]}")
    return posture


def _part(s: Regiment, choice: turn.Act, known: acts.ManAction) -> Refusal | None:
    """RR-24.1, RR-24.8 What Nancy's part forbids her, and her ruses everybody else."""
    m = choice.man
    if s.m_kind[m] == data.NANCY:
        return why_daring.out_of_part(s, m, known)
    return known.refuse(s, choice, (known.word, s.man(m))) if isinstance(known, disguise.Ruse) else None


def _posture(s: Regiment, m: int, known: acts.ManAction) -> Refusal | None:
    """RR-20.43, RR-8.13, RR-8.4 What a man cannot do in the water, laden or crouched, or only then."""
    name, attacking = s.man(m), isinstance(known, attack.Attacking)
    if s.m_swim[m] and not known.states & acts.WET:
        return Refusal("RR-20.43", f"{{{name}}} is in the water and can only swim, sprint out, attack, aim and mark")
    if known is movement.SWIM and not s.m_swim[m]:
        return Refusal("RR-20.38", f"{{{name}}} is not in the water")
    if s.m_object[m] != NOTHING and not known.states & acts.LADEN:
        return Refusal("RR-8.13", f"{{{name}}} carries a {OBJECTS[s.m_object[m]]} and can only move and place")
    if s.m_low[m] and not known.states & acts.CROUCHED:
        instead = f"; {attack.POP_ATTACK.word} and {attack.BLIND_FIRE.word} are for that" if attacking else ""
        return Refusal("RR-8.4", f"{{{name}}} is crouched{instead}")
    if not s.m_low[m] and (known.rises or known is attack.BLIND_FIRE):
        return Refusal("RR-8.7" if known.rises else "RR-11.1", f"{{{name}}} is not crouched")
    return None


def _must_go_on(s: Regiment, m: int) -> bool:
    """RR-1.24 Whether a man stands on an occupied square and can get off it."""
    taken = obstacles.occupied(s, but_man=m)
    if not movement.must_move_on(s, m, taken):
        return False
    ways = movement.moves(s, m, taken, movement.free_steps(s, m, taken))
    return any(turn.all_acts()[action[0]].states & acts.GOING_ON for action in ways)


def _words(s: Regiment, choice: turn.Act, known: acts.ManAction, action: Action) -> Refusal | None:
    """What the nouns of an action forbid: long answers stand here in advice, by the class of the verb; short ones in
    its chapter.
    """
    m, rest = choice.man, action[2:]
    if known.nouns >= 0 and len(rest) != known.nouns:
        return None
    match known:
        case movement.Movement():
            stroll = why_daring.no_stroll(s, m, rest[0]) if rest and s.m_kind[m] == data.NANCY else None
            return stroll or (why_moves.no_way(s, m, known, action) if rest else None)
        case movement.Leaving():
            return why_moves.no_leave(s, m, rest)
        case attack.Attacking():
            return _no_attack(s, m, known, action)
        case carry.Placing():
            if known.spot:
                return why_things.no_place(s, m, s.m_at[m], rest[0], rest[1], known is carry.PLACE_MOVE)
            return why_things.no_move_place(s, m, rest[0])
        case items.Throwing():
            return _no_grenade(s, m, known, rest)
    if known is marks.AIM or known is marks.MARK:
        return why_attacks.no_aim(s, m, known, rest[0])
    if known is carry.PICK_UP:
        return why_things.no_pick_up(s, m, rest[0])
    return known.refuse(s, choice, action)


def _no_attack(s: Regiment, m: int, known: attack.Attacking, action: Action) -> Refusal | None:
    """Why a man cannot attack, or step and attack from there, or attack and then step."""
    step = known.goes_to(action)
    stopped = why_moves.no_step(s, m, step, False, False) if step else None
    if stopped is not None:
        return stopped
    origin = s.stage.by_name[step] if known.step == attack.FIRST else s.m_at[m]
    return why_attacks.no_attack(s, m, known.weapon(action), known.target(action), origin, known)


def _no_grenade(s: Regiment, m: int, known: items.Throwing, rest: Action) -> Refusal | None:
    """Why a man cannot throw a grenade, or take the step that belongs to it."""
    if not grenades.held(s, m):
        return Refusal("RR-20.26", f"{{{s.man(m)}}} has no grenade")
    return why_moves.no_step(s, m, rest[0], False, False) if known.step and len(rest) == 1 else None
