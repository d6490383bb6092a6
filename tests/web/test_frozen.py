"""A frozen table comes back as it was: what everybody reads, may do and may ask, byte for byte."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.web import asks, entries, frozen, making, telling, wire
from sandtable.web import store as db
from sandtable.web.connection import Connection
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED
from sandtable.web.plans import Who
from sandtable.web.store import MatchRow, PersonRow, Row, Store, Stored
from sandtable.web.table import Table
from tests.web.harness import SOAK, run
from tests.web.toys import GAMES

TOYS = ("tests.web.toys",)
AT = "2026-11-15T20:00:00Z"
NAMES = [game.name for game in GAMES] + list(sandtable.names())


def begun(game: sandtable.Game, seed: int) -> Stored:
    s = game.start(seed=seed)
    data: dict[str, Any] = {
        "rules": game.rules, "options": s.options, "seeds": [[0, seed.to_bytes(32, "little").hex()]], "dice": [],
        "draws": [], "mission": "", "seats": {}, "takebacks": True, "taken_back": 0, "hints": True, "watchers": True,
        "chosen": True, "forked": None,
    }  # fmt: skip
    row = MatchRow("aaaaaaaaaaaa", game.name, s.setup.scenario, data, AT, AT, None, None, False, None)
    return Stored(row, [], [PersonRow("p1", b"h" * 32, "", None, None, False, None)])


def wander(table: Table, rng: random.Random, count: int) -> None:
    """Random entries of every kind."""

    def add(kind: str, seat: str | None, data: dict[str, Any]) -> None:
        row = Row(table.entry + 1, kind, seat, "p1", AT, data)
        entries.accept(table, row, entries.after(table, row) if kind in ("action", "undo", "redo") else None)

    if not table.entry:
        add("takeover", None, {"sit": list(table.seats), "name": "Ann"})
    for _ in range(count):
        seat = table.state.seat
        to = None if seat is None else table.undo_to(seat)
        draw = rng.random()
        if draw < 0.1:
            add(
                "message",
                rng.choice(list(table.seats)),
                {"text": "hm", "channel": rng.choice(["all", "side"]), "key": f"{draw}"},
            )
        elif draw < 0.2 and isinstance(to, tuple):
            add("undo", seat, {"to": to[0], **({"takeback": True} if to[1] else {})})
        elif draw < 0.25 and table.redo and table.redo[-1].seat == seat:
            add("redo", seat, {"words": table.redo[-1].words})
        elif draw < 0.28:
            add("takeover", rng.choice(list(table.seats)), {"claim": f"x{draw}", "on": True})
        elif seat is not None:
            add("action", seat, {"words": list(rng.choice(sandtable.legal(table.state)))})


def told(table: Table) -> list[Any]:
    """Everything that anybody could be told, and what is kept to tell it."""
    found: list[Any] = [telling.public(table, names=True), table.record().text(), table.takebacks, table.chat_keys]
    for seat, reader in table.readers.items():
        found += [Connection(table, reader, "p1", None)._update(), sandtable.transcript(table.state, seat)]
        found += [reader.n, reader.played, reader.hashes, reader.entries, reader.keeps, reader.chain, reader.actions]
        found += [sandtable.fingerprint(table.node_at(reader, n).position()) for n in range(0, reader.n + 1, 7)]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_frozen_table_comes_back_and_goes_on_as_it_would_have(name: str) -> None:
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")
    game = sandtable.load(name)
    stored = begun(game, seed)
    table = Table(game, stored)
    wander(table, random.Random(seed), 120)
    again = frozen.thaw(game, stored, frozen.freeze(table))
    assert told(again) == told(table)
    for one in (table, again):
        wander(one, random.Random(seed + 1), 40)
    assert told(again) == told(table)


def test_the_version_of_the_program_is_a_digest_of_its_files() -> None:
    assert len(frozen.version()) == 64


def convoy_rows(count: int) -> list[Row]:
    """A match that goes on for long: a truck is picked and put back again and again."""
    rows = [Row(1, "takeover", None, "p1", AT, {"sit": ["driver"], "name": "Ann"})]
    for n in range(2, count + 1, 2):
        rows.append(Row(n, "action", "driver", "p1", AT, {"words": ["with", "T1"]}))
        rows.append(Row(n + 1, "undo", "driver", "p1", AT, {"to": 0}))
    return rows[:count]


@pytest.mark.soak
def test_a_long_match_is_back_at_once_and_meanwhile_others_are_answered(tmp_path: Path) -> None:
    entries_ = 20_000 if SOAK else 2_000

    async def work() -> None:
        hall = Hall(Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=UNLIMITED, games=(), modules=TOYS)
        await hall.open()
        try:
            await measure(hall, entries_)
        finally:
            await hall.close()

    run(work())


async def measure(hall: Hall, count: int) -> None:
    match = (await making.make(hall, wire.NewMatch(game="toy-convoy"), None, "x")).match.id
    rows = convoy_rows(count)[1:]
    writes, chain = [], hall.tables[match].chain
    for row in rows:
        chain = db.chained(chain, match, row)
        writes.append(db.entry_write(match, row, chain))
    for at in range(0, len(rows), 500):
        await hall.store.write(writes[at : at + 500])
    for expected in ("built", "thawed"):
        hall.tables.clear()
        late = [0.0]
        watch = asyncio.create_task(latest(late))
        began = time.monotonic()
        table = await hall.table(match)
        took = time.monotonic() - began
        watch.cancel()
        assert table.entry == count
        print(f"\n{count} entries {expected} in {took:.2f} s; others waited {late[0] * 1000:.0f} ms at most")
        if expected == "thawed":
            assert took < 3.0, "it is not played again"
    ann = Who("p1", ("driver",))
    await asks.act(hall, table, ann, "driver", ("with", "T2"), table.readers["driver"].n)


async def latest(late: list[float]) -> None:
    """The longest that something waited which asked for ten milliseconds."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.01)
        late[0] = max(late[0], time.monotonic() - began - 0.01)
