"""The front door of Night Drop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from sandtable.games.night_drop import view
from sandtable.games.night_drop.advice import forecast, odds
from sandtable.games.night_drop.bot import greedy, manner, search
from sandtable.games.night_drop.box import files, missions, settings
from sandtable.games.night_drop.box.land import HEX_OF, HEXES
from sandtable.games.night_drop.box.words import WORDS
from sandtable.games.night_drop.rules import r04_setup as setup
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import SEATS, NightDrop, side_of
from sandtable.games.night_drop.table import (
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
    sketch,
    tensor,
)
from sandtable.kernel.bots import EasyBot
from sandtable.kernel.briefing import Briefing, Debrief, Goal, ReferenceTable, Standing
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Event, Setup
from sandtable.kernel.forecast import Forecast
from sandtable.kernel.game import Game, Outcome, Scenario, View
from sandtable.kernel.scene import Board, Scene
from sandtable.kernel.seen import Seen
from sandtable.kernel.shelf import shelved
from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Files
from sandtable.kernel.tensor import Part

SCENARIOS = shelved(
    files.FILES,
    tuple(
        Scenario(
            key,
            missions.SCENARIO_TITLE[key],
            missions.SCENARIO_BRIEF[key],
            SEATS,
            settings.OPTIONS,
            missions.SCENARIO_TURNS[key],
        )
        for key in missions.SCENARIOS
    ),
)


def searched_anew(s: NightDrop, group: tuple[int, ...]) -> reaching.Moves:
    """Where a fresh group may go, searched again on the ground of the activation."""
    ground = reaching.ground_of(s, side_of(group[0]))
    ground.searched.clear()
    return reaching.moves(s, ground, group, 0, True)


class NightDropGame(Game):
    """The front door: scenarios, views, scenes and odds."""

    name = "night-drop"
    title = "Night Drop: Pegasus Bridge"
    sentence: ClassVar[str] = (
        "British paratroopers, scattered in the dark over Normandy, gather and take two bridges before the German "
        "brigades arrive; two sides, with hidden units."
    )
    gentle = "night-only"
    rules = 0
    package = "sandtable.games.night_drop"
    phrases: ClassVar[dict[tuple[str, int], str]] = names.PHRASES
    complete: ClassVar[bool] = True

    def scenarios(self) -> tuple[Scenario, ...]:
        """ND-1.1 Every scenario has two sides, British and German."""
        return SCENARIOS

    def blank(self, setup: Setup) -> NightDrop:
        return NightDrop(setup)

    def open(self, s: NightDrop) -> None:
        s.then(setup.SetUp())

    def look(self, s: NightDrop, seat: str | None) -> View:
        return view.look(s, seat)

    def unveil(self, s: NightDrop, view_: View) -> None:
        """Fronts of Sticks that nobody has turned over, units under covers, and VP markers face down."""
        view_["kind"] = list(s.kind)
        view_["identity"] = list(s.identity)
        view_["marker"] = [value if s.marker_by[n] else view.HIDDEN for n, value in enumerate(s.marker)]

    def fill(self, s: NightDrop, view_: View, seat: str | None, rng: Rng) -> None:
        view.fill(s, view_, rng)

    def names_of(self, seen: Seen) -> dict[str, str]:
        return names.names(view.known_position(seen))

    def scene_of(self, seen: Seen) -> Scene:
        return scene.scene(seen)

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        found = overlays.overlay(seen.position, name, ids)
        return super().overlay_of(seen, name, *ids) if found is None else found

    def briefing_of(self, setup: Setup, seat: str) -> Briefing:
        return briefing.briefing(setup, seat)

    def goals_of(self, seen: Seen) -> list[Goal]:
        return goals.goals(view.known_position(seen), seen.reader)

    def standing_of(self, seen: Seen) -> Standing:
        return goals.standing(view.known_position(seen), seen.reader)

    def serves_of(self, seen: Seen, action: Action) -> tuple[str, ...]:
        return goals.serves(seen.position, seen.reader, seen.open_aims, action)

    def debrief_of(self, s: NightDrop, seat: str) -> Debrief:
        return debrief.debrief(s, seat)

    def glossary(self) -> dict[str, str]:
        return WORDS.glossary

    def tables(self) -> list[ReferenceTable]:
        return reference.reference()

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        lines = about.about(view.known_position(seen), thing)
        if thing in HEX_OF and seen.chooses:
            lines += overlays.way_lines(seen.position, HEX_OF[thing])
        return lines

    def sketch_of(self, seen: Seen) -> list[str]:
        return sketch.sketch(view.known_position(seen))

    def board_svg(self, board: str, standalone: bool = False) -> str:
        return drawing.draw(standalone) if board == drawing.board_id() else super().board_svg(board)

    def board(self, board: str) -> Board:
        return drawing.board() if board == drawing.board_id() else super().board(board)

    def forecasts_of(self, seen: Seen) -> list[Forecast]:
        return forecast.forecasts(seen)

    def odds_of(self, seen: Seen, action: Action) -> dict[str, float] | None:
        return odds.odds(seen, action)

    def reckoning_of(self, seen: Seen, action: Action) -> str:
        return odds.reckoning(seen, action)

    def files(self) -> Files:
        return files.FILES

    def styles(self) -> Styles:
        return manner.STYLES

    def bots(self) -> dict[str, Any]:
        return {"easy": EasyBot, "greedy": greedy.Greedy, "search": search.Search}

    def tensor_of(self, s: NightDrop) -> list[Part]:
        return tensor.tensor()

    def timed(self, s: NightDrop) -> dict[str, Callable[[], object]]:
        """Reach by day through zones of control, searched anew, and the ground that is made once for an activation."""
        if not isinstance(s.choice, movement.Move) or not s.named or s.night or s.at[s.named[0]] >= HEXES:
            return {}
        return {
            "reach_us": partial(searched_anew, s, s.named),
            "ground_us": partial(reaching.ground_made, s, side_of(s.named[0])),
        }

    def turn_of(self, s: NightDrop) -> int:
        return s.turn

    def course_of(self, s: NightDrop) -> dict[str, float]:
        """Victory points."""
        return {"vp": float(victory.victory_points(s))}

    def figures_of(self, s: NightDrop) -> dict[str, str | float]:
        return figures.figures(s) if s.over else {}

    def heat_of(self, event: Event) -> list[tuple[str, str]]:
        """Units that are lost, but not those that were spent or marched off; and Germans that are seen for what they
        are."""
        if event.clause == "ND-3.6":
            return [("sightings", fact[1]) for fact in event.facts if fact[0] == "shown"]
        if event.clause in ("ND-2.41", "ND-8.15"):
            return []
        return [("losses", fact[1]) for fact in event.facts if fact[0] == "removed"]

    def outcome(self, s: NightDrop) -> Outcome | None:
        if not s.over:
            return None
        points = victory.victory_points(s)
        score = victory.score(s)
        return Outcome(
            victory.level(s),
            {"british": score, "german": -score},
            {"british": float(points)},
        )


GAME = NightDropGame()
