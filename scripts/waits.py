"""How long a bot takes to decide: `python -m scripts.waits GAME SEAT [--scenario ID] [--option K=V] [--bot NAME]
[--games N]`.

The bot plays that seat and the quick player the others. Seconds are those of the processor, so a busy machine gives
the same figures. Decisions with only one option are not counted. A wait is all the time that the others see it think
in a row.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Sequence

import sandtable
from sandtable import Game, legal, play

THOUGHT = 0.03
"""Seconds above which a decision was thought about rather than left to the quick player."""


def decisions(
    game: Game, scenario: str | None, options: dict[str, str], seat: str, bot: str, seed: int
) -> tuple[list[float], float]:
    """What each decision of a game took, and the longest wait."""
    s = game.start(scenario, seed=seed, options=options)
    players = {one: game.bot(bot if one == seat else "greedy", seed) for one in game.seats(s)}
    took: list[float] = []
    longest = row = 0.0
    while offered := legal(s):
        chooser = str(s.seat)
        action = offered[0]
        if len(offered) > 1:
            view, began = game.view(s, chooser), time.process_time()
            action = players[chooser].pick(view, offered)
            if chooser == seat:
                took.append(time.process_time() - began)
                row += took[-1]
            else:
                longest, row = max(longest, row), 0.0
        play(s, action)
    return took, max(longest, row) if len(players) > 1 else 0.0


def told(took: list[float], longest: float) -> str:
    """A line of figures."""
    thought = [one for one in took if one > THOUGHT]
    most = sorted(took)[math.ceil(0.99 * len(took)) - 1]
    line = f"{len(took)} decisions: median {1000 * statistics.median(took):.1f} ms, 99 of 100 within {1000 * most:.0f}"
    line += f" and the worst {1000 * max(took):.0f} ms"
    if thought:
        line += f"; {len(thought)} above {1000 * THOUGHT:.0f} ms, median {1000 * statistics.median(thought):.0f} ms"
    return line + (f"; longest wait {longest:.1f} s" if longest else "")


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sandtable.names())
    parser.add_argument("seat")
    parser.add_argument("--scenario")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=71)
    asked = parser.parse_args(words)
    chosen = dict(one.split("=", 1) for one in asked.option)
    took: list[float] = []
    longest = 0.0
    for seed in range(asked.seed, asked.seed + asked.games):
        more, wait = decisions(sandtable.load(asked.game), asked.scenario, chosen, asked.seat, asked.bot, seed)
        took, longest = took + more, max(longest, wait)
    print(told(took, longest))


if __name__ == "__main__":
    main()
