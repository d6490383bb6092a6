"""Trains RLlib's PPO with masked words against `random` for some minutes, and counts how it then plays.

pip install "sandtable[rl]" "ray[rllib]" torch
python docs/lab/training/rllib_ppo.py --minutes 5
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from sandtable.rl import SeatEnv
from sandtable.sim.simulate import make_plan, mean_of, play_one

GAME, SCENARIO, SEAT = "night-drop", "night-only", "british"
UNSEEN = 1_000_000_000
"""Seed of the first match that is counted; those to learn from are others."""


class Masked(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Row and mask under the names and in the kind that RLlib's masked module takes; the numbers are made small."""

    def __init__(self, _: Any = None) -> None:
        env = SeatEnv(GAME, SCENARIO, seat=SEAT, opponent="random")
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Dict({
            "action_mask": gymnasium.spaces.Box(0.0, 1.0, (env.form.choices,), np.float32),
            "observations": gymnasium.spaces.Box(-12.0, 12.0, (env.form.layout.size,), np.float32),
        })  # fmt: skip

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Logarithms, so that a turn and the number of a hex are of one size."""
        numbers = observation["observation"].astype(np.float32)
        row = np.sign(numbers) * np.log1p(np.abs(numbers))
        return {"action_mask": observation["action_mask"].astype(np.float32), "observations": row}


def scores(module: Any, games: int) -> list[float]:
    """The learner's scores in matches that it has not learned from."""
    draw = np.random.default_rng(1)
    found = []
    for number in range(games):
        env = Masked()
        seen, _ = env.reset(seed=UNSEEN + number)
        over = cut = False
        while not (over or cut):
            batch = {"obs": {name: torch.from_numpy(part)[None] for name, part in seen.items()}}
            with torch.no_grad():
                wishes = module.forward_inference(batch)["action_dist_inputs"][0].double()
            odds = torch.softmax(wishes, 0).numpy()
            word = draw.choice(len(odds), p=odds / odds.sum())
            seen, reward, over, cut, _ = env.step(int(word))
        found.append(float(reward))
    return found


def main() -> None:
    """Train, then count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=100, help="matches to count afterwards")
    given = parser.parse_args()
    torch.set_num_threads(1)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    config = (
        PPOConfig()
        .environment(Masked)
        .env_runners(num_env_runners=1, num_envs_per_env_runner=4)
        .training(lr=3e-4, gamma=1.0, entropy_coeff=0.02, train_batch_size=4096, minibatch_size=512, num_epochs=4)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}
            )
        )
        .debugging(seed=1)
    )
    learner = config.build_algo()
    began, words = time.monotonic(), 0
    while time.monotonic() - began < given.minutes * 60:
        told = learner.train()["env_runners"]
        words = int(told["num_env_steps_sampled_lifetime"])
        minutes, mean = (time.monotonic() - began) / 60, told.get("episode_return_mean", float("nan"))
        print(f"{minutes:4.1f} min, {words:,} words, mean score of late {mean:+.3f}", flush=True)
    learned = scores(learner.get_module(), given.games)
    learner.stop()
    ray.shutdown()
    plan = make_plan(GAME, SCENARIO, {}, {"british": "random", "german": "random"}, UNSEEN)
    chance = [play_one(plan, number).scores[SEAT] for number in range(given.games)]
    print(f"learned from {words:,} words; {given.games} matches of {SCENARIO}, {SEAT} against random:")
    for name, found in (("random", chance), ("the learner", learned)):
        mean, (low, high) = mean_of(found)
        print(f"{name} {mean:+.3f} [{low:+.3f}, {high:+.3f}]")


if __name__ == "__main__":
    main()
