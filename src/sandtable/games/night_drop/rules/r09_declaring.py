"""Chapter 9.1: who attacks whom."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.state import (
    BRITISH,
    G3,
    NOBODY,
    SEATS,
    NightChoice,
    NightDrop,
    has_attack,
    is_drawn,
    is_stick,
    name,
    names,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal
from sandtable.kernel.verbs import Verb


def may_attack(s: NightDrop, piece: int, target: int) -> Refusal | None:
    """ND-9.2, ND-9.6, ND-9.8, ND-9.9, ND-9.10, ND-9.11, ND-9.30, ND-9.45 Whether a unit may take part in an attack.

    It is active, adjacent, has an attack value, is no Stick, has not attacked yet (Ruling A17), and no dashed hexside
    of H1 lies between. Howard and Lovat units join the brigade that is active.
    """
    if is_stick(piece):
        return Refusal("ND-9.30", "a Stick never takes part in combat")
    if not has_attack(piece):
        return Refusal("ND-9.6", "a unit without an attack value never attacks")
    refusal = sequence.may_act(s, piece)
    if refusal is not None:
        return refusal
    if s.fought[piece]:
        return Refusal("ND-9.10", "it has attacked in this activation")
    cell = s.at[piece]
    if cell >= land.HEXES or target not in land.AROUND[cell]:
        return Refusal("ND-9.2", "it is not adjacent to the hex under attack")
    if (cell, target) in land.DASHED:
        return Refusal("ND-9.8", "H1 is not attacked through its dashed hexsides, nor from it through them")
    return None


def may_be_attacked(s: NightDrop, cell: int) -> Refusal | None:
    """ND-9.1, ND-9.4 Whether a hex may be attacked: enemies are in it, and it was not attacked in this activation
    (Ruling A17, option multi_attack)."""
    if not s.pieces_at(cell, 1 - sequence.active_side(s)):
        return Refusal("ND-9.1", "no enemy is there")
    if cell in s.attacked and not s.on("multi_attack"):
        return Refusal("ND-9.1", "it was attacked in this activation")
    return None


def fighters(s: NightDrop) -> range:
    """ND-9.6, ND-9.30 The pieces of the active side that have an attack value."""
    if sequence.active_side(s) == BRITISH:
        return range(counters.FIRST_COMPANY, counters.FIRST_GERMAN)
    return range(counters.FIRST_GERMAN, counters.GARRISON)


def attackers(s: NightDrop, target: int) -> list[int]:
    """ND-9.2 Units that could attack a hex, in the order of the data."""
    near = set(land.AROUND[target])
    return [piece for piece in fighters(s) if s.at[piece] in near and may_attack(s, piece, target) is None]


def may_stand(s: NightDrop, force: tuple[int, ...]) -> Refusal | None:
    """ND-9.3 By night the hexes of the attackers must be adjacent to one another, as one chain (Ruling A19, option
    night_adjacency)."""
    if not s.night:
        return None
    hexes = sorted({s.at[piece] for piece in force})
    if s.options["night_adjacency"] == "pairwise":
        good = all(b in land.AROUND[a] for i, a in enumerate(hexes) for b in hexes[i + 1 :])
    else:
        good = connected(hexes, set(hexes))
    return None if good else Refusal("ND-9.3", "by night the attackers' hexes must adjoin one another")


def connected(needed: list[int], allowed: set[int]) -> bool:
    """Whether hexes hang together by way of allowed ones."""
    seen = {needed[0]}
    front = [needed[0]]
    while front:
        for near in land.AROUND[front.pop()]:
            if near in allowed and near not in seen:
                seen.add(near)
                front.append(near)
    return all(cell in seen for cell in needed)


def may_enlist(s: NightDrop, target: int, force: tuple[int, ...], piece: int) -> Refusal | None:
    """ND-9.1, ND-5.37 Whether a unit may be the next of an attacking force that can still become legal."""
    refusal = may_attack(s, piece, target)
    if refusal is not None:
        return refusal
    if force and piece <= force[-1]:
        return Refusal("ND-9.1", "attackers are named in their order")
    if s.activation == G3 and sum(1 for p in (*force, piece) if not s.acted[p]) > s.allowance:
        return Refusal("ND-5.31", "no more units may be activated")
    return may_adjoin(s, target, (*force, piece)) if force and s.night else None


def may_adjoin(s: NightDrop, target: int, force: tuple[int, ...]) -> Refusal | None:
    """ND-9.3 By night the hexes of a force must adjoin one another, or come to do so by units that are named later."""
    if s.options["night_adjacency"] == "pairwise":
        return may_stand(s, force)
    later = [p for p in attackers(s, target) if p > force[-1]]
    free = {s.at[p] for p in later if s.acted[p] or s.activation != G3}
    room = s.allowance - sum(1 for p in force if not s.acted[p]) if s.activation == G3 else 0
    price = links_price(sorted({s.at[p] for p in force}), {s.at[p] for p in later}, free)
    if price == NOBODY or price > room:
        return Refusal("ND-9.3", "by night the attackers' hexes must adjoin one another")
    return None


def links_price(hexes: list[int], later: set[int], free: set[int]) -> int:
    """How few new activations it takes to join hexes into one chain by units named later; -1 when they cannot be.

    Units in the free hexes are active already. All stand around one hex, so there are at most six.
    """
    choices = sorted(later - set(hexes))
    best = NOBODY
    for mask in range(1 << len(choices)):
        extra = {choices[i] for i in range(len(choices)) if mask >> i & 1}
        if connected(hexes, set(hexes) | extra):
            price = len(extra - free)
            if best == NOBODY or price < best:
                best = price
    return best


# --- the choice, and its verbs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack(NightChoice):
    """ND-9.7, ND-5.22, ND-5.23 After the moves the active player may attack hexes, one after the other, or not.

    He aims at a hex, names those who attack it one by one in the order of the data, and they fight: `attack 1613`,
    `with 7a`, `with 7b`, `fight`. Until then nobody else is told.
    """

    clause = "ND-9.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def verbs(self, s: NightDrop) -> tuple[Verb, ...]:
        return (ATTACK, DONE) if s.aim == NOBODY else (WITH, FIGHT)

    def label(self, s: NightDrop, action: Action) -> str:
        return ("No more attacks" if any(s.fought) else "Do not attack") if action == ("done",) else ""

    def ask(self, s: NightDrop) -> str:
        if s.aim == NOBODY:
            return "Attack a hex, or none"
        target = land.HEX_NAME[s.aim]
        if not s.named:
            return f"Who attacks {{{target}}}?"
        return f"{names(s.named)} attack {{{target}}}: fight, or who joins them?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return () if s.aim == NOBODY else (*(name(piece) for piece in s.named), land.HEX_NAME[s.aim])


class AimAt(Verb):
    """ND-9.1, ND-9.2 A hex to attack: enemies are in it and somebody who may attack is next to it."""

    def tries(self, s: NightDrop, at: Attack) -> list[Action]:
        enemy_hexes = s.german_hexes() if sequence.active_side(s) == BRITISH else s.british_hexes()
        near: set[int] = set()
        for piece in fighters(s):
            cell = s.at[piece]
            if cell < land.HEXES and not s.fought[piece]:
                near.update(land.AROUND[cell])
        return [(self.word, land.HEX_NAME[cell]) for cell in sorted(enemy_hexes & near)]

    def refuse(self, s: NightDrop, at: Attack, action: Action) -> Refusal | None:
        if len(action) != 2 or action[1] not in land.HEX_OF:
            return None
        cell = land.HEX_OF[action[1]]
        refusal = may_be_attacked(s, cell)
        if refusal is not None:
            return refusal
        return None if attackers(s, cell) else Refusal("ND-9.2", "no active unit that may attack it is adjacent")

    def price(self, s: NightDrop, at: Attack, action: Action) -> str:
        cell = land.HEX_OF[action[1]]
        return factors(s, everybody(s, cell), cell)

    def do(self, s: NightDrop, at: Attack, action: Action) -> None:
        s.aim = land.HEX_OF[action[1]]
        s.then(Attack())


class NoMore(Verb):
    """ND-9.7 Combat is never compulsory."""

    def do(self, s: NightDrop, at: Attack, action: Action) -> None:
        pass


class Enlist(Verb):
    """ND-9.1, ND-9.2, ND-9.3 Another unit joins the attack."""

    def tries(self, s: NightDrop, at: Attack) -> list[Action]:
        return [(self.word, name(piece)) for piece in attackers(s, s.aim)]

    def refuse(self, s: NightDrop, at: Attack, action: Action) -> Refusal | None:
        if len(action) != 2 or action[1] not in counters.PIECE_OF:
            return None
        return may_enlist(s, s.aim, s.named, counters.PIECE_OF[action[1]])

    def price(self, s: NightDrop, at: Attack, action: Action) -> str:
        return factors(s, (*s.named, counters.PIECE_OF[action[1]]), s.aim)

    def do(self, s: NightDrop, at: Attack, action: Action) -> None:
        s.named = (*s.named, counters.PIECE_OF[action[1]])
        s.then(Attack())


class Fight(Verb):
    """ND-9.1, ND-9.3 Those who were named attack."""

    def refuse(self, s: NightDrop, at: Attack, action: Action) -> Refusal | None:
        if not s.named:
            return Refusal("ND-9.1", "name attackers with “with” first")
        return may_stand(s, s.named)

    def price(self, s: NightDrop, at: Attack, action: Action) -> str:
        return factors(s, s.named, s.aim)

    def do(self, s: NightDrop, at: Attack, action: Action) -> None:
        s.then(combat.Engage(s.aim, s.named), Attack())
        s.aim = NOBODY
        s.named = ()


ATTACK = AimAt("attack", "Attack", {1: "Attack {1}"})
DONE = NoMore("done", "Done")
WITH = Enlist("with", "Choose units", {1: "Choose {1}"})
FIGHT = Fight("fight", "Fight")


# --- what an attack would have ----------------------------------------------------------------------------------------


def everybody(s: NightDrop, target: int) -> tuple[int, ...]:
    """All who can attack a hex together, as far as they fit one another in the order of the data."""
    force: tuple[int, ...] = ()
    for piece in attackers(s, target):
        if may_enlist(s, target, force, piece) is None:
            force = (*force, piece)
    return force if may_stand(s, force) is None else force[:1]


def factors(s: NightDrop, force: tuple[int, ...], target: int) -> str:
    """ND-9.12, ND-9.13 What attack and defence have before the dice, with the best Point units; what a covered defender
    has nobody is told."""
    attack = max(s.attack_value(piece) for piece in force) + len(force) - 1
    holders = [piece for piece in s.pieces_at(target, 1 - side_of(force[0])) if not is_stick(piece)]
    if not holders:
        number = len(s.pieces_at(target, 1 - side_of(force[0])))
        return "one Stick dies without dice" if number == 1 else f"{number} Sticks die without dice"
    if any(is_drawn(piece) and not s.shown[piece - counters.FIRST_GERMAN] for piece in holders):
        return f"attack {attack} against a covered unit"
    defence = max(s.defence_value(piece) for piece in holders) + len(holders) - 1 + land.DF[land.TERRAIN[target]]
    return f"attack {attack} against {defence}"
