"""What is kept for as long as somebody uses it. Weak references would say so, but compiled classes have none."""

from __future__ import annotations

from sys import getrefcount
from typing import Any, Final


def _references(kept: dict[Any, Any], key: Any) -> int:
    return getrefcount(kept.get(key))


NOBODY: Final = _references({"": [0]}, "")
"""How often something is referred to that a dictionary alone holds."""


def in_use(kept: dict[Any, Any], key: Any) -> bool:
    """Whether anybody but the dictionary refers to what it keeps by a key; of what another thread has just removed,
    yes: it is not to be removed again."""
    return _references(kept, key) > NOBODY
