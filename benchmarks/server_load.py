"""Many live matches on one server process, beside a bare echo of the same size on the same sockets and machine.

    python benchmarks/server_load.py --matches 1000 --seconds 60
    python benchmarks/server_load.py --matches 100 --every 5 --json

Every match has two sockets, its player and a watcher. Players act at the rate of busy people. What is measured is the
time from sending an action to the moment when both sockets have the update (which is sent after the commit). The echo
says what sockets and machine cost by themselves: as many sockets, as many messages a second, each of the mean size of
an update. Server and echo are one process each; everybody else is played by this one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
SERVE = """
import sys, msgspec
from sandtable.web import serving, settings
serving.run(msgspec.json.decode(sys.argv[1], type=settings.Settings), int(sys.argv[2]))
"""
ECHO = """
import asyncio, sys
from websockets.asyncio.server import serve
async def echo(ws):
    async for message in ws:
        await ws.send(message)
async def main():
    async with serve(echo, "127.0.0.1", int(sys.argv[1]), max_size=None):
        await asyncio.Future()
asyncio.run(main())
"""


@dataclass
class Seen:
    """What one run measured."""

    waits: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: int = 0


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def note(busy: list[float], pid: int) -> None:
    busy.append(processor(pid))


def allow_files(wanted: int) -> None:
    """Every socket is an open file, here and in the server, which inherits this."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{wanted} open files are needed and only {hard} are allowed: ulimit -n {wanted}")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


def start(*arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    return subprocess.Popen([sys.executable, "-c", *arguments], env=environment, start_new_session=True)


class Reader:
    """A socket whose updates are taken in as they come."""

    def __init__(self, ws: ClientConnection, seen: Seen) -> None:
        self.ws = ws
        self.seen = seen
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.at = 0.0
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.ws:
            message = msgspec.json.decode(text)
            if message["kind"] == "update":
                if message["n"] > self.state.get("n", -1):
                    self.at = time.perf_counter()
                    self.state |= message
                    self.changed.set()
                    if message["from"]:
                        self.seen.sizes.append(len(text))
                else:
                    self.state |= message
            elif message["kind"] == "error":
                self.seen.errors += 1

    async def next(self) -> None:
        await self.changed.wait()
        self.changed.clear()


@contextlib.asynccontextmanager
async def sat_down(url: str, hello: dict[str, Any], seen: Seen) -> AsyncIterator[Reader]:
    async with connect(url, max_size=None, open_timeout=120, ping_interval=None) as ws:
        await ws.send(json.dumps({"ask": 0, "kind": "hello", **hello}))
        reader = Reader(ws, seen)
        await reader.next()
        try:
            yield reader
        finally:
            reader.task.cancel()


async def rested(seconds: float, until: asyncio.Event) -> bool:
    """Wait so long, or until the end; true at the end."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(until.wait(), seconds)
    return until.is_set()


async def play(port: int, made: dict[str, Any], every: float, until: asyncio.Event, ready: Any, seen: Seen) -> None:
    """One match: a player who acts about once in `every` seconds, and a watcher."""
    rng = random.Random(made["match"]["id"])
    url = f"ws://127.0.0.1:{port}/api/matches/{made['match']['id']}/live"
    async with sat_down(url, {"secret": made["secret"]}, seen) as player, sat_down(url, {}, seen) as watcher:
        await ready()
        ask = 0
        while player.state["options"]:
            if await rested(rng.expovariate(1 / every), until):
                break
            ask += 1
            words = rng.choice(player.state["options"])["words"]
            message = json.dumps({"ask": ask, "kind": "act", "seen": player.state["n"], "words": words})
            player.changed.clear()
            watcher.changed.clear()
            began = time.perf_counter()
            await player.ws.send(message)
            await asyncio.wait_for(asyncio.gather(player.next(), watcher.next()), 60)
            seen.waits.append(max(player.at, watcher.at) - began)


async def echo(port: int, number: int, every: float, until: asyncio.Event, ready: Any, size: int, seen: Seen) -> None:
    rng = random.Random(number)  # so that they do not all speak at once
    text = "x" * size
    async with connect(f"ws://127.0.0.1:{port}", max_size=None, open_timeout=120, ping_interval=None) as ws:
        await ready()
        while not await rested(rng.expovariate(1 / every), until):
            began = time.perf_counter()
            await ws.send(text)
            await ws.recv()
            seen.waits.append(time.perf_counter() - began)


def barrier(count: int) -> tuple[Any, asyncio.Event]:
    """Everybody sits before anybody plays."""
    there = 0
    all_there = asyncio.Event()

    async def ready() -> None:
        nonlocal there
        there += 1
        if there == count:
            all_there.set()
        await all_there.wait()

    return ready, all_there


async def measure(
    workers: list[Any], all_there: asyncio.Event, until: asyncio.Event, seconds: float, look: Callable[[], None]
) -> float:
    """Let everybody sit down, then play for so long; `look` is called at the beginning and at the end."""
    tasks = []
    for number, worker in enumerate(workers):
        tasks.append(asyncio.create_task(worker))
        if number % 20 == 19:
            await asyncio.sleep(0.05)
    await asyncio.wait_for(all_there.wait(), 600)
    began = time.perf_counter()
    look()
    await asyncio.sleep(seconds)
    look()
    until.set()
    await asyncio.gather(*tasks)
    return time.perf_counter() - began


def shown(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits)

    def place(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return {"p50_ms": round(place(0.5) * 1000, 2), "p99_ms": round(place(0.99) * 1000, 2), "count": len(ordered)}


async def play_matches(given: argparse.Namespace) -> tuple[Seen, dict[str, Any]]:
    """All matches at once on one server process."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        settings = {"db": f"sqlite+aiosqlite:///{folder}/load.db", "unlimited": True}
        server = start(SERVE, json.dumps(settings), str(port))
        try:
            wait_for(port)
            url = f"http://127.0.0.1:{port}/api/matches"
            first = await asyncio.to_thread(post, url, {"game": given.game})
            urlopen(f"http://127.0.0.1:{port}/api/games", timeout=120).close()  # what is drawn once is drawn now
            empty = memory(server.pid)
            made = [first] + [
                await asyncio.to_thread(post, url, {"game": given.game}) for _ in range(given.matches - 1)
            ]
            matches = memory(server.pid)
            seen, until = Seen(), asyncio.Event()
            ready, all_there = barrier(given.matches)
            workers = [play(port, one, given.every, until, ready, seen) for one in made]
            busy: list[float] = []
            seconds = await measure(workers, all_there, until, given.seconds, partial(note, busy, server.pid))
            full = memory(server.pid)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
    return seen, {
        "actions_per_second": round(len(seen.waits) / seconds, 1),
        "errors": seen.errors,
        "update_bytes": int(statistics.mean(seen.sizes)),
        "action_to_everybody": shown(seen.waits),
        "server_processor": round((busy[1] - busy[0]) / given.seconds, 2),
        "kilobytes_a_match": round((matches - empty) / 1024 / max(1, given.matches - 1), 1),
        "kilobytes_a_match_with_two_sockets": round((full - empty) / 1024 / given.matches, 1),
    }


async def echo_messages(given: argparse.Namespace, size: int) -> dict[str, Any]:
    """As many sockets and messages, and nothing behind them."""
    port = free_port()
    server = start(ECHO, str(port))
    try:
        wait_for(port)
        bare, until = Seen(), asyncio.Event()
        ready, all_there = barrier(given.matches * 2)
        echoes = [echo(port, n, given.every, until, ready, size, bare) for n in range(given.matches * 2)]
        await measure(echoes, all_there, until, given.seconds, lambda: None)
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
    return shown(bare.waits)


def table(result: dict[str, Any]) -> str:
    played, bare = result["action_to_everybody"], result["bare_echo"]
    return "\n".join(
        [
            f"{result['matches']} live matches of {result['game']}, {result['sockets']} sockets, one server process",
            (
                f"{result['actions_per_second']} actions a second, {result['errors']} errors; "
                f"an update has {result['update_bytes']} bytes; server at {result['server_processor']:.0%} of a core"
            ),
            "",
            f"{'':28}{'p50 ms':>10}{'p99 ms':>10}{'measured':>10}",
            f"{'action to everybody':28}{played['p50_ms']:>10}{played['p99_ms']:>10}{played['count']:>10}",
            f"{'bare WebSocket echo':28}{bare['p50_ms']:>10}{bare['p99_ms']:>10}{bare['count']:>10}",
            "",
            (
                f"memory for each match {result['kilobytes_a_match']} KB, with two sockets and its play "
                f"{result['kilobytes_a_match_with_two_sockets']} KB"
            ),
        ]
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="who-dares-wins")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two actions of a match, on average")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true", help="the figures as JSON instead of a table")
    given = parser.parse_args()
    allow_files(given.matches * 2 + 500)
    gc.disable()  # the pauses of this process are not the server's
    _, played = await play_matches(given)
    bare = await echo_messages(given, played["update_bytes"])
    result = {"game": given.game, "matches": given.matches, "sockets": given.matches * 2, **played, "bare_echo": bare}
    print(json.dumps(result, indent=2) if given.json else table(result))


if __name__ == "__main__":
    asyncio.run(main())
