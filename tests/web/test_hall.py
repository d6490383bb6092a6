"""What the hall keeps in memory is a cache: a match that was put away comes back as it was."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.web import asks, jobs, making, telling, told, wire
from sandtable.web.charging import PAYER, Payer
from sandtable.web.connection import Connection
from sandtable.web.hall import AT_ONCE, Hall
from sandtable.web.limits import UNLIMITED, Limits, Rate
from sandtable.web.plans import Who
from sandtable.web.readers import Look
from sandtable.web.rows import Row, chained
from sandtable.web.store import Store
from sandtable.web.table import Table
from sandtable.web.writes import Write, entry_write, match_write
from tests.web.harness import PATIENCE, SOAK, run

TOYS = ("tests.web.toys",)


def test_matches_that_nobody_is_at_are_put_away_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=Limits(tables=2), games=(), modules=TOYS)
        await hall.open()
        made = []
        for number in range(5):
            match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
            table = await hall.table(match)
            ann = Who("p1", ("driver",))
            await asks.act(hall, table, ann, "driver", ("with", f"T{number % 4 + 1}"), table.readers["driver"].n)
            made.append((match, {seat: reader.hash for seat, reader in table.readers.items()}))
        assert len(hall.tables) == 2
        for match, hashes in made:
            table = await hall.table(match)
            assert {seat: reader.hash for seat, reader in table.readers.items()} == hashes
            assert len(hall.tables) <= 2
        await hall.close()

    run(work())


def test_two_who_ask_for_one_match_get_the_same_table(tmp_path: Path) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
        hall = Hall(Store(url), limits=Limits(), games=(), modules=TOYS)
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        hall.tables.clear()
        first, second = await asyncio.gather(hall.table(match), hall.table(match))
        assert first is second
        await hall.close()

    run(work())


def test_a_record_that_takes_too_long_to_replay_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        hall = Hall(Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=Limits(), games=(), modules=TOYS)
        await hall.open()
        state = hall.games["toy-convoy"].start("fort", seed=4)
        for words in ("with T1", "with T2", "go well"):
            sandtable.play(state, sandtable.parse(words))
        new = wire.NewMatch(record=sandtable.record(state).text())
        assert (await making.make(hall, new, None, "x")).match.id
        monkeypatch.setattr("sandtable.web.hall.REPLAY_SECONDS", 0.0)
        with pytest.raises(wire.Refused) as refused:
            await making.make(hall, new, None, "x")
        assert refused.value.error == "too-slow"
        assert len(hall.tables) == 1, "nothing of it is kept"
        await hall.close()

    run(work())


def test_a_record_that_is_too_large_or_too_long_is_refused() -> None:
    good = sandtable.record(sandtable.load("toy-convoy").start("fort", seed=4)).text()
    for text in (good + "x" * 8_400_000, good + "".join(f"{n} driver done\n" for n in range(1, 100_002))):
        with pytest.raises(wire.Refused) as refused:
            jobs.read_record(text)
        assert refused.value.error == "bad-record"
        assert "at most" in str(refused.value)


def test_the_list_of_matches_comes_from_rows(tmp_path: Path) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
        hall = Hall(Store(url), limits=Limits(), games=(), modules=TOYS)
        await hall.open()
        for number in range(5):
            new = wire.NewMatch(game="toy-convoy", listed=True, name=f"Ann {number}")
            made = await making.make(hall, new, None, "x")
            table = await hall.table(made.match.id)
            await asks.act(hall, table, Who("p1", ("driver",)), "driver", ("with", "T1"), table.readers["driver"].n)
        await hall.close()
        again = Hall(Store(url), limits=Limits(), games=(), modules=TOYS)
        await again.open()
        listed = await again.store.listed()
        assert again.tables == {}, "nothing was rebuilt"
        shown = [msgspec.json.decode(summary or "null", type=told.Match) for _, summary in listed]
        assert shown == [telling.public(await again.table(match), names=False) for match, _ in listed]
        assert "Ann" not in str(listed)
        await again.close()

    run(work())


@pytest.mark.soak
def test_a_file_of_many_matches_is_listed_at_once_and_walked_in_little_memory(tmp_path: Path) -> None:
    count = 2_000 if SOAK else 200
    url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"

    async def fill() -> list[str]:
        hall = Hall(Store(url), limits=UNLIMITED, games=(), modules=TOYS)
        await hall.open()
        first = (await making.make(hall, wire.NewMatch(game="toy-convoy", listed=True), None, "x")).match.id
        table = await hall.table(first)
        for _ in range(10):
            words = sandtable.legal(table.state)[0]
            await asks.act(hall, table, Who("p1", ("driver",)), "driver", words, table.readers["driver"].n)
        await asyncio.sleep(0.05)  # what the list shows is written on the side
        stored = await hall.store.load(first)
        assert stored is not None
        names = [f"{number:012d}" for number in range(count)]
        for name in names:
            await hall.store.write([match_write(replace(stored.match, id=name)), *copied(name, stored.rows)])
        await hall.close()
        return names

    async def work() -> None:
        names = await fill()
        hall = Hall(Store(url), limits=Limits(tables=50), games=(), modules=TOYS)
        began = time.monotonic()
        await hall.open()
        listed = await hall.store.listed()
        took = time.monotonic() - began
        assert len(listed) == 100 and hall.tables == {}
        began = time.monotonic()
        walked = names[:: 1 if SOAK else 3]
        for name in walked:
            assert (await hall.table(name)).entry == 11
            assert len(hall.tables) <= 50 and len(hall._locks) <= 51
        each = (time.monotonic() - began) / len(walked)
        print(f"\n{count} matches: opened and listed in {took * 1000:.0f} ms, then {each * 1000:.1f} ms for each")
        assert took < 2.0
        await hall.close()

    run(work())


def copied(match: str, rows: list[Row]) -> Iterator[Write]:
    """The entries of a match for another, with digests of its own."""
    chain = b""
    for row in rows:
        chain = chained(chain, match, row)
        yield entry_write(match, row, chain)


def test_a_match_has_so_many_entries_and_so_much_talk(tmp_path: Path) -> None:
    async def work() -> None:
        limits = Limits(entries=8, talk=3)
        hall = Hall(Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=limits, games=(), modules=TOYS)
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        table, ann = await hall.table(match), Who("p1", ("driver",))
        refused: list[str] = []
        for n in range(5):
            try:
                await asks.chat(hall, table, ann, "driver", wire.Chat(ask=n, text=f"line {n}"))
            except wire.Refused as no:
                refused.append(no.problem.text)
        for _ in range(6):
            try:
                words = sandtable.legal(table.state)[0]
                await asks.act(hall, table, ann, "driver", words, table.readers["driver"].n)
            except wire.Refused as no:
                refused.append(no.problem.text)
        assert table.entry == 8
        assert (
            refused[0] == "a table has at most 3 lines of talk"
            and refused[-1] == "a match like this has at most 8 entries"
        )
        await hall.close()

    run(work())


def test_a_long_log_is_told_from_its_end_and_the_rest_page_by_page(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=Limits(), games=(), modules=TOYS)
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        table = await hall.table(match)
        reader = table.readers["driver"]
        line = told.LogLine(0, "driver", "p1", "V-3", "3", "a truck drives", (), (), ())
        lines = [(1, msgspec.structs.replace(line, text=f"leg {n}")) for n in range(1_000)]
        reader.told(2, Look(reader.seen, reader.encoded, 0, lines), None)
        connection = Connection(table, reader, "p1", None)
        connection.stir()
        hello = msgspec.json.decode(await connection.next() or b"", type=told.Update)
        assert isinstance(hello.log, told.LogLines) and (hello.log.earlier, len(hello.log.lines)) == (700, 300)
        got, before = list(hello.log.lines), 700
        while before:
            page = asks.earlier(reader, "log", before)
            assert isinstance(page, told.EarlierLog) and len(page.log) <= 500
            got, before = [*page.log, *got], page.first
        assert [one.text for one in got] == [f"leg {n}" for n in range(1_000)]
        await hall.close()

    run(work())


def test_long_matches_are_built_in_the_turn_of_whoever_asks_for_them(tmp_path: Path) -> None:
    """Whoever asks for many long matches has one turn among all who wait, not one for each match; what was there
    already is never refused to them, and reading it back is charged as well."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
    asked: list[tuple[str, bool]] = []
    charged: list[float] = []

    async def work() -> None:
        hall = Hall(Store(url), limits=UNLIMITED, games=(), modules=TOYS)
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        table = await hall.table(match)
        for n in range(AT_ONCE):
            await asks.chat(hall, table, Who("p1", ("driver",)), "driver", wire.Chat(ask=n, text=f"line {n}"))
        await hall.close()
        again = Hall(Store(url), limits=Limits(cpu=Rate(1, 0.001)), games=(), modules=TOYS)
        await again.open()
        again.cpu.owe("192.0.2.1", 10.0)
        ask = again.workers.ask

        async def at_once() -> None:
            pass

        async def heard(job: Any, seconds: float, whose: str, owing: bool) -> Any:
            asked.append((whose, owing))
            return await ask(job, seconds, whose, owing=owing)

        again.workers.ask = heard  # type: ignore[method-assign,assignment]
        PAYER.set(Payer(charged.append, at_once, "192.0.2.1"))
        try:
            assert (await again.table(match)).entry > AT_ONCE
        finally:
            await again.close()

    run(work())
    assert asked == [("192.0.2.1", True)]
    assert sum(charged) > 0


def test_there_are_only_so_many_tables_of_players_own_missions(tmp_path: Path) -> None:
    """Their boards take much memory: without anybody at them few are kept, an address is at few, and all at so many."""

    async def work() -> None:
        limits = Limits(own_idle=2, own_each=1, own_all=4)
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=limits, games=(), modules=("tests.web.hogs",))
        await hall.open()

        async def table() -> Table:
            new = wire.NewMatch(game="toy-hogged", mission="Bring the trucks in.")
            return await hall.table((await making.make(hall, new, None, "x")).match.id)

        def join(one: Table, address: str) -> None:
            hall.may_join(one, address)
            hall.join(Connection(one, one.readers[None], None, None, address))

        try:
            tables = [await table() for _ in range(6)]
            assert list(hall.tables) == [one.id for one in tables[-3:]], "two that nobody is at, and the newest"
            plain = (await making.make(hall, wire.NewMatch(game="toy-hogged"), None, "x")).match.id
            join(tables[5], "192.0.2.1")
            join(tables[5], "192.0.2.1")
            join(await hall.table(plain), "192.0.2.1")
            with pytest.raises(wire.Refused, match="you are at many tables"):
                hall.may_join(tables[4], "192.0.2.1")
            for n in range(3):
                join(await table(), f"192.0.2.{n + 2}")
            with pytest.raises(wire.Refused, match="too many missions"):
                await table()
            assert len(hall.tables) == 5 and plain in hall.tables
            for connection in list(hall.connections[tables[5].id]):
                hall.leave(connection)
            await table()
            assert tables[5].id not in hall.tables, "who left makes room"
        finally:
            await hall.close()

    run(work())


def test_missions_that_are_being_made_count_as_if_their_maker_were_at_them(tmp_path: Path) -> None:
    """Whoever asks for many at once has no more of their boards in memory than one who asks for one after the other,
    also while they are drawn."""

    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=Limits(own_each=2), games=(), modules=("tests.web.hogs",))
        await hall.open()
        ask, built, draw = hall.workers.ask, 0, asyncio.Event()

        async def slow(job: Any, *given: Any, **named: Any) -> Any:
            nonlocal built
            if job["do"] == "draw":
                built += 1
                await draw.wait()
            return await ask(job, *given, **named)

        hall.workers.ask = slow  # type: ignore[method-assign]

        async def make() -> str:
            try:
                new = wire.NewMatch(game="toy-hogged", mission="Bring the trucks in.")
                return (await making.make(hall, new, None, "192.0.2.1")).match.id
            except wire.Refused as refused:
                return refused.error

        async def at_once() -> None:
            pass

        PAYER.set(Payer(lambda _: None, at_once, "192.0.2.1"))
        try:
            tasks: list[asyncio.Task[str]] = []
            async with asyncio.timeout(PATIENCE):
                for n in range(6):
                    tasks.append(asyncio.create_task(make()))
                    while built + sum(task.done() for task in tasks) <= n:
                        await asyncio.sleep(0.01)
            assert built == 2, "so many boards are in memory"
            draw.set()
            answers = await asyncio.gather(*tasks)
            assert answers.count("too-many") == 4 and len(hall.tables) == 2
            assert len(await make()) == 12, "nothing is counted that is no longer made"
        finally:
            draw.set()
            await hall.close()

    run(work())


def test_a_table_that_was_put_away_gives_its_memory_back_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=Limits(), games=(), modules=TOYS)
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
        table = await hall.table(match)
        await asks.act(hall, table, Who("p1", ("driver",)), "driver", ("with", "T1"), table.readers["driver"].n)
        connection = Connection(table, table.readers["driver"], "p1", None)
        hall.join(connection)
        assert await connection.next()
        hall.leave(connection)
        async with asyncio.timeout(PATIENCE):
            while len(hall._tasks) > 1:  # that looks for the operator's wishes; the others write that somebody came
                await asyncio.sleep(0.01)
        gone: list[weakref.ref[Any]] = [weakref.ref(one) for one in (table, connection, table.readers["driver"])]
        gc.disable()
        try:
            hall.tables.clear()
            del table, connection
            until = time.monotonic() + PATIENCE
            while any(one() is not None for one in gone) and time.monotonic() < until:
                await asyncio.sleep(0.01)
            assert [one() for one in gone] == [None, None, None], "no ring of objects keeps it"
        finally:
            gc.enable()
        await hall.close()

    run(work())
