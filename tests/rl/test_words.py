"""The lists of words in the documentation are those of the environments."""

from __future__ import annotations

import pytest

import sandtable
from scripts.words import FOLDER, page


@pytest.mark.parametrize("game", sandtable.names())
def test_the_words_in_the_documentation_are_fresh(game: str) -> None:
    written = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert written == page(sandtable.load(game)), "make words writes them; old models do not know new words"
