"""Refusals: each says why, under a clause of the book."""

import ast
from pathlib import Path

from sandtable import legal, play, rulebook
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import __file__ as rules
from sandtable.kernel.chance import Rng
from tests.promises import drawn_words

FEWEST_WORDS = 3


def refusals() -> list[tuple[str, str, str]]:
    """File, clause and text of every refusal that the rules write out."""
    found: list[tuple[str, str, str]] = []
    for path in sorted(Path(rules).parent.glob("r*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                clause, text = (ast.unparse(part).strip("'\"") for part in node.args)
                found.append((path.name, clause, text))
    return found


def test_every_refusal_gives_a_reason() -> None:
    written = refusals()
    assert len(written) > 80
    assert [one for one in written if len(one[2].split()) < FEWEST_WORDS] == []


def test_words_that_are_not_on_offer_are_refused_with_a_clause_and_a_reason() -> None:
    clauses = rulebook.book("night-drop").clauses
    s = GAME.start(seed=11)
    rng = Rng(11)
    bots = {seat: GAME.bot("greedy", 2) for seat in ("british", "german")}
    vocabulary: dict[str, None] = {}
    refused = 0
    while options := legal(s):
        seat = s.seat
        assert seat is not None
        view = GAME.view(s, seat)
        for option in options:
            vocabulary.update(dict.fromkeys(option))
        words = drawn_words(rng, list(vocabulary), options)
        refusal = GAME.why_not(view, words)
        if refusal is not None:
            refused += 1
            assert refusal.clause in clauses
            assert len(refusal.text.split()) >= FEWEST_WORDS
        play(s, bots[seat].pick(view, options))
    assert refused
