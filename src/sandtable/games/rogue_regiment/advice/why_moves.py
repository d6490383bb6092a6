"""Why a man cannot get to a square: by a move, a sprint, a climb, a stroke, within another action, or off the board."""

from __future__ import annotations

from sandtable.games.rogue_regiment.advice import why_things
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, HEDGE, ROCK, WATER
from sandtable.games.rogue_regiment.ground.layout import CLIMB, HOOK, WALK, passable
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import NOTHING, OBJECTS, Regiment
from sandtable.geometry.squares import DOOR, HIGH, LOW, WINDOW
from sandtable.kernel.flow import Action, Refusal


def no_square(s: Regiment, word: str) -> Refusal | None:
    at = s.stage.by_name.get(word, -1)
    if at < 0:
        return Refusal("RR-1.2", f"there is no square {word}")
    if not s.grid.on_board(at):
        return Refusal("RR-1.22", "that is not on the board; whoever leaves does so from a square beside the entry")
    return None


def no_way(s: Regiment, m: int, known: movement.Movement, action: Action) -> Refusal:
    """RR-5.1, RR-5.3, RR-5.6, RR-20.38 Why a man cannot get to a square that way."""
    word = action[2]
    stopped = no_square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    running, clause = known.how == movement.RUN, movement.CLAUSES[known.how]
    if to == s.m_at[m] and not running:
        return Refusal(clause, f"{{{s.man(m)}}} is there already")
    far = s.grid.distance(s.m_at[m], to)
    if far > (sprinting.SPRINT if running else 1):
        return Refusal(clause, f"{{{word}}} is {far} squares away")
    if s.m_swim[m]:
        return _no_stroke(s, m, known, action)
    taken = obstacles.occupied(s, but_man=m)
    if known.taking and not carry.takes_on_arrival(s, m, to, taken, s.m_ap[m] - known.cost):
        return _no_taking(s, m, word)
    if known.how == movement.CLIMBING:
        return _no_climb(s, m, word)
    stopped = _no_footing(s, m, word) or _covered(s, word)
    if stopped is not None:
        return stopped
    return _no_path(s, m, running, action)


def _no_path(s: Regiment, m: int, running: bool, action: Action) -> Refusal:
    """RR-1.24, RR-5.3 Why a man on land does not get to a square that he could be on: somebody is there, or something
    stands in between.
    """
    word = action[2]
    to = s.stage.by_name[word]
    wet = s.layout.kind[to] == WATER and s.has(m, data.I_SCUBA)
    reached = to in (_runs(s, m) if running else _steps(s, m))
    if (reached and obstacles.occupied(s, but_man=m) >> to & 1) or (wet and obstacles.afloat(s, m) >> to & 1):
        return shut_in(word)
    if reached and len(action) > 3:
        return _no_other_way()
    if not running and tokens.locked(s, s.m_at[m], to):
        return Refusal("RR-27.22", "the door is locked; 4 AP beside it pick the lock")
    return _no_run(s, m, word, sprinting.SPRINT) if running else _barred(s, m, word)


def _no_footing(s: Regiment, m: int, word: str) -> Refusal | None:
    """RR-5.2, RR-20.37, RR-21.31 What the ground of a square is, so that a man does not go there from land."""
    to = s.stage.by_name[word]
    kind, laden = s.layout.kind[to], s.m_object[m] != NOTHING
    if kind != WATER:
        if s.layout.enterable(to, WALK):
            return None
        climbing = "; it is climbed, for 2 AP" if kind in (HEDGE, CRATES, ROCK) else ""
        return Refusal("RR-5.2", f"{{{word}}} is {s.layout.describe(to)}{climbing}")
    if cars.with_seats(s, m) >> to & 1:
        boat = f"{{{word}}} is a boat, and nobody boards with a {OBJECTS[s.m_object[m]]}"
        return Refusal("RR-21.31", boat) if laden else None
    if laden or not s.has(m, data.I_SCUBA):
        return Refusal("RR-20.37", f"{{{word}}} is water; only a man with scuba gear and free hands goes in")
    return None


def _steps(s: Regiment, m: int) -> list[int]:
    """The squares one step of a man on land leads to now, occupied or not."""
    v = s.m_at[m]
    boats = movement.boat_steps(s, m, v, cars.with_seats(s, m))
    return [*movement.next_steps(s, m, v, False), *boats, *scuba.waters(s, m)]


def _runs(s: Regiment, m: int) -> list[int]:
    """The squares a sprint of a man on land leads to now, occupied or not."""
    wet = [way[-1] for way in scuba.wet_ways(s, m)]
    return [*sprinting.ways(s, m, movement.boards_near(s, m)), *wet]


def _covered(s: Regiment, word: str) -> Refusal | None:
    """RR-2.14, RR-20.55 What lies over a square so that nobody goes there."""
    to = s.stage.by_name[word]
    if s.things.shut >> to & 1:
        return Refusal("RR-2.14", f"a supply dump is on {{{word}}}")
    if s.things.burning >> to & 1:
        return Refusal("RR-20.55", f"{{{word}}} is under a blast until the End Phase")
    return None


def _no_other_way() -> Refusal:
    return Refusal("RR-5.3", "that way is not offered: another to the same square is no different, or it is none")


def edges_between(s: Regiment, v: int, to: int) -> list[int]:
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
    edges = edges_between(s, v, to)
    if s.m_low[m] and LOW in edges and (len(edges) == 1 or _walks(s, v, to)):
        return Refusal("RR-8.5", f"nobody gets over the low wall to {{{word}}} while crouched")
    if edges == [WINDOW]:
        return Refusal("RR-2.28", f"a window stands between here and {{{word}}}; it is climbed, for 2 AP")
    if len(edges) == 1:
        return Refusal("RR-5.2", f"a wall stands between here and {{{word}}}")
    if DOOR in edges:
        return Refusal("RR-2.18", f"nobody goes through a door diagonally, to {{{word}}}")
    return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")


def _walks(s: Regiment, v: int, to: int) -> bool:
    """Whether who stands upright gets from a square to another by one step, out of the smoke."""
    return to in s.layout.onward(v, WALK, False, s.things.shut, s.things.burning)[0]


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
        return shut_in(word)
    if carry.takes_on_arrival(s, m, to, 0, 0):
        return shut_in(word)
    for thing in ("corpse", "documents", "trap", "landmine"):
        reason = why_things.no_thing(s, m, thing) if why_things.lies(s, thing, to) else None
        if reason is not None:
            return reason
    return Refusal("RR-8.9", f"there is nothing on {{{word}}} that {{{s.man(m)}}} could take along")


def _no_stroke(s: Regiment, m: int, known: movement.Movement, action: Action) -> Refusal:
    """RR-20.38, RR-20.39, RR-20.40, RR-1.24, RR-5.2, RR-5.10 Why a swimmer cannot get to a square that way."""
    word, v = action[2], s.m_at[m]
    to = s.stage.by_name[word]
    kind = s.layout.kind[to]
    if known.how == movement.RUN:
        return _no_sprint_ashore(s, m, action)
    wet, dry = to in scuba.strokes(s, v), to in scuba.ashore(s, v)
    if known.how == movement.STEP and (wet or dry) and not (dry and kind == BRIDGE):
        return Refusal("RR-20.38", f"in the water that is “{movement.SWIM.word} {s.man(m)} {word}”")
    if wet or dry:
        return shut_in(word)
    if kind != WATER and not s.layout.enterable(to, WALK):
        return Refusal("RR-5.2", f"{{{word}}} is {s.layout.describe(to)}")
    stopped = _covered(s, word)
    if stopped is not None:
        return stopped
    edges = edges_between(s, v, to)
    if LOW in edges and kind != WATER:
        return Refusal("RR-20.40", f"nobody gets out of the water over the low wall to {{{word}}}")
    if len(edges) == 1:
        return Refusal("RR-5.2", f"a wall stands between here and {{{word}}}")
    return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")


def _no_sprint_ashore(s: Regiment, m: int, action: Action) -> Refusal:
    """RR-20.52 Why a swimmer cannot get to a square by a sprint."""
    word = action[2]
    to = s.stage.by_name[word]
    if s.layout.kind[to] != WATER and any(way[-1] == to for way in scuba.wet_ways(s, m)):
        return _no_other_way() if len(action) > 3 else shut_in(word)
    return _covered(s, word) or Refusal(
        "RR-20.52", f"a sprint out of the water leaves it with its first step, and none gets to {{{word}}}"
    )


def _no_climb(s: Regiment, m: int, word: str) -> Refusal:
    """RR-5.6, RR-5.7, RR-5.8, RR-5.10, RR-1.24, RR-2.14, RR-20.55, RR-21.15 Why a man cannot climb to a square."""
    v, to = s.m_at[m], s.stage.by_name[word]
    every = [step for step in s.layout.steps(HOOK)[v] if step[0] == to]
    mine = [step for step in s.layout.steps(HOOK if s.has(m, data.I_HOOK) else CLIMB)[v] if step[0] == to]
    steep = s.layout.kind[to] in (HEDGE, CRATES, ROCK)
    if not every and HIGH in edges_between(s, v, to):
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
    if not any(passable(to, s1, s2, s.things.shut) for _, _, s1, s2 in mine):
        return Refusal("RR-2.14", f"a supply dump stands at the corner on the way to {{{word}}}")
    return shut_in(word)


def shut_in(word: str) -> Refusal:
    return Refusal("RR-1.24", f"{{{word}}} is occupied, and the points left do not lead to a free square")


def _boards(word: str) -> Refusal:
    return Refusal("RR-21.15", f"{{{word}}} is a vehicle with a free seat; one boards it by a move or a sprint alone")


def no_step(s: Regiment, m: int, word: str, laden: bool, after: bool) -> Refusal | None:
    """RR-1.24, RR-20.37, RR-20.39, RR-21.15 Why a man, with an object in his arms or not and one after the action or
    not, cannot take that step as part of another action.
    """
    stopped = no_square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    if s.m_swim[m]:
        if to in scuba.free_strokes(s, m):
            return None
        if to in scuba.ashore(s, s.m_at[m]):
            return Refusal("RR-20.39", "one gets out of the water by a move or a sprint alone")
        return no_way(s, m, movement.SWIM, (movement.SWIM.word, s.man(m), word))
    if to in movement.steps_with(s, m, obstacles.occupied(s, but_man=m), laden, after):
        return None
    if not laden and cars.with_seats(s, m) >> to & 1 and to in _steps(s, m):
        return _boards(word)
    if to in scuba.waters(s, m):
        return Refusal("RR-20.37", "one gets into the water by a move, a sprint or while placing something")
    return no_way(s, m, movement.MOVE, (movement.MOVE.word, s.man(m), word))


def no_leave(s: Regiment, m: int, rest: Action) -> Refusal | None:
    """RR-1.22, RR-5.3, RR-20.52 Why a man cannot leave the board, or not by a sprint over that square."""
    touches = s.stage.exits >> s.m_at[m] & 1
    if rest and touches:
        return Refusal("RR-1.22", f"{{{s.man(m)}}} touches the entry tile and leaves by a move: “leave {s.man(m)}”")
    if rest:
        stopped = no_square(s, rest[0])
        if stopped is not None:
            return stopped
        if s.m_swim[m]:
            return Refusal("RR-20.52", "a sprint out of the water ends on land")
        to = s.stage.by_name[rest[0]]
        far = s.grid.distance(s.m_at[m], to)
        if not s.stage.exits >> to & 1:
            return Refusal("RR-1.22", f"{{{rest[0]}}} does not touch the entry tile")
        if far >= sprinting.SPRINT:
            return Refusal("RR-5.3", f"{{{rest[0]}}} is {far} squares away; the last square of a sprint is the tile")
        if movement.boards_near(s, m) >> to & 1:
            return _boards(rest[0])
        if 1 <= len(sprinting.first_way(s, m, to)) < sprinting.SPRINT:
            return _no_other_way()
        return _no_run(s, m, rest[0], sprinting.SPRINT - 1)
    if not touches:
        near = min(s.grid.distance(s.m_at[m], v) for v in s.stage.entry)
        return Refusal("RR-1.22", f"the entry tile is {near} squares away; one leaves from the squares that touch it")
    return None
