"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sandtable
from scripts import postgres as server

collect_ignore = [] if sandtable.COMPILED else ["compiled"]
"""What only the compiled form can show; `make compiled` runs it."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this run's own, in a temporary folder on a free port."""
    with server.running() as address:
        yield address
