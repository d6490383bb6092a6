"""A toy with chains and sets of units: trucks drive together from place to place, chosen one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Choice, Event, Refusal, Setup, State, Step, act
from sandtable.kernel.game import Game, Outcome, Scenario, View
from sandtable.kernel.seen import Seen

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

    def offer(self, s: Trucks) -> list[Action]:
        options = [act("with", TRUCKS[t]) for t in range(len(TRUCKS)) if may_join(s, self.stack, t) is None]
        if self.stack:
            here = s.at[self.stack[0]]
            options += [act("go", PLACES[p]) for p in (here - 1, here + 1) if 0 <= p < len(PLACES)]
        else:
            options.append(act("done"))
        return options

    def chosen(self, s: Trucks, action: Action) -> None:
        match action:
            case ("with", truck):
                s.then(Drive((*self.stack, TRUCKS.index(truck))))
            case ("go", place):
                s.fuel -= len(self.stack)
                s.then(*(Arrive(truck, PLACES.index(place)) for truck in self.stack), Drive())
            case ("done",):
                s.then(NextTurn())

    def ask(self, s: Trucks) -> str:
        return "Name the trucks that drive together, then where they go: one fuel each"

    def about(self, s: Trucks) -> tuple[str, ...]:
        return tuple(TRUCKS[t] for t in self.stack)

    def why_not(self, s: Trucks, action: Action) -> Refusal:
        match action:
            case ("with", truck) if truck in TRUCKS:
                return may_join(s, self.stack, TRUCKS.index(truck)) or Refusal("V-1", "no")
            case ("go", place) if place in PLACES:
                return Refusal("V-1", "that place is not next to the stack" if self.stack else "name a truck first")
        return Refusal("V-1", "trucks are named with “with”, sent with “go”")


def may_join(s: Trucks, stack: tuple[int, ...], truck: int) -> Refusal | None:
    """V-2 A truck joins a stack in the order of the list, from the same place, while there is fuel, unless stuck."""
    if s.stuck[truck]:
        return Refusal("V-2", "{" + TRUCKS[truck] + "} is stuck")
    if s.fuel <= len(stack):
        return Refusal("V-2", "there is no fuel for another truck")
    if stack and (truck <= stack[-1] or s.at[truck] != s.at[stack[0]]):
        return Refusal("V-2", "the stack is named in order and stands in one place")
    return None


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
