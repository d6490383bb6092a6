"""A position: the men of the players, the Axis units, what lies on the board, the meter and the cards.

Men, units and vehicles are rows of flat columns, each by its number; words for them are made at the edge. Squares are
the numbers of the grid, OFF is nowhere.
"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.ground import known
from sandtable.games.rogue_regiment.ground.stage import stage_of
from sandtable.geometry.squares import FACINGS
from sandtable.kernel.columns import changed as changed  # noqa: PLC0414 (chapters take it from the state)
from sandtable.kernel.columns import longer
from sandtable.kernel.flow import Setup, State

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
HUNT: Final = 7  # RR-27.3 only where somebody plays the Jäger
PHASES: Final = ("setup", "operator", "advance", "event", "patrol", "attack", "end", "jaeger")

# What a man of ours is doing.
WAITING: Final = 0  # on the entry tile
ACTIVE: Final = 1
LEFT: Final = 2
DEAD: Final = 3
BOUND: Final = 4

ITEM_COUNT: Final = len(data.ITEMS)
SUPPORT: Final = 100  # kinds from here on are support units, by their places in the box
CREWMAN: Final = SUPPORT + data.JEEP_CREW  # RR-24.36 a man of the Support Willys, who never gets out
CIVILIAN: Final = 1  # RR-24.1 the side of Nancy's board that is her disguise
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

# What keeps an Axis unit from seeing and acting (u_cig): nothing, or one of these.
BY_CARD: Final = 1  # RR-14.17 the cigarette of the event card
HIS_OWN: Final = 2  # RR-28.15 one that an Operator brought
ENSNARED: Final = 3  # RR-24.17 in Nancy's garrotte
BLIND: Final = 4  # RR-24.38 an AA gun, which watches the airspace alone
TALKS: Final = 5  # RR-24.11 it listens to Nancy; to this is added the facing it had before

# What happened to a unit in the action that is being resolved (u_mark).
WAS_ALERT: Final = 1
SEEN: Final = 2
NOISE: Final = 4
WITNESS: Final = 8
TURNED: Final = 16
IN_RANGE: Final = 32
ATTACKED: Final = 64
SHOUTED: Final = 128
SMELT: Final = 256

SEAT: Final = "operators"
JAEGER: Final = "jaeger"  # the seat of whoever plays the Axis


class Regiment(State):
    """A position of Rogue Regiment."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "section", "phase", "turn", "meter", "token", "deck", "discards", "passes", "card", "drawn_in", "special_out",
        "cigarette", "ended", "scored",
        "m_kind", "m_side", "m_no", "m_at", "m_face", "m_health", "m_ap", "m_low", "m_spotted", "m_swim", "m_object",
        "m_state", "m_done", "m_aim", "m_mark", "m_mark_at", "m_hold", "m_shot", "m_spear", "m_car",
        "m_seat", "m_turn", "stock",
        "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_health", "u_role", "u_link", "u_place", "u_colour", "u_cig",
        "u_done", "u_react", "u_mark", "u_saw", "u_set", "u_way", "u_stall",
        "c_kind", "c_at", "c_face", "c_health", "c_ap", "c_done",
        "corpses", "barrels", "pumps", "traps", "mines", "bombs", "dumps", "radios", "papers", "blasts", "flames",
        "typhoon",
        "act_man", "act_car", "act_from", "act_loud", "act_knife", "act_end", "faces", "hits", "alarm_alert",
        "j_deck", "j_hand", "j_down", "j_used", "j_pile", "j_back", "j_drawn", "j_ways", "cats", "stains", "locks",
        "m_twig", "u_hunt", "u_cat", "hunt_left",
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
        self.m_spear: tuple[int, ...] = ()  # the speargun is used this turn, or marked; tries with the garrotte
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
        self.u_cig: tuple[int, ...] = ()  # what keeps it from seeing and acting
        self.u_done: list[int] = []
        self.u_react: tuple[int, ...] = ()  # whom it has reacted to this phase, men and then vehicles, as bits
        self.u_mark: list[int] = []
        self.u_saw: tuple[int, ...] = ()  # the men it saw before it turned, as bits
        self.u_set: tuple[int, ...] = ()  # 1 for a mortar team in attack mode, and for a vehicle whose men are out
        self.u_way: list[int] = []  # 1 while going forward along its line
        self.u_stall: tuple[int, ...] = ()  # 1 for a vehicle with a mechanical failure, which stands this turn

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
        self.flames: tuple[tuple[int, int], ...] = ()  # one for each flame token: room, and the turn it was placed in

        self.typhoon: tuple[int, ...] = ()  # what rules/r24_typhoon.py says; empty where there is none

        # The action that is being resolved.
        self.act_man = OFF
        self.act_car = OFF
        self.act_from: tuple[int, ...] = ()  # from where the attack was made; several squares for a vehicle
        self.act_loud: tuple[tuple[tuple[int, ...], int, int], ...] = ()  # from, earshot, 1 if it gives its user away
        self.act_knife = 0  # 1 if a witness of the kill spots the killer
        self.act_end = 0
        self.faces: tuple[int, ...] = ()
        self.hits = 0
        self.alarm_alert: tuple[int, ...] = ()  # units that were alert before the alarm

        # RR-27 What only a game with a Jäger has.
        self.j_deck: tuple[int, ...] = ()  # hidden from all: the last is drawn next
        self.j_hand: tuple[int, ...] = ()  # his alone
        self.j_down: tuple[int, ...] = ()  # the card face down beside the event deck, his alone, and draws before it
        self.j_used = OFF  # the card of his that is in effect instead of the event card
        self.j_pile: tuple[tuple[int, int, int], ...] = ()  # discards: card, draws before it left his hand, 1 if shown
        self.j_back: tuple[int, ...] = ()  # the cards that all saw go into the deck when it was last shuffled anew
        self.j_drawn = 0  # cards drawn since it was last shuffled
        self.j_ways: tuple[int, ...] = (OFF,) * 4  # the waypoint of each Stalker
        self.cats: tuple[int, ...] = ()  # squares
        self.stains: tuple[tuple[int, int], ...] = ()  # square, 1 once it is flipped
        self.locks: tuple[tuple[int, int], ...] = ()  # the two squares of a locked door, the lower first
        self.m_twig: tuple[int, ...] = ()  # 1 for a man with a twig under his feet
        self.u_hunt: tuple[int, ...] = ()  # 1 for a unit that the Jäger moves
        self.hunt_left = 0  # what is left of the points of the vehicle that he moves now
        self.u_cat: tuple[int, ...] = ()  # 1 + the facing that a patrolman had before a cat turned him

        # What is known of the board, worked out in ground/known.py when it is asked for.
        self.known_roster: known.Roster | None = None
        self.known_axis: known.Axis | None = None
        self.known_ours: known.Ours | None = None
        self.known_cars: known.Cars | None = None
        self.known_things: known.Things | None = None
        self.known_veil: known.Veil | None = None
        self.known_watch: known.Watch | None = None

    # --- what is known of the board (ground/known.py)

    @property
    def roster(self) -> known.Roster:
        """Which Axis units there are."""
        if self.known_roster is None:
            self.known_roster = known.Roster().joined(self)
        return self.known_roster

    @property
    def axis(self) -> known.Axis:
        """Where they are."""
        if self.known_axis is None:
            self.known_axis = known.axis_of(self)
        return self.known_axis

    @property
    def ours(self) -> known.Ours:
        """Where the players' men are."""
        if self.known_ours is None:
            self.known_ours = known.Ours(self)
        return self.known_ours

    @property
    def cars(self) -> known.Cars:
        """Where the players' vehicles are."""
        if self.known_cars is None:
            self.known_cars = known.Cars(self)
        return self.known_cars

    @property
    def things(self) -> known.Things:
        """What lies on the board."""
        if self.known_things is None:
            self.known_things = known.Things(self)
        return self.known_things

    @property
    def veil(self) -> known.Veil:
        """What hides whom from the Axis."""
        if self.known_veil is None:
            self.known_veil = known.Veil(self)
        return self.known_veil

    @property
    def watch(self) -> known.Watch:
        """Who would notice one of the players' vehicles."""
        if self.known_watch is None:
            self.known_watch = known.Watch()
        return self.known_watch

    def forget(self) -> None:
        """Whatever was known of the board is to be worked out anew: columns were filled from outside."""
        self.known_roster = self.known_axis = self.known_ours = None
        self.known_cars = self.known_things = self.known_veil = self.known_watch = None

    # --- changing the board: only these methods write the columns from which something follows

    def enlist(self, kind: int, number: int, at: int, facing: int, role: int, colour: int, link: int) -> int:
        """A new Axis unit, not alert; its number."""
        self.u_kind, self.u_no = longer(self.u_kind, kind), longer(self.u_no, number)
        self.u_at.append(at)
        self.u_face.append(facing)
        self.u_health = longer(self.u_health, data.HEALTH[kind])
        self.u_role, self.u_colour = longer(self.u_role, role), longer(self.u_colour, colour)
        self.u_link = longer(self.u_link, link)
        self.u_place.append(OFF)
        for column in (self.u_alert, self.u_done, self.u_mark, self.u_way):
            column.append(0)
        self.u_cig = longer(self.u_cig, BLIND if kind == data.AA_GUN else 0)
        self.u_react, self.u_saw = longer(self.u_react, 0), longer(self.u_saw, 0)
        self.u_set, self.u_stall = longer(self.u_set, 0), longer(self.u_stall, 0)
        self.u_hunt, self.u_cat = longer(self.u_hunt, 0), longer(self.u_cat, 0)
        u = len(self.u_kind) - 1
        self.known_axis = self.known_axis.joined(self, u) if self.known_axis is not None else None
        self.known_roster = self.known_roster.joined(self) if self.known_roster is not None else None
        self.known_veil = self.known_watch = None
        return u

    def next_number(self, kind: int) -> int:
        """The number that a further Axis unit of a kind has."""
        return max([self.u_no[u] for u, other in enumerate(self.u_kind) if other == kind], default=0) + 1

    def recast(self, u: int, kind: int, number: int) -> None:
        """An Axis unit becomes one of another kind."""
        self.u_kind, self.u_no = changed(self.u_kind, u, kind), changed(self.u_no, u, number)
        self.known_roster = self.known_axis = self.known_veil = self.known_watch = None

    def assign(self, u: int, role: int) -> None:
        """What an Axis unit is there for from now on."""
        self.u_role = changed(self.u_role, u, role)
        self.known_roster = None

    def move(self, u: int, at: int) -> None:
        """An Axis unit is on another square now, or nowhere."""
        axis = self.known_axis
        if axis is not None:
            self.known_axis = axis.rolled(self, u, at, self.u_face[u]) if self.vehicle(u) else axis.walked(self, u, at)
        self.u_at[u] = at
        self.known_veil = self.known_watch = None

    def face(self, u: int, facing: int) -> None:
        """An Axis unit looks another way."""
        if self.vehicle(u):
            at, axis = self.u_at[u], self.known_axis
            self.known_axis = axis.rolled(self, u, at, facing) if axis is not None else None
            self.known_veil = None
        self.u_face[u] = facing
        self.known_watch = None

    def hinder(self, u: int, why: int) -> None:
        """Something keeps an Axis unit from seeing and acting, or no longer."""
        self.u_cig = changed(self.u_cig, u, why)
        self.known_watch = None

    def deploy(self, u: int, mode: int) -> None:
        """A mortar team is in attack mode, the men of a vehicle are out, or no longer."""
        self.u_set = changed(self.u_set, u, mode)
        self.known_watch = None

    def rouse(self, u: int) -> None:
        """An Axis unit is alert from now on."""
        self.known_axis = self.known_axis.roused(self, u) if self.known_axis is not None else None
        self.u_alert[u] = 1
        self.known_veil = None

    def recruit(
        self, kind: int, number: int, side: int, at: int, state: int, health: int, stock: tuple[int, ...]
    ) -> int:
        """A new man of the players with what he brings; his number."""
        self.m_kind, self.m_no, self.m_side = (*self.m_kind, kind), (*self.m_no, number), (*self.m_side, side)
        self.m_at.append(at)
        self.m_state.append(state)
        self.m_health = (*self.m_health, health)
        for column in (self.m_ap, self.m_low, self.m_spotted):
            column.append(0)
        self.m_mark.append(OFF)
        self.m_object, self.m_swim, self.m_hold = (*self.m_object, NOTHING), (*self.m_swim, 0), (*self.m_hold, 0)
        self.m_car, self.m_seat = (*self.m_car, OFF), (*self.m_seat, OFF)
        self.m_face, self.m_done, self.m_turn = (*self.m_face, 0), (*self.m_done, 0), (*self.m_turn, 0)
        self.m_shot, self.m_spear = (*self.m_shot, 0), (*self.m_spear, 0)
        self.m_aim, self.m_mark_at = (*self.m_aim, ()), (*self.m_mark_at, OFF)
        self.m_twig = (*self.m_twig, 0)
        self.stock += stock
        self.known_ours = None
        return len(self.m_kind) - 1

    def equip(self, kind: int, at: int, facing: int, health: int) -> int:
        """A new vehicle of the players; its number."""
        self.c_kind, self.c_health = (*self.c_kind, kind), (*self.c_health, health)
        self.c_at, self.c_face = (*self.c_at, at), (*self.c_face, facing)
        self.c_ap, self.c_done = (*self.c_ap, 0), (*self.c_done, 0)
        self.known_ours = self.known_cars = self.known_veil = None
        return len(self.c_kind) - 1

    def put(self, m: int, at: int) -> None:
        """One of ours is on another square now, or nowhere."""
        self.m_at[m] = at
        self.known_ours = None

    def become(self, m: int, state: int) -> None:
        """One of ours is waiting, active, bound, dead or has left."""
        self.m_state[m] = state
        self.known_ours = None

    def sit(self, m: int, car: int, seat: int) -> None:
        """One of ours sits in one of our vehicles, or in none."""
        self.m_car, self.m_seat = changed(self.m_car, m, car), changed(self.m_seat, m, seat)
        self.known_ours = None

    def swim(self, m: int, swims: int) -> None:
        """One of ours is in the water, or out of it."""
        self.m_swim = changed(self.m_swim, m, swims)
        self.known_ours = None

    def spot(self, m: int, spotted: int) -> None:
        """One of ours is spotted, or no longer."""
        self.m_spotted[m] = spotted
        self.known_ours = None

    def park(self, c: int, at: int, facing: int) -> None:
        """One of our vehicles is in another place now, or nowhere."""
        self.c_at, self.c_face = changed(self.c_at, c, at), changed(self.c_face, c, facing)
        self.known_cars = self.known_veil = None

    def lay(
        self,
        *,
        corpses: tuple[int, ...] | None = None,
        barrels: tuple[int, ...] | None = None,
        papers: tuple[int, ...] | None = None,
        traps: tuple[tuple[int, int, int], ...] | None = None,
        mines: tuple[tuple[int, int], ...] | None = None,
        dumps: tuple[tuple[int, int], ...] | None = None,
        radios: tuple[tuple[int, int], ...] | None = None,
        blasts: tuple[int, ...] | None = None,
        flames: tuple[tuple[int, int], ...] | None = None,
        stains: tuple[tuple[int, int], ...] | None = None,
    ) -> None:
        """What lies on the board from now on; what is not named stays."""
        self.corpses = self.corpses if corpses is None else corpses
        self.barrels = self.barrels if barrels is None else barrels
        self.papers = self.papers if papers is None else papers
        self.traps = self.traps if traps is None else traps
        self.mines = self.mines if mines is None else mines
        self.dumps = self.dumps if dumps is None else dumps
        self.radios = self.radios if radios is None else radios
        self.blasts = self.blasts if blasts is None else blasts
        self.flames = self.flames if flames is None else flames
        self.stains = self.stains if stains is None else stains
        self.known_things = self.known_veil = None

    # --- names

    def man(self, m: int) -> str:
        """The word for one of ours."""
        kind = self.m_kind[m]
        return data.OPERATORS[kind] if kind < SUPPORT else f"{data.SUPPORTS[kind - SUPPORT]}-{self.m_no[m]}"

    def unit(self, u: int) -> str:
        """The word for an Axis unit."""
        return self.roster.names[u]

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
        return self.roster.numbers[word]

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
        """The Axis units that are there for something, by their numbers."""
        return self.roster.roles.get(role, [])

    def patrolmen(self, colour: int) -> list[int]:
        """RR-15.2 The patrolmen of a colour, by their numbers."""
        return [u for u in self.in_role(PATROLMAN) if self.u_colour[u] == colour]

    def vehicle(self, u: int) -> bool:
        """Whether an Axis unit is a vehicle."""
        return data.LENGTH[self.u_kind[u]] > 0

    def footprint(self, u: int) -> tuple[int, ...]:
        """RR-18.12 The squares an Axis unit covers; those of a vehicle row by row from its front left."""
        at = self.u_at[u]
        if at < 0:
            return ()
        length = data.LENGTH[self.u_kind[u]]
        return (at,) if length == 0 else self.layout.squares_under(4 * at + self.u_face[u], length)

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


def facing_word(facing: int) -> str:
    """n, e, s or w."""
    return FACINGS[facing]
