"""Chapter 5: the turn, initiative and its events, discovery, and the five kinds of activation."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r02_british as british
from sandtable.games.night_drop import r06_zones as zones
from sandtable.games.night_drop import r07_stacking as stacking
from sandtable.games.night_drop import r08_movement as movement
from sandtable.games.night_drop import r09_combat as combat
from sandtable.games.night_drop import r10_victory as victory
from sandtable.games.night_drop import r11_special as special
from sandtable.games.night_drop.state import (
    ACTIVATIONS,
    B2,
    BRITISH,
    BY_BRITISH,
    DEAD,
    FACE_UP,
    G1,
    G3,
    GERMAN,
    NOBODY,
    RESERVE,
    SEATS,
    NightChoice,
    NightDrop,
    NightStep,
    has_attack,
    is_stick,
    name,
    side_of,
)
from sandtable.kernel.flow import Action, Refusal, act

PASS = ("pass",)


# --- the turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn(NightStep):
    """ND-5.1 A turn: returns, special rolls, initiative, discovery, four activations, bridges, and the end."""

    def do(self, s: NightDrop) -> None:
        s.turn += 1
        s.used = bytearray(len(ACTIVATIONS))
        s.special_used = bytearray(4)
        s.first_brigade = NOBODY
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
        before = s.phasing
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
            else:
                s.phasing = before
        if self.spent and owed:
            s.first_brigade = NOBODY  # Ruling A37: the dice decided, so no brigade is bound to go first
        s.say("ND-5.3", "Initiative: {}", SEATS[s.phasing], facts=(("phase", f"{SEATS[s.phasing]}-initiative"),))
        if tie:
            s.then(TieEvent())
        s.then(
            british.DivisionArrives(),
            Discovery(),
            Activate(s.phasing),
            Activate(1 - s.phasing),
            Activate(s.phasing),
            Activate(1 - s.phasing),
            victory.Bridges(),
            special.Length(),
        )


# --- events of a tie ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TieEvent(NightStep):
    """ND-5.6, ND-5.40 On equal dice the side without the initiative has an event, if it has a counter and a target."""

    def do(self, s: NightDrop) -> None:
        if s.phasing == BRITISH:
            if free_patrol(s) != NOBODY and patrol_hexes(s):
                s.then(PlacePatrol())
        elif sum(1 for mark in list(s.confused) if mark) < d.CONFUSION_MARKERS and confusable(s):
            s.then(PlaceConfusion())


def free_patrol(s: NightDrop) -> int:
    """ND-5.40 A Patrol that can still be placed; eliminated ones are gone (Ruling A35, option patrol_recycle)."""
    for piece in range(d.FIRST_PATROL, d.PIECES):
        if s.at[piece] == RESERVE or (s.at[piece] == DEAD and s.on("patrol_recycle")):
            return piece
    return NOBODY


def may_take_patrol(s: NightDrop, cell: int, british_hexes: set[int]) -> Refusal | None:
    """ND-5.7, ND-5.8 Whether a Patrol may be placed in a hex: a village, or an objective without printed value.

    An objective must be neither destroyed nor under British control; no British unit may be there, and no three German
    ones (Rulings A32, A34, option patrol_vp_strict).
    """
    if cell in british_hexes:
        return Refusal("ND-5.8", "a British unit is there")
    objective = d.OBJECTIVE_AT.get(cell, NOBODY)
    village = d.TERRAIN[cell] == d.VILLAGE
    if objective == NOBODY and not village:
        return Refusal("ND-5.8", "a Patrol goes to a village or to an objective without a printed value")
    if objective != NOBODY and (s.on("patrol_vp_strict") or not village):
        if d.PRINTED[objective] >= 0:
            return Refusal("ND-5.7", "that objective has a printed value")
        if s.destroyed[objective] or s.control[objective]:
            return Refusal("ND-5.7", "that objective is British")
    if len(s.germans_at(cell)) >= d.STACK:
        return Refusal("ND-5.40", "three German units are there already")
    return None


def patrol_hexes(s: NightDrop) -> list[int]:
    """ND-5.7, ND-5.8 Every hex that may take a Patrol."""
    taken = s.british_hexes()
    return [cell for cell in PATROL_GROUND if may_take_patrol(s, cell, taken) is None]


PATROL_GROUND = tuple(cell for cell in range(d.HEXES) if d.TERRAIN[cell] == d.VILLAGE or cell in d.OBJECTIVE_AT)


@dataclass(frozen=True)
class PlacePatrol(NightChoice):
    """ND-5.7, ND-5.8, ND-5.13 The German may place a Patrol."""

    clause = "ND-5.7"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        return [*(act("patrol", d.HEX_NAME[cell]) for cell in patrol_hexes(s)), PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != PASS:
            piece = free_patrol(s)
            s.reduced[piece] = 0
            victory.enter(s, piece, d.HEX_OF[action[1]])
            s.say("ND-5.7", "{} appears at {}", name(piece), action[1], facts=(("placed", name(piece), action[1]),))

    def ask(self, s: NightDrop) -> str:
        return "Equal dice: place a Patrol, or pass"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("patrol", word) if word in d.HEX_OF:
                found = may_take_patrol(s, d.HEX_OF[word], s.british_hexes())
                return found or Refusal("ND-5.7", "no")
        return Refusal("ND-5.7", "place a Patrol with “patrol”, or “pass”")


def confusable(s: NightDrop) -> list[int]:
    """ND-5.9 German units on the map that carry no Confusion marker, covered or not (Ruling A73)."""
    return [piece for piece in range(d.FIRST_GERMAN, d.PIECES) if s.at[piece] < d.HEXES and not s.confused[piece]]


@dataclass(frozen=True)
class PlaceConfusion(NightChoice):
    """ND-5.9, ND-5.10, ND-5.12, ND-5.13 The British may confuse a German unit: half its movement until it has acted."""

    clause = "ND-5.9"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        return [*(act("confuse", name(piece)) for piece in confusable(s)), PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action != PASS:
            s.confused[d.PIECE_OF[action[1]]] = 1
            s.say("ND-5.9", "{} is confused", action[1], facts=(("marked", action[1], "confusion"),))

    def ask(self, s: NightDrop) -> str:
        return "Equal dice: confuse a German unit, or pass"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-5.9", "a German unit on the map that carries no Confusion marker can be confused")


# --- discovery ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Discovery(NightStep):
    """ND-5.15 By day the German may discover, unless neither a marker nor a hex is left (Ruling A71)."""

    def do(self, s: NightDrop) -> None:
        if not s.night and len(Discover().offer(s)) > 1:
            s.then(Discover())


@dataclass(frozen=True)
class Discover(NightChoice):
    """ND-5.16, ND-5.17, ND-5.18 The German turns up a British marker, or draws one face up, or neither."""

    clause = "ND-5.16"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        options = [
            act("flip", d.HEX_NAME[d.OBJECTIVES[i]]) for i in range(len(d.OBJECTIVES)) if s.marker_by[i] == BY_BRITISH
        ]
        if any(s.vp_cup):
            options += [act("draw", d.HEX_NAME[d.OBJECTIVES[i]]) for i in victory.open_hexes(s)]
        return [*options, PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == PASS:
            return
        objective = d.OBJECTIVE_AT[d.HEX_OF[action[1]]]
        if action[0] == "flip":
            s.marker_by[objective] = FACE_UP
            s.reveal("a VP marker was turned up")
        else:
            victory.draw_marker(s, objective, FACE_UP)
        s.say(
            "ND-5.16", f"The marker at {{}} is worth {s.marker[objective]} VP", action[1],
            facts=(("shown", action[1]),),
        )  # fmt: skip

    def ask(self, s: NightDrop) -> str:
        return "Discovery: turn up a British marker, or draw one for an objective, or pass"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("flip", _):
                return Refusal("ND-5.16", "only a face-down marker that the British placed can be turned up")
            case ("draw", _):
                return Refusal("ND-5.17", "a marker is drawn for an objective without a marker and a printed value")
        return Refusal("ND-5.16", "discover with “flip” or “draw”, or “pass”")


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
        if piece >= d.HOWARD_1:
            if s.special_used[piece - d.HOWARD_1]:
                return Refusal("ND-5.24", "it took part in the other British activation of this turn")
        elif piece != d.DIVISION and d.BRIGADE[piece] != s.activation:
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
class Activate(NightChoice):
    """ND-5.19, ND-5.20, ND-5.21, ND-5.27, ND-5.33, ND-5.35, ND-2.43 A player chooses an activation.

    B1 and B2 once a turn each, the brigade of a spent Advantage first; G1 and G2 once a turn each, by night; G3 always.
    """

    side: int
    clause = "ND-5.19"

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]

    def offer(self, s: NightDrop) -> list[Action]:
        kinds = range(2) if self.side == BRITISH else range(G1, G3 + 1)
        return [act("activate", ACTIVATIONS[kind]) for kind in kinds if may_activate(s, kind) is None]

    def chosen(self, s: NightDrop, action: Action) -> None:
        kind = ACTIVATIONS.index(action[1])
        s.used[kind] += 1
        s.activation = kind
        s.acted = bytearray(d.PIECES)
        s.moved = bytearray(d.PIECES)
        s.fought = bytearray(d.PIECES)
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
            s.then(RollPushes())

    def ask(self, s: NightDrop) -> str:
        return "Choose an activation"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "activate" and action[1] in ACTIVATIONS:
            kind = ACTIVATIONS.index(action[1])
            if (kind <= B2) == (self.side == BRITISH):
                return may_activate(s, kind) or Refusal("ND-5.19", "no")
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
        s.then(combat.Attack(), stacking.CheckStacks())
        s.then(british.Convert() if active_side(s) == BRITISH else CalmDown())


@dataclass(frozen=True)
class EndActivation(NightStep):
    """ND-5.24, ND-5.38 A Howard or Lovat unit that moved or attacked is not active again this turn."""

    def do(self, s: NightDrop) -> None:
        for piece in range(d.HOWARD_1, d.FIRST_GERMAN):
            if s.acted[piece]:
                s.special_used[piece - d.HOWARD_1] = 1
        s.activation = NOBODY


@dataclass(frozen=True)
class CalmDown(NightStep):
    """ND-5.11, ND-5.12 After a G3 the Confusion markers of the units that were active are removed; others stay."""

    def do(self, s: NightDrop) -> None:
        for piece in range(d.FIRST_GERMAN, d.PIECES):
            if s.confused[piece] and s.acted[piece]:
                s.confused[piece] = 0
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
            "ND-5.31", f"The German rolls {face} and may activate {s.allowance} units",
            facts=(("rolled", "german", str(face)),),
        )  # fmt: skip
        s.then(movement.Move())


def allowance(face: int, turn: int) -> int:
    """ND-5.31 How many units a G3 activates."""
    return max(face, turn // 2)


# --- G1 and G2 ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollPushes(NightStep):
    """ND-5.25, ND-5.26 The German rolls two dice: so many one-hex moves of unknown Sticks."""

    def do(self, s: NightDrop) -> None:
        white, coloured = s.roll(), s.roll()
        s.allowance = white + coloured
        s.pushed = bytearray(d.STICKS)
        s.say(
            "ND-5.25", f"The German rolls {white} and {coloured}: {s.allowance} moves of Sticks",
            facts=(("rolled", "german", str(white), str(coloured)),),
        )  # fmt: skip
        s.then(Push())


def may_push(s: NightDrop, stick: int) -> Refusal | None:
    """ND-5.25, ND-5.26, ND-5.28, ND-5.30 Whether the German may move a Stick, wherever it could go."""
    if not is_stick(stick) or stick == d.DIVISION or s.at[stick] >= d.HEXES:
        return Refusal("ND-5.30", "only a Stick on the map can be pushed")
    if d.BRIGADE[stick] != s.activation - G1:
        return Refusal("ND-5.25", "it belongs to the other brigade")
    if s.front[stick]:
        return Refusal("ND-5.30", "a revealed Stick cannot be pushed")
    if s.pushed[stick] >= d.PUSHES:
        return Refusal("ND-5.28", "a Stick is pushed three hexes at most")
    return None


@dataclass(frozen=True)
class Push(NightChoice):
    """ND-5.25, ND-5.26, ND-5.28, ND-5.29, ND-5.36 The German moves unknown Sticks one hex at a time, up to the roll.

    Not onto his own units, not into a hex that holds three British units (one in the battery; option g12_overstack),
    not where no step leads. Off the map a Stick is parked (option stick_exit).
    """

    clause = "ND-5.25"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        options: list[Action] = []
        if s.allowance > 0:
            closed = closed_to_pushes(s)
            held = held_by_zones(s)
            steps = victory.steps(s)
            may_exit = s.options["stick_exit"] == "park"
            for stick in range(d.STICKS):
                if may_push(s, stick) is not None:
                    continue
                cell = s.at[stick]
                if held is not None and held[cell]:
                    continue
                word = name(stick)
                for to, _ in steps[cell]:
                    if to not in closed and not (held is not None and held[to]):
                        options.append(("move", word, d.HEX_NAME[to]))
                if may_exit and d.ON_EDGE[cell]:
                    options.append(("leave", word))
        options.append(("done",))
        return options

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("done",):
            s.then(stacking.CheckStacks(), EndActivation())
            return
        stick = d.PIECE_OF[action[1]]
        s.allowance -= 1
        s.pushed[stick] += 1
        if action[0] == "leave":
            movement.park(s, stick, s.at[stick], s.turn + 1)
        else:
            origin = d.HEX_NAME[s.at[stick]]
            victory.enter(s, stick, d.HEX_OF[action[2]])
            s.say(
                "ND-5.25", "{} strays to {}", action[1], action[2], facts=(("moved", action[1], origin, action[2]),)
            )  # fmt: skip
        s.then(Push())

    def ask(self, s: NightDrop) -> str:
        return f"Scatter unknown Sticks: {s.allowance} moves left, three a Stick"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("move", word, hex_word) if word in d.PIECE_OF and hex_word in d.HEX_OF:
                if s.allowance < 1:
                    return Refusal("ND-5.29", "the moves of the roll are used up")
                refusal = may_push(s, d.PIECE_OF[word])
                if refusal is not None:
                    return refusal
                if d.HEX_OF[hex_word] in s.german_hexes():
                    return Refusal("ND-8.14", "a Stick is not pushed onto a German unit")
                if d.HEX_OF[hex_word] in closed_to_pushes(s):
                    return Refusal("ND-5.36", "that hex is full")
                return Refusal("ND-5.25", "a push is one step to a neighbouring hex")
        return Refusal("ND-5.25", "push Sticks with “move”, or “done”")


def closed_to_pushes(s: NightDrop) -> set[int]:
    """ND-5.36, ND-8.14 Hexes that the German may not push a Stick into: his own, and full ones."""
    closed = s.german_hexes()
    if s.options["g12_overstack"] == "forbidden":
        counts: dict[int, int] = {}
        for place in s.at[: d.FIRST_GERMAN]:
            counts[place] = counts.get(place, 0) + 1
        closed |= {cell for cell, number in counts.items() if number >= stacking.limit(cell)}
    return closed


def held_by_zones(s: NightDrop) -> bytearray | None:
    """ND-8.4 Hexes where zones of control hold a Stick by night; none but under the option night_stick_ezoc."""
    return zones.zones(s, BRITISH) if s.on("night_stick_ezoc") else None
