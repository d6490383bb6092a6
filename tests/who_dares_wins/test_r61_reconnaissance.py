"""Reconnaissance."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r61_reconnaissance as reconnaissance
from sandtable.games.who_dares_wins.state import IMMOBILE, WAITING_FAILS, changed
from tests.kit import dice_left, do, offered, refused, run
from tests.who_dares_wins.field import acting, await_events, field, unit, zone

THIRD = "maddalena T1A T1B Y1A Y1B HQ3"


@pytest.mark.clause("WDW-614.1", "WDW-614.2", "WDW-614.4", "WDW-614.7", "WDW-614.9")
def test_two_detachments_reconnoitre_together() -> None:  # E-11, E-12, E-13, E-14
    s = field(patrols={"3rd": THIRD}, dice=[5, 3, 1, 4])
    s.ap[2] = 7
    run(s, actions.Act())
    do(s, "with T1A", "with T1B", "scout bardia")
    assert s.ap[2] == 7 and "begin" in offered(s)
    do(s, "with Y1A", "scout d3")
    assert s.ap[2] == 1 and dice_left(s) == 0
    assert s.alarm == 1 and s.zone[unit("T1A")] == s.zone[unit("T1B")] == zone("bardia")
    assert not s.zone_ok[zone("bardia")]
    assert s.zone_ok[zone("d3")] and s.zone[unit("Y1A")] == zone("maddalena")
    assert len(s.units_in(zone("maddalena"))) == 3 and s.size(2) == 5


@pytest.mark.clause("WDW-614.2", "WDW-611.6")
def test_a_5_in_rocky_desert_succeeds() -> None:  # E-13
    s = acting(field(patrols={"1st": "maddalena Y1A HQ1"}, dice=[5]), 3)
    do(s, "with Y1A", "scout d3")
    assert s.zone_ok[zone("d3")] and s.ap[0] == 0


@pytest.mark.clause("WDW-614.3")
def test_only_the_detachments_own_size_counts() -> None:
    s = field(patrols={"1st": "siwa T1A HQ1", "2nd": "d1 T2A T2B G1A G1B"}, dice=[4])
    acting(s, 3)
    do(s, "with T1A", "scout d1")
    assert s.zone_ok[zone("d1")]


@pytest.mark.clause("WDW-614.10")
def test_survey_and_signal_give_minus_1_each_from_within_the_detachment() -> None:
    s = field("scenario-2", patrols={"1st": "siwa T1A Survey Signal HQ1"}, dice=[6])
    acting(s, 3)
    do(s, "with T1A", "with Survey", "with Signal", "scout d1")
    assert s.zone_ok[zone("d1")]  # 6 + 1 - 2
    for option, drm in (("detachment", 0), ("patrol", -2)):
        s = field(patrols={"1st": "siwa T1A HQ1,jalo Survey Signal"}, options={"scout_support": option})
        assert reconnaissance.support_drm(s, (unit("T1A"),)) == drm


@pytest.mark.clause("WDW-614.11", "WDW-614.8", "WDW-614.7")
def test_axis_units_add_one_each_and_fight_a_detachment_that_is_detected() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}, axis="d1 I-INF-1 down", dice=[3]), 3)
    do(s, "with T1A", "scout d1")
    assert s.zone_ok[zone("d1")]
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}, axis="d1 I-INF-1 down", dice=[4, 6, 6]), 3)
    do(s, "with T1A", "scout d1")
    assert s.fought == 1 and s.zone[unit("T1A")] == zone("d1") and not s.zone_ok[zone("d1")]


@pytest.mark.clause("WDW-614.8", "WDW-71.2", "WDW-614.9")
def test_all_tests_are_taken_before_the_combats_which_come_in_the_players_order() -> None:
    s = acting(
        field(patrols={"1st": "siwa T1A T1B HQ1"}, axis="d1 I-INF-1 down,x1 I-INF-1 down", dice=[6, 6, 6, 6, 6, 6]), 6
    )
    do(s, "with T1A", "scout d1", "with T1B", "scout x1")
    assert s.alarm == 2 and dice_left(s) == 4
    assert offered(s) == ["fight d1", "fight x1"]
    do(s, "fight x1")
    assert s.fought == 3 and isinstance(s.choice, actions.Act) and dice_left(s) == 0


@pytest.mark.clause("WDW-614.2", "WDW-614.4", "WDW-614.9", "WDW-614.12", "WDW-331.2", "WDW-60.2", "WDW-51.22")
def test_refusals_of_a_reconnaissance() -> None:
    s = field("scenario-2", patrols={"1st": "siwa T1A HQ1 Light"})
    s.zone_ok = changed(s.zone_ok, zone("x1"), 1)
    acting(s, 6)
    do(s, "with T1A")
    assert refused(s, "scout jalo") == "WDW-331.2" and refused(s, "scout koufra") == "WDW-614.2"
    assert refused(s, "scout x1") == "WDW-614.4"
    do(s, "scout d1")  # d1 is the only zone left, so the reconnaissance begins
    s = acting(field("scenario-2", patrols={"1st": "maddalena T1A HQ1 Light"}), 6)
    do(s, "with T1A", "scout d2")
    assert refused(s, "with T1A") == "WDW-614.9" and refused(s, "with Light") == "WDW-31.3"
    assert refused(s, "go jaghbub") == "WDW-611.2"
    do(s, "with HQ1")
    assert refused(s, "scout d2") == "WDW-614.9" and refused(s, "go jaghbub") == "WDW-614.9"
    s = acting(field("scenario-2", patrols={"1st": "maddalena Light HeavyA Survey"}), 6)
    do(s, "with Light")
    assert refused(s, "scout d2") == "WDW-614.12"
    s = acting(field(patrols={"1st": "maddalena T1A HQ1"}), 2)
    do(s, "with T1A")
    assert refused(s, "scout d2") == "WDW-60.2"
    s = field(patrols={"1st": "maddalena T1A HQ1"})
    s.status[0] |= IMMOBILE
    assert reconnaissance.scout_refusal(s, (unit("T1A"),), zone("d2"), ()).clause == "WDW-51.22"  # type: ignore[union-attr]


@pytest.mark.clause("WDW-614.1")
def test_a_detachment_costs_three_ap_and_no_movement() -> None:
    s = acting(field(patrols={"1st": "maddalena T1A T1B HQ1"}, dice=[1]), 3)
    do(s, "with T1A", "with T1B", "with HQ1", "scout d2")
    assert s.ap[0] == 0 and len(s.units_in(zone("maddalena"))) == 3


@pytest.mark.clause("WDW-51.11", "WDW-614.9")
def test_a_waiting_event_goes_to_the_first_detachment_tested() -> None:
    s = field(patrols={"1st": "maddalena T1A T1B HQ1"}, dice=[1])
    await_events(s, (0, WAITING_FAILS))
    acting(s, 6)
    do(s, "with T1A", "scout d2", "with T1B", "scout d3")
    assert s.zone[unit("T1A")] == zone("d2") and s.zone_ok[zone("d3")]


@pytest.mark.clause("WDW-613.13")
def test_an_observer_that_reconnoitres_loses_its_observation() -> None:
    s = field(patrols={"1st": "maddalena T1A HQ1"}, dice=[1])
    s.watch_end[unit("T1A")] = 9
    acting(s, 3)
    do(s, "with T1A", "scout d2")
    assert s.watch_end[unit("T1A")] == 0
