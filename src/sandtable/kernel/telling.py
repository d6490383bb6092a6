"""How a game tells what it is about: texts of its box, how many games ended before, and which moments decided one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.kernel.briefing import Against, Moment, Rung
from sandtable.kernel.flow import Event, State, entries, may_read
from sandtable.kernel.record import tell
from sandtable.kernel.tables import Page

MOMENTS = 3
GLOSSARY = "glossary"


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
    """balance.toml as it is read, which `python -m scripts.balance --pack` writes: how often the quick player's games
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


def moments(
    s: State, seat: str, names: dict[str, str], weigh: Callable[[Event], float], chapter: str = ""
) -> list[Moment]:
    """The events that decided a game, in the order of play, each with its turn: the heaviest that the seat may read,
    one for an action, once the first turn has begun. What happens again, or in the same turn, weighs less each time, so
    that three losses do not hide the one success. The event of the clause `chapter` opens a part of a longer game, by
    the words before its colon."""
    found: list[tuple[int, str, Event, float]] = []
    part, turn = "", ""
    for entry in entries(s):
        best, weight = None, 0.0
        for event in entry.events:
            if chapter and event.clause == chapter:
                part = f"{event.text.partition(':')[0]}, turn "
            turn = turn_of(event) or turn
            weighed = weigh(event) if turn and may_read(event, seat) else 0.0
            if weighed > weight:
                best, weight = event, weighed
        if best is not None:
            found.append((entry.number, f"{part or 'Turn '}{turn}", best, weight))
    chosen: list[tuple[int, str, Event, float]] = []
    while found and len(chosen) < MOMENTS:
        times = [sum((other[2].clause == one[2].clause) + (other[1] == one[1]) for other in chosen) for one in found]
        heaviest = max(range(len(found)), key=lambda n: (found[n][3] / (1 + times[n]), -found[n][0]))
        chosen.append(found.pop(heaviest))
    chosen.sort(key=lambda one: one[0])
    return [Moment(n=n, text=f"{when}: {tell(event.text, names)}") for n, when, event, _ in chosen]
