"""Makes the golden games again: one whole game for each scenario, and the fingerprint that each record must lead to.

    python -m scripts.golden [GAME]...

A record that somebody added by hand stays as it is while it still replays; only its fingerprint is written anew. The
difference is reviewed like code.
"""

from __future__ import annotations

import sys
from pathlib import Path

import sandtable
from sandtable import Game, State, fingerprint, legal, parse_record, play, record
from sandtable.kernel.record import replay

TESTS = Path(__file__).parent.parent / "tests"
SEED = 1942


def folder(game: Game) -> Path:
    """Where a game's golden records are."""
    return TESTS / game.name.replace("-", "_") / "golden"


def played(game: Game, scenario: str, bot: str) -> State:
    """A whole game between bots of one kind."""
    s = game.start(scenario, seed=SEED)
    bots = {seat: game.bot(bot, SEED + number) for number, seat in enumerate(game.seats(s))}
    while options := legal(s):
        seat = s.seat
        assert seat is not None
        play(s, bots[seat].pick(game.view(s, seat), options))
    return s


def make(game: Game) -> None:
    """Write every golden record of a game, and the list of fingerprints."""
    where = folder(game)
    where.mkdir(parents=True, exist_ok=True)
    for scenario in game.scenarios():
        for bot in ("random", *game.bots()):
            s = played(game, scenario.id, bot)
            outcome = game.outcome(s)
            assert outcome is not None
            (where / f"{scenario.id}-{bot}.txt").write_text(record(s, result=outcome.text).text())
    lines = [f"{path.stem} {fingerprint(replay(game, parse_record(path.read_text())))}" for path in records(where)]
    (where / "fingerprints").write_text("\n".join(lines) + "\n")
    print(f"{game.name}: {len(lines)} golden games")


def records(where: Path) -> list[Path]:
    """The records of a folder, in order."""
    return sorted(where.glob("*.txt"))


def main() -> None:
    """All games, or those named."""
    for name in sys.argv[1:] or sandtable.names():
        make(sandtable.load(name))


if __name__ == "__main__":
    main()
