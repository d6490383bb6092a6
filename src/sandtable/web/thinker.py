"""Bots and odds think in a process of their own, so that the table stays quick and a bot that hangs can be stopped.

The process is given views and words, never a position. One job is one line of JSON, and so is its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import secrets
import sys
import threading
import time
from typing import Any, BinaryIO

import msgspec

import sandtable
from sandtable import bot_names
from sandtable.web import told
from sandtable.web.wire import Refused

log = logging.getLogger("sandtable.web")

LINE = 64 * 1024 * 1024
WAITING = 1000
"""Jobs that may wait for a free process."""
STARTING = 20.0
"""Seconds that a fresh process has to load every game; a job's own time begins after that."""


class NoAnswer(Exception):
    """The process crashed, stalled or answered nonsense."""


class Thinker:
    """One process; it is started when first needed and again after it was stopped."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self.modules = modules
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, job: dict[str, Any], seconds: float) -> Any:
        """The answer to a job, or NoAnswer after so many seconds; the process is then stopped."""
        try:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "sandtable.web.thinker",
                    *self.modules,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=LINE,
                )
                await self._answer({"do": "ready"}, STARTING)
            return await self._answer(job, seconds)
        except NoAnswer:
            raise
        except asyncio.CancelledError:
            self.stop()
            raise
        except Exception as error:
            self.stop()
            raise NoAnswer(type(error).__name__) from error

    async def _answer(self, job: dict[str, Any], seconds: float) -> Any:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(job) + b"\n")
        answer = msgspec.json.decode(await asyncio.wait_for(self.process.stdout.readline(), seconds))
        if "error" in answer:
            raise NoAnswer(str(answer["error"]))
        return answer["answer"]

    def stop(self) -> None:
        """End the process."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        self.process = None


class Thinkers:
    """A few processes, each doing one job at a time."""

    def __init__(self, count: int, modules: tuple[str, ...]) -> None:
        self._waiting = 0
        self._all = [Thinker(modules) for _ in range(count)]
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)

    async def ask(self, job: dict[str, Any], seconds: float) -> Any:
        """The answer to a job; waiting for a free process is not counted, but only so many may wait."""
        if self._waiting >= WAITING:
            raise NoAnswer("too many wait")
        self._waiting += 1
        try:
            thinker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            return await thinker.ask(job, seconds)
        finally:
            self._free.put_nowait(thinker)

    async def pick(
        self, game: str, bot: str, view: dict[str, Any], options: list[tuple[str, ...]], seconds: float
    ) -> tuple[str, ...]:
        """What a bot chooses; anything that is not on offer is no answer."""
        job = {"do": "pick", "game": game, "bot": bot, "seed": secrets.randbits(32), "view": view, "options": options}
        picked = tuple(await self.ask({**job, "seconds": seconds}, seconds + 2))
        if picked not in options:
            raise NoAnswer("an action that is not on offer")
        return picked

    async def odds(self, game: str, view: dict[str, Any], words: tuple[str, ...], seconds: float) -> Any:
        """Lines of (text, probability), or None."""
        return await self.ask({"do": "odds", "game": game, "view": view, "words": words}, seconds)

    async def mission(self, game: str, text: str, seconds: float) -> told.Mission:
        """A mission that somebody wrote, as it was read."""
        return msgspec.convert(await self.ask({"do": "mission", "game": game, "text": text}, seconds), told.Mission)

    def close(self) -> None:
        """End all processes."""
        for thinker in self._all:
            thinker.stop()


def best_bot(game: sandtable.Game) -> str:
    """Who plays when nobody was named, and gives hints."""
    return "greedy" if "greedy" in bot_names(game) else "random"


def check_bot(game: sandtable.Game, bot: str) -> str:
    """A bot's name that this game has."""
    names = bot_names(game)
    if bot not in names:
        raise Refused("bad-field", f"{game.name} has no bot “{bot}”; it has {', '.join(names)}")
    return bot


def load_games(modules: tuple[str, ...]) -> None:
    """Make games known to this process that modules bring in GAMES."""
    for name in modules:
        for game in importlib.import_module(name).GAMES:
            sandtable.register(game)


def work(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until there are no more."""
    for line in jobs:
        try:
            answer: dict[str, Any] = {"answer": do(msgspec.json.decode(line))}
        except Exception as error:
            answer = {"error": type(error).__name__}
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def read_mission(game: sandtable.Game, text: str) -> dict[str, Any]:
    """A mission that somebody wrote: its mistakes, or its title and its board."""
    faults = game.check("own.mission", text)
    if faults is None:
        return {"title": "", "faults": [{"line": 1, "error": "this is no mission"}], "svg": None}
    if faults:
        return {"title": "", "faults": [{"line": line, "error": error} for line, error in faults], "svg": None}
    s = game.start(mission=text)
    return {"title": game.title_of(s), "faults": [], "svg": game.board_svg(game.seen(s, None).drawn.board, True)}


def leave_with(server: int) -> None:
    """End with the server, however it ended and however deep in thought a bot is."""
    while os.getppid() == server:
        time.sleep(1.0)
    os._exit(0)


def do(job: dict[str, Any]) -> Any:
    """One job."""
    if job["do"] == "ready":
        return True
    game = sandtable.load(job["game"])
    if job["do"] == "pick":
        options = [tuple(option) for option in job["options"]]
        bot = game.bot(job["bot"], job["seed"])
        return bot.pick(job["view"], options, job["seconds"] * 0.8)
    if job["do"] == "odds":
        return game.odds(job["view"], tuple(job["words"]))
    if job["do"] == "mission":
        return read_mission(game, job["text"])
    raise ValueError(job["do"])


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # people's clicks go first
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    load_games(tuple(sys.argv[1:]))
    # What a bot prints must not be taken for an answer.
    answers_out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work(sys.stdin.buffer, answers_out)
