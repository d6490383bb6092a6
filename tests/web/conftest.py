"""Servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from tests.web.harness import Server
from tests.web.toys import GAMES

for game in GAMES:
    sandtable.register(game)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a whole module shares."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.kill()


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes servers for one test, and ends them."""
    made: list[Server] = []

    def make(**settings: Any) -> Server:
        made.append(Server(tmp_path, **settings))
        return made[-1]

    yield make
    for one in made:
        one.kill()
