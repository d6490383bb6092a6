"""Opponents of every level are fair: they choose from what their seat sees and from nothing else. And a hint is what
the hard one would do."""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sandtable
from sandtable import Action, Game, State, bot_names, fingerprint, legal, play, seed_bytes
from sandtable.cli.main import main
from sandtable.kernel.chance import Rng
from sandtable.kernel.search import SearchBot
from sandtable.web.thinker import THINK
from scripts import waits
from tests import promises
from tests.kernel.toys import planner

LEVELS = ("random", "easy", "greedy", "search:8")
SCENARIOS: dict[str, list[tuple[str, dict[str, str]]]] = {
    "who-dares-wins": [("scenario-1", {})],
    "rogue-regiment": [
        ("m1-cold-ford", {}),
        ("m1-cold-ford", {"jaeger": "on"}),
        ("m9-cafe-de-la-gare", {}),
        ("m10-rocket-alley", {}),
        ("m11-kennel-road", {}),
        ("m12-the-huntsman", {}),
    ],
    "night-drop": [("pegasus-bridge", {})],
}
SEED = 70_011
"""Of no other test, so that its positions are known."""
EVERY = 11
"""Decisions between two at which every level is asked."""
MOST = 10
"""Decisions of a seat at which it is."""
TWINS = 3
"""Twins for each of them."""
HINTS = 20
"""Decisions of a seat at which a hint is compared with what hard does."""


def levels(game: Game) -> list[str]:
    assert {level.partition(":")[0] for level in LEVELS} <= set(bot_names(game)), "every game has every level"
    return list(LEVELS)


Asked = tuple[dict[str, Any], list[Action], list[tuple[str, bytes, list[Action]]]]
"""A view and its options; and of twins that differ in what the view does not show the row, the view and the options."""


@cache
def asked(name: str, place: int) -> dict[str, list[Asked]]:
    """Decisions of each seat in a quick game, as data alone: no position outlives this function."""
    game = sandtable.load(name)
    scenario, options = SCENARIOS[name][place]
    s = game.start(scenario, seed=SEED, options=options)
    rng = Rng(5)
    found: dict[str, list[Asked]] = {seat: [] for seat in game.seats(s)}
    players = {seat: game.bot("greedy", 1) for seat in found}
    due = dict.fromkeys(found, 0)
    while (offered := legal(s)) and min(map(len, found.values())) < MOST and s.number < 3000:
        seat = str(s.seat)
        view = game.view(s, seat)
        if s.number >= due[seat] and len(offered) > 1 and len(found[seat]) < MOST:
            due[seat] = s.number + EVERY
            found[seat].append((view, offered, list(twins(game, s, seat, rng))))
        play(s, players[seat].pick(view, offered))
    return found


def twins(game: Game, s: State, seat: str, rng: Rng) -> Iterator[tuple[str, bytes, list[Action]]]:
    """Positions that differ from this one in what the seat cannot know."""
    for row, change in list(promises.rows(game.name).items()):
        twin = change(s, seat, rng)
        if twin is not None and fingerprint(twin) != fingerprint(s):
            twin.offered = None
            yield row, json.dumps(game.view(twin, seat)).encode(), legal(twin)


CASES = [(name, place) for name, cases in SCENARIOS.items() for place in range(len(cases))]


@pytest.mark.parametrize(("name", "place"), CASES)
def test_a_bot_chooses_from_the_view_when_the_position_is_gone(name: str, place: int) -> None:
    game = sandtable.load(name)
    decided = asked(name, place)
    gc.collect()
    left = [one for one in gc.get_objects() if isinstance(one, State) and one.setup.seeds == ((0, seed_bytes(SEED)),)]
    assert not left, "the positions are gone"
    for seat, decisions in decided.items():
        assert decisions, f"{seat} decides"
        for level in levels(game):
            for view, options, _ in decisions[:3]:
                assert game.bot(level, 3).pick(json.loads(json.dumps(view)), options) in options


@pytest.mark.parametrize(("name", "place"), CASES)
def test_twins_that_differ_in_secrets_alone_get_equal_choices(name: str, place: int) -> None:
    game = sandtable.load(name)
    compared = 0
    for decisions in asked(name, place).values():
        for view, options, others in decisions:
            for level in levels(game):
                choice = game.bot(level, 3).pick(view, options)
                for row, twin, twin_options in others[:TWINS]:
                    assert game.bot(level, 3).pick(json.loads(twin), twin_options) == choice, f"{level} knows {row}"
                    compared += 1
    assert compared >= 4, "something is hidden from somebody"


@pytest.mark.parametrize(("name", "place"), CASES)
def test_a_hint_is_hards_own_choice(name: str, place: int) -> None:
    """Hard has played from the beginning, and whoever advises comes anew to each decision, as at a web table."""
    game = sandtable.load(name)
    scenario, options = SCENARIOS[name][place]
    s = game.start(scenario, seed=SEED, options=options)
    players = {seat: game.bot("search:2", 9) for seat in game.seats(s)}
    told = dict.fromkeys(players, 0)
    while (offered := legal(s)) and min(told.values()) < HINTS and s.number < 500:
        seat, action = str(s.seat), offered[0]
        if len(offered) > 1:
            view = game.view(s, seat)
            player = players[seat]
            assert isinstance(player, SearchBot)
            action = player.pick(view, offered)
            advice = game.bot("search:2").candidates(view, offered)
            assert advice[0].action == action, f"decision {s.number} of seed {SEED}"
            assert 2 <= len(advice) <= 3 or player.goes_on(view, offered), f"{s.number}: {action} beside others"
            assert all(one.reason for one in advice), f"{s.number}: each with what speaks for it"
            assert len({one.action for one in advice}) == len(advice)
            assert len(advice) == 1 or all(one.value is not None and -1 <= one.value <= 1 for one in advice)
            assert all(0 <= one.won <= one.games for one in advice)
            told[seat] += 1
        play(s, action)
    assert min(told.values()) >= HINTS


@pytest.mark.parametrize(("name", "place"), [*CASES])
def test_hard_thinks_to_the_end_before_a_table_would_stop_it_so_that_hints_agree_there_too(
    name: str, place: int
) -> None:
    """What it does is bounded by continuations; the seconds are a watchdog, counted here by the processor's clock."""
    game = sandtable.load(name)
    for decisions in asked(name, place).values():
        for view, options, _ in decisions[:2]:
            adviser, player = game.bot("search"), game.bot("search", 9)
            assert isinstance(adviser, SearchBot) and isinstance(player, SearchBot)
            adviser.clock = player.clock = time.process_time
            told = adviser.candidates(view, options, THINK)
            assert not adviser.is_late(), "the slowest form of the rules is quick enough"
            assert told[0].action == player.pick(view, options, THINK)


def test_a_hint_in_the_terminal_has_numbers_and_reasons(tmp_path: Path) -> None:
    sandtable.register(planner.GAME)
    words = ["play", "toy-planned", "--seed", "5", "--record", str(tmp_path / "mine.txt")]
    said = CliRunner().invoke(main, words, input="hint\nquit\n").output
    assert "hint: 1  with T1\n" in said
    assert "Drive to the well (truck T1); truck T1 is on its way to the fort" in said
    assert "or: 2  with T2" in said


def test_waits_are_told_by_the_bot_that_decides(capsys: pytest.CaptureFixture[str]) -> None:
    waits.main(["night-drop", "german", "--scenario", "night-only", "--bot", "greedy", "--seed", "3"])
    said = capsys.readouterr().out
    assert re.fullmatch(r"\d+ decisions: median \d+\.\d ms, 99 of 100 within \d+ and the worst \d+ ms(; .*)?\n", said)
    assert waits.told([0.01, 0.09], 0.5) == (
        "2 decisions: median 50.0 ms, 99 of 100 within 90 and the worst 90 ms; 1 above 30 ms, median 90 ms; "
        "longest wait 0.5 s"
    )
