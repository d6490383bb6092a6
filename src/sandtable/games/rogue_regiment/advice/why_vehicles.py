"""Why a vehicle or who is in it cannot do what the words say."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice import why_attacks
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import CREWMAN, OFF, SUPPORT, Regiment
from sandtable.kernel.flow import Action, Refusal

CAR_VERBS: Final = (
    "drive", "floor", "leave", "attack", "attack-drive", "mark", "mark-drive", "deploy", "repair", "end",
)  # fmt: skip


def no_car_action(s: Regiment, c: int, action: Action) -> Refusal:
    """RR-4.6, RR-21.1, RR-21.2, RR-21.25 Why a vehicle cannot do what the words say."""
    name = s.car(c)
    verb = action[0] if action else ""
    if verb == "act":
        return Refusal("RR-4.6", f"it is the turn of {{{name}}}, and vehicles act before anybody on foot does")
    if verb == items.CIGARETTE.word and len(action) == 3:
        return items.no_smoke(s, OFF, action)
    if verb not in CAR_VERBS:
        return Refusal("RR-21.1", f"that is nothing a vehicle does; it can {', '.join(CAR_VERBS)}")
    if len(action) < 2 or action[1] != name:
        return Refusal("RR-21.1", f"it is the turn of {{{name}}}")
    if s.c_ap[c] < (2 if verb == "repair" else 1):
        return Refusal("RR-21.1", f"{{{name}}} has {s.c_ap[c]} of 2 actions left")
    if cars.in_seat(s, c, 0) < 0 and ("drive" in verb or verb in ("floor", "leave")):
        return Refusal("RR-21.2", f"nobody drives {{{name}}}")
    if verb not in ("drive", "floor") and not cars.on_board(s, c):
        return Refusal("RR-21.25", f"{{{name}}} must drive onto the board first")
    return _no_such_act(s, c, verb, action)


def _no_such_act(s: Regiment, c: int, verb: str, action: Action) -> Refusal:
    """RR-1.23, RR-21.2, RR-21.3, RR-21.4, RR-21.14 Why a vehicle that may act now cannot do just that."""
    name, kind = s.car(c), s.c_kind[c]
    if "drive" in verb and not driving.drives(s, c):
        return Refusal("RR-21.2", f"{{{name}}} cannot move anywhere")
    if verb == "leave":
        return Refusal("RR-1.23", "its front row must get over the edge at the entry tile, or where boats leave")
    if verb == "floor":
        if not data.FLOOR_IT[kind]:
            return Refusal("RR-21.3", f"{{{name}}} is not built for that")
        return Refusal("RR-21.3", "that is 1 to 5 squares straight ahead over regular ground, to free squares")
    if verb == "repair":
        return Refusal("RR-21.14", f"{{{name}}} has {s.c_health[c]} health; repairs go up to {data.REPAIR_TO[kind]}")
    if verb.startswith(("attack", "mark")) and len(action) == 4:
        return no_gun(s, c, "mark" if verb.startswith("mark") else "attack", action[2], action[3])
    return Refusal("RR-21.4", "a gunner's seat and a target belong to that, as in “attack willys front smg-1”")


def no_gun(s: Regiment, c: int, verb: str, seat: str, word: str) -> Refusal:
    """RR-21.4, RR-21.5, RR-21.26 Why a gunner cannot fire at something or mark it."""
    seats, armed = data.SEATS[s.c_kind[c]], data.GUNS[s.c_kind[c]]
    if seat not in armed:
        return Refusal("RR-21.4", f"{seat} is no gunner's seat; guns are at: {', '.join(armed) or 'none'}")
    number = seats.index(seat)
    m = cars.in_seat(s, c, number)
    if m < 0:
        return Refusal("RR-21.4", f"nobody sits at the gun, {seat}")
    if verb == "mark":
        return _no_mark(s, c, m, word)
    t = why_attacks.target_called(s, word)
    if t < 0:
        return Refusal("RR-21.4", f"{word} is nothing that stands on the board and can be attacked")
    if not guns.guns_of(s, c, number):
        return Refusal("RR-21.26", f"{{{s.man(m)}}} has no weapon to fire from a boat")
    if guns.gun_range(s, c, number, t):
        return Refusal("RR-21.5", "that gun has fired in this action, or the gunners mark")
    return _out_of_line(s, c, number, t, word)


def _out_of_line(s: Regiment, c: int, number: int, t: int, word: str) -> Refusal:
    """RR-6.2, RR-6.4, RR-21.4 What is between a gun and its target: range, the quarter of the gun, or what hides it."""
    squares = [v for v in (s.footprint(t) if t < targeting.BARREL_AT else targeting.struck(s, t)) if s.grid.on_board(v)]
    far = min(driving.wheels_of(s, c).distance_on_board(driving.state_of(s, c), v) for v in squares)
    reach = max(data.W_LONG[weapon] for weapon in guns.guns_of(s, c, number))
    if far > reach:
        return Refusal("RR-6.2", f"{{{word}}} is {far} squares away; the gun reaches {reach}")
    if not any(guns.gun_field(s, c, number)[1] >> v & 1 for v in squares):
        return Refusal("RR-21.4", f"{{{word}}} is out of the quarter of the gun")
    return Refusal("RR-6.4", f"{{{word}}} is out of sight: forest, rock, a wall or another unit stands between")


def _no_mark(s: Regiment, c: int, m: int, word: str) -> Refusal:
    """RR-21.4, RR-21.7, RR-22.3, RR-7.5 Why a gunner cannot mark something."""
    if s.c_kind[c] == data.BOAT:
        return Refusal("RR-21.4", "nobody marks from a boat")
    if s.m_kind[m] >= SUPPORT:
        return Refusal("RR-24.36" if s.m_kind[m] == CREWMAN else "RR-22.3", "support units do not mark")
    if s.m_mark[m] >= 0 and s.unit(s.m_mark[m]) == word:
        return Refusal("RR-21.7", f"the marker of {{{s.man(m)}}} lies on it already")
    return Refusal("RR-7.5", f"{word} is no Axis unit on the board or a spawn tile")


def no_exit(s: Regiment, c: int, action: Action) -> Refusal:
    """RR-21.12, RR-21.13 Why somebody cannot get out there or change to that seat."""
    m = next((m for m in cars.aboard(s, c) if len(action) == 3 and s.man(m) == action[1]), -1)
    if m < 0 or action[0] not in ("out", "seat"):
        return Refusal("RR-21.12", "somebody aboard gets out or changes seats, as in “out jock k12”")
    if s.m_kind[m] == CREWMAN:
        return Refusal("RR-24.36", "the crew of the Support Willys never leaves it")
    if action[0] == "out":
        to = s.stage.by_name.get(action[2], -1)
        if any(tokens.locked(s, v, to) for v in obstacles.car_squares(s, c)):
            return Refusal("RR-27.22", "the door is locked; 4 AP beside it pick the lock")
        return Refusal("RR-21.12", "that is no free square beside the vehicle with a way to it")
    if s.m_turn[m]:
        return Refusal("RR-21.12", f"{{{action[1]}}} has changed seats in this action")
    return Refusal("RR-21.12", "that is no other seat, or who sits there has changed seats in this action")


def no_deployment(s: Regiment, choice: cars.Deploy, action: Action) -> Refusal:
    """RR-21.12 Why nobody gets out of a vehicle, or changes seats in it, like that."""
    if action[:1] == ("seat",) and choice.out:
        return Refusal("RR-21.12", "in this action men get out; changing seats is another")
    if action[:1] == ("out",) and any(s.m_turn[m] for m in cars.aboard(s, choice.car)):
        return Refusal("RR-21.12", "in this action men change seats; getting out is another")
    return no_exit(s, choice.car, action)


def no_more_guns(s: Regiment, choice: guns.MoreGuns, action: Action) -> Refusal:
    """RR-21.4, RR-21.5 Why another gun of a vehicle does not fire or mark like that."""
    if len(action) != 3 or action[0] not in ("attack", "mark"):
        return Refusal("RR-21.4", "a gunner's seat and a target, or done")
    if action[0] == "mark" and not choice.marking:
        return Refusal("RR-21.5", "all gunners do the same, and these attack")
    return no_gun(s, choice.car, action[0], action[1], action[2])


def no_more_marks(s: Regiment, choice: guns.MoreMarks, action: Action) -> Refusal:
    """RR-21.5 Why another gunner does not mark like that."""
    if len(action) != 3 or action[0] != "mark":
        return Refusal("RR-21.5", "all gunners do the same, and these mark: a gunner's seat and a unit, or done")
    if action[1] in [data.SEATS[s.c_kind[choice.car]][seat] for seat in choice.used]:
        return Refusal("RR-21.5", "that gunner has marked in this action")
    return no_gun(s, choice.car, "mark", action[1], action[2])
