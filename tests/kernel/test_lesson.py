"""Lessons: read with every mistake on its line, played as the file says, followed by the actions alone."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction, Learner, act, lesson_mistakes, read_lesson
from sandtable.kernel.errors import DataError
from sandtable.kernel.lesson import Say
from tests.kernel.toys.corridor import GAME

TEXT = """\
# sandtable lesson 1
game: toy-corridor
title: The corridor
teaches: T-1
scenario: run
seed: any
dice: 6 1 1
minutes: 1

before
  wait
  hold
say Sneaking is silent.
do sneak; fire | shoot  # either will do
  else: Not yet: sneak.
say Now run.
do run *
expect T-2
meanwhile
  wait
free 4 until over
  hint: The end is near.
  lost said T-2: You were to sneak.
end: You are through.
best: sneak; fire; run 2; sneak; sneak; sneak
"""


def lesson(old: str = "", new: str = "") -> Learner:
    return Learner(GAME, read_lesson("2-corridor.lesson", TEXT.replace(old, new) if old else TEXT))


def test_a_lesson_lets_through_what_it_asks_for_and_answers_everything_else() -> None:
    learner = lesson()
    assert learner.s.number == 2, "what comes before is played"
    assert learner.lesson.id == "corridor"
    for wrong in (act("wait"), act("run", "2"), act("run", "3")):
        with pytest.raises(IllegalAction, match="Not yet: sneak"):
            learner.do(wrong)
    learner.do(act("sneak"))
    learner.do(act("fire"))
    assert [part.text for part in learner.lesson.said(learner.here) if isinstance(part, Say)] == ["Now run."]
    assert learner.wanted == [act("run", "2"), act("run", "3")]


def test_the_program_plays_its_own_part_and_the_learner_is_free_until_the_end() -> None:
    learner = lesson()
    for words in ("sneak", "fire", "run 2"):
        learner.do(act(*words.split()))
    assert learner.here.missing == ()
    assert learner.s.number == 6, "the program waited a turn"
    assert learner.lesson.hint(learner.here) == "The end is near."
    learner.do(act("run", "2"))
    assert learner.here.lost == "You were to sneak."
    assert learner.wanted == []
    assert learner.here.since == 6, "where trying again leads"


def test_too_many_decisions_lose_too() -> None:
    learner = lesson("free 4", "free 1")
    for words in ("sneak", "fire", "run 2", "wait"):
        learner.do(act(*words.split()))
    assert "more than 1 decision" in learner.here.lost


@pytest.mark.parametrize("seed", [3, 4])
def test_played_as_its_file_says_it_comes_to_its_end(seed: int) -> None:
    assert lesson_mistakes(GAME, lesson().lesson, seed) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("best: sneak;", "best: wait;", 14, "Not yet: sneak"),
        ("; sneak; sneak; sneak\n", "\n", 21, "“best” ends here"),
        ("sneak; sneak\n", "sneak; sneak; wait\n", 21, "goes on after the end"),
        ("expect T-2", "expect T-9", 21, "none came"),
        ("say Now run.", "say {nobody} runs.", 16, "“nobody” is not a name"),
        ("say Now run.", "show sees", 16, "no overlay is called “sees”"),
        ("until over", "until asleep", 17, "not a condition"),
        ("before\n  wait", "before\n  jump", 1, "before: “jump”"),
        ("meanwhile\n  wait", "meanwhile\n  jump", 17, "meanwhile: “jump”"),
    ],
)
def test_a_lesson_that_does_not_play_says_where(old: str, new: str, line: int, part: str) -> None:
    found = lesson_mistakes(GAME, read_lesson("2-corridor.lesson", TEXT.replace(old, new)))
    assert [(at, part in text) for at, text in found] == [(line, True)], found


def test_every_mistake_of_a_file_is_told_with_its_line() -> None:
    text = (
        TEXT.replace("minutes: 1", "minutes: soon")
        .replace("dice: 6", "dice: 0")
        .replace("title", "tittle")
        .replace("  else: Not", "  or: Not")
        .replace("free 4 until over", "free until over")
        .replace("end: You", "End: You")
    )
    with pytest.raises(DataError) as wrong:
        read_lesson("2-corridor.lesson", text)
    lines = [int(row.split("line ")[1].split(":")[0]) for row in str(wrong.value).splitlines()]
    assert lines == [3, 7, 8, 9, 15, 21, 24, 25]
