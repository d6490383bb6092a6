"""The front door of Who Dares Wins."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.who_dares_wins import view
from sandtable.games.who_dares_wins.advice import forecast, odds
from sandtable.games.who_dares_wins.bot import greedy, manner, search
from sandtable.games.who_dares_wins.box import files, lrdg, missions, settings, tables
from sandtable.games.who_dares_wins.box.words import WORDS
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules.r53_aircraft import AIRCRAFT
from sandtable.games.who_dares_wins.state import SEAT, Desert
from sandtable.games.who_dares_wins.table import (
    about,
    briefing,
    debrief,
    drawing,
    figures,
    goals,
    names,
    overlays,
    reference,
    scene,
    tensor,
)
from sandtable.kernel.bots import EasyBot
from sandtable.kernel.briefing import Briefing, Debrief, Goal, ReferenceTable, Standing
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Event, Setup, State
from sandtable.kernel.forecast import Forecast
from sandtable.kernel.game import Game, Option, Outcome, Scenario, View, ties_option
from sandtable.kernel.scene import Board, Scene
from sandtable.kernel.seen import Seen
from sandtable.kernel.shelf import shelved
from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Files
from sandtable.kernel.tensor import Part

TIES = ties_option("Zones, ways and units that are equal for the Axis")
OPTIONS = {
    scenario: (
        TIES,
        *(
            Option(o.id, o.values, o.values[0], o.text, o.title, o.chapter, says=o.says)
            for o in settings.options_of(scenario)
        ),
    )
    for scenario in missions.SCENARIO_IDS
}
SCENARIOS = shelved(
    files.FILES,
    (
        *(Scenario(one.id, one.title, one.brief, (SEAT,), OPTIONS[one.id], one.duration) for one in missions.SCENARIOS),
        Scenario(
            missions.CAMPAIGN,
            missions.CAMPAIGN_TITLE,
            missions.CAMPAIGN_BRIEF,
            (SEAT,),
            OPTIONS[missions.CAMPAIGN],
            sum(one.duration for one in missions.CAMPAIGN_ORDER),
        ),
    ),
)


class WhoDaresWins(Game):
    """Who Dares Wins: commandos in Cyrenaica, 1942."""

    name: ClassVar[str] = "who-dares-wins"
    title: ClassVar[str] = "Who Dares Wins"
    sentence: ClassVar[str] = (
        "Lead the trucks of the Long Range Desert Group through Cyrenaica in 1942, unseen, to watch roads and raid "
        "airfields, and bring them home; for one player."
    )
    sides: ClassVar[dict[str, str]] = {SEAT: "british"}
    rules: ClassVar[int] = 0
    package: ClassVar[str] = "sandtable.games.who_dares_wins"
    phrases: ClassVar[dict[tuple[str, int], str]] = names.PHRASES

    def scenarios(self) -> tuple[Scenario, ...]:
        return SCENARIOS

    def blank(self, setup: Setup) -> State:
        return Desert(setup)

    def open(self, s: Desert) -> None:
        s.then(scenarios.Open())

    def look(self, s: Desert, seat: str | None) -> View:
        return view.look(s, seat)

    def unveil(self, s: Desert, view_: View) -> None:
        """The Axis counters that lie face down are turned up."""
        view_["axis_type"] = list(s.axis_type[: s.counters])
        view_["axis_up"] = [1] * len(s.axis_up)

    def fill(self, s: Desert, view_: View, seat: str | None, rng: Rng) -> None:
        view.fill(s, view_, rng)

    def turn_of(self, s: Desert) -> int:
        return s.turn

    def course_of(self, s: Desert) -> dict[str, float]:
        """The alarm, and victory points of the mission so far."""
        return {"alarm": float(s.alarm), "vp": goals.so_far(s) / 2}

    def figures_of(self, s: Desert) -> dict[str, str | float]:
        return {} if s.agenda else figures.figures(s)

    def heat_of(self, event: Event) -> list[tuple[str, str]]:
        """Units that are destroyed or defeated, but not aircraft that leave the map; and where somebody was detected,
        once for all who were."""
        left = (AIRCRAFT, lrdg.UNITS[lrdg.THE_WACO])
        places = dict.fromkeys([fact[2] for fact in event.facts if fact[0] == "seen-by"])
        lost = [("losses", fact[1]) for fact in event.facts if fact[0] == "removed" and fact[1] not in left]
        return [("sightings", place) for place in places] + lost

    def outcome(self, s: Desert) -> Outcome | None:
        """Victory points of the mission, or of all missions of a campaign; docs/scores.md says how they become a
        score."""
        if s.agenda:
            return None
        halves = sum(result[1] for result in s.results)
        played = len(s.results)
        zero = -1 if s.options["vp_zero_level"] == "failure" else 1
        score = max(-1.0, min(1.0, (2 * halves + zero * played) / (SCORE_QUARTERS * played)))
        if s.setup.scenario == missions.CAMPAIGN:
            won = sum(result[2] >= tables.MODERATE for result in s.results)
            text = f"{won} of {played} missions successful"
        else:
            text = tables.LEVEL_TITLE[s.results[-1][2]]
        return Outcome(text, {SEAT: score}, {SEAT: halves / 2})

    def names_of(self, seen: Seen) -> dict[str, str]:
        return names.names(seen.position)

    def scene_of(self, seen: Seen) -> Scene:
        return scene.scene(seen)

    def briefing_of(self, setup: Setup, seat: str) -> Briefing:
        return briefing.briefing(setup)

    def goals_of(self, seen: Seen) -> list[Goal]:
        return goals.goals(seen.position)

    def standing_of(self, seen: Seen) -> Standing:
        return goals.standing(seen.position)

    def forecasts_of(self, seen: Seen) -> list[Forecast]:
        return forecast.forecasts(seen)

    def serves_of(self, seen: Seen, action: Action) -> tuple[str, ...]:
        return goals.serves(seen.position, seen.open_aims, action)

    def debrief_of(self, s: Desert, seat: str) -> Debrief:
        return debrief.debrief(s, seat)

    def glossary(self) -> dict[str, str]:
        return WORDS.glossary

    def tables(self) -> list[ReferenceTable]:
        return reference.reference()

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        return about.about(seen.position, thing)

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        found = overlays.overlay(seen.position, name, ids)
        return found if found is not None else super().overlay_of(seen, name, *ids)

    def board_svg(self, board: str, standalone: bool = False) -> str:
        return drawing.board_svg(board, standalone)

    def board(self, board: str) -> Board:
        return drawing.board(board)

    def files(self) -> Files:
        return files.FILES

    def tensor_of(self, s: Desert) -> list[Part]:
        """What becomes numbers."""
        return tensor.tensor()

    def bots(self) -> dict[str, Any]:
        return {"easy": EasyBot, "greedy": greedy.Greedy, "search": search.Search}

    def styles(self) -> Styles:
        return manner.STYLES

    def odds_of(self, seen: Seen, action: Action) -> dict[str, float] | None:
        """Exact, by a formula for each kind of test; None for everything else."""
        return odds.table(seen.position, action)

    def reckoning_of(self, seen: Seen, action: Action) -> str:
        """What an attack needs, and why."""
        return odds.reckoning(seen.position, action)


SCORE_QUARTERS = 80
"""Quarter points of a mission that are worth a score of 1: 20 VP."""

GAME = WhoDaresWins()
