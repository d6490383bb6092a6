"""`sandtable study`: several ways to play over common seeds, and the verdict on a mission."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import sandtable
from sandtable import BadInput, Game
from sandtable.cli.files import check_writable, read_mission, write_whole
from sandtable.cli.options import FILE, JSON, MISSION, OPTIONS, SCENARIO, pairs, say_json
from sandtable.cli.simulating import play_rest, tell_faults
from sandtable.sim import plots, rows
from sandtable.sim.journal import Journal
from sandtable.sim.study import Setting, Variant, beginning, board_of, differences, heat, table, variants
from sandtable.sim.verdict import told, verdict

GAMES = 200
SECONDS = 50.0
"""About how long the games of a verdict may take, if nobody says how many there shall be."""
FIRST = 4
"""Games of each bot after which it is known how many will fit."""


@click.command()
@click.argument("game", required=False)
@click.argument("files", nargs=-1, type=FILE)
@SCENARIO
@OPTIONS
@click.option("--bot", "bots", multiple=True, metavar="SEAT=NAME", help="A seat's bot (default: the quick player).")
@click.option(
    "--vary", multiple=True, metavar="NAME=A,B", help="An option, scenario, bots or bots.SEAT; may be repeated."
)
@click.option("--games", "count", type=click.IntRange(2), help=f"Games of each variant (default: {GAMES}).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: one for each core).")
@click.option("--out", type=FILE, help="Write a row for each game to a .csv or .parquet file.")
@click.option("--plot", type=FILE, help="Draw into this folder; the rows go there too.")
@JSON
@MISSION
def study(
    game: str | None, files: tuple[Path, ...], scenario: str | None, options: tuple[str, ...], bots: tuple[str, ...],
    vary: tuple[str, ...], count: int | None, seed: int, workers: int | None, out: Path | None, plot: Path | None,
    as_json: bool, mission: Path | None,
) -> None:  # fmt: skip
    """Compare options, scenarios, bots or mission files over common seeds, and say what is beyond chance.

    With --mission alone, all bots play that mission for about a minute in all, and you get a verdict on it; you need
    not name its game. With --out or --plot, a study that was stopped goes on when you give the same command again.

    \b
    sandtable study night-drop --vary data=ledger,tuned --plot night
    sandtable study who-dares-wins --scenario scenario-3 --vary bots=random,greedy
    sandtable study rogue-regiment first.mission second.mission
    sandtable study --mission mine.mission
    """
    loaded = game_of(game, mission)
    judged = mission is not None and not vary and not files
    own = read_mission(loaded, mission)
    setting = Setting(
        loaded, scenario, pairs(options, "option"), pairs(bots, "bot"), seed, own, closely=judged or plot is not None
    )
    if judged:
        vary = (f"bots={','.join(sandtable.bot_names(loaded))}",)
    compared = variants(setting, vary, read_missions(loaded, files, mission))
    out = prepared(out, plot)
    most = count or GAMES
    journals = [] if out is None else [Journal(numbered(out, n), one.plan, most) for n, one in enumerate(compared, 1)]
    for variant, journal in zip(compared, journals, strict=False):
        variant.played.results = journal.results
        variant.played.earlier = len(journal.results)
    if earlier := sum(one.played.earlier for one in compared):
        click.echo(f"{earlier} games were played before; the others follow", err=True)
    try:
        play_all(compared, journals, most, workers, timed=judged and count is None)
        found = found_in(compared, judged)
        write_all(compared, loaded, out, plot)
    except KeyboardInterrupt:
        if not journals:
            raise
        click.echo("sandtable: interrupted; the same command goes on from there", err=True)
        sys.exit(130)
    except BaseException:
        for journal in journals:
            journal.close(finished=False)
        raise
    for journal in journals:
        journal.close(finished=True)
    if as_json:
        say_json(found)
    else:
        show(Console(), found)
    tell_faults([one for variant in compared for one in rows.in_order(variant.played.results)])


def game_of(name: str | None, mission: Path | None) -> Game:
    """The game that is studied. A mission need not be told whose it is, since players write missions for one game."""
    if name is not None:
        return sandtable.load(name)
    if mission is None:
        raise BadInput(f"name the game that is studied: {', '.join(sandtable.names())}")
    return next(game for game in sandtable.games() if game.example_mission())


def read_missions(game: Game, files: tuple[Path, ...], mission: Path | None) -> dict[str, str]:
    """The mission files that are compared, by their names."""
    if files and mission is not None:
        raise BadInput("--mission is the mission of all variants; leave it out where files are compared")
    found = {path.stem: read_mission(game, path) for path in files}
    if len(found) < len(files):
        raise BadInput("two of these files have the same name; variants are called by it")
    return found


def prepared(out: Path | None, plot: Path | None) -> Path | None:
    """Where the rows go, once it is known that everything can be written."""
    if plot is not None:
        plots.check_plots()
        try:
            plot.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{plot} cannot be written: {error.strerror}") from error
        check_writable(plot / "outcomes.png")
        out = out or plot / "games.csv"
    if out is not None:
        rows.check_kind(out, "out")
        check_writable(out)
    return out


def numbered(out: Path, number: int) -> Path:
    """The name by which the journal of a variant is called."""
    return out.with_name(f"{out.stem}.{number}{out.suffix}")


def play_all(compared: list[Variant], journals: list[Journal], most: int, workers: int | None, timed: bool) -> None:
    """Play every variant; where time counts, a few games of each say how many there will be."""
    kept: list[Journal | None] = [*journals] or [None] * len(compared)
    games = [most] * len(compared)
    if timed:
        for variant, journal in zip(compared, kept, strict=True):
            play_rest(variant.played, FIRST, workers, journal)
        # By the games' own clocks, since some may have been played before.
        first = [rows.in_order(variant.played.results)[:FIRST] for variant in compared]
        at_once = workers or os.cpu_count() or 1
        games = fitting([sum(one.seconds for one in played) / len(played) / at_once for played in first], most)
    for variant, journal, number in zip(compared, kept, games, strict=True):
        play_rest(variant.played, number, workers, journal)


def fitting(seconds: list[float], most: int) -> list[int]:
    """How many games of each variant fit, by how long one takes: all have the same time, and what the quick ones leave
    is for the slow ones."""
    found, left = [most] * len(seconds), SECONDS
    for rank, number in enumerate(sorted(range(len(seconds)), key=seconds.__getitem__)):
        fit = int(left / (len(seconds) - rank) / max(seconds[number], 0.001))
        found[number] = max(FIRST, min(most, fit))
        left -= found[number] * seconds[number]
    return found


def found_in(compared: list[Variant], judged: bool) -> dict[str, Any]:
    """What `--json` prints."""
    found: dict[str, Any] = {"rows": [one.row() for one in compared], "differences": differences(compared)}
    if judged:
        found["verdict"] = verdict(compared)
    return found


def write_all(compared: list[Variant], game: Game, out: Path | None, plot: Path | None) -> None:
    """The table, the pictures, and a map of each kind of event for each variant."""
    if out is not None:
        write_whole(out, rows.written(out, table(compared)))
    if plot is None:
        return
    titles = dict.fromkeys(game.title_of(beginning(one.plan)) for one in compared)
    title = next(iter(titles)) if len(titles) == 1 else game.title
    for name, data in plots.plots(compared, title).items():
        write_whole(plot / name, data)
    for variant in compared:
        board = board_of(variant.plan)
        for kind, counts in heat(variant).items() if board else ():
            told = f"{kind.capitalize()} in a mean game: {variant.name} ({len(variant.finished())} games)"
            write_whole(plot / f"{slug(kind)}-{slug(variant.name)}.svg", sandtable.draw_heat(game, board, counts, told))


def slug(text: str) -> str:
    """A name for a file."""
    return re.sub(r"[^\w.]+", "-", text).strip("-")


def show(console: Console, found: dict[str, Any]) -> None:
    """Tables for people."""
    for line in told(found["verdict"]) if "verdict" in found else ():
        console.print(escape(line), highlight=False)
    listed = Table(title="Variants")
    for column in ("variant", "games", "outcomes", "scores"):
        listed.add_column(column, overflow="fold")
    for row in found["rows"]:
        ended = ", ".join(f"{outcome} {number / row['finished']:.0%}" for outcome, number in row["outcomes"].items())
        scores = [f"{seat} {span(score)}" for seat, score in row["seats"].items()]
        scores += [
            f"{key if key not in row['bots'] else f'points of {key}'} {span(score)}"
            for key, score in row["points"].items()
        ]
        listed.add_row(escape(row["variant"]), str(row["finished"]), escape(ended), escape("\n".join(scores)))
    console.print(listed)
    beyond = [one for one in found["differences"] if one["beyond_chance"]]
    listed = Table(title=f"Beyond chance: {len(beyond)} of {len(found['differences'])} differences")
    for column in ("measure", "first", "second", "second has more by", "p (Holm)"):
        listed.add_column(column, overflow="fold")
    for one in found["differences"]:
        style = "" if one["beyond_chance"] else "dim"
        words = (one["measure"], one["first"], one["second"], span(one["difference"]), f"{one['p_holm']:.4f}")
        listed.add_row(*map(escape, words), style=style)
    console.print(listed)


def span(score: dict[str, Any]) -> str:
    """A mean with its 95 % interval."""
    if score["mean"] is None:
        return "none"
    low, high = score["ci95"]
    return f"{score['mean']:+.3f} [{low:+.3f}, {high:+.3f}]"
