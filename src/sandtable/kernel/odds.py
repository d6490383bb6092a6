"""Odds: an action is played on clones with each result of chance in turn, up to the next choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.kernel.chance import seed_bytes
from sandtable.kernel.flow import Action, NeedChance, State, legal, play

EXACT_RUNS = 5_000
SAMPLES = 400
"""Runs that are counted exactly, and positions sampled where that is too many or where something is hidden."""
PROBES = 6
"""Positions looked at first; when all of them say nothing, nothing is left to chance."""


def explore(s: State, action: Action, runs: int = EXACT_RUNS) -> list[tuple[State, float]] | None:
    """Every way that an action may turn out, with its probability; None when that takes too many runs."""
    found: list[tuple[State, float]] = []
    todo: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while todo:
        if runs == 0:
            return None
        runs -= 1
        script, weight = todo.pop()
        twin = s.clone()
        twin.script, twin.script_used = script, 0
        try:
            play(twin, action)
        except NeedChance as need:
            todo.extend(((*script, result), weight / need.sides) for result in range(need.sides - 1, -1, -1))
            continue
        twin.script = None
        found.append((twin, weight))
    return found


def sample(s: State, action: Action, seed: int) -> State:
    """One way that an action may turn out."""
    twin = s.clone()
    twin.setup = replace(twin.setup, seeds=((0, seed_bytes(seed)),))
    play(twin, action)
    return twin


def odds(game: Any, view: dict[str, Any], action: Action) -> list[tuple[str, float]] | None:
    """The table behind `Game.odds`: exact where it can be, otherwise sampled and marked “about”."""
    s = game.imagine(view, view["reader"], 0)
    if action not in legal(s):
        return None
    s.listen = True
    ways = None if game.secrets else explore(s, action)
    table: dict[str, float] = {}
    if ways is not None:
        for after, weight in ways:
            add(table, game.sum_up(s, after), weight)
    else:
        for seed in range(SAMPLES):
            before = game.imagine(view, view["reader"], seed + 1) if game.secrets else s
            before.listen = True
            add(table, game.sum_up(before, sample(before, action, seed)), 1 / SAMPLES)
            if seed == PROBES and table.keys() == {""}:
                return None
    if table.keys() == {""}:
        return None
    about = "" if ways is not None else "about "
    lines = [(about + (text or "nothing else"), chance) for text, chance in table.items()]
    lines.sort(key=lambda line: (-line[1], line[0]))
    return lines


def add(table: dict[str, float], text: str | None, weight: float) -> None:
    """Count one way; None and the empty text say nothing."""
    table[text or ""] = table.get(text or "", 0.0) + weight
