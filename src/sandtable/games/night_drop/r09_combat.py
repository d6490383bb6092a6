"""Chapter 9: combat, its results, retreats and advances."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r02_british as british
from sandtable.games.night_drop import r03_german as german
from sandtable.games.night_drop import r05_sequence as sequence
from sandtable.games.night_drop import r06_zones as zones
from sandtable.games.night_drop import r07_stacking as stacking
from sandtable.games.night_drop import r08_movement as movement
from sandtable.games.night_drop import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    G3,
    GERMAN,
    NOBODY,
    SEATS,
    NightChoice,
    NightDrop,
    NightStep,
    has_attack,
    is_company,
    is_stick,
    name,
    names,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act

DONE = ("done",)


# --- declaring ------------------------------------------------------------------------------------------------------


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
    if cell >= d.HEXES or target not in d.AROUND[cell]:
        return Refusal("ND-9.2", "it is not adjacent to the hex under attack")
    if (cell, target) in d.DASHED:
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


def attackers(s: NightDrop, target: int) -> list[int]:
    """ND-9.2 Units that could attack a hex, in the order of the data."""
    near = set(d.AROUND[target])
    return [piece for piece in movement.candidates(s) if s.at[piece] in near and may_attack(s, piece, target) is None]


def may_stand(s: NightDrop, force: tuple[int, ...]) -> Refusal | None:
    """ND-9.3 By night the hexes of the attackers must be adjacent to one another, as one chain (Ruling A19, option
    night_adjacency)."""
    if not s.night:
        return None
    hexes = sorted({s.at[piece] for piece in force})
    if s.options["night_adjacency"] == "pairwise":
        good = all(b in d.AROUND[a] for i, a in enumerate(hexes) for b in hexes[i + 1 :])
    else:
        good = connected(hexes, set(hexes))
    return None if good else Refusal("ND-9.3", "by night the attackers' hexes must adjoin one another")


def connected(needed: list[int], allowed: set[int]) -> bool:
    """Whether hexes hang together by way of allowed ones."""
    seen = {needed[0]}
    front = [needed[0]]
    while front:
        for near in d.AROUND[front.pop()]:
            if near in allowed and near not in seen:
                seen.add(near)
                front.append(near)
    return all(cell in seen for cell in needed)


def may_enlist(s: NightDrop, target: int, force: tuple[int, ...], piece: int) -> Refusal | None:
    """ND-9.1, ND-9.3, ND-5.37 Whether a unit may be the next of an attacking force that can still become legal."""
    refusal = may_attack(s, piece, target)
    if refusal is not None:
        return refusal
    if force and piece <= force[-1]:
        return Refusal("ND-9.1", "attackers are named in their order")
    if s.activation == G3 and sum(1 for p in (*force, piece) if not s.acted[p]) > s.allowance:
        return Refusal("ND-5.31", "no more units may be activated")
    if not force or not s.night:
        return None
    bigger = (*force, piece)
    if s.options["night_adjacency"] == "pairwise":
        return may_stand(s, bigger)
    room = s.allowance - sum(1 for p in bigger if not s.acted[p]) if s.activation == G3 else d.PIECES
    later = {s.at[p] for p in attackers(s, target) if p > piece and (s.acted[p] or room > 0)}
    hexes = sorted({s.at[p] for p in bigger})
    missing = links_missing(hexes, later)
    free = {s.at[p] for p in attackers(s, target) if p > piece and s.acted[p]}
    if missing == NOBODY or (s.activation == G3 and links_missing(hexes, free) == NOBODY and missing > room):
        return Refusal("ND-9.3", "by night the attackers' hexes must adjoin one another")
    return None


def links_missing(hexes: list[int], later: set[int]) -> int:
    """How few of the later hexes join these into one chain; -1 when none do. There are at most six in all."""
    later = later - set(hexes)
    choices = sorted(later)
    best = NOBODY
    for mask in range(1 << len(choices)):
        extra = {choices[i] for i in range(len(choices)) if mask >> i & 1}
        if connected(hexes, set(hexes) | extra) and (best == NOBODY or len(extra) < best):
            best = len(extra)
    return best


@dataclass(frozen=True)
class Attack(NightChoice):
    """ND-9.7, ND-5.22, ND-5.23 After the moves the active player may attack hexes, one after the other, or not."""

    clause = "ND-9.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def offer(self, s: NightDrop) -> list[Action]:
        enemy_hexes = s.german_hexes() if sequence.active_side(s) == BRITISH else s.british_hexes()
        near: set[int] = set()
        for piece in movement.candidates(s):
            cell = s.at[piece]
            if cell < d.HEXES and has_attack(piece) and not s.fought[piece]:
                near.update(d.AROUND[cell])
        options = [
            act("attack", d.HEX_NAME[cell])
            for cell in sorted(enemy_hexes & near)
            if may_be_attacked(s, cell) is None and attackers(s, cell)
        ]
        return [*options, DONE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != DONE:
            s.then(Muster(d.HEX_OF[action[1]]), Attack())

    def ask(self, s: NightDrop) -> str:
        return "Attack a hex, or be done"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("attack", word) if word in d.HEX_OF:
                cell = d.HEX_OF[word]
                return may_be_attacked(s, cell) or Refusal("ND-9.2", "no active unit that may attack it is adjacent")
        return Refusal("ND-9.1", "attack a hex with “attack”, or “done”")


@dataclass(frozen=True)
class Muster(NightChoice):
    """ND-9.1, ND-9.2, ND-9.3 The attackers of a hex are named, one by one in the order of the data, then they fight."""

    target: int
    force: tuple[int, ...] = ()
    clause = "ND-9.1"

    def seat(self, s: NightDrop) -> str:
        return SEATS[sequence.active_side(s)]

    def offer(self, s: NightDrop) -> list[Action]:
        options = [
            act("with", name(piece))
            for piece in attackers(s, self.target)
            if may_enlist(s, self.target, self.force, piece) is None
        ]
        if self.force and may_stand(s, self.force) is None:
            options.append(act("fight"))
        return options

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("fight",):
            s.then(Engage(self.target, self.force))
        else:
            s.then(Muster(self.target, (*self.force, d.PIECE_OF[action[1]])))

    def ask(self, s: NightDrop) -> str:
        if not self.force:
            return f"Who attacks {{{d.HEX_NAME[self.target]}}}?"
        return f"{names(self.force)} attack {{{d.HEX_NAME[self.target]}}}: fight, or who joins them?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return (*(name(piece) for piece in self.force), d.HEX_NAME[self.target])

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("with", word) if word in d.PIECE_OF:
                found = may_enlist(s, self.target, self.force, d.PIECE_OF[word])
                return found or Refusal("ND-9.1", "no")
            case ("fight",) if self.force:
                return may_stand(s, self.force) or Refusal("ND-9.1", "no")
        return Refusal("ND-9.1", "name attackers with “with”, then “fight”")


def planned(s: NightDrop, action: Action) -> tuple[tuple[int, ...], int, int] | None:
    """The attack that words of a declaration lead to: its force, its target, and its Point if that is named."""
    choice = s.choice
    match action:
        case ("attack", word) if isinstance(choice, Attack):
            target = d.HEX_OF[word]
            force: tuple[int, ...] = ()
            for piece in attackers(s, target):
                if may_enlist(s, target, force, piece) is None:
                    force = (*force, piece)
            return (force if may_stand(s, force) is None else force[:1]), target, NOBODY
        case ("with", word) if isinstance(choice, Muster):
            return (*choice.force, d.PIECE_OF[word]), choice.target, NOBODY
        case ("fight",) if isinstance(choice, Muster):
            return choice.force, choice.target, NOBODY
        case ("point", word) if isinstance(choice, NamePoint) and choice.side == side_of(s.force[0]):
            return s.force, s.target, d.PIECE_OF[word]
    return None


# --- the fight ------------------------------------------------------------------------------------------------------


def defenders(s: NightDrop) -> list[int]:
    """ND-9.4, ND-9.14, ND-9.30 Everybody in the hex under attack but Sticks, which never take part."""
    side = 1 - side_of(s.force[0])
    return [piece for piece in s.pieces_at(s.target, side) if not is_stick(piece)]


@dataclass(frozen=True)
class Engage(NightStep):
    """ND-9.4, ND-9.31, ND-3.7 A combat begins. Sticks alone die without dice, and their killers stay covered."""

    target: int
    force: tuple[int, ...]

    def do(self, s: NightDrop) -> None:
        s.target = self.target
        s.force = self.force
        s.attacked = (*s.attacked, self.target)
        s.attack_point = NOBODY
        s.defence_point = NOBODY
        s.hits = bytearray(d.PIECES)
        s.retreats = bytearray(d.PIECES)
        for piece in self.force:
            sequence.activate(s, piece)
            s.fought[piece] = 1
        s.say("ND-9.1", names(self.force) + " attack {}", d.HEX_NAME[self.target])
        if defenders(s):
            everybody = (*self.force, *defenders(s))
            if any(is_company(piece) for piece in everybody):
                german.uncover(s, everybody)
            s.then(NamePoint(side_of(self.force[0])), NamePoint(1 - side_of(self.force[0])), Roll())
        else:
            kill_sticks(s, self.target, "ND-9.31")
            if s.on("stick_kill_advance"):
                s.then(NamePoint(side_of(self.force[0])), Advance())


@dataclass(frozen=True)
class NamePoint(NightChoice):
    """ND-9.12, ND-9.14, ND-9.15 Each side names its Point unit, the attacker first; a Stick cannot be one."""

    side: int
    clause = "ND-9.15"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def members(self, s: NightDrop) -> list[int]:
        return list(s.force) if self.side == side_of(s.force[0]) else defenders(s)

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("point", name(piece)) for piece in self.members(s)]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if self.side == side_of(s.force[0]):
            s.attack_point = d.PIECE_OF[action[1]]
        else:
            s.defence_point = d.PIECE_OF[action[1]]

    def ask(self, s: NightDrop) -> str:
        return "Name your Point unit: its value counts, every other adds 1"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.members(s))

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.14", "the Point unit is one of your units in this combat, and no Stick")


def attack_factor(s: NightDrop) -> int:
    """ND-9.12 The attacking Point unit's AV, and 1 for each other attacker."""
    return s.attack_value(s.attack_point) + len(s.force) - 1


def defence_factor(s: NightDrop) -> int:
    """ND-9.5, ND-9.13 The defending Point unit's DV, 1 for each other defender, and the terrain of their hex."""
    return s.defence_value(s.defence_point) + len(defenders(s)) - 1 + d.DF[d.TERRAIN[s.target]]


def results_of(points: int) -> tuple[int, ...]:
    """ND-9.18 Damage points as combat results, with the highest indexes possible: as many 3 as fit, then the rest."""
    return (3,) * (points // 3) + ((points % 3,) if points % 3 else ())


@dataclass(frozen=True)
class Roll(NightStep):
    """ND-9.16, ND-9.17, ND-9.44 Each side adds a die; the higher wins by so much damage; only attackers advance."""

    def do(self, s: NightDrop) -> None:
        attack, defence = attack_factor(s), defence_factor(s)
        mine, theirs = s.roll(), s.roll()
        attacker = side_of(s.force[0])
        difference = attack + mine - defence - theirs
        s.say(
            "ND-9.16", f"Attack {attack} + {mine}, defence {defence} + {theirs}",
            facts=(("rolled", SEATS[attacker], str(mine)), ("rolled", SEATS[1 - attacker], str(theirs))),
        )  # fmt: skip
        if difference > 0:
            begin_results(s, attacker, tuple(defenders(s)), s.defence_point, s.attack_point, difference)
            s.then(AbandonedSticks(1 - attacker, (s.target,)), Advance())
        elif difference < 0:
            begin_results(s, 1 - attacker, s.force, s.attack_point, s.defence_point, -difference)
            if s.on("attacker_sticks"):
                s.then(AbandonedSticks(attacker, tuple(sorted({s.at[piece] for piece in s.force}))))
        else:
            s.say("ND-9.17", "A draw: nothing happens")


def begin_results(
    s: NightDrop, winner: int, losers: tuple[int, ...], point: int, enemy_point: int, points: int
) -> None:
    """ND-9.18, ND-9.19 The loser's damage becomes results; the first and highest hits the losing Point unit."""
    s.hits = bytearray(d.PIECES)
    s.retreats = bytearray(d.PIECES)
    results = results_of(points)
    s.say("ND-9.18", f"{{}} loses by {points} DP: CR {', '.join(str(cr) for cr in results)}", SEATS[1 - winner])
    away_from = s.at[enemy_point] if enemy_point != NOBODY else NOBODY
    s.then(Hit(winner, losers, point, results[0]))
    s.then(*(Assign(winner, losers, result) for result in results[1:]))
    s.then(Retreats(1 - winner, losers, away_from))


@dataclass(frozen=True)
class Assign(NightChoice):
    """ND-9.20, ND-9.21, ND-9.22, ND-9.29 A further result hits a losing unit of the loser's choice with the fewest so
    far; the dead take none, and what is left when all are dead is lost."""

    winner: int
    losers: tuple[int, ...]
    result: int
    clause = "ND-9.20"

    def seat(self, s: NightDrop) -> str:
        return SEATS[1 - self.winner]

    def members(self, s: NightDrop) -> list[int]:
        alive = [piece for piece in self.losers if s.at[piece] < d.HEXES]
        fewest = min((s.hits[piece] for piece in alive), default=0)
        return [piece for piece in alive if s.hits[piece] == fewest]

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("hit", name(piece)) for piece in self.members(s)] or [act("none")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != ("none",):
            s.then(Hit(self.winner, self.losers, d.PIECE_OF[action[1]], self.result))

    def ask(self, s: NightDrop) -> str:
        return f"Which of your units takes the CR{self.result}?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.members(s))

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.21", "no unit takes a second result before every losing unit has taken one")


@dataclass(frozen=True)
class Hit(NightStep):
    """ND-9.25 A result hits a unit: CR3 is a step loss and a retreat; CR1 and CR2 are one of the two."""

    winner: int
    losers: tuple[int, ...]
    piece: int
    result: int

    def do(self, s: NightDrop) -> None:
        s.hits[self.piece] += 1
        if self.result == 3:
            lose_step(s, self.piece)
            note_retreat(s, self.piece)
        else:
            chooser = 1 - self.winner if self.result == 1 else self.winner
            s.then(LossOrRetreat(chooser, self.piece, self.result))


@dataclass(frozen=True)
class LossOrRetreat(NightChoice):
    """ND-9.23, ND-9.24, ND-9.39, ND-9.40 CR1: step loss or retreat as the loser chooses; CR2: as the winner chooses.

    A unit without movement ignores a retreat, so its owner can make a CR1 void and only a CR2 or CR3 costs it a step.
    """

    side: int
    piece: int
    result: int
    clause = "ND-9.23"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("loss", name(self.piece)), act("retreat", name(self.piece))]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action[0] == "loss":
            lose_step(s, self.piece)
        else:
            note_retreat(s, self.piece)

    def ask(self, s: NightDrop) -> str:
        return f"CR{self.result} on {{{name(self.piece)}}}: does it lose a step or retreat?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return (name(self.piece),)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.23", "choose “loss” or “retreat” for the unit that was hit")


def lose_step(s: NightDrop, piece: int) -> None:
    """ND-9.26, ND-9.27, ND-9.28, ND-3.2 A full two-step unit is reduced; a reduced or one-step unit is eliminated."""
    if s.reduced[piece] or not s.has_reduced_side(piece):
        victory.remove(s, piece)
        s.retreats[piece] = 0
        s.say("ND-9.27", "{} is eliminated", name(piece), facts=(("removed", name(piece)),))
    else:
        s.reduced[piece] = 1
        s.say("ND-9.26", "{} is reduced", name(piece), facts=(("flipped", name(piece), "reduced"),))


def note_retreat(s: NightDrop, piece: int) -> None:
    """ND-9.38, ND-2.13 A retreat is noted; a unit without movement never retreats."""
    if s.at[piece] < d.HEXES and movement.immobile(s, piece) is None:
        s.retreats[piece] += 1


# --- retreats -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Retreats(NightChoice):
    """ND-9.35 After the last result those who must retreat go, hex by hex, in the order that the loser chooses."""

    side: int
    losers: tuple[int, ...]
    away_from: int
    clause = "ND-9.35"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def hexes(self, s: NightDrop) -> list[int]:
        return sorted({s.at[piece] for piece in self.losers if s.retreats[piece] and s.at[piece] < d.HEXES})

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("from", d.HEX_NAME[cell]) for cell in self.hexes(s)] or [DONE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == DONE:
            return
        cell = d.HEX_OF[action[1]]
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
    near = set(d.AROUND[away_from]) if away_from != NOBODY else set()
    return sorted(to for to, _ in victory.steps(s)[cell] if to not in enemies and to not in near)


@dataclass(frozen=True)
class Retreat(NightChoice):
    """ND-9.34, ND-9.35, ND-9.37, ND-9.46, ND-9.47 Units of a hex that must retreat go one hex, together, where the
    owner says. Those who cannot stay and lose a step each, on top of a CR3's own. It costs no movement points."""

    side: int
    group: tuple[int, ...]
    away_from: int
    clause = "ND-9.34"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def offer(self, s: NightDrop) -> list[Action]:
        cell = s.at[self.group[0]]
        places = retreat_hexes(s, self.side, cell, self.away_from)
        return [act("to", d.HEX_NAME[to]) for to in places] or [act("stay")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        for piece in self.group:
            s.retreats[piece] -= 1
        if action == ("stay",):
            s.say("ND-9.37", names(self.group) + " cannot retreat")
            for piece in self.group:
                lose_step(s, piece)
        else:
            to = d.HEX_OF[action[1]]
            s.say(
                "ND-9.34", names(self.group) + " retreat to {}", action[1],
                facts=tuple(("moved", name(piece), d.HEX_NAME[s.at[piece]], action[1]) for piece in self.group),
            )  # fmt: skip
            for piece in self.group:
                victory.enter(s, piece, to)
            if zones.in_zone(s, self.side, to):
                s.then(RetreatLoss(self.side, self.group))
        s.then(RetreatOn(self.side, self.group, self.away_from))

    def ask(self, s: NightDrop) -> str:
        return f"Where do {names(self.group)} retreat to?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.group)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.34", "a retreat goes one hex, away from the enemy Point unit and free of enemies")


@dataclass(frozen=True)
class RetreatOn(NightStep):
    """ND-9.34 Units with a second retreat go once more, at once (Ruling A27)."""

    side: int
    group: tuple[int, ...]
    away_from: int

    def do(self, s: NightDrop) -> None:
        again = tuple(piece for piece in self.group if s.retreats[piece] and s.at[piece] < d.HEXES)
        if again:
            s.then(Retreat(self.side, again, self.away_from))


@dataclass(frozen=True)
class RetreatLoss(NightChoice):
    """ND-6.15, ND-9.36 A retreat into an enemy zone costs a unit, or one unit of a stack as its owner picks, a step."""

    side: int
    group: tuple[int, ...]
    clause = "ND-9.36"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("lose", name(piece)) for piece in self.group]

    def chosen(self, s: NightDrop, action: Action) -> None:
        lose_step(s, d.PIECE_OF[action[1]])

    def ask(self, s: NightDrop) -> str:
        return "The retreat ends in an enemy zone of control: which unit loses a step?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.group)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.36", "one of the units that retreated loses a step")


# --- Sticks in combat -----------------------------------------------------------------------------------------------


def kill_sticks(s: NightDrop, cell: int, clause: str) -> None:
    """ND-9.31, ND-9.32, ND-9.33, ND-2.44 All Sticks of a hex die; the German alone sees the unknown ones.

    An Advantage among them goes on the turn track, where everybody sees it.
    """
    for piece in s.british_at(cell):
        if not is_stick(piece):
            continue
        victory.remove(s, piece)
        s.say(clause, "{} is eliminated", name(piece), facts=(("removed", name(piece)),))
        if piece == d.DIVISION:
            british.owe_initiative(s, piece)
            continue
        if not s.front[piece]:
            s.told[piece] = 1
            s.reveal("the German looked at Sticks")
            s.say("ND-9.33", f"{{}} was a {d.KIND_NAME[s.kind[piece]]}", name(piece), to=(SEATS[GERMAN],))
        if s.kind[piece] == d.ADV:
            british.owe_initiative(s, piece)


@dataclass(frozen=True)
class AbandonedSticks(NightStep):
    """ND-9.32 Sticks that losses or retreats leave without any Company in their hex are eliminated, attackers' too
    (Ruling A24, option attacker_sticks)."""

    side: int
    hexes: tuple[int, ...]

    def do(self, s: NightDrop) -> None:
        if self.side != BRITISH:
            return
        for cell in self.hexes:
            if not any(is_company(piece) for piece in s.british_at(cell)):
                kill_sticks(s, cell, "ND-9.32")


# --- advances -------------------------------------------------------------------------------------------------------


def may_advance(s: NightDrop, piece: int) -> Refusal | None:
    """ND-2.12, ND-2.18, ND-9.48, ND-11.8 Whether a unit is able to advance into the hex: never Howard-1, Howard-2
    within its leash, and one unit alone into the battery."""
    if s.at[piece] >= d.HEXES:
        return Refusal("ND-9.43", "it is not on the map")
    if piece == d.HOWARD_1:
        return Refusal("ND-2.12", "Howard-1 never advances")
    if piece == d.HOWARD_2 and d.GRID.distance(s.target, d.H1) > 1:
        return Refusal("ND-2.18", "Howard-2 stays within one hex of Howard-1")
    if s.target == d.BATTERY and len(s.pieces_at(s.target, side_of(piece))) >= stacking.limit(s.target):
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
            if s.at[point] in d.OBJECTIVE_AT:
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

    def ask(self, s: NightDrop) -> str:
        return f"{{{name(s.attack_point)}}} stands on an objective: does it advance or stay?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return (name(s.attack_point),)

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
        piece = d.PIECE_OF[action[1]]
        move_in(s, piece)
        s.then(Follow(tuple(other for other in self.others if other > piece)))

    def ask(self, s: NightDrop) -> str:
        return f"Who follows into {{{d.HEX_NAME[s.target]}}}?"

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(name(piece) for piece in self.others)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("advance", word) if word in d.PIECE_OF and d.PIECE_OF[word] in self.others:
                return may_advance(s, d.PIECE_OF[word]) or Refusal("ND-9.43", "no")
        return Refusal("ND-9.43", "attackers follow with “advance”, or “done”")


def move_in(s: NightDrop, piece: int) -> None:
    """ND-9.41, ND-9.47 A unit advances into the hex that it attacked, at no cost."""
    origin = d.HEX_NAME[s.at[piece]]
    word = d.HEX_NAME[s.target]
    victory.enter(s, piece, s.target)
    s.say("ND-9.41", "{} advances into {}", name(piece), word, facts=(("moved", name(piece), origin, word),))
