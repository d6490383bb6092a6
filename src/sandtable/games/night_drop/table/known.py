"""The position as one reader knows it."""

from __future__ import annotations

from sandtable.games.night_drop.state import NightDrop
from sandtable.kernel.seen import Seen


def known(seen: Seen) -> NightDrop:
    """The position that a reader imagines, with -1 for what he made up: fronts of Sticks, units under covers, and VP
    markers face down. It is there to be read, not played."""
    s: NightDrop = seen.position.clone()
    s.kind = tuple(seen.view["kind"])
    s.identity = tuple(seen.view["identity"])
    s.marker = tuple(seen.view["marker"])
    return s
