"""Boards and positions that the tests of several chapters begin with."""

from __future__ import annotations

from dataclasses import replace

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.box.settings import Switches
from sandtable.games.rogue_regiment.box.tiles import BLACK, Point, Route
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.layout import Layout, Line
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.ground.wheels import wheels
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    OFF,
    PATROL,
    PATROLMAN,
    SENTRY,
    SUPPORT,
    TROOPER,
    V_ASSAULT,
    V_PATROL,
    Regiment,
    changed,
)
from sandtable.kernel.flow import State, legal, play
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import N, S, W, at, do, field, man, offered, run, sq, through, unit

HOUSE = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ +#+#+W+#+#+ + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ +#+#+D+#+#+ + + + +
"""
RIVER = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 . . . . . . B . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""
JETTY = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~ ~ ~ ~ ~ ~ .
+ + + + + + + + + + +
 ~ ~ ~ ~ ~ ~ ~ ~ ~ .
+ + + + + + + + + + +
 . . . . . B ~ ~ ~ .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""
LANE = """
mission: X2  name: The lane  type: rescue
map: X9,T1B
operators: 2 free   deck: green
meter: 8 6 4   entry: N[1,0]
prisoner: [0,0].lane 3
objective: prisoner 1 each
objective: documents [0,0].lane 1
victory: major 4 minor 3

tile: X9  name: A lane between rocks
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R . . . . . . . . .
+ + + + + + + + + + +
 R . . . . . . . . .
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
patrol p1 black open 1,4>4,4  start 1,4,E  start 2,4,W
anchor lane 1,5
"""
FOOTBRIDGE = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 ~ ~ ~ ~lB Bl~ ~ ~ ~
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""


def corpses(s: Regiment) -> list[tuple[int, int]]:
    return [at(s, v) for v in s.corpses if v >= 0]


def line(layout: Layout, colour: int, *places: tuple[int, int], loop: bool = False) -> int:
    """A patrol line through these squares."""
    squares = tuple(layout.grid.at(x, y) for x, y in places)
    layout.lines.append(Line(Route("p", colour, loop, places, ()), squares, layout.grid.stride))
    return len(layout.lines) - 1


def walker(s: Regiment, link: int, place: int, facing: int, *, alert: bool = False) -> int:
    """A patrolman on a line."""
    path = s.layout.lines[link]
    u = setup.add_unit(s, data.RIFLE, path.squares[place], facing, PATROLMAN, path.colour, link)
    s.u_place[u] = place
    s.u_alert[u] = int(alert)
    events.face_line(s, u)
    return u


def sentry(s: Regiment, x: int, y: int, facing: int, arrows: tuple[int, ...], colour: int = BLACK) -> int:
    """A sentry on a point with these arrows."""
    v = s.grid.at(x, y)
    s.layout.points.append((Point("s", colour, x, y, arrows, arrows[0]), v))
    return setup.add_unit(s, data.RIFLE, v, facing, SENTRY, colour, len(s.layout.points) - 1)


def goals(s: Regiment, u: int) -> set[tuple[int, int]]:
    """Where a unit is offered to go when it advances with all its points."""
    choices = position.destinations(s, u, data.MOVE[s.u_kind[u]], s.ours.targets)
    return {at(s, v) for _, squares, _ in choices for v in squares}


def card_of(panel: str) -> int:
    """A card of the green deck with that stealth panel."""
    wanted = data._panel(panel)
    assert wanted is not None
    return data.STEALTH["green"].index(wanted)


def hedged(paddy_low: bool = False) -> tuple[Regiment, int, int]:
    s = field(plain(12, 12, H=" ".join(f"{x},1" for x in range(12))))
    s.section = BATTLE
    m = man(s, "paddy", 3, 0, low=paddy_low, spotted=True)
    return s, m, unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)


def volley(s: Regiment) -> None:
    run(s, attacks.AttackPhase())
    through(s)


def started(mission: str = "m1-cold-ford", **options: str) -> Regiment:
    s = GAME.start(mission, seed=5, options=options)
    assert isinstance(s, Regiment)
    return s


def river() -> tuple[Regiment, int]:
    s = field(plain(9, 9, **{"~": " ".join(f"{x},4 {x},5" for x in range(9))}))
    return s, man(s, "wick", 4, 3)


def afloat(x: int = 7, facing: int = W) -> tuple[Regiment, int]:
    s = field(board(RIVER))
    return s, setup.add_car(s, data.BOAT, s.grid.at(x, 3), facing)


def laden(s: Regiment, m: int, thing: int) -> None:
    s.m_object = changed(s.m_object, m, thing)


def willys(s: Regiment, x: int, y: int, facing: int, *crew: int | str) -> int:
    """A Willys with its front left square there, and these men in its seats: by number, or new ones by name."""
    c = setup.add_car(s, data.WILLYS, s.grid.at(x, y), facing)
    for seat, who in enumerate(crew):
        cars.sit(s, man(s, who, x, y) if isinstance(who, str) else who, c, seat)
    s.c_ap = changed(s.c_ap, c, cars.AP)
    s.forget()
    return c


def at_an_instant(s: Regiment) -> None:
    """Somebody may make his marked attack now."""
    s.phase = PATROL
    marks.begin_phase(s)
    run(s, marks.Window())


def grenade_marked(s: Regiment, m: int, x: int, y: int) -> None:
    s.m_mark_at = changed(s.m_mark_at, m, s.grid.at(x, y))
    s.give(m, data.I_GRENADE, 1 - s.has(m, data.I_GRENADE))


def may(layout: Layout, mode: int, x: int, y: int, tx: int, ty: int) -> bool:
    return layout.step_cost(layout.grid.at(x, y), layout.grid.at(tx, ty), mode, 0) > 0


def driven(s: Regiment, u: int, x: int, y: int, facing: int) -> Regiment:
    """The same position with a vehicle's front left square there."""
    twin = s.clone()
    twin.u_at[u], twin.u_face[u] = s.grid.at(x, y), facing
    twin.forget()
    return twin


def own_mission(mission: str, box: str = "m1-cold-ford", **options: str) -> Regiment:
    """A mission that a player wrote, instead of one of the box, at its first action."""
    return at_first_action(GAME.start(box, seed=1, mission=mission, options=options))


def at_first_action(s: State) -> Regiment:
    """A match after its set-up, in which every question got its first answer."""
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    return s


def prices(s: Regiment, length: int, x: int, y: int, heading: int) -> dict[tuple[int, int, int], int]:
    """Where each step leads, and its cost."""
    rolling = wheels(s.layout, length)
    found = rolling.tracks(0).moves(s.grid.at(x, y) * 4 + heading)
    return {(*at(s, state >> 2), state & 3): cost for state, cost in found}


def routed(
    role: str,
    kind: str,
    start: Side,
    end: Side | None,
    width: int = 10,
    height: int = 10,
    forest: str = "",
    dice: list[int] | None = None,
) -> tuple[Regiment, int]:
    """A vehicle with a route on open ground, on patrol or to come at the alarm; it waits off the board."""
    s = field(plain(width, height, F=forest), dice=dice)
    s.stage.mission = replace(s.stage.mission, vehicles=(Vehicle(role, kind, None, start, end),))
    number = V_PATROL if role == "patrol" else V_ASSAULT
    u = setup.add_unit(s, data.UNITS.index(kind), OFF, 0, number, OFF, 0)
    s.u_place[u], s.u_way[u] = 0, 1
    return s, u


def convoy_on(width: int = 10, height: int = 30) -> Regiment:
    """A convoy of bike, truck, truck, bike down a straight road."""
    s = field(plain(width, height))
    convoy(s, "motorbike scout", "truck", "truck", "motorbike")
    return s


def battery(x: int = 5, y: int = 5, dice: list[int] | None = None) -> tuple[Regiment, int]:
    s = field(plain(20, 20), dice=dice)
    s.section = BATTLE
    return s, unit(s, "mortar", x, y, N, alert=True, role=TROOPER)


def garage(
    layout: Layout | None = None, dice: list[int] | None = None, kind: int = data.WILLYS
) -> tuple[Regiment, int]:
    """A vehicle heading north in the middle of open ground, with driver and front gunner."""
    s = field(layout or plain(20, 20), dice=dice)
    c = setup.add_car(s, kind, s.grid.at(9, 14), N)
    for name, seat in (("jock", 0), ("paddy", 1)):
        m = man(s, name, 9, 14)
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)
    return s, c


def drive_to(s: Regiment, x: int, y: int, heading: str) -> None:
    """The chain of a drive, by the cheapest of its ways."""
    do(s, "drive willys")
    do(s, f"to {sq(x, y)} {heading}")
    if offered(s, "by"):
        do(s, offered(s, "by")[0])


def support(s: Regiment, x: int, y: int, *, spotted: bool = False) -> int:
    m = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(x, y), ACTIVE)
    s.m_ap[m], s.m_spotted[m] = 4, int(spotted)
    return m


def set_up(mission: str = "m1-cold-ford", *, seed: int = 2, **options: str) -> Regiment:
    """A mission with options, at its first action."""
    return at_first_action(GAME.start(mission, seed=seed, options=options))


def switched(s: Regiment, **switches: bool) -> Regiment:
    """The same position with rulings read the other way."""
    s.stage = Stage(s.stage.mission, s.layout, Switches(**switches), s.stage.support)
    s.forget()
    return s


def turns(s: Regiment, way: str = "clockwise") -> None:
    """Every question which way a unit turns, answered the same."""
    while offered(s, "turn"):
        do(s, next(words for words in offered(s, "turn") if words.endswith(f" {way}")))


def swimmer(s: Regiment, x: int, y: int) -> int:
    m = man(s, "wick", x, y)
    s.swim(m, 1)
    return m


def moored(s: Regiment, full: bool) -> None:
    """A boat on (0,2) to (2,3), empty or full."""
    c = setup.add_car(s, data.BOAT, s.grid.at(0, 3), W)
    assert {at(s, v) for v in obstacles.car_squares(s, c)} == {(x, y) for x in (0, 1, 2) for y in (2, 3)}
    for seat in range(4) if full else ():
        m = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(0, 3), ACTIVE)
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)


def convoy(s: Regiment, *members: str) -> list[int]:
    """A convoy that is on its way from north to south."""
    rows = s.grid.height // 10 - 1
    s.stage = Stage(replace(s.stage.mission, convoy=members, convoy_ends=(Side(N, 0, 0), Side(S, 0, rows))), s.layout)
    routes.special(s)
    s.turn += 1
    return routes.convoy(s)


def stand(s: Regiment, u: int, place: int) -> None:
    """A vehicle of a convoy is at a place of its route."""
    s.u_place[u] = place
    vehicles.put(s, u, routes.route_of(s, u)[place][0])


def hunted(layout: Layout, dice: list[int] | None = None, meter: int = 6) -> Regiment:
    """An empty position against a Jäger, whose deck lies in the order of its numbers."""
    s = switched(field(layout, dice, meter), jaeger=True)
    s.setup = replace(s.setup, options={**s.setup.options, "jaeger": "on", "ties": "auto"})
    s.options = s.setup.options
    s.j_deck = tuple(range(data.JAEGER_CARDS))
    return s


def hunting_card(panel: str, section: int = 0) -> int:
    """The first of the Jäger's cards with that panel, for Stealth or for Battle."""
    wanted = data._panel(panel)
    assert wanted is not None
    return (data.JAEGER_BATTLE if section else data.JAEGER_STEALTH).index(wanted)


def plays(s: Regiment, panel: str, section: int = 0) -> None:
    """The Jäger's card with that panel takes effect."""
    wanted = data._panel(panel)
    assert wanted is not None
    s.section = s.drawn_in = section
    s.card, s.j_used = 0, hunting_card(panel, section)
    s.j_deck = tuple(card for card in s.j_deck if card != s.j_used)
    s.j_pile = (*s.j_pile, (s.j_used, 0, 1))
    run(s, events.Effect())
