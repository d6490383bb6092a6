"""Odds: an action is played on copies with each result of chance in turn, up to the next choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sandtable.kernel.chance import seed_bytes
from sandtable.kernel.flow import Action, Event, NeedChance, State, play

Run = Callable[[Any, Action], list[Event]]
"""Plays an action on a copy; the rules' own `play`, unless a game stops earlier or answers small questions itself."""
SumUp = Callable[[Any, Any, list[Event]], str]
"""In a few words, how an action turned out: the positions before and after, and what happened."""

EXACT_RUNS = 5_000
SAMPLES = 400
"""Runs that are counted exactly, and those that are drawn where that is too many."""


def explore(
    s: State, action: Action, runs: int = EXACT_RUNS, run: Run = play
) -> list[tuple[Any, list[Event], float]] | None:
    """Every way that an action may turn out, what happens then, and its probability; None when that takes too many
    runs."""
    found: list[tuple[Any, list[Event], float]] = []
    todo: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while todo:
        if runs == 0:
            return None
        runs -= 1
        script, weight = todo.pop()
        twin = s.clone()
        twin.listen = True
        twin.script, twin.script_used = script, 0
        try:
            events = run(twin, action)
        except NeedChance as need:
            todo.extend(((*script, result), weight / need.sides) for result in range(need.sides - 1, -1, -1))
            continue
        twin.script = None
        found.append((twin, events, weight))
    return found


def sample(s: State, action: Action, seed: int, run: Run = play) -> tuple[Any, list[Event]]:
    """One way that an action may turn out, and what happens then."""
    twin = s.clone()
    twin.listen = True
    twin.setup = replace(twin.setup, seeds=((0, seed_bytes(seed)),))
    events = run(twin, action)
    return twin, events


ABOUT = "about "
"""What each line of odds begins with where positions or dice were drawn, since there were too many to count."""


def mean(tables: list[dict[str, float]]) -> dict[str, float]:
    """One table of those of all positions or throws that were drawn, marked “about” where they are more than one."""
    mark = ABOUT if len(tables) > 1 else ""
    found: dict[str, float] = {}
    for table in tables:
        for text, chance in table.items():
            found[mark + text] = found.get(mark + text, 0.0) + chance / len(tables)
    return found


def unmarked(text: str) -> tuple[bool, str]:
    """Whether a line of odds is “about”, and the line without that mark."""
    return text.startswith(ABOUT), text.removeprefix(ABOUT)


def count(
    s: State, action: Action, sum_up: SumUp, runs: int = EXACT_RUNS, run: Run = play, nothing: str = "nothing else"
) -> dict[str, float]:
    """Every summing up of an action with its probability: exact within so many runs, otherwise drawn and marked
    “about”. An empty one reads as `nothing` beside others; alone it says nothing, and so does the table."""
    ways = explore(s, action, runs, run)
    tables: list[dict[str, float]] = [{}]
    for after, events, weight in ways or []:
        text = sum_up(s, after, events)
        tables[0][text] = tables[0].get(text, 0.0) + weight
    if ways is None:
        tables = [{sum_up(s, *sample(s, action, seed, run)): 1.0} for seed in range(SAMPLES)]
    if all(table.keys() == {""} for table in tables):
        return {}
    return mean([{text or nothing: chance for text, chance in table.items()} for table in tables])


FEW = 2
"""So many ways are read one by one."""


def apart(lines: list[tuple[str, float]], gist: Callable[[str], str]) -> list[tuple[str, float]]:
    """Where the same thing may come in several of more than a few ways, which nobody adds up: each thing by itself,
    likeliest first. A way holds several, with a semicolon between them, so these do not add up to one. `gist` says what
    a part comes to, where it does not matter who."""
    found: dict[str, float] = {}
    parts = 0
    for text, chance in lines:
        about, said = unmarked(text)
        each = dict.fromkeys([gist(part) for part in said.split("; ")])
        parts += len(each)
        for part in each:
            line = ABOUT + part if about else part
            found[line] = found.get(line, 0.0) + chance
    if len(lines) <= FEW or len(found) == parts:
        return []
    return sorted(found.items(), key=lambda line: (-line[1], line[0]))


def percent(chance: float) -> str:
    """A probability as people read it, halves up as the page does: 12.5 % is the same 13 % wherever it is shown."""
    return f"{'<1' if 0 < chance < 0.01 else int(100 * chance + 0.5)} %"
