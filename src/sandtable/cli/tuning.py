"""`sandtable tune` and `sandtable fit`: the numbers of bots, found by playing."""

from __future__ import annotations

import os
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from sandtable import BadInput
from sandtable.cli.files import check_writable, write_whole
from sandtable.cli.ladder import progress
from sandtable.cli.options import FILE, JSON, OPTIONS, SCENARIO, pairs, say_json

WORKERS = click.option("--workers", type=click.IntRange(1), help="Processes (default: one for each core).")
JOURNAL = click.option(
    "--journal", type=FILE, help="Keep the games here, so that the same command can go on from them."
)


def laboratory(module: str, needs: str) -> Any:
    """A module of the laboratory that stands on an extra."""
    if find_spec(needs) is None:
        raise BadInput(f'this needs {needs}, which is not installed here; pip install "sandtable[lab]"')
    return import_module(f"sandtable.sim.{module}")


def command_line() -> str:
    """What was asked, as it can be asked again."""
    return shlex.join(["sandtable", *sys.argv[1:]])


@click.command()
@click.argument("game")
@click.option("--scenario", "scenarios", multiple=True, help="A scenario to play; may be repeated.")
@OPTIONS
@click.option("--seat", help="Whose numbers (default: the first seat's).")
@click.option("--numbers", help="Which numbers, separated by commas (default: all).")
@click.option("--against", default="greedy", show_default=True, help="The bot in the other seats.")
@click.option("--trials", type=click.IntRange(1), default=200, show_default=True, help="Sets of numbers to try.")
@click.option("--games", type=click.IntRange(1), default=50, show_default=True, help="Games for each set.")
@click.option(
    "--judge", type=click.IntRange(2), default=400, show_default=True, help="Games on unseen seeds at the end."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first seed.")
@click.option("--write", type=FILE, help="The game's style.toml; the numbers are written there if they are better.")
@WORKERS
@JOURNAL
@JSON
def tune(
    game: str, scenarios: tuple[str, ...], options: tuple[str, ...], seat: str | None, numbers: str | None,
    against: str, trials: int, games: int, judge: int, seed: int, write: Path | None, workers: int | None,
    journal: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Tune the numbers of a quick player by many games over common seeds.

    The numbers found are compared with the present ones on seeds that no trial has seen.

    \b
    sandtable tune night-drop --seat british --trials 300 --journal british.jsonl
    sandtable tune who-dares-wins --scenario scenario-1 --scenario scenario-2 --numbers risk,haste
    """
    check_writable(write, journal)
    tuning = laboratory("tune", "cmaes")
    wanted = numbers.split(",") if numbers else []
    made = tuning.make_tuning(game, seat, list(scenarios), wanted, against, games, seed, pairs(options, "option"))
    generations = tuning.generations_for(len(made.names), trials)
    with progress() as bar:
        task = bar.add_task("trials", total=generations * tuning.population(len(made.names)))
        found = made.run(generations, workers, journal, lambda _: bar.advance(task))
    mean, (low, high) = made.judge(found, judge, workers)
    better = low > 0
    if write is not None and better:
        tuning.write_numbers(write, found)
    told = {"game": game, "seat": made.seat, "numbers": found, "better_by": round(mean, 4)}
    if as_json:
        say_json({**told, "ci95": [round(low, 4), round(high, 4)], "better": better, "trials": len(made.trials)})
        return
    for name, number in found.items():
        click.echo(f"{name} = {number:g}   (was {made.styles.tuned[name]:g}: {made.styles.says[name]})")
    verdict = "they are better" if better else "that is not beyond chance"
    click.echo(f"on {judge} games with other seeds they score {mean:+.4f} more ({low:+.4f} to {high:+.4f}): {verdict}")


@click.command()
@click.argument("game")
@SCENARIO
@OPTIONS
@click.option("--bot", "bots", multiple=True, metavar="SEAT=NAME", help="A seat's bot (default: the quick player).")
@click.option("--games", type=click.IntRange(5), default=2000, show_default=True, help="How many games.")
@click.option(
    "--noise",
    type=click.IntRange(0, 100),
    default=5,
    show_default=True,
    help="How many decisions of 100 are left to chance.",
)
@click.option(
    "--ridge", type=click.FloatRange(0.0), default=30.0, show_default=True, help="How strongly weights are kept small."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first seed.")
@click.option("--write", type=FILE, help="The game's worth.toml, where the weights are written.")
@WORKERS
@JOURNAL
@JSON
def fit(
    game: str, scenario: str | None, options: tuple[str, ...], bots: tuple[str, ...], games: int, noise: int,
    ridge: float, seed: int, write: Path | None, workers: int | None, journal: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Learn from many games what a position is worth to each seat.

    \b
    sandtable fit night-drop --games 4000 --journal samples.jsonl --write src/sandtable/games/night_drop/bot/worth.toml
    """
    check_writable(write, journal)
    fitting = laboratory("fit", "numpy")
    made = fitting.make_fitting(game, scenario, pairs(options, "option"), pairs(bots, "bot"), seed, noise)
    with progress() as bar:
        task = bar.add_task("games", total=games)
        made.play(games, workers or os.cpu_count() or 1, journal, lambda: bar.advance(task))
    found = made.solve(ridge)
    if not any(one.samples for one in found):
        raise BadInput("no game came to an end, so there is nothing to learn from")
    text = fitting.worth_file(made.thinker.FEATURES, found, command_line())
    if write is not None:
        write_whole(write, text.encode())
    if as_json:
        say_json([vars(one) for one in found])
        return
    if write is None:
        click.echo(text)
    for one in found:
        how = "-" if one.explained is None else f"{one.explained:.0%}"
        click.echo(f"{one.seat}, stage {one.stage}: {one.samples} positions, {how} explained in games kept aside")
