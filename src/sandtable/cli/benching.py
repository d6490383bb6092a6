"""`sandtable bench`: how quick this machine is at our games, beside other engines."""

from __future__ import annotations

import math
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Column, Table

import sandtable
from sandtable import BadInput
from sandtable.cli.files import check_writable, read_text, write_whole
from sandtable.cli.options import FILE, JSON, say_json
from sandtable.sim import peers
from sandtable.sim.bench import SECONDS, THOUSAND, everything, split
from sandtable.sim.bench import bench as measure

TITLES = {
    "decisions_per_second": "decisions a second", "asked_per_second": "decisions a second, ties asked",
    "mean_legal": "options to choose from",
    "greedy_ms": "quick player, ms a decision", "environment_steps_per_second": "words a second",
    "pool_steps_per_second": "words a second, all cores", "observation_us": "observation with mask, µs",
}  # fmt: skip
"""How figures are called whose name does not say it."""
ABOUT = ("form", "interpreted", "peers", "peers_mean_legal", "ratios", "ranges", "crews", "cluster", "failed")
"""What is no figure of a game."""
BEGIN, END = "<!-- measured: this part is written by `make bench` -->", "<!-- until here -->"


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME[:SCENARIO]]...")
@click.option(
    "--seconds", type=click.FloatRange(0.05), default=SECONDS, show_default=True,
    help="How long each figure is measured, after as long a warm-up with random games.",
)  # fmt: skip
@click.option(
    "--peers", "with_peers", is_flag=True, help="Compare with all engines, and play a thousand games of each."
)
@click.option("--write", type=FILE, help="Write the tables into this page, between its two marker lines.")
@JSON
def bench(names: tuple[str, ...], seconds: float, with_peers: bool, write: Path | None, as_json: bool) -> None:
    """Measure this machine's speed on every game, in one run.

    If the compiled form is installed, the interpreted one is measured beside it, and so are other engines that are
    installed (`make bench` in a checkout installs all of that). A figure is the median of five rounds. Each game and
    form takes about twenty seconds.

    \b
    sandtable bench
    sandtable bench who-dares-wins --json
    sandtable bench rogue-regiment rogue-regiment:m12-the-huntsman
    """
    page = "" if write is None else read_text(write)
    check_writable(write)
    if write is not None and not 0 <= page.find(BEGIN) < page.find(END):
        raise BadInput(f"{write} has no place for the tables; it needs the lines “{BEGIN}” and “{END}”")
    before = load()
    with telling() as tell:
        measured = measure(names or everything(), seconds, tell, THOUSAND if with_peers else 0)
    left_out = not_measured(measured)
    if write is not None:
        told = "\n".join([BEGIN, "", *machine(before), "", *tables(measured), *left_out, END])
        write_whole(write, page[: page.find(BEGIN)] + told + page[page.find(END) + len(END) :])
    if as_json:
        say_json(measured)
    else:
        show(measured)
    for line in left_out:
        click.echo(line, err=True)


@contextmanager
def telling() -> Iterator[Callable[[str], object]]:
    """Say what is being measured: in one place of a terminal, elsewhere line by line with the seconds since the
    beginning."""
    console, began = Console(stderr=True), time.monotonic()
    if console.is_terminal:
        with console.status("") as status:
            yield lambda what: status.update(f"measuring {what}")
    else:
        yield lambda what: click.echo(f"{time.monotonic() - began:4.0f} s  measuring {what}", err=True)


def not_measured(measured: dict[str, Any]) -> list[str]:
    """Sentences about what is not there, or did not work."""
    told = [f"{what} could not be measured: {reason}." for what, reason in measured["failed"].items()]
    if missing := peers.missing():
        told.append(f"Not installed here, hence not compared with: {', '.join(missing)} (`make bench` installs them).")
    return [*told, ""] if told else []


def show(measured: dict[str, Any]) -> None:
    """A table for the terminal."""
    played = list(measured["decisions_per_second"])
    columns = [Column(re.sub("([-:])", r"\1\n", name), justify="right", no_wrap=True) for name in played]
    table = Table(Column(overflow="fold"), *columns, caption=interpreter())
    for figure, found in measured.items():
        if figure in ABOUT or not found:
            continue
        table.add_row(title_of(figure), *cells(figure, found, played))
        if slower := measured["interpreted"].get(figure):
            table.add_row("  interpreted", *cells(figure, slower, played))
    for peer, speed in measured["peers"].items():
        times = (f"{measured['ratios'][f'{name}/{peer}']:.1f} ×" for name in played)
        options = number("", measured["peers_mean_legal"][peer])
        table.add_row(f"{peer}, {speed:,.0f} a second of {options} options", *times)
    if crews := measured.get("crews"):
        table.add_row(f"{THOUSAND:,} games, all cores", *thousand(crews, played))
    Console().print(table)
    for line in cluster_told(measured):
        click.echo(line)


def title_of(figure: str) -> str:
    """How a figure is called."""
    return TITLES.get(figure) or figure.removesuffix("_us").replace("_", " ") + ", µs"


def cells(figure: str, found: dict[str, float], played: list[str]) -> list[str]:
    """A figure of each game; empty where it has none."""
    return [number(figure, found[name]) if name in found else "" for name in played]


def number(figure: str, value: float) -> str:
    """As many places as say something."""
    places = 0 if figure.endswith("second") or figure == "peers" else 3 if figure.endswith("ms") else 2
    return f"{value:,.{places}f}"


def interpreter() -> str:
    """What runs here: Pythons of one version differ by a quarter in speed, by how they were built."""
    form = "compiled" if sandtable.COMPILED else "interpreted"
    return f"{form}, {platform.python_implementation()} {platform.python_version()}, {Path(sys.executable).resolve()}"


# --- the page --------------------------------------------------------------------------------------------------------


def machine(before: float) -> list[str]:
    """When and where it was measured."""
    when = datetime.now(UTC).date().isoformat()
    where = f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
    return [f"Measured on {when}: {where}, load {before:.1f} before and {load():.1f} after."]


def load() -> float:
    """How many programs want the processors, of late; only some systems tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan


def tables(measured: dict[str, Any]) -> list[str]:
    """All figures in Markdown: engines beside each other, what else is measured of ours, and many games at once."""
    forms = {
        measured["form"]: measured,
        **({"interpreted": measured["interpreted"]} if measured["interpreted"] else {}),
    }
    lines = ["| engine | game | decisions a second | options to choose from |", "|---|---|---|---|"]
    titles = {name: title(name) for name in measured["decisions_per_second"]}
    for name, told in titles.items():
        for form, found in forms.items():
            speed, options = spanned(found, "decisions_per_second", name), number("", found["mean_legal"][name])
            lines.append(f"| Sandtable, {form} | {told} | {speed} | {options} |")
    for name, peer in peers.PEERS.items():
        if name in measured["peers"]:
            options = number("", measured["peers_mean_legal"][name])
            lines.append(f"| {name} {peer.version()} | {peer.game} | {spanned(measured, 'peers', name)} | {options} |")
    lines += ["", "| | " + " | ".join(titles.values()) + " |", "|---|" + "---|" * len(titles)]
    for figure, ours in measured.items():
        if figure not in (*ABOUT, "decisions_per_second", "mean_legal") and ours:
            for form, found in forms.items():
                spans = [spanned(found, figure, name) if name in found.get(figure, {}) else "" for name in titles]
                lines.append(f"| {title_of(figure).strip()}, {form} | " + " | ".join(spans) + " |")
    if crews := measured.get("crews"):
        row = " | ".join(thousand(crews, list(titles)))
        lines.append(f"| {THOUSAND:,} random games on all cores, {measured['form']} | {row} |")
    return [*lines, "", *cluster_told(measured)]


def thousand(crews: dict[str, Any], played: list[str]) -> list[str]:
    """How long so many games take; empty where it could not be measured."""
    return [f"{crews[name]['seconds']:.1f} s" if crews[name] else "" for name in played]


def cluster_told(measured: dict[str, Any]) -> list[str]:
    """The pool beside a Ray cluster, in a paragraph."""
    cluster = measured.get("cluster")
    if not cluster:
        return []
    both = (cluster["pool"], cluster["ray"])
    pool, ray = (f"{one['median']:.1f} ({one['range'][0]:.1f} to {one['range'][1]:.1f})" for one in both)
    rates = f"{pool} games a second in the pool and {ray} on a Ray cluster of this machine"
    seconds = " and ".join(f"{one['seconds']:.1f} s" for one in both)
    whole = f"All {cluster['games']:,} games with beginning and end: {seconds}."
    return [f"{title(cluster['game'])}: {rates}, {cluster['ratio']:.2f} times as many. {whole}", ""]


def title(name: str) -> str:
    """A game, and its scenario where it is not the recommended one."""
    game, scenario = split(name)
    return f"{sandtable.load(game).title}, {scenario}" if scenario else sandtable.load(game).title


def spanned(found: dict[str, Any], figure: str, name: str) -> str:
    """A median with its range."""
    low, high = (number(figure, one) for one in found["ranges"][figure][name])
    return f"{number(figure, found[figure][name])} ({low} to {high})"
