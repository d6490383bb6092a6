"""Every game for PettingZoo, in which seats take turns as the rules say."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pettingzoo import AECEnv

from sandtable import BadInput
from sandtable.rl.match import MAX_STEPS, Form, form_of
from sandtable.rl.zoo import Zoo


class WordByWord(Zoo, AECEnv[str, dict[str, Any], int | None]):
    """One word a step. A seat goes on until its action is complete, so the same agent may come several times."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "sandtable", "is_parallelizable": True}

    def __init__(self, form: Form, max_steps: int = MAX_STEPS, render_mode: str | None = None) -> None:
        super().__init__(form, max_steps, np.zeros(form.choices, np.int8))
        self.render_mode = render_mode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: that of the seed, or another one each time."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        """Whoever says the next word is told which may follow."""
        seat = self.match.seat
        if seat is not None:
            self.agent_selection = seat
        self.infos = self._masks()

    def step(self, action: int | None) -> None:
        """One word of the seat whose turn it is; None for one for which the game is over."""
        match = self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise BadInput(f"the game is over for {agent}; the only step left is None")
            self._was_dead_step(None)
            return
        if action is None:
            raise BadInput(f"{agent} must say a word; None is for seats for which the game is over")
        match.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if match.over or match.truncated:
            self.rewards = match.scores()
            self.terminations = dict.fromkeys(self.agents, match.over)
            self.truncations = dict.fromkeys(self.agents, match.truncated)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in letters, as a watcher sees it."""
        if self.render_mode is None:
            return None
        game = self.form.game
        return "\n".join(game.sketch(game.view(self.match.state, None)))


def aec_env(
    game: str,
    scenario: str | None = None,
    *,
    options: dict[str, str] | None = None,
    mission: str = "",
    max_steps: int = MAX_STEPS,
    render_mode: str | None = None,
) -> WordByWord:
    """A PettingZoo environment of any game, for all its seats; the recommended scenario without a name."""
    return WordByWord(form_of(game, scenario, options, mission), max_steps, render_mode)
