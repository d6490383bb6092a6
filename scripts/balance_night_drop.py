"""Plays Night Drop between two equal bots and writes what came of it: docs/balance/night-drop.md.

python -m scripts.balance_night_drop [--games 1000] [--bot greedy] [--workers 2] [--first 0]
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, median

from sandtable import legal, play
from sandtable.games.night_drop import data as d
from sandtable.games.night_drop import r10_victory as victory
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.state import DEAD, NightDrop

REPORT = Path(__file__).parent.parent / "docs" / "balance" / "night-drop.md"
HISTORY = (15, 16)


def one_game(job: tuple[str, int]) -> dict[str, object]:
    """A game with this seed, and what the report counts of it."""
    bot, seed = job
    s = GAME.start(seed=seed)
    assert isinstance(s, NightDrop)
    s.listen = False
    bots = {"british": GAME.bot(bot, 2 * seed), "german": GAME.bot(bot, 2 * seed + 1)}
    while options := legal(s):
        seat = s.seat
        assert seat is not None
        play(s, bots[seat].pick(GAME.view(s, seat), options))
    return {
        "vp": victory.victory_points(s),
        "level": victory.level(s),
        "turn": s.turn,
        "held": [(i, victory.value(s, i)) for i in range(len(d.OBJECTIVES)) if s.control[i]],
        "gathered": s.assembled,
        "lost": sum(1 for stick in range(d.STICKS) if s.at[stick] == DEAD),
        "companies": sum(1 for piece in range(d.FIRST_COMPANY, d.HOWARD_1) if s.at[piece] < d.HEXES),
        "germans": sum(1 for piece in range(d.FIRST_GERMAN, d.GARRISON) if s.at[piece] == DEAD),
    }


def report(games: list[dict[str, object]], bot: str, first: int) -> str:
    """The report as text."""
    points = [int(str(game["vp"])) for game in games]
    count = len(games)
    british = 100 * sum(1 for game in games if "British" in str(game["level"])) / count
    lines = [
        "# Night Drop: balance",
        "",
        f"    python -m scripts.balance_night_drop --games {count} --bot {bot} --first {first}",
        "",
        f"writes this page: {count} games of `{bot}` against `{bot}`, scenario `pegasus-bridge`, all options at their",
        f"defaults, seeds {first} to {first + count - 1}. Map, counters and terrain table are a reconstruction, so",
        "these numbers judge the reconstruction and the bots, not the printed game. Its designer puts the historical",
        f"result at {HISTORY[0]} to {HISTORY[1]} VP.",
        "",
        f"Median {median(points):g} VP, mean {mean(points):.1f}; a British victory in {british:.0f} %.",
        "",
        "| level | games | share |",
        "| --- | --- | --- |",
    ]
    levels = Counter(str(game["level"]) for game in games)
    lines += [f"| {level} | {levels[level]} | {100 * levels[level] / count:.0f} % |" for level in d.VICTORY_NAMES]
    lines += ["", "| VP | games | |", "| --- | --- | --- |"]
    histogram = Counter(points)
    top = max(histogram.values())
    for vp in range(min(points), max(points) + 1):
        lines.append(f"| {vp} | {histogram[vp]} | {'█' * round(30 * histogram[vp] / top)} |")
    lines += ["", "| objective | star | held at the end | mean VP when held |", "| --- | --- | --- | --- |"]
    for objective, cell in enumerate(d.OBJECTIVES):
        values = [value for game in games for number, value in game["held"] if number == objective]  # type: ignore[attr-defined]
        star = d.STARS[d.STAR[objective]]
        worth = f"{mean(values):.2f}" if values else "–"
        lines.append(f"| {d.PLACE_NAME[cell]} | {star} | {100 * len(values) / count:.0f} % | {worth} |")
    lines.append("")
    for key, text in (
        ("gathered", "Sticks gathered into Companies"),
        ("lost", "Sticks lost, landing included"),
        ("companies", "Companies on the map at the end"),
        ("germans", "German units lost"),
        ("turn", "turns played"),
    ):
        lines.append(f"- {text}: {mean(int(str(game[key])) for game in games):.1f} on average")
    return "\n".join(lines)


READING = """

## What follows

The aim is a median of 12 to 16 VP between equal players. Changes are proposed to reconstructed data alone, as an option
`data=tuned` beside `data=ledger`, and only if the median of these games lies outside that; the default is decided once,
when `search` plays both sides.
"""


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    jobs = [(given.bot, seed) for seed in range(given.first, given.first + given.games)]
    with ProcessPoolExecutor(given.workers) as pool:
        games = list(pool.map(one_game, jobs, chunksize=4))
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(report(games, given.bot, given.first) + READING, encoding="utf-8")
    print(f"{REPORT}: {len(games)} games")


if __name__ == "__main__":
    main()
