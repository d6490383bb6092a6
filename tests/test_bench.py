"""What `sandtable bench` measures, shows and writes, and what it does where something is missing or fails."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable.cli import benching
from sandtable.cli.main import main
from sandtable.sim import bench, learning, peers
from tests.kernel.toys import convoy, corridor

for _game in (convoy.GAME, corridor.GAME):
    sandtable.register(_game)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_bench_measures_every_figure_of_the_contract() -> None:
    told = json.loads(run("bench", "toy-convoy", "--seconds", "0.05", "--json").stdout)
    assert told["decisions_per_second"]["toy-convoy"] > 0
    assert told["clone_us"]["toy-convoy"] > 0
    assert told["imagine_us"]["toy-convoy"] > 0
    assert told["asked_per_second"] == {}, "nothing of its automated side is ever equal"


def test_bench_measures_the_scenarios_that_a_game_wants_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(name for name in bench.everything() if name.startswith("rogue-regiment"))
    assert names == ("rogue-regiment", "rogue-regiment:m10-rocket-alley", "rogue-regiment:m12-the-huntsman")
    assert {*bench.everything()} == {*sandtable.names(), *names}
    stepped: list[str | None] = []

    def figures(_: object, scenario: str | None, *__: object) -> dict[str, list[float]]:
        stepped.append(scenario)
        return {}

    monkeypatch.setattr(learning, "figures", figures)
    told = bench.measure((*names, "rogue-regiment:m1-cold-ford"), 0.05)
    assert stepped == ["m8-iron-harvest", "m1-cold-ford"], "of those beside the game's own, rules alone"
    assert told["decisions_per_second"].keys() == told["clone_us"].keys() > {*names}


def test_bench_measures_ties_that_are_asked_beside_those_that_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "figures", lambda *_: {})
    told = bench.measure(("who-dares-wins",), 0.05)
    assert told["asked_per_second"]["who-dares-wins"] > 0


def test_bench_shows_whole_figures_of_everything_in_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = bench.everything()
    benching.show({
        **{one: dict.fromkeys(names, 39_759.16) for one in ("decisions_per_second", "clone_us", "observation_us")},
        "peers": {"boardgame.io": 14_604.0}, "peers_mean_legal": {"boardgame.io": 5.57},
        "ratios": {f"{name}/boardgame.io": 12.5 for name in names}, "interpreted": {},
        "crews": {name: {"seconds": 5.04} for name in names},
    })  # fmt: skip
    told = capsys.readouterr().out
    assert "…" not in told
    assert told.count("regiment") == 3 and all(word in told for word in ("m10", "m12", "night", "dares"))
    assert [told.count(text) for text in ("39,759 ", "39,759.16", "12.5 ×", "5.0 s")] == [5, 10, 5, 5]


class Toy:
    """Another engine, whose speeds are known."""

    game = "draughts"

    def __init__(self, here: bool = True) -> None:
        self.installed = lambda: here

    def version(self) -> str:
        return "1.2"

    def measure(self, seconds: float, rounds: int) -> peers.Measured:
        return peers.Measured([1000.0, 900.0, 1300.0], 7.5)


class Broken(Toy):
    """One that is installed and does not work."""

    def measure(self, seconds: float, rounds: int) -> peers.Measured:
        raise ImportError("its library is of another version\nwith more about it")


def test_bench_compares_with_the_peers_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(peers, "PEERS", {"quick": Toy(), "gone": Toy(here=False)})
    told = json.loads(run("bench", "toy-convoy", "--seconds", "0.05", "--json").stdout)
    assert told["peers"] == {"quick": 1000.0} and told["peers_mean_legal"] == {"quick": 7.5}
    assert told["ranges"]["peers"] == {"quick": [900.0, 1300.0]}
    low, high = told["ranges"]["decisions_per_second"]["toy-convoy"]
    speed = told["decisions_per_second"]["toy-convoy"]
    assert low <= speed <= high
    assert told["ratios"] == {"toy-convoy/quick": pytest.approx(speed / 1000, abs=0.01)}
    shown = run("bench", "toy-convoy", "--seconds", "0.05")
    assert "quick, 1,000 a second of 7.50 options" in shown.stdout and "×" in shown.stdout
    assert "not compared with: gone (`make bench` installs them)" in shown.stderr


def test_an_engine_that_is_missing_or_broken_is_told_in_a_sentence_and_the_others_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "PEERS", {"gone": Toy(here=False), "broken": Broken(), "quick": Toy()})
    monkeypatch.setattr(benching, "THOUSAND", 4)

    def no_ray(*_: object) -> None:
        raise sandtable.BadInput("the Ray cluster at local cannot be used")

    monkeypatch.setattr(bench, "find_spec", lambda _: True)
    monkeypatch.setattr(bench, "clustered", no_ray)
    page = tmp_path / "page.md"
    page.write_text(f"{benching.BEGIN}\n{benching.END}\n", encoding="utf-8")
    told = run("bench", "toy-convoy", "--seconds", "0.05", "--peers", "--json", "--write", str(page))
    assert told.exit_code == 0
    assert json.loads(told.stdout)["peers"] == {"quick": 1000.0}
    for text in (told.stderr, page.read_text(encoding="utf-8")):
        assert "broken could not be measured: its library is of another version.\n" in text
        assert "Ray could not be measured: the Ray cluster at local cannot be used.\n" in text
        assert "not compared with: gone (`make bench` installs them).\n" in text
    assert "| quick 1.2 | draughts |" in page.read_text(encoding="utf-8")


def test_it_says_what_it_measures_and_a_busy_machine_does_not_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processor's seconds hardly pass where others have the processor; rounds end by the clock all the same."""
    monkeypatch.setattr(peers, "PEERS", {"quick": Toy()})
    clock = time.process_time
    monkeypatch.setattr(time, "process_time", lambda: clock() / 1000)
    began = time.monotonic()
    told = run("bench", "toy-convoy", "--seconds", "0.2")
    assert told.exit_code == 0 and time.monotonic() - began < 20
    lines = re.findall(r"^ *\d+ s  measuring (.*)$", told.stderr, re.MULTILINE)
    assert lines[0] == "toy-convoy, random games" and lines[-1] == "quick" and len(lines) == 4


def test_bench_writes_its_tables_into_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "PEERS", {"quick": Toy()})
    monkeypatch.setattr(benching, "THOUSAND", 12)
    page = tmp_path / "page.md"
    page.write_text("# Here\n", encoding="utf-8")
    words = ("bench", "who-dares-wins", "--seconds", "0.05", "--peers", "--write", str(page))
    assert "has no place for the tables" in run(*words).stderr
    page.write_text(f"# Here\n\n{benching.BEGIN}\nold\n{benching.END}\n\nAfter.\n", encoding="utf-8")
    monkeypatch.setattr(bench, "find_spec", lambda _: None)  # Ray has a test of its own
    for _ in range(2):
        assert run(*words).exit_code == 0
        text = page.read_text(encoding="utf-8")
        assert text.startswith("# Here\n\n") and text.endswith(f"{benching.END}\n\nAfter.\n") and "old" not in text
        assert "| quick 1.2 | draughts | 1,000 (900 to 1,300) | 7.50 |" in text
        assert re.search(
            r"\| Sandtable, interpreted \| Who Dares Wins \| [\d,]+ \([\d,]+ to [\d,]+\) \| [\d.]+ \|", text
        )
        assert re.search(r"\| observation with mask, µs, interpreted \| [\d.]+ ", text)
        assert re.search(r"\| 12 random games on all cores, interpreted \| [\d.]+ s \|", text)


def test_the_pool_and_a_cluster_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = iter(((10.0, 31.0), (9.0, 41.0), (30.0, 11.0), (27.0, 21.0), (20.0, 16.0), (19.0, 26.0)))
    asked: list[tuple[str, int, str]] = []

    def played(name: str, games: int, ray: str = "") -> tuple[float, float]:
        asked.append((name, games, ray))
        return next(runs)

    monkeypatch.setattr(bench, "steady", played)
    found = bench.clustered("night-drop", str)
    assert asked == [("night-drop", bench.TURN, ""), ("night-drop", bench.TURN, "local")] * 3
    assert (found["pool"], found["ray"]) == (
        {"median": 20.0, "range": [10.0, 30.0], "seconds": 16.0},
        {"median": 19.0, "range": [9.0, 27.0], "seconds": 26.0},
    )  # fmt: skip
    assert found["ratio"] == 0.95
    (told, _) = benching.cluster_told({"cluster": found})
    assert "20.0 (10.0 to 30.0) games a second in the pool and 19.0 (9.0 to 27.0) on a Ray cluster" in told
    assert "0.95 times as many. All 3,000 games with beginning and end: 16.0 s and 26.0 s." in told


def test_games_are_counted_when_everybody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve games: a third of them in the first ten seconds, after those one a second, and then a long end."""
    now = 0.0

    def played(*_: object, **__: object) -> Iterator[list[int]]:
        nonlocal now
        for share, seconds in ((1, 8), (4, 2), (5, 5), (2, 2)):
            now += seconds
            yield [0] * share
        now += 60

    monkeypatch.setattr(bench, "shared", played)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    assert bench.steady("who-dares-wins", 12) == (1.0, 77.0)
