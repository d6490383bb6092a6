"""The tables of the rule book, for looking up."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.table.panels import ALARM_TEXT
from sandtable.kernel.briefing import ReferenceTable
from sandtable.kernel.odds import percent
from sandtable.kernel.telling import plural

TERRAIN_TITLE = ("Rocky desert", "Sand desert", "Oasis", "Village", "Town", "Fort", "Airfield")


def ranges(values: tuple[object, ...] | list[object], lowest: int) -> list[tuple[str, object]]:
    """Numbers from `lowest` on that have one value, as “1 to 3”, with it; the last goes on for ever."""
    found: list[tuple[str, object]] = []
    low = 0
    while low < len(values):
        high = low
        while high + 1 < len(values) and values[high + 1] == values[low]:
            high += 1
        name = f"{low + lowest} or more" if high + 1 == len(values) else f"{low + lowest} to {high + lowest}"
        found.append((str(low + lowest) if low == high else name, values[low]))
        low = high + 1
    return found


def signed(number: int) -> str:
    """A DRM with its sign, where there is something to add."""
    return terms.signed(number) if number else "0"


def event_text(event: tables.EventRow) -> str:
    """What an event does."""
    parts = []
    if event.recon_ok:
        parts.append(f"The patrol gains {event.recon_ok} Recon OK")
    if event.mco:
        parts.append(f"{plural(len(event.mco), 'MCO marker')} of {event.mco[0]} AP on units of your choice")
    if event.ap:
        parts.append(f"The patrol has {event.ap} AP more this turn")
    if event.next_drm:
        parts.append(f"Its next Discretion test has DRM {event.next_drm}")
    if event.next_test != tables.NOTHING:
        parts.append(f"Its next Discretion test {tables.NEXT_TEST[event.next_test]} without dice")
    if event.test_now:
        parts.append("A Discretion test is taken at once in the chosen zone")
    if event.immobilised:
        parts.append("No unit of the patrol may move this turn")
    return "; ".join(parts)


def events() -> ReferenceTable:
    """Every row of the event table with what it does."""
    rows = []
    low = tables.LOWEST_EVENT
    while low <= tables.HIGHEST_EVENT:
        high = low
        while high < tables.HIGHEST_EVENT and tables.event(high + 1) is tables.event(low):
            high += 1
        event = tables.event(low)
        rows.append([str(low) if low == high else f"{low} to {high}", event.title, event_text(event)])
        low = high + 1
    text = "Rolled by the first patrol whose dice for action points show a 6, in one of the zones where it has units."
    return ReferenceTable(
        id="events", title="Events: 3d6 and the zone", clause="WDW-51.7", text=text,
        head=["total", "event", "what it does"], rows=rows,
    )  # fmt: skip


def terrain() -> ReferenceTable:
    """What each kind of zone means."""
    rows = []
    for kind, title in enumerate(TERRAIN_TITLE):
        die = tables.TERRAIN_DIE_DRM[kind]
        dice = f"{tables.TERRAIN_DICE[kind]}d6" + (f", each {die}" if die else "")
        watch = "yes" if tables.TERRAIN_WATCH[kind] else "no"
        enter = "yes" if tables.TERRAIN_ENTRY[kind] else "no"
        rows.append([title, dice, terms.signed(tables.TERRAIN_EVENT_DRM[kind]), watch, enter])
    head = ["terrain", "Discretion dice", "events", "can be observed", "Axis may enter"]
    text = "A zone with two symbols takes the one with more dice."
    return ReferenceTable(id="terrain", title="Terrain", clause="WDW-611.6", text=text, head=head, rows=rows)


def discretion_test() -> ReferenceTable:
    """What is added to each die of a Discretion test."""
    rows = [[f"{size} LRDG units in the zone", signed(int(str(drm)))]
            for size, drm in ranges(list(tables.SIZE_DRM[1:]), 1)]  # fmt: skip
    rows += [
        ["each Axis unit in the zone, the aircraft included", signed(tables.DRM_AXIS_UNIT)],
        ["reconnaissance; Survey and Signal take 1 off each", signed(tables.DRM_RECONNAISSANCE)],
        ["observation of one turn", signed(tables.DRM_INTELLIGENCE_1_TURN)],
        ["observation of two turns", signed(tables.DRM_INTELLIGENCE_2_TURNS)],
        ["observation by the Waco", signed(tables.DRM_WACO)],
        ["the reconnaissance aircraft looks", signed(tables.DRM_AIRCRAFT)],
        ["contact with an Axis unit that is awake", signed(tables.DRM_CONTACT)],
    ]
    text = f"Every die with all of these must stay below {tables.TEST_FAILS_ON}, or the Alarm rises by 1."
    return ReferenceTable(
        id="discretion", title="Discretion test: added to each die", clause="WDW-611.10", text=text,
        head=["what", "DRM"], rows=rows,
    )  # fmt: skip


def unseen() -> ReferenceTable:
    """The chance of passing an entry test by terrain and size, with nobody else there."""
    rows = []
    for terrain_, title in enumerate(TERRAIN_TITLE):
        dice, die = tables.TERRAIN_DICE[terrain_], tables.TERRAIN_DIE_DRM[terrain_]
        chances = [discretion.chance(dice, die + tables.SIZE_DRM[size]) for size in (3, 6, 8, 9)]
        rows.append([title, *(percent(chance) for chance in chances)])
    return ReferenceTable(
        id="unseen", title="Chance to enter a zone unseen", clause="WDW-611.13", text="With no Axis unit there.",
        head=["terrain", "1 to 3 units", "4 to 6", "7 to 8", "9 or more"], rows=rows,
    )  # fmt: skip


def actions() -> ReferenceTable:
    """What each action costs."""
    road, path, off = (evaluation.points_text(halves) for halves in tables.MOVE_HALVES)
    rows = [
        ["Move by road", f"{road} AP for each unit and link, rounded up for the stack"],
        ["Move by path", f"{path} AP for each unit and link"],
        ["Move through open desert", f"{off} AP for each unit and link"],
        ["Observe (Intelligence)", f"{tables.AP_INTELLIGENCE} AP for each turn of observation"],
        ["Reconnaissance", f"{tables.AP_RECONNAISSANCE} AP for each detachment"],
        ["Call the Waco", f"{tables.AP_AIR_SUPPORT} AP"],
        ["Lay a cache", f"{tables.AP_CACHE} AP"],
        ["Maintenance", f"{tables.AP_MAINTENANCE} AP for all units of the patrol in the zone"],
        ["Low profile", "all AP of the patrol"],
    ]
    return ReferenceTable(
        id="actions", title="Actions and their price", clause="WDW-60.1", text="", head=["action", "price"], rows=rows
    )


def points() -> ReferenceTable:
    """Action points by size."""
    by_size = list(zip(tables.AP_DICE[1:], tables.AP_PLUS[1:], strict=True))
    rows = []
    for size, value in ranges(list(by_size), 1):
        assert isinstance(value, tuple)
        rows.append([size, f"{value[0]}d6 + {value[1]}"])
    return ReferenceTable(
        id="action-points", title="Action points of a patrol", clause="WDW-51.1",
        text="MCO markers are subtracted.", head=["units", "AP"], rows=rows,
    )  # fmt: skip


def victory() -> ReferenceTable:
    """Victory points."""
    worth = {
        "Unit destroyed": tables.VP_UNIT_DESTROYED,
        "Unit reduced": tables.VP_UNIT_REDUCED,
        "HQ destroyed": tables.VP_HQ_DESTROYED,
        "HQ reduced": tables.VP_HQ_REDUCED,
        "Veteran Axis unit defeated": tables.VP_VETERAN_DEFEATED,
        "Other Axis unit defeated": tables.VP_AXIS_DEFEATED,
        "Objective destroyed": tables.VP_OBJECTIVE_DESTROYED,
        "Objective half destroyed": tables.VP_OBJECTIVE_REDUCED,
        "Home in fewer turns than in history": tables.VP_IN_TIME,
        f"Home with the Alarm below {tables.QUIET_BELOW}": tables.VP_QUIET,
    }
    return ReferenceTable(
        id="victory-points", title="Victory points", clause="WDW-54.2", text="", head=["what", "VP"],
        rows=[[what, evaluation.points_text(halves)] for what, halves in worth.items()],
    )  # fmt: skip


def levels() -> ReferenceTable:
    """Levels of success."""
    rows = []
    least: list[int | None] = [None, *tables.LEVEL_BELOW[:-1]]
    for level, title in enumerate(tables.LEVEL_TITLE):
        halves = least[level]
        start = f"below {evaluation.points_text(tables.LEVEL_BELOW[0])}" if halves is None else (
            "above 0" if halves == 1 else f"from {evaluation.points_text(halves)}"
        )  # fmt: skip
        rows.append([start, title, str(tables.LEVEL_MCO[level])])
    return ReferenceTable(
        id="levels", title="Levels of success", clause="WDW-54.12", text="MCO points restore units in a campaign.",
        head=["VP", "level", "MCO points"], rows=rows,
    )  # fmt: skip


def alarm() -> ReferenceTable:
    """What each level of the Alarm does."""
    rows = [[str(level), f"{text[0].upper()}{text[1:]}"] for level, text in enumerate(ALARM_TEXT)]
    return ReferenceTable(
        id="alarm", title="Alarm", clause="WDW-531.1", text="Done at the beginning of the Axis reactions.",
        head=["Alarm", "what the Axis does"], rows=rows,
    )  # fmt: skip


def units() -> ReferenceTable:
    """The counters of both sides."""
    rows = []
    for unit, name in enumerate(lrdg.NAME):
        reduced = str(lrdg.AV_REDUCED[unit])
        rows.append([name, str(lrdg.COST[unit]), str(lrdg.AV_FULL[unit]), reduced])
    return ReferenceTable(
        id="units", title="LRDG units", clause="WDW-31.1", text="", head=["unit", "cost", "AV", "AV reduced"], rows=rows
    )


def axis_units() -> ReferenceTable:
    """The Axis counters by type."""
    rows = []
    for kind, number in enumerate(axis.NUMBER):
        veteran = "yes" if axis.VETERAN[kind] else "no"
        rows.append([axis.type_name(kind), str(number), veteran])
    return ReferenceTable(
        id="axis", title="Axis units", clause="", text="", head=["unit", "counters", "veteran"], rows=rows
    )


def reference() -> list[ReferenceTable]:
    """All of them."""
    return [
        *(levels(), victory(), terrain(), discretion_test(), unseen(), actions(), points(), events(), alarm()),
        *(units(), axis_units()),
    ]
