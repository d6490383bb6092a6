"""Many matches stepped together give the same rows as each alone, in one process or in several."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from sandtable import BadInput, SandtableError
from sandtable.rl import Match, many
from sandtable.rl.many import Batch, Pool, Rows
from sandtable.sim import learning
from tests.test_simulate import circles

GAMES = 5
STEPS = 120
SEED = 21


def picked(rows: Rows, draw: np.random.Generator) -> list[int]:
    """A word on the mask for each match."""
    return [int(draw.choice(np.flatnonzero(mask))) for mask in rows.masks]


def test_a_batch_steps_each_match_as_it_would_go_alone() -> None:
    batch = many("who-dares-wins", "scenario-4", games=GAMES, max_steps=40)
    assert isinstance(batch, Batch)
    draw = np.random.default_rng(SEED)
    rows = batch.reset(SEED)
    alone = [Match(batch.form, SEED + row, 40) for row in range(GAMES)]
    seeds = [SEED + row for row in range(GAMES)]
    ended = cut = 0
    for _ in range(STEPS):
        words = picked(rows, draw)
        rows = batch.step(words)
        for row, word in enumerate(words):
            alone[row].step(word)
            over, short = alone[row].over, alone[row].truncated
            assert (rows.ended[row], rows.cut[row]) == (over, short)
            assert rows.scores[row, 0] == np.float32(alone[row].scores()["lrdg"])
            ended, cut = ended + over, cut + short
            if over or short:
                seeds[row] += GAMES
                alone[row] = Match(batch.form, seeds[row], 40)
            assert np.array_equal(rows.observations[row], alone[row].observe("lrdg"))
            assert np.array_equal(rows.masks[row], alone[row].mask())
    assert (batch.finished, batch.truncated) == (ended, cut)
    assert ended and cut, "some matches should end and some be cut short"


def test_a_pool_gives_the_same_rows_as_one_process_and_says_when_one_is_gone() -> None:
    batch = many("night-drop", "night-only", games=GAMES)
    draw = np.random.default_rng(SEED)
    with many("night-drop", "night-only", games=GAMES, workers=2) as pool:
        assert isinstance(pool, Pool)
        with pytest.raises(BadInput, match="call reset first"):
            pool.step([0] * GAMES)
        ours, theirs = batch.reset(SEED), pool.reset(SEED)
        for _ in range(STEPS // 2):
            for name in Rows.__dataclass_fields__:
                assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
            words = picked(ours, draw)
            ours, theirs = batch.step(words), pool.step(words)
        with pytest.raises(BadInput, match="match 0: “end” is not on the mask"):
            pool.step([batch.form.end] * GAMES)
        assert (pool.finished, pool.truncated) == (batch.finished, batch.truncated)
        pool.processes[0].kill()
        pool.processes[0].join()
        with pytest.raises(SandtableError, match="a process of the pool is gone"):
            pool.step(picked(theirs, draw))


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("who-dares-wins", "scenario-4"), ("night-drop", "night-only"), ("rogue-regiment", "m1-cold-ford")],
)
def test_matches_leave_nothing_in_circles(game: str, scenario: str) -> None:
    """So a process of the pool plays without Python's collector."""
    batch = many(game, scenario, games=GAMES, max_steps=60)
    draw = np.random.default_rng(SEED)
    rows = batch.reset(SEED)

    def play() -> None:
        for _ in range(STEPS):
            batch.step(picked(rows, draw))

    play()  # what is kept for later matches is made by the first ones
    assert circles(play) == 0
    assert batch.finished + batch.truncated >= GAMES


def test_bench_counts_their_steps() -> None:
    found = learning.figures(sandtable.load("who-dares-wins"), "scenario-4", 0.01, 2)
    assert list(found) == ["environment_steps_per_second", "pool_steps_per_second", "observation_us"]
    assert all(len(rounds) == 2 and min(rounds) > 0 for rounds in found.values())


def test_what_cannot_be_is_told_in_a_sentence_and_says_nothing_in_any_match() -> None:
    with pytest.raises(BadInput, match="1 match or more"):
        many("who-dares-wins", games=0)
    with pytest.raises(BadInput, match="3 matches are shared among 1 to 3 processes, not 4"):
        many("who-dares-wins", games=3, workers=4)
    batch = many("who-dares-wins", games=3)
    with pytest.raises(BadInput, match="call reset first"):
        batch.step([0, 0, 0])
    rows = batch.reset()
    good = picked(rows, np.random.default_rng(0))
    for words, reason in (
        (good[:2], "a step is 3 words, one for each match"),
        ([*good[:2], batch.form.choices], "match 2: there is no word"),
        ([*good[:2], batch.form.end], "match 2: “end” is not on the mask"),
    ):
        with pytest.raises(BadInput, match=reason):
            batch.step(words)
    assert isinstance(batch, Batch) and all(match.steps == 0 for match in batch.matches)
