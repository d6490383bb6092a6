"""Many live matches on one server process, beside a bare echo of the same size on the same sockets and machine.

    python benchmarks/server_load.py --matches 1000 --seconds 30

Every match has two sockets, its player and a watcher. Players act at the rate of busy people. What is measured is the
time from sending an action to the moment when both sockets have the update (which is sent after the commit). The echo
says what sockets and machine cost by themselves: its messages have the mean size of an update.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
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


async def play(port: int, made: dict[str, Any], every: float, until: asyncio.Event, ready: Any, seen: Seen) -> None:
    """One match: a player who acts about once in `every` seconds, and a watcher."""
    rng = random.Random(made["match"]["id"])
    url = f"ws://127.0.0.1:{port}/api/matches/{made['match']['id']}/live"
    async with sat_down(url, {"secret": made["secret"]}, seen) as player, sat_down(url, {}, seen) as watcher:
        await ready()
        ask = 0
        while not until.is_set() and player.state["options"]:
            await asyncio.sleep(rng.expovariate(1 / every))
            if until.is_set():
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


async def echo(port: int, every: float, until: asyncio.Event, ready: Any, size: int, seen: Seen) -> None:
    rng = random.Random(port)
    text = "x" * size
    async with connect(f"ws://127.0.0.1:{port}", max_size=None, open_timeout=120, ping_interval=None) as ws:
        await ready()
        while not until.is_set():
            await asyncio.sleep(rng.expovariate(1 / every))
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


async def measure(workers: list[Any], all_there: asyncio.Event, until: asyncio.Event, seconds: float) -> float:
    tasks = []
    for number, worker in enumerate(workers):
        tasks.append(asyncio.create_task(worker))
        if number % 20 == 19:
            await asyncio.sleep(0.05)
    await asyncio.wait_for(all_there.wait(), 600)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    until.set()
    await asyncio.gather(*tasks)
    return time.perf_counter() - began


def shown(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits)

    def place(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return {"p50_ms": round(place(0.5) * 1000, 2), "p99_ms": round(place(0.99) * 1000, 2), "count": len(ordered)}


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="who-dares-wins")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two actions of a match, on average")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        settings = {"db": f"sqlite+aiosqlite:///{folder}/load.db", "unlimited": True}
        server = start(SERVE, json.dumps(settings), str(port))
        try:
            wait_for(port)
            url = f"http://127.0.0.1:{port}/api/matches"
            first = await asyncio.to_thread(post, url, {"game": given.game})
            empty = memory(server.pid)
            made = [first] + [
                await asyncio.to_thread(post, url, {"game": given.game}) for _ in range(given.matches - 1)
            ]
            matches = memory(server.pid)
            seen, until = Seen(), asyncio.Event()
            ready, all_there = barrier(given.matches)
            workers = [play(port, one, given.every, until, ready, seen) for one in made]
            seconds = await measure(workers, all_there, until, given.seconds)
            full = memory(server.pid)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
    size = int(statistics.mean(seen.sizes))
    port = free_port()
    server = start(ECHO, str(port))
    try:
        wait_for(port)
        bare, until = Seen(), asyncio.Event()
        ready, all_there = barrier(given.matches * 2)
        echoes = [echo(port, given.every * 2, until, ready, size, bare) for _ in range(given.matches * 2)]
        await measure(echoes, all_there, until, given.seconds)
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()
    result = {
        "game": given.game,
        "matches": given.matches,
        "sockets": given.matches * 2,
        "actions_per_second": round(len(seen.waits) / seconds, 1),
        "errors": seen.errors,
        "update_bytes": size,
        "action_to_everybody": shown(seen.waits),
        "bare_echo": shown(bare.waits),
        "kilobytes_a_match": round((matches - empty) / 1024 / max(1, given.matches - 1), 1),
        "kilobytes_a_match_with_two_sockets": round((full - empty) / 1024 / given.matches, 1),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    asyncio.run(main())
