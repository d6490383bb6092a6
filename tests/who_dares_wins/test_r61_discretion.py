"""The Discretion test."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.ground import boards
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import (
    WAITING_DRM_1,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    Desert,
    changed,
)
from tests.kit import asked, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import await_events, field, resting, unit, zone

TEN = ["T1A", "T1B", "T2A", "T2B", "G1A", "G1B", "G2A", "G2B", "Y1A", "Y1B"]


def passes(s: Desert, kind: str = "entry", drm: int = 0) -> int:
    """Let all units where T1A is take a test; whether it was passed."""
    where = s.zone[unit("T1A")]
    s.passed = 0
    run(s, discretion.Test(kind, where, tuple(s.units_in(where)), drm))
    return s.passed


def at(where: str, dice: list[int], units: str = "T1A", axis: str = "", alarm: int = 0) -> Desert:
    """Units in a zone, with the dice of their test."""
    return field(patrols={"1st": f"{where} {units}"}, axis=axis, dice=dice, alarm=alarm)


@pytest.mark.clause("WDW-611.6", "WDW-611.7")
def test_rocky_desert_takes_one_from_the_die_and_sand_does_not() -> None:
    assert passes(at("d2", [6], "T1A T1B HQ1"))
    assert not passes(at("d1", [6], "T1A T1B HQ1"))
    assert passes(at("d1", [5], "T1A T1B HQ1"))


@pytest.mark.clause("WDW-611.8", "WDW-611.9")
@pytest.mark.parametrize(
    ("where", "dice"), [("jalo", 2), ("msus", 2), ("bardia", 3), ("tobruk", 3), ("el-adem", 3), ("d1", 1), ("d2", 1)]
)
def test_the_number_of_dice_is_that_of_the_terrain(where: str, dice: int) -> None:
    s = at(where, [1] * 3)
    assert passes(s) and dice_left(s) == 3 - dice


@pytest.mark.clause("WDW-611.13")
@pytest.mark.parametrize("dice", [[6, 1, 1], [1, 6, 1], [1, 1, 6]])
def test_one_die_of_6_fails_the_test(dice: list[int]) -> None:
    assert not passes(at("bardia", dice))
    assert passes(at("bardia", [5, 5, 5]))


@pytest.mark.clause("WDW-611.10")
@pytest.mark.parametrize(("size", "drm"), [(1, 0), (3, 0), (4, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_the_size_drm_steps_at_4_7_and_9_units(size: int, drm: int) -> None:
    units = " ".join(TEN[:size])
    assert passes(at("d1", [5 - drm], units))
    assert not passes(at("d1", [6 - drm], units))


@pytest.mark.clause("WDW-611.10")
def test_units_of_all_patrols_in_the_zone_count() -> None:
    s = field(patrols={"1st": "d1 T1A T1B", "2nd": "d1 T2A T2B"}, dice=[5])
    run(s, discretion.Test("entry", zone("d1"), (unit("T1A"), unit("T1B"))))
    assert not s.passed and s.raisers == (unit("T1A"), unit("T1B"))


@pytest.mark.clause("WDW-611.11")
def test_each_axis_unit_adds_one_face_up_or_down_and_so_does_the_aircraft() -> None:
    s = at("d1", [3], axis="d1 I-INF-1 up,d1 I-INF-1 down")
    s.aircraft = zone("d1")
    assert discretion.fixed_drm(s, "entry", zone("d1"), (unit("T1A"),), 0) == 3
    assert not passes(s)
    s = at("d1", [3], axis="d1 I-INF-1 up,d1 I-INF-1 down")
    assert passes(s)


@pytest.mark.clause("WDW-611.12", "WDW-3.10")
def test_the_drm_applies_to_each_die() -> None:
    assert not passes(at("jalo", [2, 5], "T1A T1B T2A T2B"))
    assert passes(at("jalo", [4, 4], "T1A T1B T2A T2B"))


@pytest.mark.clause("WDW-611.14", "WDW-51.11")
def test_whom_a_failed_test_gives_away_is_told_as_facts_and_counted_once_where_it_was() -> None:
    for dice, waiting, places in (([6], (), ["d1"]), ([5], (), []), ([], ((0, WAITING_FAILS),), ["d1"])):
        s = at("d1", dice, "T1A T1B")
        await_events(s, *waiting)
        passes(s)
        told = [fact for event in s.events for fact in event.facts if fact[0] == "seen-by"]
        assert told == [("seen-by", one, place) for place in places for one in ("T1A", "T1B")]
        assert [spot for event in s.events for spot in GAME.heat_of(event)] == [("sightings", p) for p in places]


@pytest.mark.clause("WDW-611.14", "WDW-32.3")
def test_a_failed_test_moves_the_alarm_up_by_one_at_most_to_4() -> None:
    for before, after in ((0, 1), (3, 4)):
        s = at("d1", [6], alarm=before)
        assert not passes(s) and s.alarm == after
    s = at("d1", [6], axis="d1 I-INF-1 down", alarm=4)
    assert not passes(s) and s.alarm == 4 and s.raisers == (unit("T1A"),)


@pytest.mark.clause("WDW-611.17")
def test_at_alarm_4_an_empty_zone_causes_no_test_and_one_with_land_axis_units_does() -> None:
    s = at("d1", [6], alarm=4)
    assert passes(s) and dice_left(s) == 1
    s = at("d1", [6], axis="d1 I-INF-1 down", alarm=4)
    assert not passes(s) and dice_left(s) == 0
    s = at("d1", [6], alarm=4)
    s.aircraft = zone("d1")
    assert passes(s) and dice_left(s) == 1


@pytest.mark.clause("WDW-611.17")
@pytest.mark.parametrize("kind", ["watch", "scout", "waco", "air", "contact"])
def test_other_tests_are_taken_at_alarm_4_as_well(kind: str) -> None:
    s = at("d1", [6], alarm=4)
    passes(s, kind)
    assert dice_left(s) == 0


@pytest.mark.clause("WDW-611.5")
@pytest.mark.parametrize("base", ["siwa", "koufra"])
def test_no_test_is_taken_on_a_base(base: str) -> None:
    s = at(base, [6])
    assert passes(s) and dice_left(s) == 1 and s.alarm == 0


@pytest.mark.clause("WDW-611.18")
def test_a_failed_entry_where_land_axis_units_are_starts_a_combat() -> None:
    s = at("d1", [6, 6, 6], axis="d1 I-INF-1 down")
    assert not passes(s)
    assert s.fought == 1 and s.axis_up[0]


@pytest.mark.clause("WDW-611.18")
def test_a_failed_entry_starts_no_combat_without_land_axis_units_even_at_a_target() -> None:
    s = field("scenario-2", patrols={"1st": "mechili T1A"}, dice=[6, 1])
    assert not passes(s)
    assert resting(s) and s.alarm == 1


@pytest.mark.clause("WDW-612.6")
@pytest.mark.parametrize("kind", ["waco", "scout", "air"])
def test_tests_of_waco_scouts_and_aircraft_start_no_combat_themselves(kind: str) -> None:
    s = at("d1", [6], axis="d1 I-INF-1 up")
    assert passes(s, kind) == 0 and not s.fought and resting(s)


@pytest.mark.clause("WDW-532.7", "WDW-532.3")
def test_a_failed_test_under_the_aircraft_leaves_the_alarm_to_the_attack() -> None:
    s = at("d1", [4], alarm=2)
    s.aircraft = zone("d1")
    assert discretion.fixed_drm(s, "air", zone("d1"), (unit("T1A"),), 0) == 3
    assert not passes(s, "air") and s.alarm == 2 and s.raisers == (unit("T1A"),)


@pytest.mark.clause("WDW-532.3")
def test_by_option_the_aircraft_does_not_count_as_present_in_its_own_test() -> None:
    s = field(patrols={"1st": "d1 T1A"}, options={"recon_presence_drm": "off"})
    s.aircraft = zone("d1")
    assert discretion.fixed_drm(s, "air", zone("d1"), (unit("T1A"),), 0) == 2
    assert discretion.fixed_drm(s, "entry", zone("d1"), (unit("T1A"),), 0) == 1


@pytest.mark.clause("WDW-532.13", "WDW-614.2", "WDW-612.2")
def test_situations_add_their_drm() -> None:
    s = at("d1", [])
    for kind, drm in (("contact", 1), ("scout", 1), ("waco", -1), ("entry", 0), ("event", 0), ("watch", 0)):
        assert discretion.fixed_drm(s, kind, zone("d1"), (unit("T1A"),), 0) == drm


@pytest.mark.clause("WDW-611.10", "WDW-611.11", "WDW-614.10", "WDW-613.9", "WDW-532.3")
@pytest.mark.parametrize(
    ("where", "kind", "drm", "told"),
    [
        ("d2", "entry", 0, "1d6 -1 (rocky -1, 4 units +1, event -1) rolls 1"),
        ("d1", "scout", -1, "1d6 +1 (4 units +1, reconnaissance +1, support -1) rolls 1"),
        ("d9", "watch", 1, "1d6 +3 (4 units +1, 1 Axis unit +1, length +1) rolls 1"),
        ("d9", "air", 0, "1d6 +5 (4 units +1, 2 Axis units +2, aircraft +2) rolls 1"),
        ("d1", "entry", -1, "1d6 +0 (4 units +1, event -1) rolls 1"),
    ],
)
def test_the_log_says_what_the_drm_is_made_of(where: str, kind: str, drm: int, told: str) -> None:
    s = at(where, [1], "T1A T1B T2A T2B", axis="d9 I-INF-1 down")
    if kind == "air":
        s.aircraft = zone(where)
    if where == "d2":
        await_events(s, (0, WAITING_DRM_1))
    passes(s, kind, drm)
    assert any(told in event.text for event in s.events if event.clause == "WDW-611.13"), s.events


# --- waiting events --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-51.11", "WDW-51.23")
def test_an_automatic_result_rolls_no_dice_and_is_used_up() -> None:
    s = at("d1", [1])
    await_events(s, (0, WAITING_FAILS), (0, WAITING_SUCCEEDS))
    assert not passes(s) and s.alarm == 1 and s.pending == ((0, WAITING_SUCCEEDS),)
    s.alarm = 0
    assert passes(s) and dice_left(s) == 1 and len(s.pending) == 0


@pytest.mark.clause("WDW-51.13", "WDW-51.20")
def test_waiting_drm_are_used_together_and_wait_behind_an_automatic_result() -> None:
    s = field(patrols={"1st": "d1 T1A"}, axis="d1 I-INF-1 up,d1 I-INF-1 up,d1 I-INF-1 up", dice=[5])
    await_events(s, (0, WAITING_DRM_1), (0, WAITING_SUCCEEDS), (0, WAITING_DRM_2))
    assert passes(s, "waco") and s.pending == ((0, WAITING_DRM_1), (0, WAITING_DRM_2)) and dice_left(s) == 1
    assert passes(s, "waco") and not s.pending  # 5 - 1 + 3 - 3


@pytest.mark.clause("WDW-51.28")
def test_a_test_that_is_not_taken_uses_no_event_and_another_patrol_has_none() -> None:
    s = at("d1", [5], alarm=4)
    await_events(s, (0, WAITING_FAILS))
    assert passes(s) and s.pending == ((0, WAITING_FAILS),)
    s = field(patrols={"1st": "d1 T1A", "2nd": "jalo HQ2"}, dice=[5])
    await_events(s, (1, WAITING_FAILS))
    assert passes(s) and s.pending == ((1, WAITING_FAILS),)


@pytest.mark.clause("WDW-51.11", "WDW-51.28")
def test_a_test_of_several_patrols_uses_the_oldest_automatic_result_or_all_their_drm() -> None:
    s = field(patrols={"1st": "d1 T1A", "2nd": "d1 HQ2"}, dice=[6])
    await_events(s, (0, WAITING_DRM_1), (1, WAITING_SUCCEEDS), (0, WAITING_FAILS))
    assert passes(s, "contact") and s.pending == ((0, WAITING_DRM_1), (0, WAITING_FAILS))
    await_events(s, (0, WAITING_DRM_1), (1, WAITING_DRM_1))
    assert passes(s, "contact") and not s.pending  # 6 + 1 - 2


# --- a Recon OK on the zone ------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-614.5", "WDW-614.6")
def test_a_recon_ok_on_the_zone_lets_a_failed_entry_be_rolled_again_once() -> None:
    s = at("jalo", [6, 1, 1, 6])
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    run(s, discretion.Test("entry", zone("jalo"), (unit("T1A"),)))
    assert offered(s) == ["reroll", "accept"] and "69 %" in asked(s)
    assert refused(s, "pass") == "WDW-614.5"
    do(s, "reroll")
    assert resting(s) and not s.passed and s.alarm == 1 and not s.zone_ok[zone("jalo")] and dice_left(s) == 0


@pytest.mark.clause("WDW-614.5")
def test_the_second_result_stands_when_it_succeeds() -> None:
    s = at("jalo", [6, 1, 1, 1])
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    run(s, discretion.Test("entry", zone("jalo"), (unit("T1A"),)))
    do(s, "reroll")
    assert s.passed and s.alarm == 0


@pytest.mark.clause("WDW-614.6")
def test_the_recon_ok_on_the_zone_goes_used_or_not_but_stays_if_no_test_was_taken() -> None:
    s = at("jalo", [1, 1])
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    assert passes(s) and not s.zone_ok[zone("jalo")]
    s = at("jalo", [6, 1])
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    passes(s)
    do(s, "accept")
    assert not s.passed and s.alarm == 1 and not s.zone_ok[zone("jalo")]
    s = at("jalo", [], alarm=4)
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    assert passes(s) and s.zone_ok[zone("jalo")]


@pytest.mark.clause("WDW-614.5")
def test_an_automatic_failure_may_be_rolled_again_with_dice() -> None:
    s = at("jalo", [5, 5])
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    await_events(s, (0, WAITING_FAILS), (0, WAITING_DRM_1))
    passes(s)
    do(s, "reroll")
    assert s.passed and s.pending == ((0, WAITING_DRM_1),)


@pytest.mark.clause("WDW-614.5", "WDW-51.20")
def test_a_waiting_drm_counts_in_the_second_roll_of_its_test_too() -> None:
    s = field(patrols={"1st": "d1 T1A"}, axis="d1 I-INF-1 up,d1 I-INF-1 up,d1 I-INF-1 up", dice=[6, 4])
    s.zone_ok = changed(s.zone_ok, zone("d1"), 1)
    await_events(s, (0, WAITING_DRM_2))
    passes(s)
    do(s, "reroll")
    assert s.passed and not s.pending  # 4 + 3 - 2 = 5


@pytest.mark.clause("WDW-614.5")
@pytest.mark.parametrize("kind", ["event", "scout", "watch", "contact"])
def test_other_tests_in_the_zone_do_not_use_its_recon_ok(kind: str) -> None:
    s = at("d1", [6])
    s.zone_ok = changed(s.zone_ok, zone("d1"), 1)
    assert not passes(s, kind) and s.zone_ok[zone("d1")] and resting(s)


@pytest.mark.clause("WDW-611.13", "WDW-611.10")
def test_the_chance_of_failing_is_that_of_the_notes_on_the_map() -> None:
    percent = {"d2": (0, 17, 33, 50), "d1": (17, 33, 50, 67), "jalo": (31, 56, 75, 89), "bardia": (42, 70, 88, 96)}
    board = boards.board({})
    for where, row in percent.items():
        z = zone(where)
        for size, wanted in zip((1, 4, 7, 9), row, strict=True):
            fails = 1 - discretion.chance(board.dice[z], board.die_drm[z] + tables.SIZE_DRM[size])
            assert round(100 * fails) == wanted
    assert [discretion.chance(2, drm) for drm in (-9, -1, 4, 5, 9)] == [1, 1, pytest.approx(1 / 36), 0, 0]
