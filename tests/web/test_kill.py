"""The server is killed in the middle of many busy matches, again and again: nothing that was acknowledged is lost.

`make test` runs a fixed tenth (100 matches, 4 kills); `make soak` all of it (200 matches, 20 kills).
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
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
from scripts import postgres as own
from tests.web.harness import Server
from tests.web.test_postgres import control, restart, sql

SOAK = "SANDTABLE_SOAK" in os.environ


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

    async def play(self, server: Server) -> None:
        """Until the server is gone or the game is over."""
        url = f"ws://127.0.0.1:{server.port}/api/matches/{self.id}/live"
        try:
            async with connect(url, max_size=None) as ws:
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
                    assert answer["kind"] == "done", answer
                    self.done()
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
        """The server has what it acknowledged, and at most what was asked last besides; and it replays."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        text = (await client.get(f"{server.url}/api/matches/{self.id}/record", headers=headers)).text
        record = sandtable.parse_record(text)
        line = [sandtable.words(action) for _, action in record.actions]
        async with connect(f"ws://127.0.0.1:{server.port}/api/matches/{self.id}/live", max_size=None) as ws:
            await ws.send(msgspec.json.encode({"ask": 0, "kind": "hello", "secret": self.secret}).decode())
            while (update := msgspec.json.decode(await ws.recv()))["kind"] != "update":
                pass
        said = [one["text"] for one in update["chat"]["lines"] if one["person"]]
        assert (line, said) in ((self.line, self.said), self.after()), "what was acknowledged is there"
        state = sandtable.load("toy-convoy").start(record.scenario, seed=record.seeds[0][1])
        for words in line:
            sandtable.play(state, sandtable.parse(words))
        assert sandtable.fingerprint(sandtable.replay(record)) == sandtable.fingerprint(state)
        self.line, self.said, self.pending = line, said, None


async def kill_again_and_again(server: Server, matches: int, kills: int, cut: Any = None) -> int:
    """Play, kill, start, check; returns how many acts were acknowledged in all."""
    rng = random.Random(8040)
    people: list[Busy] = []
    total = 0
    async with httpx.AsyncClient(timeout=60) as client:
        for _ in range(kills):
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
            await asyncio.to_thread(server.kill)
            await asyncio.gather(*playing)
            if cut is not None:
                await asyncio.to_thread(cut)
            await asyncio.to_thread(server.start)
            for one in people:
                await one.check(server, client)
            total += sum(one.acknowledged for one in people)
            people = [one for one in people if not one.over]
    return total


@pytest.mark.soak
def test_no_acknowledged_action_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        matches, kills = (200, 20) if SOAK else (100, 4)
        total = asyncio.run(kill_again_and_again(server, matches, kills))
        assert total >= matches * kills, "the matches were busy"
    finally:
        server.kill()


@pytest.mark.soak
def test_the_same_on_postgresql_with_the_database_cut_off_too(tmp_path: Path) -> None:
    with own.running() as address:
        database = make_url(address).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
        data = Path(sql(address, "show data_directory")[0][0])
        server = Server(tmp_path, db=database).start()
        try:
            matches, kills = (200, 20) if SOAK else (50, 2)
            total = asyncio.run(kill_again_and_again(server, matches, kills, lambda: restart(data)))
            assert total >= matches * kills
        finally:
            server.kill()
            subprocess.run(control(data, "stop", "-m", "immediate"), check=True, **own._as_another_user())
