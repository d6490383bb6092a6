"""Golden games are played as they were, whatever the order of a set; and what fuzzing found."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import sandtable
from sandtable import Record, legal, parse_record, seed_bytes
from sandtable.kernel.record import replay
from scripts import golden
from tests.promises import all_games

TESTS = Path(__file__).parent
GOLDEN = sorted(TESTS.glob("*/golden/*.txt"))
FOUND = sorted(TESTS.glob("*/found/*.txt"))
AGAIN = "from scripts.golden import differences; print(*differences()[:3], sep='\\n', end='')"
REVIEW = "if this is meant, run `make golden` and review the difference"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_game_is_played_as_it_was(path: Path) -> None:
    if told := golden.difference(path):
        pytest.fail(f"{told}\n{REVIEW}", pytrace=False)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_golden_games_do_not_depend_on_the_order_of_a_set(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", AGAIN]
    told = subprocess.run(command, env=environment, cwd=TESTS.parent, capture_output=True, text=True, check=True).stdout
    if told:
        pytest.fail(told, pytrace=False)


def test_records_that_once_broke_a_promise_play() -> None:
    for path in FOUND:
        record = parse_record(path.read_text())
        replay(sandtable.load(record.game), record)


def test_every_scenario_has_a_golden_game() -> None:
    for game in sandtable.games():
        have = {golden.read(path.read_text()).scenario for path in golden.golden(game)}
        missing = {scenario.id for scenario in game.scenarios()} - have
        assert not missing, f"python -m scripts.golden {game.name} --add {' '.join(missing)} random 1"


# --- how they are told and made again, shown on a toy ----------------------------------------------------------------

TOY = next(game for game in all_games() if game.name == "toy-corridor")
BEGIN = Record(TOY.name, TOY.rules, TOY.scenarios()[0].id, {}, ((0, seed_bytes(3)),), players="random")


def test_a_playthrough_holds_all_that_is_needed_to_play_it_again() -> None:
    told = golden.playthrough(TOY, golden.played_on(TOY, BEGIN))
    assert golden.playthrough(TOY, golden.read(told)) == told
    assert told.splitlines()[-1].startswith("outcome: ")


def test_a_record_becomes_a_playthrough() -> None:
    played = golden.played_on(TOY, BEGIN)
    assert golden.read(played.text()) == played


def test_an_action_that_is_no_longer_on_offer_ends_the_tale_with_the_reason() -> None:
    told = golden.playthrough(TOY, replace(BEGIN, actions=(("", ("fly", "away")),)))
    assert told.splitlines()[-2:] == ["> fly away", f"! “fly away” is not on offer to {TOY.start().seat} now"]


def test_a_game_keeps_its_actions_while_they_are_on_offer_and_then_its_bots_choose() -> None:
    s = TOY.start(seed=3)
    last = legal(s)[-1]
    played = golden.played_on(TOY, replace(BEGIN, actions=(("", last), ("", ("fly", "away")))))
    assert played.actions[0] == (s.seat, last)
    assert len(played.actions) > 1
    assert not legal(replay(TOY, played))


def test_a_difference_is_cut_to_a_length_that_somebody_reads() -> None:
    before = "".join(f"> step {n}\n" for n in range(500))
    assert golden.compared(before, before, "game") == ""
    told = golden.compared(before, before.replace("step", "walk"), "game").splitlines()
    assert told[0] == "--- game"
    assert len(told) == golden.LINES + 1
    assert told[-1].endswith("lines more")
    small = golden.compared(before, before.replace("step 250\n", "rest\n"), "game").splitlines()
    assert [line for line in small if line[0] in "+-"] == ["--- game", "+++ now", "-> step 250", "+> rest"]
