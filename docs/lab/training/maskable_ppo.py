"""Trains MaskablePPO on one scenario for some minutes, and counts how it then plays beside `random` and `greedy`.

pip install "sandtable[rl]" sb3-contrib
python docs/lab/training/maskable_ppo.py --minutes 10
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from sandtable.rl import SeatEnv
from sandtable.sim.simulate import make_plan, mean_of, play_one

GAME = "who-dares-wins"
UNSEEN = 1_000_000_000
"""Seed of the first match that is counted; those to learn from are others."""


class Row(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The row of numbers alone, made small; the learner asks for the mask by `action_masks`."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(-12.0, 12.0, (env.form.layout.size,), np.float32)

    def observation(self, observation: dict[str, Any]) -> NDArray[np.float32]:
        """Logarithms, so that a turn and the number of a zone are of one size."""
        numbers = observation["observation"].astype(np.float32)
        small: NDArray[np.float32] = np.sign(numbers) * np.log1p(np.abs(numbers))
        return small


class Until(BaseCallback):
    """Ends the training at its time, and tells now and then how it goes."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.began = self.told = time.monotonic()
        self.minutes = minutes

    def _on_step(self) -> bool:
        now = time.monotonic()
        if now - self.told > 60 and self.model.ep_info_buffer:
            self.told = now
            mean = np.mean([one["r"] for one in self.model.ep_info_buffer])
            minutes = (now - self.began) / 60
            print(f"{minutes:4.1f} min, {self.num_timesteps:,} words, last 100 matches {mean:+.3f}", flush=True)
        return now - self.began < self.minutes * 60


def made(scenario: str) -> Row:
    """One seat of the game, as the learner sees it."""
    return Row(SeatEnv(GAME, scenario))


def scores(model: MaskablePPO, scenario: str, games: int) -> list[float]:
    """The learner's scores in matches that it has not learned from."""
    found = []
    for number in range(games):
        env = made(scenario)
        row, info = env.reset(seed=UNSEEN + number)
        over = cut = False
        while not (over or cut):
            word, _ = model.predict(row, action_masks=info["action_mask"])
            row, reward, over, cut, info = env.step(int(word))
        found.append(float(reward))
    return found


def of_bot(name: str, scenario: str, games: int) -> list[float]:
    """The scores of one of our bots in the same matches."""
    plan = make_plan(GAME, scenario, {}, {"lrdg": name}, UNSEEN)
    return [play_one(plan, number).scores["lrdg"] for number in range(games)]


def main() -> None:
    """Train, then count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--scenario", default="scenario-3")
    parser.add_argument("--games", type=int, default=200, help="matches to count afterwards")
    given = parser.parse_args()
    torch.set_num_threads(1)
    envs = make_vec_env(lambda: made(given.scenario), n_envs=8, seed=1)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=512, batch_size=512, n_epochs=4, gamma=1.0, gae_lambda=0.95, ent_coef=0.01,
        learning_rate=3e-4, policy_kwargs={"net_arch": [128, 128]}, seed=1,
    )  # fmt: skip
    model.learn(1 << 40, callback=Until(given.minutes))
    print(f"learned from {model.num_timesteps:,} words in {given.minutes:g} minutes")
    learned = scores(model, given.scenario, given.games)
    for name in ("random", "greedy"):
        theirs = of_bot(name, given.scenario, given.games)
        mean, (low, high) = mean_of([one - other for one, other in zip(learned, theirs, strict=True)])
        print(f"{name} {mean_of(theirs)[0]:+.3f}; the learner has {mean:+.3f} [{low:+.3f}, {high:+.3f}] more")
    mean, (low, high) = mean_of(learned)
    print(f"the learner {mean:+.3f} [{low:+.3f}, {high:+.3f}] in {given.games} matches of {given.scenario}")


if __name__ == "__main__":
    main()
