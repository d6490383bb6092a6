"""What is drawn: counters and their markers, tracks, patrol columns, the tactical map; and lines about a place."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.who_dares_wins.box import lrdg
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import LOW, REDUCED, WAITING_DRM_1, Desert, changed
from sandtable.games.who_dares_wins.table import names, panels
from sandtable.games.who_dares_wins.table.overlays import overlay
from sandtable.kernel.flow import legal, play
from tests.kit import do, run
from tests.who_dares_wins.field import (
    acting,
    await_events,
    empty_pool,
    field,
    hold_back,
    match,
    seen_by_player,
    unit,
    zone,
)


def scene(s: Desert) -> dict[str, Any]:
    """The picture that the player gets."""
    return GAME.scene(seen_by_player(s).view)


def named(things: list[dict[str, Any]], word: str) -> dict[str, Any]:
    """The one with this id."""
    return next(thing for thing in things if thing["id"] == word)


def test_a_unit_shows_its_side_its_value_its_patrol_and_its_markers() -> None:
    s = field(patrols={"1st": "jalo T1B HQ1", "2nd": "jalo SAS1"}, turn_number=2)
    s.side[unit("T1B")] = REDUCED
    terms.mco_add(s, unit("T1B"), 3)
    s.watch_end[unit("SAS1")] = 4
    s.carried = changed(s.carried, unit("SAS1"), 1)
    run(s, actions.Act())
    team = named(scene(s)["pieces"], "T1B")
    assert (team["side"], team["at"], team["values"]) == ("british", "jalo", ["2"])
    assert (
        team["marks"] == ["1st", "reduced", "mco-3"] and team["alt"] == "T1/B, 1st, AV 2, reduced, MCO marker of 3 AP"
    )
    assert named(scene(s)["pieces"], "SAS1")["marks"] == ["2nd", "recon-ok", "observing"]


@pytest.mark.clause("WDW-42.4")
def test_a_face_down_axis_counter_shows_only_what_the_set_up_says() -> None:
    s = match("scenario-2", "buy", "take HQ1", "done")
    known, unknown = (named(scene(s)["pieces"], word) for word in ("axis1", "axis4"))
    assert (known["face"], known["kind"], known["values"], known["marks"]) == ("covered", "unknown", ["3?"], ["mobile"])
    assert (unknown["values"], unknown["marks"]) == ([], []) and known.keys() == unknown.keys()
    s.axis_up[0] = 1
    shown = named(scene(s)["pieces"], "axis1")
    assert (shown["face"], shown["name"], shown["values"]) == ("shown", "GE", ["3"])


@pytest.mark.clause("WDW-42.3", "WDW-72.8")
def test_targets_stand_with_their_value_before_the_set_up_and_after_it() -> None:
    s = match("scenario-2")
    before = {cell["id"]: cell["marks"] for cell in scene(s)["cells"]}
    assert before == {"mechili": ["target-3"], "bir-tengeder": ["target-2"], "bir-hacheim": ["target-2"]}
    do(s, "buy", "take HQ1", "done")
    assert {cell["id"]: cell["marks"] for cell in scene(s)["cells"]} == before
    s.target[zone("mechili")] = 0
    s.target[zone("bir-hacheim")] = 1
    marks = {cell["id"]: cell["marks"] for cell in scene(s)["cells"]}
    assert marks["mechili"] == ["destroyed"] and marks["bir-hacheim"] == ["target-1"]


@pytest.mark.clause("WDW-41.8", "WDW-31.5", "WDW-85.8")
def test_the_budget_counts_the_waco_that_was_bought_and_not_the_one_that_is_free() -> None:
    stock = named(scene(match("scenario-2", "buy", "take HQ1", "take Waco"))["panels"], "purchase")
    assert (stock["budget"], stock["spent"]) == (20, 5)
    assert named(stock["slots"], "Waco")["text"] == "Support area"
    assert named(stock["slots"], "HQ1")["text"] == "1st patrol" and named(stock["slots"], "HQ2")["text"] == "not chosen"
    assert not any("free" in slot["text"] for slot in stock["slots"]), "nothing is said to be free and to cost 1"
    s = match("scenario-5-1", "buy", "take HQ1", "next", "take HQ2", "done")
    stock = named(scene(s)["panels"], "purchase")
    assert stock["spent"] == 4, "the reserve is still to be chosen, and the Waco waits free of charge"


def test_the_bar_and_the_tracks_show_turn_alarm_and_each_patrols_columns() -> None:
    s = field("scenario-5-1", {"1st": "d1 G1A HQ1", "2nd": "d1 Y1A", "3rd": "koufra S1A"}, alarm=2, turn_number=3)
    hold_back(s, "3rd")
    s.ap[0], s.held[0], s.held_seen[0] = 7, 1, 1
    s.status[1] |= LOW
    terms.mco_add(s, unit("G1A"), 4)
    terms.mco_add(s, unit("HQ1"), 2)
    run(s, actions.Act())
    drawn = scene(s)
    bar = [(one["id"], one["value"], one["of"]) for one in drawn["bar"]]
    assert bar == [("turn", "3 · history took 8", None), ("alarm", 2, 4), ("ap-1st", 7, None), ("ap-2nd", 0, None)]
    s.turn = 10
    late = scene(s)["bar"][0]
    assert (late["value"], late["of"]) == ("10, 2 over the historical 8", None), "no “10 of 8”"
    assert named(drawn["panels"], "alarm")["value"] == "2"
    first = named(drawn["panels"], "patrol-1st")
    assert [(track["title"], track["value"]) for track in first["tracks"]] == [
        ("AP", 7), ("Recon OK to spend", 2), ("MCO: AP lost each turn", 6),
    ]  # fmt: skip
    assert [slot["id"] for slot in first["slots"]] == ["G1A", "HQ1"]
    titles = [named(drawn["panels"], f"patrol-{word}")["title"] for word in ("2nd", "3rd")]
    assert titles == ["2nd patrol, low profile", "3rd patrol, in reserve"]


@pytest.mark.clause("WDW-332.1", "WDW-72.12", "WDW-733.1")
def test_the_tactical_map_shows_who_stands_opposite_whom_and_the_reserve() -> None:
    s = field("scenario-2", {"1st": "mechili T1A T1B SAS1 HQ1"}, draws=["I-INF-1", "I-INF-3"])
    empty_pool(s, "I-INF-1", "I-INF-3")
    run(s, combat.Attack(zone("mechili")))
    do(s, "contact T1A", "contact T1B", "contact HQ1", "stack HQ1 T1B")
    rows = {row["id"]: row for row in named(scene(s)["panels"], "combat")["rows"]}
    assert [slot["title"] for slot in rows["target"]["theirs"]] == ["Target", "An Axis unit, face down"]
    do(s, "face T1B target")
    rows = {row["id"]: row for row in named(scene(s)["panels"], "combat")["rows"]}
    ours = {word: [slot["id"] for slot in row["ours"]] for word, row in rows.items()}
    assert ours == {"target": ["T1B", "HQ1"], "line-1": ["T1A"], "in-reserve": ["SAS1"]}
    assert rows["target"]["theirs"][0]["text"] == "3 of 3" and rows["line-1"]["theirs"][0]["text"] == "AV 3"


@pytest.mark.clause("WDW-611.10", "WDW-51.13")
def test_the_overlay_of_chances_counts_who_is_there_and_waiting_events() -> None:
    s = field(patrols={"1st": "jaghbub T1A"}, axis="maddalena I-INF-1 down")
    drawn = overlay(s, "unseen", ("T1A",))
    assert drawn is not None
    assert drawn["cells"]["maddalena"]["text"] == "44 %, 1 AP" and drawn["cells"]["d9"]["text"] == "83 %, 2 AP"
    await_events(s, (0, WAITING_DRM_1))
    drawn = overlay(s, "unseen", ("T1A",))
    assert drawn is not None and drawn["cells"]["maddalena"]["text"] == "69 %, 1 AP"


@pytest.mark.clause("WDW-611.8", "WDW-611.9", "WDW-331.1")
def test_lines_about_a_place_follow_the_options() -> None:
    for option, terrain, dice in (("off", "village", "2d6"), ("on", "fort", "3d6")):
        lines = seen_by_player(acting(field(options={"maddalena_fort": option}))).about("maddalena")
        assert lines[0] == f"Fort Maddalena, {terrain}" and lines[1].startswith(f"Discretion {dice}")
        assert "Off-path to Frontier escarpment, Sofafi heights" in lines


def test_points_and_units_are_counted_in_words_that_agree() -> None:
    s = field(campaign=True)
    s.mco_points = 1
    assert panels.results_panel(s).title == "Missions, 1 MCO point"
    titles = names.names(s)
    assert (titles["1"], titles["2"]) == ("1 turn", "2 turns"), "a button is no bare number"
    assert GAME.phrase(titles, ("watch", "SAS2", "jaghbub", "2")) == "Observe Jaghbub with SAS/2 for 2 turns"


def test_every_unit_says_what_it_is_for() -> None:
    seen = seen_by_player(acting(field()))
    survey = seen.about("Survey")
    assert "makes the reconnaissance of its detachment easier" in survey[1]
    assert survey[2] == "Attack value 1, 1 when reduced; 3 to buy"
    assert all(seen.about(word)[1].endswith(".") for word in lrdg.UNITS)


@pytest.mark.clause("WDW-54.1")
def test_whoever_is_home_is_told_that_the_mission_ends_with_this_turn() -> None:
    game, chance = GAME, GAME.bot("greedy", 1)
    s, told = game.start("scenario-1", seed=3), list[str]()
    while s.seat is not None:
        standing = game.seen(s, "lrdg").standing
        assert standing is not None
        told.append(standing["text"])
        play(s, chance.pick(game.view(s, "lrdg"), legal(s)))
    ending = [text for text in told if "Everybody is home: the mission ends with this turn" in text]
    assert ending and told[-len(ending) :] == ending, "and then it does"


@pytest.mark.clause("WDW-54.19")
def test_a_mission_that_was_given_up_says_so_and_why_the_quiet_counts_for_nothing() -> None:
    s = match("scenario-1", "historical", "take SAS1", "take SAS2", "take HQ1", "abandon", "abandon mission")
    debrief = GAME.debrief(s, "lrdg")
    assert "the mission was given up" in debrief["headline"]
    assert [line["text"] for line in debrief["lines"][1:]] == [
        "The mission was given up",
        "Alarm 0 at the end, which counts only after a return",
    ]
