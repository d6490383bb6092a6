"""What players are shown: scenes, overlays, odds, reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment import view
from sandtable.games.rogue_regiment.box.missions import Objective
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import BATTLE, DEAD, LEFT, OFF, Regiment
from sandtable.games.rogue_regiment.table import names, overlays, panels
from sandtable.games.rogue_regiment.table.overlays import overlay
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, act_with, field, man, run, sq, unit
from tests.rogue_regiment.positions import set_up


def begun() -> Regiment:
    return set_up("m1-cold-ford", seed=5)


@pytest.mark.clause("RR-2.29", "RR-2.30")
def test_danger_is_the_sight_of_all_and_where_steps_are_heard_and_is_shown_unasked() -> None:
    s = field(plain(9, 9, H="4,4", F="2,4"))
    unit(s, "rifle", 4, 7, N)
    unit(s, "rifle", 8, 8, N)
    sees = overlay(s, "sees", ("rifle-1",))
    assert sees[sq(4, 5)]["shade"] == 3, "fully"
    assert sees[sq(4, 3)]["shade"] == 2, "partially, over the hedge"
    assert sq(1, 3) not in sees, "in the field, but behind the wood: clear"
    assert sq(8, 8) not in sees
    every = overlay(s, "danger", ())
    assert set(every) > set(sees)
    assert all(every[place]["shade"] >= cell["shade"] for place, cell in sees.items())
    assert every[sq(4, 8)]["shade"] == 1, "behind his back he hears who runs"
    listed = GAME.scene(GAME.view(begun(), "operators"))["overlays"]
    assert [one["name"] for one in listed if one.get("on")] == ["danger"]
    assert {one["scale"] for one in listed} == {"danger"}, "one scale for all of them"


@pytest.mark.clause("RR-6.2", "RR-6.3", "RR-8.3")
def test_an_overlay_shows_what_one_of_ours_has_in_sight() -> None:
    s = field(plain(9, 9, H="4,4", F="2,4"))
    m = man(s, "jock", 4, 6)
    sees = overlay(s, "sees", ("jock",))
    assert sees[sq(4, 8)]["shade"] == 1, "he looks all round, and that is no danger"
    assert sq(4, 3) in sees, "over the hedge well enough to attack"
    assert sq(0, 2) not in sees, "behind the wood"
    assert sq(4, 6) not in sees
    s.m_low[m] = 1
    assert sq(4, 3) not in overlay(s, "sees", ("jock",)), "crouched, not over the hedge"


@pytest.mark.clause("RR-9.2", "RR-9.3")
def test_an_overlay_shows_how_far_each_weapon_is_heard() -> None:
    s = field(plain(20, 20))
    man(s, "paddy", 10, 10)
    both = overlay(s, "earshot", ("paddy",))
    assert both[sq(16, 10)]["text"] == "pistol"
    assert both[sq(18, 10)]["text"] != "pistol"
    assert sq(13, 10) not in both, "a ring"
    assert sq(19, 10) not in both, "nothing that he has is heard nine squares away"
    pistol = overlay(s, "earshot", ("paddy", "pistol"))
    assert len(pistol) == 48, "the squares six away"
    named = {place for place, cell in pistol.items() if cell["text"]}
    assert named > {sq(10, 4), sq(16, 10), sq(10, 16)}, "written once each way"
    assert len(named) == 4, "and not on every square"
    unit(s, "rifle", 12, 10, N)
    assert overlay(s, "earshot", ("paddy", "pistol"))[sq(12, 10)]["shade"] == 2, "he would hear it"


@pytest.mark.clause("RR-1.1")
def test_the_legend_tells_what_every_shade_of_an_overlay_means() -> None:
    s = begun()
    view = GAME.view(s, s.seat)
    told = {item["id"] for item in GAME.scene(view)["legend"]}
    act_with(s, 0)
    view = GAME.view(s, s.seat)
    shown = {
        f"overlay-{name}-{cell['shade']}"
        for name, _, about in overlays.LISTED
        for thing in (["jock", "rifle-1"] if about == "piece" else [""])
        for cell in overlay(s, name, (thing,) if thing else ()).values()
        if cell["shade"]
    }
    assert len({one.split("-")[1] for one in shown}) >= 3
    assert shown <= told


@pytest.mark.clause("RR-5.1", "RR-5.3", "RR-9.5", "RR-9.16")
def test_an_overlay_shows_where_a_man_gets_to_unseen() -> None:
    """Against brute force: every sequence of moves and sprints played out."""
    s = field(plain(12, 12, H="5,5 6,5", F="3,4 4,7"))
    m = man(s, "jock", 5, 8)
    unit(s, "rifle", 6, 2, E)
    unit(s, "rifle", 9, 8, N)
    s.m_ap[m], s.m_turn = 3, (1,)
    act_with(s, m)
    quiet: dict[str, int] = {}
    reached: dict[str, int] = {}

    def go_on(at: Regiment, spent: int) -> None:
        for action in legal(at):
            if action[0] not in ("move", "sprint") or action[-1] == "take":
                continue
            twin = at.clone()
            play(twin, action)
            while twin.agenda and not isinstance(twin.choice, turn.Act):
                play(twin, legal(twin)[0])
            cost = s.m_ap[m] - twin.m_ap[m]
            place = twin.place(twin.m_at[m])
            reached[place] = min(reached.get(place, 9), cost)
            if not sum(twin.u_alert):
                quiet[place] = min(quiet.get(place, 9), cost)
                if cost < 3:
                    go_on(twin, cost)

    go_on(s, 0)
    cells = overlay(s, "reach", ("jock",))
    shown = {place: int(cell["text"]) for place, cell in cells.items() if cell["shade"] == 0}
    quiet.pop(sq(5, 8), None)
    assert shown == quiet
    assert len(shown) > 9
    assert set(cells) >= set(reached) - {sq(5, 8)}
    assert any(cell["shade"] == 3 for cell in cells.values())


@pytest.mark.clause("RR-10.9")
def test_an_overlay_shows_reaction_fire_on_the_way() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 5, 8, spotted=True)
    unit(s, "smg", 5, 2, S, alert=True)
    act_with(s, m)
    cells = overlay(s, "fire", ("jock",))
    assert cells[sq(5, 6)] == {"shade": 3, "text": "1.3"}, "two dice that hit on 3 at short range"
    assert cells[sq(5, 9)] == {"shade": 3, "text": "1.0"}
    assert overlay(s, "fire", ("paddy",)) == {}


@pytest.mark.clause("RR-4.11", "RR-8.13", "RR-8.4", "RR-1.24", "RR-5.2")
def test_a_refusal_names_its_clause() -> None:
    s = begun()
    play(s, ("act", "jock"))
    view = GAME.view(s, "operators")
    for words, clause in (
        ("move jock a1", "RR-5.1"),
        ("dance jock", "RR-4.11"),
        ("move paddy a1", "RR-4.7"),
        ("recover jock", "RR-1.22"),
    ):
        refusal = GAME.why_not(view, words)
        assert refusal is not None
        assert refusal.clause == clause, words


@pytest.mark.clause("RR-3.9", "RR-8.10")
def test_operators_have_boards_with_slots_whose_ids_are_the_words_of_their_actions() -> None:
    s = begun()
    play(s, ("act", "jock"))
    panels = {panel["id"]: panel for panel in GAME.scene(GAME.view(s, "operators"))["panels"]}
    jock, paddy = panels["board-jock"], panels["board-paddy"]
    assert (jock["kind"], paddy["kind"]) == ("board", "board")
    assert {slot["id"] for slot in jock["slots"]} >= {"pistol", "knife"}, "he acts"
    assert all(slot["id"].startswith("paddy-") for slot in paddy["slots"])
    ids = [slot["id"] for panel in panels.values() if panel["kind"] == "board" for slot in panel["slots"]]
    assert len(ids) == len(set(ids))
    health = next(track for track in jock["tracks"] if track["title"] == "Health")
    assert (health["value"], health["cells"][-1]) == ("5", "5")


@pytest.mark.clause("RR-14.2", "RR-14.4")
def test_the_event_card_and_the_patrol_token_are_shown() -> None:
    s = begun()
    while s.turn < 2:
        end = [action for action in legal(s) if action[0] in ("end", "done", "act")]
        play(s, (end or legal(s))[-1])
    events = next(p for p in GAME.scene(GAME.view(s, "operators"))["panels"] if p["id"] == "events")
    hand = {slot["title"]: slot["text"] for slot in events["hand"]}
    assert hand["Patrol token"] == "black: those on black lines walk"
    assert hand["Event card drawn last"].startswith("Before the alarm: ")
    assert [pile["count"] for pile in events["piles"]] == [35, 1]


@pytest.mark.clause("RR-18.12", "RR-21.1")
def test_what_covers_several_squares_says_which() -> None:
    s = set_up("m8-iron-harvest", seed=3)
    pieces = {piece["id"]: piece for piece in GAME.scene(GAME.view(s, "operators"))["pieces"]}
    assert len(pieces["half-track-1"]["cells"]) == 6
    assert len(pieces["dump-1"]["cells"]) == 4
    assert pieces["half-track-1"]["at"] in pieces["half-track-1"]["cells"]
    assert "cells" not in pieces["rifle-1"]
    play(s, ("drive", "willys"))
    play(s, legal(s)[0])
    scene = GAME.scene(GAME.view(s, "operators"))
    willys = next(piece for piece in scene["pieces"] if piece["id"] == "willys")
    assert set(willys["cells"]) == {s.place(v) for v in obstacles.car_squares(s, 0)} - {""}
    sheet = next(panel for panel in scene["panels"] if panel["id"] == "board-willys")
    assert [slot["id"] for slot in sheet["slots"]] == ["driver", "front", "rear", "passenger"]


@pytest.mark.clause("RR-1.2", "RR-1.19")
def test_the_board_is_drawn_in_letters_for_a_terminal() -> None:
    s = begun()
    lines = GAME.sketch(GAME.view(s, "operators"))
    rows = {line[:2].strip(): line for line in lines if line[:2].strip().isdigit()}
    assert len(rows) == s.grid.height
    guard = next(u for u in range(len(s.u_kind)) if s.unit(u) == "smg-1")
    column = 4 + 3 * s.grid.xs[s.u_at[guard]]
    assert rows[str(s.grid.ys[s.u_at[guard]] + 1)][column : column + 2] == "s^"
    assert any(line.startswith("objective: take the documents") for line in lines)
    assert "black patrol line o1 > o10 and back, Rifleman 5" in lines


@pytest.mark.clause("RR-1.1", "RR-3.1")
def test_a_unit_is_told_from_others_of_its_kind_by_the_number_on_its_token() -> None:
    s = begun()
    view = GAME.view(s, s.seat)
    tokens = {piece["id"]: piece for piece in GAME.scene(view)["pieces"]}
    assert tokens["rifle-3"]["name"] == "R3"
    assert tokens["smg-1"]["name"] == "S1"
    assert "Rifleman 3" in tokens["rifle-3"]["alt"]
    assert GAME.names(view)["rifle-3"] == "Rifleman 3"
    half_track = next(
        one
        for one in GAME.scene(GAME.view(GAME.start("m6-stone-teeth", seed=7), None))["pieces"]
        if one["kind"] == "half-track"
    )
    assert half_track["name"] == "Half-Track 1", "a vehicle has room for its name"


@pytest.mark.clause("RR-1.1")
def test_a_dead_unit_is_said_to_be_gone() -> None:
    s = begun()
    s.move(2, OFF)
    s.forget()
    name = s.unit(2)
    assert GAME.about(GAME.view(s, s.seat), name) == [
        f"{GAME.names(GAME.view(s, s.seat))[name]}: no longer on the board"
    ]


@pytest.mark.clause("RR-7.10")
def test_the_question_at_an_instant_names_who_may_fire_and_at_what() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 7, facing=N)
    u = unit(s, "rifle", 4, 4, S)
    s.m_mark[m] = u
    run(s, marks.Window())
    assert s.choice is not None
    assert s.choice.ask(s) == f"Marked: {{jock}} has a shot at {{rifle-1}} on {{{sq(4, 4)}}}. Fire or hold?"


@pytest.mark.clause("RR-3.10")
def test_the_question_for_operators_says_who_is_next_and_how_many_come() -> None:
    s = GAME.start("m8-iron-harvest", seed=1)
    assert s.choice is not None
    assert s.choice.ask(s) == "With which side of the board does {jock} come? (3 more after that)"
    t = GAME.start("m4-sunken-lane", seed=1)
    assert t.choice is not None
    assert t.choice.ask(t) == "Choose 3 more Operators, each with a side of the board: who is next?"


@pytest.mark.clause("RR-1.1")
def test_actions_of_a_man_read_as_sentences_that_begin_with_his_name() -> None:
    verbs = ("move", "sprint", "climb", "swim", "move-take", "sprint-take", "leave", "attack", "mark", "aim", "crouch")
    read = {phrase for (verb, nouns), phrase in names.PHRASES.items() if verb in verbs and nouns > 1}
    assert {phrase for phrase in read if not phrase.startswith("{1}")} == set()


def test_the_bar_says_that_the_alarm_is_raised_and_a_dead_man_has_no_points() -> None:
    s, m = begun(), 0
    bar = {item["id"]: item["value"] for item in GAME.scene(GAME.view(s, None))["bar"]}
    assert (bar.get("meter"), bar.get("alarm")) == (6, None)
    assert [track.title for track in panels.board(s, m, False).tracks] == ["Health", "AP"]
    s.section, s.m_state[m] = BATTLE, DEAD
    bar = {item["id"]: item["value"] for item in GAME.scene(GAME.view(s, None))["bar"]}
    assert (bar.get("meter"), bar.get("alarm")) == (None, "raised")
    assert [track.title for track in panels.board(s, m, False).tracks] == ["Health"]


def test_every_column_says_who_may_know_it() -> None:
    assert sorted((*view.EVERYBODY, *view.NOBODY, *view.HIS)) == sorted(Regiment.FIELDS)


def test_every_token_has_a_name_and_squares_beside_the_board_are_told_apart() -> None:
    s = field(plain(20, 20))
    s.lay(papers=(s.grid.at(3, 3),), traps=((s.grid.at(4, 3), 0, 0),), mines=((s.grid.at(5, 3), 0),))
    man(s, "jock", 8, 8)
    called = names.names(s)
    assert (called["documents-1"], called["trap-1"], called["mine-1"]) == ("documents 1", "trap 1", "landmine 1")
    outside = [title for word, title in called.items() if word.startswith("beside-")]
    assert len(outside) == len(set(outside)) > 0
    assert called[f"beside-{s.grid.at(-1, 4)}"] == f"beside the board, 1 west of {sq(0, 4)}"


@pytest.mark.clause("RR-1.1")
def test_what_costs_points_is_not_called_an_objective_that_was_met() -> None:
    s = field(plain(20, 20))
    convoy = Objective("convoy-leaves", -1)
    s.stage = Stage(replace(s.stage.mission, objectives=(convoy,)), s.layout)
    s.scored = (0,)
    victory.scored(s, 0)
    assert s.events[-1].text == "points lost: a convoy vehicle gets away (-1)"
    s.scored, s.m_state[man(s, "jock", 8, 8)] = (0,), LEFT
    victory.conclude(s, "left")
    assert s.events[-1].text == "all who live have left: 1 point, defeat"


def test_a_number_says_what_it_counts_where_one_is_asked_for() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    assert names.names(s)["2"] == "2"
    s.agenda.append(placed.SetBomb(m, s.grid.at(4, 5)))
    called = names.names(s)
    told = [GAME.phrase(called, ("fuse", str(n))) for n in (1, 2, 13, 20)]
    cards = ("the next card", "the 2nd card", "the 13th card", "the 20th card")
    assert told == [f"It goes off with {card}" for card in cards]
    s.agenda.append(items.TurnDie())
    assert GAME.phrase(names.names(s), ("rabbit", "3")) == "Turn the 3 to 6"
    s.agenda.append(cars.CarAct(0))
    called = names.names(s)
    assert [called["1"], called["4"]] == ["1 square", "4 squares"]
