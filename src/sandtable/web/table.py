"""One match in memory: a cache that is rebuilt from the entries at any time.

Nothing here waits and nothing here writes. `after` says what an entry would lead to without changing anything; once the
entry is on disk, `accept` swaps it in. A reader (a seat, or the watchers) has numbers of its own: an entry that changes
nothing for a reader has no number for it, so numbers tell nobody what is hidden.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

import sandtable
from sandtable import Event, Game, Outcome, Record, Refusal, State, commitment, may_read
from sandtable.web.store import MatchRow, PersonRow, Row, Stored, stamp
from sandtable.web.wire import ChatLine, LogLine, Refused, encode

KEEP_EVERY = 16
"""Every so many actions a position is kept, so that any earlier one is at most this many actions away."""

HEARTBEAT = 60
"""Seconds between two signs of life of the people at a table, where several processes share a database."""

AWAY = 120
"""Seconds after which the host may answer for somebody, or hand a seat to a bot."""


class Node:
    """An action hung on the ones before it; undone branches stay reachable for who asks how the board was then."""

    __slots__ = ("entry", "number", "parent", "person", "seat", "state", "words")

    def __init__(
        self, parent: Node | None, seat: str, person: str | None, words: tuple[str, ...], entry: int, state: State
    ) -> None:
        self.parent = parent
        self.number: int = 0 if parent is None else parent.number + 1
        self.seat = seat
        self.person = person
        self.words = words
        self.entry = entry
        self.state: State | None = state

    def position(self) -> State:
        """The position after this action, the reader's own to change."""
        todo: list[Node] = []
        node: Node = self
        while node.state is None:
            todo.append(node)
            assert node.parent is not None, "the set-up always keeps its position"
            node = node.parent
        s = node.state.clone()
        for later in reversed(todo):
            sandtable.play(s, later.words)
        return s

    def back(self, number: int) -> Node:
        """The action with this number on the way here."""
        node = self
        while node.number > number:
            assert node.parent is not None, "numbers fall by one towards the set-up"
            node = node.parent
        return node


@dataclass
class Look:
    """What an entry changes for one reader."""

    view: dict[str, Any]
    encoded: bytes
    keep: int
    lines: list[tuple[int, LogLine]]


@dataclass
class After:
    """What an entry leads to."""

    head: Node
    redo: list[Node]
    takebacks: int
    looks: dict[str | None, Look]


class Reader:
    """What a seat, or the watchers, have been told so far."""

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.n = 0
        self.played = 0  # the number of the last message that changed the board
        self.view: dict[str, Any] = {}
        self.encoded = b""
        self.lines: list[LogLine] = []
        self.actions: list[int] = []  # the action that each line belongs to
        self.chain: list[bytes] = [b""]  # digest of the first so many lines
        self.chats: list[ChatLine] = []
        self.entries: list[int] = [0]  # the entry of each message
        self.keeps: list[tuple[int, int]] = [(0, 0)]  # lines of log and chat that each message left standing
        self.hashes: list[str] = []
        self.parts: dict[str, bytes] = {}  # what was made from the view for this n, encoded

    def begin(self, look: Look) -> None:
        """The set-up."""
        self._look(look, 0)
        self.hashes.append(self._hash())

    def told(self, entry: int, look: Look | None, chat: ChatLine | None) -> None:
        """One more message."""
        self.n += 1
        self.entries.append(entry)
        self.keeps.append((len(self.lines) if look is None else look.keep, len(self.chats)))
        if look is not None:
            self._look(look, self.n)
            self.played = self.n
        if chat is not None:
            self.chats.append(chat)
        self.hashes.append(self._hash())

    def _look(self, look: Look, n: int) -> None:
        del self.lines[look.keep :], self.actions[look.keep :], self.chain[look.keep + 1 :]
        for action, line in look.lines:
            line = msgspec.structs.replace(line, n=n)
            self.lines.append(line)
            self.actions.append(action)
            self.chain.append(blake2b(self.chain[-1] + encode(line), digest_size=8).digest())
        self.view, self.encoded = look.view, look.encoded
        self.parts = {}

    def _hash(self) -> str:
        more = blake2b(self.chain[-1] + encode([self.n, len(self.chats)]), digest_size=8)
        more.update(self.encoded)
        return more.hexdigest()

    @property
    def hash(self) -> str:
        """Two tabs of one reader with one number have one hash."""
        return self.hashes[-1]

    def knows(self, seen: int, hashed: str) -> bool:
        """Whether a tab that says it has seen this much can go on from there."""
        return 0 <= seen <= self.n and self.hashes[seen] == hashed

    def since(self, seen: int | None) -> tuple[int, list[LogLine], int, list[ChatLine]]:
        """What a tab that has seen this much keeps and gets, of the log and of the chat; None has nothing yet."""
        if seen is None:
            return 0, self.lines, 0, self.chats
        log_kept = min((kept for kept, _ in self.keeps[seen + 1 :]), default=len(self.lines))
        chat_kept = min((kept for _, kept in self.keeps[seen + 1 :]), default=len(self.chats))
        return log_kept, self.lines[log_kept:], chat_kept, self.chats[chat_kept:]


@dataclass
class Seat:
    """Who holds a seat."""

    name: str
    bot: str | None
    people: list[str] = field(default_factory=list)
    claims: dict[str, str] = field(default_factory=dict)
    request: tuple[int, str, str] | None = None  # (id, from, to): an undo that waits for somebody's agreement
    requests: int = 0


@dataclass
class Person:
    """Somebody at the table."""

    id: str
    name: str
    seats: list[str] = field(default_factory=list)


class Table:
    """A match."""

    def __init__(self, game: Game, stored: Stored) -> None:
        self.game = game
        self.row: MatchRow = stored.match
        self.begun: dict[str, Any] = stored.match.begun
        self.opened = stored.match.opened
        self.moved = self.since = stored.match.started
        self.entry = 0
        self.broken: dict[str, Any] | None = None
        self.people: dict[str, Person] = {}
        self.keys: dict[str, PersonRow] = {person.person: person for person in stored.people}
        self.invitations = stored.invitations
        self.redo: list[Node] = []
        self.takebacks: int = self.begun.get("taken_back", 0)  # what an imported record had used
        self.chat_keys: set[tuple[str | None, str]] = set()

        s = self._start()
        s.takebacks = self.takebacks
        self.seats: dict[str, Seat] = {
            seat: Seat(seat, self.begun["seats"].get(seat, {}).get("bot")) for seat in game.seats(s)
        }
        self.readers: dict[str | None, Reader] = {seat: Reader(seat) for seat in (*self.seats, None)}
        self.head = Node(None, "", None, (), 0, s)
        self.boards: list[tuple[int, Node]] = [(0, self.head)]  # what each entry that changed the board led to
        for reader in self.readers.values():
            reader.begin(self._look(s, reader, 0, 0, None))

        names = game.names(self.readers[None].view)
        self.titles = {seat: names.get(seat, seat) for seat in self.seats}
        self.here: dict[str, int] = {}  # sockets of each person on this process
        self.watching = 0
        self.watching_elsewhere = stored.watching

    def _start(self) -> State:
        begun = self.begun
        return self.game.start(
            self.row.scenario,
            options=begun["options"],
            dice=begun["dice"],
            draws=begun["draws"],
            mission=begun["mission"],
            seeds=tuple((first, bytes.fromhex(seed)) for first, seed in begun["seeds"]),
        )

    @property
    def id(self) -> str:
        """The match's id."""
        return self.row.id

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

    # --- what an entry leads to -------------------------------------------------------------------------------------

    def rebuild(self, rows: list[Row]) -> Iterator[None]:
        """Take in entries from the database, pausing after each so that others get their turn.

        An action that the present rules no longer allow stops the match there: it is kept and shown up to that action.
        """
        for row in rows:
            if row.entry <= self.entry:
                continue
            after = None
            if row.kind in ("action", "undo", "redo") and self.broken is None:
                try:
                    after = self.after(row)
                except Exception as error:
                    self.broken = {"action": self.head.number + 1, "reason": str(error) or type(error).__name__}
            self.accept(row, after)
            yield

    def after(self, row: Row) -> After:
        """What an action, an undo or a redo would lead to; changes nothing."""
        redo: list[Node] = []
        takebacks = self.takebacks
        if row.kind == "undo":
            back = self.head.back(row.data["to"])
            s = back.position()
            head = Node(back.parent, back.seat, back.person, back.words, back.entry, s)
            if row.data.get("takeback"):
                takebacks += 1
            elif self.head.number == head.number + 1:
                redo = [*self.redo, self.head]
            person = None
        else:
            action = tuple(row.data["words"])
            s = self.state.clone()
            if s.seat != row.seat:
                raise Refused(
                    "not-your-turn", f"it is {s.seat}'s choice, not {row.seat}'s" if s.seat else "the game is over"
                )
            sandtable.play(s, action)
            head = Node(self.head, str(row.seat), row.person, action, row.entry, s)
            redo = self.redo[:-1] if row.kind == "redo" else []
            person = row.person
        s.takebacks = takebacks
        sandtable.legal(s)  # listed once, here, and kept with the position
        kept = min(head.number, self.head.number)
        looks: dict[str | None, Look] = {}
        for reader in self.readers.values():
            keep = bisect_right(reader.actions, kept)
            look = self._look(s, reader, keep, kept + 1, person)
            if look.encoded != reader.encoded or look.lines or keep < len(reader.lines) or reader.seat == row.seat:
                looks[reader.seat] = look
        return After(head, redo, takebacks, looks)

    def _look(self, s: State, reader: Reader, keep: int, first: int, person: str | None) -> Look:
        """What a reader sees of a position, and its lines from action `first` on."""
        view = self.game.view(s, reader.seat)
        lines: list[tuple[int, LogLine]] = []
        names: dict[str, str] | None = None
        for entry in _entries_from(s, first):
            for event in entry.events:
                if may_read(event, reader.seat):
                    if names is None:
                        names = self.game.names(view)
                    lines.append((entry.number, _line(event, entry.seat or None, person, names)))
        return Look(view, encode(view), keep, lines)

    def accept(self, row: Row, after: After | None) -> None:
        """Swap in what is on disk now."""
        assert row.entry == self.entry + 1, "entries come in order, without gaps"
        self.entry = row.entry
        if after is not None:
            old, self.head, self.redo, self.takebacks = self.head, after.head, after.redo, after.takebacks
            self.boards.append((row.entry, self.head))
            if old.state is None or old.state.seat != self.state.seat:
                self.since = row.at
            if None in after.looks:  # what watchers cannot notice has no moment either
                self.moved = row.at
            for seat in self.seats.values():
                seat.request = None
            if old.number % KEEP_EVERY:
                old.state = None
            for name, look in after.looks.items():
                self.readers[name].told(row.entry, look, None)
        elif row.kind == "message":
            self._accept_message(row)
        elif row.kind == "takeover":
            self._accept_takeover(row)

    def _accept_message(self, row: Row) -> None:
        data = row.data
        seat = self.seats.get(row.seat or "")
        if "request" in data and seat is not None:
            seat.requests += 1
            seat.request = (seat.requests, str(row.person), data["to"])
            self.readers[seat.name].told(row.entry, None, None)
        elif "answer" in data and seat is not None:
            seat.request = None
            self.readers[seat.name].told(row.entry, None, None)
        elif "text" in data:
            if data.get("key"):
                self.chat_keys.add((row.person, data["key"]))
            person = self.people.get(row.person or "")
            self._say(row, person, data["channel"], data["text"])

    def _say(self, row: Row, person: Person | None, channel: str, text: str) -> None:
        for reader in self.readers.values():
            if channel == "all" or reader.seat == row.seat:
                name = None if person is None else person.name
                line = ChatLine(reader.n + 1, None if person is None else person.id, name, channel, text, row.at)
                reader.told(row.entry, None, line)

    def _accept_takeover(self, row: Row) -> None:
        data = row.data
        if "sit" in data:
            person = self.people.setdefault(str(row.person), Person(str(row.person), data["name"]))
            for name in data["sit"]:
                person.seats.append(name)
                self.seats[name].people.append(person.id)
                self.seats[name].bot = None
            where = ", ".join(self.title(name) for name in data["sit"])
            self._say(row, None, "all", f"{person.name} sits down: {where}.")
        elif "name" in data:
            person = self.people[str(row.person)]
            old, person.name = person.name, data["name"]
            self._say(row, None, "all", f"{old} is now {person.name}.")
        elif "claim" in data:
            seat = self.seats[str(row.seat)]
            if data["on"]:
                seat.claims[data["claim"]] = str(row.person)
            else:
                seat.claims.pop(data["claim"], None)
            self.readers[seat.name].told(row.entry, None, None)
        elif "bot" in data:
            seat = self.seats[str(row.seat)]
            seat.bot = data["bot"]
            who = f"The bot {seat.bot} takes over" if seat.bot else "The bot hands back"
            self._say(row, None, "all", f"{who}: {self.title(seat.name)}.")

    # --- what may be done -------------------------------------------------------------------------------------------

    def undo_to(self, seat: str | None) -> tuple[int, bool] | Refusal:
        """Where an undo by this seat leads: the number of actions left, and whether it is a take-back."""
        s = self.state
        if seat is None or s.seat is None or s.seat != seat:
            whose = "the game is over" if s.seat is None else f"it is {self.title(s.seat)}'s choice"
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
        for piece in self.game.prompt(self.readers[seat].view).about:
            if piece in claims:
                return claims[piece]
        return None

    def node_at(self, reader: Reader, n: int) -> Node:
        """The board as it was for this reader after message n."""
        if not 0 <= n <= reader.n:
            raise Refused("bad-field", f"n is from 0 to {reader.n}, not {n}")
        place = bisect_right(self.boards, reader.entries[n], key=lambda board: board[0])
        return self.boards[place - 1][1]

    # --- what is told -----------------------------------------------------------------------------------------------

    def title(self, seat: str) -> str:
        """How a seat is called at the table."""
        return self.titles.get(seat, seat)

    def parts(self, reader: Reader) -> dict[str, bytes]:
        """What was made from this reader's view, encoded once for everybody who reads it."""
        if not reader.parts:
            view = reader.view
            scene = self.game.scene(view)
            names = self.game.names(view)
            outcome = self.game.outcome(self.state) if self.over else None
            reader.parts = {
                "scene": encode(scene),
                "prompt": encode(prompt_of(self.game, view, names)),
                "options": encode(self.options(reader, names)),
                "outcome": encode(outcome and outcome_of(outcome, names)),
            }
        return reader.parts

    def options(self, reader: Reader, names: dict[str, str]) -> list[dict[str, Any]]:
        """What this reader may choose; empty unless it is this seat's choice."""
        if reader.seat is None or self.state.seat != reader.seat or self.broken is not None:
            return []
        actions = sandtable.legal(self.state)
        prices = self.game.prices(reader.view, actions)
        return [
            {"words": action, "text": self.game.phrase(names, action), "price": price}
            for action, price in zip(actions, prices, strict=True)
        ]

    def small_parts(self, reader: Reader, person: str | None) -> dict[str, bytes]:
        """What is small, and may differ between people of one seat."""
        undo = self.undo_to(reader.seat)
        last = self.head.person
        can_redo = bool(self.redo) and self.state.seat == reader.seat and self.redo[-1].seat == reader.seat
        names = self.game.names(reader.view) if can_redo else {}
        turn = self.state.seat
        key = self.keys.get(person or "")
        parts = {
            "turn": {
                "seat": turn,
                "mine": turn is not None and turn == reader.seat,
                "bot": turn is not None and self.seats[turn].bot is not None,
                "since": self.since,
            },
            "undo": {
                "can": not isinstance(undo, Refusal),
                "text": undo.text if isinstance(undo, Refusal) else "",
                "clause": (undo.clause or None) if isinstance(undo, Refusal) else None,
                "ask": not isinstance(undo, Refusal) and last is not None and last != person,
            },
            "redo": {"can": can_redo, "text": self.game.phrase(names, self.redo[-1].words) if can_redo else ""},
            "seats": [self._seat_part(seat, reader) for seat in self.seats.values()],
            "people": [self._person_part(one) for one in self.people.values()],
            "requests": self._requests(reader),
            "watching": self.watchers(),
            "hints": self.begun["hints"],
            "takebacks": {"on": self.begun["takebacks"], "used": self.takebacks},
            "opened": self.opened,
            "broken": self.broken,
            "notes": "" if key is None else key.notes,
        }
        return {name: encode(part) for name, part in parts.items()}

    def _seat_part(self, seat: Seat, reader: Reader) -> dict[str, Any]:
        return {
            "seat": seat.name,
            "title": self.title(seat.name),
            "by": "people" if seat.bot is None else "bot",
            "bot": seat.bot,
            "people": seat.people,
            "claims": seat.claims if reader.seat == seat.name else {},
        }

    def _person_part(self, person: Person) -> dict[str, Any]:
        key = self.keys.get(person.id)
        return {
            "person": person.id,
            "name": person.name,
            "seats": person.seats,
            "host": person.id == "p1",
            "here": self.is_here(person.id),
            "seen": None if key is None or key.seen is None else stamp(key.seen),
        }

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

    def _requests(self, reader: Reader) -> list[dict[str, Any]]:
        seat = self.seats.get(reader.seat or "")
        if seat is None or seat.request is None:
            return []
        number, asks, to = seat.request
        return [{"id": number, "kind": "undo", "from": asks, "to": to}]

    def public(self) -> dict[str, Any]:
        """What anybody with the match's id may know."""
        begun = self.begun
        outcome = self.game.outcome(self.state) if self.over else None
        scenario = self.game.scenario(self.row.scenario)
        return {
            "id": self.id,
            "game": self.row.game,
            "title": self.game.title,
            "scenario": {"id": scenario.id, "title": scenario.title},
            "options": begun["options"],
            "rules": begun["rules"],
            "started": self.row.started,
            "moved": self.moved,
            "turn": self.state.seat,
            "over": self.over,
            "result": None if outcome is None else self._told(outcome.text),
            "commitment": commitment(self.state.setup.seeds[-1][1]),
            "chosen": begun["chosen"],
            "takebacks": begun["takebacks"],
            "hints": begun["hints"],
            "watchers": begun["watchers"],
            "listed": self.row.listed,
            "forked": begun.get("forked"),
            "broken": self.broken,
            "seats": [
                {
                    "seat": seat.name,
                    "title": self.title(seat.name),
                    "by": "people" if seat.bot is None else "bot",
                    "bot": seat.bot,
                    "names": [self.people[person].name for person in seat.people],
                }
                for seat in self.seats.values()
            ],
        }

    def _told(self, text: str) -> str:
        return sandtable.tell(text, self.game.names(self.readers[None].view))

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
            result="" if outcome is None else self._told(outcome.text),
        )

    def _players(self, seat: Seat) -> str:
        if seat.people:
            return "+".join("".join(c for c in self.people[one].name if c not in ",=+") for one in seat.people)
        return seat.bot or "nobody"


def prompt_of(game: Game, view: dict[str, Any], names: dict[str, str]) -> dict[str, Any] | None:
    """Who must decide what, as its reader is told."""
    if view["seat"] is None:
        return None
    prompt = game.prompt(view)
    text = sandtable.tell(prompt.text, names)
    clause = prompt.clause or None
    return {
        "seat": prompt.seat, "text": text, "clause": clause, "number": shown(clause), "about": prompt.about,
        "proposed": prompt.proposed,
    }  # fmt: skip


def outcome_of(outcome: Outcome, names: dict[str, str]) -> dict[str, Any]:
    """How the game ended, as it is told."""
    return {"text": sandtable.tell(outcome.text, names), "scores": outcome.scores, "points": outcome.points}


def shown(clause: str | None) -> str | None:
    """A clause's number without the letters of its game."""
    if not clause:
        return None
    return clause.partition("-")[2] or clause


def _entries_from(s: State, first: int) -> list[Any]:
    found = []
    node = s.history
    while node is not None and node.number >= first:
        found.append(node)
        node = node.earlier
    found.reverse()
    return found


def _line(event: Event, who: str | None, person: str | None, names: dict[str, str]) -> LogLine:
    ids = tuple(part.partition("}")[0] for part in event.text.split("{")[1:])
    dice = tuple(int(face) for fact in event.facts if fact[0] == "rolled" for face in fact[2:])
    clause = event.clause or None
    text = sandtable.tell(event.text, names)
    return LogLine(0, who, person, clause, shown(clause), text, ids, event.facts, dice)


def all_seeing(game: Game, s: State) -> dict[str, Any]:
    """The scene once nothing is secret any more: what lay face down is open, and each side's pieces are as that side
    saw them."""

    def opened(seat: str | None) -> dict[str, Any]:
        view = game.view(s, seat)
        game.unveil(s, view)
        return game.scene(view)

    scene = opened(None)
    seats = game.seats(s)
    pieces = [piece for piece in scene["pieces"] if piece["side"] not in seats]
    for seat in seats:
        pieces.extend(piece for piece in opened(seat)["pieces"] if piece["side"] == seat)
    return {**scene, "pieces": pieces}
