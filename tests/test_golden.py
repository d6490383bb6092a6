"""Golden games: whole records that lead to the same position, whatever the order of a set; and what fuzzing found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable import fingerprint, parse_record
from sandtable.kernel.record import replay

TESTS = Path(__file__).parent
GOLDEN = sorted(TESTS.glob("*/golden/*.txt"))
FOUND = sorted(TESTS.glob("*/found/*.txt"))
AGAIN = "from tests.test_golden import print_fingerprints; print_fingerprints()"


def wanted(path: Path) -> str:
    """The fingerprint that a golden record must lead to."""
    listed = dict(line.split() for line in (path.parent / "fingerprints").read_text().splitlines())
    return listed[path.stem]


def reached(path: Path) -> str:
    """The fingerprint that it leads to."""
    record = parse_record(path.read_text())
    return fingerprint(replay(sandtable.load(record.game), record))


def print_fingerprints() -> None:
    """For another process with another hash seed."""
    for path in GOLDEN:
        print(path.relative_to(TESTS), reached(path))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_game_leads_where_it_led(path: Path) -> None:
    assert reached(path) == wanted(path), "run `make golden` and review the difference, if the change is meant"


def test_records_that_once_broke_a_promise_play() -> None:
    for path in FOUND:
        reached(path)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_golden_games_do_not_depend_on_the_order_of_a_set(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", AGAIN]
    told = subprocess.run(command, env=environment, cwd=TESTS.parent, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"{path.relative_to(TESTS)} {wanted(path)}" for path in GOLDEN]


def test_every_scenario_has_a_golden_game() -> None:
    for game in sandtable.games():
        have = {parse_record(p.read_text()).scenario for p in GOLDEN if p.parts[-3] == game.name.replace("-", "_")}
        assert have == {scenario.id for scenario in game.scenarios()}, f"{game.name}: run `make golden`"
