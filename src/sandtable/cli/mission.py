"""What a game is about, in the terminal: briefing, mission card, debrief and glossary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from sandtable import BadInput, Seen

WIDTH = 96
"""As wide as a line of prose is read with ease."""
STATES = {"open": "[ ]", "done": "[x]", "lost": "[-]"}


def say(console: Console, text: str, indent: int = 2) -> None:
    """A paragraph, wrapped where it is still easy to read."""
    console.print(Padding(text, (0, 0, 0, indent)), width=min(WIDTH, console.width), highlight=False)


def show_briefing(console: Console, told: dict[str, Any]) -> None:
    """Who you are, what to do, what it is worth, how it ends, and three tips."""
    console.print(f"\n[bold]{escape(told['title'])}[/]", highlight=False)
    say(console, f"{escape(told['role'])} {escape(told['situation'])}".strip())
    if told["goals"]:
        console.print("[bold]To do[/]")
        columns(console, [(escape(goal["text"]), escape(goal["points"])) for goal in told["goals"]])
    if told["scoring"]:
        console.print("[bold]Points[/]")
        for line in told["scoring"]:
            say(console, escape(line))
    if told["ends"]:
        say(console, escape(told["ends"]))
    if told["tips"]:
        console.print("[bold]Tips[/]")
        for line in told["tips"]:
            say(console, f"· {escape(line)}")
    if told["lesson"]:
        say(console, f"[dim]To be taught step by step: sandtable play --lesson {escape(told['lesson'])}[/]", 0)


def columns(console: Console, rows: Sequence[tuple[str, ...]]) -> None:
    """Lines in columns, the last of which is quiet."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row[:-1], f"[dim]{row[-1]}[/]")
    console.print(Padding(table, (0, 0, 0, 2)), width=min(WIDTH, console.width), highlight=False)


def show_goals(console: Console, seen: Seen) -> None:
    """Each goal with its state, how much of it is done and what it is worth; then how it stands."""
    rows = []
    for goal in seen.goals:
        count = f", {goal['have']} of {goal['need']}" if goal["need"] is not None and goal["need"] > 1 else ""
        rows.append((escape(STATES[goal["state"]]), f"{escape(goal['text'])}{count}", escape(goal["points"])))
    columns(console, rows)
    standing = seen.standing
    if standing is not None:
        say(console, f"[bold]{escape(standing['text'])}[/]")
    elif not rows:
        say(console, "this game names no goals")


def show_debrief(console: Console, told: dict[str, Any]) -> None:
    """The level and its ladder, every line of the score, history, the quick player, and the moments."""
    unit = f" {told['unit']}" if told["unit"] else ""
    total = f", {told['total']:g}{unit}" if unit else ""
    console.print(f"\n[bold]{escape(told['level'])}{total}[/]", highlight=False)
    if told["verdict"] != told["level"]:
        say(console, f"{escape(told['verdict'])}.")
    if told["headline"] != told["level"]:
        say(console, escape(told["headline"]))
    table = Table(box=None, show_header=bool(told["lines"]), pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Score", header_style="dim")
    table.add_column("earned", justify="right", header_style="dim")
    table.add_column("missed", justify="right", header_style="dim")
    for line in told["lines"]:
        missed = f"{line['missed']:g}" if line["missed"] else ""
        table.add_row(escape(line["text"]), f"{line['points']:g}", f"[dim]{missed}[/]")
    console.print(Padding(table, (0, 0, 0, 2)), width=min(WIDTH, console.width), highlight=False)
    if told["ladder"]:
        say(console, "Levels: " + ", ".join(rungs(told["ladder"], told["level"])))
    if told["history"]:
        say(console, f"In history: {escape(told['history'])}")
    beside = told["against"]
    if beside is not None:
        say(
            console,
            f"Better than {beside['better_than']} of 100 games that the normal opponent played here in your place.",
        )
    for moment in told["moments"]:
        why = f". [dim]{escape(moment['why'])}.[/]" if moment["why"] else ""
        say(console, f"[dim]action {moment['n']:>3}[/]  {escape(moment['text'])}{why}")


def rungs(ladder: Sequence[Mapping[str, Any]], level: str) -> list[str]:
    """The levels, the best first, with the points that they take; the one that was reached stands out."""
    ends = [rung["at"] for rung in ladder if rung["at"] is not None]
    few = " or fewer" if len(ends) > 1 and ends[0] < ends[-1] else ""
    found = []
    for rung in ladder:
        at = "" if rung["at"] is None else f" {rung['at']:g}{few}"
        text = escape(f"{rung['level']}{at}")
        found.append(f"[bold]{text}[/]" if rung["level"] == level else text)
    return found


def show_terms(console: Console, terms: dict[str, str], wanted: str) -> None:
    """What one term means, or those that hold a word; all of them without one."""
    asked = wanted.casefold()
    exact = [term for term in terms if term.casefold() == asked]
    found = exact or [term for term in terms if asked in term.casefold()]
    if not found:
        raise BadInput(f"the glossary has no “{wanted}”; `glossary` alone lists its terms")
    for term in found:
        say(console, f"[bold]{escape(term)}[/]: {escape(terms[term])}")
