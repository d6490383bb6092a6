"""Rogue Regiment: the front door."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from sandtable.games.rogue_regiment import view
from sandtable.games.rogue_regiment.advice import forecast, odds, why
from sandtable.games.rogue_regiment.bot import manner
from sandtable.games.rogue_regiment.bot.greedy import Greedy
from sandtable.games.rogue_regiment.bot.search import Thinker
from sandtable.games.rogue_regiment.box import data, files, settings
from sandtable.games.rogue_regiment.box.missions import idle_points, read_mission
from sandtable.games.rogue_regiment.box.tiles import read_face, text_lines
from sandtable.games.rogue_regiment.box.words import WORDS
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.ground.stage import SQUARE_BYTES
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r23_checking as checking
from sandtable.games.rogue_regiment.state import JAEGER, SEAT, Regiment
from sandtable.games.rogue_regiment.table import (
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
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import Action, Choice, Event, Refusal, Setup, State
from sandtable.kernel.forecast import Forecast
from sandtable.kernel.game import Game, Outcome, Scenario, View, register
from sandtable.kernel.record import MAX_MISSION
from sandtable.kernel.scene import Board, Scene
from sandtable.kernel.seen import Seen
from sandtable.kernel.shelf import shelved
from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Fault, Files
from sandtable.kernel.tensor import Part

LOSSES = ("RR-3.18", "RR-6.8", "RR-18.28", "RR-20.50", "RR-21.22", "RR-24.32")
"""The clauses by which what is removed is lost; others leave, get out or turn into something else."""
SCENARIOS = shelved(
    files.FILES,
    tuple(
        Scenario(
            mission.id,
            f"{mission.number} {mission.name}",
            mission.brief,
            (SEAT,),
            settings.options_of(mission),
            72,
            ((settings.HUNTER.name, "on", JAEGER),),
        )
        for mission in data.MISSIONS.values()
    ),
)


class RogueRegiment(Game):
    """The solo and co-operative game of stealth on square tiles."""

    name: ClassVar[str] = "rogue-regiment"
    title: ClassVar[str] = "Rogue Regiment"
    sentence: ClassVar[str] = (
        "A few SAS men slip past sentries who see and hear, do what they came for, and get out before the alarm; "
        "for one to four players together."
    )
    sides: ClassVar[dict[str, str]] = {"operators": "british", "jaeger": "axis"}
    rules: ClassVar[int] = 0
    package: ClassVar[str] = "sandtable.games.rogue_regiment"
    measured: ClassVar[str | None] = "m8-iron-harvest"
    compared: ClassVar[tuple[str, ...]] = ("m10-rocket-alley", "m12-the-huntsman")
    """A board of nine tiles."""
    phrases: ClassVar[dict[tuple[str, int], str]] = names.PHRASES
    complete: ClassVar[frozenset[str]] = frozenset({"base", "TWD", "HM", "HD", "JG", "KS"})
    """The sets whose every clause is implemented and tested."""

    def scenarios(self) -> tuple[Scenario, ...]:
        """Every mission, the first tutorial first."""
        return SCENARIOS

    def blank(self, setup: Setup) -> State:
        """A position on the mission's stage with nothing set up."""
        return Regiment(setup)

    def open(self, s: Regiment) -> None:
        """The mission is set up, then the first turn begins. One that a player wrote must have no mistakes."""
        faults = checking.misplaced(s, s.setup.mission) if s.setup.mission else []
        if faults:
            raise BadInput("\n".join(f"the mission, line {fault.line}: {fault.text}" for fault in faults))
        s.then(setup.SetUp())

    def look(self, s: Regiment, seat: str | None) -> View:
        """All but the order of the decks and, for everybody but him, the Jäger's cards."""
        return view.look(s, seat)

    def unveil(self, s: Regiment, view_: View) -> None:
        """Once it is over everybody may look back at what the Jäger held."""
        view_ |= view.held(s, True)

    def fill(self, s: Regiment, view_: View, seat: str | None, rng: Rng) -> None:
        """The inverse, with the decks in any order that could be, and what a Jäger might hold."""
        view.fill(s, view_, rng)

    def turn_of(self, s: Regiment) -> int:
        return s.turn

    def course_of(self, s: Regiment) -> dict[str, float]:
        """The stealth meter, which is 0 once the alarm is raised, and points in hand."""
        return {"meter": float(max(0, s.meter)), "points": float(victory.points(s))}

    def figures_of(self, s: Regiment) -> dict[str, str | float]:
        outcome = self.outcome(s)
        told = {} if outcome is None else figures.ending(s, outcome.text, outcome.points["points"])
        return {**told, **figures.moments(s)}

    def heat_of(self, event: Event) -> list[tuple[str, str]]:
        """Whoever is killed or destroyed; and where somebody was noticed or spotted, the general alarm apart."""
        if event.clause in LOSSES:
            return [("losses", fact[1]) for fact in event.facts if fact[0] == "removed"]
        if event.clause == "RR-12.2":
            return []
        return [
            ("sightings", fact[1])
            for fact in event.facts
            if (fact[0] == "flipped" and fact[2] == "alert") or (fact[0] == "marked" and fact[2] == "spotted")
        ]

    def outcome(self, s: Regiment) -> Outcome | None:
        """RR-1.1, RR-27.28 Major victory, minor victory or defeat by points; a Jäger wins what they lose."""
        if s.agenda or not s.ended:
            return None
        mission = s.stage.mission
        total = victory.points(s)
        text, score = "defeat", -1.0
        if total >= mission.major:
            text, score = "major victory", 1.0
        elif total >= mission.minor:
            text, score = "minor victory", 0.5
        points = {"points": float(total)}
        if s.stage.jaeger:
            return Outcome(f"{text} of the Operators", {SEAT: score, JAEGER: -score}, points)
        return Outcome(text, {SEAT: score}, points)

    def prepare(self, s: State) -> None:
        """Its board; snipers come with expansions alone."""
        assert isinstance(s, Regiment)
        s.layout.prepare(far=bool(s.stage.mission.packs) or s.stage.jaeger)

    def memory_of(self, s: State) -> int:
        """So many bytes for each square of a player's own board."""
        assert isinstance(s, Regiment)
        return SQUARE_BYTES * len(s.grid.squares) if s.setup.mission else 0

    def title_of(self, s: State) -> str:
        """Number and name of the mission, the box's or a player's own."""
        assert isinstance(s, Regiment)
        mission = s.stage.mission
        return f"{mission.number} {mission.name}"

    def names_of(self, seen: Seen) -> dict[str, str]:
        """The title of every verb and id."""
        return names.names(seen.position)

    def words_of(self, seen: Seen) -> list[str]:
        """Every word of an action: those of any mission and its squares, then what is numbered as it comes."""
        later = tensor.numbered()
        known = set(later)
        return [word for word in seen.names if word not in known] + later

    def tensor_of(self, s: Regiment) -> list[Part]:
        """What becomes numbers."""
        return tensor.tensor(s)

    def scene_of(self, seen: Seen) -> Scene:
        """What to draw."""
        return scene.scene(seen)

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        """One named overlay."""
        return {"cells": overlays.overlay(seen.position, name, ids)}

    def briefing_of(self, setup: Setup, seat: str) -> Briefing:
        """What a seat reads first."""
        return briefing.briefing(setup, seat)

    def goals_of(self, seen: Seen) -> list[Goal]:
        """The objectives, and the way out."""
        return goals.goals(seen.position, seen.reader)

    def standing_of(self, seen: Seen) -> Standing:
        """Points in hand."""
        return goals.standing(seen.position, seen.reader)

    def serves_of(self, seen: Seen, action: Action) -> tuple[str, ...]:
        """The open goals that an action serves."""
        return goals.serves(seen.position, seen.open_aims, action)

    def debrief_of(self, s: Regiment, seat: str) -> Debrief:
        """How it ended."""
        return debrief.debrief(s, seat)

    def glossary(self) -> dict[str, str]:
        """Every term of art."""
        return WORDS.glossary

    def tables(self) -> list[ReferenceTable]:
        """The tables of the rule book."""
        return reference.reference()

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        """Lines about one piece or square."""
        return about.about(seen.position, thing)

    def sketch_of(self, seen: Seen) -> list[str]:
        """The board in letters."""
        return sketch.sketch(seen.position)

    def refuse(self, s: Regiment, choice: Choice, action: Action) -> Refusal:
        """Why words are not on offer at a choice."""
        return why.refuse(s, choice, action)

    def forecasts_of(self, seen: Seen) -> list[Forecast]:
        """Who sees, hears and fires, and what a shot does."""
        return forecast.forecasts(seen)

    def odds_of(self, seen: Seen, action: Action) -> dict[str, float] | None:
        """Hits, wounds and who notices, counted over the dice of one action."""
        return odds.odds(seen.position, action)

    def gist_of(self, part: str) -> str:
        """That somebody notices."""
        return odds.gist(part)

    def reckoning_of(self, seen: Seen, action: Action) -> str:
        """The dice of a shot, and what is added to each."""
        return forecast.reckoning(seen.position, action)

    def board_svg(self, board: str, standalone: bool = False) -> str:
        """The drawing of a mission's board."""
        return drawing.board_svg(board, standalone)

    def board(self, board: str) -> Board:
        """Where the squares of a mission's board are, and how its sides and things are painted."""
        return drawing.board(board)

    def bots(self) -> dict[str, Any]:
        """A quick player for both sides, one who errs on purpose, and one that thinks ahead."""
        return {"easy": EasyBot, "greedy": Greedy, "search": Thinker}

    def styles(self) -> Styles:
        """The numbers that the quick player goes by."""
        return manner.STYLES

    def timed(self, s: Regiment) -> dict[str, Callable[[], object]]:
        """What a unit sees past others that stand in its way, remembered and worked out anew; and the sight of a whole
        board.
        """
        low = obstacles.axis_veil(s, 0)[0] if s.u_kind else 0
        gaze = s.layout.gaze
        for u in range(len(s.u_kind)):
            if s.here(u) and not s.vehicle(u):
                field = 4 * s.u_at[u] + s.u_face[u]
                blockers = low & gaze.nearby(1, field)
                if blockers:
                    return {
                        "view_us": partial(sight.view_of, s, u, True),
                        "view_anew_us": partial(gaze.eyes.fully, field >> 2, gaze.fields[field], blockers),
                        "sight_us": partial(Layout, s.layout.rows),
                    }
        return {}

    def files(self) -> Files:
        """The tables of the box."""
        return files.FILES

    def example_mission(self) -> str:
        """The first mission of the box."""
        return files.FILES.text(f"missions/{SCENARIOS[0].id}.mission")

    def check(self, name: str, text: str) -> list[tuple[int, str]] | None:
        """Every mistake of a tile or mission that a player wrote, or of a data file of the box."""
        found = super().check(name, text)
        if found is not None:
            return found
        keys = [line.split(":")[0].strip() for line in text_lines(text)]
        if name.endswith(".tile") or (not name.endswith(".mission") and "tile" in keys and "mission" not in keys):
            return [(fault.line, fault.text) for fault in read_face(text)[1]]
        if name.endswith(".mission") or "mission" in keys:
            mission, faults = read_mission(text, data.FACES, tuple(data.OPERATORS))
            if mission is not None and not faults and idle_points(mission) >= mission.minor:
                line = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("victory"))
                idle = f"whoever leaves at once has {idle_points(mission)} points"
                faults.append(Fault(line, f"{idle}, so a minor victory at {mission.minor} is won by doing nothing"))
            if not faults:
                own = Setup(self.name, self.rules, next(iter(data.MISSIONS)), {}, ((0, bytes(32)),), mission=text)
                faults = checking.misplaced(Regiment(own), text)
            if len(text.encode()) > MAX_MISSION:
                faults.append(Fault(len(keys), f"the mission is larger than {MAX_MISSION} bytes, the most it may have"))
            return [(fault.line, fault.text) for fault in faults]
        return None


GAME = register(RogueRegiment())
