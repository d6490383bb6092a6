"""`sandtable simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import sandtable
from sandtable.cli.files import check_writable, read_mission, write_whole
from sandtable.cli.options import FILE, MISSION, OPTIONS, SCENARIO, pairs, say_json
from sandtable.sim import plots, rows
from sandtable.sim.crews import check_address
from sandtable.sim.journal import Journal
from sandtable.sim.simulate import Result, Summary, make_plan
from sandtable.sim.simulate import simulate as play_many
from sandtable.sim.study import Variant, beginning


class Rate(ProgressColumn):
    """How many games a second."""

    def render(self, task: Task) -> Text:
        """The rate of late."""
        rate = task.speed or 0.0
        told = "" if not rate else f"{rate:,.0f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"
        return Text(told, no_wrap=True)


@click.command()
@click.argument("game")
@SCENARIO
@OPTIONS
@click.option("--bot", "bots", multiple=True, metavar="SEAT=NAME", help="A seat's bot, or command:… for a program.")
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: one for each core).")
@click.option("--ray", default="", metavar="ADDRESS", help="A Ray cluster to play on: HOST:PORT of its head, or auto.")
@click.option("--out", type=FILE, help="Write a row for each game to a .csv or .parquet file.")
@click.option("--turns", type=FILE, help="With --out: also write a row for each turn of each game.")
@click.option("--plot", type=FILE, help="Draw how the games ended into a .png or .svg file.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@MISSION
def simulate(
    game: str, scenario: str | None, options: tuple[str, ...], bots: tuple[str, ...], count: int, seed: int,
    workers: int | None, ray: str, out: Path | None, turns: Path | None, plot: Path | None, as_json: bool,
    mission: Path | None,
) -> None:  # fmt: skip
    """Play many games between bots and sum them up.

    With --out, a run that was stopped goes on when you give the same command again. The rows are the same for any
    number of workers, and on a cluster.

    \b
    sandtable simulate who-dares-wins --games 200
    sandtable simulate who-dares-wins --scenario campaign --bot lrdg=greedy --json
    sandtable simulate night-drop --games 20000 --out games.parquet --turns turns.parquet
    sandtable simulate night-drop --games 20000 --ray 10.0.0.1:6379
    sandtable simulate night-drop --bot british=greedy --plot night.png
    """
    if ray:
        if workers is not None:
            raise sandtable.BadInput("--workers is for this machine; with --ray all processors of the cluster play")
        check_address(ray)
    for path, what in ((out, "out"), (turns, "turns")):
        if path is not None:
            rows.check_kind(path, what)
    if plot is not None:
        plots.check_kind(plot)
    check_writable(out, turns, plot)
    if turns is not None and out in (None, turns):
        raise sandtable.BadInput("--turns goes with --out and a file of its own")
    own = read_mission(sandtable.load(game), mission)
    plan = make_plan(game, scenario, pairs(options, "option"), pairs(bots, "bot"), seed, own, turns is not None)
    journal = None if out is None else Journal(out, plan, count)
    summary = Summary(plan, results=[] if journal is None else journal.results)
    summary.earlier = len(summary.results)
    if summary.earlier:
        click.echo(f"{summary.earlier} of {count} games were played before; the others follow", err=True)
    is_written = False
    try:
        play_rest(summary, count, workers, journal, ray)
        if out is not None:
            write_whole(out, rows.written(out, rows.table_of_games(plan, summary.results)))
        if turns is not None:
            write_whole(turns, rows.written(turns, rows.table_of_turns(summary.results)))
        if plot is not None and any(one.outcome for one in summary.results):
            title = sandtable.load(game).title_of(beginning(plan))
            write_whole(plot, plots.ended(Variant("", summary), title, plot.suffix))
        is_written = True
    except KeyboardInterrupt:
        if journal is None:
            raise
        told = f"interrupted after {len(summary.results)} of {count} games; the same command goes on from there"
        click.echo(f"sandtable: {told}", err=True)
        sys.exit(130)
    finally:
        if journal is not None:
            journal.close(finished=is_written)
    if as_json:
        say_json(summary.as_dict())
    else:
        show_summary(summary)
    tell_faults(rows.in_order(summary.results))


def play_rest(summary: Summary, count: int, workers: int | None, journal: Journal | None, ray: str = "") -> None:
    """Play what has not been played yet."""
    plan = summary.plan
    known = {one.seed for one in summary.results}
    left = [number for number in range(count) if plan.seed + number not in known]
    began = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(f"{plan.game} {plan.scenario}", total=count, completed=len(known))
        for result in play_many(plan, left, workers, ray):
            if journal is not None:
                journal.add(result)
            summary.results.append(result)
            progress.advance(task)
    summary.seconds = time.perf_counter() - began


def tell_faults(results: list[Result]) -> None:
    """What went wrong, on standard error; a game that failed is a failure of the whole."""
    if faults := sum(one.faults for one in results):
        click.echo(f"sandtable: programs broke the bot protocol {faults} times; actions were drawn for them", err=True)
    broken = [one for one in results if one.error]
    if broken:
        first = f"the first, seed {broken[0].seed}: {broken[0].error}"
        click.echo(f"sandtable: {len(broken)} games failed; {first}", err=True)
        sys.exit(1)


def show_summary(summary: Summary) -> None:
    """A table of outcomes and a line for each seat."""
    data: dict[str, Any] = summary.as_dict()
    console = Console()
    table = Table(title=f"{data['game']} {data['scenario']}: {data['finished']} of {data['games']} games finished")
    table.add_column("outcome")
    table.add_column("games", justify="right")
    table.add_column("share", justify="right")
    for outcome, number in data["outcomes"].items():
        table.add_row(outcome, str(number), f"{100 * number / data['finished']:.1f} %")
    console.print(table)
    for seat, score in data["seats"].items():
        if score["mean"] is not None:
            low, high = score["ci95"]
            console.print(
                f"{seat} ({summary.plan.bots[seat]}): mean score {score['mean']:+.3f} [{low:+.3f}, {high:+.3f}]"
            )
    console.print(f"{data['decisions']} decisions, {data['decisions_per_second']:.0f} a second", style="dim")
