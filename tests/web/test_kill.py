"""The server is killed in the middle of many busy matches, again and again: nothing that was acknowledged is lost.

`make soak` kills the server 20 times in the middle of 200 matches, on SQLite and on PostgreSQL, there with the database
restarted each time as well; `make test` does a tenth on both: 2 kills in the middle of 20 matches.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy.engine import make_url
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import sandtable
from sandtable.web import telling
from scripts import postgres as own
from tests.web.harness import PATIENCE, Server, run
from tests.web.test_postgres import control, restart, sql

SOAK = "SANDTABLE_SOAK" in os.environ
MATCHES, KILLS = (200, 20) if SOAK else (20, 2)


@dataclass
class Busy:
    """A person who plays as quickly as the server answers, and remembers what it acknowledged."""

    id: str
    secret: str
    rng: random.Random
    line: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    pending: tuple[str, str] | None = None
    acknowledged: int = 0
    over: bool = False
    seen: int = 0
    hash: str = ""

    async def play(self, server: Server) -> None:
        """Until the server is gone, cannot say whether it kept something, or the game is over."""
        url = f"ws://127.0.0.1:{server.port}/api/matches/{self.id}/live"
        try:
            async with connect(url, max_size=None, open_timeout=PATIENCE) as ws:
                state: dict[str, Any] = {}
                await ws.send(msgspec.json.encode({"ask": 0, "kind": "hello", "secret": self.secret}).decode())
                ask = 0
                while "options" not in state:
                    state |= msgspec.json.decode(await ws.recv())
                while state["options"]:
                    ask += 1
                    message = self.choose(state)
                    await ws.send(msgspec.json.encode({"ask": ask, "seen": state["n"], **message}).decode())
                    while (answer := msgspec.json.decode(await ws.recv())).get("re") != ask:
                        state |= answer
                    if answer.get("error") == "internal":  # the database was away: kept or not, as after a kill
                        return
                    assert answer["kind"] == "done", answer
                    self.done()
                    self.seen, self.hash = state["n"], state["hash"]
                self.over = True
        except (WebSocketException, OSError):
            return

    def choose(self, state: dict[str, Any]) -> dict[str, Any]:
        chance = self.rng.random()
        if chance < 0.2 and state["undo"]["can"]:
            self.pending = ("undo", "")
            return {"kind": "undo"}
        if chance < 0.3:
            text = f"line {len(self.said)}"
            self.pending = ("chat", text)
            return {"kind": "chat", "text": text}
        words = self.rng.choice(state["options"])["words"]
        self.pending = ("act", " ".join(words))
        return {"kind": "act", "words": words}

    def done(self) -> None:
        assert self.pending is not None
        self.line, self.said = self.after()
        self.pending = None
        self.acknowledged += 1

    def after(self) -> tuple[list[str], list[str]]:
        """What is kept if what was asked last was kept too."""
        if self.pending is None:
            return self.line, self.said
        kind, text = self.pending
        if kind == "undo":
            return self.line[:-1], self.said
        return ([*self.line, text], self.said) if kind == "act" else (self.line, [*self.said, text])

    async def check(self, server: Server, client: httpx.AsyncClient) -> None:
        """The server has what it acknowledged, and at most what was asked last besides; the match replays to its
        fingerprint; and what this person saw last is what the server remembers to have shown."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        text = (await client.get(f"{server.url}/api/matches/{self.id}/record", headers=headers)).text
        record = sandtable.parse_record(text)
        line = [sandtable.words(action) for _, action in record.actions]
        url = f"ws://127.0.0.1:{server.port}/api/matches/{self.id}/live"
        async with connect(url, max_size=None, open_timeout=PATIENCE) as ws:

            async def ask(number: int, **fields: Any) -> dict[str, Any]:
                await ws.send(msgspec.json.encode({"ask": number, **fields}).decode())
                while (answer := msgspec.json.decode(await ws.recv())).get("re") != number:
                    pass
                found: dict[str, Any] = answer
                return found

            await ask(0, kind="hello", secret=self.secret, seen=self.seen, hash=self.hash)
            while (update := msgspec.json.decode(await ws.recv()))["kind"] != "update":
                pass
            assert update["from"] == self.seen, "what was seen before is remembered, hash and all"
            now = await ask(1, kind="at", n=update["n"])
            # The chat from its beginning, for somebody who has seen nothing.
        async with connect(url, max_size=None, open_timeout=PATIENCE) as ws:
            await ws.send(msgspec.json.encode({"ask": 0, "kind": "hello", "secret": self.secret}).decode())
            while (update := msgspec.json.decode(await ws.recv()))["kind"] != "update":
                pass
        said = [one["text"] for one in update["chat"]["lines"] if one["person"]]
        assert (line, said) in ((self.line, self.said), self.after()), "what was acknowledged is there"
        game = sandtable.load("toy-convoy")
        state = game.start(record.scenario, seed=record.seeds[0][1])
        for words in line:
            sandtable.play(state, sandtable.parse(words))
        assert sandtable.fingerprint(sandtable.replay(text)) == sandtable.fingerprint(state)
        scene = msgspec.convert(game.scene(game.view(state, "driver")), sandtable.Scene)
        assert now["scene"] == msgspec.json.decode(msgspec.json.encode(telling.picture_of(scene)))
        self.line, self.said, self.pending = line, said, None
        self.seen, self.hash = update["n"], update["hash"]


@dataclass
class Figures:
    """What a run came to."""

    matches: int = 0
    kills: int = 0
    restarts: int = 0
    acknowledged: int = 0
    checks: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.kills} kills, {self.restarts} restarts of the database: "
            f"{self.acknowledged} acts acknowledged, 0 lost, {self.checks} matches replayed, {self.seconds:.0f} s"
        )


CHECKS_AT_ONCE = 20


async def kill_again_and_again(
    server: Server, matches: int, kills: int, restart_database: Callable[[], None] | None = None
) -> Figures:
    """Play, kill, start, check. The database, where it can be, is restarted once under the running server, which is
    killed while it is still looking for it, and once while the server is down."""
    rng = random.Random(8040)
    people: list[Busy] = []
    figures = Figures(matches)
    began = time.monotonic()
    async with httpx.AsyncClient(timeout=60) as client:
        for kill in range(kills):
            while len(people) < matches:
                answer = await client.post(f"{server.url}/api/matches", json={"game": "toy-convoy"})
                made = answer.json()
                people.append(Busy(made["match"]["id"], made["secret"], random.Random(rng.random())))
            for one in people:
                one.acknowledged = 0
            enough = rng.randint(matches, 4 * matches)
            playing = [asyncio.create_task(one.play(server)) for one in people]
            async with asyncio.timeout(120):
                while sum(one.acknowledged for one in people) < enough and not all(task.done() for task in playing):
                    await asyncio.sleep(0.01)
            if restart_database is not None and kill % 2 == 0:
                await asyncio.to_thread(restart_database)
                figures.restarts += 1
            await asyncio.to_thread(server.kill)
            figures.kills += 1
            await asyncio.gather(*playing)
            if restart_database is not None and kill % 2 == 1:
                await asyncio.to_thread(restart_database)
                figures.restarts += 1
            await asyncio.to_thread(server.start)
            for first in range(0, len(people), CHECKS_AT_ONCE):
                await asyncio.gather(*(one.check(server, client) for one in people[first : first + CHECKS_AT_ONCE]))
            figures.checks += len(people)
            figures.acknowledged += sum(one.acknowledged for one in people)
            people = [one for one in people if not one.over]
    figures.seconds = time.monotonic() - began
    return figures


@pytest.mark.soak
def test_no_acknowledged_action_is_lost_when_the_server_is_killed_on_sqlite(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        figures = run(kill_again_and_again(server, MATCHES, KILLS))
        print(f"\nSQLite: {figures}")
        assert figures.acknowledged >= MATCHES * KILLS, "the matches were busy"
    finally:
        server.kill()


@pytest.mark.soak
def test_no_acknowledged_action_is_lost_when_server_and_database_are_killed_on_postgresql(tmp_path: Path) -> None:
    with own.running() as address:
        database = make_url(address).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
        data = Path(sql(address, "show data_directory")[0][0])
        server = Server(tmp_path, db=database).start()
        try:
            figures = run(kill_again_and_again(server, MATCHES, KILLS, lambda: restart(data)))
            print(f"\nPostgreSQL: {figures}")
            assert figures.restarts == KILLS
            assert figures.acknowledged >= MATCHES * KILLS, "the matches were busy"
        finally:
            server.kill()
            subprocess.run(control(data, "stop", "-m", "immediate"), check=True, **own._as_another_user())
