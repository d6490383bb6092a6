"""Where things happened in a game that is looked at closely: marches, sightings, and the losses of each side."""

from __future__ import annotations

from sandtable import Game, State

LOSSES = "losses"
PATHS = "paths"


class Trace:
    """Counts by place. Events name pieces, so it is followed where each of them is."""

    def __init__(self, game: Game, s: State) -> None:
        self.game = game
        self.at: dict[str, str] = {}
        self.side: dict[str, str] = {}
        self.heat: dict[str, dict[str, int]] = {}
        self.look(s)

    def look(self, s: State) -> None:
        """Which pieces there are, whose they are, and where."""
        for piece in self.game.seen(s, None).drawn.pieces:
            self.at[piece.id] = piece.at
            self.side[piece.id] = self.side[family(piece.id)] = piece.side

    def follow(self, s: State) -> None:
        """Count what the last action brought."""
        if any(fact[0] == "placed" and fact[1] not in self.side for event in s.events for fact in event.facts):
            self.look(s)
        for event in s.events:
            for fact in event.facts:
                if fact[0] == "moved" and (side := self.side_of(fact[1])):
                    for place in fact[3:]:
                        self.count(f"{side} {PATHS}", place)
                if fact[0] in ("moved", "placed"):
                    self.at[fact[1]] = fact[-1]
            for kind, thing in self.game.heat_of(event):
                side = self.side_of(thing) if kind == LOSSES else ""
                self.count(f"{side} {kind}".strip(), self.place(thing))

    def side_of(self, piece: str) -> str:
        """Whose piece it is: one that came and went within an action is of the side of its like, and one that was never
        seen on the board of the side of whatever carries it."""
        for _ in range(3):
            if side := self.side.get(piece) or self.side.get(family(piece)):
                return side
            piece = self.at.get(piece, piece)
        return ""

    def place(self, thing: str) -> str:
        """Where a piece is, or whatever carries it; a place is where it is."""
        for _ in range(3):
            thing = self.at.get(thing, thing)
        return thing

    def count(self, kind: str, place: str) -> None:
        """One more."""
        counted = self.heat.setdefault(kind, {})
        counted[place] = counted.get(place, 0) + 1


def family(piece: str) -> str:
    """The name that a piece shares with its like: `axis` of `axis13`."""
    return piece.rstrip("0123456789")
