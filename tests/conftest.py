"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts import postgres as server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this run's own, in a temporary folder on a free port."""
    with server.running() as address:
        yield address
