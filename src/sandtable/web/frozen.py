"""A table as bytes: what its entries led to, so that a long match need not be played again to be looked at.

Frozen tables are caches. They are read by the same version of the program alone (`VERSION` is a digest of its files);
any other plays the entries again, which stay the only truth.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

import sandtable
from sandtable import Game, State, placed, unpacked
from sandtable.web.readers import Look, Reader
from sandtable.web.rows import Stored
from sandtable.web.table import Person, Table
from sandtable.web.told import Broken, ChatLine, LogLine, encode
from sandtable.web.tree import Node

NEAR = 64
"""So many of the last actions keep a position every sixteenth, as they do in memory: undo goes back by few."""
FAR = 256
"""Of the earlier ones, every so many keep one."""


class FrozenReader(Struct, array_like=True):
    """What a reader has been told."""

    n: int
    played: int
    lines: list[LogLine]
    actions: list[int]
    chain: bytes
    chats: list[ChatLine]
    entries: list[int]
    keeps: list[tuple[int, int]]
    hashes: list[str]


class FrozenTable(Struct, array_like=True):
    """A table. Nodes are named by their place in `nodes`, parents before their children."""

    entry: int
    moved: str
    since: str
    takebacks: int
    broken: Broken | None
    people: list[tuple[str, str, list[str]]]
    seats: list[tuple[str, str | None, list[str], dict[str, str], tuple[int, str, str] | None, int, str | None]]
    chat_keys: list[tuple[str | None, str]]
    nodes: list[tuple[int, str, str | None, tuple[str, ...], int]]
    head: int
    redo: list[int]
    boards: list[tuple[int, int]]
    position: dict[str, Any]
    """The position now, with its history."""
    positions: dict[int, dict[str, Any]]
    """Earlier ones on the way there, by the number of their action, without it."""
    start: dict[str, Any]
    """The position before the first action, to which an undo may have led more than once."""
    readers: list[tuple[str | None, FrozenReader]]

    def long(self) -> list[tuple[FrozenTable | FrozenReader, str]]:
        """What grows with the match: whose, and what it is called."""
        lists: list[tuple[FrozenTable | FrozenReader, str]] = [(self, "chat_keys"), (self, "nodes"), (self, "boards")]
        names = ("lines", "actions", "chats", "entries", "keeps", "hashes")
        return lists + [(reader, name) for _, reader in self.readers for name in names]


_SHAPES = get_type_hints(FrozenTable) | get_type_hints(FrozenReader)


@cache
def version() -> str:
    """A digest of every file of this program that could change what entries lead to."""
    digest = sha256()
    folder = Path(sandtable.__file__).parent
    for path in sorted(folder.rglob("*")):
        skipped = "static" in path.parts or path.suffix == ".pyc"
        if path.is_file() and not skipped:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


CHUNK = 500
"""Lines of log, or actions, that are read in one go: nobody else is answered meanwhile."""


def _pieces(parts: list[bytes]) -> bytes:
    """Several documents as one."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _documents(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 4 + size]
        at += 4 + size


def _sliced(whole: list[Any]) -> list[bytes]:
    return [encode(whole[at : at + CHUNK]) for at in range(0, len(whole), CHUNK)]


def freeze(table: Table) -> bytes:
    """A table as bytes."""
    nodes = _nodes(table)
    places = {id(node): place for place, node in enumerate(nodes)}
    parts = FrozenTable(
        table.entry,
        table.moved,
        table.since,
        table.takebacks,
        table.broken,
        [(person.id, person.name, person.seats) for person in table.people.values()],
        [(s.name, s.bot, s.people, s.claims, s.request, s.requests, s.warned) for s in table.seats.values()],
        list(table.chat_keys),
        [(-1 if n.parent is None else places[id(n.parent)], n.seat, n.person, n.words, n.entry) for n in nodes],
        places[id(table.head)],
        [places[id(node)] for node in table.redo],
        [(entry, places[id(node)]) for entry, node in table.boards],
        sandtable.packed(table.state),
        {node.number: placed(node.state) for node in _kept(table.head) if node.state is not None},
        _start(table),
        [(seat, _reader(reader)) for seat, reader in table.readers.items()],
    )
    tail = [_sliced(parts.position.pop("past"))]
    for whose, name in parts.long():
        tail.append(_sliced(getattr(whose, name)))
        setattr(whose, name, [])
    head = encode([len(slices) for slices in tail])
    return zlib.compress(_pieces([head, encode(parts), *(one for slices in tail for one in slices)]), 1)


def _nodes(table: Table) -> list[Node]:
    """All actions of a table, each after the one before it."""
    known: set[int] = set()
    nodes: list[Node] = []
    for start in [node for _, node in table.boards] + [table.head, *table.redo]:
        path: list[Node] = []
        node: Node | None = start
        while node is not None and id(node) not in known:
            path.append(node)
            known.add(id(node))
            node = node.parent
        nodes += reversed(path)
    return nodes


def _start(table: Table) -> dict[str, Any]:
    first = table.boards[0][1].state
    assert first is not None, "the set-up always keeps its position"
    return placed(first)


def _reader(reader: Reader) -> FrozenReader:
    return FrozenReader(
        reader.n, reader.played, reader.lines, reader.actions, b"".join(reader.chain[1:]), reader.chats, reader.entries,
        reader.keeps, reader.hashes,
    )  # fmt: skip


def _kept(head: Node) -> list[Node]:
    """The earlier actions whose positions are kept."""
    found: list[Node] = []
    node = head.parent
    while node is not None:
        if node.state is not None and (head.number - node.number < NEAR or node.number % FAR == 0):
            found.append(node)
        node = node.parent
    return found


def thaw(game: Game, stored: Stored, data: bytes) -> Table:
    """The table that was frozen, with what the database holds beside its entries."""
    parts = _parts(data)
    table = Table(game, stored, set_up=False)
    setup = table.setup()
    table.entry, table.moved, table.since = parts.entry, parts.moved, parts.since
    table.takebacks, table.broken = parts.takebacks, parts.broken
    table.people = {id_: Person(id_, name, seats) for id_, name, seats in parts.people}
    for name, bot, people, claims, request, requests, warned in parts.seats:
        seat = table.seats[name]
        seat.bot, seat.people, seat.claims, seat.request = bot, people, claims, request
        seat.requests, seat.warned = requests, warned
    table.chat_keys = set(parts.chat_keys)
    nodes: list[Node] = []
    for parent, who, person, words, entry in parts.nodes:
        nodes.append(Node(nodes[parent] if parent >= 0 else None, who, person, words, entry, None))
    table.head = nodes[parts.head]
    table.redo = [nodes[place] for place in parts.redo]
    table.boards = [(entry, nodes[place]) for entry, place in parts.boards]
    s = unpacked(game.blank(setup), parts.position, game.package)
    _place(game, table.head, s, parts.positions)
    setting_up = s.history
    while setting_up is not None and setting_up.earlier is not None:
        setting_up = setting_up.earlier
    for node in nodes:
        if node.parent is None and node.state is None:
            node.state = unpacked(game.blank(setup), parts.start, game.package, setting_up)
    for reader, told in parts.readers:
        table.readers[reader] = _thawed(game, s, reader, told)
    table.name_seats()
    return table


def _parts(data: bytes) -> FrozenTable:
    """What `freeze` has written, its long lists put together again."""
    documents = _documents(zlib.decompress(data))
    sizes: list[int] = msgspec.json.decode(next(documents))
    parts = msgspec.json.decode(next(documents), type=FrozenTable)
    parts.position["past"] = [one for _ in range(sizes[0]) for one in msgspec.json.decode(next(documents))]
    for size, (whose, name) in zip(sizes[1:], parts.long(), strict=True):
        read = msgspec.json.Decoder(_SHAPES[name]).decode
        setattr(whose, name, [one for _ in range(size) for one in read(next(documents))])
    return parts


def _place(game: Game, head: Node, s: State, positions: dict[int, dict[str, Any]]) -> None:
    """Give the newest action its position, and those earlier ones theirs that have kept it."""
    head.state = s
    node, past = head.parent, s.history and s.history.earlier
    while node is not None:
        kept = positions.get(node.number)
        if kept is not None:
            assert past is not None and past.number == node.number, "the history of a position is the way to it"
            node.state = unpacked(game.blank(s.setup), kept, game.package, past)
        node, past = node.parent, past and past.earlier


def _thawed(game: Game, s: State, seat: str | None, told: FrozenReader) -> Reader:
    seen = game.seen(s, seat)
    reader = Reader(seat, Look(seen, encode(seen.view), 0, []))
    reader.n, reader.played, reader.lines, reader.actions = told.n, told.played, told.lines, told.actions
    reader.chain = [b"", *(told.chain[at : at + 8] for at in range(0, len(told.chain), 8))]
    reader.chats, reader.entries, reader.keeps, reader.hashes = told.chats, told.entries, told.keeps, told.hashes
    return reader
