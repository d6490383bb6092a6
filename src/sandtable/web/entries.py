"""What an entry leads to. Nothing here waits and nothing here writes: `after` says what an entry would lead to without
changing anything; once the entry is on disk, `accept` swaps it in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import sandtable
from sandtable.web.readers import Look, look_at
from sandtable.web.rows import Row
from sandtable.web.table import Person, Table
from sandtable.web.told import Broken, ChatLine
from sandtable.web.tree import Node
from sandtable.web.wire import Refused

KEEP_EVERY = 16
"""Every so many actions a position is kept, so that any earlier one is at most this many actions away."""


@dataclass
class After:
    """What an entry leads to."""

    head: Node
    redo: list[Node]
    takebacks: int
    looks: dict[str | None, Look]


def rebuild(table: Table, rows: list[Row]) -> Iterator[None]:
    """Take in entries from the database, pausing after each so that others get their turn.

    An action that the present rules no longer allow stops the match there: it is kept and shown up to that action.
    """
    for row in rows:
        if row.entry <= table.entry:
            continue
        led = None
        if row.kind in ("action", "undo", "redo") and table.broken is None:
            try:
                led = after(table, row)
            except Exception as error:
                reason = str(error) or type(error).__name__
                table.broken = Broken(action=table.head.number + 1, reason=reason)
        accept(table, row, led)
        yield


def after(table: Table, row: Row) -> After:
    """What an action, an undo or a redo would lead to; changes nothing."""
    redo: list[Node] = []
    takebacks = table.takebacks
    if row.kind == "undo":
        back = table.head.back(row.data["to"])
        s = back.position()
        head = Node(back.parent, back.seat, back.person, back.words, back.entry, s)
        head.here = back.here
        if row.data.get("takeback"):
            takebacks += 1
        elif table.head.number == head.number + 1:
            redo = [*table.redo, table.head]
        person = None
    else:
        action = tuple(row.data["words"])
        s = table.state.clone()
        if s.seat != row.seat:
            whose = "the game is over" if s.seat is None else f"somebody else chooses now: {table.title(s.seat)}"
            raise Refused("not-your-turn", whose)
        sandtable.play(s, action)
        head = Node(table.head, str(row.seat), row.person, action, row.entry, s)
        if table.coach is not None:
            head.here = table.coach.stands(table.head.here, s)
        redo = table.redo[:-1] if row.kind == "redo" else []
        person = row.person
    s.takebacks = takebacks
    sandtable.legal(s)  # listed once, here, and kept with the position
    kept = min(head.number, table.head.number)
    looks: dict[str | None, Look] = {}
    for reader in table.readers.values():
        keep = bisect_right(reader.actions, kept)
        look = look_at(table.seen(s, head.here, reader.seat), s, keep, kept + 1, person)
        if look.encoded != reader.encoded or look.lines or keep < len(reader.lines) or reader.seat == row.seat:
            looks[reader.seat] = look
    return After(head, redo, takebacks, looks)


def accept(table: Table, row: Row, led: After | None) -> None:
    """Swap in what is on disk now."""
    assert row.entry == table.entry + 1, "entries come in order, without gaps"
    table.entry = row.entry
    if led is not None:
        old, table.head, table.redo, table.takebacks = table.head, led.head, led.redo, led.takebacks
        table.boards.append((row.entry, table.head))
        if old.state is None or old.state.seat != table.state.seat:
            table.since = row.at
        if None in led.looks:  # what watchers cannot notice has no moment either
            table.moved = row.at
        for seat in table.seats.values():
            seat.request = None
        if old.number % KEEP_EVERY:
            old.state = None
        for name, look in led.looks.items():
            table.readers[name].told(row.entry, look, None)
    elif row.kind == "message":
        _message(table, row)
    elif row.kind == "takeover":
        _takeover(table, row)


def _message(table: Table, row: Row) -> None:
    data = row.data
    seat = table.seats.get(row.seat or "")
    if "request" in data and seat is not None:
        seat.requests += 1
        seat.request = (seat.requests, str(row.person), data["to"])
        table.readers[seat.name].told(row.entry, None, None)
    elif "answer" in data and seat is not None:
        seat.request = None
        table.readers[seat.name].told(row.entry, None, None)
    elif "text" in data:
        if data.get("key"):
            table.chat_keys.add((row.person, data["key"]))
        person = table.people.get(row.person or "")
        _say(table, row, person, data["channel"], data["text"])


def _say(table: Table, row: Row, person: Person | None, channel: Literal["all", "side"], text: str) -> None:
    for reader in table.readers.values():
        if channel == "all" or reader.seat == row.seat:
            name = None if person is None else person.name
            line = ChatLine(reader.n + 1, None if person is None else person.id, name, channel, text, row.at)
            reader.told(row.entry, None, line)


def _takeover(table: Table, row: Row) -> None:
    data = row.data
    if "sit" in data:
        person = table.people.setdefault(str(row.person), Person(str(row.person), data["name"]))
        for name in data["sit"]:
            person.seats.append(name)
            table.seats[name].people.append(person.id)
            table.seats[name].bot = None
        where = ", ".join(table.title(name) for name in data["sit"])
        _say(table, row, None, "all", f"{person.name} sits down: {where}.")
    elif "name" in data:
        person = table.people[str(row.person)]
        old, person.name = person.name, data["name"]
        _say(table, row, None, "all", f"{old} is now {person.name}.")
    elif "claim" in data:
        seat = table.seats[str(row.seat)]
        if data["on"]:
            seat.claims[data["claim"]] = str(row.person)
        else:
            seat.claims.pop(data["claim"], None)
        table.readers[seat.name].told(row.entry, None, None)
    elif "invite" in data:
        _invited(table, row, data["invite"])
    elif "warn" in data:
        seat, who = table.seats[str(row.seat)], table.people[str(row.person)].name
        seat.warned = row.at
        plan = f"let the bot {data['warn']} play for" if data["warn"] else "take the bot away from"
        _say(
            table,
            row,
            None,
            "all",
            f"{who} will {plan} {table.title(seat.name)} in two minutes, unless its people are back.",
        )
    elif "bot" in data:
        seat = table.seats[str(row.seat)]
        seat.bot, seat.warned = data["bot"], None
        who = f"The bot {seat.bot} takes over" if seat.bot else "The bot hands back"
        _say(table, row, None, "all", f"{who}: {table.title(seat.name)}.")


def _invited(table: Table, row: Row, people: int) -> None:
    """Somebody made an invitation; a seat that people sit at already is told, since a stranger may sit down there."""
    if table.seats[str(row.seat)].people:
        more = "one more person" if people == 1 else f"{people} more people"
        who = table.people[str(row.person)].name
        _say(table, row, None, "all", f"{who} invites {more}: {table.title(str(row.seat))}.")
