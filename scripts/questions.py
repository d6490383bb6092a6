"""Counts how many questions a game asks its players, by turn and by question, in games of the quick player.

    python -m scripts.questions [GAME[/SCENARIO]]... [--games N] [--option NAME=VALUE]...

With `--option ties=ask` players decide the enemy's ties themselves; with `--ready` they accept the proposed set-up.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import sandtable
from sandtable import legal, play


def count(game: sandtable.Game, scenario: str, seed: int, options: dict[str, str], ready: bool) -> tuple[int, int, int]:
    """Questions of one game, its turns, and the most questions of its automated side's phases in one turn."""
    s = game.start(scenario, seed=seed, options=options)
    bots = {seat: game.bot("greedy", seed) for seat in game.seats(s)}
    asked = 0
    turns: set[str] = set()
    ties: Counter[str] = Counter()
    while s.seat is not None:
        seat, offered = s.seat, legal(s)
        view = game.view(s, seat)
        turn = str(view.get("turn"))
        turns.add(turn)
        asked += 1
        ties[turn] += is_tie(s)
        taken = ("ready",) if ready and ("ready",) in offered else bots[seat].pick(view, offered)
        play(s, taken)
    return asked, len(turns), max(ties.values(), default=0)


def is_tie(s: sandtable.State) -> bool:
    """Whether the question is one of the enemy's ties."""
    choice = s.choice
    return choice is not None and choice.tie


def main() -> int:
    """The recommended scenario of every game, or those named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME[/SCENARIO]")
    parser.add_argument("--games", dest="number", type=int, default=50, metavar="N")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--ready", action="store_true")
    given = parser.parse_args()
    options = dict(one.split("=", 1) for one in given.option)
    for named in given.games or sandtable.names():
        name, _, scenario = named.partition("/")
        game = sandtable.load(name)
        scenario = scenario or game.scenario().id
        found = [count(game, scenario, seed, options, given.ready) for seed in range(given.number)]
        asked, turns = sum(one[0] for one in found), sum(one[1] for one in found)
        most = max(one[2] for one in found)
        print(f"{name}/{scenario}: {asked / len(found):.1f} questions a game, {asked / turns:.2f} a turn; "
              f"at most {most} about the enemy's ties in one turn")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
