"""The actions of a match, each hung on the one before it."""

from __future__ import annotations

import sandtable
from sandtable import Here, State


class Node:
    """An action hung on the ones before it; undone branches stay reachable for who asks how the board was then."""

    __slots__ = ("entry", "here", "number", "parent", "person", "seat", "state", "words")

    def __init__(
        self,
        parent: Node | None,
        seat: str,
        person: str | None,
        words: tuple[str, ...],
        entry: int,
        state: State | None,
    ) -> None:
        self.parent = parent
        self.number: int = 0 if parent is None else parent.number + 1
        self.seat = seat
        self.person = person
        self.words = words
        self.entry = entry
        self.state: State | None = state
        self.here: Here | None = None
        """Where it leads in a lesson."""

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
