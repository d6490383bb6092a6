"""What strangers wrote, and what may take long, is worked in processes that can be ended: none of it is done by the
server's own process, whichever job it is, and one that takes too much is ended and the next one answered."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

import sandtable
from sandtable import Game
from sandtable.web import asks, hall, jobs, making, reviewing, thinker, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED
from sandtable.web.plans import Who
from sandtable.web.store import Store
from sandtable.web.table import Table
from sandtable.web.thinker import NoAnswer
from tests.web import hogs
from tests.web.harness import PATIENCE, SOAK, run

ANN = Who("p1", ("driver",))
GAME = "toy-hogged"
Ask = Callable[[], Awaitable[Any]]


async def played(hall_: Hall, *actions: str) -> Table:
    """A match after some actions."""
    match = (await making.make(hall_, wire.NewMatch(game=GAME), None, "x")).match.id
    table = await hall_.table(match)
    for words in actions:
        await asks.act(hall_, table, ANN, "driver", sandtable.parse(words), table.readers["driver"].n)
    return table


async def every_job(hall_: Hall) -> dict[str, Ask]:
    """An ask for each kind of job that only that job can answer."""
    table, over = await played(hall_, "with T1"), await played(hall_, "done", "done", "done")
    assert over.over
    reader, address = table.readers["driver"], "192.0.2.1"
    record = over.record().text()
    mission = wire.NewMatch(game=GAME, mission="Bring the trucks in.")
    driver = reader.seen
    return {
        "pick": lambda: hall_.players.pick(GAME, "random", driver.view, driver.options, 3.0, address),
        "advise": lambda: asks.hint(hall_, table, ANN, reader, [], address),
        "odds": lambda: asks.odds(hall_, table, reader, ("go", "well"), [], address),
        "mission": lambda: making.read_mission(hall_, GAME, "Bring the trucks in.", address),
        "begin": lambda: making.make(hall_, wire.NewMatch(record=record), None, address),
        "build": lambda: making.make(hall_, wire.NewMatch(record=record), None, address),
        "at": lambda: asks.at(hall_, table, ANN, reader, wire.At(ask=1, n=0), address),
        "verify": lambda: asks.verify(hall_, over, address),
        "review": lambda: reviewed(hall_, over, address),
        "draw": lambda: making.make(hall_, mission, None, address),
    }


class Forgetful:
    """Keeps no review, so that each is worked out."""

    async def kept(self, _name: str) -> None:
        return None

    async def keep_once(self, _name: str, data: str) -> str:
        return data


async def reviewed(hall_: Hall, over: Table, address: str) -> Any:
    """A match looked back at from the beginning, once that is done."""
    hall_.reviews = reviewing.Reviews(hall_.workers, asyncio.create_task, cast("Store", Forgetful()), hall_.keep_bytes)
    while (found := await hall_.reviews.told(over, over.readers["driver"], None, address)).review is None:
        await asyncio.sleep(0.05)
    return found


async def told(ask: Ask) -> str:
    """How an ask ended."""
    try:
        answer = await ask()
    except wire.Refused as refused:
        return refused.error
    except NoAnswer:
        return "no answer"
    return "nothing" if getattr(answer, "odds", 0) is None else "answered"


FIRST = {"pick", "advise", "odds", "mission", "begin", "at", "verify", "review"}
"""Jobs that come before any other of the same ask."""
ENDED = {"pick": "no answer", "odds": "nothing", "mission": "bad-mission"}
"""What is told where a job was ended, if not that it was too slow."""


async def longest_wait(over: asyncio.Event) -> float:
    """How long the server's own process was kept from anything else."""
    most = 0.0
    while not over.is_set():
        began = time.monotonic()
        await asyncio.sleep(0.01)
        most = max(most, time.monotonic() - began)
    return most


@pytest.mark.soak
def test_no_job_is_done_by_the_server_itself_and_one_that_takes_too_much_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = tmp_path / "hog"
    monkeypatch.setenv(hogs.HOG, str(wishes))
    for module, name in (
        (making, "SET_UP_SECONDS"), (making, "REPLAY_SECONDS"),
        (making, "MISSION_SECONDS"), (asks, "ODDS_SECONDS"), (asks, "AT_SECONDS"),
        (asks, "REPLAY_SECONDS"), (hall, "REPLAY_SECONDS"), (reviewing, "ROOM"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, 1.0)
    monkeypatch.setattr(thinker, "PATIENCE", PATIENCE)  # it is the processor's time that ends them, not the clock

    def here(*_: Any, **__: Any) -> Any:
        raise AssertionError("this is done in the server's own process")

    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall_ = Hall(store, limits=UNLIMITED, games=(), modules=("tests.web.hogs",), bot_seconds=3.0)
        await hall_.open()
        try:
            every = await every_job(hall_)
            assert set(every) == {"pick", "advise", "odds", "mission", *jobs.JOBS}
            for owner, name in (
                (sandtable, "parse_record"), (sandtable, "replay"), (sandtable, "play"), (Game, "bot"), (Game, "odds"),
                (hogs.Hogged, "check"), (hogs.Hogged, "board_svg"), (thinker, "do"),
            ):  # fmt: skip
                monkeypatch.setattr(owner, name, here)
            for how in ("", "cpu", "memory"):
                for kinds in (FIRST, every.keys() - FIRST) if how else ():
                    if how == "cpu" and not SOAK:  # a second of each
                        kinds = kinds & {"pick", "odds", "begin", "draw"}
                    wishes.write_text("\n".join(f"{kind} {how}" for kind in kinds))
                    over = asyncio.Event()
                    waiting = asyncio.create_task(longest_wait(over))
                    ended = await asyncio.gather(*(told(every[kind]) for kind in kinds))
                    over.set()
                    longest = await waiting
                    print(f"\n{', '.join(kinds)}, all that take all of the {how}: others waited {longest:.3f} s")
                    assert ended == [ENDED.get(kind, "too-slow") for kind in kinds]
                    assert longest < 1.0
                wishes.write_text("")
                answers = await asyncio.gather(*(told(ask) for ask in every.values()))
                assert dict(zip(every, answers, strict=True)) == dict.fromkeys(every, "answered"), "the next are"
        finally:
            await hall_.close()

    run(work())
    done = [line.split() for line in wishes.with_suffix(".done").read_text().splitlines()]
    assert {kind for kind, _ in done} >= {"pick", "advise", "odds", "mission", *jobs.JOBS}
    assert str(os.getpid()) not in {process for _, process in done}
