"""How a game tells what it is about: texts of its box, how many games ended before, and which moments decided one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sandtable.kernel.briefing import Against, Moment, Rung
from sandtable.kernel.flow import Event, State, entries, may_read
from sandtable.kernel.record import tell
from sandtable.kernel.tables import Page

S = TypeVar("S", bound=State)
MOMENTS = 3
GLOSSARY = "glossary"


def plural(number: int, one: str, more: str = "") -> str:
    """A number of things, with their grammar."""
    return f"{number} {one if abs(number) == 1 else more or one + 's'}"


@dataclass(frozen=True)
class Story:
    """What words.toml says of a scenario, or of one seat of it."""

    role: str
    situation: str
    ends: str
    tips: tuple[str, ...]
    history: str


class Words:
    """words.toml as it is read: the glossary, and a table for each story."""

    def __init__(self, page: Page) -> None:
        glossary = page.row(GLOSSARY)
        self.glossary = {term: glossary.text(term) for term in glossary.columns()}
        self.stories = {
            row.key: Story(
                row.text("role"), row.text("situation"), row.text("ends"), row.texts("tips"), row.text("history")
            )
            for row in page.rows(GLOSSARY)
        }


class Ends:
    """balance.toml as it is read, which `python -m scripts.balance` writes: how often the quick player's games
    ended with how many points, by scenario and the options that it was played with."""

    def __init__(self, page: Page) -> None:
        self.points = {row.key: row.points("points", -1000, 100_000) for row in page.rows()}

    def beside(self, played: str, total: float, more_is_better: bool = True) -> Against | None:
        """A result beside those; None where nobody has counted."""
        counted = self.points.get(played)
        if counted is None:
            return None
        games = sum(times for _, times in counted)
        worse = sum(times for points, times in counted if (points < total if more_is_better else points > total))
        return Against(bot="greedy", games=int(games), better_than=int(100 * worse / games))


def reached(ladder: list[Rung], level: str) -> Rung | None:
    """The rung above a level, which is the next better one; None at the top. The best level comes first."""
    place = next(n for n, rung in enumerate(ladder) if rung.level == level)
    return ladder[place - 1] if place else None


def turn_of(event: Event) -> str:
    """The turn that begins with an event, if one does."""
    for fact in event.facts:
        if fact[:2] == ("counted", "turn"):
            return fact[2]
        if fact[0] == "phase" and fact[1].startswith("turn-"):
            return fact[1].removeprefix("turn-")
    return ""


@dataclass(frozen=True)
class Weight:
    """How much an event decides, and what it was worth, in words."""

    much: float
    worth: str = ""
    explained: bool = False
    """Whether that says it all, and what came just before has nothing to do with it."""


@dataclass(frozen=True)
class _Turning:
    """An event that may have decided a game: when it was, and what led to it."""

    number: int
    when: str
    event: Event
    weight: Weight
    cause: Event | None

    def told(self, names: dict[str, str]) -> Moment:
        """For a reader, with its reasons."""
        before = None if self.weight.explained else self.cause
        cause = capital(tell(before.text, names)) if before is not None else ""
        why = ". ".join(part for part in (cause, capital(self.weight.worth)) if part)
        return Moment(n=self.number, text=f"{self.when}: {tell(self.event.text, names)}", why=why)


def capital(text: str) -> str:
    """A sentence by itself."""
    return text[:1].upper() + text[1:]


def moments(
    s: S, seat: str, names: dict[str, str], weigh: Callable[[S, Event], Weight], chapter: str = ""
) -> list[Moment]:
    """The events that decided a game, in the order of play, each with its turn and what led to it.

    The heaviest that the seat may read, one for an action, once the first turn has begun. What happens again, or in the
    same turn, weighs less each time, so that three losses do not hide the one success. The event of the clause
    `chapter` opens a part of a longer game, by the words before its colon."""
    chosen: list[_Turning] = []
    found = _turnings(s, seat, weigh, chapter)
    while found and len(chosen) < MOMENTS:
        times = [sum((o.event.clause == one.event.clause) + (o.when == one.when) for o in chosen) for one in found]
        heaviest = max(range(len(found)), key=lambda n: (found[n].weight.much / (1 + times[n]), -found[n].number))
        chosen.append(found.pop(heaviest))
    chosen.sort(key=lambda one: one.number)
    return [one.told(names) for one in chosen]


def _turnings(s: S, seat: str, weigh: Callable[[S, Event], Weight], chapter: str) -> list[_Turning]:
    """Of each action the heaviest event that a seat may read, once the first turn has begun."""
    found: list[_Turning] = []
    part, turn = "", ""
    for entry in entries(s):
        best: _Turning | None = None
        before: Event | None = None
        for event in entry.events:
            if chapter and event.clause == chapter:
                part = f"{event.text.partition(':')[0]}, turn "
            turn = turn_of(event) or turn
            if not turn or not may_read(event, seat):
                continue
            weight = weigh(s, event)
            if weight.much > (best.weight.much if best is not None else 0.0):
                best = _Turning(entry.number, f"{part or 'Turn '}{turn}", event, weight, before)
            opens = any(fact[0] == "phase" or fact[:2] == ("counted", "turn") for fact in event.facts)
            before = None if opens else event
        if best is not None:
            found.append(best)
    return found
