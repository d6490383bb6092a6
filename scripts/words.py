"""Writes docs/lab/words: for each game the words of its scenarios, and the parts of their rows of numbers.

python -m scripts.words
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import sandtable
from sandtable import Game
from sandtable.rl import Form, form_of

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "lab" / "words"
WIDTH = 118


def told(form: Form) -> str:
    """The words in the order of their numbers, then each part of the row: where it begins, and its shape."""
    parts = [f"{slot.name} {slot.first} {'x'.join(map(str, slot.shape))}" for slot in form.layout.slots]
    return "\n".join([
        f"{len(form.words)} words, then `end`:",
        textwrap.fill(" ".join(form.words), WIDTH, break_on_hyphens=False),
        "",
        f"A row of {form.layout.size} numbers: part, first place, shape",
        textwrap.fill(", ".join(parts), WIDTH, break_on_hyphens=False),
        "",
    ])  # fmt: skip


def page(game: Game) -> str:
    """All scenarios of a game; those that are alike are told once."""
    found: dict[str, list[str]] = {}
    for scenario in game.scenarios():
        found.setdefault(told(form_of(game.name, scenario.id)), []).append(scenario.id)
    head = f"{game.title}, rules {game.rules}. Written by `make words`.\n"
    return "\n".join([head, *(f"== {' '.join(ids)}\n\n{text}" for text, ids in found.items())])


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in sandtable.games():
        (FOLDER / f"{game.name}.txt").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
