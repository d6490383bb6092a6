"""Speeds of this machine, in one run: decisions a second, clones, imagined positions, the quick player's decisions.

Where the compiled form is installed, the interpreted one beside it is measured too; and so are other engines of board
games, where they are installed (`pip install sandtable[peers]`).
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import sandtable
from sandtable import COMPILED, Game, Rng, State, legal, play
from sandtable.sim import learning, peers
from sandtable.sim.simulate import uncollected

ROUNDS = 5
"""Each figure is the best of this many rounds, in seconds of the processor rather than of the clock, since machines are
shared and noisy."""
EVERY = 7
"""A game's own work is timed at one decision in so many."""
MIDDLE = 100
"""The decision at which a game is in its middle."""
SLOW = 0.01
"""Work that takes longer than so many seconds is timed at one position only, alone."""


PACKAGE = str(Path(sandtable.__file__).parent)

# Where libraries lie beside the sources that they were made from, Python is told to take the sources of our package.
INTERPRETED_IMPORTS = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader

def sources(folder):
    if not folder.startswith(sys.argv[1]):
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, sources)
"""
INTERPRETED = f"""{INTERPRETED_IMPORTS}
import json
from sandtable.sim import bench
assert not bench.COMPILED
print(json.dumps(bench.measure(tuple(sys.argv[3:]), float(sys.argv[2]))))
"""


def everything() -> tuple[str, ...]:
    """What is measured if nothing is named: every game, and the scenarios that it wants compared with its own."""
    return tuple([
        row for name in sandtable.names() for row in (name, *(f"{name}:{one}" for one in sandtable.load(name).compared))
    ])  # fmt: skip


def bench(names: tuple[str, ...], seconds: float = 5.0, tell: Callable[[str], object] = str) -> dict[str, Any]:
    """The figures of the contract: of this form, of the interpreted one if this is compiled, and of other engines with
    how many times as many decisions a second each game plays; `tell` hears what is being measured."""
    out: dict[str, Any] = {"form": "compiled" if COMPILED else "interpreted", **measure(names, seconds, tell)}
    out["interpreted"] = interpreted(names, seconds, tell) if COMPILED else {}
    out["peers"] = {}
    for name, speed in peers.PEERS.items():
        if peers.installed(name):
            tell(name)
            out["peers"][name] = round(max(speed(seconds / ROUNDS) for _ in range(ROUNDS)), 1)
    out["ratios"] = {
        f"{name}/{peer}": round(speed / theirs, 2)
        for name, speed in out["decisions_per_second"].items()
        for peer, theirs in out["peers"].items()
    }
    return out


def interpreted(names: tuple[str, ...], seconds: float, tell: Callable[[str], object]) -> dict[str, Any]:
    """The same figures of the interpreted form, in a process of its own."""
    tell("the interpreted form")
    command = [sys.executable, "-c", INTERPRETED, PACKAGE, str(seconds), *names]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def measure(
    names: tuple[str, ...], seconds: float = 5.0, tell: Callable[[str], object] = str
) -> dict[str, dict[str, float]]:
    """The figures of the form that runs here."""
    out: dict[str, dict[str, float]] = {
        "decisions_per_second": {}, "mean_legal": {}, "clone_us": {}, "imagine_us": {}, "greedy_ms": {},
        "search_per_second": {},
    }  # fmt: skip
    for name in names:
        tell(name)
        title, _, wanted = name.partition(":")
        game = sandtable.load(title)
        scenario = wanted or game.measured
        speed, mean, middle = random_play(game, scenario, seconds)
        out["decisions_per_second"][name] = round(speed, 1)
        out["mean_legal"][name] = round(mean, 2)
        out["clone_us"][name] = round(min(clone_time(middle) for _ in range(ROUNDS)) * 1e6, 3)
        out["imagine_us"][name] = round(min(imagine_time(game, middle) for _ in range(ROUNDS)) * 1e6, 2)
        if "greedy" in game.bots():
            out["greedy_ms"][name] = round(greedy_time(game, scenario, seconds) * 1e3, 3)
        for figure, taken in own_times(game, scenario).items():
            out.setdefault(figure, {})[name] = round(taken * 1e6, 2)
        for figure, value in learning.figures(game, seconds / ROUNDS).items():
            out.setdefault(figure, {})[name] = round(value, 2)
    return out


def random_play(game: Game, scenario: str | None, seconds: float) -> tuple[float, float, State]:
    """Decisions a second of random play on one core, the mean number of options, and a position of a middle game.

    Whoever plays many games knows the boards after the first, so a first round is not counted. Every round plays games
    that were not played before, and the best of them counts.
    """
    rng = Rng(0)
    best = 0.0
    offered = decisions = seed = 0
    longest: State = game.start(scenario, seed=0)
    for number in range(1 + ROUNDS):
        first, taken = decisions, 0.0
        end = time.perf_counter() + seconds / (ROUNDS if number else 1)
        while time.perf_counter() < end or decisions == first:
            s = game.start(scenario, seed=seed)
            s.listen = False
            seed += 1
            middle = s.clone()
            before = decisions
            with uncollected():  # as `simulate` plays
                began = time.process_time()
                while options := legal(s):
                    offered += len(options)
                    decisions += 1
                    if decisions - before == MIDDLE:
                        middle = s.clone()
                    play(s, options[rng.below(len(options))])
                taken += time.process_time() - began
            if middle.number >= longest.number and middle.agenda:
                longest = middle
        if number:
            best = max(best, (decisions - first) / max(1e-9, taken))
    return best, offered / max(1, decisions), longest


def clone_time(s: State, count: int = 2000) -> float:
    """Seconds for one clone."""
    began = time.process_time()
    for _ in range(count):
        s.clone()
    return (time.process_time() - began) / count


def imagine_time(game: Game, s: State, count: int = 50) -> float:
    """Seconds for one imagined position from a ready view."""
    seat = s.seat
    view = game.view(s, seat)
    began = time.process_time()
    for number in range(count):
        game.imagine(view, seat, number)
    return (time.process_time() - began) / count


def greedy_time(game: Game, scenario: str | None, seconds: float) -> float:
    """Seconds that the quick player takes for a decision with its view: the mean over games that it plays, the best of
    some rounds."""
    best, seed = math.inf, 0
    for _ in range(ROUNDS):
        end, taken, decisions = time.perf_counter() + seconds / ROUNDS, 0.0, 0
        while time.perf_counter() < end or not decisions:
            s = game.start(scenario, seed=seed)
            s.listen = False
            bot = game.bot("greedy", seed)
            seed += 1
            with uncollected():
                while (options := legal(s)) and (time.perf_counter() < end or not decisions):
                    began = time.process_time()
                    action = bot.pick(game.view(s, s.seat), options)
                    taken += time.process_time() - began
                    decisions += 1
                    play(s, action)
        best = min(best, taken / decisions)
    return best


def time_of(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes once."""
    began = time.process_time()
    work()
    return time.process_time() - began


def own_times(game: Game, scenario: str | None, count: int = 20) -> dict[str, float]:
    """Seconds for each kind of work that a game wants timed: the median over positions of a random game."""
    found: dict[str, list[float]] = {}
    rng = Rng(0)
    s = game.start(scenario, seed=0)
    while options := legal(s):
        if s.number % EVERY == 0:
            for figure, work in game.timed(s).items():
                best = math.inf
                if found.get(figure, [0.0])[0] > SLOW:
                    continue
                if time_of(work) > SLOW:
                    found[figure] = [min(time_of(work) for _ in range(ROUNDS))]
                    continue
                for _ in range(ROUNDS):
                    began = time.process_time()
                    for _ in range(count):
                        work()
                    best = min(best, (time.process_time() - began) / count)
                found.setdefault(figure, []).append(best)
        play(s, options[rng.below(len(options))])
    return {figure: median(times) for figure, times in found.items()}
