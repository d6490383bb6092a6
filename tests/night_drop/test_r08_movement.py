"""Chapter 8: movement, reinforcements, the off-map track. Costs are in half points."""

import pytest

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r08_groups as groups
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.state import (
    B1,
    B2,
    G3,
    OUTSIDE,
    PARKED,
    TOWARDS_A,
    TOWARDS_H,
    TRACK,
    NightDrop,
    changed,
)
from tests.kit import at_random, do, run
from tests.night_drop.table import at, german, match, moving, offers, piece, put, reaches, running, stick, table, where

NIGHT, DAY = 2, 6


def destinations(s: NightDrop) -> set[str]:
    return {option[3:] for option in offers(s) if option.startswith("go ")}


@pytest.mark.clause("ND-8.1")
def test_each_step_costs_the_ground_that_is_entered_up_to_the_capacity() -> None:
    s = table(DAY)
    put(s, "7a", "1913")
    found = reaches(s, "7a", "b1")
    assert found["2012"] == 2  # clear
    assert found["2112"] == 4
    assert found["2212"] == 8  # woods
    assert max(found.values()) <= 12


@pytest.mark.clause("ND-8.2")
def test_the_road_rate_counts_only_along_the_road() -> None:  # TV-70, TV-71
    s = table(DAY)
    put(s, "9a", "2916")
    assert reaches(s, "9a", "b2")["3015"] == 1  # the causeway through the marsh
    s = table(DAY)
    put(s, "9a", "3014")
    assert reaches(s, "9a", "b2")["3015"] == 4


@pytest.mark.clause("ND-8.4")
def test_by_night_a_stick_moves_one_hex_whatever_the_ground() -> None:  # TV-62
    s = table(NIGHT)
    word = stick(s, "green", "p", "3014", front=True)
    moving(s, "b2")
    do(s, f"with {word}")
    assert destinations(s) == {land.HEX_NAME[c] for c, _ in paths.STEPS[at("3014")]}
    do(s, "go 3015")
    assert not destinations(s)


@pytest.mark.clause("ND-8.4")
def test_zones_hold_a_night_stick_only_by_option() -> None:  # Ruling A15
    for value, held in (("off", False), ("on", True)):
        s = table(NIGHT, night_stick_ezoc=value)
        word = stick(s, "red", "p", "1908")
        german(s, "g01", "2007")
        put(s, "7a", "1412")
        moving(s, "b1")
        assert (f"with {word}" not in offers(s)) is held


@pytest.mark.clause("ND-8.6", "ND-8.7")
def test_night_capacity_is_3_from_village_road_or_railway_and_2_elsewhere() -> None:
    s = table(NIGHT)
    company, unit = piece("7a"), piece(german(s, "g01", "1916"))
    assert reaching.capacity(s, company, at("1120")) == 6  # TV-59, road in the open
    assert reaching.capacity(s, company, at("0512")) == 6
    assert reaching.capacity(s, company, at("1016")) == 6  # an objective is a village like any other
    assert reaching.capacity(s, unit, at("3225")) == 6  # TV-60, railway
    assert reaching.capacity(s, unit, at("2223")) == 6  # woods with a road
    assert reaching.capacity(s, unit, at("2022")) == 4  # TV-61, woods without
    assert reaching.capacity(s, company, at("1412")) == 4


@pytest.mark.clause("ND-8.8", "ND-8.9", "ND-8.10")
def test_day_capacities() -> None:  # TV-64, TV-65
    s = table(DAY)
    word = stick(s, "red", "p", "1412")
    assert reaching.capacity(s, piece("7a"), at("2918")) == 12
    assert reaching.capacity(s, piece(word), at("1412")) == 8
    assert reaching.capacity(s, piece(german(s, "g01", "1614")), at("2918")) == 8


@pytest.mark.clause("ND-8.11")
def test_a_group_has_the_lowest_capacity_and_stays_together() -> None:  # TV-1, TV-66
    s = table(DAY)
    put(s, "7a", "1412")
    word = stick(s, "red", "p", "1412")
    assert reaching.group_capacity(s, (piece(word), piece("7a")), at("1412")) == 8
    s = table(NIGHT)
    put(s, "7a", "1120")
    a, b = stick(s, "red", "p", "1120"), stick(s, "red", "p", "1120")
    moving(s, "b1")
    do(s, f"with {a}", f"with {b}", "with 7a")
    assert destinations(s) == {land.HEX_NAME[c] for c, _ in paths.STEPS[at("1120")]}
    do(s, "go 1119")
    assert [where(s, word) for word in (a, b, "7a")] == ["1119"] * 3
    assert s.choice is None or not destinations(s)


@pytest.mark.clause("ND-8.11")
def test_a_confused_unit_slows_its_group() -> None:  # Ruling A41
    s = table(DAY)
    a, b = german(s, "g01", "1412"), german(s, "g02", "1412")
    s.confused = changed(s.confused, piece(b), 1)
    assert reaching.group_capacity(s, (piece(a), piece(b)), at("1412")) == 4


def test_a_night_group_goes_where_its_companies_can() -> None:  # Ruling A79
    s = table(NIGHT)
    put(s, "7a", "1908")
    word = stick(s, "red", "p", "1908")
    german(s, "g01", "2007")
    unit = german(s, "g02", "1806")
    ground = reaching.ground_made(running(s, "b1"), 0)
    group = (piece(word), piece("7a"))
    assert unit
    assert reaching.first_step(s, ground, (piece(word),), at("1908"), at("1907"))
    # Two surcharges make 2 MP, all that the Company has.
    assert reaching.first_step(s, ground, group, at("1908"), at("1907"))


@pytest.mark.clause("ND-8.12")
def test_a_unit_moves_once_and_what_it_did_not_use_is_lost() -> None:
    s = table(DAY)
    put(s, "7a", "1412")
    put(s, "7b", "1514")
    moving(s, "b1")
    do(s, "with 7a", "go 1413")
    assert "go 1414" in offers(s)  # it goes on while no other is named
    do(s, "with 7b", "go 1515")
    assert "with 7a" not in offers(s)
    refusal = groups.may_start(s, piece("7a"))
    assert refusal is not None
    assert refusal.clause == "ND-8.12"


@pytest.mark.clause("ND-8.13", "ND-8.28")
def test_one_hex_may_always_be_moved_and_is_then_the_only_one() -> None:  # TV-69
    s = table(NIGHT)
    unit = german(s, "g01", "3020")  # marsh, 2 MP; 3121 and the stream are dear
    assert land.TERRAIN[at("3123")] == land.STREAM
    s.at[piece(unit)] = at("3022")
    german(s, "g02", "0117")
    moving(s, "g3")
    do(s, f"with {unit}")
    assert "go 3023" in offers(s)
    do(s, "go 3023")
    assert where(s, unit) == "3023"
    assert not destinations(s)


@pytest.mark.clause("ND-8.13")
def test_nobody_enters_water() -> None:
    s = table(DAY)
    put(s, "7a", "0713")
    assert "0712" not in reaches(s, "7a", "b1")
    assert "0613" not in {land.HEX_NAME[c] for c, _ in paths.STEPS[at("0713")]}
    refusal = movement.out_of_reach(running(s, "b1"), (piece("7a"),), at("0712"))
    assert refusal.clause == "ND-8.13"


@pytest.mark.clause("ND-8.14")
def test_a_hex_with_an_enemy_is_not_entered() -> None:
    s = table(DAY)
    put(s, "7a", "1412")
    put(s, "patrol-1", "1413")
    assert "1413" not in reaches(s, "7a", "b1")
    s = table(DAY)
    unit = german(s, "g01", "1412")
    stick(s, "red", "p", "1413")
    assert "1413" not in reaches(s, unit, "g3")


@pytest.mark.clause("ND-8.15")
def test_leaving_the_map_kills_all_but_an_unknown_stick() -> None:
    s = table(DAY)
    put(s, "7a", "1432")
    unknown, known = stick(s, "red", "p", "1432"), stick(s, "red", "p", "1532", front=True)
    moving(s, "b1")
    do(s, "with 7a", "leave")
    assert where(s, "7a") == "dead"
    do(s, f"with {known}", "leave")
    assert where(s, known) == "dead"
    do(s, f"with {unknown}", "leave")
    assert s.at[piece(unknown)] == PARKED
    assert (land.HEX_NAME[s.beside[piece(unknown)]], s.due_back[piece(unknown)]) == ("1432", DAY + 1)


@pytest.mark.clause("ND-8.15")
def test_leaving_costs_a_point_and_is_from_the_edge_alone() -> None:
    s = table(NIGHT)
    put(s, "7a", "1431")
    put(s, "7b", "1412")
    moving(s, "b1")
    do(s, "with 7a")
    assert "leave" not in offers(s)
    do(s, "go 1432")
    assert "leave" in offers(s)  # 2 MP, one is left
    s = table(NIGHT, stick_exit="forbidden")
    word = stick(s, "red", "p", "1432")
    put(s, "7b", "1412")
    moving(s, "b1")
    do(s, f"with {word}")
    assert "leave" not in offers(s)


# --- reinforcements ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-8.16", "ND-8.17", "ND-8.19", "ND-8.21", "ND-3.5")
def test_by_night_a_reinforcement_is_drawn_full_and_covered_and_stands_at_its_letter() -> None:  # TV-146
    s = table(NIGHT, draws=["g12"])
    moving(s, "g3", 3)
    do(s, "reinforce")
    assert s.at[piece("u1")] == OUTSIDE
    assert land.HEX_NAME[s.beside[piece("u1")]] == "1732"
    assert s.cover[0]
    assert not s.reduced[piece("u1")]
    assert s.allowance == 2
    assert GAME.view(s, "british")["identity"][0] == -1
    assert GAME.view(s, "german")["identity"][0] == counters.IDENTITY.index("g12")
    # Everybody saw where it stands, and so that it carries a G.
    assert s.letters[0] == 1 << 6


@pytest.mark.clause("ND-8.22")
def test_a_british_unit_there_sends_it_to_the_nearest_edge_hex() -> None:  # TV-147
    s = table(NIGHT, draws=["g12"])
    stick(s, "red", "p", "1732")
    moving(s, "g3", 3)
    do(s, "reinforce")
    assert offers(s) == {"place 1632", "place 1832"}
    do(s, "place 1832")
    assert land.HEX_NAME[s.beside[piece("u1")]] == "1832"


@pytest.mark.clause("ND-8.23")
def test_by_day_the_german_chooses_among_the_letters() -> None:
    s = table(DAY)
    moving(s, "g3", 3)
    do(s, "reinforce")
    assert offers(s) == {f"place {land.HEX_NAME[cell]}" for cell in land.ENTRY}
    do(s, "place 2101")
    assert s.letters[0] == 255
    s = table(DAY, day_entry="any_edge")
    moving(s, "g3", 3)
    do(s, "reinforce")
    assert len(offers(s)) == sum(1 for cell in land.EDGE if land.PASSABLE[cell])


@pytest.mark.clause("ND-8.18", "ND-8.30")
def test_coming_on_is_the_first_step_and_the_unit_goes_on() -> None:  # TV-187
    s = table(NIGHT, draws=["g07"])
    moving(s, "g3", 2)
    do(s, "reinforce")
    assert "done" not in offers(s)  # whoever stands outside must come on
    do(s, "with u1")
    assert "go 4004" in offers(s)
    do(s, "go 4004")
    assert s.left == 6 - 1
    do(s, "go 3905")
    assert where(s, "u1") == "3905"
    assert s.left == 6 - 2


@pytest.mark.clause("ND-8.18")
def test_a_reinforcement_attacks_in_the_activation_in_which_it_arrives() -> None:
    s = table(NIGHT, draws=["g07"])
    stick(s, "green", "p", "3905")
    moving(s, "g3", 1)
    do(s, "reinforce")
    assert where(s, "u1") == "off" or where(s, "u1") == "4004"
    while s.choice is not None and "attack 3905" not in offers(s):
        do(s, "go 4004" if "go 4004" in offers(s) else "done")
    assert "attack 3905" in offers(s)


@pytest.mark.clause("ND-8.30")
def test_at_another_edge_hex_the_ground_is_paid() -> None:
    s = table(NIGHT, draws=["g12"])
    stick(s, "red", "p", "1732")
    moving(s, "g3", 3)
    do(s, "reinforce", "place 1832")
    ground = reaching.ground_of(s, 1)
    assert reaching.arrivals(s, ground, (piece("u1"),)).cost[at("1832")] == 2


@pytest.mark.clause("ND-8.19", "ND-8.20")
def test_no_more_are_drawn_than_the_allowance_and_the_cup_hold() -> None:  # TV-149
    s = table(NIGHT, draws=["g01", "g04"])
    other = german(s, "g02", "1614")
    moving(s, "g3", 3)
    do(s, "reinforce", "reinforce")
    assert s.allowance == 1
    assert f"with {other}" in offers(s)
    s.allowance = 0
    refusal = arriving.may_reinforce(s)
    assert refusal is not None
    assert refusal.clause == "ND-8.19"
    s.allowance, s.cup = 3, ()
    refusal = arriving.may_reinforce(s)
    assert refusal is not None
    assert refusal.clause == "ND-8.20"


# --- the off-map track ------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-8.24")
def test_a_german_unit_leaves_at_a_for_a_point_and_stands_in_the_first_box() -> None:  # TV-150
    s = table(DAY)
    unit = german(s, "g01", "0216")
    other = german(s, "g02", "0124")
    moving(s, "g3")
    do(s, f"with {unit}", "go 0117")
    do(s, "leave")
    assert s.at[piece(unit)] == TRACK
    assert s.bound[0] == TOWARDS_H
    do(s, f"with {other}", "leave")
    assert s.at[piece(other)] == TRACK + 2
    assert s.bound[1] == TOWARDS_A


@pytest.mark.clause("ND-8.25", "ND-8.26", "ND-8.29")
def test_each_g3_moves_it_a_box_and_from_the_last_it_comes_back_as_it_was() -> None:  # TV-151, TV-185
    s = table(DAY)
    unit = german(s, "g01", "0117", reduced=True)
    german(s, "g02", "1614")  # somebody else who could still act
    s.at[piece(unit)] = TRACK
    s.bound = changed(s.bound, 0, TOWARDS_H)
    for box in (1, 2):
        moving(s, "g3")
        do(s, f"advance {unit}")
        assert s.at[piece(unit)] == TRACK + box
        assert f"with {unit}" not in offers(s)  # it got there in this activation
        refusal = arriving.may_advance(s, piece(unit))
        assert refusal is not None
        assert refusal.clause == "ND-8.12"  # one box an activation
        s.moved, s.acted = bytearray(counters.PIECES), bytearray(counters.PIECES)
    moving(s, "g3")
    assert f"advance {unit}" not in offers(s)
    do(s, f"with {unit}")
    assert land.HEX_NAME[s.beside[piece(unit)]] == "0124"
    do(s, f"with {unit}", "go 0124")
    assert where(s, unit) == "0124"
    assert s.reduced[piece(unit)]
    assert not s.cover[0]
    assert s.bound[0] == 0


@pytest.mark.clause("ND-8.29")
def test_a_unit_recovers_on_the_track_only_by_option() -> None:
    s = table(DAY, track_recover="on")
    unit = german(s, "g01", "0117", reduced=True)
    s.at[piece(unit)] = TRACK + 2
    s.bound = changed(s.bound, 0, TOWARDS_H)
    moving(s, "g3")
    do(s, f"with {unit}")
    assert not s.reduced[piece(unit)]
    assert s.cover[0]


@pytest.mark.clause("ND-8.27")
def test_a_box_holds_three_units() -> None:  # TV-152
    s = table(DAY)
    for identity in ("g01", "g02", "g03"):
        word = german(s, identity, "0117")
        s.at[piece(word)] = TRACK
        s.bound = changed(s.bound, piece(word) - counters.FIRST_GERMAN, TOWARDS_H)
    fourth = german(s, "g04", "0117")
    moving(s, "g3")
    do(s, f"with {fourth}")
    assert "leave" not in offers(s)
    refusal = reaching.may_leave_map(s, reaching.ground_of(s, 1), (piece(fourth),), 8, True)
    assert refusal is not None
    assert refusal.clause == "ND-8.27"
    s = table(DAY)
    for n, identity in enumerate(("g01", "g02", "g03", "g05")):
        word = german(s, identity, "0117")
        s.at[piece(word)] = TRACK + (1 if n < 3 else 0)
        s.bound = changed(s.bound, piece(word) - counters.FIRST_GERMAN, TOWARDS_H)
    moving(s, "g3")
    assert "advance u4" not in offers(s)
    s.allowance = 0
    assert not any(arriving.may_advance(s, piece(f"u{n}")) is None for n in range(1, 5))


def test_howard_2_does_not_leave_the_map_and_others_may() -> None:
    s = table(DAY)
    put(s, "howard-2", "0132")
    ground = reaching.ground_made(running(s, "b1"), 0)
    refusal = reaching.may_leave_map(s, ground, (counters.HOWARD_2,), 12, True)
    assert refusal is not None
    assert refusal.clause == "ND-2.17"


def test_points_are_written_with_halves() -> None:
    assert [movement.points_text(n) for n in (0, 1, 2, 3, 12)] == ["0", "½", "1", "1½", "6"]


def test_units_of_a_group_are_named_in_one_order_so_that_a_set_is_one_chain() -> None:
    s = table(DAY)
    for word in ("7a", "7b", "7c"):
        put(s, word, "1412")
    moving(s, "b1")
    do(s, "with 7b")
    assert "with 7c" in offers(s)
    assert "with 7a" not in offers(s)


def test_the_german_allowance_bounds_a_group() -> None:
    s = table(DAY)
    a, b = german(s, "g01", "1412"), german(s, "g02", "1412")
    moving(s, "g3", 1)
    do(s, f"with {a}")
    assert f"with {b}" not in offers(s)


def test_what_is_refused_says_why() -> None:
    s = table(DAY)
    put(s, "7a", "1412")
    put(s, "9a", "1412")
    moving(s, "b1")
    view = GAME.view(s, "british")
    expected = {
        "with 9a": "ND-9.11", "with howard-1": "ND-2.11", "with u1": "ND-5.19", "go 1413": "ND-8.1", "leave": "ND-8.15",
        "reinforce": "ND-8.16", "advance u1": "ND-8.25",
    }  # fmt: skip
    for line, clause in expected.items():
        refusal = GAME.why_not(view, line)
        assert refusal is not None, line
        assert refusal.clause == clause, line
    do(s, "with 7a")
    refusal = GAME.why_not(GAME.view(s, "british"), "done")
    assert refusal is not None
    assert sequence.active_side(s) == 0
    run(s)


@pytest.mark.clause("ND-8.1")
def test_the_quick_list_of_who_may_move_says_what_the_rule_says() -> None:
    kinds: set[tuple[bool, int]] = set()
    for seed in range(3):
        for s in at_random(match(seed), seed):
            if isinstance(s.choice, movement.Move) and not s.named:
                ground = reaching.ground_of(s, sequence.active_side(s))
                slow = [piece for piece in range(counters.PIECES) if groups.may_begin(s, ground, piece) is None]
                assert groups.ready(s, ground) == slow
                kinds.add((s.night, s.activation))
    assert kinds == {(night, activation) for night in (True, False) for activation in (B1, B2, G3)}


def test_a_ground_that_is_kept_is_the_one_that_would_be_made() -> None:
    made: set[int] = set()
    for s in at_random(match(5), 5):
        for side in (0, 1):
            kept, fresh = reaching.ground_of(s, side), reaching.ground_made(s, side)
            assert (kept.net, kept.zone, kept.toll, kept.halt, kept.apart) == (
                fresh.net, fresh.zone, fresh.toll, fresh.halt, fresh.apart
            )  # fmt: skip
            made.add(id(kept))
    assert len(made) > 1


@pytest.mark.clause("ND-8.15", "ND-8.24")
def test_leaving_says_beforehand_whether_it_is_for_good() -> None:
    told: list[str] = []
    for word, hex_word, activation in (
        ("7a", "1432", "b1"),
        ("", "1432", "b1"),
        ("u1", "0117", "g3"),
        ("u1", "1432", "g3"),
    ):
        s = table(DAY)
        if word == "u1":
            german(s, "g01", hex_word)
        elif word:
            put(s, word, hex_word)
        else:
            word = stick(s, "red", "p", hex_word)
        moving(s, activation)
        do(s, f"with {word}")
        told += GAME.prices(GAME.view(s, s.seat), [("leave",)])
    assert told == [
        "off the map for good", "off the map until next turn", "to the off-map track", "off the map for good"
    ]  # fmt: skip
