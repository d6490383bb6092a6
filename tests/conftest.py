"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import sandtable
from scripts import postgres as server

collect_ignore = [] if sandtable.COMPILED else ["compiled"]
"""What only the compiled form can show; `make compiled` runs it."""

# A machine with other things to do is slow, not wrong; a failure prints what repeats it.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("ours")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this run's own, in a temporary folder on a free port."""
    with server.running() as address:
        yield address
