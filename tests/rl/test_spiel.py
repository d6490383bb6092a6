"""OpenSpiel's own tools, and what is ours to promise of the games that they play."""

from __future__ import annotations

import json

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

import sandtable.rl.spiel
from sandtable import BadInput, Game, fingerprint
from sandtable.rl.spiel import SpielState

GAMES = [
    "python_sandtable_who_dares_wins(scenario=scenario-4,max_steps=60)",
    "python_sandtable_night_drop(scenario=night-only,max_steps=40)",
    "python_sandtable_rogue_regiment(options=jaeger:on,max_steps=40)",
]


def test_every_game_is_known() -> None:
    names = [f"python_sandtable_{name.replace('-', '_')}" for name in sandtable.names()]
    assert set(names) <= set(pyspiel.registered_names())
    sandtable.rl.spiel.register()  # a second time changes nothing


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_the_same_every_time(name: str) -> None:
    told = playthrough(name, None, seed=5)
    assert told == playthrough(name, None, seed=5)
    assert "IsTerminal() = True" in told


def test_a_match_ends_with_its_scores_and_a_copy_goes_its_own_way() -> None:
    game = pyspiel.load_game("python_sandtable_night_drop(scenario=night-only,rng_seed=3)")
    draw = np.random.default_rng(1)
    state, other = game.new_initial_state(), game.new_initial_state()
    assert isinstance(state, SpielState)
    assert fingerprint(state.match.state) != fingerprint(other.match.state), "each match has a seed of its own"
    twin = state.clone()
    before = fingerprint(twin.match.state)
    while not state.is_terminal():
        assert not any(state.returns())
        state.apply_action(draw.choice(state.legal_actions()))
    assert fingerprint(twin.match.state) == before
    outcome = sandtable.load("night-drop").outcome(state.match.state)
    assert outcome is not None
    assert state.returns() == [outcome.scores["british"], outcome.scores["german"]]


def test_an_observation_is_what_the_seat_may_know() -> None:
    game = pyspiel.load_game("python_sandtable_night_drop")
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    british = observation.dict["kind"].copy()
    loaded: Game = sandtable.load("night-drop")
    view = loaded.view(state.match.state, "british")
    assert british.tolist() == view["kind"]
    assert json.loads(observation.string_from(state, 0))["view"] == view
    assert state.observation_tensor(0) == observation.tensor.tolist()


def test_what_cannot_be_is_told_in_a_sentence() -> None:
    for given, reason in (
        ("scenario=nowhere", "has no scenario “nowhere”"),
        ("options=jaeger", "name:value;name:value, not “jaeger”"),
        ("options=tanks:on", "has no option “tanks”"),
    ):
        with pytest.raises(BadInput, match=reason):
            pyspiel.load_game(f"python_sandtable_night_drop({given})")
    state = pyspiel.load_game("python_sandtable_night_drop(max_steps=1)").new_initial_state()
    with pytest.raises(BadInput, match="“end” is not on the mask"):
        state.apply_action(state.match.form.end)
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(BadInput, match="cut short after 1 steps"):
        state.apply_action(0)
