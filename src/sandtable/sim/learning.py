"""How quickly the learning environments step, where they are installed (`pip install sandtable[rl]`)."""

from __future__ import annotations

import os
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import sandtable
from sandtable import Game, Rng
from sandtable.sim.simulate import uncollected

NEEDED = ("gymnasium", "numpy", "pettingzoo")
GAMES = 64
"""Matches that are stepped together."""


def figures(game: Game, scenario: str | None, seconds: float, rounds: int) -> dict[str, list[float]]:
    """Words a second of many matches on one core and on all of them, and microseconds for an observation with its mask,
    round by round; nothing where the environments are not installed, or the game is none of ours."""
    if game.name not in sandtable.names() or not all(find_spec(name) is not None for name in NEEDED):
        return {}
    rl: Any = import_module("sandtable.rl")
    found = {"environment_steps_per_second": speeds(rl.many(game.name, scenario, games=GAMES), seconds, rounds)}
    with rl.many(game.name, scenario, games=GAMES, workers=os.cpu_count() or 1) as pool:
        found["pool_steps_per_second"] = speeds(pool, seconds, rounds, time.perf_counter)
    form = rl.form_of(game.name, scenario)
    return found | {"observation_us": [observation_time(rl.Match, form, seconds, n) * 1e6 for n in range(rounds)]}


def observation_time(begin: Any, form: Any, seconds: float, first: int) -> float:
    """Seconds for an observation with its mask, before each word of random matches."""
    rng, taken, count, seed = Rng(first), 0.0, 0, first * 1000
    end = time.perf_counter() + seconds
    with uncollected():
        while time.perf_counter() < end or not count:
            match = begin(form, seed)
            seed += 1
            while (numbers := match.numbers) and (time.perf_counter() < end or not count):
                began = time.process_time()
                match.observe(match.seat)
                match.mask()
                taken += time.process_time() - began
                count += 1
                match.step(numbers[rng.below(len(numbers))])
    return taken / count


def speeds(played: Any, seconds: float, rounds: int, clock: Any = time.process_time) -> list[float]:
    """Words a second, round by round: each is drawn among those on the mask, which is not counted. Nor is a first
    round, as long as all others, in which new processes get to know the boards."""
    np: Any = import_module("numpy")
    draw = np.random.default_rng(0)
    rows = played.reset(0)
    found: list[float] = []
    with uncollected():
        for number in range(rounds + 1):
            taken, steps, end = 0.0, 0, time.perf_counter() + seconds * (1 if number else rounds)
            while time.perf_counter() < end or not steps:
                words = [draw.choice(np.flatnonzero(mask)) for mask in rows.masks]
                began = clock()
                rows = played.step(words)
                taken += clock() - began
                steps += len(words)
            if number:
                found.append(steps / max(1e-9, taken))
    return found
