"""Bots against each other: the same seeds for all, each pair on both sides, ratings with intervals, and a test that
stops as soon as it knows.

Where a game has one seat, bots do not meet: each plays the same seeds, and they are compared seed by seed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import sandtable
from sandtable import BadInput, Rng
from sandtable.sim.simulate import Plan, Result, make_plan, mean_of, simulate

SCALE = 400 / math.log(10)
"""Points of rating for each natural logarithm of the odds to win: 400 points are ten to one, as in chess."""
DRAWS = 400
"""How often the seeds are drawn again for the interval of a rating."""
PRIOR = 0.5
"""So many games of a draw each pair is given beforehand, so that who never lost has a rating."""
ERROR = 0.05
"""How likely the sequential test may be wrong, either way."""


@dataclass
class Standing:
    """How one bot did; `rating` is 0 on average, and only where bots meet."""

    bot: str
    games: int
    mean: float
    ci95: tuple[float, float]
    rating: float | None = None
    rating95: tuple[float, float] | None = None

    def as_dict(self) -> dict[str, object]:
        """A row of the table."""
        found: dict[str, object] = {"bot": self.bot, "games": self.games}
        if self.rating is not None and self.rating95 is not None:
            found |= {"rating": round(self.rating), "rating_ci95": [round(one) for one in self.rating95]}
        return found | {"mean": round(self.mean, 4), "ci95": [round(one, 4) for one in self.ci95]}


@dataclass(frozen=True)
class Compared:
    """One bot against another: the part of games that it won or, where they do not meet, by how much it scored more."""

    bot: str
    against: str
    mean: float
    ci95: tuple[float, float]
    met: bool

    def as_dict(self) -> dict[str, object]:
        """A row of the pairs."""
        what = "won" if self.met else "better_by"
        ci95 = [round(one, 4) for one in self.ci95]
        return {"bot": self.bot, "against": self.against, what: round(self.mean, 4), "ci95": ci95}


@dataclass
class Ladder:
    """What to play, and what came of it: for each seed what each bot, or each pair of bots, got there."""

    plan: Plan
    bots: tuple[str, ...]
    seats: tuple[str, ...]
    won: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    """Of two bots the part of both games of a seed that the first won: 1, 0.75, 0.5, 0.25 or 0."""
    got: dict[str, list[float]] = field(default_factory=dict)
    """The score of a bot in each of its games."""

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who sits where, for each game of a seed."""
        if len(self.seats) == 1:
            return [(bot,) for bot in self.bots]
        return [pair for a, b in itertools.combinations(self.bots, 2) for pair in ((a, b), (b, a))]

    def play(self, games: int, workers: int | None, heard: Callable[[], object] = int) -> None:
        """Play so many seeds; `heard` is called after each game."""
        found: dict[tuple[str, ...], dict[int, Result]] = {}
        for line_up in self.line_ups():
            plan = replace(self.plan, bots=dict(zip(self.seats, line_up, strict=True)))
            found[line_up] = {}
            for result in simulate(plan, range(games), workers):
                if result.error:
                    raise BadInput(f"the game of seed {result.seed} failed: {result.error}")
                found[line_up][result.seed] = result
                heard()
            for seat, bot in zip(self.seats, line_up, strict=True):
                self.got.setdefault(bot, []).extend(
                    score(found[line_up][seed], seat) for seed in sorted(found[line_up])
                )
        if len(self.seats) == 2:
            for a, b in itertools.combinations(self.bots, 2):
                there, back = found[a, b], found[b, a]
                self.won[a, b] = [self.share(there[seed], back[seed]) for seed in sorted(there)]

    def share(self, there: Result, back: Result) -> float:
        """The part of two games of one seed that was won by whoever sat in the first seat of the first."""
        first, second = self.seats
        return (beat(there, first, second) + beat(back, second, first)) / 2

    def standings(self) -> list[Standing]:
        """The bots, the best first."""
        rows = [Standing(bot, len(got), *mean_of(got)) for bot, got in self.got.items()]
        if self.won:
            found = ratings(self.bots, self.won)
            drawn = redrawn(self.bots, self.won, self.plan.seed)
            for row in rows:
                row.rating = found[row.bot]
                several = sorted(one[row.bot] for one in drawn)
                row.rating95 = several[round(0.025 * DRAWS)], several[round(0.975 * DRAWS) - 1]
        return sorted(rows, key=lambda row: -(row.mean if row.rating is None else row.rating))

    def pairs(self) -> list[Compared]:
        """Each bot against each other, seed by seed."""
        found = []
        for a, b in itertools.combinations(self.bots, 2):
            met = bool(self.won)
            shares = self.won[a, b] if met else [x - y for x, y in zip(self.got[a], self.got[b], strict=True)]
            mean, ci95 = mean_of(shares)
            found.append(Compared(a, b, mean, won_ci95(shares) if met else ci95, met))
        return found

    def as_dict(self) -> dict[str, object]:
        """The shape that `--json` prints."""
        plan = self.plan
        return {
            "game": plan.game, "scenario": plan.scenario, "seed": plan.seed,
            "standings": [row.as_dict() for row in self.standings()],
            "pairs": [pair.as_dict() for pair in self.pairs()],
        }  # fmt: skip


def make_ladder(game: str, scenario: str | None, options: dict[str, str], bots: tuple[str, ...], seed: int) -> Ladder:
    """A ladder that is known to be playable; without names all bots of the game."""
    loaded = sandtable.load(game)
    names = bots or sandtable.bot_names(loaded)
    if len(set(names)) != len(names) or len(names) < 2:
        raise BadInput("a ladder takes two or more different bots")
    plan = make_plan(game, scenario, options, {}, seed)
    seats = tuple(plan.bots)
    if len(seats) > 2:
        raise BadInput(f"a ladder is for one or two seats; {plan.scenario} has {', '.join(seats)}")
    for name in names:
        make_plan(game, scenario, options, dict.fromkeys(seats, name), seed)
    return Ladder(plan, names, seats)


def score(result: Result, seat: str) -> float:
    """What a seat got; a game that was given up is worth nothing to anybody."""
    return result.scores.get(seat, 0.0)


def beat(result: Result, one: str, other: str) -> float:
    """1 for a game that a seat won, 0.5 for a draw."""
    mine, theirs = score(result, one), score(result, other)
    return 0.5 if mine == theirs else float(mine > theirs)


def won_ci95(shares: list[float]) -> tuple[float, float]:
    """The 95 % interval of a part of games won, after Agresti and Coull: with two wins and two losses more, so that
    four wins in a row do not pass for certainty."""
    low, high = mean_of([*shares, 1.0, 1.0, 0.0, 0.0])[1]
    return max(low, 0.0), min(high, 1.0)


def ratings(bots: tuple[str, ...], won: dict[tuple[str, str], list[float]]) -> dict[str, float]:
    """Bradley and Terry's ratings that make these results likeliest, by Hunter's iteration, 0 on average."""
    wins = dict.fromkeys(bots, 0.0)
    met: dict[tuple[str, str], float] = {}
    for (a, b), shares in won.items():
        met[a, b] = len(shares) + PRIOR
        wins[a] += math.fsum(shares) + PRIOR / 2
        wins[b] += len(shares) - math.fsum(shares) + PRIOR / 2
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(1000):
        before = strength
        strength = {
            bot: wins[bot] / math.fsum(n / (before[a] + before[b]) for (a, b), n in met.items() if bot in (a, b))
            for bot in bots
        }
        middle = math.exp(math.fsum(math.log(one) for one in strength.values()) / len(bots))
        strength = {bot: one / middle for bot, one in strength.items()}
        if max(abs(math.log(strength[bot] / before[bot])) for bot in bots) < 1e-6:
            break
    return {bot: SCALE * math.log(one) for bot, one in strength.items()}


def redrawn(bots: tuple[str, ...], won: dict[tuple[str, str], list[float]], seed: int) -> list[dict[str, float]]:
    """Ratings if other seeds had been drawn: the same seeds for all pairs, since they were common. One that the first
    bot of a pair won and one that it lost are among them, so that a few wins in a row do not pass for certainty."""
    among = {pair: [*shares, 1.0, 0.0] for pair, shares in won.items()}
    rng, seeds = Rng(seed), len(next(iter(won.values())))
    found = []
    for _ in range(DRAWS):
        chosen = [rng.below(seeds + 2) for _ in range(seeds)]
        found.append(ratings(bots, {pair: [shares[n] for n in chosen] for pair, shares in among.items()}))
    return found


@dataclass
class Sequential:
    """Wald's test on pairs of games, in its form for means: is a bot stronger by a margin, or not stronger at all?"""

    margin: float
    """What part of games more than half a stronger bot wins."""
    shares: list[float] = field(default_factory=list)

    @property
    def likelihood(self) -> float:
        """The logarithm of how much likelier the results are if it is stronger than if both are equal."""
        if len(self.shares) < 2:
            return 0.0
        mean = math.fsum(self.shares) / len(self.shares)
        # Half a pair that went the other way keeps the spread of a run of equal results from being nothing.
        spread = (math.fsum((one - mean) ** 2 for one in self.shares) + 0.25) / len(self.shares)
        return len(self.shares) * self.margin * (2 * mean - 1 - self.margin) / (2 * spread)

    @property
    def verdict(self) -> str:
        """Stronger, not stronger, or nothing as long as it is open."""
        bound = math.log((1 - ERROR) / ERROR)
        return "stronger" if self.likelihood >= bound else "not stronger" if self.likelihood <= -bound else ""
