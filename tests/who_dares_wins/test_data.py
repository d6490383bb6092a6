"""What is printed in the box, as it is loaded."""

import tomllib

import pytest

from sandtable.games.who_dares_wins.box import axis, files, land, lrdg, missions, settings, tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.ground import boards

BOARD = boards.board({})
CODES = [zone["code"] for zone in tomllib.loads(files.FILES.text("zones.toml")).values()]


def zones(*words: str) -> set[int]:
    """Zones by their words."""
    return {land.ZONE[word] for word in words}


def codes(text: str) -> set[int]:
    """Zones by the codes of the notes on the map."""
    return {CODES.index(code) for code in text.replace(",", " ").split()}


def where(column: tuple[bool, ...]) -> set[int]:
    """The zones for which a column is true."""
    return {z for z, value in enumerate(column) if value}


# --- the map ---


def test_the_map_has_43_zones_and_78_links() -> None:
    assert len(land.ZONES) == 43 and len(land.LINKS) == 78
    assert [land.LINK_KIND.count(kind) for kind in (land.ROAD, land.PATH, land.OFF)] == [14, 39, 25]


@pytest.mark.clause("WDW-331.1")
def test_a_link_is_a_road_a_path_or_off_path() -> None:
    def kind(a: str, b: str) -> int:
        return land.LINK_KIND[BOARD.link[land.ZONE[a]][land.ZONE[b]]]

    assert kind("bardia", "cambut") == land.ROAD
    assert kind("jalo", "d10") == land.PATH
    assert kind("maddalena", "d3") == land.OFF
    assert set(land.LINK_KIND) == {land.ROAD, land.PATH, land.OFF}


@pytest.mark.clause("WDW-331.2")
def test_two_zones_are_adjacent_exactly_when_a_link_joins_them() -> None:
    for a in range(len(land.ZONES)):
        for b in range(len(land.ZONES)):
            joined = (a, b) in land.LINK_ENDS or (b, a) in land.LINK_ENDS
            assert (
                (b in BOARD.neighbours[a])
                == joined
                == (BOARD.link[a][b] != land.NO_LINK)
                == (BOARD.distance[a][b] == 1)
            )


@pytest.mark.clause("WDW-331.3")
def test_the_bases_are_siwa_and_koufra() -> None:
    assert set(land.BASES) == {land.SIWA, land.KOUFRA} == zones("siwa", "koufra") == where(land.IS_BASE)
    assert all(BOARD.dice[base] == 0 and not BOARD.may_watch[base] for base in land.BASES)


def test_lists_derived_from_the_map_are_those_of_the_notes() -> None:
    assert set(BOARD.airfields) == codes("AJD BEN BAR DER GAZ TOB ADE")
    assert where(BOARD.fort_drm) == codes("BEN BAR TOB")
    assert {z for z in range(43) if land.OASIS in land.TERRAIN[z]} == codes("JAG SIW JAL KOU")
    assert {z for z in range(43) if land.ROCKY in land.TERRAIN[z]} == codes("CHA BTE BHA D2 D3 D4 D6 D8")


def test_a_unit_called_by_the_alarm_may_enter_23_towns_villages_forts_and_airfields() -> None:
    assert where(BOARD.may_enter) == codes(
        "BRE AJD BFO BEN BAR BLI DER GAZ TOB CAM BDA BUQ SBA MER DAB CHA MSU MEC ADE MAD BGA MEG JAG"
    )


def test_the_aircraft_may_be_in_26_zones_within_two_links_of_an_airfield() -> None:
    assert where(BOARD.aircraft_may_be) == codes(
        "BRE, AJD, BFO, BEN, BAR, BLI, DER, GAZ, TOB, CAM, BDA, CHA, MSU, MEC, BTE, BHA, ADE, CUA, MAD, BGA, MEG, JAG, "
        "JAL, D7, D8, D11"
    )


def test_intelligence_is_legal_in_villages_towns_oases_forts_and_airfields_but_not_on_a_base() -> None:
    assert where(BOARD.may_watch) == where(BOARD.may_enter) | zones("jalo", "jaghbub")


def test_distances_that_the_rule_book_tells_are_right() -> None:
    z = land.ZONE
    assert BOARD.distance[z["maddalena"]][z["bardia"]] == 1
    assert BOARD.distance[z["el-cuasc"]][z["bardia"]] == 2
    assert BOARD.next_steps(z["beda-littoria"], z["bir-tengeder"]) == [z["mechili"]]
    assert BOARD.distance[z["beda-littoria"]][z["beda-fomm"]] == 3
    assert all(len(near) >= 2 for near in BOARD.neighbours), "a force can always pull back somewhere"


def test_axis_ways_lead_past_the_bases_but_may_end_there() -> None:
    z = land.ZONE
    assert BOARD.distance[z["d1"]][z["x1"]] == 2
    assert BOARD.next_steps(z["d1"], z["x1"]) == [z["jaghbub"], z["siwa"]]
    assert BOARD.axis_next_steps(z["d1"], z["x1"]) == [z["jaghbub"]]
    assert BOARD.axis_next_steps(z["d1"], z["siwa"]) == [z["siwa"]]
    assert all(max(row) < 43 for row in BOARD.axis_distance)


@pytest.mark.clause("WDW-611.6", "WDW-611.7", "WDW-611.8", "WDW-611.9")
def test_the_terrain_gives_the_dice_of_the_discretion_test() -> None:
    def dice(word: str) -> tuple[int, int]:
        return BOARD.dice[land.ZONE[word]], BOARD.die_drm[land.ZONE[word]]

    assert dice("d2") == (1, -1)
    assert dice("d1") == (1, 0)
    assert dice("jalo") == dice("msus") == (2, 0)
    assert dice("bardia") == dice("tobruk") == dice("el-adem") == (3, 0)
    assert dice("charruba") == (2, 0), "of two symbols the one with most dice counts"
    assert dice("maddalena") == (2, 0)


@pytest.mark.clause("WDW-51.8", "WDW-51.9")
def test_the_terrain_gives_the_drm_of_the_event() -> None:
    def drm(word: str) -> int:
        return BOARD.event_drm[land.ZONE[word]]

    assert (drm("d2"), drm("d1"), drm("jalo"), drm("siwa")) == (4, 2, -2, -2)
    assert {drm(word) for word in ("msus", "bardia", "tobruk", "el-adem", "jaghbub", "charruba")} == {-4}


def test_the_option_y_junction_takes_one_link_away() -> None:
    without = boards.board({"y_junction": "off"})
    a, b = land.ZONE["el-cuasc"], land.ZONE["maddalena"]
    assert BOARD.distance[a][b] == 1 and without.distance[a][b] == 2
    assert sum(map(len, without.neighbours)) == 2 * 77
    assert without.link[a][b] == land.NO_LINK
    assert without.distance[a][land.ZONE["bardia"]] == 2


def test_the_option_maddalena_fort_makes_it_a_fort() -> None:
    fort = boards.board({"maddalena_fort": "on"})
    z = land.ZONE["maddalena"]
    assert fort.fort_drm[z] and fort.dice[z] == 3 and fort.event_drm[z] == -4
    assert not BOARD.fort_drm[z]


def test_the_option_fort_drm_airfield_fortifies_airfields_without_making_them_forts() -> None:
    with_fields = boards.board({"fort_drm_airfield": "on"})
    assert where(with_fields.fort_drm) == set(BOARD.airfields)
    assert with_fields.terrain == BOARD.terrain


# --- counters ---


def test_there_are_35_lrdg_counters_and_36_of_the_axis() -> None:
    assert len(lrdg.UNITS) == 35 and len(axis.COUNTERS) == 36
    assert sum(axis.NATION[t] == axis.ITALIAN for t in axis.COUNTERS) == 20
    assert sum(axis.MOBILE[t] for t in axis.COUNTERS) == 16
    assert sum(axis.VETERAN[t] for t in axis.COUNTERS) == 6
    assert [sum(axis.AV[t] == av for t in axis.COUNTERS) for av in (1, 2, 3, 4)] == [6, 17, 9, 4]


def test_names_of_axis_units_say_nothing_about_their_type() -> None:
    assert axis.UNITS[0] == "axis1" and axis.UNITS[-1] == "axis36"


def test_a_type_can_be_told_in_words() -> None:
    assert axis.type_name(axis.TYPES.index("G-TK-4V")) == "German tank AV 4, mobile, veteran"


@pytest.mark.clause("WDW-41.2", "WDW-41.3", "WDW-41.4")
def test_units_cost_what_the_list_of_prices_says() -> None:
    price = {
        lrdg.TEAM: 1,
        lrdg.DET: 1,
        lrdg.SAS: 1,
        lrdg.HQ: 2,
        lrdg.LIGHT: 2,
        lrdg.SURVEY: 3,
        lrdg.SIGNAL: 3,
        lrdg.HEAVY: 3,
        lrdg.WACO: 3,
    }
    assert all(lrdg.COST[u] == price[lrdg.KIND[u]] for u in range(len(lrdg.UNITS)))
    assert [len(units) for units in lrdg.OF_KIND] == [20, 4, 3, 2, 1, 2, 1, 1, 1]


@pytest.mark.clause("WDW-31.5")
def test_both_wacos_are_one_counter() -> None:
    assert lrdg.OF_KIND[lrdg.WACO] == (lrdg.THE_WACO,) and lrdg.UNITS[lrdg.THE_WACO] == "Waco"


def test_attack_values_known_from_the_book_are_right() -> None:
    def av(word: str) -> tuple[int, int]:
        return lrdg.AV_FULL[lrdg.UNIT[word]], lrdg.AV_REDUCED[lrdg.UNIT[word]]

    assert av("G2B") == (3, 2) and av("T2A") == (2, 1)
    assert lrdg.AV_FULL[lrdg.UNIT["HQ1"]] == 1 and lrdg.AV_REDUCED[lrdg.UNIT["SAS4"]] == 1


def test_a_heavy_has_two_loads_at_minus_2_and_the_light_one_at_minus_1() -> None:
    for word, loads, drm in (("Light", 1, -1), ("HeavyA", 2, -2), ("HeavyB", 2, -2)):
        assert (lrdg.LOADS[lrdg.UNIT[word]], lrdg.MAINTENANCE_DRM[lrdg.UNIT[word]]) == (loads, drm)
    assert {lrdg.UNITS[u] for u in where(lrdg.IS_TRUCK)} == {"Light", "HeavyA", "HeavyB"}
    assert sum(lrdg.LOADS) == 5


def test_survey_and_signal_each_give_minus_1() -> None:
    assert [lrdg.UNITS[u] for u, drm in enumerate(lrdg.RECONNAISSANCE_DRM) if drm] == ["Survey", "Signal"]
    assert lrdg.RECONNAISSANCE_DRM[lrdg.UNIT["Survey"]] == lrdg.RECONNAISSANCE_DRM[lrdg.UNIT["Signal"]] == -1


# --- tables ---


@pytest.mark.clause("WDW-51.1", "WDW-51.2", "WDW-51.3")
def test_the_size_of_a_patrol_gives_its_dice_for_action_points() -> None:
    assert [tables.AP_DICE[size] for size in (1, 3, 4, 8, 9, 35)] == [1, 1, 2, 2, 3, 3]
    assert set(tables.AP_PLUS[1:]) == {2}


@pytest.mark.clause("WDW-611.10")
def test_the_number_of_units_gives_the_size_drm() -> None:
    assert [tables.SIZE_DRM[size] for size in (1, 3, 4, 6, 7, 8, 9, 35)] == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.clause(
    "WDW-51.10", "WDW-51.11", "WDW-51.12", "WDW-51.13", "WDW-51.14", "WDW-51.15", "WDW-51.16", "WDW-51.17",
    "WDW-51.18", "WDW-51.19", "WDW-51.20", "WDW-51.21", "WDW-51.22", "WDW-51.23", "WDW-51.24",
)  # fmt: skip
def test_every_total_of_the_event_table_has_its_row() -> None:
    by_total = {
        -1: "intel_and_damage", 0: "intel_and_damage", 1: "next_test_fails", 2: "next_test_fails", 3: "major_intel",
        4: "infiltration", 5: "infiltration", 6: "minor_intel", 7: "minor_intel", 8: "navigation", 9: "navigation",
        10: "tyres", 11: "tyres", 12: "test_now", 13: "test_now", 14: "gasoline", 15: "mechanical", 16: "fog",
        17: "stuck", 18: "immobilised", 19: "next_test_succeeds", 20: "next_test_succeeds",
        21: "significant_damage", 22: "significant_damage",
    }  # fmt: skip
    assert {total: tables.event(total).id for total in range(-1, 23)} == by_total
    row = {event.id: event for event in tables.EVENTS}
    assert (row["intel_and_damage"].recon_ok, row["intel_and_damage"].mco) == (1, (2,))
    assert row["next_test_fails"].next_test == tables.FAILS and row["next_test_succeeds"].next_test == tables.SUCCEEDS
    assert row["major_intel"].recon_ok == 2 and row["minor_intel"].recon_ok == 1
    assert row["infiltration"].next_drm == -1 and row["fog"].next_drm == -2
    assert row["navigation"].ap == 2
    assert [row[key].mco for key in ("tyres", "gasoline", "mechanical", "stuck")] == [(2,), (3,), (2,), (4,)]
    assert row["significant_damage"].mco == (2, 2)
    assert [event.id for event in tables.EVENTS if event.test_now] == ["test_now"]
    assert [event.id for event in tables.EVENTS if event.immobilised] == ["immobilised"]


def test_actions_cost_the_ap_of_the_table() -> None:
    assert tables.MOVE_HALVES == (1, 2, 4)
    assert (
        tables.AP_AIR_SUPPORT,
        tables.AP_INTELLIGENCE,
        tables.AP_RECONNAISSANCE,
        tables.AP_CACHE,
        tables.AP_MAINTENANCE,
    ) == (
        6,
        2,
        3,
        2,
        3,
    )


def test_the_die_gives_the_number_of_units_attacked_from_the_air() -> None:
    assert [tables.AIR_ATTACK_UNITS[die] for die in range(1, 7)] == [1, 1, 1, 2, 2, 3]


def level(halves: int) -> str:
    """The level of a total in half points."""
    return next(word for word, below in zip(tables.LEVELS, tables.LEVEL_BELOW, strict=True) if halves < below)


def test_totals_of_victory_points_give_the_levels_and_their_mco_points() -> None:
    totals = (-11, -10, 0, 1, 11, 12, 21, 22)
    assert [level(total) for total in totals] == [
        "catastrophic", "failure", "failure", "moderate", "moderate", "total", "total", "remarkable",
    ]  # fmt: skip
    assert tables.LEVEL_MCO == (0, 1, 2, 4, 5)


def test_victory_points_are_counted_in_halves() -> None:
    assert (tables.VP_UNIT_DESTROYED, tables.VP_UNIT_REDUCED, tables.VP_HQ_DESTROYED, tables.VP_HQ_REDUCED) == (
        -4,
        -2,
        -8,
        -4,
    )
    assert (tables.VP_VETERAN_DEFEATED, tables.VP_AXIS_DEFEATED) == (2, 1)
    assert (tables.VP_OBJECTIVE_DESTROYED, tables.VP_OBJECTIVE_REDUCED, tables.VP_IN_TIME, tables.VP_QUIET) == (
        14,
        6,
        6,
        6,
    )


# --- scenarios ---


@pytest.mark.clause("WDW-80.4")
def test_each_historical_composition_costs_exactly_its_budget() -> None:
    costs = {s.id: sum(patrol.cost() for patrol in s.patrols) for s in missions.SCENARIOS if s.patrols}
    assert costs == {s.id: s.budget for s in missions.SCENARIOS if s.patrols}
    assert [costs[s.id] for s in missions.CAMPAIGN_ORDER] == [11, 20, 8, 10, 12, 6]
    assert [patrol.size() for s in missions.CAMPAIGN_ORDER for patrol in s.patrols] == [8, 7, 4, 3, 7, 7, 3, 3, 3, 5]


@pytest.mark.clause("WDW-80.5")
def test_bases_and_durations_are_those_of_the_table() -> None:
    assert [s.duration for s in missions.CAMPAIGN_ORDER] == [6, 7, 4, 12, 8, 10]
    siwa, koufra = {land.SIWA}, {land.KOUFRA}
    assert [set(s.start) for s in missions.CAMPAIGN_ORDER] == [siwa, siwa, siwa, siwa | koufra, koufra, koufra]
    assert [set(s.home) for s in missions.CAMPAIGN_ORDER] == [siwa, siwa, siwa, *[siwa | koufra] * 3]
    assert missions.SCENARIO["scenario-4"].must_leave == (land.KOUFRA,)


def test_the_campaign_plays_the_scenarios_in_order() -> None:
    assert [s.number for s in missions.CAMPAIGN_ORDER] == ["1", "2", "3", "4", "5.1", "5.2"]
    assert missions.SCENARIO_IDS == (
        "scenario-1", "scenario-1-historical", "scenario-2", "scenario-3", "scenario-4", "scenario-5-1",
        "scenario-5-2", "campaign",
    )  # fmt: skip


def placed(scenario: str, level: int = missions.NONE, **options: str) -> dict[str, list[str]]:
    """The set-up in words: zone -> what is asked for."""
    found: dict[str, list[str]] = {}
    for demand in missions.deployment(missions.SCENARIO[scenario], level, options):
        words = []
        if demand.nation != axis.ANY:
            words.append(axis.NATIONS[demand.nation])
        if demand.kind != axis.ANY:
            words.append(axis.KINDS[demand.kind])
        if demand.mobile != axis.ANY:
            words.append("mobile" if demand.mobile else "fixed")
        if demand.av != axis.ANY:
            words.append(str(demand.av))
        found.setdefault(land.ZONES[demand.zone], []).append(" ".join(words) or "any")
    return found


@pytest.mark.clause("WDW-81.1")
def test_scenario_1_is_set_up_as_in_the_table() -> None:
    cities = ("brega", "ajdabiya", "beda-littoria", "derna", "tobruk", "bardia")
    assert placed("scenario-1") == {
        "msus": ["fixed 2"], "benghazi": ["mobile"], "barca": ["mobile"], **{city: ["any"] for city in cities},
    }  # fmt: skip
    assert missions.SCENARIO["scenario-1"].targets == ()
    assert set(missions.SCENARIO["scenario-1"].observe) == zones("msus", "beda-fomm", "barca", "benghazi")


def test_the_option_sc1_cities_leaves_forts_out() -> None:
    assert set(placed("scenario-1")) - set(placed("scenario-1", sc1_cities="town")) == {"tobruk"}


@pytest.mark.clause("WDW-82.1")
def test_scenario_2_is_set_up_as_in_the_table() -> None:
    assert placed("scenario-2") == {
        "gazala": ["german mobile 3", "german mobile 4"],
        "bardia": ["german mobile 3"],
        "bir-tengeder": ["any"],
        "bir-hacheim": ["any"],
    }
    assert dict(missions.SCENARIO["scenario-2"].targets) == {
        land.ZONE["bir-tengeder"]: 2, land.ZONE["mechili"]: 3, land.ZONE["bir-hacheim"]: 2,
    }  # fmt: skip


@pytest.mark.clause("WDW-83.1")
def test_scenario_3_is_set_up_as_in_the_table() -> None:
    assert placed("scenario-3") == {
        "mersa": ["infantry 3"],
        "el-daba": ["mobile 4"],
        "el-alamein": ["mobile 4", "mobile 4"],
        "maddalena": ["mobile"],
        "jaghbub": ["mobile"],
        "bardia": ["any"],
    }
    assert missions.SCENARIO["scenario-3"].targets == ((land.ZONE["mersa"], 3),)


@pytest.mark.clause("WDW-84.1")
def test_scenario_4_has_one_unit_in_each_of_eleven_coast_zones() -> None:
    found = placed("scenario-4")
    assert {land.ZONE[word] for word in found} == codes("BEN, BAR, BLI, DER, GAZ, TOB, CAM, BDA, BUQ, SBA, MER")
    assert all(units == ["any"] for units in found.values())
    assert missions.SCENARIO["scenario-4"].targets == ((land.ZONE["barca"], 4),)


SETTLEMENTS = codes("AJD BAR BEN BFO BGA BLI BRE BUQ CAM CHA DAB DER GAZ JAG MAD MEC MEG MER MSU SBA")


@pytest.mark.clause("WDW-85.1")
def test_scenario_5_is_set_up_as_in_the_table() -> None:
    for scenario, town, guard in (("scenario-5-1", "bardia", "mobile 3"), ("scenario-5-2", "tobruk", "fixed 4")):
        found = placed(scenario)
        assert found.pop(town) == [guard]
        assert found.pop("el-cuasc") == ["mobile", "mobile"]
        assert found.pop("el-adem") == ["any", "any"]
        assert {land.ZONE[word] for word in found} == SETTLEMENTS
        assert all(units == ["any"] for units in found.values())
        assert missions.SCENARIO[scenario].targets == ((land.ZONE[town], 4),)


def test_a_poor_level_in_scenario_3_raises_the_alarm_and_moves_nothing() -> None:
    assert [missions.SUPPLY[lev].alarm for lev in range(5)] == [2, 1, 0, 0, 0]
    for lev in (tables.CATASTROPHIC, tables.FAILURE, tables.MODERATE):
        assert placed("scenario-5-1", lev) == placed("scenario-5-1")
        assert missions.SUPPLY[lev].pool == 0


def test_a_total_success_in_scenario_3_thins_the_axis_of_scenario_5() -> None:
    found = placed("scenario-5-1", tables.TOTAL)
    assert found["el-adem"] == found["el-cuasc"] == ["any"] and "mersa" not in found
    assert found["bardia"] == ["mobile 3"] and "tobruk" not in found
    assert missions.SUPPLY[tables.TOTAL].pool == 2
    assert placed("scenario-5-2", tables.TOTAL)["tobruk"] == ["fixed 4"]


def test_a_remarkable_success_in_scenario_3_also_weakens_tobruk() -> None:
    found = placed("scenario-5-2", tables.REMARKABLE)
    assert found["tobruk"] == ["mobile 2"] and found["el-adem"] == ["any"] and "mersa" not in found
    assert sum(map(len, found.values())) == 22
    assert missions.SUPPLY[tables.REMARKABLE].pool == 4
    assert "tobruk" not in placed("scenario-5-1", tables.REMARKABLE)


def test_a_level_of_scenario_3_changes_no_other_scenario() -> None:
    for scenario in ("scenario-1", "scenario-2", "scenario-3", "scenario-4"):
        assert placed(scenario, tables.REMARKABLE) == placed(scenario)


def test_the_box_holds_what_every_set_up_asks_for_whatever_is_drawn_first() -> None:
    for scenario in missions.SCENARIOS:
        for lev in (missions.NONE, *range(5)):
            demands = [demand for demand in missions.deployment(scenario, lev, {}) if demand.is_specified()]
            for demand in demands:
                fitting = sum(demand.fits(t) for t in axis.COUNTERS)
                before = demands[: demands.index(demand)]
                rivals = sum(any(other.fits(t) and demand.fits(t) for t in axis.COUNTERS) for other in before)
                same = sum(other == demand for other in demands)
                assert fitting >= rivals + same, f"{scenario.id} {demand}"


def test_units_that_scenarios_4_and_5_leave_out_are_listed() -> None:
    def words(units: tuple[int, ...]) -> str:
        return " ".join(lrdg.UNITS[u] for u in units)

    four, five_1, five_2 = missions.CAMPAIGN_ORDER[3:]
    assert words(four.under_maintenance) == "HeavyB Light Waco Y2A Y2B Survey"
    assert words(five_1.under_maintenance) == "G2A G2B" and five_2.under_maintenance == ()
    assert words(five_1.in_operation) == words(five_2.in_operation) == "T1A T1B T2A T2B HeavyA DetA DetB"


def test_special_rules_stand_in_the_scenarios_that_have_them() -> None:
    variant = missions.SCENARIO["scenario-1-historical"]
    assert (variant.budget, variant.observe_destroyed, variant.observe_reduced) == (30, 6, 3)
    assert [s.id for s in missions.SCENARIOS if s.no_fort_for == axis.ITALIAN] == ["scenario-2"]
    assert [s.id for s in missions.SCENARIOS if s.target_drm == -1] == ["scenario-3"]
    assert [s.id for s in missions.SCENARIOS if s.reserve] == ["scenario-5-1"]
    assert [s.id for s in missions.SCENARIOS if s.waco_free] == ["scenario-5-1"]
    landing = missions.SCENARIO["scenario-5-1"].landing
    assert landing is not None
    assert [lrdg.UNITS[u] for u in landing.units] == ["DetA", "DetB"]
    assert (landing.at, landing.when_at) == (land.ZONE["cambut"], land.ZONE["bardia"])
    assert (landing.first, landing.last) == (4, 6)


# --- options ---


def test_every_option_has_a_default_other_values_and_one_sentence() -> None:
    assert len(settings.OPTIONS) == 30
    for option in settings.OPTIONS:
        assert len(option.values) >= 2 and option.text.endswith(".") and option.text.count(". ") == 0


def test_options_not_given_have_their_default() -> None:
    options = GAME.start("campaign", options={"event_scope": "patrol"}).options
    assert options["event_scope"] == "patrol" and options["y_junction"] == "on" and len(options) == 31  # with ties
    assert "mco_carry" not in GAME.start("scenario-2").options


# --- checking files ---


def text(name: str) -> str:
    """A data file as shipped."""
    return files.FILES.text(name)


@pytest.mark.parametrize("name", files.FILES.names())
def test_the_files_as_shipped_are_known_and_have_no_mistake(name: str) -> None:
    assert GAME.check(name, text(name)) == []


@pytest.mark.parametrize("name", ["units.toml", "tables.toml", "scenarios.toml", "options.toml", "terrain.toml"])
def test_a_file_of_the_same_name_without_our_tables_is_another_game_s(name: str) -> None:
    assert GAME.check(name, '[pegasus-bridge]\nname = "x"\n') is None


@pytest.mark.parametrize(
    ("name", "right", "wrong", "line", "complaint"),
    [
        ("zones.toml", '["town"]', '["city"]', 'terrain = ["city"]', "terrain has 'city'; it should be one of"),
        ("zones.toml", 'code = "BFO"', 'code = "BRE"', 'code = "BRE"', "code BRE belongs to another zone"),
        ("links.toml", '["jalo", "d11"]', '["jalo", "d12"]', '["jalo", "d12"],', "'d12' is not one of"),
        ("links.toml", '["jalo", "d11"]', '["d10", "jalo"]', '["d10", "jalo"],', "d10 and jalo are joined twice"),
        ("links.toml", '["el-cuasc", "maddalena"]', '["bardia", "cambut"]', "links = [", "joined in another table too"),
        ("tables.toml", "from = 4,", "from = 5,", "{ from = 5, to = 8", "from is 5; the row before ends at 3"),
        ("tables.toml", "{ from = 9,", "{ from = 9, to = 20,", "{ from = 9, to = 20", "the table ends at 20"),
        ("units.toml", "cost = 2", "cost = 4", "cost = 4", "cost is 4; it should be a whole number from 1 to 3"),
        ("axis.toml", '"german"', '"british"', 'nation = "british"', "nation is 'british'; it should be one of"),
        ("scenarios.toml", "budget = 20", "budget = 19", "patrols = [", "patrols cost 20; the budget is 19"),
        ("scenarios.toml", 'to = ["siwa"]', 'to = ["jalo"]', 'to = ["jalo"]', "to has a zone that is no base"),
        ("scenarios.toml", "sas = 2", "sos = 2", "{ units = ", "sos is not a column of this table"),
        ("coast.toml", "[-55.3, 310.2]", "[-55.3]", "points = [", "points has [-55.3]; it should be a list of places"),
        ("coast.toml", "x = [101.0187,", "x = [", "x = [", "x is [-1939.6433]; it should be a list of 2 numbers"),
        ("relief.toml", '"sand"', '"dune"', 'kind = "dune"', "kind is 'dune'; it should be one of escarpment"),
        ("relief.toml", '"sea-name"', '"sea"', 'class = "sea"', "class is 'sea'; it should be one of sea-name"),
        ("relief.toml", "outline =", "line =", "line = [", "line is not a column of this table"),
        ("options.toml", '["turn", "patrol"]', '["turn"]', 'values = ["turn"]', "two different ones or more"),
    ],
)
def test_a_mistake_is_told_with_its_line(name: str, right: str, wrong: str, line: str, complaint: str) -> None:
    good = text(name)
    assert right in good
    bad = good.replace(right, wrong, 1)
    faults = GAME.check(name, bad)
    assert faults is not None
    number = next(number for number, told in faults if complaint in told)
    assert bad.splitlines()[number - 1].strip().startswith(line)
