"""The front door of the yard."""

from __future__ import annotations

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Setup, State
from sandtable.kernel.game import Game, Outcome, Scenario, View
from tests.kernel.toys.yard.r01_lifting import Hour
from tests.kernel.toys.yard.state import Yard


class YardGame(Game):
    """Four hours to load a ship."""

    name = "toy-yard"
    title = "Yard"
    package = "tests.kernel.toys.yard"

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("load", "Load the ship", "Load what you can.", ("crane",), (), 4),)

    def blank(self, setup: Setup) -> State:
        return Yard(setup)

    def open(self, s: Yard) -> None:
        s.then(Hour())

    def look(self, s: Yard, seat: str | None) -> View:
        return {"waiting": s.waiting, "aboard": s.aboard, "hours": s.hours}

    def fill(self, s: Yard, view: View, seat: str | None, rng: Rng) -> None:
        s.waiting, s.aboard, s.hours = view["waiting"], view["aboard"], view["hours"]

    def outcome(self, s: Yard) -> Outcome | None:
        return None if s.agenda else Outcome(f"{s.aboard} crates", {"crane": s.aboard / 4 - 1}, {})


GAME = YardGame()
