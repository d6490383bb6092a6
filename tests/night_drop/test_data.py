"""The box: map, counters and tables as loaded."""

import tomllib
from collections import Counter

import pytest

from sandtable.games.night_drop.box import counters, files, land, settings, tables
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.ground import paths
from tests.night_drop.table import german, put, table


def at(name: str) -> int:
    return land.HEX_OF[name]


def seen_from(start: int, closed: set[int]) -> set[int]:
    """Every hex that steps lead to from a hex, without entering the closed ones."""
    found, front = {start}, [start]
    while front:
        here = front.pop()
        for there, _ in paths.STEPS[here]:
            if there not in found and there not in closed:
                found.add(there)
                front.append(there)
    return found


def test_the_map_has_the_ledgers_number_of_hexes_of_each_terrain() -> None:
    assert Counter(land.TERRAINS[kind] for kind in land.TERRAIN) == {
        "clear": 844, "village": 36, "woods": 68, "marsh": 231, "stream": 45, "bridge": 5, "water": 49, "h1": 1,
        "battery": 1,
    }  # fmt: skip


@pytest.mark.clause("ND-1.2")
def test_the_map_is_forty_by_thirty_two_hexes_of_400_metres() -> None:
    assert (land.COLUMNS, land.ROWS, land.HEXES) == (40, 32, 1280)
    # Ranville to Troarn is 7.9 km as the crow flies, and 22 steps of 400 m since hexes allow six directions.
    assert land.GRID.distance(at("1016"), at("2630")) == 22


def test_every_hex_on_dry_land_can_be_reached_and_only_h1_joins_the_banks() -> None:
    dry = {cell for cell in range(land.HEXES) if land.PASSABLE[cell]}
    assert seen_from(at("0514"), set()) == dry
    west = seen_from(at("0514"), {land.H1})
    assert len(west) == 150
    assert at("0714") not in west


@pytest.mark.clause("ND-8.2")
def test_a_road_or_railway_costs_half_a_point_only_when_it_is_followed() -> None:
    assert dict(paths.STEPS[at("2716")])[at("2816")] == 1  # R10 runs here
    assert land.TERRAIN[at("2816")] == land.CLEAR
    assert dict(paths.STEPS[at("2916")])[at("3015")] == 1  # a causeway through the marsh
    assert land.TERRAIN[at("3015")] == land.MARSH
    assert dict(paths.STEPS[at("3014")])[at("3015")] == 4  # the same hex from a side without the road
    assert sum(land.ON_LINE) == 313


def test_the_bridges_of_h1_are_entered_by_the_road_alone() -> None:
    assert dict(paths.STEPS[land.H1]) == {at("0514"): 1, at("0714"): 1}
    assert [cell for cell in range(land.HEXES) if land.H1 in dict(paths.STEPS[cell])] == [at("0514"), at("0714")]


def test_a_broken_bridge_is_a_stream_hex_without_road() -> None:
    bridge = at("3309")
    steps = paths.broken_steps(frozenset([bridge]))
    assert dict(paths.STEPS[at("3209")])[bridge] == 1
    assert dict(steps[at("3209")])[bridge] == 6
    assert dict(steps[bridge])[at("3209")] == 4
    assert dict(steps[at("3110")]) == dict(paths.STEPS[at("3110")])


def test_two_broken_bridges_side_by_side_cost_as_a_stream_between_them() -> None:
    a, b = at("2926"), at("3025")
    assert b in land.AROUND[a]
    assert dict(paths.broken_steps(frozenset([a, b]))[a])[b] == 6


@pytest.mark.clause("ND-1.1")
def test_there_are_two_sides() -> None:
    assert all(scenario.seats == ("british", "german") for scenario in GAME.scenarios())
    assert counters.BRITISH_PIECES == 79
    assert counters.PIECES - counters.BRITISH_PIECES == 21


@pytest.mark.clause("ND-1.3")
def test_the_three_drop_zones_are_hexes_in_the_colours_of_the_brigades() -> None:
    assert land.COLOURS == ("red", "green", "blue")
    assert [len(hexes) for hexes in land.DROP] == [7, 6, 3]
    assert all(land.TERRAIN[cell] == land.CLEAR for hexes in land.DROP for cell in hexes)


@pytest.mark.clause("ND-1.4")
def test_the_white_die_of_the_scatter_names_six_directions() -> None:
    assert tables.SCATTER == (0, 1, 2, 3, 4, 5)
    assert len(tables.LANDING) == 11


def battalions(colour: int) -> set[str]:
    """The battalions of a colour's Companies."""
    return {counters.PIECE_NAME[piece].rstrip("abc") for piece in counters.COMPANIES_OF[colour]}


@pytest.mark.clause("ND-2.1", "ND-2.2", "ND-2.3")
def test_red_is_the_5th_brigade_and_green_and_blue_are_the_3rd() -> None:
    assert [counters.BRIGADES[brigade] for brigade in counters.BRIGADE_OF_COLOUR] == ["b1", "b2", "b2"]
    assert battalions(land.RED) == {"7", "12", "13"}
    assert battalions(land.GREEN) == {"9", "can-"}
    assert battalions(land.BLUE) == {"8"}
    assert [len(counters.STICKS_OF[colour]) for colour in range(3)] == [28, 19, 9]
    assert [len(counters.COMPANIES_OF[colour]) for colour in range(3)] == [9, 6, 3]


@pytest.mark.clause("ND-2.4")
def test_howard_and_lovat_belong_to_no_brigade() -> None:
    for piece in (counters.HOWARD_1, counters.HOWARD_2, counters.LOVAT_1, counters.LOVAT_2):
        assert counters.BRIGADE[piece] == -1


@pytest.mark.clause("ND-2.5")
def test_a_stick_is_one_of_four_kinds() -> None:
    assert counters.KINDS == ("p", "l", "hq", "adv")
    assert counters.COLOUR_KINDS == [(15, 9, 3, 1), (10, 6, 2, 1), (5, 3, 1, 0)]
    assert counters.FORMS == [True, True, True, False]
    assert counters.LEADS == [False, True, True, False]


@pytest.mark.clause("ND-2.9")
def test_a_company_has_a_full_and_a_reduced_side() -> None:
    company = counters.FIRST_COMPANY
    assert (counters.AV[company], counters.DV[company]) == (4, 3)
    assert (counters.REDUCED_AV[company], counters.REDUCED_DV[company]) == (2, 2)


@pytest.mark.clause("ND-2.15")
def test_howard_2_has_no_reduced_side() -> None:
    assert counters.REDUCED_AV[counters.HOWARD_2] == counters.NO_SIDE
    assert counters.REDUCED_AV[counters.HOWARD_1] != counters.NO_SIDE


@pytest.mark.clause("ND-2.40")
def test_only_the_bridges_benouville_and_the_battery_have_a_printed_value() -> None:
    printed = {
        land.HEX_NAME[cell]: value for cell, value in zip(land.OBJECTIVES, land.PRINTED, strict=True) if value >= 0
    }
    assert printed == {"0613": 3, "0514": 2, "2306": 3}
    assert len(land.OBJECTIVES) == 17
    assert len(land.BLACK_STARS) == 5


@pytest.mark.clause("ND-3.1", "ND-3.2", "ND-3.4")
def test_german_units_read_like_companies_some_have_one_step_and_three_show_armour() -> None:
    assert counters.CUP == 16
    assert [counters.IDENTITY[i] for i in range(16) if counters.IDENTITY_REDUCED_AV[i] == counters.NO_SIDE] == [
        "g06",
        "g07",
        "g09",
        "g11",
    ]
    assert [counters.IDENTITY[i] for i in range(16) if counters.IDENTITY_ARMOUR[i]] == ["g02", "g14", "g16"]
    assert (counters.IDENTITY_AV[13], counters.IDENTITY_DV[13]) == (4, 3)


@pytest.mark.clause("ND-3.3")
def test_patrols_have_no_reduced_side_and_no_attack_value() -> None:
    assert counters.PATROLS == 4
    for piece in range(counters.FIRST_PATROL, counters.PIECES):
        assert (counters.AV[piece], counters.DV[piece], counters.REDUCED_AV[piece]) == (-1, 0, counters.NO_SIDE)


@pytest.mark.clause("ND-3.5")
def test_the_letter_of_a_german_unit_names_a_hex_of_the_edge() -> None:
    assert "".join(land.LETTERS[letter] for letter in counters.IDENTITY_LETTER) == "AAABBCDDEFFGGGHH"
    assert [land.HEX_NAME[cell] for cell in land.ENTRY] == [
        "0117",
        "2101",
        "3001",
        "4004",
        "4019",
        "4026",
        "1732",
        "0124",
    ]


def test_the_tables_are_those_of_the_ledger() -> None:
    for red, green, blue, adjustment in tables.LANDING.values():
        assert 8 <= red + green + blue <= 12
        assert adjustment == red + green + blue - 10
    assert tables.VICTORY == (19, 16, 13, 10, 7, -99)
    assert tables.VP_MARKERS == (4, 7, 4, 1)


def test_every_option_has_a_default_and_a_sentence() -> None:
    assert len({option.name for option in settings.OPTIONS}) == len(settings.OPTIONS) == 20
    for option in settings.OPTIONS:
        assert option.default == option.values[0]
        assert option.text.endswith(".")


def test_the_tuned_set_changes_what_its_file_names_and_nothing_else() -> None:
    ledger, tuned = counters.BOXES["ledger"], counters.BOXES["tuned"]
    changes = tomllib.loads(files.FILES.text("tuned.toml")).values()
    words = [change.get("counter", "markers") for change in changes]
    assert len(set(words)) == len(words) >= 1
    assert all(change["reason"].endswith(".") for change in changes)
    different = {
        word
        for piece, word in enumerate(counters.PIECE_NAME)
        for low in (False, True)
        if piece >= counters.FIRST_COMPANY and not counters.FIRST_GERMAN <= piece < counters.GARRISON
        if ledger.values(piece, -1, low) != tuned.values(piece, -1, low)
    }
    companies = {counters.PIECE_NAME[piece] for piece in range(counters.FIRST_COMPANY, counters.HOWARD_1)}
    assert different == (companies if "company" in words else set()) | {w for w in words if w in counters.PIECE_OF}
    for who, word in enumerate(counters.IDENTITY):
        same = all(
            ledger.values(counters.FIRST_GERMAN, who, low) == tuned.values(counters.FIRST_GERMAN, who, low)
            for low in (False, True)
        )
        assert same == (word not in words)
    assert (ledger.vp_markers != tuned.vp_markers) == ("markers" in words)
    assert ledger.vp_markers == tables.VP_MARKERS


def test_the_option_data_decides_which_values_a_match_has() -> None:
    found: dict[str, tuple[int, int, tuple[int, ...]]] = {}
    for value in ("ledger", "tuned"):
        s = table(6, data=value)
        put(s, "7a", "1412", reduced=True)
        unit = german(s, "g14", "1614")
        found[value] = (s.attack_value(counters.PIECE_OF["7a"]), s.attack_value(counters.PIECE_OF[unit]), s.vp_cup)
        (shown,) = [one for one in GAME.scene(GAME.view(s, "german"))["pieces"] if one["id"] == "7a"]
        assert shown["values"][0] == str(found[value][0])
    assert found == {"ledger": (2, 4, (4, 7, 4, 1)), "tuned": (3, 3, (3, 7, 5, 1))}
