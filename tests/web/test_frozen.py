"""A frozen table comes back as it was: what everybody reads, may do and may ask, byte for byte."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.web import entries, frozen, telling
from sandtable.web.connection import Connection
from sandtable.web.rows import MatchRow, PersonRow, Row, Stored, chained
from sandtable.web.store import Store
from sandtable.web.table import Table
from sandtable.web.writes import entry_write
from tests.web.harness import SOAK, Bystander, Server, bound, run
from tests.web.toys import GAMES

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
def test_a_long_match_is_back_at_once_and_meanwhile_others_are_answered(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    count = 20_000 if SOAK else 2_000
    server = new_server().start()
    made = server.make("toy-convoy")
    match = made["match"]["id"]
    server.kill()
    run(lengthen(tmp_path, match, count))
    for expected in ("built", "thawed"):
        server.start()
        at_rest = Bystander(server).over().p99
        bystander = Bystander(server)
        began = time.monotonic()
        assert server.get(f"/api/matches/{match}").status_code == 200
        took = time.monotonic() - began
        waited = bystander.over().most
        waits = f"{waited * 1000:.0f} ms at most ({at_rest * 1000:.0f} at rest)"
        print(f"\n{count} entries {expected} in {took:.2f} s; others waited {waits}")
        if expected == "thawed":
            assert took < 1.0 + 2.0 * (not SOAK), "it is not played again"
            with server.sit(match, made["secret"]) as tab:
                tab.act("with T2")
        server.kill()
        assert waited < bound(at_rest)


async def lengthen(folder: Path, match: str, count: int) -> None:
    """Write a match that goes on for long."""
    store = Store(f"sqlite+aiosqlite:///{folder / 'sandtable.db'}")
    await store.open()
    chain = (await store.rows_after(match, 0, b""))[-1].hash
    writes = []
    for row in convoy_rows(count)[1:]:
        chain = chained(chain, match, row)
        writes.append(entry_write(match, row, chain))
    for at in range(0, len(writes), 500):
        await store.write(writes[at : at + 500])
    await store.close()
