"""Choice, purchase and set-up."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import axis, land, lrdg
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r04_purchase as purchase
from sandtable.games.who_dares_wins.state import DESTROYED, FULL, IN_SUPPORT, NOWHERE, REDUCED, Desert
from sandtable.kernel.flow import entries, legal, words
from tests.kit import asked, do, offered, refused, run
from tests.who_dares_wins.field import match, unit, zone


def members(s: Desert, patrol: int) -> set[str]:
    """The words of a patrol's units."""
    return {lrdg.UNITS[u] for u in s.units_of(patrol)}


def costs(*words: str) -> set[int]:
    """What units cost."""
    return {lrdg.COST[unit(word)] for word in words}


# --- the historical patrols ------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-41.1", "WDW-41.9", "WDW-3.3")
def test_the_historical_patrol_of_scenario_1_with_the_units_that_the_player_picks() -> None:
    s = match("scenario-1")
    assert offered(s) == ["historical", "buy"]
    do(s, "historical")
    assert offered(s) == ["take SAS1", "take SAS2", "take SAS3"]
    do(s, "take SAS2")
    assert offered(s) == ["take SAS3", "take SAS4"]
    do(s, "take SAS4", "take HQ3")
    assert members(s, 0) == {"T2A", "T2B", "G2A", "G2B", "SAS2", "SAS4", "Survey", "HQ3"}


@pytest.mark.clause("WDW-41.1", "WDW-41.7")
def test_the_question_lists_the_historical_patrols_and_a_pick_that_does_not_fit_is_refused() -> None:
    s = match("scenario-2")
    assert "{1st}: {T1A}, {T1B}, {Light}, 3 SAS, 1 HQ towards {bir-tengeder}; {2nd}: " in asked(s)
    assert asked(s).endswith("or buy units for 20 points?") and "decline" in asked(match("campaign"))
    do(s, "historical", "take SAS1")
    assert "Which SAS" in asked(s)
    assert refused(s, "take SAS1") == "WDW-41.7" and refused(s, "take SAS4") == "WDW-41.1"
    assert refused(s, "take HQ1") == "WDW-41.1" and refused(s, "done") == "WDW-41.1"
    t = match("campaign")
    t.side[unit("T2A")] = REDUCED
    run(t, purchase.Way())
    assert asked(t) == "Buy units for 11 points, or decline the mission, which then counts as lost?"


@pytest.mark.clause("WDW-41.1", "WDW-42.7")
def test_three_historical_patrols_start_at_siwa() -> None:
    s = match("scenario-2", "historical", "take SAS1", "take SAS2", "take SAS3", "take HQ2", "take HQ1")
    assert members(s, 0) == {"T1A", "T1B", "SAS1", "SAS2", "SAS3", "Light", "HQ2"}
    assert members(s, 1) == {"Y2A", "Y2B", "Signal", "HQ1"} and members(s, 2) == {"R2A", "R2B", "HQ3"}
    assert {s.zone[u] for u in s.roster} == {zone("siwa")}


@pytest.mark.clause("WDW-41.1")
def test_scenario_5_1_has_its_third_patrol_without_an_hq() -> None:
    s = match("scenario-5-1", "historical", "take HQ1", "take HQ2")
    assert members(s, 2) == {"S1A", "S1B", "Light"}


@pytest.mark.clause("WDW-41.10")
def test_in_a_campaign_the_historical_patrols_need_every_unit_that_they_list() -> None:
    s = match("campaign")
    assert offered(s) == ["historical", "buy", "decline"]
    for word, change in (("T2A", REDUCED), ("G2B", DESTROYED)):
        t = match("campaign")
        t.side[unit(word)] = change
        run(t, purchase.Way())
        assert refused(t, "historical") == "WDW-41.10"
    t = match("campaign")
    for word in ("SAS1", "SAS2", "SAS3"):
        terms.mco_add(t, unit(word), 2)
    run(t, purchase.Way())
    assert refused(t, "historical") == "WDW-41.10" and "buy" in offered(t)


@pytest.mark.clause("WDW-41.1")
def test_the_variant_of_scenario_1_has_no_historical_patrols() -> None:
    s = match("scenario-1-historical")
    assert isinstance(s.choice, purchase.Buy) and s.scenario.budget == 30


# --- purchase --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-41.2", "WDW-41.3", "WDW-41.4")
def test_prices() -> None:
    assert costs("T1A", "S2B", "DetA", "SAS4") == {1}
    assert costs("HQ1", "HQ3", "Light") == {2}
    assert costs("Survey", "Signal", "HeavyA", "HeavyB", "Waco") == {3}


@pytest.mark.clause("WDW-41.5")
def test_a_purchase_says_its_price() -> None:
    s = match("scenario-1", "buy", "take T1A")
    assert asked(s) == "Units for {1st}: 10 of 11 points left, and it needs an HQ. So far {T1A}"
    do(s, "take HQ1")
    assert asked(s) == "Units for {1st}: 8 of 11 points left. So far {T1A} and {HQ1}"
    assert s.choice is not None
    prices = {words(action): s.choice.price(s, action) for action in legal(s)}
    assert (prices["take Light"], prices["take HeavyA"], prices["done"]) == ("2 points", "3 points", "")


@pytest.mark.clause("WDW-41.5", "WDW-41.6", "WDW-41.9")
def test_an_hq_and_two_half_teams_cost_four() -> None:  # E-01
    s = match("scenario-1", "buy", "take R1A", "take R1B", "take HQ1")
    assert purchase.spent(s) == 4
    do(s, "done")
    assert members(s, 0) == {"R1A", "R1B", "HQ1"} and s.turn == 1


@pytest.mark.clause("WDW-41.8", "WDW-41.6")
def test_a_purchase_above_the_budget_is_refused_and_the_price_of_the_hq_is_kept_back() -> None:
    s = match("scenario-5-2", "buy", "take G1A", "take G1B", "take Y1A")
    assert s.scenario.budget - purchase.spent(s) == 3
    assert refused(s, "done") == "WDW-41.6"
    do(s, "take Y1B")
    assert refused(s, "take SAS1") == "WDW-41.6" and refused(s, "take Survey") == "WDW-41.8"
    assert offered(s) == ["take HQ1", "take HQ2", "take HQ3"]
    do(s, "take HQ1")
    assert s.roster and s.zone[unit("HQ1")] == zone("koufra")  # the points are spent, so nothing is left to ask


@pytest.mark.clause("WDW-41.6", "WDW-41.5")
def test_a_patrol_contains_one_hq_taken_before_support_units_and_there_are_up_to_three_patrols() -> None:
    s = match("scenario-2", "buy", "take T1A")
    assert refused(s, "take Light") == "WDW-41.6" and refused(s, "next") == "WDW-41.6"
    do(s, "take HQ1")
    assert refused(s, "take HQ2") == "WDW-41.6" and "take Light" in offered(s) and "next" in offered(s)
    assert refused(s, "take SAS1") == "WDW-41.5"
    do(s, "next", "take SAS1", "take HQ2", "next", "take HQ3")
    assert refused(s, "next") == "WDW-41.5" and refused(s, "take T1A") == "WDW-41.7"
    do(s, "done")
    assert [members(s, p) for p in range(3)] == [{"T1A", "HQ1"}, {"SAS1", "HQ2"}, {"HQ3"}]


@pytest.mark.clause("WDW-41.9", "WDW-31.2")
def test_any_hq_leads_any_patrol_and_support_units_go_with_any() -> None:
    support = [
        "take DetA",
        "take DetB",
        "take Light",
        "take HeavyA",
        "take HeavyB",
        "take Survey",
        "take Signal",
        "take Waco",
    ]
    s = match("scenario-2", "buy", "take HQ3")
    assert offered(s, "take") == support
    do(s, "next", "take HQ1")
    assert offered(s, "take") == support
    s = match("scenario-2", "buy", "take HQ3", "take Survey", "next", "take HQ1", "take DetA", "done")
    assert members(s, 0) == {"HQ3", "Survey"} and members(s, 1) == {"HQ1", "DetA"}


@pytest.mark.clause("WDW-333.1", "WDW-31.5")
def test_the_waco_waits_in_the_support_area_for_every_patrol() -> None:
    s = match("scenario-2", "buy", "take HQ1", "take Waco")
    assert purchase.spent(s) == 2 + 3
    do(s, "done")
    assert s.waco == IN_SUPPORT and s.patrol[lrdg.THE_WACO] == NOWHERE and lrdg.THE_WACO not in s.roster


@pytest.mark.clause("WDW-41.7", "WDW-3.5", "WDW-3.7", "WDW-3.8")
def test_only_available_units_may_be_bought() -> None:
    s = match("campaign", "buy")
    for word, clause in (("T1A", "WDW-3.5"), ("T1B", "WDW-80.6"), ("T2A", "WDW-3.7")):
        assert f"take {word}" in offered(s)
        s.side[unit("T1A")] = REDUCED
        s.side[unit("T1B")] = DESTROYED
        terms.mco_add(s, unit("T2A"), 2)
        s.offered = None
        assert refused(s, f"take {word}") == clause
        s = match("campaign", "buy")


@pytest.mark.clause("WDW-84.2", "WDW-85.3", "WDW-85.2", "WDW-41.7")
def test_what_a_scenario_excludes_cannot_be_bought() -> None:
    s = match("scenario-4", "buy")
    assert {refused(s, f"take {word}") for word in ("HeavyB", "Light", "Waco", "Y2A", "Y2B", "Survey")} == {"WDW-84.2"}
    s = match("scenario-5-1", "buy")
    for word in ("T1A", "T2B", "HeavyA", "DetA", "G2A", "Waco"):
        assert refused(s, f"take {word}") in ("WDW-85.3", "WDW-84.2", "WDW-85.2", "WDW-85.8")


@pytest.mark.clause("WDW-41.6", "WDW-80.7", "WDW-31.3")
def test_without_any_hq_one_patrol_may_be_bought_that_can_move() -> None:
    s = match("campaign")
    for word in ("HQ1", "HQ2", "HQ3"):
        s.side[unit(word)] = DESTROYED
    run(s, purchase.Way())
    do(s, "buy")
    assert refused(s, "done") == "WDW-31.3"
    do(s, "take T1A")
    assert "done" in offered(s) and refused(s, "next") == "WDW-41.6"
    do(s, "done")
    assert members(s, 0) == {"T1A"}


def only(*words: str) -> Desert:
    """A purchase of the campaign with nothing but these units available."""
    s = match("campaign")
    for u, word in enumerate(lrdg.UNITS):
        s.side[u] = FULL if word in words else DESTROYED
    run(s, purchase.Buy(0))
    return s


@pytest.mark.clause("WDW-31.3", "WDW-41.6")
def test_without_an_hq_a_truck_is_bought_only_if_a_unit_that_takes_it_along_can_follow() -> None:
    s = only("Light", "HeavyA", "Survey", "Waco")
    assert offered(s) == ["take Light", "take HeavyA", "take Survey"], "not the Waco, which goes nowhere"
    do(s, "take Light")
    assert refused(s, "done") == "WDW-31.3" and refused(s, "take Waco") == "WDW-31.3"
    do(s, "take HeavyA")
    assert s.patrol[unit("Survey")] == 0 and offered(s) == ["take Waco", "done"], "the Survey had to follow"
    s = only("T1A", "Light", "Survey")
    assert "take Light" in offered(s)
    s = only("T1A", "T1B", "Light")
    assert offered(s) == ["take T1A", "take T1B"] and refused(s, "take Light") == "WDW-31.3", "nobody could follow it"
    do(s, "take T1A")
    assert "take Light" in offered(s)


@pytest.mark.clause("WDW-41.5")
def test_another_patrol_is_bought_with_the_last_two_points() -> None:
    s = match("scenario-5-2", "buy", "take G1A", "take G1B", "take HQ1")
    assert purchase.spent(s) == 4 and "next" in offered(s)


@pytest.mark.clause("WDW-81.8")
def test_the_variant_of_scenario_1_needs_three_patrols_and_keeps_the_price_of_their_hq_back() -> None:
    s = match("scenario-1-historical", "take HQ1")
    assert offered(s)[-1] == "next" and refused(s, "done") == "WDW-81.8"
    do(s, "next", "take HQ2")
    assert refused(s, "done") == "WDW-81.8"
    do(s, "next", "take HQ3")
    assert "done" in offered(s) and refused(s, "next") == "WDW-41.5"
    s = match("scenario-1-historical")
    while purchase.points_left(s) > 6:
        do(s, offered(s)[0])
    assert refused(s, "take Waco") == "WDW-81.8", "of six points four are kept back"
    while isinstance(s.choice, purchase.Buy):
        do(s, offered(s)[0])
    assert [purchase.has_hq(s, patrol) for patrol in range(3)] == [True] * 3


@pytest.mark.clause("WDW-80.7")
def test_a_mission_may_be_declined_in_a_campaign_only() -> None:
    s = match("scenario-1")
    assert refused(s, "decline") == "WDW-80.7"
    s = match("campaign", "decline")
    assert s.mission_no == 1 and len(s.results) == 1


@pytest.mark.clause("WDW-80.7")
def test_a_mission_that_cannot_be_manned_is_forfeited_without_being_asked() -> None:
    s = match("campaign")
    for u in range(len(lrdg.UNITS)):
        if u not in (unit("Light"), lrdg.THE_WACO):
            s.side[u] = DESTROYED
    assert not purchase.can_be_manned(s)
    s.agenda.clear()
    run(s, purchase.Way())
    assert len(s.results) == 6 and not s.agenda


# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-42.1", "WDW-42.2", "WDW-42.6", "WDW-42.7")
def test_turn_1_alarm_0_the_aircraft_off_the_map_and_the_patrol_at_siwa() -> None:
    s = match("scenario-3", "historical", "take HQ1")
    assert s.turn == 1 and s.alarm == 0 and s.aircraft == NOWHERE
    assert {s.zone[u] for u in s.roster} == {zone("siwa")}


@pytest.mark.clause("WDW-42.3", "WDW-82.1")
def test_targets_of_the_scenarios_values_lie_on_their_zones() -> None:
    s = match("scenario-2", "buy", "take HQ1", "done")
    assert {land.ZONES[z]: v for z, v in enumerate(s.target) if v} == {
        "bir-tengeder": 2,
        "mechili": 3,
        "bir-hacheim": 2,
    }
    assert s.target_initial(zone("mechili")) == 3 and s.target_initial(zone("siwa")) == 0


@pytest.mark.clause("WDW-42.4", "WDW-42.5", "WDW-81.1")
def test_axis_counters_lie_face_down_as_the_scenario_says_and_the_rest_is_the_pool() -> None:
    for seed in range(8):
        s = match("scenario-1", "buy", "take HQ1", "done", seed=seed)
        assert s.counters == 9 and not any(s.axis_up) and s.pool_size() == 27
        by_zone = {land.ZONES[s.axis_zone[c]]: s.axis_type[c] for c in range(9)}
        assert axis.AV[by_zone["msus"]] == 2 and not axis.MOBILE[by_zone["msus"]]
        assert axis.MOBILE[by_zone["benghazi"]] and axis.MOBILE[by_zone["barca"]]
        assert set(by_zone) == {
            "msus", "benghazi", "barca", "brega", "ajdabiya", "beda-littoria", "derna", "tobruk", "bardia"
        }  # fmt: skip
        for t, number in enumerate(axis.NUMBER):
            assert s.pool[t] + s.axis_type.count(t) == number


@pytest.mark.clause("WDW-42.4")
def test_the_log_says_of_a_counter_what_the_scenario_says() -> None:
    s = match("scenario-2", "buy", "take HQ1", "done")
    told = [event.text for entry in entries(s) for event in entry.events if event.clause == "WDW-42.4"]
    assert told[0] == "An Axis unit (German, mobile, AV 3) face down at {gazala}"
    assert told[-1] == "An Axis unit face down at {bir-hacheim}"


@pytest.mark.clause("WDW-42.4", "WDW-84.1")
def test_given_draws_name_the_counters() -> None:
    s = GAME.start("scenario-1", seed=1, draws=["G-INF-2", "I-TK-3V", "G-AC-2V"])
    assert isinstance(s, Desert)
    do(s, "buy", "take HQ1", "done")
    assert [axis.TYPES[t] for t in s.axis_type[:3]] == ["G-INF-2", "I-TK-3V", "G-AC-2V"]


@pytest.mark.clause("WDW-84.4")
def test_in_scenario_4_a_patrol_must_start_at_koufra_and_another_may_start_at_siwa() -> None:
    s = match("scenario-4", "buy", "take HQ1", "next", "take HQ2", "done")
    assert offered(s) == ["base 1st koufra", "base 1st siwa"]
    assert refused(s, "base 1st jalo") == "WDW-42.7"
    do(s, "base 1st siwa")
    assert s.zone[unit("HQ1")] == zone("siwa") and s.zone[unit("HQ2")] == zone("koufra")
    s = match("scenario-4", "buy", "take HQ1", "next", "take HQ2", "done", "base 1st koufra", "base 2nd siwa")
    assert s.zone[unit("HQ1")] == zone("koufra") and s.zone[unit("HQ2")] == zone("siwa")
    s = match("scenario-4", "buy", "take HQ1")
    do(s, "done")
    assert s.zone[unit("HQ1")] == zone("koufra")


@pytest.mark.clause("WDW-85.8")
def test_the_waco_of_scenario_5_1_is_free_or_by_option_bought() -> None:
    s = match("scenario-5-1", "historical", "take HQ1", "take HQ2")
    assert s.waco == IN_SUPPORT
    s = match("scenario-5-1", "buy", "take HQ1", sc51_waco="buy")
    assert "take Waco" in offered(s)
    s = match("scenario-5-1", "buy", "take HQ1", "done", sc51_waco="buy")
    assert s.waco != IN_SUPPORT


@pytest.mark.clause("WDW-41.7")
def test_by_option_the_s2_teams_are_left_out() -> None:
    s = match("scenario-1", "buy", s2_available="off")
    assert refused(s, "take S2A") == "WDW-41.7"
    assert "take S2A" in offered(match("scenario-1", "buy"))


@pytest.mark.clause("WDW-42.4")
def test_by_option_only_towns_are_cities_in_scenario_1() -> None:
    s = match("scenario-1", "buy", "take HQ1", "done", sc1_cities="town")
    assert s.counters == 8 and zone("tobruk") not in s.axis_zone
