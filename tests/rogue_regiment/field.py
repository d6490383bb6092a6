"""Positions for tests: a little board, a few men and units, and given dice."""

from __future__ import annotations

from dataclasses import replace

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import ACTIVE, GUARD, OFF, OPERATOR, Regiment, changed
from sandtable.geometry.squares import EAST, NORTH, SOUTH, WEST, letters
from sandtable.kernel.chance import seed_bytes
from sandtable.kernel.flow import Event, Refusal, Setup, Step, begin
from tests import kit

N, E, S, W = NORTH, EAST, SOUTH, WEST


def field(layout: Layout, dice: list[int] | None = None, meter: int = 6, packs: str = "") -> Regiment:
    """An empty position on a board, with a plain deck, no objectives and these expansions."""
    mission = replace(
        data.MISSIONS["m1-cold-ford"],
        entry=Side(SOUTH, 0, 0),
        spawns=((0, Side(NORTH, 0, 0)),),
        objectives=(),
        guards=(),
        packs=tuple(packs.split("+")) if packs else (),
    )
    begun = Setup(
        "rogue-regiment", 0, "m1-cold-ford", {"difficulty": "normal"}, ((0, seed_bytes(1)),), tuple(dice or ())
    )
    s = Regiment(begun)
    s.stage = Stage(mission, layout)
    s.layout, s.grid = layout, layout.grid
    s.scored = ()
    s.meter = meter
    s.turn = 1
    s.phase = OPERATOR
    s.deck = tuple(range(data.CARDS_IN_DECK))
    s.special_out = 1
    begin(s)
    return s


def sq(x: int, y: int) -> str:
    """The word for a square by column and row from 0."""
    return f"{letters(x)}{y + 1}"


def man(
    s: Regiment,
    name: str,
    x: int,
    y: int,
    *,
    side: str = "A",
    facing: int = N,
    low: bool = False,
    spotted: bool = False,
) -> int:
    """An Operator on the board with all his points."""
    m = setup.add_man(s, data.OPERATORS.index(name), "AB".index(side), s.grid.at(x, y), ACTIVE)
    s.m_ap[m] = turn.AP
    s.m_face = changed(s.m_face, m, facing)
    s.m_low[m], s.m_spotted[m] = int(low), int(spotted)
    return m


def unit(
    s: Regiment, kind: str, x: int, y: int, facing: int, *, alert: bool = False, role: int = GUARD, colour: int = OFF
) -> int:
    """An Axis unit on the board."""
    u = setup.add_unit(s, data.UNITS.index(kind), s.grid.at(x, y), facing, role, colour)
    s.u_alert[u] = int(alert)
    s.forget()
    return u


def act_with(s: Regiment, m: int) -> None:
    """It is this man's turn."""
    run(s, turn.Act(m))


# What the kit does, after a test may have written columns itself.


def run(s: Regiment, *steps: Step) -> Regiment:
    s.forget()
    return kit.run(s, *steps)


def do(s: Regiment, *lines: str) -> list[Event]:
    s.forget()
    return kit.do(s, *lines)


def through(s: Regiment, *begin: str) -> list[Event]:
    s.forget()
    return kit.through(s, *begin)


def offered(s: Regiment, *begin: str) -> list[str]:
    s.forget()
    return kit.offered(s, *begin)


def why(s: Regiment, line: str) -> Refusal:
    s.forget()
    return kit.why(s, line)


def refused(s: Regiment, line: str) -> str:
    return why(s, line).clause


def patrolled(s: Regiment, name: str, start: Side, end: Side) -> None:
    """The mission has a patrol vehicle with a route between two sides."""
    mission = replace(s.stage.mission, vehicles=(Vehicle("patrol", name, start=start, end=end),))
    s.stage = Stage(mission, s.layout)


def at(s: Regiment, v: int) -> tuple[int, int]:
    """Column and row of a square."""
    return s.grid.xs[v], s.grid.ys[v]
