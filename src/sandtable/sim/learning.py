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


def figures(game: Game, seconds: float) -> dict[str, float]:
    """Words a second of many matches on one core and on all of them, and microseconds for an observation with its mask;
    nothing where the environments are not installed, or the game is none of ours."""
    if game.name not in sandtable.names() or not all(find_spec(name) is not None for name in NEEDED):
        return {}
    rl: Any = import_module("sandtable.rl")
    found = {"environment_steps_per_second": speed(rl.many(game.name, game.measured, games=GAMES), seconds)}
    with rl.many(game.name, game.measured, games=GAMES, workers=os.cpu_count() or 1) as pool:
        found["pool_steps_per_second"] = speed(pool, seconds, time.perf_counter)
    return found | {"observation_us": observation_time(rl, game, seconds) * 1e6}


def observation_time(rl: Any, game: Game, seconds: float) -> float:
    """Seconds for an observation with its mask, before each word of random matches."""
    rng, taken, count, seed = Rng(0), 0.0, 0, 0
    with uncollected():
        while taken < seconds or not count:
            match = rl.Match(rl.form_of(game.name, game.measured), seed)
            seed += 1
            while numbers := match.numbers:
                began = time.process_time()
                match.observe(match.seat)
                match.mask()
                taken += time.process_time() - began
                count += 1
                match.step(numbers[rng.below(len(numbers))])
    return taken / count


def speed(played: Any, seconds: float, clock: Any = time.process_time) -> float:
    """Words a second: each is drawn among those on the mask, which is not counted."""
    np: Any = import_module("numpy")
    draw = np.random.default_rng(0)
    rows = played.reset(0)
    taken, steps = 0.0, 0
    with uncollected():
        while taken < seconds or not steps:
            words = [draw.choice(np.flatnonzero(mask)) for mask in rows.masks]
            began = clock()
            rows = played.step(words)
            taken += clock() - began
            steps += len(words)
    return steps / max(1e-9, taken)
