"""Who plays many games: this process, others on this machine, or a Ray cluster.

A crew is asked for a share of the games, by their numbers, and answers with their results, or with nothing when whoever
played them died.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

import sandtable
from sandtable import BadInput, SandtableError

R = TypeVar("R")
Work = Callable[[list[int]], list[R]]
"""Plays games by their numbers and gives their results."""
Played = tuple[float, list[Any]]
"""How many seconds a share took, and its results."""
Answers = Iterator[tuple[Any, Played | None]]
"""What stands for a share, and what came of it; None when it is lost."""

SHARE = 1.0
"""About how many seconds a share takes: to ask for one costs some milliseconds, on a cluster more."""
DEATHS = 3
"""So many times may whoever plays a game die before it is no use to have it played again."""
AHEAD = 2
"""So many shares are with each who plays: the next is there before the last is played."""
LOCAL = "local"
"""The address of a cluster that is started on this machine for one run."""
ANSWER = 5.0
"""Seconds within which a cluster must answer at its address."""


def shared(work: Work[R], numbers: Sequence[int], workers: int | None = None, ray: str = "") -> Iterator[list[R]]:
    """Have games played, by processes of this machine or on the Ray cluster at an address, and give the results of each
    share as they come."""
    workers = workers or os.cpu_count() or 1
    if not ray and (workers == 1 or len(numbers) == 1):
        for number in numbers:
            yield work([number])
        return
    crew: Crew = Cluster(work, ray) if ray else Pool(work, workers)
    shares = Shares(numbers, crew.size)
    asked: dict[Any, list[int]] = {}
    try:
        while shares.left or asked:
            while shares.left and crew.has_room(asked):
                share = shares.take()
                asked[crew.ask(share)] = share
            for one, played in crew.answers(asked):
                share = asked.pop(one)
                if played is None:
                    shares.lose(share)
                else:
                    seconds, results = played
                    shares.learn(len(share), seconds)
                    yield results
    finally:
        crew.close()


class Shares:
    """Games in shares that take about a second each, as those played before tell."""

    def __init__(self, numbers: Sequence[int], players: int) -> None:
        self.left = deque(numbers)
        self.players = players
        self._lost: Counter[int] = Counter()
        self._games = 0
        self._seconds = 0.0

    def take(self) -> list[int]:
        """The next share; the last ones are small, so that all who play end together."""
        size = 1 if not self._games else round(SHARE / max(self._seconds / self._games, 1e-6))
        size = max(1, min(size, len(self.left) // (2 * self.players)))
        return [self.left.popleft() for _ in range(min(size, len(self.left)))]

    def learn(self, games: int, seconds: float) -> None:
        """See how long games take."""
        self._games += games
        self._seconds += seconds

    def lose(self, share: list[int]) -> None:
        """Whoever played a share died, for want of memory perhaps. Its games are played again, by others."""
        self.left.extendleft(reversed(share))
        self._lost.update(share)
        if max(self._lost[number] for number in share) == DEATHS:
            told = f"whoever played the {len(share)} games from number {share[0]} on died, {DEATHS} times"
            raise BadInput(f"{told}; play with fewer --workers, or where there is more memory")


def timed(work: Work[Any], share: list[int]) -> Played:
    """A share, and how long it took."""
    began = time.perf_counter()
    results = work(share)
    return time.perf_counter() - began, results


class Crew(Protocol):
    """Whoever plays."""

    size: int
    """How many games are played at once."""

    def has_room(self, asked: Collection[Any]) -> bool:
        """Whether somebody should have another share."""

    def ask(self, share: list[int]) -> Any:
        """Have some games played; what comes back stands for them."""

    def answers(self, asked: Collection[Any]) -> Answers:
        """Wait until some of those asked are played, or lost."""

    def close(self) -> None:
        """Let everybody go."""


class Pool:
    """Processes on this machine."""

    def __init__(self, work: Work[Any], workers: int) -> None:
        self.size = workers
        self._work = work
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, get_context("spawn"), leave_with, (os.getpid(),))

    def has_room(self, asked: Collection[Any]) -> bool:
        """Whoever is free takes the next share, so it is enough to count."""
        return len(asked) < AHEAD * self.size

    def ask(self, share: list[int]) -> Future[Played]:
        """Have some games played; where the last processes died, by new ones."""
        try:
            return self._pool.submit(timed, self._work, share)
        except BrokenProcessPool:
            self._pool = self._started()
            return self._pool.submit(timed, self._work, share)

    def answers(self, asked: Collection[Any]) -> Answers:
        """Wait for some; when one process dies, its pool goes with it."""
        for one in wait(asked, return_when=FIRST_COMPLETED).done:
            try:
                yield one, one.result()
            except BrokenProcessPool:
                yield one, None

    def close(self) -> None:
        """Wait for nobody: what was asked and is not played yet is not wanted any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def leave_with(parent: int) -> None:
    """A worker does not outlive whoever started it, however that one ended."""
    threading.Thread(target=watch, args=(parent,), daemon=True).start()


def watch(parent: int) -> None:
    """Look now and then whether the parent is there."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


class Player:
    """Whoever plays on a processor of a cluster."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work

    def join(self, version: str) -> None:
        """Ready to play, if it is by the same rules."""
        if sandtable.__version__ != version:
            raise BadInput(f"a node has Sandtable {sandtable.__version__}, and {version} was asked for")

    def play(self, share: list[int]) -> Played:
        """Some games."""
        return timed(self.work, share)


class Cluster:
    """The nodes of a Ray cluster, each of which has the same Sandtable installed.

    A player has each processor for the whole run, and the next share waits where it is played. A task of Ray would be
    handed out when whoever is to play it is free, and that takes a twentieth of a share where all are busy.
    """

    def __init__(self, work: Work[Any], address: str) -> None:
        check_address(address)
        self.address = address
        self._work = work
        self._ray: Any = import_module("ray")
        self._lost = lost_by(import_module("ray.exceptions"))
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
        logging.getLogger("ray").setLevel(logging.ERROR)  # it warns of its own settings before it looks at these
        if address == LOCAL:
            quiet["include_dashboard"] = False  # nobody looks at it, and it takes its share of the processors
            os.environ.setdefault("RAY_worker_niceness", "0")  # as the pool's; Ray would let everybody else go first
        try:
            self._ray.init(address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
            raise BadInput(f"the Ray cluster at {address} cannot be used: {first_line(error)}") from None
        self.size = int(self._ray.cluster_resources().get("CPU", 0))
        if not self.size:
            self.close()
            raise BadInput(f"the Ray cluster at {address} has no processors to play on")
        self._hired = 0
        self._failed = 0
        """How many died before they could play."""
        self._players: dict[int, Any] = {}
        self._coming: dict[Any, int] = {}
        """What Ray answers when a player is ready, and which one that is."""
        self._shares: dict[Any, int] = {}
        """Who has each share; those who are ready alone."""
        self._ready: set[int] = set()
        for _ in range(self.size):
            self._hire()

    def _hire(self) -> None:
        """One more player, who comes when a processor is free."""
        self._hired += 1
        player = self._ray.remote(Player).options(num_cpus=1).remote(self._work)
        self._players[self._hired] = player
        self._coming[player.join.remote(sandtable.__version__)] = self._hired

    def _replace(self, who: int) -> None:
        """A player is lost, with all that was asked of him; another one comes."""
        self._ready.discard(who)
        if player := self._players.pop(who, None):
            self._ray.kill(player)
            self._hire()

    def _load(self, who: int) -> int:
        return sum(1 for one in self._shares.values() if one == who)

    def has_room(self, asked: Collection[Any]) -> bool:
        """Whether somebody who is ready has fewer shares than he should."""
        return any(self._load(who) < AHEAD for who in self._ready)

    def ask(self, share: list[int]) -> Any:
        """Have some games played by whoever has the least to do."""
        who = min(sorted(self._ready), key=self._load)
        one = self._players[who].play.remote(share)
        self._shares[one] = who
        return one

    def answers(self, asked: Collection[Any]) -> Answers:
        """Wait until a share is played, or until somebody is ready."""
        one = self._ray.wait([*self._coming, *asked], num_returns=1)[0][0]
        who = self._coming[one] if one in self._coming else self._shares[one]
        try:
            played = self._ray.get(one)
        except self._lost as error:
            self._replace(who)
            if self._coming.pop(one, None) is None:
                del self._shares[one]
                yield one, None
                return
            self._failed += 1
            if self._failed == DEATHS:
                raise BadInput(f"the Ray cluster at {self.address} cannot play: {first_line(error)}") from None
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            told = str(cause) if isinstance(cause, SandtableError) else first_line(cause or error)
            raise BadInput(f"the Ray cluster at {self.address} cannot play: {told}") from None
        else:
            if self._coming.pop(one, None) is not None:
                self._ready.add(who)
                return
            del self._shares[one]
            yield one, played

    def close(self) -> None:
        """Leave the cluster as it was."""
        self._ray.shutdown()


def lost_by(errors: Any) -> tuple[type[Exception], ...]:
    """The errors of Ray which say that a worker or its node died, and not why the games cannot be played."""
    return (
        errors.RayActorError, errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError,
        errors.ObjectLostError,
    )  # fmt: skip


def check_address(address: str) -> None:
    """BadInput unless something answers at the address; Ray itself would go on trying for many minutes."""
    if find_spec("ray") is None:
        raise BadInput('a cluster needs Ray, which is not installed here; pip install "sandtable[cluster]"')
    if address in ("auto", LOCAL):
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535 or "/" in host:
        raise BadInput(f"--ray takes HOST:PORT of the head of a Ray cluster, “auto” or “local”, not “{address}”")
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except OSError as error:
        raise BadInput(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


def first_line(error: BaseException) -> str:
    """What is wrong, without what Ray says about itself below it."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
