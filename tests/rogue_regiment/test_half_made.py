"""A half-made choice belongs to its chooser: to everybody else the man or vehicle has not begun anything."""

from __future__ import annotations

import msgspec

from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.seen import Seen
from tests.promises import told_by_seen
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, act_with, do, field, man, offered, run, unit
from tests.rogue_regiment.positions import willys


def told(s: Regiment, reader: str | None) -> bytes:
    """Everything a reader gets at a position."""
    view = GAME.view(s, reader)
    return msgspec.json.encode([view, told_by_seen(Seen(GAME, view)) if reader else None])


def begins(s: Regiment, *links: str) -> None:
    """These links change nothing for a watcher, and something for the chooser."""
    watched, own = told(s, None), GAME.view(s, "operators")
    for link in links:
        do(s, link)
        assert told(s, None) == watched, f"a watcher learns of “{link}”"
        assert GAME.view(s, "operators") != own, f"the chooser is not asked on after “{link}”"


def test_a_throw_that_is_not_made_yet_is_nobodys_business() -> None:
    for first in ("throw paddy", "move-throw paddy c4", "mark paddy grenade"):
        s = field(plain(12, 12))
        act_with(s, man(s, "paddy", 2, 2))
        begins(s, first)
    s = field(plain(12, 12, F="5,2"))
    act_with(s, man(s, "paddy", 2, 2))
    begins(s, "throw paddy", "at h3")
    assert offered(s, "face"), "nobody sees that square from here, so the throw waits for a facing too"


def test_placing_that_is_not_done_yet_is_nobodys_business() -> None:
    for first in ("move-place", "place-move"):
        s = field(plain(12, 12))
        act_with(s, man(s, "jock", 2, 2))
        begins(s, offered(s, first)[0])


def test_a_drive_that_is_not_begun_yet_is_nobodys_business() -> None:
    s = field(plain(20, 20))
    c = willys(s, 9, 9, N, "jock")
    unit(s, "rifle", 9, 7, E)
    run(s, cars.CarAct(c))
    begins(s, "drive willys")
    watched, several = told(s, None), 0
    for line in offered(s, "to"):
        twin = s.clone()
        do(twin, line)
        if offered(twin, "by"):
            several += 1
            assert told(twin, None) == watched
    assert several
