"""Chapter 8.4: moving, alone or together, and leaving the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r08_groups as groups
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    G3,
    NOBODY,
    OUTSIDE,
    PARKED,
    SEATS,
    TOWARDS_A,
    TOWARDS_H,
    TRACK,
    NightChoice,
    NightDrop,
    changed,
    is_drawn,
    is_stick,
    name,
    names,
    place_title,
)
from sandtable.geometry.reach import CLOSED
from sandtable.kernel.flow import Action, Fact, Refusal
from sandtable.kernel.telling import plural
from sandtable.kernel.verbs import Verb

# --- the choice, and its verbs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move(NightChoice):
    """ND-5.22, ND-5.23, ND-5.39, ND-8.11 Units of the activation move, in any order, alone or together, each once.

    A group is named unit by unit, in the order of the data, then sent: `with s3`, `with s4`, `go 1513`. Until then
    nobody else is told. Who moved last may go on with what is left until another unit is sent.
    """

    clause = "ND-8.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def verbs(self, s: NightDrop) -> tuple[Verb, ...]:
        return (GO, LEAVE, WITH, ADVANCE, REINFORCE, DONE)

    def label(self, s: NightDrop, action: Action) -> str:
        if action != ("done",):
            return ""
        over = stacking.first_surplus(s, sequence.active_side(s))
        if over != NOBODY:
            return f"End movement (too many units in {{{land.HEX_NAME[over]}}}: {stacking.limit(over)} may stay)"
        left = len(WITH.offer(s, self))
        return f"End movement ({left} {'has' if left == 1 else 'have'} not moved)" if left else "End movement"

    def ask(self, s: NightDrop) -> str:
        if s.named:
            cell = s.at[s.named[0]]
            points = reaching.group_capacity(s, s.named, s.beside[s.named[0]] if cell == OUTSIDE else cell)
            price = "one hex" if groups.hex_by_hex(s, s.named) else points_text(points) + " MP"
            return f"{names(s.named)}: {price}. Where to, or who goes along?"
        if s.mover:
            return f"{names(s.mover)} may go on with {points_text(s.left)} MP; or move others"
        if s.activation == G3:
            first = "Draw reinforcements first, or move" if arriving.may_reinforce(s) is None else "Move"
            return f"{first}: {plural(s.allowance, 'more unit')} may be activated"
        along = ", Howard and Lovat" if s.at[counters.LOVAT_1] < land.HEXES else " and Howard"
        return f"Move units of the {counters.BRIGADE_TITLE[s.activation]}{along}, alone or together"

    def members(self, s: NightDrop) -> Sequence[int]:
        return groups.movers(s)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("attack", *_):
                return Refusal("ND-5.22", "attacks come after the moves: say “done” first")
            case ("convert", *_):
                return Refusal("ND-2.21", "Sticks are turned over at the end of the activation: say “done” first")
        return super().why_not(s, action)


GO_TO: list[Action] = [("go", name) for name in land.HEX_NAME]
WITH_PIECE: list[Action] = [("with", name) for name in counters.PIECE_NAME]


class Go(Verb):
    """ND-8.1, ND-8.12 The group goes to a hex by the cheapest way, and keeps what is left of its points."""

    def offer(self, s: NightDrop, at: Move) -> list[Action]:
        return [GO_TO[cell] for cell in groups.moves(s).cells()] if groups.movers(s) else []

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        if not groups.movers(s):
            return Refusal("ND-8.1", "name the units that move first")
        if len(action) != 2:
            return None
        if action[1] not in land.HEX_OF:
            return Refusal("ND-8.1", f"there is no hex “{action[1]}”; hexes are named by their numbers, such as 1016")
        to = land.HEX_OF[action[1]]
        return None if to in groups.moves(s).cost else out_of_reach(s, groups.movers(s), to)

    def price(self, s: NightDrop, at: Move, action: Action) -> str:
        cell = land.HEX_OF[action[1]]
        found = groups.moves(s)
        step = cell in found.only_step or groups.hex_by_hex(s, groups.movers(s))
        cost = "one hex" if step else points_text(found.cost_of(cell)) + " MP"
        if groups.ground_of(s).halt[cell] and not step:
            cost += ", ends the move"
        return "; ".join([cost, *(names([piece]) for piece in s.pieces_at(cell, sequence.active_side(s)))])

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        to = land.HEX_OF[action[1]]
        group = groups.movers(s)
        found = groups.moves(s)
        outside = s.at[group[0]] == OUTSIDE
        way = found.way(to, outside)
        start = s.beside[group[0]] if outside else s.at[group[0]]
        total = reaching.group_capacity(s, group, start) if s.named else s.left
        ends = to in found.only_step or groups.hex_by_hex(s, group) or groups.ground_of(s).halt[to]
        groups.begin(s)
        words = tuple(land.HEX_NAME[cell] for cell in way)
        origin = "off" if outside else land.HEX_NAME[start]
        s.say(
            "ND-8.1", names(group) + " to {}", words[-1],
            facts=tuple(("moved", name(piece), origin, *words) for piece in group),
        )  # fmt: skip
        for cell in way:
            for piece in group:
                victory.enter(s, piece, cell)
        if outside:
            s.beside = changed(s.beside, group[0], NOBODY)  # whoever comes on comes alone
        s.left = 0 if ends else total - found.cost_of(to)
        if s.left <= 0:
            s.mover = ()
        s.then(Move())


class Leave(Verb):
    """ND-8.15, ND-8.24 The group steps off the map."""

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        group = groups.movers(s)
        if not group or s.at[group[0]] >= land.HEXES:
            return Refusal("ND-8.15", "name the units that leave first")
        left = reaching.group_capacity(s, group, s.at[group[0]]) if s.named else s.left
        return reaching.may_leave_map(s, groups.ground_of(s), group, left, bool(s.named))

    def price(self, s: NightDrop, at: Move, action: Action) -> str:
        group = groups.movers(s)
        if is_drawn(group[0]) and reaching.box_of(s.at[group[0]]) >= 0:
            return "to the off-map track"
        back = all(is_stick(piece) and not s.front[piece] for piece in group)
        return "off the map until next turn" if back else "off the map for good"

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        leave_map(s, groups.begin(s))
        s.then(Move())


class Name(Verb):
    """ND-8.11 A unit is named: the first of a group, or one that goes along; one on the track comes back at once."""

    def offer(self, s: NightDrop, at: Move) -> list[Action]:
        return [WITH_PIECE[piece] for piece in groups.nameable(s)]

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        if len(action) != 2:
            return None
        if action[1] not in counters.PIECE_OF:
            return Refusal("ND-8.1", f"there is no unit “{action[1]}”; the list names those that can move")
        return groups.may_be_named(s, counters.PIECE_OF[action[1]])

    def price(self, s: NightDrop, at: Move, action: Action) -> str:
        piece = counters.PIECE_OF[action[1]]
        cell = s.beside[piece] if s.at[piece] == OUTSIDE else s.at[piece]
        if cell >= land.HEXES:
            return place_title(s, piece)
        points = points_text(reaching.capacity(s, piece, cell)) + " MP"
        return f"{place_title(s, piece)}; {'one hex' if groups.hex_by_hex(s, (piece,)) else points}"

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        piece = counters.PIECE_OF[action[1]]
        if s.at[piece] >= TRACK:
            s.mover = ()
            s.then(arriving.ComeBack(piece), Move())
        else:
            s.named = (*s.named, piece)
            s.then(Move())


class GoOn(Verb):
    """ND-8.25 A unit on the off-map track goes one box further."""

    def tries(self, s: NightDrop, at: Move) -> list[Action]:
        if s.activation != G3 or s.named:
            return []
        return [
            ("advance", name(piece))
            for piece in range(counters.FIRST_GERMAN, counters.GARRISON)
            if s.at[piece] >= TRACK
        ]

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        if len(action) != 2 or action[1] not in counters.PIECE_OF:
            return None
        refusal = arriving.may_advance(s, counters.PIECE_OF[action[1]])
        return refusal if refusal is not None or not s.named else begun("ND-8.25")

    def price(self, s: NightDrop, at: Move, action: Action) -> str:
        return place_title(s, counters.PIECE_OF[action[1]])

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        s.mover = ()
        arriving.advance_on_track(s, counters.PIECE_OF[action[1]])
        s.then(Move())


class Reinforce(Verb):
    """ND-8.16 A reinforcement is drawn."""

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        refusal = arriving.may_reinforce(s)
        return refusal if refusal is not None or not s.named else begun("ND-8.16")

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        s.then(arriving.Reinforce(), Move())


class EndMoves(Verb):
    """ND-8.12, ND-8.18 Nobody else moves; but whoever stands outside the map must come on."""

    def refuse(self, s: NightDrop, at: Move, action: Action) -> Refusal | None:
        if s.named:
            return Refusal("ND-8.1", "send the units that were named, or take that back")
        if s.activation == G3 and OUTSIDE in s.at:
            return Refusal("ND-8.18", "a unit that stands outside the map must come on first")
        return None

    def do(self, s: NightDrop, at: Move, action: Action) -> None:
        s.mover = ()
        s.then(sequence.AfterMoves())


GO = Go("go", "Go to", {})
LEAVE = Leave("leave", "Leave")
WITH = Name("with", "Choose units", {1: "Choose {1}"})
ADVANCE = GoOn("advance", "Advance", {1: "{1} advances"})
REINFORCE = Reinforce("reinforce", "Reinforce", {0: "Draw a reinforcement"})
DONE = EndMoves("done", "Done")


def begun(clause: str) -> Refusal:
    """Something else has to wait for units that are named."""
    return Refusal(clause, "finish the move that was begun")


def way_to(s: NightDrop, to: int) -> list[tuple[int, int]]:
    """The hexes that the group would enter on its way to one, each with the cost up to there; empty if there is no
    way."""
    group = groups.movers(s)
    if not group:
        return []
    found = groups.moves(s)
    cost = found.cost
    if to not in cost:
        return []
    return [(cell, cost[cell]) for cell in found.way(to, s.at[group[0]] == OUTSIDE)]


def out_of_reach(s: NightDrop, group: tuple[int, ...], to: int) -> Refusal:
    """ND-6.9, ND-6.14, ND-8.1, ND-8.14 Why a group does not get to a hex."""
    if not land.PASSABLE[to]:
        return Refusal("ND-8.13", "nobody enters water")
    if groups.ground_of(s).toll[to] == CLOSED:
        return Refusal("ND-8.14", "a hex with an enemy unit may not be entered")
    if counters.HOWARD_2 in group and not paths.leashed(s.at[group[0]], to):
        return Refusal("ND-2.17", "Howard-2 stays within one hex of Howard-1")
    if groups.hex_by_hex(s, group):
        return Refusal("ND-8.4", "a Stick moves one hex by night, and those with it too")
    left = reaching.group_capacity(s, group, s.at[group[0]]) if s.named and s.at[group[0]] < land.HEXES else s.left
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
        box = reaching.box_of(cell) if is_drawn(piece) else -1
        if box >= 0:
            word = land.TRACK_NAME[box - TRACK]
            s.say(
                "ND-8.24", "{} leaves the map by the off-map track", name(piece), facts=(("placed", name(piece), word),)
            )
            victory.leave(s, piece, box)
            s.bound = changed(s.bound, piece - counters.FIRST_GERMAN, TOWARDS_H if box == TRACK else TOWARDS_A)
        elif is_stick(piece) and not s.front[piece]:
            park(s, piece, cell, s.turn + 1)
        else:
            s.say("ND-8.15", "{} leaves the map for good", name(piece), facts=(("removed", name(piece)),))
            victory.remove(s, piece)


def park(s: NightDrop, stick: int, cell: int, turn: int, clause: str = "ND-8.15", facts: tuple[Fact, ...] = ()) -> None:
    """ND-4.10, ND-8.15 A Stick waits beside an edge hex until the start of a turn."""
    s.say(
        clause, f"{{}} is off the map beside {{}} until turn {turn}", name(stick), land.HEX_NAME[cell],
        facts=(*facts, ("placed", name(stick), "beside-" + land.HEX_NAME[cell])),
    )  # fmt: skip
    victory.leave(s, stick, PARKED)
    s.beside = changed(s.beside, stick, cell)
    s.due_back = changed(s.due_back, stick, turn)
