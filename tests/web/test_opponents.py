"""Levels in words, hints with reasons, bots that answer in time, and finished matches that are looked back at."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sandtable
from sandtable.cli.main import main
from sandtable.web import asks, hall, making, reviewing, thinker, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED, Limits, Rate
from sandtable.web.plans import Who, back
from sandtable.web.store import Store
from sandtable.web.table import Table
from sandtable.web.wire import Refused
from tests.kernel.toys import planner
from tests.web.harness import PATIENCE, Server, Tab, aside, run


def bots(server: Server, game: str) -> list[dict[str, Any]]:
    return next(one["bots"] for one in server.get("/api/games").json() if one["game"] == game)


def test_levels_are_listed_in_words_from_easy_to_hard_and_chance_is_for_the_laboratory(server: Server) -> None:
    listed = bots(server, "toy-planned")
    assert [one["bot"] for one in listed[:4]] == ["random", "easy", "greedy", "search"]
    assert [one["title"] for one in listed if one["offered"]][:3] == [
        "the easy opponent", "the normal opponent", "the hard opponent",
    ]  # fmt: skip
    assert not listed[0]["offered"]
    assert listed[1]["about"] == "makes mistakes; a beginner can win"
    (only,) = bots(server, "toy-convoy")
    assert (only["bot"], only["offered"]) == ("random", True), "nobody else plays it"


# --- hints ----------------------------------------------------------------------------------------------------------


def test_a_hint_is_hards_own_choice_and_others_each_with_a_reason(server: Server) -> None:
    made = server.make("toy-planned")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        hint = tab.done("hint")
        first, *others = hint["ideas"]
        s = planner.GAME.start(seed=0)
        view, options = planner.GAME.view(s, "driver"), planner.GAME.seen(s, "driver").options
        assert tuple(first["words"]) == planner.GAME.bot("search").pick(view, options)
        assert (hint["bot"], hint["title"]) == ("search", "the hard opponent")
        assert first["reason"] == "truck T1 is on its way to the fort"
        assert first["lit"] == ["T1", "fort", "well"]
        assert (first["then"], first["text"]) == ([["go", "well"]], "Drive to the well (truck T1)"), (
            "a chain to its end"
        )
        assert 1 <= len(others) <= 2
        assert len({tuple(one["words"]) for one in hint["ideas"]}) == len(hint["ideas"])
        assert all((one["won"], one["games"]) == (0, 0) for one in hint["ideas"]), "nobody played on to the end"
        assert first["worse"] == 0 and all(isinstance(one["worse"], int) for one in hint["ideas"])
        after = tab.done("hint", said=[first["words"]])
        assert after["ideas"][0]["words"][0] in ("go", "with"), "after a link of a chain the next one is advised"


def test_a_hint_tells_whom_it_wakes() -> None:
    game = sandtable.load("rogue-regiment")
    s = game.start(seed=3)
    sandtable.play(s, ("ready",))
    bot = game.bot("greedy", 3)
    while not (danger := [one.text for one in game.seen(s, s.seat).forecasts if "seen" in one.signs]):
        sandtable.play(s, bot.pick(game.view(s, s.seat), sandtable.legal(s)))
    seen = game.seen(s, s.seat)
    told = [asks.advised(seen, sandtable.Advice(action, "nothing is left to lose")).reason for action in seen.options]
    assert f"nothing is left to lose; {danger[0]}" in told
    assert "nothing is left to lose" in told, "what wakes nobody is told as it is"


def test_where_a_bot_would_do_what_is_proposed_ready_is_advised_first(new_server: Callable[..., Server]) -> None:
    server = new_server(games=None, modules=()).start()
    made = server.make("rogue-regiment")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        first, second, *others = tab.done("hint")["ideas"]
        assert (first["words"], first["text"]) == (["ready"], "Ready: set up as proposed")
        assert len(others) <= 1 and ["ready"] not in [one["words"] for one in (second, *others)], "it is said once"
        assert first["reason"].endswith(": so it is proposed, like all the rest")
        assert second["words"] == tab.parts["prompt"]["proposed"]


def test_an_address_that_has_used_its_share_is_told_when_the_next_hint_comes(tmp_path: Path) -> None:
    async def work() -> str:
        limits = Limits(cpu=Rate(1, 0.5))
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        here = Hall(store, limits=limits, games=(), modules=("tests.web.toys",))
        await here.open()
        try:
            match = (await making.make(here, wire.NewMatch(game="toy-planned"), None, "x")).match.id
            table = await here.table(match)
            here.cpu.owe("x", 10.0)
            with pytest.raises(Refused) as refused:
                await asks.hint(here, table, Who("p1", ("driver",)), table.readers["driver"], [], "x")
            assert refused.value.error == "too-many"
            return refused.value.problem.text
        finally:
            await here.close()

    assert run(work()) == "much has been worked out for you just now: the next hint is in 18 seconds"


# --- time -----------------------------------------------------------------------------------------------------------


def test_a_bot_has_two_seconds_for_a_decision_and_ten_for_all_in_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    clock = [1000.0]

    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        here = Hall(store, limits=UNLIMITED, games=(), modules=("tests.web.toys",))
        await here.open()
        try:
            new = wire.NewMatch(game="toy-cards", seats={"north": wire.SeatBy("me")})
            made = await making.make(here, new, None, "x")
            table = await here.table(made.match.id)
            monkeypatch.setattr(time, "monotonic", lambda: clock[0])
            for _ in range(60):
                given.append(here._time_to_think(table, "x"))
                clock[0] += given[-1]
            table.waiting = None  # a person decided
            given.append(here._time_to_think(table, "x"))
            for held in table.seats.values():
                held.bot = "random"
            clock[0] += 3600
            given.append(here._time_to_think(table, "x"))
        finally:
            monkeypatch.undo()
            await here.close()

    run(work())
    in_a_row, again, alone = given[:60], given[60], given[61]
    assert max(in_a_row) == thinker.THINK == 2.0
    assert sum(in_a_row) < hall.TURN == 10.0
    assert min(in_a_row) > 0
    assert again == 2.0, "a new turn has its own time"
    assert alone == 2.0, "where bots play each other nobody waits to decide"


def test_who_thinks_ahead_is_told_how_long_it_may_and_answers_with_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1000.0]

    def slow(*_: Any) -> float:
        clock[0] += 0.01
        return 0.0

    monkeypatch.setattr(planner.Planner, "value", slow)
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    s = planner.GAME.start(seed=0)
    view, options = planner.GAME.view(s, "driver"), planner.GAME.seen(s, "driver").options
    job = {"do": "pick", "game": "toy-planned", "bot": "search:100000", "seed": 0, "view": view, "options": options}
    assert thinker.do({**job, "think": 0.3, "seconds": 5.0}) in options
    assert 0.29 < clock[0] - 1000 < 0.35, "no world is begun after that"


def test_the_normal_opponent_decides_for_one_that_does_not_answer(new_server: Callable[..., Server]) -> None:
    server = new_server(bot_seconds=0.2).start()
    made = server.make("toy-planned", seats={"driver": {"by": "bot", "bot": "stalling"}})
    with server.sit(made["match"]["id"]) as watcher:
        said = "Stalling did not answer; the normal opponent decided for it."
        watcher.until(lambda tab: any(line["text"] == said for line in tab.chat))


# --- looking back ---------------------------------------------------------------------------------------------------


def reviewed(tab: Tab, **ask: Any) -> dict[str, Any]:
    """The review once it is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found: dict[str, Any] = tab.done("review", **ask)
        if found["review"]:
            return found
        time.sleep(0.1)
    raise AssertionError("it is not there in time")


def test_a_finished_match_is_looked_back_at_and_not_before(server: Server) -> None:
    made = server.make("toy-planned")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        assert tab.refused("review")["error"] == "not-yet"
        for action in ("with T1", "go well", "done", "done", "done"):
            tab.act(action)
        found = reviewed(tab)
        review = found["review"]
        assert found["done"] == found["of"] == review["decisions"]
        assert review["start"] - review["cost"] + review["luck"] == pytest.approx(review["end"], abs=0.5)
        worst = review["points"][review["worst"][0]]
        assert (worst["action"], worst["did"]) == (5, "End the turn")
        assert worst["better"] and worst["cost"] > 10
        at = tab.done("at", n=worst["n"])
        assert at["prompt"]["seat"] == "driver"
        fork = server.post("/api/matches", {"fork": {"match": match, "n": worst["n"]}}, made["secret"]).json()
        with server.sit(fork["match"]["id"], fork["secret"]) as on:
            assert "done" in on.options
            assert len([line for line in on.log if line["facts"]]) == len([line for line in tab.log if line["facts"]])
        assert tab.refused("review", seat="pilot")["error"] == "no-such-seat"
    with server.sit(match) as watcher:
        assert watcher.done("review")["review"]["points"], "it is kept for whoever asks later"


def test_a_review_is_still_there_after_the_server_was_killed_and_goes_with_its_match(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = new_server().start()
    made = server.make("toy-planned")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        for _ in range(3):
            tab.act("done")
        review = reviewed(tab)["review"]

    def kept() -> list[Any]:
        with contextlib.closing(sqlite3.connect(tmp_path / "sandtable.db")) as db:
            return db.execute("select name from kept where name like 'review%'").fetchall()

    until = time.monotonic() + PATIENCE
    while not kept():  # it is written on the side
        assert time.monotonic() < until
    server.kill()
    server.start()
    with server.sit(match, made["secret"]) as tab:
        assert tab.done("review")["review"] == review, "nobody thinks about it again"
    assert aside(CliRunner().invoke, main, ["delete-match", match, "--data", str(tmp_path)]).exit_code == 0
    assert kept() == []


def test_a_game_without_anybody_who_thinks_ahead_cannot_be_looked_back_at(server: Server) -> None:
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        for _ in range(3):
            tab.act("done")
        assert tab.refused("review")["text"] == "Convoy has no player that thinks ahead"


@asynccontextmanager
async def looked_back_at(folder: Path, ask: Any = None, limits: Limits = UNLIMITED) -> AsyncIterator[Hall]:
    """A hall of toys whose reviews are worked out by `ask`."""
    here = Hall(
        Store(f"sqlite+aiosqlite:///{folder / 'sandtable.db'}"), limits=limits, games=(), modules=("tests.web.toys",)
    )
    if ask is not None:
        here.workers.ask = ask  # type: ignore[method-assign]
    await here.open()
    try:
        yield here
    finally:
        await here.close()


async def finished(here: Hall) -> Table:
    """A match that is over."""
    match = (await making.make(here, wire.NewMatch(game="toy-planned"), None, "y")).match.id
    table = await here.table(match)
    for _ in range(3):
        await asks.act(here, table, Who("p1", ("driver",)), "driver", ("done",), table.readers["driver"].n)
    assert table.over
    return table


async def told_of(here: Hall, table: Table, whose: str) -> str:
    """How asking for a review of a match ends."""
    try:
        await here.reviews.told(table, table.readers["driver"], None, whose)
    except Refused as refused:
        return refused.error
    return "told"


@pytest.mark.parametrize("deleted", [True, False])
def test_a_review_that_ends_after_its_match_was_deleted_is_not_kept(tmp_path: Path, deleted: bool) -> None:
    async def work() -> None:
        gone = asyncio.Event()

        async def ask(*_: Any) -> Any:
            await gone.wait()
            return {"judged": [], "next": 1, "of": 1, "took": 0.0, "review": {"decisions": 1}}

        async with looked_back_at(tmp_path, ask) as here:
            table = await finished(here)
            assert await told_of(here, table, "x") == "told"
            [looking] = here.reviews._works.values()
            assert looking.task is not None
            if deleted:
                assert await here.store.delete(table.id)
            gone.set()
            await looking.task
            name = reviewing.named(table.id, looking.end, "driver")
            assert (await here.store.kept(name) is None) is deleted

    run(work())


def test_few_games_are_looked_back_at_for_one_address_and_none_is_begun_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for ever other games fills neither the queue nor the memory: what is on its way is never forgotten,
    and so never begun again beside itself."""
    monkeypatch.setattr(reviewing, "KEPT", 6)

    async def never(*_: Any) -> Any:
        await asyncio.sleep(600)

    async def work() -> None:
        async with looked_back_at(tmp_path, never) as here:
            tables = [await finished(here) for _ in range(12)]
            before = len(here._tasks)
            for _ in range(3):
                assert [await told_of(here, one, "greedy") for one in tables] == ["told"] * 4 + ["too-many"] * 8
            assert len(here._tasks) - before == 4
            assert await told_of(here, tables[4], "stranger") == "told"
            assert await told_of(here, tables[0], "stranger") == "told", "it waits for what is on its way for another"
            assert await told_of(here, tables[5], "another") == "told"
            assert await told_of(here, tables[6], "another") == "busy", "so many for all"
            assert len(here._tasks) - before == 6 == len(here.reviews._works)
            await asyncio.sleep(0)  # so that the last of them has begun

    run(work())


@pytest.mark.parametrize("how", ["has used his share up", "waits for much else"])
def test_nobody_waits_for_the_share_of_who_asked_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A stranger asks for somebody's review before them, and goes on asking."""
    paid: list[str] = []
    if how == "waits for much else":
        monkeypatch.setattr(thinker.Thinkers, "queue", lambda _, whose: 20 * (whose == "greedy"))

    async def ask(_job: Any, _seconds: float, whose: str) -> Any:
        if whose == "greedy" and how == "waits for much else":
            await asyncio.sleep(600)
        if whose == "greedy":
            raise Refused("too-many", "you have had much worked out", seconds=100)
        paid.append(whose)
        await asyncio.sleep(0.01)
        return {"judged": [], "next": 0, "of": 1, "took": 0.0, "review": None}

    async def work() -> None:
        async with looked_back_at(tmp_path, ask) as here:
            table = await finished(here)
            await told_of(here, table, "greedy")
            await told_of(here, table, "owner")  # before the first part is begun
            async with asyncio.timeout(PATIENCE):
                while len(paid) < 3:
                    await told_of(here, table, "greedy")
                    await asyncio.sleep(0.01)

    run(work())
    assert set(paid) == {"owner"}


def test_a_game_that_ended_otherwise_is_looked_back_at_anew(tmp_path: Path) -> None:
    """A learner may go back in a lesson, after its end as well."""
    looked: list[str] = []

    async def ask(job: Any, _seconds: float, _whose: str) -> Any:
        looked.append(job["text"])
        await asyncio.sleep(0.01)
        return {"judged": [], "next": 0, "of": 1, "took": 0.0, "review": None}

    async def work() -> None:
        async with looked_back_at(tmp_path, ask) as here:
            table = await finished(here)
            await told_of(here, table, "x")
            async with asyncio.timeout(PATIENCE):
                while not looked:
                    await asyncio.sleep(0.01)
            await here.commit(table, lambda: back(table, "driver", "p1", (2, True)))
            assert await told_of(here, table, "x") == "not-yet"
            for words in (("with", "T1"), ("go", "well"), ("done",)):
                await asks.act(here, table, Who("p1", ("driver",)), "driver", words, table.readers["driver"].n)
            looked.clear()
            assert await told_of(here, table, "x") == "told"
            async with asyncio.timeout(PATIENCE):
                while not any("go well" in text for text in looked):
                    await asyncio.sleep(0.01)

    run(work())


def test_looking_back_waits_for_the_share_of_who_asks_and_stops_when_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "ASKED", 1.0)
    monkeypatch.setattr(reviewing, "PART", 0.0)

    async def work() -> tuple[bool, bool]:
        async with looked_back_at(tmp_path, limits=Limits(cpu=Rate(0.001, 0.02))) as here:
            table = await finished(here)
            waited = False
            async with asyncio.timeout(PATIENCE):
                while not waited:
                    found = await here.reviews.told(table, table.readers["driver"], None, "x")
                    waited = found.seconds > 0
                    await asyncio.sleep(0.05)
                task = here.reviews._works[table.id, "driver"].task
                assert task is not None
                await task
            return waited, found.review is None

    assert run(work()) == (True, True)


def test_nobody_waits_for_all_that_another_wants_looked_back_at(tmp_path: Path) -> None:
    asked: list[str] = []

    async def ask(_job: Any, _seconds: float, whose: str) -> Any:
        asked.append(whose)
        await asyncio.sleep(0.02)
        return {"judged": [], "next": 0, "of": 1, "took": 0.0, "review": None}

    async def work() -> None:
        async with looked_back_at(tmp_path, ask) as here:
            for n in range(reviewing.EACH + 1):
                await told_of(here, await finished(here), "greedy" if n < reviewing.EACH else "stranger")
            asked.clear()
            async with asyncio.timeout(PATIENCE):
                while len(asked) < 10:
                    await asyncio.sleep(0.01)

    run(work())
    assert "stranger" in asked[:3]
