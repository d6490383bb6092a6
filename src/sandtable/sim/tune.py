"""The numbers of a quick player, tuned by playing: many games for each set of numbers, all with the same seeds.

CMA-ES proposes sets of numbers; each is worth the mean score of its seat over the games. Every generation has seeds of
its own, so that no set is good for some seeds alone. What came of each set is kept in a journal, and since proposals
follow from what they are told, a run that was stopped goes on where it was. In the end the numbers found play against
those there were, on seeds that no proposal had seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cmaes
import msgspec
import numpy as np

import sandtable
from sandtable import BadInput, Styles, style_argument
from sandtable.sim.simulate import Plan, make_plan, mean_of, simulate

UNSEEN = 400_000
"""The first seed of the games by which the numbers found are judged."""
SPREAD = 0.2
"""How far proposals lie apart at first, in parts of a number's range."""


WHAT = ("game", "seat", "scenarios", "names", "against", "games", "seed")
"""By what a tuning is known again in its journal."""


class Trial(msgspec.Struct):
    """A set of numbers and what it scored."""

    generation: int
    numbers: dict[str, float]
    score: float


@dataclass
class Tuning:
    """What to tune, and what was tried."""

    game: str
    seat: str
    scenarios: list[str]
    names: list[str]
    against: str
    """Who holds the other seats."""
    games: int
    """Games for each set of numbers, divided among the scenarios."""
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    trials: list[Trial] = field(default_factory=list)

    @property
    def styles(self) -> Styles:
        """The numbers that there are."""
        found = sandtable.load(self.game).styles()
        assert found is not None, "what has no numbers is not tuned"
        return found

    def plans(self, numbers: dict[str, float], seed: int) -> list[Plan]:
        """What is played to try a set of numbers."""
        found = []
        for scenario in self.scenarios:
            seats = make_plan(self.game, scenario, self.options, {}, seed).bots
            bots = {**dict.fromkeys(seats, self.against), self.seat: f"greedy:{style_argument(numbers)}"}
            found.append(make_plan(self.game, scenario, self.options, bots, seed))
        return found

    def scores(self, numbers: dict[str, float], seed: int, games: int, workers: int | None) -> list[float]:
        """What the seat scored in each game, the same seeds for every set."""
        found: list[float] = []
        each = max(1, games // len(self.scenarios))
        for plan in self.plans(numbers, seed):
            results = sorted(simulate(plan, range(each), workers), key=lambda result: result.seed)
            if failed := [result for result in results if result.error]:
                raise BadInput(f"the game of seed {failed[0].seed} failed: {failed[0].error}")
            found += [result.scores.get(self.seat, 0.0) for result in results]
        return found

    def run(
        self, generations: int, workers: int | None, journal: Path | None, heard: Callable[[Trial], object]
    ) -> dict[str, float]:
        """Propose and try; the numbers in the middle of the last proposals."""
        low, high = (np.array([self.styles.ranges[name][end] for name in self.names]) for end in (0, 1))
        first = (np.array([self.styles.tuned[name] for name in self.names]) - low) / (high - low)
        bounds = np.array([[0.0, 1.0]] * len(self.names))
        found = cmaes.CMA(first, SPREAD, bounds, seed=self.seed, population_size=population(len(self.names)))
        kept = read_journal(journal, self.header())
        for generation in range(generations):
            told = []
            for place in range(found.population_size):
                at = found.ask()
                numbers = {
                    name: round(float(x), 6) for name, x in zip(self.names, low + at * (high - low), strict=True)
                }
                number = generation * found.population_size + place
                if number < len(kept):
                    trial = kept[number]
                else:
                    seed = self.seed + generation * self.games
                    score = mean_of(self.scores(numbers, seed, self.games, workers))[0]
                    trial = Trial(generation, numbers, score)
                    write_journal(journal, self.header(), trial)
                self.trials.append(trial)
                heard(trial)
                told.append((at, -trial.score))
            found.tell(told)
        middle = low + found.mean * (high - low)
        return {name: float(f"{x:.4g}") for name, x in zip(self.names, middle, strict=True)}

    def judge(self, numbers: dict[str, float], games: int, workers: int | None) -> tuple[float, tuple[float, float]]:
        """By how much the numbers score more than those there are, on seeds that nothing was tried on."""
        new = self.scores(numbers, UNSEEN + self.seed, games, workers)
        old = self.scores({}, UNSEEN + self.seed, games, workers)
        return mean_of([a - b for a, b in zip(new, old, strict=True)])

    def header(self) -> bytes:
        """The first line of the journal: what it is of."""
        what = {"sandtable": sandtable.__version__} | {name: getattr(self, name) for name in WHAT}
        return msgspec.json.encode(what) + b"\n"


def make_tuning(
    game: str, seat: str | None, scenarios: list[str], names: list[str], against: str, games: int, seed: int,
    options: dict[str, str],
) -> Tuning:  # fmt: skip
    """A tuning that is known to be playable."""
    loaded = sandtable.load(game)
    styles = loaded.styles()
    if styles is None:
        raise BadInput(f"the quick player of {game} has no numbers to tune")
    scenarios = scenarios or [loaded.scenarios()[0].id]
    seats = list(make_plan(game, scenarios[0], options, {}, seed).bots)
    seat = seat or seats[0]
    if seat not in seats:
        raise BadInput(f"{game} has no seat “{seat}” here; it has {', '.join(seats)}")
    known = styles.names_for(seat)
    if unknown := [name for name in names if name not in known]:
        raise BadInput(f"{game} has no number “{unknown[0]}” for {seat}; it has {', '.join(known)}")
    names = names or known
    if len(names) < 2:
        raise BadInput("two numbers or more are tuned together")
    made = Tuning(game, seat, scenarios, names, against, games, seed, options)
    made.plans({}, seed)
    return made


def read_journal(path: Path | None, header: bytes) -> list[Trial]:
    """What an earlier run of the same has left; a last line that is not whole does not count."""
    if path is None or not path.exists():
        return []
    first, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
    if first != header:
        raise BadInput(f"{path} is of another tuning; let that one finish, or name another file")
    found = []
    for line in lines:
        if not line.endswith(b"\n"):
            break
        found.append(msgspec.json.decode(line, type=Trial))
    whole = len(first) + sum(len(msgspec.json.encode(trial)) + 1 for trial in found)
    with path.open("r+b") as file:
        file.truncate(whole)
    return found


def write_journal(path: Path | None, header: bytes, trial: Trial) -> None:
    """Keep a trial."""
    if path is None:
        return
    new = not path.exists()
    with path.open("ab") as file:
        if new:
            file.write(header)
        file.write(msgspec.json.encode(trial) + b"\n")


def write_numbers(path: Path, numbers: dict[str, float]) -> None:
    """Put tuned numbers into a file of styles, which stays as it is otherwise."""
    text = path.read_text(encoding="utf-8")
    for name, number in numbers.items():
        table = re.search(rf"^\[{re.escape(name)}\]\n(?:(?!\[).*\n?)*", text, re.MULTILINE)
        assert table is not None, f"{path} has no [{name}]"
        old = table.group().rstrip("\n")
        rest = table.group()[len(old) :]
        line = f"tuned = {number:g}"
        new = re.sub(r"^tuned = .*$", line, old, flags=re.MULTILINE)
        if "\ntuned = " not in old:
            new = f"{old}\n{line}"
        text = text.replace(table.group(), new + rest)
    path.write_text(text, encoding="utf-8")


def population(names: int) -> int:
    """How many sets of so many numbers are proposed together, as CMA-ES has it."""
    return 4 + math.floor(3 * math.log(names))


def generations_for(names: int, trials: int) -> int:
    """How many generations a number of trials comes to."""
    return max(1, trials // population(names))
