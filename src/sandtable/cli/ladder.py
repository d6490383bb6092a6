"""`sandtable ladder`: which bot is the strongest, and how surely."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sandtable import BadInput
from sandtable.cli.options import JSON, OPTIONS, SCENARIO, pairs, say_json
from sandtable.sim.ladder import Ladder, Sequential, make_ladder

STEP = 10
"""Seeds between two looks of the sequential test."""


@click.command()
@click.argument("game")
@SCENARIO
@OPTIONS
@click.option("--bots", help="Which bots, separated by commas (default: all).")
@click.option(
    "--games", type=click.IntRange(2), default=100, show_default=True, help="How many seeds; every bot plays each."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first seed.")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: one for each core).")
@click.option("--sprt", nargs=2, metavar="A B", help="Stop as soon as it is known whether A is stronger than B.")
@click.option(
    "--margin", type=click.FloatRange(0.01, 0.4), default=0.05, show_default=True,
    help="With --sprt: a bot is stronger if it wins this much more than half.",
)  # fmt: skip
@JSON
def ladder(
    game: str, scenario: str | None, options: tuple[str, ...], bots: str | None, games: int, seed: int,
    workers: int | None, sprt: tuple[str, str] | None, margin: float, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play each other over common seeds, on both sides, and rate them.

    In a game for one seat they are compared by their scores with the same seeds.

    \b
    sandtable ladder night-drop --games 200
    sandtable ladder who-dares-wins --scenario scenario-3 --bots random,greedy --json
    sandtable ladder night-drop --sprt greedy random --games 1000
    """
    names = tuple(bots.split(",")) if bots else ()
    made = make_ladder(game, scenario, pairs(options, "option"), sprt or names, seed)
    if sprt is not None:
        if len(made.seats) != 2:
            raise BadInput(f"--sprt is for games of two seats; {made.plan.scenario} has one")
        decide(made, games, workers, margin, as_json)
        return
    with progress() as bar:
        task = bar.add_task("games", total=games * len(made.line_ups()))
        made.play(games, workers, lambda: bar.advance(task))
    if as_json:
        say_json(made.as_dict())
    else:
        show(made)


def progress() -> Progress:
    """How far it is, on standard error, so that results can be piped."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def decide(made: Ladder, games: int, workers: int | None, margin: float, as_json: bool) -> None:
    """Play seeds, a few at a time, until the test knows or the games are over."""
    pair = made.bots[0], made.bots[1]
    test = Sequential(margin)
    first = made.plan.seed
    with progress() as bar:
        task = bar.add_task("seeds", total=games)
        while len(test.shares) < games and not test.verdict:
            size = min(STEP, games - len(test.shares))
            step = make_ladder(made.plan.game, made.plan.scenario, made.plan.options, pair, first + len(test.shares))
            step.play(size, workers)
            test.shares += step.won[pair]
            bar.update(task, completed=len(test.shares))
    seeds = len(test.shares)
    won = sum(test.shares) / seeds
    if as_json:
        found = {"bot": pair[0], "against": pair[1], "seeds": seeds, "won": round(won, 4)}
        say_json({**found, "margin": margin, "likelihood": round(test.likelihood, 3), "verdict": test.verdict or None})
        return
    said = f"{pair[0]} is {test.verdict}" if test.verdict else "it is not known yet; play more --games"
    click.echo(f"{pair[0]} won {won:.1%} of {2 * seeds} games against {pair[1]}: {said}")


def show(made: Ladder) -> None:
    """The table of the bots, and each against each other."""
    meet = len(made.seats) == 2
    table = Table(title=f"{made.plan.game}, {made.plan.scenario}")
    for head in ("bot", "games", *(("rating", "95 %") if meet else ()), "mean score", "95 %"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for row in made.standings():
        rated: tuple[str, ...] = ()
        if row.rating is not None and row.rating95 is not None:
            rated = (f"{row.rating:+.0f}", f"{row.rating95[0]:+.0f} to {row.rating95[1]:+.0f}")
        low, high = row.ci95
        table.add_row(row.bot, str(row.games), *rated, f"{row.mean:+.3f}", f"{low:+.3f} to {high:+.3f}")
    console = Console()
    console.print(table)
    for pair in made.pairs():
        low, high = pair.ci95
        if pair.met:
            console.print(f"{pair.bot} won {pair.mean:.1%} against {pair.against} ({low:.1%} to {high:.1%})")
        else:
            scored = f"{abs(pair.mean):.3f} {'less' if pair.mean < 0 else 'more'} than"
            console.print(f"{pair.bot} scored {scored} {pair.against} ({low:+.3f} to {high:+.3f})")
