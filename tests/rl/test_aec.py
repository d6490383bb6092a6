"""PettingZoo's own tests, and what is ours to promise of the environment that they test."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from sandtable import BadInput
from sandtable.rl import aec_env, parallel_env
from sandtable.rl.aec import WordByWord
from sandtable.rl.parallel import Together

SOLO: tuple[str, str, dict[str, str]] = ("who-dares-wins", "scenario-4", {})
CASES: list[tuple[str, str, dict[str, str]]] = [
    SOLO,
    ("night-drop", "night-only", {}),
    ("rogue-regiment", "m1-cold-ford", {}),
    ("rogue-regiment", "m1-cold-ford", {"jaeger": "on"}),
]
ADVICE = {
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
    'We recommend agents to be named in the format <descriptor>_<number>, like "player_0"',
}
"""What `api_test` would have otherwise: docs/lab/environments.md says why it is so. All else that it warns of fails."""


def made(case: tuple[str, str, dict[str, str]], max_steps: int = 80) -> WordByWord:
    return aec_env(case[0], case[1], options=case[2], max_steps=max_steps)


@pytest.mark.parametrize("case", CASES)
def test_the_published_tests_pass(case: tuple[str, str, dict[str, str]]) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        api_test(made(case), num_cycles=60)
    assert {str(one.message) for one in heard} == ADVICE
    seed_test(lambda: made(case), num_cycles=60)


@pytest.mark.parametrize("case", CASES)
def test_the_published_tests_of_the_parallel_kind_pass(case: tuple[str, str, dict[str, str]]) -> None:
    def together(max_cycles: int = 80) -> Together:
        return parallel_env(case[0], case[1], options=case[2], max_steps=max_cycles)

    parallel_api_test(together(), num_cycles=60)
    parallel_seed_test(together, num_cycles=60)
    # It wants every agent to act in every cycle, as they do here; and word by word, too, where there is one seat.
    max_cycles_test(
        SimpleNamespace(env=lambda max_cycles: parallel_to_aec(together(max_cycles)), parallel_env=together)
    )
    if len(together().possible_agents) == 1:
        max_cycles_test(SimpleNamespace(env=lambda max_cycles: made(case, max_cycles), parallel_env=together))


def test_both_kinds_play_the_same_match() -> None:
    env, together = made(("night-drop", "night-only", {}), 20_000), parallel_env("night-drop", "night-only")
    env.reset(seed=3)
    seen, infos = together.reset(seed=3)
    rewards: dict[str, float] = {}
    while together.agents:
        agent = env.agent_selection
        assert np.array_equal(seen[agent]["action_mask"], env.observe(agent)["action_mask"])
        for one in together.agents:
            assert np.array_equal(seen[one]["observation"], env.observe(one)["observation"])
            assert np.array_equal(seen[one]["action_mask"], infos[one]["action_mask"])
        words = {one: int(together.action_space(one).sample()) for one in together.agents}
        assert [one for one, word in words.items() if word == env.form.end] == [
            one for one in together.agents if one != agent
        ]
        env.step(words[agent])
        seen, rewards, over, cut, infos = together.step(words)
    assert rewards == env.rewards and all(over.values()) and not any(cut.values())
    with pytest.raises(BadInput, match="over for every seat; call reset"):
        together.step({})


def test_whoever_waits_may_say_nothing_else() -> None:
    together = parallel_env("night-drop", "night-only")
    with pytest.raises(BadInput, match="call reset first"):
        together.step({})
    together.reset(seed=3)
    with pytest.raises(BadInput, match="a step is a word of each seat, british, german"):
        together.step({"british": 0})
    with pytest.raises(BadInput, match="not the turn of british, which may say “end” and nothing else"):
        together.step({"british": 0, "german": int(together.action_space("german").sample())})
    with pytest.raises(BadInput, match="“end” is not on the mask"):
        together.step(dict.fromkeys(together.agents, together.form.end))
    assert together.match.steps == 0


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
