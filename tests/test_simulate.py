"""Many games between bots: what they rest on."""

from __future__ import annotations

import gc
import hashlib
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
from rich.progress import Progress

import sandtable
from sandtable.cli import simulating
from sandtable.cli.main import main
from sandtable.sim import plots, simulate
from sandtable.sim.journal import Journal
from sandtable.sim.simulate import make_plan, play_through, uncollected
from tests.promises import all_games
from tests.screen import shown

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


@pytest.mark.soak
def test_a_run_that_was_killed_goes_on_to_the_same_files(tmp_path: Path) -> None:
    """`make soak PART=killed` does it with 20,000 games."""
    games = 20_000 if os.environ.get("SANDTABLE_SOAK") else 400
    folder = tmp_path / "killed"
    folder.mkdir()
    out, turns, part = folder / "games.csv", folder / "turns.csv", folder / "games.csv.part"
    words = ["--seed", "11", "--games", str(games), "--workers", "2", "--out", str(out), "--turns", str(turns)]
    process = subprocess.Popen([sys.executable, "-m", "sandtable", "simulate", "who-dares-wins", *words])
    until = time.monotonic() + 60 + games / 10
    while not part.exists() or part.read_bytes().count(b"\n") < games // 3:
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
    killed = (out.read_bytes(), turns.read_bytes())
    assert killed == tables(tmp_path / "whole", games, 1)
    digests = [hashlib.sha256(text).hexdigest() for text in killed]
    print(f"killed after {played} of {games}, resumed: {' '.join(digests)}, as in one go")


def test_a_run_shows_how_many_games_a_second_and_how_long_it_will_take() -> None:
    plain = shown("simulate", "who-dares-wins", "--games", "300", "--workers", "1")
    seen = re.findall(r"who-dares-wins scenario-1 \S+ *(\d+)/300 ([\d,]+) a second (\d:\d\d:\d\d)", plain)
    done = [int(number) for number, _, _ in seen]
    assert done == sorted(done) and 0 < done[0] < 300, plain
    assert all(int(rate.replace(",", "")) > 0 for _, rate, _ in seen)


def test_the_rate_of_long_games_is_told_by_the_minute() -> None:
    now = 0.0
    progress = Progress(simulating.Rate(), get_time=lambda: now)
    progress.add_task("", total=9)
    (task,) = progress.tasks
    told = []
    for pause in (0.0, 4.0, 4.0):
        now += pause
        progress.advance(task.id)
        told.append(simulating.Rate().render(task).plain)
    assert told == ["", "15.0 a minute", "15.0 a minute"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_run_is_drawn(tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"desert.{ending}"
    for _ in range(2):
        told = run("--games", "8", "--workers", "1", "--plot", str(picture))
        assert told.exit_code == 0, told.output
        drawn = picture.read_bytes()
        assert drawn.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    assert plots.bins([0.5, 2.0, 3.0]) == [0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25]
    wide = plots.bins([0.0, 100.0])
    assert len(wide) <= plots.BINS + 2 and wide[0] < 0 and wide[-1] > 100


def test_outcomes_are_red_when_they_are_lost_and_blue_when_they_are_won() -> None:
    for worth in ([-1.0], [-1.0, -0.5, -0.2], [0.3, 1.0], [-1.0, 0.0, 0.1, 0.7, 1.0]):
        colours = plots.shades(worth)
        assert len({tuple(map(float, one)) for one in colours}) == len(worth)
        assert [bool(red > blue) for red, _, blue, _ in colours] == [one <= 0 for one in worth]
    assert [plots.part(one) for one in (0.009, 0.01, 0.3)] == ["<1%", "1%", "30%"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--option", "moon=full"), "has no option “moon”"),
        (("--option", "ties=never"), "option ties is auto or ask, not “never”"),
        (("--scenario", "nowhere"), "has no scenario “nowhere”"),
        (("--bot", "axis=random"), "has no seat “axis” here; it has lrdg"),
        (("--out", "/nowhere/games.parquet"), "/nowhere/games.parquet cannot be written: No such file or directory"),
        (("--out", "/proc/games.parquet"), "/proc/games.parquet cannot be written"),
        (("--out", "games.xls"), "--out writes a .csv or a .parquet file, not “games.xls”"),
        (("--turns", "turns.parquet"), "--turns goes with --out and a file of its own"),
        (("--plot", "games.jpg"), "--plot writes a .png or a .svg file, not “games.jpg”"),
        (("--plot", "/nowhere/games.png"), "/nowhere/games.png cannot be written"),
        (("--bot", "lrdg=command:no-such-program"), "names no program that can be started"),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_anything_is_played(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--games", "999999", *words)
    assert result.exit_code == 2, result.output
    assert told in result.stderr and result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir()), "nothing is left of it"


def test_a_program_that_breaks_the_protocol_loses_no_game(tmp_path: Path) -> None:
    bot, out = tmp_path / "bot.py", tmp_path / "games.parquet"
    bot.write_text(
        "for line in iter(input, 'quit'):\n"
        "    if line == 'sandtable': print('id name mute\\nready', flush=True)\n"
        "    if line.startswith('go'): print('action win everything', flush=True)\n"
    )
    command = f"lrdg=command:{sys.executable} -I -S {bot}"
    told = run("--games", "2", "--workers", "1", "--scenario", "scenario-4", "--bot", command, "--out", str(out))
    assert told.exit_code == 0, told.output
    table = polars.read_parquet(out)
    faults = sum(table["faults"].to_list())
    sentence = f"sandtable: programs broke the bot protocol {faults} times; actions were drawn for them\n"
    assert told.stderr == sentence and faults > 0
    assert all(table["outcome"].to_list()) and not any(table["error"].to_list())


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
    assert len(lines) == 3
    for line in lines:
        line = re.sub(r" --ray \S+", "", line)  # a cluster has a test of its own
        told = CliRunner().invoke(main, [*line.split(), "--games", "2", "--workers", "1"])
        assert told.exit_code == 0, f"{line}: {told.output}"
    assert polars.read_parquet("games.parquet").height == 2
    assert polars.read_parquet("turns.parquet").height > 2
