"""Intelligence."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import Desert, changed
from tests.kit import asked, clauses, dice_left, do, offered, priced, refused, run
from tests.who_dares_wins.field import acting, field, unit, zone

SAS = unit("SAS1")


def next_turn(s: Desert, *ap: int) -> None:
    """The actions of the next turn begin."""
    s.turn += 1
    s.done = bytearray(len(s.done))
    s.status = bytearray(len(s.status))
    s.ap[: len(ap)] = list(ap)
    run(s, actions.Begin())


def watching(where: str, end: int, turns: int, turn: int, dice: list[int], **more: Any) -> Desert:
    """SAS/1 observes a zone away from its HQ."""
    s = field(patrols={"1st": f"siwa HQ1 T1A,{where} SAS1"}, dice=dice, turn_number=turn, **more)
    s.watch_end[SAS] = end
    s.watch_turns = changed(s.watch_turns, SAS, turns)
    return s


@pytest.mark.clause("WDW-613.1", "WDW-613.2", "WDW-613.8", "WDW-613.10", "WDW-613.11", "WDW-613.4")
def test_a_two_turn_observation_of_the_next_village() -> None:  # E-10
    s = field(patrols={"1st": "d11 HQ1 T1A SAS1"}, dice=[5, 5, 1], turn_number=5)
    acting(s, 6)
    assert priced(s, "watch SAS1 maaten 2").endswith(", then 69 % for a Recon OK")
    do(s, "watch SAS1 maaten 2")
    assert s.ap[0] == 4 and s.zone[SAS] == zone("maaten") and s.watch_end[SAS] == 7 and dice_left(s) == 3
    next_turn(s, 5)
    assert offered(s) == ["pay SAS1", "break SAS1"]
    do(s, "pay SAS1")
    assert s.ap[0] == 3 and refused(s, "report SAS1") == "WDW-613.8"
    next_turn(s, 5)
    assert s.turn == 7 and "report SAS1" in offered(s) and s.ap[0] == 5
    assert priced(s, "report SAS1") == "2d6, 69 % unseen", "as was foretold"
    do(s, "report SAS1")
    assert s.ap[0] == 5 and s.carried[SAS] == 1 and s.held[0] == 0
    do(s, "with SAS1", "go d11")
    assert s.carried[SAS] == 0 and s.held[0] == 1


@pytest.mark.clause("WDW-613.16")
def test_a_unit_placed_by_intelligence_moves_no_further_this_turn_even_if_it_breaks_off() -> None:
    s = field(patrols={"1st": "derna HQ1 T1A SAS1"}, turn_number=5, dice=[1, 1, 1])
    acting(s, 12)
    do(s, "watch SAS1 mechili 1")
    assert refused(s, "with SAS1") == "WDW-613.16" and refused(s, "watch SAS1 derna 1") == "WDW-613.13"
    movement.stop_watching(s, SAS, "is seen")
    run(s, actions.Act())
    assert refused(s, "with SAS1") == refused(s, "watch SAS1 derna 1") == "WDW-613.16"
    observing = [line for line in offered(s) if line.startswith("watch SAS1")]
    assert observing == ["watch SAS1 mechili 1", "watch SAS1 mechili 2"]
    next_turn(s, 12)
    do(s, "with SAS1", "go derna")
    assert s.zone[SAS] == zone("derna"), "in the next turn it goes where it likes"


@pytest.mark.clause("WDW-613.16")
def test_a_unit_that_observes_where_it_stands_may_break_off_and_move() -> None:
    s = field(patrols={"1st": "maaten HQ1 T1A SAS1"}, turn_number=5, dice=[1])
    acting(s, 12)
    do(s, "watch SAS1 maaten 1", "with SAS1", "go d11")
    assert s.zone[SAS] == zone("d11") and not s.watch_end[SAS]


@pytest.mark.clause("WDW-613.9", "WDW-613.10")
def test_the_test_is_at_plus_1_after_one_turn_and_at_0_after_two() -> None:
    for turns, passed in ((1, 0), (2, 1)):
        s = watching("jalo", 3, turns, 3, [5, 1])
        run(s, intelligence.Report(SAS))
        assert s.passed == passed and s.carried[SAS] == passed and s.alarm == 1 - passed


@pytest.mark.clause("WDW-613.9")
def test_by_option_one_turn_is_tested_at_minus_1() -> None:
    s = watching("jalo", 3, 1, 3, [6, 1], options={"intel_one_turn_drm": "-1"})
    run(s, intelligence.Report(SAS))
    assert s.passed


@pytest.mark.clause("WDW-613.3", "WDW-613.4", "WDW-613.5")
def test_where_intelligence_is_legal() -> None:
    s = field("scenario-2", patrols={"1st": "d8 HQ1 SAS1"})
    for word in ("mechili", "bir-tengeder", "bir-hacheim", "d7", "d8", "msus", "bardia", "jalo", "tobruk", "derna"):
        assert intelligence.zone_refusal(s, zone(word)) is None, word
    for word in ("d1", "d2", "x1", "el-cuasc", "siwa", "koufra"):
        refusal = intelligence.zone_refusal(s, zone(word))
        assert refusal is not None and refusal.clause == "WDW-613.5", word
    s.target[zone("bir-hacheim")] = 0  # destroyed: only bir-tengeder's neighbours are left
    assert intelligence.zone_refusal(s, zone("d7")) is not None


@pytest.mark.clause("WDW-613.5", "WDW-613.15", "WDW-331.2", "WDW-60.2", "WDW-613.1", "WDW-613.13")
def test_refusals_of_an_observation() -> None:
    s = acting(field("scenario-2", patrols={"1st": "d1 HQ1 SAS1 Light"}), 2)
    assert refused(s, "watch SAS1 d1 1") == "WDW-613.5" and refused(s, "watch SAS1 siwa 1") == "WDW-613.5"
    assert refused(s, "watch Light jaghbub 1") == "WDW-613.15"
    assert refused(s, "watch SAS1 bardia 1") == "WDW-331.2"
    assert refused(s, "watch SAS1 jaghbub 3") == "WDW-613.1"
    assert refused(s, "watch SAS2 jaghbub 1") == "WDW-52.1"
    s = acting(field("scenario-2", patrols={"1st": "d1 HQ1 SAS1"}), 1)
    assert refused(s, "watch SAS1 jaghbub 1") == "WDW-60.2"
    s = field("scenario-2", patrols={"1st": "jaghbub HQ1 SAS1"})
    s.watch_end[SAS] = 2
    acting(s, 6)
    assert refused(s, "watch SAS1 jaghbub 1") == "WDW-613.13" and "watch HQ1 jaghbub 1" in offered(s)


@pytest.mark.clause("WDW-613.6")
def test_no_test_is_taken_on_placement_without_land_axis_units() -> None:
    s = field(patrols={"1st": "d1 HQ1 SAS1"}, dice=[6])
    s.aircraft = zone("jaghbub")
    s.passed = 0
    acting(s, 4)
    do(s, "watch SAS1 jaghbub 1")
    assert dice_left(s) == 1 and s.watch_end[SAS] == 2, "whatever became of the test before"


@pytest.mark.clause("WDW-613.6", "WDW-613.7")
def test_among_axis_units_the_observer_is_tested_and_if_detected_fights_and_does_not_observe() -> None:
    s = acting(field(patrols={"1st": "d1 HQ1 SAS1"}, axis="jaghbub I-INF-1 down", dice=[4, 4]), 4)
    do(s, "watch SAS1 jaghbub 1")
    assert s.watch_end[SAS] == 2 and s.alarm == 0
    s = acting(field(patrols={"1st": "d1 HQ1 SAS1"}, axis="jaghbub I-INF-1 down", dice=[5, 4, 6, 6]), 4)
    do(s, "watch SAS1 jaghbub 1")
    assert s.watch_end[SAS] == 0 and s.alarm == 1 and s.fought == 1
    assert s.zone[SAS] == zone("jaghbub") and s.ap[0] == 2


@pytest.mark.clause("WDW-613.2", "WDW-613.13")
def test_an_observation_that_is_not_paid_for_is_broken_off() -> None:
    s = watching("jalo", 4, 2, 3, [])
    s.ap[0] = 1
    run(s, actions.Begin())
    assert s.watch_end[SAS] == 0 and "WDW-613.13" in clauses(s)
    s = watching("jalo", 4, 2, 3, [])
    s.ap[0] = 3
    run(s, actions.Begin())
    assert "3 AP" in asked(s) and refused(s, "pass") == "WDW-613.2"
    do(s, "break SAS1")
    assert s.watch_end[SAS] == 0 and s.ap[0] == 3


@pytest.mark.clause("WDW-613.2", "WDW-613.14")
def test_the_last_turn_costs_nothing_but_by_option() -> None:
    s = watching("jalo", 3, 1, 3, [1, 1])
    s.ap[0] = 3
    run(s, actions.Begin())
    do(s, "report SAS1")
    assert s.ap[0] == 3 and s.carried[SAS] == 1
    s = watching("jalo", 3, 1, 3, [], options={"intel_pay_end_turn": "on"})
    s.ap[0] = 3
    run(s, actions.Begin())
    do(s, "pay SAS1")
    assert s.ap[0] == 1 and "report SAS1" in offered(s)
    s = watching("jalo", 3, 1, 3, [], options={"intel_pay_end_turn": "on"})
    run(s, actions.Begin())
    assert s.watch_end[SAS] == 0


@pytest.mark.clause("WDW-613.13")
def test_an_observer_that_moves_loses_its_observation() -> None:
    s = acting(watching("jalo", 4, 2, 3, [1, 1, 1]), 6)
    do(s, "with SAS1", "go d10")
    assert s.watch_end[SAS] == 0


@pytest.mark.clause("WDW-613.13")
def test_an_observer_lays_no_cache() -> None:
    s = acting(watching("jalo", 4, 2, 3, []), 6)
    assert "cache 1st jalo" not in offered(s) and refused(s, "cache 1st jalo") == "WDW-613.13"
    assert "cache 1st siwa" in offered(s)


@pytest.mark.clause("WDW-613.8", "WDW-613.14")
def test_a_due_test_is_taken_at_the_latest_when_the_phase_closes_at_any_alarm() -> None:
    s = acting(watching("jalo", 3, 2, 3, [1, 1], axis=""), 0)
    s.alarm = 4
    do(s, "pass")
    assert dice_left(s) == 0 and s.carried[SAS] == 1


@pytest.mark.clause("WDW-613.12", "WDW-613.7")
def test_a_detected_observer_learns_nothing_and_fights_where_axis_units_are() -> None:
    s = watching("jalo", 3, 2, 3, [6, 1, 6, 6], axis="jalo I-INF-1 up")
    run(s, intelligence.Report(SAS))
    assert s.carried[SAS] == 0 and s.alarm == 1 and s.fought == 1 and s.raisers == (SAS,)


@pytest.mark.clause("WDW-613.11")
def test_the_patrol_has_its_recon_ok_at_once_if_the_unit_is_in_the_patrol_zone() -> None:
    s = field(patrols={"1st": "jalo HQ1 SAS1"}, dice=[1, 1], turn_number=3)
    s.watch_end[SAS] = 3
    s.watch_turns = changed(s.watch_turns, SAS, 2)
    run(s, intelligence.Report(SAS))
    assert s.held[0] == 1 and s.carried[SAS] == 0


@pytest.mark.clause("WDW-613.11")
def test_without_an_hq_the_patrol_zone_is_where_most_of_its_units_are() -> None:
    for patrol, zones in (
        ("jalo SAS1,d1 T1A T1B", ["d1"]),
        ("jalo SAS1,d1 T1A", ["jalo", "d1"]),
        ("jalo HQ1 SAS1,d1 HQ2", ["jalo", "d1"]),
    ):
        s = field(patrols={"1st": patrol})
        assert s.patrol_zones(0) == [zone(word) for word in zones]
        s.carried = changed(s.carried, SAS, 1)
        run(s, terms.Deliver())
        assert s.held[0] == ("jalo" in zones), "the Recon OK is given where the patrol is"


@pytest.mark.clause("WDW-617.4", "WDW-613.8")
def test_a_patrol_in_low_profile_still_takes_a_due_test() -> None:
    s = acting(watching("jalo", 3, 2, 3, [1, 1]), 4)
    do(s, "low 1st")
    assert refused(s, "cache 1st siwa") == "WDW-617.4", "nothing else"
    do(s, "report SAS1")
    assert s.carried[SAS] == 1


@pytest.mark.clause("WDW-81.4", "WDW-613.11")
def test_in_scenario_1_news_from_the_four_zones_are_observations_kept_apart() -> None:
    s = watching("msus", 3, 2, 3, [1, 1])
    run(s, intelligence.Report(SAS))
    assert s.carried_seen[SAS] == 1 and s.carried[SAS] == 0
