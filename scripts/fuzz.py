"""Random games for hours, with every promise checked; games that fail are kept as records in tests/<game>/found.

python -m scripts.fuzz --hours 2 [--seed N] [--game NAME]
"""

from __future__ import annotations

import argparse
import secrets
import time
from pathlib import Path

from sandtable.kernel.chance import Rng
from tests.promises import Case, Walk, all_games

TESTS = Path(__file__).parent.parent / "tests"


def main() -> None:
    """Draw scenario, options and seed again and again until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--game")
    chosen = parser.parse_args()
    games = [game for game in all_games() if chosen.game in (None, game.name)]
    rng = Rng(chosen.seed)
    end = time.monotonic() + 3600 * chosen.hours
    played = failed = 0
    print(f"seed {chosen.seed}, {len(games)} games, {chosen.hours:g} hours", flush=True)
    while time.monotonic() < end:
        game = games[rng.below(len(games))]
        scenario = game.scenarios()[rng.below(len(game.scenarios()))]
        options = {one.name: one.values[rng.below(len(one.values))] for one in scenario.options}
        case = Case(game, scenario.id, options)
        seed = rng.below(1 << 32)
        try:
            Walk(case, seed, every=1 + rng.below(30)).run()
        except Exception as error:
            failed += 1
            keep(case, seed, error)
        played += 1
        if played % 50 == 0:
            print(f"{played} games, {failed} failed", flush=True)
    print(f"{played} games, {failed} failed")
    raise SystemExit(1 if failed else 0)


def keep(case: Case, seed: int, error: Exception) -> None:
    """Write the record that the failure carries, and say what failed."""
    record = next((note.partition("\n")[2] for note in getattr(error, "__notes__", ()) if "# sandtable" in note), "")
    where = TESTS / case.game.name.replace("-", "_") / "found"
    where.mkdir(parents=True, exist_ok=True)
    file = where / f"{case.scenario}-{seed}.txt"
    file.write_text(record)
    print(f"{file}: {case} seed {seed}: {type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    main()
