"""Action points and events."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.ground import boards
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r51_points as points
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import (
    IMMOBILE,
    WAITING_DRM_1,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    Desert,
)
from tests.kit import clauses, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import field, hold_back, resting, unit, zone

NINE = "siwa T1A T1B T2A T2B G1A G1B G2A G2B HQ1"


def patrol_of(size: int) -> str:
    """A patrol of so many units at Siwa."""
    return " ".join(NINE.split()[: size + 1])


@pytest.mark.clause("WDW-51.1", "WDW-51.2", "WDW-51.3")
@pytest.mark.parametrize(("size", "dice"), [(1, 1), (3, 1), (4, 2), (8, 2), (9, 3)])
def test_a_patrol_rolls_dice_by_its_size_and_adds_two(size: int, dice: int) -> None:
    s = field(patrols={"1st": patrol_of(size)}, dice=[1] * 3)
    run(s, points.Roll(0))
    assert dice_left(s) == 3 - dice
    assert s.ap[0] == dice + 2


@pytest.mark.clause("WDW-51.1")
def test_three_units_that_roll_4_have_6_ap_and_no_event() -> None:  # E-02
    s = field(patrols={"1st": patrol_of(3)}, dice=[4])
    run(s, points.Roll(0))
    assert s.ap[0] == 6 and not s.event_done and resting(s)
    assert clauses(s) == ["WDW-51.1"]


@pytest.mark.clause("WDW-51.3")
def test_three_d6_are_three_dice() -> None:  # E-23
    s = field(patrols={"1st": NINE}, dice=[1, 2, 3])
    run(s, points.Roll(0))
    assert s.ap[0] == 1 + 2 + 3 + 2


@pytest.mark.clause("WDW-51.4", "WDW-3.4")
def test_units_in_detachments_count_in_the_size() -> None:
    s = field(patrols={"1st": "siwa HQ1 T1A T1B,jalo SAS1"}, dice=[1, 1])
    run(s, points.Roll(0))
    assert dice_left(s) == 0 and s.ap[0] == 4


@pytest.mark.clause("WDW-51.1", "WDW-85.7")
def test_a_patrol_in_reserve_or_without_units_does_not_roll() -> None:
    s = field(patrols={"1st": patrol_of(3)}, dice=[4])
    hold_back(s, "1st")
    run(s, points.Roll(0), points.Roll(1))
    assert dice_left(s) == 1 and s.ap[0] == 0


@pytest.mark.clause("WDW-51.5", "WDW-51.6", "WDW-51.18", "WDW-51.26", "WDW-51.9", "WDW-51.25")
def test_two_sixes_are_one_event_and_its_marker_costs_ap_at_once() -> None:  # E-03
    s = field(patrols={"2nd": "jalo T1A T1B T2A T2B G1A G1B HQ2"}, dice=[6, 6, 5, 5, 6])
    run(s, points.Roll(1))
    assert s.ap[1] == 14 and s.event_done
    assert "WDW-51.18" in clauses(s)
    do(s, "damage G1A")
    assert s.ap[1] == 11 and terms.mco_each(s, unit("G1A")) == (0, 1, 0)
    assert resting(s) and dice_left(s) == 0


@pytest.mark.clause("WDW-51.6")
def test_only_one_event_happens_in_a_turn_for_the_first_patrol_that_rolls_a_six() -> None:
    s = field(patrols={"1st": "siwa T1A HQ1", "2nd": "siwa T2A HQ2"}, dice=[6, 2, 2, 2, 6])
    run(s, points.Roll(0), points.Roll(1))
    assert dice_left(s) == 0 and s.ap == [8, 8, 0]
    assert s.pending == ((0, WAITING_DRM_1),)
    assert "WDW-51.6" in clauses(s), "and the log says why the other patrol had none"


@pytest.mark.clause("WDW-51.6")
def test_by_option_each_patrol_may_have_an_event() -> None:
    s = field(
        patrols={"1st": "siwa T1A HQ1", "2nd": "siwa T2A HQ2"},
        dice=[6, 2, 2, 2, 6, 2, 2, 2],
        options={"event_scope": "patrol"},
    )
    run(s, points.Roll(0), points.Roll(1))
    assert s.pending == ((0, WAITING_DRM_1), (1, WAITING_DRM_1))


@pytest.mark.clause("WDW-51.7")
def test_the_player_names_the_zone_before_the_event_is_rolled() -> None:
    for word, clause in (("siwa", "WDW-51.16"), ("d2", "WDW-51.20")):
        s = field(patrols={"1st": "siwa HQ1,d2 T1A"}, dice=[6, 4, 4, 4])
        run(s, points.Roll(0))
        assert offered(s) == ["at siwa", "at d2"] and dice_left(s) == 3
        assert refused(s, "at jalo") == "WDW-51.7" and refused(s, "damage T1A") == "WDW-51.7"
        do(s, f"at {word}")
        assert clause in clauses(s)


@pytest.mark.clause("WDW-51.7")
def test_the_zone_of_an_event_is_the_kindest_one_unless_ties_are_asked_for() -> None:
    s = field(patrols={"1st": "d2 HQ1,siwa T1A"}, dice=[6, 4, 4, 4], options={"ties": "auto"})
    run(s, points.Roll(0))
    assert "WDW-51.16" in clauses(s), "Siwa has the lower DRM"


@pytest.mark.clause("WDW-51.8", "WDW-51.9")
def test_every_total_has_one_row_of_the_table() -> None:
    assert tables.event(3 - 4).id == "intel_and_damage" and tables.event(18 + 4).id == "significant_damage"
    assert len([tables.event(total) for total in range(-1, 23)]) == 24
    board = boards.board({})
    assert [board.event_drm[zone(z)] for z in ("d2", "d1", "jalo", "msus", "bardia", "tobruk", "derna")] == [
        4,
        2,
        -2,
        -4,
        -4,
        -4,
        -4,
    ]


def event(dice: list[int], where: str, patrols: dict[str, str] | None = None, **more: Any) -> Desert:
    """An event that has been rolled."""
    s = field(patrols=patrols or {"1st": f"{where} HQ1 T1A T1B"}, dice=dice, **more)
    s.ap[0] = 6
    run(s, points.Happen(0, zone(where)), points.Penalty(0))
    return s


@pytest.mark.clause("WDW-51.10")
def test_event_0_or_less_gives_a_recon_ok_and_a_marker() -> None:
    for dice in ([1, 1, 1], [1, 1, 2]):
        s = event(dice, "msus")
        assert s.held[0] == 1
        do(s, "damage T1B")
        assert terms.mco_each(s, unit("T1B")) == (1, 0, 0) and s.ap[0] == 4


@pytest.mark.clause("WDW-51.11")
def test_event_1_or_2_makes_the_next_test_fail() -> None:
    for dice in ([1, 2, 2], [2, 2, 2]):
        assert event(dice, "msus").pending == ((0, WAITING_FAILS),)


@pytest.mark.clause("WDW-51.12")
def test_event_3_gives_two_recon_ok() -> None:
    s = event([2, 2, 3], "msus")
    assert s.held[0] == 2


@pytest.mark.clause("WDW-51.13")
def test_event_4_or_5_gives_drm_minus_1_on_the_next_test() -> None:
    for dice in ([2, 3, 3], [3, 3, 3]):
        assert event(dice, "msus").pending == ((0, WAITING_DRM_1),)


@pytest.mark.clause("WDW-51.14")
def test_event_6_or_7_gives_a_recon_ok() -> None:
    for dice in ([3, 3, 4], [3, 4, 4]):
        assert event(dice, "msus").held[0] == 1


@pytest.mark.clause("WDW-51.15")
def test_event_8_or_9_gives_two_ap() -> None:
    for dice in ([4, 4, 4], [4, 4, 5]):
        assert event(dice, "msus").ap[0] == 8


@pytest.mark.clause("WDW-51.16", "WDW-51.19", "WDW-51.21", "WDW-51.18")
@pytest.mark.parametrize(("dice", "each"), [([4, 4, 4], 2), ([4, 4, 5], 2), ([5, 5, 6], 3), ([5, 6, 6], 2)])
def test_events_that_place_one_marker(dice: list[int], each: int) -> None:
    s = event(dice, "jalo")  # -2: totals 10, 11, 14, 15
    do(s, "damage HQ1")
    assert s.ap[0] == 6 - each and terms.mco_penalty(s, unit("HQ1")) == each


@pytest.mark.clause("WDW-51.21")
def test_event_17_places_a_marker_of_4() -> None:
    s = event([5, 5, 5], "d1")
    do(s, "damage HQ1")
    assert s.ap[0] == 2 and terms.mco_each(s, unit("HQ1")) == (0, 0, 1)


@pytest.mark.clause("WDW-51.17")
def test_event_12_or_13_causes_a_test_at_once() -> None:
    s = event([3, 3, 4, 6], "d1")  # 12, then a test on sand that fails
    assert s.alarm == 1 and dice_left(s) == 0
    assert s.raisers == (unit("T1A"), unit("T1B"), unit("HQ1"))


@pytest.mark.clause("WDW-51.17", "WDW-611.5")
def test_a_test_by_event_is_not_taken_on_a_base() -> None:
    s = event([5, 5, 4, 6], "siwa")
    assert s.alarm == 0 and dice_left(s) == 1 and clauses(s)[-2:] == ["WDW-51.17", "WDW-611.5"]


@pytest.mark.clause("WDW-51.17", "WDW-611.17")
def test_a_test_by_event_is_not_taken_at_alarm_4_without_land_axis_units() -> None:
    s = event([3, 3, 4, 6], "d1", alarm=4)
    assert dice_left(s) == 1


@pytest.mark.clause("WDW-51.17", "WDW-51.28")
def test_all_units_in_the_zone_count_for_a_test_by_event_and_it_may_start_a_combat() -> None:
    s = field(
        patrols={"1st": "d1 HQ1 T1A T1B", "2nd": "d1 HQ2"}, axis="d1 I-INF-1 up", dice=[3, 3, 4, 4]
    )  # 4 units +1, one Axis unit +1: 4 becomes 6
    run(s, points.Happen(0, zone("d1")))
    assert s.alarm == 1 and s.c_zone == zone("d1")


@pytest.mark.clause("WDW-51.20")
def test_event_16_gives_drm_minus_2_on_the_next_test() -> None:
    assert event([4, 5, 5], "d1").pending == ((0, WAITING_DRM_2),)


@pytest.mark.clause("WDW-51.22")
def test_event_18_forbids_all_movement_this_turn() -> None:
    s = event([5, 5, 6], "d1")
    assert s.status[0] & IMMOBILE
    run(s, actions.Act())
    assert not any(line.startswith(("with", "go")) for line in offered(s))
    assert refused(s, "with T1A") == "WDW-51.22"
    assert refused(s, "watch T1A jaghbub 1") == "WDW-51.22"
    do(s, "cache 1st d1")
    assert s.caches[zone("d1")] == 1
    s.phase = 0
    run(s, turn.Begin())
    assert not s.status[0] & IMMOBILE


@pytest.mark.clause("WDW-51.22")
def test_an_observer_may_still_observe_where_it_stands_after_event_18() -> None:
    s = field(patrols={"1st": "jaghbub HQ1 T1A T1B"}, dice=[])
    s.ap[0] = 4
    s.status[0] |= IMMOBILE
    run(s, actions.Act())
    assert "watch T1A jaghbub 2" in offered(s)


@pytest.mark.clause("WDW-51.23")
def test_event_19_or_20_makes_the_next_test_succeed() -> None:
    for dice in ([5, 6, 6], [6, 6, 6]):
        assert event(dice, "d1").pending == ((0, WAITING_SUCCEEDS),)


@pytest.mark.clause("WDW-51.24", "WDW-51.25")
def test_event_21_or_22_places_markers_on_two_different_units() -> None:
    for dice in ([5, 6, 6], [6, 6, 6]):
        s = event(dice, "d2")
        do(s, "damage T1A")
        assert offered(s) == ["damage T1B", "damage HQ1"] and refused(s, "damage T1A") == "WDW-51.24"
        do(s, "damage HQ1")
        assert s.ap[0] == 2


@pytest.mark.clause("WDW-51.24")
def test_a_patrol_of_one_takes_only_one_of_two_markers() -> None:
    s = event([6, 6, 6], "d2", {"1st": "d2 HQ1"})
    assert terms.mco_count(s, unit("HQ1")) == 1 and resting(s)
    s = event([6, 6, 6], "d2", {"1st": "d2 T1A HQ1"})
    do(s, "damage HQ1")
    assert [terms.mco_count(s, unit(word)) for word in ("T1A", "HQ1")] == [1, 1], "one of two takes the other"


@pytest.mark.clause("WDW-51.25", "WDW-51.28")
def test_any_unit_of_the_patrol_may_take_the_marker_wherever_it_is_and_no_other() -> None:
    s = event([4, 4, 4], "jalo", {"1st": "jalo HQ1,d1 T1A", "2nd": "jalo HQ2"})
    assert offered(s) == ["damage T1A", "damage HQ1"]
    assert refused(s, "damage HQ2") == "WDW-51.28"


@pytest.mark.clause("WDW-51.27", "WDW-51.26")
def test_markers_keep_lowering_the_ap_each_turn_but_not_below_zero() -> None:
    s = field(patrols={"1st": "siwa T1A T1B HQ1"}, dice=[4, 4])
    terms.mco_add(s, unit("T1A"), 3)
    run(s, points.Roll(0))
    assert s.ap[0] == 3
    terms.mco_add(s, unit("T1A"), 4)
    run(s, points.Roll(0))
    assert s.ap[0] == 0


@pytest.mark.clause("WDW-51.26", "WDW-51.27")
@pytest.mark.parametrize(("option", "later"), [("persistent", 4), ("once", 6)])
def test_a_marker_lowers_the_ap_at_once_and_in_later_turns_too_unless_the_option_says_once(
    option: str, later: int
) -> None:
    s = field(patrols={"1st": "jalo T1A T1B HQ1"}, dice=[6, 4, 4, 4, 4], options={"mco_penalty": option})
    run(s, turn.Begin())
    do(s, "damage T1A")
    assert s.ap[0] == 6 + 2 - 2
    run(s, turn.Begin())
    assert s.ap[0] == later


@pytest.mark.clause("WDW-51.26")
def test_navigation_is_added_before_the_markers_are_subtracted() -> None:
    s = field(patrols={"1st": "msus T1A T1B HQ1"}, dice=[6, 4, 4, 4])
    terms.mco_add(s, unit("T1A"), 4)
    terms.mco_add(s, unit("T1A"), 4)
    run(s, points.Roll(0))
    assert s.ap[0] == 6 + 2 + 2 - 8


@pytest.mark.clause("WDW-51.28")
def test_an_event_applies_only_to_the_patrol_that_rolled_it() -> None:
    s = field(patrols={"1st": "jalo HQ1", "2nd": "jalo HQ2"}, dice=[3, 3, 3])
    run(s, points.Happen(1, zone("jalo")))  # 7
    assert list(s.held) == [0, 1, 0]


@pytest.mark.clause("WDW-32.5")
def test_each_patrol_counts_its_own_ap() -> None:
    s = field(patrols={"1st": "siwa HQ1", "2nd": "siwa HQ2 T1A"}, dice=[2, 5])
    run(s, points.Roll(0), points.Roll(1))
    assert s.ap == [4, 7, 0]
