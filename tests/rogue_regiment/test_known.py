"""What is known of the board is what the columns say, whatever has happened to them since somebody last asked."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.games.rogue_regiment import state
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.known import Axis
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BOUND,
    BY_CARD,
    ITEM_COUNT,
    LEFT,
    OFF,
    TROOPER,
    Regiment,
    changed,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play

RECORDS = ("roster", "axis", "ours", "cars", "things", "veil")


def slowly(s: Regiment) -> dict[str, dict[str, object]]:
    """Every record made from the columns alone."""
    twin = s.clone()
    twin.forget()
    return {name: facts(getattr(twin, name)) for name in RECORDS}


def facts(record: object) -> dict[str, object]:
    """All that a record holds, and where the Axis bar the way; the ways between what is shut and what burns are made
    from these two.
    """
    found = {name: value for name, value in vars(record).items() if name != "ground"}
    return found | ({"barring": record.barring} if isinstance(record, Axis) else {})


def ask(s: Regiment) -> dict[str, dict[str, object]]:
    """Every record as the position knows it."""
    return {name: facts(getattr(s, name)) for name in RECORDS}


def noticed(s: Regiment) -> list[object]:
    """Who notices each of our vehicles."""
    return [driving.noticing(s, c) for c in range(len(s.c_kind))]


def noticed_slowly(s: Regiment) -> list[object]:
    """The same when nothing is known."""
    twin = s.clone()
    twin.forget()
    return noticed(twin)


def changes(s: Regiment, rng: Rng) -> dict[str, Callable[[], object]]:
    """Every method that changes the board, each with something that it may be given."""
    square = s.grid.squares[rng.below(len(s.grid.squares))]
    beside = [v for v in range(s.grid.size - 1) if not s.grid.on[v]]
    u, m, kind = rng.below(len(s.u_kind)), rng.below(len(s.m_kind)), rng.below(len(data.UNITS))
    off = beside[rng.below(len(beside))]  # where a man may wait, and no vehicle
    found: dict[str, Callable[[], object]] = {
        "enlist": lambda: s.enlist(
            kind,
            90 + len(s.u_kind),
            square if data.LENGTH[kind] else (square, off)[rng.below(2)],
            rng.below(4),
            TROOPER,
            OFF,
            OFF,
        ),
        "recast": lambda: s.recast(u, data.SMG, 90 + len(s.u_kind) + u),
        "assign": lambda: s.assign(u, TROOPER),
        "move": lambda: s.move(u, (square, OFF, square if s.vehicle(u) else off)[rng.below(3)]),
        "face": lambda: s.face(u, rng.below(4)),
        "rouse": lambda: s.rouse(u),
        "hinder": lambda: s.hinder(u, (0, BY_CARD)[rng.below(2)]),
        "deploy": lambda: s.deploy(u, rng.below(2)),
        "recruit": lambda: s.recruit(s.m_kind[m], 9, s.m_side[m], square, ACTIVE, 2, (0,) * ITEM_COUNT),
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
        found["equip"] = lambda: s.equip(s.c_kind[c], square, rng.below(4), 3)
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
            assert noticed(s) == noticed_slowly(s), f"{mission}, seed {seed}, after action {s.number}"
            if n % 4 or not s.m_kind or not s.u_kind:
                continue
            twin = s.clone()
            for name, change in changes(twin, rng).items():
                change()
                done.add(name)
                assert ask(twin) == slowly(twin), f"{mission}, seed {seed}, after action {s.number} and {name}"
                assert noticed(twin) == noticed_slowly(twin), f"{mission}, seed {seed}, action {s.number}, {name}"
            assert ask(s) == slowly(s), "a clone has changed what is known of the position it came from"
    assert len(done) >= 22


FOLLOWED = {
    "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_role", "u_cig", "u_set", "m_at", "m_state", "m_car", "m_seat",
    "m_swim", "m_spotted", "c_kind", "c_at", "c_face", "corpses", "barrels", "papers", "traps", "mines", "dumps",
    "radios", "blasts", "flames", "stains",
}  # fmt: skip
"""The columns from which something follows."""


def written(file: Path) -> set[tuple[str, str]]:
    """The attributes that a file assigns, whole or in part, with the name of whose they are."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            while isinstance(node, ast.Subscript):
                node = node.value
            if isinstance(node, ast.Attribute):
                found.add((ast.unparse(node.value), node.attr))
    return found


def test_only_methods_of_the_state_write_the_columns_from_which_something_follows() -> None:
    folder = Path(state.__file__).parent
    assert {name for whose, name in written(folder / "state.py") if whose == "self"} > FOLLOWED
    own = {folder / "state.py", folder / "view.py"}  # the view fills an imagined position before anybody asks
    for file in set(folder.rglob("*.py")) - own:
        assert not {name for whose, name in written(file) if whose != "self" and name in FOLLOWED}, file.name
