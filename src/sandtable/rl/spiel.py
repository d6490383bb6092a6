"""Every game for OpenSpiel: importing this module makes `python_sandtable_<game>` known to it.

    pyspiel.load_game("python_sandtable_night_drop(scenario=night-only,rng_seed=7)")

Chance is inside the state, which OpenSpiel calls sampled stochastic: the first state of a game begins with `rng_seed`,
the next with the number after it. `options` are written `jaeger:on;ties:ask`.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

import sandtable
from sandtable import BadInput, Game
from sandtable.rl.layout import Layout
from sandtable.rl.match import MAX_STEPS, Form, Match, form_of


class SpielState(pyspiel.State):
    """A match word by word."""

    def __init__(self, game: SpielGame, seed: int) -> None:
        super().__init__(game)
        self.match = Match(game.form, seed, game.max_steps)

    def current_player(self) -> int:
        """Who says the next word."""
        match = self.match
        if match.seat is None or match.truncated:
            return int(pyspiel.PlayerId.TERMINAL)
        return match.form.seats.index(match.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.numbers if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.match.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.match.form.word(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut short."""
        return self.match.over or self.match.truncated

    def returns(self) -> list[float]:
        """The scores, in the order of the seats; nothing before the end."""
        scores = self.match.scores()
        return [scores[seat] for seat in self.match.form.seats]

    def __str__(self) -> str:
        match = self.match
        said = " ".join(map(match.form.word, match.said))
        return f"{match.form.scenario}: {match.state.number} actions, {match.seat or 'over'}, said “{said}”"


class Observer:
    """What one seat may know: a row of numbers in named parts, or JSON."""

    def __init__(self, layout: Layout) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(layout.size, np.float32)
        self.dict = {slot.name: self.tensor[slot.first : slot.end].reshape(slot.shape) for slot in layout.slots}

    def set_from(self, state: SpielState, player: int) -> None:
        """Lay out what a seat may know."""
        self.tensor[:] = state.match.observe(state.match.form.seats[player])

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as JSON."""
        return json.dumps(state.match.tell(state.match.form.seats[player]))


class SpielGame(pyspiel.Game):
    """A scenario."""

    kind: pyspiel.GameType
    name: str

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        params = {**DEFAULTS, **(given or {})}
        options = read_options(params["options"])
        self.form: Form = form_of(self.name, params["scenario"] or None, options)
        self.max_steps: int = params["max_steps"]
        self.next_seed: int = params["rng_seed"]
        sums_to_nothing = self.kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.form.choices,
            max_chance_outcomes=0,
            num_players=len(self.form.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if sums_to_nothing else None,
            max_game_length=self.max_steps,
        )
        super().__init__(self.kind, info, given or {})

    def new_initial_state(self) -> SpielState:
        """A match with the next seed."""
        self.next_seed += 1
        return SpielState(self, self.next_seed - 1)

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> Observer | None:
        """What a seat may know now; nothing remembers for it what it saw before."""
        if params:
            raise BadInput(f"the observations of {self.name} take no parameters")
        return Observer(self.form.layout) if wanted is None or not wanted.perfect_recall else None


DEFAULTS: dict[str, Any] = {"scenario": "", "options": "", "max_steps": MAX_STEPS, "rng_seed": 0}


def read_options(text: str) -> dict[str, str]:
    """`jaeger:on;ties:ask` as options."""
    pairs = [part.partition(":") for part in text.split(";") if part]
    for name, colon, value in pairs:
        if not (name and colon and value):
            raise BadInput(f"options are written name:value;name:value, not “{text}”")
    return {name: value for name, _, value in pairs}


def kind_of(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is made."""
    scenarios = game.scenarios()
    fewest = min(len(one.seats) for one in scenarios)
    most = max(len(one.seats) + len(one.optional_seats) for one in scenarios)
    utility = pyspiel.GameType.Utility.ZERO_SUM if fewest > 1 else pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=f"python_sandtable_{game.name.replace('-', '_')}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def register() -> None:
    """Make every game known to OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for game in sandtable.games():
        kind = kind_of(game)
        if kind.short_name not in known:
            made = type(f"Spiel{game.name}", (SpielGame,), {"kind": kind, "name": game.name})
            pyspiel.register_game(kind, made)


register()
