"""What lies beside the map: patrols, purchase, the tactical map, tracks and tables."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.who_dares_wins.box import land, lrdg, missions, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.state import (
    CHOICE,
    IN_RESERVE,
    IN_SUPPORT,
    LOW,
    NOWHERE,
    PATROLS,
    WACO_GONE,
    Desert,
)
from sandtable.games.who_dares_wins.table import pieces
from sandtable.kernel.scene import (
    BoardPanel,
    LineupPanel,
    LineupRow,
    Panel,
    Slot,
    StockPanel,
    TablePanel,
    TextPanel,
    Track,
    TrackCell,
    TrackPanel,
)
from sandtable.kernel.telling import plural


def patrol_panel(s: Desert, patrol: int) -> BoardPanel:
    """A patrol column: its units, AP, Recon OK and MCO penalty."""
    units = s.units_of(patrol)
    penalty = sum(terms.mco_penalty(s, u) for u in units)
    state = "in reserve" if s.status[patrol] & IN_RESERVE else "low profile" if s.status[patrol] & LOW else ""
    slots = [
        Slot(
            id=lrdg.UNITS[u],
            title=lrdg.NAME[u],
            text=land.ZONE_NAME[s.zone[u]],
            marks=pieces.unit_marks(s, u)[1:],
            alt=f"{lrdg.NAME[u]} at {land.ZONE_NAME[s.zone[u]]}",
        )
        for u in units
    ]
    word = PATROLS[patrol]
    tracks = [
        Track(id=f"ap-{word}", title="AP", value=s.ap[patrol]),
        Track(id=f"ok-{word}", title="Recon OK to spend", value=s.recon_held(patrol), of=tables.MOST_RECON_OK),
        Track(id=f"mco-{word}", title="MCO: AP lost each turn", value=penalty),
    ]
    title = f"{word} patrol" + (f", {state}" if state else "")
    return BoardPanel(id=f"patrol-{word}", title=title, slots=slots, tracks=tracks)


def purchase_panel(s: Desert) -> StockPanel:
    """While units are chosen: what the budget has gone to."""
    bought = {u: f"{PATROLS[patrol]} patrol" for u, patrol in enumerate(s.patrol) if patrol >= 0}
    if s.waco == IN_SUPPORT and not scenarios.has_free_waco(s):
        bought[lrdg.THE_WACO] = "Support area"
    spent = sum(lrdg.COST[u] for u in bought)
    slots = [
        Slot(id=word, title=lrdg.NAME[u], cost=lrdg.COST[u], text=bought.get(u, "not chosen"))
        for u, word in enumerate(lrdg.UNITS)
    ]
    return StockPanel(id="purchase", title="Units and budget", slots=slots, budget=s.scenario.budget, spent=spent)


def combat_panel(s: Desert) -> LineupPanel:
    """The tactical map: who stands opposite whom, the target first, and the reserve."""
    zone = s.c_zone
    stacks = {row: [] for row in range(-1, len(s.c_line) + 1)}  # type: dict[int, list[int]]
    placed: set[int] = set()
    for stack, row in zip(s.c_stacks, s.c_rows, strict=False):
        stacks.setdefault(row, []).extend(stack)
        placed.update(stack)
    loose = [u for u in (*s.c_contact, *s.named) if u not in placed]
    rows = []
    if s.c_target:
        theirs = [slot_of_target(s, zone), *(axis_slot(s, c, "target") for c in s.c_protectors)]
        rows.append(LineupRow(id="target", title="Target", ours=unit_slots(s, stacks[0]), theirs=theirs))
    for number, counter in enumerate(s.c_line, 1):
        word = lineup.ROWS[number]
        ours, theirs = unit_slots(s, stacks[number]), [axis_slot(s, counter, word)]
        rows.append(LineupRow(id=word, title=f"Place {number}", ours=ours, theirs=theirs))
    free, reserve = unit_slots(s, stacks[-1] + loose), unit_slots(s, [u for u in s.c_reserve if u not in s.named])
    if free:
        rows.append(LineupRow(id="free", title="Nobody opposite", ours=free, theirs=[]))
    if reserve:
        rows.append(LineupRow(id="in-reserve", title="Reserve", ours=reserve, theirs=[]))
    title = f"Combat at {land.ZONE_NAME[zone]}, turn {s.c_turn}"
    return LineupPanel(id="combat", title=title, rows=rows)


def unit_slots(s: Desert, units: Iterable[int]) -> list[Slot]:
    """Units of the tactical map."""
    return [
        Slot(
            id=lrdg.UNITS[u],
            title=lrdg.NAME[u],
            marks=pieces.unit_marks(s, u)[1:],
            text=f"AV {s.av(u)}",
        )
        for u in units
    ]


def axis_slot(s: Desert, counter: int, row: str) -> Slot:
    """An Axis counter of the tactical map; who stands in a row is not known till the line is shown."""
    if not s.c_shown:
        return Slot(id=row, title="An Axis unit, face down")
    piece = pieces.axis_piece(s, counter)
    return Slot(id=piece.id, title=piece.alt, marks=piece.marks, text=f"AV {piece.values[0]}")


def slot_of_target(s: Desert, zone: int) -> Slot:
    """The target as something to aim at."""
    return Slot(id="target", title="Target", text=f"{s.target[zone]} of {s.target_initial(zone)}")


def results_panel(s: Desert) -> TablePanel:
    """Missions of the campaign so far."""
    rows = [
        [missions.SCENARIOS[mission].title, f"{halves / 2:g}", tables.LEVEL_TITLE[level]]
        for mission, halves, level, *_ in s.results
    ]
    title = f"Missions, {plural(s.mco_points, 'MCO point')}"
    return TablePanel(id="results", title=title, head=["mission", "VP", "level"], rows=rows, lit=[])


def support_text(s: Desert) -> list[str]:
    """Support area and pool in words."""
    waco = {IN_SUPPORT: "The Waco is ready.", WACO_GONE: "The Waco is gone for this mission."}.get(s.waco)
    lines = [f"Axis counters still in the pool: {s.pool_size()}"]
    return [*lines, waco] if waco else lines


def panels(s: Desert) -> list[Panel]:
    """What lies beside the map, the most pressing first."""
    found: list[Panel] = []
    if s.c_zone != NOWHERE:
        found.append(combat_panel(s))
    if s.phase == CHOICE:
        found.append(purchase_panel(s))
    found += [patrol_panel(s, p) for p in range(tables.MOST_PATROLS) if s.units_of(p)]
    alarms: list[TrackCell | str] = [
        TrackCell(id=str(n), label=str(n), title=ALARM_TEXT[n]) for n in range(tables.HIGHEST_ALARM + 1)
    ]
    found.append(TrackPanel(id="alarm", title="Alarm", value=str(s.alarm), cells=alarms))
    if s.results or scenarios.is_campaign(s):
        found.append(results_panel(s))
    found.append(TextPanel(id="support", title="Support and pool", text="\n".join(support_text(s))))
    return found


ALARM_TEXT = (
    "quiet", "the aircraft leaves", "the aircraft looks for you", "one Axis unit wakes each turn",
    "two Axis units wake each turn",
)  # fmt: skip
