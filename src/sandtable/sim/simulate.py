"""Many games between bots, on this machine or on a cluster, each game with a seed of its own."""

from __future__ import annotations

import gc
import math
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import sandtable
from sandtable import BadInput, Bot, Game, State
from sandtable.bots.outside import Outside, bot_for, check_bot
from sandtable.sim.crews import shared
from sandtable.sim.trace import Trace

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
    turns: bool = False
    """Whether the course of each game is wanted, turn by turn."""
    closely: bool = False
    """Whether goals are wanted too, and what happened where."""
    figures: bool = False
    """Whether it is wanted what a page about many games tells of one."""


@dataclass
class Result:
    """How one game went; without an outcome it was given up, or the rules failed as `error` says."""

    seed: int
    outcome: str = ""
    scores: dict[str, float] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    error: str = ""
    faults: int = 0
    """How often programs in its seats broke the bot protocol."""
    turns: list[dict[str, float]] = field(default_factory=list)
    """How it stood at the end of each turn, where that is wanted."""
    goals: dict[str, bool] = field(default_factory=dict)
    """Which goals of the first seat were done, where it was looked at closely."""
    heat: dict[str, dict[str, int]] = field(default_factory=dict)
    """How often each place saw losses, sightings and marches, where it was looked at closely."""
    figures: dict[str, str | float] = field(default_factory=dict)
    """What a page about many games tells of it, where that is wanted."""


@dataclass
class Summary:
    """What many games say together."""

    plan: Plan
    seconds: float = 0.0
    results: list[Result] = field(default_factory=list)
    earlier: int = 0
    """How many of them, the first ones, were played by a run that was stopped: its time is not known here."""

    def as_dict(self) -> dict[str, object]:
        """The shape that `--json` prints."""
        finished = [one for one in self.results if one.outcome]
        decisions = sum(one.decisions for one in self.results)
        now = self.results[self.earlier :]
        decided = sum(one.decisions for one in now)
        counted = Counter(one.outcome for one in finished)
        return {
            "game": self.plan.game,
            "scenario": self.plan.scenario,
            "games": len(self.results),
            "finished": len(finished),
            "errors": sum(1 for one in self.results if one.error),
            "seconds": round(self.seconds, 3),
            "decisions": decisions,
            "games_per_second": round(len(now) / self.seconds, 2) if self.seconds else 0.0,
            "decisions_per_second": round(decided / self.seconds, 1) if self.seconds else 0.0,
            "outcomes": dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))),
            "seats": {seat: interval([one.scores[seat] for one in finished]) for seat in self.plan.bots},
        }


def interval(scores: list[float]) -> dict[str, object]:
    """The mean score and its 95 % interval, as `--json` prints them."""
    if not scores:
        return {"mean": None, "ci95": [None, None]}
    mean, ci95 = mean_of(scores)
    return {"mean": round(mean, 4), "ci95": [round(one, 4) for one in ci95]}


def mean_of(values: list[float]) -> tuple[float, tuple[float, float]]:
    """The mean and its 95 % interval by the normal approximation."""
    mean = math.fsum(values) / len(values)
    spread = math.sqrt(math.fsum((one - mean) ** 2 for one in values) / max(1, len(values) - 1))
    half = 1.96 * spread / math.sqrt(len(values))
    return mean, (mean - half, mean + half)


def make_plan(
    game: str,
    scenario: str | None,
    options: dict[str, str],
    bots: dict[str, str],
    seed: int,
    mission: str = "",
    turns: bool = False,
    closely: bool = False,
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
    return Plan(game, begun.setup.scenario, options, chosen, seed, mission, turns, closely)


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
    result = Result(seed)
    bots: dict[str, Bot] = {}
    try:
        s = game.start(plan.scenario, seed=seed, options=plan.options, mission=plan.mission)
        s.listen = plan.closely
        bots = {seat: bot_for(game, name, seed * 2 + place) for place, (seat, name) in enumerate(plan.bots.items())}
        course = Course(game, s) if plan.turns else None
        trace = Trace(game, s) if plan.closely else None
        blind = {seat for seat, name in plan.bots.items() if name == "random"}
        for decided in play_out(game, s, bots, blind):
            result.decisions = decided
            if course is not None:
                course.follow(s, decided)
            if trace is not None:
                trace.follow(s)
            if plan.figures:
                result.figures = {**game.figures_of(s), **result.figures}
        if course is not None:
            result.turns = course.rows
        if trace is not None:
            result.heat = trace.heat
            result.goals = {goal["id"]: goal["state"] == "done" for goal in game.seen(s, next(iter(plan.bots))).goals}
        if s.seat is None:
            outcome = game.outcome(s)
            assert outcome is not None, "the game is over without an outcome"
            result.outcome, result.scores, result.points = outcome.text, outcome.scores, outcome.points
    except Exception as error:
        result.error = f"{type(error).__name__}: {error}"
    finally:
        result.faults = release(bots)
    result.seconds = time.perf_counter() - began
    return result


class Course:
    """How a game went from turn to turn: a row for each, of how it stood when the turn was over."""

    def __init__(self, game: Game, s: State) -> None:
        self.game = game
        self.turn = game.turn_of(s)
        self.rows: list[dict[str, float]] = []

    def follow(self, s: State, decisions: int) -> None:
        """Look whether a turn is over."""
        turn = self.game.turn_of(s)
        if turn != self.turn or s.seat is None:
            self.rows.append({"turn": self.turn, "decisions": decisions, **self.game.course_of(s)})
            self.turn = turn


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


def play_some(plan: Plan, numbers: list[int]) -> list[Result]:
    """A share of the games, for one process."""
    return [play_one(plan, number) for number in numbers]


def simulate(plan: Plan, numbers: Sequence[int], workers: int | None = None, ray: str = "") -> Iterator[Result]:
    """Play games by their numbers and give each result as it comes; the seeds say which is which. With the address of a
    Ray cluster they are played there."""
    for results in shared(partial(play_some, plan), numbers, workers, ray):
        yield from results
