"""Chapter 4: set-up."""

import pytest

from sandtable import fingerprint, legal, log, play
from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r04_setup as setup
from sandtable.games.night_drop.rules import r11_special as special
from sandtable.games.night_drop.state import BY_BRITISH, BY_GERMAN, DEAD, PARKED, RESERVE, NightDrop, changed
from sandtable.kernel.flow import constants
from tests.kit import do, run
from tests.night_drop.table import at, german, match, offers, piece, put, stick, table, where


def started(seed: int = 3, scenario: str = "pegasus-bridge", **options: str) -> NightDrop:
    return match(seed, scenario, **options)


def ready(seed: int = 3, scenario: str = "pegasus-bridge") -> NightDrop:
    """A match at its first activation."""
    s = started(seed, scenario)
    while s.turn == 0 or (s.choice is not None and type(s.choice).__name__ == "SpendAdvantage"):
        play(s, legal(s)[0])
    return s


@pytest.mark.clause("ND-4.1")
def test_the_garrison_starts_full_in_the_battery() -> None:
    s = started()
    assert where(s, "garrison") == "2306"
    assert not s.reduced[piece("garrison")]


@pytest.mark.clause("ND-4.2", "ND-4.3", "ND-2.20")
def test_three_units_are_drawn_for_the_helmets_and_the_rest_stay_in_the_cup() -> None:
    s = started()
    assert [where(s, f"u{n}") for n in (1, 2, 3)] == ["1614", "1729", "3110"]
    assert len(s.cup) == 13
    assert sorted([*s.cup, *s.identity[:3]]) == list(range(16))
    assert all(s.at[patrol] == RESERVE for patrol in range(counters.FIRST_PATROL, counters.PIECES))
    assert where(s, "lovat-1") == "off"


@pytest.mark.clause("ND-4.4", "ND-4.5", "ND-3.8")
def test_the_german_sees_his_covered_units_and_the_british_do_not() -> None:
    s = started()
    assert list(s.cover[:3]) == [1, 1, 1]
    assert GAME.view(s, "german")["identity"][:3] == list(s.identity[:3])
    assert GAME.view(s, "british")["identity"][:3] == [-1, -1, -1]
    assert GAME.view(s, None)["identity"][:3] == [-1, -1, -1]
    for slot, who in enumerate(s.identity[:3]):
        word = f"u{slot + 1}"
        av, dv, letter = counters.IDENTITY_AV[who], counters.IDENTITY_DV[who], counters.IDENTITY_LETTER[who]
        line = f"{{{word}}} attacks with {av}, defends with {dv} and carries the letter {land.LETTERS[letter]}"
        assert line in [one.event.text for one in log(s, "german")]
        assert line not in [one.event.text for one in log(s, "british")]
        assert counters.IDENTITY_NAME[who] in GAME.names(GAME.view(s, "german"))[word]
        assert counters.IDENTITY_NAME[who] not in GAME.names(GAME.view(s, "british"))[word]


@pytest.mark.clause("ND-4.6", "ND-4.7", "ND-4.8")
def test_sticks_are_dealt_four_to_a_red_hex_three_to_others_and_four_to_the_circled_one() -> None:
    red, green, blue = (setup.dealt(colour) for colour in range(3))
    assert [red.count(cell) for cell in land.DROP[land.RED]] == [4] * 7
    assert [green.count(cell) for cell in land.DROP[land.GREEN]] == [3, 3, 3, 3, 4, 3]
    assert [blue.count(cell) for cell in land.DROP[land.BLUE]] == [3] * 3
    s = started(5)
    for colour in range(3):
        fronts = [s.kind[number] for number in counters.STICKS_OF[colour]]
        assert tuple(fronts.count(kind) for kind in range(4)) == counters.COLOUR_KINDS[colour]
        assert fronts != sorted(fronts)


@pytest.mark.clause("ND-4.9")
def test_every_stick_is_scattered_in_a_line_from_its_drop_zone_hex() -> None:
    s = started(5)
    assert len(s.rolled) == 2 * counters.STICKS + 2  # and two dice for the landing table
    stacked = [cell for colour in range(3) for cell in setup.dealt(colour)]
    for number, origin in enumerate(stacked):
        direction, far = s.rolled[2 * number : 2 * number + 2]
        flight = land.GRID.ray(origin, direction - 1, far)
        dry = [cell for cell in flight if land.PASSABLE[cell]]
        if len(flight) < far:
            assert s.at[number] == PARKED
        elif s.at[number] != DEAD:  # one that the rules removed, having no choice
            assert s.at[number] == (dry[-1] if dry else origin)


@pytest.mark.clause("ND-2.6", "ND-2.7")
def test_every_stick_starts_unknown_and_nobody_sees_a_front() -> None:
    s = started()
    assert not any(s.front)
    for reader in ("british", "german", None):
        assert set(GAME.view(s, reader)["kind"]) == {-1}


@pytest.mark.clause("ND-4.9")
def test_the_white_die_is_the_direction_and_the_coloured_one_the_distance() -> None:  # TV-29
    s = table(0, dice=[2, 3])
    number = piece(stick(s, "red", "p", "1214"))
    setup.scatter(s, number)
    assert land.HEX_NAME[s.at[number]] == "1513"
    (event,) = s.events
    assert event.facts == (("rolled", "british", "2", "3"), ("placed", counters.PIECE_NAME[number], "1513"))


@pytest.mark.clause("ND-4.10", "ND-4.11")
def test_a_stick_that_leaves_the_map_waits_beside_its_edge_hex_until_turn_2() -> None:  # TV-28
    s = table(0, dice=[4, 5])
    number = piece(stick(s, "blue", "p", "1428"))
    setup.scatter(s, number)
    assert s.at[number] == PARKED
    assert land.HEX_NAME[s.beside[number]] == "1432"
    assert s.due_back[number] == 2
    s.turn = 1
    run(s, special.Returns())
    assert s.at[number] == PARKED
    s.turn = 2
    run(s, special.Returns())
    assert land.HEX_NAME[s.at[number]] == "1432"


@pytest.mark.clause("ND-4.11")
def test_a_returning_stick_takes_the_nearest_free_edge_hex_when_germans_hold_its_own() -> None:
    s = table(2)
    number = piece(stick(s, "blue", "p", "1431"))
    s.at[number] = PARKED
    s.beside = changed(s.beside, number, at("1432"))
    s.due_back = changed(s.due_back, number, 2)
    german(s, "g01", "1432")
    run(s, special.Returns())
    assert offers(s) == {"place 1332", "place 1532"}
    do(s, "place 1532")
    assert land.HEX_NAME[s.at[number]] == "1532"
    assert (s.beside[number], s.due_back[number]) == (-1, 0)


@pytest.mark.clause("ND-4.11")
@pytest.mark.parametrize("there", [2, 3])
def test_a_returning_stick_enters_at_its_own_hex_full_or_not(there: int) -> None:  # Ruling A11
    s = table(2)
    number = piece(stick(s, "blue", "p", "1431"))
    s.at[number] = PARKED
    s.beside = changed(s.beside, number, at("1432"))
    s.due_back = changed(s.due_back, number, 2)
    for _ in range(there):
        stick(s, "red", "p", "1432")
    run(s, special.Returns())
    assert land.HEX_NAME[s.at[number]] == "1432"


def test_a_landing_in_water_stops_on_the_last_dry_hex_or_is_lost_by_option() -> None:
    for value, expected in (("shore", "0611"), ("lost", "dead")):
        s = table(0, dice=[4, 1], water_landing=value)
        word = stick(s, "red", "p", "0611")  # 0612 to the south is water
        setup.scatter(s, piece(word))
        assert where(s, word) == expected


@pytest.mark.clause("ND-4.12", "ND-4.13")
def test_the_german_moves_the_fourth_and_fifth_stick_to_hexes_with_fewer_than_three() -> None:  # TV-26
    s = table(0)
    words = [stick(s, "red", "p", "1509") for _ in range(5)]
    for _ in range(3):
        stick(s, "red", "p", "1508")
    run(s, setup.Overflow())
    assert s.seat == "german"
    assert all(option.startswith(f"move {words[3]} ") for option in offers(s))
    assert f"move {words[3]} 1508" not in offers(s)
    do(s, f"move {words[3]} 1510", f"move {words[4]} 1510")
    assert [where(s, word) for word in words] == ["1509"] * 3 + ["1510"] * 2


@pytest.mark.clause("ND-4.13")
def test_when_all_neighbours_are_full_the_next_ring_is_offered() -> None:  # TV-27
    s = table(0)
    words = [stick(s, "red", "p", "1509") for _ in range(4)]
    for cell in land.AROUND[at("1509")]:
        for _ in range(3):
            stick(
                s,
                "red" if s.at.count(at("1509")) < 9 and land.HEX_NAME[cell] < "1509" else "green",
                "p",
                land.HEX_NAME[cell],
            )
    run(s, setup.Overflow())
    ring = {land.HEX_NAME[cell] for cell in land.GRID.ring(at("1509"), 2)}
    assert {option.split()[2] for option in offers(s)} == ring
    assert words[3] in next(iter(offers(s)))


def test_overflow_goes_onto_germans_only_by_option() -> None:
    for value in ("off", "on"):
        s = table(0, overflow_on_germans=value)
        word = [stick(s, "red", "p", "1509") for _ in range(4)][3]
        german(s, "g01", "1510")
        run(s, setup.Overflow())
        assert (f"move {word} 1510" in offers(s)) is (value == "on")


@pytest.mark.clause("ND-4.14", "ND-4.22")
@pytest.mark.parametrize(
    ("dice", "left", "adjustment"),
    [
        ((1, 1), (24, 17, 7), -2),  # TV-11
        ((1, 2), (25, 16, 7), -2),  # TV-12
        ((1, 3), (24, 16, 7), -1),  # TV-13
        ((1, 4), (23, 17, 7), -1),  # TV-14
        ((1, 5), (23, 16, 7), 0),  # TV-15
        ((1, 6), (23, 17, 6), 0),  # TV-16
        ((2, 6), (22, 17, 7), 0),  # TV-17
        ((3, 6), (23, 15, 7), 1),  # TV-18
        ((4, 6), (22, 16, 7), 1),  # TV-19
        ((5, 6), (22, 15, 7), 2),  # TV-20
        ((6, 6), (22, 16, 6), 2),  # TV-21
    ],
)
def test_the_landing_table_gives_losses_by_colour(
    dice: tuple[int, int], left: tuple[int, ...], adjustment: int
) -> None:
    s = table(0, dice=dice)
    for colour, word in enumerate(land.COLOURS):
        for i in range(len(counters.STICKS_OF[colour])):
            stick(s, word, "p", land.HEX_NAME[land.DROP[colour][i % 3]])
    run(s, setup.Losses())
    while s.choice is not None and isinstance(s.choice, setup.Attrition):
        assert s.seat == "german"
        play(s, legal(s)[0])
    assert tuple(sum(1 for n in counters.STICKS_OF[c] if s.at[n] < land.HEXES) for c in range(3)) == left
    assert s.adjustment == adjustment


def blue_landing(dice: tuple[int, int]) -> tuple[NightDrop, dict[str, str]]:
    """One blue Stick on Germans, one in a village, one in woods, two in marsh, the rest in the clear."""
    s = table(0, dice=dice)
    german(s, "g01", "1729")
    words = {
        "german": stick(s, "blue", "p", "1729"),
        "village": stick(s, "blue", "p", "1322"),
        "woods": stick(s, "blue", "p", "2022"),
        "marsh": stick(s, "blue", "p", "2918"),
        "marsh-2": stick(s, "blue", "p", "2919"),
        "clear": stick(s, "blue", "p", "1427"),
    }
    run(s, setup.Attrition(land.BLUE, tables.LANDING[sum(dice)][2]))
    return s, words


@pytest.mark.clause("ND-4.15", "ND-4.16", "ND-4.17")
def test_sticks_on_germans_go_first_then_village_and_woods() -> None:
    s, words = blue_landing((1, 6))  # TV-22: three blue, all forced
    while s.choice is not None:
        play(s, legal(s)[0])
    assert {word for word in words if where(s, words[word]) == "dead"} == {"german", "village", "woods"}
    s, words = blue_landing((1, 5))  # TV-23: two blue, the second as the German likes
    assert offers(s) == {f"remove {words['village']}", f"remove {words['woods']}"}
    do(s, f"remove {words['woods']}")
    assert where(s, words["village"]) == "1322"


@pytest.mark.clause("ND-4.18", "ND-4.19")
def test_then_marsh_then_clear_and_those_off_the_map_last() -> None:
    s = table(0)
    clear = piece(stick(s, "red", "p", "1427"))
    marsh = piece(stick(s, "red", "p", "2918"))
    off = piece(stick(s, "red", "p", "1432"))
    s.at[off] = PARKED
    order: list[int] = []
    while len(order) < 3:
        first = setup.lost_first(s, land.RED)
        assert len(first) == 1
        order.append(first[0])
        s.at[first[0]] = DEAD
    assert order == [marsh, clear, off]


@pytest.mark.clause("ND-4.16", "ND-4.21")
def test_what_the_table_leaves_on_germans_is_swept_away() -> None:  # TV-24
    s = table(0, dice=[1, 2])
    german(s, "g01", "1614")
    words = [stick(s, "red", "p", "1614") for _ in range(8)]
    run(s, setup.Losses())
    while s.choice is not None and isinstance(s.choice, setup.Attrition):
        play(s, legal(s)[0])
    assert all(where(s, word) == "dead" for word in words)


@pytest.mark.clause("ND-4.20", "ND-4.21")
def test_nobody_sees_what_was_lost_in_landing() -> None:  # TV-25
    s = table(0)
    german(s, "g01", "1614")
    word = stick(s, "green", "hq", "1614")
    run(s, setup.Sweep())
    assert where(s, word) == "dead"
    for reader in ("british", "german", None):
        assert GAME.view(s, reader)["kind"][piece(word)] == -1


@pytest.mark.clause("ND-4.23", "ND-2.10", "ND-2.16")
def test_howard_starts_on_the_bridges_and_in_benouville_with_control() -> None:
    s = ready()
    assert (where(s, "howard-1"), where(s, "howard-2")) == ("0613", "0514")
    assert not s.reduced[piece("howard-1")]
    assert s.control[land.H1_OBJECTIVE]
    assert s.control[land.OBJECTIVE_AT[land.H2]]


@pytest.mark.clause("ND-4.24", "ND-4.25", "ND-4.26", "ND-4.27", "ND-2.39")
def test_each_side_marks_a_bridge_of_the_east_that_it_alone_knows() -> None:
    s = table(0, draws=["3", "2"])
    run(s, setup.FirstMarker(0), setup.FirstMarker(1))
    assert s.seat == "british"
    bridges = {f"mark {land.HEX_NAME[land.OBJECTIVES[i]]}" for i in land.BLACK_STARS}
    assert offers(s) == bridges
    do(s, "mark 3309")
    assert s.seat == "german"
    assert offers(s) == bridges - {"mark 3309"}
    do(s, "mark 3030")
    first, second = (land.OBJECTIVE_AT[at(word)] for word in ("3309", "3030"))
    assert (s.marker_by[first], s.marker_by[second]) == (BY_BRITISH, BY_GERMAN)
    seen = {reader: GAME.view(s, reader)["marker"] for reader in ("british", "german", None)}
    assert (seen["british"][first], seen["british"][second]) == (3, -1)
    assert (seen["german"][first], seen["german"][second]) == (-1, 2)
    assert (seen[None][first], seen[None][second]) == (-1, -1)


@pytest.mark.clause("ND-4.28")
def test_no_other_marker_is_on_the_map_at_the_start() -> None:
    s = ready()
    assert sum(1 for by in s.marker_by if by) == 2
    assert sum(s.vp_cup) == 14


def test_the_historical_drop_is_the_same_each_time_but_for_the_fronts() -> None:
    one, other = started(1, "historical-drop"), started(2, "historical-drop")
    assert one.at[: counters.STICKS] == other.at[: counters.STICKS]
    drop = [cell for colour in range(3) for cell in missions.HISTORICAL_DROP[colour]]
    assert [place for place in one.at[: counters.STICKS] if place != DEAD] == [
        cell for cell, place in zip(drop, one.at, strict=False) if place != DEAD
    ]
    assert one.kind != other.kind
    assert one.adjustment == 0
    assert not one.rolled


def test_a_match_is_the_same_for_the_same_seed() -> None:
    assert fingerprint(started(9)) == fingerprint(started(9))
    assert fingerprint(started(9)) != fingerprint(started(10))


def test_a_marked_bridge_may_not_be_marked_again() -> None:
    s = table(0)
    put(s, "howard-1", "0613")
    run(s, setup.FirstMarker(0))
    found = s.choice
    assert found is not None
    assert "black-star" in found.why_not(s, ("mark", "1016")).text


def test_ready_takes_each_sides_set_up_as_proposed() -> None:
    s = started(4)
    seats = []
    while s.choice is not None and constants(s.choice).sets_up:
        assert s.seat is not None
        seats.append(s.seat)
        assert GAME.seen(s, s.seat).ahead(["ready"]) is None, "it is no link of a chain"
        do(s, "ready")
    assert seats == ["german", "british", "german"], "each is asked once until the other has chosen"
    assert sum(1 for by in s.marker_by if by) == 2


@pytest.mark.clause("ND-4.24")
def test_where_a_marker_may_lie_is_told_how_near_ones_own_units_are() -> None:
    s = match(3)
    while not isinstance(s.choice, setup.FirstMarker):
        play(s, legal(s)[0])
    seen = GAME.seen(s, s.seat)
    for action, told in zip(seen.options, seen.forecasts, strict=True):
        if action[0] == "mark":
            cell = land.HEX_OF[action[1]]
            near = min(land.GRID.distance(s.at[p], cell) for p in range(counters.FIRST_GERMAN) if s.at[p] < land.HEXES)
            assert told.text == f"your nearest unit is {near} hex{'es' if near > 1 else ''} away"
