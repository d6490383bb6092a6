"""Every lesson that ships is played to its end as its file says, so that none can rot when rules change."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable import IllegalAction, Learner, Lesson, legal
from sandtable.cli.check import check_file

LESSONS = sandtable.lessons()
GAMES = Path(sandtable.__file__).parent / "games"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_a_lesson_has_no_mistakes_and_plays_to_its_end(lesson: Lesson) -> None:
    file = next(GAMES.glob(f"{lesson.game.replace('-', '_')}/lessons/*-{lesson.id}.lesson"))
    assert check_file(file) == []
    if lesson.seed is None:
        game = sandtable.load(lesson.game)
        assert [sandtable.lesson_mistakes(game, lesson, seed) for seed in (1, 2)] == [[], []]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_wrong_turns_are_refused_with_a_reason_and_lead_nowhere(lesson: Lesson) -> None:
    learner = Learner(sandtable.load(lesson.game), lesson)
    for action in learner.best():
        wanted, number = learner.wanted, learner.s.number
        assert lesson.said(learner.here) or lesson.hint(learner.here), "no step goes without a word"
        for wrong in [one for one in legal(learner.s) if one not in wanted][:3]:
            with pytest.raises(IllegalAction, match=r"\w"):
                learner.do(wrong)
        assert learner.s.number == number
        learner.do(action)
    assert learner.over


def test_ids_are_unique_and_every_lesson_is_short() -> None:
    assert len({one.id for one in LESSONS}) == len(LESSONS)
    assert all(1 <= one.minutes <= 20 and one.teaches for one in LESSONS)
