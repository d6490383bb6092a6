"""What a seat, or the watchers, have been told of a match.

A reader has numbers of its own: an entry that changes nothing for a reader has no number for it, so numbers tell nobody
what is hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

import sandtable
from sandtable import Event, Seen, State, may_read
from sandtable.web.told import ChatLine, LogLine, encode, shown


@dataclass
class Look:
    """What an entry changes for one reader."""

    seen: Seen
    encoded: bytes
    """The view, to tell whether it is another one."""
    keep: int
    lines: list[tuple[int, LogLine]]


class Reader:
    """What a seat, or the watchers, have been told so far."""

    def __init__(self, seat: str | None, look: Look) -> None:
        self.seat = seat
        self.n = 0
        self.played = 0  # the number of the last message that changed the board
        self.seen = look.seen
        self.encoded = look.encoded
        self.lines: list[LogLine] = []
        self.actions: list[int] = []  # the action that each line belongs to
        self.chain: list[bytes] = [b""]  # digest of the first so many lines
        self.chats: list[ChatLine] = []
        self.entries: list[int] = [0]  # the entry of each message
        self.keeps: list[tuple[int, int]] = [(0, 0)]  # lines of log and chat that each message left standing
        self.hashes: list[str] = []
        self.briefing = b""  # what it is about, encoded; it never changes
        self.parts: dict[str, bytes] = {}  # what was made from the view for this n, encoded
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
        self.seen, self.encoded = look.seen, look.encoded
        self.parts = {}

    def _hash(self) -> str:
        more = blake2b(self.chain[-1] + encode([self.n, len(self.chats)]), digest_size=8)
        more.update(self.encoded)
        return more.hexdigest()

    def after(self, action: int) -> int:
        """The number of the message that told this reader of an action, or of the next one it could notice."""
        return next((line.n for number, line in zip(self.actions, self.lines, strict=True) if number >= action), self.n)

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


def look_at(seen: Seen, s: State, keep: int, first: int, person: str | None) -> Look:
    """What a reader sees of a position, and its lines from action `first` on."""
    lines = [
        (entry.number, _line(event, entry.seat or None, person, seen.names))
        for entry in _entries_from(s, first)
        for event in entry.events
        if may_read(event, seen.reader)
    ]
    return Look(seen, encode(seen.view), keep, lines)


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
