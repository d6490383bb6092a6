"""`sandtable check`: what is wrong with a file, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import sandtable
from sandtable import RECORD_FORMAT, BadInput, ReplayError, rulebook
from sandtable.cli.files import read_text


def check_file(path: Path) -> list[tuple[int, str]]:
    """Every mistake of a file as (line, sentence). Records are replayed; other files go to the game that knows them."""
    text = read_text(path)
    if text.startswith(RECORD_FORMAT[:11]):
        return check_record(text)
    if path.name == "clauses.toml":
        return rulebook.mistakes(text)
    for game in sandtable.games():
        found = game.check(path.name, text)
        if found is not None:
            return found
    raise BadInput(f"{path} is neither a record (its first line is “{RECORD_FORMAT}”) nor a data file of a game")


def check_record(text: str) -> list[tuple[int, str]]:
    """A record is read and played; the first mistake ends it."""
    try:
        sandtable.replay(text)
    except (ReplayError, BadInput) as error:
        found = re.match(r"line (\d+): (.*)", str(error), re.DOTALL)
        return [(int(found[1]), found[2])] if found else [(1, str(error))]
    return []
