"""Many games between bots: on one machine with a pool of processes, each game with a seed of its own."""

from __future__ import annotations

import gc
import math
import os
import time
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context

import sandtable
from sandtable import BadInput, Bot, Game, State
from sandtable.bots.outside import Outside, bot_for, check_bot

CAP = 20_000
"""Decisions after which a game is given up and counted as not finished."""


@dataclass(frozen=True)
class Plan:
    """What to play: a game, a scenario, its options, and a bot for each seat."""

    game: str
    scenario: str
    options: dict[str, str]
    bots: dict[str, str]
    seed: int = 0
    mission: str = ""
    """The text of a mission that a player wrote, instead of that of the scenario."""


@dataclass(frozen=True)
class Result:
    """How one game went; `error` is empty unless the rules failed."""

    seed: int
    outcome: str
    scores: dict[str, float]
    points: dict[str, float]
    decisions: int
    seconds: float
    error: str = ""
    faults: int = 0
    """How often programs in its seats broke the bot protocol."""


@dataclass
class Summary:
    """What many games say together."""

    plan: Plan
    seconds: float = 0.0
    results: list[Result] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """The shape that `--json` prints."""
        finished = [one for one in self.results if one.outcome]
        decisions = sum(one.decisions for one in self.results)
        counted = Counter(one.outcome for one in finished)
        return {
            "game": self.plan.game,
            "scenario": self.plan.scenario,
            "games": len(self.results),
            "finished": len(finished),
            "errors": sum(1 for one in self.results if one.error),
            "seconds": round(self.seconds, 3),
            "decisions": decisions,
            "games_per_second": round(len(self.results) / self.seconds, 2) if self.seconds else 0.0,
            "decisions_per_second": round(decisions / self.seconds, 1) if self.seconds else 0.0,
            "outcomes": dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))),
            "seats": {seat: interval([one.scores[seat] for one in finished]) for seat in self.plan.bots},
        }


def interval(scores: list[float]) -> dict[str, object]:
    """The mean score and its 95 % interval by the normal approximation."""
    if not scores:
        return {"mean": None, "ci95": [None, None]}
    mean = math.fsum(scores) / len(scores)
    spread = math.sqrt(math.fsum((one - mean) ** 2 for one in scores) / max(1, len(scores) - 1))
    half = 1.96 * spread / math.sqrt(len(scores))
    return {"mean": round(mean, 4), "ci95": [round(mean - half, 4), round(mean + half, 4)]}


def make_plan(
    game: str, scenario: str | None, options: dict[str, str], bots: dict[str, str], seed: int, mission: str = ""
) -> Plan:
    """A plan that is known to be playable; seats without a bot get `random`."""
    loaded = sandtable.load(game)
    begun = loaded.start(scenario, options=options, mission=mission)
    seats = loaded.seats(begun)
    for seat in bots:
        if seat not in seats:
            raise BadInput(f"{game} has no seat “{seat}” here; it has {', '.join(seats)}")
    chosen = {seat: bots.get(seat, "random") for seat in seats}
    for name in dict.fromkeys(chosen.values()):
        check_bot(loaded, name)
    return Plan(game, begun.setup.scenario, options, chosen, seed, mission)


@contextmanager
def uncollected() -> Iterator[None]:
    """While a game is played Python's collector of circular garbage is off. Positions refer to nothing in circles, so
    all that it would do is look at them again and again, which took up to a tenth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def play_one(plan: Plan, number: int) -> Result:
    """One game of a plan, from its own seed; an error of the rules is told, not raised."""
    with uncollected():
        return play_through(plan, number)


def play_through(plan: Plan, number: int) -> Result:
    """The game itself."""
    game = sandtable.load(plan.game)
    seed = plan.seed + number
    began = time.perf_counter()
    decisions = 0
    bots: dict[str, Bot] = {}
    try:
        s = game.start(plan.scenario, seed=seed, options=plan.options, mission=plan.mission)
        s.listen = False
        bots = {seat: bot_for(game, name, seed * 2 + place) for place, (seat, name) in enumerate(plan.bots.items())}
        blind = {seat for seat, name in plan.bots.items() if name == "random"}
        for decided in play_out(game, s, bots, blind):
            decisions = decided
        if s.seat is not None:
            return Result(seed, "", {}, {}, decisions, time.perf_counter() - began)
        outcome = game.outcome(s)
        assert outcome is not None, "the game is over without an outcome"
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        return Result(seed, "", {}, {}, decisions, time.perf_counter() - began, told)
    finally:
        faults = release(bots)
    return Result(
        seed, outcome.text, outcome.scores, outcome.points, decisions, time.perf_counter() - began, faults=faults
    )


def play_out(game: Game, s: State, bots: dict[str, Bot], blind: Collection[str] = ()) -> Iterator[int]:
    """Play on to the end or the cap, and give the number of decisions after each. Seats that are blind do not look, so
    their view need not be drawn."""
    for number in range(1, CAP + 1):
        options = sandtable.legal(s)
        if not options:
            return
        seat = s.seat
        assert seat is not None
        view = {} if seat in blind else game.view(s, seat)
        sandtable.play(s, bots[seat].pick(view, options))
        yield number


def release(bots: dict[str, Bot]) -> int:
    """End the programs among bots, and count how often they broke the protocol."""
    programs = [bot for bot in bots.values() if isinstance(bot, Outside)]
    for bot in programs:
        bot.close()
    return sum(len(bot.faults) for bot in programs)


def play_some(plan: Plan, numbers: range) -> list[Result]:
    """A share of the games, for one process."""
    return [play_one(plan, number) for number in numbers]


def simulate(plan: Plan, games: int, workers: int | None = None) -> Iterator[Result]:
    """Play many games and give each result as it comes, in the order of the seeds."""
    workers = workers or os.cpu_count() or 1
    if workers == 1 or games == 1:
        for number in range(games):
            yield play_one(plan, number)
        return
    share = max(1, min(25, games // (workers * 4)))
    shares = [range(first, min(first + share, games)) for first in range(0, games, share)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for results in pool.map(play_some, [plan] * len(shares), shares):
                yield from results
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
