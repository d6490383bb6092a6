"""Programs and language models that play: `bot`, `bot-check`, `mcp` and `benchmark`."""

from __future__ import annotations

import json
import secrets
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

import sandtable
from sandtable import BadInput
from sandtable.bots.checking import check_program
from sandtable.bots.outside import MOVETIME, PREFIX, check_bot
from sandtable.bots.reader import Reader
from sandtable.bots.speaking import Speaker
from sandtable.bots.tools import Tools, answer_lines
from sandtable.cli.files import write_whole
from sandtable.cli.options import FILE, JSON, OPTIONS, SCENARIO, pairs, say_json
from sandtable.sim.benchmark import Task, Trial


@click.command()
@click.argument("game")
@click.option("--name", required=True, help="Which of the bots that `sandtable games` lists.")
def bot(game: str, name: str) -> None:
    """A bot on standard input and output, by the protocol of docs/bots.md.

    \b
    sandtable bot night-drop --name greedy
    """
    Speaker(sandtable.load(game), name, sys.stdout).listen(sys.stdin)


@click.command("bot-check")
@click.argument("command")
@click.option("--game", default="who-dares-wins", show_default=True, help="The game that the bot plays.")
@SCENARIO
@click.option(
    "--decisions", type=click.IntRange(1), default=100, show_default=True, help="How many decisions it must answer."
)
@click.option(
    "--movetime", type=click.IntRange(10), default=round(MOVETIME * 1000), show_default=True,
    help="Milliseconds for each decision.",
)  # fmt: skip
@JSON
def bot_check(command: str, game: str, scenario: str | None, decisions: int, movetime: int, as_json: bool) -> None:
    """Say whether a program keeps the bot protocol of docs/bots.md.

    \b
    sandtable bot-check "python3 mybot.py"
    sandtable bot-check "sandtable bot night-drop --name greedy" --game night-drop --json
    """
    report = check_program(sandtable.load(game), command, scenario, decisions, movetime / 1000)
    if as_json:
        say_json({"passed": not report.failed, "failed": report.failed})
    else:
        for sentence in report.kept:
            click.echo(f"kept    {sentence}")
        for sentence in report.failed:
            click.echo(f"broken  {sentence}")
    if report.failed:
        sys.exit(1)


@click.command()
@click.argument("game", required=False)
@SCENARIO
@OPTIONS
@click.option("--seat", help="The model's seat (default: the first).")
@click.option("--bot", "opponent", default="", help="Who holds the other seats (default: the quick player).")
@click.option("--seed", type=click.IntRange(0), help="A seed of your choice (default: drawn at random).")
@click.option("--no-list", is_flag=True, help="The model is not told the legal actions.")
@click.option("--lines", is_flag=True, help="Lines of JSON instead of the Model Context Protocol, for other harnesses.")
def mcp(
    game: str | None, scenario: str | None, options: tuple[str, ...], seat: str | None, opponent: str, seed: int | None,
    no_list: bool, lines: bool,
) -> None:  # fmt: skip
    """A seat for a language model, as tools of the Model Context Protocol on standard input and output.

    Without a game the model begins one itself. Needs: pip install "sandtable[mcp]". With --lines, which needs nothing,
    each line is an object such as {"tool": "act", "action": "go jalo"}, and so is each answer.

    \b
    sandtable mcp
    sandtable mcp night-drop --seat german --no-list
    """
    if not lines and find_spec("mcp") is None:
        raise BadInput('the Model Context Protocol is not installed here; pip install "sandtable[mcp]"')
    match = None
    if game is not None:
        loaded, drawn = sandtable.load(game), secrets.token_bytes(32) if seed is None else seed
        if opponent:
            check_bot(loaded, opponent)
        match = Reader.sit(loaded, scenario, pairs(options, "option"), seat, opponent, drawn, not no_list)
    elif scenario or options or seat or opponent or seed is not None:
        raise BadInput("name the game whose scenario, options, seat, bot or seed you chose")
    tools = Tools(match, not no_list)
    try:
        if lines:
            answer_lines(tools, sys.stdin, sys.stdout)
        else:
            import_module("sandtable.bots.mcp_server").server(tools).run()
    finally:
        if match is not None:
            match.close()


@click.command()
@click.argument("game")
@click.argument("command")
@SCENARIO
@OPTIONS
@click.option("--seat", help="The program's seat (default: the first).")
@click.option("--bot", "opponent", default="", help="Who holds the other seats (default: the quick player).")
@click.option("--games", "count", type=click.IntRange(1), default=10, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option(
    "--movetime", type=click.IntRange(10), default=60_000, show_default=True, help="Milliseconds for a decision."
)
@click.option(
    "--tries", type=click.IntRange(1), default=1, show_default=True, help="How often it may answer each decision."
)
@click.option("--no-list", is_flag=True, help="The program is not told the legal actions.")
@click.option("--out", type=FILE, required=True, help="The .json file, written after each game.")
def benchmark(
    game: str, command: str, scenario: str | None, options: tuple[str, ...], seat: str | None, opponent: str,
    count: int, seed: int, movetime: int, tries: int, no_list: bool, out: Path,
) -> None:  # fmt: skip
    """Let a program play seeded games by the bot protocol, and write down how it did.

    The file holds, for each game and for all of them, the score, illegal actions, the clauses that they broke, other
    breaches of the protocol, and the time.

    \b
    sandtable benchmark who-dares-wins "python3 mybot.py" --games 20 --out result.json
    sandtable benchmark night-drop "python3 model.py" --seat german --no-list --tries 3 --out result.json
    """
    loaded = sandtable.load(game)
    check_bot(loaded, f"{PREFIX}{command}")
    task = Task(
        loaded, command, scenario, pairs(options, "option"), seat, opponent, movetime / 1000, tries, not no_list
    )
    trials: list[Trial] = []
    write_whole(out, json.dumps(task.result(trials), indent=2))
    for number in range(seed, seed + count):
        trials.append(task.play(number))
        write_whole(out, json.dumps(task.result(trials), ensure_ascii=False, indent=2))
        told = trials[-1]
        click.echo(
            f"seed {number}: {told.outcome or told.error}, score {told.score:+.2f}, {told.illegal} illegal", err=True
        )
    click.echo(f"{out}: {count} games, mean score {task.result(trials)['score']['mean']}")


COMMANDS = (bot, bot_check, mcp, benchmark)
