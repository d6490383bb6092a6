"""What strangers can do to a server, each measured by what somebody else notices: how long they wait, how much memory,
disk and log it costs. Attackers come from 127.0.0.1 and bystanders from 127.0.0.2, which count as two addresses.

How long anybody waits depends on what else the machine does. So two things are measured: how long the server was busy
before it answered, which is at most 50 ms (99th percentile) on any machine; and the time by the clock, compared with
the server at rest. There `make test` leaves room for a machine that does other things; `make soak` goes on twenty
times as long and leaves none: where there is nothing else to do the bound is 50 ms too.
"""

from __future__ import annotations

import contextlib
import random
import re
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import sandtable
from sandtable.games.rogue_regiment.ground import stage
from sandtable.web.app import OWN_BOARDS
from sandtable.web.limits import Limits
from tests.rogue_regiment.missions import large
from tests.web import slow_toys
from tests.web.harness import BUSY, BYSTANDER, PATIENCE, SOAK, Bystander, Server, Tab, Waits, bound

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
    """Bytes that the database keeps. What was written ahead is brought home first: that file is used again and again,
    and has 4 MB at the most."""
    file = server.folder / "sandtable.db"
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as db:
        db.execute("pragma wal_checkpoint(full)")
    return file.stat().st_size


@contextmanager
def watched(server: Server, name: str, more_memory: int = 60 * MEGABYTE, more_disk: int = MEGABYTE) -> Iterator[None]:
    """Nobody else notices what is done meanwhile."""
    waits: list[Waits] = []
    before = (memory(server), disk(server), server.log.stat().st_size)
    for attack in (False, True):
        bystander = Bystander(server)
        began = time.monotonic()
        try:
            if attack:
                yield
            time.sleep(max(0.0, began + SECONDS - time.monotonic()))
        finally:
            waits.append(bystander.over())
    after = (memory(server), disk(server), server.log.stat().st_size)
    grown = [new - old for old, new in zip(before, after, strict=True)]
    rest, hurt = waits
    waited, at_rest, busy, idle = (round(1000 * one) for one in (hurt.p99, rest.p99, hurt.busy, rest.busy))
    print(
        f"\n{name}: others waited {waited} ms (p99; {at_rest} at rest), of them it was busy for {busy} ({idle}); "
        f"memory {grown[0] // 1024:+} KiB, disk {grown[1] // 1024:+} KiB, log {grown[2]:+} bytes"
    )
    assert hurt.busy < BUSY, "what is done before they are answered is little, however busy the machine"
    assert hurt.p99 < bound(rest.p99)
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
    "many actions": lambda: plain() + "".join(f"{n} operators end n\n" for n in range(1, 100_001)),
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


@contextmanager
def crowd(asks: list[Callable[[], None]]) -> Iterator[None]:
    """Many who do something at once, until they are done."""
    threads = [threading.Thread(target=ask, daemon=True) for ask in asks]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(PATIENCE)


def test_whoever_asks_much_of_the_servers_own_process_takes_turns_with_others(new_server: Any) -> None:
    """Asks of many sockets that arrive together, each of which takes long: there is room between them."""
    server = new_server(unlimited=False, modules=("tests.web.slow_toys",)).start()
    made = [server.make("toy-slow") for _ in range(30 if SOAK else 10)]
    done: list[str] = []
    with contextlib.ExitStack() as held:
        tabs = [held.enter_context(server.sit(one["match"]["id"], one["secret"])) for one in made]

        def ask(tab: Tab) -> None:
            with contextlib.suppress(ConnectionClosed):
                while time.monotonic() < until:
                    done.append(tab.ask("about", id="T1")["kind"])

        with watched(server, f"{len(tabs)} sockets with asks of {slow_toys.BURN * 1000:.0f} ms"):
            until = time.monotonic() + SECONDS
            with crowd([partial(ask, tab) for tab in tabs]):
                pass
    assert done.count("done") >= len(made), "they are answered all the same"


def test_whoever_talks_to_many_sockets_of_his_own_keeps_nobody_waiting(open_server: Server) -> None:
    made = open_server.make("rogue-regiment", seats={"operators": {"by": "me", "invite": 3}})
    match = made["match"]["id"]
    with contextlib.ExitStack() as held:
        tabs = [held.enter_context(open_server.sit(match, made["secret"])) for _ in range(150 if SOAK else 30)]
        heard = [0] * len(tabs)

        def listen(n: int) -> None:
            while time.monotonic() < until or not heard[n]:
                with contextlib.suppress(TimeoutError):
                    tabs[n].ws.recv(0.5)
                    heard[n] += 1

        with watched(open_server, f"talk at a table of {len(tabs)} sockets"):
            until = time.monotonic() + SECONDS
            thrown_out = contextlib.suppress(ConnectionClosed)  # as whoever talks quickly enough is
            with crowd([partial(listen, n) for n in range(1, len(tabs))]), thrown_out:
                while time.monotonic() < until:
                    tabs[0].ask("chat", text="hello", key=str(time.monotonic()))
    assert min(heard[1:]) > 0, "they are told all the same"


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


def test_whoever_writes_many_large_missions_fills_no_memory(new_server: Any) -> None:
    """Each of them has a board that may take 40 MB, however short the mission. In memory are those at which somebody
    is, those that nobody is at, and one for whoever is next, each as far as there is room; the drawings as well."""
    server = new_server(unlimited=False, games=("rogue-regiment",), modules=()).start()
    server.post("/api/matches", {"game": "rogue-regiment", "mission": large(33)})
    limits, board = Limits(), 2000 * stage.SQUARE_BYTES
    room = limits.own_each + limits.own_idle + stage.SPARE * board + OWN_BOARDS
    made: list[str] = []
    told: list[str] = []
    with watched(server, "large missions", room, more_disk=40 * MEGABYTE), contextlib.ExitStack() as held:
        for number in range(18 if SOAK else 5):
            made.append(server.make("rogue-regiment", mission=large(number))["match"]["id"])
            with server.sit(made[-1]) as tab:
                for kind in ("svg", "json"):
                    assert server.get(f"/api/boards/{tab.parts['scene']['board']}.{kind}").status_code == 200
        for match in made * 2:
            ws = held.enter_context(server.connect(match))
            answer = Tab(ws, None, None).ask("hello")
            told.append(answer.get("error", answer["kind"]))
    assert Counter(told[: len(made)]) == {"welcome": limits.own_each // board, "too-many": len(made) - 2}
    assert told[: len(made)] == told[len(made) :], "who is at a table may come to it again"


def test_whoever_plays_on_large_boards_without_a_pause_keeps_nobody_waiting(new_server: Any) -> None:
    """As many of them as an address may be at, and at each an action as often as it may be asked for."""
    server = new_server(unlimited=False, games=("rogue-regiment",), modules=()).start()
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")
    played: list[str] = []

    def play(made: dict[str, Any], until: float) -> None:
        rng = random.Random(seed)
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            while time.monotonic() < until and tab.options:
                answer = tab.ask("act", seen=tab.n, words=rng.choice(tab.options).split())
                played.append(answer.get("error", answer["kind"]))
                tab.done("ping")

    made = [server.make("rogue-regiment", mission=large(number)) for number in range(2)]
    with watched(server, "large boards that are played on", 64 * MEGABYTE, more_disk=40 * MEGABYTE):
        until = time.monotonic() + max(SECONDS, 8.0)
        with crowd([partial(play, one, until) for one in made]):
            pass
    print(Counter(played))
    assert played.count("done") > 20


def is_cut(line: socket.socket) -> bool:
    """Whether a line ends, now or when its time is over."""
    line.settimeout(PATIENCE)
    try:
        line.sendall(b"x")
        while line.recv(65536):  # what was answered before
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_unfinished_requests_are_cut_off_and_the_door_stays_open(open_server: Server) -> None:
    held: list[socket.socket] = []
    with watched(open_server, "unfinished headers"):
        for _ in range(LINES):
            held.append(socket.create_connection(("127.0.0.1", open_server.port), 5))
            with contextlib.suppress(OSError):
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert all(is_cut(one) for one in held)
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
            one.settimeout(PATIENCE)  # until it is answered, or cut off when its time is over
            with contextlib.suppress(ConnectionError):
                refused += b" 429 " in one.recv(100)
        assert refused >= BODIES - 10, "an address has room for two such bodies at a time"
    for one in held:
        one.close()


def test_a_body_in_crumbs_is_read_a_little_at_a_time(open_server: Server) -> None:
    """Chunks of one byte each are many times the work of the same body in one."""
    head = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    crumbs = b"1\r\n \r\n" * 40_000
    with watched(open_server, "crumbs"), contextlib.ExitStack() as held:
        for _ in range(20 if SOAK else 2):  # an address has room for two such bodies at a time
            line = socket.create_connection(("127.0.0.1", open_server.port), 5)
            held.callback(line.close)
            line.settimeout(1)
            with contextlib.suppress(OSError):
                line.sendall(head + crumbs * 3)


UPGRADE = (
    "GET /api/matches/{match}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def frame(message: dict[str, Any]) -> bytes:
    """A short message as a client sends it."""
    text = msgspec.json.encode(message)
    assert len(text) < 126
    return b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text


FRAMES = {
    "pings": b"\x89\xfd\0\0\0\0" + b"x" * 125,
    "pongs": b"\x8a\x80\0\0\0\0",
    "pieces of a message": b"\x00\x80\0\0\0\0",
}
"""What a socket can send that no message comes of."""


@pytest.mark.parametrize("name", FRAMES)
def test_a_socket_that_sends_what_is_no_message_and_never_reads_is_cut_off(open_server: Server, name: str) -> None:
    match = open_server.make("rogue-regiment")["match"]["id"]
    with watched(open_server, name):
        raw = socket.create_connection(("127.0.0.1", open_server.port), 5)
        raw.sendall(UPGRADE.format(match=match).encode())
        raw.settimeout(PATIENCE)
        assert b" 101 " in raw.recv(1000)
        raw.sendall(frame({"ask": 0, "kind": "hello"}))  # from here on only a flood ends it
        with contextlib.suppress(ConnectionError):
            raw.sendall(b"\x01\x80\0\0\0\0" if name == "pieces of a message" else b"")  # it begins
            for _ in range(2000):
                raw.sendall(FRAMES[name] * 100)
        with contextlib.closing(raw), contextlib.suppress(ConnectionError):
            while raw.recv(65536):  # what was on its way, then the end; a socket that is still open would wait
                pass


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


def finished() -> str:
    """The record of a game that was played at random to its end, with a long log."""
    game, rng = sandtable.load("who-dares-wins"), random.Random(1)
    s = game.start("scenario-1-historical", seed=1)
    while options := sandtable.legal(s):
        sandtable.play(s, rng.choice(options))
    return sandtable.record(s).text()


def test_whoever_asks_at_a_table_and_never_reads_fills_no_memory(new_server: Any) -> None:
    """Twenty people of one seat ask for long answers, as often as they may, and take none of them."""
    server = new_server(unlimited=False, games=("who-dares-wins",), deadlines=(15.0, 60.0, 8.0, 10.0)).start()
    seats = {"lrdg": {"by": "me", "invite": 20}}
    made = server.post("/api/matches", {"record": finished(), "seats": seats}).json()
    match = made["match"]["id"]
    path, invitation = f"/api/matches/{match}/sit", made["links"]["lrdg"]
    secrets = [server.post(path, {}, invitation).json()["secret"] for _ in range(20)]
    with server.sit(match, made["secret"]) as tab, contextlib.ExitStack() as held:
        lines = tab.earlier["log"] + len(tab.log)
        tab.done("earlier", what="log", before=lines)
        assert 20 * 70 * len(tab.raw[-1]) > 80 * MEGABYTE, "all the answers would take much"
        with watched(server, "sockets that ask and do not read", 40 * MEGABYTE):
            for secret in secrets:
                line = held.enter_context(socket.socket())
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.connect(("127.0.0.1", server.port))
                asks = [{"ask": n, "kind": "earlier", "what": "log", "before": lines} for n in range(70)]
                line.settimeout(PATIENCE)
                line.sendall(UPGRADE.format(match=match).encode())
                assert b" 101 " in line.recv(1000)
                line.sendall(b"".join(map(frame, [{"ask": 0, "kind": "hello", "secret": secret}, *asks])))
            tab.until(lambda tab: sum(one["here"] for one in tab.parts["people"]) > 20)
            time.sleep(4)
        tab.until(lambda tab: sum(one["here"] for one in tab.parts["people"]) == 1)  # the others were cut off


def alive(line: socket.socket) -> bool:
    """Whether the other side still takes what it is sent."""
    try:
        line.send(b"G")
    except OSError:
        return False
    return True


@contextmanager
def stranger(server: Server, match: str, secret: str | None) -> Iterator[Tab]:
    """Somebody at a table who comes from another address."""
    with socket.create_connection(("127.0.0.1", server.port), 5, source_address=(BYSTANDER, 0)) as line:
        url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/live"
        with connect(url, sock=line, max_size=None) as ws:
            yield Tab(ws, secret, {})


def waiting_jobs(server: Server, pool: str, enough: int) -> int:
    """How many jobs wait for a process of a pool, once there are enough."""
    queue, until = 0, time.monotonic() + PATIENCE
    while queue < enough and time.monotonic() < until:
        found = re.search(rf'jobs_waiting\{{pool="{pool}"\}} (\d+)', server.get("/api/metrics").text)
        queue = int(found[1]) if found else 0
    return queue


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
    with stranger(server, mine["match"]["id"], mine["secret"]) as tab:
        for thread in crowd:
            thread.start()
        tab.ask("odds", words=["with", "T1"])  # begins the process that works them out
        queue = waiting_jobs(server, "advice", QUEUE)
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


def test_whoever_lets_bots_play_at_many_tables_waits_for_himself(new_server: Any) -> None:
    """Bots that take their time at every table of one address; a stranger's bot decides as if it were alone."""
    server = new_server(unlimited=False, modules=("tests.web.slow_toys",), metrics=True).start()
    alone = {"driver": {"by": "bot", "bot": "ponders"}}
    made = [server.make("toy-slow", seats=alone)["match"]["id"] for _ in range(38 if SOAK else 12)]
    mine = server.make("toy-slow", seats=alone)["match"]["id"]
    with contextlib.ExitStack() as held:
        for match in made:
            held.enter_context(server.sit(match))
        queue = waiting_jobs(server, "bots", 8)
        with stranger(server, mine, None) as tab:
            waited: list[float] = []
            while len(waited) < 5:
                began, before = time.monotonic(), tab.n
                while tab.n == before:
                    tab.receive()
                waited.append(time.monotonic() - began)
    middle = sorted(waited)[2]
    print(
        f"\na stranger's bot that thinks for {slow_toys.SECONDS} s: {middle:.2f} s while {queue} bots of others waited"
    )
    assert queue >= 8, "the crowd is greedy"
    assert middle < 0.75 * slow_toys.SECONDS * queue / 2, "nobody waits for all the bots of another"
