"""The front door of a game: what every layer above may ask of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from sandtable.kernel import odds
from sandtable.kernel.bots import Bot, make_bot
from sandtable.kernel.briefing import Briefing, Debrief, Goal, ReferenceTable, Standing, plain
from sandtable.kernel.chance import Rng, seed_bytes
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import (
    Action,
    Choice,
    Entry,
    Event,
    Refusal,
    Setup,
    State,
    advance,
    begin,
    legal,
)
from sandtable.kernel.forecast import Forecast
from sandtable.kernel.lesson import lessons_of
from sandtable.kernel.scene import Board, Scene
from sandtable.kernel.snapshot import decode_agenda, decode_setup, encode_agenda, restore_into
from sandtable.kernel.snapshot import plain as lists
from sandtable.kernel.styles import STYLE_FILE, Styles
from sandtable.kernel.tables import Files
from sandtable.kernel.tensor import Part
from sandtable.kernel.verbs import phrases_of

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen

View = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A switch of a scenario: its values, the default first in meaning, and for the player a sentence, a title and the
    part of the rules that it belongs to; without one it is a setting of the scenario."""

    name: str
    values: tuple[str, ...]
    default: str
    text: str
    title: str = ""
    chapter: str = ""
    joined: tuple[str, ...] = ()
    """Those of the values of which several may be given, joined by + in this order."""
    says: tuple[str, ...] = ()
    """The values in words, in their order; empty where they speak for themselves."""

    def allows(self, value: str) -> bool:
        """Whether the option can have that value."""
        words = value.split("+")
        return value in self.values or (len(words) > 1 and words == [word for word in self.joined if word in words])


def ties_option(what: str) -> Option:
    """The option of every game with an automated side: who settles what is equal for it."""
    text = f"{what}: settled by rule (the nearest, then the lowest number, then clockwise from north), or asked."
    return Option("ties", ("auto", "ask"), "auto", text, "The enemy's ties", says=("settled by rule", "ask me"))


@dataclass(frozen=True)
class Scenario:
    """Something to play: seats without options, and which option adds which seat."""

    id: str
    title: str
    brief: str
    seats: tuple[str, ...]
    options: tuple[Option, ...] = ()
    turns: int = 0
    optional_seats: tuple[tuple[str, str, str], ...] = ()
    """(option, value, seat) for each seat that an option adds."""
    minutes: int = 0
    """About how long it takes somebody who knows the rules."""
    difficulty: str = ""
    """`gentle`, `fair` or `hard`."""
    teaches: str = ""
    """What is new in it, in a few words."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a sentence, a score from -1 to 1 for each seat, and the game's own points."""

    text: str
    scores: dict[str, float]
    points: dict[str, float]


@dataclass(frozen=True)
class Prompt:
    """Who must decide what, and why."""

    seat: str | None
    text: str
    clause: str
    about: tuple[str, ...] = ()
    proposed: Action = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game. A subclass says what is its own; the plumbing is here."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    sentence: ClassVar[str] = ""
    """What it is, in one sentence for somebody who has never heard of it."""
    gentle: ClassVar[str | None] = None
    """The scenario for somebody's first game; None for the recommended one."""
    sides: ClassVar[dict[str, str]] = {}
    """The side of the pieces that a seat leads, where it is called otherwise than the seat."""
    rules: ClassVar[int] = 0
    package: ClassVar[str] = ""
    """Where its steps are defined."""
    measured: ClassVar[str | None] = None
    """The scenario that `bench` plays; None for the recommended one."""
    compared: ClassVar[tuple[str, ...]] = ()
    """Further scenarios that `bench` plays beside it."""
    phrases: ClassVar[dict[tuple[str, int], str]] = {}
    """How actions read, by verb and number of nouns: `("watch", 3): "Observe {2} with {1} for {3} turns"`. Verbs that
    know everything about themselves (kernel/verbs.py) are not among them."""
    conditions: ClassVar[dict[str, str]] = {}
    """What lessons may ask by other names (kernel/lesson.py): `{"seen": "marked {1} in-sight"}`."""

    # --- what a game says of itself ---------------------------------------------------------------------------------

    def scenarios(self) -> tuple[Scenario, ...]:
        """Everything that can be played, the recommended one first."""
        raise NotImplementedError

    def blank(self, setup: Setup) -> State:
        """A state of this game with nothing set up yet."""
        raise NotImplementedError

    def open(self, s: Any) -> None:
        """Put the first steps of a match on the agenda, with `s.then`."""
        raise NotImplementedError

    def look(self, s: Any, seat: str | None) -> View:
        """What a seat, or a watcher (None), may know of the position, built up from nothing.

        Columns that are tuples may be given as they are: a view has lists in their place, and whoever compares two of
        them sees at once that nothing has changed.
        """
        raise NotImplementedError

    def turn_of(self, s: Any) -> int:
        """The number of the turn; 0 before the first, and where there are none."""
        return 0

    def course_of(self, s: Any) -> dict[str, float]:
        """What is counted from turn to turn, by its name: the course of a game, for those who study many."""
        return {}

    def figures_of(self, s: Any) -> dict[str, str | float]:
        """What a page about many games tells of one, by its title: words are counted, numbers averaged. It is asked
        after every decision, and the first answer to each title stays; most are given when the game is over."""
        return {}

    def heat_of(self, event: Event) -> list[tuple[str, str]]:
        """What a map of many games counts of an event: `losses` or `sightings`, each with the piece or place."""
        return [("losses", fact[1]) for fact in event.facts if fact[0] == "removed"]

    def unveil(self, s: Any, view: View) -> None:
        """Open in a view what lies face down for everybody, for looking back once the game is over."""

    def fill(self, s: Any, view: View, seat: str | None, rng: Rng) -> None:
        """Set the fields of a blank state from a view; what the seat does not know is drawn among what may be true."""
        raise NotImplementedError

    def outcome(self, s: Any) -> Outcome | None:
        """None while the game goes on."""
        raise NotImplementedError

    def names_of(self, seen: Seen) -> dict[str, str]:
        """The title of every id that options and log lines use, and of every verb that does not know its own."""
        return {}

    def scene_of(self, seen: Seen) -> Scene:
        """What to draw. Without a board the list of actions is the table."""
        return Scene(
            board="", size=(0, 0), look="day", bar=[], names=seen.names, cells=[], links=[], pieces=[], panels=[],
            overlays=[], legend=[],
        )  # fmt: skip

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        """One named overlay that the scene lists."""
        raise BadInput(f"{self.title} has no overlay “{name}”")

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        """Lines about one piece or place."""
        return []

    def sketch_of(self, seen: Seen) -> list[str]:
        """The board in letters for a terminal, line by line; empty where words do."""
        return []

    def briefing_of(self, setup: Setup, seat: str) -> Briefing:
        """What a seat reads before its first decision."""
        scenario = self.scenario(setup.scenario)
        return Briefing(
            title=scenario.title, role="", situation=scenario.brief, goals=[], scoring=[], ends="", tips=[], lit=[],
            lesson=None,
        )  # fmt: skip

    def goals_of(self, seen: Seen) -> list[Goal]:
        """What the reader tries to do, and how far it has come; watchers are told the goals of everybody."""
        return []

    def standing_of(self, seen: Seen) -> Standing | None:
        """How the game stands for the reader; None where there is nothing to count."""
        return None

    def forecasts_of(self, seen: Seen) -> list[Forecast]:
        """What each option is likely to bring, cheaply; without a game's own only where it is meant on the board."""
        return [Forecast(at=action[-1] if len(action) > 1 else "") for action in seen.options]

    def serves_of(self, seen: Seen, action: Action) -> tuple[str, ...]:
        """The ids of the open goals that an option serves."""
        return ()

    def debrief_of(self, s: Any, seat: str) -> Debrief:
        """How a finished game ended for a seat."""
        outcome = self.outcome(s)
        assert outcome is not None, "there is a debrief when the game is over"
        return Debrief(
            headline=outcome.text, verdict=outcome.text, level=outcome.text, total=outcome.points.get(seat, 0), unit="",
            ladder=[], lines=[], history="", against=None, moments=[],
        )  # fmt: skip

    def glossary(self) -> dict[str, str]:
        """Every term of art, as prompts, panels and log lines write it, with a plain sentence."""
        return {}

    def tables(self) -> list[ReferenceTable]:
        """The tables of the rule book."""
        return []

    def refuse(self, s: Any, choice: Choice, action: Action) -> Refusal:
        """Why words are not on offer at a choice; asked only for words that are not."""
        return choice.why_not(s, action)

    def odds_of(self, seen: Seen, action: Action) -> dict[str, float] | None:
        """What may come of an action that is on offer, in words, with probabilities; None where odds say nothing.

        Without a game's own it is the rules that are run: each result of chance in turn, summed up by `sum_up`.
        """
        return odds.count(seen.position, action, self.sum_up)

    def gist_of(self, part: str) -> str:
        """What a part of such a summing up comes to, where there are so many ways that it does not matter who."""
        return part

    def reckoning_of(self, seen: Seen, action: Action) -> str:
        """The strengths behind the odds of an action, with what they are made of, as one line."""
        return ""

    def sum_up(self, before: Any, after: Any, events: list[Event]) -> str:
        """In a few words, how an action turned out, for its odds; empty where there is nothing to say."""
        return ""

    def board(self, board: str) -> Board:
        """What never changes of the board with this id: its places, and how sides, kinds and marks are painted."""
        raise BadInput(f"{self.title} has no board “{board}”")

    def board_svg(self, board: str, standalone: bool = False) -> str:
        """The static drawing with this id."""
        raise BadInput(f"{self.title} has no board “{board}”")

    def files(self) -> Files | None:
        """The data files of its box."""
        return None

    def example_mission(self) -> str:
        """A mission to begin one's own from; empty where players write none."""
        return ""

    def check(self, name: str, text: str) -> list[tuple[int, str]] | None:
        """Every mistake in a file of the box, or in one that a player wrote, as (line, sentence); None if it is not of
        this game."""
        if name == STYLE_FILE:
            return None if (own := self.styles()) is None else own.mistakes(text)
        box = self.files()
        faults = None if box is None else box.check(name, text)
        return None if faults is None else [(fault.line, fault.text) for fault in faults]

    def bots(self) -> dict[str, Any]:
        """Bots of this game beside `random`: name to a function of (game, seed)."""
        return {}

    def words_of(self, seen: Seen) -> list[str]:
        """Every word that an action of this match may hold, in the order of the data; told from its beginning."""
        board = seen.drawn.board
        return [*seen.names, *([place.id for place in self.board(board).places] if board else [])]

    def tensor_of(self, s: Any) -> list[Part]:
        """What of its views becomes numbers for programs that learn, from the beginning of a match; the same for all
        matches of a scenario."""
        return []

    def timed(self, s: Any) -> dict[str, Callable[[], object]]:
        """Work at a position whose speed `bench` shows beside that of every game, by the name of its figure."""
        return {}

    # --- what every layer calls -------------------------------------------------------------------------------------

    def scenario(self, wanted: str | None = None) -> Scenario:
        """A scenario by its id; the recommended one without."""
        known = self.scenarios()
        if wanted is None:
            return known[0]
        for one in known:
            if one.id == wanted:
                return one
        raise BadInput(f"{self.name} has no scenario “{wanted}”; it has {', '.join(one.id for one in known)}")

    def start(
        self,
        scenario: str | None = None,
        *,
        seed: int | bytes = 0,
        options: dict[str, str] | None = None,
        dice: list[int] | tuple[int, ...] = (),
        draws: list[str] | tuple[str, ...] = (),
        mission: str = "",
        seeds: tuple[tuple[int, bytes], ...] | None = None,
    ) -> State:
        """A position at its first choice."""
        chosen = self.scenario(scenario)
        settings = check_options(self.name, chosen, options or {})
        if seeds is None:
            seeds = ((0, seed_bytes(seed)),)
        setup = Setup(self.name, self.rules, chosen.id, settings, seeds, tuple(dice), tuple(draws), mission)
        s = self.blank(setup)
        begin(s)
        self.open(s)
        advance(s)
        s.history = Entry(None, 0, "", (), tuple(s.events), tuple(s.rolled), s.revealed)
        return s

    def briefing(
        self,
        scenario: str | None = None,
        options: dict[str, str] | None = None,
        seat: str | None = None,
        mission: str = "",
    ) -> dict[str, Any]:
        """What a seat, the first one without, reads before its first decision, as plain data."""
        chosen = self.scenario(scenario)
        settings = check_options(self.name, chosen, options or {})
        seats = self.seats_of(chosen.id, settings)
        if seat is not None and seat not in seats:
            raise BadInput(f"{self.name} has no seat “{seat}” here; it has {', '.join(seats)}")
        setup = Setup(self.name, self.rules, chosen.id, settings, ((0, bytes(32)),), mission=mission)
        told: dict[str, Any] = plain(self.briefing_of(setup, seat or seats[0]))
        if told["lesson"] is None:
            told["lesson"] = self._fitting_lesson(setup, seat or seats[0], seats[0])
        return told

    def _fitting_lesson(self, setup: Setup, seat: str, first: str) -> str | None:
        """The lesson that is nearest to what is played: of the same seat, the same scenario, and with the fewest other
        settings; of equals the first."""
        best, least = None, (2, 0, 0)
        for lesson in lessons_of(self):
            elsewhere = lesson.scenario != setup.scenario
            defaults = {option.name: option.default for option in self.scenario(lesson.scenario).options}
            settings = setup.options if elsewhere else {**defaults, **lesson.options}
            other = sum([settings[name] != value for name, value in setup.options.items()])
            apart = (int((lesson.learner or first) != seat), int(elsewhere), other)
            if apart < least:
                best, least = lesson.id, apart
        return best

    def debrief(self, s: State, seat: str | None) -> dict[str, Any]:
        """How a finished game ended for a seat, the first one for watchers, as plain data."""
        if s.seat is not None:
            raise BadInput("there is a debrief when the game is over")
        seat = seat or self.seats(s)[0]
        told: dict[str, Any] = plain(self.debrief_of(s, seat))
        outcome = self.outcome(s)
        score = outcome.scores.get(seat, 0.0) if outcome is not None else 0.0
        told["won"] = score > 0 if score else None  # 0 is the line between failure and success
        return told

    def title_of(self, s: State) -> str:
        """What is played, as its players call it: the scenario, or the mission that somebody wrote."""
        return self.scenario(s.setup.scenario).title

    def prepare(self, s: State) -> None:
        """Work out what takes long and is needed once for a match, where nobody waits for it."""

    def memory_of(self, s: State) -> int:
        """Bytes that the board of somebody's own mission may take in memory; 0 for what came with the game, which is
        there once for all matches."""
        return 0

    def seats(self, s: State) -> tuple[str, ...]:
        """The seats of a match."""
        return self.seats_of(s.setup.scenario, s.options)

    def seats_of(self, scenario: str, options: dict[str, str]) -> tuple[str, ...]:
        """The seats that a scenario has with these options."""
        one = self.scenario(scenario)
        return one.seats + tuple(seat for name, value, seat in one.optional_seats if options.get(name) == value)

    def vocabulary(
        self, scenario: str | None = None, options: dict[str, str] | None = None, mission: str = ""
    ) -> tuple[str, ...]:
        """Every word that actions of a scenario may hold (verbs, ids, numbers), each once, in the order of the data."""
        begun = self.start(scenario, options=options, mission=mission)
        return tuple(dict.fromkeys(self.words_of(self.seen(begun, None))))

    def view(self, s: State, seat: str | None) -> View:
        """What a seat may know, as plain data; None is a watcher, with the same keys."""
        if seat is not None and seat not in self.seats(s):
            raise BadInput(f"{self.name} has no seat “{seat}” here; it has {', '.join(self.seats(s))}")
        result = self.outcome(s) if not s.agenda else None
        view: View = {
            "game": s.setup.game,
            "rules": s.rules,
            "scenario": s.setup.scenario,
            "options": dict(s.options),
            "own_mission": s.setup.mission,
            "reader": seat,
            "seat": s.seat,
            "agenda": encode_agenda(s, seat is not None and seat == s.seat),
            "outcome": None if result is None else result.text,
        }
        own = self.look(s, seat)
        assert not view.keys() & own.keys(), f"{self.name} uses a key of every view: {view.keys() & own.keys()}"
        for key, value in own.items():
            view[key] = lists(value) if isinstance(value, tuple) else value
        return view

    def imagine(self, view: View, seat: str | None, seed: int = 0) -> State:
        """A position that could be true for the seat whose view this is."""
        assert view["reader"] == seat, "a seat imagines from its own view"
        setup = Setup(
            view["game"], view["rules"], view["scenario"], view["options"], ((0, seed_bytes(seed)),),
            mission=view["own_mission"],
        )  # fmt: skip
        s = self.blank(setup)
        s.listen = False
        s.agenda = decode_agenda(self.package, view["agenda"])
        self.fill(s, view, seat, Rng(seed))
        return s

    def seen(self, s: State, reader: str | None) -> Seen:
        """What one reader sees, each part made once and when first asked for."""
        return self.seen_in(self.view(s, reader), legal(s) if reader is not None and reader == s.seat else None)

    def seen_in(self, view: View, offered: list[Action] | None = None) -> Seen:
        """What the reader of a view sees; `offered` are the options, where they are known."""
        from sandtable.kernel.seen import Seen  # noqa: PLC0415 (it builds on this module)

        return Seen(self, view, offered)

    # From a view alone, one thing at a time; who asks for several of them makes a `Seen`.

    def names(self, view: View) -> dict[str, str]:
        """The title of every verb and id that options and log lines use."""
        return self.seen_in(view).names

    def prompt(self, view: View) -> Prompt:
        """Who must decide what."""
        return self.seen_in(view).prompt

    def scene(self, view: View) -> dict[str, Any]:
        """What to draw."""
        return self.seen_in(view).scene

    def overlay(self, view: View, name: str, *ids: str) -> dict[str, Any]:
        """One named overlay that the scene lists."""
        return self.seen_in(view).overlay(name, *ids)

    def about(self, view: View, thing: str) -> list[str]:
        """Lines about one piece or place."""
        return self.seen_in(view).about(thing)

    def sketch(self, view: View) -> list[str]:
        """The board in letters for a terminal."""
        return self.seen_in(view).sketch()

    def prices(self, view: View, actions: list[Action]) -> list[str]:
        """What each offered action costs, for the seat that may choose; empty where nothing is paid."""
        seen = self.seen_in(view)
        return [seen.price(action) for action in actions]

    def why_not(self, view: View, words: Action | str) -> Refusal | None:
        """Why words are not on offer to the reader of this view; None when they are."""
        return self.seen_in(view).why_not(words)

    def odds(self, view: View, action: Action) -> list[tuple[str, float]] | None:
        """What may happen, with probabilities, likeliest first; None where nothing is left to chance."""
        return self.seen_in(view).odds(action)

    def apart(self, lines: list[tuple[str, float]]) -> list[tuple[str, float]]:
        """Of odds with many ways each thing by itself, likeliest first; nothing where there are few."""
        return odds.apart(lines, self.gist_of)

    def phrase(self, names: dict[str, str], action: Action) -> str:
        """An action in words that people read: its phrase, or the names of its words one after the other."""
        titles = [names.get(word, word) for word in action]
        key = (action[0], len(action) - 1)
        template = self.phrases.get(key) or phrases_of(self.package).get(key)
        text = " ".join(titles) if template is None else template.format(*titles)
        return text[:1].upper() + text[1:]

    def styles(self) -> Styles | None:
        """The numbers that its quick player goes by; None where they are not data."""
        return None

    def bot(self, name: str, seed: int = 0) -> Bot:
        """A bot by name: `random`, or one of the game's own."""
        return make_bot(self, name, seed)

    def restore(self, data: dict[str, Any]) -> State:
        """A state from its snapshot."""
        s = self.blank(decode_setup(data))
        restore_into(s, data, self.package)
        return s


def check_options(game: str, scenario: Scenario, given: dict[str, str]) -> dict[str, str]:
    """Every option of a scenario with its value; unknown names and values are refused."""
    known = {option.name: option for option in scenario.options}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            allowed = ", ".join(known) or "none"
            raise BadInput(f"{game} {scenario.id} has no option “{name}”; it has {allowed}")
        if not option.allows(value):
            several = f", or several of {'+'.join(option.joined)} in that order" if option.joined else ""
            raise BadInput(f"option {name} is {' or '.join(option.values)}{several}, not “{value}”")
    return {option.name: given.get(option.name, option.default) for option in scenario.options}


_games: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known by its name, for records and for pickled positions."""
    _games[game.name] = game
    return game


def find(name: str) -> Game:
    """A registered game."""
    if name not in _games:
        raise BadInput(f"no game “{name}” is loaded")
    return _games[name]
