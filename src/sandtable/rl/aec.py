"""Every game for PettingZoo, in which seats take turns as the rules say."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sandtable import BadInput
from sandtable.rl.match import MAX_STEPS, Form, Match, form_of
from sandtable.rl.spaces import Words, observations


class WordByWord(AECEnv[str, dict[str, Any], int | None]):
    """One word a step. A seat goes on until its action is complete, so the same agent may come several times."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "sandtable", "is_parallelizable": True}

    def __init__(self, form: Form, max_steps: int = MAX_STEPS, render_mode: str | None = None) -> None:
        super().__init__()
        self.form = form
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.possible_agents = list(form.seats)
        self.action_spaces = {seat: Words(form) for seat in form.seats}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {seat: observations(form) for seat in form.seats}
        self._rng = np.random.default_rng()
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """What is being played."""
        if self._match is None:
            raise BadInput("no match has begun; call reset first")
        return self._match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The row of numbers, and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The words and `end`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: that of the seed, or another one each time."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        begins_with = int(self._rng.integers(1 << 62)) if seed is None else seed
        self._match = Match(self.form, begins_with, self.max_steps)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Whoever says the next word is told which may follow."""
        seat = self.match.seat
        if seat is not None:
            self.agent_selection = seat
        for agent in self.agents:
            mask = self._mask(agent)
            self.infos[agent] = {"action_mask": mask}
            self.action_spaces[agent].allowed = mask

    def _mask(self, agent: str) -> Any:
        none = np.zeros(self.form.choices, np.int8)
        return self.match.mask() if agent == self.match.seat else none

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, and which words may follow."""
        return {"action_mask": self._mask(agent), "observation": self.match.observe(agent)}

    def tell(self, agent: str) -> dict[str, Any]:
        """The same as plain data that survives JSON."""
        return self.match.tell(agent)

    def step(self, action: int | None) -> None:
        """One word of the seat whose turn it is; None for one for which the game is over."""
        match = self.match
        if not self.agents:
            raise BadInput("the game is over for every seat; call reset")
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

    def close(self) -> None:
        """Nothing is held."""


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
