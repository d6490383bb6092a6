"""`sandtable bench`: how quick this machine is at our games, beside other engines."""

from __future__ import annotations

import math
import os
import platform
import sys
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
from sandtable.sim.bench import THOUSAND, everything
from sandtable.sim.bench import bench as measure

TITLES = {
    "decisions_per_second": "decisions a second", "asked_per_second": "decisions a second, ties asked",
    "mean_legal": "options to choose from",
    "greedy_ms": "quick player, ms a decision", "environment_steps_per_second": "words a second",
    "pool_steps_per_second": "words a second, all cores", "observation_us": "observation with mask, µs",
}  # fmt: skip
"""How figures are called whose name does not say it."""
ABOUT = ("form", "interpreted", "peers", "peers_mean_legal", "ratios", "ranges", "crews")
"""What is no figure of a game."""
BEGIN, END = "<!-- measured: this part is written by `make bench` -->", "<!-- until here -->"


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME[:SCENARIO]]...")
@click.option(
    "--seconds", type=click.FloatRange(0.05), default=5.0, show_default=True,
    help="How long to play each game before it is measured, and as long again for that.",
)  # fmt: skip
@click.option(
    "--peers", "with_peers", is_flag=True, help="Compare with all engines, and play a thousand games of each."
)
@click.option("--write", type=FILE, help="Put the tables into this page, between the marks that it has for them.")
@JSON
def bench(names: tuple[str, ...], seconds: float, with_peers: bool, write: Path | None, as_json: bool) -> None:
    """Measure this machine's speed on every game, in one run.

    Where the compiled form is installed, the interpreted one is measured beside it; where other engines are installed
    (`make bench` in a checkout does all of that), so are they. A figure is the median of five rounds.

    \b
    sandtable bench
    sandtable bench who-dares-wins --json
    sandtable bench rogue-regiment rogue-regiment:m12-the-huntsman
    """
    missing = peers.missing()
    if with_peers and missing:
        raise BadInput(f"{' and '.join(missing)}: not installed here; `make bench` in a checkout installs them")
    page = "" if write is None else read_text(write)
    if write is not None:
        check_writable(write)
        if not 0 <= page.find(BEGIN) < page.find(END):
            raise BadInput(f"{write} has no place for the tables; it needs the lines “{BEGIN}” and “{END}”")
    before = load()
    with Console(stderr=True).status("") as status:
        measured = measure(
            names or (sandtable.names() if with_peers else everything()), seconds,
            lambda name: status.update(f"measuring {name}"), THOUSAND if with_peers else 0,
        )  # fmt: skip
    if write is not None:
        told = "\n".join([BEGIN, "", *machine(before), "", *tables(measured), END])
        write_whole(write, page[: page.find(BEGIN)] + told + page[page.find(END) + len(END) :])
    if as_json:
        say_json(measured)
        return
    show(measured)
    if missing:
        click.echo(f"Not installed here, hence not compared with: {', '.join(missing)}", err=True)


def show(measured: dict[str, Any]) -> None:
    """A table for the terminal."""
    played = list(measured["decisions_per_second"])
    table = Table("", *(Column(name, justify="right") for name in played), caption=interpreter())
    for figure, found in measured.items():
        if figure in ABOUT or not found:
            continue
        table.add_row(title_of(figure), *cells(figure, found, played))
        if slower := measured["interpreted"].get(figure):
            table.add_row("  interpreted", *cells(figure, slower, played))
    for peer, speed in measured["peers"].items():
        times = (f"{measured['ratios'][f'{name}/{peer}']:.1f} times" for name in played)
        table.add_row(f"{peer}, {speed:,.0f} a second", *times)
    Console().print(table)


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
    titles = {name: sandtable.load(name.partition(":")[0]).title for name in measured["decisions_per_second"]}
    for name, title in titles.items():
        scenario = name.partition(":")[2]
        for form, found in forms.items():
            speed, options = spanned(found, "decisions_per_second", name), number("", found["mean_legal"][name])
            lines.append(f"| Sandtable, {form} | {title} {scenario}".rstrip() + f" | {speed} | {options} |")
    for name, peer in peers.PEERS.items():
        if name in measured["peers"]:
            options = number("", measured["peers_mean_legal"][name])
            lines.append(f"| {name} {peer.version()} | {peer.game} | {spanned(measured, 'peers', name)} | {options} |")
    lines += ["", "| | " + " | ".join(titles.values()) + " |", "|---|" + "---|" * len(titles)]
    for figure, ours in measured.items():
        if figure not in (*ABOUT, "decisions_per_second", "mean_legal") and ours:
            for form, found in forms.items():
                told = [spanned(found, figure, name) if name in found.get(figure, {}) else "" for name in titles]
                lines.append(f"| {title_of(figure).strip()}, {form} | " + " | ".join(told) + " |")
    if "crews" in measured:
        crews = measured["crews"]
        row = " | ".join(f"{crews[name]['pool_seconds']:.0f} s" for name in titles)
        lines.append(f"| {THOUSAND:,} random games on all cores, {measured['form']} | {row} |")
        for name, found in crews.items():
            if "ray_seconds" in found:
                pool, ray = found["pool_games_per_second"], found["ray_games_per_second"]
                both = f"{pool:.1f} games a second in the pool, {ray:.1f} on a Ray cluster of this machine"
                lines += ["", f"{titles[name]}: {both}, {ray / pool:.2f} times as many."]
    return [*lines, ""]


def spanned(found: dict[str, Any], figure: str, name: str) -> str:
    """A median with its range."""
    low, high = (number(figure, one) for one in found["ranges"][figure][name])
    return f"{number(figure, found[figure][name])} ({low} to {high})"
