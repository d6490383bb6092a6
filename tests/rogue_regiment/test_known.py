"""What is known of the board is what the columns say, whatever has happened to them since somebody last asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, LEFT, OFF, TROOPER, Regiment, changed
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play

RECORDS = ("roster", "axis", "ours", "cars", "things", "veil")


def slowly(s: Regiment) -> dict[str, dict[str, object]]:
    """Every record made from the columns alone."""
    twin = s.clone()
    twin.forget()
    return {name: facts(getattr(twin, name)) for name in RECORDS}


def facts(record: object) -> dict[str, object]:
    """All that a record holds; the ways between what is shut and what burns are made from these two."""
    return {name: value for name, value in vars(record).items() if name != "ground"}


def ask(s: Regiment) -> dict[str, dict[str, object]]:
    """Every record as the position knows it."""
    return {name: facts(getattr(s, name)) for name in RECORDS}


def changes(s: Regiment, rng: Rng) -> dict[str, Callable[[], object]]:
    """Every method that changes the board, each with something that it may be given."""
    square = s.grid.squares[rng.below(len(s.grid.squares))]
    u, m, kind = rng.below(len(s.u_kind)), rng.below(len(s.m_kind)), rng.below(len(data.UNITS))
    found: dict[str, Callable[[], object]] = {
        "enlist": lambda: s.enlist(kind, 90 + len(s.u_kind), square, rng.below(4), TROOPER, OFF, OFF),
        "recast": lambda: s.recast(u, data.SMG, 90 + len(s.u_kind) + u),
        "assign": lambda: s.assign(u, TROOPER),
        "move": lambda: s.move(u, (square, OFF)[rng.below(2)]),
        "face": lambda: s.face(u, rng.below(4)),
        "rouse": lambda: s.rouse(u),
        "put": lambda: s.put(m, square),
        "become": lambda: s.become(m, (ACTIVE, BOUND, LEFT)[rng.below(3)]),
        "swim": lambda: s.swim(m, rng.below(2)),
        "spot": lambda: s.spot(m, rng.below(2)),
        "corpses": lambda: s.lay(corpses=(*s.corpses, square)),
        "barrels": lambda: s.lay(barrels=changed((*s.barrels, square), rng.below(len(s.barrels) + 1), OFF)),
        "papers": lambda: s.lay(papers=(*s.papers, square)),
        "traps": lambda: s.lay(traps=(*s.traps, (square, m, 0))),
        "mines": lambda: s.lay(mines=(*s.mines, (square, m))),
        "dumps": lambda: s.lay(dumps=(*s.dumps, (square, rng.below(2)))),
        "radios": lambda: s.lay(radios=(*s.radios, (square, rng.below(2)))),
        "blasts": lambda: s.lay(blasts=(*s.blasts, square)),
        "stains": lambda: s.lay(stains=(*s.stains, (square, 0))),
    }
    rooms = sorted(s.layout.rooms)
    if rooms:
        found["flames"] = lambda: s.lay(flames=(*s.flames, (rooms[rng.below(len(rooms))], s.turn)))
    if s.c_kind:
        c = rng.below(len(s.c_kind))
        found["park"] = lambda: s.park(c, square, rng.below(4))
        found["sit"] = lambda: s.sit(m, (c, OFF)[rng.below(2)], 0)
    return found


@pytest.mark.parametrize("mission", [mission.id for mission in data.MISSIONS.values()])
def test_what_is_known_follows_every_change_of_the_board(mission: str) -> None:
    done: set[str] = set()
    for seed in range(3):
        s, rng = GAME.start(mission, seed=seed), Rng(seed)
        assert isinstance(s, Regiment)
        for n in range(120):
            options = legal(s)
            if not options:
                break
            play(s, options[rng.below(len(options))])
            assert ask(s) == slowly(s), f"{mission}, seed {seed}, after action {s.number}"
            if n % 4 or not s.m_kind or not s.u_kind:
                continue
            twin = s.clone()
            for name, change in changes(twin, rng).items():
                change()
                done.add(name)
                assert ask(twin) == slowly(twin), f"{mission}, seed {seed}, after action {s.number} and {name}"
            assert ask(s) == slowly(s), "a clone has changed what is known of the position it came from"
    assert len(done) >= 19
