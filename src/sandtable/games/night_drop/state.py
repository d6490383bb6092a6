"""A position of Night Drop: flat columns of integers, one entry a piece, objective or German unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.kernel.columns import changed as changed  # noqa: PLC0414 (chapters take it from the state)
from sandtable.kernel.flow import Action, Choice, Setup, State, Step

BRITISH = 0
GERMAN = 1
SEATS = ("british", "german")

# Where a piece may be beside a hex of the map.
RESERVE = land.HEXES  # not in play yet
DEAD = land.HEXES + 1  # eliminated
WITHDRAWN = land.HEXES + 2  # used for a conversion, or spent
PARKED = land.HEXES + 3  # a Stick off the map beside its edge hex
OUTSIDE = land.HEXES + 4  # a German unit that has yet to come on
TRACK = land.HEXES + 5  # first box of the off-map track; the others follow

# Activations: the two British ones first, so that their numbers are those of the brigades.
B1, B2, G1, G2, G3 = range(5)
ACTIVATIONS = ("b1", "b2", "g1", "g2", "g3")
NOBODY = -1

# Who put a VP marker into a hex.
NO_MARKER, BY_BRITISH, BY_GERMAN, FACE_UP = range(4)

TOWARDS_H, TOWARDS_A = 1, 2  # bound on the off-map track; 0 for neither

# Columns in which nothing is marked.
NONE_ACTIVATED = (0,) * len(ACTIVATIONS)
NO_PIECE = (0,) * counters.PIECES
NO_STICK = (0,) * counters.STICKS
NO_UNIT = (0,) * counters.CUP
NO_OBJECTIVE = (0,) * len(land.OBJECTIVES)
NO_SPECIAL = (0,) * (counters.FIRST_GERMAN - counters.HOWARD_1)


class NightDrop(State):
    """A position of Night Drop.

    What nearly every decision changes is a list, which a clone copies. The other columns are tuples,
    which clones share and `changed` replaces.
    """

    FIELDS = (
        "turn", "phasing", "activation", "used", "first_brigade", "owed", "killed_advantages", "over",
        "at", "beside", "due_back", "reduced", "kind", "front", "told",
        "identity", "cover", "shown", "letters", "bound", "cup", "confused",
        "control", "destroyed", "broken", "marker", "marker_by", "vp_cup", "adjustment", "assembled", "lovat_waits",
        "acted", "moved", "fought", "special_used", "attacked", "tried", "pushed", "allowance", "mover", "left",
        "named", "aim", "target", "force", "attack_point", "defence_point", "hits", "retreats",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.box = counters.BOXES[setup.options["data"]]
        # The turn.
        self.turn = 0
        self.phasing = BRITISH  # who has, or last had, the initiative
        self.activation = NOBODY  # the activation that is running
        self.used: tuple[int, ...] = NONE_ACTIVATED  # how often each was used this turn
        self.first_brigade = NOBODY  # the brigade that must be activated first this turn
        self.owed: tuple[int, ...] = ()  # turns whose initiative the German has earned
        self.killed_advantages: tuple[int, ...] = ()  # pieces on the turn track
        self.over = 0
        # Pieces.
        self.at = [RESERVE] * counters.PIECES
        self.beside: tuple[int, ...] = (NOBODY,) * counters.PIECES  # the edge hex of a piece that is PARKED or OUTSIDE
        self.due_back: tuple[int, ...] = NO_STICK  # the turn on which a parked Stick comes on
        self.reduced: tuple[int, ...] = NO_PIECE
        self.kind: tuple[int, ...] = (counters.P,) * counters.STICKS  # the fronts, which nobody sees
        self.front: tuple[int, ...] = NO_STICK  # lying on its front, or seen by all since
        self.told: tuple[int, ...] = NO_STICK  # the German alone has seen it
        # German units from the cup, by the order in which they appeared.
        self.identity: tuple[int, ...] = (NOBODY,) * counters.CUP
        self.cover: tuple[int, ...] = NO_UNIT
        self.shown: tuple[int, ...] = NO_UNIT  # uncovered now or once: who it is is public for good
        self.letters: tuple[int, ...] = NO_UNIT  # letters it may carry, as far as everybody saw; bit n is the nth
        self.bound: tuple[int, ...] = NO_UNIT
        self.cup: tuple[int, ...] = ()  # identities not drawn yet, in the order of the data
        self.confused: tuple[int, ...] = NO_PIECE
        # Objectives.
        self.control: tuple[int, ...] = NO_OBJECTIVE
        self.destroyed: tuple[int, ...] = NO_OBJECTIVE
        self.broken: tuple[int, ...] = NO_OBJECTIVE  # destroyed, and the British have left it
        self.marker: tuple[int, ...] = (NOBODY,) * len(land.OBJECTIVES)
        self.marker_by: tuple[int, ...] = NO_OBJECTIVE
        self.vp_cup: tuple[int, ...] = self.box.vp_markers  # how many of each value are left
        self.adjustment = 0
        self.assembled = 0  # Sticks that became part of a Company
        self.lovat_waits = 0  # he has come, but Germans hold every L hex
        # The activation that is running.
        self.acted = bytearray(counters.PIECES)
        self.moved = bytearray(counters.PIECES)
        self.fought: tuple[int, ...] = NO_PIECE
        self.special_used: tuple[int, ...] = NO_SPECIAL  # Howard and Lovat units that were active earlier this turn
        self.attacked: tuple[int, ...] = ()
        self.tried: tuple[int, ...] = ()  # hexes and colours tried for conversion: hex * 3 + colour
        self.pushed: tuple[int, ...] = NO_STICK
        self.allowance = 0
        self.mover: tuple[int, ...] = ()  # who moved last and may go on
        self.left = 0
        # A choice that is half made: nobody's business but its chooser's until it is sent.
        self.named: tuple[int, ...] = ()  # units named so far, for a move or an attack
        self.aim = NOBODY  # the hex that they are to attack
        # The combat that is running.
        self.target = NOBODY
        self.force: tuple[int, ...] = ()
        self.attack_point = NOBODY
        self.defence_point = NOBODY
        self.hits: tuple[int, ...] = NO_PIECE
        self.retreats: tuple[int, ...] = NO_PIECE

    # --- who is where --------------------------------------------------------------------------------------------

    def british_at(self, place: int) -> list[int]:
        """British pieces in a hex, in the order of the data."""
        return self.among(place, 0, counters.BRITISH_PIECES)

    def germans_at(self, place: int) -> list[int]:
        """German pieces in a hex or a box of the track, in the order of the data."""
        return self.among(place, counters.FIRST_GERMAN, counters.PIECES)

    def among(self, place: int, first: int, last: int) -> list[int]:
        """Those of some pieces that are in a place."""
        at = self.at
        return [piece for piece in range(first, last) if at[piece] == place]

    def pieces_at(self, place: int, side: int) -> list[int]:
        """One side's pieces in a hex."""
        return self.british_at(place) if side == BRITISH else self.germans_at(place)

    def german_hexes(self) -> set[int]:
        """Hexes that hold a German unit."""
        return {place for place in self.at[counters.FIRST_GERMAN :] if place < land.HEXES}

    def british_hexes(self) -> set[int]:
        """Hexes that hold a British unit."""
        return {place for place in self.at[: counters.FIRST_GERMAN] if place < land.HEXES}

    # --- values --------------------------------------------------------------------------------------------------

    def values(self, piece: int) -> tuple[int, int]:
        """AV and DV of a piece as it is now; an AV of -1 is none."""
        who = self.identity[piece - counters.FIRST_GERMAN] if is_drawn(piece) else NOBODY
        return self.box.values(piece, who, self.reduced[piece] != 0)

    def attack_value(self, piece: int) -> int:
        """AV of a piece as it is now; -1 for none."""
        return self.values(piece)[0]

    def defence_value(self, piece: int) -> int:
        """DV of a piece as it is now."""
        return self.values(piece)[1]

    def has_reduced_side(self, piece: int) -> bool:
        """Whether a piece survives its first step loss."""
        who = self.identity[piece - counters.FIRST_GERMAN] if is_drawn(piece) else NOBODY
        return self.box.values(piece, who, True)[0] != counters.NO_SIDE

    @property
    def night(self) -> bool:
        """ND-5.2 Turns 1 to 4 are night, all later ones day."""
        return self.turn <= tables.NIGHT_TURNS

    def on(self, option: str) -> bool:
        """Whether a ruling that is on or off is on."""
        return self.options[option] == "on"


def side_of(piece: int) -> int:
    """Whose piece it is."""
    return BRITISH if piece < counters.FIRST_GERMAN else GERMAN


def is_stick(piece: int) -> bool:
    """Whether it is a Stick; the division's headquarters is one."""
    return piece <= counters.DIVISION


def is_company(piece: int) -> bool:
    """Whether it is a British combat unit: a Company of a brigade, of Howard or of Lovat."""
    return counters.DIVISION < piece < counters.FIRST_GERMAN


def is_drawn(piece: int) -> bool:
    """Whether it is a German unit from the cup."""
    return counters.FIRST_GERMAN <= piece < counters.GARRISON


def has_attack(piece: int) -> bool:
    """Whether it has an AV. All units of the cup have one, so this needs no look under a cover."""
    return is_company(piece) or is_drawn(piece)


def name(piece: int) -> str:
    """The word of a piece."""
    return counters.PIECE_NAME[piece]


def names(pieces: tuple[int, ...] | list[int]) -> str:
    """Several pieces as a phrase with ids in braces."""
    words = ["{" + counters.PIECE_NAME[piece] + "}" for piece in pieces]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def place_word(place: int) -> str:
    """The word of a place: a hex, a box of the track, or off."""
    if place < land.HEXES:
        return land.HEX_NAME[place]
    if place >= TRACK:
        return land.TRACK_NAME[place - TRACK]
    return "off"


def hex_title(cell: int) -> str:
    """A hex as people call it: its name if it has one."""
    return land.PLACE_NAME.get(cell, land.HEX_NAME[cell])


def place_title(s: NightDrop, piece: int) -> str:
    """Where a piece is, in a few words; empty when it is not in play."""
    place = s.at[piece]
    if place < land.HEXES:
        return hex_title(place)
    if place >= TRACK:
        return f"off-map box {place - TRACK + 1}"
    return f"outside {hex_title(s.beside[piece])}" if place in (PARKED, OUTSIDE) and s.beside[piece] >= 0 else ""


class NightStep(Step):
    """A step of this game."""

    def do(self, s: NightDrop) -> None:
        raise NotImplementedError(type(self).__name__)


class NightChoice(Choice):
    """A choice of this game."""

    def members(self, s: NightDrop) -> Sequence[int]:
        """The pieces that it concerns."""
        return ()

    def about(self, s: NightDrop) -> tuple[str, ...]:
        return tuple(counters.PIECE_NAME[piece] for piece in self.members(s))

    def price(self, s: NightDrop, action: Action) -> str:
        """What its verb says; otherwise where the piece that it names stands, so that nobody has to look for it."""
        if self.verb_of(s, action) is not None:
            return super().price(s, action)
        return (
            place_title(s, counters.PIECE_OF[action[1]]) if len(action) > 1 and action[1] in counters.PIECE_OF else ""
        )


@dataclass(frozen=True)
class SideChoice(NightChoice):
    """A choice of the side that it names."""

    side: int

    def seat(self, s: NightDrop) -> str:
        return SEATS[self.side]
