"""What people are told of the real games: briefings are complete, goals move as the game does, debriefs read well."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sandtable
from sandtable import Game, State, legal, play
from sandtable.cli.main import main
from sandtable.games.rogue_regiment.box.data import MISSIONS
from sandtable.kernel.flow import Event
from sandtable.kernel.tables import Page
from sandtable.kernel.telling import Ends, Weight, moments

NAMES = sandtable.names()
EXPANSIONS = [mission.id for mission in MISSIONS.values() if mission.packs]
SCENARIOS = [(name, scenario.id) for name in NAMES for scenario in sandtable.load(name).scenarios()]


def texts_in(told: Any) -> list[str]:
    """Every text of plain data."""
    if isinstance(told, str):
        return [told]
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return [text for one in inner for text in texts_in(one)]


def check_prose(told: Any) -> None:
    """No exclamation mark, no id in braces, no word of programs."""
    for text in texts_in(told):
        assert not re.search(r"[!{}_]|\bgreedy\b|\bNone\b", text.removesuffix("greedy")), text


@cache
def played(name: str, scenario: str) -> tuple[Game, State, tuple[tuple[str | None, Any, Any], ...]]:
    """A game of the quick players as they first were, or of chance where they do not know the expansion, and what each
    seat was told on the way."""
    game = sandtable.load(name)
    s = game.start(scenario, seed=11)
    bots = {seat: game.bot("random" if scenario in EXPANSIONS else "greedy:first", 1) for seat in game.seats(s)}
    told = []
    while options := legal(s):
        assert s.seat is not None
        seen = game.seen(s, s.seat)
        told.append((s.seat, seen.goals, seen.standing))
        play(s, bots[s.seat].pick(seen.view, options))
    told += [(seat, game.seen(s, seat).goals, game.seen(s, seat).standing) for seat in game.seats(s)]
    return game, s, tuple(told)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_briefing_says_who_you_are_what_to_do_and_how_it_ends(name: str, scenario: str) -> None:
    game = sandtable.load(name)
    for seat in game.seats_of(scenario, {}):
        briefing = game.briefing(scenario, seat=seat)
        assert briefing["role"].startswith("You ")
        assert len(re.findall(r"[.?](?= |$)", briefing["situation"])) in (2, 3, 4), briefing["situation"]
        assert len(briefing["tips"]) == 3
        assert briefing["ends"] and briefing["scoring"] and briefing["goals"] and briefing["lit"]
        assert any(aim["points"] for aim in briefing["goals"])
        check_prose(briefing)


def test_a_briefing_names_the_turn_after_which_the_cards_are_gone() -> None:
    game = sandtable.load("rogue-regiment")
    for scenario in game.scenarios():
        s = game.start(scenario.id, seed=1)
        last = next(item.of for item in game.seen(s, s.seat).drawn.bar if item.id == "turn")
        assert game.briefing(scenario.id)["ends"].endswith(f"after turn {last}."), scenario.id


def test_whoever_still_lives_is_to_come_out_and_what_can_no_longer_be_had_is_told() -> None:
    game, chance = sandtable.load("rogue-regiment"), random.Random(8)
    s = game.start("m5-mill-race", seed=8)
    most = list[int]()
    while s.seat is not None:
        seen = game.seen(s, "operators")
        assert {goal["state"] for goal in seen.goals if goal["id"] == "leave"} == {"open"}, "one may still come"
        assert seen.standing is not None
        found = re.search(r"; 6 for a minor victory, but no more than (-?\d+) can be had now", seen.standing["text"])
        most += [int(found[1])] if found else []
        play(s, chance.choice(legal(s)))
    assert most and max(most) < 6 and most == sorted(most, reverse=True), "what is gone is gone"


def test_a_briefing_names_the_lesson_that_fits_its_seat_and_scenario() -> None:
    drop, regiment = sandtable.load("night-drop"), sandtable.load("rogue-regiment")
    assert drop.briefing("night-only")["lesson"] == "sticks-in-the-dark"
    assert drop.briefing("night-only", seat="german")["lesson"] == "the-german-side"
    assert regiment.briefing("m2-lights-out")["lesson"] == "bombs-and-cards"
    assert regiment.briefing("m10-rocket-alley")["lesson"] == "the-typhoon"
    assert regiment.briefing("m11-kennel-road")["lesson"] == "dogs"
    assert regiment.briefing("m8-iron-harvest")["lesson"] == "entering-and-moving", "none is about it: the first"
    assert regiment.briefing("m1-cold-ford", {"jaeger": "on"}, "jaeger")["lesson"] == "the-jaeger"


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_goals_and_standing_move_as_the_game_does(name: str, scenario: str) -> None:
    game, s, told = played(name, scenario)
    for seat in game.seats(s):
        mine = [(goals, standing) for reader, goals, standing in told if reader == seat]
        first, last = mine[0], mine[-1]
        assert first != last and any(goal["state"] == "open" for goal in first[0])
        assert not any(goal["state"] == "open" for goal in last[0]), "when it is over nothing is open"
        assert last[1]["level"] == game.debrief(s, seat)["level"] or not game.debrief(s, seat)["ladder"]
        check_prose([last[0], last[1]])


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_debrief_tells_the_score_the_history_and_three_moments(name: str, scenario: str) -> None:
    game, s, _ = played(name, scenario)
    for seat in game.seats(s):
        debrief = game.debrief(s, seat)
        assert debrief["history"] and debrief["lines"] and len(debrief["moments"]) == 3
        assert re.search(r"\b(won|lost)\b", debrief["verdict"]) and any(one["why"] for one in debrief["moments"])
        check_prose(debrief)


def test_the_tables_of_the_books_can_be_looked_up() -> None:
    found = {game.name: {table.id for table in game.tables()} for game in sandtable.games()}
    assert found["who-dares-wins"] >= {"levels", "victory-points", "terrain", "events", "alarm"}
    assert found["night-drop"] >= {"victory", "terrain", "landing", "combat", "dice"}
    assert found["rogue-regiment"] >= {"victory", "ground", "meter", "weapons", "events"}


def test_a_side_without_points_of_its_own_is_given_none() -> None:
    game, s, _ = played("night-drop", "night-only")
    outcome = game.outcome(s)
    assert outcome is not None and set(outcome.points) == {"british"}, "no “German -13”"


@pytest.mark.parametrize("name", NAMES)
def test_every_term_is_explained_in_a_sentence(name: str) -> None:
    glossary = sandtable.load(name).glossary()
    assert len(glossary) > 20
    for term, sentence in glossary.items():
        assert sentence.endswith(".") and len(sentence) < 200, term
    check_prose(glossary)


def test_a_result_is_better_than_the_games_that_ended_worse_for_the_seat() -> None:
    ends = Ends(Page("balance.toml", '["a"]\npoints = [[1, 5], [2, 10], [3.5, 5]]\n'))
    better = ends.beside("a", 2.5)
    assert better is not None and (better.games, better.better_than) == (20, 75)
    fewer = ends.beside("a", 2, more_is_better=False)
    assert fewer is not None and fewer.better_than == 25
    assert ends.beside("b", 2) is None


def test_moments_are_the_heaviest_events_that_the_seat_may_read_one_an_action_in_their_order() -> None:
    _, s, _ = played("night-drop", "night-only")
    first = next(line.action for line in sandtable.log(s, None) if line.event.clause == "ND-5.2")
    mine = [line for line in sandtable.log(s, "german") if line.action >= first]
    secret = [line.event.text for line in sandtable.log(s, "british") if line.event.seen_by == ("british",)]

    def weigh(_: State, event: Event) -> Weight:
        return Weight(1000.0 if event.text in secret else float(len(event.text)))

    found = moments(s, "german", {}, weigh)
    numbers = [one.n for one in found]
    assert secret and len(found) == 3 and numbers == sorted(set(numbers))
    longest = max((line.event.text for line in mine), key=len)
    assert any(one.text.partition(": ")[2] == sandtable.tell(longest, {}) for one in found)
    assert all(re.match(r"Turn [1-4]: ", one.text) for one in found)


def test_the_terminal_tells_what_it_is_about_how_it_stands_and_how_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "mission\nglossary stick\nglossary tank\nbriefing\nquit\n"
    words = ["play", "night-drop", "--scenario", "night-only", "--bot", "german=random", "--record", str(file)]
    out = CliRunner().invoke(main, words, input=typed).stdout
    assert out.count("To do") == 2 and out.count("You command the British") == 2, "first by itself, then asked for"
    assert "[ ]  Take the Merville battery" in out and "5 VP so far; from 42 on a British night" in out
    assert out.startswith("Night Drop: Pegasus Bridge · Night only."), "a title, and no id"
    assert "Stick: A planeload" in out and "the glossary has no “tank”" in out
    game, s, _ = played("who-dares-wins", "scenario-3")
    played_out = sandtable.record(s).text()
    file.write_text("\n".join(played_out.rstrip().split("\n")[:-1]) + "\n")
    last = " ".join(sandtable.record(s).actions[-1][1])
    ended = CliRunner().invoke(main, ["play", "who-dares-wins", "--record", str(file)], input=f"{last}\n").stdout
    told = game.debrief(s, "lrdg")
    assert told["level"] in ended and "games that the normal opponent played here" in ended and "To do" not in ended


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_names_every_kind_that_stands_on_the_board(name: str) -> None:
    game = sandtable.load(name)
    for scenario in game.scenarios():
        seen = game.seen(game.start(scenario.id, seed=3), None)
        told = [item.id for item in seen.drawn.legend]
        assert len(set(told)) == len(told)
        boards = game.board(seen.drawn.board)
        shown = {piece.kind for piece in seen.drawn.pieces}
        assert shown <= set(told), shown - set(told)
        drawn = game.board_svg(seen.drawn.board)
        symbols = [kind for kind in shown if kind in boards.symbols or f'id="kind-{kind}"' in drawn]
        assert set(symbols) == shown, "each is shown by its symbol"


@pytest.mark.parametrize("name", NAMES)
def test_a_question_speaks_of_no_button_that_is_not_there_and_no_two_options_read_alike(name: str) -> None:
    """Ends have names, and are called by them; an option is more than a number."""
    game = sandtable.load(name)
    seed = random.Random(name).randrange(10**6)
    s, chance = game.start(game.scenario(game.gentle).id, seed=seed), random.Random(seed)
    for _ in range(150):
        if s.seat is None:
            break
        seen = game.seen(s, s.seat)
        where = f"seed {seed}, action {s.number}"
        assert not re.search(r"\bor (be )?(done|pass)\b", seen.prompt.text), where
        read = [seen.reading(action) for action in seen.options]
        assert not any(text.strip().isdecimal() for text in read), where
        assert len(read) == len({*read}), f"{where}: {[text for text in read if read.count(text) > 1][:2]}"
        refused = [seen.why_not((verb,)) for verb in dict.fromkeys(action[0] for action in seen.options)]
        shapes = [refusal.text for refusal in refused if refusal and re.search(r"\b[A-Z]{2,} [A-Z]{2,}", refusal.text)]
        assert not shapes, f"{where}: a refusal shows no pattern of words to fill in"
        elsewhere = game.why_not(game.view(s, None), legal(s)[0])
        assert elsewhere is not None and not re.search(rf"\b{s.seat}\b", elsewhere.text), f"{where}: a name, not an id"
        play(s, chance.choice(legal(s)))
    assert s.number > 20
