"""The same on PostgreSQL, with several processes: what happens on one is heard on the other, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine

import sandtable
from sandtable.web.channel import CHANNEL, DATABASE_SECONDS
from sandtable.web.rows import MatchRow
from sandtable.web.store import Store
from sandtable.web.writes import Write, entry_write, last_write, match_write, person_change, person_write
from scripts import postgres as own
from tests.web.harness import PATIENCE, SOAK, Server, run
from tests.web.test_missions import MISSION
from tests.web.test_store import a_match, an_entry


async def _sql(address: str, statement: str) -> list[Any]:
    engine = create_async_engine(make_url(address).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        result = await connection.execute(text(statement))
        rows = list(result.all()) if result.returns_rows else []
    await engine.dispose()
    return rows


def sql(address: str, statement: str) -> list[Any]:
    return run(_sql(address, statement))


@pytest.fixture
def database(postgres: str, request: pytest.FixtureRequest) -> str:
    """A database of this test's own."""
    name = f"t{abs(hash(request.node.nodeid)) % 10**9}"
    sql(postgres, f"create database {name}")
    return make_url(postgres).set(drivername="postgresql+asyncpg", database=name).render_as_string(hide_password=False)


def test_a_match_survives_a_killed_server(database: str, new_server: Callable[..., Server]) -> None:
    server = new_server(db=database).start()
    made = server.make("toy-convoy", name="Ann")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        for words in ("with T1", "with T2", "go well"):
            tab.act(words)
        tab.done("chat", text="so far ✓ \u0000")
        tab.done("note", text="nul\u0000byte")
        kept = (tab.n, tab.hash, tab.log, tab.chat, tab.parts["scene"], tab.parts["notes"])
    server.kill()
    server.start()
    with server.sit(match, made["secret"]) as again:
        assert (again.n, again.hash, again.log, again.chat, again.parts["scene"], again.parts["notes"]) == kept


def test_viewers_on_one_process_hear_what_happens_on_another(database: str, tmp_path: Path) -> None:
    with two(tmp_path, database) as (one, two_):
        made = one.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
        match = made["match"]["id"]
        with one.sit(match, made["secret"]) as ann, two_.sit(match, made["links"]["south"], name="Bob") as bob:
            ann.until(lambda tab: len(tab.parts["people"]) == 2 and tab.parts["people"][1]["here"])
            bob.until(lambda tab: tab.parts["people"][0]["here"])
            ann.act(ann.options[0])
            bob.until(lambda tab: bool(tab.options))
            bob.done("chat", text="heard you")
            ann.until(lambda tab: tab.chat[-1]["text"] == "heard you")
            bob.act(bob.options[0])
            ann.until(lambda tab: any(line["clause"] == "C-4" for line in tab.log))
        with two_.sit(match, made["secret"]) as elsewhere:
            assert elsewhere.log == ann.log
            assert elsewhere.chat == ann.chat
            assert elsewhere.n == ann.n, "a reader has the same numbers on every process"


def test_who_watches_on_one_process_is_counted_on_the_other(database: str, tmp_path: Path) -> None:
    with two(tmp_path, database) as (one, two_):
        made = one.make("toy-convoy", name="Ann")
        match = made["match"]["id"]
        with one.sit(match, made["secret"]) as ann:
            with one.sit(match) as first, two_.sit(match) as second:
                for tab in (ann, first, second):
                    tab.until(lambda tab: tab.parts["watching"] == 2)
                with two_.sit(match):
                    ann.until(lambda tab: tab.parts["watching"] == 3)
                ann.until(lambda tab: tab.parts["watching"] == 2)
            ann.until(lambda tab: tab.parts["watching"] == 0)
        # A process that is killed cannot say goodbye: what it said last is not believed for ever.
        with one.sit(match, made["secret"]) as ann, two_.sit(match):
            ann.until(lambda tab: tab.parts["watching"] == 1)
            two_.kill()
            sql(database, "update watchers set seen = seen - 1000 where number > 0")
            sql(database, f"select pg_notify('{CHANNEL}', '{match} 0')")
            ann.until(lambda tab: tab.parts["watching"] == 0)


def test_two_processes_never_take_one_number_twice(database: str, tmp_path: Path) -> None:
    with two(tmp_path, database) as (one, two_):
        made = one.make("toy-convoy", name="Ann")
        match = made["match"]["id"]
        with one.sit(match, made["secret"]) as left, two_.sit(match, made["secret"]) as right:
            outcomes = []
            for _ in range(15):
                for tab in (left, right):
                    tab.done("ping")
                words = left.options[0].split()
                asks = [(tab, tab.send("act", seen=tab.n, words=words)) for tab in (left, right)]
                for tab, number in asks:
                    while (answer := tab.receive()).get("re") != number:
                        pass
                    outcomes.append(answer.get("error", "done"))
                left.until(lambda tab: tab.n == max(left.n or 0, right.n or 0))
                right.until(lambda tab: tab.n == left.n)
                left.done("chat", text="from the left")
                right.done("chat", text="from the right")
                left.until(lambda tab: tab.chat[-1]["text"] == "from the right")
                right.until(lambda tab: tab.n == left.n)
                assert left.hash == right.hash
                if left.parts["outcome"]:
                    break
            assert outcomes.count("done") >= 1
            assert set(outcomes) <= {"done", "out-of-date", "not-offered"}, outcomes
            rows = sql(database, f"select entry, kind from entries where match = '{match}' order by entry")
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            assert sum(row[1] == "action" for row in rows) == outcomes.count("done"), "what was acknowledged is there"


def test_only_match_and_entry_numbers_travel_between_processes(database: str, tmp_path: Path) -> None:
    heard: list[str] = []

    async def listen(server: Server) -> None:
        store = Store(database)
        engine = store.engine
        async with engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            await raw.add_listener(CHANNEL, lambda *arguments: heard.extend(str(arguments[3]).splitlines()))
            made = await asyncio.to_thread(server.make, "toy-convoy")  # a match that is new is news to nobody
            await told(asyncio.to_thread(act, server, made))
            await told(asyncio.to_thread(talk, server, made))
            await raw.remove_listener(CHANNEL, lambda *arguments: None)
        await engine.dispose()

    async def told(work: Awaitable[Any]) -> Any:
        """What was done, once a notice of it was heard: several at once may be told as one."""
        before = len(heard)
        done = await work
        async with asyncio.timeout(PATIENCE):
            while len(heard) == before:
                await asyncio.sleep(0.05)
        return done

    def act(server: Server, made: dict[str, Any]) -> None:
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            tab.act("with T1")

    def talk(server: Server, made: dict[str, Any]) -> None:
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            tab.done("chat", text="a secret word")

    server = Server(tmp_path, db=database).start()
    try:
        run(listen(server))
    finally:
        server.kill()
    for payload in heard:
        match, _, entry = payload.partition(" ")
        assert len(match) == 12
        assert entry.isdigit()


def test_several_workers_share_one_address(database: str, new_server: Callable[..., Server]) -> None:
    server = new_server(db=database, workers=2).start()
    made = server.make("toy-convoy", name="Ann")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        others = [server.sit(match, made["secret"]) for _ in range(4)]
        tabs = [other.__enter__() for other in others]
        tab.act("with T1")
        for other in tabs:
            other.until(lambda other: other.parts["prompt"]["about"] == ["T1"])
            assert other.hash == tab.hash
        for manager in others:
            manager.__exit__(None, None, None)


def test_the_board_of_ones_own_mission_is_there_on_every_process(database: str, tmp_path: Path) -> None:
    with two(tmp_path, database, games=("rogue-regiment",), modules=()) as (one, two_):
        made = one.make("rogue-regiment", mission=MISSION)
        with two_.sit(made["match"]["id"], made["secret"]) as tab:
            board = tab.parts["scene"]["board"]
        for kind in ("svg", "json"):
            drawn = [server.get(f"/api/boards/{board}.{kind}") for server in (one, two_)]
            assert [answer.status_code for answer in drawn] == [200, 200]
            assert drawn[0].content == drawn[1].content


def test_nothing_acknowledged_is_lost_when_the_database_is_restarted(tmp_path: Path) -> None:
    with own.running() as address:
        database = make_url(address).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
        data = Path(sql(address, "show data_directory")[0][0])
        server = Server(tmp_path, db=database).start()
        try:
            made = server.make("toy-convoy", seed=9)
            match = made["match"]["id"]
            with server.sit(match, made["secret"]) as tab:
                tab.act("with T1")
                tab.done("undo", seen=tab.n)
                tab.done("chat", text="before", key="b")
                restart(data)
                until = time.monotonic() + PATIENCE
                while tab.ask("chat", text="after", key="a")["kind"] != "done":
                    assert time.monotonic() < until, "the server finds its database again"
                    time.sleep(0.2)
                tab.act("with T1")
                said = [line["text"] for line in tab.chat[1:]]
                assert said == ["before", "after"], "each once, in order"
            server.kill()
            server.start()
            with server.sit(match, made["secret"]) as again:
                assert [line["text"] for line in again.chat[1:]] == said
                assert again.hash == tab.hash
            text_ = server.get(f"/api/matches/{match}/record", made["secret"]).text
            assert sandtable.replay(text_).number == 1
        finally:
            server.kill()
            subprocess.run(control(data, "stop", "-m", "immediate"), check=True, **own._as_another_user())


def control(data: Path, *what: str) -> list[str]:
    folder = own.programs()
    assert folder is not None
    return [f"{folder}/pg_ctl", "-D", str(data), "-w", "-s", *what]


def restart(data: Path) -> None:
    """As after a power cut: nobody is asked, nothing is written any more."""
    log = str(data.parent / "log2")
    command = control(data, "restart", "-m", "immediate", "-l", log)
    subprocess.run(command, check=True, cwd=data.parent, stdout=subprocess.DEVNULL, **own._as_another_user())


@contextmanager
def two(folder: Path, database: str, other: str = "", **settings: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as on two machines; the second may reach it by another address."""
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    first, second = Server(folder / "a", db=database, **settings), Server(folder / "b", other or database, **settings)
    try:
        yield first.start(), second.start()
    finally:
        first.kill()
        second.kill()


class Hole:
    """A line to the database that can stop passing anything on, without being closed: all that goes through it, or
    only the connections that said a certain word."""

    def __init__(self, address: URL, word: bytes = b"") -> None:
        self.target = (str(address.host or "127.0.0.1"), int(address.port or 5432))
        self.word = word
        self.said: set[socket.socket] = set()
        self.flows = threading.Event()
        self.flows.set()
        self.held: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self.listener.accept()
                there = socket.create_connection(self.target)
                self.held += [here, there]
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if self.word in data:
                    self.said |= {one, other}
                if one in self.said:
                    self.flows.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_RDWR)

    def through(self, address: URL) -> str:
        """The address of the same database by this line."""
        return address.set(host="127.0.0.1", port=self.port).render_as_string(hide_password=False)

    def close(self) -> None:
        for one in (self.listener, *self.held):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def test_a_database_that_only_stops_answering_is_noticed_and_heals(
    database: str, new_server: Callable[..., Server]
) -> None:
    address = make_url(database)
    hole = Hole(address)
    server = new_server(db=hole.through(address)).start()
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.act("with T1")
        hole.flows.clear()
        began = time.monotonic()
        assert tab.refused("act", seen=tab.n, words=["go", "well"])["error"] == "internal"
        assert server.get("/api/health").status_code == 503
        print(f"\nnoticed after {time.monotonic() - began:.1f} s")
        assert time.monotonic() - began < 2 * DATABASE_SECONDS + 4, "one for who read before, one of its own"
        hole.flows.set()
        until = time.monotonic() + PATIENCE
        while tab.ask("act", seen=tab.n, words=["go", "well"])["kind"] == "error" and "go well" in tab.options:
            assert time.monotonic() < until
            time.sleep(0.3)
        assert len(tab.log) == 1, "done once, whatever became of the first attempt"
    until = time.monotonic() + PATIENCE
    while server.get("/api/health").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.2)
    hole.close()


def test_one_bad_row_spoils_nobody_elses_write(database: str) -> None:
    async def work() -> None:
        store = Store(database)
        await store.open()
        row = MatchRow("aaaaaaaaaaaa", "toy", "one", {}, "x", "x", None, None, False, None)
        await store.write([match_write(row), person_write("aaaaaaaaaaaa", "p1", b"h" * 32)])
        bad = store.write([person_change("aaaaaaaaaaaa", "p1", address="nul\x00byte")])
        good = [store.write([entry_write("aaaaaaaaaaaa", an_entry(n))]) for n in range(1, 51)]
        done = await asyncio.gather(bad, *good, return_exceptions=True)
        assert [isinstance(one, Exception) for one in done] == [True] + [False] * 50
        assert len(await store.rows_after("aaaaaaaaaaaa", 0)) == 50
        await store.close()

    run(work())


def test_a_notice_that_hangs_keeps_no_writer_waiting(database: str, new_server: Callable[..., Server]) -> None:
    address = make_url(database)
    hole = Hole(address, b"pg_notify")
    server = new_server(db=hole.through(address)).start()
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.done("chat", text="so that a notice was sent")
        until = time.monotonic() + PATIENCE
        while not hole.said:
            assert time.monotonic() < until
            time.sleep(0.05)
        hole.flows.clear()
        began = time.monotonic()
        for n in range(10):
            tab.done("chat", text=f"line {n}")
        took = time.monotonic() - began
        print(f"\nten writes in {took:.2f} s while their notices hang")
        assert took < DATABASE_SECONDS, "each is outside of what hangs"
        hole.flows.set()
    hole.close()


INSIDE = text("SELECT pg_notify(:channel, :payload)")
WRITERS, ROUNDS = 16, 6 if SOAK else 1


@pytest.mark.soak
def test_many_writers_do_not_wait_for_one_anothers_notices(database: str) -> None:
    """On a disk that takes ten milliseconds to write, writers share its time unless a notice is a part of what they
    write: then each waits for all before it."""
    for setting in ("commit_delay = 10000", "commit_siblings = 0"):
        sql(database, f"alter database {make_url(database).database} set {setting}")
    counted = {"inside": 0.0, "outside": 0.0}

    async def writer(store: Store, match: str, how: str, first: int, until: float) -> int:
        n = first
        while time.monotonic() < until:
            n += 1
            writes = [entry_write(match, an_entry(n), b"h" * 32), last_write(match, n)]
            if how == "inside":
                writes.append(Write(5, INSIDE, {"channel": CHANNEL, "payload": f"{match} {n}"}))
            await store.write(writes, (match, n) if how == "outside" else None)
        return n

    async def work() -> None:
        stores = [Store(database) for _ in range(WRITERS)]
        names = [f"{n:012d}" for n in range(WRITERS)]
        heard: set[tuple[str, int]] = set()

        async def lost() -> None:
            pass

        for store, name in zip(stores, names, strict=True):
            await store.open()
            store.listen(lambda match, entry: heard.add((match, entry)), lost)
            await store.write([match_write(a_match(name))])
        at = [0] * WRITERS
        for _ in range(ROUNDS):
            for how in counted:
                began, before = time.monotonic(), sum(at)
                until = began + (3.0 if SOAK else 1.0)
                given = zip(stores, names, at, strict=True)
                at = await asyncio.gather(*(writer(store, name, how, n, until) for store, name, n in given))
                counted[how] += (sum(at) - before) / (time.monotonic() - began)
        async with asyncio.timeout(PATIENCE):
            while not heard.issuperset(zip(names, at, strict=True)):
                await asyncio.sleep(0.05)
        for store in stores:
            await store.close()

    run(work())
    inside, outside = (n / ROUNDS for n in counted.values())
    print(f"\n{WRITERS} writers: {outside:.0f} commits a second, {inside:.0f} with a notice inside of each")
    assert outside > 1.5 * inside


@pytest.mark.parametrize("listener", ["ended", "deaf"])
def test_a_lost_notice_is_made_good(database: str, tmp_path: Path, listener: str) -> None:
    hole = Hole(make_url(database), b"LISTEN")
    with two(tmp_path, database, hole.through(make_url(database))) as (one, two_):
        made = one.make("toy-convoy")
        match = made["match"]["id"]
        with one.sit(match, made["secret"]) as ann, two_.sit(match, made["secret"]) as again:
            if listener == "deaf":
                assert hole.said, "the listener's line is known"
                hole.flows.clear()
            else:
                listens = "datname = current_database() and (query ilike 'listen%' or query = 'SELECT 1')"
                sql(database, f"select pg_terminate_backend(pid) from pg_stat_activity where {listens}")
            began = time.monotonic()
            ann.act("with T1")
            again.until(lambda tab: tab.parts["prompt"]["about"] == ["T1"])
            print(f"\nmade good after {time.monotonic() - began:.1f} s where the listener is {listener}")
            hole.flows.set()
    hole.close()
