"""Chapter 7: how a combat begins, how long it lasts, how it is left."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import axis, land, tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import (
    CLOSED,
    DEFEATED,
    DESTROYED,
    FULL,
    NOWHERE,
    POINTS,
    REACTIONS,
    REDUCED,
    Desert,
    changed,
)  # fmt: skip
from tests.kit import asked, dice_left, do, offered, refused, run, said
from tests.who_dares_wins.field import counter, empty_pool, field, lay, resting, unit, zone

HERE = zone("d9")
"""A sand desert: no target, no fort, no airfield."""


def skirmish(units: str = "T2A", axis: str = "d9 I-INF-1 up", **more: object) -> Desert:
    """A patrol and Axis units in the open desert, with a combat just begun."""
    s = field("scenario-1", {"1st": f"d9 {units}"}, axis=axis, **more)  # type: ignore[arg-type]
    run(s, combat.Begin(HERE))
    return s


# --- how it begins ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-71.1", "WDW-611.18")
def test_combat_interrupts_what_was_due_which_then_goes_on() -> None:
    s = field(patrols={"1st": "d9 T2A"}, axis="d9 I-INF-1 down", dice=[6, 1, 6])
    run(s, discretion.Test(discretion.ENTRY, HERE, (unit("T2A"),)))
    assert s.alarm == 1
    assert s.axis_zone[0] == DEFEATED, "the combat took place"
    assert resting(s), "and the turn goes on where it was"


@pytest.mark.clause("WDW-71.3", "WDW-532.15")
def test_axis_units_that_share_a_zone_do_not_fight_while_nobody_is_detected() -> None:
    s = field(patrols={"1st": "d9 T2A"}, axis="d9 I-INF-1 up", dice=[1, 1])
    run(s, reactions.Contact(()))
    assert resting(s) and dice_left(s) == 1, "nobody attacks"
    assert s.axis_zone[0] == HERE
    assert s.side[unit("T2A")] == FULL
    s = field(patrols={"1st": "d9 T2A"}, axis="d9 I-INF-1 up", dice=[6, 1, 6])
    run(s, reactions.Contact(()))
    assert s.axis_zone[0] == DEFEATED, "detected, they fight"


@pytest.mark.clause("WDW-71.1")
def test_no_combat_begins_where_one_side_is_gone() -> None:
    s = field(patrols={"1st": "d9 T2A"})
    run(s, combat.Begin(HERE))
    assert resting(s)
    s = field(patrols={"1st": "siwa T2A"}, axis="d9 I-INF-1 up")
    run(s, combat.Begin(HERE))
    assert resting(s)


@pytest.mark.clause("WDW-72.3")
def test_all_lrdg_units_of_the_zone_may_fight_whatever_their_patrol_and_nobody_else() -> None:
    s = field(patrols={"1st": "d9 T2A, siwa T2B", "2nd": "d9 SAS1"}, axis="d9 I-INF-1 up, jalo I-INF-3 up")
    run(s, combat.Begin(HERE))
    assert offered(s) == ["contact T2A", "contact SAS1"]
    assert s.c_line == (counter("axis1"),)


@pytest.mark.clause("WDW-72.1", "WDW-332.1", "WDW-733.10")
def test_at_least_one_unit_stands_in_contact_and_the_rest_is_the_reserve() -> None:
    s = skirmish("T2A T2B SAS1", dice=[6, 6])
    assert offered(s) == ["contact T2A", "contact T2B", "contact SAS1"]
    assert refused(s, "done") == "WDW-733.10"
    do(s, "contact T2B")
    assert offered(s) == ["contact SAS1", "done"]
    assert refused(s, "contact T2B") == "WDW-72.1"
    assert refused(s, "contact T2A") == "WDW-72.1"
    assert refused(s, "contact G1A") == "WDW-72.1"
    watched = GAME.view(s, None)
    assert watched["named"] == watched["c_contact"] == [], "until he has divided them they are his business alone"
    assert said(do(s, "done"), "WDW-72.1") == ["In contact: {T2B}; in reserve: {T2A} and {SAS1}"]
    assert resting(s)


@pytest.mark.clause("WDW-72.2", "WDW-733.1")
def test_axis_units_lie_face_down_in_random_order_and_are_turned_up_in_the_first_combat_turn() -> None:
    s = skirmish("T2A T2B", "d9 I-INF-3 up, d9 I-INF-1 down", draws=["axis2", "axis1"], dice=[6, 6, 6, 6])
    do(s, "contact T2A")
    assert list(s.axis_up[:2]) == [1, 0]
    events = do(s, "contact T2B")
    assert list(s.axis_up[:2]) == [1, 1]
    assert s.c_zone == NOWHERE
    aims = [e.text for e in events if e.clause == "WDW-733.3"]
    assert aims[0].startswith("{T2A} attacks {axis2}"), "the first stack faces what the draw put first"
    assert [e.facts[0] for e in events if e.clause == "WDW-733.1"] == [("shown", "axis2"), ("shown", "axis1")]


@pytest.mark.clause("WDW-72.4")
def test_units_are_lined_up_one_against_one_until_either_side_is_used_up() -> None:
    s = skirmish("T2A T2B SAS1", "d9 I-INF-1 up, d9 I-INF-1 up", draws=["axis1", "axis2"])
    do(s, "contact T2A", "contact T2B", "contact SAS1")
    assert offered(s) == ["face T2A line-1", "face T2B line-1"], "somebody must be left for the second Axis unit"
    assert refused(s, "face SAS1 line-1") == "WDW-72.4"
    do(s, "face T2B line-1")
    assert s.c_rows == (-1, 1, 2), "SAS1 faces the other one, T2A nobody"
    assert offered(s) == ["attack T2A axis1", "attack T2A axis2", "hold T2A"]


@pytest.mark.clause("WDW-71.2")
def test_several_combats_are_resolved_one_at_a_time_in_the_order_the_player_likes() -> None:
    s = field(
        patrols={"1st": "d9 T2A, d10 T2B"}, axis="d9 I-INF-1 up, d10 I-INF-1 up", dice=[5, 1, 6, 5, 1, 6],
    )  # fmt: skip
    run(s, reactions.Contact(()))
    assert offered(s) == ["meet d9", "meet d10"]
    do(s, "meet d10")
    assert [s.axis_zone[0], s.axis_zone[1]] == [DEFEATED, DEFEATED]
    assert resting(s)


# --- targets ---------------------------------------------------------------------------------------------------------


def raid(units: str = "G2B S1A HQ1", *, extra: str = "", **more: object) -> Desert:
    """A force at Mechili in scenario 2, target value 3, no scenario unit, ready to attack."""
    axis = extra
    return field("scenario-2", {"1st": f"mechili {units}"}, axis=axis, **more)  # type: ignore[arg-type]


MECHILI = zone("mechili")


@pytest.mark.clause("WDW-72.5", "WDW-72.6", "WDW-72.10")
def test_units_equal_to_the_target_s_value_are_drawn_and_the_first_stands_on_it() -> None:  # E-17
    s = field("scenario-2", {"1st": "bir-tengeder G2B S1A HQ1"}, draws=["I-INF-3", "I-TK-3V"])
    run(s, combat.Attack(zone("bir-tengeder")))
    assert s.alarm == 4
    assert s.raisers == (unit("G2B"), unit("S1A"), unit("HQ1"))
    assert s.c_protectors == (counter("axis1"),)
    assert s.c_line == (counter("axis2"),)
    assert [axis.TYPES[s.axis_type[c]] for c in (0, 1)] == ["I-INF-3", "I-TK-3V"]
    assert not s.axis_up[0] and not s.axis_up[1]
    do(s, "contact G2B", "contact S1A", "contact HQ1")
    assert offered(s) == ["stack HQ1 G2B", "stack HQ1 S1A", "alone HQ1"]
    do(s, "stack HQ1 G2B")
    assert offered(s) == ["face G2B target", "face S1A target"], (
        "two stacks, one Axis unit in line: one faces the target"
    )
    do(s, "face G2B target")
    assert s.c_stacks == ((unit("G2B"), unit("HQ1")), (unit("S1A"),))
    assert s.c_rows == (0, 1)


@pytest.mark.clause("WDW-72.5")
def test_the_draw_is_made_once_from_the_initial_value_and_only_as_far_as_the_pool_goes() -> None:
    s = raid("T1A")
    empty_pool(s, "I-INF-1", "I-INF-2")
    run(s, combat.Attack(MECHILI))
    assert len(s.axis_in(MECHILI)) == 2 and s.pool_size() == 0
    s = raid("T1A")
    s.target[MECHILI] = 1
    s.drawn |= 1 << MECHILI
    run(s, combat.Attack(MECHILI))
    assert s.axis_in(MECHILI) == []


@pytest.mark.clause("WDW-72.7", "WDW-80.2")
def test_scenario_units_still_in_the_zone_protect_the_target_in_addition_and_newcomers_do_not() -> None:
    axis = "bir-hacheim I-INF-2 home, bir-hacheim G-AC-2 up, derna I-INF-1 home"
    s = field("scenario-2", {"1st": "bir-hacheim T1A"}, axis=axis, draws=["I-INF-1", "I-INF-3"])
    run(s, combat.Attack(zone("bir-hacheim")))
    assert s.c_protectors == (counter("axis1"), counter("axis4"))
    assert s.c_line == (counter("axis2"), counter("axis5"))


@pytest.mark.clause("WDW-72.11")
def test_a_combat_in_a_target_zone_follows_the_target_rules_though_nobody_attacks_the_target() -> None:
    s = raid("T1B", extra="mechili I-INF-1 up", draws=["I-INF-1", "I-INF-1", "I-INF-1"], dice=[6, 6, 6, 6, 6, 6])
    run(s, combat.Begin(MECHILI))
    assert s.c_target
    assert "leave target" in offered(s)
    do(s, "leave target")
    assert s.alarm == 0, "the target was not attacked"
    assert offered(s) == ["continue", "pull-back"], "the combat does not end after one turn"


@pytest.mark.clause("WDW-72.11", "WDW-734.1")
def test_where_the_target_was_destroyed_before_the_zone_is_an_ordinary_one() -> None:
    s = raid("T1B", extra="mechili I-INF-1 up", dice=[1, 6])
    s.target[MECHILI] = 0
    s.guards = 1
    run(s, combat.Begin(MECHILI))
    assert resting(s), "one combat turn, no draw"
    assert s.counters == 1
    assert s.axis_zone[0] == DEFEATED, "whoever stood on the target stands in line"


@pytest.mark.clause("WDW-72.5")
def test_a_second_combat_at_a_target_finds_those_who_are_left_and_draws_nobody() -> None:
    s = raid("T1B", draws=["I-INF-1", "I-INF-2", "I-INF-2", "axis2", "axis3"], dice=[6] * 5)
    run(s, combat.Attack(MECHILI))
    do(s, "face T1B target", "attack T1B target", "pull-back", "withdraw charruba")
    assert s.counters == 3 and s.drawn == 1 << MECHILI
    s.zone[unit("T1B")] = MECHILI
    run(s, combat.Attack(MECHILI))
    assert s.counters == 3 and len(s.c_protectors) == 1


@pytest.mark.clause("WDW-734.4", "WDW-734.6", "WDW-332.2")
def test_a_target_combat_ends_with_the_last_unit_in_it_and_ends_no_actions() -> None:
    s = field("scenario-2", {"1st": "mechili T1A, siwa T1B"}, dice=[6, 1])
    empty_pool(s, "G-FLAK-4")
    s.side[unit("T1A")] = REDUCED
    run(s, combat.Attack(MECHILI))
    do(s, "attack T1A target")
    assert s.side[unit("T1A")] == DESTROYED and resting(s) and s.c_zone == NOWHERE
    assert not s.status[0] & CLOSED and s.axis_zone[0] == MECHILI


@pytest.mark.clause("WDW-72.12", "WDW-72.10", "WDW-732.7")
def test_every_protector_is_opposite_the_stack_that_faces_the_target() -> None:
    s = raid("T1B", extra="mechili I-INF-1 home", draws=["I-INF-2", "I-INF-3", "I-INF-3"], dice=[6, 6, 6, 6, 6])
    empty_pool(s, "I-INF-2")
    run(s, combat.Begin(MECHILI))
    assert s.c_protectors == (0, 1)
    assert offered(s) == ["attack T1B target", "attack T1B axis1", "attack T1B axis2"]
    assert "sets the Alarm to 4" in asked(s)
    do(s, "attack T1B axis2")
    assert s.alarm == 0
    assert s.c_axis_aims == ((0, unit("T1B")), (1, unit("T1B")))
    do(s, "continue", "attack T1B target")
    assert s.alarm == 4, "the first attack on the target in a combat that began otherwise"
    assert s.raisers == (unit("T1B"),)


@pytest.mark.clause("WDW-72.8", "WDW-32.2")
def test_each_hit_lowers_the_target_and_at_nothing_it_is_destroyed() -> None:
    s = raid("T1A T1B SAS1", dice=[3, 1, 1])
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "contact T1B", "contact SAS1", "face T1B target")
    do(s, "attack T1A target", "attack SAS1 target")
    assert s.target[MECHILI] == 0
    assert resting(s), "target destroyed and no Axis unit left: the combat ends by itself"


# --- how long it lasts -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-734.1", "WDW-734.2", "WDW-734.5")
def test_a_skirmish_lasts_one_turn_and_survivors_of_both_sides_stay() -> None:
    s = skirmish(dice=[6, 6])
    assert resting(s)
    assert s.zone[unit("T2A")] == HERE
    assert s.axis_zone[0] == HERE
    assert s.turn == 1
    assert s.status[0] & CLOSED == 0, "the units may go on with their turn"


@pytest.mark.clause("WDW-734.3", "WDW-734.2", "WDW-532.19")
def test_axis_units_that_fought_make_no_contact_this_turn_but_do_in_the_next() -> None:
    s = skirmish(dice=[6, 6, 1])
    run(s, reactions.Contact(()))
    assert dice_left(s) == 1
    s.fought = 0
    run(s, reactions.Contact(()))
    assert dice_left(s) == 0, "next turn the test is taken"


@pytest.mark.clause("WDW-734.4", "WDW-734.5", "WDW-733.6", "WDW-733.11", "WDW-733.7")
def test_at_a_target_the_player_goes_on_as_long_as_he_likes_and_regroups_between_turns() -> None:
    s = raid("T1A T1B", draws=["G-FLAK-4"], dice=[6, 6, 6, 6, 6, 1])
    empty_pool(s, "G-FLAK-4")
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "contact T1B", "face T1B target", "attack T1B axis1", "hold T1A")
    assert offered(s) == ["continue", "regroup", "pull-back"]
    assert asked(s).startswith("After combat turn 1: target 3, 1 Axis unit left.")
    do(s, "regroup", "contact T1A", "done")
    assert s.c_reserve == (unit("T1B"),)
    assert offered(s) == ["continue", "pull-back"], "once after each combat turn"
    assert refused(s, "regroup") == "WDW-733.6"
    do(s, "continue", "attack T1A axis1")
    assert s.c_axis_aims == ((0, unit("T1A")),), "the reserve is not attacked"
    do(s, "regroup", "contact T1B", "continue", "attack T1B target")
    assert s.turn == 1
    assert s.side[unit("T1B")] == REDUCED


@pytest.mark.clause("WDW-733.10")
def test_with_nobody_left_in_contact_the_player_commits_a_reserve_unit_or_leaves_unharmed() -> None:
    s = raid("T1A SAS1", draws=["G-FLAK-4"], dice=[6, 1])
    empty_pool(s, "G-FLAK-4")
    s.side[unit("T1A")] = REDUCED
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "done", "attack T1A target")
    assert s.side[unit("T1A")] == DESTROYED
    assert offered(s) == ["regroup", "pull-back"]
    assert refused(s, "continue") == "WDW-733.10"
    do(s, "pull-back")
    assert dice_left(s) == 0
    do(s, "withdraw bir-tengeder")
    assert s.side[unit("SAS1")] == FULL, "nobody was in contact, so nobody is attacked"


@pytest.mark.clause("WDW-732.13", "WDW-734.4")
def test_with_no_axis_unit_left_the_player_goes_on_hitting_the_target_or_stops_and_stays() -> None:
    s = raid("T1B", dice=[6])
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    assert offered(s) == ["continue", "pull-back", "stop"]
    do(s, "stop")
    assert resting(s)
    assert s.zone[unit("T1B")] == MECHILI
    s = raid("T1A T1B", dice=[6, 3, 2, 3])
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "contact T1B", "face T1B target", "attack T1A target")
    assert s.target[MECHILI] == 3 and "stop" in offered(s), "6 and 3 against AV 2 - 1 miss"
    do(s, "continue", "face T1A target", "attack T1B target")
    assert s.target[MECHILI] == 2, "2 against AV 2 hits, 3 against AV 3 - 1 does not"
    s = raid("T1B", dice=[6])
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    do(s, "pull-back", "withdraw derna")
    assert s.zone[unit("T1B")] == zone("derna"), "leaving without an attack is possible too"


# --- how it is left --------------------------------------------------------------------------------------------------


def parting(dice: list[int], units: str = "T1A T1B SAS1", **more: object) -> Desert:
    """After a first combat turn at Mechili in which everybody missed: AV 4 on the target, AV 1 beside it."""
    s = raid(units, draws=["G-FLAK-4", "I-INF-1", "axis2"], dice=[6, 6, 6, 6, *dice], **more)  # type: ignore[arg-type]
    empty_pool(s, "G-FLAK-4", "I-INF-1")
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "contact T1B", "done", "face T1B target", "attack T1B axis1")
    assert offered(s)[0] == "continue"
    return s


@pytest.mark.clause("WDW-732.10", "WDW-732.12", "WDW-732.11")
def test_pulling_back_gives_each_axis_unit_with_a_stack_opposite_one_unanswered_attack() -> None:
    s = parting([4, 2])
    do(s, "pull-back")
    assert offered(s) == ["face T1A target", "face T1B target"], "the line is formed as for a new turn"
    do(s, "face T1A target")
    assert dice_left(s) == 0
    assert s.side[unit("T1A")] == REDUCED
    assert s.side[unit("T1B")] == FULL, "AV 1 opposite it missed with a 2"
    assert refused(s, "withdraw siwa") == "WDW-732.11"
    do(s, "withdraw charruba")
    assert {s.zone[unit(word)] for word in ("T1A", "T1B", "SAS1")} == {zone("charruba")}
    assert resting(s) and s.alarm == 4
    assert s.ap[0] == 0


@pytest.mark.clause("WDW-732.10", "WDW-733.6")
def test_units_sent_to_the_reserve_are_not_attacked_on_pulling_back() -> None:
    s = parting([4, 1])
    do(s, "regroup", "contact T1A", "done", "pull-back")
    assert dice_left(s) == 1, "only the protector has a stack opposite"
    assert s.side[unit("T1A")] == REDUCED


@pytest.mark.clause("WDW-732.10")
def test_by_option_axis_units_without_a_stack_opposite_attack_a_parting_force_too() -> None:
    s = parting([6, 1], options={"pullback_attackers": "all"})
    do(s, "regroup", "contact T1A", "done", "pull-back")
    assert dice_left(s) == 0
    assert s.side[unit("T1A")] == REDUCED


@pytest.mark.clause("WDW-332.2", "WDW-733.9")
def test_a_unit_that_was_destroyed_has_no_place_in_the_line_of_the_next_turn() -> None:
    s = raid("T1A T1B", draws=["G-FLAK-4"], dice=[6, 1])
    empty_pool(s, "G-FLAK-4")
    s.side[unit("T1A")] = REDUCED
    run(s, combat.Attack(MECHILI))
    do(s, "contact T1A", "contact T1B", "face T1A target", "attack T1A axis1", "hold T1B")
    assert s.side[unit("T1A")] == DESTROYED and s.c_stacks == ((unit("T1B"),),)
    do(s, "continue")
    assert offered(s) == ["attack T1B target", "attack T1B axis1"], "the only one left faces the target"


@pytest.mark.clause("WDW-50.3", "WDW-732.10")
def test_a_force_may_be_lost_in_the_parting_attack_and_the_mission_with_it() -> None:
    for others, over in (("", True), (", siwa SAS1", False)):
        s = raid(f"T1A{others}", draws=["G-FLAK-4"], dice=[6, 6, 1])
        empty_pool(s, "G-FLAK-4")
        s.side[unit("T1A")] = REDUCED
        run(s, combat.Attack(MECHILI))
        do(s, "attack T1A axis1", "pull-back")
        assert s.side[unit("T1A")] == DESTROYED and s.c_zone == NOWHERE
        assert bool(s.results) == over, "somebody is left at Siwa, or nobody"
        assert not s.status[0] & CLOSED


@pytest.mark.clause("WDW-732.11")
def test_the_force_withdraws_to_a_zone_without_axis_units_if_there_is_one() -> None:
    s = parting([6, 6])
    lay(s, "derna", "I-INF-2")
    do(s, "pull-back", "face T1A target")
    assert "withdraw derna" not in offered(s)
    assert refused(s, "withdraw derna") == "WDW-732.11"
    s = parting([6, 6])
    for near in s.board.neighbours[MECHILI]:
        lay(s, land.ZONES[near], "I-INF-1")
    do(s, "pull-back", "face T1A target")
    assert len(offered(s)) == len(s.board.neighbours[MECHILI]), "otherwise any"


@pytest.mark.clause("WDW-734.6")
def test_leaving_a_target_combat_ends_the_actions_of_the_patrols_that_fought() -> None:
    s = field("scenario-2", {"1st": "mechili T1B", "2nd": "siwa Y2A"}, dice=[6])
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    do(s, "stop")
    assert s.status[0] & CLOSED
    assert not s.status[1] & CLOSED
    s = field("scenario-2", {"1st": "mechili T1B", "2nd": "siwa Y2A"}, dice=[6], options={"leave_target_ends": "all"})
    empty_pool(s)
    run(s, combat.Attack(MECHILI))
    do(s, "pull-back", "withdraw derna")
    assert s.status[0] & CLOSED and s.status[1] & CLOSED


@pytest.mark.clause("WDW-734.6", "WDW-71.1")
@pytest.mark.parametrize("phase", [POINTS, REACTIONS])
def test_a_combat_that_began_in_an_event_or_in_contact_ends_no_phase(phase: int) -> None:
    s = raid("T1B", extra="mechili I-INF-1 up", dice=[1, 6])
    empty_pool(s)
    s.phase = phase
    run(s, combat.Begin(MECHILI))
    do(s, "leave target", "stop")
    assert resting(s)
    assert not s.status[0] & CLOSED


@pytest.mark.clause("WDW-50.3", "WDW-332.2")
def test_the_loss_of_the_last_unit_ends_the_mission_and_what_it_hit_still_counts() -> None:
    s = skirmish("SAS1", dice=[1, 1])
    assert s.side[unit("SAS1")] == REDUCED
    s = field(patrols={"1st": "d9 SAS1"}, axis="d9 I-INF-1 up", dice=[1, 1])
    s.side[unit("SAS1")] = REDUCED
    run(s, combat.Begin(HERE))
    assert s.choice is None, "the match is over"
    assert s.axis_zone[0] == DEFEATED
    assert s.results[0][1] == tables.VP_UNIT_DESTROYED + tables.VP_AXIS_DEFEATED


@pytest.mark.clause("WDW-613.13")
def test_an_observer_placed_in_contact_loses_its_observation_and_one_in_reserve_keeps_it() -> None:
    s = field(patrols={"1st": "d9 T2A SAS1"}, axis="d9 I-INF-1 up", dice=[6, 6])
    for word in ("T2A", "SAS1"):
        s.watch_end[unit(word)] = 3
        s.watch_turns = changed(s.watch_turns, unit(word), 2)
    run(s, combat.Begin(HERE))
    do(s, "contact T2A", "done")
    assert s.watch_end[unit("T2A")] == 0
    assert s.watch_end[unit("SAS1")] == 3
