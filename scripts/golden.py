"""Golden games: whole games as texts that a person can read, whose differences are reviewed like code.

    python -m scripts.golden [GAME]...                        write them again, after a change of rules
    python -m scripts.golden GAME --add SCENARIO BOT SEED     add one, between bots of one kind

A golden game is the header of a record and then what happened: the question (if it is a new one), `> ` and the
action, the dice, the log lines with their clauses (and their readers, if not everybody may read them), now and then
`= ` and a fingerprint of the position, and at the end the outcome. Ids are written as in actions.

When it is written again, a game keeps its actions as long as they are on offer, so that a small change makes a small
difference; from there on its bots choose. A game that a person played keeps all its actions: put its record into the
folder and run this.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import sandtable
from sandtable import Action, Event, Game, IllegalAction, Record, State, fingerprint, legal, parse_record, play
from sandtable.kernel.flow import constants

TESTS = Path(__file__).parent.parent / "tests"
TITLE = "# sandtable playthrough"
PLAY = "\nplay:\n"
"""Stands between what a game began with and what happened."""
EVERY = 50
"""Actions between two fingerprints."""
LINES = 60
"""Of a difference, as many as are shown."""


def folder(game: Game) -> Path:
    """Where a game's golden games are."""
    return TESTS / game.name.replace("-", "_") / "golden"


def golden(game: Game) -> list[Path]:
    """The golden games of a game, in order."""
    return sorted(folder(game).glob("*.txt"))


def read(text: str) -> Record:
    """The game that a playthrough tells; a record is one too."""
    if text.startswith(sandtable.RECORD_FORMAT):
        return parse_record(text)
    header, _, body = text.partition(PLAY)
    found = parse_record(header.replace(TITLE, sandtable.RECORD_FORMAT, 1))
    actions = tuple(("", tuple(line[2:].split())) for line in body.splitlines() if line.startswith("> "))
    return replace(found, actions=actions)


def begun(game: Game, record: Record) -> State:
    """The position that a game began with."""
    return game.start(
        record.scenario, options=record.options, seeds=record.seeds, dice=record.dice, draws=record.draws,
        mission=record.mission,
    )  # fmt: skip


def playthrough(game: Game, record: Record) -> str:
    """A game as it is told; where an action is not on offer, that is the end of it."""
    defaults = {option.name: option.default for option in game.scenario(record.scenario).options}
    options = {name: value for name, value in record.options.items() if value != defaults[name]}
    header = replace(record, options=options, actions=(), result="").text().rstrip("\n") + "\n"
    s = begun(game, record)
    lines = [header.replace(sandtable.RECORD_FORMAT, TITLE, 1) + PLAY.rstrip("\n"), *happened(s)]
    asked = None
    for _, action in record.actions:
        choice = s.choice
        if choice is not None and asked != (asked := (type(choice), s.seat)):
            lines.append(f"{s.seat}: {bare(choice.ask(s))} [{constants(choice).clause}]")
        lines.append("> " + " ".join(action))
        try:
            play(s, action)
        except IllegalAction as refused:
            return "\n".join([*lines, f"! {refused}"]) + "\n"
        lines += happened(s)
        if s.number % EVERY == 0:
            lines.append(f"= {s.number} {fingerprint(s)}")
    lines.append(f"= {s.number} {fingerprint(s)}")
    outcome = game.outcome(s) if not s.agenda else None
    scores = "" if outcome is None else ", ".join(f"{seat} {score:g}" for seat, score in outcome.scores.items())
    lines.append("unfinished" if outcome is None else f"outcome: {outcome.text} ({scores})")
    return "\n".join(lines) + "\n"


def happened(s: State) -> Iterator[str]:
    """Dice and log lines of the last action."""
    if s.rolled:
        yield "  dice " + " ".join(map(str, s.rolled))
    for event in s.events:
        yield f"  {event.clause} {readers(event)}{bare(event.text)}"


def readers(event: Event) -> str:
    """Who may read a line, where not everybody may."""
    return "" if event.seen_by is None else f"({', '.join(event.seen_by)}) "


def bare(text: str) -> str:
    """A text with its ids as they stand in actions."""
    return text.replace("{", "").replace("}", "")


def difference(path: Path) -> str:
    """How a golden game differs from what is played now, in lines that can be read; empty where it does not."""
    wanted = path.read_text(encoding="utf-8")
    record = read(wanted)
    return compared(wanted, playthrough(sandtable.load(record.game), record), str(path.relative_to(TESTS)))


def compared(before: str, after: str, name: str) -> str:
    """The unified difference of two playthroughs, cut to a length that somebody reads."""
    if before == after:
        return ""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), name, "now", n=6, lineterm=""))
    more = [f"and {len(lines) - LINES} lines more"] if len(lines) > LINES else []
    return "\n".join(lines[:LINES] + more)


def differences() -> list[str]:
    """Those of all golden games."""
    return [told for game in sandtable.games() for path in golden(game) if (told := difference(path))]


# --- made again ------------------------------------------------------------------------------------------------------


def played_on(game: Game, record: Record) -> Record:
    """The game by the rules as they are now: its actions while they are on offer, and then what its bots choose."""
    s = begun(game, record)
    actions: list[tuple[str, Action]] = []
    by_bots = record.players in ("random", *game.bots())
    for _, action in record.actions:
        if by_bots and action not in legal(s):
            break
        actions.append((s.seat or "", action))
        play(s, action)
    seed = int.from_bytes(record.seeds[0][1][:4], "little")
    bots = {seat: game.bot(record.players, seed + n) for n, seat in enumerate(game.seats(s))} if by_bots else {}
    while bots and (options := legal(s)):
        seat = s.seat
        assert seat is not None
        actions.append((seat, bots[seat].pick(game.view(s, seat), options)))
        play(s, actions[-1][1])
    return replace(record, actions=tuple(actions))


def make(game: Game) -> None:
    """Tell every golden game of a game anew, and what became different."""
    for path in golden(game):
        before = path.read_text(encoding="utf-8")
        try:
            after = playthrough(game, played_on(game, read(before)))
        except IllegalAction as refused:
            raise SystemExit(
                f"{path.relative_to(TESTS)} was played by hand, and cannot be any more: {refused}"
            ) from None
        path.write_text(after, encoding="utf-8")
        if told := compared(before, after, str(path.relative_to(TESTS))):
            print(told)
    print(f"{game.name}: {len(golden(game))} golden games")


def add(game: Game, scenario: str, bot: str, seed: int) -> None:
    """One more golden game."""
    begin = Record(game.name, game.rules, scenario, {}, ((0, sandtable.seed_bytes(seed)),), players=bot)
    path = folder(game) / f"{scenario}-{bot}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(playthrough(game, played_on(game, begin)), encoding="utf-8")
    print(f"{path.relative_to(TESTS)}: {path.stat().st_size} bytes")


def main() -> int:
    """All games, or those named; or one more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--add", nargs=3, metavar=("SCENARIO", "BOT", "SEED"))
    given = parser.parse_args()
    for name in given.games or sandtable.names():
        if given.add:
            scenario, bot, seed = given.add
            add(sandtable.load(name), scenario, bot, int(seed))
        else:
            make(sandtable.load(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
