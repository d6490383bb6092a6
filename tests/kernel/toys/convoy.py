"""A toy with chains and sets of units: trucks drive together from place to place, chosen one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Choice, Event, Refusal, Setup, State, Step, act
from sandtable.kernel.game import Game, Outcome, Scenario, View
from sandtable.kernel.seen import Seen
from sandtable.kernel.verbs import Verb

TRUCKS = ("T1", "T2", "T3", "T4")
PLACES = ("camp", "well", "fort")
FUEL = 14


class Trucks(State):
    """Where each truck stands, which are stuck, and the fuel left."""

    FIELDS = ("at", "stuck", "fuel", "turn")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.at = [0] * len(TRUCKS)
        self.stuck = bytearray(len(TRUCKS))
        self.fuel = FUEL
        self.turn = 1


@dataclass(frozen=True)
class Drive(Choice):
    """V-1 A stack is named truck by truck in order, then told where to go; each truck and leg costs one fuel."""

    stack: tuple[int, ...] = ()
    clause = "V-1"
    owner = "driver"

    def verbs(self, s: Trucks) -> tuple[Verb, ...]:
        return (WITH, GO) if self.stack else (WITH, DONE)

    def ask(self, s: Trucks) -> str:
        return "Name the trucks that drive together, then where they go: one fuel each"

    def about(self, s: Trucks) -> tuple[str, ...]:
        return tuple(TRUCKS[t] for t in self.stack)


class With(Verb):
    """V-2 A truck joins a stack in the order of the list, from the same place, while there is fuel, unless stuck."""

    def tries(self, s: Trucks, at: Drive) -> list[Action]:
        return [act("with", truck) for truck in TRUCKS]

    def refuse(self, s: Trucks, at: Drive, action: Action) -> Refusal | None:
        if len(action) != 2 or action[1] not in TRUCKS:
            return None
        truck = TRUCKS.index(action[1])
        if s.stuck[truck]:
            return Refusal("V-2", "{" + action[1] + "} is stuck")
        if s.fuel <= len(at.stack):
            return Refusal("V-2", "there is no fuel for another truck")
        if at.stack and (truck <= at.stack[-1] or s.at[truck] != s.at[at.stack[0]]):
            return Refusal("V-2", "the stack is named in order and stands in one place")
        return None

    def do(self, s: Trucks, at: Drive, action: Action) -> None:
        s.then(Drive((*at.stack, TRUCKS.index(action[1]))))


class Go(Verb):
    """V-1 The stack drives to a place next to it."""

    def tries(self, s: Trucks, at: Drive) -> list[Action]:
        return [act("go", place) for place in PLACES]

    def refuse(self, s: Trucks, at: Drive, action: Action) -> Refusal | None:
        if len(action) == 2 and action[1] in PLACES and abs(PLACES.index(action[1]) - s.at[at.stack[0]]) != 1:
            return Refusal("V-1", "that place is not next to the stack")
        return None

    def price(self, s: Trucks, at: Drive, action: Action) -> str:
        return f"{len(at.stack)} fuel"

    def do(self, s: Trucks, at: Drive, action: Action) -> None:
        s.fuel -= len(at.stack)
        s.then(*(Arrive(truck, PLACES.index(action[1])) for truck in at.stack), Drive())


class Done(Verb):
    """V-4 The turn ends; there are no odds, since the rules roll nothing."""

    def do(self, s: Trucks, at: Drive, action: Action) -> None:
        s.then(NextTurn())


WITH = With("with", "Take along", {1: "{1} comes along"})
GO = Go("go", "Drive", {1: "Drive to {1}"})
DONE = Done("done", "End the turn")


@dataclass(frozen=True)
class Arrive(Step):
    """V-3 A truck that arrives is stuck on a 1."""

    truck: int
    place: int

    def do(self, s: Trucks) -> None:
        truck, was, place = TRUCKS[self.truck], PLACES[s.at[self.truck]], PLACES[self.place]
        s.at[self.truck] = self.place
        face = s.roll()
        s.stuck[self.truck] = face == 1
        s.say(
            "V-3", "{} drives to {}", truck, place, facts=(("moved", truck, was, place), ("rolled", truck, str(face)))
        )


@dataclass(frozen=True)
class NextTurn(Step):
    """V-4 Stuck trucks are dug out; after three turns the trucks at the fort are counted."""

    def do(self, s: Trucks) -> None:
        s.turn += 1
        s.stuck = bytearray(len(TRUCKS))
        if s.turn > 3:
            s.finish()
        else:
            s.then(Drive())


class ConvoyGame(Game):
    name = "toy-convoy"
    title = "Convoy"
    package = "tests.kernel.toys.convoy"

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("fort", "To the fort", "Bring the trucks in.", ("driver",), (), 3),)

    def blank(self, setup: Setup) -> State:
        return Trucks(setup)

    def open(self, s: Trucks) -> None:
        s.then(Drive())

    def look(self, s: Trucks, seat: str | None) -> View:
        return {"at": list(s.at), "stuck": list(s.stuck), "fuel": s.fuel, "turn": s.turn}

    def fill(self, s: Trucks, view: View, seat: str | None, rng: Rng) -> None:
        s.at, s.stuck = list(view["at"]), bytearray(view["stuck"])
        s.fuel, s.turn = view["fuel"], view["turn"]

    def outcome(self, s: Trucks) -> Outcome | None:
        in_fort = s.at.count(2)
        return (
            None if s.agenda else Outcome(f"{in_fort} trucks", {"driver": in_fort / 2 - 1}, {"driver": float(in_fort)})
        )

    def sum_up(self, before: Any, after: Any, events: list[Event]) -> str:
        return f"{sum(after.stuck)} stuck" if after.rolled else ""

    def names_of(self, seen: Seen) -> dict[str, str]:
        return {**{t: f"truck {t}" for t in TRUCKS}, "camp": "the camp", "well": "the well", "fort": "the fort"}


GAME = ConvoyGame()
