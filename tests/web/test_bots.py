"""Bots hold seats, think in their own process, and lose nothing but their own turn when they fail."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.web import making, thinker, wire
from sandtable.web.charging import PAYER, Payer
from sandtable.web.connection import Connection
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED, Limits, Rate
from sandtable.web.settings import Program
from sandtable.web.store import Store
from sandtable.web.thinker import NoAnswer, Thinkers
from tests.web import slow_toys
from tests.web.harness import PATIENCE, ROOT, Server, run

AGAINST = {"north": {"by": "me"}}


def test_a_bot_answers_in_its_seat_until_the_game_is_over(server: Server) -> None:
    made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": "random"}})
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        for _ in range(3):
            tab.until(lambda tab: bool(tab.options))
            tab.act(tab.options[0])
        tab.until(lambda tab: tab.parts["outcome"] is not None)
        assert tab.parts["prompt"] is None
        assert tab.parts["turn"]["seat"] is None
        assert tab.refused("act", seen=tab.n, words=["lay", "c1"])["error"] == "over"
        assert server.get(f"/api/matches/{made['match']['id']}").json()["result"] == tab.parts["outcome"]["text"]


@pytest.mark.parametrize("bot", ["crashing", "nonsense", "stalling"])
def test_a_bot_that_fails_gets_an_action_drawn_and_the_table_is_told(
    new_server: Callable[..., Server], bot: str
) -> None:
    server = new_server(bot_seconds=2.0, thinkers=1).start()
    made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": bot}})
    healthy = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": "random"}})
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.act(tab.options[0])
        tab.until(lambda tab: any("did not answer" in line["text"] for line in tab.chat))
        tab.until(lambda tab: bool(tab.options))
        assert any(line["clause"] == "C-4" for line in tab.log), "south has laid a card"
    with server.sit(healthy["match"]["id"], healthy["secret"]) as tab:
        tab.act(tab.options[0])
        tab.until(lambda tab: any(line["clause"] == "C-4" for line in tab.log))
        tab.done("ping")
        assert not any("did not answer" in line["text"] for line in tab.chat), "a good bot is none the worse for it"


def test_a_program_of_the_operator_holds_a_seat_and_one_that_crashes_harms_no_match(
    new_server: Callable[..., Server],
) -> None:
    example = Program("outsider", f"{sys.executable} -I -S {ROOT / 'docs' / 'examples' / 'bot.py'}")
    elsewhere = Program("elsewhere", "true", ("night-drop",))
    server = new_server(bot_seconds=20.0, programs=(example, Program("crasher", "true"), elsewhere)).start()
    listed = next(one for one in server.get("/api/games").json() if one["game"] == "toy-cards")
    assert [one["bot"] for one in listed["bots"]][-2:] == ["outsider", "crasher"]
    for bot in ("outsider", "crasher"):
        made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": bot}})
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            for _ in range(2):
                tab.until(lambda tab: bool(tab.options))
                tab.act(tab.options[0])
            if bot == "crasher":
                tab.until(lambda tab: any("did not answer" in line["text"] for line in tab.chat))
            tab.until(lambda tab: bool(tab.options))
            assert any("did not answer" in line["text"] for line in tab.chat) == (bot == "crasher")
    for bot in ("elsewhere", "command:true"):
        seats = {**AGAINST, "south": {"by": "bot", "bot": bot}}
        refused = server.post("/api/matches", {"game": "toy-cards", "seats": seats})
        assert refused.json()["error"] == "bad-field", bot


def test_a_process_that_takes_too_much_memory_is_ended_and_the_next_job_is_done() -> None:
    async def work() -> None:
        thinkers = Thinkers(1, ("tests.web.slow_toys",))
        view = slow_toys.GAMES[0].view(slow_toys.GAMES[0].start(seed=1), "driver")
        try:
            with pytest.raises(NoAnswer, match="MemoryError"):
                await thinkers.odds("toy-slow", view, ("with", "T2"), 10, "x")
            assert await thinkers.odds("toy-slow", view, ("with", "T1"), 10, "x") is None
        finally:
            await thinkers.close()

    run(work())


def test_nobody_has_every_process_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long jobs of one address leave a process for others; and they are all done, one after the other."""
    running: list[str] = []
    over: dict[str, asyncio.Event] = {}

    async def ask(_thinker: Any, job: dict[str, Any], *_: Any) -> str:
        running.append(job["do"])
        await over[job["do"]].wait()
        running.remove(job["do"])
        return str(job["do"])

    monkeypatch.setattr(thinker.Thinker, "ask", ask)

    async def settled() -> list[str]:
        for _ in range(10):
            await asyncio.sleep(0)
        return sorted(running)

    async def work() -> None:
        pool = Thinkers(2, ())

        def begin(name: str) -> asyncio.Task[Any]:
            over[name] = asyncio.Event()
            return asyncio.create_task(pool.ask({"do": name}, 1.0, name[:-1]))

        greedy = [begin(f"greedy{n}") for n in range(4)]
        assert (await settled(), pool.waiting) == (["greedy0"], 3)
        stranger = begin("stranger0")
        assert await settled() == ["greedy0", "stranger0"]
        other = begin("other0")
        greedy[2].cancel()
        over["greedy0"].set()
        assert await settled() == ["greedy1", "stranger0"], "turns go round: the greedy one came first"
        over["stranger0"].set()
        assert await settled() == ["greedy1", "other0"]
        over["other0"].set()
        assert (await settled(), pool.waiting) == (["greedy1"], 1)
        for event in over.values():
            event.set()
        done = await asyncio.gather(*greedy, stranger, other, return_exceptions=True)
        assert [str(one) for one in done] == ["greedy0", "greedy1", "", "greedy3", "stranger0", "other0"]
        assert len(pool._free) == 2 and not pool._had

    run(work())


def test_when_too_many_jobs_wait_it_is_said_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many of an address, and so many of all together."""
    monkeypatch.setattr(thinker, "WAITING", 3)
    monkeypatch.setattr(thinker, "WAITING_EACH", 2)
    over = asyncio.Event()

    async def ask(_thinker: Any, job: dict[str, Any], *_: Any) -> str:
        await over.wait()
        return str(job["do"])

    monkeypatch.setattr(thinker.Thinker, "ask", ask)

    async def work() -> None:
        pool = Thinkers(1, ())
        begun = []
        for whose in ("a", "a", "a", "a", "b", "c"):
            begun.append(asyncio.create_task(pool.ask({"do": whose}, 1.0, whose)))
            await asyncio.sleep(0)
        over.set()
        told = await asyncio.gather(*begun, return_exceptions=True)
        assert [getattr(one, "error", one) for one in told] == ["a", "a", "a", "busy", "b", "busy"]
        refused = told[3]
        assert isinstance(refused, wire.Refused)
        assert re.search(r"try again in \d+ seconds", str(refused)) and refused.problem.seconds

    run(work())


def test_bots_think_at_the_expense_of_the_people_of_their_table(tmp_path: Path) -> None:
    """Whoever has bots think at many tables uses his own share up: they play their first thought then. Who comes to
    watch people play pays nothing, and keeps nobody's bots from thinking."""
    asked: list[tuple[str, float]] = []

    async def work() -> None:
        limits = Limits(bots=Rate(5, 0.001))
        hall = Hall(
            Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"), limits=limits, games=(),
            modules=("tests.web.toys",),
        )  # fmt: skip
        await hall.open()
        seats = {"north": wire.SeatBy("bot", "random"), "south": wire.SeatBy("me")}

        async def ask(job: dict[str, Any], _seconds: float, whose: str, *_: Any, **__: Any) -> Any:
            asked.append((whose, job["think"]))
            return job["options"][0]

        hall.players.ask = ask  # type: ignore[method-assign,assignment]

        async def table(address: str, watcher: str = "") -> None:
            PAYER.set(Payer(lambda _: None, nobody_waits, watcher or address))
            made = (await making.make(hall, wire.NewMatch(game="toy-cards", seats=seats), None, address)).match.id
            found = await hall.table(made)
            if watcher:
                hall.join(Connection(found, found.readers["south"], "p1", None, address))
                hall.join(Connection(found, found.readers[None], None, None, watcher))
            async with asyncio.timeout(PATIENCE):
                while found.entry < 2:
                    await asyncio.sleep(0.01)

        try:
            await table("192.0.2.1")
            hall.players._account.owe("192.0.2.1", 10.0)  # type: ignore[union-attr]
            await table("192.0.2.1")
            await table("192.0.2.2", watcher="192.0.2.1")
        finally:
            await hall.close()

    run(work())
    assert asked == [("192.0.2.1", 2.0), ("192.0.2.1", 0.0), ("192.0.2.2", 2.0)]


async def nobody_waits() -> None:
    pass


def test_a_bot_whose_process_ended_is_asked_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
        hall = Hall(Store(url), limits=UNLIMITED, games=(), modules=("tests.web.toys",))
        await hall.open()
        asked: list[str] = []

        async def pick(_game: str, bot: str, _view: Any, options: list[Any], *_: Any) -> Any:
            asked.append(bot)
            if len(asked) == 1:
                raise NoAnswer("its process ended")
            return options[-1]

        monkeypatch.setattr(hall.players, "pick", pick)
        try:
            seats = {"north": wire.SeatBy("bot", "random"), "south": wire.SeatBy("me")}
            match = (await making.make(hall, wire.NewMatch(game="toy-cards", seats=seats), None, "x")).match.id
            table = hall.tables[match]
            async with asyncio.timeout(PATIENCE):
                while table.entry < 2:
                    await asyncio.sleep(0.01)
            assert (asked, hall.fell) == (["random", "random"], 0), "no action was drawn for it"
        finally:
            await hall.close()

    run(work())


def test_the_table_stays_quick_while_a_bot_hangs(new_server: Callable[..., Server]) -> None:
    server = new_server(bot_seconds=300.0, thinkers=1).start()
    stuck = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": "stalling"}})
    made = server.make("toy-convoy")
    with server.sit(stuck["match"]["id"], stuck["secret"]) as waiting:
        waiting.act(waiting.options[0])
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            tab.act("with T1")
            assert tab.done("odds", words=["go", "well"])["odds"], "people's questions have a process of their own"
        assert waiting.parts["turn"]["bot"]


def test_nobodys_move_waits_for_what_is_worked_out_for_them(new_server: Callable[..., Server]) -> None:
    server = new_server(modules=("tests.web.slow_toys",)).start()
    made = server.make("toy-slow")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        asked = [tab.send("odds", words=["with", "T1"]) for _ in range(3)]
        acted = tab.send("act", seen=tab.n, words=["with", "T1"])
        answers = [tab.receive() for _ in range(len(asked) + 2)]
    assert [one["kind"] for one in answers[:2]] == ["update", "done"]
    assert [one["re"] for one in answers[1:]] == [acted, *asked]


def test_a_bot_takes_a_seat_over_and_hands_it_back(server: Server) -> None:
    made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "link"}}, name="Ann")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["south"], name="Bob") as bob:
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        assert ann.refused("bot", seat="south", bot="random")["error"] == "not-your-seat", "Bob is here"
        bob.done("bot", seat="south", bot="random")
        ann.act(ann.options[0])
        ann.until(lambda tab: any(line["clause"] == "C-4" for line in tab.log))
        assert ann.parts["seats"][1]["by"] == "bot"
        bob.done("bot", seat="south", bot=None)
        ann.until(lambda tab: tab.parts["seats"][1]["by"] == "people")
        if not ann.options:
            bob.until(lambda tab: bool(tab.options))
            bob.act(bob.options[0])
            ann.until(lambda tab: bool(tab.options))
        ann.act(ann.options[0])


def test_a_bots_turn_goes_on_after_the_server_was_killed(new_server: Callable[..., Server]) -> None:
    server = new_server(bot_seconds=30.0).start()
    made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": "stalling"}})
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act(tab.options[0])
    server.kill()
    server.settings = type(server.settings)(**{**vars(server.settings), "bot_seconds": 0.2})
    server.start()
    with server.sit(match, made["secret"]) as tab:
        tab.until(lambda tab: any(line["clause"] == "C-4" for line in tab.log))


def test_a_thinking_bot_ends_with_its_server(new_server: Callable[..., Server]) -> None:
    server = new_server(bot_seconds=300.0).start()
    made = server.make("toy-cards", seats={**AGAINST, "south": {"by": "bot", "bot": "stalling"}})
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.act(tab.options[0])
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        until = time.monotonic() + PATIENCE
        while not (pids := children.read_text().split()) and time.monotonic() < until:
            time.sleep(0.1)
        assert len(pids) == 1
        time.sleep(1)  # it is deep in thought
        assert server.process is not None
        os.kill(server.pid, signal.SIGKILL)
        server.process.join()
    until = time.monotonic() + PATIENCE
    while runs(pids[0]) and time.monotonic() < until:
        time.sleep(0.1)
    assert not runs(pids[0])


def runs(pid: str) -> bool:
    """Whether a process is there and alive; one that nobody has buried yet is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_match_of_bots_alone_plays_only_while_somebody_watches(server: Server) -> None:
    bots = {"north": {"by": "bot", "bot": "random"}, "south": {"by": "bot", "bot": "random"}}
    made = server.make("toy-cards", seats=bots)
    match = made["match"]["id"]
    time.sleep(0.5)  # time to play, if it did
    assert not server.get(f"/api/matches/{match}").json()["over"]
    with server.sit(match) as watcher:
        watcher.until(lambda tab: tab.parts["outcome"] is not None)
