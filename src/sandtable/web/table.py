"""One match in memory: a cache that is rebuilt from the entries at any time."""

from __future__ import annotations

import time
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import sandtable
from sandtable import Game, Here, Record, Refusal, Seen, Setup, State
from sandtable.web.coaching import Coach
from sandtable.web.readers import Reader, look_at
from sandtable.web.rows import MatchRow, PersonRow, Stored
from sandtable.web.told import Broken
from sandtable.web.tree import Node
from sandtable.web.wire import Refused

HEARTBEAT = 60
"""Seconds between two signs of life of the people at a table, where several processes share a database."""

AWAY = 120
"""Seconds after which the host may answer for somebody, or hand a seat to a bot."""


@dataclass
class Seat:
    """Who holds a seat."""

    name: str
    bot: str | None
    people: list[str] = field(default_factory=list)
    claims: dict[str, str] = field(default_factory=dict)
    request: tuple[int, str, str] | None = None  # (id, from, to): an undo that waits for somebody's agreement
    requests: int = 0
    warned: str | None = None  # when its people were last told that the host will hand it to a bot


@dataclass
class Person:
    """Somebody at the table."""

    id: str
    name: str
    seats: list[str] = field(default_factory=list)

    @property
    def host(self) -> bool:
        """Whether this person made the match."""
        return self.id == "p1"


UNKNOWN = 40 * 1024 * 1024
"""Bytes that the board of a player's own mission is taken for where an older version made the match."""


def memory_of(begun: dict[str, Any]) -> int:
    """Bytes that the board of a match may take in memory, beyond what is there for all."""
    return int(begun.get("memory", UNKNOWN)) if begun["mission"] else 0


class Table:
    """A match."""

    def __init__(self, game: Game, stored: Stored, set_up: bool = True) -> None:
        self.game = game
        self.row: MatchRow = stored.match
        self.begun: dict[str, Any] = stored.match.begun
        self.opened = stored.match.opened
        self.moved = self.since = stored.match.started
        self.entry = 0
        self.broken: Broken | None = None
        self.people: dict[str, Person] = {}
        self.keys: dict[str, PersonRow] = {person.person: person for person in stored.people}
        self.invitations = stored.invitations
        self.redo: list[Node] = []
        self.takebacks: int = self.begun.get("taken_back", 0)  # what an imported record had used
        self.chat_keys: set[tuple[str | None, str]] = set()

        self.chain = stored.chain  # the digest of all entries that are in the database
        self.frozen = 0  # up to which entry it was frozen
        self.coach: Coach | None = None
        self.readers: dict[str | None, Reader] = {}
        self.titles: dict[str, str] = {}
        self.here: dict[str, int] = {}  # sockets of each person on this process
        self.waiting: float | None = None  # since when bots have been deciding in a row, by the clock
        self.watching = 0
        self.watching_elsewhere = stored.watching
        seats = game.seats_of(stored.match.scenario, self.begun["options"])
        self.seats: dict[str, Seat] = {seat: Seat(seat, self.begun["seats"].get(seat, {}).get("bot")) for seat in seats}
        self.head = Node(None, "", None, (), 0, None)
        self.boards: list[tuple[int, Node]] = [(0, self.head)]  # what each entry that changed the board led to
        if set_up:
            self._set_up()

    def _set_up(self) -> None:
        """Begin: the position before the first action, and what each reader sees of it."""
        setup = self.setup()
        s = self.game.start(
            setup.scenario,
            options=setup.options,
            dice=setup.dice,
            draws=setup.draws,
            mission=setup.mission,
            seeds=setup.seeds,
        )
        taught = self.begun.get("lesson")
        self.coach = None if taught is None else Coach(self.game, sandtable.lesson(taught), s)
        here = None if self.coach is None else self.coach.stands(None, s)
        s.takebacks = self.takebacks
        self.head.state, self.head.here = s, here
        for seat in (*self.seats, None):
            self.readers[seat] = Reader(seat, look_at(self.seen(s, here, seat), s, 0, 0, None))
        self.name_seats()

    def name_seats(self) -> None:
        """How the seats are called, as anybody may read."""
        names = self.readers[None].seen.names
        self.titles = {seat: names.get(seat, seat) for seat in self.seats}

    def setup(self) -> Setup:
        """All that the match began with."""
        begun = self.begun
        return Setup(
            self.row.game,
            begun["rules"],
            self.row.scenario,
            begun["options"],
            tuple((first, bytes.fromhex(seed)) for first, seed in begun["seeds"]),
            tuple(begun["dice"]),
            tuple(begun["draws"]),
            begun["mission"],
        )

    @property
    def id(self) -> str:
        """The match's id."""
        return self.row.id

    @property
    def memory(self) -> int:
        """Bytes that its board may take, where this is a mission that a player wrote."""
        return memory_of(self.begun)

    @property
    def state(self) -> State:
        """The position now; nobody changes it."""
        assert self.head.state is not None, "the newest action always keeps its position"
        return self.head.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.seat is None

    @property
    def solo(self) -> bool:
        """Whether one person alone, on one side, plays against bots and the rules."""
        held = [seat for seat in self.seats.values() if seat.people or seat.bot is None]
        return len(self.people) == 1 and len(held) == 1 and len(held[0].people) == 1

    def seen(self, s: State, here: Here | None, reader: str | None) -> Seen:
        """What a reader sees of a position."""
        return self.game.seen(s, reader) if self.coach is None else self.coach.seen(here, s, reader)

    # --- what may be done -------------------------------------------------------------------------------------------

    def undo_to(self, seat: str | None) -> tuple[int, bool] | Refusal:
        """Where an undo by this seat leads: the number of actions left, and whether it is a take-back."""
        s = self.state
        if seat is None or s.seat is None or s.seat != seat:
            whose = sandtable.OVER if s.seat is None else f"somebody else chooses now: {self.title(s.seat)}"
            return Refusal("", whose)
        refusal = sandtable.can_undo(s)
        if refusal is None:
            return self.head.number - 1, False
        if not self.begun["takebacks"]:
            return refusal
        node = self.head
        while node.parent is not None:
            if node.seat == seat:
                return node.number - 1, True
            node = node.parent
        return refusal

    def claimant(self, seat: str) -> str | None:
        """The person whose decision this is, because it is about a piece that they have claimed."""
        claims = self.seats[seat].claims
        if not claims or self.state.seat != seat:
            return None
        for piece in self.readers[seat].seen.prompt.about:
            if piece in claims:
                return claims[piece]
        return None

    def node_at(self, reader: Reader, n: int) -> Node:
        """The board as it was for this reader after message n."""
        if not 0 <= n <= reader.n:
            raise Refused("bad-field", f"n is from 0 to {reader.n}, not {n}")
        place = bisect_right(self.boards, reader.entries[n], key=lambda board: board[0])
        return self.boards[place - 1][1]

    # --- who is there -----------------------------------------------------------------------------------------------

    def is_here(self, person: str) -> bool:
        """Whether this person has a socket open, on this process or lately on another."""
        key = self.keys.get(person)
        elsewhere = key is not None and key.here and key.seen is not None and time.time() - key.seen < HEARTBEAT * 2.5
        return bool(self.here.get(person)) or elsewhere

    def watchers(self) -> int:
        """How many watch, on this process and on those that said so lately."""
        lately = time.time() - HEARTBEAT * 2.5
        return self.watching + sum(number for number, seen in self.watching_elsewhere if seen > lately)

    def away(self, person: str) -> float:
        """Seconds since this person was here."""
        if self.is_here(person):
            return 0.0
        key = self.keys.get(person)
        return time.time() - ((key.seen if key is not None else None) or 0)

    # --- how it is called -------------------------------------------------------------------------------------------

    def title(self, seat: str) -> str:
        """How a seat is called at the table."""
        return self.titles.get(seat, seat)

    def told(self, text: str) -> str:
        """A text with its ids named as anybody may read them."""
        return sandtable.tell(text, self.readers[None].seen.names)

    # --- records ----------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole match, with its seed."""
        outcome = self.game.outcome(self.state) if self.over else None
        return sandtable.record(
            self.state,
            players=", ".join(f"{seat.name}={self._players(seat)}" for seat in self.seats.values()),
            started=self.row.started,
            opened=self.opened,
            chosen=self.begun["chosen"],
            result="" if outcome is None else self.told(outcome.text),
        )

    def record_to(self, node: Node) -> Record:
        """The match up to one of its actions."""
        actions: list[tuple[str, tuple[str, ...]]] = []
        here: Node | None = node
        while here is not None and here.number:
            actions.append((here.seat, here.words))
            here = here.parent
        actions.reverse()
        setup = self.setup()
        return Record(
            setup.game, setup.rules, setup.scenario, dict(setup.options), setup.seeds, tuple(actions), setup.dice,
            setup.draws, setup.mission, chosen=self.begun["chosen"],
        )  # fmt: skip

    def _players(self, seat: Seat) -> str:
        if seat.people:
            return "+".join("".join(c for c in self.people[one].name if c not in ",=+") for one in seat.people)
        return seat.bot or "nobody"
