"""Chapter 8: crouching, picking up, carrying and placing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import CRATES, HEDGE, ROCK, WATER
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import BARREL, CORPSE, NOTHING, OBJECTS, OFF, SEAT, SUPPORT, Regiment, changed
from sandtable.geometry.squares import AROUND, HIGH, LOW, OPEN, SCALABLE, WALL, WINDOW
from sandtable.kernel.flow import Action, Choice

LOT: Final = "lot"  # RR-8.11 the word for a body and the items beside it, picked up together

# RR-8.14 The items that are put down.
LAID: Final = tuple(item for item, lies in enumerate(data.PLACED) if lies)


def things_here(s: Regiment, m: int) -> list[str]:
    """RR-8.10, RR-8.13, RR-20.25, RR-8.6 What lies on a man's square that he may pick up; with an object in his arms
    nothing.
    """
    v = s.m_at[m]
    if s.m_object[m] != NOTHING:
        return []
    found = items_at(s, m, v)
    return ["corpse", *found] if v in s.corpses and not s.m_low[m] else found


def items_at(s: Regiment, m: int, v: int) -> list[str]:
    """RR-8.10, RR-20.54 The items on a square that a man may have: documents if a slot is free, and what is his own."""
    found: list[str] = []
    if v in s.papers and has_room(s, m, data.I_DOCUMENTS):
        found.append("documents")
    if s.traps and any(at == v and owner == m for at, owner, _ in s.traps):
        found.append("trap")
    if s.mines and any(at == v and owner == m for at, owner in s.mines):
        found.append("landmine")
    return found


def takes_on_arrival(s: Regiment, m: int, v: int, taken: int, ap: int) -> bool:
    """RR-8.9, RR-8.11, RR-1.24 Whether something on a square can be picked up as part of a move that ends there with so
    many points left; on an occupied square they must lead on, laden with the object if one is taken.
    """
    if s.m_object[m] != NOTHING or s.m_kind[m] >= SUPPORT:
        return False
    if v in s.barrels:
        return takes_barrel(s, m, v)
    corpse = v in s.corpses and not s.m_low[m]
    if not corpse and not items_at(s, m, v):
        return False
    if not taken >> v & 1:
        return True
    return not cars.with_seats(s, m) >> v & 1 and movement.can_clear(s, m, v, ap, taken, corpse)


def takes_barrel(s: Regiment, m: int, v: int) -> bool:
    """RR-20.10, RR-8.9 Whether a man takes the barrel on a square along as he moves there: its square cannot be ended
    on, so it is taken this way or not at all; a fixed one never.
    """
    if s.m_low[m] or s.barrels.index(v) in s.pumps or s.axis.everywhere & s.grid.bit[v]:
        return False
    return not any(n != m and at == v and s.on_foot(n) and not s.m_swim[n] for n, at in enumerate(s.m_at))


def take(s: Regiment, m: int) -> None:
    """RR-8.9, RR-8.11, RR-20.35 The items and the object on a man's square, together, and where a move ends as part of
    that move; laden he may be seen where he was not.
    """
    v = s.m_at[m]
    for thing in items_at(s, m, v):
        pick_up(s, m, thing)
    if v in s.barrels:
        pick_up(s, m, "barrel")
    elif v in s.corpses and not s.m_low[m]:
        pick_up(s, m, "corpse")
    notice.notice(s, m, v, False)


def has_room(s: Regiment, m: int, item: int) -> bool:
    """RR-20.51 Whether a small item finds a slot; several copies of one kind share theirs."""
    if s.has(m, item) or not data.SMALL[item]:
        return True
    used = sum(1 for other in range(len(data.ITEMS)) if data.SMALL[other] and s.has(m, other))
    return used < data.SLOTS[s.m_kind[m]]


def carries(s: Regiment, m: int, steps: tuple[int, ...]) -> list[Action]:
    """RR-8.1, RR-8.4, RR-8.7, RR-8.9, RR-8.11, RR-8.13, RR-8.14, RR-8.15, RR-8.21, RR-20.43 Crouching, picking up and
    placing as the state allows; `steps` is where a step that goes with it may lead.
    """
    name, ap = s.man(m), s.m_ap[m]
    found: list[Action] = []
    if s.m_swim[m]:
        return found
    if s.m_low[m]:
        found.append(("pop-up", name))
    elif ap >= 1 and s.m_object[m] == NOTHING:
        found.append(("crouch", name))
    if s.m_kind[m] >= SUPPORT:
        return found  # RR-22.3, RR-22.9
    lying = things_here(s, m)
    found += [("pick-up", name, thing) for thing in lying]
    if len(lying) > 1 and lying[0] == OBJECTS[CORPSE]:
        found.append(("pick-up", name, LOT))
    if ap >= 1 and s.m_object[m] != NOTHING:
        found += laden_places(s, m)
        return found
    if ap >= 1:
        found += item_places(s, m, steps)
    return found


def item_places(s: Regiment, m: int, steps: tuple[int, ...]) -> list[Action]:
    """RR-8.14, RR-8.15, RR-8.21 Placing an item within reach, with a step before or after it."""
    ready = items_of(s, m)
    if not ready:
        return []
    name, place, closed = s.man(m), s.stage.names, no_place(s, m, ready[0])  # the same for all items
    spots = [place[to] for to in within_arms(s, s.m_at[m], False)[0] if not closed >> to & 1]
    onward = [*steps, *scuba.waters(s, m)]
    found: list[Action] = []
    for verb in ("place", "place-move") if onward else ("place",):
        found += [(verb, name, thing, spot) for thing in ready for spot in spots]
    found += [("move-place", name, place[to]) for to in onward if within_arms(s, to, False)[1] & ~closed]
    return found


def laden_places(s: Regiment, m: int) -> list[Action]:
    """RR-8.13, RR-8.14, RR-8.15 What a man with an object in his arms may place, that or items of his own, and from
    where.
    """
    name, v, place = s.man(m), s.m_at[m], s.stage.names
    here = [(thing, to) for thing in placeable(s, m) for to in place_squares(s, m, v, thing)]
    found: list[Action] = [("place", name, thing, place[to]) for thing, to in here]
    taken = obstacles.occupied(s, but_man=m)
    ready = [thing for thing in placeable(s, m) if steps_after(s, m, thing, taken)]
    found += [("place-move", name, thing, place[to]) for thing, to in here if thing in ready]
    for to in movement.next_steps(s, m, v, False):
        if places_from(s, m, to):
            found.append(("move-place", name, place[to]))
    return found


def placeable(s: Regiment, m: int) -> list[str]:
    """RR-8.14, RR-8.12, RR-8.13 What a man could put down: the object he carries, and items of his own."""
    return [OBJECTS[s.m_object[m]], *items_of(s, m)] if s.m_object[m] != NOTHING else items_of(s, m)


def items_of(s: Regiment, m: int) -> list[str]:
    """RR-8.14, RR-24.53 The items of a man that can be put down; in disguise she has none at hand."""
    if s.m_kind[m] == data.NANCY and talking.in_disguise(s, m):
        return []
    first = m * len(data.ITEMS)
    return [data.ITEMS[item] for item in LAID if s.stock[first + item]]


def still_laden(s: Regiment, m: int, thing: str) -> bool:
    """RR-8.13 Whether a man has an object in his arms once he has put a thing down."""
    return s.m_object[m] != NOTHING and thing not in OBJECTS


def steps_after(s: Regiment, m: int, thing: str, taken: int) -> tuple[int, ...]:
    """RR-8.15, RR-1.24, RR-20.37 Where a man may step once he has put a thing down, into water too if his hands are
    free then; `taken` is where he may not end.
    """
    laden = still_laden(s, m, thing)
    steps = movement.steps_with(s, m, taken, laden, laden)
    return steps if laden else (*steps, *scuba.waters(s, m))


def places_from(s: Regiment, m: int, v: int) -> list[tuple[str, int]]:
    """RR-8.15, RR-1.24 What a man may put where after a step to a square, if he may end there with what is left in his
    arms.
    """
    taken, laden, ap = obstacles.occupied(s, but_man=m), s.m_object[m] != NOTHING, s.m_ap[m] - 1
    found: list[tuple[str, int]] = []
    if not laden and cars.with_seats(s, m) >> v & 1:
        return found  # RR-21.15 he would board
    for thing in placeable(s, m):
        if s.layout.kind[v] == WATER or movement.may_end(s, m, v, ap, taken, still_laden(s, m, thing)):
            found += [(thing, to) for to in place_squares(s, m, v, thing)]
    return found


def place_squares(s: Regiment, m: int, v: int, thing: str) -> tuple[int, ...]:
    """RR-8.14, RR-8.18, RR-8.19, RR-8.20, RR-8.22 The squares beside `v` on which a thing may be put."""
    closed, bit = no_place(s, m, thing), s.grid.bit
    squares, reached = within_arms(s, v, thing == "corpse")
    return tuple([to for to in squares if not closed & bit[to]]) if reached & closed else squares


def no_place(s: Regiment, m: int, thing: str) -> int:
    """RR-8.18, RR-20.10 The squares on which a thing may not be put for what stands there; a barrel not on a corpse
    either.
    """
    closed = s.things.shut | s.axis.wheels | s.cars.barring
    if thing == "barrel":
        closed |= obstacles.occupied(s, but_man=m)
        for v in s.corpses:
            if v >= 0:
                closed |= s.grid.bit[v]
    return closed


def within_arms(s: Regiment, v: int, corpse: bool) -> tuple[tuple[int, ...], int]:
    """RR-8.19, RR-8.20 The squares beside one onto which a thing may be put if nothing stands there, and as a set; into
    water that is a corpse alone. Found once for a board and the dumps on it.
    """
    found = s.things.ground.arms(v, corpse)
    if found is None:
        squares = []
        for dx, dy in AROUND:
            to = v + dx + dy * s.grid.stride
            kind = s.layout.kind[to]
            if s.grid.on[to] and kind not in (ROCK, HEDGE, CRATES) and (kind != WATER or corpse):
                if reaches_over(s, v, to):
                    squares.append(to)
        found = (tuple(squares), sum([s.grid.bit[to] for to in squares]))
        s.things.ground.keep_arms(v, corpse, found)
    return found


def reaches_over(s: Regiment, v: int, to: int) -> bool:
    """RR-8.18, RR-8.20, RR-8.22, RR-5.10 Whether an arm reaches from one square to the next: over low walls and through
    windows, doors straight only; past a corner of water into the water or out of it.
    """
    grid, layout = s.grid, s.layout
    if grid.xs[v] == grid.xs[to] or grid.ys[v] == grid.ys[to]:
        return grid.between(v, to) not in (HIGH, SCALABLE, WALL)
    corner = v + (grid.xs[to] - grid.xs[v])
    wet = WATER in (layout.kind[v], layout.kind[to])
    for side in (corner, v + to - corner):
        kind = layout.kind[side]
        if kind in (ROCK, HEDGE, CRATES) or (kind == WATER and not wet) or s.things.shut >> side & 1:
            continue
        first, second = grid.between(v, side), grid.between(side, to)
        if all(edge in (OPEN, LOW, WINDOW) for edge in (first, second)) and (first, second) != (WINDOW, WINDOW):
            return True
    return False


def arm_reaches(s: Regiment, v: int, to: int) -> bool:
    """RR-8.18 Whether no wall or door stands between two squares beside each other."""
    if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
        return s.grid.between(v, to) in (OPEN, LOW)
    corner = v + (s.grid.xs[to] - s.grid.xs[v])
    sides = (corner, v + to - corner)
    return any(s.grid.between(v, side) <= LOW and s.grid.between(side, to) <= LOW for side in sides)


def crouch(s: Regiment, m: int, _: Action) -> None:
    """RR-8.1, RR-10.13 A man lies down."""
    v = s.m_at[m]
    notice.begin(s, m)
    notice.notice(s, m, v, False)
    s.m_ap[m] -= 1
    s.m_low[m] = 1
    notice.notice(s, m, v, False)
    s.say("RR-8.1", "{} crouches", s.man(m), facts=(("marked", s.man(m), "crouched"),))
    turn.finish_action(s, m)


def get_up(s: Regiment, m: int, _: Action) -> None:
    """RR-8.7, RR-10.13 A man pops up, which is free, and an action all the same."""
    v = s.m_at[m]
    notice.begin(s, m)
    notice.notice(s, m, v, False)
    s.m_low[m] = 0
    notice.notice(s, m, v, False)
    s.say("RR-8.7", "{} pops up", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
    turn.finish_action(s, m)


def take_up(s: Regiment, m: int, action: Action) -> None:
    """RR-8.9, RR-10.13 A man picks something up, or all that lies there, which is free, and an action all the same."""
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    if action[2] == LOT:
        take(s, m)
    else:
        pick_up(s, m, action[2])
        notice.notice(s, m, s.m_at[m], False)  # RR-20.35 laden he may be seen where he was not
    turn.finish_action(s, m)


def put_down(s: Regiment, m: int, action: Action) -> None:
    """RR-8.14 A man puts something down beside him."""
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    s.m_ap[m] -= 1
    put(s, m, action[2], s.stage.by_name[action[3]])
    turn.finish_action(s, m)


def step_and_put_down(s: Regiment, m: int, action: Action) -> None:
    """RR-8.15 Where a man steps to is said; what he puts where is asked."""
    s.then(PlaceAfter(m, s.stage.by_name[action[2]]))


def put_down_and_step(s: Regiment, m: int, action: Action) -> None:
    """RR-8.15 What a man puts where is said; where he steps to is asked."""
    s.then(MoveAfter(m, action[2], s.stage.by_name[action[3]]))


def pick_up(s: Regiment, m: int, thing: str) -> None:
    """RR-8.9, RR-8.10, RR-20.18 A thing goes to the object space or an item slot."""
    v = s.m_at[m]
    match thing:
        case "corpse":
            n = s.corpses.index(v)
            s.lay(corpses=changed(s.corpses, n, OFF))
            s.m_object = changed(s.m_object, m, CORPSE)
        case "barrel":
            n = s.barrels.index(v)
            s.lay(barrels=changed(s.barrels, n, OFF - 1))
            s.m_object = changed(s.m_object, m, BARREL)
        case "documents":
            s.lay(papers=changed(s.papers, s.papers.index(v), OFF - 1 - m))
            s.give(m, data.I_DOCUMENTS, 1)
        case "trap":
            n = next(n for n, (at, owner, _) in enumerate(s.traps) if at == v and owner == m)
            s.lay(traps=(*s.traps[:n], *s.traps[n + 1 :]))
            s.give(m, data.I_TRAP, 1)
        case _:
            n = next(n for n, (at, owner) in enumerate(s.mines) if at == v and owner == m)
            s.lay(mines=(*s.mines[:n], *s.mines[n + 1 :]))
            s.give(m, data.I_MINE, 1)
    s.say("RR-8.9", "{} picks up the {}", s.man(m), thing)


def put(s: Regiment, m: int, thing: str, to: int) -> None:
    """RR-8.14, RR-8.16, RR-8.17, RR-20.3, RR-20.20 A thing lies on a square; a bomb is set to go off."""
    s.say("RR-8.14", "{} places the {} on {}", s.man(m), thing, s.place(to))
    match thing:
        case "corpse":
            s.m_object = changed(s.m_object, m, NOTHING)
            obstacles.lay_corpse(s, to)
        case "barrel":
            s.m_object = changed(s.m_object, m, NOTHING)
            lay_barrel(s, to)
        case "trap":
            s.give(m, data.I_TRAP, -1)
            s.lay(traps=(*s.traps, (to, m, 0)))
        case "landmine":
            s.give(m, data.I_MINE, -1)
            s.lay(mines=(*s.mines, (to, m)))
        case _:
            s.give(m, data.ITEMS.index(thing), -1)
            s.then(placed.SetBomb(m, to))


def lay_barrel(s: Regiment, to: int) -> None:
    """RR-20.1 A carried barrel takes its place in the list again."""
    for n, v in enumerate(s.barrels):
        if v == OFF - 1:
            s.lay(barrels=changed(s.barrels, n, to))
            return
    s.lay(barrels=(*s.barrels, to))


def drop(s: Regiment, m: int, v: int) -> None:
    """RR-8.12 What a dead man carried falls where he stood."""
    if s.m_object[m] == CORPSE:
        obstacles.lay_corpse(s, v)
    elif s.m_object[m] == BARREL:
        lay_barrel(s, v)
    s.m_object = changed(s.m_object, m, NOTHING)


def step(s: Regiment, m: int, to: int) -> None:
    """RR-8.15, RR-20.37 The step that goes with placing, into water too."""
    if s.layout.kind[to] == WATER:
        scuba.swim_step(s, m, to)
    else:
        movement.walk(s, m, (to,), False, "RR-8.15")


@dataclass(frozen=True)
class PlaceAfter(Choice):
    """RR-8.15 Move and place: the step is chosen, now what is put where."""

    man: int
    square: int

    clause = "RR-8.15"
    owner = SEAT
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        return [("place", thing, s.place(to)) for thing, to in places_from(s, self.man, self.square)]

    def chosen(self, s: Regiment, action: Action) -> None:
        m = self.man
        notice.begin(s, m)
        s.m_ap[m] -= 1
        step(s, m, self.square)
        put(s, m, action[1], s.stage.by_name[action[2]])
        turn.finish_action(s, m)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.man(self.man)}}} places what, where, from {{{s.place(self.square)}}}?"


@dataclass(frozen=True)
class MoveAfter(Choice):
    """RR-8.15 Place and move: the thing is chosen, now the step."""

    man: int
    thing: str
    square: int

    clause = "RR-8.15"
    owner = SEAT
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        m = self.man
        taken = obstacles.occupied(s, but_man=m)
        if self.thing == "barrel":
            taken |= 1 << self.square
        return [(movement.MOVE.word, s.place(to)) for to in steps_after(s, m, self.thing, taken)] or [("stay",)]

    def chosen(self, s: Regiment, action: Action) -> None:
        m = self.man
        notice.begin(s, m)
        notice.notice(s, m, s.m_at[m], False)
        s.m_ap[m] -= 1
        put(s, m, self.thing, self.square)
        if action[0] == movement.MOVE.word:
            step(s, m, s.stage.by_name[action[1]])
        turn.finish_action(s, m)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.man(self.man)}}} steps where after placing the {{{self.thing}}}?"


# --- the verbs


class Placing(acts.ManAction):
    """RR-8.14, RR-8.15 A man puts something down; no card of a support unit shows it."""

    def __init__(
        self, word: str, title: str, phrases: dict[int, str], deed: acts.Deed, traits: int, *, nouns: int, late: int
    ) -> None:
        self.spot: int = 3 if nouns == 2 else 0
        """Which of its words is the square on which something is put; 0 where that is asked afterwards."""
        step = 0 if self.spot else 2
        super().__init__(
            word,
            title,
            phrases,
            1,
            acts.CROUCHED | acts.LADEN,
            deed,
            traits=acts.SERVES | traits,
            nouns=nouns,
            step=step,
            click=self.spot or step,
            late=late,
            disguised=acts.HANDS,
            unsupported="RR-22.9",
        )


CROUCH: Final = acts.ManAction(
    "crouch",
    "Crouch",
    {1: "{1} crouches"},
    1,
    acts.SUPPORT,
    crouch,
    traits=acts.COUNTED | acts.STEALTHY,
    disguised=acts.BODILY,
)
POP_UP: Final = acts.ManAction(
    "pop-up",
    "Pop up",
    {1: "{1} pops up"},
    0,
    acts.CROUCHED | acts.SUPPORT,
    get_up,
    traits=acts.COUNTED | acts.STEALTHY | acts.RISES,
    disguised=acts.BODILY,
)
PICK_UP: Final = acts.ManAction(
    "pick-up",
    "Pick up",
    {2: "{1} picks up the {2}"},
    0,
    acts.CROUCHED,
    take_up,
    traits=acts.COUNTED | acts.STEALTHY | acts.SERVES,
    nouns=1,
    disguised=acts.HANDS,
)
PLACE: Final = Placing(
    "place",
    "Put something down",
    {2: "Place the {1} on {2}", 3: "{1} places the {2} on {3}"},
    put_down,
    acts.COUNTED | acts.STEALTHY,
    nouns=2,
    late=acts.ASIDE,
)
MOVE_PLACE: Final = Placing(
    "move-place",
    "Move, then place",
    {2: "{1} steps to {2}, then places something"},
    step_and_put_down,
    acts.SELDOM,
    nouns=1,
    late=acts.ASIDE + 1,
)
PLACE_MOVE: Final = Placing(
    "place-move",
    "Place, then move",
    {3: "{1} places the {2} on {3}, then steps"},
    put_down_and_step,
    acts.SELDOM | acts.UNSEEN,
    nouns=2,
    late=acts.ASIDE + 2,
)

ACTS: tuple[acts.ManAction, ...] = (CROUCH, POP_UP, PICK_UP, PLACE, MOVE_PLACE, PLACE_MOVE)
