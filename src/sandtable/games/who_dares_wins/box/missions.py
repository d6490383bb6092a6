"""The scenarios and the campaign: patrols, Axis set-up, targets, and what one mission changes in another."""

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.tables import Page, Row

NONE = -1
"""Of a level that was not reached, of a zone that is not named."""


@dataclass(frozen=True)
class Patrol:
    """A historical patrol: units by name, and (kind, number) of those that the player picks."""

    units: tuple[int, ...]
    picks: tuple[tuple[int, int], ...]
    towards: int
    reserve: bool

    def cost(self) -> int:
        """WDW-80.4 What the patrol costs."""
        picked = sum(number * lrdg.COST[lrdg.OF_KIND[kind][0]] for kind, number in self.picks)
        return sum(lrdg.COST[unit] for unit in self.units) + picked

    def size(self) -> int:
        """How many units the patrol has."""
        return len(self.units) + sum(number for _, number in self.picks)


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

    def demands(self, zones: tuple[int, ...]) -> list[axis.Demand]:
        """The line spelt out, one demand for each counter."""
        return [axis.Demand(z, self.nation, self.kind, self.mobile, self.av) for z in zones for _ in range(self.number)]


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
class Group:
    """Zones that a set-up names together: those listed, or those of a terrain that it names nowhere else."""

    zones: tuple[int, ...]
    terrain: tuple[int, ...]
    exempt: tuple[int, ...]


def _read_groups(page: Page) -> dict[str, Group]:
    row = page.row("groups")
    return {name: _read_group(row.row(name)) for name in row.columns()}


def _read_group(row: Row) -> Group:
    if row.has("zones"):
        return Group(row.words("zones", land.ZONES), (), ())
    return Group((), row.words("terrain", land.TERRAINS), row.words("except", land.ZONES, ()))


def _read_placing(row: Row, groups: tuple[str, ...]) -> Placing:
    by_name = row.has("zones")
    return Placing(
        row.words("zones", land.ZONES) if by_name else (),
        "" if by_name else groups[row.word("group", groups)],
        row.number("number", 0, 4, 1),
        row.word("nation", axis.NATIONS, axis.ANY),
        row.word("kind", axis.KINDS, axis.ANY),
        int(row.flag("mobile")) if row.has("mobile") else axis.ANY,
        row.number("av", 1, 4, axis.ANY),
    )


def _read_patrol(row: Row) -> Patrol:
    picks: list[tuple[int, int]] = []
    if row.has("any"):
        of_kind = row.row("any")
        for kind, word in enumerate(lrdg.KINDS):
            if of_kind.has(word):
                picks.append((kind, of_kind.number(word, 1, len(lrdg.OF_KIND[kind]))))
    towards = row.word("towards", land.ZONES, NONE)
    return Patrol(row.words("units", lrdg.UNITS), tuple(picks), towards, row.flag("reserve", False))


def _read_landing(row: Row) -> Landing:
    first, last = row.numbers("turns", 1, 40, 2)
    return Landing(
        row.words("units", lrdg.UNITS), row.word("at", land.ZONES), row.word("when_at", land.ZONES), first, last
    )


def _read_targets(row: Row) -> tuple[tuple[int, int], ...]:
    if not row.has("targets"):
        return ()
    targets: list[tuple[int, int]] = []
    cells = row.row("targets")
    for word in cells.columns():
        value = cells.number(word, 1, 4)
        if word in land.ZONE:
            targets.append((land.ZONE[word], value))
        else:
            row.fault("targets", f"targets has {word!r}; it should be the word of a zone")
    return tuple(targets)


def _read_scenario(row: Row, groups: tuple[str, ...], scenarios: tuple[str, ...]) -> Scenario:
    destroyed, reduced = row.numbers("observe_turns", 1, 40, 2) if row.has("observe_turns") else (0, 0)
    scenario = Scenario(
        id=row.key,
        number=row.text("number"),
        title=row.text("title"),
        date=row.text("date"),
        brief=row.text("brief"),
        budget=row.number("budget", 1, 99),
        least_patrols=row.number("least_patrols", 1, tables.MOST_PATROLS, 1),
        duration=row.number("duration", 1, 40),
        start=row.words("from", land.ZONES),
        must_leave=row.words("must_leave", land.ZONES, ()),
        home=row.words("to", land.ZONES),
        patrols=tuple(_read_patrol(patrol) for patrol in row.rows("patrols", True)),
        axis=tuple(_read_placing(placing, groups) for placing in row.rows("axis")),
        targets=_read_targets(row),
        observe=row.words("observe", land.ZONES, ()),
        observe_destroyed=destroyed,
        observe_reduced=reduced,
        no_fort_for=row.word("no_fort_for", axis.NATIONS, axis.ANY),
        target_drm=row.number("target_drm", -1, -1, 0),
        under_maintenance=row.words("under_maintenance", lrdg.UNITS, ()),
        in_operation=row.words("in_operation", lrdg.UNITS, ()),
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
        if any(not land.IS_BASE[z] for z in zones):
            bases = " and ".join(land.ZONES[z] for z in land.BASES)
            row.fault(column, f"{column} has a zone that is no base; the bases are {bases}")
    specified = [any(value != axis.ANY for value in (p.nation, p.kind, p.mobile, p.av)) for p in scenario.axis]
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
                row.word("level", tables.LEVELS),
                row.number("alarm", 1, 4, 0),
                row.number("pool", 1, 9, 0),
                tuple(_read_placing(placing, groups) for placing in row.rows("instead", True)),
            )
            for row in rows
        )
        if tuple(supply.level for supply in self.supply) != tuple(range(len(tables.LEVELS))):
            page.row("supply").fault("rows", f"rows are not one for each level: {', '.join(tables.LEVELS)}")


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


def group_zones(name: str, named: set[int], options: Mapping[str, str]) -> tuple[int, ...]:
    """The zones of a group in a set-up that names the zones `named` elsewhere."""
    group = GROUPS[name]
    if group.zones:
        return group.zones
    wanted = group.terrain
    if name == "cities" and options.get("sc1_cities", "town_and_fort") == "town":
        wanted = (land.TOWN,)
    terrain = land.terrain(options.get("maddalena_fort", "off") == "on")
    return tuple(
        z
        for z in range(len(land.ZONES))
        if z not in group.exempt and z not in named and any(symbol in wanted for symbol in terrain[z])
    )


def deployment(scenario: Scenario, level: int, options: Mapping[str, str]) -> tuple[axis.Demand, ...]:
    """WDW-81.1, WDW-82.1, WDW-83.1, WDW-84.1, WDW-85.1 The counters of the set-up, those described before random ones.

    `level` is the one reached in scenario 3, or NONE; WDW-85.11 and WDW-85.12 change the set-up of scenario 5.
    """
    named = {z for placing in scenario.axis for z in placing.zones}
    demands: list[axis.Demand] = []
    for placing in scenario.axis:
        demands += placing.demands(placing.zones or group_zones(placing.group, named, options))
    if scenario.supply and level != NONE:
        for placing in SUPPLY[level].instead:
            changed = {demand.zone for demand in demands} & set(placing.zones)
            demands = [demand for demand in demands if demand.zone not in changed]
            demands += placing.demands(tuple(z for z in placing.zones if z in changed))
    return tuple(sorted(demands, key=lambda demand: not demand.is_specified()))
