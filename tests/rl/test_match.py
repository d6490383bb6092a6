"""What holds of every match that is played word by word: its vocabulary is closed, its numbers are all of the view that
they claim to be, and nothing hidden is among them."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import chain

import numpy as np
import pytest

from sandtable import BadInput, Column, Rng, fingerprint, legal, record, replay
from sandtable.kernel.tensor import HIGHEST, LOWEST, flat
from sandtable.rl import END, Match, form_of
from sandtable.rl.layout import Layout
from tests.promises import all_games, rows
from tests.rl.walks import CASES, walked

LEFT_OUT = {
    "game", "rules", "scenario", "options", "own_mission", "reader", "seat", "agenda", "outcome", "ended",
}  # fmt: skip
"""What is no number, or is the same in every match of a scenario."""
SEED = 11
EVERY = 4
"""Views are compared at every so many actions."""


def check_whole(column: Column, value: object) -> None:
    """Nothing is cut off where a view becomes numbers."""
    members = value if isinstance(value, list) else [value]
    if column.bits:
        assert isinstance(value, int) and value < 1 << column.size, f"{column.key} has a bit too many: {value}"
        return
    assert len(members) <= column.size, f"{column.key} has {len(members)} members"
    assert all(len(flat(one)) <= column.width for one in members), f"{column.key} is wider: {value}"
    assert all(LOWEST <= number <= HIGHEST for number in flat(members)), f"{column.key} is too large: {value}"


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_every_word_has_a_number_and_every_number_of_a_view_its_place(
    game: str, scenario: str, options: dict[str, str]
) -> None:
    form = form_of(game, scenario, options)
    assert len(set(form.words)) == len(form.words)
    columns = {column.key: column for column, _ in form.layout.columns}
    for match in walked(game, scenario, options, SEED):
        spelled = set(chain.from_iterable(legal(match.state)))
        assert spelled <= set(form.words), f"seed {SEED}: {spelled - set(form.words)} are no words of {scenario}"
        if match.said or match.state.number % EVERY:
            continue
        for seat in form.seats:
            view = form.game.view(match.state, seat)
            assert np.array_equal(match.observe(seat), form.layout.lay(view)), "what has changed was not laid anew"
            assert view.keys() - columns.keys() <= LEFT_OUT
            for key, column in columns.items():
                check_whole(column, view[key])


@pytest.mark.parametrize(("game", "scenario", "options"), CASES)
def test_what_a_seat_cannot_tell_apart_gives_it_the_same_numbers_and_words(
    game: str, scenario: str, options: dict[str, str]
) -> None:
    rng, compared = Rng(SEED), 0
    for match in walked(game, scenario, options, SEED):
        if match.said or match.over or match.state.number % EVERY:
            continue
        for seat in match.form.seats:
            for name, change in rows(game).items():
                twin = change(match.state, seat, rng)
                if twin is None:
                    continue
                twin.offered = None
                other = Match(match.form, state=twin)
                where = f"seed {SEED}, action {match.state.number}: {name} leaks to {seat}"
                assert np.array_equal(match.observe(seat), other.observe(seat)), where
                assert seat != match.seat or np.array_equal(match.mask(), other.mask()), where
                assert match.tell(seat) == other.tell(seat), where
                compared += 1
    assert compared, "nothing was hidden in this game"


def test_the_words_of_a_scenario_do_not_depend_on_its_options() -> None:
    plain = form_of("rogue-regiment", "m1-cold-ford").words
    for options in ({"jaeger": "on"}, {"ties": "ask"}, {"difficulty": "hard"}):
        assert form_of("rogue-regiment", "m1-cold-ford", options).words == plain


def test_a_step_is_a_word_and_the_last_of_them_plays_the_action() -> None:
    form = form_of("night-drop", "night-only")
    played = []
    for match in walked("night-drop", "night-only", {}, SEED):
        before = match.state.number
        played.append(before)
        left = [action for action in legal(match.state) if action in match.left]
        assert left == match.left
        assert len(match.left) > 1 or match.over, "a word that leaves one action completes it"
        said = tuple(map(form.word, match.said))
        assert all(action[: len(said)] == said for action in match.left)
    assert played[-1] < len(played), "some actions take several words"
    again = replay(record(match.state))
    assert fingerprint(again) == fingerprint(match.state)
    assert match.scores() == match.form.game.outcome(match.state).scores  # type: ignore[union-attr]


def test_end_completes_an_action_that_is_the_beginning_of_another() -> None:
    found = None
    for match in walked("rogue-regiment", "m7-saint-aubert-gaol", {"ties": "ask"}, SEED):
        if match.form.end in match.numbers:
            found = match
            break
    assert found is not None, "no action was the beginning of another"
    said = tuple(map(found.form.word, found.said))
    assert said in legal(found.state) and any(len(action) > len(said) for action in found.left)
    assert found.form.word(found.form.end) == END
    before = found.state.number
    found.step(found.form.end)
    assert found.state.number == before + 1
    assert found.state.history is not None and found.state.history.action == said


def test_a_row_is_taken_apart_into_named_parts_that_say_what_the_view_says() -> None:
    match = Match(form_of("night-drop"), seed=SEED)
    view = match.form.game.view(match.state, "german")
    parts = match.form.layout.parts(match.observe("german"))
    assert parts["chooser"] == [1] and parts["reader"] == [1]
    assert parts["at"].tolist() == view["at"] and parts["turn"] == [view["turn"]]
    places = [place for place in view["at"][:56] if place < 40 * 32]
    sticks = parts["board/sticks"]
    assert sticks.shape == (40, 32) and sticks.sum() == len(places)
    assert all(sticks[place // 32, place % 32] == places.count(place) for place in places)


def test_lists_are_filled_up_or_cut_off_and_bits_taken_apart() -> None:
    layout = Layout([Column("short", 3), Column("wide", 2, 2), Column("set", 4, bits=True), Column("big")], ("a", "b"))
    view = {"reader": "b", "seat": None, "short": [7], "wide": [None, [1, [2, 3]], [9]], "set": 5, "big": 1 << 40}
    parts = layout.parts(layout.lay(view))
    assert parts["reader"] == [1] and parts["chooser"] == [-1]
    assert parts["short"].tolist() == [7, -1, -1]
    assert parts["wide"].tolist() == [[-1, -1], [1, 2]]
    assert parts["set"].tolist() == [1, 0, 1, 0]
    assert parts["big"] == [HIGHEST]


def test_what_is_told_survives_json_and_a_copy_goes_its_own_way() -> None:
    match = Match(form_of("who-dares-wins"), seed=SEED)
    told = match.tell("lrdg")
    assert json.loads(json.dumps(told)) == told
    assert [match.form.spelling.number[word] for word in told["words"]] == match.numbers
    twin = deepcopy(match)
    twin.step(twin.numbers[0])
    assert match.steps == 0 and match.tell("lrdg") == told


def test_what_cannot_be_is_told_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="has no scenario “nowhere”"):
        form_of("night-drop", "nowhere")
    with pytest.raises(BadInput, match="there is no game “chess”"):
        form_of("chess")
    all_games()
    with pytest.raises(BadInput, match="does not say yet what of its views becomes numbers"):
        form_of("toy-convoy")
    form = form_of("who-dares-wins", "scenario-4")
    with pytest.raises(BadInput, match="1 step or more"):
        Match(form, max_steps=0)
    match = Match(form, max_steps=1)
    with pytest.raises(BadInput, match="there is no word -1; they go from 0 to"):
        match.step(-1)
    wrong = next(number for number in range(form.choices) if number not in match.numbers)
    before = fingerprint(match.state)
    with pytest.raises(BadInput, match=f"“{form.word(wrong)}” is not on the mask"):
        match.step(wrong)
    assert fingerprint(match.state) == before and match.steps == 0
    match.step(match.numbers[0])
    assert match.truncated and match.scores() == {"lrdg": 0.0}
    with pytest.raises(BadInput, match="was cut short after 1 steps"):
        match.step(0)
    *_, done = walked("who-dares-wins", "scenario-4", {}, SEED)
    with pytest.raises(BadInput, match="the game is over, so nothing more can be said"):
        done.step(0)
