"""Games played on a real Ray cluster of two nodes give the rows that one process gives, though a node dies."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable.cli.main import main
from sandtable.sim import crews
from sandtable.sim.crews import DEATHS, Shares

START = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"]
SMALL = ["--num-cpus=1", "--object-store-memory=80000000", "--include-log-monitor=false"]
GAMES = 400


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "who-dares-wins", "--seed", "11", *words])


def node(*words: str) -> subprocess.Popen[str]:
    """A node that has joined; its processes end with it. Ray gives up after half a minute, which a crowded machine may
    need, so it is tried again."""
    told: list[str] = []
    for _ in range(3):
        node = subprocess.Popen([*START, *SMALL, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert node.stdout is not None
        for line in node.stdout:
            told.append(line)
            if "Ray runtime started" in line:
                return node
        node.communicate()
    raise AssertionError("".join(told))


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a cluster of two nodes, and the second of them. Nobody else can use it."""
    monkeypatch.setenv("RAY_worker_niceness", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with TemporaryDirectory(prefix="ray", dir="/tmp") as folder:  # the names of its sockets must be short
        nodes = [
            node("--head", f"--port={address.partition(':')[2]}", "--include-dashboard=false", f"--temp-dir={folder}")
        ]
        try:
            nodes.append(node(f"--address={address}"))
            yield address, nodes[1]
        finally:
            for one in reversed(nodes):
                one.terminate()
                one.communicate(timeout=60)


def test_a_cluster_plays_the_same_games_and_the_death_of_a_node_loses_none(
    cluster: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    address, second = cluster
    there, part, here = tmp_path / "there.csv", tmp_path / "there.csv.part", tmp_path / "here.csv"
    words = ["--seed", "11", "--games", str(GAMES), "--ray", address, "--out", str(there)]
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable", "simulate", "who-dares-wins", *words], stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 120
    while not part.exists() or part.read_bytes().count(b"\n") < GAMES // 8:
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.01)
    second.kill()
    told = process.communicate(timeout=120)[1]
    assert (process.returncode, told) == (0, "")
    assert run("--games", str(GAMES), "--workers", "1", "--out", str(here)).exit_code == 0
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--ray", "127.0.0.1:1"), "no Ray cluster answers at 127.0.0.1:1: Connection refused"),
        (("--ray", "nowhere.invalid:6379"), "no Ray cluster answers at nowhere.invalid:6379: "),
        (("--ray", "http://here"), "--ray takes HOST:PORT of the head of a Ray cluster, “auto” or “local”, not"),
        (("--ray", "127.0.0.1:1", "--workers", "2"), "--workers is for this machine"),
    ],
)
def test_a_wrong_address_is_told_in_a_sentence_before_anything_is_played(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    result = run("--games", "99999", "--out", str(tmp_path / "games.csv"), *words)
    assert result.exit_code == 2
    assert told in result.stderr and result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_ray_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "find_spec", lambda _: None)
    assert 'pip install "sandtable[cluster]"' in run("--ray", "auto").stderr


class Broken(Exception):
    """What Ray raises where something failed; `cause` is what was raised there."""

    def __init__(self, told: str, cause: Exception | None = None) -> None:
        super().__init__(told)
        self.cause = cause


class Died(Broken):
    """What it raises of a player who died."""


class Ray:
    """A cluster of two processors in this process, on which some calls fail."""

    exceptions = SimpleNamespace(
        RayError=Broken, RayActorError=Died, WorkerCrashedError=Died, NodeDiedError=Died, OutOfMemoryError=Died,
        ObjectLostError=Died,
    )  # fmt: skip

    def __init__(self, fails: Callable[[int, str], Exception | None]) -> None:
        self.fails = fails
        self.hired = 0
        self.killed: list[int] = []

    def remote(self, kind: type) -> Any:
        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=lambda work: self.hire(kind(work))))

    def hire(self, player: crews.Player) -> Any:
        self.hired += 1

        def call(name: str, who: int = self.hired) -> Any:
            def remote(given: Any) -> Callable[[], Any]:
                failure = self.fails(who, name)
                return (lambda: fail(failure)) if failure else lambda: getattr(player, name)(given)

            return SimpleNamespace(remote=remote)

        return SimpleNamespace(join=call("join"), play=call("play"), number=self.hired)

    def init(self, *_: object, **__: object) -> None:
        self.environment = dict(os.environ)

    def shutdown(self) -> None: ...

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, calls: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return calls[:num_returns], calls[num_returns:]

    def get(self, call: Callable[[], Any]) -> Any:
        return call()

    def kill(self, player: Any) -> None:
        self.killed.append(player.number)


def fail(failure: Exception) -> None:
    raise failure


def played_on(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Twenty games, each of which is told by its number."""
    monkeypatch.setattr(crews, "import_module", lambda name: ray.exceptions if "exceptions" in name else ray)
    return [number for share in crews.shared(list, range(20), ray="local") for number in share]


def test_a_player_who_dies_is_replaced_and_all_that_he_had_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray(lambda who, name: Died("gone") if who == 1 and name == "play" else None)
    assert sorted(played_on(ray, monkeypatch)) == list(range(20))
    assert (ray.hired, ray.killed) == (3, [1])


def test_a_cluster_of_this_machine_plays_with_the_priority_of_the_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_worker_niceness", "")
    monkeypatch.delenv("RAY_worker_niceness")
    ray = Ray(lambda *_: None)
    played_on(ray, monkeypatch)
    assert ray.environment["RAY_worker_niceness"] == "0"


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (Died("no module named sandtable.\nMore of it"), "at local cannot play: no module named sandtable"),
        (Broken("task", sandtable.BadInput("a node has Sandtable 9")), "at local cannot play: a node has Sandtable 9"),
    ],
)
def test_a_cluster_on_which_nobody_can_play_is_told_in_a_sentence(
    failure: Exception, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(sandtable.BadInput, match=f"{told}$"):
        played_on(Ray(lambda _, name: failure if name == "join" else None), monkeypatch)


def test_a_node_with_another_version_is_refused() -> None:
    with pytest.raises(sandtable.BadInput, match="a node has Sandtable .*, and 99.0 was asked for"):
        crews.Player(list).join("99.0")


def test_shares_take_about_a_second_and_the_last_ones_are_small() -> None:
    shares = Shares(range(10_000), 2)
    assert shares.take() == [0], "nothing is known yet"
    shares.learn(3, 0.03)
    assert len(shares.take()) == 100
    while shares.left:
        last = shares.take()
    assert len(last) == 1


def test_games_whose_workers_always_die_are_given_up() -> None:
    shares = Shares(range(5), 1)
    for _ in range(DEATHS - 1):
        share = shares.take()
        shares.lose(share)
    assert list(shares.left) == list(range(5)), "nothing is lost"
    with pytest.raises(sandtable.BadInput, match="from number 0 on died, 3 times; play with fewer --workers"):
        shares.lose(shares.take())
