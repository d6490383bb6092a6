"""`sandtable review`: a finished game, looked back at."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import sandtable
from sandtable import outlook
from sandtable.cli.files import read_record, replay_file
from sandtable.cli.ladder import progress
from sandtable.cli.options import FILE, JSON, say_json
from sandtable.sim.review import CONTINUATIONS, SECONDS, Point, Review, Reviewer, people

BARS = "▁▂▃▄▅▆▇█"
WIDE = 60
MUCH = 1.0
"""Half of all that a game can bring."""
CARE = "Much went otherwise than the player that thinks ahead foresaw, so take its verdicts with care."
"""Places of a curve in the terminal."""


@click.command()
@click.argument("file", type=FILE)
@click.option("--seat", help="Whose decisions (default: those of people).")
@click.option(
    "--continuations", type=click.IntRange(8, 10_000), default=CONTINUATIONS, show_default=True,
    help="How often each decision is played on.",
)  # fmt: skip
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=SECONDS,
    show_default=True,
    help="Seconds of the processor for each seat.",
)
@JSON
def review(file: Path, seat: str | None, continuations: int, seconds: float, as_json: bool) -> None:
    """Look back at a finished game: the expected result over the game, what decisions cost, and what was luck.

    Every decision is judged by what its seat knew then. The same record and number of continuations give the same
    review, unless the seconds were too few for all of them.

    \b
    sandtable review mine.txt
    sandtable review mine.txt --seat german --json
    sandtable review mine.txt --continuations 200 --seconds 600
    """
    record = read_record(file)
    game = sandtable.load(record.game)
    end = replay_file(file, record)
    seats = (seat,) if seat is not None else people(game, record, game.seats(end))
    found = []
    with progress() as bar:
        for who in seats:
            reviewer = Reviewer(record, who, continuations)
            task = bar.add_task(f"decisions of {who}", total=len(reviewer.asked))
            found.append(reviewer.review(reviewer.judge_all(seconds, partial(bar.advance, task))))
    outcome = game.outcome(end)
    result = "" if outcome is None else sandtable.tell(outcome.text, game.seen(end, None).names)
    if as_json:
        seats_told = [one.as_dict() for one in found]
        say_json({"game": record.game, "scenario": record.scenario, "result": result, "seats": seats_told})
        return
    console = Console()
    console.print(f"[bold]{escape(game.title)}[/]: {escape(result)}", highlight=False)
    for one in found:
        show(console, one)
    if any(one.worst for one in found):
        console.print(
            f"Look at one: sandtable replay {file} --to N --svg position.svg, with the number before the action.",
            highlight=False, soft_wrap=True, markup=False,
        )  # fmt: skip


def show(console: Console, found: Review) -> None:
    """One seat's review in words."""
    console.print(
        f"\n[bold]{escape(found.title)}[/]: outlook {outlook(found.start)} of 100 at the first decision, "
        f"{outlook(found.end)} in the end; 50 is the line between losing and winning.",
        highlight=False,
    )
    console.print(f"  {curve(found)}", highlight=False)
    console.print(
        f"  decisions {points(-found.cost)}, dice {points(found.luck - found.unforeseen)}, the others and what nobody "
        f"foresaw {points(found.unforeseen)}: about, from {len(found.points)} of {found.decisions} decisions, each "
        f"played on up to {found.continuations} times",
        highlight=False,
    )
    if abs(found.unforeseen) >= MUCH:
        console.print(f"  {CARE}", highlight=False)
    by_number = {one.number: one for one in found.points}
    for title, numbers in (
        ("Costliest decisions", found.worst), ("Luckiest moments", found.lucky), ("Unluckiest moments", found.unlucky)
    ):  # fmt: skip
        if numbers:
            console.print(f"  [bold]{title}[/]")
            table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
            for number in numbers:
                one = by_number[number]
                cost = title.startswith("Costliest")
                table.add_row(
                    f"    {points(-one.cost if cost else one.dice)}", escape(decision(one) if cost else moment(one))
                )
            console.print(table)


def decision(one: Point) -> str:
    """A decision that cost something, and what was better."""
    reason = f" ({one.reason})" if one.reason else ""
    return f"action {one.number}: {one.did}; better: {one.better}{reason}"


def moment(one: Point) -> str:
    """What dice decided after a decision."""
    return f"{one.fell} (after action {one.number}, {one.did})"


def points(score: float) -> str:
    """A change of the score on the scale of 100, with its sign."""
    change = round(50 * score)
    return f"{change:+d}" if change else "±0"


def curve(found: Review) -> str:
    """The expected result over the game, as bars."""
    values = [one.best - one.cost for one in found.points] + [found.end]
    step = max(1.0, len(values) / WIDE)
    picked = [values[int(place * step)] for place in range(min(WIDE, len(values)) - 1)] + values[-1:]
    return "".join(BARS[min(7, int((value + 1) * 4))] for value in picked)
