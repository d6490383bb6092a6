"""What lies under the store fails: at every statement, at every byte of a full disk, and after it was written.

Whatever was acknowledged is there, nobody is told anything that is not, and the server goes on when the fault is over.
"""

from __future__ import annotations

import contextlib
import random
import resource
import shutil
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import event

import sandtable
from sandtable.web import asks, making, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED
from sandtable.web.plans import Who
from sandtable.web.rows import Changed, Row
from sandtable.web.store import Store, StoreError
from sandtable.web.upgrading import BadStore
from tests.web.harness import PATIENCE, SOAK, Server, run

TOYS = ("tests.web.toys",)
ANN = Who("p1", ("driver",))
PAGE = 4096


def new_hall(folder: Path) -> Hall:
    return Hall(Store(f"sqlite+aiosqlite:///{folder / 'sandtable.db'}"), limits=UNLIMITED, games=(), modules=TOYS)


async def with_hall(folder: Path, work: Callable[[Hall], Awaitable[None]]) -> None:
    hall = new_hall(folder)
    await hall.open()
    try:
        await work(hall)
    finally:
        await hall.close()


class Faults:
    """Fails the statement or the commit that is so many from now, before it is done or after."""

    def __init__(self, store: Store) -> None:
        self.left = -1
        self.late = False
        engine = store.engine.sync_engine
        event.listen(engine, "before_cursor_execute", lambda _c, _k, text, *_: self.at(text, late=False))
        event.listen(engine, "after_cursor_execute", lambda _c, _k, text, *_: self.at(text, late=True))
        # SQLAlchemy tells of a commit before it is done.
        event.listen(engine, "commit", lambda _connection: self.at("COMMIT", late=False))

    def at(self, text: str, *, late: bool) -> None:
        writes = text.startswith(("INSERT INTO", "UPDATE matches", "COMMIT"))
        if writes and late is self.late and self.left >= 0:
            self.left -= 1
            if self.left < 0:
                raise sqlite3.OperationalError("disk I/O error")


async def play(hall: Hall, match: str) -> bool:
    """One action, whichever is on offer; whether it was acknowledged."""
    table = await hall.table(match)
    words = sandtable.legal(table.state)[0]
    try:
        await asks.act(hall, table, ANN, "driver", words, table.readers["driver"].n)
    except wire.Refused as refused:
        if refused.error != "internal":
            raise
        return False
    return True


@pytest.mark.parametrize("late", [False, True])
def test_whichever_statement_fails_what_was_acknowledged_is_there(tmp_path: Path, late: bool) -> None:
    async def work(hall: Hall) -> None:
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        faults = Faults(hall.store)
        faults.late = late
        failed = 0
        for left in range(6):
            table = await hall.table(match)
            before = table.entry
            faults.left = left
            kept = await play(hall, match)
            struck, faults.left = faults.left < 0, -1
            failed += not kept
            assert kept is not struck, "what failed was not acknowledged, and what did not fail was"
            assert await play(hall, match), "it goes on"
            assert table.entry == before + 2 - (not kept)
            stored = await hall.store.load(match)
            assert stored is not None and len(stored.rows) == table.entry
            again = await hall.build(stored)
            assert sandtable.fingerprint(again.state) == sandtable.fingerprint(table.state)
        assert failed >= 2, "the faults struck"

    run(with_hall(tmp_path, work))


def test_a_commit_that_was_kept_but_not_confirmed_is_read_again_and_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        table = await hall.table(match)
        before = table.entry

        def lost() -> None:
            raise StoreError("the disk is gone")

        monkeypatch.setattr(hall.store, "_same_file", lost)  # asked between the commit and the acknowledgement
        assert not await play(hall, match)
        monkeypatch.undo()
        words, n = sandtable.legal(table.state)[0], table.readers["driver"].n
        with pytest.raises(wire.Refused, match="board") as refused:
            await asks.act(hall, table, ANN, "driver", words, n)
        assert refused.value.error == "out-of-date", "whoever tries again is shown that it was done"
        assert table.entry == before + 1

    run(with_hall(tmp_path, work))


@contextlib.contextmanager
def disk_of(server: Server, size: int) -> Iterator[None]:
    """No file of the server can grow beyond this: a write that would is torn, and fails."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


async def kept(folder: Path, match: str) -> list[Row]:
    """The entries of a match on disk, each as it was written."""
    store = Store(f"sqlite+aiosqlite:///{folder / 'sandtable.db'}")
    await store.open()
    stored = await store.load(match)
    await store.close()
    assert stored is not None
    return stored.rows


def health(server: Server, status: int) -> None:
    """Wait until health says so, which tries a write and a read every few seconds while nobody else writes anything."""
    until = time.monotonic() + PATIENCE
    while server.get("/api/health").status_code != status:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_disk_that_is_full_at_any_byte_loses_nothing(new_server: Callable[..., Server], tmp_path: Path) -> None:
    """The disk has room for some bytes of the next write and no more, for every part of what SQLite writes."""
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")
    rng = random.Random(seed)
    server = new_server().start()
    made = server.make("toy-convoy")
    match = made["match"]["id"]
    wal = tmp_path / "sandtable.db-wal"
    said: list[str] = []
    maybe: set[str] = set()
    failed = 0
    for turn in range(200 if SOAK else 10):
        with server.sit(match, made["secret"]) as tab:
            with disk_of(server, wal.stat().st_size + rng.randrange(3 * (PAGE + 24))):
                answer = tab.ask("chat", text=f"line {turn}", channel="all", key=f"k{turn}")
            if answer["kind"] == "done":
                said.append(f"line {turn}")
            else:
                assert answer["error"] == "internal"
                maybe.add(f"line {turn}")
                failed += 1
            tab.done("chat", text=f"then {turn}", channel="all", key=f"t{turn}")
            said.append(f"then {turn}")
    assert failed >= 2, "the disk was full"
    with disk_of(server, wal.stat().st_size):
        health(server, 503)
    health(server, 200)
    server.kill()
    rows = run(kept(tmp_path, match))
    told = [row.data["text"] for row in rows if row.kind == "message"]
    assert [text for text in told if text not in maybe] == said, "what was acknowledged is there, once and in order"
    with contextlib.closing(sqlite3.connect(tmp_path / "sandtable.db")) as db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)


def test_bytes_that_were_torn_are_noticed_and_never_shown(tmp_path: Path) -> None:
    """Part of the file is not what was written: each match is as it was, or is not shown."""
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")
    rng = random.Random(seed)
    matches: dict[str, list[Any]] = {}

    async def fill(hall: Hall) -> None:
        for _ in range(6):
            match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
            for _ in range(8):
                await play(hall, match)
            stored = await hall.store.load(match)
            assert stored is not None
            matches[match] = stored.rows

    run(with_hall(tmp_path, fill))
    whole = tmp_path / "sandtable.db"
    outcomes: set[str] = set()

    async def look(file: Path) -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        try:
            await store.open()
        except BadStore:
            outcomes.add("refused")
            return
        for match, rows in matches.items():
            try:
                found = await store.load(match)
            except (Changed, StoreError) as error:
                outcomes.add(type(error).__name__)
                continue
            assert found is not None, "no match is simply gone"
            outcomes.add("whole")
            assert found.rows == rows
        await store.close()

    async def tear() -> None:
        for turn in range(150):
            if not SOAK and turn >= 12 and len(outcomes) > 1:
                break
            torn = tmp_path / f"torn{turn}.db"
            shutil.copy(whole, torn)
            with torn.open("r+b") as file:
                file.seek(512 * rng.randrange(whole.stat().st_size // 512))
                file.write(rng.choice((bytes(512), rng.randbytes(512))))
            await look(torn)

    run(tear())
    assert "whole" in outcomes and len(outcomes) > 1, "some tears struck, and not all of them everything"


def test_a_file_that_cannot_be_opened_leaves_no_thread_that_nobody_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[aiosqlite.Connection] = []
    connect = aiosqlite.connect

    def watched(*where: Any, **how: Any) -> aiosqlite.Connection:
        made.append(connect(*where, **how))
        return made[-1]

    monkeypatch.setattr(aiosqlite, "connect", watched)
    file = tmp_path / "sandtable.db"
    file.write_bytes(b"no database" * 500)
    store = Store(f"sqlite+aiosqlite:///{file}")
    with pytest.raises(BadStore):
        run(store.open())
    assert made and all(one._thread in store._threads and not one._thread.is_alive() for one in made)
