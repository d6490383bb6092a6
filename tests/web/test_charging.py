"""Whoever keeps the server's own process busy pays for it and nobody else does; and what the operator reads of it."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sandtable.web import transport
from sandtable.web.charging import PAYER, SLICE, Charged, Payer, Turns, paid
from sandtable.web.gate import Gate
from sandtable.web.limits import Limits, Rate
from sandtable.web.settings import Settings
from tests.web.harness import Server, run


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def nobody_waits() -> None:
    pass


def test_steps_are_charged_and_waiting_is_not() -> None:
    spent: list[float] = []

    async def on_the_side() -> None:
        burn(0.02)

    async def work() -> str:
        PAYER.set(Payer(spent.append, nobody_waits))
        burn(0.02)
        await asyncio.sleep(0.1)
        await asyncio.create_task(paid(on_the_side()))
        return "done"

    async def other() -> None:
        await asyncio.sleep(0.01)
        burn(0.05)

    async def both() -> str:
        found, _ = await asyncio.gather(Charged(work(), spent.append), other())
        return found

    assert run(both()) == "done"
    assert 0.04 <= sum(spent) < 0.08, "the other's 0.05 are not ours"


def test_whoever_has_had_a_slice_lets_others_go_first() -> None:
    """Ten steps of one that arrive together, each as long as a slice: between them there is room for another."""
    steps: list[tuple[float, float]] = []
    turns = Turns(1.0)

    async def step(who: str, seconds: float) -> None:
        await turns.turn(who)
        began = time.monotonic()
        burn(seconds)
        if who == "greedy":
            steps.append((began, time.monotonic()))
        turns.took(who, seconds)

    async def work() -> None:
        crowd = [asyncio.create_task(step("greedy", SLICE * 1.1)) for _ in range(10)]
        await asyncio.sleep(0)
        crowd[4].cancel()
        with pytest.raises(StopIteration):  # it is done at once: who has taken nothing does not wait
            step("another", 0.0).send(None)
        await asyncio.gather(*crowd, return_exceptions=True)

    run(work())
    assert len(steps) == 9, "nobody is forgotten where somebody else went away"
    assert all(after[0] - before[1] > SLICE for before, after in pairwise(steps))


def test_work_that_is_charged_hears_that_it_was_cancelled() -> None:
    heard: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    async def cancel() -> None:
        async def waits() -> None:
            await Charged(work(), lambda _: None)

        task = asyncio.create_task(waits())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancel())
    assert heard == ["cancelled"]


def test_whoever_keeps_the_server_busy_is_told_to_wait_and_nobody_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    door = transport.Door()
    limits = Limits(loop=Rate(0.05, 0.01))
    settings = Settings("", proxies=("10.0.0.1",))
    door.open(settings, limits)
    monkeypatch.setattr("sandtable.web.gate.DOOR", door)
    monkeypatch.setattr(transport, "DOOR", door)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        burn(0.06)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    gate = Gate(app, settings, limits)

    async def ask(address: str, behind: str = "") -> int:
        got: list[Any] = []
        headers = [(b"host", b"localhost"), *([(b"x-forwarded-for", behind.encode())] if behind else [])]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (address, 1)}

        async def send(message: Any) -> None:
            got.append(message)

        await gate(scope, None, send)  # type: ignore[arg-type]
        return int(got[0]["status"])

    async def work() -> list[int]:
        asked = [("192.0.2.1", ""), ("192.0.2.1", ""), ("192.0.2.2", ""), ("10.0.0.1", "192.0.2.3")]
        return [await ask(*one) for one in [*asked, ("10.0.0.1", "192.0.2.3"), ("10.0.0.1", "192.0.2.4")]]

    assert run(work()) == [200, 429, 200, 200, 429, 200]
    door.charge("192.0.2.9", 0.2)
    assert not door.enter("192.0.2.9") and door.enter("10.0.0.1"), "far beyond its share it is not even let in"


def test_there_are_never_more_connections_than_places_or_files() -> None:
    door = transport.Door()
    door.open(Settings("", proxies=("10.0.0.1",)), Limits(connections=5, connections_each=2))
    came = [door.enter(address) for address in ("a", "a", "a", "b", "10.0.0.1", "10.0.0.1", "10.0.0.1", "c")]
    assert came == [True, True, False, True, True, True, False, False], (
        "an address has two, a proxy as many as there are"
    )
    assert door.turned_away == 3
    door.leave("a")
    assert door.enter("c")
    door.open(Settings(""), Limits(connections=10**9))
    assert door.most < resource.getrlimit(resource.RLIMIT_NOFILE)[0], "some files are left for the database"


def test_figures_are_shown_on_this_machine_and_only_when_asked_for(
    new_server: Callable[..., Server], server: Server
) -> None:
    watched = new_server(metrics=True).start()
    match = watched.make("toy-convoy")["match"]["id"]
    watched.get(f"/api/matches/{match}")
    text = watched.get("/api/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["sandtable_tables"]) == 1 and float(figures["sandtable_database_sound"]) == 1
    assert float(figures["sandtable_loop_seconds_total"]) > 0
    assert float(figures['sandtable_jobs_waiting{pool="bots"}']) == 0
    assert "/api/matches/{match}" in text and match not in text, "no match is named"
    assert watched.get("/api/metrics", **{"X-Forwarded-For": "192.0.2.1"}).status_code == 404
    assert server.get("/api/metrics").status_code == 404
