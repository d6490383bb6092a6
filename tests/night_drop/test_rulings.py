"""Rulings of the ledger's section 4 that no other test shows, each named at its test."""

import pytest

from sandtable import legal, play
from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r05_events as events
from sandtable.games.night_drop.rules import r05_pushes as pushing
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r09_aftermath as aftermath
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.rules import r11_special as special
from sandtable.games.night_drop.state import (
    BRITISH,
    BY_BRITISH,
    BY_GERMAN,
    FACE_UP,
    G3,
    GERMAN,
    OUTSIDE,
    PARKED,
    TOWARDS_A,
    TOWARDS_H,
    TRACK,
    changed,
)
from tests.kit import do, run, said
from tests.night_drop.table import (
    at,
    attacking,
    fight,
    german,
    moving,
    offers,
    piece,
    put,
    running,
    stick,
    table,
    where,
)

NIGHT, DAY = 2, 6


@pytest.mark.clause("ND-10.5", "ND-10.8", "ND-6.1")
@pytest.mark.parametrize("word", ["howard-2", "lovat-1"])
def test_howard_and_lovat_units_are_companies_in_all_but_conversion(word: str) -> None:  # Ruling A12
    s = table(DAY)
    put(s, word, "1015")
    victory.enter(s, piece(word), at("1016"))
    assert s.control[land.OBJECTIVE_AT[at("1016")]]
    assert zones.zones(s, GERMAN)[at("1015")] == 2
    victory.enter(s, piece(word), at("3309"))
    run(s, victory.Bridges())
    assert s.destroyed[land.OBJECTIVE_AT[at("3309")]]
    s = table(DAY, dice=[3, 3])
    unit = german(s, "g14", "1613", covered=True)
    put(s, word, "1614")
    attacking(s, "g3")
    fight(s, "1614")
    assert not s.cover[piece(unit) - counters.FIRST_GERMAN]
    s = table(NIGHT)
    put(s, "lovat-1", "1412", reduced=True)
    stick(s, "red", "l", "1412")
    refusal = british.may_try(running(s, "b1"), at("1412"), land.RED)
    assert refusal is not None
    assert refusal.clause == "ND-2.22"


@pytest.mark.clause("ND-9.35")
def test_only_units_with_a_retreat_result_leave_their_stack() -> None:  # Ruling A25
    s = table(DAY)
    for word in ("7a", "7b", "7c"):
        put(s, word, "1513")
    german(s, "g14", "1613")
    combat.begin_results(s, GERMAN, (piece("7a"), piece("7b"), piece("7c")), piece("7b"), piece("u1"), 2)
    run(s)
    do(s, "retreat 7b", "to 1412")
    assert [where(s, word) for word in ("7a", "7b", "7c")] == ["1513", "1412", "1513"]


@pytest.mark.clause("ND-7.3", "ND-9.34")
def test_a_retreat_may_overload_a_hex_and_the_surplus_dies_at_the_check() -> None:  # Ruling A28
    s = table(DAY)
    put(s, "7a", "1513")
    for word in ("7b", "7c", "12a"):
        put(s, word, "1412")
    s.retreats = changed(s.retreats, piece("7a"), 1)
    run(s, aftermath.Retreats(BRITISH, (piece("7a"),), at("1613")), stacking.CheckStacks())
    do(s, "to 1412")
    assert offers(s) == {"remove 7a", "remove 7b", "remove 7c", "remove 12a"}


@pytest.mark.clause("ND-9.21")
def test_in_a_second_round_the_loser_chooses_freely_again() -> None:  # Ruling A29
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1513")
    german(s, "g14", "1613")
    combat.begin_results(s, GERMAN, (piece("7a"), piece("7b")), piece("7a"), piece("u1"), 7)  # CR3, CR3, CR1
    run(s)
    assert offers(s) == {"hit 7a", "hit 7b"}
    do(s, "hit 7b")
    assert offers(s) == {"loss 7b", "retreat 7b"}


@pytest.mark.clause("ND-7.3", "ND-11.10", "ND-2.51")
def test_an_advantage_lost_otherwise_than_in_combat_owes_nothing() -> None:  # Ruling A39
    s = table(DAY, dice=[6, 6, 1])
    word = stick(s, "red", "adv", "1412", front=True)
    for company in ("7a", "7b", "7c"):
        put(s, company, "1412")
    run(s, stacking.CheckStacks())
    do(s, f"remove {word}")
    shelled = stick(s, "green", "adv", "2306", front=True)
    run(s, special.Shelling())
    s.turn = tables.DIVISION_TURN
    german(s, "g01", land.HEX_NAME[land.DIVISION_HEX])
    run(s, british.DivisionArrives())
    assert [where(s, one) for one in (word, shelled, "hq6")] == ["dead"] * 3
    assert s.owed == ()
    assert s.killed_advantages == ()


@pytest.mark.clause("ND-5.31", "ND-5.37", "ND-8.19")
def test_fewer_units_than_allowed_may_act_and_placing_and_moving_is_one_activation() -> None:  # Rulings A42, A43
    s = table(NIGHT, draws=["g07"])
    german(s, "g01", "1614")
    moving(s, "g3", 3)
    do(s, "reinforce", "with u2", "go 4004")
    assert s.allowance == 2
    do(s, "done")
    assert s.choice is None


@pytest.mark.clause("ND-8.26", "ND-8.22")
def test_a_unit_back_from_the_track_uses_the_nearest_free_edge_hex() -> None:  # Ruling A44
    s = table(DAY)
    for bound, box, lettered in ((TOWARDS_H, TRACK + 2, "0124"), (TOWARDS_A, TRACK, "0117")):
        unit = german(s, counters.IDENTITY[bound], "1614")
        slot = piece(unit) - counters.FIRST_GERMAN
        s.at[piece(unit)] = box
        s.bound = changed(s.bound, slot, bound)
        stick(s, "red", "p", lettered)
        near = arriving.PlaceOutside(piece(unit)).places(s)
        assert {land.GRID.distance(cell, at(lettered)) for cell in near} == {1}
        assert at(lettered) not in near


@pytest.mark.clause("ND-8.25", "ND-8.27")
def test_units_of_both_directions_share_the_boxes_and_never_turn_back() -> None:  # Ruling A45
    s = table(DAY)
    for n, (bound, box) in enumerate(((TOWARDS_H, 0), (TOWARDS_A, 2), (TOWARDS_A, 1), (TOWARDS_A, 1), (TOWARDS_H, 1))):
        unit = german(s, counters.IDENTITY[n], "1614")
        s.at[piece(unit)] = TRACK + box
        s.bound = changed(s.bound, n, bound)
    moving(s, "g3")
    assert {o for o in offers(s) if o.startswith("advance")} == {"advance u3", "advance u4", "advance u5"}
    do(s, "advance u3", "advance u5")
    assert [s.at[piece(f"u{n}")] - TRACK for n in (3, 5)] == [0, 2]
    assert "advance u1" in offers(s)  # there is room now


def test_revealed_sticks_are_seen_by_both_and_by_watchers() -> None:  # Ruling A50
    s = table(NIGHT)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "hq", "1412")
    run(running(s, "b1"), british.Convert())
    do(s, "convert 1412 red", "leave")
    for reader in ("british", "german", None):
        assert [GAME.view(s, reader)["kind"][piece(word)] for word in (a, b)] == [counters.P, counters.HQ]


@pytest.mark.clause("ND-10.1")
def test_the_control_marker_decides_over_an_empty_h1() -> None:  # Ruling A52
    s = table(9)
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
    s.adjustment = 12
    assert victory.level(s) == "tactical British victory"


@pytest.mark.clause("ND-5.16", "ND-5.17")
def test_discovery_names_the_hex_and_then_draws_and_may_flip_the_set_up_marker() -> None:  # Rulings A54, A56
    s = table(5, draws=["2"])
    bridge = land.OBJECTIVE_AT[at("3309")]
    s.marker = changed(s.marker, bridge, 1)
    s.marker_by = changed(s.marker_by, bridge, BY_BRITISH)
    run(s, events.Discovery())
    assert "flip 3309" in offers(s)
    assert "draw 2017" in offers(s)
    assert "draw 2306" not in offers(s)
    do(s, "draw 2017")
    assert s.marker[land.OBJECTIVE_AT[at("2017")]] == 2
    assert s.marker_by[land.OBJECTIVE_AT[at("2017")]] == FACE_UP


@pytest.mark.clause("ND-2.37", "ND-2.39")
def test_each_marker_is_looked_at_before_the_next_hex_is_chosen() -> None:  # Ruling A57
    s = table(NIGHT, draws=["3", "0"])
    words = [stick(s, "red", kind, "1412") for kind in ("l", "hq", "hq")]
    run(running(s, "b1"), british.Convert())
    do(s, "convert 1412 red", "form " + " ".join(words))
    events = do(s, "mark 1016")
    assert "It is worth 3 VP" in said(events, "ND-2.39")
    assert "mark 1016" not in offers(s)
    assert len(offers(s)) == 13
    do(s, "mark 1614")
    assert s.marker[land.OBJECTIVE_AT[at("1614")]] == 0


@pytest.mark.clause("ND-11.9", "ND-11.12")
def test_a_stick_in_the_battery_makes_the_hex_british_occupied() -> None:  # Ruling A59
    s = table(5, dice=[5])
    s.at[piece("garrison")] = land.HEXES + 1
    stick(s, "green", "p", "2306")
    run(s, special.Merville())
    assert where(s, "garrison") == "dead"  # a 5 brings it back to an empty hex only


@pytest.mark.clause("ND-5.20", "ND-5.21")
def test_an_activation_may_be_passed_and_is_used_all_the_same() -> None:  # Ruling A60
    s = table(NIGHT)
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    run(s, sequence.Activate(BRITISH), sequence.Activate(GERMAN))
    do(s, "activate b1", "done")
    assert s.used[0] == 1
    assert s.seat == "german"
    assert where(s, "7a") == "1412"


@pytest.mark.clause("ND-5.1", "ND-4.11", "ND-11.4")
def test_a_turn_begins_with_returns_then_merville_then_lovat_then_the_advantage() -> None:  # Ruling A61
    s = table(9, dice=[4, 5, 1, 2])
    s.at[piece("garrison")] = land.HEXES + 1
    word = stick(s, "blue", "p", "1432")
    s.at[piece(word)] = PARKED
    s.beside = changed(s.beside, piece(word), at("1432"))
    s.due_back = changed(s.due_back, piece(word), 10)
    put(s, "hq6", "1114")
    run(s, sequence.Turn())
    clauses = [event.clause for event in s.events]
    assert s.turn == 10
    assert clauses == ["ND-5.2", "ND-4.11", "ND-11.12", "ND-11.4"]
    do(s, "place 0107", "place 0108")
    assert offers(s) == {"spend hq6", "pass"}


@pytest.mark.clause("ND-5.29", "ND-8.4", "ND-8.11")
def test_a_stack_of_sticks_moves_together_but_is_pushed_stick_by_stick() -> None:  # Ruling A64
    s = table(NIGHT)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "p", "1412")
    moving(s, "b1")
    do(s, f"with {a}", f"with {b}", "go 1413")
    assert (where(s, a), where(s, b)) == ("1413", "1413")
    running(s, "g1")
    s.allowance = 2
    run(s, pushing.Push())
    do(s, f"move {a} 1414")
    assert (s.allowance, where(s, a), where(s, b)) == (1, "1414", "1413")


@pytest.mark.clause("ND-9.10")
def test_the_attacker_is_whose_activation_runs_phasing_or_not() -> None:  # Ruling A67
    s = table(DAY, dice=[6, 1])
    s.phasing = BRITISH
    put(s, "7a", "1513")
    german(s, "g14", "1613")
    attacking(s, "g3")
    do(s, "attack 1513")
    assert where(s, "7a") == "dead"


@pytest.mark.clause("ND-5.25", "ND-8.14")
def test_a_push_leads_out_of_a_companys_hex_but_not_into_water_or_over_dashes() -> None:  # Ruling A69
    s = table(NIGHT)
    put(s, "7a", "0713")
    word = stick(s, "red", "p", "0713")
    german(s, "g01", "0812")
    running(s, "g1")
    s.allowance = 3
    run(s, pushing.Push())
    # 0612 and 0712 are water, 0613 lies behind dashes, a German is in 0812.
    assert offers(s) == {f"move {word} 0813", f"move {word} 0714", "done"}


@pytest.mark.clause("ND-5.5", "ND-5.14")
def test_after_an_automatic_initiative_a_tie_keeps_it_with_who_had_it() -> None:  # Ruling A70
    s = table(5, dice=[6, 1, 6, 3, 3])
    s.phasing = BRITISH
    s.owed = (5,)
    run(s, sequence.Initiative(False))
    assert s.phasing == GERMAN
    s.turn = 6
    s.agenda.clear()
    s.setup = table(6, dice=[2, 2]).setup
    s.dice_used = 0
    german(s, "g01", "1614")
    run(s, sequence.Initiative(False))
    assert s.phasing == GERMAN
    assert s.seat == "british"  # the event of the tie


@pytest.mark.clause("ND-5.9")
def test_a_unit_on_the_track_or_outside_is_not_confused() -> None:  # Ruling A73
    s = table(NIGHT)
    here, away, outside = (german(s, f"g0{n}", "1614") for n in (1, 2, 3))
    s.at[piece(away)] = TRACK
    s.at[piece(outside)] = OUTSIDE
    assert events.confusable(s) == [piece(here)]


@pytest.mark.clause("ND-2.50")
def test_the_division_hq_is_placed_where_three_sticks_are_and_the_check_comes_later() -> None:  # Ruling A78
    s = table(3, dice=[1])
    for _ in range(3):
        stick(s, "red", "p", "1114")
    run(s, british.DivisionArrives())
    assert where(s, "hq6") == "1114"
    assert stacking.first_surplus(s, BRITISH) == at("1114")


@pytest.mark.clause("ND-6.10")
def test_with_two_points_left_a_step_from_zone_to_zone_is_out_of_reach() -> None:  # TV-49 as the ledger has it
    s = table(NIGHT)
    german(s, "g01", "2007")
    put(s, "7a", "1908")
    running(s, "b1")
    s.acted[piece("7a")] = s.moved[piece("7a")] = 1
    s.mover, s.left = (piece("7a"),), 4
    moving(s, "b1")
    assert zones.zones(s, BRITISH)[at("1907")] == 2
    assert s.choice is None or "go 1907" not in offers(s)
    assert "go 1909" in offers(s)  # out of the zone: 1 + 1


def test_the_german_marker_is_never_turned_up_before_the_end() -> None:
    s = table(5)
    objective = land.OBJECTIVE_AT[at("3030")]
    s.marker = changed(s.marker, objective, 2)
    s.marker_by = changed(s.marker_by, objective, BY_GERMAN)
    run(s, events.Discovery())
    assert not any(option.endswith(" 3030") for option in offers(s))


@pytest.mark.clause("ND-8.24", "ND-8.15")
def test_beyond_any_other_edge_hex_a_german_unit_dies() -> None:
    s = table(DAY)
    unit = german(s, "g01", "1732")  # G is no end of the track
    assert s.activation != G3
    moving(s, "g3")
    do(s, f"with {unit}", "leave")
    assert where(s, unit) == "dead"
    while s.choice is not None:
        play(s, legal(s)[0])


@pytest.mark.clause("ND-2.37", "ND-10.11", "ND-5.17")
def test_from_an_empty_cup_no_marker_comes_and_the_hex_scores_nothing() -> None:  # Ruling A55
    s = table(9)
    s.vp_cup = (0, 0, 0, 0)
    escoville = land.OBJECTIVE_AT[at("1322")]
    s.control = changed(s.control, escoville, 1)
    run(s, events.Discovery())
    assert s.choice is None
    run(s, british.MarkObjective())
    assert s.choice is None
    run(s, victory.Score())
    assert s.marker_by[escoville] == 0
    assert victory.victory_points(s) == 0
