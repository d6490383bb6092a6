"""PettingZoo's own tests, and what is ours to promise of the environment that they test."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from sandtable import BadInput
from sandtable.rl import aec_env
from sandtable.rl.aec import WordByWord

SOLO: tuple[str, str, dict[str, str]] = ("who-dares-wins", "scenario-4", {})
CASES: list[tuple[str, str, dict[str, str]]] = [
    SOLO,
    ("night-drop", "night-only", {}),
    ("rogue-regiment", "m1-cold-ford", {}),
    ("rogue-regiment", "m1-cold-ford", {"jaeger": "on"}),
]
ADVICE = (
    "ignore:Observation space for each agent probably should be",  # it is a Dict, with the mask
    "ignore:Observation is not a NumPy array",
    "ignore:We recommend agents to be named",  # ours are called as the seats are
    "ignore:Action mask numpy array is all zeros",  # nobody may say anything after the end
)


def made(case: tuple[str, str, dict[str, str]], max_steps: int = 80) -> WordByWord:
    return aec_env(case[0], case[1], options=case[2], max_steps=max_steps)


@pytest.mark.filterwarnings(*ADVICE)
@pytest.mark.parametrize("case", CASES)
def test_the_published_tests_pass(case: tuple[str, str, dict[str, str]]) -> None:
    api_test(made(case), num_cycles=60)
    seed_test(lambda: made(case), num_cycles=60)


def test_the_published_test_of_the_cap_passes() -> None:
    # It wants every agent to act in every cycle, which is so where there is one.
    max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: made(SOLO, max_cycles),
            parallel_env=lambda max_cycles: turn_based_aec_to_parallel(made(SOLO, max_cycles)),
        )
    )


def test_rewards_come_at_the_end_and_are_the_scores_of_the_game() -> None:
    env = made(("night-drop", "night-only", {}), 20_000)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation is not None and not truncated
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert terminated or reward == 0
        total[agent] += reward
        env.step(None if terminated else env.action_space(agent).sample())
    outcome = env.form.game.outcome(env.match.state)
    assert outcome is not None and total == outcome.scores


def test_the_same_seed_is_the_same_match_and_none_is_another_each_time() -> None:
    env = made(("night-drop", "night-only", {}))
    rows = []
    for seed in (5, None, None, 5):
        env.reset(seed=seed)
        rows.append(env.observe("german")["observation"].tobytes())
    assert rows[0] == rows[3] and len(set(rows)) == 3


def test_a_step_that_cannot_be_is_refused_in_a_sentence() -> None:
    env = made(SOLO, 1)
    with pytest.raises(BadInput, match="call reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="is not on the mask"):
        env.step(env.form.end)
    with pytest.raises(BadInput, match="lrdg must say a word"):
        env.step(None)
    env.step(int(env.action_space("lrdg").sample()))
    assert env.truncations == {"lrdg": True}
    with pytest.raises(BadInput, match="the game is over for lrdg; the only step left is None"):
        env.step(0)
    env.step(None)
    with pytest.raises(BadInput, match="over for every seat; call reset"):
        env.step(None)
