"""Chapter 8: what each scenario adds, and what the campaign carries from one to the next."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import axis, land, lrdg, missions, tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r04_setup as setup
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    CAP,
    DEFEATED,
    DESTROYED,
    FORFEITED,
    FULL,
    GIVEN_UP,
    HOME,
    IN_RESERVE,
    IN_SUPPORT,
    REDUCED,
    Desert,
    changed,
)  # fmt: skip
from sandtable.kernel.record import record, replay
from tests.kit import asked, at_random, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import acting, empty_pool, field, hold_back, match, resting, unit, zone


def set_out(scenario: str, seed: int = 1, **options: str) -> Desert:
    """A match in its first turn, with the historical patrols (or the first that can be bought) and first answers."""
    s = match(scenario, seed=seed, **options)
    while s.roster == () or (s.turn == 1 and s.phase == 0):
        do(s, offered(s)[0])
    return s


def axis_at(s: Desert, word: str) -> list[str]:
    """Types of the Axis counters in a zone."""
    return [axis.TYPES[s.axis_type[c]] for c in s.axis_in(zone(word))]


# --- scenarios in general --------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-80.4")
def test_each_historical_composition_costs_exactly_its_budget() -> None:  # E-22
    costs = {one.id: sum(patrol.cost() for patrol in one.patrols) for one in missions.SCENARIOS if one.patrols}
    assert costs == {
        "scenario-1": 11, "scenario-2": 20, "scenario-3": 8, "scenario-4": 10, "scenario-5-1": 12, "scenario-5-2": 6,
    }  # fmt: skip
    assert all(costs[one.id] == one.budget for one in missions.SCENARIOS if one.patrols)


@pytest.mark.clause("WDW-80.5")
def test_bases_and_durations_are_those_of_the_table() -> None:
    table = {one.id: (one.start, one.home, one.duration) for one in missions.SCENARIOS}
    siwa, koufra = land.SIWA, land.KOUFRA
    assert table["scenario-1"] == ((siwa,), (siwa,), 6)
    assert table["scenario-2"] == ((siwa,), (siwa,), 7)
    assert table["scenario-3"] == ((siwa,), (siwa,), 4)
    assert table["scenario-4"] == ((koufra, siwa), (koufra, siwa), 12)
    assert table["scenario-5-1"] == ((koufra,), (koufra, siwa), 8)
    assert table["scenario-5-2"] == ((koufra,), (koufra, siwa), 10)


@pytest.mark.clause("WDW-81.1", "WDW-42.4")
def test_scenario_1_is_set_up_as_in_its_table() -> None:
    s = set_out("scenario-1")
    assert s.counters == 9 and s.pool_size() == 27
    assert axis_at(s, "msus")[0] in ("I-INF-2", "I-INF-2V", "G-INF-2"), "not mobile, AV 2"
    for word in ("benghazi", "barca"):
        assert all(axis.MOBILE[s.axis_type[c]] for c in s.axis_in(zone(word))) and len(axis_at(s, word)) == 1
    for word in ("brega", "ajdabiya", "beda-littoria", "derna", "tobruk", "bardia"):
        assert len(axis_at(s, word)) == 1
    assert not any(s.axis_up) and not any(s.target)
    s = set_out("scenario-1", sc1_cities="town")
    assert axis_at(s, "tobruk") == [] and s.counters == 8


@pytest.mark.clause("WDW-82.1")
def test_scenario_2_is_set_up_with_three_targets() -> None:
    s = set_out("scenario-2")
    assert {land.ZONES[z]: value for z, value in enumerate(s.target) if value} == {
        "bir-tengeder": 2, "mechili": 3, "bir-hacheim": 2,
    }  # fmt: skip
    assert sorted(axis.AV[s.axis_type[c]] for c in s.axis_in(zone("gazala"))) == [3, 4]
    assert all(axis.NATION[s.axis_type[c]] == axis.GERMAN for c in s.axis_in(zone("gazala")))
    assert [len(axis_at(s, word)) for word in ("bardia", "bir-tengeder", "bir-hacheim", "mechili")] == [1, 1, 1, 0]


@pytest.mark.clause("WDW-83.1")
def test_scenario_3_is_set_up_as_in_its_table() -> None:
    s = set_out("scenario-3")
    assert s.target[zone("mersa")] == 3 and s.counters == 7
    assert len(axis_at(s, "el-alamein")) == 2
    for word in ("el-alamein", "el-daba"):
        assert {axis.AV[s.axis_type[c]] for c in s.axis_in(zone(word))} == {4}
    assert axis_at(s, "mersa")[0] in ("I-INF-3", "G-INF-3", "G-INF-3V")


@pytest.mark.clause("WDW-84.1", "WDW-84.4")
def test_scenario_4_is_set_up_along_the_coast_and_a_patrol_leaves_from_koufra() -> None:
    s = set_out("scenario-4")
    coast = [z for z in range(len(land.ZONES)) if s.axis_in(z)]
    assert len(coast) == 11 and s.counters == 11
    assert s.target[zone("barca")] == 4 and len(axis_at(s, "barca")) == 1
    assert set(s.occupied()) == {land.KOUFRA}


@pytest.mark.clause("WDW-84.2")
def test_scenario_4_leaves_out_what_is_under_maintenance() -> None:
    s = match("scenario-4")
    do(s, "buy")
    for word in ("HeavyB", "Light", "Waco", "Y2A", "Y2B", "Survey"):
        assert refused(s, f"take {word}") == "WDW-84.2"
    assert "take T1A" in offered(s)


@pytest.mark.clause("WDW-85.1", "WDW-85.2", "WDW-85.3")
def test_scenario_5_is_set_up_as_in_its_table_and_leaves_units_out() -> None:
    s = set_out("scenario-5-1")
    assert s.counters == 25 and s.pool_size() == 11
    assert len(axis_at(s, "el-adem")) == 2 and len(axis_at(s, "el-cuasc")) == 2
    assert all(axis.MOBILE[s.axis_type[c]] for c in s.axis_in(zone("el-cuasc")))
    assert axis.AV[s.axis_type[s.axis_in(zone("bardia"))[0]]] == 3
    assert axis_at(s, "tobruk") == []
    s = match("scenario-5-1")
    do(s, "buy")
    assert refused(s, "take G2A") == "WDW-84.2"
    for word in ("T1A", "T2B", "HeavyA", "DetA", "DetB"):
        assert refused(s, f"take {word}") == "WDW-85.3"
    s = match("scenario-5-2")
    do(s, "buy")
    assert "take G2A" in offered(s), "only 5.1 has G2 under maintenance"
    s = set_out("scenario-5-2")
    assert axis_at(s, "tobruk") == ["G-FLAK-4"] and axis_at(s, "bardia") == []


# --- scenario 1 ------------------------------------------------------------------------------------------------------


def home_with(held: int, carried: int = 0, **more: object) -> Desert:
    """Scenario 1, back at Siwa with observations, late and loud."""
    s = field("scenario-1", {"1st": "siwa T2A HQ1"}, alarm=4, **more)  # type: ignore[arg-type]
    s.cause, s.last_in = HOME, 9
    s.held_seen[0] = held
    s.carried_seen = changed(s.carried_seen, unit("T2A"), carried)
    return s


@pytest.mark.clause("WDW-81.2", "WDW-81.3", "WDW-81.7")
@pytest.mark.parametrize(
    ("held", "carried", "points"), [(0, 0, 0), (1, 0, 6), (0, 1, 6), (2, 0, 14), (1, 1, 14), (3, 0, 14)]
)
def test_two_observations_brought_home_score_as_destroyed_and_one_as_reduced(
    held: int, carried: int, points: int
) -> None:
    assert evaluation.total(home_with(held, carried)) == points


@pytest.mark.clause("WDW-81.4")
def test_ordinary_recon_ok_and_observations_that_are_not_home_do_not_count() -> None:
    s = home_with(0)
    s.held[0] = 3
    assert evaluation.total(s) == 0
    s = field("scenario-1", {"1st": "siwa HQ1, d1 T2A"}, alarm=4)
    s.cause = GIVEN_UP
    s.carried_seen = changed(s.carried_seen, unit("T2A"), 1)
    run(s, evaluation.Start(GIVEN_UP))
    assert s.results[0][1] == -4, "the carrier was lost on the way"


@pytest.mark.clause("WDW-81.4", "WDW-81.7")
def test_only_intelligence_at_four_places_counts_as_observation() -> None:
    s = field("scenario-1")
    assert [land.ZONES[z] for z in range(len(land.ZONES)) if scenarios.is_observed(s, z)] == [
        "beda-fomm", "benghazi", "barca", "msus",
    ]  # fmt: skip
    assert not scenarios.is_observed(field("scenario-4"), zone("barca"))


@pytest.mark.clause("WDW-81.6")
def test_the_variant_has_a_budget_of_30_and_counts_turns_of_unbroken_watch() -> None:
    assert missions.SCENARIO["scenario-1-historical"].budget == 30
    s = field("scenario-1-historical", {"1st": "msus T2A, benghazi T2B, jalo SAS1"}, turn_number=3)
    s.watch_end[unit("T2A")] = 4
    run(s, scenarios.ActionsClosed())
    assert (s.streak, s.best_streak) == (1, 1), "the turn in which it starts counts"
    s.turn = 4
    s.watch_end[unit("T2A")] = 0
    run(s, scenarios.ActionsClosed())
    assert (s.streak, s.best_streak) == (0, 1), "on the end turn another one must be running"
    s.watch_end[unit("T2B")] = 6
    run(s, scenarios.ActionsClosed())
    s.turn = 5
    run(s, scenarios.ActionsClosed())
    assert (s.streak, s.best_streak) == (2, 2)
    s.watch_end[unit("T2B")], s.watch_end[unit("SAS1")] = 0, 9
    run(s, scenarios.ActionsClosed())
    assert s.streak == 0, "Jalo is none of the places"


@pytest.mark.clause("WDW-81.9", "WDW-613.13")
def test_a_watch_that_its_own_unit_breaks_off_and_begins_anew_ends_the_run_and_another_unit_s_does_not() -> None:
    s = field("scenario-1-historical", {"1st": "msus T2A, msus T2B"}, turn_number=3)
    run(s, intelligence.BeginWatch(unit("T2A"), 2), scenarios.ActionsClosed())
    s.turn, s.done = 4, bytearray(len(s.done))
    movement.stop_watching(s, unit("T2A"), "is not paid for")
    run(s, intelligence.BeginWatch(unit("T2B"), 2), scenarios.ActionsClosed())
    assert (s.streak, s.best_streak) == (2, 2), "T2/B takes over"
    s.turn, s.done = 5, bytearray(len(s.done))
    movement.stop_watching(s, unit("T2B"), "is not paid for")
    run(s, intelligence.BeginWatch(unit("T2B"), 2), scenarios.ActionsClosed())
    assert (s.streak, s.best_streak) == (1, 2), "another run begins"


@pytest.mark.clause("WDW-81.6")
@pytest.mark.parametrize(("turns", "points"), [(2, 0), (3, 6), (5, 6), (6, 14), (8, 14)])
def test_six_turns_on_end_score_as_destroyed_and_three_as_reduced(turns: int, points: int) -> None:
    s = field("scenario-1-historical", {"1st": "siwa T2A"}, alarm=4)
    s.cause, s.last_in, s.best_streak = HOME, 9, turns
    s.held_seen[0] = 2
    assert evaluation.total(s) == points


@pytest.mark.clause("WDW-54.1")
def test_a_patrol_has_been_out_when_a_unit_of_it_is_outside_as_the_actions_close() -> None:
    s = field("scenario-4", {"1st": "siwa T1A, d1 T1B", "2nd": "koufra HQ2 G1A"})
    run(s, scenarios.ActionsClosed())
    assert [s.status[p] & BEEN_OUT for p in range(3)] == [BEEN_OUT, 0, 0]
    s.zone[unit("T1B")] = zone("siwa")
    run(s, scenarios.ActionsClosed())
    assert s.status[0] & BEEN_OUT, "for good"


# --- scenarios 2 and 3 -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-82.2")
def test_in_scenario_2_italian_units_have_no_fort_drm() -> None:
    axis = "benghazi I-INF-2 up, benghazi G-INF-2 up"
    s = field("scenario-2", {"1st": "benghazi T1A"}, axis=axis)
    s.c_zone = zone("benghazi")
    assert [attacks.axis_drm(s, c) for c in (0, 1)] == [0, -1]
    s = field("scenario-1", {"1st": "benghazi T1A"}, axis=axis)
    s.c_zone = zone("benghazi")
    assert [attacks.axis_drm(s, c) for c in (0, 1)] == [-1, -1]


@pytest.mark.clause("WDW-83.2")
def test_in_scenario_3_attacks_on_the_target_have_minus_1() -> None:
    s = field("scenario-3", {"1st": "mersa T1B HQ1"}, dice=[5, 6])
    empty_pool(s)
    run(s, combat.Attack(zone("mersa")))
    do(s, "contact T1B", "contact HQ1", "stack HQ1 T1B")
    assert s.target[zone("mersa")] == 2, "5 - 2 = 3 against AV 3"
    s = field("scenario-3", {"1st": "mersa T1B"}, dice=[4, 6])
    empty_pool(s, "I-INF-1")
    run(s, combat.Attack(zone("mersa")))
    assert "3 or less, the target on 4 or less" in asked(s)
    do(s, "attack T1B axis1")
    assert s.axis_in(zone("mersa")) == [0], "the DRM is for the target alone"


@pytest.mark.clause("WDW-83.3")
def test_the_level_of_scenario_3_is_recorded_for_scenario_5() -> None:
    s = field("scenario-3", {"1st": "siwa T1A"}, campaign=True)
    s.cause, s.last_in, s.target[zone("mersa")] = HOME, 2, 0
    run(s, evaluation.Start(HOME))
    assert s.level_before == tables.REMARKABLE
    s = field("scenario-4", {"1st": "siwa T1A"}, campaign=True)
    s.cause, s.last_in = HOME, 2
    run(s, evaluation.Start(HOME))
    assert s.level_before == missions.NONE


# --- scenario 4 ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-81.5", "WDW-84.3")
@pytest.mark.parametrize(("seen", "kept"), [(0, 0), (1, 1), (3, 2)])
def test_observations_brought_home_are_kept_for_scenario_4_at_most_two(seen: int, kept: int) -> None:
    s = home_with(seen, campaign=True)
    run(s, evaluation.Start(HOME))
    assert s.seen_home == kept


@pytest.mark.clause("WDW-81.5", "WDW-83.3")
@pytest.mark.parametrize("scenario", ["scenario-2", "scenario-3"])
def test_missions_between_scenario_1_and_scenario_4_leave_them_as_they_are(scenario: str) -> None:
    s = field(scenario, {"1st": "siwa HQ1"}, campaign=True)
    s.cause, s.last_in, s.seen_home = HOME, 2, 2
    run(s, evaluation.Start(HOME))
    assert s.seen_home == 2


@pytest.mark.clause("WDW-84.3", "WDW-81.5")
def test_the_player_shares_them_out_among_the_patrols_of_scenario_4() -> None:
    s = field("scenario-4", {"1st": "koufra T1A HQ1", "2nd": "siwa G1A HQ2"}, campaign=True)
    s.seen_home = 2
    run(s, scenarios.SetUpExtras())
    assert offered(s) == ["carry 1st", "carry 2nd"]
    do(s, "carry 1st", "carry 2nd")
    assert list(s.held) == [1, 1, 0]
    s = field("scenario-4", {"1st": "koufra T1A HQ1"})
    run(s, scenarios.SetUpExtras())
    assert resting(s) and not s.held[0], "outside a campaign there is nothing to share"


@pytest.mark.clause("WDW-84.4")
def test_from_scenario_4_both_bases_accept_returns() -> None:
    s = field("scenario-4", {"1st": "koufra T1A, siwa HQ1"})
    s.status[0] |= BEEN_OUT
    run(s, reactions.TurnEnd())
    assert s.results[0][5] == HOME


@pytest.mark.clause("WDW-84.5", "WDW-85.2")
def test_units_listed_under_maintenance_carry_a_marker_in_the_campaign_and_are_tested_afterwards() -> None:
    s = field("scenario-4", campaign=True)
    s.side[unit("Y2B")] = DESTROYED
    terms.mco_add(s, unit("Light"), 4)
    scenarios.send_to_maintenance(s)
    assert [terms.mco_count(s, unit(word)) for word in ("HeavyB", "Light", "Y2A", "Y2B", "Survey", "Waco")] == [
        1, 1, 1, 0, 1, 0,
    ]  # fmt: skip
    s = field("scenario-5-1", campaign=True)
    scenarios.send_to_maintenance(s)
    assert [terms.mco_count(s, unit(word)) for word in ("G2A", "G2B", "T1A", "HeavyA")] == [1, 1, 0, 0]
    s = field("scenario-4", campaign=True)
    s.agenda.clear()
    run(s, scenarios.NextMission())
    assert terms.mco_count(s, unit("Light")) == 1, "when the mission begins"
    assert not any(match("scenario-4").mco), "on its own it only leaves them out"


# --- scenario 5 ------------------------------------------------------------------------------------------------------


def landing(turn: int, patrols: dict[str, str] | None = None, **more: object) -> Desert:
    """The actions of a turn of scenario 5.1 begin."""
    s = field("scenario-5-1", patrols or {"1st": "bardia G1A HQ1", "2nd": "d9 Y1A"}, turn_number=turn, **more)  # type: ignore[arg-type]
    run(s, scenarios.Landing())
    return s


@pytest.mark.clause("WDW-85.4", "WDW-85.6")
def test_the_dets_land_at_cambut_when_a_unit_is_at_bardia_and_join_one_or_two_patrols() -> None:
    s = landing(4, dice=[1, 1])
    assert offered(s) == ["assign DetA 1st", "assign DetA 2nd"]
    do(s, "assign DetA 1st", "assign DetB 2nd")
    for word, patrol in (("DetA", 0), ("DetB", 1)):
        assert s.zone[unit(word)] == zone("cambut") and s.patrol[unit(word)] == patrol
        assert unit(word) in s.roster
    assert dice_left(s) == 0, "one test for both, 2d6 for a village"
    assert s.size(0) == 3
    run(s, scenarios.Landing())
    assert resting(s), "once only"


@pytest.mark.clause("WDW-85.4")
def test_a_landing_that_is_detected_where_axis_units_are_leads_to_a_combat() -> None:
    s = landing(4, axis="cambut I-INF-1 down", dice=[5, 1, 6, 6, 6])
    do(s, "assign DetA 1st", "assign DetB 1st")
    assert s.alarm == 1
    assert offered(s) == ["contact DetA", "contact DetB"]


@pytest.mark.clause("WDW-85.5")
@pytest.mark.parametrize(("turn", "lands"), [(3, False), (4, True), (6, True), (7, False)])
def test_nobody_lands_before_turn_4_or_after_turn_6(turn: int, lands: bool) -> None:
    assert bool(landing(turn).landed) == lands


@pytest.mark.clause("WDW-85.4")
def test_nobody_lands_without_a_unit_at_bardia_and_an_entry_calls_them_after_its_test() -> None:
    assert not landing(4, {"1st": "maddalena G1A"}).landed
    s = field("scenario-5-1", {"1st": "maddalena G1A"}, turn_number=4, dice=[1, 1, 1])
    do(acting(s, 5), "with G1A", "go jaghbub")
    assert not s.landed and dice_left(s) == 1, "to go anywhere else does not call them"
    s = field("scenario-5-1", {"1st": "maddalena G1A"}, turn_number=4, dice=[1, 1, 1, 1, 1])
    do(acting(s, 5), "with G1A", "go bardia")
    assert s.landed and dice_left(s) == 0, "3d6 at Bardia, 2d6 at Cambut; one patrol is no question"


@pytest.mark.clause("WDW-85.4")
def test_whoever_came_to_bardia_has_called_them_though_it_is_gone_when_they_land() -> None:
    s = field(
        "scenario-5-1", {"1st": "maddalena G1A", "2nd": "d9 Y1A"}, turn_number=4, axis="bardia I-INF-3 down",
        dice=[6, 1, 1, 6, 1, 1, 1],
    )  # fmt: skip
    empty_pool(s)
    s.side[unit("G1A")] = REDUCED
    do(acting(s, 5), "with G1A", "go bardia")
    do(s, "leave target")
    assert s.side[unit("G1A")] == DESTROYED
    assert s.zone[unit("DetA")] == s.zone[unit("DetB")] == zone("cambut")
    assert s.patrol[unit("DetA")] == 1, "the only patrol left"


@pytest.mark.clause("WDW-85.13")
def test_only_a_det_that_is_available_in_the_campaign_lands() -> None:
    s = field("scenario-5-1", {"1st": "bardia G1A"}, turn_number=4, campaign=True, dice=[1, 1])
    s.side[unit("DetA")] = REDUCED
    run(s, scenarios.Landing())
    assert unit("DetA") not in s.roster and s.zone[unit("DetB")] == zone("cambut")
    s = field("scenario-5-1", {"1st": "bardia G1A"}, turn_number=4, campaign=True)
    s.side[unit("DetA")] = DESTROYED
    terms.mco_add(s, unit("DetB"), 2)
    run(s, scenarios.Landing())
    assert not s.landed


@pytest.mark.clause("WDW-85.7")
def test_one_patrol_may_stay_in_reserve_and_leaves_on_a_turn_of_choice() -> None:
    s = field("scenario-5-1", {"1st": "koufra G1A HQ1", "3rd": "koufra S1A"})
    run(s, scenarios.SetUpExtras())
    assert offered(s) == ["reserve 1st", "reserve 3rd", "reserve none"]
    t = s.clone()
    do(t, "reserve none")
    assert t.in_play() == [0, 2], "nobody needs to stay"
    do(s, "reserve 3rd")
    assert s.in_play() == [0]
    run(s, scenarios.Reserve())
    assert offered(s) == ["release 3rd", "wait 3rd"]
    do(s, "wait 3rd")
    assert s.status[2] & IN_RESERVE
    run(s, scenarios.Reserve())
    do(s, "release 3rd")
    assert s.in_play() == [0, 2]
    run(s, scenarios.Reserve())
    assert resting(s), "an ordinary patrol from now on"


@pytest.mark.clause("WDW-85.7", "WDW-85.6")
def test_landed_units_do_not_join_a_patrol_in_reserve() -> None:
    s = field("scenario-5-1", {"1st": "bardia G1A", "2nd": "d9 Y1A", "3rd": "koufra S1A"}, turn_number=4)
    hold_back(s, "3rd")
    run(s, scenarios.Landing())
    assert offered(s) == ["assign DetA 1st", "assign DetA 2nd"]


@pytest.mark.clause("WDW-85.8")
def test_in_scenario_5_1_the_waco_is_there_free_of_charge_or_by_option_for_its_price() -> None:
    s = set_out("scenario-5-1")
    assert s.waco == IN_SUPPORT
    s = match("scenario-5-1")
    do(s, "buy")
    assert refused(s, "take Waco") == "WDW-85.8"
    s = set_out("scenario-5-1", sc51_waco="buy")
    assert s.waco != IN_SUPPORT
    s = field("scenario-5-1", options={"sc51_waco": "buy"})
    assert scenarios.unavailable(s, unit("Waco")) is None


@pytest.mark.clause("WDW-85.9", "WDW-85.10", "WDW-42.2")
@pytest.mark.parametrize("scenario", ["scenario-5-1", "scenario-5-2"])
@pytest.mark.parametrize(
    ("level", "alarm"), [(tables.CATASTROPHIC, 2), (tables.FAILURE, 1), (tables.MODERATE, 0), (missions.NONE, 0)]
)
def test_a_bad_scenario_3_starts_the_alarm_higher_and_a_moderate_one_changes_nothing(
    scenario: str, level: int, alarm: int
) -> None:
    s = field(scenario, campaign=True)
    s.level_before = level
    assert scenarios.starting_alarm(s) == alarm
    plain = field(scenario)
    assert scenarios.demands(s) == scenarios.demands(plain)
    s = field("scenario-4", campaign=True)
    s.level_before = level
    assert scenarios.starting_alarm(s) == 0, "only scenario 5 is changed"


@pytest.mark.clause("WDW-85.9", "WDW-42.2")
def test_the_mission_starts_with_that_alarm() -> None:
    s = field("scenario-5-2", {"1st": "koufra Y1A"}, campaign=True)
    s.level_before = tables.CATASTROPHIC
    s.agenda.clear()
    run(s, setup.Begin())
    assert s.alarm == 2 and s.turn == 1


@pytest.mark.clause("WDW-80.2", "WDW-72.7", "WDW-42.4")
def test_the_unit_that_the_scenario_puts_at_a_target_protects_it() -> None:
    s = set_out("scenario-4")
    assert s.axis_home == tuple(s.axis_zone[: s.counters])
    s.zone[unit("T1A")] = zone("barca")
    guard = s.axis_in(zone("barca"))
    run(s, combat.Attack(zone("barca")))
    assert len(s.c_protectors) == 2 and guard[0] in s.c_protectors, "it and the first of the four drawn"


def demanded(scenario: str, level: int) -> dict[str, int]:
    """How many counters the set-up puts in each zone."""
    s = field(scenario, campaign=True)
    s.level_before = level
    found: dict[str, int] = {}
    for demand in scenarios.demands(s):
        word = land.ZONES[demand.zone]
        found[word] = found.get(word, 0) + 1
    return found


@pytest.mark.clause("WDW-85.11")
def test_a_total_success_in_scenario_3_thins_el_adem_el_cuasc_mersa_and_the_pool() -> None:
    placed = demanded("scenario-5-1", tables.TOTAL)
    assert (placed["el-adem"], placed["el-cuasc"]) == (1, 1)
    assert "mersa" not in placed
    s = field("scenario-5-2", {"1st": "koufra Y1A"}, campaign=True)
    s.level_before = tables.TOTAL
    before = s.pool_size()
    run(s, scenarios.SetUpExtras())
    assert offered(s) == ["remove 0", "remove 1", "remove 2"]
    do(s, "remove 2")
    assert s.pool_size() == before - 2 and s.pool_removed == 2


@pytest.mark.clause("WDW-85.12")
def test_a_remarkable_one_also_weakens_tobruk_and_removes_up_to_four() -> None:
    s = field("scenario-5-2", {"1st": "koufra Y1A"}, campaign=True)
    s.level_before = tables.REMARKABLE
    guard = [demand for demand in scenarios.demands(s) if demand.zone == zone("tobruk")]
    assert [(demand.mobile, demand.av) for demand in guard] == [(1, 2)]
    run(s, scenarios.SetUpExtras())
    assert offered(s)[-1] == "remove 4"
    assert "tobruk" not in demanded("scenario-5-1", tables.REMARKABLE), "5.1 has no guard there to weaken"


# --- the campaign ----------------------------------------------------------------------------------------------------


def give_up(s: Desert) -> None:
    """Set out with the first answers, then give the mission up, and decline to restore anybody."""
    number = len(s.results)
    while s.choice is not None and len(s.results) == number:
        options = offered(s)
        do(s, "abandon mission" if "abandon mission" in options else "abandon" if "abandon" in options else options[0])
    while s.choice is not None and offered(s)[-1] == "done":
        do(s, "done")


@pytest.mark.clause("WDW-80.1", "WDW-80.3")
def test_the_campaign_plays_the_scenarios_in_order_as_one_record() -> None:
    s = match("campaign")
    seen = []
    while s.choice is not None:
        seen.append(s.scenario.id)
        if len(seen) > 1:
            assert s.counters == 0 and s.pool_size() == len(axis.UNITS), "all Axis units are available again"
        give_up(s)
    assert seen == [one.id for one in missions.CAMPAIGN_ORDER]
    assert [result[0] for result in s.results] == [missions.SCENARIOS.index(one) for one in missions.CAMPAIGN_ORDER]
    again = replay(GAME, record(s))
    assert isinstance(again, Desert)
    assert again.results == s.results


@pytest.mark.clause("WDW-80.6", "WDW-3.5", "WDW-3.7", "WDW-41.10")
def test_a_unit_lost_reduced_or_under_maintenance_is_missing_in_the_next_scenario() -> None:
    s = field("scenario-1", {"1st": "siwa T1A T1B SAS1 HQ1"}, campaign=True, dice=[6])
    s.cause, s.last_in = HOME, 9
    s.side[unit("T1A")] = REDUCED
    s.side[unit("SAS1")] = DESTROYED
    terms.mco_add(s, unit("T1B"), 2)
    s.agenda.clear()
    run(s, evaluation.Start(HOME))
    do(s, "done")
    assert s.scenario.id == "scenario-2"
    assert "historical" not in offered(s)
    assert refused(s, "historical") == "WDW-41.10"
    do(s, "buy")
    assert refused(s, "take T1A") == "WDW-3.5"
    assert refused(s, "take T1B") == "WDW-3.7"
    assert refused(s, "take SAS1") == "WDW-80.6"
    assert "take SAS2" in offered(s)


@pytest.mark.clause("WDW-80.6", "WDW-54.17")
def test_a_unit_that_was_restored_is_there_again() -> None:
    s = field("scenario-1", {"1st": "siwa T1A HQ1"}, campaign=True)
    s.cause, s.last_in, s.mco_points = HOME, 9, 1
    s.side[unit("T1A")] = REDUCED
    s.agenda.clear()
    run(s, evaluation.Start(HOME))
    do(s, "restore T1A")
    assert "historical" in offered(s)


@pytest.mark.clause("WDW-80.7")
def test_a_declined_mission_is_forfeited_and_the_campaign_goes_on() -> None:
    s = match("campaign")
    do(s, "decline")
    assert list(s.results) == [(0, tables.VP_FORFEITED, tables.CATASTROPHIC, 0, 0, FORFEITED)]
    assert s.scenario.id == "scenario-2"
    assert s.mco_points == 0 and s.seen_home == 0
    do(s, "decline", "decline")
    assert s.level_before == tables.CATASTROPHIC
    do(s, "decline", "decline", "decline")
    assert s.choice is None and len(s.results) == 6
    outcome = GAME.outcome(s)
    assert outcome is not None and outcome.points["lrdg"] == 6 * -6


@pytest.mark.clause("WDW-80.7", "WDW-55.5")
def test_maintenance_and_saved_points_follow_a_forfeited_mission_too() -> None:
    s = field("scenario-2", campaign=True, dice=[4])
    s.mco_points = 2
    s.side[unit("T1A")] = DESTROYED
    terms.mco_add(s, unit("T2A"), 2)
    s.agenda.clear()
    run(s, scenarios.Forfeit())
    assert terms.mco_count(s, unit("T2A")) == 0
    assert offered(s) == ["restore T1A", "done"]


@pytest.mark.clause("WDW-80.7")
def test_a_mission_that_cannot_be_manned_is_forfeited_without_a_question() -> None:
    s = field("scenario-4", campaign=True)
    for number in range(len(lrdg.UNITS)):
        s.side[number] = DESTROYED
    s.agenda.clear()
    run(s, scenarios.NextMission())
    assert [result[5] for result in s.results] == [FORFEITED, FORFEITED, FORFEITED], "and so are those after it"
    assert s.choice is None


@pytest.mark.clause("WDW-80.3", "WDW-616.8")
def test_by_option_a_truck_that_was_only_emptied_is_full_again_in_the_next_mission() -> None:
    for option, side in (("on", REDUCED), ("off", FULL)):
        s = field("scenario-1", {"1st": "siwa Light HQ1"}, campaign=True, options={"load_counts_reduced": option})
        s.cause, s.last_in = HOME, 9
        s.side[unit("Light")], s.emptied = REDUCED, 1 << unit("Light")
        s.side[unit("T1A")], s.side[unit("SAS1")] = REDUCED, DESTROYED
        s.agenda.clear()
        run(s, evaluation.Start(HOME))
        while s.scenario.id == "scenario-1":
            do(s, "done")
        assert s.side[unit("Light")] == side
        assert (s.side[unit("T1A")], s.side[unit("SAS1")]) == (REDUCED, DESTROYED), "others stay as they were"
        assert s.loads[unit("Light")] == lrdg.LOADS[unit("Light")]


@pytest.mark.clause("WDW-50.2", "WDW-80.5")
def test_the_cap_of_turns_counts_as_giving_up() -> None:
    s = field("scenario-1", {"1st": "d9 T2A"}, turn_number=tables.LAST_TURN)
    run(s, reactions.TurnEnd())
    assert s.results[0][5] == CAP
    assert s.side[unit("T2A")] == DESTROYED


@pytest.mark.clause("WDW-41.7")
def test_by_option_the_s2_teams_which_no_scenario_names_are_left_out() -> None:
    s = match("scenario-1")
    do(s, "buy")
    assert "take S2A" in offered(s)
    s = match("scenario-1", s2_available="off")
    do(s, "buy")
    assert refused(s, "take S2A") == refused(s, "take S2B") == "WDW-41.7"


def keeps_its_books(s: Desert) -> None:
    """Every counter is somewhere, every unit either on the map or destroyed, and no combat outlives its zone."""
    used = [s.axis_zone[c] for c in range(s.counters)]
    assert all(z == DEFEATED or z >= 0 for z in used)
    assert len(used) + s.pool_size() + s.pool_removed == len(axis.UNITS)
    assert not any(land.IS_BASE[z] for z in used if z >= 0), "no Axis unit on a base"
    for number in s.roster:
        assert (s.zone[number] < 0) == (s.side[number] == DESTROYED) or s.phase == 0
    for patrol in range(tables.MOST_PATROLS):
        assert s.recon_held(patrol) <= tables.MOST_RECON_OK or isinstance(s.choice, terms.GiveUp)
        assert s.ap[patrol] >= 0
    if s.c_zone >= 0:
        fighting = {*s.c_contact, *s.c_reserve}
        assert {*s.units_in(s.c_zone)} <= fighting
        assert len(s.c_stacks) == len(s.c_rows)
    assert 0 <= s.alarm <= tables.HIGHEST_ALARM and 1 <= s.turn <= tables.LAST_TURN


@pytest.mark.clause("WDW-733.12", "WDW-532.16", "WDW-32.1", "WDW-80.3")
@pytest.mark.parametrize("scenario", missions.SCENARIO_IDS)
def test_nothing_gets_lost_in_random_play(scenario: str) -> None:
    for seed in range(3):
        s = match(scenario, seed=seed)
        for position in at_random(s, seed, never=("abandon", "decline")):
            keeps_its_books(position)
        assert GAME.outcome(s) is not None
        assert len(s.results) == (len(missions.CAMPAIGN_ORDER) if scenario == missions.CAMPAIGN else 1)
