"""Making matches from a scenario, a record or another match; and handing records out."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from dataclasses import replace
from typing import Any

import sandtable
from sandtable import BadInput, Record, ReplayError, SandtableError, seed_bytes
from sandtable.web import store as db
from sandtable.web import telling, thinker, told, wire
from sandtable.web.hall import REPLAY_SECONDS, Hall, hashed, new_secret
from sandtable.web.plans import Who
from sandtable.web.store import Invitation, MatchRow, PersonRow, Row, Stored
from sandtable.web.table import Table
from sandtable.web.wire import Refused, clean, too_many

MISSION_SECONDS = 20.0
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

# --- making matches ---------------------------------------------------------------------------------------------


async def make(hall: Hall, new: wire.NewMatch, secret: str | None, address: str) -> told.Created:
    """A new match: a scenario, somebody's record, or another match from some board on."""
    if wait := hall.makes.take(address, 5.0 if new.record is not None else 1.0):
        raise too_many("too many new matches; wait a little", wait)
    if new.record is not None:
        async with hall.importing:
            return await _made(hall, new, await asyncio.to_thread(read_record, new.record))
    if new.lesson is not None:
        return await _made(hall, new, _taught(new.lesson))
    if new.mission is not None:
        await sound_mission(hall, new.game, new.mission)
    if new.fork is not None:
        return await _fork(hall, new, new.fork, secret, address)
    return await _made(hall, new, _fresh(hall, new))


async def read_mission(hall: Hall, game: str | None, text: str, address: str) -> told.Mission:
    """A mission that somebody wrote, read in a process of its own."""
    if wait := hall.messages.take(f"mission {address}", 8.0):
        raise too_many("too many missions; wait a little", wait)
    return await _read_mission(hall, game, text)


async def _read_mission(hall: Hall, name: str | None, text: str) -> told.Mission:
    game = hall.game(name or "")
    if not game.example_mission():
        raise Refused("bad-field", f"{game.title} has no missions that players write")
    try:
        return await hall.advisers.mission(game.name, text, MISSION_SECONDS)
    except thinker.NoAnswer:
        raise Refused("bad-mission", "this mission could not be read") from None


async def sound_mission(hall: Hall, game: str | None, text: str) -> None:
    """Refuse a mission that has mistakes, with all of them."""
    read = await _read_mission(hall, game, text)
    if read.faults:
        first = read.faults[0]
        raise Refused("bad-mission", f"line {first.line}: {first.error}", line=first.line, faults=read.faults)


def _fresh(hall: Hall, new: wire.NewMatch) -> Record:
    if new.game is None:
        raise Refused("bad-field", "a new match needs a game, a record or a fork")
    game = hall.game(new.game)
    try:
        scenario = game.scenario(new.scenario)
    except BadInput as error:
        raise Refused("no-such-scenario", str(error)) from None
    seed = secrets.token_bytes(32)
    if isinstance(new.seed, int):
        seed = seed_bytes(new.seed)
    elif isinstance(new.seed, str):
        if not re.fullmatch(r"[0-9a-f]{64}", new.seed):
            raise Refused("bad-field", "a seed is a whole number or 64 hex digits")
        seed = bytes.fromhex(new.seed)
    return Record(
        game.name,
        game.rules,
        scenario.id,
        new.options,
        ((0, seed),),
        mission=new.mission or "",
        chosen=new.seed is not None,
    )


def _taught(wanted: str) -> Record:
    """Where a lesson begins, as a record."""
    try:
        lesson = sandtable.lesson(wanted)
    except BadInput as error:
        raise Refused("no-such-lesson", str(error)) from None
    game = sandtable.load(lesson.game)
    s = lesson.start(game, secrets.token_bytes(32))
    return replace(sandtable.record(s, chosen=True), takebacks=0)


async def _fork(hall: Hall, new: wire.NewMatch, fork: wire.Fork, secret: str | None, address: str) -> told.Created:
    table = await hall.table(fork.match)
    who = hall.identify(table, secret, address)
    if not table.over and not (table.solo and who.person is not None):
        raise Refused("not-yet", "a match of several people can be played on from here once it is over")
    reader = table.readers[who.seats[0] if who.seats else None]
    s = table.node_at(reader, fork.n).position()
    if not table.over:
        await open_seed(hall, table)  # the record of the fork will hold it
    record = sandtable.record(s, chosen=table.begun["chosen"]).forked(s.number, secrets.token_bytes(32))
    # A match that is on no list is named nowhere: whoever knows its id may watch it.
    named = {"match": fork.match, "n": fork.n, "listed": True} if table.row.listed else None
    return await _made(hall, new, replace(record, takebacks=0), named)


async def _made(hall: Hall, new: wire.NewMatch, record: Record, forked: dict[str, Any] | None = None) -> told.Created:
    game = hall.game(record.game)
    if record.rules != game.rules:
        raise Refused("bad-record", f"this record is of rules {record.rules}; {game.name} is at {game.rules}", line=3)
    try:
        s = game.start(
            record.scenario, options=record.options, seeds=record.seeds, dice=record.dice, draws=record.draws,
            mission=record.mission,
        )  # fmt: skip
    except (SandtableError, ValueError) as error:
        kind = "bad-record" if new.record is not None else "no-such-option"
        raise Refused(kind, str(error), **({"line": None} if new.record is not None else {})) from None
    seats = _holders(game, game.seats(s), new)
    mine = [seat for seat, holder in seats.items() if holder.by == "me"]
    at = db.now()
    begun = {
        "rules": record.rules,
        "options": s.options,
        "seeds": [[first, seed.hex()] for first, seed in record.seeds],
        "dice": record.dice,
        "draws": record.draws,
        "mission": record.mission,
        "seats": {seat: {"bot": holder.bot if holder.by == "bot" else None} for seat, holder in seats.items()},
        "takebacks": new.takebacks,
        "taken_back": record.takebacks,
        "hints": new.hints,
        "watchers": new.watchers,
        "chosen": record.chosen or new.record is not None,
        "lesson": new.lesson,
        "forked": forked,
    }
    match = "".join(secrets.choice(LETTERS) for _ in range(12))
    sitting = {"sit": mine, "name": clean(new.name or "") or "Guest 1"}
    rows = [Row(1, "takeover", None, "p1", at, sitting)]
    rows += [
        Row(number, "action", seat, None, at, {"words": words})
        for number, (seat, words) in enumerate(record.actions, 2)
    ]
    secret, links = new_secret(), {seat: new_secret() if holder.invite else None for seat, holder in seats.items()}
    stored = Stored(
        MatchRow(match, game.name, record.scenario, begun, at, at, None, None, new.listed and new.watchers, None),
        rows,
        [PersonRow("p1", hashed(secret), "", None, False, None)],
        {seat: Invitation(hashed(link), seats[seat].invite or 0) for seat, link in links.items() if link is not None},
    )
    table = await hall.build(stored, time.monotonic() + REPLAY_SECONDS)
    if table.broken is not None:
        number = table.broken.action
        line = record.lines[number - 1] if number <= len(record.lines) else None
        raise Refused("bad-record", f"action {number}: {table.broken.reason}", line=line)
    outcome = game.outcome(table.state) if table.over else None
    result = None if outcome is None else outcome.text
    row = replace(stored.match, turn=table.state.seat, result=result)
    await hall.write(
        [
            db.match_write(row),
            *(db.entry_write(match, one) for one in rows),
            db.person_write(match, "p1", hashed(secret)),
            *(db.invitation_write(match, seat, key, fresh=True) for seat, key in stored.invitations.items()),
        ]
    )
    hall.keep(table)
    hall.poke(table)
    return told.Created(match=telling.public(table, names=True), person="p1", secret=secret, links=links)


def _holders(game: sandtable.Game, seats: tuple[str, ...], new: wire.NewMatch) -> dict[str, wire.SeatBy]:
    given = new.seats
    if given is None or new.lesson is not None:
        learner = "" if new.lesson is None else sandtable.lesson(new.lesson).learner
        given = {learner or seats[0]: wire.SeatBy("me")}
    for seat in given:
        if seat not in seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(seats)}")
    holders = {seat: given.get(seat) or wire.SeatBy("bot") for seat in seats}
    for holder in holders.values():
        if holder.invite is None:
            holder.invite = 1 if holder.by == "link" else 0
        if holder.by == "bot":
            holder.bot = thinker.check_bot(game, holder.bot or thinker.best_bot(game))
    if new.takebacks and sum(holder.by != "bot" for holder in holders.values()) > 1:
        raise Refused("not-allowed", "take-backs are for one person alone, not for people on different sides")
    return holders


# --- records ----------------------------------------------------------------------------------------------------


async def record(hall: Hall, table: Table, who: Who) -> str:
    """The record, with its seed, to who may have it."""
    if not table.over:
        if not (table.solo and who.person is not None):
            raise Refused("not-yet", "the record holds the dice to come; it is handed out when the game is over")
        await open_seed(hall, table)
    return table.record().text()


async def open_seed(hall: Hall, table: Table) -> None:
    if table.opened is None:
        number = table.head.number
        await hall.write([db.summary_write(table.id, opened=number)])
        table.opened = number
        hall.spread(table)


def read_record(text: str) -> Record:
    """A record from its text, or the line that is wrong."""
    try:
        return sandtable.parse_record(text)
    except (ReplayError, UnicodeError) as error:
        found = re.match(r"line (\d+): ", str(error))
        line = int(found[1]) if found else None
        raise Refused("bad-record", str(error), line=line) from None
