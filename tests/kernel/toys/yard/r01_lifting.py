"""Chapter 1, lifting."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.flow import Action, Choice, Refusal, act
from sandtable.kernel.verbs import Verb
from tests.kernel.toys.yard.state import Yard


@dataclass(frozen=True)
class Hour(Choice):
    """Y-1 What the crane does in an hour."""

    clause = "Y-1"
    owner = "crane"

    def verbs(self, s: Yard) -> tuple[Verb, ...]:
        return (LIFT, REST)


def pass_hour(s: Yard) -> None:
    """Y-2 An hour is over; with the last one the ship leaves."""
    s.hours -= 1
    if s.hours:
        s.then(Hour())


class Lift(Verb):
    """Y-3 The crane lifts one crate or two."""

    def tries(self, s: Yard, at: Hour) -> list[Action]:
        return [act("lift", "1"), act("lift", "2")]

    def refuse(self, s: Yard, at: Hour, action: Action) -> Refusal | None:
        if len(action) == 2 and action[1] in "12" and int(action[1]) > s.waiting:
            return Refusal("Y-3", f"only {s.waiting} crates wait")
        return None

    def do(self, s: Yard, at: Hour, action: Action) -> None:
        s.waiting -= int(action[1])
        s.aboard += int(action[1])
        pass_hour(s)


LIFT = Lift("lift", "Lift", {1: "Lift {1} of the crates"})


class Rest(Verb):
    """Y-4 The crane rests."""

    def do(self, s: Yard, at: Hour, action: Action) -> None:
        pass_hour(s)


REST = Rest("rest", "Rest")
