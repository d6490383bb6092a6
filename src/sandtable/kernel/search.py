"""A player that thinks ahead, the same for every game.

Each candidate is played on in the same imagined worlds, everybody led by the quick player, up to where the game can say
what the position is worth; candidates that do badly are dropped, and the others are tried in more worlds. The quick
player's own choice is left only for one that did clearly better world by world: what is within the noise of the dice
is no reason to leave it.

A game says what is worth a thought (`lines`), how far to look (`moment` and AHEAD) and what a position is worth
(`features`, weighed by numbers that `sandtable fit` finds, or a `value` of its own). Nothing here knows more than the
view: worlds are imagined from it. The same view, seed and number of continuations give the same choice.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from sandtable.kernel.bots import Advice, Bot, make_bot
from sandtable.kernel.errors import BadInput, IllegalAction
from sandtable.kernel.flow import Action, State, legal, play, words
from sandtable.kernel.seen import Seen
from sandtable.kernel.tables import Page

CONTINUATIONS = 64
"""How many times a decision is played on if nobody says otherwise."""
MOST_CONTINUATIONS = 100_000
MOST_LINKS = 40
"""Links of a chain that a hint names."""
CAP = 2_000
"""Decisions after which a continuation is judged where it stands."""


@dataclass(frozen=True)
class Line:
    """Something worth a thought: an action, what follows it as long as that is on offer, and who plays on for its seat
    (a bot by name; its own quick player without)."""

    action: Action
    then: tuple[Action, ...] = ()
    player: str = ""


@dataclass
class Weighed:
    """What a line came to in each world in which it was tried, in the order of the worlds."""

    line: Line
    values: list[float]
    guessed: bool = False
    """Whether any of them is what a position seemed to be worth, and not how the game ended."""

    @property
    def mean(self) -> float:
        """What is to be expected of it."""
        return math.fsum(self.values) / len(self.values) if self.values else 0.0

    def lead(self, other: Weighed) -> tuple[float, float]:
        """By how much it did better, world by world, and how sure that is (one standard error)."""
        pairs = [a - b for a, b in zip(self.values, other.values, strict=False)]
        if not pairs:
            return 0.0, math.inf
        mean = math.fsum(pairs) / len(pairs)
        if len(pairs) < 2:
            return mean, math.inf
        spread = math.fsum((one - mean) ** 2 for one in pairs) / (len(pairs) - 1)
        return mean, math.sqrt(spread / len(pairs))


class Worth:
    """What each feature of a position adds to the score that a seat may expect, by the stage of the game."""

    def __init__(self, page: Page, seats: tuple[str, ...], stages: int, names: tuple[str, ...]) -> None:
        self.names = names
        self.weights: dict[str, list[tuple[float, ...]]] = {}
        for seat in seats:
            row = page.row(seat)
            by_stage = [row.decimals(f"stage-{stage}", -1000.0, 1000.0, len(names) + 1) for stage in range(stages)]
            self.weights[seat] = by_stage

    def of(self, seat: str, stage: int, features: list[float]) -> float:
        """The score to be expected, from -1 to 1; the first weight stands alone."""
        weights = self.weights[seat][stage]
        total = weights[0]
        for place, feature in enumerate(features):
            total += weights[place + 1] * feature
        return max(-1.0, min(1.0, total))


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBot(Bot):
    """Thinks ahead within a number of continuations (its argument) or until a deadline, whichever comes first."""

    OWN: ClassVar[str] = "greedy"
    """The quick player that it goes by."""
    AHEAD: ClassVar[int] = 1
    """After so many moments a position is judged."""
    DOUBT: ClassVar[float] = 1.0
    """By so many standard errors another line must lead the quick player's."""
    UNTOLD: ClassVar[tuple[str, ...]] = ()
    """Verbs that nobody is told of only for comparison: who gives up knows it."""
    FEATURES: ClassVar[tuple[str, ...]] = ()
    """What a learned value looks at, by name."""
    STAGES: ClassVar[int] = 1
    """The value is learned for each stage of the game by itself."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        self.continuations = count_of(argument) if argument else CONTINUATIONS
        self.quick: Bot = make_bot(game, self.OWN, 0)
        self.end: float | None = None
        """When the time to think is over, by its clock."""
        self.guessed = False
        """Whether what was last played on was judged before its end."""
        self.clock: Callable[[], float] = time.monotonic
        """Somebody waits by the clock on the wall; who looks back may count its own time alone."""

    # --- what a game says -------------------------------------------------------------------------------------------

    def lines(self, seen: Seen, options: list[Action], quick: Action) -> list[Line]:
        """What is worth a thought beside what the quick player would do; nothing where the quick player decides."""
        return [Line(option) for option in options]

    def goes_on(self, view: dict[str, Any], options: list[Action]) -> Action:
        """What follows from a decision that was made already, as the rest of a chain does; nothing where it does not.
        It is said here and not in `pick`, so that hints say the same."""
        return ()

    def moment(self, s: Any) -> int:
        """A number that changes where the position can be judged: at the end of a turn, an activation, a phase."""
        raise NotImplementedError

    def stage(self, s: Any) -> int:
        """The stage of the game, from 0."""
        return 0

    def features(self, s: Any, seat: str) -> list[float]:
        """What FEATURES are in a position, for a seat."""
        raise NotImplementedError

    def worth(self) -> Worth:
        """What the features weigh, as `sandtable fit` found it."""
        raise NotImplementedError

    def value(self, s: Any, seat: str) -> float:
        """The score that a seat may expect of a position, from -1 to 1."""
        return self.worth().of(seat, self.stage(s), self.features(s, seat))

    def is_known(self, s: Any) -> bool:
        """Whether the value of a position is what was won there, and no guess."""
        return False

    def teller(self, line: Line) -> Bot:
        """Who says what speaks for a line: whoever had the thought."""
        return self.quick

    # --- thinking ---------------------------------------------------------------------------------------------------

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        return options[0] if len(options) == 1 else self.weigh(view, options, deadline)[0].line.action

    def weigh(
        self, view: dict[str, Any], options: list[Action], deadline: float | None = None, wanted: Action = ()
    ) -> list[Weighed]:
        """What was thought about, the choice first and then by what is expected. `wanted` is thought about wherever
        there is a choice: beside what is worth a thought, or against the quick player where the choice is left to it.
        What is left to the quick player, and not wanted otherwise, stands alone and has no values."""
        self.end = None if deadline is None else self.clock() + deadline
        settled = self.goes_on(view, options)
        own = settled or self.quick.pick(view, options)
        others = [] if settled else self.lines(self.game.seen_in(view, options), options, own)
        if wanted and wanted != own and all(line.action != wanted for line in others):
            others = [*others, Line(wanted)]
        found = [Weighed(Line(own), [])]
        found += [Weighed(line, []) for line in others if line != found[0].line]
        if len(found) > 1 or (others and wanted):
            self.try_all(view, found, wanted)
        return ranked(found, self.DOUBT)

    def try_all(self, view: dict[str, Any], found: list[Weighed], wanted: Action = ()) -> None:
        """Try every line in a few worlds, then half of them in more, and so on; the first and what is wanted are always
        among them."""
        alive = list(found)
        rounds = max(1, math.ceil(math.log2(len(found))))
        world = 0
        for _ in range(rounds):
            for _ in range(max(1, self.continuations // (rounds * len(alive)))):
                if not self.try_in(view, world, alive):
                    return
                world += 1
            best = sorted(alive[1:], key=lambda weighed: -weighed.mean)
            half = max(1, len(best) // 2)
            alive = [alive[0], *best[:half], *[one for one in best[half:] if one.line.action == wanted]]

    def try_in(self, view: dict[str, Any], world: int, alive: list[Weighed]) -> bool:
        """Try some lines in one world; whether there was time for all of them, since otherwise it compares nothing."""
        start = self.game.imagine(view, view["reader"], self.world_seed(world))
        values: list[float] = []
        for weighed in alive:
            self.guessed = False
            values.append(self.play_on(start.clone(), weighed.line, view["reader"]))
            if self.is_late():
                return False
            weighed.guessed = weighed.guessed or self.guessed
        for weighed, value in zip(alive, values, strict=True):
            weighed.values.append(value)
        return True

    def is_late(self) -> bool:
        """Whether the time to think is over."""
        return self.end is not None and self.clock() >= self.end

    def world_seed(self, world: int) -> int:
        """The seed of an imagined world, the same for every line."""
        return world + 1

    def play_on(self, s: State, line: Line, seat: str) -> float:
        """What a line comes to in one world."""
        players: dict[str, Bot] = {}
        moment, passed = self.moment(s), 0
        due = list(line.then)
        play(s, line.action)
        for _ in range(CAP):
            if self.is_late():
                break
            chooser = s.seat
            if chooser is None:
                outcome = self.game.outcome(s)
                assert outcome is not None, "a game that is over has an outcome"
                return float(outcome.scores[seat])
            now = self.moment(s)
            if now != moment:
                moment, passed = now, passed + 1
                if passed >= self.AHEAD:
                    break
            options = legal(s)
            if due and chooser == seat:
                action = due.pop(0)
                if action in options:
                    play(s, action)
                    continue
                due = []
            if chooser not in players:
                players[chooser] = make_bot(self.game, (line.player or self.OWN) if chooser == seat else "greedy", 0)
            action = options[0] if len(options) == 1 else players[chooser].pick(self.game.view(s, chooser), options)
            play(s, action)
        self.guessed = not self.is_known(s)
        return self.value(s, seat)

    def expected(self, s: State, seat: str) -> float:
        """What a position comes to for a seat, everybody led on from there by the quick player; it is played on."""
        options = legal(s)
        if not options:
            outcome = self.game.outcome(s)
            assert outcome is not None, "a game that is over has an outcome"
            return float(outcome.scores[seat])
        action = options[0] if len(options) == 1 else self.quick.pick(self.game.view(s, s.seat), options)
        return self.play_on(s, Line(action), seat)

    # --- telling ----------------------------------------------------------------------------------------------------

    def advise(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Advice:
        return self.candidates(view, options, deadline)[0]

    def candidates(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> list[Advice]:
        """Two or three different actions, each with what is expected of it and why; the first is its choice. Alone
        stands what follows from a decision that was made already, and what there is no choice about."""
        thoughts = [Weighed(Line(options[0]), [])] if len(options) == 1 else self.weigh(view, options, deadline)
        alone = all(weighed.line.action == thoughts[0].line.action for weighed in thoughts)
        if alone and len(options) > 1 and not self.goes_on(view, options):
            thoughts = self.beside(view, options, thoughts[0].line.action)
        found: dict[Action, Weighed] = {}
        for weighed in thoughts:
            found.setdefault(weighed.line.action, weighed)
        told = []
        for weighed in list(found.values())[:3]:
            then = self.rest_of(self.game.seen_in(view, options), weighed.line)
            advice = self.teller(weighed.line).explained(view, options, weighed.line.action, then)
            value = weighed.mean if weighed.values else None
            ends = [] if weighed.guessed else weighed.values
            won = sum(1 for one in ends if one > 0)
            told.append(Advice(advice.action, advice.reason, advice.lit, value, then, len(ends), won))
        return told

    def beside(self, view: dict[str, Any], options: list[Action], own: Action) -> list[Weighed]:
        """What is left to the quick player, and how it compares with two others: those nearest to it among the options,
        which are in the order of the map, and of the same kind if there are any."""
        place = options.index(own)
        near = sorted(range(len(options)), key=lambda n: (options[n][0] != own[0], abs(n - place), n))
        others = [options[n] for n in near if n != place and options[n][0] not in self.UNTOLD]
        found = [Weighed(Line(option), []) for option in (own, *others[:2])]
        self.try_all(view, found)
        return [found[0], *sorted(found[1:], key=as_tried)]

    def rest_of(self, seen: Seen, line: Line) -> tuple[Action, ...]:
        """What follows a line that begins a chain, up to its end: as the line says, or as the quick player goes on."""
        said = [line.action]
        for _ in range(MOST_LINKS):
            try:
                ahead = seen.ahead([words(one) for one in said])
            except IllegalAction:  # they would be taken in another order
                said.pop()
                break
            if ahead is None:
                break
            due = line.then[len(said) - 1 : len(said)]
            offered = ahead.options
            said.append(due[0] if due and due[0] in offered else self.quick.pick(ahead.view, offered))
        return tuple(said[1:])


def ranked(found: list[Weighed], doubt: float) -> list[Weighed]:
    """The choice first: the best that leads the quick player's by more than doubt, or the quick player's; then the
    others by how far they were tried and what they came to."""
    own = found[0]
    best, most = own, 0.0
    for weighed in found[1:]:
        lead, error = weighed.lead(own)
        if lead > most and lead > doubt * error and len(weighed.values) == len(own.values):
            best, most = weighed, lead
    return [best, *sorted([weighed for weighed in found if weighed is not best], key=as_tried)]


def as_tried(weighed: Weighed) -> tuple[int, float]:
    """What was tried farther comes first, and of what was tried equally far what came to more."""
    return -len(weighed.values), -weighed.mean


def count_of(argument: str) -> int:
    """How many continuations an argument asks for."""
    try:
        number = int(argument)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_CONTINUATIONS:
        raise BadInput(f"search takes a number of continuations from 1 to {MOST_CONTINUATIONS}, not “{argument}”")
    return number
