"""Chapter 2: Sticks, Companies, conversion, Advantages and the 6th Airborne HQ."""

from math import comb

import pytest

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r09_aftermath as aftermath
from sandtable.games.night_drop.state import B1, B2, BRITISH, BY_BRITISH, GERMAN, NightDrop, changed
from tests.kit import do, run
from tests.night_drop.table import (
    at,
    attacking,
    fight,
    german,
    moving,
    offers,
    piece,
    put,
    reaches,
    running,
    stick,
    table,
    where,
)


def converting(s: NightDrop, activation: str = "b1") -> NightDrop:
    """The end of a British activation."""
    return run(running(s, activation), british.Convert())


def sides(s: NightDrop, hex_word: str) -> list[tuple[str, bool]]:
    """Companies in a hex, and whether they are reduced."""
    found = [p for p in s.british_at(at(hex_word)) if p >= counters.FIRST_COMPANY]
    return [(counters.PIECE_NAME[p], bool(s.reduced[p])) for p in found]


# --- conversion -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-2.21", "ND-5.22")
def test_conversion_comes_at_the_end_of_a_british_activation() -> None:
    s = table(2)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "l", "1412")
    run(s, sequence.Activate(BRITISH))
    do(s, "activate b1")
    assert f"with {a}" in offers(s)
    assert not any("convert" in option for option in offers(s))
    do(s, "done")
    assert offers(s) == {"convert 1412 red", "done"}
    do(s, "convert 1412 red", f"form {a} {b}")
    assert sides(s, "1412") == [("7a", True)]


@pytest.mark.clause("ND-2.22", "ND-2.23", "ND-2.25")
def test_two_sticks_with_a_leader_become_a_reduced_company() -> None:  # TV-101
    s = table(2)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "l", "1412")
    converting(s)
    seen = GAME.seen(s, "british")
    offered = dict(zip(seen.options, seen.forecasts, strict=True))[("convert", "1412", "red")]
    assert (offered.at, offered.likely) == ("1412", 1), "a click on the hex is enough"
    do(s, "convert 1412 red")
    assert s.front[piece(a)]
    assert s.front[piece(b)]
    do(s, f"form {a} {b}")
    assert sides(s, "1412") == [("7a", True)]
    assert not any(s.marker_by)


@pytest.mark.clause("ND-2.23", "ND-2.25", "ND-2.28")
def test_the_odds_of_turning_sticks_over_are_those_of_all_fronts_that_nobody_has_seen() -> None:
    s = table(2)
    for kind in "pl":
        stick(s, "red", kind, "1412")
    others = [stick(s, "red", kind, "1512") for kind in ("p", "l", "p")]
    converting(s)
    plain, leads, hqs, _ = counters.COLOUR_KINDS[land.RED]
    leads += hqs
    company = (comb(leads, 2) + leads * plain) / comb(sum(counters.COLOUR_KINDS[land.RED]), 2)
    told = dict(GAME.odds(GAME.view(s, "british"), ("convert", "1412", "red")) or [])
    assert told == {"about a reduced Company": pytest.approx(company, abs=0.06),
                    "about no Company": pytest.approx(1 - company, abs=0.06)}  # fmt: skip
    for word in others:
        s.front = changed(s.front, piece(word), 1)
    assert GAME.odds(GAME.view(s, "british"), ("convert", "1512", "red")) == [("a full Company", 1.0)], "they lie open"


@pytest.mark.clause("ND-2.31", "ND-2.32")
def test_sticks_that_would_make_a_reduced_company_full_say_so() -> None:
    s = table(2)
    put(s, "7a", "1412", reduced=True)
    stick(s, "red", "p", "1412", front=True)
    converting(s)
    assert GAME.odds(GAME.view(s, "british"), ("convert", "1412", "red")) == [("a reduced Company becomes full", 1.0)]


@pytest.mark.clause("ND-2.37", "ND-2.38", "ND-2.39")
def test_an_hq_puts_a_marker_on_an_objective_chosen_before_the_draw() -> None:  # TV-102
    s = table(2, draws=["3"])
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "hq", "1412")
    converting(s)
    do(s, "convert 1412 red", f"form {a} {b}")
    assert s.seat == "british"
    assert "mark 1016" in offers(s)
    assert "mark 0613" not in offers(s)  # printed
    assert len(offers(s)) == 14
    do(s, "mark 1016")
    ranville = land.OBJECTIVE_AT[at("1016")]
    assert (s.marker[ranville], s.marker_by[ranville]) == (3, BY_BRITISH)
    assert GAME.view(s, "british")["marker"][ranville] == 3
    assert GAME.view(s, "german")["marker"][ranville] == -1


@pytest.mark.clause("ND-2.27")
def test_three_platoons_become_a_reduced_company() -> None:  # TV-104
    s = table(2)
    words = [stick(s, "red", "p", "1412") for _ in range(3)]
    converting(s)
    do(s, "convert 1412 red")
    assert offers(s) == {"form " + " ".join(words), "leave"}
    do(s, "form " + " ".join(words))
    assert sides(s, "1412") == [("7a", True)]


@pytest.mark.clause("ND-2.28", "ND-2.33")
def test_three_with_a_leader_become_a_full_company_and_never_come_back() -> None:  # TV-105
    s = table(2)
    words = [stick(s, "red", kind, "1412") for kind in ("p", "p", "l")]
    converting(s)
    do(s, "convert 1412 red", "form " + " ".join(words))
    assert sides(s, "1412") == [("7a", False)]
    assert [where(s, word) for word in words] == ["gone"] * 3
    assert s.assembled == 3


@pytest.mark.clause("ND-2.37")
def test_each_hq_places_its_own_marker() -> None:  # TV-106
    s = table(2)
    words = [stick(s, "red", kind, "1412") for kind in ("l", "hq", "hq")]
    converting(s)
    do(s, "convert 1412 red", "form " + " ".join(words), "mark 1016", "mark 1614")
    assert sum(1 for by in s.marker_by if by == BY_BRITISH) == 2


@pytest.mark.clause("ND-2.26", "ND-2.29", "ND-2.49")
@pytest.mark.parametrize("kinds", [("p", "p"), ("p", "adv"), ("p", "p", "adv"), ("l", "adv")])
def test_other_combinations_make_nothing_and_stay_revealed(kinds: tuple[str, ...]) -> None:  # TV-107, TV-109
    s = table(2)
    words = [stick(s, "red", kind, "1412") for kind in kinds]
    converting(s)
    do(s, "convert 1412 red")
    assert sides(s, "1412") == []
    assert all(s.front[piece(word)] for word in words)
    assert british.combinations(s, at("1412"), land.RED) == []
    assert all(where(s, word) == "1412" for word in words)


@pytest.mark.clause("ND-2.24")
def test_sticks_of_another_colour_stay_unknown() -> None:  # TV-110
    s = table(2)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "l", "1412")
    other = stick(s, "green", "p", "1412")
    converting(s)
    do(s, "convert 1412 red", f"form {a} {b}")
    assert sides(s, "1412") == [("7a", True)]
    assert not s.front[piece(other)]


@pytest.mark.clause("ND-2.22", "ND-2.55")
def test_sticks_of_different_colours_do_not_combine() -> None:  # TV-111
    s = table(2)
    stick(s, "green", "p", "1412")
    stick(s, "blue", "l", "1412")
    converting(s, "b2")
    assert s.choice is None or offers(s) == {"done"}
    assert british.may_try(running(s, "b2"), at("1412"), land.GREEN) is not None


@pytest.mark.clause("ND-2.30", "ND-2.31", "ND-2.32")
def test_a_stick_makes_a_reduced_company_of_its_colour_full() -> None:  # TV-112
    s = table(2)
    put(s, "7a", "1412", reduced=True)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "p", "1412")
    other = stick(s, "green", "p", "1412")
    converting(s)
    do(s, "convert 1412 red")
    assert offers(s) == {f"reinforce 7a {a}", f"reinforce 7a {b}", "leave"}
    do(s, f"reinforce 7a {b}")
    assert sides(s, "1412") == [("7a", False)]
    assert (where(s, a), where(s, b)) == ("1412", "gone")
    assert not s.front[piece(other)]


@pytest.mark.clause("ND-2.30")
def test_one_stick_is_counted_as_one() -> None:
    s = table(2)
    put(s, "7a", "1412", reduced=True)
    stick(s, "red", "l", "1412")
    converting(s)
    assert british.Convert().price(s, ("convert", "1412", "red")) == "1 Stick"
    stick(s, "red", "l", "1412")
    assert british.Convert().price(s, ("convert", "1412", "red")) == "2 Sticks"


@pytest.mark.clause("ND-2.30", "ND-2.14")
def test_only_a_reduced_company_in_the_same_hex_is_reinforced() -> None:
    s = table(2)
    put(s, "7a", "1412")
    put(s, "7b", "1413", reduced=True)
    stick(s, "red", "p", "1412")
    put(s, "howard-1", "0613")
    stick(s, "red", "p", "0613")
    running(s, "b1")
    for word in ("1412", "0613"):
        refusal = british.may_try(s, at(word), land.RED)
        assert refusal is not None
        assert refusal.clause == "ND-2.22"
    s.reduced = changed(s.reduced, piece("howard-1"), 1)
    assert british.reduced_companies(s, at("1412"), land.RED) == []
    assert british.reduced_companies(s, at("0613"), land.RED) == [counters.HOWARD_1]


@pytest.mark.clause("ND-2.22", "ND-2.29")
def test_a_hex_is_tried_once_an_activation_and_known_sticks_only_if_they_make_something() -> None:
    s = table(2)
    for _ in range(2):
        stick(s, "red", "p", "1412", front=True)
    a, b = stick(s, "red", "p", "1513"), stick(s, "red", "l", "1513")
    converting(s)
    assert offers(s) == {"convert 1513 red", "done"}
    refusal = british.may_try(s, at("1412"), land.RED)
    assert refusal is not None
    assert refusal.clause == "ND-2.29"
    do(s, "convert 1513 red", "leave")
    assert s.choice is None  # it could still become a Company, but not in this activation
    assert (where(s, a), where(s, b)) == ("1513", "1513")


@pytest.mark.clause("ND-2.25", "ND-10.10")
def test_a_company_formed_on_a_destroyed_bridge_keeps_it_standing() -> None:
    s = table(2)
    bridge = land.OBJECTIVE_AT[at("3309")]
    s.destroyed = changed(s.destroyed, bridge, 1)
    a, b = stick(s, "green", "p", "3309"), stick(s, "green", "l", "3309")
    converting(s, "b2")
    do(s, "convert 3309 green", f"form {a} {b}")
    assert not s.broken[bridge]


@pytest.mark.clause("ND-2.49")
def test_an_advantage_does_not_reinforce() -> None:  # TV-114
    s = table(2)
    put(s, "7a", "1412", reduced=True)
    word = stick(s, "red", "adv", "1412")
    converting(s)
    do(s, "convert 1412 red")
    assert sides(s, "1412") == [("7a", True)]
    assert s.front[piece(word)]


@pytest.mark.clause("ND-2.55")
def test_the_other_brigade_does_not_reinforce() -> None:  # TV-115
    s = table(2)
    put(s, "7a", "1412", reduced=True)
    stick(s, "green", "p", "1412")
    running(s, "b1")
    refusal = british.may_try(s, at("1412"), land.GREEN)
    assert refusal is not None
    assert refusal.clause == "ND-2.55"


@pytest.mark.clause("ND-2.14")
def test_howard_1_is_reinforced_by_a_stick_of_any_colour() -> None:  # TV-116
    s = table(2)
    put(s, "howard-1", "0613", reduced=True)
    word = stick(s, "green", "p", "0613")
    converting(s, "b2")
    do(s, "convert 0613 green", f"reinforce howard-1 {word}")
    assert not s.reduced[piece("howard-1")]


@pytest.mark.clause("ND-2.57")
def test_an_advantage_does_not_reinforce_howard_1() -> None:
    s = table(2)
    put(s, "howard-1", "0613", reduced=True)
    put(s, "hq6", "0613")
    word = stick(s, "green", "adv", "0613")
    converting(s, "b2")
    do(s, "convert 0613 green")
    assert s.reduced[piece("howard-1")]
    assert s.front[piece(word)]


@pytest.mark.clause("ND-2.34", "ND-2.35")
def test_what_is_not_tried_stays_unknown() -> None:  # TV-117
    s = table(2)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "l", "1412")
    converting(s)
    do(s, "done")
    assert not s.front[piece(a)]
    assert not s.front[piece(b)]


@pytest.mark.clause("ND-2.56", "ND-2.36", "ND-2.8")
def test_revealed_sticks_may_be_left_uncombined_and_stay_revealed() -> None:
    s = table(2)
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "l", "1412")
    converting(s)
    do(s, "convert 1412 red", "leave")
    assert s.front[piece(a)]
    assert s.front[piece(b)]
    assert where(s, a) == "1412"
    # Tried once in an activation; in a later one it may be tried again, without a new revelation.
    s.tried = ()
    converting(s)
    do(s, "convert 1412 red", f"form {a} {b}")
    assert sides(s, "1412") == [("7a", True)]


def test_three_sticks_may_give_two_and_the_third_may_reinforce() -> None:  # Rulings A58, A62
    s = table(2)
    a, b, c = (stick(s, "red", kind, "1412") for kind in ("p", "l", "p"))
    converting(s)
    do(s, "convert 1412 red", f"form {a} {b}")
    assert offers(s) == {f"reinforce 7a {c}", "leave"}
    do(s, f"reinforce 7a {c}")
    assert sides(s, "1412") == [("7a", False)]


@pytest.mark.clause("ND-2.58")
def test_no_marker_is_placed_when_every_objective_has_one() -> None:  # TV-186
    s = table(2)
    for i in range(len(land.OBJECTIVES)):
        if land.PRINTED[i] < 0:
            s.marker = changed(s.marker, i, 0)
            s.marker_by = changed(s.marker_by, i, BY_BRITISH)
    before = s.marker
    a, b = stick(s, "red", "p", "1412"), stick(s, "red", "hq", "1412")
    converting(s)
    do(s, "convert 1412 red", f"form {a} {b}")
    assert sides(s, "1412") == [("7a", True)]
    assert s.marker == before


def test_no_counter_left_means_no_company_unless_the_limit_is_off() -> None:  # Ruling A20
    for limit, possible in (("on", False), ("off", True)):
        s = table(2, company_limit=limit)
        for company in counters.COMPANIES_OF[land.BLUE]:
            s.at[company] = land.HEXES + 1
        a, b = stick(s, "blue", "p", "1412", front=True), stick(s, "blue", "l", "1412", front=True)
        running(s, "b2")
        assert (("form", a, b) in british.combinations(s, at("1412"), land.BLUE)) is possible


# --- Howard -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-2.11")
def test_howard_1_never_moves() -> None:
    s = table(6)
    put(s, "howard-1", "0613")
    put(s, "7a", "1412")
    moving(s, "b1")
    assert "with howard-1" not in offers(s)
    refusal = reaching.immobile(s, counters.HOWARD_1)
    assert refusal is not None
    assert refusal.clause == "ND-2.11"


@pytest.mark.clause("ND-2.17")
def test_howard_2_stays_within_one_hex_of_howard_1() -> None:
    s = table(6)
    put(s, "howard-1", "0613")
    put(s, "howard-2", "0514")
    moving(s, "b1")
    do(s, "with howard-2")
    # 0614 is water; the others are the bridges, the dashed neighbours and the far bank.
    assert {o for o in offers(s) if o.startswith("go")} == {"go 0513", "go 0613", "go 0714", "go 0713"}
    s = table(6)
    put(s, "howard-2", "0415")  # after a retreat it must come nearer (Ruling A13)
    moving(s, "b1")
    do(s, "with howard-2")
    far = land.GRID.distance(at("0415"), land.H1)
    for option in offers(s):
        if option.startswith("go "):
            assert land.GRID.distance(at(option[3:]), land.H1) < far


@pytest.mark.clause("ND-2.17")
def test_howard_2_does_not_leave_its_leash_on_the_way_either() -> None:
    """The way from 0713 to 0714 around the German zone leads over 0813, two hexes from Howard-1."""
    s = table(6)
    put(s, "howard-2", "0713")
    put(s, "7a", "0713")
    german(s, "g01", "0613")
    assert land.GRID.distance(at("0813"), land.H1) == 2
    assert reaches(s, "7a", "b1")["0714"] == 2 + 2 + 2 + 1  # out of the zone, clear, by the road into the next one
    assert reaches(s, "howard-2", "b1") == {}
    s.turn = 2  # by night the zones are paid for, and the step is taken straight
    assert reaches(s, "howard-2", "b1") == {"0714": 4}


@pytest.mark.clause("ND-2.12", "ND-2.18", "ND-9.48")
def test_howard_1_never_advances_and_howard_2_within_its_leash() -> None:
    s = table(6)
    put(s, "howard-1", "0613")
    put(s, "howard-2", "0514")
    s.force, s.target = (counters.HOWARD_1, counters.HOWARD_2), at("0714")
    one, two = aftermath.may_advance(s, counters.HOWARD_1), aftermath.may_advance(s, counters.HOWARD_2)
    assert one is not None
    assert one.clause == "ND-2.12"
    assert two is None
    s.target = at("0415")
    two = aftermath.may_advance(s, counters.HOWARD_2)
    assert two is not None
    assert two.clause == "ND-2.18"


@pytest.mark.clause("ND-2.13", "ND-9.38")
def test_howard_1_never_retreats() -> None:
    s = table(6, dice=[3, 1])
    put(s, "howard-1", "0613")
    german(s, "g14", "0714")
    attacking(s, "g3")
    fight(s, "0613")  # AF 4 + 3, DF 5 + 1: one damage point, CR1, the British choose
    do(s, "retreat howard-1")
    assert where(s, "howard-1") == "0613"
    assert not s.reduced[piece("howard-1")]


@pytest.mark.clause("ND-2.19", "ND-5.24", "ND-5.38")
def test_howard_and_lovat_units_act_in_one_british_activation_a_turn() -> None:
    s = table(6)
    put(s, "howard-2", "0514")
    put(s, "lovat-1", "0108")
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    run(s, sequence.Activate(BRITISH), sequence.Activate(BRITISH))
    do(s, "activate b1", "with howard-2", "go 0513", "done")
    assert list(s.special_used) == [0, 1, 0, 0]
    assert s.activation == B2  # the one that was left
    assert "with howard-2" not in offers(s)
    assert "with lovat-1" in offers(s)
    refusal = sequence.may_act(s, piece("howard-2"))
    assert refusal is not None
    assert refusal.clause == "ND-5.24"
    s.agenda.clear()
    run(s, sequence.Turn())  # on the next turn it may act again
    assert not any(s.special_used)


# --- Advantages -------------------------------------------------------------------------------------------------------


def spending(s: NightDrop) -> NightDrop:
    """The start of the initiative."""
    return run(s, british.SpendAdvantage())


@pytest.mark.clause("ND-2.41", "ND-2.42", "ND-2.43")
def test_a_spent_advantage_gives_the_initiative_and_its_brigade_goes_first() -> None:  # TV-76
    s = table(4, dice=[1, 6])
    s.phasing = GERMAN
    word = stick(s, "red", "adv", "1412", front=True)
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    spending(s)
    assert offers(s) == {f"spend {word}", "pass"}
    do(s, f"spend {word}")
    assert s.phasing == BRITISH
    assert where(s, word) == "gone"
    assert s.activation == B1  # the only choice was taken


@pytest.mark.clause("ND-2.41")
def test_an_unknown_advantage_cannot_be_spent() -> None:
    s = table(4)
    word = stick(s, "red", "adv", "1412")
    assert british.spendable(s) == []
    s.front = changed(s.front, piece(word), 1)
    assert british.spendable(s) == [piece(word)]


@pytest.mark.clause("ND-5.14")
def test_equal_dice_give_the_german_a_patrol_even_so() -> None:  # TV-77
    s = table(4, dice=[6, 6])
    word = stick(s, "red", "adv", "1412", front=True)
    spending(s)
    do(s, f"spend {word}")
    assert s.phasing == BRITISH
    assert s.seat == "german"
    assert "patrol 1016" in offers(s)


@pytest.mark.clause("ND-2.44", "ND-2.46")
def test_an_advantage_killed_in_combat_owes_the_german_the_next_turn() -> None:
    s = table(4)
    word = stick(s, "red", "adv", "1412")
    german(s, "g01", "1413", covered=True)
    attacking(s, "g3")
    fight(s, "1412")
    assert s.owed == (5,)
    assert s.killed_advantages == (piece(word),)
    assert GAME.view(s, "british")["kind"][piece(word)] == counters.ADV
    s = table(5, dice=[6, 1])
    s.owed = (5,)
    run(s, sequence.Initiative(False))
    assert s.phasing == GERMAN
    assert not s.owed


@pytest.mark.clause("ND-2.45")
def test_two_killed_in_one_turn_owe_two_turns() -> None:  # TV-79
    s = table(4)
    stick(s, "red", "adv", "1412")
    stick(s, "green", "adv", "1412")
    german(s, "g01", "1413")
    attacking(s, "g3")
    fight(s, "1412")
    assert s.owed == (5, 6)


@pytest.mark.clause("ND-2.47", "ND-2.54")
def test_a_spend_against_a_claim_lets_the_dice_decide() -> None:  # TV-80
    s = table(6, dice=[5, 2])
    s.owed = (6,)
    put(s, "hq6", "1114")
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    spending(s)
    do(s, "spend hq6")
    assert s.phasing == BRITISH
    assert where(s, "hq6") == "gone"
    assert 6 not in s.owed
    while s.seat == "german":  # discovery
        do(s, "pass")
    assert offers(s) == {"activate b1", "activate b2"}


@pytest.mark.clause("ND-2.47")
def test_after_a_spend_against_a_claim_no_brigade_is_bound() -> None:  # Ruling A37
    s = table(4, dice=[5, 2])
    s.owed = (4,)
    word = stick(s, "red", "adv", "1412", front=True)
    put(s, "9a", "2710")
    spending(s)
    do(s, f"spend {word}")
    assert offers(s) == {"activate b1", "activate b2"}


@pytest.mark.clause("ND-2.53", "ND-2.54")
def test_the_division_hq_is_spent_like_an_advantage_and_binds_no_brigade() -> None:  # TV-81
    s = table(4, dice=[1, 2])
    s.phasing = GERMAN
    put(s, "hq6", "1114")
    spending(s)
    do(s, "spend hq6")
    assert s.phasing == BRITISH
    assert offers(s) == {"activate b1", "activate b2"}


@pytest.mark.clause("ND-2.53")
def test_the_division_hq_killed_in_combat_owes_a_turn_too() -> None:
    s = table(4)
    put(s, "hq6", "1114")
    german(s, "g01", "1115")
    attacking(s, "g3")
    fight(s, "1114")
    assert s.owed == (5,)


@pytest.mark.clause("ND-2.48", "ND-8.5")
def test_a_revealed_advantage_and_the_division_hq_never_move() -> None:  # TV-67
    s = table(6)
    word = stick(s, "red", "adv", "1412", front=True)
    hidden = stick(s, "red", "adv", "1513")
    put(s, "hq6", "1114")
    moving(s, "b1")
    assert f"with {word}" not in offers(s)
    assert "with hq6" not in offers(s)
    assert f"with {hidden}" in offers(s)  # Ruling A36: a refusal would tell what it is


@pytest.mark.clause("ND-2.50", "ND-2.52")
@pytest.mark.parametrize(
    ("near", "die", "stays"),
    [((), 6, False), ((), 5, True), (("1013",), 5, False), (("1013", "1013", "1013"), 4, True)],  # TV-82, TV-84, TV-86
)
def test_the_division_hq_is_placed_on_turn_3_and_may_be_lost(near: tuple[str, ...], die: int, stays: bool) -> None:
    s = table(3, dice=[die])
    for identity, cell in zip(("g01", "g02", "g03"), near, strict=False):
        german(s, identity, cell)
    run(s, british.DivisionArrives())
    assert where(s, "hq6") == ("1114" if stays else "dead")


@pytest.mark.clause("ND-2.51")
def test_a_german_in_its_hex_removes_the_division_hq_without_a_roll() -> None:  # TV-85
    s = table(3)
    german(s, "g01", "1114")
    run(s, british.DivisionArrives())
    assert where(s, "hq6") == "dead"
    assert not s.rolled


@pytest.mark.clause("ND-2.50")
def test_the_division_hq_comes_on_no_other_turn() -> None:
    s = table(4)
    run(s, british.DivisionArrives())
    assert where(s, "hq6") == "off"


@pytest.mark.clause("ND-2.32")
def test_all_sticks_of_a_hex_are_proposed_as_one_company_and_nothing_where_several_could_be_made() -> None:
    s = table(2)
    three = [stick(s, "red", kind, "1412") for kind in ("p", "p", "l")]
    converting(s)
    do(s, "convert 1412 red")
    assert s.choice is not None
    assert set(s.choice.propose(s)) == {"form", *three}
    s = table(2)
    for kind in ("p", "p", "l", "p"):
        stick(s, "red", kind, "1412")
    converting(s)
    do(s, "convert 1412 red")
    assert s.choice is not None
    assert s.choice.propose(s) == ()
