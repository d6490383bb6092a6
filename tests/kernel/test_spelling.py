"""Actions said word by word."""

from __future__ import annotations

from sandtable import Spelling, parse

WORDS = ("go", "wait", "a", "b", "c")
GO, WAIT, A, B, C, END = range(6)


def begun(*offered: str) -> Spelling:
    spelling = Spelling(WORDS)
    spelling.begin([parse(one) for one in offered])
    return spelling


def marked(spelling: Spelling) -> list[int]:
    return [number for number, mark in enumerate(spelling.mask()) if mark]


def test_a_word_may_be_said_where_an_action_goes_on_with_it_and_the_end_where_one_is_complete() -> None:
    spelling = begun("go b a", "go b", "go a", "wait")
    assert marked(spelling) == spelling.numbers() == [GO, WAIT]
    assert spelling.say(GO) and marked(spelling) == spelling.numbers() == [A, B]
    assert spelling.say(B) and marked(spelling) == spelling.numbers() == [A, END]
    twin = spelling.copy()
    assert spelling.say(END) and spelling.left == [("go", "b")]
    assert twin.said == [GO, B] and twin.say(A) and twin.left == [("go", "b", "a")]


def test_a_word_that_may_not_be_said_changes_nothing() -> None:
    spelling = begun("go a", "go b")
    assert not any(spelling.say(number) for number in (-1, WAIT, A, END, END + 1))
    assert spelling.said == [] and len(spelling.left) == 2 and spelling.numbers() == [GO]


def test_an_action_with_an_unknown_word_is_left_out_and_the_next_choice_begins_anew() -> None:
    spelling = begun("go a", "go elsewhere", "jump")
    assert spelling.left == [("go", "a")] and spelling.say(GO)
    spelling.begin([("wait",), ("c",)])
    assert spelling.said == [] and marked(spelling) == [WAIT, C]
    spelling.begin([])
    assert marked(spelling) == spelling.numbers() == []
