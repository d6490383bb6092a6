"""What a player is shown and asked."""

import pytest

from sandtable import legal
from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r05_events as events
from sandtable.games.night_drop import r05_sequence as sequence
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.state import BRITISH, BY_BRITISH, GERMAN, PARKED, NightDrop, changed
from sandtable.kernel.errors import BadInput
from tests.night_drop.table import at, do, german, moving, piece, put, run, stick, table


def prompt(s: NightDrop) -> str:
    return GAME.prompt(GAME.view(s, s.seat)).text


def test_prompts_name_the_price() -> None:
    s = table(2)
    put(s, "7a", "1120")
    word = stick(s, "red", "p", "1120")
    put(s, "9a", "2710")
    run(s, sequence.Activate(BRITISH))
    assert prompt(s) == "Which brigade acts?"
    do(s, "activate b1", f"with {word}")
    assert prompt(s).startswith("{s1}: one hex")
    s = table(2)
    put(s, "7a", "1120")
    put(s, "7b", "1412")
    moving(s, "b1")
    do(s, "with 7a")
    assert prompt(s).startswith("{7a}: 3 MP")
    do(s, "go 1020")
    assert prompt(s).startswith("{7a} may go on with 2½ MP")
    s = table(6)
    german(s, "g01", "1614")
    assert sequence.Activate(GERMAN).ask(s) == "G3: act with 1d6 units, at least 3"


def test_who_waits_is_told_whom_he_waits_for() -> None:
    s = table(2)
    put(s, "7a", "1120")
    put(s, "9a", "2710")
    run(s, sequence.Activate(BRITISH))
    assert GAME.prompt(GAME.view(s, "german")).text == "{british} must choose"


def test_pieces_look_covered_to_who_may_not_look() -> None:
    s = table(6)
    unit = german(s, "g14", "1614", covered=True)
    word = stick(s, "red", "l", "1412")
    put(s, "7a", "1413", reduced=True)
    s.confused = changed(s.confused, piece(unit), 1)
    run(s, events.Discover())

    def shown(reader: str | None) -> dict[str, dict[str, object]]:
        return {p["id"]: p for p in GAME.scene(GAME.view(s, reader))["pieces"]}

    theirs, mine = shown("british"), shown("german")
    assert theirs[unit]["face"] == "covered"
    assert theirs[unit]["kind"] == "unknown"
    assert theirs[unit]["values"] == []
    assert mine[unit]["face"] == "shown"
    assert mine[unit]["kind"] == "armour"
    assert mine[unit]["values"] == ["4", "3"]
    assert "cover" in list(mine[unit]["marks"])  # type: ignore[call-overload]
    assert "confusion" in list(theirs[unit]["marks"])  # type: ignore[call-overload]
    assert theirs[word]["face"] == "covered"
    assert mine[word]["face"] == "covered"
    assert theirs["7a"]["values"] == ["2", "2"]
    assert list(theirs["7a"]["marks"]) == ["red", "reduced"]  # type: ignore[call-overload]


def test_night_and_day_look_different() -> None:
    for turn, look in ((4, "night"), (5, "day")):
        s = table(turn)
        run(s, sequence.Activate(GERMAN), events.Discover())
        assert GAME.scene(GAME.view(s, "british"))["look"] == look


def test_what_a_reader_sums_up_is_what_he_may_see() -> None:
    s = table(6)
    ranville = d.OBJECTIVE_AT[at("1016")]
    s.control = changed(s.control, d.H1_OBJECTIVE, 1)
    s.control = changed(s.control, ranville, 1)
    s.marker = changed(s.marker, ranville, 2)
    s.marker_by = changed(s.marker_by, ranville, BY_BRITISH)
    s.vp_cup = changed(s.vp_cup, 2, s.vp_cup[2] - 1)
    run(s, events.Discover())
    known = {
        reader: next(item["value"] for item in GAME.scene(GAME.view(s, reader))["bar"] if item["id"] == "vp")
        for reader in ("british", "german", None)
    }
    assert known == {"british": 5, "german": 3, None: 3}


def test_sticks_off_the_map_stand_in_a_slot_beside_their_hex() -> None:
    s = table(3)
    word = stick(s, "blue", "p", "1432")
    s.at[piece(word)] = PARKED
    s.beside = changed(s.beside, piece(word), at("1432"))
    s.due_back = changed(s.due_back, piece(word), 4)
    run(s, sequence.Activate(GERMAN))
    scene = GAME.scene(GAME.view(s, "british"))
    assert next(p["at"] for p in scene["pieces"] if p["id"] == word) == "beside-1432"
    outside = next(panel for panel in scene["panels"] if panel["id"] == "outside")
    assert [slot["id"] for slot in outside["slots"]] == ["beside-1432"]


def test_overlays_show_reach_zones_and_what_is_still_to_be_gathered() -> None:
    s = table(6)
    put(s, "7a", "1908")
    unit = german(s, "g01", "2108")
    for _ in range(2):
        stick(s, "red", "p", "1413")
    run(s, events.Discover())
    view = GAME.view(s, "british")
    reach = GAME.overlay(view, "reach", "7a")["cells"]
    assert reach["2008"]["text"] == "2"  # clear, and a zone
    assert reach["1909"]["text"] == "1"
    assert GAME.overlay(view, "zones-german")["cells"]["2008"]["text"] == "+1"
    assert "2008" in GAME.overlay(view, "zones-british")["cells"]
    assert GAME.overlay(view, "gather")["cells"] == {"1413": {"shade": 2, "text": "2r"}}
    assert GAME.overlay(view, "reach", unit)["cells"]  # the enemy's reach is no secret
    with pytest.raises(BadInput):
        GAME.overlay(view, "nothing")


def test_lines_about_pieces_and_places() -> None:
    s = table(6)
    unit = german(s, "g14", "1614", covered=True)
    s.letters = changed(s.letters, piece(unit) - d.FIRST_GERMAN, 1 << 6)
    run(s, events.Discover())
    theirs = GAME.about(GAME.view(s, "british"), unit)
    assert "came on by letter G" in theirs
    assert not any("4./Pz.Rgt. 22" in line for line in theirs)
    assert GAME.about(GAME.view(s, "german"), unit)[0] == "4./Pz.Rgt. 22"
    about = GAME.about(GAME.view(s, None), "1614")
    assert about[0] == "Bréville (1614)"
    assert "village: 1 MP, defence +1, road or railway ½" in about
    assert GAME.about(GAME.view(s, None), "nowhere") == []


@pytest.mark.clause("ND-8.1")
def test_the_way_to_a_hex_is_shown_before_it_is_chosen() -> None:
    s = table(6)
    put(s, "7a", "1412")
    german(s, "g01", "1614")
    moving(s, "b1")
    view = GAME.view(s, "british")
    assert GAME.overlay(view, "way", "1016") == {"cells": {}}  # nobody is named yet
    do(s, "with 7a")
    view = GAME.view(s, "british")
    cells = GAME.overlay(view, "way", "1016")["cells"]
    assert [cell["text"] for cell in cells.values()] == sorted(cell["text"] for cell in cells.values())
    price = dict(zip(legal(s), GAME.prices(view, legal(s)), strict=True))["go", "1016"]
    assert price == f"{cells['1016']['text']} MP"
    (line,) = [line for line in GAME.about(view, "1016") if line.startswith("the way there")]
    assert line == f"the way there: {', '.join(cells)}; {price}"
    events = do(s, "go 1016")
    (moved,) = [fact for event in events for fact in event.facts if fact[0] == "moved"]
    assert moved[3:] == tuple(cells)


def test_options_say_where_a_piece_stands_what_a_way_costs_and_what_an_attack_has() -> None:
    s = table(6)
    put(s, "7a", "1413")
    put(s, "7b", "1312")
    german(s, "g01", "1614")
    german(s, "g02", "1211", covered=True)
    moving(s, "b1")

    def price(words: str) -> str:
        (told,) = GAME.prices(GAME.view(s, "british"), [tuple(words.split())])
        return told

    assert price("with 7a") == "1413; 6 MP"
    assert price("done") == ""
    do(s, "with 7a")
    assert price("go 1514") == "2 MP, ends the move"
    assert price("go 1312") == "3 MP; B Company, 7th"  # a village: no stop
    do(s, "go 1514", "done")
    assert price("attack 1614") == "attack 4 against 4"
    assert price("attack 1211") == "attack 4 against a covered unit"
