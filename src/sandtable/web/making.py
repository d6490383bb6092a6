"""Making matches from a scenario, a record or another match; and handing records out."""

from __future__ import annotations

import asyncio
import re
import secrets
from dataclasses import dataclass, replace
from typing import Any

import msgspec

import sandtable
from sandtable import BadInput, Record, SandtableError, seed_bytes
from sandtable.sim.review import people
from sandtable.web import telling, thinker, told, wire
from sandtable.web.charging import in_turn
from sandtable.web.hall import REPLAY_SECONDS, Hall, hashed, new_secret
from sandtable.web.plans import Who
from sandtable.web.rows import Invitation, MatchRow, PersonRow, Row, Stored, chained, now
from sandtable.web.table import Table
from sandtable.web.wire import Refused, clean, too_many
from sandtable.web.writes import (
    Write,
    board_write,
    entry_write,
    invitation_write,
    match_write,
    person_write,
    summary_write,
)

MISSION_SECONDS = 20.0
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

PAUSE_EVERY = 200
"""Actions of a record after which others are answered."""
SET_UP_SECONDS = 10.0
"""Seconds of the processor to read what somebody wrote, or to draw it."""

# --- making matches ---------------------------------------------------------------------------------------------


async def make(hall: Hall, new: wire.NewMatch, secret: str | None, address: str) -> told.Created:
    """A new match: a scenario, somebody's record, or another match from some board on."""
    if wait := hall.makes.take(address, 5.0 if new.record is not None else 1.0):
        raise too_many("too many new matches; wait a little", wait)
    await in_turn()
    if new.record is not None:
        begun = await _begun(hall, {"text": new.record}, address, REPLAY_SECONDS)
        return await _made(hall, new, begun, address)
    if new.lesson is not None:
        return await _made(hall, new, _set_up(hall, _taught(new.lesson)), address)
    if new.mission is not None:
        await sound_mission(hall, new.game, new.mission, address)
        return await _made(
            hall, new, await _begun(hall, {"record": _fresh(hall, new)}, address, SET_UP_SECONDS), address
        )
    if new.fork is not None:
        return await _fork(hall, new, new.fork, secret, address)
    return await _made(hall, new, _set_up(hall, _fresh(hall, new)), address)


@dataclass(frozen=True)
class Begun:
    """A record that was set up: its options, its seats, and the memory that its board may take."""

    record: Record
    options: dict[str, str]
    seats: tuple[str, ...]
    memory: int = 0


async def _begun(hall: Hall, job: dict[str, Any], address: str, seconds: float) -> Begun:
    """What a stranger wrote, read and set up in another process."""
    try:
        answer = await hall.workers.ask({"do": "begin", "games": list(hall.games), **job}, seconds, address)
    except thinker.NoAnswer:
        raise Refused("too-slow", f"this took longer than {seconds:.0f} seconds to read") from None
    return msgspec.convert(answer, Begun)


def _set_up(hall: Hall, record: Record) -> Begun:
    """What came with the game, set up here."""
    game = hall.game(record.game)
    try:
        s = game.start(record.scenario, options=record.options, seeds=record.seeds)
    except (SandtableError, ValueError) as error:
        raise Refused("no-such-option", str(error)) from None
    return Begun(record, s.options, game.seats(s))


async def read_mission(hall: Hall, game: str | None, text: str, address: str) -> told.Mission:
    """A mission that somebody wrote, read in a process of its own."""
    if wait := hall.messages.take(f"mission {address}", 8.0):
        raise too_many("too many missions; wait a little", wait)
    return await _read_mission(hall, game, text, address)


async def _read_mission(hall: Hall, name: str | None, text: str, address: str) -> told.Mission:
    game = hall.game(name or "")
    if not game.example_mission():
        raise Refused("bad-field", f"{game.title} has no missions that players write")
    try:
        return await hall.workers.mission(game.name, text, MISSION_SECONDS, address)
    except thinker.NoAnswer:
        raise Refused("bad-mission", "this mission could not be read") from None


async def sound_mission(hall: Hall, game: str | None, text: str, address: str) -> None:
    """Refuse a mission that has mistakes, with all of them."""
    read = await _read_mission(hall, game, text, address)
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
    node = table.node_at(reader, fork.n)
    if not table.over:
        await open_seed(hall, table)  # the record of the fork will hold it
    record = replace(table.record_to(node).forked(node.number, secrets.token_bytes(32)), takebacks=0)
    # A match that is on no list is named nowhere: whoever knows its id may watch it.
    named = {"match": fork.match, "n": fork.n, "listed": True} if table.row.listed else None
    begun = Begun(record, table.begun["options"], tuple(table.seats), table.memory)
    return await _made(hall, new, begun, address, named)


async def _made(
    hall: Hall, new: wire.NewMatch, first: Begun, address: str, forked: dict[str, Any] | None = None
) -> told.Created:
    """A match as it begins, with its host, seats, invitations and whatever was played already."""
    record, game = first.record, hall.game(first.record.game)
    held = people(game, record, first.seats) if new.record is not None else ()
    seats = _holders(hall, game, first.seats, new, held)
    mine = [seat for seat, holder in seats.items() if holder.by == "me"]
    at = now()
    begun = _begins(new, first, seats, forked)
    match = "".join(secrets.choice(LETTERS) for _ in range(12))
    sitting = {"sit": mine, "name": clean(new.name or "") or "Guest 1"}
    rows = [Row(1, "takeover", None, "p1", at, sitting)]
    rows += [
        Row(number, "action", seat, "p1" if seat in mine and seat in held else None, at, {"words": words})
        for number, (seat, words) in enumerate(record.actions, 2)
    ]
    rows = await _chained(match, rows)
    secret, links = new_secret(), {seat: new_secret() if holder.invite else None for seat, holder in seats.items()}
    stored = Stored(
        MatchRow(match, game.name, record.scenario, begun, at, at, None, None, new.listed and new.watchers, None),
        rows,
        [PersonRow("p1", hashed(secret), "", None, None, False, None)],
        {seat: Invitation(hashed(link), seats[seat].invite or 0) for seat, link in links.items() if link is not None},
        chain=rows[-1].hash,
    )
    hall.keep_bytes(address, len(msgspec.json.encode([begun, rows])) + 1000)
    with hall.room_for_own(stored):  # until it is counted among the tables
        table = await _written(hall, new, record, stored, address)
    hall.sum_up(table)
    hall.poke(table)
    return told.Created(match=telling.public(table, names=True), person="p1", secret=secret, links=links)


def _begins(
    new: wire.NewMatch, first: Begun, seats: dict[str, wire.SeatBy], forked: dict[str, Any] | None
) -> dict[str, Any]:
    """What a match begins with, as it is written down."""
    record = first.record
    return {
        "rules": record.rules,
        "options": first.options,
        "seeds": [[number, seed.hex()] for number, seed in record.seeds],
        "dice": record.dice,
        "draws": record.draws,
        "mission": record.mission,
        "memory": first.memory,
        "seats": {seat: {"bot": holder.bot if holder.by == "bot" else None} for seat, holder in seats.items()},
        "takebacks": new.takebacks,
        "taken_back": record.takebacks,
        "hints": new.hints,
        "watchers": new.watchers,
        "chosen": record.chosen or new.record is not None,
        "lesson": new.lesson,
        "forked": forked,
    }


async def _chained(match: str, rows: list[Row]) -> list[Row]:
    """Entries with their digests, each of itself and all before it; others have their turn in between."""
    done, chain = [], b""
    for place, one in enumerate(rows):
        if place % PAUSE_EVERY == 0:
            await asyncio.sleep(0)
        chain = chained(chain, match, one)
        done.append(replace(one, hash=chain))
    return done


async def _written(hall: Hall, new: wire.NewMatch, record: Record, stored: Stored, address: str) -> Table:
    """A new match, played as far as its record goes and written down."""
    match, rows = stored.match.id, stored.rows
    strange = new.record is not None or bool(record.mission)
    await in_turn()
    try:
        table = await hall.build(stored, address, whole=strange or len(rows) > 1)
    except Refused as refused:
        if refused.error == "bad-record":
            action = refused.problem.line
            known = isinstance(action, int) and 0 < action <= len(record.lines)
            refused.problem.line = record.lines[action - 1] if known and isinstance(action, int) else None
        raise
    drawn = await _drawn(hall, table, address) if record.mission else []
    hall.keep_bytes(address, sum(len(one.values["svg"]) + len(one.values["data"]) for one in drawn))
    outcome = hall.game(record.game).outcome(table.state) if table.over else None
    result = None if outcome is None else outcome.text
    row = replace(stored.match, turn=table.state.seat, result=result)
    await hall.write(
        [
            match_write(row, len(rows)),
            *(entry_write(match, one, one.hash) for one in rows),
            *(person_write(match, person.person, person.hash) for person in stored.people),
            *(invitation_write(match, seat, key, fresh=True) for seat, key in stored.invitations.items()),
            *drawn,
        ]
    )
    hall.keep(table)
    return table


async def _drawn(hall: Hall, table: Table, address: str) -> list[Write]:
    """The board of a mission that a player wrote, drawn in another process and kept for all of them."""
    try:
        drawn = await hall.workers.ask({"do": "draw", "match": table.row}, SET_UP_SECONDS, address)
    except thinker.NoAnswer:
        raise Refused("too-slow", f"this took longer than {SET_UP_SECONDS:.0f} seconds to draw") from None
    return [board_write(*one) for one in drawn]


def _holders(
    hall: Hall, game: sandtable.Game, seats: tuple[str, ...], new: wire.NewMatch, held: tuple[str, ...] = ()
) -> dict[str, wire.SeatBy]:
    """Who holds each seat. Where nobody says it, the host sits where a lesson's learner or a record's first person sat
    (`held`), and a bot plays the rest."""
    given = new.seats
    if given is None or new.lesson is not None:
        learner = "" if new.lesson is None else sandtable.lesson(new.lesson).learner
        given = {learner or (held or seats)[0]: wire.SeatBy("me")}
    for seat in given:
        if seat not in seats:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(seats)}")
    holders = {seat: given.get(seat) or wire.SeatBy("bot") for seat in seats}
    for holder in holders.values():
        if holder.invite is None:
            holder.invite = 1 if holder.by == "link" else 0
        if holder.by == "bot":
            holder.bot = hall.check_bot(game, holder.bot or thinker.usual_bot(game))
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
        await hall.write([summary_write(table.id, opened=number)], table.id)
        table.opened = number
        hall.spread(table)
