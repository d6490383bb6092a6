"""Movement, and changing patrol."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.rules import r61_reconnaissance as reconnaissance
from sandtable.games.who_dares_wins.state import CLOSED, IMMOBILE, LOW, SPENT, Desert, changed
from tests.kit import clauses, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import acting, field, hold_back, unit, zone

SEVEN = "T1A T1B T2A T2B G1A G1B HQ1"


def go(s: Desert, units: str, where: str) -> None:
    """Name a stack and send it."""
    do(s, *(f"with {one}" for one in units.split()), f"go {where}")


@pytest.mark.clause("WDW-611.1", "WDW-611.2", "WDW-611.4", "WDW-611.10", "WDW-611.14")
def test_a_whole_patrol_goes_by_path_to_an_oasis_and_is_detected() -> None:  # E-08
    s = acting(field(patrols={"1st": f"d10 {SEVEN}"}, dice=[2, 5]), 8)
    go(s, SEVEN, "jalo")
    assert s.ap[0] == 1 and s.alarm == 1 and dice_left(s) == 0
    assert all(s.zone[u] == zone("jalo") for u in s.roster)


@pytest.mark.clause("WDW-611.1", "WDW-611.3")
@pytest.mark.parametrize(("size", "cost"), [(7, 4), (2, 1), (1, 1)])
def test_a_road_costs_half_rounded_up_for_the_stack(size: int, cost: int) -> None:
    units = " ".join(SEVEN.split()[:size])
    s = acting(field(patrols={"1st": f"bardia {units}"}, dice=[1, 1]), 9)
    go(s, units, "cambut")
    assert s.ap[0] == 9 - cost


@pytest.mark.clause("WDW-611.1", "WDW-60.2")
def test_five_units_pay_ten_off_the_paths_and_are_refused_with_nine() -> None:
    five = "T1A T1B T2A T2B HQ1"
    s = acting(field(patrols={"1st": f"maddalena {five}"}, dice=[1]), 10)
    go(s, five, "d3")
    assert s.ap[0] == 0
    s = acting(field(patrols={"1st": f"maddalena {five}"}, dice=[1]), 9)
    do(s, *(f"with {one}" for one in five.split()))
    assert "go d3" not in offered(s) and "go jaghbub" in offered(s)
    assert refused(s, "go d3") == "WDW-60.2"


@pytest.mark.clause("WDW-331.2")
def test_a_stack_goes_only_along_a_link() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}), 6)
    do(s, "with T1A")
    assert [line for line in offered(s) if line.startswith("go")] == ["go koufra", "go d1", "go x1"]
    assert refused(s, "go jalo") == "WDW-331.2"


@pytest.mark.clause("WDW-31.3", "WDW-31.4")
def test_light_and_heavy_go_only_with_another_kind_of_unit() -> None:
    s = acting(field("scenario-2", patrols={"1st": "siwa SAS1 HeavyA Light"}), 9)
    assert "with Light" not in offered(s) and refused(s, "with Light") == "WDW-31.3"
    do(s, "with SAS1", "with Light")
    assert "go d1" in offered(s) and "with HeavyA" in offered(s)
    s = acting(field(patrols={"1st": "siwa Light HeavyA Survey"}), 9)
    do(s, "with Light")
    assert offered(s) == ["with HeavyA", "with Survey"] and refused(s, "go d1") == "WDW-31.3"
    do(s, "with HeavyA")
    assert unit("Survey") in s.named  # the only way left


@pytest.mark.clause("WDW-31.3")
def test_a_truck_begins_a_stack_only_if_the_ap_would_take_another_unit_along() -> None:
    s = acting(field(patrols={"1st": "siwa Light Survey"}), 1)
    assert "with Light" not in offered(s) and "with Survey" in offered(s)
    s = acting(field(patrols={"1st": "siwa Light Survey"}), 2)
    assert "with Light" in offered(s)
    s = acting(field(patrols={"1st": "siwa Light,d1 Survey"}), 9)
    assert refused(s, "with Light") == "WDW-31.3", "nobody who could take it along is there"


@pytest.mark.clause("WDW-611.19")
def test_a_stack_is_of_one_patrol_in_one_zone() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1,d1 T1B", "2nd": "siwa HQ2"}), 9, 9)
    do(s, "with T1A")
    assert "with HQ1" in offered(s)
    assert refused(s, "with HQ2") == "WDW-611.19" and refused(s, "with T1B") == "WDW-611.19"
    assert refused(s, "with T1A") == "WDW-611.19"


@pytest.mark.clause("WDW-611.4", "WDW-611.5")
def test_each_zone_entered_causes_a_test_but_not_a_base() -> None:
    s = acting(field(patrols={"1st": "siwa T1A"}, dice=[1, 2]), 6)
    go(s, "T1A", "d1")
    assert dice_left(s) == 1
    do(s, "go d2")
    assert dice_left(s) == 0


@pytest.mark.clause("WDW-611.5")
def test_a_base_is_entered_without_a_test() -> None:
    s = acting(field(patrols={"1st": "d1 T1A"}, dice=[6]), 6)
    go(s, "T1A", "siwa")
    assert dice_left(s) == 1 and s.alarm == 0 and s.last_in == s.turn


@pytest.mark.clause("WDW-54.1", "WDW-54.10", "WDW-80.5")
def test_a_unit_has_come_in_when_it_reaches_an_authorised_base_from_anywhere_else() -> None:
    for scenario, start, end, came in (
        ("scenario-1", "x1", "siwa", True),
        ("scenario-1", "x1", "koufra", False),  # no return base of this scenario
        ("scenario-1", "koufra", "siwa", True),
        ("scenario-4", "koufra", "siwa", False),  # from one return base to the other
        ("scenario-4", "x1", "koufra", True),
    ):
        s = acting(field(scenario, patrols={"1st": f"{start} T1A HQ1"}, turn_number=5), 6)
        s.last_in = 2
        go(s, "T1A", end)
        assert s.last_in == (5 if came else 2), (scenario, start, end)


@pytest.mark.clause("WDW-52.1", "WDW-611.4")
def test_the_stack_that_moved_goes_on_without_being_named_again_also_after_a_failed_test() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}, dice=[6, 1]), 6)
    go(s, "T1A HQ1", "d1")
    assert s.alarm == 1 and "go d2" in offered(s)
    do(s, "go d2")
    assert s.zone[unit("HQ1")] == zone("d2") and s.ap[0] == 2
    do(s, "cache 1st d2")
    assert not any(line.startswith("go ") for line in offered(s))
    assert refused(s, "go d1") == "WDW-611.2"


@pytest.mark.clause("WDW-611.3")
def test_by_option_only_the_whole_move_is_rounded() -> None:
    three = "T1A T1B HQ1"
    for option, cost in (("link", 4), ("move", 3)):
        s = acting(field(patrols={"1st": f"bardia {three}"}, dice=[1] * 5, options={"road_rounding": option}), 9)
        go(s, three, "cambut")
        do(s, "go tobruk")
        assert s.ap[0] == 9 - cost
    s = acting(field(patrols={"1st": "bardia T1A HQ1"}, dice=[1] * 5, options={"road_rounding": "move"}), 1)
    go(s, "T1A", "cambut")
    assert "go tobruk" in offered(s) and s.ap[0] == 0
    do(s, "go tobruk")
    assert s.ap[0] == 0 and s.zone[unit("T1A")] == zone("tobruk")
    s = acting(field(patrols={"1st": f"bardia {three} SAS1"}, dice=[1] * 16, options={"road_rounding": "move"}), 9)
    go(s, three, "cambut")
    do(s, "go tobruk", "go gazala")
    assert s.ap[0] == 9 - 5, "nine halves"
    go(s, "SAS1", "cambut")
    do(s, "go tobruk")
    assert s.ap[0] == 9 - 5 - 1, "another stack begins anew: two halves"


@pytest.mark.clause("WDW-611.2", "WDW-611.19")
def test_a_stack_of_which_somebody_is_gone_or_left_is_named_again() -> None:
    for change in ("lost", "elsewhere", "joined"):
        s = acting(field(patrols={"1st": "siwa T1A T1B HQ1", "2nd": "d1 HQ2"}, dice=[1]), 9)
        go(s, "T1A T1B", "d1")
        assert "go d2" in offered(s)
        if change == "lost":
            terms.lose(s, unit("T1B"), "WDW-733.4")
        elif change == "elsewhere":
            s.zone[unit("T1B")] = zone("siwa")
        else:
            s.patrol[unit("T1B")] = 1
        s.offered = None
        assert "go d2" not in offered(s), change
        assert refused(s, "go d2") == "WDW-611.2"


@pytest.mark.clause("WDW-611.18")
def test_a_failed_entry_among_axis_units_leads_to_combat_and_the_stack_may_go_on_after_it() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}, axis="d1 I-INF-1 down", dice=[6, 6, 6, 6, 6]), 6)
    go(s, "T1A", "d1")
    assert s.fought == 1
    assert isinstance(s.choice, actions.Act) and "go d2" in offered(s)


@pytest.mark.clause("WDW-3.9", "WDW-3.4")
def test_a_detachment_spends_the_ap_of_its_patrol() -> None:
    s = acting(field(patrols={"1st": "siwa HQ1,jaghbub SAS1"}, dice=[1]), 3)
    go(s, "SAS1", "d10")
    assert s.ap[0] == 2 and s.patrol[unit("SAS1")] == 0


@pytest.mark.clause("WDW-3.1")
def test_any_number_of_units_may_share_a_zone() -> None:
    s = acting(field(patrols={"1st": f"siwa {SEVEN}", "2nd": "d1 HQ2 Y1A Y1B R1A R1B"}, dice=[1]), 9)
    go(s, SEVEN, "d1")
    assert len(s.units_in(zone("d1"))) == 12


@pytest.mark.clause("WDW-617.4", "WDW-734.6", "WDW-85.7", "WDW-51.22")
def test_refusals_name_the_clause_that_holds_a_patrol_back() -> None:
    for status, clause in ((LOW, "WDW-617.4"), (CLOSED, "WDW-734.6"), (IMMOBILE, "WDW-51.22")):
        s = field(patrols={"1st": "siwa T1A HQ1"})
        s.status[0] |= status
        acting(s, 6)
        assert refused(s, "with T1A") == clause
    s = field(patrols={"1st": "siwa T1A HQ1"})
    hold_back(s, "1st")
    acting(s, 6)
    assert refused(s, "with T1A") == "WDW-85.7"
    assert refused(s, "with T1B") == "WDW-52.1"
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}), 0)
    assert refused(s, "with T1A") == "WDW-60.2"


@pytest.mark.clause("WDW-52.3", "WDW-60.1")
def test_the_player_switches_between_patrols_at_will() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1", "2nd": "siwa HQ2"}, dice=[1, 1, 1]), 6, 6)
    go(s, "T1A", "d1")
    go(s, "HQ2", "x1")
    go(s, "T1A", "d2")
    assert s.ap == [4, 5, 0]


@pytest.mark.clause("WDW-52.2")
def test_unspent_ap_are_lost_when_the_phase_closes() -> None:
    s = field(patrols={"1st": "siwa T1A HQ1"})
    s.ap[0] = 7
    run(s, actions.Close())
    assert s.ap[0] == 0


@pytest.mark.clause("WDW-52.1")
def test_a_unit_acts_several_times_while_ap_last() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}, dice=[1, 1]), 5)
    go(s, "T1A", "d1")
    do(s, "cache 1st d1")
    go(s, "T1A", "d2")
    assert s.ap[0] == 1 and s.status[0] & SPENT


# --- changing patrol -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-611.15", "WDW-611.16", "WDW-611.20")
def test_a_unit_may_join_a_patrol_in_its_zone_once_a_turn() -> None:
    s = acting(field(patrols={"1st": "jalo T1A HQ1", "2nd": "jalo HQ2,d1 T2A"}), 3, 4)
    s.held[0] = 2
    assert "join T1A 2nd" in offered(s) and "join T2A 1st" not in offered(s)
    assert refused(s, "join T2A 1st") == "WDW-611.15" and refused(s, "join T1A 3rd") == "WDW-611.15"
    assert refused(s, "join T1A 1st") == "WDW-611.15"
    do(s, "join T1A 2nd")
    assert s.size(0) == 1 and s.size(1) == 3 and s.ap == [3, 4, 0]
    assert list(s.held) == [2, 0, 0], "a patrol that goes on keeps its Recon OK"
    assert refused(s, "join T1A 1st") == "WDW-611.20"


@pytest.mark.clause("WDW-611.15")
def test_a_unit_that_joined_draws_on_its_new_patrol() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1", "2nd": "siwa HQ2"}, dice=[1]), 3, 4)
    do(s, "join T1A 2nd")
    go(s, "T1A", "d1")
    assert s.ap == [3, 3, 0]


@pytest.mark.clause("WDW-51.22", "WDW-611.15")
def test_a_unit_that_an_event_holds_does_not_get_free_by_changing_patrol() -> None:
    s = field(patrols={"1st": "jaghbub T1A HQ1", "2nd": "jaghbub SAS1 HQ2 Light"})
    s.status[0] |= IMMOBILE
    acting(s, 5, 9)
    do(s, "join T1A 2nd")
    assert "with SAS1" in offered(s) and "with T1A" not in offered(s)
    assert refused(s, "with T1A") == "WDW-51.22" and refused(s, "watch T1A maddalena 1") == "WDW-51.22"
    assert "watch T1A jaghbub 1" in offered(s), "where it stands it may observe"
    assert "watch SAS1 maddalena 1" in offered(s)
    do(s, "with SAS1")
    assert "with T1A" not in offered(s) and "with HQ2" in offered(s)
    s = field(patrols={"1st": "jaghbub Survey HQ1", "2nd": "jaghbub Light HQ2"})
    s.status[0] |= IMMOBILE
    acting(s, 5, 9)
    do(s, "join Survey 2nd")
    assert "with Light" not in offered(s), "the only unit that could follow it does not move"
    do(s, "with HQ2")
    assert "with Light" in offered(s) and refused(s, "with Survey") == "WDW-51.22"
    assert reconnaissance.scout_refusal(s, (unit("Survey"),), zone("maddalena"), ()) is not None
    assert movement.go_refusal(s, (unit("HQ2"), unit("Survey")), zone("maddalena")) is not None


@pytest.mark.clause("WDW-611.16")
def test_a_unit_in_another_patrols_zone_may_stay_with_its_own() -> None:
    s = acting(field(patrols={"1st": "siwa T1A,d1 HQ1", "2nd": "d1 HQ2"}, dice=[1]), 3, 4)
    go(s, "T1A", "d1")
    assert "join T1A 2nd" in offered(s)
    do(s, "pass")
    assert s.patrol[unit("T1A")] == 0, "nobody made it change"


@pytest.mark.clause("WDW-611.15")
def test_with_the_last_unit_its_patrols_recon_ok_go_over_up_to_three() -> None:
    s = field(patrols={"1st": "jalo T1A", "2nd": "jalo HQ2"})
    s.held[0], s.held[1] = 2, 2
    acting(s, 0, 0)
    do(s, "join T1A 2nd")
    assert list(s.held) == [0, 3, 0]


@pytest.mark.clause("WDW-613.13", "WDW-617.4", "WDW-734.6")
def test_an_observer_and_units_of_a_patrol_that_is_done_do_not_change_patrol() -> None:
    s = field(patrols={"1st": "jalo T1A HQ1", "2nd": "jalo HQ2"})
    s.watch_end[unit("T1A")] = 3
    acting(s, 3, 4)
    assert refused(s, "join T1A 2nd") == "WDW-613.13"
    s.status[0] |= LOW
    acting(s, 0, 4)
    assert refused(s, "join HQ1 2nd") == "WDW-617.4" and "join HQ2 1st" in offered(s)
    s.status[0] = CLOSED
    acting(s, 0, 4)
    assert refused(s, "join HQ1 2nd") == "WDW-734.6"


@pytest.mark.clause("WDW-613.11", "WDW-611.15")
def test_a_carried_recon_ok_goes_to_the_patrol_that_the_unit_then_belongs_to() -> None:
    s = field(patrols={"1st": "d1 T1A,siwa HQ1", "2nd": "d1 HQ2"})
    s.carried = changed(s.carried, unit("T1A"), 1)
    acting(s, 0, 0)
    do(s, "join T1A 2nd")
    assert list(s.held) == [0, 1, 0] and not s.carried[unit("T1A")]


# --- abandoning ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-54.2")
def test_an_abandoned_unit_is_destroyed_and_takes_its_markers_along() -> None:
    s = field(patrols={"1st": "jalo T1A HQ1"})
    terms.mco_add(s, unit("T1A"), 4)
    acting(s, 0)
    do(s, "abandon", "abandon T1A")
    assert s.zone[unit("T1A")] < 0 and not s.mco[unit("T1A")]
    assert isinstance(s.choice, actions.Act)
    do(s, "abandon")
    assert refused(s, "abandon T1A") == "WDW-54.2"


@pytest.mark.clause("WDW-50.3")
def test_abandoning_the_last_unit_ends_the_mission() -> None:
    s = acting(field(patrols={"1st": "jalo HQ1"}), 0)
    do(s, "abandon", "abandon HQ1")
    assert "WDW-50.3" in clauses(s) and len(s.results) == 1


@pytest.mark.clause("WDW-50.2")
def test_giving_up_ends_the_mission_and_units_may_be_kept_from_being_abandoned_by_option() -> None:
    s = acting(field(patrols={"1st": "jalo HQ1"}, options={"abandon_unit": "off"}), 0)
    do(s, "abandon")
    assert offered(s) == ["abandon mission"] and refused(s, "abandon HQ1") == "WDW-54.2"
    do(s, "abandon mission")
    assert len(s.results) == 1 and s.phase == 4


@pytest.mark.clause("WDW-611.2")
def test_the_cheapest_link_is_the_bound_for_naming_a_unit() -> None:
    for where, halves in (("siwa", 2), ("bardia", 1)):
        s = field(patrols={"1st": f"{where} T1A T1B"})
        assert movement.CHEAPEST_HALVES[s.board_no][zone(where)] == halves
        acting(s, 1)
        do(s, "with T1A")
        assert ("with T1B" in offered(s)) == (halves == 1), "one AP takes two units along a road alone"
    s = acting(field(patrols={"1st": "siwa T1A T1B"}), 1)
    do(s, "with T1A")
    assert refused(s, "with T1B") == "WDW-60.2"
