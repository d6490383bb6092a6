"""`sandtable bot` and `sandtable bot-check`: bots that are programs."""

from __future__ import annotations

import sys

import click

import sandtable
from sandtable.bots.checking import check_program
from sandtable.bots.outside import MOVETIME
from sandtable.bots.speaking import Speaker
from sandtable.cli.options import JSON, SCENARIO, say_json


@click.command()
@click.argument("game")
@click.option("--name", required=True, help="Which of the game's bots, as `sandtable games` lists them.")
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
@click.option("--decisions", type=click.IntRange(1), default=100, show_default=True, help="How many it must answer.")
@click.option(
    "--movetime", type=click.IntRange(10), default=round(MOVETIME * 1000), show_default=True,
    help="Milliseconds for each of them.",
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


COMMANDS = (bot, bot_check)
