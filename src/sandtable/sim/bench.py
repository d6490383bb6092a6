"""Speeds of this machine, in one run: decisions a second, clones, imagined positions, the quick player's decisions.

Where the compiled form is installed, the interpreted one beside it is measured too; and so are other engines of board
games, where they are installed (`make bench`). A figure is the median of some rounds, and its range is told beside it.
Rounds end by the clock, so that a busy machine is measured less often and not for longer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import sandtable
from sandtable import COMPILED, Game, Rng, SandtableError, State, legal, play
from sandtable.sim import learning, peers
from sandtable.sim.crews import LOCAL, shared
from sandtable.sim.simulate import make_plan, play_some, simulate, uncollected

ROUNDS = 5
"""Each figure is the median of this many rounds, in seconds of the processor rather than of the clock, since machines
are shared."""
SECONDS = 2.0
"""How long each figure is measured, unless somebody says otherwise."""
THOUSAND = 1000
"""So many random games of each game are played on all cores."""
TURNS = 3
"""So many times do the pool and a Ray cluster take turns, each time at so many games as follows."""
TURN = 3000
"""They are counted when a third of them is played: the first game of each process takes several times as long as the
others, and until a few are played shares are far shorter than a second."""
EVERY = 7
"""A game's own work is timed at one decision in so many."""
MIDDLE = 100
"""The decision at which a game is in its middle; where none gets so far, its half, its quarter and so on."""
ASKED = {"ties": "ask"}
"""In games with this option the players decide between equals of the automated side, too. Otherwise a rule does, and
what are several decisions then are a part of one."""
SLOW = 0.01
"""Work that takes longer than so many seconds is timed at one position only, alone."""


INTERPRETED = """
import json, sys
from sandtable.sim import bench
assert not bench.COMPILED
tell = lambda text: print(text, file=sys.stderr, flush=True)
print(json.dumps(bench.measure(tuple(sys.argv[2:]), float(sys.argv[1]), tell)))
"""


@contextmanager
def sources() -> Iterator[dict[str, str]]:
    """The environment of a process that takes the sources of our package, and not the libraries made of them, which lie
    beside them. So do all processes that it starts."""
    with TemporaryDirectory() as folder:
        copytree(Path(sandtable.__file__).parent, Path(folder, "sandtable"), ignore=ignore_patterns("*.so", "*.pyd"))
        yield os.environ | {"PYTHONPATH": folder}


def everything() -> tuple[str, ...]:
    """What is measured if nothing is named: every game, and the scenarios that it wants compared with its own."""
    return tuple([
        row for name in sandtable.names() for row in (name, *(f"{name}:{one}" for one in sandtable.load(name).compared))
    ])  # fmt: skip


def bench(
    names: tuple[str, ...], seconds: float = SECONDS, tell: Callable[[str], object] = str, games: int = 0
) -> dict[str, Any]:
    """The figures of the contract: of this form, of the interpreted one if this is compiled, and of other engines with
    how many times as many decisions a second each game plays. With a number of games, how long so many take on all
    cores. `tell` hears what is being measured; what cannot be measured is told under `failed`, by its reason."""
    out: dict[str, Any] = {"form": "compiled" if COMPILED else "interpreted", **measure(names, seconds, tell)}
    failed: dict[str, str] = {}

    def tried(what: str, work: Callable[[], Any]) -> Any:
        """What some work finds; a failure of one part is told, and loses nothing of the others."""
        tell(what)
        try:
            return work()
        except Exception as error:
            failed[what] = (str(error).strip().splitlines() or [type(error).__name__])[0]

    out["interpreted"] = (tried("interpreted", lambda: interpreted(names, seconds, tell)) or {}) if COMPILED else {}
    out["peers"], out["peers_mean_legal"], spans = {}, {}, {}
    for name, peer in peers.PEERS.items():
        if peer.installed() and (found := tried(name, partial(peer.measure, seconds / ROUNDS, ROUNDS))):
            out["peers"][name], spans[name] = middle(found.speeds, 1)
            out["peers_mean_legal"][name] = round(found.mean_legal, 2)
    out["ranges"]["peers"] = spans
    out["ratios"] = {
        f"{name}/{peer}": round(speed / theirs, 2)
        for name, speed in out["decisions_per_second"].items()
        for peer, theirs in out["peers"].items()
    }
    if games:
        out["crews"] = {name: tried(f"{games:,} games of {name}", partial(pooled, name, games)) for name in names}
        if find_spec("ray") is not None:
            out["cluster"] = tried("Ray", lambda: clustered(names[0], tell))
    return out | {"failed": failed}


def interpreted(names: tuple[str, ...], seconds: float, tell: Callable[[str], object]) -> dict[str, Any]:
    """The same figures of the interpreted form, in a process of its own."""
    command = [sys.executable, "-c", INTERPRETED, str(seconds), *names]
    line = ""
    with (
        sources() as env,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process,
    ):
        assert process.stdout is not None and process.stderr is not None
        for line in process.stderr:
            tell(f"interpreted: {line.strip()}")
        told = process.stdout.read()
    if process.returncode:
        raise SandtableError(line.strip() or f"its process ended with {process.returncode}")
    found: dict[str, Any] = json.loads(told)
    return found


def pooled(name: str, games: int) -> dict[str, float]:
    """Many random games on all cores: seconds of the clock, with starting whoever plays."""
    plan = make_plan(*split(name), {}, {}, 0)
    began = time.perf_counter()
    played = sum(1 for _ in simulate(plan, range(games)))
    assert played == games
    return {"seconds": round(time.perf_counter() - began, 2)}


def steady(name: str, games: int, ray: str = "") -> tuple[float, float]:
    """Games a second when everybody plays: those after the first third, on all cores or on a Ray cluster. Beginning and
    ending are not among them, for a cluster of this machine they take some seconds, however many games there are; the
    seconds of the whole run are told beside it."""
    plan = make_plan(*split(name), {}, {}, 0)
    played = first = 0
    begun = since = now = time.perf_counter()
    for share in shared(partial(play_some, plan), range(games), ray=ray):
        played += len(share)
        now = time.perf_counter()
        if not first and played >= games // 3:
            first, since = played, now
    return (played - first) / (now - since), time.perf_counter() - begun


def clustered(name: str, tell: Callable[[str], object]) -> dict[str, Any]:
    """The pool and a Ray cluster of this machine, which take turns: games a second, and seconds of a whole run."""
    crews = {"pool": "", "ray": LOCAL}
    found: dict[str, list[tuple[float, float]]] = {crew: [] for crew in crews}
    for turn in range(1, TURNS + 1):
        for crew, ray in crews.items():
            tell(f"{TURN:,} games of {name}, {crew}, {turn} of {TURNS}")
            found[crew].append(steady(name, TURN, ray))
    told: dict[str, Any] = {"game": name, "games": TURN}
    for crew, runs in found.items():
        rates, seconds = zip(*runs, strict=True)
        rate, span = middle([*rates], 2)
        told[crew] = {"median": rate, "range": span, "seconds": round(median(seconds), 1)}
    return told | {"ratio": round(told["ray"]["median"] / told["pool"]["median"], 3)}


def split(name: str) -> tuple[str, str | None]:
    """A game, and which of its scenarios is measured."""
    game, _, wanted = name.partition(":")
    return game, wanted or sandtable.load(game).measured


def measure(names: tuple[str, ...], seconds: float = SECONDS, tell: Callable[[str], object] = str) -> dict[str, Any]:
    """The figures of the form that runs here: the median of each, and under `ranges` the lowest and the highest."""
    out: dict[str, Any] = {
        "decisions_per_second": {}, "asked_per_second": {}, "mean_legal": {}, "clone_us": {}, "imagine_us": {},
        "greedy_ms": {}, "search_per_second": {}, "ranges": {},
    }  # fmt: skip
    for name in names:
        title, scenario = split(name)
        game = sandtable.load(title)
        tell(f"{name}, random games")
        speeds, mean, position = random_play(game, scenario, seconds)
        out["mean_legal"][name] = round(mean, 2)
        found = {
            "decisions_per_second": (speeds, 1),
            "clone_us": ([clone_time(position) * 1e6 for _ in range(ROUNDS)], 3),
            "imagine_us": ([imagine_time(game, position) * 1e6 for _ in range(ROUNDS)], 2),
        }
        if any(option.name in ASKED for option in game.scenario(scenario).options):
            tell(f"{name}, ties asked")
            found["asked_per_second"] = (random_play(game, scenario, seconds, ASKED)[0], 1)
        if "greedy" in game.bots():
            tell(f"{name}, the quick player")
            found["greedy_ms"] = ([one * 1e3 for one in greedy_times(game, scenario, seconds)], 3)
        tell(f"{name}, its own searches")
        for figure, times in own_times(game, scenario, seconds).items():
            found[figure] = ([one * 1e6 for one in times], 2)
        if scenario not in game.compared:  # those are there for their rules, and the environments take longest
            tell(f"{name}, learning environments")
            for figure, rounds in learning.figures(game, scenario, seconds / ROUNDS, ROUNDS).items():
                found[figure] = (rounds, 2)
        for figure, (rounds, places) in found.items():
            out.setdefault(figure, {})[name], out["ranges"].setdefault(figure, {})[name] = middle(rounds, places)
    return out


def middle(rounds: list[float], places: int) -> tuple[float, list[float]]:
    """The median, and the lowest and the highest."""
    return round(median(rounds), places), [round(min(rounds), places), round(max(rounds), places)]


def random_play(
    game: Game, scenario: str | None, seconds: float, options: dict[str, str] | None = None
) -> tuple[list[float], float, State]:
    """Decisions a second of random play on one core, round by round, the mean number of options, and a position of a
    middle game.

    Whoever plays many games knows the boards after the first, so a first round is not counted. Every round plays games
    that were not played before.
    """
    rng = Rng(0)
    speeds: list[float] = []
    offered = decisions = seed = 0
    longest: State = game.start(scenario, seed=0, options=options)
    middles = {MIDDLE >> halved for halved in range(MIDDLE.bit_length())}
    for number in range(1 + ROUNDS):
        first, taken = decisions, 0.0
        end = time.perf_counter() + seconds / (ROUNDS if number else 1)
        while time.perf_counter() < end or decisions == first:
            s = game.start(scenario, seed=seed, options=options)
            s.listen = False
            seed += 1
            middle = s.clone()
            before = decisions
            with uncollected():  # as `simulate` plays
                began = time.process_time()
                while actions := legal(s):
                    offered += len(actions)
                    decisions += 1
                    if decisions - before in middles:
                        middle = s.clone()
                    play(s, actions[rng.below(len(actions))])
                taken += time.process_time() - began
            if middle.number >= longest.number and middle.agenda:
                longest = middle
        if number:
            speeds.append((decisions - first) / max(1e-9, taken))
    return speeds, offered / max(1, decisions), longest


def clone_time(s: State, count: int = 20_000) -> float:
    """Seconds for one clone."""
    return time_of(s.clone, count)


def imagine_time(game: Game, s: State, count: int = 500) -> float:
    """Seconds for one imagined position from a ready view."""
    seat = s.seat
    view = game.view(s, seat)
    seeds = iter(range(count))
    return time_of(lambda: game.imagine(view, seat, next(seeds)), count)


def greedy_times(game: Game, scenario: str | None, seconds: float) -> list[float]:
    """Seconds that the quick player takes for a decision with its view, round by round: the mean over games that it
    plays."""
    found: list[float] = []
    seed = 0
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
        found.append(taken / decisions)
    return found


def time_of(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of the processor that some work takes, done so many times."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def own_times(game: Game, scenario: str | None, seconds: float, count: int = 20) -> dict[str, list[float]]:
    """Seconds for each kind of work that a game wants timed, in positions of a random game as far as that comes in
    time; in each the best of some rounds, since the work is short."""
    found: dict[str, list[float]] = {}
    rng = Rng(0)
    s = game.start(scenario, seed=0)
    end = time.perf_counter() + seconds
    while (options := legal(s)) and (time.perf_counter() < end or not found):
        if s.number % EVERY == 0:
            for figure, work in game.timed(s).items():
                if found.get(figure, [0.0])[0] > SLOW:
                    continue
                times = count if time_of(work) < SLOW else 1
                found.setdefault(figure, []).append(min(time_of(work, times) for _ in range(ROUNDS)))
        play(s, options[rng.below(len(options))])
    return found
