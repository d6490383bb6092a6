"""The position of Who Dares Wins: flat columns of integers, and the questions that every chapter asks of them.

Chapters call one another through these names (each imports the module, `from … import r61_discretion as discretion`):

    r03_terms       raise_alarm(s, units, clause), set_alarm(s, units, level, clause), lower_alarm(s, clause)
                    hit(s, unit, clause): full, reduced, destroyed; lose(s, unit, clause): destroyed at once
                    mco_count(s, u), mco_penalty(s, u), mco_add(s, u, ap), mco_remove(s, u)
                    Gain(patrol, plain, seen): a patrol gains Recon OK, ordinary ones and markers of scenario 1
                    Spend(patrol, purpose): a patrol gives one up, asked which kind where it holds both
    r04_purchase    Begin(): a mission is chosen; historical patrols or purchase, then the set-up
    r04_setup       Begin(): Axis counters, targets, bases, then the first turn
    r50_turn        Begin(): a turn; reserve, action points, actions, reactions.Start()
                    Next(): the turn marker advances, or the cap of turns ends the mission; then Begin()
                    MissionOver(): the mark at the bottom of a mission; runs evaluation.Start(s.cause)
                    end_mission(s, cause): drops to that mark; causes HOME, LOST, GIVEN_UP, CAP below
                    end_if_lost(s): call it when losses are settled; True when no LRDG unit is left
    r52_actions     Begin(), Act(): a list of verbs, each in its chapter; Close()
    r61_discretion  Test(kind, zone, units, drm): the only Discretion test; result in s.passed (1 or 0)
    r07_combat      Begin(zone): pushed by a failed test where land Axis units are
                    Attack(zone): the player attacks a target (WDW-72.10)
    r53_reactions   Start(): ALARM, AIR, MOBILE, CONTACT, TURN_END; TURN_END pushes turn.Next() or ends the mission
    r54_evaluation  Start(cause)
    r08_scenarios   Open(): first step of a match; sets s.mission, pushes purchase.Begin()
                    unavailable(s, unit): a Refusal where scenario or campaign forbid to choose the unit
                    demands(s): the Axis set-up (missions.deployment with the level of scenario 3)
                    starting_alarm(s); SetUpExtras(): carried Recon OK and pool removal, after the set-up
                    Reserve(): start of a turn; the reserve patrol goes or waits
                    Landing(): after an entry into the zone that calls the landing, and when ACTIONS begin
                    is_observed(s, zone): whether Recon OK earned there are observation markers (scenario 1)
                    ActionsClosed(): counts the unbroken watch; notes which patrols have been out
                    Forfeit(): the mission cannot or will not be manned (campaign)
"""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.who_dares_wins.box import axis, land, lrdg, missions, tables
from sandtable.games.who_dares_wins.box.missions import Scenario
from sandtable.games.who_dares_wins.ground import boards
from sandtable.games.who_dares_wins.ground.boards import Board
from sandtable.kernel import verbs
from sandtable.kernel.columns import changed as changed  # noqa: PLC0414 (chapters take it from the state)
from sandtable.kernel.flow import Action, Choice, Refusal, Setup, State, Step
from sandtable.kernel.verbs import Verb

SEAT = "lrdg"

Party = tuple[int, tuple[int, ...]]
"""A detachment that was declared: the zone it looks into, and its units."""

NOWHERE = -1
"""Zone of a unit that is not on the map: not chosen, or destroyed; of an aircraft off the map; of no patrol."""
DEFEATED = -2
"""Zone of an Axis counter that was defeated."""

FULL, REDUCED, DESTROYED = range(3)
"""Sides of a unit."""

CHOICE, POINTS, ACTIONS, REACTIONS, EVALUATION = range(5)
"""Phases."""
PHASE_NAMES = ("the choice of the patrols", "action points", "LRDG actions", "the Axis reactions", "the evaluation")

HOME, LOST, GIVEN_UP, CAP, FORFEITED = range(5)
"""Why a mission ended; one that was forfeited never began (campaign)."""

# What a patrol has done this turn, or for good (IN_RESERVE, BEEN_OUT): bits of `status`.
LOW, CLOSED, SPENT, IMMOBILE, IN_RESERVE, BEEN_OUT = 1, 2, 4, 8, 16, 32
FOR_GOOD = IN_RESERVE | BEEN_OUT

# What a unit has done this turn, or what befell it: bits of `done`. STUCK by an event of its former patrol, PLACED in
# another zone by Intelligence, it BROKE_OFF an observation that counts towards an unbroken watch.
TRANSFERRED, PAID, STUCK, PLACED, BROKE_OFF = 1, 2, 4, 8, 16
STAYS = STUCK | PLACED
"""What keeps a unit where it is for the rest of the turn."""

# What is known of a face-down counter because the set-up says so: bits of `axis_known`.
KNOWN_NATION, KNOWN_KIND, KNOWN_MOBILE, KNOWN_AV = 1, 2, 4, 8

# Where the Waco is.
NO_WACO, IN_SUPPORT, WACO_GONE = range(3)

# Events that wait for a patrol's next Discretion test.
WAITING_FAILS, WAITING_SUCCEEDS, WAITING_DRM_1, WAITING_DRM_2 = range(4)

BOARDS: tuple[Board, ...] = tuple(
    boards.board({"y_junction": junction, "maddalena_fort": fort, "fort_drm_airfield": field})
    for junction in ("on", "off")
    for fort in ("off", "on")
    for field in ("off", "on")
)
PATROLS = ("1st", "2nd", "3rd")
PATROL = {word: number for number, word in enumerate(PATROLS)}

ZONES = len(land.ZONES)
UNITS = len(lrdg.UNITS)
COUNTERS = len(axis.UNITS)


class Desert(State):
    """A position of Who Dares Wins."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "board_no", "mission", "turn", "phase", "alarm", "raisers", "passed", "aircraft", "waco", "event_done",
        "hushed", "emptied", "pending", "mover", "halves", "named", "parties", "cache_named", "cause",
        "last_in", "last_lost", "landed", "streak", "best_streak", "roster", "fights",
        "zone", "patrol", "side", "loads", "mco", "carried", "carried_seen", "watch_end", "watch_turns", "done",
        "ap", "held", "held_seen", "status", "fresh_mco",
        "zone_ok", "caches", "target", "drawn",
        "axis_zone", "axis_type", "axis_up", "axis_known", "axis_home", "fought", "counters", "pool", "pool_removed",
        "guards", "c_zone", "c_turn", "c_target", "c_began", "c_initiative", "c_shown", "c_line", "c_protectors",
        "c_contact", "c_reserve", "c_stacks", "c_rows", "c_aims", "c_axis_aims", "c_hits", "c_rerolled", "c_patrols",
        "mission_no", "mco_points", "results", "seen_home", "level_before",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        options = setup.options
        self.board_no = (
            4 * (options.get("y_junction", "on") == "off")
            + 2 * (options.get("maddalena_fort", "off") == "on")
            + (options.get("fort_drm_airfield", "off") == "on")
        )
        # --- the mission
        self.mission = 0  # its place in missions.SCENARIOS
        self.turn = 1
        self.phase = CHOICE
        self.alarm = 0
        self.raisers: tuple[int, ...] = ()  # units that failed the latest test, attacked, or were found from the air
        self.passed = 1  # result of the latest Discretion test
        self.aircraft = NOWHERE
        self.waco = NO_WACO
        self.event_done = 0  # whether an event has happened this turn
        self.hushed = 0  # whether low profile has lowered the Alarm this turn
        self.emptied = 0  # bit set of trucks turned over by using their load, not by a hit
        self.pending: tuple[tuple[int, int], ...] = ()  # (patrol, WAITING_…) in the order received
        self.mover: tuple[int, ...] = ()  # the stack that moved last and may go on without being named again
        self.halves = 0  # half AP of that move so far, for road_rounding=move
        self.named: tuple[int, ...] = ()  # units named so far in the choice that is being made
        self.parties: tuple[Party, ...] = ()  # detachments declared so far for a reconnaissance
        self.cache_named = NOWHERE  # zone of the cache that is to help a Maintenance
        self.cause = HOME  # why the mission ended
        self.last_in = 0  # the turn in which a unit last came into an authorised return base
        self.last_lost = 0  # the turn in which a unit was last destroyed or abandoned
        self.landed = 0  # how far the landing of scenario 5.1 is
        self.streak = 0  # turns on end with a running observation (scenario 1, variant)
        self.best_streak = 0
        self.roster: tuple[int, ...] = ()  # units that take part, destroyed ones included, in the order of the data
        self.fights: tuple[int, ...] = ()  # zones where failed tests will lead to a combat
        # --- LRDG units
        self.zone = [NOWHERE] * UNITS
        self.patrol = [NOWHERE] * UNITS
        self.side = bytearray(UNITS)
        self.loads: tuple[int, ...] = tuple(lrdg.LOADS)
        # four bits each for the number of markers of penalty 2, 3 and 4
        self.mco: tuple[int, ...] = (0,) * UNITS
        self.carried: tuple[int, ...] = (0,) * UNITS  # Recon OK that a unit has yet to bring to its patrol
        self.carried_seen: tuple[int, ...] = (0,) * UNITS  # the same, observation markers of scenario 1
        self.watch_end = bytearray(UNITS)  # turn in which a running observation ends; 0 for none
        self.watch_turns: tuple[int, ...] = (0,) * UNITS  # its length
        self.done = bytearray(UNITS)
        # --- patrols
        self.ap = [0] * tables.MOST_PATROLS
        self.held = bytearray(tables.MOST_PATROLS)  # Recon OK, ordinary
        self.held_seen = bytearray(tables.MOST_PATROLS)  # observation markers of scenario 1; both together at most 3
        self.status = bytearray(tables.MOST_PATROLS)
        # penalty of markers placed this turn, for mco_penalty=once
        self.fresh_mco: tuple[int, ...] = (0,) * tables.MOST_PATROLS
        # --- zones
        self.zone_ok: tuple[int, ...] = (0,) * ZONES  # a Recon OK lies there
        self.caches: tuple[int, ...] = (0,) * ZONES
        self.target = bytearray(ZONES)  # value left; the initial one is in the scenario
        self.drawn = 0  # bit set of target zones whose guard was drawn
        # --- Axis counters, by their place among "axis1" …; the type is secret while the counter is face down
        self.axis_zone = [NOWHERE] * COUNTERS
        self.axis_type: tuple[int, ...] = (NOWHERE,) * COUNTERS
        self.axis_up = bytearray(COUNTERS)
        self.axis_known: tuple[int, ...] = (0,) * COUNTERS
        self.axis_home: tuple[int, ...] = ()  # zone of the set-up, for the counters that were set up
        self.fought = 0  # bit set of counters that fought this turn in the zone where they are
        self.counters = 0  # how many of them have been used
        self.pool = bytearray(axis.NUMBER)  # how many of each type are left; secret
        self.pool_removed = 0
        # --- combat (chapter 7); tuples, so that a clone shares them
        # Nothing of it is secret: the order of the line is drawn only when it is turned up.
        self.guards = 0  # bit set of counters that stand on a target, for the whole mission or until they leave
        self.c_zone = NOWHERE
        self.c_turn = 0
        self.c_target = 0  # whether the target rules hold
        self.c_began = CHOICE  # phase in which it began
        self.c_initiative = 0
        self.c_shown = 0  # whether the Axis line has been turned up
        self.c_line: tuple[int, ...] = ()  # Axis counters in line, protectors not included; in data order till shown
        self.c_protectors: tuple[int, ...] = ()  # Axis counters on the target
        self.c_contact: tuple[int, ...] = ()  # LRDG units in contact
        self.c_reserve: tuple[int, ...] = ()  # LRDG units in reserve
        self.c_stacks: tuple[tuple[int, ...], ...] = ()  # stacks in contact: (unit,) or (unit, its HQ)
        self.c_rows: tuple[int, ...] = ()  # what each stack faces: 0 the target, n the nth of the line, -1 nobody
        self.c_aims: tuple[tuple[int, int], ...] = ()  # (LRDG unit, what it attacks) this combat turn
        self.c_axis_aims: tuple[tuple[int, int], ...] = ()  # (Axis counter, first unit of the stack) this combat turn
        self.c_hits: tuple[int, ...] = ()  # Axis counters hit this combat turn that go at its end
        self.c_rerolled: tuple[int, ...] = ()  # veterans that used their re-roll this combat turn
        self.c_patrols = 0  # bit set of patrols that fought
        # --- campaign
        self.mission_no = 0
        self.mco_points = 0
        self.results: tuple[tuple[int, ...], ...] = ()  # (scenario, half VP, level, turns, alarm, cause) of each
        self.seen_home = 0  # observation markers brought home in scenario 1
        self.level_before = missions.NONE  # level reached in scenario 3

    # --- what the box says ---------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map under the options."""
        return BOARDS[self.board_no]

    @property
    def scenario(self) -> Scenario:
        """The mission that is being played."""
        return missions.SCENARIOS[self.mission]

    # --- LRDG ----------------------------------------------------------------------------------------------------

    def units_in(self, zone: int) -> list[int]:
        """LRDG units in a zone, whatever their patrol, in the order of the data."""
        where = self.zone
        return [u for u in self.roster if where[u] == zone]

    def units_of(self, patrol: int) -> list[int]:
        """WDW-3.4, WDW-51.4 Surviving units of a patrol, detachments included."""
        where, of = self.zone, self.patrol
        return [u for u in self.roster if of[u] == patrol and where[u] >= 0]

    def patrol_in(self, patrol: int, zone: int) -> list[int]:
        """Units of a patrol in a zone."""
        where, of = self.zone, self.patrol
        return [u for u in self.roster if where[u] == zone and of[u] == patrol]

    def size(self, patrol: int) -> int:
        """WDW-51.4 How many units a patrol has, detachments included."""
        return len(self.units_of(patrol))

    def survivors(self) -> list[int]:
        """Every LRDG unit on the map."""
        where = self.zone
        return [u for u in self.roster if where[u] >= 0]

    def zones_of(self, patrol: int) -> list[int]:
        """Zones that hold units of a patrol, in the order of the data."""
        return sorted({self.zone[u] for u in self.units_of(patrol)})

    def occupied(self) -> list[int]:
        """Zones that hold LRDG units, in the order of the data."""
        return sorted({self.zone[u] for u in self.survivors()})

    def outside(self) -> list[int]:
        """Zones other than bases that hold LRDG units, in the order of the data."""
        return [z for z in self.occupied() if not land.IS_BASE[z]]

    def in_play(self) -> list[int]:
        """Patrols with units, those waiting in reserve left out."""
        where, of = self.zone, self.patrol
        there = 0
        for u in self.roster:
            if where[u] >= 0 and of[u] >= 0:
                there |= 1 << of[u]
        return [p for p in range(tables.MOST_PATROLS) if there >> p & 1 and not self.status[p] & IN_RESERVE]

    def patrol_zones(self, patrol: int) -> list[int]:
        """The zone of its HQ, or of each; without one, where most of its units are (several: all that tie)."""
        units = self.units_of(patrol)
        where = self.zone
        led = sorted({where[u] for u in units if lrdg.KIND[u] == lrdg.HQ})
        if led or not units:
            return led
        zones = [where[u] for u in units]
        most = max(zones.count(z) for z in zones)
        return sorted({z for z in zones if zones.count(z) == most})

    def av(self, unit: int) -> int:
        """WDW-31.1 The attack value on the unit's current side."""
        return lrdg.AV_REDUCED[unit] if self.side[unit] else lrdg.AV_FULL[unit]

    def recon_held(self, patrol: int) -> int:
        """Recon OK that a patrol holds, of both kinds."""
        return self.held[patrol] + self.held_seen[patrol]

    # --- Axis ----------------------------------------------------------------------------------------------------

    def axis_in(self, zone: int) -> list[int]:
        """Land Axis counters in a zone, face up or down."""
        where = self.axis_zone
        return [c for c in range(self.counters) if where[c] == zone]

    def axis_up_in(self, zone: int) -> list[int]:
        """Land Axis counters in a zone that are face up."""
        where, up = self.axis_zone, self.axis_up
        return [c for c in range(self.counters) if where[c] == zone and up[c]]

    def axis_presence(self, zone: int) -> int:
        """WDW-611.11 How many Axis units are in a zone, the aircraft included."""
        return self.axis_zone.count(zone) + (self.aircraft == zone)

    def hint(self, counter: int) -> list[int]:
        """What the set-up says of a face-down counter: nation, kind, mobility, AV; ANY where it says nothing."""
        known, kind = self.axis_known[counter], self.axis_type[counter]
        return [
            axis.NATION[kind] if known & KNOWN_NATION else axis.ANY,
            axis.KIND[kind] if known & KNOWN_KIND else axis.ANY,
            int(axis.MOBILE[kind]) if known & KNOWN_MOBILE else axis.ANY,
            axis.AV[kind] if known & KNOWN_AV else axis.ANY,
        ]

    def pool_size(self) -> int:
        """How many counters are left to be drawn."""
        return sum(self.pool)

    def pool_types(self) -> list[int]:
        """The type of each counter in the pool, for `draw`."""
        return [t for t, number in enumerate(list(self.pool)) for _ in range(number)]

    def draw_counter(self, zone: int, up: bool, demand: axis.Demand | None = None) -> int:
        """Draw one counter from the pool, or one of those that fit, lay it in a zone and answer its number."""
        kinds = [t for t in range(len(self.pool)) if self.pool[t] and (demand is None or demand.fits(t))]
        types = [t for t in kinds for _ in range(self.pool[t])]
        drawn = self.draw(types, axis.TYPES)
        self.pool[drawn] -= 1
        counter = self.counters
        self.counters += 1
        self.axis_zone[counter] = zone
        self.axis_type = changed(self.axis_type, counter, drawn)
        self.axis_up[counter] = int(up)
        if demand is not None:
            known = (
                KNOWN_NATION * (demand.nation != axis.ANY)
                + KNOWN_KIND * (demand.kind != axis.ANY)
                + KNOWN_MOBILE * (demand.mobile != axis.ANY)
                + KNOWN_AV * (demand.av != axis.ANY)
            )
            self.axis_known = changed(self.axis_known, counter, known)
        return counter

    # --- targets -------------------------------------------------------------------------------------------------

    def target_initial(self, zone: int) -> int:
        """WDW-42.3 The value that the scenario gives the target of a zone; 0 without one."""
        for z, value in self.scenario.targets:
            if z == zone:
                return value
        return 0


class DesertStep(Step):
    """What the rules of this game do."""

    def do(self, s: Desert) -> None:
        """Do one clause."""
        raise NotImplementedError(type(self).__name__)


class DesertChoice(Choice):
    """Where the rules wait for the player, who decides for the Axis too where it has a choice."""

    def seat(self, s: Desert) -> str:
        """One player, the Long Range Desert Group."""
        return SEAT

    def why_not(self, s: Desert, action: Action) -> Refusal:
        """WDW-50.1, WDW-731.1, WDW-732.6, WDW-614.5 What holds at every question: LRDG actions are taken in their own
        phase, and a Recon OK that nobody has cannot be spent. Everything else is the question's own to explain."""
        match action:
            case ("initiative" | "reroll", patrol) if patrol in PATROL and not s.recon_held(PATROL[patrol]):
                clause = "WDW-731.1" if action[0] == "initiative" else "WDW-732.6"
                return Refusal(clause, f"{{{patrol}}} holds no Recon OK")
            case ("reroll",):
                return Refusal("WDW-614.5", "no entry test has failed in a zone where a Recon OK lies")
        if is_lrdg_action(action) and s.phase != ACTIONS:
            return Refusal("WDW-50.1", f"LRDG actions have their own phase; this is {PHASE_NAMES[s.phase]}")
        return self.refuse(s, action)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        """Why this question does not take the words."""
        if is_lrdg_action(action):
            return Refusal(self.clause, "something else is to be decided before the next action")
        return super().why_not(s, action)


class LrdgAction(Verb):
    """A verb of the LRDG actions (r52_actions, r61_…), which are taken in their own phase."""


def is_lrdg_action(action: Action) -> bool:
    """Whether words begin like an LRDG action; in a combat “attack” names an attacker and what it attacks."""
    if not action or (action[0] == "attack" and len(action) == 3):
        return False
    return any(verb.word == action[0] for verb in verbs.MADE if isinstance(verb, LrdgAction))
