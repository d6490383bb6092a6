"""The box: map, counters and tables as loaded."""

from collections import Counter

import pytest

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop.game import GAME
from tests.night_drop.table import german, put, table


def at(name: str) -> int:
    return d.HEX_OF[name]


def seen_from(start: int, closed: set[int]) -> set[int]:
    """Every hex that steps lead to from a hex, without entering the closed ones."""
    found, front = {start}, [start]
    while front:
        here = front.pop()
        for there, _ in d.STEPS[here]:
            if there not in found and there not in closed:
                found.add(there)
                front.append(there)
    return found


def test_the_map_has_the_ledgers_number_of_hexes_of_each_terrain() -> None:
    assert Counter(d.TERRAINS[kind] for kind in d.TERRAIN) == {
        "clear": 844, "village": 36, "woods": 68, "marsh": 231, "stream": 45, "bridge": 5, "water": 49, "h1": 1,
        "battery": 1,
    }  # fmt: skip


@pytest.mark.clause("ND-1.2")
def test_the_map_is_forty_by_thirty_two_hexes_of_400_metres() -> None:
    assert (d.COLUMNS, d.ROWS, d.HEXES) == (40, 32, 1280)
    # Ranville to Troarn is 7.9 km as the crow flies, and 22 steps of 400 m since hexes allow six directions.
    assert d.GRID.distance(at("1016"), at("2630")) == 22


def test_every_hex_on_dry_land_can_be_reached_and_only_h1_joins_the_banks() -> None:
    dry = {cell for cell in range(d.HEXES) if d.PASSABLE[cell]}
    assert seen_from(at("0514"), set()) == dry
    west = seen_from(at("0514"), {d.H1})
    assert len(west) == 150
    assert at("0714") not in west


@pytest.mark.clause("ND-8.2")
def test_a_road_or_railway_costs_half_a_point_only_when_it_is_followed() -> None:
    assert dict(d.STEPS[at("2716")])[at("2816")] == 1  # R10 runs here
    assert d.TERRAIN[at("2816")] == d.CLEAR
    assert dict(d.STEPS[at("2916")])[at("3015")] == 1  # a causeway through the marsh
    assert d.TERRAIN[at("3015")] == d.MARSH
    assert dict(d.STEPS[at("3014")])[at("3015")] == 4  # the same hex from a side without the road
    assert sum(d.ON_LINE) == 313


def test_the_bridges_of_h1_are_entered_by_the_road_alone() -> None:
    assert dict(d.STEPS[d.H1]) == {at("0514"): 1, at("0714"): 1}
    assert [cell for cell in range(d.HEXES) if d.H1 in dict(d.STEPS[cell])] == [at("0514"), at("0714")]


def test_a_broken_bridge_is_a_stream_hex_without_road() -> None:
    bridge = at("3309")
    steps = d.broken_steps(frozenset([bridge]))
    assert dict(d.STEPS[at("3209")])[bridge] == 1
    assert dict(steps[at("3209")])[bridge] == 6
    assert dict(steps[bridge])[at("3209")] == 4
    assert dict(steps[at("3110")]) == dict(d.STEPS[at("3110")])


def test_two_broken_bridges_side_by_side_cost_as_a_stream_between_them() -> None:
    a, b = at("2926"), at("3025")
    assert b in d.AROUND[a]
    assert dict(d.broken_steps(frozenset([a, b]))[a])[b] == 6


@pytest.mark.clause("ND-1.1")
def test_there_are_two_sides() -> None:
    assert all(scenario.seats == ("british", "german") for scenario in GAME.scenarios())
    assert d.BRITISH_PIECES == 79
    assert d.PIECES - d.BRITISH_PIECES == 21


@pytest.mark.clause("ND-1.3")
def test_the_three_drop_zones_are_hexes_in_the_colours_of_the_brigades() -> None:
    assert dict(zip(d.COLOURS, d.DZ_NAME, strict=True)) == {"red": "N", "green": "V", "blue": "K"}
    assert [len(hexes) for hexes in d.DROP] == [7, 6, 3]
    assert all(d.TERRAIN[cell] == d.CLEAR for hexes in d.DROP for cell in hexes)


@pytest.mark.clause("ND-1.4")
def test_the_white_die_of_the_scatter_names_six_directions() -> None:
    assert d.SCATTER == (0, 1, 2, 3, 4, 5)
    assert len(d.LANDING) == 11


@pytest.mark.clause("ND-2.1", "ND-2.2", "ND-2.3")
def test_red_is_the_5th_brigade_and_green_and_blue_are_the_3rd() -> None:
    assert [d.BRIGADES[brigade] for brigade in d.BRIGADE_OF_COLOUR] == ["b1", "b2", "b2"]
    assert d.FORMATION[d.RED].startswith("5th Para Brigade")
    assert "8th" in d.FORMATION[d.BLUE]
    assert "1st Canadian" in d.FORMATION[d.GREEN]
    assert [len(d.STICKS_OF[colour]) for colour in range(3)] == [28, 19, 9]
    assert [len(d.COMPANIES_OF[colour]) for colour in range(3)] == [9, 6, 3]


@pytest.mark.clause("ND-2.4")
def test_howard_and_lovat_belong_to_no_brigade() -> None:
    for piece in (d.HOWARD_1, d.HOWARD_2, d.LOVAT_1, d.LOVAT_2):
        assert d.BRIGADE[piece] == -1


@pytest.mark.clause("ND-2.5")
def test_a_stick_is_one_of_four_kinds() -> None:
    assert d.KINDS == ("p", "l", "hq", "adv")
    assert d.COLOUR_KINDS == [(15, 9, 3, 1), (10, 6, 2, 1), (5, 3, 1, 0)]
    assert d.FORMS == [True, True, True, False]
    assert d.LEADS == [False, True, True, False]


@pytest.mark.clause("ND-2.9")
def test_a_company_has_a_full_and_a_reduced_side() -> None:
    company = d.FIRST_COMPANY
    assert (d.AV[company], d.DV[company]) == (4, 3)
    assert (d.REDUCED_AV[company], d.REDUCED_DV[company]) == (2, 2)


@pytest.mark.clause("ND-2.15")
def test_howard_2_has_no_reduced_side() -> None:
    assert d.REDUCED_AV[d.HOWARD_2] == d.NO_SIDE
    assert d.REDUCED_AV[d.HOWARD_1] != d.NO_SIDE


@pytest.mark.clause("ND-2.40")
def test_only_the_bridges_benouville_and_the_battery_have_a_printed_value() -> None:
    printed = {d.HEX_NAME[cell]: value for cell, value in zip(d.OBJECTIVES, d.PRINTED, strict=True) if value >= 0}
    assert printed == {"0613": 3, "0514": 2, "2306": 3}
    assert len(d.OBJECTIVES) == 17
    assert len(d.BLACK_STARS) == 5


@pytest.mark.clause("ND-3.1", "ND-3.2", "ND-3.4")
def test_german_units_read_like_companies_some_have_one_step_and_three_show_armour() -> None:
    assert d.CUP == 16
    assert [d.IDENTITY[i] for i in range(16) if d.IDENTITY_REDUCED_AV[i] == d.NO_SIDE] == ["g06", "g07", "g09", "g11"]
    assert [d.IDENTITY[i] for i in range(16) if d.IDENTITY_ARMOUR[i]] == ["g02", "g14", "g16"]
    assert (d.IDENTITY_AV[13], d.IDENTITY_DV[13]) == (4, 3)


@pytest.mark.clause("ND-3.3")
def test_patrols_have_no_reduced_side_and_no_attack_value() -> None:
    assert d.PATROLS == 4
    for piece in range(d.FIRST_PATROL, d.PIECES):
        assert (d.AV[piece], d.DV[piece], d.REDUCED_AV[piece]) == (-1, 0, d.NO_SIDE)


@pytest.mark.clause("ND-3.5")
def test_the_letter_of_a_german_unit_names_a_hex_of_the_edge() -> None:
    assert "".join(d.LETTERS[letter] for letter in d.IDENTITY_LETTER) == "AAABBCDDEFFGGGHH"
    assert [d.HEX_NAME[cell] for cell in d.ENTRY] == ["0117", "2101", "3001", "4004", "4019", "4026", "1732", "0124"]


def test_the_tables_are_those_of_the_ledger() -> None:
    for red, green, blue, adjustment in d.LANDING.values():
        assert 8 <= red + green + blue <= 12
        assert adjustment == red + green + blue - 10
    assert d.VICTORY == (19, 16, 13, 10, 7, -99)
    assert d.VP_MARKERS == (4, 7, 4, 1)


def test_every_option_has_a_default_and_a_sentence() -> None:
    assert len({option.name for option in d.OPTIONS}) == len(d.OPTIONS) == 20
    for option in d.OPTIONS:
        assert option.default == option.values[0]
        assert option.text.endswith(".")


def test_the_tuned_set_changes_what_its_file_names_and_nothing_else() -> None:
    ledger, tuned = d.BOXES["ledger"], d.BOXES["tuned"]
    words = [word for word, _ in d.CHANGES]
    assert len(set(words)) == len(words) >= 1
    assert all(reason.endswith(".") for _, reason in d.CHANGES)
    different = {
        word
        for piece, word in enumerate(d.PIECE_NAME)
        for low in (False, True)
        if piece >= d.FIRST_COMPANY and not d.FIRST_GERMAN <= piece < d.GARRISON
        if ledger.values(piece, -1, low) != tuned.values(piece, -1, low)
    }
    companies = {d.PIECE_NAME[piece] for piece in range(d.FIRST_COMPANY, d.HOWARD_1)}
    assert different == (companies if "company" in words else set()) | {w for w in words if w in d.PIECE_OF}
    for who, word in enumerate(d.IDENTITY):
        same = all(
            ledger.values(d.FIRST_GERMAN, who, low) == tuned.values(d.FIRST_GERMAN, who, low) for low in (False, True)
        )
        assert same == (word not in words)
    assert (ledger.vp_markers != tuned.vp_markers) == ("markers" in words)
    assert ledger.vp_markers == d.VP_MARKERS


def test_the_option_data_decides_which_values_a_match_has() -> None:
    found: dict[str, tuple[int, int, tuple[int, ...]]] = {}
    for value in ("ledger", "tuned"):
        s = table(6, data=value)
        put(s, "7a", "1412", reduced=True)
        unit = german(s, "g14", "1614")
        found[value] = (s.attack_value(d.PIECE_OF["7a"]), s.attack_value(d.PIECE_OF[unit]), s.vp_cup)
        (shown,) = [one for one in GAME.scene(GAME.view(s, "german"))["pieces"] if one["id"] == "7a"]
        assert shown["values"][0] == str(found[value][0])
    assert found == {"ledger": (2, 4, (4, 7, 4, 1)), "tuned": (3, 3, (3, 7, 5, 1))}
