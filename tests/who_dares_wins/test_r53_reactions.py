"""Chapter 5.3: alarm effects, mobile units, contact, and the end of the turn."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import axis, land, missions, tables
from sandtable.games.who_dares_wins.rules import r04_purchase as purchase
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_alarm as alarm
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    DEFEATED,
    HOME,
    NOWHERE,
    WAITING_DRM_1,
    WAITING_FAILS,
    Desert,
)
from sandtable.geometry.squares import clockwise
from sandtable.kernel.flow import constants
from tests.kit import asked, at_random, begun, dice_left, do, offered, refused, run, said
from tests.who_dares_wins.field import GAME, counter, empty_pool, field, hold_back, lay, resting, unit, zone


def alarmed(level: int, patrols: str, axis: str = "", **more: object) -> Desert:
    """Alarm effects at a level, raised by everybody at the first place named."""
    s = field("scenario-1", {"1st": patrols}, axis=axis, alarm=level, **more)  # type: ignore[arg-type]
    s.raisers = tuple(s.units_in(zone(patrols.split(maxsplit=1)[0])))
    run(s, alarm.AlarmEffects())
    return s


# --- the order of the phase ------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-530.1", "WDW-530.3", "WDW-531.4", "WDW-532.10")
def test_alarm_effects_come_before_movement_and_a_unit_that_wakes_moves_at_once() -> None:
    s = field("scenario-1", {"1st": "maddalena T2A"}, axis="bardia I-AC-2 down", alarm=3, dice=[1, 1])
    s.raisers = (unit("T2A"),)
    run(s, reactions.Start())
    assert s.axis_up[0]
    assert s.axis_zone[0] == zone("maddalena")


@pytest.mark.clause("WDW-530.3", "WDW-531.3", "WDW-532.1")
def test_an_aircraft_that_appears_flies_in_the_same_turn() -> None:
    s = field("scenario-1", {"1st": "maddalena T2A"}, alarm=2, dice=[1, 1])
    s.raisers = (unit("T2A"),)
    run(s, reactions.Start())
    flown = [event.facts[0] for event in s.events if event.clause == "WDW-532.1"]
    assert flown == [("moved", "aircraft", "el-adem", "el-cuasc"), ("moved", "aircraft", "el-cuasc", "maddalena")]


# --- 5.3.1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-531.1")
def test_level_0_has_no_effect() -> None:
    s = field("scenario-1", {"1st": "bardia T2A"}, axis="cambut I-INF-1 down")
    s.aircraft = zone("tobruk")
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("tobruk") and not s.axis_up[0] and resting(s)


@pytest.mark.clause("WDW-531.2")
def test_at_level_1_the_aircraft_leaves_the_map() -> None:
    s = field("scenario-1", {"1st": "bardia T2A"}, alarm=1)
    s.aircraft = zone("tobruk")
    run(s, alarm.AlarmEffects())
    assert s.aircraft == NOWHERE


@pytest.mark.clause("WDW-531.3")
def test_at_level_2_the_aircraft_appears_on_the_airfield_closest_to_the_force() -> None:
    s = alarmed(2, "jalo T2A")
    assert s.aircraft == zone("ajdabiya")
    s = alarmed(2, "mechili T2A")
    assert offered(s) == ["airfield derna", "airfield gazala"], "both one link away: the player decides"
    do(s, "airfield gazala")
    assert s.aircraft == zone("gazala")
    s = field("scenario-1", {"1st": "jalo T2A"}, alarm=2)
    s.raisers = (unit("T2A"),)
    s.aircraft = zone("tobruk")
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("tobruk"), "already on the map it stays"


@pytest.mark.clause("WDW-531.3")
def test_by_option_a_die_decides_between_airfields() -> None:
    s = alarmed(2, "mechili T2A", options={"axis_ties": "random"}, draws=["derna"])
    assert s.aircraft == zone("derna")


@pytest.mark.clause("WDW-531.4", "WDW-531.8", "WDW-611.14")
def test_at_level_3_the_aircraft_returns_and_a_unit_next_to_the_force_turns_face_up() -> None:  # E-04
    s = field("scenario-1", {"1st": "maddalena T2A"}, axis="bardia I-INF-2 down", alarm=2, dice=[6, 1])
    s.aircraft = zone("tobruk")
    run(s, discretion.Test(discretion.ENTRY, zone("maddalena"), (unit("T2A"),)))
    assert s.alarm == 3
    run(s, alarm.AlarmEffects())
    assert s.aircraft == NOWHERE
    assert s.axis_up[counter("axis1")]
    assert s.counters == 1, "nobody enters"


@pytest.mark.clause("WDW-531.5", "WDW-531.6")
def test_without_a_face_down_unit_next_to_the_force_one_enters_in_the_closest_place() -> None:  # E-05
    s = alarmed(3, "maddalena T2A", draws=["I-AC-2"])
    assert offered(s) == ["enter bardia", "enter jaghbub"], "d3 is no town, village, fort or airfield"
    assert refused(s, "enter d3") == "WDW-531.6"
    assert refused(s, "enter tobruk") == "WDW-531.6"
    do(s, "enter jaghbub")
    t = alarmed(3, "maddalena T2A", draws=["bardia", "I-AC-2"], options={"axis_ties": "random"})
    assert t.axis_zone[0] == zone("bardia"), "by option a die decides"
    assert s.axis_zone[0] == zone("jaghbub") and s.axis_up[0]
    assert axis.TYPES[s.axis_type[0]] == "I-AC-2"
    assert s.pool_size() == len(axis.UNITS) - 1


@pytest.mark.clause("WDW-531.6")
def test_by_option_any_zone_next_to_the_force_will_do() -> None:  # E-05
    s = alarmed(3, "maddalena T2A", options={"alarm_entry": "adjacent_any"})
    assert "enter d3" in offered(s)
    s = alarmed(3, "siwa T2A", options={"alarm_entry": "adjacent_any"})
    assert offered(s) == ["enter d1", "enter x1"], "a base is never entered"
    taken = "d1 I-INF-1 up, x1 I-INF-1 up"
    s = alarmed(3, "siwa T2A", taken, options={"alarm_entry": "adjacent_any"}, draws=["I-AC-2"])
    assert s.axis_zone[2] == zone("jaghbub"), "with none free it is the closest place"


@pytest.mark.clause("WDW-531.7")
def test_a_zone_with_an_axis_or_lrdg_unit_is_skipped_for_the_next_closest() -> None:
    s = alarmed(3, "maddalena T2A, jaghbub T2B", "bardia I-INF-2 up")
    assert "enter jaghbub" not in offered(s) and "enter bardia" not in offered(s)
    assert refused(s, "enter bardia") == "WDW-531.7"
    distance = s.board.distance[zone("maddalena")]
    assert {distance[zone(line.split()[1])] for line in offered(s)} == {2}


@pytest.mark.clause("WDW-531.9")
def test_at_level_4_two_units_answer_one_after_the_other() -> None:
    s = field("scenario-1", {"1st": "maddalena T2A"}, axis="bardia I-INF-2 down", alarm=4, draws=["G-AC-2"])
    s.raisers, s.aircraft = (unit("T2A"),), zone("tobruk")
    run(s, alarm.AlarmEffects())
    assert s.aircraft == NOWHERE, "as at level 3"
    assert s.axis_up[0]
    assert s.counters == 2, "one woke, and one more is drawn"
    assert s.axis_zone[1] == zone("jaghbub"), "bardia is taken"
    assert s.axis_up[1]


@pytest.mark.clause("WDW-531.4")
def test_the_player_says_which_of_several_wakes_and_the_force_s_own_zone_does_not_count() -> None:
    axis = "bardia I-INF-2 down, jaghbub I-INF-1 down, maddalena I-INF-3 down, derna I-INF-1 down"
    s = alarmed(3, "maddalena T2A", axis)
    assert offered(s) == ["wake axis1", "wake axis2"]
    assert refused(s, "wake axis4") == "WDW-531.4"
    do(s, "wake axis2")
    assert list(s.axis_up[:4]) == [0, 1, 0, 0]
    s = alarmed(3, "maddalena T2A", axis, options={"wake_same_zone": "on"})
    assert offered(s) == ["wake axis1", "wake axis2", "wake axis3"]
    s = alarmed(3, "maddalena T2A", axis, options={"axis_ties": "random"}, draws=["axis1"])
    assert list(s.axis_up[:4]) == [1, 0, 0, 0]


@pytest.mark.clause("WDW-531.10")
def test_alarm_effects_are_applied_again_every_turn() -> None:
    axis = "bardia I-INF-2 down, jaghbub I-INF-1 down"
    s = field("scenario-1", {"1st": "maddalena T2A"}, axis=axis, alarm=3, dice=[3])
    s.raisers = (unit("T2A"),)
    run(s, reactions.Start())
    do(s, "wake axis1")
    assert s.turn == 2 and list(s.axis_up[:2]) == [1, 0]
    do(s, "pass")
    assert list(s.axis_up[:2]) == [1, 1], "nobody raised it, and still the next unit wakes"


@pytest.mark.clause("WDW-531.11")
def test_with_an_empty_pool_nobody_enters() -> None:
    s = field("scenario-1", {"1st": "maddalena T2A"}, alarm=3)
    s.raisers = (unit("T2A"),)
    empty_pool(s)
    run(s, alarm.AlarmEffects())
    assert s.counters == 0 and resting(s)


@pytest.mark.clause("WDW-531.12")
def test_with_every_eligible_zone_taken_nobody_enters_and_the_pool_keeps_its_counters() -> None:
    s = field("scenario-1", {"1st": "maddalena T2A"}, alarm=3)
    s.raisers = (unit("T2A"),)
    for place, may in enumerate(s.board.may_enter):
        if may and place != zone("maddalena"):
            lay(s, land.ZONES[place], "I-INF-1", "up")
    before = s.pool_size()
    run(s, alarm.AlarmEffects())
    assert s.pool_size() == before and resting(s)


@pytest.mark.clause("WDW-531.3", "WDW-531.4")
def test_effects_are_measured_from_where_most_of_those_who_raised_the_alarm_are_now() -> None:
    s = field("scenario-1", {"1st": "jalo T2A T2B, bardia SAS1"}, alarm=2)
    s.raisers = (unit("T2A"), unit("T2B"), unit("SAS1"))
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("ajdabiya")
    s = field("scenario-1", {"1st": "jalo T2A, bardia SAS1"}, alarm=3, axis="d11 I-INF-1 down, cambut I-INF-1 down")
    s.raisers = (unit("T2A"), unit("SAS1"))
    run(s, alarm.AlarmEffects())
    assert offered(s) == ["around bardia", "around jalo"], "a tie is the player's"
    do(s, "around jalo")
    assert list(s.axis_up[:2]) == [1, 0]


@pytest.mark.clause("WDW-531.3", "WDW-85.9")
def test_if_nobody_has_raised_it_the_force_closest_to_an_airfield_counts_those_outside_first() -> None:
    s = field("scenario-5-1", {"1st": "jalo T2A, d1 T2B, koufra HQ1"}, alarm=2)
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("ajdabiya")
    s = field("scenario-5-1", {"1st": "siwa HQ1, koufra T2A"}, alarm=3)
    s.raisers = (unit("T1A"),)
    run(s, alarm.AlarmEffects())
    assert offered(s) == ["around siwa", "around koufra"], "both two links from Jaghbub; whoever raised it is gone"
    do(s, "around koufra")
    assert s.axis_zone[0] == zone("jaghbub")


@pytest.mark.clause("WDW-531.4", "WDW-531.12")
def test_at_levels_3_and_4_that_force_is_the_closest_to_a_place_that_may_be_entered() -> None:
    s = field("scenario-5-1", {"1st": "d2 T2A, el-cuasc T2B, x2 HQ1"}, alarm=3)
    run(s, alarm.AlarmEffects())
    assert offered(s) == ["around el-cuasc", "around d2"], (
        "next to El Adem, and to Fort Maddalena which has no airfield"
    )
    s = field("scenario-5-1", {"1st": "d2 T2A, el-cuasc T2B"}, alarm=3, options={"axis_ties": "random"}, draws=["d2"])
    run(s, alarm.AlarmEffects())
    assert s.axis_zone[0] == zone("maddalena"), "by option a die decides"
    s = field("scenario-5-1", {"1st": "d2 T2A"}, alarm=3)
    for place, may in enumerate(s.board.may_enter):
        if may:
            lay(s, land.ZONES[place], "I-INF-1", "up")
    run(s, alarm.AlarmEffects())
    assert resting(s), "with no such place left nobody enters"
    s = field("scenario-1", {"1st": "brega T2A, d2 T2B"}, alarm=2)
    s.raisers = (unit("T2A"),)
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("ajdabiya"), "the first zone of the list is a zone like any other"


# --- 5.3.2 mobile units ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-532.10", "WDW-532.12", "WDW-530.2")
def test_a_mobile_unit_goes_towards_the_nearest_force_and_an_immobile_one_stays() -> None:  # E-06
    s = field(
        "scenario-2",
        {"1st": "bir-tengeder T1A", "2nd": "beda-fomm Y2A"},
        axis="beda-littoria I-AC-2 up, mechili I-INF-2 up, derna G-AC-2 down, defeated I-AC-2 up",
    )
    run(s, reactions.MobileMoves())
    assert s.axis_zone[3] == DEFEATED, "set aside it moves no more"
    assert s.axis_zone[0] == zone("mechili")
    assert s.axis_zone[1] == zone("mechili"), "no mobility symbol"
    assert s.axis_zone[2] == zone("derna"), "face down"


@pytest.mark.clause("WDW-532.11")
def test_at_equal_distance_it_goes_towards_the_force_with_fewest_units() -> None:
    s = field("scenario-1", {"1st": "mechili T2A T2B, gazala SAS1"}, axis="derna I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("gazala")


@pytest.mark.clause("WDW-532.11", "WDW-532.10")
def test_remaining_ties_and_equal_ways_are_the_player_s() -> None:
    s = field("scenario-1", {"1st": "mechili T2A, gazala SAS1"}, axis="derna I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert offered(s) == ["advance axis1 gazala", "advance axis1 mechili"]
    assert refused(s, "advance axis1 beda-littoria") == "WDW-532.10"
    do(s, "advance axis1 mechili")
    assert s.axis_zone[0] == zone("mechili")
    s = field("scenario-1", {"1st": "bardia T2A"}, axis="el-cuasc I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert offered(s) == ["advance axis1 cambut", "advance axis1 maddalena"]
    s = field(
        "scenario-1", {"1st": "bardia T2A"}, axis="el-cuasc I-AC-2 up", options={"axis_ties": "random"}, draws=["way-2"]
    )
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("maddalena")


@pytest.mark.clause("WDW-532.10")
def test_a_unit_that_shares_a_zone_with_lrdg_units_stays() -> None:
    s = field("scenario-1", {"1st": "bardia T2A, cambut T2B"}, axis="bardia I-AC-2 up, tobruk I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("bardia")
    assert s.axis_zone[1] == zone("cambut"), "one that shares none goes to the nearest"


@pytest.mark.clause("WDW-532.16", "WDW-532.17")
def test_a_rear_party_on_a_base_draws_nobody_while_others_are_outside() -> None:
    s = field("scenario-1", {"1st": "siwa HQ1, bardia SAS1"}, axis="jaghbub I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("maddalena")


@pytest.mark.clause("WDW-532.16", "WDW-532.18")
def test_with_everybody_on_a_base_it_goes_next_to_the_base_and_waits() -> None:
    s = field("scenario-1", {"1st": "siwa HQ1 SAS1"}, axis="jaghbub I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert offered(s) == ["advance axis1 d1", "advance axis1 x1"]
    assert refused(s, "advance axis1 siwa") == "WDW-532.16"
    do(s, "advance axis1 d1")
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("d1"), "it waits"
    s = field("scenario-1", {"1st": "siwa HQ1 SAS1, koufra T2A"}, axis="jaghbub I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert offered(s) == ["advance axis1 d1", "advance axis1 x1"], "next to either base, however many are there"


@pytest.mark.clause("WDW-532.17")
def test_by_option_units_on_a_base_draw_axis_units_all_the_same() -> None:
    s = field(
        "scenario-1", {"1st": "siwa HQ1, benghazi SAS1"}, axis="jaghbub I-AC-2 up", options={"pursue_bases": "on"}
    )
    run(s, reactions.MobileMoves())
    assert offered(s) == ["advance axis1 d1", "advance axis1 x1"]
    s = field("scenario-1", {"1st": "siwa HQ1, d2 SAS1"}, axis="d1 I-AC-2 up", options={"pursue_bases": "on"})
    run(s, reactions.MobileMoves())
    assert offered(s) == ["wait axis1", "advance axis1 d2"], "next to a base it may wait, or follow the others"
    do(s, "wait axis1")
    assert s.axis_zone[0] == zone("d1") and resting(s)


@pytest.mark.clause("WDW-532.18")
def test_ways_of_the_axis_do_not_pass_a_base() -> None:
    s = field("scenario-1", {"1st": "x1 T2A"}, axis="d1 I-AC-2 up")
    run(s, reactions.MobileMoves())
    assert s.axis_zone[0] == zone("jaghbub"), "by Siwa it would be as short"


@pytest.mark.clause("WDW-532.10", "WDW-532.11", "WDW-531.3", "WDW-531.4", "WDW-531.6")
def test_what_the_axis_does_is_told_with_its_reason_and_what_it_chose_among() -> None:
    s = field("scenario-1", {"1st": "mechili T2A, gazala SAS1"}, axis="derna I-AC-2 up")
    run(s, reactions.MobileMoves())
    told = do(s, "advance axis1 mechili")
    assert [event.text for event in told] == ["{axis1} moves to {mechili} (out of: {gazala}, {mechili})"]
    s = field("scenario-1", {"1st": "bir-tengeder T2A"}, axis="derna I-AC-2 up")
    told = run(s, reactions.MobileMoves()).events
    assert [event.text for event in told] == ["{axis1} moves to {mechili}, towards {bir-tengeder}"]
    s = field("scenario-1", {"1st": "jalo T2A, maddalena SAS1"}, alarm=3, draws=["I-AC-2"])
    s.raisers = (unit("T2A"), unit("SAS1"))
    run(s, alarm.AlarmEffects())
    told = do(s, "around maddalena", "enter jaghbub")
    assert [(event.clause, event.text) for event in told] == [
        ("WDW-531.4", "Alarm 3 is answered around {maddalena} (of the forces at {maddalena}, {jalo})"),
        ("WDW-531.5", "{axis1} enters at {jaghbub} (of the closest: {bardia}, {jaghbub})"),
    ]


# --- 5.3.2 contact ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-532.13", "WDW-532.14", "WDW-532.15", "WDW-71.3")
def test_axis_units_in_contact_cause_one_test_at_plus_one_for_the_zone() -> None:
    axis = "d9 I-AC-2 up, d9 I-INF-1 down"
    s = field("scenario-1", {"1st": "d9 T2A"}, axis=axis, dice=[2])
    run(s, reactions.Contact(()))
    assert resting(s) and s.alarm == 0, "2 + 1 for contact + 2 for two Axis units = 5"
    s = field("scenario-1", {"1st": "d9 T2A"}, axis=axis, dice=[3, 6, 6, 6])
    run(s, reactions.Contact(()))
    assert s.alarm == 1 and dice_left(s) == 0, "3 + 3 = 6: detected, and a combat follows"
    s = field("scenario-1", {"1st": "d9 T2A"}, axis=axis, dice=[3, 6, 6, 6], alarm=4)
    run(s, reactions.Contact(()))
    assert dice_left(s) == 0, "at any Alarm level"


@pytest.mark.clause("WDW-532.13")
def test_face_down_units_alone_cause_no_contact() -> None:
    s = field("scenario-1", {"1st": "d9 T2A"}, axis="d9 I-AC-2 down", dice=[6])
    run(s, reactions.Contact(()))
    assert resting(s) and dice_left(s) == 1


@pytest.mark.clause("WDW-532.19")
def test_after_a_skirmish_only_an_axis_unit_that_arrives_makes_contact_anew() -> None:
    s = field("scenario-1", {"1st": "d9 T2A"}, axis="d9 I-INF-1 up, d10 I-AC-2 up", dice=[1])
    s.fought = 1
    run(s, reactions.Contact(()))
    assert dice_left(s) == 1
    run(s, reactions.MobileMoves(), reactions.Contact(()))
    assert s.axis_zone[1] == zone("d9") and dice_left(s) == 0, "one test: +1, and +1 for each of the two"
    s = field("scenario-1", {"1st": "d9 T2A"}, axis="d10 I-INF-1 up, d10 I-AC-2 up", dice=[1])
    s.fought = 3
    run(s, reactions.MobileMoves(), reactions.Contact(()))
    assert s.fought == 1 and dice_left(s) == 0, "it fought, but not here"


@pytest.mark.clause("WDW-532.10")
def test_an_axis_unit_that_leaves_a_target_protects_it_no_more() -> None:
    s = field("scenario-2", {"1st": "bir-tengeder T1A"}, axis="mechili I-INF-1 up, mechili I-AC-2 up")
    s.guards = 3
    run(s, reactions.MobileMoves())
    assert s.axis_zone[1] == zone("bir-tengeder") and s.guards == 1


@pytest.mark.clause("WDW-532.19")
def test_one_contact_test_is_taken_per_zone_and_turn() -> None:
    s = field("scenario-1", {"1st": "d9 T2A"}, axis="d9 I-INF-1 up", dice=[1, 1])
    run(s, reactions.Contact(()))
    assert dice_left(s) == 1


@pytest.mark.clause("WDW-532.13", "WDW-51.28")
def test_events_that_wait_for_any_patrol_in_the_zone_apply_to_a_contact_test() -> None:
    s = field("scenario-2", {"1st": "d9 T1A", "2nd": "d9 Y2A"}, axis="d9 I-INF-1 up", dice=[6, 6, 6, 6])
    s.pending = ((1, WAITING_FAILS), (0, WAITING_DRM_1))
    run(s, reactions.Contact(()))
    assert s.alarm == 1
    assert list(s.pending) == [(0, WAITING_DRM_1)], "the automatic result rolls no dice; the DRM waits"


# --- the end of the turn ---------------------------------------------------------------------------------------------


def evening(patrols: dict[str, str], out: tuple[int, ...] = (0,), **more: object) -> Desert:
    """The end of a turn, with the patrols that have been out."""
    s = field("scenario-3", patrols, turn_number=3, **more)  # type: ignore[arg-type]
    for patrol in out:
        s.status[patrol] |= BEEN_OUT
    s.last_in = 3
    run(s, reactions.TurnEnd())
    return s


@pytest.mark.clause("WDW-54.1", "WDW-50.2")
def test_the_mission_ends_with_the_turn_in_which_the_last_unit_is_home() -> None:
    s = evening({"1st": "siwa T1A HQ1"})
    assert s.choice is None
    mission, halves, _, turns, alarm, cause = s.results[0]
    assert missions.SCENARIOS[mission].id == "scenario-3"
    assert (turns, alarm, cause) == (3, 0, HOME)
    assert halves == tables.VP_IN_TIME + tables.VP_QUIET


@pytest.mark.clause("WDW-54.1", "WDW-54.10")
def test_after_the_last_unit_came_in_the_axis_still_reacts_and_the_duration_is_that_turn() -> None:
    s = field("scenario-3", {"1st": "d1 T1A"}, axis="bardia I-AC-2 up", turn_number=3, alarm=4)
    s.status[0] |= BEEN_OUT
    empty_pool(s)
    s.ap[0] = 1
    run(s, actions.Act(), reactions.Start())
    do(s, "with T1A", "go siwa", "pass")
    assert s.choice is None and s.axis_zone[0] == zone("maddalena"), "the Axis moved before the evaluation"
    assert s.results[0][1] == tables.VP_IN_TIME and s.results[0][3] == 3


@pytest.mark.clause("WDW-54.1", "WDW-80.5", "WDW-3.2")
def test_while_a_unit_is_out_or_on_another_base_the_next_turn_begins() -> None:
    s = evening({"1st": "siwa T1A, d1 HQ1"})
    assert s.turn == 4
    s = evening({"1st": "siwa T1A, koufra HQ1"})
    assert s.turn == 4, "Koufra is no return base of scenario 3"


@pytest.mark.clause("WDW-54.1")
def test_a_mission_does_not_end_before_anybody_has_been_out() -> None:
    s = evening({"1st": "siwa T1A HQ1"}, out=())
    assert s.turn == 4


@pytest.mark.clause("WDW-54.1")
def test_with_a_patrol_that_never_left_the_player_ends_the_mission_or_goes_on() -> None:
    s = evening({"1st": "siwa T1A HQ1", "2nd": "siwa T1B HQ2"})
    assert offered(s) == ["end-mission", "go-on"]
    assert "{2nd} never left" in asked(s)
    do(s, "go-on")
    assert s.turn == 4
    s = evening({"1st": "siwa T1A HQ1", "2nd": "siwa T1B HQ2"})
    do(s, "end-mission")
    assert s.choice is None


@pytest.mark.clause("WDW-54.1")
def test_everybody_is_home_is_said_only_when_somebody_came_home() -> None:
    s = evening({"1st": "siwa T1A HQ1", "2nd": "siwa T1B HQ2"})
    assert asked(s).startswith("Everybody is home; the last unit came in on turn 3; {2nd} never left.")
    s = field("scenario-3", {"2nd": "siwa T1B HQ2"}, turn_number=3)
    s.status[0] |= BEEN_OUT
    run(s, reactions.TurnEnd())
    assert asked(s).startswith("Nobody of those who left came home; {2nd} never left.")
    told = do(s, "end-mission")
    assert "Nobody of those who left came home" in [event.text for event in told]


@pytest.mark.clause("WDW-54.1", "WDW-85.7")
def test_a_reserve_patrol_that_never_left_counts_as_one() -> None:
    s = field("scenario-5-1", {"1st": "koufra G1A HQ1", "3rd": "koufra S1A"}, turn_number=5)
    hold_back(s, "3rd")
    s.status[0] |= BEEN_OUT
    run(s, reactions.TurnEnd())
    assert offered(s) == ["end-mission", "go-on"]


@pytest.mark.clause("WDW-54.1")
def test_by_option_the_end_is_always_declared() -> None:
    s = evening({"1st": "siwa T1A HQ1"}, options={"mission_end": "declared"})
    assert offered(s) == ["end-mission", "go-on"]


@pytest.mark.clause("WDW-3.2")
def test_the_turn_marker_advances_after_every_step_of_the_turn() -> None:
    s = field("scenario-1", {"1st": "d9 T2A"}, axis="d9 I-INF-1 up", dice=[1, 1])
    run(s, reactions.Start())
    assert s.turn == 2
    assert s.axis_zone[0] != DEFEATED


# --- ties that the player leaves to the rule --------------------------------------------------------------------------


@pytest.mark.clause("WDW-532.11")
def test_of_equal_ways_an_axis_unit_takes_the_first_clockwise_from_north_unless_the_player_wants_to_decide() -> None:
    patrols = {"1st": "bardia T2A"}
    asked = field("scenario-1", patrols, axis="el-cuasc I-AC-2 up")
    run(asked, reactions.Advance(0))
    ways = offered(asked, "advance")
    assert len(ways) > 1
    s = field("scenario-1", patrols, axis="el-cuasc I-AC-2 up", options={"ties": "auto"})
    run(s, reactions.Advance(0))
    x0, y0 = land.ZONE_XY[zone("el-cuasc")]
    round_to = {}
    for way in ways:
        x, y = land.ZONE_XY[zone(way.split()[2])]
        round_to[zone(way.split()[2])] = clockwise(x - x0, y - y0)
    assert s.axis_zone[0] == min(round_to, key=lambda z: round_to[z])
    assert len(said(s.events, "WDW-532.10")) == 1, "the log says where it goes, and out of what"


def test_with_ties_left_to_the_rule_nobody_is_asked_about_the_axis() -> None:
    asked = [s.choice for s in at_random(begun(GAME, Desert, "scenario-5-1", seed=3), 3) if s.choice]
    assert asked
    assert not [choice for choice in asked if constants(choice).tie]


@pytest.mark.clause("WDW-41.1", "WDW-84.4")
@pytest.mark.parametrize("scenario", ["scenario-1", "scenario-1-historical", "scenario-4", "scenario-5-1", "campaign"])
def test_ready_takes_the_patrols_and_bases_that_are_proposed(scenario: str) -> None:
    s = begun(GAME, Desert, scenario, "ready", seed=3)
    assert s.choice is not None
    assert not constants(s.choice).sets_up
    assert s.number == 1
    assert len(s.in_play()) >= s.scenario.least_patrols
    assert purchase.points_left(s) < 3, "little is left of the budget"
