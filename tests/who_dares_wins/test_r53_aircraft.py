"""Chapter 5.3.2: the reconnaissance aircraft."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_alarm as alarm
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.state import DESTROYED, FULL, NOWHERE, REDUCED, Desert
from sandtable.kernel.errors import BadInput
from tests.kit import asked, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import field, resting, unit, zone


def airborne(where: str, patrols: str, **more: object) -> Desert:
    """The aircraft's movement, from a zone, with LRDG units in the field."""
    s = field("scenario-1", {"1st": patrols}, alarm=2, **more)  # type: ignore[arg-type]
    s.aircraft = zone(where)
    run(s, aircraft.Fly(tables.AIRCRAFT_MOVE))
    return s


@pytest.mark.clause("WDW-532.1")
def test_it_flies_two_zones_towards_the_nearest_force_and_stops_above_it() -> None:
    s = airborne("derna", "bir-tengeder T2A", dice=[1])
    assert s.aircraft == zone("bir-tengeder"), "by Mechili"
    assert dice_left(s) == 0, "and looks"
    s = airborne("derna", "mechili T2A, bir-tengeder T2B", dice=[1, 1])
    assert s.aircraft == zone("mechili"), "it stops above the first"
    s = airborne("gazala", "mechili T2A, bardia T2B", dice=[1, 1])
    assert s.aircraft == zone("mechili"), "one link, against three"
    s = airborne("ajdabiya", "mechili T2A")
    assert s.aircraft == zone("charruba") and resting(s), "two zones of three"


@pytest.mark.clause("WDW-532.1")
def test_equal_ways_and_equal_forces_are_the_player_s() -> None:
    s = airborne("gazala", "mechili T2A, tobruk T2B", dice=[1, 1])
    assert offered(s) == ["fly tobruk", "fly mechili"]
    assert refused(s, "fly derna") == "WDW-532.1"
    do(s, "fly mechili")
    assert s.aircraft == zone("mechili")
    s = airborne("gazala", "mechili T2A, tobruk T2B", options={"axis_ties": "random"}, draws=["way-1"], dice=[1, 1, 1])
    assert s.aircraft == zone("tobruk")


@pytest.mark.clause("WDW-532.2")
def test_it_never_goes_beyond_two_zones_from_an_airfield() -> None:
    s = airborne("el-adem", "siwa HQ1, d1 T2A")
    assert s.aircraft == zone("jaghbub") and resting(s), "two zones, by El Cuasc"
    s = airborne("jaghbub", "d1 T2A")
    assert s.aircraft == zone("jaghbub"), "d1 is three zones from every airfield"
    assert not s.board.aircraft_may_be[zone("d1")]
    assert resting(s)
    s = airborne("jaghbub", "d1 T2A, d7 T2B")
    assert offered(s) == ["circle", "fly d7"], "of two forces equally near one cannot be reached"
    assert refused(s, "fly d1") == "WDW-532.2"
    do(s, "circle")
    assert s.aircraft == zone("jaghbub")


@pytest.mark.clause("WDW-532.17")
def test_it_looks_only_at_units_outside_the_bases() -> None:
    s = airborne("jaghbub", "siwa HQ1, tobruk T2A")
    assert s.board.distance[zone("jaghbub")][zone("siwa")] < s.board.distance[zone("jaghbub")][zone("tobruk")]
    assert s.aircraft == zone("el-cuasc"), "Siwa is nearer, and still it goes towards Tobruk"


@pytest.mark.clause("WDW-532.17", "WDW-532.2")
def test_with_everybody_on_bases_it_flies_towards_them_as_far_as_it_reaches_and_tests_nobody() -> None:
    s = airborne("el-adem", "siwa T2A HQ1", dice=[1])
    assert s.aircraft == zone("jaghbub") and resting(s) and dice_left(s) == 1
    told = run(s, aircraft.Fly(tables.AIRCRAFT_MOVE)).events
    assert s.aircraft == zone("jaghbub") and resting(s) and dice_left(s) == 1, "Siwa is out of its reach"
    assert [event.clause for event in told] == ["WDW-532.2"]


@pytest.mark.clause("WDW-532.1")
def test_its_flight_is_told_with_where_it_is_bound_unless_it_comes_there() -> None:
    s = field("scenario-1", {"1st": "bir-tengeder T2A"}, alarm=2, dice=[1])
    s.aircraft = zone("derna")
    told = run(s, aircraft.Fly(tables.AIRCRAFT_MOVE)).events
    assert [event.text for event in told[:2]] == [
        "The aircraft flies to {mechili}, towards {bir-tengeder}", "The aircraft flies to {bir-tengeder}",
    ]  # fmt: skip


@pytest.mark.clause("WDW-532.3", "WDW-611.11", "WDW-532.4")
def test_above_lrdg_units_it_causes_a_test_at_plus_two_and_counts_as_an_axis_unit() -> None:
    s = airborne("bir-hacheim", "bir-hacheim T2A", dice=[3])
    assert s.passed == 1, "3 - 1 for rocks + 2 + 1 = 5"
    assert s.alarm == 2 and s.aircraft == zone("bir-hacheim") and resting(s), "nothing happens"
    s = airborne("bir-hacheim", "bir-hacheim T2A", dice=[4, 1, 6])
    assert s.passed == 0
    s = airborne("bir-hacheim", "bir-hacheim T2A", dice=[4], options={"recon_presence_drm": "off"})
    assert s.passed == 1


@pytest.mark.clause("WDW-532.5", "WDW-532.6", "WDW-532.7")
def test_detected_one_two_or_three_units_are_attacked_the_alarm_is_set_to_3_and_it_leaves() -> None:
    s = airborne("bir-hacheim", "bir-hacheim T2A T2B SAS1 SAS2", dice=[6, 4, 3, 4])
    assert offered(s) == ["expose T2A", "expose T2B", "expose SAS1"], "two units, in the order of the counters"
    assert "2 units" in asked(s)
    do(s, "expose T2B")
    assert offered(s) == ["expose SAS1", "expose SAS2"]
    assert refused(s, "expose T2A") == "WDW-532.5"
    do(s, "expose SAS2")
    assert s.side[unit("T2B")] == REDUCED, "3 hits"
    assert s.side[unit("SAS2")] == FULL, "4 does not"
    assert s.alarm == 3
    assert s.raisers == tuple(s.units_in(zone("bir-hacheim")))
    assert s.aircraft == NOWHERE


@pytest.mark.clause("WDW-532.5")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_number_of_units_attacked_follows_the_die(die: int, number: int) -> None:
    s = airborne("bir-hacheim", "bir-hacheim T2A T2B SAS1", dice=[6, die, 6, 6, 6])
    while not resting(s):
        do(s, offered(s)[0])
    assert dice_left(s) == 3 - number


@pytest.mark.clause("WDW-532.5")
def test_if_there_are_fewer_all_of_them_are_attacked() -> None:
    s = airborne("bir-hacheim", "bir-hacheim T2A T2B, siwa HQ1", dice=[6, 6, 1, 1])
    assert dice_left(s) == 0
    assert s.side[unit("T2A")] == s.side[unit("T2B")] == REDUCED


@pytest.mark.clause("WDW-532.5")
def test_by_option_chance_names_the_units_attacked() -> None:
    s = airborne(
        "bir-hacheim", "bir-hacheim T2A T2B SAS1", dice=[6, 1, 1], draws=["SAS1"], options={"air_targets": "random"}
    )
    assert s.side[unit("SAS1")] == REDUCED
    with pytest.raises(BadInput):
        airborne(
            "bir-hacheim", "bir-hacheim T2A T2B SAS1", dice=[6, 4, 1, 1], draws=["SAS1", "SAS1"],
            options={"air_targets": "random"},
        )  # fmt: skip


@pytest.mark.clause("WDW-532.6", "WDW-50.3")
def test_the_last_unit_may_be_lost_to_it() -> None:
    s = field("scenario-1", {"1st": "bir-hacheim T2A"}, alarm=2, dice=[6, 1, 1])
    s.side[unit("T2A")] = REDUCED
    s.aircraft = zone("bir-hacheim")
    run(s, aircraft.Fly(2))
    assert s.side[unit("T2A")] == DESTROYED
    assert s.choice is None


@pytest.mark.clause("WDW-532.8")
def test_the_raised_alarm_takes_effect_in_the_next_turn_s_phase() -> None:
    s = field(
        "scenario-1", {"1st": "bir-hacheim T2A T2B"}, alarm=2, axis="el-adem I-INF-1 down", dice=[6, 1, 6, 1, 1, 1]
    )
    s.raisers = (unit("T2A"),)
    s.aircraft = zone("bir-hacheim")
    run(s, reactions.Start())
    do(s, "expose T2A")
    assert s.alarm == 3 and s.turn == 2
    assert not s.axis_up[0], "nobody woke this turn"


@pytest.mark.clause("WDW-532.9")
def test_the_aircraft_may_return_later() -> None:
    s = field("scenario-1", {"1st": "jalo T2A"}, alarm=2)
    s.raisers = (unit("T2A"),)
    aircraft.leave(s, "WDW-532.7")
    run(s, alarm.AlarmEffects())
    assert s.aircraft == zone("ajdabiya")
