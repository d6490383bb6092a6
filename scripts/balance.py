"""Plays every scenario of a game many times with its bots and says how it went: the balance report of a game.

    python -m scripts.balance GAME [--games N] [--long-games 200] [--seed 1] [--scenario ID]... [--line-up NAME]...
        [--go-on] [--render]

The counts go to docs/balance/GAME.json and the report to docs/balance/GAME.md. Remarks written by hand, with what the
figures mean, are in docs/balance/GAME.notes.md and open the report. `--scenario` and `--line-up` play only those and
keep the other counts; `--go-on` plays only the games that a stopped run left out; `--render` plays nothing and writes
the report again.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import sandtable
from sandtable.games.night_drop.box import counters as drop_counters
from sandtable.games.night_drop.box import land as drop_land
from sandtable.games.night_drop.box import scenarios as drop_scenarios
from sandtable.games.night_drop.box.tables import VICTORY_NAMES as DROP_LEVELS
from sandtable.games.night_drop.rules import r10_victory as drop_victory
from sandtable.games.night_drop.state import DEAD, NightDrop
from sandtable.games.rogue_regiment import state as regiment
from sandtable.games.rogue_regiment.box import data as regiment_data
from sandtable.games.who_dares_wins.box import missions, tables
from sandtable.games.who_dares_wins.rules import r54_evaluation as desert_evaluation
from sandtable.games.who_dares_wins.state import DEFEATED, DESTROYED, Desert

FOLDER = Path(__file__).parent.parent / "docs" / "balance"
OPTIONS = {"who-dares-wins": {"bonus_needs_objective": "on"}}
"""Options that a report uses beside the defaults, where the scenario has them."""
LONG = {"campaign"}
"""Scenarios of which fewer games are played."""
VARIANTS: dict[tuple[str, str], tuple[dict[str, str], ...]] = {
    ("night-drop", "pegasus-bridge"): ({"data": "tuned"},),
    **{
        ("rogue-regiment", mission): ({"difficulty": "easy"}, {"difficulty": "hard"})
        for mission in regiment_data.MISSIONS
    },
}
"""Options with which the bots also play; where there are several seats, among themselves."""
GAMES = {"rogue-regiment": 100}
"""Games of each line-up if the command does not say how many; else a thousand."""
VARIANT_GAMES = {"rogue-regiment": 60}
"""Games of line-ups with options of their own."""
AGAINST_CHANCE = {"night-drop": 100}
"""Games of line-ups with chance in a seat, where a thousand would tell nothing more."""
CAP = 20_000
SHARE = 20
"""Games that a process plays before it answers."""

Figures = dict[str, str | float]
"""What is told of one game: words are counted, numbers are averaged."""
Counts = dict[str, dict[str, dict[str, int]]]
"""For words and for numbers: each figure, and how often it had each value."""


# --- what is told of a game ------------------------------------------------------------------------------------------


def desert_figures(s: Desert) -> Figures:
    """Who Dares Wins: level, points, turns, Alarm, losses; for a campaign the level and points of each mission."""
    found: Figures = {}
    if s.setup.scenario == missions.CAMPAIGN:
        for scenario, halves, level, *_ in s.results:
            number = missions.SCENARIOS[scenario].number
            found[f"Level of scenario {number}"] = tables.LEVEL_TITLE[level]
            found[f"VP of scenario {number}"] = halves / 2
        found["VP of the campaign"] = sum(result[1] for result in s.results) / 2
        found["Units destroyed and not restored"] = list(s.side).count(DESTROYED)
        return found
    _, halves, level, turns, alarm, cause = s.results[-1]
    reached = desert_evaluation.objectives(s)
    found["Level"] = tables.LEVEL_TITLE[level]
    found["Success"] = "Moderate or better" if level >= tables.MODERATE else "Failure or worse"
    found["Ended by"] = ("return", "loss of all", "giving up", "the last turn", "forfeit")[cause]
    found["VP"] = halves / 2
    found["Objectives destroyed"] = reached.count(desert_evaluation.WHOLE)
    found["Objectives reduced"] = reached.count(desert_evaluation.PART)
    found["Turn of the last return"] = turns
    found["Alarm at the end"] = alarm
    found["LRDG units that took part"] = len(s.roster)
    found["LRDG units destroyed"] = sum(1 for unit in s.roster if s.side[unit] == DESTROYED)
    found["LRDG units reduced"] = sum(1 for unit in s.roster if desert_evaluation.is_reduced(s, unit))
    found["Axis units defeated"] = s.axis_zone.count(DEFEATED)
    return found


YIELD = "VP from "
"""Begins the figure of an objective in Night Drop: what it scored, told only when it was held."""


def drop_figures(s: NightDrop) -> Figures:
    """Night Drop: level and points, what each objective that was held yields, and what became of the units."""
    found: Figures = {"Level": drop_victory.level(s)}
    found["Bridges"] = "held" if s.control[drop_land.H1_OBJECTIVE] else "lost"
    found["VP"] = drop_victory.victory_points(s)
    found["Turns"] = s.turn
    found["Sticks gathered into Companies"] = s.assembled
    found["Sticks lost, landing included"] = s.at[: drop_counters.STICKS].count(DEAD)
    companies = s.at[drop_counters.FIRST_COMPANY : drop_counters.HOWARD_1]
    found["Companies on the map at the end"] = sum(1 for place in companies if place < drop_land.HEXES)
    found["German units lost"] = s.at[drop_counters.FIRST_GERMAN : drop_counters.GARRISON].count(DEAD)
    for objective, cell in enumerate(drop_land.OBJECTIVES):
        if s.control[objective]:
            found[YIELD + drop_land.PLACE_NAME[cell]] = drop_victory.value(s, objective)
    return found


def regiment_figures(s: regiment.Regiment) -> Figures:
    """Rogue Regiment: victory, points, turns, alarm and losses."""
    outcome = sandtable.load("rogue-regiment").outcome(s)
    assert outcome is not None, "the game is over without an outcome"
    ours = [m for m in range(len(s.m_kind)) if s.is_operator(m)]
    return {
        "Result": outcome.text,
        "Ended by": {"left": "leaving", "dead": "loss of all", "time": "the last card"}[s.ended],
        "Alarm": "raised" if s.section == regiment.BATTLE else "not raised",
        "Points": outcome.points["points"],
        "Turns": s.turn,
        "Operators lost": sum(1 for m in ours if s.m_state[m] == regiment.DEAD),
        "Axis units lost": sum(1 for health in s.u_health if health <= 0),
    }


def regiment_moments(s: regiment.Regiment) -> Figures:
    """Rogue Regiment: when somebody was first alert, and when the alarm was raised."""
    found: Figures = {}
    if any(s.u_alert):
        found["Turn of the first alert"] = s.turn
    if s.section == regiment.BATTLE:
        found["Turn of the alarm"] = s.turn
    return found


OWN_FIGURES: dict[str, Callable[[Any], Figures]] = {
    "who-dares-wins": desert_figures,
    "night-drop": drop_figures,
    "rogue-regiment": regiment_figures,
}
OWN_MOMENTS: dict[str, Callable[[Any], Figures]] = {"rogue-regiment": regiment_moments}
"""What is told of the moment when it is first so."""


def figures(game: sandtable.Game, s: sandtable.State) -> Figures:
    """What is told of a finished game: its own figures, or the outcome and the score of each seat."""
    if game.name in OWN_FIGURES:
        return OWN_FIGURES[game.name](s)
    outcome = game.outcome(s)
    assert outcome is not None, "the game is over without an outcome"
    return {"Outcome": outcome.text, **{f"Score of {seat}": score for seat, score in outcome.scores.items()}}


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Games of one kind: a scenario, a bot for each seat, and the first seed."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()

    def title(self) -> str:
        """The bots, once where all seats have the same, and the options that this line-up has of its own."""
        bots = self.bots[0] if len(set(self.bots)) == 1 else " against ".join(self.bots)
        return " ".join([bots, *(f"{name}={value}" for name, value in self.options)])


def plans(game: sandtable.Game, scenario: str, seed: int) -> list[Plan]:
    """Every bot in all seats, and each bot in each seat against chance."""
    seats = len(game.seats(game.start(scenario, options=options_of(game, scenario))))
    kinds = ("random", *game.bots())
    found = [(kind,) * seats for kind in kinds]
    if seats > 1:
        for kind in kinds[1:]:
            found += [("random",) * place + (kind,) + ("random",) * (seats - place - 1) for place in range(seats)]
    made = [Plan(game.name, scenario, bots, seed) for bots in found]
    for options in VARIANTS.get((game.name, scenario), ()):
        for kind in kinds if seats == 1 else kinds[1:]:
            made.append(Plan(game.name, scenario, (kind,) * seats, seed, tuple(options.items())))
    return made


def options_of(game: sandtable.Game, scenario: str) -> dict[str, str]:
    """The options of the report that the scenario has."""
    known = {option.name for option in game.scenario(scenario).options}
    return {name: value for name, value in OPTIONS.get(game.name, {}).items() if name in known}


def play_share(plan: Plan, numbers: range) -> list[Figures]:
    """Some games of a plan; the one with number n has the seed of the plan + n. An error of the rules is told."""
    game = sandtable.load(plan.game)
    options = {**options_of(game, plan.scenario), **dict(plan.options)}
    told: list[Figures] = []
    for number in numbers:
        s = game.start(plan.scenario, seed=plan.seed + number, options=options)
        s.listen = False
        seats = game.seats(s)
        bots = {seat: game.bot(plan.bots[place], plan.seed + number + place) for place, seat in enumerate(seats)}
        blind = {seat for place, seat in enumerate(seats) if plan.bots[place] == "random"}
        decisions = 0
        moments: Figures = {}
        try:
            while (offered := sandtable.legal(s)) and decisions < CAP:
                seat = s.seat
                assert seat is not None
                sandtable.play(s, bots[seat].pick({} if seat in blind else game.view(s, seat), offered))
                decisions += 1
                if game.name in OWN_MOMENTS:
                    moments = {**OWN_MOMENTS[game.name](s), **moments}
        except Exception as error:
            told.append({"Not finished": f"{type(error).__name__} with seed {plan.seed + number}"})
            continue
        if offered:
            told.append({"Not finished": f"more than {CAP} decisions with seed {plan.seed + number}"})
        else:
            told.append({**figures(game, s), **moments, "Decisions": decisions})
    return told


def play_all(
    plan: Plan, games: int, pool: Executor, begun: Counts | None = None,
    keep: Callable[[Counts], None] | None = None,
) -> Counts:  # fmt: skip
    """Play the games of a plan that were not begun, count what they tell, and hand the counts on after every few."""
    words: dict[str, Counter[str]] = {}
    numbers: dict[str, Counter[str]] = {}
    first = 0
    if begun is not None:
        first = played(begun, 0)
        words = {name: Counter(counted) for name, counted in begun["words"].items()}
        numbers = {name: Counter(counted) for name, counted in begun["numbers"].items()}
    shares = [range(start, min(start + SHARE, games)) for start in range(first, games, SHARE)]
    for done, told in enumerate(pool.map(partial(play_share, plan), shares), 1):
        for one in told:
            for name, value in one.items():
                kind = words if isinstance(value, str) else numbers
                kind.setdefault(name, Counter())[value if isinstance(value, str) else f"{value:g}"] += 1
        if keep is not None and done % 5 == 0:
            keep(counts_of(words, numbers))
    return counts_of(words, numbers)


def counts_of(words: dict[str, Counter[str]], numbers: dict[str, Counter[str]]) -> Counts:
    """Counts in a stable order, as they are kept."""
    return {
        "words": {name: dict(sorted(counted.items())) for name, counted in words.items()},
        "numbers": {n: dict(sorted(c.items(), key=lambda one: float(one[0]))) for n, c in numbers.items()},
    }


# --- the report ------------------------------------------------------------------------------------------------------


def spread(counted: dict[str, int]) -> tuple[float, float, float, float]:
    """Mean, half of its 95 % interval by the normal approximation, and the values that 5 % are below and above."""
    values = sorted((float(value), times) for value, times in counted.items())
    number = sum(times for _, times in values)
    mean = fsum(value * times for value, times in values) / number
    variance = fsum((value - mean) ** 2 * times for value, times in values) / max(1, number - 1)
    low, high = (at_share(values, number * share) for share in (0.05, 0.95))
    return mean, 1.96 * sqrt(variance / number), low, high


def at_share(values: list[tuple[float, int]], wanted: float) -> float:
    """The value below which so many games lie."""
    for value, times in values:
        wanted -= times
        if wanted <= 0:
            return value
    return values[-1][0]


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]


def played(one: Counts, games: int) -> int:
    """How many games a line-up was counted from."""
    told = sum(one["numbers"].get("Decisions", {}).values()) + sum(one["words"].get("Not finished", {}).values())
    return told or games


def drop_tables(counts: dict[str, Counts]) -> list[str]:
    """Night Drop: how often each number of points, and what each objective yields, for line-ups of equals."""
    equals = {name: one for name, one in counts.items() if " against " not in name}
    points = [{int(value): times for value, times in one["numbers"]["VP"].items()} for one in equals.values()]
    rows = [
        [str(vp), *(bar(one.get(vp, 0), max(one.values())) for one in points)]
        for vp in range(min(map(min, points)), max(map(max, points)) + 1)
    ]
    summed = [
        ["Median VP", *(f"{median_of(one):g}" for one in points)],
        [
            "Games of 12 to 16 VP",
            *(f"{sum(one.get(vp, 0) for vp in range(12, 17)) / sum(one.values()):.1%}" for one in points),
        ],
        ["British victories", *(f"{british_share(one):.1%}" for one in equals.values())],
    ]
    lines = table(["Together", *equals], summed) + table(["VP: games", *equals], rows)
    rows = []
    for objective, cell in enumerate(drop_land.OBJECTIVES):
        place = drop_land.PLACE_NAME[cell]
        star = drop_land.STARS[drop_land.STAR[objective]]
        cells: list[str] = []
        for one in equals.values():
            scored = {int(value): times for value, times in one["numbers"].get(YIELD + place, {}).items()}
            games = played(one, 1)
            total = sum(value * times for value, times in scored.items())
            cells.append(f"{sum(scored.values()) / games:.0%}, {total / games:.2f}")
        rows.append([f"{place} ({star})", *cells])
    return lines + table(["Objective (star): held, VP a game", *equals], rows)


def regiment_tables(counts: dict[str, Counts]) -> list[str]:
    """Rogue Regiment: by how much greedy is ahead of chance, in points and in victories, with 95 % intervals."""
    rows: list[list[str]] = []
    for name, one in counts.items():
        other = counts.get(name.replace("greedy", "random"))
        if not name.startswith("greedy") or other is None:
            continue
        mine, mean = spread(one["numbers"]["Points"]), spread(other["numbers"]["Points"])
        shares = []
        for counted in (one, other):
            games = played(counted, 1)
            share = 1 - counted["words"]["Result"].get("defeat", 0) / games
            shares.append((share, 1.96 * sqrt(share * (1 - share) / games)))
        rows.append([
            name.replace("greedy", "").strip() or "normal",
            f"{mine[0] - mean[0]:+.2f} ± {sqrt(mine[1] ** 2 + mean[1] ** 2):.2f}",
            f"{shares[0][0]:.0%} ± {shares[0][1]:.0%}",
            f"{shares[1][0]:.0%} ± {shares[1][1]:.0%}",
        ])  # fmt: skip
    head = ["Level", "Points of greedy less those of random", "Victories of greedy", "Victories of random"]
    return table(head, rows)


def median_of(counted: dict[int, int]) -> float:
    """The middle value, or the mean of the two in the middle."""
    values = [value for value in sorted(counted) for _ in range(counted[value])]
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def british_share(one: Counts) -> float:
    """Games that ended with a British victory of some level."""
    levels = one["words"]["Level"]
    return sum(times for level, times in levels.items() if "British" in level) / sum(levels.values())


def bar(times: int, most: int) -> str:
    """A number with a bar as long as it is large."""
    return f"{times} {'█' * round(12 * times / most)}".strip()


OWN_TABLES: dict[str, Callable[[dict[str, Counts]], list[str]]] = {
    "night-drop": drop_tables,
    "rogue-regiment": regiment_tables,
}


def section(title: str, brief: str, counts: dict[str, Counts], games: int, order: tuple[str, ...]) -> list[str]:
    """One scenario: shares of words, then numbers, a column for each line-up."""
    line_ups = list(counts)
    numbers = {name: played(one, games) for name, one in counts.items()}
    if len(set(numbers.values())) == 1:
        told = f"{games:,} games each."
    else:
        told = "Games: " + ", ".join(f"{name} {number:,}" for name, number in numbers.items()) + "."
    lines = [f"## {title}", "", brief, "", told, ""]
    rows: list[list[str]] = []
    names = {name: None for one in counts.values() for name in one["words"]}
    for name in names:
        values = {value: None for one in counts.values() for value in one["words"].get(name, {})}
        known = [value for value in order if value in values]
        for value in [*known, *(value for value in values if value not in known)]:
            shares = [one["words"].get(name, {}).get(value, 0) / numbers[who] for who, one in counts.items()]
            rows.append([f"{name}: {value}", *(f"{share:.1%}" for share in shares)])
    lines += table(["Share of games", *line_ups], rows)
    rows = []
    names = {name: None for one in counts.values() for name in one["numbers"] if not name.startswith(YIELD)}
    for name in names:
        cells = []
        for one in counts.values():
            if name in one["numbers"]:
                mean, half, low, high = spread(one["numbers"][name])
                cells.append(f"{mean:.2f} ± {half:.2f} ({low:g} to {high:g})")
            else:
                cells.append("")
        rows.append([name, *cells])
    lines += table(["Mean ± 95 % (5 % to 95 % of games)", *line_ups], rows)
    return lines


ORDER: dict[str, tuple[str, ...]] = {
    "who-dares-wins": tuple(tables.LEVEL_TITLE),
    "night-drop": (*DROP_LEVELS, *drop_scenarios.NIGHT_VICTORY_NAMES),
    "rogue-regiment": ("major victory", "minor victory", "defeat"),
}
"""The order in which levels are told."""


def render(game: sandtable.Game) -> None:
    """Write the report from the counts and the remarks."""
    kept = json.loads((FOLDER / f"{game.name}.json").read_text(encoding="utf-8"))
    notes = FOLDER / f"{game.name}.notes.md"
    lines = [f"# Balance of {game.title}", "", f"Made by `python -m scripts.balance {game.name}`; do not edit.", ""]
    if notes.exists():
        lines += [notes.read_text(encoding="utf-8").strip(), ""]
    order = ORDER.get(game.name, ())
    for scenario in game.scenarios():
        if scenario.id in kept["scenarios"]:
            one = kept["scenarios"][scenario.id]
            options = ", ".join(f"`{name}={value}`" for name, value in options_of(game, scenario.id).items())
            seeds = f"Seeds {one['seed']} to {one['seed'] + one['games'] - 1}, rules {one['rules']}"
            brief = f"`{scenario.id}`. {scenario.brief} {seeds}{', ' + options if options else ''}."
            lines += section(scenario.title, brief, one["line-ups"], one["games"], tuple(order))
            if game.name in OWN_TABLES:
                lines += OWN_TABLES[game.name](one["line-ups"])
    (FOLDER / f"{game.name}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    (box_of(game) / "balance.toml").write_text(packed(game), encoding="utf-8")
    print(f"{game.name}: docs/balance/{game.name}.md")


POINTS = ("VP", "VP of the campaign", "Points")
"""The figure that says how a game ended, whatever a game calls it."""
PACKED = "greedy"
"""Whose games a player's result is shown beside."""


def packed(game: sandtable.Game) -> str:
    """How often the quick player's games ended with how many points, for the box of the game: balance.toml."""
    kept = json.loads((FOLDER / f"{game.name}.json").read_text(encoding="utf-8"))
    lines = [f"# Written by `python -m scripts.balance {game.name} --render` from docs/balance; do not edit."]
    for scenario, one in kept["scenarios"].items():
        for name, counts in one["line-ups"].items():
            bot, _, options = name.partition(" ")
            if bot == PACKED and "against" not in options:
                counted = next(counts["numbers"][figure] for figure in POINTS if figure in counts["numbers"])
                pairs = ", ".join(f"[{value}, {times}]" for value, times in counted.items())
                lines += ["", f'["{f"{scenario} {options}".strip()}"]', f"points = [{pairs}]"]
    return "\n".join(lines) + "\n"


def box_of(game: sandtable.Game) -> Path:
    """Where a game's box lies."""
    return Path(sandtable.__file__).parent / "games" / game.name.replace("-", "_") / "box"


def write(path: Path, kept: dict[str, Any]) -> None:
    """Write all counts."""
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def keep(path: Path, kept: dict[str, Any], line_ups: dict[str, Counts], name: str, counts: Counts) -> None:
    """Write what a line-up has counted so far, so that a run that is stopped loses little."""
    line_ups[name] = counts
    write(path, kept)


def main() -> None:
    """Play, keep the counts after each scenario, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sandtable.names())
    parser.add_argument("--games", type=int)
    parser.add_argument("--long-games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--line-up", action="append", default=[])
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--render", action="store_true")
    given = parser.parse_args()
    game = sandtable.load(given.game)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{game.name}.json"
    if not given.render:
        kept: dict[str, Any] = {"scenarios": {}}
        if path.exists() and (given.scenario or given.line_up or given.go_on):
            kept = json.loads(path.read_text(encoding="utf-8"))
        wanted = given.scenario or [scenario.id for scenario in game.scenarios()]
        with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
            for scenario in wanted:
                games = given.long_games if scenario in LONG else given.games or GAMES.get(game.name, 1000)
                begun = kept["scenarios"].get(scenario, {})
                assert begun.get("seed", given.seed) == given.seed or not given.go_on, "other seeds were begun"
                before = begun.get("line-ups", {}) if given.line_up or given.go_on else {}
                line_ups: dict[str, Counts] = {}
                kept["scenarios"][scenario] = {
                    "seed": given.seed, "games": games, "rules": game.rules, "line-ups": line_ups,
                }  # fmt: skip
                for plan in plans(game, scenario, given.seed):
                    name = plan.title()
                    if name in before:
                        line_ups[name] = before[name]
                    if given.line_up and name not in given.line_up:
                        continue
                    number = min(games, AGAINST_CHANCE.get(game.name, games)) if "random" in plan.bots else games
                    number = min(number, VARIANT_GAMES.get(game.name, number)) if plan.options else number
                    counted = before.get(name) if given.go_on else None
                    line_ups[name] = play_all(plan, number, pool, counted, partial(keep, path, kept, line_ups, name))
                    print(f"{scenario}, {name}: {number} games", flush=True)
                write(path, kept)
    render(game)


if __name__ == "__main__":
    main()
