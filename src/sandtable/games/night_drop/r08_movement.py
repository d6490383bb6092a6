"""Chapter 8: movement, reinforcements and the off-map track. Points are counted in halves."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r05_sequence as sequence
from sandtable.games.night_drop import r06_zones as zones
from sandtable.games.night_drop import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    G3,
    GERMAN,
    OUTSIDE,
    PARKED,
    SEATS,
    TOWARDS_A,
    TOWARDS_H,
    TRACK,
    NightChoice,
    NightDrop,
    NightStep,
    has_attack,
    is_drawn,
    is_stick,
    name,
    names,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.reach import CLOSED, Reach, reach

LEAVE = "leave"
LAST_BOX = TRACK + len(d.TRACK_NAME) - 1
ENTRY_A = d.ENTRY[0]
ENTRY_H = d.ENTRY[7]


# --- capacity -------------------------------------------------------------------------------------------------------


def immobile(s: NightDrop, piece: int) -> Refusal | None:
    """ND-2.11, ND-2.48, ND-8.3, ND-8.5 Who never moves: Howard-1, a revealed Advantage, the 6th Airborne HQ, and units
    without an attack value.

    While it is unknown an Advantage moves as any Stick does: a refusal would tell what it is (Ruling A36).
    """
    if piece == d.HOWARD_1:
        return Refusal("ND-2.11", "Howard-1 never moves")
    if piece == d.DIVISION:
        return Refusal("ND-8.5", "the 6th Airborne HQ never moves")
    if is_stick(piece):
        if s.front[piece] and s.kind[piece] == d.ADV:
            return Refusal("ND-2.48", "a Para Brigade Advantage never moves once it is known")
    elif not has_attack(piece):
        return Refusal("ND-8.3", "a unit without an attack value never moves")
    return None


def capacity(s: NightDrop, piece: int, cell: int) -> int:
    """ND-5.10, ND-8.6, ND-8.7, ND-8.8, ND-8.9, ND-8.10 The movement capacity of a unit that starts in a hex, in halves.

    A Stick by night has one hex instead (ND-8.4), which is no matter of points. A confused unit has half; fractions
    are kept (Ruling A40).
    """
    if immobile(s, piece) is not None:
        return 0
    if s.night:
        points = d.NIGHT_TOPOGRAPHIC if victory.topographic(s, cell) else d.NIGHT_ELSEWHERE
    elif is_stick(piece):
        points = d.DAY_STICK
    elif side_of(piece) == BRITISH:
        points = d.DAY_COMPANY
    else:
        points = d.DAY_GERMAN
    return points // 2 if s.confused[piece] else points


def group_capacity(s: NightDrop, group: tuple[int, ...], cell: int) -> int:
    """ND-8.11 Units that move together have the lowest capacity among them."""
    return min(capacity(s, piece, cell) for piece in group)


# --- where a group can go -------------------------------------------------------------------------------------------


class Ground:
    """The map as one side sees it at this moment: prices of zones, hexes that are closed, and where a move ends."""

    def __init__(self, s: NightDrop, side: int) -> None:
        self.side = side
        self.steps = victory.steps(s)
        self.halt = bytearray(d.HEXES)
        self.zone = zones.zones(s, side, self.halt)
        self.toll = self.zone[:]
        zones.close_enemy_hexes(s, side, self.toll)
        self.apart = zones.apart(s)


def leashed(cell: int, to: int) -> bool:
    """ND-2.17 Howard-2 stays within one hex of Howard-1; after a retreat beyond, it must come nearer (Ruling A13)."""
    return d.FROM_H1[to] <= 1 or d.FROM_H1[to] < d.FROM_H1[cell]


def can_pay(s: NightDrop, group: tuple[int, ...], cell: int, surcharge: int) -> bool:
    """ND-6.9, ND-8.4, ND-8.13 Whether a group may take a first step that zones of control ask so much for.

    The one hex that a unit may always move waives the cost of terrain alone: what zones ask must fit the capacity by
    itself (Ruling A16, option minmove_ezoc). Sticks by night count hexes, not points (Ruling A15, night_stick_ezoc);
    in a group with Companies the Companies must be able to pay (Ruling A79).
    """
    if not surcharge:
        return True
    if s.night and is_stick(group[0]):
        fighters = tuple(piece for piece in group if not is_stick(piece))
        if not fighters:
            return s.options["night_stick_ezoc"] == "off"
        group = fighters
    return s.options["minmove_ezoc"] == "on" or surcharge <= group_capacity(s, group, cell)


def first_step(s: NightDrop, ground: Ground, group: tuple[int, ...], cell: int, to: int) -> bool:
    """ND-8.13, ND-8.28 Whether a group may take its first step to a neighbour, however dear the terrain."""
    entering = ground.toll[to]
    leaving = ground.zone[cell]
    if entering == CLOSED or (leaving and entering and ground.apart):
        return False
    return can_pay(s, group, cell, entering + leaving)


class Moves:
    """Where a group may go from where it stands: cost of each hex, the way there, and whether it may leave the map."""

    def __init__(self, cost: dict[int, int], found: Reach | None, may_leave: bool, only_step: set[int]) -> None:
        self.cost = cost
        self.found = found
        self.may_leave = may_leave
        self.only_step = only_step  # hexes that can only be the one step of this activation

    def way(self, to: int, arriving: bool) -> list[int]:
        """The hexes to enter, in order."""
        if to in self.only_step or self.found is None:
            return [to]
        way = self.found.way(to)
        return way if arriving else way[1:]


def moves(s: NightDrop, ground: Ground, group: tuple[int, ...], left: int, fresh: bool) -> Moves:
    """ND-8.1, ND-8.4, ND-8.11, ND-8.12, ND-8.13, ND-8.14, ND-8.15, ND-8.28 Where a group may go with what is left.

    A fresh group has its whole capacity and its first step; a Stick by night has one hex. Stacking is not looked at
    (ND-7.2).
    """
    cell = s.at[group[0]]
    if cell == OUTSIDE:
        return arrivals(s, ground, group)
    night_sticks = s.night and any(is_stick(piece) for piece in group)
    cost: dict[int, int] = {}
    only_step: set[int] = set()
    found: Reach | None = None
    points = group_capacity(s, group, cell) if fresh else left
    if not night_sticks and points > 0 and (fresh or not ground.halt[cell]):
        found = reach(cell, points, ground.steps, ground.toll, ground.halt, ground.apart)
        cost.update(found.cost)
    if fresh:
        for to, _ in ground.steps[cell]:
            if to not in cost and first_step(s, ground, group, cell, to):
                cost[to] = points
                only_step.add(to)
    if d.HOWARD_2 in group:
        cost = {to: price for to, price in cost.items() if leashed(cell, to)}
    return Moves(cost, found, may_leave_map(s, ground, group, points, fresh) is None, only_step)


def may_leave_map(s: NightDrop, ground: Ground, group: tuple[int, ...], left: int, fresh: bool) -> Refusal | None:
    """ND-8.15, ND-8.24, ND-8.27 Whether a group may step off the map from an edge hex: for 1 MP and its zone.

    At A and H a German unit goes to the track, where a box holds three. Everybody else is eliminated (Ruling A75) but
    an unknown Stick, which is parked (Ruling A11, option stick_exit).
    """
    cell = s.at[group[0]]
    if not d.ON_EDGE[cell]:
        return Refusal("ND-8.15", "only the hexes of the edge lead off the map")
    if not fresh and (left < d.LEAVING_MP + ground.zone[cell] or ground.halt[cell]):
        return Refusal("ND-8.15", "leaving the map costs 1 MP and what an enemy zone of control asks")
    if fresh and not can_pay(s, group, cell, ground.zone[cell]):
        return Refusal("ND-6.9", "the price of the enemy zone of control cannot be paid")
    if ground.side == GERMAN:
        box = box_of(cell)
        if box >= 0 and len(s.germans_at(box)) + len(group) > d.TRACK_LIMIT:
            return Refusal("ND-8.27", "a box of the off-map track holds three units")
    elif s.options["stick_exit"] == "forbidden" and any(is_stick(p) and not s.front[p] for p in group):
        return Refusal("ND-8.15", "an unknown Stick may not leave the map in this match")
    elif d.HOWARD_2 in group:
        return Refusal("ND-2.17", "Howard-2 stays within one hex of Howard-1")
    return None


def box_of(cell: int) -> int:
    """ND-8.24 The box of the track beyond hex A or H; -1 beyond any other."""
    if cell == ENTRY_A:
        return TRACK
    return LAST_BOX if cell == ENTRY_H else -1


def arrivals(s: NightDrop, ground: Ground, group: tuple[int, ...]) -> Moves:
    """ND-8.18, ND-8.30 Where a unit outside the map may come on and go: entering is its first step.

    It costs 1/2 MP at a lettered hex and the terrain elsewhere, and the zone of control on top (Ruling A76); the
    capacity by night follows the entry hex (Ruling A18).
    """
    cell = s.beside[group[0]]
    price = (d.LETTER_MP if cell in d.ENTRY else d.ENTER_MP[d.TERRAIN[cell]]) + ground.toll[cell]
    points = group_capacity(s, group, cell)
    cost = {cell: min(price, points)}
    found: Reach | None = None
    if points > price and not ground.halt[cell]:
        found = reach(cell, points - price, ground.steps, ground.toll, ground.halt, ground.apart)
        for to, more in found.cost.items():
            cost[to] = price + more
    return Moves(cost, found, False, set())


# --- moving ---------------------------------------------------------------------------------------------------------


def may_start(s: NightDrop, piece: int) -> Refusal | None:
    """ND-5.30, ND-5.32, ND-5.34, ND-5.37, ND-9.11 Whether a piece may begin a move in the activation that is running,
    wherever it could go."""
    refusal = sequence.may_act(s, piece)
    if refusal is not None:
        return refusal
    if s.moved[piece]:
        return Refusal("ND-8.12", "it has moved in this activation; what was not used is lost")
    return immobile(s, piece)


@dataclass(frozen=True)
class Move(NightChoice):
    """ND-5.22, ND-5.23, ND-5.39, ND-8.11 Units of the activation move, in any order, alone or together, each once.

    A group is named unit by unit, in the order of the data, then sent: `with s3`, `with s4`, `go 1513`. Who moved last
    may go on with what is left until another unit is named.
    """

    group: tuple[int, ...] = ()
    clause = "ND-8.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def offer(self, s: NightDrop) -> list[Action]:
        side = sequence.active_side(s)
        ground = Ground(s, side)
        options: list[Action] = []
        group = self.group or s.mover
        if group:
            found = moves(s, ground, group, s.left, bool(self.group))
            options += [act("go", d.HEX_NAME[cell]) for cell in sorted(found.cost)]
            if found.may_leave:
                options.append(act(LEAVE))
        if self.group:
            here = s.at[self.group[0]]
            if here != OUTSIDE:
                options += [
                    act("with", name(piece))
                    for piece in s.pieces_at(here, side)
                    if piece > self.group[-1] and may_join(s, ground, self.group, piece) is None
                ]
            return options
        options += [act("with", name(piece)) for piece in unmoved(s) if may_begin(s, ground, piece) is None]
        if s.activation == G3:
            options += [act("advance", name(piece)) for piece in unmoved(s) if may_advance(s, piece) is None]
            if may_reinforce(s) is None:
                options.append(act("reinforce"))
            if OUTSIDE in s.at:
                return options  # ND-8.18 whoever stands outside must come on
        options.append(act("done"))
        return options

    def chosen(self, s: NightDrop, action: Action) -> None:
        match action:
            case ("with", word):
                piece = d.PIECE_OF[word]
                s.mover = ()
                if s.at[piece] >= TRACK:
                    s.then(ComeBack(piece), Move())
                else:
                    s.then(Move((*self.group, piece)))
            case ("go", word):
                self.go(s, d.HEX_OF[word])
                s.then(Move())
            case ("leave",):
                leave_map(s, self.begin(s))
                s.then(Move())
            case ("advance", word):
                s.mover = ()
                advance_on_track(s, d.PIECE_OF[word])
                s.then(Move())
            case ("reinforce",):
                s.then(Reinforce(), Move())
            case _:
                s.mover = ()
                s.then(sequence.AfterMoves())

    def begin(self, s: NightDrop) -> tuple[int, ...]:
        """The group that moves; a fresh one is activated now and has its capacity."""
        if not self.group:
            return s.mover
        for piece in self.group:
            sequence.activate(s, piece)
            s.moved[piece] = 1
        s.mover = self.group
        return self.group

    def go(self, s: NightDrop, to: int) -> None:
        """Walk the cheapest way to a hex, and keep what is left."""
        ground = Ground(s, sequence.active_side(s))
        group = self.group or s.mover
        found = moves(s, ground, group, s.left, bool(self.group))
        arriving = s.at[group[0]] == OUTSIDE
        way = found.way(to, arriving)
        origin = "off" if arriving else d.HEX_NAME[s.at[group[0]]]
        start = s.beside[group[0]] if arriving else s.at[group[0]]
        total = group_capacity(s, group, start) if self.group else s.left
        one_hex = to in found.only_step or (s.night and any(is_stick(piece) for piece in group))
        self.begin(s)
        words = tuple(d.HEX_NAME[cell] for cell in way)
        s.say(
            "ND-8.1", names(group) + " to {}", words[-1],
            facts=tuple(("moved", name(piece), origin, *words) for piece in group),
        )  # fmt: skip
        for cell in way:
            for piece in group:
                victory.enter(s, piece, cell)
        for piece in group:
            s.beside[piece] = -1
        s.left = 0 if one_hex or ground.halt[to] else total - found.cost[to]
        if s.left <= 0:
            s.mover = ()

    def ask(self, s: NightDrop) -> str:
        if self.group:
            return f"Where do {names(self.group)} go, or who goes with them?"
        if s.activation == G3:
            return f"Move: {s.allowance} more units may be activated"
        return "Move your units, alone or together"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.group or s.mover)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        side = sequence.active_side(s)
        ground = Ground(s, side)
        match action:
            case ("with", word) if word in d.PIECE_OF:
                piece = d.PIECE_OF[word]
                found = may_join(s, ground, self.group, piece) if self.group else may_begin(s, ground, piece)
                return found or Refusal("ND-8.1", "units are named in their order")
            case ("advance", word) if word in d.PIECE_OF:
                return may_advance(s, d.PIECE_OF[word]) or Refusal("ND-8.25", "finish the move that was begun")
            case ("reinforce",):
                return may_reinforce(s) or Refusal("ND-8.16", "finish the move that was begun")
            case ("go", word) if word in d.HEX_OF:
                return why_not_go(s, ground, self.group or s.mover, d.HEX_OF[word], bool(self.group))
            case ("leave",):
                group = self.group or s.mover
                if not group or s.at[group[0]] >= d.HEXES:
                    return Refusal("ND-8.15", "name the units that leave first")
                left = group_capacity(s, group, s.at[group[0]]) if self.group else s.left
                found = may_leave_map(s, ground, group, left, bool(self.group))
                return found or Refusal("ND-8.12", "the move is over")
            case ("done",):
                if self.group:
                    return Refusal("ND-8.1", "send the units that were named, or take that back")
                return Refusal("ND-8.18", "a unit that stands outside the map must come on first")
        return Refusal("ND-8.1", "units are named with “with” and sent with “go”")


def candidates(s: NightDrop) -> range:
    """The pieces of the side whose activation is running."""
    return range(d.BRITISH_PIECES) if sequence.active_side(s) == BRITISH else range(d.FIRST_GERMAN, d.PIECES)


def unmoved(s: NightDrop) -> list[int]:
    """Pieces of the active side that are in play and have not moved: nobody else may begin to."""
    at, moved = s.at, s.moved
    return [piece for piece in candidates(s) if not moved[piece] and (at[piece] < d.HEXES or at[piece] >= OUTSIDE)]


def may_begin(s: NightDrop, ground: Ground, piece: int) -> Refusal | None:
    """ND-8.1, ND-8.26 Whether a piece may be the first of a moving group: it may act and has somewhere to go."""
    refusal = may_start(s, piece)
    if refusal is not None:
        return refusal
    cell = s.at[piece]
    if cell == OUTSIDE:
        return None
    if cell >= TRACK:
        return may_come_back(s, piece)
    if cell >= d.HEXES:
        return Refusal("ND-8.1", "it is not on the map")
    return can_step(s, ground, (piece,))


def can_step(s: NightDrop, ground: Ground, group: tuple[int, ...]) -> Refusal | None:
    """ND-8.13 Whether a group has a first step at all."""
    cell = s.at[group[0]]
    leash = d.HOWARD_2 in group
    for to, _ in ground.steps[cell]:
        if first_step(s, ground, group, cell, to) and not (leash and not leashed(cell, to)):
            return None
    if may_leave_map(s, ground, group, group_capacity(s, group, cell), True) is None:
        return None
    return Refusal("ND-8.14", "enemies, their zones of control or the ground leave it nowhere to go")


def may_join(s: NightDrop, ground: Ground, group: tuple[int, ...], piece: int) -> Refusal | None:
    """ND-8.11 Whether a unit may join a group: from the same hex, in order, and the group can still move."""
    if s.at[piece] != s.at[group[0]] or s.at[piece] >= d.HEXES:
        return Refusal("ND-8.11", "a group starts from one hex")
    if piece <= group[-1]:
        return Refusal("ND-8.11", "units of a group are named in their order")
    if s.activation == G3 and len([p for p in (*group, piece) if not s.acted[p]]) > s.allowance:
        return Refusal("ND-5.31", "no more units may be activated")
    return may_start(s, piece) or can_step(s, ground, (*group, piece))


def why_not_go(s: NightDrop, ground: Ground, group: tuple[int, ...], to: int, fresh: bool) -> Refusal:
    """ND-6.9, ND-6.14, ND-8.1, ND-8.14 Why a hex cannot be reached."""
    if not group:
        return Refusal("ND-8.1", "name the units that move first")
    if not d.PASSABLE[to]:
        return Refusal("ND-8.13", "nobody enters water")
    if ground.toll[to] == CLOSED:
        return Refusal("ND-8.14", "a hex with an enemy unit may not be entered")
    if d.HOWARD_2 in group and not leashed(s.at[group[0]], to):
        return Refusal("ND-2.17", "Howard-2 stays within one hex of Howard-1")
    if s.night and any(is_stick(piece) for piece in group):
        return Refusal("ND-8.4", "a Stick moves one hex by night, and those with it too")
    left = group_capacity(s, group, s.at[group[0]]) if fresh and s.at[group[0]] < d.HEXES else s.left
    return Refusal("ND-8.1", f"it is out of reach with {points_text(left)} MP")


def points_text(halves: int) -> str:
    """Half points as people write them."""
    whole = str(halves // 2) if halves > 1 or halves == 0 else ""
    return whole + ("½" if halves % 2 else "")


def leave_map(s: NightDrop, group: tuple[int, ...]) -> None:
    """ND-8.15, ND-8.24 A group steps off the map: to the track at A and H, to death elsewhere, but an unknown Stick
    waits beside its edge hex and comes back on the next turn (Ruling A11)."""
    cell = s.at[group[0]]
    s.mover = ()
    s.left = 0
    for piece in group:
        box = box_of(cell) if is_drawn(piece) else -1
        if box >= 0:
            victory.leave(s, piece, box)
            s.bound[piece - d.FIRST_GERMAN] = TOWARDS_H if box == TRACK else TOWARDS_A
            word = d.TRACK_NAME[box - TRACK]
            s.say(
                "ND-8.24", "{} leaves the map by the off-map track", name(piece), facts=(("placed", name(piece), word),)
            )
        elif is_stick(piece) and not s.front[piece]:
            park(s, piece, cell, s.turn + 1)
        else:
            victory.remove(s, piece)
            s.say("ND-8.15", "{} leaves the map for good", name(piece), facts=(("removed", name(piece)),))


def park(s: NightDrop, stick: int, cell: int, turn: int) -> None:
    """ND-4.10, ND-8.15 A Stick waits beside an edge hex until the start of a turn."""
    victory.leave(s, stick, PARKED)
    s.beside[stick] = cell
    s.due_back[stick] = turn
    s.say(
        "ND-8.15", f"{{}} is off the map beside {{}} until turn {turn}", name(stick), d.HEX_NAME[cell],
        facts=(("placed", name(stick), "beside-" + d.HEX_NAME[cell]),),
    )  # fmt: skip


# --- reinforcements -------------------------------------------------------------------------------------------------


def may_reinforce(s: NightDrop) -> Refusal | None:
    """ND-5.23, ND-8.16, ND-8.19, ND-8.20 Whether another reinforcement may be drawn: before any move, while the cup and
    the number of activations last."""
    if s.activation != G3:
        return Refusal("ND-8.16", "reinforcements come in a G3 activation")
    if any(s.moved):
        return Refusal("ND-5.23", "reinforcements are placed before anybody moves")
    if not s.cup:
        return Refusal("ND-8.20", "no unit is left in the cup")
    if s.allowance < 1:
        return Refusal("ND-8.19", "no more units may be activated")
    return None


def nearest_free_edge(cell: int, taken: set[int]) -> list[int]:
    """ND-8.22 The edge hexes that are nearest to one and not taken; itself if it is free."""
    best: list[int] = []
    least = 99
    for other in d.EDGE:
        if not d.PASSABLE[other] or other in taken:
            continue
        far = d.GRID.distance(cell, other)
        if far < least:
            least, best = far, [other]
        elif far == least:
            best.append(other)
    return best


def entry_hexes(s: NightDrop, letter: int) -> list[int]:
    """ND-8.21, ND-8.22 Where a unit of a letter may stand: at its hex, or the nearest without a British unit."""
    return nearest_free_edge(d.ENTRY[letter], s.british_hexes())


def day_entries(s: NightDrop) -> list[int]:
    """ND-8.23 Where a reinforcement may stand by day: at any letter (Ruling A18, option day_entry)."""
    if s.options["day_entry"] == "any_edge":
        taken = s.british_hexes()
        return [cell for cell in d.EDGE if d.PASSABLE[cell] and cell not in taken]
    found: list[int] = []
    for letter in range(len(d.ENTRY)):
        for cell in entry_hexes(s, letter):
            if cell not in found:
                found.append(cell)
    return found


@dataclass(frozen=True)
class Reinforce(NightStep):
    """ND-8.16, ND-8.17, ND-8.19 A unit is drawn at random, full, seen by the German alone, and takes one activation."""

    def do(self, s: NightDrop) -> None:
        piece = draw_unit(s)
        sequence.activate(s, piece)
        s.at[piece] = OUTSIDE
        s.then(PlaceOutside(piece))


def draw_unit(s: NightDrop) -> int:
    """ND-4.3, ND-4.4, ND-8.17 The next German piece becomes a unit from the cup, full and under an Unknown marker."""
    piece = d.FIRST_GERMAN + s.identity.index(-1)
    slot = piece - d.FIRST_GERMAN
    who = s.draw(list(s.cup), tuple(d.IDENTITY))
    s.cup = tuple(other for other in s.cup if other != who)
    s.identity[slot] = who
    s.cover[slot] = 1
    s.letters[slot] = (1 << len(d.LETTERS)) - 1
    s.reveal("a German unit was drawn")
    s.say("ND-8.17", "{} is drawn, unseen", name(piece))
    s.say("ND-4.5", f"{{}} is {d.IDENTITY_NAME[who]}", name(piece), to=(SEATS[GERMAN],))
    return piece


@dataclass(frozen=True)
class PlaceOutside(NightChoice):
    """ND-8.21, ND-8.22, ND-8.23 A unit is put outside an edge hex: by night that of its letter, by day any letter's."""

    piece: int
    clause = "ND-8.21"
    owner = "german"

    def places(self, s: NightDrop) -> list[int]:
        slot = self.piece - d.FIRST_GERMAN
        if s.bound[slot]:  # ND-8.26 back from the track, by the end that it reached
            return entry_hexes(s, 7 if s.bound[slot] == TOWARDS_H else 0)
        if s.night:
            return entry_hexes(s, d.IDENTITY_LETTER[s.identity[slot]])
        return day_entries(s)

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("place", d.HEX_NAME[cell]) for cell in self.places(s)]

    def chosen(self, s: NightDrop, action: Action) -> None:
        cell = d.HEX_OF[action[1]]
        slot = self.piece - d.FIRST_GERMAN
        if s.bound[slot]:
            s.bound[slot] = 0
        elif s.night:
            # ND-3.5 Everybody sees where it stands, and so which letters it may carry.
            s.letters[slot] = 0
            for letter in range(len(d.ENTRY)):
                if cell in entry_hexes(s, letter):
                    s.letters[slot] |= 1 << letter
        s.at[self.piece] = OUTSIDE
        s.beside[self.piece] = cell
        word = d.HEX_NAME[cell]
        s.say(
            "ND-8.21",
            "{} stands outside {}",
            name(self.piece),
            word,
            facts=(("placed", name(self.piece), "beside-" + word),),
        )

    def ask(self, s: NightDrop) -> str:
        return f"Where does {{{name(self.piece)}}} come on?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return (name(self.piece),)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        if action[:1] == ("place",):
            clause = "ND-8.21" if s.night else "ND-8.23"
            return Refusal(clause, "it comes on by its letter, or by the nearest edge hex without a British unit")
        return Refusal("ND-8.21", "say with “place” where it comes on")


# --- the off-map track ----------------------------------------------------------------------------------------------


def may_advance(s: NightDrop, piece: int) -> Refusal | None:
    """ND-8.25, ND-8.27 Whether a unit may go on to the next box, which holds at most three."""
    if not is_drawn(piece) or s.at[piece] < TRACK:
        return Refusal("ND-8.25", "it is not on the off-map track")
    refusal = may_start(s, piece)
    if refusal is not None:
        return refusal
    box = next_box(s, piece)
    if not TRACK <= box <= LAST_BOX:
        return Refusal("ND-8.26", "it is in the last box; it may come back to the map")
    if len(s.germans_at(box)) >= d.TRACK_LIMIT:
        return Refusal("ND-8.27", "a box of the off-map track holds three units")
    return None


def next_box(s: NightDrop, piece: int) -> int:
    """ND-8.25 The box that a unit goes to next; it never turns back."""
    return s.at[piece] + (1 if s.bound[piece - d.FIRST_GERMAN] == TOWARDS_H else -1)


def advance_on_track(s: NightDrop, piece: int) -> None:
    """ND-8.25 A unit on the track is activated and goes one box further."""
    sequence.activate(s, piece)
    s.moved[piece] = 1
    s.at[piece] = next_box(s, piece)
    word = d.TRACK_NAME[s.at[piece] - TRACK]
    s.say("ND-8.25", "{} goes on to {}", name(piece), word, facts=(("placed", name(piece), word),))


def may_come_back(s: NightDrop, piece: int) -> Refusal | None:
    """ND-8.26 A unit that begins a G3 in the last box of the track may come on there."""
    if TRACK <= next_box(s, piece) <= LAST_BOX:
        return Refusal("ND-8.26", "it is not in the last box of the track")
    if s.moved[piece]:
        return Refusal("ND-8.26", "it reached the last box in this activation")
    return None


@dataclass(frozen=True)
class ComeBack(NightStep):
    """ND-8.26, ND-8.29 A unit comes back from the track as strong and as covered as it left (Ruling A72)."""

    piece: int

    def do(self, s: NightDrop) -> None:
        sequence.activate(s, self.piece)
        if s.on("track_recover"):
            s.reduced[self.piece] = 0
            s.cover[self.piece - d.FIRST_GERMAN] = 1
        s.then(PlaceOutside(self.piece))
