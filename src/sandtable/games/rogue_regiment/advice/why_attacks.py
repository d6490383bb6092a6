"""Why a man cannot attack, aim at or mark something, fire at what he has marked, or throw a grenade there."""

from __future__ import annotations

from sandtable.games.rogue_regiment.advice import why_daring, why_moves
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import NOTHING, Regiment
from sandtable.geometry.squares import DOOR
from sandtable.kernel.flow import Action, Refusal


def no_attack(s: Regiment, m: int, weapon: str, target: str, origin: int, known: attack.Attacking) -> Refusal | None:
    """RR-6.1, RR-6.2, RR-6.4, RR-6.12, RR-6.13, RR-6.14, RR-20.15, RR-20.46 Why a weapon cannot be used on a target
    from a square.
    """
    name = s.man(m)
    if weapon not in data.WEAPONS:
        return Refusal("RR-6.1", f"there is no weapon {weapon}; {{{name}}} has {_arms(s, m)}")
    w = data.WEAPONS.index(weapon)
    if w == data.GRENADE:
        return Refusal("RR-20.26", f"a grenade goes to a square: “throw {name}”")
    if w not in targeting.weapons(s, m):
        return _no_weapon(s, m, w)
    t = target_called(s, target)
    if t < 0:
        return Refusal("RR-6.2", f"{target} is nothing that stands on the board and can be attacked")
    if w == data.GARROTTE and known is not attack.ATTACK:
        return Refusal("RR-24.2", f"the garrotte goes with “{attack.ATTACK.word}” alone")
    if known.blind and w in (data.KNIFE, data.SPEARGUN):
        return Refusal("RR-11.1", f"a {data.WEAPON_TITLE[w].lower()} is no weapon for blind fire")
    refusal = _unsuited(s, m, w, t, origin) or _out_of_reach(s, m, w, t, origin)
    if refusal is None and known.blind and not targeting.fires_over(s, m, w, t):
        return Refusal("RR-11.1", f"no low cover beside {{{name}}} lies between him and {{{target}}}")
    return refusal


def _arms(s: Regiment, m: int) -> str:
    return ", ".join(data.WEAPONS[w] for w in targeting.weapons(s, m)) or "none"


def _no_weapon(s: Regiment, m: int, w: int) -> Refusal:
    name, title = s.man(m), data.WEAPON_TITLE[w].lower()
    if s.m_swim[m] and w != data.SPEARGUN:
        return Refusal("RR-20.44", "in the water only the speargun can be used")
    if data.AMMO[w] and s.is_operator(m) and data.EQUIPMENT[s.m_kind[m]][s.m_side[m]][data.ITEM_WEAPON.index(w)]:
        return Refusal("RR-20.15", f"{{{name}}} has no ammunition left for the {title}")
    if talking.in_disguise(s, m):
        return Refusal("RR-24.14", "in disguise she has neither gun, bomb nor knife at hand")
    return Refusal("RR-3.8", f"{{{name}}} has no {title}, only {_arms(s, m)}")


def target_called(s: Regiment, word: str) -> int:
    """The number of a target that is on the board, or -1."""
    return next((t for t in targeting.everything(s) if targeting.target_word(s, t) == word), -1)


def _unsuited(s: Regiment, m: int, w: int, t: int, origin: int) -> Refusal | None:
    """Why a weapon is not for that target, sight and range apart."""
    name, title = s.man(m), data.WEAPON_TITLE[w].lower()
    if targeting.suits(s, m, w, t, origin, False):
        return None
    if w == data.GARROTTE:
        return why_daring.no_garrotte(s, m, t, origin)
    if w in (data.KNIFE, data.SPEARGUN):
        if t >= targeting.BARREL_AT or s.u_kind[t] not in targeting.SINGLE_MEN:
            return Refusal("RR-6.13", f"the {title} is for single men only: riflemen, SMG infantry and officers")
        if w == data.SPEARGUN and s.m_spear[m]:
            return Refusal("RR-20.46", f"{{{name}}} has used the speargun this turn")
        if s.m_spotted[m]:
            clause = "RR-6.14" if w == data.KNIFE else "RR-20.53"
            return Refusal(clause, f"{{{name}}} is spotted and may not use the {title}")
        f = s.u_face[t]
        behind = s.u_at[t] - s.grid.step(f)
        if origin == behind:
            door = s.grid.between(origin, s.u_at[t]) == DOOR
            return Refusal("RR-6.17" if door else "RR-6.12", f"a {'door' if door else 'wall'} stands between")
        where = s.place(behind) or "off the board"
        return Refusal("RR-6.12", f"the knife needs the square right behind {{{s.unit(t)}}}, which is {where}")
    return Refusal("RR-20.5", f"the {title} is silent, and only a loud weapon does anything to that")


def _out_of_reach(s: Regiment, m: int, w: int, t: int, origin: int) -> Refusal | None:
    """Why a target is out of range or sight."""
    if w == data.KNIFE:
        return None
    word = targeting.target_word(s, t)
    squares = s.footprint(t) if t < targeting.BARREL_AT else [targeting.target_square(s, t)]
    squares = [v for v in squares if s.grid.on_board(v)]
    seen = targeting.in_sight(s, m, origin, t, False)
    far = min(s.grid.distance(origin, v) for v in seen or squares)
    if far > data.W_LONG[w]:
        return Refusal(
            "RR-6.2", f"{{{word}}} is {far} squares away; the {data.WEAPON_TITLE[w].lower()} reaches {data.W_LONG[w]}"
        )
    if far == 0:
        return Refusal("RR-6.2", f"{{{word}}} is on that very square")
    if seen:
        return None
    blockers = obstacles.our_veil(s) & ~(s.grid.union(squares) | 1 << origin)
    if s.m_swim[m] and any(s.layout.eyes.level(origin, v, blockers, blockers) < 2 for v in squares):
        return Refusal("RR-20.45", f"low cover stands between the water and {{{word}}}")
    return Refusal("RR-6.4", f"{{{word}}} is out of sight: forest, rock, a wall or another unit stands between")


def no_aim(s: Regiment, m: int, known: acts.ManAction, word: str) -> Refusal | None:
    """RR-7.1, RR-7.5, RR-20.27 Why a man cannot aim at or mark something."""
    name = s.man(m)
    if known is marks.MARK and word == "grenade":
        return Refusal("RR-20.27", f"{{{name}}} has no grenade to mark with, or is in the water")
    u = next((u for u in range(len(s.u_kind)) if s.unit(u) == word and s.u_at[u] >= 0), -1)
    if u < 0:
        return Refusal(
            "RR-7.1" if known is marks.AIM else "RR-7.5", f"{word} is no Axis unit on the board or a spawn tile"
        )
    if known is marks.MARK:
        return _no_mark(s, m, u)
    if u in s.m_aim[m]:
        return Refusal("RR-7.1", f"{{{name}}} aims at {{{word}}} already")
    if not s.here(u):
        return Refusal("RR-7.1", f"{{{word}}} is not on the board yet")
    return _no_weapon_aims(s, m, word)


def _no_weapon_aims(s: Regiment, m: int, word: str) -> Refusal:
    """RR-7.1 Why no weapon of a man could attack what he wants to aim at."""
    weapons = [w for w in targeting.weapons(s, m) if w not in (data.KNIFE, data.GRENADE)]
    for weapon in weapons:
        reason = no_attack(s, m, data.WEAPONS[weapon], word, s.m_at[m], attack.ATTACK)
        if reason is not None:
            return reason
    return Refusal("RR-7.1", f"{{{s.man(m)}}} has no weapon to aim with")


def _no_mark(s: Regiment, m: int, u: int) -> Refusal:
    """RR-7.16, RR-20.44, RR-20.46, RR-20.53 Why a man cannot mark a unit: on land the marker lies on it already, and in
    the water it takes the speargun.
    """
    name = s.man(m)
    if s.m_mark[m] == u:
        return Refusal("RR-7.16", f"the marker of {{{name}}} lies on {{{s.unit(u)}}} already")
    if not s.has(m, data.I_SPEARGUN):
        return Refusal("RR-20.44", "from the water one marks with the speargun alone")
    if s.m_spear[m]:
        return Refusal("RR-20.46", f"{{{name}}} has used the speargun this turn")
    return Refusal("RR-20.53", f"{{{name}}} is spotted and may not use the speargun")


# --- marked attacks and throws


def no_marked_shot(s: Regiment, action: Action) -> Refusal:
    """RR-7.5, RR-7.10, RR-7.11, RR-7.15 Why a marked attack cannot be made at this instant, or nobody is asked."""
    m = next((m for m in range(len(s.m_kind)) if len(action) > 1 and s.man(m) == action[1]), -1)
    if not action or action[0] not in ("fire", "hold", "hold-unit", "hold-phase") or m < 0:
        return Refusal("RR-7.13", "fire with a weapon, or hold, hold-unit or hold-phase, as in “hold-unit jock”")
    if s.m_mark[m] < 0 and s.m_mark_at[m] < 0:
        return Refusal("RR-7.5", f"{{{action[1]}}} has no marker out")
    if s.m_hold[m] != marks.FREE:
        return Refusal("RR-7.13", f"{{{action[1]}}} holds")
    if not marks.shots(s, m):
        return _no_line(s, m)
    return Refusal("RR-7.11", f"{{{action[1]}}} can fire with {', '.join(data.WEAPONS[w] for w in marks.shots(s, m))}")


def _no_line(s: Regiment, m: int) -> Refusal:
    """RR-7.11, RR-7.15, RR-8.13, RR-20.44 Why a man has no marked shot now."""
    u, v = s.m_mark[m], s.m_mark_at[m]
    if s.m_object[m] != NOTHING:
        return Refusal("RR-8.13", f"{{{s.man(m)}}} has his hands full")
    if v >= 0 and s.m_swim[m]:
        return Refusal("RR-20.44", f"{{{s.man(m)}}} is in the water")
    if u >= 0 and not s.here(u):
        return Refusal("RR-7.11", f"{{{s.unit(u)}}} is not on the board")
    if s.on_foot(m):
        squares = s.footprint(u) if u >= 0 else [v]
        if not any(marks.in_front(s, m, w) for w in squares):
            return Refusal("RR-7.15", f"the target is not in front of {{{s.man(m)}}}")
    return Refusal("RR-7.11", "the target is out of range or sight")


def no_throw(s: Regiment, m: int, action: Action, origin: int, further: int = 0) -> Refusal:
    """RR-20.26, RR-20.27 Why a grenade cannot be thrown at, or marked on, that square from another, when its man can
    still go so many squares further.
    """
    if len(action) != 2 or action[0] != "at":
        return Refusal("RR-20.26", "say at which square, as in “at k12”")
    stopped = why_moves.no_square(s, action[1])
    if stopped is not None:
        return stopped
    far = s.grid.distance(origin, s.stage.by_name[action[1]])
    if far == 0:
        return Refusal("RR-20.26", f"{{{s.man(m)}}} stands there")
    goes = f", and {{{s.man(m)}}} goes no more than {further} this turn" if further else ""
    flies = data.W_LONG[data.GRENADE]
    return Refusal("RR-20.26", f"{{{action[1]}}} is {far} squares away; a grenade flies {flies}{goes}")
