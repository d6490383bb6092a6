"""What both kinds of PettingZoo environments have in common: spaces of words and observations for each seat, and the
match that is played."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sandtable import BadInput
from sandtable.rl.match import Form, Mask, Match
from sandtable.rl.spaces import Words, observations

Told = dict[str, dict[str, Any]]


class Zoo:
    """Seats that play matches of a scenario, one after the other. `waiting` is what may be said by a seat that does not
    choose."""

    def __init__(self, form: Form, max_steps: int, waiting: Mask) -> None:
        self.form = form
        self.max_steps = max_steps
        self.waiting = waiting
        self.possible_agents = list(form.seats)
        self.agents: list[str] = []
        first = Match(form).seat
        self.action_spaces = {seat: Words(form, None if seat == first else waiting) for seat in form.seats}
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

    def _begin(self, seed: int | None) -> None:
        """A new match: that of the seed, or another one each time."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        begins_with = int(self._rng.integers(1 << 62)) if seed is None else seed
        self._match = Match(self.form, begins_with, self.max_steps)
        self.agents = self.possible_agents.copy()

    def _masks(self) -> Told:
        """Which words each seat may say; whoever draws a word without a mask gets one of them, too."""
        masks = {agent: self._mask(agent) for agent in self.agents}
        for agent, mask in masks.items():
            self.action_spaces[agent].allowed = mask
        return {agent: {"action_mask": mask} for agent, mask in masks.items()}

    def _mask(self, agent: str) -> Mask:
        match = self.match
        return match.mask() if agent == match.seat and not match.truncated else self.waiting.copy()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, and which words may follow."""
        return {"action_mask": self._mask(agent), "observation": self.match.observe(agent)}

    def tell(self, agent: str) -> dict[str, Any]:
        """The same as plain data that survives JSON."""
        return self.match.tell(agent)

    def _check_begun(self) -> Match:
        """The match, in which somebody can still say something."""
        match = self.match
        if not self.agents:
            raise BadInput("the game is over for every seat; call reset")
        return match

    def close(self) -> None:
        """Nothing is held."""
