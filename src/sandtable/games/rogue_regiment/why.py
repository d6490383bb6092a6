"""Why words are not on offer to a man: the clause that stands in the way, in one sentence.

Each answer asks the functions that make the offer, in the order in which a player would look for the mistake.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment import r20_placed as placed
from sandtable.games.rogue_regiment import r20_scuba as scuba
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r21_drives as driving
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment.layout import CLIMB, HOOK, WALK, passable
from sandtable.games.rogue_regiment.state import (
    BARREL,
    BOUND,
    NOTHING,
    OBJECTS,
    SUPPORT,
    WAITING,
    Regiment,
)
from sandtable.games.rogue_regiment.tiles import BRIDGE, CRATES, HEDGE, ROCK, WATER
from sandtable.kernel.flow import Action, Refusal
from sandtable.kernel.squares import DOOR, FACINGS, HIGH, LOW, WINDOW

# RR-1.4 of the ledger's tables: what an action costs.
COSTS: Final = {
    "move": 1, "sprint": 2, "climb": 2, "attack": 1, "move-attack": 1, "attack-move": 1, "aim": 1, "mark": 2,
    "blind-fire": 1, "crouch": 1, "pop-up": 0, "pop-attack": 1, "pick-up": 0, "place": 1, "move-place": 1,
    "place-move": 1, "recover": 3, "break-cover": 0, "leave": 1, "end": 0, "throw": 1, "heal": 0, "cigarette": 0,
    "swim": 1, "free": 0, "move-take": 1, "sprint-take": 2, "move-throw": 1, "throw-move": 1, "pop-throw": 1,
}  # fmt: skip
SHAPES: Final = {
    "move": "move MAN SQUARE", "sprint": "sprint MAN SQUARE", "climb": "climb MAN SQUARE", "swim": "swim MAN SQUARE",
    "attack": "attack MAN WEAPON TARGET", "move-attack": "move-attack MAN SQUARE WEAPON TARGET",
    "attack-move": "attack-move MAN WEAPON TARGET SQUARE", "blind-fire": "blind-fire MAN WEAPON TARGET",
    "pop-attack": "pop-attack MAN WEAPON TARGET", "aim": "aim MAN TARGET", "mark": "mark MAN TARGET",
    "pick-up": "pick-up MAN THING", "place": "place MAN THING SQUARE", "move-place": "move-place MAN SQUARE",
    "place-move": "place-move MAN THING SQUARE", "end": "end MAN n, e, s or w", "heal": "heal MAN MAN",
    "cigarette": "cigarette MAN TARGET", "free": "free MAN MAN", "move-take": "move-take MAN SQUARE",
    "sprint-take": "sprint-take MAN SQUARE", "move-throw": "move-throw MAN SQUARE",
    "throw-move": "throw-move MAN SQUARE",
}  # fmt: skip
CROUCHED: Final = (
    "move", "blind-fire", "pick-up", "place", "move-place", "place-move", "recover", "break-cover", "pop-up",
    "pop-attack", "end", "leave", "throw", "pop-throw", "move-take", "heal", "cigarette", "free",
)  # fmt: skip
LADEN: Final = ("move", "place", "move-place", "place-move", "end", "leave", "heal", "cigarette", "free")
WET: Final = (
    "swim", "move", "sprint", "attack", "move-attack", "attack-move", "aim", "mark", "end", "cigarette", "leave",
)  # fmt: skip
WAITS: Final = ("move", "move-take", "sprint", "sprint-take", "end", "cigarette")
GOING_ON: Final = ("move", "move-take", "sprint", "sprint-take", "leave", "swim", "cigarette")
ON_NO_CARD: Final = ("place", "move-place", "place-move", "recover", "break-cover")
NEVER_SUPPORT: Final = (*ON_NO_CARD, "pick-up", "move-take", "sprint-take", "mark", "free")
THINGS: Final = ("corpse", "barrel", "documents", "trap", "landmine", "lewes")


def not_offered(s: Regiment, m: int, action: Action) -> Refusal:
    """RR-4.7, RR-4.11, RR-1.24, RR-8.4, RR-8.13, RR-14.16, RR-20.43, RR-22.3 Why a man cannot do what the words say, or
    whoever holds the cigarette cannot give it away.
    """
    name = s.man(m)
    verb = action[0] if action else ""
    if verb == "act":
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    if verb not in COSTS:
        return Refusal("RR-4.11", f"that is no action; actions are {', '.join(COSTS)}")
    if verb == "cigarette" and len(action) == 3:
        return _no_smoke(s, action[1], action[2])
    if len(action) < 2 or action[1] != name:
        return Refusal("RR-4.7", f"it is the turn of {{{name}}}, who finishes first")
    stopped = _state(s, m, verb)
    if stopped is None and verb == "leave" and len(action) > 2:
        stopped = _state(s, m, "sprint")  # that is how one leaves over another square
    return stopped or _words(s, m, verb, action) or _shape(verb)


def _shape(verb: str) -> Refusal:
    return Refusal("RR-4.11", f"that is not understood; it goes like “{SHAPES.get(verb, verb + ' MAN')}”")


def _state(s: Regiment, m: int, verb: str) -> Refusal | None:
    """What the man's state and points forbid, whatever else the words say."""
    name = s.man(m)
    if s.m_state[m] == WAITING and verb not in WAITS:
        return Refusal("RR-1.22", f"{{{name}}} is still on the entry tile and must step onto the board first")
    if verb not in GOING_ON and _must_go_on(s, m):
        return Refusal("RR-1.24", f"{{{name}}} stands on an occupied square and must go on")
    if s.m_kind[m] >= SUPPORT and verb in NEVER_SUPPORT:
        clause = "RR-22.8" if verb == "free" else "RR-22.9" if verb in ON_NO_CARD else "RR-22.3"
        return Refusal(clause, "support units never do that")
    if s.m_swim[m] and verb not in WET:
        return Refusal("RR-20.43", f"{{{name}}} is in the water and can only swim, sprint out, attack, aim and mark")
    if verb == "swim" and not s.m_swim[m]:
        return Refusal("RR-20.38", f"{{{name}}} is not in the water")
    if s.m_object[m] != NOTHING and verb not in LADEN:
        return Refusal("RR-8.13", f"{{{name}}} carries a {OBJECTS[s.m_object[m]]} and can only move and place")
    if s.m_low[m] and verb not in CROUCHED:
        instead = "; pop-attack and blind-fire are for that" if "attack" in verb else ""
        return Refusal("RR-8.4", f"{{{name}}} is crouched{instead}")
    if not s.m_low[m] and verb in ("pop-up", "pop-attack", "pop-throw", "blind-fire"):
        return Refusal("RR-11.1" if verb == "blind-fire" else "RR-8.7", f"{{{name}}} is not crouched")
    if s.m_ap[m] < COSTS[verb]:
        return Refusal("RR-4.11", f"{verb} costs {COSTS[verb]} AP; {{{name}}} has {s.m_ap[m]}")
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
    match verb:
        case "move" | "move-take" | "sprint" | "sprint-take" | "climb" | "swim":
            return _no_way(s, m, verb, action) if rest else None
        case "attack" | "pop-attack" | "blind-fire":
            return _no_attack(s, m, rest[0], rest[1], s.m_at[m], verb) if len(rest) == 2 else None
        case "move-attack" | "attack-move":
            if len(rest) != 3:
                return None
            step = rest[0] if verb == "move-attack" else rest[2]
            weapon, target = rest[1:] if verb == "move-attack" else rest[:2]
            stopped = _no_step(s, m, step, False, False)
            if stopped is not None:
                return stopped
            origin = s.stage.by_name[step] if verb == "move-attack" else s.m_at[m]
            return _no_attack(s, m, weapon, target, origin, verb)
        case "aim" | "mark":
            return _no_aim(s, m, verb, rest[0]) if len(rest) == 1 else None
        case "pick-up":
            return _no_pick_up(s, m, rest[0]) if len(rest) == 1 else None
        case "place" | "place-move":
            return _no_place(s, m, s.m_at[m], rest[0], rest[1], verb) if len(rest) == 2 else None
        case "move-place":
            return _no_move_place(s, m, rest[0]) if len(rest) == 1 else None
        case "heal" | "free":
            return _no_use(s, m, verb, rest[0]) if len(rest) == 1 else None
        case "throw" | "pop-throw" | "move-throw" | "throw-move":
            if not s.has(m, data.I_GRENADE):
                return Refusal("RR-20.26", f"{{{s.man(m)}}} has no grenade")
            stepping = verb in ("move-throw", "throw-move") and len(rest) == 1
            return _no_step(s, m, rest[0], False, False) if stepping else None
        case "leave":
            return _no_leave(s, m, rest)
        case "crouch":
            return None
        case "recover" if s.m_health[m] >= data.RECOVER_TO[s.m_kind[m]]:
            return Refusal("RR-11.6", f"only at 1 to 3 health; {{{s.man(m)}}} has {s.m_health[m]}")
        case "break-cover":
            return Refusal("RR-11.7", f"{{{s.man(m)}}} is spotted already") if s.m_spotted[m] else None
        case "end" if len(rest) == 1 and s.m_state[m] == WAITING and rest[0] in FACINGS:
            return Refusal("RR-4.9", "who waits on the entry tile has no facing: “end” alone")
    return None


# --- moving


def _square(s: Regiment, word: str) -> Refusal | None:
    at = s.stage.by_name.get(word, -1)
    if at < 0:
        return Refusal("RR-1.2", f"there is no square {word}")
    if not s.grid.on_board(at):
        return Refusal("RR-1.22", "that is not on the board; one leaves by the entry tile with “leave”")
    return None


def _no_way(s: Regiment, m: int, verb: str, action: Action) -> Refusal:
    """RR-5.1, RR-5.2, RR-5.3, RR-5.6, RR-20.37, RR-20.38, RR-21.31 Why a man cannot get to a square that way."""
    word = action[2]
    stopped = _square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    running = verb.startswith("sprint")
    clause = "RR-5.3" if running else "RR-5.6" if verb == "climb" else "RR-5.1"
    if to == s.m_at[m] and not running:
        return Refusal(clause, f"{{{s.man(m)}}} is there already")
    far = s.grid.distance(s.m_at[m], to)
    if far > (movement.SPRINT if running else 1):
        return Refusal(clause, f"{{{word}}} is {far} squares away")
    if s.m_swim[m]:
        return _no_stroke(s, m, verb, action)
    taken = obstacles.occupied(s, but_man=m)
    if verb.endswith("-take") and not carry.takes_on_arrival(s, m, to, taken, s.m_ap[m] - COSTS[verb]):
        return _no_taking(s, m, word)
    if verb == "climb":
        return _no_climb(s, m, word)
    kind = s.layout.kind[to]
    wet = kind == WATER and s.has(m, data.I_SCUBA)
    if kind == WATER and cars.with_seats(s) >> to & 1:
        if s.m_object[m] != NOTHING:
            return Refusal("RR-21.31", f"{{{word}}} is a boat, and nobody boards with a {OBJECTS[s.m_object[m]]}")
    elif kind == WATER and (not wet or s.m_object[m] != NOTHING):
        return Refusal("RR-20.37", f"{{{word}}} is water; only a man with scuba gear and free hands goes in")
    elif not wet and not s.layout.enterable(to, WALK):
        climbing = "; it is climbed" if kind in (HEDGE, CRATES, ROCK) else ""
        return Refusal("RR-5.2", f"{{{word}}} is {s.layout.describe(to)}{climbing}")
    stopped = _covered(s, word)
    if stopped is not None:
        return stopped
    reached = to in (_runs(s, m) if running else _steps(s, m))
    if (reached and taken >> to & 1) or (wet and scuba.afloat(s, m) >> to & 1):
        return _shut_in(word)
    if reached and len(action) > 3:
        return _no_other_way()
    return _no_run(s, m, word, movement.SPRINT) if running else _barred(s, m, word)


def _steps(s: Regiment, m: int) -> list[int]:
    """The squares one step of a man on land leads to now, occupied or not."""
    v = s.m_at[m]
    boats = movement.boat_steps(s, m, v, cars.with_seats(s))
    return [*movement.next_steps(s, m, v, False), *boats, *scuba.waters(s, m)]


def _runs(s: Regiment, m: int) -> list[int]:
    """The squares a sprint of a man on land leads to now, occupied or not."""
    wet = [way[-1] for way in scuba.wet_ways(s, m)]
    return [*movement.runs_of(s, m, movement.boards_near(s, m)).ends, *wet]


def _covered(s: Regiment, word: str) -> Refusal | None:
    """RR-2.14, RR-20.55 What lies over a square so that nobody goes there."""
    to = s.stage.by_name[word]
    if obstacles.shut(s) >> to & 1:
        return Refusal("RR-2.14", f"a supply dump is on {{{word}}}")
    if obstacles.burning(s) >> to & 1:
        return Refusal("RR-20.55", f"{{{word}}} is under a blast until the End Phase")
    return None


def _no_other_way() -> Refusal:
    return Refusal("RR-5.3", "that way is not offered: another to the same square is no different, or it is none")


def _edges(s: Regiment, v: int, to: int) -> list[int]:
    """What stands between two squares beside each other: straight, or round both corners."""
    if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
        return [s.grid.between(v, to)]
    corner = v + (s.grid.xs[to] - s.grid.xs[v])
    return [s.grid.between(at, side) for side in (corner, v + to - corner) for at in (v, to)]


def _barred(s: Regiment, m: int, word: str) -> Refusal:
    """RR-2.18, RR-2.28, RR-5.2, RR-5.10, RR-8.5 What stands between a man and a square beside him that he could be
    on.
    """
    v, to = s.m_at[m], s.stage.by_name[word]
    edges = _edges(s, v, to)
    if s.m_low[m] and LOW in edges and (len(edges) == 1 or _walks(s, v, to)):
        return Refusal("RR-8.5", f"nobody gets over the low wall to {{{word}}} while crouched")
    if edges == [WINDOW]:
        return Refusal("RR-2.28", f"a window stands between here and {{{word}}}; it is climbed")
    if len(edges) == 1:
        return Refusal("RR-5.2", f"a wall stands between here and {{{word}}}")
    if DOOR in edges:
        return Refusal("RR-2.18", f"nobody goes through a door diagonally, to {{{word}}}")
    return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")


def _walks(s: Regiment, v: int, to: int) -> bool:
    """Whether who stands upright gets from a square to another by one step, out of the smoke."""
    return to in s.layout.onward(v, WALK, False, obstacles.shut(s), obstacles.burning(s))[0]


def _no_run(s: Regiment, m: int, word: str, most: int) -> Refusal:
    """RR-1.12, RR-5.4, RR-21.15 Why no sprint of so many steps gets to a square: he would walk from forest to forest,
    or board a vehicle on the way, or there is no way at all.
    """
    to, boarding = s.stage.by_name[word], movement.boards_near(s, m)
    for past, reason in (
        (boarding, Refusal("RR-1.12", f"no sprint gets to {{{word}}}; it never steps from forest to forest")),
        (0, Refusal("RR-21.15", f"a vehicle with a free seat is in the way to {{{word}}}, and one boards it")),
    ):
        reached = {s.m_at[m]}
        for _ in range(most):
            reached |= {b for a in reached if not past >> a & 1 for b in movement.next_steps(s, m, a, False)}
        if to in reached:
            return reason
    return Refusal("RR-5.4", f"what blocks a move stands between here and {{{word}}}")


def _no_taking(s: Regiment, m: int, word: str) -> Refusal:
    """RR-8.6, RR-8.9, RR-8.10, RR-1.24, RR-20.54, RR-21.15 Why a man takes nothing along from a square."""
    to = s.stage.by_name[word]
    if movement.boards_near(s, m) >> to & 1:
        return _boards(word)
    if to in s.barrels:
        if s.m_low[m]:
            return Refusal("RR-8.6", f"{{{s.man(m)}}} is crouched")
        if s.barrels.index(to) in s.pumps:
            return Refusal("RR-8.9", f"what stands on {{{word}}} is fixed")
        return _shut_in(word)
    if carry.takes_on_arrival(s, m, to, 0, 0):
        return _shut_in(word)
    for thing in ("corpse", "documents", "trap", "landmine"):
        reason = _no_thing(s, m, thing) if _lies(s, thing, to) else None
        if reason is not None:
            return reason
    return Refusal("RR-8.9", f"there is nothing on {{{word}}} that {{{s.man(m)}}} could take along")


def _no_stroke(s: Regiment, m: int, verb: str, action: Action) -> Refusal:
    """RR-20.38, RR-20.39, RR-20.40, RR-20.52, RR-1.24, RR-5.2, RR-5.10 Why a swimmer cannot get to a square that
    way.
    """
    word, v = action[2], s.m_at[m]
    to = s.stage.by_name[word]
    kind = s.layout.kind[to]
    if verb == "sprint":
        if kind != WATER and any(way[-1] == to for way in scuba.wet_ways(s, m)):
            return _no_other_way() if len(action) > 3 else _shut_in(word)
        return _covered(s, word) or Refusal(
            "RR-20.52", f"a sprint out of the water leaves it with its first step, and none gets to {{{word}}}"
        )
    wet, dry = to in scuba.strokes(s, v), to in scuba.ashore(s, v)
    if verb == "move" and (wet or dry) and not (dry and kind == BRIDGE):
        return Refusal("RR-20.38", f"in the water that is “swim {s.man(m)} {word}”")
    if wet or dry:
        return _shut_in(word)
    if kind != WATER and not s.layout.enterable(to, WALK):
        return Refusal("RR-5.2", f"{{{word}}} is {s.layout.describe(to)}")
    stopped = _covered(s, word)
    if stopped is not None:
        return stopped
    edges = _edges(s, v, to)
    if LOW in edges and kind != WATER:
        return Refusal("RR-20.40", f"nobody gets out of the water over the low wall to {{{word}}}")
    if len(edges) == 1:
        return Refusal("RR-5.2", f"a wall stands between here and {{{word}}}")
    return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")


def _no_climb(s: Regiment, m: int, word: str) -> Refusal:
    """RR-5.6, RR-5.7, RR-5.8, RR-5.10, RR-1.24, RR-2.14, RR-20.55, RR-21.15 Why a man cannot climb to a square."""
    v, to = s.m_at[m], s.stage.by_name[word]
    every = [step for step in s.layout.steps(HOOK)[v] if step[0] == to]
    mine = [step for step in s.layout.steps(HOOK if s.has(m, data.I_HOOK) else CLIMB)[v] if step[0] == to]
    steep = s.layout.kind[to] in (HEDGE, CRATES, ROCK)
    if not every and HIGH in _edges(s, v, to):
        return Refusal("RR-5.8", "a high wall without a grapple point stands between")
    if not every and steep:
        return Refusal("RR-5.10", f"walls stand between here and {{{word}}}")
    if not every:
        return Refusal("RR-5.6", f"there is no hedge, crate or window to climb on the way to {{{word}}}")
    if not mine:
        clause = "RR-5.7" if s.layout.kind[to] == ROCK else "RR-5.8"
        return Refusal(clause, f"a climb to {{{word}}} needs a grappling hook")
    stopped = _covered(s, word)
    if stopped is not None:
        return stopped
    if movement.boards_near(s, m) >> to & 1:
        return _boards(word)
    if to in movement.next_steps(s, m, v, False):
        return Refusal("RR-5.10", f"a plain way leads to {{{word}}}, so one moves there")
    if not any(passable(to, s1, s2, obstacles.shut(s)) for _, _, s1, s2 in mine):
        return Refusal("RR-2.14", f"a supply dump stands at the corner on the way to {{{word}}}")
    return _shut_in(word)


def _shut_in(word: str) -> Refusal:
    return Refusal("RR-1.24", f"{{{word}}} is occupied, and the points left do not lead to a free square")


def _boards(word: str) -> Refusal:
    return Refusal("RR-21.15", f"{{{word}}} is a vehicle with a free seat; one boards it by a move or a sprint alone")


def _no_step(s: Regiment, m: int, word: str, laden: bool, after: bool) -> Refusal | None:
    """RR-1.24, RR-20.37, RR-20.39, RR-21.15 Why a man, with an object in his arms or not and one after the action or
    not, cannot take that step as part of another action.
    """
    stopped = _square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    if s.m_swim[m]:
        if to in scuba.free_strokes(s, m):
            return None
        if to in scuba.ashore(s, s.m_at[m]):
            return Refusal("RR-20.39", "one gets out of the water by a move or a sprint alone")
        return _no_way(s, m, "swim", ("swim", s.man(m), word))
    if to in movement.steps_with(s, m, obstacles.occupied(s, but_man=m), laden, after):
        return None
    if not laden and cars.with_seats(s) >> to & 1 and to in _steps(s, m):
        return _boards(word)
    if to in scuba.waters(s, m):
        return Refusal("RR-20.37", "one gets into the water by a move, a sprint or while placing something")
    return _no_way(s, m, "move", ("move", s.man(m), word))


def _no_leave(s: Regiment, m: int, rest: Action) -> Refusal | None:
    """RR-1.22, RR-5.3, RR-20.52 Why a man cannot leave the board, or not by a sprint over that square."""
    touches = s.stage.exits >> s.m_at[m] & 1
    if rest and touches:
        return Refusal("RR-1.22", f"{{{s.man(m)}}} touches the entry tile and leaves by a move: “leave {s.man(m)}”")
    if rest:
        stopped = _square(s, rest[0])
        if stopped is not None:
            return stopped
        if s.m_swim[m]:
            return Refusal("RR-20.52", "a sprint out of the water ends on land")
        to = s.stage.by_name[rest[0]]
        far = s.grid.distance(s.m_at[m], to)
        if not s.stage.exits >> to & 1:
            return Refusal("RR-1.22", f"{{{rest[0]}}} does not touch the entry tile")
        if far >= movement.SPRINT:
            return Refusal("RR-5.3", f"{{{rest[0]}}} is {far} squares away; the last square of a sprint is the tile")
        runs = movement.runs_of(s, m, movement.boards_near(s, m))
        if movement.boards_near(s, m) >> to & 1:
            return _boards(rest[0])
        if 1 <= len(runs.first(to)) < movement.SPRINT:
            return _no_other_way()
        return _no_run(s, m, rest[0], movement.SPRINT - 1)
    if not touches:
        near = min(s.grid.distance(s.m_at[m], v) for v in s.stage.entry)
        return Refusal("RR-1.22", f"the entry tile is {near} squares away; one leaves from the squares that touch it")
    return None


# --- attacking


def _no_attack(s: Regiment, m: int, weapon: str, target: str, origin: int, verb: str) -> Refusal | None:
    """RR-6.1, RR-6.2, RR-6.4, RR-6.12, RR-6.13, RR-6.14, RR-20.15, RR-20.46 Why a weapon cannot be used on a target
    from a square.
    """
    name = s.man(m)
    if weapon not in data.WEAPONS:
        return Refusal("RR-6.1", f"there is no weapon {weapon}; {{{name}}} has {_arms(s, m)}")
    w = data.WEAPONS.index(weapon)
    if w == data.GRENADE:
        return Refusal("RR-20.26", f"a grenade goes to a square: “throw {name}”")
    if w not in attack.weapons(s, m):
        return _no_weapon(s, m, w)
    t = _target(s, target)
    if t < 0:
        return Refusal("RR-6.2", f"{target} is nothing that stands on the board and can be attacked")
    if verb == "blind-fire" and w in (data.KNIFE, data.SPEARGUN):
        return Refusal("RR-11.1", f"a {data.WEAPON_TITLE[w].lower()} is no weapon for blind fire")
    return _unsuited(s, m, w, t, origin) or _out_of_reach(s, m, w, t, origin)


def _arms(s: Regiment, m: int) -> str:
    return ", ".join(data.WEAPONS[w] for w in attack.weapons(s, m)) or "none"


def _no_weapon(s: Regiment, m: int, w: int) -> Refusal:
    name, title = s.man(m), data.WEAPON_TITLE[w].lower()
    if s.m_swim[m] and w != data.SPEARGUN:
        return Refusal("RR-20.44", "in the water only the speargun can be used")
    if data.AMMO[w] and s.is_operator(m) and data.EQUIPMENT[s.m_kind[m]][s.m_side[m]][data.ITEM_WEAPON.index(w)]:
        return Refusal("RR-20.15", f"{{{name}}} has no ammunition left for the {title}")
    return Refusal("RR-3.8", f"{{{name}}} has no {title}, only {_arms(s, m)}")


def _target(s: Regiment, word: str) -> int:
    """The number of a target that is on the board, or -1."""
    return next((t for t in attack.everything(s) if attack.target_word(s, t) == word), -1)


def _unsuited(s: Regiment, m: int, w: int, t: int, origin: int) -> Refusal | None:
    """Why a weapon is not for that target, sight and range apart."""
    name, title = s.man(m), data.WEAPON_TITLE[w].lower()
    if attack.suits(s, m, w, t, origin, False):
        return None
    if w in (data.KNIFE, data.SPEARGUN):
        if t >= attack.BARREL_AT or s.u_kind[t] not in attack.SINGLE_MEN:
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
    word = attack.target_word(s, t)
    squares = s.footprint(t) if t < attack.BARREL_AT else [attack.target_square(s, t)]
    squares = [v for v in squares if s.grid.on_board(v)]
    seen = attack.in_sight(s, m, origin, t, False)
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


def _no_aim(s: Regiment, m: int, verb: str, word: str) -> Refusal | None:
    """RR-7.1, RR-7.5, RR-7.16, RR-20.27, RR-20.44, RR-20.46, RR-20.53 Why a man cannot aim at or mark something."""
    name = s.man(m)
    if verb == "mark" and word == "grenade":
        return Refusal("RR-20.27", f"{{{name}}} has no grenade to mark with, or is in the water")
    u = next((u for u in range(len(s.u_kind)) if s.unit(u) == word and s.u_at[u] >= 0), -1)
    if u < 0:
        return Refusal("RR-7.1" if verb == "aim" else "RR-7.5", f"{word} is no Axis unit on the board or a spawn tile")
    if verb == "mark":
        if s.m_mark[m] == u:
            return Refusal("RR-7.16", f"the marker of {{{name}}} lies on {{{word}}} already")
        if not s.has(m, data.I_SPEARGUN):
            return Refusal("RR-20.44", "from the water one marks with the speargun alone")
        if s.m_spear[m]:
            return Refusal("RR-20.46", f"{{{name}}} has used the speargun this turn")
        return Refusal("RR-20.53", f"{{{name}}} is spotted and may not use the speargun")
    if u in s.m_aim[m]:
        return Refusal("RR-7.1", f"{{{name}}} aims at {{{word}}} already")
    if not s.here(u):
        return Refusal("RR-7.1", f"{{{word}}} is not on the board yet")
    reasons = [
        _no_attack(s, m, data.WEAPONS[w], word, s.m_at[m], "attack")
        for w in attack.weapons(s, m)
        if w not in (data.KNIFE, data.GRENADE)
    ]
    return next((reason for reason in reasons if reason is not None), None) or Refusal(
        "RR-7.1", f"{{{name}}} has no weapon to aim with"
    )


# --- things


def _no_pick_up(s: Regiment, m: int, thing: str) -> Refusal | None:
    """RR-8.6, RR-8.9, RR-8.11, RR-8.12, RR-20.10, RR-20.25, RR-20.54 Why a man cannot pick a thing up."""
    name, v = s.man(m), s.m_at[m]
    if thing == carry.LOT:
        if s.m_low[m] and v in s.corpses:
            return Refusal("RR-8.6", f"{{{name}}} is crouched")
        return Refusal("RR-8.11", f"no body lies beside something else on the square of {{{name}}}")
    if thing not in THINGS:
        return Refusal("RR-8.10", f"there is no thing {thing}; things are {', '.join(THINGS)}")
    if thing == "lewes":
        return Refusal("RR-20.25", "a bomb that is set stays where it is")
    if thing == "barrel":
        return Refusal("RR-20.10", "a barrel is taken along by the move that ends on it: “move-take MAN SQUARE”")
    return (
        _no_thing(s, m, thing)
        if _lies(s, thing, v)
        else Refusal("RR-8.9", f"there is no {thing} on the square of {{{name}}}")
    )


def _lies(s: Regiment, thing: str, v: int) -> bool:
    """Whether a thing lies on a square, whosever it is."""
    return {
        "corpse": v in s.corpses,
        "documents": v in s.papers,
        "trap": any(at == v for at, _, _ in s.traps),
        "landmine": any(at == v for at, _ in s.mines),
    }[thing]


def _no_thing(s: Regiment, m: int, thing: str) -> Refusal | None:
    """RR-8.6, RR-8.10, RR-20.54 Why a man does not get a thing that lies where he is, or would be."""
    name = s.man(m)
    if thing == "corpse":
        return Refusal("RR-8.6", f"{{{name}}} is crouched") if s.m_low[m] else None
    if thing == "documents":
        return Refusal("RR-8.10", f"{{{name}}} has no item slot free")
    return Refusal("RR-20.54", f"that {thing} is not {{{name}}}'s own")


def _no_place(s: Regiment, m: int, v: int, thing: str, word: str, verb: str) -> Refusal | None:
    """RR-8.14, RR-8.18, RR-8.22, RR-5.10, RR-20.3, RR-20.10, RR-2.14 Why a thing cannot be put on a square from
    another.
    """
    name = s.man(m)
    if thing not in THINGS or thing == "documents":
        return Refusal("RR-8.14", f"{thing} is not for placing; corpse, barrel, trap, landmine and lewes are")
    if thing not in carry.placeable(s, m):
        return Refusal("RR-8.14", f"{{{name}}} has no {thing}")
    stopped = _square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    if s.grid.distance(v, to) != 1:
        return Refusal("RR-8.14", f"{{{word}}} is not beside {{{s.place(v)}}}")
    kind = s.layout.kind[to]
    if kind in (ROCK, HEDGE, CRATES):
        return Refusal("RR-8.14", f"{{{word}}} is {s.layout.describe(to)}; nothing lies there")
    if kind == WATER and thing != "corpse":
        return Refusal("RR-20.3", f"{{{word}}} is water; only a body goes there")
    if obstacles.shut(s) >> to & 1:
        return Refusal("RR-2.14", f"a supply dump is on {{{word}}}")
    if any(to in s.footprint(u) for u in range(len(s.u_kind)) if s.vehicle(u)) or any(
        to in obstacles.car_squares(s, c) for c in range(len(s.c_kind))
    ):
        return Refusal("RR-8.14", f"a vehicle is on {{{word}}}")
    if thing == OBJECTS[BARREL] and to not in carry.place_squares(s, m, v, thing) and carry.reaches_over(s, v, to):
        return Refusal("RR-20.10", f"a barrel needs a square to itself, and something is on {{{word}}}")
    if not carry.reaches_over(s, v, to):
        if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
            return Refusal("RR-8.18", f"a wall stands between here and {{{word}}}")
        if DOOR in _edges(s, v, to):
            return Refusal("RR-8.22", f"{{{word}}} is round the corner of a door")
        return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")
    if verb == "place-move":
        return Refusal("RR-8.15", f"{{{name}}} has no square to step to afterwards")
    return None


def _no_move_place(s: Regiment, m: int, word: str) -> Refusal | None:
    """RR-8.15 Why a man cannot step somewhere and place something from there."""
    if not carry.placeable(s, m):
        return Refusal("RR-8.14", f"{{{s.man(m)}}} has nothing to place")
    stopped = _square(s, word)
    if stopped is not None:
        return stopped
    to, laden = s.stage.by_name[word], s.m_object[m] != NOTHING
    if laden or to not in scuba.waters(s, m):
        stopped = _no_step(s, m, word, laden, False)
        if stopped is not None:
            return stopped
    if any(carry.place_squares(s, m, to, thing) for thing in carry.placeable(s, m)):
        return _shut_in(word)
    return Refusal("RR-8.15", f"from {{{word}}} nothing that {{{s.man(m)}}} has can be placed")


def _no_use(s: Regiment, m: int, verb: str, word: str) -> Refusal | None:
    """RR-20.36, RR-22.1 Why a med pack cannot be used on somebody, or he cannot be freed."""
    name = s.man(m)
    n = next((n for n in range(len(s.m_kind)) if s.man(n) == word), -1)
    if n < 0:
        return Refusal("RR-22.1" if verb == "free" else "RR-20.36", f"{word} is none of yours")
    if verb == "heal":
        if not s.has(m, data.I_MEDPACK):
            return Refusal("RR-20.36", f"{{{name}}} has no med pack")
        if not s.is_operator(n) or not s.on_foot(n) or s.grid.distance(s.m_at[m], s.m_at[n]) > 1:
            return Refusal("RR-20.36", f"{{{word}}} is no Operator on foot here or on a square beside")
        return Refusal("RR-20.36", f"{{{word}}} is at full health, {setup.full_health(s, s.m_kind[n])}")
    if s.m_state[n] != BOUND:
        return Refusal("RR-22.1", f"{{{word}}} is not bound")
    return Refusal("RR-22.1", f"{{{name}}} must stand beside {{{word}}} with no wall, window or door between")


def _no_smoke(s: Regiment, name: str, word: str) -> Refusal:
    """RR-14.16 Why a man, whoever acts, cannot give the cigarette to a unit."""
    m = next((m for m in range(len(s.m_kind)) if s.man(m) == name), -1)
    if m < 0 or not s.has(m, data.I_CIGARETTE):
        return Refusal("RR-14.16", f"{{{name}}} has no cigarette")
    u = next((u for u in range(len(s.u_kind)) if s.unit(u) == word and s.here(u)), -1)
    if u < 0 or s.vehicle(u):
        return Refusal("RR-14.16", f"{word} is no man of the Axis on the board")
    return Refusal("RR-14.16", f"{{{word}}} is alert, or smokes already")


# --- marked attacks


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


# --- links of chains


def no_throw(s: Regiment, m: int, action: Action, origin: int, further: int = 0) -> Refusal:
    """RR-20.26, RR-20.27 Why a grenade cannot be thrown at, or marked on, that square from another, when its man can
    still go so many squares further.
    """
    if len(action) != 2 or action[0] != "at":
        return Refusal("RR-20.26", "say at which square, as in “at k12”")
    stopped = _square(s, action[1])
    if stopped is not None:
        return stopped
    far = s.grid.distance(origin, s.stage.by_name[action[1]])
    if far == 0:
        return Refusal("RR-20.26", f"{{{s.man(m)}}} stands there")
    goes = f", and {{{s.man(m)}}} goes no more than {further} this turn" if further else ""
    flies = data.W_LONG[data.GRENADE]
    return Refusal("RR-20.26", f"{{{action[1]}}} is {far} squares away; a grenade flies {flies}{goes}")


def no_fuse(s: Regiment) -> Refusal:
    """RR-20.20 Why a bomb's card cannot go that deep."""
    deepest = max(1, min(placed.DEEPEST, len(s.deck)))
    return Refusal("RR-20.20", f"its card goes 1 to {deepest} cards deep, as in “fuse 3”")


def no_place_after(s: Regiment, m: int, v: int, action: Action) -> Refusal:
    """RR-8.15 Why a thing cannot be placed there after the step."""
    if len(action) == 3 and action[0] == "place":
        reason = _no_place(s, m, v, action[1], action[2], "place")
        return reason or _shut_in(s.place(v))
    return Refusal("RR-8.15", f"say what is placed where from {{{s.place(v)}}}, as in “place trap k12”")


def no_move_after(s: Regiment, m: int, thing: str, action: Action) -> Refusal:
    """RR-8.15 Why a man cannot step there after placing a thing."""
    if len(action) == 2 and action[0] == "move":
        laden = carry.still_laden(s, m, thing)
        reason = _no_step(s, m, action[1], laden, laden)
        if reason is not None:
            return reason
        return Refusal(
            "RR-20.10", f"the barrel stands on {{{action[1]}}}, and no free square can be reached from there"
        )
    return Refusal("RR-8.15", "say where to step, as in “move k12”")


# --- vehicles

CAR_VERBS: Final = (
    "drive", "floor", "leave", "attack", "attack-drive", "mark", "mark-drive", "deploy", "repair", "end",
)  # fmt: skip


def no_car_action(s: Regiment, c: int, action: Action) -> Refusal:
    """RR-4.6, RR-21.1, RR-21.2, RR-21.3, RR-21.4, RR-21.14, RR-1.23 Why a vehicle cannot do what the words say."""
    name, kind = s.car(c), s.c_kind[c]
    verb = action[0] if action else ""
    if verb == "act":
        return Refusal("RR-4.6", f"it is the turn of {{{name}}}, and vehicles act before anybody on foot does")
    if verb == "cigarette" and len(action) == 3:
        return _no_smoke(s, action[1], action[2])
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
    """RR-6.2, RR-6.4, RR-21.4, RR-21.5, RR-21.7, RR-22.3 Why a gunner cannot fire at something or mark it."""
    seats, armed = data.SEATS[s.c_kind[c]], data.GUNS[s.c_kind[c]]
    if seat not in armed:
        return Refusal("RR-21.4", f"{seat} is no gunner's seat; guns are at: {', '.join(armed) or 'none'}")
    number = seats.index(seat)
    m = cars.in_seat(s, c, number)
    if m < 0:
        return Refusal("RR-21.4", f"nobody sits at the gun, {seat}")
    if verb == "mark":
        if s.c_kind[c] == data.BOAT:
            return Refusal("RR-21.4", "nobody marks from a boat")
        if s.m_kind[m] >= SUPPORT:
            return Refusal("RR-22.3", "support units do not mark")
        if s.m_mark[m] >= 0 and s.unit(s.m_mark[m]) == word:
            return Refusal("RR-21.7", f"the marker of {{{s.man(m)}}} lies on it already")
        return Refusal("RR-7.5", f"{word} is no Axis unit on the board or a spawn tile")
    t = _target(s, word)
    if t < 0:
        return Refusal("RR-21.4", f"{word} is nothing that stands on the board and can be attacked")
    if not guns.guns_of(s, c, number):
        return Refusal("RR-21.26", f"{{{s.man(m)}}} has no weapon to fire from a boat")
    if guns.gun_range(s, c, number, t):
        return Refusal("RR-21.5", "that gun has fired in this action, or the gunners mark")
    squares = [v for v in (s.footprint(t) if t < attack.BARREL_AT else attack.struck(s, t)) if s.grid.on_board(v)]
    far = min(driving.wheels_of(s, c).off(driving.state_of(s, c), v) for v in squares)
    reach = max(data.W_LONG[weapon] for weapon in guns.guns_of(s, c, number))
    if far > reach:
        return Refusal("RR-6.2", f"{{{word}}} is {far} squares away; the gun reaches {reach}")
    if not any(guns.gun_field(s, c, number)[1] >> v & 1 for v in squares):
        return Refusal("RR-21.4", f"{{{word}}} is out of the quarter of the gun")
    return Refusal("RR-6.4", f"{{{word}}} is out of sight: forest, rock, a wall or another unit stands between")


def no_exit(s: Regiment, c: int, action: Action) -> Refusal:
    """RR-21.12, RR-21.13 Why somebody cannot get out there or change to that seat."""
    m = next((m for m in cars.aboard(s, c) if len(action) == 3 and s.man(m) == action[1]), -1)
    if m < 0 or action[0] not in ("out", "seat"):
        return Refusal("RR-21.12", "somebody aboard gets out or changes seats, as in “out jock k12”")
    if action[0] == "out":
        return Refusal("RR-21.12", "that is no free square beside the vehicle with a way to it")
    if s.m_turn[m]:
        return Refusal("RR-21.12", f"{{{action[1]}}} has changed seats in this action")
    return Refusal("RR-21.12", "that is no other seat, or who sits there has changed seats in this action")
