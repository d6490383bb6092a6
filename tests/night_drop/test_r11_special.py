"""Chapter 11: length of the game, Lord Lovat, the Merville battery."""

import pytest

from sandtable.games.night_drop.box import land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r11_special as special
from sandtable.games.night_drop.state import changed
from tests.kit import do, run
from tests.night_drop.table import at, german, moving, offers, piece, put, stick, table, where


@pytest.mark.clause("ND-11.1", "ND-11.2", "ND-11.3")
@pytest.mark.parametrize(
    ("turn", "dice", "stops"),
    [(8, (), False), (9, (4,), False), (9, (5,), True), (10, (3,), False), (10, (4,), True), (11, (), True)],
)
def test_when_the_game_ends(turn: int, dice: tuple[int, ...], stops: bool) -> None:  # TV-159, TV-160, TV-161
    s = table(turn, dice=(*dice, 1, 6, 6, 6))
    put(s, "7a", "1412")
    put(s, "9a", "2710")
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
    run(s, special.Length())
    assert bool(s.over) is stops
    assert (s.turn == turn) is stops


def test_the_night_ends_after_turn_4() -> None:
    s = table(4, scenario="night-only")
    run(s, special.Length())
    assert s.over


@pytest.mark.clause("ND-11.4", "ND-11.5")
@pytest.mark.parametrize(("turn", "die", "comes"), [(10, 4, False), (10, 5, True), (11, 2, False), (11, 3, True)])
def test_when_lovat_comes(turn: int, die: int, comes: bool) -> None:  # TV-162
    s = table(turn, dice=[die])
    run(s, special.Lovat())
    assert (s.choice is not None) is comes


@pytest.mark.clause("ND-11.6")
def test_lovats_units_are_placed_apart() -> None:
    s = table(10, dice=[5])
    run(s, special.Lovat())
    assert offers(s) == {"place 0107", "place 0108", "place 0308"}
    do(s, "place 0108")
    assert offers(s) == {"place 0107", "place 0308"}
    do(s, "place 0308")
    assert (where(s, "lovat-1"), where(s, "lovat-2")) == ("0108", "0308")


@pytest.mark.clause("ND-11.4", "ND-11.5")
def test_lovat_does_not_roll_before_turn_10_nor_when_he_is_there() -> None:  # TV-164
    s = table(9)
    run(s, special.Lovat())
    assert not s.rolled
    s = table(11)
    put(s, "lovat-1", "0108")
    put(s, "lovat-2", "0107")
    run(s, special.Lovat())
    assert not s.rolled


@pytest.mark.clause("ND-11.6")
def test_lovat_stacks_or_waits_when_germans_hold_his_hexes() -> None:  # Ruling A51
    s = table(10, dice=[6])
    german(s, "g01", "0107")
    german(s, "g02", "0108")
    run(s, special.Lovat())
    assert (where(s, "lovat-1"), where(s, "lovat-2")) == ("0308", "0308")
    s = table(10, dice=[6])
    units = [german(s, identity, cell) for identity, cell in (("g01", "0107"), ("g02", "0108"), ("g03", "0308"))]
    run(s, special.Lovat())
    assert where(s, "lovat-1") == "off"
    s.at[piece(units[0])] = at("0117")
    s.turn = 11
    run(s, special.Lovat())
    assert not s.rolled
    assert where(s, "lovat-1") == "0107"


@pytest.mark.clause("ND-11.7")
def test_lovat_acts_on_the_turn_he_enters() -> None:
    s = table(10)
    put(s, "lovat-1", "0108")
    put(s, "9a", "2710")
    for activation in ("b1", "b2"):
        moving(s, activation)
        assert "with lovat-1" in offers(s)
    assert sequence.may_act(s, piece("lovat-1")) is None


@pytest.mark.clause("ND-11.9", "ND-11.10")
def test_a_british_unit_in_the_battery_is_shelled_on_a_6() -> None:  # TV-154
    s = table(5, dice=[5])
    put(s, "9a", "2306")
    run(s, special.Merville())
    assert s.rolled == [5]
    s = table(5, dice=[6, 1, 3, 1])
    put(s, "9a", "2306")
    run(s, special.Merville())
    assert s.rolled == [6, 1, 3, 1]  # 4 against 1 + 3: nothing
    assert (where(s, "9a"), s.reduced[piece("9a")]) == ("2306", 0)
    assert s.choice is None


@pytest.mark.clause("ND-11.10", "ND-11.11")
def test_shells_give_damage_points_like_combat() -> None:  # TV-155, TV-156
    s = table(5, dice=[6, 4, 5, 2])
    put(s, "9a", "2306")
    run(s, special.Merville())  # 9 - 5: CR3 and CR1
    assert s.reduced[piece("9a")]
    assert s.seat == "british"
    assert offers(s) == {"loss 9a", "retreat 9a"}
    do(s, "retreat 9a")  # two hexes, one for each result, anywhere: there is no enemy Point unit (Ruling A22)
    assert offers(s) == {f"to {land.HEX_NAME[cell]}" for cell in land.AROUND[land.BATTERY]}
    do(s, "to 2305", "to 2304")
    assert where(s, "9a") == "2304"
    s = table(5, dice=[6, 6, 6, 1])
    put(s, "9a", "2306")
    run(s, special.Merville())  # 8 points: CR3, CR3, CR2
    assert where(s, "9a") == "dead"
    assert s.choice is None


@pytest.mark.clause("ND-11.10")
def test_any_shell_kills_a_stick_unseen() -> None:  # Ruling A22
    s = table(5, dice=[6, 1, 4, 1])  # one damage point: nobody is asked whether it would rather retreat
    word = stick(s, "green", "hq", "2306")
    run(s, special.Merville())
    assert where(s, word) == "dead"
    assert s.choice is None
    assert GAME.view(s, "german")["kind"][piece(word)] == -1


@pytest.mark.clause("ND-11.12", "ND-11.13")
@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True), (6, True)])
def test_the_garrison_returns_to_an_empty_battery_on_5_or_6(die: int, back: bool) -> None:  # TV-157
    s = table(5, dice=[die])
    s.at[piece("garrison")] = land.HEXES + 1
    s.reduced = changed(s.reduced, piece("garrison"), 1)
    s.control = changed(s.control, land.BATTERY_OBJECTIVE, 1)
    run(s, special.Merville())
    assert where(s, "garrison") == ("2306" if back else "dead")
    assert bool(s.control[land.BATTERY_OBJECTIVE]) is not back
    if back:
        assert not s.reduced[piece("garrison")]


@pytest.mark.clause("ND-11.14")
def test_one_roll_a_turn_by_the_state_of_the_hex_when_the_turn_starts() -> None:  # TV-184
    s = table(5, dice=[6, 6, 6, 1])
    put(s, "9a", "2306")
    run(s, special.Merville())
    assert where(s, "9a") == "dead"
    assert len(s.rolled) == 4  # no roll for the garrison in the same turn
    s = table(5)
    german(s, "g01", "2306")
    run(s, special.Merville())
    assert not s.rolled
