"""The tables: action points, events, Discretion, costs, limits, victory points and levels.

Numbers of AP and victory points that are printed in halves are counted in halves.
"""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land
from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.geometry import graph
from sandtable.kernel.tables import Page, Row

NEXT_TEST = ("", "fails", "succeeds")
NOTHING, FAILS, SUCCEEDS = range(3)


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
            if row.word("id", land.TERRAINS) != index:
                row.fault("id", f"terrain comes in the order {', '.join(land.TERRAINS)}")
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
        self.move = tuple(actions.halves(kind) for kind in land.LINK_KINDS)
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
TERRAIN_WATCH = tuple(_tables.watch)
TERRAIN_ENTRY = tuple(_tables.entry)

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
