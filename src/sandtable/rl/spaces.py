"""The spaces of the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sandtable.rl.match import Form, Mask


class Words(spaces.Discrete):
    """The words of a scenario and `end`. Whoever draws from it without a mask gets a word that may be said now, and
    after `seed` one that may be said at the beginning."""

    def __init__(self, form: Form, opening: Mask | None = None) -> None:
        self.opening: Mask = form.opening() if opening is None else opening
        self.allowed: Mask = self.opening
        super().__init__(form.choices)

    def seed(self, seed: int | None = None) -> int:
        """Begin anew with a seed."""
        self.allowed = self.opening
        return super().seed(seed)

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """A word among those on the mask."""
        return super().sample(self.allowed if mask is None and probability is None else mask, probability)


def observations(form: Form) -> spaces.Dict:
    """The row of numbers, and the mask."""
    fits = np.iinfo(np.int16)
    row = spaces.Box(fits.min, fits.max, (form.layout.size,), np.int16)
    return spaces.Dict({"action_mask": spaces.Box(0, 1, (form.choices,), np.int8), "observation": row})
