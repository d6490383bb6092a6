"""Chapter 5: the turn, initiative, events, discovery, activations."""

import pytest

from sandtable import legal, play
from sandtable.games.night_drop.box import land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r05_events as events
from sandtable.games.night_drop.rules import r05_pushes as pushing
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_groups as groups
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    B1,
    B2,
    BRITISH,
    BY_BRITISH,
    BY_GERMAN,
    FACE_UP,
    G1,
    G2,
    G3,
    GERMAN,
    PARKED,
    NightDrop,
    changed,
)  # fmt: skip
from tests.kit import do, run
from tests.night_drop.table import at, attacking, german, moving, offers, piece, put, running, stick, table, where


def whole_game(seed: int = 4) -> list[tuple[int, str, str]]:
    """Turn, seat and words of every activation of a game in which nobody does anything else."""
    s = GAME.start(seed=seed)
    assert isinstance(s, NightDrop)
    found: list[tuple[int, str, str]] = []
    while options := legal(s):
        idle = [o for o in options if o in (("done",), ("pass",), ("leave",), ("stay",))]
        action = idle[0] if idle else options[0]
        if action[0] == "activate":
            found.append((s.turn, str(s.seat), action[1]))
        play(s, action)
    return found


@pytest.mark.clause("ND-5.1", "ND-5.19")
def test_a_turn_has_four_activations_in_turn_beginning_with_the_phasing_player() -> None:
    s = table(0, dice=[4, 3, 1, 1])
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    put(s, "garrison", "2306")
    s.turn = 1  # the next turn is 2: initiative is rolled
    run(s, sequence.Turn())
    order = []
    while s.turn == 2 and s.choice is not None:
        if isinstance(s.choice, sequence.Activate):
            order.append(s.seat)
        choices = legal(s)
        play(s, choices[-1] if choices[-1] in (("done",), ("pass",)) else choices[0])
    # The second British activation has one choice left and is taken by the rules.
    assert order[0] == "british"
    assert order[1] == "german"
    assert list(s.used[:2]) == [0, 0]
    assert s.turn == 3


@pytest.mark.clause("ND-5.2", "ND-1.2")
def test_turns_1_to_4_are_night() -> None:
    assert [table(turn).night for turn in range(1, 12)] == [True] * 4 + [False] * 7


@pytest.mark.clause("ND-5.3")
@pytest.mark.parametrize(("dice", "winner"), [((5, 2), BRITISH), ((2, 5), GERMAN)])
def test_the_higher_die_has_the_initiative(dice: tuple[int, int], winner: int) -> None:
    s = table(2, dice=dice)
    put(s, "7a", "1412")
    run(s, sequence.Initiative(False))
    assert s.phasing == winner


@pytest.mark.clause("ND-5.4")
def test_the_british_have_turn_1_without_dice() -> None:  # TV-72
    s = table(1)
    s.phasing = GERMAN
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    run(s, sequence.Initiative(False))
    assert s.phasing == BRITISH
    assert not s.rolled
    s = table(1, dice=[3, 3], turn1_roll="on")
    put(s, "7a", "1412")
    run(s, sequence.Initiative(False))
    assert s.phasing == BRITISH
    assert s.rolled[:2] == [3, 3]
    assert s.seat == "german"  # a Patrol


@pytest.mark.clause("ND-5.5", "ND-5.6", "ND-5.7", "ND-5.8")
def test_on_a_tie_the_holder_keeps_it_and_the_german_may_place_a_patrol() -> None:  # TV-74
    s = table(2, dice=[4, 4])
    s.phasing = BRITISH
    put(s, "7a", "1412")
    run(s, sequence.Initiative(False))
    assert s.phasing == BRITISH
    assert s.seat == "german"
    do(s, "patrol 1016")
    assert where(s, "patrol-1") == "1016"


@pytest.mark.clause("ND-5.5", "ND-5.6", "ND-5.9")
def test_or_the_british_may_confuse_a_unit() -> None:  # TV-75
    s = table(5, dice=[2, 2])
    s.phasing = GERMAN
    covered = german(s, "g01", "1614", covered=True)
    put(s, "garrison", "2306")
    run(s, sequence.Initiative(False))
    assert s.phasing == GERMAN
    assert s.seat == "british"
    assert offers(s) == {f"confuse {covered}", "confuse garrison", "pass"}
    do(s, f"confuse {covered}")
    assert s.confused[piece(covered)]


@pytest.mark.clause("ND-5.13")
def test_events_are_optional() -> None:
    s = table(2)
    run(s, events.PlacePatrol())
    assert "pass" in offers(s)
    do(s, "pass")
    assert where(s, "patrol-1") == "off"
    s = table(2)
    german(s, "g01", "1614")
    run(s, events.PlaceConfusion())
    do(s, "pass")
    assert not any(s.confused)


@pytest.mark.clause("ND-5.7", "ND-5.8")
def test_where_a_patrol_may_go() -> None:
    s = table(2)
    s.control = changed(s.control, land.OBJECTIVE_AT[at("1016")], 1)
    s.destroyed = changed(s.destroyed, land.OBJECTIVE_AT[at("3309")], 1)
    stick(s, "red", "p", "1320")
    stick(s, "red", "p", "1003")
    run(s, events.PlacePatrol())
    found = {option[7:] for option in offers(s) if option != "pass"}
    assert "1016" not in found  # British control
    assert "3309" not in found  # destroyed
    assert "0613" not in found  # printed value
    assert "2306" not in found
    assert "0514" not in found  # a village, but an objective with a printed value
    assert "1320" not in found  # a British unit
    assert "1003" not in found
    assert {"1322", "3719", "0117", "2630"} <= found
    refusal = GAME.why_not(GAME.view(s, "german"), "patrol 1412")  # neither village nor objective
    assert refusal is not None
    assert refusal.clause == "ND-5.8"
    s = table(2, patrol_vp_strict="off")
    s.control = changed(s.control, land.OBJECTIVE_AT[at("1016")], 1)
    run(s, events.PlacePatrol())
    do(s, "patrol 1016")
    assert not s.control[land.OBJECTIVE_AT[at("1016")]]


@pytest.mark.clause("ND-5.40")
def test_an_event_without_counter_or_target_is_lost() -> None:
    s = table(2)
    for number in range(1, 5):
        s.at[piece(f"patrol-{number}")] = land.HEXES + 1
    run(s, events.TieEvent())
    assert s.choice is None
    s = table(2, patrol_recycle="on")
    for number in range(1, 5):
        s.at[piece(f"patrol-{number}")] = land.HEXES + 1
    run(s, events.TieEvent())
    assert s.seat == "german"
    s = table(2)
    s.phasing = GERMAN
    units = [german(s, identity, cell) for identity, cell in (("g01", "1614"), ("g02", "1729"), ("g03", "3110"))]
    s.confused = changed(s.confused, piece(units[0]), 1)
    s.confused = changed(s.confused, piece(units[1]), 1)
    run(s, events.TieEvent())
    assert s.choice is None  # both markers are out
    s = table(2)
    for identity in ("g01", "g02", "g03"):
        german(s, identity, "1016")
    assert at("1016") not in events.patrol_hexes(s)  # three units there already


@pytest.mark.clause("ND-5.10", "ND-5.11", "ND-5.12")
def test_confusion_halves_the_next_activation_however_late_and_then_goes() -> None:  # TV-10
    s = table(6)
    unit = german(s, "g01", "0609", covered=True)
    other = german(s, "g02", "0117")
    s.confused = changed(s.confused, piece(unit), 1)
    moving(s, "g3")
    do(s, f"with {other}", "go 0216", "done")
    assert s.confused[piece(unit)]
    moving(s, "g3")
    do(s, f"with {unit}", "go 0610")
    assert s.left == 4 - 1
    do(s, "done")
    assert not s.confused[piece(unit)]


@pytest.mark.clause("ND-5.9", "ND-5.40")
def test_the_marker_of_a_unit_that_dies_can_be_used_again() -> None:
    s = table(6)
    s.phasing = GERMAN
    units = [german(s, identity, "1614") for identity in ("g06", "g07", "g09")]
    for word in units[:2]:
        s.confused = changed(s.confused, piece(word), 1)
    victory.remove(s, piece(units[0]))
    run(s, events.TieEvent())
    assert offers(s) == {f"confuse {units[2]}", "pass"}


# --- discovery --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-5.15")
def test_discovery_is_by_day_only() -> None:
    s = table(4)
    run(s, events.Discovery())
    assert s.choice is None
    s = table(5)
    run(s, events.Discovery())
    assert s.seat == "german"


@pytest.mark.clause("ND-5.16", "ND-5.18")
def test_the_german_may_turn_up_one_british_marker() -> None:  # TV-174, TV-175
    s = table(5)
    mine, theirs = land.OBJECTIVE_AT[at("3309")], land.OBJECTIVE_AT[at("3030")]
    s.marker = changed(s.marker, mine, 2)
    s.marker_by = changed(s.marker_by, mine, BY_BRITISH)
    s.marker = changed(s.marker, theirs, 1)
    s.marker_by = changed(s.marker_by, theirs, BY_GERMAN)
    run(s, events.Discovery())
    assert "flip 3309" in offers(s)
    assert "flip 3030" not in offers(s)
    assert "draw 3030" not in offers(s)
    assert "draw 3309" not in offers(s)
    do(s, "flip 3309")
    assert s.marker_by[mine] == FACE_UP
    assert GAME.view(s, None)["marker"][mine] == 2
    assert s.choice is None


@pytest.mark.clause("ND-5.17", "ND-5.18", "ND-4.28")
def test_or_draw_one_face_up_for_an_empty_objective() -> None:
    s = table(5, draws=["3"])
    run(s, events.Discovery())
    assert "draw 0613" not in offers(s)
    do(s, "draw 1016")
    ranville = land.OBJECTIVE_AT[at("1016")]
    assert (s.marker[ranville], s.marker_by[ranville]) == (3, FACE_UP)
    assert GAME.view(s, "british")["marker"][ranville] == 3
    assert s.vp_cup[3] == 0


# --- activations ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-5.20", "ND-5.21")
def test_b1_and_b2_once_a_turn_each() -> None:
    s = table(2)
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    run(s, sequence.Activate(BRITISH), sequence.Activate(BRITISH))
    assert offers(s) == {"activate b1", "activate b2"}
    do(s, "activate b2")
    refusal = sequence.may_activate(s, B2)
    assert refusal is not None
    assert refusal.clause == "ND-5.21"
    assert sequence.may_activate(s, B1) is None
    do(s, "done")
    assert s.activation == B1  # the one that was left


@pytest.mark.clause("ND-5.27", "ND-5.33")
def test_g1_and_g2_once_a_turn_by_night_and_g3_always() -> None:
    s = table(2)
    assert [sequence.may_activate(s, kind) is None for kind in (G1, G2, G3)] == [True, True, True]
    s.used = changed(s.used, G1, 1)
    s.used = changed(s.used, G3, 1)
    assert [sequence.may_activate(s, kind) is None for kind in (G1, G2, G3)] == [False, True, True]


@pytest.mark.clause("ND-5.35")
def test_by_day_the_german_has_g3_alone() -> None:  # TV-99
    s = table(5)
    assert [" ".join(action) for action in sequence.Activate(GERMAN).offer(s)] == ["activate g3"]


@pytest.mark.clause("ND-5.22", "ND-5.39")
def test_british_moves_come_before_attacks_and_every_unit_may_act() -> None:
    s = table(6)
    for word, cell in (("7a", "1412"), ("7b", "1413"), ("12a", "1413"), ("13a", "1514")):
        put(s, word, cell)
    german(s, "g01", "1613")
    put(s, "9a", "2710")
    moving(s, "b1")
    assert {"with 7a", "with 7b", "with 12a", "with 13a"} <= offers(s)
    assert "with 9a" not in offers(s)
    assert not any(option.startswith("attack") for option in offers(s))
    do(s, "done")
    assert "attack 1613" in offers(s)
    assert not any(option.startswith("with") for option in offers(s))


@pytest.mark.clause("ND-5.23")
def test_german_placements_come_before_moves_and_moves_before_attacks() -> None:
    s = table(6, draws=["g03"])
    unit = german(s, "g01", "0609")
    put(s, "7a", "0710")
    moving(s, "g3", 4)
    assert "reinforce" in offers(s)
    other = german(s, "g02", "0117")
    do(s, f"with {unit}", "go 0610")
    assert "reinforce" not in offers(s)
    assert f"with {other}" in offers(s)
    do(s, "done")
    assert offers(s) == {"attack 0710", "done"}


@pytest.mark.clause("ND-5.25", "ND-5.28", "ND-5.29")
def test_g1_gives_as_many_one_hex_moves_as_the_roll_three_a_stick() -> None:  # TV-2
    s = table(2, dice=[2, 4])
    words = [stick(s, "red", "p", f"{column:02d}09") for column in range(12, 20)]
    run(s, sequence.Activate(GERMAN))
    do(s, "activate g1")
    assert s.allowance == 6
    first = words[0]
    do(s, f"move {first} 1210", f"move {first} 1211", f"move {first} 1212")
    assert not any(option.split()[1] == first for option in offers(s) if option != "done")
    refusal = pushing.may_push(s, piece(first))
    assert refusal is not None
    assert refusal.clause == "ND-5.28"
    for word in words[1:3]:
        do(s, next(o for o in sorted(offers(s)) if o.startswith(f"move {word} ")))
    do(s, next(o for o in sorted(offers(s)) if o.startswith(f"move {words[3]} ")))
    assert s.allowance == 0
    assert s.choice is None or not any(o.startswith("move s") for o in offers(s))


@pytest.mark.clause("ND-5.26", "ND-5.30")
def test_g2_moves_unknown_green_and_blue_sticks_alone() -> None:
    s = table(2, dice=[3, 3])
    green, blue = stick(s, "green", "p", "2709"), stick(s, "blue", "p", "1427")
    red, revealed = stick(s, "red", "p", "1214"), stick(s, "green", "l", "2710", front=True)
    put(s, "9a", "2811")
    run(s, sequence.Activate(GERMAN))
    do(s, "activate g2")
    movers = {option.split()[1] for option in offers(s) if option != "done"}
    assert movers == {green, blue}
    refusal = pushing.may_push(s, piece(revealed))
    assert refusal is not None
    assert refusal.clause == "ND-5.30"
    refusal = pushing.may_push(s, piece(red))
    assert refusal is not None


@pytest.mark.clause("ND-5.36")
def test_a_push_does_not_enter_a_full_hex_or_one_with_germans() -> None:  # TV-180
    for number, legal_there in ((3, False), (2, True)):
        s = table(2)
        word = stick(s, "red", "p", "1509")
        for _ in range(number):
            stick(s, "green", "p", "1510")
        german(s, "g01", "1508")
        running(s, "g1")
        s.allowance = 5
        run(s, pushing.Push())
        assert (f"move {word} 1510" in offers(s)) is legal_there
        assert f"move {word} 1508" not in offers(s)
    s = table(2, g12_overstack="lethal")
    word = stick(s, "red", "p", "1509")
    others = [stick(s, "green", "p", "1510") for _ in range(3)]
    running(s, "g1")
    s.allowance = 1
    run(s, pushing.Push())
    do(s, f"move {word} 1510")
    assert s.seat == "british"  # who picks the unit that dies
    do(s, f"remove {others[0]}")
    assert where(s, others[0]) == "dead"


@pytest.mark.clause("ND-5.36")
def test_one_stick_fills_the_battery_for_pushes() -> None:
    s = table(2)
    word = stick(s, "green", "p", "2307")
    running(s, "g2")
    s.allowance = 3
    run(s, pushing.Push())
    assert f"move {word} 2306" in offers(s)
    stick(s, "green", "p", "2306")
    run(s, pushing.Push())
    assert f"move {word} 2306" not in offers(s)


@pytest.mark.clause("ND-5.28")
def test_the_three_hexes_of_a_stick_are_counted_anew_in_each_activation() -> None:
    s = table(3, dice=[1, 1])
    word = stick(s, "red", "p", "1509")
    s.pushed = changed(s.pushed, piece(word), 3)
    run(s, sequence.Activate(GERMAN))
    do(s, "activate g1")
    assert f"move {word} 1510" in offers(s)


@pytest.mark.clause("ND-8.4")
def test_zones_hold_a_pushed_stick_only_by_option() -> None:  # Ruling A15
    for value in ("off", "on"):
        s = table(2, night_stick_ezoc=value)
        held, free = stick(s, "red", "p", "1908"), stick(s, "red", "p", "1909")
        german(s, "g01", "2007")  # its zone holds 1908, not 1909
        running(s, "g1")
        s.allowance = 3
        run(s, pushing.Push())
        assert (f"move {held} 1909" in offers(s)) is (value == "off")
        assert (f"move {free} 1908" in offers(s)) is (value == "off")
        assert f"move {free} 1910" in offers(s)


def test_a_pushed_stick_may_be_driven_off_the_map_and_comes_back() -> None:  # TV-181
    s = table(3)
    word = stick(s, "blue", "p", "1432")
    running(s, "g2")
    s.allowance = 1
    run(s, pushing.Push())
    do(s, f"leave {word}")
    assert s.at[piece(word)] == PARKED
    assert s.due_back[piece(word)] == 4
    assert s.allowance == 0
    s = table(3, stick_exit="forbidden")
    word = stick(s, "blue", "p", "1432")
    running(s, "g2")
    s.allowance = 1
    run(s, pushing.Push())
    assert f"leave {word}" not in offers(s)


@pytest.mark.clause("ND-5.31")
@pytest.mark.parametrize(
    ("turn", "die", "units"),
    [(1, 1, 1), (3, 1, 1), (4, 1, 2), (5, 1, 2), (6, 2, 3), (8, 3, 4), (9, 6, 6), (10, 4, 5), (11, 1, 5)],
)
def test_g3_activates_the_die_or_half_the_turn(turn: int, die: int, units: int) -> None:
    """TV-87, TV-89 to TV-92, TV-94 to TV-97."""
    s = table(turn, dice=[die])
    german(s, "g01", "1614")
    s.activation = G3
    run(s, sequence.RollAllowance())
    assert s.allowance == units


@pytest.mark.clause("ND-5.32", "ND-8.3")
def test_units_without_attack_value_are_not_activated() -> None:
    s = table(6)
    put(s, "garrison", "2306")
    put(s, "patrol-1", "1016")
    german(s, "g01", "1614")
    moving(s, "g3")
    assert "with garrison" not in offers(s)
    assert "with patrol-1" not in offers(s)
    refusal = sequence.may_act(s, piece("garrison"))
    assert refusal is not None
    assert refusal.clause == "ND-5.32"
    refusal = reaching.immobile(s, piece("patrol-1"))
    assert refusal is not None
    assert refusal.clause == "ND-8.3"


@pytest.mark.clause("ND-5.34")
def test_a_unit_acts_once_in_a_g3_and_again_in_the_next() -> None:  # TV-100
    s = table(7)
    unit = german(s, "g01", "0609")
    moving(s, "g3")
    do(s, f"with {unit}", "go 0608")
    refusal = groups.may_start(s, piece(unit))
    assert refusal is not None, "once in a G3"
    do(s, "done")
    assert s.moved[piece(unit)]
    s.cup = ()
    german_two = sequence.Activate(GERMAN)
    run(s, german_two)
    assert f"with {unit}" in offers(s)


@pytest.mark.clause("ND-5.19", "ND-5.38")
def test_an_activation_begins_with_nothing_done_and_ends_with_none_running() -> None:
    s = table(7, dice=[2])
    unit, other = german(s, "g01", "0609"), german(s, "g02", "0117")
    s.acted[piece(unit)] = s.moved[piece(unit)] = 1
    s.fought = changed(s.fought, piece(unit), 1)
    s.attacked, s.tried, s.mover, s.left = (at("0710"),), (at("0710") * 3,), (piece(unit),), 4
    run(s, sequence.Activate(GERMAN))
    assert s.activation == G3
    assert not any(s.acted) and not any(s.moved) and not any(s.fought)
    assert not any((s.attacked, s.tried, s.mover, s.left))
    do(s, f"with {other}", "go 0216", "done")
    assert s.activation == -1


@pytest.mark.clause("ND-5.37")
def test_a_german_unit_counts_from_its_first_act() -> None:  # TV-149, TV-189
    s = table(6)
    x, y, z = german(s, "g01", "0609"), german(s, "g02", "0711"), german(s, "g03", "0812")
    put(s, "7a", "0812")
    s.at[piece(z)] = at("0914")
    put(s, "7a", "0813")
    moving(s, "g3", 2)
    do(s, f"with {x}", "go 0608", "done")
    assert s.allowance == 1
    refusal = sequence.may_act(s, piece(y))
    assert refusal is None
    do(s, "attack 0813")
    assert s.allowance == 0
    refusal = sequence.may_act(s, piece(y))
    assert refusal is not None
    assert refusal.clause == "ND-5.31"


@pytest.mark.clause("ND-5.19", "ND-5.21", "ND-5.35")
def test_a_whole_game_of_doing_nothing_has_two_activations_a_side_and_turn() -> None:
    found = whole_game()
    # A choice with one option is not asked: by day the German's, and the second British one.
    assert {(turn, seat) for turn, seat, _ in found if turn <= 4} == {
        (turn, seat) for turn in range(1, 5) for seat in ("british", "german")
    }
    for turn in range(1, 10):
        assert len([1 for t, seat, _ in found if t == turn and seat == "british"]) == 1


def test_the_confused_mark_is_not_lost_by_attacking_only_once_acted() -> None:
    s = table(6)
    unit = german(s, "g01", "1613")
    put(s, "7a", "1614")
    s.confused = changed(s.confused, piece(unit), 1)
    attacking(s, "g3")
    assert s.confused[piece(unit)]
