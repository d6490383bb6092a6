"""Chapter 5: the turn, initiative, and the activations of both sides."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop.box import counters
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r05_events as events
from sandtable.games.night_drop.rules import r05_pushes as pushing
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.rules import r11_special as special
from sandtable.games.night_drop.state import (
    ACTIVATIONS,
    B2,
    BRITISH,
    G1,
    G3,
    GERMAN,
    NO_PIECE,
    NO_SPECIAL,
    NOBODY,
    NONE_ACTIVATED,
    SEATS,
    NightDrop,
    NightStep,
    SideChoice,
    changed,
    has_attack,
    name,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

# --- the turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn(NightStep):
    """ND-5.1 A turn: returns, special rolls, initiative, discovery, four activations, bridges, and the end."""

    def do(self, s: NightDrop) -> None:
        s.turn += 1
        s.used = NONE_ACTIVATED
        s.special_used = NO_SPECIAL
        s.say("ND-5.2", f"Turn {s.turn}, {'night' if s.night else 'day'}", facts=(("phase", f"turn-{s.turn}"),))
        s.then(
            special.Returns(),
            special.Merville(),
            special.Lovat(),
            british.SpendAdvantage(),
        )


@dataclass(frozen=True)
class Initiative(NightStep):
    """ND-5.3, ND-5.4, ND-5.5, ND-5.14 Both roll: the higher has the initiative; on a tie who had it keeps it.

    On turn 1 the British have it and nobody rolls (Ruling A6, option turn1_roll). A spent Advantage gives it to the
    British, a killed one to the German; when both happen the dice decide. With automatic initiative both still roll,
    for the event of a tie.
    """

    spent: bool

    def do(self, s: NightDrop) -> None:
        owed = s.turn in s.owed
        s.owed = tuple(turn for turn in s.owed if turn != s.turn)
        tie = False
        if s.turn == 1 and not s.on("turn1_roll"):
            s.phasing = BRITISH
        else:
            mine, theirs = s.roll(), s.roll()
            s.say(
                "ND-5.3", f"Initiative: British {mine}, German {theirs}",
                facts=(("rolled", "british", str(mine)), ("rolled", "german", str(theirs))),
            )  # fmt: skip
            tie = mine == theirs
            if s.turn == 1 or (self.spent and not owed):
                s.phasing = BRITISH
            elif owed and not self.spent:
                s.phasing = GERMAN
            elif not tie:
                s.phasing = BRITISH if mine > theirs else GERMAN
        if self.spent and owed:
            s.first_brigade = NOBODY  # Ruling A37: the dice decided, so no brigade is bound to go first
        s.say("ND-5.3", "Initiative: {}", SEATS[s.phasing], facts=(("phase", f"{SEATS[s.phasing]}-initiative"),))
        if tie:
            s.then(events.TieEvent())
        s.then(
            british.DivisionArrives(),
            events.Discovery(),
            Activate(s.phasing),
            Activate(1 - s.phasing),
            Activate(s.phasing),
            Activate(1 - s.phasing),
            victory.Bridges(),
            special.Length(),
        )


# --- activations ----------------------------------------------------------------------------------------------------


def active_side(s: NightDrop) -> int:
    """Whose activation is running."""
    return BRITISH if s.activation <= B2 else GERMAN


def may_act(s: NightDrop, piece: int) -> Refusal | None:
    """ND-2.19, ND-5.24, ND-5.31, ND-5.32, ND-5.34, ND-5.38, ND-9.10, ND-9.11, ND-11.7 Whether a piece may act.

    British: the units of the brigade, and each Howard or Lovat unit that has not been active earlier this turn. German:
    units with an attack value, as many as the G3 allows; each counts from its first act.
    """
    if side_of(piece) != active_side(s):
        return Refusal("ND-5.19", "it is the other side's activation")
    if active_side(s) == BRITISH:
        if piece >= counters.HOWARD_1:
            if s.special_used[piece - counters.HOWARD_1]:
                return Refusal("ND-5.24", "it took part in the other British activation of this turn")
        elif piece != counters.DIVISION and counters.BRIGADE[piece] != s.activation:
            return Refusal("ND-9.11", "it belongs to the other brigade")
        return None
    if not has_attack(piece):
        return Refusal("ND-5.32", "a unit without an attack value cannot be activated")
    if not s.acted[piece] and s.allowance < 1:
        return Refusal("ND-5.31", "no more units may be activated")
    return None


def activate(s: NightDrop, piece: int) -> None:
    """ND-5.37 A unit acts for the first time in this activation; a German one counts against the allowance."""
    if not s.acted[piece]:
        s.acted[piece] = 1
        if s.activation == G3:
            s.allowance -= 1


@dataclass(frozen=True)
class Activate(SideChoice):
    """ND-5.19, ND-5.20, ND-5.21, ND-5.27, ND-5.33, ND-5.35, ND-2.43 A player chooses an activation.

    B1 and B2 once a turn each, the brigade of a spent Advantage first; G1 and G2 once a turn each, by night; G3 always.
    """

    clause = "ND-5.19"

    def offer(self, s: NightDrop) -> list[Action]:
        kinds = range(2) if self.side == BRITISH else range(G1, G3 + 1)
        return [act("activate", ACTIVATIONS[kind]) for kind in kinds if may_activate(s, kind) is None]

    def chosen(self, s: NightDrop, action: Action) -> None:
        kind = ACTIVATIONS.index(action[1])
        s.used = changed(s.used, kind, s.used[kind] + 1)
        s.activation = kind
        s.acted = bytearray(counters.PIECES)
        s.moved = bytearray(counters.PIECES)
        s.fought = NO_PIECE
        s.attacked = ()
        s.tried = ()
        s.mover = ()
        s.left = 0
        s.say("ND-5.19", "{} activation: {}", SEATS[self.side], action[1], facts=(("phase", action[1]),))
        if kind <= B2:
            s.first_brigade = NOBODY
            s.then(movement.Move())
        elif kind == G3:
            s.then(RollAllowance())
        else:
            s.then(pushing.RollPushes())

    def ask(self, s: NightDrop) -> str:
        if self.side == BRITISH:
            return "Which brigade acts?"
        least = f", at least {s.turn // 2}" if s.turn >= 4 else ""
        scatter = "G1 or G2: scatter Sticks, 2d6 moves. " if s.night else ""
        return f"{scatter}G3: act with 1d6 units{least}"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "activate" and action[1] in ACTIVATIONS:
            kind = ACTIVATIONS.index(action[1])
            refusal = may_activate(s, kind)
            if refusal is not None and (kind <= B2) == (self.side == BRITISH):
                return refusal
        return Refusal("ND-5.19", "choose one of your own activations with “activate”")


def may_activate(s: NightDrop, kind: int) -> Refusal | None:
    """ND-2.43, ND-5.21, ND-5.27, ND-5.33, ND-5.35 Whether an activation can be chosen now."""
    if kind == G3:
        return None
    if kind >= G1 and not s.night:
        return Refusal("ND-5.27", "Sticks are pushed by night only")
    if s.used[kind]:
        return Refusal("ND-5.21" if kind <= B2 else "ND-5.27", "it was used this turn")
    if kind <= B2 and s.first_brigade not in (NOBODY, kind):
        return Refusal("ND-2.43", "the brigade of the spent Advantage goes first")
    return None


@dataclass(frozen=True)
class AfterMoves(NightStep):
    """ND-5.22, ND-5.23, ND-7.2, ND-2.21 After the moves come attacks, then the check of stacking, then conversions."""

    def do(self, s: NightDrop) -> None:
        s.then(declaring.Attack(), stacking.CheckStacks())
        s.then(british.Convert() if active_side(s) == BRITISH else CalmDown())


@dataclass(frozen=True)
class EndActivation(NightStep):
    """ND-5.24, ND-5.38 A Howard or Lovat unit that moved or attacked is not active again this turn."""

    def do(self, s: NightDrop) -> None:
        for piece in range(counters.HOWARD_1, counters.FIRST_GERMAN):
            if s.acted[piece]:
                s.special_used = changed(s.special_used, piece - counters.HOWARD_1, 1)
        s.activation = NOBODY


@dataclass(frozen=True)
class CalmDown(NightStep):
    """ND-5.11, ND-5.12 After a G3 the Confusion markers of the units that were active are removed; others stay."""

    def do(self, s: NightDrop) -> None:
        for piece in range(counters.FIRST_GERMAN, counters.PIECES):
            if s.confused[piece] and s.acted[piece]:
                s.confused = changed(s.confused, piece, 0)
                s.say(
                    "ND-5.11", "{} is no longer confused", name(piece), facts=(("unmarked", name(piece), "confusion"),)
                )
        s.then(EndActivation())


# --- G3 -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollAllowance(NightStep):
    """ND-5.31 A G3 activates up to d6 units, or half the turn number, rounded down, if that is more."""

    def do(self, s: NightDrop) -> None:
        face = s.roll()
        s.allowance = allowance(face, s.turn)
        s.say(
            "ND-5.31", f"The German rolls {face} and may activate {plural(s.allowance, 'unit')}",
            facts=(("rolled", "german", str(face)),),
        )  # fmt: skip
        s.then(movement.Move())


def allowance(face: int, turn: int) -> int:
    """ND-5.31 How many units a G3 activates."""
    return max(face, turn // 2)
