"""Several ways to play, over common seeds: what each brings, and which differences are beyond chance.

How that is tested, and why so, is in docs/decisions/050-studies.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from hashlib import shake_256
from itertools import combinations, product
from typing import Any

import sandtable
from sandtable import BadInput, Game, State
from sandtable.sim.rows import in_order, table_of_games
from sandtable.sim.simulate import Plan, Result, Summary, interval, make_plan

DRAWS = 9_999
LEVEL = 0.05
MOST = 24
"""So many variants may be compared; each pair of them is."""
BOTS = "bots"
SCENARIO = "scenario"


@dataclass(frozen=True)
class Setting:
    """What all variants have in common unless they vary it."""

    game: Game
    scenario: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    mission: str = ""
    closely: bool = False
    figures: bool = False


@dataclass
class Variant:
    """One way to play, and its games."""

    name: str
    played: Summary

    @property
    def plan(self) -> Plan:
        """What is played."""
        return self.played.plan

    def finished(self) -> dict[int, Result]:
        """The games that came to an end, by their seeds."""
        return {one.seed: one for one in in_order(self.played.results) if one.outcome}

    def row(self) -> dict[str, Any]:
        """What it brought, as `--json` prints it: nothing that depends on the machine."""
        told = self.played.as_dict()
        finished = self.finished().values()
        keys = sorted({key for one in finished for key in one.points})
        return {
            "variant": self.name,
            **{key: told[key] for key in ("scenario", "games", "finished", "errors", "outcomes", "seats")},
            "points": {key: interval([one.points[key] for one in finished if key in one.points]) for key in keys},
            "options": self.plan.options,
            "bots": self.plan.bots,
        }


# --- what is compared ------------------------------------------------------------------------------------------------


def quick_bot(game: Game) -> str:
    """The game's own quick player, or `random` where it has none."""
    return next(iter(game.bots()), "random")


def variants(setting: Setting, vary: tuple[str, ...], missions: dict[str, str]) -> list[Variant]:
    """Every combination of what is varied, and of missions by their names; BadInput unless there are two at least."""
    factors = factors_of(vary, missions)
    names = [name for name, _ in factors]
    found = []
    for values in product(*(values for _, values in factors)):
        chosen = dict(zip(names, values, strict=True))
        title = ", ".join(value if name == "mission" else f"{name}={value}" for name, value in chosen.items())
        own = missions.get(chosen.pop("mission", ""), setting.mission)
        found.append(Variant(title, Summary(plan_of(setting, chosen, own))))
    for first, second in combinations(found, 2):
        if first.plan == second.plan:
            raise BadInput(f"there is nothing to compare: {first.name} and {second.name} play the same")
    return found


def factors_of(vary: tuple[str, ...], missions: dict[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """What is varied, missions first, and the values of each."""
    factors = [parsed(one) for one in vary]
    if twice := [name for name, times in Counter(name for name, _ in factors).items() if times > 1]:
        raise BadInput(f"--vary names {twice[0]} twice; give it all its values at once, {twice[0]}=A,B,C")
    if missions:
        factors.insert(0, ("mission", tuple(missions)))
    count = math.prod(len(values) for _, values in factors)
    if count < 2:
        raise BadInput("a study compares two or more: --vary OPTION=A,B, --vary bots=A,B, or two mission files")
    if count > MOST:
        raise BadInput(f"that is {count} variants; a study compares {MOST} at most")
    return factors


def parsed(text: str) -> tuple[str, tuple[str, ...]]:
    """What is varied, and its values, of the words NAME=A,B."""
    name, _, rest = text.partition("=")
    values = tuple(value.strip() for value in rest.split(","))
    if not name or not all(values):
        raise BadInput(f"--vary takes NAME=A,B, not “{text}”")
    if len(values) < 2 or len(set(values)) < len(values):
        raise BadInput(f"--vary {text} compares nothing; it takes two or more different values, {name}=A,B")
    return name, values


def plan_of(setting: Setting, chosen: dict[str, str], mission: str) -> Plan:
    """What one variant plays; seats that nobody names are the quick player's."""
    options, bots, scenario = dict(setting.options), dict(setting.bots), setting.scenario
    everywhere = quick_bot(setting.game)
    for name, value in chosen.items():
        if name == SCENARIO:
            scenario = value
        elif name == BOTS:
            everywhere = value
        elif name.startswith(f"{BOTS}."):
            bots[name.removeprefix(f"{BOTS}.")] = value
        else:
            options[name] = value
    begun = setting.game.start(scenario, options=options, mission=mission)
    bots = {**dict.fromkeys(setting.game.seats(begun), everywhere), **bots}
    closely = setting.closely
    plan = make_plan(setting.game.name, scenario, options, bots, setting.seed, mission, turns=closely, closely=closely)
    return replace(plan, figures=setting.figures)


# --- what is beyond chance -------------------------------------------------------------------------------------------


def differences(
    compared: list[Variant], wanted: Callable[[Plan, Plan], bool] = lambda *_: True
) -> list[dict[str, Any]]:
    """Each pair of variants that is wanted, in each measure that both have: the mean difference over common seeds, and
    whether it is beyond chance when all these comparisons are made at once."""
    found: list[dict[str, Any]] = []
    for first, second in combinations(compared, 2):
        if not wanted(first.plan, second.plan):
            continue
        for measure, apart in measured(first, second):
            found.append(
                {
                    "measure": measure,
                    "first": first.name,
                    "second": second.name,
                    "pairs": len(apart),
                    "difference": interval(apart),
                    "p": flipped(apart),
                }
            )
    for told, p in zip(found, holm([one["p"] for one in found]), strict=True):
        told["p_holm"] = p
        told["beyond_chance"] = p <= LEVEL
    return found


def measured(first: Variant, second: Variant) -> Iterator[tuple[str, list[float]]]:
    """By how much the second has more, seed by seed: scores by seat, then points. Of two seats whose scores mirror each
    other the first says it all."""
    ours, theirs = first.finished(), second.finished()
    pairs = [(ours[seed], theirs[seed]) for seed in ours if seed in theirs]
    told: list[list[float]] = []
    for seat in [seat for seat in first.plan.bots if seat in second.plan.bots]:
        apart = [b.scores[seat] - a.scores[seat] for a, b in pairs]
        if pairs and [-one for one in apart] not in told:
            told.append(apart)
            yield f"score of {seat}", apart
    for key in sorted({key for a, b in pairs for key in a.points.keys() & b.points.keys()}):
        both = [b.points[key] - a.points[key] for a, b in pairs if key in a.points and key in b.points]
        yield title_of(key, first.plan.bots), both


def title_of(key: str, seats: Collection[str]) -> str:
    """What points are called: those of a seat, or the game's own name for them."""
    return f"points of {key}" if key in seats else key


def flipped(apart: list[float]) -> float:
    """The p-value of a paired randomisation test: how often a sum at least as far from 0 would come about if each
    difference might as well have had the other sign.

    Differences of one size are flipped together: so many bits, of which those that are set are counted. The bits are
    always the same ones, so the same games give the same p.
    """
    sizes = sorted(Counter(round(abs(one), 9) for one in apart if abs(one) > 1e-9).items())
    if not sizes:
        return 1.0
    far = abs(math.fsum(apart)) - 1e-6
    width = (sum(times for _, times in sizes) + 7) // 8
    bits = shake_256(b"sandtable study").digest(width * DRAWS)
    as_far = 0
    for start in range(0, len(bits), width):
        drawn = int.from_bytes(bits[start : start + width], "little")
        total = 0.0
        for size, times in sizes:
            total += size * (2 * (drawn & ((1 << times) - 1)).bit_count() - times)
            drawn >>= times
        as_far += abs(total) >= far
    return round((1 + as_far) / (1 + DRAWS), 4)


def holm(found: list[float]) -> list[float]:
    """p-values made larger by Holm's step-down method, so that all of them may be read at once."""
    corrected = [1.0] * len(found)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(found)), key=lambda n: found[n])):
        highest = max(highest, min(1.0, found[place] * (len(found) - rank)))
        corrected[place] = round(highest, 4)
    return corrected


# --- tables and maps of all variants ---------------------------------------------------------------------------------


def table(compared: list[Variant]) -> dict[str, list[Any]]:
    """A row for each game of each variant, as columns."""
    tables = [(one.name, table_of_games(one.plan, one.played.results)) for one in compared]
    names = dict.fromkeys(name for _, columns in tables for name in columns)
    found: dict[str, list[Any]] = {"variant": [], **{name: [] for name in names}}
    for variant, columns in tables:
        games = len(columns["seed"])
        found["variant"] += [variant] * games
        for name in names:
            found[name] += columns.get(name, [None] * games)
    return found


def heat(variant: Variant) -> dict[str, dict[str, float]]:
    """How often things happened where, in a mean game."""
    total: dict[str, Counter[str]] = {}
    results = list(variant.finished().values())
    for one in results:
        for kind, counts in one.heat.items():
            total.setdefault(kind, Counter()).update(counts)
    return {
        kind: {place: count / len(results) for place, count in counts.items()} for kind, counts in sorted(total.items())
    }


def beginning(plan: Plan) -> State:
    """The position that every game of a plan begins with, chance apart."""
    return sandtable.load(plan.game).start(plan.scenario, options=plan.options, mission=plan.mission)


def board_of(plan: Plan) -> str:
    """The id of the board that a plan is played on; empty where there is none."""
    return sandtable.load(plan.game).seen(beginning(plan), None).drawn.board


def course(results: list[Result], key: str) -> list[list[float]]:
    """What is counted by this name at the end of each turn, in each game; games that are over keep their last value."""
    told = [by_turn(one, key) for one in results]
    last = max((max(rows) for rows in told if rows), default=0)
    found: list[list[float]] = []
    for rows in told:
        if rows:
            value = rows[min(rows)]
            found.append([value := rows.get(turn, value) for turn in range(1, last + 1)])
    return found


def by_turn(one: Result, key: str) -> dict[int, float]:
    """A figure at the end of each turn; in a campaign the turns of a mission follow those of the one before."""
    found: dict[int, float] = {}
    before = last = 0
    for row in one.turns:
        turn = int(row["turn"])
        if turn < last:
            before += last
        last = turn
        if key in row:
            found[before + turn] = row[key]
    return found


def counted(results: list[Result]) -> list[str]:
    """The names of what is counted from turn to turn."""
    return list(
        dict.fromkeys(key for one in results for row in one.turns for key in row if key not in ("turn", "decisions"))
    )
