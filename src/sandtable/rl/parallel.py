"""Every game for libraries of PettingZoo's parallel kind, in which all seats act at every step."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pettingzoo import ParallelEnv

from sandtable import BadInput
from sandtable.rl.match import END, MAX_STEPS, Form, form_of
from sandtable.rl.zoo import Told, Zoo


class Together(Zoo, ParallelEnv[str, dict[str, Any], int]):
    """One word a step of whichever seat must choose; the others say `end`, which is all that they may, and means
    nothing."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "sandtable"}

    def __init__(self, form: Form, max_steps: int = MAX_STEPS) -> None:
        waits = np.zeros(form.choices, np.int8)
        waits[form.end] = 1
        super().__init__(form, max_steps, waits)
        self.render_mode = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """A new match: that of the seed, or another one each time."""
        self._begin(seed)
        return self._told()

    def _told(self) -> tuple[Told, Told]:
        """What each seat may know, and which words may follow."""
        masks = self._masks()
        return {agent: {**mask, "observation": self.match.observe(agent)} for agent, mask in masks.items()}, masks

    def step(self, actions: dict[str, int]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """A word of each seat; nothing is said where one of them may not be."""
        match = self._check_begun()
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
