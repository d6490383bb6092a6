"""What a game with a Jäger shows to whom, what is wrong with a mission for him, and his quick player."""

from __future__ import annotations

import pytest

from sandtable import Rng, can_undo
from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.state import ACTIVE, JAEGER, SEAT, Regiment, changed
from sandtable.games.rogue_regiment.table import debrief, goals
from tests import kit
from tests.rogue_regiment import hidden
from tests.rogue_regiment.positions import set_up


def laid_out() -> Regiment:
    """The first mission with a Jäger who holds two cards, and one of each of his tokens on the board."""
    s = set_up(jaeger="on")
    s.j_hand, s.j_down, s.j_pile = (1, 2), (3, 1), ((4, 1, 0), (5, 2, 1))
    s.j_deck = tuple(card for card in s.j_deck if card not in range(1, 6))
    s.j_ways = changed(s.j_ways, 1, s.stage.by_name["c4"])
    s.cats = (s.stage.by_name["d4"],)
    s.lay(stains=((s.stage.by_name["e4"], 0),))
    s.locks = ((s.stage.by_name["f4"], s.stage.by_name["f5"]),)
    s.m_twig = changed(s.m_twig, 0, 1)
    s.u_hunt = changed(s.u_hunt, 0, 1)
    return s


def test_the_jaeger_is_told_whose_victory_it_is() -> None:
    s = set_up(jaeger="on")
    s.ended = "everybody has left"
    mine, theirs = (debrief.debrief(s, seat) for seat in (JAEGER, SEAT))
    assert (mine.level, theirs.level) == ("Defeat of the Operators", "Defeat")
    assert [rung.level for rung in mine.ladder] == [f"{rung.level} of the Operators" for rung in theirs.ladder[::-1]]
    assert goals.standing(s, JAEGER).text == "0 points: defeat of the Operators"


def test_his_tokens_and_marks_are_on_the_table_of_everybody() -> None:
    s = laid_out()
    board = GAME.board(GAME.scene(GAME.view(s, None))["board"])
    for reader in ("operators", JAEGER, None):
        scene = GAME.scene(GAME.view(s, reader))
        kinds = {piece["kind"]: piece["at"] for piece in scene["pieces"]}
        assert (kinds["waypoint"], kinds["cat"], kinds["stain"]) == ("c4", "d4", "e4")
        marks = {mark for piece in scene["pieces"] for mark in piece["marks"]}
        assert {"hunter", "twig"} <= marks
        assert {cell["id"] for cell in scene["cells"] if "lock" in cell["marks"]} == {"f4", "f5"}
        assert {"waypoint", "cat", "stain", "twig", "lock", "hunter"} <= set(board.symbols)


@pytest.mark.clause("RR-27.4", "RR-27.5")
def test_his_hand_is_a_panel_of_his_own_scene_and_a_number_to_all_others() -> None:
    s = laid_out()
    for reader in ("operators", JAEGER, None):
        panel = next(one for one in GAME.scene(GAME.view(s, reader))["panels"] if one["id"] == "hunt")
        counts = {pile["id"]: pile["count"] for pile in panel["piles"]}
        assert counts == {"hunt-deck": 35, "hunt-hand": 2, "hunt-discards": 2, "hunt-down": 1}
        shown = [slot["id"] for slot in panel["hand"]]
        assert shown == (["jaeger-2", "jaeger-3", "hunt-last"] if reader == JAEGER else ["hunt-last"])
        down = next(pile for pile in panel["piles"] if pile["id"] == "hunt-down")
        assert down.get("text", "") == (hand.title(3) if reader == JAEGER else "")


def test_looking_back_shows_his_cards_to_all() -> None:
    s = laid_out()
    view = GAME.view(s, None)
    GAME.unveil(s, view)
    panel = next(one for one in GAME.scene(view)["panels"] if one["id"] == "hunt")
    assert [slot["id"] for slot in panel["hand"]] == ["jaeger-2", "jaeger-3", "hunt-last"]


@pytest.mark.clause("RR-27.31")
def test_a_sturmboot_without_water_is_a_mistake_with_its_line() -> None:
    text = FILES.text("missions/m12-the-huntsman.mission")
    assert GAME.check("mine.mission", text) == []
    for old, new, line, words in (
        ("guard sturmboot [1,0].landing/W", "guard sturmboot [3,0].knoll/W", 6, "squares of water"),
        ("assault kettenkrad W[0,1]", "assault sturmboot W[0,1]", 8, "it needs water there"),
        ("packs: jg", "packs: ks", 6, "comes with the expansion jg"),
    ):
        found = GAME.check("mine.mission", text.replace(old, new))
        assert found is not None and any(at == line and words in told for at, told in found), (new, found)


def test_the_quick_player_of_the_jaeger_plays_whole_games() -> None:
    for mission in ("m1-cold-ford", "m12-the-huntsman"):
        s = GAME.start(mission, seed=2, options={"jaeger": "on"})
        assert isinstance(s, Regiment)
        asked = set()
        for position in kit.by_bots(GAME, s, 2, "greedy", "greedy"):
            if position.seat == JAEGER:
                asked.add(type(position.choice).__name__)
        outcome = GAME.outcome(s)
        assert outcome is not None and set(outcome.scores) == {"operators", JAEGER}
        assert {"PlaceStalker", "Hand", "Reveal"} <= asked


def test_the_terminal_tells_of_twigs_of_who_waits_off_the_board_and_what_his_letters_mean() -> None:
    s = laid_out()
    m = next(m for m in range(len(s.m_kind)) if s.is_operator(m))
    s.become(m, ACTIVE)
    s.put(m, s.stage.by_name["c6"])
    s.m_twig = changed(s.m_twig, m, 1)
    view = GAME.view(s, JAEGER)
    assert GAME.about(view, s.man(m))[0].endswith("a twig under his feet")
    assert GAME.about(view, "black-1")[1:] == ["here: {stalker-1}"]
    assert GAME.about(view, "c6")[1:], "of a square of the board there is more to tell"
    assert "c a cat, w the waypoint of a Stalker" in GAME.sketch(view)[-1]


ASKED = ("play jaeger-5", "discard jaeger-1 jaeger-2", "use", "draw", "waypoint a1", "lock f4 f5")
"""What the Operators may ask in vain."""


@pytest.mark.parametrize("row", ["jaeger-deck", "jaeger-hand", "face-down", "unseen-discards"])
def test_undo_answers_lines_about_a_card_the_sketch_and_the_debrief_tell_the_operators_none_of_his_cards(
    row: str,
) -> None:
    def answers(s: Regiment) -> list[object]:
        view = GAME.view(s, "operators")
        refusals = [GAME.why_not(view, tuple(words.split())) for words in ASKED]
        return [can_undo(s), refusals, GAME.about(view, "jaeger-4"), GAME.about(view, "jaeger-2"), GAME.sketch(view)]

    s = laid_out()
    twin = hidden.ROWS[row](s, "operators", Rng(1))
    assert isinstance(twin, Regiment)
    twin.offered = None
    assert answers(twin) == answers(s)
    for _ in kit.by_bots(GAME, s, 3, "random"):
        pass
    twin = hidden.ROWS[row](s, "operators", Rng(1))
    if isinstance(twin, Regiment):
        assert GAME.debrief(twin, "operators") == GAME.debrief(s, "operators")
