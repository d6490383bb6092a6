"""The balance pages: a study of every scenario of a game, played by its bots over common seeds.

    python -m scripts.balance [GAME]... [--games N] [--long-games 200] [--seed 1] [--scenario ID]... [--render]

It writes the counts to docs/balance/GAME.json, the page to docs/balance/GAME.md, and to the box of the game how often
the quick player ended with how many points. docs/balance/GAME.notes.md is written by hand, says what the figures
mean, and opens the page.

`--scenario` plays only those scenarios and keeps the other counts. `--render` plays nothing and writes the pages
again. A run that was stopped goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import fsum, sqrt
from pathlib import Path
from typing import Any

import sandtable
from sandtable.cli.simulating import play_rest
from sandtable.games.night_drop.box import land, missions
from sandtable.games.night_drop.box.tables import VICTORY_NAMES
from sandtable.games.night_drop.table.figures import YIELD
from sandtable.games.rogue_regiment.box import data
from sandtable.games.who_dares_wins.box import tables
from sandtable.sim.journal import Journal
from sandtable.sim.rows import in_order
from sandtable.sim.simulate import Plan, Result, Summary
from sandtable.sim.study import Setting, Variant, differences, plan_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "balance"
BEGUN = ROOT / "build" / "balance"
"""Where games are kept until their page is written."""
OPTIONS = {"who-dares-wins": {"bonus_needs_objective": "on"}}
"""Options that a page uses beside the defaults, where the scenario has them."""
LONG = {"campaign"}
"""Scenarios of which fewer games are played."""
VARIANTS: dict[tuple[str, str], tuple[dict[str, str], ...]] = {
    ("night-drop", "pegasus-bridge"): ({"data": "tuned"},),
    **{("rogue-regiment", mission): ({"difficulty": "easy"}, {"difficulty": "hard"}) for mission in data.MISSIONS},
}
"""Options with which the bots also play; where there are several seats, among themselves."""
GAMES = {"rogue-regiment": 100}
"""Games of each line-up if the command does not say how many; else a thousand."""
VARIANT_GAMES = {"rogue-regiment": 60}
"""Games of line-ups with options of their own."""
AGAINST_CHANCE = {"night-drop": 100}
"""Games of line-ups with chance in a seat, where a thousand would tell nothing more."""
BOTS = ("random", "greedy")
"""Who plays: chance, and the quick player beside whose games a result is shown."""

Counts = dict[str, dict[str, dict[str, int]]]
"""For words and for numbers: each figure, and how often it had each value."""


# --- playing ---------------------------------------------------------------------------------------------------------


def line_ups(game: sandtable.Game, scenario: str, seed: int) -> list[Variant]:
    """Each bot in all seats, and each in each seat against chance; then those with options of their own."""
    options = options_of(game, scenario)
    seats = game.seats(game.start(scenario, options=options))
    chance, *others = BOTS
    chosen: list[tuple[dict[str, str], dict[str, str]]] = [({"bots": bot}, {}) for bot in BOTS]
    if len(seats) > 1:
        chosen += [({"bots": chance, f"bots.{seat}": bot}, {}) for bot in others for seat in seats]
    for own in VARIANTS.get((game.name, scenario), ()):
        chosen += [({"bots": bot}, own) for bot in (BOTS if len(seats) == 1 else others)]
    found = []
    for bots, own in chosen:
        plan = plan_of(Setting(game, scenario, options | own, seed=seed, figures=True), bots, "")
        found.append(Variant(title_of(plan, own), Summary(plan)))
    return found


def title_of(plan: Plan, own: dict[str, str]) -> str:
    """The bots, once where all seats have the same, and the options that this line-up has of its own."""
    bots = list(plan.bots.values())
    told = bots[0] if len(set(bots)) == 1 else " against ".join(bots)
    return " ".join([told, *(f"{name}={value}" for name, value in own.items())])


def options_of(game: sandtable.Game, scenario: str) -> dict[str, str]:
    """The options of the page that the scenario has."""
    known = {option.name for option in game.scenario(scenario).options}
    return {name: value for name, value in OPTIONS.get(game.name, {}).items() if name in known}


def number_of(variant: Variant, games: int) -> int:
    """How many games of a line-up are played."""
    plan = variant.plan
    if "random" in plan.bots.values():
        games = min(games, AGAINST_CHANCE.get(plan.game, games))
    own = plan.options.items() - options_of(sandtable.load(plan.game), plan.scenario).items()
    return min(games, VARIANT_GAMES.get(plan.game, games)) if own else games


def play_scenario(
    game: sandtable.Game, scenario: str, seed: int, games: int, workers: int, keep: Callable[[dict[str, Any]], None]
) -> None:
    """The study of one scenario: what each line-up brought, and which differences are beyond chance. Its games stay in
    their journals, for a run that was stopped at a later scenario."""
    compared = line_ups(game, scenario, seed)
    journals: list[Journal] = []
    BEGUN.mkdir(parents=True, exist_ok=True)
    try:
        for place, variant in enumerate(compared):
            number = number_of(variant, games)
            journals.append(Journal(BEGUN / f"{game.name}-{scenario}-{place}", variant.plan, number))
            variant.played.results = journals[-1].results
            play_rest(variant.played, number, workers, journals[-1])
            print(f"{scenario}, {variant.name}: {number} games", flush=True)
        keep({
            "seed": seed, "games": games, "rules": game.rules,
            "line-ups": {one.name: counts_of(in_order(one.played.results)) for one in compared},
            "differences": differences(compared, one_thing_apart),
        })  # fmt: skip
    finally:
        for journal in journals:
            journal.close(finished=False)


def forget(game: sandtable.Game, scenario: str) -> None:
    """Remove the journals of a scenario, once the page is written."""
    for path in BEGUN.glob(f"{game.name}-{scenario}-[0-9]*"):
        path.unlink()


def one_thing_apart(first: Plan, second: Plan) -> bool:
    """Whether two line-ups differ in the bot of one seat, or of all, or in options alone: it is plain then what made
    the difference."""
    if first.options != second.options:
        return first.bots == second.bots
    apart = [seat for seat in first.bots if first.bots[seat] != second.bots[seat]]
    return len(apart) in (1, len(first.bots))


def counts_of(results: list[Result]) -> Counts:
    """How often each figure had each value, as it is kept."""
    words: dict[str, Counter[str]] = {}
    numbers: dict[str, Counter[str]] = {}
    for one in results:
        if not one.outcome:
            told: dict[str, str | float] = {"Not finished": one.error or f"given up with seed {one.seed}"}
        else:
            told = {**one.figures, "Decisions": one.decisions}
        for name, value in told.items():
            kind = words if isinstance(value, str) else numbers
            kind.setdefault(name, Counter())[value if isinstance(value, str) else f"{value:g}"] += 1
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
    for objective, cell in enumerate(land.OBJECTIVES):
        place = land.PLACE_NAME[cell]
        star = land.STARS[land.STAR[objective]]
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


def difference_table(found: list[dict[str, Any]]) -> list[str]:
    """Which differences of scores are beyond chance, as a study tells it."""
    rows = []
    for one in found:
        if one["measure"].startswith("score") and one["difference"]["mean"] is not None:
            mean, (low, high) = one["difference"]["mean"], one["difference"]["ci95"]
            chance = "beyond chance" if one["beyond_chance"] else "may be chance"
            told = f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"
            rows.append([one["first"], one["second"], one["measure"], told, f"{one['p_holm']:.4f}, {chance}"])
    return table(["First", "Second", "Measure", "The second has more by", "p (Holm)"], rows) if rows else []


ORDER: dict[str, tuple[str, ...]] = {
    "who-dares-wins": tuple(tables.LEVEL_TITLE),
    "night-drop": (*VICTORY_NAMES, *missions.NIGHT_VICTORY_NAMES),
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
            lines += difference_table(one.get("differences", []))
    (FOLDER / f"{game.name}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    (box_of(game) / "balance.toml").write_text(packed(game), encoding="utf-8")
    print(f"{game.name}: docs/balance/{game.name}.md")


POINTS = ("VP", "VP of the campaign", "Points")
"""The figure that says how a game ended, whatever a game calls it."""


def packed(game: sandtable.Game) -> str:
    """How often the quick player's games ended with how many points, for the box of the game: balance.toml."""
    kept = json.loads((FOLDER / f"{game.name}.json").read_text(encoding="utf-8"))
    lines = [f"# Written by `python -m scripts.balance {game.name} --render` from docs/balance; do not edit."]
    for scenario, one in kept["scenarios"].items():
        for name, counts in one["line-ups"].items():
            bot, _, options = name.partition(" ")
            if bot == BOTS[-1] and "against" not in options:
                counted = next(counts["numbers"][figure] for figure in POINTS if figure in counts["numbers"])
                pairs = ", ".join(f"[{value}, {times}]" for value, times in counted.items())
                lines += ["", f'["{f"{scenario} {options}".strip()}"]', f"points = [{pairs}]"]
    return "\n".join(lines) + "\n"


def box_of(game: sandtable.Game) -> Path:
    """Where a game's box lies in this checkout, whichever form of it plays."""
    return ROOT / "src" / "sandtable" / "games" / game.name.replace("-", "_") / "box"


def main() -> None:
    """Play, keep the counts after each scenario, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_", metavar="GAME", nargs="*", choices=[[], *sandtable.names()])
    parser.add_argument("--games", type=int)
    parser.add_argument("--long-games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--render", action="store_true")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in given.games_ or sandtable.names():
        game = sandtable.load(name)
        path = FOLDER / f"{game.name}.json"
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"scenarios": {}}

        def keep(scenario: str, told: dict[str, Any], path: Path = path, kept: dict[str, Any] = kept) -> None:
            kept["scenarios"][scenario] = told
            path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

        wanted = [] if given.render else given.scenario or [one.id for one in game.scenarios()]
        for scenario in wanted:
            games = given.long_games if scenario in LONG else given.games or GAMES.get(game.name, 1000)
            play_scenario(game, scenario, given.seed, games, given.workers, partial(keep, scenario))
        render(game)
        for scenario in wanted:
            forget(game, scenario)


if __name__ == "__main__":
    main()
