"""Ties of the Axis: what is equal is settled by one rule that players can read, unless they want to decide.

The nearest comes first, then the lowest number, then whatever lies first clockwise from north.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.state import SEAT, Regiment
from sandtable.geometry.squares import FACINGS, clockwise
from sandtable.kernel.flow import Action, Choice, act

BESIDE = "beside-"


class Tie(Choice):
    """RR-16.12, RR-13.13, RR-9.6 Where units, targets, squares or ways are equal for the Axis. A subclass says so with
    `tie = True`.
    """

    def actor(self, s: Regiment, action: Action) -> int:
        """The unit that an option is about."""
        return s.unit_of(action[1])

    def rank(self, s: Regiment, action: Action) -> tuple[int, ...]:
        """The nearest, then the lowest number, then clockwise from north: how far the unit is to what the option names,
        its number and kind, the number of the man, how far round from north.
        """
        u = self.actor(s, action)
        last = action[-1]
        number, kind = s.u_no[u], s.u_kind[u]
        if last in ("clockwise", "anticlockwise"):
            return 0, number, kind, int(last == "anticlockwise"), FACINGS.index(action[2])
        heading = FACINGS.index(last) if last in FACINGS else 0
        place = action[2] if last in FACINGS else last
        if place.startswith(BESIDE) or place in s.stage.by_name:
            v = int(place.removeprefix(BESIDE)) if place.startswith(BESIDE) else s.stage.by_name[place]
            at = s.u_at[u]
            round_to = clockwise(s.grid.xs[v] - s.grid.xs[at], s.grid.ys[v] - s.grid.ys[at])
            return s.grid.distance(at, v), number, kind, 4 * round_to + heading, 0
        men = [s.man_of(action[2])] if len(action) == 3 else [m for m in range(len(s.m_kind)) if s.on_board(m)]
        far = s.grid.far(s.u_at[u])
        near = min([far[v] for m in men for v in sight.man_squares(s, m)], default=0)
        return near, number, kind, men[0] if len(action) == 3 else 0, 0

    def settle(self, s: Regiment, options: list[Action]) -> Action:
        """What comes first is told, where it must be."""
        best = super().settle(s, options)
        self.tell_settled(s, best)
        return best

    def tell_settled(self, s: Regiment, action: Action) -> None:
        """What the log says of it, where what follows does not say enough."""


@dataclass(frozen=True)
class Attacker(Tie):
    """RR-16.8, RR-16.12 The players choose the next attacker, and among equal targets its target."""

    pairs: tuple[tuple[int, int], ...]

    clause = "RR-16.12"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("attacks", s.unit(u), s.man(m)) for u, m in self.pairs]


def first(s: Regiment, clause: str, action: Action) -> None:
    """The log line of a unit that goes before others."""
    s.say(clause, "{} goes first: the nearest, then the lowest number", action[1])
