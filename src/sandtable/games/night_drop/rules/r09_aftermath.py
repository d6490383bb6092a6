"""Chapters 9.3 to 9.5: retreats, Sticks in combat, and advances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    GERMAN,
    NOBODY,
    SEATS,
    NightChoice,
    NightDrop,
    NightStep,
    SideChoice,
    changed,
    is_company,
    name,
    names,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act

DONE = ("done",)


# --- retreats -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Retreats(SideChoice):
    """ND-9.35 After the last result those who must retreat go, hex by hex, in the order that the loser chooses."""

    losers: tuple[int, ...]
    away_from: int
    clause = "ND-9.35"

    def hexes(self, s: NightDrop) -> list[int]:
        return sorted({s.at[piece] for piece in self.losers if s.retreats[piece] and s.at[piece] < land.HEXES})

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("from", land.HEX_NAME[cell]) for cell in self.hexes(s)] or [DONE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == DONE:
            return
        cell = land.HEX_OF[action[1]]
        group = tuple(piece for piece in self.losers if s.retreats[piece] and s.at[piece] == cell)
        s.then(Retreat(self.side, group, self.away_from), Retreats(self.side, self.losers, self.away_from))

    def ask(self, s: NightDrop) -> str:
        return "Which hex retreats first?"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.35", "name with “from” a hex whose units must retreat")


def retreat_hexes(s: NightDrop, side: int, cell: int, away_from: int) -> list[int]:
    """ND-9.34 Where a retreat may go: a neighbouring hex that a step leads to, without enemies, not adjacent to the
    enemy Point unit; never off the map (Ruling A26). A hex in an enemy zone is allowed."""
    enemies = s.german_hexes() if side == BRITISH else s.british_hexes()
    near = set(land.AROUND[away_from]) if away_from != NOBODY else set()
    return sorted(to for to, _ in paths.net(s.broken).steps[cell] if to not in enemies and to not in near)


@dataclass(frozen=True)
class Retreat(SideChoice):
    """ND-9.34, ND-9.35, ND-9.37, ND-9.46, ND-9.47 Units of a hex that must retreat go one hex, together, where the
    owner says. Those who cannot stay and lose a step each, on top of a CR3's own. It costs no movement points."""

    group: tuple[int, ...]
    away_from: int
    clause = "ND-9.34"

    def offer(self, s: NightDrop) -> list[Action]:
        cell = s.at[self.group[0]]
        places = retreat_hexes(s, self.side, cell, self.away_from)
        return [act("to", land.HEX_NAME[to]) for to in places] or [act("stay")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        for piece in self.group:
            s.retreats = changed(s.retreats, piece, s.retreats[piece] - 1)
        if action == ("stay",):
            s.say("ND-9.37", names(self.group) + " cannot retreat")
            for piece in self.group:
                combat.lose_step(s, piece)
        else:
            to = land.HEX_OF[action[1]]
            verb = " retreats to {}" if len(self.group) == 1 else " retreat to {}"
            s.say(
                "ND-9.34", names(self.group) + verb, action[1],
                facts=tuple(("moved", name(piece), land.HEX_NAME[s.at[piece]], action[1]) for piece in self.group),
            )  # fmt: skip
            for piece in self.group:
                victory.enter(s, piece, to)
            if zones.in_zone(s, self.side, to):
                s.then(RetreatLoss(self.side, self.group))
        s.then(RetreatOn(self.side, self.group, self.away_from))

    def ask(self, s: NightDrop) -> str:
        return f"Where {'does' if len(self.group) == 1 else 'do'} {names(self.group)} retreat to?"

    def price(self, s: NightDrop, action: Action) -> str:
        """Whether it costs a step, and who is there."""
        cell = land.HEX_OF[action[1]]
        cost = ["an enemy zone of control: a step is lost"] if zones.in_zone(s, self.side, cell) else []
        return "; ".join([*cost, *(names([piece]) for piece in s.pieces_at(cell, self.side))])

    def members(self, s: NightDrop) -> Sequence[int]:
        return self.group

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.34", "a retreat goes one hex, away from the enemy Point unit and free of enemies")


@dataclass(frozen=True)
class RetreatOn(NightStep):
    """ND-9.34 Units with a second retreat go once more, at once (Ruling A27)."""

    side: int
    group: tuple[int, ...]
    away_from: int

    def do(self, s: NightDrop) -> None:
        again = tuple(piece for piece in self.group if s.retreats[piece] and s.at[piece] < land.HEXES)
        if again:
            s.then(Retreat(self.side, again, self.away_from))


@dataclass(frozen=True)
class RetreatLoss(SideChoice):
    """ND-6.15, ND-9.36 A retreat into an enemy zone costs a unit, or one unit of a stack as its owner picks, a step."""

    group: tuple[int, ...]
    clause = "ND-9.36"

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("lose", name(piece)) for piece in self.group]

    def chosen(self, s: NightDrop, action: Action) -> None:
        combat.lose_step(s, counters.PIECE_OF[action[1]])

    def ask(self, s: NightDrop) -> str:
        return "The retreat ends in an enemy zone of control: which unit loses a step?"

    def price(self, s: NightDrop, action: Action) -> str:
        """What becomes of the unit."""
        return combat.after_loss(s, counters.PIECE_OF[action[1]])

    def members(self, s: NightDrop) -> Sequence[int]:
        return self.group

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.36", "one of the units that retreated loses a step")


# --- Sticks in combat -----------------------------------------------------------------------------------------------


def kill_sticks(s: NightDrop, cell: int, clause: str) -> None:
    """ND-9.31, ND-9.32, ND-9.33, ND-2.44 All Sticks of a hex without a Company die; the German alone sees the unknown
    ones.

    An Advantage among them goes on the turn track, where everybody sees it.
    """
    for piece in s.british_at(cell):
        s.say(clause, "{} is eliminated", name(piece), facts=(("removed", name(piece)),))
        victory.remove(s, piece)
        if piece == counters.DIVISION:
            british.owe_initiative(s, piece)
            continue
        if not s.front[piece]:
            s.told = changed(s.told, piece, 1)
            s.reveal("the German looked at Sticks")
            s.say("ND-9.33", f"{{}} was a {counters.KIND_NAME[s.kind[piece]]}", name(piece), to=(SEATS[GERMAN],))
        if s.kind[piece] == counters.ADV:
            british.owe_initiative(s, piece)


@dataclass(frozen=True)
class AbandonedSticks(NightStep):
    """ND-9.32 Sticks that losses or retreats leave without any Company in their hex are eliminated, attackers' too
    (Ruling A24, option attacker_sticks)."""

    hexes: tuple[int, ...]

    def do(self, s: NightDrop) -> None:
        for cell in self.hexes:
            if not any(is_company(piece) for piece in s.british_at(cell)):
                kill_sticks(s, cell, "ND-9.32")


# --- advances -------------------------------------------------------------------------------------------------------


def may_advance(s: NightDrop, piece: int) -> Refusal | None:
    """ND-2.12, ND-2.18, ND-9.48, ND-11.8 Whether a unit is able to advance into the hex: never Howard-1, Howard-2
    within its leash, and one unit alone into the battery."""
    if s.at[piece] >= land.HEXES:
        return Refusal("ND-9.43", "it is not on the map")
    if piece == counters.HOWARD_1:
        return Refusal("ND-2.12", "Howard-1 never advances")
    if piece == counters.HOWARD_2 and land.GRID.distance(s.target, land.H1) > 1:
        return Refusal("ND-2.18", "Howard-2 stays within one hex of Howard-1")
    if s.target == land.BATTERY and len(s.pieces_at(s.target, side_of(piece))) >= stacking.limit(s.target):
        return Refusal("ND-11.8", "the battery holds one unit")
    return None


@dataclass(frozen=True)
class Advance(NightStep):
    """ND-9.41, ND-9.42 When the hex is clear of enemies the Point unit must advance, unless it stands on an
    objective; the others may."""

    def do(self, s: NightDrop) -> None:
        side = side_of(s.force[0])
        if s.pieces_at(s.target, 1 - side):
            return
        others = tuple(piece for piece in s.force if piece != s.attack_point)
        point = s.attack_point
        if may_advance(s, point) is None:
            if s.at[point] in land.OBJECTIVE_AT:
                s.then(PointAdvance())
            else:
                move_in(s, point)
        s.then(Follow(others))


@dataclass(frozen=True)
class PointAdvance(NightChoice):
    """ND-9.42 A Point unit that stands on an objective may stay."""

    clause = "ND-9.42"

    def seat(self, s: NightDrop) -> str:
        return SEATS[side_of(s.attack_point)]

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("advance", name(s.attack_point)), act("stay")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != ("stay",):
            move_in(s, s.attack_point)

    def label(self, s: NightDrop, action: Action) -> str:
        return "" if action == ("stay",) else into(s, action)

    def ask(self, s: NightDrop) -> str:
        return f"{{{name(s.attack_point)}}} stands on an objective: does it advance or stay?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return (s.attack_point,)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.42", "the Point unit advances or stays")


@dataclass(frozen=True)
class Follow(NightChoice):
    """ND-9.43 The other attackers may advance, one after the other in the order of the data."""

    others: tuple[int, ...]
    clause = "ND-9.43"

    def seat(self, s: NightDrop) -> str:
        return SEATS[side_of(s.force[0])]

    def offer(self, s: NightDrop) -> list[Action]:
        return [*(act("advance", name(piece)) for piece in self.others if may_advance(s, piece) is None), DONE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == DONE:
            return
        piece = counters.PIECE_OF[action[1]]
        move_in(s, piece)
        s.then(Follow(tuple(other for other in self.others if other > piece)))

    def label(self, s: NightDrop, action: Action) -> str:
        return "Nobody else advances" if action == DONE else into(s, action)

    def ask(self, s: NightDrop) -> str:
        return f"Who follows into {{{land.HEX_NAME[s.target]}}}?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return self.others

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("advance", word) if word in counters.PIECE_OF and counters.PIECE_OF[word] in self.others:
                refusal = may_advance(s, counters.PIECE_OF[word])
                if refusal is not None:
                    return refusal
        return Refusal("ND-9.43", "attackers follow with “advance”, or “done”")


def into(s: NightDrop, action: Action) -> str:
    """An advance with the hex that it leads to."""
    return f"{{{action[1]}}} advances into {{{land.HEX_NAME[s.target]}}}"


def move_in(s: NightDrop, piece: int) -> None:
    """ND-9.41, ND-9.47 A unit advances into the hex that it attacked, at no cost."""
    origin = land.HEX_NAME[s.at[piece]]
    word = land.HEX_NAME[s.target]
    s.say("ND-9.41", "{} advances into {}", name(piece), word, facts=(("moved", name(piece), origin, word),))
    victory.enter(s, piece, s.target)
