"""Chapter 9: combat. By day unless said; 1613 and its neighbours 1612, 1713, 1714, 1513 and 1514 are open ground."""

import pytest

from sandtable import legal, play
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r09_aftermath as aftermath
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.state import BRITISH, GERMAN, NOBODY, NightDrop, changed
from sandtable.kernel.odds import explore
from tests.kit import do, run, said, through
from tests.night_drop.table import at, attacking, fight, german, offers, piece, put, running, stick, table, where

NIGHT, DAY = 2, 6


def loser(s: NightDrop, points: int, *words: str, away: str = "") -> NightDrop:
    """Units that have just lost with so many damage points; the first is the Point, the winner is the other side."""
    pieces = tuple(sorted(piece(word) for word in words))
    side = BRITISH if pieces[0] < counters.FIRST_GERMAN else GERMAN
    if away:
        s.at[piece("patrol-1" if side == BRITISH else "13c")] = at(away)
    enemy = piece("patrol-1" if side == BRITISH else "13c") if away else NOBODY
    combat.begin_results(s, 1 - side, pieces, piece(words[0]), enemy, points)
    return run(s)


# --- declaring --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-9.1", "ND-9.2", "ND-9.4")
def test_hexes_next_to_one_defending_hex_attack_all_units_in_it() -> None:
    s = table(DAY, dice=[1, 1])
    put(s, "7a", "1513")
    put(s, "7b", "1714")
    put(s, "7c", "1509")
    german(s, "g01", "1613")
    german(s, "g04", "1613")
    attacking(s, "b1")
    do(s, "attack 1613")
    assert offers(s) == {"with 7a", "with 7b"}
    do(s, "with 7a", "with 7b")
    assert s.target == at("1613")
    assert s.force == (piece("7a"), piece("7b"))
    assert [counters.PIECE_NAME[p] for p in combat.defenders(s)] == ["u1", "u2"]
    refusal = declaring.may_attack(s, piece("7c"), at("1613"))
    assert refusal is not None
    assert refusal.clause == "ND-9.2"


@pytest.mark.clause("ND-9.3")
def test_by_night_attackers_hexes_adjoin_one_another() -> None:  # TV-132
    for turn, allowed in ((NIGHT, False), (DAY, True)):
        s = table(turn)
        put(s, "7a", "1513")
        put(s, "7b", "1714")  # on the other side of 1613
        german(s, "g01", "1613")
        force = (piece("7a"), piece("7b"))
        assert (declaring.may_stand(running(s, "b1"), force) is None) is allowed
        attacking(s, "b1")
        do(s, "attack 1613", "with 7a")
        if allowed:
            assert offers(s) == {"with 7b", "fight"}
        else:
            assert s.force == (piece("7a"),)  # nobody could join, so the fight began
    # A chain of three hexes is connected, though its ends do not touch (Ruling A19).
    s = table(NIGHT)
    for word, cell in (("7a", "1513"), ("7b", "1714"), ("7c", "1514"), ("12a", "1614")):
        put(s, word, cell)
    german(s, "g01", "1613")
    chain = tuple(piece(word) for word in ("7a", "7b", "7c", "12a"))
    assert declaring.may_stand(running(s, "b1"), chain) is None
    s.options = {**s.options, "night_adjacency": "pairwise"}
    assert declaring.may_stand(s, chain) is not None
    assert declaring.may_stand(s, (piece("7a"), piece("7c"))) is None


@pytest.mark.clause("ND-9.3")
def test_a_link_of_the_chain_is_offered_only_if_it_can_still_be_joined() -> None:
    s = table(NIGHT)
    for word, cell in (("7a", "1513"), ("7b", "1714"), ("7c", "1514"), ("12a", "1614")):
        put(s, word, cell)
    german(s, "g01", "1613")
    attacking(s, "b1")
    do(s, "attack 1613", "with 7a")
    assert "with 7b" in offers(s)  # 7c and 12a can still join the two
    do(s, "with 7b")
    # The two ends do not touch: both links between them are the only way on, and the rules take it.
    assert s.force == tuple(piece(word) for word in ("7a", "7b", "7c", "12a"))
    s = table(NIGHT)
    for word, cell in (("7a", "1513"), ("7b", "1714"), ("7c", "1514")):
        put(s, word, cell)
    german(s, "g01", "1613")
    attacking(s, "b1")
    do(s, "attack 1613", "with 7a")
    assert offers(s) == {"with 7c", "fight"}  # nobody can join 7b to 7a any more


@pytest.mark.clause("ND-9.3", "ND-5.37")
def test_by_night_the_german_may_count_on_links_that_he_can_still_activate() -> None:
    """Ends at 1513 and 1714, links at 1514 and 1614: the chain needs both."""
    for allowance, acted, possible in (
        (2, (), False),
        (4, (), True),
        (3, (2,), True),
        (2, (2, 3), True),
        (2, (2,), False),
    ):
        s = table(NIGHT)
        units = [german(s, counters.IDENTITY[n], cell) for n, cell in enumerate(("1513", "1714", "1514", "1614"))]
        put(s, "7a", "1613")
        running(s, "g3", allowance)
        for number in acted:
            s.acted[piece(units[number])] = 1
        found = declaring.may_enlist(s, at("1613"), (piece(units[0]),), piece(units[1]))
        assert (found is None) is possible, (allowance, acted)


@pytest.mark.clause("ND-9.5")
def test_a_defence_value_of_nothing_is_a_value() -> None:
    s = table(DAY)
    put(s, "patrol-1", "1613")
    s.force, s.target, s.defence_point = (piece("7a"),), at("1613"), piece("patrol-1")
    assert combat.defence_factor(s) == 0


@pytest.mark.clause("ND-9.6", "ND-9.30")
def test_units_without_attack_value_and_sticks_do_not_attack() -> None:  # TV-131
    s = table(DAY)
    put(s, "7a", "1513")
    word = stick(s, "red", "p", "1513")
    german(s, "g01", "1613")
    attacking(s, "b1")
    refusal = declaring.may_attack(s, piece(word), at("1613"))
    assert refusal is not None
    assert refusal.clause == "ND-9.30"
    s = table(DAY)
    put(s, "garrison", "2306")
    put(s, "9a", "2307")
    refusal = declaring.may_attack(running(s, "g3"), piece("garrison"), at("2307"))
    assert refusal is not None
    assert refusal.clause == "ND-9.6"


@pytest.mark.clause("ND-9.7")
def test_combat_is_never_compulsory() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    german(s, "g01", "1613")
    attacking(s, "b1")
    assert "done" in offers(s)


@pytest.mark.clause("ND-9.8", "ND-9.9")
def test_h1_is_not_attacked_through_its_dashed_sides_nor_attacks_through_them() -> None:  # TV-134
    s = table(DAY)
    put(s, "howard-1", "0613")
    unit = german(s, "g01", "0713")
    refusal = declaring.may_attack(running(s, "b1"), counters.HOWARD_1, at("0713"))
    assert refusal is not None
    assert refusal.clause == "ND-9.8"
    refusal = declaring.may_attack(running(s, "g3"), piece(unit), at("0613"))
    assert refusal is not None
    assert refusal.clause == "ND-9.8"
    s.at[piece(unit)] = at("0714")
    assert declaring.may_attack(running(s, "g3"), piece(unit), at("0613")) is None
    assert declaring.may_attack(running(s, "b1"), counters.HOWARD_1, at("0714")) is None


@pytest.mark.clause("ND-9.10", "ND-9.11")
def test_only_active_units_attack_and_brigades_never_together() -> None:  # TV-142
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "9a", "1513")
    put(s, "8a", "1514")
    german(s, "g01", "1613")
    running(s, "b1")
    refusal = declaring.may_attack(s, piece("9a"), at("1613"))
    assert refusal is not None
    assert refusal.clause == "ND-9.11"
    running(s, "b2")
    assert declaring.may_attack(s, piece("9a"), at("1613")) is None
    assert declaring.may_attack(s, piece("8a"), at("1613")) is None
    assert declaring.attackers(s, at("1613")) == [piece("9a"), piece("8a")]


@pytest.mark.clause("ND-9.10")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:  # Ruling A17
    for multi in ("off", "on"):
        s = table(DAY, dice=[3, 5], multi_attack=multi)  # AF 4 + 3, DF 3 + 5: the attacker loses one point
        put(s, "7a", "1513")
        put(s, "7b", "1514")
        put(s, "7c", "1612")
        german(s, "g01", "1613")
        attacking(s, "b1")
        do(s, "attack 1613", "with 7a", "fight", "loss 7a")
        running(s, "b1")
        refusal = declaring.may_attack(s, piece("7a"), at("1613"))
        assert refusal is not None
        assert refusal.clause == "ND-9.10"
        assert (declaring.may_be_attacked(running(s, "b1"), at("1613")) is None) is (multi == "on")


@pytest.mark.clause("ND-9.45")
def test_howard_and_lovat_join_the_attack_of_a_brigade() -> None:
    s = table(DAY)
    put(s, "howard-1", "0613")
    put(s, "lovat-1", "0714")
    put(s, "7a", "0814")
    german(s, "g01", "0715")
    running(s, "b1")
    assert declaring.attackers(s, at("0715")) == [piece("7a"), piece("lovat-1")]
    assert declaring.may_attack(s, piece("lovat-1"), at("0715")) is None


# --- factors and dice -------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-9.12", "ND-9.13", "ND-9.16", "ND-9.19")
def test_three_companies_against_two_units_in_the_open() -> None:  # TV-119
    s = table(DAY, dice=[3, 2])
    for word in ("7a", "7b", "7c"):
        put(s, word, "1513")
    german(s, "g01", "1613")
    german(s, "g04", "1613")
    attacking(s, "b1")
    do(s, "attack 1613", "with 7a", "with 7b", "with 7c")
    assert s.seat == "british"  # the attacker names his Point first
    reckoned = GAME.seen(s, "british").reckoning(("point", "7a"))
    assert reckoned == "Attack 6 (4 + 2 others) against defence 4 (3 + 1 other), each with a die"
    do(s, "point 7a")
    assert s.seat == "german"
    events = do(s, "point u1")
    assert said(events, "ND-9.16") == ["Attack 6 (4 + 2 others) + 3, defence 4 (3 + 1 other) + 2"]
    assert s.reduced[piece("u1")]
    assert s.retreats[piece("u1")] == 1
    assert not s.reduced[piece("u2")]
    place = next(iter(sorted(offers(s))))
    do(s, place)
    assert where(s, "u1") == place.split()[1]
    assert where(s, "u2") == "1613"
    assert where(s, "7a") == "1513"  # no advance: the other unit is still there


@pytest.mark.clause("ND-9.13")
def test_terrain_of_the_defending_hex_counts() -> None:
    for cell, added in (("1613", 0), ("1614", 1), ("1816", 1), ("2306", 3), ("0613", 1), ("2918", 0)):
        s = table(DAY)
        german(s, "g01", cell)
        s.force, s.target, s.defence_point = (piece("7a"),), at(cell), piece("u1")
        assert combat.defence_factor(s) == 3 + added


@pytest.mark.clause("ND-9.14", "ND-9.15")
def test_the_attacker_names_his_point_first_and_a_stick_counts_nothing() -> None:
    s = table(DAY, dice=[1, 1])
    put(s, "7a", "1614")
    put(s, "7b", "1614", reduced=True)
    stick(s, "red", "p", "1614")
    german(s, "g14", "1613")
    attacking(s, "g3")
    do(s, "attack 1614")
    assert s.attack_point == piece("u1")
    assert s.seat == "british"
    assert offers(s) == {"point 7a", "point 7b"}
    s.defence_point = piece("7a")
    assert combat.defence_factor(s) == 3 + 1 + 1  # the other Company and the village


@pytest.mark.clause("ND-9.49")
def test_both_sides_are_told_each_point_unit_as_it_is_named() -> None:
    s = table(DAY, dice=[1, 1])
    put(s, "7a", "1513")
    put(s, "7b", "1513", reduced=True)
    german(s, "g01", "1613")
    german(s, "g04", "1613")
    attacking(s, "b1")

    def led_by() -> list[list[str]]:
        scenes = [GAME.scene(GAME.view(s, reader)) for reader in ("british", "german", None)]
        return [[p["id"] for p in scene["pieces"] if "point" in p["marks"]] for scene in scenes]

    do(s, "attack 1613", "with 7a", "with 7b")  # everybody: they fight
    assert led_by() == [[]] * 3
    (told,) = [event for event in do(s, "point 7b") if event.clause == "ND-9.49"]
    assert told.text == "{7b} leads the attack as Point unit"
    assert told.seen_by is None
    assert s.seat == "german"  # he names his own after he was told
    assert led_by() == [["7b"]] * 3
    assert GAME.prompt(GAME.view(s, "german")).text.startswith("{7b} leads the attack.")
    events = do(s, "point u2")
    assert events[0].text == "{u2} leads the defence as Point unit"
    assert events[0].seen_by is None
    assert s.choice is None or not isinstance(s.choice, combat.NamePoint)


def test_nobody_is_a_point_unit_once_the_combat_is_over() -> None:
    s = table(DAY, dice=[1, 1])
    put(s, "7a", "1513")
    put(s, "7b", "1714")
    german(s, "g01", "1613")
    german(s, "g02", "1509")
    german(s, "g03", "1510")
    attacking(s, "b1")
    fight(s, "1613", "7a", "7b")
    while s.choice is not None and not isinstance(s.choice, declaring.Attack):
        play(s, legal(s)[0])
    assert (s.target, s.force, s.attack_point, s.defence_point) == (NOBODY, (), NOBODY, NOBODY)


@pytest.mark.clause("ND-9.17")
def test_equal_totals_do_nothing_but_covers_are_off() -> None:  # TV-120, Ruling A65
    s = table(DAY, dice=[4, 5])  # AF 4 + 4, DF 3 + 5
    put(s, "7a", "1513")
    german(s, "g01", "1613", covered=True)
    attacking(s, "b1")
    events = do(s, "attack 1613")
    assert said(events, "ND-9.17")
    assert not s.cover[0]
    assert (where(s, "7a"), where(s, "u1")) == ("1513", "1613")
    assert not any(s.reduced)


@pytest.mark.clause("ND-9.16", "ND-9.23")
def test_an_attacker_may_lose() -> None:  # TV-121
    s = table(DAY, dice=[2, 4])  # AF 4 + 2, DF 3 + 4
    put(s, "7a", "1513")
    german(s, "g01", "1613")
    attacking(s, "b1")
    do(s, "attack 1613")
    assert s.seat == "british"
    assert offers(s) == {"loss 7a", "retreat 7a"}


@pytest.mark.clause("ND-9.18")
@pytest.mark.parametrize(
    ("points", "results"),
    [
        (0, ()), (1, (1,)), (2, (2,)), (3, (3,)), (4, (3, 1)), (5, (3, 2)), (6, (3, 3)), (7, (3, 3, 1)), (8, (3, 3, 2)),
        (9, (3, 3, 3)),
    ],
)  # fmt: skip
def test_damage_becomes_results_with_the_highest_indexes(points: int, results: tuple[int, ...]) -> None:  # TV-3 to TV-5
    assert combat.results_of(points) == results


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-9.20", "ND-9.21")
def test_each_further_result_hits_another_unit_of_the_losers_choice() -> None:  # TV-5, TV-124
    s = table(DAY)
    for word in ("7a", "7b", "7c"):
        put(s, word, "1513")
    loser(s, 7, "7b", "7a", "7c", away="1613")
    assert s.reduced[piece("7b")]  # CR3 on the Point
    assert s.seat == "british"
    assert offers(s) == {"hit 7a", "hit 7c"}
    do(s, "hit 7c")
    assert s.reduced[piece("7c")]
    assert offers(s) == {"loss 7a", "retreat 7a"}  # CR1 on the third
    s = table(DAY)
    for word in ("7a", "7b"):
        put(s, word, "1513")
    loser(s, 4, "7a", "7b", away="1613")
    assert offers(s) == {"loss 7b", "retreat 7b"}


@pytest.mark.clause("ND-9.22")
def test_all_results_hit_the_only_loser() -> None:  # TV-6
    s = table(DAY)
    put(s, "7a", "1513")
    loser(s, 4, "7a", away="1613")
    assert s.reduced[piece("7a")]
    assert offers(s) == {"loss 7a", "retreat 7a"}
    assert s.hits[piece("7a")] == 2


@pytest.mark.clause("ND-9.24")
def test_cr2_is_the_winners_choice() -> None:  # TV-125, TV-126
    for words, reduced in (("retreat 7a", False), ("loss 7a", True)):
        s = table(DAY)
        put(s, "7a", "1513")
        loser(s, 2, "7a", away="1613")
        assert s.seat == "german"
        do(s, words)
        assert bool(s.reduced[piece("7a")]) is reduced
        if not reduced:
            assert s.seat == "british"
            do(s, "to 1412")
            assert where(s, "7a") == "1412"


@pytest.mark.clause("ND-9.25", "ND-9.26", "ND-9.27")
def test_two_cr3_reduce_and_then_kill() -> None:  # TV-122
    s = table(DAY, dice=[6, 1])  # AF 4 + 6, DF 3 + 1
    put(s, "7a", "1513")
    german(s, "g14", "1613")
    attacking(s, "g3")
    do(s, "attack 1513")
    assert where(s, "7a") == "dead"
    assert where(s, "u1") == "1513"  # the Point advances


@pytest.mark.clause("ND-9.28", "ND-3.2", "ND-3.3", "ND-2.15")
def test_one_step_units_die_of_their_first_loss() -> None:  # TV-127
    s = table(DAY)
    put(s, "howard-2", "0514")
    german(s, "g06", "1613")
    put(s, "patrol-1", "1320")
    for word in ("howard-2", "u1", "patrol-1"):
        combat.lose_step(s, piece(word))
        assert where(s, word) == "dead"
    s = table(DAY)
    german(s, "g01", "1613")
    combat.lose_step(s, piece("u1"))
    assert where(s, "u1") == "1613"
    assert s.reduced[piece("u1")]


@pytest.mark.clause("ND-9.29")
def test_results_left_when_all_are_dead_are_lost() -> None:
    s = table(DAY)
    put(s, "7a", "1513", reduced=True)
    loser(s, 9, "7a", away="1613")
    assert where(s, "7a") == "dead"
    assert s.choice is None
    assert said(s.events, "ND-9.29") == ["Nobody is left to take the CR3: it is lost"] * 2


@pytest.mark.clause("ND-9.39", "ND-9.40", "ND-9.38")
def test_a_unit_without_movement_ignores_retreats() -> None:  # TV-7, TV-8, TV-9, TV-144
    s = table(DAY)
    put(s, "garrison", "2306")
    loser(s, 1, "garrison", away="2307")
    assert s.seat == "german"
    events = do(s, "retreat garrison")
    assert said(events, "ND-9.39") == ["{garrison} never retreats: the CR1 has no effect"]
    assert (where(s, "garrison"), s.reduced[piece("garrison")]) == ("2306", 0)
    s = table(DAY)
    put(s, "garrison", "2306")
    loser(s, 2, "garrison", away="2307")
    assert s.seat == "british"
    do(s, "loss garrison")
    assert (where(s, "garrison"), s.reduced[piece("garrison")]) == ("2306", 1)
    s = table(DAY)
    put(s, "garrison", "2306")
    loser(s, 3, "garrison", away="2307")
    assert (where(s, "garrison"), s.reduced[piece("garrison")]) == ("2306", 1)
    assert s.choice is None
    s = table(DAY)
    put(s, "patrol-2", "1320")
    loser(s, 2, "patrol-2", away="1321")
    do(s, "loss patrol-2")
    assert where(s, "patrol-2") == "dead"


def test_the_battery_against_two_companies() -> None:  # TV-145
    s = table(DAY, dice=[4, 1])
    put(s, "garrison", "2306")
    put(s, "9a", "2307")
    put(s, "9b", "2307")
    attacking(s, "b2")
    do(s, "attack 2306", "with 9a", "with 9b", "point 9a")
    assert s.reduced[piece("garrison")]
    assert s.seat == "german"
    do(s, "retreat garrison")  # the CR1 is void
    assert where(s, "garrison") == "2306"


# --- Sticks -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-9.31", "ND-9.33")
def test_sticks_alone_die_without_dice_and_the_german_alone_sees_them() -> None:  # TV-129
    s = table(NIGHT)
    a, b = stick(s, "red", "p", "1513"), stick(s, "red", "hq", "1513")
    german(s, "g14", "1613", covered=True)
    attacking(s, "g3")
    events = do(s, "attack 1513")
    assert (where(s, a), where(s, b)) == ("dead", "dead")
    assert not s.rolled
    assert s.cover[0]
    assert where(s, "u1") == "1513"  # the Point advances (Ruling A23)
    assert GAME.view(s, "german")["kind"][piece(b)] == counters.HQ
    assert GAME.view(s, "british")["kind"][piece(b)] == -1
    assert all(event.seen_by == ("german",) for event in events if event.clause == "ND-9.33")
    assert s.revealed == "the German looked at Sticks"  # so nobody takes the attack back
    s = table(NIGHT, stick_kill_advance="off")
    stick(s, "red", "p", "1513")
    german(s, "g14", "1613")
    attacking(s, "g3")
    do(s, "attack 1513")
    assert where(s, "u1") == "1613"


@pytest.mark.clause("ND-9.32")
def test_sticks_whose_company_retreats_or_dies_are_lost() -> None:  # TV-130
    s = table(DAY)
    put(s, "7a", "1513")
    a, b = stick(s, "red", "p", "1513"), stick(s, "red", "l", "1513")
    german(s, "g14", "1613")
    s.force, s.target = (piece("u1"),), at("1513")
    s.attack_point, s.defence_point = piece("u1"), piece("7a")
    combat.begin_results(s, GERMAN, (piece("7a"),), piece("7a"), piece("u1"), 2)
    s.then(aftermath.AbandonedSticks((at("1513"),)))
    run(s)
    do(s, "retreat 7a", "to 1412")
    assert (where(s, a), where(s, b)) == ("dead", "dead")
    assert GAME.view(s, "german")["kind"][piece(b)] == counters.L


@pytest.mark.clause("ND-9.32")
def test_attackers_sticks_are_lost_too_unless_the_option_says_otherwise() -> None:  # Ruling A24
    for value, state in (("on", "dead"), ("off", "1513")):
        s = table(DAY, dice=[1, 3], attacker_sticks=value)  # AF 4 + 1, DF 3 + 3
        put(s, "7a", "1513")
        word = stick(s, "red", "p", "1513")
        german(s, "g01", "1613")
        attacking(s, "b1")
        do(s, "attack 1613", "retreat 7a", "to 1412")
        assert where(s, word) == state


# --- retreats ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ND-9.34")
def test_a_retreat_goes_one_hex_away_from_the_enemy_point() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    german(s, "g01", "1412")  # an enemy in the way
    german(s, "g02", "1613")  # the enemy Point
    found = {land.HEX_NAME[c] for c in aftermath.retreat_hexes(s, BRITISH, at("1513"), at("1613"))}
    assert found == {"1413", "1512"}
    for cell in found:
        assert at("1613") not in land.AROUND[at(cell)]
    # Never off the map, into water or over a dashed hexside.
    assert {land.HEX_NAME[c] for c in aftermath.retreat_hexes(s, BRITISH, at("0513"), NOBODY)} == {
        "0512", "0514", "0412", "0413",
    }  # fmt: skip


@pytest.mark.clause("ND-9.35", "ND-9.47")
def test_units_of_one_hex_retreat_together() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1513")
    loser(s, 6, "7a", "7b", away="1613")
    assert s.retreats[piece("7a")] == s.retreats[piece("7b")] == 1
    do(s, "to 1412")
    assert (where(s, "7a"), where(s, "7b")) == ("1412", "1412")
    assert s.choice is None


@pytest.mark.clause("ND-9.35")
def test_hexes_retreat_in_the_order_that_the_loser_chooses() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1714")
    loser(s, 6, "7a", "7b", away="1613")
    assert offers(s) == {"from 1513", "from 1714"}
    do(s, "from 1714")
    assert all(option.startswith("to ") for option in offers(s))


@pytest.mark.clause("ND-9.36", "ND-6.15")
def test_a_retreat_into_a_zone_costs_the_stack_one_step() -> None:  # TV-135, TV-136
    s = table(DAY)
    put(s, "7a", "1513")
    german(s, "g01", "1411")  # its zone holds 1412 and 1512
    german(s, "g02", "1414")  # its zone holds 1413
    loser(s, 3, "7a", away="1613")
    do(s, "to 1412")
    assert where(s, "7a") == "dead"  # one step for the CR3, one for the zone
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1513")
    german(s, "g01", "1411")
    s.retreats = changed(s.retreats, piece("7a"), 1)
    s.retreats = changed(s.retreats, piece("7b"), 1)
    run(s, aftermath.Retreat(BRITISH, (piece("7a"), piece("7b")), at("1613")))
    do(s, "to 1412")
    assert offers(s) == {"lose 7a", "lose 7b"}
    do(s, "lose 7b")
    assert (s.reduced[piece("7a")], s.reduced[piece("7b")]) == (0, 1)


@pytest.mark.clause("ND-6.17")
def test_by_night_a_retreat_into_a_village_costs_nothing() -> None:  # TV-182
    for turn, reduced in ((NIGHT, 0), (DAY, 1)):
        s = table(turn)
        put(s, "7a", "1515")
        german(s, "g01", "1613")
        s.retreats = changed(s.retreats, piece("7a"), 1)
        run(s, aftermath.Retreat(BRITISH, (piece("7a"),), NOBODY))
        do(s, "to 1614")
        assert s.reduced[piece("7a")] == reduced


@pytest.mark.clause("ND-9.37", "ND-9.46")
def test_who_cannot_retreat_stays_and_loses_a_step() -> None:  # TV-137, TV-179
    def surrounded(points: int) -> NightDrop:
        s = table(DAY)
        put(s, "7a", "1513")
        for n, cell in enumerate(land.AROUND[at("1513")]):
            if land.HEX_NAME[cell] != "1613":
                german(s, counters.IDENTITY[n], land.HEX_NAME[cell])
        return loser(s, points, "7a", away="1613")

    s = surrounded(1)
    do(s, "retreat 7a")
    assert (where(s, "7a"), s.reduced[piece("7a")]) == ("1513", 1)
    s = surrounded(3)
    assert where(s, "7a") == "dead"


def test_two_retreats_are_two_hexes() -> None:  # Ruling A27
    s = table(DAY)
    put(s, "7a", "1513")
    s.retreats = changed(s.retreats, piece("7a"), 2)
    run(s, aftermath.Retreats(BRITISH, (piece("7a"),), at("1613")))
    do(s, "to 1412")
    assert s.choice is not None
    do(s, "to 1411")
    assert where(s, "7a") == "1411"


def test_a_second_retreat_follows_at_once_and_takes_nobody_else_along() -> None:  # Ruling A27
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1412")
    s.retreats = changed(s.retreats, piece("7a"), 2)
    s.retreats = changed(s.retreats, piece("7b"), 1)
    run(s, aftermath.Retreats(BRITISH, (piece("7a"), piece("7b")), at("1613")))
    do(s, "from 1513", "to 1412", "to 1411")
    assert (where(s, "7a"), where(s, "7b")) == ("1411", "1412")
    assert s.seat == "british"  # now the other one


# --- advances ---------------------------------------------------------------------------------------------------------


def cleared(point: str, *others: str, target: str = "1613") -> NightDrop:
    """Attackers that have just emptied a hex."""
    s = table(DAY)
    for number, cell in enumerate((point, *others)):
        put(s, ("7a", "7b", "7c")[number], cell)
    s.force = tuple(piece(word) for word in ("7a", "7b", "7c")[: 1 + len(others)])
    s.target = at(target)
    s.attack_point = piece("7a")
    return run(s, aftermath.Advance())


@pytest.mark.clause("ND-9.41", "ND-9.43", "ND-9.47")
def test_the_point_must_advance_and_the_others_may() -> None:  # TV-140
    s = cleared("1513", "1514", "1714")
    assert where(s, "7a") == "1613"
    assert offers(s) == {"advance 7b", "advance 7c", "done"}
    do(s, "advance 7c")
    assert (where(s, "7b"), where(s, "7c")) == ("1514", "1613")


@pytest.mark.clause("ND-9.42")
def test_a_point_on_an_objective_may_stay_and_others_may_advance() -> None:  # TV-139
    s = cleared("1614", "1514")
    assert offers(s) == {"advance 7a", "stay"}
    do(s, "stay")
    assert where(s, "7a") == "1614"
    do(s, "advance 7b")
    assert where(s, "7b") == "1613"


@pytest.mark.clause("ND-11.8", "ND-9.41")
def test_one_unit_advances_into_the_battery() -> None:  # TV-141
    s = cleared("2307", "2307", "2206", target="2306")
    assert where(s, "7a") == "2306"
    assert s.choice is None
    assert (where(s, "7b"), where(s, "7c")) == ("2307", "2206")
    refusal = aftermath.may_advance(s, piece("7b"))
    assert refusal is not None
    assert refusal.clause == "ND-11.8"
    assert stacking.limit(land.BATTERY) == 1


@pytest.mark.clause("ND-9.44")
def test_defenders_never_advance() -> None:
    s = table(DAY, dice=[1, 6])  # AF 2 + 1, DF 3 + 6: six points against a reduced Company
    put(s, "7a", "1513", reduced=True)
    german(s, "g01", "1613")
    attacking(s, "b1")
    do(s, "attack 1613")
    assert where(s, "7a") == "dead"
    assert where(s, "u1") == "1613"


@pytest.mark.clause("ND-9.48")
def test_a_point_that_may_not_enter_does_not_advance() -> None:
    s = table(DAY)
    put(s, "howard-1", "0613")
    s.force, s.target, s.attack_point = (counters.HOWARD_1,), at("0714"), counters.HOWARD_1
    run(s, aftermath.Advance())
    assert where(s, "howard-1") == "0613"
    assert s.choice is None


# --- odds -------------------------------------------------------------------------------------------------------------


def lost(side: str, hardest: int) -> str:
    """A result of a fight in words: from CR3 on a step and a retreat, before it one of the two."""
    return f"{side} lose a step " + ("and retreat, or more" if hardest == 3 else "or retreat")


def test_the_odds_of_an_attack_are_those_of_the_dice() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1514")
    german(s, "g01", "1613")
    attacking(s, "b1")
    do(s, "attack 1613", "with 7a")
    lines = dict(GAME.odds(GAME.view(s, "british"), ("fight",)) or [])
    counted: dict[str, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            difference = 4 + mine - 3 - theirs
            side = "The Germans" if difference > 0 else "The British"
            text = lost(side, min(abs(difference), 3)) if difference else "a draw"
            counted[text] = counted.get(text, 0) + 1
    assert {text: round(chance * 36) for text, chance in lines.items()} == counted


def test_the_formula_of_the_odds_agrees_with_the_rules_played_out() -> None:
    for identity, cell in (("g01", "1613"), ("g14", "1614"), ("g06", "1816")):
        s = table(DAY)
        put(s, "7a", land.HEX_NAME[land.AROUND[at(cell)][0]])
        german(s, identity, cell)
        attacking(s, "b1")
        ways = explore(s, ("attack", cell))
        assert ways is not None
        found: dict[str, float] = {}
        for after, _, weight in ways:
            lines = [event.text for event in after.events if event.clause == "ND-9.18"]
            text = "a draw"
            if lines:
                side = {"british": "The British", "german": "The Germans"}[lines[0].split("}")[0][1:]]
                text = lost(side, max(int(result) for result in lines[0].split("CR ")[1].split(", ")))
            found[text] = found.get(text, 0.0) + weight
        told = GAME.odds(GAME.view(s, "british"), ("attack", cell))
        assert told is not None
        assert dict(told) == pytest.approx(found)


def test_odds_are_known_before_an_attack_is_declared() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1514")
    german(s, "g01", "1613")
    attacking(s, "b1")
    before = GAME.odds(GAME.view(s, "british"), ("attack", "1613"))  # both join: AF 5 against DF 3
    assert before is not None
    assert dict(before)["a draw"] == pytest.approx(4 / 36)
    do(s, "attack 1613", "with 7a")
    assert GAME.odds(GAME.view(s, "british"), ("with", "7b")) == before
    assert GAME.odds(GAME.view(s, "german"), ("with", "7b")) is None
    s = table(DAY)
    put(s, "7a", "1513")
    stick(s, "red", "p", "1512")
    german(s, "g01", "1612")
    attacking(s, "g3")
    assert GAME.odds(GAME.view(s, "german"), ("attack", "1512")) == [("Sticks die without dice", 1.0)]


def test_against_covered_units_the_odds_are_about() -> None:
    s = table(DAY)
    put(s, "7a", "1513")
    put(s, "7b", "1514")
    german(s, "g01", "1613", covered=True)
    attacking(s, "b1")
    do(s, "attack 1613", "with 7a")
    lines = GAME.odds(GAME.view(s, "british"), ("fight",))
    assert lines is not None
    assert all(text.startswith("about ") for text, _ in lines)
    assert abs(sum(chance for _, chance in lines) - 1) < 1e-9


def test_a_fight_leaves_no_unit_in_two_places_over_many_dice() -> None:
    for first in range(1, 7):
        for second in range(1, 7):
            s = table(DAY, dice=[first, second])
            for word in ("7a", "7b"):
                put(s, word, "1513")
            german(s, "g14", "1613")
            german(s, "g06", "1613")
            attacking(s, "b1")
            fight(s, "1613", "7a", "7b")
            through(s)
            both = {s.at[p] for p in (piece("7a"), piece("7b"))} & {s.at[p] for p in (piece("u1"), piece("u2"))}
            assert not any(place < land.HEXES for place in both)
