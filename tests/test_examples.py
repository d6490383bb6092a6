"""Test vectors and worked examples: a test cites those that it shows by their number, in a comment beside its name, and
tests/<game>/examples holds them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import rulebook

TESTS = Path(__file__).parent
DEFINED = re.compile(r"^(?:\*\*|\| )(([A-Z]+)-\d+[a-z]?)\b", re.MULTILINE)
"""A vector begins a line, in bold or as the first cell of a table."""

# Vectors of expansions, by the set whose rules they show.
EXPANSIONS = {
    "TWD": ("TV-64", "TV-65", "TV-66", "TV-67", "TV-68", "TV-73", "TV-83"),
    "HM": ("TV-69", "TV-88"),
    "HD": ("TV-70", "TV-85", "TV-90"),
    "JG": ("TV-71", "TV-72", "TV-87"),
}


def folder(game: str) -> Path:
    """The tests of a game."""
    return TESTS / game.replace("-", "_")


def vectors(game: str) -> dict[str, str]:
    """Every vector of a game, with the letters that its number begins with."""
    return dict(DEFINED.findall((folder(game) / "examples" / "vectors.md").read_text(encoding="utf-8")))


def cited(game: str) -> set[str]:
    """Every vector that the tests of a game name; `TV-3 to TV-5` names three."""
    letters = "|".join(sorted(set(vectors(game).values())))
    found: set[str] = set()
    for path in folder(game).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(rf"\b(?:{letters})-\d+[a-z]?\b", text))
        for kind, first, last in re.findall(rf"\b({letters})-(\d+) to (?:{letters})-(\d+)\b", text):
            found.update(f"{kind}-{number}" for number in range(int(first), int(last) + 1))
    return found


@pytest.mark.parametrize("game", rulebook.games())
def test_every_vector_that_is_cited_exists(game: str) -> None:
    assert sorted(cited(game) - vectors(game).keys()) == []


@pytest.mark.parametrize("game", rulebook.games())
def test_every_vector_of_the_complete_sets_is_cited(game: str) -> None:
    complete = rulebook.index(game).complete
    later = {id_ for name, ids in EXPANSIONS.items() if name not in complete for id_ in ids}
    assert sorted(vectors(game).keys() - cited(game) - (later if game == "rogue-regiment" else set())) == []


def test_vectors_of_expansions_exist() -> None:
    ids = {id_ for ids in EXPANSIONS.values() for id_ in ids}
    assert ids <= vectors("rogue-regiment").keys()
