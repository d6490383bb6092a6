"""What can be laid over the board: danger and sight, earshot, reach unseen, and reaction fire on the way.

All of them are on one scale: nothing is clear, 1 is heard at most, 2 seen in part or on the way, 3 seen.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import NOTHING, WAITING, Regiment
from sandtable.games.rogue_regiment.table import daring
from sandtable.geometry.squares import bits
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import legal
from sandtable.kernel.scene import About

Cells = dict[str, dict[str, Any]]
Place = tuple[int, int]  # a square, and how a man is there:
AS_HE_IS: Final = 0
SWIMMING: Final = 1
ASHORE: Final = 2  # after a swim

LISTED: Final[tuple[tuple[str, str, About], ...]] = (
    ("danger", "Danger: where somebody sees or hears you", "none"),
    ("sees", "What this unit sees", "piece"),
    ("earshot", "How far this man's weapons are heard", "piece"),
    ("reach", "Where this man can get to, and where unseen", "piece"),
    ("fire", "Reaction fire on the way of this man", "piece"),
    ("smell", "What the dogs smell", "none"),
    ("airspace", "The airspace: the shadow of the Typhoon and its next tile", "none"),
)
ON: Final = "danger"  # what is shown until somebody switches it off
POINTED: Final = "sees"  # what is shown of an enemy that is pointed at

TAKES: Final = {  # how many ids
    "danger": (0,), "sees": (1,), "earshot": (1, 2), "reach": (1,), "fire": (1,), "smell": (0,), "airspace": (0,),
}  # fmt: skip

SHADES: Final = (
    ("danger", "running here is heard", 1),
    ("danger", "standing here is seen", 2),
    ("danger", "even crouching here is seen", 3),
    ("sees", "in the sight of one of ours", 1),
    ("sees", "it sees only a standing man here", 2),
    ("sees", "it sees even a crouching man here", 3),
    ("earshot", "as far as a shot is heard", 1),
    ("earshot", "somebody who hears it", 2),
    ("reach", "seen or heard on the way, for so many AP", 2),
    ("reach", "seen there, for so many AP", 3),
    ("fire", "under half a hit on average", 1),
    ("fire", "under one", 2),
    ("fire", "one or more", 3),
    ("smell", "a dog smells whoever moves there on foot", 2),
    ("airspace", "whoever fires at it from anywhere, with so many dice", 1),
    ("airspace", "its shadow: units out of doors there fire at it", 2),
    ("airspace", "its next tile, which it can attack", 3),
)
SMELT: Final = "; near a dog walking is smelt"  # where there are dogs, beside who is heard
PATTERNS: Final = ("", "light", "amber", "red")


def overlay(s: Regiment, name: str, ids: tuple[str, ...]) -> Cells:
    """RR-2.29, RR-9.2, RR-9.16, RR-10.9 The squares of one overlay, each with a shade and a text."""
    cells: Cells = {}
    if len(ids) not in TAKES.get(name, ()):
        known = ", ".join(one for one, _, _ in LISTED)
        raise BadInput(f"there is no overlay “{name}” for {len(ids)} ids; overlays are {known}")
    if name == "airspace":
        daring.airspace(s, cells)
        return cells
    if name == "danger":
        for v in bits((beside_units(s) | smelt(s)) & s.grid.board):
            cells[s.place(v)] = {"shade": 1, "text": ""}
        shade(s, list(range(len(s.u_kind))), cells)
        return cells
    if name == "smell":
        for v in bits(smelt(s)):
            cells[s.place(v)] = {"shade": 2, "text": ""}
        return cells
    if name == "sees":
        shade(s, [u for u in range(len(s.u_kind)) if s.unit(u) == ids[0]], cells)
    for m in range(len(s.m_kind)):
        if s.man(m) == ids[0] and s.m_at[m] >= 0 and s.m_car[m] < 0:
            around_man(s, m, name, ids[1:], cells)
    return cells


def around_man(s: Regiment, m: int, name: str, more: tuple[str, ...], cells: Cells) -> None:
    """The squares of one overlay about a man on foot; `more` are the ids after his own."""
    match name:
        case "sees":
            in_line(s, m, cells)
        case "earshot":
            earshot(s, m, more, cells)
        case "reach":
            reach(s, m, cells)
        case "fire":
            fire(s, m, cells)


def shade(s: Regiment, units: list[int], cells: Cells) -> None:
    """RR-2.29, RR-2.30 Squares on which even one who crouches is seen (3), or only one who stands (2)."""
    full = part = 0
    for u in units:
        if s.alive(u) and sight.has_sight(s, u):
            full |= sight.view_of(s, u, True)
            part |= sight.view_of(s, u, False)
    for v in bits((full | part) & s.grid.board):
        cells[s.place(v)] = {"shade": 3 if full >> v & 1 else 2, "text": ""}


def in_line(s: Regiment, m: int, cells: Cells) -> None:
    """RR-6.2, RR-6.3, RR-8.3 The squares that one of ours has in sight, well enough to attack there."""
    origin, low = s.m_at[m], bool(s.m_low[m])
    for v in s.grid.squares:
        if v != origin and sight.in_our_sight(s, m, origin, v, low):
            cells[s.place(v)] = {"shade": 1, "text": ""}


def earshot(s: Regiment, m: int, wanted: tuple[str, ...], cells: Cells) -> None:
    """RR-9.2, RR-9.3 How far each loud weapon a man fires is heard, as a ring with its name straight ahead of him each
    way, and who is within it; or one weapon alone. What explodes is heard where it does, not where he is.
    """
    fired = [w for w in targeting.weapons(s, m) if data.EARSHOT[w] and not data.BLAST[w]]
    loud = [w for w in fired if not wanted or data.WEAPONS[w] == wanted[0]]
    at = s.m_at[m]
    for v in s.grid.squares:
        far = s.grid.distance(v, at)
        last = [data.WEAPON_TITLE[w] for w in loud if data.EARSHOT[w] == far]
        if last:
            straight = s.grid.xs[v] == s.grid.xs[at] or s.grid.ys[v] == s.grid.ys[at]
            cells[s.place(v)] = {"shade": 1, "text": ", ".join(dict.fromkeys(last)) if straight else ""}
    for u in notice.within(s, at, max([data.EARSHOT[w] for w in loud], default=0)) if loud else ():
        for v in s.footprint(u):
            if s.grid.on[v]:
                cells[s.place(v)] = {"shade": 2, "text": ""}


def reach(s: Regiment, m: int, cells: Cells) -> None:
    """RR-5.1, RR-5.3, RR-9.5, RR-9.16 Where a man can get to with his points by moves and sprints, and the least points
    that takes: clear if nobody sees or hears him on the way, else 2, and 3 where he is seen in the end.
    """
    quiet, any_way, seen = costs(s, m, True), costs(s, m, False), watched(s, m)
    for v, price in any_way.items():
        if v in quiet:
            cells[s.place(v)] = {"shade": 0, "text": str(quiet[v])}
        else:
            cells[s.place(v)] = {"shade": 3 if seen >> v & 1 else 2, "text": str(price)}


def costs(s: Regiment, m: int, unnoticed: bool) -> dict[int, int]:
    """RR-1.4 The squares a man can stop on, with the least points: past others. Only ways on which nobody notices him,
    if so wished.
    """
    found: dict[int, int] = {}
    for (v, guise), price in prices(s, m, unnoticed).items():
        taken = obstacles.afloat(s, m) if guise == SWIMMING else obstacles.occupied(s, but_man=m)
        if v != s.m_at[m] and not taken >> v & 1:
            found[v] = min(price, found.get(v, price))
    return found


def prices(s: Regiment, m: int, unnoticed: bool) -> dict[Place, int]:
    """RR-21.15, RR-20.37, RR-20.38, RR-20.39 The squares a man can get to, with the least points: through water with
    scuba gear, but through no vehicle that he would board.
    """
    points = s.m_ap[m] if s.m_turn[m] else turn.AP
    selves = guises(s, m)
    seen = [watched(twin, m) if unnoticed else 0 for twin in selves]
    if unnoticed and s.roster.dogs:
        seen = [squares if twin.m_swim[m] else squares | smelt(s) for squares, twin in zip(seen, selves, strict=True)]
    loud = beside_units(s) if unnoticed else 0
    start = (s.m_at[m], SWIMMING if s.m_swim[m] else AS_HE_IS)
    if s.m_state[m] != WAITING and seen[start[1]] >> start[0] & 1:
        return {}
    cost = {start: 0}
    todo = [start]
    while todo:
        place = todo.pop(0)
        for to, price in actions(selves, m, place, seen, loud):
            total = cost[place] + price
            if total <= points and total < cost.get(to, points + 1):
                cost[to] = total
                todo.append(to)
    return cost


def actions(selves: list[Regiment], m: int, place: Place, seen: list[int], loud: int) -> list[tuple[Place, int]]:
    """RR-5.1, RR-5.3, RR-9.5 Where one move or sprint of a man leads, each with its points, that touches no square on
    which he is seen nor, running, one on which he is heard.
    """
    found = [(to, 1) for to in steps(selves, m, place) if not seen[to[1]] >> to[0] & 1]
    twin = selves[place[1]]
    heard = twin.stage.switches.sprint_noise_from_start and loud >> place[0] & 1
    if not twin.m_low[m] and twin.m_object[m] == NOTHING and not heard:
        found += [(to, 2) for to in sprint_ends(selves, m, place, [squares | loud for squares in seen])]
    return found


def guises(s: Regiment, m: int) -> list[Regiment]:
    """RR-20.37, RR-20.39 A man as he is; with scuba gear also as he swims, and as he has come out of the water again,
    no longer crouched.
    """
    found = [s]
    if s.has(m, data.I_SCUBA) and s.layout.water:
        for swims in (1, 0):
            twin = s.clone()
            twin.swim(m, swims)
            twin.m_low[m] = 0
            found.append(twin)
    return found


def steps(selves: list[Regiment], m: int, place: Place, sprinting: bool = False) -> list[Place]:
    """RR-5.1, RR-5.3, RR-20.37, RR-20.38, RR-20.39, RR-20.52 Where one step of a man leads, on land and in water: no
    sprint goes on in the water.
    """
    at, guise = place
    s = selves[guise]
    if guise == SWIMMING:
        strokes = [] if sprinting else [(to, SWIMMING) for to in scuba.strokes(s, at)]
        return strokes + [(to, ASHORE) for to in scuba.ashore(s, at)]
    boarding = cars.open_squares(s, m)
    found = [(to, guise) for to in movement.next_steps(s, m, at, sprinting) if not boarding >> to & 1]
    if len(selves) > 1 and s.m_object[m] == NOTHING:
        found += [(to, SWIMMING) for to in scuba.waters_from(s, m, at, turn.AP)]
    return found


def sprint_ends(selves: list[Regiment], m: int, place: Place, barred: list[int]) -> set[Place]:
    """RR-5.3, RR-20.52 Where a sprint can end that touches no barred square: one that comes out of the water does not
    go back into it, and one that goes in ends there.
    """
    found: set[Place] = set()
    edge = {place}
    for _ in range(sprinting.SPRINT):
        edge = {
            (to, guise)
            for at in edge
            if at == place or at[1] != SWIMMING
            for to, guise in steps(selves, m, at, True)
            if not (barred[guise] >> to & 1 or (guise == SWIMMING == place[1]))
        } - (found | {place})
        found |= edge
    return found


def watched(s: Regiment, m: int) -> int:
    """RR-9.16 The squares on which somebody would see this man, as he is now."""
    standing = lying = 0
    for u in range(len(s.u_kind)):
        if s.alive(u) and sight.has_sight(s, u):
            standing |= sight.view_of(s, u, False)
            lying |= sight.view_of(s, u, True)
    found = 0
    for v in bits(standing):
        how = sight.shows(s, m, v)
        if how == sight.STANDING or (how == sight.LYING and lying >> v & 1):
            found |= 1 << v
    return found


def smelt(s: Regiment) -> int:
    """RR-26.13 The squares on which a dog smells a man who moves on foot."""
    found = 0
    for u in s.roster.dogs:
        if s.here(u):
            found |= s.grid.disc(s.u_at[u], dogs.NOSE)
    return found


def beside_units(s: Regiment) -> int:
    """RR-9.5 The squares on which a running man is heard."""
    found = 0
    for u in range(len(s.u_kind)):
        if s.here(u):
            for v in s.footprint(u):
                found |= s.layout.blast(v)
    return found


def fire(s: Regiment, m: int, cells: Cells) -> None:
    """RR-10.1, RR-10.9 The hits that reaction attacks score on average on each move and sprint the man is offered."""
    if not isinstance(s.choice, turn.Act) or s.choice.man != m:
        return
    for action in legal(s):
        known = turn.all_acts().get(action[0])
        plain = isinstance(known, movement.Movement) and not known.taking
        if plain and len(action) == 3 and action[2] not in cells:
            hits = odds.expected_fire(s, action)
            cells[action[2]] = {
                "shade": 0 if hits == 0 else 1 if hits < 0.5 else 2 if hits < 1 else 3,
                "text": f"{hits:.1f}" if hits else "",
            }
