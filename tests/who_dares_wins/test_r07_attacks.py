"""Chapter 7: initiative, advantages, dice and damage; the rule book's example of a combat with its dice."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.advice import odds
from sandtable.games.who_dares_wins.box import axis
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.state import DEFEATED, DESTROYED, FULL, REDUCED, Desert
from tests.kit import asked, dice_left, do, offered, refused, run
from tests.who_dares_wins.field import counter, empty_pool, field, resting, unit, zone

HERE = zone("d9")
TOBRUK = zone("tobruk")


def skirmish(units: str, axis: str, *, recon_ok: int = 0, **more: object) -> Desert:
    """A combat in the open desert that has just begun; the 1st patrol holds Recon OK."""
    s = field("scenario-1", {"1st": f"d9 {units}"}, axis=axis, **more)  # type: ignore[arg-type]
    s.held[0] = recon_ok
    run(s, combat.Begin(HERE))
    return s


# --- the example of the rule book ------------------------------------------------------------------------------------


def tobruk(dice: list[int]) -> Desert:
    """Tobruk, target 2: an infantry AV 3 on it, a veteran mobile AV 3 opposite S1/A, an infantry AV 1 with nobody."""
    s = field(
        "scenario-5-2", {"1st": "tobruk G2B S1A HQ1"}, dice=dice, draws=["axis2", "axis3"],
        axis="tobruk I-INF-3 home, tobruk I-TK-3V down, tobruk I-INF-1 down",
    )  # fmt: skip
    s.target[TOBRUK] = 2
    s.drawn = 1 << TOBRUK
    s.guards = 1
    run(s, combat.Attack(TOBRUK))
    do(s, "contact G2B", "contact S1A", "contact HQ1", "stack HQ1 G2B", "face G2B target")
    assert s.c_stacks == ((unit("G2B"), unit("HQ1")), (unit("S1A"),))
    do(s, "attack G2B target", "attack HQ1 axis1")
    return s


FIRST = [4, 2, 4, 4, 5, 5, 6, 5]
SECOND = [2, 1, 6, 3, 6, 4]
PARTING = [5, 4]


@pytest.mark.clause(
    "WDW-732.1", "WDW-732.2", "WDW-732.3", "WDW-732.8", "WDW-732.9", "WDW-733.3", "WDW-733.4", "WDW-731.2"
)
def test_the_first_combat_turn_of_the_example() -> None:  # E-18
    s = tobruk(FIRST)
    assert dice_left(s) == 0, "one die a unit, the HQ die, and one re-roll of the veteran"
    assert s.alarm == 4
    assert s.target[TOBRUK] == 1, "G2/B: 4 - 1 = 3"
    assert s.side[unit("G2B")] == REDUCED, "the protector: 4 - 1 = 3, HQ die 5"
    assert s.side[unit("HQ1")] == FULL
    assert s.side[unit("S1A")] == FULL, "the veteran: 5 - 1 = 4, then 6 - 1 = 5"
    assert [s.axis_zone[c] for c in range(3)] == [TOBRUK] * 3


@pytest.mark.clause("WDW-732.4", "WDW-732.5", "WDW-72.8", "WDW-733.5", "WDW-733.6", "WDW-731.2")
def test_the_second_combat_turn_of_the_example() -> None:  # E-19, E-21
    s = tobruk([*FIRST, *SECOND])
    do(s, "regroup", "contact G2B", "contact HQ1", "stack HQ1 G2B", "continue")
    assert s.c_protectors == (0,), "the protector stays opposite the stack at the target"
    assert s.c_line == (1, 2)
    assert s.c_rows == (0,)
    do(s, "attack G2B target", "attack HQ1 axis1")
    assert dice_left(s) == 0
    assert s.target[TOBRUK] == 0, "2 - 1 = 1"
    assert s.axis_zone[0] == DEFEATED, "hit by the HQ, it still rolled, and goes at the end of the combat turn"
    assert list(s.c_protectors) == [], "and leaves the tactical map"
    assert s.side[unit("G2B")] == DESTROYED, "the veteran without an opponent: AV 2, 3 - 1 = 2, HQ die 6"
    assert s.side[unit("HQ1")] == FULL


@pytest.mark.clause("WDW-732.10", "WDW-732.12", "WDW-733.2", "WDW-732.9", "WDW-733.7")
def test_pulling_back_in_the_example() -> None:  # E-20, E-21
    s = tobruk([*FIRST, *SECOND, *PARTING, 1])
    do(s, "regroup", "contact G2B", "contact HQ1", "stack HQ1 G2B", "continue", "attack G2B target", "attack HQ1 axis1")
    do(s, "pull-back")
    assert s.c_line == (1, 2), "the veteran takes the place opposite the HQ"
    assert s.side[unit("HQ1")] == REDUCED, "5 - 1 = 4, then 4 - 1 = 3"
    assert s.side[unit("S1A")] == FULL, "in reserve it is never attacked"
    assert dice_left(s) == 1, "the infantry has nobody opposite and does not attack"
    do(s, "withdraw el-adem")
    assert s.zone[unit("HQ1")] == s.zone[unit("S1A")] == zone("el-adem")
    assert resting(s)


# --- initiative ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-731.1")
def test_with_the_initiative_an_axis_unit_that_is_hit_does_not_reply() -> None:
    s = skirmish("T2A", "d9 G-FLAK-4 up", recon_ok=1, dice=[2, 1])
    assert offered(s) == ["initiative 1st", "together"]
    do(s, "initiative 1st")
    assert s.held[0] == 0
    assert s.axis_zone[0] == DEFEATED
    assert dice_left(s) == 1
    assert s.side[unit("T2A")] == FULL


@pytest.mark.clause("WDW-731.2")
def test_without_it_a_unit_that_is_hit_this_turn_still_attacks() -> None:
    s = skirmish("T2A", "d9 G-FLAK-4 up", recon_ok=1, dice=[2, 1])
    do(s, "together", "accept")
    assert s.axis_zone[0] == DEFEATED
    assert s.side[unit("T2A")] == REDUCED
    assert dice_left(s) == 0


@pytest.mark.clause("WDW-731.1")
def test_without_a_recon_ok_of_a_patrol_in_the_combat_there_is_no_initiative() -> None:
    s = field(patrols={"1st": "d9 T2A T2B", "2nd": "siwa SAS1"}, axis="d9 I-INF-1 up", dice=[6, 6])
    s.held[1] = 3
    run(s, combat.Begin(HERE))
    assert refused(s, "initiative 2nd") == "WDW-72.1"
    do(s, "contact T2A", "done")
    assert resting(s), "nobody was asked"


@pytest.mark.clause("WDW-731.1")
def test_the_initiative_is_not_asked_for_where_nobody_could_reply() -> None:
    s = field("scenario-2", {"1st": "mechili T1B"}, dice=[6])
    empty_pool(s)
    s.held[0] = 1
    run(s, combat.Attack(zone("mechili")))
    assert offered(s) == ["reroll 1st", "accept"], "T1/B has attacked the target already"


@pytest.mark.clause("WDW-731.3")
def test_the_initiative_exists_only_in_the_first_combat_turn() -> None:
    s = field("scenario-2", {"1st": "mechili T1B"}, dice=[6, 6, 6, 6])
    empty_pool(s, "I-INF-1")
    s.held[0] = 2
    run(s, combat.Attack(zone("mechili")))
    do(s, "initiative 1st", "attack T1B axis1", "accept")
    do(s, "continue")
    assert "initiative 1st" not in offered(s)
    do(s, "attack T1B axis1", "accept")
    assert not s.c_initiative


# --- advantages ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-732.1")
def test_only_half_teams_sas_and_det_host_an_hq_and_one_each() -> None:
    s = skirmish("T2A Survey Light HQ1 HQ2", "d9 I-INF-1 up", dice=[6] * 6)
    do(s, "contact T2A", "contact HQ1", "contact HQ2", "contact Light", "contact Survey")
    assert offered(s) == ["stack HQ1 T2A", "alone HQ1"]
    assert refused(s, "stack HQ1 Light") == "WDW-732.1"
    do(s, "stack HQ1 T2A")
    assert not any(line.startswith("stack HQ2") for line in offered(s)), "HQ2 stands alone without being asked"
    assert (unit("HQ2"),) in s.c_stacks


@pytest.mark.clause("WDW-732.1", "WDW-732.2", "WDW-733.3")
def test_a_stacked_unit_attacks_at_minus_one_and_its_hq_for_itself() -> None:
    s = skirmish("T2A HQ1", "d9 I-INF-3 up", dice=[3, 6, 6])
    do(s, "contact T2A", "contact HQ1", "stack HQ1 T2A")
    assert dice_left(s) == 0
    assert s.axis_zone[0] == DEFEATED, "3 - 1 = 2 against AV 2"
    s = skirmish("T2A HQ1", "d9 I-INF-3 up", dice=[3, 2, 6])
    do(s, "contact T2A", "contact HQ1", "alone HQ1", "face T2A line-1")
    do(s, "attack HQ1 axis1")
    assert s.axis_zone[0] == HERE, "3 against AV 2, and 2 against AV 1"


@pytest.mark.clause("WDW-732.4", "WDW-732.5")
def test_a_unit_with_nobody_opposite_may_attack_any_unit_at_av_minus_one_but_not_below_one() -> None:
    s = skirmish("T2A T2B", "d9 I-INF-3 up", dice=[6, 3, 6])
    do(s, "contact T2A", "contact T2B", "face T2A line-1")
    assert offered(s) == ["attack T2B axis1", "hold T2B"]
    told = odds.reckoning(s, ("attack", "T2B", "axis1"))
    assert told == "AV 3, AV -1 with nobody opposite: hits on 2 or less"
    do(s, "attack T2B axis1")
    assert s.axis_zone[0] == HERE, "3 against AV 3 - 1"
    s = skirmish("T2A T2B", "d9 I-INF-3 up", dice=[6, 2, 6])
    do(s, "contact T2A", "contact T2B", "face T2A line-1", "attack T2B axis1")
    assert s.axis_zone[0] == DEFEATED, "2 against AV 3 - 1"
    s = skirmish("T2A SAS1", "d9 I-INF-3 up", dice=[6, 1, 6])
    s.side[unit("SAS1")] = REDUCED
    do(s, "contact T2A", "contact SAS1", "face T2A line-1", "attack SAS1 axis1")
    assert s.axis_zone[0] == DEFEATED, "AV 1 stays 1"


@pytest.mark.clause("WDW-732.4")
def test_a_unit_with_nobody_opposite_may_hold() -> None:
    s = skirmish("T2A T2B", "d9 I-INF-3 up", dice=[6, 6])
    do(s, "contact T2A", "contact T2B", "face T2A line-1", "hold T2B")
    assert dice_left(s) == 0
    assert refused_hold() == "WDW-72.4"


def refused_hold() -> str:
    """Why a unit that faces the target may not hold."""
    s = field("scenario-2", {"1st": "mechili T1B"})
    empty_pool(s, "I-INF-1")
    run(s, combat.Attack(zone("mechili")))
    return refused(s, "hold T1B")


@pytest.mark.clause("WDW-732.4", "WDW-732.5")
def test_an_axis_unit_with_nobody_opposite_turns_on_the_strongest_stack_and_ties_are_the_player_s() -> None:
    axis = "d9 I-INF-2 up, d9 I-INF-2 up, d9 I-INF-3 up"
    s = skirmish("T2A T2B", axis, draws=["axis1", "axis2", "axis3"], dice=[6, 6, 6, 6, 2])
    do(s, "contact T2A", "contact T2B")
    assert s.side[unit("T2B")] == REDUCED, "AV 3 - 1 = 2 against the stack with AV 3"
    s = skirmish("T2A SAS1", axis, draws=["axis1", "axis2", "axis3"], dice=[6, 6, 6, 6, 2])
    do(s, "contact T2A", "contact SAS1")
    assert offered(s) == ["aim axis3 T2A", "aim axis3 SAS1"]
    assert "2 or less" in asked(s)
    do(s, "aim axis3 SAS1")
    assert s.side[unit("SAS1")] == REDUCED


@pytest.mark.clause("WDW-732.4")
def test_by_options_the_player_or_a_die_chooses_for_a_loose_axis_unit() -> None:
    axis = "d9 I-INF-2 up, d9 I-INF-2 up, d9 I-INF-3 up"
    s = skirmish("T2A T2B", axis, draws=["axis1", "axis2", "axis3"], options={"loose_axis_target": "player"})
    do(s, "contact T2A", "contact T2B")
    assert offered(s) == ["aim axis3 T2A", "aim axis3 T2B"]
    s = skirmish(
        "T2A SAS1",
        axis,
        draws=["axis1", "axis2", "axis3", "SAS1"],
        dice=[6, 6, 6, 6, 1],
        options={"axis_ties": "random"},
    )
    do(s, "contact T2A", "contact SAS1")
    assert s.side[unit("SAS1")] == REDUCED


@pytest.mark.clause("WDW-732.8")
def test_in_a_fort_zone_each_axis_unit_attacks_at_minus_one() -> None:
    s = field("scenario-1", {"1st": "benghazi T2A"}, axis="benghazi I-INF-2 up", dice=[6, 3])
    run(s, combat.Begin(zone("benghazi")))
    assert s.side[unit("T2A")] == REDUCED
    s = field("scenario-1", {"1st": "gazala T2A"}, axis="gazala I-INF-2 up", dice=[6, 3])
    run(s, combat.Begin(zone("gazala")))
    assert s.side[unit("T2A")] == FULL, "an airfield is no fort"
    s = field(
        "scenario-1", {"1st": "gazala T2A"}, axis="gazala I-INF-2 up", dice=[6, 3], options={"fort_drm_airfield": "on"}
    )
    run(s, combat.Begin(zone("gazala")))
    assert s.side[unit("T2A")] == REDUCED, "unless the option says so"


@pytest.mark.clause("WDW-732.9")
def test_a_veteran_re_rolls_a_failed_attack_once_a_combat_turn() -> None:
    s = skirmish("T2A", "d9 G-INF-3V up", dice=[6, 6, 3])
    assert dice_left(s) == 0
    assert s.side[unit("T2A")] == REDUCED
    s = skirmish("T2A", "d9 G-INF-3V up", dice=[6, 6, 6, 1])
    assert dice_left(s) == 1, "only once"
    s = skirmish("T2A", "d9 G-INF-3 up", dice=[6, 6, 1])
    assert dice_left(s) == 1, "others do not"


# --- Recon OK --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-732.6")
def test_a_held_recon_ok_re_rolls_a_die_once() -> None:
    s = skirmish("T2A", "d9 I-INF-1 up", recon_ok=3, dice=[6, 6, 6])
    do(s, "together")
    assert offered(s) == ["reroll 1st", "accept"]
    assert "rolled 6" in asked(s) and "2 or less" in asked(s)
    do(s, "reroll 1st")
    assert resting(s), "the second result stands, and an Axis miss is not asked about"
    assert s.held[0] == 2
    assert dice_left(s) == 0


@pytest.mark.clause("WDW-732.6", "WDW-731.1", "WDW-32.1")
def test_a_die_that_is_rolled_again_is_told_and_the_spending_is_told_once() -> None:
    s = skirmish("T2A HQ1", "d9 I-INF-3 up", recon_ok=3, dice=[5, 4, 6, 3, 1, 2, 5])
    do(s, "contact T2A", "contact HQ1", "stack HQ1 T2A")
    told = do(s, "initiative 1st", "reroll 1st", "accept", "accept", "reroll 1st")
    spending = "{1st} spends a Recon OK"
    assert [event.text for event in told if event.clause in ("WDW-733.3", "WDW-32.1", "WDW-732.3")] == [
        f"{spending} for the initiative",
        "{T2A} attacks {axis1}: die 5-1 = 4 against AV 2 (die -1 beside an HQ), no effect",
        f"{spending} to roll the die again",
        "{T2A} attacks {axis1}: die 4-1 = 3 against AV 2 (die -1 beside an HQ), no effect",
        "{HQ1} attacks {axis1}: die 6 against AV 1, no effect",
        "{axis1} attacks {T2A}: die 3 against AV 3, hit",
        "Of the stack {HQ1} is struck, die 1",
        f"{spending} to roll the die again",
        "Of the stack {HQ1} is struck, die 2",
    ]
    assert sum("spends" in event.text for event in told) == 3
    assert [fact for event in told for fact in event.facts if fact[0] == "rolled"] == [
        ("rolled", "T2A", "5"), ("rolled", "T2A", "4"), ("rolled", "HQ1", "6"), ("rolled", "axis1", "3"),
        ("rolled", "HQ1", "1"), ("rolled", "HQ1", "2"),
    ]  # fmt: skip
    assert s.side[unit("HQ1")] == REDUCED


@pytest.mark.clause("WDW-732.6", "WDW-732.9")
def test_a_recon_ok_may_turn_an_axis_hit_into_a_miss_and_a_veteran_still_has_his_own_re_roll() -> None:
    s = skirmish("T2A", "d9 G-INF-3V up", recon_ok=1, dice=[2, 3, 6, 1])
    do(s, "together")
    assert offered(s) == ["reroll 1st", "accept"]
    do(s, "reroll 1st")
    assert s.side[unit("T2A")] == REDUCED, "3 hits, re-rolled 6 misses, the veteran's own re-roll 1 hits"
    assert dice_left(s) == 0
    assert s.axis_zone[0] == DEFEATED


@pytest.mark.clause("WDW-732.6")
def test_by_option_only_dice_of_the_lrdg_are_re_rolled() -> None:
    s = skirmish("T2A", "d9 I-INF-3 up", recon_ok=1, dice=[2, 3], options={"recon_reroll": "own"})
    do(s, "together")
    assert resting(s)
    assert s.side[unit("T2A")] == REDUCED


@pytest.mark.clause("WDW-732.6", "WDW-732.3")
def test_the_die_that_says_who_of_a_stack_is_struck_may_be_re_rolled() -> None:
    s = skirmish("T2A HQ1", "d9 I-INF-3 up", recon_ok=1, dice=[1, 1, 3, 2, 5])
    do(s, "contact T2A", "contact HQ1", "stack HQ1 T2A", "together", "accept")
    assert "{HQ1} is struck" in asked(s)
    do(s, "reroll 1st")
    assert s.side[unit("HQ1")] == FULL
    assert s.side[unit("T2A")] == REDUCED


@pytest.mark.clause("WDW-732.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_hit_on_a_stack_strikes_the_hq_up_to_3(die: int) -> None:
    s = skirmish("T2A HQ1", "d9 I-INF-3 up", dice=[6, 6, 3, die])
    do(s, "contact T2A", "contact HQ1", "stack HQ1 T2A")
    struck = "HQ1" if die <= 3 else "T2A"
    assert [word for word in ("T2A", "HQ1") if s.side[unit(word)] == REDUCED] == [struck]


@pytest.mark.clause("WDW-732.6", "WDW-81.2")
def test_in_scenario_1_the_player_says_which_kind_of_recon_ok_he_spends() -> None:
    s = field(patrols={"1st": "d9 T2A"}, axis="d9 I-INF-1 up", dice=[1, 6])
    s.held[0], s.held_seen[0] = 1, 1
    run(s, combat.Begin(HERE))
    do(s, "initiative 1st")
    assert offered(s) == ["give ordinary", "give observation"]
    do(s, "give ordinary")
    assert (s.held[0], s.held_seen[0]) == (0, 1)


# --- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WDW-733.9", "WDW-733.4", "WDW-733.8")
def test_when_one_unit_of_a_stack_is_gone_the_other_takes_every_hit_without_a_die() -> None:
    s = field(patrols={"1st": "d9 SAS1 HQ1"}, axis="d9 I-INF-3 up, d9 I-INF-3 up", dice=[6, 6, 1, 5, 1])
    s.side[unit("SAS1")] = REDUCED
    run(s, combat.Begin(HERE))
    do(s, "contact SAS1", "contact HQ1", "stack HQ1 SAS1")
    assert s.side[unit("SAS1")] == DESTROYED
    assert s.side[unit("HQ1")] == REDUCED
    assert dice_left(s) == 0


@pytest.mark.clause("WDW-733.8", "WDW-733.4")
def test_two_hits_on_one_unit_reduce_and_then_destroy_it() -> None:
    s = field(patrols={"1st": "d9 T2A, siwa T2B"}, axis="d9 I-INF-3 up, d9 I-INF-3 up", dice=[6, 1, 1])
    run(s, combat.Begin(HERE))
    assert s.side[unit("T2A")] == DESTROYED
    assert s.zone[unit("T2A")] < 0


@pytest.mark.clause("WDW-733.8")
def test_attacks_are_declared_before_dice_and_hits_on_what_is_gone_are_lost() -> None:
    s = skirmish("T2A T2B", "d9 I-INF-1 up", dice=[1, 1, 6])
    do(s, "contact T2A", "contact T2B", "face T2A line-1")
    assert dice_left(s) == 3, "no die before the last declaration"
    events = do(s, "attack T2B axis1")
    assert [e.text for e in events if e.clause == "WDW-733.8"] == ["The hit is lost: {axis1} is hit already"]
    assert s.axis_zone[0] == DEFEATED


@pytest.mark.clause("WDW-733.8")
def test_a_hit_is_told_to_be_lost_with_what_was_gone_before_it() -> None:
    s = field("scenario-2", {"1st": "mechili T1A T1B"}, dice=[1, 1])
    empty_pool(s)
    s.target[zone("mechili")] = 1
    run(s, combat.Attack(zone("mechili")))
    told = do(s, "contact T1A", "contact T1B", "face T1A target", "attack T1B target")
    assert [e.text for e in told if e.clause in ("WDW-72.8", "WDW-733.8")] == [
        "The target at {mechili} is destroyed", "The hit is lost: the target is destroyed already",
    ]  # fmt: skip
    s = skirmish("T2A T2B", "d9 I-INF-3 up, d9 I-INF-3 up, d9 I-INF-3 up", dice=[6, 1, 1, 1])
    told = do(s, "contact T2A", "done")
    assert [e.text for e in told if e.clause == "WDW-733.8"] == ["The hit is lost: nobody is left of the stack"]


@pytest.mark.clause("WDW-733.8", "WDW-732.7")
def test_in_every_combat_turn_attacks_are_declared_anew() -> None:
    s = field("scenario-2", {"1st": "mechili T1B"}, dice=[6, 6, 1, 6])
    empty_pool(s, "I-INF-1")
    run(s, combat.Attack(zone("mechili")))
    do(s, "attack T1B axis1", "continue", "attack T1B target")
    assert s.target[zone("mechili")] == 2 and s.axis_zone[0] == zone("mechili")


@pytest.mark.clause("WDW-732.6", "WDW-733.8")
def test_a_miss_on_what_is_gone_already_is_not_worth_a_re_roll() -> None:
    s = skirmish("T2A T2B", "d9 I-INF-1 up", recon_ok=1, dice=[1, 6, 6])
    do(s, "contact T2A", "contact T2B", "face T2A line-1", "together", "attack T2B axis1")
    assert resting(s) and s.held[0] == 1


@pytest.mark.clause("WDW-733.5", "WDW-733.12")
def test_a_defeated_axis_unit_is_set_aside_and_does_not_return_to_the_pool() -> None:
    s = skirmish("T2A", "d9 I-INF-1 up", dice=[1, 6])
    assert s.axis_zone[0] == DEFEATED
    assert s.pool[axis.TYPES.index("I-INF-1")] == axis.NUMBER[axis.TYPES.index("I-INF-1")] - 1


@pytest.mark.clause("WDW-31.1", "WDW-733.3")
@pytest.mark.parametrize(
    ("side", "die", "hits"), [(FULL, 3, True), (FULL, 4, False), (REDUCED, 2, True), (REDUCED, 3, False)]
)
def test_a_unit_hits_on_its_current_side_s_av_or_less(side: int, die: int, hits: bool) -> None:
    s = field(patrols={"1st": "d9 T2B"}, axis="d9 I-INF-1 up", dice=[die, 6])
    s.side[unit("T2B")] = side
    run(s, combat.Begin(HERE))
    assert (s.axis_zone[0] == DEFEATED) == hits


@pytest.mark.clause("WDW-616.10")
def test_a_truck_turned_over_by_a_hit_loses_a_load_and_the_next_hit_destroys_it() -> None:
    s = field(patrols={"1st": "d9 Light HeavyA"}, axis="d9 I-INF-3 up, d9 I-INF-3 up", dice=[6, 6, 1, 1])
    run(s, combat.Begin(HERE))
    do(s, "contact Light", "contact HeavyA")
    assert s.side[unit("Light")] == s.side[unit("HeavyA")] == REDUCED
    assert (s.loads[unit("Light")], s.loads[unit("HeavyA")]) == (0, 1)
    s.setup = field(dice=[6, 1]).setup
    s.dice_used = 0
    run(s, combat.Begin(HERE))
    do(s, "contact Light", "done")
    assert s.side[unit("Light")] == DESTROYED


# --- re-lining -------------------------------------------------------------------------------------------------------


def relining(units: str, axis: str, protectors: tuple[int, ...] = (), **more: object) -> Desert:
    """A combat at Mechili after its first turn, everybody in contact."""
    s = field("scenario-2", {"1st": f"mechili {units}"}, axis=axis, **more)  # type: ignore[arg-type]
    s.drawn = 1 << zone("mechili")
    s.c_zone, s.c_target, s.c_turn, s.c_shown = zone("mechili"), 1, 2, 1
    s.c_contact = tuple(unit(word) for word in units.split())
    s.c_stacks = tuple((u,) for u in s.c_contact)
    s.c_rows = (-1,) * len(s.c_stacks)
    for protector in protectors:
        s.guards |= 1 << protector
    run(s, combat.GoOn(False))
    return s


@pytest.mark.clause("WDW-733.2")
def test_axis_units_are_re_lined_by_falling_av_opposite_stacks_by_falling_av() -> None:
    axis = "mechili I-INF-1 up, mechili I-INF-2 up, mechili G-TK-4 up"
    s = relining("T1A T1B", axis, (0,))
    do(s, "continue", "face T1A target")
    assert s.c_protectors == (0,), "the protector stays, weak as it is"
    assert s.c_line == (2, 1)
    assert s.c_rows == (0, 1), "AV 4 opposite T1/B, AV 2 without an opponent"


@pytest.mark.clause("WDW-733.2")
def test_the_strongest_stack_gets_the_strongest_opponent_and_those_left_over_stand_by_falling_av() -> None:
    axis = "mechili I-INF-1 up, mechili I-INF-2 up, mechili G-TK-4 up, mechili I-INF-3 up"
    s = relining("T1A T1B SAS1", axis, (0,))
    do(s, "continue", "face SAS1 target")
    assert (s.c_line, s.c_rows) == ((2, 3, 1), (2, 1, 0)), "AV 4 opposite T1/B, AV 3 opposite T1/A, AV 2 left over"
    s = relining("T1A", axis, (0,))
    do(s, "continue")
    assert s.c_line == (2, 3, 1), "all of them left over"


@pytest.mark.clause("WDW-733.2")
def test_when_the_protectors_are_gone_the_strongest_unit_takes_the_target() -> None:
    s = relining("T1A T1B", "mechili I-INF-2 up, mechili I-TK-3V up, mechili I-TK-3 up")
    do(s, "continue", "face T1A target")
    assert s.c_protectors == (1,), "the veteran first among equals"
    assert s.c_line == (2, 0)
    assert s.guards == 1 << 1, "and stays there"


@pytest.mark.clause("WDW-733.2")
def test_ties_of_re_lining_are_the_player_s() -> None:
    s = relining("T1A T1B", "mechili I-INF-3 up, mechili G-INF-3 up")
    do(s, "continue", "face T1A target")
    assert offered(s) == ["protect axis1", "protect axis2"]
    assert refused(s, "protect axis3") == "WDW-733.2"
    do(s, "protect axis2")
    assert s.c_protectors == (1,) and s.c_line == (0,)
    s = relining("T1A T1B SAS1", "mechili I-INF-1 up, mechili I-INF-3 up, mechili G-INF-3 up", (0,))
    do(s, "continue", "face T1B target")
    assert offered(s) == ["place axis2", "place axis3"]
    assert refused(s, "place axis1") == "WDW-733.2"
    do(s, "place axis3")
    assert offered(s) == ["face T1A line-1", "face SAS1 line-1"]
    assert refused(s, "face T1B line-1") == "WDW-733.2"
    do(s, "face SAS1 line-1")
    assert s.c_line == (2, 1)
    assert s.c_rows == (2, 0, 1)


@pytest.mark.clause("WDW-733.2")
def test_re_lining_is_told_with_equals_and_each_attack_value_once() -> None:
    axis = "mechili I-INF-1 up, mechili I-INF-3 up, mechili G-INF-3 up, mechili I-INF-2 up"
    s = relining("T1A T1B SAS1", axis, (0,))
    do(s, "continue", "face T1B target", "place axis3")
    told = do(s, "face SAS1 line-1")
    assert [event.text for event in told if event.clause == "WDW-733.2"] == [
        "{axis3} stands opposite {SAS1} (AV 2, like {T1A})",
        "{axis2} stands in {line-2}",
        "{axis2} stands opposite {T1A} (AV 2)",
        "Without an opponent: {axis4}",
    ]


@pytest.mark.clause("WDW-733.2")
def test_by_option_a_die_decides_ties_of_re_lining() -> None:
    axis = "mechili I-INF-1 up, mechili I-INF-3 up, mechili G-INF-3 up"
    s = relining("T1A T1B SAS1", axis, (0,), options={"axis_ties": "random"}, draws=["axis3", "SAS1"])
    do(s, "continue", "face T1B target")
    assert s.c_line == (2, 1)
    assert s.c_rows == (2, 0, 1)
    s = relining("T1A", "mechili I-INF-3 up, mechili G-INF-3 up", options={"axis_ties": "random"}, draws=["axis2"])
    do(s, "continue")
    assert s.c_protectors == (1,)


@pytest.mark.clause("WDW-733.2")
def test_with_the_target_destroyed_its_protectors_are_ordinary_units() -> None:
    s = relining("T1A", "mechili I-INF-1 up, mechili I-INF-3 up", (0,), dice=[6, 6, 6])
    s.target[zone("mechili")] = 0
    do(s, "continue")
    assert s.c_protectors == ()
    assert s.c_line == (1, 0)


@pytest.mark.clause("WDW-733.3")
def test_attack_values_and_modifiers_are_told_before_the_dice() -> None:
    s = tobruk_before_declaring()
    assert asked(s) == "What does {G2B} attack? It hits on 4 or less; an attack on the target sets the Alarm to 4"
    assert attacks.attack_value(s, unit("G2B")) == 3
    assert attacks.attack_drm(s, unit("G2B"), attacks.TARGET) == -1
    assert attacks.axis_value(s, counter("axis3")) == 1
    assert attacks.axis_drm(s, counter("axis3")) == -1
    do(s, "attack G2B target")
    assert [attacks.lrdg_hits(s, unit("G2B"), die) for die in (4, 5)] == [True, False], "as was told"


def tobruk_before_declaring() -> Desert:
    """The example's position before attacks are declared, in a combat that nobody sought."""
    s = field(
        "scenario-5-2", {"1st": "tobruk G2B S1A HQ1"}, draws=["axis2", "axis3"],
        axis="tobruk I-INF-3 home, tobruk I-TK-3V down, tobruk I-INF-1 down",
    )  # fmt: skip
    s.drawn, s.guards = 1 << TOBRUK, 1
    run(s, combat.Begin(TOBRUK))
    do(s, "contact G2B", "contact S1A", "contact HQ1", "stack HQ1 G2B", "face G2B target")
    return s
