"""One seat of a game for Gymnasium. Games with one seat are played as they are; in the others somebody plays the rest:
one of our bots, or a policy, such as an earlier self of the learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sandtable import BadInput, Bot, legal
from sandtable.rl.match import MAX_STEPS, Mask, Match, form_of
from sandtable.rl.spaces import Words, observations

Observation = dict[str, Any]
Policy = Callable[[Observation], int]
"""Says one word, given an observation with its mask."""
RANDOM = "random"


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One word a step for one seat, `observation` and `action_mask` as for PettingZoo."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as the base class declares it)

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        seat: str | None = None,
        opponent: str | Policy = RANDOM,
        options: dict[str, str] | None = None,
        mission: str = "",
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.form = form_of(game, scenario, options, mission)
        if seat is not None and seat not in self.form.seats:
            raise BadInput(f"{game} has no seat “{seat}” here; it has {', '.join(self.form.seats)}")
        self.fixed_seat = seat
        self.seat = seat or self.form.seats[0]
        self.opponent = opponent
        if isinstance(opponent, str):
            self.form.game.bot(opponent)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.words = Words(self.form)
        self.action_space = self.words
        self.observation_space = observations(self.form)
        self._match: Match | None = None
        self._bot: Bot | None = None
        self._episodes = 0

    @property
    def match(self) -> Match:
        """What is being played."""
        if self._match is None:
            raise BadInput("no match has begun; call reset first")
        return self._match

    def action_masks(self) -> NDArray[np.bool_]:
        """The words that may be said now, as MaskablePPO asks for them."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Mask:
        """Nothing may be said at the end, even if it is another seat that was cut short."""
        return self.match.mask() if self.match.seat == self.seat else np.zeros(self.form.choices, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match: that of the seed, or another one each time. Where no seat is fixed, they are taken in turn."""
        super().reset(seed=seed)
        if self.fixed_seat is None:
            turn = seed if seed is not None else self._episodes
            self.seat = self.form.seats[turn % len(self.form.seats)]
            self._episodes = turn + 1
        begins_with = int(self.np_random.integers(1 << 62)) if seed is None else seed
        if isinstance(self.opponent, str):
            self._bot = self.form.game.bot(self.opponent, begins_with % (1 << 31))
        self._match = Match(self.form, begins_with, self.max_steps)
        self._others()
        assert not self.match.over, "the others play a whole game before the first choice of a seat"
        return self._told()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One word; then whatever the other seats do until this one must choose again."""
        match = self.match
        match.step(int(action))
        self._others()
        return (self._told()[0], match.scores()[self.seat], match.over, match.truncated, self._info())

    def _others(self) -> None:
        """The other seats play."""
        match = self.match
        while not (match.over or match.truncated) and (seat := match.seat) != self.seat:
            assert seat is not None
            if isinstance(self.opponent, str):
                assert self._bot is not None, "a bot by name is made at reset"
                match.act(self._bot.pick(self.form.game.view(match.state, seat), legal(match.state)))
            else:
                match.step(int(self.opponent({"action_mask": match.mask(), "observation": match.observe(seat)})))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        mask = self._mask()
        self.words.allowed = mask
        return {"action_mask": mask, "observation": self.match.observe(self.seat)}, self._info()

    def tell(self) -> dict[str, Any]:
        """What the seat may know and say as plain data that survives JSON."""
        return self.match.tell(self.seat)

    def render(self) -> Any:
        """The board in letters, as the seat sees it; where a game has none, its prompt."""
        if self.render_mode is None:
            return None
        seen = self.form.game.seen(self.match.state, self.seat)
        return "\n".join(seen.sketch() or [seen.prompt.text])


def self_play(game: str, scenario: str | None = None, *, opponent: str | Policy = RANDOM, **more: Any) -> SeatEnv:
    """A game with several seats for one learner, who takes each seat in turn; `opponent` plays the others, and may be
    replaced between two matches: `env.opponent = …`."""
    env = SeatEnv(game, scenario, opponent=opponent, **more)
    if len(env.form.seats) < 2:
        raise BadInput(f"{game} {env.form.scenario} has one seat, {env.form.seats[0]}; nobody plays against it")
    return env


ENVIRONMENTS = {
    "sandtable/WhoDaresWins-v0": "who-dares-wins",
    "sandtable/RogueRegiment-v0": "rogue-regiment",
    "sandtable/NightDrop-v0": "night-drop",
}


def register() -> None:
    """Make the environments known to Gymnasium, once."""
    for name, game in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="sandtable.rl.seat:SeatEnv", kwargs={"game": game})
