"""A position: the men of the players, the Axis units, what lies on the board, the meter and the cards.

Men, units and vehicles are rows of flat columns, each by its number; words for them are made at the edge. Squares are
the numbers of the grid, OFF is nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import ClassVar, Final, Self, TypeVar

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground.stage import stage_of
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import COMPILED, Setup, State

OFF: Final = -1

# Sections and phases (RR-4.1, RR-4.2).
STEALTH: Final = 0
BATTLE: Final = 1
SETUP: Final = 0
OPERATOR: Final = 1
ADVANCE: Final = 2
EVENT: Final = 3
PATROL: Final = 4
ATTACK: Final = 5
END: Final = 6
PHASES: Final = ("setup", "operator", "advance", "event", "patrol", "attack", "end")

# What a man of ours is doing.
WAITING: Final = 0  # on the entry tile
ACTIVE: Final = 1
LEFT: Final = 2
DEAD: Final = 3
BOUND: Final = 4

ITEM_COUNT: Final = len(data.ITEMS)
SUPPORT: Final = 100  # kinds from here on are support units
NOTHING: Final = 0
CORPSE: Final = 1
BARREL: Final = 2
OBJECTS: Final = ("nothing", "corpse", "barrel")

# What an Axis unit is there for.
SENTRY: Final = 0
PATROLMAN: Final = 1
GUARD: Final = 2
R_OFFICER: Final = 3
TROOPER: Final = 4  # came by a spawn tile, or has left his post
V_PATROL: Final = 5
V_GUARD: Final = 6
V_ASSAULT: Final = 7
V_CONVOY: Final = 8
V_SCOUT: Final = 9
V_SPAWN: Final = 10

# What happened to a unit in the action that is being resolved (u_mark).
WAS_ALERT: Final = 1
SEEN: Final = 2
NOISE: Final = 4
WITNESS: Final = 8
TURNED: Final = 16
IN_RANGE: Final = 32
ATTACKED: Final = 64
SHOUTED: Final = 128

SEAT: Final = "operators"

UNIT_WORDS: Final[list[list[str]]] = [[] for _ in data.UNITS]
"""The words for Axis units by kind and number, made as they are needed."""


T = TypeVar("T")


def changed(column: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A column that seldom changes, with one value replaced. It is a tuple, so that a clone shares it."""
    return (*column[:at], value, *column[at + 1 :])


class Regiment(State):
    """A position of Rogue Regiment."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "section", "phase", "turn", "meter", "token", "deck", "discards", "passes", "card", "drawn_in", "special_out",
        "cigarette", "ended", "scored",
        "m_kind", "m_side", "m_no", "m_at", "m_face", "m_health", "m_ap", "m_low", "m_spotted", "m_swim", "m_object",
        "m_state", "m_done", "m_aim", "m_mark", "m_mark_at", "m_hold", "m_shot", "m_spear", "m_car",
        "m_seat", "m_turn", "stock",
        "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_health", "u_role", "u_link", "u_place", "u_colour", "u_cig",
        "u_done", "u_react", "u_mark", "u_saw", "u_set", "u_way",
        "c_kind", "c_at", "c_face", "c_health", "c_ap", "c_done",
        "corpses", "barrels", "pumps", "traps", "mines", "bombs", "dumps", "radios", "papers", "blasts",
        "act_man", "act_car", "act_loud", "act_knife", "act_end", "faces", "hits", "alarm_alert",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.stage = stage_of(setup)
        self.layout = self.stage.layout
        self.grid = self.layout.grid
        self.section = STEALTH
        self.phase = SETUP
        self.turn = 0
        self.meter = 0
        self.token = OFF  # the colour of the patrol token
        self.deck: tuple[int, ...] = ()  # hidden: the last is drawn next
        self.discards: tuple[int, ...] = ()
        self.passes = 0  # how often the deck was shuffled anew
        self.card = OFF  # the event card drawn this turn
        self.drawn_in = STEALTH
        self.special_out = 0  # 1 when the special card has left the game
        self.cigarette = 0  # 1 while the token is in play
        self.ended = ""
        self.scored: tuple[int, ...] = (0,) * len(self.stage.mission.objectives)

        self.m_kind: tuple[int, ...] = ()
        self.m_side: tuple[int, ...] = ()
        self.m_no: tuple[int, ...] = ()
        self.m_at: list[int] = []
        self.m_face: tuple[int, ...] = ()
        self.m_health: tuple[int, ...] = ()
        self.m_ap: list[int] = []
        self.m_low: list[int] = []
        self.m_spotted: list[int] = []
        self.m_swim: tuple[int, ...] = ()
        self.m_object: tuple[int, ...] = ()
        self.m_state: list[int] = []
        self.m_done: tuple[int, ...] = ()
        self.m_aim: tuple[tuple[int, ...], ...] = ()  # the units he has taken aim at this turn
        self.m_mark: list[int] = []  # the marked unit
        self.m_mark_at: tuple[int, ...] = ()  # the marked square, for grenades
        self.m_hold: tuple[int, ...] = ()
        self.m_shot: tuple[int, ...] = ()
        self.m_spear: tuple[int, ...] = ()
        self.m_car: tuple[int, ...] = ()
        self.m_seat: tuple[int, ...] = ()
        self.m_turn: tuple[int, ...] = ()  # 1 once the unit has begun its turn
        self.stock: tuple[int, ...] = ()  # man * items + item -> how many

        self.u_kind: tuple[int, ...] = ()
        self.u_no: tuple[int, ...] = ()
        self.u_at: list[int] = []
        self.u_face: list[int] = []
        self.u_alert: list[int] = []
        self.u_health: tuple[int, ...] = ()
        self.u_role: tuple[int, ...] = ()
        self.u_link: tuple[int, ...] = ()  # sentry point, patrol line or route
        self.u_place: list[int] = []  # where on the line
        self.u_colour: tuple[int, ...] = ()
        self.u_cig: tuple[int, ...] = ()
        self.u_done: list[int] = []
        self.u_react: tuple[int, ...] = ()  # the men it has reacted to this phase, as bits
        self.u_mark: list[int] = []
        self.u_saw: tuple[int, ...] = ()  # the men it saw before it turned, as bits
        self.u_set: tuple[int, ...] = ()  # 1 for a mortar team in attack mode
        self.u_way: list[int] = []  # 1 while going forward along its line

        self.c_kind: tuple[int, ...] = ()
        self.c_at: tuple[int, ...] = ()
        self.c_face: tuple[int, ...] = ()
        self.c_health: tuple[int, ...] = ()
        self.c_ap: tuple[int, ...] = ()
        self.c_done: tuple[int, ...] = ()

        self.corpses: tuple[int, ...] = ()  # squares; OFF when gone or carried
        self.barrels: tuple[int, ...] = ()
        self.pumps: tuple[int, ...] = ()  # numbers of barrels that are fixed
        self.traps: tuple[tuple[int, int, int], ...] = ()  # square, owner, used
        self.mines: tuple[tuple[int, int], ...] = ()  # square, owner
        self.bombs: tuple[tuple[int, int, int], ...] = ()  # square, cards above, owner
        self.dumps: tuple[tuple[int, int], ...] = ()  # north-west square, health
        self.radios: tuple[tuple[int, int], ...] = ()  # square, health
        self.papers: tuple[int, ...] = ()  # documents: a square, or OFF - 1 - the man who took them
        self.blasts: tuple[int, ...] = ()  # centres of templates that stay

        # The action that is being resolved.
        self.act_man = OFF
        self.act_car = OFF
        self.act_loud: tuple[tuple[tuple[int, ...], int, int], ...] = ()  # from, earshot, 1 if it gives its user away
        self.act_knife = 0  # 1 if a witness of the kill spots the killer
        self.act_end = 0
        self.faces: tuple[int, ...] = ()
        self.hits = 0
        self.alarm_alert: tuple[int, ...] = ()  # units that were alert before the alarm

        # The words for Axis units and their numbers by these, for the units of these columns; new ones for others.
        self.known_words: dict[str, int] = {}
        self.known_names: tuple[str, ...] = ()
        self.known_kinds: tuple[int, ...] = ()

        self.quiet = False  # whether chapter 7 has found that no marker can be used before a marked unit moves

        # What the board shows now, as sets: worked out in chapter 2 when it is asked for, forgotten by `changed`.
        self.veil_known = False
        self.veil_low = 0  # what hides low men from the Axis
        self.veil_high = 0  # what hides everybody from them
        self.veil_calm = 0  # Axis units that block
        self.veil_keen = 0  # alert infantry
        self.veil_wheels = 0  # Axis vehicles among them
        self.veil_twice = 0  # squares with more than one Axis unit
        self.veil_solid = 0  # blasts, dumps, our vehicles
        self.veil_cars = 0  # our vehicles with the boat
        self.veil_covers: tuple[int, ...] = ()  # the squares of each of our vehicles
        self.veil_parked = 0  # all of these
        self.veil_wooded = 0  # those of them with a wood under the vehicle
        self.veil_onlookers = -1  # from where men may see one of these, -1 if nobody has asked
        self.veil_bars = 0  # barrels and radio sets
        self.veil_shut = 0  # dumps
        self.veil_burning = 0  # blasts
        self.veil_ground = self.layout.ground(0, 0)  # the ways of Axis infantry among these
        self.veil_present: tuple[int, ...] = ()  # Axis units on the board, at least in part
        self.veil_motors: tuple[int, ...] = ()  # Axis vehicles on the board or beside it
        self.veil_treads: tuple[int, ...] = ()  # the squares of each of these
        self.wheeled: tuple[int, ...] = ()  # the Axis vehicles among units of the kinds in `wheeled_of`
        self.legged: tuple[int, ...] = ()  # 1 for each of the others
        self.wheeled_of: tuple[int, ...] = ()

        # What was read from a column, with the column as it was: worked out anew when it is another one.
        self.ours_read: tuple[Sequence[int], ...] = ()  # m_at, m_car, m_state, m_swim; not to be changed
        self.ours_on = 0  # the squares of our men on foot
        self.riders: list[int] = []  # who sits in each of our vehicles, as bits; not to be changed
        self.ours_bar = 0  # the squares on which they, or bound men, let nobody else end
        self.ours: dict[int, tuple[int, ...]] = {}  # who is on each of them; not to be changed
        self.targets_read: tuple[Sequence[int], ...] = ()  # m_spotted, m_state, m_car
        self.targets: list[int] = []  # whom the Axis advance on; not to be changed
        self.near_read: tuple[Sequence[int], ...] = ()  # men, m_at, c_at, c_face
        self.near: dict[int, int] = {}  # how far it is to the nearest of these men, from squares that were asked for
        self.loot_read: tuple[tuple[object, ...], ...] = ()  # corpses, barrels, papers, traps, mines
        self.loot_on = 0  # their squares
        self.bodies_read: tuple[int, ...] = ()  # corpses
        self.bodies_on = 0  # their squares
        self.bodies_seen_from = 0  # the squares from which the terrain lets a man see one
        self.bodies_near = 0  # the squares near enough for a vehicle to see one
        self.roles_read: tuple[int, ...] = ()  # u_role
        self.roles: list[list[int]] = [[] for _ in range(V_SPAWN + 1)]  # the units of each role; not to be changed
        self.beats: list[list[int]] = [[], [], []]  # the patrolmen of each colour, and of none; the same

    def clone(self) -> Self:
        """An independent position on the same stage."""
        twin = super().clone()
        if COMPILED:  # interpreted, a clone has every attribute
            twin.stage = self.stage
            twin.layout = self.layout
            twin.grid = self.grid
        return twin

    # --- names

    def man(self, m: int) -> str:
        """The word for one of ours."""
        kind = self.m_kind[m]
        return data.OPERATORS[kind] if kind < SUPPORT else f"resistance-{self.m_no[m]}"

    def unit(self, u: int) -> str:
        """The word for an Axis unit."""
        if self.known_kinds is self.u_kind:
            return self.known_names[u]
        kind, number = self.u_kind[u], self.u_no[u]
        names = UNIT_WORDS[kind]
        while number >= len(names):
            names.append(f"{data.UNITS[kind]}-{len(names)}")
        return names[number]

    def roster(self) -> tuple[str, ...]:
        """The words for all Axis units by their numbers, made when one has come or become another."""
        if self.known_kinds is not self.u_kind:
            self.known_names = tuple([self.unit(u) for u in range(len(self.u_kind))])
            self.known_words = {word: u for u, word in enumerate(self.known_names)}
            self.known_kinds = self.u_kind
        return self.known_names

    def car(self, c: int) -> str:
        """The word for one of our vehicles."""
        return data.CARS[self.c_kind[c]]

    def place(self, v: int) -> str:
        """The word for a square."""
        return self.stage.names[v] if v >= 0 else "off"

    def man_of(self, word: str) -> int:
        """The number of the man with that word."""
        for m in range(len(self.m_kind)):
            if self.man(m) == word:
                return m
        raise KeyError(word)

    def unit_of(self, word: str) -> int:
        """The number of the Axis unit with that word."""
        self.roster()
        return self.known_words[word]

    # --- men and units

    def has(self, m: int, item: int) -> int:
        """How many of an item a man has."""
        return self.stock[m * ITEM_COUNT + item]

    def give(self, m: int, item: int, number: int) -> None:
        """Change how many of an item a man has."""
        at = m * ITEM_COUNT + item
        self.stock = changed(self.stock, at, self.stock[at] + number)

    def is_operator(self, m: int) -> bool:
        """Whether a man is an Operator and not a support unit."""
        return self.m_kind[m] < SUPPORT

    def on_board(self, m: int) -> bool:
        """Whether a man is in play on the board, on foot or seated."""
        return self.m_state[m] == ACTIVE

    def on_foot(self, m: int) -> bool:
        """Whether a man stands on the board."""
        return self.m_state[m] == ACTIVE and self.m_car[m] < 0

    def in_role(self, role: int) -> list[int]:
        """The Axis units that are there for something, by their numbers; not to be changed."""
        if self.u_role is not self.roles_read:
            self.roles_read = self.u_role
            numbers = range(len(self.u_role))
            self.roles = [list(compress(numbers, map(each.__eq__, self.u_role))) for each in range(V_SPAWN + 1)]
            self.beats = [[], [], []]
            for u in self.roles[PATROLMAN]:
                self.beats[self.u_colour[u]].append(u)
        return self.roles[role]

    def patrolmen(self, colour: int) -> list[int]:
        """RR-15.2 The patrolmen of a colour, by their numbers; not to be changed. A unit keeps its colour."""
        self.in_role(PATROLMAN)
        return self.beats[colour]

    def vehicle(self, u: int) -> bool:
        """Whether an Axis unit is a vehicle."""
        return data.LENGTH[self.u_kind[u]] > 0

    def vehicles(self) -> tuple[int, ...]:
        """The numbers of the Axis vehicles, found anew when units have come."""
        if self.wheeled_of is not self.u_kind:
            self.wheeled = tuple([u for u, kind in enumerate(self.u_kind) if data.LENGTH[kind]])
            self.legged = tuple([int(data.LENGTH[kind] == 0) for kind in self.u_kind])
            self.wheeled_of = self.u_kind
        return self.wheeled

    def on_legs(self) -> tuple[int, ...]:
        """For each Axis unit 1 if it is infantry, 0 for a vehicle."""
        if self.wheeled_of is not self.u_kind:
            self.vehicles()
        return self.legged

    def footprint(self, u: int) -> list[int]:
        """RR-18.12 The squares an Axis unit covers; those of a vehicle row by row from its front left."""
        at = self.u_at[u]
        if at < 0:
            return []
        length = data.LENGTH[self.u_kind[u]]
        return [at] if length == 0 else self.layout.squares_under(4 * at + self.u_face[u], length)

    def cover(self, u: int) -> int:
        """The same as a set."""
        at = self.u_at[u]
        if at < 0:
            return 0
        length = data.LENGTH[self.u_kind[u]]
        return self.grid.bit[at] if length == 0 else self.layout.cover(4 * at + self.u_face[u], length)

    def here(self, u: int) -> bool:
        """Whether an Axis unit is on the board, at least in part."""
        at = self.u_at[u]
        if self.grid.on[at]:  # OFF is the last square of the margin
            return True
        length = data.LENGTH[self.u_kind[u]]
        return at >= 0 and length > 0 and self.layout.cover(4 * at + self.u_face[u], length) & self.grid.board != 0

    def alive(self, u: int) -> bool:
        """Whether an Axis unit is still in the game, on the board or beside it."""
        return self.u_health[u] > 0

    # --- what is known of the board follows what happens, where that is simple

    def changed(self) -> None:
        """Something that blocks sight has moved, come, gone or turned alert."""
        self.veil_known = False

    def joined(self, u: int) -> None:
        """A new Axis unit, the last one, has come, not alert."""
        cover = self.cover(u)
        if not self.veil_known or not cover:
            return
        self.veil_twice |= (self.veil_calm | self.veil_keen) & cover
        self.veil_calm |= cover
        if data.LENGTH[self.u_kind[u]]:
            self.veil_wheels |= cover
            self.veil_motors, self.veil_treads = (*self.veil_motors, u), (*self.veil_treads, cover)
        if cover & self.grid.board:
            self.veil_present = (*self.veil_present, u)
        self.combine()

    def removed(self, u: int) -> None:
        """An Axis unit is about to be taken off the board."""
        cover = self.cover(u)
        if self.veil_twice & cover:
            self.veil_known = False
        if not self.veil_known:
            return
        self.veil_calm &= ~cover
        self.veil_keen &= ~cover
        self.veil_wheels &= ~cover
        self.veil_present = tuple([other for other in self.veil_present if other != u])
        if u in self.veil_motors:
            self.veil_motors = tuple([other for other in self.veil_motors if other != u])
            self.veil_treads = tuple([self.cover(other) for other in self.veil_motors])
        self.combine()

    def roused(self, u: int) -> None:
        """An infantry unit has turned alert: it no longer hides anything from the others."""
        at = self.u_at[u]
        if at < 0 or data.LENGTH[self.u_kind[u]]:
            return  # vehicles hide what is behind them, alert or not
        here = self.grid.bit[at]
        if self.veil_twice & here:
            self.veil_known = False
        elif self.veil_known:
            self.veil_calm ^= here
            self.veil_keen ^= here
            self.veil_high = self.veil_solid | self.veil_calm
            self.veil_low = self.veil_high | self.veil_bars

    def stepped(self, u: int, start: int) -> None:
        """An infantry unit has gone from one square to another."""
        if not self.veil_known:
            return
        grid, to = self.grid, self.u_at[u]
        here, there, keen = grid.bit[start], grid.bit[to], self.veil_keen
        if grid.on[start] != grid.on[to]:  # he comes from a spawn tile
            self.crossed(u, grid.on[to] == 1)
        if (self.veil_calm | keen) & there:
            self.veil_twice |= there
        if self.veil_twice & here:
            self.recount(here | there)
        elif self.u_alert[u]:
            self.veil_keen = keen ^ here | there
        else:
            self.veil_calm = self.veil_calm ^ here | there
            self.combine()

    def recount(self, squares: int) -> None:
        """Who stands on some squares is found anew, where there was more than one unit."""
        calm, keen, twice = self.veil_calm & ~squares, self.veil_keen & ~squares, self.veil_twice & ~squares
        for cover in self.veil_treads:
            twice |= calm & cover & squares
            calm |= cover & squares
        for v in bits(squares):
            here, u = self.grid.bit[v], OFF
            for _ in range(self.u_at.count(v)):
                u = self.u_at.index(v, u + 1)
                if data.LENGTH[self.u_kind[u]] == 0:
                    twice |= (calm | keen) & here
                    if self.u_alert[u]:
                        keen |= here
                    else:
                        calm |= here
        self.veil_calm, self.veil_keen, self.veil_twice = calm, keen, twice
        self.combine()

    def rolled_on(self, u: int, before: int) -> None:
        """An Axis vehicle that covered these squares before has driven on."""
        if not self.veil_known:
            return
        now, board = self.cover(u), self.grid.board
        shared = self.veil_twice & before
        if before:
            self.veil_treads = changed(self.veil_treads, self.veil_motors.index(u), now)
        else:
            self.veil_motors = tuple(sorted((*self.veil_motors, u)))
            self.veil_treads = tuple([self.cover(other) for other in self.veil_motors])
        if (before & board == 0) != (now & board == 0):
            self.crossed(u, now & board != 0)
        self.veil_calm &= ~before
        self.veil_twice |= (self.veil_calm | self.veil_keen) & now
        self.veil_calm |= now
        self.veil_wheels = self.veil_wheels & ~before | now
        if shared:
            for cover in self.veil_treads:
                self.veil_wheels |= cover
            self.recount(shared)
        else:
            self.combine()

    def crossed(self, u: int, onto: bool) -> None:
        """An Axis unit has come onto the board, or has left it."""
        others = [other for other in self.veil_present if other != u]
        self.veil_present = tuple(sorted([*others, u])) if onto else tuple(others)

    def combine(self) -> None:
        """What hides whom, from what stands there."""
        high = self.veil_solid | self.veil_calm
        self.veil_high, self.veil_low = high, high | self.veil_bars


def facing_word(facing: int) -> str:
    """n, e, s or w."""
    return FACINGS[facing]
