"""Why a man cannot pick a thing up, put it down, or do so with a step."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice import why_moves
from sandtable.games.rogue_regiment.box.tiles import CRATES, HEDGE, ROCK, WATER
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.state import BARREL, NOTHING, OBJECTS, Regiment
from sandtable.geometry.squares import DOOR
from sandtable.kernel.flow import Action, Refusal

THINGS: Final = ("corpse", "barrel", "documents", "trap", "landmine", "lewes")


def no_pick_up(s: Regiment, m: int, thing: str) -> Refusal | None:
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
        no_thing(s, m, thing)
        if lies(s, thing, v)
        else Refusal("RR-8.9", f"there is no {thing} on the square of {{{name}}}")
    )


def lies(s: Regiment, thing: str, v: int) -> bool:
    """Whether a thing lies on a square, whosever it is."""
    return {
        "corpse": v in s.corpses,
        "documents": v in s.papers,
        "trap": any(at == v for at, _, _ in s.traps),
        "landmine": any(at == v for at, _ in s.mines),
    }[thing]


def no_thing(s: Regiment, m: int, thing: str) -> Refusal | None:
    """RR-8.6, RR-8.10, RR-20.54 Why a man does not get a thing that lies where he is, or would be."""
    name = s.man(m)
    if thing == "corpse":
        return Refusal("RR-8.6", f"{{{name}}} is crouched") if s.m_low[m] else None
    if thing == "documents":
        return Refusal("RR-8.10", f"{{{name}}} has no item slot free")
    return Refusal("RR-20.54", f"that {thing} is not {{{name}}}'s own")


def no_place(s: Regiment, m: int, v: int, thing: str, word: str, stepping: bool) -> Refusal | None:
    """RR-8.14, RR-8.15, RR-20.10 Why a thing cannot be put on a square from another."""
    name = s.man(m)
    if thing not in THINGS or thing == "documents":
        return Refusal("RR-8.14", f"{thing} is not for placing; corpse, barrel, trap, landmine and lewes are")
    if thing not in carry.placeable(s, m):
        return Refusal("RR-8.14", f"{{{name}}} has no {thing}")
    stopped = why_moves.no_square(s, word)
    if stopped is not None:
        return stopped
    to = s.stage.by_name[word]
    if s.grid.distance(v, to) != 1:
        return Refusal("RR-8.14", f"{{{word}}} is not beside {{{s.place(v)}}}")
    stopped = _not_laid(s, thing, word)
    if stopped is not None:
        return stopped
    if not carry.reaches_over(s, v, to):
        return _out_of_reach(s, v, word)
    if thing == OBJECTS[BARREL] and to not in carry.place_squares(s, m, v, thing):
        return Refusal("RR-20.10", f"a barrel needs a square to itself, and something is on {{{word}}}")
    if stepping:
        return Refusal("RR-8.15", f"{{{name}}} has no square to step to afterwards")
    return None


def _not_laid(s: Regiment, thing: str, word: str) -> Refusal | None:
    """RR-8.14, RR-20.3, RR-2.14 What a square is, or what is on it, so that a thing is not put there."""
    to = s.stage.by_name[word]
    kind = s.layout.kind[to]
    if kind in (ROCK, HEDGE, CRATES):
        return Refusal("RR-8.14", f"{{{word}}} is {s.layout.describe(to)}; nothing lies there")
    if kind == WATER and thing != "corpse":
        return Refusal("RR-20.3", f"{{{word}}} is water; only a body goes there")
    if s.things.shut >> to & 1:
        return Refusal("RR-2.14", f"a supply dump is on {{{word}}}")
    if any(to in s.footprint(u) for u in range(len(s.u_kind)) if s.vehicle(u)) or any(
        to in obstacles.car_squares(s, c) for c in range(len(s.c_kind))
    ):
        return Refusal("RR-8.14", f"a vehicle is on {{{word}}}")
    return None


def _out_of_reach(s: Regiment, v: int, word: str) -> Refusal:
    """RR-8.18, RR-8.22, RR-5.10 What stands between two squares so that nothing is put from one on the other."""
    to = s.stage.by_name[word]
    if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
        return Refusal("RR-8.18", f"a wall stands between here and {{{word}}}")
    if DOOR in why_moves.edges_between(s, v, to):
        return Refusal("RR-8.22", f"{{{word}}} is round the corner of a door")
    return Refusal("RR-5.10", f"there is no way round the corner to {{{word}}}")


def no_move_place(s: Regiment, m: int, word: str) -> Refusal | None:
    """RR-8.15 Why a man cannot step somewhere and place something from there."""
    if not carry.placeable(s, m):
        return Refusal("RR-8.14", f"{{{s.man(m)}}} has nothing to place")
    stopped = why_moves.no_square(s, word)
    if stopped is not None:
        return stopped
    to, laden = s.stage.by_name[word], s.m_object[m] != NOTHING
    if laden or to not in scuba.waters(s, m):
        stopped = why_moves.no_step(s, m, word, laden, False)
        if stopped is not None:
            return stopped
    if any(carry.place_squares(s, m, to, thing) for thing in carry.placeable(s, m)):
        return why_moves.shut_in(word)
    return Refusal("RR-8.15", f"from {{{word}}} nothing that {{{s.man(m)}}} has can be placed")


# --- links of chains


def no_fuse(s: Regiment) -> Refusal:
    """RR-20.20 Why a bomb's card cannot go that deep."""
    deepest = max(1, min(placed.DEEPEST, len(s.deck)))
    return Refusal("RR-20.20", f"its card goes 1 to {deepest} cards deep, as in “fuse 3”")


def no_place_after(s: Regiment, m: int, v: int, action: Action) -> Refusal:
    """RR-8.15 Why a thing cannot be placed there after the step."""
    if len(action) == 3 and action[0] == carry.PLACE.word:
        reason = no_place(s, m, v, action[1], action[2], False)
        return reason or why_moves.shut_in(s.place(v))
    return Refusal("RR-8.15", f"say what is placed where from {{{s.place(v)}}}, as in “place trap k12”")


def no_move_after(s: Regiment, m: int, thing: str, action: Action) -> Refusal:
    """RR-8.15 Why a man cannot step there after placing a thing."""
    if len(action) == 2 and action[0] == movement.MOVE.word:
        laden = carry.still_laden(s, m, thing)
        reason = why_moves.no_step(s, m, action[1], laden, laden)
        if reason is not None:
            return reason
        return Refusal(
            "RR-20.10", f"the barrel stands on {{{action[1]}}}, and no free square can be reached from there"
        )
    return Refusal("RR-8.15", "say where to step, as in “move k12”")
