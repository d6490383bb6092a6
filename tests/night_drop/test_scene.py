"""What a player is shown and asked."""

import pytest

from sandtable import legal, words
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r05_events as events
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.state import BRITISH, BY_BRITISH, GERMAN, PARKED, NightDrop, changed
from sandtable.kernel.errors import BadInput
from tests.kit import at_random, do, run
from tests.night_drop.table import at, attacking, german, match, moving, piece, put, running, stick, table


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
    ranville = land.OBJECTIVE_AT[at("1016")]
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
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
    s.letters = changed(s.letters, piece(unit) - counters.FIRST_GERMAN, 1 << 6)
    run(s, events.Discover())
    theirs = GAME.about(GAME.view(s, "british"), unit)
    assert "came on by letter G" in theirs
    assert not any("4./Pz.Rgt. 22" in line for line in theirs)
    assert GAME.about(GAME.view(s, "german"), unit)[0] == "4./Pz.Rgt. 22"
    about = GAME.about(GAME.view(s, None), "1614")
    assert about[0] == "Bréville (1614)"
    assert "village: 1 MP, defence +1, road or railway ½" in about
    assert GAME.about(GAME.view(s, None), "nowhere") == []


def test_a_unit_in_the_cup_stands_nowhere_and_came_on_by_no_letter() -> None:
    s = table(6)
    run(s, events.Discover())
    assert GAME.about(GAME.view(s, "german"), "u1") == ["Unknown German unit 1", "in the cup"]
    assert GAME.about(GAME.view(s, None), "patrol-1")[1] == "not in play yet"


def test_a_unit_that_is_drawn_but_not_placed_stands_outside_no_hex() -> None:
    s = table(6, draws=["g01"])
    moving(s, "g3")
    do(s, "reinforce")
    for reader in ("british", "german"):
        lines = GAME.about(GAME.view(s, reader), "u1")
        assert "drawn, and about to be placed" in lines
        assert not any("4032" in line for line in lines)


@pytest.mark.clause("ND-10.10")
def test_a_bridge_that_is_down_is_a_stream_without_a_road() -> None:
    s = table(6)
    troarn = land.OBJECTIVE_AT[at("3309")]
    run(s, events.Discover())
    assert GAME.about(GAME.view(s, None), "3309")[1] == "bridge: 3 MP, road or railway ½"
    s.destroyed = changed(s.destroyed, troarn, 1)
    s.broken = changed(s.broken, troarn, 1)
    assert GAME.about(GAME.view(s, None), "3309")[1] == "stream: 3 MP"
    row = GAME.sketch(GAME.view(s, None))[1 + 9]
    assert row[1 + 2 * 33 :][:2] == ";*"


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
    german(s, "g03", "1615", covered=True)
    moving(s, "g3")
    do(s, "with u1")
    told = dict(zip(legal(s), GAME.prices(GAME.view(s, "german"), legal(s)), strict=True))["go", "1615"]
    assert told.endswith(f"; {GAME.seen(s, 'german').names['u3']}"), "one's own covered unit by its own name"
    assert "German unit" not in told


def test_the_map_in_letters_shows_who_is_where_as_the_reader_knows_it() -> None:
    s = table(6)
    stick(s, "red", "l", "1413")
    for colour in ("green", "blue"):
        stick(s, colour, "p", "1514")
    put(s, "7a", "1312")
    put(s, "7b", "1312")
    put(s, "howard-1", "0613")
    put(s, "lovat-1", "0107")
    put(s, "garrison", "2306")
    put(s, "patrol-1", "2917")
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
    german(s, "g14", "1614", covered=True)
    german(s, "g01", "1616")
    run(s, events.Discover())
    for reader in ("british", "german", None):
        lines = GAME.sketch(GAME.view(s, reader))
        assert len(lines) == 2 + land.ROWS + 3

        def letters(word: str, lines: list[str] = lines) -> str:
            return lines[1 + int(word[2:])][1 + 2 * int(word[:2]) :][:2]

        assert [letters(word) for word in ("1413", "1514", "1312", "0613", "0107", "2306", "2917", "1614", "1616")] == [
            "r ", "x2", "C2", "H+", "L ", "M*", "P ", "?*", "G ",
        ]  # fmt: skip
        assert [letters(word) for word in ("0612", "3309", "1016", "1120", "2323")] == ["~ ", "=*", "#*", ".-", '" ']


def test_a_result_says_what_a_loss_and_a_retreat_would_cost() -> None:
    def told(**cells: str) -> dict[str, str]:
        s = table(6, dice=[1, 3])  # AF 4 + 1, DF 3 + 3: one damage point
        put(s, "7a", "1513")
        put(s, "7b", "1412")
        for identity, cell in {"g01": "1613", **cells}.items():
            german(s, identity, cell)
        attacking(s, "b1")
        do(s, "attack 1613")
        view = GAME.view(s, "british")
        found = {words(o): price for o, price in zip(legal(s), GAME.prices(view, legal(s)), strict=True)}
        do(s, "retreat 7a")
        if s.choice is not None and s.seat == "british" and legal(s)[0][0] == "to":
            view = GAME.view(s, "british")
            found.update({words(o): price for o, price in zip(legal(s), GAME.prices(view, legal(s)), strict=True)})
        return found

    free = told()
    assert (free["loss 7a"], free["retreat 7a"]) == ("reduced", "")
    assert (free["to 1412"], free["to 1413"]) == ("B Company, 7th", "")
    # Zones from 1411 and 1414 hold 1412, 1413 and 1512, all that is left to retreat to.
    zoned = told(g02="1411", g03="1414")
    assert zoned["retreat 7a"] == "only into enemy zones of control: reduced as well"
    assert zoned["to 1413"] == "an enemy zone of control: a step is lost"
    s = table(6, dice=[3, 1])  # AF 4 + 3, DF 5 + 1: one damage point
    put(s, "howard-1", "0613")
    german(s, "g14", "0714")
    attacking(s, "g3")
    do(s, "attack 0613")
    assert GAME.prices(GAME.view(s, "british"), legal(s)) == ["reduced", "no effect: it never retreats"]


@pytest.mark.parametrize(("scenario", "worth"), [("pegasus-bridge", ("", "")), ("night-only", (", 3 VP", ", 2 VP"))])
def test_a_conversion_says_what_it_is_worth(scenario: str, worth: tuple[str, str]) -> None:
    s = table(2, scenario=scenario)
    a, b, c = (stick(s, "red", kind, "1412") for kind in ("p", "hq", "hq"))
    run(running(s, "b1"), british.Convert())
    do(s, "convert 1412 red")
    prices = dict(zip(legal(s), GAME.prices(GAME.view(s, "british"), legal(s)), strict=True))
    assert prices["form", a, b, c] == f"full{worth[0]}; 2 VP markers"
    assert prices["form", a, b] == f"reduced{worth[1]}; a VP marker for the HQ"
    assert prices["leave",] == "they stay revealed"


def test_the_end_of_movement_says_how_many_have_not_moved() -> None:
    s = match(4)
    seen = next(GAME.seen(t, t.seat) for t in at_random(s, 4) if isinstance(t.choice, movement.Move) and not t.named)
    waiting = sum(1 for action in seen.options if action[0] == "with")
    assert waiting > 1
    assert seen.reading(("done",)) == f"End movement ({waiting} have not moved)"


def test_no_question_speaks_of_a_button_that_is_not_there() -> None:
    s = match(3)
    for _ in range(400):
        if s.choice is None:
            break
        seen = GAME.seen(s, s.seat)
        if ("pass",) in seen.options:
            assert ("pass" in seen.prompt.text) <= (seen.reading(("pass",)) == "Pass"), seen.prompt.text
        do(s, words(seen.options[0]))


def test_before_the_landing_nothing_is_called_lost() -> None:
    s = GAME.start("night-only", seed=1)
    seen = GAME.seen(s, "british")
    assert seen.standing is not None
    assert "German night" not in seen.standing["text"].partition(";")[0]
    assert not any("not held" in goal["text"] for goal in seen.goals)
