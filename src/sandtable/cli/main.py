"""`sandtable`: every command of the contract that needs no server, and `serve` where the web parts are installed."""

from __future__ import annotations

import sys
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

import sandtable
from sandtable import BadInput, SandtableError, bot_names, commitment, draw, rulebook, tell
from sandtable.cli import bots as programs
from sandtable.cli.benching import bench
from sandtable.cli.check import check_file
from sandtable.cli.classroom import Classroom
from sandtable.cli.files import read_mission, read_record, read_text, replay_file, write_whole
from sandtable.cli.ladder import ladder
from sandtable.cli.options import FILE, JSON, MISSION, OPTIONS, SCENARIO, pairs, say_json
from sandtable.cli.review import review
from sandtable.cli.simulating import simulate
from sandtable.cli.studying import study
from sandtable.cli.terminal import Terminal
from sandtable.cli.tuning import fit, tune


class Commands(click.Group):
    """Errors that are meant to be read go to stderr in one sentence; a traceback never does."""

    def main(self, *args: Any, **settings: Any) -> Any:
        try:
            code = super().main(*args, **{**settings, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            code = 2
        except click.UsageError as error:
            command = ["sandtable", error.ctx.info_name] if error.ctx and error.ctx.parent else ["sandtable"]
            asked = " ".join(filter(None, command))
            click.echo(f"sandtable: {error.format_message().rstrip('.')}; see `{asked} --help`", err=True)
            code = 2
        except click.Abort:
            click.echo("sandtable: interrupted; nothing half-written is left", err=True)
            code = 130
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SandtableError as error:
            click.echo(f"sandtable: {error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("sandtable: interrupted; nothing half-written is left", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            sys.stderr.close()
            ctx.exit(0)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(sandtable.__version__, prog_name="sandtable")
def main() -> None:
    """Board wargames of special operations, with every rule enforced.

    \b
    sandtable play who-dares-wins          a game in the terminal
    sandtable games                        what there is to play
    """


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def games(as_json: bool) -> None:
    """List games, scenarios, seats, options and bots.

    \b
    sandtable games
    sandtable games --json
    """
    listed = []
    for game in sandtable.games():
        scenarios = [
            {"id": one.id, "title": one.title, "seats": list(one.seats), "options": [asdict(o) for o in one.options]}
            for one in game.scenarios()
        ]
        listed.append({"game": game.name, "title": game.title, "rules": game.rules, "scenarios": scenarios,
                       "bots": list(bot_names(game))})  # fmt: skip
    if as_json:
        say_json(listed)
        return
    console = Console()
    for game in sandtable.games():
        console.print(f"[bold]{game.title}[/]  {game.name}  (bots: {', '.join(bot_names(game))})")
        for one in game.scenarios():
            console.print(f"  {one.id:24} {one.title}  [dim]{', '.join(one.seats)}[/]")
        list_options(console, game)


def list_options(console: Console, game: sandtable.Game) -> None:
    """Every option of a game, with the scenarios that have it."""
    known: dict[sandtable.Option, list[str]] = {}
    for one in game.scenarios():
        for option in one.options:
            known.setdefault(option, []).append(one.id)
    names = [option.name for option in known]
    for option, having in sorted(known.items(), key=lambda item: names.index(item[0].name)):
        values = " | ".join(f"[bold]{v}[/] (default)" if v == option.default else v for v in option.values)
        if option.joined:
            values += f" | several, as in {'+'.join(option.joined[:2])}"
        some = "" if len(having) == len(game.scenarios()) else f" Only {', '.join(having)}."
        title = f"[bold]{option.title}[/]: " if option.title else ""
        console.print(Padding(f"--option {option.name}=…  {values}", (0, 0, 0, 4)))
        console.print(Padding(f"{title}[dim]{option.text}{some}[/]", (0, 0, 0, 8)))


@main.command()
@click.argument("game", required=False)
@click.option("--lesson", help="A lesson by its id, or a file of your own, instead of a game.")
@SCENARIO
@OPTIONS
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SEAT=NAME",
    help="A seat's bot, or command:… for a program; may be repeated. A saved game goes on with its own bots; NAME me "
    "takes a seat from one.",
)
@click.option("--seed", type=click.IntRange(0), help="A seed of your choice (default: drawn at random).")
@click.option(
    "--record", "file", type=FILE, help="Save the game here at every action; if the file exists, go on with it."
)
@MISSION
def play(
    game: str | None,
    lesson: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    bots: tuple[str, ...],
    seed: int | None,
    file: Path | None,
    mission: Path | None,
) -> None:
    """Play a game in the terminal.

    \b
    sandtable play who-dares-wins
    sandtable play who-dares-wins --scenario scenario-3 --option event_scope=patrol --record mine.txt
    sandtable play rogue-regiment --mission mine.mission
    sandtable play --lesson eyes-and-corners
    """
    if lesson is not None:
        if scenario or options or bots or seed is not None or mission:
            raise BadInput("a lesson brings its own scenario, options, bots and dice; leave them out")
        wanted = find_lesson(lesson)
        if game not in (None, wanted.game):
            raise BadInput(f"“{lesson}” is a lesson of {wanted.game}, not of {game}")
        Classroom.enter(sandtable.load(wanted.game), wanted, file).run()
        return
    if game is None and file is not None and file.exists():
        game = read_record(file).game
    if game is None:
        raise BadInput(f"play which game? There are {', '.join(sandtable.names())}, and `sandtable lessons`")
    loaded = sandtable.load(game)
    own = read_mission(loaded, mission)
    Terminal.open(loaded, scenario, pairs(options, "option"), pairs(bots, "bot"), seed, file, own).run()


def find_lesson(wanted: str) -> sandtable.Lesson:
    """A lesson by its id, or from a file that must have no mistakes."""
    if not wanted.endswith(".lesson"):
        return sandtable.lesson(wanted)
    path = Path(wanted)
    faults = check_file(path)
    if faults:
        raise BadInput("\n".join(f"{path}, line {line}: {text}" for line, text in faults))
    return sandtable.read_lesson(path.name, read_text(path))


@main.command()
@click.argument("game", required=False)
@JSON
def lessons(game: str | None, as_json: bool) -> None:
    """List the lessons, in the order in which they are best taken.

    \b
    sandtable lessons night-drop
    sandtable play --lesson eyes-and-corners
    """
    if game is not None and game not in sandtable.names():
        raise BadInput(f"there is no game “{game}”; there are {', '.join(sandtable.names())}")
    listed = [one for one in sandtable.lessons() if game in (None, one.game)]
    if as_json:
        say_json([{"game": one.game, "id": one.id, "title": one.title, "minutes": one.minutes,
                   "teaches": list(one.teaches)} for one in listed])  # fmt: skip
        return
    for name in dict.fromkeys(one.game for one in listed):
        click.echo(sandtable.load(name).title)
        for one in listed:
            if one.game == name:
                click.echo(f"  {one.id:26} {one.title} ({one.minutes} minutes)")
    click.echo("Take one with `sandtable play --lesson ID`.")


@main.command()
@click.argument("file", type=FILE)
@click.option("--to", type=click.IntRange(0), help="Stop after this action.")
@click.option("--seat", help="Whose log to show (default: a watcher's).")
@click.option("--svg", type=FILE, help="Draw the position at the end of the replay.")
@click.option("--verify", is_flag=True, help="Check that the dice come from the seed, and show its commitment.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def replay(file: Path, to: int | None, seat: str | None, svg: Path | None, verify: bool, as_json: bool) -> None:
    """Play a record again, draw it, or check its dice.

    \b
    sandtable replay mine.txt
    sandtable replay mine.txt --to 58 --svg position.svg
    """
    record = read_record(file)
    game = sandtable.load(record.game)
    s = replay_file(file, record, to)
    outcome = game.outcome(s) if s.seat is None else None
    if svg is not None:
        write_whole(svg, position_svg(game, game.view(s, seat)))
    # Every die was drawn from the recorded seed just now: a record that replays has the dice of its seed.
    verified = [commitment(seed) for _, seed in record.seeds] if verify else None
    if as_json:
        say_json({
            "game": record.game, "scenario": record.scenario, "rules": record.rules, "actions": s.number,
            "fingerprint": sandtable.fingerprint(s), "outcome": outcome.text if outcome else None, "verified": verified,
        })  # fmt: skip
        return
    names = game.seen(s, seat).names
    for line in sandtable.log(s, seat):
        click.echo(f"{line.action:5} {tell(line.event.text, names)}  {clause_shown(line.event.clause)}".rstrip())
    click.echo(f"{s.number} actions, fingerprint {sandtable.fingerprint(s)}")
    if outcome is not None:
        click.echo(f"outcome: {outcome.text}")
    if verified is not None:
        click.echo(f"dice verified against {', '.join(verified)}" + ("; the seed was chosen" if record.chosen else ""))


def clause_shown(clause: str) -> str:
    """A clause as people are shown it: §611.3."""
    return "§" + clause.partition("-")[2] if "-" in clause else ""


def position_svg(game: sandtable.Game, view: dict[str, Any]) -> str:
    """A stand-alone picture of a position."""
    return draw(game, view)


@main.command()
@click.argument("game")
@SCENARIO
@click.option("--record", "file", type=FILE, help="Draw a position of this record.")
@click.option("--to", type=click.IntRange(0), help="With --record: after this action.")
@click.option("--svg", type=FILE, required=True, help="The picture to write.")
@MISSION
def board(game: str, scenario: str | None, file: Path | None, to: int | None, svg: Path, mission: Path | None) -> None:
    """Draw the board, as it is set up or as it stands in a record.

    \b
    sandtable board who-dares-wins --svg map.svg
    sandtable board who-dares-wins --record mine.txt --to 12 --svg position.svg
    """
    loaded = sandtable.load(game)
    if file is not None:
        record = read_record(file)
        if record.game != game:
            raise BadInput(f"{file} is a record of {record.game}, not of {game}")
        if mission is not None:
            raise BadInput(f"{file} is drawn with its own mission; leave --mission out")
        s = replay_file(file, record, to)
    else:
        s = loaded.start(scenario, mission=read_mission(loaded, mission))
    write_whole(svg, position_svg(loaded, loaded.view(s, None)))
    click.echo(f"{svg}: {loaded.title}, {loaded.title_of(s)}, after action {s.number}")


@main.command()
@click.argument("game", required=False)
@click.argument("clause", required=False)
@click.option("--coverage", "counted", is_flag=True, help="How many clauses are implemented and tested.")
@JSON
def rules(game: str | None, clause: str | None, counted: bool, as_json: bool) -> None:
    """Show the clauses in our words, and where each is implemented and tested.

    \b
    sandtable rules who-dares-wins 611.3
    sandtable rules rogue-regiment --coverage
    sandtable rules --coverage
    """
    known = rulebook.games()
    if game is not None and game not in known:
        raise BadInput(f"there are no rules of “{game}”; there are {', '.join(known)}")
    chosen = (game,) if game else known
    if counted:
        show_coverage(chosen, as_json)
        return
    if game is None:
        count_clauses(known, as_json)
    else:
        show_clauses(game, clause, as_json)


def count_clauses(names: tuple[str, ...], as_json: bool) -> None:
    """How many clauses each game has."""
    listed = {name: len(rulebook.book(name).clauses) for name in names}
    if as_json:
        say_json(listed)
        return
    for name, number in listed.items():
        click.echo(f"{name}: {number} clauses; see `sandtable rules {name}`")


def show_clauses(game: str, clause: str | None, as_json: bool) -> None:
    """Clauses in our words; of a single one also where it is implemented and tested."""
    index = rulebook.index(game)
    wanted = index.book.clauses if clause is None else {(found := find_clause(game, clause)).id: found}
    if as_json:
        say_json({
            key: {"text": one.text, "implemented": [str(p) for p in index.implemented.get(key, ())],
                  "tested": [str(p) for p in index.tested.get(key, ())]}
            for key, one in wanted.items()
        })  # fmt: skip
        return
    for key, one in wanted.items():
        click.echo(f"{one.number}  {one.text}")
        if clause is not None:
            for place in index.implemented.get(key, ()):
                click.echo(f"    in {place}")
            for place in index.tested.get(key, ()):
                click.echo(f"    tested by {place}")


def find_clause(game: str, wanted: str) -> rulebook.Clause:
    """A clause by its id, with or without the game's letters."""
    try:
        return rulebook.find(game, wanted)
    except KeyError as error:
        raise BadInput(str(error.args[0])) from error


def show_coverage(names: tuple[str, ...], as_json: bool) -> None:
    """How much of each game's rules is there; of one game, chapter by chapter."""
    counted = rulebook.coverage(names)
    if as_json:
        say_json({name: asdict(one) for name, one in counted.items()})
        return
    if len(names) == 1:
        index = rulebook.index(names[0])
        table = Table("chapter", "", "clauses", "implemented", "tested", "taught", "missing")
        for number, title in index.book.chapters:
            table.add_row(number, title, *coverage_row(index.coverage(title)))
        table.add_section()
        table.add_row("all", index.book.title, *coverage_row(index.coverage()))
    else:
        table = Table("game", "clauses", "implemented", "tested", "taught", "missing")
        for name, one in counted.items():
            table.add_row(name, *coverage_row(one))
    Console().print(table)


def coverage_row(one: rulebook.Coverage) -> tuple[str, str, str, str, str]:
    few = ", ".join(one.missing[:6]) + (f" and {len(one.missing) - 6} more" if len(one.missing) > 6 else "")
    return str(one.clauses), str(one.implemented), str(one.tested), str(one.taught), few or "none"


@main.command()
@click.argument("files", type=FILE, nargs=-1, required=True)
@JSON
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check mission, map, data or record files, and name every mistake with its line.

    \b
    sandtable check mine.txt
    sandtable check mine.mission shed.tile --json
    """
    found: dict[str, list[tuple[int, str]]] = {}
    unreadable = False
    for file in files:
        try:
            found[str(file)] = check_file(file)
        except BadInput as error:
            found[str(file)] = [(1, str(error))]
            unreadable = True
            click.echo(f"sandtable: {error}", err=True)
        else:
            for line, sentence in found[str(file)] if not as_json else ():
                click.echo(f"{file}, line {line}: {sentence}")
            if not as_json and not found[str(file)]:
                click.echo(f"{file}: nothing wrong")
    if as_json:
        say_json({file: [{"line": line, "error": error} for line, error in errors] for file, errors in found.items()})
    if any(found.values()):
        sys.exit(2 if unreadable else 1)


for command in (bench, simulate, study, ladder, review, tune, fit, *programs.COMMANDS):
    main.add_command(command)
if find_spec("litestar") and find_spec("sandtable.web.command"):
    main.add_command(import_module("sandtable.web.command").serve)
    for command in import_module("sandtable.web.operating").COMMANDS:
        main.add_command(command)
