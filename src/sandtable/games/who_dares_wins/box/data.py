"""What is printed in the box of Who Dares Wins, read and checked once, as columns of integers.

Pieces and places are integers inside (their place in the data file) and words outside: `ZONES[z]` is the word of zone
z, `ZONE["jalo"]` its number. Numbers of AP and victory points that are printed in halves are counted in halves.

Zones     ZONES, ZONE, ZONE_NAME, ZONE_CODE, ZONE_XY, TERRAIN[z] (tuple of terrains), IS_BASE[z], BASES, SIWA, KOUFRA;
          terrains ROCKY SAND OASIS VILLAGE TOWN FORT AIRFIELD, words in TERRAINS; TERRAIN_DICE, TERRAIN_DIE_DRM and
          TERRAIN_EVENT_DRM by terrain
Links     LINKS (words), LINK_ENDS[l], LINK_KIND[l]: ROAD PATH OFF, words in LINK_KINDS; MOVE_HALVES[kind] in half AP
Board     what options change: board(options) gives a Board with neighbours[z], link[a][b], distance[a][b],
          axis_distance[a][b] (ways that do not pass a base), dice[z], die_drm[z], event_drm[z], airfields, is_fort[z],
          fort_drm[z], may_watch[z], may_enter[z], aircraft_may_be[z], next_steps(a, b), axis_next_steps(a, b)
LRDG      UNITS, UNIT, UNIT_NAME, UNIT_KIND[u]: TEAM SAS HQ DET LIGHT HEAVY SURVEY SIGNAL WACO, words in UNIT_KINDS;
          UNIT_COST, AV_FULL, AV_REDUCED, LOADS, MAINTENANCE_DRM[u], RECONNAISSANCE_DRM[u]; UNITS_OF_KIND[kind];
          IS_TRUCK, IS_SUPPORT, IS_COMBAT (may host an HQ); WACO_UNIT
Axis      AXIS_UNITS ("axis1" ... "axis36", which say nothing), AXIS_UNIT; counters of the box by type:
          AXIS_COUNTERS[i] is the type of counter i; AXIS_TYPES (codes), AXIS_NATION: ITALIAN GERMAN, AXIS_KIND:
          INFANTRY ARMOURED_CAR TANK FIXED_GUN, AXIS_AV, AXIS_MOBILE, AXIS_VETERAN, AXIS_NUMBER, axis_type_name(t)
Tables    AP_DICE[n], AP_PLUS[n] and SIZE_DRM[n] by number of units; EVENTS rows, event(total); AIR_ATTACK_UNITS[die];
          LEVELS, LEVEL_TITLE, LEVEL_BELOW (half points), LEVEL_MCO; single numbers are constants below
Scenarios SCENARIOS, SCENARIO, deployment(scenario, level, options); CAMPAIGN_ORDER, SUPPLY
Options   OPTIONS (Option records), options_of(scenario), resolve(scenario, given): every option with its value
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.geometry import graph
from sandtable.kernel.errors import BadInput
from sandtable.kernel.tables import Files, Page, Row

FILES = Files("sandtable.games.who_dares_wins.box")

ANY = -1
"""Of a nation, kind, mobility or value that is left to chance; of a level that was not reached; of no link."""

TERRAINS = ("rocky", "sand", "oasis", "village", "town", "fort", "airfield")
ROCKY, SAND, OASIS, VILLAGE, TOWN, FORT, AIRFIELD = range(7)

LINK_KINDS = ("road", "path", "off")
ROAD, PATH, OFF = range(3)

UNIT_KINDS = ("team", "sas", "hq", "det", "light", "heavy", "survey", "signal", "waco")
TEAM, SAS, HQ, DET, LIGHT, HEAVY, SURVEY, SIGNAL, WACO = range(9)

NATIONS = ("italian", "german")
ITALIAN, GERMAN = range(2)

AXIS_KINDS = ("infantry", "armoured car", "tank", "fixed gun")
INFANTRY, ARMOURED_CAR, TANK, FIXED_GUN = range(4)

NEXT_TEST = ("", "fails", "succeeds")
NOTHING, FAILS, SUCCEEDS = range(3)


# --- records -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventRow:
    """One row of the event table."""

    id: str
    title: str
    recon_ok: int
    mco: tuple[int, ...]
    ap: int
    next_drm: int
    next_test: int
    test_now: bool
    immobilised: bool


@dataclass(frozen=True)
class Patrol:
    """A historical patrol: units by name, and (kind, number) of those that the player picks."""

    units: tuple[int, ...]
    picks: tuple[tuple[int, int], ...]
    towards: int
    reserve: bool

    def cost(self) -> int:
        """WDW-80.4 What the patrol costs."""
        picked = sum(number * UNIT_COST[UNITS_OF_KIND[kind][0]] for kind, number in self.picks)
        return sum(UNIT_COST[unit] for unit in self.units) + picked

    def size(self) -> int:
        """How many units the patrol has."""
        return len(self.units) + sum(number for _, number in self.picks)


@dataclass(frozen=True)
class Demand:
    """One Axis counter that a set-up asks for; ANY where it leaves something to chance."""

    zone: int
    nation: int
    kind: int
    mobile: int
    av: int

    def is_specified(self) -> bool:
        """Whether the set-up says anything about the counter."""
        return self.nation != ANY or self.kind != ANY or self.mobile != ANY or self.av != ANY

    def fits(self, axis_type: int) -> bool:
        """Whether a counter of that type is what the set-up asks for."""
        return (
            self.nation in (ANY, AXIS_NATION[axis_type])
            and self.kind in (ANY, AXIS_KIND[axis_type])
            and self.mobile in (ANY, int(AXIS_MOBILE[axis_type]))
            and self.av in (ANY, AXIS_AV[axis_type])
        )


@dataclass(frozen=True)
class Placing:
    """One line of an Axis set-up: `number` counters of a description in each of the zones, or of the group's zones."""

    zones: tuple[int, ...]
    group: str
    number: int
    nation: int
    kind: int
    mobile: int
    av: int

    def demands(self, zones: tuple[int, ...]) -> list[Demand]:
        """The line spelt out, one demand for each counter."""
        return [Demand(z, self.nation, self.kind, self.mobile, self.av) for z in zones for _ in range(self.number)]


@dataclass(frozen=True)
class Landing:
    """Units that come ashore `at` a zone when a patrol unit is `when_at` another, from turn `first` to turn `last`."""

    units: tuple[int, ...]
    at: int
    when_at: int
    first: int
    last: int


@dataclass(frozen=True)
class Scenario:
    """One scenario as table 1.11 gives it."""

    id: str
    number: str
    title: str
    date: str
    brief: str
    budget: int
    least_patrols: int
    duration: int
    start: tuple[int, ...]
    must_leave: tuple[int, ...]
    home: tuple[int, ...]
    patrols: tuple[Patrol, ...]
    axis: tuple[Placing, ...]
    targets: tuple[tuple[int, int], ...]
    observe: tuple[int, ...]
    observe_destroyed: int
    observe_reduced: int
    no_fort_for: int
    target_drm: int
    under_maintenance: tuple[int, ...]
    in_operation: tuple[int, ...]
    recon_ok_from: str
    landing: Landing | None
    reserve: bool
    waco_free: bool
    supply: bool


@dataclass(frozen=True)
class Supply:
    """What a level reached in scenario 3 changes in scenario 5."""

    level: int
    alarm: int
    pool: int
    instead: tuple[Placing, ...]


@dataclass(frozen=True)
class Option:
    """A ruling that the table may change; the first value is the default."""

    id: str
    title: str
    values: tuple[str, ...]
    text: str
    scenarios: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Zones that a set-up names together: those listed, or those of a terrain that it names nowhere else."""

    zones: tuple[int, ...]
    terrain: tuple[int, ...]
    exempt: tuple[int, ...]


# --- zones ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Zones:
    words: tuple[str, ...]
    name: tuple[str, ...]
    code: tuple[str, ...]
    terrain: tuple[tuple[int, ...], ...]
    xy: tuple[tuple[int, int], ...]
    degrees: tuple[tuple[float, float], ...]
    is_base: tuple[bool, ...]


def _read_zones(page: Page) -> _Zones:
    rows = page.rows()
    for row in rows:
        if any(row.text("code") == other.text("code") for other in rows if other.line < row.line):
            row.fault("code", f"code {row.text('code')} belongs to another zone; each has its own")
    zones = _Zones(
        tuple(row.key for row in rows),
        tuple(row.text("name") for row in rows),
        tuple(row.text("code") for row in rows),
        tuple(row.words("terrain", TERRAINS) for row in rows),
        tuple((row.number("x", 0, 1010), row.number("y", 0, 670)) for row in rows),
        tuple((row.decimal("lat", 20, 35), row.decimal("lon", 15, 32)) for row in rows),
        tuple(row.flag("base", False) for row in rows),
    )
    for row, terrain in zip(rows, zones.terrain, strict=True):
        if row.has("terrain") and not terrain:
            row.fault("terrain", "terrain is empty; a zone has at least one")
    return zones


_zones = FILES.read("zones.toml", _read_zones)

ZONES = _zones.words
ZONE = {word: z for z, word in enumerate(ZONES)}
ZONE_NAME = _zones.name
ZONE_CODE = _zones.code
ZONE_XY = _zones.xy
ZONE_DEGREES = _zones.degrees
TERRAIN = _zones.terrain
IS_BASE = _zones.is_base
BASES = tuple(z for z, base in enumerate(IS_BASE) if base)
SIWA = ZONE["siwa"]
KOUFRA = ZONE["koufra"]


# --- links ---------------------------------------------------------------------------------------------------------

Y_JUNCTION = "y-junction"


@dataclass(frozen=True)
class _Links:
    ends: tuple[tuple[int, int], ...]
    kind: tuple[int, ...]
    is_junction: tuple[bool, ...]


def _read_links(page: Page) -> _Links:
    ends: list[tuple[int, int]] = []
    kinds: list[int] = []
    junction: list[bool] = []
    for row in page.rows():
        kind = row.word("kind", LINK_KINDS)
        for a, b in row.pairs("links", ZONES):
            if (a, b) in ends or (b, a) in ends:
                row.fault("links", f"{ZONES[a]} and {ZONES[b]} are joined in another table too; once is enough")
            ends.append((a, b))
            kinds.append(kind)
            junction.append(row.key == Y_JUNCTION)
    near = graph.neighbours(len(ZONES), ends)
    for z, distance in enumerate(graph.distances_from(0, near)):
        if distance == graph.FAR:
            page.fault(1, f"no way leads from {ZONES[0]} to {ZONES[z]}; every zone has a link")
    return _Links(tuple(ends), tuple(kinds), tuple(junction))


_links = FILES.read("links.toml", _read_links)

LINK_ENDS = _links.ends
LINK_KIND = _links.kind
LINK_IS_JUNCTION = _links.is_junction
LINKS = tuple(f"{ZONES[a]}--{ZONES[b]}" for a, b in LINK_ENDS)


# --- tables --------------------------------------------------------------------------------------------------------

MOST_UNITS = 40
"""Tables by number of units go this far; there are 35 LRDG counters."""


def _ranges(rows: list[Row], lowest: int, highest: int) -> list[int]:
    """For each number from lowest to highest the row it belongs to; the rows must follow on one another."""
    found: list[int] = []
    for index, row in enumerate(rows):
        start = row.number("from", lowest, highest)
        end = row.number("to", lowest, highest, highest)
        if start != lowest + len(found):
            row.fault("from", f"from is {start}; the row before ends at {lowest + len(found) - 1}")
        found += [index] * (end - start + 1)
    if len(found) != highest - lowest + 1 and rows:
        rows[-1].fault("to", f"the table ends at {lowest + len(found) - 1}; it should go on to {highest}")
        found += [len(rows) - 1] * (highest - lowest + 1 - len(found))
    return found


class _Tables:
    """tables.toml as it is read."""

    def __init__(self, page: Page) -> None:
        rows = page.row("terrain").rows("rows")
        for index, row in enumerate(rows):
            if row.word("id", TERRAINS) != index:
                row.fault("id", f"terrain comes in the order {', '.join(TERRAINS)}")
        self.dice = [row.number("dice", 1, 3) for row in rows]
        self.die_drm = [row.number("die", -1, 0) for row in rows]
        self.event_drm = [row.number("event", -4, 4) for row in rows]
        self.watch = [row.flag("watch") for row in rows]
        self.entry = [row.flag("entry") for row in rows]

        rows = page.row("action-points").rows("rows")
        dice = [row.number("dice", 1, 3) for row in rows]
        plus = [row.number("plus", 0, 6) for row in rows]
        by_size = _ranges(rows, 1, MOST_UNITS)
        self.ap_dice = (0, *(dice[r] for r in by_size))
        self.ap_plus = (0, *(plus[r] for r in by_size))

        events = page.row("events")
        self.event_dice = events.number("dice", 1, 3)
        rows = events.rows("rows")
        self.event_of = _ranges(rows, LOWEST_EVENT, HIGHEST_EVENT)
        self.events = tuple(
            EventRow(
                row.text("id"),
                row.text("title"),
                row.number("recon_ok", 1, 3, 0),
                row.numbers("mco", 2, 4) if row.has("mco") else (),
                row.number("ap", 1, 6, 0),
                row.number("next_drm", -2, -1, 0),
                row.word("next_test", NEXT_TEST, NOTHING),
                row.flag("test_now", False),
                row.flag("immobilised", False),
            )
            for row in rows
        )

        discretion = page.row("discretion")
        self.fails_on = discretion.number("fails_on", 2, 7)
        self.drm = {
            name: discretion.number(name, -2, 2)
            for name in (
                "axis_unit",
                "reconnaissance",
                "intelligence_1_turn",
                "intelligence_2_turns",
                "aircraft",
                "contact",
                "waco",
            )
        }
        rows = discretion.rows("size")
        drm = [row.number("drm", 0, 3) for row in rows]
        self.size_drm = (0, *(drm[r] for r in _ranges(rows, 1, MOST_UNITS)))

        actions = page.row("actions")
        self.move = tuple(actions.halves(kind) for kind in LINK_KINDS)
        self.ap = {
            name: actions.number(name, 1, 6)
            for name in ("air_support", "intelligence", "reconnaissance", "cache", "maintenance")
        }

        limits = page.row("limits")
        self.limit = {
            name: limits.number(name, 1, 40)
            for name in (
                "waco_range",
                "waco_returns_on",
                "aircraft_move",
                "aircraft_from_airfield",
                "alarm",
                "recon_ok_held",
                "patrols",
                "turns",
            )
        }
        self.observation_turns = limits.numbers("observation_turns", 1, 6)

        maintenance = page.row("maintenance")
        self.succeeds_below = maintenance.number("succeeds_below", 1, 7)
        self.maintenance = {name: maintenance.number(name, -3, 0) for name in ("cache", "waco", "end_of_mission")}

        air = page.row("air-attack")
        self.air_av = air.number("av", 1, 6)
        self.air_alarm = air.number("alarm", 0, 4)
        rows = air.rows("rows")
        units = [row.number("units", 1, 6) for row in rows]
        self.air_units = (0, *(units[r] for r in _ranges(rows, 1, 6)))

        points = page.row("victory-points")
        self.vp = {
            name: points.halves(name)
            for name in (
                "unit_destroyed",
                "unit_reduced",
                "hq_destroyed",
                "hq_reduced",
                "veteran_defeated",
                "axis_defeated",
                "objective_destroyed",
                "objective_reduced",
                "in_time",
                "quiet",
            )
        }
        self.quiet_below = points.number("quiet_below", 1, 4)

        rows = page.row("levels").rows("rows")
        self.levels = tuple(row.text("id") for row in rows)
        self.level_title = tuple(row.text("title") for row in rows)
        self.level_mco = tuple(row.number("mco", 0, 9) for row in rows)
        self.level_below = tuple(_level_below(row, row is rows[-1]) for row in rows)

        campaign = page.row("campaign")
        self.restore_destroyed = campaign.number("restore_destroyed", 1, 9)
        self.restore_reduced = campaign.number("restore_reduced", 1, 9)
        self.forfeited = campaign.halves("forfeited")


def _level_below(row: Row, last: bool) -> int:
    """The half points that a total must stay below to belong to the level."""
    if last:
        return graph.FAR
    if row.has("up_to"):
        return row.halves("up_to") + 1
    return row.halves("below")


LOWEST_EVENT = -1
HIGHEST_EVENT = 22

_tables = FILES.read("tables.toml", _Tables, "[discretion]")

TERRAIN_DICE = tuple(_tables.dice)
TERRAIN_DIE_DRM = tuple(_tables.die_drm)
TERRAIN_EVENT_DRM = tuple(_tables.event_drm)

AP_DICE = _tables.ap_dice
AP_PLUS = _tables.ap_plus
SIZE_DRM = _tables.size_drm
MOVE_HALVES = _tables.move

EVENT_DICE = _tables.event_dice
EVENTS = _tables.events
_EVENT_OF = tuple(_tables.event_of)

TEST_FAILS_ON = _tables.fails_on
DRM_AXIS_UNIT = _tables.drm["axis_unit"]
DRM_RECONNAISSANCE = _tables.drm["reconnaissance"]
DRM_INTELLIGENCE_1_TURN = _tables.drm["intelligence_1_turn"]
DRM_INTELLIGENCE_2_TURNS = _tables.drm["intelligence_2_turns"]
DRM_AIRCRAFT = _tables.drm["aircraft"]
DRM_CONTACT = _tables.drm["contact"]
DRM_WACO = _tables.drm["waco"]

AP_AIR_SUPPORT = _tables.ap["air_support"]
AP_INTELLIGENCE = _tables.ap["intelligence"]
AP_RECONNAISSANCE = _tables.ap["reconnaissance"]
AP_CACHE = _tables.ap["cache"]
AP_MAINTENANCE = _tables.ap["maintenance"]

WACO_RANGE = _tables.limit["waco_range"]
WACO_RETURNS_ON = _tables.limit["waco_returns_on"]
OBSERVATION_TURNS = _tables.observation_turns
AIRCRAFT_MOVE = _tables.limit["aircraft_move"]
AIRCRAFT_FROM_AIRFIELD = _tables.limit["aircraft_from_airfield"]
HIGHEST_ALARM = _tables.limit["alarm"]
MOST_RECON_OK = _tables.limit["recon_ok_held"]
MOST_PATROLS = _tables.limit["patrols"]
LAST_TURN = _tables.limit["turns"]

MAINTENANCE_BELOW = _tables.succeeds_below
MAINTENANCE_CACHE = _tables.maintenance["cache"]
MAINTENANCE_WACO = _tables.maintenance["waco"]
MAINTENANCE_END_OF_MISSION = _tables.maintenance["end_of_mission"]

AIR_ATTACK_AV = _tables.air_av
AIR_ATTACK_ALARM = _tables.air_alarm
AIR_ATTACK_UNITS = _tables.air_units

VP_UNIT_DESTROYED = _tables.vp["unit_destroyed"]
VP_UNIT_REDUCED = _tables.vp["unit_reduced"]
VP_HQ_DESTROYED = _tables.vp["hq_destroyed"]
VP_HQ_REDUCED = _tables.vp["hq_reduced"]
VP_VETERAN_DEFEATED = _tables.vp["veteran_defeated"]
VP_AXIS_DEFEATED = _tables.vp["axis_defeated"]
VP_OBJECTIVE_DESTROYED = _tables.vp["objective_destroyed"]
VP_OBJECTIVE_REDUCED = _tables.vp["objective_reduced"]
VP_IN_TIME = _tables.vp["in_time"]
VP_QUIET = _tables.vp["quiet"]
QUIET_BELOW = _tables.quiet_below

LEVELS = _tables.levels
LEVEL_TITLE = _tables.level_title
LEVEL_BELOW = _tables.level_below
LEVEL_MCO = _tables.level_mco
CATASTROPHIC, FAILURE, MODERATE, TOTAL, REMARKABLE = range(5)
RESTORE_DESTROYED = _tables.restore_destroyed
RESTORE_REDUCED = _tables.restore_reduced
VP_FORFEITED = _tables.forfeited


def event(total: int) -> EventRow:
    """The row of the event table for a total of 3d6 and the zone's DRM."""
    return EVENTS[_EVENT_OF[total - LOWEST_EVENT]]


# --- counters ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Units:
    words: tuple[str, ...]
    name: tuple[str, ...]
    kind: tuple[int, ...]
    cost: tuple[int, ...]
    av: tuple[tuple[int, ...], ...]
    loads: tuple[int, ...]
    maintenance: tuple[int, ...]
    reconnaissance: tuple[int, ...]


def _read_units(page: Page) -> _Units:
    rows = page.rows()
    return _Units(
        tuple(row.key for row in rows),
        tuple(row.text("name") for row in rows),
        tuple(row.word("kind", UNIT_KINDS) for row in rows),
        tuple(row.number("cost", 1, 3) for row in rows),
        tuple(row.numbers("av", 0, 4, 2) for row in rows),
        tuple(row.number("loads", 1, 2, 0) for row in rows),
        tuple(row.number("maintenance", -2, -1, 0) for row in rows),
        tuple(row.number("reconnaissance", -1, -1, 0) for row in rows),
    )


_units = FILES.read("units.toml", _read_units, "[SAS1]")

UNITS = _units.words
UNIT = {word: u for u, word in enumerate(UNITS)}
UNIT_NAME = _units.name
UNIT_KIND = _units.kind
UNIT_COST = _units.cost
AV_FULL = tuple(av[0] for av in _units.av)
AV_REDUCED = tuple(av[1] for av in _units.av)
LOADS = _units.loads
MAINTENANCE_DRM = _units.maintenance
RECONNAISSANCE_DRM = _units.reconnaissance
UNITS_OF_KIND = tuple(tuple(u for u in range(len(UNITS)) if UNIT_KIND[u] == kind) for kind in range(len(UNIT_KINDS)))
IS_TRUCK = tuple(kind in (LIGHT, HEAVY) for kind in UNIT_KIND)
IS_COMBAT = tuple(kind in (TEAM, SAS, DET) for kind in UNIT_KIND)
IS_SUPPORT = tuple(kind in (DET, LIGHT, HEAVY, SURVEY, SIGNAL, WACO) for kind in UNIT_KIND)
WACO_UNIT = UNITS_OF_KIND[WACO][0]


@dataclass(frozen=True)
class _Axis:
    codes: tuple[str, ...]
    nation: tuple[int, ...]
    kind: tuple[int, ...]
    av: tuple[int, ...]
    mobile: tuple[bool, ...]
    veteran: tuple[bool, ...]
    number: tuple[int, ...]


def _read_axis(page: Page) -> _Axis:
    rows = page.rows()
    return _Axis(
        tuple(row.key for row in rows),
        tuple(row.word("nation", NATIONS) for row in rows),
        tuple(row.word("kind", AXIS_KINDS) for row in rows),
        tuple(row.number("av", 1, 4) for row in rows),
        tuple(row.flag("mobile") for row in rows),
        tuple(row.flag("veteran") for row in rows),
        tuple(row.number("number", 1, 9) for row in rows),
    )


_axis = FILES.read("axis.toml", _read_axis)

AXIS_TYPES = _axis.codes
AXIS_NATION = _axis.nation
AXIS_KIND = _axis.kind
AXIS_AV = _axis.av
AXIS_MOBILE = _axis.mobile
AXIS_VETERAN = _axis.veteran
AXIS_NUMBER = _axis.number
AXIS_COUNTERS = tuple(t for t, number in enumerate(AXIS_NUMBER) for _ in range(number))
AXIS_UNITS = tuple(f"axis{i + 1}" for i in range(len(AXIS_COUNTERS)))
AXIS_UNIT = {word: i for i, word in enumerate(AXIS_UNITS)}


def axis_type_name(axis_type: int) -> str:
    """A counter in words: "German tank AV 4, mobile, veteran"."""
    words = f"{NATIONS[AXIS_NATION[axis_type]].capitalize()} {AXIS_KINDS[AXIS_KIND[axis_type]]} AV {AXIS_AV[axis_type]}"
    words += ", mobile" if AXIS_MOBILE[axis_type] else ""
    return words + (", veteran" if AXIS_VETERAN[axis_type] else "")


# --- options -------------------------------------------------------------------------------------------------------


def _read_options(page: Page, scenarios: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            row.key,
            row.text("title"),
            _values(row),
            row.text("text"),
            tuple(scenarios[i] for i in row.words("scenarios", scenarios, tuple(range(len(scenarios))))),
        )
        for row in page.rows()
    )


def _values(row: Row) -> tuple[str, ...]:
    values = row.texts("values")
    if row.has("values") and (len(values) < 2 or len(set(values)) != len(values)):
        row.fault("values", f"values are {', '.join(values) or 'none'}; an option has two different ones or more")
    return values


# --- scenarios -----------------------------------------------------------------------------------------------------


def _read_groups(page: Page) -> dict[str, Group]:
    row = page.row("groups")
    return {name: _read_group(row.row(name)) for name in row.columns()}


def _read_group(row: Row) -> Group:
    if row.has("zones"):
        return Group(row.words("zones", ZONES), (), ())
    return Group((), row.words("terrain", TERRAINS), row.words("except", ZONES, ()))


def _read_placing(row: Row, groups: tuple[str, ...]) -> Placing:
    by_name = row.has("zones")
    return Placing(
        row.words("zones", ZONES) if by_name else (),
        "" if by_name else groups[row.word("group", groups)],
        row.number("number", 0, 4, 1),
        row.word("nation", NATIONS, ANY),
        row.word("kind", AXIS_KINDS, ANY),
        int(row.flag("mobile")) if row.has("mobile") else ANY,
        row.number("av", 1, 4, ANY),
    )


def _read_patrol(row: Row) -> Patrol:
    picks: list[tuple[int, int]] = []
    if row.has("any"):
        of_kind = row.row("any")
        for kind, word in enumerate(UNIT_KINDS):
            if of_kind.has(word):
                picks.append((kind, of_kind.number(word, 1, len(UNITS_OF_KIND[kind]))))
    towards = row.word("towards", ZONES, ANY)
    return Patrol(row.words("units", UNITS), tuple(picks), towards, row.flag("reserve", False))


def _read_landing(row: Row) -> Landing:
    first, last = row.numbers("turns", 1, 40, 2)
    return Landing(row.words("units", UNITS), row.word("at", ZONES), row.word("when_at", ZONES), first, last)


def _read_scenario(row: Row, groups: tuple[str, ...], scenarios: tuple[str, ...]) -> Scenario:
    targets: list[tuple[int, int]] = []
    if row.has("targets"):
        cells = row.row("targets")
        for word in cells.columns():
            value = cells.number(word, 1, 4)
            if word in ZONE:
                targets.append((ZONE[word], value))
            else:
                row.fault("targets", f"targets has {word!r}; it should be the word of a zone")
    destroyed, reduced = row.numbers("observe_turns", 1, 40, 2) if row.has("observe_turns") else (0, 0)
    scenario = Scenario(
        id=row.key,
        number=row.text("number"),
        title=row.text("title"),
        date=row.text("date"),
        brief=row.text("brief"),
        budget=row.number("budget", 1, 99),
        least_patrols=row.number("least_patrols", 1, MOST_PATROLS, 1),
        duration=row.number("duration", 1, 40),
        start=row.words("from", ZONES),
        must_leave=row.words("must_leave", ZONES, ()),
        home=row.words("to", ZONES),
        patrols=tuple(_read_patrol(patrol) for patrol in row.rows("patrols", True)),
        axis=tuple(_read_placing(placing, groups) for placing in row.rows("axis")),
        targets=tuple(targets),
        observe=row.words("observe", ZONES, ()),
        observe_destroyed=destroyed,
        observe_reduced=reduced,
        no_fort_for=row.word("no_fort_for", NATIONS, ANY),
        target_drm=row.number("target_drm", -1, -1, 0),
        under_maintenance=row.words("under_maintenance", UNITS, ()),
        in_operation=row.words("in_operation", UNITS, ()),
        recon_ok_from=scenarios[row.word("recon_ok_from", scenarios)] if row.has("recon_ok_from") else "",
        landing=_read_landing(row.row("landing")) if row.has("landing") else None,
        reserve=row.flag("reserve", False),
        waco_free=row.flag("waco_free", False),
        supply=row.flag("supply", False),
    )
    cost = sum(patrol.cost() for patrol in scenario.patrols)
    if scenario.patrols and cost != scenario.budget:
        row.fault("patrols", f"the historical patrols cost {cost}; the budget is {scenario.budget}")
    for column, zones in (("from", scenario.start), ("to", scenario.home)):
        if any(not IS_BASE[z] for z in zones):
            bases = " and ".join(ZONES[z] for z in BASES)
            row.fault(column, f"{column} has a zone that is no base; the bases are {bases}")
    specified = [any(value != ANY for value in (p.nation, p.kind, p.mobile, p.av)) for p in scenario.axis]
    if specified != sorted(specified, reverse=True):
        row.fault("axis", "counters that are described stand after random ones; they are drawn first")
    return scenario


class _Scenarios:
    """scenarios.toml as it is read."""

    def __init__(self, page: Page) -> None:
        self.groups = _read_groups(page)
        rows = page.rows("groups", "campaign", "supply")
        words = tuple(row.key for row in rows)
        groups = tuple(self.groups)
        self.scenarios = tuple(_read_scenario(row, groups, words) for row in rows)
        campaign = page.row("campaign")
        self.campaign_title = campaign.text("title")
        self.campaign_brief = campaign.text("brief")
        self.campaign_order = campaign.words("order", words)
        self.level_from = words[campaign.word("level_from", words)] if words else ""
        rows = page.row("supply").rows("rows")
        self.supply = tuple(
            Supply(
                row.word("level", LEVELS),
                row.number("alarm", 1, 4, 0),
                row.number("pool", 1, 9, 0),
                tuple(_read_placing(placing, groups) for placing in row.rows("instead", True)),
            )
            for row in rows
        )
        if tuple(supply.level for supply in self.supply) != tuple(range(len(LEVELS))):
            page.row("supply").fault("rows", f"rows are not one for each level: {', '.join(LEVELS)}")


_scenarios = FILES.read("scenarios.toml", _Scenarios, "[scenario-1]")

SCENARIOS = _scenarios.scenarios
SCENARIO = {scenario.id: scenario for scenario in SCENARIOS}
CAMPAIGN = "campaign"
CAMPAIGN_TITLE = _scenarios.campaign_title
CAMPAIGN_BRIEF = _scenarios.campaign_brief
CAMPAIGN_ORDER = tuple(SCENARIOS[i] for i in _scenarios.campaign_order)
LEVEL_FROM = _scenarios.level_from
SUPPLY = _scenarios.supply
GROUPS = _scenarios.groups
SCENARIO_IDS = (*SCENARIO, CAMPAIGN)

OPTIONS = FILES.read("options.toml", lambda page: _read_options(page, SCENARIO_IDS), "[axis_ties]")


def options_of(scenario: str) -> tuple[Option, ...]:
    """The options that mean something in a scenario."""
    return tuple(option for option in OPTIONS if scenario in option.scenarios)


def resolve(scenario: str, given: Mapping[str, str]) -> dict[str, str]:
    """Every option of the scenario with its value: as given, or the default."""
    options = options_of(scenario)
    known = {option.id: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise BadInput(f"{name} is not an option of {scenario}; it has {', '.join(known)}")
        if value not in known[name].values:
            raise BadInput(f"{name} cannot be {value!r}; it may be {' or '.join(known[name].values)}")
    return {option.id: given.get(option.id, option.values[0]) for option in options}


# --- the board under the options -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """The map as the options read it; every column goes by zone."""

    neighbours: graph.Neighbours
    link: tuple[tuple[int, ...], ...]
    distance: graph.Distances
    axis_distance: graph.Distances
    terrain: tuple[tuple[int, ...], ...]
    dice: tuple[int, ...]
    die_drm: tuple[int, ...]
    event_drm: tuple[int, ...]
    airfields: tuple[int, ...]
    is_fort: tuple[bool, ...]
    fort_drm: tuple[bool, ...]
    may_watch: tuple[bool, ...]
    may_enter: tuple[bool, ...]
    aircraft_may_be: tuple[bool, ...]

    def next_steps(self, start: int, goal: int) -> list[int]:
        """Neighbours that begin a shortest way to `goal`."""
        return graph.next_steps(self.neighbours, self.distance, start, goal)

    def axis_next_steps(self, start: int, goal: int) -> list[int]:
        """Neighbours that begin a shortest way to `goal` which passes no base; the goal itself may be one."""
        return graph.next_steps(self.neighbours, self.axis_distance, start, goal, BASES)


def _make_board(y_junction: bool, maddalena_fort: bool, fort_drm_airfield: bool) -> Board:
    links = [link for link in range(len(LINKS)) if y_junction or not LINK_IS_JUNCTION[link]]
    near = graph.neighbours(len(ZONES), [LINK_ENDS[link] for link in links])
    link_of = [[ANY] * len(ZONES) for _ in ZONES]
    for link in links:
        a, b = LINK_ENDS[link]
        link_of[a][b] = link_of[b][a] = link
    distance = graph.distances(near)

    terrain = list(TERRAIN)
    if maddalena_fort:
        terrain[ZONE["maddalena"]] = (FORT,)
    # With two symbols Discretion takes the row with most dice, the event DRM the built-up row, which is the lowest.
    row = [max(symbols, key=_tables.dice.__getitem__) for symbols in terrain]
    airfields = tuple(z for z, symbols in enumerate(terrain) if AIRFIELD in symbols)
    return Board(
        neighbours=near,
        link=tuple(tuple(links_of_zone) for links_of_zone in link_of),
        distance=distance,
        axis_distance=graph.distances(near, BASES),
        terrain=tuple(terrain),
        dice=tuple(0 if IS_BASE[z] else _tables.dice[r] for z, r in enumerate(row)),
        die_drm=tuple(_tables.die_drm[r] for r in row),
        event_drm=tuple(min(_tables.event_drm[t] for t in symbols) for symbols in terrain),
        airfields=airfields,
        is_fort=tuple(FORT in symbols for symbols in terrain),
        fort_drm=tuple(FORT in symbols or (fort_drm_airfield and AIRFIELD in symbols) for symbols in terrain),
        may_watch=tuple(not IS_BASE[z] and any(_tables.watch[t] for t in symbols) for z, symbols in enumerate(terrain)),
        may_enter=tuple(any(_tables.entry[t] for t in symbols) for symbols in terrain),
        aircraft_may_be=tuple(
            min(distance[z][field] for field in airfields) <= AIRCRAFT_FROM_AIRFIELD for z in range(len(ZONES))
        ),
    )


_BOARDS = {
    (junction, fort, field): _make_board(junction, fort, field)
    for junction in (True, False)
    for fort in (True, False)
    for field in (True, False)
}


def board(options: Mapping[str, str]) -> Board:
    """The map under the options y_junction, maddalena_fort and fort_drm_airfield, or their defaults."""
    junction = options.get("y_junction", "on") == "on"
    fort = options.get("maddalena_fort", "off") == "on"
    field = options.get("fort_drm_airfield", "off") == "on"
    return _BOARDS[junction, fort, field]


# --- the Axis set-up -----------------------------------------------------------------------------------------------


def group_zones(name: str, named: set[int], options: Mapping[str, str]) -> tuple[int, ...]:
    """The zones of a group in a set-up that names the zones `named` elsewhere."""
    group = GROUPS[name]
    if group.zones:
        return group.zones
    wanted = group.terrain
    if name == "cities" and options.get("sc1_cities", "town_and_fort") == "town":
        wanted = (TOWN,)
    terrain = board(options).terrain
    return tuple(
        z
        for z in range(len(ZONES))
        if z not in group.exempt and z not in named and any(symbol in wanted for symbol in terrain[z])
    )


def deployment(scenario: Scenario, level: int, options: Mapping[str, str]) -> tuple[Demand, ...]:
    """WDW-81.1, WDW-82.1, WDW-83.1, WDW-84.1, WDW-85.1 The counters of the set-up, those described before random ones.

    `level` is the one reached in scenario 3, or ANY; WDW-85.11 and WDW-85.12 change the set-up of scenario 5.
    """
    named = {z for placing in scenario.axis for z in placing.zones}
    demands: list[Demand] = []
    for placing in scenario.axis:
        demands += placing.demands(placing.zones or group_zones(placing.group, named, options))
    if scenario.supply and level != ANY:
        for placing in SUPPLY[level].instead:
            changed = {demand.zone for demand in demands} & set(placing.zones)
            demands = [demand for demand in demands if demand.zone not in changed]
            demands += placing.demands(tuple(z for z in placing.zones if z in changed))
    return tuple(sorted(demands, key=lambda demand: not demand.is_specified()))


# --- what lies under the map ---------------------------------------------------------------------------------------

Spot = tuple[float, float]
RELIEF_KINDS = ("escarpment", "sand", "name")
ESCARPMENT, SAND_SEA, REGION_NAME = range(3)
NAME_STYLES = ("sea-name", "region-name", "land-name")


@dataclass(frozen=True)
class Coast:
    """The coast from west to east in units of the map, and how degrees east and north become such units."""

    x: Spot
    y: Spot
    points: tuple[Spot, ...]


@dataclass(frozen=True)
class Relief:
    """A hint of relief, or the name of a region, in degrees east and north."""

    kind: int
    points: tuple[Spot, ...]
    words: str
    style: str
    lines: int


def _read_coast(page: Page) -> Coast:
    scale, coast = page.row("scale"), page.row("coast")
    factors = [scale.decimals(column, -10_000, 10_000, 2) for column in ("x", "y")]
    points = coast.points("points", -1000, 2000)
    return Coast((factors[0][0], factors[0][1]), (factors[1][0], factors[1][1]), tuple(points))


def _read_relief(page: Page) -> tuple[Relief, ...]:
    found = []
    for row in page.rows():
        kind = row.word("kind", RELIEF_KINDS)
        words, style, lines = "", "", 1
        if kind == REGION_NAME:
            at = row.decimals("at", 0, 90, 2)
            points = [(at[0], at[1])]
            words = row.text("words")
            style = NAME_STYLES[row.word("class", NAME_STYLES)]
            lines = row.number("lines", 1, 3, 1)
        else:
            points = row.points("line" if kind == ESCARPMENT else "outline", 0, 90)
        found.append(Relief(kind, tuple(points), words, style, lines))
    return tuple(found)


COAST = FILES.read("coast.toml", _read_coast)
RELIEF = FILES.read("relief.toml", _read_relief)
