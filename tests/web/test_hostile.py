"""What strangers can do to a server, each measured by what somebody else notices: how long they wait, how much memory,
disk and log it costs. Attackers come from 127.0.0.1 and bystanders from 127.0.0.2, which count as two addresses.

How long anybody waits depends on what else the machine does, so an attack is compared with the same server at rest, and
`make test` leaves room for a machine that does other things. `make soak` goes on twenty times as long and leaves none:
on a machine that has nothing else to do the bound is 50 ms.
"""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import sandtable
from tests.web import slow_toys
from tests.web.harness import BYSTANDER, PATIENCE, SOAK, Bystander, Server, Tab, bound

pytestmark = pytest.mark.soak
SECONDS = 20.0 if SOAK else 1.0
LINES = 1_100 if SOAK else 350
"""Lines that send half a request; an address may have 300."""
BODIES = 150 if SOAK else 40
"""Bodies of nine megabytes that are begun."""
GREEDY, QUEUE = 180 if SOAK else 28, 18
"""Sockets of one address, and how many jobs of theirs wait at least; there may be 20."""
MEGABYTE = 1024 * 1024
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its limits as shipped, but with less patience."""
    folder = tmp_path_factory.mktemp("hostile")
    server = Server(folder, unlimited=False, games=("rogue-regiment",), deadlines=(1.0, 2.0, 1.0, 10.0)).start()
    server.get("/api/games")  # set up once, so that nobody is measured against that
    server.post("/api/matches", {"record": own_mission("")})
    yield server
    server.kill()


def memory(server: Server) -> int:
    """Bytes that the server's own process holds."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def disk(server: Server) -> int:
    return sum(file.stat().st_size for file in server.folder.glob("sandtable.db*"))


@contextmanager
def watched(server: Server, name: str, more_memory: int = 60 * MEGABYTE, more_disk: int = MEGABYTE) -> Iterator[None]:
    """Nobody else notices what is done meanwhile."""
    waits = []
    before = (memory(server), disk(server), server.log.stat().st_size)
    for attack in (False, True):
        bystander = Bystander(server)
        began = time.monotonic()
        try:
            if attack:
                yield
            time.sleep(max(0.0, began + SECONDS - time.monotonic()))
        finally:
            waits.append(bystander.over()[0])
    after = (memory(server), disk(server), server.log.stat().st_size)
    grown = [new - old for old, new in zip(before, after, strict=True)]
    print(
        f"\n{name}: others waited {waits[1] * 1000:.0f} ms (p99; {waits[0] * 1000:.0f} at rest), memory "
        f"{grown[0] // 1024:+} KiB, disk {grown[1] // 1024:+} KiB, log {grown[2]:+} bytes"
    )
    assert waits[1] < bound(waits[0])
    assert grown[0] < more_memory
    assert grown[1] < more_disk
    assert grown[2] < 20_000


def own_mission(more: str, tiles: str = "") -> str:
    game = sandtable.load("rogue-regiment")
    text = sandtable.record(game.start(seed=1, mission="")).text()
    mission = game.example_mission() + more
    mission = re.sub("map: .*", f"map: {tiles}", mission) if tiles else mission
    return text + "\nmission:\n" + "\n".join(f"  {line}" for line in mission.split("\n"))


def plain() -> str:
    return sandtable.record(sandtable.load("rogue-regiment").start(seed=1)).text()


RECORDS: dict[str, Callable[[], str]] = {
    "blanks": lambda: own_mission("\ntile: X1  name: " + " " * 55_000 + "x"),
    "unknown tiles": lambda: own_mission("", tiles="q," * 25_000),
    "dice": lambda: plain().replace("seed:", f"dice: {'6 ' * 2_000_000}\nseed:", 1),
    "one long action": lambda: f"{plain()}1 operators {'x ' * 2_000_000}",
}


def test_whoever_looks_back_in_many_matches_keeps_nobody_waiting(open_server: Server) -> None:
    made = [open_server.make("rogue-regiment") for _ in range(30 if SOAK else 4)]
    answers: list[str] = []

    def look_back(match: str, secret: str, until: float) -> None:
        with contextlib.suppress(ConnectionClosed), open_server.sit(match, secret) as tab:
            while time.monotonic() < until:  # or until it has been refused too often
                answers.append(tab.ask("at", n=0)["kind"])

    with watched(open_server, f"`at` in {len(made)} matches"):
        until = time.monotonic() + SECONDS
        crowd = [threading.Thread(target=look_back, args=(one["match"]["id"], one["secret"], until)) for one in made]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join(PATIENCE)
    assert answers.count("done") >= len(made)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_was_made_to_hurt_hurts_nobody(open_server: Server, name: str) -> None:
    body = msgspec.json.encode({"record": RECORDS[name]()})  # once, so that nothing else takes the processor
    statuses: list[int] = []
    with watched(open_server, f"records of {name}", more_memory=150 * MEGABYTE):
        until = time.monotonic() + SECONDS
        while time.monotonic() < until or set(statuses) <= {429}:  # until one was really read
            answer = httpx.post(f"{open_server.url}/api/matches", content=body, headers=JSON, timeout=PATIENCE)
            statuses.append(answer.status_code)
            assert len(answer.content) < 100_000
            if answer.status_code == 429:
                time.sleep(0.2)
    assert set(statuses) <= {400, 429, 503}


def test_unfinished_requests_are_cut_off_and_the_door_stays_open(open_server: Server) -> None:
    held: list[socket.socket] = []
    with watched(open_server, "unfinished headers"):
        for _ in range(LINES):
            held.append(socket.create_connection(("127.0.0.1", open_server.port), 5))
            with contextlib.suppress(OSError):
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        time.sleep(1.5)
        cut = 0
        for one in held:
            one.settimeout(1)
            with contextlib.suppress(OSError):
                one.sendall(b"x")
                cut += one.recv(1) == b""
                continue
            cut += 1
        assert cut == LINES
    for one in held:
        one.close()


def test_bodies_that_never_end_are_charged_before_they_are_read(open_server: Server) -> None:
    size = 9 * MEGABYTE - 1
    head = "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {size}\r\n\r\n"
    held: list[socket.socket] = []
    with watched(open_server, "bodies", more_memory=80 * MEGABYTE):
        refused = 0
        for _ in range(BODIES):
            one = socket.create_connection(("127.0.0.1", open_server.port), 5)
            held.append(one)
            with contextlib.suppress(OSError):
                one.sendall(head.encode() + b'{"record": "' + b"x" * MEGABYTE)
        for one in held:
            one.settimeout(0.3)
            with contextlib.suppress(OSError):
                refused += b" 429 " in one.recv(100)
        assert refused >= BODIES - 10, "an address has room for two such bodies at a time"
        time.sleep(2.5)
    for one in held:
        one.close()


def test_a_socket_that_pings_and_never_reads_is_cut_off(open_server: Server) -> None:
    match = open_server.make("rogue-regiment")["match"]["id"]
    with watched(open_server, "pings"):
        raw = socket.create_connection(("127.0.0.1", open_server.port), 5)
        raw.sendall(
            f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: localhost\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
        sent = 0
        with contextlib.suppress(OSError):
            raw.settimeout(2)
            while sent < 200_000:
                raw.sendall(ping * 100)
                sent += 100
        assert sent < 200_000, "it is cut off before"
        raw.close()


def test_refusals_beyond_the_limit_cost_no_line_each(open_server: Server) -> None:
    ask = b"GET /api/matches/%0Aforged%20line/record HTTP/1.1\r\nHost: localhost\r\n\r\n"
    refused = 0
    until = time.monotonic() + PATIENCE
    with (
        watched(open_server, "refusals"),
        socket.create_connection(("127.0.0.1", open_server.port), PATIENCE) as line,
    ):
        while refused < 1000:
            assert time.monotonic() < until
            line.sendall(ask * 50)
            answers = b""
            while len(statuses := re.findall(rb"HTTP/1.1 (\d{3})", answers)) < 50:
                more = line.recv(65536)
                assert more, "the line stays open"
                answers += more
            refused += statuses.count(b"429")
    assert "forged" not in open_server.log.read_text()


def test_readers_who_ask_and_never_read_are_cut_off(open_server: Server) -> None:
    ask = b"GET /api/rules/rogue-regiment HTTP/1.1\r\nHost: localhost\r\n\r\n"
    page = len(open_server.get("/api/rules/rogue-regiment").content)
    assert 12 * page > MEGABYTE, "it does not fit between the two of us"
    held: list[socket.socket] = []
    with watched(open_server, "readers who do not read", more_memory=20 * MEGABYTE):
        for _ in range(10):
            held.append(socket.socket())
            held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            held[-1].connect(("127.0.0.1", open_server.port))
            held[-1].sendall(ask * 12)
        until = time.monotonic() + PATIENCE
        left = list(held)
        while left and time.monotonic() < until:
            time.sleep(0.2)
            left = [one for one in left if one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0 and alive(one)]
        assert left == []
    for one in held:
        one.close()


def alive(line: socket.socket) -> bool:
    """Whether the other side still takes what it is sent."""
    try:
        line.send(b"G")
    except OSError:
        return False
    return True


def test_whoever_asks_for_much_waits_for_himself(new_server: Any) -> None:
    """Many sockets of one address ask for odds that take long; a stranger is answered when the next one is done."""
    server = new_server(unlimited=False, modules=("tests.web.slow_toys",), metrics=True).start()
    made = [server.make("toy-slow") for _ in range(GREEDY // 6)]
    over = threading.Event()

    def greedy(match: str, secret: str) -> None:
        with contextlib.suppress(ConnectionClosed, InvalidStatus, OSError), server.sit(match, secret) as tab:
            while not over.is_set():
                tab.ask("odds", words=["with", "T1"])

    crowd = [threading.Thread(target=greedy, args=(one["match"]["id"], one["secret"]), daemon=True) for one in made * 6]
    mine = server.make("toy-slow")
    with socket.create_connection(("127.0.0.1", server.port), 5, source_address=(BYSTANDER, 0)) as line:
        url = f"ws://127.0.0.1:{server.port}/api/matches/{mine['match']['id']}/live"
        with connect(url, sock=line, max_size=None) as ws:
            tab = Tab(ws, mine["secret"], {})
            tab.ask("odds", words=["with", "T1"])  # begins the process that works them out
            for thread in crowd:
                thread.start()
            queue = 0
            until = time.monotonic() + PATIENCE
            while queue < QUEUE and time.monotonic() < until:
                found = re.search(r'jobs_waiting\{pool="advice"\} (\d+)', server.get("/api/metrics").text)
                queue = int(found[1]) if found else 0
            began = time.monotonic()
            assert tab.ask("odds", words=["with", "T1"])["kind"] == "done"
            waited = time.monotonic() - began
            over.set()
    for thread in crowd:
        thread.join(PATIENCE)
    print(f"\na stranger's odds of {slow_toys.SECONDS} s: {waited:.2f} s while {queue} jobs of others waited")
    assert queue >= QUEUE, "the crowd is greedy"
    assert waited < 0.75 * slow_toys.SECONDS * queue / 2, (
        "nobody waits for the whole crowd, which two processes work for"
    )
