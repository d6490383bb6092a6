"""A toy with interrupts: a raider runs a corridor, a guard may hear, and an alarm ends the run in mid-move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Choice, Event, Setup, State, Step, act
from sandtable.kernel.game import Game, Option, Outcome, Scenario, View

END = 6


class Corridor(State):
    """Where the raider and the guard stand, and how loud it has been."""

    FIELDS = ("raider", "guard", "alarm", "shots", "turn")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.raider, self.guard = 0, END
        self.alarm, self.shots, self.turn = 0, 1, 1


@dataclass(frozen=True)
class Turn(Choice):
    """T-1 The raider sneaks one square, runs up to three, or waits; sneaking is silent."""

    clause = "T-1"
    owner = "raider"

    def offer(self, s: Corridor) -> list[Action]:
        runs = [act("run", str(n)) for n in (2, 3) if s.raider + n <= END]
        return [act("sneak"), *runs, act("wait")]

    def chosen(self, s: Corridor, action: Action) -> None:
        match action:
            case ("sneak",):
                s.raider += 1
            case ("run", count):
                s.then(*(Stride() for _ in range(int(count))))
        s.then(EndMove(s.turn))


@dataclass(frozen=True)
class Stride(Step):
    """T-2 Each square of a run is an instant at which the guard may hear."""

    def do(self, s: Corridor) -> None:
        s.raider += 1
        s.say("T-2", "{} runs", "raider")
        s.then(Instant(s.raider))


@dataclass(frozen=True)
class Instant(Step):
    """T-3 The guard hears a runner on a 6; the first time raises the alarm, which ends the move where it is."""

    square: int

    def do(self, s: Corridor) -> None:
        if s.roll() == 6 and not s.alarm:
            s.alarm = 1
            s.drop_to(EndMove(s.turn))


@dataclass(frozen=True)
class EndMove(Step):
    """T-4 A mark: after the raider's move the guard walks, two squares once alarmed."""

    turn: int

    def do(self, s: Corridor) -> None:
        s.then(*(Walk() for _ in range(1 + s.alarm)), EndTurn())


@dataclass(frozen=True)
class Walk(Step):
    """T-5 The guard comes one square nearer; the raider may fire in the middle of his walk."""

    def do(self, s: Corridor) -> None:
        if s.guard > s.raider:
            s.guard -= 1
            s.then(Fire())


@dataclass(frozen=True)
class Fire(Choice):
    """T-6 With a shot left the raider may fire at any instant; a 4 or more fells the guard."""

    clause = "T-6"
    owner = "raider"

    def offer(self, s: Corridor) -> list[Action]:
        return [act("fire"), act("hold")] if s.shots else [act("hold")]

    def chosen(self, s: Corridor, action: Action) -> None:
        if action == ("fire",):
            s.shots -= 1
            if s.roll() >= 4:
                s.guard = END + 9
            s.alarm = 1


@dataclass(frozen=True)
class EndTurn(Step):
    """T-7 The raider is caught on the guard's square, through at the end, and late after eight turns."""

    def do(self, s: Corridor) -> None:
        s.turn += 1
        if s.raider >= END or s.guard <= s.raider or s.turn > 8:
            s.finish()
        else:
            s.then(Turn())


class CorridorGame(Game):
    name = "toy-corridor"
    title = "Corridor"
    package = "tests.kernel.toys.corridor"

    def scenarios(self) -> tuple[Scenario, ...]:
        shots = Option("shots", ("one", "none"), "one", "Whether the raider has a shot.")
        return (Scenario("run", "The run", "Get through.", ("raider",), (shots,), 8),)

    def blank(self, setup: Setup) -> State:
        return Corridor(setup)

    def open(self, s: Corridor) -> None:
        s.shots = 1 if s.options["shots"] == "one" else 0
        s.then(Turn())

    def look(self, s: Corridor, seat: str | None) -> View:
        return {"raider": s.raider, "guard": s.guard, "alarm": s.alarm, "shots": s.shots, "turn": s.turn}

    def fill(self, s: Corridor, view: View, seat: str | None, rng: Rng) -> None:
        for name in Corridor.FIELDS:
            setattr(s, name, view[name])

    def outcome(self, s: Corridor) -> Outcome | None:
        won, squares = s.raider >= END, {"raider": float(s.raider)}
        return None if s.agenda else Outcome("through" if won else "caught", {"raider": 1.0 if won else -1.0}, squares)

    def sum_up(self, before: Any, after: Any, events: list[Event]) -> str:
        return "alarm" if after.alarm > before.alarm else "quiet"


GAME = CorridorGame()
