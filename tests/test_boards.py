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

OF_THE_CONTRACT = {"none", "day", "night", "turn", "phase", "track", "card", "front", "danger", "fire"}
"""Words of the contract or of its contents, which games use as they should: a look, a fact, a kind of panel, a sign."""
OF_THE_PAGE = {"alert", "distance", "entry", "left", "light", "meter", "mine", "radio"}
"""Words that programs put in quotes for something else: roles and classes of a page, sides of a box, a setting."""
ENGLISH = {
    "acted", "activation", "bound", "cache", "control", "cover", "dump", "empty", "events", "failure", "observe",
    "red", "set", "talks", "target", "turns", "unknown",
}  # fmt: skip
"""Words that a sentence or a name in a program may need, whatever a game means by them."""
Words = dict[str, set[str]]


def of_scene(scene: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Whatever a scene calls by an id of the game's own, and what sort of thing it is."""
    yield "look", scene["look"]
    yield from (("bar", item["id"]) for item in scene["bar"])
    yield from (("overlay", overlay["name"]) for overlay in scene["overlays"])
    yield from (("legend", item["id"]) for item in scene["legend"])
    for piece in scene["pieces"]:
        yield from (("kind", piece["kind"]), ("side", piece["side"]))
    for panel in scene["panels"]:
        yield "panel", panel["id"]
        for part in ("slots", "piles", "hand", "tracks", "cells"):
            yield from (("slot", slot["id"]) for slot in panel.get(part, []) if isinstance(slot, dict))
    for marked in (*scene["cells"], *scene["links"], *scene["pieces"]):
        yield from (("mark", mark) for mark in marked["marks"])


def words() -> Words:
    """What games call their sides and seats, pieces, marks, numbers, panels, boxes, looks, overlays and places."""
    found: Words = {}

    def say(sort: str, word: str) -> None:
        found.setdefault(sort, set()).add(re.sub(r"-?\d+$", "", word))

    for game in sandtable.games():
        for scenario in game.scenarios():
            for seat in (*scenario.seats, *(seat for _, _, seat in scenario.optional_seats)):
                say("side", seat)
        for scene in scenes(game):
            for sort, word in of_scene(scene):
                say(sort, word)
        board = game.board(game.scene(game.view(game.start(), None))["board"])
        for sort, some in (("side", board.sides), ("mark", board.forms), ("mark", board.strips)):
            for word in some:
                say(sort, word)
        for word in board.symbols:
            say("kind" if word in found["kind"] else "mark", word)
        for place in board.places:
            say("place", place.id)
    return {sort: {word for word in some if re.fullmatch(r"[a-z][a-z-]{2,}", word)} for sort, some in found.items()}


def sources() -> list[Path]:
    """Files of the client, without those of its tests, and of the kernel."""
    client = [path for path in (ROOT / "client" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    own = [path for path in client if ".test." not in path.name and "fixtures" not in path.parts]
    return own + [path for room in ("kernel", "geometry") for path in (ROOT / "src" / "sandtable" / room).glob("*.py")]


def written(pattern: str) -> list[str]:
    """Lines of client and kernel in which a pattern is found."""
    wanted = re.compile(pattern, re.IGNORECASE)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if wanted.search(line)
    ]


def test_a_game_says_which_of_its_numbers_are_danger() -> None:
    bars = [(game.name, item) for game in sandtable.games() for scene in scenes(game) for item in scene["bar"]]
    assert ("who-dares-wins", "alarm") in {(name, item["id"]) for name, item in bars if item.get("danger")}
    assert [item for _, item in bars if item["id"] == "turn" and item.get("danger")] == []


def test_client_and_kernel_know_no_game() -> None:
    known = words()
    every = set().union(*known.values())
    assert len(sources()) > 60
    assert {"british", "axis", "lrdg", "operators", "jeep", "stick", "blast", "alarm", "objectives", "earshot"} <= every
    # An id is known where it is a text, or a class that is painted.
    ids = "|".join(sorted(every - OF_THE_CONTRACT - OF_THE_PAGE))
    assert written(rf"""["'`]({ids})["'`]|(?<![\w)])\.({ids})\b(?=[^\n(;=]*{{)""") == []
    # And most are words that nobody writes who does not think of that game.
    telling = set().union(*(known[sort] for sort in ("side", "kind", "mark", "bar", "panel", "place")))
    telling -= OF_THE_CONTRACT | OF_THE_PAGE | ENGLISH
    assert written(rf"(?<![\w-])({'|'.join(sorted(telling))})s?(?![\w-])") == []
