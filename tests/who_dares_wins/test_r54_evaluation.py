"""Chapters 5.4 and 5.5: victory points, levels, maintenance at the end, MCO points."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.rules import r55_maintenance as maintenance
from sandtable.games.who_dares_wins.state import CAP, DESTROYED, FULL, GIVEN_UP, HOME, LOST, NOWHERE, REDUCED, Desert
from tests.kit import asked, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import field, lay, resting, unit, zone

MERSA = zone("mersa")


def returned(units: str = "T1A T1B HQ1", *, turns: int = 9, alarm: int = 4, **more: object) -> Desert:
    """Scenario 3 with everybody at Siwa, late and loud, so that nothing scores by itself."""
    s = field("scenario-3", {"1st": f"siwa {units}"}, alarm=alarm, **more)  # type: ignore[arg-type]
    s.cause, s.last_in = HOME, turns
    return s


def halves(s: Desert) -> int:
    """Half victory points of the position."""
    return evaluation.total(s)


# --- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-54.8", "WDW-54.9", "WDW-54.6", "WDW-54.7", "WDW-54.15", "WDW-54.17", "WDW-54.18", "WDW-55.4")
def test_the_example_of_the_rule_book() -> None:  # E-07
    s = field("scenario-3", {"1st": "siwa T1A T1B SAS1 HQ1"}, alarm=2, campaign=True)
    s.cause, s.last_in = HOME, 5
    s.target[MERSA] = 1
    for kind in ("I-INF-2V", "I-TK-3V", "I-INF-1", "I-AC-2"):
        lay(s, "defeated", kind)
    s.side[unit("T1A")] = REDUCED
    terms.lose(s, unit("T1B"), "WDW-54.2")
    run(s, evaluation.Start(HOME))
    assert s.results[-1][1:3] == (12, tables.TOTAL), "3 for the target, 3 for Axis units, 3 for the Alarm, -3: 6 VP"
    assert s.mco_points == 4
    assert offered(s) == ["restore T1A", "restore T1B", "done"]
    assert "4 MCO points" in asked(s)
    do(s, "restore T1A", "restore T1B")
    assert s.mco_points == 1
    assert s.side[unit("T1A")] == s.side[unit("T1B")] == FULL


@pytest.mark.clause("WDW-54.2", "WDW-54.3")
def test_a_destroyed_unit_costs_2_and_a_reduced_one_1() -> None:
    s = returned()
    s.side[unit("T1A")] = REDUCED
    assert halves(s) == -2
    s.side[unit("T1A")] = DESTROYED
    assert halves(s) == -4


@pytest.mark.clause("WDW-54.4", "WDW-54.5")
def test_an_hq_destroyed_costs_4_and_reduced_2_instead() -> None:
    s = returned()
    s.side[unit("HQ1")] = REDUCED
    assert halves(s) == -4
    s.side[unit("HQ1")] = DESTROYED
    assert halves(s) == -8


@pytest.mark.clause("WDW-54.6", "WDW-54.7")
def test_a_defeated_veteran_gives_1_and_another_axis_unit_half_a_point() -> None:
    s = returned()
    lay(s, "defeated", "I-INF-2V")
    assert halves(s) == 2
    lay(s, "defeated", "G-TK-4")
    assert halves(s) == 3
    lay(s, "mersa", "G-TK-4V", "up")
    assert halves(s) == 3, "only defeated ones count"


@pytest.mark.clause("WDW-54.8", "WDW-54.9", "WDW-72.9")
@pytest.mark.parametrize(("left", "points"), [(3, 0), (2, 0), (1, 6), (0, 14)])
def test_a_target_destroyed_gives_7_and_one_reduced_by_at_least_half_3(left: int, points: int) -> None:
    s = returned()
    s.target[MERSA] = left
    assert halves(s) == points


@pytest.mark.clause("WDW-72.9")
def test_exactly_half_is_reduced_unless_the_option_asks_for_more() -> None:
    s = field("scenario-4", {"1st": "siwa T1A"}, alarm=4)
    s.cause, s.last_in = HOME, 20
    s.target[zone("barca")] = 2
    assert halves(s) == 6
    s = field("scenario-4", {"1st": "siwa T1A"}, alarm=4, options={"target_reduced": "gt_half"})
    s.cause, s.last_in = HOME, 20
    s.target[zone("barca")] = 2
    assert halves(s) == 0


@pytest.mark.clause("WDW-54.8", "WDW-82.1")
def test_each_of_several_targets_counts() -> None:
    s = field("scenario-2", {"1st": "siwa T1A"}, alarm=4)
    s.cause, s.last_in = HOME, 20
    s.target[zone("mechili")] = 0
    s.target[zone("bir-tengeder")] = 1
    s.target[zone("bir-hacheim")] = 0
    assert halves(s) == 14 + 6 + 14


@pytest.mark.clause("WDW-54.10")
@pytest.mark.parametrize(("turns", "points"), [(1, 6), (5, 6), (6, 0), (7, 0)])
def test_a_duration_strictly_below_the_historical_one_gives_3(turns: int, points: int) -> None:
    s = field("scenario-1", {"1st": "siwa T2A"}, alarm=4)
    s.cause, s.last_in = HOME, turns
    assert halves(s) == points


@pytest.mark.clause("WDW-54.20", "WDW-54.10")
def test_the_duration_is_the_turn_in_which_the_mission_ended_for_its_last_unit_lost_ones_too() -> None:
    s = field("scenario-3", {"1st": "siwa T1A, d1 T1B"}, alarm=4, turn_number=3)
    s.cause, s.last_in = HOME, 2
    assert halves(s) == tables.VP_IN_TIME, "home on turn 2 of 4"
    terms.lose(s, unit("T1B"), "WDW-733.4")
    assert evaluation.duration(s) == 3
    s.turn = 5
    terms.lose(s, unit("T1A"), "WDW-733.4")
    assert evaluation.duration(s) == 5 and halves(s) == 2 * tables.VP_UNIT_DESTROYED
    s = field("scenario-3", {"1st": "siwa T1A, d1 T1B"}, alarm=4, turn_number=7)
    s.cause, s.last_in = GIVEN_UP, 2
    run(s, evaluation.Start(GIVEN_UP))
    assert s.results[0][3] == 7, "T1/B was abandoned when the mission was given up"


@pytest.mark.clause("WDW-54.11")
@pytest.mark.parametrize(("alarm", "points"), [(0, 6), (2, 6), (3, 0), (4, 0)])
def test_an_alarm_below_3_at_the_end_gives_3(alarm: int, points: int) -> None:
    assert halves(returned(alarm=alarm)) == points


@pytest.mark.clause("WDW-54.19", "WDW-50.3")
def test_a_lost_mission_has_neither_bonus() -> None:
    s = field("scenario-3", {"1st": "d1 SAS1"}, alarm=1, turn_number=2)
    terms.lose(s, unit("SAS1"), "WDW-733.4")
    assert turn.end_if_lost(s)
    run(s)
    assert s.cause == LOST and s.results[-1][1] == -4


@pytest.mark.clause("WDW-54.19")
def test_units_that_never_left_have_not_returned() -> None:
    s = returned(turns=0, alarm=0)
    terms.lose(s, unit("T1A"), "WDW-733.4")
    assert halves(s) == -4, "the one that went out was lost"


@pytest.mark.clause("WDW-54.19", "WDW-80.5")
@pytest.mark.parametrize("cause", [GIVEN_UP, CAP])
def test_after_giving_up_units_that_are_not_home_count_as_destroyed_and_there_is_no_bonus(cause: int) -> None:
    s = field("scenario-3", {"1st": "siwa T1A, d1 T1B, koufra HQ1"})
    s.cause, s.last_in = cause, 1
    run(s, evaluation.Start(cause))
    assert s.results[0][1] == -4 - 8, "T1/B in the desert, and the HQ on a base that is not home"
    assert s.side[unit("T1A")] == FULL


@pytest.mark.clause("WDW-54.10", "WDW-54.11")
def test_by_option_the_bonuses_need_an_objective_that_was_at_least_reduced() -> None:
    options = {"bonus_needs_objective": "on"}
    s = returned(turns=2, alarm=0, options=options)
    assert halves(s) == 0
    s.target[MERSA] = 1
    assert halves(s) == 6 + 12
    s = field("scenario-1", {"1st": "siwa T2A"}, options=options)
    s.cause, s.last_in, s.held_seen[0] = HOME, 3, 1
    assert halves(s) == 6 + 12


@pytest.mark.clause("WDW-616.8", "WDW-54.3")
def test_a_truck_that_used_its_load_counts_as_reduced_unless_the_option_says_otherwise() -> None:
    s = returned("T1A HQ1 Light")
    s.side[unit("Light")] = REDUCED
    s.emptied = 1 << unit("Light")
    assert halves(s) == -2
    s = returned("T1A HQ1 Light", options={"load_counts_reduced": "off"})
    s.side[unit("Light")] = REDUCED
    s.emptied = 1 << unit("Light")
    assert halves(s) == 0
    s.emptied = 0
    assert halves(s) == -2, "turned over by a hit it counts all the same"


# --- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-54.12", "WDW-54.13", "WDW-54.14", "WDW-54.15", "WDW-54.16")
@pytest.mark.parametrize(
    ("points", "level", "mco"),
    [
        (-11, "catastrophic", 0), (-10, "failure", 1), (0, "failure", 1), (1, "moderate", 2), (11, "moderate", 2),
        (12, "total", 4), (21, "total", 4), (22, "remarkable", 5), (60, "remarkable", 5),
    ],
)  # fmt: skip
def test_levels_and_their_mco_points(points: int, level: str, mco: int) -> None:
    found = evaluation.level_of(returned(), points)
    assert tables.LEVELS[found] == level
    assert tables.LEVEL_MCO[found] == mco


@pytest.mark.clause("WDW-54.13", "WDW-54.14")
def test_by_option_exactly_0_points_are_a_moderate_success() -> None:
    s = returned(options={"vp_zero_level": "moderate"})
    assert evaluation.level_of(s, 0) == tables.MODERATE
    assert evaluation.level_of(s, -1) == tables.FAILURE


@pytest.mark.clause("WDW-54.1", "WDW-50.2")
def test_the_evaluation_tells_every_line_with_its_clause() -> None:
    s = returned(turns=2, alarm=0)
    run(s, evaluation.Start(HOME))
    told = {event.clause: event.text for event in s.events}
    assert told["WDW-54.10"] == "2 turns, fewer than 4: 3 VP"
    assert told["WDW-54.11"] == "Alarm 0, below 3: 3 VP"
    assert told["WDW-54.15"] == "Total success: 6 VP, 4 MCO points"
    assert [evaluation.points_text(half) for half in (-5, -4, 0, 1, 12)] == ["-2.5", "-2", "0", "0.5", "6"]


# --- maintenance -----------------------------------------------------------------------------------------------------


def workshop(dice: list[int]) -> Desert:
    """The end of a mission of the campaign; T1/A has one marker, T1/B two, and Y1/A sat out with one."""
    s = returned(campaign=True, dice=dice)
    terms.mco_add(s, unit("T1A"), 3)
    terms.mco_add(s, unit("T1B"), 2)
    terms.mco_add(s, unit("T1B"), 4)
    terms.mco_add(s, unit("Y1A"), 2)
    return s


@pytest.mark.clause("WDW-55.1", "WDW-55.2", "WDW-55.3", "WDW-55.5", "WDW-3.8")
def test_each_marker_is_tested_at_minus_2_in_the_order_of_the_counters() -> None:
    s = workshop([4, 4, 5, 5])
    run(s, maintenance.Begin())
    assert dice_left(s) == 0
    assert terms.mco_count(s, unit("T1A")) == 0, "4 - 2 = 2 succeeds"
    assert terms.mco_count(s, unit("T1B")) == 1, "5 - 2 = 3 fails: it stays in the Maintenance area"
    assert terms.mco_count(s, unit("Y1A")) == 1, "a unit that sat out is tested too, and again after the next mission"


@pytest.mark.clause("WDW-55.1")
def test_destroyed_units_take_no_test() -> None:
    s = returned(campaign=True)
    terms.mco_add(s, unit("T1A"), 2)
    terms.lose(s, unit("T1A"), "WDW-54.2")
    assert terms.mco_count(s, unit("T1A")) == 0


@pytest.mark.clause("WDW-55.4", "WDW-54.17", "WDW-54.18")
def test_points_are_spent_after_the_tests_and_restoring_takes_no_marker_away() -> None:
    s = workshop([6, 6, 6, 6])
    s.mco_points = 3
    s.side[unit("T1A")] = REDUCED
    s.side[unit("SAS1")] = DESTROYED
    s.side[unit("SAS2")] = DESTROYED
    run(s, maintenance.Begin())
    assert offered(s) == ["restore T1A", "restore SAS1", "restore SAS2", "done"]
    do(s, "restore T1A")
    assert terms.mco_count(s, unit("T1A")) == 1
    do(s, "restore SAS2")
    assert s.mco_points == 0


@pytest.mark.clause("WDW-54.17", "WDW-54.18")
def test_units_are_restored_in_the_order_of_the_counters() -> None:
    s = returned(campaign=True)
    s.mco_points = 3
    for word in ("T1A", "SAS1", "SAS2"):
        s.side[unit(word)] = REDUCED
    run(s, maintenance.Begin())
    do(s, "restore SAS1")
    assert offered(s) == ["restore SAS2", "done"] and refused(s, "restore T1A") == "WDW-54.17"


@pytest.mark.clause("WDW-54.17", "WDW-54.18")
def test_what_cannot_be_paid_or_needs_no_restoring_is_refused() -> None:
    s = returned(campaign=True)
    s.mco_points = 1
    s.side[unit("SAS1")] = DESTROYED
    s.side[unit("SAS2")] = REDUCED
    run(s, maintenance.Begin())
    assert offered(s) == ["restore SAS2", "done"]
    assert refused(s, "restore SAS1") == "WDW-54.17"
    assert refused(s, "restore T1A") == "WDW-54.17"
    do(s, "done")
    assert s.mco_points == 1, "points left over are kept"


@pytest.mark.clause("WDW-55.4")
def test_by_option_points_left_over_are_lost() -> None:
    s = returned(campaign=True, options={"mco_carry": "off"})
    s.mco_points = 1
    s.side[unit("SAS2")] = REDUCED
    run(s, maintenance.Begin())
    do(s, "done")
    assert s.mco_points == 0


@pytest.mark.clause("WDW-54.18", "WDW-616.8")
def test_an_emptied_truck_needs_restoring_unless_the_option_says_that_it_is_not_reduced() -> None:
    for option, offer in (("on", ["restore T1A", "restore Light", "done"]), ("off", ["restore T1A", "done"])):
        s = returned("T1A HQ1 Light", campaign=True, options={"load_counts_reduced": option})
        s.mco_points = 3
        for word in ("T1A", "Light"):
            s.side[unit(word)] = REDUCED
        s.emptied = 1 << unit("Light")
        run(s, maintenance.Begin())
        assert offered(s) == offer
    assert refused(s, "restore Light") == "WDW-54.17"


@pytest.mark.clause("WDW-50.2")
def test_a_single_mission_ends_with_its_tests_and_asks_nothing_more() -> None:
    s = returned(dice=[1])
    terms.mco_add(s, unit("T1A"), 2)
    s.side[unit("T1B")] = REDUCED
    run(s, evaluation.Start(HOME))
    assert dice_left(s) == 0
    assert s.zone[unit("T1A")] != NOWHERE
    assert resting(s)
