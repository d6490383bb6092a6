"""Chapter 9.2: factors, dice and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r03_german as german
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r09_aftermath as aftermath
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    NO_PIECE,
    NOBODY,
    SEATS,
    NightChoice,
    NightDrop,
    NightStep,
    SideChoice,
    changed,
    is_company,
    is_stick,
    name,
    names,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural


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
        for piece in self.force:
            sequence.activate(s, piece)
            s.fought = changed(s.fought, piece, 1)
        verb = " attacks {}" if len(self.force) == 1 else " attack {}"
        s.say("ND-9.1", names(self.force) + verb, land.HEX_NAME[self.target])
        if defenders(s):
            everybody = (*self.force, *defenders(s))
            if any(is_company(piece) for piece in everybody):
                german.uncover(s, everybody)
            s.then(NamePoint(side_of(self.force[0])), NamePoint(1 - side_of(self.force[0])), Roll())
        else:
            aftermath.kill_sticks(s, self.target, "ND-9.31")
            if s.on("stick_kill_advance"):
                s.then(NamePoint(side_of(self.force[0])), aftermath.Advance())
        s.then(EndCombat())


@dataclass(frozen=True)
class EndCombat(NightStep):
    """A combat is over: nobody is a Point unit any more."""

    def do(self, s: NightDrop) -> None:
        s.target = NOBODY
        s.force = ()
        s.attack_point = NOBODY
        s.defence_point = NOBODY
        s.hits = NO_PIECE
        s.retreats = NO_PIECE


@dataclass(frozen=True)
class NamePoint(SideChoice):
    """ND-9.12, ND-9.14, ND-9.15, ND-9.49 Each side names its Point unit, the attacker first; a Stick cannot be one.

    Both sides are told each as it is named, so the defender knows whom he faces.
    """

    clause = "ND-9.15"

    def members(self, s: NightDrop) -> list[int]:
        return list(s.force) if self.side == side_of(s.force[0]) else defenders(s)

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("point", name(piece)) for piece in self.members(s)]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if self.side == side_of(s.force[0]):
            s.attack_point = counters.PIECE_OF[action[1]]
            text = "{} leads the attack as Point unit"
        else:
            s.defence_point = counters.PIECE_OF[action[1]]
            text = "{} leads the defence as Point unit"
        s.say("ND-9.49", text, action[1], facts=(("marked", action[1], "point"),))

    def ask(self, s: NightDrop) -> str:
        if self.side == side_of(s.force[0]):
            return "Name your Point unit: its attack value counts, every other unit adds 1"
        led = f"{{{name(s.attack_point)}}} leads the attack. "
        return led + "Name your Point unit: its defence value counts, every other unit adds 1"

    def price(self, s: NightDrop, action: Action) -> str:
        """The value that would count."""
        piece = counters.PIECE_OF[action[1]]
        if self.side == side_of(s.force[0]):
            return f"attack {s.attack_value(piece)}"
        return f"defence {s.defence_value(piece)}"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.14", "the Point unit is one of your units in this combat, and no Stick")


def attack_factor(s: NightDrop) -> int:
    """ND-9.12 The attacking Point unit's AV, and 1 for each other attacker."""
    return s.attack_value(s.attack_point) + len(s.force) - 1


def defence_factor(s: NightDrop) -> int:
    """ND-9.5, ND-9.13 The defending Point unit's DV, 1 for each other defender, and the terrain of their hex."""
    return s.defence_value(s.defence_point) + len(defenders(s)) - 1 + land.DF[land.TERRAIN[s.target]]


def itemised(total: int, others: int, ground: int = 0, terrain: str = "") -> str:
    """ND-9.12, ND-9.13 A factor with what it is made of: the Point unit's value, the others, the ground."""
    parts = [plural(others, "other")] if others else []
    parts += [f"{ground} {terrain}"] if ground else []
    return f"{total} ({' + '.join([str(total - others - ground), *parts])})" if parts else str(total)


def attack_itemised(s: NightDrop) -> str:
    """The attack factor with its parts."""
    return itemised(attack_factor(s), len(s.force) - 1)


def defence_itemised(s: NightDrop) -> str:
    """The defence factor with its parts."""
    terrain = land.TERRAIN[s.target]
    title = "bridges" if s.target == land.H1 else land.TERRAINS[terrain]
    return itemised(defence_factor(s), len(defenders(s)) - 1, land.DF[terrain], title)


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
            "ND-9.16", f"Attack {attack_itemised(s)} + {mine}, defence {defence_itemised(s)} + {theirs}",
            facts=(("rolled", SEATS[attacker], str(mine)), ("rolled", SEATS[1 - attacker], str(theirs))),
        )  # fmt: skip
        if difference > 0:
            begin_results(s, attacker, tuple(defenders(s)), s.defence_point, s.attack_point, difference)
            s.then(aftermath.AbandonedSticks((s.target,)), aftermath.Advance())
        elif difference < 0:
            begin_results(s, 1 - attacker, s.force, s.attack_point, s.defence_point, -difference)
            if s.on("attacker_sticks"):
                s.then(aftermath.AbandonedSticks(tuple(sorted({s.at[piece] for piece in s.force}))))
        else:
            s.say("ND-9.17", "A draw: nothing happens")


def begin_results(
    s: NightDrop, winner: int, losers: tuple[int, ...], point: int, enemy_point: int, points: int
) -> None:
    """ND-9.18, ND-9.19 The loser's damage becomes results; the first and highest hits the losing Point unit."""
    s.hits = NO_PIECE
    s.retreats = NO_PIECE
    results = results_of(points)
    s.say("ND-9.18", f"{{}} side loses by {points} DP: CR {', '.join(str(cr) for cr in results)}", SEATS[1 - winner])
    away_from = s.at[enemy_point] if enemy_point != NOBODY else NOBODY
    s.then(Hit(winner, losers, point, results[0]))
    s.then(*(Assign(winner, losers, result) for result in results[1:]))
    s.then(aftermath.Retreats(1 - winner, losers, away_from))


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
        alive = [piece for piece in self.losers if s.at[piece] < land.HEXES]
        fewest = min((s.hits[piece] for piece in alive), default=0)
        return [piece for piece in alive if s.hits[piece] == fewest]

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("hit", name(piece)) for piece in self.members(s)] or [act("none")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("none",):
            s.say("ND-9.29", f"Nobody is left to take the CR{self.result}: it is lost")
        else:
            s.then(Hit(self.winner, self.losers, counters.PIECE_OF[action[1]], self.result))

    def ask(self, s: NightDrop) -> str:
        return f"Which of your units takes the CR{self.result}?"

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
        s.hits = changed(s.hits, self.piece, s.hits[self.piece] + 1)
        if self.result == 3:
            lose_step(s, self.piece)
            note_retreat(s, self.piece)
        else:
            chooser = 1 - self.winner if self.result == 1 else self.winner
            s.then(LossOrRetreat(chooser, self.piece, self.result))


@dataclass(frozen=True)
class LossOrRetreat(SideChoice):
    """ND-9.23, ND-9.24, ND-9.38, ND-9.39, ND-9.40, ND-2.13 CR1: loss or retreat as the loser chooses; CR2: the winner.

    A unit without movement ignores a retreat, so its owner can make a CR1 void and only a CR2 or CR3 costs it a step.
    """

    piece: int
    result: int
    clause = "ND-9.23"

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("loss", name(self.piece)), act("retreat", name(self.piece))]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action[0] == "loss":
            lose_step(s, self.piece)
        elif reaching.immobile(s, self.piece) is not None:
            clause = "ND-9.39" if self.result == 1 else "ND-9.38"
            s.say(clause, f"{{}} never retreats: the CR{self.result} has no effect", name(self.piece))
        else:
            note_retreat(s, self.piece)

    def ask(self, s: NightDrop) -> str:
        return f"CR{self.result} on {{{name(self.piece)}}}: does it lose a step or retreat?"

    def price(self, s: NightDrop, action: Action) -> str:
        """What the loss makes of the unit, and whether a retreat is void or costs a step as well."""
        if action[0] == "loss":
            return after_loss(s, self.piece)
        if reaching.immobile(s, self.piece) is not None:
            return "no effect: it never retreats"
        due = next(step for step in reversed(s.agenda) if isinstance(step, aftermath.Retreats))
        places = aftermath.retreat_hexes(s, due.side, s.at[self.piece], due.away_from)
        if not places:
            return f"nowhere to go: {after_loss(s, self.piece)} instead"
        if all(zones.in_zone(s, due.side, cell) for cell in places):
            return f"only into enemy zones of control: {after_loss(s, self.piece)} as well"
        return ""

    def members(self, s: NightDrop) -> Sequence[int]:
        return (self.piece,)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-9.23", "choose “loss” or “retreat” for the unit that was hit")


def on_last_step(s: NightDrop, piece: int) -> bool:
    """ND-9.27, ND-9.28 Whether a step loss eliminates a unit: it is reduced, or has one step."""
    return s.reduced[piece] != 0 or not s.has_reduced_side(piece)


def after_loss(s: NightDrop, piece: int) -> str:
    """What a step loss makes of a unit, in a word."""
    return "eliminated" if on_last_step(s, piece) else "reduced"


def lose_step(s: NightDrop, piece: int) -> None:
    """ND-9.26, ND-9.27, ND-9.28, ND-3.2 A full two-step unit is reduced; a reduced or one-step unit is eliminated."""
    if on_last_step(s, piece):
        s.say("ND-9.27", "{} is eliminated", name(piece), facts=(("removed", name(piece)),))
        victory.remove(s, piece)
        s.retreats = changed(s.retreats, piece, 0)
    else:
        s.reduced = changed(s.reduced, piece, 1)
        s.say("ND-9.26", "{} is reduced", name(piece), facts=(("flipped", name(piece), "reduced"),))


def note_retreat(s: NightDrop, piece: int) -> None:
    """ND-9.38, ND-2.13 A retreat is noted; a unit without movement never retreats."""
    if s.at[piece] < land.HEXES and reaching.immobile(s, piece) is None:
        s.retreats = changed(s.retreats, piece, s.retreats[piece] + 1)
