"""Whatever may take long or was written by a stranger is worked in processes of their own: bots, odds, records,
missions, boards as they were. The table stays quick, and a process that hangs or grows is ended.

One job is one line of JSON, and so is its answer. Bots and odds are given views and words, never a position.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import math
import os
import secrets
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

import sandtable
from sandtable import Action, Advice, bot_names
from sandtable.bots.outside import PREFIX, Outside
from sandtable.bots.program import Fault
from sandtable.web import told
from sandtable.web.limits import Buckets
from sandtable.web.wire import Refused, too_many

LINE = 64 * 1024 * 1024
WAITING, WAITING_EACH = 500, 20
"""Jobs that may wait for a free process, of all and of one address or match."""
STARTING = 20.0
"""Seconds that a fresh process has to load every game; a job's own time begins after that."""
PATIENCE = 4.0
"""So many times its share of the processor may a job take by the clock: the machine may have other things to do."""
THINK = 2.0
"""Seconds that one of our own bots may think about a decision."""
PROGRAM = "sandtable.web.thinker"
MEMORY = 1536 * 1024 * 1024
"""Bytes of address space that a process may have."""


class NoAnswer(Exception):
    """The process crashed, stalled or answered nonsense."""


class Thinker:
    """One process; it is started when first needed and again after it was stopped."""

    def __init__(self, program: tuple[str, ...]) -> None:
        self.program = program
        self.process: asyncio.subprocess.Process | None = None
        self._ended: asyncio.subprocess.Process | None = None
        self.spent = 0.0
        """Seconds of the processor that the last job took."""

    async def ask(self, job: dict[str, Any], seconds: float, wait: float) -> Any:
        """The answer to a job; NoAnswer after so many seconds of the processor, or when it was waited for too long."""
        try:
            if self.process is None or self.process.returncode is not None:
                await self._start()
            return await self._answer({**job, "cpu": math.ceil(seconds)}, wait)
        except (NoAnswer, Refused):
            raise
        except asyncio.CancelledError:
            self.stop()
            raise
        except Exception as error:
            self.stop()
            raise NoAnswer(type(error).__name__) from error

    async def _start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            *self.program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LINE,
        )
        await self._answer({"do": "ready", "cpu": STARTING}, STARTING * PATIENCE)

    async def _answer(self, job: dict[str, Any], seconds: float) -> Any:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        began = time.monotonic()
        self.spent = job["cpu"]  # unless it says otherwise, since it may not come to that
        self.process.stdin.write(msgspec.json.encode(job) + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        answer = msgspec.json.decode(line)
        self.spent = min(answer.pop("spent", 0.0), time.monotonic() - began)
        if answer.pop("last", False):
            self.stop()
        if "refused" in answer:
            raise Refused(**answer["refused"])
        if "error" in answer:
            raise NoAnswer(str(answer["error"]))
        return answer["answer"]

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self._ended = self.process
            if self.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self.process.kill()
        self.process = None

    async def close(self) -> None:
        """End the process and wait for it."""
        self.stop()
        if self._ended is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.communicate(), 5)


class Thinkers:
    """A few processes, each doing one job at a time. Whoever asks often waits for himself: turns go round among all who
    wait, one job each, and nobody has every process at once, so that a stranger's long jobs leave one for others."""

    def __init__(
        self,
        count: int,
        modules: tuple[str, ...],
        account: Buckets | None = None,
        program: str = PROGRAM,
        commands: dict[str, str] | None = None,
    ) -> None:
        self._account = account
        self._commands = commands or {}
        self._all = [Thinker((program, *modules)) for _ in range(count)]
        self._free: list[Thinker] = list(self._all)
        self._had: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[Thinker]]] = OrderedDict()
        self._mean = 0.2  # seconds that a job took of late
        self.spent = 0.0
        """Seconds of the processor, of all jobs."""

    @property
    def waiting(self) -> int:
        """Jobs that wait for a free process."""
        return sum(map(len, self._waiting.values()))

    def queue(self, whose: str) -> int:
        """Jobs of somebody that are worked at or wait."""
        return self._had[whose] + len(self._waiting.get(whose, ()))

    def busy(self) -> Refused:
        """What is told when too many wait."""
        wait = max(1, math.ceil(self._mean * (self.waiting + 1) / len(self._all)))
        return Refused("busy", f"too much is being worked out already; try again in {wait} seconds", seconds=wait)

    def owed(self, whose: str) -> float:
        """Seconds until an address has some of its share again."""
        return 0.0 if self._account is None else self._account.take(whose, 0.0)

    async def ask(
        self, job: dict[str, Any], seconds: float, whose: str = "", wait: float | None = None, owing: bool = False
    ) -> Any:
        """The answer to a job; waiting for a free process is not counted, but only so many may wait. It is refused to
        who has used their share up, unless they may go on owing."""
        if not owing and (wait_for := self.owed(whose)):
            raise too_many("you have had much worked out; wait a little", wait_for)
        thinker = await self._turn(whose)
        began = time.monotonic()
        try:
            return await thinker.ask(job, seconds, seconds * PATIENCE if wait is None else wait)
        finally:
            self._mean += (time.monotonic() - began - self._mean) / 8
            self.spent += thinker.spent
            if self._account is not None:
                self._account.owe(whose, thinker.spent)
            self._give(thinker, whose)

    def _may(self, whose: str) -> bool:
        """Whether one more process leaves another for others, where there are several."""
        return self._had[whose] < max(1, len(self._all) - 1)

    async def _turn(self, whose: str) -> Thinker:
        if self._free and self._may(whose):
            self._had[whose] += 1
            return self._free.pop()
        if self.waiting >= WAITING or len(self._waiting.get(whose, ())) >= WAITING_EACH:
            raise self.busy()
        turn: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give(turn.result(), whose)
            raise

    def _give(self, thinker: Thinker, had: str) -> None:
        """Hand the process that somebody had to whoever's turn it is."""
        self._had[had] -= 1
        if not self._had[had]:
            del self._had[had]
        for whose in list(self._waiting):
            turns = self._waiting[whose]
            while turns and turns[0].done():  # went away
                turns.popleft()
            if turns and not self._may(whose):
                continue
            del self._waiting[whose]
            if turns:
                turn = turns.popleft()
                if turns:
                    self._waiting[whose] = turns  # behind everybody else
                self._had[whose] += 1
                turn.set_result(thinker)
                return
        self._free.append(thinker)

    async def pick(
        self, game: str, bot: str, view: dict[str, Any], options: list[Action], seconds: float, whose: str,
        think: float = THINK,
    ) -> Action:  # fmt: skip
        """What a bot chooses; anything that is not on offer is no answer. One of our own plays the best that it has
        found when it has thought for as long as it may; whoever has not answered after all the seconds is ended. It is
        asked even where the share of its table's people is used up, and should think less then."""
        name = PREFIX + self._commands[bot] if bot in self._commands else bot
        job = {"do": "pick", "game": game, "bot": name, "seed": secrets.randbits(32), "view": view, "options": options}
        job |= {"seconds": seconds, "think": think}
        picked = tuple(await self.ask(job, seconds + 1, whose, seconds + 2, owing=True))
        if picked not in options:
            raise NoAnswer("an action that is not on offer")
        return picked

    async def advise(
        self, game: str, bot: str, view: dict[str, Any], options: list[Action], seconds: float, whose: str
    ) -> list[Advice]:
        """What a bot would do, what else is worth a thought, and why; anything that is not on offer is no answer."""
        job = {"do": "advise", "game": game, "bot": bot, "seed": 0, "view": view, "options": options, "think": THINK}
        found = msgspec.convert(await self.ask(job, seconds + 1, whose, seconds + 2), list[Advice])
        if not found or any(one.action not in options for one in found):
            raise NoAnswer("an action that is not on offer")
        return found

    async def odds(self, game: str, view: dict[str, Any], words: tuple[str, ...], seconds: float, whose: str) -> Any:
        """Lines of (text, probability), or None."""
        return await self.ask({"do": "odds", "game": game, "view": view, "words": words}, seconds, whose)

    async def mission(self, game: str, text: str, seconds: float, whose: str) -> told.Mission:
        """A mission that somebody wrote, as it was read."""
        job = {"do": "mission", "game": game, "text": text}
        return msgspec.convert(await self.ask(job, seconds, whose), told.Mission)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(thinker.close() for thinker in self._all))


def usual_bot(game: sandtable.Game) -> str:
    """Who plays when nobody was named."""
    return "greedy" if "greedy" in bot_names(game) else "random"


def load_games(modules: tuple[str, ...]) -> None:
    """Make games known to this process that modules bring in GAMES."""
    for name in modules:
        for game in importlib.import_module(name).GAMES:
            sandtable.register(game)


# --- in the process -------------------------------------------------------------------------------------------------


def work(jobs: BinaryIO, answers: BinaryIO, do: Callable[[dict[str, Any]], Any]) -> None:
    """Answer jobs until there are no more, or until one has taken all the memory there is."""
    for line in jobs:
        began = time.process_time()
        answer: dict[str, Any] = {}
        try:
            job = msgspec.json.decode(line)
            allow(job["cpu"])
            answer["answer"] = do(job)
        except Refused as refused:
            problem = {
                key: value
                for key, value in msgspec.structs.asdict(refused.problem).items()
                if value is not msgspec.UNSET
            }
            answer["refused"] = problem
        except MemoryError:
            answer = {"error": "MemoryError", "last": True}
        except Exception as error:
            answer["error"] = type(error).__name__
        answer["spent"] = time.process_time() - began
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
        if answer.get("last"):
            return


def allow(seconds: float) -> None:
    """So many more seconds of the processor; the system ends a process that takes more."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 - not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), most))


def confine() -> None:
    """So much memory and no more."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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


def ask_program(job: dict[str, Any], options: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What a program chooses. It is started for each decision, in the time that there is for that."""
    seconds = job["seconds"] * 0.8
    began = time.monotonic()
    bot = Outside(sandtable.load(job["game"]), job["bot"].removeprefix(PREFIX), job["seed"])
    try:
        bot.start(seconds / 2)
        return bot.ask(job["view"], options, seconds - (time.monotonic() - began))
    except Fault as fault:
        raise (TimeoutError if fault.kind == "stalled" else NoAnswer)(fault.kind) from fault
    finally:
        bot.close(0.0)


def do(job: dict[str, Any]) -> Any:
    """One job."""
    if job["do"] == "ready":
        return True
    if job["do"] in ("pick", "advise"):
        options = [tuple(option) for option in job["options"]]
        if job["bot"].startswith(PREFIX):
            return ask_program(job, options)
        bot = sandtable.load(job["game"]).bot(job["bot"], job["seed"])
        answer = bot.pick if job["do"] == "pick" else bot.candidates
        return answer(job["view"], options, job["think"])
    if job["do"] == "odds":
        return sandtable.load(job["game"]).odds(job["view"], tuple(job["words"]))
    if job["do"] == "mission":
        return read_mission(sandtable.load(job["game"]), job["text"])
    jobs = importlib.import_module("sandtable.web.jobs")
    return jobs.JOBS[job["do"]](job)


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # people's clicks go first
    confine()
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    load_games(tuple(sys.argv[1:]))
    # What a bot prints must not be taken for an answer.
    answers_out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work(sys.stdin.buffer, answers_out, do)
