"""What may be done at a table, worked out without waiting and without changing anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sandtable import IllegalAction
from sandtable.web import entries
from sandtable.web.entries import After
from sandtable.web.rows import Row, now
from sandtable.web.table import AWAY, Table
from sandtable.web.telling import refusal_of
from sandtable.web.wire import Refused
from sandtable.web.writes import Write, summary_write

Plan = tuple[Row, After | None, list[Write]]
"""An entry, what it leads to on the board if anything, and what else is written with it."""
Planner = Callable[[], Plan]


@dataclass(frozen=True)
class Who:
    """Somebody who showed a secret, or a watcher, who has none."""

    person: str | None = None
    seats: tuple[str, ...] = ()

    @property
    def host(self) -> bool:
        """Whether this person made the match."""
        return self.person == "p1"


WATCHER = Who()


def my_turn(table: Table, who: Who, seat: str | None, seen: int | None, *, claims: bool = True) -> str:
    """Check that this seat is the asker's and may decide now on what it has seen. Undo asks about no piece."""
    if seat is None or seat not in who.seats:
        raise Refused("not-your-seat", "this seat is not yours" if seat else "watchers do not play")
    if table.broken is not None:
        raise Refused("broken", f"this match no longer replays: {table.broken.reason}")
    if seen is not None and seen < table.readers[seat].played:
        raise Refused("out-of-date", "the board has changed since; look again")
    if table.over:
        raise Refused("over", "the game is over")
    if table.state.seat != seat:
        raise Refused("not-your-turn", f"somebody else chooses now: {table.title(str(table.state.seat))}")
    claimant = table.claimant(seat) if claims else None
    if claimant is not None and who.person != claimant and not (who.host and table.away(claimant) > AWAY):
        name = table.people[claimant].name
        raise Refused("claimed", f"this is {name}'s decision; the host may answer once {name} was away for two minutes")
    return seat


def board(table: Table, row: Row) -> Plan:
    """The plan of an entry that changes the board."""
    try:
        after = entries.after(table, row)
    except IllegalAction:
        seen = table.readers[row.seat].seen
        refusal = refusal_of(seen.why_not(tuple(row.data["words"])), seen)
        raise Refused("not-offered", refusal.text if refusal else "this is not on offer", refusal=refusal) from None
    s = after.head.state
    assert s is not None
    outcome = table.game.outcome(s) if s.seat is None else None
    summary = summary_write(table.id, moved=row.at, turn=s.seat, result=None if outcome is None else outcome.text)
    return row, after, [summary]


def back(table: Table, seat: str, person: str | None, to: tuple[int, bool]) -> Plan:
    """The plan of an undo to so many actions, which may be a take-back."""
    data: dict[str, Any] = {"to": to[0]}
    if to[1]:
        data["takeback"] = True
    return board(table, Row(table.entry + 1, "undo", seat, person, now(), data))
