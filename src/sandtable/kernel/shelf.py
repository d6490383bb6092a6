"""What the back of the box says of each scenario: how long it takes, how hard it is, what is new in it.

[night-only]
minutes = 40
difficulty = "gentle"
teaches = "finding each other in the dark"
"""

from __future__ import annotations

from dataclasses import replace

from sandtable.kernel.game import Scenario
from sandtable.kernel.tables import Files, Page

DIFFICULTIES = ("gentle", "fair", "hard")
Shelf = dict[str, tuple[int, str, str]]


def _read(page: Page) -> Shelf:
    return {
        row.key: (
            row.number("minutes", 5, 1200),
            DIFFICULTIES[row.word("difficulty", DIFFICULTIES)],
            row.text("teaches"),
        )
        for row in page.rows()
    }


def shelved(files: Files, scenarios: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    """The scenarios with what `shelf.toml` says of them; one that it does not name says nothing."""
    shelf = files.read("shelf.toml", _read, f"[{scenarios[0].id}]")
    return tuple(_with(one, shelf) for one in scenarios)


def _with(scenario: Scenario, shelf: Shelf) -> Scenario:
    if scenario.id not in shelf:
        return scenario
    minutes, difficulty, teaches = shelf[scenario.id]
    return replace(scenario, minutes=minutes, difficulty=difficulty, teaches=teaches)
