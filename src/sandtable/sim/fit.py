"""What a position is worth, learned from play: features of positions, fitted to the scores that the games came to.

Games are played by bots, some of whose decisions are left to chance, so that positions are seen that good players would
avoid. Wherever the game's own player that thinks ahead would judge a position (`moment`), its features are kept for
every seat; ridge regression finds, for each seat and stage of the game, the weights by which they foretell the final
score best. A fifth of the games is kept aside to say how well they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

import sandtable
from sandtable import BadInput, Bot, Rng, SearchBot
from sandtable.sim.crews import shared
from sandtable.sim.simulate import CAP, Plan, make_plan, uncollected

ASIDE = 5
"""One of so many games is not learned from, but foretold."""


class Sample(msgspec.Struct, array_like=True):
    """A position as a seat's features, and the score that its game came to."""

    seat: str
    stage: int
    features: list[float]
    score: float = 0.0


class Game(msgspec.Struct):
    """The samples of one game."""

    number: int
    samples: list[Sample]


class Header(msgspec.Struct):
    """What a file of samples is of."""

    sandtable: str
    plan: Plan
    names: tuple[str, ...]
    noise: int


@dataclass
class Fitting:
    """What to play, and what was seen."""

    plan: Plan
    noise: int
    """Of a hundred decisions, how many are left to chance."""
    games: dict[int, Game] = field(default_factory=dict)

    @property
    def thinker(self) -> SearchBot:
        """Who says what is looked at."""
        return thinker_of(self.plan.game)

    def play(self, count: int, workers: int, journal: Path | None, heard: Callable[[], object]) -> None:
        """Play what has not been played yet."""
        for game in read_samples(journal, self.header()):
            self.games[game.number] = game
        left = [number for number in range(count) if number not in self.games]
        for found in shared(partial(Sampler(self.noise), self.plan), left, workers):
            write_samples(journal, self.header(), found)
            for game in found:
                self.games[game.number] = game
                heard()

    def header(self) -> Header:
        """What the file of samples is of."""
        return Header(sandtable.__version__, self.plan, self.thinker.FEATURES, self.noise)

    def solve(self, ridge: float) -> list[Fitted]:
        """The weights of each seat and stage; a stage that no game came to keeps those that it has."""
        by_seat: dict[str, list[list[tuple[int, Sample]]]] = {
            seat: [[] for _ in range(self.thinker.STAGES)] for seat in self.plan.bots
        }
        for number, game in sorted(self.games.items()):
            for sample in game.samples:
                by_seat[sample.seat][sample.stage].append((number, sample))
        return [
            fit(seat, stage, samples, ridge)
            if samples
            else Fitted(seat, stage, self.thinker.worth().weights[seat][stage], 0, None)
            for seat, stages in by_seat.items()
            for stage, samples in enumerate(stages)
        ]


@dataclass(frozen=True)
class Fitted:
    """The weights of a seat in a stage, the first standing alone; and of how much of what differs between games that
    were kept aside they account for."""

    seat: str
    stage: int
    weights: tuple[float, ...]
    samples: int
    explained: float | None


@dataclass(frozen=True)
class Sampler:
    """Plays some games of a plan and keeps what was seen, for one process."""

    noise: int

    def __call__(self, plan: Plan, numbers: list[int]) -> list[Game]:
        return [self.one(plan, number) for number in numbers]

    def one(self, plan: Plan, number: int) -> Game:
        """One game."""
        game, thinker = sandtable.load(plan.game), thinker_of(plan.game)
        seed = plan.seed + number
        rng = Rng(seed)
        with uncollected():
            s = game.start(plan.scenario, seed=seed, options=plan.options, mission=plan.mission)
            s.listen = False
            bots: dict[str, Bot] = {
                seat: game.bot(name, seed * 2 + place) for place, (seat, name) in enumerate(plan.bots.items())
            }
            samples: list[Sample] = []
            moment = thinker.moment(s)
            for _ in range(CAP):
                options = sandtable.legal(s)
                if not options or s.seat is None:
                    break
                if thinker.moment(s) != moment:
                    moment = thinker.moment(s)
                    stage = thinker.stage(s)
                    samples += [Sample(seat, stage, thinker.features(s, seat)) for seat in plan.bots]
                if rng.below(100) < self.noise:
                    action = options[rng.below(len(options))]
                else:
                    action = bots[s.seat].pick(game.view(s, s.seat), options)
                sandtable.play(s, action)
            outcome = game.outcome(s) if s.seat is None else None
        if outcome is None:
            return Game(number, [])
        for sample in samples:
            sample.score = outcome.scores[sample.seat]
        return Game(number, samples)


def thinker_of(game: str) -> SearchBot:
    """The player of a game that thinks ahead, if it looks at features."""
    loaded = sandtable.load(game)
    bot = loaded.bot("search") if "search" in sandtable.bot_names(loaded) else None
    if not isinstance(bot, SearchBot) or not bot.FEATURES:
        raise BadInput(f"{game} has no player whose value is learned from play")
    return bot


def make_fitting(
    game: str, scenario: str | None, options: dict[str, str], bots: dict[str, str], seed: int, noise: int
) -> Fitting:
    """A fitting that is known to be playable; seats without a bot get the quick player."""
    thinker_of(game)
    seats = make_plan(game, scenario, options, {}, seed).bots
    return Fitting(make_plan(game, scenario, options, {**dict.fromkeys(seats, "greedy"), **bots}, seed), noise)


def fit(seat: str, stage: int, samples: list[tuple[int, Sample]], ridge: float) -> Fitted:
    """Weights that foretell the score; the part that stands alone is not held small."""
    seen = np.array([[1.0, *sample.features] for _, sample in samples])
    scores = np.array([sample.score for _, sample in samples])
    aside = np.array([number % ASIDE == 0 for number, _ in samples])
    explained = None
    if 0 < aside.sum() < len(samples) and scores[aside].var() > 0:
        wrong = scores[aside] - seen[aside] @ solve(seen[~aside], scores[~aside], ridge)
        explained = float(1 - (wrong**2).mean() / scores[aside].var())
    weights = solve(seen, scores, ridge)
    return Fitted(seat, stage, tuple(float(f"{one:.4g}") for one in weights), len(samples), explained)


def solve(seen: np.ndarray, scores: np.ndarray, ridge: float) -> np.ndarray:
    """Ridge regression on features of equal spread, given back for the features as they are."""
    middle, spread = seen[:, 1:].mean(0), seen[:, 1:].std(0)
    spread[spread < 1e-9] = np.inf  # what never differs says nothing
    scaled = (seen[:, 1:] - middle) / spread
    held = np.sqrt(ridge) * np.eye(scaled.shape[1])
    wanted = np.concatenate([scores - scores.mean(), np.zeros(len(held))])
    weights = np.linalg.lstsq(np.vstack([scaled, held]), wanted)[0] / spread
    return np.concatenate([[scores.mean() - middle @ weights], weights])


def read_samples(path: Path | None, header: Header) -> Iterator[Game]:
    """What an earlier run has left, up to where it is whole."""
    if path is None or not path.exists():
        return
    with path.open("r+b") as file:
        if file.readline() != msgspec.json.encode(header) + b"\n":
            raise BadInput(f"{path} holds samples of something else; name another file")
        whole = file.tell()
        for line in file:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            yield msgspec.json.decode(line, type=Game)
        file.truncate(whole)


def write_samples(path: Path | None, header: Header, games: list[Game]) -> None:
    """Keep what some games have shown."""
    if path is None:
        return
    new = not path.exists()
    with path.open("ab") as file:
        if new:
            file.write(msgspec.json.encode(header) + b"\n")
        file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))


def worth_file(names: tuple[str, ...], found: list[Fitted], command: str) -> str:
    """The weights as the file that the game reads."""
    learned = sorted({one.stage for one in found if one.samples})
    lines = [
        f"# What features of a position weigh: stages {', '.join(map(str, learned))} by {command};",
        "# others as they were. The first number of a stage stands alone; then:",
    ]
    lines += [f"#   {name}" for name in names]
    seat = ""
    for one in found:
        if one.seat != seat:
            seat = one.seat
            lines += ["", f"[{seat}]"]
        lines.append(f"stage-{one.stage} = [{', '.join(f'{weight:g}' for weight in one.weights)}]")
    return "\n".join(lines) + "\n"
