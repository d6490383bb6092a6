"""What is worked outside the server's own process because a stranger wrote it or because it may take long: records and
missions, long matches, boards as they were. Each job is plain data, and so is its answer."""

from __future__ import annotations

import re
import time
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import msgspec

import sandtable
from sandtable import Record, ReplayError, SandtableError, State
from sandtable.sim.review import Judged, Reviewer
from sandtable.web import entries, frozen, telling
from sandtable.web.rows import MatchRow, Row, Stored
from sandtable.web.table import Table
from sandtable.web.told import encode
from sandtable.web.wire import Refused


def read_record(text: str) -> Record:
    """A record from its text, or the line that is wrong."""
    try:
        return sandtable.parse_record(text)
    except (ReplayError, UnicodeError) as error:
        raise bad_record(error) from None


def bad_record(error: Exception) -> Refused:
    """What is wrong with a record, with its line where it names one."""
    found = re.match(r"line (\d+): ", str(error))
    return Refused("bad-record", str(error)[:20_000], line=int(found[1]) if found else None)


def begin(job: dict[str, Any]) -> dict[str, Any]:
    """Read a record and set it up: its fields, its options and its seats. What came as text is played to its end, so
    that nobody else has to do with a hundred thousand lines that are no actions."""
    strange = "text" in job
    record = read_record(job["text"]) if strange else msgspec.convert(job["record"], Record)
    if record.game not in job["games"]:
        raise Refused("no-such-game", f"there is no game “{record.game}”; there are {', '.join(job['games'])}")
    game = sandtable.load(record.game)
    if record.rules != game.rules:
        raise Refused("bad-record", f"this record is of rules {record.rules}; {game.name} is at {game.rules}", line=3)
    try:
        s = sandtable.replay(record) if strange else started(record)
    except (SandtableError, ValueError) as error:
        raise bad_record(error) if strange else Refused("no-such-option", str(error)[:20_000]) from None
    return {"record": record, "options": s.options, "seats": game.seats(s), "memory": game.memory_of(s)}


def started(record: Record) -> State:
    """The position that a record begins with."""
    return sandtable.load(record.game).start(
        record.scenario, options=record.options, seeds=record.seeds, dice=record.dice, draws=record.draws,
        mission=record.mission,
    )  # fmt: skip


def build(job: dict[str, Any]) -> dict[str, Any]:
    """Play the entries of a match, from the start or from where it was frozen, and freeze it there."""
    match = msgspec.convert(job["match"], MatchRow)
    stored = Stored(match, msgspec.convert(job["rows"], list[Row]))
    game = sandtable.load(match.game)
    table = frozen.thaw(game, stored, b64decode(job["frozen"])) if job["frozen"] else Table(game, stored)
    for _ in entries.rebuild(table, stored.rows):
        if job["whole"] and table.broken is not None:
            return {"broken": table.broken}
    return {"frozen": frozen.freeze(table), "entry": table.entry}


def at(job: dict[str, Any]) -> dict[str, Any]:
    """The board as it was for a reader, or for all: a position, the words that were played from it, and whom for."""
    match = msgspec.convert(job["match"], MatchRow)
    game = sandtable.load(match.game)
    setup = Table(game, Stored(match, []), set_up=False).setup()
    s = sandtable.unpacked(game.blank(setup), job["position"], game.package)
    for words in job["words"]:
        sandtable.play(s, tuple(words))
    seat = job["seat"]
    seen = game.seen(s, None if seat == "all" else seat)
    scene = telling.all_seeing(game, s) if seat == "all" else seen.drawn
    return {"scene": telling.picture_of(scene), "names": scene.names, "prompt": telling.prompt_of(seen)}


def verify(job: dict[str, Any]) -> dict[str, Any]:
    """Replay a record from its text."""
    again = sandtable.replay(job["text"])
    return {
        "seeds": [[first, seed.hex()] for first, seed in again.setup.seeds],
        "actions": again.number,
        "fingerprint": sandtable.fingerprint(again),
    }


def review(job: dict[str, Any]) -> dict[str, Any]:
    """Judge some decisions of a seat, as many as there is time for, each in its share of what is left for all of them;
    after the last one what all of it comes to."""
    reviewer = Reviewer(sandtable.parse_record(job["text"]), job["seat"])
    judged = msgspec.convert(job["judged"], list[Judged])
    began, took = time.process_time(), 0.0
    place, of = job["first"], len(reviewer.asked)
    while place < of and took < job["seconds"]:
        one = reviewer.judge(place, max(0.0, job["left"] - took) / (of - place))
        judged += [] if one is None else [one]
        place, took = place + 1, time.process_time() - began
    found = reviewer.review(judged).as_dict() if place == of else None
    return {"judged": judged, "next": place, "of": of, "took": took, "review": found}


def draw(job: dict[str, Any]) -> list[list[str]]:
    """The boards of a match of somebody's own mission: id, drawing, and what goes with it."""
    match = msgspec.convert(job["match"], MatchRow)
    game = sandtable.load(match.game)
    scene = game.seen(Table(game, Stored(match, [])).state, None).drawn
    return [[scene.board, game.board_svg(scene.board), encode(game.board(scene.board)).decode()]]


JOBS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "begin": begin,
    "build": build,
    "at": at,
    "verify": verify,
    "review": review,
    "draw": draw,
}
