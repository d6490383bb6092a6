"""A real server process on loopback with a real database, and people who talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import socket
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection as PipeConnection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from sandtable.web import serving, told
from sandtable.web.settings import Settings

ROOT = Path(__file__).parents[2]
SOAK = "SANDTABLE_SOAK" in os.environ
PATIENCE = 60.0
"""Seconds that anything may take on a machine that has other things to do."""
BYSTANDER = "127.0.0.2"
"""Where bystanders come from: another address than that of everybody else in a test."""
CO_OP = {"driver": {"by": "me", "invite": 3}}
"""A seat of several people: whoever made the match, and three more by its invitation."""
T = TypeVar("T")
UPDATE, FAILED = msgspec.json.Decoder(told.Update), msgspec.json.Decoder(told.Failed)


def aside(do: Callable[..., T], *given: Any) -> T:
    """Does something in a thread of its own, since a test that drives a browser leaves a loop running in the main
    thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(do, *given).result()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs work to its end, aside."""
    return aside(lambda: asyncio.run(work))


FORKS = multiprocessing.get_context("forkserver")
"""Servers are forked from a process that has read the program already: reading it takes longer than most tests."""
FORKS.set_forkserver_preload(["__main__", "sandtable.web.serving", "tests.web.toys", "tests.web.harness"])


def serve(settings: Settings, port: int, workers: int, log: str) -> None:
    """A server in a process of its own, as `sandtable serve` runs it."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = os.fdopen(0)  # which several workers are given
    out = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = f"{ROOT / 'src'}:{ROOT}"
    serving.run(settings, port, workers)


def free_port() -> int:
    """A port below those that the system gives to outgoing connections, so that none of them takes it meanwhile."""
    while True:
        port = random.SystemRandom().randrange(12_000, 32_000)
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port


def check_answer(kind: str, text: str) -> None:
    """An answer is of a type that the wire has for what was asked."""
    for shape in told.ANSWERS.get(kind, (told.Answer,)):
        with contextlib.suppress(msgspec.ValidationError):
            msgspec.json.decode(text, type=shape)
            return
    raise AssertionError(f"{kind} was answered {text}")


class Server:
    """A server process; `kill` ends it without warning, `start` begins it again on the same database."""

    def __init__(self, folder: Path, db: str | None = None, workers: int = 1, **settings: Any) -> None:
        self.folder = folder
        self.db = db or f"sqlite+aiosqlite:///{folder / 'sandtable.db'}"
        self.workers = workers
        toys: dict[str, Any] = {"games": (), "modules": ("tests.web.toys",), "unlimited": True}
        self.settings = Settings(self.db, **{**toys, **settings})
        self.port = free_port()
        self.process: ForkServerProcess | None = None
        self.log = folder / "server.log"

    @property
    def pid(self) -> int:
        assert self.process is not None and self.process.pid is not None
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        given = (self.settings, self.port, self.workers, str(self.log))
        # Several workers are children of the server's own, which a daemon may not have.
        self.process = FORKS.Process(target=serve, args=given, daemon=self.workers == 1)
        self.process.start()
        until = time.monotonic() + PATIENCE
        while True:
            if not self.process.is_alive() or time.monotonic() > until:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")
            try:
                if httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)

    def kill(self) -> None:
        """No time to say goodbye: the whole group, thinkers too."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.process.join()
            self.process = None

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        self.process.join(PATIENCE)
        code = self.process.exitcode
        assert code is not None, "it stops when it is told to"
        self.process = None
        return code

    def away_since(self, person: str, seconds: int) -> None:
        """Set back the moment when somebody was last here, while the server is down."""
        self.kill()
        with contextlib.closing(sqlite3.connect(self.folder / "sandtable.db")) as db, db:
            db.execute("update people set seen = ? where person = ?", (int(time.time()) - seconds, person))
        self.start()

    # --- asking -------------------------------------------------------------------------------------------------

    def make(self, game: str = "toy-convoy", **more: Any) -> dict[str, Any]:
        answer = httpx.post(f"{self.url}/api/matches", json={"game": game, **more}, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def get(self, path: str, secret: str | None = None, **headers: str) -> httpx.Response:
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=PATIENCE)

    def post(self, path: str, body: Any, secret: str | None = None, **headers: str) -> httpx.Response:
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        return httpx.post(f"{self.url}{path}", json=body, headers=headers, timeout=PATIENCE)

    @contextmanager
    def sit(self, match: str, secret: str | None = None, **hello: Any) -> Iterator[Tab]:
        with self.connect(match) as ws:
            yield Tab(ws, secret, hello)

    def connect(self, match: str, **more: Any) -> ClientConnection:
        """A socket on which nothing has been said yet."""
        url = f"ws://127.0.0.1:{self.port}/api/matches/{match}/live"
        socket: ClientConnection = connect(url, max_size=None, open_timeout=PATIENCE, **more)
        return socket


def busy(pid: int) -> float:
    """Seconds of the processor that a process has had. What it did while somebody waited for it is what was done before
    they were answered, however much else the machine has to do."""
    return time.clock_gettime((~pid << 3) | 2)


def stand_by(url: str, pid: int, pipe: PipeConnection) -> None:
    """Ask for health again and again until somebody says that it is over; then tell how long each answer took, and for
    how much of that the server was busy."""
    waited: list[tuple[float, float]] = []
    with httpx.Client(transport=httpx.HTTPTransport(local_address=BYSTANDER), timeout=PATIENCE) as client:
        while len(waited) < 10 or not pipe.poll():
            began = (time.monotonic(), busy(pid))
            assert client.get(f"{url}/api/health").status_code in (200, 429)
            waited.append((time.monotonic() - began[0], busy(pid) - began[1]))
            if len(waited) == 1:
                pipe.send("here")
            time.sleep(0.025)
    pipe.send(waited[1:])


BUSY = 0.05
"""Seconds of the server's own time that nobody waits longer for, at the 99th percentile."""


def bound(at_rest: float) -> float:
    """How long bystanders may wait: with `make soak` 50 ms, if that they hardly wait at rest shows a quiet machine."""
    if SOAK:
        return 0.05 if at_rest < 0.01 else 0.05 + 5 * at_rest
    return 1.0 + 5 * at_rest


@dataclass(frozen=True)
class Waits:
    """How long somebody waited: at the 99th percentile and at most, and of that what the server was busy with."""

    p99: float
    most: float
    busy: float
    """At the 99th percentile."""


class Bystander:
    """Somebody else, in a process of their own so that nothing else that a test does keeps them waiting."""

    def __init__(self, server: Server) -> None:
        self._pipe, theirs = FORKS.Pipe()
        self._process = FORKS.Process(target=stand_by, args=(server.url, server.pid, theirs), daemon=True)
        self._process.start()
        assert self._pipe.recv() == "here"

    def over(self) -> Waits:
        """How long they waited."""
        self._pipe.send("over")
        found = self._pipe.recv()
        self._process.join()
        waited, busy = ([one[n] for one in found] for n in (0, 1))
        p99, busiest = (statistics.quantiles(one, n=100, method="inclusive")[-1] for one in (waited, busy))
        return Waits(p99, max(waited), busiest)


class Tab:
    """A browser tab without the browser: keeps what the updates say, as docs/wire.md asks of a client."""

    def __init__(self, ws: ClientConnection, secret: str | None, hello: dict[str, Any] | None) -> None:
        self.ws = ws
        self.asks = 0
        self.n: int | None = None
        self.hash = ""
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.parts: dict[str, Any] = {}
        self.earlier = {"log": 0, "chat": 0}
        self.updates: list[dict[str, Any]] = []
        self.raw: list[str] = []
        if hello is not None:
            hello = dict(hello)
            before: Tab | None = hello.pop("before", None)
            if before is not None:  # this tab goes on where another left off
                self.n, self.hash, self.log, self.chat = before.n, before.hash, list(before.log), list(before.chat)
                self.parts = dict(before.parts)
                hello |= {"seen": before.n, "hash": before.hash}
            self.welcome = self.ask("hello", secret=secret, **hello)
            assert self.welcome["kind"] == "welcome", self.welcome
            self.next_update()

    def send(self, kind: str, **fields: Any) -> int:
        self.asks += 1
        self.ws.send(msgspec.json.encode({"ask": self.asks, "kind": kind, **fields}).decode())
        return self.asks

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.ws.recv(timeout)
        assert isinstance(text, str), "messages are text"
        self.raw.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["kind"] == "update":
            UPDATE.decode(text)
            self.take(message)
        elif message["kind"] == "error":
            FAILED.decode(text)
        return message

    def take(self, update: dict[str, Any]) -> None:
        assert self.n is None or update["from"] == self.n, "updates follow one another without gaps"
        assert self.n is not None or update["from"] == 0
        self.updates.append(update)
        for name, lines in (("log", self.log), ("chat", self.chat)):
            if name in update:
                part = update[name]
                if "earlier" in part:
                    lines.clear()
                    self.earlier[name] = part["earlier"]
                del lines[max(0, part["keep"] - self.earlier[name]) :]
                lines.extend(part["lines"])
        self.n, self.hash = update["n"], update["hash"]
        names = self.parts.get("names", {}) | update.get("names", {})
        self.parts |= {key: part for key, part in update.items() if key not in ("log", "chat", "kind", "from")}
        self.parts["names"] = names

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask and wait for the answer; updates on the way are taken in."""
        number = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message["kind"] != "update":
                assert message["re"] == number, message
                if message["kind"] != "error":
                    check_answer(kind, self.raw[-1])
                return message

    def done(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(kind, **fields)
        assert answer["kind"] == "done", answer
        return answer

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(kind, **fields)
        assert answer["kind"] == "error", answer
        return answer

    def act(self, words: str) -> dict[str, Any]:
        return self.done("act", seen=self.n, words=words.split())

    def next_update(self) -> dict[str, Any]:
        while (message := self.receive())["kind"] != "update":
            pass
        return message

    def until(self, true: Callable[[Tab], bool]) -> None:
        """Take in updates until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not true(self):
            self.receive(max(0.1, deadline - time.monotonic()))

    @property
    def options(self) -> list[str]:
        return [" ".join(option["words"]) for option in self.parts["options"]]

    def texts(self) -> list[str]:
        return [line["text"] for line in self.log]
