"""What the hall keeps in memory is a cache: a match that was put away comes back as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sandtable.web import asks, making, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import Limits
from sandtable.web.plans import Who
from sandtable.web.store import Store


def test_matches_that_nobody_is_at_are_put_away_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=Limits(tables=2), games=(), modules=("tests.web.toys",))
        await hall.open()
        made = []
        for number in range(5):
            match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x"))["match"]["id"]
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

    asyncio.run(work())


def test_two_who_ask_for_one_match_get_the_same_table(tmp_path: Path) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
        hall = Hall(Store(url), limits=Limits(), games=(), modules=("tests.web.toys",))
        await hall.open()
        match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x"))["match"]["id"]
        hall.tables.clear()
        first, second = await asyncio.gather(hall.table(match), hall.table(match))
        assert first is second
        await hall.close()

    asyncio.run(work())
