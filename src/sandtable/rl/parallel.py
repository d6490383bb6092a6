"""Every game for libraries of PettingZoo's parallel kind, in which all seats act at every step."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from sandtable import BadInput
from sandtable.rl.match import END, MAX_STEPS, Form, Mask, Match, form_of
from sandtable.rl.spaces import Words, observations

Told = dict[str, dict[str, Any]]


class Together(ParallelEnv[str, dict[str, Any], int]):
    """One word a step of whichever seat must choose; the others say `end`, which is all that they may, and means
    nothing."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "sandtable"}

    def __init__(self, form: Form, max_steps: int = MAX_STEPS) -> None:
        self.form = form
        self.max_steps = max_steps
        self.render_mode = None
        self.possible_agents = list(form.seats)
        self.agents: list[str] = []
        self._waits = np.zeros(form.choices, np.int8)
        self._waits[form.end] = 1
        first = Match(form).seat
        self._words = {seat: Words(form, None if seat == first else self._waits) for seat in form.seats}
        self._seen = {seat: observations(form) for seat in form.seats}
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
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The words and `end`."""
        return self._words[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """A new match: that of the seed, or another one each time."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        begins_with = int(self._rng.integers(1 << 62)) if seed is None else seed
        self._match = Match(self.form, begins_with, self.max_steps)
        self.agents = self.possible_agents.copy()
        return self._told()

    def step(self, actions: dict[str, int]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """A word of each seat; nothing is said where one of them may not be."""
        match = self.match
        if not self.agents:
            raise BadInput("the game is over for every seat; call reset")
        if actions.keys() != set(self.agents):
            raise BadInput(f"a step is a word of each seat, {', '.join(self.agents)}")
        for agent, word in actions.items():
            if agent != match.seat and word != self.form.end:
                raise BadInput(f"it is not the turn of {agent}, which may say “{END}” and nothing else")
        assert match.seat is not None
        match.step(int(actions[match.seat]))
        seen, infos = self._told()
        over, cut = dict.fromkeys(self.agents, match.over), dict.fromkeys(self.agents, match.truncated)
        if match.over or match.truncated:
            self.agents = []
        return seen, match.scores(), over, cut, infos

    def _mask(self, agent: str) -> Mask:
        """What may be said: nothing but `end` where it is somebody else's turn, or nobody's."""
        match = self.match
        return match.mask() if agent == match.seat and not match.truncated else self._waits.copy()

    def _told(self) -> tuple[Told, Told]:
        """What each seat may know, and which words may follow."""
        masks = {agent: self._mask(agent) for agent in self.agents}
        for agent, mask in masks.items():
            self._words[agent].allowed = mask
        seen = {agent: {"action_mask": mask, "observation": self.match.observe(agent)} for agent, mask in masks.items()}
        return seen, {agent: {"action_mask": mask} for agent, mask in masks.items()}

    def close(self) -> None:
        """Nothing is held."""


def parallel_env(
    game: str,
    scenario: str | None = None,
    *,
    options: dict[str, str] | None = None,
    mission: str = "",
    max_steps: int = MAX_STEPS,
) -> Together:
    """A parallel PettingZoo environment of any game, for all its seats; the recommended scenario without a name."""
    return Together(form_of(game, scenario, options, mission), max_steps)
