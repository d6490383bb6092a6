"""Many games between bots: what they rest on."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars
import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable.cli import simulating
from sandtable.cli.main import main
from sandtable.sim import simulate
from sandtable.sim.journal import Journal
from sandtable.sim.simulate import make_plan, play_through, uncollected
from tests.promises import all_games

GAMES = tuple(game.name for game in all_games())


def circles(work: Callable[[], object]) -> int:
    """How many objects only the collector can free after some work."""
    gc.collect()
    with uncollected():
        work()
        return gc.collect()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_refers_to_nothing_in_circles(name: str, bot: str) -> None:
    """So the collector may be off while games are played. What is kept for later games is made by a first one."""
    game = sandtable.load(name)
    begun = game.start()
    bots = dict.fromkeys(game.seats(begun), bot if bot in game.bots() else "random")
    plan = make_plan(name, begun.setup.scenario, {}, bots, 7)
    first = play_through(plan, 0)
    assert not first.error
    assert circles(lambda: play_through(plan, 1)) == 0


def test_circles_are_counted_and_the_collector_comes_back() -> None:
    def circle() -> None:
        ring: list[object] = []
        ring.append(ring)

    assert circles(circle) == 1
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled(), "the inner one leaves it as it was"
    assert gc.isenabled()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "who-dares-wins", "--seed", "11", *words])


def tables(folder: Path, games: int, workers: int, ending: str = "csv") -> tuple[bytes, bytes]:
    """What a run writes: the rows of games and of turns."""
    folder.mkdir(exist_ok=True)
    out, turns = folder / f"games.{ending}", folder / f"turns.{ending}"
    told = run("--games", str(games), "--workers", str(workers), "--out", str(out), "--turns", str(turns))
    assert told.exit_code == 0, told.output
    assert sorted(path.name for path in folder.iterdir()) == [out.name, turns.name], "nothing else is left"
    return out.read_bytes(), turns.read_bytes()


def test_the_rows_are_the_same_for_any_number_of_workers_and_in_both_forms(tmp_path: Path) -> None:
    alone = tables(tmp_path / "alone", 30, 1)
    assert alone == tables(tmp_path / "two", 30, 2)
    tables(tmp_path / "parquet", 30, 1, "parquet")
    for name, text in zip(("games", "turns"), alone, strict=True):
        packed = polars.read_parquet(tmp_path / "parquet" / f"{name}.parquet")
        assert packed.equals(polars.read_csv(text, schema=packed.schema).fill_null(""))
    seeds = polars.read_csv(alone[0])["seed"].to_list()
    assert seeds == list(range(11, 41))
    course = polars.read_csv(alone[1]).filter(polars.col("seed") == 11)
    assert course["turn"].to_list() == sorted(set(course["turn"].to_list()))
    assert set(course.columns) == {"seed", "turn", "decisions", "alarm", "vp"}


def test_a_worker_that_dies_takes_no_game_with_it() -> None:
    plan = make_plan("who-dares-wins", None, {}, {}, 5)
    seeds: list[int] = []
    for result in simulate.simulate(plan, range(120), 2):
        if len(seeds) == 5:
            worker = multiprocessing.active_children()[0]
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
        seeds.append(result.seed)
    assert sorted(seeds) == list(range(5, 125))


def test_two_runs_never_write_the_same_file(tmp_path: Path) -> None:
    plan = make_plan("who-dares-wins", None, {}, {}, 11)
    first = Journal(tmp_path / "games.csv", plan, 9)
    told = run("--games", "9", "--out", str(tmp_path / "games.csv"))
    assert told.exit_code == 2
    assert "another run is writing" in told.stderr and told.stderr.count("\n") == 1
    first.close(finished=False)
    assert run("--games", "9", "--out", str(tmp_path / "games.csv")).exit_code == 0


def test_a_run_that_was_killed_goes_on_to_the_same_files(tmp_path: Path) -> None:
    games = 400
    folder = tmp_path / "killed"
    folder.mkdir()
    out, turns, part = folder / "games.csv", folder / "turns.csv", folder / "games.csv.part"
    words = ["--seed", "11", "--games", str(games), "--workers", "2", "--out", str(out), "--turns", str(turns)]
    process = subprocess.Popen([sys.executable, "-m", "sandtable", "simulate", "who-dares-wins", *words])
    until = time.monotonic() + 60
    while not part.exists() or part.read_bytes().count(b"\n") < 60:
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    played = part.read_bytes().count(b"\n") - 1
    assert 0 < played < games
    with part.open("ab") as file:
        file.write(b'{"seed":12,"outc')  # the last line may be half a line
    other = run("--games", str(games), "--bot", "lrdg=greedy", "--out", str(out))
    assert other.exit_code == 2
    assert "has left; let that one finish, or remove the file" in other.stderr
    again = run(*words[2:])
    assert f"{played} of {games} games were played before" in again.stderr
    assert not part.exists()
    assert (out.read_bytes(), turns.read_bytes()) == tables(tmp_path / "whole", games, 1)


def test_what_was_played_is_kept_when_the_table_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.parquet"

    def fail(*_: object) -> None:
        raise sandtable.BadInput(f"{out} cannot be written: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(simulating, "write_whole", fail)
        told = run("--games", "3", "--workers", "1", "--out", str(out))
    assert (told.exit_code, told.stderr) == (2, f"sandtable: {out} cannot be written: No space left on device\n")
    again = run("--games", "3", "--workers", "1", "--out", str(out))
    assert "3 of 3 games were played before" in again.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_the_commands_of_the_pages_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pages = sorted((Path(__file__).resolve().parent.parent / "docs" / "lab").glob("*.md"))
    texts = [page.read_text(encoding="utf-8") for page in pages]
    lines = [line for text in texts for line in re.findall(r"^sandtable (simulate .*)$", text, re.MULTILINE)]
    assert len(lines) == 2
    for line in lines:
        line = re.sub(r" --ray \S+", "", line)  # a cluster has a test of its own
        told = CliRunner().invoke(main, [*line.split(), "--games", "2", "--workers", "1"])
        assert told.exit_code == 0, f"{line}: {told.output}"
    assert polars.read_parquet("games.parquet").height == 2
    assert polars.read_parquet("turns.parquet").height > 2
