"""A match that is played word by word: one word of a closed vocabulary a step, for whichever seat must choose."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable import Action, BadInput, Game, Row, Spelling, State, View, legal, play
from sandtable.rl.layout import Layout, Numbers

Mask = NDArray[np.int8]

END = "end"
"""What completes an action that is the beginning of another."""
MAX_STEPS = 20_000
"""Words after which a match is cut short."""


class Form:
    """What is the same in every match of a scenario: its seats, its words, and how views become numbers."""

    def __init__(self, game: str, scenario: str | None, options: dict[str, str], mission: str) -> None:
        self.game: Game = sandtable.load(game)
        self.options = options
        self.mission = mission
        begun = self.start(scenario, 0)
        parts = self.game.tensor_of(begun)
        if not parts:
            raise BadInput(f"{self.game.title} does not say yet what of its views becomes numbers (tensor_of)")
        self.scenario = begun.setup.scenario
        self.seats = self.game.seats(begun)
        self.words: tuple[str, ...] = self.game.vocabulary(scenario, options, mission)
        self.spelling = Spelling(self.words)
        self.end = self.spelling.end
        self.choices = self.end + 1
        self.layout = Layout(parts, self.seats)

    def start(self, scenario: str | None, seed: int) -> State:
        """A match at its first choice; nobody reads its log."""
        s = self.game.start(scenario, seed=seed, options=self.options, mission=self.mission)
        s.listen = False
        return s

    def opening(self) -> Mask:
        """The words with which any match may begin, whatever its seed."""
        return Match(self).mask()

    def word(self, number: int) -> str:
        """A word by its number; the last one completes an action."""
        return END if number == self.end else self.words[number]


@lru_cache(maxsize=32)
def _form(game: str, scenario: str | None, options: tuple[tuple[str, str], ...], mission: str) -> Form:
    return Form(game, scenario, dict(options), mission)


def form_of(game: str, scenario: str | None = None, options: dict[str, str] | None = None, mission: str = "") -> Form:
    """The form of a scenario, made once."""
    return _form(game, scenario, tuple(sorted((options or {}).items())), mission)


class Match:
    """A position, and the words of an action that is not complete yet. It begins with a seed or from a position."""

    def __init__(self, form: Form, seed: int = 0, max_steps: int = MAX_STEPS, state: State | None = None) -> None:
        if max_steps < 1:
            raise BadInput(f"a match is cut short after 1 step or more, not {max_steps}")
        self.form = form
        self.max_steps = max_steps
        self.steps = 0
        self.state = form.start(form.scenario, seed) if state is None else state
        self.spelling = form.spelling.copy()
        self._laid: dict[str, tuple[int, Row]] = {}
        """For each seat what was laid out for it, and after which action."""
        self._ask()

    def clone(self) -> Match:
        """An independent match at the same point."""
        twin = Match.__new__(Match)
        laid = {seat: (number, row.copy()) for seat, (number, row) in self._laid.items()}
        copied = {"state": self.state.clone(), "spelling": self.spelling.copy(), "_laid": laid}
        twin.__dict__ = {**self.__dict__, **copied}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def _ask(self) -> None:
        """The next choice: nothing is said of it yet."""
        self.seat = self.state.seat
        """Who says the next word; None when the game is over."""
        self.over = self.seat is None
        """Whether the game has come to its own end."""
        self.truncated = not self.over and self.steps >= self.max_steps
        """Whether it was cut short."""
        self.spelling.begin(legal(self.state))
        assert self.over or self.left, "no action on offer can be spelled with the words of the scenario"

    @property
    def said(self) -> list[int]:
        """The words of an action that is not complete yet, by their numbers."""
        return self.spelling.said

    @property
    def left(self) -> list[Action]:
        """The actions on offer that begin with these words."""
        return self.spelling.left

    @property
    def numbers(self) -> list[int]:
        """The words that may be said, in the order of their numbers: those that continue an offered action, and `end`
        where one is complete."""
        return [] if self.truncated else self.spelling.numbers()

    def mask(self) -> Mask:
        """The same as ones among zeros."""
        return np.frombuffer(bytearray(self.marks()), np.int8)

    def marks(self) -> bytearray:
        """The same as the match keeps it, not to be changed."""
        return bytearray(self.form.choices) if self.truncated else self.spelling.mask()

    def step(self, number: int) -> None:
        """Say one word; BadInput where the mask has none."""
        spelling = self.spelling
        if self.truncated or not spelling.say(number):
            raise BadInput(self._refusal(number))
        self.steps += 1
        if len(spelling.left) == 1:
            play(self.state, spelling.left[0])
            self._ask()
        else:
            self.truncated = self.steps >= self.max_steps

    def _refusal(self, number: int) -> str:
        """Why a word may not be said."""
        if self.over or self.truncated:
            why = "is over" if self.over else f"was cut short after {self.max_steps} steps"
            return f"the game {why}, so nothing more can be said; call reset"
        if not 0 <= number < self.form.choices:
            return f"there is no word {number}; they go from 0 to {self.form.end}"
        told = f"“{self.form.word(number)}” is not on the mask"
        return f"{told} after “{' '.join(map(self.form.word, self.said))}”" if self.said else told

    def act(self, action: Action) -> None:
        """Play a whole action instead of its words; that is one step."""
        self.steps += 1
        play(self.state, action)
        self._ask()

    def observe(self, seat: str) -> Numbers:
        """What a seat may know, as one row of numbers."""
        return np.frombuffer(self.lay(seat)[:], np.int16)

    def lay(self, seat: str) -> array[int]:
        """The same as the match keeps it, not to be changed; the next step may."""
        number, row = self._laid.get(seat, (-1, None))
        if row is None:
            row = self.form.layout.begin()
        if number != self.state.number:
            self.form.layout.follow(row, self._known(seat))
            self._laid[seat] = (self.state.number, row)
        if self.spelling.said and seat == self.seat:
            self.form.layout.say(row, self.spelling.said)
        return row.numbers

    def _known(self, seat: str) -> View:
        """What becomes numbers of a view, without the agenda and the like, which would not."""
        if seat not in self.form.seats:
            raise BadInput(f"{self.form.game.name} has no seat “{seat}” here; it has {', '.join(self.form.seats)}")
        known = self.form.game.look(self.state, seat)
        known.update(reader=seat, seat=self.seat)
        return known

    def tell(self, seat: str) -> dict[str, Any]:
        """The same as plain data that survives JSON: the view, the words said so far, and those that may follow."""
        chooses = seat == self.seat
        return {
            "view": self.form.game.view(self.state, seat),
            "said": [self.form.word(number) for number in self.said] if chooses else [],
            "words": [self.form.word(number) for number in self.numbers] if chooses else [],
        }

    def scores(self) -> dict[str, float]:
        """What each seat has got: nothing before the end."""
        outcome = self.form.game.outcome(self.state) if self.over else None
        return dict.fromkeys(self.form.seats, 0.0) if outcome is None else dict(outcome.scores)
