"""The database: entries are kept once, in order, several to a commit; old files are upgraded with a copy kept."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from sandtable.web.channel import packed
from sandtable.web.rows import Changed, MatchRow, Row, chained, now
from sandtable.web.schema import metadata
from sandtable.web.store import Conflict, Store
from sandtable.web.upgrading import BadStore, migrations
from sandtable.web.writes import (
    NEW_ENTRY,
    NEW_MATCH,
    entry_write,
    frozen_write,
    grouped,
    last_write,
    match_write,
    person_write,
    summary_write,
)
from tests.web.harness import run


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'sandtable.db'}"


def a_match(id_: str = "aaaaaaaaaaaa") -> MatchRow:
    at = "2026-11-15T20:00:00Z"
    return MatchRow(id_, "toy", "one", {"seats": {}}, at, at, "north", None, False, None)


def an_entry(number: int, text: str = "x") -> Row:
    return Row(number, "message", None, "p1", now(), {"text": text})


def test_entries_come_back_as_they_were_written(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        rows = [an_entry(n, f"line {n} — ✓ 𝄞") for n in range(1, 6)]
        await store.write([match_write(a_match()), person_write("aaaaaaaaaaaa", "p1", b"h" * 32)])
        for row in rows:
            await store.write([entry_write("aaaaaaaaaaaa", row)])
        found = await store.load("aaaaaaaaaaaa")
        assert found is not None
        assert found.rows == rows
        assert found.match == a_match()
        assert [person.hash for person in found.people] == [b"h" * 32]
        assert await store.rows_after("aaaaaaaaaaaa", 3) == rows[3:]
        assert await store.load("bbbbbbbbbbbb") is None
        await store.close()

    run(work())


@pytest.mark.parametrize("frozen_after", [0, 3, 5])
def test_entries_that_were_lost_are_missed_when_the_match_is_loaded(tmp_path: Path, frozen_after: int) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        await store.write([match_write(a_match())])
        chain = b""
        for n in range(1, 6):
            chain = chained(chain, "aaaaaaaaaaaa", row := an_entry(n))
            await store.write([entry_write("aaaaaaaaaaaa", row, chain), last_write("aaaaaaaaaaaa", n)])
            if n == frozen_after:
                await store.write([frozen_write("aaaaaaaaaaaa", n, "this", b"a table", chain)])
        found = await store.load("aaaaaaaaaaaa", "this")
        assert found is not None
        assert (len(found.rows), found.chain) == (5 - frozen_after, chain)
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("delete from entries where entry = 5")
        with pytest.raises(Changed, match="entry 5"):
            await store.load("aaaaaaaaaaaa", "this")
        await store.close()

    run(work())


def test_waiting_writes_share_one_commit(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        await store.write([match_write(a_match())])
        before = store.commits
        await asyncio.gather(*(store.write([entry_write("aaaaaaaaaaaa", an_entry(n))]) for n in range(1, 201)))
        assert store.commits - before < 20, "200 writes that wait together need few syncs to disk"
        assert len(await store.rows_after("aaaaaaaaaaaa", 0)) == 200
        await store.close()

    run(work())


def test_a_number_that_is_taken_is_a_conflict_for_its_writer_alone(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        await store.write([match_write(a_match())])
        writes = [store.write([entry_write("aaaaaaaaaaaa", an_entry(n, who))]) for n in (1, 2) for who in ("a", "b")]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(one, Conflict) for one in done] == [False, True, False, True]
        assert [row.data["text"] for row in await store.rows_after("aaaaaaaaaaaa", 0)] == ["a", "a"]
        await store.close()

    run(work())


def test_a_batch_is_few_statements_in_an_order_that_its_references_allow() -> None:
    writes = [
        entry_write("a" * 12, an_entry(5)),
        summary_write("a" * 12, moved="x", turn=None),
        match_write(a_match("b" * 12)),
        entry_write("b" * 12, an_entry(1)),
        summary_write("b" * 12, moved="y", turn=None),
    ]
    groups = grouped(writes)
    assert [len(values) for _, values in groups] == [1, 2, 2]
    assert groups[0][0] is NEW_MATCH
    assert groups[1][0] is NEW_ENTRY


def test_many_notices_travel_in_few_payloads_and_each_match_is_named_once() -> None:
    many = [(f"{match:012d}", entry) for entry in (1, 3, 2) for match in range(450)]
    payloads = packed(many)
    assert [len(payload.splitlines()) for payload in payloads] == [200, 200, 50]
    assert {line.split()[1] for payload in payloads for line in payload.splitlines()} == {"3"}
    assert max(map(len, payloads)) < 8000
    for beside in ([("a", 0), ("a", 7)], [("a", 7), ("a", 0)], [("a", 5), ("a", 0), ("a", 7)]):
        assert packed(beside) == ["a 0"], "what changed beside the entries is not lost among them"


def test_several_writes_are_done_all_or_none(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        await store.write([match_write(a_match()), entry_write("aaaaaaaaaaaa", an_entry(1))])
        with pytest.raises(Conflict):
            await store.write([entry_write("aaaaaaaaaaaa", an_entry(2)), entry_write("aaaaaaaaaaaa", an_entry(1))])
        assert len(await store.rows_after("aaaaaaaaaaaa", 0)) == 1
        await store.close()

    run(work())


def test_sqlite_writes_ahead_and_syncs_fully(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        async with store.engine.connect() as connection:
            mode = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar()
            sync = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar()
            keys = (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar()
        assert (mode, sync, keys) == ("wal", 2, 1)
        await store.close()

    run(work())


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        await store.close()

    run(work())
    engine = create_engine(f"sqlite:///{tmp_path / 'sandtable.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_an_older_file_is_upgraded_and_a_copy_is_kept(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'sandtable.db'}")
    with engine.begin() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        columns = "id, game, scenario, begun, started, moved, listed"
        connection.exec_driver_sql(
            f"insert into matches ({columns}) values ('aaaaaaaaaaaa', 'toy', 'one', '{{}}', 'then', 'then', 0)"
        )
    engine.dispose()

    async def work() -> None:
        store = Store(url(tmp_path))
        await store.open()
        assert await store.load("aaaaaaaaaaaa") is not None
        await store.close()

    run(work())
    run(work())
    copies = list(tmp_path.glob("sandtable.db.before-0001.*"))
    assert len(copies) == 1, "one copy, made once"
    with sqlite3.connect(copies[0]) as copy:
        assert copy.execute("select version_num from alembic_version").fetchone() == ("0001",)
        assert copy.execute("select id from matches").fetchall() == [("aaaaaaaaaaaa",)]
    with sqlite3.connect(tmp_path / "sandtable.db") as new:
        assert new.execute("select version_num from alembic_version").fetchone() > ("0001",)


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    run(_empty(tmp_path))
    file = tmp_path / "sandtable.db"
    with sqlite3.connect(file) as newer:
        newer.execute("update alembic_version set version_num = '9999'")
    before = file.read_bytes()

    async def work() -> None:
        with pytest.raises(BadStore, match="newer version"):
            await Store(url(tmp_path)).open()

    run(work())
    assert file.read_bytes() == before


def test_a_closed_store_leaves_no_thread_that_would_answer_its_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)

    async def work() -> threading.Thread:
        store = Store(url(tmp_path))
        await store.open()
        assert store._threads, "that of its first connection"
        driver = await aiosqlite.connect(tmp_path / "sandtable.db")
        store._threads.add(driver._thread)
        driver._tx.put_nowait((None, lambda: time.sleep(0.3)))
        driver.stop()  # and nobody waits for it, as after a request that was given up
        await store.close()
        return driver._thread

    run(work()).join(5)
    assert failed == []


async def _empty(folder: Path) -> None:
    store = Store(url(folder))
    await store.open()
    await store.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sandtable.db").write_bytes(b"this is not a database" * 100)

    async def work() -> None:
        with pytest.raises(BadStore, match="cannot be opened"):
            await Store(url(tmp_path)).open()

    run(work())


def test_only_two_kinds_of_database_are_known() -> None:
    with pytest.raises(BadStore, match="sqlite or postgresql"):
        Store("mysql+aiomysql://x/y")
