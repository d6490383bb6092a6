"""Chapters 3 and 7: Unknown markers, and stacking."""

import pytest

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r03_german as units
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.state import BRITISH, GERMAN
from tests.kit import do, run
from tests.night_drop.table import at, attacking, fight, german, moving, offers, piece, put, stick, table, where


@pytest.mark.clause("ND-3.6")
def test_a_german_unit_loses_its_cover_when_it_fights_a_company() -> None:
    for attacker in ("british", "german"):
        s = table(6, dice=[3, 3])
        unit = german(s, "g14", "1613", covered=True)
        put(s, "7a", "1614")
        attacking(s, "b1" if attacker == "british" else "g3")
        fight(s, "1613" if attacker == "british" else "1614")
        assert not s.cover[piece(unit) - counters.FIRST_GERMAN]
        assert GAME.view(s, "british")["identity"][0] == counters.IDENTITY.index("g14")
        assert GAME.view(s, None)["identity"][0] == counters.IDENTITY.index("g14")


@pytest.mark.clause("ND-3.7")
def test_a_german_unit_that_attacks_sticks_alone_keeps_its_cover() -> None:
    s = table(6)
    unit = german(s, "g14", "1613", covered=True)
    stick(s, "red", "p", "1614")
    attacking(s, "g3")
    fight(s, "1614")
    assert s.cover[piece(unit) - counters.FIRST_GERMAN]
    assert GAME.view(s, "british")["identity"][0] == -1


@pytest.mark.clause("ND-3.9")
def test_a_company_among_the_sticks_uncovers() -> None:
    s = table(6, dice=[3, 3])
    unit = german(s, "g14", "1613", covered=True)
    put(s, "7a", "1614")
    stick(s, "red", "p", "1614")
    attacking(s, "g3")
    fight(s, "1614")
    assert not s.cover[piece(unit) - counters.FIRST_GERMAN]


@pytest.mark.clause("ND-3.8")
def test_a_patrol_has_no_cover_to_lose() -> None:
    s = table(6)
    put(s, "patrol-1", "1614")
    units.uncover(s, (piece("patrol-1"), piece("garrison")))
    assert not any(s.cover)
    assert s.revealed == ""


# --- stacking ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-7.1", "ND-7.3", "ND-7.4")
def test_the_owner_removes_what_is_over_three() -> None:
    s = table(6)
    a, b = stick(s, "red", "p", "1412"), stick(s, "green", "p", "1412")
    put(s, "7a", "1412")
    put(s, "9a", "1412", reduced=True)
    run(s, stacking.CheckStacks())
    assert s.seat == "british"
    assert offers(s) == {f"remove {a}", f"remove {b}", "remove 7a", "remove 9a"}
    do(s, f"remove {b}")
    assert where(s, b) == "dead"
    assert s.choice is None
    assert GAME.view(s, "german")["kind"][piece(b)] == -1


@pytest.mark.clause("ND-7.4", "ND-7.5")
def test_the_check_covers_both_sides_and_a_patrol_counts_one() -> None:
    s = table(6)
    for identity in ("g01", "g02", "g03"):
        german(s, identity, "1016")
    put(s, "patrol-1", "1016")
    assert stacking.first_surplus(s, BRITISH) == -1
    assert stacking.first_surplus(s, GERMAN) == at("1016")
    run(s, stacking.CheckStacks())
    assert s.seat == "german"
    do(s, "remove patrol-1")
    assert where(s, "patrol-1") == "dead"


@pytest.mark.clause("ND-7.2")
def test_a_full_hex_may_be_crossed_and_is_checked_after_the_activation_only() -> None:
    s = table(6)
    for word in ("7a", "7b", "7c"):
        put(s, word, "1412")
    put(s, "12a", "1411")
    moving(s, "b1")
    do(s, "with 12a", "go 1412", "go 1413", "done")
    assert s.choice is None
    assert where(s, "12a") == "1413"


@pytest.mark.clause("ND-7.2", "ND-7.3")
def test_ending_in_a_full_hex_costs_a_unit() -> None:
    s = table(6)
    for word in ("7a", "7b", "7c"):
        put(s, word, "1412")
    put(s, "12a", "1411")
    moving(s, "b1")
    do(s, "with 12a", "go 1412", "done")
    assert offers(s) == {"remove 7a", "remove 7b", "remove 7c", "remove 12a"}


@pytest.mark.clause("ND-7.6", "ND-11.8")
def test_the_battery_holds_one_unit() -> None:
    assert stacking.limit(land.BATTERY) == 1
    s = table(6)
    put(s, "9a", "2306")
    put(s, "9b", "2306")
    run(s, stacking.CheckStacks())
    assert offers(s) == {"remove 9a", "remove 9b"}


@pytest.mark.clause("ND-7.1", "ND-7.3")
def test_a_hex_that_would_hold_too_many_asks_before_anybody_goes_there_and_the_end_says_so() -> None:
    s = table(2)
    for _ in range(3):
        stick(s, "red", "p", "1412")
    late = stick(s, "red", "l", "1413")
    moving(s, "b1")
    do(s, f"with {late}")
    seen = GAME.seen(s, "british")
    ways = {action[1]: one for action, one in zip(seen.options, seen.forecasts, strict=True) if action[0] == "go"}
    full = ways.pop("1412")
    assert (full.text, full.asks, full.gathers) == ("4 units there and 3 may stay", True, False)
    assert {(one.text, one.asks, one.gathers) for one in ways.values()} == {("", False, True)}
    do(s, "go 1412")
    assert "3 may stay" in GAME.seen(s, "british").reading(("done",))
    do(s, "done")
    assert GAME.seen(s, "british").prompt.text == "4 units in {1412}, and 3 may stay: which one is lost?"
