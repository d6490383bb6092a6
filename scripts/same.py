"""Plays random games compiled and interpreted, and names those that lead to other positions or other events.

    python -m scripts.same [--games 2000] [--first 0]      with the Python of an environment that has the compiled wheel

Games take turns between the scenarios of all games. Each is played at random for at most CAP decisions; in every
other game the options are random too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from hashlib import blake2b
from itertools import islice

import sandtable
from sandtable import BadInput, Rng, fingerprint, legal, play
from sandtable.sim.bench import sources

CAP = 300
INTERPRETED = "import sys; from scripts import same; same.tell(int(sys.argv[1]), int(sys.argv[2]))"


def digest(number: int) -> str:
    """The game of that number: what was offered and said, and the position at its end and on the way."""
    scenarios = [(game, scenario) for game in sandtable.games() for scenario in game.scenarios()]
    game, scenario = scenarios[number % len(scenarios)]
    rng = Rng(number)
    options = {option.name: option.values[rng.below(len(option.values))] for option in scenario.options}
    try:
        s = game.start(scenario.id, seed=number, options=options if number % 2 else {})
    except BadInput:  # options that do not go together
        s = game.start(scenario.id, seed=number)
    found = blake2b(digest_size=12)
    for decision in range(CAP):
        offered = legal(s)
        if not offered:
            break
        if decision % 50 == 0:
            found.update(fingerprint(s).encode())
        events = play(s, offered[rng.below(len(offered))])
        found.update(repr((offered, [(e.clause, e.text, e.seen_by, e.facts) for e in events])).encode())
    found.update(fingerprint(s).encode())
    return f"{number} {game.name} {scenario.id} {found.hexdigest()}"


def tell(first: int, games: int) -> None:
    """One line a game."""
    for number in range(first, first + games):
        print(digest(number), flush=True)


def differences(first: int, games: int) -> list[str]:
    """The games that differ from those of the interpreted form, which is played by a second process meanwhile."""
    assert sandtable.COMPILED, "compiled and interpreted are compared where the compiled wheel is installed"
    command = [sys.executable, "-c", INTERPRETED, str(first), str(games)]
    with sources() as env, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as other:
        ours = [digest(number) for number in range(first, first + games)]
        theirs = other.communicate()[0].splitlines()
    assert other.returncode == 0, "the interpreted form did not play to the end"
    return [line for line, expected in zip(ours, theirs, strict=True) if line != expected]


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random games compiled and interpreted.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    found = differences(given.first, given.games)
    for line in islice(found, 20):
        print(f"differs: {line}")
    print(f"{given.games} games, {len(found)} of them differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
