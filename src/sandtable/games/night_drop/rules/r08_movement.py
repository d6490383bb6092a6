"""Chapter 8.4: moving, alone or together, and leaving the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import data
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    B1,
    B2,
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
from sandtable.kernel.flow import Action, Fact, Refusal, act

LEAVE = "leave"


def may_start(s: NightDrop, piece: int) -> Refusal | None:
    """ND-5.30, ND-5.32, ND-5.34, ND-5.37, ND-9.11 Whether a piece may begin a move in the activation that is running,
    wherever it could go."""
    refusal = sequence.may_act(s, piece)
    if refusal is not None:
        return refusal
    if s.moved[piece]:
        return Refusal("ND-8.12", "it has moved in this activation; what was not used is lost")
    return reaching.immobile(s, piece)


@dataclass(frozen=True)
class Move(NightChoice):
    """ND-5.22, ND-5.23, ND-5.39, ND-8.11 Units of the activation move, in any order, alone or together, each once.

    A group is named unit by unit, in the order of the data, then sent: `with s3`, `with s4`, `go 1513`. Who moved last
    may go on with what is left until another unit is sent.
    """

    clause = "ND-8.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def offer(self, s: NightDrop) -> list[Action]:
        side = sequence.active_side(s)
        ground = reaching.ground_of(s, side)
        options: list[Action] = []
        group = s.named or s.mover
        if group:
            found = reaching.moves(s, ground, group, s.left, bool(s.named))
            options += [("go", data.HEX_NAME[cell]) for cell in found.cells()]
            if found.may_leave:
                options.append(act(LEAVE))
        if s.named:
            here = s.at[s.named[0]]
            if here != OUTSIDE:
                options += [
                    act("with", name(piece))
                    for piece in s.pieces_at(here, side)
                    if piece > s.named[-1] and may_join(s, ground, s.named, piece) is None
                ]
            return options
        options += [("with", data.PIECE_NAME[piece]) for piece in ready(s, ground)]
        if s.activation == G3:
            options += [
                act("advance", name(piece))
                for piece in range(data.FIRST_GERMAN, data.GARRISON)
                if s.at[piece] >= TRACK and arriving.may_advance(s, piece) is None
            ]
            if arriving.may_reinforce(s) is None:
                options.append(act("reinforce"))
            if OUTSIDE in s.at:
                return options  # ND-8.18 whoever stands outside must come on
        options.append(act("done"))
        return options

    def chosen(self, s: NightDrop, action: Action) -> None:
        match action:
            case ("with", word):
                piece = data.PIECE_OF[word]
                if s.at[piece] >= TRACK:
                    s.mover = ()
                    s.then(arriving.ComeBack(piece), Move())
                else:
                    s.named = (*s.named, piece)
                    s.then(Move())
            case ("go", word):
                self.go(s, data.HEX_OF[word])
                s.then(Move())
            case ("leave",):
                leave_map(s, self.begin(s))
                s.then(Move())
            case ("advance", word):
                s.mover = ()
                arriving.advance_on_track(s, data.PIECE_OF[word])
                s.then(Move())
            case ("reinforce",):
                s.then(arriving.Reinforce(), Move())
            case _:
                s.mover = ()
                s.then(sequence.AfterMoves())

    def begin(self, s: NightDrop) -> tuple[int, ...]:
        """The group that moves; a fresh one is activated now and has its capacity."""
        if s.named:
            for piece in s.named:
                sequence.activate(s, piece)
                s.moved[piece] = 1
            s.mover = s.named
            s.named = ()
        return s.mover

    def go(self, s: NightDrop, to: int) -> None:
        """Walk the cheapest way to a hex, and keep what is left."""
        ground = reaching.ground_of(s, sequence.active_side(s))
        group = s.named or s.mover
        found = reaching.moves(s, ground, group, s.left, bool(s.named))
        outside = s.at[group[0]] == OUTSIDE
        way = found.way(to, outside)
        origin = "off" if outside else data.HEX_NAME[s.at[group[0]]]
        start = s.beside[group[0]] if outside else s.at[group[0]]
        total = reaching.group_capacity(s, group, start) if s.named else s.left
        one_hex = to in found.only_step or (s.night and any(is_stick(piece) for piece in group))
        self.begin(s)
        words = tuple(data.HEX_NAME[cell] for cell in way)
        s.say(
            "ND-8.1", names(group) + " to {}", words[-1],
            facts=tuple(("moved", name(piece), origin, *words) for piece in group),
        )  # fmt: skip
        for cell in way:
            for piece in group:
                victory.enter(s, piece, cell)
        if outside:
            s.beside = changed(s.beside, group[0], NOBODY)  # whoever comes on comes alone
        s.left = 0 if one_hex or ground.halt[to] else total - found.cost_of(to)
        if s.left <= 0:
            s.mover = ()

    def ask(self, s: NightDrop) -> str:
        if s.named:
            cell = s.at[s.named[0]]
            points = reaching.group_capacity(s, s.named, s.beside[s.named[0]] if cell == OUTSIDE else cell)
            sticks = s.night and any(is_stick(piece) for piece in s.named)
            price = "one hex" if sticks else points_text(points) + " MP"
            return f"{names(s.named)}: {price}. Where to, or who goes along?"
        if s.mover:
            return f"{names(s.mover)} may go on with {points_text(s.left)} MP; or move others"
        if s.activation == G3:
            return f"Move: {s.allowance} more units may be activated"
        return f"Move units of the {data.BRIGADE_TITLE[s.activation]}, Howard and Lovat, alone or together"

    def members(self, s: NightDrop) -> Sequence[int]:
        return s.named or s.mover

    def way(self, s: NightDrop, to: int) -> list[tuple[int, int]]:
        """The hexes that the group would enter on its way to one, each with the cost up to there; empty if there is no
        way."""
        group = s.named or s.mover
        if not group:
            return []
        found = reaching.moves(s, reaching.ground_of(s, sequence.active_side(s)), group, s.left, bool(s.named))
        cost = found.cost
        if to not in cost:
            return []
        return [(cell, cost[cell]) for cell in found.way(to, s.at[group[0]] == OUTSIDE)]

    def price(self, s: NightDrop, action: Action) -> str:
        """What going somewhere costs and who is there; where a unit stands and how far it can go."""
        match action:
            case ("go", word):
                group = s.named or s.mover
                cell = data.HEX_OF[word]
                ground = reaching.ground_of(s, sequence.active_side(s))
                found = reaching.moves(s, ground, group, s.left, bool(s.named))
                step = cell in found.only_step or (s.night and any(is_stick(piece) for piece in group))
                there = [data.TITLE[piece] for piece in s.pieces_at(cell, sequence.active_side(s))]
                cost = "one hex" if step else points_text(found.cost_of(cell)) + " MP"
                if ground.halt[cell] and not step:
                    cost += ", ends the move"
                return "; ".join([cost, *there])
            case ("with", word):
                piece = data.PIECE_OF[word]
                cell = s.beside[piece] if s.at[piece] == OUTSIDE else s.at[piece]
                if cell >= data.HEXES:
                    return place_title(s, piece)
                far = (
                    "one hex" if s.night and is_stick(piece) else f"{points_text(reaching.capacity(s, piece, cell))} MP"
                )
                return f"{place_title(s, piece)}; {far}"
            case ("leave",):
                group = s.named or s.mover
                if is_drawn(group[0]) and reaching.box_of(s.at[group[0]]) >= 0:
                    return "to the off-map track"
                back = all(is_stick(piece) and not s.front[piece] for piece in group)
                return "off the map until next turn" if back else "off the map for good"
        return super().price(s, action)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        side = sequence.active_side(s)
        ground = reaching.ground_of(s, side)
        match action:
            case ("with", word) if word in data.PIECE_OF:
                piece = data.PIECE_OF[word]
                found = may_join(s, ground, s.named, piece) if s.named else may_begin(s, ground, piece)
                return found or Refusal("ND-8.1", "units are named in their order")
            case ("advance", word) if word in data.PIECE_OF:
                return arriving.may_advance(s, data.PIECE_OF[word]) or Refusal(
                    "ND-8.25", "finish the move that was begun"
                )
            case ("reinforce",):
                return arriving.may_reinforce(s) or Refusal("ND-8.16", "finish the move that was begun")
            case ("go", word) if word in data.HEX_OF:
                return why_not_go(s, ground, s.named or s.mover, data.HEX_OF[word], bool(s.named))
            case ("leave",):
                group = s.named or s.mover
                if not group or s.at[group[0]] >= data.HEXES:
                    return Refusal("ND-8.15", "name the units that leave first")
                left = reaching.group_capacity(s, group, s.at[group[0]]) if s.named else s.left
                found = reaching.may_leave_map(s, ground, group, left, bool(s.named))
                return found or Refusal("ND-8.12", "the move is over")
            case ("done",):
                if s.named:
                    return Refusal("ND-8.1", "send the units that were named, or take that back")
                return Refusal("ND-8.18", "a unit that stands outside the map must come on first")
            case ("with", word):
                return Refusal("ND-8.1", f"there is no unit “{word}”; the list names those that can move")
            case ("go", word):
                return Refusal("ND-8.1", f"there is no hex “{word}”; hexes are named by their numbers, such as 1016")
            case ("attack", *_):
                return Refusal("ND-5.22", "attacks come after the moves: say “done” first")
            case ("convert", *_):
                return Refusal("ND-2.21", "Sticks are turned over at the end of the activation: say “done” first")
        return Refusal("ND-8.1", "units are named with “with” and sent with “go”")


PLAIN_MOVERS = (
    tuple(piece for piece in range(data.HOWARD_1) if data.BRIGADE[piece] == B1),
    tuple(piece for piece in range(data.HOWARD_1) if data.BRIGADE[piece] == B2),
)
"""The Sticks and Companies of each brigade, of which `may_act` needs to know no more."""
SPECIAL_MOVERS = (data.HOWARD_2, data.LOVAT_1, data.LOVAT_2)


def ready(s: NightDrop, ground: reaching.Ground) -> list[int]:
    """ND-8.1 Who may begin a move: those of whom `may_begin` says so, in the order of the data.

    Most stand on the map with a free step before them and need no more questions.
    """
    british = s.activation <= B2
    found: list[int] = []
    if not british and s.allowance < 1 and not any(s.acted):
        return found
    at, moved, front, acted, allowance = s.at, s.moved, s.front, s.acted, s.allowance
    for piece in PLAIN_MOVERS[s.activation] if british else range(data.FIRST_GERMAN, data.GARRISON):
        place = at[piece]
        if moved[piece] or (place >= data.HEXES and place < OUTSIDE):
            continue
        if place < data.HEXES and ground.free(place):
            plain = not (piece < data.STICKS and front[piece]) if british else bool(acted[piece]) or allowance > 0
            if plain:
                found.append(piece)
                continue
        if may_begin(s, ground, piece) is None:
            found.append(piece)
    if british:
        found += [piece for piece in SPECIAL_MOVERS if may_begin(s, ground, piece) is None]
    return found


def searched_anew(s: NightDrop, group: tuple[int, ...]) -> reaching.Moves:
    """Where a fresh group may go, searched again on the ground of the activation: for `bench`."""
    ground = reaching.ground_of(s, sequence.active_side(s))
    ground.searched.clear()
    return reaching.moves(s, ground, group, 0, True)


def may_begin(s: NightDrop, ground: reaching.Ground, piece: int) -> Refusal | None:
    """ND-8.1, ND-8.26 Whether a piece may be the first of a moving group: it may act and has somewhere to go."""
    refusal = may_start(s, piece)
    if refusal is not None:
        return refusal
    cell = s.at[piece]
    if cell == OUTSIDE:
        return None
    if cell >= TRACK:
        return arriving.may_come_back(s, piece)
    if cell >= data.HEXES:
        return Refusal("ND-8.1", "it is not on the map")
    return can_step(s, ground, (piece,))


def can_step(s: NightDrop, ground: reaching.Ground, group: tuple[int, ...]) -> Refusal | None:
    """ND-8.13 Whether a group has a first step at all."""
    cell = s.at[group[0]]
    leash = data.HOWARD_2 in group
    for to, _ in ground.net.steps[cell]:
        if reaching.first_step(s, ground, group, cell, to) and not (leash and not reaching.leashed(cell, to)):
            return None
    if reaching.may_leave_map(s, ground, group, reaching.group_capacity(s, group, cell), True) is None:
        return None
    return Refusal("ND-8.14", "enemies, their zones of control or the ground leave it nowhere to go")


def may_join(s: NightDrop, ground: reaching.Ground, group: tuple[int, ...], piece: int) -> Refusal | None:
    """ND-8.11 Whether a unit may join a group: from the same hex, in order, and the group can still move."""
    if s.at[piece] != s.at[group[0]] or s.at[piece] >= data.HEXES:
        return Refusal("ND-8.11", "a group starts from one hex")
    if piece <= group[-1]:
        return Refusal("ND-8.11", "units of a group are named in their order")
    if s.activation == G3 and len([p for p in (*group, piece) if not s.acted[p]]) > s.allowance:
        return Refusal("ND-5.31", "no more units may be activated")
    return may_start(s, piece) or can_step(s, ground, (*group, piece))


def why_not_go(s: NightDrop, ground: reaching.Ground, group: tuple[int, ...], to: int, fresh: bool) -> Refusal:
    """ND-6.9, ND-6.14, ND-8.1, ND-8.14 Why a hex cannot be reached."""
    if not group:
        return Refusal("ND-8.1", "name the units that move first")
    if not data.PASSABLE[to]:
        return Refusal("ND-8.13", "nobody enters water")
    if ground.toll[to] == CLOSED:
        return Refusal("ND-8.14", "a hex with an enemy unit may not be entered")
    if data.HOWARD_2 in group and not reaching.leashed(s.at[group[0]], to):
        return Refusal("ND-2.17", "Howard-2 stays within one hex of Howard-1")
    if s.night and any(is_stick(piece) for piece in group):
        return Refusal("ND-8.4", "a Stick moves one hex by night, and those with it too")
    left = reaching.group_capacity(s, group, s.at[group[0]]) if fresh and s.at[group[0]] < data.HEXES else s.left
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
            word = data.TRACK_NAME[box - TRACK]
            s.say(
                "ND-8.24", "{} leaves the map by the off-map track", name(piece), facts=(("placed", name(piece), word),)
            )
            victory.leave(s, piece, box)
            s.bound = changed(s.bound, piece - data.FIRST_GERMAN, TOWARDS_H if box == TRACK else TOWARDS_A)
        elif is_stick(piece) and not s.front[piece]:
            park(s, piece, cell, s.turn + 1)
        else:
            s.say("ND-8.15", "{} leaves the map for good", name(piece), facts=(("removed", name(piece)),))
            victory.remove(s, piece)


def park(s: NightDrop, stick: int, cell: int, turn: int, clause: str = "ND-8.15", facts: tuple[Fact, ...] = ()) -> None:
    """ND-4.10, ND-8.15 A Stick waits beside an edge hex until the start of a turn."""
    s.say(
        clause, f"{{}} is off the map beside {{}} until turn {turn}", name(stick), data.HEX_NAME[cell],
        facts=(*facts, ("placed", name(stick), "beside-" + data.HEX_NAME[cell])),
    )  # fmt: skip
    victory.leave(s, stick, PARKED)
    s.beside = changed(s.beside, stick, cell)
    s.due_back = changed(s.due_back, stick, turn)
