"""Caches, Maintenance, and the Waco."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r61_air as air
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import FULL, IN_SUPPORT, REDUCED, WACO_GONE, WAITING_SUCCEEDS, Desert, changed
from tests.kit import asked, clauses, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import acting, await_events, field, unit, zone


def broken(patrols: dict[str, str], *units: str, dice: list[int], **more: Any) -> Desert:
    """A position in which units carry one marker of 2 each."""
    s = field("scenario-2", patrols=patrols, dice=dice, **more)
    for word in units:
        terms.mco_add(s, unit(word), 2)
    return s


# --- caches ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-615.1", "WDW-615.3")
def test_a_cache_costs_two_ap_and_is_laid_where_a_unit_is() -> None:
    s = acting(field(patrols={"1st": "siwa HQ1,d1 T1A", "2nd": "jalo HQ2"}, axis="d1 I-INF-1 up"), 3)
    assert refused(s, "cache 1st jalo") == "WDW-615.1"
    do(s, "cache 1st d1")
    assert s.caches[zone("d1")] == 1 and s.ap[0] == 1
    assert refused(s, "cache 1st d1") == "WDW-60.2"


@pytest.mark.clause("WDW-615.2", "WDW-615.4", "WDW-615.5")
def test_any_patrol_may_use_a_cache_which_gives_minus_3_and_is_removed_whatever_the_result() -> None:
    for die, left in ((5, 0), (6, 1)):
        s = broken({"1st": "d1 HQ1", "2nd": "d1 HQ2 T1A"}, "T1A", dice=[die])
        acting(s, 2, 3)
        do(s, "cache 1st d1", "repair 2nd d1", "use cache d1")
        assert terms.mco_count(s, unit("T1A")) == left and s.caches[zone("d1")] == 0


# --- Maintenance -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-616.1", "WDW-616.2", "WDW-616.4", "WDW-616.5", "WDW-616.6", "WDW-616.8", "WDW-616.3")
def test_two_units_and_the_light() -> None:  # E-15
    s = acting(broken({"1st": "d1 T1A T1B HQ1 Light"}, "T1A", "T1B", dice=[3, 4]), 4)
    do(s, "repair 1st d1")
    assert s.ap[0] == 1 and "33 %" in asked(s)
    do(s, "use Light")
    assert not s.mco[unit("T1A")] and s.mco[unit("T1B")]
    assert s.side[unit("Light")] == REDUCED and s.loads[unit("Light")] == 0 and s.emptied == 1 << unit("Light")


@pytest.mark.clause("WDW-616.2")
@pytest.mark.parametrize(("die", "done"), [(1, True), (2, True), (3, False), (6, False)])
def test_without_aid_a_result_below_3_succeeds(die: int, done: bool) -> None:
    s = acting(broken({"1st": "d1 T1A HQ1"}, "T1A", dice=[die]), 3)
    do(s, "repair 1st d1")
    assert (terms.mco_count(s, unit("T1A")) == 0) == done


@pytest.mark.clause("WDW-616.4", "WDW-615.4", "WDW-616.9")
def test_a_cache_and_a_heavy_always_succeed() -> None:
    s = broken({"1st": "d1 T1A HQ1 HeavyA Light"}, "T1A", dice=[6])
    s.caches = changed(s.caches, zone("d1"), 2)
    acting(s, 3)
    do(s, "repair 1st d1")
    assert offered(s) == ["use cache d1", "use Light", "use HeavyA", "roll"]
    do(s, "use cache d1")
    assert refused(s, "use cache d1") == "WDW-616.9"
    do(s, "use HeavyA")
    assert terms.mco_count(s, unit("T1A")) == 0 and s.caches[zone("d1")] == 1


@pytest.mark.clause("WDW-616.9", "WDW-616.4", "WDW-616.7")
def test_refusals_of_aids() -> None:
    s = broken({"1st": "d1 T1A HQ1 Light HeavyA,jalo HeavyB"}, "T1A", dice=[])
    s.loads = changed(s.loads, unit("HeavyA"), 0)
    s.caches = changed(s.caches, zone("d1"), 1)
    acting(s, 3)
    do(s, "repair 1st d1")
    assert refused(s, "use HeavyB") == "WDW-616.4" and refused(s, "use HeavyA") == "WDW-616.7"
    assert refused(s, "use T1A") == "WDW-616.4" and refused(s, "use cache jalo") == "WDW-615.4"
    s.loads = changed(s.loads, unit("HeavyA"), 1)
    s.offered = None
    do(s, "use Light")
    assert refused(s, "use Light") == "WDW-616.9" and refused(s, "use cache d1") == "WDW-616.9"


@pytest.mark.clause("WDW-616.7", "WDW-616.8")
def test_a_heavy_serves_twice_and_is_reduced_after_the_first_time() -> None:
    s = acting(broken({"1st": "d1 T1A HQ1 HeavyA"}, "T1A", dice=[6, 6]), 9)
    heavy = unit("HeavyA")
    assert s.side[heavy] == FULL
    do(s, "repair 1st d1", "use HeavyA")
    assert s.side[heavy] == REDUCED and s.loads[heavy] == 1
    do(s, "repair 1st d1", "use HeavyA")
    assert s.loads[heavy] == 0 and s.side[heavy] == REDUCED and s.emptied == 1 << heavy
    do(s, "repair 1st d1")
    assert s.ap[0] == 0 and dice_left(s) == 0


@pytest.mark.clause("WDW-616.7", "WDW-616.8")
def test_a_truck_that_a_hit_turned_over_is_reduced_by_the_hit_though_it_gives_the_rest_of_its_load() -> None:
    s = broken({"1st": "d1 T1A HQ1 HeavyA"}, "T1A", dice=[6])
    terms.hit(s, unit("HeavyA"), "WDW-733.4")
    acting(s, 3)
    do(s, "repair 1st d1", "use HeavyA")
    assert s.loads[unit("HeavyA")] == 0 and not s.emptied


@pytest.mark.clause("WDW-616.10")
def test_a_truck_that_is_hit_loses_a_load_and_is_destroyed_by_the_next_hit() -> None:
    s = field("scenario-2", patrols={"1st": "d1 HQ1 Light HeavyA"})
    light, heavy = unit("Light"), unit("HeavyA")
    terms.hit(s, light, "WDW-733.4")
    assert s.side[light] == REDUCED and s.loads[light] == 0 and not s.emptied
    terms.hit(s, light, "WDW-733.4")
    assert s.zone[light] < 0
    terms.hit(s, heavy, "WDW-733.4")
    assert s.side[heavy] == REDUCED and s.loads[heavy] == 1


@pytest.mark.clause("WDW-616.3", "WDW-51.29")
def test_success_removes_one_marker_and_gives_no_ap_back() -> None:
    s = broken({"1st": "d1 T1A HQ1"}, "T1A", dice=[1])
    terms.mco_add(s, unit("T1A"), 4)
    acting(s, 3)
    do(s, "repair 1st d1")
    assert terms.mco_each(s, unit("T1A")) == (1, 0, 0) and s.ap[0] == 0


@pytest.mark.clause("WDW-616.1", "WDW-616.2")
def test_maintenance_serves_the_units_of_one_patrol_in_one_zone() -> None:
    s = acting(broken({"1st": "d1 T1A HQ1,jalo T1B", "2nd": "d1 T2A"}, "T1A", "T1B", "T2A", dice=[1]), 3)
    assert [line for line in offered(s) if line.startswith("repair")] == ["repair 1st jalo", "repair 1st d1"]
    assert refused(s, "repair 1st everywhere") == "WDW-616.1" and refused(s, "repair 1st siwa") == "WDW-616.2"
    do(s, "repair 1st d1")
    assert dice_left(s) == 0 and s.mco[unit("T1B")] and s.mco[unit("T2A")]
    assert refused(s, "repair 1st jalo") == "WDW-60.2"


@pytest.mark.clause("WDW-616.1", "WDW-616.5")
def test_by_option_it_serves_the_whole_patrol_with_aids_where_they_lie() -> None:
    s = broken({"1st": "d1 T1A HQ1 Light,jalo T1B"}, "T1A", "T1B", dice=[3, 3], options={"maintenance_scope": "patrol"})
    acting(s, 3)
    assert refused(s, "repair 1st d1") == "WDW-616.1"
    do(s, "repair 1st everywhere", "use Light")
    assert not s.mco[unit("T1A")] and s.mco[unit("T1B")]


@pytest.mark.clause("WDW-613.13", "WDW-616.1")
def test_units_that_only_observe_do_no_maintenance() -> None:
    s = broken({"1st": "jalo T1A,siwa HQ1"}, "T1A", dice=[])
    s.watch_end[unit("T1A")] = 9
    acting(s, 3)
    assert refused(s, "repair 1st jalo") == "WDW-613.13"


# --- the Waco --------------------------------------------------------------------------------------------------------


def with_waco(patrols: dict[str, str], dice: list[int], axis: str = "", alarm: int = 0) -> Desert:
    """A position with the Waco in the Support area."""
    s = field("scenario-2", patrols=patrols, dice=dice, axis=axis, alarm=alarm)
    s.waco = IN_SUPPORT
    return s


@pytest.mark.clause("WDW-612.1", "WDW-612.3", "WDW-612.6", "WDW-333.1", "WDW-31.5")
def test_a_patrol_at_el_cuasc_calls_the_waco_to_bardia() -> None:  # E-09
    s = acting(field("scenario-2", patrols={"1st": "el-cuasc HQ1 T1A T1B"}), 6)
    assert "waco 1st intelligence bardia" not in offered(s), "no Waco waits in the Support area"
    s = acting(with_waco({"1st": "el-cuasc HQ1 T1A T1B"}, [6, 6, 6, 1]), 6)
    do(s, "waco 1st intelligence bardia")
    assert s.ap[0] == 0 and s.held[0] == 1 and s.waco == IN_SUPPORT  # 6 - 1, three times; then back on a 1


@pytest.mark.clause("WDW-612.3", "WDW-612.6", "WDW-612.2", "WDW-60.2", "WDW-612.1", "WDW-612.5")
def test_refusals_of_air_support() -> None:
    s = acting(with_waco({"1st": "el-cuasc HQ1 T1A"}, [3]), 6)
    assert refused(s, "waco 1st intelligence derna") == "WDW-612.3"
    assert refused(s, "waco 1st intelligence d3") == "WDW-613.5"
    assert refused(s, "waco 1st maintenance el-cuasc") == "WDW-616.2"
    s.ap[0] = 5
    s.offered = None
    assert refused(s, "waco 1st intelligence bardia") == "WDW-60.2"
    run(s, air.Return(), actions.Act())
    assert refused(s, "waco 1st intelligence bardia") == "WDW-612.5"
    s.waco = 0
    assert refused(s, "waco 1st intelligence bardia") == "WDW-612.1"


@pytest.mark.clause("WDW-612.4", "WDW-612.5")
@pytest.mark.parametrize(("die", "back"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_waco_returns_on_1_or_2_and_is_lost_otherwise(die: int, back: bool) -> None:
    s = with_waco({"1st": "d1 HQ1"}, [die])
    run(s, air.Return())
    assert s.waco == (IN_SUPPORT if back else WACO_GONE)


@pytest.mark.clause("WDW-612.2")
def test_maintenance_by_air_is_at_minus_1_and_takes_other_aids_as_well() -> None:
    s = with_waco({"1st": "d1 HQ1 T1A Light"}, [4, 6])
    terms.mco_add(s, unit("T1A"), 2)
    acting(s, 6)
    do(s, "waco 1st maintenance d1", "use Light")
    assert not s.mco[unit("T1A")] and s.waco == WACO_GONE


@pytest.mark.clause("WDW-612.6", "WDW-612.3")
def test_the_waco_counts_no_lrdg_unit_and_raises_the_alarm_without_a_combat() -> None:
    s = acting(with_waco({"1st": "d1 HQ1 T1A,jalo T1B"}, [4, 6, 6], "jaghbub I-INF-1 up,jaghbub I-INF-1 up"), 6)
    do(s, "waco 1st intelligence jaghbub")
    assert s.alarm == 1 and s.held[0] == 0 and s.fought == 0  # 6 - 1 + 2
    assert s.raisers == (unit("T1A"), unit("HQ1"))
    s = acting(with_waco({"1st": "jaghbub HQ1 T1A T1B T2A"}, [6, 6, 1]), 6)
    do(s, "waco 1st intelligence jaghbub")
    assert s.held[0] == 1, "6 - 1, whoever is in the zone"


@pytest.mark.clause("WDW-612.3")
def test_between_two_equally_close_zones_the_player_says_from_which_the_range_is_measured() -> None:
    s = acting(with_waco({"1st": "d1 HQ1,d10 T1A"}, [6, 6, 6], "jaghbub I-INF-1 up"), 6)
    do(s, "waco 1st intelligence jaghbub")
    assert offered(s) == ["from d1", "from d10"]
    do(s, "from d10")
    assert s.raisers == (unit("T1A"),)


@pytest.mark.clause("WDW-612.6", "WDW-51.23")
def test_the_waco_uses_waiting_events_and_flies_at_any_alarm() -> None:
    s = with_waco({"1st": "d1 HQ1"}, [6], alarm=4)
    await_events(s, (0, WAITING_SUCCEEDS))
    acting(s, 6)
    do(s, "waco 1st intelligence jaghbub")
    assert s.held[0] == 1 and not s.pending and dice_left(s) == 0


@pytest.mark.clause("WDW-81.7")
def test_in_scenario_1_what_the_waco_sees_there_is_an_observation() -> None:
    s = field(patrols={"1st": "msus HQ1"}, dice=[1, 1, 1])
    s.waco = IN_SUPPORT
    acting(s, 6)
    do(s, "waco 1st intelligence msus")
    assert s.held_seen[0] == 1 and s.held[0] == 0


@pytest.mark.clause("WDW-616.2")
def test_the_chance_of_maintenance_by_drm() -> None:
    assert [round(6 * supply.maintenance_chance(drm)) for drm in (0, -1, -2, -3, -5)] == [2, 3, 4, 5, 6]
    s = acting(broken({"1st": "d1 T1A HQ1"}, "T1A", dice=[1]), 3)
    do(s, "repair 1st d1")
    assert "WDW-616.2" in clauses(s)
