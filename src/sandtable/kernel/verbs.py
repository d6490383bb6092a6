"""One verb, one place: title, phrases, offer, refusal, price, deed and odds of a verb stand together in its chapter.

How a chapter comes to verbs, one choice at a time:

1. Write a small class for the verb below the rules that it uses, `class Go(Verb)`; verbs that differ by a word or a
   number share a class and give it that. What it needs of the choice (who acts, the stack so far) comes as `at`.
2. `refuse` answers with the clause in the way, or None where words may be done. It is the only test of legality.
3. `tries` lists the words worth a test, in the order of the data; `offer` is those that are not refused. Where that is
   too slow, override `offer` with a faster way, and the property of all games compares the two.
4. `do` is the deed: what the choice's `chosen` did in the verb's case. `price` and `odds` as far as it has them.
5. Make it once, `GO = Go("go", "Go", {1: "Drive to {1}"})`, and name it in the choice's `verbs`.
6. Take the verb out of the scene's titles, `Game.phrases`, the tables of costs and the modules of refusals and odds;
   drop `offer`, `chosen`, `price` and `why_not` of a choice that is nothing but its verbs.

Actions stay tuples of words, and the choice stays the record on the agenda: a verb holds no position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from sandtable.kernel.flow import Action, Refusal
    from sandtable.kernel.seen import Seen

MADE: list[Verb] = []
"""Every verb that chapters have made, in their order."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """Something that can be done at a choice: the first word of its actions."""

    def __init__(self, word: str, title: str, phrases: dict[int, str] | None = None) -> None:
        self.word: str = word
        self.title: str = title
        """What stands on its button."""
        self.phrases: dict[int, str] = phrases or {}
        """How its actions read, by the number of their nouns: `{2: "{1} sprints to {2}"}`."""
        MADE.append(self)

    def tries(self, s: Any, at: Any) -> list[Action]:
        """The actions worth a test at a choice; the verb alone unless it takes nouns."""
        return [(self.word,)]

    def refuse(self, s: Any, at: Any, action: Action) -> Refusal | None:
        """The clause that stands in the way; None if nothing does, or if the words make no sense."""
        return None

    def offer(self, s: Any, at: Any) -> list[Action]:
        """Every legal action with this verb, in a stable order."""
        return [action for action in self.tries(s, at) if self.refuse(s, at, action) is None]

    def price(self, s: Any, at: Any, action: Action) -> str:
        """What an offered action costs, in a few words; empty where it costs nothing."""
        return ""

    def do(self, s: Any, at: Any, action: Action) -> None:
        """Do an action that was offered."""
        raise NotImplementedError(self.word)

    def odds(self, seen: Seen, at: Any, action: Action) -> dict[str, float] | None:
        """What may come of an offered action, by a formula; None where there is none, and the rules are run instead."""
        return None


_titles: dict[str, dict[str, str]] = {}
_phrases: dict[str, dict[tuple[str, int], str]] = {}


def gather(package: str) -> None:
    """Find the verbs that were made under a package. Chapters may use a word for different things, but it has one title
    and, with so many nouns, one phrase: what is read does not depend on where one is."""
    titles: dict[str, str] = {}
    phrases: dict[tuple[str, int], str] = {}
    for verb in MADE:
        module: str = getattr(type(verb), "__module__")  # noqa: B009 (compiled code knows no other way)
        if module == package or module.startswith(package + "."):
            title = titles.setdefault(verb.word, verb.title)
            assert title == verb.title, f"“{verb.word}” has two titles: {title}, {verb.title}"
            for nouns, text in verb.phrases.items():
                phrase = phrases.setdefault((verb.word, nouns), text)
                assert phrase == text, f"“{verb.word}” with {nouns} nouns reads in two ways: {phrase}, {text}"
    _titles[package], _phrases[package] = titles, phrases


def titles_of(package: str) -> dict[str, str]:
    """The title of each verb of a game."""
    if package not in _titles:
        gather(package)
    return _titles[package]


def phrases_of(package: str) -> dict[tuple[str, int], str]:
    """How the actions of a game's verbs read, by verb and number of nouns."""
    if package not in _phrases:
        gather(package)
    return _phrases[package]
