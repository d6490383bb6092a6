"""The convoy with opponents of every level, for what needs somebody who thinks ahead."""

from __future__ import annotations

from typing import Any

from sandtable import Action, Seen, act
from sandtable.kernel.bots import EasyBot, QuickBot
from sandtable.kernel.search import SearchBot
from tests.kernel.toys.convoy import PLACES, TRUCKS, ConvoyGame, Trucks

FORT = PLACES.index("fort")


class Driver(QuickBot):
    """Drives the first truck that is not at the fort one place on, and ends its turn when none is left."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        s: Trucks = seen.position
        ways = [one for one in options if one[0] == "go"]
        if ways:
            return ways[-1]
        trucks = [one for one in options if one[0] == "with" and s.at[TRUCKS.index(one[1])] < FORT]
        return trucks[0] if trucks else act("done")

    def explain(self, seen: Seen, action: Action, then: tuple[Action, ...]) -> tuple[str, tuple[str, ...]]:
        return ("", ()) if action[0] != "with" else ("{" + action[1] + "} is on its way to {fort}", ("fort",))


class Planner(SearchBot):
    """Looks to the end of the turn, and counts the trucks for which there is fuel to the fort."""

    def moment(self, s: Trucks) -> int:
        return s.turn

    def value(self, s: Trucks, seat: str) -> float:
        arrive, fuel = 0, s.fuel
        for legs in sorted(FORT - at for at in s.at):
            fuel -= legs
            arrive += fuel >= 0
        return arrive / 2 - 1


BOTS = {"easy": EasyBot, "greedy": Driver, "search": Planner}


class PlannedGame(ConvoyGame):
    name = "toy-planned"
    title = "Planned"

    def bots(self) -> dict[str, Any]:
        return BOTS


GAME = PlannedGame()
