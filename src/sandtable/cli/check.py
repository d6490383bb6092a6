"""`sandtable check`: what is wrong with a file, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import sandtable
from sandtable import LESSON_FORMAT, RECORD_FORMAT, BadInput, ReplayError, rulebook
from sandtable.cli.files import read_text


def check_file(path: Path) -> list[tuple[int, str]]:
    """Every mistake of a file as (line, sentence). Records are replayed; other files go to the game that knows them."""
    text = read_text(path)
    if text.startswith(LESSON_FORMAT[:18]) or path.suffix == ".lesson":
        return check_lesson(path.name, text)
    if text.startswith(RECORD_FORMAT[:11]):
        return check_record(text)
    if path.name == "clauses.toml":
        return rulebook.mistakes(text)
    for game in sandtable.games():
        found = game.check(path.name, text)
        if found is not None:
            return found
    raise BadInput(f"{path} is no record (its first line is “{RECORD_FORMAT}”) nor a lesson nor a data file of a game")


def check_record(text: str) -> list[tuple[int, str]]:
    """A record is read and played; the first mistake ends it."""
    try:
        sandtable.replay(text)
    except (ReplayError, BadInput) as error:
        found = re.match(r"line (\d+): (.*)", str(error), re.DOTALL)
        return [(int(found[1]), found[2])] if found else [(1, str(error))]
    return []


def check_lesson(name: str, text: str) -> list[tuple[int, str]]:
    """A lesson is read, its clauses are looked up, and it is played as its file says."""
    page = sandtable.LessonFile(name, text)
    lesson = page.read()
    if faults := page.finish():
        return [(fault.line, fault.text) for fault in faults]
    if lesson.game not in sandtable.names():
        return [
            (page.header_line["game"], f"there is no game “{lesson.game}”; there are {', '.join(sandtable.names())}")
        ]
    known = rulebook.book(lesson.game).clauses
    strange = [clause for clause in lesson.teaches if clause not in known]
    if strange:
        return [(page.header_line["teaches"], f"{lesson.game} has no clause {', '.join(strange)}")]
    return sandtable.lesson_mistakes(sandtable.load(lesson.game), lesson)
