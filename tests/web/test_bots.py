"""Bots hold seats, think in their own process, and lose nothing but their own turn when they fail."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.web import making, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED
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
