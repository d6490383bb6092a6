"""What never changes of a board says all that a client needs: it reads nothing from a drawing, and knows no game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sandtable
from sandtable import Game
from sandtable.kernel.errors import BadInput
from sandtable.kernel.scene import Board

ROOT = Path(__file__).resolve().parent.parent
NOBODY = "none"
"""The side of what belongs to nobody."""


def scenes(game: Game, decisions: int = 60) -> Iterator[dict[str, Any]]:
    """Scenes of a random game of each scenario, for every reader."""
    for scenario in game.scenarios():
        s = game.start(scenario.id, seed=3)
        chance = random.Random(3)
        for n in range(decisions):
            if n % 20 == 0:
                yield from (game.scene(game.view(s, reader)) for reader in (*game.seats(s), None))
            if not (options := sandtable.legal(s)):
                break
            sandtable.play(s, chance.choice(options))


def drawn(game: Game, board: str) -> tuple[list[str], set[str]]:
    """The ids of a drawing: those of cells, and those of symbols."""
    root = ElementTree.fromstring(game.board_svg(board))
    symbols = {one.get("id", "") for one in root.iter() if one.tag.endswith("}symbol")}
    hidden = {one.get("id", "") for defs in root.iter() if defs.tag.endswith("}defs") for one in defs.iter()}
    return [found for one in root.iter() if (found := one.get("id")) and found not in hidden], symbols


@pytest.mark.parametrize("name", sandtable.names())
def test_every_place_of_a_drawing_is_told_and_every_piece_is_painted(name: str) -> None:
    game = sandtable.load(name)
    known: dict[str, tuple[Board, set[str]]] = {}
    for scene in scenes(game):
        if scene["board"] not in known:
            board = game.board(scene["board"])
            cells, symbols = drawn(game, scene["board"])
            assert [place.id for place in board.places] == cells
            assert tuple(scene["size"]) == board.size
            for place in board.places:
                assert 0 < place.x < board.size[0] and 0 < place.y < board.size[1]
                assert {*place.next} <= {*cells}
            known[scene["board"]] = board, symbols
        board, symbols = known[scene["board"]]
        for piece in scene["pieces"]:
            assert piece["side"] in (*board.sides, NOBODY)
            assert piece["kind"] in board.symbols or f"kind-{piece['kind']}" in symbols


@pytest.mark.parametrize("name", sandtable.names())
def test_a_position_of_every_scenario_is_drawn_as_one_picture(name: str) -> None:
    game = sandtable.load(name)
    for scenario in game.scenarios():
        s = game.start(scenario.id, seed=5)
        chance = random.Random(5)
        for _ in range(40):
            if options := sandtable.legal(s):
                sandtable.play(s, chance.choice(options))
        view = game.view(s, s.seat)
        svg = sandtable.draw(game, view)
        root = ElementTree.fromstring(svg)
        drawn = [one for one in root.iter() if one.get("class", "").split()[:1] == ["piece"]]
        places = {place.id for place in game.board(game.scene(view)["board"]).places}
        assert bool(drawn) == any(piece["at"] in places for piece in game.scene(view)["pieces"])
        assert "None" not in "".join(root.itertext())


@pytest.mark.parametrize("name", sandtable.names())
def test_a_board_has_an_id_of_its_own_kind_and_an_unknown_one_is_refused(name: str) -> None:
    game = sandtable.load(name)
    board = game.scene(game.view(game.start(), None))["board"]
    assert re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{8}", board), "a redrawn board arrives, since its id is another"
    for ask in (game.board, game.board_svg):
        with pytest.raises(BadInput):
            ask("moon")


# --- client and kernel know no game ----------------------------------------------------------------------------------

ORDINARY = {"alert", "mine", "radio"}
"""Words of a game that pages use too: a role, whose turn it is, a kind of button."""


def words() -> tuple[set[str], set[str]]:
    """What games call their sides and seats; their kinds of pieces and their marks."""
    sides: set[str] = set()
    things: set[str] = set()
    for game in sandtable.games():
        for scenario in game.scenarios():
            sides |= {*scenario.seats, *(seat for _, _, seat in scenario.optional_seats)}
        name = game.scene(game.view(game.start(), None))["board"]
        board = game.board(name)
        sides |= {*board.sides}
        things |= {*board.symbols, *board.forms, *board.strips}
        things |= {symbol.partition("-")[2] for symbol in drawn(game, name)[1]}
    return sides, things - ORDINARY


def sources() -> list[Path]:
    """Files of the client, without those of its tests, and of the kernel."""
    client = [path for path in (ROOT / "client" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    own = [path for path in client if ".test." not in path.name and "fixtures" not in path.parts]
    return own + [path for room in ("kernel", "geometry") for path in (ROOT / "src" / "sandtable" / room).glob("*.py")]


def test_client_and_kernel_know_no_game() -> None:
    sides, things = words()
    assert {"british", "axis", "lrdg", "operators"} <= sides and {"jeep", "stick", "rifle", "blast"} <= things
    side = re.compile(rf"\b({'|'.join(sides)})\b", re.IGNORECASE)
    # A kind is known where it is a text, or a class that is painted.
    thing = re.compile(rf"""["'`]({"|".join(things)})["'`]|(?<![\w)])\.({"|".join(things)})\b(?=[^\n(;=]*{{)""")
    files = sources()
    assert len(files) > 60
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if side.search(line) or thing.search(line)
    ]
    assert found == []
