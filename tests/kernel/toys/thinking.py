"""The convoy with a quick player whose numbers can be tuned, and one that thinks ahead with a value that is learned."""

from __future__ import annotations

from typing import Any

from sandtable import Action, Seen, act
from sandtable.kernel.bots import EasyBot, QuickBot
from sandtable.kernel.search import SearchBot, Worth
from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Page
from tests.kernel.toys import convoy

STYLES = Styles(
    Page(
        "style.toml",
        """
[together]
first = 1
range = [0, 4]
says = "how many trucks drive together"

[spare]
first = 12
range = [0, 14]
says = "how much fuel is never used"
""",
    )
)
WORTH = """
[driver]
stage-0 = [-1, 0, 0]
"""


class Dispatcher(QuickBot):
    """Sends so many trucks together as long as there is fuel to use, those that are furthest behind first."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        style = STYLES.style(argument)
        self.together, self.spare = style["together"], style["spare"]

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        s: convoy.Trucks = seen.position
        assert isinstance(s.choice, convoy.Drive)
        stack = s.choice.stack
        behind = [option for option in options if option[0] == "with" and s.at[convoy.TRUCKS.index(option[1])] < 2]
        if behind and len(stack) < self.together and s.fuel - len(stack) > self.spare:
            return behind[0]
        goes = [option for option in options if option[0] == "go"]
        return goes[-1] if goes else act("done")


class Planner(SearchBot):
    """Looks to the end of the turn."""

    FEATURES = ("at the well", "at the fort")

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed, argument)
        self.weights = Worth(Page("worth.toml", WORTH), ("driver",), 1, self.FEATURES)

    def moment(self, s: convoy.Trucks) -> int:
        return s.turn

    def features(self, s: convoy.Trucks, seat: str) -> list[float]:
        return [float(s.at.count(1)), float(s.at.count(2))]

    def worth(self) -> Worth:
        return self.weights


class ThinkingConvoy(convoy.ConvoyGame):
    """The convoy under a name of its own."""

    name = "toy-thinking"

    def bots(self) -> dict[str, Any]:
        return {"easy": EasyBot, "greedy": Dispatcher, "search": Planner}

    def styles(self) -> Styles:
        return STYLES


GAME = ThinkingConvoy()
