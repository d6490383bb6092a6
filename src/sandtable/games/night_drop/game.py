"""The front door of Night Drop."""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r04_setup as setting_up
from sandtable.games.night_drop import r10_victory as victory
from sandtable.games.night_drop import view as views
from sandtable.games.night_drop.state import SEATS, NightDrop
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Setup
from sandtable.kernel.game import Game, Outcome, Scenario, View


class NightDropGame(Game):
    """ND-1.1 Two sides, British and German, around the bridges of Bénouville and Ranville."""

    name = "night-drop"
    title = "Night Drop: Pegasus Bridge"
    rules = 0
    package = "sandtable.games.night_drop"
    secrets = True
    complete = False

    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(
            Scenario(key, d.SCENARIO_TITLE[key], d.SCENARIO_BRIEF[key], SEATS, d.OPTIONS, d.SCENARIO_TURNS[key])
            for key in d.SCENARIOS
        )

    def blank(self, setup: Setup) -> NightDrop:
        return NightDrop(setup)

    def open(self, s: NightDrop) -> None:
        s.then(setting_up.SetUp())

    def look(self, s: NightDrop, seat: str | None) -> View:
        return views.look(s, seat)

    def fill(self, s: NightDrop, view: View, seat: str | None, rng: Rng) -> None:
        views.fill(s, view, rng)

    def outcome(self, s: NightDrop) -> Outcome | None:
        if not s.over:
            return None
        points = victory.victory_points(s)
        score = victory.score(s)
        return Outcome(
            victory.level(s),
            {"british": score, "german": -score},
            {"british": float(points), "german": float(-points)},
        )


GAME: Any = NightDropGame()
