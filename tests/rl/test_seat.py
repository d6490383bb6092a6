"""Gymnasium's own test, and what is ours to promise of the environments that it tests."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sandtable import BadInput
from sandtable.rl import SeatEnv, self_play

MADE = [
    ("sandtable/WhoDaresWins-v0", {"scenario": "scenario-4"}),
    ("sandtable/RogueRegiment-v0", {}),
    ("sandtable/RogueRegiment-v0", {"options": {"jaeger": "on"}, "seat": "jaeger"}),
    ("sandtable/NightDrop-v0", {"scenario": "night-only", "opponent": "greedy", "seat": "german"}),
]


@pytest.mark.parametrize(("name", "given"), MADE)
def test_the_published_test_passes(name: str, given: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **given).unwrapped)


def test_a_match_is_played_to_its_end_and_pays_its_score_there() -> None:
    env = gymnasium.make("sandtable/WhoDaresWins-v0", scenario="scenario-4").unwrapped
    assert isinstance(env, SeatEnv)
    observation, info = env.reset(seed=4)
    paid, over = [], False
    while not over:
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        observation, reward, over, cut, info = env.step(env.action_space.sample())
        assert not cut
        paid.append(reward)
    outcome = env.form.game.outcome(env.match.state)
    assert outcome is not None and paid[-1] == outcome.scores["lrdg"]
    assert not any(paid[:-1])
    with pytest.raises(BadInput, match="the game is over"):
        env.step(0)
    env.reset()
    assert env.match.steps == 0


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [("night-drop", "night-only", {}), ("rogue-regiment", "m1-cold-ford", {"jaeger": "on"})],
)
def test_a_learner_plays_against_itself_from_each_seat_in_turn(
    game: str, scenario: str, options: dict[str, str]
) -> None:
    asked: list[int] = []
    draw = np.random.default_rng(2)

    def earlier_self(observation: dict[str, Any]) -> int:
        asked.append(int(observation["observation"][0]))
        return int(draw.choice(np.flatnonzero(observation["action_mask"])))

    env = self_play(game, scenario, options=options, opponent=earlier_self)
    seats = []
    for seed in (0, None):
        asked.clear()
        observation, info = env.reset(seed=seed)
        seats.append(info["seat"])
        over = False
        while not over:
            reader, chooser = observation["observation"][:2]
            assert reader == chooser == env.form.seats.index(env.seat)
            observation, _, over, _, info = env.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
        assert set(asked) == {1 - env.form.seats.index(env.seat)}
    assert seats == list(env.form.seats)


def test_what_cannot_be_is_told_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="has one seat, lrdg; nobody plays against it"):
        self_play("who-dares-wins")
    with pytest.raises(BadInput, match="has no seat “french” here; it has british, german"):
        SeatEnv("night-drop", seat="french")
    with pytest.raises(BadInput, match="has no bot “clever”; it has random"):
        SeatEnv("night-drop", opponent="clever")
    with pytest.raises(BadInput, match="has no scenario “m99”"):
        gymnasium.make("sandtable/RogueRegiment-v0", scenario="m99")
    env = SeatEnv("who-dares-wins")
    with pytest.raises(BadInput, match="call reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="“end” is not on the mask"):
        env.step(env.form.end)
